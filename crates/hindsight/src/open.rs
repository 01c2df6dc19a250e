//! From the names that were typed to an oracle.

use std::path::Path;

use hindsight_games::catalogue;
use hindsight_oracle::{DataFolder, GameName, Oracle};
use hindsight_serve::open_game;

use crate::args::GameArgs;
use crate::failure::Failure;

/// The oracle of a game. `memory` bounds the exploration of games that have rules only.
pub fn oracle(game: &GameArgs, data: &Path, memory: u64) -> Result<Box<dyn Oracle>, Failure> {
    let about = catalogue().iter().find(|about| about.id == game.game);
    // An unknown game is reported by the registry; its first variant is then never asked for.
    let first = about.and_then(|about| about.variants.first()).map_or("", |variant| variant.id);
    let variant = game.variant.as_deref().unwrap_or(first);
    let name = GameName { game: game.game.clone(), variant: variant.to_owned() };
    Ok(open_game(&name, &DataFolder::new(data).patient(), memory)?)
}
