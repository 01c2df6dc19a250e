//! The index and the dictionaries against the published tables.

use std::collections::{BTreeMap, HashMap};

use hindsight_core::bits::ones;
use hindsight_core::{Occupant, Outcome, Rules, Value};
use hindsight_testkit::Dice;
use hindsight_testkit::facts::rows;

use super::board::Position;
use super::dense::{dense_board, dense_rank, dense_slots};
use super::index::Index;
use super::opening::Opening;
use super::{FullBoards, LastLevels, Live, Quarto, Shape, anticipated, symmetry};

const FULL: Shape = Shape { side: 4, properties: 4 };
const SMALL: Shape = Shape { side: 3, properties: 3 };

fn number(text: &str) -> u64 {
    text.parse().unwrap()
}

#[test]
fn sets_of_cells_and_pieces_are_as_many_as_published() {
    let index = Index::new(FULL, true);
    for row in rows("quarto_tiers.csv") {
        let level = number(row[0]) as usize;
        let (cells, pieces) = index.count_sets(level);
        assert_eq!([pieces, cells, pieces * cells], [6, 7, 8].map(|i| number(row[i])), "{row:?}");
        let choose = |n: u64, k: u64| (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1));
        let factorial: u64 = (1..=level as u64).product();
        let sets = choose(16, level as u64);
        let in_hand = (16 - level as u64).max(1);
        assert_eq!(sets, number(row[1]));
        assert_eq!(sets * sets * in_hand, number(row[4]));
        assert_eq!(sets * sets * in_hand * factorial, number(row[5]));
        assert_eq!(pieces * cells * factorial, number(row[10]));
    }
}

#[test]
fn outcomes_are_anticipated_as_published() {
    let mut expected = vec![Vec::new(); 17];
    for row in rows("quarto_anticipated.csv") {
        let of_level = &mut expected[number(row[0]) as usize];
        assert_eq!(of_level.len() as u64, number(row[1]));
        let value = Value::from_name(row[2]).unwrap();
        of_level.push(Outcome::new(value, number(row[3]) as u16));
    }
    for (level, expected) in expected.iter().enumerate() {
        assert_eq!(&anticipated(FULL, level), expected);
    }
}

#[test]
fn an_outcome_is_one_subtraction_from_the_best_moves() {
    for shape in [FULL, SMALL] {
        for level in 0..shape.last() {
            let (own, next) = (anticipated(shape, level), anticipated(shape, level + 1));
            for (code, best) in next.iter().enumerate() {
                assert_eq!(own[own.len() - 1 - code], best.as_seen_by_mover());
            }
        }
    }
}

#[test]
fn the_dense_encoding_has_the_published_sizes() {
    for row in rows("quarto_compact_encoding.csv") {
        assert_eq!(dense_slots(number(row[0]) as usize), number(row[6]), "{row:?}");
    }
}

/// Boards with few pieces: every number is a board's, and the least numbers are as many as the orbits
/// that the other index counts. Boards with more pieces: some of them.
#[test]
fn dense_numbers_and_boards_belong_together() {
    let index = Index::new(FULL, false);
    for pieces in 0..=4 {
        let least = |&number: &u64| {
            let board = dense_board(pieces, number).unwrap();
            assert_eq!(board.level(), pieces);
            let rank = dense_rank(board);
            assert!(rank <= number);
            rank == number
        };
        let orbits = (0..dense_slots(pieces)).filter(least).count() as u64;
        assert_eq!(orbits, index.count_slots(pieces)[2], "{pieces} pieces");
        assert_eq!(dense_board(pieces, dense_slots(pieces)), None);
    }
    let (board, pieces) = (symmetry::of_board(FULL), symmetry::of_pieces(FULL));
    let mut dice = Dice(1);
    let mut below = |bound: usize| dice.below(bound);
    let game = Quarto::simple_variant("4x4").unwrap();
    for level in 5..=16 {
        for _ in 0..40 {
            let number = below(dense_slots(level) as usize) as u64;
            let plain = dense_board(level, number).unwrap();
            assert!(dense_rank(plain) <= number);
            // Any board and an image of it share a number, and the number's board is an image too.
            let any = game.sample(level, &mut below);
            let (turn, relabel) = (below(32), below(384));
            let image = (0..16).fold(Position::EMPTY, |image, cell| {
                any.piece(cell).map_or(image, |piece| {
                    let piece = pieces.image(relabel, piece.into()) as u8;
                    image.placed(board.image(turn, cell), piece)
                })
            });
            let rank = dense_rank(any);
            assert_eq!(dense_rank(image), rank);
            let back = dense_board(level, rank).unwrap();
            assert_eq!(dense_rank(back), rank);
            let place = |position| {
                let tier = index.tier_of(position);
                (tier, index.locate(tier, position).slot)
            };
            assert_eq!(place(back), place(any));
        }
    }
}

/// Tables hold slots: the numbers that the index gives may not change.
#[test]
fn the_index_keeps_its_numbers() {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut add = |number: u64| hash = (hash ^ number).wrapping_mul(0x100_0000_01b3);
    for (shape, is_handed) in [(FULL, true), (FULL, false), (SMALL, true), (SMALL, false)] {
        let index = Index::new(shape, is_handed);
        let mut tier = index.tier_of(Position::EMPTY);
        for _ in 0..=6 {
            let slots = index.slots(tier);
            add(slots);
            for slot in (0..slots).step_by(slots as usize / 400 + 1) {
                let Some(occupant) = index.occupant(tier, slot) else { continue };
                let Occupant { position, stabiliser } = occupant;
                let numbers = [slot, position.planes, position.occupied.into(), stabiliser.into()];
                numbers.into_iter().for_each(&mut add);
                let found = index.locate(tier, position);
                assert_eq!((found.slot, found.stabiliser), (slot, stabiliser));
            }
            // The tier in the middle of those that come next.
            let next = index.child_tiers(tier);
            tier = next[next.len() / 2];
        }
    }
    assert_eq!(hash, 0x766f_060c_f79e_c82e);
}

/// A number with commas between its groups of three digits.
fn grouped(number: usize) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}

/// The tables are part of the program: their hashes are those in docs/results/quarto.md.
#[test]
fn opening_tables_are_the_documented_ones() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/quarto.md");
    let page = std::fs::read_to_string(page).unwrap();
    for (file, bytes) in [
        ("quarto.zst", &include_bytes!("openings/quarto.zst")[..]),
        ("quarto-simple.zst", &include_bytes!("openings/quarto-simple.zst")[..]),
        ("quarto-wins.bin", &include_bytes!("openings/quarto-wins.bin")[..]),
    ] {
        let hash = blake3::hash(bytes);
        let grouped = grouped(bytes.len());
        let row = format!("| `{file}` | {grouped} | `{hash}` |");
        assert!(page.contains(&row), "{row}");
    }
}

/// Every value of the levels before the last follows from those of the next level, and the rest of the game
/// says so too: random positions are worth what a search finds.
#[test]
fn opening_tables_agree_with_themselves_and_with_the_search() {
    for is_handed in [true, false] {
        let live = Live::new(FULL, 20);
        let opening = Opening::shipped(is_handed).unwrap();
        assert_eq!(opening.find_contradictions(&live, 5), 0);
        let game = Quarto::new(FULL, is_handed);
        let mut dice = Dice(11);
        let (level, samples) = if is_handed { (5, 3) } else { (6, 20) };
        for _ in 0..samples {
            let position = game.sample(level, |bound| dice.below(bound));
            let Some(outcome) = opening.outcome(&live, position) else { continue };
            let searched = if is_handed { live.handed(position) } else { live.chosen(position) };
            assert_eq!(outcome, searched, "{position:?}");
        }
    }
}

/// Of Quarto's level 6, where the table shortens the search: all positions after one of level 5 are worth what a
/// whole search finds, wins, losses and ties among them.
#[test]
fn the_shortened_search_finds_what_the_whole_one_finds() {
    let live = Live::new(FULL, 20);
    let opening = Opening::shipped(true).unwrap();
    let game = Quarto::new(FULL, true);
    let mut dice = Dice(13);
    let mut found = BTreeMap::new();
    let mut compare = |position: Position| {
        let Some(shortened) = opening.searched(&live, position) else { return };
        let whole = live.handed(position);
        assert_eq!(shortened, whole, "{position:?}");
        *found.entry(whole.value()).or_insert(0) += 1;
    };
    for _ in 0..2 {
        let position = game.sample(5, |bound| dice.below(bound));
        let mut after = Vec::new();
        if game.primitive(position).is_none() {
            game.moves(position, |chosen| after.push(game.play(position, chosen)));
        }
        after.into_iter().for_each(&mut compare);
    }
    for _ in 0..100 {
        compare(game.sample(6, |bound| dice.below(bound)));
    }
    // Handed the one piece that loses: such positions are too rare to be met by chance.
    let mut losses = 0;
    while losses < 5 {
        let board = game.sample(6, |bound| dice.below(bound)).with_hand(None);
        if !opening.may_be_lost(&live, board) {
            continue;
        }
        for piece in ones((!board.pieces()).into()) {
            compare(board.with_hand(Some(piece as u8)));
        }
        losses += 1;
    }
    assert_eq!(found.len(), 3, "{found:?}");
}

/// One level further on, where what is known only says how good a position is at least, of both games: all positions
/// after some are worth what a whole search finds.
#[test]
fn the_search_that_knows_the_least_finds_what_the_whole_one_finds() {
    for is_handed in [true, false] {
        // Two, so that neither finds what the other remembers.
        let (live, slow) = (Live::new(FULL, 20), Live::new(FULL, 20));
        let opening = Opening::shipped(is_handed).unwrap();
        let game = Quarto::new(FULL, is_handed);
        let mut dice = Dice(17);
        let mut found = BTreeMap::new();
        // In simple Quarto most positions are lost, and only wins are met after them: some of those are enough.
        let (mut compared, mut lost) = (0, 0);
        while compared < 30 {
            let before = game.sample(6, |bound| dice.below(bound));
            match opening.outcome(&live, before) {
                _ if game.primitive(before).is_some() => continue,
                Some(Outcome::Win(1)) => continue,
                Some(Outcome::Lose(_)) if lost == 8 => continue,
                Some(Outcome::Lose(_)) => lost += 1,
                _ => {}
            }
            compared += 1;
            let mut after = Vec::new();
            game.moves(before, |chosen| after.push(game.play(before, chosen)));
            for position in after {
                let Some(outcome) = opening.searched_behind(&live, position) else { continue };
                let whole = if is_handed { slow.handed(position) } else { slow.chosen(position) };
                assert_eq!(outcome, whole, "{position:?}");
                *found.entry(whole.value()).or_insert(0) += 1;
            }
        }
        assert_eq!(found.len(), 3, "{found:?}");
    }
}

/// Boards that symmetries make of one another have the same key, and those that differ have different keys: as
/// many as there are orbits.
#[test]
fn keys_of_boards_are_as_many_as_orbits() {
    let live = Live::new(FULL, 12);
    let index = Index::new(FULL, false);
    for level in 1..=4 {
        let mut keys = HashMap::new();
        for class in 0..index.classes(level) {
            let tier = index.tier_of_class(level, class);
            for slot in 0..index.slots(tier) {
                let Some(occupant) = index.occupant(tier, slot) else { continue };
                let before = keys.insert(live.board_key(occupant.position), (tier, slot));
                assert_eq!(before, None, "{:?}", occupant.position);
            }
        }
        assert_eq!(keys.len() as u64, index.count_slots(level)[2]);
        // Any other board of an orbit, pieces and cells however they come.
        let (game, mut dice) = (Quarto::new(FULL, false), Dice(level as u64));
        for _ in 0..1_000 {
            let board = game.sample(level, |bound| dice.below(bound));
            let tier = index.tier_of(board);
            let slot = index.locate(tier, board).slot;
            assert_eq!(keys[&live.board_key(board)], (tier, slot));
        }
    }
}

/// All positions of the first levels, one of each orbit, have as many of each outcome as were counted.
#[test]
fn opening_tables_have_the_outcomes_that_were_counted() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/quarto_value_counts.csv");
    let text = std::fs::read_to_string(file).unwrap();
    for (name, is_handed) in [("quarto", true), ("quarto-simple", false)] {
        let live = Live::new(FULL, 12);
        let opening = Opening::shipped(is_handed).unwrap();
        let index = Index::new(FULL, is_handed);
        for level in 0..=4 {
            let mut counts = BTreeMap::new();
            for class in 0..index.classes(level) {
                let tier = index.tier_of_class(level, class);
                let occupants =
                    (0..index.slots(tier)).filter_map(|slot| index.occupant(tier, slot));
                for Occupant { position, stabiliser } in occupants {
                    let outcome = opening.outcome(&live, position).unwrap_or(Outcome::Lose(0));
                    let row = counts.entry(outcome).or_insert((0, 0));
                    row.0 += u64::from(index.symmetries() / stabiliser);
                    row.1 += 1;
                }
            }
            let rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
            let of_level = |row: &Vec<&str>| row[0] == name && row[1] == level.to_string();
            let expected: BTreeMap<Outcome, (u64, u64)> = rows
                .filter(of_level)
                .map(|row| {
                    let value = Value::from_name(row[2]).unwrap();
                    let outcome = Outcome::new(value, number(row[3]) as u16);
                    (outcome, (number(row[4]), number(row[5])))
                })
                .collect();
            assert_eq!(counts, expected, "{name}, level {level}");
        }
    }
}

/// Twenty trillion boards in a few seconds.
#[test]
fn the_last_two_levels_are_as_published() {
    let boards = FullBoards::count();
    assert_eq!(boards.total(), (1..=16).product::<u64>());
    let mut published = LastLevels::default();
    for row in rows("quarto_value_counts.csv") {
        let count = number(row[3]);
        match (row[0], row[1], row[2]) {
            ("16", "tie", "0") => published.ties = count,
            ("16", "lose", "0") => published.lost = count,
            ("15", "tie", "1") => published.ties_in_1 = count,
            ("15", "win", "1") => published.wins_in_1 = count,
            ("15", "lose", "0") => published.lost_before = count,
            _ => {}
        }
    }
    assert_eq!(published.ties, 414_298_141_056);
    assert_eq!(boards.last_levels(), published);
}

/// What removing the symmetries of both sets saves; printed for docs/results/quarto.md.
#[test]
fn slots_are_fewer_than_arrangements_and_no_fewer_than_orbits() {
    for (is_handed, levels) in [(true, [0, 1, 2, 3, 4, 5]), (false, [0, 1, 2, 3, 4, 5])] {
        let index = Index::new(FULL, is_handed);
        for level in levels {
            let [arrangements, slots, orbits] = index.count_slots(level);
            println!("handed {is_handed}, level {level}: {arrangements} {slots} {orbits}");
            assert!(orbits <= slots && slots <= arrangements);
        }
    }
    // Counted by hand: one board with one of two kinds of cells, and the difference of two pieces.
    let index = Index::new(FULL, true);
    assert_eq!([0, 1].map(|level| index.count_slots(level)[2]), [1, 8]);
}
