//! Families: further tables of a game, beside those of its values.
//!
//! A family is a folder `DATA/<game>/<variant>/<family>` that is a [`Store`] like the game's own, with
//! its own manifest, journal and lock. So it is resumed, completed, forgotten and checked by itself, and
//! nothing that happens to it touches a byte of the game's values. Its fingerprint tells on which rules,
//! and on which choices of its own, its tables depend.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::disk::Disk;
use crate::error::StoreError;
use crate::folder::sync_folder;
use crate::id::GameId;
use crate::name::escape;
use crate::store::Store;
use crate::system::SystemDisk;

impl Store {
    /// The folder of a family of tables of a game.
    pub fn family_folder(root: &Path, id: &GameId, family: &str) -> PathBuf {
        Store::folder(root, &id.game, &id.variant).join(escape(family))
    }

    /// As [`Store::open`], for a family of tables beside the game's own.
    pub fn open_family(root: &Path, id: &GameId, family: &str) -> Result<Store, StoreError> {
        Store::open_family_on(Arc::new(SystemDisk), root, id, family)
    }

    /// The same on some disk.
    pub fn open_family_on(
        disk: Arc<dyn Disk>,
        root: &Path,
        id: &GameId,
        family: &str,
    ) -> Result<Store, StoreError> {
        Store::open_in(disk, Store::family_folder(root, id, family), id)
    }

    /// As [`Store::create`], for a family of tables beside the game's own.
    pub fn create_family(
        root: &Path,
        id: &GameId,
        family: &str,
        force: bool,
    ) -> Result<Store, StoreError> {
        Store::create_family_on(Arc::new(SystemDisk), root, id, family, force)
    }

    /// The same on some disk.
    pub fn create_family_on(
        disk: Arc<dyn Disk>,
        root: &Path,
        id: &GameId,
        family: &str,
        force: bool,
    ) -> Result<Store, StoreError> {
        Store::create_in(disk, Store::family_folder(root, id, family), id, force)
    }

    /// Writes a small text beside the tables, whole or not at all.
    pub fn write_note(&self, name: &str, text: &str) -> Result<(), StoreError> {
        self.writable()?;
        let path = self.dir().join(escape(name));
        let failed = |cause| StoreError::io("write", &path)(cause);
        let mut out = self.disk().create(self.dir()).map_err(failed)?;
        out.write_all(text.as_bytes()).map_err(failed)?;
        out.sync().map_err(failed)?;
        out.rename(&path).map_err(failed)?;
        sync_folder(&**self.disk(), self.dir())
    }
}
