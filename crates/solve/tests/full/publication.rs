//! The search behind the published counts of Five Field Kono, imitated.
//!
//! The publication numbers a position as
//!
//! ```text
//! rank of the odd half * 69,300 + turn * 34,650 + rank of the even half
//! ```
//!
//! and its counts come out exactly if positions whose number does not fit in 31 bits are counted but
//! not expanded: its search loses what lies behind them. Its canonical column counts the reachable
//! positions that have the least number among their eight images. Half of the images have the other
//! player to move, and no play leads to them: a step changes the sum of the stones' rows by one, so
//! that the stones tell whose turn it is.
//!
//! The search goes over rows of bits: one row for each arrangement of the odd half, one bit for each
//! of the even half.

use std::collections::HashMap;

use hindsight_core::{Code, Indexed, Presentation, Rules};
use hindsight_games::fivefieldkono::Kono;
use hindsight_solve::ResidentTable;
use hindsight_testkit::facts::Rows;
use rayon::prelude::*;

const SIDE: usize = 5;
/// Positions from this number on are not expanded.
const LIMIT: u64 = 1 << 31;
/// Whose turn it is: the first player's stones are X, the second player's O.
const STONES: [u8; 2] = [b'X', b'O'];

/// All arrangements of one half's stones.
struct Half {
    /// The cells, row by row from the top left.
    cells: Vec<usize>,
    /// The stones of each cell, in the publication's order.
    arrangements: Vec<Vec<u8>>,
    /// For each turn, where the steps of each arrangement lead.
    steps: [Vec<Vec<u32>>; 2],
    /// For each player, whether all stones stand where the opponent's started.
    arrived: [Vec<bool>; 2],
    /// Whether the sum of the stones' rows is odd.
    odd_sum: Vec<bool>,
    flipped: Vec<u32>,
    exchanged: Vec<u32>,
}

impl Half {
    /// The half whose cells have this parity of row + column, with so many stones of each player.
    fn new(parity: usize, stones: usize) -> Half {
        let cells: Vec<usize> =
            (0..SIDE * SIDE).filter(|cell| (cell / SIDE + cell % SIDE) % 2 == parity).collect();
        let mut arrangements = Vec::new();
        arrange(&mut Vec::new(), [cells.len() - 2 * stones, stones, stones], &mut arrangements);
        let ranks: HashMap<&[u8], u32> =
            arrangements.iter().enumerate().map(|(rank, a)| (&a[..], rank as u32)).collect();
        let at = |cell: usize| cells.iter().position(|&c| c == cell).expect("a cell of this half");
        let image = |arrangement: &[u8], from: &dyn Fn(usize) -> usize, swap: bool| {
            let image: Vec<u8> = cells
                .iter()
                .map(|&cell| match arrangement[at(from(cell))] {
                    b'X' if swap => b'O',
                    b'O' if swap => b'X',
                    stone => stone,
                })
                .collect();
            ranks[&image[..]]
        };
        let steps = STONES.map(|stone| {
            let targets = |arrangement: &Vec<u8>| {
                let mut targets = Vec::new();
                for (from, to) in steps(&cells) {
                    if arrangement[from] == stone && arrangement[to] == b'-' {
                        let mut after = arrangement.clone();
                        after.swap(from, to);
                        targets.push(ranks[&after[..]]);
                    }
                }
                targets
            };
            arrangements.iter().map(targets).collect::<Vec<_>>()
        });
        // X starts at the bottom and goes to the top.
        let arrived = [(b'X', 0), (b'O', SIDE - 1)].map(|(stone, edge)| {
            let is_goal = |cell: usize| {
                let (distance, column) = ((cell / SIDE).abs_diff(edge), cell % SIDE);
                distance == 0 || distance == 1 && (column == 0 || column == SIDE - 1)
            };
            let full = |arrangement: &Vec<u8>| {
                let goal = cells.iter().zip(arrangement).filter(|(cell, _)| is_goal(**cell));
                goal.into_iter().all(|(_, &occupant)| occupant == stone)
            };
            arrangements.iter().map(full).collect::<Vec<_>>()
        });
        let odd_sum = arrangements
            .iter()
            .map(|arrangement| {
                let stones = cells.iter().zip(arrangement).filter(|(_, stone)| **stone != b'-');
                stones.map(|(cell, _)| cell / SIDE).sum::<usize>() % 2 == 1
            })
            .collect();
        let left_right = |cell: usize| cell / SIDE * SIDE + SIDE - 1 - cell % SIDE;
        let up_down = |cell: usize| (SIDE - 1 - cell / SIDE) * SIDE + cell % SIDE;
        let flipped = arrangements.iter().map(|a| image(a, &left_right, false)).collect();
        let exchanged = arrangements.iter().map(|a| image(a, &up_down, true)).collect();
        Half { cells, steps, arrived, odd_sum, flipped, exchanged, arrangements }
    }

    fn len(&self) -> usize {
        self.arrangements.len()
    }

    fn rank(&self, board: &str) -> usize {
        let board: Vec<u8> = board.bytes().filter(|&symbol| symbol != b'/').collect();
        let stones: Vec<u8> = self.cells.iter().map(|&cell| board[cell]).collect();
        self.arrangements.iter().position(|a| *a == stones).expect("the right number of stones")
    }
}

/// All ways to use up the blanks, O and X, in the order `-` < `O` < `X`.
fn arrange(so_far: &mut Vec<u8>, left: [usize; 3], out: &mut Vec<Vec<u8>>) {
    if left == [0; 3] {
        out.push(so_far.clone());
    }
    for (kind, symbol) in [b'-', b'O', b'X'].into_iter().enumerate() {
        if left[kind] > 0 {
            let mut left = left;
            left[kind] -= 1;
            so_far.push(symbol);
            arrange(so_far, left, out);
            so_far.pop();
        }
    }
}

/// Pairs of numbers of cells that are diagonal neighbours.
fn steps(cells: &[usize]) -> Vec<(usize, usize)> {
    let mut steps = Vec::new();
    for (a, &from) in cells.iter().enumerate() {
        for (b, &to) in cells.iter().enumerate() {
            let down = (from / SIDE).abs_diff(to / SIDE);
            let right = (from % SIDE).abs_diff(to % SIDE);
            if (down, right) == (1, 1) {
                steps.push((a, b));
            }
        }
    }
    steps
}

/// Bits in rows: a set of pairs of an odd and an even arrangement.
struct BitRows {
    words: usize,
    bits: Vec<u64>,
}

impl BitRows {
    fn new(rows: usize, columns: usize) -> BitRows {
        let words = columns.div_ceil(64);
        BitRows { words, bits: vec![0; rows * words] }
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..][..self.words]
    }
}

fn set(row: &mut [u64], column: usize) {
    row[column / 64] |= 1 << (column % 64);
}

/// The columns whose bits are set in a word.
fn columns(word: usize, mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let column = (bits != 0).then(|| word * 64 + bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        column
    })
}

/// What the publication's search found, and where Hindsight keeps it.
pub struct Publication {
    odd: Half,
    even: Half,
    /// Whether an odd sum of rows means the second player's turn.
    second_when_odd: bool,
    reached: BitRows,
    /// The slot of a position is the sum of two parts, by turn and arrangement of each half.
    odd_slots: [Vec<u64>; 2],
    even_slots: [Vec<u64>; 2],
}

impl Publication {
    /// Searches from the start.
    pub fn search(game: &Kono) -> Publication {
        // The publication calls the half with the corners odd.
        let (odd, even) = (Half::new(0, 3), Half::new(1, 4));
        assert_eq!((odd.len(), even.len()), (34_320, 34_650));
        let text = game.write_position(game.start());
        let (board, _) = text.split_once(':').unwrap();
        let start = (odd.rank(board), even.rank(board));
        let second_when_odd = !(odd.odd_sum[start.0] ^ even.odd_sum[start.1]);
        let mut publication = Publication {
            reached: BitRows::new(odd.len(), even.len()),
            second_when_odd,
            odd_slots: [vec![], vec![]],
            even_slots: [vec![], vec![]],
            odd,
            even,
        };
        publication.find_slots(game, start);
        publication.expand(start);
        publication
    }

    fn turn(&self, odd: usize, even: usize) -> usize {
        usize::from(self.odd.odd_sum[odd] ^ self.even.odd_sum[even] ^ !self.second_when_odd)
    }

    /// The publication's number of a position.
    fn number(&self, odd: u32, even: u32, turn: usize) -> u64 {
        (u64::from(odd) * 2 + turn as u64) * self.even.len() as u64 + u64::from(even)
    }

    fn is_expanded(&self, odd: usize, even: usize) -> bool {
        let turn = self.turn(odd, even);
        let arrived =
            |player: usize| self.odd.arrived[player][odd] && self.even.arrived[player][even];
        let stuck = self.odd.steps[turn][odd].is_empty() && self.even.steps[turn][even].is_empty();
        let lost = self.number(odd as u32, even as u32, turn) >= LIMIT;
        !(arrived(0) || arrived(1) || stuck || lost)
    }

    /// Follows all moves until there is nothing new.
    fn expand(&mut self, start: (usize, usize)) {
        let (rows, columns_count) = (self.odd.len(), self.even.len());
        let words = self.reached.words;
        let mut pending = BitRows::new(rows, columns_count);
        set(pending.row_mut(start.0), start.1);
        let mut changed = vec![false; rows];
        changed[start.0] = true;
        // The even arrangements by the parity of their sum, to tell turns apart in bulk.
        let mut by_sum = [vec![0; words], vec![0; words]];
        for even in 0..columns_count {
            set(&mut by_sum[usize::from(self.even.odd_sum[even])], even);
        }
        while changed.contains(&true) {
            for row in 0..rows {
                if !std::mem::take(&mut changed[row]) {
                    continue;
                }
                let fresh = self.expand_row(row, pending.row_mut(row));
                for (sum, with_sum) in by_sum.iter().enumerate() {
                    let odd_sum = self.odd.odd_sum[row] ^ (sum == 1);
                    let turn = usize::from(odd_sum ^ !self.second_when_odd);
                    for &target in &self.odd.steps[turn][row] {
                        let target = target as usize;
                        let known = self.reached.row(target);
                        let waiting = pending.row_mut(target);
                        for word in 0..words {
                            let news = fresh[word] & with_sum[word] & !known[word];
                            changed[target] |= news & !waiting[word] != 0;
                            waiting[word] |= news;
                        }
                    }
                }
            }
        }
    }

    /// Marks what is pending in a row as reached, follows the moves of the even half, which stay in
    /// the row, and returns the columns that were expanded.
    fn expand_row(&mut self, row: usize, pending: &mut [u64]) -> Vec<u64> {
        let mut fresh = vec![0; pending.len()];
        let mut again = true;
        while std::mem::take(&mut again) {
            for word in 0..pending.len() {
                let news = std::mem::take(&mut pending[word]) & !self.reached.row(row)[word];
                self.reached.row_mut(row)[word] |= news;
                for even in columns(word, news).filter(|&even| self.is_expanded(row, even)) {
                    set(&mut fresh, even);
                    again = true;
                    for &target in &self.even.steps[self.turn(row, even)][even] {
                        set(pending, target as usize);
                    }
                }
            }
        }
        fresh
    }

    /// Learns where Hindsight keeps positions. A slot is a sum of a part of each half, so it is
    /// enough to locate each arrangement once, beside the other half's start.
    fn find_slots(&mut self, game: &Kono, start: (usize, usize)) {
        for turn in [0, 1] {
            let origin = self.locate(game, start.0, start.1, turn);
            let odd = (0..self.odd.len()).map(|odd| self.locate(game, odd, start.1, turn));
            self.odd_slots[turn] = odd.collect();
            let even = (0..self.even.len())
                .map(|even| self.locate(game, start.0, even, turn).wrapping_sub(origin));
            self.even_slots[turn] = even.collect();
            for sample in 0..5_000 {
                let (odd, even) =
                    (sample * 7919 % self.odd.len(), sample * 104_729 % self.even.len());
                assert_eq!(self.slot(odd, even, turn), self.locate(game, odd, even, turn));
            }
        }
    }

    fn slot(&self, odd: usize, even: usize, turn: usize) -> u64 {
        self.odd_slots[turn][odd].wrapping_add(self.even_slots[turn][even])
    }

    fn locate(&self, game: &Kono, odd: usize, even: usize, turn: usize) -> u64 {
        let mut board = vec![b'-'; SIDE * SIDE];
        for (half, rank) in [(&self.odd, odd), (&self.even, even)] {
            for (&cell, &stone) in half.cells.iter().zip(&half.arrangements[rank]) {
                board[cell] = stone;
            }
        }
        let text = format!("{}:{}", String::from_utf8_lossy(&board), ["x", "o"][turn]);
        game.locate(game.parse_position(&text).unwrap()).slot
    }

    /// Whether a position has the least number of its images.
    fn is_canonical(&self, odd: usize, even: usize) -> bool {
        let turn = self.turn(odd, even);
        let (odd, even) = (odd as u32, even as u32);
        let number = self.number(odd, even, turn);
        let exchanged =
            (self.odd.exchanged[odd as usize], self.even.exchanged[even as usize], 1 - turn);
        [(odd, even, turn), exchanged].into_iter().all(|(odd, even, turn)| {
            let (flipped_odd, flipped_even) =
                (self.odd.flipped[odd as usize], self.even.flipped[even as usize]);
            self.number(odd.min(flipped_odd), even.min(flipped_even), turn) >= number
        })
    }

    /// The positions that the search found, by their values in a table, and the canonical ones.
    pub fn count(&self, table: &ResidentTable) -> Rows {
        let none = || vec![(0, 0); 1 << 16];
        let count_row = |mut counts: Vec<(u64, u64)>, row: usize| {
            // The odd half has most weight in a number, so most rows have nothing canonical.
            let exchanged = self.odd.exchanged[row] as usize;
            let images = [row, exchanged].map(|odd| odd.min(self.odd.flipped[odd] as usize));
            let may_be_canonical = images.into_iter().all(|image| image >= row);
            for (word, &bits) in self.reached.row(row).iter().enumerate() {
                for even in columns(word, bits) {
                    let code = table.code(self.slot(row, even, self.turn(row, even)) as usize);
                    let count = &mut counts[usize::from(code.0)];
                    count.0 += 1;
                    count.1 += u64::from(may_be_canonical && self.is_canonical(row, even));
                }
            }
            counts
        };
        let add = |mut sum: Vec<(u64, u64)>, counts: Vec<(u64, u64)>| {
            for (sum, count) in sum.iter_mut().zip(counts) {
                *sum = (sum.0 + count.0, sum.1 + count.1);
            }
            sum
        };
        let counts = (0..self.odd.len()).into_par_iter().fold(none, count_row).reduce(none, add);
        let occurring = counts.into_iter().zip(0..).filter(|(count, _)| count.0 > 0);
        let outcome = |code| Code(code).outcome().expect("every position has a value");
        occurring.map(|(count, code)| (outcome(code), count)).collect()
    }
}
