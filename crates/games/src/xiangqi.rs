//! Chinese chess endgames under the simplified rules: no limits on repetition, checks or chases.
//!
//! Loopy, folded by side to move. A position is seen by the player to move, whose pieces play up the
//! board; half a turn of the board passes the turn. Captures and pawns' steps forward never come
//! back, so a tier is what pieces both have and the rows of their pawns, and a unit is a tier and
//! the same with the sides exchanged.
//!
//! The index has a slot for every arrangement on the points where pieces can stand, up to the
//! mirror image. A position *looks legal* if the player who has just moved is not in check and the
//! kings do not face each other, which is what Shi (2024) counts; the other slots are holes.

mod board;
mod bulk;
mod device;
mod index;
mod material;
mod men;
mod notation;
mod scene;

use std::sync::Arc;

use hindsight_core::{
    About, AboutVariant, Extras, NotationError, Part, Picture, Presentation, Rules, Scene, Turn,
    Value,
};

use self::board::{FILES, POINTS, Role, turned};
use self::index::Index;
use self::material::{Material, Scope};
use self::men::{Kind, Men};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "xiangqi",
    name: "Chinese chess endgames",
    summary: "Chinese chess with few pieces left: checkmate or stalemate the opponent's king.",
    help: "\
The board has 9 files and 10 ranks of points. Red plays up the board and moves first, Black plays
down. At each end the middle three files and the last three ranks are a palace; a river runs between
the halves. A piece moves to a free point or takes an opposing piece:
  K king      one point along a line, within its palace
  A advisor   one point diagonally, within its palace: five points in all
  B bishop    two points diagonally, not over a piece, not across the river: seven points in all
  N knight    one point along a line, which must be free, and then one diagonally onwards
  C cannon    along a line over free points; takes by jumping over exactly one piece of either side
  R rook      along a line over free points
  P pawn      one point forward; once across the river also one point sideways; never back
No move may leave the own king attacked, or the two kings on one file with nothing between them. Who
has no move left has lost, in check or not. Positions may repeat without end: then it is a draw.

The variants are endgames. A number stands for everything with at most so many pieces, the two kings
included. Two sets of pieces, Red's and Black's, stand for those and for all that captures make of
them: KR-KA, KNP-KAA. A side has one K, at most two each of R, C, N, A, B, and at most five P, and
both together have at most eight pieces. Colours make no difference, so tables hold the same pieces
with the colours exchanged as well. Play starts with pieces on their points of the whole game (the
middle first among pawns), Black's king one point to the left, Black's second advisor in the middle
of the palace; where a number gives the variant, with KR-K, KN-KA, KNP-KB and KCP-KAB.

Positions are written rank by rank from the top, Black's end, Red's pieces as capitals, Black's as
small letters, digits for runs of free points, and whose turn it is, r or b:
  3k5/9/9/9/9/9/9/9/9/4K3R:r
Moves are the point left and the point entered, files a to i from the left, ranks 0 to 9 from the
bottom: i0i9. Positions may also be given as other programs write them, in Forsyth-Edwards notation (FEN):
  3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1

`analyze --scope roots` counts all positions that look legal, for either player to move: the player
who has just moved is not in check and the kings do not face each other. Where a number gives the
variant these are all with at most so many pieces; where two sets do, those with exactly these
pieces, in either colours.",
    variants: &[
        AboutVariant { id: "4", summary: "everything with at most four pieces" },
        AboutVariant { id: "3", summary: "everything with at most three pieces" },
        AboutVariant { id: "5", summary: "everything with at most five pieces" },
        AboutVariant { id: "6", summary: "everything with at most six pieces" },
        AboutVariant {
            id: "KR-KAA",
            summary: "a rook against two advisors, as an example of a set",
        },
    ],
};

/// A position as the player to move sees it: that player's pieces play up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    men: Men,
    turn: Turn,
}

/// A move: points as the player to move sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: u8,
    to: u8,
}

/// The endgames of one variant.
#[derive(Debug)]
pub struct Xiangqi {
    scope: Scope,
    /// The variant as the user wrote it.
    name: String,
    index: Arc<Index>,
}

impl Xiangqi {
    /// The variant of a name: a number of pieces, or two sets of them; or why there is none.
    pub fn variant(name: &str) -> Result<Xiangqi, String> {
        let scope = Scope::parse(name)?;
        let index = Arc::new(Index::new(&scope.roots()));
        Ok(Xiangqi { scope, name: name.to_owned(), index })
    }
}

/// The points of the whole game on which a side's pieces stand at the start, as Red's side sees
/// them, in the order in which fewer pieces take them.
const HOMES: [&[(usize, usize)]; 7] = [
    &[(0, 4)],
    &[(0, 3), (0, 5)],
    &[(0, 2), (0, 6)],
    &[(3, 4), (3, 2), (3, 6), (3, 0), (3, 8)],
    &[(0, 1), (0, 7)],
    &[(2, 1), (2, 7)],
    &[(0, 0), (0, 8)],
];

/// Where a piece stands at the start of a variant. Both kings on the middle file would face each
/// other, so Black's stands beside it, and its second advisor gives way.
fn home(role: Role, side: usize, number: usize) -> u8 {
    let (rank, file) = match (role, side, number) {
        (Role::King, 1, _) => (0, 5),
        (Role::Advisor, 1, 1) => (1, 4),
        _ => HOMES[role as usize][number],
    };
    let point = (rank * FILES + file) as u8;
    if side == 0 { point } else { turned(point) }
}

impl Rules for Xiangqi {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let Material { armies } = self.scope.start();
        let pieces = [0, 1].into_iter().flat_map(|side| {
            Role::ALL.into_iter().flat_map(move |role| {
                let count = armies[side].count(role);
                (0..count).map(move |number| (Kind::new(role, side), home(role, side, number)))
            })
        });
        Position { men: Men::of(pieces).unwrap_or(Men::EMPTY), turn: Turn::First }
    }

    #[inline(always)]
    fn primitive(&self, position: Position) -> Option<Value> {
        let mut stuck = true;
        position.men.moves(0, |_, _, _| {
            stuck = false;
            false
        });
        stuck.then_some(Value::Lose)
    }

    #[inline(always)]
    fn moves(&self, position: Position, mut visit: impl FnMut(Move)) {
        position.men.moves(0, |number, to, _| {
            visit(Move { from: position.men.points()[number], to });
            true
        });
    }

    #[inline(always)]
    fn play(&self, position: Position, chosen: Move) -> Position {
        let number = position.men.points().iter().position(|&point| point == chosen.from);
        let men = number.map_or(position.men, |number| position.men.after(number, chosen.to));
        Position { men: men.turned(), turn: position.turn.other() }
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }

    #[inline(always)]
    fn children(&self, position: Position, mut visit: impl FnMut(Position)) {
        position.men.moves(0, |number, to, _| {
            let men = position.men.after(number, to).turned();
            visit(Position { men, turn: position.turn.other() });
            true
        });
    }

    fn extras(&self) -> Extras<'_, Position> {
        Extras { is_never_won_at_end: true, standard: Some(self), ..Extras::default() }
    }
}

impl hindsight_core::StandardNotation<Position> for Xiangqi {
    fn write_position(&self, position: Position) -> String {
        notation::standard(&Presentation::write_position(self, position))
    }

    fn translate_position(&self, text: &str) -> Option<String> {
        notation::translate(text)
    }
}

impl Presentation for Xiangqi {
    fn write_position(&self, position: Position) -> String {
        notation::write(in_colours(position), position.turn)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |reason: String| NotationError::position(text, reason);
        let (men, turn) = notation::parse(text)?;
        let position = Position { men: if turn == Turn::First { men } else { men.turned() }, turn };
        let material = Material::of(hindsight_core::Tier(men.tier()));
        if !self.index.has(position.men.tier()) {
            let [red, black] = material.armies.map(|army| army.letters());
            let reason = format!("{red} against {black} does not occur in variant {}", self.name);
            return Err(wrong(reason));
        }
        if !position.men.looks_legal(0) {
            let reason = "the player who has just moved is in check, or the kings face each other";
            return Err(wrong(reason.to_owned()));
        }
        Ok(position)
    }

    fn write_move(&self, position: Position, chosen: Move) -> String {
        let name = |point: u8| {
            notation::point_name(if position.turn == Turn::First { point } else { turned(point) })
        };
        format!("{}{}", name(chosen.from), name(chosen.to))
    }

    fn board(&self, position: Position) -> String {
        notation::draw(in_colours(position))
    }

    fn scene(&self) -> Option<Scene> {
        Some(scene::scene())
    }

    fn picture(&self, position: Position) -> Picture {
        scene::picture(position)
    }

    fn parts(&self, position: Position, chosen: Move) -> Vec<Part> {
        scene::parts(self, position, chosen)
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<Position, NotationError> {
        scene::set_up(self, picture, turn)
    }
}

/// The pieces as Red sees them: side 0 is Red's.
fn in_colours(position: Position) -> Men {
    match position.turn {
        Turn::First => position.men,
        Turn::Second => position.men.turned(),
    }
}

/// The mirror image of the board, by points.
fn mirror() -> Vec<usize> {
    (0..POINTS).map(|point| point / FILES * FILES + FILES - 1 - point % FILES).collect()
}

#[cfg(test)]
mod tests;
