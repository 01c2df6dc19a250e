//! Bytes that are nearly requests: each is answered, or the connection is closed; nothing is a failure of the
//! server's own, and it lives on. `HINDSIGHT_FUZZ_SECONDS` says for how long, a second unless it is set.

use std::path::Path;
use std::time::Duration;

use hindsight_serve::Limits;
use hindsight_testkit::fuzz::fuzz;

use crate::client::Running;

const WORDS: [&[u8]; 24] = [
    b"\r\n",
    b"\r\n\r\n",
    b"%",
    b"%2F",
    b"%00",
    b"?p=",
    b"&",
    b"/api/v1/games/",
    b"/universal/v1/",
    b"tictactoe/3x3",
    b"quixo/3x3",
    b"nim/9-9-9-9",
    b"/position",
    b"/positions",
    b"/setup?e=",
    b"POST ",
    b"HEAD ",
    b"OPTIONS ",
    b"host: localhost\r\n",
    b"content-length: 5\r\n",
    b"transfer-encoding: chunked\r\n",
    b"origin: http://localhost\r\n",
    b"HTTP/1.0",
    b"{\"positions\": [\"",
];

#[test]
fn requests() {
    let data = tempfile::tempdir().unwrap();
    // Solves are the matter of other tests, and would be the work of this one.
    let limits = Limits {
        solve_slots: 10_000,
        solve_patience: Duration::ZERO,
        head_time: Duration::from_millis(500),
        ..Limits::default()
    };
    let server = Running::with(data.path(), limits);
    for solved in ["tictactoe/3x3", "quixo/3x3", "nim/3-4-5", "mutorere/restricted"] {
        server.wait_for(&format!("/api/v1/games/{solved}/position"));
    }
    server.games();
    let target = |input: &[u8]| {
        let Some(answer) = server.send(input) else { return "nothing".to_owned() };
        assert!(![500, 502].contains(&answer.status), "{answer:?}");
        let kind = answer.header("content-type").unwrap_or("").to_owned();
        let length = answer.header("content-length").and_then(|length| length.parse().ok());
        let body = length.map_or(&answer.body[..], |length: usize| {
            &answer.body[..length.min(answer.body.len())]
        });
        let is_whole = length.is_none_or(|length| body.len() == length);
        let mut words = format!("{} {kind} {}", answer.status, is_whole);
        // A body that comes in pieces is not read, nor one that was left out, as for HEAD: the answer to
        // whatever follows stands in its place.
        let is_plain = length.is_some()
            && answer.header("content-encoding").is_none()
            && !body.starts_with(b"HTTP/");
        if is_plain && is_whole && !body.is_empty() && kind.starts_with("application/json") {
            let json: serde_json::Value = serde_json::from_slice(body)
                .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(body)));
            words += json["error"].as_str().unwrap_or("fine");
        }
        words
    };
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/requests");
    let fuzzed = fuzz(&corpus, &WORDS, target);
    println!("requests: {} inputs, {} kinds of answers", fuzzed.inputs, fuzzed.kinds);
    assert!(fuzzed.kinds > 5, "{fuzzed:?}");
    assert_eq!(server.get("/healthz").status, 200);
}
