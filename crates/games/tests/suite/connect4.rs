//! The search for Connect Four: against the engine's tables of smaller boards, and against published scores.

use hindsight_core::{Finder, Indexed, Presentation, Rules};
use hindsight_games::connect4::search::{Bounds, Search};
use hindsight_games::connect4::{Connect4, Discs, Upright};
use hindsight_solve::{Control, Cpu, fingerprint, solve};
use hindsight_store::{GameId, Store};
use hindsight_testkit::{Dice, facts};

/// Positions of random games have the same value in the tables of Connect Four and by the search for the usual
/// board.
fn compare_search<const COLUMNS: usize, const ROWS: usize>(games: usize) {
    let searched = Upright::<COLUMNS, ROWS>::default();
    let tabled = Connect4::variant(&format!("{COLUMNS}x{ROWS}")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let rules = fingerprint(&tabled, &tabled);
    let id = GameId { game: "connect4".into(), variant: "search".into(), rules };
    let store = Store::create(folder.path(), &id, false).unwrap();
    solve(&tabled, &store, &Cpu, 1 << 30, &Control::default()).unwrap();
    let mut dice = Dice(5);
    let mut compared = 0;
    for _ in 0..games {
        let mut position = searched.start();
        loop {
            let text = searched.write_position(position);
            let place = tabled.locate(tabled.parse_position(&text).unwrap());
            let table = store.table(&tabled.tier_name(place.tier)).unwrap();
            let stored = table.get(place.slot).unwrap().outcome();
            assert_eq!(searched.find(position), stored, "{text}");
            assert_eq!(
                searched.find_value(position, &|| true),
                stored.map(|outcome| outcome.value())
            );
            compared += 1;
            if searched.primitive(position).is_some() {
                break;
            }
            let mut children: Vec<_> = position.children().collect();
            position = children.swap_remove(dice.below(children.len()));
        }
    }
    assert!(compared > 5 * games, "{compared}");
}

#[test]
fn connect_four_is_searched_as_it_is_solved() {
    compare_search::<5, 4>(300);
    compare_search::<4, 5>(300);
    compare_search::<3, 8>(200);
}

#[test]
fn published_scores_are_found() {
    let bounds = Bounds::new(20);
    let mut searched = 0;
    for row in facts::rows("connect4_scores.csv") {
        let [set, columns, score] = row[..] else { panic!("{row:?}") };
        let discs = columns.bytes().fold(Discs::<7, 6>::default(), |discs, column| {
            discs.dropped(usize::from(column - b'1')).unwrap()
        });
        let found = Search::new(&bounds).score(discs);
        assert_eq!(found, score.parse::<i32>().unwrap(), "{set}: {columns}");
        let image = Search::new(&bounds).score(discs.mirrored());
        assert_eq!(image, found, "{set}: the mirror image of {columns}");
        searched += 1;
    }
    assert_eq!(searched, 172);
}
