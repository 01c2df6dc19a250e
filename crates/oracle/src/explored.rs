//! The facade of games that have rules only. They are explored when a question first needs numbers
//! for their positions; what the rules alone can tell is told without.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hindsight_core::{Looks, Picture, Turn};
use hindsight_solve::{Control, Explored, Graph, Scope, fingerprint_of_rules};
use hindsight_store::{GameId, Store, StoreError};

use crate::error::OracleError;
use crate::oracle::{DataFolder, GameName, Oracle, Order, Wanted};
use crate::report::{
    Analysis, Answer, Checked, Drawing, Estimate, Line, Projection, Solved, Verdict, Verified, View,
};
use crate::solved::GameOracle;
use crate::view;

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
    })
}

struct ExploredOracle<G> {
    rules: Arc<G>,
    name: GameName,
    data: DataFolder,
    memory: u64,
    drawing: OnceLock<Drawing>,
    id: OnceLock<GameId>,
    explored: Mutex<Option<Arc<GameOracle<Graph>>>>,
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
}

impl<G: Looks + 'static> Oracle for ExploredOracle<G> {
    fn name(&self) -> &GameName {
        &self.name
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

    fn drawing(&self) -> &Drawing {
        self.drawing.get_or_init(|| view::drawing(&*self.rules))
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<String, OracleError> {
        view::set_up(&*self.rules, &self.name, &self.drawing().scene, picture, turn)
    }

    fn view(&self, position: &str) -> Result<View, OracleError> {
        Ok(view::view(&*self.rules, self.parse(position)?))
    }

    fn play(&self, position: &str, chosen: &str) -> Result<String, OracleError> {
        view::play(self.view(position)?, chosen)
    }

    fn answer(&self, position: &str) -> Result<Answer, OracleError> {
        self.parse(position)?;
        self.with_tables()?.answer(position)
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

    fn analyze(&self, scope: Scope, control: &Control) -> Result<Analysis, OracleError> {
        self.with_tables()?.analyze(scope, control)
    }

    fn verify(&self, control: &Control) -> Result<Verified, OracleError> {
        self.with_tables()?.verify(control)
    }

    fn check(&self, samples: u64, control: &Control) -> Result<Checked, OracleError> {
        self.explored()?.check(samples, control)
    }
}
