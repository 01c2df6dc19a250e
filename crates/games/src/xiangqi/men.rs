//! Pieces on points: the list that rules, index and notation share.

use super::board::{BLOCKED, POINTS, Role, attacks, bit, origins, targets, turned};
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
        men.sort();
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
        self.kinds.iter().take_while(|kind| kind.0 != NONE).count()
    }

    /// The pieces with their points.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (Kind, u8)> {
        self.kinds.into_iter().zip(self.points).take_while(|(kind, _)| kind.0 != NONE)
    }

    fn sort(&mut self) {
        for end in 1..MOST_PIECES {
            let (kind, point) = (self.kinds[end], self.points[end]);
            let mut at = end;
            while at > 0 && (self.kinds[at - 1], self.points[at - 1]) > (kind, point) {
                self.kinds[at] = self.kinds[at - 1];
                self.points[at] = self.points[at - 1];
                at -= 1;
            }
            self.kinds[at] = kind;
            self.points[at] = point;
        }
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
        for number in 0..self.count() {
            men.kinds[number] = self.kinds[number].exchanged();
            men.points[number] = turned(self.points[number]);
        }
        men.sort();
        men
    }

    /// After piece `number` has gone to a point and what stood there is gone.
    #[inline(always)]
    pub(super) fn after(&self, number: usize, to: u8) -> Men {
        let mut men = *self;
        if let Some(taken) = self.points.iter().position(|&point| point == to) {
            men.kinds[taken] = Kind(NONE);
            men.points[taken] = u8::MAX;
        }
        men.points[number] = to;
        men.sort();
        men
    }

    /// The points of all pieces, and of those of side 0; both with the bits that always block.
    #[inline(always)]
    pub(super) fn occupied(&self) -> (u128, u128) {
        let (mut all, mut own) = (BLOCKED, BLOCKED);
        for (kind, point) in self.iter() {
            all |= bit(point);
            own |= if kind.side() == 0 { bit(point) } else { 0 };
        }
        (all, own)
    }

    /// Side 0's king and side 1's: they are first in the list.
    #[inline(always)]
    pub(super) fn king(&self, side: usize) -> u8 {
        self.points[side]
    }

    /// Whether a side attacks the other's king, or the kings face each other. `occupied` may differ
    /// from the list: pieces of the side on points that are not in `standing` do not count.
    #[inline(always)]
    pub(super) fn attacks_king(
        &self,
        side: usize,
        king: u8,
        occupied: u128,
        standing: u128,
    ) -> bool {
        self.iter().any(|(kind, point)| {
            kind.side() == side
                && standing & bit(point) != 0
                && attacks(kind.role(), point, king, occupied)
        })
    }

    /// Whether the pieces could stand so with side 0 to move: the player who has just moved is not
    /// in check. Everything else about a legal position is in the regions.
    #[inline(always)]
    pub(super) fn looks_legal(&self) -> bool {
        let (occupied, _) = self.occupied();
        !self.attacks_king(0, self.king(1), occupied, u128::MAX)
    }

    /// Visits the moves of side 0: the number of the piece, where it goes, and whether it takes.
    /// Stops when `visit` returns false.
    #[inline(always)]
    pub(super) fn moves(&self, mut visit: impl FnMut(usize, u8, bool) -> bool) {
        let (occupied, own) = self.occupied();
        let king = self.king(0);
        let mut going_on = true;
        for (number, (kind, from)) in self.iter().enumerate() {
            if kind.side() == 1 {
                continue;
            }
            targets(kind.role(), 0, from, occupied, own, |to, takes| {
                if !going_on {
                    return;
                }
                let king = if number == 0 { to } else { king };
                let occupied_then = occupied & !bit(from) | bit(to);
                // What was taken attacks no more; what stays stands elsewhere.
                if !self.attacks_king(1, king, occupied_then, !bit(to)) {
                    going_on = visit(number, to, takes);
                }
            });
            if !going_on {
                return;
            }
        }
    }

    /// Visits the arrangements from which a quiet move of side 0 that can be repeated leads here and
    /// that look legal with side 0 to move.
    #[inline(always)]
    pub(super) fn unmoves(&self, mut visit: impl FnMut(Men)) {
        let (occupied, _) = self.occupied();
        let their_king = self.king(1);
        for (number, (kind, at)) in self.iter().enumerate() {
            if kind.side() == 1 {
                continue;
            }
            origins(kind.role(), 0, at, occupied, |from| {
                let men = self.after(number, from);
                let occupied_then = occupied & !bit(at) | bit(from);
                if !men.attacks_king(0, their_king, occupied_then, u128::MAX) {
                    visit(men);
                }
            });
        }
    }
}
