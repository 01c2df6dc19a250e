//! The page for people, built from `web/` and kept in the program.

use std::borrow::Cow;
use std::hash::BuildHasher;

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use hindsight_answers::{Freshness, json};
use rust_embed::RustEmbed;
use serde::Serialize;

use crate::api;
use crate::fault::Fault;
use crate::reply::Reply;

#[derive(RustEmbed)]
#[folder = "page"]
struct Files;

/// Nothing may come from elsewhere, and nobody may frame the page. Pictures of positions are made in the
/// browser, hence `blob:`.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";
/// The same for a board alone, which is there to be framed.
const EMBEDDED_POLICY: &str = "default-src 'self'; img-src 'self' data:; base-uri 'none'; \
                               form-action 'none'; frame-ancestors *";

/// All games.
pub async fn front(headers: HeaderMap) -> Result<Response, Fault> {
    begin("index.html", POLICY, &headers)
}

/// A game.
pub async fn play(headers: HeaderMap) -> Result<Response, Fault> {
    begin("play.html", POLICY, &headers)
}

/// Puzzles.
pub async fn puzzles(headers: HeaderMap) -> Result<Response, Fault> {
    begin("puzzles.html", POLICY, &headers)
}

/// Where games are made.
pub async fn make(headers: HeaderMap) -> Result<Response, Fault> {
    begin("make.html", POLICY, &headers)
}

/// A game that is named without its variant: which there are.
pub async fn variants(headers: HeaderMap) -> Result<Response, Fault> {
    begin("unknown.html", POLICY, &headers)
}

/// A game's board alone, for other pages to show.
pub async fn embedded(headers: HeaderMap) -> Result<Response, Fault> {
    begin("play.html", EMBEDDED_POLICY, &headers)
}

/// The page, which reads for itself what its address asks for; `name` decides what it fetches at once.
fn begin(name: &str, policy: &'static str, headers: &HeaderMap) -> Result<Response, Fault> {
    Ok(under(policy, file(name, Freshness::Revalidate)?.to(headers)))
}

/// A response that may do what this policy says, and not only show itself.
fn under(policy: &'static str, mut response: Response) -> Response {
    let policy = HeaderValue::from_static(policy);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// An address that stands for nothing. A browser gets the page, which says so and helps on; a program
/// gets the fault.
pub async fn unknown(uri: Uri, headers: HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT).and_then(|accepted| accepted.to_str().ok());
    let is_for_people = ["/api/", "/universal/", "/art/", "/assets/"]
        .iter()
        .all(|programs| !uri.path().starts_with(programs));
    if is_for_people && accepted.is_some_and(|accepted| accepted.contains("text/html")) {
        // Told as a whole, even to a browser that has it: a status of 304 would say that all is well.
        if let Ok(mut response) = variants(HeaderMap::new()).await {
            *response.status_mut() = StatusCode::NOT_FOUND;
            return response;
        }
    }
    api::nothing().await.into_response()
}

/// What the page consists of. The names contain a hash of the content.
pub async fn asset(
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let Path(name) = name.map_err(|_| no_file())?;
    Ok(file(&format!("assets/{name}"), Freshness::Immutable)?.to(&headers))
}

/// The picture beside the page's title.
pub async fn icon(headers: HeaderMap) -> Result<Response, Fault> {
    Ok(file("icon.svg", Freshness::Revalidate)?.to(&headers))
}

/// The same as a small picture.
pub async fn small_icon(headers: HeaderMap) -> Result<Response, Fault> {
    Ok(file("icon-192.png", Freshness::Revalidate)?.to(&headers))
}

/// The same as a large picture.
pub async fn large_icon(headers: HeaderMap) -> Result<Response, Fault> {
    Ok(file("icon-512.png", Freshness::Revalidate)?.to(&headers))
}

/// The program that keeps the page in the browser, so that it is there without a network.
pub async fn service(headers: HeaderMap) -> Result<Response, Fault> {
    let assets = Files::iter().filter(|name| name.starts_with("assets/"));
    let shell = assets.map(Cow::into_owned).chain(["./".to_owned(), "icon.svg".to_owned()]);
    let text = service_worker(&[shell.collect(), Vec::new()]);
    let reply = Reply::new(text, "text/javascript; charset=utf-8", Freshness::Revalidate);
    // It fetches for the page, under the policy that it comes with itself.
    Ok(under(POLICY, reply.to(&headers)))
}

/// What the page is called where it is installed.
pub async fn manifest(headers: HeaderMap) -> Result<Response, Fault> {
    Ok(file("manifest.webmanifest", Freshness::Revalidate)?.to(&headers))
}

/// All files of the page.
pub(crate) fn files() -> impl Iterator<Item = (Cow<'static, str>, Cow<'static, [u8]>)> {
    Files::iter().filter_map(|name| Files::get(&name).map(|file| (name, file.data)))
}

/// A file of the page as text; nothing if there is none.
pub(crate) fn text(name: &str) -> String {
    Files::get(name).map_or(String::new(), |file| String::from_utf8_lossy(&file.data).into_owned())
}

/// The program that keeps files in the browser: those that every page needs at once, others when it is told to.
pub(crate) fn service_worker(kept: &[Vec<String>; 2]) -> Vec<u8> {
    #[derive(Serialize)]
    struct Site<'a> {
        version: String,
        shell: &'a [String],
        rest: &'a [String],
    }
    let [shell, rest] = kept;
    let program = text("service.js");
    let version = foldhash::quality::FixedState::default().hash_one((kept, &program));
    let site = json(&Site { version: format!("{version:016x}"), shell, rest });
    [b"const SITE = ", &*site, b";\n", program.as_bytes()].concat()
}

fn file(name: &str, freshness: Freshness) -> Result<Reply, Fault> {
    let content = Files::get(name).ok_or_else(no_file)?.data;
    let kind = match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    };
    Ok(match content {
        Cow::Borrowed(bytes) => Reply::new(bytes, kind, freshness),
        Cow::Owned(bytes) => Reply::new(bytes, kind, freshness),
    })
}

fn no_file() -> Fault {
    Fault::NotFound("there is no such file".to_owned())
}
