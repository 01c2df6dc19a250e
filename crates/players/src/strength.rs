//! How strong the computer is: a ladder from the beginner to perfect play.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A step of the ladder. The page has the same ones (`web/src/strength.ts`), and a test compares them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Sees a best move only now and then.
    Beginner,
    /// Nearly every other move is any legal one.
    Easy,
    /// One move in four is any legal one.
    Medium,
    /// One move in ten is any legal one.
    Strong,
    /// Always plays a best move.
    #[default]
    Perfect,
}

/// Why a text names no strength.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no strength '{name}'; strengths are {}", Strength::NAMES.join(", "))]
pub struct StrengthError {
    name: String,
}

impl Strength {
    /// All of them, the weakest first.
    pub const ALL: [Strength; 5] =
        [Strength::Beginner, Strength::Easy, Strength::Medium, Strength::Strong, Strength::Perfect];
    /// Their names.
    pub const NAMES: [&str; 5] = ["beginner", "easy", "medium", "strong", "perfect"];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        Strength::NAMES[self as usize]
    }

    /// In how many of its moves, in percent, it plays any legal move instead of a best one.
    pub const fn errs(self) -> u32 {
        [75, 45, 25, 10, 0][self as usize]
    }

    /// How many positions it searches before a move, where nothing is solved.
    pub const fn nodes(self) -> u64 {
        [100, 1_000, 10_000, 100_000, 1_000_000][self as usize]
    }

    /// The next step, and from the last one the first.
    #[must_use]
    pub const fn next(self) -> Strength {
        Strength::ALL[(self as usize + 1) % Strength::ALL.len()]
    }
}

impl FromStr for Strength {
    type Err = StrengthError;

    fn from_str(text: &str) -> Result<Strength, StrengthError> {
        let known = Strength::ALL.into_iter().find(|strength| strength.name() == text);
        known.ok_or_else(|| StrengthError { name: crate::shown(text) })
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_there_and_back_and_the_ladder_goes_round() {
        for strength in Strength::ALL {
            assert_eq!(strength.to_string().parse(), Ok(strength));
        }
        assert_eq!(Strength::Beginner.next(), Strength::Easy);
        assert_eq!(Strength::Perfect.next(), Strength::Beginner);
        let error = "perfekt".parse::<Strength>().unwrap_err().to_string();
        let wanted =
            "there is no strength 'perfekt'; strengths are beginner, easy, medium, strong, perfect";
        assert_eq!(error, wanted);
    }

    #[test]
    fn who_stands_higher_errs_less_and_searches_more() {
        for pair in Strength::ALL.windows(2) {
            assert!(pair[0].errs() > pair[1].errs() && pair[0].nodes() < pair[1].nodes());
        }
        assert_eq!(Strength::default().errs(), 0);
    }

    /// The page's ladder, as its source says it.
    #[test]
    fn the_page_has_the_same_ladder() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/strength.ts");
        let source = std::fs::read_to_string(path).unwrap();
        let numbers = |name: &str| -> Vec<(String, u64)> {
            let (_, rest) =
                source.split_once(&format!("const {name}: Record<Level, number> = {{")).unwrap();
            let (list, _) = rest.split_once('}').unwrap();
            let pairs = list.split(',').map(|pair| pair.split_once(':').unwrap());
            pairs
                .map(|(name, number)| {
                    (name.trim().to_owned(), number.trim().replace('_', "").parse().unwrap())
                })
                .collect()
        };
        let ours = |number: fn(Strength) -> u64| -> Vec<(String, u64)> {
            Strength::ALL.into_iter().map(|one| (one.to_string(), number(one))).collect()
        };
        assert_eq!(numbers("ERRS"), ours(|one| one.errs().into()));
        assert_eq!(numbers("NODES"), ours(Strength::nodes));
    }
}
