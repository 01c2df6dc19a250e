//! Published results of the games of lines, reproduced by the solver.

use hindsight_core::{Indexed, Looks, Outcome, Rules};
use hindsight_games::{Visitor, visit};
use hindsight_solve::{Control, CpuSolver, Explored, Scope, analyze, fingerprint, solve};
use hindsight_store::{GameId, Store};

const MEMORY: u64 = 1 << 30;

/// Solves a game.
struct Solve<'a> {
    /// The positions whose outcomes are wanted.
    positions: &'a [&'a str],
}

struct Solved {
    start: Outcome,
    /// How many positions the start leads to.
    reachable: u64,
    /// The outcomes of the positions asked for.
    outcomes: Vec<Outcome>,
}

impl Visitor for Solve<'_> {
    type Output = Solved;

    fn indexed<G: Indexed + Looks + 'static>(self, game: G) -> Solved {
        let folder = tempfile::tempdir().unwrap();
        let rules = fingerprint(&game);
        let id = GameId { game: "known".into(), variant: "lines".into(), rules };
        let store = Store::create(folder.path(), &id, false).unwrap();
        let control = Control::default();
        solve(&game, &store, &CpuSolver, MEMORY, &control).unwrap();
        let outcome = |position| {
            let place = game.locate(position);
            let table = store.table(&game.tier_name(place.tier)).unwrap();
            table.get(place.slot).unwrap().outcome().unwrap()
        };
        let analysis = analyze(&game, &store, Scope::Reachable, &control).unwrap();
        Solved {
            start: outcome(game.start()),
            reachable: analysis.total.rows().map(|(_, count)| count.positions).sum(),
            outcomes: self
                .positions
                .iter()
                .map(|text| outcome(game.parse_position(text).unwrap()))
                .collect(),
        }
    }

    fn rules_only<G: Rules + Looks + 'static>(self, game: G) -> Solved {
        self.indexed(Explored::new(game, MEMORY).unwrap())
    }
}

fn solved(game: &str, variant: &str, positions: &[&str]) -> Solved {
    let solved = visit(game, Some(variant), Solve { positions }).unwrap();
    println!("{game} {variant}: {}, {} positions", solved.start, solved.reachable);
    solved
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
        let solved = solved("achi", variant, &[first_moves, later].concat());
        assert_eq!(solved.start, Outcome::Win(9), "{variant}");
        assert!(matches!(solved.outcomes[0], Outcome::Lose(_)), "{variant}");
        assert_eq!(solved.outcomes[1], Outcome::Draw, "{variant}");
        assert!(matches!(solved.outcomes[2], Outcome::Win(_)), "{variant}");
        assert_eq!(solved.outcomes[3], Outcome::Draw, "{variant}");
        assert!(matches!(solved.outcomes[4..], [Outcome::Win(_), Outcome::Win(_)]), "{variant}");
    }
}

/// John Tromp's table of Connect Four on boards of all sizes (tromp.github.io/c4/c4.html): with four
/// or five rows, every board of four to seven columns is a tie, and so are boards of four columns.
/// The table also counts the positions of 4x4.
#[test]
fn connect_four_is_a_tie_on_small_boards() {
    for (variant, cells) in [("4x4", 16), ("5x4", 20), ("4x5", 20), ("6x4", 24), ("4x6", 24)] {
        let solved = solved("connect4", variant, &[]);
        assert_eq!(solved.start, Outcome::Tie(cells), "{variant}");
        if variant == "4x4" {
            assert_eq!(solved.reachable, 161_029);
        }
    }
}
