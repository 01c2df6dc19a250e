//! Finished tables in memory, a byte per slot where that is enough.

use hindsight_core::{Code, Outcome};
use hindsight_store::{StoreError, Table};

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
    pub(crate) fn of_child(code: Code) -> Worth {
        match code.outcome() {
            Some(outcome) => Worth::of(outcome.as_seen_by_mover()),
            None => Worth::NOTHING,
        }
    }
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
        let mut numbers = vec![u16::MAX; 1 << 16];
        let mut codes = Box::new([Code::HOLE; 256]);
        let mut known = 0;
        let mut bytes = Vec::with_capacity(source.len());
        for code in source {
            let number = &mut numbers[usize::from(code.0)];
            if *number == u16::MAX {
                if known == 256 {
                    return ResidentTable { slots: Slots::Words(source.to_vec()) };
                }
                codes[known] = *code;
                *number = known as u16;
                known += 1;
            }
            bytes.push(*number as u8);
        }
        crate::slots::advise_huge_pages(&bytes);
        let worths = Box::new(codes.map(Worth::of_child));
        ResidentTable { slots: Slots::Bytes { worths, codes, bytes } }
    }

    /// Reads a tier's table from the disk.
    pub fn load(table: &Table) -> Result<ResidentTable, StoreError> {
        let slots = table.slots() as usize;
        let dictionary = table.dictionary();
        if dictionary.len() > 256 {
            let mut words = vec![Code::HOLE; slots];
            table.read_range(0, &mut words)?;
            return Ok(ResidentTable { slots: Slots::Words(words) });
        }
        let mut codes = Box::new([Code::HOLE; 256]);
        codes[..dictionary.len()].copy_from_slice(dictionary);
        let mut bytes = vec![0; slots];
        crate::slots::advise_huge_pages(&bytes);
        let number = |code| dictionary.binary_search(&code).unwrap_or(0) as u8;
        table.read_into(0, &mut bytes, number)?;
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
