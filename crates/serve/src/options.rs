//! What the server is told, and what it allows.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::access::Access;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on; port 0 takes any free one.
    pub address: SocketAddr,
    /// The folder with the tables. Need not exist.
    pub data: PathBuf,
    /// Who may come, and on whose behalf.
    pub access: Access,
    /// Whether visitors may have games made of texts.
    pub makes_games: bool,
    /// What visitors may make the server do.
    pub limits: Limits,
}

impl Options {
    /// An address and a folder, with the usual limits, for visitors of the server's own page and for
    /// programs. They may not have games made of texts.
    pub fn new(address: SocketAddr, data: PathBuf) -> Options {
        let (access, limits) = (Access::default(), Limits::default());
        Options { address, data, access, makes_games: false, limits }
    }
}

/// What may be worked out for somebody.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Pieces of work at once, waiting ones included.
    pub tasks: usize,
    /// The time that work may take within an hour.
    pub time: Duration,
    /// Bytes of tables, since the server was started.
    pub disk: u64,
}

/// What visitors may have done with games that are made of their texts. Anybody's text may be the worst
/// there is, so that such games have a queue, a budget and room of their own.
#[derive(Clone, Copy, Debug)]
pub struct MadeLimits {
    /// What is solved and counted for one address.
    pub work_each: Allowance,
    /// What is solved and counted for all.
    pub work_in_all: Allowance,
    /// A game with more slots is not solved.
    pub slots: u64,
    /// Nor is one that takes more bytes of memory.
    pub memory: u64,
    /// Work that takes longer is stopped.
    pub time: Duration,
    /// A game in which a position has more moves is not solved.
    pub moves: usize,
    /// The most games that are kept in memory.
    pub games: usize,
    /// The most games whose tables are kept.
    pub tables: usize,
    /// The most bytes that these may take together.
    pub table_bytes: u64,
    /// The most requests from one address that are worked on or wait for that.
    pub requests_each: usize,
    /// The most such requests in all.
    pub requests: usize,
}

impl Default for MadeLimits {
    fn default() -> MadeLimits {
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        MadeLimits {
            work_each: Allowance { tasks: 2, time: minutes(10), disk: 4 << 30 },
            // What was solved makes room for what is being solved, so that disk space does not run out.
            work_in_all: Allowance { tasks: 16, time: minutes(60), disk: u64::MAX },
            slots: 50_000_000,
            memory: 512 << 20,
            time: minutes(2),
            moves: 1_000,
            games: 64,
            tables: 64,
            table_bytes: 2 << 30,
            requests_each: 8,
            requests: 64,
        }
    }
}

/// What visitors may make the server do. An address is an IPv4 address or an IPv6 network of 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Games with at most this many slots are solved when somebody first asks about them. Below the
    /// usual limit nearly all of ours take one thread less than a minute.
    pub solve_slots: u64,
    /// Each may take this many bytes of memory.
    pub solve_memory: u64,
    /// All that are solved at once may take this many.
    pub solve_memory_in_all: u64,
    /// What is solved, searched and counted for one address.
    pub work_each: Allowance,
    /// What is solved, searched and counted for all.
    pub work_in_all: Allowance,
    /// What is done with games that visitors made.
    pub made: MadeLimits,
    /// Work that nobody has asked for any more for so long is stopped. Browsers let a page in the
    /// background ask only once a minute.
    pub work_patience: Duration,
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
    /// The most requests that wait so from one address; more are told what the rules say.
    pub waits_each: usize,
    /// The most requests that wait so.
    pub waits: usize,
    /// The most requests from one address that are worked on by other threads or wait for that; more
    /// are answered with 503.
    pub requests_each: usize,
    /// The most such requests in all.
    pub requests: usize,
    /// The most connections from one address. One more closes the quietest of them.
    pub connections_each: usize,
    /// The most connections. One more closes the quietest of the address that has most.
    pub connections: usize,
    /// After this long a connection is closed once its present request is answered.
    pub connection_time: Duration,
    /// The time from the first to the last byte of a request's head.
    pub head_time: Duration,
    /// How long a visitor may take nothing of an answer.
    pub write_time: Duration,
    /// How long running requests and solves may take to end once the server was asked to stop.
    pub stop_time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        let work_each = Allowance { tasks: 8, time: Duration::from_secs(30 * 60), disk: 8 << 30 };
        let work_in_all =
            Allowance { tasks: 64, time: Duration::from_secs(2 * 60 * 60), disk: 64 << 30 };
        Limits {
            solve_slots: 300_000_000,
            solve_memory: 1 << 30,
            solve_memory_in_all: 2 << 30,
            work_each,
            work_in_all,
            made: MadeLimits::default(),
            work_patience: Duration::from_secs(90),
            quick_slots: 10_000_000,
            analysis_memory: 1 << 30,
            reply_bytes: 256 << 20,
            request_time: Duration::from_secs(10),
            solve_patience: Duration::from_secs(240),
            waits_each: 16,
            waits: 256,
            requests_each: 64,
            requests: 512,
            connections_each: 128,
            connections: 1024,
            connection_time: Duration::from_secs(600),
            head_time: Duration::from_secs(10),
            write_time: Duration::from_secs(10),
            stop_time: Duration::from_secs(5),
        }
    }
}
