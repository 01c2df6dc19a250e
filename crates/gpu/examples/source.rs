//! Prints the kernels of a game as they are compiled: `cargo run -p hindsight-gpu --example source --
//! morris nine`.

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "quixo".to_owned());
    let variant = arguments.next();
    match hindsight_games::game(&name, variant.as_deref()) {
        Ok(game) => match game.index.as_ref().and_then(|index| index.device()) {
            Some(side) => println!("{}", hindsight_gpu::source(side)),
            None => eprintln!("it does not run on a GPU"),
        },
        Err(unknown) => eprintln!("{unknown}"),
    }
}
