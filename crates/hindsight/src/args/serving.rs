//! What `serve` takes.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{DEFAULT_DATA, DataArgs};

#[derive(Clone, Debug, Args)]
pub struct ServeArgs {
    /// The address to listen on
    #[arg(long, default_value = "127.0.0.1:8000", value_parser = address)]
    pub addr: SocketAddr,
    #[command(flatten)]
    pub data: DataArgs,
    /// A folder with rules files, whose games are served too
    #[arg(long, value_name = "DIR")]
    pub games: Option<PathBuf>,
    /// Solve games of at most this many slots when somebody first asks [default: 300 million]
    #[arg(long, value_name = "N")]
    pub solve_slots: Option<u64>,
    /// Let visitors write rules on the page /make and have their games solved
    ///
    /// Without it, a server that only this machine can reach does, and any other does not. Texts and their
    /// games have limits of their own on memory, time and disk, so that nobody else waits for them.
    #[arg(long)]
    pub make: bool,
    /// A name by which visitors know this server, besides localhost and its addresses
    ///
    /// A request that names another host is refused: otherwise a page elsewhere could have its own name
    /// lead here. Can be given several times.
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// The origin of a page elsewhere whose visitors may have games solved, such as a GamesmanUni
    ///
    /// Without it, such pages are told what is known, and nothing is solved for them. Can be given
    /// several times.
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    pub origin: Vec<String>,
    /// The address of a reverse proxy in front of this server
    ///
    /// Its X-Forwarded-For is believed, so that each visitor has limits of his own. Can be given several
    /// times.
    #[arg(long, value_name = "ADDRESS")]
    pub proxy: Vec<IpAddr>,
    /// How to write the log, which goes to stderr
    #[arg(long, value_enum, default_value_t)]
    pub log: LogFormat,
}

impl Default for ServeArgs {
    fn default() -> ServeArgs {
        ServeArgs {
            addr: SocketAddr::from(([127, 0, 0, 1], 8000)),
            data: DataArgs { dir: DEFAULT_DATA.into() },
            games: None,
            solve_slots: None,
            make: false,
            host: Vec::new(),
            origin: Vec::new(),
            proxy: Vec::new(),
            log: LogFormat::default(),
        }
    }
}

/// An address to listen on. Most that are none lack the half of it.
fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| {
        let text = text.strip_prefix("localhost").unwrap_or(text);
        let port = text.strip_prefix(':').unwrap_or(text).parse::<u16>();
        let meant = match (text.parse::<IpAddr>(), port) {
            _ if text.is_empty() => Some(SocketAddr::from(([127, 0, 0, 1], 8000))),
            (Ok(address), _) => Some(SocketAddr::new(address, 8000)),
            (_, Ok(port)) => Some(SocketAddr::from(([127, 0, 0, 1], port))),
            _ => None,
        };
        let meant = meant.map_or(String::new(), |address| format!("; perhaps {address}?"));
        format!(
            "an address is an IP address and a port, as in 127.0.0.1:8000 for this machine \
             alone or 0.0.0.0:80 for others too{meant}"
        )
    })
}

/// An origin, as browsers write it.
fn origin(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    match text.split_once("://") {
        Some(("http" | "https", host)) if !host.is_empty() && !host.contains(['/', '?', '#']) => {
            Ok(text.to_ascii_lowercase())
        }
        _ => Err("an origin is a scheme and a host, as in https://uni.example".to_owned()),
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people
    #[default]
    Text,
    /// A JSON object a line, for programs
    Json,
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Command, CommandLine};

    #[test]
    fn without_arguments_the_server_gets_its_defaults() {
        let typed = CommandLine::try_parse_from(["hindsight", "serve"]).unwrap();
        let Some(Command::Serve(typed)) = typed.command else { panic!("it is serve") };
        let default = ServeArgs::default();
        assert_eq!((typed.addr, typed.data.dir), (default.addr, default.data.dir));
        assert_eq!((typed.host, typed.origin), (default.host, default.origin));
        assert_eq!((typed.proxy, typed.log), (default.proxy, default.log));
    }

    #[test]
    fn what_is_no_address_leads_to_the_one_that_was_meant() {
        for (typed, meant) in [
            ("localhost", "127.0.0.1:8000"),
            ("localhost:9000", "127.0.0.1:9000"),
            (":9000", "127.0.0.1:9000"),
            ("9000", "127.0.0.1:9000"),
            ("0.0.0.0", "0.0.0.0:8000"),
        ] {
            let said = address(typed).unwrap_err();
            assert!(said.ends_with(&format!("; perhaps {meant}?")), "{said}");
        }
        for wrong in ["localhosts", "127.0.0.1:99999", "games.example:80"] {
            assert!(!address(wrong).unwrap_err().contains("perhaps"), "{wrong}");
        }
    }

    #[test]
    fn an_origin_is_a_scheme_and_a_host() {
        assert_eq!(origin("https://Uni.example/"), Ok("https://uni.example".to_owned()));
        assert_eq!(origin("http://localhost:5173"), Ok("http://localhost:5173".to_owned()));
        for wrong in ["", "uni.example", "ftp://uni.example", "https://", "https://a/b", "null"] {
            assert!(origin(wrong).is_err(), "{wrong}");
        }
    }
}
