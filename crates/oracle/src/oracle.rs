//! The facade: what can be asked about a game, whichever it is.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hindsight_core::{Kind, Picture, Turn, Value};
use hindsight_solve::{BoundaryCost, Control, Scope, VerifiedUnit};
use hindsight_store::{BlockCache, Fingerprint};
use serde::Serialize;

use crate::error::OracleError;
use crate::report::{
    Analysis, Answer, Checked, Drawing, Estimate, Line, Projection, Solved, Tables, Verdict,
    Verified, View,
};
use crate::surveying::Survey;

/// A game and one of its variants, by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct GameName {
    /// The game.
    pub game: String,
    /// The variant.
    pub variant: String,
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game, self.variant)
    }
}

/// The folder with the tables of all games, and the cache that its readers share.
#[derive(Clone, Debug)]
pub struct DataFolder {
    root: PathBuf,
    cache: Arc<BlockCache>,
    is_patient: bool,
}

impl DataFolder {
    /// A folder with a cache of the usual size. The folder need not exist.
    pub fn new(root: &Path) -> DataFolder {
        let cache = Arc::new(BlockCache::new(BlockCache::DEFAULT_BYTES));
        DataFolder { root: root.to_owned(), cache, is_patient: false }
    }

    /// The same for someone who can wait: what is in no table is searched for also where that takes
    /// minutes.
    #[must_use]
    pub fn patient(self) -> DataFolder {
        DataFolder { is_patient: true, ..self }
    }

    /// Whether searches may take long.
    pub fn is_patient(&self) -> bool {
        self.is_patient
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The cache for blocks of all tables.
    pub fn cache(&self) -> &Arc<BlockCache> {
        &self.cache
    }
}

/// What does the work of solving and verifying.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    /// A GPU, where there is one, the game runs on it, fits it, and is worth the start; else the
    /// processor.
    Auto,
    /// The processor.
    #[default]
    Cpu,
    /// A GPU; an error without.
    Gpu,
}

/// How to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Bytes of memory that the solve may take.
    pub memory: u64,
    /// Whether to forget what was solved before.
    pub force: bool,
    /// What does the work.
    pub device: Device,
}

impl Order {
    /// Solves with so many bytes of memory, on the processor, what is not solved yet.
    pub const fn within(memory: u64) -> Order {
        Order { memory, force: false, device: Device::Cpu }
    }
}

/// Which positions to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Only positions with this value.
    pub value: Option<Value>,
    /// Only positions with at least this remoteness.
    pub least_remoteness: u16,
}

/// Everything that can be asked about one game in one variant. Positions and moves are texts; any
/// text may come. All methods may be called from any number of threads at once.
///
/// Methods that say so need the game's tables, and answer [`OracleError::NotSolved`] without.
pub trait Oracle: Send + Sync {
    /// The game.
    fn name(&self) -> &GameName;

    /// What kind of game it is.
    fn kind(&self) -> Kind;

    /// The position at which the game starts.
    fn start(&self) -> String;

    /// The value of the position at which the game starts, from the tables.
    fn start_verdict(&self) -> Result<Verdict, OracleError>;

    /// What tells the rules from others: of a large game it takes seconds.
    fn rules(&self) -> Fingerprint;

    /// What is stored of a game that is solved.
    fn tables(&self) -> Result<Tables, OracleError>;

    /// How the game is drawn and clicked.
    fn drawing(&self) -> &Drawing;

    /// The position that a picture shows, put together by clicking.
    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<String, OracleError>;

    /// What the rules alone say about a position.
    fn view(&self, position: &str) -> Result<View, OracleError>;

    /// The position after a move.
    fn play(&self, position: &str, chosen: &str) -> Result<String, OracleError>;

    /// The value of a position and of all its moves, from the tables, or without them where the game
    /// [can](Oracle::finds).
    fn answer(&self, position: &str) -> Result<Answer, OracleError>;

    /// A line of best play from a position, of at most `most_plies`, from the tables. Of equally
    /// good moves the one that the game lists first is played. Where nobody can force an end, the
    /// line stops at the first repetition.
    fn line(&self, position: &str, most_plies: usize) -> Result<Line, OracleError>;

    /// A position that was met in games played at random from the start and is as wanted, from the
    /// tables; `None` when many games met none. The same seed gives the same position.
    fn random(&self, wanted: Wanted, seed: u64) -> Result<Option<String>, OracleError>;

    /// What solving takes. Needs no tables and builds none, but explores a game that has rules only.
    fn estimate(&self) -> Result<Estimate, OracleError>;

    /// The estimate, where it can be told at once.
    fn known_estimate(&self) -> Option<Estimate>;

    /// How long solving will take with the threads of the current rayon pool, by timing a sample for
    /// about a second. Needs no tables.
    fn project(&self) -> Result<Projection, OracleError>;

    /// Solves what is not solved yet, with the threads of the current rayon pool.
    fn solve(&self, order: &Order, control: &Control) -> Result<Solved, OracleError>;

    /// Whether positions can be answered for without tables.
    fn finds(&self) -> bool {
        false
    }

    /// Whether the values of a position and its moves, which no table has and which take too long to
    /// find at once, can be [searched for](Oracle::search).
    fn is_searchable(&self, _position: &str) -> bool {
        false
    }

    /// Searches for the values of a position and its moves, with the threads of the current rayon
    /// pool, so that they are then answered at once.
    fn search(&self, _position: &str, _control: &Control) -> Result<(), OracleError> {
        Ok(())
    }

    /// Solves the levels up to a boundary; what lies beyond is found when asked for. `None` where the
    /// game has no levels.
    fn solve_to(
        &self,
        _boundary: u32,
        _order: &Order,
        _control: &Control,
    ) -> Option<Result<Solved, OracleError>> {
        None
    }

    /// What each boundary costs; nothing for a game without levels.
    fn boundaries(&self) -> Vec<BoundaryCost> {
        Vec::new()
    }

    /// Counts the positions of a scope, from the tables.
    fn analyze(
        &self,
        scope: Scope,
        device: Device,
        control: &Control,
    ) -> Result<Analysis, OracleError>;

    /// Solves and counts without tables; see [`hindsight_solve::survey`].
    fn survey(&self, survey: Survey<'_>, control: &Control) -> Result<VerifiedUnit, OracleError>;

    /// Derives every stored value again from those of its moves, from the tables.
    fn verify(&self, device: Device, control: &Control) -> Result<Verified, OracleError>;

    /// Tests the game's own consistency on sampled positions. Needs no tables.
    fn check(&self, samples: u64, control: &Control) -> Result<Checked, OracleError>;
}
