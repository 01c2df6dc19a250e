//! Values of positions and their order.
//!
//! A [`Value`] says who prevails, an [`Outcome`] adds the remoteness, and a [`Code`] is an outcome
//! (or a hole) in sixteen bits: what the solver's arrays and the tables on disk hold.

use std::cmp::Ordering;
use std::fmt;

/// Who prevails under perfect play, as the player to move sees it. Ordered from worst to best.
///
/// *Tie* ends the game level; *draw* never ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The opponent wins whatever the player to move does.
    Lose,
    /// Neither side can force an end.
    Draw,
    /// The game ends level.
    Tie,
    /// The player to move can force a win.
    Win,
}

impl Value {
    /// All values in the order in which reports list them.
    pub const ALL: [Value; 4] = [Value::Win, Value::Lose, Value::Tie, Value::Draw];

    /// The word used in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Lose => "lose",
            Value::Tie => "tie",
            Value::Draw => "draw",
        }
    }

    /// The value named by a word of [`Value::name`].
    pub fn from_name(name: &str) -> Option<Value> {
        Value::ALL.into_iter().find(|value| value.name() == name)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A value with its remoteness: the plies to the end when the winner hurries, the loser delays and
/// tying players hurry.
///
/// The order is from worst to best for the player to move:
///
/// ```
/// use hindsight_core::Outcome::*;
/// let worst_to_best = [Lose(2), Lose(8), Draw, Tie(9), Tie(3), Win(7), Win(1)];
/// assert!(worst_to_best.is_sorted());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player to move wins in this many plies.
    Win(u16),
    /// The player to move loses in this many plies.
    Lose(u16),
    /// The game ends level in this many plies.
    Tie(u16),
    /// The game never ends.
    Draw,
}

impl Outcome {
    /// The largest remoteness that a [`Code`] can hold.
    pub const MAX_REMOTENESS: u16 = 0x3ffe;

    /// The outcome of a position at which the game is over: remoteness 0.
    ///
    /// A draw has no end, so `Value::Draw` gives `Outcome::Draw`.
    pub const fn over(value: Value) -> Outcome {
        Outcome::new(value, 0)
    }

    /// Puts a value and a remoteness together; a draw ignores the remoteness.
    pub const fn new(value: Value, remoteness: u16) -> Outcome {
        match value {
            Value::Win => Outcome::Win(remoteness),
            Value::Lose => Outcome::Lose(remoteness),
            Value::Tie => Outcome::Tie(remoteness),
            Value::Draw => Outcome::Draw,
        }
    }

    /// Who prevails.
    pub const fn value(self) -> Value {
        match self {
            Outcome::Win(_) => Value::Win,
            Outcome::Lose(_) => Value::Lose,
            Outcome::Tie(_) => Value::Tie,
            Outcome::Draw => Value::Draw,
        }
    }

    /// Plies to the end; none for a draw.
    pub const fn remoteness(self) -> Option<u16> {
        match self {
            Outcome::Win(r) | Outcome::Lose(r) | Outcome::Tie(r) => Some(r),
            Outcome::Draw => None,
        }
    }

    /// What a move to a child with this outcome is worth to the player who makes the move.
    ///
    /// ```
    /// use hindsight_core::Outcome;
    /// assert_eq!(Outcome::Lose(4).as_seen_by_mover(), Outcome::Win(5));
    /// assert_eq!(Outcome::Draw.as_seen_by_mover(), Outcome::Draw);
    /// ```
    pub const fn as_seen_by_mover(self) -> Outcome {
        match self {
            Outcome::Win(r) => Outcome::Lose(r + 1),
            Outcome::Lose(r) => Outcome::Win(r + 1),
            Outcome::Tie(r) => Outcome::Tie(r + 1),
            Outcome::Draw => Outcome::Draw,
        }
    }
}

impl Ord for Outcome {
    fn cmp(&self, other: &Self) -> Ordering {
        use Outcome::*;
        match (self, other) {
            (Lose(a), Lose(b)) => a.cmp(b),
            (Win(a), Win(b)) | (Tie(a), Tie(b)) => b.cmp(a),
            _ => self.value().cmp(&other.value()),
        }
    }
}

impl PartialOrd for Outcome {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.remoteness() {
            Some(remoteness) => f.pad(&format!("{} in {remoteness}", self.value())),
            None => f.pad("draw"),
        }
    }
}

/// An outcome, or a hole, in sixteen bits: the two top bits tell the value (0 win, 1 tie, 2 draw,
/// 3 lose), the others the remoteness.
///
/// A **hole** is a slot of an index that stands for no position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Code(pub u16);

impl Code {
    /// A slot that stands for no position.
    pub const HOLE: Code = Code(0xffff);
    /// The one code of a draw.
    pub const DRAW: Code = Code(Self::TAG_DRAW);
    /// Top bits of a win.
    pub const TAG_WIN: u16 = 0x0000;
    /// Top bits of a tie.
    pub const TAG_TIE: u16 = 0x4000;
    /// Top bits of a draw. The solver keeps its counts of undecided slots under this tag.
    pub const TAG_DRAW: u16 = 0x8000;
    /// Top bits of a lose.
    pub const TAG_LOSE: u16 = 0xc000;
    /// The bits that hold the tag.
    pub const TAG_MASK: u16 = 0xc000;

    /// The code of an outcome.
    pub const fn new(outcome: Outcome) -> Code {
        match outcome {
            Outcome::Win(r) => Code(Self::TAG_WIN | r),
            Outcome::Tie(r) => Code(Self::TAG_TIE | r),
            Outcome::Draw => Code::DRAW,
            Outcome::Lose(r) => Code(Self::TAG_LOSE | r),
        }
    }

    /// The outcome, or `None` for a hole and for bits that are no outcome.
    pub const fn outcome(self) -> Option<Outcome> {
        let remoteness = self.0 & !Self::TAG_MASK;
        match self.0 & Self::TAG_MASK {
            Self::TAG_DRAW if remoteness == 0 => Some(Outcome::Draw),
            _ if remoteness > Outcome::MAX_REMOTENESS => None,
            Self::TAG_WIN => Some(Outcome::Win(remoteness)),
            Self::TAG_TIE => Some(Outcome::Tie(remoteness)),
            Self::TAG_LOSE => Some(Outcome::Lose(remoteness)),
            _ => None,
        }
    }
}

impl From<Outcome> for Code {
    fn from(outcome: Outcome) -> Code {
        Code::new(outcome)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome() {
            Some(outcome) => write!(f, "Code({outcome})"),
            None if *self == Code::HOLE => f.write_str("Code(hole)"),
            None => write!(f, "Code({:#06x})", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn outcomes() -> impl Strategy<Value = Outcome> {
        (0usize..4, 0..=Outcome::MAX_REMOTENESS).prop_map(|(v, r)| Outcome::new(Value::ALL[v], r))
    }

    proptest! {
        #[test]
        fn codes_round_trip(outcome in outcomes()) {
            prop_assert_eq!(Code::new(outcome).outcome(), Some(outcome));
        }

        #[test]
        fn every_code_is_an_outcome_or_nothing(bits: u16) {
            if let Some(outcome) = Code(bits).outcome() {
                prop_assert_eq!(Code::new(outcome), Code(bits));
            }
        }

        #[test]
        fn passing_the_turn_reverses_decided_outcomes(a in outcomes(), b in outcomes()) {
            use Outcome::*;
            let same_end = matches!((a, b), (Win(_) | Lose(_), Win(_) | Lose(_)));
            if same_end && a.remoteness() < Some(9999) && b.remoteness() < Some(9999) {
                prop_assert_eq!(a.cmp(&b), b.as_seen_by_mover().cmp(&a.as_seen_by_mover()));
            }
        }
    }

    #[test]
    fn a_hole_is_no_outcome() {
        assert_eq!(Code::HOLE.outcome(), None);
        assert_eq!(Code(0x8001).outcome(), None);
    }
}
