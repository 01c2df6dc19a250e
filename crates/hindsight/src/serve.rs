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
    options.makes_games = makes_games(args);
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

/// Whether visitors may have games made of texts: unasked only where no other machine can come. Behind a proxy
/// or under a name, a server that listens on loopback is not only this machine's.
fn makes_games(args: &ServeArgs) -> bool {
    args.make || args.addr.ip().is_loopback() && args.proxy.is_empty() && args.host.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_owner_makes_games_unasked() {
        let usual = ServeArgs::default;
        let public = || ServeArgs { addr: ([0, 0, 0, 0], 80).into(), ..usual() };
        let proxied = ServeArgs { proxy: vec![[127, 0, 0, 1].into()], ..usual() };
        let named = ServeArgs { host: vec!["games.example".to_owned()], ..usual() };
        assert!(makes_games(&usual()) && makes_games(&ServeArgs { make: true, ..public() }));
        assert!([public(), proxied, named].iter().all(|args| !makes_games(args)));
    }
}
