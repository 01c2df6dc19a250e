//! Numbering few pieces on a large board, where each kind of piece keeps to a region of its own.
//!
//! A position is a list of cells: kind after kind, and in rising order within a kind. The first
//! kinds are the **pivot**. All their arrangements fit a table, which tells the class of each under
//! the board's symmetries and a symmetry that takes it to the class's representative. The kinds
//! behind the pivot move along and are ranked one after another, as digits of a number:
//!
//! ```text
//! slot = (class * ways of the first kind + its rank) * ways of the second kind + its rank ...
//! ```
//!
//! A kind is ranked on the cells of its region that are left by those kinds before it whose regions
//! lie inside its own: so many cells that the number of ways does not depend on the arrangement.
//! Where another kind, whose region merely overlaps, takes a cell away, the slots with two pieces on
//! one cell are holes. So a piece that can stand anywhere costs no holes, and a king in a corner of
//! another's region few.
//!
//! Where the representative is itself symmetric, several ranks stand for one orbit. The smallest is
//! the canonical one, the other slots are holes, as in [`OrbitIndex`](crate::OrbitIndex).

use std::sync::Arc;

use crate::classify::classify;
use crate::group::Group;
use crate::orbit::OrbitSlot;
use crate::subset::binomial;

mod kind;

pub use kind::RegionKind;
use kind::{MAX_OF_A_KIND, kinds_of};

/// The most cells that a board with regions can have.
pub const MAX_REGION_CELLS: usize = 128;
/// What a list of cells has behind the last piece.
const NO_CELL: u8 = u8::MAX;

/// Some pieces that are alike, and the cells on which they can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// A bit for each cell.
    pub cells: u128,
    /// How many pieces there are.
    pub pieces: usize,
}

/// A word of the pivot's table: the class, and the symmetry that leads to its representative.
const SYMMETRY_SHIFT: u32 = 26;
const MAX_SYMMETRIES: usize = 32;

/// The classes of all arrangements of the kinds that come first, shared by the indexes of a game's
/// tiers. `PIECES` is the most that a list of cells can hold.
#[derive(Debug)]
pub struct RegionPivot<const PIECES: usize> {
    images: Vec<[u8; MAX_REGION_CELLS]>,
    regions: Vec<Region>,
    kinds: Vec<RegionKind>,
    pieces: usize,
    words: Vec<u32>,
    representatives: Vec<[u8; PIECES]>,
    /// For each class, the symmetries other than the identity that fix the representative.
    stabilisers: Vec<u32>,
}

impl<const PIECES: usize> RegionPivot<PIECES> {
    /// The classes of the arrangements on some regions, each of which the group must map to itself.
    ///
    /// # Panics
    /// When a region is not mapped to itself, or there are more cells, pieces or symmetries than
    /// the tables can hold.
    pub fn new(group: &Group, regions: &[Region]) -> Arc<RegionPivot<PIECES>> {
        assert!(group.points() <= MAX_REGION_CELLS && group.order() <= MAX_SYMMETRIES);
        let image = |symmetry| {
            let image = |cell| if cell < group.points() { group.image(symmetry, cell) } else { 0 };
            std::array::from_fn(|cell| image(cell) as u8)
        };
        let images: Vec<[u8; MAX_REGION_CELLS]> = (0..group.order()).map(image).collect();
        assert_preserved(&images, regions);
        let pieces = regions.iter().map(|region| region.pieces).sum();
        assert!(pieces <= PIECES);
        let mut first = 0;
        let alone = |&region: &Region| {
            let kind = RegionKind::new(region, first, &[]);
            first += region.pieces;
            kind
        };
        let mut pivot = RegionPivot {
            images,
            regions: regions.to_vec(),
            kinds: regions.iter().map(alone).collect(),
            pieces,
            words: Vec::new(),
            representatives: Vec::new(),
            stabilisers: Vec::new(),
        };
        let keys: u64 = pivot.kinds.iter().map(|kind| kind.ways).product();
        assert!(keys < 1 << SYMMETRY_SHIFT, "a pivot is small");
        let (mut representatives, mut stabilisers) = (vec![], vec![]);
        pivot.words = classify(
            keys as usize,
            group.inverses(),
            |key| pivot.list(key as u64),
            |symmetry, list| pivot.key(&pivot.image(symmetry, list)),
            |orbit| {
                representatives.push(orbit.representative);
                stabilisers.push(orbit.stabiliser_set() as u32 & !1);
                move |symmetry| orbit.class as u32 | (symmetry as u32) << SYMMETRY_SHIFT
            },
        );
        Arc::new(RegionPivot { representatives, stabilisers, ..pivot })
    }

    /// The arrangement of a key; `None` when two pieces stand on one cell.
    fn list(&self, key: u64) -> Option<[u8; PIECES]> {
        let mut list = [NO_CELL; PIECES];
        let mut rest = key;
        for kind in self.kinds.iter().rev() {
            // Alone on its region every rank has its cells.
            kind.unrank(rest % kind.ways, &mut list);
            rest /= kind.ways;
        }
        let pieces = &list[..self.pieces];
        let collides = (1..pieces.len()).any(|i| pieces[..i].contains(&pieces[i]));
        (!collides).then_some(list)
    }

    /// The image of the pivot's pieces, those of a kind in order again.
    fn image(&self, symmetry: usize, list: &[u8; PIECES]) -> [u8; PIECES] {
        let mut image = *list;
        for kind in &self.kinds {
            kind.apply(&self.images[symmetry], &mut image);
        }
        image
    }

    #[inline(always)]
    fn key(&self, list: &[u8; PIECES]) -> usize {
        self.kinds.iter().fold(0, |key, kind| key * kind.ways + kind.rank(list)) as usize
    }

    /// The number of classes.
    pub fn classes(&self) -> u64 {
        self.representatives.len() as u64
    }
}

fn assert_preserved(images: &[[u8; MAX_REGION_CELLS]], regions: &[Region]) {
    for region in regions {
        assert!(region.pieces <= MAX_OF_A_KIND);
        for image in images {
            let cells = (0..MAX_REGION_CELLS).filter(|cell| region.cells >> cell & 1 == 1);
            let moved = cells.fold(0u128, |moved, cell| moved | 1 << image[cell]);
            assert_eq!(moved, region.cells, "a symmetry takes a region elsewhere");
        }
    }
}

/// The class of a pivot's arrangement, and the symmetry that takes it to the representative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionClass(u32);

impl RegionClass {
    fn number(self) -> usize {
        (self.0 & ((1 << SYMMETRY_SHIFT) - 1)) as usize
    }

    fn symmetry(self) -> usize {
        (self.0 >> SYMMETRY_SHIFT) as usize
    }
}

/// The tables of a [`RegionIndex`].
#[derive(Clone, Copy, Debug)]
pub struct RegionTables<'a, const PIECES: usize> {
    /// By the number of the pivot's arrangement: the class (26 bits), and the symmetry that leads to its
    /// representative; all ones where two pieces stand on one cell.
    pub words: &'a [u32],
    /// For each class, the list of its representative.
    pub representatives: &'a [[u8; PIECES]],
    /// For each class, the symmetries other than the identity that fix the representative.
    pub stabilisers: &'a [u32],
    /// The kinds of the pivot. Each is ranked as if it were alone.
    pub pivot: &'a [RegionKind],
    /// The kinds behind the pivot.
    pub others: &'a [RegionKind],
}

/// The two-way map between orbits of arrangements on regions and slots.
///
/// ```
/// use hindsight_core::{Group, Region, RegionIndex, RegionPivot};
/// // Five cells in a row and their mirror image: a king on the middle three, a rook anywhere.
/// let mirror = Group::generated(5, &[vec![4, 3, 2, 1, 0]]);
/// let king = Region { cells: 0b01110, pieces: 1 };
/// let rook = Region { cells: 0b11111, pieces: 1 };
/// let index = RegionIndex::<2>::new(&RegionPivot::new(&mirror, &[king]), &[rook]);
/// // The king beside the middle or in it, and the rook on one of the four other cells.
/// assert_eq!(index.slots(), 2 * 4);
/// assert_eq!(index.locate(&[1, 0]), index.locate(&[3, 4]));
/// assert_eq!(index.occupant(index.locate(&[3, 4]).slot), Some(([1, 0], 1)));
/// ```
#[derive(Debug)]
pub struct RegionIndex<const PIECES: usize> {
    pivot: Arc<RegionPivot<PIECES>>,
    kinds: Vec<RegionKind>,
    ways: u64,
}

impl<const PIECES: usize> RegionIndex<PIECES> {
    /// An index of the arrangements of the pivot's pieces and others behind them.
    ///
    /// # Panics
    /// When a symmetry takes a region elsewhere, or there are more than `PIECES` pieces.
    pub fn new(pivot: &Arc<RegionPivot<PIECES>>, others: &[Region]) -> Self {
        assert_preserved(&pivot.images, others);
        let kinds = kinds_of(others, &pivot.regions);
        assert!(pivot.pieces + others.iter().map(|other| other.pieces).sum::<usize>() <= PIECES);
        let ways = kinds.iter().map(|kind| kind.ways).product();
        RegionIndex { pivot: Arc::clone(pivot), kinds, ways }
    }

    /// The number of slots that [`RegionIndex::new`] would give, without making its tables.
    pub fn slots_of(pivot: &RegionPivot<PIECES>, others: &[Region]) -> u64 {
        let ways = (0..others.len()).map(|number| {
            let region = others[number];
            let before = pivot.regions.iter().chain(&others[..number]);
            let inside = before.filter(|other| other.cells & !region.cells == 0);
            let taken: usize = inside.map(|other| other.pieces).sum();
            binomial((region.cells.count_ones() as usize).saturating_sub(taken), region.pieces)
        });
        ways.fold(pivot.classes(), |slots, ways| slots * ways)
    }

    /// The number of slots, holes included.
    pub fn slots(&self) -> u64 {
        self.pivot.classes() * self.ways
    }

    /// The slot of an arrangement's orbit: the cells of the pieces, kind after kind, in rising order
    /// within a kind, and anything behind them. All must stand in their regions, no two on one cell.
    #[inline(always)]
    pub fn locate(&self, list: &[u8; PIECES]) -> OrbitSlot {
        self.locate_in_class(self.class_of(list), list)
    }

    /// What follows from the cells of the pivot alone: arrangements that differ in the others only
    /// can share it.
    #[inline(always)]
    pub fn class_of(&self, list: &[u8; PIECES]) -> RegionClass {
        RegionClass(self.pivot.words[self.pivot.key(list)])
    }

    /// As [`RegionIndex::locate`], given the class of the pivot.
    #[inline(always)]
    pub fn locate_in_class(&self, class: RegionClass, list: &[u8; PIECES]) -> OrbitSlot {
        let pivot = &*self.pivot;
        let (class, symmetry) = (class.number(), class.symmetry());
        let mut image = *list;
        if symmetry != 0 {
            image[..pivot.pieces].copy_from_slice(&pivot.representatives[class][..pivot.pieces]);
            self.move_others(symmetry, &mut image);
        }
        let rank = self.rank(&image);
        let (rank, stabiliser) = match pivot.stabilisers[class] {
            0 => (rank, 1),
            symmetries => self.least(symmetries, &image, rank),
        };
        OrbitSlot { slot: class as u64 * self.ways + rank, stabiliser }
    }

    /// The tables that it looks things up in.
    pub fn tables(&self) -> RegionTables<'_, PIECES> {
        RegionTables {
            words: &self.pivot.words,
            representatives: &self.pivot.representatives,
            stabilisers: &self.pivot.stabilisers,
            pivot: &self.pivot.kinds,
            others: &self.kinds,
        }
    }

    /// The number of pieces in the pivot: the first of a list.
    pub fn pivot_pieces(&self) -> usize {
        self.pivot.pieces
    }

    /// The arrangement that stands for a slot, with the order of its stabiliser; `None` for a hole.
    /// Behind the last piece the list has `u8::MAX`.
    ///
    /// # Panics
    /// When `slot` is not below [`RegionIndex::slots`].
    #[inline(always)]
    pub fn occupant(&self, slot: u64) -> Option<([u8; PIECES], u32)> {
        let class = (slot / self.ways) as usize;
        let rank = slot % self.ways;
        let mut list = self.pivot.representatives[class];
        let mut digits = [0; PIECES];
        let mut rest = rank;
        for (kind, digit) in self.kinds.iter().zip(&mut digits).rev() {
            *digit = rest % kind.ways;
            rest /= kind.ways;
        }
        for (kind, digit) in self.kinds.iter().zip(digits) {
            if !kind.unrank(digit, &mut list) {
                return None;
            }
        }
        let stabiliser = match self.pivot.stabilisers[class] {
            0 => 1,
            symmetries => {
                let (least, stabiliser) = self.least(symmetries, &list, rank);
                if least != rank {
                    return None;
                }
                stabiliser
            }
        };
        Some((list, stabiliser))
    }

    #[inline(always)]
    fn rank(&self, list: &[u8; PIECES]) -> u64 {
        self.kinds.iter().fold(0, |rank, kind| rank * kind.ways + kind.rank(list))
    }

    #[inline(always)]
    fn move_others(&self, symmetry: usize, list: &mut [u8; PIECES]) {
        for kind in &self.kinds {
            kind.apply(&self.pivot.images[symmetry], list);
        }
    }

    /// The least rank among the images under symmetries that fix the pivot, and how many of them
    /// (with the identity) fix everything.
    fn least(&self, mut symmetries: u32, list: &[u8; PIECES], rank: u64) -> (u64, u32) {
        let (mut least, mut order) = (rank, 1);
        while symmetries != 0 {
            let mut image = *list;
            self.move_others(symmetries.trailing_zeros() as usize, &mut image);
            let other = self.rank(&image);
            order += u32::from(other == rank);
            least = least.min(other);
            symmetries &= symmetries - 1;
        }
        (least, order)
    }
}

#[cfg(test)]
mod tests;
