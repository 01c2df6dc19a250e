//! Sets and conditions of a text in the words that descriptions of moves compute with.

use hindsight_core::{Joins, Pointwise, Truth, Word};

use crate::machine::{Machine, Points, bits};

/// Lines, grouped by how their points lie: all lines of a group are found with a few shifts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lines(Vec<Alike>);

/// Lines that are shifted images of one another.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Alike {
    /// The first points of the lines.
    starts: u32,
    /// How far the points lie behind the first, which is one of them.
    offsets: Vec<u32>,
    /// The distance of neighbours, where it is always the same.
    step: Option<u32>,
}

impl Lines {
    pub(crate) fn new(lines: &[u64]) -> Lines {
        let mut groups: Vec<Alike> = Vec::new();
        for line in lines {
            let first = line.trailing_zeros();
            let offsets: Vec<u32> = bits(line >> first).map(|offset| offset as u32).collect();
            match groups.iter_mut().find(|group| group.offsets == offsets) {
                Some(group) => group.starts |= 1 << first,
                None => {
                    let step = offsets.get(1).copied().unwrap_or(0);
                    let is_even = offsets.windows(2).all(|pair| pair[1] - pair[0] == step);
                    let step = is_even.then_some(step);
                    groups.push(Alike { starts: 1 << first, offsets, step });
                }
            }
        }
        Lines(groups)
    }

    /// The points of the lines that are covered.
    #[inline(always)]
    pub(crate) fn covered<W: Word>(&self, marks: W) -> W {
        let points = self.0.iter().map(|group| group.spread(group.runs(marks)));
        points.fold(W::from(0), |all, points| all | points)
    }

    /// Whether a line is covered.
    #[inline(always)]
    pub(crate) fn is_covered<W: Word>(&self, marks: W) -> W::Truth {
        let runs = self.0.iter().map(|group| group.runs(marks));
        runs.fold(W::from(0), |all, runs| all | runs).is_some()
    }

    /// The points that alone are missing, or there already, in a line.
    #[inline(always)]
    pub(crate) fn completions<W: Word>(&self, marks: W) -> W {
        let mut all = W::from(0);
        for Alike { starts, offsets, .. } in &self.0 {
            let shifted = |offset: &u32| marks >> W::from(*offset);
            for (missing, at) in offsets.iter().enumerate() {
                let others = offsets.iter().enumerate().filter(|(number, _)| *number != missing);
                let runs =
                    others.fold(W::from(*starts), |runs, (_, offset)| runs & shifted(offset));
                all = all | runs << W::from(*at);
            }
        }
        all
    }
}

impl Alike {
    /// How far to shift what was found so far, to double what it stands for.
    fn doublings(&self, step: u32) -> impl Iterator<Item = u32> {
        let (mut length, points) = (1, self.offsets.len() as u32);
        std::iter::from_fn(move || {
            let more = length.min(points - length);
            length += more;
            (more > 0).then_some(more * step)
        })
    }

    /// The first points of the lines that are covered.
    #[inline(always)]
    fn runs<W: Word>(&self, marks: W) -> W {
        let runs = match self.step {
            Some(step) => self.doublings(step).fold(marks, |runs, by| runs & runs >> W::from(by)),
            None => self.offsets.iter().fold(marks, |runs, by| runs & marks >> W::from(*by)),
        };
        runs & W::from(self.starts)
    }

    /// All points of lines, given the first ones.
    #[inline(always)]
    fn spread<W: Word>(&self, starts: W) -> W {
        match self.step {
            Some(step) => {
                self.doublings(step).fold(starts, |points, by| points | points << W::from(by))
            }
            None => {
                let points = self.offsets.iter().map(|by| starts << W::from(*by));
                points.fold(W::from(0), |all, points| all | points)
            }
        }
    }
}

/// The points and which of them are joined.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub(crate) all: u32,
    joins: Joins,
}

impl Ground {
    pub(crate) fn new(machine: &Machine) -> Ground {
        let beside = &machine.board.beside;
        let pairs = (0..beside.len())
            .flat_map(|point| bits(beside[point]).map(move |other| (point, other)));
        Ground { all: machine.board.all() as u32, joins: Joins::new(pairs) }
    }

    #[inline(always)]
    pub(crate) fn empty<W: Word>(&self, pieces: [W; 2]) -> W {
        !(pieces[0] | pieces[1]) & W::from(self.all)
    }

    /// The points that are joined with some of these.
    #[inline(always)]
    fn beside<W: Word>(&self, points: W) -> W {
        self.joins.rows().iter().fold(W::from(0), |all, &[lower, distance]| {
            let [lower, distance] = [lower, distance].map(W::from);
            all | (points & lower) << distance | points >> distance & lower
        })
    }
}

/// A set of points, over the masks of the two kinds of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Set {
    Kind(usize),
    Taken,
    Empty,
    Fixed(u32),
    And(Box<Set>, Box<Set>),
    Or(Box<Set>, Box<Set>),
    AndNot(Box<Set>, Box<Set>),
    Beside(Box<Set>, Box<Set>),
    NotBeside(Box<Set>, Box<Set>),
    Surrounded(Box<Set>, Box<Set>),
    InLines(Box<Set>, Lines),
    OutsideLines(Box<Set>, Lines),
    Else(Box<Set>, Box<Set>),
}

impl Set {
    /// The set of a text; none where words cannot say it.
    pub(crate) fn new(points: &Points) -> Option<Set> {
        let both = |one: &Points, other: &Points| {
            Some((Box::new(Set::new(one)?), Box::new(Set::new(other)?)))
        };
        Some(match points {
            Points::Kinds(kinds) => match kinds[..] {
                [] => Set::Fixed(0),
                [kind] => Set::Kind(kind.into()),
                _ => Set::Taken,
            },
            Points::Empty => Set::Empty,
            Points::Fixed(points) => Set::Fixed(*points as u32),
            Points::And(one, other) => both(one, other).map(|(a, b)| Set::And(a, b))?,
            Points::AndNot(one, other) => both(one, other).map(|(a, b)| Set::AndNot(a, b))?,
            Points::Beside(one, other) => both(one, other).map(|(a, b)| Set::Beside(a, b))?,
            Points::NotBeside(one, other) => both(one, other).map(|(a, b)| Set::NotBeside(a, b))?,
            Points::Surrounded(one, other) => {
                both(one, other).map(|(a, b)| Set::Surrounded(a, b))?
            }
            Points::Else(one, other) => both(one, other).map(|(a, b)| Set::Else(a, b))?,
            Points::InLines(one, lines) => {
                Set::InLines(Box::new(Set::new(one)?), Lines::new(lines))
            }
            Points::OutsideLines(one, lines) => {
                Set::OutsideLines(Box::new(Set::new(one)?), Lines::new(lines))
            }
            Points::Lowest(..) => return None,
        })
    }

    /// The points of a position.
    pub(crate) fn of<W: Word>(&self, ground: &Ground, pieces: [W; 2]) -> W {
        let of = |set: &Set| set.of(ground, pieces);
        match self {
            Set::Kind(kind) => pieces[*kind],
            Set::Taken => pieces[0] | pieces[1],
            Set::Empty => ground.empty(pieces),
            Set::Fixed(points) => W::from(*points),
            Set::And(one, other) => of(one) & of(other),
            Set::Or(one, other) => of(one) | of(other),
            Set::AndNot(one, other) => of(one) & !of(other),
            Set::Beside(one, other) => of(one) & ground.beside(of(other)),
            Set::NotBeside(one, other) => of(one) & !ground.beside(of(other)),
            Set::Surrounded(one, other) => {
                of(one) & !ground.beside(!of(other) & W::from(ground.all))
            }
            Set::InLines(one, lines) => lines.covered(of(one)),
            Set::OutsideLines(one, lines) => {
                let points = of(one);
                points & !lines.covered(points)
            }
            Set::Else(one, other) => {
                let points = of(one);
                points.is_empty().choose(of(other), points)
            }
        }
    }

    /// The one kind that it depends on, if it is one.
    pub(crate) fn only_kind(&self) -> Option<usize> {
        match self {
            Set::Kind(kind) => Some(*kind),
            Set::InLines(one, _) | Set::OutsideLines(one, _) => one.only_kind(),
            Set::And(one, other)
            | Set::Or(one, other)
            | Set::AndNot(one, other)
            | Set::Else(one, other) => match (&**one, &**other) {
                (one, Set::Fixed(_)) | (Set::Fixed(_), one) => one.only_kind(),
                _ => one.only_kind().filter(|kind| other.only_kind() == Some(*kind)),
            },
            _ => None,
        }
    }

    /// Something if the set has a point, nothing if it has none: often known with less work than the set.
    pub(crate) fn witness<W: Word>(&self, ground: &Ground, pieces: [W; 2]) -> W {
        match self {
            Set::Else(_, other)
                if matches!(**other, Set::Kind(_)) && self.only_kind().is_some() =>
            {
                other.of(ground, pieces)
            }
            _ => self.of(ground, pieces),
        }
    }
}

/// A set that depends on one kind of pieces, as something that is worked out from their mask.
pub(crate) struct OfOneKind<'a> {
    pub(crate) set: &'a Set,
    pub(crate) ground: &'a Ground,
}

impl Pointwise for OfOneKind<'_> {
    #[inline(always)]
    fn of<W: Word>(&self, word: W) -> W {
        self.set.of(self.ground, [word; 2])
    }
}

/// Something that holds or not.
#[derive(Clone, Debug)]
pub(crate) enum Cond {
    Always,
    /// It follows from the numbers of pieces: a bit of what is given.
    Given(u32),
    Not(Box<Cond>),
    All(Vec<Cond>),
    Any(Vec<Cond>),
    /// So many points, at least and at most.
    Count(Set, u32, u32),
    Within(Set, Set),
    Covers(Set, Lines),
    /// The piece that came last is in a line that the set covers.
    LastIn(Set, Lines),
    InOneOf(Set, Vec<u32>),
}

/// What a condition is asked about.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a, W> {
    pub(crate) ground: &'a Ground,
    pub(crate) given: W,
    pub(crate) pieces: [W; 2],
    /// The piece that came last.
    pub(crate) last: W,
}

impl Cond {
    /// Whether it follows from the numbers of pieces.
    pub(crate) fn is_given(&self) -> bool {
        match self {
            Cond::Always | Cond::Given(_) => true,
            Cond::Not(condition) => condition.is_given(),
            Cond::All(conditions) | Cond::Any(conditions) => conditions.iter().all(Cond::is_given),
            _ => false,
        }
    }

    /// The points for which it holds if the piece that came last is there.
    pub(crate) fn mask<W: Word>(&self, asked: Asked<'_, W>) -> W {
        let all = W::from(asked.ground.all);
        match self {
            Cond::LastIn(set, lines) => lines.covered(set.of(asked.ground, asked.pieces)),
            Cond::Not(condition) => !condition.mask(asked) & all,
            Cond::All(conditions) => {
                conditions.iter().fold(all, |mask, condition| mask & condition.mask(asked))
            }
            Cond::Any(conditions) => {
                conditions.iter().fold(W::from(0), |mask, condition| mask | condition.mask(asked))
            }
            other => other.of(asked).choose(all, W::from(0)),
        }
    }

    pub(crate) fn of<W: Word>(&self, asked: Asked<'_, W>) -> W::Truth {
        let Asked { ground, given, pieces, last } = asked;
        let points = |set: &Set| set.of(ground, pieces);
        match self {
            Cond::Always => true.into(),
            Cond::Given(bit) => (given & W::from(*bit)).is_some(),
            Cond::Not(condition) => !condition.of(asked),
            Cond::All(conditions) => {
                conditions.iter().fold(true.into(), |all, condition| all & condition.of(asked))
            }
            Cond::Any(conditions) => {
                conditions.iter().fold(false.into(), |any, condition| any | condition.of(asked))
            }
            Cond::Count(set, 1, most) if *most >= 32 => points(set).is_some(),
            Cond::Count(set, 0, 0) => points(set).is_empty(),
            Cond::Count(set, least, most) => {
                let count = points(set).count_ones();
                let is = |number: u32| count.equals(W::from(number));
                (*least..=(*most).min(32)).fold(false.into(), |any, number| any | is(number))
            }
            Cond::Within(one, other) => (points(one) & !points(other)).is_empty(),
            Cond::Covers(set, lines) => lines.is_covered(points(set)),
            Cond::LastIn(set, lines) => (lines.covered(points(set)) & last).is_some(),
            Cond::InOneOf(set, sets) => {
                let all = points(set);
                let is_in = |set: &u32| (all & !W::from(*set)).is_empty();
                sets.iter().fold(false.into(), |any, set| any | is_in(set))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of a 4x4 board, rows, columns and diagonals, and one that goes by no even steps.
    #[test]
    fn lines_found_by_shifts_are_those_found_one_by_one() {
        let mut lines: Vec<u64> = (0..4).map(|row| 0xf << (4 * row)).collect();
        lines.extend((0..4).map(|column| 0x1111 << column));
        lines.extend([0x8421, 0x1248, 0b1_0000_0000_0101]);
        let grouped = Lines::new(&lines);
        for marks in (0..0x1_0000_u32).step_by(7) {
            let covered = lines.iter().filter(|line| **line as u32 & !marks == 0);
            let points = covered.clone().fold(0, |all, line| all | *line as u32);
            assert_eq!(grouped.covered(marks), points);
            assert_eq!(grouped.is_covered(marks), covered.count() > 0);
            let completes = |point: &u32| {
                let with = marks | 1 << point;
                lines.iter().any(|line| *line as u32 & !with == 0 && *line as u32 >> point & 1 == 1)
            };
            let completions = (0..16).filter(completes).fold(0, |all, point| all | 1 << point);
            assert_eq!(grouped.completions(marks), completions);
        }
    }
}
