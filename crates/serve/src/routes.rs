//! Which address is answered by what, and what every request goes through.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Version, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use hindsight_answers::{Freshness, shown};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate, SizeAbove};

use crate::access;
use crate::app::App;
use crate::fault::Fault;
use crate::metrics::Refused;
use crate::reply::{POLICY, Reply};
use crate::visitor::{Peer, Visitor};
use crate::{api, batch, page, rules, universal};

/// Smaller answers fit into one packet anyway.
const LEAST_COMPRESSED: u64 = 1200;
/// Most requests need no body; a small one does no harm.
const MOST_BODY: u64 = 16 << 10;
/// Where others may ask by POST too, for work to be begun.
const ASKED_FOR: [&str; 4] = ["/position", "/line", "/analysis", "/random"];

/// All addresses.
pub fn router(app: Arc<App>) -> Router {
    let large = DefaultPredicate::new().and(SizeAbove::new(LEAST_COMPRESSED));
    let limit = DefaultBodyLimit::max(batch::MOST_BODY as usize);
    let text_limit = DefaultBodyLimit::max(rules::MOST_BODY as usize);
    let asked = |topic| move |question| api::asked(question, topic);
    Router::new()
        .route("/", get(page::front))
        .route("/play/{game}", get(page::variants))
        .route("/play/{game}/{variant}", get(page::play))
        .route("/puzzles", get(page::puzzles))
        .route("/puzzles/{game}/{variant}", get(page::puzzles))
        .route("/make", get(page::make))
        .route("/embed/{game}/{variant}", get(page::embedded))
        .route("/icon.svg", get(page::icon))
        .route("/icon-192.png", get(page::small_icon))
        .route("/icon-512.png", get(page::large_icon))
        .route("/manifest.webmanifest", get(page::manifest))
        .route("/service.js", get(page::service))
        .route("/assets/{name}", get(page::asset))
        .route("/art/{name}", get(api::art))
        .route("/healthz", get(health))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/api/v1/openapi.json", get(api::openapi))
        .route(rules::READ, post(rules::read).layer(text_limit))
        .route(rules::MAKE, post(rules::make).layer(text_limit))
        .route("/api/v1/games", get(api::games))
        .route("/api/v1/games/{game}/{variant}", get(asked("")))
        .route(
            "/api/v1/games/{game}/{variant}/position",
            get(asked("position")).post(asked("position")),
        )
        .route("/api/v1/games/{game}/{variant}/positions", post(batch::positions).layer(limit))
        .route("/api/v1/games/{game}/{variant}/setup", get(asked("setup")))
        .route("/api/v1/games/{game}/{variant}/line", get(asked("line")).post(asked("line")))
        .route(
            "/api/v1/games/{game}/{variant}/analysis",
            get(asked("analysis")).post(asked("analysis")),
        )
        .route("/api/v1/games/{game}/{variant}/random", get(asked("random")).post(asked("random")))
        .route("/api/v1/games/{game}/{variant}/move", get(asked("move")))
        .route("/api/v1/games/{game}/{variant}/exercise", get(asked("exercise")))
        .route("/api/v1/games/{game}/{variant}/replay", get(asked("replay")))
        .route("/api/v1/games/{game}/{variant}/lesson", get(asked("lesson")))
        .merge(universal_router())
        .fallback(page::unknown)
        .method_not_allowed_fallback(wrong_method)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(CompressionLayer::new().compress_when(large))
        .layer(from_fn_with_state(Arc::clone(&app), guard))
        .with_state(app)
}

/// The addresses of GamesmanUni's protocol, each with and without a slash at its end.
fn universal_router() -> Router<Arc<App>> {
    let mut router = Router::new();
    for end in ["", "/"] {
        router = router
            .route(&format!("/universal/v1{end}"), get(universal::games))
            .route(&format!("/universal/v1/{{game}}{end}"), get(universal::game))
            .route(&format!("/universal/v1/{{game}}/{{variant}}{end}"), get(universal::variant))
            .route(
                &format!("/universal/v1/{{game}}/{{variant}}/positions{end}"),
                get(universal::position),
            )
            .route(
                &format!("/universal/v1/{{game}}/{{variant}}/instructions{end}"),
                get(universal::instructions),
            );
    }
    router
}

async fn health(headers: HeaderMap) -> Response {
    Reply::new("ok\n", "text/plain; charset=utf-8", Freshness::Once).to(&headers)
}

/// Whether visitors should be sent here: not while the tables are being recognised, nor at the end.
async fn ready(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let is_ready =
        app.is_recognised.load(Ordering::Relaxed) && !app.is_stopping.load(Ordering::Relaxed);
    let (text, status) = match is_ready {
        true => ("ready\n", StatusCode::OK),
        false => ("not ready\n", StatusCode::SERVICE_UNAVAILABLE),
    };
    let reply = Reply::new(text, "text/plain; charset=utf-8", Freshness::Once);
    let mut response = reply.to(&headers);
    *response.status_mut() = status;
    response
}

async fn metrics(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let text = app.metrics.write(&app);
    Reply::new(text, "text/plain; version=0.0.4; charset=utf-8", Freshness::Once).to(&headers)
}

/// What an address answers to methods that it does not take. A browser that asks whether a page
/// elsewhere may use one is told so.
async fn wrong_method(path: MatchedPath, method: Method, headers: HeaderMap) -> Response {
    let path = path.as_str();
    let allowed = if batch::is_batch(path) || [rules::READ, rules::MAKE].contains(&path) {
        "POST"
    } else if ASKED_FOR.iter().any(|end| path.starts_with("/api/") && path.ends_with(end)) {
        "GET, HEAD, POST"
    } else {
        "GET, HEAD"
    };
    if method != Method::OPTIONS || !headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD) {
        return Fault::Method { allowed }.into_response();
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    let told = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, allowed),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type"),
        (header::ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    for (name, value) in told {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// What every request goes through: who asks and for whom, limits, then the answer, then the counts
/// and the log.
async fn guard(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    request: Request,
    next: Next,
) -> Response {
    let begin = Instant::now();
    let counted = InFlight::new(&app);
    let route = request.extensions().get::<MatchedPath>().cloned();
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let asker = app.access.asker(peer.remote.ip(), request.headers());
    let mut response = answer(&app, peer, request, next).await.unwrap_or_else(|fault| {
        if matches!(fault, Fault::Host(_)) {
            app.metrics.refused(Refused::Host);
        }
        fault.into_response()
    });
    add_policies(&mut response, uri.path());
    drop(counted);

    let (status, time) = (response.status().as_u16(), begin.elapsed());
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    app.metrics.answered(route, status, time);
    let micros = time.as_micros() as u64;
    tracing::debug!(%method, %uri, status, micros, address = %asker, "answered");
    response
}

/// What browsers are told about every answer.
fn add_policies(response: &mut Response, path: &str) {
    let is_open = ["/api/", "/universal/", "/art/"].iter().any(|open| path.starts_with(open));
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let policy = headers.entry(header::CONTENT_SECURITY_POLICY);
    policy.or_insert(HeaderValue::from_static(POLICY));
    if is_open || path == "/universal/v1" {
        // Nothing here is secret, and nothing is known about who asks.
        let all = HeaderValue::from_static("*");
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, all);
    }
}

async fn answer(
    app: &App,
    peer: Peer,
    mut request: Request,
    next: Next,
) -> Result<Response, Fault> {
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("", MatchedPath::as_str);
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let most = match route {
        rules::READ | rules::MAKE => rules::MOST_BODY,
        route if batch::is_batch(route) => batch::MOST_BODY,
        _ => MOST_BODY,
    };
    if length.is_some_and(|length| length > most) {
        return Err(Fault::TooLarge);
    }
    let visitor = visitor(app, peer, &request)?;
    request.extensions_mut().insert(visitor);
    let patience = if universal::waits(route) { app.limits.solve_patience } else { Duration::ZERO };
    let answer = tokio::time::timeout(app.limits.request_time + patience, next.run(request));
    answer.await.map_err(|_| Fault::TimedOut)
}

/// Who asks; a fault where the request is not meant for this server.
fn visitor(app: &App, peer: Peer, request: &Request) -> Result<Visitor, Fault> {
    let (uri, headers) = (request.uri(), request.headers());
    let host = match access::host(uri, headers) {
        Some(host) => host,
        // Who speaks HTTP/1.0 is no browser, and need not know what a host is.
        None if request.version() < Version::HTTP_11 && !headers.contains_key(header::HOST) => "",
        None => return Err(Fault::BadRequest("a request names one host".to_owned())),
    };
    if !host.is_empty() && !app.access.is_meant(host, peer.local) {
        return Err(Fault::Host(format!(
            "this server is not '{}'; if it should be, it is started with --host",
            shown(host)
        )));
    }
    let address = app.access.asker(peer.remote.ip(), headers).into();
    let may_start = app.access.may_start(host, headers);
    Ok(Visitor { address, may_start, peer })
}

/// Counts a request as being answered for as long as it lives, even if the visitor goes away.
struct InFlight<'a>(&'a App);

impl InFlight<'_> {
    fn new(app: &App) -> InFlight<'_> {
        app.metrics.begin();
        InFlight(app)
    }
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.metrics.end();
    }
}

fn panicked(_: Box<dyn Any + Send>) -> Response {
    Fault::Broken("the server made a mistake; its log says more".to_owned()).into_response()
}
