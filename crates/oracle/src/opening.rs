//! Opening the tables of a game under the rules that they were solved with.
//!
//! Finding the fingerprints of a large game takes seconds, a question about a position milliseconds. So
//! what a program finds is noted beside the tables, with the hash of the sources that the game was
//! compiled from; the same program then goes by the note. `verify` never does.

use std::sync::Arc;

use hindsight_core::clock::unix_seconds;
use hindsight_solve::VerifyReport;
use hindsight_store::{Fingerprint, GameId, RulesRecord, Store, StoreError, Verification};

use crate::error::OracleError;
use crate::oracle::{GameName, Oracle};

/// A fingerprint that no rules have.
const NO_RULES: Fingerprint = Fingerprint([0; 16]);

impl Oracle {
    pub(crate) fn id(&self, rules: Fingerprint) -> GameId {
        let GameName { game, variant } = self.folder().clone();
        GameId { game, variant, rules }
    }

    /// Opens the tables, complete or not, if they are of these rules.
    pub(crate) fn open_store(&self) -> Result<Store, StoreError> {
        let open = |rules| {
            let disk = Arc::clone(self.data.disk());
            Store::open_on(disk, self.data.root(), &self.id(rules))
        };
        if let Some(known) = self.recorded_rules()
            && let Ok(store) = open(known.rules)
            && store.deep_rules().is_none_or(|deep| Some(deep) == known.deep_rules)
        {
            return Ok(store);
        }
        // What else can be wrong is found before the rules are: that takes long.
        if let Err(error) = open(NO_RULES)
            && !matches!(error, StoreError::OtherRules { .. })
        {
            return Err(error);
        }
        let store = open(self.rules())?;
        if store.deep_rules().is_some() {
            store.compare_deep_rules(self.deep_rules())?;
        }
        self.note_rules(&store);
        Ok(store)
    }

    /// Compares the rules that tables were opened under with those that the program has.
    pub(crate) fn compare_rules(&self, store: &Store) -> Result<(), OracleError> {
        let (found, wanted) = (store.id().rules, self.rules());
        if found != wanted {
            let file = store.dir().join("manifest.json");
            return Err(StoreError::OtherRules { file, found, wanted }.into());
        }
        if store.deep_rules().is_some() {
            store.compare_deep_rules(self.deep_rules())?;
        }
        Ok(())
    }

    /// Notes beside the tables that they were verified, where it can be noted.
    pub(crate) fn note_verified(&self, store: &Store, report: &VerifyReport, by_gpu: bool) {
        let device = if by_gpu { "a GPU and " } else { "" };
        let _ = store.note_verified(&Verification {
            manifest: store.manifest_hash(),
            program: format!("hindsight {}", env!("CARGO_PKG_VERSION")),
            sources: self.sources.map(str::to_owned),
            rules: self.rules().to_string(),
            deep_rules: self.deep_rules().to_string(),
            device: format!("{device}{} threads", rayon::current_num_threads()),
            finished: unix_seconds(),
            tables: report.tiers,
            blocks: report.blocks,
            positions: report.positions,
            moves: report.moves,
        });
    }

    /// The program, as it is noted in journals: with its version, and the sources of the game.
    pub fn program(&self) -> String {
        let sources = self.sources.map_or(String::new(), |hash| format!(" (sources {hash})"));
        format!("hindsight {}{sources}", env!("CARGO_PKG_VERSION"))
    }

    fn recorded_rules(&self) -> Option<RulesRecord> {
        let GameName { game, variant } = self.folder();
        RulesRecord::read(&**self.data.disk(), self.data.root(), [game, variant], self.sources?)
    }

    /// Notes the fingerprints, where they can be noted: a folder may be there to be read only.
    pub(crate) fn note_rules(&self, store: &Store) {
        let Some(sources) = self.sources else { return };
        let GameName { game, variant } = self.folder();
        let deep_rules = store.deep_rules().map(|_| self.deep_rules());
        let record = RulesRecord { rules: self.rules(), deep_rules };
        let _ = record.write(&**self.data.disk(), self.data.root(), [game, variant], sources);
    }
}
