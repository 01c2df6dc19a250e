//! A game that was written down, played again move by move. Needs the rules alone.

use hindsight_core::{Outcome, Turn};
use serde::Serialize;

use crate::error::OracleError;
use crate::oracle::{GameName, Oracle};
use crate::report::{Verdict, turn_name};

/// A game from some position on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replay {
    /// The game.
    #[serde(flatten)]
    pub name: GameName,
    /// The position at which it begins, as the game itself writes it.
    pub position: String,
    /// Whose turn it is there.
    #[serde(serialize_with = "turn_name")]
    pub turn: Turn,
    /// The same position in a notation that other programs share, where the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard: Option<String>,
    /// The moves.
    pub plies: Vec<ReplayedPly>,
    /// What ended the game at the last position, for the player to move there; none while it goes on.
    pub over: Option<Verdict>,
}

/// A move of a game that was played again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReplayedPly {
    /// The move, as the game itself writes it.
    #[serde(rename = "move")]
    pub chosen: String,
    /// The same in a notation that other programs share, where the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard: Option<String>,
    /// The position moved to.
    pub position: String,
    /// Whose turn it is there.
    #[serde(serialize_with = "turn_name")]
    pub turn: Turn,
}

impl Oracle {
    /// Plays moves one after the other, from a position on. They may be written as the game itself does, or
    /// in the notation that other programs share. A move that cannot be made is told with its number.
    pub fn replay<'m>(
        &self,
        position: &str,
        moves: impl IntoIterator<Item = &'m str>,
    ) -> Result<Replay, OracleError> {
        let rules = &*self.rules;
        let mut here = self.parse(position)?;
        let mut replay = Replay {
            name: self.name.clone(),
            position: rules.write_position(&here),
            turn: rules.turn(&here),
            standard: rules.standard_position(&here),
            plies: Vec::new(),
            over: None,
        };
        for text in moves {
            let mut names = rules.move_names(&here);
            let mut standard = rules.standard_move_names(&here);
            let found = names.iter().position(|name| name == text).or_else(|| {
                let wanted = bare(text);
                standard.iter().flatten().position(|name| bare(name) == wanted)
            });
            let Some(found) = found else {
                let number = replay.plies.len() + 1;
                let position = rules.write_position(&here);
                let cause = OracleError::no_such_move(text, position, names);
                return Err(OracleError::Replay { number, cause: Box::new(cause) });
            };
            here = rules.moves(&here).swap_remove(found);
            replay.plies.push(ReplayedPly {
                chosen: names.swap_remove(found),
                standard: standard.as_mut().map(|names| names.swap_remove(found)),
                position: rules.write_position(&here),
                turn: rules.turn(&here),
            });
        }
        replay.over = rules.primitive(&here).map(|value| Outcome::over(value).into());
        Ok(replay)
    }
}

/// A move without the signs for check and mate, which not everybody writes.
fn bare(name: &str) -> &str {
    name.trim_end_matches(['+', '#'])
}
