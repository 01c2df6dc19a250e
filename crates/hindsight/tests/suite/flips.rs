//! Single bits flipped in every kind of file that there is, of ten games: whatever is then said is what was
//! said before, and `verify` notices every bit that a value rests on.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use hindsight::tables::{GameId, PublicKey, Run, Store, Verification};
use hindsight::{
    Control, CountsFile, Device, DrawsBy, Oracle, OracleError, SolveOptions, Survey, TierCounts,
};
use hindsight_testkit::{Dice, effort};
use minisign::KeyPair;
use serde_json::Value;
use tempfile::TempDir;

use crate::bench::{chance, overwrite};

const GAMES: [(&str, &str, &[DrawsBy]); 10] = [
    ("tictactoe", "3x3", &[]),
    ("quixo", "3x3", &[DrawsBy::Levels]),
    ("achi", "diagonals", &[DrawsBy::Ratio]),
    ("nim", "3-4-5", &[]),
    ("mutorere", "restricted", &[DrawsBy::Levels, DrawsBy::Ratio]),
    ("hareandhounds", "small", &[]),
    ("morris", "three", &[DrawsBy::Difference]),
    ("baghchal", "3x3-5-2", &[DrawsBy::Levels]),
    ("sliding", "2x3", &[]),
    ("foxandgeese", "4x4", &[]),
];
const COUNTS: &str = "counts.csv";
/// Positions that are asked for.
const ASKED: usize = 12;

/// What a game's files say.
#[derive(Debug)]
struct Said {
    answers: Vec<Result<String, String>>,
    runs: Vec<Run>,
    noted: Option<Verification>,
    signed: Result<Vec<String>, String>,
    counts: Result<BTreeMap<String, TierCounts>, String>,
    verified: Result<(), String>,
}

/// A game with all its files.
struct Whole {
    root: TempDir,
    game: &'static str,
    variant: &'static str,
    positions: Vec<String>,
    key: PublicKey,
    /// By path below the root; all but the lock, which is empty.
    files: BTreeMap<PathBuf, Vec<u8>>,
}

fn line(error: impl std::fmt::Display) -> String {
    let line = error.to_string();
    assert!(!line.is_empty() && !line.contains('\n'), "{line}");
    line
}

impl Whole {
    fn new(game: &'static str, variant: &'static str, draws: &[DrawsBy]) -> Whole {
        let root = tempfile::tempdir().unwrap();
        let KeyPair { pk, sk } = KeyPair::generate_unencrypted_keypair().unwrap();
        let key = PublicKey::parse(&pk.to_box().unwrap().into_string()).unwrap();
        let mut whole =
            Whole { root, game, variant, positions: Vec::new(), key, files: BTreeMap::new() };
        let (oracle, control) = (whole.oracle(), Control::default());
        oracle.solve(&SolveOptions::default(), &control).unwrap();
        for by in draws {
            oracle.solve_draws(by, &SolveOptions::default(), &control).unwrap();
        }
        oracle.verify(Device::Cpu, &control).unwrap();
        oracle.verify_draws(&control).unwrap();
        let sign = |text: &str, comment: &str| {
            let signed = minisign::sign(None, &sk, text.as_bytes(), Some(comment), None);
            Ok::<_, OracleError>(signed.unwrap().into_string())
        };
        assert_eq!(oracle.sign(sign).unwrap().len(), 1 + draws.len());
        let mut counts = whole.counts().unwrap();
        oracle.survey_into(&mut counts, &survey(), &control).unwrap();
        whole.positions = (0..ASKED as u64)
            .map(|seed| oracle.random(Default::default(), seed).unwrap().unwrap())
            .chain([oracle.start()])
            .collect();
        whole.read(PathBuf::new());
        whole
    }

    fn read(&mut self, below: PathBuf) {
        for entry in fs::read_dir(self.root.path().join(&below)).unwrap() {
            let path = below.join(entry.unwrap().file_name());
            if self.root.path().join(&path).is_dir() {
                self.read(path);
            } else {
                let bytes = fs::read(self.root.path().join(&path)).unwrap();
                if !bytes.is_empty() {
                    self.files.insert(path, bytes);
                }
            }
        }
    }

    fn oracle(&self) -> Oracle {
        hindsight::open(self.game, Some(self.variant), self.root.path()).unwrap()
    }

    fn counts(&self) -> Result<CountsFile, String> {
        let file = self.root.path().join(COUNTS);
        CountsFile::open(&file, &self.oracle(), &survey()).map_err(line)
    }

    /// Everything that the files say.
    fn ask(&self) -> Said {
        let (oracle, control) = (self.oracle(), Control::default());
        let answer = |position: &String| {
            let answer = oracle.answer(position).map_err(line)?;
            Ok(serde_json::to_string(&answer).unwrap())
        };
        let answers = self.positions.iter().map(answer).collect();
        let rules = oracle.rules();
        let id = GameId { game: self.game.into(), variant: self.variant.into(), rules };
        let store = Store::open(self.root.path(), &id);
        let noted = store.as_ref().ok().and_then(Store::verification);
        let runs = store.map(|store| store.runs()).unwrap_or_default();
        let signed = oracle.check_signatures(&self.key).map_err(line);
        let verified = oracle.verify(Device::Cpu, &control).map(drop);
        let verified = verified.and_then(|()| oracle.verify_draws(&control).map(drop));
        let counts = self.counts().map(|counts| counts.tiers().clone());
        Said { answers, runs, noted, signed, counts, verified: verified.map_err(line) }
    }

    /// Flips a bit, compares what is said with what was said, and flips it back.
    fn flip(&self, truth: &Said, dice: &mut Dice) {
        let (path, bytes) = self.files.iter().nth(dice.below(self.files.len())).unwrap();
        let bit = dice.below(bytes.len() * 8);
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        overwrite(&self.root.path().join(path), &flipped);
        let what = format!("{} {}: bit {bit} of {}", self.game, self.variant, path.display());
        let said = self.ask();
        let name = path.file_name().unwrap().to_string_lossy();
        // With other values of tiers, the draws belong to another game, and are told apart no more.
        let is_same = |said: &str, truth: &str| match &*name {
            "values.csv" => without_draws(said) == without_draws(truth),
            _ => said == truth,
        };
        for (said, truth) in said.answers.iter().zip(&truth.answers) {
            let same = |said: &String| is_same(said, truth.as_ref().unwrap());
            assert!(said.as_ref().ok().is_none_or(same), "{what}: {said:?}");
        }
        assert!(said.runs.iter().all(|run| truth.runs.contains(run)), "{what}: {:?}", said.runs);
        assert!(said.noted.is_none() || said.noted == truth.noted, "{what}: {:?}", said.noted);
        assert!(said.signed.is_err() || said.signed == truth.signed, "{what}: {:?}", said.signed);
        if let Ok(counts) = &said.counts {
            let known = truth.counts.as_ref().unwrap();
            let is_known = |(name, tier): (&String, &TierCounts)| known.get(name) == Some(tier);
            assert!(counts.iter().all(is_known), "{what}: {counts:?}");
        }
        if name.ends_with(".hst") || name.ends_with(".hsp") || name == "manifest.json" {
            assert!(said.verified.is_err(), "{what} went unnoticed");
        } else if name != "values.csv" {
            // What tiers are worth is read for what it says: an odd comma may mean the same.
            assert_eq!(said.verified, Ok(()), "{what}");
        }
        overwrite(&self.root.path().join(path), bytes);
        self.forget();
    }

    /// Puts back the notes that asking wrote, which say when.
    fn forget(&self) {
        let is_note =
            |path: &PathBuf| path.ends_with("verified.json") || path.ends_with("rules.json");
        for (path, bytes) in self.files.iter().filter(|(path, _)| is_note(path)) {
            overwrite(&self.root.path().join(path), bytes);
        }
    }
}

/// An answer without what the tables say that tell draws apart.
fn without_draws(answer: &str) -> Value {
    let mut answer: Value = serde_json::from_str(answer).unwrap();
    let moves = answer["moves"].as_array_mut().unwrap();
    for known in moves {
        let known = known.as_object_mut().unwrap();
        known.remove("draw");
        known.remove("best");
    }
    answer.as_object_mut().unwrap().remove("draw");
    answer
}

fn survey() -> Survey {
    Survey {
        roots_only: false,
        device: Device::Cpu,
        verifies: false,
        memory: 1 << 30,
        values: None,
    }
}

#[test]
fn no_flipped_bit_changes_what_is_said() {
    let flips = effort(150, 10_000);
    let mut dice = chance();
    let mut kinds = BTreeMap::new();
    for (game, variant, draws) in GAMES {
        let whole = Whole::new(game, variant, draws);
        let truth = whole.ask();
        whole.forget();
        assert!(truth.answers.iter().all(Result::is_ok) && truth.noted.is_some(), "{truth:?}");
        assert_eq!((truth.runs.len(), &truth.verified), (1, &Ok(())), "{game}");
        assert!(truth.signed.is_ok() && !truth.counts.as_ref().unwrap().is_empty(), "{game}");
        for _ in 0..flips / GAMES.len() {
            whole.flip(&truth, &mut dice);
        }
        for path in whole.files.keys() {
            let suffix = path.extension().unwrap_or_default().to_string_lossy().into_owned();
            *kinds.entry(suffix).or_insert(0) += 1;
        }
    }
    println!("{flips} flipped bits in {} games, files: {kinds:?}", GAMES.len());
}
