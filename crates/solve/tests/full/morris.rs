//! The extended solutions of the morris family with three to six stones on each side: every
//! published start, and every published share and depth of the moving phases.

use std::path::Path;
use std::time::Instant;

use hindsight_core::{Indexed, Outcome, Rules, Tier, Value};
use hindsight_games::morris::Morris;
use hindsight_solve::{Control, Cpu, ResidentTable, TierGraph, fingerprint, solve, verify};
use hindsight_store::{GameId, Store};
use hindsight_testkit::facts::rows;

use crate::MEMORY;

const EXTENDED_VALUES: &str = "morris_extended_values.csv";
const PERCENTAGES: &str = "morris_wdl_percent.csv";
const DEEPEST: &str = "morris_max_dtw.csv";
const MOST_STONES: usize = 6;

/// Whether two columns hold numbers of stones that are compared here.
fn is_compared(stones: &[&str]) -> bool {
    stones.iter().all(|stones| stones.parse::<usize>().is_ok_and(|n| n <= MOST_STONES))
}

/// The variant of a start, and what the publication calls it.
fn variant_of(published: &str) -> &str {
    match published {
        "nine_mens_morris" => "nine",
        "lasker_morris" => "lasker",
        other => other,
    }
}

/// Solves a variant, or finds it solved, verifies it, and opens it.
fn solved(game: &Morris, variant: &str, root: &Path) -> Store {
    let control = Control::default();
    let id =
        GameId { game: "morris".into(), variant: variant.into(), rules: fingerprint(game, game) };
    let began = Instant::now();
    let store = Store::create(root, &id, false).unwrap();
    let report = solve(game, &store, &Cpu, MEMORY, &control).unwrap();
    drop(store);
    let solving = began.elapsed();
    let store = Store::open(root, &id).unwrap();
    let began = Instant::now();
    let verified = verify(game, &store, &Cpu, &control).unwrap();
    println!(
        "morris {variant}: {} slots solved in {solving:.1?}, {} positions verified in {:.1?}",
        report.slots,
        verified.positions,
        began.elapsed()
    );
    store
}

/// Compares a start with its row of the publication.
fn compare_start(game: &Morris, store: &Store, row: &[&str]) {
    let value = Value::from_name(row[3]).unwrap();
    let known = Outcome::new(value, row[4].parse().unwrap_or(0));
    let place = game.locate(game.start());
    let table = store.table(&game.tier_name(place.tier)).unwrap();
    assert_eq!(table.get(place.slot).unwrap().outcome(), Some(known), "{row:?}");
}

/// Compares a tier of the moving phase; returns whether it is a published one.
fn compare_tier(game: &Morris, store: &Store, published: &str, tier: Tier) -> bool {
    let name = game.tier_name(tier);
    let counts: Vec<&str> = name.split('-').collect();
    let of_this = |row: &Vec<&str>| row[1] == published && row[2..4] == counts[..2];
    if counts[2..] != ["0", "0"] || !is_compared(&counts[..2]) {
        return false;
    }
    let Some(known) = rows(DEEPEST).find(of_this) else { return false };
    let table = ResidentTable::load(&store.table(&name).unwrap()).unwrap();
    let mut numbers = [0u64; 4];
    let mut deepest = None;
    for slot in 0..game.slots(tier) {
        // Tables do not keep holes.
        if game.occupant(tier, slot).is_some()
            && let Some(outcome) = table.code(slot as usize).outcome()
        {
            numbers[outcome.value() as usize] += 1;
            deepest = deepest.max(outcome.remoteness());
        }
    }
    assert_eq!(deepest, known[4].parse().ok(), "{published} {name}");
    let known = rows(PERCENTAGES).find(of_this).unwrap();
    for (value, known) in [Value::Win, Value::Draw, Value::Lose].into_iter().zip(&known[4..]) {
        let number = numbers[value as usize];
        let percent = 100.0 * number as f64 / numbers.iter().sum::<u64>() as f64;
        let shown = match percent.round() as u32 {
            0 if number > 0 => "0+".to_owned(),
            rounded => rounded.to_string(),
        };
        assert_eq!(shown, *known, "{published} {name} {value}: {percent}");
    }
    true
}

/// Compares all starts of one game; and, for a game whose moving phases are published, those.
fn compare(published: &str, moving_phases: usize) {
    crate::in_folder(|root| {
        let of_this = |row: &Vec<&str>| row[0] == published && is_compared(&row[1..3]);
        let (mut starts, mut tiers) = (0, 0);
        for row in rows(EXTENDED_VALUES).filter(of_this) {
            let variant = format!("{}:{},{}", variant_of(row[0]), row[1], row[2]);
            let game = Morris::variant(&variant).unwrap();
            let store = solved(&game, &variant, root);
            compare_start(&game, &store, &row);
            starts += 1;
            // The largest start has the moving phases of all the others.
            if row[1..3] == ["6", "6"] {
                let all = TierGraph::of(&game);
                let compared = |&tier: &Tier| compare_tier(&game, &store, published, tier);
                tiers = all.tiers().filter(compared).count();
            }
        }
        assert_eq!((starts, tiers), (16, moving_phases));
    });
}

#[test]
fn nine_mens_morris_with_up_to_six_stones_is_as_published() {
    compare("nine_mens_morris", 16);
}

#[test]
fn lasker_morris_with_up_to_six_stones_is_as_published() {
    compare("lasker_morris", 0);
}

#[test]
fn morabaraba_with_up_to_six_stones_is_as_published() {
    compare("morabaraba", 16);
}
