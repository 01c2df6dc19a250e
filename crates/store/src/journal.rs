//! When and how a game was solved, for people: one line for each run of a solve.
//!
//! `journal.jsonl` stands beside the tables. No table depends on it: it may be missing, and lines that
//! do not parse are passed over. Times are kept out of the manifest, which is the same for the same
//! tables.

use serde::{Deserialize, Serialize};

/// The file name of the journal.
pub(crate) const JOURNAL_FILE: &str = "journal.jsonl";

/// One run of a solve that wrote tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

/// The runs of a journal, in the order in which they ended.
pub(crate) fn parse(text: &str) -> Vec<Run> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// A run as a line of a journal.
pub(crate) fn line(run: &Run) -> String {
    // Numbers and texts cannot fail to serialise.
    serde_json::to_string(run).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_parse_is_passed_over() {
        let run = Run { finished: 1_800_000_000, seconds: 1.5, slots: 7, by: "test".to_owned() };
        let text = format!("{}nonsense\n\u{fffd}\n{}{{\"finished\":1}}\n", line(&run), line(&run));
        assert_eq!(parse(&text), [run.clone(), run]);
        assert_eq!(parse(""), []);
    }
}
