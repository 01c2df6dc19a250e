//! The games: one module each, and the registry that finds them by name.

mod art;
pub mod baghchal;
pub mod chomp;
pub mod dawsonschess;
pub mod fivefieldkono;
mod ground;
pub mod kayles;
pub mod lightsout;
mod marks;
pub mod morris;
pub mod mutorere;
pub mod nim;
pub mod othello;
pub mod pegs;
pub mod quixo;
mod registry;
mod row;
mod size;
pub mod sliding;
pub mod tactix;
pub mod tentozero;
pub mod tictactoe;
pub mod tictactwo;
pub mod topitop;
pub mod xiangqi;

pub mod chess;
pub mod dodgem;
pub mod foxandgeese;
pub mod hareandhounds;
pub mod lgame;
pub mod sim;
pub mod snake;
pub mod threespot;

pub use registry::{UnknownGame, Visitor, catalogue, visit};
