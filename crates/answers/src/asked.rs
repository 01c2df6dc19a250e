//! What is asked about one game: read strictly from its address, and answered by whoever has the game.

use std::time::Duration;

use hindsight_core::clock::Instant;
use hindsight_core::{Art, Picture, Turn, Value};
use hindsight_oracle::{
    Exercise, ExerciseFilter, GameName, Level, OracleError, RandomFilter, Task, Verdict,
};
use serde::Serialize;

use crate::catalogue::about;
use crate::fault::Fault;
use crate::host::{Host, State};
use crate::parameters::{Parameters, shown};
use crate::reply::{Freshness, Reply};

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
/// The most moves that are played again in one request.
const MOST_MOVES: usize = 1000;

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

#[derive(Serialize)]
struct Drawn {
    #[serde(flatten)]
    exercise: Exercise,
    seed: u32,
}

/// What is asked about one game. A position that is not named is the start.
#[derive(Clone, Debug)]
pub enum Asked {
    /// What there is to know about the game itself.
    About,
    /// A position with all its moves.
    Position(Option<String>),
    /// The position that a picture shows.
    SetUp(Picture, Turn),
    /// A line of best play of so many plies.
    Line(Option<String>, usize),
    /// How many positions have which value.
    Analysis,
    /// A position that can arise and is as wanted.
    Random(RandomFilter, Seed),
    /// A computer's move, by a search of so many positions: for games that are not solved.
    Move(Option<String>, u64, Seed),
    /// A position in which exactly one move is right.
    Exercise(ExerciseFilter, Seed),
    /// A game that was written down, played again: its moves, with blanks between.
    Replay(Option<String>, String),
    /// A move to look at, for somebody who learns the rules.
    Lesson,
}

/// Where chance begins.
#[derive(Clone, Copy, Debug)]
pub struct Seed {
    number: u32,
    /// Who names the seed gets the same answer again.
    freshness: Freshness,
}

impl Asked {
    /// What is asked by the last part of an address and the parameters behind it. `chance` is the seed where
    /// none is named.
    pub fn parse(
        topic: &str,
        query: Option<&str>,
        chance: impl FnOnce() -> u32,
    ) -> Result<Asked, Fault> {
        let read = |names: &[&str]| Parameters::parse(query, names);
        let seed = |asked: &Parameters| -> Result<Seed, Fault> {
            Ok(match asked.number("seed", "0 to 4294967295")? {
                Some(number) => Seed { number, freshness: Freshness::Minutes },
                None => Seed { number: chance(), freshness: Freshness::Once },
            })
        };
        let position = |asked: &Parameters| asked.text("p").map(str::to_owned);
        Ok(match topic {
            "" => {
                read(&[])?;
                Asked::About
            }
            "position" => Asked::Position(position(&read(&["p"])?)),
            "setup" => {
                let asked = read(&["e", "c", "turn"])?;
                let entities = asked.text("e").unwrap_or("").to_owned();
                let counters = match asked.text("c") {
                    None | Some("") => Vec::new(),
                    Some(numbers) => {
                        numbers.split(',').map(counter).collect::<Result<_, Fault>>()?
                    }
                };
                let turn = match asked.text("turn") {
                    None | Some("first") => Turn::First,
                    Some("second") => Turn::Second,
                    Some(other) => {
                        let other = shown(other);
                        let why = format!("turn is first or second, not '{other}'");
                        return Err(Fault::BadRequest(why));
                    }
                };
                Asked::SetUp(Picture { entities, counters }, turn)
            }
            "line" => {
                let asked = read(&["p", "plies"])?;
                let plies = asked.number("plies", &format!("0 to {MOST_LINE_PLIES}"))?;
                let plies = plies.unwrap_or(LINE_PLIES);
                if plies > MOST_LINE_PLIES {
                    let why = format!("plies is {plies}, but at most {MOST_LINE_PLIES}");
                    return Err(Fault::BadRequest(why));
                }
                Asked::Line(position(&asked), plies)
            }
            "analysis" => {
                read(&[])?;
                Asked::Analysis
            }
            "random" => {
                let asked = read(&["value", "remoteness", "seed"])?;
                let value = asked.text("value").map(named_value).transpose()?;
                let least_remoteness = asked.number("remoteness", "0 to 65535")?.unwrap_or(0);
                Asked::Random(RandomFilter { value, least_remoteness }, seed(&asked)?)
            }
            "move" => {
                let asked = read(&["p", "nodes", "seed"])?;
                let range = format!("1 to {MOST_MOVE_NODES}");
                let nodes = asked.number("nodes", &range)?.unwrap_or(MOVE_NODES);
                if !(1..=MOST_MOVE_NODES).contains(&nodes) {
                    return Err(Fault::BadRequest(format!(
                        "nodes is {nodes}, but must be {range}"
                    )));
                }
                Asked::Move(position(&asked), nodes, seed(&asked)?)
            }
            "exercise" => {
                let asked = read(&["task", "level", "seed"])?;
                let task = Task::ALL.map(|task| (task.name(), task));
                let level = Level::ALL.map(|level| (level.name(), level));
                let wanted = ExerciseFilter {
                    task: asked.text("task").map(|name| named("task", name, &task)).transpose()?,
                    level: asked
                        .text("level")
                        .map(|name| named("level", name, &level))
                        .transpose()?,
                };
                Asked::Exercise(wanted, seed(&asked)?)
            }
            "replay" => {
                let asked = read(&["p", "moves"])?;
                let moves = asked.text("moves").unwrap_or("").to_owned();
                let count = moves.split_ascii_whitespace().count();
                if count > MOST_MOVES {
                    let why = format!("{count} moves, but at most {MOST_MOVES} at once");
                    return Err(Fault::BadRequest(why));
                }
                Asked::Replay(position(&asked), moves)
            }
            "lesson" => {
                read(&[])?;
                Asked::Lesson
            }
            _ => return Err(Fault::nothing_there()),
        })
    }

    /// Whether it keeps a core busy for a while wherever it is answered.
    pub fn searches(&self) -> bool {
        // How hard a position is, a search finds out.
        matches!(self, Asked::Move(..) | Asked::Exercise(..))
    }

    /// The answer. `image` says where images are.
    pub fn answer<H: Host>(
        &self,
        host: &H,
        image: &dyn Fn(&Art) -> String,
    ) -> Result<Reply, H::Fault> {
        let name = host.listing().name;
        let position_or_start = |position: &Option<String>| match position {
            Some(position) => Ok(position.clone()),
            None => host.oracle().map(|oracle| oracle.start()),
        };
        match self {
            Asked::About => about(host, image),
            Asked::Position(position) => {
                let position = position_or_start(position)?;
                let answer = host.ask(Some(&position), |oracle| oracle.answer(&position))?;
                Ok(Reply::position(&answer))
            }
            Asked::SetUp(picture, turn) => {
                let oracle = host.oracle()?;
                let set_up = oracle.set_up(picture, *turn);
                let position = set_up.map_err(|error| Fault::of(name, error))?;
                // Of a solved game, what is given can be asked about. Whatever else may be wrong there is not
                // the picture's fault.
                if host.standing().state == State::Solved
                    && let Err(
                        error @ (OracleError::NeverReached { .. } | OracleError::Notation { .. }),
                    ) = oracle.answer(&position)
                {
                    return Err(Fault::BadRequest(error.to_string()).into());
                }
                Ok(Reply::json(&SetUp { position }, Freshness::Minutes))
            }
            Asked::Line(position, plies) => {
                let position = position_or_start(position)?;
                let line = host.ask(Some(&position), |oracle| oracle.line(&position, *plies))?;
                Ok(Reply::json(&line, Freshness::Minutes))
            }
            Asked::Analysis => host.analysis(),
            Asked::Random(wanted, seed) => {
                let found = host.ask(None, |oracle| oracle.random(*wanted, seed.number.into()))?;
                let position = found.ok_or_else(|| {
                    Fault::NotFound("games played at random came to no such position".to_owned())
                })?;
                let answer = host.ask(Some(&position), |oracle| oracle.answer(&position))?;
                let (name, verdict, seed) = (answer.name, answer.verdict, *seed);
                let random = Random { name, position, verdict, seed: seed.number };
                Ok(Reply::json(&random, seed.freshness))
            }
            Asked::Move(position, nodes, seed) => {
                let oracle = host.oracle()?;
                let position = position_or_start(position)?;
                let begin = Instant::now();
                let is_late = || begin.elapsed() > MOVE_TIME;
                let found = oracle.searched_move(&position, *nodes, seed.number.into(), &is_late);
                let found = found.map_err(|error| Fault::of(name, error))?;
                let found = found.ok_or_else(|| {
                    Fault::NotFound("the game is over there, so that there is no move".to_owned())
                })?;
                Ok(Reply::json(&found, seed.freshness))
            }
            Asked::Exercise(wanted, seed) => {
                let found =
                    host.ask(None, |oracle| oracle.exercise(*wanted, seed.number.into()))?;
                let exercise = found.ok_or_else(|| {
                    Fault::NotFound(
                        "games came to no such position; another seed may help".to_owned(),
                    )
                })?;
                Ok(Reply::json(&Drawn { exercise, seed: seed.number }, seed.freshness))
            }
            Asked::Replay(position, moves) => {
                let position = position_or_start(position)?;
                let replay = host.oracle()?.replay(&position, moves.split_ascii_whitespace());
                let replay = replay.map_err(|error| Fault::of(name, error))?;
                Ok(Reply::json(&replay, Freshness::Minutes))
            }
            Asked::Lesson => {
                let oracle = host.oracle()?;
                let lesson = oracle
                    .lesson()
                    .ok_or_else(|| Fault::NotFound("the game has no move to look at".to_owned()))?;
                Ok(Reply::json(lesson, Freshness::Minutes))
            }
        }
    }
}

/// What a counter shows, in digits alone.
fn counter(number: &str) -> Result<u32, Fault> {
    let is_short = (1..=9).contains(&number.len()) && number.bytes().all(|it| it.is_ascii_digit());
    number.parse().ok().filter(|_| is_short).ok_or_else(|| {
        Fault::BadRequest(format!("c is numbers with commas, not '{}'", shown(number)))
    })
}

fn named_value(name: &str) -> Result<Value, Fault> {
    let values = [Value::Win, Value::Lose, Value::Tie, Value::Draw];
    values.into_iter().find(|value| value.name() == name).ok_or_else(|| {
        let name = shown(name);
        Fault::BadRequest(format!("value is '{name}', but must be win, lose, tie or draw"))
    })
}

fn named<T: Copy>(what: &str, name: &str, known: &[(&str, T)]) -> Result<T, Fault> {
    let found = known.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let (name, names) = (shown(name), names.join(" or "));
        Fault::BadRequest(format!("{what} is '{name}', but must be {names}"))
    })
}
