//! Whether each game agrees with itself: `check` on every game and variant of the catalogue.

use hindsight_core::{Game, Value};
use hindsight_games::fivefieldkono::Kono;
use hindsight_games::topitop::{Kit, Topitop};
use hindsight_games::{catalogue, game};
use hindsight_solve::{CheckReport, Control, check};
use hindsight_testkit::Dice;

const SAMPLES: u64 = 6_000;

fn checked(game: &Game) -> CheckReport {
    let explore = || game.rules.explore(1 << 28).expect("games without an index are small");
    let index = game.index.clone().unwrap_or_else(explore);
    check(&*game.rules, &*index, SAMPLES, &Control::default())
        .unwrap_or_else(|failure| panic!("{failure}"))
}

#[test]
fn every_game_agrees_with_itself() {
    for about in catalogue() {
        for variant in about.variants {
            let started = std::time::Instant::now();
            let report = checked(&game(about.id, Some(variant.id)).unwrap());
            println!("{} {}: {report:?} in {:.1?}", about.id, variant.id, started.elapsed());
            assert!(report.positions > 10 && report.moves > 10 && report.texts > 0);
        }
    }
}

#[test]
fn small_boards_of_kono_agree_with_themselves() {
    let boards = [
        (3, 3, 0b111_000_000),
        (5, 3, 0b111 << 12),
        (3, 5, 0b11111 << 10),
        // With an even number of rows, half a turn exchanges the halves.
        (4, 3, 0b101_101 << 6),
        (4, 3, 0b010_111 << 6),
    ];
    for (rows, columns, home) in boards {
        for stuck in [Value::Tie, Value::Lose, Value::Win] {
            checked(&Game::indexed(Kono::new(rows, columns, home, stuck)));
        }
    }
}

#[test]
fn crowded_boards_of_topitop_agree_with_themselves() {
    // Where there are hardly more cells than buildings, players pass.
    let kit = Kit { tops: 2, small: 2, large: 2, castles: 2 };
    for (rows, columns, kit) in [
        (1, 3, Kit { tops: 1, small: 0, large: 1, castles: 1 }),
        (1, 4, Kit { tops: 1, small: 1, large: 0, castles: 1 }),
        (2, 2, kit),
        (2, 2, Kit { small: 4, large: 4, ..kit }),
        (2, 3, kit),
        (3, 3, Kit { tops: 1, small: 1, large: 1, castles: 1 }),
        (3, 3, Kit { tops: 4, small: 1, large: 1, castles: 2 }),
    ] {
        checked(&Game::indexed(Topitop::new(rows, columns, kit)));
    }
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let unknown = game("hopscotch", None).unwrap_err().to_string();
    assert!(unknown.contains("tictactoe, connect4, chess, morris"), "{unknown}");
    let variant = game("quixo", Some("9x9")).unwrap_err().to_string();
    assert!(variant.contains("4x4"), "{variant}");
}

/// A position with a '/' one place further is another board, or none: it is never read as the same.
#[test]
fn a_row_separator_in_the_wrong_place_is_refused() {
    let mut tried = 0;
    for about in catalogue() {
        for variant in about.variants {
            let game = game(about.id, Some(variant.id)).unwrap();
            let rules = &*game.rules;
            let mut dice = Dice(7);
            let mut position = rules.start();
            for _ in 0..12 {
                let text = rules.write_position(&position);
                let symbols: Vec<char> = text.chars().collect();
                let separators = (1..symbols.len()).filter(|&at| symbols[at] == '/');
                let moved = separators.flat_map(|at| [[at - 1, at], [at, at + 1]]);
                for [from, to] in moved.filter(|[_, to]| *to < symbols.len()) {
                    let mut other = symbols.clone();
                    other.swap(from, to);
                    let other: String = other.into_iter().collect();
                    if let Ok(read) = rules.parse_position(&other) {
                        let read = rules.write_position(&read);
                        panic!("{} {}: {other} is read as {read}", about.id, variant.id);
                    }
                    tried += 1;
                }
                let mut children = rules.children(&position);
                if children.is_empty() {
                    break;
                }
                position = children.swap_remove(dice.below(children.len()));
            }
        }
    }
    assert!(tried > 1_000, "{tried}");
}
