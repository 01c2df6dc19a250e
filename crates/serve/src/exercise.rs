//! Positions to think about, games played again, a move to look at: what a page for players asks for beyond
//! values.

use axum::response::Response;
use hindsight_oracle::{Exercise, ExerciseFilter, Level, Task};
use serde::Serialize;

use crate::api::{chosen_seed, position_or_start};
use crate::fault::Fault;
use crate::parameters::shown;
use crate::question::Question;
use crate::reply::{Freshness, Reply};

/// The most moves that are played again in one request.
const MOST_MOVES: usize = 1000;

#[derive(Serialize)]
struct Drawn {
    #[serde(flatten)]
    exercise: Exercise,
    seed: u32,
}

/// A position in which exactly one move is right.
pub async fn exercise(question: Question) -> Result<Response, Fault> {
    let asked = question.parameters(&["task", "level", "seed"])?;
    let task = Task::ALL.map(|task| (task.name(), task));
    let level = Level::ALL.map(|level| (level.name(), level));
    let wanted = ExerciseFilter {
        task: asked.text("task").map(|name| named("task", name, &task)).transpose()?,
        level: asked.text("level").map(|name| named("level", name, &level)).transpose()?,
    };
    let (seed, freshness) = chosen_seed(&asked)?;
    // How hard a position is, a search finds out.
    let place = question.place_to_search().await?;
    let answer = question.answer(move |catalogue, asker, entry| {
        let _place = place;
        let found =
            catalogue.ask(asker, entry, None, |oracle| oracle.exercise(wanted, seed.into()))?;
        let exercise = found.ok_or_else(|| {
            Fault::NotFound("games came to no such position; another seed may help".to_owned())
        })?;
        Ok(Reply::json(&Drawn { exercise, seed }, freshness))
    });
    answer.await
}

fn named<T: Copy>(what: &str, name: &str, known: &[(&str, T)]) -> Result<T, Fault> {
    let found = known.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let (name, names) = (shown(name), names.join(" or "));
        Fault::BadRequest(format!("{what} is '{name}', but must be {names}"))
    })
}

/// A game that was written down, played again.
pub async fn replay(question: Question) -> Result<Response, Fault> {
    let asked = question.parameters(&["p", "moves"])?;
    let count = asked.text("moves").unwrap_or("").split_ascii_whitespace().count();
    if count > MOST_MOVES {
        return Err(Fault::BadRequest(format!("{count} moves, but at most {MOST_MOVES} at once")));
    }
    let answer = question.answer(move |catalogue, _, entry| {
        let position = position_or_start(catalogue, entry, &asked)?;
        let moves = asked.text("moves").unwrap_or("").split_ascii_whitespace();
        let replay = catalogue.oracle(entry)?.replay(&position, moves);
        let replay = replay.map_err(|error| Fault::of(&entry.name, error))?;
        Ok(Reply::json(&replay, Freshness::Minutes))
    });
    answer.await
}

/// A move to look at, for somebody who learns the rules.
pub async fn lesson(question: Question) -> Result<Response, Fault> {
    question.parameters(&[])?;
    let answer = question.answer(|catalogue, _, entry| {
        let oracle = catalogue.oracle(entry)?;
        let lesson = oracle
            .lesson()
            .ok_or_else(|| Fault::NotFound("the game has no move to look at".to_owned()))?;
        Ok(Reply::json(lesson, Freshness::Minutes))
    });
    answer.await
}
