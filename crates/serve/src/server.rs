//! Listening, connections, and the orderly end of both.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hindsight_core::Games;
use hindsight_oracle::DataFolder;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use crate::app::App;
use crate::catalogue::Catalogue;
use crate::options::{Limits, Options};
use crate::routes::router;

/// The longest head of a request, address included.
const MOST_HEAD: usize = 32 << 10;

/// A server that listens but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    limits: Limits,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Server {
    /// Listens.
    pub async fn bind(options: Options, games: Games) -> io::Result<Server> {
        let Options { address, data, limits } = options;
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let catalogue = Catalogue::new(games, DataFolder::new(&data), limits)?;
        Ok(Server { listener, address, app: Arc::new(App::new(catalogue, limits)), limits })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop` comes, then ends: requests that are being answered get their answer,
    /// solves keep what is finished.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { listener, app, limits, .. } = self;
        // Recognising the tables of a large game takes seconds: better now than on the first visit.
        let catalogue = Arc::clone(&app.catalogue);
        tokio::task::spawn_blocking(move || {
            for entry in catalogue.entries() {
                catalogue.standing(entry);
            }
        });
        let router = router(Arc::clone(&app));
        let places = Arc::new(Semaphore::new(limits.connections));
        let (stopping, stopped) = watch::channel(());
        let mut connections = JoinSet::new();
        let mut stop = pin!(stop);
        loop {
            let accept = async {
                let place = Arc::clone(&places).acquire_owned().await;
                (place, listener.accept().await)
            };
            let (place, accepted) = tokio::select! {
                () = &mut stop => break,
                accepted = accept => accepted,
            };
            while connections.try_join_next().is_some() {}
            match accepted {
                Ok((stream, _)) => {
                    let (router, stopped) = (router.clone(), stopped.clone());
                    connections.spawn(async move {
                        talk(stream, router, limits, stopped).await;
                        drop(place);
                    });
                }
                Err(error) => {
                    // Out of file descriptors, most likely: others must end first.
                    tracing::warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
        tracing::info!("stopping");
        drop(listener);
        drop(stopping);
        let all = async { while connections.join_next().await.is_some() {} };
        if tokio::time::timeout(limits.stop_time, all).await.is_err() {
            tracing::warn!("some requests did not end in time");
        }
        let catalogue = Arc::clone(&app.catalogue);
        // Stopping waits, and a panic in it would be logged; nothing is left to be done about it.
        let _ = tokio::task::spawn_blocking(move || catalogue.stop(limits.stop_time)).await;
    }
}

/// Answers the requests of one connection, which has a bounded life.
async fn talk(stream: TcpStream, router: Router, limits: Limits, mut stopped: watch::Receiver<()>) {
    // Answers are small and written at once.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_buf_size(MOST_HEAD)
        // Whoever has said everything still wants to hear the answer.
        .half_close(true)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = &mut connection => Some(ended),
        _ = stopped.changed() => None,
        () = tokio::time::sleep(limits.connection_time) => None,
    };
    let ended = match ended {
        Some(ended) => ended,
        None => {
            connection.as_mut().graceful_shutdown();
            match tokio::time::timeout(limits.request_time, connection).await {
                Ok(ended) => ended,
                Err(_) => return tracing::debug!("a connection was cut"),
            }
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}

/// Serves until Ctrl-C or a request to terminate. `ready` gets the address once visitors can come.
pub fn run(
    options: Options,
    games: Games,
    ready: impl FnOnce(SocketAddr) -> io::Result<()>,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let patience = options.limits.stop_time;
    let result = runtime.block_on(async {
        let stop = asked_to_stop()?;
        let server = Server::bind(options, games).await?;
        ready(server.address())?;
        server.run(stop).await;
        Ok(())
    });
    // Answers that nobody waits for any more may still be in the making.
    runtime.shutdown_timeout(patience);
    result
}

/// Comes when the user or the system asks the process to end. A second request ends it at once.
fn asked_to_stop() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut signals = {
        use tokio::signal::unix::{SignalKind, signal};
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?)
    };
    #[cfg(unix)]
    let next = async move || {
        tokio::select! {
            _ = signals.0.recv() => {}
            _ = signals.1.recv() => {}
        }
    };
    #[cfg(not(unix))]
    let next = async || {
        let _ = tokio::signal::ctrl_c().await;
    };
    let mut next = next;
    Ok(async move {
        next().await;
        tokio::spawn(async move {
            next().await;
            std::process::exit(130);
        });
    })
}
