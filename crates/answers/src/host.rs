//! Whoever answers, and what can be had of a game there.

use std::borrow::Cow;
use std::sync::Arc;

use hindsight_core::About;
use hindsight_oracle::{Estimate, GameName, Oracle, OracleError, Verdict};
use serde::Serialize;

use crate::fault::Fault;
use crate::reply::Reply;

/// Whoever answers questions about one game in one variant.
pub trait Host {
    /// Why there is no answer, or none yet.
    type Fault: From<Fault>;

    /// The game as the catalogue has it.
    fn listing(&self) -> Listing<'_>;

    /// The game's oracle.
    fn oracle(&self) -> Result<Arc<Oracle>, Self::Fault>;

    /// Where the game stands. Begins nothing.
    fn standing(&self) -> Standing;

    /// Asks a question that needs tables. Where there are none, begins to solve a small game, and says
    /// what a large one would take. `position` is what the question is about, if anything.
    fn ask<T>(
        &self,
        position: Option<&str>,
        question: impl Fn(&Oracle) -> Result<T, OracleError>,
    ) -> Result<T, Self::Fault>;

    /// The counts of a solved game.
    fn analysis(&self) -> Result<Reply, Self::Fault>;
}

/// One game in one variant, as the catalogue has it.
#[derive(Clone, Debug)]
pub struct Listing<'a> {
    /// The game.
    pub about: &'static About,
    /// Its name as a title.
    pub title: &'a str,
    /// The rules, for someone who has never seen the game.
    pub help: Cow<'a, str>,
    /// One sentence about the variant.
    pub summary: &'a str,
    /// The names of the game and the variant.
    pub name: &'a GameName,
    /// Whether the catalogue lists the variant, or it was made from its name.
    pub is_listed: bool,
    /// The text of its rules, if the game was made of one. Its images then have no addresses.
    pub text: Option<&'a str>,
}

impl<'a> Listing<'a> {
    /// A game of the catalogue.
    pub fn new(
        about: &'static About,
        summary: &'a str,
        name: &'a GameName,
        is_listed: bool,
    ) -> Listing<'a> {
        let (title, help) = (about.name, about.help.into());
        Listing { about, title, help, summary, name, is_listed, text: None }
    }
}

/// What can be had of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Its tables are there.
    Solved,
    /// It is being solved.
    Solving,
    /// It is small: solved when somebody first asks for a value.
    Solvable,
    /// Somebody must run `solve`.
    Unsolved,
    /// Its tables cannot be read, or solving it failed; the log says why.
    Damaged,
}

/// Where a game stands.
#[derive(Clone, Debug)]
pub struct Standing {
    /// What can be had of it.
    pub state: State,
    /// The value of the start.
    pub value: Option<Verdict>,
    /// How far its solve is.
    pub progress: Option<Progress>,
    /// What solving takes; `None` where even that cannot be told.
    pub estimate: Option<Estimate>,
}

/// How far a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Slots done.
    pub done: u64,
    /// Slots in all; 0 while the task waits for its turn.
    pub total: u64,
}
