//! The vocabulary of Hindsight: values, the traits that a game implements, and the ready parts from
//! which games build their indexes and notations. Knows nothing of solving, files or any one game.
//!
//! | for | take |
//! |---|---|
//! | who wins and when | [`Value`], [`Outcome`], [`Code`] |
//! | writing a game | [`Rules`], [`Extras`], [`Kind`], [`Indexed`], [`Presentation`], [`About`] |
//! | working with games of any type | [`Game`], [`AnyRules`], [`AnyPresentation`], [`Numbered`], [`AnyPosition`], [`Explored`] |
//! | positions of the usual kinds | [`Sides`], [`Placed`], [`PutInTurn`] |
//! | solving without tables | [`Search`], [`Finder`] |
//! | numbering positions | [`Arrangements`], [`OrbitIndex`], [`CountedOrbits`], [`PartedOrbits`], [`DenseOrbits`], [`TaggedOrbits`], [`RegionIndex`], [`Stacks`], [`PlacedOrbits`] |
//! | symmetries | [`Group`], [`MaskAction`], [`classify`], [`SubsetOrbits`], [`TaggedAction`] |
//! | text | [`notation`] |
//! | running on a GPU | [`DeviceSide`], [`LevelSurvey`] |
//! | drawing and clicking | [`Scene`], [`Picture`], [`Part`], [`stages`]; [`Pictured`] for the usual kind |

#![cfg_attr(
    target_family = "wasm",
    allow(dead_code, unused_imports, reason = "bulk functions and GPUs are left out there")
)]

mod arrangement;
pub mod bits;
mod classify;
pub mod clock;
mod counted;
mod described;
mod device;
mod erased;
mod explored;
mod extras;
mod figures;
mod form;
mod game;
mod group;
mod joins;
mod kernel;
mod kind;
mod lanes;
mod layout;
mod levels;
mod line;
mod many;
mod marker;
mod movecounter;
mod neighbour;
pub mod notation;
mod numbered;
#[cfg(test)]
mod numbering;
mod orbit;
mod parted;
mod placed;
mod region;
mod runwalker;
mod scene;
mod search;
mod sides;
mod slotwalker;
mod stack;
mod stage;
mod subset;
mod tag;
mod tagged;
mod turns;
mod value;
mod walker;
mod word;

pub use arrangement::Arrangements;
pub use classify::{NO_ORBIT, NewOrbit, classify};
pub use counted::CountedOrbits;
pub use described::{BoardIndex, Described, GIVEN, LocatesBoards, TARGETS, ending};
pub use device::{
    DeviceIndex, DeviceIndexing, DeviceSide, DeviceTier, MAX_DEVICE_ARRAYS, MAX_DEVICE_NUMBERS,
    MAX_DEVICE_PARAMETERS, MAX_DEVICE_TARGETS,
};
pub use erased::{AnyPosition, AnyPresentation, AnyRules, Game, Games};
pub use explored::{Explored, Met, MoveGraph, Unexplored};
pub use extras::{Components, Evaluation, Extras, Finder, Margins, StandardNotation};
pub use figures::{count, grouped};
pub use form::{Field, FieldContent, Form};
pub use game::{
    About, AboutVariant, Indexed, Occupant, Orbits, Place, Presentation, Rules, Tier, Turn,
};
pub use group::{Group, MaskAction, MaskImage};
pub use joins::Joins;
pub use kernel::KernelText;
pub use kind::Kind;
pub use layout::{BoardLayout, Pictured};
pub use levels::{
    LevelCounts, LevelOutline, LevelSamples, LevelSurvey, LevelTask, LevelTime, LevelValues,
    LevelWork, MAX_LEVEL_ARRAYS, MAX_LEVEL_NUMBERS,
};
pub use line::{Judgement, Line};
pub use marker::Marker;
pub use neighbour::{Gathered, Neighbour};
pub use notation::NotationError;
pub use numbered::{Numbered, Occupancy, VisitNeighbours, WalkedSlot};
pub use orbit::{
    DenseOrbits, Locator, MAX_SYMMETRIES, OrbitIndex, OrbitSlot, Run, SubsetClasses, SubsetOrbits,
};
pub use parted::PartedOrbits;
pub use placed::{Placed, PlacedOrbits, PutInTurn};
pub use region::{
    MAX_REGION_CELLS, Region, RegionClass, RegionIndex, RegionKind, RegionPivot, RegionTables,
};
pub use scene::{
    Art, Button, ClientLayout, Counter, NOTHING, Part, Picture, Piece, Scene, Setup, Theme,
    UniversalImage,
};
pub use search::Search;
pub use sides::Sides;
pub use slotwalker::Way;
pub use stack::Stacks;
pub use stage::{Choice, Stage, Then, stages, worths};
pub use subset::{MAX_CELLS, SubsetRank, binomial, subsets};
pub use tag::{MAX_TAGS, TaggedAction};
pub use tagged::{FoundOrbit, ShapeOrbits, TaggedOrbits};
pub use turns::Turns;
pub use value::{Code, Outcome, Value};
pub use walker::{Board, Moves, Pointwise, RowsByCell, Step, TruthOf, Walker};
pub use word::{Truth, Word};
