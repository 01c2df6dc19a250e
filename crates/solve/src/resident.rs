//! Finished tables in memory, a byte per slot where that is enough.

use std::ops::Range;

use hindsight_core::{Code, Outcome};
use hindsight_store::{StoreError, Table};
use rayon::prelude::*;

/// What a child is worth to the player who moves to it, as a number that grows with the worth: so
/// the best of several children is a plain maximum, without branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth(pub(crate) u16);

impl Worth {
    /// Less than every outcome: the worth of having no child.
    pub const NOTHING: Worth = Worth(0);

    /// The worth of an outcome, in the order of [`Outcome`].
    pub const fn of(outcome: Outcome) -> Worth {
        Worth(match outcome {
            Outcome::Lose(r) => 1 + r,
            Outcome::Draw => 0x4000,
            Outcome::Tie(r) => 0x8000 - r,
            Outcome::Win(r) => 0xffff - r,
        })
    }

    /// The worth as a number.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The outcome, back from the worth.
    pub const fn outcome(self) -> Option<Outcome> {
        Some(match self.0 {
            0 => return None,
            lose @ 1..0x4000 => Outcome::Lose(lose - 1),
            0x4000 => Outcome::Draw,
            tie @ 0x4001..=0x8000 => Outcome::Tie(0x8000 - tie),
            win => Outcome::Win(0xffff - win),
        })
    }

    /// The worth of a move to a child with this code. A hole is worth nothing.
    pub fn of_child(code: Code) -> Worth {
        match code.outcome() {
            Some(outcome) => Worth::of(outcome.as_seen_by_mover()),
            None => Worth::NOTHING,
        }
    }
}

/// Tables with at least so many slots are made by all threads of the pool.
const SHARED_SLOTS: usize = 1 << 20;
/// Slots that one of them takes at a time.
const CHUNK: usize = 1 << 16;

/// The codes that occur in a list.
fn occurring(source: &[Code]) -> Vec<Code> {
    let mark = |mut seen: Vec<bool>, codes: &[Code]| {
        codes.iter().for_each(|code| seen[usize::from(code.0)] = true);
        seen
    };
    let none = || vec![false; 1 << 16];
    let seen = if source.len() < SHARED_SLOTS {
        mark(none(), source)
    } else {
        let merge = |a: Vec<bool>, b: Vec<bool>| a.iter().zip(&b).map(|(a, b)| a | b).collect();
        // Long runs, so that few lists are made.
        source.par_chunks(CHUNK).with_min_len(64).fold(none, mark).reduce(none, merge)
    };
    (0..=u16::MAX).map(Code).filter(|code| seen[usize::from(code.0)]).collect()
}

/// A tier's finished values in memory.
#[derive(Debug)]
pub struct ResidentTable {
    slots: Slots,
}

#[derive(Debug)]
enum Slots {
    Bytes { worths: Box<[Worth; 256]>, codes: Box<[Code; 256]>, bytes: Vec<u8> },
    Words(Vec<Code>),
}

impl ResidentTable {
    /// Keeps a tier's codes, in bytes if at most 256 different ones occur.
    pub fn new(source: &[Code]) -> ResidentTable {
        let mut numbers = vec![u8::MAX; 1 << 16];
        let mut codes = Box::new([Code::HOLE; 256]);
        let occurring = occurring(source);
        if occurring.len() > codes.len() {
            return ResidentTable { slots: Slots::Words(source.to_vec()) };
        }
        for (number, code) in occurring.into_iter().enumerate() {
            codes[number] = code;
            numbers[usize::from(code.0)] = number as u8;
        }
        let mut bytes = vec![0; source.len()];
        crate::slots::advise_huge_pages(&bytes);
        let translate = |(bytes, codes): (&mut [u8], &[Code])| {
            for (byte, code) in bytes.iter_mut().zip(codes) {
                *byte = numbers[usize::from(code.0)];
            }
        };
        if source.len() < SHARED_SLOTS {
            translate((&mut bytes, source));
        } else {
            bytes.par_chunks_mut(CHUNK).zip(source.par_chunks(CHUNK)).for_each(translate);
        }
        let worths = Box::new(codes.map(Worth::of_child));
        ResidentTable { slots: Slots::Bytes { worths, codes, bytes } }
    }

    /// Reads a tier's table from the disk.
    pub fn load(table: &Table) -> Result<ResidentTable, StoreError> {
        ResidentTable::load_range(table, 0..table.slots())
    }

    /// Reads a run of slots of a tier's table from the disk; the first becomes slot 0.
    pub fn load_range(table: &Table, range: Range<u64>) -> Result<ResidentTable, StoreError> {
        let slots = (range.end - range.start) as usize;
        let dictionary = table.dictionary();
        if dictionary.len() > 256 {
            let mut words = vec![Code::HOLE; slots];
            table.read_range(range.start, &mut words)?;
            return Ok(ResidentTable { slots: Slots::Words(words) });
        }
        let mut codes = Box::new([Code::HOLE; 256]);
        codes[..dictionary.len()].copy_from_slice(dictionary);
        let mut bytes = vec![0; slots];
        crate::slots::advise_huge_pages(&bytes);
        let number = |code| dictionary.binary_search(&code).unwrap_or(0) as u8;
        table.read_into(range.start, &mut bytes, number)?;
        let worths = Box::new(codes.map(Worth::of_child));
        Ok(ResidentTable { slots: Slots::Bytes { worths, codes, bytes } })
    }

    /// The code of a slot.
    #[inline(always)]
    pub fn code(&self, slot: usize) -> Code {
        match &self.slots {
            Slots::Bytes { codes, bytes, .. } => codes[usize::from(bytes[slot])],
            Slots::Words(words) => words[slot],
        }
    }

    /// What moving to a slot is worth to the mover.
    #[inline(always)]
    pub fn worth(&self, slot: usize) -> Worth {
        match &self.slots {
            Slots::Bytes { worths, bytes, .. } => worths[usize::from(bytes[slot])],
            Slots::Words(words) => Worth::of_child(words[slot]),
        }
    }

    /// Asks for a slot's cache line.
    #[inline(always)]
    pub fn prefetch(&self, slot: usize) {
        match &self.slots {
            Slots::Bytes { bytes, .. } => crate::slots::prefetch(bytes, slot),
            Slots::Words(words) => crate::slots::prefetch(words, slot),
        }
    }

    /// The memory it takes.
    pub fn bytes(&self) -> u64 {
        match &self.slots {
            Slots::Bytes { bytes, .. } => bytes.len() as u64,
            Slots::Words(words) => 2 * words.len() as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use hindsight_core::Value;
    use proptest::prelude::*;

    use super::*;

    fn outcomes() -> impl Strategy<Value = Outcome> {
        (0usize..4, 0..=Outcome::MAX_REMOTENESS).prop_map(|(v, r)| Outcome::new(Value::ALL[v], r))
    }

    proptest! {
        #[test]
        fn worths_are_ordered_as_outcomes(a in outcomes(), b in outcomes()) {
            prop_assert_eq!(Worth::of(a).cmp(&Worth::of(b)), a.cmp(&b));
            prop_assert_eq!(Worth::of(a).outcome(), Some(a));
            prop_assert!(Worth::NOTHING < Worth::of(a));
        }

        #[test]
        fn tables_keep_their_codes(outcomes in proptest::collection::vec(outcomes(), 0..600)) {
            let codes: Vec<Code> = outcomes.iter().map(|&o| Code::new(o)).collect();
            let table = ResidentTable::new(&codes);
            for (slot, &code) in codes.iter().enumerate() {
                prop_assert_eq!(table.code(slot), code);
                prop_assert_eq!(table.worth(slot), Worth::of_child(code));
            }
        }
    }
}
