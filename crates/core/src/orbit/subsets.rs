//! The classes of subsets of cells: what the pivot of an orbit index is looked up in.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::classify::classify;
use crate::group::{Group, MaskAction};
use crate::subset::binomial;
use crate::tag::TaggedAction;

/// A word of a table of classes: the class, whether its representative has a stabiliser, and the
/// symmetry that leads to it. The GPU's headers know this layout.
#[derive(Clone, Copy, Debug)]
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

/// The classes of all subsets of a board's cells, each with each tag, shared by the indexes of a
/// game's tiers. Tables for a size of subset are made when first needed.
#[derive(Debug)]
pub struct SubsetOrbits {
    pub(super) action: TaggedAction,
    /// By size of subset: how many classes there are.
    classes: Vec<u64>,
    by_size: Vec<OnceLock<Arc<SizeOrbits>>>,
}

/// The classes of the subsets of one size.
#[derive(Debug)]
pub(super) struct SizeOrbits {
    /// The number of subsets.
    pub(super) subsets: usize,
    /// By tag, then by the rank of the subset: a [`ClassWord`].
    pub(super) words: Vec<u32>,
    /// For each class, the cells and the tag of its representative.
    pub(super) representatives: Vec<u32>,
    pub(super) tags: Vec<u8>,
    /// For each class, the symmetries other than the identity that fix the representative.
    pub(super) stabilisers: Vec<u64>,
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
        SubsetOrbits::with(TaggedAction::untagged(action))
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
        SubsetOrbits::with(TaggedAction::new(group, cells, tags))
    }

    fn with(action: TaggedAction) -> Arc<SubsetOrbits> {
        let by_size = (0..=action.cells.cells()).map(|_| OnceLock::new()).collect();
        Arc::new(SubsetOrbits { classes: class_counts(&action), action, by_size })
    }

    /// The number of symmetries.
    pub fn order(&self) -> usize {
        self.action.order()
    }

    /// How the symmetries act on masks of cells.
    pub fn action(&self) -> &MaskAction {
        &self.action.cells
    }

    /// The number of tags.
    pub fn tags(&self) -> usize {
        self.action.tags
    }

    /// The tables of the classes of subsets of a size.
    pub fn tables(&self, size: usize) -> SubsetClasses<'_> {
        let SizeOrbits { words, representatives, tags, stabilisers, .. } = &**self.of_size(size);
        SubsetClasses { words, representatives, tags, stabilisers }
    }

    /// The number of classes of subsets of a size with their tags: needs no table.
    pub fn classes(&self, size: usize) -> u64 {
        self.classes[size]
    }

    pub(super) fn of_size(&self, size: usize) -> &Arc<SizeOrbits> {
        self.by_size[size].get_or_init(|| {
            let TaggedAction { cells: action, rank, .. } = &self.action;
            let subsets = binomial(action.cells(), size) as usize;
            let (mut representatives, mut tags, mut stabilisers) = (vec![], vec![], vec![]);
            let words = classify(
                self.tags() * subsets,
                action.inverses(),
                |number| Some((number / subsets, rank.unrank(size, (number % subsets) as u32))),
                |symmetry, &(tag, mask)| {
                    let tag = self.action.tag_image(symmetry, tag);
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

/// The number of classes of subsets with their tags, for each size, by Burnside's count of what is fixed.
fn class_counts(action: &TaggedAction) -> Vec<u64> {
    let cells = action.cells.cells();
    let mut fixed = vec![0; cells + 1];
    for symmetry in 0..action.order() {
        // Ways to make up each size from whole cycles of the permutation.
        let mut ways = vec![0u64; cells + 1];
        ways[0] = 1;
        let mut seen = 0u32;
        for cell in 0..cells {
            let mut length = 0;
            let mut at = 1u32 << cell;
            while seen & at == 0 {
                seen |= at;
                length += 1;
                at = action.cells.apply(symmetry, at);
            }
            if length > 0 {
                for sum in (length..=cells).rev() {
                    ways[sum] += ways[sum - length];
                }
            }
        }
        let is_fixed = |&tag: &usize| action.tag_image(symmetry, tag) == tag;
        let tags = (0..action.tags).filter(is_fixed).count() as u64;
        for (fixed, ways) in fixed.iter_mut().zip(ways) {
            *fixed += ways * tags;
        }
    }
    fixed.into_iter().map(|fixed| fixed / action.order() as u64).collect()
}
