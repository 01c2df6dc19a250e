//! Writing the tables of a split unit: each rank compresses the blocks that begin in its slots, and the
//! first member of the group joins the parts to the file that one process would have written.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use hindsight_core::{Code, Numbered};
use hindsight_solve::{Control, SolveError, Unit};
use hindsight_store::{CodeSource, PartialTable, Store, TablePart, TierEntry};

use crate::group::Group;
use crate::ranks::{Channel, Idle};
use crate::share::{Chunk, Share};

/// How long a file that another machine has written may take to be seen here.
const TO_BE_SEEN: Duration = Duration::from_secs(60);
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Writes the tables of those tiers of a unit that the store does not have. The first member of the group
/// gets their entries; their files last by then.
pub fn write_unit(
    game: &dyn Numbered,
    unit: &Unit,
    group: &Group<'_>,
    share: &Share,
    store: &Store,
    is_known: impl Fn(&str) -> bool,
    control: &Control,
) -> Result<Vec<TierEntry>, SolveError> {
    let runs = share.dealt.runs_of(unit, share.place);
    let mut entries = Vec::new();
    for (&tier, &slots) in unit.tiers.iter().zip(&unit.slots) {
        let name = game.tier_name(tier);
        if is_known(&name) {
            continue;
        }
        let runs: Vec<&Chunk> = runs.iter().filter(|run| run.tier == tier).collect();
        let start = share.dealt.start(tier).unwrap_or(0);
        let mut source = TierShare { slots, runs, codes: share.codes(), pieces: BTreeMap::new() };
        let dictionary = source.dictionary(group);
        let table = PartialTable::new(store, &name, slots, dictionary)?;
        let owner = |slot| share.dealt.deal.owner(start + slot);
        let run_end = |slot: u64| share.dealt.deal.run_end(start + slot) - start;
        let own_blocks = source.exchange_pieces(group, &table, owner, run_end);
        let part = table.write_part(group.place(), &own_blocks, &source);
        let (part, failed) = match part {
            Ok(part) => (part, Ok(())),
            Err(error) => (TablePart::default(), Err(error.into())),
        };
        let said = serde_json::to_vec(&part).unwrap_or_default();
        let parts = group.gather_first(said);
        group.agree(failed, control, &mut [])?;
        let joined = parts.map_or(Ok(()), |parts| {
            let parts: Vec<TablePart> =
                parts.iter().map(|said| serde_json::from_slice(said).unwrap_or_default()).collect();
            let part_of = |block| owner(table.slots_of(block).0);
            entries.push(patiently(|| Ok(table.join(&parts, part_of)?))?);
            Ok(())
        });
        group.agree(joined, control, &mut [])?;
    }
    if !entries.is_empty() {
        store.flush_tables(&entries)?;
    }
    Ok(entries)
}

/// Tries something that reads what another machine has just written, until that is seen here: a network
/// file system may show it late.
pub(crate) fn patiently<T>(read: impl Fn() -> Result<T, SolveError>) -> Result<T, SolveError> {
    let begin = Instant::now();
    loop {
        match read() {
            Err(failure) if is_unseen(&failure) && begin.elapsed() < TO_BE_SEEN => {
                std::thread::sleep(LOOK_EVERY);
            }
            result => return result,
        }
    }
}

/// Whether a failure may come from a file that is not there yet, or not all of it.
fn is_unseen(failure: &SolveError) -> bool {
    use hindsight_store::StoreError;
    match failure {
        SolveError::Store(StoreError::Damage(_)) => true,
        SolveError::Store(StoreError::Io { cause, .. }) => {
            matches!(cause.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::UnexpectedEof)
        }
        _ => false,
    }
}

/// What a rank has of a tier.
struct TierShare<'a> {
    slots: u64,
    /// The own runs, by rising slots.
    runs: Vec<&'a Chunk>,
    /// The codes of all own slots of the unit.
    codes: &'a [Code],
    /// Codes of others, by their first slot: they belong to blocks that begin in own slots.
    pieces: BTreeMap<u64, Vec<Code>>,
}

impl TierShare<'_> {
    /// The own codes from a slot on, as far as its run goes.
    fn run_from(&self, slot: u64) -> Option<&[Code]> {
        let at = self.runs.partition_point(|run| run.slots.end <= slot);
        let run = self.runs.get(at).filter(|run| run.slots.start <= slot)?;
        Some(&self.codes[run.address..][..run.len()][(slot - run.slots.start) as usize..])
    }

    /// All codes of the tier, on all ranks, sorted, without the hole.
    fn dictionary(&self, group: &Group<'_>) -> Vec<Code> {
        let mut seen = vec![false; 1 << 16];
        for run in &self.runs {
            for code in &self.codes[run.address..][..run.len()] {
                seen[usize::from(code.0)] = true;
            }
        }
        let listed = |seen: &[bool]| {
            (0..=u16::MAX).filter(|&code| seen[usize::from(code)]).collect::<Vec<u16>>()
        };
        let said = listed(&seen).iter().flat_map(|code| code.to_le_bytes()).collect();
        for said in group.gather(said) {
            for code in said.chunks_exact(2) {
                seen[usize::from(u16::from_le_bytes([code[0], code[1]]))] = true;
            }
        }
        seen[usize::from(Code::HOLE.0)] = false;
        listed(&seen).into_iter().map(Code).collect()
    }

    /// Sends codes of blocks that begin elsewhere to where they begin, and takes those of blocks that
    /// begin here; the numbers of these blocks.
    fn exchange_pieces(
        &mut self,
        group: &Group<'_>,
        table: &PartialTable<'_>,
        owner: impl Fn(u64) -> usize,
        run_end: impl Fn(u64) -> u64,
    ) -> Vec<u64> {
        let mut own_blocks = Vec::new();
        let mut expected = 0;
        for block in 0..table.blocks() {
            let (first, slots) = table.slots_of(block);
            let writer = owner(first);
            if writer == group.place() {
                own_blocks.push(block);
            }
            let end = first + slots;
            let mut slot = run_end(first).min(end);
            while slot < end {
                let (from, to) = (slot, run_end(slot).min(end));
                slot = to;
                let holder = owner(from);
                if holder == writer {
                    continue;
                }
                if writer == group.place() {
                    expected += 1;
                } else if holder == group.place() {
                    let mut message = from.to_le_bytes().to_vec();
                    let codes = self.run_from(from).unwrap_or_default();
                    let codes = &codes[..(to - from) as usize];
                    message.extend(codes.iter().flat_map(|code| code.0.to_le_bytes()));
                    group.send(writer, Channel::Pieces, message);
                }
            }
        }
        let mut idle = Idle::default();
        while self.pieces.len() < expected {
            let Some((_, message)) = group.receive(Channel::Pieces) else {
                idle.rest();
                continue;
            };
            let Some((first, codes)) = message.split_first_chunk::<8>() else { continue };
            let code = |code: &[u8]| Code(u16::from_le_bytes([code[0], code[1]]));
            let codes = codes.chunks_exact(2).map(code).collect();
            self.pieces.insert(u64::from_le_bytes(*first), codes);
        }
        own_blocks
    }
}

impl CodeSource for TierShare<'_> {
    fn slots(&self) -> u64 {
        self.slots
    }

    fn read(&self, first: u64, out: &mut [Code]) {
        let mut done = 0;
        while done < out.len() {
            let slot = first + done as u64;
            let from = self.run_from(slot).or_else(|| {
                let (start, codes) = self.pieces.range(..=slot).next_back()?;
                codes.get((slot - start) as usize..)
            });
            let from = from.unwrap_or_default();
            let length = from.len().min(out.len() - done);
            if length == 0 {
                // Never asked for: only own blocks are written.
                return;
            }
            out[done..done + length].copy_from_slice(&from[..length]);
            done += length;
        }
    }
}
