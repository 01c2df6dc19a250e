//! A disk of which one step fails.

use std::any::Any;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use hindsight_store::{Disk, NewFile, ReadAt, SystemDisk};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The step fails with an error of this number, as the operating system counts them.
    Error(i32),
    /// The process is killed: the step is not done, nor is any after it, and nothing is tidied up.
    Killed,
    /// Only half of what was to be written is; whoever writes must go on with the rest.
    Short,
    /// The step takes long.
    Slow,
}

#[derive(Debug)]
struct Plan {
    /// Steps taken so far.
    steps: AtomicU64,
    /// The step that goes wrong, from 1.
    at: u64,
    fault: Fault,
}

impl Plan {
    /// Takes a step; whether only half of it can be done.
    fn step(&self) -> io::Result<bool> {
        let step = self.steps.fetch_add(1, Ordering::Relaxed) + 1;
        match self.fault {
            Fault::Killed if step >= self.at => Err(io::Error::other("killed")),
            Fault::Error(number) if step == self.at => Err(io::Error::from_raw_os_error(number)),
            Fault::Short if step == self.at => Ok(true),
            Fault::Slow if step == self.at => {
                thread::sleep(Duration::from_millis(2));
                Ok(false)
            }
            _ => Ok(false),
        }
    }

    fn is_killed(&self) -> bool {
        self.fault == Fault::Killed && self.steps.load(Ordering::Relaxed) >= self.at
    }
}

/// The disk of this machine, of which one step fails: every call that reaches the operating system is a
/// step.
#[derive(Clone, Debug)]
pub struct FailingDisk(Arc<Plan>);

impl FailingDisk {
    /// A disk of which the step with a number, from 1, goes wrong.
    pub fn new(at: u64, fault: Fault) -> FailingDisk {
        FailingDisk(Arc::new(Plan { steps: AtomicU64::new(0), at, fault }))
    }

    /// A disk of which nothing fails, and which is quick since it flushes nothing.
    pub fn sound() -> FailingDisk {
        FailingDisk::new(u64::MAX, Fault::Slow)
    }

    /// Whether the step has come.
    pub fn has_failed(&self) -> bool {
        self.0.steps.load(Ordering::Relaxed) >= self.0.at
    }
}

impl Disk for FailingDisk {
    fn create_folder(&self, dir: &Path) -> io::Result<()> {
        self.0.step()?;
        SystemDisk.create_folder(dir)
    }

    fn names(&self, dir: &Path) -> io::Result<Vec<String>> {
        self.0.step()?;
        SystemDisk.names(dir)
    }

    fn has_file(&self, path: &Path) -> bool {
        self.0.step().is_ok() && SystemDisk.has_file(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAt>> {
        self.0.step()?;
        let file = SystemDisk.open(path)?;
        Ok(Box::new(FailingReads { file, plan: Arc::clone(&self.0) }))
    }

    fn lock(&self, path: &Path) -> Result<Box<dyn Any + Send + Sync>, TryLockError> {
        self.0.step().map_err(TryLockError::Error)?;
        // Not locked: a process that another test starts would hold the lock until it runs.
        let file = File::options().append(true).create(true).open(path);
        Ok(Box::new(file.map_err(TryLockError::Error)?))
    }

    fn create(&self, dir: &Path) -> io::Result<Box<dyn NewFile>> {
        self.0.step()?;
        static MADE: AtomicU64 = AtomicU64::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let path = dir.join(format!(".hindsight-{}-{number}", std::process::id()));
        let file = File::create_new(&path)?;
        Ok(Box::new(FailingFile { file, path: Some(path), plan: Arc::clone(&self.0) }))
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.0.step()?;
        SystemDisk.append(path, bytes)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.0.step()?;
        SystemDisk.remove(path)
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        // What a test leaves need not survive the machine: that is the other disk's matter.
        self.0.step().map(drop)?;
        fs::metadata(path).map(drop)
    }

    fn sync_folder(&self, dir: &Path) -> io::Result<()> {
        self.0.step().map(drop)?;
        fs::metadata(if dir.as_os_str().is_empty() { Path::new(".") } else { dir }).map(drop)
    }
}

struct FailingReads {
    file: Box<dyn ReadAt>,
    plan: Arc<Plan>,
}

impl ReadAt for FailingReads {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<()> {
        self.plan.step()?;
        self.file.read_at(buf, offset)
    }

    fn size(&self) -> io::Result<u64> {
        self.plan.step()?;
        self.file.size()
    }
}

struct FailingFile {
    file: File,
    /// Until it is renamed.
    path: Option<PathBuf>,
    plan: Arc<Plan>,
}

impl Write for FailingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_short = self.plan.step()?;
        self.file.write(if is_short { &bytes[..bytes.len().div_ceil(2)] } else { bytes })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl NewFile for FailingFile {
    fn sync(&mut self) -> io::Result<()> {
        self.plan.step().map(drop)
    }

    fn rename(mut self: Box<Self>, path: &Path) -> io::Result<()> {
        self.plan.step()?;
        match self.path.take() {
            Some(old) => fs::rename(old, path),
            None => Ok(()),
        }
    }
}

impl Drop for FailingFile {
    fn drop(&mut self) {
        if let Some(path) = &self.path
            && !self.plan.is_killed()
        {
            let _ = fs::remove_file(path);
        }
    }
}
