//! How long a position of Quarto takes to solve without tables, level by level, on positions chosen
//! as Cheung did (Table 3.5): all boards of a level with a piece in hand, equally likely.
//!
//! ```text
//! cargo run --release -p hindsight-games --example quarto_live -- 8 1000
//! cargo run --release -p hindsight-games --example quarto_live -- simple 8 1000
//! cargo run --release -p hindsight-games --example quarto_live -- slots
//! cargo run --release -p hindsight-games --example quarto_live -- full
//! cargo run --release -p hindsight-games --example quarto_live -- start 28
//! ```
//!
//! The last searches the start, remembering 2^28 positions (2 GiB): half an hour or so.

use std::collections::BTreeMap;
use std::time::Instant;

use hindsight_core::Rules;
use hindsight_games::quarto::{FullBoards, Live, Quarto, Standing, dense_slots};
use hindsight_testkit::Dice;

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let is_simple = words.first().is_some_and(|word| word == "simple");
    if is_simple {
        words.remove(0);
    }
    let make = if is_simple { Quarto::simple_variant } else { Quarto::variant };
    let Some(game) = make("4x4") else { return };
    match words.first().map(String::as_str) {
        Some("full") => {
            let began = Instant::now();
            let boards = FullBoards::count();
            println!(
                "{} boards in {:.1?}: {:?}",
                boards.total(),
                began.elapsed(),
                boards.last_levels()
            );
            println!("{:?}, orbits {:?}", boards.standings(), boards.orbits());
        }
        Some("start") => {
            let bits = words.get(1).and_then(|bits| bits.parse().ok()).unwrap_or(28);
            let live = Live::new(game.shape(), bits);
            let start = game.start();
            let outcome = if is_simple { live.chosen(start) } else { live.handed(start) };
            println!("{outcome} in {:.0?} s of CPU, 2^{bits} positions", cpu_seconds());
        }
        Some("slots") => {
            println!("level arrangements slots orbits dense");
            for level in 0..=16 {
                let [arrangements, slots, orbits] = game.count_slots(level);
                println!("{level} {arrangements} {slots} {orbits} {}", dense_slots(level));
            }
        }
        _ => {
            let mut numbers = words.iter().map(|word| word.parse::<usize>().unwrap_or(8));
            let (level, samples) = (numbers.next().unwrap_or(8), numbers.next().unwrap_or(1000));
            time(&game, level, samples);
        }
    }
}

fn time(game: &Quarto, level: usize, samples: usize) {
    let mut dice = Dice(2026);
    let positions: Vec<_> =
        (0..samples).map(|_| game.sample(level, |bound| dice.below(bound))).collect();
    // Made beforehand, as tables of a program that answers many questions.
    game.live();
    let (began, busy) = (Instant::now(), cpu_seconds());
    let outcomes: Vec<_> = positions.iter().map(|&position| game.solve(position)).collect();
    let each = began.elapsed().as_secs_f64() / samples as f64;
    let busy = busy.zip(cpu_seconds()).map_or(each, |(from, to)| (to - from) / samples as f64);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (position, outcome) in positions.into_iter().zip(outcomes) {
        let unreachable = game.live().standing(position) == Standing::Unreachable;
        let name = if unreachable { "unreachable".to_owned() } else { outcome.to_string() };
        *counts.entry(name).or_default() += 1;
    }
    let (busy, each) = (busy * 1e6, each * 1e6);
    println!("level {level}: {busy:.3} us of CPU a position, {each:.3} by the clock; {counts:?}");
}

/// Seconds that this process has been running on a core, where the system says so: other work on the
/// machine does not count.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? * 1e-9)
}
