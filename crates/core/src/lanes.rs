//! Words for eight boards at a time, which fill a register of a processor.

use std::array::from_fn;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::walker::Board;
use crate::word::{Truth, Word};

/// How many boards there are.
pub(crate) const LANES: usize = 8;

/// A word for each of eight boards. What is worked out for all of them at once has no branches, so the
/// compiler makes vectors of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes(pub(crate) [u32; LANES]);

/// All bits for the boards for which something is true, none for the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mask(Lanes);

impl Lanes {
    /// The bits that any of them has.
    #[inline(always)]
    pub(crate) fn union(self) -> u32 {
        self.0.iter().fold(0, |union, bits| union | bits)
    }

    #[inline(always)]
    fn with(self, other: Lanes, operation: impl Fn(u32, u32) -> u32) -> Lanes {
        Lanes(from_fn(|lane| operation(self.0[lane], other.0[lane])))
    }
}

/// At most eight boards, and for which of them there is none.
#[inline(always)]
pub(crate) fn in_lanes(boards: impl Iterator<Item = Option<Board>>) -> (Board<Lanes>, Mask) {
    let [mut first, mut second, mut tag, mut missing] = [[0; LANES]; 4];
    for (lane, board) in boards.take(LANES).enumerate() {
        match board {
            Some(board) => {
                (first[lane], second[lane], tag[lane]) = (board.first, board.second, board.tag);
            }
            None => missing[lane] = !0,
        }
    }
    let board = Board { first: Lanes(first), second: Lanes(second), tag: Lanes(tag) };
    (board, Mask(Lanes(missing)))
}

impl Mask {
    /// Whether it is true of any board.
    #[inline(always)]
    pub(crate) fn is_some(self) -> bool {
        self.0.union() != 0
    }
}

impl From<u32> for Lanes {
    #[inline(always)]
    fn from(number: u32) -> Lanes {
        Lanes([number; LANES])
    }
}

impl From<bool> for Mask {
    #[inline(always)]
    fn from(all: bool) -> Mask {
        Mask(Lanes::from(if all { !0 } else { 0 }))
    }
}

macro_rules! operators {
    ($($name:ident, $method:ident, $operation:expr;)*) => {
        $(impl $name for Lanes {
            type Output = Lanes;

            #[inline(always)]
            fn $method(self, other: Lanes) -> Lanes {
                self.with(other, $operation)
            }
        })*
    };
}
operators! {
    BitAnd, bitand, |a, b| a & b;
    BitOr, bitor, |a, b| a | b;
    BitXor, bitxor, |a, b| a ^ b;
    Shl, shl, |a, b| a << b;
    Shr, shr, |a, b| a >> b;
    Add, add, u32::wrapping_add;
}

impl Not for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn not(self) -> Lanes {
        Lanes(self.0.map(|word| !word))
    }
}

impl Word for Lanes {
    type Truth = Mask;

    #[inline(always)]
    fn rotate_right(self, by: Lanes) -> Lanes {
        self.with(by, u32::rotate_right)
    }

    /// Halves, quarters and so on change places: no processor has vectors that do it at once.
    #[inline(always)]
    fn reverse_bits(self) -> Lanes {
        let swaps = [0xffff, 0xff_00ff, 0x0f0f_0f0f, 0x3333_3333, 0x5555_5555].map(Lanes::from);
        let by = [16, 8, 4, 2, 1].map(Lanes::from);
        swaps
            .into_iter()
            .zip(by)
            .fold(self, |word, (low, by)| (word >> by) & low | (word & low) << by)
    }

    #[inline(always)]
    fn count_ones(self) -> Lanes {
        Lanes(self.0.map(u32::count_ones))
    }

    #[inline(always)]
    fn number(self) -> Lanes {
        Lanes(self.0.map(u32::trailing_zeros))
    }

    #[inline(always)]
    fn equals(self, other: Lanes) -> Mask {
        Mask(self.with(other, |a, b| if a == b { !0 } else { 0 }))
    }

    #[inline(always)]
    fn lowest(self) -> Lanes {
        Lanes(self.0.map(|word| word & word.wrapping_neg()))
    }

    #[inline(always)]
    fn row<const N: usize>(self, rows: &[[u32; N]]) -> [Lanes; N] {
        from_fn(|column| Lanes(self.0.map(|number| rows[number as usize][column])))
    }
}

impl BitAnd for Mask {
    type Output = Mask;

    #[inline(always)]
    fn bitand(self, other: Mask) -> Mask {
        Mask(self.0 & other.0)
    }
}

impl BitOr for Mask {
    type Output = Mask;

    #[inline(always)]
    fn bitor(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }
}

impl Not for Mask {
    type Output = Mask;

    #[inline(always)]
    fn not(self) -> Mask {
        Mask(!self.0)
    }
}

impl Truth<Lanes> for Mask {
    #[inline(always)]
    fn choose(self, yes: Lanes, no: Lanes) -> Lanes {
        self.0 & yes | !self.0 & no
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_compute_what_single_words_do() {
        let words = from_fn(|lane| (lane as u32 + 3).wrapping_mul(0x9e37_79b1));
        let shifts = from_fn(|lane| lane as u32 * 3);
        let (lanes, by) = (Lanes(words), Lanes(shifts));
        let each = |operation: fn(u32, u32) -> u32| {
            from_fn::<u32, LANES, _>(|lane| operation(words[lane], shifts[lane]))
        };
        assert_eq!(lanes.reverse_bits().0, each(|word, _| word.reverse_bits()));
        assert_eq!(lanes.rotate_right(by).0, each(u32::rotate_right));
        assert_eq!(lanes.count_ones().0, each(|word, _| word.count_ones()));
        assert_eq!(lanes.number().0, each(|word, _| word.trailing_zeros()));
        assert_eq!(lanes.lowest().0, each(|word, _| word & word.wrapping_neg()));
        assert_eq!((lanes >> by).0, each(|word, by| word >> by));
        assert_eq!((lanes + by).0, each(u32::wrapping_add));
        let chosen = lanes.equals(Lanes::from(words[2])).choose(by, lanes);
        assert_eq!(chosen.0, from_fn(|lane| if lane == 2 { shifts[2] } else { words[lane] }));
    }
}
