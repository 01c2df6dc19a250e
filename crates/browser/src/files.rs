//! The files of a site as a disk: what was solved here is in memory, what was solved before is fetched in pieces.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::TryLockError;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hindsight_store::{Disk, NewFile, ReadAt};

/// The most pieces of files that are kept.
const MOST_PIECES: usize = 256;

/// Where the pieces of a file are had from.
pub type Fetch = fn(path: &str, piece: u32, to: &mut [u8]) -> bool;

/// Files by their names.
#[derive(Clone, Default)]
pub struct Files(Arc<Mutex<BTreeMap<PathBuf, Content>>>);

#[derive(Clone)]
enum Content {
    Here(Arc<Vec<u8>>),
    Elsewhere(Arc<Remote>),
}

/// A file that a site has in pieces, all of the same length but the last.
struct Remote {
    path: String,
    size: u64,
    piece_bytes: u32,
    fetch: Fetch,
    pieces: Mutex<BTreeMap<u32, Arc<[u8]>>>,
}

impl fmt::Debug for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.all().keys()).finish()
    }
}

impl Files {
    fn all(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Content>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a file there.
    pub fn put(&self, path: &str, bytes: Vec<u8>) {
        self.all().insert(path.into(), Content::Here(Arc::new(bytes)));
    }

    /// Says where a file is that is not here.
    pub fn expect(&self, path: &str, size: u64, piece_bytes: u32, fetch: Fetch) {
        let path = path.to_owned();
        let remote = Remote { path, size, piece_bytes, fetch, pieces: Mutex::default() };
        self.all().insert((&remote.path).into(), Content::Elsewhere(Arc::new(remote)));
    }

    /// The files of a folder that are here.
    pub fn taken_from(&self, folder: &Path) -> Vec<(String, Arc<Vec<u8>>)> {
        let all = self.all();
        let inside = all.iter().filter(|(path, _)| path.starts_with(folder));
        let here = inside.filter_map(|(path, content)| match content {
            Content::Here(bytes) => Some((path.to_str()?.to_owned(), Arc::clone(bytes))),
            Content::Elsewhere(_) => None,
        });
        here.collect()
    }

    fn change(&self, path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
        let mut all = self.all();
        let mut bytes = match all.remove(path) {
            Some(Content::Here(bytes)) => Arc::unwrap_or_clone(bytes),
            _ => Vec::new(),
        };
        change(&mut bytes);
        all.insert(path.to_owned(), Content::Here(Arc::new(bytes)));
    }
}

impl Disk for Files {
    fn create_folder(&self, _dir: &Path) -> io::Result<()> {
        Ok(())
    }

    fn names(&self, dir: &Path) -> io::Result<Vec<String>> {
        let all = self.all();
        let below = all.keys().filter_map(|path| path.strip_prefix(dir).ok());
        let mut names: Vec<String> = below
            .filter_map(|path| Some(path.components().next()?.as_os_str().to_str()?.to_owned()))
            .collect();
        names.dedup();
        if names.is_empty() { Err(io::ErrorKind::NotFound.into()) } else { Ok(names) }
    }

    fn has_file(&self, path: &Path) -> bool {
        self.all().contains_key(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAt>> {
        match self.all().get(path) {
            Some(Content::Here(bytes)) => Ok(Box::new(Here(Arc::clone(bytes)))),
            Some(Content::Elsewhere(remote)) => Ok(Box::new(Elsewhere(Arc::clone(remote)))),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn lock(&self, _path: &Path) -> Result<Box<dyn Any + Send + Sync>, TryLockError> {
        // Nobody else is here.
        Ok(Box::new(()))
    }

    fn create(&self, _dir: &Path) -> io::Result<Box<dyn NewFile>> {
        Ok(Box::new(Unnamed { files: self.clone(), bytes: Vec::new() }))
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.change(path, |file| file.extend_from_slice(bytes));
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.all().remove(path).map(drop).ok_or(io::ErrorKind::NotFound.into())
    }

    fn sync(&self, _path: &Path) -> io::Result<()> {
        Ok(())
    }

    fn sync_folder(&self, _dir: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// A file that has no name yet.
struct Unnamed {
    files: Files,
    bytes: Vec<u8>,
}

impl Write for Unnamed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl NewFile for Unnamed {
    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn rename(self: Box<Self>, path: &Path) -> io::Result<()> {
        let Unnamed { files, bytes } = *self;
        files.change(path, |file| *file = bytes);
        Ok(())
    }
}

struct Here(Arc<Vec<u8>>);

impl ReadAt for Here {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<()> {
        self.0.read_at(buf, offset)
    }

    fn size(&self) -> io::Result<u64> {
        self.0.size()
    }
}

struct Elsewhere(Arc<Remote>);

impl ReadAt for Elsewhere {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<()> {
        let Remote { size, piece_bytes, .. } = &*self.0;
        let end = offset.checked_add(buf.len() as u64).filter(|end| end <= size);
        end.ok_or(io::ErrorKind::UnexpectedEof)?;
        let piece_bytes = u64::from(*piece_bytes);
        let mut at = offset;
        let mut rest = buf;
        while !rest.is_empty() {
            let piece = self.0.piece((at / piece_bytes) as u32)?;
            let from = &piece[(at % piece_bytes) as usize..];
            let count = from.len().min(rest.len());
            let (now, later) = rest.split_at_mut(count);
            now.copy_from_slice(&from[..count]);
            (rest, at) = (later, at + count as u64);
        }
        Ok(())
    }

    fn size(&self) -> io::Result<u64> {
        Ok(self.0.size)
    }
}

impl Remote {
    fn piece(&self, number: u32) -> io::Result<Arc<[u8]>> {
        let mut pieces = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(piece) = pieces.get(&number) {
            return Ok(Arc::clone(piece));
        }
        let first = u64::from(number) * u64::from(self.piece_bytes);
        let length = (self.size - first).min(self.piece_bytes.into()) as usize;
        let mut piece = vec![0; length];
        if !(self.fetch)(&self.path, number, &mut piece) {
            return Err(io::Error::other("a part of it cannot be fetched"));
        }
        if pieces.len() >= MOST_PIECES {
            pieces.clear();
        }
        Ok(Arc::clone(pieces.entry(number).or_insert(piece.into())))
    }
}
