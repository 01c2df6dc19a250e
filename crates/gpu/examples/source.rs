//! Prints the kernels of a game as they are compiled: `cargo run -p hindsight-gpu --example source --
//! morris nine`.

/// For exploring a game that has rules only.
const MEMORY: u64 = 1 << 30;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "quixo".to_owned());
    let variant = arguments.next();
    match hindsight_games::game(&name, variant.as_deref()) {
        Ok(game) => {
            let explore = || game.rules.explore(MEMORY).expect("games without an index are small");
            let index = game.index.clone().unwrap_or_else(explore);
            match index.device() {
                Some(side) => println!("{}", hindsight_gpu::source(side)),
                None => eprintln!("it does not run on a GPU"),
            }
        }
        Err(unknown) => eprintln!("{unknown}"),
    }
}
