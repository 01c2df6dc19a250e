//! Games that describe their moves once, and all that follows from the description: moves and un-moves
//! of positions, the slots that they lead to, many at a time, and the side that runs on a GPU.

use crate::device::{DeviceIndex, DeviceIndexing, DeviceSide, DeviceTier};
use crate::extras::Extras;
use crate::game::{Indexed, Occupant, Orbits, Rules, Tier, Turn};
use crate::kernel::KernelText;
use crate::lanes::{LANES, Lanes, in_lanes};
use crate::neighbour::Neighbour;
use crate::orbit::{OrbitIndex, OrbitSlot};
use crate::slotwalker::{Way, walk_slots};
use crate::value::{Code, Outcome, Value};
use crate::walker::{Board, Moves, Step, Walker};
use crate::word::{Truth, Word};

/// How many numbers a game can [give](Described::given) to its description.
pub const GIVEN: usize = 4;
/// How many tiers the moves of a tier can [lead to](Described::targets).
pub const TARGETS: usize = 4;

/// How a description tells that a game is over.
pub mod ending {
    /// It is not.
    pub const OPEN: u32 = crate::Code::DRAW.0 as u32;
    /// The player to move has won.
    pub const WIN: u32 = crate::Code::TAG_WIN as u32;
    /// The player to move has lost.
    pub const LOSE: u32 = crate::Code::TAG_LOSE as u32;
    /// Nobody has.
    pub const TIE: u32 = crate::Code::TAG_TIE as u32;
}

/// The two-way map between boards with so many pieces of each kind and slots: a part that a game holds.
pub trait BoardIndex: Send + Sync {
    /// What locates many boards with so many pieces.
    type Locator<'a>: LocatesBoards
    where
        Self: 'a;

    /// The number of symmetries that orbits are made of.
    fn symmetries(&self) -> u32;

    /// The number of slots, holes included. Must not build large tables.
    fn slots(&self, pieces: [usize; 2]) -> u64;

    /// What locates boards.
    fn locator(&self, pieces: [usize; 2]) -> Self::Locator<'_>;

    /// The slot of a board.
    #[inline(always)]
    fn locate(&self, pieces: [usize; 2], board: Board) -> OrbitSlot {
        self.locator(pieces).locate(board)
    }

    /// The board that stands for a slot, and the order of its stabiliser; `None` for a hole.
    fn occupant(&self, pieces: [usize; 2], slot: u64) -> Option<(Board, u32)>;

    /// The index of boards with so many pieces, if it goes by a pivot.
    fn by_pivot(&self, _pieces: [usize; 2]) -> Option<&OrbitIndex<2>> {
        None
    }

    /// Visits the boards of some slots, none of them a hole: the place of the slot in the list, the
    /// board, and the size of its orbit.
    fn each_board(
        &self,
        pieces: [usize; 2],
        slots: &[u64],
        mut visit: impl FnMut(u32, Board, u32),
    ) {
        for (number, &slot) in slots.iter().enumerate() {
            if let Some((board, stabiliser)) = self.occupant(pieces, slot) {
                visit(number as u32, board, self.symmetries() / stabiliser);
            }
        }
    }

    /// How slots are numbered, for a GPU.
    fn device(&self) -> DeviceIndexing<'_>;

    /// The same for boards with so many pieces.
    fn device_index(&self, pieces: [usize; 2]) -> DeviceIndex;
}

/// Something that locates boards with certain numbers of pieces.
pub trait LocatesBoards {
    /// The slot of a board.
    fn locate(&mut self, board: Board) -> OrbitSlot;

    /// The slots of some boards, one after another.
    #[inline(always)]
    fn locate_each(&mut self, boards: impl Iterator<Item = Board>, visit: impl FnMut(OrbitSlot)) {
        boards.map(|board| self.locate(board)).for_each(visit);
    }
}

/// A game whose positions are two kinds of pieces on a [`Board`] and whose moves are written once.
/// [`Rules`], [`Indexed`] and [`DeviceSide`] follow from it.
///
/// What a tier has in common beyond its pieces (stones in hand, whose turn it is) reaches the
/// description as numbers that are [given](Described::given).
pub trait Described: Send + Sync {
    /// As [`Rules::Position`].
    type Position: Copy + Eq + Ord + std::hash::Hash + std::fmt::Debug + Send + Sync + 'static;
    /// The index that the game holds.
    type Index: BoardIndex;

    /// The index.
    fn index(&self) -> &Self::Index;

    /// The position at which the game starts.
    fn opening(&self) -> Self::Position;

    /// Whose turn it is.
    fn mover(&self, position: Self::Position) -> Turn;

    /// What the game has besides its rules.
    fn besides(&self) -> Extras<'_, Self::Position> {
        Extras::default()
    }

    /// As [`Indexed::holds`].
    fn has_place(&self, _position: Self::Position) -> bool {
        true
    }

    /// The tier of a position. Must be cheap.
    fn tier_at(&self, position: Self::Position) -> Tier;

    /// As [`Indexed::roots`].
    fn first_tiers(&self) -> Vec<Tier> {
        vec![self.tier_at(self.opening())]
    }

    /// The name of a tier in reports and file names; unless told otherwise, that of the only one.
    fn name_of(&self, _tier: Tier) -> String {
        "all".to_owned()
    }

    /// As [`Indexed::balance`].
    fn balance_of(&self, _tier: Tier) -> Option<i32> {
        None
    }

    /// How many pieces of each kind there are in a tier.
    fn pieces(&self, tier: Tier) -> [usize; 2];

    /// The numbers that the description is given in a tier.
    #[inline(always)]
    fn given(&self, _tier: Tier) -> [u32; GIVEN] {
        [0; GIVEN]
    }

    /// The tiers that the moves of a tier lead to, by the numbers that the description gives them;
    /// `None` where a tier has no such moves. Un-moves have the numbers of the moves. Unless told
    /// otherwise, there is one tier.
    #[inline(always)]
    fn targets(&self, tier: Tier) -> [Option<Tier>; TARGETS] {
        [Some(tier), None, None, None]
    }

    /// The most moves of a position of a tier that stay inside its unit.
    fn most_inside(&self, _tier: Tier) -> u32 {
        1023
    }

    /// The kind of pieces that moves of a tier mostly change, if it is one: as the player to move sees it,
    /// forwards the own pieces and backwards the opponent's.
    fn changed_kind(&self, _tier: Tier, way: Way) -> Option<usize> {
        Some(usize::from(way == Way::Backwards))
    }

    /// What the canonical column of an analysis counts.
    fn column(&self) -> Orbits {
        Orbits { symmetries: "the symmetries of the board; colours apart", turns_apart: true }
    }

    /// The board of a position.
    fn board_of(&self, position: Self::Position) -> Board;

    /// The position of a tier with a board: with this player to move, unless the tier tells who is.
    fn position_of(&self, tier: Tier, board: Board, turn: Turn) -> Self::Position;

    /// Moves are listed for people in rising order of this number, and in that of the description where
    /// it is equal.
    fn listed_at(&self, _step: Step) -> u32 {
        0
    }

    /// Whether and how the game is over, as one of the codes in [`ending`].
    fn ending<W: Word>(&self, given: [W; GIVEN], board: Board<W>) -> W;

    /// The moves of a board at which the game goes on.
    fn forwards<K: Walker>(&self, walker: &mut K, given: [K::Word; GIVEN], board: Board<K::Word>);

    /// The moves inside a unit that lead to a board: it arrives at the boards before. There are none in a
    /// game in which nothing comes back.
    fn backwards<K: Walker>(
        &self,
        _walker: &mut K,
        _given: [K::Word; GIVEN],
        _board: Board<K::Word>,
    ) {
    }
}

/// Visits the moves of a position, each with the position that it leads to.
#[inline(always)]
fn each_step<G: Described>(
    game: &G,
    position: G::Position,
    mut visit: impl FnMut(Step, G::Position),
) {
    let tier = game.tier_at(position);
    let targets = game.targets(tier);
    let turn = game.mover(position).other();
    let mut moves = Moves::new(|target: usize, step, board| {
        let tier = targets[target].expect("a move leads to a tier that its tier leads to");
        visit(step, game.position_of(tier, board, turn));
    });
    game.forwards(&mut moves, game.given(tier), game.board_of(position));
}

/// The moves of a position in the order in which people see them, each with the position that it leads to.
fn listed<G: Described>(game: &G, position: G::Position) -> Vec<(Step, G::Position)> {
    let mut moves = Vec::with_capacity(64);
    game.list_moves(position, &mut moves);
    moves
}

impl<G: Described> Rules for G {
    type Position = G::Position;
    type Move = Step;

    fn start(&self) -> G::Position {
        self.opening()
    }

    #[inline(always)]
    fn primitive(&self, position: G::Position) -> Option<Value> {
        let given = self.given(self.tier_at(position));
        let code = self.ending(given, self.board_of(position));
        match Code(code as u16).outcome() {
            Some(Outcome::Draw) | None => None,
            Some(outcome) => Some(outcome.value()),
        }
    }

    fn moves(&self, position: G::Position, mut visit: impl FnMut(Step)) {
        self.each_move(position, |step, _| visit(step));
    }

    fn each_move(&self, position: G::Position, mut visit: impl FnMut(Step, G::Position)) {
        listed(self, position).into_iter().for_each(|(step, child)| visit(step, child));
    }

    fn list_moves(&self, position: G::Position, list: &mut Vec<(Step, G::Position)>) {
        let first = list.len();
        each_step(self, position, |step, child| {
            // Few come out of order, so that putting each in its place is soon done.
            let place = self.listed_at(step);
            let is_before = |(other, _): &(Step, G::Position)| self.listed_at(*other) <= place;
            let before = list[first..].iter().rposition(is_before);
            match before.map_or(first, |before| first + before + 1) {
                place if place < list.len() => list.insert(place, (step, child)),
                _ => list.push((step, child)),
            }
        });
    }

    /// # Panics
    /// When it is none of the position's moves.
    fn play(&self, position: G::Position, chosen: Step) -> G::Position {
        let found = listed(self, position).into_iter().find(|(step, _)| *step == chosen);
        found.expect("one of the moves of the position").1
    }

    fn turn(&self, position: G::Position) -> Turn {
        self.mover(position)
    }

    #[inline(always)]
    fn children(&self, position: G::Position, mut visit: impl FnMut(G::Position)) {
        each_step(self, position, |_, child| visit(child));
    }

    fn extras(&self) -> Extras<'_, G::Position> {
        self.besides()
    }
}

/// Where every byte of the program is fetched before it runs, nothing is compiled for many positions at once.
impl<G: Described> Indexed for G {
    #[inline(always)]
    fn tier_of(&self, position: G::Position) -> Tier {
        self.tier_at(position)
    }

    fn roots(&self) -> Vec<Tier> {
        self.first_tiers()
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        let mut tiers = Vec::new();
        for target in self.targets(tier).into_iter().flatten() {
            if !tiers.contains(&target) {
                tiers.push(target);
            }
        }
        tiers
    }

    fn tier_name(&self, tier: Tier) -> String {
        self.name_of(tier)
    }

    fn balance(&self, tier: Tier) -> Option<i32> {
        self.balance_of(tier)
    }

    fn slots(&self, tier: Tier) -> u64 {
        self.index().slots(self.pieces(tier))
    }

    #[inline(always)]
    fn locate_in(&self, tier: Tier, position: G::Position) -> OrbitSlot {
        self.index().locate(self.pieces(tier), self.board_of(position))
    }

    fn holds(&self, position: G::Position) -> bool {
        self.has_place(position)
    }

    #[inline(always)]
    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<G::Position>> {
        let (board, stabiliser) = self.index().occupant(self.pieces(tier), slot)?;
        Some(Occupant { position: self.position_of(tier, board, Turn::First), stabiliser })
    }

    fn symmetries(&self) -> u32 {
        self.index().symmetries()
    }

    fn seen_by(&self, position: G::Position, turn: Turn) -> G::Position {
        let tier = self.tier_at(position);
        self.position_of(tier, self.board_of(position), turn)
    }

    fn orbits(&self) -> Orbits {
        self.column()
    }

    fn has_parents(&self) -> bool {
        true
    }

    #[inline(always)]
    fn parents(&self, position: G::Position, mut visit: impl FnMut(G::Position)) {
        let tier = self.tier_at(position);
        let targets = self.targets(tier);
        let turn = self.mover(position).other();
        let mut unmoves = Moves::new(|target: usize, _, board| {
            let tier = targets[target].expect("an un-move leads where moves lead");
            visit(self.position_of(tier, board, turn));
        });
        self.backwards(&mut unmoves, self.given(tier), self.board_of(position));
    }

    #[cfg(not(target_family = "wasm"))]
    fn parent_slots(&self, tier: Tier, slots: &[u64], mut visit: impl FnMut(Tier, &[Neighbour])) {
        walk_slots(self, Way::Backwards, tier, slots, &|_| false, &mut [], &mut visit);
    }

    #[cfg(not(target_family = "wasm"))]
    fn exit_slots(
        &self,
        tier: Tier,
        slots: &[u64],
        is_inside: impl Fn(Tier) -> bool,
        inside: &mut [u32],
        mut visit: impl FnMut(Tier, &[Neighbour]),
    ) {
        walk_slots(self, Way::Forwards, tier, slots, &is_inside, inside, &mut visit);
    }

    #[cfg(not(target_family = "wasm"))]
    fn child_slots(&self, tier: Tier, slots: &[u64], visit: impl FnMut(Tier, &[Neighbour])) {
        self.exit_slots(tier, slots, |_| false, &mut [], visit);
    }

    #[cfg(not(target_family = "wasm"))]
    fn find_overs(&self, tier: Tier, first: u64, codes: &mut [Code]) -> Result<(), u64> {
        let pieces = self.pieces(tier);
        let given = self.given(tier).map(Lanes::from);
        let by_pivot = self.index().by_pivot(pieces);
        for (first, codes) in (first..).step_by(LANES).zip(codes.chunks_mut(LANES)) {
            let slots = first..first + codes.len() as u64;
            let (board, holes) = in_lanes(slots.map(|slot| match by_pivot {
                Some(index) => index.tagged_occupant(slot).map(|(tag, [first, second], _)| Board {
                    first,
                    second,
                    tag: tag as u32,
                }),
                None => self.index().occupant(pieces, slot).map(|(board, _)| board),
            }));
            let hole = u32::from(Code::HOLE.0).into();
            let endings = holes.choose(hole, self.ending(given, board));
            for (code, ending) in codes.iter_mut().zip(endings.0) {
                *code = Code(ending as u16);
            }
        }
        Ok(())
    }

    fn max_inside_moves(&self, tier: Tier) -> u32 {
        self.most_inside(tier)
    }

    fn device(&self) -> Option<&dyn DeviceSide> {
        Some(self)
    }
}

impl<G: Described> DeviceSide for G {
    fn header(&self) -> String {
        KernelText::of(self).header
    }

    fn tables(&self) -> Vec<u32> {
        KernelText::of(self).tables
    }

    fn indexing(&self) -> DeviceIndexing<'_> {
        self.index().device()
    }

    fn index_of(&self, tier: Tier) -> DeviceIndex {
        self.index().device_index(self.pieces(tier))
    }

    fn tier(&self, tier: Tier) -> DeviceTier {
        DeviceTier { parameters: self.given(tier).to_vec(), targets: self.targets(tier).to_vec() }
    }
}
