//! Requests that make no sense: each gets a status, none a 500, and the server lives on.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use proptest::prelude::*;

use crate::client::{Answer, Running, encoded};

/// No answer may take longer. The machine may be busy with other things, so that a slow answer gets
/// a second chance.
const PATIENCE: Duration = Duration::from_secs(1);

struct Shared {
    server: Running,
    _data: tempfile::TempDir,
}

static SHARED: LazyLock<Shared> = LazyLock::new(|| {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    server.wait_for("/api/v1/games/tictactoe/3x3/position");
    server.wait_for("/api/v1/games/quixo/3x3/position");
    server.games();
    Shared { server, _data: data }
});

/// Texts that are nearly positions, and texts that are nothing.
fn position() -> impl Strategy<Value = String> {
    prop_oneof![
        "[-xoXO/:]{0,30}",
        "[-xo]{3}/[-xo]{3}/[-xo]{3}",
        "[-XO]{3}/[-XO]{3}/[-XO]{3}:[xo]",
        any::<String>(),
    ]
}

/// An answer that comes soon.
fn soon(request: &[u8]) -> Result<Option<Answer>, TestCaseError> {
    let mut slow = 0;
    loop {
        let begin = Instant::now();
        let answer = SHARED.server.send(request);
        if begin.elapsed() <= PATIENCE {
            return Ok(answer);
        }
        slow += 1;
        prop_assert!(slow < 3, "slow again: {}", String::from_utf8_lossy(request));
    }
}

fn get(target: &str) -> Result<Answer, TestCaseError> {
    let request = format!("GET {target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    let answer = soon(request.as_bytes())?;
    answer.ok_or_else(|| TestCaseError::fail(format!("no answer to {target}")))
}

fn answered(target: &str) -> Result<u16, TestCaseError> {
    let answer = get(target)?;
    prop_assert!((200..500).contains(&answer.status), "{target}: {answer:?}");
    // An address with characters that no address may have is refused before it is read.
    let is_address = !target.contains(['"', '<', '>', '\\', '^', '`', '{', '|', '}']);
    if answer.status >= 400 && (is_address || !answer.body.is_empty()) {
        prop_assert!(answer.json()["error"].is_string(), "{target}: {answer:?}");
    }
    Ok(answer.status)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_position_gets_an_answer(
        text in position(),
        game in prop_oneof![Just("tictactoe/3x3"), Just("quixo/3x3"), Just("quixo/5x5")],
        what in prop_oneof![Just("position"), Just("line")],
    ) {
        answered(&format!("/api/v1/games/{game}/{what}?p={}", encoded(&text)))?;
    }

    #[test]
    fn any_query_gets_an_answer(
        query in "[!-~]{0,40}",
        what in prop_oneof![Just("position"), Just("line"), Just("random"), Just("analysis")],
    ) {
        // A # ends the address, as far as HTTP is concerned: it never reaches a server.
        let query = query.replace('#', "");
        answered(&format!("/api/v1/games/tictactoe/3x3/{what}?{query}"))?;
    }

    #[test]
    fn any_name_gets_an_answer(game: String, variant: String) {
        let target = format!("/api/v1/games/{}/{}", encoded(&game), encoded(&variant));
        prop_assert!(answered(&target)? >= 400);
    }

    #[test]
    fn any_address_gets_an_answer(path in "[!-~&&[^#?]]{0,60}") {
        let answer = get(&format!("/{path}"))?;
        prop_assert!((200..500).contains(&answer.status), "{path}: {answer:?}");
    }

    #[test]
    fn any_picture_gets_an_answer(
        entities in prop_oneof!["[-xoXOBWib]{0,40}", any::<String>()],
        counters in prop_oneof!["[0-9,]{0,12}", any::<String>()],
        turn in prop_oneof!["first", "second", any::<String>()],
        game in prop_oneof![
            Just("tictactoe/3x3"), Just("quixo/3x3"), Just("morris/nine"), Just("morris/three"),
            Just("fivefieldkono/regular"), Just("tentozero/10-to-0"),
        ],
    ) {
        let query =
            format!("e={}&c={}&turn={}", encoded(&entities), encoded(&counters), encoded(&turn));
        let status = answered(&format!("/api/v1/games/{game}/setup?{query}"))?;
        prop_assert!(status == 200 || status == 400);
    }

    #[test]
    fn any_universal_position_gets_an_answer(
        text in prop_oneof![position(), "[12]_[-xo]{9}", "[-XO]{3}_[-XO]{3}_[-XO]{3}.[xo](;[a-c][1-3]){0,3}", "[ -~]{0,40}"],
        game in prop_oneof![
            Just("tictactoe/3x3"), Just("quixo/3x3"), Just("quixo/5x5"), Just("morris/nine"),
        ],
        raw: bool,
    ) {
        let sent = if raw {
            text.replace(|c: char| !c.is_ascii_graphic() || c == '#', "")
        } else {
            encoded(&text)
        };
        let answer = get(&format!("/universal/v1/{game}/positions/?p={sent}"))?;
        // Characters that no address may have are refused before anything is read.
        if answer.status != 400 {
            prop_assert_eq!(answer.status, 200);
            let facts = answer.json();
            prop_assert!(facts["error"].is_string() || facts["moves"].is_array(), "{}", facts);
        }
    }

    #[test]
    fn any_method_and_encoding_gets_an_answer(
        method in prop_oneof!["GET", "HEAD", "POST", "OPTIONS", "[A-Z]{1,10}"],
        path in prop_oneof![
            "/universal/v1/[a-z0-9%/.;_~-]{0,40}", "/art/[a-f0-9.svg%]{0,30}",
            "/api/v1/games/[a-z0-9/%-]{0,40}", "/[!-~&&[^#]]{0,40}",
        ],
        coding in prop_oneof!["gzip", "br", "identity;q=0", "[ -~]{0,30}"],
    ) {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: {coding}\r\n\
             connection: close\r\n\r\n"
        );
        if let Some(answer) = soon(request.as_bytes())? {
            prop_assert!((200..500).contains(&answer.status), "{request}: {answer:?}");
        }
    }

    #[test]
    fn any_bytes_leave_the_server_alive(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Some(answer) = SHARED.server.send(&bytes) {
            prop_assert!(answer.status < 500, "{answer:?}");
        }
        prop_assert_eq!(SHARED.server.get("/healthz").status, 200);
    }

    #[test]
    fn any_head_gets_an_answer(lines in prop::collection::vec("[a-z-]{1,20}: ?[ -~]{0,60}", 0..8)) {
        let head: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        let request = format!("GET /api/v1/games HTTP/1.1\r\nhost: localhost\r\n{head}connection: close\r\n\r\n");
        if let Some(answer) = SHARED.server.send(request.as_bytes()) {
            prop_assert!(answer.status < 500, "{answer:?}");
        }
    }
}
