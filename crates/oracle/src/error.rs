//! What can go wrong, told apart by whose fault it is.

use std::io;
use std::path::PathBuf;

use hindsight_core::NotationError;
use hindsight_solve::{CheckFailure, SolveError};
use hindsight_store::StoreError;
use thiserror::Error;

use crate::counts_file::CountsFileError;
use crate::oracle::GameName;

/// Why a question has no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OracleError {
    /// A text is no position of the game.
    #[error("{cause}")]
    Notation {
        /// The game.
        name: GameName,
        /// What is wrong with the text. Already part of the message, hence no `source`.
        cause: NotationError,
    },
    /// A text is no move of the position.
    #[error("'{text}' is no move from {position}; {}", if known.is_empty() {
        "the game is over there".to_owned()
    } else {
        format!("the moves are {known}")
    })]
    NoSuchMove {
        /// What was asked for, shortened.
        text: String,
        /// The position.
        position: String,
        /// The moves that exist; none where the game is over.
        known: String,
    },
    /// A game that was written down cannot be played again.
    #[error("move {number}: {cause}")]
    Replay {
        /// The number of the move, from one.
        number: usize,
        /// What is wrong with it. Already part of the message, hence no `source`.
        cause: Box<OracleError>,
    },
    /// The game has no tables.
    #[error("{name} is not solved in {}", data.display())]
    NotSolved {
        /// The game.
        name: GameName,
        /// The folder with the tables of all games.
        data: PathBuf,
    },
    /// The game's solve has not come to its end.
    #[error("{name} is only partly solved in {}", data.display())]
    PartlySolved {
        /// The game.
        name: GameName,
        /// The folder with the tables of all games.
        data: PathBuf,
    },
    /// The game is solved, but only as far as the start leads, and it does not lead there.
    #[error(
        "{position} is in tier {tier}, to which no game of {name} from the start comes, so it has \
         no value; ask for a position that can arise"
    )]
    NeverReached {
        /// The game.
        name: GameName,
        /// The position.
        position: String,
        /// Its tier.
        tier: String,
    },
    /// A match was asked for, but the game is a puzzle.
    #[error("{name} is a puzzle for one player; matches are for games that two play")]
    OnePlayer {
        /// The puzzle.
        name: GameName,
    },
    /// A stored value is not what the stored values of the moves make of it.
    #[error(
        "the tables of {name} contradict themselves at {position}; run verify, then solve with --force"
    )]
    Contradiction {
        /// The game.
        name: GameName,
        /// The position.
        position: String,
    },
    /// The game breaks one of its promises, or its check was stopped.
    #[error("{name}: {cause}")]
    Check {
        /// The game.
        name: GameName,
        /// What the check found.
        cause: CheckFailure,
    },
    /// Tables were to be signed that nobody has verified.
    #[error("{name} was not verified in {} as it is", data.display())]
    NotVerified {
        /// The game.
        name: GameName,
        /// The folder with the tables of all games.
        data: PathBuf,
    },
    /// The draws of a game cannot be told apart, or are not.
    #[error("the draws of {name}: {why}")]
    Draws {
        /// The game.
        name: GameName,
        /// The reason.
        why: String,
    },
    /// The values of a level cannot be written.
    #[error("{}: {cause}", path.display())]
    Values {
        /// The file.
        path: PathBuf,
        /// The reason.
        cause: io::Error,
    },
    /// A boundary that cannot be solved to.
    #[error("{name}: {why}")]
    Boundary {
        /// The game.
        name: GameName,
        /// The reason.
        why: String,
    },
    /// A file of counts cannot be written.
    #[error(transparent)]
    Counts(#[from] CountsFileError),
    /// Solving, verifying or analysing came to no end, or a file is at fault.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl From<StoreError> for OracleError {
    fn from(error: StoreError) -> OracleError {
        OracleError::Solve(error.into())
    }
}

impl OracleError {
    /// The error about a text that is none of a position's moves.
    pub(crate) fn no_such_move(text: &str, position: String, known: Vec<String>) -> OracleError {
        let shown = text.chars().take(60);
        OracleError::NoSuchMove {
            text: shown.map(|c| if c.is_control() { '?' } else { c }).collect(),
            position,
            known: known.join(" "),
        }
    }

    /// Whether asking for something else would help. Otherwise a file, the disk or the program is
    /// at fault.
    pub fn is_request(&self) -> bool {
        match self {
            OracleError::Notation { .. }
            | OracleError::NoSuchMove { .. }
            | OracleError::Replay { .. }
            | OracleError::NotSolved { .. }
            | OracleError::PartlySolved { .. }
            | OracleError::NeverReached { .. }
            | OracleError::OnePlayer { .. }
            | OracleError::Boundary { .. }
            | OracleError::NotVerified { .. }
            | OracleError::Draws { .. } => true,
            OracleError::Solve(error) => matches!(
                error,
                SolveError::TooLittleMemory { .. } | SolveError::TooManyPositions { .. }
            ),
            OracleError::Contradiction { .. }
            | OracleError::Check { .. }
            | OracleError::Values { .. }
            | OracleError::Counts(_) => false,
        }
    }
}
