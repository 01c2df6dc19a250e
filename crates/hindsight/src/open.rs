//! From the names that were typed to an oracle.

use std::path::Path;

use hindsight_oracle::Oracle;

use crate::args::GameArgs;
use crate::failure::Failure;

/// The oracle of a game. `memory` bounds the exploration of games that have rules only.
pub fn oracle(args: &GameArgs, data: &Path, memory: u64) -> Result<Oracle, Failure> {
    let variant = args.variant.as_deref();
    let oracle = match is_file(&args.game) {
        true => hindsight::open_file(&args.game, variant, data)?,
        false => hindsight::open(&args.game, variant, data)?,
    };
    Ok(oracle.exploring_within(memory))
}

/// Whether a game is told by a file with its rules.
pub fn is_file(game: &str) -> bool {
    game.ends_with(hindsight::RULES_FILE)
}
