//! The pure-draw analysis of GamesmanClassic: which draws are nearer to a mistake of the opponent.
//!
//! In level 0 a draw with a losing move is a *draw-lose* in 0: its player can go wrong at once. A draw
//! with a move to a draw-lose is a *draw-win*, in one more than the least of them; a draw all of whose
//! drawing moves lead to draw-wins is a draw-lose, in one more than the largest. When nothing more
//! follows, the draws still open that have a move to a draw-win are the draw-loses in 0 of the next
//! level, and so on. What no level reaches is *untouched*.
//!
//! A unit's levels depend on those of its exits only, so units are analysed one after another, children
//! first, each in a round for every level.

use std::fmt;
use std::sync::Arc;

use hindsight_core::{Code, Numbered, Outcome};

use super::labeller::{OpenDraws, RoundWorths};
use super::labels::{Label, Labels, OPEN, too_many};
use super::round::{COUNTS, NOTHING, SEED};
use crate::error::SolveError;
use crate::resident::Worth;
use crate::tiers::Unit;

/// What the pure-draw analysis makes of a draw. Ordered from worst to best for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DrawClass {
    /// The player to move is the one who can go wrong.
    Lose,
    /// No level reaches it.
    Untouched,
    /// The opponent is the one who can go wrong.
    Win,
}

impl DrawClass {
    /// All classes in the order in which reports list them.
    pub const ALL: [DrawClass; 3] = [DrawClass::Win, DrawClass::Lose, DrawClass::Untouched];

    /// The word used in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            DrawClass::Win => "draw-win",
            DrawClass::Lose => "draw-lose",
            DrawClass::Untouched => "untouched",
        }
    }
}

impl fmt::Display for DrawClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The class of a draw with its level and the plies within the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawLevel {
    /// The class.
    pub class: DrawClass,
    /// The level; 0 for what is untouched.
    pub level: u16,
    /// Plies to a draw-lose in 0 of the level; 0 for what is untouched.
    pub remoteness: u16,
}

impl DrawLevel {
    /// What no level reaches.
    pub const UNTOUCHED: DrawLevel =
        DrawLevel { class: DrawClass::Untouched, level: 0, remoteness: 0 };

    /// As the columns of classes and depths have it.
    pub fn codes(self) -> [Code; 2] {
        let depth = Code::new(Outcome::Win(self.remoteness));
        match self.class {
            DrawClass::Win => [Code::new(Outcome::Win(self.level)), depth],
            DrawClass::Lose => [Code::new(Outcome::Lose(self.level)), depth],
            DrawClass::Untouched => [Code::DRAW, Code::HOLE],
        }
    }

    /// Back from the columns; `None` for codes that no level has.
    pub fn of_codes(class: Code, depth: Code) -> Option<DrawLevel> {
        let remoteness = match depth.outcome() {
            Some(Outcome::Win(remoteness)) => Some(remoteness),
            _ => None,
        };
        Some(match class.outcome()? {
            Outcome::Win(level) => {
                DrawLevel { class: DrawClass::Win, level, remoteness: remoteness? }
            }
            Outcome::Lose(level) => {
                DrawLevel { class: DrawClass::Lose, level, remoteness: remoteness? }
            }
            Outcome::Draw => DrawLevel::UNTOUCHED,
            Outcome::Tie(_) => return None,
        })
    }

    /// The level that a label holds.
    pub(super) fn of(label: Label) -> Option<DrawLevel> {
        match label {
            Label::Draw { class, depth } => DrawLevel::of_codes(class, depth),
            _ => None,
        }
    }

    fn label(self) -> Label {
        let [class, depth] = self.codes();
        Label::Draw { class, depth }
    }
}

impl fmt::Display for DrawLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.class {
            DrawClass::Untouched => f.pad("untouched"),
            class => write!(f, "{class} in {} of level {}", self.remoteness, self.level),
        }
    }
}

/// What a move to a position with this label is worth in the round of a level.
fn worth(label: Label, level: u16) -> Worth {
    match label {
        Label::Other => NOTHING,
        Label::Won if level == 0 => SEED,
        // Whoever has a losing move was decided in level 0.
        Label::Won => NOTHING,
        Label::Open => COUNTS,
        Label::Draw { .. } => match DrawLevel::of(label) {
            Some(known) if known.class != DrawClass::Untouched && known.level <= level => {
                match known.class {
                    DrawClass::Win if known.level < level => SEED,
                    DrawClass::Win => Worth::of(Outcome::Lose(known.remoteness + 1)),
                    _ if known.level < level => NOTHING,
                    _ => Worth::of(Outcome::Win(known.remoteness + 1)),
                }
            }
            _ => Worth::of(Outcome::Draw),
        },
    }
}

/// Labels the open draws of a unit, given the labels of its exits.
pub(super) fn label_unit(
    game: &dyn Numbered,
    unit: &Unit,
    exits: &[Arc<Labels>],
    open: &mut dyn OpenDraws,
) -> Result<Labels, SolveError> {
    let too_many = || too_many(&game.tier_name(unit.tiers[0]));
    let mut labels = Labels::new();
    let of_exits = exits.iter().flat_map(|exit| exit.list());
    let touched = of_exits.filter_map(|&label| DrawLevel::of(label));
    let touched = touched.filter(|known| known.class != DrawClass::Untouched);
    let mut last_level = touched.map(|known| known.level + 1).max().unwrap_or(0);
    let (mut level, mut is_open) = (0, true);
    while level <= last_level && is_open {
        let worths = |labels: &Labels| -> Vec<Worth> {
            labels.list().iter().map(|&label| worth(label, level)).collect()
        };
        let of_exits: Vec<Vec<Worth>> = exits.iter().map(|exit| worths(exit)).collect();
        let outside = vec![of_exits; unit.tiers.len()];
        let decided = open.round(&RoundWorths { inside: worths(&labels), outside })?;
        let mut numbers = vec![OPEN; 1 << 16];
        for code in decided {
            let (class, remoteness) = match code.outcome() {
                Some(Outcome::Win(remoteness)) => (DrawClass::Win, remoteness),
                Some(Outcome::Lose(remoteness)) => (DrawClass::Lose, remoteness),
                _ => continue,
            };
            let label = DrawLevel { class, level, remoteness }.label();
            numbers[usize::from(code.0)] = labels.number(label).ok_or_else(too_many)?;
            last_level = last_level.max(level + 1);
        }
        is_open = open.label(&numbers)?;
        level += 1;
    }
    open.close(labels.number(DrawLevel::UNTOUCHED.label()).ok_or_else(too_many)?)?;
    Ok(labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_levels_come_back() {
        let level = |class, level, remoteness| DrawLevel { class, level, remoteness };
        for known in [
            level(DrawClass::Win, 0, 1),
            level(DrawClass::Lose, 0, 0),
            level(DrawClass::Lose, 7, 300),
            DrawLevel::UNTOUCHED,
        ] {
            let [class, depth] = known.codes();
            assert_eq!(DrawLevel::of_codes(class, depth), Some(known));
        }
        assert_eq!(DrawLevel::of_codes(Code::new(Outcome::Tie(1)), Code::DRAW), None);
        assert_eq!(DrawLevel::of_codes(Code::new(Outcome::Win(1)), Code::DRAW), None);
    }
}
