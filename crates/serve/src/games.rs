//! The seam to the games: which there are, and how one is opened.

use hindsight_core::{About, Indexed, Looks, Rules};
use hindsight_games::{UnknownGame, Visitor, catalogue, visit};
use hindsight_oracle::{DataFolder, GameName, Oracle, for_indexed, for_rules};

/// Which games are served.
pub trait Games: Send + Sync + 'static {
    /// Everything that is known about them without making one.
    fn catalogue(&self) -> &'static [&'static About];

    /// The oracle of a game in a variant; `None` where there is none. `memory` bounds the
    /// exploration of games that have rules only.
    fn open(&self, name: &GameName, data: &DataFolder, memory: u64) -> Option<Box<dyn Oracle>>;
}

/// Every game of the registry.
#[derive(Clone, Copy, Debug)]
pub struct AllGames;

impl Games for AllGames {
    fn catalogue(&self) -> &'static [&'static About] {
        catalogue()
    }

    fn open(&self, name: &GameName, data: &DataFolder, memory: u64) -> Option<Box<dyn Oracle>> {
        open_game(name, data, memory).ok()
    }
}

/// The oracle of a game of the registry. `memory` bounds the exploration of games that have rules
/// only.
pub fn open_game(
    name: &GameName,
    data: &DataFolder,
    memory: u64,
) -> Result<Box<dyn Oracle>, UnknownGame> {
    let open = Open { name: name.clone(), data: data.clone(), memory };
    visit(&name.game, Some(&name.variant), open)
}

struct Open {
    name: GameName,
    data: DataFolder,
    memory: u64,
}

impl Visitor for Open {
    type Output = Box<dyn Oracle>;

    fn indexed<G: Indexed + Looks + 'static>(self, game: G) -> Self::Output {
        for_indexed(game, self.name, self.data)
    }

    fn rules_only<G: Rules + Looks + 'static>(self, game: G) -> Self::Output {
        for_rules(game, self.name, self.data, self.memory)
    }
}
