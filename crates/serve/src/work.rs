//! What the server does to have an answer: solving, searching and counting in the background.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hindsight_answers::{Fault as Plain, Freshness, Reply};
use hindsight_oracle::{Device, Estimate, GameName, Oracle, OracleError, SolveOptions, View};
use hindsight_solve::{Control, Scope, SolveError};
use hindsight_store::StoreError;

use crate::budget::{Budget, Exhausted};
use crate::catalogue::Catalogue;
use crate::entry::{GameEntry, lock};
use crate::fault::{Fault, Working};
use crate::made::{Beyond, FOLDER};
use crate::queue::Queue;
use crate::room;
use crate::task::{Cost, Task, Ticket};
use crate::visitor::Visitor;

/// A game of unknown size is first explored within so many bytes: a second's work.
const LITTLE_MEMORY: u64 = 64 << 20;
/// What that takes.
const LITTLE_SECONDS: f64 = 1.0;
/// What a game takes, about, that is not explored within that.
const VAST_SECONDS: f64 = 60.0;
/// What a search takes, about.
const SEARCH_SECONDS: f64 = 20.0;
/// A search ends when somebody asks about another position of the game and nobody has asked for it for so long.
const SEARCH_PATIENCE: Duration = Duration::from_secs(8);

/// Something that the server can do.
struct Kind<'a> {
    status: &'static str,
    /// The position that is searched for.
    position: Option<String>,
    cost: Cost,
    /// Bytes of tables.
    disk: u64,
    queue: &'a Queue,
    task: fn(&GameEntry) -> &Mutex<Task>,
}

impl Catalogue {
    /// Begins to solve a small game, or to search for a position of one that does without tables.
    pub(crate) fn work_or_refuse(
        &self,
        visitor: &Visitor,
        entry: &Arc<GameEntry>,
        oracle: &Arc<Oracle>,
        position: Option<&str>,
        view: Option<View>,
    ) -> Fault {
        let estimate = entry.estimate(oracle);
        let Some(estimate) = estimate.filter(|estimate| !self.is_small(entry, estimate)) else {
            return self.solve(visitor, entry, oracle, view);
        };
        match position.filter(|position| oracle.is_searchable(position)) {
            None => Fault::not_solved(&entry.name, Some(estimate.clone()), view),
            Some(position) => {
                let position = position.to_owned();
                let kind = Kind {
                    status: "searching",
                    position: Some(position.clone()),
                    cost: Cost { seconds: SEARCH_SECONDS, memory: LITTLE_MEMORY },
                    disk: 0,
                    queue: &self.solver,
                    task: |entry| &entry.solving,
                };
                self.begin(visitor, entry, oracle, kind, view, move |_, oracle, control| {
                    oracle.search(&position, control)
                })
            }
        }
    }

    /// Explores a game that is solved and has rules only, if that takes a second or less.
    pub fn explore_if_solved(&self, entry: &GameEntry) {
        if entry.value().is_some()
            && entry.known_estimate().is_none()
            && let Ok(oracle) = self.oracle(entry)
            && let Ok(true) = oracle.explore_within(LITTLE_MEMORY)
        {
            entry.estimate(&oracle);
        }
    }

    fn solve(
        &self,
        visitor: &Visitor,
        entry: &Arc<GameEntry>,
        oracle: &Arc<Oracle>,
        view: Option<View>,
    ) -> Fault {
        let (cost, disk) = match entry.estimate(oracle) {
            Some(estimate) => (
                Cost {
                    seconds: self.queue_of(entry, &self.solver).seconds_for(estimate.slots),
                    memory: estimate.largest_unit.memory,
                },
                estimate.expected_table_bytes,
            ),
            None if entry.is_vast() => {
                (Cost { seconds: VAST_SECONDS, memory: self.memory_of(entry) }, 0)
            }
            None => (Cost { seconds: LITTLE_SECONDS, memory: LITTLE_MEMORY }, 0),
        };
        let options = SolveOptions::within(self.memory_of(entry));
        let is_large = cost.memory > LITTLE_MEMORY;
        let kind = Kind {
            status: "solving",
            position: None,
            cost,
            disk,
            queue: self.queue_of(entry, &self.solver),
            task: |entry| &entry.solving,
        };
        if entry.made.is_some() && visitor.may_start && !entry.is_busy() {
            self.make_room(disk);
        }
        self.begin(visitor, entry, oracle, kind, view, move |entry, oracle, control| {
            if !is_large && !oracle.explore_within(LITTLE_MEMORY)? {
                // The next who asks gives it a place among the large ones.
                entry.is_vast.store(true, Ordering::Relaxed);
                return Ok(());
            }
            oracle.solve(&options, control).map(drop)
        })
    }

    /// Where work is done: games that visitors made are worked on apart.
    fn queue_of<'a>(&'a self, entry: &GameEntry, usual: &'a Queue) -> &'a Queue {
        if entry.made.is_some() { &self.maker } else { usual }
    }

    fn budget_of(&self, entry: &GameEntry) -> &Arc<Budget> {
        if entry.made.is_some() { &self.made_budget } else { &self.budget }
    }

    fn memory_of(&self, entry: &GameEntry) -> u64 {
        if entry.made.is_some() { self.limits.made.memory } else { self.limits.solve_memory }
    }

    /// The counts of a solved game, worked out when first asked for.
    pub fn analysis(&self, visitor: &Visitor, entry: &Arc<GameEntry>) -> Result<Reply, Fault> {
        if let Some(analysis) = entry.analysis.get() {
            return Ok(analysis.clone());
        }
        let oracle = self.oracle(entry)?;
        // The analysis itself is too long to be asked for here; whether there are tables is not.
        self.ask(visitor, entry, None, |oracle| oracle.start_verdict())?;
        // It remembers of every slot whether the start leads there, for either player.
        let memory = |estimate: &Estimate| estimate.slots / 4;
        let estimate = entry.estimate(&oracle);
        if let Some(estimate) =
            estimate.filter(|estimate| memory(estimate) > self.limits.analysis_memory)
        {
            return Err(Plain::not_counted(&entry.name, estimate.clone()).into());
        }
        let slots = estimate.map_or(0, |estimate| estimate.slots);
        let queue = self.queue_of(entry, &self.analyser);
        let seconds = queue.seconds_for(slots);
        let kind = Kind {
            status: "analysing",
            position: None,
            cost: Cost { seconds, memory: estimate.map_or(0, memory) },
            disk: 0,
            queue,
            task: |entry| &entry.analysing,
        };
        Err(self.begin(visitor, entry, &oracle, kind, None, |entry, oracle, control| {
            let analysis = oracle.analyze(Scope::Reachable, Device::Cpu, control)?;
            entry.analysis.get_or_init(|| Reply::json(&analysis, Freshness::Minutes));
            Ok(())
        }))
    }

    /// Begins work that ends with tables or values, unless the game has some under way, or the visitor
    /// may not have it begun.
    fn begin(
        &self,
        visitor: &Visitor,
        entry: &Arc<GameEntry>,
        oracle: &Arc<Oracle>,
        kind: Kind<'_>,
        view: Option<View>,
        work: impl FnOnce(&GameEntry, &Oracle, &Control) -> Result<(), OracleError> + Send + 'static,
    ) -> Fault {
        let Kind { status, position, cost, disk, queue, task } = kind;
        let mut standing = lock(task(entry));
        if let Some(ticket) = standing.ticket().cloned() {
            drop(standing);
            if visitor.may_start {
                ticket.ask(position.as_deref(), SEARCH_PATIENCE);
            }
            return self.working(visitor, entry, queue, &ticket, status, view);
        }
        if standing.has_just_failed() {
            let what = if status == "analysing" { "counted" } else { "solved" };
            return Fault::Broken(format!(
                "{} could not be {what}; the server's log says why",
                entry.name
            ));
        }
        if !visitor.may_start {
            let estimate = entry.known_estimate().cloned();
            return Fault::not_asked_for(&entry.name, status, estimate, view);
        }
        if let Err(why) = self.budget_of(entry).begin(visitor.address, disk) {
            return self.exhausted(visitor, entry, why, view);
        }
        let ticket = Ticket::new(cost, position);
        *standing = Task::Running(Arc::clone(&ticket));
        drop(standing);
        let done = {
            let (epoch, budget) = (Arc::clone(&self.epoch), Arc::clone(self.budget_of(entry)));
            let (entry, oracle) = (Arc::clone(entry), Arc::clone(oracle));
            let (ticket, address) = (Arc::clone(&ticket), visitor.address);
            let (most_time, root) = (self.limits.made.time, self.data().root().to_owned());
            move || {
                let begin = Instant::now();
                let was_solved = oracle.is_solved();
                let end = watched(&entry.name, status, &ticket.control, || {
                    work(&entry, &oracle, &ticket.control)
                });
                let is_too_large = end == End::TooLarge && entry.made.is_some();
                *lock(task(&entry)) = match end == End::Well || is_too_large {
                    true => Task::Idle,
                    false => Task::Failed(Instant::now()),
                };
                let tables = if was_solved { None } else { oracle.tables().ok() };
                budget.end(address, begin.elapsed(), tables.map_or(0, |tables| tables.bytes));
                match &entry.made {
                    Some(made) if ticket.control.is_stopped() && begin.elapsed() >= most_time => {
                        made.note(Beyond::Time);
                    }
                    Some(made) if is_too_large => made.note(Beyond::Memory),
                    // What was worked out with moves left out must not be found by anybody.
                    Some(made) if made.book.was_cut() => {
                        room::remove(&root, FOLDER, &made.folder().variant);
                    }
                    // No answer about one is remembered.
                    Some(_) => {}
                    None => drop(epoch.fetch_add(1, Ordering::Release)),
                }
                // A search counts positions.
                if status == "searching" { 0 } else { ticket.progress().done }
            }
        };
        queue.give(Arc::clone(&ticket), Box::new(done));
        self.working(visitor, entry, queue, &ticket, status, view)
    }

    fn working(
        &self,
        visitor: &Visitor,
        entry: &GameEntry,
        queue: &Queue,
        ticket: &Arc<Ticket>,
        status: &'static str,
        view: Option<View>,
    ) -> Fault {
        let (ahead, seconds) = queue.prospect(ticket);
        Fault::Working(Box::new(Working {
            status,
            progress: ticket.progress(),
            ahead,
            // Tenths are exact enough, and short.
            expected_seconds: (seconds * 10.0).ceil() / 10.0,
            budget: self.budget_of(entry).left(visitor.address),
            view,
        }))
    }

    fn exhausted(
        &self,
        visitor: &Visitor,
        entry: &GameEntry,
        why: Exhausted,
        view: Option<View>,
    ) -> Fault {
        tracing::info!(game = %entry.name, address = %visitor.address, ?why, "refused to work");
        Fault::exhausted(why, self.budget_of(entry).left(visitor.address), view)
    }

    /// Whether a question about a game waits for work, which is then known to be wanted.
    pub fn is_awaited(&self, visitor: &Visitor, entry: &GameEntry) -> bool {
        let standing = lock(&entry.solving);
        let Some(ticket) = standing.ticket() else { return false };
        if visitor.may_start {
            ticket.touch();
        }
        true
    }
}

/// How some work ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Another try makes sense at once, if one is needed.
    Well,
    /// There was not memory enough.
    TooLarge,
    /// Why stands in the log.
    Badly,
}

/// Does some long work and logs its end, even if it panics.
fn watched(
    name: &GameName,
    what: &str,
    control: &Control,
    work: impl FnOnce() -> Result<(), OracleError>,
) -> End {
    // Stopped before it began.
    if control.is_stopped() {
        return End::Well;
    }
    tracing::info!(game = %name, "{what}");
    let begin = Instant::now();
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => {
            tracing::info!(game = %name, seconds = begin.elapsed().as_secs_f32(), "{what}: done");
            End::Well
        }
        Ok(Err(OracleError::Solve(SolveError::Stopped))) => {
            tracing::info!(game = %name, "{what}: stopped");
            End::Well
        }
        Ok(Err(OracleError::Solve(SolveError::Store(StoreError::Locked { .. })))) => {
            tracing::info!(game = %name, "{what}: another process does it");
            End::Well
        }
        Ok(Err(OracleError::Solve(
            error @ (SolveError::TooLittleMemory { .. } | SolveError::TooManyPositions { .. }),
        ))) => {
            tracing::warn!(game = %name, %error, "{what}: too large");
            End::TooLarge
        }
        Ok(Err(error)) => {
            tracing::error!(game = %name, %error, "{what}: failed");
            End::Badly
        }
        Err(_) => {
            tracing::error!(game = %name, "{what}: panicked");
            End::Badly
        }
    }
}
