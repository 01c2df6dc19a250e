//! The engine against slower and published truths.

mod by_hand;
mod complete;
#[path = "../facts/mod.rs"]
mod facts;
mod golden;
mod graph_game;
mod mistakes;
mod random_graphs;
mod twin;
