//! Measures what a bystander notices while another address attacks a server.
//!
//! ```text
//! hindsight serve --data data &
//! cargo run --release -p hindsight-serve --example siege -- 127.0.0.1:8000 [ATTACK]
//! ```
//!
//! The attacks come from 127.0.0.2, the bystander from 127.0.0.1: tic-tac-toe, solved, is asked for a
//! hundred times a second on one connection and now and then on a new one, while the attack goes on. The
//! latency counts from when a request was due.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use socket2::{Domain, Socket, Type};

type Failure = Box<dyn std::error::Error + Send + Sync>;

const ATTACKER: [u8; 4] = [127, 0, 0, 2];
const SOLVED: &str = "/api/v1/games/tictactoe/3x3/position";
/// A game that is solved in passing and takes long.
const LONG: &str = "/universal/v1/teeko/standard/positions/";
/// The time of each attack.
const TIME: Duration = Duration::from_secs(20);
/// The time between two requests of the bystander.
const PAUSE: Duration = Duration::from_millis(10);
/// Every so many requests, the bystander connects anew.
const NEW_CONNECTION: u32 = 20;

/// One step of an attack, with the connections that are open.
type Attack = fn(SocketAddr, &mut VecDeque<TcpStream>);

fn main() -> Result<(), Failure> {
    let address = std::env::args().nth(1).ok_or("the server's address is missing")?.parse()?;
    while ask(&mut connect(address, [127, 0, 0, 1])?, address, SOLVED)? != 200 {
        std::thread::sleep(Duration::from_millis(50));
    }
    let attacks: [(&str, Attack); 7] = [
        ("nothing", |_, _| std::thread::sleep(PAUSE)),
        ("600 slow heads", slow_heads),
        ("2,048 idle connections", idle),
        ("512 waiting requests, open", |address, open| wait(address, open, false)),
        ("512 waiting requests, closed", |address, open| wait(address, open, true)),
        ("1,000 solves", solve),
        ("all of these", |address, open| {
            slow_heads(address, open);
            idle(address, open);
            wait(address, open, true);
            solve(address, open);
        }),
    ];
    println!("| attack | requests | p50 | p99 | p99.9 | worst |\n|---|---:|---:|---:|---:|---:|");
    let only = std::env::args().nth(2);
    for (name, attack) in
        attacks.into_iter().filter(|(name, _)| only.as_deref().is_none_or(|only| only == *name))
    {
        let is_over = AtomicBool::new(false);
        let mut times = std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut open = VecDeque::new();
                while !is_over.load(Ordering::Relaxed) {
                    attack(address, &mut open);
                }
            });
            let times = bystander(address);
            is_over.store(true, Ordering::Relaxed);
            times
        })?;
        times.sort();
        let at = |share: f64| {
            let place = ((times.len() - 1) as f64 * share) as usize;
            format!("{:.2} ms", times[place].as_secs_f64() * 1e3)
        };
        let [p50, p99, p999, worst] = [0.5, 0.99, 0.999, 1.0].map(at);
        println!("| {name} | {} | {p50} | {p99} | {p999} | {worst} |", times.len());
    }
    Ok(())
}

/// How long the answers took that a bystander got; every one must be whole.
fn bystander(address: SocketAddr) -> Result<Vec<Duration>, Failure> {
    let mut times = Vec::new();
    let mut stream = connect(address, [127, 0, 0, 1])?;
    let begin = Instant::now();
    for number in 0.. {
        let due = begin + PAUSE * number;
        if due > begin + TIME {
            break;
        }
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        if number % NEW_CONNECTION == 0 {
            stream = connect(address, [127, 0, 0, 1])?;
        }
        let status = ask(&mut stream, address, SOLVED)?;
        if status != 200 {
            return Err(format!("the bystander was answered {status}").into());
        }
        times.push(due.elapsed());
    }
    Ok(times)
}

fn connect(address: SocketAddr, from: [u8; 4]) -> Result<TcpStream, Failure> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((Ipv4Addr::from(from), 0)).into())?;
    socket.connect_timeout(&address.into(), Duration::from_secs(20))?;
    let stream = TcpStream::from(socket);
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    Ok(stream)
}

fn request(address: SocketAddr, target: &str) -> String {
    format!("GET {target} HTTP/1.1\r\nhost: {address}\r\n\r\n")
}

/// Asks on a connection and reads the whole answer; says its status.
fn ask(stream: &mut TcpStream, address: SocketAddr, target: &str) -> Result<u16, Failure> {
    stream.write_all(request(address, target).as_bytes())?;
    let mut read = Vec::new();
    let mut buffer = [0; 16 << 10];
    loop {
        let count = stream.read(&mut buffer)?;
        if count == 0 {
            return Err("the connection was closed".into());
        }
        read.extend_from_slice(&buffer[..count]);
        let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = std::str::from_utf8(&read[..end])?.to_ascii_lowercase();
        let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
        let length: usize = length.ok_or("an answer without a length")?.parse()?;
        if read.len() >= end + 4 + length {
            return Ok(head.get(9..12).ok_or("no status")?.parse()?);
        }
    }
}

fn push(address: SocketAddr, open: &mut VecDeque<TcpStream>, bytes: &[u8], most: usize) {
    if let Ok(mut stream) = connect(address, ATTACKER) {
        let _ = stream.write_all(bytes);
        open.push_back(stream);
    }
    while open.len() > most {
        open.pop_front();
    }
}

fn slow_heads(address: SocketAddr, open: &mut VecDeque<TcpStream>) {
    push(address, open, b"GET / HTTP/1.1\r\nslow: ", 600);
    if let Some(stream) = open.front_mut() {
        let _ = stream.write_all(b"x");
    }
}

fn idle(address: SocketAddr, open: &mut VecDeque<TcpStream>) {
    push(address, open, b"", 2048);
}

fn wait(address: SocketAddr, open: &mut VecDeque<TcpStream>, closed: bool) {
    push(address, open, request(address, LONG).as_bytes(), if closed { 0 } else { 512 });
}

/// Asks for variants that nobody has solved, one after the other.
fn solve(address: SocketAddr, open: &mut VecDeque<TcpStream>) {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let [a, b, c] = [number % 10, number / 10 % 10, number / 100 % 10].map(|digit| digit + 10);
    let target = format!("/api/v1/games/nim/{a}-{b}-{c}-20/position");
    push(address, open, request(address, &target).as_bytes(), 64);
}
