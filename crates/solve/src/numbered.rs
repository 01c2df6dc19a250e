//! A game as the engine sees it: tiers and slots, no positions.
//!
//! The engine is compiled once, for this interface, and not once for every game: a game's own code is
//! behind functions that work on many slots at a time, which [`Indexed`] offers for that reason.

use hindsight_core::{Code, Indexed, Neighbour, Outcome, Tier, Value};

use crate::state::StateCut;
use crate::tiers::Unit;
use crate::unit::Sources;

/// What [`Indexed`] offers, without its types.
pub(crate) trait Numbered: Sync {
    fn roots(&self) -> Vec<Tier>;

    fn child_tiers(&self, tier: Tier) -> Vec<Tier>;

    fn slots(&self, tier: Tier) -> u64;

    fn tier_name(&self, tier: Tier) -> String;

    fn symmetries(&self) -> u32;

    /// As [`StateCut::of`].
    fn state_cut(&self, unit: &Unit, scale: u32) -> Option<StateCut>;

    /// Writes, for each slot from `first` on, whether it is a hole or the game is over there, and
    /// [`Code::DRAW`] where the game goes on. An error is a slot at which it is over as a draw.
    fn find_overs(&self, tier: Tier, first: u64, codes: &mut [Code]) -> Result<(), u64>;

    /// Keeps the slots at which the game goes on.
    fn keep_open(&self, tier: Tier, slots: &mut Vec<u64>);

    /// As [`Indexed::child_slots`].
    fn visit_children(&self, tier: Tier, slots: &[u64], visit: &mut dyn FnMut(Tier, &[Neighbour]));

    /// As [`Indexed::exit_slots`], with what is inside told by its sources.
    fn visit_exits(
        &self,
        tier: Tier,
        slots: &[u64],
        sources: &Sources,
        inside: &mut [u32],
        visit: &mut dyn FnMut(Tier, &[Neighbour]),
    );

    /// As [`Indexed::parent_slots`].
    fn visit_parents(&self, tier: Tier, slots: &[u64], visit: &mut dyn FnMut(Tier, &[Neighbour]));
}

impl<G: Indexed> Numbered for G {
    fn roots(&self) -> Vec<Tier> {
        Indexed::roots(self)
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        Indexed::child_tiers(self, tier)
    }

    fn slots(&self, tier: Tier) -> u64 {
        Indexed::slots(self, tier)
    }

    fn tier_name(&self, tier: Tier) -> String {
        Indexed::tier_name(self, tier)
    }

    fn symmetries(&self) -> u32 {
        Indexed::symmetries(self)
    }

    fn state_cut(&self, unit: &Unit, scale: u32) -> Option<StateCut> {
        StateCut::of(self, unit, scale)
    }

    fn find_overs(&self, tier: Tier, first: u64, codes: &mut [Code]) -> Result<(), u64> {
        for (slot, code) in (first..).zip(codes) {
            let occupant = self.occupant(tier, slot);
            *code = match occupant.map(|occupant| self.primitive(occupant.position)) {
                None => Code::HOLE,
                Some(None) => Code::DRAW,
                Some(Some(Value::Draw)) => return Err(slot),
                Some(Some(value)) => Code::new(Outcome::over(value)),
            };
        }
        Ok(())
    }

    fn keep_open(&self, tier: Tier, slots: &mut Vec<u64>) {
        slots.retain(|&slot| {
            self.occupant(tier, slot).is_some_and(|it| self.primitive(it.position).is_none())
        });
    }

    fn visit_children(&self, tier: Tier, slots: &[u64], visit: &mut dyn FnMut(Tier, &[Neighbour])) {
        self.child_slots(tier, slots, visit);
    }

    fn visit_exits(
        &self,
        tier: Tier,
        slots: &[u64],
        sources: &Sources,
        inside: &mut [u32],
        visit: &mut dyn FnMut(Tier, &[Neighbour]),
    ) {
        self.exit_slots(tier, slots, |tier| sources.inside(tier).is_some(), inside, visit);
    }

    fn visit_parents(&self, tier: Tier, slots: &[u64], visit: &mut dyn FnMut(Tier, &[Neighbour])) {
        self.parent_slots(tier, slots, visit);
    }
}
