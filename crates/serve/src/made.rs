//! Games that visitors made of texts. Whatever a text says, only hashes of it become names: of the text for
//! the game, since two texts may draw and call the same rules otherwise, and of the rules for its tables.

use std::sync::{Arc, OnceLock};

use hindsight_oracle::GameName;
use hindsight_rulebook::{Mistake, Rulebook};

use crate::visitor::Address;

/// What the names of such games begin with.
const BEGIN: &str = "made-";
/// Any of them, where only that matters.
pub const ANY: &str = BEGIN;
/// The name that their tables are kept under, each with its rules' own.
pub const FOLDER: &str = "made";

/// A game that was made of a text.
#[derive(Debug)]
pub struct Made {
    /// Its name in addresses.
    pub id: String,
    /// The text.
    pub text: Arc<str>,
    /// What it says.
    pub book: Rulebook,
    /// Who has it made.
    pub owner: Address,
    /// What a try to solve it came to, if not to an end.
    beyond: OnceLock<Beyond>,
}

/// Why a game is not solved here, whatever its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// A position has too many moves.
    Moves,
    /// It took too long.
    Time,
    /// It took too much memory.
    Memory,
}

/// Whether a name is that of a game that a visitor made.
pub fn is_made(game: &str) -> bool {
    game.starts_with(BEGIN)
}

impl Made {
    /// Reads a text; positions have at most so many moves.
    pub fn read(
        text: Arc<str>,
        variant: Option<&str>,
        owner: Address,
        moves: usize,
    ) -> Result<Made, Mistake> {
        let book = Rulebook::read(&text, variant)?.with_most_moves(moves);
        let id = format!("{BEGIN}{}", &blake3::hash(text.as_bytes()).to_hex()[..20]);
        Ok(Made { id, text, book, owner, beyond: OnceLock::new() })
    }

    /// What its tables are kept under.
    pub fn folder(&self) -> GameName {
        GameName::new(FOLDER, self.book.identity())
    }

    /// Notes why it cannot be solved here.
    pub fn note(&self, beyond: Beyond) {
        let _ = self.beyond.set(beyond);
    }

    /// Why it cannot be solved here, if it cannot.
    pub fn is_beyond(&self) -> Option<Beyond> {
        if self.book.was_cut() {
            return Some(Beyond::Moves);
        }
        self.beyond.get().copied()
    }
}
