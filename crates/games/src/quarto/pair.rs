//! The arrangements of a set of pieces on a set of cells, up to the symmetries that leave both sets
//! as they are.
//!
//! An arrangement of `n` pieces is a permutation: which piece, counted in order, is on which cell,
//! counted in order. The symmetries permute cells and pieces, and so arrangements. Some cells, or
//! some pieces, that the symmetries permute among themselves make a **pivot**: what is on them (where
//! they are) is moved by symmetries without regard to the rest. A table has a class for each way to
//! fill the pivot and the symmetry that takes it to the class's representative. Then
//! `slot = class * rest! + rank of the rest`. Where a representative has symmetries left, the least
//! rank counts and the others are holes.

use std::sync::OnceLock;

use hindsight_core::classify;

use super::classes::{Class, Cycles, Permutation, unpacked, word};

/// The most ways to fill a pivot.
const MOST_FILLINGS: u64 = 50_000;

pub(super) fn factorial(n: usize) -> u64 {
    (1..=n as u64).product()
}

/// One set of pieces on one set of cells.
#[derive(Debug)]
pub(super) struct Pair {
    /// Whether the pivot is a set of pieces, not of cells.
    pub by_pieces: bool,
    pub pivot: u16,
    /// Ways to fill the pivot, up to symmetry.
    pub fillings: u64,
    table: OnceLock<Table>,
}

/// What is known about the fillings of a pivot.
#[derive(Debug)]
pub(super) struct Table {
    /// By filling: the symmetry that takes it to the representative, and its class, in a [`word`].
    pub classes: Vec<u32>,
    /// By class: the representative's filling and the symmetries that leave it unchanged.
    pub representatives: Vec<(u32, Vec<u16>)>,
}

/// The symmetries of a pair: those of the cells and those of the pieces, independently.
#[derive(Clone, Copy)]
pub(super) struct Sides<'a> {
    pub cells: &'a Class,
    pub pieces: &'a Class,
}

impl Sides<'_> {
    fn size(&self) -> usize {
        self.cells.mask.count_ones() as usize
    }

    /// The side that pivots are taken from, and the other.
    fn turned(&self, by_pieces: bool) -> (&Class, &Class) {
        if by_pieces { (self.pieces, self.cells) } else { (self.cells, self.pieces) }
    }

    pub(super) fn order(&self) -> usize {
        self.cells.stabiliser.len() * self.pieces.stabiliser.len()
    }

    /// What a symmetry does to the pivot's side and to the other.
    #[inline(always)]
    fn symmetry(&self, number: usize, by_pieces: bool) -> (&Permutation, &Permutation) {
        let pieces = self.pieces.stabiliser.len();
        let (cells, pieces) =
            (&self.cells.stabiliser[number / pieces], &self.pieces.stabiliser[number % pieces]);
        if by_pieces { (pieces, cells) } else { (cells, pieces) }
    }
}

impl Pair {
    pub(super) fn new(sides: Sides<'_>) -> Pair {
        let size = sides.size();
        let mut best = Pair { by_pieces: false, pivot: 0, fillings: 1, table: OnceLock::new() };
        if sides.order() == 1 {
            return best;
        }
        let mut least = best.slots(size);
        for by_pieces in [false, true] {
            let (own, other) = sides.turned(by_pieces);
            for (pivot, cycles) in &own.pivots {
                let chosen = pivot.count_ones() as usize;
                if factorial(size) / factorial(size - chosen) > MOST_FILLINGS {
                    continue;
                }
                let fillings = count_fixed(cycles, &other.cycles) / sides.order() as u64;
                let pair = Pair { by_pieces, pivot: *pivot, fillings, table: OnceLock::new() };
                if pair.slots(size) < least {
                    least = pair.slots(size);
                    best = pair;
                }
            }
        }
        best
    }

    /// The number of slots, holes included.
    pub(super) fn slots(&self, size: usize) -> u64 {
        self.fillings * factorial(size - self.pivot.count_ones() as usize)
    }

    /// The slot of an arrangement and how many symmetries leave it unchanged.
    pub(super) fn locate(&self, sides: Sides<'_>, arrangement: &Permutation) -> (u64, u32) {
        let size = sides.size();
        let ways = self.turned(arrangement, size);
        let order = order(self.pivot, size);
        let rest = factorial(size - self.pivot.count_ones() as usize);
        let whole = rank(&ways, &order[..size]);
        if sides.order() == 1 {
            return (whole, 1);
        }
        let table = self.table(sides);
        let (symmetry, class) = unpacked(table.classes[(whole / rest) as usize]);
        let turned = self.moved(sides, symmetry.into(), &ways, size);
        let (least, times) = self.least(sides, table, class.into(), &turned, rest);
        (u64::from(class) * rest + least, times)
    }

    /// The arrangement of a slot, with the number of symmetries that leave it unchanged; `None` for a
    /// hole.
    pub(super) fn occupant(&self, sides: Sides<'_>, slot: u64) -> Option<(Permutation, u32)> {
        let size = sides.size();
        let order = order(self.pivot, size);
        let rest = factorial(size - self.pivot.count_ones() as usize);
        if sides.order() == 1 {
            return Some((self.turned(&unrank(slot, &order[..size]), size), 1));
        }
        let table = self.table(sides);
        let class = (slot / rest) as usize;
        let filling = u64::from(table.representatives[class].0);
        let ways = unrank(filling * rest + slot % rest, &order[..size]);
        let (least, times) = self.least(sides, table, class, &ways, rest);
        (least == slot % rest).then(|| (self.turned(&ways, size), times))
    }

    /// From cells to pieces, or the inverse where the pivot is a set of pieces.
    fn turned(&self, arrangement: &Permutation, size: usize) -> Permutation {
        if !self.by_pieces {
            return *arrangement;
        }
        let mut inverse = [0; 16];
        for (from, &to) in arrangement[..size].iter().enumerate() {
            inverse[usize::from(to)] = from as u8;
        }
        inverse
    }

    fn moved(
        &self,
        sides: Sides<'_>,
        symmetry: usize,
        ways: &Permutation,
        size: usize,
    ) -> Permutation {
        let (own, other) = sides.symmetry(symmetry, self.by_pieces);
        let mut moved = [0; 16];
        for place in 0..size {
            moved[usize::from(own[place])] = other[usize::from(ways[place])];
        }
        moved
    }

    /// The least rank of the rest among the images with the representative's filling, and how many
    /// symmetries give it.
    fn least(
        &self,
        sides: Sides<'_>,
        table: &Table,
        class: usize,
        ways: &Permutation,
        rest: u64,
    ) -> (u64, u32) {
        let size = sides.size();
        let order = order(self.pivot, size);
        let mut least = (u64::MAX, 0);
        for &symmetry in &table.representatives[class].1 {
            let image = self.moved(sides, symmetry.into(), ways, size);
            let found = rank(&image, &order[..size]) % rest;
            if found < least.0 {
                least = (found, 1);
            } else if found == least.0 {
                least.1 += 1;
            }
        }
        least
    }

    pub(super) fn table(&self, sides: Sides<'_>) -> &Table {
        self.table.get_or_init(|| {
            let size = sides.size();
            let order = order(self.pivot, size);
            let chosen = self.pivot.count_ones() as usize;
            let rest = factorial(size - chosen);
            let count = factorial(size) / rest;
            let inverses: Vec<u32> =
                (0..sides.order()).map(|symmetry| inverse(sides, symmetry) as u32).collect();
            let mut representatives: Vec<(u32, Vec<u16>)> = Vec::new();
            let classes = classify(
                count as usize,
                &inverses,
                |filling| Some(unrank(filling as u64 * rest, &order[..size])),
                |symmetry, ways| {
                    let image = self.moved(sides, symmetry, ways, size);
                    (rank(&image, &order[..size]) / rest) as usize
                },
                |orbit| {
                    let stabiliser = orbit.stabiliser().map(|symmetry| symmetry as u16);
                    representatives.push((orbit.number as u32, stabiliser.collect()));
                    move |symmetry| word(symmetry, orbit.class)
                },
            );
            debug_assert_eq!(representatives.len() as u64, self.fillings);
            Table { classes, representatives }
        })
    }
}

/// The symmetry that undoes another.
fn inverse(sides: Sides<'_>, symmetry: usize) -> usize {
    let size = sides.size();
    let undoes = |of: &Permutation, other: &Permutation| {
        (0..size).all(|place| usize::from(other[usize::from(of[place])]) == place)
    };
    let pieces = sides.pieces.stabiliser.len();
    let find = |among: &[Permutation], of: &Permutation| {
        among.iter().position(|other| undoes(of, other)).expect("a group has inverses")
    };
    let cells = &sides.cells.stabiliser;
    find(cells, &cells[symmetry / pieces]) * pieces
        + find(&sides.pieces.stabiliser, &sides.pieces.stabiliser[symmetry % pieces])
}

/// The pivot's members and then the others.
pub(super) fn order(pivot: u16, size: usize) -> Permutation {
    let mut order = [0; 16];
    let mut count = 0;
    for wanted in [1, 0] {
        for place in 0..size {
            if pivot >> place & 1 == wanted {
                order[count] = place as u8;
                count += 1;
            }
        }
    }
    order
}

/// The rank of a permutation whose values are read in an order of places.
#[inline(always)]
pub(super) fn rank(ways: &Permutation, order: &[u8]) -> u64 {
    let mut free = (1u32 << order.len()) - 1;
    let mut rank = 0;
    for (number, &place) in order.iter().enumerate() {
        let value = ways[usize::from(place)];
        let smaller = (free & ((1 << value) - 1)).count_ones();
        free &= !(1 << value);
        rank = rank * (order.len() - number) as u64 + u64::from(smaller);
    }
    rank
}

/// The permutation of a rank.
pub(super) fn unrank(mut rank: u64, order: &[u8]) -> Permutation {
    let mut digits = [0u8; 16];
    for number in (0..order.len()).rev() {
        let base = (order.len() - number) as u64;
        digits[number] = (rank % base) as u8;
        rank /= base;
    }
    let mut free = (1u32 << order.len()) - 1;
    let mut ways = [0; 16];
    for (number, &place) in order.iter().enumerate() {
        let mut left = free;
        for _ in 0..digits[number] {
            left &= left - 1;
        }
        let value = left.trailing_zeros();
        free &= !(1 << value);
        ways[usize::from(place)] = value as u8;
    }
    ways
}

/// How many ways to put things on places, one on each, are their own images when places and things
/// have these cycles: a cycle of places takes a cycle of things of its own length, turned somehow.
fn fixed_ways(places: &Cycles, things: &Cycles) -> u64 {
    let mut ways = 1;
    for (length, (&places, &things)) in places.iter().zip(things).enumerate() {
        for used in 0..places {
            ways *= length as u64 * u64::from(things.saturating_sub(used));
        }
        if ways == 0 {
            break;
        }
    }
    ways
}

/// The same for all symmetries together: so many times their number are the ways up to symmetry, by
/// the lemma that is not Burnside's.
fn count_fixed(places: &[Cycles], things: &[Cycles]) -> u64 {
    let fixed = |places| things.iter().map(move |things| fixed_ways(places, things));
    places.iter().flat_map(fixed).sum()
}

/// The arrangements up to symmetry.
pub(super) fn count_orbits(sides: Sides<'_>) -> u64 {
    count_fixed(&sides.cells.cycles, &sides.pieces.cycles) / sides.order() as u64
}
