//! Split units against the twin on random graphs: with un-moves and with reversed moves, with exits that
//! every rank has and with exits that are asked for, dealt out in runs and in blocks.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use hindsight_cluster::{
    Deal, Group, Held, HeldArray, Share, SplitOptions, ThreadRank, solve_share,
};
use hindsight_core::{Code, Indexed, Numbered, Tier, Turn, Value};
use hindsight_solve::{Control, ResidentTable, TierGraph};
use hindsight_testkit::graph_game::{Graph, GraphGame, Layout, Sketch};
use hindsight_testkit::{Dice, twin};
use proptest::collection::vec;
use proptest::prelude::*;

/// How a game is solved by several ranks.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub ranks: usize,
    pub threads: usize,
    pub block: Option<u64>,
    pub reads_exits: bool,
}

/// Solves every unit of a game, each split over all ranks, without files.
pub fn solve_split(game: &dyn Numbered, way: Way) -> HashMap<Tier, Vec<Code>> {
    let mut solved: HashMap<Tier, Vec<Code>> = HashMap::new();
    for unit in &TierGraph::of(game).units {
        let solved_before = &solved;
        let share = |rank: ThreadRank| -> Share {
            let group = &Group::all(&rank);
            let hold = |tier: &Tier| {
                let codes = &solved_before[tier];
                if way.reads_exits {
                    return HeldArray::whole(Arc::new(ResidentTable::new(codes)));
                }
                let deal = Deal::runs(codes.len() as u64, way.ranks);
                let run = deal.runs_of(group.place()).next().unwrap_or(0..0);
                HeldArray::of(deal, &codes[run.start as usize..run.end as usize])
            };
            let arrays: Vec<HeldArray> = unit.exits.iter().map(hold).collect();
            let tiers = unit.exits.iter().enumerate().map(|(at, &tier)| (tier, at, 0)).collect();
            let place = (group.place(), group.len());
            let held = Held::new(arrays.iter().collect(), tiers, place);
            // So little that messages are sent while others are on their way.
            let options = SplitOptions { block: way.block, buffer: 4096 };
            solve_share(game, unit, group, &held, options, &Control::default()).unwrap()
        };
        let shares = on_ranks(way.ranks, way.threads, share);
        for (&tier, &slots) in unit.tiers.iter().zip(&unit.slots) {
            solved.insert(tier, vec![Code::HOLE; slots as usize]);
        }
        for (tier, first, codes) in shares.iter().flat_map(|share| share.runs(unit)) {
            let known = solved.get_mut(&tier).unwrap();
            known[first as usize..][..codes.len()].copy_from_slice(codes);
        }
    }
    solved
}

/// Does something on so many ranks, each with a pool of so many threads.
pub fn on_ranks<T: Send>(
    ranks: usize,
    threads: usize,
    work: impl Fn(ThreadRank) -> T + Sync,
) -> Vec<T> {
    std::thread::scope(|scope| {
        let work = &work;
        let rank = |rank: ThreadRank| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            scope.spawn(move || pool.install(|| work(rank)))
        };
        let threads: Vec<_> = ThreadRank::several(ranks).into_iter().map(rank).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn expected_codes<G: Indexed>(game: &G) -> HashMap<Tier, Vec<Code>> {
    let graph = TierGraph::of(game);
    let mut codes: HashMap<Tier, Vec<Code>> =
        graph.tiers().map(|tier| (tier, vec![Code::HOLE; graph.slots(tier) as usize])).collect();
    let slots = graph.tiers().flat_map(|tier| (0..graph.slots(tier)).map(move |slot| (tier, slot)));
    let positions = slots.filter_map(|(tier, slot)| Indexed::occupant(game, tier, slot));
    let positions: Vec<G::Position> = positions
        .flat_map(|it| {
            [Turn::First, Turn::Second].map(|turn| Indexed::seen_by(game, it.position, turn))
        })
        .collect();
    for (position, outcome) in twin::outcomes(game, positions) {
        let place = Indexed::locate(game, position);
        codes.get_mut(&place.tier).unwrap()[place.slot as usize] = Code::new(outcome);
    }
    codes
}

fn compare(graph: &Graph, way: Way) {
    let expected = expected_codes(&GraphGame::<true>(graph));
    assert_eq!(solve_split(&GraphGame::<true>(graph), way), expected, "with un-moves: {way:?}");
    assert_eq!(solve_split(&GraphGame::<false>(graph), way), expected, "reversed: {way:?}");
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![Just(Value::Lose), Just(Value::Win), Just(Value::Tie)]
}

pub fn graphs(
    sizes: Range<usize>,
    stretches: impl Strategy<Value = u64>,
) -> impl Strategy<Value = Graph> {
    let sketch = (
        0..6u8,
        prop_oneof![Just(1u8), Just(2), Just(4)],
        proptest::option::weighted(0.1, values()),
        vec((any::<u16>(), 0..4u8), 0..4),
    );
    let sketch =
        sketch.prop_map(|(tier, elements, over, moves)| Sketch { tier, elements, over, moves });
    let start_moves = vec((any::<u16>(), 0..4u8), 1..4);
    (vec(sketch, sizes), start_moves, stretches, any::<bool>(), any::<bool>()).prop_map(
        |(sketches, start_moves, stretch, loose_bound, all_roots)| {
            Graph::new(sketches, start_moves, Layout { stretch, loose_bound, all_roots })
        },
    )
}

fn ways() -> impl Strategy<Value = Way> {
    (1..6usize, 1..3usize, proptest::option::of(1..40u64), any::<bool>())
        .prop_map(|(ranks, threads, block, reads_exits)| Way { ranks, threads, block, reads_exits })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn split_graphs_are_solved_as_by_the_twin(graph in graphs(1..40, 1..4u64), way in ways()) {
        compare(&graph, way);
    }
}

/// Graphs so large that messages fill up and answers wait; corridors so long that remotenesses of exits
/// do not fit beside a count and exits are looked at again.
#[test]
fn large_graphs_and_corridors_are_solved_as_by_the_twin() {
    let mut occurring: HashMap<Value, u16> = HashMap::new();
    for seed in 0..2 {
        let mut dice = Dice(seed);
        let mut dice = |bound| dice.below(bound);
        let sketches = (0..6_000).map(|_| {
            let over = [Value::Lose, Value::Lose, Value::Win, Value::Tie].get(dice(120)).copied();
            let moves = (0..1 + dice(3)).map(|_| (dice(1 << 16) as u16, dice(4) as u8)).collect();
            Sketch { tier: dice(4) as u8, elements: 1 << dice(3), over, moves }
        });
        let layout = Layout { stretch: 1, loose_bound: seed == 0, all_roots: true };
        let graph = Graph::new(sketches.collect(), vec![(0, 0), (3, 1)], layout);
        compare(&graph, Way { ranks: 3, threads: 2, block: None, reads_exits: seed == 1 });
        for code in expected_codes(&GraphGame::<true>(&graph)).values().flatten() {
            let Some(outcome) = code.outcome() else { continue };
            let deepest = occurring.entry(outcome.value()).or_default();
            *deepest = outcome.remoteness().unwrap_or(0).max(*deepest);
        }
    }
    assert!(Value::ALL.iter().all(|value| occurring.contains_key(value)), "{occurring:?}");
    for loose_bound in [false, true] {
        let cell = |number: usize| Sketch {
            tier: (number / 250) as u8,
            elements: [1, 4, 2][number % 3],
            over: (number == 0).then_some(Value::Lose),
            moves: match number {
                number if number % 97 == 1 => vec![(1, 2), (3 * (number as u16 / 2), 0)],
                number if number % 7 == 0 => vec![(1, 0), (7, 1)],
                _ => vec![(1, 0)],
            },
        };
        let sketches: Vec<Sketch> = (0..1_000).map(cell).collect();
        let layout = Layout { stretch: 2, loose_bound, all_roots: false };
        let graph = Graph::new(sketches, vec![(1, 0)], layout);
        let expected = expected_codes(&GraphGame::<true>(&graph));
        let deepest = expected.values().flatten().filter_map(|code| code.outcome()?.remoteness());
        assert!(deepest.max() > Some(100));
        compare(&graph, Way { ranks: 4, threads: 1, block: Some(64), reads_exits: false });
    }
}
