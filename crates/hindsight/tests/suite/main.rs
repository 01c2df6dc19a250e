//! The command line as a user and a script meet it: the real binary, run as a process.

mod bench;
mod commands;
mod damage;
mod disk;
mod draws;
mod errors;
mod examples;
mod failing_disk;
mod forgery;
mod fuzzing;
mod hangs;
mod hashes;
mod interruptions;
mod memory;
mod playing;
mod proofs;
mod surveys;
mod terminal;
mod thesis;
