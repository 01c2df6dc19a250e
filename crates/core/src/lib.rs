//! The vocabulary of Hindsight: values, the traits that a game implements, and the ready parts from
//! which games build their indexes and notations. Knows nothing of solving, files or any one game.
//!
//! | for | take |
//! |---|---|
//! | who wins and when | [`Value`], [`Outcome`], [`Code`] |
//! | writing a game | [`Rules`], [`Indexed`], [`Looks`], [`About`] |
//! | numbering positions | [`Arrangements`], [`OrbitIndex`], [`DenseOrbits`], [`RegionIndex`] |
//! | symmetries | [`Group`], [`MaskAction`], [`SubsetOrbits`] |
//! | text | [`notation`] |

mod arrangement;
pub mod bits;
mod game;
mod group;
mod neighbour;
pub mod notation;
mod orbit;
mod region;
mod subset;
mod value;

pub use arrangement::Arrangements;
pub use game::{About, AboutVariant, Indexed, Looks, Occupant, Orbits, Place, Rules, Tier, Turn};
pub use group::{Group, MaskAction, MaskImage};
pub use neighbour::Neighbour;
pub use notation::NotationError;
pub use orbit::{DenseOrbits, MAX_SYMMETRIES, OrbitIndex, OrbitSlot, Run, SubsetOrbits};
pub use region::{MAX_REGION_CELLS, Region, RegionClass, RegionIndex, RegionPivot};
pub use subset::{MAX_CELLS, SubsetRank, binomial, subsets};
pub use value::{Code, Outcome, Value};
