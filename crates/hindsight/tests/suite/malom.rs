//! Files as Malom has them: written, read back, cut off and damaged.

use std::fs;

use crate::bench::{Bench, chance};

const MORRIS: &str = "morris --variant nine:3,3";

#[test]
fn what_is_exported_is_read_back() {
    let bench = Bench::new();
    let error = bench.run(&format!("export {MORRIS} --format malom files")).failed(2);
    assert!(error.contains("is not solved in"), "{error}");
    bench.run(&format!("solve {MORRIS} --draws difference")).ok();
    bench.run(&format!("solve {MORRIS} --draws ratio")).ok();
    let told = bench.run(&format!("export {MORRIS} --format malom --draws ratio files")).ok();
    assert!(told.contains("written to files"), "{told}");
    bench.run(&format!("export {MORRIS} --format malom --draws difference short")).ok();
    let mut position = bench.json(&format!("query {MORRIS} --format json"));
    let mut dice = chance();
    for _ in 0..12 {
        let text = position["position"].as_str().unwrap().to_owned();
        for (folder, by) in [("files", 0), ("short", 1)] {
            let read =
                bench.json(&format!("query {MORRIS} {text} --data malom:{folder} --format json"));
            for (read, known) in
                [(&read, &position)].into_iter().chain(zip(&read["moves"], &position["moves"]))
            {
                assert_eq!(read["value"], known["value"], "{text} {read}");
                assert_eq!(read["remoteness"], known["remoteness"], "{text} {read}");
                if read["value"] == "draw" {
                    assert_eq!(read["class"], known["draw"]["ranks"][by]["class"], "{text}");
                    assert_eq!(read["depth"], known["draw"]["ranks"][by]["depth"], "{text}");
                }
            }
        }
        let moves = position["moves"].as_array().unwrap();
        if moves.is_empty() {
            break;
        }
        let next = moves[dice.below(moves.len())]["position"].as_str().unwrap().to_owned();
        position = bench.json(&format!("query {MORRIS} {next} --format json"));
    }
}

fn zip<'a>(
    one: &'a serde_json::Value,
    other: &'a serde_json::Value,
) -> impl Iterator<Item = (&'a serde_json::Value, &'a serde_json::Value)> {
    one.as_array().unwrap().iter().zip(other.as_array().unwrap())
}

#[test]
fn files_that_are_no_good_get_one_line() {
    let bench = Bench::new();
    bench.run(&format!("solve {MORRIS}")).ok();
    bench.run(&format!("export {MORRIS} --format malom files")).ok();
    let query = format!("query {MORRIS} --data malom:files");
    bench.run(&query).ok();
    let error = bench.run("export morris --variant three --format malom files").failed(2);
    assert!(error.contains("nine, lasker and morabaraba"), "{error}");
    let error = bench.run(&format!("verify {MORRIS} --data malom:files")).failed(2);
    assert!(error.contains("only query answers from Malom's files"), "{error}");
    let refused = |why: &str| {
        let error = bench.run(&query).failed(1);
        assert!(error.contains(why) && error.trim_end().lines().count() == 1, "{error}");
    };
    let start = bench.path("files").join("std_0_0_3_3.sec2");
    let good = fs::read(&start).unwrap();
    for (bytes, why) in [
        (good[..20].to_vec(), "too short for a sector of Malom"),
        (good[..good.len() - 1].to_vec(), "was cut off"),
        ([&good[..], b"more"].concat(), "not as long as its sector"),
        ([b"PK\x03\x04", &good[4..]].concat(), "not a sector of Malom, version 2"),
        ([&good[..64], &[0, 0, 0x80], &good[67..]].concat(), "its list at the end lacks a slot"),
    ] {
        fs::write(&start, bytes).unwrap();
        refused(why);
    }
    fs::remove_file(&start).unwrap();
    refused("cannot read files/std_0_0_3_3.sec2");
    fs::write(bench.path("files").join("std.secval"), "virt_loss_val: many").unwrap();
    refused("does not say what the sectors of Malom are worth");
}
