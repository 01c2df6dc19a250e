//! Any graph as a game, with symmetries: what the engine must be able to solve, without a board.
//!
//! The symmetries are the four rotations of a carousel. An orbit has one, two or four positions,
//! its **elements**, which rotate among themselves; moves rotate along with the elements.

use std::collections::HashMap;

use hindsight_core::{
    Extras, Indexed, NotationError, Occupant, OrbitSlot, Orbits, Presentation, Rules, Tier, Turn,
    Value,
};
use hindsight_solve::TierGraph;

const ROTATIONS: u32 = 4;

/// An orbit before the graph is put together.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// The orbit's tier. Moves lead to no tier with a larger half of this number, so that the tiers
    /// 2n and 2n + 1 can make a unit of two.
    pub tier: u8,
    /// 1, 2 or 4 elements.
    pub elements: u8,
    /// Whether the game is over here.
    pub over: Option<Value>,
    /// Where moves of element 0 lead, as numbers to choose an orbit by, and the element there.
    pub moves: Vec<(u16, u8)>,
}

/// How the graph's orbits become slots.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// One slot in so many is used, the others are holes.
    pub stretch: u64,
    /// Whether to leave the solver without a close bound for the number of inside moves.
    pub loose_bound: bool,
    /// Whether all tiers are roots, also those that the start does not lead to.
    pub all_roots: bool,
}

type Node = (u32, u8);

#[derive(Debug)]
struct Orbit {
    tier: Tier,
    elements: u8,
    over: Option<Value>,
    moves: Vec<Node>,
    slot: u64,
}

/// The graph.
#[derive(Debug)]
pub struct Graph {
    orbits: Vec<Orbit>,
    /// The orbits of each tier.
    tiers: HashMap<Tier, Vec<u32>>,
    child_tiers: HashMap<Tier, Vec<Tier>>,
    parents: HashMap<Node, Vec<Node>>,
    max_inside_moves: u32,
    stretch: u64,
    roots: Vec<Tier>,
}

impl Graph {
    /// Puts orbits together. The start is an orbit more, of the last tier, with these moves.
    pub fn new(mut sketches: Vec<Sketch>, start_moves: Vec<(u16, u8)>, layout: Layout) -> Graph {
        sketches.sort_by_key(|sketch| sketch.tier);
        let tier = sketches.last().map_or(0, |last| last.tier);
        sketches.push(Sketch { tier, elements: 1, over: None, moves: start_moves });
        let mut graph = Graph {
            orbits: Vec::new(),
            tiers: HashMap::new(),
            child_tiers: HashMap::new(),
            parents: HashMap::new(),
            max_inside_moves: 0,
            stretch: layout.stretch,
            roots: vec![Tier(tier.into())],
        };
        for (number, sketch) in sketches.iter().enumerate() {
            let reachable = sketches.partition_point(|other| other.tier / 2 <= sketch.tier / 2);
            let moves = sketch.moves.iter().map(|&(choice, element)| {
                let target = choose(choice.into(), number, reachable);
                (target as u32, element % sketches[target].elements)
            });
            let tier = Tier(sketch.tier.into());
            let members = graph.tiers.entry(tier).or_default();
            let slot = members.len() as u64 * layout.stretch;
            members.push(number as u32);
            graph.orbits.push(Orbit {
                tier,
                elements: sketch.elements,
                over: sketch.over.or(sketch.moves.is_empty().then_some(Value::Lose)),
                moves: moves.collect(),
                slot,
            });
        }
        if layout.all_roots {
            graph.roots = graph.tiers.keys().copied().collect();
            graph.roots.sort_unstable();
        }
        graph.list_child_tiers();
        graph.list_parents();
        if layout.loose_bound {
            // The most that fits beside the tag of a state, times the rotations.
            graph.max_inside_moves = 4095;
        }
        graph
    }

    /// Whether no end is won.
    pub fn is_never_won_at_end(&self) -> bool {
        self.orbits.iter().all(|orbit| orbit.over != Some(Value::Win))
    }

    fn list_child_tiers(&mut self) {
        for orbit in &self.orbits {
            let tiers = self.child_tiers.entry(orbit.tier).or_default();
            if orbit.over.is_none() {
                tiers.extend(
                    orbit.moves.iter().map(|&(target, _)| self.orbits[target as usize].tier),
                );
            }
        }
        for tiers in self.child_tiers.values_mut() {
            tiers.sort();
            tiers.dedup();
        }
    }

    /// Lists the parents inside units, also those that have moves though the game is over.
    fn list_parents(&mut self) {
        let units = TierGraph::of(&GraphGame::<false>(self));
        let mut parents: HashMap<Node, Vec<Node>> = HashMap::new();
        for (number, orbit) in self.orbits.iter().enumerate() {
            let Some(unit) = units.unit_of(orbit.tier) else { continue };
            for element in 0..orbit.elements {
                let node = (number as u32, element);
                let mut inside = self.children(node);
                inside.retain(|child| units.unit_of(self.orbit(*child).tier) == Some(unit));
                self.max_inside_moves = self.max_inside_moves.max(inside.len() as u32);
                inside.into_iter().for_each(|child| parents.entry(child).or_default().push(node));
            }
        }
        self.parents = parents;
    }

    /// All positions of the root tiers, whether the start leads there or not.
    pub fn positions_of_roots(&self) -> Vec<Position> {
        let mut positions = Vec::new();
        for (number, orbit) in self.orbits.iter().enumerate() {
            if self.roots.contains(&orbit.tier) {
                let nodes = (0..orbit.elements).map(|element| (number as u32, element));
                positions.extend(nodes.flat_map(|node| {
                    [Turn::First, Turn::Second].map(|turn| Position { node, turn })
                }));
            }
        }
        positions
    }

    fn orbit(&self, node: Node) -> &Orbit {
        &self.orbits[node.0 as usize]
    }

    /// A move of element 0 and its rotations: those that start at this element.
    fn children(&self, (number, element): Node) -> Vec<Node> {
        let orbit = &self.orbits[number as usize];
        let mut children = Vec::new();
        for &(target, first) in &orbit.moves {
            let elements = self.orbits[target as usize].elements;
            let rotations = element..elements.max(orbit.elements);
            for rotation in rotations.step_by(orbit.elements.into()) {
                children.push((target, (first + rotation) % elements));
            }
        }
        children
    }
}

/// One orbit in three is any of those allowed; the others are a little before the mover's own, which
/// makes for long games.
fn choose(choice: usize, number: usize, allowed: usize) -> usize {
    match choice % 3 {
        0 => choice / 3 % allowed,
        _ => number.saturating_sub(1 + choice / 3 % 3),
    }
}

/// An element of an orbit and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    node: Node,
    turn: Turn,
}

/// The game of moving on a graph, with or without the un-moves, and with or without the promise that no
/// end is won.
#[derive(Clone, Copy, Debug)]
pub struct GraphGame<'a, const PARENTS: bool, const LOST: bool = false>(pub &'a Graph);

impl<const PARENTS: bool, const LOST: bool> Rules for GraphGame<'_, PARENTS, LOST> {
    type Position = Position;
    /// The number of the move.
    type Move = usize;

    fn start(&self) -> Position {
        Position { node: (self.0.orbits.len() as u32 - 1, 0), turn: Turn::First }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        self.0.orbit(position.node).over
    }

    fn moves(&self, position: Position, visit: impl FnMut(usize)) {
        (0..self.0.children(position.node).len()).for_each(visit);
    }

    fn play(&self, position: Position, chosen: usize) -> Position {
        let node = self.0.children(position.node)[chosen];
        Position { node, turn: position.turn.other() }
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }

    fn extras(&self) -> Extras<'_, Position> {
        Extras { is_never_won_at_end: LOST, ..Extras::default() }
    }
}

impl<const PARENTS: bool, const LOST: bool> Indexed for GraphGame<'_, PARENTS, LOST> {
    fn tier_of(&self, position: Position) -> Tier {
        self.0.orbit(position.node).tier
    }

    fn roots(&self) -> Vec<Tier> {
        self.0.roots.clone()
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        self.0.child_tiers[&tier].clone()
    }

    fn tier_name(&self, tier: Tier) -> String {
        tier.0.to_string()
    }

    fn slots(&self, tier: Tier) -> u64 {
        self.0.tiers[&tier].len() as u64 * self.0.stretch
    }

    fn locate_in(&self, _tier: Tier, position: Position) -> OrbitSlot {
        let orbit = self.0.orbit(position.node);
        OrbitSlot { slot: orbit.slot, stabiliser: ROTATIONS / u32::from(orbit.elements) }
    }

    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        if !slot.is_multiple_of(self.0.stretch) {
            return None;
        }
        let number = self.0.tiers[&tier][(slot / self.0.stretch) as usize];
        let position = Position { node: (number, 0), turn: Turn::First };
        let stabiliser = self.locate_in(tier, position).stabiliser;
        Some(Occupant { position, stabiliser })
    }

    fn symmetries(&self) -> u32 {
        ROTATIONS
    }

    fn seen_by(&self, position: Position, turn: Turn) -> Position {
        Position { turn, ..position }
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "the rotations", turns_apart: true }
    }

    fn has_parents(&self) -> bool {
        PARENTS
    }

    fn parents(&self, position: Position, mut visit: impl FnMut(Position)) {
        for &node in self.0.parents.get(&position.node).into_iter().flatten() {
            visit(Position { node, turn: position.turn.other() });
        }
    }

    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        self.0.max_inside_moves
    }
}

impl<const PARENTS: bool, const LOST: bool> Presentation for GraphGame<'_, PARENTS, LOST> {
    fn write_position(&self, Position { node: (orbit, element), turn }: Position) -> String {
        format!("{orbit}.{element}:{}", if turn == Turn::First { 1 } else { 2 })
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let read = || {
            let (node, turn) = text.split_once(':')?;
            let (orbit, element) = node.split_once('.')?;
            let node: Node = (orbit.parse().ok()?, element.parse().ok()?);
            let turn =
                [Turn::First, Turn::Second][turn.parse::<usize>().ok()?.checked_sub(1)?.min(1)];
            let known = self.0.orbits.get(node.0 as usize)?;
            (node.1 < known.elements).then_some(Position { node, turn })
        };
        read().ok_or_else(|| NotationError::position(text, "it is orbit.element:turn"))
    }

    fn write_move(&self, _position: Position, chosen: usize) -> String {
        chosen.to_string()
    }

    fn board(&self, position: Position) -> String {
        self.write_position(position) + "\n"
    }
}
