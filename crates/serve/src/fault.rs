//! Why a request has no answer: one place decides the status, the words and the log line.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hindsight_oracle::{Estimate, GameName, OracleError, View};
use hindsight_solve::SolveError;
use serde::Serialize;

use crate::background::Progress;
use crate::reply;

/// Why a request has no answer, or none yet.
#[derive(Debug)]
pub enum Fault {
    /// The request is malformed.
    BadRequest(String),
    /// What was asked for does not exist.
    NotFound(String),
    /// The address exists, but is only for reading.
    Method,
    /// The request carries more than it may.
    TooLarge,
    /// Somebody must type a command first.
    Refused(Box<Refusal>),
    /// The answer is being worked out.
    Working(Box<Working>),
    /// There is too much to do.
    Busy,
    /// The answer took too long.
    TimedOut,
    /// The server or a file is at fault. The visitor is told what does not work, the log why.
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
    /// What the rules alone say about the position that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
}

/// What the server is doing to have an answer.
#[derive(Debug, Serialize)]
pub struct Working {
    /// `solving`, `searching` or `analysing`.
    pub status: &'static str,
    /// How far it is.
    pub progress: Progress,
    /// What the rules alone say about the position that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
}

#[derive(Serialize)]
struct Message<'a> {
    error: &'a str,
}

impl Fault {
    /// The fault of a question about a game. Whether the game is solved is not its matter.
    pub fn of(name: &GameName, error: OracleError) -> Fault {
        match error {
            OracleError::Notation { .. } | OracleError::NoSuchMove { .. } => {
                Fault::BadRequest(error.to_string())
            }
            OracleError::NeverReached { .. } => Fault::NotFound(error.to_string()),
            OracleError::Solve(SolveError::TooLittleMemory { .. }) => {
                Fault::not_solved(name, None, None)
            }
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
            view,
        }))
    }

    /// The fault of a request for counts that take too much.
    pub fn not_counted(name: &GameName, estimate: Estimate) -> Fault {
        Fault::Refused(Box::new(Refusal {
            error: format!("{name} is too large to be counted in passing; the command counts it"),
            command: format!("hindsight analyze {} --variant {}", name.game, name.variant),
            estimate: Some(estimate),
            view: None,
        }))
    }

    fn status(&self) -> StatusCode {
        match self {
            Fault::BadRequest(_) => StatusCode::BAD_REQUEST,
            Fault::NotFound(_) => StatusCode::NOT_FOUND,
            Fault::Method => StatusCode::METHOD_NOT_ALLOWED,
            Fault::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Fault::Refused(_) => StatusCode::CONFLICT,
            Fault::Working(_) => StatusCode::ACCEPTED,
            Fault::Busy | Fault::TimedOut => StatusCode::SERVICE_UNAVAILABLE,
            Fault::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn body(&self) -> Vec<u8> {
        let error = match self {
            Fault::Refused(facts) => return reply::json(facts),
            Fault::Working(facts) => return reply::json(facts),
            Fault::BadRequest(error) | Fault::NotFound(error) | Fault::Broken(error) => error,
            Fault::Method => "only GET and HEAD are answered here",
            Fault::TooLarge => "requests carry no body here",
            Fault::Busy => "the server has too much to do; ask again in a second",
            Fault::TimedOut => "the answer took too long; ask again later",
        };
        reply::json(&Message { error })
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut response = (self.status(), self.body()).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if matches!(self, Fault::Working(_) | Fault::Busy | Fault::TimedOut) {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if matches!(self, Fault::Method) {
            headers.insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        }
        response
    }
}
