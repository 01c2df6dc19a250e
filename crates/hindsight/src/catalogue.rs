//! `games`: what there is to solve.

use std::io::Write;
use std::path::Path;

use hindsight_core::About;
use hindsight_games::{about, catalogue};
use serde::Serialize;

use crate::args::GameArgs;
use crate::failure::Failure;
use crate::open;

#[derive(Serialize)]
struct Game {
    id: &'static str,
    name: &'static str,
    summary: &'static str,
    help: &'static str,
    variants: Vec<Variant>,
}

#[derive(Serialize)]
struct Variant {
    id: &'static str,
    summary: &'static str,
    default: bool,
}

impl Game {
    fn of(about: &About) -> Game {
        let variants = about.variants.iter().enumerate();
        Game {
            id: about.id,
            name: about.name,
            summary: about.summary,
            help: about.help,
            variants: variants
                .map(|(i, v)| Variant { id: v.id, summary: v.summary, default: i == 0 })
                .collect(),
        }
    }
}

/// Lists all games.
pub fn list(json: bool, out: &mut impl Write) -> Result<(), Failure> {
    if json {
        let games: Vec<_> = catalogue().iter().map(|about| Game::of(about)).collect();
        return write_json(&games, out);
    }
    for about in catalogue() {
        writeln!(out, "{:15} {}", about.id, about.summary)?;
        for (number, variant) in about.variants.iter().enumerate() {
            let default = if number == 0 && about.variants.len() > 1 { " (default)" } else { "" };
            writeln!(out, "  {:13} {}{default}", variant.id, variant.summary)?;
        }
    }
    Ok(())
}

/// Explains one game.
pub fn explain(id: &str, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let about = about(id)?;
    if json {
        return write_json(&Game::of(about), out);
    }
    writeln!(out, "{}: {}\n\n{}\n\nVariants:", about.name, about.summary, about.help)?;
    for variant in about.variants {
        writeln!(out, "  {:13} {}", variant.id, variant.summary)?;
    }
    Ok(())
}

/// The rules and the notation of a game, in the catalogue or in a file.
pub fn rules(game: &GameArgs) -> Result<String, Failure> {
    if open::is_file(&game.game) {
        let book = hindsight::read_rules(Path::new(&game.game), game.variant.as_deref())?;
        return Ok(book.explain());
    }
    let about = about(&game.game)?;
    Ok(format!("{}: {}\n\n{}", about.name, about.summary, about.help))
}

/// Writes JSON for programs and people: indented, with a line break at the end.
pub fn write_json(value: &impl Serialize, out: &mut impl Write) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}
