//! Visitors who take more than their share: nothing that one address does keeps another from being
//! answered. Both are on this machine, at different addresses of the loopback network.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::client::Running;

/// Where the crowd comes from; a bystander comes from 127.0.0.1.
const CROWD: [u8; 4] = [127, 0, 0, 2];
/// What a bystander may wait in a test, on a busy machine. How long it takes in truth is measured by
/// `examples/siege.rs`.
const SOON: Duration = Duration::from_secs(5);
/// A game that is solved in passing and takes long.
const LONG: &str = "/universal/v1/teeko/standard/positions/";
const SOLVED: &str = "/api/v1/games/tictactoe/3x3/position";

fn request(server: &Running, target: &str) -> String {
    format!("GET {target} HTTP/1.1\r\nhost: {}\r\n\r\n", server.address)
}

/// Whether a bystander gets what needs no work, soon.
fn assert_served(server: &Running) {
    for target in ["/healthz", "/", "/api/v1/openapi.json", SOLVED] {
        let begin = Instant::now();
        let answer = server.get(target);
        assert_eq!(answer.status, 200, "{target}: {answer:?}");
        assert!(begin.elapsed() < SOON, "{target} took {:?}", begin.elapsed());
    }
}

fn served() -> (tempfile::TempDir, Running) {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    assert_eq!(server.wait_for(SOLVED).status, 200);
    (data, server)
}

#[test]
fn those_who_wait_for_a_solve_shut_nobody_out() {
    let (_data, server) = served();
    let open: Vec<TcpStream> = (0..600)
        .map(|_| {
            let mut stream = server.connect_from(CROWD);
            let _ = stream.write_all(request(&server, LONG).as_bytes());
            stream
        })
        .collect();
    assert_served(&server);
    drop(open);
    assert_served(&server);
}

#[test]
fn those_who_have_gone_wait_no_longer() {
    let (_data, server) = served();
    for _ in 0..600 {
        let mut stream = server.connect_from(CROWD);
        let _ = stream.write_all(request(&server, LONG).as_bytes());
    }
    assert_served(&server);
    let waiting = |server: &Running| {
        let metrics = server.get("/metrics");
        let line = metrics.text().lines().find(|line| line.starts_with("hindsight_waiting "));
        line.expect("it is counted").rsplit(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let begin = Instant::now();
    while waiting(&server) > 0 {
        assert!(begin.elapsed() < SOON, "{} still wait", waiting(&server));
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Who says that there is nothing more to come does not wait for a solve, but is told what the rules
/// say.
#[test]
fn a_half_closed_connection_is_answered_at_once() {
    let (_data, server) = served();
    let mut stream = server.connect_from(CROWD);
    stream.write_all(request(&server, LONG).as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("\"positionValue\":\"unsolved\""), "{answer}");
}

#[test]
fn idle_connections_shut_nobody_out() {
    let (_data, server) = served();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // As soon as one is closed, another comes.
        for _ in 0..4 {
            scope.spawn(|| {
                let mut idle = VecDeque::new();
                while !is_over.load(Ordering::Relaxed) {
                    idle.push_back(server.connect_from(CROWD));
                    if idle.len() > 512 {
                        idle.pop_front();
                    }
                }
            });
        }
        let served = std::panic::catch_unwind(AssertUnwindSafe(|| {
            (0..5).for_each(|_| assert_served(&server));
        }));
        is_over.store(true, Ordering::Relaxed);
        served.unwrap();
    });
}

#[test]
fn slow_heads_shut_nobody_out() {
    let (_data, server) = served();
    let mut slow: Vec<TcpStream> = (0..600).map(|_| server.connect_from(CROWD)).collect();
    for round in 0..3 {
        for stream in &mut slow {
            let _ = stream.write_all(if round == 0 { b"GET / HTTP/1.1\r\nx" } else { b"x" });
        }
        assert_served(&server);
    }
}

/// Crowds from everywhere: the connections that have been quiet for longest make room.
#[test]
fn connections_from_many_addresses_shut_nobody_out() {
    let (_data, server) = served();
    let from = |number: u16| [127, 1, (number / 250) as u8, (number % 250) as u8 + 1];
    let mut idle = Vec::new();
    for number in 0..1200 {
        let mut stream = server.connect_from(from(number));
        let _ = stream.write_all(request(&server, "/healthz").as_bytes());
        idle.push(stream);
    }
    assert_served(&server);
}

/// Those who ask and do not read what they are told.
#[test]
fn clients_that_never_read_shut_nobody_out() {
    let (_data, server) = served();
    let many = request(&server, "/api/v1/openapi.json").repeat(100);
    let _deaf: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = server.connect_from(CROWD);
            stream.set_nonblocking(true).unwrap();
            let _ = stream.write(many.as_bytes());
            stream
        })
        .collect();
    assert_served(&server);
}
