//! Numbers for positions: tiers, and slots within them.
//!
//! A tier holds the positions of one level with one set of occupied cells, up to symmetry (seed: tiers
//! are sets of occupied cells and sets of pieces; one file for each pair of them would be 650,000
//! files). Within a tier come the sets of pieces, up to symmetry, and for each the arrangements, up
//! to the symmetries that leave both sets as they are ([`Pair`]).
//!
//! A reversal of properties makes the piece in hand 0, so that only permutations of properties are
//! left for the others. Where nobody has a piece in hand, reversals are among the symmetries of the
//! set of pieces. A board on which the game is over has no piece in hand, but shares a tier with those
//! that do: it is kept where it would be with that piece in hand which gives the least slot.

use std::sync::OnceLock;

use hindsight_core::bits::ones;
use hindsight_core::{Occupant, OrbitSlot, Tier};

use super::board::{LANES, Position, SPREAD, Shape, winning_lines};
use super::classes::{Class, Classes, Permutation};
use super::pair::{Pair, Sides, count_orbits, factorial};
use super::symmetry;

/// The tier of the start of Quarto.
const START: Tier = Tier(1 << 20);
/// Tiers are numbered by level and, below that, by class of occupied cells.
const CLASS_BITS: u32 = 12;

/// The index of one game.
#[derive(Debug)]
pub(super) struct Index {
    pub(super) shape: Shape,
    is_handed: bool,
    lines: Vec<u16>,
    pub(super) cells: &'static Classes,
    /// Sets of pieces under the permutations of properties, where positions have a piece in hand.
    with_hand: OnceLock<Classes>,
    /// Sets of pieces under permutations and reversals, where they have none.
    without_hand: OnceLock<Classes>,
    symmetries: u32,
    /// By level and class of cells.
    tiers: Vec<Vec<OnceLock<TierIndex>>>,
}

/// The sets of pieces of a tier.
#[derive(Debug)]
struct TierIndex {
    pairs: Box<[Part]>,
    slots: u64,
}

/// One set of pieces in a tier.
#[derive(Debug)]
struct Part {
    /// The number of the set's class.
    class: u16,
    /// The first slot.
    first: u64,
    pair: Pair,
}

impl Index {
    pub(super) fn new(shape: Shape, is_handed: bool) -> Index {
        let (board, pieces) = (symmetry::of_board(shape), symmetry::of_pieces(shape));
        let cells = Classes::of_board(shape);
        let level = |level| cells.of_size(level).iter().map(|_| OnceLock::new()).collect();
        Index {
            tiers: (0..=shape.last()).map(level).collect(),
            shape,
            is_handed,
            lines: shape.lines(),
            cells,
            with_hand: OnceLock::new(),
            without_hand: OnceLock::new(),
            symmetries: (board.order() * pieces.order()) as u32,
        }
    }

    pub(super) fn symmetries(&self) -> u32 {
        self.symmetries
    }

    /// Whether positions of a level have a piece in hand, unless they are over.
    fn has_hand(&self, level: usize) -> bool {
        self.is_handed && level < self.shape.last()
    }

    /// The sets of pieces that positions of a level can have, up to symmetry.
    fn pieces(&self, level: usize) -> &Classes {
        if self.has_hand(level) { self.with_hand() } else { self.without_hand() }
    }

    fn with_hand(&self) -> &Classes {
        self.with_hand.get_or_init(|| Classes::new(&symmetry::of_properties(self.shape)))
    }

    pub(super) fn without_hand(&self) -> &Classes {
        self.without_hand.get_or_init(|| Classes::new(&symmetry::of_pieces(self.shape)))
    }

    #[inline(always)]
    pub(super) fn tier_of(&self, position: Position) -> Tier {
        let level = position.level();
        if self.is_handed && level == 0 && position.hand().is_none() {
            return START;
        }
        tier(level, self.cells.of(position.occupied).1)
    }

    /// The level of a tier and the class of its occupied cells; `None` for the start's.
    fn parts_of(&self, tier: Tier) -> Option<(usize, usize)> {
        let (level, class) = ((tier.0 >> CLASS_BITS) as usize, tier.0 & ((1 << CLASS_BITS) - 1));
        (tier != START).then_some((level, class as usize))
    }

    /// The level of a tier's positions; `None` for the start of Quarto.
    pub(super) fn level(&self, tier: Tier) -> Option<usize> {
        self.parts_of(tier).map(|(level, _)| level)
    }

    pub(super) fn child_tiers(&self, of: Tier) -> Vec<Tier> {
        let Some((level, class)) = self.parts_of(of) else { return vec![tier(0, 0)] };
        if level == self.shape.last() {
            return Vec::new();
        }
        let occupied = self.cells.of_size(level)[class].mask;
        let mut tiers: Vec<Tier> = ones((self.shape.all_cells() & !occupied).into())
            .map(|cell| tier(level + 1, self.cells.of(occupied | 1 << cell).1))
            .collect();
        tiers.sort_unstable();
        tiers.dedup();
        tiers
    }

    pub(super) fn tier_name(&self, tier: Tier) -> String {
        match self.parts_of(tier) {
            Some((level, class)) => format!("{level}-{class}"),
            None => "start".to_owned(),
        }
    }

    fn tier(&self, level: usize, class: usize) -> &TierIndex {
        self.tiers[level][class].get_or_init(|| {
            let cells = &self.cells.of_size(level)[class];
            let mut slots = 0;
            let mut pairs = Vec::new();
            for (number, pieces) in self.pieces(level).of_size(level).iter().enumerate() {
                // Piece 0 is in hand.
                if self.has_hand(level) && pieces.mask & 1 == 1 {
                    continue;
                }
                let pair = Pair::new(Sides { cells, pieces });
                let first = slots;
                slots += pair.slots(level);
                pairs.push(Part { class: number as u16, first, pair });
            }
            TierIndex { pairs: pairs.into(), slots }
        })
    }

    pub(super) fn slots(&self, tier: Tier) -> u64 {
        self.parts_of(tier).map_or(1, |(level, class)| self.tier(level, class).slots)
    }

    pub(super) fn locate(&self, tier: Tier, position: Position) -> OrbitSlot {
        let Some((level, class)) = self.parts_of(tier) else {
            return OrbitSlot { slot: 0, stabiliser: self.symmetries };
        };
        if !self.has_hand(level) || position.hand().is_some() {
            return self.locate_in(level, class, position);
        }
        // Over: with every piece in hand. Those that symmetries of the board exchange share a slot.
        let mut least = OrbitSlot { slot: u64::MAX, stabiliser: 0 };
        for piece in ones((self.shape.all_pieces() & !position.pieces()).into()) {
            let found = self.locate_in(level, class, position.with_hand(Some(piece as u8)));
            if found.slot < least.slot {
                least = found;
            } else if found.slot == least.slot {
                least.stabiliser += found.stabiliser;
            }
        }
        least
    }

    fn locate_in(&self, level: usize, class: usize, position: Position) -> OrbitSlot {
        let tier = self.tier(level, class);
        let hand = position.hand().unwrap_or(0);
        let (turn, _) = self.cells.of(position.occupied);
        let cells = &self.cells.of_size(level)[class];
        let set = ones(position.occupied.into())
            .filter_map(|cell| position.piece(cell))
            .fold(0, |set, piece| set | 1 << (piece ^ hand));
        let pieces = self.pieces(level);
        let (relabel, number) = pieces.of(set);
        let place = tier.pairs.binary_search_by_key(&(number as u16), |part| part.class);
        let part = &tier.pairs[place.expect("every set of pieces has a class")];
        let pieces = &pieces.of_size(level)[number];
        let mut arrangement = [0; 16];
        for cell in ones(position.occupied.into()) {
            let piece = relabel[usize::from(position.piece(cell).unwrap_or(0) ^ hand)];
            arrangement[rank_in(cells.mask, turn[cell])] = rank_in(pieces.mask, piece) as u8;
        }
        let (slot, stabiliser) = part.pair.locate(Sides { cells, pieces }, &arrangement);
        OrbitSlot { slot: part.first + slot, stabiliser }
    }

    pub(super) fn occupant(&self, of: Tier, slot: u64) -> Option<Occupant<Position>> {
        let Some((level, class)) = self.parts_of(of) else {
            return Some(Occupant { position: Position::EMPTY, stabiliser: self.symmetries });
        };
        let tier = self.tier(level, class);
        let number = tier.pairs.partition_point(|part| part.first <= slot) - 1;
        let part = &tier.pairs[number];
        let cells = &self.cells.of_size(level)[class];
        let pieces = &self.pieces(level).of_size(level)[usize::from(part.class)];
        let (arrangement, stabiliser) =
            part.pair.occupant(Sides { cells, pieces }, slot - part.first)?;
        let board = arranged(cells.mask, pieces.mask, &arrangement);
        if !self.has_hand(level) {
            return Some(Occupant { position: board, stabiliser });
        }
        if winning_lines(&self.lines, self.shape.properties, board) == 0 {
            return Some(Occupant { position: board.with_hand(Some(0)), stabiliser });
        }
        let found = self.locate(of, board);
        (found.slot == slot).then_some(Occupant { position: board, stabiliser: found.stabiliser })
    }

    /// The class of a board's cells, that of its pieces, and its slot among those of the pair. For boards
    /// without a piece in hand.
    pub(super) fn pair_slot(&self, board: Position) -> (usize, usize, u64) {
        let (level, class) = (board.level(), self.cells.of(board.occupied).1);
        let slot = self.locate_in(level, class, board).slot;
        let tier = self.tier(level, class);
        let number = tier.pairs.partition_point(|part| part.first <= slot) - 1;
        let part = &tier.pairs[number];
        (class, usize::from(part.class), slot - part.first)
    }

    /// How many sets of occupied cells a level has, up to symmetry: as many tiers.
    pub(super) fn classes(&self, level: usize) -> usize {
        self.cells.of_size(level).len()
    }

    /// The tier of a level and a class of occupied cells.
    pub(super) fn tier_of_class(&self, level: usize, class: usize) -> Tier {
        tier(level, class)
    }

    /// The class of a position's occupied cells, which makes its tier, and its slot there.
    pub(super) fn class_and_slot(&self, position: Position) -> (usize, u64) {
        let class = self.cells.of(position.occupied).1;
        (class, self.locate_in(position.level(), class, position).slot)
    }

    /// The pairs of a class of cells and one of pieces of a level, in order: the former's number, and how many
    /// pairs of sets are images of the pair's. For boards without a piece in hand.
    pub(super) fn pairs(&self, level: usize) -> Vec<(usize, u64)> {
        let pieces = self.without_hand().of_size(level);
        let of = |(class, cells): (usize, &Class)| -> Vec<(usize, u64)> {
            let order = |pieces| Sides { cells, pieces }.order() as u64;
            pieces
                .iter()
                .map(|pieces| (class, u64::from(self.symmetries) / order(pieces)))
                .collect()
        };
        self.cells.of_size(level).iter().enumerate().flat_map(of).collect()
    }

    /// How many sets of occupied cells and how many sets of pieces a level has, up to symmetry.
    pub(super) fn count_sets(&self, level: usize) -> (u64, u64) {
        let cells = self.cells.of_size(level).len() as u64;
        let is_set = |mask: u16| !self.has_hand(level) || mask & 1 == 0;
        let pieces = self.pieces(level).of_size(level).iter();
        (cells, pieces.filter(|class| is_set(class.mask)).count() as u64)
    }

    /// The numbers for a level: slots if every arrangement had one, slots, and orbits (of boards with
    /// a piece in hand, where positions have one, over or not).
    pub(super) fn count_slots(&self, level: usize) -> [u64; 3] {
        let (cells, pieces) = self.count_sets(level);
        let mut counts = [cells * pieces * factorial(level), 0, 0];
        for (class, cells) in self.cells.of_size(level).iter().enumerate() {
            let tier = self.tier(level, class);
            counts[1] += tier.slots;
            for part in &tier.pairs {
                let pieces = &self.pieces(level).of_size(level)[usize::from(part.class)];
                counts[2] += count_orbits(Sides { cells, pieces });
            }
        }
        counts
    }
}

fn tier(level: usize, class: usize) -> Tier {
    Tier((level as u64) << CLASS_BITS | class as u64)
}

/// How many members of a mask are below one of them.
#[inline(always)]
fn rank_in(mask: u16, member: u8) -> usize {
    (mask & ((1 << member) - 1)).count_ones() as usize
}

/// The board that has a set of pieces on a set of cells, arranged somehow.
fn arranged(cells: u16, pieces: u16, arrangement: &Permutation) -> Position {
    let members: Vec<u8> = ones(pieces.into()).map(|piece| piece as u8).collect();
    let mut planes = 0;
    for (number, cell) in ones(cells.into()).enumerate() {
        planes |= SPREAD[usize::from(members[usize::from(arrangement[number])])] << cell;
    }
    debug_assert_eq!(planes & !(u64::from(cells) * LANES), 0);
    Position::new(planes, cells, None)
}
