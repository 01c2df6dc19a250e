//! `survey`: solves and counts without keeping tables.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use hindsight_core::LevelTime;
use hindsight_oracle::{CountsFile, Oracle, OracleError, Survey, Surveyed, Unreachable};
use hindsight_solve::{Bytes, SolveError, default_budget};

use crate::analyze::write_counts;
use crate::args::{DEFAULT_DATA, DeviceChoice, GameArgs, SurveyScope};
use crate::failure::Failure;
use crate::numbers::{count, grouped, rough};
use crate::{interrupt, open, pool, progress};

/// How the user wants a game to be surveyed.
#[derive(Clone, Debug)]
pub struct Options {
    pub scope: SurveyScope,
    pub memory: Option<Bytes>,
    pub verify: bool,
    pub seconds: Option<u64>,
    pub device: DeviceChoice,
    pub values: Option<PathBuf>,
}

/// Surveys a game, adding to the counts of a file, and prints the sums.
pub fn run(
    game: &GameArgs,
    path: &Path,
    options: Options,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Options { scope, memory, verify, seconds, device, values } = options;
    let memory = memory.unwrap_or_else(default_budget).0;
    let oracle = open::oracle(game, Path::new(DEFAULT_DATA), memory)?;
    let survey = Survey {
        roots_only: scope == SurveyScope::Roots,
        device: device.into(),
        verifies: verify,
        memory,
        values,
    };
    let mut counts = CountsFile::open(path, &oracle, &survey)?;
    let before = counts.tiers().len();
    let control = interrupt::stoppable();
    let (done, is_done) = mpsc::channel::<()>();
    let clock = seconds.map(|seconds| {
        let control = Arc::clone(&control);
        thread::Builder::new().spawn(move || {
            let wait = Duration::from_secs(seconds);
            let is_late = is_done.recv_timeout(wait) == Err(mpsc::RecvTimeoutError::Timeout);
            if is_late {
                control.stop();
            }
            is_late
        })
    });
    let clock = clock.transpose().map_err(|error| Failure::no_threads(&error))?;
    let begin = Instant::now();
    let pool = pool::of(None)?;
    let surveyed = progress::show(&format!("surveying {}", oracle.name()), &control, || {
        pool.install(|| oracle.survey_into(&mut counts, &survey, &control))
    });
    drop(done);
    let is_late = clock.is_some_and(|clock| clock.join().unwrap_or(false));
    let surveyed = match surveyed {
        Ok(surveyed) => Some(surveyed),
        Err(OracleError::Solve(SolveError::Stopped)) if is_late => None,
        Err(failure @ OracleError::Counts(_)) => return Err(failure.into()),
        Err(failure) => {
            // Whoever reads the failure that led here can do without this one.
            let _ = counts.close_or_remove();
            return Err(failure.into());
        }
    };
    write_counts(oracle.kind(), &counts.sums(), out)?;
    let Unreachable { positions, canonical } = counts.unreachable();
    if positions > 0 {
        let (positions, canonical) = (grouped(positions), grouped(canonical));
        writeln!(
            out,
            "\nbesides, {positions} positions ({canonical} canonical) that no play leads to"
        )?;
    }
    writeln!(
        out,
        "\n{} counted in {:.1} s, {} in {}{}",
        count((counts.tiers().len() - before) as u64, "tier"),
        begin.elapsed().as_secs_f64(),
        count(counts.tiers().len() as u64, "tier"),
        path.display(),
        if surveyed.is_some() {
            ": all there are"
        } else {
            "; run the same command again to go on"
        },
    )?;
    match surveyed {
        Some(surveyed) => tell(&oracle, &surveyed, verify, out),
        None => Ok(()),
    }
}

/// Says what a survey found besides its counts.
pub fn tell(
    oracle: &Oracle,
    surveyed: &Surveyed,
    verifies: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Surveyed { verified, start, times } = surveyed;
    if let Some(start) = start {
        writeln!(out, "the start is {}", oracle.kind().in_words(*start))?;
    }
    for LevelTime { level, slots, is_searched, seconds } in times {
        let how = if *is_searched { "searched" } else { "looked up" };
        let (slots, rate) = (grouped(*slots), rough(*slots as f64 / seconds));
        writeln!(out, "level {level:>2}: {slots} slots {how} in {seconds:.2} s, {rate} slots/s")?;
    }
    if verifies {
        let (positions, moves) = (grouped(verified.positions), grouped(verified.moves));
        match verified.moves {
            0 => writeln!(out, "verified: {positions} values by a second method")?,
            _ => writeln!(out, "verified: {positions} values by {moves} moves")?,
        }
    }
    Ok(())
}
