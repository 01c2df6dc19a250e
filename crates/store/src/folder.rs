//! The files of a folder of tables, as opening it finds them.

use std::any::Any;
use std::fs::TryLockError;
use std::io;
use std::path::Path;

use crate::disk::{Disk, TEMPORARY_PREFIX, read};
use crate::error::{Damage, Part, StoreError};
use crate::id::GameId;
use crate::manifest::{MANIFEST_FILE, Manifest};
use crate::name::{TABLE_SUFFIX, unescape};

const LOCK_FILE: &str = "writer.lock";

/// The manifest of a folder, if there is one; it must be that of the game.
pub(crate) fn read_manifest(
    disk: &dyn Disk,
    dir: &Path,
    id: &GameId,
) -> Result<Option<Manifest>, StoreError> {
    let file = dir.join(MANIFEST_FILE);
    let text = match read(disk, &file) {
        Ok(text) => text,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(cause) => return Err(StoreError::io("read", &file)(cause)),
    };
    let manifest = Manifest::parse(&text, &file)?;
    let found = &manifest.id;
    if (&found.game, &found.variant) != (&id.game, &id.variant) {
        let what = "it is the manifest of another game or variant";
        return Err(Damage::new(&file, Part::Manifest, what).into());
    }
    if found.rules != id.rules {
        return Err(StoreError::OtherRules { file, found: found.rules, wanted: id.rules });
    }
    Ok(Some(manifest))
}

/// Locks out other solves until what is returned is dropped.
pub(crate) fn lock(disk: &dyn Disk, dir: &Path) -> Result<Box<dyn Any + Send + Sync>, StoreError> {
    let path = dir.join(LOCK_FILE);
    match disk.lock(&path) {
        Ok(lock) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked { dir: dir.to_owned() }),
        Err(TryLockError::Error(cause)) => Err(StoreError::io("lock", &path)(cause)),
    }
}

/// Removes temporary files, and tables that the manifest does not list. Touches nothing else.
pub(crate) fn remove_leftovers(
    disk: &dyn Disk,
    dir: &Path,
    manifest: &Manifest,
) -> Result<(), StoreError> {
    for name in names_in(disk, dir)? {
        let listed = || manifest.tiers.values().any(|entry| entry.file == name);
        let table = || name.strip_suffix(TABLE_SUFFIX).is_some_and(|tier| unescape(tier).is_some());
        if name.starts_with(TEMPORARY_PREFIX) || table() && !listed() {
            let path = dir.join(name);
            disk.remove(&path).map_err(StoreError::io("remove", &path))?;
        }
    }
    Ok(())
}

/// The names in a folder, sorted; none if there is no such folder.
pub(crate) fn names_in(disk: &dyn Disk, dir: &Path) -> Result<Vec<String>, StoreError> {
    match disk.names(dir) {
        Ok(mut names) => {
            names.sort();
            Ok(names)
        }
        Err(cause)
            if matches!(cause.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
        {
            Ok(Vec::new())
        }
        Err(cause) => Err(StoreError::io("read", dir)(cause)),
    }
}

/// Makes renames and removals in a folder last.
pub(crate) fn sync_folder(disk: &dyn Disk, dir: &Path) -> Result<(), StoreError> {
    disk.sync_folder(dir).map_err(StoreError::io("flush", dir))
}
