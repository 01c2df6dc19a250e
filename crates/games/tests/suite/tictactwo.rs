//! Tic-Tac-Two against the published sizes of its tiers (facts/ has the table).

use std::collections::{BTreeMap, HashMap, HashSet};

use hindsight_core::{Indexed, Presentation, Rules, Tier};
use hindsight_games::tictactwo::TicTacTwo;
use hindsight_solve::TierGraph;
use hindsight_testkit::facts;

/// Published: how many positions have so many X and so many O.
fn published() -> BTreeMap<(usize, usize), u64> {
    let row = |row: Vec<&str>| {
        let number = |field: usize| row[field].parse().unwrap();
        ((number(0) as usize, number(1) as usize), number(2))
    };
    facts::rows("tictactwo_tiers.csv").map(row).collect()
}

#[test]
fn the_index_holds_the_published_numbers_of_positions() {
    let game = TicTacTwo::variant("5x5").unwrap();
    let graph = TierGraph::of(&game);
    let tiers: HashMap<String, Tier> =
        graph.tiers().map(|tier| (game.tier_name(tier), tier)).collect();
    assert_eq!(tiers.len(), published().len());
    let mut compared = 0;
    for ((x, o), positions) in published() {
        // Each turn is a tier of its own here. The largest tiers would take too long.
        if x < 2 || o < 2 || positions > 100_000_000 {
            continue;
        }
        let mut found = 0;
        for name in [format!("{x}-{o}"), format!("{o}-{x}")] {
            let tier = tiers[&name];
            let orbits = (0..game.slots(tier)).filter_map(|slot| game.occupant(tier, slot));
            let sizes = orbits.map(|occupant| u64::from(game.symmetries() / occupant.stabiliser));
            found += sizes.sum::<u64>();
        }
        assert_eq!(found, positions, "{x} X and {o} O");
        compared += 1;
    }
    assert_eq!(compared, 6);
}

#[test]
fn the_opening_has_the_published_positions_and_only_placements() {
    let game = TicTacTwo::variant("5x5").unwrap();
    let mut positions = HashSet::from([game.start()]);
    for (x, o) in [(0, 0), (1, 0), (1, 1), (2, 1)] {
        assert_eq!(positions.len() as u64, published()[&(x, o)], "{x} X and {o} O");
        let mut next = HashSet::new();
        for position in positions {
            game.moves(position, |chosen| {
                // A cell and nothing else.
                assert_eq!(game.write_move(position, chosen).len(), 2);
                next.insert(game.play(position, chosen));
            });
        }
        positions = next;
    }
    // Then everything is allowed.
    let mut lengths = HashSet::new();
    for position in positions {
        game.moves(position, |chosen| {
            lengths.insert(game.write_move(position, chosen).len());
        });
    }
    assert_eq!(lengths, HashSet::from(["c3".len(), "b2-c3".len(), "frame-c3".len()]));
}
