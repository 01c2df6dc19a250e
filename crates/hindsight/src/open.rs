//! From the names that were typed to an oracle.

use std::path::Path;

use hindsight_core::{Indexed, Looks, Rules};
use hindsight_games::{Visitor, catalogue, visit};
use hindsight_oracle::{DataFolder, GameName, Oracle, OracleError, for_indexed, for_rules};

use crate::args::GameArgs;
use crate::failure::Failure;

/// The oracle of a game. `memory` bounds the exploration of games that have rules only.
pub fn oracle(game: &GameArgs, data: &Path, memory: u64) -> Result<Box<dyn Oracle>, Failure> {
    let about = catalogue().iter().find(|about| about.id == game.game);
    // An unknown game is reported by the registry; its first variant is then never asked for.
    let first = about.and_then(|about| about.variants.first()).map_or("", |variant| variant.id);
    let variant = game.variant.as_deref().unwrap_or(first);
    let name = GameName { game: game.game.clone(), variant: variant.to_owned() };
    let data = DataFolder::new(data);
    Ok(visit(&game.game, Some(variant), MakeOracle { name, data, memory })??)
}

struct MakeOracle {
    name: GameName,
    data: DataFolder,
    memory: u64,
}

impl Visitor for MakeOracle {
    type Output = Result<Box<dyn Oracle>, OracleError>;

    fn indexed<G: Indexed + Looks + 'static>(self, game: G) -> Self::Output {
        Ok(for_indexed(game, self.name, self.data))
    }

    fn rules_only<G: Rules + Looks + 'static>(self, game: G) -> Self::Output {
        for_rules(game, self.name, self.data, self.memory)
    }
}
