//! `verify`.

use std::io::Write;
use std::time::Instant;

use hindsight_oracle::{Device, Verified, VerifiedDraws};
use hindsight_solve::default_budget;

use crate::args::{DataArgs, GameArgs};
use crate::failure::Failure;
use crate::numbers::count;
use crate::{interrupt, open, pool, progress, sign};

/// Verifies a game's tables and says what was checked.
pub fn run(
    game: &GameArgs,
    data: &DataArgs,
    device: Device,
    key: Option<&str>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let oracle = open::oracle(game, &data.dir, default_budget().0)?;
    let control = interrupt::stoppable();
    if let Some(key) = key {
        for comment in oracle.check_signatures(&sign::public_key(key)?)? {
            writeln!(out, "signed: {comment}")?;
        }
    }
    let begin = Instant::now();
    let what = format!("verifying {}", oracle.name());
    let pool = pool::of(None)?;
    let verify = || pool.install(|| oracle.verify(device, &control));
    let verified = progress::show(&what, &control, verify).map_err(Failure::of_reading)?;
    tell(&verified, begin.elapsed().as_secs_f64(), out)?;
    let begin = Instant::now();
    let what = format!("verifying draws of {}", oracle.name());
    let draws = progress::show(&what, &control, || oracle.verify_draws(&control))
        .map_err(Failure::of_reading)?;
    for VerifiedDraws { by, tables, draws } in draws {
        writeln!(
            out,
            "its draws by {by} are verified: {} re-derived, {} tested, in {:.2} s",
            count(draws, "draw"),
            count(tables, "table"),
            begin.elapsed().as_secs_f64()
        )?;
    }
    Ok(())
}

/// Says in one line what was verified.
pub fn tell(verified: &Verified, seconds: f64, out: &mut impl Write) -> Result<(), Failure> {
    Ok(writeln!(
        out,
        "{} is verified: {} and {} re-derived, {} and {} tested, in {seconds:.2} s",
        verified.name,
        count(verified.positions, "value"),
        count(verified.moves, "move"),
        count(verified.tiers, "table"),
        count(verified.blocks, "block"),
    )?)
}
