//! The programs in `examples/`, as they are built beside the tests.

use std::process::Command;

/// What an example prints.
fn printed(name: &str) -> String {
    // The tests are in a folder `deps`, and the examples in one beside it.
    let tests = std::env::current_exe().expect("the tests have a path");
    let program = tests.ancestors().nth(2).expect("two folders up").join("examples").join(name);
    assert!(
        program.exists(),
        "{} is not built: `cargo test` builds the examples, and so does `cargo build --examples`",
        program.display()
    );
    let output = Command::new(program).output().expect("the example runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("it prints text")
}

#[test]
fn examples_print_what_their_readers_expect() {
    for (name, expected) in [
        ("solve_and_ask", include_str!("examples/solve_and_ask.txt")),
        ("own_game", include_str!("examples/own_game.txt")),
        ("count", include_str!("examples/count.txt")),
    ] {
        assert_eq!(printed(name), expected, "{name}");
    }
}
