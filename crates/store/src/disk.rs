//! The file system as the store uses it, behind a small trait: tests put a disk there that fails or
//! loses its power.

use std::any::Any;
use std::fmt;
use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use tempfile::NamedTempFile;

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
