//! Solves a game that comes with Hindsight, and asks about a position.
//!
//! ```text
//! cargo run --release --example solve_and_ask
//! ```

use std::error::Error;

use hindsight::{Control, SolveOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let data = tempfile::tempdir()?;
    let oracle = hindsight::open("quixo", Some("3x3"), data.path())?;
    let solved = oracle.solve(&SolveOptions::default(), &Control::default())?;
    println!("{}: the start is {}", solved.name, solved.start);

    let answer = oracle.answer("X-O/---/O-X:x")?;
    print!("\n{}", answer.board);
    println!("{} is {}", answer.position, answer.verdict);
    for good in answer.moves.iter().filter(|known| known.best) {
        println!("  {} is best, and leads to {}", good.chosen, good.position);
    }

    println!("\nbest play from there:");
    for ply in oracle.line(&answer.position, 30)?.plies {
        println!("  {}  {}  {}", ply.chosen, ply.position, ply.verdict);
    }
    Ok(())
}
