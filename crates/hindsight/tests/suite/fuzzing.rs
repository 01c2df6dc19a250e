//! Whatever stands in files, and whatever people type, is answered, and nothing panics. Each target takes
//! a second; `HINDSIGHT_FUZZ_SECONDS=60` gives each a minute. `tests/fuzz` has what they begin with.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hindsight::parts::{Code, Turn};
use hindsight::tables::{BlockCache, GameId, Store, Table};
use hindsight::{Control, CountsFile, Device, Oracle, SolveOptions, Survey};
use hindsight_testkit::fuzz::{Fuzzed, fuzz, fuzz_from};
use tempfile::TempDir;

fn corpus(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz").join(target)
}

fn report(target: &str, fuzzed: Fuzzed) {
    println!("{target}: {} inputs, {} kinds of answers", fuzzed.inputs, fuzzed.kinds);
    assert!(fuzzed.kinds > 1, "{target}: {fuzzed:?}");
}

fn in_words<T, E: std::fmt::Display>(result: Result<T, E>) -> String {
    result.map_or_else(|error| error.to_string(), |_| "fine".to_owned())
}

/// A solved game whose files can be changed.
struct Solved {
    root: TempDir,
    id: GameId,
}

impl Solved {
    fn new() -> Solved {
        let root = tempfile::tempdir().unwrap();
        let oracle = hindsight::open("tictactoe", None, root.path()).unwrap();
        oracle.solve(&SolveOptions::default(), &Control::default()).unwrap();
        oracle.verify(Device::Cpu, &Control::default()).unwrap();
        let id = GameId { game: "tictactoe".into(), variant: "3x3".into(), rules: oracle.rules() };
        Solved { root, id }
    }

    fn oracle(&self) -> Oracle {
        hindsight::open("tictactoe", None, self.root.path()).unwrap()
    }

    fn file(&self, name: &str) -> PathBuf {
        Store::folder(self.root.path(), "tictactoe", "3x3").join(name)
    }
}

/// Makes the checksums of a table right again, so that what is behind them is tried.
fn mended(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = bytes.to_vec();
    let end = bytes.len();
    let header = 8 + u32::from_le_bytes(bytes.get(4..8)?.try_into().ok()?) as usize;
    if end < 100 || !(12..end).contains(&header) {
        return None;
    }
    let checksum = crc32c::crc32c(&bytes[..header - 4]).to_le_bytes();
    bytes[header - 4..header].copy_from_slice(&checksum);
    bytes[end - 16..end - 12].copy_from_slice(&checksum);
    let footer = u64::from_le_bytes(bytes[end - 36..end - 28].try_into().ok()?);
    let footer = usize::try_from(footer).ok().filter(|footer| *footer < end - 12)?;
    let checksum = crc32c::crc32c(&bytes[footer..end - 12]).to_le_bytes();
    bytes[end - 12..end - 8].copy_from_slice(&checksum);
    Some(bytes)
}

fn read_table(bytes: &[u8]) -> String {
    let read = |bytes: Vec<u8>| -> Result<u64, hindsight::StoreError> {
        let cache = Arc::new(BlockCache::new(1 << 16));
        let table = Table::open(bytes, Path::new("fuzzed.hst"), cache)?;
        for slot in [0, 1, table.slots() / 2, table.slots().wrapping_sub(1), u64::MAX] {
            let _ = table.get(slot);
        }
        let mut some = vec![Code::HOLE; table.slots().min(1000) as usize];
        let _ = table.read_range(table.slots() / 2, &mut some);
        let _ = table.evidence(&[0]);
        Ok(table.check()?.slots)
    };
    let sound = in_words(read(bytes.to_vec()));
    sound + &mended(bytes).map_or(String::new(), |bytes| in_words(read(bytes)))
}

#[test]
fn tables() {
    report("tables", fuzz(&corpus("tables"), &[b"HINDTIER", b"HINDENDS"], read_table));
}

#[test]
fn manifests() {
    let solved = Solved::new();
    let file = solved.file("manifest.json");
    let words: [&[u8]; 8] = [
        b"\"tiers\"",
        b"../",
        b"\"slots\"",
        b"true",
        b"null",
        b"{}",
        b"18446744073709551616",
        b"[[",
    ];
    let target = |input: &[u8]| {
        let mut words = String::new();
        for text in [Some(input.to_vec()), checked(input)].into_iter().flatten() {
            fs::write(&file, text).unwrap();
            words += &in_words(Store::open(solved.root.path(), &solved.id).map(|store| {
                store.tiers().iter().for_each(|entry| drop(store.table(&entry.name)));
            }));
        }
        words
    };
    report("manifests", fuzz(&corpus("manifests"), &words, target));
}

/// A manifest with its check made right again.
fn checked(text: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(text).ok()?;
    let (before, check) = text.rsplit_once("\"check\": \"")?;
    let (_, after) = check.split_once('"')?;
    let with = |check: &str| format!("{before}\"check\": \"{check}\"{after}");
    Some(with(&blake3::hash(with("").as_bytes()).to_string()).into_bytes())
}

#[test]
fn journals_and_notes() {
    let solved = Solved::new();
    let words: [&[u8]; 5] = [b"\"finished\"", b"1e999", b"-1", b"\n", b"\"sources\""];
    let notes = ["journal.jsonl", "rules.json", "verified.json"];
    let files = notes.map(|name| solved.file(name));
    let sound = files.each_ref().map(|file| fs::read(file).unwrap());
    let target = |input: &[u8]| {
        let mut told = String::new();
        for (file, sound) in files.iter().zip(&sound) {
            fs::write(file, input).unwrap();
            // Whatever stands there, the answer is the same.
            let oracle = solved.oracle();
            told += &"a run ".repeat(oracle.tables().unwrap().runs.len().min(9));
            assert_eq!(oracle.start_verdict().unwrap().to_string(), "tie in 9");
            let store = Store::open(solved.root.path(), &solved.id).unwrap();
            told += if store.verification().is_some() { "verified" } else { "" };
            fs::write(file, sound).unwrap();
        }
        told
    };
    report("journals and notes", fuzz(&corpus("notes"), &words, target));
}

#[test]
fn counts_files() {
    let solved = Solved::new();
    let oracle = solved.oracle();
    let survey = Survey {
        roots_only: false,
        device: Device::Cpu,
        verifies: false,
        memory: 1 << 30,
        values: None,
    };
    let file = solved.root.path().join("counts.csv");
    let title = format!("# {}, All positions, rules {}", oracle.name(), oracle.rules());
    let words: [&[u8]; 6] = [b",total,,", b"win", b"draw,,", b"\n", b"18446744073709551615", b","];
    let target = |input: &[u8]| {
        let text = String::from_utf8_lossy(input).replace("TITLE", &title);
        fs::write(&file, text).unwrap();
        in_words(CountsFile::open(&file, &oracle, &survey))
    };
    report("counts files", fuzz(&corpus("counts"), &words, target));
}

/// Positions of every game, from those that games at random come to: any text is a position or is not,
/// and what is one can be written, read again, drawn, played and asked for its moves.
#[test]
fn positions_and_moves_of_every_game() {
    let games = hindsight::games::catalogue();
    let mut inputs = 0;
    let odd = fs::read_to_string(corpus("positions/odd.txt")).unwrap();
    let odd: Vec<&str> = odd.lines().collect();
    for about in games {
        let variant = about.variants[about.variants.len() - 1].id;
        let root = tempfile::tempdir().unwrap();
        let oracle = hindsight::open(about.id, Some(variant), root.path()).unwrap();
        let rules = hindsight::games::game(about.id, Some(variant)).unwrap().rules;
        let mut texts: Vec<Vec<u8>> = odd.iter().map(|text| text.as_bytes().to_vec()).collect();
        let mut position = oracle.start();
        for ply in 0..20 {
            texts.push(position.clone().into_bytes());
            let moves = oracle.view(&position).unwrap().moves;
            let Some(chosen) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            texts.push(chosen.chosen.clone().into_bytes());
            position = oracle.play(&position, &chosen.chosen).unwrap();
        }
        let start = oracle.start();
        let target = |input: &[u8]| {
            let text = String::from_utf8_lossy(input);
            let played = in_words(oracle.play(&start, &text));
            let read = match rules.parse_position(&text) {
                Err(error) => error.reason().to_owned(),
                Ok(position) => {
                    let written = rules.write_position(&position);
                    let again = rules.parse_position(&written).unwrap_or_else(|error| {
                        panic!("{} {variant}: {text:?} becomes {error}", about.id)
                    });
                    assert_eq!(rules.write_position(&again), written, "{} {variant}", about.id);
                    rules.board(&position);
                    let picture = rules.picture(&position);
                    for turn in [Turn::First, Turn::Second] {
                        let _ = rules.set_up(&picture, turn);
                    }
                    let names = rules.move_names(&position);
                    assert_eq!(names.len(), rules.moves(&position).len());
                    let different: HashSet<&String> = names.iter().collect();
                    assert_eq!(different.len(), names.len(), "{} {variant}: {written}", about.id);
                    "a position".to_owned()
                }
            };
            format!("{read} {}", played.split(';').next().unwrap_or_default().len() > 40)
        };
        let keep = |input: &[u8]| {
            eprintln!("{} {variant}: {:?}", about.id, String::from_utf8_lossy(input));
        };
        let words: [&[u8]; 7] = [b"/", b":", b",", b"-", b"0", b"99999999999", b"\xff"];
        let fuzzed = fuzz_from(0.125, texts, &words, target, keep);
        inputs += fuzzed.inputs;
        assert!(fuzzed.kinds > 1, "{}: {fuzzed:?}", about.id);
    }
    println!("positions and moves: {inputs} inputs in {} games", games.len());
}
