//! Games from a text, through every command that takes a game.

use crate::bench::Bench;

#[test]
fn from_a_new_file_to_a_solved_game() {
    let bench = Bench::new();
    bench.run("new mine.game").ok();
    let text = std::fs::read_to_string(bench.path("mine.game")).unwrap();
    assert!(bench.run("explain mine.game").ok().contains("Who cannot move has lost."));
    assert!(
        bench
            .run("solve mine.game")
            .ok()
            .starts_with("mine.game standard is solved: the start is draw")
    );
    for command in ["verify", "estimate", "analyze", "query", "check --samples 200", "games"] {
        assert!(!bench.run(&format!("{command} mine.game")).ok().is_empty(), "{command}");
    }
    let derived = bench.run("check --samples 200 mine.game").ok();
    assert!(derived.contains("index: ") && derived.contains("un-moves: derived"), "{derived}");
    // What the text calls things does not matter: the tables stay what they are.
    let renamed = text.replace("stone", "pebble").replace("Four Corners", "Another name");
    std::fs::write(bench.path("mine.game"), format!("# New.\n{renamed}")).unwrap();
    assert!(bench.run("solve mine.game").ok().contains("was solved before"));
}
