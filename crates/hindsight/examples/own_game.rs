//! A game of your own, solved and verified: players take one, two or three of 21 stones in turn, and
//! who takes the last one wins.
//!
//! ```text
//! cargo run --release --example own_game
//! ```

use std::error::Error;

use hindsight::{Control, Device, Game, GameName, NotationError, Presentation, Rules, Turn, Value};

struct TwentyOne;

impl Rules for TwentyOne {
    type Position = (u8, Turn); // the stones that are left, and whose turn it is
    type Move = u8; // how many are taken

    fn start(&self) -> (u8, Turn) {
        (21, Turn::First)
    }

    /// Nothing is left to take: the player before took the last stone.
    fn primitive(&self, (stones, _): (u8, Turn)) -> Option<Value> {
        (stones == 0).then_some(Value::Lose)
    }

    fn moves(&self, (stones, _): (u8, Turn), visit: impl FnMut(u8)) {
        (1..=stones.min(3)).for_each(visit);
    }

    fn play(&self, (stones, turn): (u8, Turn), taken: u8) -> (u8, Turn) {
        (stones - taken, turn.other())
    }

    fn turn(&self, (_, turn): (u8, Turn)) -> Turn {
        turn
    }
}

impl Presentation for TwentyOne {
    fn write_position(&self, (stones, turn): (u8, Turn)) -> String {
        format!("{stones}:{}", if turn == Turn::First { 1 } else { 2 })
    }

    fn parse_position(&self, text: &str) -> Result<(u8, Turn), NotationError> {
        let mut all = (0..=21).flat_map(|stones| [(stones, Turn::First), (stones, Turn::Second)]);
        all.find(|&position| self.write_position(position) == text)
            .ok_or_else(|| NotationError::position(text, "write stones:player, such as 21:1"))
    }

    fn write_move(&self, _: (u8, Turn), taken: u8) -> String {
        taken.to_string()
    }

    fn board(&self, (stones, _): (u8, Turn)) -> String {
        "o".repeat(stones.into()) + "\n"
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let data = tempfile::tempdir()?;
    let name = GameName::new("twentyone", "three");
    let oracle = hindsight::open_game(Game::rules_only(TwentyOne), name, data.path());
    let control = Control::default();

    let checked = oracle.check(1000, &control)?;
    println!("the rules agree with the notation at {} positions", checked.positions);
    let solved = oracle.solve(&Default::default(), &control)?;
    println!("21 stones: {}", solved.start);
    for stones in 1..=8 {
        println!("{stones} left: {}", oracle.answer(&format!("{stones}:1"))?.verdict);
    }
    let verified = oracle.verify(Device::Cpu, &control)?;
    println!("{} values derived again from {} moves", verified.positions, verified.moves);
    Ok(())
}
