//! `match`: games between two players.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use hindsight_oracle::{MatchGame, MatchOptions, MatchReport, Oracle, ScoreAnswer, ShareAnswer};
use hindsight_solve::default_budget;

use crate::args::{AnalysisFormat, MatchArgs};
use crate::catalogue::write_json;
use crate::failure::Failure;
use crate::numbers::count;
use crate::{interrupt, open, passing, pool, progress};

/// Plays a match, and says how it ended.
pub fn run(args: &MatchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let oracle = open::oracle(&args.game, &args.data.dir, default_budget().0)?;
    let options = MatchOptions {
        first: args.first.clone(),
        second: args.second.clone(),
        games: args.games,
        seed: args.seed,
        nodes: args.nodes,
        no_progress_limit: args.no_progress_limit,
    };
    // Opened first: a match may take hours, and would be lost if the file could not be written.
    let mut save = args.save.as_deref().map(create).transpose()?;
    let report = match play(&oracle, args, &options) {
        Err(Failure::Oracle(error)) if passing::is_unsolved(&error) => {
            match passing::solve_aside(&args.game, &args.data.dir, passing::TO_PLAY)? {
                true => play(&oracle, args, &options)?,
                false => return Err(error.into()),
            }
        }
        report => report?,
    };
    if let (Some(save), Some(path)) = (&mut save, &args.save) {
        write_games(&report, save)
            .and_then(|()| save.flush())
            .map_err(|error| unwritable(path, &error))?;
    }
    match args.format {
        AnalysisFormat::Json => write_json(&report, out),
        AnalysisFormat::Csv => write_csv(&report, out),
        AnalysisFormat::Table => write_table(&report, out),
    }
}

fn play(oracle: &Oracle, args: &MatchArgs, options: &MatchOptions) -> Result<MatchReport, Failure> {
    let pool = pool::of(args.threads)?;
    let control = interrupt::stoppable();
    let what = format!("playing {}", oracle.name());
    progress::show_counted(&what, "game", &control, || {
        pool.install(|| oracle.play_match(options, &control))
    })
    .map_err(Failure::of_reading)
}

fn create(path: &Path) -> Result<BufWriter<File>, Failure> {
    File::create(path).map(BufWriter::new).map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Other(format!("cannot write {}: {error}", path.display()))
}

/// The games, one on a line: number, who moved first and second, result, why it ended, moves.
fn write_games(report: &MatchReport, out: &mut impl Write) -> io::Result<()> {
    let MatchReport { name, seed, nodes, no_progress_limit, .. } = report;
    writeln!(out, "# {name}, seed {seed}, nodes {nodes}, no-progress limit {no_progress_limit}")?;
    writeln!(out, "# game\tmoves first\tmoves second\tresult\tending\tmoves")?;
    for MatchGame { number, players: [first, second], result, ending, moves } in &report.games {
        writeln!(out, "{number}\t{first}\t{second}\t{result}\t{ending}\t{}", moves.join(" "))?;
    }
    Ok(())
}

fn rows(report: &MatchReport) -> [(&'static str, &ScoreAnswer); 3] {
    let MatchReport { score, moving_first, moving_second, .. } = report;
    [("both", score), ("first", moving_first), ("second", moving_second)]
}

fn write_csv(report: &MatchReport, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(
        out,
        "player,opponent,side,games,wins,draws,losses,won,won_low,won_high,drawn,drawn_low,\
         drawn_high,lost,lost_low,lost_high"
    )?;
    for (side, score) in rows(report) {
        let ScoreAnswer { games, wins, draws, losses, won, drawn, lost } = score;
        write!(out, "{},{},{side},{games},{wins},{draws},{losses}", report.first, report.second)?;
        for ShareAnswer { share, low, high } in [won, drawn, lost] {
            write!(out, ",{share:.4},{low:.4},{high:.4}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_table(report: &MatchReport, out: &mut impl Write) -> Result<(), Failure> {
    let MatchReport { name, first, second, seed, nodes, .. } = report;
    let games = count(report.score.games, "game");
    writeln!(out, "{name}: {first} against {second}, {games}, seed {seed}, nodes {nodes}\n")?;
    writeln!(out, "{first:14} {:>6}  {:>6}  share    95% interval", "", "games")?;
    for (side, score) in rows(report) {
        let side = match side {
            "both" => "all games",
            "first" => "moving first",
            _ => "moving second",
        };
        let ScoreAnswer { wins, draws, losses, won, drawn, lost, .. } = score;
        let rows = [("wins", wins, won), ("draws", draws, drawn), ("losses", losses, lost)];
        for (number, (what, games, ShareAnswer { share, low, high })) in
            rows.into_iter().enumerate()
        {
            let side = if number == 0 { side } else { "" };
            let [share, low, high] = [share, low, high].map(|share| share * 100.0);
            writeln!(
                out,
                "{side:14} {what:>6}  {games:>6}  {share:>5.1}%  {low:>5.1}% to {high:>5.1}%"
            )?;
        }
    }
    Ok(())
}
