//! The games that are served: opened when first asked for, solved and counted in passing where they
//! are small.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use hindsight_answers::{Gallery, Host, Listing, Reply, Standing, State, hang, shown};
use hindsight_core::{About, Games};
use hindsight_oracle::{DataFolder, Estimate, GameName, Oracle, OracleError, Verdict};
use hindsight_solve::SolveError;
use hindsight_store::Store;

use crate::budget::Budget;
use crate::entry::{GameEntry, lock};
use crate::fault::Fault;
use crate::made::{self, FOLDER, Made};
use crate::options::Limits;
use crate::queue::{Lane, Queue};
use crate::room::{make_room, note_used};
use crate::unlisted::{MOST, Unlisted};
use crate::visitor::Visitor;

/// Longer names are not even tried.
const LONGEST_NAME: usize = 64;
/// Work that takes longer does not go into the lane for small pieces.
const QUICK_SECONDS: f64 = 2.0;

/// All games in all variants.
pub struct Catalogue {
    games: Games,
    listed: Vec<Arc<GameEntry>>,
    unlisted: Unlisted,
    /// Games that visitors made of texts.
    made: Unlisted,
    data: DataFolder,
    pub(crate) limits: Limits,
    pub(crate) solver: Queue,
    pub(crate) analyser: Queue,
    /// What is worked out for games that visitors made.
    pub(crate) maker: Queue,
    pub(crate) budget: Arc<Budget>,
    pub(crate) made_budget: Arc<Budget>,
    /// Made when first asked for.
    gallery: OnceLock<Gallery>,
    /// Counts the changes of any game's state.
    pub(crate) epoch: Arc<AtomicU64>,
}

impl Catalogue {
    /// Opens nothing yet.
    pub fn new(games: Games, data: DataFolder, limits: Limits) -> std::io::Result<Catalogue> {
        // One core stays free for the answers.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let any = Lane { threads: (cores - 1).max(1), most_seconds: f64::INFINITY };
        let quick = Lane { threads: 1, most_seconds: QUICK_SECONDS };
        let memory = limits.solve_memory_in_all;
        let listed = games.catalogue.iter().flat_map(|about| {
            about.variants.iter().map(|variant| Arc::new(GameEntry::listed(about, variant)))
        });
        Ok(Catalogue {
            listed: listed.collect(),
            unlisted: Unlisted::new(MOST),
            made: Unlisted::new(limits.made.games),
            games,
            data,
            limits,
            solver: Queue::start("solver", &[quick, any, any], memory)?,
            analyser: Queue::start("analyser", &[any], limits.analysis_memory)?,
            maker: Queue::start("maker", &[any], limits.made.memory)?,
            budget: Arc::new(Budget::new(limits.work_each, limits.work_in_all)),
            made_budget: Arc::new(Budget::new(limits.made.work_each, limits.made.work_in_all)),
            gallery: OnceLock::new(),
            epoch: Arc::default(),
        })
    }

    /// The folder with the tables.
    pub fn data(&self) -> &DataFolder {
        &self.data
    }

    /// The games and variants of the catalogue, in its order.
    pub fn listed(&self) -> &[Arc<GameEntry>] {
        &self.listed
    }

    /// The same, with the variants that are not listed but solved behind the others of their game.
    pub fn listed_and_solved(&self) -> Vec<Arc<GameEntry>> {
        let begun = Store::list(self.data.root()).unwrap_or_default();
        let mut entries = Vec::with_capacity(self.listed.len());
        for about in self.games.catalogue {
            entries.extend(self.listed.iter().filter(|entry| entry.about.id == about.id).cloned());
            let is_listed = |name: &str| about.variants.iter().any(|variant| variant.id == name);
            for (_, variant) in begun.iter().filter(|(game, _)| game == about.id) {
                if is_listed(variant) {
                    continue;
                }
                // Tables of variants that this program does not know any more are left alone.
                if let Ok(entry) = self.entry(about.id, variant)
                    && self.standing(&entry).state == State::Solved
                {
                    entries.push(entry);
                }
            }
        }
        entries
    }

    /// The games, listed or not.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// What is known about a game.
    pub fn about(&self, game: &str) -> Result<&'static About, Fault> {
        let known = self.games.catalogue.iter().find(|about| about.id == game);
        known.copied().ok_or_else(|| {
            let known: Vec<_> = self.games.catalogue.iter().map(|about| about.id).collect();
            Fault::NotFound(format!(
                "there is no game '{}'; the games are {}",
                shown(game),
                known.join(", ")
            ))
        })
    }

    /// A game by its names, if it is known without being made.
    pub fn known(&self, game: &str, variant: &str) -> Option<Arc<GameEntry>> {
        let is_it =
            |entry: &&Arc<GameEntry>| entry.name.game == game && entry.name.variant == variant;
        let listed = self.listed.iter().find(is_it).cloned();
        let kept = if made::is_made(game) { &self.made } else { &self.unlisted };
        listed.or_else(|| kept.find(game, variant))
    }

    /// Makes a game of a text, or finds it where the text was seen before.
    pub fn make(&self, made: Made) -> Arc<GameEntry> {
        note_used(self.data.root(), FOLDER, &made.folder().variant);
        self.made.keep(GameEntry::made(made))
    }

    /// Another variant of a game that was made of a text.
    fn made_entry(&self, game: &str, variant: &str) -> Result<Arc<GameEntry>, Fault> {
        let all = self.made.all();
        let known = all.iter().filter(|entry| entry.name.game == game);
        let Some(made) = known.filter_map(|entry| entry.made.as_ref()).next() else {
            return Err(Fault::NotFound(
                "this server does not have that game, or no longer: a game that was made of a text is \
                 forgotten when others need the room, and whoever has the text can have it made again"
                    .to_owned(),
            ));
        };
        let text = Arc::clone(&made.text);
        let made = Made::read(text, Some(variant), made.owner, self.limits.made.moves);
        let made = made.map_err(|mistake| Fault::NotFound(shown_at_length(&mistake.message)))?;
        Ok(self.make(made))
    }

    /// Makes room for the tables of a game that a visitor made, at the cost of those that were not used for
    /// longest.
    pub(crate) fn make_room(&self, wanted: u64) {
        let all = self.made.all();
        let identity = |entry: &GameEntry| Some(entry.made.as_ref()?.folder().variant);
        let busy = all.iter().filter(|entry| entry.is_busy()).filter_map(|entry| identity(entry));
        let busy = busy.collect();
        let limits = &self.limits.made;
        let (most, bytes) = (limits.tables, limits.table_bytes);
        let gone = make_room(self.data.root(), FOLDER, most, bytes, wanted, &busy);
        for entry in all.iter().filter(|entry| identity(entry).is_some_and(|it| gone.contains(&it)))
        {
            entry.forget_tables();
        }
    }

    /// A game by its names. Any variant that the game makes of a name will do.
    pub fn entry(&self, game: &str, variant: &str) -> Result<Arc<GameEntry>, Fault> {
        if let Some(entry) = self.known(game, variant) {
            return Ok(entry);
        }
        if made::is_made(game) {
            return self.made_entry(game, variant);
        }
        let about = self.about(game)?;
        if variant.len() > LONGEST_NAME {
            return Err(Fault::NotFound(format!(
                "names of variants have at most {LONGEST_NAME} characters"
            )));
        }
        let made = (self.games.make)(game, variant);
        let made = made.map_err(|reason| Fault::NotFound(shown_at_length(&reason)))?;
        let entry = GameEntry::unlisted(about, variant);
        let oracle = self.oracle_of(made, &entry.name);
        *lock(&entry.oracle) = Some(oracle);
        Ok(self.unlisted.keep(entry))
    }

    /// The oracle of a game, made when first asked for.
    pub fn oracle(&self, entry: &GameEntry) -> Result<Arc<Oracle>, Fault> {
        let mut kept = lock(&entry.oracle);
        if let Some(oracle) = &*kept {
            return Ok(Arc::clone(oracle));
        }
        if let Some(made) = &entry.made {
            let (data, memory) = (self.data.clone(), self.limits.made.memory);
            let oracle = Oracle::new(made.book.game(), entry.name.clone(), data, memory);
            return Ok(Arc::clone(kept.insert(Arc::new(oracle.kept_under(made.folder())))));
        }
        let GameName { game, variant } = &entry.name;
        let game = (self.games.make)(game, variant).map_err(|reason| {
            tracing::error!(game = %entry.name, reason, "in the catalogue, but cannot be opened");
            Fault::Broken(format!("{} cannot be opened", entry.name))
        })?;
        Ok(Arc::clone(kept.insert(self.oracle_of(game, &entry.name))))
    }

    fn oracle_of(&self, game: hindsight_core::Game, name: &GameName) -> Arc<Oracle> {
        let memory = self.limits.solve_memory;
        Arc::new(Oracle::new(game, name.clone(), self.data.clone(), memory))
    }

    /// A number that grows whenever answers that were given before may no longer be true.
    pub fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::Acquire)
    }

    /// The images of all games of the catalogue.
    pub fn gallery(&self) -> &Gallery {
        self.gallery.get_or_init(|| {
            let mut gallery = Gallery::new();
            for oracle in self.listed.iter().filter_map(|entry| self.oracle(entry).ok()) {
                hang(&mut gallery, &oracle.drawing().scene);
            }
            gallery
        })
    }

    /// An image by its name, of any game that was asked for.
    pub fn image(&self, name: &str) -> Option<axum::body::Bytes> {
        if let Some(image) = self.gallery().get(name) {
            return Some(image.clone());
        }
        let mut gallery = Gallery::new();
        for oracle in self.unlisted.all().iter().filter_map(|entry| self.oracle(entry).ok()) {
            hang(&mut gallery, &oracle.drawing().scene);
        }
        gallery.remove(name)
    }

    /// Asks a question that needs tables. Where there are none, begins to solve a small game, and
    /// says what a large one would take. `position` is what the question is about, if anything.
    pub fn ask<T>(
        &self,
        visitor: &Visitor,
        entry: &Arc<GameEntry>,
        position: Option<&str>,
        question: impl Fn(&Oracle) -> Result<T, OracleError>,
    ) -> Result<T, Fault> {
        let oracle = self.oracle(entry)?;
        if let Some(beyond) = entry.is_beyond() {
            return Err(Fault::beyond(beyond, &self.limits.made));
        }
        let mut answer = self.if_begun(entry, || question(&oracle));
        if let Some(beyond) = entry.is_beyond() {
            return Err(Fault::beyond(beyond, &self.limits.made));
        }
        if let Err(OracleError::Solve(SolveError::Store(_))) = &answer {
            // A file has changed: what was read from it before is not to be trusted. If somebody
            // solves the game anew, the tables are opened anew.
            self.epoch.fetch_add(1, Ordering::Release);
            answer = self.if_begun(entry, || question(&oracle));
        }
        match answer.map_err(|error| Fault::of(&entry.name, error))? {
            Some(answer) => Ok(answer),
            None => {
                entry.set_value(None);
                let view = position.map(|position| oracle.view(position)).transpose();
                let view = view.map_err(|error| Fault::of(&entry.name, error))?;
                Err(self.work_or_refuse(visitor, entry, &oracle, position, view))
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
        if !entry.is_begun.load(Ordering::Relaxed) {
            let GameName { game, variant } =
                entry.made.as_ref().map_or_else(|| entry.name.clone(), Made::folder);
            if Store::list(self.data.root())?.contains(&(game, variant)) {
                entry.is_begun.store(true, Ordering::Relaxed);
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
        oracle.finds()
            && entry.estimate(&oracle).is_some_and(|estimate| !self.is_small(entry, estimate))
    }

    /// Where a game stands. Begins nothing.
    pub fn standing(&self, entry: &GameEntry) -> Standing {
        let estimate = self.oracle(entry).ok().and_then(|oracle| entry.estimate(&oracle).cloned());
        let progress = lock(&entry.solving)
            .ticket()
            .filter(|ticket| !ticket.control.is_stopped())
            .map(|ticket| ticket.progress());
        let value = match self.value(entry) {
            Ok(value) => value,
            Err(_) => return Standing { state: State::Damaged, value: None, progress, estimate },
        };
        let state = match (&estimate, progress) {
            _ if entry.is_beyond().is_some() => State::Unsolved,
            _ if value.is_some() => State::Solved,
            (_, Some(_)) => State::Solving,
            _ if lock(&entry.solving).has_just_failed() => State::Damaged,
            (Some(estimate), None) if !self.is_small(entry, estimate) => State::Unsolved,
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
        if let Some(value) = entry.value() {
            return Ok(Some(value));
        }
        let oracle = self.oracle(entry)?;
        let verdict = self
            .if_begun(entry, || oracle.start_verdict())
            .map_err(|error| Fault::of(&entry.name, error))?;
        entry.set_value(verdict);
        Ok(verdict)
    }

    /// Whether a question about one position of a game needs no more than some microseconds: the
    /// game is solved, and its tables are so small that they stay in memory.
    pub fn is_quick(&self, entry: &GameEntry) -> bool {
        let is_small = |estimate: &Estimate| estimate.slots <= self.limits.quick_slots;
        // A position of a game that a visitor made may have a thousand moves.
        entry.made.is_none()
            && entry.value().is_some()
            && entry.known_estimate().is_some_and(is_small)
    }

    /// Whether a game may be solved in passing.
    pub(crate) fn is_small(&self, entry: &GameEntry, estimate: &Estimate) -> bool {
        let Limits { solve_slots, solve_memory, made, .. } = &self.limits;
        let (slots, memory) = match entry.made {
            Some(_) => (made.slots, made.memory),
            None => (*solve_slots, *solve_memory),
        };
        estimate.slots <= slots && estimate.largest_unit.memory <= memory
    }

    /// How many games are being solved and counted, waiting ones included.
    pub fn running(&self) -> (usize, usize) {
        let sum = |(waiting, running)| waiting + running;
        let [solver, analyser, maker] =
            [&self.solver, &self.analyser, &self.maker].map(|queue| sum(queue.counts()));
        (solver + maker, analyser)
    }

    /// Stops what nobody waits for any more, and forgets what takes too much memory.
    pub fn stop_abandoned(&self) {
        // What was explored since they were made may be too much.
        self.unlisted.trim();
        self.made.trim();
        let overdue = self.maker.stop_overdue(self.limits.made.time);
        if overdue > 0 {
            tracing::info!(overdue, "a visitor's game takes too long");
        }
        for queue in [&self.solver, &self.analyser, &self.maker] {
            let abandoned = queue.stop_abandoned(self.limits.work_patience);
            if abandoned > 0 {
                tracing::info!(abandoned, "nobody waits for this work any more");
            }
        }
    }

    /// Stops what runs, and waits a while for its end.
    pub fn stop(&self, patience: Duration) {
        for entry in self.listed.iter().chain(&self.unlisted.all()).chain(&self.made.all()) {
            lock(&entry.solving).stop();
            lock(&entry.analysing).stop();
        }
        let until = Instant::now() + patience;
        for queue in [&self.solver, &self.analyser, &self.maker] {
            if !queue.finish(until.saturating_duration_since(Instant::now())) {
                tracing::warn!("background work did not stop in time; finished tables are safe");
            }
        }
    }
}

/// A visitor who asks about a game.
pub struct Asking<'a> {
    /// Who has the games.
    pub catalogue: &'a Catalogue,
    /// Who asks.
    pub visitor: &'a Visitor,
    /// About which game.
    pub entry: &'a Arc<GameEntry>,
}

impl Host for Asking<'_> {
    type Fault = Fault;

    fn listing(&self) -> Listing<'_> {
        self.entry.listing()
    }

    fn oracle(&self) -> Result<Arc<Oracle>, Fault> {
        self.catalogue.oracle(self.entry)
    }

    fn standing(&self) -> Standing {
        self.catalogue.standing(self.entry)
    }

    fn ask<T>(
        &self,
        position: Option<&str>,
        question: impl Fn(&Oracle) -> Result<T, OracleError>,
    ) -> Result<T, Fault> {
        self.catalogue.ask(self.visitor, self.entry, position, question)
    }

    fn analysis(&self) -> Result<Reply, Fault> {
        self.catalogue.analysis(self.visitor, self.entry)
    }
}

/// A reason that the games give, as one line.
fn shown_at_length(reason: &str) -> String {
    reason.chars().take(1000).map(|c| if c.is_control() { '?' } else { c }).collect()
}
