//! `check`.

use std::io::Write;

use hindsight_core::Game;
use hindsight_rulebook::Rulebook;
use hindsight_solve::{TierGraph, Unit, default_budget};

use crate::args::{DEFAULT_DATA, GameArgs};
use crate::failure::Failure;
use crate::numbers::count;
use crate::{interrupt, open, progress};

/// Tests a game's consistency and says what was tested.
pub fn run(game: &GameArgs, samples: u64, out: &mut impl Write) -> Result<(), Failure> {
    let oracle = open::oracle(game, DEFAULT_DATA.as_ref(), default_budget().0)?;
    let control = interrupt::stoppable();
    let what = format!("checking {}", oracle.name());
    let checked = progress::show(&what, &control, || oracle.check(samples, &control))
        .map_err(Failure::of_reading)?;
    writeln!(
        out,
        "{} agrees with itself: {}, {}, {}, {} and {} tested",
        checked.name,
        count(checked.positions, "position"),
        count(checked.moves, "move"),
        count(checked.unmoves, "un-move"),
        count(checked.slots, "slot"),
        count(checked.texts, "text"),
    )?;
    if open::is_file(&game.game) {
        derived(&hindsight::read_rules(game.game.as_ref(), game.variant.as_deref())?, out)?;
    }
    Ok(())
}

/// What follows from a text.
fn derived(book: &Rulebook, out: &mut impl Write) -> Result<(), Failure> {
    let found = book.symmetries();
    writeln!(
        out,
        "symmetries: {} of the board, {} with an exchange of the players, each tried on {}{}",
        found.of_board,
        found.with_exchange,
        count(found.tried_on as u64, "position"),
        if found.is_complete { "" } else { " (there may be more)" },
    )?;
    match book.derived() {
        Err(reason) => writeln!(out, "index: none, the game is explored; {reason}")?,
        Ok(index) => {
            let Game { index: Some(numbered), .. } = book.game() else { return Ok(()) };
            let graph = TierGraph::of(&*numbered);
            let largest = graph.units.iter().map(Unit::total_slots).max().unwrap_or(0);
            let parts = match index.parts {
                1 => String::new(),
                parts => format!(" in {parts} parts of the board that share no move"),
            };
            writeln!(
                out,
                "index: {} in {}{parts}, {}; the largest unit has {}",
                count(index.slots, "slot"),
                count(index.tiers as u64, "tier"),
                match (index.symmetries, index.is_folded) {
                    (1, false) => "without symmetries".to_owned(),
                    (1, true) => "as the player to move sees them".to_owned(),
                    (number, false) => format!("up to {number} symmetries"),
                    (number, true) =>
                        format!("up to {number} symmetries and as the player to move sees them"),
                },
                count(largest, "slot"),
            )?;
            match index.unmoves {
                Ok(()) => writeln!(out, "un-moves: derived; the game runs on a GPU too")?,
                Err(reason) => writeln!(out, "un-moves: none, edges are reversed; {reason}")?,
            }
        }
    }
    Ok(())
}
