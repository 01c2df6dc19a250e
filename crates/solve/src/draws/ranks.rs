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

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use hindsight_core::{Code, Numbered, Outcome};

use super::labeller::{LabelPlaces, OpenDraws, RoundWorths};
use super::labels::{Label, Labels, OPEN, too_many};
use super::round::{COUNTS, NOTHING};
use super::values::TierValues;
use crate::error::SolveError;
use crate::resident::Worth;
use crate::tiers::Unit;

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

    /// Its place among all ranks, from worst to best: a number above 0 that grows with the worth.
    pub fn place(self) -> u32 {
        const MIDDLE: i32 = 1 << 15;
        let depth = match self.key.signum() {
            1 => MIDDLE - self.depth,
            -1 => MIDDLE + self.depth,
            _ => MIDDLE,
        };
        ((self.key + MIDDLE) as u32) << 16 | depth as u32
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

/// The depths that draws of each size of key can have.
type Depths = BTreeMap<i32, BTreeSet<i32>>;

/// The times of a round for keys of one size and depths from one on.
struct Span {
    size: i32,
    least_depth: i32,
    times: Range<i32>,
    /// Whether the last time is left for what is too deep.
    is_bounded: bool,
}

/// Which sizes of keys a round decides, and when.
struct Schedule(Vec<Span>);

impl Schedule {
    /// As many of the largest sizes, with the depths that exits offer, as the times suffice for. Where
    /// moves stay inside the unit, draws can be deeper by `slack`; where none do, no other depths occur.
    fn of(offers: &Depths, slack: Option<i32>) -> Schedule {
        let mut spans: Vec<Span> = Vec::new();
        let mut start = 1;
        for (&size, depths) in offers.iter().rev() {
            let is_bounded = slack.is_some();
            let mut of_size: Vec<Span> = Vec::new();
            let span = |least_depth, length| Span {
                size,
                least_depth,
                times: start..start + length,
                is_bounded,
            };
            match (slack, depths.first().zip(depths.last())) {
                (Some(slack), Some((&least, &most))) => {
                    let length = most - least + 1 + slack + 1;
                    of_size.push(span(least, length));
                }
                _ => {
                    for &depth in depths {
                        match of_size.last_mut() {
                            Some(last) if last.depths().end == depth => last.times.end += 1,
                            last => {
                                let start = last.map_or(start, |last| last.times.end);
                                let times = start..start + 1;
                                of_size.push(Span { times, ..span(depth, 1) });
                            }
                        }
                    }
                }
            }
            if let (true, Some(first)) = (spans.is_empty(), of_size.first_mut()) {
                first.times.end = first.times.end.min(TIMES);
            }
            let end = of_size.last().map_or(start, |last| last.times.end);
            if end > TIMES {
                break;
            }
            spans.extend(of_size);
            start = end;
        }
        Schedule(spans)
    }

    /// The smallest size that is decided.
    fn smallest(&self) -> i32 {
        self.0.last().map_or(0, |last| last.size)
    }

    /// When a rank is decided.
    fn time(&self, rank: DrawRank) -> Option<u16> {
        let place = |span: &Span| (Reverse(span.size), span.least_depth);
        let wanted = (Reverse(rank.key.abs()), rank.depth);
        let behind = self.0.partition_point(|span| place(span) <= wanted);
        let span = &self.0[behind.checked_sub(1)?];
        if span.size != rank.key.abs() || !span.depths().contains(&rank.depth) {
            return None;
        }
        Some((span.times.start + rank.depth - span.least_depth) as u16)
    }

    /// The rank that is decided at a time; `None` where it is too deep to tell.
    fn rank(&self, time: u16, sign: i32) -> Option<DrawRank> {
        let time = i32::from(time);
        // A chain that went through the last time may have gone on behind it.
        let span = self.0.get(self.0.partition_point(|span| span.times.end <= time))?;
        let depth = time - span.times.start + span.least_depth;
        let is_last = span.is_bounded && time + 1 >= span.times.end;
        (!is_last).then_some(DrawRank { key: sign * span.size, depth })
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

impl Span {
    fn depths(&self) -> Range<i32> {
        self.least_depth..self.least_depth + (self.times.end - self.times.start)
    }
}

/// A unit whose draws are ranked, given what tiers are worth.
pub(super) struct RankedUnit<'a> {
    pub game: &'a dyn Numbered,
    pub unit: &'a Unit,
    pub values: &'a TierValues,
    /// The labels of its exits.
    pub exits: &'a [Arc<Labels>],
}

impl RankedUnit<'_> {
    /// What each exit offers to each tier of the unit, by the numbers of its labels; nothing where no moves
    /// lead there.
    fn offers(&self) -> Vec<Vec<Vec<Option<DrawRank>>>> {
        let RankedUnit { game, unit, values, exits } = *self;
        let offered = |from: usize, exit: usize| -> Vec<Option<DrawRank>> {
            let shift = values.get(unit.tiers[from]) + values.get(unit.exits[exit]);
            let of_label =
                |&label: &Label| Some(DrawRank::of(label)?.shifted(shift).as_seen_by_mover());
            exits[exit].list().iter().map(of_label).collect()
        };
        let of_tier = |from: usize| {
            let children = game.child_tiers(unit.tiers[from]);
            let leads = |exit: usize| children.contains(&unit.exits[exit]);
            let of_exit = |exit| if leads(exit) { offered(from, exit) } else { Vec::new() };
            (0..exits.len()).map(of_exit).collect()
        };
        (0..unit.tiers.len()).map(of_tier).collect()
    }

    /// Labels the open draws of the unit.
    pub fn label(&self, open: &mut dyn OpenDraws) -> Result<Labels, SolveError> {
        let RankedUnit { game, unit, values, .. } = *self;
        let name = || game.tier_name(unit.tiers[0]);
        values.check_unit(game, unit)?;
        let offers = self.offers();
        let mut left = Depths::new();
        for rank in offers.iter().flatten().flatten().flatten().filter(|rank| rank.key != 0) {
            left.entry(rank.key.abs()).or_default().insert(rank.depth);
        }
        let mut labels = Labels::new();
        // The label that most draws have gets a low number, which a device counts faster.
        let stable = labels.number(DrawRank::STABLE.label()).ok_or_else(|| too_many(&name()))?;
        let mut slack = FIRST_SLACK;
        let mut is_open = true;
        while !left.is_empty() && is_open {
            let schedule = Schedule::of(&left, unit.loopy.then_some(slack));
            let of_inside = |label: &Label| if *label == Label::Open { COUNTS } else { NOTHING };
            let of_offer =
                |rank: &Option<DrawRank>| rank.map_or(NOTHING, |rank| schedule.worth(rank));
            let of_exit = |exit: &Vec<Option<DrawRank>>| exit.iter().map(of_offer).collect();
            let of_tier = |tier: &Vec<Vec<_>>| tier.iter().map(of_exit).collect();
            let inside = labels.list().iter().map(of_inside).collect();
            let outside = offers.iter().map(of_tier).collect();
            let decided = open.round(&RoundWorths { inside, outside })?;
            let Some(numbers) = numbers_of(&schedule, &decided, &mut labels)? else {
                if slack >= TIMES {
                    let what = "draws too deep to rank";
                    return Err(SolveError::Inconsistent { what, tier: name(), slot: 0 });
                }
                slack *= 4;
                continue;
            };
            is_open = open.label(&numbers)?;
            left.split_off(&schedule.smallest());
        }
        open.close(stable)?;
        Ok(labels)
    }

    /// What labels are worth, for deriving the unit's own again.
    pub fn places(&self, own: &Labels) -> LabelPlaces {
        let place = |label: &Label, rank: Option<DrawRank>| match label {
            Label::Won => 0,
            Label::Draw { .. } => rank.map_or(u32::MAX, DrawRank::place),
            Label::Other | Label::Open => u32::MAX,
        };
        let of_own = |label: &Label| place(label, DrawRank::of(*label));
        let as_seen =
            |label: &Label| place(label, DrawRank::of(*label).map(|rank| rank.as_seen_by_mover()));
        let of_exit = |(exit, ranks): (usize, &Vec<Option<DrawRank>>)| {
            let labels = self.exits[exit].list().iter();
            labels.zip(ranks).map(|(label, &rank)| place(label, rank)).collect()
        };
        let of_tier = |tier: &Vec<Vec<_>>| tier.iter().enumerate().map(of_exit).collect();
        LabelPlaces {
            own: own.list().iter().map(of_own).collect(),
            inside: own.list().iter().map(as_seen).collect(),
            outside: self.offers().iter().map(of_tier).collect(),
        }
    }
}

/// The number of the label that each code of a round stands for, and that of open draws where it stands
/// for none; `None` if some draw was deeper than the schedule has times for.
fn numbers_of(
    schedule: &Schedule,
    decided: &[Code],
    labels: &mut Labels,
) -> Result<Option<Vec<u16>>, SolveError> {
    let mut numbers = vec![OPEN; 1 << 16];
    for code in decided {
        let (time, sign) = match code.outcome() {
            Some(Outcome::Win(time)) => (time, 1),
            Some(Outcome::Lose(time)) => (time, -1),
            _ => continue,
        };
        let Some(rank) = schedule.rank(time, sign) else { return Ok(None) };
        let number = labels.number(rank.label()).ok_or_else(|| too_many("of a round"))?;
        numbers[usize::from(code.0)] = number;
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
    fn times_and_ranks_belong_together_and_what_is_too_deep_is_told() {
        let offers = Depths::from([(7, BTreeSet::from([-2, 0, 5])), (3, BTreeSet::from([1]))]);
        for slack in [None, Some(4)] {
            let schedule = Schedule::of(&offers, slack);
            for (&size, depths) in &offers {
                for &depth in depths {
                    for key in [-size, size] {
                        let rank = DrawRank { key, depth };
                        let time = schedule.time(rank).unwrap();
                        assert_eq!(schedule.rank(time, key.signum()), Some(rank));
                    }
                }
            }
            let end = schedule.0.last().unwrap().times.end as u16;
            assert_eq!(schedule.rank(end, 1), None);
            assert_eq!(schedule.rank(end + 9, -1), None);
            assert_eq!(schedule.rank(end - 1, 1).is_none(), slack.is_some());
        }
    }

    #[test]
    fn who_goes_for_more_hurries_and_who_goes_for_less_delays() {
        let rank = |key, depth| DrawRank { key, depth };
        let worst_to_best =
            [rank(-5, 1), rank(-5, 9), rank(-1, 2), DrawRank::STABLE, rank(1, 8), rank(1, -2)];
        assert!(worst_to_best.is_sorted());
        assert!(worst_to_best.is_sorted_by_key(|rank| rank.place()));
    }
}
