//! Every game of the catalogue that is small, solved as the server solves it: completely compared with
//! the slow twin, and replayed from the files in `playthroughs/`.

mod playthrough;
mod values;

use std::ops::RangeInclusive;

use hindsight_games::{catalogue, game};
use hindsight_oracle::{DataFolder, Device, GameName, Oracle, SolveOptions};
use hindsight_solve::Control;

/// More than any game here takes.
const MEMORY: u64 = 2 << 30;

/// The names of all variants of all games.
fn names() -> impl Iterator<Item = GameName> {
    let variants = |about: &&'static hindsight_core::About| {
        let game = about.id;
        about
            .variants
            .iter()
            .map(move |variant| GameName { game: game.to_owned(), variant: variant.id.to_owned() })
    };
    catalogue().iter().flat_map(variants)
}

/// Opens a game, if it takes a number of slots in a range.
fn opened(name: &GameName, data: &DataFolder, slots: &RangeInclusive<u64>) -> Option<Oracle> {
    let game = game(&name.game, Some(&name.variant)).unwrap();
    let oracle = Oracle::new(game, name.clone(), data.clone(), MEMORY);
    // Exploring a game that has no index is part of what is tested; it is small by promise.
    slots.contains(&oracle.estimate().unwrap().slots).then_some(oracle)
}

fn solve(oracle: &Oracle) {
    let options = SolveOptions { memory: MEMORY, force: false, device: Device::Cpu };
    oracle.solve(&options, &Control::default()).unwrap();
}
