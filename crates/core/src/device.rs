//! What a game offers so that a GPU can walk over its positions.
//!
//! The passes of the solver are written once, in CUDA C++, for all games whose positions are two
//! kinds of pieces (and a label) numbered by an [`OrbitIndex`](crate::OrbitIndex). A game adds the
//! text of a header with its rules, over the same masks that its Rust side uses, and says for each
//! tier where the moves lead. Everything in the header also compiles as ordinary C++, so that tests
//! compare it with the Rust rules without a GPU.

use std::sync::Arc;

use crate::game::Tier;
use crate::orbit::SubsetOrbits;

/// The most numbers that the positions of a tier can have in common for the header to read.
pub const MAX_DEVICE_PARAMETERS: usize = 8;
/// The most tiers that the moves of a tier can lead to.
pub const MAX_DEVICE_TARGETS: usize = 4;

/// The side of a game that runs on a GPU.
///
/// The header defines, over the types of `hindsight-gpu`'s own headers:
///
/// - `primitive(tier, tables, board)`: the code of a position at which the game is over, or `OPEN`;
/// - `struct Children`, made from `(tier, tables, board)`, whose `next(target, child)` gives the
///   position after each move and the number of its tier among the [targets](DeviceTier::targets),
///   until it returns false;
/// - `struct Parents`, likewise, for the moves inside a unit that lead to a position.
pub trait DeviceSide: Sync {
    /// The text of the header.
    fn header(&self) -> String;

    /// Numbers that the header finds in fast memory, as `tables.game`.
    fn tables(&self) -> Vec<u32> {
        Vec::new()
    }

    /// The symmetries and classes of subsets that the tiers' indexes are made of.
    fn subsets(&self) -> &Arc<SubsetOrbits>;

    /// What the header must know about a tier.
    fn tier(&self, tier: Tier) -> DeviceTier;
}

/// What the header must know about a tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceTier {
    /// The pieces of each kind: what the tier's index was made with.
    pub sizes: [usize; 2],
    /// Numbers of the game's own choosing, at most [`MAX_DEVICE_PARAMETERS`].
    pub parameters: Vec<u32>,
    /// The tiers that moves and un-moves lead to, by the numbers that the header gives them; `None`
    /// where a tier has no such moves. At most [`MAX_DEVICE_TARGETS`].
    pub targets: Vec<Option<Tier>>,
}
