//! Dao: four stones each slide as far as they can; make a row, a square or take the corners.
//!
//! One tier, loopy, folded by side to move.
//!
//! # Open questions
//!
//! The rules are the usual ones of the game by Jeff Pickering and Ben van Buskirk. Diagonals do not
//! count as rows. A player whose stone in a corner is shut in by three opposing stones wins. Who
//! cannot move, which hardly happens, has lost.

use hindsight_core::bits::ones;
use hindsight_core::{
    About, AboutVariant, Board, BoardLayout, CountedOrbits, Described, GIVEN, Group, Part, Picture,
    Pictured, Sides, Step, Tier, Truth, Turn, Walker, Word,
};

use crate::art;
use crate::board_art::{BoardArt, piece};
use crate::lines::{Shapes, completed, first_to};
use crate::rays::{Rays, Reach, Slides};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "dao",
    name: "Dao",
    summary: "Slide stones as far as they go; make a row or a square of four, or take the corners.",
    help: "\
The board has four by four cells. Each player has four stones, which stand on the two diagonals at
first. White moves first. A move slides one of your stones along its row, column or diagonal as far as
it can go: up to the edge or to the next stone. Your four stones in one row or column, in a square of
two by two, or in the four corners win. Diagonals do not count. If one of your stones stands in a corner
and three opposing stones shut it in there, you win as well. Who cannot move has lost.

Positions are written row by row from the top, W, B or '-', then the player to move:
  W--B/-WB-/-BW-/B--W:w
Moves are the cell that the stone leaves and the one where it stops: a4-a2. Columns are a to d from the
left, rows 1 to 4 from the bottom.",
    variants: &[AboutVariant { id: "4x4", summary: "four stones each on 4x4" }],
};

const SIDE: usize = 4;
const CELLS: usize = SIDE * SIDE;
const STONES: usize = 4;
const START: [u32; 2] = [0b1000_0100_0010_0001, 0b0001_0010_0100_1000];
const CORNERS: u32 = 0b1001_0000_0000_1001;

/// The stones.
pub type Position = Sides;

/// The game.
#[derive(Debug)]
pub struct Dao {
    /// Rows, columns, squares and the corners.
    goals: Shapes,
    /// Each corner with the cells beside it.
    corners: Vec<[u32; 2]>,
    slides: Slides,
    orbits: CountedOrbits<2>,
    layout: BoardLayout,
}

impl Dao {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<Dao> {
        let rows = (0..SIDE).map(|row| 0b1111 << (row * SIDE));
        let columns = (0..SIDE).map(|column| 0b0001_0001_0001_0001 << column);
        let top_left = (0..CELLS).filter(|cell| cell % SIDE < SIDE - 1 && cell / SIDE < SIDE - 1);
        let squares = top_left.map(|cell| 0b0011_0011 << cell);
        let rays = Rays::new(SIDE, SIDE);
        (name == "4x4").then(|| Dao {
            goals: Shapes::of(rows.chain(columns).chain(squares).chain([CORNERS])),
            corners: ones(CORNERS).map(|corner| [1 << corner, rays.beside(corner)]).collect(),
            slides: Slides::new(&rays, Reach::Full),
            orbits: CountedOrbits::new(&Group::of_rectangle(SIDE, SIDE), CELLS),
            layout: layout(),
        })
    }

    /// Whether stones are a goal, or one of them is shut in by the others.
    #[inline(always)]
    fn has_won<W: Word>(&self, own: W, others: W) -> W::Truth {
        self.corners.iter().fold(self.goals.is_one_in(own), |won, &[corner, beside]| {
            won.or(|| own.has(corner.into()) & others.has(beside.into()))
        })
    }
}

impl Described for Dao {
    type Position = Position;
    type Index = CountedOrbits<2>;

    fn index(&self) -> &CountedOrbits<2> {
        &self.orbits
    }

    fn opening(&self) -> Position {
        Sides::new(START, Turn::First)
    }

    fn mover(&self, position: Position) -> Turn {
        position.turn
    }

    fn tier_at(&self, _position: Position) -> Tier {
        self.orbits.tier([STONES; 2])
    }

    fn pieces(&self, _tier: Tier) -> [usize; 2] {
        [STONES; 2]
    }

    /// Four stones in eight directions.
    fn most_inside(&self, _tier: Tier) -> u32 {
        8 * STONES as u32
    }

    fn board_of(&self, position: Position) -> Board {
        Board::new(position.mine, position.theirs)
    }

    fn position_of(&self, _tier: Tier, board: Board, turn: Turn) -> Position {
        Sides { mine: board.first, theirs: board.second, turn }
    }

    #[inline(always)]
    fn ending<W: Word>(&self, _given: [W; GIVEN], board: Board<W>) -> W {
        let stuck = self.slides.lost_without(board.first, board.taken());
        first_to(|own| self.has_won(own, board.taken() & !own), board, stuck)
    }

    #[inline(always)]
    fn forwards<K: Walker>(&self, walker: &mut K, _given: [K::Word; GIVEN], board: Board<K::Word>) {
        let Board { first: mine, second: theirs, .. } = board;
        self.slides.make(walker, mine, board.taken(), |both| Board::new(theirs, mine ^ both));
    }

    #[inline(always)]
    fn backwards<K: Walker>(
        &self,
        walker: &mut K,
        _given: [K::Word; GIVEN],
        board: Board<K::Word>,
    ) {
        let Board { first: mine, second: theirs, .. } = board;
        self.slides.undo(walker, theirs, board.taken(), |both| Board::new(theirs ^ both, mine));
    }
}

fn layout() -> BoardLayout {
    BoardArt::cells(SIDE, SIDE).with_image("dao/grid.svg").layout(
        ["White", "Black"],
        vec![
            piece('W', "White", art::white_stone().with_image("dao/W.svg")),
            piece('B', "Black", art::black_stone().with_image("dao/B.svg")),
        ],
        "",
    )
}

impl Pictured for Dao {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        self.layout.sides(['W', 'B'], position)
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let position = picture.sides(['W', 'B'], turn);
        let counts = position.by_player().map(|stones| stones.count_ones() as usize);
        (counts == [STONES; 2]).then_some(position).ok_or("each side has four stones".to_owned())
    }

    fn deciding(&self, position: Position) -> Vec<Vec<usize>> {
        let shut_in = |own: u32, others: u32| {
            let is_shut = move |&&[corner, beside]: &&[u32; 2]| {
                own & corner != 0 && others & beside == beside
            };
            self.corners.iter().filter(is_shut).map(|[corner, beside]| corner | beside)
        };
        let [mine, theirs] = [position.mine, position.theirs];
        let mut groups = completed(self.goals.masks(), [mine, theirs]);
        groups
            .extend(completed(shut_in(mine, theirs).chain(shut_in(theirs, mine)), [mine | theirs]));
        groups
    }

    fn clicks(&self, position: Position, chosen: Step) -> Vec<Part> {
        vec![self.layout.step(chosen, position.turn.of(['W', 'B']))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::{Presentation, Rules, Value};

    fn game() -> Dao {
        Dao::variant("4x4").unwrap()
    }

    #[test]
    fn stones_slide_until_something_stops_them() {
        let game = game();
        let mut names = game.move_names(game.start());
        names.sort();
        assert_eq!(
            names,
            [
                "a4-a2", "a4-c4", "b3-a2", "b3-a3", "b3-b4", "b3-c4", "c2-b1", "c2-c1", "c2-d2",
                "c2-d3", "d1-b1", "d1-d3"
            ]
        );
    }

    #[test]
    fn rows_squares_corners_and_a_stone_shut_in_win() {
        let game = game();
        let value = |text: &str| game.primitive(game.parse_position(text).unwrap());
        assert_eq!(value("WWWW/----/B-B-/-B-B:b"), Some(Value::Lose));
        assert_eq!(value("-WW-/-WW-/B-B-/-B-B:b"), Some(Value::Lose));
        assert_eq!(value("W--W/-B--/B-B-/WB-W:b"), Some(Value::Lose));
        assert_eq!(value("W---/-W-B/B-WB/--BW:b"), None, "a diagonal");
        assert_eq!(value("WB--/BB-B/-WW-/-W--:w"), Some(Value::Win), "shut in");
        assert_eq!(value("WB--/BB-B/-WW-/-W--:b"), Some(Value::Lose));
        assert_eq!(value("WB--/WB-B/B-W-/-W--:w"), None);
    }

    #[test]
    fn other_numbers_of_stones_are_refused() {
        let game = game();
        for text in ["W--B/-WB-/-BW-/B---:w", "W--B/-WB-/-BW-/BW-W:w", "WWWW:w"] {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
    }
}
