//! Solving a game together. Rank 0 hands out units and works itself; it alone writes the manifest, so
//! that a table counts when the scheduler has listed it, whoever wrote it.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

use hindsight_core::Numbered;
use hindsight_solve::{Backend, Control, SolveError, SolveReport, TierGraph, Unit, check_tiers};
use hindsight_store::{Store, TierEntry};

use crate::job::{read, send};
use crate::join::patiently;
use crate::plan::{Means, UnitPlan, Way, plan_units, split_over};
use crate::ranks::{Channel, Ranks};
use crate::worker::{Order, Report, Work, Worker};

/// How often the scheduler and the ranks look for messages when they have nothing else to do.
const LOOK_EVERY: Duration = Duration::from_micros(200);
/// How often ranks say how far they are.
const TELL_EVERY: Duration = Duration::from_secs(1);
/// Finished tables are listed this often.
const COMMIT_EVERY: Duration = Duration::from_secs(2);
/// Smaller units are handed out several at a time.
const SMALL_SLOTS: u64 = 1 << 16;
/// At most so many.
const TOGETHER: usize = 64;

/// What all ranks need to solve a game.
#[derive(Clone, Copy)]
pub struct Cluster<'a> {
    /// The ranks.
    pub ranks: &'a dyn Ranks,
    /// The threads of this one.
    pub pool: &'a rayon::ThreadPool,
    /// The game.
    pub game: &'a dyn Numbered,
    /// What solves units that this rank has for itself.
    pub backend: &'a dyn Backend,
    /// Ranks and memory.
    pub means: Means,
    /// How split units are dealt out.
    pub splitting: Splitting,
}

impl std::fmt::Debug for Cluster<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cluster").field("means", &self.means).finish_non_exhaustive()
    }
}

/// How units are split.
#[derive(Clone, Copy, Debug, Default)]
pub struct Splitting {
    /// The length of the blocks that slots are dealt out in, if it is not to be a fitting one.
    pub block: Option<u64>,
    /// Units with at least so many slots are split also where memory does not ask for it, over ranks that
    /// would have nothing to do; none are if it is not given.
    pub spread: Option<u64>,
}

/// What a solve by several ranks did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClusterReport {
    /// What was solved.
    pub solved: SolveReport,
    /// Units that were split.
    pub split_units: u64,
    /// Their slots.
    pub split_slots: u64,
    /// What that took.
    pub work: Work,
}

/// Works for rank 0 until there is nothing left to do.
pub fn serve(cluster: &Cluster<'_>, store: Store, stop: &Control) {
    let control = Control::default();
    let graph = TierGraph::of(cluster.game);
    let worker = worker(cluster, &graph, store, &control);
    let (hand, orders) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| work(cluster, &worker, orders));
        let (mut told, mut last, mut is_stop_told) = (0, Instant::now(), false);
        loop {
            while let Some((_, message)) = cluster.ranks.receive(Some(0), Channel::Control) {
                match read(&message) {
                    Some(Order::End) | None => return drop(hand),
                    Some(Order::Stop) => control.stop(),
                    Some(order) => drop(hand.send(order)),
                }
            }
            if stop.is_stopped() && !is_stop_told {
                send(cluster.ranks, 0, &Report::Stop);
                is_stop_told = true;
            }
            if last.elapsed() > TELL_EVERY {
                let (done, _) = control.progress();
                send(cluster.ranks, 0, &Report::Progress(done - told));
                (told, last) = (done, Instant::now());
            }
            std::thread::sleep(LOOK_EVERY);
        }
    });
}

fn worker<'a>(
    cluster: &Cluster<'a>,
    graph: &'a TierGraph,
    store: Store,
    control: &'a Control,
) -> Worker<'a> {
    let &Cluster { ranks, game, backend, means, splitting, .. } = cluster;
    let block = splitting.block;
    let tables = Mutex::default();
    let edges = Default::default();
    Worker { ranks, game, graph, backend, store, means, block, control, tables, edges }
}

fn work(cluster: &Cluster<'_>, worker: &Worker<'_>, orders: mpsc::Receiver<Order>) {
    for order in orders {
        let report = cluster.pool.install(|| worker.carry_out(&order));
        if let Some(report) = report {
            send(cluster.ranks, 0, &report);
        }
    }
}

/// Leads a solve, on rank 0: hands out everything that the store does not have, and works itself.
/// `helper` is the same folder, opened to [help](Store::help_on).
pub fn lead(
    cluster: &Cluster<'_>,
    store: &Store,
    helper: Store,
    control: &Control,
) -> Result<ClusterReport, SolveError> {
    let graph = TierGraph::of(cluster.game);
    let prepared = Scheduler::new(cluster, &graph, store);
    let mut scheduler = match prepared {
        Ok(scheduler) => scheduler,
        Err(failure) => {
            (1..cluster.ranks.count()).for_each(|rank| send(cluster.ranks, rank, &Order::End));
            return Err(failure);
        }
    };
    control.expect(scheduler.report.solved.slots);
    let own_control = Control::default();
    let worker = worker(cluster, &graph, helper, &own_control);
    let (hand, orders) = mpsc::channel();
    scheduler.hand = Some(hand);
    let failure = std::thread::scope(|scope| {
        scope.spawn(|| work(cluster, &worker, orders));
        let failure = scheduler.run(control, &own_control);
        scheduler.hand = None;
        failure
    });
    let save = || match &failure {
        Some(SolveError::Stopped) => patiently(|| Ok(store.commit()?)),
        Some(_) => {
            // Keep what was finished; the failure that comes first is the one to report.
            let _ = store.commit();
            Ok(())
        }
        None => patiently(|| Ok(store.finish()?)),
    };
    control.saving(save)?;
    scheduler.report.solved.table_bytes = store.tiers().iter().map(|tier| tier.bytes).sum();
    failure.map_or(Ok(scheduler.report), Err)
}

struct Scheduler<'a> {
    cluster: &'a Cluster<'a>,
    graph: &'a TierGraph,
    store: &'a Store,
    /// By unit, of those to be solved.
    plans: HashMap<usize, UnitPlan>,
    ready: Vec<usize>,
    waiting_for: HashMap<usize, usize>,
    waiters: HashMap<usize, Vec<usize>>,
    /// By unit: the slots on the longest way from it to a unit that nothing waits for. What has most before
    /// it comes first.
    before_the_end: Vec<u64>,
    idle: BTreeSet<usize>,
    /// For each unit in the works, how many ranks have not reported.
    running: HashMap<usize, usize>,
    /// Orders for the rank that this one is itself.
    hand: Option<mpsc::Sender<Order>>,
    report: ClusterReport,
    failure: Option<SolveError>,
}

impl<'a> Scheduler<'a> {
    fn new(
        cluster: &'a Cluster<'a>,
        graph: &'a TierGraph,
        store: &'a Store,
    ) -> Result<Scheduler<'a>, SolveError> {
        check_tiers(cluster.game, store)?;
        let mut scheduler = Scheduler {
            cluster,
            graph,
            store,
            plans: HashMap::new(),
            ready: Vec::new(),
            waiting_for: HashMap::new(),
            waiters: HashMap::new(),
            before_the_end: Vec::new(),
            idle: (0..cluster.ranks.count()).collect(),
            running: HashMap::new(),
            hand: None,
            report: ClusterReport::default(),
            failure: None,
        };
        let game = cluster.game;
        let is_solved =
            |unit: &Unit| unit.tiers.iter().all(|&tier| store.has(&game.tier_name(tier)));
        for (number, unit) in graph.units.iter().enumerate() {
            let solved = &mut scheduler.report.solved;
            if is_solved(unit) {
                solved.skipped_tiers += unit.tiers.len() as u64;
                continue;
            }
            solved.solved_tiers += unit.tiers.len() as u64;
            solved.slots += unit.total_slots();
            let exits = unit.exits.iter().filter_map(|&tier| graph.unit_of(tier));
            // Units come after their exits, so what is unsolved is known by now.
            let exits = exits.filter(|exit| scheduler.waiting_for.contains_key(exit));
            let exits: BTreeSet<usize> = exits.collect();
            for &exit in &exits {
                scheduler.waiters.entry(exit).or_default().push(number);
            }
            if exits.is_empty() {
                scheduler.ready.push(number);
            }
            scheduler.waiting_for.insert(number, exits.len());
        }
        scheduler.before_the_end = vec![0; graph.units.len()];
        for (number, unit) in graph.units.iter().enumerate().rev() {
            let waiters = scheduler.waiters.get(&number).into_iter().flatten();
            let longest = waiters.map(|&waiter| scheduler.before_the_end[waiter]).max();
            scheduler.before_the_end[number] = unit.total_slots() + longest.unwrap_or(0);
        }
        let units = scheduler.waiting_for.keys().map(|&number| (number, &graph.units[number]));
        scheduler.plans = plan_units(game, graph, cluster.backend, units, &cluster.means)?;
        Ok(scheduler)
    }

    /// Hands out units until none is left, or something failed and every rank has stopped.
    fn run(&mut self, control: &Control, own: &Control) -> Option<SolveError> {
        let mut last_commit = Instant::now();
        let mut own_told = 0;
        loop {
            if control.is_stopped() {
                self.fail(SolveError::Stopped, own);
            }
            if self.failure.is_none() {
                self.hand_out();
            }
            let all_idle = self.idle.len() == self.cluster.ranks.count();
            if all_idle && (self.failure.is_some() || self.ready.is_empty()) {
                (1..self.cluster.ranks.count()).for_each(|rank| self.give(rank, Order::End));
                return self.failure.take();
            }
            let mut heard = false;
            while let Some((rank, message)) = self.cluster.ranks.receive(None, Channel::Control) {
                heard = true;
                match read(&message) {
                    Some(Report::Progress(slots)) => control.advance(slots),
                    Some(Report::Stop) => self.fail(SolveError::Stopped, own),
                    Some(Report::Done { units, entries, work }) => {
                        self.done(rank, &units, &entries, work);
                    }
                    Some(Report::Failed { stopped, rank: name, what }) => {
                        self.idle.insert(rank);
                        let failure = match stopped {
                            true => SolveError::Stopped,
                            false => SolveError::Elsewhere { rank: name, what },
                        };
                        self.fail(failure, own);
                    }
                    None => {}
                }
            }
            let (done, _) = own.progress();
            control.advance(done - own_told);
            own_told = done;
            if last_commit.elapsed() > COMMIT_EVERY {
                let saved = control.saving(|| patiently(|| Ok(self.store.commit()?)));
                if let Err(failure) = saved {
                    self.fail(failure, own);
                }
                last_commit = Instant::now();
            }
            if !heard {
                std::thread::sleep(LOOK_EVERY);
            }
        }
    }

    /// Notes a failure, and tells everybody to stop.
    fn fail(&mut self, failure: SolveError, own: &Control) {
        if self.failure.is_none() {
            self.failure = Some(failure);
            own.stop();
            (1..self.cluster.ranks.count()).for_each(|rank| self.give(rank, Order::Stop));
        }
    }

    fn give(&self, rank: usize, order: Order) {
        match (&self.hand, rank) {
            (Some(hand), 0) => drop(hand.send(order)),
            _ => send(self.cluster.ranks, rank, &order),
        }
    }

    /// Starts what is ready, as long as there are ranks for it.
    fn hand_out(&mut self) {
        self.ready.sort_by_key(|&number| self.before_the_end[number]);
        let mut at = self.ready.len();
        let mut most_slots = u64::MAX;
        while at > 0 && !self.idle.is_empty() {
            at -= 1;
            let number = self.ready[at];
            let slots = self.graph.units[number].total_slots();
            if slots > most_slots {
                continue;
            }
            let plan = self.spread(number).unwrap_or(self.plans[&number]);
            match plan.way {
                Way::Split { ranks, .. } if self.idle.len() < ranks => {
                    // It waits for ranks. Those that are idle do meanwhile what takes them little time.
                    most_slots = most_slots.min(slots / (4 * ranks as u64));
                }
                Way::Split { ranks, reads_exits } => {
                    self.ready.remove(at);
                    // The last ones: rank 0 has the scheduling to do, too.
                    let members: Vec<usize> = self.idle.iter().rev().take(ranks).copied().collect();
                    let known = self.known(number);
                    self.running.insert(number, members.len());
                    self.report.split_units += 1;
                    self.report.split_slots += slots;
                    for &rank in &members {
                        self.idle.remove(&rank);
                        let (members, known) = (members.clone(), known.clone());
                        self.give(rank, Order::Split { unit: number, members, reads_exits, known });
                    }
                }
                Way::Whole => {
                    let units = self.together(at);
                    self.ready.retain(|number| !units.contains(number));
                    at = at + 1 - units.len();
                    let Some(rank) = self.idle.pop_last() else { return };
                    let mut known: Vec<TierEntry> =
                        units.iter().flat_map(|&number| self.known(number)).collect();
                    known.sort_by(|a, b| a.name.cmp(&b.name));
                    known.dedup();
                    self.running.extend(units.iter().map(|&number| (number, 1)));
                    self.give(rank, Order::Whole { units, known });
                }
            }
        }
    }

    /// The unit at a place among those that are ready, and if it is small, small ones before it that a rank gets
    /// together with it.
    fn together(&self, at: usize) -> Vec<usize> {
        let share = self.ready.len().div_ceil(self.idle.len().max(1)).min(TOGETHER);
        let is_small = |number: usize| self.graph.units[number].total_slots() < SMALL_SLOTS;
        let first = self.ready[at];
        let mut memory = self.plans[&first].memory;
        let mut units = vec![first];
        if is_small(first) {
            for &number in self.ready[..at].iter().rev().take(share.saturating_sub(1)) {
                let plan = self.plans[&number];
                memory += plan.memory;
                let fits = memory <= self.cluster.means.memory;
                if plan.way != Way::Whole || !is_small(number) || !fits {
                    break;
                }
                units.push(number);
            }
        }
        units
    }

    /// A plan that splits a unit over more ranks than its memory asks for: over its part of the ranks that are
    /// idle, going by its part of the slots that are ready to be solved, and over all where the others
    /// would be of no use to what is ready besides.
    fn spread(&self, number: usize) -> Option<UnitPlan> {
        let unit = &self.graph.units[number];
        if unit.total_slots() < self.cluster.splitting.spread? {
            return None;
        }
        let least = |number: &usize| match self.plans[number].way {
            Way::Whole => 1,
            Way::Split { ranks, .. } => ranks,
        };
        let slots = self.ready.iter().map(|&number| self.graph.units[number].total_slots());
        let part = self.idle.len() as u64 * unit.total_slots() / slots.sum::<u64>().max(1);
        let mut ranks = least(&number).max(part as usize);
        let left = self.idle.len().saturating_sub(ranks);
        let others = self.ready.iter().filter(|&&other| other != number);
        if others.map(least).all(|least| least > left) {
            ranks = ranks.max(self.idle.len());
        }
        let means = Means { ranks, ..self.cluster.means };
        if ranks < 2 {
            return None;
        }
        split_over(self.cluster.game, self.graph, unit, &means, ranks)
    }

    /// What is solved of a unit and of what it leads to.
    fn known(&self, number: usize) -> Vec<TierEntry> {
        let unit = &self.graph.units[number];
        let tiers = unit.tiers.iter().chain(&unit.exits);
        tiers.filter_map(|&tier| self.store.entry(&self.cluster.game.tier_name(tier))).collect()
    }

    fn done(&mut self, rank: usize, units: &[usize], entries: &[TierEntry], work: Work) {
        self.idle.insert(rank);
        entries.iter().for_each(|entry| self.store.learn(entry));
        self.report.work.add(work);
        for number in units {
            let Some(left) = self.running.get_mut(number) else { continue };
            *left -= 1;
            if *left > 0 {
                continue;
            }
            self.running.remove(number);
            self.waiting_for.remove(number);
            for waiter in self.waiters.remove(number).unwrap_or_default() {
                let Some(left) = self.waiting_for.get_mut(&waiter) else { continue };
                *left -= 1;
                if *left == 0 {
                    self.ready.push(waiter);
                }
            }
        }
    }
}
