//! The command line as a user and a script meet it: the real binary, run as a process.

mod bench;
mod commands;
mod damage;
mod disk;
mod draws;
mod errors;
mod examples;
mod failing_disk;
mod flips;
mod forgery;
mod fuzzing;
mod hangs;
mod hashes;
mod interruptions;
mod malom;
mod memory;
mod playing;
mod power_cuts;
mod proofs;
mod rules_files;
mod signing;
mod sites;
mod surveys;
mod terminal;
mod thesis;
