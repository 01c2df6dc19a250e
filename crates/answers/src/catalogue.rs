//! The games there are, and one of them.

use std::sync::Arc;

use hindsight_core::{Art, Form, Games, Picture};
use hindsight_oracle::{Estimate, Oracle, Tables, Verdict};
use serde::Serialize;

use crate::fault::Fault;
use crate::host::{Host, Listing, Progress, Standing, State};
use crate::reply::{Freshness, Reply};
use crate::scene::{SceneAnswer, image_itself};

/// All games with their variants.
#[derive(Default, Serialize)]
pub struct GameList {
    games: Vec<Game>,
    /// Whether visitors may have games made of texts.
    makes_games: bool,
}

#[derive(Serialize)]
struct Game {
    id: &'static str,
    name: &'static str,
    summary: &'static str,
    aliases: &'static [&'static str],
    kind: &'static str,
    players: u32,
    variants: Vec<Variant>,
    forms: &'static [Form],
}

#[derive(Serialize)]
struct Variant {
    id: String,
    summary: String,
    listed: bool,
    state: State,
    start_value: Option<Verdict>,
    slots: Option<u64>,
    expected_table_bytes: Option<u64>,
    loopy: Option<bool>,
}

#[derive(Serialize)]
struct About<'a> {
    game: &'a str,
    variant: &'a str,
    listed: bool,
    name: &'a str,
    summary: &'static str,
    variant_summary: &'a str,
    help: &'a str,
    notation: &'a str,
    kind: &'static str,
    players: u32,
    start: String,
    state: State,
    start_value: Option<Verdict>,
    progress: Option<Progress>,
    estimate: Option<Estimate>,
    /// Once it is solved.
    tables: Option<Tables>,
    scene: SceneAnswer,
    start_picture: Picture,
    sample_picture: Picture,
    /// The rules of a game that a visitor made, as they were written.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

impl std::fmt::Debug for GameList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.games.iter().map(|game| game.id)).finish()
    }
}

impl GameList {
    /// No game yet. `makes_games` says whether visitors may have games made of texts.
    pub fn new(makes_games: bool) -> GameList {
        GameList { games: Vec::new(), makes_games }
    }

    /// Adds a variant of one of these games; those of a game come one after the other. There is no oracle of one
    /// that cannot be opened.
    pub fn add(
        &mut self,
        games: &Games,
        listing: Listing<'_>,
        standing: Standing,
        oracle: Option<Arc<Oracle>>,
    ) {
        let Standing { state, value, estimate, .. } = standing;
        let variant = Variant {
            id: listing.name.variant.clone(),
            summary: listing.summary.to_owned(),
            listed: listing.is_listed,
            state,
            start_value: value,
            slots: estimate.as_ref().map(|estimate| estimate.slots),
            expected_table_bytes: estimate.as_ref().map(|estimate| estimate.expected_table_bytes),
            loopy: oracle.as_ref().and_then(|oracle| oracle.recurs()),
        };
        match self.games.last_mut() {
            Some(game) if game.id == listing.about.id => game.variants.push(variant),
            _ => {
                let hindsight_core::About { id, name, summary, .. } = *listing.about;
                // All variants of a game are of one kind.
                let kind = oracle.map(|oracle| oracle.kind()).unwrap_or_default();
                let (kind, players, variants) = (kind.name(), kind.players(), vec![variant]);
                let (aliases, forms) = ((games.aliases)(id), (games.forms)(id));
                let game = Game { id, name, summary, aliases, kind, players, variants, forms };
                self.games.push(game);
            }
        }
    }
}

/// One game in one variant. `image` says where its images are.
pub fn about<H: Host>(host: &H, image: &dyn Fn(&Art) -> String) -> Result<Reply, H::Fault> {
    let (listing, oracle) = (host.listing(), host.oracle()?);
    let view = oracle.view(&oracle.start()).map_err(|error| Fault::of(listing.name, error))?;
    let Standing { state, value, progress, estimate } = host.standing();
    let about = About {
        game: &listing.name.game,
        variant: &listing.name.variant,
        listed: listing.is_listed,
        name: listing.title,
        summary: listing.about.summary,
        variant_summary: listing.summary,
        help: &listing.help,
        notation: hindsight_core::About::notation(&listing.help),
        kind: oracle.kind().name(),
        players: oracle.kind().players(),
        start: view.position,
        state,
        start_value: value,
        progress,
        estimate,
        tables: value.and_then(|_| oracle.tables().ok()),
        scene: match listing.text {
            Some(_) => SceneAnswer::new(oracle.drawing(), &image_itself),
            None => SceneAnswer::new(oracle.drawing(), image),
        },
        start_picture: view.picture,
        sample_picture: oracle.sample().clone(),
        text: listing.text,
    };
    Ok(Reply::json(&about, Freshness::Revalidate))
}
