//! What tiers are worth to the player to move, for ranking draws.
//!
//! Inside a unit a tier and those that it leads to must have opposite values; so a tier from which moves
//! lead back into itself, such as one in which both players have the same, is worth 0. A game that is
//! one single tier keeps its draws unranked. [`TierValues::by_ratio`] works for every game, also where
//! tiers do not tell the players apart: whose turn it is tells them apart then.

use std::collections::{BTreeSet, HashMap};

use hindsight_core::{Numbered, Outcome, Tier};
use hindsight_store::{Fingerprint, Store};
use thiserror::Error;

use super::mover::MoversApart;
use crate::analyze::{Counts, Scope, analyze};
use crate::backend::Backend;
use crate::control::Control;
use crate::error::SolveError;
use crate::tiers::{TierGraph, Unit};

/// The largest value there can be: sums of two must fit the tables.
const LARGEST: i32 = (Outcome::MAX_REMOTENESS / 4) as i32;

/// The value of every tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierValues(HashMap<Tier, i32>);

/// Why tiers have no values.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TierValuesError {
    /// The game does not say what players have in a tier.
    #[error("its tiers have no difference of pieces; --draws ratio ranks them")]
    NoDifference,
    /// A line of a file is none.
    #[error(
        "line {line} is not a tier's name, or what it consists of, and a whole number up to {LARGEST}"
    )]
    Line {
        /// The line's number, from 1 on.
        line: usize,
    },
    /// A file leaves a tier out.
    #[error("it says nothing of tier {0}")]
    Missing(String),
    /// Values that do not cancel.
    #[error("tiers {0} and {1} lead to each other, so their values must be opposite")]
    NotOpposite(String, String),
}

impl TierValues {
    /// The value of a tier.
    pub fn get(&self, tier: Tier) -> i32 {
        self.0.get(&tier).copied().unwrap_or(0)
    }

    /// What the player to move has more than the opponent, where the game says so.
    pub fn by_difference(game: &dyn Numbered) -> Result<TierValues, TierValuesError> {
        let graph = TierGraph::of(game);
        let value = |tier| Ok((tier, game.balance(tier).ok_or(TierValuesError::NoDifference)?));
        let values = TierValues(graph.tiers().map(value).collect::<Result<_, _>>()?);
        values.check(game, &graph).map(|()| values)
    }

    /// Reads a table with a line of headings: the last column is the value, the others are the tier's
    /// name, or the numbers that it is put together from with dashes between. Lines that begin with `#` are
    /// remarks.
    pub fn read(game: &dyn Numbered, text: &str) -> Result<TierValues, TierValuesError> {
        let mut named: HashMap<String, i32> = HashMap::new();
        let is_row = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
        for (number, line) in text.lines().enumerate().skip(1).filter(|(_, line)| is_row(line)) {
            let refused = TierValuesError::Line { line: number + 1 };
            let (tier, value) = line.trim_end().rsplit_once(',').ok_or(refused.clone())?;
            let value: i32 = value.trim().parse().map_err(|_| refused.clone())?;
            if value.abs() > LARGEST {
                return Err(refused);
            }
            named.insert(tier.replace(',', "-"), value);
            named.insert(tier.to_owned(), value);
        }
        let graph = TierGraph::of(game);
        let value = |tier| {
            let name = game.tier_name(tier);
            let value = named.get(&name).copied();
            // Where the game is over nothing is drawn.
            let is_end = || game.child_tiers(tier).is_empty();
            match value.or_else(|| is_end().then_some(0)) {
                Some(value) => Ok((tier, value)),
                None => Err(TierValuesError::Missing(name)),
            }
        };
        let values = TierValues(graph.tiers().map(value).collect::<Result<_, _>>()?);
        values.check(game, &graph).map(|()| values)
    }

    /// Ranks tiers by how much is won in them. With `W`, `D`, `L` and `T` the wins, draws, losses and all
    /// positions of a tier, and `-s` standing for the tiers on the other side of its unit, a tier is worth
    /// `(W(s) + L(-s) + (D(s) + D(-s)) / 2) / (T(s) + T(-s))`, and in a unit without loops
    /// `(W(s) + D(s) / 2) / T(s)`; less one half, so that both sides have opposite worths. The value is
    /// the place among all sizes of worths, with the worth's sign.
    pub fn by_ratio(
        game: &dyn Numbered,
        values: &Store,
        backend: &dyn Backend,
        control: &Control,
    ) -> Result<TierValues, SolveError> {
        Ok(TierValues::by_ratio_of(game, &TierValues::count(game, values, backend, control)?))
    }

    /// Counts all positions of every tier that has any.
    pub fn count(
        game: &dyn Numbered,
        values: &Store,
        backend: &dyn Backend,
        control: &Control,
    ) -> Result<HashMap<Tier, Counts>, SolveError> {
        Ok(analyze(game, values, Scope::All, backend, control)?.tiers.into_iter().collect())
    }

    /// The same from counts of all positions of every tier.
    pub fn by_ratio_of(game: &dyn Numbered, counts: &HashMap<Tier, Counts>) -> TierValues {
        let mut worths: Vec<(Tier, Ratio)> = Vec::new();
        for unit in &TierGraph::of(game).units {
            let tally = |tier| counts.get(tier).map(WinsLessLosses::of).unwrap_or_default();
            let tallies: Vec<WinsLessLosses> = unit.tiers.iter().map(tally).collect();
            let sides = sides(game, unit);
            for (number, &tier) in unit.tiers.iter().enumerate() {
                let side = |wanted| {
                    let members = tallies.iter().zip(&sides).filter(|&(_, &side)| side == wanted);
                    members
                        .fold(WinsLessLosses { won: 0, all: 0 }, |sum, (tally, _)| sum.add(*tally))
                };
                let worth = match sides[number] {
                    Side::Alone => Ratio { above: tallies[number].won, below: tallies[number].all },
                    Side::Both => Ratio { above: 0, below: 1 },
                    own @ (Side::One | Side::Other) => {
                        let (own, other) = (side(own), side(own.opposite()));
                        Ratio { above: own.won - other.won, below: own.all + other.all }
                    }
                };
                worths.push((tier, worth));
            }
        }
        TierValues::by_place(&worths)
    }

    /// Ranks the tiers of a game whose positions are told apart by who is to move: a unit is worth the share of
    /// its positions that the perfect player wins, whoever is to move. A draw counts nothing, where
    /// [`by_ratio`](TierValues::by_ratio) counts it half: so of two units that are won and lost as often, the one
    /// with fewer draws is better. (The share with the perfect player to move alone would lead to three stones
    /// against three, where whoever is to move wins most, the fallible player too.) Takes counts of all
    /// positions of every tier of the game itself.
    pub fn by_mistakes_of(game: &MoversApart<'_>, counts: &HashMap<Tier, Counts>) -> TierValues {
        let mut worths: Vec<(Tier, Ratio)> = Vec::new();
        for unit in &TierGraph::of(game).units {
            let mut worth = Ratio { above: 0, below: 0 };
            for tier in &unit.tiers {
                let Some(counts) = counts.get(&MoversApart::single(*tier)) else { continue };
                for (outcome, count) in counts.rows() {
                    let canonical = i128::from(count.canonical);
                    let is_won = match outcome {
                        Outcome::Win(_) => !MoversApart::is_fallible(*tier),
                        Outcome::Lose(_) => MoversApart::is_fallible(*tier),
                        Outcome::Tie(_) | Outcome::Draw => false,
                    };
                    worth.below += canonical;
                    worth.above += if is_won { canonical } else { 0 };
                }
            }
            worth.below = worth.below.max(1);
            for tier in &unit.tiers {
                let sign = if MoversApart::is_fallible(*tier) { -1 } else { 1 };
                worths.push((*tier, Ratio { above: sign * worth.above, ..worth }));
            }
        }
        TierValues::by_place(&worths)
    }

    /// Values by the place of each worth among all sizes of worths, with the worth's sign.
    fn by_place(worths: &[(Tier, Ratio)]) -> TierValues {
        let sizes: BTreeSet<Ratio> = worths.iter().map(|(_, worth)| worth.size()).collect();
        let sizes: Vec<Ratio> = sizes.into_iter().filter(|size| size.above > 0).collect();
        let value = |&(tier, worth): &(Tier, Ratio)| {
            let place = sizes.partition_point(|&size| size < worth.size()) as i32 + 1;
            (tier, place.min(LARGEST) * worth.above.signum() as i32)
        };
        TierValues(worths.iter().map(value).collect())
    }

    /// The tiers that have a value, for people: where a class of draws is heading.
    pub fn tiers_of(&self, value: i32) -> impl Iterator<Item = Tier> + '_ {
        self.0.iter().filter(move |&(_, &other)| other == value).map(|(&tier, _)| tier)
    }

    /// What tells these values from others.
    pub fn fingerprint(&self, game: &dyn Numbered, rules: Fingerprint) -> Fingerprint {
        let line = |(&tier, value)| format!("{},{value}\n", game.tier_name(tier));
        let mut lines: Vec<String> = self.0.iter().map(line).collect();
        lines.sort();
        Fingerprint::of(format!("{rules}\n{}", lines.concat()).as_bytes())
    }

    fn check(&self, game: &dyn Numbered, graph: &TierGraph) -> Result<(), TierValuesError> {
        for unit in graph.units.iter().filter(|unit| unit.loopy) {
            for &tier in &unit.tiers {
                for child in game.child_tiers(tier) {
                    let cancels = self.get(tier) + self.get(child) == 0;
                    if unit.tiers.contains(&child) && !cancels {
                        let [a, b] = [tier, child].map(|tier| game.tier_name(tier));
                        return Err(TierValuesError::NotOpposite(a, b));
                    }
                }
            }
        }
        Ok(())
    }

    /// The columns that keep values: a line for every tier, sorted by name.
    pub fn write(&self, game: &dyn Numbered) -> String {
        let line = |(&tier, value)| format!("{},{value}\n", game.tier_name(tier));
        let mut lines: Vec<String> = self.0.iter().map(line).collect();
        lines.sort();
        format!("tier,value\n{}", lines.concat())
    }
}

/// Twice what is won more than lost among the positions of a tier, and all of them: a tier's worth less
/// one half is half the one over the other, and factors that all tiers share do not matter.
#[derive(Clone, Copy, Debug)]
struct WinsLessLosses {
    won: i128,
    all: i128,
}

impl Default for WinsLessLosses {
    fn default() -> WinsLessLosses {
        WinsLessLosses { won: 0, all: 1 }
    }
}

impl WinsLessLosses {
    fn of(counts: &Counts) -> WinsLessLosses {
        let mut sum = WinsLessLosses { won: 0, all: 0 };
        for (outcome, count) in counts.rows() {
            let canonical = i128::from(count.canonical);
            sum.all += canonical;
            sum.won += match outcome {
                Outcome::Win(_) => canonical,
                Outcome::Lose(_) => -canonical,
                Outcome::Tie(_) | Outcome::Draw => 0,
            };
        }
        WinsLessLosses { all: sum.all.max(1), ..sum }
    }

    fn add(self, other: WinsLessLosses) -> WinsLessLosses {
        WinsLessLosses { won: self.won + other.won, all: self.all + other.all }
    }
}

/// A fraction with a denominator above 0.
#[derive(Clone, Copy, Debug)]
struct Ratio {
    above: i128,
    below: i128,
}

impl Ratio {
    fn size(self) -> Ratio {
        Ratio { above: self.above.abs(), ..self }
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> std::cmp::Ordering {
        (self.above * other.below).cmp(&(other.above * self.below))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Ratio) -> bool {
        self.cmp(other) == std::cmp::Ordering::Equal
    }
}

impl Eq for Ratio {}

/// On which side of its unit a tier is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// No moves stay inside the unit.
    Alone,
    /// One of two sides between which the moves go to and fro.
    One,
    Other,
    /// Moves stay on the tier's side.
    Both,
}

impl Side {
    fn opposite(self) -> Side {
        match self {
            Side::One => Side::Other,
            Side::Other => Side::One,
            Side::Alone | Side::Both => self,
        }
    }
}

/// The sides of a unit's tiers.
fn sides(game: &dyn Numbered, unit: &Unit) -> Vec<Side> {
    if !unit.loopy {
        return vec![Side::Alone; unit.tiers.len()];
    }
    let place = |tier: &Tier| unit.tiers.binary_search(tier).ok();
    let children: Vec<Vec<usize>> = unit
        .tiers
        .iter()
        .map(|&tier| game.child_tiers(tier).iter().filter_map(place).collect())
        .collect();
    // A unit is strongly connected, so its first tier leads to all others.
    let mut sides = vec![Side::Alone; unit.tiers.len()];
    sides[0] = Side::One;
    let mut open = vec![0];
    while let Some(tier) = open.pop() {
        for &child in &children[tier] {
            if sides[child] == Side::Alone {
                sides[child] = sides[tier].opposite();
                open.push(child);
            } else if sides[child] == sides[tier] {
                return vec![Side::Both; unit.tiers.len()];
            }
        }
    }
    sides
}

impl TierValues {
    /// Refuses a unit inside which values do not cancel.
    pub(super) fn check_unit(&self, game: &dyn Numbered, unit: &Unit) -> Result<(), SolveError> {
        for &tier in &unit.tiers {
            let inside = game.child_tiers(tier).into_iter().filter(|it| unit.tiers.contains(it));
            for child in inside {
                if self.get(tier) + self.get(child) != 0 {
                    let what = "values of tiers that do not cancel inside a unit";
                    let tier = game.tier_name(tier);
                    return Err(SolveError::Inconsistent { what, tier, slot: 0 });
                }
            }
        }
        Ok(())
    }
}
