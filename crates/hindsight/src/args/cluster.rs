//! What `cluster` takes.

use clap::{Args, Subcommand};
use hindsight_solve::Bytes;

use super::{DataArgs, GameArgs};

#[derive(Debug, Subcommand)]
pub enum ClusterCommand {
    /// Print a batch file for Slurm that solves a game
    ///
    /// What it asks for follows from the sizes of the tiers; docs/cluster.md explains the rest.
    #[command(after_help = "\
Examples:
  hindsight cluster script quixo --nodes 4 --time 12:00:00 --memory 200GiB --data /shared/tables > quixo.sbatch
  sbatch quixo.sbatch")]
    Script {
        #[command(flatten)]
        game: GameArgs,
        #[command(flatten)]
        data: DataArgs,
        #[command(flatten)]
        options: ScriptArgs,
    },
}

#[derive(Args, Clone, Debug)]
pub struct ScriptArgs {
    /// Machines to ask for
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub nodes: u32,
    /// Processes on each
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub ranks_per_node: u32,
    /// Threads of each process
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: u32,
    /// Memory of each machine
    #[arg(long, value_name = "SIZE")]
    pub memory: Bytes,
    /// The time to ask for, as Slurm writes it: 12:00:00, or 2-0
    #[arg(long, value_name = "TIME", value_parser = slurm_time)]
    pub time: String,
    /// One GPU for each process
    #[arg(long)]
    pub gpus: bool,
}

/// A time as Slurm takes it: digits with `:` and `-` between.
fn slurm_time(text: &str) -> Result<String, String> {
    let is_time = text
        .split([':', '-'])
        .all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()));
    if is_time {
        Ok(text.to_owned())
    } else {
        Err("a time is minutes, hours:minutes:seconds or days-hours".to_owned())
    }
}
