//! The file system as the store uses it, behind a small trait: tests put a disk there that fails or
//! loses its power.

use std::any::Any;
use std::fmt;
use std::fs::TryLockError;
use std::io::{self, Write};
use std::path::Path;

use crate::source::ReadAt;

/// How the names of files begin that are still being written.
pub(crate) const TEMPORARY_PREFIX: &str = ".hindsight-";

/// What the store does with files. Each function is one step that can fail on its own.
pub trait Disk: Send + Sync + fmt::Debug {
    /// Makes a folder and those above it, as far as they are missing.
    fn create_folder(&self, dir: &Path) -> io::Result<()>;

    /// The names in a folder, in any order.
    fn names(&self, dir: &Path) -> io::Result<Vec<String>>;

    /// Whether there is a plain file of this name.
    fn has_file(&self, path: &Path) -> bool;

    /// Opens a plain file for reading.
    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAt>>;

    /// Takes the lock of a file, which is made if it is missing, and holds it until what is returned is
    /// dropped.
    fn lock(&self, path: &Path) -> Result<Box<dyn Any + Send + Sync>, TryLockError>;

    /// Makes a file in a folder under a name that no reader looks at.
    fn create(&self, dir: &Path) -> io::Result<Box<dyn NewFile>>;

    /// Adds to the end of a plain file, which is made if it is missing.
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes what was written to a file last.
    fn sync(&self, path: &Path) -> io::Result<()>;

    /// Makes it last which files a folder has, and under which names.
    fn sync_folder(&self, dir: &Path) -> io::Result<()>;
}

/// A file that is being written. Without a name of its own at the end it is removed.
pub trait NewFile: Write + Send {
    /// Makes what was written last.
    fn sync(&mut self) -> io::Result<()>;

    /// Gives the file its name, in place of the one that has it.
    fn rename(self: Box<Self>, path: &Path) -> io::Result<()>;
}

/// The bytes of a plain file.
pub(crate) fn read(disk: &dyn Disk, path: &Path) -> io::Result<Vec<u8>> {
    let file = disk.open(path)?;
    let size = file.size()?;
    let too_large = || io::Error::from(io::ErrorKind::FileTooLarge);
    let mut bytes = vec![0; usize::try_from(size).map_err(|_| too_large())?];
    file.read_at(&mut bytes, 0)?;
    Ok(bytes)
}

/// The text of a plain file.
///
/// # Errors
/// What the disk says, or that it is no text.
pub fn read_text(disk: &dyn Disk, path: &Path) -> io::Result<String> {
    String::from_utf8(read(disk, path)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no text"))
}
