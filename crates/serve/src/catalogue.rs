//! The games that are served: opened when first asked for, solved and counted in passing where they
//! are small.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use hindsight_core::{About, AboutVariant, Games};
use hindsight_oracle::{
    DataFolder, Device, Estimate, GameName, Oracle, OracleError, SolveOptions, Verdict, View,
};
use hindsight_solve::{Control, Scope, SolveError};
use hindsight_store::{Store, StoreError};
use serde::Serialize;

use crate::background::{Begun, Progress, Task, Worker};
use crate::fault::{Fault, Working};
use crate::options::Limits;
use crate::parameters::shown;
use crate::reply::{Freshness, Reply};
use crate::scene::{Gallery, hang};

/// All games in all variants.
pub struct Catalogue {
    games: Games,
    entries: Vec<Arc<GameEntry>>,
    data: DataFolder,
    limits: Limits,
    solver: Worker,
    analyser: Worker,
    /// Made when first asked for.
    gallery: OnceLock<Gallery>,
    /// Counts the changes of any game's state.
    epoch: Arc<AtomicU64>,
}

/// One game in one variant.
pub struct GameEntry {
    /// The game.
    pub about: &'static About,
    /// The variant.
    pub variant: &'static AboutVariant,
    /// Their names.
    pub name: GameName,
    oracle: Mutex<Option<Arc<Oracle>>>,
    estimate: OnceLock<Estimate>,
    /// Whether there is a folder with tables, complete or not.
    begun: AtomicBool,
    /// The value of the start, once the game is known to be solved.
    value: OnceLock<Verdict>,
    solving: Mutex<Task>,
    analysing: Mutex<Task>,
    analysis: OnceLock<Reply>,
}

/// What can be had of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Its tables are there.
    Solved,
    /// It is being solved.
    Solving,
    /// It is small: solved when somebody first asks for a value.
    Solvable,
    /// Somebody must run `solve`.
    Unsolved,
    /// Its tables cannot be read, or solving it failed; the log says why.
    Damaged,
}

/// Where a game stands.
#[derive(Clone, Debug)]
pub struct Standing {
    /// What can be had of it.
    pub state: State,
    /// The value of the start.
    pub value: Option<Verdict>,
    /// How far its solve is.
    pub progress: Option<Progress>,
    /// What solving takes; `None` where even that cannot be told.
    pub estimate: Option<Estimate>,
}

impl Catalogue {
    /// Opens nothing yet.
    pub fn new(games: Games, data: DataFolder, limits: Limits) -> std::io::Result<Catalogue> {
        // One core stays free for the answers.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads((cores - 1).max(1))
            .thread_name(|number| format!("compute-{number}"))
            .build()
            .map_err(std::io::Error::other)?;
        let threads = Arc::new(threads);
        let entries = games.catalogue.iter().flat_map(|about| {
            let entry = |variant| Arc::new(GameEntry::new(about, variant));
            about.variants.iter().map(entry)
        });
        Ok(Catalogue {
            entries: entries.collect(),
            games,
            data,
            limits,
            solver: Worker::start("solver", Arc::clone(&threads))?,
            analyser: Worker::start("analyser", threads)?,
            gallery: OnceLock::new(),
            epoch: Arc::default(),
        })
    }

    /// The folder with the tables.
    pub fn data(&self) -> &DataFolder {
        &self.data
    }

    /// All games in all variants, in the catalogue's order.
    pub fn entries(&self) -> &[Arc<GameEntry>] {
        &self.entries
    }

    /// A game by its names.
    pub fn entry(&self, game: &str, variant: &str) -> Result<&Arc<GameEntry>, Fault> {
        let mut variants = self.entries.iter().filter(|entry| entry.name.game == game).peekable();
        if variants.peek().is_none() {
            let known: Vec<_> = self.games.catalogue.iter().map(|about| about.id).collect();
            return Err(Fault::NotFound(format!(
                "there is no game '{}'; the games are {}",
                shown(game),
                known.join(", ")
            )));
        }
        let known: Vec<_> = variants.clone().map(|entry| entry.variant.id).collect();
        variants.find(|entry| entry.name.variant == variant).ok_or_else(|| {
            Fault::NotFound(format!(
                "{game} has no variant '{}'; its variants are {}",
                shown(variant),
                known.join(", ")
            ))
        })
    }

    /// The oracle of a game, made when first asked for.
    pub fn oracle(&self, entry: &GameEntry) -> Result<Arc<Oracle>, Fault> {
        let mut kept = lock(&entry.oracle);
        if let Some(oracle) = &*kept {
            return Ok(Arc::clone(oracle));
        }
        let GameName { game, variant } = &entry.name;
        let Some(game) = (self.games.make)(game, variant) else {
            tracing::error!(game = %entry.name, "in the catalogue, but cannot be opened");
            return Err(Fault::Broken(format!("{} cannot be opened", entry.name)));
        };
        let memory = self.limits.solve_memory;
        let oracle = Arc::new(Oracle::new(game, entry.name.clone(), self.data.clone(), memory));
        *kept = Some(Arc::clone(&oracle));
        Ok(oracle)
    }

    /// A number that grows whenever answers that were given before may no longer be true.
    pub fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::Acquire)
    }

    /// The images of all games.
    pub fn gallery(&self) -> &Gallery {
        self.gallery.get_or_init(|| {
            let mut gallery = Gallery::new();
            for oracle in self.entries.iter().filter_map(|entry| self.oracle(entry).ok()) {
                hang(&mut gallery, &oracle.drawing().scene);
            }
            gallery
        })
    }

    /// Asks a question that needs tables. Where there are none, begins to solve a small game, and
    /// says what a large one would take. `position` is what the question is about, if anything.
    pub fn ask<T>(
        &self,
        entry: &Arc<GameEntry>,
        position: Option<&str>,
        question: impl FnOnce(&Oracle) -> Result<T, OracleError>,
    ) -> Result<T, Fault> {
        let oracle = self.oracle(entry)?;
        let answer = self.if_begun(entry, || question(&oracle)).map_err(|error| {
            let fault = Fault::of(&entry.name, error);
            // A file has changed: what was read from it before is not to be trusted.
            if matches!(fault, Fault::Broken(_)) {
                self.epoch.fetch_add(1, Ordering::Release);
            }
            fault
        });
        match answer? {
            Some(answer) => Ok(answer),
            None => {
                let view = position.map(|position| oracle.view(position)).transpose();
                let view = view.map_err(|error| Fault::of(&entry.name, error))?;
                Err(self.work_or_refuse(entry, &oracle, position, view))
            }
        }
    }

    /// What a question that needs tables yields, unless they are not there or not complete.
    fn if_begun<T>(
        &self,
        entry: &GameEntry,
        question: impl FnOnce() -> Result<T, OracleError>,
    ) -> Result<Option<T>, OracleError> {
        // Asking the oracle takes the game's fingerprint: seconds for a large game, in vain where
        // there is no folder for it.
        if !entry.begun.load(Ordering::Relaxed) {
            let GameName { game, variant } = entry.name.clone();
            if Store::list(self.data.root())?.contains(&(game, variant)) {
                entry.begun.store(true, Ordering::Relaxed);
            } else if !self.does_without_tables(entry) {
                return Ok(None);
            }
        }
        match question() {
            Err(OracleError::NotSolved { .. } | OracleError::PartlySolved { .. }) => Ok(None),
            answer => answer.map(Some),
        }
    }

    /// Whether questions about a game are answered without tables: where a search finds them and the
    /// game is too large to be solved here.
    fn does_without_tables(&self, entry: &GameEntry) -> bool {
        let Ok(oracle) = self.oracle(entry) else { return false };
        oracle.finds() && entry.estimate(&oracle).is_some_and(|estimate| !self.is_small(estimate))
    }

    /// Where a game stands. Begins nothing.
    pub fn standing(&self, entry: &GameEntry) -> Standing {
        let estimate = self.oracle(entry).ok().and_then(|oracle| entry.estimate(&oracle).cloned());
        let progress = lock(&entry.solving).progress();
        let value = match self.value(entry) {
            Ok(value) => value,
            Err(_) => return Standing { state: State::Damaged, value: None, progress, estimate },
        };
        let state = match (&estimate, progress) {
            _ if value.is_some() => State::Solved,
            (_, Some(_)) => State::Solving,
            _ if matches!(*lock(&entry.solving), Task::Failed(_)) => State::Damaged,
            (Some(estimate), None) if !self.is_small(estimate) => State::Unsolved,
            // What is not known yet is to be explored: a game that has rules only is small.
            _ => State::Solvable,
        };
        Standing { state, value, progress, estimate }
    }

    /// Whether somebody who asks for a game's values gets them, at once or after a while.
    pub fn gives_values(&self, entry: &GameEntry) -> bool {
        match self.standing(entry).state {
            State::Solved | State::Solving | State::Solvable => true,
            State::Unsolved | State::Damaged => false,
        }
    }

    /// The value of the start of a game that is solved.
    fn value(&self, entry: &GameEntry) -> Result<Option<Verdict>, Fault> {
        if let Some(&value) = entry.value.get() {
            return Ok(Some(value));
        }
        let oracle = self.oracle(entry)?;
        let verdict = self
            .if_begun(entry, || oracle.start_verdict())
            .map_err(|error| Fault::of(&entry.name, error))?;
        Ok(verdict.map(|verdict| *entry.value.get_or_init(|| verdict)))
    }

    /// Whether a question about one position of a game needs no more than some microseconds: the
    /// game is solved, and its tables are so small that they stay in memory.
    pub fn is_quick(&self, entry: &GameEntry) -> bool {
        let is_small = |estimate: &Estimate| estimate.slots <= self.limits.quick_slots;
        entry.value.get().is_some() && entry.estimate.get().is_some_and(is_small)
    }

    fn is_small(&self, estimate: &Estimate) -> bool {
        estimate.slots <= self.limits.solve_slots
            && estimate.largest_unit.memory <= self.limits.solve_memory
    }

    /// Begins to solve a small game, or to search for a position of one that does without tables.
    fn work_or_refuse(
        &self,
        entry: &Arc<GameEntry>,
        oracle: &Arc<Oracle>,
        position: Option<&str>,
        view: Option<View>,
    ) -> Fault {
        let estimate = entry.estimate(oracle);
        let Some(estimate) = estimate.filter(|estimate| !self.is_small(estimate)) else {
            let options = SolveOptions::within(self.limits.solve_memory);
            return self.begin(entry, oracle, "solving", view, move |oracle, control| {
                oracle.solve(&options, control).map(drop)
            });
        };
        match position.filter(|position| oracle.is_searchable(position)) {
            None => Fault::not_solved(&entry.name, Some(estimate.clone()), view),
            Some(position) => {
                let position = position.to_owned();
                self.begin(entry, oracle, "searching", view, move |oracle, control| {
                    oracle.search(&position, control)
                })
            }
        }
    }

    /// Begins work that ends with tables or values, unless the game has some under way.
    fn begin(
        &self,
        entry: &Arc<GameEntry>,
        oracle: &Arc<Oracle>,
        status: &'static str,
        view: Option<View>,
        work: impl FnOnce(&Oracle, &Control) -> Result<(), OracleError> + Send + 'static,
    ) -> Fault {
        let begun = lock(&entry.solving).begin(|control| {
            let (entry, oracle) = (Arc::clone(entry), Arc::clone(oracle));
            let epoch = Arc::clone(&self.epoch);
            self.solver.give(Box::new(move || {
                let done = watched(&entry.name, status, &control, || work(&oracle, &control));
                *lock(&entry.solving) = ended(done);
                epoch.fetch_add(1, Ordering::Release);
            }));
        });
        match begun {
            Begun::Running(progress) => {
                Fault::Working(Box::new(Working { status, progress, view }))
            }
            Begun::Failed => Fault::Broken(format!(
                "{} could not be solved; the server's log says why",
                entry.name
            )),
        }
    }

    /// The counts of a solved game, worked out when first asked for.
    pub fn analysis(&self, entry: &Arc<GameEntry>) -> Result<Reply, Fault> {
        if let Some(analysis) = entry.analysis.get() {
            return Ok(analysis.clone());
        }
        let oracle = self.oracle(entry)?;
        // The analysis itself is too long to be asked for here; whether there are tables is not.
        self.ask(entry, None, |oracle| oracle.start_verdict())?;
        // It remembers of every slot whether the start leads there, for either player.
        let too_large = |estimate: &&Estimate| estimate.slots / 4 > self.limits.analysis_memory;
        if let Some(estimate) = entry.estimate(&oracle).filter(too_large) {
            return Err(Fault::not_counted(&entry.name, estimate.clone()));
        }
        let begun = lock(&entry.analysing).begin(|control| {
            let entry = Arc::clone(entry);
            self.analyser.give(Box::new(move || {
                let counted = watched(&entry.name, "analysing", &control, || {
                    let analysis = oracle.analyze(Scope::Reachable, Device::Cpu, &control)?;
                    entry.analysis.get_or_init(|| Reply::json(&analysis, Freshness::Minutes));
                    Ok(())
                });
                *lock(&entry.analysing) = ended(counted);
            }));
        });
        match begun {
            Begun::Running(progress) => {
                let status = "analysing";
                Err(Fault::Working(Box::new(Working { status, progress, view: None })))
            }
            Begun::Failed => Err(Fault::Broken(format!(
                "{} could not be counted; the server's log says why",
                entry.name
            ))),
        }
    }

    /// How many games are being solved and counted, waiting ones included.
    pub fn running(&self) -> (usize, usize) {
        let count = |task: fn(&GameEntry) -> &Mutex<Task>| {
            self.entries.iter().filter(|entry| lock(task(entry)).progress().is_some()).count()
        };
        (count(|entry| &entry.solving), count(|entry| &entry.analysing))
    }

    /// Stops what runs, and waits a while for its end.
    pub fn stop(&self, patience: Duration) {
        for entry in &self.entries {
            lock(&entry.solving).stop();
            lock(&entry.analysing).stop();
        }
        let until = Instant::now() + patience;
        for worker in [&self.solver, &self.analyser] {
            if !worker.finish(until.saturating_duration_since(Instant::now())) {
                tracing::warn!("background work did not stop in time; finished tables are safe");
            }
        }
    }
}

impl GameEntry {
    fn new(about: &'static About, variant: &'static AboutVariant) -> GameEntry {
        GameEntry {
            about,
            variant,
            name: GameName { game: about.id.to_owned(), variant: variant.id.to_owned() },
            oracle: Mutex::default(),
            estimate: OnceLock::new(),
            begun: AtomicBool::new(false),
            value: OnceLock::new(),
            solving: Mutex::default(),
            analysing: Mutex::default(),
            analysis: OnceLock::new(),
        }
    }

    /// What solving takes, once it can be told at once.
    fn estimate(&self, oracle: &Oracle) -> Option<&Estimate> {
        if self.estimate.get().is_none() {
            let known = oracle.known_estimate()?;
            self.estimate.get_or_init(|| known);
        }
        self.estimate.get()
    }
}

/// Does some long work and logs its end, even if it panics. Says whether another try makes sense at
/// once.
fn watched(
    name: &GameName,
    what: &str,
    control: &Control,
    work: impl FnOnce() -> Result<(), OracleError>,
) -> bool {
    // A worker takes no new jobs while the server stops, but it may have some left.
    if control.is_stopped() {
        return true;
    }
    tracing::info!(game = %name, "{what}");
    let begin = Instant::now();
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => {
            tracing::info!(game = %name, seconds = begin.elapsed().as_secs_f32(), "{what}: done");
            true
        }
        Ok(Err(OracleError::Solve(SolveError::Stopped))) => {
            tracing::info!(game = %name, "{what}: stopped");
            true
        }
        Ok(Err(OracleError::Solve(SolveError::Store(StoreError::Locked { .. })))) => {
            tracing::info!(game = %name, "{what}: another process does it");
            true
        }
        Ok(Err(error)) => {
            tracing::error!(game = %name, %error, "{what}: failed");
            false
        }
        Err(_) => {
            tracing::error!(game = %name, "{what}: panicked");
            false
        }
    }
}

fn ended(well: bool) -> Task {
    if well { Task::Idle } else { Task::Failed(Instant::now()) }
}

/// What is guarded here is replaced as a whole, so a poisoned lock is fine.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
