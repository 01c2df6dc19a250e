//! Solving small games in passing, when somebody asks about them.

use std::io::{self, Write};
use std::path::Path;

use hindsight_games::about;
use hindsight_oracle::{GameName, OracleError, SolveOptions};
use hindsight_solve::{SolveError, default_budget};
use hindsight_store::Store;

use crate::args::GameArgs;
use crate::failure::Failure;
use crate::{open, solve};

/// Games with at most this many slots are solved before somebody plays them: it takes seconds.
pub const TO_PLAY: u64 = 10_000_000;
/// Games with at most this many slots are solved to answer a question: it takes a moment.
pub const TO_ANSWER: u64 = 1_000_000;

/// Bytes that a position takes, at most, while a game that has rules only is explored.
const EXPLORED_BYTES: u64 = 200;

/// Whether a question failed because there are no tables, or not all.
pub fn is_unsolved(error: &OracleError) -> bool {
    matches!(error, OracleError::NotSolved { .. } | OracleError::PartlySolved { .. })
}

/// Solves a game if it has at most so many slots, after saying so, and says whether it did.
pub fn solve_if_small(
    game: &GameArgs,
    data: &Path,
    most_slots: u64,
    say: impl FnOnce(&GameName) -> Result<(), Failure>,
) -> Result<bool, Failure> {
    // A game that has rules only is explored no further than a small one goes.
    let oracle = open::oracle(game, data, most_slots * EXPLORED_BYTES)?;
    match oracle.estimate() {
        Ok(estimate) if !estimate.at_least && estimate.slots <= most_slots => {}
        Ok(_)
        | Err(OracleError::Solve(
            SolveError::TooLittleMemory { .. } | SolveError::TooManyPositions { .. },
        )) => return Ok(false),
        Err(error) => return Err(error.into()),
    }
    say(oracle.name())?;
    solve::solve(&oracle, None, SolveOptions::within(default_budget().0))?;
    Ok(true)
}

/// The same for a command whose output is for programs: what is done is said on stderr.
pub fn solve_aside(game: &GameArgs, data: &Path, most_slots: u64) -> Result<bool, Failure> {
    solve_if_small(game, data, most_slots, |name| {
        // Nobody listening is no reason to stop.
        let _ = writeln!(io::stderr(), "{name} is not solved yet; solving it first...");
        Ok(())
    })
}

/// The variants of a game, other than one, that are solved or small: those that a perfect opponent can be
/// had for at once.
pub fn perfect_variants(name: &GameName, data: &Path) -> Vec<&'static str> {
    let Ok(about) = about(&name.game) else { return Vec::new() };
    let solved = Store::list(data).unwrap_or_default();
    let is_ready = |variant: &str| {
        let game = GameArgs { game: name.game.clone(), variant: Some(variant.to_owned()) };
        let is_small = || {
            let oracle = open::oracle(&game, data, 0).ok()?;
            Some(oracle.known_estimate()?.slots <= TO_PLAY)
        };
        solved.contains(&(name.game.clone(), variant.to_owned())) || is_small().unwrap_or(false)
    };
    let others = about.variants.iter().map(|variant| variant.id).filter(|id| *id != name.variant);
    others.filter(|variant| is_ready(variant)).collect()
}
