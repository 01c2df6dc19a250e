//! The moves inside a split unit, reversed, for games that offer no un-moves: every rank goes over all
//! slots of the unit and keeps the moves that lead to its own. That takes no messages, and such games are
//! small: their index holds every position, on every rank.

use hindsight_core::Numbered;
use hindsight_solve::Unit;

use crate::share::Dealt;

/// Bits of an entry below the owner's place.
const ADDRESS_BITS: u32 = 40;

/// Slots whose moves are looked at together.
const TOGETHER: u64 = 4096;

/// For each own slot, where its parents are.
#[derive(Debug)]
pub(crate) struct Reversed {
    /// The parents of address `a` are `parents[starts[a]..starts[a + 1]]`.
    starts: Vec<u64>,
    /// The owner's place above, the address there below.
    parents: Vec<u64>,
}

impl Reversed {
    /// Keeps the moves to slots of a place: one walk to count, one to fill in.
    pub fn of(game: &dyn Numbered, unit: &Unit, dealt: &Dealt, place: usize) -> Reversed {
        let own = dealt.deal.share(place) as usize;
        let mut starts = vec![0u64; own + 1];
        for_each_move_to(game, unit, dealt, place, |_, child| starts[child + 1] += 1);
        for at in 0..own {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut parents = vec![0; starts[own] as usize];
        for_each_move_to(game, unit, dealt, place, |parent, child| {
            let (owner, local) = dealt.deal.locate(parent);
            parents[next[child] as usize] = (owner as u64) << ADDRESS_BITS | local;
            next[child] += 1;
        });
        Reversed { starts, parents }
    }

    /// The owners of the parents of an own slot, and the parents' addresses there.
    pub fn parents(&self, address: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        let range = self.starts[address] as usize..self.starts[address + 1] as usize;
        let split =
            |&entry: &u64| ((entry >> ADDRESS_BITS) as usize, entry & ((1 << ADDRESS_BITS) - 1));
        self.parents[range].iter().map(split)
    }
}

/// Visits every move inside a unit that leads to a slot of a place: the address of the parent in the unit,
/// and that of the child among the place's own.
fn for_each_move_to(
    game: &dyn Numbered,
    unit: &Unit,
    dealt: &Dealt,
    place: usize,
    mut visit: impl FnMut(u64, usize),
) {
    let mut open = Vec::new();
    for (&(tier, start), &slots) in dealt.starts.iter().zip(&unit.slots) {
        for first in (0..slots).step_by(TOGETHER as usize) {
            open.clear();
            open.extend(first..slots.min(first + TOGETHER));
            game.keep_open(tier, &mut open);
            game.visit_children(tier, &open, &mut |child_tier, children| {
                let Some(child_start) = dealt.start(child_tier) else { return };
                for child in children {
                    let (owner, local) = dealt.deal.locate(child_start + child.slot);
                    if owner == place {
                        visit(start + open[child.number as usize], local as usize);
                    }
                }
            });
        }
    }
}
