//! `estimate`: what solving takes.

use std::io::Write;

use hindsight_solve::{Bytes, default_budget};
use serde::Serialize;

use crate::args::{DEFAULT_DATA, GameArgs, TextFormat};
use crate::catalogue::write_json;
use crate::failure::Failure;
use crate::numbers::{count, duration, grouped, rough};
use crate::open;

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    estimate: hindsight_oracle::Estimate,
    projection: hindsight_oracle::Projection,
    memory_budget: u64,
    fits: bool,
}

/// Prints the estimate of a game.
pub fn run(
    game: &GameArgs,
    memory: Option<Bytes>,
    format: TextFormat,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let budget = memory.unwrap_or_else(default_budget);
    let oracle = open::oracle(game, DEFAULT_DATA.as_ref(), budget.0)?;
    let (estimate, projection) = (oracle.estimate()?, oracle.project()?);
    let fits = estimate.least_memory <= budget.0;
    if format == TextFormat::Json {
        return write_json(&Report { estimate, projection, memory_budget: budget.0, fits }, out);
    }
    let largest = &estimate.largest_unit;
    let loopy = match estimate.loopy_units {
        0 => "none of them loopy".to_owned(),
        loopy if loopy == estimate.units => "all of them loopy".to_owned(),
        loopy => format!("{} of them loopy", grouped(loopy)),
    };
    writeln!(out, "{}", estimate.name)?;
    writeln!(out, "tiers         {}", grouped(estimate.tiers))?;
    writeln!(out, "units         {}, {loopy}", grouped(estimate.units))?;
    writeln!(out, "slots         {}", grouped(estimate.slots))?;
    writeln!(
        out,
        "largest unit  {} {}, {}",
        if largest.tiers.len() == 1 { "tier" } else { "tiers" },
        largest.tiers.join(" and "),
        count(largest.slots, "slot")
    )?;
    writeln!(
        out,
        "memory        {} for the largest unit; {} will do, more slowly",
        Bytes(largest.memory),
        Bytes(estimate.least_memory)
    )?;
    writeln!(
        out,
        "disk          about {} (2 bits per slot; games so far took 1 to 3), at most {}",
        Bytes(estimate.expected_table_bytes),
        Bytes(estimate.most_table_bytes)
    )?;
    writeln!(
        out,
        "time          about {} with {} ({} slots/s, going by {} timed here)",
        duration(projection.seconds),
        count(projection.threads as u64, "thread"),
        rough(estimate.slots as f64 / projection.seconds),
        count(projection.sampled_slots, "slot")
    )?;
    let whose = if memory.is_some() { "given" } else { "that this machine has free" };
    if largest.memory <= budget.0 {
        writeln!(out, "fits          yes: in the {budget} of memory {whose}")?;
    } else if fits {
        writeln!(out, "fits          yes: in the {budget} {whose}, with tables read by turns")?;
    } else {
        let enough = Bytes::rounded_up(estimate.least_memory);
        writeln!(out, "fits          no: not in the {budget} {whose}; --memory {enough} would do")?;
    }
    Ok(())
}
