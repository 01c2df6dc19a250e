//! `estimate`: what solving takes.

use std::io::Write;

use hindsight_cluster::{Means, Way};
use hindsight_oracle::{Oracle, OracleError};
use hindsight_solve::{BoundaryCost, Bytes, Control, Cpu, default_budget};
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
    /// With --device gpu, where there is a way.
    #[serde(skip_serializing_if = "Option::is_none")]
    gpu: Option<OnGpu>,
}

/// What solving down to a boundary takes with a GPU.
#[derive(Serialize)]
struct OnGpu {
    /// Bytes that must be free on the device.
    device_memory: u64,
    /// Seconds that it took an NVIDIA H200.
    h200_seconds: f64,
    /// Seconds of this machine's processor after that, with the threads of the projection.
    processor_seconds: f64,
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
        named(&largest.tiers),
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
    write_boundaries(&boundaries, projection.threads, out)?;
    if let Some(bytes) = survey_device_memory {
        writeln!(
            out,
            "\nsurvey --device gpu counts all levels and stores none, if {} are free on the device.",
            Bytes(bytes)
        )?;
    }
    Ok(())
}

/// Prints which units several processes would split, and over how many.
pub fn plan(
    game: &GameArgs,
    ranks: u32,
    memory: Option<Bytes>,
    format: TextFormat,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let memory = memory.unwrap_or_else(default_budget);
    let oracle = open::oracle(game, DEFAULT_DATA.as_ref(), memory.0)?;
    let index = oracle.index_for(&Control::default())?;
    let means = Means { ranks: ranks as usize, memory: memory.0 };
    let plan = hindsight_cluster::plan(&*index, &Cpu, &means).map_err(OracleError::from)?;
    if format == TextFormat::Json {
        return write_json(&plan, out);
    }
    writeln!(out, "{} on {} with {memory} each", oracle.name(), count(ranks.into(), "rank"))?;
    let unit_slots = |units, slots| format!("{}, {}", count(units, "unit"), count(slots, "slot"));
    writeln!(out, "whole         {}", unit_slots(plan.whole_units, plan.whole_slots))?;
    writeln!(out, "split         {}", unit_slots(plan.split_units, plan.split_slots))?;
    writeln!(out, "memory        up to {} on a rank", Bytes(plan.most_memory))?;
    let crossing: u64 = plan.split.iter().map(|unit| unit.message_bytes).sum();
    writeln!(
        out,
        "messages      about {}, at 5 bytes for each move that leads to a slot of another rank",
        Bytes(crossing)
    )?;
    if !plan.split.is_empty() {
        writeln!(out, "\n   ranks  memory of each          slots  exits  tiers")?;
    }
    for unit in &plan.split {
        let Way::Split { ranks, reads_exits } = unit.plan.way else { continue };
        let exits = if reads_exits { "read" } else { "asked" };
        let (memory, slots) = (Bytes(unit.plan.memory).to_string(), grouped(unit.slots));
        let tiers = unit.tiers.join(" and ");
        writeln!(out, "{ranks:>8}  {memory:>14}  {slots:>13}  {exits:<5}  {tiers}")?;
    }
    Ok(())
}

fn write_boundaries(
    boundaries: &[Boundary],
    threads: usize,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if boundaries.is_empty() {
        return Ok(());
    }
    let has_gpu = boundaries.iter().any(|boundary| boundary.gpu.is_some());
    writeln!(
        out,
        "\nDown to a boundary (--boundary LEVEL), positions beyond it searched when asked, with {}:",
        count(threads as u64, "thread")
    )?;
    let head =
        if has_gpu { "  with a GPU: its memory, its time, then the processor's" } else { "" };
    writeln!(out, "level        tables             slots          disk  on the processor{head}")?;
    for Boundary { level, tiers, slots, expected_table_bytes, seconds, gpu } in boundaries {
        let time = seconds.map_or("not searched".to_owned(), duration);
        let (tiers, slots) = (grouped(*tiers), grouped(*slots));
        let disk = Bytes(*expected_table_bytes).to_string();
        write!(out, "{level:>5}  {tiers:>12}  {slots:>16}  {disk:>12}  {time:<16}")?;
        match gpu {
            None => writeln!(out)?,
            Some(OnGpu { device_memory, h200_seconds, processor_seconds }) => writeln!(
                out,
                "  {}, {} on an H200, {}",
                Bytes(*device_memory),
                duration(*h200_seconds),
                duration(*processor_seconds)
            )?,
        }
    }
    if boundaries.iter().any(|boundary| boundary.seconds.is_none()) {
        writeln!(
            out,
            "not searched: a position takes minutes there, and the program has an opening table of them"
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
        gpu: oracle.boundary_on_gpu(cost.level).map(|(h200_seconds, device_memory)| OnGpu {
            device_memory,
            h200_seconds,
            processor_seconds: cost.seconds_after_gpu(threads).unwrap_or(0.0),
        }),
    };
    oracle.boundaries().into_iter().map(cost).collect()
}

/// The names of tiers, of which there may be thousands.
fn named(tiers: &[String]) -> String {
    match tiers.len() {
        0..=4 => tiers.join(" and "),
        many => format!("{} and {} others", tiers[..3].join(", "), grouped(many as u64 - 3)),
    }
}
