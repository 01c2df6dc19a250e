//! Games that have rules only: found by walking from the start, numbered as they are met.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use hindsight_core::{
    Indexed, Kind, Looks, NotationError, Occupant, OrbitSlot, Orbits, Outcome, Part, Picture,
    Rules, Scene, Tier, Turn, Value,
};

use crate::error::SolveError;

/// Rules together with all positions that the start leads to, as one tier. The start has slot 0.
#[derive(Debug)]
pub struct Explored<G: Rules> {
    rules: Arc<G>,
    /// By slot, breadth first.
    positions: Vec<G::Position>,
    numbers: HashMap<G::Position, u32>,
    most_moves: u32,
}

impl<G: Rules> Explored<G> {
    /// Walks breadth first from the start until there is nothing new. Refuses when that takes more
    /// than `memory` bytes.
    pub fn new(rules: G, memory: u64) -> Result<Self, SolveError> {
        Explored::shared(Arc::new(rules), memory)
    }

    /// The same for rules that others use too.
    pub fn shared(rules: Arc<G>, memory: u64) -> Result<Self, SolveError> {
        // A map at most half empty while it grows, and the list beside it.
        let bytes_each = 4 * size_of::<(G::Position, u32)>() as u64 + 8;
        let most = (memory / bytes_each).min(u32::MAX.into());
        let mut numbers = HashMap::from([(rules.start(), 0)]);
        let mut positions = vec![rules.start()];
        let mut most_moves = 0;
        let mut next = 0;
        while let Some(&position) = positions.get(next) {
            next += 1;
            if rules.primitive(position).is_some() {
                continue;
            }
            let mut moves = 0;
            rules.children(position, |child| {
                moves += 1;
                if let Entry::Vacant(new) = numbers.entry(child) {
                    new.insert(positions.len() as u32);
                    positions.push(child);
                }
            });
            most_moves = most_moves.max(moves);
            if positions.len() as u64 > most {
                let what = format!("exploring more than {} positions", positions.len());
                let needed = positions.len() as u64 * bytes_each;
                return Err(SolveError::TooLittleMemory { what, needed, budget: memory });
            }
        }
        Ok(Explored { rules, positions, numbers, most_moves })
    }

    /// The slot of a position, if it was met.
    pub fn number(&self, position: G::Position) -> Option<u32> {
        self.numbers.get(&position).copied()
    }

    /// All positions, by slot.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// A position that a text from outside means, if it was found.
    fn explored(&self, position: G::Position, text: &str) -> Result<G::Position, NotationError> {
        match self.number(position) {
            Some(_) => Ok(position),
            None => Err(NotationError::position(text, "no game from the start comes here")),
        }
    }
}

impl<G: Rules> Rules for Explored<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.rules.start()
    }

    fn primitive(&self, position: G::Position) -> Option<Value> {
        self.rules.primitive(position)
    }

    fn moves(&self, position: G::Position, visit: impl FnMut(G::Move)) {
        self.rules.moves(position, visit);
    }

    fn play(&self, position: G::Position, chosen: G::Move) -> G::Position {
        self.rules.play(position, chosen)
    }

    fn turn(&self, position: G::Position) -> Turn {
        self.rules.turn(position)
    }

    fn children(&self, position: G::Position, visit: impl FnMut(G::Position)) {
        self.rules.children(position, visit);
    }

    fn kind(&self) -> Kind {
        self.rules.kind()
    }

    fn components(&self, position: G::Position, visit: impl FnMut(G::Position)) {
        self.rules.components(position, visit);
    }

    fn margin(&self, position: G::Position) -> Option<i32> {
        self.rules.margin(position)
    }

    const IS_FOUND: bool = G::IS_FOUND;

    fn find(&self, position: G::Position) -> Option<Outcome> {
        self.rules.find(position)
    }

    fn is_found(&self, position: G::Position) -> bool {
        self.rules.is_found(position)
    }

    fn is_quickly_found(&self, position: G::Position) -> bool {
        self.rules.is_quickly_found(position)
    }

    fn published(&self, position: G::Position) -> Option<Outcome> {
        self.rules.published(position)
    }
}

impl<G: Rules> Indexed for Explored<G> {
    fn tier_of(&self, _position: G::Position) -> Tier {
        Tier(0)
    }

    fn child_tiers(&self, _tier: Tier) -> Vec<Tier> {
        vec![Tier(0)]
    }

    fn tier_name(&self, _tier: Tier) -> String {
        "all".to_owned()
    }

    fn slots(&self, _tier: Tier) -> u64 {
        self.positions.len() as u64
    }

    fn locate_in(&self, _tier: Tier, position: G::Position) -> OrbitSlot {
        let slot =
            self.number(position).expect("moves and parsed texts lead only to explored positions");
        OrbitSlot { slot: slot.into(), stabiliser: 1 }
    }

    fn occupant(&self, _tier: Tier, slot: u64) -> Option<Occupant<G::Position>> {
        Some(Occupant { position: self.positions[slot as usize], stabiliser: 1 })
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "none", turns_apart: true }
    }

    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        self.most_moves
    }
}

impl<G: Looks> Looks for Explored<G> {
    fn write_position(&self, position: G::Position) -> String {
        self.rules.write_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<G::Position, NotationError> {
        let position = self.rules.parse_position(text)?;
        self.explored(position, text)
    }

    fn write_move(&self, position: G::Position, chosen: G::Move) -> String {
        self.rules.write_move(position, chosen)
    }

    fn board(&self, position: G::Position) -> String {
        self.rules.board(position)
    }

    fn scene(&self) -> Option<Scene> {
        self.rules.scene()
    }

    fn picture(&self, position: G::Position) -> Picture {
        self.rules.picture(position)
    }

    fn parts(&self, position: G::Position, chosen: G::Move) -> Vec<Part> {
        self.rules.parts(position, chosen)
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<G::Position, NotationError> {
        let position = self.rules.set_up(picture, turn)?;
        self.explored(position, &picture.entities)
    }
}
