//! Bagh-Chal against the published sizes of its tiers (facts/ has the table).

use std::collections::BTreeMap;

use hindsight_core::{Indexed, Tier, binomial};
use hindsight_games::baghchal::BaghChal;
use hindsight_solve::TierGraph;
use hindsight_testkit::facts;

/// `phase,turn,remaining,captured,positions` and times; the last two rows are sums.
const TIERS: &str = "baghchal_tier_times.csv";

/// Goats to place, goats captured, and who is to move, from a tier's name.
type Name = (usize, usize, String);

fn named(game: &BaghChal, tier: Tier) -> Name {
    let name = game.tier_name(tier);
    let parts: Vec<&str> = name.split('-').collect();
    (parts[0].parse().unwrap(), parts[1].parse().unwrap(), parts[2].to_owned())
}

/// The ways to put so many goats and four tigers on the board.
fn arrangements(goats: usize) -> u64 {
    binomial(25, 4) * binomial(21, goats)
}

/// The positions of each tier of the standard game, symmetric ones counted apart.
fn sizes(game: &BaghChal) -> BTreeMap<Name, u64> {
    let size = |tier| {
        let name = named(game, tier);
        let positions = arrangements(20 - name.0 - name.1);
        (name, positions)
    };
    TierGraph::of(game).tiers().map(size).collect()
}

#[test]
fn tiers_have_the_published_sizes() {
    let game = BaghChal::variant("20-5").unwrap();
    let sizes = sizes(&game);
    let mut compared = 0;
    for row in facts::rows(TIERS) {
        let known: u64 = row[4].parse().unwrap();
        let count = |column: usize| row[column].parse::<usize>();
        let found: u64 = match (row[0], count(2), count(3)) {
            ("1", Ok(to_place), Ok(captured)) => {
                sizes[&(to_place, captured, format!("{}s", row[1]))]
            }
            // Both turns count. With five captured it is the goats' turn, and they have lost; the
            // publication has the tigers' turn as well, to which no play leads.
            ("2", Ok(0), Ok(captured)) => {
                let of = |side: &str| sizes.get(&(0, captured, side.to_owned()));
                let goats = of("goats").unwrap();
                goats + if captured == 5 { *goats } else { *of("tigers").unwrap() }
            }
            ("1", Err(_), Err(_)) => {
                let first = sizes.iter().filter(|((to_place, ..), _)| *to_place > 0);
                let first: Vec<u64> = first.map(|(_, size)| *size).collect();
                assert_eq!(first.len(), 190);
                first.iter().sum()
            }
            ("2", Err(_), Err(_)) => {
                let second = sizes.iter().filter(|((to_place, ..), _)| *to_place == 0);
                second.map(|(_, size)| size).sum::<u64>() + sizes[&(0, 5, "goats".to_owned())]
            }
            _ => panic!("{row:?}"),
        };
        assert_eq!(found, known, "{row:?}");
        compared += 1;
    }
    assert_eq!(compared, 25 + 6 + 2);
}

#[test]
fn slots_are_hardly_more_than_an_eighth_of_the_positions() {
    let game = BaghChal::variant("20-5").unwrap();
    let graph = TierGraph::of(&game);
    assert_eq!(graph.total_slots(), 36_583_543_116);
    let positions: u64 = sizes(&game).values().sum();
    assert!(graph.total_slots() * 8 < positions * 101 / 100);
    let loopy: Vec<_> = graph.units.iter().filter(|unit| unit.loopy).collect();
    assert_eq!(loopy.len(), 5);
    for unit in &graph.units {
        assert_eq!(unit.tiers.len(), if unit.loopy { 2 } else { 1 });
    }
}

/// Every arrangement of the pieces is in the orbit of one slot.
#[test]
fn orbits_add_up_to_the_positions() {
    for (variant, goats) in [("20-5:0,0", 20), ("19-5:0,0", 19), ("2-2:0,0", 2), ("4-2:0,0", 4)] {
        let game = BaghChal::variant(variant).unwrap();
        let tier = game.tier_of(hindsight_core::Rules::start(&game));
        let orbits = (0..game.slots(tier)).filter_map(|slot| game.occupant(tier, slot));
        let positions: u64 =
            orbits.map(|orbit| u64::from(game.symmetries() / orbit.stabiliser)).sum();
        assert_eq!(positions, arrangements(goats), "{variant}");
    }
}
