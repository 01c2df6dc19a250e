//! Sites of files: where they are written, and what is in them. A browser plays on one in `web/e2e/alone.e2e.ts`.

use std::fs;

use crate::bench::Bench;

#[test]
fn a_site_takes_an_empty_folder_or_its_own_place() {
    let bench = Bench::new();
    bench.run("solve tictactoe").ok();
    let told = bench.run("site public").ok();
    assert!(told.contains(" are solved in the browser, 1 have tables"), "{told}");
    let text = |name: &str| fs::read_to_string(bench.path("public").join(name)).unwrap();
    for page in ["index.html", "play/tictactoe/3x3/index.html", "puzzles/index.html"] {
        let html = text(page);
        let up = if page.contains('/') {
            "../".repeat(page.matches('/').count())
        } else {
            "./".to_owned()
        };
        assert!(html.contains("<html data-alone"), "{page}: {html}");
        assert!(
            html.contains(&format!("=\"{up}assets/")) && !html.contains("=\"/"),
            "{page}: {html}"
        );
    }
    assert!(text("answers/games.json").contains("\"state\":\"solvable\""));
    assert!(text("answers/tictactoe/3x3.json").contains("\"state\":\"solved\""));

    // Every piece that is listed is there, and together they are the file.
    let tables = text("tables/files.txt");
    assert!(tables.lines().count() > 10, "{tables}");
    for line in tables.lines() {
        let [path, bytes, _] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let piece = fs::read(bench.path("public").join(format!("{path}.0"))).unwrap();
        let file = path.strip_prefix("tables/").unwrap();
        assert_eq!(piece, fs::read(bench.path("data").join(file)).unwrap(), "{path}");
        assert_eq!(piece.len().to_string(), bytes);
    }

    // Written again, it has nothing of what was there before.
    fs::remove_dir_all(bench.path("data")).unwrap();
    let told = bench.run("site public").ok();
    assert!(told.contains(", 0 have tables"), "{told}");
    assert_eq!(text("tables/files.txt"), "");
    assert!(!bench.path("public/tables/tictactoe").exists());

    // What somebody else has put there stays, and nothing is written beside other files.
    fs::create_dir(bench.path("photos")).unwrap();
    fs::write(bench.path("photos/cat.jpg"), "cat").unwrap();
    let line = bench.run("site photos").failed(2);
    assert!(line.contains("photos has files that no site of ours has"), "{line}");
    assert_eq!(fs::read_dir(bench.path("photos")).unwrap().count(), 1);
    fs::write(bench.path("photos/hindsight-site.txt"), "../data\n/etc/passwd\ncat.jpg/..\n")
        .unwrap();
    bench.run("site photos").ok();
    assert_eq!(fs::read(bench.path("photos/cat.jpg")).unwrap(), b"cat");
}
