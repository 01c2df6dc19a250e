//! Boards in two parts between which nothing ever moves: each part has symmetries and orbits of its own.

use std::fmt::Write;

use crate::bits::{gather, scatter};
use crate::described::{BoardIndex, LocatesBoards};
use crate::device::{DeviceIndex, DeviceIndexing};
use crate::group::{Group, MaskAction};
use crate::orbit::{DenseOrbits, OrbitSlot};
use crate::subset::binomial;
use crate::walker::Board;

/// Binomials of a row in fast memory, so that a part has fewer pieces of a kind.
const BINOMIAL_STRIDE: usize = 8;

/// The orbits of boards in two parts, with so many pieces of two kinds on each of them. A slot is the orbit of the
/// first part, times the orbits of the second, plus the orbit of that.
///
/// ```
/// use hindsight_core::{Board, BoardIndex, Group, PartedOrbits};
/// // Three cells each, the odd and the even ones of six, each mirrored by itself; a piece of either kind on each.
/// let mirror = Group::generated(3, &[vec![2, 1, 0]]);
/// let orbits = PartedOrbits::new([(0b101010, &mirror, [1, 1]), (0b010101, &mirror, [1, 1])]);
/// assert_eq!((orbits.slots([2, 2]), orbits.symmetries()), (9, 4));
/// let board = Board::new(0b000011, 0b001100);
/// assert_eq!(orbits.locate([2, 2], board), orbits.locate([2, 2], Board::new(0b100001, 0b001100)));
/// ```
#[derive(Debug)]
pub struct PartedOrbits([Part; 2]);

#[derive(Debug)]
struct Part {
    cells: u32,
    symmetries: u32,
    orbits: DenseOrbits<2>,
    /// How many ways the second kind can stand beside the first.
    ways: u32,
    /// By orbit: the pieces that stand for it, on the cells of the whole board, and the order of their stabiliser.
    occupants: Vec<(Board, u32)>,
}

impl PartedOrbits {
    /// The orbits of two parts: the cells of each, the symmetries of these numbered from the lowest, and how many
    /// pieces of each kind they have.
    ///
    /// # Panics
    /// When a part has eight pieces of a kind or more, and as [`DenseOrbits::new`] does.
    pub fn new(parts: [(u32, &Group, [usize; 2]); 2]) -> PartedOrbits {
        PartedOrbits(parts.map(|(cells, group, pieces)| Part::new(cells, group, pieces)))
    }

    /// Whether a part with so many cells and pieces of each kind is small enough.
    pub fn fits(cells: usize, [first, second]: [usize; 2]) -> bool {
        let most = BINOMIAL_STRIDE - 1;
        first.max(second) <= most
            && binomial(cells, first) * binomial(cells - first, second) < 1 << 22
    }

    /// The cells of each part.
    pub fn cells(&self) -> [u32; 2] {
        self.0.each_ref().map(|part| part.cells)
    }

    /// By part: the boards that stand for its orbits, the other part empty.
    pub fn occupants(&self) -> [impl Iterator<Item = Board> + '_; 2] {
        self.0.each_ref().map(|part| part.occupants.iter().map(|(board, _)| *board))
    }
}

impl Part {
    fn new(cells: u32, group: &Group, pieces: [usize; 2]) -> Part {
        let count = cells.count_ones() as usize;
        assert!(pieces.iter().all(|&pieces| pieces < BINOMIAL_STRIDE), "too many pieces");
        let orbits = DenseOrbits::new(&MaskAction::new(group, 0..count), pieces);
        let occupant = |slot: u64| {
            let pieces = orbits.occupant(slot);
            let [first, second] = pieces.map(|mask| scatter(mask, cells));
            (Board::new(first, second), orbits.locate(pieces).stabiliser)
        };
        Part {
            cells,
            symmetries: group.order() as u32,
            ways: binomial(count - pieces[0], pieces[1]) as u32,
            occupants: (0..orbits.slots()).map(occupant).collect(),
            orbits,
        }
    }

    fn slots(&self) -> u64 {
        self.orbits.slots()
    }

    #[inline(always)]
    fn locate(&self, board: Board) -> OrbitSlot {
        self.orbits.locate([board.first, board.second].map(|mask| gather(mask, self.cells)))
    }
}

impl LocatesBoards for &PartedOrbits {
    #[inline(always)]
    fn locate(&mut self, board: Board) -> OrbitSlot {
        let [first, second] = &self.0;
        let (one, other) = (first.locate(board), second.locate(board));
        OrbitSlot {
            slot: one.slot * second.slots() + other.slot,
            stabiliser: one.stabiliser * other.stabiliser,
        }
    }
}

impl BoardIndex for PartedOrbits {
    type Locator<'a> = &'a PartedOrbits;

    fn symmetries(&self) -> u32 {
        self.0.iter().map(|part| part.symmetries).product()
    }

    fn slots(&self, _pieces: [usize; 2]) -> u64 {
        self.0.iter().map(Part::slots).product()
    }

    fn locator(&self, _pieces: [usize; 2]) -> &PartedOrbits {
        self
    }

    #[inline(always)]
    fn occupant(&self, _pieces: [usize; 2], slot: u64) -> Option<(Board, u32)> {
        let [first, second] = &self.0;
        let (one, of_one) = first.occupants[(slot / second.slots()) as usize];
        let (other, of_other) = second.occupants[(slot % second.slots()) as usize];
        let board = Board::new(one.first | other.first, one.second | other.second);
        Some((board, of_one * of_other))
    }

    fn device(&self) -> DeviceIndexing<'_> {
        let mut header = String::new();
        for (name, values) in
            [("PARTS", self.cells()), ("WAYS", self.0.each_ref().map(|part| part.ways))]
        {
            let _ = writeln!(
                header,
                "constexpr u32 {name}[2] = {{{:#x}, {:#x}}};",
                values[0], values[1]
            );
        }
        let cells = self.cells().map(u32::count_ones).iter().sum::<u32>() as usize;
        let row = |n: usize| (0..BINOMIAL_STRIDE).map(move |k| binomial(n, k) as u32);
        DeviceIndexing::Own {
            symmetries: self.symmetries(),
            header: header + include_str!("parted.h"),
            words: (0..=cells).flat_map(row).collect(),
        }
    }

    fn device_index(&self, _pieces: [usize; 2]) -> DeviceIndex {
        let [first, second] = &self.0;
        let occupants = |part: &Part| {
            let words = part.occupants.iter();
            words.flat_map(|&(board, order)| [board.first, board.second, order]).collect()
        };
        let arrays = vec![
            first.orbits.words().collect(),
            second.orbits.words().collect(),
            occupants(first),
            occupants(second),
        ];
        DeviceIndex::Own { width: second.slots() as u32, numbers: vec![], arrays }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The slow twin: boards of a part are alike if one is an image of the other.
    #[test]
    fn boards_share_a_slot_if_both_parts_are_alike() {
        let (left, right) = (0b0000_1111, 0b0111_0000);
        let mirror = |cells: usize| Group::generated(cells, &[(0..cells).rev().collect()]);
        let orbits = PartedOrbits::new([(left, &mirror(4), [1, 2]), (right, &mirror(3), [1, 1])]);
        let least = |mask: [u32; 2], cells: u32| {
            let inside = mask.map(|mask| gather(mask, cells));
            let flipped = inside
                .map(|mask| mask.reverse_bits() >> cells.leading_zeros() >> cells.trailing_zeros());
            inside.min(flipped)
        };
        let mut boards = BTreeMap::new();
        let count = |mask: u32, cells: u32| (mask & cells).count_ones() as usize;
        for first in 0..1 << 7 {
            for second in (0..1 << 7).filter(|second| first & second == 0) {
                let on = |cells| [count(first, cells), count(second, cells)];
                if (on(left), on(right)) == ([1, 2], [1, 1]) {
                    let alike = [left, right].map(|cells| least([first, second], cells));
                    let found = orbits.locate([2, 3], Board::new(first, second));
                    boards.entry(alike).or_insert_with(Vec::new).push(found);
                }
            }
        }
        assert_eq!(boards.len() as u64, orbits.slots([2, 3]));
        for (alike, found) in boards {
            assert!(found.iter().all(|one| *one == found[0]), "{alike:?}");
            assert_eq!(found.len() as u32 * found[0].stabiliser, orbits.symmetries(), "{alike:?}");
            let (board, order) = orbits.occupant([2, 3], found[0].slot).unwrap();
            assert_eq!(orbits.locate([2, 3], board), found[0]);
            assert_eq!(order, found[0].stabiliser);
        }
    }
}
