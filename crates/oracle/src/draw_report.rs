//! What is said about draws, as programs read it: as in `report`.

use std::cmp::Reverse;

use hindsight_solve::{DrawClass, DrawLevel, DrawRank};
use serde::Serialize;

use crate::oracle::GameName;

/// What telling draws apart did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SolvedDraws {
    /// The game.
    #[serde(flatten)]
    pub name: GameName,
    /// By what: `levels`, `ratio`, `difference` or `file`.
    pub by: &'static str,
    /// Tiers done now.
    pub labelled_tiers: u64,
    /// Tiers done before.
    pub skipped_tiers: u64,
    /// Bytes of the tables.
    pub table_bytes: u64,
}

/// What was verified about draws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerifiedDraws {
    /// By what they are told apart.
    pub by: &'static str,
    /// Tables read.
    pub tables: u64,
    /// Draws whose class and depth were derived again and found as stored.
    pub draws: u64,
}

/// What ranking the draws of a game without tables found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SurveyedDraws {
    /// How many draws end up where.
    #[serde(flatten)]
    pub analysis: DrawAnalysis,
    /// The value of the tier in which the start ends up, if it is a draw.
    pub start: Option<i32>,
    /// Values that were derived again from those of their moves.
    pub verified_values: u64,
    /// Ranks that were derived again from those of their moves.
    pub verified_draws: u64,
}

/// How many draws are of which kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DrawAnalysis {
    /// The game.
    #[serde(flatten)]
    pub name: GameName,
    /// By what they are told apart.
    pub by: &'static str,
    /// By level, from draw-wins to draw-loses to untouched ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<LevelCounted>,
    /// By the value of the tier in which they end up, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ranks: Vec<RankCounted>,
}

/// How many draws have one level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LevelCounted {
    /// The level.
    #[serde(flatten)]
    pub level: LevelAnswer,
    /// Positions.
    pub positions: u64,
    /// Orbits among them.
    pub canonical: u64,
}

impl LevelCounted {
    /// The columns of [`LevelCounted::csv_row`].
    pub const CSV_HEAD: &str = "class,level,remoteness,pure,positions,canonical";

    /// The counts as a line of a table for spreadsheets; what is untouched has no level.
    pub fn csv_row(&self) -> String {
        let LevelCounted { level: LevelAnswer { class, level, remoteness, pure }, .. } = self;
        let number = |number: &Option<u16>| number.map_or(String::new(), |it| it.to_string());
        let pure = if *pure { "yes" } else { "no" };
        let (level, remoteness) = (number(level), number(remoteness));
        format!("{class},{level},{remoteness},{pure},{},{}", self.positions, self.canonical)
    }
}

/// How many draws end up in tiers of one value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RankCounted {
    /// The value, for the player to move.
    pub class: i32,
    /// The tiers of that value, if there are not many.
    pub heading: Vec<String>,
    /// Positions.
    pub positions: u64,
    /// Orbits among them.
    pub canonical: u64,
}

impl RankCounted {
    /// The columns of [`RankCounted::csv_row`].
    pub const CSV_HEAD: &str = "class,heading,positions,canonical";

    /// The counts as a line of a table for spreadsheets.
    pub fn csv_row(&self) -> String {
        let RankCounted { class, heading, positions, canonical } = self;
        format!("{class},{},{positions},{canonical}", heading.join(" "))
    }
}

/// What is known of a draw beyond that it is one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DrawAnswer {
    /// Its level, where levels were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<LevelAnswer>,
    /// Its ranks, one for each way in which they were found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ranks: Vec<RankAnswer>,
    /// Of a move: how many of the position's moves lead to draws that are worse for whoever makes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beats: Option<usize>,
}

/// The level of a draw, for the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LevelAnswer {
    /// `draw-win`, `draw-lose` or `untouched`.
    pub class: &'static str,
    /// The level; none for what is untouched.
    pub level: Option<u16>,
    /// Plies within the level; none for what is untouched.
    pub remoteness: Option<u16>,
    /// Whether no two players can both be the one who goes wrong.
    pub pure: bool,
}

impl LevelAnswer {
    pub(crate) fn new(known: DrawLevel, pure: bool) -> LevelAnswer {
        let is_touched = known.class != DrawClass::Untouched;
        LevelAnswer {
            class: known.class.name(),
            level: is_touched.then_some(known.level),
            remoteness: is_touched.then_some(known.remoteness),
            pure,
        }
    }

    /// What the mover thinks of moving there: the larger, the better.
    fn order(&self) -> (u8, Reverse<i32>, Reverse<i32>) {
        let number = |number: Option<u16>| i32::from(number.unwrap_or(0));
        let (level, remoteness) = (number(self.level), number(self.remoteness));
        match self.class {
            "draw-lose" => (2, Reverse(level), Reverse(remoteness)),
            "draw-win" => (0, Reverse(-level), Reverse(-remoteness)),
            _ => (1, Reverse(0), Reverse(0)),
        }
    }

    /// In words.
    pub fn in_words(&self) -> String {
        let pure = if self.pure { "" } else { ", not pure" };
        match (self.level, self.remoteness) {
            (Some(level), Some(remoteness)) => {
                format!("{} in {remoteness} of level {level}{pure}", self.class)
            }
            _ => format!("{}{pure}", self.class),
        }
    }
}

/// The rank of a draw, for the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RankAnswer {
    /// How tiers were valued: `ratio`, `difference` or `file`.
    pub by: &'static str,
    /// The value of the tier in which the draw ends up.
    pub class: i32,
    /// The tiers of that value, if there are not many.
    pub heading: Vec<String>,
    /// How much better than its own tier that is.
    pub key: i32,
    /// Plies in worse tiers less plies in better ones on the way there, with the key's sign.
    pub depth: i32,
    /// What the mover thinks of moving there, or of a position itself its own rank.
    #[serde(skip)]
    pub worth: DrawRank,
}

impl RankAnswer {
    /// In words.
    pub fn in_words(&self) -> String {
        match &self.heading[..] {
            [] => format!("heading for {:+} by {}", self.class, self.by),
            tiers => {
                format!("heading for {} ({:+} by {})", tiers.join(" or "), self.class, self.by)
            }
        }
    }
}

impl DrawAnswer {
    /// In words.
    pub fn in_words(&self) -> String {
        let ranks = self.ranks.iter().map(RankAnswer::in_words);
        let level = self.level.iter().map(LevelAnswer::in_words);
        ranks.chain(level).collect::<Vec<_>>().join("; ")
    }

    /// What a move there is worth, in words, to the player who makes it.
    pub fn in_words_for_mover(&self) -> String {
        let ranks = self.ranks.iter().map(|rank| format!("{:+} by {}", -rank.class, rank.by));
        let level = self.level.iter().map(|level| format!("to {}", level.in_words()));
        ranks.chain(level).collect::<Vec<_>>().join("; ")
    }

    /// What the mover thinks of moving there: the larger, the better. Ranks come before levels.
    pub fn order(&self) -> impl Ord + use<> {
        let ranks: Vec<DrawRank> = self.ranks.iter().map(|rank| rank.worth).collect();
        (ranks, self.level.as_ref().map(LevelAnswer::order))
    }
}
