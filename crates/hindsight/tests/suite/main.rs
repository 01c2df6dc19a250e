//! The command line as a user and a script meet it: the real binary, run as a process.

mod bench;
mod commands;
mod damage;
mod disk;
mod errors;
mod examples;
mod hashes;
mod interruptions;
mod playing;
mod surveys;
mod terminal;
mod thesis;
