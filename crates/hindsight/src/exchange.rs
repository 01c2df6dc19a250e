//! `export --format malom`, and `query --data malom:FOLDER`: files as Malom has them.

use std::io::Write;
use std::path::Path;

use hindsight::malom::{self, ExportError, Exported, MalomFiles, Told};
use hindsight::{Outcome, Verdict};
use hindsight_oracle::{DrawsBy, GameName, Oracle};
use hindsight_solve::default_budget;
use serde::Serialize;

use crate::args::{DataArgs, GameArgs, TextFormat};
use crate::catalogue::write_json;
use crate::failure::Failure;
use crate::numbers::{count, grouped};
use crate::{interrupt, open, pool, progress};

/// What a folder of Malom's files is named with.
const PREFIX: &str = "malom:";

/// The folder of Malom's files that a `--data` names, if it does.
pub fn malom_folder(data: &Path) -> Option<&Path> {
    data.to_str()?.strip_prefix(PREFIX).map(Path::new)
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Failure {
        match error {
            ExportError::Tables(error) => error.into(),
            ExportError::Stopped(_) => Failure::Stopped,
            ExportError::OtherGame(_) => Failure::Usage(error.to_string()),
            ExportError::File(error) => Failure::Other(error.to_string()),
        }
    }
}

/// Writes the files of a solved game.
pub fn export(
    game: &GameArgs,
    data: &DataArgs,
    draws: Option<&str>,
    folder: &Path,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let oracle = open::oracle(game, &data.dir, default_budget().0)?;
    let by = draws.map(DrawsBy::from_name);
    let control = interrupt::stoppable();
    let pool = pool::of(None)?;
    let what = format!("exporting {}", oracle.name());
    let exported = progress::show(&what, &control, || {
        pool.install(|| malom::export(&oracle, by.as_ref(), folder, &control))
    })?;
    let Exported { sectors, slots } = exported;
    let (sectors, slots) = (count(sectors, "sector"), grouped(slots));
    writeln!(out, "{sectors} with {slots} slots written to {}", folder.display())?;
    Ok(())
}

/// What files say about a position and its moves.
#[derive(Serialize)]
struct MalomAnswer {
    #[serde(flatten)]
    name: GameName,
    position: String,
    #[serde(flatten)]
    told: Plain,
    moves: Vec<MalomMove>,
}

#[derive(Serialize)]
struct MalomMove {
    #[serde(rename = "move")]
    chosen: String,
    position: String,
    #[serde(flatten)]
    told: Plain,
}

/// What files say about a position, for the player to move there.
#[derive(Serialize)]
struct Plain {
    value: &'static str,
    remoteness: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<i32>,
}

impl Plain {
    fn of(told: Told) -> Plain {
        match told {
            Told::Decided(outcome) => Plain {
                value: outcome.value().name(),
                remoteness: outcome.remoteness(),
                class: None,
                depth: None,
            },
            Told::Draw { class, depth, .. } => Plain {
                value: Outcome::Draw.value().name(),
                remoteness: None,
                class: Some(class),
                depth: Some(depth),
            },
        }
    }

    fn in_words(&self) -> String {
        match (self.remoteness, self.class) {
            (Some(remoteness), _) => format!("{} in {remoteness}", self.value),
            (_, Some(class)) => format!("{}, heading for {class:+}", self.value),
            _ => self.value.to_owned(),
        }
    }
}

/// Answers from Malom's files.
pub fn query(
    game: &GameArgs,
    position: Option<&str>,
    folder: &Path,
    format: TextFormat,
    out: &mut impl Write,
) -> Result<(), Failure> {
    // Its rules are ours; nothing is read from the folder as our tables.
    let oracle = open::rules(game, folder)?;
    let name = oracle.name().clone();
    let files = MalomFiles::open(&name.game, &name.variant, folder)?;
    let position = position.map_or_else(|| oracle.start(), str::to_owned);
    let view = oracle.view(&position)?;
    let told = told_of(&files, &oracle, &view.position)?;
    let mut moves = Vec::new();
    for it in &view.moves {
        let told = told_of(&files, &oracle, &it.position)?;
        moves.push(MalomMove { chosen: it.chosen.clone(), position: it.position.clone(), told });
    }
    let answer = MalomAnswer { name, position: view.position.clone(), told, moves };
    if format == TextFormat::Json {
        return write_json(&answer, out);
    }
    write!(out, "{}", view.board)?;
    writeln!(out, "{}  {} (from Malom's files)", answer.position, answer.told.in_words())?;
    for MalomMove { chosen, told, .. } in &answer.moves {
        writeln!(out, "{chosen:>12}  to {}", told.in_words())?;
    }
    Ok(())
}

/// What the files say of a position, or the rules where the game is over.
fn told_of(files: &MalomFiles, oracle: &Oracle, position: &str) -> Result<Plain, Failure> {
    if let Some(Verdict { value, remoteness, .. }) = oracle.view(position)?.over {
        return Ok(Plain { value: value.name(), remoteness, class: None, depth: None });
    }
    let told = files.get(position).map_err(ExportError::from)?;
    let told =
        told.ok_or_else(|| Failure::Other(format!("{position} is no position of Malom's")))?;
    Ok(Plain::of(told))
}
