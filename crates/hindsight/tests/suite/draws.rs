//! Draws told apart, from the command line.

use crate::bench::Bench;

#[test]
fn levels_are_solved_queried_counted_and_verified() {
    let bench = Bench::new();
    let refused = |arguments: &str, why: &str| {
        let error = bench.run(arguments).failed(2);
        assert!(error.contains(why), "{error}");
    };
    refused("analyze mutorere --draws levels", "is not solved in");
    bench.run("solve mutorere").ok();
    let hint = "hindsight solve mutorere --variant restricted --draws levels does it";
    refused("analyze mutorere --draws levels --format csv", hint);

    let told = bench.run("solve mutorere --draws levels").ok();
    assert!(
        told.starts_with("the draws of mutorere restricted are told apart by levels"),
        "{told}"
    );
    let again = bench.run("solve mutorere --draws levels").ok();
    assert!(again.contains("were told apart by levels before"), "{again}");

    let csv = bench.run("analyze mutorere --draws levels --format csv").ok();
    let mut rows = csv.lines();
    assert_eq!(rows.next(), Some("class,level,remoteness,pure,positions,canonical"));
    let counted = |field: usize| -> u64 {
        csv.lines()
            .skip(1)
            .map(|row| row.split(',').nth(field).unwrap().parse::<u64>().unwrap())
            .sum()
    };
    let values = bench.run("analyze mutorere --format csv").ok();
    let draws = values.lines().find(|row| row.starts_with("draw,")).unwrap();
    assert_eq!(draws, format!("draw,,{},{}", counted(4), counted(5)));

    let start = bench.json("query mutorere --format json");
    assert_eq!(start["value"], "draw");
    let level = &start["draw"]["level"];
    let text = bench.run("query mutorere").ok();
    let words = format!(
        "{} in {} of level {}",
        level["class"].as_str().unwrap(),
        level["remoteness"],
        level["level"]
    );
    assert!(text.contains(&words), "{text} for {words}");
    assert!(start["moves"].as_array().unwrap().iter().any(|it| it["draw"]["level"].is_object()));

    let verified = bench.run("verify mutorere").ok();
    assert!(verified.contains("its draws by levels are verified"), "{verified}");
}

#[test]
fn ranks_are_solved_queried_counted_and_verified() {
    let bench = Bench::new();
    let morris = "morris --variant nine:3,3";
    bench.run(&format!("solve {morris} --draws difference")).ok();
    bench.run(&format!("solve {morris} --draws ratio")).ok();
    let start = bench.json(&format!("query {morris} --format json"));
    if start["value"] == "draw" {
        assert_eq!(start["draw"]["ranks"].as_array().unwrap().len(), 2);
    }
    let csv = bench.run(&format!("analyze {morris} --draws difference --format csv")).ok();
    assert!(csv.starts_with("class,heading,positions,canonical\n0,"), "{csv}");
    let verified = bench.run(&format!("verify {morris}")).ok();
    assert!(verified.contains("by difference are verified") && verified.contains("by ratio are"));
    for (how, why) in [
        ("difference", "its tiers have no difference of pieces"),
        ("no-such-file.csv", "cannot read no-such-file.csv"),
    ] {
        let error = bench.run(&format!("solve mutorere --draws {how}")).failed(2);
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn ranks_are_counted_without_tables() {
    let bench = Bench::new();
    let morris = "morris --variant nine:4,3";
    for how in ["difference", "ratio", "own"] {
        let told = bench.run(&format!("survey {morris} --draws {how} --verify classes.csv")).ok();
        assert!(told.contains("% ") && told.contains("verified: "), "{told}");
        bench.run(&format!("solve {morris} --draws {how}")).ok();
        let counted =
            bench.run(&format!("analyze {morris} --draws {how} --scope all --format csv")).ok();
        assert_eq!(std::fs::read_to_string(bench.path("classes.csv")).unwrap(), counted);
    }
    let verified = bench.run(&format!("verify {morris}")).ok();
    assert!(verified.contains("by own are verified"), "{verified}");
    let error = bench.run(&format!("survey {morris} --draws levels classes.csv")).failed(2);
    assert!(error.contains("solve it with --draws levels"), "{error}");
}

#[test]
fn players_tell_draws_apart() {
    let bench = Bench::new();
    let morris = "match morris --variant nine:4,3 --second random --games 6 --seed 3 --format csv";
    let error = bench.run("solve morris --variant nine:4,3");
    error.ok();
    let error = bench.run(&format!("{morris} --first perfect:draws=ratio")).failed(2);
    assert!(error.contains("--draws ratio does it"), "{error}");
    let error = bench.run(&format!("{morris} --first perfect:ratio")).failed(2);
    assert!(error.contains("perfect takes draws=ratio"), "{error}");
    for how in ["ratio", "difference", "own"] {
        bench.run(&format!("solve morris --variant nine:4,3 --draws {how}")).ok();
        let played = bench.run(&format!("{morris} --first perfect:draws={how}")).ok();
        assert!(played.contains(&format!("perfect:draws={how},random,both,6,")), "{played}");
    }
    std::fs::write(bench.path("values.csv"), "tier,value\n").unwrap();
    let error = bench.run(&format!("{morris} --first perfect:draws=values.csv")).failed(2);
    assert!(error.contains("--draws file does it"), "{error}");
}

/// White keeps a stone more by most moves, and gives it back by two.
#[test]
fn moves_to_better_draws_come_first() {
    let bench = Bench::new();
    bench.run("solve morris --variant nine:4,3 --draws difference").ok();
    let position = "--W/---/---/W----B/--B/---/-BW:1,0:w";
    let query = |format| format!("query morris --variant nine:4,3 --format {format} -- {position}");
    let told = bench.run(&query("text")).ok();
    let classes: Vec<&str> = told
        .lines()
        .filter_map(|line| line.split_once(" by difference  ")?.0.rsplit(' ').next())
        .collect();
    assert_eq!(classes, [["+1"; 16].as_slice(), &["+0"; 2]].concat(), "{told}");
    let answer = bench.json(&query("json"));
    for told in answer["moves"].as_array().unwrap() {
        // As the opponent sees it, who is to move then.
        let class = told["draw"]["ranks"][0]["class"].as_i64().unwrap();
        assert_eq!(told["draw"]["beats"], if class == -1 { 2 } else { 0 }, "{told}");
    }
}
