//! How a match ended, as programs read it.

use hindsight_players::{Score, Share};
use serde::Serialize;

use crate::oracle::GameName;

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// The game.
    #[serde(flatten)]
    pub name: GameName,
    /// The player who moved first in the first game.
    pub first: String,
    /// The other player.
    pub second: String,
    /// What made the games differ.
    pub seed: u64,
    /// What a searching player could look at before each move.
    pub nodes: String,
    /// After how many plies without progress a game was a draw.
    pub no_progress_limit: u32,
    /// The score of the first player.
    pub score: ScoreAnswer,
    /// The same, in games in which that player moved first.
    pub moving_first: ScoreAnswer,
    /// The same, in games in which that player moved second.
    pub moving_second: ScoreAnswer,
    /// All games.
    pub games: Vec<MatchGame>,
}

/// A player's games by how they ended, each with its share of all games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ScoreAnswer {
    /// All games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The share of games won.
    pub won: ShareAnswer,
    /// The share of games that nobody won.
    pub drawn: ShareAnswer,
    /// The share of games lost.
    pub lost: ShareAnswer,
}

impl From<Score> for ScoreAnswer {
    fn from(score: Score) -> ScoreAnswer {
        let Score { wins, draws, losses } = score;
        ScoreAnswer {
            games: score.games(),
            wins,
            draws,
            losses,
            won: score.won().into(),
            drawn: score.drawn().into(),
            lost: score.lost().into(),
        }
    }
}

/// A share from 0 to 1, and the ends of its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ShareAnswer {
    /// The share.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl From<Share> for ShareAnswer {
    fn from(Share { share, low, high }: Share) -> ShareAnswer {
        ShareAnswer { share, low, high }
    }
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MatchGame {
    /// Its number, from 1 on.
    pub number: u64,
    /// Who moved first, and who second.
    pub players: [String; 2],
    /// `1-0` where the player who moved first won, `0-1` where the other did, or `1/2-1/2`.
    pub result: &'static str,
    /// Why it ended: `over` by the rules, `no-progress`, `repetition` or `too-long`.
    pub ending: &'static str,
    /// The moves.
    pub moves: Vec<String>,
}
