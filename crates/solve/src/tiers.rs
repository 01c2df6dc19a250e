//! The graph of tiers, cut into units.

use std::collections::HashMap;

use hindsight_core::{Numbered, Tier};

/// A strongly connected set of tiers: solved together, after all the tiers that its moves lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The tiers of the unit, in the order of their numbers.
    pub tiers: Vec<Tier>,
    /// The number of slots of each.
    pub slots: Vec<u64>,
    /// The tiers outside the unit that its moves lead to.
    pub exits: Vec<Tier>,
    /// Whether moves can stay inside the unit.
    pub loopy: bool,
}

impl Unit {
    /// The slots of all its tiers together.
    pub fn total_slots(&self) -> u64 {
        self.slots.iter().sum()
    }

    /// The most moves of a position that stay inside the unit, as far as the game tells.
    pub fn max_inside_moves(&self, game: &dyn Numbered) -> u32 {
        if !self.loopy {
            return 0;
        }
        self.tiers.iter().map(|&tier| game.max_inside_moves(tier)).max().unwrap_or(0)
    }
}

/// All tiers that a game's roots lead to.
#[derive(Clone, Debug)]
pub struct TierGraph {
    /// The units, each behind all those that its moves lead to.
    pub units: Vec<Unit>,
    unit_of: HashMap<Tier, usize>,
    slots: HashMap<Tier, u64>,
}

impl TierGraph {
    /// Follows the child tiers from the roots.
    pub fn of(game: &dyn Numbered) -> TierGraph {
        TierGraph::down_to(game, None)
    }

    /// The same down to a boundary, if there is one: tiers of that level lead nowhere.
    pub fn down_to(game: &dyn Numbered, boundary: Option<u32>) -> TierGraph {
        let is_boundary = |tier| boundary.is_some_and(|level| game.level(tier) >= Some(level));
        let child_tiers = |tier| if is_boundary(tier) { vec![] } else { game.child_tiers(tier) };
        let mut search = Search {
            child_tiers: &child_tiers,
            children: HashMap::new(),
            marks: HashMap::new(),
            stack: vec![],
        };
        let mut components = Vec::new();
        for root in game.roots() {
            if !search.marks.contains_key(&root) {
                search.components(root, &mut components);
            }
        }
        let mut graph = TierGraph { units: vec![], unit_of: HashMap::new(), slots: HashMap::new() };
        for mut tiers in components {
            tiers.sort_unstable();
            let mut exits: Vec<Tier> = Vec::new();
            let mut loopy = false;
            for tier in &tiers {
                for &child in &search.children[tier] {
                    if tiers.binary_search(&child).is_ok() {
                        loopy = true;
                    } else {
                        exits.push(child);
                    }
                }
            }
            exits.sort_unstable();
            exits.dedup();
            let slots: Vec<u64> = tiers.iter().map(|&tier| game.slots(tier)).collect();
            for (&tier, &slots) in tiers.iter().zip(&slots) {
                graph.unit_of.insert(tier, graph.units.len());
                graph.slots.insert(tier, slots);
            }
            graph.units.push(Unit { tiers, slots, exits, loopy });
        }
        graph
    }

    /// The slots of the largest unit of a game.
    pub fn largest_unit(game: &dyn Numbered) -> u64 {
        TierGraph::of(game).units.iter().map(Unit::total_slots).max().unwrap_or(0)
    }

    /// The number of the unit that a tier belongs to.
    pub fn unit_of(&self, tier: Tier) -> Option<usize> {
        self.unit_of.get(&tier).copied()
    }

    /// The number of slots of a tier of the graph.
    ///
    /// # Panics
    /// When the tier is not in the graph.
    pub fn slots(&self, tier: Tier) -> u64 {
        self.slots[&tier]
    }

    /// Every tier, children first.
    pub fn tiers(&self) -> impl Iterator<Item = Tier> + '_ {
        self.units.iter().flat_map(|unit| unit.tiers.iter().copied())
    }

    /// The slots of all tiers.
    pub fn total_slots(&self) -> u64 {
        self.units.iter().map(Unit::total_slots).sum()
    }
}

/// Tarjan's search for strongly connected components, with an explicit stack because a game can
/// have many thousands of tiers in a row.
struct Search<'a> {
    child_tiers: &'a dyn Fn(Tier) -> Vec<Tier>,
    children: HashMap<Tier, Vec<Tier>>,
    marks: HashMap<Tier, Mark>,
    stack: Vec<Tier>,
}

struct Mark {
    number: usize,
    lowest: usize,
    on_stack: bool,
}

impl Search<'_> {
    /// Adds the components that a root leads to and that were not found before.
    fn components(&mut self, root: Tier, components: &mut Vec<Vec<Tier>>) {
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some((tier, next)) = path.last_mut() {
            let tier = *tier;
            if let Some(&child) = self.children[&tier].get(*next) {
                *next += 1;
                match self.marks.get(&child) {
                    None => {
                        self.enter(child);
                        path.push((child, 0));
                    }
                    Some(mark) if mark.on_stack => self.lower(tier, mark.number),
                    Some(_) => {}
                }
                continue;
            }
            path.pop();
            let Mark { number, lowest, .. } = self.marks[&tier];
            if let Some((parent, _)) = path.last() {
                self.lower(*parent, lowest);
            }
            if lowest == number {
                let from = self.stack.iter().rposition(|&t| t == tier).expect("it was pushed");
                let component = self.stack.split_off(from);
                for member in &component {
                    self.marks.get_mut(member).expect("it was entered").on_stack = false;
                }
                components.push(component);
            }
        }
    }

    fn enter(&mut self, tier: Tier) {
        let number = self.marks.len();
        self.marks.insert(tier, Mark { number, lowest: number, on_stack: true });
        self.stack.push(tier);
        self.children.insert(tier, (self.child_tiers)(tier));
    }

    fn lower(&mut self, tier: Tier, number: usize) {
        let mark = self.marks.get_mut(&tier).expect("it was entered");
        mark.lowest = mark.lowest.min(number);
    }
}

#[cfg(test)]
mod tests {
    use hindsight_games::quixo::Quixo;

    use super::*;

    #[test]
    fn units_come_after_the_units_they_lead_to() {
        let game = Quixo::variant("4x4").unwrap();
        let graph = TierGraph::of(&game);
        for (number, unit) in graph.units.iter().enumerate() {
            for &exit in &unit.exits {
                assert!(graph.unit_of(exit).unwrap() < number);
            }
            assert!(unit.tiers.len() <= 2);
        }
        let (start, _) = Numbered::start(&game);
        assert_eq!(graph.unit_of(start.tier), Some(graph.units.len() - 1));
    }

    #[test]
    fn a_tier_and_its_mirror_are_one_unit() {
        let game = Quixo::variant("3x3").unwrap();
        let graph = TierGraph::of(&game);
        let names =
            |unit: &Unit| unit.tiers.iter().map(|&tier| game.tier_name(tier)).collect::<Vec<_>>();
        assert!(graph.units.iter().any(|unit| names(unit) == ["4-2-3", "4-3-2"] && unit.loopy));
        assert!(graph.units.iter().any(|unit| names(unit) == ["9-0-0"] && !unit.loopy));
    }
}
