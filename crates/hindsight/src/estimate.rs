//! `estimate`: what solving takes.

use std::io::Write;

use hindsight_oracle::Oracle;
use hindsight_solve::{BoundaryCost, Bytes, default_budget};
use serde::Serialize;

use crate::args::{DEFAULT_DATA, GameArgs, TextFormat};
use crate::catalogue::write_json;
use crate::failure::Failure;
use crate::numbers::{count, duration, grouped, rough};
use crate::open;

/// Seconds in a year: nobody waits longer, least of all where a part of a game can be solved.
const TOO_LONG: f64 = 365.0 * 86_400.0;

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    estimate: hindsight_oracle::Estimate,
    projection: hindsight_oracle::Projection,
    memory_budget: u64,
    fits: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    boundaries: Vec<Boundary>,
    /// Bytes that a GPU must have free to survey all levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    survey_device_memory: Option<u64>,
}

/// What solving down to a boundary takes.
#[derive(Serialize)]
struct Boundary {
    level: u32,
    tiers: u64,
    slots: u64,
    expected_table_bytes: u64,
    /// With the threads of the projection; none where a search takes too long to be timed.
    seconds: Option<f64>,
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
    let estimate = oracle.estimate()?;
    if estimate.at_least {
        return at_least(estimate, budget, format, out);
    }
    let projection = oracle.project()?;
    let fits = estimate.least_memory <= budget.0;
    let boundaries = boundaries(&oracle, projection.threads);
    let survey_device_memory = oracle.survey_memory();
    if format == TextFormat::Json {
        let memory_budget = budget.0;
        let report =
            Report { estimate, projection, memory_budget, fits, boundaries, survey_device_memory };
        return write_json(&report, out);
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
    if let Some(device_memory) = estimate.device_memory {
        writeln!(out, "GPU           {} free on the device", Bytes(device_memory))?;
    }
    writeln!(
        out,
        "disk          about {} (2 bits per slot; games so far took 1 to 3), at most {}",
        Bytes(estimate.expected_table_bytes),
        Bytes(estimate.most_table_bytes)
    )?;
    if !boundaries.is_empty() && projection.seconds > TOO_LONG {
        writeln!(out, "time          too long as a whole; down to a boundary, see below")?;
    } else {
        write_time(&estimate, &projection, out)?;
    }
    let whose = if memory.is_some() { "given" } else { "that this machine has free" };
    if largest.memory <= budget.0 {
        writeln!(out, "fits          yes: in the {budget} of memory {whose}")?;
    } else if fits {
        writeln!(out, "fits          yes: in the {budget} {whose}, with tables read by turns")?;
    } else {
        let enough = Bytes::rounded_up(estimate.least_memory);
        writeln!(out, "fits          no: not in the {budget} {whose}; --memory {enough} would do")?;
    }
    if !boundaries.is_empty() {
        writeln!(
            out,
            "\nDown to a boundary (--boundary LEVEL, on the processor), positions beyond it searched when asked:"
        )?;
        writeln!(out, "level        tables             slots          disk  time")?;
    }
    for Boundary { level, tiers, slots, expected_table_bytes, seconds } in boundaries {
        let time = seconds.map_or("too long to be timed here".to_owned(), duration);
        let (tiers, slots) = (grouped(tiers), grouped(slots));
        let disk = Bytes(expected_table_bytes).to_string();
        writeln!(out, "{level:>5}  {tiers:>12}  {slots:>16}  {disk:>12}  {time}")?;
    }
    if let Some(bytes) = survey_device_memory {
        writeln!(
            out,
            "\nA GPU stores no level; it counts all of them with survey --device gpu, if {} are free on it.",
            Bytes(bytes)
        )?;
    }
    Ok(())
}

fn write_time(
    estimate: &hindsight_oracle::Estimate,
    projection: &hindsight_oracle::Projection,
    out: &mut impl Write,
) -> Result<(), Failure> {
    Ok(writeln!(
        out,
        "time          about {} with {} ({} slots/s, going by {} timed here)",
        duration(projection.seconds),
        count(projection.threads as u64, "thread"),
        rough(estimate.slots as f64 / projection.seconds),
        count(projection.sampled_slots, "slot")
    )?)
}

/// What is known of a game that exploring came to no end with.
#[derive(Serialize)]
struct Beginning {
    #[serde(flatten)]
    estimate: hindsight_oracle::Estimate,
    memory_budget: u64,
    /// False where it cannot; where it might, nobody knows.
    fits: Option<bool>,
}

fn at_least(
    estimate: hindsight_oracle::Estimate,
    budget: Bytes,
    format: TextFormat,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let fits = (estimate.least_memory > budget.0).then_some(false);
    if format == TextFormat::Json {
        return write_json(&Beginning { estimate, memory_budget: budget.0, fits }, out);
    }
    writeln!(out, "{}", estimate.name)?;
    writeln!(
        out,
        "positions     at least {}: exploring was given up there",
        grouped(estimate.slots)
    )?;
    writeln!(out, "memory        at least {}", Bytes(estimate.least_memory))?;
    writeln!(out, "disk          at least about {}", Bytes(estimate.expected_table_bytes))?;
    let fits = match fits {
        Some(_) => format!("no: not in the {budget} of memory"),
        None => format!("not known; the budget is {budget} of memory"),
    };
    writeln!(out, "fits          {fits}")?;
    Ok(())
}

/// What each boundary takes, for games that are searched beyond it: its own level is searched, those
/// before it are solved from tables.
fn boundaries(oracle: &Oracle, threads: usize) -> Vec<Boundary> {
    let cost = |cost: BoundaryCost| Boundary {
        level: cost.level,
        tiers: cost.tiers,
        slots: cost.slots,
        expected_table_bytes: cost.expected_table_bytes,
        seconds: cost.seconds(threads),
    };
    oracle.boundaries().into_iter().map(cost).collect()
}
