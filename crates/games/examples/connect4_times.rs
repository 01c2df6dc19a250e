//! How long the search for Connect Four takes, without the book.
//!
//! ```text
//! cargo run --release -p hindsight-games --example connect4_times -- LOG_BOUNDS random DISCS COUNT
//! cargo run --release -p hindsight-games --example connect4_times -- LOG_BOUNDS FILE [COUNT]
//! ```
//!
//! Searches random positions with so many discs, or those of a file: in each line the columns that were played
//! from 1 for the left one, and the score, as the sets at blog.gamesolver.org have them. Random positions are those
//! of games of random moves that nobody has won and the player to move does not win at once. Nothing is
//! remembered from one position to the next.

use std::time::{Duration, Instant};

use hindsight_games::connect4::Discs;
use hindsight_games::connect4::search::{Bounds, Search};

type Usual = Discs<7, 6>;
/// A board, and its score where that is known.
type Position = (Usual, Option<i32>);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (log_bounds, positions) = match arguments[..] {
        [log_bounds, "random", discs, count] => {
            (log_bounds, random(discs.parse()?, count.parse()?))
        }
        [log_bounds, file] => (log_bounds, read(file, usize::MAX)?),
        [log_bounds, file, count] => (log_bounds, read(file, count.parse()?)?),
        _ => return Err("LOG_BOUNDS, then: random DISCS COUNT, or FILE [COUNT]".into()),
    };
    let mut bounds = Bounds::new(log_bounds.parse()?);
    // The memory is there before the first search begins.
    bounds.clear();
    let (mut times, mut boards, mut wrong) = (Vec::<Duration>::new(), 0, 0);
    for &(discs, expected) in &positions {
        let mut search = Search::new(&bounds);
        let began = Instant::now();
        let score = search.score(discs);
        times.push(began.elapsed());
        boards += search.boards;
        wrong += usize::from(expected.is_some_and(|expected| expected != score));
        bounds.clear();
    }
    times.sort();
    let [Some(slowest), Some(median)] = [times.last(), times.get(times.len() / 2)] else {
        return Err("no positions".into());
    };
    let count = times.len() as u32;
    let mean = times.iter().sum::<Duration>() / count;
    println!(
        "{count} positions, {wrong} wrong: median {median:.1?}, mean {mean:.1?}, slowest {slowest:.1?}; {} boards a \
         position",
        boards / u64::from(count)
    );
    Ok(())
}

fn read(file: &str, most: usize) -> Result<Vec<Position>, Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(file)?;
    let position = |line: &str| {
        let (moves, score) = line.split_once(' ')?;
        let mut discs = Usual::default();
        for column in moves.bytes() {
            discs = discs.dropped(usize::from(column.checked_sub(b'1')?))?;
        }
        Some((discs, Some(score.trim().parse().ok()?)))
    };
    let positions = text.lines().take(most).map(|line| position(line).ok_or_else(|| line.into()));
    positions.collect()
}

fn random(discs: u32, count: usize) -> Vec<Position> {
    // Splitmix64.
    let mut state = u64::from(discs);
    let mut below = |count: usize| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % count as u64) as usize
    };
    let mut game = || {
        let mut board = Usual::default();
        while board.count() < discs {
            // A full column is rolled again.
            let Some(next) = board.dropped(below(7)) else { continue };
            if next.is_won_by_last() {
                return None;
            }
            board = next;
        }
        (!board.wins_at_once()).then_some((board, None))
    };
    std::iter::repeat_with(&mut game).flatten().take(count).collect()
}
