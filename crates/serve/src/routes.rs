//! Which address is answered by what, and what every request goes through.

use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate, SizeAbove};

use crate::app::App;
use crate::fault::Fault;
use crate::reply::{Freshness, Reply};
use crate::{api, page, universal};

/// Smaller answers fit into one packet anyway.
const LEAST_COMPRESSED: u64 = 1200;
/// Requests need no body; a small one does no harm.
const MOST_BODY: u64 = 16 << 10;

/// All addresses.
pub fn router(app: Arc<App>) -> Router {
    let large = DefaultPredicate::new().and(SizeAbove::new(LEAST_COMPRESSED));
    Router::new()
        .route("/", get(page::index))
        .route("/play/{game}", get(page::index))
        .route("/play/{game}/{variant}", get(page::index))
        .route("/icon.svg", get(page::icon))
        .route("/assets/{name}", get(page::asset))
        .route("/art/{name}", get(api::art))
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .route("/api/v1/openapi.json", get(api::openapi))
        .route("/api/v1/games", get(api::games))
        .route("/api/v1/games/{game}/{variant}", get(api::about))
        .route("/api/v1/games/{game}/{variant}/position", get(api::position))
        .route("/api/v1/games/{game}/{variant}/setup", get(api::setup))
        .route("/api/v1/games/{game}/{variant}/line", get(api::line))
        .route("/api/v1/games/{game}/{variant}/analysis", get(api::analysis))
        .route("/api/v1/games/{game}/{variant}/random", get(api::random))
        .route("/api/v1/games/{game}/{variant}/move", get(api::searched_move))
        .merge(universal_router())
        .fallback(page::unknown)
        .method_not_allowed_fallback(async || Fault::Method)
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

async fn metrics(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let text = app.metrics.write(&app.catalogue);
    Reply::new(text, "text/plain; version=0.0.4; charset=utf-8", Freshness::Once).to(&headers)
}

/// What every request goes through: limits first, then the answer, then the counts and the log.
async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let counted = InFlight::new(&app);
    let route = request.extensions().get::<MatchedPath>().cloned();
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let mut response = answer(&app, request, next).await.unwrap_or_else(Fault::into_response);
    let nosniff = HeaderValue::from_static("nosniff");
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, nosniff);
    drop(counted);

    let (status, time) = (response.status().as_u16(), begin.elapsed());
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    app.metrics.answered(route, status, time);
    let micros = time.as_micros() as u64;
    tracing::debug!(%method, %uri, status, micros, "answered");
    response
}

async fn answer(app: &App, request: Request, next: Next) -> Result<Response, Fault> {
    let Ok(_place) = app.requests.try_acquire() else { return Err(Fault::Busy) };
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > MOST_BODY) {
        return Err(Fault::TooLarge);
    }
    let route = request.extensions().get::<MatchedPath>();
    let waits = route.is_some_and(|route| universal::waits(route.as_str()));
    let patience = if waits { app.limits.solve_patience } else { Duration::ZERO };
    let answer = tokio::time::timeout(app.limits.request_time + patience, next.run(request));
    answer.await.map_err(|_| Fault::TimedOut)
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
