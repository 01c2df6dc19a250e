//! Errors as the user meets them: one line and an exit code.

use std::io;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use hindsight_games::UnknownGame;
use hindsight_oracle::{CountsFileError, GameName, OracleError};
use hindsight_solve::{CheckFailure, SolveError};
use thiserror::Error;

use crate::args::DEFAULT_DATA;

/// Why a command did not succeed.
#[derive(Debug, Error)]
pub enum Failure {
    /// What was typed is no command.
    #[error("{0}")]
    Usage(String),
    /// What was asked for does not exist.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// A file has no rules of a game.
    #[error(transparent)]
    Rules(#[from] hindsight::RulesFileError),
    /// The oracle has no answer.
    #[error("{}{}", .0, remedy(.0))]
    Oracle(#[from] OracleError),
    /// A file of counts is at fault.
    #[error(transparent)]
    Counts(#[from] CountsFileError),
    /// The user stopped something that only reads.
    #[error("stopped; nothing was changed")]
    Stopped,
    /// Something else went wrong.
    #[error("{0}")]
    Other(String),
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// 2 for requests that cannot be met, 130 when stopped by the user, 1 for everything else.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Oracle(OracleError::Solve(SolveError::Stopped)) | Failure::Stopped => 130,
            Failure::Oracle(error) if error.is_request() => 2,
            Failure::Usage(_) | Failure::Game(_) | Failure::Rules(_) => 2,
            Failure::Oracle(_) | Failure::Counts(_) | Failure::Other(_) | Failure::Output(_) => 1,
        }
    }

    /// The failure of a command that only reads: nothing is kept for a next run.
    pub fn of_reading(error: OracleError) -> Failure {
        match error {
            OracleError::Solve(SolveError::Stopped)
            | OracleError::Check { cause: CheckFailure::Stopped, .. } => Failure::Stopped,
            error => Failure::Oracle(error),
        }
    }

    /// Threads could not be started.
    pub fn no_threads(error: &impl std::fmt::Display) -> Failure {
        Failure::Other(format!(
            "cannot start threads: {error}; take fewer, or raise the limit of processes or memory"
        ))
    }

    /// Whether only the reader of the output went away, as `head` does: no failure at all.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// What the user can type to help it.
fn remedy(error: &OracleError) -> String {
    match error {
        OracleError::NotSolved { name, data } | OracleError::PartlySolved { name, data } => {
            format!("; run: {}", command("solve", name, data))
        }
        OracleError::NotVerified { name, data } => {
            format!("; run: {}", command("verify", name, data))
        }
        OracleError::Notation { name, .. } => {
            format!("; `hindsight games {}` explains the notation", name.game)
        }
        OracleError::Solve(SolveError::Stopped) => {
            "; run the same command again to go on".to_owned()
        }
        _ => String::new(),
    }
}

/// What to type for a game with its tables in a folder.
fn command(what: &str, name: &GameName, data: &Path) -> String {
    let mut command = format!("hindsight {what} {} --variant {}", name.game, name.variant);
    if data.as_os_str() != DEFAULT_DATA {
        command += &format!(" --data {}", quoted(&data.to_string_lossy()));
    }
    command
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+:@%".contains(c);
    if word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// The parser's message on one line, with what the command takes where a word was missing or too many.
pub fn usage(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let (text, _) = text.split_once("\n\nFor more information").unwrap_or((text, ""));
    let (message, usage) = text.split_once("\n\nUsage:").unwrap_or((text, ""));
    let on_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let message = on_one_line(&message.replace("\n\n  tip:", ";"));
    let usage = on_one_line(usage);
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => word.as_str(),
        _ => "",
    };
    // What people type who have not read what a command takes: a game alone, or its variant as a second word.
    let (command, extra) = (word(ContextKind::InvalidSubcommand), word(ContextKind::InvalidArg));
    if hindsight_games::catalogue().iter().any(|about| about.id == command) {
        return Failure::Usage(format!(
            "'{command}' is a game and no command; to play it: hindsight play {command}"
        ));
    }
    let is_extra = error.kind() == ErrorKind::UnknownArgument && !extra.starts_with('-');
    if is_extra && usage.contains("<GAME>") {
        return Failure::Usage(format!(
            "{message}; a variant is named after --variant, as in --variant {}; usage: {usage}",
            quoted(extra)
        ));
    }
    let is_about_words =
        matches!(error.kind(), ErrorKind::UnknownArgument | ErrorKind::MissingRequiredArgument);
    Failure::Usage(match usage {
        usage if is_about_words && !usage.is_empty() => format!("{message}; usage: {usage}"),
        _ => format!("{message}; see hindsight --help"),
    })
}
