//! `solve --draws`, `analyze --draws` and `survey --draws`: draws told apart.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use hindsight_oracle::{
    DrawAnalysis, DrawsBy, LevelCounted, RankCounted, SolveOptions, SolvedDraws, Survey,
    SurveyedDraws,
};
use hindsight_solve::{Bytes, Scope, default_budget};

use crate::args::{AnalysisFormat, DEFAULT_DATA, DataArgs, GameArgs};
use crate::catalogue::write_json;
use crate::failure::Failure;
use crate::numbers::{count, grouped};
use crate::solve::Options;
use crate::{interrupt, open, pool, progress, survey};

/// Solves a game if it is not solved, tells its draws apart, and says in one line what came of it.
pub fn solve(
    game: &GameArgs,
    data: &DataArgs,
    options: Options,
    by: &DrawsBy,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Options { threads, memory, force, device, .. } = options;
    let memory = memory.unwrap_or_else(default_budget).0;
    let oracle = open::oracle(game, &data.dir, memory)?;
    let options = SolveOptions { memory, force: false, device: device.into() };
    crate::solve::solve(&oracle, threads, options)?;
    let begin = Instant::now();
    let control = interrupt::stoppable();
    let pool = pool::of(threads)?;
    let options = SolveOptions { force, ..options };
    let what = format!("telling draws of {} apart", oracle.name());
    let solved = progress::show(&what, &control, || {
        pool.install(|| oracle.solve_draws(by, &options, &control))
    })?;
    let SolvedDraws { name, by, labelled_tiers, skipped_tiers, table_bytes } = solved;
    let tables = format!("tables {}", Bytes(table_bytes));
    if labelled_tiers == 0 {
        let tiers = count(skipped_tiers, "tier");
        writeln!(out, "the draws of {name} were told apart by {by} before; {tiers}, {tables}")?;
    } else {
        let tiers = count(labelled_tiers, "tier");
        let seconds = begin.elapsed().as_secs_f64();
        writeln!(
            out,
            "the draws of {name} are told apart by {by}; {tiers} in {seconds:.2} s, {tables}"
        )?;
    }
    Ok(())
}

/// Solves and ranks without tables, writes how many draws are of which class, and prints it.
pub fn survey(
    game: &GameArgs,
    path: &Path,
    options: &survey::Options,
    by: &DrawsBy,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let memory = options.memory.unwrap_or_else(default_budget).0;
    let oracle = open::oracle(game, Path::new(DEFAULT_DATA), memory)?;
    let survey = Survey {
        roots_only: false,
        device: options.device.into(),
        verifies: options.verify,
        memory,
        values: None,
    };
    // Opened first: a survey may take long, and would be lost if the file could not be written.
    let unwritable =
        |error: io::Error| Failure::Other(format!("cannot write {}: {error}", path.display()));
    let mut file = File::create(path).map_err(unwritable)?;
    let begin = Instant::now();
    let control = interrupt::stoppable();
    let pool = pool::of(None)?;
    let what = format!("ranking the draws of {}", oracle.name());
    let surveyed = progress::show(&what, &control, || {
        pool.install(|| oracle.survey_draws(by, &survey, &control))
    })?;
    let SurveyedDraws { analysis, start, verified_values, verified_draws } = surveyed;
    let rows = analysis.ranks.iter().map(|row| row.csv_row() + "\n").collect::<String>();
    write!(file, "{}\n{rows}", RankCounted::CSV_HEAD).map_err(unwritable)?;
    writeln!(out, "{}: draws by {}\n", analysis.name, analysis.by)?;
    write_ranks(&analysis.ranks, out)?;
    match start {
        Some(class) => writeln!(out, "\nthe start is a draw of class {class:+}")?,
        None => writeln!(out, "\nthe start is no draw")?,
    }
    let seconds = begin.elapsed().as_secs_f64();
    writeln!(out, "counted in {seconds:.1} s, written to {}", path.display())?;
    if options.verify {
        let (values, draws) = (grouped(verified_values), grouped(verified_draws));
        writeln!(out, "verified: {values} values and {draws} ranks by their moves")?;
    }
    Ok(())
}

/// Prints the classes of draws with their shares of all.
fn write_ranks(ranks: &[RankCounted], out: &mut impl Write) -> Result<(), Failure> {
    let sum = ranks.iter().fold((0, 0), |sum, row| (sum.0 + row.positions, sum.1 + row.canonical));
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    writeln!(out, "{:>6}  {:>8}  {:>8}  heading for", "class", "boards", "orbits")?;
    for RankCounted { class, heading, positions, canonical } in ranks {
        let (positions, canonical) = (share(*positions, sum.0), share(*canonical, sum.1));
        let heading = heading.join(" or ");
        let row = format!("{class:>+6}  {positions:>7.3}%  {canonical:>7.3}%  {heading}");
        writeln!(out, "{}", row.trim_end())?;
    }
    writeln!(out, "\n{} positions, {} canonical", grouped(sum.0), grouped(sum.1))?;
    Ok(())
}

/// Prints how many draws are of which kind.
pub fn analyze(
    game: &GameArgs,
    data: &DataArgs,
    scope: Scope,
    by: &DrawsBy,
    format: AnalysisFormat,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let oracle = open::oracle(game, &data.dir, default_budget().0)?;
    let control = interrupt::stoppable();
    let what = format!("analysing draws of {}", oracle.name());
    let analysis = progress::show(&what, &control, || oracle.analyze_draws(by, scope, &control))
        .map_err(Failure::of_reading)?;
    let DrawAnalysis { name, by: told, levels, ranks } = &analysis;
    match format {
        AnalysisFormat::Json => write_json(&analysis, out),
        AnalysisFormat::Csv => {
            let head = match by {
                DrawsBy::Levels => LevelCounted::CSV_HEAD,
                _ => RankCounted::CSV_HEAD,
            };
            writeln!(out, "{head}")?;
            levels.iter().try_for_each(|row| writeln!(out, "{}", row.csv_row()))?;
            ranks.iter().try_for_each(|row| writeln!(out, "{}", row.csv_row()))?;
            Ok(())
        }
        AnalysisFormat::Table => {
            writeln!(out, "{name}: draws by {told}\n")?;
            let of_level =
                |row: &LevelCounted| (row.level.in_words(), row.positions, row.canonical);
            let of_rank = |row: &RankCounted| {
                let words = format!("{:+} {}", row.class, row.heading.join(" or "));
                (words.trim_end().to_owned(), row.positions, row.canonical)
            };
            let rows = levels.iter().map(of_level).chain(ranks.iter().map(of_rank));
            write_table(rows.collect(), out)
        }
    }
}

fn write_table(mut rows: Vec<(String, u64, u64)>, out: &mut impl Write) -> Result<(), Failure> {
    let sum = rows.iter().fold((0, 0), |sum, row| (sum.0 + row.1, sum.1 + row.2));
    rows.push(("total".to_owned(), sum.0, sum.1));
    let width = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
    writeln!(out, "{:width$}  {:>15}  {:>15}", "draws", "positions", "canonical")?;
    for (words, positions, canonical) in rows {
        let (positions, canonical) = (grouped(positions), grouped(canonical));
        writeln!(out, "{words:width$}  {positions:>15}  {canonical:>15}")?;
    }
    Ok(())
}
