//! From the names that were typed to an oracle.

use std::path::Path;

use hindsight_oracle::{DataFolder, GameName, Oracle};

use crate::args::GameArgs;
use crate::failure::Failure;

/// The oracle of a game. `memory` bounds the exploration of games that have rules only.
pub fn oracle(args: &GameArgs, data: &Path, memory: u64) -> Result<Oracle, Failure> {
    let about = hindsight_games::about(&args.game)?;
    let variant = args.variant.as_deref().unwrap_or(about.variants[0].id);
    let game = hindsight_games::game(&args.game, Some(variant))?;
    let name = GameName { game: args.game.clone(), variant: variant.to_owned() };
    Ok(Oracle::new(game, name, DataFolder::new(data).patient(), memory))
}
