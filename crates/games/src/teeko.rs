//! Teeko: four stones each are placed and then moved; make a row or a square.
//!
//! A tier holds the positions with so many stones of the player to move and of the other. Those with
//! all stones placed are one loopy tier. Folded by side to move.
//!
//! # Open questions
//!
//! The seeds do not state the rules; these are John Scarne's. His later edition forbids the first stone
//! on the centre, which Steele's solution leaves out, as here. In Advanced Teeko the corners of larger
//! squares win too.

use hindsight_core::bits::{lowest, ones};
use hindsight_core::{
    About, AboutVariant, CountedOrbits, Group, Indexed, Occupant, OrbitSlot, Orbits, Part, Picture,
    Pictured, Rules, Sheet, Tier, Turn, Value,
};

use crate::ground::{Ground, piece};
use crate::lines::lines;
use crate::rays::Rays;
use crate::{art, marks};

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
const POINTS: usize = SIDE * SIDE;
const STONES: usize = 4;

/// The stones as the player to move sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    mine: u32,
    theirs: u32,
    turn: Turn,
}

impl Position {
    #[inline(always)]
    fn empty(self) -> u32 {
        lowest(POINTS) & !(self.mine | self.theirs)
    }

    #[inline(always)]
    fn all_placed(self) -> bool {
        (self.mine.count_ones() + self.theirs.count_ones()) as usize == 2 * STONES
    }

    /// The position in which the player to move has other stones.
    #[inline(always)]
    fn after(self, moved: u32) -> Position {
        Position { mine: self.theirs, theirs: moved, turn: self.turn.other() }
    }
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Places a stone on a point.
    Place(usize),
    /// Moves a stone.
    Step {
        /// The point that it leaves.
        from: usize,
        /// The point where it goes.
        to: usize,
    },
}

/// The game.
#[derive(Debug)]
pub struct Teeko {
    goals: Vec<u32>,
    rays: Rays,
    orbits: CountedOrbits<2>,
    sheet: Sheet,
}

impl Teeko {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<Teeko> {
        let largest = match name {
            "standard" => 2,
            "advanced" => SIDE,
            _ => return None,
        };
        let mut goals = lines(SIDE, SIDE, STONES);
        for side in 2..=largest {
            let corners = 0b1 | 1 << (side - 1);
            let square = corners | corners << ((side - 1) * SIDE);
            let fits = |point: &usize| point % SIDE + side <= SIDE && point / SIDE + side <= SIDE;
            goals.extend((0..POINTS).filter(fits).map(|point| square << point));
        }
        let rays = Rays::new(SIDE, SIDE);
        Some(Teeko {
            goals,
            orbits: CountedOrbits::new(&Group::of_rectangle(SIDE, SIDE), POINTS),
            sheet: sheet(&rays),
            rays,
        })
    }

    /// Whether four stones are a goal. Fewer never are.
    #[inline(always)]
    fn has_won(&self, stones: u32) -> bool {
        self.goals.contains(&stones)
    }
}

impl Rules for Teeko {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { mine: 0, theirs: 0, turn: Turn::First }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        // A goal of the player to move would have ended the game before: the index has such positions,
        // though no play leads to them. Four stones never shut in four others unless those are a
        // square, so that there is always a move.
        if self.has_won(position.theirs) {
            Some(Value::Lose)
        } else {
            self.has_won(position.mine).then_some(Value::Win)
        }
    }

    #[inline(always)]
    fn moves(&self, position: Position, visit: impl FnMut(Move)) {
        if position.all_placed() {
            let steps = self.rays.steps(position.mine, position.empty());
            steps.map(|(from, to)| Move::Step { from, to }).for_each(visit);
        } else {
            ones(position.empty()).map(Move::Place).for_each(visit);
        }
    }

    #[inline(always)]
    fn play(&self, position: Position, chosen: Move) -> Position {
        position.after(match chosen {
            Move::Place(point) => position.mine | 1 << point,
            Move::Step { from, to } => position.mine ^ 1 << from ^ 1 << to,
        })
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }
}

impl Indexed for Teeko {
    #[inline(always)]
    fn tier_of(&self, position: Position) -> Tier {
        self.orbits.tier_of([position.mine, position.theirs])
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        match self.orbits.counts(tier) {
            [STONES, STONES] => vec![tier],
            [mine, theirs] => vec![self.orbits.tier([theirs, mine + 1])],
        }
    }

    fn tier_name(&self, tier: Tier) -> String {
        self.orbits.name(tier)
    }

    fn slots(&self, tier: Tier) -> u64 {
        self.orbits.slots(tier)
    }

    #[inline(always)]
    fn locate_in(&self, tier: Tier, position: Position) -> OrbitSlot {
        self.orbits.locate(tier, [position.mine, position.theirs])
    }

    #[inline(always)]
    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let ([mine, theirs], stabiliser) = self.orbits.occupant(tier, slot)?;
        // While stones are placed, their numbers tell whose turn it is.
        let turn =
            if mine.count_ones() == theirs.count_ones() { Turn::First } else { Turn::Second };
        Some(Occupant { position: Position { mine, theirs, turn }, stabiliser })
    }

    fn symmetries(&self) -> u32 {
        self.orbits.symmetries()
    }

    fn seen_by(&self, position: Position, turn: Turn) -> Position {
        // While stones are placed, there is no such position with the other player to move.
        if position.all_placed() { Position { turn, ..position } } else { position }
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "the symmetries of the board; colours apart", turns_apart: true }
    }

    const HAS_PARENTS: bool = true;

    /// A step goes back the same way. Placing leads to another tier.
    #[inline(always)]
    fn parents(&self, position: Position, mut visit: impl FnMut(Position)) {
        if !position.all_placed() {
            return;
        }
        for (to, from) in self.rays.steps(position.theirs, position.empty()) {
            let before = position.theirs ^ 1 << from ^ 1 << to;
            visit(Position { mine: before, theirs: position.mine, turn: position.turn.other() });
        }
    }

    /// Four stones with eight points beside each.
    fn max_inside_moves(&self) -> u32 {
        8 * STONES as u32
    }
}

fn sheet(rays: &Rays) -> Sheet {
    let lines = rays.steps(lowest(POINTS), lowest(POINTS)).filter(|(a, b)| a < b);
    let red = art::disc([50.0, 50.0], 47.0, "#c8372d", "#7d1d16")
        + &art::circle([50.0, 50.0], 24.0, "#f2b7ae", 8.0);
    Ground::points(SIDE, SIDE, lines).sheet(
        ["Black", "Red"],
        vec![
            piece('B', "Black", art::black_stone()),
            piece('R', "Red", art::token(&red).with_image("general/redpiece.svg")),
        ],
        "",
    )
}

impl Pictured for Teeko {
    fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    fn show(&self, Position { mine, theirs, turn }: Position) -> Picture {
        let [black, red] = if turn == Turn::First { [mine, theirs] } else { [theirs, mine] };
        self.sheet.two_sided(['B', 'R'], [black, red], Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let [black, red] = ['B', 'R'].map(|stone| picture.mask(stone) as u32);
        marks::check_placed([black, red].map(u32::count_ones), STONES as u32, turn)?;
        let [mine, theirs] = if turn == Turn::First { [black, red] } else { [red, black] };
        Ok(Position { mine, theirs, turn })
    }

    fn clicks(&self, position: Position, chosen: Move) -> Vec<Part> {
        let stone = if position.turn == Turn::First { 'B' } else { 'R' };
        vec![match chosen {
            Move::Place(point) => self.sheet.spot(point, Some(stone)),
            Move::Step { from, to } => self.sheet.arrow(from, to),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Looks;

    #[test]
    fn there_are_as_many_goals_as_scarne_and_steele_count() {
        let goals = |variant: &str| Teeko::variant(variant).unwrap().goals.len();
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
            let mut names = Vec::new();
            game.moves(position, |chosen| names.push(game.write_move(position, chosen)));
            names
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
