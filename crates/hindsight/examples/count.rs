//! Counts how many positions of a game have which value.
//!
//! ```text
//! cargo run --release --example count
//! ```

use std::error::Error;

use hindsight::{Control, Device, Scope, SolveOptions, Value};

fn main() -> Result<(), Box<dyn Error>> {
    let data = tempfile::tempdir()?;
    let oracle = hindsight::open("tictactoe", None, data.path())?;
    let control = Control::default();
    oracle.solve(&SolveOptions::default(), &control)?;

    let analysis = oracle.analyze(Scope::Reachable, Device::Cpu, &control)?;
    for value in Value::ALL {
        let rows = || analysis.counts.iter().filter(|row| row.verdict.value == value);
        let (positions, canonical) =
            rows().fold((0, 0), |sum, row| (sum.0 + row.positions, sum.1 + row.canonical));
        println!("{value:5} {positions:5} positions, {canonical:4} up to {}", analysis.symmetries);
    }
    if let Some(longest) = analysis.longest_win {
        println!("the longest win: {}", longest.verdict);
    }
    Ok(())
}
