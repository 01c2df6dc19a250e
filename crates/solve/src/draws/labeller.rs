//! What gives the draws of units their labels: the cores of this machine, or a GPU.
//!
//! Whoever tells draws apart decides what moves are worth in a round, and which label comes of which code;
//! a labeller runs the round over the slots and keeps a number of sixteen bits for each. So levels and ranks
//! are written once, and a device only has to do rounds.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use hindsight_core::{Code, Numbered, Tier};
use rayon::prelude::*;

use super::counting::count_tier;
use super::family::{Backwards, drop_holes, with_parents};
use super::labels::{LabelledTier, OPEN};
use super::round::Round;
use crate::analyze::Count;
use crate::backend::{Backend, Cpu};
use crate::control::Control;
use crate::error::SolveError;
use crate::parents::Parents;
use crate::resident::{ResidentTable, Worth};
use crate::tiers::Unit;
use crate::unit::{Source, Sources};
use crate::verify::VerifiedUnit;

/// Slots that one thread looks at together.
const TOGETHER: usize = 4096;

/// The least number of a label that a draw can have, behind those of what is no draw and of open draws.
pub const FIRST_LABEL: u16 = OPEN + 1;

/// What moves are worth in a round, by the number of the label of where they lead.
#[derive(Clone, Debug)]
pub struct RoundWorths {
    /// Of moves that stay inside the unit.
    pub inside: Vec<Worth>,
    /// Of moves from each tier of the unit to each exit; empty where none lead there.
    pub outside: Vec<Vec<Vec<Worth>>>,
}

/// What labels are worth, as numbers that grow with the worth, by the number of the label: for deriving
/// labels again. 0 stands for what does not count, and `u32::MAX` for what no draw can lead to.
#[derive(Clone, Debug)]
pub struct LabelPlaces {
    /// Of a slot's own label, to the player to move.
    pub own: Vec<u32>,
    /// Of a move to it inside the unit, to the mover.
    pub inside: Vec<u32>,
    /// The same from each tier of the unit to each exit; empty where no moves lead there.
    pub outside: Vec<Vec<Vec<u32>>>,
}

/// The draws of a unit, some of which are still open.
pub trait OpenDraws {
    /// Runs a round over the open draws. The codes that it may have decided.
    fn round(&mut self, worths: &RoundWorths) -> Result<Vec<Code>, SolveError>;

    /// Gives the draws that the last round decided their labels, whose numbers stand in a list with a
    /// place for every code. Whether some draws are still open.
    fn label(&mut self, numbers: &[u16]) -> Result<bool, SolveError>;

    /// Gives all draws that are still open one label.
    fn close(&mut self, number: u16) -> Result<(), SolveError>;
}

/// What is done with the open draws of a unit.
pub type LabelUnit<'a> = &'a mut dyn FnMut(&mut dyn OpenDraws) -> Result<(), SolveError>;

/// Labels the draws of one unit after another and keeps the numbers of labels while they are needed.
pub trait UnitLabeller {
    /// The bytes that a unit takes while it is worked on, beside its numbers.
    fn work_bytes(&self, unit: &Unit) -> u64;

    /// Whether the numbers of a tier are there.
    fn has(&self, tier: Tier) -> bool;

    /// Takes the numbers of an exit of a unit that was labelled before.
    fn put(&mut self, unit: &Unit, tier: Tier, numbers: Vec<u16>) -> Result<(), SolveError>;

    /// Works on the draws of a unit, all of which are open at first, given the tables of its values; without
    /// them, a surveyor of the same backend has just solved it.
    fn work(
        &mut self,
        unit: &Unit,
        values: Option<&[Arc<ResidentTable>]>,
        control: &Control,
        label: LabelUnit<'_>,
    ) -> Result<(), SolveError>;

    /// The numbers of a unit that was just worked on, tier by tier.
    fn numbers(&mut self, unit: &Unit) -> Result<Vec<Vec<u16>>, SolveError>;

    /// The number of the label of a slot of a unit that was just worked on.
    fn number(&mut self, tier: Tier, slot: u64) -> Result<u16, SolveError>;

    /// Derives the labels of a unit that was just worked on again, from those of its moves.
    fn verify(
        &mut self,
        unit: &Unit,
        places: &LabelPlaces,
        control: &Control,
    ) -> Result<VerifiedUnit, SolveError>;

    /// Counts the draws of a tier of a unit that was just worked on by the numbers of their labels.
    fn count(&mut self, unit: &Unit, tier: Tier) -> Result<BTreeMap<u16, Count>, SolveError>;

    /// Lets the numbers of a tier go.
    fn forget(&mut self, tier: Tier);

    /// Lets go of what there is no room for, between two units.
    fn tidy(&mut self) {}
}

/// Labels with the threads of the current rayon pool.
pub(crate) struct CpuLabeller<'a> {
    game: &'a dyn Numbered,
    tiers: HashMap<Tier, Arc<Vec<u16>>>,
    /// What all of them may take together.
    most_bytes: u64,
}

impl<'a> CpuLabeller<'a> {
    pub fn new(game: &'a dyn Numbered, most_bytes: u64) -> CpuLabeller<'a> {
        CpuLabeller { game, tiers: HashMap::new(), most_bytes }
    }

    /// The numbers of tiers that are there.
    fn of(&self, tiers: &[Tier]) -> Vec<Arc<Vec<u16>>> {
        tiers.iter().map(|tier| Arc::clone(&self.tiers[tier])).collect()
    }
}

impl UnitLabeller for CpuLabeller<'_> {
    fn work_bytes(&self, unit: &Unit) -> u64 {
        // States of four bytes and codes of two, beside those of solving the unit.
        Cpu.memory(self.game, unit) + 6 * unit.total_slots()
    }

    fn has(&self, tier: Tier) -> bool {
        self.tiers.contains_key(&tier)
    }

    fn put(&mut self, _unit: &Unit, tier: Tier, numbers: Vec<u16>) -> Result<(), SolveError> {
        self.tiers.insert(tier, Arc::new(numbers));
        Ok(())
    }

    fn work(
        &mut self,
        unit: &Unit,
        values: Option<&[Arc<ResidentTable>]>,
        control: &Control,
        label: LabelUnit<'_>,
    ) -> Result<(), SolveError> {
        let game = self.game;
        let exits = self.of(&unit.exits);
        let mut own = open_draws(game, values.unwrap_or_default(), unit);
        let exits: Vec<&[u16]> = exits.iter().map(|exit| &exit[..]).collect();
        let work = WorkOnUnit { unit, own: &mut own, exits: &exits, control, label };
        with_parents(game, unit, work)?;
        let mut rest = &own[..];
        for (&tier, &slots) in unit.tiers.iter().zip(&unit.slots) {
            let (numbers, behind) = rest.split_at(slots as usize);
            rest = behind;
            self.tiers.insert(tier, Arc::new(numbers.to_vec()));
        }
        Ok(())
    }

    fn numbers(&mut self, unit: &Unit) -> Result<Vec<Vec<u16>>, SolveError> {
        Ok(self.of(&unit.tiers).iter().map(|numbers| numbers.to_vec()).collect())
    }

    fn number(&mut self, tier: Tier, slot: u64) -> Result<u16, SolveError> {
        Ok(self.tiers[&tier][slot as usize])
    }

    fn verify(
        &mut self,
        unit: &Unit,
        places: &LabelPlaces,
        control: &Control,
    ) -> Result<VerifiedUnit, SolveError> {
        let (own, exits) = (self.of(&unit.tiers), self.of(&unit.exits));
        let mut verified = VerifiedUnit::default();
        for (from, &tier) in unit.tiers.iter().enumerate() {
            let known = Derived { game: self.game, unit, own: &own, exits: &exits, places, from };
            let chunks = (0..own[from].len()).into_par_iter().step_by(TOGETHER);
            let found = chunks
                .map(|first| known.verify(tier, first))
                .try_reduce(VerifiedUnit::default, |a, b| Ok(a.add(b)))?;
            verified = verified.add(found);
            control.check()?;
        }
        Ok(verified)
    }

    fn count(&mut self, _unit: &Unit, tier: Tier) -> Result<BTreeMap<u16, Count>, SolveError> {
        let numbers = &self.tiers[&tier];
        let number = |slot: u64, _| Some(numbers[slot as usize]).filter(|&it| it >= FIRST_LABEL);
        Ok(count_tier(self.game, tier, &number, None))
    }

    fn forget(&mut self, tier: Tier) {
        self.tiers.remove(&tier);
    }

    fn tidy(&mut self) {
        let bytes = |numbers: &Vec<u16>| 2 * numbers.len() as u64;
        let mut kept: u64 = self.tiers.values().map(|numbers| bytes(numbers)).sum();
        while kept > self.most_bytes {
            // The largest first, and of equals the last: what goes does not depend on chance.
            let largest = self.tiers.iter().max_by_key(|(tier, numbers)| (bytes(numbers), **tier));
            let Some((&tier, numbers)) = largest else { break };
            kept -= bytes(numbers);
            self.tiers.remove(&tier);
        }
    }
}

/// The numbers of a unit's slots before its draws have labels.
fn open_draws(game: &dyn Numbered, values: &[Arc<ResidentTable>], unit: &Unit) -> Vec<u16> {
    let mut numbers = Vec::with_capacity(unit.total_slots() as usize);
    for ((&tier, &slots), table) in unit.tiers.iter().zip(&unit.slots).zip(values) {
        let start = numbers.len();
        let number = |slot: u64| LabelledTier::number_of_value(table.code(slot as usize));
        numbers.par_extend((0..slots).into_par_iter().map(number));
        drop_holes(game, tier, &mut numbers[start..]);
    }
    numbers
}

/// Work on a unit, once it is known how to go backwards in it.
struct WorkOnUnit<'a> {
    unit: &'a Unit,
    own: &'a mut [u16],
    exits: &'a [&'a [u16]],
    control: &'a Control,
    label: LabelUnit<'a>,
}

impl Backwards for WorkOnUnit<'_> {
    type Found = ();

    fn run<P: Parents>(self, game: &dyn Numbered, parents: &P) -> Result<(), SolveError> {
        let WorkOnUnit { unit, own, exits, control, label } = self;
        let sources = Sources::of(unit);
        label(&mut CpuDraws {
            game,
            unit,
            own,
            exits,
            sources: &sources,
            parents,
            control,
            codes: Vec::new(),
        })
    }
}

/// The draws of a unit in this machine's memory.
struct CpuDraws<'a, P> {
    game: &'a dyn Numbered,
    unit: &'a Unit,
    /// The numbers of the labels of its slots, tier after tier.
    own: &'a mut [u16],
    exits: &'a [&'a [u16]],
    sources: &'a Sources,
    parents: &'a P,
    control: &'a Control,
    /// What the last round made of them.
    codes: Vec<Code>,
}

impl<P: Parents> OpenDraws for CpuDraws<'_, P> {
    fn round(&mut self, worths: &RoundWorths) -> Result<Vec<Code>, SolveError> {
        let Self { game, unit, sources, parents, control, .. } = *self;
        let round = Round { unit, own: self.own, exits: self.exits, worths };
        self.codes = round.solve(game, sources, parents, control)?;
        let mark = |mut seen: Vec<bool>, code: &Code| {
            seen[usize::from(code.0)] = true;
            seen
        };
        let none = || vec![false; 1 << 16];
        let merge = |a: Vec<bool>, b: Vec<bool>| a.iter().zip(&b).map(|(a, b)| a | b).collect();
        let codes = self.codes.par_iter().with_min_len(1 << 20);
        let seen = codes.fold(none, mark).reduce(none, merge);
        Ok((0..=u16::MAX).map(Code).filter(|code| seen[usize::from(code.0)]).collect())
    }

    fn label(&mut self, numbers: &[u16]) -> Result<bool, SolveError> {
        let label = |(own, code): (&mut u16, &Code)| {
            if *own == OPEN {
                *own = numbers[usize::from(code.0)];
            }
            *own == OPEN
        };
        Ok(self.own.par_iter_mut().zip(&self.codes).map(label).reduce(|| false, |a, b| a | b))
    }

    fn close(&mut self, number: u16) -> Result<(), SolveError> {
        self.own.par_iter_mut().filter(|own| **own == OPEN).for_each(|own| *own = number);
        Ok(())
    }
}

/// A tier whose labels are derived again.
struct Derived<'a> {
    game: &'a dyn Numbered,
    unit: &'a Unit,
    own: &'a [Arc<Vec<u16>>],
    exits: &'a [Arc<Vec<u16>>],
    places: &'a LabelPlaces,
    from: usize,
}

impl Derived<'_> {
    /// Derives the labels of the slots from one on.
    fn verify(&self, tier: Tier, first: usize) -> Result<VerifiedUnit, SolveError> {
        let Derived { game, unit, own, exits, places, from } = *self;
        let numbers = &own[from];
        let slots = first..numbers.len().min(first + TOGETHER);
        let slots: Vec<u64> =
            slots.filter(|&slot| numbers[slot] >= FIRST_LABEL).map(|slot| slot as u64).collect();
        let mut best = vec![0; slots.len()];
        let mut moves = 0;
        let sources = Sources::of(unit);
        game.visit_children(tier, &slots, &mut |child_tier, children| {
            let inside = unit.tiers.iter().position(|&it| it == child_tier);
            let known = match (inside, sources.get(child_tier)) {
                (Some(number), _) => Some((&own[number], &places.inside)),
                (_, Some(Source::Exit(exit))) => Some((&exits[exit], &places.outside[from][exit])),
                _ => None,
            };
            for child in children {
                let place = known.map_or(u32::MAX, |(numbers, places)| {
                    places[usize::from(numbers[child.slot as usize])]
                });
                let best: &mut u32 = &mut best[child.number as usize];
                *best = (*best).max(place);
                moves += 1;
            }
        });
        for (&slot, &best) in slots.iter().zip(&best) {
            if places.own[usize::from(numbers[slot as usize])] != best {
                let what = "a label of a draw that is not what the moves make of it";
                let tier = game.tier_name(tier);
                return Err(SolveError::Inconsistent { what, tier, slot });
            }
        }
        Ok(VerifiedUnit { positions: slots.len() as u64, moves })
    }
}
