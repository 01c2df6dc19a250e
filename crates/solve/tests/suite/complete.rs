//! Every game small enough, completely: each position's stored value is the twin's, and so are the
//! counts of the analysis.

use std::path::Path;

use hindsight_core::{AnyPosition, Code, Explored, Indexed, Outcome, Presentation, Rules, Value};
use hindsight_games::baghchal::BaghChal;
use hindsight_games::fivefieldkono::Kono;
use hindsight_games::quarto::Quarto;
use hindsight_games::quixo::Quixo;
use hindsight_games::tentozero::TenToZero;
use hindsight_games::tictactoe::TicTacToe;
use hindsight_games::tictactwo::TicTacTwo;
use hindsight_games::topitop::{Kit, Topitop};
use hindsight_games::xiangqi::Xiangqi;
use hindsight_solve::{
    Control, Cpu, Scope, analyze, fingerprint, solve_bounded, stored_boundary, verify,
    verify_bounded,
};
use hindsight_store::{GameId, Store};
use hindsight_testkit::facts::Rows;
use hindsight_testkit::twin;

use crate::by_hand::{MEMORY, all_positions, rows, solve_into};

/// Solves, stores, reads back and compares all slots, also those that no play from the start leads
/// to; then the analysis of those that it does. Returns the start's outcome.
fn compare_completely<G: Indexed>(game: &G) -> Outcome {
    compare_from(game, game, &[game.start()])
}

/// As [`compare_completely`], with the positions numbered by exploration.
fn compare_explored<G: Rules>(rules: &G) -> Outcome {
    compare_from(rules, &Explored::new(rules, MEMORY).unwrap(), &[rules.start()])
}

/// As [`compare_completely`], for a game whose start has these images under the symmetries.
fn compare_from<G: Rules>(
    game: &G,
    index: &dyn hindsight_core::Numbered,
    starts: &[G::Position],
) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let store = compare_values(game, index, folder.path());
    let from_start = twin::outcomes(game, starts.iter().copied());
    let counts = twin::count(&from_start, |&position| {
        let place = index.locate(&AnyPosition::new(position));
        let turn = index.orbits().turns_apart.then(|| game.turn(position));
        (place.tier, place.slot, turn)
    });
    let analysis = analyze(index, &store, Scope::Reachable, &Cpu, &Control::default()).unwrap();
    assert_eq!(rows(&analysis), counts);
    let longest = [analysis.longest_win, analysis.longest_lose, analysis.longest_tie];
    for (outcome, position) in longest.into_iter().flatten() {
        assert_eq!(from_start[&position.get()], outcome);
        let longer = |other: &&Outcome| {
            other.value() == outcome.value() && other.remoteness() > outcome.remoteness()
        };
        assert_eq!(from_start.values().find(longer), None);
    }
    from_start[&game.start()]
}

/// Solves, stores, reads back and compares all slots.
fn compare_values<G: Rules>(
    game: &G,
    index: &dyn hindsight_core::Numbered,
    folder: &Path,
) -> Store {
    let store = solve_into(index, folder);
    verify(index, &store, &Cpu, &Control::default()).unwrap();
    let outcomes = twin::outcomes(game, all_positions(index));
    for (&position, &outcome) in &outcomes {
        let place = index.locate(&AnyPosition::new(position));
        let stored = store.table(&index.tier_name(place.tier)).unwrap().get(place.slot).unwrap();
        assert_eq!(stored, Code::new(outcome), "{position:?}");
    }
    store
}

#[test]
fn ten_to_zero_by_exploration() {
    assert_eq!(compare_explored(&TenToZero), Outcome::Win(7));
}

#[test]
fn tic_tac_toe_by_tiers_and_by_exploration() {
    let by_tiers = TicTacToe::variant("3x3").unwrap();
    assert_eq!(compare_completely(&by_tiers), Outcome::Tie(9));
    assert_eq!(compare_explored(&by_tiers), Outcome::Tie(9));
}

#[test]
fn quixo_by_tiers_and_by_exploration() {
    for (variant, outcome) in [("2x2", Outcome::Win(3)), ("3x3", Outcome::Win(7))] {
        let by_tiers = Quixo::variant(variant).unwrap();
        assert_eq!(compare_completely(&by_tiers), outcome, "{variant}");
        assert_eq!(compare_explored(&by_tiers), outcome, "{variant}");
    }
}

#[test]
fn small_boards_of_kono_with_ties_and_draws() {
    let boards =
        [(3, 3, 0b111_000_000), (5, 3, 0b111 << 12), (3, 5, 0b11111 << 10), (4, 3, 0b010_111 << 6)];
    let mut seen = std::collections::HashSet::new();
    for (rows, columns, home) in boards {
        for stuck in [Value::Tie, Value::Lose, Value::Win] {
            let kono = Kono::new(rows, columns, home, stuck);
            seen.extend(twin::outcomes(&kono, all_positions(&kono)).values().map(|o| o.value()));
            compare_completely(&kono);
        }
    }
    assert_eq!(seen.len(), Value::ALL.len(), "boards on which all values occur");
}

#[test]
fn small_boards_and_sets_of_topitop() {
    let one = Kit { tops: 1, small: 1, large: 1, castles: 1 };
    let two = Kit { tops: 2, small: 2, large: 2, castles: 2 };
    let mut seen = std::collections::HashSet::new();
    for (rows, columns, kit, start) in [
        (1, 4, Kit { large: 0, ..one }, Outcome::Draw),
        (2, 2, Kit { small: 4, large: 4, ..two }, Outcome::Draw),
        (2, 3, one, Outcome::Lose(14)),
        (2, 3, Kit { small: 2, large: 2, ..one }, Outcome::Lose(16)),
        (2, 3, two, Outcome::Draw),
        (3, 3, one, Outcome::Win(11)),
    ] {
        let game = Topitop::new(rows, columns, kit);
        seen.extend(twin::outcomes(&game, [game.start()]).values().map(|o| o.value()));
        assert_eq!(compare_completely(&game), start, "{rows}x{columns} {kit:?}");
    }
    assert_eq!(seen, [Value::Win, Value::Lose, Value::Draw].into());
    let crowded = Topitop::new(2, 2, Kit { small: 4, large: 4, ..two });
    assert_eq!(compare_explored(&crowded), Outcome::Draw);
}

#[test]
fn xiangqi_with_three_pieces_and_small_sets() {
    // A rook or a pawn wins against a bare king; pieces that cannot cross the river do not.
    for (variant, start) in [
        ("3", Outcome::Win(1)),
        ("KR-K", Outcome::Win(1)),
        ("KP-K", Outcome::Win(9)),
        ("KA-KB", Outcome::Draw),
        ("KP-KA", Outcome::Draw),
    ] {
        let game = Xiangqi::variant(variant).unwrap();
        // Kings cannot always pass each other, so play may not lead to the start's mirror image.
        let text = game.write_position(game.start());
        let (board, turn) = text.split_once(':').unwrap();
        let ranks: Vec<String> =
            board.split('/').map(|rank| rank.chars().rev().collect()).collect();
        let mirror = game.parse_position(&format!("{}:{turn}", ranks.join("/"))).unwrap();
        assert_eq!(compare_from(&game, &game, &[game.start(), mirror]), start, "{variant}");
        compare_legal(&game);
    }
}

/// The analysis of everything in the root tiers: the twin's values of the positions that stand for
/// slots, as often as these have images.
fn compare_legal<G: Indexed>(game: &G) {
    let folder = tempfile::tempdir().unwrap();
    let store = solve_into(game, folder.path());
    let roots = game.roots();
    let mut counts = Rows::new();
    let outcomes = twin::outcomes(game, all_positions(game));
    // A position and its mirror image are both among the outcomes where play leads to both.
    for position in all_positions(game) {
        let place = game.locate(position);
        if roots.contains(&place.tier) {
            let count = counts.entry(outcomes[&position]).or_default();
            count.0 += u64::from(game.symmetries() / place.stabiliser);
            count.1 += 1;
        }
    }
    let analysis = analyze(game, &store, Scope::Roots, &Cpu, &Control::default()).unwrap();
    assert_eq!(rows(&analysis), counts);
}

#[test]
fn small_boards_of_bagh_chal() {
    let known = [
        ("3x3-3-1", Outcome::Draw),
        ("3x3-5-2", Outcome::Draw),
        ("3x3-7-1", Outcome::Win(13)),
        ("3x3-7-3", Outcome::Win(13)),
        ("3x3-6-6", Outcome::Win(13)),
        ("3x3-7-3:6,1", Outcome::Win(13)),
        ("1-1", Outcome::Lose(8)),
    ];
    let found = known.map(|(variant, _)| {
        let by_tiers = BaghChal::variant(variant).unwrap();
        (variant, compare_completely(&by_tiers))
    });
    assert_eq!(found, known);
    let explored = BaghChal::variant("3x3-5-2").unwrap();
    assert_eq!(compare_explored(&explored), known[1].1);
}

/// Their starts have images other than themselves, so that the twin cannot count what they lead to.
#[test]
fn parts_of_bagh_chal_on_a_small_board() {
    for variant in ["3x3-7-3:0,0", "3x3-7-3:2,1", "3x3-6-2:1,0"] {
        let folder = tempfile::tempdir().unwrap();
        let game = BaghChal::variant(variant).unwrap();
        compare_values(&game, &game, folder.path());
    }
}

#[test]
fn small_boards_of_tic_tac_two_with_ties_and_draws() {
    // Without room for the frame to move, with room, and with marks too few for three in a row.
    let boards = [(3, 3, 4, Outcome::Draw), (5, 3, 3, Outcome::Draw), (3, 5, 2, Outcome::Draw)];
    for (rows, columns, marks, outcome) in boards {
        let game = TicTacTwo::new(rows, columns, marks);
        assert_eq!(compare_completely(&game), outcome, "{rows}x{columns}, {marks} marks each");
    }
    // The counts have just been compared: all values occur in play.
    let game = TicTacTwo::new(5, 3, 3);
    let folder = tempfile::tempdir().unwrap();
    let store = solve_into(&game, folder.path());
    let analysis = analyze(&game, &store, Scope::Reachable, &Cpu, &Control::default()).unwrap();
    let seen: std::collections::HashSet<Value> =
        rows(&analysis).keys().map(|outcome| outcome.value()).collect();
    assert_eq!(seen.len(), Value::ALL.len());
}

#[test]
fn small_sets_of_quarto() {
    for variant in ["3x3-2", "4x4-2"] {
        let game = Quarto::variant(variant).unwrap();
        assert_eq!(compare_completely(&game), Outcome::Tie(5), "{variant}");
        let simple = Quarto::simple_variant(variant).unwrap();
        compare_completely(&simple);
    }
    let explored = Quarto::variant("3x3-2").unwrap();
    assert_eq!(compare_explored(&explored), Outcome::Tie(5));
}

/// Every slot of the tables against the search that needs none; the whole twin is among the long
/// tests.
fn compare_with_search(game: &Quarto) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let store = solve_into(game, folder.path());
    verify(game, &store, &Cpu, &Control::default()).unwrap();
    for position in all_positions(game) {
        let place = game.locate(position);
        let stored = store.table(&game.tier_name(place.tier)).unwrap().get(place.slot).unwrap();
        assert_eq!(stored, Code::new(game.solve(position)), "{}", game.write_position(position));
    }
    game.solve(game.start())
}

#[test]
fn quarto_on_nine_cells() {
    let handed = compare_with_search(&Quarto::variant("3x3").unwrap());
    let simple = compare_with_search(&Quarto::simple_variant("3x3").unwrap());
    assert_eq!((handed, simple), (Outcome::Lose(6), Outcome::Win(5)));
}

/// Solved down to a boundary, tables are those of the whole game, and what was solved stays.
#[test]
fn levels_down_to_a_boundary_are_those_of_the_whole_game() {
    let game = Quarto::variant("3x3").unwrap();
    let whole_folder = tempfile::tempdir().unwrap();
    let whole = solve_into(&game, whole_folder.path());
    let folder = tempfile::tempdir().unwrap();
    let rules = fingerprint(&game, &game);
    let id = GameId { game: "quarto".into(), variant: "3x3".into(), rules };
    let control = Control::default();
    for boundary in [2, 4] {
        let store = Store::create(folder.path(), &id, false).unwrap();
        let report = solve_bounded(&game, &game, boundary, &store, MEMORY, &control).unwrap();
        // What was there is skipped, though it was found and not solved from tables.
        assert_eq!(report.skipped_tiers > 0, boundary > 2);
        drop(store);
        let store = Store::open(folder.path(), &id).unwrap();
        assert!(!store.is_complete());
        assert_eq!(stored_boundary(&game, &store), Some(boundary));
        let report = verify_bounded(&game, &game, boundary, &store, &control).unwrap();
        assert!(report.positions > 0);
        for entry in store.tiers() {
            let (bounded, all) =
                (store.table(&entry.name).unwrap(), whole.table(&entry.name).unwrap());
            assert_eq!(bounded.slots(), all.slots());
            for slot in 0..all.slots() {
                assert_eq!(bounded.get(slot).unwrap(), all.get(slot).unwrap(), "{}", entry.name);
            }
        }
    }
}
