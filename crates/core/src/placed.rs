//! Positions that are marks put down in turn, and their index.

use crate::bits::lowest;
use crate::described::{BoardIndex, Described, GIVEN, LocatesBoards, TARGETS, ending};
use crate::device::{DeviceIndex, DeviceIndexing};
use crate::game::{Orbits, Tier, Turn};
use crate::group::{Group, MaskAction};
use crate::orbit::{DenseOrbits, OrbitSlot};
use crate::slotwalker::Way;
use crate::subset::{binomial, binomial_words};
use crate::walker::{Board, Step, Walker};
use crate::word::{Truth, Word};

/// The places of two kinds of marks, of which one more is put down in every turn and none goes away, so
/// that their number tells whose turn it is.
///
/// ```
/// use hindsight_core::{Placed, Turn};
/// let one = Placed::default().with_own(4);
/// assert_eq!((one.first, one.second, one.turn()), (0b1_0000, 0, Turn::Second));
/// assert_eq!(one.with_own(0).own_first(), [0b1_0000, 0b1]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placed {
    /// The first kind: the first player's marks, where each player has their own.
    pub first: u32,
    /// The second kind.
    pub second: u32,
}

impl Placed {
    /// The places of all marks.
    #[inline(always)]
    pub fn taken(self) -> u32 {
        self.first | self.second
    }

    /// How many marks there are.
    #[inline(always)]
    pub fn count(self) -> usize {
        self.taken().count_ones() as usize
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn turn(self) -> Turn {
        Turn::after(self.count())
    }

    /// The marks of the player to move and the opponent's, where each player has their own.
    #[inline(always)]
    pub fn own_first(self) -> [u32; 2] {
        self.turn().own_first([self.first, self.second])
    }

    /// The position after a mark of the player to move has been put down, where each player has their
    /// own.
    #[inline(always)]
    pub fn with_own(self, place: usize) -> Placed {
        self.with(self.turn() == Turn::First, place)
    }

    /// The position after a mark of the first kind or of the second has been put down.
    #[inline(always)]
    pub fn with(self, is_first: bool, place: usize) -> Placed {
        let mark = 1 << place;
        match is_first {
            true => Placed { first: self.first | mark, ..self },
            false => Placed { second: self.second | mark, ..self },
        }
    }

    /// The tier of the positions with as many marks.
    #[inline(always)]
    pub fn tier(self) -> Tier {
        Tier(self.count() as u64)
    }

    /// How many marks of each kind there are in a tier, where each player has their own: the first
    /// player begins and has the odd one.
    #[inline(always)]
    pub fn counts(Tier(marks): Tier) -> [usize; 2] {
        [marks.div_ceil(2) as usize, marks as usize / 2]
    }
}

/// A game in which two players put down marks in turn, each their own, and all of them stay.
/// [`Described`] follows from it.
pub trait PutInTurn: Send + Sync {
    /// The index that the game holds, of the first player's marks and the second's.
    type Numbers: BoardIndex;

    /// The index.
    fn numbers(&self) -> &Self::Numbers;

    /// The symmetries that it goes by.
    fn symmetries_in_words(&self) -> &'static str {
        "the symmetries of the board"
    }

    /// How many places there are.
    fn places(&self) -> usize;

    /// The places where a mark can be put, given those that are taken. None are left when all are taken.
    #[inline(always)]
    fn open<W: Word>(&self, taken: W) -> W {
        !taken & W::from(lowest(self.places()))
    }

    /// As [`Described::listed_at`], given the place of the mark.
    fn order_of(&self, _place: u32) -> u32 {
        0
    }

    /// The code of the end if somebody has won or lost, else `otherwise`. The marks of the player to
    /// move are the first kind.
    fn decided<W: Word>(&self, board: Board<W>, otherwise: W) -> W;
}

/// What is given: all bits for the kind of marks that is put down next, and none for the other.
impl<G: PutInTurn> Described for G {
    type Position = Placed;
    type Index = G::Numbers;

    fn index(&self) -> &G::Numbers {
        self.numbers()
    }

    fn opening(&self) -> Placed {
        Placed::default()
    }

    fn mover(&self, position: Placed) -> Turn {
        position.turn()
    }

    #[inline(always)]
    fn tier_at(&self, position: Placed) -> Tier {
        position.tier()
    }

    fn name_of(&self, tier: Tier) -> String {
        tier.0.to_string()
    }

    #[inline(always)]
    fn pieces(&self, tier: Tier) -> [usize; 2] {
        Placed::counts(tier)
    }

    #[inline(always)]
    fn given(&self, Tier(marks): Tier) -> [u32; GIVEN] {
        let [first, second] = Turn::after(marks as usize).own_first([!0, 0]);
        [first, second, 0, 0]
    }

    #[inline(always)]
    fn targets(&self, Tier(marks): Tier) -> [Option<Tier>; TARGETS] {
        [(marks < self.places() as u64).then_some(Tier(marks + 1)), None, None, None]
    }

    /// One player's or the other's, and never both.
    fn changed_kind(&self, _tier: Tier, _way: Way) -> Option<usize> {
        None
    }

    fn column(&self) -> Orbits {
        Orbits { symmetries: self.symmetries_in_words(), turns_apart: true }
    }

    #[inline(always)]
    fn board_of(&self, position: Placed) -> Board {
        Board::new(position.first, position.second)
    }

    #[inline(always)]
    fn position_of(&self, _tier: Tier, board: Board, _turn: Turn) -> Placed {
        Placed { first: board.first, second: board.second }
    }

    fn listed_at(&self, step: Step) -> u32 {
        self.order_of(step.to.trailing_zeros())
    }

    #[inline(always)]
    fn ending<W: Word>(&self, [first, second, ..]: [W; GIVEN], board: Board<W>) -> W {
        let is_full = self.open(board.taken()).is_empty();
        let own = |of_first: W, of_second: W| of_first & first | of_second & second;
        let seen = Board::new(own(board.first, board.second), own(board.second, board.first));
        self.decided(seen, is_full.choose(ending::TIE.into(), ending::OPEN.into()))
    }

    #[inline(always)]
    fn forwards<K: Walker>(
        &self,
        walker: &mut K,
        [first, second, ..]: [K::Word; GIVEN],
        board: Board<K::Word>,
    ) {
        walker.arrive_each(self.open(board.taken()), 0.into(), |place| {
            let after = Board::new(board.first | place & first, board.second | place & second);
            (Step::onto(place), after)
        });
    }
}

/// The orbits of marks that two players put down in turn, each their own, on a small board: a tier for
/// each number of marks, without holes.
#[derive(Debug)]
pub struct PlacedOrbits {
    symmetries: u32,
    /// By the number of marks.
    tiers: Vec<DenseOrbits<2>>,
}

impl PlacedOrbits {
    /// The orbits under a group whose points are the places.
    ///
    /// # Panics
    /// As [`MaskAction::new`] and [`DenseOrbits::new`] do.
    pub fn new(group: &Group, places: usize) -> PlacedOrbits {
        let action = MaskAction::new(group, 0..places);
        let tier = |marks: usize| DenseOrbits::new(&action, Placed::counts(Tier(marks as u64)));
        PlacedOrbits { symmetries: action.order() as u32, tiers: (0..=places).map(tier).collect() }
    }
}

impl BoardIndex for PlacedOrbits {
    type Locator<'a> = &'a DenseOrbits<2>;

    fn symmetries(&self) -> u32 {
        self.symmetries
    }

    fn slots(&self, pieces: [usize; 2]) -> u64 {
        self.locator(pieces).slots()
    }

    #[inline(always)]
    fn locator(&self, [first, second]: [usize; 2]) -> &DenseOrbits<2> {
        &self.tiers[first + second]
    }

    #[inline(always)]
    fn occupant(&self, pieces: [usize; 2], slot: u64) -> Option<(Board, u32)> {
        let orbits = self.locator(pieces);
        let [first, second] = orbits.occupant(slot);
        Some((Board::new(first, second), orbits.locate([first, second]).stabiliser))
    }

    fn device(&self) -> DeviceIndexing<'_> {
        let places = self.tiers.len() - 1;
        let header = format!("constexpr u32 CELLS = {places};\n{}", include_str!("placed.h"));
        let words = binomial_words(places);
        DeviceIndexing::Own { symmetries: self.symmetries, header, words }
    }

    fn device_index(&self, pieces: [usize; 2]) -> DeviceIndex {
        let orbits = self.locator(pieces);
        let marks = |slot: u64| {
            let marks = orbits.occupant(slot);
            [marks[0], marks[1], orbits.locate(marks).stabiliser]
        };
        let free = self.tiers.len() - 1 - pieces[0];
        DeviceIndex::Own {
            width: orbits.slots() as u32,
            numbers: vec![binomial(free, pieces[1]) as u32],
            arrays: vec![orbits.words().collect(), (0..orbits.slots()).flat_map(marks).collect()],
        }
    }
}

impl LocatesBoards for &DenseOrbits<2> {
    #[inline(always)]
    fn locate(&mut self, board: Board) -> OrbitSlot {
        DenseOrbits::locate(self, [board.first, board.second])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_tell_the_turn_and_the_tier() {
        let mut position = Placed::default();
        for place in 0..6 {
            assert_eq!(position.count(), place);
            assert_eq!(position.tier(), Tier(place as u64));
            assert_eq!(position.turn(), Turn::after(place));
            position = position.with_own(place);
        }
        assert_eq!((position.first, position.second), (0b01_0101, 0b10_1010));
        assert_eq!(Placed::counts(position.tier()), [3, 3]);
        assert_eq!(Placed::counts(Tier(5)), [3, 2]);
        assert_eq!(Placed::default().with(false, 1), Placed { first: 0, second: 0b10 });
    }

    /// On nine cells, the numbers of arrangements are binomials, and of all of them there are 6,046.
    #[test]
    fn every_arrangement_is_in_one_orbit() {
        let orbits = PlacedOrbits::new(&Group::of_rectangle(3, 3), 9);
        let mut arrangements = 0;
        for tier in (0..=9).map(Tier) {
            let pieces = Placed::counts(tier);
            for slot in 0..orbits.slots(pieces) {
                let (board, stabiliser) = orbits.occupant(pieces, slot).unwrap();
                assert_eq!(board.taken().count_ones(), tier.0 as u32);
                assert_eq!(orbits.locate(pieces, board), OrbitSlot { slot, stabiliser });
                arrangements += orbits.symmetries() / stabiliser;
            }
        }
        assert_eq!(arrangements, 6_046);
    }
}
