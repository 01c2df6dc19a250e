//! The index: orbits of (mine, theirs) under the symmetries of the board, for each tier.

use hindsight_core::{
    DeviceSide, Indexed, Neighbour, Occupant, OrbitIndex, OrbitSlot, Orbits, Tier, Turn,
};

use super::bulk::{Bulk, Plain};
use super::tiers::Counts;
use super::{MOST_STONES, Morris, Position};

impl Morris {
    /// The index of the positions with so many stones on the board: hands make no difference.
    #[inline(always)]
    pub(super) fn index(&self, counts: Counts) -> &OrbitIndex<2> {
        let Counts { mine, theirs, .. } = counts;
        self.indexes[mine * (MOST_STONES + 1) + theirs]
            .get_or_init(|| OrbitIndex::new(&self.subsets, [mine, theirs]))
    }
}

impl Indexed for Morris {
    #[inline(always)]
    fn tier_of(&self, position: Position) -> Tier {
        self.counts(position).tier()
    }

    fn roots(&self) -> Vec<Tier> {
        self.roots.clone()
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        self.ways.children(Counts::of(tier)).into_iter().map(Counts::tier).collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        Counts::of(tier).to_string()
    }

    fn slots(&self, tier: Tier) -> u64 {
        let Counts { mine, theirs, .. } = Counts::of(tier);
        OrbitIndex::slots_of(&self.subsets, [mine, theirs])
    }

    #[inline(always)]
    fn locate_in(&self, tier: Tier, position: Position) -> OrbitSlot {
        self.index(Counts::of(tier)).locate([position.mine, position.theirs])
    }

    #[inline(always)]
    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let counts = Counts::of(tier);
        let ([mine, theirs], stabiliser) = self.index(counts).occupant(slot)?;
        let (my_hand, their_hand) = (counts.my_hand as u8, counts.their_hand as u8);
        let position = Position { mine, theirs, my_hand, their_hand, turn: Turn::First };
        Some(Occupant { position, stabiliser })
    }

    fn symmetries(&self) -> u32 {
        self.subsets.order() as u32
    }

    fn seen_by(&self, position: Position, turn: Turn) -> Position {
        Position { turn, ..position }
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "the symmetries of the board; colours apart", turns_apart: true }
    }

    const HAS_PARENTS: bool = true;

    /// Slides and flights that close no mill, undone. One that closes a mill takes a stone, because
    /// there is always one that may be taken, and so leaves the unit.
    #[inline(always)]
    fn parents(&self, position: Position, mut visit: impl FnMut(Position)) {
        let counts = self.counts(position);
        if !self.ways.is_loopy(counts) {
            return;
        }
        let Some(going) = self.ways.walking(counts.theirs, counts.their_hand) else { return };
        let free = self.board.points & !(position.mine | position.theirs);
        let loose = position.theirs & !self.board.in_mills(position.theirs);
        self.board.steps(going, loose, free, |step, _| {
            visit(Position {
                mine: position.theirs ^ step,
                theirs: position.mine,
                my_hand: position.their_hand,
                their_hand: position.my_hand,
                turn: position.turn.other(),
            });
        });
    }

    fn parent_slots(&self, tier: Tier, slots: &[u64], visit: impl FnMut(Tier, &[Neighbour])) {
        let counts = Counts::of(tier);
        let going = self.ways.walking(counts.theirs, counts.their_hand);
        if let (Some(going), true) = (going, self.ways.is_loopy(counts)) {
            Bulk::backwards(self, counts, going).visit(slots, Plain::Visit, visit);
        }
    }

    fn exit_slots(
        &self,
        tier: Tier,
        slots: &[u64],
        is_inside: impl Fn(Tier) -> bool,
        inside: &mut [u32],
        mut visit: impl FnMut(Tier, &[Neighbour]),
    ) {
        let counts = Counts::of(tier);
        for going in self.ways.goings(counts.mine, counts.my_hand) {
            let stays = is_inside(counts.after(going, false).tier());
            let plain = if stays { Plain::Count(inside) } else { Plain::Visit };
            Bulk::forwards(self, counts, going).visit(slots, plain, &mut visit);
        }
    }

    fn child_slots(&self, tier: Tier, slots: &[u64], mut visit: impl FnMut(Tier, &[Neighbour])) {
        let counts = Counts::of(tier);
        for going in self.ways.goings(counts.mine, counts.my_hand) {
            Bulk::forwards(self, counts, going).visit(slots, Plain::Visit, &mut visit);
        }
    }

    fn max_inside_moves(&self, tier: Tier) -> u32 {
        let Counts { mine, theirs, my_hand, .. } = Counts::of(tier);
        self.ways
            .walking(mine, my_hand)
            .map_or(0, |going| self.board.most_steps(going, mine, theirs))
    }

    fn device(&self) -> Option<&dyn DeviceSide> {
        Some(self)
    }
}
