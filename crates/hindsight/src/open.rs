//! From the names that were typed to an oracle.

use std::path::Path;

use hindsight_oracle::Oracle;

use crate::args::GameArgs;
use crate::exchange;
use crate::failure::Failure;

/// The oracle of a game that is asked about its rules only.
pub fn rules(args: &GameArgs, data: &Path) -> Result<Oracle, Failure> {
    let variant = args.variant.as_deref();
    Ok(match is_file(&args.game) {
        true => hindsight::open_file(&args.game, variant, data)?,
        false => hindsight::open(&args.game, variant, data)?,
    })
}

/// The oracle of a game. `memory` bounds the exploration of games that have rules only.
pub fn oracle(args: &GameArgs, data: &Path, memory: u64) -> Result<Oracle, Failure> {
    if exchange::malom_folder(data).is_some() {
        let why = "only query answers from Malom's files; give --data a folder of our own tables";
        return Err(Failure::Usage(why.to_owned()));
    }
    Ok(rules(args, data)?.exploring_within(memory))
}

/// Whether a game is told by a file with its rules.
pub fn is_file(game: &str) -> bool {
    game.ends_with(hindsight::RULES_FILE)
}
