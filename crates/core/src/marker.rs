//! A quick hash of positions and moves, the same in every run and on every machine.

use std::hash::Hasher;

/// Hashes small keys of fixed size, such as positions and moves. Whoever searches with the same seed then
/// finds the same, wherever that is; keys that somebody has made up to collide are no concern here.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marker(u64);

impl Marker {
    #[inline(always)]
    fn mix(&mut self, word: u64) {
        // Both halves of the product: the high one depends on all bits of the factors.
        let product = u128::from(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xa076_1d64_78bd_642f;
        self.0 = (product as u64 ^ (product >> 64) as u64).rotate_left(23);
    }
}

impl Hasher for Marker {
    fn finish(&self) -> u64 {
        // The last word that came has met only one product.
        let mut last = *self;
        last.mix(0);
        last.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.mix(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.mix(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.mix(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn write_u128(&mut self, number: u128) {
        self.mix(number as u64);
        self.mix((number >> 64) as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::Hash;

    use super::*;

    fn mark(key: impl Hash) -> u64 {
        let mut marker = Marker::default();
        key.hash(&mut marker);
        marker.finish()
    }

    #[test]
    fn keys_that_differ_little_spread_over_all_bits() {
        let keys =
            (0..64_u32).flat_map(|a| (0..64_u32).map(move |b| (1_u64 << a, 1_u32 << (b % 32), b)));
        let marks: HashSet<u64> = keys.map(mark).collect();
        assert_eq!(marks.len(), 64 * 64);
        for shift in [0, 52] {
            let low: HashSet<u64> = marks.iter().map(|mark| mark >> shift & 0xfff).collect();
            // Of 4096 numbers drawn from as many, 63% are expected to be different.
            assert!((2450..2730).contains(&low.len()), "{}", low.len());
        }
    }

    #[test]
    fn the_order_of_the_parts_of_a_key_matters() {
        assert_ne!(mark((1_u8, 2_u8)), mark((2_u8, 1_u8)));
        assert_ne!(mark([0_u8; 3]), mark([0_u8; 4]));
        assert_eq!(mark((7_u16, Some(3_usize))), mark((7_u16, Some(3_usize))));
    }
}
