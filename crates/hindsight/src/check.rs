//! `check`.

use std::io::Write;

use hindsight_rulebook::Rulebook;
use hindsight_solve::{TierGraph, default_budget};

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
    for line in book.report(TierGraph::largest_unit) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
