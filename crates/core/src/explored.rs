//! The index of a game that has rules only: its positions are found by walking from the start and
//! numbered as they are met.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::ops::{ControlFlow, Range};

use foldhash::fast::FixedState;
use thiserror::Error;

use crate::device::{DeviceIndex, DeviceIndexing, DeviceSide, DeviceTier};
use crate::erased::AnyPosition;
use crate::game::{Occupant, Orbits, Place, Rules, Tier, Turn};
use crate::neighbour::{Gathered, Neighbour};
use crate::numbered::{Numbered, Occupancy, VisitNeighbours, WalkedSlot};
use crate::turns::Turns;
use crate::value::{Code, Outcome, Value};

/// Why a game was not explored to its end. How many positions there are is then not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unexplored {
    /// It takes more memory than there is.
    #[error("the first {} positions fill the memory, and there are more", met.positions)]
    Memory {
        /// What was met so far.
        met: Met,
        /// The bytes that there are.
        budget: u64,
    },
    /// Somebody asked to stop.
    #[error("stopped after the first {} positions", .0.positions)]
    Stopped(Met),
}

/// What was met of a game before exploring came to an end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// The positions.
    pub positions: u64,
    /// The moves of those that were looked at.
    pub moves: u64,
    /// The bytes that both take.
    pub bytes: u64,
}

/// Positions that are looked at before somebody is asked whether to go on.
const BETWEEN_QUESTIONS: usize = 1 << 12;

/// The moves of an explored game: positions are numbers, the start is 0.
#[derive(Debug)]
pub struct MoveGraph {
    /// By position: where its children begin in `children`; one more entry at the end.
    begins: Vec<u32>,
    children: Vec<u32>,
    /// By position.
    ends: Vec<Option<Value>>,
    turns: Vec<Turn>,
    most_moves: u32,
    alternates: bool,
}

impl MoveGraph {
    /// The one tier of an explored game.
    pub const TIER: Tier = Tier(0);
    /// Its name.
    pub const TIER_NAME: &str = "all";

    /// How many positions there are; at least the start.
    #[expect(clippy::len_without_is_empty, reason = "there is always the start")]
    pub fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The positions after the moves of a position, in the order of the moves; none where the game is
    /// over.
    pub fn children_of(&self, position: u32) -> &[u32] {
        let begin = self.begins[position as usize] as usize;
        &self.children[begin..self.begins[position as usize + 1] as usize]
    }

    /// The value of a position at which the game is over.
    pub fn end(&self, position: u32) -> Option<Value> {
        self.ends[position as usize]
    }

    /// The moves the other way round: by position, where its parents begin in the second list, which has
    /// a position once for each move.
    fn reversed(&self) -> [Vec<u32>; 2] {
        let mut begins = vec![0; self.begins.len()];
        for &child in &self.children {
            begins[child as usize + 1] += 1;
        }
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        let mut next = begins.clone();
        let mut parents = vec![0; self.children.len()];
        for position in 0..self.len() {
            for &child in self.children_of(position) {
                let place = &mut next[child as usize];
                parents[*place as usize] = position;
                *place += 1;
            }
        }
        [begins, parents]
    }
}

/// The lists as they are, and the reversed ones.
impl DeviceSide for MoveGraph {
    fn header(&self) -> String {
        include_str!("explored/moves.h").to_owned()
    }

    fn indexing(&self) -> DeviceIndexing<'_> {
        let header = include_str!("explored/index.h").to_owned();
        DeviceIndexing::Own { symmetries: 1, header, words: Vec::new() }
    }

    fn index_of(&self, _tier: Tier) -> DeviceIndex {
        let code =
            |end: &Option<Value>| end.map_or(Code::DRAW, |end| Code::new(Outcome::over(end)));
        let ends = self.ends.iter().map(|end| code(end).0.into()).collect();
        let [parent_begins, parents] = self.reversed();
        let arrays = vec![self.begins.clone(), self.children.clone(), parent_begins, parents, ends];
        DeviceIndex::Own { width: self.len(), numbers: Vec::new(), arrays }
    }

    fn tier(&self, tier: Tier) -> DeviceTier {
        DeviceTier { parameters: Vec::new(), targets: vec![Some(tier)] }
    }
}

/// All positions that the start leads to, as one tier. The start has slot 0.
pub struct Explored<P> {
    graph: MoveGraph,
    /// By slot, breadth first.
    positions: Vec<P>,
    numbers: Numbers<P>,
    met: Met,
}

/// The slots of positions. The rules choose the positions, not whoever asks: a quick hash will do.
type Numbers<P> = HashMap<P, u32, FixedState>;

/// Adds to a list that grows by an eighth and not by itself: lists of moves take most of the memory.
fn push_sparingly(list: &mut Vec<u32>, number: u32) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 1024);
    }
    list.push(number);
}

impl<P: Copy + Eq + Hash> Explored<P> {
    /// Walks breadth first from the start until there is nothing new. Refuses when that takes more
    /// than `memory` bytes.
    pub fn new<G: Rules<Position = P>>(rules: &G, memory: u64) -> Result<Explored<P>, Unexplored> {
        Explored::explore(rules, memory, &mut || true)
    }

    /// The same, asking now and then whether it may go on.
    pub fn explore<G: Rules<Position = P>>(
        rules: &G,
        memory: u64,
        may_go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Explored<P>, Unexplored> {
        let mut met = Met::default();
        let mut numbers = Numbers::default();
        numbers.insert(rules.start(), 0);
        let mut positions = vec![rules.start()];
        let mut graph = MoveGraph {
            begins: Vec::new(),
            children: Vec::new(),
            ends: Vec::new(),
            turns: Vec::new(),
            most_moves: 0,
            alternates: rules.extras().kind.alternates(),
        };
        while let Some(&position) = positions.get(graph.ends.len()) {
            if graph.ends.len().is_multiple_of(BETWEEN_QUESTIONS) && !may_go_on() {
                return Err(Unexplored::Stopped(met));
            }
            let end = rules.primitive(position);
            let begin = graph.children.len();
            graph.ends.push(end);
            graph.turns.push(rules.turn(position));
            graph.begins.push(begin as u32);
            if end.is_some() {
                continue;
            }
            rules.each_move(position, |_, child| {
                let number = *numbers.entry(child).or_insert_with(|| {
                    positions.push(child);
                    positions.len() as u32 - 1
                });
                push_sparingly(&mut graph.children, number);
            });
            graph.most_moves = graph.most_moves.max((graph.children.len() - begin) as u32);
            met = Met::of::<P>(positions.len(), graph.children.len() as u64);
            if met.bytes > memory || met.positions.max(met.moves) > u32::MAX.into() {
                return Err(Unexplored::Memory { met, budget: memory });
            }
        }
        graph.begins.push(graph.children.len() as u32);
        Ok(Explored { graph, positions, numbers, met })
    }

    /// The moves as lists.
    pub fn moves(&self) -> &MoveGraph {
        &self.graph
    }

    /// The slot of a position, if it was met.
    pub fn number(&self, position: P) -> Option<u32> {
        self.numbers.get(&position).copied()
    }

    /// All positions, by slot.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }
}

impl Met {
    fn of<P>(positions: usize, moves: u64) -> Met {
        // A map at most half empty while it grows, and the lists beside it.
        let bytes_each = 4 * size_of::<(P, u32)>() as u64 + 8;
        let positions = positions as u64;
        Met { positions, moves, bytes: positions * bytes_each + moves * size_of::<u32>() as u64 }
    }
}

impl<P> fmt::Debug for Explored<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MoveGraph { ends, children, .. } = &self.graph;
        write!(f, "Explored({} positions, {} moves)", ends.len(), children.len())
    }
}

impl<P: Copy + Ord + Hash + fmt::Debug + Send + Sync + 'static> Numbered for Explored<P> {
    fn roots(&self) -> Vec<Tier> {
        vec![MoveGraph::TIER]
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        vec![tier]
    }

    fn tier_name(&self, _tier: Tier) -> String {
        MoveGraph::TIER_NAME.to_owned()
    }

    fn slots(&self, _tier: Tier) -> u64 {
        self.positions.len() as u64
    }

    fn index_bytes(&self) -> u64 {
        self.met.bytes
    }

    fn symmetries(&self) -> u32 {
        1
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "none", turns_apart: true }
    }

    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        self.graph.most_moves
    }

    fn alternates(&self) -> bool {
        self.graph.alternates
    }

    fn device(&self) -> Option<&dyn DeviceSide> {
        Some(&self.graph)
    }

    fn graph(&self) -> Option<&MoveGraph> {
        Some(&self.graph)
    }

    fn start(&self) -> (Place, Turn) {
        (place(0), self.graph.turns[0])
    }

    fn holds(&self, position: &AnyPosition) -> bool {
        self.number(position.get()).is_some()
    }

    fn tier_of(&self, _position: &AnyPosition) -> Tier {
        MoveGraph::TIER
    }

    fn locate(&self, position: &AnyPosition) -> Place {
        place(self.number(position.get()).expect("only explored positions are located"))
    }

    fn occupant(&self, _tier: Tier, slot: u64) -> Option<Occupant<AnyPosition>> {
        let position = AnyPosition::new(self.positions[slot as usize]);
        Some(Occupant { position, stabiliser: 1 })
    }

    fn find_overs(&self, _tier: Tier, first: u64, codes: &mut [Code]) -> Result<(), u64> {
        let ends = &self.graph.ends[first as usize..];
        for (slot, (code, end)) in (first..).zip(codes.iter_mut().zip(ends)) {
            *code = match end {
                None => Code::DRAW,
                Some(Value::Draw) => return Err(slot),
                Some(value) => Code::new(Outcome::over(*value)),
            };
        }
        Ok(())
    }

    fn keep_open(&self, _tier: Tier, slots: &mut Vec<u64>) {
        slots.retain(|&slot| self.graph.end(slot as u32).is_none());
    }

    fn occupancies(&self, _tier: Tier, slots: &[u64], found: &mut Vec<Option<Occupancy>>) {
        let turns = |&slot: &u64| Turns::of(self.graph.turns[slot as usize]);
        found
            .extend(slots.iter().map(|slot| Some(Occupancy { stabiliser: 1, turns: turns(slot) })));
    }

    fn visit_children(&self, tier: Tier, slots: &[u64], mut visit: VisitNeighbours<'_>) {
        let mut gathered = Gathered::new();
        for (number, &slot) in (0..).zip(slots) {
            for &child in self.graph.children_of(slot as u32) {
                let child = Neighbour { number, weight: 1, slot: child.into() };
                gathered.push(tier, child, &mut visit);
            }
        }
        gathered.flush(&mut visit);
    }

    fn visit_exits(
        &self,
        tier: Tier,
        slots: &[u64],
        unit: &[Tier],
        inside: &mut [u32],
        visit: VisitNeighbours<'_>,
    ) {
        if !unit.contains(&tier) {
            return self.visit_children(tier, slots, visit);
        }
        for (&slot, inside) in slots.iter().zip(inside) {
            *inside += self.graph.children_of(slot as u32).len() as u32;
        }
    }

    fn walk(
        &self,
        tier: Tier,
        slots: Range<u64>,
        known: &[Tier],
        visit: &mut dyn FnMut(&WalkedSlot<'_>) -> ControlFlow<()>,
    ) {
        let known = known.iter().position(|&known| known == tier);
        let (mut children, mut beyond) = (Vec::new(), Vec::new());
        for slot in slots {
            children.clear();
            beyond.clear();
            for &child in self.graph.children_of(slot as u32) {
                match known {
                    Some(place) => children.push((place, child.into())),
                    None => beyond.push(AnyPosition::new(self.positions[child as usize])),
                }
            }
            let over = self.graph.end(slot as u32);
            if visit(&WalkedSlot { slot, over, children: &children, beyond: &beyond }).is_break() {
                return;
            }
        }
    }
}

fn place(number: u32) -> Place {
    Place { tier: MoveGraph::TIER, slot: number.into(), stabiliser: 1 }
}
