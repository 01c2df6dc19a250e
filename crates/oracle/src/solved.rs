//! The one implementation of the facade, generic over the game.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hindsight_core::{
    Choice, Indexed, Looks, Outcome, Picture, Rules, Scene, Stage, Then, Tier, Turn, stages, worths,
};
use hindsight_gpu::{GpuAnalyst, GpuError, GpuSolver};
use hindsight_solve::{self as solve, Control, CpuSolver, Explored, Scope, SolveError};
use hindsight_store::{Fingerprint, GameId, Store, StoreError, Table};

use crate::error::OracleError;
use crate::oracle::{DataFolder, Device, GameName, Oracle, Order, Wanted};
use crate::report::{
    Analysis, Answer, ButtonAnswer, Checked, Counted, Drawing, Estimate, Example, LargestUnit,
    Line, LineEnd, MoveAnswer, Ply, Projection, Solved, StageAnswer, TierCounts, Verdict, Verified,
    View, ViewMove,
};

/// Games with fewer slots are solved before a GPU has started.
const WORTH_A_GPU: u64 = 1 << 26;

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
    Box::new(GameOracle {
        game,
        name,
        data,
        drawing: OnceLock::new(),
        rules: OnceLock::new(),
        store: Mutex::new(None),
    })
}

/// An oracle for a game that has rules only: explores it first, within `memory` bytes.
pub fn for_rules<G: Rules + Looks + 'static>(
    rules: G,
    name: GameName,
    data: DataFolder,
    memory: u64,
) -> Result<Box<dyn Oracle>, OracleError> {
    Ok(for_indexed(Explored::new(rules, memory)?, name, data))
}

struct GameOracle<G> {
    game: G,
    name: GameName,
    data: DataFolder,
    drawing: OnceLock<Drawing>,
    /// Taken when first needed: of a large game it takes a while.
    rules: OnceLock<Fingerprint>,
    /// The tables, once all of them are there.
    store: Mutex<Option<Arc<Store>>>,
}

impl<G: Indexed + Looks> GameOracle<G> {
    fn id(&self) -> GameId {
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

    fn complete_store(&self) -> Result<Arc<Store>, OracleError> {
        let store = self.store()?;
        if store.is_complete() { Ok(store) } else { Err(self.partly_solved()) }
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Option<Arc<Store>>> {
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
    fn or_reopen<T>(&self, result: Result<T, OracleError>) -> Result<T, OracleError> {
        if matches!(result, Err(OracleError::Solve(SolveError::Store(_)))) {
            *self.kept() = None;
        }
        result
    }

    fn parse(&self, text: &str) -> Result<G::Position, OracleError> {
        let parsed = self.game.parse_position(text);
        parsed.map_err(|cause| OracleError::Notation { name: self.name.clone(), cause })
    }

    fn outcome(
        &self,
        reading: &mut Reading,
        position: G::Position,
    ) -> Result<Outcome, OracleError> {
        let tier = self.game.tier_of(position);
        let table = match reading.tables.iter().find(|(known, _)| *known == tier) {
            Some((_, table)) => table,
            None => {
                let table = self.table(reading.store, tier, position)?;
                reading.tables.push((tier, table));
                &reading.tables[reading.tables.len() - 1].1
            }
        };
        let code = table.get(self.game.locate_in(tier, position).slot)?;
        code.outcome().ok_or_else(|| self.contradiction(position))
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

    fn moves(&self, position: G::Position) -> Vec<(G::Move, G::Position)> {
        let mut moves = Vec::new();
        if self.game.primitive(position).is_none() {
            self.game.moves(position, |chosen| {
                moves.push((chosen, self.game.play(position, chosen)));
            });
        }
        moves
    }

    /// The value of a position and of its moves. All of them were read anyway, so that a stored
    /// value which its moves do not bear out is noticed.
    fn judge(&self, store: &Store, position: G::Position) -> Result<Judged<G>, OracleError> {
        let mut reading = Reading::new(store);
        let outcome = self.outcome(&mut reading, position)?;
        let mut moves = Vec::new();
        for (chosen, child) in self.moves(position) {
            moves.push((chosen, child, self.outcome(&mut reading, child)?));
        }
        let derived = match self.game.primitive(position) {
            Some(value) => Some(Outcome::over(value)),
            None => moves.iter().map(|(_, _, outcome)| outcome.as_seen_by_mover()).max(),
        };
        if derived != Some(outcome) {
            return Err(self.contradiction(position));
        }
        Ok(Judged { outcome, moves })
    }

    fn example(&self, (outcome, position): (Outcome, G::Position)) -> Example {
        Example {
            position: self.game.write_position(position),
            verdict: outcome.into(),
            board: self.game.board(position),
        }
    }

    fn describe(&self, store: &Store, position: G::Position) -> Result<Answer, OracleError> {
        let judged = self.judge(store, position)?;
        let moves = judged.moves.iter().map(|&(chosen, child, outcome)| MoveAnswer {
            chosen: self.game.write_move(position, chosen),
            position: self.game.write_position(child),
            verdict: outcome.into(),
            best: outcome.as_seen_by_mover() == judged.outcome,
            picture: self.game.picture(child),
        });
        let picture = self.game.picture(position);
        let clicks = self.stages(position, &picture, judged.moves.iter().map(|found| found.0));
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
            verdict: judged.outcome.into(),
            picture,
            moves: moves.collect(),
            stages: stages.map(|(stage, worth)| stage_answer(stage, Some(worth))).collect(),
        })
    }

    /// How the moves of a position are clicked.
    fn stages(
        &self,
        position: G::Position,
        picture: &Picture,
        moves: impl Iterator<Item = G::Move>,
    ) -> Vec<Stage> {
        stages(picture.clone(), moves.map(|chosen| self.game.parts(position, chosen)))
    }

    fn best_line(
        &self,
        store: &Store,
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
        let mut reading = Reading::new(store);
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
                let moves = self.moves(position);
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

    /// The GPU that a device stands for, if it stands for one here.
    fn gpu(&self, device: Device) -> Result<Option<GpuSolver>, OracleError> {
        let open = || -> Result<GpuSolver, GpuError> {
            let side = self.game.device().ok_or(GpuError::NotOffered)?;
            let gpu = GpuSolver::open(side)?;
            gpu.check_memory(&self.game)?;
            Ok(gpu)
        };
        match device {
            Device::Cpu => Ok(None),
            Device::Gpu => Ok(Some(open().map_err(SolveError::from)?)),
            Device::Auto if self.game.device().is_none() => Ok(None),
            Device::Auto => {
                let slots = solve::estimate(&self.game, &CpuSolver).slots;
                Ok(if slots >= WORTH_A_GPU { open().ok() } else { None })
            }
        }
    }

    /// Refuses a solve that does not fit, before anything is written.
    fn check_memory(&self, order: &Order) -> Result<(), OracleError> {
        if solve::estimate(&self.game, &CpuSolver).fits(order.memory) {
            return Ok(());
        }
        // What is solved already needs no memory any more.
        let GameName { game, variant } = self.name.clone();
        let begun = !order.force && Store::list(self.data.root())?.contains(&(game, variant));
        let store = if begun { Some(Store::open(self.data.root(), &self.id())?) } else { None };
        let is_solved = |tier: &str| store.as_ref().is_some_and(|store| store.has(tier));
        match solve::largest_unsolved(&self.game, &CpuSolver, is_solved) {
            Some(unit) if unit.least_memory > order.memory => Err(SolveError::TooLittleMemory {
                what: format!("{}: tier {}", self.name, unit.tiers.join(" with ")),
                needed: unit.least_memory,
                budget: order.memory,
            }
            .into()),
            _ => Ok(()),
        }
    }
}

/// The tables that one question needs, each looked up once: positions of one tier are asked about in
/// turn.
struct Reading<'a> {
    store: &'a Store,
    tables: Vec<(Tier, Arc<Table>)>,
}

impl Reading<'_> {
    fn new(store: &Store) -> Reading<'_> {
        Reading { store, tables: Vec::new() }
    }
}

/// A position's value, and its moves with where they lead and the values there.
struct Judged<G: Rules> {
    outcome: Outcome,
    moves: Vec<(G::Move, G::Position, Outcome)>,
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

fn stage_answer(stage: Stage, worth: Option<Outcome>) -> StageAnswer {
    let verdict = worth.map(Verdict::from);
    let button = |Choice { name, button, then }| {
        let (chosen, stage) = match then {
            Then::Move(number) => (Some(number), None),
            Then::Stage(number) => (None, Some(number)),
        };
        ButtonAnswer { name, button, chosen, stage }
    };
    StageAnswer {
        picture: stage.picture,
        value: verdict.map(|verdict| verdict.value),
        remoteness: verdict.and_then(|verdict| verdict.remoteness),
        buttons: stage.choices.into_iter().map(button).collect(),
    }
}

fn counted(counts: &solve::Counts) -> Vec<Counted> {
    let row = |(outcome, count): (Outcome, solve::Count)| Counted {
        verdict: outcome.into(),
        positions: count.positions,
        canonical: count.canonical,
    };
    counts.rows().map(row).collect()
}

impl<G: Indexed + Looks> Oracle for GameOracle<G> {
    fn name(&self) -> &GameName {
        &self.name
    }

    fn start(&self) -> String {
        self.game.write_position(self.game.start())
    }

    fn drawing(&self) -> &Drawing {
        self.drawing.get_or_init(|| match self.game.scene() {
            Some(scene) => Drawing { scene, fallback: false },
            None => {
                let board = self.game.board(self.game.start());
                Drawing { scene: Scene::of_text(&board), fallback: true }
            }
        })
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<String, OracleError> {
        let checked = self.drawing().scene.check_set_up(picture);
        let position = checked.and_then(|()| self.game.set_up(picture, turn));
        match position {
            Ok(position) => Ok(self.game.write_position(position)),
            Err(cause) => Err(OracleError::Notation { name: self.name.clone(), cause }),
        }
    }

    fn view(&self, position: &str) -> Result<View, OracleError> {
        let position = self.parse(position)?;
        let found = self.moves(position);
        let moves = found.iter().map(|&(chosen, child)| ViewMove {
            chosen: self.game.write_move(position, chosen),
            position: self.game.write_position(child),
            picture: self.game.picture(child),
        });
        let picture = self.game.picture(position);
        let clicks = self.stages(position, &picture, found.iter().map(|found| found.0));
        Ok(View {
            position: self.game.write_position(position),
            turn: self.game.turn(position),
            board: self.game.board(position),
            over: self.game.primitive(position).map(|value| Outcome::over(value).into()),
            picture,
            moves: moves.collect(),
            stages: clicks.into_iter().map(|stage| stage_answer(stage, None)).collect(),
        })
    }

    fn play(&self, position: &str, chosen: &str) -> Result<String, OracleError> {
        let view = self.view(position)?;
        match view.moves.iter().find(|known| known.chosen == chosen) {
            Some(known) => Ok(known.position.clone()),
            None => {
                let known: Vec<_> = view.moves.into_iter().map(|known| known.chosen).collect();
                let shown = chosen.chars().take(60);
                Err(OracleError::NoSuchMove {
                    text: shown.map(|c| if c.is_control() { '?' } else { c }).collect(),
                    position: view.position,
                    known: known.join(" "),
                })
            }
        }
    }

    fn answer(&self, position: &str) -> Result<Answer, OracleError> {
        let position = self.parse(position)?;
        let store = self.store()?;
        self.or_reopen(self.describe(&store, position))
    }

    fn line(&self, position: &str, most_plies: usize) -> Result<Line, OracleError> {
        let position = self.parse(position)?;
        let store = self.store()?;
        self.or_reopen(self.best_line(&store, position, most_plies))
    }

    fn random(&self, wanted: Wanted, seed: u64) -> Result<Option<String>, OracleError> {
        let store = self.complete_store()?;
        self.or_reopen(self.random_position(&store, wanted, seed))
    }

    fn estimate(&self) -> Estimate {
        let estimate = solve::estimate(&self.game, &CpuSolver);
        let solve::UnitNeed { tiers, slots, memory, .. } = estimate.largest;
        Estimate {
            name: self.name.clone(),
            tiers: estimate.tiers,
            units: estimate.units,
            loopy_units: estimate.loopy_units,
            slots: estimate.slots,
            largest_unit: LargestUnit { tiers, slots, memory },
            least_memory: estimate.least_memory,
            expected_table_bytes: estimate.expected_table_bytes,
            most_table_bytes: estimate.most_table_bytes,
        }
    }

    fn project(&self) -> Projection {
        let solve::Projection { seconds, threads, sampled_slots } = solve::project(&self.game);
        Projection { seconds, threads, sampled_slots }
    }

    fn solve(&self, order: &Order, control: &Control) -> Result<Solved, OracleError> {
        self.check_memory(order)?;
        let gpu = self.gpu(order.device)?;
        // Tables that were read so far may go.
        *self.kept() = None;
        let store = Store::create(self.data.root(), &self.id(), order.force)?;
        let (game, memory) = (&self.game, order.memory);
        let report = match &gpu {
            Some(gpu) => solve::solve(game, &store, gpu, memory, control)?,
            None => solve::solve(game, &store, &CpuSolver, memory, control)?,
        };
        Ok(Solved {
            name: self.name.clone(),
            start: self.outcome(&mut Reading::new(&store), self.game.start())?.into(),
            solved_tiers: report.solved_tiers,
            skipped_tiers: report.skipped_tiers,
            slots: report.slots,
            table_bytes: report.table_bytes,
            gpu_seconds: gpu.map(|gpu| gpu.statistics().busy.as_secs_f64()),
        })
    }

    fn analyze(
        &self,
        scope: Scope,
        device: Device,
        control: &Control,
    ) -> Result<Analysis, OracleError> {
        let store = self.complete_store()?;
        // Counting all slots, reached or not, needs no walk.
        let device = if scope == Scope::Reachable { device } else { Device::Cpu };
        let found = match self.gpu(device)? {
            Some(gpu) => {
                solve::analyze_with(&self.game, &store, &mut GpuAnalyst::new(&gpu), control)
            }
            None => solve::analyze(&self.game, &store, scope, control),
        };
        let found = self.or_reopen(found.map_err(OracleError::from))?;
        let orbits = self.game.orbits();
        let total = found.total.total();
        let tier = |(tier, counts): &(_, solve::Counts)| {
            let total = counts.total();
            TierCounts {
                tier: self.game.tier_name(*tier),
                positions: total.positions,
                canonical: total.canonical,
                counts: counted(counts),
            }
        };
        Ok(Analysis {
            name: self.name.clone(),
            start: self.outcome(&mut Reading::new(&store), self.game.start())?.into(),
            scope: match scope {
                Scope::Reachable => "reachable",
                Scope::Legal => "legal",
            },
            symmetries: orbits.symmetries.to_owned(),
            turns_apart: orbits.turns_apart,
            positions: total.positions,
            canonical: total.canonical,
            counts: counted(&found.total),
            tiers: found.tiers.iter().map(tier).collect(),
            longest_win: found.longest_win.map(|found| self.example(found)),
            longest_lose: found.longest_lose.map(|found| self.example(found)),
        })
    }

    fn verify(&self, device: Device, control: &Control) -> Result<Verified, OracleError> {
        let store = self.complete_store()?;
        let report = match self.gpu(device)? {
            Some(gpu) => solve::verify_with(&self.game, &store, &gpu, control),
            None => solve::verify(&self.game, &store, control),
        };
        let report = self.or_reopen(report.map_err(OracleError::from))?;
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
