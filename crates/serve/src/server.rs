//! Listening, connections, and the orderly end of both.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hindsight_core::Games;
use hindsight_oracle::DataFolder;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::app::App;
use crate::catalogue::Catalogue;
use crate::connections::Connection;
use crate::metrics::Refused;
use crate::options::{Limits, Options};
use crate::priority::spawn_behind;
use crate::routes::router;
use crate::visitor::Peer;
use crate::wire::{Wire, drain};

/// The longest head of a request, address included.
const MOST_HEAD: usize = 32 << 10;
/// What is still read of a request that was refused, at most, and for how long.
const MOST_DRAINED: usize = 1 << 20;
const DRAIN_TIME: Duration = Duration::from_secs(1);
/// How often the server looks for work that nobody waits for any more.
const ROUND: Duration = Duration::from_secs(1);
/// Connections that the system holds until they are accepted. Where there is no room, the system says nothing,
/// and a visitor tries again a second later.
const WAITING_CONNECTIONS: u32 = 4096;
/// Files that are open besides connections: tables, logs.
const OTHER_FILES: u64 = 1024;

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
        let Options { address, data, access, makes_games, mut limits } = options;
        limits.connections = most_connections(limits.connections);
        let listener = listen(address)?;
        let address = listener.local_addr()?;
        let catalogue = Catalogue::new(games, DataFolder::new(&data), limits)?;
        let app = Arc::new(App::new(catalogue, access, makes_games, limits));
        Ok(Server { listener, address, app, limits })
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
        let recognising = Arc::clone(&app);
        spawn_behind(move || {
            let app = recognising;
            let is_stopping = || app.is_stopping.load(Ordering::Relaxed);
            for entry in app.catalogue.listed().iter().take_while(|_| !is_stopping()) {
                app.catalogue.standing(entry);
            }
            app.is_recognised.store(true, Ordering::Relaxed);
            // Sizes of games that are explored are known only then.
            for entry in app.catalogue.listed().iter().take_while(|_| !is_stopping()) {
                app.catalogue.explore_if_solved(entry);
            }
        });
        let router = router(Arc::clone(&app));
        let (stopping, stopped) = watch::channel(());
        let mut connections = JoinSet::new();
        let mut rounds = tokio::time::interval(ROUND);
        let mut stop = pin!(stop);
        loop {
            let accepted = tokio::select! {
                () = &mut stop => break,
                accepted = listener.accept() => accepted,
                _ = rounds.tick() => {
                    let catalogue = Arc::clone(&app.catalogue);
                    spawn_behind(move || catalogue.stop_abandoned());
                    continue;
                }
            };
            while connections.try_join_next().is_some() {}
            match accepted {
                Ok((stream, remote)) => {
                    // A proxy has as many connections as its visitors need.
                    let is_proxy = app.access.is_proxy(remote.ip());
                    let address = (!is_proxy).then(|| remote.ip().into());
                    let Some(connection) = app.connections.admit(address) else {
                        app.metrics.refused(Refused::Connection);
                        continue;
                    };
                    let (router, stopped) = (router.clone(), stopped.clone());
                    let local = stream.local_addr().ok();
                    let peer = Peer { remote, local, stream: Arc::new(stream) };
                    connections.spawn(talk(peer, connection, router, limits, stopped));
                }
                Err(error) => {
                    // Out of file descriptors, most likely: somebody must make room.
                    tracing::warn!(%error, "cannot accept a connection");
                    app.connections.make_room();
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            }
        }
        app.is_stopping.store(true, Ordering::Relaxed);
        tracing::info!("stopping");
        drop(listener);
        drop(stopping);
        let all = async { while connections.join_next().await.is_some() {} };
        if tokio::time::timeout(limits.stop_time, all).await.is_err() {
            tracing::warn!("some requests did not end in time");
        }
        let catalogue = Arc::clone(&app.catalogue);
        // Stopping waits, and a panic in it would be logged; nothing is left to be done about it.
        let _ = spawn_behind(move || catalogue.stop(limits.stop_time)).await;
    }
}

/// Answers the requests of one connection, which has a bounded life.
async fn talk(
    peer: Peer,
    connection: Connection,
    router: Router,
    limits: Limits,
    mut stopped: watch::Receiver<()>,
) {
    let (stream, connection) = (Arc::clone(&peer.stream), Arc::new(connection));
    // Answers are small and written at once.
    let _ = stream.set_nodelay(true);
    let wire = Wire::new(Arc::clone(&stream), Arc::clone(&connection), limits.write_time);
    let answers = TowerToHyperService::new(router);
    let line = Arc::clone(&connection);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        let (answering, answer) = (line.answering(), answers.call(request));
        async move {
            let answer = answer.await;
            drop(answering);
            answer
        }
    });
    let http = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_buf_size(MOST_HEAD)
        // Whoever has said everything still wants to hear the answer.
        .half_close(true)
        .serve_connection(TokioIo::new(wire), service);
    {
        let mut http = pin!(http);
        let ended = tokio::select! {
            ended = &mut http => Some(ended),
            () = connection.closed() => return tracing::debug!("a connection made room"),
            _ = stopped.changed() => None,
            () = tokio::time::sleep(limits.connection_time) => None,
        };
        let ended = match ended {
            Some(ended) => ended,
            None => {
                http.as_mut().graceful_shutdown();
                match tokio::time::timeout(limits.request_time, http).await {
                    Ok(ended) => ended,
                    Err(_) => return tracing::debug!("a connection was cut"),
                }
            }
        };
        let Err(error) = ended else { return };
        tracing::debug!(%error, "a connection broke");
        if !error.is_parse() {
            return;
        }
    }
    drain(&stream, DRAIN_TIME, MOST_DRAINED).await;
}

/// Listens at an address.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // A server that starts anew takes the place of the one before at once.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(WAITING_CONNECTIONS)
}

/// How many connections there may be: as many as are wanted, if the system allows as many files.
fn most_connections(wanted: usize) -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let needed = wanted as u64 + OTHER_FILES;
        let mut limit = getrlimit(Resource::Nofile);
        if limit.current.is_some_and(|current| current < needed) {
            limit.current = Some(limit.maximum.map_or(needed, |most| most.min(needed)));
            // Where that is not allowed, there are fewer connections.
            let _ = setrlimit(Resource::Nofile, limit);
        }
        let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        let left = files.saturating_sub(OTHER_FILES).max(files / 2);
        wanted.min(left.try_into().unwrap_or(usize::MAX)).max(1)
    }
    #[cfg(not(unix))]
    wanted
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
