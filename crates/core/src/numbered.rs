//! A game as the engine sees it: tiers and slots.
//!
//! The engine is compiled once, for this interface. A game's own code is behind functions that work on
//! many slots at a time, which [`Indexed`] offers for that reason.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use foldhash::fast::FixedState;

use crate::device::DeviceSide;
use crate::erased::AnyPosition;
use crate::explored::MoveGraph;
use crate::game::{Indexed, Occupant, Orbits, Place, Rules, Tier, Turn};
use crate::levels::LevelSurvey;
use crate::neighbour::Neighbour;
use crate::turns::Turns;
use crate::value::{Code, Value};

/// So many tiers are found faster in a list than in order or by a map.
const FEW_TIERS: usize = 32;

/// What gets the neighbours of slots, some at a time, all in the same tier.
pub type VisitNeighbours<'a> = &'a mut dyn FnMut(Tier, &[Neighbour]);

/// What counting has to know about a position that stands for a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occupancy {
    /// How many of the game's symmetries leave it unchanged.
    pub stabiliser: u32,
    /// The turns that it can have: both where the game is folded.
    pub turns: Turns,
}

/// The position of a slot and where its moves lead, found move by move.
#[derive(Clone, Copy, Debug)]
pub struct WalkedSlot<'a> {
    /// The slot.
    pub slot: u64,
    /// The value if the game is over there.
    pub over: Option<Value>,
    /// For each move to a known tier the tier's place among those known, and the slot.
    pub children: &'a [(usize, u64)],
    /// The positions after the other moves.
    pub beyond: &'a [AnyPosition],
}

/// [`Indexed`] without its types.
pub trait Numbered: Send + Sync {
    /// As [`Indexed::roots`].
    fn roots(&self) -> Vec<Tier>;

    /// As [`Indexed::child_tiers`].
    fn child_tiers(&self, tier: Tier) -> Vec<Tier>;

    /// As [`Indexed::tier_name`].
    fn tier_name(&self, tier: Tier) -> String;

    /// As [`Indexed::balance`].
    fn balance(&self, _tier: Tier) -> Option<i32> {
        None
    }

    /// As [`Indexed::slots`].
    fn slots(&self, tier: Tier) -> u64;

    /// The bytes of memory that the index itself takes where it holds every position, as that of an
    /// explored game does; 0 where it computes them.
    fn index_bytes(&self) -> u64 {
        0
    }

    /// As [`Indexed::symmetries`].
    fn symmetries(&self) -> u32;

    /// As [`Indexed::orbits`].
    fn orbits(&self) -> Orbits;

    /// As [`Finder::level`](crate::Finder::level).
    fn level(&self, _tier: Tier) -> Option<u32> {
        None
    }

    /// As [`Indexed::max_inside_moves`].
    fn max_inside_moves(&self, tier: Tier) -> u32;

    /// As [`Indexed::has_parents`].
    fn has_parents(&self) -> bool {
        false
    }

    /// As [`Extras::is_never_won_at_end`](crate::Extras::is_never_won_at_end).
    fn is_never_won_at_end(&self) -> bool {
        false
    }

    /// Whether every move passes the turn.
    fn alternates(&self) -> bool;

    /// As [`Indexed::device`].
    fn device(&self) -> Option<&dyn DeviceSide> {
        None
    }

    /// As [`Indexed::levels`].
    fn levels(&self) -> Option<&dyn LevelSurvey> {
        None
    }

    /// The moves as lists of slots, of a game that was explored.
    fn graph(&self) -> Option<&MoveGraph> {
        None
    }

    /// Where the start is kept, and whose turn it is there.
    fn start(&self) -> (Place, Turn);

    /// As [`Indexed::holds`]: where a game was explored, not all have a slot.
    fn holds(&self, _position: &AnyPosition) -> bool {
        true
    }

    /// As [`Indexed::tier_of`].
    fn tier_of(&self, position: &AnyPosition) -> Tier;

    /// As [`Indexed::locate`].
    ///
    /// # Panics
    /// When it does not [hold](Numbered::holds) the position.
    fn locate(&self, position: &AnyPosition) -> Place;

    /// As [`Indexed::occupant`].
    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<AnyPosition>>;

    /// As [`Indexed::seen_by`].
    fn seen_by(&self, position: &AnyPosition, _turn: Turn) -> AnyPosition {
        position.clone()
    }

    /// As [`Indexed::parents`].
    fn parents(&self, _position: &AnyPosition) -> Vec<AnyPosition> {
        Vec::new()
    }

    /// As [`Indexed::find_overs`].
    fn find_overs(&self, tier: Tier, first: u64, codes: &mut [Code]) -> Result<(), u64>;

    /// Keeps the slots at which the game goes on.
    fn keep_open(&self, tier: Tier, slots: &mut Vec<u64>);

    /// Says for each of some slots what counting has to know; `None` for a hole.
    fn occupancies(&self, tier: Tier, slots: &[u64], found: &mut Vec<Option<Occupancy>>);

    /// As [`Indexed::child_slots`].
    fn visit_children(&self, tier: Tier, slots: &[u64], visit: VisitNeighbours<'_>);

    /// As [`Indexed::exit_slots`], with the tiers that are inside, in order.
    fn visit_exits(
        &self,
        tier: Tier,
        slots: &[u64],
        unit: &[Tier],
        inside: &mut [u32],
        visit: VisitNeighbours<'_>,
    );

    /// As [`Indexed::parent_slots`].
    fn visit_parents(&self, _tier: Tier, _slots: &[u64], _visit: VisitNeighbours<'_>) {}

    /// Visits the positions of a run of slots, one after another, with where each of their
    /// [moves](Rules::moves) leads. Shares nothing with the bulk functions, so that it can be used to
    /// verify what these led to.
    fn walk(
        &self,
        tier: Tier,
        slots: Range<u64>,
        known: &[Tier],
        visit: &mut dyn FnMut(&WalkedSlot<'_>) -> ControlFlow<()>,
    );
}

impl<G: Indexed> Numbered for G {
    fn roots(&self) -> Vec<Tier> {
        Indexed::roots(self)
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        Indexed::child_tiers(self, tier)
    }

    fn tier_name(&self, tier: Tier) -> String {
        Indexed::tier_name(self, tier)
    }

    fn balance(&self, tier: Tier) -> Option<i32> {
        Indexed::balance(self, tier)
    }

    fn slots(&self, tier: Tier) -> u64 {
        Indexed::slots(self, tier)
    }

    fn symmetries(&self) -> u32 {
        Indexed::symmetries(self)
    }

    fn orbits(&self) -> Orbits {
        Indexed::orbits(self)
    }

    fn level(&self, tier: Tier) -> Option<u32> {
        self.extras().finder?.level(tier)
    }

    fn max_inside_moves(&self, tier: Tier) -> u32 {
        Indexed::max_inside_moves(self, tier)
    }

    fn has_parents(&self) -> bool {
        Indexed::has_parents(self)
    }

    fn is_never_won_at_end(&self) -> bool {
        self.extras().is_never_won_at_end
    }

    fn alternates(&self) -> bool {
        self.extras().kind.alternates()
    }

    fn device(&self) -> Option<&dyn DeviceSide> {
        // What a GPU is told would be a quarter of a program that runs where none is.
        if cfg!(target_family = "wasm") { None } else { Indexed::device(self) }
    }

    fn levels(&self) -> Option<&dyn LevelSurvey> {
        if cfg!(target_family = "wasm") { None } else { Indexed::levels(self) }
    }

    fn start(&self) -> (Place, Turn) {
        let start = Rules::start(self);
        (Indexed::locate(self, start), self.turn(start))
    }

    fn holds(&self, position: &AnyPosition) -> bool {
        Indexed::holds(self, position.get())
    }

    fn tier_of(&self, position: &AnyPosition) -> Tier {
        Indexed::tier_of(self, position.get())
    }

    fn locate(&self, position: &AnyPosition) -> Place {
        Indexed::locate(self, position.get())
    }

    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<AnyPosition>> {
        let Occupant { position, stabiliser } = Indexed::occupant(self, tier, slot)?;
        Some(Occupant { position: AnyPosition::new(position), stabiliser })
    }

    fn seen_by(&self, position: &AnyPosition, turn: Turn) -> AnyPosition {
        AnyPosition::new(Indexed::seen_by(self, position.get(), turn))
    }

    fn parents(&self, position: &AnyPosition) -> Vec<AnyPosition> {
        let mut parents = Vec::new();
        Indexed::parents(self, position.get(), |parent| parents.push(AnyPosition::new(parent)));
        parents
    }

    fn find_overs(&self, tier: Tier, first: u64, codes: &mut [Code]) -> Result<(), u64> {
        Indexed::find_overs(self, tier, first, codes)
    }

    fn keep_open(&self, tier: Tier, slots: &mut Vec<u64>) {
        slots.retain(|&slot| {
            let occupant = Indexed::occupant(self, tier, slot);
            occupant.is_some_and(|it| self.primitive(it.position).is_none())
        });
    }

    fn occupancies(&self, tier: Tier, slots: &[u64], found: &mut Vec<Option<Occupancy>>) {
        found.extend(slots.iter().map(|&slot| {
            let Occupant { position, stabiliser } = Indexed::occupant(self, tier, slot)?;
            let turn = |turn| Turns::of(self.turn(Indexed::seen_by(self, position, turn)));
            let turns = turn(Turn::First).and(turn(Turn::Second));
            Some(Occupancy { stabiliser, turns })
        }));
    }

    fn visit_children(&self, tier: Tier, slots: &[u64], visit: VisitNeighbours<'_>) {
        self.child_slots(tier, slots, visit);
    }

    fn visit_exits(
        &self,
        tier: Tier,
        slots: &[u64],
        unit: &[Tier],
        inside: &mut [u32],
        visit: VisitNeighbours<'_>,
    ) {
        debug_assert!(unit.is_sorted());
        let is_inside = |tier| match unit.len() {
            0..=FEW_TIERS => unit.contains(&tier),
            _ => unit.binary_search(&tier).is_ok(),
        };
        self.exit_slots(tier, slots, is_inside, inside, visit);
    }

    fn visit_parents(&self, tier: Tier, slots: &[u64], visit: VisitNeighbours<'_>) {
        self.parent_slots(tier, slots, visit);
    }

    fn walk(
        &self,
        tier: Tier,
        slots: Range<u64>,
        known: &[Tier],
        visit: &mut dyn FnMut(&WalkedSlot<'_>) -> ControlFlow<()>,
    ) {
        let (mut children, mut beyond) = (Vec::new(), Vec::new());
        let numbers: HashMap<Tier, usize, FixedState> = match known.len() {
            0..=FEW_TIERS => HashMap::default(),
            _ => known.iter().copied().zip(0..).collect(),
        };
        let place_of = |tier: Tier| match numbers.is_empty() {
            true => known.iter().position(|&known| known == tier),
            false => numbers.get(&tier).copied(),
        };
        for slot in slots {
            let Some(Occupant { position, .. }) = Indexed::occupant(self, tier, slot) else {
                continue;
            };
            children.clear();
            beyond.clear();
            let over = self.primitive(position);
            if over.is_none() {
                self.children(position, |child| {
                    let tier = Indexed::tier_of(self, child);
                    match place_of(tier) {
                        Some(place) => children.push((place, self.locate_in(tier, child).slot)),
                        None => beyond.push(AnyPosition::new(child)),
                    }
                });
            }
            if visit(&WalkedSlot { slot, over, children: &children, beyond: &beyond }).is_break() {
                return;
            }
        }
    }
}
