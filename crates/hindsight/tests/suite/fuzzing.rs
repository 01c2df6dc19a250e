//! Whatever stands in files, and whatever people type, is answered, and nothing panics. Each target takes
//! a second; `HINDSIGHT_FUZZ_SECONDS=60` gives each a minute. `tests/fuzz` has what they begin with.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hindsight::parts::{Code, Turn};
use hindsight::rulebook::Rulebook;
use hindsight::tables::{BlockCache, GameId, PositionList, Store, Table, position_key};
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

/// Makes the checksums of a list of positions right again, as far as it has the parts that they are of.
fn mended_list(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = bytes.to_vec();
    let positions = u64::from_le_bytes(bytes.get(48..56)?.try_into().ok()?);
    let buckets =
        1_usize.checked_shl(positions.checked_sub(1)?.checked_ilog2()?.saturating_sub(5))?;
    let entries = buckets.checked_mul(8)?.checked_add(60)?;
    let mut begin = entries;
    for bucket in 0..buckets {
        let at = 56 + bucket * 8;
        let end =
            u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize * 8 + entries;
        let checksum = crc32c::crc32c(bytes.get(begin..end)?).to_le_bytes();
        bytes[at + 4..at + 8].copy_from_slice(&checksum);
        begin = end;
    }
    let checksum = crc32c::crc32c(&bytes[..entries - 4]).to_le_bytes();
    bytes[entries - 4..entries].copy_from_slice(&checksum);
    Some(bytes)
}

#[test]
fn lists_of_positions() {
    // What is listed, and what is not.
    let keys: Vec<u64> = (0..400).map(|number: u64| position_key(&number.to_string())).collect();
    let ask = |bytes: Vec<u8>| {
        // For whichever manifest it was made.
        let manifest = bytes.get(16..48).and_then(|it| blake3::Hash::from_slice(it).ok());
        let Some(list) = PositionList::open(Box::new(bytes), manifest.unwrap_or([0; 32].into()))
        else {
            return "none".to_owned();
        };
        let found: Vec<u64> = keys.iter().filter_map(|&key| list.slot(key)).collect();
        assert!(found.iter().all(|slot| *slot < list.positions()));
        format!("a list, in which {} are", ["none", "one", "some"][found.len().min(2)])
    };
    let target = |input: &[u8]| {
        ask(input.to_vec()) + &mended_list(input).map_or_else(|| "no".to_owned(), ask)
    };
    let words: [&[u8]; 3] = [b"HINDPOSI", b"\x01\0\0\0\0\0\0\0", b"\x2c\x01\0\0\0\0\0\0"];
    report("lists of positions", fuzz(&corpus("lists"), &words, target));
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

const WORDS_OF_RULES: [&str; 26] = [
    "board grid 4x4\n",
    "board ring 9\n",
    "board drawn\n  o-o\n",
    "piece man/men m -\n",
    "turn ",
    "or ",
    "else ",
    "win ",
    "lose ",
    "stuck lose\n",
    "place a stone on an empty point\n",
    "step a stone to an empty point",
    "leap a stone all ways over an enemy to an empty point, capturing, may go on\n",
    "slide a stone ",
    ", then ",
    "make a line of 3\n",
    "board is full\n",
    "if ",
    "not ",
    "in hand ",
    "fewer than ",
    "hand 3 stones each\n",
    "option n 1 2\n",
    "flip beside ",
    "captives to hand\n",
    "999",
];

/// Texts that are nearly the rules of a game: a mistake is told in a few lines, and what is a game can be
/// explained and played.
#[test]
fn rules_files() {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../library");
    let mut texts: Vec<Vec<u8>> = [library, corpus("rules")]
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| fs::read(entry.unwrap().path()).unwrap())
        .collect();
    texts.sort();
    let target = |input: &[u8]| {
        let text = String::from_utf8_lossy(input);
        let book = match Rulebook::read(&text, None) {
            Ok(book) => book,
            Err(mistake) => {
                assert!(mistake.to_string().len() < 4_000, "{mistake}");
                return mistake.message;
            }
        };
        book.explain();
        let rules = book.game().rules;
        let mut position = rules.start();
        for ply in 0..6 {
            let written = rules.write_position(&position);
            assert_eq!(rules.parse_position(&written).unwrap(), position, "{written}");
            rules.board(&position);
            rules.picture(&position);
            let moves = rules.moves(&position);
            assert_eq!(rules.move_names(&position).len(), moves.len());
            let Some(next) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            position = next.clone();
        }
        "a game".to_owned()
    };
    let keep = |input: &[u8]| {
        let file = corpus("rules").join(format!("crash-{}.game", blake3::hash(input).to_hex()));
        let _ = fs::write(&file, input);
        eprintln!("the input is kept in {}", file.display());
    };
    let words = WORDS_OF_RULES.map(str::as_bytes);
    report("rules files", fuzz_from(1.0, texts, &words, target, keep));
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
