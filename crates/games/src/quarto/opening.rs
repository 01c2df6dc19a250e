//! The opening tables: what every board with up to six pieces is worth.
//!
//! A position with a piece in hand is worth what the best of its placements is worth to the player who
//! then hands over a piece, so that the boards of one level tell the values of all positions of the level
//! before, whatever is in hand. A board's **value** is the number of plies until the game ends when both
//! play well, seen by whoever has just placed: an even number is good for them, an odd one bad, and 0 is a
//! tie. It is *kept* less one. Where a line can be completed whatever is handed over (in simple Quarto:
//! where any piece that is left completes one), the board itself says so, and 0 is kept; likewise
//! where the game is over.
//!
//! The files `openings/*.zst` are part of the program. They were made by the example `quarto_opening` from
//! the values that a survey on a GPU kept. Each is one zstd frame with a checksum, and in it:
//!
//! ```text
//! for each level from 0 to 6, for each class of occupied cells    slots     u32, little-endian
//! for each of them, for each slot of the index without hands      value     u8, as kept
//! ```
//!
//! Holes repeat the value before them.

use std::io;

use hindsight_core::Outcome;
use hindsight_core::bits::ones;

use super::board::{Position, Shape};
use super::index::Index;
use super::live::{Live, Standing};
use super::survey::{LevelSlots, in_threads};
use super::wins::Wins;
use crate::shipped::{self, shipped, unpacked};

/// The game that has opening tables.
pub(super) const SHAPE: Shape = Shape { side: 4, properties: 4 };
/// The last level of the tables.
pub(super) const LAST_LEVEL: usize = 6;

/// The opening table of either game.
#[derive(Debug)]
pub struct Opening {
    index: Index,
    is_handed: bool,
    /// By level and class of cells: where the tier's values begin.
    tiers: Vec<Vec<usize>>,
    values: Vec<u8>,
    /// Of Quarto: which boards of the next level are won.
    wins: Option<Wins>,
}

/// Larger is better for whoever has just placed.
fn merit(value: u8) -> i8 {
    match value {
        0 => 0,
        soon if soon % 2 == 0 => 32 - soon as i8,
        late => late as i8 - 32,
    }
}

pub(super) fn better(a: u8, b: u8) -> u8 {
    if merit(a) >= merit(b) { a } else { b }
}

pub(super) fn one_later(value: u8) -> u8 {
    if value == 0 { 0 } else { value + 1 }
}

/// What both games do with values.
pub(super) struct Judge<'a> {
    pub live: &'a Live,
    pub is_handed: bool,
}

impl Judge<'_> {
    /// The value of a board without a winning line, given what is kept for it.
    fn value(&self, board: Position, kept: &impl Fn(Position) -> u8) -> u8 {
        let (left, dangerous) = self.live.left_and_dangerous(board);
        let is_lost = if self.is_handed { left == dangerous } else { dangerous != 0 };
        if is_lost { 1 } else { one_later(kept(board)) }
    }

    /// The best value of a placement of a piece that completes no line.
    fn placed(&self, board: Position, piece: u8, kept: &impl Fn(Position) -> u8) -> u8 {
        let empty = ones((self.live.shape().all_cells() & !board.occupied).into());
        let value = |cell| self.value(board.placed(cell, piece), kept);
        empty.map(value).fold(1, better)
    }

    /// The outcome of a position at which the game goes on, given what is kept for the boards that its
    /// placements make; in simple Quarto for its own.
    pub(super) fn outcome(&self, position: Position, kept: &impl Fn(Position) -> u8) -> Outcome {
        let tie = Outcome::Tie((self.live.shape().last() - position.level()) as u16);
        let outcome = |value: u8| match value {
            0 => tie,
            odd if odd % 2 == 1 => Outcome::Win(odd.into()),
            even => Outcome::Lose(even.into()),
        };
        if !self.is_handed {
            return outcome(self.value(position, kept));
        }
        let Some(hand) = position.hand() else {
            // Only before the first move is there a choice of the piece alone: all are alike.
            return self.outcome(position.with_hand(Some(0)), kept).as_seen_by_mover();
        };
        if self.live.is_win_at_once(position) {
            return Outcome::Win(1);
        }
        outcome(one_later(self.placed(position.with_hand(None), hand, kept)))
    }

    /// What is kept for a board, given what is kept for those of the next level.
    fn derived(&self, board: Position, kept: &impl Fn(Position) -> u8) -> u8 {
        if self.live.standing(board) != Standing::Open {
            return 0;
        }
        let (left, dangerous) = self.live.left_and_dangerous(board);
        let pieces = ones((left & !dangerous).into()).map(|piece| piece as u8);
        let placed = pieces.map(|piece| self.placed(board, piece, kept));
        let value = if self.is_handed {
            placed.map(one_later).fold(1, better)
        } else if dangerous != 0 {
            1
        } else {
            one_later(placed.fold(1, better))
        };
        value.saturating_sub(1)
    }
}

impl Opening {
    /// The table of Quarto, or of simple Quarto, that is part of the program.
    pub(super) fn shipped(is_handed: bool) -> Option<Opening> {
        let (handed, simple) =
            (shipped!("openings/quarto.zst"), shipped!("openings/quarto-simple.zst"));
        let packed: &[u8] = if is_handed { handed } else { simple };
        Opening::of(is_handed, unpacked(packed)?)
    }

    /// The table that a file holds, unpacked.
    fn of(is_handed: bool, bytes: Vec<u8>) -> Option<Opening> {
        let index = Index::new(SHAPE, false);
        let classes: Vec<usize> = (0..=LAST_LEVEL).map(|level| index.classes(level)).collect();
        let head = 4 * classes.iter().sum::<usize>();
        let mut sizes = bytes.get(..head)?.chunks_exact(4).filter_map(|size| size.try_into().ok());
        let mut at = head;
        let mut place = |_| {
            let begin = at;
            at += u32::from_le_bytes(sizes.next()?) as usize;
            Some(begin)
        };
        let tiers: Option<Vec<Vec<usize>>> =
            classes.iter().map(|&classes| (0..classes).map(&mut place).collect()).collect();
        let tiers = tiers?;
        let wins = if is_handed { Wins::shipped() } else { None };
        (at == bytes.len()).then_some(Opening { index, is_handed, tiers, values: bytes, wins })
    }

    /// The table with what a function says is kept for boards, with all threads of this machine. The bytes of
    /// a file, not yet compressed. Levels come in falling order, with the values of the level after them.
    fn made(kept: impl Fn(&Index, Position, Option<&Vec<Vec<u8>>>) -> u8 + Sync) -> Vec<u8> {
        let index = Index::new(SHAPE, false);
        let mut levels: Vec<Vec<Vec<u8>>> = Vec::new();
        for level in (0..=LAST_LEVEL).rev() {
            let next = levels.last();
            let values = |class: usize| {
                let tier = index.tier_of_class(level, class);
                let mut before = 0;
                let value = |slot| {
                    if let Some(occupant) = index.occupant(tier, slot) {
                        before = kept(&index, occupant.position, next);
                    }
                    before
                };
                (0..index.slots(tier)).map(value).collect()
            };
            let classes: Vec<usize> = (0..index.classes(level)).collect();
            levels.push(in_threads(&classes, |&class| values(class)));
        }
        levels.reverse();
        let tiers = || levels.iter().flatten();
        let sizes = tiers().flat_map(|values| (values.len() as u32).to_le_bytes());
        sizes.chain(tiers().flatten().copied()).collect()
    }

    fn kept(&self, board: Position) -> u8 {
        let (class, slot) = self.index.class_and_slot(board);
        let begin = self.tiers.get(board.level()).and_then(|tiers| tiers.get(class));
        begin.and_then(|begin| self.values.get(begin + slot as usize)).copied().unwrap_or(0)
    }

    /// How many boards of the levels up to one have another value than follows from the next level's.
    #[cfg(test)]
    pub(super) fn find_contradictions(&self, live: &Live, last: usize) -> usize {
        let judge = Judge { live, is_handed: self.is_handed };
        let tiers = (0..=last)
            .flat_map(|level| (0..self.index.classes(level)).map(move |class| (level, class)));
        let tiers: Vec<_> =
            tiers.map(|(level, class)| self.index.tier_of_class(level, class)).collect();
        let contradictions = in_threads(&tiers, |&tier| {
            let occupants =
                (0..self.index.slots(tier)).filter_map(|slot| self.index.occupant(tier, slot));
            let boards = occupants.map(|occupant| occupant.position);
            let derived = |&board: &Position| judge.derived(board, &|board| self.kept(board));
            boards.filter(|board| derived(board) != self.kept(*board)).count()
        });
        contradictions.into_iter().sum()
    }

    /// The outcome of a position, if the table has it and the game is not over there.
    pub(super) fn outcome(&self, live: &Live, position: Position) -> Option<Outcome> {
        let last = if self.is_handed { LAST_LEVEL - 1 } else { LAST_LEVEL };
        if position.level() > last || live.standing(position) != Standing::Open {
            return None;
        }
        let judge = Judge { live, is_handed: self.is_handed };
        Some(judge.outcome(position, &|board| self.kept(board)))
    }

    /// The outcome of a position of Quarto one level behind the table, by a search that the table shortens: what
    /// the board is worth says whether the position may be lost, and which of the boards after it are won says
    /// where to look for a win. `None` for any other position.
    pub(super) fn searched(&self, live: &Live, position: Position) -> Option<Outcome> {
        let wins = self.wins.as_ref()?;
        if position.level() != LAST_LEVEL || live.standing(position) != Standing::Open {
            return None;
        }
        if live.is_win_at_once(position) {
            return Some(Outcome::Win(1));
        }
        let may_lose = self.may_be_lost(live, position.with_hand(None));
        Some(live.handed_given(position, |board| wins.may_have(live, board), may_lose))
    }

    /// The outcome of a position one level further on, by a search that need not ask for what the table rules out.
    /// In Quarto the position is not lost if the board is not won for whoever made it. In simple Quarto no move
    /// makes a position better than it is, so that the positions before this one say how good it is at least.
    pub(super) fn searched_behind(&self, live: &Live, position: Position) -> Option<Outcome> {
        if position.level() != LAST_LEVEL + 1 || live.standing(position) != Standing::Open {
            return None;
        }
        if self.is_handed {
            let wins = self.wins.as_ref()?;
            let may_lose = wins.may_have(live, position.with_hand(None));
            let tie = Outcome::Tie((live.shape().last() - position.level()) as u16);
            return Some(live.handed_given_least(position, (!may_lose).then_some(tie)));
        }
        let before = ones(position.occupied.into()).map(|cell| position.without(cell));
        let outcomes = before.filter_map(|before| self.outcome(live, before));
        let least = outcomes.map(|before| match before {
            Outcome::Win(plies) => Outcome::Lose(plies - 1),
            Outcome::Tie(plies) => Outcome::Tie(plies - 1),
            Outcome::Lose(plies) => Outcome::Win(plies - 1),
            Outcome::Draw => Outcome::Draw,
        });
        Some(live.chosen_given_least(position, least.max()))
    }

    /// Whether some piece can be handed over with a board so that whoever gets it loses.
    pub(super) fn may_be_lost(&self, live: &Live, board: Position) -> bool {
        let judge = Judge { live, is_handed: self.is_handed };
        let value = judge.value(board, &|board| self.kept(board));
        value != 0 && value.is_multiple_of(2)
    }
}

/// The opening table of a game as a file, from the values of levels 0 to 6 as a survey keeps them, a byte for each
/// of their slots; `None` if these are not as many.
pub fn opening_file(values: &[Vec<u8>]) -> Option<io::Result<Vec<u8>>> {
    let index = Index::new(SHAPE, false);
    let levels: Vec<LevelSlots> =
        (0..=LAST_LEVEL).map(|level| LevelSlots::new(&index, level)).collect();
    let fits = |(level, values): (&LevelSlots, &Vec<u8>)| level.slots == values.len() as u64;
    if values.len() != levels.len() || !levels.iter().zip(values).all(fits) {
        return None;
    }
    let bytes = Opening::made(|index, board, _| {
        let level = board.level();
        values[level][levels[level].of(index, board) as usize]
    });
    Some(packed(&bytes))
}

/// The same, worked out board by board on the processor from the values of level 7.
pub fn recomputed_opening_file(is_handed: bool, next_values: &[u8]) -> Option<io::Result<Vec<u8>>> {
    let behind = LevelSlots::new(&Index::new(SHAPE, false), LAST_LEVEL + 1);
    if behind.slots != next_values.len() as u64 {
        return None;
    }
    let live = Live::new(SHAPE, 12);
    let judge = Judge { live: &live, is_handed };
    let bytes = Opening::made(|index, board, next| {
        let kept = |board: Position| match next {
            None => next_values[behind.of(index, board) as usize],
            Some(tiers) => {
                let (class, slot) = index.class_and_slot(board);
                tiers[class][slot as usize]
            }
        };
        judge.derived(board, &kept)
    });
    Some(packed(&bytes))
}

fn packed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    shipped::packed(bytes, 22)
}
