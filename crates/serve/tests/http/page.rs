//! The page: that it is served as browsers want it, small, and built from the sources beside it.
//!
//! A browser clicks through it in `web/e2e`; here it is only bytes.

use std::fs;
use std::path::{Path, PathBuf};

use crate::client::Running;

/// The most bytes of the page itself, compressed. A browser counts what comes on top: `web/e2e/weight.e2e.ts`.
const MOST_BYTES: usize = 75_000;

/// What the page is not built from.
const TESTS: [&str; 3] = ["e2e", "tests", "vitest.config.js"];

/// What it is built from besides `web/`, in this order.
const EXAMPLES: [&str; 5] = [
    "../crates/hindsight/src/example.game",
    "../library/breakthrough.game",
    "../library/dao.game",
    "../library/hexapawn.game",
    "../library/threemensmorris.game",
];

#[test]
fn the_page_and_its_parts_are_served() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    for path in ["/", "/play/tictactoe/3x3?p=x--%2F---%2F---", "/puzzles", "/make", "/play/quixo"] {
        let page = server.get(path);
        assert_eq!(page.status, 200);
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(page.header("cache-control"), Some("no-cache"));
        assert!(page.header("content-security-policy").unwrap().contains("default-src 'self'"));
        let html = page.text();
        assert!(!html.contains("://"), "the page names another place: {html}");

        let mut bytes = server.get_with(path, "accept-encoding: gzip\r\n").body.len();
        let parts: Vec<_> = html.split('"').filter(|word| word.starts_with("/assets/")).collect();
        assert!(parts.len() >= 3, "{html}");
        for part in parts {
            let answer = server.get_with(part, "accept-encoding: gzip\r\n");
            assert_eq!(answer.status, 200, "{part}");
            let keep = answer.header("cache-control").unwrap();
            assert!(keep.contains("immutable"), "{part}: {keep}");
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
            bytes += answer.body.len();
        }
        assert!(bytes < MOST_BYTES, "{path} takes {bytes} bytes");
    }
    assert_eq!(server.get("/icon.svg").header("content-type"), Some("image/svg+xml"));
}

/// A browser offers to install a page that has these.
#[test]
fn the_page_can_be_installed() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let manifest = server.get("/manifest.webmanifest");
    assert_eq!(manifest.header("content-type"), Some("application/manifest+json"));
    for icon in manifest.json()["icons"].as_array().unwrap() {
        let answer = server.get(&format!("/{}", icon["src"].as_str().unwrap()));
        assert_eq!((answer.status, answer.header("content-type")), (200, icon["type"].as_str()));
    }
    let service = server.get("/service.js");
    assert_eq!(service.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(service.header("cache-control"), Some("no-cache"));
    // What it keeps is there.
    let text = service.text();
    let site = text.strip_prefix("const SITE = ").unwrap().split_once(";\n").unwrap().0;
    let site: serde_json::Value = serde_json::from_str(site).unwrap();
    for name in site["shell"].as_array().unwrap() {
        let path = format!("/{}", name.as_str().unwrap().trim_start_matches("./"));
        assert_eq!(server.get(&path).status, 200, "{path}");
    }
}

#[test]
fn an_unknown_address_is_a_page_for_people_and_a_fault_for_programs() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    assert_eq!(server.get("/play/quixo").status, 200);
    let html = "accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n";
    for path in ["/quixo", "/play", "/play/quixo/5x5/more"] {
        let page = server.get_with(path, html);
        assert_eq!(page.status, 404, "{path}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        let fault = server.get(path);
        assert_eq!(fault.status, 404, "{path}");
        assert!(fault.json()["error"].is_string(), "{path}");
    }
    assert!(server.get_with("/api/v1/nothing", html).json()["error"].is_string());
}

/// `npm run build` writes the hashes of the sources beside what it builds from them.
#[test]
fn the_page_is_built_from_the_present_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let web = root.join("../../web");
    let mut sources = Vec::new();
    collect(&web, &mut sources);
    sources.retain(|path| TESTS.iter().all(|tests| !path.starts_with(web.join(tests))));
    sources.sort();
    let mut list = String::new();
    let mut add = |path: &Path, name: &str| {
        let hash = blake3::hash(&fs::read(path).unwrap());
        list.push_str(&format!("{hash}  {name}\n"));
    };
    EXAMPLES.iter().for_each(|name| add(&web.join(name), name));
    for path in &sources {
        let name = path.strip_prefix(&web).unwrap().to_str().unwrap().replace('\\', "/");
        add(path, &name);
    }
    let recorded = fs::read_to_string(root.join("page/SOURCES.blake3")).unwrap_or_default();
    assert_eq!(recorded, list, "the committed page is stale: in web/, npm ci && npm run build");
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let (name, path) = (entry.file_name(), entry.path());
        if name == "node_modules" || name.to_string_lossy().starts_with('.') {
            continue;
        }
        if path.is_dir() { collect(&path, found) } else { found.push(path) }
    }
}
