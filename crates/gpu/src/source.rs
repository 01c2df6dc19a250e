//! The text that is compiled for the machine.

use hindsight_core::DeviceSide;

use crate::words::fast_words;

/// Threads of a block.
pub(crate) const THREADS: u32 = 512;
/// Blocks that share a multiprocessor: so many that their fast memory and registers suffice.
pub(crate) const BLOCKS_PER_PROCESSOR: u32 = 2;

/// The kernels of a game, in CUDA C++ that is C++ too.
pub fn source(side: &dyn DeviceSide) -> String {
    let subsets = side.subsets();
    let action = subsets.action();
    let labels = subsets.labels();
    let words = fast_words(side).len();
    [
        format!("#define CELLS {}u\n", action.cells()),
        format!("#define ORDER {}u\n", action.order()),
        format!("#define LABELS {labels}u\n"),
        format!("#define THREADS {THREADS}u\n"),
        format!("#define BLOCKS_PER_PROCESSOR {BLOCKS_PER_PROCESSOR}\n"),
        format!("#define TABLE_WORDS {words}u\n"),
        include_str!("device/prelude.h").to_owned(),
        include_str!("device/orbit.h").to_owned(),
        side.header(),
        include_str!("device/passes.h").to_owned(),
    ]
    .concat()
}
