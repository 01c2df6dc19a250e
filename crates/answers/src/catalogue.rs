//! The games there are, and one of them.

use std::sync::Arc;

use hindsight_core::{Art, Form, Picture};
use hindsight_oracle::{Estimate, Oracle, Tables, Verdict};
use serde::Serialize;

use crate::fault::Fault;
use crate::host::{Host, Listing, Progress, Standing, State};
use crate::reply::{Freshness, Reply};
use crate::scene::SceneAnswer;

/// All games with their variants.
#[derive(Default, Serialize)]
pub struct GameList {
    games: Vec<Game>,
}

#[derive(Serialize)]
struct Game {
    id: &'static str,
    name: &'static str,
    summary: &'static str,
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
    game: &'static str,
    variant: &'a str,
    listed: bool,
    name: &'static str,
    summary: &'static str,
    variant_summary: &'a str,
    help: &'static str,
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
}

impl std::fmt::Debug for GameList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.games.iter().map(|game| game.id)).finish()
    }
}

impl GameList {
    /// Adds a variant; those of a game come one after the other. `forms` says how the game's variants are
    /// named, and there is no oracle of one that cannot be opened.
    pub fn add(
        &mut self,
        listing: Listing<'_>,
        standing: Standing,
        oracle: Option<Arc<Oracle>>,
        forms: &'static [Form],
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
                self.games.push(Game { id, name, summary, kind, players, variants, forms });
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
        game: listing.about.id,
        variant: &listing.name.variant,
        listed: listing.is_listed,
        name: listing.about.name,
        summary: listing.about.summary,
        variant_summary: listing.summary,
        help: listing.about.help,
        kind: oracle.kind().name(),
        players: oracle.kind().players(),
        start: view.position,
        state,
        start_value: value,
        progress,
        estimate,
        tables: value.and_then(|_| oracle.tables().ok()),
        scene: SceneAnswer::new(oracle.drawing(), image),
        start_picture: view.picture,
        sample_picture: oracle.sample().clone(),
    };
    Ok(Reply::json(&about, Freshness::Revalidate))
}
