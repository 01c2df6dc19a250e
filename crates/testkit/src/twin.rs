//! The slow, obvious twin: every position in a map, every value by going over all positions again
//! and again. Uses nothing of a game but its moves.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use hindsight_core::{Outcome, Rules, Value};

use crate::facts::Rows;

/// The outcome of every position that play from the seeds can lead to.
pub fn outcomes<G: Rules>(
    game: &G,
    seeds: impl IntoIterator<Item = G::Position>,
) -> HashMap<G::Position, Outcome> {
    let over = |position: &G::Position| game.primitive(*position);
    let children = |&position: &G::Position| {
        let mut children = Vec::new();
        game.moves(position, |chosen| children.push(game.play(position, chosen)));
        children
    };
    outcomes_of(seeds, over, children)
}

/// The same for positions of any kind: where the game is over, and where moves lead otherwise.
pub fn outcomes_of<P: Clone + Eq + Hash>(
    seeds: impl IntoIterator<Item = P>,
    over: impl Fn(&P) -> Option<Value>,
    children: impl Fn(&P) -> Vec<P>,
) -> HashMap<P, Outcome> {
    let (positions, children) = walk(seeds, &over, children);
    let mut known: Vec<Option<Outcome>> =
        positions.iter().map(|position| over(position).map(Outcome::over)).collect();
    fill_in(&mut known, &children, |remoteness, children| {
        if children.contains(&Some(Outcome::Lose(remoteness - 1))) {
            return Some(Outcome::Win(remoteness));
        }
        let is_win = |child: &Option<Outcome>| matches!(child, Some(Outcome::Win(_)));
        children.iter().all(is_win).then_some(Outcome::Lose(remoteness))
    });
    fill_in(&mut known, &children, |remoteness, children| {
        let can_tie = children.contains(&Some(Outcome::Tie(remoteness - 1)));
        can_tie.then_some(Outcome::Tie(remoteness))
    });
    let outcomes = known.into_iter().map(|outcome| outcome.unwrap_or(Outcome::Draw));
    positions.into_iter().zip(outcomes).collect()
}

/// All positions that the seeds lead to, and for each the numbers of its children.
pub(crate) fn walk<P: Clone + Eq + Hash>(
    seeds: impl IntoIterator<Item = P>,
    over: impl Fn(&P) -> Option<Value>,
    children: impl Fn(&P) -> Vec<P>,
) -> (Vec<P>, Vec<Vec<usize>>) {
    let mut numbers = HashMap::new();
    let mut positions = Vec::new();
    let mut number_of = |position: P, positions: &mut Vec<P>| {
        *numbers.entry(position).or_insert_with_key(|position| {
            positions.push(position.clone());
            positions.len() - 1
        })
    };
    for seed in seeds {
        number_of(seed, &mut positions);
    }
    let mut numbered = Vec::new();
    while let Some(position) = positions.get(numbered.len()) {
        let found = if over(position).is_none() { children(position) } else { Vec::new() };
        numbered.push(found.into_iter().map(|child| number_of(child, &mut positions)).collect());
    }
    (positions, numbered)
}

/// For remoteness 1, 2, 3... goes over all positions without an outcome and asks whether their
/// children's outcomes, as they were before, decide them now; until a remoteness decides none.
fn fill_in(
    known: &mut [Option<Outcome>],
    children: &[Vec<usize>],
    decide: impl Fn(u16, &[Option<Outcome>]) -> Option<Outcome>,
) {
    for remoteness in 1.. {
        let decided: Vec<(usize, Outcome)> = (0..known.len())
            .filter(|&number| known[number].is_none())
            .filter_map(|number| {
                let outcomes: Vec<_> = children[number].iter().map(|&child| known[child]).collect();
                Some((number, decide(remoteness, &outcomes)?))
            })
            .collect();
        if decided.is_empty() {
            return;
        }
        for (number, outcome) in decided {
            known[number] = Some(outcome);
        }
    }
}

/// How many positions and how many different orbits have each outcome, given each one's orbit.
pub fn count<P, O: Ord>(outcomes: &HashMap<P, Outcome>, orbit: impl Fn(&P) -> O) -> Rows {
    let mut orbits: HashMap<Outcome, BTreeSet<O>> = HashMap::new();
    let mut counts = Rows::new();
    for (position, &outcome) in outcomes {
        let count = counts.entry(outcome).or_default();
        count.0 += 1;
        count.1 += u64::from(orbits.entry(outcome).or_default().insert(orbit(position)));
    }
    counts
}
