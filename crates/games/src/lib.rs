//! The games: one module each, and the registry that finds them by name.

mod art;
pub mod baghchal;
mod cpp;
pub mod fivefieldkono;
mod marks;
pub mod morris;
pub mod quixo;
mod registry;
pub mod tentozero;
pub mod tictactoe;
pub mod tictactwo;
pub mod topitop;
pub mod xiangqi;

pub use registry::{UnknownGame, Visitor, catalogue, visit};
