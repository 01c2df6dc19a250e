//! From the names that were typed to an oracle.

use std::path::Path;

use hindsight_oracle::Oracle;

use crate::args::GameArgs;
use crate::failure::Failure;

/// The oracle of a game. `memory` bounds the exploration of games that have rules only.
pub fn oracle(args: &GameArgs, data: &Path, memory: u64) -> Result<Oracle, Failure> {
    let oracle = hindsight::open(&args.game, args.variant.as_deref(), data)?;
    Ok(oracle.exploring_within(memory))
}
