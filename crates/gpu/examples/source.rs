//! Prints the kernels of a game as they are compiled: `cargo run -p hindsight-gpu --example source --
//! morris nine`.

use hindsight_core::{Indexed, Looks, Rules};
use hindsight_games::Visitor;

struct Print;

impl Visitor for Print {
    type Output = ();

    fn indexed<G: Indexed + Looks + 'static>(self, game: G) {
        match game.device() {
            Some(side) => println!("{}", hindsight_gpu::source(side)),
            None => eprintln!("it does not run on a GPU"),
        }
    }

    fn rules_only<G: Rules + Looks + 'static>(self, _game: G) {
        eprintln!("it does not run on a GPU");
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_else(|| "quixo".to_owned());
    let variant = arguments.next();
    if let Err(unknown) = hindsight_games::visit(&game, variant.as_deref(), Print) {
        eprintln!("{unknown}");
    }
}
