//! How long the first positions of Quarto and simple Quarto take to answer without tables, with the values of all
//! moves, as `query` and the page show them: `cargo bench -p hindsight-serve --bench quarto`.
//!
//! Random positions of levels 0 to 6 at which the game goes on; for every level the median and the worst, by the
//! clock and by the time that all threads together spend on the processor, which says more on a busy machine. The
//! number of positions of a level can be given, and is 50 otherwise.

use std::path::Path;
use std::time::{Duration, Instant};

use hindsight_core::{Game, Presentation, Rules};
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
    println!("game           level  median, ms  worst, ms  median, CPU ms  worst, CPU ms");
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
            let (mut times, mut costs) = (Vec::new(), Vec::new());
            while times.len() < count {
                let position = rules.sample(level, |bound| dice.below(bound));
                if rules.primitive(position).is_some() {
                    continue;
                }
                let text = rules.write_position(position);
                let (began, spent) = (Instant::now(), processor_time()?);
                oracle.answer(&text)?;
                times.push(began.elapsed());
                costs.push(processor_time()? - spent);
            }
            let [[median, worst], [cost, most]] = [times, costs].map(median_and_worst);
            println!(
                "{name:<13}  {level:>5}  {median:>10.1}  {worst:>9.1}  {cost:>14.1}  {most:>13.1}"
            );
        }
    }
    Ok(())
}

/// Milliseconds.
fn median_and_worst(mut times: Vec<Duration>) -> [f64; 2] {
    times.sort_unstable();
    [times[times.len() / 2], times[times.len() - 1]].map(|time| time.as_secs_f64() * 1e3)
}

/// What this process has spent on the processor.
fn processor_time() -> Result<Duration, Failure> {
    let usage = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Ok(usage.try_into()?)
}
