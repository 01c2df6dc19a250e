//! The states of a unit's slots, shared by all threads, and the three things that threads do to them.
//!
//! Nothing is locked, and all accesses are relaxed. Within a pass all writers of a slot write the same value,
//! or subtract; the passes of a level, and levels, are apart by a barrier. What makes that enough is shown by
//! the tests below, which try every order that the memory model allows.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};

use hindsight_core::{Code, Outcome};

use crate::state::StateCut;

/// Slots that share the words that tell which remotenesses occur among them.
pub const BLOCK: usize = 512;

/// A number that threads share: an atomic of the standard library or, in tests, of a model checker.
pub trait SharedNumber<T> {
    /// Its value.
    fn get(&self) -> T;
    /// Gives it a value.
    fn set(&self, value: T);
    /// Takes something off; what was there before.
    fn take(&self, value: T) -> T;
    /// Sets some of its bits.
    fn add_bits(&self, bits: T);
    /// Makes it no less than this.
    fn raise_to(&self, value: T);
}

macro_rules! shared_number {
    ($($atomic:ty => $number:ty),*) => {$(
        impl SharedNumber<$number> for $atomic {
            #[inline(always)]
            fn get(&self) -> $number {
                self.load(Relaxed)
            }
            #[inline(always)]
            fn set(&self, value: $number) {
                self.store(value, Relaxed);
            }
            #[inline(always)]
            fn take(&self, value: $number) -> $number {
                self.fetch_sub(value, Relaxed)
            }
            #[inline(always)]
            fn add_bits(&self, bits: $number) {
                self.fetch_or(bits, Relaxed);
            }
            #[inline(always)]
            fn raise_to(&self, value: $number) {
                self.fetch_max(value, Relaxed);
            }
        }
    )*};
}
shared_number!(AtomicU16 => u16, AtomicU64 => u64);

/// The remotenesses, modulo 64, that occur in a block.
#[derive(Debug, Default)]
pub struct Due<W = AtomicU64> {
    /// Those of wins.
    pub win: W,
    /// Those of loses.
    pub lose: W,
    /// Those of ties.
    pub tie: W,
}

/// The states of a unit's slots, and where to look for those of a level.
#[derive(Debug)]
pub struct Marks<'a, S = AtomicU16, W = AtomicU64> {
    /// By address.
    pub states: &'a [S],
    /// By address, for every [`BLOCK`] of the array.
    pub due: Vec<Due<W>>,
    /// The largest remoteness of a win or a lose that was written so far.
    pub deepest: S,
    /// The same of ties.
    pub deepest_tie: S,
    /// How the bits of undecided slots are cut.
    pub cut: StateCut,
}

/// A slot whose last inside move was found to lead to a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted {
    /// Its state before.
    pub state: u16,
    /// Whether more was taken off than there was, which shows that the game's un-moves are wrong.
    pub is_overdrawn: bool,
}

impl<'a, S: SharedNumber<u16> + Default, W: SharedNumber<u64> + Default> Marks<'a, S, W> {
    /// Nothing is due yet.
    pub fn new(states: &'a [S], cut: StateCut) -> Marks<'a, S, W> {
        let due = (0..states.len().div_ceil(BLOCK)).map(|_| Due::default()).collect();
        Marks { states, due, deepest: S::default(), deepest_tie: S::default(), cut }
    }

    /// Writes a decided state and notes when it is due.
    #[inline(always)]
    pub fn decide(&self, address: usize, outcome: Outcome) {
        self.states[address].set(Code::new(outcome).0);
        let due = &self.due[address / BLOCK];
        let (word, remoteness, deepest) = match outcome {
            Outcome::Win(r) => (&due.win, r, &self.deepest),
            Outcome::Lose(r) => (&due.lose, r, &self.deepest),
            Outcome::Tie(r) => (&due.tie, r, &self.deepest_tie),
            Outcome::Draw => return,
        };
        let bit = 1 << (remoteness % 64);
        // Mostly the bit is there already: reading first keeps the line shared.
        if word.get() & bit == 0 {
            word.add_bits(bit);
        }
        if deepest.get() < remoteness {
            deepest.raise_to(remoteness);
        }
    }

    /// Makes a slot a win in so many moves, unless it is over or has something as good.
    #[inline(always)]
    pub fn offer_win(&self, address: usize, remoteness: u16) {
        let state = self.states[address].get();
        // Not over (over = tie in 0, win in 0 or lose in 0), and nothing as good known.
        let open = state < Code::TAG_LOSE && state != Code::new(Outcome::Tie(0)).0;
        if open && state > Code::new(Outcome::Win(remoteness)).0 {
            self.decide(address, Outcome::Win(remoteness));
        }
    }

    /// The same with a tie.
    #[inline(always)]
    pub fn offer_tie(&self, address: usize, remoteness: u16) {
        let state = self.states[address].get();
        let open = state < Code::TAG_LOSE;
        if open && state > Code::new(Outcome::Tie(remoteness)).0 {
            self.decide(address, Outcome::Tie(remoteness));
        }
    }

    /// Takes a share off the count of a slot, if it still counts. Told is the end of the count, and only to
    /// the one who brought it about.
    #[inline(always)]
    pub fn take_off<const SHARED: bool>(&self, address: usize, weight: u16) -> Option<Exhausted> {
        let state = self.states[address].get();
        let counts = state & Code::TAG_MASK == Code::TAG_DRAW && state & self.cut.count_mask != 0;
        let before = if SHARED {
            if !counts {
                return None;
            }
            self.states[address].take(weight)
        } else {
            // Whether a parent still counts is a coin toss: subtracting nothing beats a branch.
            let weight = if counts { weight } else { 0 };
            self.states[address].set(state.wrapping_sub(weight));
            state
        };
        let count = before & self.cut.count_mask;
        let is_end = counts && count <= weight;
        is_end.then_some(Exhausted { state: before, is_overdrawn: count < weight })
    }
}

#[cfg(test)]
mod tests {
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicU16, AtomicU64};
    use loom::thread;

    use super::*;

    shared_number!(AtomicU16 => u16, AtomicU64 => u64);

    type Modelled = Marks<'static, AtomicU16, AtomicU64>;

    fn cut() -> StateCut {
        StateCut::new(31, 1, false).unwrap()
    }

    fn marks(states: &[u16]) -> Arc<Modelled> {
        // One leak for each order that is tried: a few dozen bytes.
        let states: Vec<AtomicU16> = states.iter().map(|&state| AtomicU16::new(state)).collect();
        Arc::new(Marks::new(states.leak(), cut()))
    }

    /// Runs both at once, and waits for both: the barrier at the end of a pass.
    fn at_once(marks: &Arc<Modelled>, other: fn(&Modelled), one: fn(&Modelled)) {
        let shared = Arc::clone(marks);
        let thread = thread::spawn(move || other(&shared));
        one(marks);
        thread.join().unwrap();
    }

    fn state(marks: &Modelled, address: usize) -> Outcome {
        Code(marks.states[address].get()).outcome().unwrap()
    }

    /// What the solver does with a slot whose count is exhausted.
    fn take_off(marks: &Modelled, address: usize, weight: u16, level: u16) {
        if let Some(Exhausted { state, is_overdrawn }) = marks.take_off::<true>(address, weight) {
            assert!(!is_overdrawn);
            let worst = marks.cut.worst(state).unwrap();
            marks.decide(address, Outcome::Lose(worst.max(level) + 1));
        }
    }

    #[test]
    fn the_last_share_is_taken_by_one_thread_alone() {
        loom::model(|| {
            // Three moves inside, and an exit that is won in 5.
            let marks = marks(&[cut().undecided(3, 5)]);
            at_once(&marks, |marks| take_off(marks, 0, 1, 2), |marks| take_off(marks, 0, 2, 2));
            assert_eq!(state(&marks, 0), Outcome::Lose(6));
            assert_eq!(marks.due[0].lose.get(), 1 << 6);
            assert_eq!(marks.deepest.get(), 6);
        });
    }

    #[test]
    fn three_threads_exhaust_a_count_and_only_at_its_end() {
        loom::model(|| {
            let marks = marks(&[cut().undecided(4, 0)]);
            let others: Vec<_> = (0..2)
                .map(|_| {
                    let shared = Arc::clone(&marks);
                    thread::spawn(move || take_off(&shared, 0, 1, 0))
                })
                .collect();
            take_off(&marks, 0, 1, 0);
            others.into_iter().for_each(|thread| thread.join().unwrap());
            assert_eq!(marks.states[0].get() & marks.cut.count_mask, 1);
            assert_eq!(marks.deepest.get(), 0);
            take_off(&marks, 0, 1, 3);
            assert_eq!(state(&marks, 0), Outcome::Lose(4));
        });
    }

    #[test]
    fn a_slot_that_was_won_keeps_its_win_whatever_is_taken_off() {
        loom::model(|| {
            let marks = marks(&[Code::new(Outcome::Win(9)).0]);
            at_once(&marks, |marks| take_off(marks, 0, 1, 2), |marks| take_off(marks, 0, 1, 2));
            assert_eq!(state(&marks, 0), Outcome::Win(9));
        });
    }

    #[test]
    fn all_offers_of_a_pass_leave_the_same_win_and_its_bit() {
        loom::model(|| {
            let (open, later) = (cut().undecided(2, 1), Code::new(Outcome::Win(9)).0);
            let marks = marks(&[open, later, Code::new(Outcome::Win(3)).0]);
            let offer = |marks: &Modelled| (0..3).for_each(|address| marks.offer_win(address, 5));
            at_once(&marks, offer, offer);
            assert_eq!([0, 1, 2].map(|slot| state(&marks, slot)), [5, 5, 3].map(Outcome::Win));
            assert_eq!((marks.due[0].win.get(), marks.deepest.get()), (1 << 5, 5));
        });
    }

    #[test]
    fn bits_and_depths_of_different_slots_are_not_lost() {
        loom::model(|| {
            let marks = marks(&[cut().undecided(1, 0), cut().undecided(1, 8)]);
            at_once(&marks, |marks| take_off(marks, 0, 1, 2), |marks| take_off(marks, 1, 1, 2));
            assert_eq!([0, 1].map(|slot| state(&marks, slot)), [3, 9].map(Outcome::Lose));
            assert_eq!((marks.due[0].lose.get(), marks.deepest.get()), (1 << 3 | 1 << 9, 9));
        });
    }

    #[test]
    fn ties_are_offered_like_wins() {
        loom::model(|| {
            let marks = marks(&[cut().undecided(2, 0), Code::new(Outcome::Tie(2)).0]);
            let offer = |marks: &Modelled| (0..2).for_each(|address| marks.offer_tie(address, 4));
            at_once(&marks, offer, offer);
            assert_eq!([0, 1].map(|slot| state(&marks, slot)), [4, 2].map(Outcome::Tie));
            assert_eq!((marks.due[0].tie.get(), marks.deepest_tie.get()), (1 << 4, 4));
        });
    }
}
