//! `play`: a game against perfect play or between two people. On a terminal the board is drawn over
//! the whole of it; elsewhere, and on request, there is a prompt that scripts can drive.

mod board;
mod keys;
mod palette;
mod prompt;
mod screen;
mod sides;
mod state;
mod view;

use std::io::{self, BufRead, IsTerminal, Write};

use hindsight_core::{Kind, Turn};
use hindsight_oracle::{OracleError, SolveOptions};
use hindsight_solve::default_budget;

use crate::args::{Computer, PlayArgs};
use crate::failure::Failure;
use crate::{open, solve};
use palette::Palette;
use prompt::Table;
use state::State;

/// Games with at most this many slots are solved without asking: it takes seconds.
const SOLVE_AT_ONCE: u64 = 10_000_000;

/// Plays until the game, or the input, ends.
pub fn run(args: &PlayArgs, input: impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
    let memory = default_budget().0;
    let oracle = open::oracle(&args.game, &args.data.dir, memory)?;
    let start = match &args.from {
        Some(position) => oracle.view(position)?.position,
        None => oracle.start(),
    };
    if !args.unsolved {
        match oracle.answer(&start) {
            Err(OracleError::NotSolved { .. } | OracleError::PartlySolved { .. })
                if oracle.estimate()?.slots <= SOLVE_AT_ONCE =>
            {
                writeln!(out, "{} is not solved yet; solving it first...", oracle.name())?;
                out.flush()?;
                solve::solve(&oracle, None, SolveOptions::within(memory))?;
                oracle.answer(&start)?;
            }
            answer => drop(answer?),
        }
    }
    let computer = match args.computer {
        _ if args.unsolved => None,
        // In a puzzle it is always the first player's turn.
        Computer::Second if oracle.kind() == Kind::Puzzle => None,
        Computer::First => Some(Turn::First),
        Computer::Second => Some(Turn::Second),
        Computer::None => None,
    };
    if !args.plain && is_screen() {
        let mut state = State::new(&oracle, start, computer)?;
        return screen::run(&mut state, Palette::of_environment());
    }
    let echo = !io::stdin().is_terminal();
    let (oracle, positions, unsolved) = (&oracle, vec![start], args.unsolved);
    Table { oracle, computer, positions, input, out, echo, unsolved }.play()
}

/// Whether somebody sits before a terminal on which a cursor can be moved.
fn is_screen() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
    !dumb && io::stdin().is_terminal() && io::stdout().is_terminal()
}
