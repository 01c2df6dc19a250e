//! Stored values against the twin's.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use hindsight_core::{AnyRules, Code, Game};
use hindsight_games::game;
use hindsight_oracle::{DataFolder, GameName};
use hindsight_solve::{fingerprint, fingerprint_of_rules};
use hindsight_store::{GameId, Store};
use hindsight_testkit::twin;

use crate::{MEMORY, names, opened, solve};

/// Compares the stored value of every position that the start leads to with the twin's; says how many
/// there are.
fn compare_values(game: &Game, name: &GameName, data: &DataFolder) -> usize {
    let rules = &*game.rules;
    let outcomes = twin::outcomes_of(
        [rules.start()],
        |position| rules.primitive(position),
        |position| rules.moves(position),
    );
    let (index, fingerprint) = match &game.index {
        Some(index) => (index.clone(), fingerprint(rules, &**index)),
        None => {
            let explored = rules.explore(MEMORY).unwrap();
            assert_eq!(outcomes.len() as u64, explored.slots(explored.roots()[0]));
            (explored, fingerprint_of_rules(rules))
        }
    };
    let GameName { game, variant } = name.clone();
    let id = GameId { game, variant, rules: fingerprint };
    let store = Store::open(data.root(), &id).unwrap();
    for (position, &outcome) in &outcomes {
        let place = index.locate(position);
        let stored = store.table(&index.tier_name(place.tier)).unwrap().get(place.slot).unwrap();
        assert_eq!(stored, Code::new(outcome), "{name}: {}", rules.write_position(position));
    }
    outcomes.len()
}

/// Whether the start leads to so many positions at most.
fn leads_to_at_most(most: usize, rules: &dyn AnyRules) -> bool {
    let mut known = HashSet::from([rules.start()]);
    let mut open = vec![rules.start()];
    while let Some(position) = open.pop() {
        for child in rules.moves(&position) {
            if known.insert(child.clone()) {
                open.push(child);
            }
        }
        if known.len() > most {
            return false;
        }
    }
    true
}

/// Compares the variants of which the slots are in a range and the positions not more than so many.
fn compare(slots: RangeInclusive<u64>, positions: usize) {
    let folder = tempfile::tempdir().unwrap();
    let data = DataFolder::new(folder.path());
    for name in names() {
        let Some(oracle) = opened(&name, &data, &slots) else { continue };
        let game = game(&name.game, Some(&name.variant)).unwrap();
        if !leads_to_at_most(positions, &*game.rules) {
            println!("{name}: more than {positions} positions");
            continue;
        }
        solve(&oracle);
        let positions = compare_values(&game, &name, &data);
        println!("{name}: {positions} positions, {}", oracle.start_verdict().unwrap());
    }
}

#[test]
fn small_games_have_the_twins_values() {
    compare(1..=100_000, 5_000_000);
}

/// An index may have many more slots than there are positions, and folded many fewer.
#[test]
#[ignore = "minutes: ./test --full"]
fn games_of_a_million_positions_have_the_twins_values() {
    compare(100_001..=15_000_000, 1_000_000);
}
