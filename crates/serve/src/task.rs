//! One piece of long work, from the first question that needs it to its end.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use hindsight_answers::Progress;
use hindsight_solve::Control;

/// Where one piece of work stands.
#[derive(Debug, Default)]
pub enum Task {
    /// Nobody has asked for it, or it is done.
    #[default]
    Idle,
    /// In the queue, or being done.
    Running(Arc<Ticket>),
    /// Came to no end; why stands in the log.
    Failed(Instant),
}

/// A failed task is tried again after this long.
const RETRY: Duration = Duration::from_secs(30);

/// What a piece of work takes, as far as is known before it begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The time.
    pub seconds: f64,
    /// Bytes of memory.
    pub memory: u64,
}

/// A piece of work that somebody has asked for.
#[derive(Debug)]
pub struct Ticket {
    /// How far it is, and how it is stopped.
    pub control: Control,
    /// What it takes.
    pub cost: Cost,
    /// The position that is searched for; `None` for work on a whole game.
    pub position: Option<String>,
    /// When it was asked for first.
    pub given: Instant,
    /// When it was asked for last.
    asked: Mutex<Instant>,
    began: OnceLock<Instant>,
}

impl Task {
    /// The ticket, while it waits or runs.
    pub fn ticket(&self) -> Option<&Arc<Ticket>> {
        match self {
            Task::Running(ticket) => Some(ticket),
            Task::Idle | Task::Failed(_) => None,
        }
    }

    /// Whether it failed a moment ago.
    pub fn has_just_failed(&self) -> bool {
        matches!(self, Task::Failed(at) if at.elapsed() < RETRY)
    }

    /// Asks it to stop soon.
    pub fn stop(&self) {
        if let Some(ticket) = self.ticket() {
            ticket.control.stop();
        }
    }
}

impl Ticket {
    /// A ticket for work on a position, or on a whole game, that nobody has begun.
    pub fn new(cost: Cost, position: Option<String>) -> Arc<Ticket> {
        let now = Instant::now();
        Arc::new(Ticket {
            control: Control::default(),
            cost,
            position,
            given: now,
            asked: Mutex::new(now),
            began: OnceLock::new(),
        })
    }

    /// Notes which position somebody asks about while this is under way. Whoever asks about another position than the
    /// one that is searched for has moved on: the search ends once nobody has asked for it for so long.
    pub fn ask(&self, position: Option<&str>, patience: Duration) {
        if self.position.is_none() || self.position.as_deref() == position {
            self.touch();
        } else if self.is_abandoned(patience) {
            self.control.stop();
        }
    }

    /// Notes that somebody still wants it.
    pub fn touch(&self) {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Whether nobody has asked for it for so long.
    pub fn is_abandoned(&self, patience: Duration) -> bool {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).elapsed() > patience
    }

    /// Notes that the work begins.
    pub fn begin(&self) {
        let _ = self.began.set(Instant::now());
    }

    /// How long it has been worked on.
    pub fn elapsed(&self) -> Option<Duration> {
        self.began.get().map(Instant::elapsed)
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let (done, total) = self.control.progress();
        Progress { done: done.min(total), total }
    }

    /// The seconds that it will still take once it has its turn: from its progress, if there is any. What has taken
    /// long without any will take half as long again, at least.
    pub fn remaining(&self) -> f64 {
        let elapsed = self.elapsed().map_or(0.0, |elapsed| elapsed.as_secs_f64());
        match self.progress() {
            Progress { done, total } if done > 0 && total > 0 => {
                elapsed * (total - done) as f64 / done as f64
            }
            _ => (self.cost.seconds - elapsed).max(elapsed / 2.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_abandoned_when_nobody_asks() {
        let ticket = Ticket::new(Cost { seconds: 1.0, memory: 0 }, None);
        assert!(!ticket.is_abandoned(Duration::from_secs(100)));
        std::thread::sleep(Duration::from_millis(5));
        assert!(ticket.is_abandoned(Duration::from_millis(1)));
        ticket.touch();
        assert!(!ticket.is_abandoned(Duration::from_secs(100)));
    }

    #[test]
    fn what_remains_is_told_by_the_progress() {
        let ticket = Ticket::new(Cost { seconds: 100.0, memory: 0 }, None);
        assert_eq!(ticket.remaining(), 100.0);
        ticket.begin();
        std::thread::sleep(Duration::from_millis(20));
        assert!(ticket.remaining() < 100.0);
        ticket.control.expect(10);
        ticket.control.advance(9);
        let elapsed = ticket.elapsed().unwrap().as_secs_f64();
        assert!(ticket.remaining() > 0.0 && ticket.remaining() < elapsed);
        assert_eq!(ticket.progress(), Progress { done: 9, total: 10 });
    }

    #[test]
    fn what_takes_longer_than_expected_is_not_said_to_end_at_once() {
        let ticket = Ticket::new(Cost { seconds: 0.001, memory: 0 }, None);
        ticket.begin();
        std::thread::sleep(Duration::from_millis(20));
        assert!(ticket.remaining() >= 0.01, "{}", ticket.remaining());
    }

    #[test]
    fn a_search_ends_when_those_who_asked_have_moved_on() {
        let cost = Cost { seconds: 1.0, memory: 0 };
        let (search, solve) = (Ticket::new(cost, Some("a".to_owned())), Ticket::new(cost, None));
        std::thread::sleep(Duration::from_millis(5));
        for ticket in [&search, &solve] {
            ticket.ask(Some("a"), Duration::from_millis(1));
            ticket.ask(Some("b"), Duration::from_secs(100));
            assert!(!ticket.control.is_stopped(), "somebody asked for it just now");
        }
        std::thread::sleep(Duration::from_millis(5));
        search.ask(Some("b"), Duration::from_millis(1));
        solve.ask(Some("b"), Duration::from_millis(1));
        assert!(search.control.is_stopped());
        assert!(!solve.control.is_stopped(), "every position waits for it");
    }

    #[test]
    fn a_failure_is_remembered_for_a_while() {
        assert!(Task::Failed(Instant::now()).has_just_failed());
        assert!(!Task::Idle.has_just_failed());
        let long_ago = Instant::now().checked_sub(RETRY);
        assert!(long_ago.is_none_or(|at| !Task::Failed(at).has_just_failed()));
    }
}
