//! `analyze`: how many positions have which value.

use std::io::Write;

use hindsight_core::{Kind, Value};
use hindsight_oracle::{Analysis, Counted, Device, Example};
use hindsight_solve::{Scope, default_budget};

use crate::args::{AnalysisFormat, DataArgs, GameArgs, Grouping};
use crate::catalogue::write_json;
use crate::failure::Failure;
use crate::numbers::grouped;
use crate::{interrupt, open, passing, pool, progress};

/// Prints the counts of a game; a tiny one is solved first.
pub fn run(
    game: &GameArgs,
    data: &DataArgs,
    scope: Scope,
    device: Device,
    format: AnalysisFormat,
    by: Option<Grouping>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let oracle = open::oracle(game, &data.dir, default_budget().0)?;
    let pool = pool::of(None)?;
    let analyze = || {
        let control = interrupt::stoppable();
        let what = format!("analysing {}", oracle.name());
        progress::show(&what, &control, || pool.install(|| oracle.analyze(scope, device, &control)))
    };
    let analysis = match analyze() {
        Err(error) if passing::is_unsolved(&error) => {
            match passing::solve_aside(game, &data.dir, passing::TO_ANSWER)? {
                true => analyze().map_err(Failure::of_reading)?,
                false => return Err(error.into()),
            }
        }
        analysis => analysis.map_err(Failure::of_reading)?,
    };
    tell(&analysis, scope, format, by, out)
}

/// Prints counts.
pub fn tell(
    analysis: &Analysis,
    scope: Scope,
    format: AnalysisFormat,
    by: Option<Grouping>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match (format, by) {
        (AnalysisFormat::Json, _) => write_json(analysis, out),
        (AnalysisFormat::Csv, None) => {
            writeln!(out, "{}", Counted::CSV_HEAD)?;
            write_csv("", &analysis.counts, out)
        }
        (AnalysisFormat::Csv, Some(Grouping::Tier)) => {
            writeln!(out, "tier,{}", Counted::CSV_HEAD)?;
            let mut tiers = analysis.tiers.iter();
            tiers.try_for_each(|tier| write_csv(&format!("{},", tier.tier), &tier.counts, out))
        }
        (AnalysisFormat::Table, by) => write_tables(analysis, scope, by, out),
    }
}

fn write_csv(prefix: &str, counts: &[Counted], out: &mut impl Write) -> Result<(), Failure> {
    counts.iter().try_for_each(|counted| Ok(writeln!(out, "{prefix}{}", counted.csv_row())?))
}

fn write_tables(
    analysis: &Analysis,
    scope: Scope,
    by: Option<Grouping>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let start = analysis.kind.in_words(analysis.start.into());
    writeln!(out, "{}: the start is {start}", analysis.name)?;
    let counted = match scope {
        Scope::Reachable => "the positions that the start leads to",
        Scope::Roots => "all positions that have a slot in a root tier, reachable or not",
        Scope::All => "all positions that have a slot, reachable or not",
    };
    writeln!(out, "counted: {counted}\n")?;
    if by == Some(Grouping::Tier) {
        for tier in &analysis.tiers {
            writeln!(out, "tier {}", tier.tier)?;
            write_counts(analysis.kind, &tier.counts, out)?;
            writeln!(out)?;
        }
        writeln!(out, "all tiers")?;
    }
    write_counts(analysis.kind, &analysis.counts, out)?;
    write_numbers(analysis, out)?;
    let turns = if analysis.turns_apart {
        "both turns counted"
    } else {
        "a position and the same with the players exchanged counted once"
    };
    writeln!(out, "\ncanonical: up to {}; {turns}", analysis.symmetries)?;
    let puzzle = analysis.longest_tie.as_ref().filter(|_| analysis.kind == Kind::Puzzle);
    let examples = [
        ("win", analysis.longest_win.as_ref()),
        ("loss", analysis.longest_lose.as_ref()),
        ("solution", puzzle),
    ];
    for (what, example) in examples {
        if let Some(Example { position, verdict, board }) = example {
            let verdict = analysis.kind.in_words((*verdict).into());
            writeln!(
                out,
                "\na longest {what}: {verdict}  {position}\n{board}",
                board = board.trim_end()
            )?;
        }
    }
    Ok(())
}

/// A row per Grundy number or margin, where the game has them.
fn write_numbers(analysis: &Analysis, out: &mut impl Write) -> Result<(), Failure> {
    let mut table = |head: &str, rows: Vec<(String, u64)>| -> Result<(), Failure> {
        let rows: Vec<_> = rows.into_iter().map(|row| (row.0, grouped(row.1))).collect();
        let width = rows.iter().map(|row| row.1.len()).chain([9]).max().unwrap_or(9);
        let left = head.len();
        writeln!(out, "\n{head}  {:>width$}", "positions")?;
        writeln!(out, "{}  {}", "-".repeat(left), "-".repeat(width))?;
        for (number, positions) in rows {
            writeln!(out, "{number:>left$}  {positions:>width$}")?;
        }
        Ok(())
    };
    if let Some(counts) = &analysis.grundy {
        let rows = counts.iter().map(|row| (row.grundy.to_string(), row.positions));
        table("Grundy number", rows.collect())?;
    }
    if let Some(counts) = &analysis.margins {
        let rows = counts.iter().map(|row| (row.margin.to_string(), row.positions));
        table("margin", rows.collect())?;
    }
    Ok(())
}

/// A row per value and remoteness, then the sums of each value, then the sum of all.
pub fn write_counts(kind: Kind, counts: &[Counted], out: &mut impl Write) -> Result<(), Failure> {
    let mut rows: Vec<[String; 4]> = Vec::new();
    let mut row = |value: &str, remoteness: &str, positions: u64, canonical: u64| {
        rows.push([value.into(), remoteness.into(), grouped(positions), grouped(canonical)]);
    };
    for Counted { verdict, positions, canonical } in counts {
        let remoteness = verdict.remoteness.map_or("-".to_owned(), |r| r.to_string());
        row(kind.value_in_words(verdict.value), &remoteness, *positions, *canonical);
    }
    let sum = |value: Option<Value>| {
        let counted = counts.iter().filter(|c| value.is_none_or(|v| v == c.verdict.value));
        counted.fold((0, 0), |sum, c| (sum.0 + c.positions, sum.1 + c.canonical))
    };
    let present = Value::ALL.into_iter().filter(|&value| sum(Some(value)).0 > 0);
    for value in present {
        let (positions, canonical) = sum(Some(value));
        row(&format!("all {}", kind.value_in_words(value)), "", positions, canonical);
    }
    let (positions, canonical) = sum(None);
    row("total", "", positions, canonical);
    let head = ["value", "remoteness", "positions", "canonical"];
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].len());
        cells.chain([head[column].len()]).max().unwrap_or(0)
    };
    let widths = [width(0), width(1), width(2), width(3)];
    let mut line = |cells: [&str; 4]| {
        let [a, b, c, d] = widths;
        writeln!(out, "{:a$}  {:>b$}  {:>c$}  {:>d$}", cells[0], cells[1], cells[2], cells[3])
    };
    line(head)?;
    let rules = widths.map(|width| "-".repeat(width));
    for (number, cells) in rows.iter().enumerate() {
        if number == 0 || number == counts.len() {
            line(rules.each_ref().map(String::as_str))?;
        }
        line(cells.each_ref().map(String::as_str))?;
    }
    Ok(())
}
