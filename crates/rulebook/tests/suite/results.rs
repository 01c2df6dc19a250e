//! The values of `docs/results/library.md`: every row that says how a game of the library ends is solved and
//! verified again.

use hindsight_core::{Game, Numbered};
use hindsight_solve::{Control, Cpu, solve, verify};
use hindsight_store::{Fingerprint, GameId, Store};
use hindsight_testkit::effort;

use crate::library::read;

/// The page.
fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/library.md");
    std::fs::read_to_string(path).unwrap()
}

/// Games with more slots are solved only where everything is.
const SHORT: usize = 20_000;
const LONG: usize = 70_000_000;

/// The slots of a game, and what its start is worth.
fn solved(game: &Game, memory: u64) -> (u64, String) {
    let explored;
    let index: &dyn Numbered = match &game.index {
        Some(index) => &**index,
        None => {
            explored = game.rules.explore(memory).unwrap();
            &*explored
        }
    };
    let folder = tempfile::tempdir().unwrap();
    let id = GameId { game: "a".into(), variant: "b".into(), rules: Fingerprint::of(b"c") };
    let control = Control::default();
    let store = Store::create(folder.path(), &id, false).unwrap();
    solve(index, &store, &Cpu, memory, &control).unwrap();
    drop(store);
    let store = Store::open(folder.path(), &id).unwrap();
    verify(index, &store, &Cpu, &control).unwrap();
    let place = index.locate(&game.rules.start());
    let table = store.table(&index.tier_name(place.tier)).unwrap();
    let outcome = table.get(place.slot).unwrap().outcome().unwrap();
    (store.tiers().iter().map(|tier| tier.slots).sum(), outcome.to_string())
}

/// The rows of the page's first table: file, variant, slots, value of the start. What the sections after it list
/// takes minutes to hours each.
fn rows() -> Vec<(String, Option<String>, usize, String)> {
    let page = page();
    let first = page.lines().take_while(|line| !line.starts_with("## "));
    let rows = first.filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (file, variant) = cells[0].split_once('`').unwrap();
        let variant = Some(variant.trim()).filter(|variant| !variant.is_empty());
        let slots = cells[1].replace(',', "").parse().unwrap();
        (file.to_owned(), variant.map(str::to_owned), slots, cells[2].replace('*', ""))
    })
    .collect()
}

#[test]
fn games_of_the_library_are_worth_what_the_page_says() {
    let only = std::env::var("HINDSIGHT_RESULT").ok();
    let mut wrong = Vec::new();
    let mut count = 0;
    for (file, variant, slots, value) in rows() {
        let is_asked = match &only {
            Some(only) => file == *only,
            None => slots <= effort(SHORT, LONG),
        };
        if !is_asked || value == "not solved here" {
            continue;
        }
        let begin = std::time::Instant::now();
        let found = solved(&read(&file, variant.as_deref()).game(), 6 << 30);
        println!("{file} {variant:?}: {found:?} in {:.1?}", begin.elapsed());
        count += 1;
        if found != (slots as u64, value.clone()) {
            wrong.push(format!("{file} {variant:?}: {found:?}, not {slots} {value}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 10 || only.is_some());
}
