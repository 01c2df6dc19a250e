//! One game in one variant, as the server keeps it.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use hindsight_answers::{Listing, Reply};
use hindsight_core::{About, AboutVariant};
use hindsight_oracle::{Estimate, GameName, Oracle, Verdict};

use crate::made::{Beyond, Made};
use crate::task::Task;

/// What the catalogue says of a game that it does not have.
static MADE: About =
    About { id: "made", name: "", summary: "A game that a visitor made.", help: "", variants: &[] };

/// One game in one variant.
pub struct GameEntry {
    /// The game; not its own where a visitor made it.
    pub about: &'static About,
    /// What is known of a game that a visitor made.
    pub made: Option<Made>,
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
        let name = GameName::new(about.id, variant.id);
        GameEntry::new(about, name, Cow::Borrowed(variant.summary), true)
    }

    /// A variant that was made from its name.
    pub fn unlisted(about: &'static About, variant: &str) -> GameEntry {
        let summary = format!("{variant}, which is not in the list");
        GameEntry::new(about, GameName::new(about.id, variant), Cow::Owned(summary), false)
    }

    /// A game that a visitor made of a text.
    pub fn made(made: Made) -> GameEntry {
        let name = GameName::new(made.id.clone(), made.book.variant());
        let entry = GameEntry::new(&MADE, name, Cow::Borrowed(""), false);
        GameEntry { made: Some(made), ..entry }
    }

    fn new(
        about: &'static About,
        name: GameName,
        summary: Cow<'static, str>,
        is_listed: bool,
    ) -> GameEntry {
        GameEntry {
            about,
            made: None,
            summary,
            name,
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

    /// Why a game that a visitor made cannot be solved here whatever its size, if that is so.
    pub fn is_beyond(&self) -> Option<Beyond> {
        self.made.as_ref().and_then(Made::is_beyond)
    }

    /// The game as the catalogue has it, or as its text says.
    pub fn listing(&self) -> Listing<'_> {
        let GameEntry { about, summary, name, is_listed, made, .. } = self;
        let listing = Listing::new(about, summary, name, *is_listed);
        match made {
            None => listing,
            Some(made) => Listing {
                title: made.book.name(),
                help: made.book.explain().into(),
                text: Some(&made.text),
                ..listing
            },
        }
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

    /// Notes that its tables are gone.
    pub fn forget_tables(&self) {
        self.is_begun.store(false, Ordering::Relaxed);
        self.set_value(None);
        *lock(&self.oracle) = None;
    }

    /// How many of its positions are in memory; none while somebody is about to change that.
    pub fn explored_positions(&self) -> u64 {
        let oracle = self.oracle.try_lock().ok().and_then(|oracle| oracle.clone());
        oracle.map_or(0, |oracle| oracle.explored_positions())
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
