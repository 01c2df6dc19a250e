//! A small set of many numbers that never denies a member and rarely takes another number for one.
//!
//! It is a binary fuse filter (Graf and Lemire 2022). A number has three places in an array of small
//! **prints**, in three neighbouring segments, and a print of its own; the prints at the three places of a
//! member add up, without carrying, to its own. A number that is no member passes by chance, one in
//! `2^bits`. The array has an eighth more prints than there are members.
//!
//! ```text
//! seed u64 | members u32 | bits u32 | prints, bits each, lowest first     all little-endian
//! ```

/// How many bytes come before the prints.
const HEAD: usize = 16;
/// Seeds that are tried before the making is given up; each does with some nine chances in ten.
const ATTEMPTS: u64 = 100;

/// Which prints belong to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plan {
    seed: u64,
    bits: u32,
    /// A power of two.
    segment: u32,
    /// How many segments a number's first place can be in; two more come after them.
    firsts: u32,
}

impl Plan {
    /// The sizes are those that the authors recommend.
    fn new(seed: u64, members: u32, bits: u32) -> Plan {
        let count = f64::from(members.max(2));
        let segment = 1 << ((count.ln() / 3.33f64.ln() + 2.25) as u32).min(18);
        let spare = (0.875 + 0.25 * 1e6f64.ln() / count.ln()).max(1.125);
        let segments = ((count * spare) as u32).div_ceil(segment).max(3);
        Plan { seed, bits, segment, firsts: segments - 2 }
    }

    fn prints(self) -> usize {
        (self.segment * (self.firsts + 2)) as usize
    }

    /// SplitMix64's mixing of bits (Steele, Lea and Flood 2014).
    fn hash(self, number: u64) -> u64 {
        let mut mixed = number.wrapping_add(self.seed);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn places(self, hash: u64) -> [usize; 3] {
        let range = u64::from(self.segment * self.firsts);
        let first = ((u128::from(hash) * u128::from(range)) >> 64) as u32;
        let within = |shift: u32| (hash >> shift) as u32 & (self.segment - 1);
        let second = (first + self.segment) ^ within(18);
        let third = (first + 2 * self.segment) ^ within(0);
        [first, second, third].map(|place| place as usize)
    }

    fn print(self, hash: u64) -> u8 {
        let mixed = hash ^ hash >> 32;
        // Other bits than those that choose among neighbouring places.
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.bits)) as u8
    }
}

/// The set, read where it lies.
#[derive(Debug)]
pub(super) struct Filter<'a> {
    plan: Plan,
    prints: &'a [u8],
}

impl<'a> Filter<'a> {
    /// The set that a file holds; `None` if it holds none.
    pub fn read(bytes: &'a [u8]) -> Option<Filter<'a>> {
        let (head, prints) = bytes.split_at_checked(HEAD)?;
        let word = |at: usize| Some(u32::from_le_bytes(head.get(at..at + 4)?.try_into().ok()?));
        let seed = u64::from(word(0)?) | u64::from(word(4)?) << 32;
        let (members, bits) = (word(8)?, word(12)?);
        if !(1..=8).contains(&bits) || members > 1 << 28 {
            return None;
        }
        let plan = Plan::new(seed, members, bits);
        (prints.len() == packed_bytes(plan)).then_some(Filter { plan, prints })
    }

    /// Whether a number may be a member. False only if it is none.
    pub fn may_have(&self, number: u64) -> bool {
        let hash = self.plan.hash(number);
        let print = |place: usize| {
            let at = place * self.plan.bits as usize;
            let pair = u16::from_le_bytes([self.prints[at / 8], self.prints[at / 8 + 1]]);
            (pair >> (at % 8)) as u8 & (((1u16 << self.plan.bits) - 1) as u8)
        };
        let [a, b, c] = self.plan.places(hash);
        print(a) ^ print(b) ^ print(c) == self.plan.print(hash)
    }
}

/// The file of a set; members must differ. `None` where no seed does, which does not happen by chance.
pub(super) fn filter_file(members: &[u64], bits: u32) -> Option<Vec<u8>> {
    let count = u32::try_from(members.len()).ok()?;
    (0..ATTEMPTS).find_map(|attempt| {
        let plan = Plan::new(attempt.wrapping_mul(0x9e37_79b9_7f4a_7c15), count, bits);
        let prints = fitted(plan, members)?;
        let mut file = plan.seed.to_le_bytes().to_vec();
        file.extend(count.to_le_bytes());
        file.extend(bits.to_le_bytes());
        let mut packed = vec![0; packed_bytes(plan)];
        for (place, print) in prints.into_iter().enumerate() {
            let at = place * bits as usize;
            let [low, high] = (u16::from(print) << (at % 8)).to_le_bytes();
            packed[at / 8] |= low;
            packed[at / 8 + 1] |= high;
        }
        file.extend(packed);
        Some(file)
    })
}

/// A byte more than the prints take, so that each can be read from two bytes.
fn packed_bytes(plan: Plan) -> usize {
    (plan.prints() * plan.bits as usize).div_ceil(8) + 1
}

/// Prints that fit all members: a member that has some place to itself can be seen to last, when all
/// others are fitted, and without it more members may have one.
fn fitted(plan: Plan, members: &[u64]) -> Option<Vec<u8>> {
    let mut users = vec![(0u32, 0u64); plan.prints()];
    for &member in members {
        let hash = plan.hash(member);
        for place in plan.places(hash) {
            users[place].0 += 1;
            users[place].1 ^= hash;
        }
    }
    let mut single: Vec<usize> = (0..users.len()).filter(|&place| users[place].0 == 1).collect();
    let mut order = Vec::with_capacity(members.len());
    while let Some(place) = single.pop() {
        let (count, hash) = users[place];
        if count != 1 {
            continue;
        }
        order.push((place, hash));
        for other in plan.places(hash) {
            users[other].0 -= 1;
            users[other].1 ^= hash;
            if users[other].0 == 1 {
                single.push(other);
            }
        }
    }
    if order.len() < members.len() {
        return None;
    }
    let mut prints = vec![0; plan.prints()];
    for (place, hash) in order.into_iter().rev() {
        let others = plan.places(hash).into_iter().filter(|&other| other != place);
        prints[place] = others.fold(plan.print(hash), |sum, other| sum ^ prints[other]);
    }
    Some(prints)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use hindsight_testkit::Dice;

    use super::*;

    #[test]
    fn members_are_never_denied_and_others_rarely_pass() {
        let mut dice = Dice(5);
        for count in [0, 1, 2, 3, 10, 1_000, 200_000] {
            for bits in [1, 3, 4, 8] {
                let members: HashSet<u64> = (0..count).map(|_| dice.roll() >> 20).collect();
                let members: Vec<u64> = members.into_iter().collect();
                let file = filter_file(&members, bits).unwrap();
                let filter = Filter::read(&file).unwrap();
                assert!(members.iter().all(|&member| filter.may_have(member)));
                let known: HashSet<u64> = members.into_iter().collect();
                let others = (0..40_000).map(|_| dice.roll() >> 20);
                let others: Vec<u64> = others.filter(|other| !known.contains(other)).collect();
                let passed = others.iter().filter(|&&other| filter.may_have(other)).count() as f64;
                let expected = others.len() as f64 / f64::from(1 << bits);
                if count > 100 {
                    assert!(
                        (passed - expected).abs() < 6.0 * expected.sqrt(),
                        "{passed} {expected}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_is_no_set_is_refused() {
        let file = filter_file(&[1, 2, 3], 4).unwrap();
        assert!(Filter::read(&file).is_some());
        for length in 0..file.len() {
            assert!(Filter::read(&file[..length]).is_none(), "{length}");
        }
        let with = |at: usize, byte: u8| {
            let mut file = file.clone();
            file[at] = byte;
            Filter::read(&file).is_some()
        };
        assert!(!with(12, 0) && !with(12, 9) && !with(11, 255));
    }
}
