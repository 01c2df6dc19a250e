//! Where a program runs without a file system, in a browser, the system's disk does nothing: whoever wants
//! tables there puts another [`Disk`] in its place.

use std::any::Any;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use crate::disk::{Disk, NewFile};
use crate::source::ReadAt;

/// No disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDisk;

fn none<T>() -> io::Result<T> {
    Err(io::ErrorKind::Unsupported.into())
}

impl Disk for SystemDisk {
    fn create_folder(&self, _dir: &Path) -> io::Result<()> {
        none()
    }

    fn names(&self, _dir: &Path) -> io::Result<Vec<String>> {
        none()
    }

    fn has_file(&self, _path: &Path) -> bool {
        false
    }

    fn open(&self, _path: &Path) -> io::Result<Box<dyn ReadAt>> {
        none()
    }

    fn lock(&self, _path: &Path) -> Result<Box<dyn Any + Send + Sync>, TryLockError> {
        Err(TryLockError::Error(io::ErrorKind::Unsupported.into()))
    }

    fn create(&self, _dir: &Path) -> io::Result<Box<dyn NewFile>> {
        none()
    }

    fn append(&self, _path: &Path, _bytes: &[u8]) -> io::Result<()> {
        none()
    }

    fn remove(&self, _path: &Path) -> io::Result<()> {
        none()
    }

    fn sync(&self, _path: &Path) -> io::Result<()> {
        none()
    }

    fn sync_folder(&self, _dir: &Path) -> io::Result<()> {
        none()
    }
}

/// Opens no file, since there is none.
pub fn open_plain(_options: &mut OpenOptions, _path: &Path) -> io::Result<File> {
    none()
}
