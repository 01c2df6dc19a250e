//! Chess endgames with at most four men, kings included.
//!
//! Loopy, folded by side to move: a position is seen by the player to move, whose pawns go up the
//! board. Captures and pawns' moves never come back, so a tier is what men both have and the ranks of
//! their pawns, and a unit is a tier and the same with the sides exchanged.
//!
//! The index has a slot for every arrangement up to the board's symmetries. A position *looks legal*
//! if the player who has just moved is not in check; the other slots are holes.
//!
//! # Open questions
//!
//! Stalemate is a tie. There is no rule of fifty moves and none of repetition, and with too few men
//! for a mate play goes on: all of these are draws here. Nobody castles. Pawns can be taken in
//! passing where both sides have one: a pawn that has just gone two ranks past an opposing pawn is a
//! man of a kind of its own for one turn.

mod index;
mod material;
mod men;
mod scene;
mod standard;
#[cfg(test)]
mod tests;

use hindsight_core::{About, AboutVariant, BoardLayout, Extras, Rules, Turn, Value};

use self::index::Index;
use self::material::Material;
pub use self::men::Move;
use self::men::{Kind, Men, Role};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "chess",
    name: "Chess endgames",
    summary: "Chess with at most four men left, kings included: checkmate the opponent's king.",
    help: "\
White plays up the board and moves first, Black plays down. A man moves to a free square or takes an
opposing man:
  K king      one square any way
  Q queen     any way over free squares
  R rook      along ranks and files over free squares
  B bishop    along diagonals over free squares
  N knight    two squares along a rank or file and one across, over anything
  P pawn      one square forward, from its first rank two if both are free; takes one square diagonally
              forward; on the last rank it becomes a queen, rook, bishop or knight
A pawn that has just gone two squares, past an opposing pawn on a file beside it, may be taken by that
pawn as if it had gone one; this is possible on the next move only. Nobody castles. No move may leave
the own king attacked. Who has no move left has lost if the king is attacked; otherwise it is a tie.
Games may go on for ever: that is a draw, also where nobody has enough men to win.

The variants are endgames. Two sets of men, White's and Black's, stand for those and for all that
captures and promotions make of them: KQ-K, KBN-K, KP-KP; with at most four men in all. The numbers 3
and 4 stand for everything with at most so many. Colours make no difference, so tables hold the same men
with the colours exchanged as well. Play starts with the men on squares of the whole game; where a number
gives the variant, with KR-K and KBN-K.

Positions are written rank by rank from the top, Black's end, White's men as capitals, Black's as small
letters, '-' for free squares, then the player to move, w or b; E or e is a pawn that may be taken in
passing:
  ----k---/--------/--------/--------/--------/--------/--------/R---K---:w
Moves are the square that is left and the one that is entered, and what a pawn becomes: a1-a8, e7-e8-Q.
Positions may also be given as other programs write them, in Forsyth-Edwards notation (FEN):
  4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
    variants: &[
        AboutVariant { id: "3", summary: "everything with at most three men" },
        AboutVariant { id: "KQ-K", summary: "queen against king" },
        AboutVariant { id: "KR-K", summary: "rook against king" },
        AboutVariant { id: "KP-K", summary: "pawn against king, with promotion" },
        AboutVariant { id: "KBN-K", summary: "bishop and knight against king" },
        AboutVariant { id: "KBB-K", summary: "two bishops against king" },
        AboutVariant { id: "KQ-KR", summary: "queen against rook" },
        AboutVariant { id: "4", summary: "everything with at most four men" },
    ],
};

/// The men as the player to move sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    men: Men,
    turn: Turn,
}

/// The endgames of one variant.
#[derive(Debug)]
pub struct Chess {
    /// The variant as it was asked for.
    name: String,
    start: Men,
    index: Index,
    layout: BoardLayout,
}

impl Chess {
    /// The variant of a name: a number of men, or two sets of them; or why there is none.
    pub fn variant(name: &str) -> Result<Chess, String> {
        let roots = material::roots(name)?;
        let start = at_home(&roots[0]);
        let index = Index::new(&roots);
        Ok(Chess { name: name.to_owned(), start, index, layout: scene::layout() })
    }
}

/// The files of the whole game's start on which men of a role stand, in the order in which fewer take
/// them.
fn home_files(role: Role) -> [u8; 2] {
    match role {
        Role::QUEEN => [3, 2],
        Role::ROOK => [0, 7],
        Role::BISHOP => [2, 5],
        Role::KNIGHT => [1, 6],
        _ => [4, 3],
    }
}

/// Men on squares of the whole game. A second queen has a bishop's.
fn at_home(material: &Material) -> Men {
    let kings = [0, 1].map(|side| Kind::new(Role::KING, side));
    let kinds: Vec<Kind> = kings.into_iter().chain(material.kinds().iter().copied()).collect();
    let home = |(number, &kind): (usize, &Kind)| {
        let before = kinds[..number].iter().filter(|other| **other == kind).count();
        let rank = if kind.role().pawn_rank().is_some() { 1 } else { 0 };
        let cell = rank * 8 + home_files(kind.role())[before];
        (kind, if kind.side() == 0 { cell } else { cell ^ 56 })
    };
    Men::of(kinds.iter().enumerate().map(home))
}

impl Rules for Chess {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { men: self.start, turn: Turn::First }
    }

    #[inline(always)]
    fn primitive(&self, position: Position) -> Option<Value> {
        let mut stuck = true;
        position.men.moves(|_| {
            stuck = false;
            false
        });
        let mate = || if position.men.in_check(0) { Value::Lose } else { Value::Tie };
        stuck.then(mate)
    }

    #[inline(always)]
    fn moves(&self, position: Position, mut visit: impl FnMut(Move)) {
        position.men.moves(|chosen| {
            visit(chosen);
            true
        });
    }

    #[inline(always)]
    fn play(&self, position: Position, chosen: Move) -> Position {
        let men = position.men.after(chosen).turned();
        Position { men, turn: position.turn.other() }
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }

    fn extras(&self) -> Extras<'_, Position> {
        Extras { standard: Some(self), ..Extras::default() }
    }
}
