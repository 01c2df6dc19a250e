//! Locating many arrangements of two kinds together.

use super::{Class, OrbitIndex, OrbitSlot};
use crate::bits::ones;

/// Boards have at most so many symmetries where cells that many arrangements share are moved along by all of them.
const MAX_SYMMETRIES: usize = 16;

/// Arrangements of two kinds whose slots stand side by side, and so share their pivot.
///
/// A move that takes the pivot's cells to other cells does so for the whole run: walking move by
/// move over a run, half of the work of locating is done once for all.
#[derive(Debug)]
pub struct Run {
    /// The tag.
    pub tag: usize,
    /// The kind that is the pivot.
    pub pivot: usize,
    /// The cells of the pivot.
    pub pivot_cells: u32,
    /// The cells of the other kind, for each slot.
    pub others: Vec<u32>,
    /// The size of each arrangement's orbit.
    pub orbits: Vec<u32>,
}

impl OrbitIndex<2> {
    /// Cuts a list of slots, none of them a hole, in runs.
    pub fn runs(&self, mut slots: &[u64], mut visit: impl FnMut(&Run)) {
        let mut run =
            Run { tag: 0, pivot: self.pivot, pivot_cells: 0, others: vec![], orbits: vec![] };
        let order = self.subsets.order() as u32;
        let width = self.others.count();
        while let Some(first) = slots.first() {
            let class = first / width;
            let first_slot = class * width;
            let class = class as usize;
            let length = slots.iter().take_while(|&&slot| slot < first_slot + width).count();
            run.tag = self.classes.tags[class].into();
            run.pivot_cells = self.classes.representatives[class];
            let free = self.cells & !run.pivot_cells;
            run.others.clear();
            run.others.extend(slots[..length].iter().map(|slot| {
                let mut other = [0];
                self.others.unrank_on(free, slot - first_slot, &mut other);
                other[0]
            }));
            run.orbits.clear();
            run.orbits.resize(length, order);
            if self.classes.stabilisers[class] != 0 {
                for (orbit, &other) in run.orbits.iter_mut().zip(&run.others) {
                    *orbit = order / self.least_image(class, [run.pivot_cells, other]).1;
                }
            }
            visit(&run);
            slots = &slots[length..];
        }
    }

    /// Locates arrangements with a tag that share the pivot's cells; `cells` tells where the other
    /// kind stands for each of `items`, and `out` gets what `found` makes of item and slot.
    #[inline(always)]
    pub fn locate_others<T, U>(
        &self,
        tag: usize,
        pivot: u32,
        items: &[T],
        cells: impl Fn(&T) -> u32,
        found: impl Fn(&T, OrbitSlot) -> U,
        out: &mut [U],
    ) {
        let class = self.class_of(tag, pivot);
        let pairs = out.iter_mut().zip(items);
        if class.stabilised {
            pairs.for_each(|(out, item)| *out = found(item, class.locate([pivot, cells(item)])));
        } else {
            pairs.for_each(|(out, item)| *out = found(item, class.locate_plain(cells(item))));
        }
    }

    /// Locates several arrangements for each of `items`, which share tag and pivot: for every pair of bits
    /// of its two masks, the one whose other kind stands on its cells, exclusive-or the changes of both
    /// bits.
    #[inline(always)]
    pub(crate) fn locate_pairs_of_others<T, U>(
        &self,
        (tag, pivot): (usize, u32),
        mut pairs: Pairs<'_, T, impl Fn(&T) -> [u32; 2], impl Fn(&T) -> u32>,
        found: impl Fn(&T, OrbitSlot) -> U,
        out: &mut [U],
    ) {
        let class = self.class_of(tag, pivot);
        // The image of what has changed is the image, changed by the image of the change.
        for change in pairs.changes.iter_mut().flatten().filter(|change| **change != 0) {
            *change = class.image.apply(*change);
        }
        let image = |cells| class.image.apply(cells);
        pairs.locate(image, |image| class.locate_image([pivot, image]), found, out);
    }

    /// The same for arrangements that share the cells of the other kind, and whose pivots are changed.
    #[inline(always)]
    pub(crate) fn locate_pairs_of_pivots<T, U>(
        &self,
        (tag, other): (usize, u32),
        pairs: Pairs<'_, T, impl Fn(&T) -> [u32; 2], impl Fn(&T) -> u32>,
        found: impl Fn(&T, OrbitSlot) -> U,
        out: &mut [U],
    ) {
        let images = self.images(other, out.len());
        pairs.locate(
            |cells| cells,
            |pivot| self.locate_pivot(tag, pivot, other, &images),
            found,
            out,
        );
    }

    /// Locates arrangements that share the cells of the other kind; `cells` tells the pivot's.
    #[inline(always)]
    pub fn locate_pivots<T, U>(
        &self,
        tag: usize,
        other: u32,
        items: &[T],
        cells: impl Fn(&T) -> u32,
        found: impl Fn(&T, OrbitSlot) -> U,
        out: &mut [U],
    ) {
        let images = self.images(other, items.len());
        for (out, item) in out.iter_mut().zip(items) {
            *out = found(item, self.locate_pivot(tag, cells(item), other, &images));
        }
    }

    /// The images of cells under every symmetry, where it pays to know them all for so many arrangements.
    #[inline(always)]
    fn images(&self, cells: u32, arrangements: usize) -> Option<[u32; MAX_SYMMETRIES]> {
        let order = self.subsets.order();
        (order <= arrangements && order <= MAX_SYMMETRIES).then(|| {
            let mut images = [0; MAX_SYMMETRIES];
            for (symmetry, image) in images[..order].iter_mut().enumerate() {
                *image = self.subsets.action.cells.apply(symmetry, cells);
            }
            images
        })
    }

    /// Locates an arrangement, given the images of the other kind's cells if they are known.
    #[inline(always)]
    fn locate_pivot(
        &self,
        tag: usize,
        pivot: u32,
        other: u32,
        images: &Option<[u32; MAX_SYMMETRIES]>,
    ) -> OrbitSlot {
        let word = self.word_of(tag, pivot);
        match images {
            Some(images) => {
                let image = images[word.symmetry() % MAX_SYMMETRIES];
                self.class(word).locate_image([pivot, image])
            }
            None => self.class(word).locate([pivot, other]),
        }
    }
}

/// Several arrangements for each of some items: one for every pair of bits of the item's two masks, with the
/// cells of one kind changed by what each of the two bits changes.
pub(crate) struct Pairs<'p, T, M, C> {
    /// The items.
    pub(crate) items: &'p [T],
    /// The two masks of an item.
    pub(crate) masks: M,
    /// The cells of an item that are changed.
    pub(crate) cells: C,
    /// By mask and bit: the cells that change.
    pub(crate) changes: [[u32; 32]; 2],
}

impl<T, M: Fn(&T) -> [u32; 2], C: Fn(&T) -> u32> Pairs<'_, T, M, C> {
    /// How many there are.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        let pairs = |item| (self.masks)(item).map(u32::count_ones).iter().product::<u32>();
        self.items.iter().map(pairs).sum::<u32>() as usize
    }

    #[inline(always)]
    fn locate<U>(
        &self,
        image: impl Fn(u32) -> u32,
        locate: impl Fn(u32) -> OrbitSlot,
        found: impl Fn(&T, OrbitSlot) -> U,
        out: &mut [U],
    ) {
        let mut out = out.iter_mut();
        for item in self.items {
            let cells = image((self.cells)(item));
            let [first, second] = (self.masks)(item);
            for bit in ones(first) {
                let cells = cells ^ self.changes[0][bit];
                for bit in ones(second) {
                    if let Some(out) = out.next() {
                        *out = found(item, locate(cells ^ self.changes[1][bit]));
                    }
                }
            }
        }
    }
}

impl Class<'_, 2> {
    /// The slot of the arrangement with the other kind on these cells, where the representative has
    /// no symmetry of its own.
    #[inline(always)]
    fn locate_plain(&self, cells: u32) -> OrbitSlot {
        let rank = self.index.others.rank_on(self.free, &[self.image.apply(cells)]);
        OrbitSlot { slot: self.first_slot + rank, stabiliser: 1 }
    }
}
