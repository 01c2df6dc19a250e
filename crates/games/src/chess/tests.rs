use std::collections::BTreeSet;

use hindsight_core::{Indexed, Presentation, Rules, Value};

use super::Chess;

fn moves(variant: &str, text: &str) -> BTreeSet<String> {
    let game = Chess::variant(variant).unwrap();
    let position = game.parse_position(text).unwrap();
    let mut names = BTreeSet::new();
    game.moves(position, |chosen| {
        assert!(names.insert(game.write_move(position, chosen)), "a move twice");
    });
    names
}

/// A position from ranks as in chess diagrams: digits for runs of free squares.
fn ranks(text: &str) -> String {
    let expand = |symbol: char| match symbol.to_digit(10) {
        Some(free) => "-".repeat(free as usize),
        None => symbol.to_string(),
    };
    text.chars().map(expand).collect()
}

fn names(list: &[&str]) -> BTreeSet<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn starts_are_legal_and_go_on() {
    let sets = [
        "KQ-K", "KR-KB", "KBN-K", "KP-KP", "KPP-K", "K-KQQ", "KNN-K", "K-KP", "KQ-KQ", "K-K", "3",
        "4",
    ];
    for name in sets {
        let game = Chess::variant(name).unwrap();
        let start = game.start();
        let text = game.write_position(start);
        assert_eq!(game.parse_position(&text), Ok(start), "{name}");
        assert_eq!(game.primitive(start), None, "{text}");
        let place = game.locate(start);
        let occupant = game.occupant(place.tier, place.slot).unwrap();
        assert_eq!(game.locate(occupant.position), place, "{name}");
    }
}

#[test]
fn pawns_go_one_or_two_and_promote() {
    let game = "KP-K";
    assert_eq!(
        moves(game, &ranks("4k3/8/8/8/8/8/P7/7K:w")),
        names(&["a2-a3", "a2-a4", "h1-g1", "h1-g2", "h1-h2"])
    );
    assert_eq!(
        moves(game, &ranks("8/P3k3/8/8/8/8/8/K7:w")),
        names(&["a7-a8-Q", "a7-a8-R", "a7-a8-B", "a7-a8-N", "a1-a2", "a1-b1", "a1-b2"])
    );
    // Something in the way stops both steps.
    assert_eq!(moves(game, &ranks("8/8/8/8/8/k7/P7/K7:w")), names(&["a1-b1"]));
}

#[test]
fn pawns_are_taken_in_passing_on_the_next_move_only() {
    let game = Chess::variant("KP-KP").unwrap();
    let before = game.parse_position(&ranks("k7/3p4/8/4P3/8/8/8/7K:b")).unwrap();
    let mut after = Vec::new();
    game.moves(before, |chosen| {
        if game.write_move(before, chosen) == "d7-d5" {
            after.push(game.play(before, chosen));
        }
    });
    assert_eq!(game.write_position(after[0]), ranks("k7/8/8/3eP3/8/8/8/7K:w"));
    assert!(moves("KP-KP", &ranks("k7/8/8/3eP3/8/8/8/7K:w")).contains("e5-d6"));
    assert!(!moves("KP-KP", &ranks("k7/8/8/3pP3/8/8/8/7K:w")).contains("e5-d6"));
    game.moves(after[0], |chosen| {
        let next = game.write_position(game.play(after[0], chosen));
        match game.write_move(after[0], chosen).as_str() {
            "e5-d6" => assert_eq!(next, ranks("k7/8/3P4/8/8/8/8/7K:b")),
            _ => assert!(!next.contains('e') && next.contains('p'), "{next}"),
        }
    });
    // Without a pawn beside it, there is nothing to remember.
    let alone = game.parse_position(&ranks("k7/3p4/8/7P/8/8/8/7K:b")).unwrap();
    game.moves(alone, |chosen| {
        assert!(!game.write_position(game.play(alone, chosen)).contains('e'));
    });
    for nonsense in ["k7/8/8/3e3P/8/8/8/7K:w", "k7/8/8/3eP3/8/8/8/7K:b", "k7/8/3e4/4P3/8/8/8/7K:w"]
    {
        assert!(game.parse_position(&ranks(nonsense)).is_err(), "{nonsense}");
    }
}

#[test]
fn mates_and_stalemates() {
    let value = |variant, text: &str| {
        let game = Chess::variant(variant).unwrap();
        game.primitive(game.parse_position(&ranks(text)).unwrap())
    };
    assert_eq!(value("KQ-K", "k7/1Q6/1K6/8/8/8/8/8:b"), Some(Value::Lose));
    assert_eq!(value("KQ-K", "k7/8/1QK5/8/8/8/8/8:b"), Some(Value::Tie));
    assert_eq!(value("KQ-K", "k7/1Q6/8/1K6/8/8/8/8:b"), None);
    assert_eq!(value("KP-K", "k7/P7/K7/8/8/8/8/8:b"), Some(Value::Tie));
    assert_eq!(value("KR-K", "8/8/8/8/8/5K2/8/3r2k1:w"), None);
}

/// All positions that look legal, counted man by man without the index.
#[test]
fn the_index_holds_what_looks_legal() {
    let game = Chess::variant("KP-K").unwrap();
    let count = |white_to_move: bool| {
        let mut count = 0;
        for pawn in 8..56u32 {
            for white in (0..64).filter(|white| *white != pawn) {
                for black in (0..64).filter(|black| *black != pawn && *black != white) {
                    let near = |a: u32, b: u32| {
                        (a / 8).abs_diff(b / 8) <= 1 && (a % 8).abs_diff(b % 8) <= 1
                    };
                    let check = black / 8 == pawn / 8 + 1 && (black % 8).abs_diff(pawn % 8) == 1;
                    let is_illegal = near(white, black) || white_to_move && check;
                    if !is_illegal {
                        count += 1;
                    }
                }
            }
        }
        count
    };
    let mut found = [0; 2];
    let tiers = (0..1 << 10).map(hindsight_core::Tier).filter(|tier| game.index.has(*tier));
    for tier in tiers {
        let name = game.tier_name(tier);
        for slot in 0..game.slots(tier) {
            let Some(occupant) = game.occupant(tier, slot) else { continue };
            let place = game.locate(occupant.position);
            assert_eq!((place.tier, place.slot), (tier, slot));
            if name.contains('P') {
                let orbit = game.symmetries() / occupant.stabiliser;
                found[usize::from(name.starts_with("K-"))] += orbit;
            }
        }
    }
    assert_eq!(found, [count(true), count(false)]);
}

#[test]
fn nonsense_is_refused() {
    for name in ["", "KQ", "QK-K", "KQ-", "KQRB-K", "KX-K", "KE-K", "5", "kq-k", "K-K-K"] {
        assert!(Chess::variant(name).is_err(), "{name}");
    }
    let game = Chess::variant("KP-K").unwrap();
    for text in [
        "4k3/8/8/8/8/8/8/4K2P:w",
        "4k3/8/8/8/8/8/8/4K3:x",
        "4k3/8/8/8/8/8/P7/4K2Q:w",
        "8/8/8/8/8/8/P7/4K3:w",
        "3kK3/8/8/8/8/8/P7/8:w",
        "3k4/4P3/8/8/8/8/8/4K3:w",
    ] {
        assert!(game.parse_position(&ranks(text)).is_err(), "{text}");
    }
    assert!(game.parse_position(&ranks("3k4/4P3/8/8/8/8/8/4K3:b")).is_ok());
}
