//! Topitop at its full size: the published value of the start, every value verified, and the counts
//! of all reachable positions, which an independent program without symmetries found too.

use std::time::Instant;

use hindsight_core::{Indexed, Outcome, Rules as _};
use hindsight_games::topitop::Topitop;
use hindsight_solve::{Control, Cpu, Scope, analyze, fingerprint, solve, verify};
use hindsight_store::{GameId, Store};
use hindsight_testkit::facts::{self, Rows};

/// The whole game takes far less than the gigabytes that were asked of it.
const MEMORY: u64 = 64 << 20;

#[test]
fn topitop_is_won_in_31_and_counted() {
    let game = Topitop::variant("standard").unwrap();
    let control = Control::default();
    let folder = tempfile::tempdir().unwrap();
    let id = GameId {
        game: "topitop".into(),
        variant: "standard".into(),
        rules: fingerprint(&game, &game),
    };
    let began = Instant::now();
    let store = Store::create(folder.path(), &id, false).unwrap();
    solve(&game, &store, &Cpu, MEMORY, &control).unwrap();
    drop(store);
    println!("topitop: solved in {:.1?}", began.elapsed());

    let store = Store::open(folder.path(), &id).unwrap();
    let place = game.locate(game.start());
    let table = store.table(&game.tier_name(place.tier)).unwrap();
    assert_eq!(table.get(place.slot).unwrap().outcome(), Some(Outcome::Win(31)));

    let report = verify(&game, &store, &Cpu, &control).unwrap();
    assert_eq!((report.positions, report.holes), (21_807_394, 0));
    println!("topitop: verified after {:.1?}", began.elapsed());

    let analysis = analyze(&game, &store, Scope::Reachable, &Cpu, &control).unwrap();
    let rows: Rows = analysis
        .total
        .rows()
        .map(|(outcome, count)| (outcome, (count.positions, count.canonical)))
        .collect();
    assert_eq!(rows, facts::read("topitop_value_counts.csv"));
    println!("topitop: counted after {:.1?}", began.elapsed());
}
