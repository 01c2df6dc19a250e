//! Answers as bytes, with what lets browsers keep them.

use std::hash::BuildHasher;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use foldhash::quality::FixedState;
use hindsight_answers::Freshness;
pub use hindsight_answers::json;
use serde::Serialize;

/// What a browser may do with answers other than the page: show them, and no more.
pub const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

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
        hindsight_answers::Reply::json(facts, freshness).into()
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

impl From<hindsight_answers::Reply> for Reply {
    fn from(reply: hindsight_answers::Reply) -> Reply {
        Reply::new(reply.body, "application/json", reply.freshness)
    }
}

fn has_tag(request: &HeaderMap, tag: &HeaderValue) -> bool {
    let tags = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|tags| tags.to_str().ok());
    tags.flat_map(|tags| tags.split(',')).any(|known| {
        let known = known.trim();
        known == "*" || known.as_bytes() == tag.as_bytes()
    })
}
