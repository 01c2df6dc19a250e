//! What all requests share, and the threads on which their answers are worked out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::Uri;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::catalogue::{Catalogue, GameEntry};
use crate::fault::Fault;
use crate::memo::{Keep, Memo};
use crate::metrics::Metrics;
use crate::options::Limits;
use crate::reply::Reply;

/// An answer that takes so long is not worked out twice.
const LONG: Duration = Duration::from_millis(1);

/// What all requests share.
pub struct App {
    /// The games.
    pub catalogue: Arc<Catalogue>,
    /// What was asked, and how long it took.
    pub metrics: Metrics,
    /// What visitors may make the server do.
    pub limits: Limits,
    /// Requests that are worked on or waiting.
    pub requests: Semaphore,
    /// Answers that are worked out at once.
    pool: Arc<Semaphore>,
    /// Moves that are searched for at once: each keeps a core busy.
    searches: Arc<Semaphore>,
    /// Answers about positions that were given before.
    memo: Memo,
}

impl App {
    /// Nothing was asked yet.
    pub fn new(catalogue: Catalogue, limits: Limits) -> App {
        // Reading a table may wait for the disk, so that more than one a core makes sense.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        App {
            catalogue: Arc::new(catalogue),
            metrics: Metrics::default(),
            limits,
            requests: Semaphore::new(limits.requests),
            pool: Arc::new(Semaphore::new((cores * 4).max(8))),
            searches: Arc::new(Semaphore::new((cores - 1).max(1))),
            memo: Memo::new(limits.reply_bytes),
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
            return Ok(reply);
        }
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
        entry: &Arc<GameEntry>,
        question: impl FnOnce(&Catalogue, &Arc<GameEntry>) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        if self.catalogue.is_quick(entry) {
            return question(&self.catalogue, entry);
        }
        let entry = Arc::clone(entry);
        self.on_pool(move |catalogue| question(catalogue, &entry)).await
    }

    /// A place among the searches for moves, for as long as it is kept. Waits while there is none.
    pub async fn place_to_search(&self) -> Result<OwnedSemaphorePermit, Fault> {
        Arc::clone(&self.searches).acquire_owned().await.map_err(|_| Fault::Busy)
    }

    /// Works out an answer off the threads that talk to the network. Waits while too many others
    /// do. Work that a time-out has given up still holds its place until its end.
    pub async fn on_pool<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Catalogue) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let place = Arc::clone(&self.pool).acquire_owned().await.map_err(|_| Fault::Busy)?;
        let catalogue = Arc::clone(&self.catalogue);
        let answer = tokio::task::spawn_blocking(move || {
            let answer = question(&catalogue);
            drop(place);
            answer
        });
        answer.await.unwrap_or_else(|error| {
            tracing::error!(%error, "an answer panicked");
            Err(Fault::Broken("the server made a mistake; its log says more".to_owned()))
        })
    }
}
