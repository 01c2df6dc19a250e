//! What an answer about a position of solved 4x4 Quixo costs, layer by layer:
//! `cargo bench -p hindsight-serve --bench answers`.
//!
//! Layers: `oracle` (from a text to an answer), `http` (the same, asked for over one connection, written as
//! JSON; every position for the first time), `kept` (asked for twice more; the third time counts, when the
//! server has the answer ready).
//!
//! Where times are of no use because the machine is busy, instructions can be counted. The layer `none`
//! finds the positions and asks nothing, so that a count of it is to be subtracted from the others (and
//! from `kept` two new answers more); the difference of two runs with different numbers of positions
//! leaves out what comes before:
//!
//! ```text
//! valgrind --tool=callgrind target/release/deps/answers-* http 2500
//! ```

use std::collections::BTreeSet;
use std::hint::black_box;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use hindsight_core::{Game, Games};
use hindsight_games::quixo::{self, Quixo};
use hindsight_oracle::{DataFolder, GameName, Oracle, RandomFilter, SolveOptions};
use hindsight_serve::{Options, Server};
use hindsight_solve::Control;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// One game, so that the bench is quickly built.
const ONLY_QUIXO: Games = Games {
    catalogue: &[&quixo::ABOUT],
    make: |_, variant| Quixo::variant(variant).map(Game::indexed).ok_or("no such board".into()),
    forms: |_| &[],
    aliases: |_| &[],
};

fn main() -> Result<(), Failure> {
    // Cargo adds `--bench`.
    let words: Vec<_> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let layers: Vec<&str> = match words.first() {
        Some(layer) => vec![layer],
        None => vec!["oracle", "http", "kept"],
    };
    let count = words.get(1).map_or(Ok(20_000), |count| count.parse())?;

    // Kept between runs, so that a run under a profiler need not solve.
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("answers");
    let name = GameName { game: "quixo".to_owned(), variant: "4x4".to_owned() };
    let game = (ONLY_QUIXO.make)("quixo", "4x4")?;
    let oracle = Oracle::new(game, name, DataFolder::new(&data), 0);
    oracle.solve(&SolveOptions::within(1 << 30), &Control::default())?;
    let positions = positions(&oracle, count)?;

    for layer in layers {
        let begin = Instant::now();
        let bytes = match layer {
            "oracle" => {
                positions.iter().try_fold(0, |sum, position| -> Result<usize, Failure> {
                    Ok(sum + black_box(oracle.answer(position)?).moves.len())
                })?
            }
            "none" => continue,
            "http" => ask(serve(&data)?, &positions)?,
            "kept" => {
                let address = serve(&data)?;
                // Answers are kept when they are asked for the second time.
                ask(address, &positions)?;
                ask(address, &positions)?;
                let begin = Instant::now();
                let bytes = ask(address, &positions)?;
                report("kept", count, begin.elapsed(), bytes);
                continue;
            }
            _ => return Err("the layers are none, oracle, http and kept".into()),
        };
        report(layer, count, begin.elapsed(), bytes);
    }
    Ok(())
}

fn report(layer: &str, count: usize, time: Duration, bytes: usize) {
    let micros = time.as_secs_f64() * 1e6 / count as f64;
    println!("{layer:8} {micros:7.2} us an answer ({} on average)", bytes / count);
}

/// Different positions, met in games played at random.
fn positions(oracle: &Oracle, count: usize) -> Result<BTreeSet<String>, Failure> {
    let mut found = BTreeSet::new();
    for seed in 0.. {
        if found.len() == count {
            break;
        }
        found.extend(oracle.random(RandomFilter::default(), seed)?);
    }
    Ok(found)
}

/// A server on a thread of its own.
fn serve(data: &Path) -> Result<SocketAddr, Failure> {
    let options = Options::new(([127, 0, 0, 1], 0).into(), data.to_owned());
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || -> Result<(), Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let server = Server::bind(options, ONLY_QUIXO).await?;
            tell.send(server.address())?;
            server.run(std::future::pending()).await;
            Ok(())
        })
    });
    Ok(told.recv_timeout(Duration::from_secs(60))?)
}

/// Asks about one position after the other. Says how many bytes came.
fn ask(address: SocketAddr, positions: &BTreeSet<String>) -> Result<usize, Failure> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let mut buffer = vec![0; 64 << 10];
    let mut bytes = 0;
    for position in positions {
        let target = format!("/api/v1/games/quixo/4x4/position?p={position}");
        write!(stream, "GET {target} HTTP/1.1\r\nhost: localhost\r\n\r\n")?;
        let mut got = 0;
        loop {
            got += match stream.read(&mut buffer[got..])? {
                0 => return Err("the connection ended".into()),
                read => read,
            };
            if answer_length(&buffer[..got])? == Some(got) {
                break;
            }
        }
        bytes += got;
    }
    Ok(bytes)
}

/// The bytes of an answer, head included, once its head is there.
fn answer_length(answer: &[u8]) -> Result<Option<usize>, Failure> {
    let Some(head) = answer.windows(4).position(|end| end == b"\r\n\r\n") else { return Ok(None) };
    let text = std::str::from_utf8(&answer[..head])?;
    if !text.starts_with("HTTP/1.1 200 ") {
        return Err(text.to_owned().into());
    }
    let length = text.lines().find_map(|line| line.strip_prefix("content-length: "));
    Ok(Some(head + 4 + length.ok_or("no length")?.parse::<usize>()?))
}
