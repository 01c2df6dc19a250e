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
    /// A ticket for work that nobody has begun.
    pub fn new(cost: Cost) -> Arc<Ticket> {
        let now = Instant::now();
        Arc::new(Ticket {
            control: Control::default(),
            cost,
            given: now,
            asked: Mutex::new(now),
            began: OnceLock::new(),
        })
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

    /// The seconds that it will still take once it has its turn: from its progress, if there is any.
    pub fn remaining(&self) -> f64 {
        let elapsed = self.elapsed().map_or(0.0, |elapsed| elapsed.as_secs_f64());
        match self.progress() {
            Progress { done, total } if done > 0 && total > 0 => {
                elapsed * (total - done) as f64 / done as f64
            }
            _ => (self.cost.seconds - elapsed).max(0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_abandoned_when_nobody_asks() {
        let ticket = Ticket::new(Cost { seconds: 1.0, memory: 0 });
        assert!(!ticket.is_abandoned(Duration::from_secs(100)));
        std::thread::sleep(Duration::from_millis(5));
        assert!(ticket.is_abandoned(Duration::from_millis(1)));
        ticket.touch();
        assert!(!ticket.is_abandoned(Duration::from_secs(100)));
    }

    #[test]
    fn what_remains_is_told_by_the_progress() {
        let ticket = Ticket::new(Cost { seconds: 100.0, memory: 0 });
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
    fn a_failure_is_remembered_for_a_while() {
        assert!(Task::Failed(Instant::now()).has_just_failed());
        assert!(!Task::Idle.has_just_failed());
        let long_ago = Instant::now().checked_sub(RETRY);
        assert!(long_ago.is_none_or(|at| !Task::Failed(at).has_just_failed()));
    }
}
