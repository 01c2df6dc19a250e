//! `explain` and `new`: texts with rules, for their authors.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use crate::failure::Failure;
use crate::open;

/// Positions that are shown, along one game.
const SHOWN: usize = 3;
/// Moves of a position that are named.
const NAMED: usize = 12;

/// What `new` writes.
const EXAMPLE: &str = include_str!("example.game");

/// Says the rules of a file back and shows how a game begins.
pub fn run(file: &Path, variant: Option<&str>, out: &mut impl Write) -> Result<(), Failure> {
    let book = hindsight::read_rules(file, variant)?;
    writeln!(out, "{}", book.explain())?;
    if book.variants().len() > 1 {
        writeln!(out, "\nVariants: {}", book.variants().join(" "))?;
    }
    let rules = book.game().rules;
    let mut position = rules.start();
    for ply in 0..SHOWN {
        let names = rules.move_names(&position);
        let title = if ply == 0 { "The start" } else { "After that" };
        writeln!(
            out,
            "\n{title}, {}:\n\n{}",
            rules.write_position(&position),
            rules.board(&position)
        )?;
        let more = if names.len() > NAMED { " ..." } else { "" };
        let named: Vec<&str> = names.iter().take(NAMED).map(String::as_str).collect();
        match rules.primitive(&position) {
            Some(value) => writeln!(out, "The game is over: {value} for the player to move.")?,
            None => writeln!(out, "{} moves: {}{more}", names.len(), named.join(" "))?,
        }
        // From the middle of the list: the first moves are often at the edge of the board.
        let moves = rules.moves(&position);
        let Some(next) = moves.get(moves.len() / 2) else { break };
        if ply + 1 < SHOWN {
            writeln!(out, "The next picture is after {}.", names[moves.len() / 2])?;
        }
        position = next.clone();
    }
    Ok(())
}

/// Writes a commented example to a file that does not exist.
pub fn write_example(file: &Path, out: &mut impl Write) -> Result<(), Failure> {
    if !open::is_file(&file.to_string_lossy()) {
        let shown = file.display();
        return Err(Failure::Usage(format!("a file with rules is called NAME.game, not {shown}")));
    }
    let mut created = match OpenOptions::new().write(true).create_new(true).open(file) {
        Ok(created) => created,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(Failure::Usage(format!("{} exists already", file.display())));
        }
        Err(error) => {
            return Err(Failure::Other(format!("cannot write {}: {error}", file.display())));
        }
    };
    created
        .write_all(EXAMPLE.as_bytes())
        .map_err(|error| Failure::Other(format!("cannot write {}: {error}", file.display())))?;
    let shown = file.display();
    writeln!(out, "{shown} is written; next: hindsight explain {shown}, hindsight play {shown}")?;
    Ok(())
}
