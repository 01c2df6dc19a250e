//! The solver against the twin on random graphs: exits, wins and loses backwards, ties, draws, with
//! the game's un-moves and with reversed moves, with exits in memory and streamed, on one thread and
//! on several.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use hindsight_core::{Code, Indexed, Outcome, Rules, Tier, Value};
use hindsight_solve::{
    Backend, Control, Counts, Cpu, Scope, SolveError, SurveyedValues, TierGraph, analyze, check,
    estimate, survey, verify,
};
use hindsight_testkit::graph_game::{Graph, GraphGame, Layout, Sketch};
use hindsight_testkit::{Dice, twin};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::by_hand::{
    all_positions, pool, rows, solve_in_memory, solve_into, solve_streamed, store_of,
};

static POOL: LazyLock<rayon::ThreadPool> = LazyLock::new(|| pool(3));

/// Solves a graph in all ways that the engine has and compares each with the twin. Returns what occurs.
fn compare_with_twin(graph: &Graph) -> HashMap<Outcome, u64> {
    let expected = expected_codes(&GraphGame::<true>(graph));
    for parallel in [false, true] {
        let with_parents = POOL.install(|| solve_in_memory(&GraphGame::<true>(graph), parallel));
        assert_eq!(with_parents, expected, "with un-moves, parallel: {parallel}");
        let reversed = POOL.install(|| solve_in_memory(&GraphGame::<false>(graph), parallel));
        assert_eq!(reversed, expected, "with reversed moves, parallel: {parallel}");
        let streamed = POOL.install(|| solve_streamed(&GraphGame::<true>(graph), parallel));
        assert_eq!(streamed, expected, "with streamed exits, parallel: {parallel}");
        if graph.is_never_won_at_end() {
            let lost = POOL.install(|| solve_in_memory(&GraphGame::<true, true>(graph), parallel));
            assert_eq!(lost, expected, "knowing that wins are odd, parallel: {parallel}");
        }
    }
    let mut occurring = HashMap::new();
    for outcome in expected.values().flatten().filter_map(|code| code.outcome()) {
        *occurring.entry(outcome).or_default() += 1;
    }
    occurring
}

fn expected_codes<G: Indexed>(game: &G) -> HashMap<Tier, Vec<Code>> {
    let mut codes: HashMap<Tier, Vec<Code>> = HashMap::new();
    for (position, outcome) in twin::outcomes(game, all_positions(game)) {
        let place = game.locate(position);
        let slots = game.slots(place.tier) as usize;
        let tier = codes.entry(place.tier).or_insert_with(|| vec![Code::HOLE; slots]);
        let code = &mut tier[place.slot as usize];
        assert!(*code == Code::HOLE || *code == Code::new(outcome), "orbits have one value");
        *code = Code::new(outcome);
    }
    codes
}

/// Solves into a store, verifies it, and compares the analyses with the twin's counts.
fn compare_analyses(graph: &Graph) {
    let game = &GraphGame::<true>(graph);
    let folder = tempfile::tempdir().unwrap();
    let store = solve_into(game, folder.path());
    verify(game, &store, &Cpu, &Control::default()).unwrap();
    let orbit = |&position: &_| {
        let place = game.locate(position);
        (place.tier, place.slot, game.turn(position))
    };
    let analyze = |scope| analyze(game, &store, scope, &Cpu, &Control::default()).unwrap();
    let reachable = twin::outcomes(game, [game.start()]);
    assert_eq!(rows(&analyze(Scope::Reachable)), twin::count(&reachable, orbit));
    // Of the roots everything, and nothing of what they merely lead to.
    let mut legal = twin::outcomes(game, graph.positions_of_roots());
    let roots = game.roots();
    legal.retain(|&position, _| roots.contains(&game.tier_of(position)));
    let analysis = analyze(Scope::Roots);
    assert_eq!(rows(&analysis), twin::count(&legal, orbit));
    assert_eq!(legal.len(), graph.positions_of_roots().len());
    let tiers: HashSet<Tier> = analysis.tiers.iter().map(|&(tier, _)| tier).collect();
    assert_eq!(tiers, roots.into_iter().collect());
    for scope in [Scope::Roots, Scope::All] {
        let surveyed = compare_surveys(game, scope, &analyze(scope).tiers);
        assert_eq!(surveyed.start, Some(reachable[&game.start()]));
    }
}

/// Counts without tables what was counted with them: all at once, what was left out of every other
/// tier, and with too little memory not at all.
fn compare_surveys(
    game: &dyn hindsight_core::Numbered,
    scope: Scope,
    expected: &[(Tier, Counts)],
) -> SurveyedValues {
    let run = |is_known: &dyn Fn(Tier) -> bool, memory| {
        let mut found = Vec::new();
        let surveyor = &mut *Cpu.surveyor(game, memory);
        let control = Control::default();
        let roots = game.roots();
        let is_counted = |tier| scope == Scope::All || roots.contains(&tier);
        let is_wanted = |tier| is_counted(tier) && !is_known(tier);
        let surveyed = survey(game, is_wanted, true, surveyor, &control, |tier, tally| {
            found.push((tier, Counts::of(tally)));
        });
        found.retain(|(_, counts)| counts.total().positions > 0);
        surveyed.map(|surveyed| (found, surveyed))
    };
    let (found, surveyed) = run(&|_| false, 1 << 30).unwrap();
    assert_eq!(found, expected);
    let is_even = |number: usize| number.is_multiple_of(2);
    let place = |tier| expected.iter().position(|&(known, _)| known == tier);
    let others = expected.iter().enumerate().filter(|&(number, _)| !is_even(number));
    let others: Vec<_> = others.map(|(_, row)| row.clone()).collect();
    assert_eq!(run(&|tier| place(tier).is_some_and(is_even), 1 << 30).unwrap().0, others);
    assert!(matches!(run(&|_| false, 1), Err(SolveError::TooLittleMemory { .. })));
    surveyed
}

/// A tier that the start does not lead to is solved if it is a root, and otherwise not.
#[test]
fn roots_are_solved_though_the_start_does_not_lead_there() {
    let sketch =
        |tier, moves: &[(u16, u8)]| Sketch { tier, elements: 1, over: None, moves: moves.to_vec() };
    // Orbit 0 is stuck; 1 leads there, and the start leads there too but not to 1.
    let graph = |all_roots| {
        let sketches = vec![sketch(0, &[]), sketch(2, &[(0, 0)]), sketch(4, &[(0, 0)])];
        let layout = Layout { stretch: 1, loose_bound: false, all_roots };
        Graph::new(sketches, vec![(0, 0)], layout)
    };
    let known = |graph: &Graph| {
        let tiers = TierGraph::of(&GraphGame::<true>(graph));
        assert_eq!(estimate(&GraphGame::<true>(graph), &Cpu).tiers, tiers.tiers().count() as u64);
        tiers.unit_of(Tier(2)).is_some()
    };
    assert!(!known(&graph(false)));
    assert!(known(&graph(true)));
    compare_analyses(&graph(true));
    compare_analyses(&graph(false));
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![Just(Value::Lose), Just(Value::Win), Just(Value::Tie)]
}

fn sketches(most: usize) -> impl Strategy<Value = Vec<Sketch>> {
    let sketch = (
        0..6u8,
        prop_oneof![Just(1u8), Just(2), Just(4)],
        proptest::option::weighted(0.1, values()),
        vec((any::<u16>(), 0..4u8), 0..4),
    );
    let sketch =
        sketch.prop_map(|(tier, elements, over, moves)| Sketch { tier, elements, over, moves });
    vec(sketch, 1..most)
}

pub fn graphs(most: usize, stretches: impl Strategy<Value = u64>) -> impl Strategy<Value = Graph> {
    let start_moves = vec((any::<u16>(), 0..4u8), 1..4);
    (sketches(most), start_moves, stretches, any::<bool>(), any::<bool>()).prop_map(
        |(sketches, start_moves, stretch, loose_bound, all_roots)| {
            Graph::new(sketches, start_moves, Layout { stretch, loose_bound, all_roots })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn small_graphs_are_solved_as_by_the_twin(graph in graphs(30, 1..4u64)) {
        compare_with_twin(&graph);
    }

    #[test]
    fn games_on_graphs_agree_with_themselves(graph in graphs(12, 1..3u64)) {
        for report in [
            check(&GraphGame::<true>(&graph), &GraphGame::<true>(&graph), 60, &Control::default()),
            check(&GraphGame::<false>(&graph), &GraphGame::<false>(&graph), 60, &Control::default()),
        ] {
            report.map_err(|failure| TestCaseError::fail(failure.to_string()))?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    /// So many holes that slots fall into many chunks, which threads share.
    #[test]
    fn stretched_graphs_are_solved_as_by_the_twin(graph in graphs(120, 300..900u64)) {
        compare_with_twin(&graph);
    }

    #[test]
    fn verification_notices_a_wrong_value(
        graph in graphs(30, 1..3u64),
        at: prop::sample::Index,
        value in prop_oneof![values(), Just(Value::Draw)],
        remoteness in 0..9u16,
    ) {
        let game = GraphGame::<true>(&graph);
        let mut solved = solve_in_memory(&game, false);
        let mut codes: Vec<&mut Code> =
            solved.values_mut().flatten().filter(|code| **code != Code::HOLE).collect();
        let wrong = Code::new(Outcome::new(value, remoteness));
        let code = at.index(codes.len());
        prop_assume!(*codes[code] != wrong);
        *codes[code] = wrong;
        let folder = tempfile::tempdir().unwrap();
        let verified = verify(&game, &store_of(&game, &solved, folder.path()), &Cpu, &Control::default());
        prop_assert!(matches!(verified, Err(SolveError::WrongValue { .. })), "{verified:?}");
    }

    #[test]
    fn analyses_of_graphs_are_as_by_the_twin(graph in graphs(30, 1..3u64)) {
        compare_analyses(&graph);
    }
}

/// Graphs so large that threads meet at the same slots. For these proptest would be slow.
#[test]
fn large_graphs_are_solved_as_by_the_twin() {
    let mut occurring: HashMap<Outcome, u64> = HashMap::new();
    for seed in 0..4 {
        let mut dice = Dice(seed);
        let mut dice = |bound| dice.below(bound);
        let sketches = (0..20_000).map(|_| {
            // Few ends and few moves make long games; many parents make busy slots.
            let over = [Value::Lose, Value::Lose, Value::Win, Value::Tie].get(dice(120)).copied();
            let moves = (0..1 + dice(3)).map(|_| (dice(1 << 16) as u16, dice(4) as u8)).collect();
            Sketch { tier: dice(4) as u8, elements: 1 << dice(3), over, moves }
        });
        let layout = Layout { stretch: 1, loose_bound: seed % 2 == 0, all_roots: seed % 4 < 2 };
        let graph = Graph::new(sketches.collect(), vec![(0, 0), (3, 1)], layout);
        for (outcome, count) in compare_with_twin(&graph) {
            *occurring.entry(outcome).or_default() += count;
        }
    }
    let deepest = occurring.keys().filter_map(|outcome| outcome.remoteness()).max();
    assert!(deepest > Some(20), "games of some length, not {deepest:?}");
    for value in Value::ALL {
        assert!(occurring.keys().any(|outcome| outcome.value() == value), "{value}");
    }
}

/// A corridor is lost or won from end to end: more levels than a chunk's word has bits, and exits
/// whose remoteness does not fit beside a count.
fn corridor(over: Value, loose_bound: bool) -> Graph {
    let cell = |number: usize| Sketch {
        tier: (number / 500) as u8,
        elements: [1, 4, 2][number % 3],
        over: (number == 0).then_some(over),
        // One step back; now and then also three, or half the way.
        moves: match number {
            number if number % 97 == 1 => vec![(1, 2), (3 * (number as u16 / 2), 0)],
            number if number % 7 == 0 => vec![(1, 0), (7, 1)],
            _ => vec![(1, 0)],
        },
    };
    let sketches: Vec<Sketch> = (0..2_000).map(cell).collect();
    Graph::new(sketches, vec![(1, 0)], Layout { stretch: 5, loose_bound, all_roots: false })
}

#[test]
fn corridors_are_solved_as_by_the_twin() {
    for loose_bound in [false, true] {
        for over in [Value::Lose, Value::Tie, Value::Win] {
            let occurring = compare_with_twin(&corridor(over, loose_bound));
            let deepest = occurring.keys().filter_map(|outcome| outcome.remoteness()).max();
            assert!(deepest > Some(200), "{deepest:?}");
        }
    }
}

#[test]
fn a_won_end_is_noticed_where_none_was_promised() {
    let graph = corridor(Value::Win, false);
    let game = GraphGame::<true, true>(&graph);
    let surveyor = &mut *Cpu.surveyor(&game, 1 << 30);
    let control = Control::default();
    let surveyed = survey(&game, |_| true, false, surveyor, &control, |_, _| {});
    let Err(SolveError::Inconsistent { what, .. }) = surveyed else { panic!("{surveyed:?}") };
    assert_eq!(what, "a win in an even number of moves");
}
