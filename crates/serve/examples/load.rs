//! Measures how fast a server answers about many different positions of a solved game.
//!
//! ```text
//! cargo run --release -p hindsight-serve --example load -- --data data
//! cargo run --release -p hindsight-serve --example load -- --addr 127.0.0.1:8000 --pid 1234
//! ```
//!
//! With `--data`, the server runs in the same process. In a *closed loop* every connection asks as
//! soon as it has its answer, which measures the most that client and server can do together. In an
//! *open loop* requests are due at fixed times, whatever became of those before; the latency counts
//! from when a request was due, so that a server that falls behind cannot hide it. The time from
//! when it was really sent is given too: what is left is the client's own lateness.
//!
//! The server keeps the answers that are asked for again, as long as no more than 65,536 others are asked
//! for meanwhile: with `--positions 150000` every answer is a new one, with 20000 all but the first
//! two rounds are kept.
//!
//! Client and server share the machine. In the closed loop one thread of the client tends all
//! connections, since a thread for each costs more than the server does; in the open loop each
//! connection has a thread of its own, which sleeps until its request is due. `--pid` names the
//! server's process, so that its processor time is told beside the client's.

use std::future::poll_fn;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use hindsight_games::games;
use hindsight_serve::{Options, Server};

type Failure = Box<dyn std::error::Error + Send + Sync>;

struct Settings {
    address: Option<SocketAddr>,
    data: PathBuf,
    game: String,
    variant: String,
    connections: usize,
    seconds: u64,
    rates: Vec<u64>,
    positions: usize,
    pid: Option<u32>,
}

fn settings() -> Result<Settings, Failure> {
    let mut settings = Settings {
        address: None,
        data: PathBuf::from("data"),
        game: "quixo".to_owned(),
        variant: "4x4".to_owned(),
        connections: 64,
        seconds: 30,
        rates: vec![5_000, 10_000],
        positions: 20_000,
        pid: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(name) = words.next() {
        let value = words.next().ok_or("every option has a value")?;
        match name.as_str() {
            "--addr" => settings.address = Some(value.parse()?),
            "--data" => settings.data = value.into(),
            "--game" => settings.game = value,
            "--variant" => settings.variant = value,
            "--connections" => settings.connections = value.parse()?,
            "--seconds" => settings.seconds = value.parse()?,
            "--rates" => {
                let rates = value.split(',').filter(|rate| !rate.is_empty());
                settings.rates = rates.map(str::parse).collect::<Result<_, _>>()?;
            }
            "--positions" => settings.positions = value.parse()?,
            "--pid" => settings.pid = Some(value.parse()?),
            _ => return Err(format!("there is no option {name}").into()),
        }
    }
    Ok(settings)
}

fn main() -> Result<(), Failure> {
    let settings = settings()?;
    let address = match settings.address {
        Some(address) => address,
        None => serve(settings.data.clone())?,
    };
    let base = format!("/api/v1/games/{}/{}", settings.game, settings.variant);
    let targets = Arc::new(targets(address, &base, settings.positions)?);
    println!(
        "{} {}: {} positions, {} connections, {} s each; load {}",
        settings.game,
        settings.variant,
        targets.len(),
        settings.connections,
        settings.seconds,
        machine_load()
    );
    measure(address, &settings, &targets, None)?;
    for &rate in &settings.rates {
        measure(address, &settings, &targets, Some(rate))?;
    }
    Ok(())
}

/// Starts a server on a thread of its own.
fn serve(data: PathBuf) -> Result<SocketAddr, Failure> {
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || -> Result<(), Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let options = Options::new(([127, 0, 0, 1], 0).into(), data);
            let server = Server::bind(options, games()).await?;
            tell.send(server.address())?;
            server.run(std::future::pending()).await;
            Ok(())
        })
    });
    Ok(told.recv_timeout(Duration::from_secs(10))?)
}

/// Requests about different positions, met in games played at random.
fn targets(address: SocketAddr, base: &str, wanted: usize) -> Result<Vec<Vec<u8>>, Failure> {
    let mut client = Client::connect(address)?;
    let mut found = std::collections::BTreeSet::new();
    for seed in 0..wanted * 3 {
        if found.len() == wanted {
            break;
        }
        let body = client.ask(&request(&format!("{base}/random?seed={seed}")))?;
        let answer: serde_json::Value = serde_json::from_slice(client.body(body))?;
        let position = answer["position"].as_str().ok_or("no position")?;
        let encoded: String = position.bytes().map(|byte| format!("%{byte:02X}")).collect();
        found.insert(request(&format!("{base}/position?p={encoded}")));
    }
    Ok(found.into_iter().collect())
}

fn request(target: &str) -> Vec<u8> {
    format!("GET {target} HTTP/1.1\r\nhost: localhost\r\n\r\n").into_bytes()
}

/// The times of requests, in microseconds: since each was due, and since it was sent.
#[derive(Default)]
struct Times {
    due: Vec<u32>,
    sent: Vec<u32>,
    bytes: u64,
}

impl Times {
    fn note(&mut self, due: Instant, sent: Instant, bytes: usize) {
        let now = Instant::now();
        self.due.push((now - due).as_micros() as u32);
        self.sent.push((now - sent).as_micros() as u32);
        self.bytes += bytes as u64;
    }

    fn join(&mut self, other: Times) {
        self.due.extend(other.due);
        self.sent.extend(other.sent);
        self.bytes += other.bytes;
    }
}

/// What all connections of one measurement share.
struct Load {
    address: SocketAddr,
    targets: Arc<Vec<Vec<u8>>>,
    next: AtomicUsize,
    connections: usize,
    begin: Instant,
    end: Instant,
}

impl Load {
    fn next(&self) -> &[u8] {
        // A stride that has no divisor in common with the number of positions, mostly.
        &self.targets[self.next.fetch_add(7919, Ordering::Relaxed) % self.targets.len()]
    }

    /// Asks at fixed times over the connection of a number.
    fn open_loop(&self, number: usize, rate: u64) -> Result<Times, Failure> {
        let mut client = Client::connect(self.address)?;
        let mut times = Times::default();
        wait_until(self.begin);
        for round in 0u64.. {
            let place = round * self.connections as u64 + number as u64;
            let due = self.begin + Duration::from_nanos(place * 1_000_000_000 / rate);
            if due >= self.end || Instant::now() >= self.end {
                break;
            }
            wait_until(due);
            let sent = Instant::now();
            let bytes = client.ask(self.next())?;
            times.note(due, sent, bytes);
        }
        Ok(times)
    }

    /// Asks over one connection as soon as the answer before is there.
    async fn closed_loop(&self) -> Result<Times, Failure> {
        let mut stream = tokio::net::TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        let mut answer = Incoming::new();
        let mut times = Times::default();
        tokio::time::sleep_until(self.begin.into()).await;
        loop {
            let sent = Instant::now();
            if sent >= self.end {
                return Ok(times);
            }
            let mut rest = self.next();
            while !rest.is_empty() {
                let written = poll_fn(|task| Pin::new(&mut stream).poll_write(task, rest)).await?;
                rest = &rest[written..];
            }
            answer.clear();
            let bytes = loop {
                let mut room = ReadBuf::new(answer.room());
                poll_fn(|task| Pin::new(&mut stream).poll_read(task, &mut room)).await?;
                let read = room.filled().len();
                if let Some(bytes) = answer.grown(read)? {
                    break bytes;
                }
            };
            times.note(sent, sent, bytes);
        }
    }
}

fn measure(
    address: SocketAddr,
    settings: &Settings,
    targets: &Arc<Vec<Vec<u8>>>,
    rate: Option<u64>,
) -> Result<(), Failure> {
    // Time for all connections to come about.
    let begin = Instant::now() + Duration::from_millis(300);
    let load = Arc::new(Load {
        address,
        targets: Arc::clone(targets),
        next: AtomicUsize::new(0),
        connections: settings.connections,
        begin,
        end: begin + Duration::from_secs(settings.seconds),
    });
    let pids = [Some(std::process::id()), settings.pid];
    let cpu_before = pids.map(|pid| pid.and_then(cpu_millis));
    let mut all = Times::default();
    match rate {
        None => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async {
                let mut clients = tokio::task::JoinSet::new();
                for _ in 0..settings.connections {
                    let load = Arc::clone(&load);
                    clients.spawn(async move { load.closed_loop().await });
                }
                while let Some(times) = clients.join_next().await {
                    all.join(times??);
                }
                Ok::<(), Failure>(())
            })?;
        }
        Some(rate) => {
            let clients = (0..settings.connections).map(|number| {
                let load = Arc::clone(&load);
                std::thread::spawn(move || load.open_loop(number, rate))
            });
            for client in clients.collect::<Vec<_>>() {
                all.join(client.join().map_err(|_| "a client panicked")??);
            }
        }
    }
    let cpu_after = pids.map(|pid| pid.and_then(cpu_millis));
    let answers = all.due.len();
    let loop_name = rate.map_or("closed loop".to_owned(), |rate| format!("open loop {rate}/s"));
    println!(
        "{loop_name}: {:.0} answers/s of {:.1} kB; load {}",
        answers as f64 / settings.seconds as f64,
        all.bytes as f64 / answers.max(1) as f64 / 1000.0,
        machine_load()
    );
    println!("  since due:  {}", percentiles(&mut all.due));
    println!("  since sent: {}", percentiles(&mut all.sent));
    for (name, times) in ["client", "server"].iter().zip(cpu_before.iter().zip(cpu_after)) {
        if let (Some(before), Some(after)) = times {
            let each = |place: usize| {
                (after[place] - before[place]) as f64 * 1000.0 / answers.max(1) as f64
            };
            println!("  {name}: {:.1} us user and {:.1} us system an answer", each(0), each(1));
        }
    }
    Ok(())
}

/// The processor time that a process has taken, in user and in system mode; where the system tells.
fn cpu_millis(pid: u32) -> Option<[u64; 2]> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the process, in parentheses, may contain anything.
    let (_, rest) = text.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<u64>().ok();
    // In ticks of 10 ms, whatever the kernel uses itself.
    Some([next()? * 10, next()? * 10])
}

fn percentiles(micros: &mut [u32]) -> String {
    micros.sort_unstable();
    let at = |part: f64| {
        let place = ((micros.len() as f64 * part) as usize).min(micros.len().saturating_sub(1));
        micros.get(place).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
    };
    format!(
        "p50 {:.3} ms, p90 {:.3} ms, p99 {:.3} ms, p99.9 {:.3} ms, most {:.3} ms",
        at(0.5),
        at(0.9),
        at(0.99),
        at(0.999),
        at(1.0)
    )
}

fn wait_until(moment: Instant) {
    let wait = moment.saturating_duration_since(Instant::now());
    if !wait.is_zero() {
        std::thread::sleep(wait);
    }
}

fn machine_load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{} on {cores} cores", load.split(' ').next().unwrap_or("?"))
}

/// An answer as it comes in, in a buffer that is used again.
struct Incoming {
    buffer: Vec<u8>,
    length: usize,
    /// The lengths of head and body, once the head is there.
    parts: Option<(usize, usize)>,
}

impl Incoming {
    fn new() -> Incoming {
        Incoming { buffer: vec![0; 64 << 10], length: 0, parts: None }
    }

    fn clear(&mut self) {
        (self.length, self.parts) = (0, None);
    }

    /// Where the next bytes go.
    fn room(&mut self) -> &mut [u8] {
        if self.length == self.buffer.len() {
            self.buffer.resize(2 * self.length, 0);
        }
        &mut self.buffer[self.length..]
    }

    /// Takes bytes for read. The length of the body, once all of it is there and the status is 200.
    fn grown(&mut self, bytes: usize) -> Result<Option<usize>, Failure> {
        if bytes == 0 {
            return Err("the connection ended".into());
        }
        self.length += bytes;
        if self.parts.is_none() {
            self.parts = parts(&self.buffer[..self.length])?;
        }
        match self.parts {
            Some((head, body)) if self.length == head + body => Ok(Some(body)),
            Some((head, body)) if self.length > head + body => Err("more than was asked".into()),
            _ => Ok(None),
        }
    }
}

/// The lengths of an answer's head and body, once its head is there.
fn parts(answer: &[u8]) -> Result<Option<(usize, usize)>, Failure> {
    let Some(end) = answer.windows(4).position(|end| end == b"\r\n\r\n") else { return Ok(None) };
    let head = std::str::from_utf8(&answer[..end])?;
    if !head.starts_with("HTTP/1.1 200 ") {
        return Err(String::from_utf8_lossy(answer).into());
    }
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("content-length").then_some(value)
    });
    Ok(Some((end + 4, length.ok_or("no length")?.parse()?)))
}

/// A connection that is kept open, of a thread that waits for it.
struct Client {
    stream: TcpStream,
    answer: Incoming,
}

impl Client {
    fn connect(address: SocketAddr) -> Result<Client, Failure> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        Ok(Client { stream, answer: Incoming::new() })
    }

    /// The length of the answer's body.
    fn ask(&mut self, request: &[u8]) -> Result<usize, Failure> {
        self.stream.write_all(request)?;
        self.answer.clear();
        loop {
            let read = self.stream.read(self.answer.room())?;
            if let Some(bytes) = self.answer.grown(read)? {
                return Ok(bytes);
            }
        }
    }

    /// The end of the last answer.
    fn body(&self, bytes: usize) -> &[u8] {
        &self.answer.buffer[self.answer.length - bytes..self.answer.length]
    }
}
