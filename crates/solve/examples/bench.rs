//! scratch
use hindsight_core::*;
use hindsight_games::quixo::Quixo;
use hindsight_solve::*;
use hindsight_store::*;
fn main() {
    let variant = std::env::args().nth(1).unwrap();
    let threads: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let t = std::time::Instant::now();
    let game = Quixo::variant(&variant).unwrap();
    let dir = std::path::PathBuf::from("/tmp/benchdata");
    let id = GameId { game: "quixo".into(), variant: variant.clone(), rules: fingerprint(&game) };
    println!("prepare {:?}", t.elapsed());
    let store = Store::create(&dir, &id, true).unwrap();
    let control = Control::default();
    let t = std::time::Instant::now();
    let report = pool.install(|| solve(&game, &store, &CpuSolver, 8 << 30, &control)).unwrap();
    println!("{report:?} {:?}", t.elapsed());
    let place = game.locate(game.start());
    println!("{:?}", store.table(&game.tier_name(place.tier)).unwrap().get(place.slot));
}
