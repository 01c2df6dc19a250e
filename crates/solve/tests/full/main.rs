//! Games at their full size against what is known of them: Five Field Kono against two truths, a
//! recount of everything and the published tables, which stop short; the others in their own files.
//! Takes minutes and gigabytes, so it stands behind a feature:
//!
//! ```text
//! cargo test --release -p hindsight-solve --features full --test full -- --nocapture --test-threads=1
//! ```
//!
//! `HINDSIGHT_FULL_DATA` names a folder where tables are kept and found again; without it they go
//! into a folder that is removed at the end.

mod chess;
mod lightsout;
mod lines;
mod morris;
mod publication;
mod quarto;
mod tictactwo;
mod topitop;
mod xiangqi;
mod xiangqi_erratum;

use std::path::Path;
use std::time::Instant;

use hindsight_core::{Indexed, Outcome, Rules as _};
use hindsight_games::baghchal::BaghChal;
use hindsight_games::fivefieldkono::Kono;
use hindsight_solve::{Control, Cpu, ResidentTable, Scope, analyze, fingerprint, solve, verify};
use hindsight_store::{GameId, Store};
use hindsight_testkit::facts::{self, Rows};

use publication::Publication;

const MEMORY: u64 = 6 << 30;

/// Solves a game, or finds it solved, verifies it and compares the start and the counts with what is
/// known. Gives back the tables.
fn solve_and_count<G: Indexed>(
    game: &G,
    id: &GameId,
    root: &Path,
    start: Outcome,
    facts: &str,
    mut done: impl FnMut(&str),
) -> Store {
    let control = Control::default();
    let store = Store::create(root, id, false).unwrap();
    solve(game, &store, &Cpu, MEMORY, &control).unwrap();
    drop(store);
    done("solved");

    let store = Store::open(root, id).unwrap();
    verify(game, &store, &Cpu, &control).unwrap();
    done("verified");

    let place = game.locate(game.start());
    let table = store.table(&game.tier_name(place.tier)).unwrap();
    assert_eq!(table.get(place.slot).unwrap().outcome(), Some(start));

    let analysis = analyze(game, &store, Scope::Reachable, &Cpu, &control).unwrap();
    let rows: Rows = analysis
        .total
        .rows()
        .map(|(outcome, count)| (outcome, (count.positions, count.canonical)))
        .collect();
    assert_eq!(rows, facts::read(facts));
    done("analysed");
    store
}

/// Says how long each step of a test took.
fn stopwatch(name: &str) -> impl FnMut(&str) {
    let mut began = Instant::now();
    move |what| {
        println!("{name}: {what} in {:.1?}", began.elapsed());
        began = Instant::now();
    }
}

/// Runs a test with the folder for the tables.
fn in_folder(test: impl FnOnce(&Path)) {
    let temporary = tempfile::tempdir().unwrap();
    let kept = std::env::var_os("HINDSIGHT_FULL_DATA");
    test(kept.as_deref().map_or(temporary.path(), Path::new));
}

/// Checks a variant of Kono against all that is known. The search of the publication is the same for
/// all variants, so it is made once and handed on.
fn compare(variant: &str, start: Outcome, root: &Path, publication: &mut Option<Publication>) {
    let game = Kono::variant(variant).unwrap();
    let id = GameId {
        game: "fivefieldkono".into(),
        variant: variant.into(),
        rules: fingerprint(&game, &game),
    };
    let mut done = stopwatch(variant);
    let facts = format!("kono_{variant}_reachable.csv");
    let store = solve_and_count(&game, &id, root, start, &facts, &mut done);

    let publication = publication.get_or_insert_with(|| Publication::search(&game));
    done("searched as published");
    let tier = game.tier_name(game.tier_of(game.start()));
    let table = ResidentTable::load(&store.table(&tier).unwrap()).unwrap();
    assert_eq!(publication.count(&table), facts::read(&format!("fivefieldkono_{variant}.csv")));
    done("counted as published");
}

#[test]
fn kono_is_as_recounted_and_its_publication_is_explained() {
    in_folder(|root| {
        let mut publication = None;
        compare("regular", Outcome::Tie(17), root, &mut publication);
        compare("delta", Outcome::Draw, root, &mut publication);
        compare("omega", Outcome::Draw, root, &mut publication);
    });
}

#[test]
fn the_second_phase_of_bagh_chal_is_as_before() {
    in_folder(|root| {
        let variant = "20-5:0,0";
        let game = BaghChal::variant(variant).unwrap();
        let rules = fingerprint(&game, &game);
        let id = GameId { game: "baghchal".into(), variant: variant.into(), rules };
        let facts = "baghchal_20-5_second_phase.csv";
        solve_and_count(&game, &id, root, Outcome::Win(1), facts, stopwatch("baghchal"));
    });
}
