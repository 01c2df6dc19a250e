//! The index and the dictionaries against the published tables.

use hindsight_core::{Outcome, Value};

use super::dense::dense_slots;
use super::index::Index;
use super::{Shape, anticipated};

const FULL: Shape = Shape { side: 4, properties: 4 };

fn rows(text: &str) -> impl Iterator<Item = Vec<String>> + '_ {
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect())
}

fn number(text: &str) -> u64 {
    text.parse().unwrap()
}

#[test]
fn sets_of_cells_and_pieces_are_as_many_as_published() {
    let index = Index::new(FULL, true);
    for row in rows(include_str!("../../tests/facts/quarto_tiers.csv")) {
        let level = number(&row[0]) as usize;
        let (cells, pieces) = index.count_sets(level);
        assert_eq!([pieces, cells, pieces * cells], [6, 7, 8].map(|i| number(&row[i])), "{row:?}");
        let choose = |n: u64, k: u64| (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1));
        let factorial: u64 = (1..=level as u64).product();
        let sets = choose(16, level as u64);
        let in_hand = (16 - level as u64).max(1);
        assert_eq!(sets, number(&row[1]));
        assert_eq!(sets * sets * in_hand, number(&row[4]));
        assert_eq!(sets * sets * in_hand * factorial, number(&row[5]));
        assert_eq!(pieces * cells * factorial, number(&row[10]));
    }
}

#[test]
fn outcomes_are_anticipated_as_published() {
    let mut expected = vec![Vec::new(); 17];
    for row in rows(include_str!("../../tests/facts/quarto_anticipated.csv")) {
        let of_level = &mut expected[number(&row[0]) as usize];
        assert_eq!(of_level.len() as u64, number(&row[1]));
        let value = Value::from_name(&row[2]).unwrap();
        of_level.push(Outcome::new(value, number(&row[3]) as u16));
    }
    for (level, expected) in expected.iter().enumerate() {
        assert_eq!(&anticipated(FULL, level), expected);
    }
}

#[test]
fn an_outcome_is_one_subtraction_from_the_best_moves() {
    for shape in [FULL, Shape { side: 3, properties: 3 }] {
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
    for row in rows(include_str!("../../tests/facts/quarto_compact_encoding.csv")) {
        assert_eq!(dense_slots(number(&row[0]) as usize), number(&row[6]), "{row:?}");
    }
}

/// What removing the symmetries of both sets saves; printed for docs/RESULTS.md.
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
