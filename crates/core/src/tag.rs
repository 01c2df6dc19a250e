//! Tags: what a position has besides its pieces.
//!
//! A position can be more than pieces on cells: a frame lies somewhere, a step is forbidden. Such a
//! **tag** is one of a few things that symmetries permute along with the cells; "nothing" is a tag
//! too, one that every symmetry leaves alone. Where every arrangement can have every tag, and boards
//! are large, [`SubsetOrbits::tagged`](crate::SubsetOrbits::tagged) takes tags into the pivot of an
//! [`OrbitIndex`](crate::OrbitIndex). Where the arrangement decides which tags there can be, and boards
//! are small, [`TaggedOrbits`](crate::TaggedOrbits) has slots for those only.

use std::ops::Range;

use crate::bits::members;
use crate::group::Group;

/// As many tags as a set of tags, a mask of 64 bits, can tell apart.
pub const MAX_TAGS: usize = 64;

/// How the symmetries of a group permute tags.
#[derive(Debug)]
pub(crate) struct Tags {
    count: usize,
    /// `images[symmetry][tag]`.
    images: Vec<[u8; MAX_TAGS]>,
}

impl Tags {
    /// Some points of a group as tags; tag 0 stands for the first of them.
    ///
    /// # Panics
    /// When there are more than [`MAX_TAGS`], or some symmetry takes a tag elsewhere.
    pub(crate) fn new(group: &Group, points: Range<usize>) -> Tags {
        assert!(points.len() <= MAX_TAGS, "too many tags");
        let image_of = |symmetry| {
            let mut images = [0; MAX_TAGS];
            for (image, point) in images.iter_mut().zip(points.clone()) {
                let to = group.image(symmetry, point);
                assert!(points.contains(&to), "a symmetry leaves the tags");
                *image = (to - points.start) as u8;
            }
            images
        };
        Tags { count: points.len(), images: (0..group.order()).map(image_of).collect() }
    }

    /// The one tag, 0, of positions that are nothing but pieces, under so many symmetries.
    pub(crate) fn none(order: usize) -> Tags {
        Tags { count: 1, images: vec![[0; MAX_TAGS]; order] }
    }

    /// The number of tags.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The image of a tag.
    #[inline(always)]
    pub(crate) fn image(&self, symmetry: usize, tag: usize) -> usize {
        self.images[symmetry][tag].into()
    }

    /// The smallest image of a tag under some of the symmetries, and how many of them leave it alone.
    pub(crate) fn least(&self, symmetries: u64, tag: usize) -> (usize, u32) {
        let images = members(symmetries).map(|symmetry| self.image(symmetry, tag));
        images.fold((tag, 0), |(least, fixed), image| {
            (least.min(image), fixed + u32::from(image == tag))
        })
    }
}
