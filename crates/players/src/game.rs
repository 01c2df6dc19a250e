//! One game between two players.

use std::collections::HashMap;

use hindsight_core::{AnyPosition, AnyRules, Numbered, Turn, Value};

use crate::player::Player;
use crate::progress::Progress;

/// A game that has come to no end after so many plies is a draw.
pub const MOST_PLIES: usize = 2000;
/// How often a position may come back.
const MOST_VISITS: u32 = 3;

/// What is played, and when a game without an end is a draw.
#[derive(Clone, Copy)]
pub struct GameRules<'g> {
    /// The rules.
    pub rules: &'g dyn AnyRules,
    /// The numbers of the positions, where the game has tiers that tell what never comes back.
    pub index: Option<&'g dyn Numbered>,
    /// A game is a draw after so many plies in a row that could be taken back. Without tiers, it is one
    /// when a position comes for the third time.
    pub no_progress_limit: u32,
}

impl std::fmt::Debug for GameRules<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let limit = self.no_progress_limit;
        f.debug_struct("GameRules").field("no_progress_limit", &limit).finish_non_exhaustive()
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Over,
    /// Nothing happened for too long.
    NoProgress,
    /// A position came for the third time.
    Repetition,
    /// It went on for [`MOST_PLIES`].
    TooLong,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The places of the moves among the moves of their positions.
    pub moves: Vec<usize>,
    /// Who won; nobody if the game ended level.
    pub winner: Option<Turn>,
    /// Why it ended.
    pub ending: Ending,
}

/// Plays a game from a position to its end: the first of the players has the first turn.
pub fn play<'p, E>(
    game: GameRules<'_>,
    start: &AnyPosition,
    mut players: [&mut (dyn Player<E> + 'p); 2],
) -> Result<PlayedGame, E> {
    let GameRules { rules, index, no_progress_limit } = game;
    let mut progress = index.map(Progress::new);
    let mut visits: HashMap<AnyPosition, u32> = HashMap::new();
    let mut position = start.clone();
    let mut moves = Vec::new();
    let mut idle = 0;
    let ended = |moves, winner, ending| Ok(PlayedGame { moves, winner, ending });
    loop {
        let turn = rules.turn(&position);
        if let Some(value) = rules.primitive(&position) {
            let winner = match value {
                Value::Win => Some(turn),
                Value::Lose => Some(turn.other()),
                Value::Tie | Value::Draw => None,
            };
            return ended(moves, winner, Ending::Over);
        }
        if progress.is_some() && idle >= no_progress_limit {
            return ended(moves, None, Ending::NoProgress);
        }
        if progress.is_none() {
            let visit = visits.entry(position.clone()).or_default();
            *visit += 1;
            if *visit >= MOST_VISITS {
                return ended(moves, None, Ending::Repetition);
            }
        }
        if moves.len() >= MOST_PLIES {
            return ended(moves, None, Ending::TooLong);
        }
        let player = match turn {
            Turn::First => &mut players[0],
            Turn::Second => &mut players[1],
        };
        let chosen = player.choose(&position)?;
        let mut after = rules.moves(&position);
        let next = after.swap_remove(chosen.min(after.len() - 1));
        let is_idle = progress.as_mut().is_some_and(|progress| !progress.is_made(&position, &next));
        idle = if is_idle { idle + 1 } else { 0 };
        moves.push(chosen);
        position = next;
    }
}
