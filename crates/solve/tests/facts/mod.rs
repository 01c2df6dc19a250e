//! Facts as text: counts of reachable positions by value, in the form of `analyze --format csv`.
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
//! | `fivefieldkono_*.csv` | published; short of positions (see `tests/full`) |
//! | `xiangqi_5piece_value_counts.csv` | published, without canonical positions; all that look legal |
//! | `xiangqi_6piece_value_counts.csv` | likewise; wrong in 33 rows by a slip of its solver (see `tests/full/slip.rs`) |

use std::collections::HashMap;
use std::path::Path;

use hindsight_core::{Outcome, Value};

/// How many positions and how many canonical ones have each outcome.
pub type Rows = HashMap<Outcome, (u64, u64)>;

/// Reads a file of `value,remoteness,positions,canonical`, the last of which may be missing.
pub fn read(file: &str) -> Rows {
    read_at(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/facts").join(file))
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
