//! The games: one module each, and the registry that finds them by name.

pub mod achi;
pub mod allqueens;
mod art;
pub mod baghchal;
pub mod chungtoi;
pub mod connect4;
pub mod dao;
pub mod fivefieldkono;
mod ground;
mod lines;
mod marks;
pub mod mnk;
pub mod morris;
pub mod mutorere;
pub mod quickcross;
pub mod quixo;
mod rays;
mod registry;
pub mod shifttactoe;
pub mod teeko;
pub mod tentozero;
pub mod tictactoe;
pub mod tictactwo;
pub mod tootandotto;
pub mod topitop;
pub mod xiangqi;

pub use registry::{UnknownGame, Visitor, catalogue, visit};
