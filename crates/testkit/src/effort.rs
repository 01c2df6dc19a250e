//! How much a test does: little in ordinary runs, and as much as is published where it is asked for.

/// The variable that asks for the long versions of tests.
const VARIABLE: &str = "HINDSIGHT_ATTACKS";

/// `full` where `HINDSIGHT_ATTACKS=full` is set, otherwise `short`.
pub fn effort(short: usize, full: usize) -> usize {
    match std::env::var(VARIABLE) {
        Ok(asked) if asked == "full" => full,
        _ => short,
    }
}
