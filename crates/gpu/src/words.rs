//! The tables that every kernel has in fast memory, laid out as in `device/orbit.h`.

use hindsight_core::{DeviceIndexing, DeviceSide, SubsetOrbits, SubsetRank, binomial};

/// The bits of the first two parts that cells are looked up in, and of the last.
fn parts(cells: usize) -> (usize, usize) {
    let part = cells.div_ceil(3);
    (part, cells - 2 * part)
}

/// All words: of orbit indexes the images of cells under the symmetries, ranks of subsets and
/// binomials; and what the game adds.
pub fn fast_words(side: &dyn DeviceSide) -> Vec<u32> {
    let mut words = match side.indexing() {
        DeviceIndexing::Orbits(subsets) => {
            let cells = subsets.action().cells();
            [images(subsets), ranks(cells), binomials(cells)].concat()
        }
        DeviceIndexing::Own { words, .. } => words,
    };
    words.extend(side.tables());
    words
}

fn images(subsets: &SubsetOrbits) -> Vec<u32> {
    let action = subsets.action();
    let (part, last) = parts(action.cells());
    let mut words = Vec::new();
    for symmetry in 0..action.order() {
        for (bits, shift) in [(part, 0), (part, part), (last, 2 * part)] {
            words.extend((0..1u32 << bits).map(|cells| action.apply(symmetry, cells << shift)));
        }
    }
    words
}

fn ranks(cells: usize) -> Vec<u32> {
    let (part, last) = parts(cells);
    let rank = SubsetRank::new(cells);
    // How much a part adds to a rank depends on how many cells are before it, not on which.
    let with_before = |bits: usize, shift: usize, before: usize| {
        let lowest = (1u32 << before) - 1;
        let rank = &rank;
        (0..1u32 << bits).map(move |cells| rank.rank(cells << shift | lowest))
    };
    let mut words: Vec<u32> = with_before(part, 0, 0).collect();
    (0..=part).for_each(|before| words.extend(with_before(part, part, before)));
    (0..=2 * part).for_each(|before| words.extend(with_before(last, 2 * part, before)));
    words
}

fn binomials(cells: usize) -> Vec<u32> {
    let row = |n: usize| (0..=cells).map(move |k| binomial(n, k) as u32);
    (0..=cells).flat_map(row).collect()
}
