//! The text that is compiled for the machine.

use hindsight_core::{
    DeviceIndexing, DeviceSide, LevelSurvey, MAX_DEVICE_PARAMETERS, MAX_DEVICE_TARGETS,
};

use crate::words::fast_words;

/// Threads of a block.
pub(crate) const THREADS: u32 = 512;
/// Blocks that share a multiprocessor: so many that their fast memory and registers suffice.
pub(crate) const BLOCKS_PER_PROCESSOR: u32 = 2;

/// Threads of a block that surveys levels.
pub(crate) const LEVEL_THREADS: u32 = 256;

/// The kernels of a game that is surveyed level by level.
pub fn level_source(side: &dyn LevelSurvey) -> String {
    let threads = format!("#define THREADS {LEVEL_THREADS}u\n");
    let blocks = format!("#define BLOCKS_PER_PROCESSOR {BLOCKS_PER_PROCESSOR}\n");
    [threads, blocks, include_str!("device/prelude.h").to_owned(), side.kernels()].concat()
}

/// The kernels of a game, in CUDA C++ that is C++ too.
pub fn source(side: &dyn DeviceSide) -> String {
    let number = |name: &str, value: usize| format!("#define {name} {value}u\n");
    let (order, index) = match side.indexing() {
        DeviceIndexing::Orbits(subsets) => {
            let header = [
                number("CELLS", subsets.action().cells()),
                number("TAGS", subsets.tags()),
                include_str!("device/orbit.h").to_owned(),
            ];
            (subsets.order(), header.concat())
        }
        DeviceIndexing::Own { symmetries, header, words } => {
            (symmetries as usize, number("GAME_TABLES", words.len()) + &header)
        }
    };
    [
        number("ORDER", order),
        number("THREADS", THREADS as usize),
        format!("#define BLOCKS_PER_PROCESSOR {BLOCKS_PER_PROCESSOR}\n"),
        number("TABLE_WORDS", fast_words(side).len()),
        number("PARAMETERS", MAX_DEVICE_PARAMETERS),
        number("TARGETS", MAX_DEVICE_TARGETS),
        include_str!("device/prelude.h").to_owned(),
        index,
        include_str!("device/tier.h").to_owned(),
        side.header(),
        include_str!("device/passes.h").to_owned(),
        include_str!("device/rounds.h").to_owned(),
    ]
    .concat()
}
