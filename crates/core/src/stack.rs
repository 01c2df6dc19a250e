//! Numbering pieces of two kinds that are stacked in columns, as when they are dropped.
//!
//! How high the columns are is the **profile**. All pieces lie on the cells that the profile tells, so
//! that only which of them are of the first kind is left to number:
//!
//! ```text
//! slot = profile * choices of the first kind + rank of the choice
//! ```
//!
//! Left and right are the same. Of a profile and its mirror image, one has slots; where a profile is
//! its own image, the smaller of two ranks is canonical and the other slot is a hole.

use crate::bits::{gather, scatter};
use crate::described::{BoardIndex, LocatesBoards};
use crate::device::{DeviceIndex, DeviceIndexing};
use crate::group::{Group, MaskAction};
use crate::orbit::OrbitSlot;
use crate::subset::{BINOMIALS, MAX_CELLS, SubsetRank, binomial_words, subsets};
use crate::walker::Board;
use crate::word::Word;

/// As many profiles as a small table holds.
const MAX_PROFILES: usize = 1 << 20;

/// The mirror image among the two symmetries.
const MIRROR: usize = 1;

/// What a profile is, by the number that its heights make.
#[derive(Clone, Copy, Debug, Default)]
struct Profile {
    /// Its number among those with as many pieces; shared with the mirror image.
    number: u32,
    /// Whether the mirror image has the slots.
    mirrored: bool,
    /// Whether it is its own mirror image.
    symmetric: bool,
}

/// The two-way map between stacked pieces, up to mirror images, and slots.
///
/// Cells are numbered row by row from the top left.
///
/// ```
/// use hindsight_core::Stacks;
/// let stacks = Stacks::new(2, 2);
/// // One piece of the first kind at the bottom left or right.
/// assert_eq!(stacks.locate(0b0100, 0b0100), stacks.locate(0b1000, 0b1000));
/// assert_eq!(stacks.slots(1, 1), 1);
/// assert_eq!(stacks.drops(0b0100), 0b1001);
/// ```
#[derive(Debug)]
pub struct Stacks {
    rows: usize,
    columns: usize,
    mirror: MaskAction,
    rank: SubsetRank,
    /// The cells of each column.
    cells: Vec<u32>,
    /// By [`Stacks::code`].
    profiles: Vec<Profile>,
    /// By the number of pieces: the cells of each profile that has slots.
    occupied: Vec<Vec<u32>>,
}

impl Stacks {
    /// Whether there can be a board of this size.
    pub fn fits(rows: usize, columns: usize) -> bool {
        let profiles = (rows.saturating_add(1)).checked_pow(columns.try_into().unwrap_or(u32::MAX));
        rows > 0
            && columns > 0
            && rows.saturating_mul(columns) <= MAX_CELLS
            && profiles.is_some_and(|profiles| profiles <= MAX_PROFILES)
    }

    /// A board of so many rows and columns.
    ///
    /// # Panics
    /// When it does not [fit](Stacks::fits).
    pub fn new(rows: usize, columns: usize) -> Stacks {
        assert!(Stacks::fits(rows, columns), "too many cells");
        let places = rows * columns;
        let mirrored = (0..places).map(|cell| cell + columns - 1 - 2 * (cell % columns)).collect();
        let group = Group::generated(places, &[mirrored]);
        let column =
            |column: usize| (0..rows).fold(0, |mask, row| mask | 1 << (row * columns + column));
        let mut stacks = Stacks {
            rows,
            columns,
            mirror: MaskAction::new(&group, 0..places),
            rank: SubsetRank::new(places),
            cells: (0..columns).map(column).collect(),
            profiles: vec![Profile::default(); (rows + 1).pow(columns as u32)],
            occupied: vec![Vec::new(); places + 1],
        };
        for code in 0..stacks.profiles.len() {
            let occupied = stacks.cells_of(code);
            let image = stacks.image(occupied);
            let image_code = stacks.code(image);
            let of_count = &mut stacks.occupied[occupied.count_ones() as usize];
            stacks.profiles[code] = if image_code < code {
                Profile { mirrored: true, ..stacks.profiles[image_code] }
            } else {
                of_count.push(occupied);
                let number = of_count.len() as u32 - 1;
                Profile { number, mirrored: false, symmetric: image_code == code }
            };
        }
        stacks
    }

    /// The heights of the columns as digits of a number.
    #[inline(always)]
    fn code(&self, occupied: u32) -> usize {
        let digits = self.cells.iter().map(|column| (occupied & column).count_ones() as usize);
        digits.fold(0, |code, height| code * (self.rows + 1) + height)
    }

    /// The cells below the heights of a code.
    fn cells_of(&self, mut code: usize) -> u32 {
        let mut occupied = 0;
        for column in (0..self.columns).rev() {
            let height = code % (self.rows + 1);
            code /= self.rows + 1;
            let rows = self.rows - height..self.rows;
            occupied |= rows.fold(0, |mask, row| mask | 1 << (row * self.columns + column));
        }
        occupied
    }

    #[inline(always)]
    fn image(&self, mask: u32) -> u32 {
        // A board of one column is its own mirror image, and the group has one element.
        if self.columns == 1 { mask } else { self.mirror.apply(MIRROR, mask) }
    }

    /// The number of symmetries: a multiple of every stabiliser.
    pub fn symmetries(&self) -> u32 {
        self.mirror.order() as u32
    }

    /// Whether no cell of a mask hangs in the air.
    pub fn is_stacked(&self, occupied: u32) -> bool {
        self.cells_of(self.code(occupied)) == occupied
    }

    /// The cells where a dropped piece comes to rest.
    #[inline(always)]
    pub fn drops<W: Word>(&self, occupied: W) -> W {
        let all = crate::bits::lowest(self.rows * self.columns);
        let bottom = all & !(all >> self.columns);
        !occupied & (occupied >> W::from(self.columns as u32) | W::from(bottom)) & W::from(all)
    }

    /// The column of a cell, from the left.
    pub fn column(&self, cell: u32) -> u32 {
        cell % self.columns as u32
    }

    /// The number of slots of boards with so many pieces, of which so many are of the first kind.
    pub fn slots(&self, pieces: usize, first: usize) -> u64 {
        self.occupied[pieces].len() as u64 * ways(pieces, first)
    }

    /// The slot of the cells with pieces, of which some have pieces of the first kind.
    #[inline(always)]
    pub fn locate(&self, mut occupied: u32, mut first: u32) -> OrbitSlot {
        let profile = self.profiles[self.code(occupied)];
        if profile.mirrored {
            (occupied, first) = (self.image(occupied), self.image(first));
        }
        let mut rank = self.rank.rank(gather(first, occupied));
        let mut stabiliser = 1;
        if profile.symmetric {
            let image = self.rank.rank(gather(self.image(first), occupied));
            stabiliser = if image == rank { self.symmetries() } else { 1 };
            rank = rank.min(image);
        }
        let ways = ways(occupied.count_ones() as usize, first.count_ones() as usize);
        OrbitSlot { slot: u64::from(profile.number) * ways + u64::from(rank), stabiliser }
    }

    /// The cells with pieces, those with pieces of the first kind, and the order of the stabiliser;
    /// `None` for a hole.
    pub fn occupant(&self, pieces: usize, first: usize, slot: u64) -> Option<(u32, u32, u32)> {
        let ways = ways(pieces, first);
        let occupied = self.occupied[pieces][(slot / ways) as usize];
        let chosen = scatter(self.rank.unrank(first, (slot % ways) as u32), occupied);
        let at = self.locate(occupied, chosen);
        (at.slot == slot).then_some((occupied, chosen, at.stabiliser))
    }
}

impl BoardIndex for Stacks {
    type Locator<'a> = &'a Stacks;

    fn symmetries(&self) -> u32 {
        Stacks::symmetries(self)
    }

    fn slots(&self, [first, second]: [usize; 2]) -> u64 {
        Stacks::slots(self, first + second, first)
    }

    #[inline(always)]
    fn locator(&self, _pieces: [usize; 2]) -> &Stacks {
        self
    }

    #[inline(always)]
    fn occupant(&self, [first, second]: [usize; 2], slot: u64) -> Option<(Board, u32)> {
        let (occupied, first, stabiliser) = Stacks::occupant(self, first + second, first, slot)?;
        Some((Board::new(first, occupied & !first), stabiliser))
    }

    fn device(&self) -> DeviceIndexing<'_> {
        let (rows, columns) = (self.rows, self.columns);
        let size = format!("constexpr u32 ROWS = {rows}, COLUMNS = {columns};\n");
        let header = size + include_str!("stack.h");
        let words = binomial_words(rows * columns);
        DeviceIndexing::Own { symmetries: Stacks::symmetries(self), header, words }
    }

    fn device_index(&self, [first, second]: [usize; 2]) -> DeviceIndex {
        let profile = |&Profile { number, mirrored, symmetric }: &Profile| {
            number | u32::from(mirrored) << 30 | u32::from(symmetric) << 31
        };
        DeviceIndex::Own {
            width: ways(first + second, first) as u32,
            numbers: Vec::new(),
            arrays: vec![
                self.profiles.iter().map(profile).collect(),
                self.occupied[first + second].clone(),
                subsets(first + second, first).collect(),
            ],
        }
    }
}

impl LocatesBoards for &Stacks {
    #[inline(always)]
    fn locate(&mut self, board: Board) -> OrbitSlot {
        Stacks::locate(self, board.taken(), board.first)
    }
}

/// How many choices of the first kind there are.
#[inline(always)]
fn ways(pieces: usize, first: usize) -> u64 {
    BINOMIALS[pieces][first].into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, HashSet};

    /// Every slot of every number of pieces against a plain walk over all boards.
    #[test]
    fn slots_are_the_orbits_of_all_boards() {
        for (rows, columns) in [(1, 1), (3, 1), (1, 4), (2, 3), (3, 3), (2, 4)] {
            let stacks = Stacks::new(rows, columns);
            let cells = rows * columns;
            let mirrored = |mask: u32| {
                crate::bits::ones(mask).fold(0, |image, cell| {
                    image | 1 << (cell / columns * columns + columns - 1 - cell % columns)
                })
            };
            // By numbers of pieces: the smaller of each board and its image, and its slot.
            let mut orbits: BTreeMap<(u32, u32), HashSet<(u32, u32)>> = BTreeMap::new();
            for occupied in 0..1u32 << cells {
                let hangs = |cell: usize| {
                    occupied >> cell & 1 == 1
                        && cell + columns < cells
                        && occupied >> (cell + columns) & 1 == 0
                };
                assert_eq!(stacks.is_stacked(occupied), !(0..cells).any(hangs));
                if (0..cells).any(hangs) {
                    continue;
                }
                for first in (0..1u32 << cells).filter(|first| first & !occupied == 0) {
                    let image = (mirrored(occupied), mirrored(first));
                    let counts = (occupied.count_ones(), first.count_ones());
                    orbits.entry(counts).or_default().insert(image.min((occupied, first)));
                    let at = stacks.locate(occupied, first);
                    assert_eq!(at, stacks.locate(image.0, image.1));
                    let fixed = if image == (occupied, first) { stacks.symmetries() } else { 1 };
                    assert_eq!(at.stabiliser, fixed);
                    assert!(at.slot < stacks.slots(counts.0 as usize, counts.1 as usize));
                }
            }
            for ((pieces, first), boards) in orbits {
                let (pieces, first) = (pieces as usize, first as usize);
                let occupants: HashSet<(u32, u32)> = (0..stacks.slots(pieces, first))
                    .filter_map(|slot| stacks.occupant(pieces, first, slot))
                    .map(|(occupied, first, _)| {
                        (mirrored(occupied), mirrored(first)).min((occupied, first))
                    })
                    .collect();
                let filled = (0..stacks.slots(pieces, first))
                    .filter(|&slot| stacks.occupant(pieces, first, slot).is_some());
                assert_eq!(filled.count(), boards.len(), "one slot for each orbit");
                assert_eq!(occupants, boards, "{rows}x{columns}: {pieces} pieces, {first} first");
            }
        }
    }

    #[test]
    fn pieces_come_to_rest_on_others() {
        let stacks = Stacks::new(3, 2);
        assert_eq!(stacks.drops(0), 0b110000);
        assert_eq!(stacks.drops(0b010101), 0b100000);
        assert_eq!(stacks.drops(0b110100), 0b001001);
        assert_eq!(stacks.drops(0b111111), 0);
        assert!(Stacks::fits(5, 6) && Stacks::fits(4, 7));
        for (rows, columns) in [(6, 7), (0, 3), (3, 0), (1, 30), (usize::MAX, 2), (2, usize::MAX)] {
            assert!(!Stacks::fits(rows, columns), "{rows}x{columns}");
        }
    }
}
