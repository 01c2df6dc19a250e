//! The search against the slow twin, and players against each other.

use std::convert::Infallible;

use hindsight_core::{AnyPosition, AnyRules, Game, Outcome, Turn, Value};
use hindsight_players::{
    AlphaBeta, Ending, GameRules, Judge, JudgedPlayer, NodeBudget, Player, Prospect, Random,
    RandomPlayer, Score, SearchPlayer, Worth, play,
};
use hindsight_testkit::graph_game::{Graph, GraphGame, Layout, Sketch};
use hindsight_testkit::twin;
use proptest::prelude::*;

fn game(name: &str, variant: &str) -> Game {
    hindsight_games::game(name, Some(variant)).unwrap()
}

fn twin(rules: &dyn AnyRules) -> std::collections::HashMap<AnyPosition, Outcome> {
    let over = |position: &AnyPosition| rules.primitive(position);
    twin::outcomes_of([rules.start()], over, |position| rules.moves(position))
}

/// Searches a position, and says whether the search decided it. Whatever it claims must be true, and a
/// move that it chose to win or to delay must do so.
fn is_decided(
    rules: &dyn AnyRules,
    known: &std::collections::HashMap<AnyPosition, Outcome>,
    position: &AnyPosition,
    nodes: u64,
) -> bool {
    let mut search = AlphaBeta::for_nodes(nodes);
    let choice = search.choose(rules, position, nodes, &mut Random::new(nodes), &|| false);
    let outcome = known[position];
    let Some(choice) = choice else {
        assert!(rules.primitive(position).is_some(), "{position:?} has a move");
        return true;
    };
    assert!(choice.nodes <= nodes, "{choice:?}");
    let after = known[&rules.moves(position)[choice.chosen]].as_seen_by_mover();
    match choice.prospect {
        Prospect::Win(_) => assert_eq!(outcome.value(), Value::Win, "{position:?} {choice:?}"),
        Prospect::Lose(_) => assert_eq!(outcome.value(), Value::Lose, "{position:?} {choice:?}"),
        Prospect::Level => assert_eq!(outcome.value(), Value::Tie, "{position:?} {choice:?}"),
        Prospect::Open(_) => return false,
    }
    assert_eq!(after.value(), outcome.value(), "{position:?} {choice:?}");
    if choice.nodes == nodes {
        return false;
    }
    match choice.prospect {
        Prospect::Win(plies) => assert_eq!(outcome, Outcome::Win(plies), "{position:?}"),
        Prospect::Lose(plies) => assert_eq!(outcome, Outcome::Lose(plies), "{position:?}"),
        Prospect::Level | Prospect::Open(_) => return true,
    }
    assert_eq!(after, outcome, "{position:?} {choice:?}");
    true
}

#[test]
fn games_without_loops_are_searched_to_their_ends() {
    for (name, variant, every) in [
        ("tictactoe", "3x3", 7),
        ("tentozero", "10-to-0", 1),
        ("nim", "3-4-5", 3),
        ("sim", "5", 11),
    ] {
        let rules = game(name, variant).rules;
        let known = twin(&*rules);
        let mut positions: Vec<_> = known.keys().collect();
        positions.sort_unstable();
        positions.insert(0, positions[0]);
        for position in positions.into_iter().step_by(every) {
            let decided = is_decided(&*rules, &known, position, 200_000);
            assert!(decided || known[position] == Outcome::Draw, "{name} {variant}: {position:?}");
        }
        assert!(is_decided(&*rules, &known, &rules.start(), 200_000), "{name} {variant}");
    }
}

#[test]
fn what_is_claimed_about_games_with_loops_is_true() {
    for (name, variant, every) in
        [("mutorere", "free", 5), ("dodgem", "3x3", 29), ("quixo", "3x3", 2001)]
    {
        let rules = game(name, variant).rules;
        let known = twin(&*rules);
        let mut positions: Vec<_> = known.keys().collect();
        positions.sort_unstable();
        let mut decided = 0;
        for position in positions.iter().step_by(every) {
            let is_decided = is_decided(&*rules, &known, position, 5_000);
            assert!(!is_decided || known[position] != Outcome::Draw, "{name}: {position:?}");
            decided += u32::from(is_decided);
        }
        assert!(decided > 10, "{name}: {decided}");
    }
}

/// A budget may end anywhere, also between two moves of which the first turns out to lose.
#[test]
fn claims_are_true_whatever_the_budget() {
    for (name, variant, every) in [("tictactoe", "3x3", 97), ("dodgem", "3x3", 211)] {
        let rules = game(name, variant).rules;
        let known = twin(&*rules);
        let mut positions: Vec<_> = known.keys().collect();
        positions.sort_unstable();
        for position in positions.iter().step_by(every) {
            for nodes in (1..400).step_by(3) {
                is_decided(&*rules, &known, position, nodes);
            }
        }
    }
}

#[test]
fn puzzles_are_solved_in_the_fewest_moves() {
    let rules = game("sliding", "2x3").rules;
    let known = twin(&*rules);
    for (position, outcome) in known.iter().filter(|(_, outcome)| **outcome <= Outcome::Tie(1)) {
        let Outcome::Tie(plies @ 1..=8) = *outcome else { continue };
        let mut search = AlphaBeta::for_nodes(50_000);
        let choice = search.choose(&*rules, position, 50_000, &mut Random::new(1), &|| false);
        assert_eq!(choice.unwrap().prospect, Prospect::Win(plies), "{position:?}");
    }
}

fn graphs() -> impl Strategy<Value = Graph> {
    let over = prop_oneof![
        6 => Just(None),
        1 => Just(Some(Value::Win)),
        1 => Just(Some(Value::Lose)),
        1 => Just(Some(Value::Tie)),
    ];
    let moves = prop::collection::vec((any::<u16>(), any::<u8>()), 0..5);
    let sketch = (0..6_u8, over, moves);
    let sketches = prop::collection::vec(sketch, 1..40);
    (sketches, prop::collection::vec((any::<u16>(), any::<u8>()), 1..5)).prop_map(
        |(sketches, start)| {
            let sketch = |(tier, over, moves)| Sketch { tier, elements: 1, over, moves };
            let layout = Layout { stretch: 1, loose_bound: false, all_roots: false };
            Graph::new(sketches.into_iter().map(sketch).collect(), start, layout)
        },
    )
}

proptest! {
    /// Games that nobody made up: loops, ends that are won, single moves.
    #[test]
    fn what_is_claimed_about_random_games_is_true(graph in graphs(), nodes in 1_u64..3_000) {
        let rules = GraphGame::<false>(&graph);
        let known = twin(&rules);
        for position in known.keys() {
            is_decided(&rules, &known, position, nodes);
        }
    }
}

/// What the twin knows, as a judge.
struct Twin<'g> {
    rules: &'g dyn AnyRules,
    known: std::collections::HashMap<AnyPosition, Outcome>,
}

impl Judge<Infallible> for Twin<'_> {
    fn worths(&self, position: &AnyPosition) -> Result<Vec<Worth>, Infallible> {
        let worth = |child: &AnyPosition| self.known[child].as_seen_by_mover().into();
        Ok(self.rules.moves(position).iter().map(worth).collect())
    }
}

/// Games of one player against another, who change sides; the score is the first's.
fn score<'g>(
    game: GameRules<'_>,
    games: u64,
    first: &dyn Fn(Random) -> Box<dyn Player<Infallible> + 'g>,
    second: &dyn Fn(Random) -> Box<dyn Player<Infallible> + 'g>,
) -> Score {
    let mut score = Score::default();
    for number in 0..games {
        let mut random = Random::fork(1, number);
        let (mut one, mut other) =
            (first(Random::new(random.roll())), second(Random::new(random.roll())));
        let side = [Turn::First, Turn::Second][number as usize % 2];
        let Ok(played) = play(game, &game.rules.start(), side.own_first([&mut *one, &mut *other]));
        match played.winner {
            None => score.draws += 1,
            Some(winner) if winner == side => score.wins += 1,
            Some(_) => score.losses += 1,
        }
    }
    score
}

#[test]
fn the_better_player_wins_more() {
    let tictactoe = game("tictactoe", "3x3");
    let rules = &*tictactoe.rules;
    let index = tictactoe.index.as_deref();
    let game = GameRules { rules, index, no_progress_limit: 50 };
    let judge = Twin { rules, known: twin(rules) };
    let perfect =
        |random| -> Box<dyn Player<_>> { Box::new(JudgedPlayer::new(&judge, 0.0, random)) };
    let mistaken =
        |random| -> Box<dyn Player<_>> { Box::new(JudgedPlayer::new(&judge, 0.5, random)) };
    let search = |random| -> Box<dyn Player<_>> {
        Box::new(SearchPlayer::new(rules, NodeBudget::fixed(100_000), random, &|| false))
    };
    let random = |random| -> Box<dyn Player<_>> { Box::new(RandomPlayer::new(rules, random)) };
    assert_eq!(score(game, 6, &search, &perfect), Score { wins: 0, draws: 6, losses: 0 });
    assert_eq!(score(game, 40, &perfect, &perfect).draws, 40);
    let against_random = score(game, 200, &perfect, &random);
    assert_eq!(against_random.losses, 0);
    assert!(against_random.wins > 150, "{against_random:?}");
    let mistakes = score(game, 200, &perfect, &mistaken);
    assert_eq!(mistakes.losses, 0);
    assert!(mistakes.wins > 20 && mistakes.wins < against_random.wins, "{mistakes:?}");
    assert_eq!(score(game, 50, &search, &random), score(game, 50, &search, &random));
}

#[test]
fn games_that_get_nowhere_are_draws() {
    let morris = game("morris", "three");
    let rules = &*morris.rules;
    let judge = Twin { rules, known: twin(rules) };
    let drawn = judge.known.iter().find(|(position, outcome)| {
        // Both have placed their stones.
        **outcome == Outcome::Draw && format!("{position:?}").contains("my_hand: 0, their_hand: 0")
    });
    let (start, _) = drawn.unwrap();
    let mut one = JudgedPlayer::new(&judge, 0.0, Random::new(1));
    let mut other = JudgedPlayer::new(&judge, 0.0, Random::new(2));
    let game = GameRules { rules, index: morris.index.as_deref(), no_progress_limit: 50 };
    let Ok(played) = play(game, start, [&mut one, &mut other]);
    assert_eq!((played.ending, played.winner, played.moves.len()), (Ending::NoProgress, None, 50));
    // Without tiers, the third visit to a position ends it.
    let game = GameRules { index: None, ..game };
    let Ok(played) = play(game, start, [&mut one, &mut other]);
    assert_eq!((played.ending, played.winner), (Ending::Repetition, None));
}
