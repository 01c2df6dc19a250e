//! Signed tables: whoever has the public key is told of everything that the signer did not sign.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::bench::{Bench, overwrite};

const SIGNATURE: &str = "data/tictactoe/3x3/manifest.json.minisig";

fn signed() -> Bench {
    let bench = Bench::new();
    bench.run("solve tictactoe").ok();
    bench.run("key ours").ok();
    bench.run("key theirs").ok();
    bench
}

#[test]
fn what_was_verified_is_signed_and_checked() {
    let bench = signed();
    let mode = fs::metadata(bench.path("ours.key")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let line = bench.run("key ours").failed(1);
    assert!(line.contains("ours.key is there already"), "{line}");

    let line = bench.run("verify tictactoe --key ours.pub").failed(1);
    assert!(line.contains("is not signed; `hindsight sign` signs it"), "{line}");
    let line = bench.run("sign tictactoe --key ours.key").failed(2);
    assert!(line.contains("run: hindsight verify tictactoe --variant 3x3"), "{line}");
    bench.run("verify tictactoe").ok();
    let told = bench.run("sign tictactoe --key ours.key").ok();
    assert!(told.starts_with("signed tictactoe 3x3: 10 tables, hash "), "{told}");

    let told = bench.run("verify tictactoe --key ours.pub").ok();
    assert!(told.starts_with("signed: tictactoe 3x3: 10 tables, hash "), "{told}");
    assert!(told.contains("is verified"), "{told}");
    let public = fs::read_to_string(bench.path("ours.pub")).unwrap();
    let key = public.lines().nth(1).unwrap();
    bench.run(&format!("verify tictactoe --key {key}")).ok();
    // Solving again makes the same bytes, which are signed already.
    bench.run("solve tictactoe --force").ok();
    bench.run("verify tictactoe --key ours.pub").ok();
}

#[test]
fn what_was_not_signed_is_refused() {
    let bench = signed();
    bench.run("verify tictactoe").ok();
    bench.run("sign tictactoe --key ours.key").ok();
    let refused = |key: &str, why: &str| {
        let line = bench.run(&format!("verify tictactoe --key {key}")).failed(1);
        assert!(line.contains(why), "{line}");
    };
    refused("theirs.pub", "manifest.json.minisig: it was made with another key");
    refused("ours.key", "ours.key is no public key of minisign");
    refused("nobody.pub", "cannot read nobody.pub");
    refused("data", "no plain file");
    let line = bench.run("sign tictactoe --key ours.pub").failed(1);
    assert!(line.contains("cannot sign with ours.pub"), "{line}");

    bench.run("solve quixo --variant 3x3").ok();
    bench.run("verify quixo --variant 3x3").ok();
    bench.run("sign quixo --variant 3x3 --key ours.key").ok();
    let sound = fs::read_to_string(bench.path(SIGNATURE)).unwrap();
    fs::copy(bench.path("data/quixo/3x3/manifest.json.minisig"), bench.path(SIGNATURE)).unwrap();
    refused("ours.pub", "the manifest is not what was signed");
    overwrite(&bench.path(SIGNATURE), b"untrusted comment: nothing\n");
    refused("ours.pub", "it is no signature of minisign");
    let forged = sound.replace("10 tables", "11 tables");
    assert!(forged != sound);
    overwrite(&bench.path(SIGNATURE), forged.as_bytes());
    refused("ours.pub", "the manifest is not what was signed");
    overwrite(&bench.path(SIGNATURE), sound.as_bytes());
    bench.run("verify tictactoe --key ours.pub").ok();
}

#[test]
fn tables_that_tell_draws_apart_are_signed_too() {
    let bench = signed();
    bench.run("solve mutorere --draws levels").ok();
    bench.run("verify mutorere").ok();
    let told = bench.run("sign mutorere --key ours.key").ok();
    assert!(told.contains("signed mutorere restricted draws-levels: "), "{told}");
    assert_eq!(bench.run("verify mutorere --key ours.pub").ok().matches("signed: ").count(), 2);
    let signature = bench.path("data/mutorere/restricted/draws-levels/manifest.json.minisig");
    fs::remove_file(signature).unwrap();
    let line = bench.run("verify mutorere --key ours.pub").failed(1);
    assert!(line.contains("draws-levels is not signed"), "{line}");
}

/// A key as minisign 0.11 makes it without a password, `minisign -G -W`: where other keys have a checksum it has zeros.
#[test]
fn keys_of_stock_minisign_without_a_password_sign() {
    let bench = signed();
    bench.run("verify tictactoe").ok();
    let secret = "untrusted comment: minisign encrypted secret key\n\
        RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA2jX0GEq0GS8bIU34Qg7byObWBYzrybMm2pJlZkOtUeezsOTT39F4Im1jpo//QYMUpNnnfRvuz9YZ7SBXb0ZAYp30bx+l1B0RAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n";
    let public = "RWTaNfQYSrQZL21jpo//QYMUpNnnfRvuz9YZ7SBXb0ZAYp30bx+l1B0R";
    overwrite(&bench.path("stock.key"), secret.as_bytes());
    bench.run("sign tictactoe --key stock.key").ok();
    bench.run(&format!("verify tictactoe --key {public}")).ok();
    // One letter of the key itself is another: nobody could check what it signs.
    let line = secret.lines().nth(1).unwrap();
    let damaged: String = line
        .char_indices()
        .map(|(at, it)| if at == 100 { if it == 'A' { 'B' } else { 'A' } } else { it })
        .collect();
    overwrite(&bench.path("stock.key"), secret.replace(line, &damaged).as_bytes());
    bench.run("sign tictactoe --key stock.key").failed(1);
}
