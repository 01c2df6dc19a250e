//! Certificates: a position's value with everything that it rests on, for whoever does not trust this
//! program. `tools/check_proof.py` checks them.

use std::collections::{BTreeMap, HashMap};

use hindsight_core::AnyPosition;
use hindsight_store::{Evidence, Run, Store, TierEntry, Verification};
use serde::Serialize;

use crate::error::OracleError;
use crate::oracle::Oracle;
use crate::report::Verdict;
use crate::tables::Reading;

/// The version of the certificates that this program makes.
const VERSION: u32 = 1;

/// A value, the moves that make it, and where in the tables their values stand. What the checker takes on
/// trust are the rules: that these are the moves, and that these are the slots of the positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proof {
    /// The version of this format.
    pub version: u32,
    /// The game.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// The fingerprint of the rules, as it stands in every table.
    pub rules: String,
    /// The hash of the list of tables, which is published.
    pub hash: String,
    /// All tables, with their hashes.
    pub tables: Vec<TierEntry>,
    /// The position asked about, and then those that its moves lead to, depth after depth.
    pub positions: Vec<ProvedPosition>,
    /// By tier, those parts of its table that the values are read from.
    pub evidence: BTreeMap<String, Evidence>,
    /// The runs in which the tables were made: when, by which program from which sources, and on what.
    pub solved: Vec<Run>,
    /// What `verify` noted when it last went through all tables, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<Verification>,
}

/// A position of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProvedPosition {
    /// The position.
    pub position: String,
    /// The tier that it is kept in.
    pub tier: String,
    /// Its slot there.
    pub slot: u64,
    /// Its value.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Whether the game is over there.
    pub over: bool,
    /// Its moves, each with the place of the position after it in the list; none where the certificate
    /// goes no deeper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<BTreeMap<String, usize>>,
}

impl Oracle {
    /// Makes a certificate for a position, with the moves of all positions that fewer than `depth` moves
    /// lead to, from the tables.
    pub fn prove(&self, position: &str, depth: u32) -> Result<Proof, OracleError> {
        let position = self.parse(position)?;
        let store = self.complete_store()?;
        self.or_reopen(self.prove_from(&store, position, depth))
    }

    fn prove_from(
        &self,
        store: &Store,
        position: AnyPosition,
        depth: u32,
    ) -> Result<Proof, OracleError> {
        let index = &*self.locate(&self.rules.write_position(&position))?.index;
        let mut reading = Reading::new(index, Some(store));
        let mut numbers = HashMap::from([(position.clone(), 0)]);
        let mut met = vec![position];
        let mut positions: Vec<ProvedPosition> = Vec::new();
        let mut slots: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        let mut level_end = 1;
        let mut level = 0;
        while let Some(position) = met.get(positions.len()).cloned() {
            if positions.len() == level_end {
                level += 1;
                level_end = met.len();
            }
            let outcome = self.outcome(&mut reading, &position)?;
            let place = index.locate(&position);
            let tier = index.tier_name(place.tier);
            slots.entry(tier.clone()).or_default().push(place.slot);
            let moves = (level < depth).then(|| {
                let names = self.rules.move_names(&position);
                let number = |child: AnyPosition| {
                    *numbers.entry(child).or_insert_with_key(|child| {
                        met.push(child.clone());
                        met.len() - 1
                    })
                };
                let children = self.rules.moves(&position).into_iter().map(number);
                names.into_iter().zip(children).collect()
            });
            positions.push(ProvedPosition {
                position: self.rules.write_position(&position),
                tier,
                slot: place.slot,
                verdict: outcome.into(),
                over: self.rules.primitive(&position).is_some(),
                moves,
            });
        }
        let evidence = slots.into_iter().map(|(tier, slots)| {
            let shown = store.table(&tier)?.evidence(&slots)?;
            Ok((tier, shown))
        });
        let tables = store.tiers();
        Ok(Proof {
            version: VERSION,
            game: self.name.game.clone(),
            variant: self.name.variant.clone(),
            rules: store.id().rules.to_string(),
            hash: TierEntry::hash_of_list(&tables),
            evidence: evidence.collect::<Result<_, OracleError>>()?,
            tables,
            positions,
            solved: store.runs(),
            verified: store.verification(),
        })
    }
}
