//! Lights out: every button changes its own light and those beside it.
//!
//! Positions are their own numbers. Pressing a button twice changes nothing, so moves undo themselves.
//!
//! # Open questions
//!
//! The start is left to the puzzle's maker; here all lights are on, which is the usual question.

use hindsight_core::bits::lowest;
use hindsight_core::{
    About, AboutVariant, BoardLayout, Extras, Indexed, Kind, Occupant, OrbitSlot, Orbits, Part,
    Picture, Pictured, Rules, Tier, Turn, Value,
};

use crate::board_art::{BoardArt, piece};
use crate::rays::edge_neighbours;
use crate::{art, size};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "lightsout",
    name: "Lights Out",
    summary: "A puzzle: press buttons until all lights are out.",
    help: "\
A puzzle for one. Every cell of a square is a button and a light. Pressing a button changes its own
light and those above, below, to the left and to the right of it: what was on is off, what was off is
on. The puzzle is solved when all lights are out. At the start all are on.

On 2x2 and 3x3 every position can be solved; on 4x4 one in sixteen and on 5x5 one in four can.

Positions are the rows from the top, o for a light that is on and '-' for one that is off:
  o-o/---/o-o
Moves are the button, columns lettered from the left and rows numbered from the bottom: b2.
Variants are squares up to 5x5.",
    variants: &[
        AboutVariant { id: "4x4", summary: "sixteen lights" },
        AboutVariant { id: "3x3", summary: "nine lights" },
        AboutVariant { id: "5x5", summary: "twenty-five lights" },
    ],
};

const TIER: Tier = Tier(0);

/// The puzzle.
#[derive(Debug)]
pub struct LightsOut {
    /// The lights that each button changes.
    changes: Vec<u32>,
    layout: BoardLayout,
}

impl LightsOut {
    /// The variant of a name as the [help](ABOUT) describes it, or why it is none.
    pub fn variant(name: &str) -> Result<LightsOut, String> {
        let (side, columns) = size::board(name, 2..=5)?;
        if side != columns {
            return Err("the board is a square".to_owned());
        }
        let beside = edge_neighbours(side, side);
        let changes = beside.iter().enumerate().map(|(button, others)| others | 1 << button);
        let lamp = |fill: &str, rim: &str, middle: &str| {
            art::token(&(art::disc([50.0, 50.0], 44.0, fill, rim) + middle))
        };
        let on = lamp("#ffd84a", "#8a6a00", &art::dot([50.0, 50.0], 16.0, "#fff6cf"));
        let layout = BoardArt::cells(side, side).layout(
            ["Player", "Nobody"],
            vec![piece('o', "Light", on.with_image("lightsout/1.svg"))],
            "",
        );
        Ok(LightsOut { changes: changes.collect(), layout })
    }
}

impl Rules for LightsOut {
    /// The lights that are on.
    type Position = u32;
    /// The button.
    type Move = usize;

    fn start(&self) -> u32 {
        lowest(self.changes.len())
    }

    fn primitive(&self, lights: u32) -> Option<Value> {
        (lights == 0).then_some(Value::Tie)
    }

    fn moves(&self, _lights: u32, visit: impl FnMut(usize)) {
        (0..self.changes.len()).for_each(visit);
    }

    fn play(&self, lights: u32, button: usize) -> u32 {
        lights ^ self.changes[button]
    }

    fn turn(&self, _lights: u32) -> Turn {
        Turn::First
    }

    fn extras(&self) -> Extras<'_, Self::Position> {
        Extras { kind: Kind::Puzzle, ..Extras::default() }
    }
}

impl Indexed for LightsOut {
    fn tier_of(&self, _lights: u32) -> Tier {
        TIER
    }

    fn child_tiers(&self, _tier: Tier) -> Vec<Tier> {
        vec![TIER]
    }

    fn tier_name(&self, _tier: Tier) -> String {
        "all".to_owned()
    }

    fn slots(&self, _tier: Tier) -> u64 {
        1 << self.changes.len()
    }

    fn locate_in(&self, _tier: Tier, lights: u32) -> OrbitSlot {
        OrbitSlot { slot: lights.into(), stabiliser: 1 }
    }

    fn occupant(&self, _tier: Tier, slot: u64) -> Option<Occupant<u32>> {
        Some(Occupant { position: slot as u32, stabiliser: 1 })
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "none", turns_apart: true }
    }

    fn has_parents(&self) -> bool {
        true
    }

    fn parents(&self, lights: u32, mut visit: impl FnMut(u32)) {
        self.changes.iter().for_each(|change| visit(lights ^ change));
    }

    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        self.changes.len() as u32
    }
}

impl Pictured for LightsOut {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, lights: u32) -> Picture {
        self.layout.pieces(['o'], [lights], Vec::new())
    }

    fn read(&self, picture: &Picture, _turn: Turn) -> Result<u32, String> {
        Ok(picture.mask('o') as u32)
    }

    fn clicks(&self, _lights: u32, button: usize) -> Vec<Part> {
        vec![self.layout.spot(button, None)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    #[test]
    fn a_button_changes_a_cross() {
        let game = LightsOut::variant("3x3").unwrap();
        assert_eq!(game.write_position(game.start()), "ooo/ooo/ooo");
        assert_eq!(game.write_position(game.play(game.start(), 0)), "--o/-oo/ooo");
        assert_eq!(game.write_position(game.play(game.start(), 4)), "o-o/---/o-o");
        assert_eq!(game.write_position(game.play(game.start(), 5)), "oo-/o--/oo-");
        assert_eq!(game.primitive(0), Some(Value::Tie));
    }

    #[test]
    fn nonsense_is_refused() {
        let game = LightsOut::variant("3x3").unwrap();
        for text in ["", "ooo", "ooo/ooo/oox", "ooo/ooo/ooo:p"] {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
        assert!(LightsOut::variant("3x4").is_err() && LightsOut::variant("6x6").is_err());
    }
}
