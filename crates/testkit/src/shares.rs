//! Random positions of a level of Quarto against the published counts of that level.

use std::collections::{BTreeMap, BTreeSet};

use hindsight_core::{Outcome, Value};

use crate::facts;

/// Cheung (2023) counts unreachable boards apart from level 12 on. Up to level 11 his rows add up to
/// all boards there are: unreachable ones are among those lost already.
const COUNTED_APART: usize = 12;

/// The published share of each outcome among all boards with a piece in hand; `None` stands for
/// positions that no play leads to.
fn published(level: usize) -> BTreeMap<Option<(Value, u16)>, f64> {
    let of_level = |row: &Vec<&str>| row[0] == level.to_string();
    let tiers = facts::rows("quarto_tiers.csv").find(of_level).unwrap();
    let all: f64 = tiers[5].parse().unwrap();
    let in_hand = if level == 16 { 1.0 } else { (16 - level) as f64 };
    let mut shares = BTreeMap::new();
    for row in facts::rows("quarto_value_counts.csv").filter(of_level) {
        let value = Value::from_name(row[1]).unwrap();
        let remoteness: u16 = row[2].parse().unwrap();
        let positions: f64 = row[3].parse().unwrap();
        // What is over counts once in the publication, whatever is in hand.
        let times = if remoteness == 0 { in_hand } else { 1.0 };
        shares.insert(Some((value, remoteness)), positions * times / all);
    }
    let reached: f64 = shares.values().sum();
    shares.insert(None, (1.0 - reached).max(0.0));
    shares
}

/// Takes the outcomes of random positions of a level, which are `None` where no play leads to the
/// position, and compares the share of every outcome with the published one: they may differ by five
/// standard errors. Says what was found.
pub fn compare(level: usize, samples: usize, mut sample: impl FnMut() -> Option<Outcome>) {
    let expected = published(level);
    let mut found: BTreeMap<Option<(Value, u16)>, usize> = BTreeMap::new();
    let began = std::time::Instant::now();
    for _ in 0..samples {
        let outcome = match sample() {
            None if level < COUNTED_APART => Some(Outcome::Lose(0)),
            outcome => outcome,
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
