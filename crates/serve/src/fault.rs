//! Why a request has no answer: one place decides the status, the words and the log line.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hindsight_answers::{Fault as Plain, Progress, Refusal};
use hindsight_oracle::{Estimate, GameName, OracleError, View};
use hindsight_solve::SolveError;
use serde::Serialize;

use crate::budget::{Exhausted, Left};
use crate::made::{Beyond, is_made};
use crate::options::MadeLimits;
use crate::reply;

/// Why a request has no answer, or none yet.
#[derive(Debug)]
pub enum Fault {
    /// The request is malformed.
    BadRequest(String),
    /// What was asked for does not exist.
    NotFound(String),
    /// The address exists, but takes other methods.
    Method {
        /// Which.
        allowed: &'static str,
    },
    /// The request names a host that this server is not.
    Host(String),
    /// What was asked for is not done here, or not for this visitor.
    Forbidden(String),
    /// The request carries more than it may.
    TooLarge,
    /// Somebody must type a command first.
    Refused(Box<Refusal>),
    /// The answer is being worked out.
    Working(Box<Working>),
    /// The visitor has asked for too much.
    Exhausted(Box<Overdrawn>),
    /// There is too much to do.
    Busy,
    /// The answer took too long.
    TimedOut,
    /// The server or a file is at fault. The visitor is told what does not work, the log why.
    Broken(String),
}

/// Why nothing more is worked out for a visitor.
#[derive(Debug, Serialize)]
pub struct Overdrawn {
    /// What there was too much of.
    pub error: &'static str,
    /// What is left.
    pub budget: Left,
    /// What the rules alone say about the position that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    #[serde(skip)]
    retry_after: u32,
}

/// What the server is doing to have an answer.
#[derive(Debug, Serialize)]
pub struct Working {
    /// `solving`, `searching` or `analysing`.
    pub status: &'static str,
    /// How far it is.
    pub progress: Progress,
    /// Pieces of work that come first, about.
    pub ahead: usize,
    /// Seconds until it is done, about.
    pub expected_seconds: f64,
    /// What may still be asked for from the visitor's address.
    pub budget: Left,
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
            OracleError::Solve(
                SolveError::TooLittleMemory { .. } | SolveError::TooManyPositions { .. },
            ) => Fault::not_solved(name, None, None),
            error => Plain::of(name, error).into(),
        }
    }

    /// The fault of a question about a game that nobody has solved.
    pub fn not_solved(name: &GameName, estimate: Option<Estimate>, view: Option<View>) -> Fault {
        if !is_made(&name.game) {
            return Plain::not_solved(name, estimate, view).into();
        }
        let error = "this game is too large to be solved here; download its rules, and the command solves it on a \
                     machine of your own";
        Fault::Refused(Box::new(Refusal {
            error: error.to_owned(),
            command: typed("solve", name),
            estimate,
            post: false,
            view,
        }))
    }

    /// The fault of a question about a game of which more is asked than is worked out for a visitor's game.
    pub fn beyond(beyond: Beyond, limits: &MadeLimits) -> Fault {
        let why = match beyond {
            Beyond::Moves => format!("it has positions with more than {} moves", limits.moves),
            Beyond::Memory => format!("it takes more than {} MiB", limits.memory >> 20),
            Beyond::Time => format!("it took more than {} seconds", limits.time.as_secs()),
        };
        Fault::Refused(Box::new(Refusal {
            error: format!(
                "this game is not solved here, since {why}; download its rules, and the command solves it \
                 on a machine of your own"
            ),
            command: format!("hindsight solve {MADE_FILE}"),
            estimate: None,
            post: false,
            view: None,
        }))
    }

    /// The fault of a question that would make the server work, from a page that may not.
    pub fn not_asked_for(
        name: &GameName,
        status: &str,
        estimate: Option<Estimate>,
        view: Option<View>,
    ) -> Fault {
        let command = if status == "analysing" { "analyze" } else { "solve" };
        Fault::Refused(Box::new(Refusal {
            error: format!(
                "nobody has asked for {name} yet, and pages of other servers may not; ask by POST \
                 from a page of this server, or allow the page's origin with --origin"
            ),
            command: typed(command, name),
            estimate,
            post: true,
            view,
        }))
    }

    /// The fault of a question for whose answer too much would have to be done.
    pub fn exhausted(why: Exhausted, budget: Left, view: Option<View>) -> Fault {
        let (error, retry_after) = match why {
            Exhausted::Tasks => {
                ("too much is being worked out already; ask again when some of it is done", 5)
            }
            Exhausted::Time => {
                ("too much was worked out within the last hour; ask again later", 60)
            }
            Exhausted::Disk => {
                ("there is no room for more tables; the server's operator can solve the game", 3600)
            }
        };
        Fault::Exhausted(Box::new(Overdrawn { error, budget, view, retry_after }))
    }

    /// The whole answer to a request that could not even be read.
    pub fn unreadable(status: u16) -> Vec<u8> {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
        let error = match status {
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => {
                "the request's head is longer than 32 KiB, or has more than 100 lines"
            }
            StatusCode::URI_TOO_LONG => "the address is too long",
            _ => "this is no request of HTTP/1.1",
        };
        let body = reply::json(&Message { error });
        let head = format!(
            "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             cache-control: no-store\r\nx-content-type-options: nosniff\r\n\
             content-security-policy: {}\r\ncontent-length: {}\r\n\r\n",
            reply::POLICY,
            body.len()
        );
        [head.into_bytes(), body].concat()
    }

    fn status(&self) -> StatusCode {
        match self {
            Fault::BadRequest(_) => StatusCode::BAD_REQUEST,
            Fault::NotFound(_) => StatusCode::NOT_FOUND,
            Fault::Method { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Fault::Host(_) => StatusCode::MISDIRECTED_REQUEST,
            Fault::Forbidden(_) => StatusCode::FORBIDDEN,
            Fault::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Fault::Refused(_) => StatusCode::CONFLICT,
            Fault::Working(_) => StatusCode::ACCEPTED,
            Fault::Exhausted(_) => StatusCode::TOO_MANY_REQUESTS,
            Fault::Busy | Fault::TimedOut => StatusCode::SERVICE_UNAVAILABLE,
            Fault::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn body(&self) -> Vec<u8> {
        let error = match self {
            Fault::Refused(facts) => return reply::json(facts),
            Fault::Working(facts) => return reply::json(facts),
            Fault::Exhausted(facts) => return reply::json(facts),
            Fault::BadRequest(error)
            | Fault::NotFound(error)
            | Fault::Host(error)
            | Fault::Forbidden(error)
            | Fault::Broken(error) => error,
            Fault::Method { allowed } => {
                let error = format!("only {} are answered here", allowed.replace(", ", " and "));
                return reply::json(&Message { error: &error });
            }
            Fault::TooLarge => "the request's body is too long",
            Fault::Busy => "the server has too much to do; ask again in a second",
            Fault::TimedOut => "the answer took too long; ask again later",
        };
        reply::json(&Message { error })
    }
}

/// The file that a visitor has the rules of a made game in.
const MADE_FILE: &str = "rules.game";

/// What to type about a game.
fn typed(command: &str, name: &GameName) -> String {
    let GameName { game, variant } = name;
    let game = if is_made(game) { MADE_FILE } else { game };
    format!("hindsight {command} {game} --variant {variant}")
}

impl From<Plain> for Fault {
    fn from(fault: Plain) -> Fault {
        match fault {
            Plain::BadRequest(error) => Fault::BadRequest(error),
            Plain::NotFound(error) => Fault::NotFound(error),
            Plain::Refused(refusal) => Fault::Refused(refusal),
            Plain::Broken(error) => Fault::Broken(error),
        }
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
        if let Fault::Exhausted(facts) = &self {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(facts.retry_after));
        }
        if let Fault::Method { allowed } = self {
            headers.insert(header::ALLOW, HeaderValue::from_static(allowed));
        }
        response
    }
}
