//! Teeko: four stones each are placed and then moved; make a row or a square.
//!
//! A tier holds the positions with so many stones of the player to move and of the other. Those with
//! all stones placed are one loopy tier. Folded by side to move.
//!
//! # Open questions
//!
//! The rules are John Scarne's. His later edition forbids the first stone on the centre; Steele's
//! solution leaves that out, as does this one. In Advanced Teeko the corners of larger squares win
//! too.

use hindsight_core::bits::lowest;
use hindsight_core::{
    About, AboutVariant, Board, BoardLayout, CountedOrbits, Described, GIVEN, Group, Joins, Part,
    Picture, Pictured, Sides, Step, TARGETS, Tier, Turn, Walker, Word, ending,
};

use crate::board_art::{BoardArt, piece};
use crate::lines::{Shapes, completed, first_to, lines};
use crate::rays::{Rays, pairs};
use crate::{art, placing};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "teeko",
    name: "Teeko",
    summary: "Place four stones, then move them step by step; make a row or a square of four.",
    help: "\
The board has five by five points. Black moves first. In turn, the players place their four stones on
empty points. When all are placed, a move takes one of your stones to an empty point beside it, also
aslant. Your four stones side by side in a row, a column or a diagonal, or in a square of two by two,
win, also while placing.

In the variant advanced the corners of larger squares, of three, four or five points on each side, win
as well.

Positions are written row by row from the top, B, R or '-', then the player to move:
  -----/-B---/--R--/-----/-----:b
Moves are the point where a stone is placed, c3, or the point that a stone leaves and the one where it
goes, c3-d4. Columns are a to e from the left, rows 1 to 5 from the bottom.",
    variants: &[
        AboutVariant { id: "standard", summary: "rows of four and small squares win" },
        AboutVariant { id: "advanced", summary: "the corners of squares of all sizes win" },
    ],
};

const SIDE: usize = 5;
const STONES: usize = 4;

/// The stones.
pub type Position = Sides;

/// The game.
#[derive(Debug)]
pub struct Teeko {
    points: u32,
    goals: Shapes,
    joins: Joins,
    orbits: CountedOrbits<2>,
    layout: BoardLayout,
}

impl Teeko {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<Teeko> {
        match name {
            "standard" => Some(Teeko::new(SIDE, 2)),
            "advanced" => Some(Teeko::new(SIDE, SIDE)),
            _ => None,
        }
    }

    /// The game on a board with so many points on each side, where squares up to a size win.
    pub fn new(side: usize, largest: usize) -> Teeko {
        let points = side * side;
        let mut goals = lines(side, side, STONES);
        for size in 2..=largest {
            let corners = 0b1 | 1 << (size - 1);
            let square = corners | corners << ((size - 1) * side);
            let fits = |point: &usize| point % side + size <= side && point / side + size <= side;
            goals.extend((0..points).filter(fits).map(|point| square << point));
        }
        let beside = Rays::new(side, side).neighbours();
        Teeko {
            points: lowest(points),
            goals: Shapes::of(goals),
            joins: Joins::new(pairs(&beside)),
            orbits: CountedOrbits::new(&Group::of_rectangle(side, side), points),
            layout: layout(side, &beside),
        }
    }
}

/// What is given: whether stones are still placed.
const PLACING: usize = 0;

impl Described for Teeko {
    type Position = Position;
    type Index = CountedOrbits<2>;

    fn index(&self) -> &CountedOrbits<2> {
        &self.orbits
    }

    fn opening(&self) -> Position {
        Sides::new([0; 2], Turn::First)
    }

    fn mover(&self, position: Position) -> Turn {
        position.turn
    }

    #[inline(always)]
    fn tier_at(&self, position: Position) -> Tier {
        self.orbits.tier_of([position.mine, position.theirs])
    }

    fn name_of(&self, tier: Tier) -> String {
        self.orbits.name(tier)
    }

    fn pieces(&self, tier: Tier) -> [usize; 2] {
        self.orbits.counts(tier)
    }

    #[inline(always)]
    fn given(&self, tier: Tier) -> [u32; GIVEN] {
        [(self.pieces(tier) != [STONES; 2]).into(), 0, 0, 0]
    }

    fn targets(&self, tier: Tier) -> [Option<Tier>; TARGETS] {
        let next = match self.pieces(tier) {
            [STONES, STONES] => tier,
            [mine, theirs] => self.orbits.tier([theirs, mine + 1]),
        };
        [Some(next), None, None, None]
    }

    /// Four stones with eight points beside each.
    fn most_inside(&self, _tier: Tier) -> u32 {
        8 * STONES as u32
    }

    #[inline(always)]
    fn board_of(&self, position: Position) -> Board {
        Board::new(position.mine, position.theirs)
    }

    /// While stones are placed, their numbers tell whose turn it is.
    #[inline(always)]
    fn position_of(&self, tier: Tier, board: Board, turn: Turn) -> Position {
        let turn = match self.pieces(tier) {
            [STONES, STONES] => turn,
            [mine, theirs] if mine == theirs => Turn::First,
            _ => Turn::Second,
        };
        Sides { mine: board.first, theirs: board.second, turn }
    }

    fn listed_at(&self, step: Step) -> u32 {
        let point = |mask: u32| mask.checked_ilog2().map_or(0, |point| point + 1);
        point(step.from) * u32::BITS + point(step.to)
    }

    /// Four stones never shut in four others unless those are a square, so that there is always a move.
    #[inline(always)]
    fn ending<W: Word>(&self, _given: [W; GIVEN], board: Board<W>) -> W {
        first_to(|stones| self.goals.is_one_in(stones), board, ending::OPEN.into())
    }

    #[inline(always)]
    fn forwards<K: Walker>(&self, walker: &mut K, given: [K::Word; GIVEN], board: Board<K::Word>) {
        let Board { first: mine, second: theirs, .. } = board;
        let empty = !board.taken() & self.points.into();
        walker.when(given[PLACING].is_some(), |walker| {
            walker
                .arrive_each(empty, 0.into(), |to| (Step::onto(to), Board::new(theirs, mine | to)));
        });
        walker.when(given[PLACING].is_empty(), |walker| {
            walker.each_row(self.joins.rows(), |walker, row| {
                walker.arrive_each(Joins::steps(row, mine, empty), 0.into(), |lower| {
                    let pair = Joins::pair(row, lower);
                    (Step::going(pair & mine, pair & empty), Board::new(theirs, mine ^ pair))
                });
            });
        });
    }

    /// A step goes back the same way. Placing leads to another tier.
    #[inline(always)]
    fn backwards<K: Walker>(&self, walker: &mut K, given: [K::Word; GIVEN], board: Board<K::Word>) {
        let Board { first: mine, second: theirs, .. } = board;
        let empty = !board.taken() & self.points.into();
        walker.when(given[PLACING].is_empty(), |walker| {
            walker.each_row(self.joins.rows(), |walker, row| {
                walker.arrive_each(Joins::steps(row, theirs, empty), 0.into(), |lower| {
                    let pair = Joins::pair(row, lower);
                    (Step::going(pair & empty, pair & theirs), Board::new(theirs ^ pair, mine))
                });
            });
        });
    }
}

const COLOURS: [char; 2] = ['B', 'R'];

fn layout(side: usize, beside: &[u32]) -> BoardLayout {
    let red = art::disc([50.0, 50.0], 47.0, "#c8372d", "#7d1d16")
        + &art::circle([50.0, 50.0], 24.0, "#f2b7ae", 8.0);
    BoardArt::points(side, side, pairs(beside)).layout(
        ["Black", "Red"],
        vec![
            piece('B', "Black", art::black_stone()),
            piece('R', "Red", art::token(&red).with_image("general/redpiece.svg")),
        ],
        "",
    )
}

impl Pictured for Teeko {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        self.layout.sides(COLOURS, position)
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        placing::read(picture, COLOURS, STONES as u32, turn)
    }

    fn deciding(&self, position: Position) -> Vec<Vec<usize>> {
        completed(self.goals.masks(), position.by_player())
    }

    fn clicks(&self, position: Position, chosen: Step) -> Vec<Part> {
        vec![self.layout.step(chosen, position.turn.of(COLOURS))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::{Presentation, Rules, Value};

    #[test]
    fn there_are_as_many_goals_as_scarne_and_steele_count() {
        let goals = |variant: &str| Teeko::variant(variant).unwrap().goals.count();
        assert_eq!([goals("standard"), goals("advanced")], [44, 58]);
    }

    #[test]
    fn goals_win() {
        let value = |variant: &str, text: &str| {
            let game = Teeko::variant(variant).unwrap();
            game.primitive(game.parse_position(text).unwrap())
        };
        let lose = Some(Value::Lose);
        assert_eq!(value("standard", "BBBB-/RRR--/-----/-----/-----:r"), lose);
        assert_eq!(value("standard", "-----/-BB--/-BB--/RRR--/-----:r"), lose);
        assert_eq!(value("standard", "B---B/-----/-RRR-/-----/B---B:r"), None);
        assert_eq!(value("advanced", "B---B/-----/-RRR-/-----/B---B:r"), lose);
        assert_eq!(value("advanced", "B---B/-----/BRRRB/-----/-----:r"), None);
        assert_eq!(value("standard", "BBB-B/RRR--/-----/-----/-----:r"), None);
    }

    #[test]
    fn stones_move_when_all_are_placed() {
        let game = Teeko::variant("standard").unwrap();
        let moves = |text: &str| {
            let position = game.parse_position(text).unwrap();
            game.move_names(position)
        };
        assert_eq!(moves("BRBRB/RB---/-----/-----/-----:r").len(), 18);
        let steps = moves("BRBRB/RRB--/-----/-----/-----:b");
        assert_eq!(steps, ["c5-d4", "e5-d4", "e5-e4", "c4-d4", "c4-b3", "c4-c3", "c4-d3"]);
    }

    #[test]
    fn stones_that_cannot_be_there_are_refused() {
        let game = Teeko::variant("standard").unwrap();
        for text in ["B----/-----/-----/-----/-----:b", "BBBBB/RRRR-/-----/-----/-----:r", "B:r"] {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
    }
}
