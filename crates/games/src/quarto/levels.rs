//! Both games as a GPU surveys them, level by level: what the kernels of `survey.h` are given, and what their
//! counters mean.

use std::collections::BTreeMap;

use hindsight_core::bits::ones;
use hindsight_core::{
    LevelCounts, LevelOutline, LevelSurvey, LevelTask, LevelWork, MAX_LEVEL_NUMBERS, Outcome, Tier,
};

use super::Quarto;
use super::board::Position;
use super::index::Index;
use super::live::Standing;
use super::opening::better;
use super::survey::{COUNTERS, CommonTables, ITEM_UNITS, LevelTables, in_threads};

/// Levels with as many places left are found by a search in the kernel.
const SEARCHED_LEFT: u32 = 4;
/// Levels with fewer slots have a byte for each.
const LARGE: u64 = 1 << 30;
/// The counters of boards with winning lines: with lines that a single placement can have completed, and
/// others.
const LOST: usize = 17;
const UNREACHABLE: usize = 18;
/// Kernels that search, by places left.
const SEARCHES: [&str; 4] = ["search_1", "search_2", "search_3", "search_4"];

/// Either game, as its levels are surveyed.
#[derive(Debug)]
pub(super) struct Levels {
    /// Boards without a piece in hand, in either game.
    index: Index,
}

/// Double words as words.
fn words(doubles: &[u64]) -> Vec<u32> {
    doubles.iter().flat_map(|&double| [double as u32, (double >> 32) as u32]).collect()
}

impl Levels {
    pub(super) fn new(game: &Quarto) -> Levels {
        Levels { index: Index::new(game.shape, false) }
    }

    fn last(&self) -> u32 {
        self.index.shape.last() as u32
    }

    fn slots(&self, level: u32) -> u64 {
        (0..self.index.classes(level as usize))
            .map(|class| self.index.slots(self.index.tier_of_class(level as usize, class)))
            .sum()
    }

    fn is_searched(&self, level: u32) -> bool {
        self.last() - level <= SEARCHED_LEFT
    }

    /// Bits of a value: two suffice where four plies are left, four otherwise.
    fn bits(&self, level: u32) -> u32 {
        match (self.slots(level) < LARGE, self.is_searched(level)) {
            (true, _) => 8,
            (false, true) => 2,
            (false, false) => 4,
        }
    }
}

impl Quarto {
    /// The levels as they are surveyed, made when first asked for.
    fn surveyed(&self) -> &Levels {
        self.levels.get_or_init(|| Levels::new(self))
    }

    /// What is kept for a board without a winning line, found by searching.
    fn searched_kept(&self, board: Position) -> u8 {
        let (left, dangerous) = self.live().left_and_dangerous(board);
        let plies = |outcome: Outcome| match outcome {
            Outcome::Win(plies) | Outcome::Lose(plies) => plies as u8,
            _ => 0,
        };
        let value = if self.is_handed {
            let safe = ones((left & !dangerous).into()).map(|piece| piece as u8);
            let handed = safe.map(|piece| plies(self.live().handed(board.with_hand(Some(piece)))));
            handed.fold(1, better)
        } else {
            plies(self.live().chosen(board))
        };
        value.saturating_sub(1)
    }
}

impl LevelSurvey for Quarto {
    fn kernels(&self) -> String {
        let number = |name: &str, number: usize| format!("#define {name} {number}u\n");
        [
            number("CELLS", self.shape.cells()),
            number("PIECES", self.shape.pieces()),
            number("LAST", self.shape.last()),
            number("ITEM_UNITS", ITEM_UNITS as usize),
            format!("#define HANDED {}\n", u8::from(self.is_handed)),
            include_str!("survey.h").to_owned(),
        ]
        .concat()
    }

    fn kernel_names(&self) -> Vec<&'static str> {
        SEARCHES.into_iter().chain(["look_up", "gather", "differ"]).collect()
    }

    fn common(&self) -> Vec<Vec<u32>> {
        let tables = CommonTables::new(&self.surveyed().index);
        vec![
            tables.cell_classes,
            tables.piece_classes,
            words(&tables.board_symmetries),
            words(&tables.piece_symmetries),
            tables.constants,
            tables.nearly_full,
            tables.full,
        ]
    }

    fn levels(&self) -> u32 {
        self.surveyed().last()
    }

    fn tiers(&self, level: u32) -> Vec<Tier> {
        let index = self.index();
        let classes = 0..index.classes(level as usize);
        let tiers = classes.map(|class| index.tier_of_class(level as usize, class));
        let start = index.tier_of(Position::EMPTY);
        let before = (level == 0 && index.level(start).is_none()).then_some(start);
        tiers.chain(before).collect()
    }

    fn outline(&self, level: u32) -> LevelOutline {
        let levels = self.surveyed();
        let bytes = levels.slots(level) * u64::from(levels.bits(level)) / 8;
        LevelOutline { bytes, is_searched: levels.is_searched(level) }
    }

    fn work(&self, level: u32) -> LevelWork {
        let levels = self.surveyed();
        let bits = levels.bits(level);
        let tables = LevelTables::new(&levels.index, level as usize);
        let task = |kernel, unit_slots| {
            let (records, items) = tables.records(unit_slots);
            LevelTask { kernel, records, items }
        };
        let left = (levels.last() - level) as usize;
        let search = levels.is_searched(level).then(|| task(SEARCHES[left - 1], None));
        let look_up = task("look_up", Some(u64::from(8 / bits)));
        let mut numbers = [0; MAX_LEVEL_NUMBERS];
        numbers[..4].copy_from_slice(&[
            level,
            tables.pairs.len() as u32,
            bits,
            tables.piece_classes,
        ]);
        LevelWork {
            level,
            slots: tables.slots,
            bytes: tables.slots * u64::from(bits) / 8,
            numbers,
            arrays: vec![
                Vec::new(),
                tables.fillings,
                tables.classes,
                words(&tables.own_symmetries),
                words(&tables.other_symmetries),
                tables.stabilisers,
                words(&tables.hands),
            ],
            counters: 2 * COUNTERS * tables.pairs.len(),
            search,
            look_up,
        }
    }

    fn counted(&self, work: &LevelWork, counters: &[u64]) -> Vec<LevelCounts> {
        let levels = self.surveyed();
        let (index, level) = (&levels.index, work.level as usize);
        let symmetries = u128::from(index.symmetries());
        // Positions, and as many times the symmetries as there are orbits, by tier and counter.
        let mut sums: BTreeMap<usize, [(u128, u128); COUNTERS]> = BTreeMap::new();
        let pairs = index.pairs(level);
        for ((class, images), counts) in pairs.into_iter().zip(counters.chunks(2 * COUNTERS)) {
            let tier = sums.entry(class).or_insert([(0, 0); COUNTERS]);
            for (number, sum) in tier.iter_mut().enumerate() {
                let (once, again) =
                    (u128::from(counts[number]), u128::from(counts[COUNTERS + number]));
                sum.0 += u128::from(images) * once;
                sum.1 += u128::from(images) * (once + again);
            }
        }
        let outcome = |number: usize| match number {
            0 => Outcome::Tie((levels.last() - work.level) as u16),
            LOST | UNREACHABLE => Outcome::Lose(0),
            odd if odd % 2 == 1 => Outcome::Win(odd as u16),
            even => Outcome::Lose(even as u16),
        };
        let rows = |(class, sums): (usize, [(u128, u128); COUNTERS])| {
            let mut rows: Vec<(Outcome, u64, u64)> = Vec::new();
            for (number, (positions, orbits)) in sums.into_iter().enumerate() {
                if positions > 0 {
                    add(&mut rows, outcome(number), positions as u64, (orbits / symmetries) as u64);
                }
            }
            let unreachable = sums[UNREACHABLE].0 as u64;
            LevelCounts { tier: self.index().tier_of_class(level, class), rows, unreachable }
        };
        let mut counted: Vec<LevelCounts> = sums.into_iter().map(rows).collect();
        let start = self.index().tier_of(Position::EMPTY);
        if level == 0 && self.index().level(start).is_none() {
            // All pieces are alike: what is handed over first does not matter.
            let first = counted[0].rows[0].0.as_seen_by_mover();
            counted.push(LevelCounts { tier: start, rows: vec![(first, 1, 1)], unreachable: 0 });
        }
        counted
    }

    fn last_level(&self) -> Vec<LevelCounts> {
        let (index, level) = (self.index(), self.shape.last());
        if self.shape.cells() == level && level == self.shape.pieces() {
            return vec![self.full_boards(index.tier_of_class(level, 0))];
        }
        let classes: Vec<usize> = (0..index.classes(level)).collect();
        in_threads(&classes, |&class| {
            let tier = index.tier_of_class(level, class);
            let mut counts = LevelCounts { tier, rows: Vec::new(), unreachable: 0 };
            for slot in 0..index.slots(tier) {
                let Some(occupant) = index.occupant(tier, slot) else { continue };
                let standing = self.live().standing(occupant.position);
                let is_tie = standing == Standing::Tied;
                let outcome = if is_tie { Outcome::Tie(0) } else { Outcome::Lose(0) };
                let positions = u64::from(index.symmetries() / occupant.stabiliser);
                add(&mut counts.rows, outcome, positions, 1);
                if standing == Standing::Unreachable {
                    counts.unreachable += positions;
                }
            }
            counts
        })
    }

    fn searched(&self, work: &LevelWork) -> Vec<(u64, u8)> {
        let index = &self.surveyed().index;
        let level = work.level as usize;
        let samples = match (self.shape.last() < 16, level) {
            (true, _) => 2_000,
            (false, 9..) => 1_000_000,
            (false, 8) => 100_000,
            (false, 7) => 10_000,
            (false, _) => return Vec::new(),
        };
        let tables = LevelTables::new(index, level);
        let seeds: Vec<u64> = (0..samples / 500).collect();
        let search = |&seed: &u64| -> Vec<(u64, u8)> {
            let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            let mut below = |bound: usize| {
                // Xorshift: enough to spread samples.
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                ((u128::from(random) * bound as u128) >> 64) as usize
            };
            let boards = (0..500).map(|_| self.sample(level, &mut below).with_hand(None));
            let open = boards.filter(|&board| self.live().standing(board) == Standing::Open);
            open.map(|board| (tables.slot_of(index, board), self.searched_kept(board))).collect()
        };
        in_threads(&seeds, search).into_iter().flatten().collect()
    }
}

/// Adds to the row of an outcome.
fn add(rows: &mut Vec<(Outcome, u64, u64)>, outcome: Outcome, positions: u64, orbits: u64) {
    match rows.iter_mut().find(|row| row.0 == outcome) {
        Some(row) => {
            row.1 += positions;
            row.2 += orbits;
        }
        None => rows.push((outcome, positions, orbits)),
    }
}

impl Quarto {
    /// The counts of all full boards.
    fn full_boards(&self, tier: Tier) -> LevelCounts {
        let boards = super::FullBoards::count();
        let (all, orbits) = (boards.standings(), boards.orbits());
        let rows = vec![
            (Outcome::Tie(0), all.ties, orbits.ties),
            (Outcome::Lose(0), all.lost + all.unreachable, orbits.lost + orbits.unreachable),
        ];
        LevelCounts { tier, rows, unreachable: all.unreachable }
    }
}
