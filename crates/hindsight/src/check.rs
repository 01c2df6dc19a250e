//! `check`.

use std::io::Write;

use hindsight_solve::default_budget;

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
        let book = hindsight::read_rules(game.game.as_ref(), game.variant.as_deref())?;
        let found = book.symmetries();
        writeln!(
            out,
            "symmetries: {} of the board, {} with an exchange of the players, each tried on {}{}; \
             a game from a text is explored, position by position, and makes no use of them yet",
            found.of_board,
            found.with_exchange,
            count(found.tried_on as u64, "position"),
            if found.is_complete { "" } else { " (there may be more)" },
        )?;
    }
    Ok(())
}
