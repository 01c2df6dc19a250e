//! Both games as a GPU surveys them, level by level: what the kernels of `survey.h` are given, and what their
//! counters mean.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use hindsight_core::{
    LevelCounts, LevelOutline, LevelSamples, LevelSurvey, LevelTask, LevelValues, LevelWork,
    MAX_LEVEL_NUMBERS, Occupant, Outcome, Tier,
};

use super::Quarto;
use super::board::Position;
use super::index::Index;
use super::live::Standing;
use super::opening::{Judge, better, one_later};
use super::survey::{COUNTERS, CommonTables, ITEM_UNITS, LevelSlots, LevelTables, in_threads};

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

/// Seconds that the levels of the whole boards took on an NVIDIA H200, level 0 first: of Quarto, and of simple
/// Quarto.
const MEASURED: [[f64; 16]; 2] = [
    [0.03, 0.01, 0.01, 0.01, 0.01, 0.1, 0.2, 0.8, 6.1, 4.3, 10.6, 17.9, 43.4, 7.8, 3.3, 0.4],
    [0.03, 0.01, 0.01, 0.01, 0.01, 0.1, 0.2, 0.7, 5.7, 2.1, 3.4, 5.4, 12.1, 4.2, 2.9, 0.4],
];
/// Positions of a level that are compared with a search.
const SAMPLES: usize = 1_000_000;
/// Of small boards, as many.
const FEW_SAMPLES: usize = 2_000;
/// The first level of the whole boards whose positions are compared.
const FIRST_SAMPLED: usize = 7;
/// The last one: beyond, all values are found twice.
const LAST_SAMPLED: usize = 12;
/// Samples that a thread finds at a time, and how often it tries for each.
const SAMPLES_TOGETHER: usize = 500;
const MOST_TRIES: usize = 1000;

/// Either game, as its levels are surveyed.
#[derive(Debug)]
pub(super) struct Levels {
    /// Boards without a piece in hand, in either game.
    index: Index,
    /// By level, where slots of a level are asked for.
    slots: Vec<OnceLock<LevelSlots>>,
}

/// Double words as words.
fn words(doubles: &[u64]) -> Vec<u32> {
    doubles.iter().flat_map(|&double| [double as u32, (double >> 32) as u32]).collect()
}

impl Levels {
    pub(super) fn new(game: &Quarto) -> Levels {
        let slots = (0..game.shape.last()).map(|_| OnceLock::new()).collect();
        Levels { index: Index::new(game.shape, false), slots }
    }

    fn last(&self) -> u32 {
        self.index.shape.last() as u32
    }

    fn slots(&self, level: u32) -> u64 {
        (0..self.index.classes(level as usize))
            .map(|class| self.index.slots(self.index.tier_of_class(level as usize, class)))
            .sum()
    }

    /// Where the boards of a level are in its table.
    fn slots_of(&self, level: u32) -> &LevelSlots {
        self.slots[level as usize].get_or_init(|| LevelSlots::new(&self.index, level as usize))
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

    /// A random position of a level at which the game goes on and nothing wins at once, if one is found soon:
    /// the boards that its value follows from, and what a search says that the best of them is worth to whoever
    /// makes it. In simple Quarto that is its own board.
    fn sampled(&self, level: usize, below: &mut impl FnMut(usize) -> usize) -> Option<Sample> {
        let live = self.live();
        let is_quiet = |position: &Position| {
            let (_, dangerous) = live.left_and_dangerous(position.with_hand(None));
            let winners = position.hand().map_or(dangerous, |hand| dangerous & 1 << hand);
            live.standing(*position) == Standing::Open && winners == 0
        };
        let position = (0..MOST_TRIES).map(|_| self.sample(level, &mut *below)).find(is_quiet)?;
        let value = match self.solve(position) {
            Outcome::Win(plies) | Outcome::Lose(plies) => plies as u8,
            _ => 0,
        };
        let Some(hand) = position.hand() else { return Some((vec![position], value)) };
        let mut boards: Vec<Position> =
            self.empty_cells(position).map(|cell| position.placed(cell, hand)).collect();
        // What is lost whatever is handed over is seen on the board.
        boards.retain(|&board| {
            let (left, dangerous) = live.left_and_dangerous(board);
            left != dangerous
        });
        Some((boards, value.saturating_sub(1)))
    }
}

/// Boards, and the best that one of them is worth.
type Sample = (Vec<Position>, u8);

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
        let is_whole = self.shape == super::opening::SHAPE;
        let measured = MEASURED[usize::from(!self.is_handed)][level as usize];
        let measured_seconds = if is_whole { measured } else { 0.0 };
        LevelOutline { bytes, is_searched: levels.is_searched(level), measured_seconds }
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
            LOST => Outcome::Lose(0),
            odd if odd % 2 == 1 => Outcome::Win(odd as u16),
            even => Outcome::Lose(even as u16),
        };
        let rows = |(class, sums): (usize, [(u128, u128); COUNTERS])| {
            let mut rows: Vec<(Outcome, u64, u64)> = Vec::new();
            let count = |(positions, orbits): (u128, u128)| {
                (positions as u64, (orbits / symmetries) as u64)
            };
            for (number, sum) in sums.into_iter().enumerate() {
                if sum.0 > 0 && number != UNREACHABLE {
                    let (positions, orbits) = count(sum);
                    add(&mut rows, outcome(number), positions, orbits);
                }
            }
            let unreachable = count(sums[UNREACHABLE]);
            LevelCounts { tier: self.index().tier_of_class(level, class), rows, unreachable }
        };
        let mut counted: Vec<LevelCounts> = sums.into_iter().map(rows).collect();
        let start = self.index().tier_of(Position::EMPTY);
        if level == 0 && self.index().level(start).is_none() {
            // All pieces are alike: what is handed over first does not matter.
            let first = counted[0].rows[0].0.as_seen_by_mover();
            counted.push(LevelCounts {
                tier: start,
                rows: vec![(first, 1, 1)],
                unreachable: (0, 0),
            });
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
            let mut counts =
                LevelCounts { tier, rows: Vec::new(), unreachable: self.unreachable(tier) };
            for slot in 0..index.slots(tier) {
                let Some(occupant) = index.occupant(tier, slot) else { continue };
                let outcome = match self.live().standing(occupant.position) {
                    Standing::Tied => Outcome::Tie(0),
                    Standing::Unreachable => continue,
                    _ => Outcome::Lose(0),
                };
                let positions = u64::from(index.symmetries() / occupant.stabiliser);
                add(&mut counts.rows, outcome, positions, 1);
            }
            counts
        })
    }

    fn unreachable(&self, tier: Tier) -> (u64, u64) {
        let index = self.index();
        let occupants = (0..index.slots(tier)).filter_map(|slot| index.occupant(tier, slot));
        occupants
            .filter(|occupant| self.live().standing(occupant.position) == Standing::Unreachable)
            .fold((0, 0), |(positions, orbits), Occupant { stabiliser, .. }| {
                (positions + u64::from(index.symmetries() / stabiliser), orbits + 1)
            })
    }

    fn samples(&self, level: u32, is_stopped: &(dyn Fn() -> bool + Sync)) -> LevelSamples {
        // Where pieces are handed over, a level's values are about the positions before it.
        let Some(of) = (level as usize).checked_sub(usize::from(self.is_handed)) else {
            return LevelSamples::default();
        };
        let samples = match self.shape == super::opening::SHAPE {
            false => FEW_SAMPLES,
            true if (FIRST_SAMPLED..=LAST_SAMPLED).contains(&of) => SAMPLES,
            true => return LevelSamples::default(),
        };
        let (index, slots) = (&self.surveyed().index, self.surveyed().slots_of(level));
        let seeds: Vec<u64> = (1..=(samples / SAMPLES_TOGETHER) as u64).collect();
        let search = |&seed: &u64| -> LevelSamples {
            let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            let mut below = |bound: usize| {
                // Xorshift: enough to spread samples.
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                ((u128::from(random) * bound as u128) >> 64) as usize
            };
            let mut found = LevelSamples::default();
            for _ in 0..SAMPLES_TOGETHER {
                if is_stopped() {
                    break;
                }
                if let Some((boards, value)) = self.sampled(of, &mut below) {
                    found.positions.push((boards.len() as u8, value));
                    found.slots.extend(boards.into_iter().map(|board| slots.of(index, board)));
                }
            }
            found
        };
        let mut all = LevelSamples::default();
        for found in in_threads(&seeds, search) {
            all.slots.extend(found.slots);
            all.positions.extend(found.positions);
        }
        all
    }

    fn worth(&self, kept: &[u8]) -> u8 {
        kept.iter().map(|&kept| one_later(kept)).fold(1, better)
    }

    fn level_behind(&self, boundary: u32) -> Option<u32> {
        let level = boundary.checked_add(u32::from(self.is_handed))?;
        (level < self.surveyed().last()).then_some(level)
    }

    fn outcome_in(&self, values: &LevelValues, tier: Tier, slot: u64) -> Option<Outcome> {
        let Occupant { position, .. } = self.index().occupant(tier, slot)?;
        let live = self.live();
        match live.standing(position) {
            Standing::Open => {}
            Standing::Tied => return Some(Outcome::Tie(0)),
            Standing::Lost | Standing::Unreachable => return Some(Outcome::Lose(0)),
        }
        let levels = self.surveyed();
        let (bits, slots) = (levels.bits(values.level), levels.slots_of(values.level));
        let kept = |board: Position| {
            let bit = slots.of(&levels.index, board) * u64::from(bits);
            let byte = values.bytes.get((bit / 8) as usize).copied().unwrap_or(0);
            byte >> (bit % 8) & (0xff >> (8 - bits)) as u8
        };
        Some(Judge { live, is_handed: self.is_handed }.outcome(position, &kept))
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
            (Outcome::Lose(0), all.lost, orbits.lost),
        ];
        LevelCounts { tier, rows, unreachable: (all.unreachable, orbits.unreachable) }
    }
}
