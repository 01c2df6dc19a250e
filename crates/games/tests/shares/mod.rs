//! Random positions of a level against the published counts of that level.

use std::collections::{BTreeMap, BTreeSet};

use hindsight_core::{Outcome, Value};
use hindsight_games::quarto::{Quarto, Standing};

const TIERS: &str = include_str!("../facts/quarto_tiers.csv");
const COUNTS: &str = include_str!("../facts/quarto_value_counts.csv");

/// Cheung (2023) counts unreachable boards apart from level 12 on. Up to level 11 his rows add up to
/// all boards there are: unreachable ones are among those lost already.
const COUNTED_APART: usize = 12;

/// A generator that is the same everywhere (SplitMix64).
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }
}

/// The published share of each outcome among all boards with a piece in hand; `None` stands for
/// positions that no play leads to.
fn published(level: usize) -> BTreeMap<Option<(Value, u16)>, f64> {
    let field = |line: &str, number: usize| line.split(',').nth(number).unwrap().to_owned();
    let of_level = |line: &&str| field(line, 0) == level.to_string();
    let tiers = TIERS.lines().find(of_level).unwrap();
    let all: f64 = field(tiers, 5).parse().unwrap();
    let in_hand = if level == 16 { 1.0 } else { (16 - level) as f64 };
    let mut shares = BTreeMap::new();
    for line in COUNTS.lines().filter(of_level) {
        let value = Value::from_name(&field(line, 1)).unwrap();
        let remoteness: u16 = field(line, 2).parse().unwrap();
        let positions: f64 = field(line, 3).parse().unwrap();
        // What is over counts once in the publication, whatever is in hand.
        let times = if remoteness == 0 { in_hand } else { 1.0 };
        shares.insert(Some((value, remoteness)), positions * times / all);
    }
    let reached: f64 = shares.values().sum();
    shares.insert(None, (1.0 - reached).max(0.0));
    shares
}

/// Solves random positions of a level and compares the share of every outcome with the published
/// one: they may differ by five standard errors. Says what was found.
pub fn compare(game: &Quarto, level: usize, samples: usize, dice: &mut Dice) {
    let expected = published(level);
    let mut found: BTreeMap<Option<(Value, u16)>, usize> = BTreeMap::new();
    let began = std::time::Instant::now();
    for _ in 0..samples {
        let position = game.sample(level, |bound| dice.below(bound));
        let outcome = match game.live().standing(position) {
            Standing::Unreachable if level >= COUNTED_APART => None,
            Standing::Unreachable | Standing::Lost => Some(Outcome::Lose(0)),
            _ => Some(game.solve(position)),
        };
        let key = outcome.map(|outcome| (outcome.value(), outcome.remoteness().unwrap()));
        *found.entry(key).or_default() += 1;
    }
    println!("level {level}: {samples} positions in {:.1?}", began.elapsed());
    let n = samples as f64;
    let keys: BTreeSet<_> = expected.keys().chain(found.keys()).collect();
    for key in keys {
        let share = expected.get(key).copied().unwrap_or(0.0);
        let count = found.get(key).copied().unwrap_or(0) as f64;
        // One position more or less must not fail where hardly any is expected.
        let error = (n * share * (1.0 - share)).sqrt().max(0.3);
        let off = (count - n * share) / error;
        println!("  {key:?}: {count} for {:.1}, {off:+.1} standard errors", n * share);
        assert!(off.abs() <= 5.0, "level {level}, {key:?}");
    }
}
