//! Games at their full size: Tic-Tac-Two against its published tables, and Five Field Kono against
//! two truths, a recount of everything and the published tables, which stop short. Takes minutes and
//! gigabytes, so it stands behind a feature:
//!
//! ```text
//! cargo test --release -p hindsight-solve --features full --test full -- --nocapture
//! ```
//!
//! `HINDSIGHT_FULL_DATA` names a folder where tables are kept and found again; without it they go
//! into a folder that is removed at the end.

#[path = "../facts/mod.rs"]
mod facts;
mod publication;
mod tictactwo;

use std::path::Path;
use std::time::Instant;

use hindsight_core::{Indexed, Outcome, Rules as _};
use hindsight_games::fivefieldkono::Kono;
use hindsight_solve::{Control, CpuSolver, ResidentTable, analyze, fingerprint, solve, verify};
use hindsight_store::{GameId, Store};

use facts::Rows;
use publication::Publication;

const MEMORY: u64 = 6 << 30;

/// Solves a variant, or finds it solved, and checks it against all that is known. The search of the
/// publication is the same for all variants, so it is made once and handed on.
fn compare(variant: &str, start: Outcome, root: &Path, publication: &mut Option<Publication>) {
    let game = Kono::variant(variant).unwrap();
    let control = Control::default();
    let id =
        GameId { game: "fivefieldkono".into(), variant: variant.into(), rules: fingerprint(&game) };
    let mut began = Instant::now();
    let mut done = |what: &str| {
        println!("{variant}: {what} in {:.1?}", began.elapsed());
        began = Instant::now();
    };

    let store = Store::create(root, &id, false).unwrap();
    solve(&game, &store, &CpuSolver, MEMORY, &control).unwrap();
    drop(store);
    done("solved");

    let store = Store::open(root, &id).unwrap();
    verify(&game, &store, &control).unwrap();
    done("verified");

    let place = game.locate(game.start());
    let table = store.table(&game.tier_name(place.tier)).unwrap();
    assert_eq!(table.get(place.slot).unwrap().outcome(), Some(start));

    let analysis = analyze(&game, &store, &control).unwrap();
    let rows: Rows = analysis
        .total
        .rows()
        .map(|(outcome, count)| (outcome, (count.positions, count.canonical)))
        .collect();
    assert_eq!(rows, facts::read(&format!("kono_{variant}_reachable.csv")));
    done("analysed");

    let publication = publication.get_or_insert_with(|| Publication::search(&game));
    done("searched as published");
    let table = ResidentTable::load(&table).unwrap();
    assert_eq!(publication.count(&table), facts::read(&format!("fivefieldkono_{variant}.csv")));
    done("counted as published");
}

#[test]
fn kono_is_as_recounted_and_its_publication_is_explained() {
    let temporary = tempfile::tempdir().unwrap();
    let kept = std::env::var_os("HINDSIGHT_FULL_DATA");
    let root = kept.as_deref().map_or(temporary.path(), Path::new);
    let mut publication = None;
    compare("regular", Outcome::Tie(17), root, &mut publication);
    compare("delta", Outcome::Draw, root, &mut publication);
    compare("omega", Outcome::Draw, root, &mut publication);
}
