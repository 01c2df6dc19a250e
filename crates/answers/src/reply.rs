//! Answers as bytes.

use bytes::Bytes;
use hindsight_oracle::Answer;
use serde::Serialize;

use crate::json::position;

/// How long an answer may be used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// Forever: what its address names never changes.
    Immutable,
    /// For minutes: it changes only when somebody solves the game anew.
    Minutes,
    /// After asking whether it is still the same.
    Revalidate,
    /// Never: the next answer is another.
    Once,
}

/// An answer for programs.
#[derive(Clone, Debug)]
pub struct Reply {
    /// JSON text.
    pub body: Bytes,
    /// How long it may be used again.
    pub freshness: Freshness,
}

impl Reply {
    /// These facts as JSON.
    pub fn json(facts: &impl Serialize, freshness: Freshness) -> Reply {
        // It may be kept for long, without the room that the text has grown into.
        Reply { body: json(facts).into_boxed_slice().into(), freshness }
    }

    /// What is known about a position.
    pub fn position(answer: &Answer) -> Reply {
        Reply { body: position(answer), freshness: Freshness::Minutes }
    }
}

/// JSON text. Everything that is told consists of texts, numbers, lists and fields, which all can
/// be written.
pub fn json(facts: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(facts).unwrap_or_else(|error| {
        tracing::error!(%error, "an answer cannot be written");
        br#"{"error":"the answer cannot be written"}"#.to_vec()
    })
}
