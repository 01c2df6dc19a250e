//! One game in one variant, as the server keeps it.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use hindsight_answers::{Listing, Reply};
use hindsight_core::{About, AboutVariant};
use hindsight_oracle::{Estimate, GameName, Oracle, Verdict};

use crate::task::Task;

/// One game in one variant.
pub struct GameEntry {
    /// The game.
    pub about: &'static About,
    /// One sentence about the variant.
    pub summary: Cow<'static, str>,
    /// The names of the game and the variant.
    pub name: GameName,
    /// Whether the catalogue lists the variant, or it was made from its name.
    pub is_listed: bool,
    pub(crate) oracle: Mutex<Option<Arc<Oracle>>>,
    estimate: OnceLock<Estimate>,
    /// Whether there is a folder with tables, complete or not.
    pub(crate) is_begun: AtomicBool,
    /// Whether exploring the game takes more than a little memory.
    pub(crate) is_vast: AtomicBool,
    /// The value of the start, while the game is known to be solved.
    value: Mutex<Option<Verdict>>,
    pub(crate) solving: Mutex<Task>,
    pub(crate) analysing: Mutex<Task>,
    pub(crate) analysis: OnceLock<Reply>,
}

impl GameEntry {
    /// A variant of the catalogue, not opened yet.
    pub fn listed(about: &'static About, variant: &'static AboutVariant) -> GameEntry {
        GameEntry::new(about, variant.id, Cow::Borrowed(variant.summary), true)
    }

    /// A variant that was made from its name.
    pub fn unlisted(about: &'static About, variant: &str) -> GameEntry {
        let summary = format!("{variant}, which is not in the list");
        GameEntry::new(about, variant, Cow::Owned(summary), false)
    }

    fn new(
        about: &'static About,
        variant: &str,
        summary: Cow<'static, str>,
        is_listed: bool,
    ) -> GameEntry {
        GameEntry {
            about,
            summary,
            name: GameName::new(about.id, variant),
            is_listed,
            oracle: Mutex::default(),
            estimate: OnceLock::new(),
            is_begun: AtomicBool::new(false),
            is_vast: AtomicBool::new(false),
            value: Mutex::default(),
            solving: Mutex::default(),
            analysing: Mutex::default(),
            analysis: OnceLock::new(),
        }
    }

    /// The game as the catalogue has it.
    pub fn listing(&self) -> Listing<'_> {
        let GameEntry { about, summary, name, is_listed, .. } = self;
        Listing { about, summary, name, is_listed: *is_listed }
    }

    /// What solving takes, once it can be told at once.
    pub fn estimate(&self, oracle: &Oracle) -> Option<&Estimate> {
        if self.estimate.get().is_none() {
            let known = oracle.known_estimate()?;
            self.estimate.get_or_init(|| known);
        }
        self.known_estimate()
    }

    /// What solving takes, if it was told before.
    pub fn known_estimate(&self) -> Option<&Estimate> {
        self.estimate.get()
    }

    /// The value of the start, while the game is known to be solved.
    pub fn value(&self) -> Option<Verdict> {
        *lock(&self.value)
    }

    /// Notes that the game is solved, or no longer.
    pub fn set_value(&self, value: Option<Verdict>) {
        *lock(&self.value) = value;
    }

    /// Whether something is worked out for it.
    pub fn is_busy(&self) -> bool {
        [&self.solving, &self.analysing].iter().any(|task| lock(task).ticket().is_some())
    }

    /// Whether exploring the game takes more than a little memory, as far as is known.
    pub fn is_vast(&self) -> bool {
        self.is_vast.load(Ordering::Relaxed)
    }
}

/// What is guarded here is replaced as a whole, so a poisoned lock is fine.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
