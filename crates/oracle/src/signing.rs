//! Signing the tables of a game, and checking who signed them.

use std::sync::Arc;

use hindsight_store::{PublicKey, Store, TierEntry};

use crate::error::OracleError;
use crate::oracle::Oracle;

impl Oracle {
    /// Signs the manifests of a solved game: that of its values, and those of the tables that tell its draws
    /// apart. Only what `verify` went through as it is can be signed. `sign` makes the signature of a text
    /// and of a comment on it. The comments.
    pub fn sign<E: From<OracleError>>(
        &self,
        sign: impl Fn(&str, &str) -> Result<String, E>,
    ) -> Result<Vec<String>, E> {
        let signed = |store: Arc<Store>| {
            if store.verification().is_none() {
                let (name, data) = (self.name.clone(), self.data.root().to_owned());
                return Err(OracleError::NotVerified { name, data }.into());
            }
            let comment = self.comment_on(&store);
            let signature = sign(&store.manifest_text(), &comment)?;
            store.write_signature(&signature).map_err(OracleError::from)?;
            Ok(comment)
        };
        self.signable()?.into_iter().map(signed).collect()
    }

    /// Checks that a key signed the tables of a game, as [`sign`](Oracle::sign) does. What the signer said
    /// about each folder.
    pub fn check_signatures(&self, key: &PublicKey) -> Result<Vec<String>, OracleError> {
        let check = |store: Arc<Store>| Ok(store.check_signature(key)?);
        self.signable()?.into_iter().map(check).collect()
    }

    /// The folders of a solved game.
    fn signable(&self) -> Result<Vec<Arc<Store>>, OracleError> {
        let values = self.complete_store()?;
        let families = self.family_stores(&values)?;
        Ok([values].into_iter().chain(families).collect())
    }

    /// What is said about tables, and signed along with them.
    fn comment_on(&self, store: &Store) -> String {
        let tables = store.tiers();
        let hash = TierEntry::hash_of_list(&tables);
        let folder = store.dir().file_name().unwrap_or_default().to_string_lossy();
        let family =
            if folder.starts_with("draws-") { format!(" {folder}") } else { String::new() };
        let (name, count, rules) = (&self.name, tables.len(), store.id().rules);
        let program = self.program();
        format!("{name}{family}: {count} tables, hash {hash}, rules {rules}, signed by {program}")
    }
}
