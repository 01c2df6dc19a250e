//! Gathering and scattering bits: `pext` and `pdep`, with portable twins.

/// Gathers the bits of `bits` that lie under `mask` into the low end, keeping their order.
///
/// ```
/// assert_eq!(hindsight_core::bits::gather(0b1010_0000, 0b1110_0000), 0b101);
/// ```
#[inline(always)]
pub fn gather(bits: u32, mask: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: the instruction is there, since the target feature was checked when compiling.
    return unsafe { core::arch::x86_64::_pext_u32(bits, mask) };
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    return gather_portable(bits, mask);
}

/// Spreads the low bits of `bits` over the positions under `mask`, keeping their order.
///
/// ```
/// assert_eq!(hindsight_core::bits::scatter(0b101, 0b1110_0000), 0b1010_0000);
/// ```
#[inline(always)]
pub fn scatter(bits: u32, mask: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: the instruction is there, since the target feature was checked when compiling.
    return unsafe { core::arch::x86_64::_pdep_u32(bits, mask) };
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    return scatter_portable(bits, mask);
}

#[cfg_attr(all(target_arch = "x86_64", target_feature = "bmi2"), allow(dead_code))]
fn gather_portable(bits: u32, mut mask: u32) -> u32 {
    let mut gathered = 0;
    let mut place = 1;
    while mask != 0 {
        if bits & mask & mask.wrapping_neg() != 0 {
            gathered |= place;
        }
        place <<= 1;
        mask &= mask - 1;
    }
    gathered
}

#[cfg_attr(all(target_arch = "x86_64", target_feature = "bmi2"), allow(dead_code))]
fn scatter_portable(mut bits: u32, mut mask: u32) -> u32 {
    let mut spread = 0;
    while mask != 0 {
        if bits & 1 != 0 {
            spread |= mask & mask.wrapping_neg();
        }
        bits >>= 1;
        mask &= mask - 1;
    }
    spread
}

/// The mask with these bits set.
///
/// ```
/// assert_eq!(hindsight_core::bits::mask([0, 2, 3]), 0b1101);
/// ```
#[inline(always)]
pub fn mask(bits: impl IntoIterator<Item = usize>) -> u32 {
    bits.into_iter().fold(0, |mask, bit| mask | 1 << bit)
}

/// The set bits of a mask, lowest first.
///
/// ```
/// assert_eq!(hindsight_core::bits::ones(0b1001).collect::<Vec<_>>(), [0, 3]);
/// ```
pub fn ones(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let cell = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            cell
        })
    })
}

/// The members of a set of numbers below 64, smallest first.
///
/// ```
/// assert_eq!(hindsight_core::bits::members(1u64 << 40 | 1).collect::<Vec<_>>(), [0, 40]);
/// ```
#[inline(always)]
pub fn members(set: impl Into<u64>) -> impl Iterator<Item = usize> + Clone {
    let mut set: u64 = set.into();
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let member = set.trailing_zeros() as usize;
            set &= set - 1;
            member
        })
    })
}

/// A mask of the lowest `count` cells.
pub const fn lowest(count: usize) -> u32 {
    assert!(count <= 32);
    if count == 32 { u32::MAX } else { (1 << count) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn instructions_equal_their_portable_twins(bits: u32, mask: u32) {
            prop_assert_eq!(gather(bits, mask), gather_portable(bits, mask));
            prop_assert_eq!(scatter(bits, mask), scatter_portable(bits, mask));
            prop_assert_eq!(scatter(gather(bits, mask), mask), bits & mask);
        }

        #[test]
        fn ones_lists_every_set_bit(mask: u32) {
            prop_assert_eq!(ones(mask).fold(0, |sum, cell| sum | 1 << cell), mask);
        }
    }
}
