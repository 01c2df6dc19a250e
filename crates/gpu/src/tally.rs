//! Counting the marked slots of a tier by value.

use std::collections::HashMap;

use hindsight_core::{Code, Turn};
use hindsight_solve::{Count, TierTally};

use crate::error::GpuError;
use crate::launch::{Launch, Report};
use crate::machine::{Kernel, Machine};

/// Bytes of the counts: two numbers for every code.
pub(crate) const COUNT_BYTES: u64 = 16 << 16;

/// Puts a report in which nothing was said yet.
pub(crate) fn write_report<M: Machine>(machine: &M, address: u64) -> Result<(), GpuError> {
    let blank = Report::blank();
    let copy = |offset: u64, part: &mut [u8]| {
        part.copy_from_slice(&blank[offset as usize..][..part.len()]);
    };
    machine.upload(address, blank.len() as u64, &copy)
}

/// Waits for the kernels, and reads what they said.
pub(crate) fn read_report<M: Machine>(machine: &M, address: u64) -> Result<Report, GpuError> {
    let mut bytes = [0; Report::BYTES];
    machine.download(address, &mut bytes)?;
    Ok(Report::of(&bytes))
}

/// Counts the marked slots of the tier of a launch, which has memory for the counts, by code.
pub(crate) fn counts<M: Machine>(
    machine: &M,
    launch: &Launch,
    turns_apart: bool,
) -> Result<HashMap<Code, Count>, GpuError> {
    machine.fill(launch.counts, COUNT_BYTES, 0)?;
    let counting = Launch { level: turns_apart.into(), ..*launch };
    machine.launch(Kernel::Count, launch.tier.chunks(), &counting)?;
    let mut bytes = vec![0; COUNT_BYTES as usize];
    machine.download(launch.counts, &mut bytes)?;
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte));
    let mut counts = HashMap::new();
    for (code, bytes) in (0..=u16::MAX).map(Code).zip(bytes.chunks_exact(16)) {
        // Nearly all codes do not occur.
        if bytes != [0; 16] {
            let count = Count { positions: number(&bytes[..8]), canonical: number(&bytes[8..]) };
            counts.insert(code, count);
        }
    }
    Ok(counts)
}

/// The same, with examples of what takes longest.
pub(crate) fn tally<M: Machine>(
    machine: &M,
    launch: &Launch,
    turns_apart: bool,
) -> Result<TierTally, GpuError> {
    let tally = TierTally { counts: counts(machine, launch, turns_apart)?, ..TierTally::default() };
    let longest = |tag: u16| {
        let tagged = tally.counts.keys().filter(|code| code.0 & Code::TAG_MASK == tag);
        tagged.map(|code| code.0 & !Code::TAG_MASK).max()
    };
    let found = |tag: u16| -> Result<_, GpuError> {
        let Some(remoteness) = longest(tag) else { return Ok(None) };
        let (slot, turn) = find(machine, launch, Code(tag | remoteness))?;
        Ok(Some((remoteness, slot, turn)))
    };
    let [longest_win, longest_lose, longest_tie] =
        [found(Code::TAG_WIN)?, found(Code::TAG_LOSE)?, found(Code::TAG_TIE)?];
    Ok(TierTally { longest_win, longest_lose, longest_tie, ..tally })
}

/// The first marked slot with a code, and a turn that it is marked with.
fn find<M: Machine>(machine: &M, launch: &Launch, code: Code) -> Result<(u64, Turn), GpuError> {
    write_report(machine, launch.report)?;
    let wanted = Launch { level: code.0.into(), ..*launch };
    machine.launch(Kernel::Find, launch.tier.chunks(), &wanted)?;
    let slot = read_report(machine, launch.report)?.trouble_slot;
    let mut mark = [0];
    machine.download(launch.tier.own.marks + slot, &mut mark)?;
    Ok((slot, if mark[0] & 1 != 0 { Turn::First } else { Turn::Second }))
}
