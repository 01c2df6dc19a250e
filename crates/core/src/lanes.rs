//! Words for eight boards at a time, which fill a register of a processor.

use std::array::from_fn;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr};

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
    #[inline(always)]
    fn with(self, other: Lanes, operation: impl Fn(u32, u32) -> u32) -> Lanes {
        Lanes(from_fn(|lane| operation(self.0[lane], other.0[lane])))
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

    #[inline(always)]
    fn reverse_bits(self) -> Lanes {
        Lanes(self.0.map(u32::reverse_bits))
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
