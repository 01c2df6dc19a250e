//! The answers for programs, under `/api/v1/`. `openapi.json` describes them; a test holds the two
//! together.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use hindsight_answers::{Asked, Fault as Plain, Freshness, GameList, Parameters, image_name};
use hindsight_core::Art;

use crate::app::App;
use crate::catalogue::{Asking, Catalogue};
use crate::fault::Fault;
use crate::question::Question;
use crate::reply::Reply;
use crate::visitor::Visitor;

const OPENAPI: &str = include_str!("openapi.json");

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
        Ok(Reply::json(&game_list(catalogue, makes_games), Freshness::Revalidate))
    });
    Ok(reply.await?.to(&headers))
}

/// What is known about all games without opening what is large.
pub fn game_list(catalogue: &Catalogue, makes_games: bool) -> GameList {
    let mut games = GameList::new(makes_games);
    for entry in &catalogue.listed_and_solved() {
        let oracle = catalogue.oracle(entry).ok();
        games.add(catalogue.games(), entry.listing(), catalogue.standing(entry), oracle);
    }
    games
}

/// What is asked about one game by the last part of an address.
pub async fn asked(question: Question, topic: &'static str) -> Result<Response, Fault> {
    let chance = || RandomState::new().hash_one(()) as u32;
    let asked = Asked::parse(topic, question.address.query(), chance)?;
    let place = match asked.searches() {
        true => question.place_to_search().await?,
        false => None,
    };
    let is_one_position = matches!(asked, Asked::Position(_));
    let reply = move |catalogue: &Catalogue, visitor: &Visitor, entry: &Arc<_>| {
        let _place = place;
        Ok(asked.answer(&Asking { catalogue, visitor, entry }, &image_address)?.into())
    };
    if is_one_position { question.quick_answer(reply).await } else { question.answer(reply).await }
}

/// Where the server has an image.
pub fn image_address(art: &Art) -> String {
    format!("/art/{}", image_name(art))
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

/// What is left over under `/api/`.
pub async fn nothing() -> Fault {
    Plain::nothing_there().into()
}
