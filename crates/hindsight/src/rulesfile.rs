//! Games whose rules are in a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use hindsight_oracle::{GameName, Oracle};
use hindsight_rulebook::{Mistake, Rulebook};
use hindsight_store::open_plain;

use crate::open_game;

/// How the names of files with rules end.
pub const RULES_FILE: &str = ".game";
/// The most bytes that are read; a text of more is refused anyhow.
const MOST_BYTES: u64 = 1 << 20;

/// Why a file has no game.
#[derive(Debug)]
pub enum RulesFileError {
    /// It cannot be read.
    Unreadable(PathBuf, io::Error),
    /// It says something that cannot be understood.
    Mistaken(PathBuf, Box<Mistake>),
}

impl std::fmt::Display for RulesFileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RulesFileError::Unreadable(path, error) => {
                write!(f, "cannot read {}: {error}", path.display())
            }
            RulesFileError::Mistaken(path, mistake) => write!(f, "{}, {mistake}", path.display()),
        }
    }
}

impl std::error::Error for RulesFileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            RulesFileError::Unreadable(_, error) => Some(error),
            RulesFileError::Mistaken(_, mistake) => Some(mistake),
        }
    }
}

/// Reads the rules in a file. `variant` chooses the values of its options.
pub fn read_rules(path: &Path, variant: Option<&str>) -> Result<Rulebook, RulesFileError> {
    let unreadable = |error| RulesFileError::Unreadable(path.to_owned(), error);
    let mut bytes = Vec::new();
    let file = open_plain(File::options().read(true), path).map_err(unreadable)?;
    file.take(MOST_BYTES).read_to_end(&mut bytes).map_err(unreadable)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| unreadable(io::Error::new(io::ErrorKind::InvalidData, "it is no text")))?;
    Rulebook::read(&text, variant)
        .map_err(|mistake| RulesFileError::Mistaken(path.to_owned(), Box::new(mistake)))
}

/// Opens the game of a file, with its tables in a folder that need not exist. They are kept under the name
/// of the file, and refused when the rules have changed; what the text calls things does not matter.
pub fn open_file(
    path: impl AsRef<Path>,
    variant: Option<&str>,
    data: impl AsRef<Path>,
) -> Result<Oracle, RulesFileError> {
    let path = path.as_ref();
    let book = read_rules(path, variant)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(open_game(book.game(), GameName::new(name, book.variant()), data))
}
