//! Pieces on points: the list that rules, index and notation share.

use super::board::{BLOCKED, FILES, POINTS, Role, attacks, bit, origins, targets, turned};
use super::material::Material;

/// The most pieces of both sides together, kings included, that a list can hold.
pub(super) const MOST_PIECES: usize = 8;
/// In the place of a piece that is not there.
const NONE: u8 = 14;

/// A role and a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Kind(u8);

impl Kind {
    pub(super) const fn new(role: Role, side: usize) -> Kind {
        Kind(role as u8 * 2 + side as u8)
    }

    #[inline(always)]
    pub(super) const fn role(self) -> Role {
        Role::ALL[self.0 as usize / 2]
    }

    #[inline(always)]
    pub(super) const fn side(self) -> usize {
        self.0 as usize % 2
    }

    /// Its number, which for no piece at all is 14.
    pub(super) const fn number(self) -> u32 {
        self.0 as u32
    }

    /// Whether there is a piece.
    pub(super) const fn is_there(self) -> bool {
        self.0 != NONE
    }

    #[inline(always)]
    fn exchanged(self) -> Kind {
        if self.0 == NONE { self } else { Kind(self.0 ^ 1) }
    }
}

/// What a piece on a point adds to the number of its tier, by kind and point.
static TIER_PARTS: [[u64; POINTS]; NONE as usize] = {
    let mut parts = [[0; POINTS]; NONE as usize];
    let mut kind = 0;
    while kind < NONE {
        let mut point = 0;
        while point < POINTS {
            parts[kind as usize][point] =
                Material::part(Kind(kind).role(), Kind(kind).side(), point as u8);
            point += 1;
        }
        kind += 1;
    }
    parts
};

/// All pieces, by kind and then by point: kings first, then advisors, bishops, pawns, knights,
/// cannons, rooks, and of each role side 0 before side 1. The order is that of the index's regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Men {
    kinds: [Kind; MOST_PIECES],
    points: [u8; MOST_PIECES],
}

impl Men {
    pub(super) const EMPTY: Men =
        Men { kinds: [Kind(NONE); MOST_PIECES], points: [u8::MAX; MOST_PIECES] };

    /// The list of some pieces in any order; `None` if there are too many.
    pub(super) fn of(pieces: impl IntoIterator<Item = (Kind, u8)>) -> Option<Men> {
        let mut men = Men::EMPTY;
        for (number, (kind, point)) in pieces.into_iter().enumerate() {
            *men.kinds.get_mut(number)? = kind;
            men.points[number] = point;
        }
        let mut sorted: Vec<(Kind, u8)> = men.iter().collect();
        sorted.sort_unstable();
        for (number, (kind, point)) in sorted.into_iter().enumerate() {
            (men.kinds[number], men.points[number]) = (kind, point);
        }
        Some(men)
    }

    /// The list of kinds that are in order and of the points that belong to them.
    #[inline(always)]
    pub(super) fn on(kinds: [Kind; MOST_PIECES], points: [u8; MOST_PIECES]) -> Men {
        Men { kinds, points }
    }

    #[inline(always)]
    pub(super) fn points(&self) -> &[u8; MOST_PIECES] {
        &self.points
    }

    pub(super) fn kinds(&self) -> [Kind; MOST_PIECES] {
        self.kinds
    }

    /// The number of pieces.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.kinds.iter().position(|kind| kind.0 == NONE).unwrap_or(MOST_PIECES)
    }

    /// The pieces with their points.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (Kind, u8)> {
        self.kinds.into_iter().zip(self.points).take(self.count())
    }

    /// Puts a piece in its place among those of its kind.
    #[inline(always)]
    fn settle(&mut self, number: usize) {
        let (kind, point) = (self.kinds[number], self.points[number]);
        let mut at = number;
        while at > 0 && self.kinds[at - 1] == kind && self.points[at - 1] > point {
            self.points[at] = self.points[at - 1];
            at -= 1;
        }
        while at + 1 < MOST_PIECES && self.kinds[at + 1] == kind && self.points[at + 1] < point {
            self.points[at] = self.points[at + 1];
            at += 1;
        }
        self.points[at] = point;
    }

    /// The tier's number, as side 0 sees it.
    #[inline(always)]
    pub(super) fn tier(&self) -> u64 {
        self.iter().map(|(kind, point)| TIER_PARTS[kind.0 as usize][point as usize]).sum()
    }

    /// The same with the sides exchanged, as seen from the other end of the board.
    #[inline(always)]
    pub(super) fn turned(&self) -> Men {
        let mut men = Men::EMPTY;
        let count = self.count();
        let mut first = 0;
        while first < count {
            let role = self.kinds[first].role();
            let mut end = first + 1;
            while end < count && self.kinds[end].role() == role {
                end += 1;
            }
            // Half a turn reverses the order of points, and the sides change places as well, so
            // the pieces of a role just come in reverse.
            for number in first..end {
                let from = first + end - 1 - number;
                men.kinds[number] = self.kinds[from].exchanged();
                men.points[number] = turned(self.points[from]);
            }
            first = end;
        }
        men
    }

    /// After piece `number` has gone to a point and what stood there is gone.
    #[inline(always)]
    pub(super) fn after(&self, number: usize, to: u8) -> Men {
        let mut men = *self;
        let mut number = number;
        if let Some(taken) = self.points.iter().position(|&point| point == to) {
            for later in taken + 1..MOST_PIECES {
                men.kinds[later - 1] = men.kinds[later];
                men.points[later - 1] = men.points[later];
            }
            men.kinds[MOST_PIECES - 1] = Kind(NONE);
            men.points[MOST_PIECES - 1] = u8::MAX;
            number -= usize::from(taken < number);
        }
        men.points[number] = to;
        men.settle(number);
        men
    }

    /// After piece `number` has gone to a free point.
    #[inline(always)]
    pub(super) fn moved(&self, number: usize, to: u8) -> Men {
        let mut men = *self;
        men.points[number] = to;
        men.settle(number);
        men
    }

    /// The points of all pieces, and of those of one side; both with the bits that always block.
    #[inline(always)]
    pub(super) fn occupied(&self, side: usize) -> (u128, u128) {
        let (mut all, mut own) = (BLOCKED, BLOCKED);
        for number in 0..self.count() {
            let point = bit(self.points[number]);
            all |= point;
            own |= if self.kinds[number].side() == side { point } else { 0 };
        }
        (all, own)
    }

    /// Side 0's king and side 1's: they are first in the list.
    #[inline(always)]
    pub(super) fn king(&self, side: usize) -> u8 {
        self.points[side]
    }

    /// Whether a side attacks the other's king on a point, or the kings face each other, when the
    /// points are occupied as given. A piece on the point `without` does not count, piece `number`
    /// stands on the point `at`.
    #[inline(always)]
    fn attacks_king(
        &self,
        side: usize,
        king: u8,
        occupied: u128,
        without: u8,
        (number, at): (usize, u8),
    ) -> bool {
        for attacker in 0..self.count() {
            let kind = self.kinds[attacker];
            if kind.side() != side || self.points[attacker] == without {
                continue;
            }
            let point = if attacker == number { at } else { self.points[attacker] };
            if attacks(kind.role(), point, king, occupied) {
                return true;
            }
        }
        false
    }

    /// Whether the pieces could stand so with a side to move: the player who has just moved is not
    /// in check. Everything else about a legal position is in the regions.
    #[inline(always)]
    pub(super) fn looks_legal(&self, side: usize) -> bool {
        let (occupied, _) = self.occupied(side);
        !self.attacks_king(side, self.king(1 - side), occupied, u8::MAX, (0, self.points[0]))
    }

    /// Visits the moves of a side: the number of the piece, where it goes, and whether it takes.
    /// Stops when `visit` returns false.
    #[inline(always)]
    pub(super) fn moves(&self, side: usize, mut visit: impl FnMut(usize, u8, bool) -> bool) {
        let (occupied, own) = self.occupied(side);
        let mut going_on = true;
        for number in 0..self.count() {
            let (kind, from) = (self.kinds[number], self.points[number]);
            if kind.side() != side {
                continue;
            }
            targets(kind.role(), side, from, occupied, own, |to, takes| {
                if !going_on {
                    return;
                }
                let king = if number == side { to } else { self.king(side) };
                let occupied_then = occupied & !bit(from) | bit(to);
                // What is taken attacks no more.
                let unmoved = (number, from);
                if !self.attacks_king(1 - side, king, occupied_then, to, unmoved) {
                    going_on = visit(number, to, takes);
                }
            });
            if !going_on {
                return;
            }
        }
    }

    /// Visits the moves of a side that took nothing and can be repeated, undone: the number of the
    /// piece and where it came from. The position before looks legal with that side to move.
    #[inline(always)]
    pub(super) fn unmoves(&self, side: usize, mut visit: impl FnMut(usize, u8)) {
        let (occupied, _) = self.occupied(side);
        let their_king = self.king(1 - side);
        for number in 0..self.count() {
            let (kind, at) = (self.kinds[number], self.points[number]);
            if kind.side() != side {
                continue;
            }
            origins(kind.role(), side, at, occupied, |from| {
                let occupied_then = occupied & !bit(at) | bit(from);
                if !self.attacks_king(side, their_king, occupied_then, u8::MAX, (number, from)) {
                    visit(number, from);
                }
            });
        }
    }

    /// Whether a piece's move to a point is a pawn's step forward.
    #[inline(always)]
    pub(super) fn is_forward(&self, number: usize, to: u8) -> bool {
        self.kinds[number].role() == Role::Pawn && self.points[number].abs_diff(to) == FILES as u8
    }
}
