//! A computer's move where nothing is solved: by search, with nothing but the rules.

use hindsight_core::{AnyPosition, Kind, Outcome, Value};
use hindsight_players::{AlphaBeta, Prospect, Random};
use serde::Serialize;

use crate::error::OracleError;
use crate::oracle::{GameName, Oracle};
use crate::report::Verdict;

/// A move that was found without tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SearchedMove {
    /// The game.
    #[serde(flatten)]
    pub name: GameName,
    /// The position, as the game itself writes it.
    pub position: String,
    /// The move.
    #[serde(rename = "move")]
    pub chosen: String,
    /// The position moved to.
    pub next: String,
    /// How it was found: `search`, or `grundy` where Grundy numbers tell which moves are best.
    pub found_by: &'static str,
    /// The value for the player to move, where the search has proven it.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// How good the move looks otherwise: above zero if the chances are with the player who makes it. The
    /// unit is the game's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<i32>,
    /// How many plies ahead all moves were looked at.
    pub depth: u8,
    /// The positions looked at.
    pub nodes: u64,
}

impl Oracle {
    /// A sensible move, found without tables by looking at no more than `nodes` positions, or fewer when
    /// `stop` says so; `None` where the game is over. The same seed gives the same move unless it was
    /// stopped. Of an impartial game whose Grundy numbers are known it is a perfect one.
    pub fn searched_move(
        &self,
        position: &str,
        nodes: u64,
        seed: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<SearchedMove>, OracleError> {
        let position = self.parse(position)?;
        let rules = &*self.rules;
        let mut random = Random::new(seed);
        let moves = rules.moves(&position);
        if moves.is_empty() {
            return Ok(None);
        }
        let mut told = SearchedMove {
            name: self.name.clone(),
            position: rules.write_position(&position),
            chosen: String::new(),
            next: String::new(),
            found_by: "search",
            verdict: None,
            evaluation: None,
            depth: 0,
            nodes: 0,
        };
        let chosen = match self.move_by_grundy(&moves, &mut random) {
            Some(chosen) => {
                told.found_by = "grundy";
                chosen
            }
            None => {
                let mut search = AlphaBeta::for_nodes(nodes);
                let Some(choice) = search.choose(rules, &position, nodes, &mut random, stop) else {
                    return Ok(None);
                };
                (told.depth, told.nodes) = (choice.depth, choice.nodes);
                (told.verdict, told.evaluation) = self.prospect(choice.prospect);
                choice.chosen
            }
        };
        told.chosen = rules.move_names(&position).swap_remove(chosen);
        told.next = rules.write_position(&moves[chosen]);
        Ok(Some(told))
    }

    /// What a search promises, as it is told: a verdict where it is proven. How soon a level game ends is
    /// not searched for.
    fn prospect(&self, prospect: Prospect) -> (Option<Verdict>, Option<i32>) {
        let verdict = |outcome: Outcome| (Some(outcome.into()), None);
        match prospect {
            // To the engine, a puzzle that can be solved is a tie.
            Prospect::Win(plies) if self.kind() == Kind::Puzzle => verdict(Outcome::Tie(plies)),
            Prospect::Win(plies) => verdict(Outcome::Win(plies)),
            Prospect::Lose(plies) => verdict(Outcome::Lose(plies)),
            Prospect::Level => (Some(Verdict { value: Value::Tie, remoteness: None }), None),
            Prospect::Open(evaluation) => (None, Some(evaluation)),
        }
    }

    /// A move of an impartial game that leaves the opponent a Grundy number of zero, or any move where
    /// none does; `None` where the numbers are not known.
    fn move_by_grundy(&self, moves: &[AnyPosition], random: &mut Random) -> Option<usize> {
        if self.kind() != Kind::Impartial {
            return None;
        }
        let numbers: Vec<u32> =
            moves.iter().map(|child| self.grundy(child)).collect::<Option<_>>()?;
        let winning = (0..moves.len()).filter(|&place| numbers[place] == 0);
        let winning: Vec<usize> = winning.collect();
        Some(match winning.len() {
            0 => random.below(moves.len()),
            some => winning[random.below(some)],
        })
    }
}
