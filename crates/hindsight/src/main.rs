//! The command line of Hindsight.

mod allocation;
mod analyze;
mod args;
mod catalogue;
mod check;
mod cluster;
mod completions;
mod draws;
mod estimate;
mod exchange;
mod explain;
mod failure;
mod interrupt;
mod jsonlog;
mod matches;
mod numbers;
mod open;
mod passing;
mod play;
mod pool;
mod progress;
mod query;
mod script;
mod serve;
mod served;
mod sign;
mod site;
mod solve;
mod survey;
mod verify;

use std::io::{self, Write};
use std::process::ExitCode;

use args::{Command, CommandLine, ExportFormat};
use clap::Parser;
use failure::Failure;
use hindsight_oracle::DrawsBy;

#[global_allocator]
static ALLOCATOR: allocation::OneLine = allocation::OneLine;

fn main() -> ExitCode {
    allocation::prepare();
    let command = match CommandLine::try_parse() {
        Ok(typed) => typed.command.unwrap_or(Command::Serve(args::ServeArgs::default())),
        Err(error) if error.use_stderr() => return fail(&failure::usage(&error)),
        Err(help) => {
            // Help into a pipe that nobody reads is no failure.
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = run(command, &mut out).and_then(|()| Ok(out.flush()?));
    // Not dropped on the way out: a second attempt to write what could not be written says nothing.
    std::mem::forget(out);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => fail(&failure),
    }
}

fn fail(failure: &Failure) -> ExitCode {
    // Where even stderr is gone, the exit code still tells.
    let _ = writeln!(io::stderr(), "error: {failure}");
    ExitCode::from(failure.exit_code())
}

/// Has several processes carry out a command together, where they were started for that.
#[cfg(feature = "mpi")]
fn run_together(command: Command, out: &mut impl Write) -> Result<Option<Command>, Failure> {
    let is_for_several = matches!(
        command,
        Command::Solve { .. }
            | Command::Verify { .. }
            | Command::Analyze { .. }
            | Command::Survey { .. }
    );
    let ranks = if is_for_several { cluster::ranks()? } else { None };
    let Some(ranks) = ranks else { return Ok(Some(command)) };
    match command {
        Command::Solve { game, data, threads, memory, force, boundary, device, draws: None } => {
            let options = solve::Options { threads, memory, force, boundary, device };
            cluster::solve(&ranks, &game, &data, options, out)?;
        }
        Command::Verify { game, data, memory, key: None, .. } => {
            cluster::verify(&ranks, &game, &data, memory, out)?;
        }
        Command::Analyze { game, data, format, by, scope, draws: None, .. } => {
            cluster::analyze(&ranks, &game, &data, scope.into(), (format, by), out)?;
        }
        Command::Survey {
            game,
            counts,
            scope,
            memory,
            verify,
            seconds,
            device,
            values,
            draws: None,
        } => {
            let options = survey::Options { scope, memory, verify, seconds, device, values };
            cluster::survey(&ranks, &game, &counts, &options, out)?;
        }
        _ if hindsight_cluster::Ranks::rank(&ranks) > 0 => {}
        _ => {
            let why = "--draws and --key are for one process; leave them out, or mpirun";
            return Err(Failure::Usage(why.to_owned()));
        }
    }
    Ok(None)
}

#[cfg(not(feature = "mpi"))]
fn run_together(command: Command, _: &mut impl Write) -> Result<Option<Command>, Failure> {
    if matches!(command, Command::Solve { .. }) {
        cluster::refuse_launcher()?;
    }
    Ok(Some(command))
}

fn run(command: Command, out: &mut impl Write) -> Result<(), Failure> {
    let Some(command) = run_together(command, out)? else { return Ok(()) };
    match command {
        Command::Games { game: Some(game), .. } if open::is_file(&game) => {
            explain::run(game.as_ref(), None, out)
        }
        Command::Games { game: Some(game), json } => catalogue::explain(&game, json, out),
        Command::Games { game: None, json } => catalogue::list(json, out),
        Command::Estimate { game, ranks: Some(ranks), memory, memory_per_rank, format } => {
            estimate::plan(&game, ranks, memory_per_rank.or(memory), format, out)
        }
        Command::Estimate { game, memory, format, .. } => estimate::run(&game, memory, format, out),
        Command::Cluster(args::ClusterCommand::Script { game, data, options }) => {
            script::run(&game, &data, &options, out)
        }
        Command::Solve { game, data, threads, memory, force, boundary, device, draws } => {
            let options = solve::Options { threads, memory, force, boundary, device };
            match draws {
                Some(by) => draws::solve(&game, &data, options, &DrawsBy::from_name(&by), out),
                None => solve::run(&game, &data, options, out),
            }
        }
        Command::Analyze { game, data, format, by, scope, device, draws } => match draws {
            Some(by) => {
                let by = DrawsBy::from_name(&by);
                draws::analyze(&game, &data, scope.into(), &by, format, out)
            }
            None => analyze::run(&game, &data, scope.into(), device.into(), format, by, out),
        },
        Command::Survey { game, counts, scope, memory, verify, seconds, device, values, draws } => {
            let options = survey::Options { scope, memory, verify, seconds, device, values };
            match draws {
                Some(by) => draws::survey(&game, &counts, &options, &DrawsBy::from_name(&by), out),
                None => survey::run(&game, &counts, options, out),
            }
        }
        Command::Query { game, position, data, proof: true, depth, .. } => {
            query::prove(&game, position.as_deref(), &data, depth, out)
        }
        Command::Query { game, position, data, format, .. } => {
            match exchange::malom_folder(&data.dir) {
                Some(folder) => exchange::query(&game, position.as_deref(), folder, format, out),
                None => query::run(&game, position.as_deref(), &data, format, out),
            }
        }
        Command::Export { game, data, format: ExportFormat::Malom, draws, folder } => {
            exchange::export(&game, &data, draws.as_deref(), &folder, out)
        }
        Command::Verify { game, data, device, key, .. } => {
            verify::run(&game, &data, device.into(), key.as_deref(), out)
        }
        Command::Sign { game, data, key } => sign::run(&game, &data, &key, out),
        Command::Key { name } => sign::make_keys(&name, out),
        Command::Check { game, samples } => check::run(&game, samples, out),
        Command::Play(args) => play::run(&args, io::stdin().lock(), out),
        Command::Match(args) => matches::run(&args, out),
        Command::Serve(serve) => serve::run(&serve),
        Command::Site { folder, data } => site::run(&folder, &data, out),
        Command::New { file } => explain::write_example(&file, out),
        Command::Explain { file, variant } => explain::run(&file, variant.as_deref(), out),
        Command::Completions { shell } => Ok(out.write_all(&completions::script(shell))?),
        Command::Man => Ok(clap_mangen::Man::new(CommandLine::declaration()).render(out)?),
    }
}
