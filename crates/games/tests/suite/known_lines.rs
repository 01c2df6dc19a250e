//! Published results of the games of lines, reproduced by the solver.

use hindsight_core::{AnyPresentation, Game, Outcome};
use hindsight_games::achi::Achi;
use hindsight_games::connect4::Connect4;
use hindsight_games::dao::Dao;
use hindsight_games::mnk::Mnk;
use hindsight_solve::{Control, Cpu, Scope, analyze, solve};
use hindsight_store::{Fingerprint, GameId, Store};
use hindsight_testkit::sizes::sizes;

const MEMORY: u64 = 1 << 30;

struct Solved {
    start: Outcome,
    /// How many positions the start leads to.
    reachable: u64,
    /// The outcomes of the positions asked for.
    outcomes: Vec<Outcome>,
}

/// Solves a game, and finds the outcomes of some positions.
fn solved(game: Game, positions: &[&str]) -> Solved {
    let folder = tempfile::tempdir().unwrap();
    let looks: &dyn AnyPresentation = &*game.rules;
    let game = &*game.index.unwrap_or_else(|| looks.explore(MEMORY).unwrap());
    let rules = Fingerprint::of(b"rules");
    let id = GameId { game: "known".into(), variant: "lines".into(), rules };
    let store = Store::create(folder.path(), &id, false).unwrap();
    let control = Control::default();
    solve(game, &store, &Cpu, MEMORY, &control).unwrap();
    let outcome = |position| {
        let place = game.locate(&position);
        let table = store.table(&game.tier_name(place.tier)).unwrap();
        table.get(place.slot).unwrap().outcome().unwrap()
    };
    let analysis = analyze(game, &store, Scope::Reachable, &Cpu, &control).unwrap();
    Solved {
        start: outcome(looks.start()),
        reachable: analysis.total.rows().map(|(_, count)| count.positions).sum(),
        outcomes: positions
            .iter()
            .map(|text| outcome(looks.parse_position(text).unwrap()))
            .collect(),
    }
}

fn mnk(variant: &str, positions: &[&str]) -> Solved {
    solved(Game::indexed(Mnk::variant(variant).unwrap()), positions)
}

/// Cheung, Techniques for Solving and Visualizing Large Games (2023), section 5.2, shows the values of
/// the first moves and of the moves from one position: the first player wins from the middle, a corner
/// draws, a side loses.
#[test]
fn achi_is_won_from_the_middle() {
    for variant in ["diagonals", "orthogonal"] {
        let first_moves = ["---/-W-/---:b", "---/---/--W:b", "---/---/-W-:b"];
        // O of the publication is the second player, so that our Black is its O.
        let later = ["-WB/BW-/WB-:w", "BWB/-W-/W-B:w", "BW-/-WB/WB-:w"];
        let game = Game::rules_only(Achi::variant(variant).unwrap());
        let solved = solved(game, &[first_moves, later].concat());
        assert_eq!(solved.start, Outcome::Win(9), "{variant}");
        assert!(matches!(solved.outcomes[0], Outcome::Lose(_)), "{variant}");
        assert_eq!(solved.outcomes[1], Outcome::Draw, "{variant}");
        assert!(matches!(solved.outcomes[2], Outcome::Win(_)), "{variant}");
        assert_eq!(solved.outcomes[3], Outcome::Draw, "{variant}");
        assert!(matches!(solved.outcomes[4..], [Outcome::Win(_), Outcome::Win(_)]), "{variant}");
    }
}

/// The published tables have what the start of these boards is worth and how many positions it leads to.
/// Larger boards are among the full tests of the solver.
#[test]
fn connect_four_on_small_boards_is_as_published() {
    let mut compared = 0;
    for size in sizes().iter().filter(|size| size.positions < 2_000_000) {
        let solved = solved(Game::indexed(Connect4::variant(&size.variant).unwrap()), &[]);
        assert_eq!(solved.reachable, size.positions, "{}", size.variant);
        assert!(size.start.is_none_or(|start| start == solved.start), "{}", size.variant);
        compared += 1;
    }
    assert_eq!(compared, 51);
}

/// Commonly stated results: tic-tac-toe and its misère form are ties, whoever begins wins wild
/// tic-tac-toe and three in a row on 4x3. Notakto on one board is won from the middle (Plambeck and
/// Whitehead, The Secrets of Notakto, 2013).
#[test]
fn generalised_tic_tac_toe_is_as_known() {
    let usual = mnk("3x3-3", &[]);
    assert_eq!((usual.start, usual.reachable), (Outcome::Tie(9), 5_478));
    assert_eq!(mnk("3x3-3-misere", &[]).start, Outcome::Tie(9));
    for variant in ["3x3-3-wild", "3x3-3-notakto", "4x3-3"] {
        let start = mnk(variant, &[]).start;
        assert!(matches!(start, Outcome::Win(_)), "{variant}: {start}");
    }
    let from_the_middle = mnk("3x3-3-notakto", &["---/-x-/---:s"]).outcomes[0];
    assert!(matches!(from_the_middle, Outcome::Lose(_)), "{from_the_middle}");
}

/// Dao is known to be a draw.
#[test]
fn dao_is_a_draw() {
    assert_eq!(solved(Game::indexed(Dao::variant("4x4").unwrap()), &[]).start, Outcome::Draw);
}
