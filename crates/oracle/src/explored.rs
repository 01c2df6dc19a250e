//! The facade of games that have rules only. They are explored when a question first needs numbers
//! for their positions; what the rules alone can tell is told without.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hindsight_core::{Kind, Looks, Picture, Rules, Turn};
use hindsight_solve::{
    Control, Explored, Graph, Grundy, Scope, VerifiedUnit, fingerprint_of_rules, margins,
};
use hindsight_store::{Fingerprint, GameId, Store, StoreError};

use crate::error::OracleError;
use crate::oracle::{DataFolder, Device, GameName, Oracle, Order, Wanted};
use crate::report::{
    Analysis, Answer, Checked, Drawing, Estimate, GrundyCount, Line, MarginCount, Projection,
    Solved, Tables, Verdict, Verified, View,
};
use crate::solved::GameOracle;
use crate::surveying::Survey;
use crate::view;

/// The most parts of an impartial game whose Grundy numbers are kept.
const MOST_PARTS: usize = 1 << 20;

/// An oracle for a game that has rules only. `memory` bounds its exploration.
pub fn for_rules<G: Looks + 'static>(
    rules: G,
    name: GameName,
    data: DataFolder,
    memory: u64,
) -> Box<dyn Oracle> {
    Box::new(ExploredOracle {
        rules: Arc::new(rules),
        name,
        data,
        memory,
        drawing: OnceLock::new(),
        id: OnceLock::new(),
        explored: Mutex::new(None),
        grundy: Mutex::new(Grundy::new(MOST_PARTS)),
        margins: OnceLock::new(),
    })
}

struct ExploredOracle<G: Rules> {
    rules: Arc<G>,
    name: GameName,
    data: DataFolder,
    memory: u64,
    drawing: OnceLock<Drawing>,
    id: OnceLock<GameId>,
    explored: Mutex<Option<Arc<GameOracle<Graph>>>>,
    /// Of an impartial game, found as they are asked for.
    grundy: Mutex<Grundy<G::Position>>,
    /// Of a scored game, by number of the position.
    margins: OnceLock<Vec<i32>>,
}

impl<G: Looks + 'static> ExploredOracle<G> {
    fn id(&self) -> &GameId {
        self.id.get_or_init(|| {
            let GameName { game, variant } = self.name.clone();
            GameId { game, variant, rules: fingerprint_of_rules(&*self.rules) }
        })
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Option<Arc<GameOracle<Graph>>>> {
        self.explored.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The oracle over the graph. Others who ask meanwhile wait: the work is not done twice.
    fn explored(&self) -> Result<Arc<GameOracle<Graph>>, OracleError> {
        let mut known = self.known();
        if let Some(oracle) = &*known {
            return Ok(Arc::clone(oracle));
        }
        let graph = Graph::new(Explored::shared(Arc::clone(&self.rules), self.memory)?);
        let oracle = GameOracle::with_fingerprint(
            graph,
            self.name.clone(),
            self.data.clone(),
            self.id().rules,
        );
        Ok(Arc::clone(known.insert(Arc::new(oracle))))
    }

    /// Refuses at once where there are no tables: exploring would be in vain.
    fn with_tables(&self) -> Result<Arc<GameOracle<Graph>>, OracleError> {
        // Once it is explored, the oracle over the graph keeps the tables open and tells if they go.
        let known = self.known().clone();
        if let Some(oracle) = known {
            return Ok(oracle);
        }
        match Store::open(self.data.root(), self.id()) {
            Err(StoreError::NothingSolved { .. }) => Err(OracleError::NotSolved {
                name: self.name.clone(),
                data: self.data.root().to_owned(),
            }),
            Err(error) => Err(error.into()),
            Ok(_) => self.explored(),
        }
    }

    fn parse(&self, text: &str) -> Result<G::Position, OracleError> {
        view::parse(&*self.rules, &self.name, text)
    }

    /// The Grundy number of a position of an impartial game; none where it has too many parts.
    fn grundy(&self, position: G::Position) -> Option<u32> {
        if self.rules.kind() != Kind::Impartial {
            return None;
        }
        let mut known = self.grundy.lock().unwrap_or_else(PoisonError::into_inner);
        known.of(&*self.rules, position).ok()
    }

    fn margins(&self, graph: &Graph) -> &[i32] {
        self.margins.get_or_init(|| margins(graph))
    }

    /// Adds what the game's kind has to tell beyond values.
    fn enrich(&self, answer: &mut Answer, position: G::Position, graph: &Graph) {
        match self.rules.kind() {
            Kind::Partisan | Kind::Puzzle => {}
            Kind::Impartial => {
                answer.grundy = self.grundy(position);
                let children = view::moves(&*self.rules, position);
                for (told, (_, child)) in answer.moves.iter_mut().zip(children) {
                    told.grundy = self.grundy(child);
                }
            }
            Kind::Scored => {
                let Ok(number) = graph.parse_position(&answer.position) else { return };
                let margins = self.margins(graph);
                answer.margin = Some(margins[number as usize]);
                for (told, &child) in answer.moves.iter_mut().zip(graph.children_of(number)) {
                    told.margin = Some(margins[child as usize]);
                }
            }
        }
    }

    /// How many positions have which number, where the game's kind has numbers.
    fn count_numbers(&self, analysis: &mut Analysis, graph: &Graph) {
        match self.rules.kind() {
            Kind::Partisan | Kind::Puzzle => {}
            Kind::Impartial => {
                let mut known = Grundy::new(graph.len() as usize);
                let numbers = (0..graph.len()).map(|position| known.of(graph, position));
                let counts = numbers.collect::<Result<Vec<_>, _>>().ok().map(tally);
                let row = |(grundy, positions)| GrundyCount { grundy, positions };
                analysis.grundy = counts.map(|counts| counts.into_iter().map(row).collect());
            }
            Kind::Scored => {
                let counts = tally(self.margins(graph).iter().copied());
                let row = |(margin, positions)| MarginCount { margin, positions };
                analysis.margins = Some(counts.into_iter().map(row).collect());
            }
        }
    }
}

/// How often each number occurs.
fn tally<N: Ord>(numbers: impl IntoIterator<Item = N>) -> BTreeMap<N, u64> {
    let mut counts = BTreeMap::new();
    for number in numbers {
        *counts.entry(number).or_default() += 1;
    }
    counts
}

impl<G: Looks + 'static> Oracle for ExploredOracle<G> {
    fn name(&self) -> &GameName {
        &self.name
    }

    fn kind(&self) -> Kind {
        self.rules.kind()
    }

    fn start(&self) -> String {
        self.rules.write_position(self.rules.start())
    }

    fn start_verdict(&self) -> Result<Verdict, OracleError> {
        let store = match Store::open(self.data.root(), self.id()) {
            Ok(store) if store.is_complete() => store,
            // The reason is told with the names that the other questions use.
            _ => return Ok(self.with_tables()?.answer(&self.start())?.verdict),
        };
        let code = store.table(Graph::TIER)?.get(0)?;
        match code.outcome() {
            Some(outcome) => Ok(outcome.into()),
            None => {
                Err(OracleError::Contradiction { name: self.name.clone(), position: self.start() })
            }
        }
    }

    fn rules(&self) -> Fingerprint {
        self.id().rules
    }

    fn tables(&self) -> Result<Tables, OracleError> {
        self.with_tables()?.tables()
    }

    fn drawing(&self) -> &Drawing {
        self.drawing.get_or_init(|| view::drawing(&*self.rules))
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<String, OracleError> {
        view::set_up(&*self.rules, &self.name, &self.drawing().scene, picture, turn)
    }

    fn view(&self, position: &str) -> Result<View, OracleError> {
        let position = self.parse(position)?;
        let mut view = view::view(&*self.rules, position);
        view.grundy = self.grundy(position);
        for (told, (_, child)) in view.moves.iter_mut().zip(view::moves(&*self.rules, position)) {
            told.grundy = self.grundy(child);
        }
        Ok(view)
    }

    fn play(&self, position: &str, chosen: &str) -> Result<String, OracleError> {
        view::play(view::view(&*self.rules, self.parse(position)?), chosen)
    }

    fn answer(&self, text: &str) -> Result<Answer, OracleError> {
        let position = self.parse(text)?;
        let explored = self.with_tables()?;
        let mut answer = explored.answer(text)?;
        self.enrich(&mut answer, position, explored.game());
        Ok(answer)
    }

    fn line(&self, position: &str, most_plies: usize) -> Result<Line, OracleError> {
        self.parse(position)?;
        self.with_tables()?.line(position, most_plies)
    }

    fn random(&self, wanted: Wanted, seed: u64) -> Result<Option<String>, OracleError> {
        self.with_tables()?.random(wanted, seed)
    }

    fn estimate(&self) -> Result<Estimate, OracleError> {
        self.explored()?.estimate()
    }

    fn known_estimate(&self) -> Option<Estimate> {
        let explored = self.known().clone();
        explored.and_then(|oracle| oracle.estimate().ok())
    }

    fn project(&self) -> Result<Projection, OracleError> {
        self.explored()?.project()
    }

    fn solve(&self, order: &Order, control: &Control) -> Result<Solved, OracleError> {
        self.explored()?.solve(order, control)
    }

    fn analyze(
        &self,
        scope: Scope,
        device: Device,
        control: &Control,
    ) -> Result<Analysis, OracleError> {
        let explored = self.with_tables()?;
        let mut analysis = explored.analyze(scope, device, control)?;
        self.count_numbers(&mut analysis, explored.game());
        Ok(analysis)
    }

    fn survey(&self, survey: Survey<'_>, control: &Control) -> Result<VerifiedUnit, OracleError> {
        self.explored()?.survey(survey, control)
    }

    fn verify(&self, device: Device, control: &Control) -> Result<Verified, OracleError> {
        self.with_tables()?.verify(device, control)
    }

    fn check(&self, samples: u64, control: &Control) -> Result<Checked, OracleError> {
        self.explored()?.check(samples, control)
    }
}
