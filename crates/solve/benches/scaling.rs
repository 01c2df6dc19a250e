//! How much more 2, 4, 8... threads do than one: `cargo bench -p hindsight-solve --bench scaling`, with a
//! variant of `morris` behind `--` if not `nine:5,4`.
//!
//! What the solver gains says little alone, because no machine does with all its cores as many times
//! the work as it has cores. So three kinds of work that share nothing are timed beside it: the
//! solver cannot gain more than the kind that it does most.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use hindsight_games::morris::Morris;
use hindsight_solve::{Control, Cpu, SlotArray, TierGraph, fingerprint, solve};
use hindsight_store::{GameId, Store};

/// Much more than caches hold.
const SLOTS: usize = 1 << 29;

/// Steps that a thread takes before it looks whether to stop; so many slots it looks at together.
const STEPS: usize = 64;

fn main() {
    let variant = std::env::args().skip(1).find(|word| word != "--bench");
    let game = Morris::variant(variant.as_deref().unwrap_or("nine:5,4")).expect("a variant");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let counts: Vec<usize> = (0..).map(|power| 1 << power).take_while(|&n| n <= cores).collect();
    let mut memory = SlotArray::new(SLOTS);
    let slots = memory.shared();
    for slot in slots.iter().step_by(2048) {
        slot.store(1, Relaxed);
    }
    println!("a second's work of 1, 2, 4... threads, and as a multiple of what one does");
    let arithmetic = |random: &mut u64| {
        for _ in 0..STEPS {
            *random = next(*random);
        }
        black_box(*random);
    };
    report("arithmetic", &counts, |threads| rate(threads, &arithmetic));
    let look = |random: &mut u64| {
        let chosen = choose(random);
        black_box(chosen.iter().map(|&slot| u64::from(slots[slot].load(Relaxed))).sum::<u64>());
        chosen
    };
    let read = |random: &mut u64| {
        look(random);
    };
    report("random reads", &counts, |threads| rate(threads, &read));
    let change = |random: &mut u64| {
        // Looked at first, as the solver asks for them ahead: atomic changes wait for each other.
        for slot in look(random) {
            slots[slot].fetch_sub(1, Relaxed);
        }
    };
    report("atomic changes", &counts, |threads| rate(threads, &change));
    drop(memory);
    report("slots solved", &counts, |threads| solved(&game, threads));
}

fn report(name: &str, counts: &[usize], rate: impl Fn(usize) -> f64) {
    print!("{name:<15}");
    let mut one = None;
    for &threads in counts {
        let rate = rate(threads);
        let one = *one.get_or_insert(rate);
        print!("  {threads:>2}: {:>7.1} M x{:<5.2}", rate / 1e6, rate / one);
    }
    println!();
}

fn next(random: u64) -> u64 {
    let random = random ^ random << 13;
    let random = random ^ random >> 7;
    random ^ random << 17
}

fn choose(random: &mut u64) -> [usize; STEPS] {
    std::array::from_fn(|_| {
        *random = next(*random);
        (*random >> 20) as usize % SLOTS
    })
}

/// Steps a second of threads that all do the same work for a second.
fn rate(threads: usize, work: &(impl Fn(&mut u64) + Sync)) -> f64 {
    let stop = AtomicBool::new(false);
    let begin = Instant::now();
    let steps: usize = std::thread::scope(|scope| {
        let walk = |thread: usize| {
            let mut random = next(0x9e37_79b9_7f4a_7c15 + thread as u64);
            let mut steps = 0;
            while !stop.load(Relaxed) {
                work(&mut random);
                steps += STEPS;
            }
            steps
        };
        let spawned: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || walk(thread))).collect();
        std::thread::sleep(Duration::from_secs(1));
        stop.store(true, Relaxed);
        spawned.into_iter().map(|thread| thread.join().expect("it does not panic")).sum()
    });
    steps as f64 / begin.elapsed().as_secs_f64()
}

/// Slots a second that the solver decides, tables written.
fn solved(game: &Morris, threads: usize) -> f64 {
    let id =
        GameId { game: "morris".into(), variant: "bench".into(), rules: fingerprint(game, game) };
    let folder = tempfile::tempdir().expect("a folder for the tables");
    let store = Store::create(folder.path(), &id, true).expect("a new store");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let begin = Instant::now();
    let done = pool.install(|| solve(game, &store, &Cpu, 64 << 30, &Control::default()));
    done.expect("it can be solved");
    TierGraph::of(game).total_slots() as f64 / begin.elapsed().as_secs_f64()
}
