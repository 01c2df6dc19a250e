//! Solving a unit on this machine's cores.
//!
//! 1. **Exits, forwards** (`exits`). Every slot is decoded. A hole, or a position at which the game is over,
//!    is done. Otherwise the best of the moves that leave the unit is looked up in the finished
//!    tables, and the moves that stay inside are counted.
//! 2. **Wins and loses, backwards**, by rising remoteness. A slot that is lose in `r` makes its
//!    inside parents win in `r + 1`, if that is sooner than what they have. A slot that is win in
//!    `r` takes its share off each inside parent's count; at zero the parent is lost.
//! 3. **Ties** likewise on what is left; **draws** are the rest.
//!
//! # The state of a slot
//! Sixteen bits, a [`Code`] at the end. On the way:
//! - *win in r*, *tie in r*: also what an exit offers for sure. It may still get better (a win for a
//!   tie, a sooner win) until `r` is processed, and cannot get worse, so no count is needed.
//! - *draw*: some exit draws, none does better; so the slot cannot be lost.
//! - the draw tag with a count: every exit so far loses. The count is what is left of the inside
//!   moves (scaled, see [`Unmoves`]); the bits above it hold the largest remoteness
//!   among the exits' wins, all ones standing for "look again".
//!
//! # Order
//! Within a level, loses are processed before wins, with a barrier between: so all writers of one
//! pass write the same value, or subtract, and plain relaxed accesses suffice (`marks`, whose tests try all
//! orders). Counts are exact: a slot whose count reaches zero is touched by nobody else any more.
//!
//! # Finding the slots of a level
//! The array is cut in blocks, and each block has a word for wins, loses and ties with a bit for
//! every remoteness modulo 64 that was written into it. A level scans the blocks that have its bit.
//! Bits are never cleared: a stale one costs a scan of a block, a lost one would cost correctness.

mod exits;
pub(crate) mod marks;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use hindsight_core::{Code, Numbered, Outcome, Tier};
use marks::{BLOCK, Due, Marks};
use rayon::prelude::*;

use crate::error::SolveError;
use crate::parents::{Parents, ReversedMoves, Unmoves};
use crate::resident::Worth;
use crate::slots::{SlotArray, prefetch};
use crate::state::StateCut;
use crate::tiers::Unit;
use crate::unit::{Exits, SolvedUnit, Sources, UnitTask};

/// Slots that a thread takes at a time.
const CHUNK: usize = 4096;

/// Slots that a game's bulk functions get together, at least, unless there are no more.
const BATCH: usize = 256;

/// The bytes that solving a unit takes, beside the tables of its exits.
pub(crate) fn memory(game: &dyn Numbered, unit: &Unit) -> u64 {
    let slots = unit.total_slots();
    let reversed = if game.has_parents() { 0 } else { ReversedMoves::memory(game, unit) };
    2 * slots + 24 * slots.div_ceil(BLOCK as u64) + reversed
}

/// Solves a unit with the threads of the current rayon pool.
pub(crate) fn solve(game: &dyn Numbered, task: &UnitTask<'_>) -> Result<SolvedUnit, SolveError> {
    let sources = Sources::of(task.unit);
    if game.has_parents() || !task.unit.loopy {
        run(game, task, &sources, &Unmoves { game, sources: &sources })
    } else {
        let reversed = ReversedMoves::of(game, task.unit, &sources)?;
        run(game, task, &sources, &reversed)
    }
}

fn run<P: Parents>(
    game: &dyn Numbered,
    task: &UnitTask<'_>,
    sources: &Sources,
    parents: &P,
) -> Result<SolvedUnit, SolveError> {
    if task.parallel {
        Retrograde::<P, true>::solve(game, task, sources, parents)
    } else {
        Retrograde::<P, false>::solve(game, task, sources, parents)
    }
}

/// A run of slots of one tier, with the address of the first.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    tier: Tier,
    first_slot: u64,
    address: usize,
    length: usize,
}

/// What is being propagated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    Loses,
    Wins,
    Ties,
}

struct Retrograde<'a, P, const SHARED: bool> {
    game: &'a dyn Numbered,
    task: &'a UnitTask<'a>,
    sources: &'a Sources,
    parents: &'a P,
    marks: Marks<'a>,
    chunks: Vec<Chunk>,
    /// Slots that the progress was told of: half of each when its exits are known, half when its
    /// parents have been visited.
    advanced: AtomicU64,
    trouble: Mutex<Option<SolveError>>,
}

/// The buffers of one thread's walk over a chunk.
#[derive(Default)]
struct Scratch {
    /// Slots to be worked on together.
    slots: Vec<u64>,
    /// How many moves of each slot stay inside.
    inside: Vec<u32>,
    /// What the best exit of each slot is worth.
    best: Vec<Worth>,
    /// What is over in a chunk.
    codes: Vec<Code>,
}

impl<'a, P: Parents, const SHARED: bool> Retrograde<'a, P, SHARED> {
    fn solve(
        game: &'a dyn Numbered,
        task: &'a UnitTask<'a>,
        sources: &'a Sources,
        parents: &'a P,
    ) -> Result<SolvedUnit, SolveError> {
        let slots = task.unit.total_slots() as usize;
        let Some(cut) = StateCut::of(game, task.unit, parents.scale()) else {
            let what = "more inside moves times symmetries than 16383";
            let tier = game.tier_name(task.unit.tiers[0]);
            return Err(SolveError::Inconsistent { what, tier, slot: 0 });
        };
        let mut array = SlotArray::new(slots);
        let solver = Retrograde::<P, SHARED> {
            game,
            task,
            sources,
            parents,
            marks: Marks::new(array.shared(), cut),
            chunks: chunks(task.unit),
            advanced: AtomicU64::new(0),
            trouble: Mutex::new(None),
        };
        match task.exits {
            Exits::Resident(tables) => {
                solver.overs()?;
                if task.unit.loopy {
                    // What wins at once needs no look at its exits.
                    solver.propagate(Pass::Loses, 0)?;
                }
                solver.exits(tables)?;
            }
            Exits::Streamed(streamed) => {
                solver.stream_exits(streamed)?;
                if task.unit.loopy {
                    solver.propagate(Pass::Loses, 0)?;
                }
            }
        }
        if task.unit.loopy {
            solver.propagate(Pass::Wins, 0)?;
            let mut level = 1;
            while level <= solver.marks.deepest.load(Relaxed) {
                solver.propagate(Pass::Loses, level)?;
                solver.propagate(Pass::Wins, level)?;
                level += 1;
            }
            let mut level = 0;
            while level <= solver.marks.deepest_tie.load(Relaxed) {
                solver.propagate(Pass::Ties, level)?;
                level += 1;
            }
            solver.for_each_chunk(|chunk, _| {
                let addresses = chunk.address..chunk.address + chunk.length;
                for state in &solver.marks.states[addresses] {
                    if state.load(Relaxed) & Code::TAG_MASK == Code::TAG_DRAW {
                        state.store(Code::DRAW.0, Relaxed);
                    }
                }
            })?;
        }
        let left = (slots as u64).saturating_sub(solver.advanced.load(Relaxed));
        task.control.advance(left);
        Ok(SolvedUnit::new(array, task.unit))
    }

    /// Runs over all chunks, in parallel if allowed, until done or in trouble or told to stop.
    fn for_each_chunk(&self, work: impl Fn(&Chunk, &mut Scratch) + Sync) -> Result<(), SolveError> {
        if SHARED {
            self.chunks.par_iter().with_min_len(4).try_for_each_init(
                Scratch::default,
                |scratch, chunk| {
                    work(chunk, scratch);
                    self.task.control.check()
                },
            )?;
        } else {
            let mut scratch = Scratch::default();
            for chunk in &self.chunks {
                work(chunk, &mut scratch);
            }
            self.task.control.check()?;
        }
        let mut trouble = self.trouble.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        trouble.take().map_or(Ok(()), Err)
    }

    fn advance(&self, slots: u64) {
        self.advanced.fetch_add(slots, Relaxed);
        self.task.control.advance(slots);
    }

    #[cold]
    fn report(&self, what: &'static str, tier: Tier, slot: u64) {
        let tier = self.game.tier_name(tier);
        self.fail(SolveError::Inconsistent { what, tier, slot });
    }

    /// Keeps the first failure for the end of the pass.
    fn fail(&self, failure: SolveError) {
        let mut trouble = self.trouble.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        trouble.get_or_insert(failure);
    }

    /// Hands over the slots of a chunk whose state is wanted, some at a time, in `scratch.slots`. Only
    /// blocks that are due are looked at.
    #[inline(always)]
    fn in_batches(
        &self,
        chunk: &Chunk,
        is_wanted: impl Fn(u16) -> bool,
        is_due: impl Fn(&Due) -> bool,
        scratch: &mut Scratch,
        mut work: impl FnMut(&mut Scratch),
    ) {
        let end = chunk.address + chunk.length;
        let mut address = chunk.address;
        while address < end {
            let block_end = end.min((address / BLOCK + 1) * BLOCK);
            if is_due(&self.marks.due[address / BLOCK]) {
                let first_slot = chunk.first_slot + (address - chunk.address) as u64;
                for (slot, found) in (first_slot..).zip(&self.marks.states[address..block_end]) {
                    if is_wanted(found.load(Relaxed)) {
                        scratch.slots.push(slot);
                    }
                }
                // A block may fill it a few times over; games cut it as they like.
                if scratch.slots.len() >= BATCH {
                    work(scratch);
                    scratch.slots.clear();
                }
            }
            address = block_end;
        }
        if !scratch.slots.is_empty() {
            work(scratch);
            scratch.slots.clear();
        }
    }

    /// Does one pass of one level: visits the inside parents of all slots with the pass's state.
    fn propagate(&self, pass: Pass, level: u16) -> Result<(), SolveError> {
        if level >= Outcome::MAX_REMOTENESS {
            let what = "a remoteness that does not fit the tables";
            let tier = self.game.tier_name(self.task.unit.tiers[0]);
            return Err(SolveError::Inconsistent { what, tier, slot: 0 });
        }
        let wanted = Code::new(match pass {
            Pass::Loses => Outcome::Lose(level),
            Pass::Wins => Outcome::Win(level),
            Pass::Ties => Outcome::Tie(level),
        });
        let bit = 1u64 << (level % 64);
        let is_due = |due: &Due| {
            let word = match pass {
                Pass::Loses => &due.lose,
                Pass::Wins => &due.win,
                Pass::Ties => &due.tie,
            };
            word.load(Relaxed) & bit != 0
        };
        self.for_each_chunk(|chunk, scratch| {
            let mut visited = 0;
            self.in_batches(
                chunk,
                |state| state == wanted.0,
                is_due,
                scratch,
                |scratch| {
                    visited += scratch.slots.len() as u64;
                    self.parents.visit(chunk.tier, &scratch.slots, |address, parents| {
                        let states = &self.marks.states[address..];
                        for parent in parents {
                            prefetch(states, parent.slot as usize);
                        }
                        for parent in parents {
                            let at = address + parent.slot as usize;
                            match pass {
                                Pass::Loses => self.marks.offer_win(at, level + 1),
                                Pass::Wins => self.take_off(at, parent.weight as u16, level),
                                Pass::Ties => self.marks.offer_tie(at, level + 1),
                            }
                        }
                    });
                },
            );
            self.advance(visited / 2);
        })
    }

    #[inline(always)]
    fn take_off(&self, address: usize, weight: u16, level: u16) {
        let Some(exhausted) = self.marks.take_off::<SHARED>(address, weight) else { return };
        if exhausted.is_overdrawn {
            let (tier, slot) = self.slot_at(address);
            self.report("more un-moves than moves", tier, slot);
        }
        self.lose(address, exhausted.state, level);
    }

    /// A slot all of whose inside moves lead to wins, the last of them in `level`.
    fn lose(&self, address: usize, state: u16, level: u16) {
        let worst_exit = self.marks.cut.worst(state).unwrap_or_else(|| {
            // It did not fit: look at the exits again.
            let (tier, slot) = self.slot_at(address);
            match self.best_exit(tier, slot).outcome() {
                Some(Outcome::Lose(remoteness)) => remoteness - 1,
                _ => 0,
            }
        });
        self.marks.decide(address, Outcome::Lose(worst_exit.max(level) + 1));
    }

    fn slot_at(&self, address: usize) -> (Tier, u64) {
        let chunk = self.chunks.partition_point(|chunk| chunk.address <= address) - 1;
        let chunk = self.chunks[chunk];
        (chunk.tier, chunk.first_slot + (address - chunk.address) as u64)
    }
}

/// Cuts a unit's tiers in chunks, none across two tiers.
fn chunks(unit: &Unit) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let mut address = 0;
    for (&tier, &slots) in unit.tiers.iter().zip(&unit.slots) {
        let mut first_slot = 0;
        while first_slot < slots {
            let length = (slots - first_slot).min(CHUNK as u64) as usize;
            chunks.push(Chunk { tier, first_slot, address, length });
            first_slot += length as u64;
            address += length;
        }
    }
    chunks
}
