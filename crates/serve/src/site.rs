//! A site of files that needs no program behind it: the page, what is the same for everybody as files, a module
//! for the browser that works out the rest, and the tables of games that are solved.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use hindsight_answers::{Asked, Bounds, Gallery, GameList, Host, Shelf, State, hang, json};
use hindsight_core::Games;
use hindsight_oracle::{DataFolder, GameName};
use hindsight_store::Store;

use crate::api::image_address;
use crate::page;

/// What marks a folder as a site of ours: the files that we wrote there, one on each line.
const MARK: &str = "hindsight-site.txt";
/// The bytes of tables that are fetched at once.
const PIECE_BYTES: usize = 128 << 10;
/// The module, which `tools/build_module.sh` makes.
const MODULE: &[u8] = include_bytes!("../module/hindsight.wasm.gz");
/// The page at addresses that a server of files does not know, as some hosts show it: it leads home, where the rest
/// of the address is read.
const STRAYED: &str = "<!doctype html>\n<meta charset=\"utf-8\" />\n<title>Hindsight</title>\n<script>\n  \
    const [, root, rest] = /^(.*?\\/)((?:play|embed|puzzles)(?:\\/.*)?)$/.exec(location.pathname) ?? [\"\", \"/\", \"\"];\n  \
    location.replace(`${root}?at=${encodeURIComponent(rest + location.search)}`);\n</script>\n";

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrittenSite {
    /// Files.
    pub files: usize,
    /// Bytes of all of them.
    pub bytes: u64,
    /// Variants that the browser solves by itself.
    pub small: usize,
    /// Variants whose tables are part of the site.
    pub with_tables: usize,
}

/// Why a site was not written.
#[derive(Debug)]
pub enum SiteError {
    /// The folder has something else in it.
    NotOurs(PathBuf),
    /// Files cannot be read or written.
    Io(PathBuf, io::Error),
}

impl fmt::Display for SiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SiteError::NotOurs(folder) => write!(
                f,
                "{} has files that no site of ours has; name an empty folder, or a new one",
                folder.display()
            ),
            SiteError::Io(path, cause) => write!(f, "cannot write {}: {cause}", path.display()),
        }
    }
}

impl std::error::Error for SiteError {}

/// Writes a site with all games, and the tables of those that are solved in `data`. A folder that has a site already
/// gets the new one in its place.
pub fn write_site(folder: &Path, games: Games, data: &Path) -> Result<WrittenSite, SiteError> {
    let shelf = Shelf::new(games, DataFolder::new(data), Bounds::IN_BROWSER);
    let mut site = Site::begin(folder)?;
    let mut gallery = Gallery::new();
    let mut list = GameList::new(false);
    let mut tables = String::new();
    let mut written = WrittenSite::default();
    for opened in shelf.listed() {
        let Ok(oracle) = opened.oracle() else { continue };
        let listing = opened.listing();
        let standing = opened.standing();
        let GameName { game, variant } = listing.name;
        match standing.state {
            State::Solved => {
                site.copy_tables(data, listing.name, &mut tables)?;
                written.with_tables += 1;
            }
            State::Solvable => written.small += 1,
            _ => {}
        }
        hang(&mut gallery, &oracle.drawing().scene);
        if let Ok(about) = Asked::About.answer(&*opened, &image_address) {
            site.write(&format!("answers/{game}/{variant}.json"), &about.body)?;
        }
        for (root, page) in
            [("play", "play.html"), ("embed", "play.html"), ("puzzles", "puzzles.html")]
        {
            site.write_page(&format!("{root}/{game}/{variant}/index.html"), page)?;
        }
        list.add(shelf.games(), listing, standing, Some(oracle));
    }
    for about in shelf.games().catalogue {
        site.write_page(&format!("play/{}/index.html", about.id), "unknown.html")?;
    }
    site.write_page("puzzles/index.html", "puzzles.html")?;
    site.write_page("index.html", "index.html")?;
    site.write("404.html", STRAYED.as_bytes())?;
    site.write("answers/games.json", &json(&list))?;
    for (name, image) in &gallery {
        site.write(&format!("art/{name}"), image)?;
    }
    site.write("module/hindsight.wasm.gz", MODULE)?;
    site.write("tables/files.txt", tables.as_bytes())?;
    for (name, bytes) in page::files().filter(|(name, _)| !is_made(name)) {
        site.write(&name, &bytes)?;
    }
    let service = page::service_worker(&site.kept());
    site.write("service.js", &service)?;
    site.end()?;
    let (files, bytes) = (site.files.len(), site.bytes);
    Ok(WrittenSite { files, bytes, ..written })
}

/// Whether a file of the page is written in another form.
fn is_made(name: &str) -> bool {
    name.ends_with(".html") || ["SOURCES.blake3", "service.js"].contains(&name)
}

struct Site {
    folder: PathBuf,
    files: BTreeSet<String>,
    bytes: u64,
}

impl Site {
    /// Makes room: what was there before goes if it is ours.
    fn begin(folder: &Path) -> Result<Site, SiteError> {
        let failed = |cause| SiteError::Io(folder.to_owned(), cause);
        fs::create_dir_all(folder).map_err(failed)?;
        let mark = folder.join(MARK);
        let is_empty = fs::read_dir(folder).map_err(failed)?.next().is_none();
        if !is_empty {
            let ours = fs::read_to_string(&mark);
            let ours = ours.map_err(|_| SiteError::NotOurs(folder.to_owned()))?;
            for name in ours.lines().filter(|name| is_inside(name)) {
                // What is gone already need not be removed, and a folder that is not empty stays.
                let path = folder.join(name);
                let _ = fs::remove_file(&path);
                for above in path.ancestors().skip(1).take_while(|above| *above != folder) {
                    if fs::remove_dir(above).is_err() {
                        break;
                    }
                }
            }
        }
        fs::write(&mark, "").map_err(|cause| SiteError::Io(mark, cause))?;
        Ok(Site { folder: folder.to_owned(), files: BTreeSet::new(), bytes: 0 })
    }

    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), SiteError> {
        let path = self.folder.join(name);
        let failed = |cause| SiteError::Io(path.clone(), cause);
        if let Some(above) = path.parent() {
            fs::create_dir_all(above).map_err(failed)?;
        }
        // Noted first, so that a site that was not finished can be written again.
        if self.files.insert(name.to_owned()) {
            let mark = self.folder.join(MARK);
            let mut noted = fs::File::options().append(true).open(mark).map_err(failed)?;
            io::Write::write_all(&mut noted, format!("{name}\n").as_bytes()).map_err(failed)?;
        }
        fs::write(&path, bytes).map_err(failed)?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Writes a page where it is to be found, so that it finds its parts from there.
    fn write_page(&mut self, name: &str, page: &str) -> Result<(), SiteError> {
        let up = "../".repeat(name.matches('/').count());
        let up = if up.is_empty() { "./" } else { &up };
        let html = page::text(page).replace("<html", "<html data-alone");
        let html = html.replace("=\"/", &format!("=\"{up}"));
        self.write(name, html.as_bytes())
    }

    /// Copies the tables of a game in pieces, and lists them.
    fn copy_tables(
        &mut self,
        data: &Path,
        name: &GameName,
        list: &mut String,
    ) -> Result<(), SiteError> {
        let from = Store::folder(data, &name.game, &name.variant);
        let into = Store::folder(Path::new("tables"), &name.game, &name.variant);
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |cause| SiteError::Io(path, cause)
        };
        for entry in fs::read_dir(&from).map_err(failed(&from))? {
            let path = entry.map_err(failed(&from))?.path();
            let Some(file) = path.file_name().and_then(|file| file.to_str()) else { continue };
            if !path.is_file() || file.starts_with('.') || file.ends_with(".lock") {
                continue;
            }
            let to = into.join(file).to_string_lossy().into_owned();
            let bytes = fs::read(&path).map_err(failed(&path))?;
            for (number, piece) in bytes.chunks(PIECE_BYTES).enumerate() {
                self.write(&format!("{to}.{number}"), piece)?;
            }
            list.push_str(&format!("{to} {} {PIECE_BYTES}\n", bytes.len()));
        }
        Ok(())
    }

    /// What a browser keeps to show the page without a network: first what every page needs, then what all games do.
    fn kept(&self) -> [Vec<String>; 2] {
        let is_shell = |name: &&String| {
            ["assets/", "answers/games.json", "icon", "manifest"]
                .iter()
                .any(|begin| name.starts_with(begin))
        };
        let is_later = |name: &&String| {
            ["answers/", "art/", "module/", "tables/files.txt"]
                .iter()
                .any(|begin| name.starts_with(begin))
                && *name != "answers/games.json"
        };
        let shell = self.files.iter().filter(is_shell).cloned();
        [
            shell.chain(["./".to_owned()]).collect(),
            self.files.iter().filter(is_later).cloned().collect(),
        ]
    }

    fn end(&mut self) -> Result<(), SiteError> {
        // Marks itself as a folder without Jekyll, which would leave files out on some hosts.
        self.write(".nojekyll", b"")
    }
}

/// Whether a name stands for a file below the folder.
fn is_inside(name: &str) -> bool {
    !name.is_empty()
        && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}
