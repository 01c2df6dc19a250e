//! How long the first positions of Quarto and simple Quarto take to answer without tables, with the values of all
//! moves, as `query` and the page show them: `cargo bench -p hindsight-serve --bench quarto`.
//!
//! Random positions of levels 0 to 6 at which the game goes on; for every level the median and the worst. The
//! number of positions of a level can be given, and is 50 otherwise.

use std::path::Path;
use std::time::{Duration, Instant};

use hindsight_core::{Game, Looks, Rules};
use hindsight_games::quarto::Quarto;
use hindsight_oracle::{DataFolder, GameName, Oracle};
use hindsight_testkit::Dice;

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    // Cargo adds `--bench`.
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    let count = words.next().map_or(Ok(50), |count| count.parse())?;
    // No tables are there.
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-quarto");
    println!("game           level  median, ms  worst, ms");
    for (name, make) in [
        ("quarto", Quarto::variant as fn(&str) -> Option<Quarto>),
        ("quarto-simple", Quarto::simple_variant),
    ] {
        let game = || make("4x4").ok_or("there is a board of sixteen cells");
        let rules = game()?;
        let id = GameName { game: name.to_owned(), variant: "4x4".to_owned() };
        let oracle = Oracle::new(Game::indexed(game()?), id, DataFolder::new(&data), 0);
        // What is made when it is first asked for.
        oracle.answer(&rules.write_position(rules.start()))?;
        let mut dice = Dice(2026);
        for level in 0..=6 {
            let mut times: Vec<Duration> = Vec::new();
            while times.len() < count {
                let position = rules.sample(level, |bound| dice.below(bound));
                if rules.primitive(position).is_some() {
                    continue;
                }
                let text = rules.write_position(position);
                let began = Instant::now();
                oracle.answer(&text)?;
                times.push(began.elapsed());
            }
            times.sort_unstable();
            let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
            let (median, worst) = (times[count / 2], times[count - 1]);
            let (median, worst) = (milliseconds(median), milliseconds(worst));
            println!("{name:<13}  {level:>5}  {median:>10.1}  {worst:>9.1}");
        }
    }
    Ok(())
}
