//! All Queens Chess: queens that never take; four in a line win.
//!
//! One tier, loopy, folded by side to move: billions of arrangements, of which one in eight has a
//! slot. A move goes back the same way, so that parents are found as moves are.
//!
//! # Open questions
//!
//! The rules are Elliot Rudell's: no captures, no jumps, four of one's queens in a row, a column or a
//! diagonal win. The rules do not mention a player who cannot move; here that player has lost. The
//! smaller board with four queens each is our addition: it is solved at once.

use hindsight_core::{
    About, AboutVariant, Art, Board, BoardLayout, CountedOrbits, Described, GIVEN, Group, Part,
    Picture, Pictured, Sides, Step, Tier, Turn, Walker, Way, Word,
};

use crate::art;
use crate::board_art::{BoardArt, piece};
use crate::lines::{Shapes, completed, first_to, lines};
use crate::rays::{Rays, Reach, Slides};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "allqueens",
    name: "All Queens Chess",
    summary: "Move queens that never take; make four in a line.",
    help: "\
The board has five by five cells. Each player has six queens, which begin at the edge. White moves
first. A move takes one of your queens any number of cells along its row, column or diagonal, over
empty cells to an empty cell. Nothing is ever taken. Four of your queens side by side in a row, a column
or a diagonal win. Who cannot move has lost.

The variant 4x4 is a smaller game: four queens each, all of which must stand in one line.

Positions are written row by row from the top, W, B or '-', then the player to move:
  BWBWB/-----/W---B/-----/WBWBW:w
Moves are the cell that a queen leaves and the one where it goes: a1-d4. A click chooses the queen, the
next one where it goes. Columns are a, b, c from the left, rows 1, 2, 3 from the bottom.",
    variants: &[
        AboutVariant { id: "4x4", summary: "four queens each on a smaller board" },
        AboutVariant {
            id: "5x5",
            summary: "the real game: six queens each; takes a long time to solve",
        },
    ],
};

/// Queens in a line that win.
const IN_LINE: usize = 4;

/// The queens.
pub type Position = Sides;

/// The game.
#[derive(Debug)]
pub struct AllQueens {
    side: usize,
    /// White's queens and Black's at the start.
    start: [u32; 2],
    lines: Shapes,
    slides: Slides,
    /// Of the opponent's queens first: they are the pivot, and all parents of a position have the same.
    orbits: CountedOrbits<2>,
    layout: BoardLayout,
}

impl AllQueens {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<AllQueens> {
        let (start, side) = match name {
            "4x4" => ("BWBW--------WBWB", 4),
            "5x5" => ("BWBWB-----W---B-----WBWBW", 5),
            _ => return None,
        };
        Some(AllQueens {
            side,
            start: Picture::new(start.to_owned()).sides(['W', 'B'], Turn::First).by_player(),
            lines: Shapes::of(lines(side, side, IN_LINE)),
            slides: Slides::new(&Rays::new(side, side), Reach::Any),
            orbits: CountedOrbits::new(&Group::of_rectangle(side, side), side * side),
            layout: layout(side),
        })
    }
}

impl Described for AllQueens {
    type Position = Position;
    type Index = CountedOrbits<2>;

    fn index(&self) -> &CountedOrbits<2> {
        &self.orbits
    }

    fn opening(&self) -> Position {
        Sides::new(self.start, Turn::First)
    }

    fn mover(&self, position: Position) -> Turn {
        position.turn
    }

    #[inline(always)]
    fn tier_at(&self, _position: Position) -> Tier {
        self.orbits.tier_of(self.start)
    }

    fn pieces(&self, tier: Tier) -> [usize; 2] {
        self.orbits.counts(tier)
    }

    /// A queen has at most four lines of a side's length through her.
    fn most_inside(&self, _tier: Tier) -> u32 {
        self.start[0].count_ones() * 4 * (self.side as u32 - 1)
    }

    fn changed_kind(&self, _tier: Tier, way: Way) -> Option<usize> {
        Some(usize::from(way == Way::Forwards))
    }

    #[inline(always)]
    fn board_of(&self, position: Position) -> Board {
        Board::new(position.theirs, position.mine)
    }

    #[inline(always)]
    fn position_of(&self, _tier: Tier, board: Board, turn: Turn) -> Position {
        Sides { mine: board.second, theirs: board.first, turn }
    }

    #[inline(always)]
    fn ending<W: Word>(&self, _given: [W; GIVEN], board: Board<W>) -> W {
        let Board { first: theirs, second: mine, .. } = board;
        let stuck = self.slides.lost_without(mine, board.taken());
        first_to(|queens| self.lines.is_one_in(queens), Board::new(mine, theirs), stuck)
    }

    #[inline(always)]
    fn forwards<K: Walker>(&self, walker: &mut K, _given: [K::Word; GIVEN], board: Board<K::Word>) {
        let Board { first: theirs, second: mine, .. } = board;
        self.slides.make(walker, mine, board.taken(), |both| Board::new(mine ^ both, theirs));
    }

    #[inline(always)]
    fn backwards<K: Walker>(
        &self,
        walker: &mut K,
        _given: [K::Word; GIVEN],
        board: Board<K::Word>,
    ) {
        let Board { first: theirs, second: mine, .. } = board;
        self.slides.undo(walker, theirs, board.taken(), |both| Board::new(mine, theirs ^ both));
    }
}

fn queen(body: &str, outline: &str, jewel: &str) -> Art {
    art::token(&format!(
        "<path d=\"M24 84L16 34L34 56L38 22L50 52L62 22L66 56L84 34L76 84Z\" fill=\"{body}\" \
         stroke=\"{outline}\" stroke-width=\"5\" stroke-linejoin=\"round\"/>{}",
        [[16.0, 30.0], [38.0, 18.0], [62.0, 18.0], [84.0, 30.0]]
            .map(|at| art::disc(at, 7.0, body, outline))
            .concat()
            + &art::strokes([([34.0, 72.0], [66.0, 72.0])], jewel, 6.0)
    ))
}

fn layout(side: usize) -> BoardLayout {
    let white = queen("#faf7f0", "#3a3027", "#c4b69f").with_image("chess/wikipedia/Q.svg");
    let black = queen("#2b2724", "#0f0d0c", "#a3988c").with_image("chess/wikipedia/qq.svg");
    BoardArt::chequered(side, side).layout(
        ["White", "Black"],
        vec![
            piece('W', "White", white.clone()),
            piece('B', "Black", black.clone()),
            piece('w', "White, chosen", art::chosen(white)),
            piece('b', "Black, chosen", art::chosen(black)),
        ],
        "wb",
    )
}

impl Pictured for AllQueens {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        self.layout.sides(['W', 'B'], position)
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let position = picture.sides(['W', 'B'], turn);
        let each = self.start[0].count_ones();
        let is_complete = position.by_player().map(u32::count_ones) == [each; 2];
        is_complete.then_some(position).ok_or_else(|| format!("each side has {each} queens"))
    }

    fn deciding(&self, position: Position) -> Vec<Vec<usize>> {
        completed(self.lines.masks(), position.by_player())
    }

    fn clicks(&self, position: Position, chosen: Step) -> Vec<Part> {
        let [from, to] = [chosen.from, chosen.to].map(|cell| cell.trailing_zeros() as usize);
        let [chosen, queen] = position.turn.of([['w', 'W'], ['b', 'B']]);
        let then = self.show(position).with(from, chosen);
        vec![self.layout.choose(from, then), self.layout.spot(to, Some(queen))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::{Indexed, Presentation, Rules, Value};

    fn moves(text: &str) -> Vec<String> {
        let game = AllQueens::variant("5x5").unwrap();
        let position = game.parse_position(text).unwrap();
        game.move_names(position)
    }

    #[test]
    fn queens_go_as_far_as_they_can_but_not_over_others() {
        let from_corner: Vec<String> = moves("BWBWB/-----/W---B/-----/WBWBW:w")
            .into_iter()
            .filter(|name| name.starts_with("a1"))
            .collect();
        assert_eq!(from_corner, ["a1-a2", "a1-b2", "a1-c3", "a1-d4"]);
    }

    #[test]
    fn lines_end_the_game() {
        let value = |variant: &str, text: &str| {
            let game = AllQueens::variant(variant).unwrap();
            game.primitive(game.parse_position(text).unwrap())
        };
        assert_eq!(value("5x5", "BWBWB/-----/W---B/-----/WBWBW:w"), None);
        assert_eq!(value("5x5", "W---B/-W--B/--W-B/---W-/WBWBB:b"), Some(Value::Lose));
        assert_eq!(value("5x5", "W---B/-W--B/--W-B/-W---/WBWBB:b"), None);
        assert_eq!(value("4x4", "W--B/-W-B/B-W-/B--W:b"), Some(Value::Lose));
        assert_eq!(value("4x4", "WWWB/--WB/B---/B---:b"), None);
    }

    #[test]
    fn the_index_of_the_real_game_has_few_holes() {
        let game = AllQueens::variant("5x5").unwrap();
        let slots = game.slots(game.tier_of(game.start()));
        // Of 177,100 * 27,132 arrangements, an eighth and a little more.
        assert!((600_628_000..620_000_000).contains(&slots), "{slots}");
    }

    #[test]
    fn other_numbers_of_queens_are_refused() {
        let game = AllQueens::variant("5x5").unwrap();
        for text in ["BWBWB/-----/W----/-----/WBWBW:w", "wWBWB/-----/W---B/-----/WBWBW:w", "W:w"] {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
    }
}
