//! The answers for programs, under `/api/v1/`. `openapi.json` describes them; a test holds the two
//! together.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use hindsight_core::{Form, Picture, Turn, Value};
use hindsight_oracle::{Estimate, GameName, OracleError, RandomFilter, Tables, Verdict};
use serde::Serialize;

use crate::app::App;
use crate::catalogue::Catalogue;
use crate::entry::{GameEntry, Standing, State as GameState};
use crate::fault::Fault;
use crate::parameters::{Parameters, shown};
use crate::question::Question;
use crate::reply::{Freshness, Reply};
use crate::scene::SceneAnswer;
use crate::task::Progress;
use crate::visitor::Visitor;

/// The plies of a line where the request does not say.
const LINE_PLIES: usize = 300;
/// The most that a request may say.
const MOST_LINE_PLIES: usize = 1000;
/// The positions that a search for a move looks at where the request does not say.
const MOVE_NODES: u64 = 50_000;
/// The most that a request may say.
const MOST_MOVE_NODES: u64 = 1_000_000;
/// A search for a move ends after this long with what it has found.
const MOVE_TIME: Duration = Duration::from_secs(2);

const OPENAPI: &str = include_str!("openapi.json");

#[derive(Serialize)]
struct GameList {
    games: Vec<Game>,
    /// Whether visitors may have games made of texts.
    makes_games: bool,
}

#[derive(Serialize)]
struct Game {
    id: &'static str,
    name: &'static str,
    summary: &'static str,
    aliases: &'static [&'static str],
    kind: &'static str,
    players: u32,
    variants: Vec<Variant>,
    forms: &'static [Form],
}

#[derive(Serialize)]
struct Variant {
    id: String,
    summary: String,
    listed: bool,
    state: GameState,
    start_value: Option<Verdict>,
    slots: Option<u64>,
    expected_table_bytes: Option<u64>,
    loopy: Option<bool>,
}

#[derive(Serialize)]
struct About<'a> {
    game: &'a str,
    variant: &'a str,
    listed: bool,
    name: &'a str,
    summary: &'static str,
    variant_summary: &'a str,
    help: &'a str,
    notation: &'a str,
    kind: &'static str,
    players: u32,
    start: String,
    state: GameState,
    start_value: Option<Verdict>,
    progress: Option<Progress>,
    estimate: Option<Estimate>,
    /// Once it is solved.
    tables: Option<Tables>,
    scene: SceneAnswer,
    start_picture: Picture,
    sample_picture: Picture,
    /// The rules of a game that a visitor made, as he wrote them.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

#[derive(Serialize)]
struct SetUp {
    position: String,
}

#[derive(Serialize)]
struct Random {
    #[serde(flatten)]
    name: GameName,
    position: String,
    #[serde(flatten)]
    verdict: Verdict,
    seed: u32,
}

/// The description of all this.
pub async fn openapi(headers: HeaderMap) -> Response {
    Reply::new(OPENAPI, "application/json", Freshness::Revalidate).to(&headers)
}

/// All games.
pub async fn games(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    Parameters::parse(query.as_deref(), &[])?;
    let makes_games = app.makes_games;
    let reply = app.on_pool(&visitor, "", move |catalogue| {
        let list = GameList { games: game_list(catalogue), makes_games };
        Ok(Reply::json(&list, Freshness::Revalidate))
    });
    Ok(reply.await?.to(&headers))
}

fn game_list(catalogue: &Catalogue) -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    for entry in &catalogue.listed_and_solved() {
        let Standing { state, value, estimate, .. } = catalogue.standing(entry);
        let variant = Variant {
            id: entry.name.variant.clone(),
            summary: entry.summary.clone().into_owned(),
            listed: entry.is_listed,
            state,
            start_value: value,
            slots: estimate.as_ref().map(|estimate| estimate.slots),
            expected_table_bytes: estimate.as_ref().map(|estimate| estimate.expected_table_bytes),
            loopy: catalogue.oracle(entry).ok().and_then(|oracle| oracle.recurs()),
        };
        match games.last_mut() {
            Some(game) if game.id == entry.about.id => game.variants.push(variant),
            _ => {
                let hindsight_core::About { id, name, summary, .. } = *entry.about;
                // All variants of a game are of one kind.
                let kind = catalogue.oracle(entry).map(|oracle| oracle.kind()).unwrap_or_default();
                let (kind, players) = (kind.name(), kind.players());
                let (aliases, forms) = (catalogue.aliases(id), catalogue.forms(id));
                let variants = vec![variant];
                games.push(Game { id, name, summary, aliases, kind, players, variants, forms });
            }
        }
    }
    games
}

/// One game in one variant.
pub async fn about(question: Question) -> Result<Response, Fault> {
    question.parameters(&[])?;
    let answer = question.answer(|catalogue, _, entry| {
        let oracle = catalogue.oracle(entry)?;
        let view = oracle.view(&oracle.start()).map_err(|error| Fault::of(&entry.name, error))?;
        let Standing { state, value, progress, estimate } = catalogue.standing(entry);
        let help = entry.help();
        let about = About {
            game: &entry.name.game,
            variant: &entry.name.variant,
            listed: entry.is_listed,
            name: entry.title(),
            summary: entry.about.summary,
            variant_summary: &entry.summary,
            help: &help,
            notation: hindsight_core::About::notation(&help),
            kind: oracle.kind().name(),
            players: oracle.kind().players(),
            start: view.position,
            state,
            start_value: value,
            progress,
            estimate,
            tables: value.and_then(|_| oracle.tables().ok()),
            scene: match entry.made {
                Some(_) => SceneAnswer::with_images(oracle.drawing()),
                None => SceneAnswer::new(oracle.drawing()),
            },
            start_picture: view.picture,
            sample_picture: oracle.sample().clone(),
            text: entry.made.as_ref().map(|made| &*made.text),
        };
        Ok(Reply::json(&about, Freshness::Revalidate))
    });
    answer.await
}

/// A position with all its moves.
pub async fn position(question: Question) -> Result<Response, Fault> {
    let asked = question.parameters(&["p"])?;
    let answer = question.quick_answer(move |catalogue, asker, entry| {
        let position = position_or_start(catalogue, entry, &asked)?;
        let answer =
            catalogue.ask(asker, entry, Some(&position), |oracle| oracle.answer(&position))?;
        Ok(Reply::position(&answer))
    });
    answer.await
}

/// What a counter shows, in digits alone.
fn counter(number: &str) -> Result<u32, Fault> {
    let is_short = (1..=9).contains(&number.len()) && number.bytes().all(|it| it.is_ascii_digit());
    number.parse().ok().filter(|_| is_short).ok_or_else(|| {
        Fault::BadRequest(format!("c is numbers with commas, not '{}'", shown(number)))
    })
}

/// The position that a picture shows.
pub async fn setup(question: Question) -> Result<Response, Fault> {
    let asked = question.parameters(&["e", "c", "turn"])?;
    let entities = asked.text("e").unwrap_or("").to_owned();
    let counters = match asked.text("c") {
        None | Some("") => Vec::new(),
        Some(numbers) => numbers.split(',').map(counter).collect::<Result<_, Fault>>()?,
    };
    let picture = Picture { entities, counters };
    let turn = match asked.text("turn") {
        None | Some("first") => Turn::First,
        Some("second") => Turn::Second,
        Some(other) => {
            let other = shown(other);
            return Err(Fault::BadRequest(format!("turn is first or second, not '{other}'")));
        }
    };
    let answer = question.answer(move |catalogue, _, entry| {
        let oracle = catalogue.oracle(entry)?;
        let set_up = oracle.set_up(&picture, turn);
        let position = set_up.map_err(|error| Fault::of(&entry.name, error))?;
        // Of a solved game, what is given can be asked about. Whatever else may be wrong there is not
        // the picture's fault.
        if catalogue.standing(entry).state == GameState::Solved
            && let Err(error @ (OracleError::NeverReached { .. } | OracleError::Notation { .. })) =
                oracle.answer(&position)
        {
            return Err(Fault::BadRequest(error.to_string()));
        }
        Ok(Reply::json(&SetUp { position }, Freshness::Minutes))
    });
    answer.await
}

/// An image of a scene. The names contain a hash of the content.
pub async fn art(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let no_image = || Fault::NotFound("there is no such image".to_owned());
    let Path(name) = name.map_err(|_| no_image())?;
    let reply = app.on_pool(&visitor, "", move |catalogue| {
        let svg = catalogue.image(&name).ok_or_else(no_image)?;
        Ok(Reply::new(svg, "image/svg+xml", Freshness::Immutable))
    });
    Ok(reply.await?.to(&headers))
}

/// A line of best play.
pub async fn line(question: Question) -> Result<Response, Fault> {
    let asked = question.parameters(&["p", "plies"])?;
    let plies = asked.number("plies", &format!("0 to {MOST_LINE_PLIES}"))?.unwrap_or(LINE_PLIES);
    if plies > MOST_LINE_PLIES {
        return Err(Fault::BadRequest(format!("plies is {plies}, but at most {MOST_LINE_PLIES}")));
    }
    let answer = question.answer(move |catalogue, asker, entry| {
        let position = position_or_start(catalogue, entry, &asked)?;
        let line =
            catalogue.ask(asker, entry, Some(&position), |oracle| oracle.line(&position, plies))?;
        Ok(Reply::json(&line, Freshness::Minutes))
    });
    answer.await
}

/// How many positions have which value.
pub async fn analysis(question: Question) -> Result<Response, Fault> {
    question.parameters(&[])?;
    question.answer(|catalogue, asker, entry| catalogue.analysis(asker, entry)).await
}

/// A position that can arise and is as wanted.
pub async fn random(question: Question) -> Result<Response, Fault> {
    let asked = question.parameters(&["value", "remoteness", "seed"])?;
    let value = asked.text("value").map(named_value).transpose()?;
    let least_remoteness = asked.number("remoteness", "0 to 65535")?.unwrap_or(0);
    let (seed, freshness) = chosen_seed(&asked)?;
    let answer = question.answer(move |catalogue, asker, entry| {
        let wanted = RandomFilter { value, least_remoteness };
        let found =
            catalogue.ask(asker, entry, None, |oracle| oracle.random(wanted, seed.into()))?;
        let position = found.ok_or_else(|| {
            Fault::NotFound("games played at random came to no such position".to_owned())
        })?;
        let answer =
            catalogue.ask(asker, entry, Some(&position), |oracle| oracle.answer(&position))?;
        let (name, verdict) = (answer.name, answer.verdict);
        Ok(Reply::json(&Random { name, position, verdict, seed }, freshness))
    });
    answer.await
}

/// A computer's move, by search: for games that are not solved.
pub async fn searched_move(question: Question) -> Result<Response, Fault> {
    let asked = question.parameters(&["p", "nodes", "seed"])?;
    let range = format!("1 to {MOST_MOVE_NODES}");
    let nodes = asked.number("nodes", &range)?.unwrap_or(MOVE_NODES);
    if !(1..=MOST_MOVE_NODES).contains(&nodes) {
        return Err(Fault::BadRequest(format!("nodes is {nodes}, but must be {range}")));
    }
    let (seed, freshness) = chosen_seed(&asked)?;
    let place = question.place_to_search().await?;
    let answer = question.answer(move |catalogue, _, entry| {
        let _place = place;
        let oracle = catalogue.oracle(entry)?;
        let position = position_or_start(catalogue, entry, &asked)?;
        let begin = Instant::now();
        let is_late = || begin.elapsed() > MOVE_TIME;
        let found = oracle.searched_move(&position, nodes, seed.into(), &is_late);
        let found = found.map_err(|error| Fault::of(&entry.name, error))?;
        let found = found.ok_or_else(|| {
            Fault::NotFound("the game is over there, so that there is no move".to_owned())
        })?;
        Ok(Reply::json(&found, freshness))
    });
    answer.await
}

/// What is left over under `/api/`.
pub async fn nothing() -> Fault {
    Fault::NotFound(
        "there is no such address; /api/v1/openapi.json describes those there are".to_owned(),
    )
}

fn named_value(name: &str) -> Result<Value, Fault> {
    let values = [Value::Win, Value::Lose, Value::Tie, Value::Draw];
    values.into_iter().find(|value| value.name() == name).ok_or_else(|| {
        let name = shown(name);
        Fault::BadRequest(format!("value is '{name}', but must be win, lose, tie or draw"))
    })
}

/// The seed that a request names, or any; and how long the answer may be used again.
pub(crate) fn chosen_seed(asked: &Parameters) -> Result<(u32, Freshness), Fault> {
    Ok(match asked.number("seed", "0 to 4294967295")? {
        Some(seed) => (seed, Freshness::Minutes),
        None => (RandomState::new().hash_one(()) as u32, Freshness::Once),
    })
}

/// The position that a request names, or the start.
pub(crate) fn position_or_start(
    catalogue: &Catalogue,
    entry: &GameEntry,
    asked: &Parameters,
) -> Result<String, Fault> {
    match asked.text("p") {
        Some(position) => Ok(position.to_owned()),
        None => Ok(catalogue.oracle(entry)?.start()),
    }
}
