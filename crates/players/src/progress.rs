//! Whether a game gets anywhere.

use std::collections::{HashMap, HashSet};

use hindsight_core::{AnyPosition, Numbered, Tier};

/// Tiers that are looked at to see whether play can come back. In a larger game it is taken not to.
const MOST_TIERS: usize = 10_000;

/// Tells moves that can never be taken back, such as placing or taking a stone, from others: the tier
/// that such a move leads to does not lead back to the tier that it leaves.
pub struct Progress<'g> {
    index: &'g dyn Numbered,
    /// For pairs of tiers, whether the second leads back to the first.
    leads_back: HashMap<(Tier, Tier), bool>,
}

impl<'g> Progress<'g> {
    pub fn new(index: &'g dyn Numbered) -> Progress<'g> {
        Progress { index, leads_back: HashMap::new() }
    }

    /// Whether a move from one position to another can never be taken back.
    pub fn is_made(&mut self, from: &AnyPosition, to: &AnyPosition) -> bool {
        let (from, to) = (self.index.tier_of(from), self.index.tier_of(to));
        let index = self.index;
        let leads_back = self.leads_back.entry((from, to));
        from != to && !*leads_back.or_insert_with(|| leads(index, to, from))
    }
}

/// Whether moves lead from a tier to another.
fn leads(index: &dyn Numbered, from: Tier, to: Tier) -> bool {
    let mut met = HashSet::from([from]);
    let mut open = vec![from];
    while let Some(tier) = open.pop() {
        for child in index.child_tiers(tier) {
            if child == to {
                return true;
            }
            if met.len() < MOST_TIERS && met.insert(child) {
                open.push(child);
            }
        }
    }
    false
}
