//! Draws told apart: the engine against the slow twin, in every position.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use hindsight_core::{AnyPosition, Code, Explored, Numbered, Outcome, Rules, Turn, Turns, Value};
use hindsight_games::dao::Dao;
use hindsight_games::dodgem::Dodgem;
use hindsight_games::fivefieldkono::Kono;
use hindsight_games::lgame::LGame;
use hindsight_games::morris::Morris;
use hindsight_games::mutorere::MuTorere;
use hindsight_solve::{
    Control, Cpu, DrawClass, DrawLevel, DrawOrder, Scope, SolveError, count_levels, solve_draws,
    verify_draws,
};
use hindsight_store::Store;
use hindsight_testkit::draws::levels;
use hindsight_testkit::graph_game::{Graph, GraphGame};
use proptest::prelude::*;

use crate::by_hand::{MEMORY, all_positions, id, solve_into};
use crate::random_graphs::graphs;

/// Solves a game and finds the levels of its draws, both kept under `root`.
fn solve_levels(index: &dyn Numbered, root: &Path) -> (Store, Store) {
    let values = solve_into(index, root);
    let family = Store::create_family(root, &id(), "draws-levels", false).unwrap();
    solve_draws(index, DrawOrder::Levels, &values, &family, &Cpu, MEMORY, &Control::default())
        .unwrap();
    drop(family);
    (values, Store::open_family(root, &id(), "draws-levels").unwrap())
}

/// What the family says about a position.
fn stored<P>(game: &dyn Numbered, family: &Store, position: P, turn: Turn) -> (DrawLevel, bool)
where
    P: Copy + Ord + std::hash::Hash + std::fmt::Debug + Send + Sync + 'static,
{
    let place = game.locate(&AnyPosition::new(position));
    let code = |column| {
        let name = game.tier_name(place.tier) + column;
        family.table(&name).unwrap().get(place.slot).unwrap()
    };
    let level = DrawLevel::of_codes(code(".class"), code(".depth")).unwrap();
    let impure = code(".impure").outcome().unwrap().remoteness().unwrap();
    (level, Turns::of(turn).bits() & impure as u8 == 0)
}

/// Compares all slots with the twin, then the counts of what the start leads to. What occurs.
fn compare<G: Rules>(game: &G, index: &dyn Numbered) -> BTreeSet<(DrawClass, u16, bool)> {
    let folder = tempfile::tempdir().unwrap();
    let (values, family) = solve_levels(index, folder.path());
    verify_draws(index, DrawOrder::Levels, &values, &family, &Control::default()).unwrap();
    for (position, (level, _)) in levels(game, all_positions(index)) {
        assert_eq!(stored(index, &family, position, game.turn(position)).0, level, "{position:?}");
    }
    // Pure is said of positions that the start leads to.
    let mut seen = BTreeSet::new();
    let mut expected: BTreeMap<_, (u64, BTreeSet<_>)> = BTreeMap::new();
    for (position, (level, pure)) in levels(game, [game.start()]) {
        let turn = game.turn(position);
        assert_eq!(stored(index, &family, position, turn), (level, pure), "{position:?}");
        seen.insert((level.class, level.level, pure));
        let place = index.locate(&AnyPosition::new(position));
        let count = expected.entry((level.class, level.level, level.remoteness, pure)).or_default();
        count.0 += 1;
        count.1.insert((place.tier, place.slot, index.orbits().turns_apart.then_some(turn)));
    }
    let counts = count_levels(index, &values, &family, Scope::Reachable, &Control::default());
    let counted: BTreeMap<_, (u64, u64)> = counts
        .unwrap()
        .rows()
        .map(|(level, pure, count)| {
            let key = (level.class, level.level, level.remoteness, pure);
            (key, (count.positions, count.canonical))
        })
        .collect();
    let expected: BTreeMap<_, _> = expected
        .into_iter()
        .map(|(key, (positions, orbits))| (key, (positions, orbits.len() as u64)))
        .collect();
    assert_eq!(counted, expected);
    seen
}

fn compare_explored<G: Rules>(game: &G) -> BTreeSet<(DrawClass, u16, bool)> {
    compare(game, &Explored::new(game, MEMORY).unwrap())
}

#[test]
fn mu_torere_dodgem_and_the_l_game() {
    let seen = [
        compare_explored(&MuTorere::variant("restricted").unwrap()),
        compare_explored(&MuTorere::variant("free").unwrap()),
        compare_explored(&Dodgem::variant("4x4").unwrap()),
        compare_explored(&LGame::variant("4x4").unwrap()),
    ];
    assert!(seen.iter().all(|seen| seen.iter().any(|&(class, ..)| class == DrawClass::Win)));
}

#[test]
fn small_boards_of_kono() {
    let boards =
        [(3, 3, 0b111_000_000), (5, 3, 0b111 << 12), (3, 5, 0b11111 << 10), (4, 3, 0b010_111 << 6)];
    let mut seen = BTreeSet::new();
    for (rows, columns, home) in boards {
        for stuck in [Value::Tie, Value::Lose, Value::Win] {
            let kono = Kono::new(rows, columns, home, stuck);
            seen.extend(compare(&kono, &kono).into_iter().map(|(class, level, _)| (class, level)));
        }
    }
    assert!(seen.contains(&(DrawClass::Lose, 5)) && seen.contains(&(DrawClass::Untouched, 0)));
}

#[test]
#[ignore = "takes minutes; ./test --full runs it"]
fn dao_and_nine_mens_morris_with_three_stones() {
    compare_explored(&Dao::variant("4x4").unwrap());
    let morris = Morris::variant("nine:3,3").unwrap();
    compare(&morris, &morris);
}

#[test]
fn three_mens_morris() {
    let morris = Morris::variant("three").unwrap();
    let seen = compare(&morris, &morris);
    assert_eq!(seen, [(DrawClass::Lose, 0, false), (DrawClass::Win, 0, false)].into());
}

fn compare_graph(graph: &Graph) {
    let with_parents = compare(&GraphGame::<true>(graph), &GraphGame::<true>(graph));
    let reversed = compare(&GraphGame::<false>(graph), &GraphGame::<false>(graph));
    assert_eq!(with_parents, reversed);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    #[test]
    fn small_graphs(graph in graphs(30, 1..4u64)) {
        compare_graph(&graph);
    }

    #[test]
    fn graphs_of_many_draws(graph in graphs(120, 1..2u64)) {
        compare_graph(&graph);
    }

    #[test]
    fn verification_notices_a_wrong_label(
        graph in graphs(40, 1..3u64),
        at: prop::sample::Index,
        column in 0..3usize,
        wrong in 0..4u16,
    ) {
        let game = GraphGame::<true>(&graph);
        let folder = tempfile::tempdir().unwrap();
        let (values, family) = solve_levels(&game, folder.path());
        let draws: Vec<_> = levels(&game, all_positions(&game)).into_keys().collect();
        prop_assume!(!draws.is_empty());
        let place = Numbered::locate(&game, &AnyPosition::new(*at.get(&draws)));
        let suffix = [".class", ".depth", ".impure"][column];
        let (mut changed, mut tables) = (false, HashMap::new());
        for entry in family.tiers() {
            let table = family.table(&entry.name).unwrap();
            let mut codes = vec![Code::HOLE; entry.slots as usize];
            table.read_range(0, &mut codes).unwrap();
            if entry.name == format!("{}{suffix}", Numbered::tier_name(&game, place.tier)) {
                let code = &mut codes[place.slot as usize];
                let before = *code;
                *code = Code::new(Outcome::Win(wrong));
                changed = *code != before;
            }
            tables.insert(entry.name, codes);
        }
        // The depth of what is untouched means nothing.
        let class = &tables[&format!("{}.class", Numbered::tier_name(&game, place.tier))];
        prop_assume!(changed && (column != 1 || class[place.slot as usize] != Code::DRAW));
        let spoilt = Store::create_family(folder.path(), &id(), "spoilt", false).unwrap();
        tables.iter().for_each(|(name, codes)| drop(spoilt.write_tier(name, &codes[..]).unwrap()));
        let verified = verify_draws(&game, DrawOrder::Levels, &values, &spoilt, &Control::default());
        prop_assert!(matches!(verified, Err(SolveError::WrongLabel { .. })), "{verified:?}");
    }
}
