//! The tables of one game in one variant: a folder with a manifest.

use std::any::Any;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use crate::cache::BlockCache;
use crate::disk::{Disk, NewFile, read};
use crate::error::{Damage, Part, StoreError};
use crate::folder::{lock, names_in, read_manifest, remove_leftovers, sync_folder};
use crate::id::{Fingerprint, GameId};
use crate::journal::{self, JOURNAL_FILE, Run};
use crate::manifest::{MANIFEST_FILE, Manifest, TierEntry};
use crate::name::{escape, table_file, unescape};
use crate::positions::PositionList;
use crate::source::CodeSource;
use crate::system::SystemDisk;
use crate::table::{CheckedBlocks, Table};
use crate::writer::{Layout, WriteError, write_table};

/// Tables beyond this many are closed again when nobody holds them: open files are scarce.
const MAX_OPEN_TABLES: usize = 256;
/// Tables that are flushed to the disk at a time.
const FLUSH_THREADS: usize = 16;
/// They call the system and little else; under a limit of addresses, usual stacks would be missed.
const FLUSH_STACK: usize = 128 << 10;
/// Small blocks are gathered before they are written.
pub(crate) const WRITE_BUFFER_BYTES: usize = 1 << 20;

/// The tables of one game in one variant, for reading or for solving.
///
/// All methods take `&self` and may be called from any number of threads.
///
/// A solve calls [`create`](Store::create), [`write_tier`](Store::write_tier) for every tier,
/// [`commit`](Store::commit) now and then, and [`finish`](Store::finish) at the end. What was
/// committed survives a crash; what was only written can be read at once but counts as never
/// written if the process ends before the next commit.
pub struct Store {
    disk: Arc<dyn Disk>,
    dir: PathBuf,
    id: GameId,
    /// Held for as long as the store may write; `None` when it only reads.
    lock: Option<Box<dyn Any + Send + Sync>>,
    /// Whether another process leads the solve: then that one alone writes the manifest.
    helps: bool,
    state: Mutex<State>,
    /// Held during a commit. Never together with other locks for longer than a few instructions,
    /// and no lock at all is held while rayon may run other tasks on the same thread.
    committing: Mutex<()>,
    cache: Arc<BlockCache>,
    /// The list of positions beside the tables, once it was looked for.
    positions: OnceLock<Option<PositionList>>,
}

struct State {
    manifest: Manifest,
    /// Whether the manifest on disk says the same.
    saved: bool,
    /// Tiers that the manifest does not list yet; `None` while their tables are being written.
    written: BTreeMap<String, Option<TierEntry>>,
    tables: HashMap<String, Known>,
}

/// A table that was open at some time: its number in the cache stays.
struct Known {
    number: u64,
    table: Option<Arc<Table>>,
}

impl Store {
    /// The folder of a game's tables.
    pub fn folder(root: &Path, game: &str, variant: &str) -> PathBuf {
        root.join(escape(game)).join(escape(variant))
    }

    /// Opens what is solved, for reading. Takes no lock: a solve may go on meanwhile, and what it
    /// commits after this call is not seen.
    ///
    /// # Errors
    /// [`NothingSolved`](StoreError::NothingSolved), [`OtherRules`](StoreError::OtherRules),
    /// [`Version`](StoreError::Version), [`Damage`](StoreError::Damage) of the manifest, or
    /// [`Io`](StoreError::Io).
    pub fn open(root: &Path, id: &GameId) -> Result<Store, StoreError> {
        Store::open_on(Arc::new(SystemDisk), root, id)
    }

    /// The same on some disk.
    pub fn open_on(disk: Arc<dyn Disk>, root: &Path, id: &GameId) -> Result<Store, StoreError> {
        Store::open_in(disk, Store::folder(root, &id.game, &id.variant), id)
    }

    pub(crate) fn open_in(
        disk: Arc<dyn Disk>,
        dir: PathBuf,
        id: &GameId,
    ) -> Result<Store, StoreError> {
        match read_manifest(&*disk, &dir, id)? {
            Some(manifest) => Ok(Store::new(disk, dir, id, None, manifest, true)),
            None => Err(StoreError::NothingSolved { dir }),
        }
    }

    /// Opens the folder for solving, creating it if need be, and locks out other solves until the
    /// store is dropped. Continues where an earlier solve stopped; with `force` it forgets
    /// everything that was solved before. Removes what an interrupted solve left behind.
    ///
    /// # Errors
    /// [`Locked`](StoreError::Locked) or [`Io`](StoreError::Io), and without `force` also
    /// [`OtherRules`](StoreError::OtherRules), [`Version`](StoreError::Version) and
    /// [`Damage`](StoreError::Damage) of the manifest.
    pub fn create(root: &Path, id: &GameId, force: bool) -> Result<Store, StoreError> {
        Store::create_on(Arc::new(SystemDisk), root, id, force)
    }

    /// The same on some disk.
    pub fn create_on(
        disk: Arc<dyn Disk>,
        root: &Path,
        id: &GameId,
        force: bool,
    ) -> Result<Store, StoreError> {
        Store::create_in(disk, Store::folder(root, &id.game, &id.variant), id, force)
    }

    pub(crate) fn create_in(
        disk: Arc<dyn Disk>,
        dir: PathBuf,
        id: &GameId,
        force: bool,
    ) -> Result<Store, StoreError> {
        disk.create_folder(&dir).map_err(StoreError::io("create", &dir))?;
        let lock = lock(&*disk, &dir)?;
        if force {
            // The manifest goes first: without it no table counts, whenever we are interrupted.
            for file in [dir.join(MANIFEST_FILE), dir.join(JOURNAL_FILE)] {
                match disk.remove(&file) {
                    Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
                        return Err(StoreError::io("remove", &file)(cause));
                    }
                    _ => sync_folder(&*disk, &dir)?,
                }
            }
        }
        let found = read_manifest(&*disk, &dir, id)?;
        let saved = found.is_some();
        let manifest = found.unwrap_or_else(|| Manifest::new(id));
        remove_leftovers(&*disk, &dir, &manifest)?;
        // The variant's folder, the game's and the root may all be new.
        for made in dir.ancestors().skip(1).take(3) {
            match disk.sync_folder(made) {
                // What may not be read there was there before us.
                Err(cause) if cause.kind() == io::ErrorKind::PermissionDenied => {}
                flushed => flushed.map_err(StoreError::io("flush", made))?,
            }
        }
        Ok(Store::new(disk, dir, id, Some(lock), manifest, saved))
    }

    /// Opens the folder to write tables for a solve that another process leads, which holds the lock and
    /// alone writes the manifest. What is solved is what the leader tells by [`Store::learn`].
    pub fn help_on(disk: Arc<dyn Disk>, root: &Path, id: &GameId) -> Store {
        let dir = Store::folder(root, &id.game, &id.variant);
        let mut store = Store::new(disk, dir, id, Some(Box::new(())), Manifest::new(id), true);
        store.helps = true;
        store
    }

    /// The games and variants for which there is a manifest under `root`, sorted. Damaged and
    /// outdated ones are listed too; opening them tells.
    pub fn list(root: &Path) -> Result<Vec<(String, String)>, StoreError> {
        Store::list_on(&SystemDisk, root)
    }

    /// The same on some disk.
    pub fn list_on(disk: &dyn Disk, root: &Path) -> Result<Vec<(String, String)>, StoreError> {
        let mut found = Vec::new();
        for game in names_in(disk, root)? {
            let folder = root.join(&game);
            let Some(game) = unescape(&game) else { continue };
            for variant in names_in(disk, &folder)? {
                if disk.has_file(&folder.join(&variant).join(MANIFEST_FILE)) {
                    found.extend(unescape(&variant).map(|variant| (game.clone(), variant)));
                }
            }
        }
        found.sort();
        Ok(found)
    }

    fn new(
        disk: Arc<dyn Disk>,
        dir: PathBuf,
        id: &GameId,
        lock: Option<Box<dyn Any + Send + Sync>>,
        manifest: Manifest,
        saved: bool,
    ) -> Store {
        let state = State { manifest, saved, written: BTreeMap::new(), tables: HashMap::new() };
        Store {
            disk,
            dir,
            id: id.clone(),
            lock,
            helps: false,
            state: Mutex::new(state),
            committing: Mutex::new(()),
            cache: Arc::new(BlockCache::new(BlockCache::DEFAULT_BYTES)),
            positions: OnceLock::new(),
        }
    }

    /// Gives the store a block cache of another size, or one that is shared with other stores.
    pub fn with_cache(mut self, cache: Arc<BlockCache>) -> Store {
        // Numbers and open tables belong to the old cache.
        self.state().tables.clear();
        self.cache = cache;
        self
    }

    /// The block cache.
    pub fn cache(&self) -> &Arc<BlockCache> {
        &self.cache
    }

    /// Whose tables these are.
    pub fn id(&self) -> &GameId {
        &self.id
    }

    /// The disk that the folder is on.
    pub(crate) fn disk(&self) -> &Arc<dyn Disk> {
        &self.disk
    }

    /// The manifest as it is, or will be, on the disk.
    pub(crate) fn manifest(&self) -> Manifest {
        self.state().manifest.clone()
    }

    /// The hash of the manifest as it is, or will be, on the disk.
    pub fn manifest_hash(&self) -> String {
        self.manifest_blake3().to_string()
    }

    pub(crate) fn manifest_blake3(&self) -> blake3::Hash {
        blake3::hash(self.manifest_text().as_bytes())
    }

    /// The list of positions, which is looked for once.
    pub(crate) fn listed_positions(
        &self,
        look: impl FnOnce() -> Option<PositionList>,
    ) -> Option<&PositionList> {
        self.positions.get_or_init(look).as_ref()
    }

    /// The folder with the tables.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The deep fingerprint of the rules that the tables were solved under, where the solve was begun by
    /// a program that took one.
    pub fn deep_rules(&self) -> Option<Fingerprint> {
        self.state().manifest.deep_rules
    }

    /// Compares the deep fingerprint of the rules with that of the manifest. Where nothing is listed
    /// yet, the manifest gets it; tables from before there was one are not vouched for.
    ///
    /// # Errors
    /// [`OtherRules`](StoreError::OtherRules).
    pub fn compare_deep_rules(&self, wanted: Fingerprint) -> Result<(), StoreError> {
        let manifest = &mut self.state().manifest;
        match manifest.deep_rules {
            Some(found) if found != wanted => {
                let file = self.dir.join(MANIFEST_FILE);
                Err(StoreError::OtherRules { file, found, wanted })
            }
            Some(_) => Ok(()),
            None => {
                if self.lock.is_some() && manifest.tiers.is_empty() {
                    manifest.deep_rules = Some(wanted);
                }
                Ok(())
            }
        }
    }

    /// Whether the solve went to its end: [`Store::finish`] was called.
    pub fn is_complete(&self) -> bool {
        self.state().manifest.complete
    }

    /// Whether the tier is solved: committed, or written by this store.
    pub fn has(&self, tier: &str) -> bool {
        self.state().entry(tier).is_some()
    }

    /// What is known about a solved tier.
    pub fn entry(&self, tier: &str) -> Option<TierEntry> {
        self.state().entry(tier).cloned()
    }

    /// All solved tiers, sorted by name.
    pub fn tiers(&self) -> Vec<TierEntry> {
        let state = self.state();
        let written = state.written.values().flatten();
        let mut tiers: Vec<_> = state.manifest.tiers.values().chain(written).cloned().collect();
        tiers.sort_by(|a, b| a.name.cmp(&b.name));
        tiers
    }

    /// Writes the table of a tier: under a temporary name, then renamed. It can be read at once,
    /// and is solved for good after the next [`commit`](Store::commit).
    ///
    /// # Errors
    /// [`AlreadySolved`](StoreError::AlreadySolved), [`NotAnOutcome`](StoreError::NotAnOutcome),
    /// [`Io`](StoreError::Io) and others; then the tier is as unsolved as before.
    pub fn write_tier<S: CodeSource + ?Sized>(
        &self,
        tier: &str,
        codes: &S,
    ) -> Result<TierEntry, StoreError> {
        self.writable()?;
        {
            let mut state = self.state();
            if state.manifest.tiers.contains_key(tier) || state.written.contains_key(tier) {
                let (dir, tier) = (self.dir.clone(), tier.to_owned());
                return Err(StoreError::AlreadySolved { dir, tier });
            }
            state.written.insert(tier.to_owned(), None);
        }
        let result = self.write_file(tier, codes);
        let mut state = self.state();
        match &result {
            Ok(entry) => state.written.insert(tier.to_owned(), Some(entry.clone())),
            Err(_) => state.written.remove(tier),
        };
        result
    }

    /// Takes note of a table that another process wrote for this solve. The next commit lists it.
    pub fn learn(&self, entry: &TierEntry) {
        let mut state = self.state();
        if !state.manifest.tiers.contains_key(&entry.name) {
            state.written.insert(entry.name.clone(), Some(entry.clone()));
        }
    }

    /// Makes tables last that this process wrote, so that whoever leads the solve may list them.
    pub fn flush_tables(&self, tiers: &[TierEntry]) -> Result<(), StoreError> {
        self.flush(tiers)?;
        sync_folder(&*self.disk, &self.dir)
    }

    fn write_file<S: CodeSource + ?Sized>(
        &self,
        tier: &str,
        codes: &S,
    ) -> Result<TierEntry, StoreError> {
        let file = table_file(tier);
        let path = self.dir.join(&file);
        let failed = |cause| StoreError::io("write", &path)(cause);
        let mut out = BufWriter::with_capacity(WRITE_BUFFER_BYTES, self.temporary()?);
        let written = write_table(&mut out, &self.id, tier, codes, Layout::of(codes.slots()));
        let written = written.map_err(|error| match error {
            WriteError::Refused(error) => error,
            WriteError::Output(cause) => failed(cause),
        })?;
        let temporary = out.into_inner().map_err(|error| failed(error.into_error()))?;
        temporary.rename(&path).map_err(failed)?;
        Ok(TierEntry {
            name: tier.to_owned(),
            file,
            slots: codes.slots(),
            bytes: written.bytes,
            blake3: written.blake3.to_string(),
        })
    }

    /// Makes everything written so far last: tables to the disk first, then the manifest that lists
    /// them. Costs a few flushes of the disk, however many tiers were written: call it after
    /// minutes of work, not after every small tier.
    pub fn commit(&self) -> Result<(), StoreError> {
        self.save(false)
    }

    /// Commits, and marks the solve as complete.
    pub fn finish(&self) -> Result<(), StoreError> {
        self.save(true)
    }

    fn save(&self, complete: bool) -> Result<(), StoreError> {
        self.writable()?;
        if self.helps {
            return Err(StoreError::OpenForReading { dir: self.dir.clone() });
        }
        let _one_at_a_time = self.committing.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut manifest, saved, new) = {
            let state = self.state();
            let new: Vec<_> = state.written.values().flatten().cloned().collect();
            (state.manifest.clone(), state.saved, new)
        };
        let complete = complete || manifest.complete;
        if saved && new.is_empty() && complete == manifest.complete {
            return Ok(());
        }
        self.flush(&new)?;
        sync_folder(&*self.disk, &self.dir)?;
        manifest.complete = complete;
        manifest.tiers.extend(new.iter().map(|entry| (entry.name.clone(), entry.clone())));

        let path = self.dir.join(MANIFEST_FILE);
        let failed = |cause| StoreError::io("write", &path)(cause);
        let mut out = self.temporary()?;
        out.write_all(manifest.encode().as_bytes()).map_err(failed)?;
        out.sync().map_err(failed)?;
        out.rename(&path).map_err(failed)?;
        sync_folder(&*self.disk, &self.dir)?;

        let mut state = self.state();
        state.manifest = manifest;
        state.saved = true;
        for entry in &new {
            state.written.remove(&entry.name);
        }
        Ok(())
    }

    /// The runs in which the game was solved, as far as the journal tells.
    pub fn runs(&self) -> Vec<Run> {
        let text = read(&*self.disk, &self.dir.join(JOURNAL_FILE)).unwrap_or_default();
        journal::parse(&String::from_utf8_lossy(&text))
    }

    /// Adds a run to the journal.
    pub fn note(&self, run: &Run) -> Result<(), StoreError> {
        self.writable()?;
        let path = self.dir.join(JOURNAL_FILE);
        let noted = self.disk.append(&path, journal::line(run).as_bytes());
        noted.map_err(StoreError::io("write", &path))
    }

    /// Flushes the tables of these tiers. Several at a time: the file system then writes its
    /// journal once for all of them, where one flush after the other would wait for each.
    fn flush(&self, tiers: &[TierEntry]) -> Result<(), StoreError> {
        let flush = |entry: &TierEntry| {
            let path = self.dir.join(&entry.file);
            self.disk.sync(&path).map_err(StoreError::io("flush", &path))
        };
        let share = tiers.len().div_ceil(FLUSH_THREADS).max(4);
        thread::scope(|scope| {
            let flush = &flush;
            let threads = tiers.chunks(share).map(|share| {
                let flush_share = move || share.iter().try_for_each(flush);
                let flusher = thread::Builder::new().stack_size(FLUSH_STACK);
                match flusher.spawn_scoped(scope, flush_share) {
                    Ok(thread) => Ok(thread),
                    // Where no thread can be had, this one does the work.
                    Err(_) => Err(flush_share()),
                }
            });
            let threads: Vec<_> = threads.collect();
            threads.into_iter().try_for_each(|thread| match thread {
                Ok(thread) => {
                    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                }
                Err(flushed) => flushed,
            })
        })
    }

    /// A file under a name that no reader looks at; removed when dropped unless it is renamed.
    pub(crate) fn temporary(&self) -> Result<Box<dyn NewFile>, StoreError> {
        self.disk.create(&self.dir).map_err(StoreError::io("write in", &self.dir))
    }

    /// The table of a tier. Opened when first asked for, then kept.
    ///
    /// # Errors
    /// [`NoSuchTier`](StoreError::NoSuchTier), [`Damage`](StoreError::Damage) and
    /// [`Io`](StoreError::Io).
    pub fn table(&self, tier: &str) -> Result<Arc<Table>, StoreError> {
        let (entry, number) = {
            let mut state = self.state();
            let Some(entry) = state.entry(tier) else {
                let (dir, tier) = (self.dir.clone(), tier.to_owned());
                return Err(StoreError::NoSuchTier { dir, tier });
            };
            match state.tables.get(tier) {
                Some(Known { table: Some(table), .. }) => return Ok(Arc::clone(table)),
                Some(known) => (entry.clone(), known.number),
                None => {
                    let entry = entry.clone();
                    let number = self.cache.number_table();
                    state.tables.insert(tier.to_owned(), Known { number, table: None });
                    (entry, number)
                }
            }
        };
        // Without the lock: other tables can be had while this one is being opened. If two threads
        // open the same one, the second replaces the first in the list, and both work.
        let path = self.dir.join(&entry.file);
        let file = self.disk.open(&path).map_err(|cause| match cause.kind() {
            io::ErrorKind::NotFound => Damage::new(&path, Part::File, "it is missing").into(),
            _ => StoreError::io("open", &path)(cause),
        })?;
        let table = Table::open_numbered(file, &path, Arc::clone(&self.cache), number)?;
        let header = table.header();
        if (&header.id, header.tier.as_str(), header.slots, table.file_bytes())
            != (&self.id, tier, entry.slots, entry.bytes)
        {
            let what = "it is not the table that the manifest lists";
            return Err(Damage::new(&path, Part::File, what).into());
        }
        let table = Arc::new(table);
        self.state().keep(tier, number, Arc::clone(&table));
        Ok(table)
    }

    /// The table of a tier, which must have as many slots as the game's index gives the tier: what the
    /// file and the manifest say about it can be forged.
    ///
    /// # Errors
    /// As [`Store::table`], and [`OtherSlots`](StoreError::OtherSlots).
    pub fn table_of(&self, tier: &str, slots: u64) -> Result<Arc<Table>, StoreError> {
        let table = self.table(tier)?;
        if table.slots() == slots {
            return Ok(table);
        }
        let (file, found) = (table.file().to_owned(), table.slots());
        Err(StoreError::OtherSlots { file, found, wanted: slots })
    }

    /// Compares the tiers that are solved with those of the game: `slots_of` says how many slots a
    /// tier has, and `None` of a tier that does not exist.
    ///
    /// # Errors
    /// [`ForeignTier`](StoreError::ForeignTier) and [`OtherSlots`](StoreError::OtherSlots).
    pub fn check_tiers(&self, slots_of: impl Fn(&str) -> Option<u64>) -> Result<(), StoreError> {
        for TierEntry { name, file, slots, .. } in self.tiers() {
            let Some(wanted) = slots_of(&name) else {
                let file = self.dir.join(MANIFEST_FILE);
                return Err(StoreError::ForeignTier { file, tier: name });
            };
            if slots != wanted {
                let file = self.dir.join(file);
                return Err(StoreError::OtherSlots { file, found: slots, wanted });
            }
        }
        Ok(())
    }

    /// Reads a table from end to end: every block, and the hash in the manifest.
    pub fn check(&self, tier: &str) -> Result<CheckedBlocks, StoreError> {
        let table = self.table(tier)?;
        let checked = table.check()?;
        let path = table.file();
        let mut hash = blake3::Hasher::new();
        table.for_each_piece_of(0..table.file_bytes(), |piece| {
            hash.update(piece);
        })?;
        let listed = self.entry(tier).map(|entry| entry.blake3);
        if listed != Some(hash.finalize().to_string()) {
            let what = "its hash is not the one in the manifest";
            return Err(Damage::new(path, Part::File, what).into());
        }
        Ok(checked)
    }

    pub(crate) fn writable(&self) -> Result<(), StoreError> {
        match self.lock {
            Some(_) => Ok(()),
            None => Err(StoreError::OpenForReading { dir: self.dir.clone() }),
        }
    }

    /// Nothing that can panic leaves the state half changed, so a poisoned lock is fine.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn entry(&self, tier: &str) -> Option<&TierEntry> {
        self.manifest.tiers.get(tier).or_else(|| self.written.get(tier)?.as_ref())
    }

    /// Keeps a table open, and closes idle ones if there are too many.
    fn keep(&mut self, tier: &str, number: u64, table: Arc<Table>) {
        let open = self.tables.values().filter(|known| known.table.is_some()).count();
        if open >= MAX_OPEN_TABLES {
            for known in self.tables.values_mut() {
                known.table.take_if(|table| Arc::strong_count(table) == 1);
            }
        }
        self.tables.insert(tier.to_owned(), Known { number, table: Some(table) });
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("dir", &self.dir)
            .field("id", &self.id)
            .field("writable", &self.lock.is_some())
            .finish_non_exhaustive()
    }
}
