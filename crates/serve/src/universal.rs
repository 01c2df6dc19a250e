//! The protocol of GamesmanUni, under `/universal/v1/`, so that an unmodified GamesmanUni can play
//! our games. `docs/http-api.md` says what of it is answered, and how.
//!
//! The client tells failures from answers by a key `error`, not by the status.

mod ends;
mod ground;
mod names;
mod position;
mod quarto;
mod sim;
mod text;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use hindsight_answers::{Freshness, lenient};
use hindsight_core::{Kind, Scene, Theme, UniversalImage};
use hindsight_oracle::{Drawing, View};
use serde::Serialize;

use self::position::Dialect;
use crate::app::App;
use crate::catalogue::Catalogue;
use crate::entry::GameEntry;
use crate::fault::Fault;
use crate::metrics::Refused;
use crate::question::Names;
use crate::reply::Reply;
use crate::visitor::Visitor;

/// How often a request that waits looks whether the work is done.
const LOOK: Duration = Duration::from_millis(50);

#[derive(Serialize)]
struct ListedGame {
    id: &'static str,
    name: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    gui: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Game {
    id: &'static str,
    name: &'static str,
    variants: Vec<ListedVariant>,
    allow_custom_variant_creation: bool,
    supports_win_by: bool,
}

#[derive(Serialize)]
struct ListedVariant {
    id: String,
    name: String,
    gui: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Variant {
    id: String,
    name: String,
    gui: &'static str,
    start_position: String,
    autogui_start_position: String,
    #[serde(rename = "imageAutoGUIData")]
    images: Option<Images>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Images {
    default_theme: &'static str,
    themes: BTreeMap<&'static str, ThemeAnswer>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ThemeAnswer {
    space: [f32; 2],
    centers: Vec<[f32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    background: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    foreground: Option<&'static str>,
    char_images: BTreeMap<char, Image>,
    circle_button_radius: f32,
    arrow_width: f32,
    line_width: f32,
    text_entity_font_size: f32,
    animation_type: &'static str,
    default_animation_window: [usize; 2],
}

#[derive(Serialize)]
struct Image {
    image: &'static str,
    scale: f32,
}

#[derive(Serialize)]
struct Instructions {
    instructions: String,
}

#[derive(Serialize)]
struct Failure {
    error: &'static str,
}

/// Why there is no answer.
enum Refusal {
    Game,
    Variant,
    Position,
    /// The game is being solved, or the position searched; meanwhile, what the rules alone say.
    Working(Reply),
    /// What is not about the game.
    Other(Fault),
}

impl Refusal {
    /// What a question that failed means to the client.
    fn of(fault: Fault) -> Refusal {
        match fault {
            Fault::BadRequest(_) | Fault::NotFound(_) => Refusal::Position,
            other => Refusal::Other(other),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let error = match self {
            Refusal::Game => "Invalid Game",
            Refusal::Variant => "Invalid Variant",
            Refusal::Position => "Invalid Position",
            Refusal::Working(reply) => return reply.to(&HeaderMap::new()),
            Refusal::Other(fault) => return fault.into_response(),
        };
        Reply::json(&Failure { error }, Freshness::Once).to(&HeaderMap::new())
    }
}

type Name = Result<Path<String>, PathRejection>;

/// All games that have values: the client's computer and its score stop at a position without one, so
/// what nobody has solved and what is too large to be solved in passing is not offered. Who knows the
/// address can play it all the same.
pub async fn games(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
) -> Response {
    let list = app.on_pool(&visitor, "", |catalogue| {
        let mut games: Vec<ListedGame> = Vec::new();
        for entry in catalogue.listed().iter().filter(|entry| catalogue.gives_values(entry)) {
            let id = names::client_id(entry.about.id);
            if games.last().is_none_or(|last| last.id != id) {
                let kind = match kind(catalogue, entry) {
                    Kind::Puzzle => "onePlayer",
                    Kind::Partisan | Kind::Impartial | Kind::Scored => "twoPlayer",
                };
                let (name, gui) = (entry.about.name, gui(catalogue, entry));
                games.push(ListedGame { id, name, kind, gui });
            }
        }
        Ok(Reply::json(&games, Freshness::Revalidate))
    });
    told(list.await.map_err(Refusal::Other), &headers)
}

/// One game with its variants that have values.
pub async fn game(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    name: Name,
    headers: HeaderMap,
) -> Response {
    let Ok(Path(id)) = name else { return told(Err(Refusal::Game), &headers) };
    let game = app.on_pool(&visitor, "", move |catalogue| {
        let own = names::own_id(&id);
        let entries = catalogue.listed_and_solved();
        let offered =
            |entry: &&Arc<GameEntry>| entry.about.id == own && catalogue.gives_values(entry);
        let entries: Vec<_> = entries.iter().filter(offered).collect();
        let Some(first) = entries.first() else { return Ok(Err(Refusal::Game)) };
        let variant = |entry: &&Arc<GameEntry>| ListedVariant {
            id: entry.name.variant.clone(),
            name: entry.summary.clone().into_owned(),
            gui: gui(catalogue, entry),
        };
        let variants = entries.iter().map(variant).collect();
        Ok(Ok(Reply::json(
            &Game {
                id: names::client_id(first.about.id),
                name: first.about.name,
                variants,
                allow_custom_variant_creation: !(catalogue.games().forms)(first.about.id)
                    .is_empty(),
                supports_win_by: kind(catalogue, first) == Kind::Scored,
            },
            Freshness::Revalidate,
        )))
    });
    told(game.await.map_err(Refusal::Other).flatten(), &headers)
}

/// One variant: where it starts and what it looks like.
pub async fn variant(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    names: Names,
    headers: HeaderMap,
) -> Response {
    let answer = on_game(&app, &visitor, names, |catalogue, entry| {
        let oracle = catalogue.oracle(entry).map_err(Refusal::Other)?;
        let start = Dialect::new(entry.about.id, &oracle).start(&oracle);
        let (start_position, autogui_start_position) =
            start.map_err(|error| Refusal::Other(Fault::of(&entry.name, error)))?;
        let has_own_pieces = names::has_own_pieces(entry.about.id);
        let variant = Variant {
            id: entry.name.variant.clone(),
            name: entry.summary.clone().into_owned(),
            gui: gui(catalogue, entry),
            start_position,
            autogui_start_position,
            images: if has_own_pieces { None } else { images(oracle.drawing()) },
        };
        Ok(Reply::json(&variant, Freshness::Revalidate))
    });
    told(answer.await, &headers)
}

/// Whether a route waits for a small game to be solved, or for a position to be searched.
pub fn waits(route: &str) -> bool {
    route.starts_with("/universal/") && route.contains("/positions")
}

/// A position, or a state in the middle of a move, with what can be clicked.
///
/// The client asks for the start once: an error, or that the game is being solved, would leave its
/// visitor before an empty board that says that the game is lost. Nor does its computer play on from
/// positions without values. So the answer waits for the solve or the search, and where that takes too
/// long, says what the rules say.
pub async fn position(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    names: Names,
    address: Uri,
    headers: HeaderMap,
) -> Response {
    let Ok(Path(names)) = names else { return told(Err(Refusal::Game), &headers) };
    let answer = async {
        let asked = lenient(address.query(), "p");
        let entry = entry(&app, &visitor, names).await?;
        match describe_on(&app, &visitor, &entry, asked.clone()).await {
            Err(Refusal::Working(reply)) => wait(&app, &visitor, &entry, asked, reply).await,
            answer => answer,
        }
    };
    told(app.remembered(&address, answer).await, &headers)
}

/// Waits for work to be done, if there is a place to wait, until that takes too long or the visitor has
/// gone. `meanwhile` is what the rules say.
async fn wait(
    app: &App,
    visitor: &Visitor,
    entry: &Arc<GameEntry>,
    asked: Option<String>,
    mut meanwhile: Reply,
) -> Result<Reply, Refusal> {
    if app.limits.solve_patience.is_zero() {
        return Ok(meanwhile);
    }
    let Some(_place) = app.waits.take(visitor.address) else {
        app.metrics.refused(Refused::Wait);
        return Ok(meanwhile);
    };
    let until = Instant::now() + app.limits.solve_patience;
    let mut gone = std::pin::pin!(visitor.peer.gone());
    loop {
        while app.catalogue.is_awaited(visitor, entry) {
            if Instant::now() > until {
                return Ok(meanwhile);
            }
            tokio::select! {
                () = &mut gone => return Ok(meanwhile),
                () = tokio::time::sleep(LOOK) => {}
            }
        }
        match describe_on(app, visitor, entry, asked.clone()).await {
            // Another piece of work is needed.
            Err(Refusal::Working(reply)) if Instant::now() <= until => meanwhile = reply,
            Err(Refusal::Working(reply)) => return Ok(reply),
            answer => return answer,
        }
        // Work that ends at once, since another process does it, is not begun again at once.
        tokio::time::sleep(LOOK).await;
    }
}

async fn describe_on(
    app: &App,
    visitor: &Visitor,
    entry: &Arc<GameEntry>,
    asked: Option<String>,
) -> Result<Reply, Refusal> {
    let asker = visitor.clone();
    let answer = app.on_game(visitor, Arc::clone(entry), move |catalogue, entry| {
        Ok(describe(catalogue, &asker, entry, asked.as_deref()))
    });
    answer.await.map_err(Refusal::Other).flatten()
}

fn describe(
    catalogue: &Catalogue,
    visitor: &Visitor,
    entry: &Arc<GameEntry>,
    asked: Option<&str>,
) -> Result<Reply, Refusal> {
    let oracle = catalogue.oracle(entry).map_err(Refusal::Other)?;
    let dialect = Dialect::new(entry.about.id, &oracle);
    let (position, parts) = match asked {
        Some(asked) => dialect.read(&oracle, asked).ok_or(Refusal::Position)?,
        None => (oracle.start(), Vec::new()),
    };
    let unsolved = |view: Option<View>| {
        let answer = dialect.unsolved(view.ok_or(Refusal::Position)?, &parts);
        Ok(Reply::json(&answer.ok_or(Refusal::Position)?, Freshness::Once))
    };
    match catalogue.ask(visitor, entry, Some(&position), |oracle| oracle.answer(&position)) {
        Ok(answer) => {
            let answer = dialect.solved(answer, &parts).ok_or(Refusal::Position)?;
            Ok(Reply::json(&answer, Freshness::Minutes))
        }
        Err(Fault::Refused(refusal)) => unsolved(refusal.view),
        Err(Fault::Exhausted(overdrawn)) => unsolved(overdrawn.view),
        Err(Fault::Working(working)) => Err(Refusal::Working(unsolved(working.view)?)),
        Err(fault) => Err(Refusal::of(fault)),
    }
}

/// The rules.
pub async fn instructions(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    names: Names,
    headers: HeaderMap,
) -> Response {
    let answer = on_game(&app, &visitor, names, |_, entry| {
        let mut instructions = markdown(entry.about.help);
        instructions.push_str(names::notation(entry.about.id));
        instructions.push_str(names::colours(entry.about.id));
        Ok(Reply::json(&Instructions { instructions }, Freshness::Revalidate))
    });
    told(answer.await, &headers)
}

/// Text in which two blanks begin an example, as Markdown.
fn markdown(help: &str) -> String {
    let mut text = String::with_capacity(help.len() + 64);
    let mut is_example = false;
    for line in help.lines() {
        if line.starts_with("  ") != is_example {
            is_example = !is_example;
            text.push_str("```\n");
        }
        text.push_str(line.trim());
        text.push('\n');
    }
    if is_example {
        text.push_str("```\n");
    }
    text
}

/// A game by the names that the client has for it.
async fn entry(
    app: &App,
    visitor: &Visitor,
    (game, variant): (String, String),
) -> Result<Arc<GameEntry>, Refusal> {
    let game = names::own_id(&game).to_owned();
    let Ok(about) = app.catalogue.about(&game) else { return Err(Refusal::Game) };
    let variant = names::own_variant(about, variant);
    match app.entry(visitor, game, variant).await {
        Err(Fault::NotFound(_)) => Err(Refusal::Variant),
        entry => entry.map_err(Refusal::Other),
    }
}

async fn on_game(
    app: &App,
    visitor: &Visitor,
    names: Names,
    question: impl FnOnce(&Catalogue, &Arc<GameEntry>) -> Result<Reply, Refusal> + Send + 'static,
) -> Result<Reply, Refusal> {
    let Ok(Path(names)) = names else { return Err(Refusal::Game) };
    let entry = entry(app, visitor, names).await?;
    let answer =
        app.on_game(visitor, entry, move |catalogue, entry| Ok(question(catalogue, entry)));
    answer.await.map_err(Refusal::Other).flatten()
}

fn told(answer: Result<Reply, Refusal>, headers: &HeaderMap) -> Response {
    match answer {
        Ok(reply) => reply.to(headers),
        Err(refusal) => refusal.into_response(),
    }
}

/// What kind of game it is; nothing special where it cannot be opened.
fn kind(catalogue: &Catalogue, entry: &GameEntry) -> Kind {
    catalogue.oracle(entry).map(|oracle| oracle.kind()).unwrap_or_default()
}

/// The client's word for how good a game's looks are.
fn gui(catalogue: &Catalogue, entry: &GameEntry) -> &'static str {
    match catalogue.oracle(entry) {
        Ok(oracle) if !oracle.drawing().fallback => "v3",
        _ => "v0",
    }
}

fn images(drawing: &Drawing) -> Option<Images> {
    if drawing.fallback {
        return None;
    }
    let scene = &drawing.scene;
    let themes = scene.themes.iter().map(|theme| (theme.id, theme_answer(scene, theme)));
    Some(Images { default_theme: scene.themes.first()?.id, themes: themes.collect() })
}

fn theme_answer(scene: &Scene, theme: &Theme) -> ThemeAnswer {
    let layout = ground::layout(scene);
    let scale = layout.scale;
    let key = |art: &Option<hindsight_core::Art>| Some(art.as_ref()?.universal?.key);
    let mut images: BTreeMap<char, Image> = BTreeMap::new();
    for piece in &theme.pieces {
        if let Some(UniversalImage { key, percent, .. }) = piece.art.universal {
            let scale = piece.size * scale * percent as f32 / 100.0;
            images.insert(piece.glyph, Image { image: key, scale });
        }
    }
    let squares = ground::squares(scene);
    if !squares.is_empty() {
        let scale = ground::side(&squares, &layout);
        images.insert(ground::SQUARE, Image { image: ground::SQUARE_IMAGE, scale });
    }
    let outlined = squares.iter().map(|&place| layout.centers[place]);
    // Numbers do not slide.
    let counters = scene.counters.iter().map(|counter| counter.center);
    let end = counters.min().unwrap_or(scene.centers.len());
    ThemeAnswer {
        space: layout.space,
        background: key(&theme.background),
        foreground: key(&theme.foreground),
        char_images: images,
        circle_button_radius: scene.button_radius * scale,
        arrow_width: scene.arrow_width * scale,
        line_width: scene.line_width * scale,
        text_entity_font_size: ground::font_size(scene, &layout),
        animation_type: if scene.slides { "simpleSlides" } else { "entityFade" },
        default_animation_window: [squares.len(), squares.len() + end],
        centers: outlined.chain(layout.centers.iter().copied()).collect(),
    }
}
