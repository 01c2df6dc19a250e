//! `query`: the value of a position and of its moves.

use std::io::Write;

use hindsight_core::{Kind, Outcome, Turn, Value};
use hindsight_oracle::{Answer, DrawAnswer, GameName, MoveAnswer, Oracle, OracleError, View};
use hindsight_solve::default_budget;
use serde::Serialize;

use crate::args::{DataArgs, GameArgs, TextFormat};
use crate::catalogue::write_json;
use crate::failure::Failure;
use crate::{open, passing};

/// Prints what the tables say about a position. A tiny game is solved first; of a large impartial game that
/// is not solved, the Grundy number still says who wins.
pub fn run(
    game: &GameArgs,
    position: Option<&str>,
    data: &DataArgs,
    format: TextFormat,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let oracle = open::oracle(game, &data.dir, default_budget().0)?;
    let position = position.map_or_else(|| oracle.start(), str::to_owned);
    let answer = match oracle.answer(&position) {
        Err(error) if passing::is_unsolved(&error) => {
            // A text that is no position is refused before anything is solved for it.
            oracle.view(&position)?;
            if !passing::solve_aside(game, &data.dir, passing::TO_ANSWER)? {
                return without_tables(&oracle, &position, error, format, out);
            }
            oracle.answer(&position)?
        }
        answer => answer?,
    };
    if format == TextFormat::Json {
        return write_json(&answer, out);
    }
    write!(out, "{}", answer.board)?;
    let source = match answer.found_by {
        None => "",
        Some("search") => " (found by search, without tables)",
        Some(_) => " (from the opening table that is part of the program)",
    };
    writeln!(out, "{}  {}{source}", answer.position, in_words(&answer))?;
    if !answer.moves.is_empty() {
        writeln!(out)?;
        write_moves(&answer, out)?;
    }
    Ok(())
}

/// Prints a certificate for a position.
pub fn prove(
    game: &GameArgs,
    position: Option<&str>,
    data: &DataArgs,
    depth: u32,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let oracle = open::oracle(game, &data.dir, default_budget().0)?;
    let position = position.map_or_else(|| oracle.start(), str::to_owned);
    write_json(&oracle.prove(&position, depth)?, out)
}

/// What is known without tables: who wins, but not how soon.
#[derive(Serialize)]
struct ByGrundy<'a> {
    #[serde(flatten)]
    name: &'a GameName,
    solved: bool,
    value: &'static str,
    #[serde(flatten)]
    view: &'a View,
}

fn without_tables(
    oracle: &Oracle,
    position: &str,
    error: OracleError,
    format: TextFormat,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let view = oracle.view(position)?;
    let Some(grundy) = view.grundy else { return Err(error.into()) };
    let value = if grundy == 0 { Value::Lose } else { Value::Win };
    if format == TextFormat::Json {
        let (name, value) = (oracle.name(), value.name());
        return write_json(&ByGrundy { name, solved: false, value, view: &view }, out);
    }
    write!(out, "{}", view.board)?;
    let (position, player) = (&view.position, player(view.turn));
    writeln!(out, "{position}  {player} to move: {value}, Grundy number {grundy}")?;
    writeln!(out, "not solved: who wins follows from the Grundy number, how soon is not known")?;
    if view.moves.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let longest = view.moves.iter().map(|m| m.chosen.len()).max().unwrap_or(0);
    let mut moves: Vec<_> = view.moves.iter().filter_map(|m| Some((m, m.grundy?))).collect();
    moves.sort_by_key(|(_, grundy)| *grundy > 0);
    for (m, grundy) in moves {
        let (star, worth) = if grundy == 0 { ('*', "win") } else { (' ', "lose") };
        writeln!(out, "{star} {:longest$}  {worth:4}  Grundy {grundy}", m.chosen)?;
    }
    Ok(())
}

/// Whose turn it is and what that is worth.
pub fn in_words(answer: &Answer) -> String {
    let worth = answer.kind.in_words(answer.verdict.into());
    if answer.kind == Kind::Puzzle {
        return worth;
    }
    let state = if answer.over { "the game is over, " } else { "" };
    let mut words = format!("{state}{} to move: {worth}", player(answer.turn));
    if let Some(grundy) = answer.grundy {
        words += &format!(", Grundy number {grundy}");
    }
    if let Some(margin) = answer.margin {
        words += &match margin {
            0 => "; played for the margin: level".to_owned(),
            1.. => format!("; played for the margin: wins by {margin}"),
            _ => format!("; played for the margin: loses by {}", -margin),
        };
    }
    if let Some(draw) = &answer.draw {
        words += &format!(", {}", draw.in_words());
    }
    words
}

/// The player whose turn it is, in words.
pub fn player(turn: Turn) -> &'static str {
    match turn {
        Turn::First => "first player",
        Turn::Second => "second player",
    }
}

/// Writes all moves, the best first, each with what it leads to for the player who makes it.
pub fn write_moves(answer: &Answer, out: &mut impl Write) -> Result<(), Failure> {
    let worth = |m: &MoveAnswer| Outcome::from(m.verdict).as_seen_by_mover();
    let mut moves: Vec<_> = answer.moves.iter().collect();
    let order = |m: &MoveAnswer| (worth(m), m.draw.as_ref().map(DrawAnswer::order));
    moves.sort_by_key(|m| std::cmp::Reverse(order(m)));
    let longest = moves.iter().map(|m| m.chosen.len()).max().unwrap_or(0);
    for m in moves {
        let star = if m.best { '*' } else { ' ' };
        let words = answer.kind.in_words(worth(m));
        let grundy = m.grundy.map_or(String::new(), |grundy| format!("Grundy {grundy:<4}  "));
        let margin = m.margin.map_or(String::new(), |margin| format!("by {:+4}  ", -margin));
        let draw = m.draw.as_ref().map_or(String::new(), |draw| draw.in_words_for_mover() + "  ");
        writeln!(
            out,
            "{star} {:longest$}  {words:12}  {grundy}{margin}{draw}{}",
            m.chosen, m.position
        )?;
    }
    Ok(())
}
