//! Surveying a game level by level with kernels of its own: see [`LevelSurvey`].
//!
//! The values of one level, and of the next while they are looked up, are on the device; what comes to the host
//! is counts, and the values of the levels that are to be kept. Where the last levels can be searched, a survey
//! begins with the first level that something is wanted of.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::Instant;

use hindsight_core::{
    Code, LevelCounts, LevelSamples, LevelSurvey, LevelTask, LevelTime, LevelValues, LevelWork,
    MAX_LEVEL_ARRAYS, MAX_LEVEL_NUMBERS, Tier,
};
use hindsight_solve::{Control, Count, SolveError, TierTally, VerifiedUnit};

use crate::cuda::Cuda;
use crate::error::GpuError;
use crate::launch::{LevelLaunch, LevelTable};
use crate::machine::{Buffer, Machine};

/// Items of work that are started together: what is asked to stop waits for these.
const TOGETHER: u64 = 1 << 19;
/// What the arrays of a level may take, beside its values.
const ARRAY_BYTES: u64 = 3 << 30;

/// What is wanted of a survey.
#[derive(Clone, Copy)]
pub struct LevelOrder<'a> {
    /// The tiers that are counted.
    pub is_wanted: &'a dyn Fn(Tier) -> bool,
    /// The levels whose values are kept.
    pub is_kept: &'a dyn Fn(u32) -> bool,
    /// Whether every value that was searched is derived a second time from the next level's, and random
    /// positions are searched by the processor.
    pub verifies: bool,
}

impl fmt::Debug for LevelOrder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LevelOrder").field("verifies", &self.verifies).finish_non_exhaustive()
    }
}

/// What takes the results of a survey.
pub trait LevelSink {
    /// A tier was counted.
    fn count(&mut self, tier: Tier, tally: &TierTally);

    /// The values of a level that is kept.
    fn keep(&mut self, values: LevelValues);
}

/// What was surveyed, besides the counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurveyedLevels {
    /// Values that were derived again.
    pub verified: VerifiedUnit,
    /// How long the levels took, the last one first.
    pub times: Vec<LevelTime>,
}

/// Surveys the levels of a game on the first GPU: finds and counts the tiers that are wanted and what they
/// need.
pub fn survey_levels(
    side: &dyn LevelSurvey,
    order: LevelOrder<'_>,
    control: &Control,
    sink: &mut dyn LevelSink,
) -> Result<SurveyedLevels, SolveError> {
    survey_levels_on(Cuda::open_levels(side)?, side, order, control, sink)
}

/// The same on any machine that has the game's kernels.
pub fn survey_levels_on<M: Machine>(
    machine: M,
    side: &dyn LevelSurvey,
    order: LevelOrder<'_>,
    control: &Control,
    sink: &mut dyn LevelSink,
) -> Result<SurveyedLevels, SolveError> {
    let LevelOrder { is_wanted, is_kept, verifies } = order;
    let machine = Arc::new(machine);
    let is_level_wanted = |level: u32| side.tiers(level).into_iter().any(is_wanted);
    let tell = |sink: &mut dyn LevelSink, counts: Vec<LevelCounts>| {
        for counts in counts.into_iter().filter(|counts| is_wanted(counts.tier)) {
            let count = |&(outcome, positions, canonical)| {
                (Code::new(outcome), Count { positions, canonical })
            };
            let (positions, canonical) = counts.unreachable;
            let tally = TierTally {
                counts: counts.rows.iter().map(count).collect::<HashMap<Code, Count>>(),
                unreachable: Count { positions, canonical },
                ..TierTally::default()
            };
            sink.count(counts.tier, &tally);
        }
    };
    if is_level_wanted(side.levels()) {
        tell(sink, side.last_level());
    }
    let levels = needed_levels(side, |level| is_level_wanted(level) || is_kept(level), verifies);
    check_memory(&*machine, side, &levels, verifies)?;
    control.expect(levels.iter().map(|&level| side.outline(level).bytes).sum());
    let mut common = Vec::new();
    for array in side.common() {
        common.push(buffer(&machine, &array)?);
    }
    let surveyor = Surveyor { machine: &machine, common: &common, control };
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let _end = End(&is_over);
        // The processor searches while the device is busy, a level or two ahead.
        let (searched, samples) = sync_channel::<LevelSamples>(2);
        if verifies {
            let (levels, is_over) = (levels.clone(), &is_over);
            let is_stopped = move || is_over.load(Ordering::Relaxed) || control.check().is_err();
            scope.spawn(move || {
                let mut found = levels.into_iter().map(|level| side.samples(level, &is_stopped));
                found.try_for_each(|samples| searched.send(samples))
            });
        }
        let mut surveyed = SurveyedLevels::default();
        let mut next: Option<Loaded<M>> = None;
        for level in levels {
            let began = Instant::now();
            let mut own = surveyor.load(side.work(level))?;
            let (slots, is_searched) = (own.work.slots, own.work.search.is_some());
            let counters = surveyor.find(&mut own, next.as_ref(), is_searched)?;
            let seconds = began.elapsed().as_secs_f64();
            surveyed.times.push(LevelTime { level, slots, is_searched, seconds });
            if verifies && is_searched {
                surveyed.verified.positions +=
                    surveyor.look_up_again(&mut own, next.as_ref(), &counters)?;
            }
            if verifies {
                let samples = samples.recv().map_err(|_| SolveError::Stopped)?;
                control.check()?;
                surveyed.verified.positions += surveyor.compare(side, &own, &samples)?;
            }
            tell(sink, side.counted(&own.work, &counters));
            if is_kept(level) {
                let bytes = surveyor.read(&own.values, own.work.bytes as usize)?;
                sink.keep(LevelValues { level, bytes });
            }
            control.advance(own.work.bytes);
            next = Some(own);
        }
        Ok(surveyed)
    })
}

/// Says when dropped that nobody waits for anything any more.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The values of one level of a game, found on the first GPU.
pub fn level_values(
    side: &dyn LevelSurvey,
    level: u32,
    control: &Control,
) -> Result<LevelValues, SolveError> {
    level_values_on(Cuda::open_levels(side)?, side, level, control)
}

/// The same on any machine that has the game's kernels.
pub fn level_values_on<M: Machine>(
    machine: M,
    side: &dyn LevelSurvey,
    level: u32,
    control: &Control,
) -> Result<LevelValues, SolveError> {
    struct Kept(Option<LevelValues>);
    impl LevelSink for Kept {
        fn count(&mut self, _: Tier, _: &TierTally) {}
        fn keep(&mut self, values: LevelValues) {
            self.0 = Some(values);
        }
    }
    let mut kept = Kept(None);
    let order =
        LevelOrder { is_wanted: &|_| false, is_kept: &|other| other == level, verifies: false };
    survey_levels_on(machine, side, order, control, &mut kept)?;
    kept.0.ok_or_else(|| SolveError::Device(format!("no kernel finds level {level}")))
}

/// The levels that must be found, the last one first: those of which something is wanted, and what these are
/// looked up in.
fn needed_levels(
    side: &dyn LevelSurvey,
    is_wanted: impl Fn(u32) -> bool,
    verifies: bool,
) -> Vec<u32> {
    let mut levels: Vec<u32> = Vec::new();
    let mut is_next_needed = false;
    for level in 0..side.levels() {
        if is_wanted(level) || is_next_needed {
            levels.push(level);
            is_next_needed = verifies || !side.outline(level).is_searched;
        }
    }
    levels.reverse();
    levels
}

/// The bytes that the device needs at some time, and the level at which it does.
fn peak(side: &dyn LevelSurvey, levels: &[u32], verifies: bool) -> Option<(u64, u32)> {
    let needed = |&level: &u32| {
        let outline = side.outline(level);
        let is_next_kept = levels.contains(&(level + 1)) && (verifies || !outline.is_searched);
        let next = if is_next_kept { side.outline(level + 1).bytes } else { 0 };
        let again = if verifies && outline.is_searched { outline.bytes } else { 0 };
        let arrays = ARRAY_BYTES.min(outline.bytes + next);
        (outline.bytes + next + again + arrays, level)
    };
    levels.iter().map(needed).max()
}

/// The bytes that a GPU must have free to survey all levels of a game, without deriving them again.
pub fn level_memory(side: &dyn LevelSurvey) -> u64 {
    peak(side, &needed_levels(side, |_| true, false), false).map_or(0, |(needed, _)| needed)
}

/// Seconds that finding the values of a level, and before that of those it needs, took on an NVIDIA H200, and the
/// bytes that a GPU must have free for it.
pub fn level_seconds(side: &dyn LevelSurvey, level: u32) -> (f64, u64) {
    let levels = needed_levels(side, |other| other == level, false);
    let seconds = levels.iter().map(|&level| side.outline(level).measured_seconds).sum();
    (seconds, peak(side, &levels, false).map_or(0, |(needed, _)| needed))
}

/// Refuses a survey that at some time needs more memory than the device has.
fn check_memory<M: Machine>(
    machine: &M,
    side: &dyn LevelSurvey,
    levels: &[u32],
    verifies: bool,
) -> Result<(), GpuError> {
    let free = machine.free_memory()?;
    match peak(side, levels, verifies) {
        Some((needed, level)) if needed > free => {
            let what = format!("level {level} with what it is looked up in");
            Err(GpuError::TooLittleMemory { what, needed, free })
        }
        _ => Ok(()),
    }
}

/// A level on the machine.
struct Loaded<M: Machine> {
    work: LevelWork,
    table: LevelTable,
    values: Buffer<M>,
    _arrays: Vec<Buffer<M>>,
}

struct Surveyor<'a, M: Machine> {
    machine: &'a Arc<M>,
    common: &'a [Buffer<M>],
    control: &'a Control,
}

fn buffer<M: Machine>(machine: &Arc<M>, words: &[u32]) -> Result<Buffer<M>, GpuError> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
    Buffer::of(machine, &bytes)
}

fn doubles(bytes: &[u8]) -> Vec<u64> {
    let double = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_ne_bytes);
    bytes.chunks_exact(8).map(double).collect()
}

impl<M: Machine> Surveyor<'_, M> {
    fn load(&self, work: LevelWork) -> Result<Loaded<M>, GpuError> {
        let mut arrays = Vec::new();
        for array in &work.arrays {
            arrays.push(buffer(self.machine, array)?);
        }
        let values = self.blank(work.bytes)?;
        let mut table = LevelTable { values: values.address(), ..LevelTable::default() };
        for (place, array) in table.arrays.iter_mut().zip(&arrays) {
            *place = array.address();
        }
        table.numbers = work.numbers;
        Ok(Loaded { work, table, values, _arrays: arrays })
    }

    /// Memory in which there is nothing yet.
    fn blank(&self, bytes: u64) -> Result<Buffer<M>, GpuError> {
        let buffer = Buffer::new(self.machine, bytes)?;
        self.machine.fill(buffer.address(), buffer.bytes(), 0)?;
        Ok(buffer)
    }

    fn read(&self, buffer: &Buffer<M>, bytes: usize) -> Result<Vec<u8>, GpuError> {
        let mut read = vec![0; bytes];
        self.machine.download(buffer.address(), &mut read)?;
        Ok(read)
    }

    fn launch(&self, own: LevelTable, next: Option<&Loaded<M>>, counts: &Buffer<M>) -> LevelLaunch {
        let mut launch = LevelLaunch { own, counts: counts.address(), ..LevelLaunch::default() };
        launch.next = next.map_or(LevelTable::default(), |next| next.table);
        for (place, array) in launch.common.iter_mut().zip(self.common) {
            *place = array.address();
        }
        launch
    }

    /// Finds the values of a level, by searching or in those of the next, and counts them.
    fn find(
        &self,
        own: &mut Loaded<M>,
        next: Option<&Loaded<M>>,
        searches: bool,
    ) -> Result<Vec<u64>, SolveError> {
        let LevelTask { kernel, records, items } = match &own.work.search {
            Some(task) if searches => task,
            _ => &own.work.look_up,
        };
        let records = buffer(self.machine, records)?;
        let counts = self.blank(8 * own.work.counters as u64)?;
        own.table.arrays[0] = records.address();
        let mut launch = self.launch(own.table, next, &counts);
        while launch.first_item < *items {
            self.control.check()?;
            launch.items = TOGETHER.min(items - launch.first_item);
            self.machine.launch_level(kernel, launch.items, &launch)?;
            launch.first_item += launch.items;
            // Waits for the kernel.
            self.read(&counts, 8)?;
        }
        let read = doubles(&self.read(&counts, 8 * own.work.counters)?);
        // Later launches find pairs by the same records, whatever the items were.
        own._arrays.push(records);
        Ok(read)
    }

    /// Derives the values of a level that was searched from those of the next, and compares all bytes and
    /// counts. The slots that were compared.
    fn look_up_again(
        &self,
        own: &mut Loaded<M>,
        next: Option<&Loaded<M>>,
        counters: &[u64],
    ) -> Result<u64, SolveError> {
        let searched = std::mem::replace(&mut own.values, self.blank(own.work.bytes)?);
        own.table.values = own.values.address();
        let again = self.find(own, next, false)?;
        let count = self.blank(8)?;
        let mut launch = self.launch(own.table, None, &count);
        launch.next.values = searched.address();
        launch.items = own.work.bytes;
        self.machine.launch_level("differ", TOGETHER, &launch)?;
        let different = doubles(&self.read(&count, 8)?);
        if different != [0] || again != counters {
            return Err(self.wrong(own, 0));
        }
        Ok(own.work.slots)
    }

    /// Compares what values make of random positions with what a search has found. How many there are.
    fn compare(
        &self,
        side: &dyn LevelSurvey,
        own: &Loaded<M>,
        samples: &LevelSamples,
    ) -> Result<u64, SolveError> {
        let count = samples.slots.len();
        let words: Vec<u32> =
            samples.slots.iter().flat_map(|&slot| [slot as u32, (slot >> 32) as u32]).collect();
        let (slots, values) = (buffer(self.machine, &words)?, self.blank(count as u64)?);
        let mut launch = self.launch(own.table, None, &values);
        launch.common[MAX_LEVEL_ARRAYS - 1] = slots.address();
        launch.items = count as u64;
        self.machine.launch_level("gather", launch.items.div_ceil(256), &launch)?;
        let kept = self.read(&values, count)?;
        let mut at = 0;
        for &(slots, expected) in &samples.positions {
            let end = at + usize::from(slots);
            if side.worth(&kept[at..end]) != expected {
                return Err(self.wrong(own, samples.slots.get(at).copied().unwrap_or(0)));
            }
            at = end;
        }
        Ok(samples.positions.len() as u64)
    }

    fn wrong(&self, own: &Loaded<M>, slot: u64) -> SolveError {
        let tier = format!("level {}", own.work.level);
        SolveError::Inconsistent {
            what: "a value that another method does not bear out",
            tier,
            slot,
        }
    }
}

const _: () =
    assert!(MAX_LEVEL_ARRAYS == 8 && MAX_LEVEL_NUMBERS == 8, "as survey kernels have them");
