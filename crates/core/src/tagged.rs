//! Numbering orbits of arrangements with the [tags](crate::tag) that they can have.
//!
//! Which tags an arrangement can have depends on the arrangement, so the slots of an arrangement's
//! orbit stand side by side, as many as it needs:
//!
//! ```text
//! slot = first slot of the arrangement's orbit + number of the tag among those kept
//! ```
//!
//! Arrangement and tag are taken to the orbit's representative by the same symmetry. Where the
//! representative has a stabiliser, the tags that it permutes among one another are one orbit, and
//! only the smallest of them is kept: there are no holes.
//!
//! The orbits of the arrangements alone, [`ShapeOrbits`], come from a table over all arrangements.
//! They depend only on how many pieces there are of each kind, so games share them between tiers.

use std::ops::Range;
use std::sync::Arc;

use crate::arrangement::Arrangements;
use crate::bits::members;
use crate::classify::classify;
use crate::orbit::{ClassWord, OrbitSlot};
use crate::tag::TaggedAction;

/// As many kinds of pieces as an arrangement has while tables are made.
const MAX_KINDS: usize = 16;

/// From a slot to its orbit: one entry for so many slots, and a few steps from there.
const SLOTS_PER_ENTRY: u64 = 16;

/// The orbits of the arrangements with so many pieces of each kind, without tags.
#[derive(Debug)]
pub struct ShapeOrbits {
    action: Arc<TaggedAction>,
    kinds: usize,
    arrangements: Arrangements,
    /// By the number of the arrangement: a [`ClassWord`].
    words: Vec<u32>,
    /// The masks of the representatives, `kinds` for each.
    representatives: Vec<u32>,
    /// For each orbit, the set of the symmetries that leave the representative alone.
    stabilisers: Vec<u64>,
}

impl ShapeOrbits {
    /// The orbits of the arrangements with `sizes[i]` pieces of each kind.
    ///
    /// # Panics
    /// When there are more than 2^25 orbits, more pieces than cells, or more than sixteen kinds.
    pub fn new(action: &Arc<TaggedAction>, sizes: &[usize]) -> ShapeOrbits {
        let arrangements = Arrangements::sharing(&action.rank, action.cells.cells(), sizes);
        let kinds = sizes.len();
        assert!(kinds <= MAX_KINDS, "too many kinds of pieces");
        let (mut representatives, mut stabilisers) = (vec![], vec![]);
        let mut image = vec![0; kinds];
        let words = classify(
            arrangements.count() as usize,
            action.cells.inverses(),
            |number| {
                let mut masks = [0; MAX_KINDS];
                arrangements.unrank(number as u64, &mut masks[..kinds]);
                Some(masks)
            },
            |symmetry, masks| {
                let act = action.cells.of(symmetry);
                let masks = masks[..kinds].iter();
                image.iter_mut().zip(masks).for_each(|(image, &mask)| *image = act.apply(mask));
                arrangements.rank(&image) as usize
            },
            |orbit| {
                representatives.extend_from_slice(&orbit.representative[..kinds]);
                let stabiliser = orbit.stabiliser_set();
                stabilisers.push(stabiliser);
                ClassWord::of_members(orbit.class, stabiliser)
            },
        );
        let action = Arc::clone(action);
        ShapeOrbits { action, kinds, arrangements, words, representatives, stabilisers }
    }

    /// The number of orbits.
    pub fn orbits(&self) -> usize {
        self.stabilisers.len()
    }

    /// The arrangement that stands for an orbit: a mask for each kind.
    #[inline(always)]
    pub fn representative(&self, orbit: usize) -> &[u32] {
        &self.representatives[orbit * self.kinds..][..self.kinds]
    }

    /// The tags of a representative that stand for themselves and those that the stabiliser takes
    /// them to.
    fn kept(&self, orbit: usize, allowed: u64) -> u64 {
        let stabiliser = self.stabilisers[orbit];
        if stabiliser == 1 {
            return allowed;
        }
        let is_least = |&tag: &usize| self.action.least_tag(stabiliser, tag).0 == tag;
        members(allowed).filter(is_least).fold(0, |kept, tag| kept | 1 << tag)
    }
}

/// The two-way map between orbits of arrangements with tags and dense numbers, without holes.
///
/// ```
/// use std::sync::Arc;
/// use hindsight_core::{Group, TaggedAction, TaggedOrbits, ShapeOrbits};
/// // Three cells in a row and a mirror; a tag lies on an empty cell, and so on one of the points
/// // that stand for the tuples of one cell.
/// let group = Group::of_rectangle(1, 3).with_tuples(&[vec![0], vec![1], vec![2]]);
/// let action = Arc::new(TaggedAction::new(&group, 0..3, 3..6));
/// let one_piece = Arc::new(ShapeOrbits::new(&action, &[1]));
/// let orbits = TaggedOrbits::new(&one_piece, |masks| u64::from(!masks[0] & 0b111));
/// // Piece at the edge, tag in the middle or opposite; piece in the middle, tag at the edge.
/// assert_eq!(orbits.slots(), 3);
/// assert_eq!(orbits.locate(&[0b001], 1), orbits.locate(&[0b100], 1));
/// assert_ne!(orbits.locate(&[0b001], 2), orbits.locate(&[0b001], 1));
/// ```
#[derive(Debug)]
pub struct TaggedOrbits {
    shape: Arc<ShapeOrbits>,
    /// The first slot of each orbit of arrangements, and at the end the number of all slots.
    first: Vec<u32>,
    /// For each orbit of arrangements, the tags that have slots.
    kept: Vec<u64>,
    /// The orbit of every so many slots' first.
    entries: Vec<u32>,
}

impl TaggedOrbits {
    /// The orbits of arrangements of a shape, each with those tags that `allowed` gives it as a
    /// set. Symmetries must take the tags allowed to an arrangement to those of its image.
    ///
    /// # Panics
    /// When there are 2^32 slots or more.
    pub fn new(shape: &Arc<ShapeOrbits>, allowed: impl Fn(&[u32]) -> u64) -> TaggedOrbits {
        let kept: Vec<u64> = (0..shape.orbits())
            .map(|orbit| shape.kept(orbit, allowed(shape.representative(orbit))))
            .collect();
        let mut first = Vec::with_capacity(kept.len() + 1);
        let mut entries = Vec::new();
        let mut slots = 0u64;
        for (orbit, tags) in kept.iter().enumerate() {
            first.push(slots as u32);
            slots += u64::from(tags.count_ones());
            while (entries.len() as u64) * SLOTS_PER_ENTRY < slots {
                entries.push(orbit as u32);
            }
        }
        first.push(u32::try_from(slots).expect("fewer than 2^32 slots"));
        TaggedOrbits { shape: Arc::clone(shape), first, kept, entries }
    }

    /// The number of slots that [`TaggedOrbits::new`] would give, without making tables.
    pub fn count(shape: &ShapeOrbits, allowed: impl Fn(&[u32]) -> u64) -> u64 {
        let tags = |orbit| shape.kept(orbit, allowed(shape.representative(orbit))).count_ones();
        (0..shape.orbits()).map(|orbit| u64::from(tags(orbit))).sum()
    }

    /// The number of orbits.
    pub fn slots(&self) -> u64 {
        self.first.last().map_or(0, |&slots| slots.into())
    }

    /// Finds an arrangement's orbit, to locate it with one tag or several.
    #[inline(always)]
    pub fn find(&self, masks: &[u32]) -> FoundOrbit<'_> {
        let word = ClassWord(self.shape.words[self.shape.arrangements.rank(masks) as usize]);
        FoundOrbit {
            orbits: self,
            orbit: word.class(),
            symmetry: word.symmetry(),
            stabilised: word.is_stabilised(),
        }
    }

    /// The slot of the orbit of an arrangement with a tag.
    #[inline(always)]
    pub fn locate(&self, masks: &[u32], tag: usize) -> OrbitSlot {
        self.find(masks).locate(tag)
    }

    /// The orbit of arrangements that a slot belongs to.
    #[inline(always)]
    pub fn orbit_of(&self, slot: u64) -> usize {
        let mut orbit = self.entries[(slot / SLOTS_PER_ENTRY) as usize] as usize;
        while u64::from(self.first[orbit + 1]) <= slot {
            orbit += 1;
        }
        orbit
    }

    /// The slots of an orbit of arrangements.
    #[inline(always)]
    pub fn slots_of(&self, orbit: usize) -> Range<u64> {
        self.first[orbit].into()..self.first[orbit + 1].into()
    }

    /// The arrangement that stands for an orbit of arrangements: a mask for each kind.
    #[inline(always)]
    pub fn representative(&self, orbit: usize) -> &[u32] {
        self.shape.representative(orbit)
    }

    /// The tag of a slot of an orbit of arrangements, and how many symmetries leave both the
    /// representative and the tag alone.
    #[inline(always)]
    pub fn tag_of(&self, orbit: usize, slot: u64) -> (usize, u32) {
        let number = slot as u32 - self.first[orbit];
        let tags = (0..number).fold(self.kept[orbit], |tags, _| tags & (tags - 1));
        let tag = tags.trailing_zeros() as usize;
        let stabiliser = self.shape.stabilisers[orbit];
        let fixed =
            if stabiliser == 1 { 1 } else { self.shape.action.least_tag(stabiliser, tag).1 };
        (tag, fixed)
    }
}

/// An arrangement's orbit and the way to its representative.
#[derive(Clone, Copy, Debug)]
pub struct FoundOrbit<'a> {
    orbits: &'a TaggedOrbits,
    orbit: usize,
    symmetry: usize,
    stabilised: bool,
}

impl FoundOrbit<'_> {
    /// The slot of the orbit of the arrangement with a tag that it is allowed.
    #[inline(always)]
    pub fn locate(self, tag: usize) -> OrbitSlot {
        let shape = &self.orbits.shape;
        let mut tag = shape.action.tag_image(self.symmetry, tag);
        let mut stabiliser = 1;
        if self.stabilised {
            (tag, stabiliser) = shape.action.least_tag(shape.stabilisers[self.orbit], tag);
        }
        let kept = self.orbits.kept[self.orbit];
        debug_assert!(kept >> tag & 1 == 1, "a tag that the arrangement is not allowed");
        let number = (kept & ((1 << tag) - 1)).count_ones();
        OrbitSlot { slot: (self.orbits.first[self.orbit] + number).into(), stabiliser }
    }

    /// Visits where the arrangement is kept with each of the tags it is allowed, but not with
    /// `except`; once for each tag, so perhaps several times the same slot.
    #[inline(always)]
    pub fn locate_all(self, except: Option<usize>, mut visit: impl FnMut(OrbitSlot)) {
        if self.stabilised {
            return self.locate_all_stabilised(except, visit);
        }
        let slots = self.orbits.slots_of(self.orbit);
        let skipped = except.map_or(slots.end, |tag| self.locate(tag).slot);
        for slot in slots.start..skipped {
            visit(OrbitSlot { slot, stabiliser: 1 });
        }
        for slot in skipped + 1..slots.end {
            visit(OrbitSlot { slot, stabiliser: 1 });
        }
    }

    fn locate_all_stabilised(self, except: Option<usize>, mut visit: impl FnMut(OrbitSlot)) {
        let shape = &self.orbits.shape;
        let except = except.map(|tag| shape.action.tag_image(self.symmetry, tag));
        let symmetries = shape.stabilisers[self.orbit];
        for (slot, kept) in
            self.orbits.slots_of(self.orbit).zip(members(self.orbits.kept[self.orbit]))
        {
            let images = members(symmetries).map(|symmetry| shape.action.tag_image(symmetry, kept));
            let orbit = images.fold(0u64, |orbit, tag| orbit | 1 << tag);
            let stabiliser = symmetries.count_ones() / orbit.count_ones();
            for tag in members(orbit) {
                if except != Some(tag) {
                    visit(OrbitSlot { slot, stabiliser });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::bits::lowest;
    use crate::group::Group;

    /// All steps to a neighbouring cell of a rectangle, with "nothing" first.
    fn steps(rows: usize, columns: usize) -> Vec<Vec<usize>> {
        let cells = rows * columns;
        let near = |a: usize, b: usize| {
            (a / columns).abs_diff(b / columns) <= 1 && (a % columns).abs_diff(b % columns) <= 1
        };
        let pairs = (0..cells * cells).map(|pair| (pair / cells, pair % cells));
        let steps = pairs.filter(|&(a, b)| a != b && near(a, b)).map(|(a, b)| vec![a, b]);
        std::iter::once(vec![]).chain(steps).collect()
    }

    /// Nothing, or a step of a piece of the first kind to an empty cell.
    fn allowed(steps: &[Vec<usize>], cells: usize, masks: &[u32]) -> u64 {
        let empty = lowest(cells) & !masks.iter().fold(0, |all, mask| all | mask);
        let first = masks.first().copied().unwrap_or(0);
        (0..steps.len())
            .filter(|&tag| match steps[tag][..] {
                [from, to] => first >> from & 1 == 1 && empty >> to & 1 == 1,
                _ => true,
            })
            .fold(0, |set, tag| set | 1 << tag)
    }

    /// The slow twin: an orbit is known by its least image under the whole group.
    fn compare_with_twin(rows: usize, columns: usize, sizes: &[usize]) {
        let cells = rows * columns;
        let steps = steps(rows, columns);
        let group = Group::of_rectangle(rows, columns).with_tuples(&steps);
        let action = Arc::new(TaggedAction::new(&group, 0..cells, cells..cells + steps.len()));
        let shape = Arc::new(ShapeOrbits::new(&action, sizes));
        let allowed = |masks: &[u32]| allowed(&steps, cells, masks);
        let orbits = TaggedOrbits::new(&shape, allowed);
        assert_eq!(orbits.slots(), TaggedOrbits::count(&shape, allowed));

        let image = |symmetry: usize, masks: &[u32], tag: usize| {
            let act = |mask: &u32| action.cells.apply(symmetry, *mask);
            let tag = group.image(symmetry, cells + tag) - cells;
            (masks.iter().map(act).collect::<Vec<u32>>(), tag)
        };
        let arrangements = Arrangements::new(cells, sizes);
        let mut slots: HashMap<(Vec<u32>, usize), OrbitSlot> = HashMap::new();
        for number in 0..arrangements.count() {
            let mut masks = vec![0; sizes.len()];
            arrangements.unrank(number, &mut masks);
            let mut places = Vec::new();
            for tag in members(allowed(&masks)) {
                let images = (0..group.order()).map(|symmetry| image(symmetry, &masks, tag));
                let fixed = images.clone().filter(|i| *i == (masks.clone(), tag)).count();
                let place = orbits.locate(&masks, tag);
                assert_eq!(place.stabiliser as usize, fixed);
                assert!(place.slot < orbits.slots());
                let orbit = images.min().expect("the identity is there");
                assert_eq!(*slots.entry(orbit).or_insert(place), place);
                places.push((tag, place));
            }
            let others = std::iter::once(None).chain(places.iter().map(|(tag, _)| Some(*tag)));
            for except in others {
                let mut visited = Vec::new();
                orbits.find(&masks).locate_all(except, |place| visited.push(place));
                let mut expected: Vec<OrbitSlot> = places
                    .iter()
                    .filter(|(tag, _)| Some(*tag) != except)
                    .map(|(_, place)| *place)
                    .collect();
                visited.sort_by_key(|place| place.slot);
                expected.sort_by_key(|place| place.slot);
                assert_eq!(visited, expected);
            }
        }
        // Different orbits have different slots, and none is a hole.
        let mut taken: Vec<u64> = slots.values().map(|place| place.slot).collect();
        taken.sort_unstable();
        assert!(taken.into_iter().eq(0..orbits.slots()));
        for slot in 0..orbits.slots() {
            let orbit = orbits.orbit_of(slot);
            assert!(orbits.slots_of(orbit).contains(&slot));
            let (tag, stabiliser) = orbits.tag_of(orbit, slot);
            let place = orbits.locate(orbits.representative(orbit), tag);
            assert_eq!(place, OrbitSlot { slot, stabiliser });
        }
    }

    #[test]
    fn orbits_equal_those_of_the_slow_twin() {
        for first in 0..=4 {
            for second in 0..=3 {
                compare_with_twin(3, 3, &[first, second]);
            }
        }
        compare_with_twin(3, 3, &[2, 1, 1, 1]);
        compare_with_twin(3, 3, &[]);
        compare_with_twin(3, 3, &[9]);
        compare_with_twin(2, 3, &[1, 2, 1]);
        compare_with_twin(1, 4, &[2]);
        compare_with_twin(2, 2, &[1, 1]);
    }

    #[test]
    fn orbits_without_tags_take_no_slots() {
        let group = Group::of_rectangle(1, 3).with_tuples(&[vec![0], vec![1], vec![2]]);
        let action = Arc::new(TaggedAction::new(&group, 0..3, 3..6));
        let shape = Arc::new(ShapeOrbits::new(&action, &[1]));
        // Only the middle cell can be tagged, and only if it is empty.
        let orbits = TaggedOrbits::new(&shape, |masks| u64::from(!masks[0] & 0b010));
        assert_eq!(orbits.slots(), 1);
        assert_eq!(orbits.representative(orbits.orbit_of(0)), [0b001]);
        let none = TaggedOrbits::new(&shape, |_| 0);
        assert_eq!(none.slots(), 0);
    }
}
