//! How fast the engine is, game by game: `cargo bench -p hindsight-solve --bench engine`.
//!
//! Times on a shared machine are noisy, so each is the best of several runs, and each is also given
//! as a ratio: slots solved for every random access to memory that this machine could have made in
//! the same time, measured in the same run. The ratio is what to compare between two versions.
//! `valgrind --tool=callgrind` on this program counts instructions where a ratio is not enough:
//! `cargo bench -p hindsight-solve --bench engine -- quixo-4x4 --once`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use hindsight_core::{Indexed, Value};
use hindsight_games::baghchal::BaghChal;
use hindsight_games::fivefieldkono::Kono;
use hindsight_games::quixo::Quixo;
use hindsight_games::tictactoe::TicTacToe;
use hindsight_games::tictactwo::TicTacTwo;
use hindsight_games::topitop::Topitop;
use hindsight_solve::{Control, Cpu, Scope, TierGraph, analyze, fingerprint, solve, verify};
use hindsight_store::{GameId, Store};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let once = words.iter().any(|word| word == "--once");
    let wanted = |name: &str| {
        let mut names = words.iter().filter(|word| !word.starts_with("--")).peekable();
        names.peek().is_none() || names.any(|word| name.contains(word.as_str()))
    };
    let accesses = random_accesses();
    println!("random byte reads over 256 MiB, all cores: {:.0} M/s", accesses / 1e6);
    println!("{:<16} {:<8} {:>10} {:>12} {:>8}", "game", "step", "seconds", "M slots/s", "ratio");
    let bench = Bench { runs: if once { 1 } else { 5 }, accesses };
    if wanted("tictactoe") {
        bench.run("tictactoe", &TicTacToe::variant("3x3").expect("it is in the catalogue"));
    }
    if wanted("quixo-3x3") {
        bench.run("quixo-3x3", &Quixo::variant("3x3").expect("it is in the catalogue"));
    }
    if wanted("quixo-4x4") {
        bench.run("quixo-4x4", &Quixo::variant("4x4").expect("it is in the catalogue"));
    }
    if wanted("kono-3x5") {
        // Five points a row and three rows: loops and ties in a tier that takes a second.
        bench.run("kono-3x5", &Kono::new(3, 5, 0b11111 << 10, Value::Tie));
    }
    if wanted("topitop-few") {
        bench.run("topitop-few", &Topitop::variant("few").expect("it is in the catalogue"));
    }
    if wanted("tictactwo-5x5-3") {
        bench.run("tictactwo-5x5-3", &TicTacTwo::variant("5x5-3").expect("it is in the catalogue"));
    }
    if wanted("baghchal-20-3") {
        // The second phase alone.
        bench.run("baghchal-20-3", &BaghChal::variant("20-3:0,0").expect("it is a variant"));
    }
}

struct Bench {
    runs: usize,
    accesses: f64,
}

impl Bench {
    fn run<G: Indexed>(&self, name: &str, game: &G) {
        let slots = TierGraph::of(game).total_slots();
        let id =
            GameId { game: name.into(), variant: "bench".into(), rules: fingerprint(game, game) };
        let folder = tempfile::tempdir().expect("a folder for the tables");
        let control = Control::default();
        let store = || Store::open(folder.path(), &id).expect("it was solved");
        let solve_it = || {
            let store = Store::create(folder.path(), &id, true).expect("a new store");
            solve(game, &store, &Cpu, 4 << 30, &control).expect("it can be solved");
        };
        self.report(name, "solve", slots, self.best(solve_it));
        let verify_it = || {
            verify(game, &store(), &Cpu, &control).expect("it is right");
        };
        self.report(name, "verify", slots, self.best(verify_it));
        let analyze_it = || {
            analyze(game, &store(), Scope::Reachable, &Cpu, &control).expect("it can be counted");
        };
        self.report(name, "analyze", slots, self.best(analyze_it));
    }

    fn best(&self, work: impl Fn()) -> Duration {
        let timed = (0..self.runs).map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        });
        timed.min().expect("at least one run")
    }

    fn report(&self, name: &str, step: &str, slots: u64, best: Duration) {
        let rate = slots as f64 / best.as_secs_f64();
        let (seconds, ratio) = (best.as_secs_f64(), rate / self.accesses);
        println!("{name:<16} {step:<8} {seconds:>10.4} {:>12.2} {ratio:>8.4}", rate / 1e6);
    }
}

/// Random reads a second that all cores make together, none waiting for the one before.
fn random_accesses() -> f64 {
    const BYTES: usize = 256 << 20;
    const READS: usize = 10_000_000;
    let memory = vec![1u8; BYTES];
    let start = Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let memory = &memory;
            scope.spawn(move || {
                let mut random = thread as u64 + 1;
                let mut sum = 0u64;
                for _ in 0..READS {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    sum += u64::from(memory[(random >> 33) as usize % BYTES]);
                }
                black_box(sum)
            });
        }
    });
    (READS * threads) as f64 / start.elapsed().as_secs_f64()
}
