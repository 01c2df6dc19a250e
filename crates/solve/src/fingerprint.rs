//! Fingerprints of rules and index: tables are only read under the rules they were solved with.
//!
//! There are two. The first stands in every table and must stay what it is. The second, deep one looks at
//! much more and stands in the manifest.

use std::collections::{HashSet, VecDeque};
use std::fmt::Write;
use std::ops::ControlFlow;

use hindsight_core::{AnyPosition, AnyRules, Numbered, Tier, WalkedSlot};
use hindsight_store::Fingerprint;

use crate::tiers::TierGraph;

/// Games played at random to take the fingerprint.
const GAMES: u64 = 48;
/// The longest of them, in plies.
const PLIES: u64 = 64;

/// Hashes what a table depends on: sizes of tiers met, and, along games played at random with fixed
/// seeds, where each position is kept, whether it is over, and where its moves lead. A change of a rule
/// that such games hardly ever come to does not show: [`deep_fingerprint`] is for that.
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
    // Hashed as it is written: of a game with many moves it is long. Writing to a hash cannot fail.
    let mut description = Description(blake3::Hasher::new());
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
    first_half(&description.0)
}

/// A text of which only the hash is kept.
struct Description(blake3::Hasher);

impl Write for Description {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

/// A fingerprint as [`Fingerprint::of`] makes it.
fn first_half(hash: &blake3::Hasher) -> Fingerprint {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.finalize().as_bytes()[..16]);
    Fingerprint(bytes)
}

/// Slots whose moves the deep fingerprint hashes, in all tiers together.
const DEEP_SLOTS: u64 = 1 << 14;
/// The least of each tier that is sampled.
const TIER_SLOTS: u64 = 24;
/// Tiers that are sampled.
const DEEP_TIERS: usize = 512;
/// Slots that are tried in a row until one stands for a position.
const ROW: u64 = 64;
/// Positions of a game without an index that are met breadth first.
const DEEP_POSITIONS: usize = 1 << 12;

/// Hashes far more than [`fingerprint`], and not along games that rarely come to where a rare rule
/// matters: the names, sizes and children of all tiers, and of a sample of slots of every tier, or of all
/// slots where a tier is small, whether the game is over there and where all moves lead. Takes seconds
/// for a large game.
pub fn deep_fingerprint(rules: &dyn AnyRules, index: &dyn Numbered) -> Fingerprint {
    let mut hash = Hash::new(rules);
    hash.number(index.symmetries().into());
    let graph = TierGraph::of(index);
    let mut tiers: Vec<Tier> = graph.tiers().collect();
    tiers.sort_unstable();
    for &tier in &tiers {
        hash.text(&index.tier_name(tier));
        hash.number(graph.slots(tier));
        let mut children = index.child_tiers(tier);
        children.sort_unstable();
        children.iter().for_each(|child| hash.number(child.0));
    }
    // Evenly over all tiers, the first and the last among them.
    let sampled = tiers.len().min(DEEP_TIERS);
    let each = (DEEP_SLOTS / sampled.max(1) as u64).max(TIER_SLOTS);
    for place in 0..sampled {
        let tier = tiers[place * (tiers.len() - 1) / (sampled - 1).max(1)];
        hash.number(tier.0);
        hash_slots(&mut hash, index, tier, graph.slots(tier), each);
    }
    hash.finish()
}

/// Hashes the moves of at most so many slots of a tier.
fn hash_slots(hash: &mut Hash, index: &dyn Numbered, tier: Tier, slots: u64, most: u64) {
    let known = index.child_tiers(tier);
    let mut note = |walked: &WalkedSlot<'_>| {
        hash.number(walked.slot);
        hash.number(walked.over.map_or(0, |value| value as u64 + 1));
        let child = |&(place, slot): &(usize, u64)| (known[place].0, slot);
        let beyond = walked.beyond.iter().map(|position| {
            let place = index.locate(position);
            (place.tier.0, place.slot)
        });
        let mut children: Vec<_> = walked.children.iter().map(child).chain(beyond).collect();
        // Which of several moves is listed first may change; where they lead may not.
        children.sort_unstable();
        hash.number(children.len() as u64);
        for (tier, slot) in children {
            hash.number(tier);
            hash.number(slot);
        }
    };
    if slots <= most {
        let note = &mut |walked: &WalkedSlot<'_>| {
            note(walked);
            ControlFlow::Continue(())
        };
        return index.walk(tier, 0..slots, &known, note);
    }
    for sample in 0..most {
        // Even steps would meet the same columns of a board over and over.
        let step = slots / most;
        let jitter = sample.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16;
        let first = sample * step + jitter % step;
        let note = &mut |walked: &WalkedSlot<'_>| {
            note(walked);
            ControlFlow::Break(())
        };
        index.walk(tier, first..slots.min(first + ROW), &known, note);
    }
}

/// The same for a game that has rules only, without exploring all of it: the first positions breadth
/// first, with all moves, and games played at random.
pub fn deep_fingerprint_of_rules(rules: &dyn AnyRules) -> Fingerprint {
    let mut hash = Hash::new(rules);
    let start = rules.start();
    let mut met = HashSet::from([start.clone()]);
    let mut waiting = VecDeque::from([start]);
    while let Some(position) = waiting.pop_front() {
        for child in hash.position(rules, &position) {
            if met.len() < DEEP_POSITIONS && met.insert(child.clone()) {
                waiting.push_back(child);
            }
        }
    }
    for seed in 0..GAMES {
        let mut random = seed.wrapping_mul(0xd134_2543_de82_ef95) ^ 0x2c1b_3c6d;
        let mut position = rules.start();
        for _ in 0..4 * PLIES {
            let mut children = hash.position(rules, &position);
            if children.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position = children.swap_remove(((random >> 33) % children.len() as u64) as usize);
        }
    }
    hash.finish()
}

/// Hashes numbers and texts as they come.
struct Hash(blake3::Hasher);

impl Hash {
    fn new(rules: &dyn AnyRules) -> Hash {
        let mut hash = Hash(blake3::Hasher::new());
        hash.number(rules.revision().into());
        hash
    }

    fn number(&mut self, number: u64) {
        self.0.update(&number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    /// Hashes a position and where its moves lead, in their order; where they lead.
    fn position(&mut self, rules: &dyn AnyRules, position: &AnyPosition) -> Vec<AnyPosition> {
        let children = rules.children(position);
        self.text(&format!("{position:?} {:?} {children:?}", rules.primitive(position)));
        children
    }

    fn finish(self) -> Fingerprint {
        first_half(&self.0)
    }
}
