//! Explored games of any type as one type: positions are numbers, moves are lists.
//!
//! Everything that walks over all positions is compiled anew for every game with an index. The many
//! small games without one share what is compiled for this graph.

use std::fmt;

use hindsight_core::{
    Indexed, Kind, Looks, NotationError, Occupant, OrbitSlot, Orbits, Part, Picture, Rules, Scene,
    Tier, Turn, Value,
};

use crate::explore::Explored;

/// A game as a graph: a position is its number, a move its place among the moves of its position.
pub struct Graph {
    /// By position: where its children begin in `children`; one more entry at the end.
    begins: Vec<u32>,
    children: Vec<u32>,
    /// By position.
    ends: Vec<Option<Value>>,
    turns: Vec<Turn>,
    most_moves: u32,
    kind: Kind,
    /// By position, where the kind has margins.
    margins: Vec<Option<i32>>,
    looks: Box<dyn NumberedLooks>,
}

impl Graph {
    /// The name of its one tier. The start has slot 0 there.
    pub const TIER: &str = "all";

    /// The graph of an explored game.
    pub fn new<G: Looks + 'static>(explored: Explored<G>) -> Graph {
        let positions = explored.positions();
        let mut begins = Vec::with_capacity(positions.len() + 1);
        let mut children = Vec::new();
        for &position in positions {
            begins.push(u32::try_from(children.len()).expect("an explored game has few moves"));
            if explored.primitive(position).is_none() {
                explored.moves(position, |chosen| {
                    let child = explored.number(explored.play(position, chosen));
                    children.push(child.expect("moves lead to explored positions"));
                });
            }
        }
        begins.push(children.len() as u32);
        let scored = positions.iter().filter(|_| explored.kind() == Kind::Scored);
        Graph {
            begins,
            children,
            ends: positions.iter().map(|&position| explored.primitive(position)).collect(),
            turns: positions.iter().map(|&position| explored.turn(position)).collect(),
            most_moves: explored.max_inside_moves(Tier(0)),
            kind: explored.kind(),
            margins: scored.map(|&position| explored.margin(position)).collect(),
            looks: Box::new(explored),
        }
    }

    /// The positions after the moves of a position, in the order of the moves.
    pub fn children_of(&self, position: u32) -> &[u32] {
        let begin = self.begins[position as usize] as usize;
        &self.children[begin..self.begins[position as usize + 1] as usize]
    }

    /// How many positions there are.
    pub fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Never: there is the start.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Graph({} positions, {} moves)", self.ends.len(), self.children.len())
    }
}

impl Rules for Graph {
    type Position = u32;
    /// Its place among the moves of the position.
    type Move = u32;

    fn start(&self) -> u32 {
        0
    }

    fn primitive(&self, position: u32) -> Option<Value> {
        self.ends[position as usize]
    }

    fn moves(&self, position: u32, visit: impl FnMut(u32)) {
        (0..self.children_of(position).len() as u32).for_each(visit);
    }

    fn play(&self, position: u32, chosen: u32) -> u32 {
        self.children_of(position)[chosen as usize]
    }

    fn turn(&self, position: u32) -> Turn {
        self.turns[position as usize]
    }

    fn children(&self, position: u32, visit: impl FnMut(u32)) {
        self.children_of(position).iter().copied().for_each(visit);
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn margin(&self, position: u32) -> Option<i32> {
        self.margins.get(position as usize).copied().flatten()
    }
}

impl Indexed for Graph {
    fn tier_of(&self, _position: u32) -> Tier {
        Tier(0)
    }

    fn child_tiers(&self, _tier: Tier) -> Vec<Tier> {
        vec![Tier(0)]
    }

    fn tier_name(&self, _tier: Tier) -> String {
        Graph::TIER.to_owned()
    }

    fn slots(&self, _tier: Tier) -> u64 {
        self.ends.len() as u64
    }

    fn locate_in(&self, _tier: Tier, position: u32) -> OrbitSlot {
        OrbitSlot { slot: position.into(), stabiliser: 1 }
    }

    fn occupant(&self, _tier: Tier, slot: u64) -> Option<Occupant<u32>> {
        Some(Occupant { position: slot as u32, stabiliser: 1 })
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "none", turns_apart: true }
    }

    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        self.most_moves
    }
}

impl Looks for Graph {
    fn write_position(&self, position: u32) -> String {
        self.looks.write_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<u32, NotationError> {
        self.looks.parse_position(text)
    }

    fn write_move(&self, position: u32, chosen: u32) -> String {
        self.looks.write_move(position, chosen)
    }

    fn board(&self, position: u32) -> String {
        self.looks.board(position)
    }

    fn scene(&self) -> Option<Scene> {
        self.looks.scene()
    }

    fn picture(&self, position: u32) -> Picture {
        self.looks.picture(position)
    }

    fn parts(&self, position: u32, chosen: u32) -> Vec<Part> {
        self.looks.parts(position, chosen)
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<u32, NotationError> {
        self.looks.set_up(picture, turn)
    }
}

/// [`Looks`] of positions and moves by number, whatever the game.
trait NumberedLooks: Send + Sync {
    fn write_position(&self, position: u32) -> String;
    fn parse_position(&self, text: &str) -> Result<u32, NotationError>;
    fn write_move(&self, position: u32, chosen: u32) -> String;
    fn board(&self, position: u32) -> String;
    fn scene(&self) -> Option<Scene>;
    fn picture(&self, position: u32) -> Picture;
    fn parts(&self, position: u32, chosen: u32) -> Vec<Part>;
    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<u32, NotationError>;
}

impl<G: Looks> Explored<G> {
    fn at(&self, number: u32) -> G::Position {
        self.positions()[number as usize]
    }

    /// A move by its place. The list of moves is made anew each time: only what people look at is
    /// asked for.
    fn chosen(&self, position: u32, chosen: u32) -> G::Move {
        let mut moves = Vec::new();
        self.moves(self.at(position), |found| moves.push(found));
        moves[chosen as usize]
    }

    /// The number of a position that was checked to be explored.
    fn numbered(&self, position: G::Position) -> u32 {
        self.number(position).expect("what is read is explored")
    }
}

impl<G: Looks> NumberedLooks for Explored<G> {
    fn write_position(&self, position: u32) -> String {
        Looks::write_position(self, self.at(position))
    }

    fn parse_position(&self, text: &str) -> Result<u32, NotationError> {
        Looks::parse_position(self, text).map(|position| self.numbered(position))
    }

    fn write_move(&self, position: u32, chosen: u32) -> String {
        Looks::write_move(self, self.at(position), self.chosen(position, chosen))
    }

    fn board(&self, position: u32) -> String {
        Looks::board(self, self.at(position))
    }

    fn scene(&self) -> Option<Scene> {
        Looks::scene(self)
    }

    fn picture(&self, position: u32) -> Picture {
        Looks::picture(self, self.at(position))
    }

    fn parts(&self, position: u32, chosen: u32) -> Vec<Part> {
        Looks::parts(self, self.at(position), self.chosen(position, chosen))
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<u32, NotationError> {
        Looks::set_up(self, picture, turn).map(|position| self.numbered(position))
    }
}
