//! The disks of this machine.

use std::any::Any;
use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::disk::{Disk, NewFile, TEMPORARY_PREFIX};
use crate::source::ReadAt;

/// The file systems of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDisk;

impl Disk for SystemDisk {
    fn create_folder(&self, dir: &Path) -> io::Result<()> {
        fs::create_dir_all(dir)
    }

    fn names(&self, dir: &Path) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(dir)? {
            names.extend(entry?.file_name().into_string());
        }
        Ok(names)
    }

    fn has_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAt>> {
        Ok(Box::new(open_plain(File::options().read(true), path)?))
    }

    fn lock(&self, path: &Path) -> Result<Box<dyn Any + Send + Sync>, TryLockError> {
        let mut options = File::options();
        options.write(true).create(true).truncate(false);
        let file = open_plain(&mut options, path).map_err(TryLockError::Error)?;
        file.try_lock()?;
        Ok(Box::new(file))
    }

    fn create(&self, dir: &Path) -> io::Result<Box<dyn NewFile>> {
        let file = tempfile::Builder::new()
            .prefix(TEMPORARY_PREFIX)
            // As for any other file: the umask decides, not the caution of temporary files.
            .permissions(Permissions::from_mode(0o666))
            .tempfile_in(dir)?;
        Ok(Box::new(file))
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        open_plain(File::options().append(true).create(true), path)?.write_all(bytes)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        open_plain(File::options().read(true), path)?.sync_all()
    }

    fn sync_folder(&self, dir: &Path) -> io::Result<()> {
        let dir = if dir.as_os_str().is_empty() { Path::new(".") } else { dir };
        File::open(dir)?.sync_all()
    }
}

impl NewFile for NamedTempFile {
    fn sync(&mut self) -> io::Result<()> {
        self.as_file().sync_all()
    }

    fn rename(self: Box<Self>, path: &Path) -> io::Result<()> {
        self.persist(path).map(drop).map_err(|error| error.error)
    }
}

/// Opens a plain file, and nothing that could keep the program waiting: a pipe, a socket or a device is
/// refused at once.
///
/// # Errors
/// What the operating system says, or that it is no plain file.
pub fn open_plain(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    let not_plain = || {
        let what = "it is no plain file, but a folder, a pipe, a socket or a device";
        io::Error::new(io::ErrorKind::InvalidInput, what)
    };
    let opened = options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(path);
    let file = opened.map_err(|cause| match cause.raw_os_error() {
        // A pipe that nobody reads, a socket, a device without a driver; and a folder to be written to.
        Some(libc::ENXIO | libc::ENODEV | libc::EISDIR) => not_plain(),
        _ => cause,
    })?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_plain()) }
}

impl ReadAt for File {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<()> {
        self.read_exact_at(buf, offset)
    }
    fn size(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }
}
