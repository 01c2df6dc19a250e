//! Counting full boards by which of their lines win.
//!
//! There are 16! boards, 20.9 trillion. A board's four rows are two pairs: the outer rows and the inner
//! ones. Eight of the symmetries of the board permute the rows within this pattern, so that only the
//! pairs count, not their order; the 384 symmetries of the pieces leave some twenty thousand ways to
//! divide the pieces into pairs of rows. For each, the arrangements of the outer rows (24 x 24) meet
//! those of the inner ones: what the pieces of a column or a diagonal share is what the halves share.

use std::collections::BTreeSet;

use hindsight_core::Group;
use hindsight_core::bits::ones;

use super::Shape;
use super::symmetry;

/// The board that is counted: with fewer pieces it is never full.
const SHAPE: Shape = Shape { side: 4, properties: 4 };
/// Rows come first among the lines; then columns, then diagonals.
const COLUMNS: u32 = 4;

/// Full boards by the set of their winning lines (one bit for each line, rows, columns, diagonals), up
/// to symmetry of the board: a set may be counted as its image.
#[derive(Debug)]
pub struct FullBoards {
    counts: Vec<u64>,
}

/// How the boards of the last two levels stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastLevels {
    /// Full boards without a winning line.
    pub ties: u64,
    /// Full boards that one placement can have won.
    pub lost: u64,
    /// Boards with one piece left to place that ties, that wins, and that comes too late.
    pub ties_in_1: u64,
    /// See above.
    pub wins_in_1: u64,
    /// See above.
    pub lost_before: u64,
}

/// The pieces of the four rows from the top, in any order within a row.
type RowSets = [u16; 4];

impl FullBoards {
    /// Counts all boards.
    pub fn count() -> FullBoards {
        let mut counts = vec![0; 1 << SHAPE.lines().len()];
        for (rows, images) in divisions(&symmetry::of_pieces(SHAPE)) {
            // Eight orders of the rows, and the mirror.
            count_arrangements(rows, images * 8 * 2, &mut counts);
        }
        FullBoards { counts }
    }

    /// How many boards there are.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The boards of the last two levels, counted from the full ones: taking any piece off a full
    /// board gives every board with one piece left once.
    pub fn last_levels(&self) -> LastLevels {
        let mut levels = LastLevels::default();
        let lines = SHAPE.lines();
        let common = |winning: u32| ones(winning).fold(u16::MAX, |cells, line| cells & lines[line]);
        for (winning, &count) in self.counts.iter().enumerate() {
            let winning = winning as u32;
            if winning == 0 {
                levels.ties += count;
            } else if common(winning) != 0 {
                levels.lost += count;
            }
            for cell in 0..SHAPE.cells() {
                let before = ones(winning)
                    .filter(|&line| lines[line] >> cell & 1 == 0)
                    .fold(0, |mask, line| mask | 1 << line);
                if before == 0 {
                    let kind =
                        if winning == 0 { &mut levels.ties_in_1 } else { &mut levels.wins_in_1 };
                    *kind += count;
                } else if common(before) != 0 {
                    levels.lost_before += count;
                }
            }
        }
        levels
    }
}

/// Divisions of the pieces into two pairs of rows, up to symmetries of the pieces, with the number of
/// images of each.
fn divisions(group: &Group) -> Vec<(RowSets, u64)> {
    let image = |symmetry: usize, set: u16| {
        ones(set.into()).fold(0u16, |image, piece| image | 1 << group.image(symmetry, piece))
    };
    let mut divisions = Vec::new();
    let mut seen = BTreeSet::new();
    for outer in halves(u16::MAX) {
        if seen.contains(&outer) {
            continue;
        }
        let halving = |symmetry| {
            let outer = image(symmetry, outer);
            outer.max(!outer)
        };
        let images: BTreeSet<u16> = (0..group.order()).map(halving).collect();
        let fixing: Vec<usize> = (0..group.order()).filter(|&it| halving(it) == outer).collect();
        // The inner rows are to the symmetries what the outer ones are: either pair comes first.
        let mut seen_rows = BTreeSet::new();
        for first in halves(outer) {
            for second in halves(!outer) {
                let of = |symmetry| {
                    let pair = [(first, outer), (second, !outer)].map(|(row, both)| {
                        let (row, both) = (image(symmetry, row), image(symmetry, both));
                        (both, row.max(both & !row))
                    });
                    [pair[0].max(pair[1]), pair[0].min(pair[1])]
                };
                let rows: BTreeSet<_> = fixing.iter().map(|&symmetry| of(symmetry)).collect();
                if rows.iter().all(|rows| seen_rows.insert(*rows)) {
                    let sets = [first, second, !outer & !second, outer & !first];
                    divisions.push((sets, (images.len() * rows.len()) as u64));
                }
            }
        }
        seen.extend(images);
    }
    divisions
}

/// The halves of a set that have its greatest member: one of every two that complete each other.
fn halves(set: u16) -> impl Iterator<Item = u16> {
    (0..=u16::MAX).filter(move |&half| {
        half & !set == 0 && half.count_ones() * 2 == set.count_ones() && half > set & !half
    })
}

/// Adds the boards whose rows have certain pieces, up to the mirror.
fn count_arrangements(rows: RowSets, weight: u64, counts: &mut [u64]) {
    let shared = |set: u16| ones(set.into()).fold(0xff, |shared, piece| shared & value(piece)) != 0;
    let won_rows =
        rows.iter().enumerate().fold(0, |won, (row, &set)| won | usize::from(shared(set)) << row);
    let mut outer = pairs_of_rows((0, rows[0]), (3, rows[3]));
    // The mirror exchanges the ends of the first row.
    outer.retain(|(top, _)| top[0] < top[3]);
    let inner = pairs_of_rows((1, rows[1]), (2, rows[2]));
    let mut by_lines = [0u64; 1 << 8];
    for (_, outer) in outer {
        for (_, inner) in &inner {
            by_lines[usize::from(nonzero_bytes(outer & inner))] += 1;
        }
    }
    for (lines, found) in by_lines.into_iter().enumerate().filter(|&(_, found)| found > 0) {
        counts[won_rows | lines << COLUMNS] += found * weight;
    }
}

/// A piece's properties, and in the upper half those that it lacks.
fn value(piece: usize) -> u64 {
    (piece | (!piece & 0xf) << 4) as u64
}

/// Every arrangement of two rows: the pieces of the first from the left, and in a byte for each column
/// and each diagonal what the two pieces on it share.
fn pairs_of_rows(first: (usize, u16), second: (usize, u16)) -> Vec<([u8; 4], u64)> {
    let arranged = |(row, set): (usize, u16)| {
        let members: Vec<usize> = ones(set.into()).collect();
        let mut ways = Vec::with_capacity(24);
        for [a, b, c] in (0..64).map(|it| [it >> 4, it >> 2 & 3, it & 3]) {
            if a != b && a != c && b != c {
                let pieces = [a, b, c, 6 - a - b - c].map(|member| members[member]);
                let columns =
                    (0..4).fold(0, |shared, column| shared | value(pieces[column]) << (8 * column));
                let diagonals = value(pieces[row]) << 32 | value(pieces[3 - row]) << 40;
                ways.push((pieces.map(|piece| piece as u8), columns | diagonals));
            }
        }
        ways
    };
    let second = arranged(second);
    let with = |(pieces, above)| second.iter().map(move |&(_, below)| (pieces, above & below));
    arranged(first).into_iter().flat_map(with).collect()
}

/// A bit for each byte that is not zero.
#[inline(always)]
fn nonzero_bytes(word: u64) -> u8 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let flags = (((word & LOW) + LOW) | word) & !LOW;
    // Each flag moves to its place in the highest byte, no two meet on the way.
    ((flags >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

#[cfg(test)]
mod tests {
    use hindsight_testkit::Dice;

    use super::*;
    use crate::quarto::board::{Position, winning_lines};

    /// The slow twin: every arrangement of some rows, by the win check of the rules.
    #[test]
    fn boards_of_rows_are_counted_as_the_rules_say() {
        let divisions = divisions(&symmetry::of_pieces(SHAPE));
        let lines = SHAPE.lines();
        for (rows, _) in
            [divisions[0], divisions[divisions.len() / 3], divisions[divisions.len() / 2]]
        {
            let mut found = vec![0; 1 << lines.len()];
            count_arrangements(rows, 2, &mut found);
            let mut expected = vec![0; 1 << lines.len()];
            fn fill(
                rows: RowSets,
                cell: usize,
                position: Position,
                visit: &mut impl FnMut(Position),
            ) {
                if cell == 16 {
                    return visit(position);
                }
                for piece in ones((rows[cell / 4] & !position.pieces()).into()) {
                    fill(rows, cell + 1, position.placed(cell, piece as u8), visit);
                }
            }
            fill(rows, 0, Position::EMPTY, &mut |board| {
                expected[usize::from(winning_lines(&lines, SHAPE.properties, board))] += 1;
            });
            let mirrored = |winning: usize| {
                let columns = (winning >> 4 & 0xf).reverse_bits() >> (usize::BITS - 4);
                let diagonals = (winning >> 8).reverse_bits() >> (usize::BITS - 2);
                winning & 0xf | columns << 4 | diagonals << 8
            };
            for winning in 0..found.len() {
                let of = |counts: &[u64]| counts[winning] + counts[mirrored(winning)];
                assert_eq!(of(&found), of(&expected), "{winning:b}");
            }
        }
    }

    /// Two halves, each divided in two: 6,435 x 35 x 35.
    #[test]
    fn divisions_stand_for_all_divisions() {
        let divisions = divisions(&symmetry::of_pieces(SHAPE));
        assert_eq!(divisions.iter().map(|(_, images)| images).sum::<u64>(), 6435 * 35 * 35);
        println!("{} divisions", divisions.len());
    }

    #[test]
    fn bytes_that_are_not_zero_have_a_bit() {
        let slow = |word: u64| {
            (0..8).fold(0, |bits, byte| bits | u8::from(word >> (8 * byte) & 0xff != 0) << byte)
        };
        let mut dice = Dice(0);
        for _ in 0..10_000 {
            let word = dice.roll();
            let word = word & (word << 3) & (word >> 5);
            assert_eq!(nonzero_bytes(word), slow(word), "{word:x}");
        }
    }
}
