//! Positions and moves of games that are told by a text.

use hindsight_core::Turn;

use crate::board::NONE;

/// The most beats of a move: a chain of captures that is longer ends there.
pub const MOST_BEATS: usize = 16;

/// Everything that matters for the rest of the game. `N` is the most kinds of pieces that the type holds,
/// those of the two players apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<const N: usize> {
    /// The points with pieces of each kind.
    pub masks: [u64; N],
    /// How many of each kind are in hand.
    pub hands: [u8; N],
    /// Who is to move.
    pub turn: Turn,
}

impl<const N: usize> Position<N> {
    /// The points with a piece.
    pub(crate) fn taken(&self) -> u64 {
        self.masks.iter().fold(0, |all, mask| all | mask)
    }

    /// The kind of the piece at a point.
    pub(crate) fn kind_at(&self, point: u8) -> Option<usize> {
        self.masks.iter().position(|mask| mask >> point & 1 == 1)
    }
}

/// What a beat of a move does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Deed {
    /// A piece goes.
    #[default]
    Go,
    /// A piece goes and captures what is in front of it.
    Approach,
    /// A piece goes and captures what was behind it.
    Withdraw,
    /// A piece comes from the hand; `from` is its kind.
    Place,
    /// A piece is taken off.
    Remove,
    /// Nothing.
    Pass,
    /// A piece that could go on does not.
    Stop,
}

/// A part of a move that is clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Beat {
    pub(crate) deed: Deed,
    pub(crate) from: u8,
    pub(crate) to: u8,
}

const NO_BEAT: Beat = Beat { deed: Deed::Go, from: NONE, to: NONE };

/// A move: its beats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Chosen {
    beats: [Beat; MOST_BEATS],
    length: u8,
}

impl Chosen {
    pub(crate) fn new(beats: impl IntoIterator<Item = Beat>) -> Chosen {
        let mut chosen = Chosen { beats: [NO_BEAT; MOST_BEATS], length: 0 };
        for beat in beats.into_iter().take(MOST_BEATS) {
            chosen.beats[usize::from(chosen.length)] = beat;
            chosen.length += 1;
        }
        chosen
    }

    pub(crate) fn beats(&self) -> &[Beat] {
        &self.beats[..usize::from(self.length)]
    }
}
