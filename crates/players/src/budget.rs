//! How much a search may look at.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::random::Random;

/// How many positions a search may look at before each move: a fixed number, or one drawn at random from
/// a range for every move, which makes games differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeBudget {
    least: u64,
    most: u64,
}

/// Why a text is no [`NodeBudget`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{text}' is no number of positions to search; write one, as in 50000, or the least and the most, \
     as in 100000-200000, from 1 to {}",
    NodeBudget::MOST
)]
pub struct NodeBudgetError {
    /// What was given, shortened.
    text: String,
}

impl NodeBudget {
    /// What a search looks at where nobody says otherwise: a fraction of a second.
    pub const DEFAULT: NodeBudget = NodeBudget { least: 50_000, most: 50_000 };
    /// The most that can be asked for.
    pub const MOST: u64 = 1_000_000_000;

    /// Always the same number.
    pub const fn fixed(nodes: u64) -> NodeBudget {
        NodeBudget { least: nodes, most: nodes }
    }

    /// The most that is drawn.
    pub const fn most(self) -> u64 {
        self.most
    }

    /// The number for the next move.
    pub fn draw(self, random: &mut Random) -> u64 {
        if self.least == self.most {
            return self.least;
        }
        self.least + random.roll() % (self.most - self.least + 1)
    }
}

impl FromStr for NodeBudget {
    type Err = NodeBudgetError;

    fn from_str(text: &str) -> Result<NodeBudget, NodeBudgetError> {
        let number =
            |text: &str| text.parse().ok().filter(|nodes| (1..=NodeBudget::MOST).contains(nodes));
        let read = || {
            let (least, most) = text.split_once('-').unwrap_or((text, text));
            let (least, most) = (number(least)?, number(most)?);
            (least <= most).then_some(NodeBudget { least, most })
        };
        read().ok_or_else(|| NodeBudgetError { text: crate::shown(text) })
    }
}

impl fmt::Display for NodeBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NodeBudget { least, most } if least == most => write!(f, "{least}"),
            NodeBudget { least, most } => write!(f, "{least}-{most}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read_and_drawn_from() {
        let fixed: NodeBudget = "300".parse().unwrap();
        assert_eq!((fixed, fixed.to_string()), (NodeBudget::fixed(300), "300".to_owned()));
        let range: NodeBudget = "10-13".parse().unwrap();
        assert_eq!(range.to_string(), "10-13");
        let mut random = Random::new(1);
        let mut drawn: Vec<u64> = (0..100).map(|_| range.draw(&mut random)).collect();
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn, [10, 11, 12, 13]);
        for wrong in ["", "0", "-", "5-", "-5", "5-4", "1-2-3", "many", "99999999999"] {
            assert!(wrong.parse::<NodeBudget>().is_err(), "{wrong}");
        }
    }
}
