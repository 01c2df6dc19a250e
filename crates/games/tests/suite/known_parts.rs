//! What is known of impartial games, of Othello on 4x4 and of the puzzles, by solving them.

use std::collections::BTreeMap;

use hindsight_core::{
    AnyPosition, Explored, Margins, MoveGraph, Outcome, Presentation, Rules, Value,
};
use hindsight_games::chomp::Chomp;
use hindsight_games::dawsonschess::DawsonsChess;
use hindsight_games::kayles::Kayles;
use hindsight_games::lightsout::LightsOut;
use hindsight_games::nim::Nim;
use hindsight_games::othello::Othello;
use hindsight_games::pegs::Pegs;
use hindsight_games::sliding::Sliding;
use hindsight_games::tactix::TacTix;
use hindsight_games::tentozero::TenToZero;
use hindsight_solve::{
    Backend, Control, Cpu, Exits, Grundy, GrundyError, TierGraph, UnitTask, margins,
};

const MEMORY: u64 = 1 << 30;
const PARTS: usize = 1 << 20;

/// The outcomes of a game of one tier, by slot.
fn outcomes(game: &dyn hindsight_core::Numbered) -> Vec<Outcome> {
    let graph = TierGraph::of(game);
    let [unit] = &graph.units[..] else { panic!("one tier") };
    let control = Control::default();
    let task = UnitTask { unit, exits: Exits::Resident(&[]), control: &control, parallel: true };
    let solved = Cpu.solve(game, &task).unwrap();
    let codes = solved.tiers().next().unwrap();
    codes.iter().map(|code| code.outcome().expect("no holes")).collect()
}

fn explored<G: Rules>(game: &G) -> Explored<G::Position> {
    Explored::new(game, MEMORY).unwrap()
}

/// The Grundy number of a position.
fn grundy<G: Rules>(
    known: &mut Grundy<AnyPosition>,
    game: &G,
    position: G::Position,
) -> Result<u32, GrundyError> {
    let rules: &dyn hindsight_core::AnyRules = game;
    known.of(rules, &AnyPosition::new(position))
}

/// Solves an impartial game and compares every position's value with its Grundy number, found by
/// parts and found over the whole graph. Gives back the start's value and number.
fn by_parts<G: Presentation>(game: G) -> (Outcome, u32) {
    let explored = explored(&game);
    let positions = explored.positions();
    let mut parts = Grundy::new(PARTS);
    let numbers: Vec<u32> =
        positions.iter().map(|&position| grundy(&mut parts, &game, position).unwrap()).collect();
    let outcomes = outcomes(&explored);
    let mut whole = Grundy::new(PARTS);
    for (position, &number) in (0..).zip(&numbers) {
        let text = game.write_position(positions[position as usize]);
        assert_eq!(whole.of(explored.moves(), &position), Ok(number), "{text}");
        let value = if number == 0 { Value::Lose } else { Value::Win };
        assert_eq!(outcomes[position as usize].value(), value);
    }
    (outcomes[0], numbers[0])
}

/// The numbers of rows of 0 to 200, by a sequence that repeats and what is different at first.
fn periodic(period: &[u32], exceptions: &[(usize, u32)]) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..=200).map(|length| period[length % period.len()]).collect();
    for &(length, number) in exceptions {
        assert_ne!(numbers[length], number, "no exception");
        numbers[length] = number;
    }
    numbers
}

#[test]
fn kayles_repeats_with_period_twelve() {
    // Guy and Smith 1956; Winning Ways, chapter 4: period 12 but for fourteen rows up to 70.
    let known = periodic(
        &[4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7],
        &[
            (0, 0),
            (3, 3),
            (6, 3),
            (9, 4),
            (11, 6),
            (15, 7),
            (18, 3),
            (21, 4),
            (22, 6),
            (28, 5),
            (34, 6),
            (39, 3),
            (57, 4),
            (70, 6),
        ],
    );
    let game = Kayles::variant("200").unwrap();
    let mut known_parts = Grundy::new(PARTS);
    for (length, &number) in known.iter().enumerate() {
        let text = format!("{}{}:f", "i".repeat(length), "-".repeat(200 - length));
        let position = game.parse_position(&text).unwrap();
        assert_eq!(grundy(&mut known_parts, &game, position), Ok(number), "{length} pins");
    }
    assert_eq!(known_parts.len(), 200, "a part for each length");
}

#[test]
fn dawsons_chess_repeats_with_period_thirty_four() {
    // Guy and Smith 1956; Winning Ways, chapter 4: period 34 but for seven rows up to 51.
    let known = periodic(
        &[
            8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 9, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0,
            4, 5, 3, 7, 4,
        ],
        &[(0, 0), (14, 0), (16, 2), (17, 2), (31, 2), (34, 0), (51, 2)],
    );
    let mut known_parts = Grundy::new(PARTS);
    for (length, &number) in known.iter().enumerate().skip(1) {
        let game = DawsonsChess::variant(&length.to_string()).unwrap();
        assert_eq!(grundy(&mut known_parts, &game, game.start()), Ok(number), "{length} cells");
    }
    assert_eq!(known_parts.len(), 200, "a part for each length");
}

#[test]
fn values_of_kayles_and_dawsons_chess_follow_from_their_numbers() {
    for (pins, number) in [("8", 1), ("12", 4)] {
        let (outcome, found) = by_parts(Kayles::variant(pins).unwrap());
        assert_eq!((outcome.value(), found), (Value::Win, number), "{pins}");
    }
    for (cells, value, number) in
        [("8", Value::Lose, 0), ("12", Value::Win, 2), ("14", Value::Lose, 0)]
    {
        let (outcome, found) = by_parts(DawsonsChess::variant(cells).unwrap());
        assert_eq!((outcome.value(), found), (value, number), "{cells}");
    }
}

#[test]
fn nim_is_the_sum_without_carrying() {
    // Bouton 1901.
    for (piles, number) in [("3-4-5", 2), ("1-3-5-7", 0), ("7-7", 0), ("5-6-7-8", 12)] {
        assert_eq!(by_parts(Nim::variant(piles).unwrap()).1, number, "{piles}");
    }
}

#[test]
fn chomp_is_won_by_the_first_player() {
    // Gale 1974, by stealing a strategy. Squares are won by leaving an L, two rows by taking the top
    // right square.
    for size in ["4x7", "3x5", "5x5", "2x6"] {
        let (outcome, number) = by_parts(Chomp::variant(size).unwrap());
        assert!(outcome.value() == Value::Win && number > 0, "{size}");
    }
    let losing = |size: &str, text: &str| {
        let game = Chomp::variant(size).unwrap();
        let position = game.parse_position(text).unwrap();
        assert_eq!(grundy(&mut Grundy::new(PARTS), &game, position), Ok(0), "{text}");
    };
    losing("5x5", "c----/c----/c----/c----/pcccc:s");
    losing("2x6", "ccccc-/pccccc:s");
}

#[test]
fn tac_tix_is_won_by_mirroring() {
    // Gardner 1959: on odd boards the first player takes the middle and mirrors, on even ones the
    // second player mirrors.
    assert_eq!(by_parts(TacTix::variant("3x3").unwrap()).0.value(), Value::Win);
    assert_eq!(by_parts(TacTix::variant("4x4").unwrap()).1, 0);
}

#[test]
fn ten_to_zero_counts_by_threes() {
    // A pile from which one or two are taken is worth what is left after taking threes away.
    assert_eq!(by_parts(TenToZero), (Outcome::Win(7), 10 % 3));
}

#[test]
fn othello_on_4x4_is_lost_by_eight() {
    // White wins 11 to 3, with two cells empty that count for nobody (Wikipedia, Computer Othello).
    let game = Othello::variant("4x4").unwrap();
    let explored = explored(&game);
    let graph = explored.moves();
    let margin = |position: u32| game.margin(explored.positions()[position as usize]);
    let outcomes = outcomes(&explored);
    let margins = margins(graph, margin);
    assert_eq!((margins[0], outcomes[0].value()), (-8, Value::Lose));
    for (position, outcome) in (0..).zip(&outcomes) {
        let sign = match outcome.value() {
            Value::Win => 1,
            Value::Lose => -1,
            Value::Tie => 0,
            Value::Draw => panic!("every game ends"),
        };
        assert_eq!(margins[position as usize].signum(), sign);
        // Plain minimax agrees at every position.
        let best = graph.children_of(position).iter().map(|&child| -margins[child as usize]).max();
        assert_eq!(best.or(margin(position)), Some(margins[position as usize]));
    }
    println!("{} positions, {:?}", graph.len(), outcomes[0]);
}

/// How many positions of a puzzle are solvable in how many moves; unsolvable ones under none.
fn distances(outcomes: &[Outcome]) -> BTreeMap<Option<u16>, usize> {
    let mut counts = BTreeMap::new();
    for outcome in outcomes {
        assert!(matches!(outcome, Outcome::Tie(_) | Outcome::Draw), "nobody wins a puzzle");
        *counts.entry(outcome.remoteness()).or_default() += 1;
    }
    counts
}

#[test]
fn the_sliding_puzzle_has_its_known_distances() {
    // Reinefeld 1993: 181,440 positions, at most 31 moves, which two positions need.
    for (variant, positions, farthest, such) in
        [("2x3", 360, 21, 1), ("2x4", 20_160, 36, 1), ("3x3", 181_440, 31, 2)]
    {
        let outcomes = outcomes(&explored(&Sliding::variant(variant).unwrap()));
        let counts = distances(&outcomes);
        assert_eq!(outcomes.len(), positions);
        assert_eq!(counts.last_key_value(), Some((&Some(farthest), &such)), "{variant}");
        assert!(!counts.contains_key(&None), "all can be solved");
        assert_eq!(outcomes[0], Outcome::Tie(farthest), "the start is a farthest position");
    }
}

/// Distances by breadth first search from the solved positions: the slow twin of a puzzle's values.
fn breadth_first(graph: &MoveGraph) -> Vec<Outcome> {
    let mut parents = vec![Vec::new(); graph.len() as usize];
    for position in 0..graph.len() {
        graph
            .children_of(position)
            .iter()
            .for_each(|&child| parents[child as usize].push(position));
    }
    let mut outcomes = vec![Outcome::Draw; graph.len() as usize];
    let mut level: Vec<u32> =
        (0..graph.len()).filter(|&position| graph.end(position).is_some()).collect();
    for distance in 0.. {
        level.retain(|&position| outcomes[position as usize] == Outcome::Draw);
        level.sort_unstable();
        level.dedup();
        if level.is_empty() {
            break;
        }
        level.iter().for_each(|&position| outcomes[position as usize] = Outcome::Tie(distance));
        level = level.iter().flat_map(|&child| parents[child as usize].clone()).collect();
    }
    outcomes
}

#[test]
fn pegs_are_solved_by_as_many_jumps_as_pegs_must_go() {
    for (variant, positions, jumps) in
        [("triangle4", 62, 8), ("triangle5", 3_016, 13), ("4x4", 1_871, 14), ("4x5", 27_595, 18)]
    {
        let explored = explored(&Pegs::variant(variant).unwrap());
        let outcomes = outcomes(&explored);
        assert_eq!(outcomes.len(), positions, "{variant}");
        assert_eq!(outcomes[0], Outcome::Tie(jumps), "{variant}");
        assert!(distances(&outcomes).contains_key(&None), "some ways lead nowhere");
        assert_eq!(outcomes, breadth_first(explored.moves()), "{variant}");
    }
}

/// The slow twin: the order of pressing means nothing and a button pressed twice does nothing, so
/// every set of buttons is tried once.
fn fewest_presses(game: &LightsOut, sets: usize) -> Vec<Outcome> {
    let mut fewest = vec![Outcome::Draw; sets];
    for buttons in 0..sets {
        let pressed = (0..usize::BITS as usize).filter(|button| buttons >> button & 1 == 1);
        let lights = pressed.fold(0, |lights, button| game.play(lights, button));
        let known = &mut fewest[lights as usize];
        *known = (*known).max(Outcome::Tie(buttons.count_ones() as u16));
    }
    fewest
}

#[test]
fn lights_go_out_in_the_known_numbers_of_presses() {
    // How many can be solved: Anderson and Feil 1998. The rest by trying every set of buttons.
    for (side, solvable, farthest, start) in
        [("2x2", 16, 4, 4), ("3x3", 512, 9, 5), ("4x4", 4_096, 7, 4)]
    {
        let game = LightsOut::variant(side).unwrap();
        let outcomes = outcomes(&game);
        let counts = distances(&outcomes);
        let unsolvable = counts.get(&None).copied().unwrap_or(0);
        assert_eq!(outcomes.len() - unsolvable, solvable, "{side}");
        assert_eq!(counts.last_key_value().unwrap().0, &Some(farthest), "{side}");
        assert_eq!(outcomes[game.start() as usize], Outcome::Tie(start), "{side}");
        assert_eq!(outcomes, fewest_presses(&game, outcomes.len()), "{side}");
    }
}
