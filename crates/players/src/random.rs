//! Pseudo-random numbers from a seed.

/// Pseudo-random numbers, the same for the same seed in every run and on every machine (SplitMix64;
/// Steele, Lea and Flood 2014).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Numbers for one of many uses of a seed, such as the games of a match: each has numbers of its own.
    #[must_use]
    pub fn fork(seed: u64, number: u64) -> Random {
        let mut of_number = Random(number);
        let mut of_both = Random(seed ^ of_number.roll());
        Random(of_both.roll())
    }

    /// The next number of 64 bits.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// The next number, brought below a bound, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.roll() % bound as u64) as usize
    }

    /// The next number, from zero up to one.
    pub fn share(&mut self) -> f64 {
        (self.roll() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Puts things in any order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use hindsight_testkit::Dice;

    use super::*;

    /// The tests' own generator is held to published numbers.
    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let (mut random, mut dice) = (Random::new(1_234_567), Dice(1_234_567));
        assert!((0..100).all(|_| random.roll() == dice.roll()));
        let (mut random, mut dice) = (Random::new(5), Dice(5));
        assert!((1..100).all(|bound| random.below(bound) == dice.below(bound)));
    }

    #[test]
    fn shares_lie_between_zero_and_one_and_forks_differ() {
        let mut random = Random::new(3);
        let shares: Vec<f64> = (0..1000).map(|_| random.share()).collect();
        assert!(shares.iter().all(|share| (0.0..1.0).contains(share)));
        let mean = shares.iter().sum::<f64>() / 1000.0;
        assert!((0.45..0.55).contains(&mean), "{mean}");
        assert_ne!(Random::fork(1, 2), Random::fork(2, 1));
        assert_ne!(Random::fork(0, 0), Random::fork(0, 1));
        assert_eq!(Random::fork(7, 9), Random::fork(7, 9));
    }

    #[test]
    fn shuffling_keeps_everything() {
        let mut things: Vec<u32> = (0..50).collect();
        Random::new(1).shuffle(&mut things);
        assert!(!things.is_sorted());
        things.sort_unstable();
        assert_eq!(things, (0..50).collect::<Vec<_>>());
    }
}
