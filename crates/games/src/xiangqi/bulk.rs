//! Moving many positions at once.
//!
//! A unit is a tier and the same with the sides exchanged, and both share one index, so a move that
//! stays inside the unit needs no turning of the board: the piece goes from point to point in the
//! list that the index has given, and the list is looked up again for the other player to move. And
//! while the kings and advisors, the pivot of the index, stay where they are, their class is known.
//! Only where the two tiers are one and the same must the position be turned.

use hindsight_core::{Neighbour, OrbitSlot, Tier};

use super::index::Index;
use super::men::Men;

/// Neighbours that are handed over together: enough for memory to be asked for in advance.
const TOGETHER: usize = 128;
const SYMMETRIES: u32 = 2;

/// What to do with moves that take nothing and leave the rows of the pawns alone.
pub(super) enum Quiet<'a> {
    /// Count them for each slot.
    Count(&'a mut [u32]),
    /// Visit where they lead, as with the others.
    Visit,
}

/// Neighbours of one tier on their way to the engine.
struct Waiting {
    tier: Tier,
    list: Vec<Neighbour>,
}

impl Waiting {
    fn new(tier: Tier) -> Waiting {
        Waiting { tier, list: Vec::with_capacity(TOGETHER) }
    }

    #[inline(always)]
    fn push(
        &mut self,
        tier: Tier,
        neighbour: Neighbour,
        visit: &mut impl FnMut(Tier, &[Neighbour]),
    ) {
        if self.list.len() == TOGETHER || tier != self.tier {
            self.flush(visit);
            self.tier = tier;
        }
        self.list.push(neighbour);
    }

    fn flush(&mut self, visit: &mut impl FnMut(Tier, &[Neighbour])) {
        if !self.list.is_empty() {
            visit(self.tier, &self.list);
            self.list.clear();
        }
    }
}

/// The parents inside the unit of some slots of a tier.
pub(super) fn parents(
    index: &Index,
    tier: Tier,
    slots: &[u64],
    mut visit: impl FnMut(Tier, &[Neighbour]),
) {
    let (shape, pair) = index.shape(tier);
    let regions = pair.index();
    let pivot_pieces = regions.pivot_pieces();
    // Whoever is not to move has moved last.
    let mover = usize::from(!shape.turned);
    let turns = shape.other == tier;
    let mut waiting = Waiting::new(shape.other);
    for (number, &slot) in slots.iter().enumerate() {
        let Some((points, stabiliser)) = regions.occupant(slot) else { continue };
        let men = Men::on(pair.kinds, points);
        let seen = |men: Men| if turns { men.turned() } else { men };
        let class = regions.class_of(seen(men).points());
        let orbit = SYMMETRIES / stabiliser;
        men.unmoves(mover, |piece, from| {
            let before = seen(men.moved(piece, from));
            let OrbitSlot { slot, stabiliser } = if piece < pivot_pieces {
                regions.locate(before.points())
            } else {
                regions.locate_in_class(class, before.points())
            };
            let parent = Neighbour { number: number as u32, weight: orbit * stabiliser, slot };
            waiting.push(shape.other, parent, &mut visit);
        });
    }
    waiting.flush(&mut visit);
}

/// The children of some slots of a tier at which the game goes on; those inside the unit are
/// visited or counted.
pub(super) fn children(
    index: &Index,
    tier: Tier,
    slots: &[u64],
    mut quiet: Quiet<'_>,
    mut visit: impl FnMut(Tier, &[Neighbour]),
) {
    let (shape, pair) = index.shape(tier);
    let mover = usize::from(shape.turned);
    let mut waiting = Waiting::new(shape.other);
    for (number, &slot) in slots.iter().enumerate() {
        let Some((points, _)) = pair.index().occupant(slot) else { continue };
        let men = Men::on(pair.kinds, points);
        men.moves(mover, |piece, to, takes| {
            if let Quiet::Count(inside) = &mut quiet
                && !takes
                && !men.is_forward(piece, to)
            {
                inside[number] += 1;
                return true;
            }
            let after = men.after(piece, to);
            // As the opponent sees it.
            let after = if mover == 0 { after.turned() } else { after };
            let tier = Tier(after.tier());
            let OrbitSlot { slot, stabiliser: weight } = index.locate(tier, after);
            waiting.push(tier, Neighbour { number: number as u32, weight, slot }, &mut visit);
            true
        });
    }
    waiting.flush(&mut visit);
}
