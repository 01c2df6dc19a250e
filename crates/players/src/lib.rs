/*!
Players that need no tables, and games between players.

[`AlphaBeta`] finds a good move with nothing but a game's rules. A [`Player`] is that search, or one that
plays at random, or one that asks a [`Judge`] what moves are worth; [`play`] lets two of them play a game,
and a [`Score`] counts how games ended. Games are [`AnyRules`](hindsight_core::AnyRules), so that all of
this is compiled once.

Everything random comes from a seed: the same seed gives the same games.
*/

mod alphabeta;
mod budget;
mod game;
mod name;
mod player;
mod progress;
mod random;
mod score;
mod strength;
mod transpositions;

pub use alphabeta::{AlphaBeta, Choice, Prospect};
pub use budget::{NodeBudget, NodeBudgetError};
pub use game::{Ending, GameRules, MOST_PLIES, PlayedGame, play};
pub use name::{PlayerName, PlayerNameError};
pub use player::{Judge, JudgedPlayer, Player, RandomPlayer, SearchPlayer, Worth};
pub use random::Random;
pub use score::{Score, Share};
pub use strength::{Strength, StrengthError};

/// A text as it may stand in a message: one short line.
fn shown(text: &str) -> String {
    text.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect()
}
