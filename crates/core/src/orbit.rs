//! Numbering orbits instead of positions.
//!
//! An arrangement of several kinds of pieces and its images under the board's symmetries are one
//! **orbit**. [`OrbitIndex`] gives each orbit a slot. One kind is the **pivot**: a table tells, for
//! every subset of cells that the pivot can occupy, the class of the subset (its own orbit) and a
//! symmetry that takes it to the class's representative. The other kinds move along and are ranked
//! on the cells that the representative leaves free:
//!
//! ```text
//! slot = class * arrangements of the others + rank of the others
//! ```
//!
//! Where the representative is itself symmetric, several ranks stand for one orbit. The smallest is
//! the canonical one, the other slots are holes.
//!
//! Where positions have [tags](crate::tag) besides their pieces, the pivot is the tag and the cells of
//! one kind together: the tag then costs neither holes nor a kind of its own. Without tags there is
//! one, 0.
use std::sync::Arc;

use crate::arrangement::Arrangements;
use crate::bits::lowest;
use crate::group::MaskImage;
use crate::subset::binomial;

mod dense;
mod locator;
mod run;
mod subsets;

pub use dense::DenseOrbits;
pub use locator::Locator;
pub(crate) use run::Pairs;
pub use run::Run;
pub(crate) use subsets::ClassWord;
use subsets::SizeOrbits;
pub use subsets::{MAX_SYMMETRIES, SubsetClasses, SubsetOrbits};

/// The slot of an orbit and how many symmetries leave its positions unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrbitSlot {
    /// The orbit's number.
    pub slot: u64,
    /// The order of the stabiliser of any position of the orbit.
    pub stabiliser: u32,
}

/// The two-way map between orbits of arrangements of `KINDS` kinds of pieces and slots.
///
/// ```
/// use hindsight_core::{Group, MaskAction, OrbitIndex, SubsetOrbits};
/// let square = Group::of_rectangle(3, 3);
/// let subsets = SubsetOrbits::new(MaskAction::new(&square, 0..9));
/// let one_cross = OrbitIndex::new(&subsets, [1, 0]);
/// // A corner, an edge or the centre.
/// assert_eq!(one_cross.slots(), 3);
/// assert_eq!(one_cross.locate([0b100, 0]), one_cross.locate([0b1, 0]));
/// ```
#[derive(Debug)]
pub struct OrbitIndex<const KINDS: usize> {
    subsets: Arc<SubsetOrbits>,
    classes: Arc<SizeOrbits>,
    cells: u32,
    pivot: usize,
    others: Arrangements,
}

impl<const KINDS: usize> OrbitIndex<KINDS> {
    /// An index of the arrangements with `sizes[i]` pieces of each kind. The pivot is the kind
    /// that leaves the fewest slots.
    pub fn new(subsets: &Arc<SubsetOrbits>, sizes: [usize; KINDS]) -> Self {
        let pivot = Self::best_pivot(subsets, sizes);
        let mut others = sizes;
        others.swap(0, pivot);
        let cells = subsets.action.cells.cells();
        OrbitIndex {
            subsets: Arc::clone(subsets),
            classes: Arc::clone(subsets.of_size(sizes[pivot])),
            cells: lowest(cells),
            pivot,
            others: Arrangements::sharing(&subsets.action.rank, cells - sizes[pivot], &others[1..]),
        }
    }

    /// The pivot that [`OrbitIndex::new`] would take, without making its tables.
    pub fn pivot_of(subsets: &SubsetOrbits, sizes: [usize; KINDS]) -> usize {
        Self::best_pivot(subsets, sizes)
    }

    /// The number of slots that [`OrbitIndex::new`] would give, without making its tables.
    pub fn slots_of(subsets: &SubsetOrbits, sizes: [usize; KINDS]) -> u64 {
        Self::slots_with(subsets, sizes, Self::best_pivot(subsets, sizes))
    }

    fn best_pivot(subsets: &SubsetOrbits, sizes: [usize; KINDS]) -> usize {
        let slots = |&pivot: &usize| Self::slots_with(subsets, sizes, pivot);
        (0..KINDS).min_by_key(slots).expect("at least one kind")
    }

    fn slots_with(subsets: &SubsetOrbits, mut sizes: [usize; KINDS], pivot: usize) -> u64 {
        sizes.swap(0, pivot);
        let mut free = subsets.action.cells.cells() - sizes[0];
        sizes[1..].iter().fold(subsets.classes(sizes[0]), |slots, &size| {
            let ways = binomial(free, size);
            free -= size;
            slots * ways
        })
    }

    /// The number of slots, holes included.
    pub fn slots(&self) -> u64 {
        self.classes.representatives.len() as u64 * self.others.count()
    }

    /// The kind whose cells make the classes.
    pub fn pivot(&self) -> usize {
        self.pivot
    }

    /// The slot of an arrangement's orbit.
    #[inline(always)]
    pub fn locate(&self, masks: [u32; KINDS]) -> OrbitSlot {
        self.locate_tagged(0, masks)
    }

    /// The slot of the orbit of an arrangement with a tag.
    #[inline(always)]
    pub fn locate_tagged(&self, tag: usize, mut masks: [u32; KINDS]) -> OrbitSlot {
        self.pivot_first(&mut masks);
        self.class_of(tag, masks[0]).locate(masks)
    }

    /// What follows from the tag and the cells of the pivot alone.
    #[inline(always)]
    fn class_of(&self, tag: usize, pivot: u32) -> Class<'_, KINDS> {
        self.class(self.word_of(tag, pivot))
    }

    #[inline(always)]
    fn word_of(&self, tag: usize, pivot: u32) -> ClassWord {
        let rank = self.subsets.action.rank.rank(pivot) as usize;
        ClassWord(self.classes.words[tag * self.classes.subsets + rank])
    }

    #[inline(always)]
    fn class(&self, word: ClassWord) -> Class<'_, KINDS> {
        let number = word.class();
        Class {
            index: self,
            number,
            stabilised: word.is_stabilised(),
            image: self.subsets.action.cells.of(word.symmetry()),
            first_slot: number as u64 * self.others.count(),
            free: self.cells & !self.classes.representatives[number],
        }
    }

    /// The arrangement that stands for a slot, with the order of its stabiliser; `None` for a hole.
    ///
    /// # Panics
    /// When `slot` is not below [`OrbitIndex::slots`].
    #[inline(always)]
    pub fn occupant(&self, slot: u64) -> Option<([u32; KINDS], u32)> {
        self.tagged_occupant(slot).map(|(_, masks, stabiliser)| (masks, stabiliser))
    }

    /// As [`OrbitIndex::occupant`], with the tag before the arrangement.
    #[inline(always)]
    pub fn tagged_occupant(&self, slot: u64) -> Option<(usize, [u32; KINDS], u32)> {
        let class = (slot / self.others.count()) as usize;
        let rank = slot % self.others.count();
        let mut masks = [0; KINDS];
        masks[0] = self.classes.representatives[class];
        self.others.unrank_on(self.cells & !masks[0], rank, &mut masks[1..]);
        let mut stabiliser = 1;
        if self.classes.stabilisers[class] != 0 {
            let (least, order) = self.least_image(class, masks);
            if least != masks {
                return None;
            }
            stabiliser = order;
        }
        self.pivot_first(&mut masks);
        Some((self.classes.tags[class].into(), masks, stabiliser))
    }

    /// Swaps the pivot's mask with the first; doing it again undoes it.
    #[inline(always)]
    fn pivot_first(&self, masks: &mut [u32; KINDS]) {
        // Comparing with constants keeps the masks in registers.
        for kind in 1..KINDS {
            if kind == self.pivot {
                masks.swap(0, kind);
            }
        }
    }

    /// The least image under the symmetries that fix the class's representative, and how many of
    /// them (with the identity) fix the other masks too. Comparing masks compares ranks, because
    /// [`Arrangements`] ranks in the order of the masks.
    #[inline]
    fn least_image(&self, class: usize, masks: [u32; KINDS]) -> ([u32; KINDS], u32) {
        let mut least = masks;
        let mut order = 1;
        let mut symmetries = self.classes.stabilisers[class];
        while symmetries != 0 {
            let symmetry = symmetries.trailing_zeros() as usize;
            symmetries &= symmetries - 1;
            let mut image = masks;
            for mask in &mut image[1..] {
                *mask = self.subsets.action.cells.apply(symmetry, *mask);
            }
            order += u32::from(image[1..] == masks[1..]);
            if image[1..] < least[1..] {
                least[1..].copy_from_slice(&image[1..]);
            }
        }
        (least, order)
    }
}

/// The slots that share their tag and their pivot's cells up to symmetry.
#[derive(Clone, Copy, Debug)]
struct Class<'a, const KINDS: usize> {
    index: &'a OrbitIndex<KINDS>,
    number: usize,
    stabilised: bool,
    /// The symmetry that takes the pivot to the representative.
    image: MaskImage<'a>,
    first_slot: u64,
    /// The cells that the representative leaves free.
    free: u32,
}

impl<const KINDS: usize> Class<'_, KINDS> {
    /// The slot of an arrangement with its pivot first.
    #[inline(always)]
    fn locate(&self, mut masks: [u32; KINDS]) -> OrbitSlot {
        for mask in &mut masks[1..] {
            *mask = self.image.apply(*mask);
        }
        self.locate_image(masks)
    }

    /// As [`Class::locate`], for masks that have been moved along with the pivot.
    #[inline(always)]
    fn locate_image(&self, mut masks: [u32; KINDS]) -> OrbitSlot {
        let mut stabiliser = 1;
        if self.stabilised {
            (masks, stabiliser) = self.index.least_image(self.number, masks);
        }
        let slot = self.first_slot + self.index.others.rank_on(self.free, &masks[1..]);
        OrbitSlot { slot, stabiliser }
    }
}

#[cfg(test)]
pub(crate) mod tests;
