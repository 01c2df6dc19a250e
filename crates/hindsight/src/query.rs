//! `query`: the value of a position and of its moves.

use std::io::Write;

use hindsight_core::{Outcome, Turn};
use hindsight_oracle::{Answer, MoveAnswer};
use hindsight_solve::default_budget;

use crate::args::{DataArgs, GameArgs, TextFormat};
use crate::catalogue::write_json;
use crate::failure::Failure;
use crate::open;

/// Prints what the tables say about a position.
pub fn run(
    game: &GameArgs,
    position: Option<&str>,
    data: &DataArgs,
    format: TextFormat,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let oracle = open::oracle(game, &data.dir, default_budget().0)?;
    let answer = match position {
        Some(position) => oracle.answer(position)?,
        None => oracle.answer(&oracle.start())?,
    };
    if format == TextFormat::Json {
        return write_json(&answer, out);
    }
    write!(out, "{}", answer.board)?;
    let state = if answer.over { "the game is over, " } else { "" };
    let (position, player) = (&answer.position, player(answer.turn));
    let source = match answer.found_by {
        None => "",
        Some("search") => " (found by search, without tables)",
        Some(_) => " (without tables; taken from a publication)",
    };
    writeln!(out, "{position}  {state}{player} to move: {}{source}", answer.verdict)?;
    if !answer.moves.is_empty() {
        writeln!(out)?;
        write_moves(&answer, out)?;
    }
    Ok(())
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
    moves.sort_by_key(|m| std::cmp::Reverse(worth(m)));
    let longest = moves.iter().map(|m| m.chosen.len()).max().unwrap_or(0);
    for m in moves {
        let star = if m.best { '*' } else { ' ' };
        writeln!(out, "{star} {:longest$}  {:12}  {}", m.chosen, worth(m), m.position)?;
    }
    Ok(())
}
