//! Players by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A player, as people name it: `search`, or with what it takes behind a colon, as in `mistakes:0.1`.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerName {
    /// Plays a best move, by the tables.
    Perfect,
    /// Plays a best move, and among draws one that is ranked best; how they are ranked.
    Ranked(String),
    /// Searches with nothing but the rules.
    Search,
    /// Plays any move.
    Random,
    /// Plays a best move, but for this share of its moves, which are drawn from all.
    Mistakes(f64),
}

/// Why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayerNameError {
    /// No player has this name.
    #[error("there is no player '{name}'; players are {}", PlayerName::KNOWN)]
    Unknown {
        /// What was given, shortened.
        name: String,
    },
    /// The player takes nothing behind its name.
    #[error("the player {player} takes no '{option}'; players are {}", PlayerName::KNOWN)]
    NoOption {
        /// The player.
        player: &'static str,
        /// What was given, shortened.
        option: String,
    },
    /// It is not said how draws are ranked.
    #[error(
        "perfect takes draws=ratio, draws=difference, draws=own or draws= and a file, not '{option}'"
    )]
    Draws {
        /// What was given, shortened.
        option: String,
    },
    /// The share of mistakes is missing, or is none.
    #[error("the share of mistakes is a number from 0 to 1, as in mistakes:0.1, not '{share}'")]
    Share {
        /// What was given, shortened.
        share: String,
    },
}

impl PlayerName {
    /// The players, as an error lists them.
    pub const KNOWN: &str = "perfect, perfect:draws=HOW, search, random and mistakes:SHARE";
    /// Every player that has a name of its own, for completions.
    pub const EXAMPLES: [&str; 7] = [
        "perfect",
        "perfect:draws=ratio",
        "perfect:draws=difference",
        "perfect:draws=own",
        "search",
        "random",
        "mistakes:0.1",
    ];

    /// Whether the player has to know what moves are worth.
    pub const fn needs_values(&self) -> bool {
        matches!(self, PlayerName::Perfect | PlayerName::Ranked(_) | PlayerName::Mistakes(_))
    }
}

impl FromStr for PlayerName {
    type Err = PlayerNameError;

    fn from_str(text: &str) -> Result<PlayerName, PlayerNameError> {
        let (name, option) = match text.split_once(':') {
            Some((name, option)) => (name, Some(option)),
            None => (text, None),
        };
        let alone = |player: &'static str, made| match option {
            None => Ok(made),
            Some(option) => Err(PlayerNameError::NoOption { player, option: crate::shown(option) }),
        };
        match name {
            "perfect" => match option {
                None => Ok(PlayerName::Perfect),
                Some(option) => match option.strip_prefix("draws=") {
                    Some(how) if !how.is_empty() => Ok(PlayerName::Ranked(how.to_owned())),
                    _ => Err(PlayerNameError::Draws { option: crate::shown(option) }),
                },
            },
            "search" => alone("search", PlayerName::Search),
            "random" => alone("random", PlayerName::Random),
            "mistakes" => {
                let share = option.unwrap_or_default();
                let read = share.parse().ok().filter(|share| (0.0..=1.0).contains(share));
                let refused = || PlayerNameError::Share { share: crate::shown(share) };
                read.map(PlayerName::Mistakes).ok_or_else(refused)
            }
            _ => Err(PlayerNameError::Unknown { name: crate::shown(text) }),
        }
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerName::Perfect => f.pad("perfect"),
            PlayerName::Ranked(how) => f.pad(&format!("perfect:draws={how}")),
            PlayerName::Search => f.pad("search"),
            PlayerName::Random => f.pad("random"),
            PlayerName::Mistakes(share) => f.pad(&format!("mistakes:{share}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_go_there_and_back() {
        for text in PlayerName::EXAMPLES.into_iter().chain(["mistakes:0", "mistakes:1"]) {
            assert_eq!(text.parse::<PlayerName>().unwrap().to_string(), text);
        }
        let wrong = |text: &str| text.parse::<PlayerName>().unwrap_err().to_string();
        assert_eq!(
            wrong("perfekt"),
            "there is no player 'perfekt'; players are perfect, perfect:draws=HOW, search, random and \
             mistakes:SHARE"
        );
        for option in ["", "draws", "draws=", "ratio"] {
            let message = wrong(&format!("perfect:{option}"));
            assert!(message.starts_with("perfect takes draws=ratio"), "{message}");
        }
        assert!(wrong("random:3").starts_with("the player random takes no '3'"));
        for share in ["", ":", ":2", ":-0.1", ":NaN", ":a"] {
            let message = wrong(&format!("mistakes{share}"));
            assert!(
                message.starts_with("the share of mistakes is a number from 0 to 1"),
                "{message}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_player_or_an_error_on_one_line(text: String) {
            if let Err(error) = text.parse::<PlayerName>() {
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }
}
