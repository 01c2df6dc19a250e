//! Surveys: counts without tables, in one run or in several.

use std::fs;

use crate::bench::Bench;

#[test]
fn a_survey_counts_what_an_analysis_counts_and_goes_on_where_it_was() {
    let bench = Bench::new();
    let file = bench.path("counts.csv");
    let survey = format!("survey quixo --variant 3x3 --verify {}", file.display());
    let printed = bench.run(&survey).ok();
    assert!(printed.contains(": all there are\nthe start is win in 7\nverified: "), "{printed}");
    let whole = fs::read_to_string(&file).unwrap();

    bench.run("solve quixo --variant 3x3").ok();
    let analyzed = bench.run("analyze quixo --variant 3x3 --scope all --by tier --format csv").ok();
    let is_count = |line: &&str| !line.starts_with('#') && !line.contains(",total,");
    let surveyed: Vec<&str> = whole.lines().filter(is_count).collect();
    assert_eq!(surveyed, analyzed.lines().collect::<Vec<_>>());

    // A run that was killed in the middle of a line, then one that has nothing left to do.
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let resumed = bench.run(&survey).ok();
    assert_eq!(fs::read_to_string(&file).unwrap(), whole);
    assert!(!resumed.contains("\n0 tiers counted"), "{resumed}");
    let idle = bench.run(&survey).ok();
    assert!(idle.contains("\n0 tiers counted"), "{idle}");
    assert_eq!(fs::read_to_string(&file).unwrap(), whole);
}

#[test]
fn what_no_play_leads_to_is_counted_apart() {
    let bench = Bench::new();
    let file = bench.path("counts.csv");
    let survey = format!("survey quarto-simple --variant 3x3 {}", file.display());
    let printed = bench.run(&survey).ok();
    let apart = "besides, 468,096 positions (1,258 canonical) that no play leads to";
    assert!(printed.contains(apart), "{printed}");
    let text = fs::read_to_string(&file).unwrap();
    let positions = |is_meant: &dyn Fn(&str) -> bool| -> u64 {
        let rows = text.lines().skip(2).filter(|line| !line.starts_with('#'));
        let rows = rows.map(|row| row.split(',').collect::<Vec<_>>());
        let counts = rows.filter(|row| is_meant(row[1])).map(|row| row[3].parse::<u64>().unwrap());
        counts.sum()
    };
    assert_eq!(positions(&|value| value == "unreachable"), 468_096);
    assert_eq!(positions(&|value| value == "total"), positions(&|value| value != "total"));
    // It is read as it was written.
    assert!(bench.run(&survey).ok().contains(apart));
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    let values = format!("survey quarto-simple --variant 3x3 --values {0} {0}", file.display());
    assert!(bench.run(&values).failed(1).contains("ask for --device gpu"));
}

#[test]
fn a_survey_that_runs_out_of_time_says_so_and_keeps_what_it_has() {
    let bench = Bench::new();
    let file = bench.path("counts.csv");
    let survey = format!("survey quixo --variant 4x4 --seconds 0 {}", file.display());
    let printed = bench.run(&survey).ok();
    assert!(printed.contains("; run the same command again to go on"), "{printed}");
    assert!(file.exists());
}

#[test]
fn other_files_and_little_memory_are_refused_in_one_line() {
    let bench = Bench::new();
    let file = bench.path("counts.csv");
    fs::write(&file, "a letter\n").unwrap();
    let refused = bench.run(&format!("survey quixo --variant 3x3 {}", file.display())).failed(1);
    assert!(refused.contains("is no file of counts"), "{refused}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "a letter\n");
    let folder = bench.path("");
    let refused = bench.run(&format!("survey quixo --variant 3x3 {}", folder.display()));
    refused.failed(1);
    let other = bench.path("others.csv");
    let little = format!("survey quixo --variant 3x3 --memory 1KiB {}", other.display());
    let refused = bench.run(&little).failed(2);
    assert!(refused.contains("--memory 1MiB would do"), "{refused}");
    assert!(!other.exists(), "a survey that never began leaves no file");
    let counts = bench.path("small.csv");
    bench.run(&format!("survey quixo --variant 2x2 {}", counts.display())).ok();
    let text = fs::read_to_string(&counts).unwrap();
    let (rules, rest) = text.split_once('\n').unwrap();
    assert!(rules.starts_with("# quixo 2x2, All positions, rules "), "{rules}");
    fs::write(&counts, format!("{}x\n{rest}", &rules[..rules.len() - 1])).unwrap();
    let refused = bench.run(&format!("survey quixo --variant 2x2 {}", counts.display())).failed(1);
    assert!(refused.contains("is no file of counts that begins with"), "{refused}");
}
