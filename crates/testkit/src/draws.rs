//! Draws told apart, slowly and obviously: going over all of them again and again.

use std::collections::{BTreeMap, HashMap};

use hindsight_core::{Outcome, Rules};
use hindsight_solve::{DrawClass, DrawLevel, DrawRank};

use crate::twin::{outcomes, walk};

/// The level of every draw that play from the seeds can lead to, and whether it is pure among them.
pub fn levels<G: Rules>(
    game: &G,
    seeds: impl IntoIterator<Item = G::Position>,
) -> HashMap<G::Position, (DrawLevel, bool)> {
    let over = |position: &G::Position| game.primitive(*position);
    let moves = |&position: &G::Position| {
        let mut children = Vec::new();
        game.moves(position, |chosen| children.push(game.play(position, chosen)));
        children
    };
    let (positions, children) = walk(seeds, over, moves);
    let outcomes = outcomes(game, positions.iter().copied());
    let outcomes: Vec<Outcome> = positions.iter().map(|position| outcomes[position]).collect();
    let draws: Vec<usize> =
        (0..positions.len()).filter(|&number| outcomes[number] == Outcome::Draw).collect();

    let mut known: Vec<Option<DrawLevel>> = vec![None; positions.len()];
    let has = |known: &[Option<DrawLevel>], draw: usize, class| {
        let is = |&child: &usize| known[child].is_some_and(|level| level.class == class);
        children[draw].iter().any(is)
    };
    for level in 0.. {
        let is_start = |draw: usize| match level {
            0 => children[draw].iter().any(|&child| matches!(outcomes[child], Outcome::Win(_))),
            _ => has(&known, draw, DrawClass::Win),
        };
        let open = draws.iter().copied().filter(|&draw| known[draw].is_none());
        let mut news: Vec<(usize, DrawClass)> =
            open.filter(|&draw| is_start(draw)).map(|draw| (draw, DrawClass::Lose)).collect();
        if news.is_empty() {
            break;
        }
        let mut remoteness = 0;
        while !news.is_empty() {
            for (draw, class) in news {
                known[draw] = Some(DrawLevel { class, level, remoteness });
            }
            remoteness += 1;
            let is_win = |&child: &usize| {
                outcomes[child] != Outcome::Draw
                    || known[child].is_some_and(|level| level.class == DrawClass::Win)
            };
            let open = draws.iter().copied().filter(|&draw| known[draw].is_none());
            news = open
                .filter_map(|draw| {
                    if has(&known, draw, DrawClass::Lose) {
                        Some((draw, DrawClass::Win))
                    } else {
                        children[draw].iter().all(is_win).then_some((draw, DrawClass::Lose))
                    }
                })
                .collect();
        }
    }

    let is_lose = |draw: usize| known[draw].is_some_and(|level| level.class == DrawClass::Lose);
    let mut is_impure = vec![false; positions.len()];
    for &draw in draws.iter().filter(|&&draw| is_lose(draw)) {
        children[draw]
            .iter()
            .filter(|&&child| is_lose(child))
            .for_each(|&child| is_impure[child] = true);
    }
    let mut news = true;
    while news {
        news = false;
        for &draw in &draws {
            if !is_impure[draw] && children[draw].iter().any(|&child| is_impure[child]) {
                is_impure[draw] = true;
                news = true;
            }
        }
    }
    let label = |&draw: &usize| {
        (positions[draw], (known[draw].unwrap_or(DrawLevel::UNTOUCHED), !is_impure[draw]))
    };
    draws.iter().map(label).collect()
}

/// The rank of every draw that play from the seeds can lead to: `unit` numbers the unit of a position,
/// those that moves lead to first, and `value` is what its tier is worth.
pub fn ranks<G: Rules>(
    game: &G,
    seeds: impl IntoIterator<Item = G::Position>,
    unit: impl Fn(G::Position) -> usize,
    value: impl Fn(G::Position) -> i32,
) -> HashMap<G::Position, DrawRank> {
    let over = |position: &G::Position| game.primitive(*position);
    let moves = |&position: &G::Position| {
        let mut children = Vec::new();
        game.moves(position, |chosen| children.push(game.play(position, chosen)));
        children
    };
    let (positions, children) = walk(seeds, over, moves);
    let outcomes = outcomes(game, positions.iter().copied());
    let is_draw = |number: &usize| outcomes[&positions[*number]] == Outcome::Draw;
    let mut units: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for draw in (0..positions.len()).filter(is_draw) {
        units.entry(unit(positions[draw])).or_default().push(draw);
    }
    let mut known: Vec<Option<DrawRank>> = vec![None; positions.len()];
    for draws in units.into_values() {
        loop {
            // Of all open draws that are decided by what is known, those with the largest key are
            // decided now, and among them those with the least depth.
            let decided = |&draw: &usize| {
                let seen = |&child: &usize| {
                    let (key, depth) = known[child].map(|rank| (rank.key, rank.depth))?;
                    let k = key + value(positions[child]) + value(positions[draw]);
                    Some((k, if k.signum() == -key.signum() { -depth } else { depth }))
                };
                let drawn: Vec<Option<(i32, i32)>> =
                    children[draw].iter().filter(|child| is_draw(child)).map(seen).collect();
                let best = drawn.iter().flatten().map(|&(k, _)| -k).max()?;
                let depths = drawn.iter().flatten().filter(|&&(k, _)| -k == best).map(|&(_, d)| d);
                let rank = match best.signum() {
                    1 => DrawRank { key: best, depth: 1 + depths.min()? },
                    -1 if drawn.iter().all(Option::is_some) => {
                        DrawRank { key: best, depth: 1 + depths.max()? }
                    }
                    _ => return None,
                };
                Some((draw, rank))
            };
            let open = draws.iter().filter(|&&draw| known[draw].is_none());
            let decided: Vec<(usize, DrawRank)> = open.filter_map(decided).collect();
            let first = |&(_, rank): &(usize, DrawRank)| (-rank.key.abs(), rank.depth);
            let Some(first_of_all) = decided.iter().map(first).min() else { break };
            for (draw, rank) in decided.iter().filter(|it| first(it) == first_of_all) {
                known[*draw] = Some(*rank);
            }
        }
        for draw in draws {
            known[draw].get_or_insert(DrawRank::STABLE);
        }
    }
    let draws = (0..positions.len()).filter(is_draw);
    draws.map(|draw| (positions[draw], known[draw].unwrap_or_default())).collect()
}
