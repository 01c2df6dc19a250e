//! What a game offers so that a GPU can survey it level by level, with kernels of the game's own.
//!
//! A game that is too large for tables may still be counted whole: if every move leads to the next level, the
//! values of one level are all that the level before it needs. How values are kept and found is the
//! game's affair. The driver (`hindsight-gpu`) gives memory to the kernels, starts them and brings the counts back.

use crate::game::Tier;
use crate::value::Outcome;

/// The most arrays that all levels use, and that a level has.
pub const MAX_LEVEL_ARRAYS: usize = 8;
/// The most numbers that a level has besides.
pub const MAX_LEVEL_NUMBERS: usize = 8;

/// A game that a GPU surveys level by level.
///
/// Its kernels take a `LevelLaunch` (`hindsight-gpu`'s `launch.rs` has its layout). Two are asked for by name
/// besides those that find a level: `gather` copies the values of some slots, a byte each, and `differ` counts
/// the bytes in which two tables differ.
pub trait LevelSurvey: Send + Sync {
    /// The kernels, in CUDA C++ that is C++ too. The words of `prelude.h` come before.
    fn kernels(&self) -> String;

    /// The names of all kernels.
    fn kernel_names(&self) -> Vec<&'static str>;

    /// Arrays that all levels use.
    fn common(&self) -> Vec<Vec<u32>>;

    /// How many levels the kernels find: all but the last one.
    fn levels(&self) -> u32;

    /// The tiers of a level, with those before the first level counted among that.
    fn tiers(&self, level: u32) -> Vec<Tier>;

    /// The bytes that the values of a level take, and whether they can be found without the next level's.
    fn outline(&self, level: u32) -> LevelOutline;

    /// What kernels must know about a level.
    fn work(&self, level: u32) -> LevelWork;

    /// What was counted of a level, tier by tier.
    fn counted(&self, work: &LevelWork, counters: &[u64]) -> Vec<LevelCounts>;

    /// The counts of the last level, for which no kernel is needed.
    fn last_level(&self) -> Vec<LevelCounts>;

    /// The positions of a tier that no play leads to and that only have a slot, and their orbits.
    fn unreachable(&self, tier: Tier) -> (u64, u64);

    /// Random positions whose values follow from those of a level, searched without them; none where
    /// searching takes too long. Gives up once `is_stopped` says so.
    fn samples(&self, level: u32, is_stopped: &(dyn Fn() -> bool + Sync)) -> LevelSamples;

    /// What the values that are kept for a sample's slots make it worth, in the game's own numbers.
    fn worth(&self, kept: &[u8]) -> u8;

    /// The level whose values tell those of all positions of a boundary; `None` where no kernel finds it.
    fn level_behind(&self, boundary: u32) -> Option<u32>;

    /// The outcome of what has a slot, from the values of the level [behind](LevelSurvey::level_behind)
    /// its own; `None` for a hole.
    fn outcome_in(&self, values: &LevelValues, tier: Tier, slot: u64) -> Option<Outcome>;
}

/// The values of a level, as its kernels keep them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelValues {
    /// The level.
    pub level: u32,
    /// As many bits for each slot as the level takes.
    pub bytes: Vec<u8>,
}

/// Positions whose values follow from those of a level.
#[derive(Clone, Debug, Default)]
pub struct LevelSamples {
    /// The slots that their values follow from, position after position.
    pub slots: Vec<u64>,
    /// How many slots a position has there, and what a search says that these [make it
    /// worth](LevelSurvey::worth).
    pub positions: Vec<(u8, u8)>,
}

/// How long a level took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelTime {
    /// The level.
    pub level: u32,
    /// Slots, gaps included.
    pub slots: u64,
    /// Whether it was searched, and not looked up in the next level.
    pub is_searched: bool,
    /// Seconds until its values were found and counted, once.
    pub seconds: f64,
}

/// The size of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelOutline {
    /// Bytes of its values.
    pub bytes: u64,
    /// Whether a kernel finds them without those of the next level.
    pub is_searched: bool,
    /// Seconds that finding them once took on an NVIDIA H200.
    pub measured_seconds: f64,
}

/// What kernels must know about a level.
#[derive(Clone, Debug)]
pub struct LevelWork {
    /// The level.
    pub level: u32,
    /// Slots, gaps included.
    pub slots: u64,
    /// Bytes of their values.
    pub bytes: u64,
    /// Numbers for the kernels.
    pub numbers: [u32; MAX_LEVEL_NUMBERS],
    /// Arrays for the kernels; the first is that of the [`LevelTask`].
    pub arrays: Vec<Vec<u32>>,
    /// How many numbers are counted.
    pub counters: usize,
    /// How its values are found by searching, if they are.
    pub search: Option<LevelTask>,
    /// How they are found in those of the next level.
    pub look_up: LevelTask,
}

/// One way to find the values of a level.
#[derive(Clone, Debug)]
pub struct LevelTask {
    /// The kernel.
    pub kernel: &'static str,
    /// The array that says which items of work there are.
    pub records: Vec<u32>,
    /// How many.
    pub items: u64,
}

/// What was counted of a tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelCounts {
    /// The tier.
    pub tier: Tier,
    /// Outcomes, with the positions and the orbits that have them.
    pub rows: Vec<(Outcome, u64, u64)>,
    /// Besides, positions that no play leads to, and their orbits.
    pub unreachable: (u64, u64),
}
