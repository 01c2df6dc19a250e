// From the second block of docs/adding-a-game.md.
use hindsight_core::{Indexed, Outcome};
use hindsight_solve::{Control, CpuSolver, fingerprint, solve, verify};
use hindsight_store::{GameId, Store};

fn value_of_start<G: Indexed>(game: &G) -> Option<Outcome> {
    let folder = tempfile::tempdir().unwrap();
    let id = GameId { game: "mutorere".into(), variant: "plain".into(), rules: fingerprint(game) };
    let store = Store::create(folder.path(), &id, false).unwrap();
    let control = Control::default();
    solve(game, &store, &CpuSolver, 1 << 30, &control).unwrap();
    verify(game, &store, &control).unwrap();
    let place = game.locate(game.start());
    store.table(&game.tier_name(place.tier)).unwrap().get(place.slot).unwrap().outcome()
}
