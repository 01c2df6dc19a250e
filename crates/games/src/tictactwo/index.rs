//! The index: orbits of the frame's place, mine and theirs under the symmetries of the board, for
//! each tier.

use hindsight_core::bits::ones;
use hindsight_core::{
    DeviceSide, Indexed, Neighbour, Occupant, OrbitIndex, OrbitSlot, Orbits, Tier, Turn,
};

use super::bulk::Bulk;
use super::{Position, TicTacTwo, is_open};

impl TicTacTwo {
    /// The tier of so many marks of the player to move and the opponent.
    #[inline(always)]
    pub(super) fn tier(&self, [mine, theirs]: [usize; 2]) -> Tier {
        Tier((mine * (self.marks + 1) + theirs) as u64)
    }

    /// How many marks the player to move and the opponent have in a tier.
    #[inline(always)]
    pub(super) fn counts(&self, tier: Tier) -> [usize; 2] {
        let stride = self.marks + 1;
        [tier.0 as usize / stride, tier.0 as usize % stride]
    }

    #[inline(always)]
    pub(super) fn index(&self, tier: Tier) -> &OrbitIndex<2> {
        self.indexes[tier.0 as usize]
            .get_or_init(|| OrbitIndex::new(&self.subsets, self.counts(tier)))
    }
}

impl Indexed for TicTacTwo {
    #[inline(always)]
    fn tier_of(&self, position: Position) -> Tier {
        self.tier(position.counts())
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        let [mine, theirs] = self.counts(tier);
        let mut tiers = Vec::new();
        if is_open([mine, theirs]) {
            tiers.push(self.tier([theirs, mine]));
        }
        if mine < self.marks {
            tiers.push(self.tier([theirs, mine + 1]));
        }
        tiers
    }

    fn tier_name(&self, tier: Tier) -> String {
        let [mine, theirs] = self.counts(tier);
        format!("{mine}-{theirs}")
    }

    fn slots(&self, tier: Tier) -> u64 {
        OrbitIndex::slots_of(&self.subsets, self.counts(tier))
    }

    #[inline(always)]
    fn locate_in(&self, tier: Tier, position: Position) -> OrbitSlot {
        let Position { mine, theirs, frame, .. } = position;
        self.index(tier).locate_tagged(frame.into(), [mine, theirs])
    }

    #[inline(always)]
    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let (frame, [mine, theirs], stabiliser) = self.index(tier).tagged_occupant(slot)?;
        let position = Position { mine, theirs, frame: frame as u8, turn: Turn::First };
        Some(Occupant { position, stabiliser })
    }

    fn symmetries(&self) -> u32 {
        self.subsets.order() as u32
    }

    fn seen_by(&self, position: Position, turn: Turn) -> Position {
        Position { turn, ..position }
    }

    fn orbits(&self) -> Orbits {
        Orbits {
            symmetries: "the symmetries of the board, exchange of the players",
            turns_apart: false,
        }
    }

    const HAS_PARENTS: bool = true;

    /// A mark that was moved is now inside the frame and came from anywhere; a frame that was moved
    /// came from beside. Placements leave the unit.
    #[inline(always)]
    fn parents(&self, position: Position, mut visit: impl FnMut(Position)) {
        if !is_open(position.counts()) {
            return;
        }
        let Position { mine, theirs, frame: place, turn } = position;
        let mut undo = |before: u32, frame: u8| {
            visit(Position { mine: before, theirs: mine, frame, turn: turn.other() });
        };
        let frame = self.frame(position);
        for to in ones(theirs & frame.cells) {
            ones(self.free(position)).for_each(|from| undo(theirs ^ 1 << to ^ 1 << from, place));
        }
        frame.neighbours.iter().for_each(|&from| undo(theirs, from));
    }

    fn parent_slots(&self, tier: Tier, slots: &[u64], visit: impl FnMut(Tier, &[Neighbour])) {
        if is_open(self.counts(tier)) {
            Bulk::backwards(self, tier).visit(slots, visit);
        }
    }

    /// Placements leave the unit, all else stays inside.
    fn exit_slots(
        &self,
        tier: Tier,
        slots: &[u64],
        _is_inside: impl Fn(Tier) -> bool,
        inside: &mut [u32],
        visit: impl FnMut(Tier, &[Neighbour]),
    ) {
        let [mine, theirs] = self.counts(tier);
        if is_open([mine, theirs]) {
            Bulk::forwards(self, tier).count(slots, inside);
        }
        if mine < self.marks {
            Bulk::placements(self, tier).visit(slots, visit);
        }
    }

    fn child_slots(&self, tier: Tier, slots: &[u64], mut visit: impl FnMut(Tier, &[Neighbour])) {
        let [mine, theirs] = self.counts(tier);
        if is_open([mine, theirs]) {
            Bulk::forwards(self, tier).visit(slots, &mut visit);
        }
        if mine < self.marks {
            Bulk::placements(self, tier).visit(slots, visit);
        }
    }

    /// All marks stand outside a frame that can go everywhere.
    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        let most = |frame: &super::Frame| {
            self.marks * frame.cells.count_ones() as usize + frame.neighbours.len()
        };
        self.frames.iter().map(most).max().unwrap_or(0) as u32
    }

    fn device(&self) -> Option<&dyn DeviceSide> {
        Some(self)
    }
}
