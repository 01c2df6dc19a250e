//! A game at the prompt. Works on pipes: every prompt is answered by a line of the input, and the end
//! of the input ends the game.

use std::io::{BufRead, Write};

use hindsight_core::{Kind, Outcome, Turn, Value};
use hindsight_oracle::{Answer, Oracle, OracleError, Verdict, View};

use super::opponent::Opponent;
use super::wrap::paragraphs;
use crate::failure::Failure;
use crate::passing;
use crate::query::{in_words, player, write_moves};

const WORDS: &str = "\
a move   as the list shows it      moves   list the moves
hint     the value of every move   value   the value of this position
undo     take back your last move  board   draw the board again
rules    the rules of the game     help    this list
quit     leave";

/// The columns of a text at the prompt, which may be no terminal.
const WIDTH: usize = 80;

/// A game at the prompt.
pub struct Table<'a, I, O> {
    pub oracle: &'a Oracle,
    pub computer: Opponent,
    /// The rules of the game, for who asks.
    pub rules: String,
    /// From the start to the present.
    pub positions: Vec<String>,
    pub input: I,
    pub out: &'a mut O,
    /// Whether to repeat what was read: on a terminal it stands there already.
    pub echo: bool,
    /// Whether the game is played without its tables: the computer then searches for its moves.
    pub by_search: bool,
}

/// What was asked for at the prompt.
enum Asked {
    Move(String),
    Undo,
    Board,
    Quit,
}

impl<I: BufRead, O: Write> Table<'_, I, O> {
    /// Plays until the game, or the input, ends.
    pub fn play(&mut self) -> Result<(), Failure> {
        writeln!(self.out, "{}; type help for help", self.oracle.name())?;
        loop {
            let position = self.present().to_owned();
            let view = self.oracle.view(&position)?;
            write!(self.out, "\n{}{}\n", view.board, view.position)?;
            if let Some(over) = view.over {
                match self.oracle.kind() {
                    Kind::Puzzle => writeln!(self.out, "the puzzle is solved")?,
                    _ => writeln!(self.out, "the game is over: {}", self.result(view.turn, over))?,
                }
                return Ok(());
            }
            if self.computer.side == Some(view.turn) {
                let Some(chosen) = self.computers_move(&view)? else { return Ok(()) };
                writeln!(self.out, "the computer plays {chosen}")?;
                self.positions.push(self.oracle.play(&position, &chosen)?);
                continue;
            }
            match self.ask(&view)? {
                Asked::Move(next) => self.positions.push(next),
                Asked::Undo => self.undo()?,
                Asked::Board => {}
                Asked::Quit => return Ok(writeln!(self.out, "bye")?),
            }
        }
    }

    fn present(&self) -> &str {
        self.positions.last().map_or("", String::as_str)
    }

    /// The computer's move: by the tables, or by search where there are none. `None`, and a line that says
    /// why, where a puzzle has no solution, or none that is found.
    fn computers_move(&mut self, view: &View) -> Result<Option<String>, Failure> {
        let is_puzzle = self.oracle.kind() == Kind::Puzzle;
        let position = &view.position;
        let answer = match self.oracle.answer(position) {
            Err(error) if self.by_search && passing::is_unsolved(&error) => None,
            answer => Some(answer?),
        };
        if let Some(answer) = answer {
            if is_puzzle && answer.verdict.value == Value::Draw {
                writeln!(self.out, "it cannot be solved from here")?;
                return Ok(None);
            }
            return Ok(Some(self.computer.choose(best_move(answer)?, view)));
        }
        let nodes = self.computer.nodes(self.oracle.kind());
        let found = self.computer.search(self.oracle, position, nodes)?;
        let found = found.filter(|found| !is_puzzle || found.verdict.is_some());
        if found.is_none() {
            writeln!(self.out, "the search finds no solution from here")?;
        }
        Ok(found.map(|found| found.chosen))
    }

    /// Reads lines until one changes something.
    fn ask(&mut self, view: &View) -> Result<Asked, Failure> {
        loop {
            match view.kind {
                Kind::Puzzle => write!(self.out, "your move> ")?,
                _ => write!(self.out, "{}> ", player(view.turn))?,
            }
            self.out.flush()?;
            let mut line = String::new();
            let read = self.input.read_line(&mut line);
            let read = read.map_err(|error| Failure::Other(format!("cannot read: {error}")))?;
            let word = line.trim();
            if self.echo {
                writeln!(self.out, "{word}")?;
            }
            if read == 0 {
                return Ok(Asked::Quit);
            }
            let out = &mut *self.out;
            match word {
                "" => {}
                "quit" | "exit" => return Ok(Asked::Quit),
                "undo" => return Ok(Asked::Undo),
                "board" => return Ok(Asked::Board),
                "help" => writeln!(out, "{WORDS}")?,
                "rules" => writeln!(out, "{}", paragraphs(&self.rules, WIDTH).join("\n"))?,
                "moves" => {
                    let moves: Vec<_> = view.moves.iter().map(|m| m.chosen.as_str()).collect();
                    writeln!(out, "{}", moves.join(" "))?;
                }
                "value" => {
                    if let Some(answer) = self.answer(&view.position)? {
                        writeln!(self.out, "{}", in_words(&answer))?;
                    }
                }
                "hint" => {
                    if let Some(answer) = self.answer(&view.position)? {
                        write_moves(&answer, self.out)?;
                    }
                }
                _ => match view.moves.iter().find(|m| m.chosen.eq_ignore_ascii_case(word)) {
                    Some(chosen) => return Ok(Asked::Move(chosen.position.clone())),
                    // As in the terminal's view, where it is no move's name.
                    None if word == "q" => return Ok(Asked::Quit),
                    None => {
                        let shown: String = word.chars().take(40).collect();
                        writeln!(
                            out,
                            "{shown:?} is no move here; moves lists them, help explains"
                        )?;
                    }
                },
            }
        }
    }

    /// What the tables say; without tables, where that is allowed, only a line that says so.
    fn answer(&mut self, position: &str) -> Result<Option<Answer>, Failure> {
        match self.oracle.answer(position) {
            Err(OracleError::NotSolved { name, .. } | OracleError::PartlySolved { name, .. })
                if self.by_search =>
            {
                writeln!(self.out, "{name} is not solved, so values are not known")?;
                Ok(None)
            }
            answer => Ok(Some(answer?)),
        }
    }

    /// Takes back moves until it is a person's turn again.
    fn undo(&mut self) -> Result<(), Failure> {
        let mut kept = self.positions.len() - 1;
        while kept > 0 {
            let turn = self.oracle.view(&self.positions[kept - 1])?.turn;
            if Some(turn) != self.computer.side {
                self.positions.truncate(kept);
                return Ok(());
            }
            kept -= 1;
        }
        Ok(writeln!(self.out, "there is nothing to undo")?)
    }

    /// The end of the game in words.
    fn result(&self, turn: Turn, over: Verdict) -> String {
        let winner = match Outcome::from(over).value() {
            Value::Win => turn,
            Value::Lose => turn.other(),
            Value::Tie | Value::Draw => return "a tie".to_owned(),
        };
        let who = if self.computer.side == Some(winner) { " (the computer)" } else { "" };
        format!("the {}{who} wins", player(winner))
    }
}

fn best_move(answer: Answer) -> Result<String, Failure> {
    let best = answer.moves.into_iter().find(|m| m.best);
    best.map(|m| m.chosen)
        .ok_or_else(|| Failure::Other(format!("there is no best move at {}", answer.position)))
}
