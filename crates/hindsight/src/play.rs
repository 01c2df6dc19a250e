//! `play`: a game against the computer or between two people. On a terminal the board is drawn over
//! the whole of it; elsewhere, and on request, there is a prompt that scripts can drive.

mod board;
mod keys;
mod moment;
mod opponent;
mod palette;
mod places;
mod prompt;
mod rules;
mod screen;
mod sides;
mod state;
mod view;
mod wrap;

use std::io::{self, BufRead, IsTerminal, Write};

use hindsight_core::{Kind, Turn};
use hindsight_oracle::{GameName, Oracle};
use hindsight_solve::default_budget;

use crate::args::{Computer, PlayArgs};
use crate::failure::Failure;
use crate::{catalogue, open, passing};
use opponent::Opponent;
use palette::Palette;
use prompt::Table;
use state::State;

/// Plays until the game, or the input, ends.
pub fn run(args: &PlayArgs, input: impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
    let memory = default_budget().0;
    let oracle = open::oracle(&args.game, &args.data.dir, memory)?;
    let start = match &args.from {
        Some(position) => oracle.view(position)?.position,
        None => oracle.start(),
    };
    let mut by_search = args.unsolved;
    match oracle.answer(&start) {
        Err(error) if args.unsolved && passing::is_unsolved(&error) => {}
        Err(error) if passing::is_unsolved(&error) => {
            let say = |name: &GameName| {
                writeln!(out, "{name} is not solved yet; solving it first...")?;
                Ok(out.flush()?)
            };
            if passing::solve_if_small(&args.game, &args.data.dir, passing::TO_PLAY, say)? {
                oracle.answer(&start)?;
            } else {
                by_search = true;
                explain(&oracle, args, out)?;
            }
        }
        answer => drop(answer?),
    }
    let computer = match args.computer {
        _ if args.unsolved => None,
        // In a puzzle it is always the first player's turn.
        Computer::Second if oracle.kind() == Kind::Puzzle => None,
        Computer::First => Some(Turn::First),
        Computer::Second => Some(Turn::Second),
        Computer::None => None,
    };
    let rules = catalogue::rules(&args.game)?;
    let computer = Opponent::new(computer, args.strength);
    if !args.plain && is_screen() {
        let oracle = oracle.hurried();
        let mut state = State::new(&oracle, start, computer)?.with_rules(rules);
        return screen::run(&mut state, Palette::of_environment());
    }
    let echo = !io::stdin().is_terminal();
    let (oracle, positions) = (&oracle, vec![start]);
    Table { oracle, computer, rules, positions, input, out, echo, by_search }.play()
}

/// Says how the computer plays a game that is not solved, and where it would play perfectly.
fn explain(oracle: &Oracle, args: &PlayArgs, out: &mut impl Write) -> Result<(), Failure> {
    let name = oracle.name();
    let dir = &args.data.dir;
    writeln!(
        out,
        "{name} is not solved in {}: the computer searches for its moves, which are sensible, but not \
         perfect.",
        dir.display()
    )?;
    let perfect = passing::perfect_variants(name, dir);
    if !perfect.is_empty() {
        writeln!(out, "For perfect play, take --variant {}.", perfect.join(" or "))?;
    }
    if args.computer != Computer::None {
        writeln!(out, "For two people, take --unsolved.")?;
    }
    Ok(out.flush()?)
}

/// Whether somebody sits before a terminal on which a cursor can be moved.
fn is_screen() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
    !dumb && io::stdin().is_terminal() && io::stdout().is_terminal()
}
