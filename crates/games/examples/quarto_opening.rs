//! Makes the opening tables of `src/quarto/openings` from the values that a survey kept:
//!
//! ```text
//! hindsight survey quarto --device gpu --values FOLDER counts.csv
//! cargo run --release -p hindsight-games --example quarto_opening -- quarto FOLDER quarto.zst
//! ```
//!
//! and the same with `quarto-simple`; with `wins` and `quarto-wins.bin` it writes the boards of level 7 that are won.
//! A table is made from the values of levels 0 to 6, and then a second time on
//! the processor, board by board from those of level 7: if any of its 4,155,545 values differs, nothing is
//! written. A minute or so on two cores.

use std::error::Error;
use std::fs;
use std::path::Path;

use hindsight_games::quarto::{opening_file, recomputed_opening_file, wins_file};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, folder, file] = &words[..] else {
        return Err("which game, which folder of values, and which file to write?".into());
    };
    let values = |level: u32| fs::read(Path::new(folder).join(format!("{level}.values")));
    let is_handed = match game.as_str() {
        "quarto" => true,
        "quarto-simple" => false,
        "wins" => {
            let made = wins_file(&values(7)?).ok_or("not the values of level 7")?;
            println!("{} bytes from level 7", made.len());
            return Ok(fs::write(file, &made)?);
        }
        _ => return Err("the games are quarto and quarto-simple; and there is wins".into()),
    };
    let first = (0..=6).map(values).collect::<Result<Vec<_>, _>>()?;
    let made = opening_file(&first).ok_or("not the values of levels 0 to 6")??;
    println!("{} bytes from levels 0 to 6", made.len());
    let again = recomputed_opening_file(is_handed, &values(7)?);
    if again.ok_or("not the values of level 7")?? != made {
        return Err("levels 0 to 6 do not follow from level 7".into());
    }
    println!("the same, worked out on the processor from level 7");
    fs::write(file, &made)?;
    Ok(())
}
