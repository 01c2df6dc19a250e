//! Measures how fast a server answers about many different positions of a solved game.
//!
//! ```text
//! cargo run --release -p hindsight-serve --example load -- --data data
//! cargo run --release -p hindsight-serve --example load -- --addr 127.0.0.1:8000
//! ```
//!
//! With `--data`, the server runs in the same process. In a *closed loop* every connection asks as
//! soon as it has its answer, which measures the most that client and server can do together. In an
//! *open loop* requests are due at fixed times, whatever became of those before; the latency counts
//! from when a request was due, so that a server that falls behind cannot hide it. The time from
//! when it was really sent is given too: what is left is the client's own lateness.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hindsight_serve::{AllGames, Options, Server};

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
            let server = Server::bind(options, AllGames).await?;
            tell.send(server.address())?;
            server.run(std::future::pending()).await;
            Ok(())
        })
    });
    Ok(told.recv_timeout(Duration::from_secs(10))?)
}

/// The addresses of different positions, met in games played at random.
fn targets(address: SocketAddr, base: &str, wanted: usize) -> Result<Vec<String>, Failure> {
    let mut client = Client::connect(address)?;
    let mut found = std::collections::BTreeSet::new();
    for seed in 0..wanted * 3 {
        if found.len() == wanted {
            break;
        }
        let (status, body) = client.ask(&format!("{base}/random?seed={seed}"))?;
        if status != 200 {
            return Err(format!("{status}: {}", String::from_utf8_lossy(&body)).into());
        }
        let answer: serde_json::Value = serde_json::from_slice(&body)?;
        let position = answer["position"].as_str().ok_or("no position")?;
        let encoded: String = position.bytes().map(|byte| format!("%{byte:02X}")).collect();
        found.insert(format!("{base}/position?p={encoded}"));
    }
    Ok(found.into_iter().collect())
}

/// The times of one connection's requests, in microseconds: since each was due, and since it was
/// sent.
#[derive(Default)]
struct Times {
    due: Vec<u32>,
    sent: Vec<u32>,
    bytes: u64,
}

fn measure(
    address: SocketAddr,
    settings: &Settings,
    targets: &Arc<Vec<String>>,
    rate: Option<u64>,
) -> Result<(), Failure> {
    let next = Arc::new(AtomicUsize::new(0));
    // Time for all connections to come about.
    let begin = Instant::now() + Duration::from_millis(300);
    let end = begin + Duration::from_secs(settings.seconds);
    let clients = (0..settings.connections).map(|number| {
        let (targets, next) = (Arc::clone(targets), Arc::clone(&next));
        let connections = settings.connections;
        std::thread::spawn(move || -> Result<Times, Failure> {
            let mut client = Client::connect(address)?;
            let mut times = Times::default();
            wait_until(begin);
            for round in 0u64.. {
                let due = match rate {
                    Some(rate) => {
                        let place = round * connections as u64 + number as u64;
                        begin + Duration::from_nanos(place * 1_000_000_000 / rate)
                    }
                    None => Instant::now(),
                };
                if due >= end || Instant::now() >= end {
                    break;
                }
                wait_until(due);
                // A stride that has no divisor in common with the number of positions, mostly.
                let target = &targets[next.fetch_add(7919, Ordering::Relaxed) % targets.len()];
                let sent = Instant::now();
                let (status, body) = client.ask(target)?;
                let now = Instant::now();
                if status != 200 {
                    return Err(format!("{status} for {target}").into());
                }
                times.due.push((now - due).as_micros() as u32);
                times.sent.push((now - sent).as_micros() as u32);
                times.bytes += body.len() as u64;
            }
            Ok(times)
        })
    });
    let clients: Vec<_> = clients.collect();
    let mut all = Times::default();
    for client in clients {
        let times = client.join().map_err(|_| "a client panicked")??;
        all.due.extend(times.due);
        all.sent.extend(times.sent);
        all.bytes += times.bytes;
    }
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
    Ok(())
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

/// A connection that is kept open.
struct Client {
    stream: BufReader<TcpStream>,
    line: String,
}

impl Client {
    fn connect(address: SocketAddr) -> Result<Client, Failure> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        Ok(Client { stream: BufReader::with_capacity(64 << 10, stream), line: String::new() })
    }

    fn ask(&mut self, target: &str) -> Result<(u16, Vec<u8>), Failure> {
        let request = format!("GET {target} HTTP/1.1\r\nhost: x\r\n\r\n");
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut status = 0;
        let mut length = 0;
        for number in 0.. {
            self.line.clear();
            if self.stream.read_line(&mut self.line)? == 0 {
                return Err("the connection ended".into());
            }
            let line = self.line.trim_end();
            if number == 0 {
                status = line.split(' ').nth(1).ok_or("no status")?.parse()?;
            } else if line.is_empty() {
                break;
            } else if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok((status, body))
    }
}
