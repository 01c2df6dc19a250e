//! Makes the opening tables of `src/quarto/openings` from the values of level 7 that a survey kept, on the
//! processor: some minutes on two cores.
//!
//! ```text
//! cargo run --release -p hindsight-games --example quarto_opening -- quarto 7.values quarto.zst
//! cargo run --release -p hindsight-games --example quarto_opening -- quarto-simple 7.values quarto-simple.zst
//! ```

use std::error::Error;
use std::fs;

use hindsight_games::quarto::opening_file;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, values, file] = &words[..] else {
        return Err("which game, which values, and which file to write?".into());
    };
    let is_handed = match game.as_str() {
        "quarto" => true,
        "quarto-simple" => false,
        _ => return Err("the games are quarto and quarto-simple".into()),
    };
    let made = opening_file(is_handed, &fs::read(values)?).ok_or("not the values of level 7")??;
    fs::write(file, &made)?;
    println!("{} bytes", made.len());
    Ok(())
}
