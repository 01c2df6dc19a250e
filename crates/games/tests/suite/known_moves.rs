//! Known results of games in which pieces move about or lines are drawn: Mū Tōrere, Dodgem, the
//! L-game, Sim, Hare and Hounds, Fox and Geese, Snake, 3-Spot, chess endgames. Each is solved with the
//! real engine.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use hindsight_core::{
    AnyPosition, AnyPresentation, Game, Indexed, Numbered, Outcome, Presentation, Tier, Value,
};
use hindsight_games::chess::Chess;
use hindsight_games::dodgem::Dodgem;
use hindsight_games::foxandgeese::FoxAndGeese;
use hindsight_games::hareandhounds::HareAndHounds;
use hindsight_games::lgame::LGame;
use hindsight_games::mutorere::MuTorere;
use hindsight_games::sim::Sim;
use hindsight_games::snake::Snake;
use hindsight_games::threespot::ThreeSpot;
use hindsight_solve::{Backend, Control, Cpu, Exits, ResidentTable, TierGraph, UnitTask};

/// A game with all its values.
struct Solved {
    rules: Arc<dyn AnyPresentation>,
    index: Arc<dyn Numbered>,
    tables: HashMap<Tier, Arc<ResidentTable>>,
}

impl Solved {
    fn new<G: Indexed + Presentation + 'static>(game: G) -> Solved {
        Solved::of(Game::indexed(game))
    }

    fn explored<G: Presentation + 'static>(game: G) -> Solved {
        Solved::of(Game::rules_only(game))
    }

    fn of(game: Game) -> Solved {
        let Game { rules, index, .. } = game;
        let index = index.unwrap_or_else(|| rules.explore(1 << 28).unwrap());
        let mut tables: HashMap<Tier, Arc<ResidentTable>> = HashMap::new();
        let control = Control::default();
        for unit in &TierGraph::of(&*index).units {
            let exits: Vec<_> = unit.exits.iter().map(|tier| Arc::clone(&tables[tier])).collect();
            let exits = Exits::Resident(&exits);
            let task = UnitTask { unit, exits, control: &control, parallel: false };
            let solved = Cpu.solve(&*index, &task).unwrap();
            for (&tier, codes) in unit.tiers.iter().zip(solved.tiers()) {
                tables.insert(tier, Arc::new(ResidentTable::new(codes)));
            }
        }
        Solved { rules, index, tables }
    }

    fn outcome(&self, position: &AnyPosition) -> Outcome {
        let place = self.index.locate(position);
        self.tables[&place.tier].code(place.slot as usize).outcome().unwrap()
    }

    fn start(&self) -> Outcome {
        self.outcome(&self.rules.start())
    }

    fn at(&self, text: &str) -> Outcome {
        self.outcome(&self.rules.parse_position(text).unwrap())
    }

    /// How many positions of a tier have each outcome, one for each image under the symmetries.
    fn counts(&self, tier: Tier) -> BTreeMap<Outcome, u64> {
        let mut counts = BTreeMap::new();
        for slot in 0..self.index.slots(tier) {
            if let Some(occupant) = self.index.occupant(tier, slot) {
                let outcome = self.tables[&tier].code(slot as usize).outcome().unwrap();
                let orbit = self.index.symmetries() / occupant.stabiliser;
                *counts.entry(outcome).or_default() += u64::from(orbit);
            }
        }
        counts
    }
}

/// Straffin, Position graphs for Pong Hau K'i and Mu Torere (Mathematics Magazine 68, 1995): 86
/// positions up to symmetry, and neither player can win. Without the restriction on the opening the
/// first player wins with the first move.
#[test]
fn mu_torere_is_a_draw_with_the_restriction_only() {
    let restricted = Solved::explored(MuTorere::variant("restricted").unwrap());
    assert_eq!(restricted.start(), Outcome::Draw);
    let free = Solved::explored(MuTorere::variant("free").unwrap());
    assert_eq!(free.start(), Outcome::Win(1));
}

/// Berlekamp, Conway and Guy, Winning Ways for your Mathematical Plays: the first player wins on nine
/// cells. On sixteen nobody does (des Jardins, 1996). The lengths are our own, as is the value with
/// Red's cars in the corner.
#[test]
fn dodgem_on_nine_cells_is_won_by_the_first_player() {
    for (variant, outcome) in
        [("3x3", Outcome::Win(19)), ("4x4", Outcome::Draw), ("3x3-corner", Outcome::Win(11))]
    {
        let solved = Solved::explored(Dodgem::variant(variant).unwrap());
        assert_eq!(solved.start(), outcome, "{variant}");
    }
}

/// As told wherever the game is described, after de Bono and Winning Ways: 2,296 arrangements up to
/// turns and reflections, all reached with either player to move; in 15 of them that player has lost,
/// in 14 more will lose, and the rest are at least draws, the start among them. An L has no symmetry,
/// so that each stands for eight.
#[test]
fn the_l_game_is_a_draw() {
    let solved = Solved::explored(LGame::variant("4x4").unwrap());
    assert_eq!(solved.start(), Outcome::Draw);
    let counts = solved.counts(Tier(0));
    assert_eq!(counts.values().sum::<u64>(), 2 * 8 * 2_296);
    assert_eq!(counts[&Outcome::Lose(0)], 2 * 8 * 15);
    let lost: u64 = counts.iter().filter(|(of, _)| of.value() == Value::Lose).map(|(_, n)| n).sum();
    assert_eq!(lost, 2 * 8 * (15 + 14));
}

/// Mead, Rosa and Huang, The game of Sim: a winning strategy for the second player (Mathematics
/// Magazine 47, 1974). On five points the tie is our own.
#[test]
fn sim_on_six_points_is_won_by_the_second_player() {
    let six = Solved::new(Sim::variant("6").unwrap());
    assert_eq!(six.start(), Outcome::Lose(15));
    let five = Solved::new(Sim::variant("5").unwrap());
    assert_eq!(five.start(), Outcome::Tie(10));
}

/// Winning Ways, chapter 20: the geese win on the chessboard, wherever on its row the fox begins. The
/// length and the values on smaller boards are our own.
#[test]
fn the_geese_catch_the_fox() {
    let solved = Solved::new(FoxAndGeese::variant("8x8").unwrap());
    let rows = "-G-G-G-G/--------/--------/--------/--------/--------/--------/";
    for row in ["F-------", "--F-----", "----F---", "------F-"] {
        assert_eq!(solved.at(&format!("{rows}{row}:f")), Outcome::Lose(44), "{row}");
    }
    for (variant, outcome) in [("6x6", Outcome::Win(25)), ("4x4", Outcome::Lose(8))] {
        let solved = Solved::new(FoxAndGeese::variant(variant).unwrap());
        assert_eq!(solved.start(), outcome, "{variant}");
    }
}

/// Winning Ways, chapter 21: the hounds win on the small board. The lengths are our own, and so are
/// the values on larger boards. Stalling is no use: counting it changes nothing.
#[test]
fn the_hounds_catch_the_hare() {
    for (variant, outcome) in [
        ("small", Outcome::Win(23)),
        ("small-ten", Outcome::Win(23)),
        ("medium", Outcome::Win(39)),
        ("large", Outcome::Win(65)),
    ] {
        let solved = Solved::explored(HareAndHounds::variant(variant).unwrap());
        assert_eq!(solved.start(), outcome, "{variant}");
    }
}

/// Our own values, kept so that a change of the rules is noticed.
#[test]
fn snakes_and_spots_keep_their_values() {
    for (variant, outcome) in
        [("3x3", Outcome::Win(7)), ("4x4", Outcome::Lose(12)), ("4x5", Outcome::Win(17))]
    {
        let solved = Solved::explored(Snake::variant(variant).unwrap());
        assert_eq!(solved.start(), outcome, "{variant}");
    }
    let solved = Solved::explored(ThreeSpot::variant("3x3").unwrap());
    assert_eq!(solved.start(), Outcome::Lose(43));
}

/// The longest win of the player to move in the tier of this name.
fn longest_win(solved: &Solved, name: &str) -> Option<Outcome> {
    let tier = solved.tables.keys().find(|tier| solved.index.tier_name(**tier) == name)?;
    let counts = solved.counts(*tier);
    // Outcomes are in order: the first win is the slowest.
    counts.into_keys().find(|outcome| outcome.value() == Value::Win)
}

/// Endgame tables since Ströhlein (1970): mate in 10 with the queen, in 16 with the rook, and in 28
/// with the pawn, when its side is to move. What four men can do is in the full tests of the solver.
#[test]
fn the_longest_wins_with_three_men() {
    let solved = Solved::new(Chess::variant("3").unwrap());
    assert_eq!(longest_win(&solved, "KQ-K"), Some(Outcome::Win(19)));
    assert_eq!(longest_win(&solved, "KR-K"), Some(Outcome::Win(31)));
    assert_eq!(longest_win(&solved, "KB-K"), None);
    assert_eq!(longest_win(&solved, "KN-K"), None);
    let with_pawn = (2..8).filter_map(|rank| longest_win(&solved, &format!("KP{rank}-K")));
    assert_eq!(with_pawn.min(), Some(Outcome::Win(55)));
}

/// The tables for king and pawn against king that chess programs are built with: with the pawn on
/// files a to d there are 62,480 wins with the pawn's side to move, and 48,802 losses with the other
/// side to move; twice as many on all files.
#[test]
fn king_and_pawn_against_king_is_counted() {
    let solved = Solved::new(Chess::variant("KP-K").unwrap());
    let count = |to_move: &str, value: Value| {
        let tiers = solved.tables.keys().filter(|tier| {
            let name = solved.index.tier_name(**tier);
            name.contains('P') && name.starts_with(to_move)
        });
        let counts = tiers.flat_map(|tier| solved.counts(*tier));
        counts.filter(|(of, _)| of.value() == value).map(|(_, count)| count).sum::<u64>()
    };
    assert_eq!(count("KP", Value::Win), 2 * 62_480);
    assert_eq!(count("K-", Value::Lose), 2 * 48_802);
}
