//! Room on the disk for the tables of games that visitors made: the oldest make room for new ones.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hindsight_store::Store;

/// The tables of one game.
struct Folder {
    path: PathBuf,
    identity: String,
    bytes: u64,
    /// When it was last of use, as far as the disk knows.
    used: SystemTime,
}

/// Removes the tables that were not used for longest until there are fewer than so many games' and another
/// game's bytes fit as well. Those of `busy` games stay. The identities of those that went.
pub fn make_room(
    root: &Path,
    game: &str,
    most: usize,
    most_bytes: u64,
    wanted: u64,
    busy: &HashSet<String>,
) -> Vec<String> {
    let mut folders = folders(root, game);
    folders.sort_by_key(|folder| folder.used);
    let mut count = folders.len();
    let mut bytes: u64 = folders.iter().map(|folder| folder.bytes).sum();
    let mut gone = Vec::new();
    for Folder { path, identity, bytes: own, .. } in folders {
        if count < most && bytes.saturating_add(wanted) <= most_bytes {
            break;
        }
        if busy.contains(&identity) {
            continue;
        }
        match fs::remove_dir_all(&path) {
            Ok(()) => {
                (count, bytes) = (count - 1, bytes - own);
                gone.push(identity);
            }
            Err(error) => tracing::warn!(folder = %path.display(), %error, "cannot be removed"),
        }
    }
    gone
}

/// Removes the tables of a game, if there are any.
pub fn remove(root: &Path, game: &str, identity: &str) {
    let folder = Store::folder(root, game, identity);
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            tracing::warn!(folder = %folder.display(), %error, "cannot be removed");
        }
        _ => {}
    }
}

/// Notes that the tables of a game are of use, where that can be noted.
pub fn note_used(root: &Path, game: &str, identity: &str) {
    let folder = Store::folder(root, game, identity);
    let _ = fs::File::open(folder).and_then(|file| file.set_modified(SystemTime::now()));
}

/// The folders of a game's variants that are called as rules are.
fn folders(root: &Path, game: &str) -> Vec<Folder> {
    let parent = Store::folder(root, game, "x");
    let Some(Ok(entries)) = parent.parent().map(fs::read_dir) else { return Vec::new() };
    let folder = |entry: fs::DirEntry| {
        let identity = entry.file_name().into_string().ok()?;
        let is_identity =
            identity.len() == 32 && identity.bytes().all(|digit| digit.is_ascii_hexdigit());
        let facts = entry.metadata().ok().filter(|facts| is_identity && facts.is_dir())?;
        let used = facts.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        Some(Folder { bytes: bytes_in(&entry.path()), path: entry.path(), identity, used })
    };
    entries.flatten().filter_map(folder).collect()
}

/// The bytes of all files below a folder. Links are not followed.
fn bytes_in(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let bytes = |entry: fs::DirEntry| match entry.metadata() {
        Ok(facts) if facts.is_dir() => bytes_in(&entry.path()),
        Ok(facts) => facts.len(),
        Err(_) => 0,
    };
    entries.map(bytes).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_oldest_make_room_and_nothing_else_goes() {
        let root = tempfile::tempdir().unwrap();
        let name = |number: u64| format!("{number:032x}");
        let folder = |name: &str| Store::folder(root.path(), "made", name);
        for number in 0..6 {
            fs::create_dir_all(folder(&name(number))).unwrap();
            fs::write(folder(&name(number)).join("table"), [0; 100]).unwrap();
            let then = SystemTime::UNIX_EPOCH + Duration::from_secs(1000 + number);
            fs::File::open(folder(&name(number))).unwrap().set_modified(then).unwrap();
        }
        fs::create_dir_all(folder("mine")).unwrap();
        let other = Store::folder(root.path(), "kono", &name(9));
        fs::create_dir_all(&other).unwrap();
        note_used(root.path(), "made", &name(0));
        let busy = HashSet::from([name(1)]);
        let room = |most, wanted| make_room(root.path(), "made", most, 600, wanted, &busy);
        assert_eq!(room(7, 0), Vec::<String>::new());
        assert_eq!(room(6, 0), [name(2)]);
        assert_eq!(room(6, 250), [name(3), name(4)]);
        assert_eq!(room(6, u64::MAX), [name(5), name(0)]);
        assert!(folder(&name(1)).exists() && folder("mine").exists() && other.exists());
        assert!(make_room(&root.path().join("none"), "made", 0, 0, 0, &busy).is_empty());
    }
}
