//! The index: orbits of (goats, tigers) under the symmetries of the board, for each tier.

use hindsight_core::{
    DeviceSide, Indexed, Neighbour, Occupant, OrbitIndex, OrbitSlot, Orbits, Tier, Turn,
};

use super::bulk::Bulk;
use super::tiers::{Counts, Going};
use super::{BaghChal, Position};

impl BaghChal {
    /// The index of the positions with so many goats on the board: nothing else makes a difference.
    #[inline(always)]
    pub(super) fn index(&self, counts: Counts) -> &OrbitIndex<2> {
        let on_board = self.numbers.on_board(counts);
        self.indexes[on_board]
            .get_or_init(|| OrbitIndex::new(&self.subsets, [on_board, self.numbers.tigers]))
    }
}

impl Indexed for BaghChal {
    #[inline(always)]
    fn tier_of(&self, position: Position) -> Tier {
        self.counts(position).tier()
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        let counts = Counts::of(tier);
        self.numbers.goings(counts).iter().map(|&going| counts.after(going).tier()).collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        Counts::of(tier).to_string()
    }

    fn slots(&self, tier: Tier) -> u64 {
        let on_board = self.numbers.on_board(Counts::of(tier));
        OrbitIndex::slots_of(&self.subsets, [on_board, self.numbers.tigers])
    }

    #[inline(always)]
    fn locate_in(&self, tier: Tier, position: Position) -> OrbitSlot {
        self.index(Counts::of(tier)).locate([position.goats, position.tigers])
    }

    #[inline(always)]
    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let counts = Counts::of(tier);
        let ([goats, tigers], stabiliser) = self.index(counts).occupant(slot)?;
        let to_place = counts.to_place as u8;
        Some(Occupant {
            position: Position { goats, tigers, to_place, turn: counts.turn },
            stabiliser,
        })
    }

    fn symmetries(&self) -> u32 {
        self.subsets.order() as u32
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "the symmetries of the board", turns_apart: true }
    }

    const HAS_PARENTS: bool = true;

    /// Slides of the side that is not to move, undone: a slide backwards is a slide.
    #[inline(always)]
    fn parents(&self, position: Position, mut visit: impl FnMut(Position)) {
        if !self.numbers.is_loopy(self.counts(position)) {
            return;
        }
        let Position { goats, tigers, turn, .. } = position;
        let free = self.free(position);
        let turn = turn.other();
        match turn {
            Turn::First => self.board.slides(goats, free, |step| {
                visit(Position { goats: goats ^ step, turn, ..position });
            }),
            Turn::Second => self.board.slides(tigers, free, |step| {
                visit(Position { tigers: tigers ^ step, turn, ..position });
            }),
        }
    }

    fn parent_slots(&self, tier: Tier, slots: &[u64], visit: impl FnMut(Tier, &[Neighbour])) {
        let counts = Counts::of(tier);
        if self.numbers.is_loopy(counts) {
            // Taken back or made, a slide of the other side leads to the other tier of the unit.
            let mover = counts.turn.other();
            Bulk::new(self, counts, mover, Going::Slide).visit(slots, visit);
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
        for &going in self.numbers.goings(counts) {
            let bulk = Bulk::new(self, counts, counts.turn, going);
            // Only slides can stay inside.
            if going == Going::Slide && is_inside(counts.after(going).tier()) {
                bulk.count_slides(slots, inside);
            } else {
                bulk.visit(slots, &mut visit);
            }
        }
    }

    fn child_slots(&self, tier: Tier, slots: &[u64], mut visit: impl FnMut(Tier, &[Neighbour])) {
        let counts = Counts::of(tier);
        for &going in self.numbers.goings(counts) {
            Bulk::new(self, counts, counts.turn, going).visit(slots, &mut visit);
        }
    }

    /// Slides of tigers, or of goats into the points that are free when all but the last captures
    /// have been made.
    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        let numbers = self.numbers;
        let goats_left = numbers.goats - numbers.captures + 1;
        let most_free = self.board.size() - numbers.tigers - goats_left;
        let goat_slides =
            self.board.most_slides(most_free).min(self.board.most_slides(numbers.goats));
        goat_slides.max(self.board.most_slides(numbers.tigers))
    }

    fn device(&self) -> Option<&dyn DeviceSide> {
        Some(self)
    }
}
