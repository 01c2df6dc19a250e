// From the second block of docs/adding-a-game.md.
use hindsight_core::Outcome;
use hindsight_solve::{Control, Cpu, fingerprint, solve, verify};
use hindsight_store::{GameId, Store};

type Rulebook = dyn hindsight_core::AnyRules;
type Index = dyn hindsight_core::Numbered;

fn value_of_start(rules: &Rulebook, index: &Index) -> Option<Outcome> {
    let folder = tempfile::tempdir().unwrap();
    let rules_id = fingerprint(rules, index);
    let id = GameId { game: "mutorere".into(), variant: "plain".into(), rules: rules_id };
    let store = Store::create(folder.path(), &id, false).unwrap();
    let control = Control::default();
    solve(index, &store, &Cpu, 1 << 30, &control).unwrap();
    verify(index, &store, &Cpu, &control).unwrap();
    let place = index.locate(&rules.start());
    store.table(&index.tier_name(place.tier)).unwrap().get(place.slot).unwrap().outcome()
}
