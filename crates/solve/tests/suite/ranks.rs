//! Ranked draws: the engine against the slow twin, in every position.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use hindsight_core::{
    AnyPosition, Code, Explored, Indexed, Numbered, Occupant, OrbitSlot, Orbits, Outcome, Rules,
    Tier, Turn, Value,
};
use hindsight_games::dao::Dao;
use hindsight_games::dodgem::Dodgem;
use hindsight_games::fivefieldkono::Kono;
use hindsight_games::lgame::LGame;
use hindsight_games::morris::Morris;
use hindsight_games::mutorere::MuTorere;
use hindsight_solve::{
    Control, Cpu, DrawOrder, DrawRank, MoversApart, Scope, SolveError, TierGraph, TierValues,
    TierValuesError, count_ranks, solve_draws, survey_ranks, verify_draws,
};
use hindsight_store::Store;
use hindsight_testkit::Dice;
use hindsight_testkit::draws::ranks;
use hindsight_testkit::graph_game::{Graph, GraphGame, Position};
use proptest::prelude::*;

use crate::by_hand::{MEMORY, all_positions, id, pool, solve_into};
use crate::random_graphs::graphs;

/// Any graph as a game whose tiers tell the players apart: so inside a unit moves go to and fro between
/// the first player's tiers and the second's.
struct Unfolded<'a, const PARENTS: bool>(GraphGame<'a, PARENTS>);

impl<const PARENTS: bool> Rules for Unfolded<'_, PARENTS> {
    type Position = Position;
    type Move = usize;

    fn start(&self) -> Position {
        Rules::start(&self.0)
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        self.0.primitive(position)
    }

    fn moves(&self, position: Position, visit: impl FnMut(usize)) {
        self.0.moves(position, visit);
    }

    fn play(&self, position: Position, chosen: usize) -> Position {
        self.0.play(position, chosen)
    }

    fn turn(&self, position: Position) -> Turn {
        self.0.turn(position)
    }
}

impl<const PARENTS: bool> Unfolded<'_, PARENTS> {
    fn tier(&self, folded: Tier, turn: Turn) -> Tier {
        Tier(2 * folded.0 + u64::from(turn == Turn::Second))
    }
}

fn folded(tier: Tier) -> Tier {
    Tier(tier.0 / 2)
}

fn turn_of(tier: Tier) -> Turn {
    if tier.0.is_multiple_of(2) { Turn::First } else { Turn::Second }
}

impl<const PARENTS: bool> Indexed for Unfolded<'_, PARENTS> {
    fn tier_of(&self, position: Position) -> Tier {
        self.tier(Indexed::tier_of(&self.0, position), self.turn(position))
    }

    fn roots(&self) -> Vec<Tier> {
        let both = |tier| [Turn::First, Turn::Second].map(|turn| self.tier(tier, turn));
        Indexed::roots(&self.0).into_iter().flat_map(both).collect()
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        let children = Indexed::child_tiers(&self.0, folded(tier));
        children.into_iter().map(|child| self.tier(child, turn_of(tier).other())).collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        tier.0.to_string()
    }

    fn slots(&self, tier: Tier) -> u64 {
        Indexed::slots(&self.0, folded(tier))
    }

    fn locate_in(&self, tier: Tier, position: Position) -> OrbitSlot {
        self.0.locate_in(folded(tier), position)
    }

    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let Occupant { position, stabiliser } = Indexed::occupant(&self.0, folded(tier), slot)?;
        let position = Indexed::seen_by(&self.0, position, turn_of(tier));
        Some(Occupant { position, stabiliser })
    }

    fn symmetries(&self) -> u32 {
        Indexed::symmetries(&self.0)
    }

    fn orbits(&self) -> Orbits {
        Indexed::orbits(&self.0)
    }

    fn has_parents(&self) -> bool {
        PARENTS
    }

    fn parents(&self, position: Position, visit: impl FnMut(Position)) {
        Indexed::parents(&self.0, position, visit);
    }

    fn max_inside_moves(&self, tier: Tier) -> u32 {
        Indexed::max_inside_moves(&self.0, folded(tier))
    }
}

/// Solves a game and ranks its draws, both kept under `root`.
fn solve_ranks(index: &dyn Numbered, of_tiers: &TierValues, root: &Path) -> (Store, Store) {
    let values = solve_into(index, root);
    let family = Store::create_family(root, &id(), "draws", false).unwrap();
    let order = DrawOrder::Ranks(of_tiers);
    solve_draws(index, order, &values, &family, &Cpu, MEMORY, &Control::default()).unwrap();
    drop(family);
    (values, Store::open_family(root, &id(), "draws").unwrap())
}

/// Compares all slots with the twin, then the counts of what the start leads to. The ranks that occur.
fn compare<G: Rules>(game: &G, index: &dyn Numbered, of_tiers: &TierValues) -> BTreeSet<DrawRank> {
    let folder = tempfile::tempdir().unwrap();
    let (values, family) = solve_ranks(index, of_tiers, folder.path());
    let order = DrawOrder::Ranks(of_tiers);
    verify_draws(index, order, &values, &family, &Control::default()).unwrap();
    let graph = TierGraph::of(index);
    let tier = |position| index.tier_of(&AnyPosition::new(position));
    let unit = |position| graph.unit_of(tier(position)).unwrap();
    let value = |position| of_tiers.get(tier(position));
    let mut seen = BTreeSet::new();
    for (position, rank) in ranks(game, all_positions(index), unit, value) {
        let place = index.locate(&AnyPosition::new(position));
        let code = |column| {
            let name = index.tier_name(place.tier) + column;
            family.table(&name).unwrap().get(place.slot).unwrap()
        };
        let stored = DrawRank::of_codes(code(".class"), code(".depth"));
        assert_eq!(stored, Some(rank), "{position:?}");
        seen.insert(rank);
    }
    let mut expected: BTreeMap<i32, (u64, BTreeSet<_>)> = BTreeMap::new();
    for (position, rank) in ranks(game, [game.start()], unit, value) {
        let place = index.locate(&AnyPosition::new(position));
        let turn = index.orbits().turns_apart.then(|| game.turn(position));
        let count = expected.entry(rank.key + value(position)).or_default();
        count.0 += 1;
        count.1.insert((place.tier, place.slot, turn));
    }
    let control = Control::default();
    let counted = count_ranks(index, of_tiers, &values, &family, Scope::Reachable, &control);
    let counted: BTreeMap<i32, (u64, u64)> = counted
        .unwrap()
        .rows()
        .map(|(value, count)| (value, (count.positions, count.canonical)))
        .collect();
    let expected: BTreeMap<i32, (u64, u64)> = expected
        .into_iter()
        .map(|(value, (n, orbits))| (value, (n, orbits.len() as u64)))
        .collect();
    assert_eq!(counted, expected);
    seen
}

/// Random values for the units of a game, opposite for the two players.
fn random_values(game: &dyn Numbered, seed: u64, most: usize) -> TierValues {
    let mut dice = Dice(seed);
    let mut text = "tier,value\n".to_owned();
    for unit in &TierGraph::of(game).units {
        let value = dice.below(2 * most + 1) as i32 - most as i32;
        for &tier in &unit.tiers {
            let sign = if turn_of(tier) == Turn::First { 1 } else { -1 };
            text += &format!("{},{}\n", game.tier_name(tier), sign * value);
        }
    }
    TierValues::read(game, &text).unwrap()
}

fn compare_graph(graph: &Graph, seed: u64, most: usize) -> BTreeSet<DrawRank> {
    let game = Unfolded(GraphGame::<true>(graph));
    let of_tiers = random_values(&game, seed, most);
    let with_parents = compare(&game, &game, &of_tiers);
    let reversed = Unfolded(GraphGame::<false>(graph));
    assert_eq!(with_parents, compare(&reversed, &reversed, &of_tiers));
    with_parents
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    #[test]
    fn small_graphs(graph in graphs(40, 1..3u64), seed: u64, most in 1..20usize) {
        compare_graph(&graph, seed, most);
    }

    #[test]
    fn verification_notices_a_wrong_rank(
        graph in graphs(40, 1..3u64),
        at: prop::sample::Index,
        key in -3..4i32,
        depth in -2..3i32,
    ) {
        let game = Unfolded(GraphGame::<true>(&graph));
        let of_tiers = random_values(&game, 5, 3);
        let folder = tempfile::tempdir().unwrap();
        let (values, family) = solve_ranks(&game, &of_tiers, folder.path());
        let draws: Vec<Position> = ranks(&game, all_positions(&game), |_| 0, |_| 0).into_keys().collect();
        prop_assume!(!draws.is_empty());
        let place = Numbered::locate(&game, &AnyPosition::new(*at.get(&draws)));
        let name = Numbered::tier_name(&game, place.tier);
        let mut tables: HashMap<String, Vec<Code>> = HashMap::new();
        for entry in family.tiers() {
            let mut codes = vec![Code::HOLE; entry.slots as usize];
            family.table(&entry.name).unwrap().read_range(0, &mut codes).unwrap();
            tables.insert(entry.name, codes);
        }
        let columns = [".class", ".depth"].map(|column| format!("{name}{column}"));
        let slot = place.slot as usize;
        let before = DrawRank::of_codes(tables[&columns[0]][slot], tables[&columns[1]][slot]);
        let wrong = if key == 0 { DrawRank::STABLE } else { DrawRank { key, depth } };
        prop_assume!(before != Some(wrong));
        for (column, code) in columns.iter().zip(wrong.codes()) {
            tables.get_mut(column).unwrap()[slot] =
                if code == Code::HOLE { Code::new(Outcome::Win(0)) } else { code };
        }
        let spoilt = Store::create_family(folder.path(), &id(), "spoilt", false).unwrap();
        tables.iter().for_each(|(name, codes)| drop(spoilt.write_tier(name, &codes[..]).unwrap()));
        let order = DrawOrder::Ranks(&of_tiers);
        let verified = verify_draws(&game, order, &values, &spoilt, &Control::default());
        prop_assert!(matches!(verified, Err(SolveError::WrongLabel { .. })), "{verified:?}");
    }
}

/// More sizes of keys and more depths than one round has times for.
#[test]
fn large_graphs_with_many_values() {
    let mut seen = BTreeSet::new();
    for seed in 0..3 {
        let mut dice = Dice(seed);
        let mut dice = |bound| dice.below(bound);
        let sketches = (0..3_000).map(|_| {
            let over = [Value::Lose, Value::Win, Value::Tie].get(dice(200)).copied();
            let moves = (0..1 + dice(3)).map(|_| (dice(1 << 16) as u16, dice(4) as u8)).collect();
            hindsight_testkit::graph_game::Sketch {
                tier: dice(200) as u8,
                elements: 1 << dice(3),
                over,
                moves,
            }
        });
        let layout = hindsight_testkit::graph_game::Layout {
            stretch: 1,
            loose_bound: false,
            all_roots: true,
        };
        let graph = Graph::new(sketches.collect(), vec![(0, 0), (3, 1)], layout);
        seen.extend(pool(3).install(|| compare_graph(&graph, seed, 1_000)));
    }
    let sizes: BTreeSet<i32> = seen.iter().map(|rank| rank.key.abs()).collect();
    assert!(sizes.len() > 100, "{}", sizes.len());
    assert!(seen.iter().any(|rank| rank.depth < 0));
}

/// Compares the ranks that come of the wins, losses and draws of the tiers.
fn compare_by_ratio<G: Rules>(game: &G, index: &dyn Numbered) -> BTreeSet<DrawRank> {
    let folder = tempfile::tempdir().unwrap();
    let values = solve_into(index, folder.path());
    let by_ratio = TierValues::by_ratio(index, &values, &Cpu, &Control::default()).unwrap();
    assert_eq!(TierValues::read(index, &by_ratio.write(index)).as_ref(), Ok(&by_ratio));
    compare(game, index, &by_ratio)
}

fn compare_explored<G: Rules>(game: &G) -> BTreeSet<DrawRank> {
    compare_by_ratio(game, &Explored::new(game, MEMORY).unwrap())
}

#[test]
fn three_mens_morris_by_difference_and_by_ratio() {
    let game = Morris::variant("three").unwrap();
    let by_difference = TierValues::by_difference(&game).unwrap();
    assert_eq!(compare(&game, &game, &by_difference), [DrawRank::STABLE].into());
    assert_eq!(compare_by_ratio(&game, &game).len(), 3);
}

#[test]
fn small_games_by_ratio() {
    compare_explored(&MuTorere::variant("restricted").unwrap());
    compare_explored(&MuTorere::variant("free").unwrap());
    compare_explored(&Dodgem::variant("4x4").unwrap());
    compare_explored(&LGame::variant("4x4").unwrap());
    for stuck in [Value::Tie, Value::Lose, Value::Win] {
        let kono = Kono::new(5, 3, 0b111 << 12, stuck);
        compare_by_ratio(&kono, &kono);
    }
}

#[test]
#[ignore = "takes minutes; ./test --full runs it"]
fn dao_and_nine_mens_morris_with_three_stones_ranked() {
    compare_explored(&Dao::variant("4x4").unwrap());
    let morris = Morris::variant("nine:3,3").unwrap();
    compare(&morris, &morris, &TierValues::by_difference(&morris).unwrap());
    compare_by_ratio(&morris, &morris);
    compare_movers(&morris);
}

/// A game in which every position is there twice: with the perfect player to move and with the fallible one.
struct TwoPlayers<'a, G>(&'a G);

impl<G: Rules> Rules for TwoPlayers<'_, G> {
    type Position = (G::Position, bool);
    type Move = G::Move;

    fn start(&self) -> Self::Position {
        (self.0.start(), false)
    }

    fn primitive(&self, (position, _): Self::Position) -> Option<Value> {
        self.0.primitive(position)
    }

    fn moves(&self, (position, _): Self::Position, visit: impl FnMut(G::Move)) {
        self.0.moves(position, visit);
    }

    fn play(&self, (position, is_fallible): Self::Position, chosen: G::Move) -> Self::Position {
        (self.0.play(position, chosen), !is_fallible)
    }

    fn turn(&self, (position, _): Self::Position) -> Turn {
        self.0.turn(position)
    }
}

/// Ranks a game whose movers are told apart, by how easily the fallible player goes wrong, and compares all
/// slots with the twin. The ranks that occur.
fn compare_movers<G: Indexed>(game: &G) -> BTreeSet<DrawRank> {
    let folder = tempfile::tempdir().unwrap();
    let values = solve_into(game, folder.path());
    let control = Control::default();
    let doubled = MoversApart::new(game);
    let counts = TierValues::count(game, &values, &Cpu, &control).unwrap();
    let of_tiers = &TierValues::by_mistakes_of(&doubled, &counts);
    assert_eq!(TierValues::read(&doubled, &of_tiers.write(&doubled)).as_ref(), Ok(of_tiers));
    let order = DrawOrder::Ranks(of_tiers);
    let family = Store::create_family(folder.path(), &id(), "draws", false).unwrap();
    solve_draws(&doubled, order, &values, &family, &Cpu, MEMORY, &control).unwrap();
    verify_draws(&doubled, order, &values, &family, &control).unwrap();
    let graph = TierGraph::of(&doubled);
    let place = |(position, is_fallible)| {
        let place = Indexed::locate(game, position);
        (MoversApart::doubled(place.tier, is_fallible), place.slot)
    };
    let unit = |position| graph.unit_of(place(position).0).unwrap();
    let value = |position| of_tiers.get(place(position).0);
    let single = all_positions::<G::Position>(game);
    let seeds = single.into_iter().flat_map(|position| [(position, false), (position, true)]);
    let mut seen = BTreeSet::new();
    for (position, rank) in ranks(&TwoPlayers(game), seeds, unit, value) {
        let (tier, slot) = place(position);
        let code = |column| {
            let name = doubled.tier_name(tier) + column;
            family.table(&name).unwrap().get(slot).unwrap()
        };
        let stored = DrawRank::of_codes(code(".class"), code(".depth"));
        assert_eq!(stored, Some(rank), "{position:?}");
        seen.insert(rank);
    }
    seen
}

#[test]
fn movers_told_apart() {
    compare_movers(&Morris::variant("three").unwrap());
    let mut seen = BTreeSet::new();
    for seed in 0..20 {
        let mut dice = Dice(seed);
        let mut dice = |bound| dice.below(bound);
        let sketches = (0..200).map(|_| {
            let over = [Value::Lose, Value::Win, Value::Tie].get(dice(30)).copied();
            let moves = (0..1 + dice(3)).map(|_| (dice(1 << 16) as u16, dice(4) as u8)).collect();
            hindsight_testkit::graph_game::Sketch {
                tier: dice(20) as u8,
                elements: 1 << dice(3),
                over,
                moves,
            }
        });
        let layout = hindsight_testkit::graph_game::Layout {
            stretch: 1,
            loose_bound: false,
            all_roots: true,
        };
        let graph = Graph::new(sketches.collect(), vec![(0, 0), (3, 1)], layout);
        seen.extend(compare_movers(&GraphGame::<true>(&graph)));
        seen.extend(compare_movers(&GraphGame::<false>(&graph)));
    }
    assert!(seen.len() > 5, "{seen:?}");
}

#[test]
fn surveys_count_the_ranks_that_tables_have() {
    let game = Morris::variant("nine:3,3").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let values = solve_into(&game, folder.path());
    let control = Control::default();
    let by_ratio = TierValues::by_ratio(&game, &values, &Cpu, &control).unwrap();
    let (values, family) = solve_ranks(&game, &by_ratio, &folder.path().join("ranked"));
    let counted = count_ranks(&game, &by_ratio, &values, &family, Scope::All, &control).unwrap();
    let found = survey_ranks(&game, &by_ratio, true, &Cpu, MEMORY, &control).unwrap();
    assert_eq!(found.counts, counted);
    assert!(found.ranks.positions > 0 && found.values.positions > found.ranks.positions);
}

#[test]
fn files_that_do_not_say_what_tiers_are_worth_are_refused() {
    let game = Morris::variant("nine:4,4").unwrap();
    let good = TierValues::by_difference(&game).unwrap().write(&game);
    let read = |text: &str| TierValues::read(&game, text).unwrap_err();
    assert_eq!(read("tier,value\n4-3-0-0,many\n"), TierValuesError::Line { line: 2 });
    assert_eq!(read("tier,value\n4-3-0-0\n"), TierValuesError::Line { line: 2 });
    assert!(matches!(read("tier,value\n4-3-0-0,1\n"), TierValuesError::Missing(_)));
    let same = good.replace("3-4-0-0,-1", "3-4-0-0,1");
    assert_ne!(good, same);
    assert!(matches!(read(&same), TierValuesError::NotOpposite(..)));
    // As tables of others have it: a column for each count.
    let columns = good.replace("-0-0,", ",0,0,") + "# a remark\n";
    assert_eq!(TierValues::read(&game, &columns).unwrap().write(&game), good);
}
