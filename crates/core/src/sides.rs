//! Positions that are the pieces of two sides and whose turn it is.

use std::ops::BitOr;

use crate::game::Turn;

/// The pieces of two players, as masks of places, as the player to move sees them.
///
/// ```
/// use hindsight_core::{Sides, Turn};
/// let start = Sides::new([0b0011, 0b1100], Turn::First);
/// let after = start.then(0b0101);
/// assert_eq!((after.mine, after.theirs, after.turn), (0b1100, 0b0101, Turn::Second));
/// assert_eq!(after.by_player(), [0b0101, 0b1100]);
/// assert_eq!(after.before(0b0011), start);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sides<M = u32> {
    /// The pieces of the player to move.
    pub mine: M,
    /// The opponent's.
    pub theirs: M,
    /// Who is to move.
    pub turn: Turn,
}

impl<M: Copy + BitOr<Output = M>> Sides<M> {
    /// The position with these pieces of the first player and of the second.
    #[inline(always)]
    pub fn new(by_player: [M; 2], turn: Turn) -> Self {
        let [mine, theirs] = turn.own_first(by_player);
        Sides { mine, theirs, turn }
    }

    /// The first player's pieces and the second's.
    #[inline(always)]
    pub fn by_player(self) -> [M; 2] {
        self.turn.own_first([self.mine, self.theirs])
    }

    /// The places of all pieces.
    #[inline(always)]
    pub fn taken(self) -> M {
        self.mine | self.theirs
    }

    /// The position after the player to move, whose pieces are now these, has moved.
    #[inline(always)]
    pub fn then(self, moved: M) -> Self {
        Sides { mine: self.theirs, theirs: moved, turn: self.turn.other() }
    }

    /// The position before the last move, in which the player who made it had these pieces.
    #[inline(always)]
    pub fn before(self, unmoved: M) -> Self {
        Sides { mine: unmoved, theirs: self.mine, turn: self.turn.other() }
    }

    /// The same pieces for the player to move, when that player is another.
    #[inline(always)]
    pub fn seen_by(self, turn: Turn) -> Self {
        Sides { turn, ..self }
    }
}

impl Sides {
    /// The position after a piece of the player to move has gone from one place to another.
    #[inline(always)]
    pub fn moved(self, from: usize, to: usize) -> Sides {
        self.then(self.mine ^ 1 << from ^ 1 << to)
    }

    /// The position before the opponent's piece went from one place to another.
    #[inline(always)]
    pub fn unmoved(self, from: usize, to: usize) -> Sides {
        self.before(self.theirs ^ 1 << from ^ 1 << to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_stay_with_their_players() {
        for turn in [Turn::First, Turn::Second] {
            let sides = Sides::new([0b01u64, 0b10], turn);
            assert_eq!(sides.by_player(), [0b01, 0b10]);
            assert_eq!(sides.mine, turn.of([0b01, 0b10]));
            assert_eq!(sides.taken(), 0b11);
            // Nothing but the turn changes when a player leaves everything as it is.
            assert_eq!(sides.then(sides.mine), Sides::new([0b01, 0b10], turn.other()));
            assert_eq!(sides.then(0b100).before(sides.mine), sides);
            let start = Sides::new([0b01, 0b10], turn);
            assert_eq!(start.moved(2, 4).unmoved(2, 4), start);
            assert_eq!(sides.seen_by(turn.other()).by_player(), [0b10, 0b01]);
        }
    }
}
