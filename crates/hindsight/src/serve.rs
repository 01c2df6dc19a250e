//! `serve`: the seam to the server.

use crate::args::ServeArgs;
use crate::failure::Failure;

/// Serves the solved games until stopped.
pub fn run(args: &ServeArgs) -> Result<(), Failure> {
    // The server goes here: it needs the address, the data folder, and `crate::open::oracle` to
    // make the oracle of a game by name.
    Err(Failure::Other(format!(
        "the server is not part of this build, so nothing listens on {}; \
         hindsight --help lists the other commands",
        args.addr
    )))
}
