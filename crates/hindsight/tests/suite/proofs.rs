//! Certificates, and the program in Python that checks them.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::bench::Bench;

/// Checks a certificate with the independent program; what it says, or what is wrong. `None` where there
/// is no Python, or nothing that knows zstd.
fn check(bench: &Bench, certificate: &Value, is_published: bool) -> Option<Result<String, String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let runs = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let has_zstd =
        runs("zstd", &["--version"]) || runs("python3", &["-c", "import compression.zstd"]);
    if !has_zstd || !runs("python3", &["--version"]) {
        return None;
    }
    let file = bench.path("certificate.json");
    std::fs::write(&file, certificate.to_string()).unwrap();
    let mut python = Command::new("python3");
    python.arg(root.join("tools/check_proof.py")).arg(file);
    if is_published {
        python.arg(root.join("docs/results/table_hashes.csv"));
    }
    let output = python.output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    Some(if output.status.success() { Ok(out) } else { Err(err) })
}

#[test]
fn certificates_are_checked_against_the_published_hashes() {
    let bench = Bench::new();
    let cases = [
        ("tictactoe --variant 3x3", "--depth 3", "tie, remoteness 9"),
        ("quixo --variant 3x3", "--depth 2", "win, remoteness 7"),
        ("nim --variant 3-4-5", "", "win, remoteness"),
        ("quixo --variant 4x4", "--depth 2", "win, remoteness 21"),
    ];
    for (game, depth, told) in cases {
        bench.run(&format!("solve {game}")).ok();
        let certificate = bench.json(&format!("query {game} --proof {depth}"));
        assert!(certificate.get("verified").is_none());
        let Some(checked) = check(&bench, &certificate, true) else { return };
        let line = checked.unwrap();
        assert!(line.contains(told) && line.contains("against the published hash"), "{line}");
    }
    bench.run("verify nim --variant 3-4-5").ok();
    let certificate = bench.json("query nim --variant 3-4-5 --proof");
    let verified = &certificate["verified"];
    assert_eq!(verified["positions"], 232, "{verified}");
    assert_eq!(verified["rules"], certificate["rules"]);
}

#[test]
fn a_forged_certificate_is_refused() {
    let bench = Bench::new();
    bench.run("solve quixo --variant 3x3").ok();
    let sound = bench.json("query quixo --variant 3x3 --proof");
    let Some(checked) = check(&bench, &sound, true) else { return };
    checked.unwrap();
    let forge = |change: &dyn Fn(&mut Value)| {
        let mut forged = sound.clone();
        change(&mut forged);
        assert!(forged != sound);
        forged
    };
    let first = sound["positions"][0].clone();
    let tier = first["tier"].as_str().unwrap().to_owned();
    let forgeries = [
        forge(&|proof| proof["positions"][0]["remoteness"] = json!(5)),
        forge(&|proof| proof["positions"][0]["value"] = json!("lose")),
        forge(&|proof| proof["positions"][1]["slot"] = json!(99)),
        forge(&|proof| proof["positions"][1]["value"] = json!("win")),
        forge(&|proof| proof["positions"][0]["moves"] = json!({})),
        forge(&|proof| proof["hash"] = json!("00")),
        forge(&|proof| proof["rules"] = json!("00")),
        forge(&|proof| proof["variant"] = json!("4x4")),
        forge(&|proof| proof["tables"][0]["slots"] = json!(1)),
        forge(&|proof| proof["tables"][0]["blake3"] = json!("00")),
        forge(&|proof| {
            let text = proof["evidence"][&tier].to_string();
            let at = text.find("chunk\":\"").unwrap() + 160;
            let digit = if &text[at..=at] == "0" { "1" } else { "0" };
            let other = format!("{}{digit}{}", &text[..at], &text[at + 1..]);
            proof["evidence"][&tier] = serde_json::from_str(&other).unwrap();
        }),
    ];
    for (number, forged) in forgeries.iter().enumerate() {
        let error = check(&bench, forged, true).unwrap().expect_err(&format!("forgery {number}"));
        assert!(error.starts_with("the certificate is wrong"), "forgery {number}: {error}");
    }
}
