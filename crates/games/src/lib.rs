//! The games: one module each, and the registry that finds them by name.

pub mod baghchal;
pub mod fivefieldkono;
mod marks;
pub mod morris;
pub mod quixo;
mod registry;
pub mod tentozero;
pub mod tictactoe;

pub use registry::{UnknownGame, Visitor, catalogue, visit};
