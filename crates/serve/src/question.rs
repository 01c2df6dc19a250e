//! A request about one game: by whom, about which game, with which parameters.

use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::{ExtensionRejection, PathRejection};
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use hindsight_answers::shown;
use tokio::sync::OwnedSemaphorePermit;

use crate::app::App;
use crate::catalogue::Catalogue;
use crate::entry::GameEntry;
use crate::fault::Fault;
use crate::made::is_made;
use crate::reply::Reply;
use crate::visitor::Visitor;

/// What stands in the address of a request about a game: its id and its variant's.
pub type Names = Result<Path<(String, String)>, PathRejection>;

/// A request about one game in one variant.
pub struct Question {
    /// What all requests share.
    pub app: Arc<App>,
    /// Who asks.
    pub visitor: Visitor,
    /// What was asked for.
    pub address: Uri,
    /// What the browser knows already, among other things.
    pub headers: HeaderMap,
    names: Names,
}

impl FromRequestParts<Arc<App>> for Question {
    type Rejection = ExtensionRejection;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<Question, ExtensionRejection> {
        let Extension(visitor) = Extension::from_request_parts(parts, app).await?;
        let names = Path::from_request_parts(parts, app).await;
        let (address, headers) = (parts.uri.clone(), parts.headers.clone());
        Ok(Question { app: app.clone(), visitor, address, headers, names })
    }
}

impl Question {
    /// Whether it is about a game that a visitor made.
    fn is_made(&self) -> bool {
        self.names.as_ref().is_ok_and(|Path((game, _))| is_made(game))
    }

    /// A place among the searches, for as long as it is kept. Games that visitors made have lines of their
    /// own, and nobody else is to wait for them.
    pub async fn place_to_search(&self) -> Result<Option<OwnedSemaphorePermit>, Fault> {
        if self.is_made() {
            return Ok(None);
        }
        self.app.place_to_search().await.map(Some)
    }

    /// Works out the answer off the threads that talk to the network.
    pub async fn answer(
        self,
        reply: impl FnOnce(&Catalogue, &Visitor, &Arc<GameEntry>) -> Result<Reply, Fault>
        + Send
        + 'static,
    ) -> Result<Response, Fault> {
        let (game, variant) = named(self.names)?;
        let asker = self.visitor.clone();
        let name = game.clone();
        let reply = self.app.on_pool(&self.visitor, &name, move |catalogue| {
            reply(catalogue, &asker, &catalogue.entry(&game, &variant)?)
        });
        Ok(reply.await?.to(&self.headers))
    }

    /// Works out the answer at once where that is a matter of microseconds, and remembers it.
    pub async fn quick_answer(
        self,
        reply: impl FnOnce(&Catalogue, &Visitor, &Arc<GameEntry>) -> Result<Reply, Fault>
        + Send
        + 'static,
    ) -> Result<Response, Fault> {
        if self.is_made() {
            return self.answer(reply).await;
        }
        let Question { app, visitor, address, headers, names } = self;
        let answer = async {
            let (game, variant) = named(names)?;
            let entry = app.entry(&visitor, game, variant).await?;
            let asker = visitor.clone();
            app.on_game(&visitor, entry, move |catalogue, entry| reply(catalogue, &asker, entry))
                .await
        };
        Ok(app.remembered(&address, answer).await?.to(&headers))
    }
}

fn named(names: Names) -> Result<(String, String), Fault> {
    let Path(names) = names.map_err(|rejection| {
        Fault::BadRequest(format!("the address is no text: {}", shown(&rejection.body_text())))
    })?;
    Ok(names)
}
