//! Pages elsewhere: what they may have a visitor's browser ask for, and by which names.

use serde_json::json;

use crate::client::Running;

const ABOUT: &str = "/api/v1/games/quixo/3x3";
const POSITION: &str = "/api/v1/games/quixo/3x3/position";
const UNIVERSAL: &str = "/universal/v1/quixo/3x3/positions/?p=---_---_---.x";

fn state(server: &Running) -> serde_json::Value {
    server.get(ABOUT).json()["state"].clone()
}

/// Heads that browsers send on behalf of a page of somebody else.
const FOREIGN: [&str; 5] = [
    "origin: https://evil.example\r\n",
    "origin: null\r\nsec-fetch-site: cross-site\r\n",
    "sec-fetch-site: cross-site\r\nsec-fetch-dest: image\r\n",
    "sec-fetch-site: same-site\r\n",
    "user-agent: Mozilla/5.0 (a browser that tells nothing)\r\n",
];

#[test]
fn a_foreign_page_starts_no_solve() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    for head in FOREIGN {
        for what in ["position", "line", "random", "analysis"] {
            let answer = server.get_with(&format!("{ABOUT}/{what}"), head);
            assert_eq!(answer.status, 409, "{head}{what}");
            assert_eq!(answer.json()["post"], true, "{head}{what}");
        }
        let answer = server.get_with(UNIVERSAL, head).json();
        assert_eq!(answer["positionValue"], "unsolved", "{head}");
        assert_eq!(state(&server), "solvable", "{head}");
    }
    let evil = server.ask("POST", POSITION, "origin: https://evil.example\r\n", b"");
    assert_eq!((evil.status, state(&server)), (409, json!("solvable")));
}

#[test]
fn the_servers_own_page_starts_a_solve() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let own = format!(
        "origin: http://{}\r\nuser-agent: Mozilla/5.0\r\ncontent-length: 0\r\n",
        server.address
    );
    assert_eq!(server.ask("POST", POSITION, &own, b"").status, 202);
    let same = "sec-fetch-site: same-origin\r\nuser-agent: Mozilla/5.0\r\n";
    let other = "/api/v1/games/nim/3-4-5/position";
    assert_eq!(server.get_with(other, same).status, 202);
    assert_eq!(server.wait_for(POSITION).status, 200);
    assert_eq!(server.wait_for(other).status, 200);
    // What is solved is for everybody.
    for head in FOREIGN {
        assert_eq!(server.get_with(POSITION, head).status, 200, "{head}");
        let answer = server.get_with(UNIVERSAL, head).json();
        assert_ne!(answer["positionValue"], "unsolved", "{head}");
    }
}

#[test]
fn a_name_that_is_not_ours_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let ask = |host: &str, target: &str| {
        let request = format!("GET {target} HTTP/1.1\r\n{host}connection: close\r\n\r\n");
        server.send(request.as_bytes()).unwrap()
    };
    for target in ["/", "/api/v1/games", POSITION, "/universal/v1/", "/metrics", "/nothing"] {
        let answer = ask("host: evil.example\r\n", target);
        assert_eq!(answer.status, 421, "{target}");
        assert!(answer.json()["error"].as_str().unwrap().contains("--host"), "{target}");
        assert_eq!(ask("", target).status, 400, "{target} of nobody");
        assert_eq!(ask("host: localhost\r\nhost: evil.example\r\n", target).status, 400);
    }
    for host in ["localhost", "localhost:8000", "127.0.0.1", "127.0.0.2:1", "[::1]:8000"] {
        assert_eq!(ask(&format!("host: {host}\r\n"), "/healthz").status, 200, "{host}");
    }
    let absolute = ask("host: localhost\r\n", "http://evil.example/healthz");
    assert_eq!(absolute.status, 421);
}

#[test]
fn both_interfaces_may_be_read_by_all_pages() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let origin = "origin: https://elsewhere.example\r\n";
    for target in [
        "/api/v1/games",
        "/api/v1/openapi.json",
        "/api/v1/nothing",
        "/api/v1/games/quixo/3x3/position?p=wrong",
        "/universal/v1/",
        "/universal/v1/nothing/at/all/there",
        "/art/0.svg",
    ] {
        let answer = server.get_with(target, origin);
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"), "{target}");
    }
    assert_eq!(server.get_with("/", origin).header("access-control-allow-origin"), None);
    assert_eq!(server.get_with("/metrics", origin).header("access-control-allow-origin"), None);
    // A browser asks before it sends JSON.
    let asking = "origin: https://elsewhere.example\r\naccess-control-request-method: POST\r\n\
                  access-control-request-headers: content-type\r\n";
    let target = "/api/v1/games/quixo/3x3/positions";
    let answer = server.ask("OPTIONS", target, asking, b"");
    assert_eq!(answer.status, 204);
    let header = |name: &str| answer.header(name).unwrap_or("").to_owned();
    assert_eq!(header("access-control-allow-origin"), "*");
    assert!(header("access-control-allow-methods").contains("POST"));
    assert!(header("access-control-allow-headers").contains("content-type"));
    // Nor may a page have its browser call itself something else, and so pass for a program.
    let asking = "origin: https://elsewhere.example\r\naccess-control-request-method: GET\r\n\
                  access-control-request-headers: user-agent\r\n";
    let answer = server.ask("OPTIONS", POSITION, asking, b"");
    let allowed = answer.header("access-control-allow-headers").unwrap_or("").to_ascii_lowercase();
    assert!(!allowed.contains("user-agent") && !allowed.contains('*'), "{allowed}");
}

#[test]
fn every_answer_has_a_policy() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    for target in ["/", "/healthz", "/api/v1/games", "/nothing", "/universal/v1/", "/metrics"] {
        let answer = server.get(target);
        let policy = answer.header("content-security-policy").unwrap_or("").to_owned();
        assert!(policy.contains("frame-ancestors 'none'"), "{target}: {policy}");
    }
}
