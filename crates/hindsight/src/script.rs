//! `cluster script`: a batch file for Slurm, from what solving the game takes.

use std::io::Write;

use hindsight_cluster::{Means, plan};
use hindsight_solve::{Bytes, Cpu};

use crate::args::{DataArgs, GameArgs, ScriptArgs};
use crate::failure::{Failure, quoted};
use crate::numbers::duration;
use crate::open;

/// Memory of a node that is left to the system and to MPI, as a part of all.
const SPARE: u64 = 16;

/// Prints the file.
pub fn run(
    game: &GameArgs,
    data: &DataArgs,
    options: &ScriptArgs,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let &ScriptArgs { nodes, ranks_per_node, threads, memory, gpus, ref time } = options;
    let time = time.as_str();
    let ranks = nodes as usize * ranks_per_node as usize;
    let oracle = open::oracle(game, &data.dir, memory.0)?;
    let index = oracle.index_for(&Default::default())?;
    let per_rank = memory.0 / u64::from(ranks_per_node) / SPARE * (SPARE - 1);
    let plan = plan(&*index, &Cpu, &Means { ranks, memory: per_rank })
        .map_err(hindsight_oracle::OracleError::from)?;
    let estimate = oracle.estimate()?;
    let projection = oracle.project()?;
    let cores = (nodes * ranks_per_node * threads) as f64;
    let seconds = projection.seconds * projection.threads as f64 / cores;
    let name = oracle.name();
    let mebibytes = memory.0 >> 20;
    let data = quoted(&data.dir.to_string_lossy());
    let gpu = if gpus { "\n#SBATCH --gpus-per-task=1".to_owned() } else { String::new() };
    let device = if gpus { " --device gpu" } else { "" };
    let split = match plan.split_units {
        0 => "every unit fits one rank".to_owned(),
        units => format!("{units} units are split, over up to {} ranks", plan.most_ranks),
    };
    let per_rank = Bytes(per_rank);
    write!(
        out,
        "#!/bin/bash
# Solves {name} on {nodes} nodes. Written by hindsight {version}.
# {slots} slots; {split}; up to {most} on a rank.
# About {expected} of tables in {data}, which all nodes must share.
# Working at the speed of the machine that wrote this file: {work}, and messages on top of it.
#SBATCH --job-name=hindsight-{game}
#SBATCH --nodes={nodes}
#SBATCH --ntasks-per-node={ranks_per_node}
#SBATCH --cpus-per-task={threads}
#SBATCH --mem={mebibytes}M
#SBATCH --time={time}{gpu}
#SBATCH --signal=USR1@120
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=hindsight-{game}-%j.log

srun --mpi=pmix --kill-on-bad-exit=1 hindsight solve {game} --variant {variant} \\
  --data {data} --threads {threads} --memory {memory_mib}MiB{device}
code=$?
# 130: stopped before the time was up; what is finished is kept, and the next run goes on from there.
if [ $code -eq 130 ]; then
  scontrol requeue \"$SLURM_JOB_ID\"
fi
exit $code
",
        version = env!("CARGO_PKG_VERSION"),
        slots = estimate.slots,
        most = Bytes(plan.most_memory),
        expected = Bytes(estimate.expected_table_bytes),
        work = duration(seconds),
        game = name.game,
        variant = name.variant,
        memory_mib = per_rank.0 >> 20,
    )?;
    Ok(())
}
