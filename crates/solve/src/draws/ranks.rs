//! Draws ranked by the tier in which they end up: the ultra-strong solution of Gévay and Danner (2014).
//!
//! Every tier has a value for the player to move there. A draw from which best play never leaves its
//! unit is *stable* and worth its own tier's value; any other draw is worth what best play makes of it.
//! The **key** of a draw is that worth relative to its own tier: how much better a tier it ends up in.
//! So a stable draw has key 0, and inside a unit, where the values of a tier and of those that it leads
//! to are opposite, keys need no adjusting. A move from tier `s` to a draw of tier `c` with key `key`
//! leads to `k = key + value(c) + value(s)`, as the opponent sees it in the frame of `s`; the mover gets
//! `-k`.
//!
//! The **depth** is what best play adds up, with the sign of the key: plies spent in tiers that are worse
//! than the last one less plies spent in better ones. It grows by one with every ply, changes its sign
//! with the key, and is lost where the key becomes 0. Who goes for a better tier keeps it small, who goes
//! for a worse one makes it large.
//!
//! Keys are found from the extremes inwards: among keys of the same size this is solving with wins and
//! loses, and smaller ones are draws. So a unit is done in a round whose times stand for a size of the
//! key and a depth, larger sizes first; in several rounds where the times of one do not suffice.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use hindsight_core::{Code, Outcome};
use rayon::prelude::*;

use super::labels::{Label, Labels, OPEN, too_many};
use super::round::{COUNTS, NOTHING, OpenUnit, Round};
use super::values::TierValues;
use crate::error::SolveError;
use crate::parents::Parents;
use crate::resident::Worth;
use crate::unit::Sources;

/// Times of a round.
const TIMES: i32 = Outcome::MAX_REMOTENESS as i32;
/// How much deeper a unit's draws are allowed to be than its exits', at first.
const FIRST_SLACK: i32 = 64;

/// The rank of a draw, relative to its tier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DrawRank {
    /// How much better than its own tier is the one that it ends up in, for the player to move.
    pub key: i32,
    /// Plies in worse tiers less plies in better ones, with the key's sign; 0 where the key is.
    pub depth: i32,
}

impl DrawRank {
    /// A draw that ends up in its own tier.
    pub const STABLE: DrawRank = DrawRank { key: 0, depth: 0 };

    /// As the columns of classes and depths have it.
    pub fn codes(self) -> [Code; 2] {
        let signed = |number: i32| {
            let size = number.unsigned_abs() as u16;
            Code::new(if number < 0 { Outcome::Lose(size) } else { Outcome::Win(size) })
        };
        match self.key {
            0 => [Code::DRAW, Code::HOLE],
            key => [signed(key), signed(self.depth)],
        }
    }

    /// Back from the columns; `None` for codes that no rank has.
    pub fn of_codes(class: Code, depth: Code) -> Option<DrawRank> {
        let signed = |code: Code| match code.outcome() {
            Some(Outcome::Win(size)) => Some(i32::from(size)),
            Some(Outcome::Lose(size)) => Some(-i32::from(size)),
            _ => None,
        };
        if class == Code::DRAW {
            return Some(DrawRank::STABLE);
        }
        let rank = DrawRank { key: signed(class)?, depth: signed(depth)? };
        (rank.key != 0).then_some(rank)
    }

    /// The rank that a label holds.
    pub(super) fn of(label: Label) -> Option<DrawRank> {
        match label {
            Label::Draw { class, depth } => DrawRank::of_codes(class, depth),
            _ => None,
        }
    }

    fn label(self) -> Label {
        let [class, depth] = self.codes();
        Label::Draw { class, depth }
    }

    /// The same in the frame of another tier: `shift` is the value of its own tier and that of the other,
    /// added up.
    #[must_use]
    pub fn shifted(self, shift: i32) -> DrawRank {
        match self.key + shift {
            0 => DrawRank::STABLE,
            key if key.signum() == -self.key.signum() => DrawRank { key, depth: -self.depth },
            key => DrawRank { key, depth: self.depth },
        }
    }

    /// What a move to it is worth to the mover, once it is in the frame of the mover's tier.
    #[must_use]
    pub fn as_seen_by_mover(self) -> DrawRank {
        match self.key {
            0 => DrawRank::STABLE,
            key => DrawRank { key: -key, depth: self.depth + 1 },
        }
    }
}

/// From worst to best for the player to move.
impl Ord for DrawRank {
    fn cmp(&self, other: &DrawRank) -> std::cmp::Ordering {
        let by_depth = match self.key.signum() {
            1 => other.depth.cmp(&self.depth),
            -1 => self.depth.cmp(&other.depth),
            _ => std::cmp::Ordering::Equal,
        };
        self.key.cmp(&other.key).then(by_depth)
    }
}

impl PartialOrd for DrawRank {
    fn partial_cmp(&self, other: &DrawRank) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for DrawRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.key {
            0 => f.write_str("stable"),
            key => write!(f, "key {key:+} in {}", self.depth),
        }
    }
}

/// The times of a round for keys of one size.
struct Size {
    size: i32,
    least_depth: i32,
    times: Range<i32>,
}

/// Which sizes of keys a round decides, and when.
struct Schedule(Vec<Size>);

impl Schedule {
    /// As many of the largest sizes, with the depths that exits offer, as the times suffice for.
    fn of(offers: &BTreeMap<i32, Range<i32>>, slack: i32) -> Schedule {
        let mut sizes: Vec<Size> = Vec::new();
        let mut start = 1;
        for (&size, depths) in offers.iter().rev() {
            // The last time is left for what is too deep.
            let end = start + (depths.end - depths.start) + slack + 1;
            let end = if sizes.is_empty() { end.min(TIMES) } else { end };
            if end > TIMES {
                break;
            }
            sizes.push(Size { size, least_depth: depths.start, times: start..end });
            start = end;
        }
        Schedule(sizes)
    }

    /// The smallest size that is decided.
    fn smallest(&self) -> i32 {
        self.0.last().map_or(0, |last| last.size)
    }

    /// When a rank is decided.
    fn time(&self, rank: DrawRank) -> Option<u16> {
        let known = self.0.iter().find(|known| known.size == rank.key.abs())?;
        Some((known.times.start + rank.depth - known.least_depth) as u16)
    }

    /// The rank that is decided at a time; `None` where it is too deep to tell.
    fn rank(&self, time: u16, sign: i32) -> Option<DrawRank> {
        let time = i32::from(time);
        let known = &self.0[self.0.partition_point(|known| known.times.end <= time)];
        let depth = time - known.times.start + known.least_depth;
        (time + 1 < known.times.end).then_some(DrawRank { key: sign * known.size, depth })
    }

    /// What a move to a draw is worth, as seen by the mover in the frame of its tier.
    fn worth(&self, rank: DrawRank) -> Worth {
        match self.time(rank) {
            Some(time) if rank.key > 0 => Worth::of(Outcome::Win(time)),
            Some(time) => Worth::of(Outcome::Lose(time)),
            None if rank.key.abs() > self.smallest() => NOTHING,
            None => Worth::of(Outcome::Draw),
        }
    }
}

/// Labels the open slots of a unit, given what tiers are worth.
pub(super) fn label_unit<P: Parents>(
    open: OpenUnit<'_>,
    values: &TierValues,
    parents: &P,
) -> Result<Labels, SolveError> {
    let OpenUnit { game, unit, own, exits, backend, control } = open;
    let sources = Sources::of(unit);
    let name = || game.tier_name(unit.tiers[0]);
    values.check_unit(game, unit)?;
    // What each exit offers to each tier of the unit, by the numbers of its labels.
    let offered = |from: usize, exit: usize| -> Vec<Option<DrawRank>> {
        let shift = values.get(unit.tiers[from]) + values.get(unit.exits[exit]);
        let of_label =
            |&label: &Label| Some(DrawRank::of(label)?.shifted(shift).as_seen_by_mover());
        exits[exit].labels.list().iter().map(of_label).collect()
    };
    let offers: Vec<Vec<Vec<Option<DrawRank>>>> = (0..unit.tiers.len())
        .map(|from| {
            let children = game.child_tiers(unit.tiers[from]);
            let leads = |exit: usize| children.contains(&unit.exits[exit]);
            let of_exit = |exit| if leads(exit) { offered(from, exit) } else { Vec::new() };
            (0..exits.len()).map(of_exit).collect()
        })
        .collect();
    let mut left: BTreeMap<i32, Range<i32>> = BTreeMap::new();
    for rank in offers.iter().flatten().flatten().flatten().filter(|rank| rank.key != 0) {
        let depths = left.entry(rank.key.abs()).or_insert(rank.depth..rank.depth + 1);
        *depths = depths.start.min(rank.depth)..depths.end.max(rank.depth + 1);
    }
    let mut labels = Labels::new();
    let mut slack = FIRST_SLACK;
    while !left.is_empty() && own.contains(&OPEN) {
        let schedule = Schedule::of(&left, slack);
        let of_inside = |label: &Label| if *label == Label::Open { COUNTS } else { NOTHING };
        let of_closed = |&label: &Label| match label {
            Label::Open => Code::DRAW,
            Label::Won => Code::new(Outcome::Win(0)),
            // What an earlier round found good for its player loses, too.
            _ if DrawRank::of(label).is_some_and(|rank| rank.key > 0) => Code::new(Outcome::Win(0)),
            _ => Code::HOLE,
        };
        let of_offer = |rank: &Option<DrawRank>| rank.map_or(NOTHING, |rank| schedule.worth(rank));
        let of_exit = |exit: &Vec<Option<DrawRank>>| exit.iter().map(of_offer).collect();
        let of_tier = |tier: &Vec<Vec<_>>| tier.iter().map(of_exit).collect();
        let inside = labels.list().iter().map(of_inside).collect();
        let outside = offers.iter().map(of_tier).collect();
        let closed = labels.list().iter().map(of_closed).collect();
        let round = Round { unit, own, exits, inside, outside, closed };
        let codes = round.solve(game, &sources, parents, backend, control)?;
        let Some(numbers) = numbers_of(&schedule, &codes, &mut labels)? else {
            if slack >= TIMES {
                let what = "draws too deep to rank";
                return Err(SolveError::Inconsistent { what, tier: name(), slot: 0 });
            }
            slack *= 4;
            continue;
        };
        own.par_iter_mut().zip(&codes).for_each(|(own, code)| {
            *own = numbers[usize::from(code.0)].unwrap_or(*own);
        });
        left.split_off(&schedule.smallest());
    }
    let stable = labels.number(DrawRank::STABLE.label()).ok_or_else(|| too_many(&name()))?;
    own.par_iter_mut().filter(|number| **number == OPEN).for_each(|number| *number = stable);
    Ok(labels)
}

/// The number of the label that each code of a round stands for, where it stands for one; `None` if some
/// draw was deeper than the schedule has times for.
fn numbers_of(
    schedule: &Schedule,
    codes: &[Code],
    labels: &mut Labels,
) -> Result<Option<Vec<Option<u16>>>, SolveError> {
    let mark = |mut seen: Vec<bool>, code: &Code| {
        seen[usize::from(code.0)] = true;
        seen
    };
    let none = || vec![false; 1 << 16];
    let merge = |a: Vec<bool>, b: Vec<bool>| a.iter().zip(&b).map(|(a, b)| a | b).collect();
    let seen = codes.par_iter().with_min_len(1 << 20).fold(none, mark).reduce(none, merge);
    let mut numbers = vec![None; 1 << 16];
    for code in (0..=u16::MAX).map(Code).filter(|code| seen[usize::from(code.0)]) {
        let (time, sign) = match code.outcome() {
            Some(Outcome::Win(time)) => (time, 1),
            Some(Outcome::Lose(time)) => (time, -1),
            _ => continue,
        };
        let Some(rank) = schedule.rank(time, sign) else { return Ok(None) };
        let number = labels.number(rank.label()).ok_or_else(|| too_many("of a round"))?;
        numbers[usize::from(code.0)] = Some(number);
    }
    Ok(Some(numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_come_back_from_their_codes_and_frames() {
        for key in [-3000, -2, 0, 1, 299] {
            for depth in if key == 0 { 0..1 } else { -20..200 } {
                let rank = DrawRank { key, depth };
                let [class, column] = rank.codes();
                assert_eq!(DrawRank::of_codes(class, column), Some(rank));
                let there = rank.shifted(7);
                assert_eq!(there.key, key + 7);
                if there.key != 0 && key != 0 {
                    assert_eq!(there.shifted(-7), rank);
                }
            }
        }
    }

    #[test]
    fn who_goes_for_more_hurries_and_who_goes_for_less_delays() {
        let rank = |key, depth| DrawRank { key, depth };
        let worst_to_best =
            [rank(-5, 1), rank(-5, 9), rank(-1, 2), DrawRank::STABLE, rank(1, 8), rank(1, -2)];
        assert!(worst_to_best.is_sorted());
    }
}
