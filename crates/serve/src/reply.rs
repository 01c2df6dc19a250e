//! Answers as bytes, with what lets browsers keep them.

use std::hash::BuildHasher;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use foldhash::quality::FixedState;
use hindsight_oracle::Answer;
use serde::Serialize;

use crate::json;

/// What a browser may do with answers other than the page: show them, and no more.
pub const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

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

/// An answer.
#[derive(Clone, Debug)]
pub struct Reply {
    body: Bytes,
    kind: &'static str,
    freshness: Freshness,
    /// Weak, since the same answer may travel compressed or not.
    tag: Option<HeaderValue>,
}

impl Reply {
    /// An answer of some kind.
    pub fn new(body: impl Into<Bytes>, kind: &'static str, freshness: Freshness) -> Reply {
        let body = body.into();
        let tag = match freshness {
            Freshness::Immutable | Freshness::Once => None,
            Freshness::Minutes | Freshness::Revalidate => {
                // Nobody gains from two answers with one tag, so that a quick hash will do.
                let hash = FixedState::default().hash_one(&*body);
                HeaderValue::try_from(format!("W/\"{hash:016x}\"")).ok()
            }
        };
        Reply { body, kind, freshness, tag }
    }

    /// An answer for programs.
    pub fn json(facts: &impl Serialize, freshness: Freshness) -> Reply {
        // It may be kept for long, without the room that the text has grown into.
        Reply::new(json(facts).into_boxed_slice(), "application/json", freshness)
    }

    /// What is known about a position.
    pub fn position(answer: &Answer) -> Reply {
        Reply::new(json::position(answer), "application/json", Freshness::Minutes)
    }

    /// The bytes of the answer.
    pub fn len(&self) -> usize {
        self.body.len()
    }

    /// Whether the same request will get the same answer for a while.
    pub fn can_be_kept(&self) -> bool {
        self.freshness == Freshness::Minutes
    }

    /// The answer to a request with these headers: nothing but a status where the browser has it.
    pub fn to(self, request: &HeaderMap) -> Response {
        let known = self.tag.as_ref().is_some_and(|tag| has_tag(request, tag));
        let mut response = if known {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let mut response = self.body.into_response();
            let kind = HeaderValue::from_static(self.kind);
            response.headers_mut().insert(header::CONTENT_TYPE, kind);
            response
        };
        let headers = response.headers_mut();
        let keep = match self.freshness {
            Freshness::Immutable => "public, max-age=31536000, immutable",
            Freshness::Minutes => "public, max-age=300",
            Freshness::Revalidate => "no-cache",
            Freshness::Once => "no-store",
        };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
        if let Some(tag) = self.tag {
            headers.insert(header::ETAG, tag);
        }
        response
    }
}

fn has_tag(request: &HeaderMap, tag: &HeaderValue) -> bool {
    let tags = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|tags| tags.to_str().ok());
    tags.flat_map(|tags| tags.split(',')).any(|known| {
        let known = known.trim();
        known == "*" || known.as_bytes() == tag.as_bytes()
    })
}

/// JSON text. Everything that is served consists of texts, numbers, lists and fields, which all can
/// be written.
pub fn json(facts: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(facts).unwrap_or_else(|error| {
        tracing::error!(%error, "an answer cannot be written");
        br#"{"error":"the answer cannot be written"}"#.to_vec()
    })
}
