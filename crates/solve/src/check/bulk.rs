//! What slots promise: their occupants, the weights of their un-moves, and the functions that the
//! engine calls for many slots at once.

use std::collections::HashSet;
use std::ops::Range;

use hindsight_core::{AnyPosition, Code, Neighbour, Occupant, Outcome, Place, Tier, Turn, Value};

use super::{CheckFailure, Checked, Checker, children, first_difference, parents};

impl Checker<'_> {
    /// What the solver takes off a slot's count, for all inside children, is what it put there.
    pub(super) fn counts(&self, position: &AnyPosition, inside: u64) -> Checked {
        let index = self.index;
        let Place { tier, slot, .. } = index.locate(position);
        let unit = self.graph.unit_of(tier);
        let targets: HashSet<(Tier, u64)> = children(self.rules, position)
            .iter()
            .map(|child| index.locate(child))
            .filter(|place| self.graph.unit_of(place.tier) == unit)
            .map(|place| (place.tier, place.slot))
            .collect();
        let mut taken = 0;
        for (child_tier, child_slot) in targets {
            index.visit_parents(child_tier, &[child_slot], &mut |parent_tier, parents| {
                let this = |parent: &&Neighbour| (parent_tier, parent.slot) == (tier, slot);
                let weights = parents.iter().filter(this).map(|parent| u64::from(parent.weight));
                taken += weights.sum::<u64>();
            });
        }
        let put = u64::from(index.symmetries()) * inside;
        if taken != put {
            let detail = format!("{taken} for {inside} moves, not {put}");
            return Err(self.broken("the weights of un-moves add up", position, detail));
        }
        Ok(())
    }

    /// A slot is where its occupant is kept.
    pub(super) fn occupant(
        &self,
        tier: Tier,
        slot: u64,
        occupant: &Occupant<AnyPosition>,
    ) -> Checked {
        let &Occupant { ref position, stabiliser } = occupant;
        let (place, wanted) = (self.index.locate(position), Place { tier, slot, stabiliser });
        let kept = "the position that stands for a slot is kept there";
        if place != wanted {
            return Err(self.broken(kept, position, format!("{place:?}, not {wanted:?}")));
        }
        if self.index.seen_by(position, Turn::First) != *position {
            let detail = "it is the second player's".to_owned();
            return Err(self.broken("slots hold the first player's turn", position, detail));
        }
        Ok(())
    }

    /// What is found to be over, or a hole, in a run of slots is so slot by slot.
    pub(super) fn overs(&self, tier: Tier, run: Range<u64>) -> Checked {
        let mut codes = vec![Code::DRAW; (run.end - run.start) as usize];
        // An end that is a draw is noticed by those who look at the position.
        let _ = self.index.find_overs(tier, run.start, &mut codes);
        for (slot, code) in run.zip(codes) {
            let occupant = self.index.occupant(tier, slot);
            let value = occupant.as_ref().map(|it| self.rules.primitive(&it.position));
            let expected = match value {
                None => Code::HOLE,
                Some(None | Some(Value::Draw)) => Code::DRAW,
                Some(Some(value)) => Code::new(Outcome::over(value)),
            };
            if code != expected {
                return Err(CheckFailure::Broken {
                    property: "find_overs finds what is over",
                    position: format!("slot {slot} of tier {}", self.index.tier_name(tier)),
                    detail: format!("{code:?}, not {expected:?}"),
                });
            }
        }
        Ok(())
    }

    /// The solver's way backwards leads to the parents.
    pub(super) fn parent_slots(
        &self,
        tier: Tier,
        sample: &[(u64, Occupant<AnyPosition>)],
    ) -> Checked {
        let index = self.index;
        if !index.has_parents() {
            return Ok(());
        }
        let slots = slots_of(sample);
        let mut visited = Vec::new();
        index.visit_parents(tier, &slots, &mut |tier, parents| {
            visited.extend(parents.iter().map(|p| (p.number as usize, tier, p.slot, p.weight)));
        });
        let mut expected = Vec::new();
        for (number, (_, child)) in sample.iter().enumerate() {
            for parent in parents(index, &child.position) {
                let place = index.locate(&parent);
                let weight = index.symmetries() / child.stabiliser * place.stabiliser;
                expected.push((number, place.tier, place.slot, weight));
            }
        }
        match first_difference(&mut visited, &mut expected) {
            None => Ok(()),
            Some((number, tier, slot, weight)) => {
                let detail =
                    format!("slot {slot} of tier {} with weight {weight}", index.tier_name(tier));
                let position = numbered(sample, number);
                Err(self.broken("parent_slots visits the parents", position, detail))
            }
        }
    }

    /// The ways forwards in bulk lead to the children.
    pub(super) fn forward_slots(
        &self,
        tier: Tier,
        sample: &[(u64, Occupant<AnyPosition>)],
    ) -> Checked {
        if sample.is_empty() {
            return Ok(());
        }
        let index = self.index;
        let slots = slots_of(sample);
        let unit = self.graph.unit_of(tier).map_or(&[][..], |unit| &self.graph.units[unit].tiers);
        let is_inside = |tier| unit.contains(&tier);
        let mut expected = Vec::new();
        // What is there must be added to, not written over.
        let mut inside_expected = vec![1; slots.len()];
        for (number, (_, occupant)) in sample.iter().enumerate() {
            for child in children(self.rules, &occupant.position) {
                let place = index.locate(&child);
                expected.push((number, place.tier, place.slot));
                inside_expected[number] += u32::from(is_inside(place.tier));
            }
        }
        let mut visited = Vec::new();
        index.visit_children(tier, &slots, &mut |tier, children| {
            visited.extend(children.iter().map(|c| (c.number as usize, tier, c.slot)));
        });
        let compare = |property, visited: &mut Vec<_>, expected: &mut Vec<_>| {
            first_difference(visited, expected).map_or(Ok(()), |(number, tier, slot)| {
                let detail = format!("slot {slot} of tier {}", index.tier_name(tier));
                Err(self.broken(property, numbered(sample, number), detail))
            })
        };
        compare("child_slots visits the children", &mut visited, &mut expected)?;
        visited.clear();
        expected.retain(|&(_, tier, _)| !is_inside(tier));
        let mut inside = vec![1; slots.len()];
        index.visit_exits(tier, &slots, unit, &mut inside, &mut |tier, exits| {
            visited.extend(exits.iter().map(|e| (e.number as usize, tier, e.slot)));
        });
        compare("exit_slots visits the children outside", &mut visited, &mut expected)?;
        let differs = |number: &usize| inside[*number] != inside_expected[*number];
        if let Some(number) = (0..slots.len()).find(differs) {
            let detail = format!("{}, not {}", inside[number] - 1, inside_expected[number] - 1);
            let position = numbered(sample, number);
            return Err(self.broken("exit_slots counts the children inside", position, detail));
        }
        Ok(())
    }
}

fn slots_of(sample: &[(u64, Occupant<AnyPosition>)]) -> Vec<u64> {
    sample.iter().map(|(slot, _)| *slot).collect()
}

/// The position of a number that a bulk function told: perhaps a wrong one.
fn numbered(sample: &[(u64, Occupant<AnyPosition>)], number: usize) -> &AnyPosition {
    &sample[number.min(sample.len() - 1)].1.position
}
