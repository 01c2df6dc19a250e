//! Counting the moves of eight boards at a time, for slots of which no move leaves the unit.

use crate::described::{BoardIndex, Described};
use crate::game::Tier;
use crate::lanes::{LANES, Lanes, Mask, in_lanes};
use crate::walker::{Board, RowsByCell, Step, Walker};
use crate::word::{Truth, Word};

/// Adds the number of moves of each slot to its count.
#[inline(always)]
pub(crate) fn count_moves<G: Described>(game: &G, tier: Tier, slots: &[u64], counts: &mut [u32]) {
    let pieces = game.pieces(tier);
    let given = game.given(tier).map(Lanes::from);
    for (slots, counts) in slots.chunks(LANES).zip(counts.chunks_mut(LANES)) {
        let occupants = slots.iter().map(|&slot| game.index().occupant(pieces, slot));
        let (board, _) = in_lanes(occupants.map(|occupant| occupant.map(|(board, _)| board)));
        let mut counter = MoveCounter { counted: true.into(), moves: 0.into() };
        game.forwards(&mut counter, given, board);
        for (count, moves) in counts.iter_mut().zip(counter.moves.0) {
            *count += moves;
        }
    }
}

/// Follows a description for eight boards and counts their moves.
struct MoveCounter {
    /// The boards for which the description is being followed.
    counted: Mask,
    moves: Lanes,
}

impl MoveCounter {
    /// Goes on with the boards for which a condition holds, if there are any.
    #[inline(always)]
    fn go_on(&mut self, condition: Mask, body: impl FnOnce(&mut Self)) {
        let outer = self.counted;
        self.counted = outer & condition;
        if self.counted.is_some() {
            body(self);
        }
        self.counted = outer;
    }
}

impl Walker for MoveCounter {
    type Word = Lanes;

    #[inline(always)]
    fn each_bit(&mut self, mask: Lanes, mut body: impl FnMut(&mut Self, Lanes)) {
        let mut bits = self.counted.choose(mask, 0.into()).union();
        while bits != 0 {
            let bit = Lanes::from(bits & bits.wrapping_neg());
            bits &= bits - 1;
            self.go_on((mask & bit).is_some(), |counter| body(counter, bit));
        }
    }

    #[inline(always)]
    fn each_row<const N: usize>(
        &mut self,
        rows: &[[u32; N]],
        mut body: impl FnMut(&mut Self, [Lanes; N]),
    ) {
        for row in rows {
            body(self, row.map(Lanes::from));
        }
    }

    #[inline(always)]
    fn each_row_at<const N: usize>(
        &mut self,
        rows: &RowsByCell<N>,
        cell: Lanes,
        mut body: impl FnMut(&mut Self, [Lanes; N]),
    ) {
        self.each_bit(cell, |counter, cell| {
            counter.each_row(rows.at(cell.0[0].trailing_zeros() as usize), &mut body);
        });
    }

    #[inline(always)]
    fn either(&mut self, condition: Mask, yes: impl FnOnce(&mut Self), no: impl FnOnce(&mut Self)) {
        self.go_on(condition, yes);
        self.go_on(!condition, no);
    }

    #[inline(always)]
    fn arrive(&mut self, _: Lanes, _: Step<Lanes>, _: impl FnOnce() -> Board<Lanes>) {
        self.moves = self.moves + self.counted.choose(1.into(), 0.into());
    }

    #[inline(always)]
    fn arrive_each(
        &mut self,
        mask: Lanes,
        _: Lanes,
        _: impl FnMut(Lanes) -> (Step<Lanes>, Board<Lanes>),
    ) {
        self.moves = self.moves + self.counted.choose(mask, 0.into()).count_ones();
    }

    #[inline(always)]
    fn arrive_each_but(
        &mut self,
        mask: Lanes,
        other: Lanes,
        target: Lanes,
        arrival: impl FnMut(Lanes) -> (Step<Lanes>, Board<Lanes>),
        other_way: impl FnMut(&mut Self, Lanes),
    ) {
        self.arrive_each(mask & !other, target, arrival);
        self.each_bit(mask & other, other_way);
    }
}
