//! How long a position of each level of Quarto takes to solve without tables.
use hindsight_games::quarto::{Live, Shape, Standing, sample};
use std::collections::BTreeMap;
fn main() {
    let mut args = std::env::args().skip(1);
    let level: usize = args.next().unwrap().parse().unwrap();
    let samples: usize = args.next().unwrap().parse().unwrap();
    let bits: u32 = args.next().map_or(20, |b| b.parse().unwrap());
    let shape = Shape { side: 4, properties: 4 };
    let live = Live::new(shape, bits);
    let mut x = 12345u64;
    let mut below = |bound: usize| {
        x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((x >> 33) % bound as u64) as usize
    };
    let positions: Vec<_> = (0..samples).map(|_| sample(shape, level, &mut below)).collect();
    let begin = std::time::Instant::now();
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut outs = vec![];
    for &p in &positions {
        outs.push((live.standing(p) == Standing::Unreachable, live.handed(p)));
    }
    let t = begin.elapsed().as_secs_f64();
    for (u, o) in outs {
        *counts.entry(if u { "unreachable".into() } else { o.to_string() }).or_default() += 1;
    }
    println!("level {level}: {:.3} us each; {counts:?}", t / samples as f64 * 1e6);
}
