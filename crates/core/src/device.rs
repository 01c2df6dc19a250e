//! What a game offers so that a GPU can walk over its positions.
//!
//! The passes of the solver are written once, in CUDA C++, for all games. A game adds the text of a
//! header with its rules, over the same masks or lists that its Rust side uses, and says for each tier
//! where the moves lead. Where its positions are two kinds of pieces (and a tag) numbered by an
//! [`OrbitIndex`](crate::OrbitIndex), the way from slots to positions and back is there already; other
//! indexes bring theirs in the header. Everything in the header also compiles as ordinary C++, so that
//! tests compare it with the Rust rules without a GPU.

use std::sync::Arc;

use crate::game::Tier;
use crate::orbit::SubsetOrbits;

/// The most numbers that the positions of a tier can have in common for the header to read.
pub const MAX_DEVICE_PARAMETERS: usize = 24;
/// The most tiers that the moves of a tier can lead to.
pub const MAX_DEVICE_TARGETS: usize = 16;
/// The arrays that an index of a game's own is made of, at most.
pub const MAX_DEVICE_ARRAYS: usize = 5;
/// The numbers that it has besides, at most.
pub const MAX_DEVICE_NUMBERS: usize = 4;

/// The side of a game that runs on a GPU.
///
/// The header defines, over the types of `hindsight-gpu`'s own headers:
///
/// - `primitive(tier, tables, board)`: the code of a position at which the game is over, or `OPEN`;
/// - `struct Children`, made from `(tier, tables, board)`, whose `next(target, child)` gives the
///   position after each move and the number of its tier among the [targets](DeviceTier::targets),
///   until it returns false;
/// - `struct Parents`, likewise, for the moves inside a unit that lead to a position.
///
/// Or, in place of the two, `OWN_VISITS` and walks of its own: `each_child`, `each_exit` and `each_parent`, as
/// the passes have them for the others. That pays where threads would take different ways through long lists
/// of moves.
pub trait DeviceSide: Sync {
    /// The text of the header.
    fn header(&self) -> String;

    /// Numbers that the header finds in fast memory, as `tables.game`.
    fn tables(&self) -> Vec<u32> {
        Vec::new()
    }

    /// How slots are numbered.
    fn indexing(&self) -> DeviceIndexing<'_>;

    /// The index of a tier. Asked for once.
    fn index_of(&self, tier: Tier) -> DeviceIndex;

    /// What the header must know about a tier.
    fn tier(&self, tier: Tier) -> DeviceTier;
}

/// How slots are numbered.
#[derive(Clone, Debug)]
pub enum DeviceIndexing<'a> {
    /// By an [`OrbitIndex`](crate::OrbitIndex) of two kinds over these symmetries and classes of
    /// subsets.
    Orbits(&'a Arc<SubsetOrbits>),
    /// In the game's own way.
    Own {
        /// The number of symmetries.
        symmetries: u32,
        /// The text of a header of its own, which comes before the other: `Board`, `Index`, `locate`
        /// and `decode`, as `orbit.h` of `hindsight-gpu` defines them for the others.
        header: String,
        /// Numbers that it finds in fast memory, as `tables.words`.
        words: Vec<u32>,
    },
}

/// The index of a tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceIndex {
    /// The pieces of each kind: what the tier's [`OrbitIndex`](crate::OrbitIndex) was made with.
    Orbits([usize; 2]),
    /// An index of the game's own. Slots are cut in classes of `width`; the header's `Index` has the
    /// addresses of the arrays first, five in all, then the width and the numbers, three in all.
    Own {
        /// Slots of a class.
        width: u32,
        /// At most [`MAX_DEVICE_NUMBERS`] less one.
        numbers: Vec<u32>,
        /// At most [`MAX_DEVICE_ARRAYS`]. Equal ones of several tiers are kept once.
        arrays: Vec<Vec<u32>>,
    },
}

/// What the header must know about a tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceTier {
    /// Numbers of the game's own choosing, at most [`MAX_DEVICE_PARAMETERS`].
    pub parameters: Vec<u32>,
    /// The tiers that moves and un-moves lead to, by the numbers that the header gives them; `None`
    /// where a tier has no such moves. At most [`MAX_DEVICE_TARGETS`].
    pub targets: Vec<Option<Tier>>,
}
