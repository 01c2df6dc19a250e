//! The index: the orbits of both halves of the board.

use hindsight_core::bits::{gather, scatter};
use hindsight_core::{
    Board, BoardIndex, DenseOrbits, DeviceIndex, DeviceIndexing, Group, Joins, LocatesBoards,
    MaskAction, OrbitSlot, binomial,
};

use crate::cpp;

/// Binomials of a row in fast memory: more than a half has stones of one player.
const BINOMIAL_STRIDE: usize = 8;

/// The odd and the even half of a board.
#[derive(Debug)]
pub struct Halves([Half; 2]);

/// The points of one parity of row + column.
#[derive(Debug)]
pub(super) struct Half {
    pub(super) cells: u32,
    symmetries: u32,
    orbits: DenseOrbits<2>,
    /// By orbit.
    occupants: Vec<HalfOccupant>,
}

/// The stones that stand for an orbit of a half, on the cells of the whole board.
#[derive(Clone, Copy, Debug)]
struct HalfOccupant {
    mine: u32,
    theirs: u32,
    stabiliser: u32,
}

impl Halves {
    /// The halves of a board with the stones that start there, the mover's and the opponent's.
    ///
    /// # Panics
    /// When a left-right flip of a half moves its stones.
    pub(super) fn new(rows: usize, columns: usize, start: [u32; 2]) -> Halves {
        Halves([1, 0].map(|parity| Half::new(rows, columns, parity, start)))
    }

    /// Both halves.
    pub(super) fn each(&self) -> &[Half; 2] {
        &self.0
    }

    /// The most steps that one player can have.
    pub(super) fn most_steps(&self, joins: &Joins) -> u32 {
        self.0.iter().map(|half| half.most_steps(joins)).sum()
    }
}

impl Half {
    fn new(rows: usize, columns: usize, parity: usize, start: [u32; 2]) -> Half {
        // As the number of columns is odd, a cell's number is as odd as its row + column, and the
        // cells that a row of a half has are flipped among themselves.
        let numbers: Vec<usize> = (parity..rows * columns).step_by(2).collect();
        let flip: Vec<usize> = numbers
            .iter()
            .map(|cell| (cell - cell % columns + (columns - 1 - cell % columns)) / 2)
            .collect();
        let cells = numbers.iter().fold(0, |cells, cell| cells | 1 << cell);
        let group = Group::generated(numbers.len(), &[flip]);
        let action = MaskAction::new(&group, 0..numbers.len());
        let start = start.map(|stones| gather(stones, cells));
        for symmetry in 0..group.order() {
            let image = start.map(|stones| action.apply(symmetry, stones));
            assert_eq!(start, image, "a lopsided start");
        }
        let orbits = DenseOrbits::new(&action, start.map(|stones| stones.count_ones() as usize));
        let occupant = |slot: u64| {
            let stones = orbits.occupant(slot);
            let [mine, theirs] = stones.map(|mask| scatter(mask, cells));
            HalfOccupant { mine, theirs, stabiliser: orbits.locate(stones).stabiliser }
        };
        let occupants = (0..orbits.slots()).map(occupant).collect();
        Half { cells, symmetries: group.order() as u32, orbits, occupants }
    }

    /// The number of its orbits.
    pub(super) fn slots(&self) -> u64 {
        self.orbits.slots()
    }

    fn most_steps(&self, joins: &Joins) -> u32 {
        let steps = |stones: &HalfOccupant| {
            joins.count(stones.mine, self.cells & !(stones.mine | stones.theirs))
        };
        self.occupants.iter().map(steps).max().unwrap_or(0)
    }

    #[inline(always)]
    fn locate(&self, board: Board) -> OrbitSlot {
        let stones = [board.first, board.second];
        self.orbits.locate(stones.map(|mask| gather(mask, self.cells)))
    }

    /// The ways to place the opponent's stones beside the mover's.
    fn ways(&self) -> u32 {
        let HalfOccupant { mine, theirs, .. } = self.occupants[0];
        let [cells, mine, theirs] =
            [self.cells, mine, theirs].map(|mask| mask.count_ones() as usize);
        binomial(cells - mine, theirs) as u32
    }

    fn device_stones(&self) -> Vec<u32> {
        self.occupants.iter().flat_map(|half| [half.mine, half.theirs, half.stabiliser]).collect()
    }
}

impl LocatesBoards for &Halves {
    #[inline(always)]
    fn locate(&mut self, board: Board) -> OrbitSlot {
        let [odd, even] = &self.0;
        let (odd_orbit, even_orbit) = (odd.locate(board), even.locate(board));
        OrbitSlot {
            slot: odd_orbit.slot * even.slots() + even_orbit.slot,
            stabiliser: odd_orbit.stabiliser * even_orbit.stabiliser,
        }
    }
}

impl BoardIndex for Halves {
    type Locator<'a> = &'a Halves;

    fn symmetries(&self) -> u32 {
        self.0.iter().map(|half| half.symmetries).product()
    }

    fn slots(&self, _pieces: [usize; 2]) -> u64 {
        self.0.iter().map(|half| half.slots()).product()
    }

    fn locator(&self, _pieces: [usize; 2]) -> &Halves {
        self
    }

    #[inline(always)]
    fn occupant(&self, _pieces: [usize; 2], slot: u64) -> Option<(Board, u32)> {
        let [odd, even] = &self.0;
        let odd_stones = odd.occupants[(slot / even.slots()) as usize];
        let even_stones = even.occupants[(slot % even.slots()) as usize];
        let board =
            Board::new(odd_stones.mine | even_stones.mine, odd_stones.theirs | even_stones.theirs);
        Some((board, odd_stones.stabiliser * even_stones.stabiliser))
    }

    fn device(&self) -> DeviceIndexing<'_> {
        let cells = self.0.each_ref().map(|half| half.cells);
        let header = [
            cpp::list("HALVES", &cells),
            cpp::list("WAYS", &self.0.each_ref().map(Half::ways)),
            include_str!("index.h").to_owned(),
        ];
        let all = cells.map(u32::count_ones).iter().sum::<u32>() as usize;
        let row = |n: usize| (0..BINOMIAL_STRIDE).map(move |k| binomial(n, k) as u32);
        DeviceIndexing::Own {
            symmetries: self.symmetries(),
            header: header.concat(),
            words: (0..=all).flat_map(row).collect(),
        }
    }

    fn device_index(&self, _pieces: [usize; 2]) -> DeviceIndex {
        let [odd, even] = &self.0;
        let arrays = vec![
            odd.orbits.words().collect(),
            even.orbits.words().collect(),
            odd.device_stones(),
            even.device_stones(),
        ];
        DeviceIndex::Own { width: even.slots() as u32, numbers: vec![], arrays }
    }
}
