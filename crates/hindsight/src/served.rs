//! The games of a folder beside the built-in ones, for the server.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use hindsight_core::{About, AboutVariant, Game, Games};
use hindsight_games::games;

use crate::failure::Failure;
use crate::open;

/// The files by the names of their games. The server asks for games by plain functions, and is started once.
static FILES: OnceLock<BTreeMap<String, PathBuf>> = OnceLock::new();

/// The built-in games and those of a folder, whose rules must all be right.
pub fn with_folder(folder: &Path) -> Result<Games, Failure> {
    let unreadable =
        |error| Failure::Other(format!("cannot read the folder {}: {error}", folder.display()));
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if open::is_file(&name) {
            files.insert(name, path);
        }
    }
    let mut catalogue = games().catalogue.to_vec();
    for (name, path) in &files {
        let book = hindsight::read_rules(path, None)?;
        let variants: Vec<AboutVariant> = book
            .variants()
            .into_iter()
            .map(|id| AboutVariant { id: id.leak(), summary: "from a rules file" })
            .collect();
        // What the catalogue says lives as long as the server.
        let about: &'static About = Box::leak(Box::new(About {
            id: name.clone().leak(),
            name: book.name().to_owned().leak(),
            summary: "A game from a rules file.",
            help: book.explain().leak(),
            variants: variants.leak(),
        }));
        catalogue.push(about);
    }
    // A server that is there already keeps its games: only tests start several.
    let _ = FILES.set(files);
    Ok(Games { catalogue: catalogue.leak(), make, ..games() })
}

fn make(name: &str, variant: &str) -> Result<Game, String> {
    match FILES.get().and_then(|files| files.get(name)) {
        Some(path) => hindsight::read_rules(path, Some(variant))
            .map(|book| book.game())
            .map_err(|error| error.to_string()),
        None => (games().make)(name, variant),
    }
}
