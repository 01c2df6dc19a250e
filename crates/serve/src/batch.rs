//! Many positions of one game in one answer, for programs.

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::response::Response;
use hindsight_answers::{Freshness, shown};
use hindsight_oracle::{Answer, GameName, Oracle, OracleError, Verdict};
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::question::Question;
use crate::reply::Reply;

/// The most positions in a request.
const MOST_POSITIONS: usize = 1000;
/// The most bytes of a request.
pub const MOST_BODY: u64 = 512 << 10;

/// What is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    positions: Vec<String>,
    #[serde(default)]
    moves: bool,
}

#[derive(Serialize)]
struct Batch {
    #[serde(flatten)]
    name: GameName,
    positions: Vec<Told>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Told {
    Known(Box<Known>),
    Wrong { position: String, error: String },
}

#[derive(Serialize)]
struct Known {
    position: String,
    turn: &'static str,
    over: bool,
    #[serde(flatten)]
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    grundy: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move>>,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    name: String,
    position: String,
    #[serde(flatten)]
    verdict: Verdict,
    best: bool,
}

/// Whether a route takes many positions.
pub fn is_batch(route: &str) -> bool {
    route.starts_with("/api/") && route.ends_with("/positions")
}

/// The values of many positions. A position that is none has an error in its place.
pub async fn positions(
    question: Question,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Fault> {
    let asked = parse(body)?;
    let answer = question.answer(move |catalogue, asker, entry| {
        let told = catalogue.ask(asker, entry, None, |oracle| {
            // Whether there are tables, if nothing else can be told.
            if asked.positions.is_empty() {
                oracle.start_verdict()?;
            }
            let positions = asked.positions.iter();
            positions.map(|position| told(oracle, position, asked.moves)).collect()
        });
        let batch = Batch { name: entry.name.clone(), positions: told? };
        Ok(Reply::json(&batch, Freshness::Once))
    });
    answer.await
}

fn parse(body: Result<Bytes, BytesRejection>) -> Result<Asked, Fault> {
    let body = body.map_err(|rejection| match rejection {
        BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => {
            Fault::TooLarge
        }
        other => Fault::BadRequest(shown(&other.body_text())),
    })?;
    let asked: Asked = serde_json::from_slice(&body).map_err(|error| {
        let error = shown(&error.to_string());
        Fault::BadRequest(format!("the body is {{\"positions\": [\"...\"]}}: {error}"))
    })?;
    if asked.positions.len() > MOST_POSITIONS {
        return Err(Fault::BadRequest(format!(
            "there are {} positions, but at most {MOST_POSITIONS} may be asked for at once",
            asked.positions.len()
        )));
    }
    Ok(asked)
}

/// What is known about one of the positions.
fn told(oracle: &Oracle, position: &str, with_moves: bool) -> Result<Told, OracleError> {
    match oracle.answer(position) {
        Ok(answer) => Ok(Told::Known(Box::new(Known::new(answer, with_moves)))),
        Err(error @ (OracleError::Notation { .. } | OracleError::NeverReached { .. })) => {
            Ok(Told::Wrong { position: shown(position), error: error.to_string() })
        }
        Err(error) => Err(error),
    }
}

impl Known {
    fn new(answer: Answer, with_moves: bool) -> Known {
        let moves = || {
            let moves = answer.moves.into_iter().map(|told| Move {
                name: told.chosen,
                position: told.position,
                verdict: told.verdict,
                best: told.best,
            });
            moves.collect()
        };
        Known {
            moves: with_moves.then(moves),
            position: answer.position,
            turn: answer.turn.of(["first", "second"]),
            over: answer.over,
            verdict: answer.verdict,
            grundy: answer.grundy,
            margin: answer.margin,
        }
    }
}
