//! The engine against slower and published truths.

mod by_hand;
mod complete;
mod draws;
mod fingerprints;
mod golden;
mod mistakes;
mod random_graphs;
mod ranks;
