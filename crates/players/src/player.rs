//! Those who choose moves.

use hindsight_core::{AnyPosition, AnyRules, Outcome};

use crate::alphabeta::AlphaBeta;
use crate::budget::NodeBudget;
use crate::random::Random;

/// Somebody who plays one side of one game.
pub trait Player<E> {
    /// The place of the chosen move among the moves of a position at which the game goes on.
    fn choose(&mut self, position: &AnyPosition) -> Result<usize, E>;
}

/// What a move is worth to the player who makes it. The greater is the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth {
    /// Who prevails, and how soon.
    pub outcome: Outcome,
    /// Tells moves with the same outcome apart, where somebody knows more.
    pub rank: i64,
}

impl From<Outcome> for Worth {
    fn from(outcome: Outcome) -> Worth {
        Worth { outcome, rank: 0 }
    }
}

/// Somebody who knows what moves are worth, such as the tables of a solved game.
pub trait Judge<E>: Send + Sync {
    /// What each move of a position is worth, in the order of the moves.
    fn worths(&self, position: &AnyPosition) -> Result<Vec<Worth>, E>;
}

/// Plays any move.
pub struct RandomPlayer<'g> {
    rules: &'g dyn AnyRules,
    random: Random,
}

impl<'g> RandomPlayer<'g> {
    /// Draws moves with these numbers.
    pub fn new(rules: &'g dyn AnyRules, random: Random) -> RandomPlayer<'g> {
        RandomPlayer { rules, random }
    }
}

impl<E> Player<E> for RandomPlayer<'_> {
    fn choose(&mut self, position: &AnyPosition) -> Result<usize, E> {
        Ok(self.random.below(self.rules.mobility(position).max(1) as usize))
    }
}

/// Plays the move that a search likes best.
pub struct SearchPlayer<'g> {
    rules: &'g dyn AnyRules,
    search: AlphaBeta,
    budget: NodeBudget,
    random: Random,
    stop: &'g (dyn Fn() -> bool + Sync),
}

impl<'g> SearchPlayer<'g> {
    /// Searches within a budget. When `stop` says so, the best move found so far is played.
    pub fn new(
        rules: &'g dyn AnyRules,
        budget: NodeBudget,
        random: Random,
        stop: &'g (dyn Fn() -> bool + Sync),
    ) -> SearchPlayer<'g> {
        SearchPlayer { rules, search: AlphaBeta::for_nodes(budget.most()), budget, random, stop }
    }
}

impl<E> Player<E> for SearchPlayer<'_> {
    fn choose(&mut self, position: &AnyPosition) -> Result<usize, E> {
        let nodes = self.budget.draw(&mut self.random);
        let choice = self.search.choose(self.rules, position, nodes, &mut self.random, &self.stop);
        Ok(choice.map_or(0, |choice| choice.chosen))
    }
}

/// Plays a move that no other is better than, one drawn at random where there are several; and for a
/// share of its moves any move.
pub struct JudgedPlayer<'g, E> {
    judge: &'g dyn Judge<E>,
    mistakes: f64,
    random: Random,
}

impl<'g, E> JudgedPlayer<'g, E> {
    /// Does what the judge finds best, but for a share of mistakes from 0 to 1.
    pub fn new(judge: &'g dyn Judge<E>, mistakes: f64, random: Random) -> JudgedPlayer<'g, E> {
        JudgedPlayer { judge, mistakes, random }
    }
}

impl<E> Player<E> for JudgedPlayer<'_, E> {
    fn choose(&mut self, position: &AnyPosition) -> Result<usize, E> {
        let worths = self.judge.worths(position)?;
        let is_mistaken = self.random.share() < self.mistakes;
        let best = worths.iter().max().copied();
        let places = worths.iter().enumerate();
        let candidates: Vec<usize> = places
            .filter(|(_, worth)| is_mistaken || Some(**worth) == best)
            .map(|(place, _)| place)
            .collect();
        Ok(candidates.get(self.random.below(candidates.len().max(1))).copied().unwrap_or(0))
    }
}

macro_rules! debug_by_name {
    ($($player:ident<$($parameter:tt),*>),*) => {$(
        impl<$($parameter),*> std::fmt::Debug for $player<$($parameter),*> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($player)).finish_non_exhaustive()
            }
        }
    )*};
}

debug_by_name!(RandomPlayer<'g>, SearchPlayer<'g>, JudgedPlayer<'g, E>);
