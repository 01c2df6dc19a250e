//! What ended a game, as it is marked on the board, against what the picture shows.

use hindsight_core::{NOTHING, Scene, Value};
use hindsight_games::{catalogue, game};
use hindsight_testkit::Dice;

/// Games that end by lines, or by groups of one side's pieces, with the fewest pieces of such a group; whether
/// all pieces of a group look alike, and whether a group is a straight line.
const BY_LINES: &[(&str, &str, usize, bool, bool)] = &[
    ("tictactoe", "3x3", 3, true, true),
    ("connect4", "5x4", 4, true, true),
    ("connect4", "6x5", 4, true, true),
    ("mnk", "4x4-4", 4, true, true),
    ("mnk", "4x4-3", 3, true, true),
    ("achi", "diagonals", 3, true, true),
    ("allqueens", "5x5", 4, true, true),
    ("chungtoi", "3x3", 3, false, true),
    ("dao", "4x4", 4, false, false),
    ("quickcross", "3x3", 3, true, true),
    ("quixo", "3x3", 3, true, true),
    ("quixo", "4x5", 4, true, true),
    ("quarto", "4x4", 4, false, true),
    ("quarto-simple", "4x4", 4, false, true),
    ("shifttactoe", "3x3", 3, true, true),
    ("teeko", "standard", 4, true, false),
    ("tictactwo", "5x5", 3, true, true),
    ("tootandotto", "5x4", 4, false, true),
];

/// Whether places lie on a line with the same distance between neighbours.
fn is_straight(scene: &Scene, places: &[usize]) -> bool {
    let at = |place: usize| scene.centers[place];
    places.windows(3).all(|three| {
        let [[ax, ay], [bx, by], [cx, cy]] = [at(three[0]), at(three[1]), at(three[2])];
        ((bx - ax) - (cx - bx)).abs() < 1e-3 && ((by - ay) - (cy - by)).abs() < 1e-3
    })
}

#[test]
fn a_line_that_ended_a_game_is_on_the_board() {
    for &(name, variant, least, alike, straight) in BY_LINES {
        let made = game(name, Some(variant)).unwrap();
        let rules = &*made.rules;
        let scene = rules.scene().unwrap();
        let (mut dice, mut decided) = (Dice(7), 0);
        for _ in 0..400 {
            let mut position = rules.start();
            for _ in 0..200 {
                let groups = rules.decided_by(&position);
                let Some(value) = rules.primitive(&position) else {
                    assert_eq!(groups, Vec::<Vec<usize>>::new(), "{name} {variant}");
                    let mut moves = rules.moves(&position);
                    position = moves.swap_remove(dice.below(moves.len()));
                    continue;
                };
                let glyphs: Vec<char> = rules.picture(&position).entities.chars().collect();
                for group in &groups {
                    assert!(group.len() >= least, "{name} {variant}: {group:?}");
                    let first = glyphs[group[0]];
                    for &place in group {
                        assert_ne!(glyphs[place], NOTHING, "{name} {variant}: {group:?}");
                        assert!(!alike || glyphs[place] == first, "{name} {variant}: {group:?}");
                    }
                    assert!(!straight || is_straight(&scene, group), "{name} {variant}: {group:?}");
                }
                let is_stuck = ["allqueens", "dao", "achi"].contains(&name);
                assert!(is_stuck || value == Value::Tie || !groups.is_empty(), "{name} {variant}");
                decided += usize::from(!groups.is_empty());
                break;
            }
        }
        assert!(decided >= 10, "{name} {variant}: {decided} of 400 games were decided by lines");
    }
}

#[test]
fn every_help_tells_its_notation_apart() {
    for about in catalogue() {
        let notation = hindsight_core::About::notation(about.help);
        let rules = about.help.strip_suffix(notation).unwrap();
        assert!(notation.contains("Positions are"), "{}", about.id);
        assert!(notation.contains("Moves are") && rules.len() > 80, "{}", about.id);
        assert!(rules.ends_with("\n\n") && !rules.contains("Positions are"), "{}", about.id);
    }
}
