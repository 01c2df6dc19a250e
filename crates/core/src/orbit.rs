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

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::arrangement::Arrangements;
use crate::bits::lowest;
use crate::classify::classify;
use crate::group::{Group, MaskAction, MaskImage};
use crate::subset::{SubsetRank, binomial};
use crate::tag::Tags;

/// A word of a table of classes: the class, whether its representative has a stabiliser, and the
/// symmetry that leads to it. The GPU's headers know this layout.
#[derive(Clone, Copy)]
pub(crate) struct ClassWord(pub(crate) u32);

const CLASS_BITS: u32 = 25;
const STABILISED: u32 = 1 << CLASS_BITS;
const SYMMETRY_SHIFT: u32 = CLASS_BITS + 1;
/// As many symmetries as a word of a table of classes can tell apart.
pub const MAX_SYMMETRIES: usize = 1 << (32 - SYMMETRY_SHIFT);

impl ClassWord {
    /// The words of a class's members, by the symmetry that takes them to the representative.
    pub(crate) fn of_members(class: usize, stabiliser: u64) -> impl Fn(usize) -> u32 {
        assert!(class < 1 << CLASS_BITS, "too many classes");
        let flag = if stabiliser == 1 { 0 } else { STABILISED };
        move |symmetry| class as u32 | flag | (symmetry as u32) << SYMMETRY_SHIFT
    }

    #[inline(always)]
    pub(crate) fn class(self) -> usize {
        (self.0 & (STABILISED - 1)) as usize
    }

    #[inline(always)]
    pub(crate) fn is_stabilised(self) -> bool {
        self.0 & STABILISED != 0
    }

    #[inline(always)]
    pub(crate) fn symmetry(self) -> usize {
        (self.0 >> SYMMETRY_SHIFT) as usize
    }
}

/// The slot of an orbit and how many symmetries leave its positions unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrbitSlot {
    /// The orbit's number.
    pub slot: u64,
    /// The order of the stabiliser of any position of the orbit.
    pub stabiliser: u32,
}

/// The classes of all subsets of a board's cells, each with each tag, shared by the indexes of a
/// game's tiers. Tables for a size of subset are made when first needed.
#[derive(Debug)]
pub struct SubsetOrbits {
    action: MaskAction,
    tags: Tags,
    rank: Arc<SubsetRank>,
    by_size: Vec<OnceLock<Arc<SizeOrbits>>>,
}

#[derive(Debug)]
struct SizeOrbits {
    /// The number of subsets.
    subsets: usize,
    /// By tag, then by the rank of the subset.
    words: Vec<u32>,
    /// For each class, the cells and the tag of its representative.
    representatives: Vec<u32>,
    tags: Vec<u8>,
    /// For each class, the symmetries other than the identity that fix the representative.
    stabilisers: Vec<u64>,
}

/// The tables of the classes of subsets of one size.
#[derive(Clone, Copy, Debug)]
pub struct SubsetClasses<'a> {
    /// For each tag, for each subset in the order of ranks: the class (25 bits), whether the
    /// representative has a stabiliser (1 bit), the symmetry that leads to it (6 bits).
    pub words: &'a [u32],
    /// For each class, the cells of its representative.
    pub representatives: &'a [u32],
    /// For each class, the tag of its representative.
    pub tags: &'a [u8],
    /// For each class, the symmetries other than the identity that fix the representative.
    pub stabilisers: &'a [u64],
}

impl SubsetOrbits {
    /// Classes under a group's action on the cells.
    ///
    /// # Panics
    /// When there are more symmetries than [`MAX_SYMMETRIES`].
    pub fn new(action: MaskAction) -> Arc<SubsetOrbits> {
        let tags = Tags::none(action.order());
        SubsetOrbits::with(action, tags)
    }

    /// Classes of subsets with tags: `cells` and `tags` are points of the group, which permutes
    /// each of the two among themselves.
    ///
    /// ```
    /// use hindsight_core::{Group, OrbitIndex, SubsetOrbits};
    /// // Four cells in a row and an arrow that points left or right, mirrored together.
    /// let mirror = Group::generated(6, &[vec![3, 2, 1, 0, 5, 4]]);
    /// let subsets = SubsetOrbits::tagged(&mirror, 0..4, 4..6);
    /// let index = OrbitIndex::new(&subsets, [1]);
    /// assert_eq!(index.slots(), 4);
    /// assert_eq!(index.locate_tagged(0, [0b0001]), index.locate_tagged(1, [0b1000]));
    /// assert_ne!(index.locate_tagged(0, [0b0001]), index.locate_tagged(0, [0b1000]));
    /// ```
    ///
    /// # Panics
    /// When there are more symmetries than [`MAX_SYMMETRIES`], more tags than
    /// [`MAX_TAGS`](crate::MAX_TAGS), more than 32 cells, no tag, or some symmetry takes a cell or a
    /// tag elsewhere.
    pub fn tagged(group: &Group, cells: Range<usize>, tags: Range<usize>) -> Arc<SubsetOrbits> {
        assert!(!tags.is_empty(), "no tag");
        SubsetOrbits::with(MaskAction::new(group, cells), Tags::new(group, tags))
    }

    fn with(action: MaskAction, tags: Tags) -> Arc<SubsetOrbits> {
        assert!(action.order() <= MAX_SYMMETRIES);
        let by_size = (0..=action.cells()).map(|_| OnceLock::new()).collect();
        let rank = Arc::new(SubsetRank::new(action.cells()));
        Arc::new(SubsetOrbits { action, tags, rank, by_size })
    }

    /// The number of symmetries.
    pub fn order(&self) -> usize {
        self.action.order()
    }

    /// How the symmetries act on masks of cells.
    pub fn action(&self) -> &MaskAction {
        &self.action
    }

    /// The number of tags.
    pub fn tags(&self) -> usize {
        self.tags.count()
    }

    /// The tables of the classes of subsets of a size.
    pub fn tables(&self, size: usize) -> SubsetClasses<'_> {
        let SizeOrbits { words, representatives, tags, stabilisers, .. } = &**self.of_size(size);
        SubsetClasses { words, representatives, tags, stabilisers }
    }

    /// The number of classes of subsets of a size with their tags, by Burnside's count of what is
    /// fixed: needs no table.
    pub fn classes(&self, size: usize) -> u64 {
        let cells = self.action.cells();
        let fixed: u64 = (0..self.action.order())
            .map(|symmetry| {
                // Ways to make up `size` from whole cycles of the permutation.
                let mut ways = vec![0u64; cells + 1];
                ways[0] = 1;
                let mut seen = 0u32;
                for cell in 0..cells {
                    let mut length = 0;
                    let mut at = 1u32 << cell;
                    while seen & at == 0 {
                        seen |= at;
                        length += 1;
                        at = self.action.apply(symmetry, at);
                    }
                    if length > 0 {
                        for sum in (length..=cells).rev() {
                            ways[sum] += ways[sum - length];
                        }
                    }
                }
                let is_fixed = |&tag: &usize| self.tags.image(symmetry, tag) == tag;
                ways[size] * (0..self.tags()).filter(is_fixed).count() as u64
            })
            .sum();
        fixed / self.action.order() as u64
    }

    fn of_size(&self, size: usize) -> &Arc<SizeOrbits> {
        self.by_size[size].get_or_init(|| {
            let (action, rank) = (&self.action, &*self.rank);
            let subsets = binomial(action.cells(), size) as usize;
            let (mut representatives, mut tags, mut stabilisers) = (vec![], vec![], vec![]);
            let words = classify(
                self.tags() * subsets,
                action.inverses(),
                |number| Some((number / subsets, rank.unrank(size, (number % subsets) as u32))),
                |symmetry, &(tag, mask)| {
                    let tag = self.tags.image(symmetry, tag);
                    tag * subsets + rank.rank(action.apply(symmetry, mask)) as usize
                },
                |orbit| {
                    let (tag, mask) = orbit.representative;
                    representatives.push(mask);
                    tags.push(tag as u8);
                    let stabiliser = orbit.stabiliser_set();
                    stabilisers.push(stabiliser & !1);
                    ClassWord::of_members(orbit.class, stabiliser)
                },
            );
            Arc::new(SizeOrbits { subsets, words, representatives, tags, stabilisers })
        })
    }
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
        let cells = subsets.action.cells();
        OrbitIndex {
            subsets: Arc::clone(subsets),
            classes: Arc::clone(subsets.of_size(sizes[pivot])),
            cells: lowest(cells),
            pivot,
            others: Arrangements::sharing(&subsets.rank, cells - sizes[pivot], &others[1..]),
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
        let mut free = subsets.action.cells() - sizes[0];
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
        let rank = self.subsets.rank.rank(pivot) as usize;
        let word = ClassWord(self.classes.words[tag * self.classes.subsets + rank]);
        let (number, symmetry) = (word.class(), word.symmetry());
        Class {
            index: self,
            number,
            stabilised: word.is_stabilised(),
            symmetry,
            image: self.subsets.action.of(symmetry),
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
    fn least_image(&self, class: usize, masks: [u32; KINDS]) -> ([u32; KINDS], u32) {
        let mut least = masks;
        let mut order = 1;
        let mut symmetries = self.classes.stabilisers[class];
        while symmetries != 0 {
            let symmetry = symmetries.trailing_zeros() as usize;
            symmetries &= symmetries - 1;
            let mut image = masks;
            for mask in &mut image[1..] {
                *mask = self.subsets.action.apply(symmetry, *mask);
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
    /// The symmetry that takes the pivot to the representative, by its number and as it acts.
    symmetry: usize,
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

    /// Locates arrangements that share the cells of one kind, `shared_kind` on `shared_cells`.
    /// `cells` tells where the other kind stands for each of `items`, and what `found` makes of
    /// item and slot is added to `out`.
    #[inline(always)]
    pub fn locate_run<T, U>(
        &self,
        shared_kind: usize,
        shared_cells: u32,
        items: &[T],
        cells: impl Fn(&T) -> u32,
        found: impl Fn(&T, OrbitSlot) -> U,
        out: &mut Vec<U>,
    ) {
        if shared_kind != self.pivot {
            // Most runs are too short for preparing all images of what is shared.
            out.extend(items.iter().map(|item| {
                let pivot = cells(item);
                found(item, self.class_of(0, pivot).locate([pivot, shared_cells]))
            }));
            return;
        }
        let class = self.class_of(0, shared_cells);
        if class.stabilised {
            let place = |item| class.locate([shared_cells, cells(item)]);
            out.extend(items.iter().map(|item| found(item, place(item))));
            return;
        }
        out.extend(items.iter().map(|item| found(item, class.locate_plain(cells(item)))));
    }

    /// What can be said about arrangements with a tag that share the cells of one kind, before the
    /// other kind's are known: worth preparing for more than a few of them.
    #[inline(always)]
    pub fn sharing(&self, tag: usize, kind: usize, cells: u32) -> Sharing<'_> {
        if kind == self.pivot {
            let class = self.class_of(tag, cells);
            return Sharing(if class.stabilised {
                Common::SymmetricPivot(class, cells)
            } else {
                Common::Pivot(class)
            });
        }
        let mut images = [0; MAX_SYMMETRIES];
        for (symmetry, image) in images[..self.subsets.order()].iter_mut().enumerate() {
            *image = self.subsets.action.apply(symmetry, cells);
        }
        Sharing(Common::Other { index: self, tag, images })
    }
}

/// Arrangements of two kinds that have the tag and the cells of one kind in common.
#[derive(Debug)]
pub struct Sharing<'a>(Common<'a>);

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "one at a time, on the stack; a box would cost more")]
enum Common<'a> {
    /// The shared kind is the pivot, and its representative has no symmetry of its own.
    Pivot(Class<'a, 2>),
    /// The shared kind is the pivot, on these cells.
    SymmetricPivot(Class<'a, 2>, u32),
    /// The shared kind is not the pivot: its images under all symmetries.
    Other { index: &'a OrbitIndex<2>, tag: usize, images: [u32; MAX_SYMMETRIES] },
}

impl Sharing<'_> {
    /// The slot of the arrangement whose other kind stands on these cells.
    #[inline(always)]
    pub fn locate(&self, cells: u32) -> OrbitSlot {
        self.0.locate(cells)
    }
}

impl Common<'_> {
    #[inline(always)]
    fn locate(&self, cells: u32) -> OrbitSlot {
        match self {
            Common::Pivot(class) => class.locate_plain(cells),
            Common::SymmetricPivot(class, pivot) => class.locate([*pivot, cells]),
            Common::Other { index, tag, images } => {
                let class = index.class_of(*tag, cells);
                class.locate_image([cells, images[class.symmetry]])
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

/// The two-way map between orbits and dense numbers, without holes, by one table over all
/// arrangements: for boards, or parts of boards, with few arrangements.
///
/// ```
/// use hindsight_core::{DenseOrbits, Group, MaskAction};
/// let mirror = Group::generated(3, &[vec![2, 1, 0]]);
/// let orbits = DenseOrbits::new(&MaskAction::new(&mirror, 0..3), [1, 1]);
/// assert_eq!(orbits.slots(), 3);
/// assert_eq!(orbits.locate([0b001, 0b010]), orbits.locate([0b100, 0b010]));
/// ```
#[derive(Clone, Debug)]
pub struct DenseOrbits<const KINDS: usize> {
    arrangements: Arrangements,
    /// By the number of the arrangement.
    words: Vec<u32>,
    occupants: Vec<[u32; KINDS]>,
}

const SLOT_BITS: u32 = 22;

/// An [`OrbitSlot`] in four bytes: 22 bits of slot, 10 bits of stabiliser less one.
fn slot_word(slot: usize, stabiliser: usize) -> u32 {
    // All bits set would be no slot.
    let fits = slot < 1 << SLOT_BITS && stabiliser < 1 << (32 - SLOT_BITS);
    assert!(fits, "too many orbits for a dense table");
    slot as u32 | (stabiliser as u32 - 1) << SLOT_BITS
}

impl<const KINDS: usize> DenseOrbits<KINDS> {
    /// The orbits of the arrangements with `sizes[i]` pieces of each kind.
    ///
    /// # Panics
    /// When there are 2^22 orbits or more, or 2^10 symmetries or more.
    pub fn new(action: &MaskAction, sizes: [usize; KINDS]) -> Self {
        let arrangements = Arrangements::new(action.cells(), &sizes);
        let mut occupants = Vec::new();
        let words = classify(
            arrangements.count() as usize,
            action.inverses(),
            |number| {
                let mut masks = [0; KINDS];
                arrangements.unrank(number as u64, &mut masks);
                Some(masks)
            },
            |symmetry, masks| {
                let act = action.of(symmetry);
                arrangements.rank(&masks.map(|mask| act.apply(mask))) as usize
            },
            |orbit| {
                occupants.push(orbit.representative);
                let word = slot_word(orbit.class, orbit.stabiliser().count());
                move |_| word
            },
        );
        DenseOrbits { arrangements, words, occupants }
    }

    /// The number of orbits.
    pub fn slots(&self) -> u64 {
        self.occupants.len() as u64
    }

    /// The slot of an arrangement's orbit.
    #[inline(always)]
    pub fn locate(&self, masks: [u32; KINDS]) -> OrbitSlot {
        let word = self.words[self.arrangements.rank(&masks) as usize];
        let slot = (word & ((1 << SLOT_BITS) - 1)).into();
        OrbitSlot { slot, stabiliser: (word >> SLOT_BITS) + 1 }
    }

    /// For all arrangements in the order of [`Arrangements`]: the slot, and above 22 bits the order of
    /// the stabiliser less one. The GPU's headers know this layout.
    pub fn words(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().copied()
    }

    /// The arrangement that stands for a slot.
    #[inline(always)]
    pub fn occupant(&self, slot: u64) -> [u32; KINDS] {
        self.occupants[slot as usize]
    }
}

#[cfg(test)]
mod tests;
