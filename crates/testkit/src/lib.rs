//! What the tests of several crates share: solvers that are slow and obvious, made-up games, published
//! figures, disks that go wrong, and one generator of pseudo-random numbers.
//!
//! Other crates have this one as a dev-dependency only. Unit tests of `core`, `store` and `solve` may
//! use no more of it than [`Dice`] and the texts of [`facts`]: their own types are other types here.

mod dice;
pub mod disk;
pub mod draws;
mod effort;
pub mod facts;
pub mod fuzz;
pub mod graph_game;
mod minimax;
pub mod shares;
pub mod sizes;
pub mod twin;

pub use dice::Dice;
pub use effort::effort;
pub use minimax::minimax;
