//! Stored values against the twin's.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use hindsight_core::{Code, Indexed, Looks, Rules};
use hindsight_games::{Visitor, visit};
use hindsight_oracle::{DataFolder, GameName};
use hindsight_solve::{Explored, fingerprint, fingerprint_of_rules};
use hindsight_store::{Fingerprint, GameId, Store};

use crate::{MEMORY, names, opened, solve, twin};

/// Compares the stored value of every position that the start leads to with the twin's; says how many
/// there are.
struct Compare<'a> {
    name: &'a GameName,
    data: &'a DataFolder,
}

impl Compare<'_> {
    fn store(&self, rules: Fingerprint) -> Store {
        let GameName { game, variant } = self.name.clone();
        Store::open(self.data.root(), &GameId { game, variant, rules }).unwrap()
    }
}

impl Visitor for Compare<'_> {
    type Output = usize;

    fn indexed<G: Indexed + Looks + 'static>(self, game: G) -> usize {
        let store = self.store(fingerprint(&game));
        let outcomes = twin::outcomes(&game, [game.start()]);
        for (&position, &outcome) in &outcomes {
            let place = game.locate(position);
            let stored = store.table(&game.tier_name(place.tier)).unwrap().get(place.slot).unwrap();
            let text = game.write_position(position);
            assert_eq!(stored, Code::new(outcome), "{}: {text}", self.name);
        }
        outcomes.len()
    }

    fn rules_only<G: Rules + Looks + 'static>(self, game: G) -> usize {
        let table = self.store(fingerprint_of_rules(&game)).table("all").unwrap();
        let outcomes = twin::outcomes(&game, [game.start()]);
        let explored = Explored::new(game, MEMORY).unwrap();
        assert_eq!(outcomes.len(), explored.positions().len());
        for (&position, &outcome) in &outcomes {
            let slot = explored.number(position).unwrap();
            let text = explored.write_position(position);
            assert_eq!(
                table.get(slot.into()).unwrap(),
                Code::new(outcome),
                "{}: {text}",
                self.name
            );
        }
        outcomes.len()
    }
}

/// Whether the start leads to so many positions at most.
struct LeadsToAtMost(usize);

impl Visitor for LeadsToAtMost {
    type Output = bool;

    fn indexed<G: Indexed + Looks + 'static>(self, game: G) -> bool {
        self.rules_only(game)
    }

    fn rules_only<G: Rules + Looks + 'static>(self, game: G) -> bool {
        let mut known = HashSet::from([game.start()]);
        let mut open = vec![game.start()];
        while let Some(position) = open.pop() {
            if game.primitive(position).is_none() {
                game.moves(position, |chosen| {
                    let child = game.play(position, chosen);
                    if known.insert(child) {
                        open.push(child);
                    }
                });
            }
            if known.len() > self.0 {
                return false;
            }
        }
        true
    }
}

/// Compares the variants of which the slots are in a range and the positions not more than so many.
fn compare(slots: RangeInclusive<u64>, positions: usize) {
    let folder = tempfile::tempdir().unwrap();
    let data = DataFolder::new(folder.path());
    for name in names() {
        let Some(oracle) = opened(&name, &data, &slots) else { continue };
        if !visit(&name.game, Some(&name.variant), LeadsToAtMost(positions)).unwrap() {
            println!("{name}: more than {positions} positions");
            continue;
        }
        solve(&*oracle);
        let compare = Compare { name: &name, data: &data };
        let positions = visit(&name.game, Some(&name.variant), compare).unwrap();
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
