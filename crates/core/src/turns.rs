//! Sets of turns: with which player to move a slot's position is met.

use crate::game::Turn;

/// The turns with which a position is met: none, one or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turns(u8);

impl Turns {
    /// No turn.
    pub const NONE: Turns = Turns(0);
    /// Both turns.
    pub const BOTH: Turns = Turns(3);

    /// One turn.
    pub const fn of(turn: Turn) -> Turns {
        Turns(match turn {
            Turn::First => 1,
            Turn::Second => 2,
        })
    }

    /// The turns of two bits: the lowest for the first player's, the next for the second's.
    pub const fn from_bits(bits: u8) -> Turns {
        Turns(bits & Turns::BOTH.0)
    }

    /// The two bits.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The turns of both sets.
    #[must_use]
    pub const fn and(self, other: Turns) -> Turns {
        Turns(self.0 | other.0)
    }

    /// The turns after a move that passes the turn.
    #[must_use]
    pub const fn exchanged(self) -> Turns {
        Turns((self.0 & 1) << 1 | self.0 >> 1)
    }

    /// How many there are.
    pub const fn count(self) -> u64 {
        self.0.count_ones() as u64
    }

    /// One of them; the first player's if possible.
    pub const fn any(self) -> Option<Turn> {
        match self.0 {
            0 => None,
            2 => Some(Turn::Second),
            _ => Some(Turn::First),
        }
    }
}
