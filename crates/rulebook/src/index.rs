//! What has a number: the index that is derived from a text.
//!
//! Positions are numbered tier by tier ([`tiers`](crate::tiers)), and within a tier part by part of the
//! board, each by the [`OrbitIndex`] that compiled games have too. Where something stands in the way, the line
//! of the text that is the [`Reason`] is told, and the game is explored position by position.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use foldhash::fast::FixedState;
use hindsight_core::bits::{gather, scatter};
use hindsight_core::{
    Extras, Gathered, Group, Indexed, MaskAction, Neighbour, Numbered, Occupant, OrbitIndex,
    OrbitSlot, Orbits, Rules, SubsetOrbits, Tier, Turn, Value,
};

use crate::describe::DescribedText;
use crate::machine::{Machine, bits};
use crate::plan::Plan;
use crate::play::TextGame;
use crate::position::{Chosen, Position};
use crate::tiers::{Counts, Fold, Reason, TierOf, units};
use crate::unmoves::Unmoves;

/// The numbers of a tier as one number: bits for each.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// By place in the counts: how far its number is shifted.
    on: Vec<u32>,
    held: Vec<u32>,
    /// The bit that tells who is to move, if the tier does.
    turn: Option<u32>,
    /// The places, those in hand behind those on the board, whose number is ever other than zero.
    named: Vec<usize>,
}

impl Layout {
    pub(crate) fn new(tiers: &[TierOf], is_folded: bool) -> Option<Layout> {
        let mut used = 0;
        let mut room = |most: u8| {
            let shift = used;
            used += u8::BITS - most.leading_zeros();
            shift
        };
        let most = |of: &dyn Fn(&Counts) -> u8| {
            tiers.iter().map(|tier| of(&tier.counts)).max().unwrap_or(0)
        };
        let Counts { on, held, .. } = &tiers[0].counts;
        let of_place = |counts: &Counts, place: usize| match place.checked_sub(on.len()) {
            None => counts.on[place],
            Some(kind) => counts.held[kind],
        };
        let is_named = |place: &usize| most(&|counts| of_place(counts, *place)) > 0;
        let layout = Layout {
            named: (0..on.len() + held.len()).filter(is_named).collect(),
            turn: (!is_folded).then(|| room(1)),
            held: (0..held.len()).map(|kind| room(most(&|counts| counts.held[kind]))).collect(),
            on: (0..on.len()).map(|place| room(most(&|counts| counts.on[place]))).collect(),
        };
        (used <= u64::BITS).then_some(layout)
    }

    pub(crate) fn tier(&self, counts: &Counts) -> Tier {
        let on = counts.on.iter().zip(&self.on);
        let held = counts.held.iter().zip(&self.held);
        let turn = self.turn.map_or(0, |shift| (counts.turn as u64) << shift);
        Tier(on.chain(held).fold(turn, |tier, (count, shift)| tier | shifted(*count, *shift)))
    }
}

/// Nothing is shifted behind the end: a number that is always zero may stand there.
fn shifted(count: u8, shift: u32) -> u64 {
    u64::from(count).checked_shl(shift).unwrap_or(0)
}

/// A part of the board.
#[derive(Debug)]
struct Part<const N: usize> {
    mask: u64,
    subsets: Arc<SubsetOrbits>,
    /// The indexes, each made when it is first asked for.
    indexes: Vec<([usize; N], OnceLock<OrbitIndex<N>>)>,
}

impl<const N: usize> Part<N> {
    fn new(mask: u64, symmetries: &[Vec<u8>]) -> Part<N> {
        let number = |point: u8| (mask & ((1 << point) - 1)).count_ones() as usize;
        let image = |symmetry: &Vec<u8>| -> Vec<usize> {
            bits(mask).map(|point| number(symmetry[point])).collect()
        };
        let generators: Vec<Vec<usize>> = symmetries.iter().map(image).collect();
        let cells = mask.count_ones() as usize;
        let group = Group::generated(cells, &generators);
        let subsets = SubsetOrbits::new(MaskAction::new(&group, 0..cells));
        Part { mask, subsets, indexes: Vec::new() }
    }

    /// The number of the index of so many pieces.
    fn number_of(&mut self, sizes: [usize; N]) -> usize {
        let known = self.indexes.iter().position(|(known, _)| *known == sizes);
        known.unwrap_or_else(|| {
            self.indexes.push((sizes, OnceLock::new()));
            self.indexes.len() - 1
        })
    }

    fn index(&self, number: usize) -> &OrbitIndex<N> {
        let (sizes, index) = &self.indexes[number];
        index.get_or_init(|| OrbitIndex::new(&self.subsets, *sizes))
    }

    /// The part's points up to the 32nd of the board, and those behind.
    fn halves(&self) -> [u32; 2] {
        [self.mask as u32, (self.mask >> u32::BITS) as u32]
    }

    /// The pieces on the part, by the numbers that its points have in it.
    fn gather(&self, mask: u64) -> u32 {
        let [low, high] = self.halves();
        let behind = gather((mask >> u32::BITS) as u32, high);
        // Where 32 points come first, there are no others.
        gather(mask as u32, low) | behind.checked_shl(low.count_ones()).unwrap_or(0)
    }

    fn scatter(&self, inside: u32) -> u64 {
        let [low, high] = self.halves();
        let behind = inside.checked_shr(low.count_ones()).unwrap_or(0);
        u64::from(scatter(inside, low)) | u64::from(scatter(behind, high)) << u32::BITS
    }
}

/// A tier with its place in the index.
#[derive(Debug)]
struct NumberedTier {
    counts: Counts,
    children: Vec<Tier>,
    /// Tiers that lead to one another have the same number here.
    unit: usize,
    inside: u32,
    slots: u64,
    /// By part: the number of its index, and how many slots that has.
    indexes: Vec<(usize, u64)>,
}

/// The index of a game that is told by a text.
#[derive(Debug)]
pub(crate) struct TextIndex<const N: usize> {
    game: Arc<TextGame<N>>,
    layout: Layout,
    fold: Option<Fold>,
    parts: Vec<Part<N>>,
    tiers: HashMap<Tier, NumberedTier, FixedState>,
    root: Tier,
    symmetries: u32,
    unmoves: Result<Unmoves, Reason>,
}

impl<const N: usize> TextIndex<N> {
    pub(crate) fn new(game: &Arc<TextGame<N>>, plan: &Plan) -> Result<TextIndex<N>, Reason> {
        let machine = &game.machine;
        let layout = Layout::new(&plan.tiers, plan.fold.is_some()).ok_or_else(|| {
            let why = "so many kinds of pieces are too many for a tier's number";
            Reason::new(machine.board_line, why)
        })?;
        let both = plan.parts.iter().zip(&plan.symmetries);
        let mut parts: Vec<Part<N>> =
            both.map(|(mask, symmetries)| Part::new(*mask, symmetries)).collect();
        let kinds = machine.pieces.len();
        let units = units(&plan.tiers);
        let mut tiers = HashMap::default();
        for (number, TierOf { counts, children }) in plan.tiers.iter().enumerate() {
            let mut indexes = Vec::new();
            for (part, on) in parts.iter_mut().zip(counts.on.chunks(kinds.max(1))) {
                let mut sizes = [0; N];
                on.iter().zip(&mut sizes).for_each(|(on, size)| *size = usize::from(*on));
                let slots = OrbitIndex::slots_of(&part.subsets, sizes);
                indexes.push((part.number_of(sizes), slots));
            }
            let tier = NumberedTier {
                children: children
                    .iter()
                    .map(|(child, _)| layout.tier(&plan.tiers[*child].counts))
                    .collect(),
                unit: units[number],
                inside: plan.inside[number] as u32,
                slots: indexes.iter().map(|(_, slots)| slots).product(),
                indexes,
                counts: counts.clone(),
            };
            tiers.insert(layout.tier(counts), tier);
        }
        Ok(TextIndex {
            root: layout.tier(&plan.tiers[0].counts),
            symmetries: parts.iter().map(|part| part.subsets.order() as u32).product(),
            unmoves: Unmoves::new(machine),
            fold: plan.fold.clone(),
            game: Arc::clone(game),
            layout,
            parts,
            tiers,
        })
    }

    pub(crate) fn machine(&self) -> &Machine {
        &self.game.machine
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// A position of a tier with pieces on these points: as it is numbered, or as `turn` sees it.
    pub(crate) fn seen(&self, tier: Tier, masks: [u64; N], turn: Turn) -> Position<N> {
        let counts = &self.entry(tier).counts;
        let mut hands = [0; N];
        hands[..counts.held.len()].copy_from_slice(&counts.held);
        Indexed::seen_by(self, Position { masks, hands, turn: counts.turn }, turn)
    }

    /// All tiers.
    pub(crate) fn all_tiers(&self) -> Vec<Tier> {
        self.tiers.keys().copied().collect()
    }

    /// A position as the other player has it, the players exchanged.
    fn exchanged(fold: &Fold, points: &[u8], position: Position<N>) -> Position<N> {
        let turn = position.turn.other();
        let mut image = Position { masks: [0; N], hands: [0; N], turn };
        for (kind, to) in fold.kinds.iter().enumerate() {
            let to = usize::from(*to);
            image.hands[to] = position.hands[kind];
            image.masks[to] =
                bits(position.masks[kind]).fold(0, |mask, point| mask | 1 << points[point]);
        }
        image
    }

    /// The position that is numbered in place of another: the first player is to move, if the players can
    /// be exchanged.
    pub(crate) fn numbered(&self, position: Position<N>) -> Position<N> {
        match &self.fold {
            Some(fold) if position.turn == Turn::Second => {
                Self::exchanged(fold, &fold.points, position)
            }
            _ => position,
        }
    }

    /// The tier of a numbered position.
    fn tier_at(&self, position: &Position<N>) -> Tier {
        let kinds = self.game.machine.pieces.len();
        let layout = &self.layout;
        let turn = layout.turn.map_or(0, |shift| (position.turn as u64) << shift);
        let held = position.hands.iter().zip(&layout.held);
        let held = held.fold(turn, |tier, (held, shift)| tier | shifted(*held, *shift));
        let on = self.parts.iter().zip(layout.on.chunks(kinds.max(1)));
        Tier(on.fold(held, |tier, (part, shifts)| {
            let kinds = position.masks.iter().zip(shifts);
            let on =
                kinds.map(|(mask, shift)| shifted((mask & part.mask).count_ones() as u8, *shift));
            on.fold(tier, |tier, on| tier | on)
        }))
    }

    /// Where a numbered position of a tier is kept.
    fn locate_numbered(&self, entry: &NumberedTier, position: &Position<N>) -> OrbitSlot {
        let mut found = OrbitSlot { slot: 0, stabiliser: 1 };
        for (part, (index, slots)) in self.parts.iter().zip(&entry.indexes) {
            let inside = part.index(*index).locate(position.masks.map(|mask| part.gather(mask)));
            found.slot = found.slot * slots + inside.slot;
            found.stabiliser *= inside.stabiliser;
        }
        found
    }

    /// Why there are no un-moves, if there are none.
    pub(crate) fn unmoves(&self) -> Result<(), Reason> {
        self.unmoves.as_ref().map(drop).map_err(Clone::clone)
    }

    /// Visits the numbered positions of a unit before another of it, with their tiers.
    fn each_before(
        &self,
        unit: usize,
        position: Position<N>,
        mut visit: impl FnMut(Position<N>, Tier, &NumberedTier),
    ) {
        let Ok(unmoves) = &self.unmoves else { return };
        unmoves.each(&self.game, position, |before| {
            let before = self.numbered(before);
            let tier = self.tier_at(&before);
            if let Some(entry) = self.tiers.get(&tier).filter(|entry| entry.unit == unit) {
                visit(before, tier, entry);
            }
        });
    }

    fn entry(&self, tier: Tier) -> &NumberedTier {
        self.tiers.get(&tier).expect("a tier that the start leads to")
    }
}

/// Games whose moves may have a [description](crate::describe).
pub(crate) trait DescribedIfItCan {
    /// The index with a description, or as it is with the reason that there is none.
    fn described_if_it_can(self, plan: &Plan) -> (Arc<dyn Numbered>, Result<(), Reason>);
}

impl DescribedIfItCan for TextIndex<2> {
    fn described_if_it_can(self, plan: &Plan) -> (Arc<dyn Numbered>, Result<(), Reason>) {
        match DescribedText::new(self, plan) {
            Ok(described) => (Arc::new(described), Ok(())),
            Err((text, reason)) => (Arc::new(*text), Err(reason)),
        }
    }
}

macro_rules! never_described {
    ($($kinds:literal)*) => {
        $(impl DescribedIfItCan for TextIndex<$kinds> {
            fn described_if_it_can(self, _: &Plan) -> (Arc<dyn Numbered>, Result<(), Reason>) {
                let line = self.machine().board_line;
                let why = "only one kind of pieces for each player has kernels";
                (Arc::new(self), Err(Reason::new(line, why)))
            }
        })*
    };
}
never_described!(4 12);

impl<const N: usize> Rules for TextIndex<N> {
    type Position = Position<N>;
    type Move = Chosen;

    fn start(&self) -> Position<N> {
        self.game.start()
    }

    fn primitive(&self, position: Position<N>) -> Option<Value> {
        self.game.primitive(position)
    }

    fn moves(&self, position: Position<N>, visit: impl FnMut(Chosen)) {
        self.game.moves(position, visit);
    }

    fn play(&self, position: Position<N>, chosen: Chosen) -> Position<N> {
        self.game.play(position, chosen)
    }

    fn turn(&self, position: Position<N>) -> Turn {
        position.turn
    }

    fn each_move(&self, position: Position<N>, visit: impl FnMut(Chosen, Position<N>)) {
        self.game.each_move(position, visit);
    }

    fn children(&self, position: Position<N>, visit: impl FnMut(Position<N>)) {
        self.game.children(position, visit);
    }

    fn extras(&self) -> Extras<'_, Position<N>> {
        self.game.extras()
    }
}

impl<const N: usize> Indexed for TextIndex<N> {
    fn tier_of(&self, position: Position<N>) -> Tier {
        self.tier_at(&self.numbered(position))
    }

    fn roots(&self) -> Vec<Tier> {
        vec![self.root]
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        self.entry(tier).children.clone()
    }

    /// The numbers that ever are other than zero: on the board, in hand; and who is to move.
    fn tier_name(&self, tier: Tier) -> String {
        let Counts { on, held, turn } = &self.entry(tier).counts;
        let all: Vec<&u8> = on.iter().chain(held).collect();
        let mut name: Vec<String> =
            self.layout.named.iter().map(|place| all[*place].to_string()).collect();
        if self.layout.turn.is_some() {
            name.push(if *turn == Turn::First { "first" } else { "second" }.to_owned());
        }
        if name.is_empty() { "all".to_owned() } else { name.join("-") }
    }

    fn slots(&self, tier: Tier) -> u64 {
        self.entry(tier).slots
    }

    fn holds(&self, position: Position<N>) -> bool {
        let position = self.numbered(position);
        let used = self.parts.iter().fold(0, |all, part| all | part.mask);
        // Counts that do not fit their bits could be mistaken for others.
        self.tiers.get(&self.tier_at(&position)).is_some_and(|tier| {
            let Counts { on, held, .. } = &tier.counts;
            let kinds = self.game.machine.pieces.len();
            let parts = self.parts.iter().zip(on.chunks(kinds.max(1)));
            position.taken() & !used == 0
                && held.iter().eq(&position.hands[..held.len()])
                && parts.into_iter().all(|(part, on)| {
                    let masks = on.iter().zip(position.masks);
                    masks
                        .into_iter()
                        .all(|(on, mask)| (mask & part.mask).count_ones() == u32::from(*on))
                })
        })
    }

    fn locate_in(&self, tier: Tier, position: Position<N>) -> OrbitSlot {
        self.locate_numbered(self.entry(tier), &self.numbered(position))
    }

    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position<N>>> {
        let entry = self.entry(tier);
        let mut hands = [0; N];
        hands[..entry.counts.held.len()].copy_from_slice(&entry.counts.held);
        let mut position = Position { masks: [0; N], hands, turn: entry.counts.turn };
        let (mut rest, mut stabiliser) = (slot, 1);
        for (part, (index, slots)) in self.parts.iter().zip(&entry.indexes).rev() {
            let (masks, order) = part.index(*index).occupant(rest % slots)?;
            rest /= slots;
            stabiliser *= order;
            for (mask, inside) in position.masks.iter_mut().zip(masks) {
                *mask |= part.scatter(inside);
            }
        }
        Some(Occupant { position, stabiliser })
    }

    fn symmetries(&self) -> u32 {
        self.symmetries
    }

    fn seen_by(&self, position: Position<N>, turn: Turn) -> Position<N> {
        match &self.fold {
            Some(fold) if position.turn != turn => {
                let points = if turn == Turn::First { &fold.points } else { &fold.back };
                Self::exchanged(fold, points, position)
            }
            _ => position,
        }
    }

    fn orbits(&self) -> Orbits {
        let symmetries = match self.symmetries {
            1 => "none",
            _ => "the symmetries of the board that keep the rules; players apart",
        };
        Orbits { symmetries, turns_apart: true }
    }

    fn max_inside_moves(&self, tier: Tier) -> u32 {
        self.entry(tier).inside
    }

    fn has_parents(&self) -> bool {
        self.unmoves.is_ok()
    }

    fn parents(&self, position: Position<N>, mut visit: impl FnMut(Position<N>)) {
        let unit = self.entry(Indexed::tier_of(self, position)).unit;
        self.each_before(unit, position, |before, _, _| {
            visit(Indexed::seen_by(self, before, position.turn.other()));
        });
    }

    fn parent_slots(&self, tier: Tier, slots: &[u64], mut visit: impl FnMut(Tier, &[Neighbour])) {
        let unit = self.entry(tier).unit;
        let mut gathered = Gathered::new();
        for (number, &slot) in (0..).zip(slots) {
            let Some(child) = Indexed::occupant(self, tier, slot) else { continue };
            let orbit = self.symmetries / child.stabiliser;
            self.each_before(unit, child.position, |before, tier, entry| {
                let OrbitSlot { slot, stabiliser } = self.locate_numbered(entry, &before);
                let neighbour = Neighbour { number, weight: orbit * stabiliser, slot };
                gathered.push(tier, neighbour, &mut visit);
            });
        }
        gathered.flush(&mut visit);
    }
}
