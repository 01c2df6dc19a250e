//! Why a question about a game has no answer, as far as the question or the game is to blame.

use hindsight_oracle::{Estimate, GameName, OracleError, View};
use hindsight_solve::SolveError;
use serde::Serialize;

use crate::reply::json;

/// Why a question has no answer.
#[derive(Debug)]
pub enum Fault {
    /// The request is malformed.
    BadRequest(String),
    /// What was asked for does not exist.
    NotFound(String),
    /// Somebody must type a command first.
    Refused(Box<Refusal>),
    /// The program or a file is at fault. The visitor is told what does not work, the log why.
    Broken(String),
}

/// What stands in the way of an answer, and what would help.
#[derive(Debug, Serialize)]
pub struct Refusal {
    /// What is wrong.
    pub error: String,
    /// What to type on the server's machine.
    pub command: String,
    /// What that takes.
    pub estimate: Option<Estimate>,
    /// Whether the same, asked for by POST from a page of this server, has the server do it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub post: bool,
    /// What the rules alone say about the position that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
}

#[derive(Serialize)]
struct Message<'a> {
    error: &'a str,
}

impl Fault {
    /// The status of HTTP and the JSON text that tell it.
    pub fn told(&self) -> (u16, Vec<u8>) {
        match self {
            Fault::BadRequest(error) => (400, json(&Message { error })),
            Fault::NotFound(error) => (404, json(&Message { error })),
            Fault::Refused(refusal) => (409, json(refusal)),
            Fault::Broken(error) => (500, json(&Message { error })),
        }
    }

    /// The fault of an address that stands for nothing.
    pub fn nothing_there() -> Fault {
        Fault::NotFound(
            "there is no such address; /api/v1/openapi.json describes those there are".to_owned(),
        )
    }

    /// The fault of a question about a game. Whether the game is solved is not its matter.
    pub fn of(name: &GameName, error: OracleError) -> Fault {
        match error {
            OracleError::Notation { .. }
            | OracleError::NoSuchMove { .. }
            | OracleError::Replay { .. } => Fault::BadRequest(error.to_string()),
            OracleError::NeverReached { .. } => Fault::NotFound(error.to_string()),
            OracleError::Solve(
                SolveError::TooLittleMemory { .. } | SolveError::TooManyPositions { .. },
            ) => Fault::not_solved(name, None, None),
            error => {
                tracing::error!(game = %name, %error, "cannot answer");
                Fault::Broken(format!(
                    "the tables of {name} cannot be read; the server's log says more"
                ))
            }
        }
    }

    /// The fault of a question about a game that nobody has solved.
    pub fn not_solved(name: &GameName, estimate: Option<Estimate>, view: Option<View>) -> Fault {
        Fault::Refused(Box::new(Refusal {
            error: format!(
                "{name} is not solved, and too large to be solved in passing; the command solves \
                 it when run on the server's machine with the server's --data"
            ),
            command: format!("hindsight solve {} --variant {}", name.game, name.variant),
            estimate,
            post: false,
            view,
        }))
    }

    /// The fault of a request for counts that take too much.
    pub fn not_counted(name: &GameName, estimate: Estimate) -> Fault {
        Fault::Refused(Box::new(Refusal {
            error: format!("{name} is too large to be counted in passing; the command counts it"),
            command: format!("hindsight analyze {} --variant {}", name.game, name.variant),
            estimate: Some(estimate),
            post: false,
            view: None,
        }))
    }
}
