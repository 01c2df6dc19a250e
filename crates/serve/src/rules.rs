//! Rules that a visitor writes: what is wrong with a text, what follows from it, and the game itself.

use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use hindsight_answers::{Freshness, Parameters, SceneAnswer, image_itself, shown};
use hindsight_core::{Picture, count};
use hindsight_oracle::{DataFolder, GameName, Oracle};
use hindsight_rulebook::Mistake;
use hindsight_solve::TierGraph;
use serde::Serialize;

use crate::app::App;
use crate::catalogue::Catalogue;
use crate::fault::Fault;
use crate::made::{self, Made};
use crate::options::MadeLimits;
use crate::reply::Reply;
use crate::visitor::Visitor;

/// Where texts are read, and where games are made of them.
pub const READ: &str = "/api/v1/rules";
pub const MAKE: &str = "/api/v1/made";
/// The most bytes of a request: what the language takes, and what a kind answer to more needs.
pub const MOST_BODY: u64 = 128 << 10;
/// Moves of the start that are named.
const NAMED: usize = 12;

/// What is said of a text.
#[derive(Serialize)]
struct Told {
    mistake: Option<MistakeAnswer>,
    rules: Option<RulesAnswer>,
}

/// What is wrong with a text, and where.
#[derive(Serialize)]
struct MistakeAnswer {
    line: usize,
    column: usize,
    length: usize,
    message: String,
    advice: Option<String>,
}

/// What a text says, and what follows from it.
#[derive(Serialize)]
struct RulesAnswer {
    name: String,
    variant: String,
    variants: Vec<String>,
    /// The rules said back.
    explanation: String,
    /// What was derived, in lines.
    derived: Vec<String>,
    /// Why the game cannot be solved here, if it cannot.
    too_large: Option<String>,
    start: String,
    moves: Vec<String>,
    moves_in_all: usize,
    scene: SceneAnswer,
    start_picture: Picture,
}

/// The game that was made.
#[derive(Serialize)]
struct Born {
    #[serde(flatten)]
    name: GameName,
}

impl From<Mistake> for MistakeAnswer {
    fn from(mistake: Mistake) -> MistakeAnswer {
        let Mistake { line, column, length, message, advice, source: _ } = mistake;
        MistakeAnswer { line, column, length, message, advice }
    }
}

/// Says what is wrong with a text, or what follows from it. Nothing is kept.
pub async fn read(
    app: State<Arc<App>>,
    visitor: Extension<Visitor>,
    query: RawQuery,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Fault> {
    answer(app, visitor, query, headers, body, |catalogue, text| {
        let limits = &catalogue.limits.made;
        Ok(Reply::json(
            &match text.read(limits) {
                Ok(made) => Told { mistake: None, rules: Some(rules_of(&made, limits)) },
                Err(mistake) => Told { mistake: Some(mistake.into()), rules: None },
            },
            Freshness::Once,
        ))
    })
    .await
}

/// Makes a game of a text, for as long as there is room.
pub async fn make(
    app: State<Arc<App>>,
    visitor: Extension<Visitor>,
    query: RawQuery,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Fault> {
    answer(app, visitor, query, headers, body, |catalogue, text| {
        let made =
            text.read(&catalogue.limits.made).map_err(|Mistake { line, message, .. }| {
                Fault::BadRequest(format!("line {line}: {message}"))
            })?;
        let entry = catalogue.make(made);
        Ok(Reply::json(&Born { name: entry.name.clone() }, Freshness::Once))
    })
    .await
}

/// A text as it came.
struct Text {
    text: Arc<str>,
    variant: Option<String>,
    visitor: Visitor,
}

impl Text {
    fn read(self, limits: &MadeLimits) -> Result<Made, Mistake> {
        Made::read(self.text, self.variant.as_deref(), self.visitor.address, limits.moves)
    }
}

/// Answers about a text, in the line for such.
async fn answer(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
    reply: impl FnOnce(&Catalogue, Text) -> Result<Reply, Fault> + Send + 'static,
) -> Result<Response, Fault> {
    if !app.makes_games {
        return Err(Fault::Forbidden(
            "this server makes no games of texts; it does if it is started with --make".to_owned(),
        ));
    }
    if !visitor.may_start {
        return Err(Fault::Forbidden(
            "pages of other servers may not have games made here, unless their origin is allowed with \
             --origin"
                .to_owned(),
        ));
    }
    let asked = Parameters::parse(query.as_deref(), &["variant"])?;
    let body = body.map_err(|rejection| match rejection {
        BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => {
            Fault::TooLarge
        }
        other => Fault::BadRequest(shown(&other.body_text())),
    })?;
    let text = std::str::from_utf8(&body)
        .map_err(|_| Fault::BadRequest("the body is the text of the rules, in UTF-8".to_owned()))?;
    let variant = asked.text("variant").map(str::to_owned);
    let text = Text { text: text.into(), variant, visitor: visitor.clone() };
    let reply = app.on_pool(&visitor, made::ANY, move |catalogue| reply(catalogue, text));
    Ok(reply.await?.to(&headers))
}

fn rules_of(made: &Made, limits: &MadeLimits) -> RulesAnswer {
    let book = &made.book;
    let derived = book.report(TierGraph::largest_unit);
    // Nothing is asked that needs a folder.
    let data = DataFolder::new("".as_ref());
    let name = GameName::new(made.id.clone(), book.variant());
    let oracle = Oracle::new(book.game(), name, data, 0);
    let rules = book.game().rules;
    let start = rules.start();
    let mut moves = rules.move_names(&start);
    let moves_in_all = moves.len();
    moves.truncate(NAMED);
    let estimate = oracle.known_estimate();
    let too_large = if book.was_cut() {
        let most = count(limits.moves as u64, "move");
        Some(format!("positions with more than {most} are too many for this server"))
    } else {
        let estimate =
            estimate.filter(|it| it.slots > limits.slots || it.largest_unit.memory > limits.memory);
        estimate.map(|it| {
            let most = count(limits.slots, "slot");
            format!(
                "{} are more than this server works out for a visitor: at most {most}, in {} MiB",
                count(it.slots, "slot"),
                limits.memory >> 20
            )
        })
    };
    RulesAnswer {
        name: book.name().to_owned(),
        variant: book.variant(),
        variants: book.variants(),
        explanation: book.explain(),
        derived,
        too_large,
        start: rules.write_position(&start),
        moves,
        moves_in_all,
        scene: SceneAnswer::new(oracle.drawing(), &image_itself),
        start_picture: rules.picture(&start),
    }
}
