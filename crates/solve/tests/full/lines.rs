//! Games of lines that take longer, against what was published of them.

use std::path::Path;

use hindsight_core::{Indexed, Outcome, Presentation, Rules};
use hindsight_games::connect4::Connect4;
use hindsight_games::mnk::Mnk;
use hindsight_games::teeko::Teeko;
use hindsight_solve::{Control, Cpu, Scope, analyze, fingerprint, solve, verify};
use hindsight_store::{GameId, Store};
use hindsight_testkit::sizes::sizes;

use crate::{MEMORY, in_folder, stopwatch};

/// Solves and verifies a game.
fn solved<G: Indexed>(game: &G, name: &str, variant: &str, root: &Path) -> Store {
    let id = GameId { game: name.into(), variant: variant.into(), rules: fingerprint(game, game) };
    let label = format!("{name} {variant}");
    let mut done = stopwatch(&label);
    let control = Control::default();
    let store = Store::create(root, &id, false).unwrap();
    solve(game, &store, &Cpu, MEMORY, &control).unwrap();
    done("solved");
    verify(game, &store, &Cpu, &control).unwrap();
    done("verified");
    store
}

fn outcome<G: Indexed>(game: &G, store: &Store, position: G::Position) -> Outcome {
    let place = game.locate(position);
    let table = store.table(&game.tier_name(place.tier)).unwrap();
    table.get(place.slot).unwrap().outcome().unwrap()
}

/// How many positions the start leads to.
fn positions<G: Indexed>(game: &G, store: &Store) -> u64 {
    let analysis = analyze(game, store, Scope::Reachable, &Cpu, &Control::default()).unwrap();
    analysis.total.rows().map(|(_, count)| count.positions).sum()
}

/// The published tables have what the start is worth and how many positions it leads to. Smaller boards
/// are among the tests of the games; what larger ones take, docs/results/connect4.md says.
#[test]
fn connect_four_is_as_published() {
    for size in sizes().iter().filter(|size| (2_000_000..200_000_000).contains(&size.positions)) {
        in_folder(|root| {
            let variant = &size.variant;
            let game = Connect4::variant(variant).unwrap();
            let store = solved(&game, "connect4", variant, root);
            let start = outcome(&game, &store, game.start());
            let positions = positions(&game, &store);
            println!("connect4 {variant}: {start}, {positions} positions");
            assert!(size.start.is_none_or(|known| known == start), "{variant}");
            assert_eq!(positions, size.positions, "{variant}");
        });
    }
}

/// Guy L. Steele Jr., Summary of the Solving of the Game of Teeko (1999): the standard game is a draw;
/// the advanced one is won by the first player, but a draw if the first stone is not placed in the
/// centre. Wolfram MathWorld, Teeko, has the length of the win: 13 turns of both players together.
#[test]
fn teeko_is_as_steele_found() {
    in_folder(|root| {
        for (variant, start) in [("standard", Outcome::Draw), ("advanced", Outcome::Win(13))] {
            let game = Teeko::variant(variant).unwrap();
            let store = solved(&game, "teeko", variant, root);
            assert_eq!(outcome(&game, &store, game.start()), start, "{variant}");
            let mut first_stones = 0;
            game.moves(game.start(), |chosen| {
                let is_centre = game.write_move(game.start(), chosen) == "c3";
                let after = outcome(&game, &store, game.play(game.start(), chosen));
                let wins = variant == "advanced" && is_centre;
                let known = if wins { Outcome::Lose(12) } else { Outcome::Draw };
                assert_eq!(after, known, "{variant}");
                first_stones += 1;
            });
            assert_eq!(first_stones, 25);
        }
    });
}

/// Four in a row on 4x4 are a tie, three in a row are won (Uiterwijk and van den Herik,
/// The Advantage of the Initiative, 2000, has the values of these boards).
#[test]
fn generalised_tic_tac_toe_is_as_known_on_larger_boards() {
    in_folder(|root| {
        for (variant, start) in [("4x4-3", Outcome::Win(5)), ("4x4-4", Outcome::Tie(16))] {
            let game = Mnk::variant(variant).unwrap();
            let store = solved(&game, "mnk", variant, root);
            assert_eq!(outcome(&game, &store, game.start()), start, "{variant}");
        }
    });
}
