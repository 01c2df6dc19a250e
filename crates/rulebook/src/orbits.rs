//! The orbits of a described game's boards: of the whole board, or of two parts that share no move.

use hindsight_core::{
    Board, BoardIndex, CountedOrbits, DeviceIndex, DeviceIndexing, Group, LocatesBoards, Locator,
    OrbitIndex, OrbitSlot, PartedOrbits,
};

use crate::machine::{Machine, bits};
use crate::plan::Plan;
use crate::tiers::Reason;

/// The index of a described game.
#[expect(clippy::large_enum_variant, reason = "a game has one of them")]
#[derive(Debug)]
pub(crate) enum TextOrbits {
    Whole(CountedOrbits<2>),
    Parted(PartedOrbits),
}

impl TextOrbits {
    /// The orbits of a plan for a machine whose points have other numbers, given what those make of a mask and of a
    /// permutation of the points.
    pub(crate) fn new(
        machine: &Machine,
        plan: &Plan,
        mask: impl Fn(u64) -> u64,
        permutation: impl Fn(&[u8]) -> Vec<u8>,
    ) -> Result<TextOrbits, Reason> {
        let refuse = |why: &str| Err(Reason::new(machine.board_line, why));
        let parts: Vec<u64> = plan.parts.iter().map(|part| mask(*part)).collect();
        if parts.iter().fold(0, |all, part| all | part) != machine.board.all() {
            return refuse("kernels are known where pieces can stand on all points");
        }
        // The symmetries of a part, as permutations of its points in rising order.
        let group = |number: usize| {
            let points: Vec<usize> = bits(parts[number]).collect();
            let number_of =
                |point: u8| points.iter().position(|known| *known == usize::from(point));
            let image = |symmetry: &Vec<u8>| -> Vec<usize> {
                let symmetry = permutation(symmetry);
                points.iter().filter_map(|point| number_of(symmetry[*point])).collect()
            };
            let generators: Vec<Vec<usize>> = plan.symmetries[number].iter().map(image).collect();
            Group::generated(points.len(), &generators)
        };
        if let [_] = parts[..] {
            let points = machine.board.points();
            return Ok(TextOrbits::Whole(CountedOrbits::new(&group(0), points)));
        }
        let ([first, second], [tier]) = (&parts[..], &plan.tiers[..]) else {
            return refuse(
                "kernels are known on boards of one part, or of two where no number of pieces changes",
            );
        };
        let pieces =
            [0, 1].map(|part| [0, 1].map(|kind| usize::from(tier.counts.on[2 * part + kind])));
        let both = [(*first, pieces[0]), (*second, pieces[1])];
        if !both
            .iter()
            .all(|(part, pieces)| PartedOrbits::fits(part.count_ones() as usize, *pieces))
        {
            return refuse("kernels are known on small boards of two parts");
        }
        let groups = [group(0), group(1)];
        let part = |number: usize| (parts[number] as u32, &groups[number], pieces[number]);
        Ok(TextOrbits::Parted(PartedOrbits::new([part(0), part(1)])))
    }
}

/// What locates boards.
#[expect(clippy::large_enum_variant, reason = "lives on the stack for a whole run of boards")]
#[derive(Debug)]
pub(crate) enum TextLocator<'a> {
    Whole(Locator<'a>),
    Parted(&'a PartedOrbits),
}

impl LocatesBoards for TextLocator<'_> {
    #[inline(always)]
    fn locate(&mut self, board: Board) -> OrbitSlot {
        match self {
            TextLocator::Whole(locator) => LocatesBoards::locate(locator, board),
            TextLocator::Parted(locator) => locator.locate(board),
        }
    }

    #[inline(always)]
    fn locate_each(&mut self, boards: impl Iterator<Item = Board>, visit: impl FnMut(OrbitSlot)) {
        match self {
            TextLocator::Whole(locator) => LocatesBoards::locate_each(locator, boards, visit),
            TextLocator::Parted(locator) => locator.locate_each(boards, visit),
        }
    }
}

/// One of the two, by the same name.
macro_rules! either {
    ($index:expr, $orbits:ident => $value:expr) => {
        match $index {
            TextOrbits::Whole($orbits) => $value,
            TextOrbits::Parted($orbits) => $value,
        }
    };
}

impl BoardIndex for TextOrbits {
    type Locator<'a> = TextLocator<'a>;

    fn symmetries(&self) -> u32 {
        either!(self, orbits => BoardIndex::symmetries(orbits))
    }

    fn slots(&self, pieces: [usize; 2]) -> u64 {
        either!(self, orbits => BoardIndex::slots(orbits, pieces))
    }

    fn locator(&self, pieces: [usize; 2]) -> TextLocator<'_> {
        match self {
            TextOrbits::Whole(orbits) => TextLocator::Whole(orbits.locator(pieces)),
            TextOrbits::Parted(orbits) => TextLocator::Parted(orbits.locator(pieces)),
        }
    }

    #[inline(always)]
    fn locate(&self, pieces: [usize; 2], board: Board) -> OrbitSlot {
        either!(self, orbits => BoardIndex::locate(orbits, pieces, board))
    }

    #[inline(always)]
    fn occupant(&self, pieces: [usize; 2], slot: u64) -> Option<(Board, u32)> {
        either!(self, orbits => BoardIndex::occupant(orbits, pieces, slot))
    }

    fn by_pivot(&self, pieces: [usize; 2]) -> Option<&OrbitIndex<2>> {
        either!(self, orbits => orbits.by_pivot(pieces))
    }

    #[inline(always)]
    fn each_board(&self, pieces: [usize; 2], slots: &[u64], visit: impl FnMut(u32, Board, u32)) {
        either!(self, orbits => orbits.each_board(pieces, slots, visit));
    }

    fn device(&self) -> DeviceIndexing<'_> {
        either!(self, orbits => orbits.device())
    }

    fn device_index(&self, pieces: [usize; 2]) -> DeviceIndex {
        either!(self, orbits => orbits.device_index(pieces))
    }
}
