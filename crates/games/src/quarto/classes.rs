//! Sets of cells and sets of pieces up to symmetry, by table look-up.

use std::sync::OnceLock;

use hindsight_core::bits::ones;
use hindsight_core::{Group, classify};

use super::board::Shape;
use super::symmetry;

/// A permutation of at most sixteen things.
pub(super) type Permutation = [u8; 16];

/// The subsets of at most sixteen points under a group: each belongs to a class, whose representative
/// is its least mask.
#[derive(Debug)]
pub(super) struct Classes {
    /// By mask: a symmetry that takes it to the representative, and the number of the class among
    /// those of subsets of the same size, in a [`word`].
    of: Vec<u32>,
    /// By size and class.
    classes: Vec<Vec<Class>>,
    /// By symmetry.
    pub permutations: Vec<Permutation>,
}

/// A class of subsets.
#[derive(Debug)]
pub(super) struct Class {
    /// The representative.
    pub mask: u16,
    /// The symmetries that leave it unchanged, as they permute its members, counted in order.
    pub stabiliser: Vec<Permutation>,
    /// The cycles of each of them, on all members and on the members of each pivot.
    pub cycles: Vec<Cycles>,
    pub pivots: Vec<(u16, Vec<Cycles>)>,
}

/// How many cycles of each length a permutation has.
pub(super) type Cycles = [u8; 17];

/// Orbits of members from which pivots are made: more would hardly save slots.
const PIVOT_ORBITS: usize = 3;

impl Classes {
    /// The sets of cells of a board. Index, opening and search share them: making them takes milliseconds.
    pub(super) fn of_board(shape: Shape) -> &'static Classes {
        static OF_SIDE: [OnceLock<Classes>; 2] = [const { OnceLock::new() }; 2];
        OF_SIDE[usize::from(shape.side == 4)]
            .get_or_init(|| Classes::new(&symmetry::of_board(shape)))
    }

    pub(super) fn new(group: &Group) -> Classes {
        let points = group.points();
        assert!(points <= 16);
        let permutations: Vec<Permutation> = (0..group.order())
            .map(|symmetry| {
                let image = |point: usize| {
                    if point < points { group.image(symmetry, point) as u8 } else { 0 }
                };
                std::array::from_fn(image)
            })
            .collect();
        let apply = |symmetry: usize, mask: u32| {
            ones(mask).fold(0u32, |image, point| image | 1 << permutations[symmetry][point])
        };
        let mut classes: Vec<Vec<Class>> = (0..=points).map(|_| Vec::new()).collect();
        let of = classify(
            1 << points,
            group.inverses(),
            |mask| Some(mask as u32),
            |symmetry, &mask| apply(symmetry, mask) as usize,
            |orbit| {
                let mask = orbit.representative;
                let of_size = &mut classes[mask.count_ones() as usize];
                let number = of_size.len();
                let permutation = |symmetry: usize| on_members(mask, &permutations[symmetry]);
                let stabiliser = orbit.stabiliser().map(permutation).collect();
                of_size.push(Class::new(mask as u16, stabiliser));
                move |symmetry| word(symmetry, number)
            },
        );
        Classes { of, classes, permutations }
    }

    /// The class of a mask, and a symmetry that takes it to the representative.
    #[inline(always)]
    pub(super) fn of(&self, mask: u16) -> (&Permutation, usize) {
        let (symmetry, class) = self.symmetry_of(mask);
        (&self.permutations[usize::from(symmetry)], class.into())
    }

    /// The number of the symmetry that takes a mask to its representative, and the class.
    #[inline(always)]
    pub(super) fn symmetry_of(&self, mask: u16) -> (u16, u16) {
        unpacked(self.of[usize::from(mask)])
    }

    /// The classes of the subsets of a size.
    pub(super) fn of_size(&self, size: usize) -> &[Class] {
        &self.classes[size]
    }
}

/// A symmetry and a class in one word.
pub(super) fn word(symmetry: usize, class: usize) -> u32 {
    (class << 16 | symmetry) as u32
}

/// The symmetry and the class of a word.
#[inline(always)]
pub(super) fn unpacked(word: u32) -> (u16, u16) {
    (word as u16, (word >> 16) as u16)
}

impl Class {
    fn new(mask: u16, stabiliser: Vec<Permutation>) -> Class {
        let size = mask.count_ones() as usize;
        let of = |places: u16| stabiliser.iter().map(|symmetry| cycles(symmetry, places)).collect();
        let all = ((1u32 << size) - 1) as u16;
        let mut orbits = orbits(&stabiliser, size);
        // Fixed points last: they help only where the other side's symmetries are many.
        orbits.sort_by_key(|orbit| (orbit.count_ones() == 1, orbit.count_ones()));
        orbits.truncate(PIVOT_ORBITS);
        let mut pivots = Vec::new();
        for (number, &first) in orbits.iter().enumerate() {
            for &second in &orbits[number..] {
                pivots.push((first | second, of(first | second)));
            }
        }
        Class { mask, cycles: of(all), pivots, stabiliser }
    }
}

/// The orbits of places under permutations, as masks.
fn orbits(group: &[Permutation], size: usize) -> Vec<u16> {
    let mut known = 0u16;
    let mut orbits = Vec::new();
    for place in 0..size {
        if known >> place & 1 == 0 {
            let orbit = group.iter().fold(0, |mask, permutation| mask | 1 << permutation[place]);
            known |= orbit;
            orbits.push(orbit);
        }
    }
    orbits
}

/// The cycles of a permutation on some of its places.
fn cycles(permutation: &Permutation, places: u16) -> Cycles {
    let mut lengths = [0; 17];
    let mut left = places;
    while left != 0 {
        let first = left.trailing_zeros() as usize;
        let (mut place, mut length) = (first, 0);
        loop {
            left &= !(1 << place);
            length += 1;
            place = permutation[place].into();
            if place == first {
                break;
            }
        }
        lengths[length] += 1;
    }
    lengths
}

/// How a permutation of points permutes the members of a mask that it leaves unchanged.
fn on_members(mask: u32, permutation: &Permutation) -> Permutation {
    let mut members = [0; 16];
    for (number, point) in ones(mask).enumerate() {
        let below = (1u32 << permutation[point]) - 1;
        members[number] = (mask & below).count_ones() as u8;
    }
    members
}
