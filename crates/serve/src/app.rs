//! What all requests share, and the threads on which their answers are worked out.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use axum::http::Uri;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::access::Access;
use crate::catalogue::Catalogue;
use crate::connections::Connections;
use crate::entry::GameEntry;
use crate::fault::Fault;
use crate::made::is_made;
use crate::memo::{Keep, Memo};
use crate::metrics::{Metrics, Refused};
use crate::options::Limits;
use crate::priority::spawn_behind;
use crate::reply::Reply;
use crate::shares::{Shares, Turns};
use crate::visitor::Visitor;

/// An answer that takes so long is not worked out twice.
const LONG: Duration = Duration::from_millis(1);

/// Answers about visitors' own games that are worked out at once, however many cores there are: each may take
/// as much memory as such a game may.
const MOST_MADE: usize = 4;

/// What all requests share.
pub struct App {
    /// The games.
    pub catalogue: Arc<Catalogue>,
    /// What was asked, and how long it took.
    pub metrics: Metrics,
    /// Who may come, and on whose behalf.
    pub access: Access,
    /// What visitors may make the server do.
    pub limits: Limits,
    /// The connections that are open.
    pub connections: Arc<Connections>,
    /// Requests that wait for work in the background.
    pub waits: Arc<Shares>,
    /// Whether the tables are recognised.
    pub is_recognised: AtomicBool,
    /// Whether the server was asked to stop.
    pub is_stopping: AtomicBool,
    /// Requests that other threads work on, or that wait for those threads.
    requests: Arc<Shares>,
    /// Answers that are worked out at once.
    pool: Turns,
    /// The same of games that visitors made, and of their texts: nobody else waits for those.
    made_requests: Arc<Shares>,
    made_pool: Turns,
    /// Whether visitors may have games made of texts.
    pub makes_games: bool,
    /// Moves that are searched for at once: each keeps a core busy.
    searches: Arc<Semaphore>,
    /// Answers about positions that were given before.
    memo: Memo,
}

impl App {
    /// Nothing was asked yet.
    pub fn new(catalogue: Catalogue, access: Access, makes_games: bool, limits: Limits) -> App {
        // Reading a table may wait for the disk, so that more than one a core makes sense.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let pool = (cores * 4).max(8);
        App {
            catalogue: Arc::new(catalogue),
            metrics: Metrics::default(),
            access,
            limits,
            connections: Connections::new(limits.connections_each, limits.connections),
            waits: Shares::new(limits.waits_each, limits.waits),
            is_recognised: AtomicBool::new(false),
            is_stopping: AtomicBool::new(false),
            requests: Shares::new(limits.requests_each, limits.requests),
            pool: Turns::new(pool / 4, pool),
            made_requests: Shares::new(limits.made.requests_each, limits.made.requests),
            made_pool: Turns::new(1, (cores - 1).clamp(1, MOST_MADE)),
            makes_games,
            searches: Arc::new(Semaphore::new((cores - 1).max(1))),
            memo: Memo::new(limits.reply_bytes),
        }
    }

    /// A game by its names, made off the threads that talk to the network if it is not listed.
    pub async fn entry(
        &self,
        visitor: &Visitor,
        game: String,
        variant: String,
    ) -> Result<Arc<GameEntry>, Fault> {
        match self.catalogue.known(&game, &variant) {
            Some(entry) => Ok(entry),
            None => {
                let name = game.clone();
                self.on_pool(visitor, &name, move |catalogue| catalogue.entry(&game, &variant))
                    .await
            }
        }
    }

    /// What was answered at an address before, or is worked out now. What may be kept for a while
    /// is remembered until the state of some game changes, if it took long or is asked for again.
    pub async fn remembered<E>(
        &self,
        address: &Uri,
        answer: impl Future<Output = Result<Reply, E>>,
    ) -> Result<Reply, E> {
        let epoch = self.catalogue.epoch();
        let address = address.path_and_query().map_or("", |address| address.as_str());
        if let Some(reply) = self.memo.recall(epoch, address) {
            self.metrics.recalled(true);
            return Ok(reply);
        }
        self.metrics.recalled(false);
        let begin = Instant::now();
        let reply = answer.await?;
        if reply.can_be_kept() {
            let which = if begin.elapsed() < LONG { Keep::Again } else { Keep::AtOnce };
            self.memo.keep(epoch, address, &reply, which);
        }
        Ok(reply)
    }

    /// Works out an answer about one position: at once where that is a matter of microseconds, since
    /// handing it to another thread would take as long, otherwise off the threads that talk to the
    /// network.
    pub async fn on_game<T: Send + 'static>(
        &self,
        visitor: &Visitor,
        entry: Arc<GameEntry>,
        question: impl FnOnce(&Catalogue, &Arc<GameEntry>) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        if self.catalogue.is_quick(&entry) {
            return question(&self.catalogue, &entry);
        }
        let game = entry.name.game.clone();
        self.on_pool(visitor, &game, move |catalogue| question(catalogue, &entry)).await
    }

    /// A place among the searches for moves, for as long as it is kept. Waits while there is none.
    pub async fn place_to_search(&self) -> Result<OwnedSemaphorePermit, Fault> {
        Arc::clone(&self.searches).acquire_owned().await.map_err(|_| Fault::Busy)
    }

    /// Works out an answer, about a game if one is named, off the threads that talk to the network. Waits while
    /// too many others do. Work that a time-out has given up still holds its place until its end.
    pub async fn on_pool<T: Send + 'static>(
        &self,
        visitor: &Visitor,
        game: &str,
        question: impl FnOnce(&Catalogue) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let (requests, pool) = match is_made(game) {
            true => (&self.made_requests, &self.made_pool),
            false => (&self.requests, &self.pool),
        };
        let Some(request) = requests.take(visitor.address) else {
            self.metrics.refused(Refused::Busy);
            return Err(Fault::Busy);
        };
        let turn = pool.wait(visitor.address).await.ok_or(Fault::Busy)?;
        let catalogue = Arc::clone(&self.catalogue);
        let answer = spawn_behind(move || {
            let answer = question(&catalogue);
            drop((turn, request));
            answer
        });
        answer.await.unwrap_or_else(|error| {
            tracing::error!(%error, "an answer panicked");
            Err(Fault::Broken("the server made a mistake; its log says more".to_owned()))
        })
    }
}
