//! Stored values against the twin's.

use hindsight_core::{Code, Indexed, Looks, Rules};
use hindsight_games::{Visitor, visit};
use hindsight_oracle::{DataFolder, GameName};
use hindsight_solve::{Explored, fingerprint, fingerprint_of_rules};
use hindsight_store::{Fingerprint, GameId, Store};

use crate::{MEMORY, names, solved, twin};

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

/// Compares the variants of which the slots are in a range.
fn compare(slots: std::ops::RangeInclusive<u64>) {
    let folder = tempfile::tempdir().unwrap();
    let data = DataFolder::new(folder.path());
    for name in names() {
        let Some(oracle) = solved(&name, &data, slots.clone()) else { continue };
        let compare = Compare { name: &name, data: &data };
        let positions = visit(&name.game, Some(&name.variant), compare).unwrap();
        println!("{name}: {positions} positions, {}", oracle.start_verdict().unwrap());
    }
}

#[test]
fn small_games_have_the_twins_values() {
    compare(1..=100_000);
}

#[test]
#[ignore = "minutes: ./test --full"]
fn games_of_a_million_positions_have_the_twins_values() {
    compare(100_001..=1_000_000);
}
