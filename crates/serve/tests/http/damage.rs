//! Files that are at fault: the visitor learns that, not where they are.

use std::fs;
use std::path::Path;

use crate::client::Running;

const POSITION: &str = "/api/v1/games/tictactoe/3x3/position";

fn files(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

#[test]
fn damaged_tables_are_an_error_that_names_no_file() {
    let data = tempfile::tempdir().unwrap();
    assert_eq!(Running::new(data.path()).wait_for(POSITION).status, 200);
    let mut all = Vec::new();
    files(data.path(), &mut all);
    for path in &all {
        let content = fs::read(path).unwrap();
        fs::write(path, content.iter().map(|byte| byte ^ 0x55).collect::<Vec<_>>()).unwrap();
    }
    let server = Running::new(data.path());
    let answer = server.get(POSITION);
    assert_eq!(answer.status, 500);
    let told = answer.json()["error"].as_str().unwrap().to_owned();
    assert!(!told.contains(&*data.path().to_string_lossy()), "{told}");
    // The rest is served all the same.
    assert_eq!(server.wait_for("/api/v1/games").status, 200);
    assert_eq!(server.get("/api/v1/games/tictactoe/3x3").json()["state"], "damaged");
    assert_eq!(server.wait_for("/api/v1/games/quixo/2x2/position").status, 200);
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("file");
    fs::write(&file, "no folder").unwrap();
    let answer = Running::new(&file).wait_for(POSITION);
    assert_eq!(answer.status, 500);
    assert!(!answer.text().contains(&*data.path().to_string_lossy()), "{answer:?}");
}
