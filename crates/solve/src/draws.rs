//! Draws told apart.
//!
//! After a game is solved, every draw is worth the same. Two analyses tell draws apart, each in a
//! family of tables of its own beside those of the values, which stay as they are:
//!
//! - [levels](DrawLevel), the pure-draw analysis of GamesmanClassic: who is nearer to a mistake.
//! - [ranks](DrawRank), after Gévay and Danner (2014): which tier the draw ends up in.
//!
//! Both are found by **rounds** (`round`): a round is an ordinary retrograde analysis with wins, loses
//! and draws, of the draws of a unit that are still open. What a move is worth in a round is looked up
//! in a list by the label of the position that it leads to, so that the round itself knows nothing of
//! levels or ranks.
//!
//! # Columns
//! Labels are kept as two or three tables for each tier, in the format of all tables, under the
//! tier's name with a suffix: `.class`, `.depth`, and for levels `.impure`. Slots that hold no draw are
//! holes there: the table of values tells which they are.

mod counting;
mod family;
mod labeller;
mod labels;
mod levels;
mod mover;
mod purity;
mod ranks;
mod round;
mod surveying;
mod values;
mod verifying;

pub use counting::{LevelCounts, RankCounts, count_levels, count_ranks};
pub use family::{DrawOrder, DrawsReport, solve_draws};
pub(crate) use labeller::CpuLabeller;
pub use labeller::{FIRST_LABEL, LabelPlaces, LabelUnit, OpenDraws, RoundWorths, UnitLabeller};
pub use levels::{DrawClass, DrawLevel};
pub use mover::MoversApart;
pub(crate) use mover::values_name;
pub use ranks::DrawRank;
pub use surveying::{SurveyedRanks, survey_ranks};
pub use values::{TierValues, TierValuesError};
pub use verifying::{VerifiedDraws, verify_draws};
