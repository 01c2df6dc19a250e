//! The facade: what can be asked about a game, whichever it is.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use hindsight_core::clock::Instant;
use hindsight_core::{
    AnyPosition, AnyPresentation, Game, Kind, MoveGraph, NotationError, Numbered, Outcome, Picture,
    Turn, Unexplored, Value,
};
use hindsight_solve::{self as solve, Control, Cpu, Grundy, SolveError};
use hindsight_store::{BlockCache, Disk, Fingerprint, Store, SystemDisk};
use serde::Serialize;

use crate::accelerator;
use crate::draws::Families;
use crate::error::OracleError;
use crate::lesson::Lesson;
use crate::numbers::MOST_PARTS;
use crate::report::{
    Answer, Checked, Drawing, Estimate, LargestUnit, Line, Projection, Tables, Verdict, Verified,
    View,
};
use crate::view;

/// The longest that a game is explored for an estimate.
const EXPLORING: Duration = Duration::from_secs(8);

/// A game and one of its variants, by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct GameName {
    /// The game.
    pub game: String,
    /// The variant.
    pub variant: String,
}

impl GameName {
    /// The name of a variant of a game.
    pub fn new(game: impl Into<String>, variant: impl Into<String>) -> GameName {
        GameName { game: game.into(), variant: variant.into() }
    }
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
    disk: Arc<dyn Disk>,
    cache: Arc<BlockCache>,
    is_patient: bool,
}

impl DataFolder {
    /// A folder with a cache of the usual size. The folder need not exist.
    pub fn new(root: &Path) -> DataFolder {
        let cache = Arc::new(BlockCache::new(BlockCache::DEFAULT_BYTES));
        DataFolder { root: root.to_owned(), disk: Arc::new(SystemDisk), cache, is_patient: false }
    }

    /// The same folder on some disk.
    #[must_use]
    pub fn on(self, disk: Arc<dyn Disk>) -> DataFolder {
        DataFolder { disk, ..self }
    }

    /// The disk that the folder is on.
    pub fn disk(&self) -> &Arc<dyn Disk> {
        &self.disk
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
pub struct SolveOptions {
    /// Bytes of memory that the solve may take.
    pub memory: u64,
    /// Whether to forget what was solved before.
    pub force: bool,
    /// What does the work.
    pub device: Device,
}

impl SolveOptions {
    /// Solves with so many bytes of memory, on the processor, what is not solved yet.
    pub const fn within(memory: u64) -> SolveOptions {
        SolveOptions { memory, force: false, device: Device::Cpu }
    }
}

impl Default for SolveOptions {
    /// Solves within the memory that this machine has free.
    fn default() -> SolveOptions {
        SolveOptions::within(solve::default_budget().0)
    }
}

/// Which positions to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomFilter {
    /// Only positions with this value.
    pub value: Option<Value>,
    /// Only positions with at least this remoteness.
    pub least_remoteness: u16,
}

/// Everything that can be asked about one game in one variant. Positions and moves are texts; any
/// text may come. All methods may be called from any number of threads at once.
///
/// Methods that say so need the game's tables, and answer [`OracleError::NotSolved`] without. A game
/// that has rules only is explored when a question first needs numbers for its positions.
pub struct Oracle {
    pub(crate) rules: Arc<dyn AnyPresentation>,
    /// The index of a game that has one of its own.
    pub(crate) own_index: Option<Arc<dyn Numbered>>,
    /// The index of a game that has rules only, once it is explored.
    explored: Mutex<Option<Arc<dyn Numbered>>>,
    /// Held while the game is explored.
    exploring: Mutex<()>,
    /// The most bytes that exploring may take.
    memory: u64,
    pub(crate) name: GameName,
    /// The name that the tables are kept under: mostly the game's.
    folder: GameName,
    pub(crate) data: DataFolder,
    drawing: OnceLock<Drawing>,
    pub(crate) sample: OnceLock<Picture>,
    pub(crate) lesson: OnceLock<Option<Lesson>>,
    /// The hash of what the game was compiled from, where it is known.
    pub(crate) sources: Option<&'static str>,
    /// Taken when first needed: of a large game it takes a while.
    fingerprint: OnceLock<Fingerprint>,
    deep_fingerprint: OnceLock<Fingerprint>,
    /// The tables, once all of them are there.
    pub(crate) store: Mutex<Option<Arc<Store>>>,
    /// Values that a long search found.
    pub(crate) searched: Mutex<HashMap<AnyPosition, Outcome>>,
    /// Values that a search has found which does not know yet in how many plies.
    pub(crate) winners: Mutex<HashMap<AnyPosition, Value>>,
    /// Of an impartial game, found as they are asked for.
    pub(crate) grundy: Mutex<Grundy<AnyPosition>>,
    /// Of a scored game, by number of the position.
    pub(crate) margins: OnceLock<Vec<i32>>,
    recurs: OnceLock<bool>,
    /// The tables that tell draws apart, as far as they are there.
    pub(crate) families: Families,
}

impl Oracle {
    /// The oracle of a game. `memory` bounds the exploration of a game that has rules only.
    pub fn new(game: Game, name: GameName, data: DataFolder, memory: u64) -> Oracle {
        Oracle {
            rules: game.rules,
            own_index: game.index,
            explored: Mutex::default(),
            exploring: Mutex::default(),
            memory,
            folder: name.clone(),
            name,
            data,
            drawing: OnceLock::new(),
            sample: OnceLock::new(),
            lesson: OnceLock::new(),
            sources: game.sources,
            fingerprint: OnceLock::new(),
            deep_fingerprint: OnceLock::new(),
            store: Mutex::default(),
            searched: Mutex::default(),
            winners: Mutex::default(),
            grundy: Mutex::new(Grundy::new(MOST_PARTS)),
            margins: OnceLock::new(),
            recurs: OnceLock::new(),
            families: Families::default(),
        }
    }

    /// The same with another bound for the exploration.
    #[must_use]
    pub fn exploring_within(self, memory: u64) -> Oracle {
        Oracle { memory, ..self }
    }

    /// The same with its tables under another name.
    #[must_use]
    pub fn kept_under(self, folder: GameName) -> Oracle {
        Oracle { folder, ..self }
    }

    fn explored(&self) -> MutexGuard<'_, Option<Arc<dyn Numbered>>> {
        self.explored.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The index, if it is there without exploring.
    pub(crate) fn known_index(&self) -> Option<Arc<dyn Numbered>> {
        self.own_index.clone().or_else(|| self.explored().clone())
    }

    /// The index. Others who ask while a game is explored wait: the work is not done twice. Questions
    /// that can do without do not.
    pub(crate) fn index(&self) -> Result<Arc<dyn Numbered>, OracleError> {
        self.index_within(self.memory)
    }

    fn index_within(&self, memory: u64) -> Result<Arc<dyn Numbered>, OracleError> {
        if let Some(index) = self.known_index() {
            return Ok(index);
        }
        Ok(self.explore_while(memory, &mut || true).map_err(SolveError::from)?)
    }

    /// The positions that are in memory because the game has rules only and was explored.
    pub fn explored_positions(&self) -> u64 {
        let explored = self.explored();
        let graph = explored.as_ref().and_then(|index| index.graph());
        graph.map_or(0, |graph| graph.len().into())
    }

    /// Explores a game that has rules only, unless that takes more than so many bytes. Says whether the
    /// positions have numbers now.
    pub fn explore_within(&self, memory: u64) -> Result<bool, OracleError> {
        match self.index_within(memory.min(self.memory)) {
            Ok(_) => Ok(true),
            Err(OracleError::Solve(
                SolveError::TooLittleMemory { .. } | SolveError::TooManyPositions { .. },
            )) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The index, of which an exploration can be stopped.
    pub fn index_for(&self, control: &Control) -> Result<Arc<dyn Numbered>, OracleError> {
        if let Some(index) = &self.own_index {
            return Ok(Arc::clone(index));
        }
        let found = self.explore_while(self.memory, &mut || !control.is_stopped());
        Ok(found.map_err(SolveError::from)?)
    }

    fn explore_while(
        &self,
        memory: u64,
        may_go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Arc<dyn Numbered>, Unexplored> {
        let _exploring = self.exploring.lock().unwrap_or_else(PoisonError::into_inner);
        // Somebody else may have done it meanwhile.
        if let Some(index) = self.known_index() {
            return Ok(index);
        }
        let index = self.rules.explore_while(memory, may_go_on)?;
        Ok(Arc::clone(self.explored().insert(index)))
    }

    /// The position that a text means.
    pub(crate) fn parse(&self, text: &str) -> Result<AnyPosition, OracleError> {
        self.rules.parse_position(text).map_err(|cause| self.notation(cause))
    }

    /// The same, and the index that it has a number in. The tables are asked for before a game is
    /// explored: without them, that would be in vain.
    pub(crate) fn locate(&self, text: &str) -> Result<Located, OracleError> {
        let position = self.parse(text)?;
        self.check_held(self.known_index().as_deref(), &position, text)?;
        let store = self.store_if_any()?;
        let index = self.index()?;
        self.check_held(Some(&*index), &position, text)?;
        Ok(Located { position, index, store })
    }

    pub(crate) fn notation(&self, cause: NotationError) -> OracleError {
        OracleError::Notation { name: self.name.clone(), cause }
    }

    /// The same for someone who cannot wait: what is in no table and not found within milliseconds has no
    /// value unless it was [searched for](Oracle::search) before.
    #[must_use]
    pub fn hurried(self) -> Oracle {
        Oracle { data: DataFolder { is_patient: false, ..self.data }, ..self }
    }

    /// The game.
    pub fn name(&self) -> &GameName {
        &self.name
    }

    /// The name that its tables are kept under.
    pub fn folder(&self) -> &GameName {
        &self.folder
    }

    /// What kind of game it is.
    pub fn kind(&self) -> Kind {
        self.rules.kind()
    }

    /// The position at which the game starts.
    pub fn start(&self) -> String {
        self.rules.write_position(&self.rules.start())
    }

    /// The value of the position at which the game starts, from the tables. Explores nothing.
    pub fn start_verdict(&self) -> Result<Verdict, OracleError> {
        if self.known_index().is_none()
            && let Ok(store) = self.open_store()
            && store.is_complete()
        {
            let code = store.table(MoveGraph::TIER_NAME)?.get(0)?;
            let outcome = code.outcome().ok_or_else(|| self.contradiction(&self.rules.start()))?;
            return Ok(outcome.into());
        }
        Ok(self.answer(&self.start())?.verdict)
    }

    /// What tells the rules from others: of a large game it takes seconds.
    pub fn rules(&self) -> Fingerprint {
        *self.fingerprint.get_or_init(|| match &self.own_index {
            Some(index) => solve::fingerprint(&*self.rules, &**index),
            None => solve::fingerprint_of_rules(&*self.rules),
        })
    }

    /// The same by far more positions: see [`deep_fingerprint`](solve::deep_fingerprint).
    pub fn deep_rules(&self) -> Fingerprint {
        *self.deep_fingerprint.get_or_init(|| match &self.own_index {
            Some(index) => solve::deep_fingerprint(&*self.rules, &**index),
            None => solve::deep_fingerprint_of_rules(&*self.rules),
        })
    }

    /// What is stored of a game that is solved.
    pub fn tables(&self) -> Result<Tables, OracleError> {
        let store = self.complete_store()?;
        let entries = store.tiers();
        Ok(Tables {
            tiers: entries.len() as u64,
            slots: entries.iter().map(|entry| entry.slots).sum(),
            bytes: entries.iter().map(|entry| entry.bytes).sum(),
            runs: store.runs(),
        })
    }

    /// Whether all tables are there and known to be.
    pub fn is_solved(&self) -> bool {
        self.kept().is_some()
    }

    /// How the game is drawn and clicked.
    pub fn drawing(&self) -> &Drawing {
        self.drawing.get_or_init(|| view::drawing(&*self.rules))
    }

    /// The position that a picture shows, put together by clicking. It can be asked about, as far as is
    /// known without exploring the game.
    pub fn set_up(&self, picture: &Picture, turn: Turn) -> Result<String, OracleError> {
        let checked = self.drawing().scene.check_set_up(picture);
        let position = checked.and_then(|()| self.rules.set_up(picture, turn));
        let text = self.rules.write_position(&position.map_err(|cause| self.notation(cause))?);
        let position = self.parse(&text)?;
        self.check_held(self.known_index().as_deref(), &position, &text)?;
        Ok(text)
    }

    /// Refuses a position that has no number.
    fn check_held(
        &self,
        index: Option<&dyn Numbered>,
        position: &AnyPosition,
        text: &str,
    ) -> Result<(), OracleError> {
        if index.is_none_or(|index| index.holds(position)) {
            return Ok(());
        }
        Err(self.notation(NotationError::position(text, "no game from the start comes here")))
    }

    /// What the rules alone say about a position, and what a [search](Oracle::search) that still goes on has found.
    pub fn view(&self, position: &str) -> Result<View, OracleError> {
        let position = self.parse(position)?;
        let mut view = view::view(&*self.rules, &position);
        if self.kind() == Kind::Impartial {
            view.grundy = self.grundy(&position);
            for (told, child) in view.moves.iter_mut().zip(self.rules.moves(&position)) {
                told.grundy = self.grundy(&child);
            }
        }
        self.add_winners(&mut view, position);
        Ok(view)
    }

    /// The position after a move.
    pub fn play(&self, position: &str, chosen: &str) -> Result<String, OracleError> {
        view::play(view::view(&*self.rules, &self.parse(position)?), chosen)
    }

    /// The value of a position and of all its moves, from the tables, or without them where the game
    /// [can](Oracle::finds).
    pub fn answer(&self, position: &str) -> Result<Answer, OracleError> {
        self.ask(position, |located| self.describe(&located))
    }

    /// A line of best play from a position, of at most `most_plies`, from the tables. Of equally
    /// good moves the one that the game lists first is played. Where nobody can force an end, the
    /// line stops at the first repetition.
    pub fn line(&self, position: &str, most_plies: usize) -> Result<Line, OracleError> {
        self.ask(position, |located| self.best_line(located, most_plies))
    }

    /// A position that was met in games played at random from the start and is as wanted, from the
    /// tables; `None` when many games met none. The same seed gives the same position.
    pub fn random(&self, wanted: RandomFilter, seed: u64) -> Result<Option<String>, OracleError> {
        let store = self.complete_store()?;
        self.or_reopen(self.random_position(&*self.index()?, &store, wanted, seed))
    }

    /// What solving takes. Needs no tables and builds none. A game that has rules only is explored, for
    /// some seconds at most; of one with more positions than that it says what it takes at least.
    pub fn estimate(&self) -> Result<Estimate, OracleError> {
        let began = Instant::now();
        let index = match &self.own_index {
            Some(index) => Arc::clone(index),
            None => match self.explore_while(self.memory, &mut || began.elapsed() < EXPLORING) {
                Ok(index) => index,
                Err(Unexplored::Memory { met, .. } | Unexplored::Stopped(met)) => {
                    return Ok(Estimate::at_least(&self.name, met));
                }
            },
        };
        let estimate = solve::estimate(&*index, &Cpu);
        let solve::UnitNeed { tiers, slots, memory, .. } = estimate.largest;
        Ok(Estimate {
            name: self.name.clone(),
            at_least: false,
            tiers: estimate.tiers,
            units: estimate.units,
            loopy_units: estimate.loopy_units,
            slots: estimate.slots,
            largest_unit: LargestUnit { tiers, slots, memory },
            least_memory: estimate.least_memory,
            device_memory: accelerator::memory(&*index),
            expected_table_bytes: estimate.expected_table_bytes,
            most_table_bytes: estimate.most_table_bytes,
        })
    }

    /// The estimate, where it can be told at once.
    pub fn known_estimate(&self) -> Option<Estimate> {
        self.known_index().and_then(|_| self.estimate().ok())
    }

    /// Whether a position can come back in the course of a game; `None` where that cannot be told at
    /// once. A move that changes nothing does not count.
    pub fn recurs(&self) -> Option<bool> {
        let Some(index) = self.known_index() else {
            return self.rules.never_recurs().then_some(false);
        };
        Some(*self.recurs.get_or_init(|| match index.graph() {
            Some(graph) => has_cycle(graph),
            None => solve::estimate(&*index, &Cpu).loopy_units > 0,
        }))
    }

    /// How long solving will take with the threads of the current rayon pool, by timing a sample for
    /// about a second. Needs no tables.
    pub fn project(&self) -> Result<Projection, OracleError> {
        let solve::Projection { seconds, threads, sampled_slots } = solve::project(&*self.index()?);
        Ok(Projection { seconds, threads, sampled_slots })
    }

    /// Whether positions can be answered for without tables.
    pub fn finds(&self) -> bool {
        self.rules.finds()
    }

    /// Derives every stored value again from those of its moves, from the tables.
    pub fn verify(&self, device: Device, control: &Control) -> Result<Verified, OracleError> {
        let store = self.store()?;
        self.compare_rules(&store)?;
        let (rules, index) = (&*self.rules, &*self.index_for(control)?);
        let boundary = if self.finds() && !store.is_complete() {
            solve::stored_boundary(index, &store)
        } else {
            None
        };
        let backend = self.backend(device)?;
        let verified = match boundary {
            Some(boundary) => solve::verify_bounded(rules, index, boundary, &store, control),
            None if !store.is_complete() => return Err(self.partly_solved()),
            None => solve::verify(index, &store, &*backend, control),
        };
        let report = self.or_reopen(verified.map_err(OracleError::from))?;
        self.check_positions(&store)?;
        self.note_verified(&store, &report, backend.device_time().is_some());
        Ok(self.verified(&report))
    }

    fn verified(&self, report: &solve::VerifyReport) -> Verified {
        Verified {
            name: self.name.clone(),
            tiers: report.tiers,
            blocks: report.blocks,
            positions: report.positions,
            moves: report.moves,
            holes: report.holes,
        }
    }

    /// All tables of the game, of the rules that this program has, for several processes to read together.
    pub fn tables_of_these_rules(&self) -> Result<Arc<Store>, OracleError> {
        let store = self.complete_store()?;
        self.compare_rules(&store)?;
        Ok(store)
    }

    /// Notes and reports what several processes verified.
    pub fn verified_together(
        &self,
        store: &Store,
        report: &solve::VerifyReport,
    ) -> Result<Verified, OracleError> {
        self.check_positions(store)?;
        self.note_verified(store, report, false);
        Ok(self.verified(report))
    }

    /// Tests the game's own consistency on sampled positions. Needs no tables.
    pub fn check(&self, samples: u64, control: &Control) -> Result<Checked, OracleError> {
        let report = solve::check(&*self.rules, &*self.index_for(control)?, samples, control)
            .map_err(|cause| OracleError::Check { name: self.name.clone(), cause })?;
        Ok(Checked {
            name: self.name.clone(),
            positions: report.positions,
            moves: report.moves,
            unmoves: report.unmoves,
            slots: report.slots,
            texts: report.texts,
        })
    }
}

impl fmt::Debug for Oracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Oracle").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Whether some moves, each of which changes something, lead back to where they began.
fn has_cycle(graph: &MoveGraph) -> bool {
    let children = |position: u32| {
        graph.children_of(position).iter().copied().filter(move |&child| child != position)
    };
    // Positions to which no move leads any more are taken away, until none is left or all are on the
    // way from a cycle.
    let mut parents = vec![0_u32; graph.len() as usize];
    (0..graph.len()).flat_map(children).for_each(|child| parents[child as usize] += 1);
    let mut free: Vec<u32> =
        (0..graph.len()).filter(|&position| parents[position as usize] == 0).collect();
    let mut left = graph.len();
    while let Some(position) = free.pop() {
        left -= 1;
        for child in children(position) {
            parents[child as usize] -= 1;
            if parents[child as usize] == 0 {
                free.push(child);
            }
        }
    }
    left > 0
}

/// A position that has a number, and the tables in which its value may be.
pub(crate) struct Located {
    pub(crate) position: AnyPosition,
    pub(crate) index: Arc<dyn Numbered>,
    /// None where the game does without.
    pub(crate) store: Option<Arc<Store>>,
}
