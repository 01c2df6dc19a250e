//! Positions to think about: exactly one move wins, or exactly one does not lose.
//!
//! They are drawn from games in which every other move or so is a good one, from the tables. How hard one is
//! says a player without tables: an alpha-beta search that may look at a thousand positions tries it several
//! times, and what it misses is hard.

use hindsight_core::{AnyPosition, Kind, Outcome, Turn, Value};
use hindsight_players::{AlphaBeta, Random};
use serde::Serialize;

use crate::error::OracleError;
use crate::oracle::{GameName, Oracle};
use crate::report::{Verdict, turn_name};
use crate::tables::Reading;

/// Games that are played to find positions, at most.
const GAMES: usize = 60;
/// The longest of them, in plies.
const PLIES: usize = 80;
/// Positions of which it is found out how hard they are, at most.
const TRIED: usize = 24;
/// How often a search tries each.
const TRIALS: u32 = 8;
/// The positions that a search may look at.
const NODES: u64 = 1000;
/// With fewer moves to choose from, guessing is too easy.
const LEAST_MOVES: usize = 3;
/// A win in fewer plies is seen at once.
const LEAST_REMOTENESS: u16 = 3;

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// The only move that wins.
    Win,
    /// The only move that does not lose.
    Hold,
}

impl Task {
    /// All tasks.
    pub const ALL: [Task; 2] = [Task::Win, Task::Hold];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Task::Win => "win",
            Task::Hold => "hold",
        }
    }
}

/// How hard it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The search finds the move in at least three of four trials.
    Easy,
    /// Something between.
    Medium,
    /// The search misses the move in at least three of four trials.
    Hard,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
        }
    }

    /// The level of a position that was missed in so many of so many trials.
    pub fn of(failures: u32, trials: u32) -> Level {
        match 4 * failures {
            few if few <= trials => Level::Easy,
            many if many >= 3 * trials => Level::Hard,
            _ => Level::Medium,
        }
    }
}

/// Which positions will do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExerciseFilter {
    /// Only those with this task.
    pub task: Option<Task>,
    /// Only those of this level.
    pub level: Option<Level>,
}

/// A position in which one move is right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Exercise {
    /// The game.
    #[serde(flatten)]
    pub name: GameName,
    /// The position.
    pub position: String,
    /// Whose turn it is there.
    #[serde(serialize_with = "turn_name")]
    pub turn: Turn,
    /// What the position is worth to that player, as long as the right move is made.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// What is to be found.
    pub task: Task,
    /// How many moves there are to choose from.
    pub choices: usize,
    /// How hard it is.
    pub level: Level,
    /// How often a search of a thousand positions missed the move.
    pub failures: u32,
    /// How often it tried.
    pub trials: u32,
}

/// A position that may do.
struct Candidate {
    position: AnyPosition,
    outcome: Outcome,
    task: Task,
    /// The number of the right move.
    right: usize,
    choices: usize,
}

impl Oracle {
    /// A position in which exactly one move is right, from the tables; `None` where games came to none that
    /// will do. The same seed gives the same position.
    pub fn exercise(
        &self,
        wanted: ExerciseFilter,
        seed: u64,
    ) -> Result<Option<Exercise>, OracleError> {
        // A puzzle is solved by many moves, and its loses are ties to the engine.
        if self.kind() == Kind::Puzzle {
            return Ok(None);
        }
        let found = self.candidates(wanted.task, seed);
        let mut found = self.or_reopen(found)?;
        let mut random = Random::fork(seed, 1);
        random.shuffle(&mut found);
        for candidate in found.into_iter().take(TRIED) {
            let failures = self.failures(&candidate);
            let level = Level::of(failures, TRIALS);
            if wanted.level.is_none_or(|wanted| wanted == level) {
                let Candidate { position, outcome, task, choices, .. } = candidate;
                return Ok(Some(Exercise {
                    name: self.name.clone(),
                    position: self.rules.write_position(&position),
                    turn: self.rules.turn(&position),
                    verdict: outcome.into(),
                    task,
                    choices,
                    level,
                    failures,
                    trials: TRIALS,
                }));
            }
        }
        Ok(None)
    }

    /// Positions of games in which every other move or so is a good one, each once.
    fn candidates(&self, task: Option<Task>, seed: u64) -> Result<Vec<Candidate>, OracleError> {
        let (store, index) = (self.complete_store()?, self.index()?);
        let mut reading = Reading::new(&*index, Some(&store));
        let mut random = Random::fork(seed, 0);
        let mut found: Vec<Candidate> = Vec::new();
        for _ in 0..GAMES {
            // Enough to choose from.
            if found.len() >= TRIED {
                break;
            }
            let mut position = self.rules.start();
            for _ in 0..PLIES {
                let moves = self.rules.moves(&position);
                if moves.is_empty() {
                    break;
                }
                let mut worths = Vec::with_capacity(moves.len());
                for child in &moves {
                    worths.push(self.outcome(&mut reading, child)?.as_seen_by_mover());
                }
                let outcome = self.outcome(&mut reading, &position)?;
                if let Some((kind, right)) = only_move(outcome, &worths)
                    && task.is_none_or(|wanted| wanted == kind)
                    && found.iter().all(|known| known.position != position)
                {
                    let choices = moves.len();
                    found.push(Candidate { position, outcome, task: kind, right, choices });
                }
                let good = |number: &usize| worths[*number].value() == outcome.value();
                let good: Vec<usize> = (0..moves.len()).filter(good).collect();
                let next = match random.below(2) {
                    0 if !good.is_empty() => good[random.below(good.len())],
                    _ => random.below(moves.len()),
                };
                let mut moves = moves;
                position = moves.swap_remove(next);
            }
        }
        Ok(found)
    }

    /// How often a search without tables misses the right move.
    fn failures(&self, candidate: &Candidate) -> u32 {
        let missed = |trial: &u32| {
            let mut random = Random::fork(0, (*trial).into());
            let mut search = AlphaBeta::for_nodes(NODES);
            let chosen =
                search.choose(&*self.rules, &candidate.position, NODES, &mut random, &|| false);
            chosen.is_none_or(|choice| choice.chosen != candidate.right)
        };
        (0..TRIALS).filter(missed).count() as u32
    }
}

/// What is to be found in a position whose moves are worth so much to the player who makes them, and the
/// number of the one move that does it.
fn only_move(outcome: Outcome, worths: &[Outcome]) -> Option<(Task, usize)> {
    if worths.len() < LEAST_MOVES {
        return None;
    }
    let one = |is_right: &dyn Fn(Value) -> bool| {
        let mut right = (0..worths.len()).filter(|&number| is_right(worths[number].value()));
        right.next().filter(|_| right.next().is_none())
    };
    match outcome.value() {
        Value::Win if outcome.remoteness().unwrap_or(0) >= LEAST_REMOTENESS => {
            Some((Task::Win, one(&|value| value == Value::Win)?))
        }
        Value::Tie | Value::Draw => Some((Task::Hold, one(&|value| value != Value::Lose)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_move_and_no_other_is_right() {
        let (win, lose) = (Outcome::Win(3), Outcome::Lose(2));
        let (tie, draw) = (Outcome::Tie(4), Outcome::Draw);
        assert_eq!(only_move(win, &[lose, win, tie]), Some((Task::Win, 1)));
        assert_eq!(only_move(win, &[win, win, tie]), None);
        assert_eq!(only_move(win, &[lose, win]), None);
        assert_eq!(only_move(Outcome::Win(1), &[lose, Outcome::Win(1), tie]), None);
        assert_eq!(only_move(tie, &[lose, lose, tie]), Some((Task::Hold, 2)));
        // A draw is no loss either.
        assert_eq!(only_move(tie, &[draw, lose, tie]), None);
        assert_eq!(only_move(draw, &[draw, lose, lose]), Some((Task::Hold, 0)));
        assert_eq!(only_move(lose, &[lose, lose, lose]), None);
    }

    #[test]
    fn levels_are_shares_of_the_trials() {
        let levels: Vec<Level> = (0..=8).map(|failures| Level::of(failures, 8)).collect();
        assert_eq!(levels[..3], [Level::Easy; 3]);
        assert_eq!(levels[3..6], [Level::Medium; 3]);
        assert_eq!(levels[6..], [Level::Hard; 3]);
    }
}
