//! What a description of moves computes with: real masks of cells, or the text of an expression over
//! them that a GPU's compiler reads.

use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A mask of 32 cells, or something that stands for one. Shifts are by less than 32.
pub trait Word:
    Copy
    + From<u32>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<Output = Self>
    + Shr<Output = Self>
    + Add<Output = Self>
{
    /// What a comparison gives.
    type Truth: Truth<Self>;

    /// The mask turned so that bit `by` becomes bit 0.
    fn rotate_right(self, by: Self) -> Self;

    /// The mask from its last bit to its first.
    fn reverse_bits(self) -> Self;

    /// How many bits are set.
    fn count_ones(self) -> Self;

    /// The number of the lowest bit that is set. There must be one.
    fn number(self) -> Self;

    /// Whether two masks are the same.
    fn equals(self, other: Self) -> Self::Truth;

    /// The lowest bit that is set; nothing of nothing.
    fn lowest(self) -> Self;

    /// The row of this number.
    fn row<const N: usize>(self, rows: &[[u32; N]]) -> [Self; N];

    /// Whether no bit is set.
    #[inline(always)]
    fn is_empty(self) -> Self::Truth {
        self.equals(Self::from(0))
    }

    /// Whether some bit is set.
    #[inline(always)]
    fn is_some(self) -> Self::Truth {
        !self.is_empty()
    }

    /// Whether all bits of a mask are set.
    #[inline(always)]
    fn has(self, all: Self) -> Self::Truth {
        (self & all).equals(all)
    }

    /// Whether all bits of one of some masks are set.
    #[inline(always)]
    fn has_one_of(self, masks: &[u32]) -> Self::Truth {
        let has = |mask: &u32| self.has(Self::from(*mask));
        masks.iter().map(has).fold(Self::Truth::from(false), |one, has| one | has)
    }
}

/// True, false, or the text of a condition.
pub trait Truth<W>:
    Copy + From<bool> + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// One of two words.
    fn choose(self, yes: W, no: W) -> W;

    /// Whether this or something else holds, which need not be worked out if this does.
    #[inline(always)]
    fn or(self, other: impl FnOnce() -> Self) -> Self {
        self | other()
    }
}

impl Word for u32 {
    type Truth = bool;

    #[inline(always)]
    fn rotate_right(self, by: u32) -> u32 {
        u32::rotate_right(self, by)
    }

    #[inline(always)]
    fn reverse_bits(self) -> u32 {
        u32::reverse_bits(self)
    }

    #[inline(always)]
    fn count_ones(self) -> u32 {
        u32::count_ones(self)
    }

    #[inline(always)]
    fn number(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline(always)]
    fn equals(self, other: u32) -> bool {
        self == other
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        self & self.wrapping_neg()
    }

    #[inline(always)]
    fn row<const N: usize>(self, rows: &[[u32; N]]) -> [u32; N] {
        rows[self as usize]
    }

    #[inline(always)]
    fn has_one_of(self, masks: &[u32]) -> bool {
        masks.iter().any(|&mask| mask & !self == 0)
    }
}

impl Truth<u32> for bool {
    #[inline(always)]
    fn choose(self, yes: u32, no: u32) -> u32 {
        if self { yes } else { no }
    }

    #[inline(always)]
    fn or(self, other: impl FnOnce() -> bool) -> bool {
        self || other()
    }
}
