//! Chess endgames with four men against the longest mates of the known endgame tables.

use std::collections::BTreeMap;
use std::time::Instant;

use hindsight_core::{Indexed, Outcome};
use hindsight_games::chess::Chess;
use hindsight_solve::{Control, Cpu, ResidentTable, TierGraph, fingerprint, solve, verify};
use hindsight_store::{GameId, Store};

use crate::MEMORY;

/// The moves to the longest mate that the first side, to move, can force. The tables of Thompson,
/// Edwards and Nalimov agree on them.
const LONGEST_MATES: [(&str, u16); 6] =
    [("KBN-K", 33), ("KBB-K", 19), ("KQ-KR", 35), ("KR-KN", 40), ("KR-KB", 29), ("KP-KP", 33)];

/// The plies of the longest win of the player to move, by the men of both sides.
fn longest_wins(game: &Chess, store: &Store) -> BTreeMap<String, u16> {
    let mut longest = BTreeMap::new();
    for tier in TierGraph::of(game).tiers() {
        let name = game.tier_name(tier);
        // A pawn's rank does not matter here, nor whether it can be taken in passing.
        let letters = name.replace('E', "P").replace(|symbol: char| symbol.is_ascii_digit(), "");
        let table = ResidentTable::load(&store.table(&name).unwrap()).unwrap();
        let most = longest.entry(letters).or_default();
        for slot in 0..game.slots(tier) {
            if let Some(Outcome::Win(plies)) = table.code(slot as usize).outcome() {
                *most = plies.max(*most);
            }
        }
    }
    longest
}

#[test]
fn the_longest_mates_are_those_of_the_known_tables() {
    for (variant, moves) in LONGEST_MATES {
        let game = Chess::variant(variant).unwrap();
        let control = Control::default();
        let folder = tempfile::tempdir().unwrap();
        let id = GameId {
            game: "chess".into(),
            variant: variant.into(),
            rules: fingerprint(&game, &game),
        };
        let began = Instant::now();
        let store = Store::create(folder.path(), &id, false).unwrap();
        solve(&game, &store, &Cpu, MEMORY, &control).unwrap();
        drop(store);
        println!("chess {variant}: solved in {:.1?}", began.elapsed());
        let store = Store::open(folder.path(), &id).unwrap();
        verify(&game, &store, &Cpu, &control).unwrap();
        println!("chess {variant}: verified after {:.1?}", began.elapsed());
        // The last move of the winner is the mate.
        assert_eq!(longest_wins(&game, &store)[variant], 2 * moves - 1, "{variant}");
    }
}
