//! What a visitor may not do, and what happens to those who try.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use hindsight_serve::Limits;

use crate::client::Running;

#[test]
fn bodies_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let answer = server.get_with("/api/v1/games", "content-length: 1000000\r\n");
    assert_eq!(answer.status, 413);
    assert!(answer.json()["error"].is_string());
}

#[test]
fn endless_heads_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let long = "x".repeat(100_000);
    let target = format!("/api/v1/games/quixo/4x4/position?p={long}");
    let answer =
        server.send(format!("GET {target} HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes());
    assert!(answer.is_none_or(|answer| (400..500).contains(&answer.status)));
    let request = format!("GET / HTTP/1.1\r\nhost: localhost\r\nlong: {long}\r\n\r\n");
    let answer = server.send(request.as_bytes());
    assert!(answer.is_none_or(|answer| (400..500).contains(&answer.status)));
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn slow_heads_are_cut_off() {
    let data = tempfile::tempdir().unwrap();
    let limits = Limits { head_time: Duration::from_millis(200), ..Limits::default() };
    let server = Running::with(data.path(), limits);
    let begin = Instant::now();
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(b"GET /healthz HT").unwrap();
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    assert!(begin.elapsed() < Duration::from_secs(10));
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn too_many_requests_are_turned_away() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::with(data.path(), Limits { requests: 0, ..Limits::default() });
    let answer = server.get("/api/v1/games");
    assert_eq!((answer.status, answer.header("retry-after")), (503, Some("1")));
}

#[test]
fn answers_that_take_too_long_are_given_up() {
    let data = tempfile::tempdir().unwrap();
    let server =
        Running::with(data.path(), Limits { request_time: Duration::ZERO, ..Limits::default() });
    let answer = server.get("/api/v1/games");
    assert_eq!(answer.status, 503);
    assert!(answer.json()["error"].as_str().unwrap().contains("too long"));
}

#[test]
fn the_server_ends_while_visitors_idle_and_games_are_solved() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let _idle = TcpStream::connect(server.address).unwrap();
    assert_eq!(server.get("/api/v1/games/quixo/4x4/position").status, 202);
    let begin = Instant::now();
    drop(server);
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
}

#[test]
fn many_visitors_at_once_are_all_answered() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let target = "/api/v1/games/tictactoe/3x3/position";
    server.wait_for(target);
    std::thread::scope(|scope| {
        for _ in 0..32 {
            scope.spawn(|| {
                for _ in 0..20 {
                    assert_eq!(server.get(target).status, 200);
                }
            });
        }
    });
}

/// What the HTTP library refuses by itself is answered as everything else is.
#[test]
fn long_heads_are_refused_with_a_reason() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let long = "x".repeat(300_000);
    for request in [
        format!("GET / HTTP/1.1\r\nhost: localhost\r\nlong: {long}\r\n\r\n"),
        format!("GET /{long} HTTP/1.1\r\nhost: localhost\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nhost: localhost\r\n{}\r\n", "a: b\r\n".repeat(200)),
    ] {
        let answer = server.send(request.as_bytes()).expect("an answer");
        assert!([431, 414].contains(&answer.status), "{answer:?}");
        assert!(answer.json()["error"].is_string(), "{answer:?}");
    }
}

#[test]
fn readiness_is_told() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let begin = Instant::now();
    while server.get("/readyz").status != 200 {
        assert!(begin.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
}
