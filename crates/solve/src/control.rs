//! Progress and cancellation: how a long computation stays in touch with whoever started it.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::error::SolveError;

/// Shared between a computation and its watcher.
#[derive(Default)]
pub struct Control {
    stop: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
    /// How many threads are making results last at present.
    saving: AtomicU64,
    /// Told about each step.
    watcher: Option<Box<dyn Fn(u64, u64) + Send + Sync>>,
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (done, total) = self.progress();
        write!(f, "{done} of {total}, stopped: {}", self.is_stopped())
    }
}

impl Control {
    /// A control that tells after each step how many slots are done, and how many there are: for one who
    /// cannot look from another thread.
    pub fn watched(watcher: impl Fn(u64, u64) + Send + Sync + 'static) -> Control {
        Control { watcher: Some(Box::new(watcher)), ..Control::default() }
    }

    /// Asks the computation to stop soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// An error once somebody has asked to stop.
    pub fn check(&self) -> Result<(), SolveError> {
        if self.stop.load(Ordering::Relaxed) { Err(SolveError::Stopped) } else { Ok(()) }
    }

    /// Whether somebody has asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Makes results last. Whoever asks to stop does well to wait for it a little longer.
    pub fn saving<T>(&self, save: impl FnOnce() -> T) -> T {
        self.saving.fetch_add(1, Ordering::Relaxed);
        let saved = save();
        self.saving.fetch_sub(1, Ordering::Relaxed);
        saved
    }

    /// Whether results are being made to last at present.
    pub fn is_saving(&self) -> bool {
        self.saving.load(Ordering::Relaxed) > 0
    }

    /// Says how many slots there are to do in all.
    pub fn expect(&self, slots: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(slots, Ordering::Relaxed);
    }

    /// Says that some slots are done.
    pub fn advance(&self, slots: u64) {
        let before = self.done.fetch_add(slots, Ordering::Relaxed);
        if let Some(watcher) = &self.watcher {
            watcher(before + slots, self.total.load(Ordering::Relaxed));
        }
    }

    /// Slots done and slots in all.
    pub fn progress(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }
}
