//! How long the rules of the games are: adding a game is to feel light.

use std::fs;
use std::path::Path;

use hindsight_games::catalogue;

/// The files of a game's folder that are no rules: how it looks and is written, tests, and what runs on
/// a GPU.
const NO_RULES: [&str; 4] = ["scene.rs", "notation.rs", "tests.rs", "device.rs"];

/// The lines of a file that stand before the looks and the tests, without what the catalogue says (the
/// help with it). Imports, comments, blank lines and the index all count.
fn rules_of(file: &Path) -> usize {
    let text = fs::read_to_string(file).unwrap();
    let begins_looks = |line: &&str| {
        ["fn layout(", "impl Pictured for ", "impl Presentation for ", "mod tests {"]
            .iter()
            .any(|looks| line.starts_with(looks))
    };
    let before: Vec<&str> = text.lines().take_while(|line| !begins_looks(line)).collect();
    let about = before.iter().position(|line| line.starts_with("pub const ABOUT"));
    let said = about.map_or(0, |about| {
        before[about..].iter().position(|line| *line == "};").expect("an end") + 1
    });
    before.len() - said
}

/// The lines of all files of a game, if it has its own.
fn rules(id: &str) -> Option<usize> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let main = source.join(format!("{id}.rs"));
    let folder = fs::read_dir(source.join(id)).into_iter().flatten();
    let parts = folder.map(|entry| entry.unwrap().path()).filter(|file| {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap();
        name.ends_with(".rs") && !NO_RULES.contains(&name)
    });
    main.exists().then(|| parts.chain([main.clone()]).map(|file| rules_of(&file)).sum())
}

/// The figures of docs/adding-a-game.md:
/// `cargo test -p hindsight-games --test suite length -- --nocapture`
#[test]
fn the_median_game_has_less_than_150_lines_of_rules() {
    let mut lengths: Vec<(usize, &str)> =
        catalogue().iter().filter_map(|about| Some((rules(about.id)?, about.id))).collect();
    lengths.sort_unstable();
    // All but the one that is Quarto with other rules.
    assert_eq!(lengths.len(), catalogue().len() - 1);
    lengths.iter().for_each(|(lines, id)| println!("{lines:5} {id}"));
    let [low, high] = [(lengths.len() - 1) / 2, lengths.len() / 2].map(|at| lengths[at].0);
    let median = (low + high) as f64 / 2.0;
    println!("{median:5} the median of {} games", lengths.len());
    assert!(median < 150.0);
}
