//! A text compiled: for each player, sets and conditions over masks of points, and actions with the tables
//! they need. Nothing of it knows words.

use crate::board::{Board, Direction};

/// A set of points, worked out from the masks of a position.
#[derive(Clone, Debug)]
pub(crate) enum Points {
    /// Those with pieces of these kinds.
    Kinds(Vec<u8>),
    /// Those without a piece.
    Empty,
    /// Always the same.
    Fixed(u64),
    And(Box<Points>, Box<Points>),
    AndNot(Box<Points>, Box<Points>),
    /// Those of the first joined with some of the second.
    Beside(Box<Points>, Box<Points>),
    NotBeside(Box<Points>, Box<Points>),
    /// Those of the first joined with nothing but the second.
    Surrounded(Box<Points>, Box<Points>),
    /// Those of the set in one of the lines that it covers.
    InLines(Box<Points>, Vec<u64>),
    OutsideLines(Box<Points>, Vec<u64>),
    /// Those of the set with no other of it among the points below, by point.
    Lowest(Box<Points>, Vec<u64>),
    Else(Box<Points>, Box<Points>),
}

impl Points {
    /// The points of a position. `taken` are those with a piece.
    pub(crate) fn of(&self, board: &Board, masks: &[u64], taken: u64) -> u64 {
        let of = |points: &Points| points.of(board, masks, taken);
        match self {
            Points::Kinds(kinds) => {
                kinds.iter().fold(0, |all, kind| all | masks[usize::from(*kind)])
            }
            Points::Empty => board.all() & !taken,
            Points::Fixed(points) => *points,
            Points::And(one, other) => of(one) & of(other),
            Points::AndNot(one, other) => of(one) & !of(other),
            Points::Beside(one, other) => of(one) & board.beside_some(of(other)),
            Points::NotBeside(one, other) => of(one) & !board.beside_some(of(other)),
            Points::Surrounded(one, other) => of(one) & board.surrounded_by(of(other)),
            Points::InLines(one, lines) => in_lines(of(one), lines),
            Points::OutsideLines(one, lines) => {
                let points = of(one);
                points & !in_lines(points, lines)
            }
            Points::Lowest(one, below) => {
                let points = of(one);
                let is_lowest = |point: &usize| points & below[*point] == 0;
                bits(points).filter(is_lowest).fold(0, |mask, point| mask | 1 << point)
            }
            Points::Else(one, other) => match of(one) {
                0 => of(other),
                points => points,
            },
        }
    }

    /// What the set can contain.
    pub(crate) fn content(&self) -> Content {
        match self {
            Points::Kinds(kinds) => {
                let kinds = kinds.iter().fold(0, |all, kind| all | 1 << kind);
                Content { kinds, empty: false }
            }
            Points::Empty => Content { kinds: 0, empty: true },
            Points::Fixed(_) => Content { kinds: u16::MAX, empty: true },
            Points::And(one, other) => {
                let (one, other) = (one.content(), other.content());
                Content { kinds: one.kinds & other.kinds, empty: one.empty && other.empty }
            }
            Points::AndNot(one, _)
            | Points::Beside(one, _)
            | Points::NotBeside(one, _)
            | Points::Surrounded(one, _)
            | Points::InLines(one, _)
            | Points::OutsideLines(one, _)
            | Points::Lowest(one, _) => one.content(),
            Points::Else(one, other) => {
                let (one, other) = (one.content(), other.content());
                Content { kinds: one.kinds | other.kinds, empty: one.empty || other.empty }
            }
        }
    }
}

/// What a set of points can contain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Content {
    /// A bit for each kind.
    pub(crate) kinds: u16,
    pub(crate) empty: bool,
}

/// The points of a set that are in lines that it covers.
fn in_lines(points: u64, lines: &[u64]) -> u64 {
    lines.iter().filter(|line| **line & !points == 0).fold(0, |all, line| all | line)
}

/// The numbers of the bits of a mask, the lowest first.
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            bit
        })
    })
}

/// Something that holds or not.
#[derive(Clone, Debug)]
pub(crate) enum Holds {
    Not(Box<Holds>),
    All(Vec<Holds>),
    Any(Vec<Holds>),
    /// The number of points, and of pieces of some kinds in hand, is in a range.
    Count {
        least: u32,
        most: u32,
        of: Option<Points>,
        in_hand: Vec<u8>,
    },
    /// All of the first are among the second.
    Within(Points, Points),
    /// One of the lines or shapes is covered.
    Covers(Points, Vec<u64>),
    /// One of the lines with the piece that came last is covered.
    LastIn(Points, Vec<u64>),
    Connected(Points),
    /// All are in one of these sets.
    InOneOf(Points, Vec<u64>),
}

/// What a condition is asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts<'a> {
    pub(crate) board: &'a Board,
    pub(crate) masks: &'a [u64],
    pub(crate) hands: &'a [u8],
    pub(crate) taken: u64,
    /// The piece that came last.
    pub(crate) last: Option<u8>,
}

impl Holds {
    pub(crate) fn of(&self, facts: Facts<'_>) -> bool {
        let Facts { board, masks, hands, taken, last } = facts;
        let points = |points: &Points| points.of(board, masks, taken);
        match self {
            Holds::Not(condition) => !condition.of(facts),
            Holds::All(conditions) => conditions.iter().all(|condition| condition.of(facts)),
            Holds::Any(conditions) => conditions.iter().any(|condition| condition.of(facts)),
            Holds::Count { least, most, of, in_hand } => {
                let held: u32 =
                    in_hand.iter().map(|kind| u32::from(hands[usize::from(*kind)])).sum();
                let count = held + of.as_ref().map_or(0, |of| points(of).count_ones());
                (*least..=*most).contains(&count)
            }
            Holds::Within(one, other) => points(one) & !points(other) == 0,
            Holds::Covers(one, shapes) => {
                let covered = points(one);
                shapes.iter().any(|shape| shape & !covered == 0)
            }
            Holds::LastIn(one, lines) => last.is_some_and(|last| {
                let covered = points(one);
                lines.iter().any(|line| line >> last & 1 == 1 && line & !covered == 0)
            }),
            Holds::Connected(one) => {
                let all = points(one);
                let mut reached = all & all.wrapping_neg();
                loop {
                    let more = (reached | board.beside_some(reached)) & all;
                    if more == reached {
                        return reached == all;
                    }
                    reached = more;
                }
            }
            Holds::InOneOf(one, sets) => {
                let all = points(one);
                sets.iter().any(|set| all & !set == 0)
            }
        }
    }
}

/// How a piece goes, worked out.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    pub(crate) pieces: Points,
    pub(crate) reach: Reach,
    /// Where it may arrive.
    pub(crate) to: AnyOf,
    pub(crate) taking: crate::syntax::Taking,
    pub(crate) again: crate::syntax::Again,
    /// The directions with the points where each is open.
    pub(crate) ways: Vec<Direction>,
}

/// One of some sets.
#[derive(Clone, Debug)]
pub(crate) struct AnyOf(pub(crate) Vec<Points>);

impl AnyOf {
    pub(crate) fn of(&self, board: &Board, masks: &[u64], taken: u64) -> u64 {
        self.0.iter().fold(0, |all, points| all | points.of(board, masks, taken))
    }
}

/// How far a piece gets.
#[derive(Clone, Debug)]
pub(crate) enum Reach {
    Step,
    Slide,
    SlideFar,
    Leap(Points),
    /// To these points, by the point that is left.
    Table(Vec<u64>),
}

/// An action.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    Place {
        kind: u8,
        from_hand: bool,
        on: Points,
    },
    Go(Walk),
    Remove(Points),
    Swap {
        pieces: Points,
        with: Points,
    },
    /// The ways a cell of the edge can be pushed.
    Push {
        kind: u8,
        takes: Points,
        pushes: Vec<Push>,
    },
    Shoot {
        kind: u8,
        ways: Vec<Direction>,
    },
    Pass,
    FlipEnclosed,
    CaptureEnclosed,
    FlipBeside,
    Promote {
        kind: u8,
        on: Points,
        to: u8,
    },
}

/// A push: the cells in order, from the one that leaves to the one where a piece comes in.
#[derive(Clone, Debug)]
pub(crate) struct Push {
    pub(crate) cells: Vec<u8>,
}

/// An action under a condition.
#[derive(Clone, Debug)]
pub(crate) struct Deed {
    pub(crate) condition: Option<Holds>,
    pub(crate) act: Act,
    /// The line of the text that says so.
    pub(crate) line: usize,
}

/// Something that can be done in a turn.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) is_else: bool,
    pub(crate) is_most: bool,
    pub(crate) condition: Option<Holds>,
    pub(crate) deeds: Vec<Deed>,
}

/// The rules as one player has them.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) options: Vec<Choice>,
    /// What the game is for the player who has just moved, if a condition holds; the first counts.
    pub(crate) ends: Vec<(Holds, hindsight_core::Value)>,
    /// What the game is for the player when there is no move; none: the turn passes.
    pub(crate) stuck: Option<hindsight_core::Value>,
    /// The kinds of the own pieces and of the enemy's.
    pub(crate) own: Vec<u8>,
    pub(crate) enemy: Vec<u8>,
}

/// A kind of pieces of one player, or of nobody.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) letter: char,
    pub(crate) name: String,
    /// 0, 1, or none for nobody's.
    pub(crate) owner: Option<usize>,
    /// The same kind of the other player.
    pub(crate) other: Option<u8>,
    /// The kind that it is in the hand of who captures it; none: it leaves the game.
    pub(crate) captive: Option<u8>,
    /// Whether it is ever in hand.
    pub(crate) has_hand: bool,
}

/// A text compiled.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(crate) players: [String; 2],
    pub(crate) board: Board,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) masks: Vec<u64>,
    pub(crate) hands: Vec<u8>,
    pub(crate) programs: [Program; 2],
    /// The line of the text that tells the board.
    pub(crate) board_line: usize,
}

impl Machine {
    /// The actions of both players.
    pub(crate) fn deeds(&self) -> impl Iterator<Item = &Deed> {
        let options = self.programs.iter().flat_map(|program| &program.options);
        options.flat_map(|choice| &choice.deeds)
    }
}
