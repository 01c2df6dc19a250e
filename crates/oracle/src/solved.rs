//! The one implementation of the facade, generic over the game.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hindsight_core::{Indexed, Kind, Looks, Outcome, Picture, Rules, Tier, Turn, worths};
use hindsight_solve::{
    self as solve, BoundaryCost, Control, CpuSolver, Scope, SolveError, VerifiedUnit,
};
use hindsight_store::{Fingerprint, GameId, Prober, Store, StoreError, Table};

use crate::error::OracleError;
use crate::oracle::{DataFolder, Device, GameName, Oracle, Order, Wanted};
use crate::report::{
    Analysis, Answer, Checked, Drawing, Estimate, LargestUnit, Line, LineEnd, MoveAnswer, Ply,
    Projection, Solved, Tables, Verdict, Verified, View,
};
use crate::surveying::Survey;
use crate::view;

/// Games played at random before a wanted position is given up.
const RANDOM_GAMES: usize = 200;
/// The longest of them, in plies: some games never end.
const RANDOM_PLIES: usize = 200;

/// An oracle for a game that numbers its positions.
pub fn for_indexed<G: Indexed + Looks + 'static>(
    game: G,
    name: GameName,
    data: DataFolder,
) -> Box<dyn Oracle> {
    Box::new(GameOracle::new(game, name, data))
}

pub(crate) struct GameOracle<G: Rules> {
    pub(crate) game: G,
    pub(crate) name: GameName,
    pub(crate) data: DataFolder,
    drawing: OnceLock<Drawing>,
    /// Taken when first needed: of a large game it takes a while.
    rules: OnceLock<Fingerprint>,
    /// The tables, once all of them are there.
    store: Mutex<Option<Arc<Store>>>,
    /// Values that a long search found.
    pub(crate) searched: Mutex<HashMap<G::Position, Outcome>>,
}

impl<G: Indexed + Looks> GameOracle<G> {
    fn new(game: G, name: GameName, data: DataFolder) -> GameOracle<G> {
        GameOracle {
            game,
            name,
            data,
            drawing: OnceLock::new(),
            rules: OnceLock::new(),
            store: Mutex::new(None),
            searched: Mutex::default(),
        }
    }

    /// The same with a fingerprint that was taken otherwise.
    pub(crate) fn with_fingerprint(
        game: G,
        name: GameName,
        data: DataFolder,
        rules: Fingerprint,
    ) -> GameOracle<G> {
        GameOracle { rules: OnceLock::from(rules), ..GameOracle::new(game, name, data) }
    }

    /// The game itself.
    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    pub(crate) fn id(&self) -> GameId {
        let rules = *self.rules.get_or_init(|| solve::fingerprint(&self.game));
        let GameName { game, variant } = self.name.clone();
        GameId { game, variant, rules }
    }

    /// The tables as they are now, complete or not.
    fn store(&self) -> Result<Arc<Store>, OracleError> {
        if let Some(store) = &*self.kept() {
            return Ok(Arc::clone(store));
        }
        let store = match Store::open(self.data.root(), &self.id()) {
            Err(StoreError::NothingSolved { .. }) => return Err(self.not_solved()),
            opened => Arc::new(opened?.with_cache(Arc::clone(self.data.cache()))),
        };
        // A solve that is still running adds tables: only what is complete can be kept.
        if store.is_complete() {
            *self.kept() = Some(Arc::clone(&store));
        }
        Ok(store)
    }

    /// The tables as they are now; `None` where there are none and the game does without.
    fn store_if_any(&self) -> Result<Option<Arc<Store>>, OracleError> {
        if G::IS_FOUND && self.kept().is_none() {
            let GameName { game, variant } = self.name.clone();
            if !Store::list(self.data.root())?.contains(&(game, variant)) {
                return Ok(None);
            }
        }
        self.store().map(Some)
    }

    pub(crate) fn complete_store(&self) -> Result<Arc<Store>, OracleError> {
        let store = self.store()?;
        if store.is_complete() { Ok(store) } else { Err(self.partly_solved()) }
    }

    pub(crate) fn kept(&self) -> std::sync::MutexGuard<'_, Option<Arc<Store>>> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn not_solved(&self) -> OracleError {
        let (name, data) = (self.name.clone(), self.data.root().to_owned());
        OracleError::NotSolved { name, data }
    }

    fn partly_solved(&self) -> OracleError {
        let (name, data) = (self.name.clone(), self.data.root().to_owned());
        OracleError::PartlySolved { name, data }
    }

    /// Passes a result on; after an error the tables are opened anew next time, in case they were
    /// solved again meanwhile.
    pub(crate) fn or_reopen<T>(&self, result: Result<T, OracleError>) -> Result<T, OracleError> {
        if matches!(result, Err(OracleError::Solve(SolveError::Store(_)))) {
            *self.kept() = None;
        }
        result
    }

    pub(crate) fn parse(&self, text: &str) -> Result<G::Position, OracleError> {
        view::parse(&self.game, &self.name, text)
    }

    pub(crate) fn outcome(
        &self,
        reading: &mut Reading,
        position: G::Position,
    ) -> Result<Outcome, OracleError> {
        let Some(store) = reading.store else { return self.found(reading, position) };
        let tier = self.game.tier_of(position);
        let place = match reading.tables.iter().position(|(known, _)| *known == tier) {
            Some(place) => place,
            None => {
                let table = match self.table(store, tier, position) {
                    // Beyond the boundary, or not yet solved.
                    Err(OracleError::NeverReached { .. } | OracleError::PartlySolved { .. })
                        if G::IS_FOUND =>
                    {
                        return self.found(reading, position);
                    }
                    table => table?,
                };
                reading.tables.push((tier, Prober::new(table)));
                reading.tables.len() - 1
            }
        };
        let prober = &mut reading.tables[place].1;
        let code = prober.get(self.game.locate_in(tier, position).slot)?;
        code.outcome().ok_or_else(|| self.contradiction(position))
    }

    /// The outcome of a position that is in no table.
    fn found(&self, reading: &mut Reading, position: G::Position) -> Result<Outcome, OracleError> {
        if let Some(value) = self.game.primitive(position) {
            return Ok(Outcome::over(value));
        }
        if let Some(outcome) = self.game.published(position) {
            reading.found_by = Some(PUBLISHED);
            return Ok(outcome);
        }
        reading.found_by.get_or_insert(SEARCH);
        if let Some(&outcome) = self.searched().get(&position) {
            return Ok(outcome);
        }
        let is_possible = self.data.is_patient() || self.game.is_quickly_found(position);
        let outcome = if is_possible { self.game.find(position) } else { None };
        outcome.ok_or_else(|| match reading.store {
            Some(_) => self.partly_solved(),
            None => self.not_solved(),
        })
    }

    /// The table of a position's tier.
    fn table(
        &self,
        store: &Store,
        tier: Tier,
        position: G::Position,
    ) -> Result<Arc<Table>, OracleError> {
        let tier_name = self.game.tier_name(tier);
        match store.table(&tier_name) {
            Err(StoreError::NoSuchTier { .. }) if store.is_complete() => {
                Err(OracleError::NeverReached {
                    name: self.name.clone(),
                    position: self.game.write_position(position),
                    tier: tier_name,
                })
            }
            Err(StoreError::NoSuchTier { .. }) => Err(self.partly_solved()),
            table => Ok(table?),
        }
    }

    fn contradiction(&self, position: G::Position) -> OracleError {
        let position = self.game.write_position(position);
        OracleError::Contradiction { name: self.name.clone(), position }
    }

    /// The value of a position and of its moves. All of them were read anyway, so that a stored
    /// value which its moves do not bear out is noticed.
    fn judge(
        &self,
        store: Option<&Store>,
        position: G::Position,
    ) -> Result<Judged<G>, OracleError> {
        let mut reading = Reading::new(store);
        let outcome = self.outcome(&mut reading, position)?;
        let found = view::moves(&self.game, position);
        let mut moves = Vec::with_capacity(found.len());
        for (chosen, child) in found {
            moves.push((chosen, child, self.outcome(&mut reading, child)?));
        }
        let derived = match self.game.primitive(position) {
            Some(value) => Some(Outcome::over(value)),
            None => moves.iter().map(|(_, _, outcome)| outcome.as_seen_by_mover()).max(),
        };
        if derived != Some(outcome) {
            return Err(self.contradiction(position));
        }
        Ok(Judged { outcome, moves, found_by: reading.found_by })
    }

    fn describe(
        &self,
        store: Option<&Store>,
        position: G::Position,
    ) -> Result<Answer, OracleError> {
        let judged = self.judge(store, position)?;
        let moves = judged.moves.iter().map(|&(chosen, child, outcome)| MoveAnswer {
            chosen: self.game.write_move(position, chosen),
            position: self.game.write_position(child),
            verdict: outcome.into(),
            best: outcome.as_seen_by_mover() == judged.outcome,
            grundy: None,
            margin: None,
            picture: self.game.picture(child),
        });
        let picture = self.game.picture(position);
        let chosen: Vec<_> = judged.moves.iter().map(|found| found.0).collect();
        let clicks = self.game.stages(position, &picture, &chosen);
        let worth = |found: &(_, _, Outcome)| found.2.as_seen_by_mover();
        let worths = worths(
            &clicks,
            &judged.moves.iter().map(worth).collect::<Vec<_>>(),
            // Only a position at which the game is over has nothing to click.
            judged.outcome,
        );
        let stages = clicks.into_iter().zip(worths);
        Ok(Answer {
            name: self.name.clone(),
            position: self.game.write_position(position),
            turn: self.game.turn(position),
            board: self.game.board(position),
            tier: self.game.tier_name(self.game.tier_of(position)),
            over: self.game.primitive(position).is_some(),
            kind: self.game.kind(),
            verdict: judged.outcome.into(),
            grundy: None,
            margin: None,
            picture,
            moves: moves.collect(),
            stages: stages.map(|(stage, worth)| view::stage_answer(stage, Some(worth))).collect(),
            found_by: judged.found_by,
        })
    }

    fn best_line(
        &self,
        store: Option<&Store>,
        start: G::Position,
        most_plies: usize,
    ) -> Result<Line, OracleError> {
        let mut judged = self.judge(store, start)?;
        let mut line = Line {
            position: self.game.write_position(start),
            verdict: judged.outcome.into(),
            plies: Vec::new(),
            end: LineEnd::Cut,
        };
        let mut position = start;
        let mut met = HashMap::from([(start, 0)]);
        loop {
            if judged.moves.is_empty() {
                line.end = LineEnd::Over;
                break;
            }
            if line.plies.len() == most_plies {
                break;
            }
            let best = judged.best().ok_or_else(|| self.contradiction(position))?;
            let (chosen, child, outcome) = best;
            line.plies.push(Ply {
                chosen: self.game.write_move(position, chosen),
                position: self.game.write_position(child),
                verdict: outcome.into(),
            });
            if let Some(&plies) = met.get(&child) {
                line.end = LineEnd::Repeats(plies);
                break;
            }
            met.insert(child, line.plies.len());
            position = child;
            judged = self.judge(store, position)?;
        }
        Ok(line)
    }

    fn random_position(
        &self,
        store: &Store,
        wanted: Wanted,
        seed: u64,
    ) -> Result<Option<String>, OracleError> {
        let mut random = Random(seed);
        let mut reading = Reading::new(Some(store));
        for _ in 0..RANDOM_GAMES {
            let mut found = Vec::new();
            let mut position = self.game.start();
            for _ in 0..RANDOM_PLIES {
                let outcome = self.outcome(&mut reading, position)?;
                if wanted.value.is_none_or(|value| value == outcome.value())
                    && outcome.remoteness().unwrap_or(0) >= wanted.least_remoteness
                {
                    found.push(position);
                }
                let moves = view::moves(&self.game, position);
                if moves.is_empty() {
                    break;
                }
                position = moves[random.below(moves.len())].1;
            }
            if !found.is_empty() {
                let chosen = found[random.below(found.len())];
                return Ok(Some(self.game.write_position(chosen)));
            }
        }
        Ok(None)
    }
}

/// The tables that one question needs, each looked up once: positions of one tier are asked about in
/// turn.
pub(crate) struct Reading<'a> {
    /// None where a game does without.
    store: Option<&'a Store>,
    tables: Vec<(Tier, Prober)>,
    /// How values were found that are in no table.
    found_by: Option<&'static str>,
}

/// Values that were searched for.
const SEARCH: &str = "search";
/// Values of which some are published, not found.
const PUBLISHED: &str = "published";

impl Reading<'_> {
    pub(crate) fn new(store: Option<&Store>) -> Reading<'_> {
        Reading { store, tables: Vec::new(), found_by: None }
    }
}

/// A position's value, and its moves with where they lead and the values there.
struct Judged<G: Rules> {
    outcome: Outcome,
    moves: Vec<(G::Move, G::Position, Outcome)>,
    found_by: Option<&'static str>,
}

impl<G: Rules> Judged<G> {
    fn best(&self) -> Option<(G::Move, G::Position, Outcome)> {
        self.moves.iter().find(|(_, _, child)| child.as_seen_by_mover() == self.outcome).copied()
    }
}

/// Pseudo-random numbers (splitmix64): enough to choose moves with, the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }
}

impl<G: Indexed + Looks> Oracle for GameOracle<G> {
    fn name(&self) -> &GameName {
        &self.name
    }

    fn kind(&self) -> Kind {
        self.game.kind()
    }

    fn start(&self) -> String {
        self.game.write_position(self.game.start())
    }

    fn start_verdict(&self) -> Result<Verdict, OracleError> {
        Ok(self.answer(&self.start())?.verdict)
    }

    fn tables(&self) -> Result<Tables, OracleError> {
        let store = self.complete_store()?;
        let entries = store.tiers();
        Ok(Tables {
            tiers: entries.len() as u64,
            slots: entries.iter().map(|entry| entry.slots).sum(),
            bytes: entries.iter().map(|entry| entry.bytes).sum(),
            runs: store.runs(),
        })
    }

    fn drawing(&self) -> &Drawing {
        self.drawing.get_or_init(|| view::drawing(&self.game))
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<String, OracleError> {
        view::set_up(&self.game, &self.name, &self.drawing().scene, picture, turn)
    }

    fn view(&self, position: &str) -> Result<View, OracleError> {
        Ok(view::view(&self.game, self.parse(position)?))
    }

    fn play(&self, position: &str, chosen: &str) -> Result<String, OracleError> {
        view::play(self.view(position)?, chosen)
    }

    fn answer(&self, position: &str) -> Result<Answer, OracleError> {
        let position = self.parse(position)?;
        let store = self.store_if_any()?;
        self.or_reopen(self.describe(store.as_deref(), position))
    }

    fn line(&self, position: &str, most_plies: usize) -> Result<Line, OracleError> {
        let position = self.parse(position)?;
        let store = self.store_if_any()?;
        self.or_reopen(self.best_line(store.as_deref(), position, most_plies))
    }

    fn random(&self, wanted: Wanted, seed: u64) -> Result<Option<String>, OracleError> {
        let store = self.complete_store()?;
        self.or_reopen(self.random_position(&store, wanted, seed))
    }

    fn estimate(&self) -> Result<Estimate, OracleError> {
        let estimate = solve::estimate(&self.game, &CpuSolver);
        let solve::UnitNeed { tiers, slots, memory, .. } = estimate.largest;
        Ok(Estimate {
            name: self.name.clone(),
            tiers: estimate.tiers,
            units: estimate.units,
            loopy_units: estimate.loopy_units,
            slots: estimate.slots,
            largest_unit: LargestUnit { tiers, slots, memory },
            least_memory: estimate.least_memory,
            device_memory: hindsight_gpu::device_memory(&self.game),
            expected_table_bytes: estimate.expected_table_bytes,
            most_table_bytes: estimate.most_table_bytes,
        })
    }

    fn known_estimate(&self) -> Option<Estimate> {
        self.estimate().ok()
    }

    fn project(&self) -> Result<Projection, OracleError> {
        let solve::Projection { seconds, threads, sampled_slots } = solve::project(&self.game);
        Ok(Projection { seconds, threads, sampled_slots })
    }

    fn solve(&self, order: &Order, control: &Control) -> Result<Solved, OracleError> {
        self.solve_whole(order, control)
    }

    fn finds(&self) -> bool {
        G::IS_FOUND
    }

    fn is_searchable(&self, position: &str) -> bool {
        self.can_be_searched(position)
    }

    fn search(&self, position: &str, control: &Control) -> Result<(), OracleError> {
        self.search_for(position, control)
    }

    fn solve_to(
        &self,
        boundary: u32,
        order: &Order,
        control: &Control,
    ) -> Option<Result<Solved, OracleError>> {
        self.has_boundaries().then(|| self.solve_levels(boundary, order, control))
    }

    fn boundaries(&self) -> Vec<BoundaryCost> {
        if G::IS_FOUND { self.boundary_costs() } else { Vec::new() }
    }

    fn analyze(
        &self,
        scope: Scope,
        device: Device,
        control: &Control,
    ) -> Result<Analysis, OracleError> {
        self.count(scope, device, control)
    }

    fn rules(&self) -> Fingerprint {
        self.id().rules
    }

    fn survey(&self, survey: Survey<'_>, control: &Control) -> Result<VerifiedUnit, OracleError> {
        self.survey_tiers(survey, control)
    }

    fn verify(&self, device: Device, control: &Control) -> Result<Verified, OracleError> {
        let store = self.store()?;
        let boundary = if G::IS_FOUND && !store.is_complete() {
            solve::stored_boundary(&self.game, &store)
        } else {
            None
        };
        let verified = match (boundary, self.gpu(device)?) {
            (Some(boundary), _) => solve::verify_bounded(&self.game, boundary, &store, control),
            (None, _) if !store.is_complete() => return Err(self.partly_solved()),
            (None, Some(gpu)) => solve::verify_with(&self.game, &store, &gpu, control),
            (None, None) => solve::verify(&self.game, &store, control),
        };
        let report = self.or_reopen(verified.map_err(OracleError::from))?;
        Ok(Verified {
            name: self.name.clone(),
            tiers: report.tiers,
            blocks: report.blocks,
            positions: report.positions,
            moves: report.moves,
            holes: report.holes,
        })
    }

    fn check(&self, samples: u64, control: &Control) -> Result<Checked, OracleError> {
        let report = solve::check(&self.game, samples, control)
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
