//! Tags: what a position has besides its pieces.
//!
//! A position can be more than pieces on cells: a frame lies somewhere, a step is forbidden. Such a
//! **tag** is one of a few things that symmetries permute along with the cells; "nothing" is a tag
//! too, one that every symmetry leaves alone. Where every arrangement can have every tag, and boards
//! are large, [`SubsetOrbits::tagged`](crate::SubsetOrbits::tagged) takes tags into the pivot of an
//! [`OrbitIndex`](crate::OrbitIndex). Where the arrangement decides which tags there can be, and boards
//! are small, [`TaggedOrbits`](crate::TaggedOrbits) has slots for those only.

use std::ops::Range;
use std::sync::Arc;

use crate::bits::members;
use crate::group::{Group, MaskAction};
use crate::orbit::MAX_SYMMETRIES;
use crate::subset::SubsetRank;

/// As many tags as a set of tags, a mask of 64 bits, can tell apart.
pub const MAX_TAGS: usize = 64;

/// How a group acts on the cells of a board and on tags.
#[derive(Debug)]
pub struct TaggedAction {
    pub(crate) cells: MaskAction,
    /// Ranks of masks of the cells.
    pub(crate) rank: Arc<SubsetRank>,
    /// The number of tags.
    pub(crate) tags: usize,
    /// `images[symmetry][tag]`.
    images: Vec<[u8; MAX_TAGS]>,
}

impl TaggedAction {
    /// The action on some of a group's points as cells and on others as tags, each permuted among
    /// themselves; tag 0 stands for the first of them.
    ///
    /// # Panics
    /// When there are more than [`MAX_TAGS`] tags or [`MAX_SYMMETRIES`] symmetries, too many cells
    /// for [`SubsetRank`], or a symmetry that takes a cell or a tag elsewhere.
    pub fn new(group: &Group, cells: Range<usize>, tags: Range<usize>) -> TaggedAction {
        assert!(tags.len() <= MAX_TAGS, "too many tags");
        let mut action = TaggedAction::untagged(MaskAction::new(group, cells));
        action.tags = tags.len();
        for (symmetry, images) in action.images.iter_mut().enumerate() {
            for (image, tag) in images.iter_mut().zip(tags.clone()) {
                let to = group.image(symmetry, tag);
                assert!(tags.contains(&to), "a symmetry leaves the tags");
                *image = (to - tags.start) as u8;
            }
        }
        action
    }

    /// The action on positions that are nothing but pieces: they have one tag, 0.
    pub(crate) fn untagged(cells: MaskAction) -> TaggedAction {
        assert!(cells.order() <= MAX_SYMMETRIES, "too many symmetries");
        let rank = Arc::new(SubsetRank::new(cells.cells()));
        TaggedAction { rank, tags: 1, images: vec![[0; MAX_TAGS]; cells.order()], cells }
    }

    /// The number of symmetries.
    pub fn order(&self) -> usize {
        self.images.len()
    }

    /// The image of a tag.
    #[inline(always)]
    pub(crate) fn tag_image(&self, symmetry: usize, tag: usize) -> usize {
        self.images[symmetry][tag].into()
    }

    /// The smallest image of a tag under some of the symmetries, and how many of them leave it alone.
    pub(crate) fn least_tag(&self, symmetries: u64, tag: usize) -> (usize, u32) {
        let images = members(symmetries).map(|symmetry| self.tag_image(symmetry, tag));
        images.fold((tag, 0), |(least, fixed), image| {
            (least.min(image), fixed + u32::from(image == tag))
        })
    }
}
