//! The order of long work that no request waits for: small pieces first, several at once.
//!
//! A queue has lanes, each a thread with threads to compute on. Who comes next is whoever would be
//! done first if all had begun when they were asked for: a small piece passes large ones, but no
//! stream of small ones keeps a large one waiting for ever. One lane takes small pieces only, so that
//! these need not wait for the end of a large one.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::priority::{Behind, step_back};
use crate::task::Ticket;

/// A lane of a queue.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// Threads to compute on.
    pub threads: usize,
    /// The longest work that it takes.
    pub most_seconds: f64,
}

/// Slots that a lane solves in a second, before anything is known about this machine.
const USUAL_RATE: f64 = 500_000.0;
/// Work that took less time says little about the rate.
const LEAST_LEARNT: Duration = Duration::from_millis(100);

/// Says how many slots were done.
type Work = Box<dyn FnOnce() -> u64 + Send>;

/// Work in an order.
#[derive(Debug)]
pub struct Queue {
    shared: Arc<Shared>,
    /// Closed when all lanes have ended.
    ended: Mutex<Receiver<()>>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    lanes: usize,
    /// The most bytes that running work may take together.
    memory: u64,
    begin: Instant,
    /// Slots in a second, as the bits of a number with a fraction.
    rate: AtomicU64,
}

#[derive(Default)]
struct State {
    waiting: Vec<(Arc<Ticket>, Work)>,
    running: Vec<Arc<Ticket>>,
    is_closed: bool,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let State { waiting, running, is_closed } = self;
        write!(f, "{} wait, {running:?} run, closed: {is_closed}", waiting.len())
    }
}

impl Queue {
    /// Starts the lanes.
    pub fn start(name: &str, lanes: &[Lane], memory: u64) -> std::io::Result<Queue> {
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            changed: Condvar::new(),
            lanes: lanes.len(),
            memory,
            begin: Instant::now(),
            rate: AtomicU64::new(USUAL_RATE.to_bits()),
        });
        let (alive, ended) = channel();
        for (number, lane) in lanes.iter().enumerate() {
            let name = format!("{name}-{number}");
            let threads = rayon::ThreadPoolBuilder::new()
                .num_threads(lane.threads.max(1))
                .thread_name({
                    let name = name.clone();
                    move |thread| format!("{name}-{thread}")
                })
                .start_handler(|_| step_back(Behind::Answers))
                .build()
                .map_err(std::io::Error::other)?;
            let (shared, alive, most) = (Arc::clone(&shared), alive.clone(), lane.most_seconds);
            std::thread::Builder::new()
                .name(name)
                .spawn(move || shared.work(&threads, most, &alive))?;
        }
        Ok(Queue { shared, ended: Mutex::new(ended) })
    }

    /// Gives work to the queue. It must not panic. Dropped once the queue was told to finish.
    pub fn give(&self, ticket: Arc<Ticket>, work: Work) {
        let mut state = self.shared.state();
        if !state.is_closed {
            state.waiting.push((ticket, work));
            self.shared.changed.notify_all();
        }
    }

    /// How many pieces of work wait, and how many are being done.
    pub fn counts(&self) -> (usize, usize) {
        let state = self.shared.state();
        (state.waiting.len(), state.running.len())
    }

    /// How many pieces of work come before one, and in how many seconds it will be done, about.
    pub fn prospect(&self, ticket: &Arc<Ticket>) -> (usize, f64) {
        let state = self.shared.state();
        let is_same = |other: &Arc<Ticket>| Arc::ptr_eq(other, ticket);
        if state.running.iter().any(is_same) {
            return (0, ticket.remaining());
        }
        let own = self.shared.rank(ticket);
        let waiting = state.waiting.iter().map(|(other, _)| other);
        let ahead = waiting.filter(|other| !is_same(other) && self.shared.rank(other) < own);
        let (count, seconds) = ahead
            .fold((0, 0.0), |(count, seconds), other| (count + 1, seconds + other.cost.seconds));
        let running: f64 = state.running.iter().map(|other| other.remaining()).sum();
        let wait = (seconds + running) / self.shared.lanes as f64;
        (count + state.running.len(), wait + ticket.cost.seconds)
    }

    /// Stops what nobody has asked for any more for so long; says how many.
    pub fn stop_abandoned(&self, patience: Duration) -> usize {
        let state = self.shared.state();
        let all = state.waiting.iter().map(|(ticket, _)| ticket).chain(&state.running);
        let abandoned = all
            .filter(|ticket| ticket.is_abandoned(patience) && !ticket.control.is_stopped())
            .map(|ticket| ticket.control.stop())
            .count();
        if abandoned > 0 {
            self.shared.changed.notify_all();
        }
        abandoned
    }

    /// Stops what has been worked on for so long; says how many pieces.
    pub fn stop_overdue(&self, most: Duration) -> usize {
        let is_overdue = |ticket: &&Arc<Ticket>| {
            ticket.elapsed().is_some_and(|elapsed| elapsed > most) && !ticket.control.is_stopped()
        };
        let state = self.shared.state();
        let overdue = state.running.iter().filter(is_overdue);
        overdue.map(|ticket| ticket.control.stop()).count()
    }

    /// Takes no more work, and waits a while for what was given. Says whether all ended.
    pub fn finish(&self, patience: Duration) -> bool {
        self.shared.state().is_closed = true;
        self.shared.changed.notify_all();
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = ended.recv_timeout(patience);
        waited == Err(std::sync::mpsc::RecvTimeoutError::Disconnected)
    }

    /// How long so many slots take, judged by those before.
    pub fn seconds_for(&self, slots: u64) -> f64 {
        slots as f64 / f64::from_bits(self.shared.rate.load(Ordering::Relaxed))
    }
}

impl Shared {
    /// What a lane does until the queue is closed and nothing is left.
    fn work(&self, threads: &rayon::ThreadPool, most_seconds: f64, _alive: &Sender<()>) {
        let mut state = self.state();
        loop {
            if let Some(next) = self.next(&state, most_seconds) {
                let (ticket, work) = state.waiting.swap_remove(next);
                state.running.push(Arc::clone(&ticket));
                drop(state);
                ticket.begin();
                let slots = threads.install(work);
                self.learn(slots, ticket.elapsed().unwrap_or_default());
                state = self.state();
                state.running.retain(|other| !Arc::ptr_eq(other, &ticket));
                // There may be memory for another now.
                self.changed.notify_all();
            } else if state.is_closed && state.waiting.is_empty() {
                return;
            } else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Notes how long so many slots took.
    fn learn(&self, slots: u64, time: Duration) {
        if time >= LEAST_LEARNT && slots > 0 {
            let known = f64::from_bits(self.rate.load(Ordering::Relaxed));
            let rate = (known + slots as f64 / time.as_secs_f64()) / 2.0;
            self.rate.store(rate.to_bits(), Ordering::Relaxed);
        }
    }

    /// The place of the work that a lane should do next.
    fn next(&self, state: &State, most_seconds: f64) -> Option<usize> {
        // What was stopped before it began ends at once, in any lane.
        let is_stopped = |(ticket, _): &(Arc<Ticket>, Work)| ticket.control.is_stopped();
        if let Some(place) = state.waiting.iter().position(is_stopped) {
            return Some(place);
        }
        let taken: u64 = state.running.iter().map(|ticket| ticket.cost.memory).sum();
        let fits = |ticket: &Ticket| {
            ticket.cost.seconds <= most_seconds
                && (state.running.is_empty() || taken + ticket.cost.memory <= self.memory)
        };
        let waiting = state.waiting.iter().enumerate().filter(|(_, (ticket, _))| fits(ticket));
        let ranked = waiting.map(|(place, (ticket, _))| (self.rank(ticket), place));
        ranked.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, place)| place)
    }

    /// When work would be done if it had begun at once, in seconds since the beginning.
    fn rank(&self, ticket: &Ticket) -> f64 {
        let given = ticket.given.saturating_duration_since(self.begin);
        given.as_secs_f64() + ticket.cost.seconds
    }

    /// Whole between any two statements that can panic, so a poisoned lock is fine.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::Cost;

    const ANY: Lane = Lane { threads: 1, most_seconds: f64::INFINITY };
    const QUICK: Lane = Lane { threads: 1, most_seconds: 1.0 };
    const LONG: Duration = Duration::from_secs(100);

    fn ticket(seconds: f64) -> Arc<Ticket> {
        Ticket::new(Cost { seconds, memory: 1 }, None)
    }

    /// Work that tells its number when it begins, and ends when it is told to.
    struct Held {
        begun: Receiver<u32>,
        tell: Sender<u32>,
        hold: Arc<(Mutex<bool>, Condvar)>,
    }

    impl Held {
        fn new() -> Held {
            let (tell, begun) = channel();
            Held { begun, tell, hold: Arc::default() }
        }

        fn work(&self, number: u32, is_held: bool) -> Work {
            let (tell, hold) = (self.tell.clone(), Arc::clone(&self.hold));
            Box::new(move || {
                tell.send(number).unwrap();
                let mut is_free = hold.0.lock().unwrap();
                while is_held && !*is_free {
                    is_free = hold.1.wait(is_free).unwrap();
                }
                0
            })
        }

        fn release(&self) {
            *self.hold.0.lock().unwrap() = true;
            self.hold.1.notify_all();
        }

        fn next(&self) -> u32 {
            self.begun.recv_timeout(LONG).unwrap()
        }
    }

    #[test]
    fn small_work_passes_large_work() {
        let (queue, held) = (Queue::start("test", &[ANY], 100).unwrap(), Held::new());
        queue.give(ticket(5.0), held.work(0, true));
        assert_eq!(held.next(), 0);
        let large = ticket(100.0);
        queue.give(Arc::clone(&large), held.work(1, false));
        queue.give(ticket(0.1), held.work(2, false));
        assert_eq!(queue.counts(), (2, 1));
        let (ahead, seconds) = queue.prospect(&large);
        assert!(ahead == 2 && (100.0..=106.0).contains(&seconds), "{ahead} {seconds}");
        held.release();
        assert_eq!([held.next(), held.next()], [2, 1]);
        assert!(queue.finish(LONG));
    }

    #[test]
    fn small_work_does_not_wait_for_the_end_of_large_work() {
        let (queue, held) = (Queue::start("test", &[QUICK, ANY], 100).unwrap(), Held::new());
        queue.give(ticket(50.0), held.work(0, true));
        queue.give(ticket(60.0), held.work(1, false));
        assert_eq!(held.next(), 0);
        queue.give(ticket(0.5), held.work(2, false));
        assert_eq!(held.next(), 2);
        held.release();
        assert_eq!(held.next(), 1);
        assert!(queue.finish(LONG));
    }

    #[test]
    fn work_waits_for_memory() {
        let (queue, held) = (Queue::start("test", &[ANY, ANY], 10).unwrap(), Held::new());
        let large = |seconds| Ticket::new(Cost { seconds, memory: 8 }, None);
        queue.give(large(5.0), held.work(0, true));
        assert_eq!(held.next(), 0);
        queue.give(large(5.0), held.work(1, false));
        queue.give(ticket(9.0), held.work(2, false));
        assert_eq!(held.next(), 2, "the other does not fit beside the first");
        held.release();
        assert_eq!(held.next(), 1);
        assert!(queue.finish(LONG));
    }

    #[test]
    fn abandoned_work_ends_at_once() {
        let (queue, held) = (Queue::start("test", &[ANY], 100).unwrap(), Held::new());
        let (running, waiting, wanted) = (ticket(5.0), ticket(5.0), ticket(7.0));
        queue.give(Arc::clone(&running), held.work(0, true));
        assert_eq!(held.next(), 0);
        queue.give(Arc::clone(&waiting), held.work(1, false));
        queue.give(Arc::clone(&wanted), held.work(2, false));
        std::thread::sleep(Duration::from_millis(50));
        wanted.touch();
        assert_eq!(queue.stop_abandoned(Duration::from_millis(40)), 2);
        assert!(running.control.is_stopped() && waiting.control.is_stopped());
        assert!(!wanted.control.is_stopped());
        held.release();
        assert_eq!([held.next(), held.next()], [1, 2]);
        assert!(queue.finish(LONG));
    }

    #[test]
    fn the_rate_is_learnt() {
        let queue = Queue::start("test", &[ANY], 100).unwrap();
        let before = queue.seconds_for(1_000_000);
        for _ in 0..20 {
            queue.shared.learn(10_000_000, Duration::from_secs(1));
        }
        let after = queue.seconds_for(1_000_000);
        assert!(before > after && (0.09..0.11).contains(&after), "{before} {after}");
        assert!(queue.finish(LONG));
    }
}
