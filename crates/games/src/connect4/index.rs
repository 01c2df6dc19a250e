//! Numbers for the positions on an upright board.
//!
//! A tier has the positions with one number of discs. How high the columns are is the **profile**; then
//! which of the discs are the player's to move is left to number:
//!
//! ```text
//! slot = number of the profile * choices of the player's discs + rank of the choice
//! ```
//!
//! Both numbers are counted up, not looked up. Of two mirror images the one with the smaller key has a slot that
//! is no hole. The usual board has too many slots for tables; this says how many.

use hindsight_core::{Indexed, Occupant, OrbitSlot, Orbits, Tier};

use super::discs::Discs;
use super::usual::Upright;

/// As many cells as a word has.
const MOST_CELLS: usize = 64;

/// How many subsets of a size a set has.
#[derive(Debug)]
struct Choices([[u64; MOST_CELLS / 2 + 1]; MOST_CELLS + 1]);

/// All that fit a word; others are never asked for.
static CHOICES: Choices = {
    let mut rows = [[0_u64; MOST_CELLS / 2 + 1]; MOST_CELLS + 1];
    let mut of = 0;
    while of <= MOST_CELLS {
        rows[of][0] = 1;
        let mut size = 1;
        while of > 0 && size <= MOST_CELLS / 2 {
            rows[of][size] = rows[of - 1][size - 1] + rows[of - 1][size];
            size += 1;
        }
        of += 1;
    }
    Choices(rows)
};

fn choices(of: u32, size: u32) -> u64 {
    CHOICES.0[of as usize][size as usize]
}

/// How many discs of so many are the player's to move.
fn own(count: u32) -> u32 {
    count / 2
}

/// How many profiles so many columns have with so many discs: columns first.
#[derive(Debug)]
pub(super) struct Profiles(Vec<Vec<u64>>);

impl Profiles {
    pub(super) fn new(columns: usize, rows: usize) -> Profiles {
        let mut ways = vec![vec![0; columns * rows + 1]];
        ways[0][0] = 1;
        for columns in 0..columns {
            let fewer = &ways[columns];
            let with =
                |discs: usize| (0..=rows.min(discs)).map(|height| fewer[discs - height]).sum();
            let more = (0..fewer.len()).map(with).collect();
            ways.push(more);
        }
        Profiles(ways)
    }

    fn of(&self, columns: usize, discs: u32) -> u64 {
        self.0[columns][discs as usize]
    }
}

/// The number of a board, mirror images apart.
fn rank<const COLUMNS: usize, const ROWS: usize>(
    profiles: &Profiles,
    discs: Discs<COLUMNS, ROWS>,
) -> u64 {
    let count = discs.count();
    let (mut profile, mut left) = (0, count);
    let (mut rank, mut met, mut chosen) = (0, 0, 0);
    for column in 0..COLUMNS {
        let first = column * (ROWS + 1);
        let height = (discs.taken & Discs::<COLUMNS, ROWS>::column(column)).count_ones();
        let behind = COLUMNS - 1 - column;
        profile += (0..height).map(|lower| profiles.of(behind, left - lower)).sum::<u64>();
        left -= height;
        for row in 0..height as usize {
            if discs.mine >> (first + row) & 1 == 1 {
                chosen += 1;
                rank += choices(met, chosen);
            }
            met += 1;
        }
    }
    profile * choices(count, own(count)) + rank
}

/// The board with a number.
fn unrank<const COLUMNS: usize, const ROWS: usize>(
    profiles: &Profiles,
    count: u32,
    slot: u64,
) -> Discs<COLUMNS, ROWS> {
    let ways = choices(count, own(count));
    let (mut profile, mut rank) = (slot / ways, slot % ways);
    let (mut cells, mut left) = (Vec::new(), count);
    for column in 0..COLUMNS {
        let mut height = 0;
        loop {
            let lower = profiles.of(COLUMNS - 1 - column, left - height);
            if profile < lower {
                break;
            }
            profile -= lower;
            height += 1;
        }
        left -= height;
        cells.extend((0..height as usize).map(|row| 1_u64 << (column * (ROWS + 1) + row)));
    }
    let mut discs = Discs { taken: cells.iter().fold(0, |taken, cell| taken | cell), mine: 0 };
    let mut chosen = own(count);
    for (met, cell) in cells.iter().enumerate().rev() {
        let below = choices(met as u32, chosen);
        if chosen > 0 && rank >= below {
            rank -= below;
            chosen -= 1;
            discs.mine |= cell;
        }
    }
    discs
}

impl<const COLUMNS: usize, const ROWS: usize> Indexed for Upright<COLUMNS, ROWS> {
    fn tier_of(&self, position: Discs<COLUMNS, ROWS>) -> Tier {
        Tier(position.count().into())
    }

    fn child_tiers(&self, Tier(count): Tier) -> Vec<Tier> {
        (count < (COLUMNS * ROWS) as u64).then_some(Tier(count + 1)).into_iter().collect()
    }

    fn tier_name(&self, Tier(count): Tier) -> String {
        count.to_string()
    }

    fn slots(&self, Tier(count): Tier) -> u64 {
        let count = count as u32;
        self.profiles.of(COLUMNS, count) * choices(count, own(count))
    }

    fn locate_in(&self, _tier: Tier, position: Discs<COLUMNS, ROWS>) -> OrbitSlot {
        let stabiliser = if position.mirrored() == position { 2 } else { 1 };
        OrbitSlot { slot: rank(&self.profiles, position.canonical()), stabiliser }
    }

    fn occupant(&self, Tier(count): Tier, slot: u64) -> Option<Occupant<Discs<COLUMNS, ROWS>>> {
        let position = unrank::<COLUMNS, ROWS>(&self.profiles, count as u32, slot);
        let stabiliser = if position.mirrored() == position { 2 } else { 1 };
        (position.canonical() == position).then_some(Occupant { position, stabiliser })
    }

    fn symmetries(&self) -> u32 {
        2
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "left and right", turns_apart: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots_and_boards_agree<const COLUMNS: usize, const ROWS: usize>() {
        let game = Upright::<COLUMNS, ROWS>::default();
        let mut boards = 0;
        for count in 0..=(COLUMNS * ROWS) as u32 {
            for slot in 0..game.slots(Tier(count.into())) {
                let discs = unrank::<COLUMNS, ROWS>(&game.profiles, count, slot);
                assert!(discs.is_stacked() && discs.count() == count);
                assert_eq!(discs.mine & !discs.taken, 0);
                assert_eq!(discs.mine.count_ones(), own(count));
                assert_eq!(rank(&game.profiles, discs), slot);
                boards += 1;
            }
        }
        assert!(boards > 1_000, "{boards}");
    }

    #[test]
    fn every_slot_has_a_board_of_its_own() {
        slots_and_boards_agree::<4, 3>();
        slots_and_boards_agree::<3, 4>();
        slots_and_boards_agree::<1, 13>();
    }

    #[test]
    fn the_usual_board_has_as_many_slots_as_its_columns_allow() {
        let game = Upright::<7, 6>::default();
        let slots = |count| game.slots(Tier(count));
        assert_eq!((slots(0), slots(1), slots(2)), (1, 7, 28 * 2));
        assert_eq!(slots(42), 538_257_874_440, "21 of 42 discs");
    }
}
