//! `serve`: the games in a browser, and their answers for programs.

use std::io::{self, IsTerminal, Write};

use hindsight_games::games;
use hindsight_serve::{Access, Options};
use tracing_subscriber::filter::LevelFilter;

use crate::args::{LogFormat, ServeArgs};
use crate::failure::Failure;
use crate::jsonlog::JsonLines;
use crate::served;

/// The variable that says how much is logged: error, warn, info, debug or trace.
const LOG: &str = "HINDSIGHT_LOG";

/// Serves the games until stopped.
pub fn run(args: &ServeArgs) -> Result<(), Failure> {
    let level = match std::env::var(LOG) {
        Ok(level) => level.parse().map_err(|_| {
            Failure::Usage(format!("{LOG} is '{level}', but must be error, warn, info or debug"))
        })?,
        Err(_) => LevelFilter::INFO,
    };
    let log = tracing_subscriber::fmt().with_writer(io::stderr).with_max_level(level);
    // A logger that is there already stays: only tests have one.
    let _ = match args.log {
        LogFormat::Text => log.with_ansi(io::stderr().is_terminal()).with_target(false).try_init(),
        LogFormat::Json => log.event_format(JsonLines).try_init(),
    };
    let mut options = Options::new(args.addr, args.data.dir.clone());
    options.access = Access {
        hosts: args.host.clone(),
        origins: args.origin.clone(),
        proxies: args.proxy.clone(),
    };
    // Behind a proxy or under a name, a server that listens on loopback is not only this machine's.
    let is_private = args.addr.ip().is_loopback() && args.proxy.is_empty() && args.host.is_empty();
    options.makes_games = args.make || is_private;
    if let Some(slots) = args.solve_slots {
        options.limits.solve_slots = slots;
    }
    let games = match &args.games {
        Some(folder) => served::with_folder(folder)?,
        None => games(),
    };
    let mut told = false;
    let served = hindsight_serve::run(options, games, |address| {
        told = true;
        let mut out = io::stdout();
        writeln!(out, "http://{address}/")?;
        out.flush()
    });
    match served {
        Err(error) if told => Err(Failure::Output(error)),
        Err(error) => Err(Failure::Other(format!(
            "cannot listen on {}: {error}; --addr takes another address",
            args.addr
        ))),
        Ok(()) => Ok(()),
    }
}
