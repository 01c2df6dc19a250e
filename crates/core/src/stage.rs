//! Moves made by several clicks: the states between a position and the next.

use crate::scene::{Button, Part, Picture};

/// A state in the middle of a move, or before any part of it is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// What the board looks like.
    pub picture: Picture,
    /// What can be clicked.
    pub choices: Vec<Choice>,
}

/// What can be clicked at a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The part's name.
    pub name: String,
    /// What is clicked.
    pub button: Button,
    /// What comes of it.
    pub then: Then,
}

/// What comes of a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The move of this number is made.
    Move(usize),
    /// The stage of this number comes.
    Stage(usize),
}

/// Merges the parts of all moves of a position, in the order of the moves, into stages. The first
/// stage is the position itself; every other one comes after the stage that leads to it. Where moves
/// disagree about a part that they share, the first one's word holds.
pub fn stages(position: Picture, moves: Vec<Vec<Part>>) -> Vec<Stage> {
    let mut stages = vec![Stage { picture: position, choices: Vec::new() }];
    for (number, mut parts) in moves.into_iter().enumerate() {
        let Some(last) = parts.pop() else { continue };
        let mut at = 0;
        for Part { name, button, picture } in parts {
            let known = stages[at].choices.iter().find_map(|choice| match choice.then {
                Then::Stage(next) if choice.name == name => Some(next),
                _ => None,
            });
            at = known.unwrap_or_else(|| {
                let new = stages.len();
                let picture = picture.unwrap_or_else(|| stages[at].picture.clone());
                stages.push(Stage { picture, choices: Vec::new() });
                stages[at].choices.push(Choice { name, button, then: Then::Stage(new) });
                new
            });
        }
        let Part { name, button, .. } = last;
        stages[at].choices.push(Choice { name, button, then: Then::Move(number) });
    }
    stages
}

/// What each stage is worth, when the moves are worth these to the player who makes them: as much as
/// the best move that can still be made. A stage without any is worth `none`.
pub fn worths<T: Copy + Ord>(stages: &[Stage], moves: &[T], none: T) -> Vec<T> {
    let mut worths = vec![none; stages.len()];
    // A stage stands before those that it leads to.
    for (number, stage) in stages.iter().enumerate().rev() {
        let worth = |choice: &Choice| match choice.then {
            Then::Move(chosen) => moves.get(chosen).copied(),
            Then::Stage(next) => worths.get(next).copied(),
        };
        if let Some(best) = stage.choices.iter().filter_map(worth).max() {
            worths[number] = best;
        }
    }
    worths
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Moves as lists of names; all different, and none the beginning of another.
    fn moves() -> impl Strategy<Value = Vec<Vec<u8>>> {
        prop::collection::btree_set(prop::collection::vec(0u8..3, 1..4), 0..12).prop_map(|set| {
            let all: Vec<_> = set.into_iter().collect();
            let is_prefix = |path: &Vec<u8>| {
                all.iter().any(|other| other.len() > path.len() && other.starts_with(path))
            };
            all.iter().filter(|path| !is_prefix(path)).cloned().collect()
        })
    }

    fn parts(path: &[u8]) -> Vec<Part> {
        let part = |length: usize| {
            let picture = (length < path.len()).then(|| Picture::new(format!("{length}")));
            Part { name: path[length - 1].to_string(), button: Button::Listed {}, picture }
        };
        (1..=path.len()).map(part).collect()
    }

    /// All ways from a stage to a move: the names on the way, and the move.
    fn walk(stages: &[Stage], from: usize, way: Vec<u8>, found: &mut Vec<(Vec<u8>, usize)>) {
        for choice in &stages[from].choices {
            let mut way = way.clone();
            way.push(choice.name.parse().unwrap());
            match choice.then {
                Then::Move(number) => found.push((way, number)),
                Then::Stage(next) => walk(stages, next, way, found),
            }
        }
    }

    proptest! {
        #[test]
        fn every_move_is_reached_on_its_own_way_only(moves in moves()) {
            let stages = stages(Picture::default(), moves.iter().map(|path| parts(path)).collect());
            let mut found = Vec::new();
            walk(&stages, 0, Vec::new(), &mut found);
            found.sort_by_key(|(_, number)| *number);
            let wanted: Vec<_> = moves.iter().cloned().zip(0..).collect();
            prop_assert_eq!(found, wanted);
            for stage in &stages {
                let mut names: Vec<_> = stage.choices.iter().map(|choice| &choice.name).collect();
                names.sort();
                names.dedup();
                prop_assert_eq!(names.len(), stage.choices.len());
            }
        }

        #[test]
        fn a_stage_is_worth_the_best_move_below_it(
            moves in moves(),
            values in prop::collection::vec(-9i32..9, 12),
        ) {
            let stages = stages(Picture::default(), moves.iter().map(|path| parts(path)).collect());
            let worths = worths(&stages, &values[..moves.len()], i32::MIN);
            for (number, worth) in worths.iter().enumerate() {
                let mut below = Vec::new();
                walk(&stages, number, Vec::new(), &mut below);
                let best = below.iter().map(|(_, number)| values[*number]).max();
                prop_assert_eq!(*worth, best.unwrap_or(i32::MIN));
            }
        }
    }
}
