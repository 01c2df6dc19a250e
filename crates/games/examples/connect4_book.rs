//! Makes the opening book of Connect Four.
//!
//! ```text
//! cargo run --release -p hindsight-games --example connect4_book -- ALL DISCS LOG_BOUNDS THREADS SECONDS FILE
//! ```
//!
//! Searches every board with up to ALL discs, and those with up to DISCS discs that are met, or that are a move
//! away from one that is met, when one of the players makes best moves only. What was searched is written to
//! FILE.scores as it is found, and not searched again in the next run; after so many SECONDS, or when all is done,
//! FILE is the book of what is known.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hindsight_games::connect4::Discs;
use hindsight_games::connect4::book::{Met, packed};
use hindsight_games::connect4::search::{Bounds, Search};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [all, most, log_bounds, threads, seconds, file] = &arguments[..] else {
        return Err("ALL DISCS LOG_BOUNDS THREADS SECONDS FILE".into());
    };
    let (all, most): (u32, u32) = (all.parse()?, most.parse()?);
    let threads: usize = threads.parse()?;
    let notes = format!("{file}.scores");
    let mut known: BTreeMap<u64, i32> = BTreeMap::new();
    if let Ok(file) = std::fs::File::open(&notes) {
        for line in BufReader::new(file).lines() {
            let line = line?;
            let (key, score) = line.split_once(' ').ok_or("a key and a score in a line")?;
            known.insert(key.parse()?, score.parse()?);
        }
    }
    let notes = std::fs::File::options().append(true).create(true).open(&notes)?;
    let began = Instant::now();
    let end = began + Duration::from_secs(seconds.parse()?);
    let bounds = Bounds::new(log_bounds.parse()?);
    let found = Mutex::new((known, notes));
    let mut met = Met::<7, 6>::start();
    search(&[Discs::default()], &found, &bounds, 1, end)?;
    while met.count() < most {
        let children = met.children();
        let is_done = search(&children, &found, &bounds, threads, end)?;
        let count = met.count() + 1;
        println!(
            "{count} discs: {} boards, {:.0} s",
            children.len(),
            began.elapsed().as_secs_f64()
        );
        if !is_done {
            break;
        }
        let known = &found.lock().map_err(|_| "a search has failed")?.0;
        let score = |discs: &Discs<7, 6>| match discs.wins_at_once() {
            true => i32::MAX,
            false => known[&discs.key()],
        };
        met = met.next(count < all, score);
    }
    let known = &found.lock().map_err(|_| "a search has failed")?.0;
    let book = packed(known)?;
    println!("{} boards, {} bytes", known.len(), book.len());
    std::fs::write(file, book)?;
    Ok(())
}

/// Searches the boards that are not known yet, but for those that are won at once. Says whether all are
/// known now.
fn search(
    boards: &[Discs<7, 6>],
    found: &Mutex<(BTreeMap<u64, i32>, std::fs::File)>,
    bounds: &Bounds,
    threads: usize,
    end: Instant,
) -> Result<bool, Box<dyn std::error::Error>> {
    let is_known = |board: &Discs<7, 6>| {
        board.wins_at_once() || found.lock().is_ok_and(|found| found.0.contains_key(&board.key()))
    };
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while Instant::now() < end
                    && let Some(board) = boards.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    if is_known(board) {
                        continue;
                    }
                    let began = Instant::now();
                    let mut search = Search::new(bounds);
                    let score = search.score(*board);
                    let Ok(mut found) = found.lock() else { return };
                    found.0.insert(board.key(), score);
                    // A line that could not be written is searched again in the next run.
                    let _ = writeln!(found.1, "{} {score}", board.key());
                    if began.elapsed() > Duration::from_secs(10) {
                        let seconds = began.elapsed().as_secs();
                        println!("{} discs: {seconds} s, {} boards", board.count(), search.boards);
                    }
                }
            });
        }
    });
    Ok(boards.iter().all(is_known))
}
