//! Solving a position without a table.
//!
//! What matters for the rest of the game is kept up to date move by move and never recomputed:
//! every line has a byte of **shared values**, the properties that all of its pieces have (low half)
//! or lack (high half), and all lines' bytes are one word. Placing a piece is one AND with a word that
//! has the piece's values at the lines through the cell and ones elsewhere. The values shared in lines
//! with one cell left are the **dangers**: whoever gets a piece with one of them wins at once, so that
//! only the other pieces, the **safe** ones, are worth giving.
//!
//! The search is alpha-beta over scores that count the level at which the game ends, not the plies
//! until then, so that a score stands for the same outcome at every depth. The outcomes that are
//! possible at a level (facts/quarto_anticipated.csv) bound the window from both sides: without a win
//! at once the best is a win in three, the worst a loss in two.
//!
//! Positions met before are remembered up to symmetry. The board is turned so that its occupied
//! cells are their orbit's representative (one look-up); pieces are reversed so that the one in hand
//! has no property; planes are then sorted. That is the whole group of 12,288 but for symmetries that
//! leave the occupied cells where they are.

use std::sync::atomic::{AtomicU64, Ordering};

use hindsight_core::bits::{gather, ones};
use hindsight_core::{MaskAction, Outcome};

use super::board::{MAX_PROPERTIES, Position, SPREAD, Shape, piece_under, winning_lines};
use super::classes::Classes;
use super::symmetry;

/// A byte for every line.
type LineBytes = u128;
/// One bit in every byte of a [`LineBytes`].
const BYTES: LineBytes = u128::MAX / 0xff;
/// The last level whose positions have a key of 64 bits.
const DEEPEST_KEY: usize = 12;
/// The most lines that a board has.
const MAX_LINES: usize = 10;

/// Who wins, and at which level: larger is better for the player to move, 0 is a tie. A win at level
/// `n` scores `HORIZON - n`, a loss the same below zero.
type Score = i8;
const HORIZON: Score = 30;

/// The score of an outcome at a level.
fn score(outcome: Outcome, level: usize) -> Score {
    let end = |plies: u16| (level as u16 + plies) as Score;
    match outcome {
        Outcome::Win(plies) => HORIZON - end(plies),
        Outcome::Lose(plies) => end(plies) - HORIZON,
        Outcome::Tie(_) | Outcome::Draw => 0,
    }
}

/// How a position stands before any search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It has winning lines that no single placement completes, so that no play leads to it.
    Unreachable,
    /// It has a winning line: the player to move has lost.
    Lost,
    /// All pieces are placed, or all cells full.
    Tied,
    /// The game goes on.
    Open,
}

/// Remembered positions: bounds of their scores, in a table of fixed size in which new entries
/// replace old ones. Each entry is one word, so that threads can share the table without locks.
#[derive(Debug)]
struct Memo {
    /// The top bits identify the position together with the entry's place, the low twelve hold the
    /// bounds, each plus 32. Zero is no entry.
    entries: Box<[AtomicU64]>,
    /// The logarithm of the number of entries; at least twelve, which is what the bounds take.
    bits: u32,
}

impl Memo {
    fn new(bits: u32) -> Memo {
        assert!((12..40).contains(&bits));
        Memo { entries: (0..1u64 << bits).map(|_| AtomicU64::new(0)).collect(), bits }
    }

    /// Multiplying by an odd number loses nothing: what the place does not tell, the rest does.
    fn hash(key: u64) -> u64 {
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    #[inline(always)]
    fn get(&self, hash: u64) -> Option<(Score, Score)> {
        let entry = self.entries[(hash >> (64 - self.bits)) as usize].load(Ordering::Relaxed);
        let known = entry != 0 && (entry ^ hash << self.bits) >> self.bits == 0;
        known.then(|| ((entry >> 6 & 63) as Score - 32, (entry & 63) as Score - 32))
    }

    #[inline(always)]
    fn put(&self, hash: u64, (low, high): (Score, Score)) {
        let bounds = ((low + 32) as u64) << 6 | (high + 32) as u64;
        // The rest of the hash goes to the top; its low bits make room for the bounds.
        let entry = (hash << self.bits) | bounds;
        self.entries[(hash >> (64 - self.bits)) as usize].store(entry, Ordering::Relaxed);
    }
}

/// The scores that matter to a search, and the best that it has found.
struct Window {
    low: Score,
    high: Score,
    best: Score,
    /// Up to here the best is but a bound.
    floor: Score,
    /// Between what the score is for certain.
    known: (Score, Score),
    /// Where it is remembered, if it is.
    hash: Option<u64>,
}

impl Window {
    /// The window, narrowed by what is possible and by what is remembered. An error is a score that
    /// settles the question.
    #[inline(always)]
    fn open(
        (low, high): (Score, Score),
        possible: (Score, Score),
        memo: &Memo,
        hash: impl FnOnce() -> Option<u64>,
    ) -> Result<Window, Score> {
        if high <= possible.0 {
            return Err(possible.0);
        }
        if low >= possible.1 {
            return Err(possible.1);
        }
        let hash = hash();
        let (least, most) = hash.and_then(|hash| memo.get(hash)).unwrap_or(possible);
        if least >= high || least == most {
            return Err(least);
        }
        if most <= low {
            return Err(most);
        }
        let (low, high) = (low.max(least), high.min(most));
        Ok(Window { low, high, best: possible.0, floor: low, known: (least, most), hash })
    }

    /// Takes the score of a move; whether no other move matters any more.
    #[inline(always)]
    fn takes(&mut self, score: Score) -> bool {
        self.best = self.best.max(score);
        self.low = self.low.max(score);
        self.best >= self.high
    }

    /// The best score, remembered as what it is: exact or a bound.
    #[inline(always)]
    fn close(self, memo: &Memo) -> Score {
        let Window { high, best, floor, known, .. } = self;
        if let Some(hash) = self.hash {
            let bounds = if best >= high {
                (best.max(known.0), known.1)
            } else if best <= floor {
                (known.0, best.min(known.1))
            } else {
                (best, best)
            };
            memo.put(hash, bounds);
        }
        best
    }
}

/// What the search changes from move to move.
#[derive(Clone, Copy)]
struct State {
    shared: LineBytes,
    planes: u64,
    occupied: u16,
    /// The pieces that are neither on the board nor in hand.
    unused: u16,
}

/// The solver of one shape of board and pieces.
#[derive(Debug)]
pub struct Live {
    shape: Shape,
    lines: Vec<u16>,
    /// By piece: its values in every byte.
    values: [LineBytes; 16],
    /// By cell: ones in the bytes of the lines that do not go through it.
    elsewhere: [LineBytes; 16],
    /// By occupied cells: the lines with one cell left.
    nearly_full: Vec<u16>,
    /// By occupied cells: the full lines.
    full: Vec<u16>,
    /// By lines: ones in their bytes.
    bytes_of: Vec<LineBytes>,
    /// By values: the pieces that have one of them.
    having: Vec<u16>,
    action: MaskAction,
    /// By occupied cells: the symmetry that takes them to their representative, and its number among
    /// those of the same size.
    canonical: Vec<(u16, u16)>,
    memo: Memo,
    /// Deeper than this, remembering costs more than searching again.
    deepest_kept: usize,
    /// Up to here moves that leave the opponent the fewest quiet ones come first; deeper, counting those costs
    /// more than it saves. Where players choose their pieces it pays one level less.
    deepest_counted: usize,
}

impl Live {
    /// A solver that remembers `2^memo_bits` positions.
    pub fn new(shape: Shape, memo_bits: u32) -> Live {
        let lines = shape.lines();
        assert!(lines.len() <= MAX_LINES);
        let values = |piece: usize| -> u8 {
            let has = piece as u8;
            let lacks = !has & (shape.pieces() - 1) as u8;
            has | lacks << MAX_PROPERTIES
        };
        let cells = shape.cells();
        let of_masks = |select: &dyn Fn(u16) -> bool| -> Vec<u16> {
            let mask = |occupied: usize| {
                let numbered = lines.iter().enumerate();
                numbered.fold(0, |mask, (number, &line)| {
                    mask | u16::from(select(line & !(occupied as u16))) << number
                })
            };
            (0..1 << cells).map(mask).collect()
        };
        let bytes = |mask: usize| {
            ones(mask as u32).fold(0, |word, line| word | (0xff as LineBytes) << (8 * line))
        };
        let through = |cell: usize| {
            let numbered = lines.iter().enumerate();
            numbered.fold(0, |mask, (number, &line)| {
                mask | usize::from(line >> cell & 1 == 1) << number
            })
        };
        let group = symmetry::of_board(shape);
        let classes = Classes::of_board(shape);
        let canonical = (0..1u32 << cells).map(|mask| classes.symmetry_of(mask as u16)).collect();
        let action = MaskAction::new(&group, 0..cells);
        Live {
            shape,
            values: std::array::from_fn(|piece| LineBytes::from(values(piece)) * BYTES),
            elsewhere: std::array::from_fn(|cell| !bytes(through(cell))),
            nearly_full: of_masks(&|left| left.count_ones() == 1),
            full: of_masks(&|left| left == 0),
            bytes_of: (0..1 << lines.len()).map(bytes).collect(),
            having: (0..256)
                .map(|set| {
                    let has = |piece: &usize| values(*piece) & set as u8 != 0;
                    (0..shape.pieces()).filter(has).fold(0, |mask, piece| mask | 1 << piece)
                })
                .collect(),
            lines,
            action,
            canonical,
            memo: Memo::new(memo_bits),
            deepest_kept: shape.last().saturating_sub(6).min(DEEPEST_KEY),
            deepest_counted: shape.last().saturating_sub(8),
        }
    }

    /// The shape of board and pieces that it solves.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How a position stands before any search.
    pub fn standing(&self, position: Position) -> Standing {
        let winning = winning_lines(&self.lines, self.shape.properties, position);
        let at_common = |cells: u16, line: usize| cells & self.lines[line];
        if winning != 0 {
            let common = ones(winning.into()).fold(u16::MAX, at_common);
            return if common == 0 { Standing::Unreachable } else { Standing::Lost };
        }
        if position.level() == self.shape.last() { Standing::Tied } else { Standing::Open }
    }

    /// The outcome of a position with a piece in hand, or over.
    pub fn handed(&self, position: Position) -> Outcome {
        self.handed_given_least(position, None)
    }

    /// As [`Live::handed`], given an outcome that the position is no worse than.
    pub(super) fn handed_given_least(&self, position: Position, least: Option<Outcome>) -> Outcome {
        let state = self.state(position);
        let level = position.level();
        if self.is_won(&state) {
            return Outcome::Lose(0);
        }
        if level == self.shape.last() {
            return Outcome::Tie(0);
        }
        let Some(hand) = position.hand() else {
            // Only before the first move is there a choice of the piece alone: all are alike.
            return self.handed(position.with_hand(Some(0))).as_seen_by_mover();
        };
        if self.having[self.dangers(&state) as usize] >> hand & 1 == 1 {
            return Outcome::Win(1);
        }
        let state = State { unused: state.unused & !(1 << hand), ..state };
        let search = |low, high| self.give(&state, hand, level, low, high);
        let score = self.narrow(level, least, search);
        self.outcome(score, level)
    }

    /// As [`Live::handed`], for a position at which the game goes on and the piece in hand does not win at
    /// once, given that no placement wins but those after which `may_win`, and whether it may be lost.
    pub(super) fn handed_given(
        &self,
        position: Position,
        may_win: impl Fn(Position) -> bool,
        may_lose: bool,
    ) -> Outcome {
        let Some(hand) = position.hand() else { return self.handed(position) };
        let (level, last) = (position.level(), self.shape.last());
        let state = self.state(position);
        let state = State { unused: state.unused & !(1 << hand), ..state };
        let mut moves = self.placements(&state, hand);
        let board = position.with_hand(None);
        let lies = |next: &State| {
            board.placed((next.occupied ^ state.occupied).trailing_zeros() as usize, hand)
        };
        moves.keep(|next| may_win(lies(next)));
        // Whether one of them wins by a level: later ones first, since most that win do so late.
        let wins_by = |end: usize| {
            let score = HORIZON - end as Score;
            let wins = |next: &State, piece: u8| {
                let next = State { unused: next.unused & !(1 << piece), ..*next };
                -self.give(&next, piece, level + 1, -score, 1 - score) >= score
            };
            let mut pieces = moves.list().iter().flat_map(|(next, safe)| {
                ones((*safe).into()).map(move |piece| (next, piece as u8))
            });
            pieces.any(|(next, piece)| wins(next, piece))
        };
        let ends = (level + 3..=last).rev().filter(|end| (end - level) % 2 == 1);
        if let Some(end) = ends.take_while(|&end| wins_by(end)).last() {
            return Outcome::Win((end - level) as u16);
        }
        let tie = Outcome::Tie((last - level) as u16);
        if !may_lose {
            return tie;
        }
        let ends = (level + 2..=last).filter(|end| (end - level).is_multiple_of(2));
        let loses_by = |end: usize| {
            let score = end as Score - HORIZON;
            self.give(&state, hand, level, score, score + 1) <= score
        };
        let latest = ends.clone().next_back();
        if !latest.is_some_and(loses_by) {
            return tie;
        }
        let end = ends.clone().find(|&end| loses_by(end));
        end.map_or(tie, |end| Outcome::Lose((end - level) as u16))
    }

    /// Whether the piece in hand completes a line somewhere, in a position that is not over.
    pub(super) fn is_win_at_once(&self, position: Position) -> bool {
        let dangers = self.dangers(&self.state(position));
        position.hand().is_some_and(|hand| self.having[dangers as usize] >> hand & 1 == 1)
    }

    /// The pieces that are not on the board, and those of them that complete a line somewhere.
    pub(super) fn left_and_dangerous(&self, board: Position) -> (u16, u16) {
        let state = self.state(board);
        (state.unused, state.unused & self.having[self.dangers(&state) as usize])
    }

    /// The outcome of a position in which the player to move chooses what to place.
    pub fn chosen(&self, position: Position) -> Outcome {
        self.chosen_given_least(position, None)
    }

    /// As [`Live::chosen`], given an outcome that the position is no worse than.
    pub(super) fn chosen_given_least(&self, position: Position, least: Option<Outcome>) -> Outcome {
        let state = self.state(position);
        let level = position.level();
        if self.is_won(&state) {
            return Outcome::Lose(0);
        }
        if level == self.shape.last() {
            return Outcome::Tie(0);
        }
        if self.having[self.dangers(&state) as usize] & state.unused != 0 {
            return Outcome::Win(1);
        }
        let search = |low, high| self.choose(&state, level, low, high);
        let score = self.narrow(level, least, search);
        self.outcome(score, level)
    }

    /// Finds a score by asking whether it is at least something: first whether the position is a tie, as
    /// most are that take long; then the nearest ends first. What the least outcome rules out is not asked.
    fn narrow(
        &self,
        level: usize,
        least: Option<Outcome>,
        search: impl Fn(Score, Score) -> Score,
    ) -> Score {
        let last = self.shape.last();
        let least = least.map_or(-HORIZON, |least| score(least, level));
        let (last_win, last_loss) =
            if (last - level).is_multiple_of(2) { (last - 1, last) } else { (last, last - 1) };
        let (late_win, late_loss) = (HORIZON - last_win as Score, last_loss as Score - HORIZON);
        let wins_by = |win: Score| win <= least || search(win - 1, win) >= win;
        let loses_by = |loss: Score| loss >= least && search(loss, loss + 1) <= loss;
        if !wins_by(late_win) && !loses_by(late_loss) {
            return 0;
        }
        for end in level + 2..=last {
            let win = HORIZON - end as Score;
            if (end - level).is_multiple_of(2) {
                if loses_by(-win) {
                    return -win;
                }
            } else if wins_by(win) {
                return win;
            }
        }
        0
    }

    fn outcome(&self, score: Score, level: usize) -> Outcome {
        let until = |score: Score| (HORIZON - score) as u16 - level as u16;
        match score {
            0 => Outcome::Tie((self.shape.last() - level) as u16),
            1.. => Outcome::Win(until(score)),
            _ => Outcome::Lose(until(-score)),
        }
    }

    fn state(&self, position: Position) -> State {
        let mut state = State {
            shared: LineBytes::MAX,
            planes: position.planes,
            occupied: position.occupied,
            unused: self.shape.all_pieces(),
        };
        let mut left = position.occupied;
        while left != 0 {
            let cell = left.trailing_zeros() as usize;
            left &= left - 1;
            let piece = piece_under(position.planes, cell);
            state.shared &= self.elsewhere[cell] | self.values[usize::from(piece)];
            state.unused &= !(1 << piece);
        }
        state
    }

    fn is_won(&self, state: &State) -> bool {
        let full = self.full[usize::from(state.occupied)];
        state.shared & self.bytes_of[usize::from(full)] != 0
    }

    /// The values that complete some line.
    #[inline(always)]
    fn dangers(&self, state: &State) -> u8 {
        let lines = self.nearly_full[usize::from(state.occupied)];
        let bytes = state.shared & self.bytes_of[usize::from(lines)];
        let folded = bytes as u64 | (bytes >> 64) as u64;
        let folded = folded | folded >> 32;
        let folded = folded | folded >> 16;
        (folded | folded >> 8) as u8
    }

    #[inline(always)]
    fn placed(&self, state: &State, cell: usize, piece: u8) -> State {
        State {
            shared: state.shared & (self.elsewhere[cell] | self.values[usize::from(piece)]),
            planes: state.planes | SPREAD[usize::from(piece)] << cell,
            occupied: state.occupied | 1 << cell,
            unused: state.unused,
        }
    }

    /// The score of a position whose piece in hand does not win at once, if it is inside the window;
    /// otherwise a bound on the same side of the window.
    fn give(&self, state: &State, hand: u8, level: usize, low: Score, high: Score) -> Score {
        let last = self.shape.last();
        let lost = level as Score + 2 - HORIZON;
        let mut empty = self.shape.all_cells() & !state.occupied;
        match last - level {
            // It goes on the last cell, or is the last piece.
            1 => return 0,
            // One piece is left: where does the one in hand leave it harmless?
            2 => {
                while empty != 0 {
                    let next = self.placed(state, empty.trailing_zeros() as usize, hand);
                    empty &= empty - 1;
                    if next.unused & !self.having[self.dangers(&next) as usize] != 0 {
                        return 0;
                    }
                }
                return lost;
            }
            _ => {}
        }
        let possible = (lost, HORIZON - 3 - level as Score);
        if level > self.deepest_kept {
            return self.give_near_the_end(state, hand, level, (low, high), possible);
        }
        let hash = || Some(Memo::hash(self.key(state, hand, level)));
        let mut window = match Window::open((low, high), possible, &self.memo, hash) {
            Ok(window) => window,
            Err(score) => return score,
        };
        let moves = self.placements(state, hand);
        if level <= self.deepest_counted {
            for (next, piece) in self.by_freedom(&moves) {
                let score = -self.give(&next, piece, level + 1, -window.high, -window.low);
                if window.takes(score) {
                    break;
                }
            }
            return window.close(&self.memo);
        }
        'moves: for &(next, safe) in moves.list() {
            let mut left = safe;
            while left != 0 {
                let piece = left.trailing_zeros() as u8;
                left &= left - 1;
                let next = State { unused: next.unused & !(1 << piece), ..next };
                let score = -self.give(&next, piece, level + 1, -window.high, -window.low);
                if window.takes(score) {
                    break 'moves;
                }
            }
        }
        window.close(&self.memo)
    }

    /// The placements after which some piece can be given safely, sorted.
    #[inline(always)]
    fn placements(&self, state: &State, hand: u8) -> Moves {
        let mut moves = Moves::default();
        let mut empty = self.shape.all_cells() & !state.occupied;
        while empty != 0 {
            let cell = empty.trailing_zeros() as usize;
            empty &= empty - 1;
            let next = self.placed(state, cell, hand);
            let safe = next.unused & !self.having[self.dangers(&next) as usize];
            if safe != 0 {
                moves.push(next, safe);
            }
        }
        moves.sort();
        moves
    }

    /// What can be given after placements, with the piece; those first that leave the opponent the fewest ways to
    /// place it and give another safely.
    fn by_freedom(&self, moves: &Moves) -> Vec<(State, u8)> {
        let mut given = Vec::new();
        for &(next, safe) in moves.list() {
            for piece in ones(safe.into()).map(|piece| piece as u8) {
                let next = State { unused: next.unused & !(1 << piece), ..next };
                given.push((self.freedom(&next, piece), next, piece));
            }
        }
        given.sort_by_key(|&(freedom, ..)| freedom);
        given.into_iter().map(|(_, next, piece)| (next, piece)).collect()
    }

    /// In how many ways a piece can be placed and another given safely.
    #[inline(always)]
    fn freedom(&self, state: &State, hand: u8) -> u32 {
        let empty = ones((self.shape.all_cells() & !state.occupied).into());
        let safe = |cell| {
            let next = self.placed(state, cell, hand);
            (next.unused & !self.having[self.dangers(&next) as usize]).count_ones()
        };
        empty.map(safe).sum()
    }

    /// As [`Live::give`], where so little is left that neither remembering nor sorting pays.
    fn give_near_the_end(
        &self,
        state: &State,
        hand: u8,
        level: usize,
        (low, high): (Score, Score),
        possible: (Score, Score),
    ) -> Score {
        if high <= possible.0 {
            return possible.0;
        }
        if low >= possible.1 {
            return possible.1;
        }
        let (mut low, high, mut best) = (low, high.min(possible.1), possible.0);
        let mut empty = self.shape.all_cells() & !state.occupied;
        while empty != 0 {
            let cell = empty.trailing_zeros() as usize;
            empty &= empty - 1;
            let next = self.placed(state, cell, hand);
            let mut safe = next.unused & !self.having[self.dangers(&next) as usize];
            while safe != 0 {
                let piece = safe.trailing_zeros() as u8;
                safe &= safe - 1;
                let next = State { unused: next.unused & !(1 << piece), ..next };
                best = best.max(-self.give(&next, piece, level + 1, -high, -low));
                if best >= high {
                    return best;
                }
                low = low.max(best);
            }
        }
        best
    }

    /// As [`Live::give`], where the player to move takes any unused piece, and none wins at once.
    fn choose(&self, state: &State, level: usize, low: Score, high: Score) -> Score {
        let last = self.shape.last();
        if last - level == 1 {
            return 0;
        }
        let lost = level as Score + 2 - HORIZON;
        let possible = (lost, if level + 3 <= last { HORIZON - 3 - level as Score } else { 0 });
        let hash = || {
            // Which piece the reversal starts from does not matter; the board's first will do.
            let kept = level <= (self.deepest_kept + 1).min(DEEPEST_KEY);
            kept.then(|| {
                let first = piece_under(state.planes, self.first_cell(state.occupied));
                Memo::hash(self.key(state, first, level))
            })
        };
        let mut window = match Window::open((low, high), possible, &self.memo, hash) {
            Ok(window) => window,
            Err(score) => return score,
        };
        let mut takes = |next: &State| {
            let score = -self.choose(next, level + 1, -window.high, -window.low);
            window.takes(score)
        };
        if level < self.deepest_counted {
            let mut counted = Vec::new();
            self.quiet_moves(state, |next| {
                let mut freedom = 0;
                self.quiet_moves(&next, |_| {
                    freedom += 1;
                    false
                });
                counted.push((freedom, next));
                false
            });
            counted.sort_by_key(|&(freedom, _)| freedom);
            let _ = counted.iter().any(|(_, next)| takes(next));
        } else {
            self.quiet_moves(state, |next| takes(&next));
        }
        window.close(&self.memo)
    }

    /// The placements of any unused piece after which none that is left completes a line, until `visit` has seen
    /// enough.
    #[inline(always)]
    fn quiet_moves(&self, state: &State, mut visit: impl FnMut(State) -> bool) {
        let mut empty = self.shape.all_cells() & !state.occupied;
        while empty != 0 {
            let cell = empty.trailing_zeros() as usize;
            empty &= empty - 1;
            let mut left = state.unused;
            while left != 0 {
                let piece = left.trailing_zeros() as u8;
                left &= left - 1;
                let next = self.placed(state, cell, piece);
                let next = State { unused: state.unused & !(1 << piece), ..next };
                let dangerous = next.unused & self.having[self.dangers(&next) as usize];
                if dangerous == 0 && visit(next) {
                    return;
                }
            }
        }
    }

    /// The cell that the canonical symmetry takes to the lowest place.
    fn first_cell(&self, occupied: u16) -> usize {
        let (symmetry, _) = self.canonical[usize::from(occupied)];
        let image = self.action.of(symmetry.into());
        ones(occupied.into()).min_by_key(|&cell| image.apply(1 << cell)).unwrap_or(0)
    }

    /// A number for the position up to symmetry, different for different ones: from the top the
    /// number of pieces, which occupied cells, and the sorted planes without the empty cells. `zero`
    /// is the piece that reversals make 0. Levels up to 12 fit.
    #[inline(always)]
    fn key(&self, state: &State, zero: u8, level: usize) -> u64 {
        let (symmetry, class) = self.canonical[usize::from(state.occupied)];
        let packed = self.packed(state.planes, state.occupied, zero, symmetry.into());
        (level as u64) << 60 | u64::from(class) << 50 | packed
    }

    /// The planes without the empty cells, sorted, after a symmetry of the board and the reversals that make
    /// `zero` the piece without properties.
    #[inline(always)]
    fn packed(&self, planes: u64, occupied: u16, zero: u8, symmetry: usize) -> u64 {
        let reversed = planes ^ (SPREAD[usize::from(zero)] * u64::from(occupied));
        let image = self.action.of(symmetry);
        let lane = |number: usize| image.apply((reversed >> (16 * number)) as u32 & 0xffff);
        let mut planes = [lane(0), lane(1), lane(2), lane(3)];
        for (a, b) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            let (x, y) = (planes[a], planes[b]);
            planes[a] = x.min(y);
            planes[b] = x.max(y);
        }
        let level = occupied.count_ones();
        let occupied = image.apply(occupied.into());
        let both = occupied | occupied << 16;
        let low = gather(planes[0] | planes[1] << 16, both);
        let high = gather(planes[2] | planes[3] << 16, both);
        u64::from(low) | u64::from(high) << (2 * level)
    }

    /// A number for a board without a piece in hand, the same for all boards that symmetries make of it and
    /// for no others.
    pub(super) fn board_key(&self, board: Position) -> u64 {
        let Position { planes, occupied, .. } = board;
        let (canonical, class) = self.canonical[usize::from(occupied)];
        let image = |symmetry: usize| self.action.apply(symmetry, occupied.into());
        let wanted = image(canonical.into());
        let symmetries = (0..self.action.order()).filter(|&symmetry| image(symmetry) == wanted);
        let packed = symmetries.flat_map(|symmetry| {
            ones(occupied.into())
                .map(move |cell| self.packed(planes, occupied, piece_under(planes, cell), symmetry))
        });
        u64::from(class) << 50 | packed.min().unwrap_or(0)
    }
}

/// Placements, each with the pieces that can then be given safely.
struct Moves {
    list: [(State, u16); 16],
    length: usize,
}

impl Default for Moves {
    fn default() -> Moves {
        let none = State { shared: 0, planes: 0, occupied: 0, unused: 0 };
        Moves { list: [(none, 0); 16], length: 0 }
    }
}

impl Moves {
    fn push(&mut self, next: State, safe: u16) {
        self.list[self.length] = (next, safe);
        self.length += 1;
    }

    /// Forgets the placements that do not matter.
    fn keep(&mut self, matters: impl Fn(&State) -> bool) {
        let all = self.length;
        self.length = 0;
        for at in 0..all {
            if matters(&self.list[at].0) {
                self.list[self.length] = self.list[at];
                self.length += 1;
            }
        }
    }

    /// The fewest safe pieces first: their trees are small, and ends are near.
    fn sort(&mut self) {
        self.list[..self.length].sort_unstable_by_key(|(_, safe)| safe.count_ones());
    }

    fn list(&self) -> &[(State, u16)] {
        &self.list[..self.length]
    }
}
