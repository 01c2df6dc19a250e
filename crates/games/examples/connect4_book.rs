//! Makes the opening book of Connect Four: searches every board with up to so many discs.
//!
//! ```text
//! cargo run --release -p hindsight-games --example connect4_book -- DISCS LOG_BOUNDS THREADS SECONDS FILE
//! ```
//!
//! Boards with most discs are searched first, and those before them have the best of the scores after
//! them. What was searched is written to FILE.scores as it is found, and not searched again in the next
//! run; the book itself is written when all boards have a score.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hindsight_games::connect4::book::{boards, packed, scores_before};
use hindsight_games::connect4::search::{Bounds, Search};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [discs, log_bounds, threads, seconds, file] = &arguments[..] else {
        return Err("DISCS LOG_BOUNDS THREADS SECONDS FILE".into());
    };
    let boards = boards::<7, 6>(discs.parse()?);
    let last = boards.last().ok_or("no boards")?;
    let notes = format!("{file}.scores");
    let mut known: HashMap<u64, i32> = HashMap::new();
    if let Ok(file) = std::fs::File::open(&notes) {
        for line in BufReader::new(file).lines() {
            let line = line?;
            let (key, score) = line.split_once(' ').ok_or("a key and a score in a line")?;
            known.insert(key.parse()?, score.parse()?);
        }
    }
    let end = Instant::now() + Duration::from_secs(seconds.parse()?);
    let bounds = Bounds::new(log_bounds.parse()?);
    let (next, searched) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let found =
        Mutex::new((known, std::fs::File::options().append(true).create(true).open(&notes)?));
    std::thread::scope(|scope| {
        for _ in 0..threads.parse().unwrap_or(1) {
            scope.spawn(|| {
                while Instant::now() < end
                    && let Some(board) = last.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    if found.lock().is_ok_and(|found| found.0.contains_key(&board.key())) {
                        continue;
                    }
                    let score = Search::new(&bounds).score(*board);
                    let Ok(mut found) = found.lock() else { return };
                    found.0.insert(board.key(), score);
                    // A line that could not be written is searched again in the next run.
                    let _ = writeln!(found.1, "{} {score}", board.key());
                    let count = searched.fetch_add(1, Ordering::Relaxed);
                    if count % 1000 == 0 {
                        println!("{count} searched, {} of {} known", found.0.len(), last.len());
                    }
                }
            });
        }
    });
    let (known, _) = found.into_inner().map_err(|_| "a search has failed")?;
    println!("{} of {} boards with {discs} discs have a score", known.len(), last.len());
    let Some(scores) = last.iter().map(|board| known.get(&board.key()).copied()).collect() else {
        return Ok(());
    };
    let mut by_count: Vec<Vec<i32>> = vec![scores];
    for count in (1..boards.len()).rev() {
        by_count.push(scores_before(
            &boards[count - 1],
            &boards[count],
            &by_count[by_count.len() - 1],
        ));
    }
    std::fs::write(file, packed(by_count.into_iter().rev().flatten())?)?;
    Ok(())
}
