//! The opening book: the outcome of every board with few discs.
//!
//! `book.zst`, which is part of the program, is one zstd frame with a checksum. Unpacked it is a score
//! for each board, one byte each: the score plus 128. Boards stand in the order in which [`boards`] finds
//! them, so that none needs to be written down. The example `connect4_book` made it.

use std::collections::BTreeSet;

use hindsight_core::Outcome;

use super::discs::Discs;
use super::search::outcome_of;
use crate::shipped::{self, shipped, unpacked};

const PACKED: &[u8] = shipped!("book.zst");
/// What is added to a score so that it fits a byte.
const SHIFT: i32 = 128;

/// Scores of all boards with up to so many discs.
#[derive(Debug)]
pub struct Book {
    /// By the number of discs: the boards' keys in rising order, and their scores.
    counts: Vec<Vec<(u64, i8)>>,
    cells: usize,
}

/// All boards that play leads to, by their number of discs, up to so many: of two mirror images the one with
/// the smaller key, in rising order of keys; none on which the game is over.
pub fn boards<const COLUMNS: usize, const ROWS: usize>(
    most: u32,
) -> Vec<Vec<Discs<COLUMNS, ROWS>>> {
    let mut by_count = vec![vec![Discs::default()]];
    for _ in 0..most {
        let before: &Vec<Discs<COLUMNS, ROWS>> = &by_count[by_count.len() - 1];
        let mut after = BTreeSet::new();
        for &discs in before {
            let mut drops = discs.drops() & !discs.completing(discs.mine);
            while drops != 0 {
                let next = canonical(discs.drop_on(drops & drops.wrapping_neg()));
                after.insert((next.key(), next));
                drops &= drops - 1;
            }
        }
        by_count.push(after.into_iter().map(|(_, discs)| discs).collect());
    }
    by_count
}

fn canonical<const COLUMNS: usize, const ROWS: usize>(
    discs: Discs<COLUMNS, ROWS>,
) -> Discs<COLUMNS, ROWS> {
    let image = discs.mirrored();
    if image.key() < discs.key() { image } else { discs }
}

impl Book {
    /// The book of the usual board; `None` for other boards.
    pub(super) fn shipped<const COLUMNS: usize, const ROWS: usize>() -> Option<Book> {
        if (COLUMNS, ROWS) != (7, 6) {
            return None;
        }
        let scores = unpacked(PACKED)?;
        Book::of::<COLUMNS, ROWS>(&scores)
    }

    /// The book with these bytes; `None` unless they are one for every board up to some number of discs.
    fn of<const COLUMNS: usize, const ROWS: usize>(scores: &[u8]) -> Option<Book> {
        let mut scores = scores.iter().map(|&score| (i32::from(score) - SHIFT) as i8);
        let mut counts = Vec::new();
        while scores.len() > 0 {
            let boards = boards::<COLUMNS, ROWS>(counts.len() as u32).pop()?;
            let of_count: Vec<_> =
                boards.iter().zip(&mut scores).map(|(discs, score)| (discs.key(), score)).collect();
            (of_count.len() == boards.len()).then_some(())?;
            counts.push(of_count);
        }
        (!counts.is_empty()).then_some(Book { counts, cells: COLUMNS * ROWS })
    }

    /// The most discs of a board in the book.
    pub(super) fn last_count(&self) -> u32 {
        self.counts.len() as u32 - 1
    }

    /// The outcome of a board; `None` if it is not in the book.
    pub(super) fn outcome<const COLUMNS: usize, const ROWS: usize>(
        &self,
        discs: Discs<COLUMNS, ROWS>,
    ) -> Option<Outcome> {
        debug_assert_eq!(self.cells, COLUMNS * ROWS);
        let boards = self.counts.get(discs.count() as usize)?;
        let key = canonical(discs).key();
        let found = boards.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        Some(outcome_of::<COLUMNS, ROWS>(discs.count() as i32, boards[found].1.into()))
    }
}

/// The scores of boards from those of all boards with one disc more.
pub fn scores_before<const COLUMNS: usize, const ROWS: usize>(
    boards: &[Discs<COLUMNS, ROWS>],
    after: &[Discs<COLUMNS, ROWS>],
    scores_after: &[i32],
) -> Vec<i32> {
    let score = |&discs: &Discs<COLUMNS, ROWS>| {
        let cells =
            (0..COLUMNS).map(|column| discs.drops() & Discs::<COLUMNS, ROWS>::column(column));
        let left = (COLUMNS * ROWS) as i32 - discs.count() as i32;
        let scores = cells.filter(|cell| *cell != 0).map(|cell| {
            if cell & discs.completing(discs.mine) != 0 {
                return (left + 1) / 2;
            }
            let key = canonical(discs.drop_on(cell)).key();
            let found =
                after.binary_search_by_key(&key, Discs::key).expect("a board of the next count");
            -scores_after[found]
        });
        scores.max().expect("the board is not full")
    };
    boards.iter().map(score).collect()
}

/// The bytes of a book with these scores.
pub fn packed(scores: impl Iterator<Item = i32>) -> std::io::Result<Vec<u8>> {
    let bytes: Vec<u8> = scores.map(|score| (score + SHIFT) as u8).collect();
    shipped::packed(&bytes, 19)
}

#[cfg(test)]
mod tests {
    use super::super::search::{Bounds, Search};
    use super::*;

    #[test]
    fn boards_are_those_that_play_leads_to() {
        let with_images = |boards: &Vec<Discs<7, 6>>| {
            let all = boards.iter().flat_map(|discs| [*discs, discs.mirrored()]);
            all.collect::<BTreeSet<_>>().len()
        };
        let counts: Vec<usize> = boards(4).iter().map(with_images).collect();
        assert_eq!(counts, [1, 7, 49, 238, 1120], "the numbers of positions that are published");
    }

    /// A book of a small board, made from the scores of its last boards alone, has the outcomes that a
    /// search of every board finds.
    #[test]
    fn a_book_has_what_searches_find() {
        let (bounds, boards) = (Bounds::new(12), boards::<4, 4>(4));
        let score = |discs| Search::new(&bounds).score(discs);
        let mut by_count = vec![boards[4].iter().map(|&discs| score(discs)).collect::<Vec<_>>()];
        for count in (1..=4).rev() {
            let last = &by_count[by_count.len() - 1];
            by_count.push(scores_before(&boards[count - 1], &boards[count], last));
        }
        let bytes = packed(by_count.into_iter().rev().flatten()).unwrap();
        let book = Book::of::<4, 4>(&unpacked(&bytes).unwrap()).unwrap();
        assert_eq!(book.last_count(), 4);
        for discs in boards.into_iter().flatten() {
            let found = Search::new(&bounds).outcome(discs);
            assert_eq!(book.outcome(discs), Some(found));
            assert_eq!(book.outcome(discs.mirrored()), Some(found));
        }
        assert!(Book::of::<4, 4>(&[128; 2]).is_none(), "half of a level");
    }
}
