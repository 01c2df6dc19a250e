//! The positions of a game at the screen, what is known of them, and how long that may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use hindsight_core::{Outcome, Turn};
use hindsight_oracle::{Answer, Oracle, OracleError, View};
use hindsight_solve::{Control, SolveError};

use crate::failure::Failure;

/// How often a search for values looks whether it should end.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A position of the game, and how it came about.
#[derive(Debug)]
pub struct Moment {
    pub view: View,
    /// What the tables say, where there are any.
    pub answer: Option<Answer>,
    /// The move that led here, if it is not where the game began.
    pub made: Option<Made>,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    pub chosen: String,
    pub by: Turn,
    pub by_computer: bool,
    /// What it was worth to the player who made it, and whether no other was worth more.
    pub worth: Option<(Outcome, bool)>,
}

impl Moment {
    /// What is known of a position at once.
    pub fn of(oracle: &Oracle, position: &str, made: Option<Made>) -> Result<Moment, Failure> {
        let view = oracle.view(position)?;
        let answer = match oracle.answer(position) {
            Err(OracleError::NotSolved { .. } | OracleError::PartlySolved { .. }) => None,
            answer => Some(answer?),
        };
        Ok(Moment { view, answer, made })
    }
}

/// How long values that no table has are searched for: not at all, unless something else is said.
#[derive(Clone, Debug, Default)]
pub struct Patience {
    pub longest: Duration,
    /// Ends a search before its time, and the game with it.
    pub control: Arc<Control>,
}

impl Patience {
    /// Searches for what no table has about a position. What takes too long is left: the game goes on without.
    pub fn search(&self, oracle: &Oracle, position: &str) -> Result<(), Failure> {
        let Patience { longest, control } = self;
        if longest.is_zero() || !oracle.is_searchable(position) {
            return Ok(());
        }
        let (within, is_over) = (Control::default(), AtomicBool::new(false));
        let begin = Instant::now();
        let found = thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Relaxed) && !control.is_stopped() && begin.elapsed() < *longest
                {
                    thread::sleep(LOOK_EVERY);
                }
                within.stop();
            });
            let found = oracle.search(position, &within);
            is_over.store(true, Relaxed);
            found
        });
        match found {
            Err(OracleError::Solve(SolveError::Stopped)) if !control.is_stopped() => Ok(()),
            found => Ok(found?),
        }
    }
}
