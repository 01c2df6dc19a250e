//! Games behind the oracle from the outside: what it answers, and how large games are solved in stages.

mod answers;
mod exercises;
mod lessons;
mod stages;
