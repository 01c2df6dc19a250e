//! What the server is told, and what it allows.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on; port 0 takes any free one.
    pub address: SocketAddr,
    /// The folder with the tables. Need not exist.
    pub data: PathBuf,
    /// What visitors may make the server do.
    pub limits: Limits,
}

impl Options {
    /// An address and a folder, with the usual limits.
    pub fn new(address: SocketAddr, data: PathBuf) -> Options {
        Options { address, data, limits: Limits::default() }
    }
}

/// What visitors may make the server do.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Games with at most this many slots are solved when somebody first asks about them. Below the
    /// usual limit nearly all of ours take one thread less than a minute.
    pub solve_slots: u64,
    /// They may take this many bytes of memory.
    pub solve_memory: u64,
    /// Of solved games with at most this many slots, questions about one position are answered without
    /// handing them to another thread: the tables stay in memory.
    pub quick_slots: u64,
    /// Solved games are counted when somebody first asks, if that takes at most this many bytes.
    pub analysis_memory: u64,
    /// Bytes of answers about positions that are kept to be given again, once they were asked for
    /// twice.
    pub reply_bytes: usize,
    /// A request that takes longer is answered with 503.
    pub request_time: Duration,
    /// How much longer GamesmanUni, which cannot ask again, waits for a solve or a search.
    pub solve_patience: Duration,
    /// The most requests that are worked on or waiting; more are answered with 503.
    pub requests: usize,
    /// The most connections; more wait until one ends.
    pub connections: usize,
    /// After this long a connection is closed once its present request is answered.
    pub connection_time: Duration,
    /// The time from the first to the last byte of a request's head.
    pub head_time: Duration,
    /// How long running requests and solves may take to end once the server was asked to stop.
    pub stop_time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            solve_slots: 300_000_000,
            solve_memory: 1 << 30,
            quick_slots: 10_000_000,
            analysis_memory: 1 << 30,
            reply_bytes: 256 << 20,
            request_time: Duration::from_secs(10),
            solve_patience: Duration::from_secs(240),
            requests: 512,
            connections: 1024,
            connection_time: Duration::from_secs(600),
            head_time: Duration::from_secs(10),
            stop_time: Duration::from_secs(5),
        }
    }
}
