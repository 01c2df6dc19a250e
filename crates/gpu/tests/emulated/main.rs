//! The kernels and the games' headers without a GPU: compiled as ordinary C++, compared with the Rust
//! rules slot by slot and with the processor's solver table by table.

mod draws;
mod levels;
mod processor;
mod rules;
mod tables;
