//! A disk that remembers what was done to it, and what could be left if the power had been cut.
//!
//! The model is harsher than file systems are. What was written to a file lasts from the moment the file
//! is flushed; before, any part of it may be there, in any order, with zeros between. Which names a folder
//! has, and for which files they stand, lasts from the moment the folder is flushed; before, each name may
//! stand for what it stood for then or at any time since, whatever the other names do.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hindsight_store::{Disk, NewFile, ReadAt};

use crate::Dice;

/// A file, by its place in a list: its name may change.
type Inode = usize;

/// One thing that was done to the disk.
#[derive(Clone, Debug)]
enum Step {
    Folder(PathBuf),
    Create(PathBuf, Inode),
    Write(Inode, Arc<[u8]>),
    Sync(Inode),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
    SyncFolder(PathBuf),
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Folder,
    File(Inode),
}

/// What a cut left under a name.
enum Left {
    Folder,
    File(Vec<u8>),
}

/// Writes, one after another.
type Writes = Vec<Arc<[u8]>>;

/// The state of the disk after some steps: what lasts, and what may.
#[derive(Clone, Debug, Default)]
struct State {
    /// For every name all that it has stood for since its folder was flushed; the first is what lasts.
    names: BTreeMap<PathBuf, Vec<Option<Entry>>>,
    /// For every file its bytes that last, and the writes since.
    files: Vec<(Vec<u8>, Writes)>,
}

impl State {
    fn apply(&mut self, step: &Step) {
        match step {
            Step::Folder(path) => self.name(path, Some(Entry::Folder)),
            Step::Create(path, inode) => {
                self.files.resize(self.files.len().max(inode + 1), Default::default());
                self.name(path, Some(Entry::File(*inode)));
            }
            Step::Write(inode, bytes) => self.files[*inode].1.push(Arc::clone(bytes)),
            Step::Sync(inode) => {
                let (durable, pending) = &mut self.files[*inode];
                pending.drain(..).for_each(|bytes| durable.extend(&*bytes));
            }
            Step::Rename(from, to) => {
                let entry = self.now(from);
                self.name(from, None);
                self.name(to, entry);
            }
            Step::Remove(path) => self.name(path, None),
            Step::SyncFolder(dir) => {
                for (path, versions) in &mut self.names {
                    if path.parent() == Some(dir) {
                        versions.drain(..versions.len() - 1);
                    }
                }
            }
        }
    }

    fn name(&mut self, path: &Path, entry: Option<Entry>) {
        self.names.entry(path.to_owned()).or_insert_with(|| vec![None]).push(entry);
    }

    fn now(&self, path: &Path) -> Option<Entry> {
        *self.names.get(path)?.last()?
    }

    fn bytes_now(&self, inode: Inode) -> Vec<u8> {
        let (durable, pending) = &self.files[inode];
        let mut bytes = durable.clone();
        pending.iter().for_each(|written| bytes.extend(&**written));
        bytes
    }
}

/// Which of all possible leftovers of a cut is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leftover {
    /// What lasts, and nothing else.
    Least,
    /// Everything that was done.
    Most,
    /// Some of it, as chance has it.
    Some(u64),
}

/// A disk in memory that remembers every step.
#[derive(Clone, Debug, Default)]
pub struct RecordedDisk(Arc<Mutex<Record>>);

#[derive(Debug, Default)]
struct Record {
    steps: Vec<Step>,
    state: State,
    made: u64,
    next_inode: Inode,
    /// Whether flushing does nothing.
    is_lying: bool,
}

impl Record {
    fn take(&mut self, step: Step) {
        if self.is_lying && matches!(step, Step::Sync(_) | Step::SyncFolder(_)) {
            return;
        }
        self.state.apply(&step);
        self.steps.push(step);
    }

    fn file(&self, path: &Path) -> io::Result<Inode> {
        match self.state.now(path) {
            Some(Entry::File(inode)) => Ok(inode),
            Some(Entry::Folder) => Err(io::ErrorKind::IsADirectory.into()),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn create(&mut self, path: &Path) -> Inode {
        let inode = self.next_inode;
        self.next_inode += 1;
        self.take(Step::Create(path.to_owned(), inode));
        inode
    }
}

impl RecordedDisk {
    fn record(&self) -> MutexGuard<'_, Record> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A disk that says it flushes, and does not: what is written to it must seem to be lost.
    pub fn lying() -> RecordedDisk {
        let record = Record { is_lying: true, ..Record::default() };
        RecordedDisk(Arc::new(Mutex::new(record)))
    }

    /// How many steps were taken so far.
    pub fn steps(&self) -> usize {
        self.record().steps.len()
    }

    /// Makes a folder of this machine look as the disk could when the power was cut after so many steps.
    /// Paths on the disk are taken as relative to the folder.
    ///
    /// # Errors
    /// Where the folder cannot be written to.
    pub fn cut(&self, after: usize, leftover: Leftover, folder: &Path) -> io::Result<()> {
        for (path, left) in self.left(after, leftover) {
            let place = folder.join(path);
            match left {
                Left::Folder => fs::create_dir(&place)?,
                Left::File(bytes) => fs::write(&place, bytes)?,
            }
        }
        Ok(())
    }

    /// A disk in memory as this one could be when the power was cut after so many steps. Nothing of it is
    /// on a disk of this machine, so that thousands of them take seconds.
    #[must_use]
    pub fn after_cut(&self, after: usize, leftover: Leftover) -> RecordedDisk {
        let mut record = Record::default();
        for (path, left) in self.left(after, leftover) {
            let entry = match left {
                Left::Folder => Entry::Folder,
                Left::File(bytes) => {
                    record.state.files.push((bytes, Vec::new()));
                    Entry::File(record.state.files.len() - 1)
                }
            };
            record.state.names.insert(path, vec![Some(entry)]);
        }
        record.next_inode = record.state.files.len();
        RecordedDisk(Arc::new(Mutex::new(record)))
    }

    /// All files as they are now.
    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let record = self.record();
        let file = |path: &PathBuf| match record.state.now(path)? {
            Entry::File(inode) => Some((path.clone(), record.state.bytes_now(inode))),
            Entry::Folder => None,
        };
        record.state.names.keys().filter_map(file).collect()
    }

    /// What is left, folders before what is in them.
    fn left(&self, after: usize, leftover: Leftover) -> Vec<(PathBuf, Left)> {
        let mut state = State::default();
        self.record().steps[..after].iter().for_each(|step| state.apply(step));
        let mut dice = Dice(match leftover {
            Leftover::Some(seed) => seed,
            _ => 0,
        });
        let mut choose = |count: usize| match leftover {
            Leftover::Least => 0,
            Leftover::Most => count - 1,
            Leftover::Some(_) => dice.below(count),
        };
        let mut folders = BTreeSet::from([PathBuf::new()]);
        let mut left = Vec::new();
        for (path, versions) in &state.names {
            let is_placed = path.parent().is_some_and(|above| folders.contains(above));
            match versions[choose(versions.len())] {
                Some(Entry::Folder) if is_placed => {
                    folders.insert(path.clone());
                    left.push((path.clone(), Left::Folder));
                }
                Some(Entry::File(inode)) if is_placed => {
                    let (durable, pending) = &state.files[inode];
                    let mut bytes = durable.clone();
                    for written in pending {
                        match choose(4) {
                            // Of what comes later nothing is there either, or the file is not as long.
                            0 => break,
                            // The length is there and the bytes are not.
                            1 => bytes.resize(bytes.len() + written.len(), 0),
                            2 => bytes.extend(&written[..written.len() / 2]),
                            _ => bytes.extend(&**written),
                        }
                    }
                    left.push((path.clone(), Left::File(bytes)));
                }
                _ => {}
            }
        }
        left
    }
}

impl Disk for RecordedDisk {
    fn create_folder(&self, dir: &Path) -> io::Result<()> {
        let mut record = self.record();
        let above: Vec<_> = dir.ancestors().filter(|path| !path.as_os_str().is_empty()).collect();
        for path in above.into_iter().rev() {
            if record.state.now(path).is_none() {
                record.take(Step::Folder(path.to_owned()));
            }
        }
        Ok(())
    }

    fn names(&self, dir: &Path) -> io::Result<Vec<String>> {
        let record = self.record();
        let inside = record.state.names.keys().filter(|path| path.parent() == Some(dir));
        let there = inside.filter(|path| record.state.now(path).is_some());
        let names = there.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
        Ok(names.collect())
    }

    fn has_file(&self, path: &Path) -> bool {
        self.record().file(path).is_ok()
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAt>> {
        let record = self.record();
        let inode = record.file(path)?;
        Ok(Box::new(record.state.bytes_now(inode)))
    }

    fn lock(&self, path: &Path) -> Result<Box<dyn Any + Send + Sync>, TryLockError> {
        let mut record = self.record();
        if record.file(path).is_err() {
            record.create(path);
        }
        Ok(Box::new(()))
    }

    fn create(&self, dir: &Path) -> io::Result<Box<dyn NewFile>> {
        let mut record = self.record();
        record.made += 1;
        let path = dir.join(format!(".hindsight-{}", record.made));
        let inode = record.create(&path);
        Ok(Box::new(RecordedFile { disk: self.clone(), inode, path: Some(path) }))
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut record = self.record();
        let inode = record.file(path).unwrap_or_else(|_| record.create(path));
        record.take(Step::Write(inode, bytes.into()));
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut record = self.record();
        record.file(path)?;
        record.take(Step::Remove(path.to_owned()));
        Ok(())
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        let mut record = self.record();
        let inode = record.file(path)?;
        record.take(Step::Sync(inode));
        Ok(())
    }

    fn sync_folder(&self, dir: &Path) -> io::Result<()> {
        self.record().take(Step::SyncFolder(dir.to_owned()));
        Ok(())
    }
}

struct RecordedFile {
    disk: RecordedDisk,
    inode: Inode,
    /// Until it is renamed.
    path: Option<PathBuf>,
}

impl Write for RecordedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.disk.record().take(Step::Write(self.inode, bytes.into()));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl NewFile for RecordedFile {
    fn sync(&mut self) -> io::Result<()> {
        self.disk.record().take(Step::Sync(self.inode));
        Ok(())
    }

    fn rename(mut self: Box<Self>, path: &Path) -> io::Result<()> {
        if let Some(old) = self.path.take() {
            self.disk.record().take(Step::Rename(old, path.to_owned()));
        }
        Ok(())
    }
}

impl Drop for RecordedFile {
    fn drop(&mut self) {
        if let Some(path) = self.path.take() {
            self.disk.record().take(Step::Remove(path));
        }
    }
}
