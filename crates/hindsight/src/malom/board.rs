//! Boards as Malom numbers them: points, symmetries, and the slot of a board in its sector.

use std::sync::{Arc, Mutex, PoisonError};

/// The points of the board.
pub const POINTS: u32 = 24;
/// The symmetries, and the number of the one that changes nothing.
const SYMMETRIES: usize = 16;
/// The symmetry that undoes each.
const INVERSES: [usize; SYMMETRIES] = [2, 1, 0, 3, 4, 5, 6, 7, 10, 9, 8, 11, 12, 13, 14, 15];

/// Where a symmetry takes a point: eight points to a square, numbered clockwise.
fn image(symmetry: usize, point: u32) -> u32 {
    let (square, place) = (point / 8, point % 8);
    let turned = match symmetry % 8 {
        _ if symmetry == SYMMETRIES - 1 => place,
        0 => place + 2,
        1 => place + 4,
        2 => place + 6,
        3 => 12 - place,
        4 => 8 - place,
        5 => 10 - place,
        6 => 14 - place,
        _ => place,
    } % 8;
    let inside_out = (7..SYMMETRIES - 1).contains(&symmetry);
    8 * (if inside_out { 2 - square } else { square }) + turned
}

/// Where a symmetry takes a set of points.
fn moved(symmetry: usize, points: u32) -> u32 {
    (0..POINTS)
        .filter(|point| points >> point & 1 == 1)
        .fold(0, |set, point| set | 1 << image(symmetry, point))
}

fn binomial(n: u32, k: u32) -> u64 {
    (0..k).fold(1, |product, i| product * u64::from(n.saturating_sub(i)) / u64::from(i + 1))
}

/// The number of a set among those of its size, in rising order as numbers.
fn rank(points: u32) -> u64 {
    let mut set = points;
    let mut sum = 0;
    let mut size = 0;
    while set != 0 {
        size += 1;
        sum += binomial(set.trailing_zeros(), size);
        set &= set - 1;
    }
    sum
}

/// The set of so many points with a number.
fn unrank(mut rank: u64, size: u32) -> u32 {
    let mut points = 0;
    for size in (1..=size).rev() {
        let point = (0..POINTS).rev().find(|&point| binomial(point, size) <= rank).unwrap_or(0);
        rank -= binomial(point, size);
        points |= 1 << point;
    }
    points
}

/// Takes the points of one set out of the numbering of another.
fn squeezed(points: u32, out: u32) -> u32 {
    let free = (0..POINTS).filter(|point| out >> point & 1 == 0);
    free.enumerate().fold(0, |set, (place, point)| set | (points >> point & 1) << place)
}

/// Puts them back.
fn stretched(points: u32, out: u32) -> u32 {
    let free = (0..POINTS).filter(|point| out >> point & 1 == 0);
    free.enumerate().fold(0, |set, (place, point)| set | (points >> place & 1) << point)
}

/// The classes of the sets of one size.
#[derive(Debug)]
struct Classes {
    /// The least set of each class.
    representatives: Vec<u32>,
    /// For each set, by its number among those of its size, its class and the symmetry that takes it to the
    /// class's least.
    of: Vec<(u32, u8)>,
}

impl Classes {
    fn new(size: u32) -> Classes {
        let none = u32::MAX;
        let mut of = vec![(none, 0); binomial(POINTS, size) as usize];
        let mut representatives = Vec::new();
        for number in 0..of.len() {
            if of[number].0 != none {
                continue;
            }
            let set = unrank(number as u64, size);
            let class = representatives.len() as u32;
            representatives.push(set);
            for (symmetry, &inverse) in INVERSES.iter().enumerate() {
                of[rank(moved(symmetry, set)) as usize] = (class, inverse as u8);
            }
        }
        Classes { representatives, of }
    }
}

/// How many stones the player to move and the opponent have, on the board and in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sector {
    /// On the board, of the player to move.
    pub mine: u32,
    /// On the board, of the opponent.
    pub theirs: u32,
    /// In hand, of the player to move.
    pub my_hand: u32,
    /// In hand, of the opponent.
    pub their_hand: u32,
}

/// Where the stones are, as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Those of the player to move.
    pub mine: u32,
    /// Those of the opponent.
    pub theirs: u32,
}

/// The numbering of all sectors. The classes of sets are found when first needed.
#[derive(Debug, Default)]
pub struct Numbering {
    classes: Mutex<[Option<Arc<Classes>>; 13]>,
}

impl Numbering {
    fn classes(&self, size: u32) -> Arc<Classes> {
        let mut known = self.classes.lock().unwrap_or_else(PoisonError::into_inner);
        let place = &mut known[size.min(12) as usize];
        Arc::clone(place.get_or_insert_with(|| Arc::new(Classes::new(size.min(12)))))
    }

    /// The slots of a sector.
    pub fn slots(&self, sector: Sector) -> u64 {
        let classes = self.classes(sector.mine).representatives.len() as u64;
        classes * binomial(POINTS - sector.mine, sector.theirs)
    }

    /// The slot of a board in the sector with as many stones.
    pub fn slot(&self, board: Board) -> u64 {
        let Board { mine, theirs } = board;
        let classes = self.classes(mine.count_ones());
        let (class, back) = classes.of[rank(mine) as usize];
        let (mine, theirs) = (moved(back.into(), mine), moved(back.into(), theirs));
        let width = binomial(POINTS - mine.count_ones(), theirs.count_ones());
        u64::from(class) * width + rank(squeezed(theirs, mine))
    }

    /// The board of a slot.
    pub fn board(&self, sector: Sector, slot: u64) -> Board {
        let width = binomial(POINTS - sector.mine, sector.theirs);
        let mine = self.classes(sector.mine).representatives[(slot / width) as usize];
        Board { mine, theirs: stretched(unrank(slot % width, sector.theirs), mine) }
    }

    /// The symmetry that takes the board of a slot to the least board that stands for it; `None` if it is
    /// that board itself.
    pub fn reference(&self, board: Board) -> Option<usize> {
        let key = |board: Board| u64::from(board.theirs) << POINTS | u64::from(board.mine);
        let seen = |symmetry: usize| Board {
            mine: moved(symmetry, board.mine),
            theirs: moved(symmetry, board.theirs),
        };
        let keeps = |symmetry: &usize| seen(*symmetry).mine == board.mine;
        let least = (0..SYMMETRIES).filter(keeps).min_by_key(|&symmetry| key(seen(symmetry)))?;
        (key(seen(least)) < key(board)).then_some(least)
    }

    /// The board that a symmetry makes of that which a board's slot stands for.
    pub fn moved_as_stored(&self, symmetry: usize, board: Board) -> Board {
        let classes = self.classes(board.mine.count_ones());
        let (_, back) = classes.of[rank(board.mine) as usize];
        self.moved(symmetry, self.moved(back.into(), board))
    }

    /// The board that a symmetry makes of another.
    pub fn moved(&self, symmetry: usize, board: Board) -> Board {
        Board { mine: moved(symmetry, board.mine), theirs: moved(symmetry, board.theirs) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_have_their_inverses() {
        for (symmetry, &inverse) in INVERSES.iter().enumerate() {
            for point in 0..POINTS {
                assert_eq!(image(inverse, image(symmetry, point)), point);
            }
        }
    }

    #[test]
    fn as_many_classes_as_malom_has() {
        let numbering = Numbering::default();
        let classes = |size| numbering.classes(size).representatives.len();
        let known = [1, 4, 30, 158, 757, 2830, 8774];
        assert_eq!((0..7).map(classes).collect::<Vec<_>>(), known);
    }

    #[test]
    fn slots_and_boards_belong_together() {
        let numbering = Numbering::default();
        let sector = Sector { mine: 3, theirs: 2, my_hand: 0, their_hand: 1 };
        for slot in 0..numbering.slots(sector) {
            let board = numbering.board(sector, slot);
            match numbering.reference(board) {
                // A board may have its own slot or that of the least one with the same stones of ours.
                None => assert_eq!(numbering.slot(board), slot),
                Some(symmetry) => {
                    let least = numbering.moved(symmetry, board);
                    assert_eq!(least.mine, board.mine);
                    assert!(least.theirs < board.theirs);
                    assert_eq!(numbering.reference(least), None);
                }
            }
        }
    }
}
