/// Pseudo-random numbers from a seed, the same in every run and on every machine (SplitMix64; Steele,
/// Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// The next number of 64 bits.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// The next number, brought below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.roll() % bound as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published numbers of other programs, so that ours are SplitMix64's and stay so.
    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut dice = Dice(1_234_567);
        let numbers: [u64; 5] = std::array::from_fn(|_| dice.roll());
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }
}
