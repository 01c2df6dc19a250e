//! A fingerprint of rules and index: tables are only read under the rules they were solved with.

use std::fmt::Write;

use hindsight_core::{AnyRules, Numbered};
use hindsight_store::Fingerprint;

/// Games played at random to take the fingerprint.
const GAMES: u64 = 48;
/// The longest of them, in plies.
const PLIES: u64 = 64;

/// Hashes what a table depends on: sizes of tiers met, and, along games played at random with fixed
/// seeds, where each position is kept, whether it is over, and where its moves lead. A change of the
/// rules or of the index that tables would notice shows with near certainty.
pub fn fingerprint(rules: &dyn AnyRules, index: &dyn Numbered) -> Fingerprint {
    let mut description = Vec::new();
    let mut note = |number: u64| description.extend_from_slice(&number.to_le_bytes());
    note(index.symmetries().into());
    if rules.revision() > 0 {
        note(rules.revision().into());
    }
    for seed in 0..GAMES {
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bf0_3635;
        let mut position = rules.start();
        for _ in 0..PLIES {
            let place = index.locate(&position);
            note(place.tier.0);
            note(place.slot);
            note(index.slots(place.tier));
            if let Some(value) = rules.primitive(&position) {
                note(value as u64);
                break;
            }
            let mut children = rules.children(&position);
            note(children.len() as u64);
            // Which of several equal moves is listed first may change; where they lead may not.
            children.sort_unstable();
            if children.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position = children.swap_remove(((random >> 33) % children.len() as u64) as usize);
        }
    }
    Fingerprint::of(&description)
}

/// Hashes what exploring depends on, without exploring: along games played at random with fixed
/// seeds, the positions, whether they are over, and where their moves lead.
pub fn fingerprint_of_rules(rules: &dyn AnyRules) -> Fingerprint {
    let mut description = String::new();
    // Writing to a string cannot fail.
    if rules.revision() > 0 {
        let _ = write!(description, "{};", rules.revision());
    }
    for seed in 0..GAMES {
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bf0_3635;
        let mut position = rules.start();
        for _ in 0..PLIES {
            let _ = write!(description, "{position:?} {:?};", rules.primitive(&position));
            let mut children = rules.children(&position);
            // Numbers are given in the order of the moves, so that the order counts.
            let _ = write!(description, "{children:?};");
            if children.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position = children.swap_remove(((random >> 33) % children.len() as u64) as usize);
        }
    }
    Fingerprint::of(description.as_bytes())
}
