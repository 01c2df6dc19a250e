//! When and how a game was solved, for people: one line for each run of a solve.
//!
//! `journal.jsonl` stands beside the tables. No table depends on it: it may be missing, and lines that
//! do not parse, or whose checksum is wrong, are passed over. Times are kept out of the manifest, which is
//! the same for the same tables.

use serde::{Deserialize, Serialize};

/// The file name of the journal.
pub(crate) const JOURNAL_FILE: &str = "journal.jsonl";

/// One run of a solve that wrote tables.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Run {
    /// When it ended, in seconds since 1970.
    pub finished: u64,
    /// How long it took.
    pub seconds: f64,
    /// The slots that it solved.
    pub slots: u64,
    /// How it was solved: the program with its version, and what it ran on.
    pub by: String,
}

/// A run as it stands in a journal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    finished: u64,
    seconds: f64,
    slots: u64,
    by: String,
    /// The CRC-32C of the line with this number 0; lines from before there was one are taken as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    check: Option<u32>,
}

impl Line {
    fn text(&self) -> String {
        // Numbers and texts cannot fail to serialise.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The runs of a journal, in the order in which they ended.
pub(crate) fn parse(text: &str) -> Vec<Run> {
    let run = |text: &str| {
        let Line { finished, seconds, slots, by, check } = serde_json::from_str(text).ok()?;
        let run = Run { finished, seconds, slots, by };
        (check.is_none() || line(&run).trim_end() == text).then_some(run)
    };
    text.lines().filter_map(run).collect()
}

/// A run as a line of a journal.
pub(crate) fn line(run: &Run) -> String {
    let Run { finished, seconds, slots, by } = run.clone();
    let mut line = Line { finished, seconds, slots, by, check: Some(0) };
    line.check = Some(crc32c::crc32c(line.text().as_bytes()));
    line.text() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_parse_is_passed_over() {
        let run = Run { finished: 1_800_000_000, seconds: 1.5, slots: 7, by: "test".to_owned() };
        let text = format!("{}nonsense\n\u{fffd}\n{}{{\"finished\":1}}\n", line(&run), line(&run));
        assert_eq!(parse(&text), [run.clone(), run.clone()]);
        assert_eq!(parse(""), []);
        let old = r#"{"finished":1800000000,"seconds":1.5,"slots":7,"by":"test"}"#;
        assert_eq!(parse(old), [run]);
    }

    #[test]
    fn a_flipped_bit_never_changes_what_a_line_says() {
        let run = Run { finished: 1_800_000_000, seconds: 1.5, slots: 7, by: "test".to_owned() };
        let text = line(&run).into_bytes();
        for bit in 0..text.len() * 8 {
            let mut flipped = text.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let runs = parse(&String::from_utf8_lossy(&flipped));
            assert!(runs.is_empty() || runs == [run.clone()], "bit {bit}: {runs:?}");
        }
    }
}
