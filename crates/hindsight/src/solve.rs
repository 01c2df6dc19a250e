//! `solve`.

use std::io::Write;
use std::time::Instant;

use hindsight_oracle::{Oracle, SolveOptions, Solved};
use hindsight_solve::{Bytes, default_budget};

use crate::args::{DataArgs, DeviceChoice, GameArgs};
use crate::failure::Failure;
use crate::numbers::{count, rough};
use crate::{interrupt, open, pool, progress};

/// How the user wants a game to be solved.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub threads: Option<u16>,
    pub memory: Option<Bytes>,
    pub force: bool,
    pub boundary: Option<u32>,
    pub device: DeviceChoice,
}

/// Solves a game and says in one line what came of it.
pub fn run(
    game: &GameArgs,
    data: &DataArgs,
    options: Options,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Options { threads, memory, force, boundary, device } = options;
    let memory = memory.unwrap_or_else(default_budget).0;
    let oracle = open::oracle(game, &data.dir, memory)?;
    let begin = Instant::now();
    let options = SolveOptions { memory, force, device: device.into() };
    let solved = solve_to(&oracle, threads, options, boundary)?;
    tell(&oracle, &solved, begin.elapsed().as_secs_f64(), out)
}

/// Says in one line what was solved.
pub fn tell(
    oracle: &Oracle,
    solved: &Solved,
    seconds: f64,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Solved { name, start, solved_tiers, slots, table_bytes, .. } = solved;
    let start = oracle.kind().in_words((*start).into());
    let tables = format!("tables {}", Bytes(*table_bytes));
    if *solved_tiers == 0 {
        let tiers = count(solved.skipped_tiers, "tier");
        writeln!(out, "{name} was solved before: the start is {start}; {tiers}, {tables}")?;
        return Ok(());
    }
    let resumed = match solved.skipped_tiers {
        0 => String::new(),
        skipped => format!(" (and {} from before)", count(skipped, "tier")),
    };
    let gpu = match solved.gpu_seconds {
        None => String::new(),
        Some(busy) => format!(" (GPU {busy:.2} s)"),
    };
    writeln!(
        out,
        "{name} is solved: the start is {start}; {}{resumed}, {} in {seconds:.2} s{gpu}, {} slots/s, {tables}",
        count(*solved_tiers, "tier"),
        count(*slots, "slot"),
        rough(*slots as f64 / seconds),
    )?;
    Ok(())
}

/// Solves with a number of threads, or all, showing progress until Ctrl-C.
pub fn solve(
    oracle: &Oracle,
    threads: Option<u16>,
    options: SolveOptions,
) -> Result<Solved, Failure> {
    solve_to(oracle, threads, options, None)
}

/// As [`solve`], no further than a boundary.
fn solve_to(
    oracle: &Oracle,
    threads: Option<u16>,
    options: SolveOptions,
    boundary: Option<u32>,
) -> Result<Solved, Failure> {
    let pool = pool::of(threads)?;
    let control = interrupt::stoppable();
    let solved: Result<Solved, Failure> =
        progress::show(&format!("solving {}", oracle.name()), &control, || {
            pool.install(|| match boundary {
                None => Ok(oracle.solve(&options, &control)?),
                Some(level) => match oracle.solve_to(level, &options, &control) {
                    Some(solved) => Ok(solved?),
                    None => Err(Failure::Usage(format!(
                        "{} has no levels; leave out --boundary",
                        oracle.name()
                    ))),
                },
            })
        });
    solved
}
