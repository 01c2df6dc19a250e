//! A round: retrograde analysis of those draws of a unit that are still open.
//!
//! As in solving a unit, a slot wins in `t + 1` by a move to one that loses in `t`, and loses when all
//! its moves lead to slots that win. Here `t` is a **time** that the caller chooses: the remoteness
//! within a level, or a number for a rank and a depth. What a round leaves undecided is a draw to it.
//!
//! # The state of a slot
//! Thirty-two bits. The lower half is a [`Code`] with times in the place of remotenesses, or under the
//! tag of a draw the count of inside moves to open slots that are left (scaled, see
//! [`Parents::scale`]); the upper half is then the latest time at which an exit wins.
//!
//! # Finding the slots of a time
//! Times are many, and few slots have each. Every block of the array knows the next time that is due in
//! it; a pass visits the blocks whose time has come and finds their next one on the way.

use std::sync::Mutex;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};
use std::sync::atomic::{AtomicU16, AtomicU32};

use hindsight_core::{Code, Numbered, Outcome, Tier};
use rayon::prelude::*;

use super::labeller::RoundWorths;
use super::labels::OPEN;
use crate::control::Control;
use crate::error::SolveError;
use crate::parents::Parents;
use crate::resident::Worth;
use crate::slots::prefetch;
use crate::tiers::Unit;
use crate::unit::{Source, Sources};

/// Slots that share a next time.
const BLOCK: usize = 512;
/// Blocks that a thread takes at a time.
const GROUP: usize = 16;
/// Slots that a game's bulk functions get together, at least, unless there are no more.
const BATCH: usize = 256;
/// No time is due any more.
const NEVER: u16 = u16::MAX;

/// The worth of a move that stays inside and leads to an open slot: it counts.
pub(crate) const COUNTS: Worth = Worth::of(Outcome::Tie(0));
/// The worth of a move that makes its slot lose at time 0, whatever its other moves are.
pub(crate) const SEED: Worth = Worth::of(Outcome::Win(0));
/// The worth of a move that does not matter in this round.
pub(crate) const NOTHING: Worth = Worth::NOTHING;

/// A round over the open draws of a unit.
#[derive(Debug)]
pub(crate) struct Round<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// The numbers of the labels of its slots, tier after tier.
    pub own: &'a [u16],
    /// The same of the tiers that its moves lead to.
    pub exits: &'a [&'a [u16]],
    /// What moves are worth.
    pub worths: &'a RoundWorths,
}

impl Round<'_> {
    /// Analyses the open slots, with the threads of the current rayon pool. The codes of all slots: a win
    /// or a loss with its time, a draw where nothing was decided, a hole for what was not open.
    pub fn solve<P: Parents>(
        &self,
        game: &dyn Numbered,
        sources: &Sources,
        parents: &P,
        control: &Control,
    ) -> Result<Vec<Code>, SolveError> {
        let slots = self.own.len();
        let hole = u32::from(Code::HOLE.0);
        let solver = RoundSolver {
            round: self,
            game,
            sources,
            parents,
            control,
            states: (0..slots).map(|_| AtomicU32::new(hole)).collect(),
            next: (0..slots.div_ceil(BLOCK)).map(|_| AtomicU16::new(NEVER)).collect(),
            trouble: Mutex::new(None),
        };
        solver.start()?;
        if self.unit.loopy {
            solver.levels()?;
        }
        let code = |state: AtomicU32| match Code(state.into_inner() as u16) {
            Code(code) if code & Code::TAG_MASK == Code::TAG_DRAW => Code::DRAW,
            code => code,
        };
        Ok(solver.states.into_par_iter().map(code).collect())
    }
}

/// The time of a code that is decided.
fn time(code: u16) -> Option<u16> {
    let decided = matches!(code & Code::TAG_MASK, Code::TAG_WIN | Code::TAG_LOSE);
    (decided && code != Code::HOLE.0).then_some(code & !Code::TAG_MASK)
}

/// What is being propagated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    Loses,
    Wins,
}

struct RoundSolver<'a, P> {
    round: &'a Round<'a>,
    game: &'a dyn Numbered,
    sources: &'a Sources,
    parents: &'a P,
    control: &'a Control,
    states: Vec<AtomicU32>,
    /// For each block the next time that is due.
    next: Vec<AtomicU16>,
    trouble: Mutex<Option<SolveError>>,
}

/// Slots of one tier that wait to be worked on together.
#[derive(Default)]
struct Waiting {
    tier: usize,
    slots: Vec<u64>,
    /// The number of moves of each that count.
    counts: Vec<u32>,
    /// The best of its other moves.
    best: Vec<Worth>,
}

impl<P: Parents> RoundSolver<'_, P> {
    /// Runs over all groups of blocks until done, in trouble or told to stop.
    fn for_each_group(&self, work: impl Fn(usize, &mut Waiting) + Sync) -> Result<(), SolveError> {
        (0..self.next.len().div_ceil(GROUP)).into_par_iter().with_min_len(4).try_for_each_init(
            Waiting::default,
            |waiting, group| {
                work(group, waiting);
                self.control.check()
            },
        )?;
        let mut trouble = self.trouble.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        trouble.take().map_or(Ok(()), Err)
    }

    #[cold]
    fn report(&self, what: &'static str, tier: Tier, slot: u64) {
        let tier = self.game.tier_name(tier);
        let mut trouble = self.trouble.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        trouble.get_or_insert(SolveError::Inconsistent { what, tier, slot });
    }

    fn blocks(&self, group: usize) -> std::ops::Range<usize> {
        group * GROUP..self.next.len().min((group + 1) * GROUP)
    }

    fn addresses(&self, block: usize) -> std::ops::Range<usize> {
        block * BLOCK..self.states.len().min((block + 1) * BLOCK)
    }

    /// The tier of an address, and where the tier begins.
    fn tier_at(&self, address: usize) -> (usize, usize) {
        let mut start = 0;
        for (number, &slots) in self.round.unit.slots.iter().enumerate() {
            if address < start + slots as usize {
                return (number, start);
            }
            start += slots as usize;
        }
        (self.round.unit.slots.len() - 1, start)
    }

    /// Adds the slot of an address to those that wait. Those of another tier go first.
    fn gather(
        &self,
        address: usize,
        waiting: &mut Waiting,
        mut work: impl FnMut(&mut Waiting, usize),
    ) {
        let (tier, start) = self.tier_at(address);
        if waiting.tier != tier {
            self.flush(waiting, &mut work);
            waiting.tier = tier;
        }
        waiting.slots.push((address - start) as u64);
    }

    /// Has the slots that wait worked on.
    fn flush(&self, waiting: &mut Waiting, work: &mut impl FnMut(&mut Waiting, usize)) {
        if !waiting.slots.is_empty() {
            let start = self.round.unit.slots[..waiting.tier].iter().sum::<u64>() as usize;
            work(waiting, start);
            waiting.slots.clear();
        }
    }

    /// Gives every open slot the best of its moves and the count of those to open slots.
    fn start(&self) -> Result<(), SolveError> {
        self.for_each_group(|group, waiting| {
            let mut work = |waiting: &mut Waiting, start| {
                self.look_at_moves(waiting);
                self.settle(waiting, start);
            };
            for block in self.blocks(group) {
                for address in self.addresses(block) {
                    if self.round.own[address] == OPEN {
                        self.gather(address, waiting, &mut work);
                    }
                }
                if waiting.slots.len() >= BATCH {
                    self.flush(waiting, &mut work);
                }
            }
            self.flush(waiting, &mut work);
        })
    }

    /// Fills `counts` and `best`.
    fn look_at_moves(&self, waiting: &mut Waiting) {
        let Waiting { tier: from, slots, counts, best } = waiting;
        counts.clear();
        counts.resize(slots.len(), 0);
        best.clear();
        best.resize(slots.len(), NOTHING);
        let Round { unit, own, exits, worths: RoundWorths { inside, outside } } = self.round;
        let tier = unit.tiers[*from];
        self.game.visit_children(tier, slots, &mut |child_tier, children| {
            let (numbers, worths) = match self.sources.get(child_tier) {
                Some(Source::Inside(address)) => (&own[address..], inside),
                Some(Source::Exit(exit)) => (exits[exit], &outside[*from][exit]),
                None => {
                    let slot = slots[children[0].number as usize];
                    return self.report("a move to a tier that is no child tier", tier, slot);
                }
            };
            for child in children {
                prefetch(numbers, child.slot as usize);
            }
            for child in children {
                let worth = worths[usize::from(numbers[child.slot as usize])];
                let number = child.number as usize;
                if worth == COUNTS {
                    counts[number] += 1;
                } else {
                    best[number] = best[number].max(worth);
                }
            }
        });
    }

    /// Writes the first states of slots whose moves were looked at.
    fn settle(&self, waiting: &Waiting, start: usize) {
        for (number, &slot) in waiting.slots.iter().enumerate() {
            let address = start + slot as usize;
            let count = waiting.counts[number].saturating_mul(self.parents.scale());
            let best = waiting.best[number];
            let tier = self.round.unit.tiers[waiting.tier];
            if count > u32::from(!Code::TAG_MASK) {
                self.report("more inside moves times symmetries than 16383", tier, slot);
            }
            let undecided = |worst: u16| {
                let state = u32::from(worst) << 16 | u32::from(Code::TAG_DRAW) | count;
                self.states[address].store(state, Relaxed);
            };
            match best.outcome() {
                _ if best == SEED => self.decide(address, Outcome::Lose(0)),
                None if count == 0 => {
                    self.report("a draw without a move that keeps it", tier, slot)
                }
                None => undecided(0),
                Some(Outcome::Lose(time)) if count > 0 => undecided(time - 1),
                // No count: it cannot be lost.
                Some(Outcome::Draw) => {
                    self.states[address].store(Code::DRAW.0.into(), Relaxed);
                }
                Some(outcome) => self.decide(address, outcome),
            }
        }
    }

    /// Writes a decided state and notes when it is due.
    fn decide(&self, address: usize, outcome: Outcome) {
        self.states[address].store(Code::new(outcome).0.into(), Relaxed);
        // Whoever empties the block's time sees the state that it was set for.
        self.next[address / BLOCK].fetch_min(outcome.remoteness().unwrap_or(NEVER), AcqRel);
    }

    /// Goes through all times that are due, in their order.
    fn levels(&self) -> Result<(), SolveError> {
        loop {
            let next = self.next.par_iter().with_min_len(1 << 14).map(|next| next.load(Acquire));
            let time = next.min().unwrap_or(NEVER);
            if time == NEVER {
                return Ok(());
            }
            if time >= Outcome::MAX_REMOTENESS {
                let tier = self.game.tier_name(self.round.unit.tiers[0]);
                let what = "a time that does not fit a round";
                return Err(SolveError::Inconsistent { what, tier, slot: 0 });
            }
            self.propagate(Pass::Loses, time)?;
            self.propagate(Pass::Wins, time)?;
        }
    }

    /// Visits the inside parents of all slots that are lost, or won, at a time. Loses come first: the
    /// wins that they make are due later.
    fn propagate(&self, pass: Pass, now: u16) -> Result<(), SolveError> {
        let wanted = Code::new(match pass {
            Pass::Loses => Outcome::Lose(now),
            Pass::Wins => Outcome::Win(now),
        });
        self.for_each_group(|group, waiting| {
            let mut work = |waiting: &mut Waiting, _| self.visit_parents(waiting, pass, now);
            for block in self.blocks(group) {
                if self.next[block].load(Acquire) > now {
                    continue;
                }
                if pass == Pass::Wins {
                    // Before looking: what others decide meanwhile is found, or noted again.
                    self.next[block].swap(NEVER, AcqRel);
                }
                let mut next = NEVER;
                for address in self.addresses(block) {
                    let code = self.states[address].load(Relaxed) as u16;
                    if code == wanted.0 {
                        self.gather(address, waiting, &mut work);
                    } else if let Some(time) = time(code).filter(|&time| time > now) {
                        next = next.min(time);
                    }
                }
                if pass == Pass::Wins {
                    self.next[block].fetch_min(next, AcqRel);
                }
                if waiting.slots.len() >= BATCH {
                    self.flush(waiting, &mut work);
                }
            }
            self.flush(waiting, &mut work);
        })
    }

    fn visit_parents(&self, waiting: &Waiting, pass: Pass, now: u16) {
        let tier = self.round.unit.tiers[waiting.tier];
        self.parents.visit(tier, &waiting.slots, |address, parents| {
            let states = &self.states[address..];
            for parent in parents {
                prefetch(states, parent.slot as usize);
            }
            for parent in parents {
                let at = address + parent.slot as usize;
                match pass {
                    Pass::Loses => self.offer_win(at, now + 1),
                    Pass::Wins => self.take_off(at, parent.weight, now),
                }
            }
        });
    }

    fn offer_win(&self, address: usize, time: u16) {
        let code = self.states[address].load(Relaxed) as u16;
        if code < Code::TAG_LOSE && code > Code::new(Outcome::Win(time)).0 {
            self.decide(address, Outcome::Win(time));
        }
    }

    fn take_off(&self, address: usize, weight: u32, now: u16) {
        let count_mask = u32::from(!Code::TAG_MASK);
        let state = self.states[address].load(Relaxed);
        let counts = state as u16 & Code::TAG_MASK == Code::TAG_DRAW && state & count_mask != 0;
        if !counts {
            return;
        }
        let before = self.states[address].fetch_sub(weight, Relaxed);
        let count = before & count_mask;
        if count <= weight {
            if count < weight {
                let (tier, start) = self.tier_at(address);
                let tier = self.round.unit.tiers[tier];
                self.report("more un-moves than moves", tier, (address - start) as u64);
            }
            let worst = (before >> 16) as u16;
            self.decide(address, Outcome::Lose(worst.max(now) + 1));
        }
    }
}
