//! How much memory there is, and sizes as people write them.

use std::env;
use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::str::FromStr;
use std::thread;

use thiserror::Error;

use crate::error::Bytes;

/// The budget where the system does not say what it has.
const UNKNOWN_MACHINE: u64 = 2 << 30;
/// Of what is available a tenth is left alone, within these bounds: for the code, the index tables,
/// buffers, and whatever else runs.
const LEAST_RESERVE: u64 = 128 << 20;
const MOST_RESERVE: u64 = 4 << 30;
/// Addresses that a thread takes for its stacks.
const THREAD_ADDRESSES: u64 = 4 << 20;
/// Of a limit a part is not for tables: heaps of threads, of which the program has no more than that, and
/// what it keeps for threads to start.
const SHARE_OF_HEAPS: u64 = 8;

const UNITS: [(&str, u64); 9] = [
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
    ("kB", 1_000),
    ("KB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
];

/// A text that is no size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}; write a number and a unit, such as 16GiB, 512MiB or 2GB")]
pub struct SizeError {
    reason: &'static str,
}

impl FromStr for Bytes {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Bytes, SizeError> {
        let wrong = |reason| Err(SizeError { reason });
        let end = text.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let unit = unit.trim_start_matches(' ');
        if number.is_empty() {
            return wrong("the number is missing");
        }
        if unit.is_empty() {
            return wrong("the unit is missing");
        }
        let Some((_, unit)) = UNITS.iter().find(|(name, _)| *name == unit) else {
            return wrong("the unit is none of KiB, MiB, GiB, TiB, kB, MB, GB, TB");
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
        let (Ok(whole), false) = (whole.parse::<u64>(), fraction.is_empty() || fraction.len() > 6)
        else {
            return wrong("the number is none, or has too many digits");
        };
        let Ok(fraction_digits) = fraction.parse::<u64>() else {
            return wrong("the number has more than one point");
        };
        let part =
            u128::from(fraction_digits) * u128::from(*unit) / 10u128.pow(fraction.len() as u32);
        match u64::try_from(u128::from(whole) * u128::from(*unit) + part) {
            Ok(0) => wrong("nothing is too little"),
            Ok(bytes) => Ok(Bytes(bytes)),
            Err(_) => wrong("no machine has that much"),
        }
    }
}

/// The budget for a solve where none is given: what the machine, the control group that the process
/// runs in, its own limits and its batch job can give at present, less a reserve.
pub fn default_budget() -> Bytes {
    Bytes(match available() {
        Some(available) => {
            let reserve = (available / 10).clamp(LEAST_RESERVE, MOST_RESERVE);
            // A machine with hardly anything still solves small games.
            available.saturating_sub(reserve).max(available / 4)
        }
        None => UNKNOWN_MACHINE,
    })
}

/// Bytes of memory that the process can still take without hurting others.
fn available() -> Option<u64> {
    let machine = field(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")? << 10;
    let group = fs::read_to_string("/proc/self/cgroup").ok().and_then(|text| {
        let path = text.lines().find_map(|line| line.strip_prefix("0::/"))?.to_owned();
        left_in_groups(Path::new("/sys/fs/cgroup"), Path::new(&path))
    });
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let threads = thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let limits = fs::read_to_string("/proc/self/limits").ok();
    let process = limits.and_then(|limits| left_in_process(&limits, &status, threads));
    let job = left_in_job(|name| env::var(name).ok(), &status);
    [Some(machine), group, process, job].into_iter().flatten().min()
}

/// What the limits of the process leave (`ulimit -v` and `-d`); `None` where there is none.
fn left_in_process(limits: &str, status: &str, threads: u64) -> Option<u64> {
    let left = |limit: &str, used: &str| {
        // Without a limit it reads "unlimited", which is no number.
        let line = limits.lines().find_map(|line| line.strip_prefix(limit))?;
        let limit: u64 = line.split_ascii_whitespace().next()?.parse().ok()?;
        let left = limit.saturating_sub(field(status, used).unwrap_or(0) << 10);
        // Threads that are still to start take addresses of which they will hardly use any.
        let taken = threads * THREAD_ADDRESSES + limit / SHARE_OF_HEAPS;
        Some(left.saturating_sub(taken).max(left / 4))
    };
    let limits = [("Max address space", "VmSize:"), ("Max data size", "VmData:")];
    limits.into_iter().filter_map(|(limit, used)| left(limit, used)).min()
}

/// What a job of Slurm may still take, as its environment says; `None` outside of one.
fn left_in_job(variable: impl Fn(&str) -> Option<String>, status: &str) -> Option<u64> {
    let number = |name: &str| variable(name)?.trim().parse::<u64>().ok().filter(|n| *n > 0);
    let per_node = number("SLURM_MEM_PER_NODE");
    let per_core = || number("SLURM_MEM_PER_CPU")?.checked_mul(number("SLURM_CPUS_ON_NODE")?);
    let mebibytes = per_node.or_else(per_core)?;
    let used = field(status, "VmRSS:").unwrap_or(0) << 10;
    Some(mebibytes.saturating_mul(1 << 20).saturating_sub(used))
}

/// The least that the group and those around it have left; `None` where none has a limit.
fn left_in_groups(root: &Path, path: &Path) -> Option<u64> {
    path.ancestors().filter_map(|group| left_in_group(&root.join(group))).min()
}

fn left_in_group(dir: &Path) -> Option<u64> {
    let read = |name: &str| fs::read_to_string(dir.join(name)).ok();
    let number = |name: &str| read(name)?.trim().parse::<u64>().ok();
    // Without a limit it reads "max", which is no number. Above the high mark a group is slowed down.
    let limits = [number("memory.max"), number("memory.high")];
    let (limit, used) = (limits.into_iter().flatten().min()?, number("memory.current")?);
    // What is only a copy of files goes as soon as somebody needs the room.
    let files = read("memory.stat").and_then(|stat| field(&stat, "inactive_file"));
    Some(limit.saturating_sub(used.saturating_sub(files.unwrap_or(0))))
}

/// The number that follows a name at the beginning of a line.
fn field(text: &str, name: &str) -> Option<u64> {
    let mut words = text.lines().map(str::split_ascii_whitespace);
    words.find_map(|mut line| if line.next()? == name { line.next()?.parse().ok() } else { None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_written() {
        let known = [
            ("16GiB", 16 << 30),
            ("512MiB", 512 << 20),
            ("2GB", 2_000_000_000),
            ("1.5GiB", 3 << 29),
            ("64 KiB", 64 << 10),
            ("0.25TiB", 1 << 38),
        ];
        for (text, bytes) in known {
            assert_eq!(text.parse::<Bytes>().map(|b| b.0), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn what_is_no_size_is_refused_with_a_reason() {
        let known = [
            ("", "number is missing"),
            ("GiB", "number is missing"),
            ("-1GiB", "number is missing"),
            ("16", "unit is missing"),
            ("16gib", "unit is none of"),
            ("16 Gigabytes", "unit is none of"),
            ("1.2.3GiB", "more than one point"),
            ("1.GiB", "number is none"),
            ("0MiB", "nothing is too little"),
            ("99999999TiB", "no machine"),
            ("99999999999999999999999GiB", "too many digits"),
        ];
        for (text, reason) in known {
            let error = text.parse::<Bytes>().map(|b| b.0).unwrap_err().to_string();
            assert!(error.contains(reason) && error.contains("16GiB"), "{text}: {error}");
        }
    }

    #[test]
    fn what_rounding_up_writes_can_be_read() {
        for bytes in [1, 5 << 20, 7 << 30, 123_456_789_012] {
            let read = Bytes::rounded_up(bytes).parse::<Bytes>().unwrap().0;
            assert!(read >= bytes);
        }
    }

    #[test]
    fn the_tightest_control_group_counts() {
        let root = tempfile::tempdir().unwrap();
        let inner = root.path().join("outer/inner");
        fs::create_dir_all(&inner).unwrap();
        let limit = |dir: &Path, max: &str, used: &str| {
            fs::write(dir.join("memory.max"), max).unwrap();
            fs::write(dir.join("memory.current"), used).unwrap();
        };
        let left = || left_in_groups(root.path(), Path::new("outer/inner"));
        assert_eq!(left(), None);
        limit(&inner, "max\n", "1000\n");
        assert_eq!(left(), None);
        limit(&root.path().join("outer"), "5000\n", "1000\n");
        assert_eq!(left(), Some(4000));
        limit(&inner, "4500\n", "1500\n");
        assert_eq!(left(), Some(3000));
        fs::write(inner.join("memory.stat"), "anon 500\ninactive_file 700\n").unwrap();
        assert_eq!(left(), Some(3700));
    }

    #[test]
    fn the_high_mark_of_a_group_counts_too() {
        let root = tempfile::tempdir().unwrap();
        let marks = [("memory.max", "9000"), ("memory.high", "5000"), ("memory.current", "1000")];
        for (name, text) in marks {
            fs::write(root.path().join(name), text).unwrap();
        }
        assert_eq!(left_in_groups(root.path(), Path::new("")), Some(4000));
        fs::write(root.path().join("memory.max"), "max").unwrap();
        assert_eq!(left_in_groups(root.path(), Path::new("")), Some(4000));
    }

    #[test]
    fn the_limits_of_the_process_count() {
        let limits = |addresses: &str, data: &str| {
            format!(
                "Limit                     Soft Limit           Hard Limit           Units     \n\
                 Max cpu time              unlimited            unlimited            seconds   \n\
                 Max data size             {data}            unlimited            bytes     \n\
                 Max address space         {addresses}            unlimited            bytes     \n"
            )
        };
        let status = "VmSize:\t  204800 kB\nVmRSS:\t  1024 kB\nVmData:\t  102400 kB\n";
        let left =
            |addresses: &str, data: &str| left_in_process(&limits(addresses, data), status, 2);
        assert_eq!(left("unlimited", "unlimited"), None);
        assert_eq!(left("1073741824", "unlimited"), Some((1024 - 200 - 8 - 128) << 20));
        assert_eq!(left("unlimited", "536870912"), Some((512 - 100 - 8 - 64) << 20));
        // What threads and heaps take leaves a quarter in any case.
        assert_eq!(left("241172480", "1073741824"), Some((30 << 20) / 4));
    }

    #[test]
    fn the_memory_of_a_batch_job_counts() {
        let left = |known: &[(&str, &str)]| {
            let known: Vec<_> = known.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
            let variable =
                move |name: &str| known.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
            left_in_job(variable, "VmRSS:\t  1024 kB\n")
        };
        assert_eq!(left(&[]), None);
        assert_eq!(left(&[("SLURM_MEM_PER_NODE", "4096")]), Some(4095 << 20));
        // All of the node's memory.
        assert_eq!(left(&[("SLURM_MEM_PER_NODE", "0")]), None);
        let per_core = [("SLURM_MEM_PER_CPU", "1000"), ("SLURM_CPUS_ON_NODE", "4")];
        assert_eq!(left(&per_core), Some(3999 << 20));
    }

    #[test]
    fn this_machine_has_some_memory() {
        assert!(default_budget().0 > 0);
    }
}
