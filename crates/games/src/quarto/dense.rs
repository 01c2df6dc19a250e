//! The whole-board encoding of Rahstorfer (2025, sections 3 and 4), for comparison with our own
//! index, which needs fewer numbers.
//!
//! It numbers boards without regard to what is in hand. A **plain** board has two of its occupied
//! cells (or of its empty ones, where those are fewer) on one of fourteen pairs of cells, piece 0 on
//! the first occupied cell, and the properties of the next three pieces sorted; piece 15 is kept
//! apart, because sorting never changes it. The number of a plain board is made of: which cells are
//! occupied and where piece 15 is (the **place**), the three sorted pieces, which of the eleven
//! others are on the board, and their permutation. Symmetry makes every board plain, most in several
//! ways; the least number is the board's.
//!
//! Two slips of the printed formulas are corrected, without which they do not give the printed sizes:
//! from 5 to 14 pieces the empty cells are encoded where the text says the others and the other way
//! round, and from 2 to 4 pieces the missing pieces need no combination.

use std::sync::LazyLock;

use hindsight_core::bits::ones;
use hindsight_core::{Group, SubsetRank, binomial};

use super::board::{Position, Shape};
use super::classes::Permutation;
use super::pair::{factorial, rank, unrank};
use super::symmetry;

const SHAPE: Shape = Shape { side: 4, properties: 4 };
/// The piece that every sorting of properties leaves as it is, as it does piece 0.
const LAST_PIECE: u8 = 15;
/// The most pieces whose properties are sorted.
const MOST_SORTED: usize = 3;
/// Pieces other than 0, 15 and the sorted ones.
const OTHERS: usize = 11;
/// On a diagonal or not: the two kinds of cells, one of each.
const FIRST: [usize; 2] = [15, 14];
/// Beside each of those, the cells in the order in which a second one is looked for (Table 12).
const ORDER: [&[usize]; 2] =
    [&[0, 4, 1, 5, 8, 2, 9, 6, 10, 12, 3, 13, 7, 14, 11], &[1, 4, 8, 11, 13, 2, 7]];
/// Places in that order at which a second cell can be; the others are mirror images of an earlier one
/// (Table 9).
const SECOND: [&[usize]; 2] = [&[0, 1, 3, 4, 6, 8, 9, 11, 13], &[0, 1, 2, 3, 4]];
/// Cells below the diagonal or on it, without the first: where piece 15 is on a board with 15 or 16
/// pieces, because transposition leaves the first cell alone.
const LOWER: [usize; 9] = [4, 5, 8, 9, 10, 12, 13, 14, 15];
/// Where the empty cell of a board with 15 pieces is: with piece 15 on the board the transposed place
/// of the second kind counts too (Table 10).
const EMPTY: [usize; 3] = [15, 14, 11];

struct Tables {
    board: Group,
    properties: Group,
    subsets: SubsetRank,
    /// By number of pieces: sequences of pieces other than 0 and 15, the least of their images.
    sorted: [Vec<Vec<u8>>; MOST_SORTED + 1],
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let properties = symmetry::of_properties(SHAPE);
    let image = |symmetry, pieces: &[u8]| -> Vec<u8> {
        pieces.iter().map(|&piece| properties.image(symmetry, piece.into()) as u8).collect()
    };
    let longer = |shorter: &Vec<u8>| -> Vec<Vec<u8>> {
        let others = (1..LAST_PIECE).filter(|piece| !shorter.contains(piece));
        others.map(|piece| [shorter.as_slice(), &[piece]].concat()).collect()
    };
    let is_least = |pieces: &Vec<u8>| {
        (0..properties.order()).all(|symmetry| image(symmetry, pieces) >= *pieces)
    };
    let mut sorted = [vec![Vec::new()], Vec::new(), Vec::new(), Vec::new()];
    for length in 1..=MOST_SORTED {
        // What begins a least sequence is least itself.
        let longer = sorted[length - 1].iter().flat_map(longer);
        sorted[length] = longer.filter(is_least).collect();
    }
    let (board, subsets) = (symmetry::of_board(SHAPE), SubsetRank::new(SHAPE.cells()));
    Tables { board, properties, subsets, sorted }
});

/// How many numbers the encoding has for boards with so many pieces, 0 to 16.
pub fn dense_slots(pieces: usize) -> u64 {
    [true, false].into_iter().map(|with_last| Parts::of(pieces, with_last).size()).sum()
}

/// The number of a board, whatever is in hand: the same for all its images.
pub fn dense_rank(board: Position) -> u64 {
    let tables = &*TABLES;
    let numbers = (0..tables.board.order()).filter_map(|turn| {
        let mut pieces = [None; 16];
        for cell in ones(board.occupied.into()) {
            pieces[tables.board.image(turn, cell)] = board.piece(cell);
        }
        let occupied =
            (0..16).fold(0, |mask, cell| mask | u16::from(pieces[cell].is_some()) << cell);
        // A reversal makes the first piece 0.
        let first = pieces.iter().flatten().next().copied().unwrap_or(0);
        let last = pieces.iter().position(|&piece| piece == Some(first ^ LAST_PIECE));
        let place = place_of(occupied, last)?;
        let others: Vec<usize> = pieces
            .iter()
            .flatten()
            .map(|&piece| (piece ^ first).into())
            .filter(|piece| ![0, LAST_PIECE.into()].contains(piece))
            .collect();
        let parts = Parts::of(board.level(), last.is_some());
        let sorted = (0..tables.properties.order()).filter_map(|sorting| {
            let image = |&piece: &usize| tables.properties.image(sorting, piece) as u8;
            parts.rank(place, &others.iter().map(image).collect::<Vec<u8>>())
        });
        let offset = if last.is_some() { 0 } else { Parts::of(board.level(), true).size() };
        sorted.min().map(|number| number + offset)
    });
    numbers.min().expect("every board has a plain image")
}

/// A board with so many pieces that has a number, if there are so many numbers. Not all are the least
/// of their board.
pub fn dense_board(pieces: usize, number: u64) -> Option<Position> {
    if number >= dense_slots(pieces) {
        return None;
    }
    let with_last = number < Parts::of(pieces, true).size();
    let offset = if with_last { 0 } else { Parts::of(pieces, true).size() };
    let parts = Parts::of(pieces, with_last);
    let [place, sorted, chosen, order] = parts.split(number - offset);
    let (occupied, last) = cells_at(pieces, with_last, place);
    let sorted = &TABLES.sorted[parts.sorted_pieces][sorted as usize];
    let others: Vec<u8> = (1..LAST_PIECE).filter(|piece| !sorted.contains(piece)).collect();
    let chosen: Vec<u8> = ones(TABLES.subsets.unrank(parts.others, chosen as u32))
        .map(|other| others[other])
        .collect();
    let order = unrank(order, &IN_ORDER[..parts.others]);
    let rest = order[..parts.others].iter().map(|&other| chosen[usize::from(other)]);
    let mut sequence = [0].into_iter().chain(sorted.iter().copied()).chain(rest);
    let mut board = Position::EMPTY;
    for cell in ones(occupied.into()) {
        let piece = if last == Some(cell) { LAST_PIECE } else { sequence.next()? };
        board = board.placed(cell, piece);
    }
    Some(board)
}

const IN_ORDER: Permutation = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// What a number is made of, for boards with or without piece 15.
struct Parts {
    places: u64,
    /// Pieces that are sorted, and pieces after those.
    sorted_pieces: usize,
    others: usize,
}

impl Parts {
    fn of(pieces: usize, with_last: bool) -> Parts {
        let set_aside = 1 + usize::from(with_last);
        let sorted_pieces = pieces.saturating_sub(set_aside).min(MOST_SORTED);
        let others = pieces.saturating_sub(set_aside + sorted_pieces);
        Parts { places: count_places(pieces, with_last), sorted_pieces, others }
    }

    fn bases(&self) -> [u64; 3] {
        let sorted = TABLES.sorted[self.sorted_pieces].len() as u64;
        [sorted, binomial(OTHERS, self.others), factorial(self.others)]
    }

    fn size(&self) -> u64 {
        self.bases().iter().fold(self.places, |size, base| size * base)
    }

    fn join(&self, [place, digits @ ..]: [u64; 4]) -> u64 {
        self.bases().iter().zip(digits).fold(place, |number, (base, digit)| number * base + digit)
    }

    /// The number of a place and a sequence of pieces other than 0 and 15; `None` when the first of
    /// them are not sorted.
    fn rank(&self, place: u64, sequence: &[u8]) -> Option<u64> {
        let (sorted, rest) = sequence.split_at(self.sorted_pieces);
        let table = &TABLES.sorted[self.sorted_pieces];
        let sorted_rank = table.binary_search_by(|other| other.as_slice().cmp(sorted)).ok()?;
        let others = (1..LAST_PIECE).filter(|piece| !sorted.contains(piece)).enumerate();
        let chosen = others
            .filter(|(_, piece)| rest.contains(piece))
            .fold(0u32, |chosen, (number, _)| chosen | 1 << number);
        let mut order = [0; 16];
        for (number, piece) in rest.iter().enumerate() {
            order[number] = rest.iter().filter(|other| *other < piece).count() as u8;
        }
        let order = rank(&order, &IN_ORDER[..rest.len()]);
        Some(self.join([place, sorted_rank as u64, TABLES.subsets.rank(chosen).into(), order]))
    }

    fn split(&self, mut number: u64) -> [u64; 4] {
        let mut digits = [0; 4];
        for (digit, base) in digits[1..].iter_mut().zip(self.bases()).rev() {
            *digit = number % base;
            number /= base;
        }
        digits[0] = number;
        digits
    }
}

/// How many places there are.
fn count_places(pieces: usize, with_last: bool) -> u64 {
    let cells = match pieces {
        0 | 1 if with_last => return 0,
        0 => 1,
        1 => 2,
        2..=4 => PAIRS as u64 * binomial(14, pieces - 2),
        5..=14 => pairs().map(|pair| binomial(pair.later.len(), told(pieces) - 2)).sum(),
        15 if with_last => return empty_and_last().count() as u64,
        15 => 2,
        _ => return if with_last { LOWER.len() as u64 } else { 0 },
    };
    if with_last { cells * (pieces as u64 - 1) } else { cells }
}

/// How many cells are told: the occupied or the empty ones.
fn told(pieces: usize) -> usize {
    if pieces >= 8 { 16 - pieces } else { pieces }
}

const PAIRS: usize = 14;

/// Two cells that are told, and the cells on which the others can be when no earlier pair would do.
struct TwoCells {
    first: usize,
    second: usize,
    later: &'static [usize],
}

fn pairs() -> impl Iterator<Item = TwoCells> {
    FIRST.into_iter().zip(ORDER).zip(SECOND).flat_map(|((first, order), second)| {
        let pair =
            move |&at: &usize| TwoCells { first, second: order[at], later: &order[at + 1..] };
        second.iter().map(pair)
    })
}

/// The number of a place; `None` when the board is not plain.
fn place_of(occupied: u16, last: Option<usize>) -> Option<u64> {
    let pieces = occupied.count_ones() as usize;
    let mask = |cells: &[usize]| cells.iter().fold(0u16, |mask, &cell| mask | 1 << cell);
    let numbered = |cells: u16, members: &[usize]| {
        let members = members.iter().enumerate();
        let chosen =
            members.fold(0u32, |set, (number, &cell)| set | u32::from(cells >> cell & 1) << number);
        u64::from(TABLES.subsets.rank(chosen))
    };
    let cells = match pieces {
        0 => 0,
        1 => FIRST.iter().position(|&cell| occupied == 1 << cell)? as u64,
        2..=4 => {
            let both = |pair: &TwoCells| occupied & mask(&[pair.first, pair.second]);
            let (number, pair) =
                pairs().enumerate().find(|(_, pair)| both(pair).count_ones() == 2)?;
            let others: Vec<usize> = others(&pair).collect();
            number as u64 * binomial(14, pieces - 2) + numbered(occupied, &others)
        }
        5..=14 => {
            let cells = if pieces >= 8 { !occupied } else { occupied };
            let mut before = 0;
            let pair = pairs().find(|pair| {
                let two = mask(&[pair.first, pair.second]);
                let is_found = cells & two == two && cells & !two & !mask(pair.later) == 0;
                before += if is_found { 0 } else { binomial(pair.later.len(), told(pieces) - 2) };
                is_found
            })?;
            before + numbered(cells, pair.later)
        }
        15 => {
            let empty = (!occupied).trailing_zeros() as usize;
            let Some(last) = last else {
                return FIRST.iter().position(|&cell| cell == empty).map(|cell| cell as u64);
            };
            return empty_and_last().position(|both| both == (empty, last)).map(|both| both as u64);
        }
        _ => return LOWER.iter().position(|&cell| Some(cell) == last).map(|cell| cell as u64),
    };
    let Some(last) = last else { return Some(cells) };
    // Piece 0 comes first.
    let before = (occupied & ((1 << last) - 1)).count_ones().checked_sub(1)?;
    Some(cells * (pieces as u64 - 1) + u64::from(before))
}

/// The cells beside a pair.
fn others(pair: &TwoCells) -> impl Iterator<Item = usize> + use<> {
    let (first, second) = (pair.first, pair.second);
    (0..16).filter(move |&cell| cell != first && cell != second)
}

/// The empty cell and the cell of piece 15 on boards with 15 pieces.
fn empty_and_last() -> impl Iterator<Item = (usize, usize)> {
    let all = EMPTY.into_iter().flat_map(|empty| LOWER.map(|last| (empty, last)));
    all.filter(|(empty, last)| empty != last)
}

/// The occupied cells and the cell of piece 15 that a place means.
fn cells_at(pieces: usize, with_last: bool, place: u64) -> (u16, Option<usize>) {
    let after_first = if with_last && (2..15).contains(&pieces) { pieces as u64 - 1 } else { 1 };
    let (mut cells, before) = (place / after_first, place % after_first);
    let members = |size: usize, rank: u64, cells: &[usize]| {
        ones(TABLES.subsets.unrank(size, rank as u32)).fold(0u16, |mask, at| mask | 1 << cells[at])
    };
    let occupied = match pieces {
        0 => 0,
        1 => 1 << FIRST[cells as usize],
        2..=4 => {
            let ways = binomial(14, pieces - 2);
            let pair = pairs().nth((cells / ways) as usize).expect("a place below the count");
            let others: Vec<usize> = others(&pair).collect();
            1 << pair.first | 1 << pair.second | members(pieces - 2, cells % ways, &others)
        }
        5..=14 => {
            let rest = told(pieces) - 2;
            let pair = pairs().find(|pair| {
                let ways = binomial(pair.later.len(), rest);
                let is_found = cells < ways;
                cells -= if is_found { 0 } else { ways };
                is_found
            });
            let pair = pair.expect("a place below the count");
            let told = 1 << pair.first | 1 << pair.second | members(rest, cells, pair.later);
            if pieces >= 8 { !told } else { told }
        }
        15 if with_last => {
            let (empty, last) =
                empty_and_last().nth(cells as usize).expect("a place below the count");
            return (!(1 << empty), Some(last));
        }
        15 => !(1 << FIRST[cells as usize]),
        _ => return (u16::MAX, Some(LOWER[cells as usize])),
    };
    let last = with_last.then(|| ones(occupied.into()).nth(before as usize + 1)).flatten();
    (occupied, last)
}
