//! The commands themselves. Rank 0 speaks to the user; the others are silent, and what keeps one of them
//! from working is said by rank 0.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use hindsight_cluster::{
    self as cluster, Cluster, ClusterSurveyor, Group, Means, MpiRank, Passport, Ranks, Splitting,
};
use hindsight_core::Numbered;
use hindsight_oracle::{CountsFile, Device, Oracle, OracleError, SolveOptions, Survey};
use hindsight_solve::{Bytes, Control, Scope, default_budget};
use hindsight_store::Store;

use crate::args::{AnalysisFormat, DataArgs, GameArgs, Grouping};
use crate::failure::Failure;
use crate::numbers::{count, rough};
use crate::{
    analyze as analysis, interrupt, open, pool, progress, solve as solving, survey as surveying,
};

/// What every command begins with.
struct Job<'a> {
    ranks: &'a MpiRank,
    control: Arc<Control>,
    pool: rayon::ThreadPool,
    means: Means,
}

impl<'a> Job<'a> {
    fn new(
        ranks: &'a MpiRank,
        threads: Option<u16>,
        memory: Option<Bytes>,
    ) -> Result<Job<'a>, Failure> {
        let control = interrupt::stoppable_together(ranks.rank() == 0);
        stop_on_user_signal(&control);
        let neighbours = neighbours(ranks);
        let memory = memory.map_or_else(|| default_budget().0 / neighbours, |memory| memory.0);
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
        let threads = threads.unwrap_or((cores / neighbours).clamp(1, 1024) as u16);
        let means = Means { ranks: ranks.count(), memory };
        Ok(Job { ranks, control, pool: pool::of(Some(threads))?, means })
    }

    fn leads(&self) -> bool {
        self.ranks.rank() == 0
    }

    /// Comes together with the other ranks, each with what it has prepared, or why it could not. `None` on
    /// a rank that has nothing to do, since another one fails.
    fn join<T>(
        &self,
        prepared: Result<(Passport, T), Failure>,
        folder: impl Fn(&T) -> Option<std::path::PathBuf>,
    ) -> Result<Option<T>, Failure> {
        let (passport, prepared) = match prepared {
            Ok((passport, prepared)) => (Ok(passport), Ok(prepared)),
            Err(failure) => (Err(failure.to_string()), Err(failure)),
        };
        let folder = prepared.as_ref().ok().and_then(folder);
        let joined = cluster::join(self.ranks, passport, folder.as_deref());
        match (joined, prepared) {
            (Ok(true), Ok(prepared)) => Ok(Some(prepared)),
            (_, Err(failure)) if self.leads() => Err(failure),
            (Err(failure), _) => Err(OracleError::from(failure).into()),
            _ => Ok(None),
        }
    }

    /// Does something while rank 0 shows how far it is.
    fn show<T>(&self, what: &str, work: impl FnOnce() -> T) -> T {
        match self.leads() {
            true => progress::show(what, &self.control, work),
            false => work(),
        }
    }
}

/// How many ranks share this machine, as the launcher says.
fn neighbours(ranks: &MpiRank) -> u64 {
    let known = ["OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "SLURM_NTASKS_PER_NODE"];
    let count = |name| std::env::var(name).ok()?.parse().ok();
    known.into_iter().find_map(count).unwrap_or(ranks.count() as u64).max(1)
}

/// Slurm's usual warning before the time is up is SIGUSR1 or SIGUSR2: both mean to stop.
fn stop_on_user_signal(control: &Arc<Control>) {
    use signal_hook::consts::{SIGUSR1, SIGUSR2};
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGUSR1, SIGUSR2]) else { return };
    let control = Arc::downgrade(control);
    // It waits for as long as the process lives.
    std::thread::spawn(move || {
        for _ in &mut signals {
            match control.upgrade() {
                Some(control) => control.stop(),
                None => return,
            }
        }
    });
}

fn passport(oracle: &Oracle, what: &str) -> Passport {
    Passport {
        program: oracle.program(),
        work: format!("{what} {}", oracle.name()),
        rules: format!("{} {}", oracle.rules(), oracle.deep_rules()),
    }
}

/// Units with at least so many slots are split also where one rank could hold them, if other ranks would be
/// idle: handed out whole, the large units of a game leave most ranks without work.
const SPREAD_SLOTS: u64 = 1 << 22;

/// How units are split, which measurements may change.
fn splitting() -> Splitting {
    let number = |name| std::env::var(name).ok()?.parse().ok();
    let spread = number("HINDSIGHT_SPREAD_SLOTS").or(Some(SPREAD_SLOTS));
    Splitting { block: number("HINDSIGHT_SPLIT_BLOCK"), spread }
}

/// What a solve prepares.
struct ToSolve {
    oracle: Oracle,
    index: Arc<dyn Numbered>,
    /// The tables, for the one who leads.
    lead: Option<(Store, Instant)>,
}

/// Solves a game together and says in two lines what came of it.
pub fn solve(
    ranks: &MpiRank,
    game: &GameArgs,
    data: &DataArgs,
    options: solving::Options,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let solving::Options { threads, memory, force, boundary, device } = options;
    let job = Job::new(ranks, threads, memory)?;
    let prepare = || {
        if boundary.is_some() {
            let why = "a boundary is solved by one process; leave out --boundary, or mpirun";
            return Err(Failure::Usage(why.to_owned()));
        }
        let oracle = open::oracle(game, &data.dir, job.means.memory)?;
        let index = oracle.index_for(&job.control)?;
        let options = SolveOptions { memory: job.means.memory, force, device: device.into() };
        let passport = passport(&oracle, "solve");
        let lead = if job.leads() { Some(oracle.lead(&options)?) } else { None };
        Ok((passport, ToSolve { oracle, index, lead }))
    };
    let folder = |prepared: &ToSolve| Some(prepared.oracle.help().dir().to_owned());
    let Some(ToSolve { oracle, index, lead }) = job.join(prepare(), folder)? else {
        return Ok(());
    };
    let backend = oracle.backend(device.into())?;
    let mut splitting = splitting();
    if backend.device_time().is_some() {
        // A GPU that holds a unit is faster than several processors.
        splitting.spread = None;
    }
    let cluster = Cluster {
        ranks,
        pool: &job.pool,
        game: &*index,
        backend: &*backend,
        means: job.means,
        splitting,
    };
    let Some((store, began)) = lead else {
        cluster::serve(&cluster, oracle.help(), &job.control);
        return Ok(());
    };
    let what = format!("solving {} with {} ranks", oracle.name(), ranks.count());
    let solve = || cluster::lead(&cluster, &store, oracle.help(), &job.control);
    let report = job.show(&what, solve).map_err(OracleError::from)?;
    let seconds = began.elapsed().as_secs_f64();
    let solved = job
        .pool
        .install(|| oracle.finish_together(&store, &report.solved, began, ranks.count()))?;
    solving::tell(&oracle, &solved, seconds, out)?;
    let cluster::Work { edges, messages, message_bytes, peak_memory } = report.work;
    if report.split_units > 0 {
        writeln!(
            out,
            "split over ranks: {} with {}; {} in {}, {:.2} bytes for each of {} moves; a rank took up to {}",
            count(report.split_units, "unit"),
            count(report.split_slots, "slot"),
            Bytes(message_bytes),
            count(messages, "message"),
            message_bytes as f64 / edges.max(1) as f64,
            rough(edges as f64),
            Bytes(peak_memory),
        )?;
    }
    Ok(())
}

/// Verifies a game's tables together.
pub fn verify(
    ranks: &MpiRank,
    game: &GameArgs,
    data: &DataArgs,
    memory: Option<Bytes>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let job = Job::new(ranks, None, memory)?;
    let prepare = || {
        let oracle = open::oracle(game, &data.dir, job.means.memory)?;
        let index = oracle.index_for(&job.control)?;
        let store = oracle.tables_of_these_rules()?;
        Ok((passport(&oracle, "verify"), (oracle, index, store)))
    };
    let Some((oracle, index, store)) = job.join(prepare(), |_| None)? else { return Ok(()) };
    let begin = Instant::now();
    let group = &Group::all(ranks);
    let verify = || cluster::verify(&*index, &store, group, job.means.memory, &job.control);
    let what = format!("verifying {} with {} ranks", oracle.name(), ranks.count());
    let report = job.show(&what, || job.pool.install(verify));
    if !job.leads() {
        return Ok(());
    }
    let report = report.map_err(|failure| Failure::of_reading(failure.into()))?;
    let verified = oracle.verified_together(&store, &report)?;
    crate::verify::tell(&verified, begin.elapsed().as_secs_f64(), out)
}

/// Counts the positions of a solved game together.
pub fn analyze(
    ranks: &MpiRank,
    game: &GameArgs,
    data: &DataArgs,
    scope: Scope,
    (format, by): (AnalysisFormat, Option<Grouping>),
    out: &mut impl Write,
) -> Result<(), Failure> {
    let job = Job::new(ranks, None, None)?;
    let prepare = || {
        let oracle = open::oracle(game, &data.dir, job.means.memory)?;
        let index = oracle.index_for(&job.control)?;
        let store = oracle.tables_of_these_rules()?;
        Ok((passport(&oracle, "analyze"), (oracle, index, store)))
    };
    let Some((oracle, index, store)) = job.join(prepare(), |_| None)? else { return Ok(()) };
    let group = &Group::all(ranks);
    let analyze = || cluster::analyze(&*index, &store, scope, group, &job.control);
    let what = format!("analysing {} with {} ranks", oracle.name(), ranks.count());
    let found = job.show(&what, || job.pool.install(analyze));
    if !job.leads() {
        return Ok(());
    }
    let found = found.map_err(|failure| Failure::of_reading(failure.into()))?;
    let counted = oracle.counted_together(&*index, &store, scope, found)?;
    analysis::tell(&counted, scope, format, by, out)
}

/// Surveys a game together. Rank 0 alone reads and writes the file of counts.
pub fn survey(
    ranks: &MpiRank,
    game: &GameArgs,
    path: &Path,
    options: &surveying::Options,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let job = Job::new(ranks, None, options.memory)?;
    let prepare = || {
        if options.values.is_some() || options.seconds.is_some() {
            let why = "--values and --seconds are for one process; leave them out, or mpirun";
            return Err(Failure::Usage(why.to_owned()));
        }
        let memory = job.means.memory;
        let oracle = open::oracle(game, Path::new(crate::args::DEFAULT_DATA), memory)?;
        let index = oracle.index_for(&job.control)?;
        let survey = Survey {
            roots_only: options.scope == crate::args::SurveyScope::Roots,
            device: Device::Cpu,
            verifies: options.verify,
            memory,
            values: None,
        };
        let counts = match job.leads() {
            true => Some(CountsFile::open(path, &oracle, &survey)?),
            false => None,
        };
        Ok((passport(&oracle, "survey"), (oracle, index, survey, counts)))
    };
    let Some((oracle, index, survey, counts)) = job.join(prepare(), |_| None)? else {
        return Ok(());
    };
    let begin = Instant::now();
    let group = &Group::all(ranks);
    // Which tiers are counted already, rank 0 knows.
    let known = counts.as_ref().map(|counts| counts.tiers().keys().cloned().collect());
    let known: std::collections::BTreeSet<String> = group.tell_all(&known.unwrap_or_default());
    let before = known.len();
    let mut counts = counts;
    let mut written = Ok(());
    let add = |tier| {
        if let (Some(counts), Ok(())) = (&mut counts, &written) {
            written = counts.add(tier);
            if written.is_err() {
                job.control.stop();
            }
        }
    };
    let mut surveyor = ClusterSurveyor::new(&*index, group, job.means);
    let what = format!("surveying {} with {} ranks", oracle.name(), ranks.count());
    let is_known = |tier: &str| known.contains(tier);
    let surveyed = job.show(&what, || {
        job.pool.install(|| oracle.survey_by(&survey, is_known, add, &mut surveyor, &job.control))
    });
    let Some(counts) = counts else { return Ok(()) };
    written?;
    let surveyed = match surveyed {
        Ok(surveyed) => surveyed,
        Err(failure) => {
            let _ = counts.close_or_remove();
            return Err(failure.into());
        }
    };
    analysis::write_counts(oracle.kind(), &counts.sums(), out)?;
    writeln!(
        out,
        "\n{} counted in {:.1} s, {} in {}: all there are",
        count((counts.tiers().len() - before) as u64, "tier"),
        begin.elapsed().as_secs_f64(),
        count(counts.tiers().len() as u64, "tier"),
        path.display(),
    )?;
    crate::survey::tell(&oracle, &surveyed, options.verify, out)
}
