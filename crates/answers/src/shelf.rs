//! Games without a server: opened when first asked for, solved by whoever asks for that.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hindsight_core::Games;
use hindsight_oracle::{
    DataFolder, Device, Estimate, GameName, Oracle, OracleError, SolveOptions, View,
};
use hindsight_solve::{Control, Scope, SolveError};
use serde::Serialize;

use crate::fault::{Fault, Refusal};
use crate::host::{Host, Listing, Progress, Standing, State};
use crate::parameters::shown;
use crate::reply::{Freshness, Reply, json};

/// Longer names are not even tried.
const LONGEST_NAME: usize = 64;

/// What may be solved in passing.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most slots of a game.
    pub slots: u64,
    /// The most bytes of memory.
    pub memory: u64,
}

impl Bounds {
    /// What a browser solves by itself: a few seconds' work.
    pub const IN_BROWSER: Bounds = Bounds { slots: 4_000_000, memory: 512 << 20 };
}

/// All games, and what was opened of them.
pub struct Shelf {
    games: Games,
    data: DataFolder,
    bounds: Bounds,
    opened: Mutex<HashMap<GameName, Arc<Opened>>>,
}

/// One game in one variant.
pub struct Opened {
    listing: OwnListing,
    bounds: Bounds,
    oracle: Arc<Oracle>,
    analysis: OnceLock<Reply>,
}

struct OwnListing {
    about: &'static hindsight_core::About,
    summary: Cow<'static, str>,
    name: GameName,
    is_listed: bool,
}

/// Why there is no answer, or none before the game is solved.
#[derive(Debug)]
pub enum NoAnswer {
    /// There is none.
    Fault(Fault),
    /// The game is small and must be solved first.
    Unsolved(Box<Working>),
}

/// What is being done to have an answer.
#[derive(Debug, Serialize)]
pub struct Working {
    status: &'static str,
    progress: Progress,
    ahead: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<View>,
}

impl From<Fault> for NoAnswer {
    fn from(fault: Fault) -> NoAnswer {
        NoAnswer::Fault(fault)
    }
}

impl NoAnswer {
    /// The status of HTTP and the JSON text that tell it.
    pub fn told(&self) -> (u16, Vec<u8>) {
        match self {
            NoAnswer::Fault(fault) => fault.told(),
            NoAnswer::Unsolved(working) => (202, json(working)),
        }
    }
}

impl std::fmt::Debug for Shelf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shelf").field("data", &self.data).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Opened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.listing.name)
    }
}

impl Shelf {
    /// Opens nothing yet.
    pub fn new(games: Games, data: DataFolder, bounds: Bounds) -> Shelf {
        Shelf { games, data, bounds, opened: Mutex::default() }
    }

    /// A game by its names. Any variant that the game makes of a name will do.
    pub fn open(&self, game: &str, variant: &str) -> Result<Arc<Opened>, Fault> {
        let name = GameName::new(game, variant);
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = opened.get(&name) {
            return Ok(Arc::clone(known));
        }
        let about = self.games.catalogue.iter().copied().find(|about| about.id == game);
        let about =
            about.ok_or_else(|| Fault::NotFound(format!("there is no game '{}'", shown(game))))?;
        if variant.len() > LONGEST_NAME {
            let why = format!("names of variants have at most {LONGEST_NAME} characters");
            return Err(Fault::NotFound(why));
        }
        let made = (self.games.make)(game, variant).map_err(Fault::NotFound)?;
        let listed = about.variants.iter().find(|listed| listed.id == variant);
        let summary = match listed {
            Some(listed) => Cow::Borrowed(listed.summary),
            None => format!("{variant}, which is not in the list").into(),
        };
        let oracle = Oracle::new(made, name.clone(), self.data.clone(), self.bounds.memory);
        let is_listed = listed.is_some();
        let listing = OwnListing { about, summary, name: name.clone(), is_listed };
        let (oracle, bounds) = (Arc::new(oracle), self.bounds);
        let entry = Arc::new(Opened { listing, bounds, oracle, analysis: OnceLock::new() });
        opened.insert(name, Arc::clone(&entry));
        Ok(entry)
    }

    /// Forgets what was opened of a game: its tables have changed.
    pub fn forget(&self, name: &GameName) {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
    }

    /// The games.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// Their listed variants, each opened when it is its turn.
    pub fn listed(&self) -> impl Iterator<Item = Arc<Opened>> {
        let variants = |about: &'static hindsight_core::About| {
            about.variants.iter().filter_map(|variant| self.open(about.id, variant.id).ok())
        };
        self.games.catalogue.iter().copied().flat_map(variants)
    }
}

impl Opened {
    /// Solves the game, unless it is solved.
    pub fn solve(&self, control: &Control) -> Result<(), Fault> {
        self.check_size(None)?;
        let solved = self.oracle.solve(&SolveOptions::within(self.bounds.memory), control);
        solved.map(drop).map_err(|error| match error {
            OracleError::Solve(
                SolveError::TooLittleMemory { .. } | SolveError::TooManyPositions { .. },
            ) => self.too_large(None),
            error => Fault::of(&self.listing.name, error),
        })
    }

    /// Counts the positions of a game that is solved.
    pub fn count(&self, control: &Control) -> Result<Reply, Fault> {
        if let Some(reply) = self.analysis.get() {
            return Ok(reply.clone());
        }
        let counted = self.oracle.analyze(Scope::Reachable, Device::Cpu, control);
        let counted = counted.map_err(|error| Fault::of(&self.listing.name, error))?;
        Ok(self.analysis.get_or_init(|| Reply::json(&counted, Freshness::Minutes)).clone())
    }

    /// Whether the game is solved in passing, as far as that can be told without exploring it.
    pub fn is_small(&self) -> bool {
        self.oracle.known_estimate().is_none_or(|estimate| self.fits(&estimate))
    }

    fn fits(&self, estimate: &Estimate) -> bool {
        estimate.slots <= self.bounds.slots && estimate.largest_unit.memory <= self.bounds.memory
    }

    /// Refuses a game that is too large. Of one that has rules only nothing is known before it is explored.
    fn check_size(&self, view: Option<View>) -> Result<(), Fault> {
        match self.oracle.known_estimate() {
            Some(estimate) if !self.fits(&estimate) => Err(self.too_large(view)),
            _ => Ok(()),
        }
    }

    fn too_large(&self, view: Option<View>) -> Fault {
        let GameName { game, variant } = &self.listing.name;
        Fault::Refused(Box::new(Refusal {
            error: format!(
                "{} is too large to be solved in a browser; a site has values of it that was made where the \
                 command had solved it",
                self.listing.name
            ),
            command: format!("hindsight solve {game} --variant {variant}"),
            estimate: self.oracle.known_estimate(),
            post: false,
            view,
        }))
    }
}

impl Host for Opened {
    type Fault = NoAnswer;

    fn listing(&self) -> Listing<'_> {
        let OwnListing { about, summary, name, is_listed } = &self.listing;
        Listing::new(about, summary, name, *is_listed)
    }

    fn oracle(&self) -> Result<Arc<Oracle>, NoAnswer> {
        Ok(Arc::clone(&self.oracle))
    }

    fn standing(&self) -> Standing {
        let estimate = self.oracle.known_estimate();
        // A search that does without tables would tell the value too, but may take long.
        let value = match self.oracle.tables().and_then(|_| self.oracle.start_verdict()) {
            Ok(value) => Ok(Some(value)),
            Err(OracleError::NotSolved { .. } | OracleError::PartlySolved { .. }) => Ok(None),
            Err(error) => Err(error),
        };
        let (state, value) = match value {
            Err(_) => (State::Damaged, None),
            Ok(Some(value)) => (State::Solved, Some(value)),
            Ok(None) if estimate.as_ref().is_some_and(|estimate| !self.fits(estimate)) => {
                (State::Unsolved, None)
            }
            Ok(None) => (State::Solvable, None),
        };
        Standing { state, value, progress: None, estimate }
    }

    fn ask<T>(
        &self,
        position: Option<&str>,
        question: impl Fn(&Oracle) -> Result<T, OracleError>,
    ) -> Result<T, NoAnswer> {
        // A small game is solved, even where a search would find a value without.
        let tables = match self.oracle.finds() && self.is_small() {
            true => self.oracle.tables().map(drop),
            false => Ok(()),
        };
        match tables.and_then(|()| question(&self.oracle)) {
            Ok(answer) => Ok(answer),
            Err(OracleError::NotSolved { .. } | OracleError::PartlySolved { .. }) => {
                let view = position.map(|position| self.oracle.view(position)).transpose();
                let view = view.map_err(|error| Fault::of(&self.listing.name, error))?;
                self.check_size(view.clone())?;
                let progress = Progress { done: 0, total: 0 };
                let working = Working { status: "solving", progress, ahead: 0, view };
                Err(NoAnswer::Unsolved(Box::new(working)))
            }
            Err(error) => Err(Fault::of(&self.listing.name, error).into()),
        }
    }

    fn analysis(&self) -> Result<Reply, NoAnswer> {
        // Whether there are tables.
        self.ask(None, |oracle| oracle.start_verdict())?;
        Ok(self.count(&Control::default())?)
    }
}
