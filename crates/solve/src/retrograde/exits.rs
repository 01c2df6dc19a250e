//! The first step: what is over, the best exits, and the counts of inside moves.
//!
//! Where the tables of the exits do not fit in memory together, the step runs once for each group of
//! them that does: then the state of a slot is the worth of its best exit so far, and the last group
//! leaves what one run over all tables would have left.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use hindsight_core::{Code, Outcome, Tier};

use super::{Chunk, Retrograde, Scratch};
use crate::error::SolveError;
use crate::parents::Parents;
use crate::resident::{ResidentTable, Worth};
use crate::unit::{Exits, Source, StreamedExits};

/// The state of a slot about which nothing is known yet.
const OPEN: Code = Code::DRAW;

/// While exits are streamed, the state of a slot that is a hole or at which the game is over. No exit
/// is worth that much: it is the worth of having won already.
const CLOSED: u16 = Worth::of(Outcome::Win(0)).0;

impl<P: Parents, const SHARED: bool> Retrograde<'_, P, SHARED> {
    /// Finds holes and positions at which the game is over; the others are open.
    pub(super) fn overs(&self) -> Result<(), SolveError> {
        self.for_each_chunk(|chunk, scratch| {
            self.find_overs(chunk, scratch);
            let states = &self.marks.states[chunk.address..];
            for (number, (state, &code)) in states.iter().zip(&scratch.codes).enumerate() {
                match code {
                    // Most are open.
                    OPEN => state.store(OPEN.0, Relaxed),
                    code => self.close(chunk.address + number, code),
                }
            }
        })
    }

    /// Fills `codes` with what is over, or a hole, among the slots of a chunk.
    fn find_overs(&self, chunk: &Chunk, scratch: &mut Scratch) {
        scratch.codes.clear();
        scratch.codes.resize(chunk.length, OPEN);
        let found = self.game.find_overs(chunk.tier, chunk.first_slot, &mut scratch.codes);
        if let Err(slot) = found {
            self.report("a position that is over as a draw", chunk.tier, slot);
        }
    }

    /// Writes the state of a slot whose code is known.
    #[inline(always)]
    fn close(&self, address: usize, code: Code) {
        match code.outcome() {
            Some(outcome) => self.marks.decide(address, outcome),
            None => self.marks.states[address].store(code.0, Relaxed),
        }
    }

    /// Gives every slot that is still open its best exit and its count of inside moves.
    pub(super) fn exits(&self, tables: &[Arc<ResidentTable>]) -> Result<(), SolveError> {
        self.for_each_chunk(|chunk, scratch| {
            let is_open = |state| state == OPEN.0;
            self.in_batches(
                chunk,
                is_open,
                |_| true,
                scratch,
                |scratch| {
                    self.find_best_exits(chunk.tier, scratch, |exit| Some(&*tables[exit]));
                    self.settle(chunk, scratch);
                },
            );
            self.advance(chunk.length as u64 / 2);
        })
    }

    /// Does the same for all slots, with the tables of one group in memory at a time.
    pub(super) fn stream_exits(&self, streamed: &StreamedExits) -> Result<(), SolveError> {
        self.for_each_chunk(|chunk, scratch| {
            self.find_overs(chunk, scratch);
            for (state, &code) in self.marks.states[chunk.address..].iter().zip(&scratch.codes) {
                let worth = if code == OPEN { Worth::NOTHING.0 } else { CLOSED };
                state.store(worth, Relaxed);
            }
        })?;
        let groups = streamed.groups.len();
        for (group, numbers) in streamed.groups.iter().enumerate() {
            let tables = streamed.tables[numbers.clone()]
                .iter()
                .map(|table| ResidentTable::load(table))
                .collect::<Result<Vec<_>, _>>()?;
            let table = |exit: usize| tables.get(exit.checked_sub(numbers.start)?);
            let is_last = group + 1 == groups;
            self.for_each_chunk(|chunk, scratch| {
                let is_open = |state| state != CLOSED;
                self.in_batches(
                    chunk,
                    is_open,
                    |_| true,
                    scratch,
                    |scratch| {
                        self.find_best_exits(chunk.tier, scratch, table);
                        for (&slot, best) in scratch.slots.iter().zip(&mut scratch.best) {
                            let address = chunk.address + (slot - chunk.first_slot) as usize;
                            let so_far = Worth(self.marks.states[address].load(Relaxed));
                            *best = so_far.max(*best);
                            self.marks.states[address].store(best.0, Relaxed);
                        }
                        if is_last {
                            self.settle(chunk, scratch);
                        }
                    },
                );
                if is_last {
                    self.find_overs(chunk, scratch);
                    for (address, &code) in (chunk.address..).zip(&scratch.codes) {
                        if self.marks.states[address].load(Relaxed) == CLOSED {
                            self.close(address, code);
                        }
                    }
                    self.advance(chunk.length as u64 / 2);
                }
            })?;
        }
        Ok(())
    }

    /// Writes the first states of open slots whose best exits and inside moves are known.
    #[inline(always)]
    fn settle(&self, chunk: &Chunk, scratch: &Scratch) {
        for (number, &slot) in scratch.slots.iter().enumerate() {
            let address = chunk.address + (slot - chunk.first_slot) as usize;
            let inside = scratch.inside[number];
            let count = inside * self.parents.scale();
            if count > u32::from(self.marks.cut.count_mask) {
                self.report("more inside moves than the game's maximum", chunk.tier, slot);
            }
            let undecided = |worst_exit| self.marks.cut.undecided(count as u16, worst_exit);
            // Most have no exit.
            if scratch.best[number] == Worth::NOTHING && inside > 0 {
                self.marks.states[address].store(undecided(0), Relaxed);
                continue;
            }
            match scratch.best[number].outcome() {
                None => self.report("a position without moves that is not over", chunk.tier, slot),
                // `remoteness` is seen by the mover: one more than the exit's own win.
                Some(Outcome::Lose(remoteness)) if inside > 0 => {
                    if !self.marks.cut.takes(remoteness - 1) {
                        self.report("a win in an even number of moves", chunk.tier, slot);
                    }
                    self.marks.states[address].store(undecided(remoteness - 1), Relaxed);
                }
                Some(outcome) => self.marks.decide(address, outcome),
            }
        }
    }

    /// Fills `inside` and `best` for the slots of `slots`, looking at the exits that have a table.
    #[inline(always)]
    fn find_best_exits<'t>(
        &self,
        tier: Tier,
        scratch: &mut Scratch,
        table: impl Fn(usize) -> Option<&'t ResidentTable>,
    ) {
        let Scratch { slots, inside, best, .. } = scratch;
        inside.clear();
        inside.resize(slots.len(), 0);
        best.clear();
        best.resize(slots.len(), Worth::NOTHING);
        let unit = &self.task.unit.tiers;
        self.game.visit_exits(tier, slots, unit, inside, &mut |exit_tier, exits| {
            let Some(Source::Exit(exit)) = self.sources.get(exit_tier) else {
                let slot = slots[exits[0].number as usize];
                return self.report("a move to a tier that is no child tier", tier, slot);
            };
            let Some(table) = table(exit) else { return };
            for exit in exits {
                table.prefetch(exit.slot as usize);
            }
            for exit in exits {
                let best = &mut best[exit.number as usize];
                *best = table.worth(exit.slot as usize).max(*best);
            }
        });
    }

    /// What the best exit of one slot is worth.
    pub(super) fn best_exit(&self, tier: Tier, slot: u64) -> Worth {
        let streamed = match self.task.exits {
            Exits::Resident(tables) => {
                let mut scratch = Scratch { slots: vec![slot], ..Scratch::default() };
                self.find_best_exits(tier, &mut scratch, |exit| Some(&*tables[exit]));
                return scratch.best[0];
            }
            Exits::Streamed(streamed) => streamed,
        };
        // Seldom enough to read single slots from the disk.
        let mut best = Worth::NOTHING;
        let unit = &self.task.unit.tiers;
        self.game.visit_exits(tier, &[slot], unit, &mut [0], &mut |exit_tier, exits| {
            let Some(Source::Exit(exit)) = self.sources.get(exit_tier) else { return };
            for neighbour in exits {
                match streamed.tables[exit].get(neighbour.slot) {
                    Ok(code) => best = best.max(Worth::of_child(code)),
                    Err(failure) => self.fail(failure.into()),
                }
            }
        });
        best
    }
}
