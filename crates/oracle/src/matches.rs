//! Matches between players, with those that know the tables among them.

use std::sync::Arc;

use hindsight_core::{AnyPosition, Kind, Numbered, Outcome, Turn};
use hindsight_players::{
    Ending, GameRules, Judge, JudgedPlayer, NodeBudget, PlayedGame, Player, PlayerName, Random,
    RandomPlayer, Score, SearchPlayer, Worth, play,
};
use hindsight_solve::Control;
use hindsight_store::Store;
use rayon::prelude::*;

use crate::draws::{DrawsBy, Family};
use crate::error::OracleError;
use crate::match_report::{MatchGame, MatchReport, ScoreAnswer};
use crate::oracle::{Located, Oracle};
use crate::tables::Reading;

/// Who plays whom, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchOptions {
    /// One player, who moves first in the first game.
    pub first: PlayerName,
    /// The other.
    pub second: PlayerName,
    /// The games; the players change sides after each.
    pub games: u64,
    /// The same seed gives the same games, whatever the number of threads.
    pub seed: u64,
    /// What a searching player may look at before each move.
    pub nodes: NodeBudget,
    /// A game is a draw after so many plies in a row that could be taken back.
    pub no_progress_limit: u32,
}

impl MatchOptions {
    /// A match with the usual conditions.
    pub const fn new(first: PlayerName, second: PlayerName, games: u64) -> MatchOptions {
        let (nodes, no_progress_limit) = (NodeBudget::DEFAULT, 50);
        MatchOptions { first, second, games, seed: 0, nodes, no_progress_limit }
    }
}

impl Oracle {
    /// Plays a match with the threads of the current rayon pool. Players that know what moves are worth
    /// need tables.
    pub fn play_match(
        &self,
        options: &MatchOptions,
        control: &Control,
    ) -> Result<MatchReport, OracleError> {
        if self.kind() == Kind::Puzzle {
            return Err(OracleError::OnePlayer { name: self.name.clone() });
        }
        let judge =
            |name: &PlayerName| name.needs_values().then(|| self.judge_by_tables(name)).transpose();
        let judges = [judge(&options.first)?, judge(&options.second)?];
        control.expect(options.games);
        let games: Vec<(PlayedGame, Turn)> = (0..options.games as usize)
            .into_par_iter()
            // Games take seconds and differ in length: nobody waits behind one while a core is idle.
            .with_max_len(1)
            .map(|number| {
                control.check()?;
                let played = self.play_one(options, number as u64, &judges, control)?;
                control.check()?;
                control.advance(1);
                Ok(played)
            })
            .collect::<Result<_, OracleError>>()?;
        Ok(self.report(options, &games))
    }

    /// Plays one game, and says on which side the match's first player was. All that is random in it
    /// comes from the seed and the number of the game.
    fn play_one(
        &self,
        options: &MatchOptions,
        number: u64,
        judges: &[Option<TableJudge<'_>>; 2],
        control: &Control,
    ) -> Result<(PlayedGame, Turn), OracleError> {
        let mut random = Random::fork(options.seed, number);
        let stop = || control.is_stopped();
        let rules = &*self.rules;
        let [own, others] = judges.each_ref().map(Option::as_ref);
        let mut player = |name, judge| {
            let random = Random::new(random.roll());
            self.player(name, options.nodes, random, judge, &stop)
        };
        let mut one = player(&options.first, own)?;
        let mut other = player(&options.second, others)?;
        let side = if number.is_multiple_of(2) { Turn::First } else { Turn::Second };
        let game = GameRules {
            rules,
            index: self.own_index.as_deref(),
            no_progress_limit: options.no_progress_limit,
        };
        let players = side.own_first([&mut *one, &mut *other]);
        Ok((play(game, &rules.start(), players)?, side))
    }

    /// A player by name.
    fn player<'p>(
        &'p self,
        name: &PlayerName,
        nodes: NodeBudget,
        random: Random,
        tables: Option<&'p TableJudge<'_>>,
        stop: &'p (dyn Fn() -> bool + Sync),
    ) -> Result<Box<dyn Player<OracleError> + 'p>, OracleError> {
        let rules = &*self.rules;
        let judge = || tables.ok_or_else(|| self.not_solved());
        Ok(match name {
            PlayerName::Perfect | PlayerName::Ranked(_) => {
                Box::new(JudgedPlayer::new(judge()?, 0.0, random))
            }
            PlayerName::Mistakes(share) => Box::new(JudgedPlayer::new(judge()?, *share, random)),
            PlayerName::Random => Box::new(RandomPlayer::new(rules, random)),
            PlayerName::Search => Box::new(SearchPlayer::new(rules, nodes, random, stop)),
        })
    }

    fn report(&self, options: &MatchOptions, games: &[(PlayedGame, Turn)]) -> MatchReport {
        let (mut moving_first, mut moving_second) = (Score::default(), Score::default());
        for (game, side) in games {
            let score = if *side == Turn::First { &mut moving_first } else { &mut moving_second };
            match game.winner {
                None => score.draws += 1,
                Some(winner) if winner == *side => score.wins += 1,
                Some(_) => score.losses += 1,
            }
        }
        let told = games.iter().enumerate().map(|(number, (game, side))| {
            let names = [options.first.to_string(), options.second.to_string()];
            MatchGame {
                number: number as u64 + 1,
                players: side.own_first(names),
                result: match game.winner {
                    Some(Turn::First) => "1-0",
                    Some(Turn::Second) => "0-1",
                    None => "1/2-1/2",
                },
                ending: match game.ending {
                    Ending::Over => "over",
                    Ending::NoProgress => "no-progress",
                    Ending::Repetition => "repetition",
                    Ending::TooLong => "too-long",
                },
                moves: self.names_of(&game.moves),
            }
        });
        MatchReport {
            name: self.name.clone(),
            first: options.first.to_string(),
            second: options.second.to_string(),
            seed: options.seed,
            nodes: options.nodes.to_string(),
            no_progress_limit: options.no_progress_limit,
            score: ScoreAnswer::from(moving_first.and(moving_second)),
            moving_first: moving_first.into(),
            moving_second: moving_second.into(),
            games: told.collect(),
        }
    }

    /// The names of moves from the start on.
    fn names_of(&self, moves: &[usize]) -> Vec<String> {
        let mut position = self.rules.start();
        let mut names = Vec::with_capacity(moves.len());
        for &chosen in moves {
            names.push(self.rules.move_names(&position).swap_remove(chosen));
            position = self.rules.moves(&position).swap_remove(chosen);
        }
        names
    }

    /// Somebody who reads from the tables what moves are worth to a player.
    fn judge_by_tables(&self, name: &PlayerName) -> Result<TableJudge<'_>, OracleError> {
        let Located { position, index, store, .. } = self.locate(&self.start())?;
        let draws = match (name, &store) {
            (PlayerName::Ranked(how), Some(values)) => {
                Some(self.ranked_family(&*index, values, &DrawsBy::from_name(how))?)
            }
            (PlayerName::Ranked(_), None) => return Err(self.not_solved()),
            _ => None,
        };
        let judge = TableJudge { oracle: self, index, store, draws };
        judge.worths(&position)?;
        Ok(judge)
    }
}

/// Reads from the tables what moves are worth.
struct TableJudge<'a> {
    oracle: &'a Oracle,
    index: Arc<dyn Numbered>,
    /// None where the game does without.
    store: Option<Arc<Store>>,
    /// What tells draws apart, for a player who does.
    draws: Option<Family>,
}

impl TableJudge<'_> {
    /// What a move from a position to another is worth.
    fn worth(
        &self,
        reading: &mut Reading<'_>,
        position: &AnyPosition,
        child: &AnyPosition,
    ) -> Result<Worth, OracleError> {
        let outcome = self.oracle.outcome(reading, child)?.as_seen_by_mover();
        let rank = match &self.draws {
            Some(family) if outcome == Outcome::Draw => {
                let rank = self.oracle.rank_for_mover(&*self.index, family, child, position)?;
                i64::from(rank.place())
            }
            _ => 0,
        };
        Ok(Worth { outcome, rank })
    }
}

impl Judge<OracleError> for TableJudge<'_> {
    fn worths(&self, position: &AnyPosition) -> Result<Vec<Worth>, OracleError> {
        let mut reading = Reading::new(&*self.index, self.store.as_deref());
        let children = self.oracle.rules.moves(position);
        let worths = children.iter().map(|child| self.worth(&mut reading, position, child));
        self.oracle.or_reopen(worths.collect())
    }
}
