//! Long work that no request waits for: solving and counting, one after the other per worker.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hindsight_solve::Control;
use serde::Serialize;

type Job = Box<dyn FnOnce() + Send>;

/// A thread that does what it is given in the order it comes, with threads to compute on.
#[derive(Debug)]
pub struct Worker {
    jobs: Mutex<Option<Sender<Job>>>,
    /// Closed when the thread has ended.
    ended: Mutex<Receiver<()>>,
}

impl Worker {
    /// Starts the thread.
    pub fn start(name: &str, threads: Arc<rayon::ThreadPool>) -> std::io::Result<Worker> {
        let (jobs, queue) = channel::<Job>();
        let (alive, ended) = channel::<()>();
        std::thread::Builder::new().name(name.to_owned()).spawn(move || {
            let _alive = alive;
            for job in queue {
                threads.install(job);
            }
        })?;
        Ok(Worker { jobs: Mutex::new(Some(jobs)), ended: Mutex::new(ended) })
    }

    /// Puts a job at the end of the queue. It must not panic. Dropped once the worker was told to
    /// finish.
    pub fn give(&self, job: Job) {
        if let Some(jobs) = &*self.jobs.lock().unwrap_or_else(PoisonError::into_inner) {
            // The thread ends only after this sender is gone.
            let _ = jobs.send(job);
        }
    }

    /// Takes no more jobs, and waits a while for those that were given. Says whether all ended.
    pub fn finish(&self, patience: Duration) -> bool {
        *self.jobs.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = ended.recv_timeout(patience);
        waited == Err(std::sync::mpsc::RecvTimeoutError::Disconnected)
    }
}

/// Where one piece of work stands.
#[derive(Debug, Default)]
pub enum Task {
    /// Nobody has asked for it, or it is done.
    #[default]
    Idle,
    /// Given to a worker.
    Running(Arc<Control>),
    /// Came to no end; why stands in the log.
    Failed(Instant),
}

/// A failed task is tried again after this long.
const RETRY: Duration = Duration::from_secs(30);

/// How far a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Slots done.
    pub done: u64,
    /// Slots in all; 0 while the task waits for its turn.
    pub total: u64,
}

/// What came of asking for a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It is under way.
    Running(Progress),
    /// It failed a moment ago.
    Failed,
}

impl Task {
    /// How far it is, while it runs.
    pub fn progress(&self) -> Option<Progress> {
        let Task::Running(control) = self else { return None };
        let (done, total) = control.progress();
        Some(Progress { done: done.min(total), total })
    }

    /// Begins it, by handing its control to `give`, unless it runs or has just failed.
    pub fn begin(&mut self, give: impl FnOnce(Arc<Control>)) -> Begun {
        if let Some(progress) = self.progress() {
            return Begun::Running(progress);
        }
        if matches!(self, Task::Failed(at) if at.elapsed() < RETRY) {
            return Begun::Failed;
        }
        let control = Arc::new(Control::default());
        *self = Task::Running(Arc::clone(&control));
        give(control);
        Begun::Running(Progress { done: 0, total: 0 })
    }

    /// Asks it to stop soon.
    pub fn stop(&self) {
        if let Task::Running(control) = self {
            control.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_begins_once_and_waits_after_a_failure() {
        let mut task = Task::default();
        let mut given = 0;
        for _ in 0..3 {
            let begun = task.begin(|control| {
                control.expect(10);
                given += 1;
            });
            assert!(matches!(begun, Begun::Running(_)));
        }
        assert_eq!(given, 1);
        assert_eq!(task.progress(), Some(Progress { done: 0, total: 10 }));
        task = Task::Failed(Instant::now());
        assert_eq!(task.begin(|_| unreachable!("it has just failed")), Begun::Failed);
    }

    #[test]
    fn a_worker_ends_after_its_jobs() {
        let threads = Arc::new(rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap());
        let worker = Worker::start("test", threads).unwrap();
        let (sent, received) = channel();
        worker.give(Box::new(move || sent.send(7).unwrap()));
        assert!(worker.finish(Duration::from_secs(10)));
        assert_eq!(received.recv(), Ok(7));
    }
}
