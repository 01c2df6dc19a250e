//! The invariants of ARCHITECTURE.md, as far as the `Cargo.toml` files and the sources show them. It
//! stands in this crate because this crate builds fastest.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The crates from the bottom up.
const CRATES: [&str; 13] = [
    "core",
    "rulebook",
    "store",
    "solve",
    "games",
    "gpu",
    "cluster",
    "players",
    "oracle",
    "answers",
    "serve",
    "hindsight",
    "browser",
];

/// The files with unsafe code, tests included.
const UNSAFE: [&str; 11] = [
    "browser/src/exports.rs",
    "cluster/src/mpi.rs",
    "core/src/bits.rs",
    "solve/src/slots.rs",
    "gpu/src/backend.rs",
    "gpu/src/cuda.rs",
    "gpu/src/profile.rs",
    "gpu/tests/emulated/processor.rs",
    "hindsight/src/allocation.rs",
    "hindsight/tests/suite/bench.rs",
    "hindsight/tests/suite/disk.rs",
];

#[test]
fn dependencies_are_those_of_the_table_and_point_up_it() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut told = BTreeMap::new();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `crates/"));
    for (place, row) in rows.enumerate() {
        let (name, rest) = row.split_once('`').unwrap();
        assert_eq!(CRATES[place], name, "the table lists the crates from the bottom up");
        let known = rest.trim_end_matches(" |").rsplit_once("| ").unwrap().1;
        let known: BTreeSet<String> = match known {
            "nothing" => BTreeSet::new(),
            "all" => CRATES[..place].iter().map(|&name| name.to_owned()).collect(),
            some => some.split(", ").map(str::to_owned).collect(),
        };
        for below in &known {
            assert!(CRATES[..place].contains(&below.as_str()), "{name} stands below {below}");
        }
        told.insert(name.to_owned(), known);
    }
    assert_eq!(told.len(), CRATES.len());
    for (name, mut known) in told {
        // The command line reaches the GPU through the oracle.
        if name == "hindsight" {
            known.remove("gpu");
        }
        assert_eq!(dependencies(&name), known, "crates/{name}/Cargo.toml and ARCHITECTURE.md");
    }
}

#[test]
fn nothing_below_the_command_line_and_the_games_names_a_game() {
    let names = game_names();
    assert!(names.len() > 30 && names.contains("quixo"), "{names:?}");
    let below =
        ["core", "store", "solve", "gpu", "cluster", "players", "oracle", "answers", "serve"];
    for source in below.iter().flat_map(sources) {
        // GamesmanUni draws some games with code of its own, and wants their positions in its words.
        if source.name.starts_with("serve/src/universal") {
            continue;
        }
        for (number, line) in source.code() {
            let named =
                words(line).find(|word| names.contains(*word) || *word == "hindsight_games");
            assert_eq!(named, None, "{}:{number}", source.name);
        }
    }
}

#[test]
fn nothing_above_core_is_compiled_for_the_type_of_a_game() {
    let typed = ["Rules", "Indexed", "Presentation", "Pictured", "Described"];
    let above = ["store", "solve", "gpu", "cluster", "players", "oracle", "answers", "serve"];
    for source in above.iter().flat_map(sources) {
        for (number, line) in source.code() {
            let found = words(line).find(|word| typed.contains(word));
            assert_eq!(found, None, "{}:{number}: work with AnyRules, Numbered", source.name);
        }
    }
}

#[test]
fn only_two_files_call_cuda() {
    let all = CRATES.iter().flat_map(sources);
    let callers = all.filter(|source| source.code().any(|(_, line)| line.contains("cudarc")));
    let callers: Vec<String> = callers.map(|source| source.name).collect();
    assert_eq!(callers, ["gpu/src/cuda.rs", "gpu/src/profile.rs"]);
}

#[test]
fn only_one_file_calls_mpi() {
    let all = CRATES.iter().flat_map(sources);
    let callers = all.filter(|source| source.code().any(|(_, line)| line.contains("mpi::ffi")));
    let callers: Vec<String> = callers.map(|source| source.name).collect();
    assert_eq!(callers, ["cluster/src/mpi.rs"]);
}

#[test]
fn unsafe_code_is_in_the_listed_files() {
    let has_unsafe = |source: &Source| {
        source.text.lines().map(without_comment).any(|line| words(line).any(|w| w == "unsafe"))
    };
    let found = CRATES.iter().flat_map(files).filter(has_unsafe).map(|source| source.name);
    // This file has the word, but not the code.
    let found: BTreeSet<String> = found.filter(|name| name != "core/tests/invariants.rs").collect();
    assert_eq!(found, UNSAFE.map(str::to_owned).into());
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for file in UNSAFE.iter().filter(|name| name.contains("/src/")) {
        let short = file.replace("/src/", "/");
        assert!(page.contains(&format!("`{short}`")), "ARCHITECTURE.md does not list {short}");
    }
}

#[test]
fn no_crate_includes_the_sources_of_another() {
    for source in CRATES.iter().flat_map(files) {
        let folder = Path::new(&source.name).parent().unwrap();
        let included = source.text.lines().filter_map(|line| line.strip_prefix("#[path = \""));
        for path in included.filter_map(|rest| rest.split('"').next()) {
            let ups = path.split('/').take_while(|&part| part == "..").count();
            let stays = ups < folder.components().count();
            assert!(stays, "{}: {path}", source.name);
        }
    }
}

/// A source file.
struct Source {
    /// Its path below `crates`.
    name: String,
    text: String,
}

impl Source {
    /// The numbered lines of the program itself: no comments, and nothing from the tests on, which
    /// stand at the end of a file.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut inside_comment = false;
        let program = self.text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or(&self.text);
        program.lines().enumerate().filter_map(move |(number, line)| {
            let was_inside = inside_comment;
            inside_comment = (inside_comment || line.starts_with("/*")) && !line.starts_with("*/");
            let is_code = !was_inside && !inside_comment;
            is_code.then(|| (number + 1, without_comment(line)))
        })
    }
}

/// A line without what follows `//`, which may stand in a text too: an address, say.
fn without_comment(line: &str) -> &str {
    line.split("//").next().unwrap_or(line)
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != '-')
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The Rust files of a crate: its program, tests, examples and benches.
fn files(name: &&str) -> Vec<Source> {
    below(&root().join("crates").join(name))
}

/// The Rust files of a crate's program.
fn sources(name: &&str) -> Vec<Source> {
    below(&root().join("crates").join(name).join("src"))
}

fn below(folder: &Path) -> Vec<Source> {
    let crates = root().join("crates");
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let mut found = Vec::new();
    for path in entries {
        if path.is_dir() {
            found.extend(below(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path.strip_prefix(&crates).unwrap().to_str().unwrap().to_owned();
            found.push(Source { name, text: fs::read_to_string(&path).unwrap() });
        }
    }
    found
}

/// The crates of this workspace that a crate's program depends on.
fn dependencies(name: &str) -> BTreeSet<String> {
    let manifest = root().join("crates").join(name).join("Cargo.toml");
    let text = fs::read_to_string(manifest).unwrap();
    let section = text.split("\n[dependencies]\n").nth(1).unwrap();
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let ours = lines.filter_map(|line| line.strip_prefix("hindsight-"));
    ours.filter_map(|line| line.split([' ', '.']).next()).map(str::to_owned).collect()
}

/// The words that name games in the catalogue.
fn game_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for source in sources(&"games") {
        for about in source.text.split("= About {").skip(1) {
            let id = about.split("id: \"").nth(1).and_then(|rest| rest.split('"').next());
            names.extend(id.map(str::to_owned));
        }
    }
    names
}
