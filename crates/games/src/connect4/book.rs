//! The opening book: scores of boards that take long to search.
//!
//! The book has all boards with few discs, and of those with more the ones that are met when one of the players
//! makes best moves only, with all boards that moves from there lead to: whoever plays against a perfect
//! player is answered at once. The example `connect4_book` makes it, by searching.
//!
//! `book.zst`, which is part of the program, is one zstd frame with a checksum. Unpacked it is a list of keys and
//! scores in rising order of keys: the lowest byte of each key's distance from the one before, then the second
//! byte of each, up to the seventh, and then the scores, each plus 128. Of two mirror images the one with
//! the smaller key is there. Boards on which the player to move wins at once are left out.

use std::collections::BTreeMap;

use hindsight_core::Outcome;

use super::discs::Discs;
use super::search::outcome_of;
use crate::shipped::{self, shipped, unpacked};

const PACKED: &[u8] = shipped!("book.zst");
/// What is added to a score so that it fits a byte.
const SHIFT: i32 = 128;
/// Bytes of a key.
const KEY_BYTES: usize = 7;

/// Scores by board.
#[derive(Debug)]
pub struct Book {
    /// In rising order.
    keys: Vec<u64>,
    scores: Vec<i8>,
}

impl Book {
    /// The book of the usual board; `None` for other boards.
    pub(super) fn shipped<const COLUMNS: usize, const ROWS: usize>() -> Option<Book> {
        if (COLUMNS, ROWS) != (7, 6) {
            return None;
        }
        Book::of(&unpacked(PACKED)?)
    }

    /// The book with these bytes; `None` if they cannot be one.
    fn of(bytes: &[u8]) -> Option<Book> {
        let boards = bytes.len() / (KEY_BYTES + 1);
        let (distances, scores) = bytes.split_at(boards * KEY_BYTES);
        (scores.len() == boards).then_some(())?;
        let distance = |board: usize| {
            (0..KEY_BYTES).fold(0, |distance, byte| {
                distance | u64::from(distances[byte * boards + board]) << (8 * byte)
            })
        };
        let keys = (0..boards).scan(0_u64, |key, board| {
            *key = key.wrapping_add(distance(board));
            Some(*key)
        });
        let scores = scores.iter().map(|&score| (i32::from(score) - SHIFT) as i8);
        Some(Book { keys: keys.collect(), scores: scores.collect() })
    }

    /// The outcome of a board; `None` if it is not in the book.
    pub(super) fn outcome<const COLUMNS: usize, const ROWS: usize>(
        &self,
        discs: Discs<COLUMNS, ROWS>,
    ) -> Option<Outcome> {
        let found = self.keys.binary_search(&discs.canonical().key()).ok()?;
        Some(outcome_of::<COLUMNS, ROWS>(discs.count() as i32, self.scores[found].into()))
    }
}

/// The bytes of a book with these keys and scores.
pub fn packed(scores: &BTreeMap<u64, i32>) -> std::io::Result<Vec<u8>> {
    let mut last = 0;
    let distances: Vec<u64> =
        scores.keys().map(|key| key - std::mem::replace(&mut last, *key)).collect();
    let mut bytes = Vec::new();
    for byte in 0..KEY_BYTES {
        bytes.extend(distances.iter().map(|distance| (distance >> (8 * byte)) as u8));
    }
    bytes.extend(scores.values().map(|score| (score + SHIFT) as u8));
    shipped::packed(&bytes, 19)
}

/// Boards with equally many discs that are met in games in which a player makes best moves only, at which the
/// game goes on.
#[derive(Debug)]
pub struct Met<const COLUMNS: usize, const ROWS: usize> {
    /// By key, and for which of the two players that is so: as the bits of a number.
    boards: BTreeMap<u64, (Discs<COLUMNS, ROWS>, u8)>,
    count: u32,
}

impl<const COLUMNS: usize, const ROWS: usize> Met<COLUMNS, ROWS> {
    /// The empty board.
    pub fn start() -> Self {
        let empty = Discs::default();
        Met { boards: BTreeMap::from([(empty.key(), (empty, 0b11))]), count: 0 }
    }

    /// How many discs are on the boards.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The boards that moves from these lead to, as the book has them, each once.
    pub fn children(&self) -> Vec<Discs<COLUMNS, ROWS>> {
        let children = self.boards.values().flat_map(|(discs, _)| book_children(*discs));
        BTreeMap::from_iter(children.map(|child| (child.key(), child))).into_values().collect()
    }

    /// The boards met a move later, given the scores of the [children](Met::children). All of them are
    /// taken where that is asked for.
    pub fn next(&self, all: bool, score: impl Fn(&Discs<COLUMNS, ROWS>) -> i32) -> Self {
        let mover = 1 << (self.count % 2);
        let mut next = Met { boards: BTreeMap::new(), count: self.count + 1 };
        for (discs, perfect) in self.boards.values() {
            // Who can win at once is perfect by doing so, and the game is over.
            let best = match discs.wins_at_once() {
                true => None,
                false => book_children(*discs).map(|child| score(&child)).min(),
            };
            for child in book_children(*discs) {
                let is_best = best == Some(score(&child));
                let still = if is_best { *perfect } else { perfect & !mover };
                if still != 0 || all {
                    next.boards.entry(child.key()).or_insert((child, 0)).1 |= still;
                }
            }
        }
        next
    }
}

/// Where moves lead at which the game goes on, of mirror images the one that the book has.
fn book_children<const COLUMNS: usize, const ROWS: usize>(
    discs: Discs<COLUMNS, ROWS>,
) -> impl Iterator<Item = Discs<COLUMNS, ROWS>> {
    let goes_on = |child: &Discs<COLUMNS, ROWS>| !child.is_won_by_last() && child.drops() != 0;
    discs.children().filter(goes_on).map(Discs::canonical)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::search::{Bounds, Search};
    use super::*;

    type Small = Discs<5, 4>;

    #[test]
    fn boards_are_those_that_play_leads_to() {
        let mut met = Met::<7, 6>::start();
        let mut counts = Vec::new();
        for _ in 0..4 {
            let children = met.children();
            let all = children.iter().flat_map(|discs| [*discs, discs.mirrored()]);
            counts.push(all.collect::<BTreeSet<_>>().len());
            met = met.next(true, |_| 0);
        }
        assert_eq!(counts, [7, 49, 238, 1120], "the numbers of positions that are published");
    }

    /// Both players in turn are perfect, and the other moves as it likes: the book has every board that is met,
    /// and every board that one of its moves leads to.
    #[test]
    fn a_book_answers_whoever_plays_against_a_perfect_player() {
        let bounds = Bounds::new(12);
        let score = |discs: &Small| Search::new(&bounds).score(*discs);
        let (mut met, mut scores) = (Met::<5, 4>::start(), BTreeMap::new());
        scores.insert(Small::default().key(), score(&Small::default()));
        while met.count() < 10 {
            let children = met.children().into_iter().filter(|child| !child.wins_at_once());
            scores.extend(children.map(|child| (child.key(), score(&child))));
            met = met.next(false, score);
        }
        let book = Book::of(&unpacked(&packed(&scores).unwrap()).unwrap()).unwrap();
        assert_eq!(book.keys.len(), scores.len());
        let mut asked = 0;
        for perfect in [0, 1] {
            let mut boards = BTreeSet::from([Small::default()]);
            for count in 0..10 {
                let mut after = BTreeSet::new();
                for discs in boards {
                    let goes_on = |child: &Small| !child.is_won_by_last();
                    let children: Vec<_> = discs.children().filter(goes_on).collect();
                    for child in children.iter().filter(|child| !child.wins_at_once()) {
                        let found = Search::new(&bounds).outcome(*child);
                        assert_eq!(book.outcome(*child), Some(found));
                        assert_eq!(book.outcome(child.mirrored()), Some(found));
                        asked += 1;
                    }
                    if !discs.wins_at_once() {
                        let best = children.iter().map(score).min();
                        let is_free = count % 2 != perfect;
                        let kept = |child: &&Small| is_free || Some(score(child)) == best;
                        after.extend(children.iter().filter(kept));
                    } else if count % 2 != perfect {
                        after.extend(children);
                    }
                }
                boards = after;
            }
        }
        assert!(asked > 1_000, "{asked}");
        assert!(Book::of(&[128; 9]).is_none(), "a board and an eighth");
    }
}
