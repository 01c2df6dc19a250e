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

use hindsight_core::bits::{lowest, ones};
use hindsight_core::{
    About, AboutVariant, CountedOrbits, Group, Indexed, Occupant, OrbitSlot, Orbits, Part, Picture,
    Pictured, Rules, Sheet, Sides, Tier, Turn, Value,
};

use crate::ground::{Ground, piece};
use crate::lines::{first_to, lines};
pub use crate::placing::Move;
use crate::rays::Rays;
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
const POINTS: usize = SIDE * SIDE;
const STONES: usize = 4;

/// The stones.
pub type Position = Sides;

#[inline(always)]
fn empty(position: Position) -> u32 {
    lowest(POINTS) & !position.taken()
}

#[inline(always)]
fn all_placed(position: Position) -> bool {
    position.taken().count_ones() as usize == 2 * STONES
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
        Sides::new([0; 2], Turn::First)
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        // Four stones never shut in four others unless those are a square, so that there is always a
        // move.
        first_to(|stones| self.has_won(stones), [position.mine, position.theirs])
    }

    #[inline(always)]
    fn moves(&self, position: Position, visit: impl FnMut(Move)) {
        if all_placed(position) {
            let steps = self.rays.steps(position.mine, empty(position));
            steps.map(|(from, to)| Move::Step { from, to }).for_each(visit);
        } else {
            ones(empty(position)).map(Move::Place).for_each(visit);
        }
    }

    #[inline(always)]
    fn play(&self, position: Position, chosen: Move) -> Position {
        chosen.made(position)
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
        Some(Occupant { position: Sides { mine, theirs, turn }, stabiliser })
    }

    fn symmetries(&self) -> u32 {
        self.orbits.symmetries()
    }

    fn seen_by(&self, position: Position, turn: Turn) -> Position {
        // While stones are placed, there is no such position with the other player to move.
        if all_placed(position) { position.seen_by(turn) } else { position }
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "the symmetries of the board; colours apart", turns_apart: true }
    }

    const HAS_PARENTS: bool = true;

    /// A step goes back the same way. Placing leads to another tier.
    #[inline(always)]
    fn parents(&self, position: Position, mut visit: impl FnMut(Position)) {
        if !all_placed(position) {
            return;
        }
        for (to, from) in self.rays.steps(position.theirs, empty(position)) {
            visit(position.unmoved(from, to));
        }
    }

    /// Four stones with eight points beside each.
    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        8 * STONES as u32
    }
}

const COLOURS: [char; 2] = ['B', 'R'];

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

    fn show(&self, position: Position) -> Picture {
        self.sheet.sides(COLOURS, position)
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        placing::read(picture, COLOURS, STONES as u32, turn)
    }

    fn clicks(&self, position: Position, chosen: Move) -> Vec<Part> {
        vec![chosen.click(&self.sheet, COLOURS, position.turn)]
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
