//! Published and recounted figures, as text files in `crates/testkit/facts`. Counts of reachable
//! positions by value are in the form of `analyze --format csv`:
//!
//! | files | from |
//! |---|---|
//! | `quixo_4x4_value_counts.csv`, `tictactwo_value_counts.csv` | published |
//! | `quixo_3x3_value_counts.csv` | recounted by three independent programs; the published table is wrong |
//! | `quixo_2x2_value_counts.csv`, `tictactoe_3x3_value_counts.csv` | recounted by an independent program |
//! | `kono_*_reachable.csv` | recounted by an independent program |
//! | `topitop_value_counts.csv` | positions recounted by an independent program; orbits by this one |
//! | `baghchal_20-3_second_phase.csv` | recounted by an independent program that uses no symmetries |
//! | `baghchal_20-5_second_phase.csv` | ours, verified (see docs/results/baghchal.md) |
//! | `fivefieldkono_*.csv` | published; short of positions (see `solve/tests/full`) |
//! | `connect4_scores.csv` | the first of five of the six sets of Pons 2015 (blog.gamesolver.org, part 2), as the crate `connect-four-solver` 0.2.4 has them; columns are from 1, and a score is as in `games/connect4/search.rs` |
//! | `xiangqi_5piece_value_counts.csv` | published, without canonical positions; all that look legal |
//! | `xiangqi_6piece_value_counts.csv` | likewise; wrong in 33 rows by a slip of its solver (see `solve/tests/full/xiangqi_erratum.rs`) |

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use hindsight_core::{Outcome, Value};

/// How many positions and how many canonical ones have each outcome.
pub type Rows = HashMap<Outcome, (u64, u64)>;

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("facts").join(file)
}

/// A file as it is. Each is read once and kept until the test program ends.
pub fn text(file: &str) -> &'static str {
    static TEXTS: Mutex<BTreeMap<String, &str>> = Mutex::new(BTreeMap::new());
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    texts.entry(file.to_owned()).or_insert_with(|| {
        let path = path(file);
        let text = std::fs::read_to_string(&path);
        text.unwrap_or_else(|error| panic!("{path:?}: {error}")).leak()
    })
}

/// The rows below the head of a file, cut at commas.
pub fn rows(file: &str) -> impl Iterator<Item = Vec<&'static str>> {
    text(file).lines().skip(1).map(|line| line.split(',').collect())
}

/// Reads a file of `value,remoteness,positions,canonical`, the last of which may be missing.
pub fn read(file: &str) -> Rows {
    read_at(&path(file))
}

/// As [`read`], of any file.
pub fn read_at(path: &Path) -> Rows {
    let text = std::fs::read_to_string(path).unwrap();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let value = Value::from_name(fields[0]).expect(line);
        let outcome = Outcome::new(value, fields[1].parse().unwrap_or(0));
        let canonical = if fields[3].is_empty() { 0 } else { fields[3].parse().expect(line) };
        (outcome, (fields[2].parse().expect(line), canonical))
    };
    text.lines().skip(1).map(row).collect()
}
