//! A real Slurm on this machine, with a time limit that is too short at first. A long test: it takes the
//! packages `slurm-wlm` and `munge`, and starts their daemons.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::{PROGRAM, finish, game, least_memory, solve_alone, tables, text, until};

/// The daemons of a cluster of one machine.
struct Slurm {
    daemons: Vec<Child>,
}

impl Drop for Slurm {
    fn drop(&mut self) {
        for daemon in self.daemons.iter_mut().rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

impl Slurm {
    fn start(folder: &Path) -> Slurm {
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
        let host = host.trim();
        let cores = std::thread::available_parallelism().unwrap().get();
        let here = folder.display();
        let settings = format!(
            "ClusterName=test\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser=root\nSlurmdUser=root\n\
             AuthType=auth/munge\nMpiDefault=pmix\nProctrackType=proctrack/linuxproc\n\
             TaskPlugin=task/none\nReturnToService=2\nSelectType=select/cons_tres\n\
             SelectTypeParameters=CR_Core\nStateSaveLocation={here}/state\nSlurmdSpoolDir={here}/spool\n\
             SlurmctldPidFile={here}/ctld.pid\nSlurmdPidFile={here}/d.pid\nJobRequeue=1\nMinJobAge=3600\n\
             SlurmctldLogFile={here}/ctld.log\nSlurmdLogFile={here}/d.log\nKillWait=30\nOverTimeLimit=0\n\
             NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} State=UNKNOWN\n\
             PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8\n"
        );
        for name in ["state", "spool"] {
            std::fs::create_dir(folder.join(name)).unwrap();
        }
        std::fs::write(folder.join("slurm.conf"), settings).unwrap();
        let start = |program: &str, arguments: &[&str]| {
            let mut command = Command::new(program);
            command.args(arguments).env("SLURM_CONF", folder.join("slurm.conf"));
            command
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap()
        };
        let _ = finish(Command::new("sh").args([
            "-c",
            "mkdir -p /run/munge && chown munge: /run/munge && chmod 755 /run/munge",
        ]));
        let mut daemons = vec![start(
            "setpriv",
            &["--reuid", "munge", "--regid", "munge", "--init-groups", "munged", "--foreground"],
        )];
        std::thread::sleep(Duration::from_secs(1));
        daemons.push(start("slurmctld", &["-D"]));
        daemons.push(start("slurmd", &["-D"]));
        Slurm { daemons }
    }
}

#[test]
#[ignore = "takes minutes, and packages of its own"]
fn a_job_that_runs_out_of_time_is_requeued_and_finishes() {
    let folder = tempfile::tempdir().unwrap();
    let _slurm = Slurm::start(folder.path());
    let slurm = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        finish(command.args(arguments).env("SLURM_CONF", folder.path().join("slurm.conf")))
    };
    assert!(until(Duration::from_secs(30), || text(&slurm("sinfo", &["-h", "-o", "%t"]))
        .contains("idle")));
    let game = game("quixo", "4x4");
    let alone = solve_alone(&game);
    let memory = least_memory(&game, 3);
    let data = folder.path().join("data");
    let log = folder.path().join("log");
    // As `cluster script` writes it, with a signal soon after the start, so that it stops before it is done;
    // the second time there is time enough. Slurm waits two minutes before that.
    let script = format!(
        "#!/bin/bash\n#SBATCH --ntasks=3\n#SBATCH --overcommit\n#SBATCH --time=1\n#SBATCH --signal=USR1@58\n\
         #SBATCH --requeue\n#SBATCH --open-mode=append\n#SBATCH --output={}\n\
         if [ -n \"$SLURM_RESTART_COUNT\" ]; then scontrol update JobId=\"$SLURM_JOB_ID\" TimeLimit=10; fi\n\
         srun --mpi=pmix --overcommit --kill-on-bad-exit=1 {PROGRAM} solve {} --data {} --threads 1 --memory {memory}\n\
         code=$?\necho \"code $code\"\n\
         if [ $code -eq 130 ]; then scontrol requeue \"$SLURM_JOB_ID\"; fi\nexit $code\n",
        log.display(),
        game.join(" "),
        data.display(),
    );
    let file = folder.path().join("job.sh");
    std::fs::write(&file, script).unwrap();
    let output = slurm("sbatch", &[file.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output));
    let said = || std::fs::read_to_string(&log).unwrap_or_default();
    assert!(until(Duration::from_secs(500), || said().contains("code 0")), "{}", said());
    assert!(tables(&data) == tables(alone.path()), "{}", said());
}
