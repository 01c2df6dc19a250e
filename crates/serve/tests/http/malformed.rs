//! Requests that make no sense: each gets a status, none a 500, and the server lives on.

use std::sync::LazyLock;

use proptest::prelude::*;

use crate::client::{Running, encoded};

struct Shared {
    server: Running,
    _data: tempfile::TempDir,
}

static SHARED: LazyLock<Shared> = LazyLock::new(|| {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    server.wait_for("/api/v1/games/tictactoe/3x3/position");
    server.wait_for("/api/v1/games/quixo/3x3/position");
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

fn answered(target: &str) -> Result<u16, TestCaseError> {
    let answer = SHARED.server.get(target);
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
        let answer = SHARED.server.get(&format!("/{path}"));
        prop_assert!((200..500).contains(&answer.status), "{path}: {answer:?}");
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
        let request = format!("GET /api/v1/games HTTP/1.1\r\nhost: x\r\n{head}connection: close\r\n\r\n");
        if let Some(answer) = SHARED.server.send(request.as_bytes()) {
            prop_assert!(answer.status < 500, "{answer:?}");
        }
    }
}
