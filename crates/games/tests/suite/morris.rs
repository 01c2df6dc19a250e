//! The morris family against published counts and values (facts/ has the tables).

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use hindsight_core::{Explored, Indexed, MoveGraph, Outcome, Presentation, Rules, Tier, Value};
use hindsight_games::morris::Morris;
use hindsight_solve::{Backend, Control, Cpu, Exits, ResidentTable, TierGraph, Unit, UnitTask};
use hindsight_testkit::facts::rows;

const TIERS: &str = "ninemensmorris_tiers.csv";
const EXTENDED_VALUES: &str = "morris_extended_values.csv";
const PERCENTAGES: &str = "morris_wdl_percent.csv";
const DEEPEST: &str = "morris_max_dtw.csv";

fn game(variant: &str) -> Morris {
    Morris::variant(variant).unwrap()
}

/// The finished tables of some tiers.
type Tables = HashMap<Tier, Arc<ResidentTable>>;

/// Solves the units that have a wanted tier, and all that they lead to.
fn solve(game: &dyn hindsight_core::Numbered, wanted: impl Fn(&Unit) -> bool) -> Tables {
    let graph = TierGraph::of(game);
    let mut needed: Vec<bool> = graph.units.iter().map(wanted).collect();
    for number in (0..graph.units.len()).rev() {
        if needed[number] {
            for &exit in &graph.units[number].exits {
                needed[graph.unit_of(exit).unwrap()] = true;
            }
        }
    }
    let mut tables = Tables::new();
    let control = Control::default();
    for (unit, _) in graph.units.iter().zip(&needed).filter(|(_, needed)| **needed) {
        let exits: Vec<_> = unit.exits.iter().map(|tier| Arc::clone(&tables[tier])).collect();
        let task =
            UnitTask { unit, exits: Exits::Resident(&exits), control: &control, parallel: false };
        let solved = Cpu.solve(game, &task).unwrap();
        for (&tier, codes) in unit.tiers.iter().zip(solved.tiers()) {
            tables.insert(tier, Arc::new(ResidentTable::new(codes)));
        }
    }
    tables
}

fn outcome<G: Indexed>(game: &G, tables: &Tables, position: G::Position) -> Outcome {
    let place = game.locate(position);
    tables[&place.tier].code(place.slot as usize).outcome().unwrap()
}

fn start_value(variant: &str) -> Outcome {
    let game = game(variant);
    outcome(&game, &solve(&game, |_| true), game.start())
}

#[test]
fn slots_are_a_sixteenth_of_the_positions() {
    for (variant, slots) in [
        ("nine", 27_386_586_928),
        ("lasker", 136_275_416_946),
        ("morabaraba", 113_901_860_808),
        ("six", 3_496_769),
        ("three", 1_148),
    ] {
        let graph = TierGraph::of(&game(variant));
        let total: u64 = graph.units.iter().map(Unit::total_slots).sum();
        assert_eq!(total, slots, "{variant}");
        assert!(graph.units.iter().all(|unit| unit.tiers.len() <= 2));
    }
}

/// Every row of the table with at least ten stones left to place, and no tier besides.
#[test]
fn the_first_nine_plies_reach_the_published_numbers_of_positions() {
    let game = game("nine");
    let mut found: BTreeMap<(usize, usize, usize), (u64, u64)> = BTreeMap::new();
    let start = game.locate(game.start());
    let mut reached: BTreeMap<Tier, Vec<bool>> = BTreeMap::from([(start.tier, vec![true])]);
    for left in (10..=18).rev() {
        let mut next: BTreeMap<Tier, Vec<bool>> = BTreeMap::new();
        for (&tier, marks) in &reached {
            let slots: Vec<u64> = (0..marks.len() as u64).filter(|&s| marks[s as usize]).collect();
            let orbit = |&slot: &u64| {
                u64::from(game.symmetries() / game.occupant(tier, slot).unwrap().stabiliser)
            };
            let name = game.tier_name(tier);
            let counts: Vec<usize> = name.split('-').map(|count| count.parse().unwrap()).collect();
            // The number of stones left tells whose turn it is.
            let (mine, theirs) = (counts[0], counts[1]);
            let (white, black) = if left % 2 == 0 { (mine, theirs) } else { (theirs, mine) };
            assert_eq!(counts[2] + counts[3], left);
            let positions = slots.iter().map(orbit).sum();
            found.insert((left, white, black), (positions, slots.len() as u64));
            game.child_slots(tier, &slots, |child_tier, children| {
                let marks = next
                    .entry(child_tier)
                    .or_insert_with(|| vec![false; game.slots(child_tier) as usize]);
                children.iter().for_each(|child| marks[child.slot as usize] = true);
            });
        }
        reached = next;
    }
    let number = |text: &str| text.parse().unwrap();
    let known: BTreeMap<_, _> = rows(TIERS)
        .filter(|row| row[0].parse::<usize>().unwrap() >= 10)
        .map(|row| {
            let count = |column: usize| row[column].parse().unwrap();
            ((count(0), count(1), count(2)), (number(row[4]), number(row[5])))
        })
        .collect();
    assert_eq!(known.len(), 19);
    assert_eq!(found, known);
}

#[test]
fn starts_with_few_stones_have_the_published_values() {
    let mut compared = 0;
    for row in rows(EXTENDED_VALUES) {
        let stones: usize = row[1].parse::<usize>().unwrap() + row[2].parse::<usize>().unwrap();
        if stones > 7 {
            continue;
        }
        let variant = match row[0] {
            "nine_mens_morris" => "nine",
            "lasker_morris" => "lasker",
            other => other,
        };
        let value = Value::from_name(row[3]).unwrap();
        let known = Outcome::new(value, row[4].parse().unwrap_or(0));
        let name = format!("{variant}:{},{}", row[1], row[2]);
        assert_eq!(start_value(&name), known, "{name}");
        compared += 1;
    }
    assert_eq!(compared, 9);
}

#[test]
fn moving_phases_have_the_published_shares_and_depths() {
    for (variant, published) in [("nine", "nine_mens_morris"), ("morabaraba", "morabaraba")] {
        let game = game(variant);
        let wanted = ["3-3-0-0", "3-4-0-0", "4-3-0-0", "4-4-0-0"];
        let is_wanted = |tier: &Tier| wanted.contains(&game.tier_name(*tier).as_str());
        let tables = solve(&game, |unit| unit.tiers.iter().any(is_wanted));
        for (&tier, table) in tables.iter().filter(|(tier, _)| is_wanted(tier)) {
            let name = game.tier_name(tier);
            let stones: Vec<&str> = name.split('-').take(2).collect();
            let outcomes: Vec<Outcome> = (0..game.slots(tier) as usize)
                .filter_map(|slot| table.code(slot).outcome())
                .collect();
            let of_this = |row: &Vec<&str>| row[1] == published && row[2..4] == stones[..];
            let deepest = outcomes.iter().filter_map(|outcome| outcome.remoteness()).max();
            let known = rows(DEEPEST).find(of_this).unwrap();
            assert_eq!(deepest, known[4].parse().ok(), "{variant} {name}");
            let known = rows(PERCENTAGES).find(of_this).unwrap();
            for (value, known) in
                [Value::Win, Value::Draw, Value::Lose].into_iter().zip(&known[4..])
            {
                let count = outcomes.iter().filter(|outcome| outcome.value() == value).count();
                let percent = 100.0 * count as f64 / outcomes.len() as f64;
                let shown = match percent.round() as u32 {
                    0 if count > 0 => "0+".to_owned(),
                    rounded => rounded.to_string(),
                };
                assert_eq!(shown, *known, "{variant} {name} {value}: {percent}");
            }
        }
    }
}

/// The index, the un-moves and the bulk functions lead to the values that the moves alone give.
#[test]
fn small_games_have_the_values_that_exploration_finds() {
    for variant in ["three", "three:3,4", "three:4,4", "six:3,3"] {
        let game = game(variant);
        let tables = solve(&game, |_| true);
        let explored = Explored::new(&game, 1 << 30).unwrap();
        let explored_table = solve(&explored, |_| true).remove(&MoveGraph::TIER).unwrap();
        let mut compared = 0;
        for (slot, &position) in explored.positions().iter().enumerate() {
            let known = explored_table.code(slot).outcome().unwrap();
            let found = outcome(&game, &tables, position);
            assert_eq!(found, known, "{variant} {}", game.write_position(position));
            compared += 1;
        }
        assert!(compared > 1_000, "{variant}: {compared}");
    }
}
