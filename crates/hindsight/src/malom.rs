//! Files as Malom has them, the program of Gévay and Danner (2014) for the morris family: written from our tables,
//! and answered from, so that programs built on Malom can use ours and ours theirs.
//!
//! The format is described in `docs/malom.md`. A sector is a tier; the player to move is always the one whose
//! stones come first.

mod board;
mod file;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use hindsight_oracle::{OracleError, RankedTables};
use rayon::prelude::*;
use thiserror::Error;

pub use self::board::{Board, Numbering, POINTS, Sector};
pub use self::file::{Cut, Keys, MalomError, SectorReader, SectorValues, SectorWriter};
use crate::{Control, DrawsBy, Oracle, Outcome, SolveError};

/// Why no files were written.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The game has no sectors.
    #[error("Malom's files are for nine, lasker and morabaraba of the morris family, not for {0}")]
    OtherGame(String),
    /// A file is at fault.
    #[error(transparent)]
    File(#[from] MalomError),
    /// The tables are.
    #[error(transparent)]
    Tables(#[from] OracleError),
    /// It was told to stop.
    #[error(transparent)]
    Stopped(#[from] SolveError),
}

/// What tells the files of a variant from others: the beginning of their names, and how records are cut.
fn files_of(game: &str, variant: &str) -> Option<(&'static str, u32)> {
    let rules = variant.split(':').next().unwrap_or(variant);
    match (game, rules) {
        ("morris", "nine") => Some(("std", 12)),
        ("morris", "lasker") => Some(("lask", 14)),
        ("morris", "morabaraba") => Some(("mora", 14)),
        _ => None,
    }
}

/// The sector of a tier's name; `None` where a player has too few stones to go on.
fn sector_of(tier: &str) -> Option<Sector> {
    let counts = tier.split('-').map(|count| count.parse().ok()).collect::<Option<Vec<u32>>>()?;
    let &[mine, theirs, my_hand, their_hand] = &counts[..] else { return None };
    let goes_on = mine + my_hand >= 3 && theirs + their_hand >= 3;
    goes_on.then_some(Sector { mine, theirs, my_hand, their_hand })
}

fn file_of(folder: &Path, prefix: &str, sector: Sector) -> PathBuf {
    let Sector { mine, theirs, my_hand, their_hand } = sector;
    folder.join(format!("{prefix}_{mine}_{theirs}_{my_hand}_{their_hand}.sec2"))
}

/// The places of the points in our notation, row by row from the top, as columns and rows from the centre.
fn rows() -> [Vec<(i32, i32)>; 7] {
    let of = |row: i32| {
        let columns: &[i32] = match row.abs() {
            3 => &[-3, 0, 3],
            2 => &[-2, 0, 2],
            1 => &[-1, 0, 1],
            _ => &[-3, -2, -1, 1, 2, 3],
        };
        columns.iter().map(|&column| (column, row)).collect()
    };
    [3, 2, 1, 0, -1, -2, -3].map(of)
}

/// Malom's number of a point: squares from the outside in, clockwise from the middle of the left side.
fn point_at((column, row): (i32, i32)) -> u32 {
    let size = column.abs().max(row.abs());
    let place = match (column.signum(), row.signum()) {
        (-1, 0) => 0,
        (-1, 1) => 1,
        (0, 1) => 2,
        (1, 1) => 3,
        (1, 0) => 4,
        (1, -1) => 5,
        (0, -1) => 6,
        _ => 7,
    };
    8 * (3 - size) as u32 + place
}

/// A board in our notation, with the player to move as White.
fn notation(sector: Sector, board: Board) -> String {
    let mark = |&place: &(i32, i32)| {
        let point = point_at(place);
        match (board.mine >> point & 1, board.theirs >> point & 1) {
            (1, _) => 'W',
            (_, 1) => 'B',
            _ => '-',
        }
    };
    let rows = rows().map(|row| row.iter().map(mark).collect::<String>());
    format!("{}:{},{}:w", rows.join("/"), sector.my_hand, sector.their_hand)
}

/// A position in our notation as its player to move sees it.
fn seen(position: &str) -> Option<(Sector, Board)> {
    let mut parts = position.split(':');
    let cells = parts.next()?;
    let rest: Vec<&str> = parts.collect();
    let (hands, turn) = match rest[..] {
        [hands, turn] => (hands.split_once(',')?, turn),
        [turn] => (("0", "0"), turn),
        _ => return None,
    };
    let hands: [u32; 2] = [hands.0.parse().ok()?, hands.1.parse().ok()?];
    let mut stones = [0u32; 2];
    for (row, places) in cells.split('/').zip(rows()) {
        for (mark, place) in row.chars().zip(places) {
            match mark {
                'W' => stones[0] |= 1 << point_at(place),
                'B' => stones[1] |= 1 << point_at(place),
                _ => {}
            }
        }
    }
    let (own, other) = if turn == "b" { (1, 0) } else { (0, 1) };
    let sector = Sector {
        mine: stones[own].count_ones(),
        theirs: stones[other].count_ones(),
        my_hand: hands[own],
        their_hand: hands[other],
    };
    Some((sector, Board { mine: stones[own], theirs: stones[other] }))
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Sectors.
    pub sectors: u64,
    /// Slots of all of them.
    pub slots: u64,
}

/// Writes the files of a game that is solved, with the threads of the current rayon pool; its draws as one of
/// the families ranks them, or all alike.
pub fn export(
    oracle: &Oracle,
    by: Option<&DrawsBy>,
    folder: &Path,
    control: &Control,
) -> Result<Exported, ExportError> {
    let name = oracle.name();
    let (prefix, first_bits) = files_of(&name.game, &name.variant)
        .ok_or_else(|| ExportError::OtherGame(name.to_string()))?;
    let by_difference = by == Some(&DrawsBy::Difference);
    let cut = match by_difference {
        true => Cut { bytes: 2, first_bits: 6, by_difference },
        false => Cut { bytes: 3, first_bits, by_difference },
    };
    let tables = oracle.ranked_tables(by)?;
    let sectors: BTreeMap<Sector, i32> = tables
        .tiers()
        .iter()
        .filter_map(|(tier, value)| Some((sector_of(tier)?, *value)))
        .collect();
    let largest = sectors.values().map(|value| value.abs()).max().unwrap_or(0);
    let values = SectorValues { loss: -largest - 1, win: largest + 1, sectors };
    let failed = |cause| MalomError::Io { action: "make", path: folder.to_owned(), cause };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let numbering = Numbering::default();
    let mut exported = Exported::default();
    control.expect(values.sectors.keys().map(|&sector| numbering.slots(sector)).sum());
    for (&sector, &value) in &values.sectors {
        let mut writer = SectorWriter::create(&file_of(folder, prefix, sector), cut)?;
        let slots = numbering.slots(sector);
        let known =
            SectorTables { tables: &tables, numbering: &numbering, sector, value, values: &values };
        for first in (0..slots).step_by(TOGETHER) {
            let slots = first..slots.min(first + TOGETHER as u64);
            let keys: Vec<Keys> = slots
                .clone()
                .into_par_iter()
                .map(|slot| known.keys(slot))
                .collect::<Result<_, _>>()?;
            keys.into_iter().try_for_each(|keys| writer.add(keys))?;
            control.advance(slots.end - slots.start);
            control.check()?;
        }
        writer.finish()?;
        exported.sectors += 1;
        exported.slots += slots;
    }
    values.write(&folder.join(format!("{prefix}.secval")))?;
    Ok(exported)
}

/// Slots that are looked up before they are written.
const TOGETHER: usize = 1 << 16;

/// A sector whose values are looked up in our tables.
struct SectorTables<'a> {
    tables: &'a RankedTables<'a>,
    numbering: &'a Numbering,
    sector: Sector,
    /// What it is worth.
    value: i32,
    values: &'a SectorValues,
}

impl SectorTables<'_> {
    fn keys(&self, slot: u64) -> Result<Keys, ExportError> {
        let board = self.numbering.board(self.sector, slot);
        if let Some(symmetry) = self.numbering.reference(board) {
            return Ok(Keys { first: 0, second: -(symmetry as i32) - 1 });
        }
        let (outcome, rank) = self.tables.get(&notation(self.sector, board))?;
        Ok(match outcome {
            Outcome::Win(depth) => {
                Keys { first: self.values.win - self.value, second: depth.into() }
            }
            Outcome::Lose(depth) => {
                Keys { first: self.values.loss - self.value, second: depth.into() }
            }
            Outcome::Draw | Outcome::Tie(_) => Keys { first: rank.key, second: rank.depth },
        })
    }
}

/// What files say about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Somebody wins.
    Decided(Outcome),
    /// A draw of a class, with how much more that is than the sector's own and the depth.
    Draw {
        /// The value of the sector in which it ends up.
        class: i32,
        /// The same, less that of its own sector.
        key: i32,
        /// How deep.
        depth: i32,
    },
}

/// A folder of Malom's files.
#[derive(Debug)]
pub struct MalomFiles {
    folder: PathBuf,
    prefix: &'static str,
    values: SectorValues,
    numbering: Numbering,
    open: Mutex<HashMap<Sector, Arc<Mutex<SectorReader>>>>,
}

impl MalomFiles {
    /// Opens the files of a game.
    pub fn open(game: &str, variant: &str, folder: &Path) -> Result<MalomFiles, ExportError> {
        let name = || format!("{game} {variant}");
        let (prefix, _) = files_of(game, variant).ok_or_else(|| ExportError::OtherGame(name()))?;
        let values = SectorValues::read(&folder.join(format!("{prefix}.secval")))?;
        let folder = folder.to_owned();
        Ok(MalomFiles {
            folder,
            prefix,
            values,
            numbering: Numbering::default(),
            open: Mutex::default(),
        })
    }

    fn reader(&self, sector: Sector) -> Result<Arc<Mutex<SectorReader>>, MalomError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = open.get(&sector) {
            return Ok(Arc::clone(known));
        }
        let path = file_of(&self.folder, self.prefix, sector);
        let reader = SectorReader::open(&path, self.numbering.slots(sector))?;
        let reader = Arc::new(Mutex::new(reader));
        open.insert(sector, Arc::clone(&reader));
        Ok(reader)
    }

    /// What the files say about a position in our notation, at which the game is not over; `None` for a
    /// text that is no position.
    pub fn get(&self, position: &str) -> Result<Option<Told>, MalomError> {
        let Some((sector, mut board)) = seen(position) else { return Ok(None) };
        let reader = self.reader(sector)?;
        let reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
        let damaged = |what| MalomError::damaged(reader.path(), what);
        let value = self.values.sectors.get(&sector).copied();
        let value = value.ok_or_else(|| damaged("the .secval file lacks its sector"))?;
        // Twice at most: a reference leads to a slot that is none.
        for _ in 0..2 {
            let Keys { first, second } = reader.get(self.numbering.slot(board))?;
            if first == 0 && second < 0 {
                let symmetry = usize::try_from(-(second + 1)).ok().filter(|&it| it < 16);
                let symmetry = symmetry.ok_or_else(|| damaged("it refers to no symmetry"))?;
                board = self.numbering.moved_as_stored(symmetry, board);
                continue;
            }
            let depth = || {
                let depth = u16::try_from(second).ok();
                let depth = depth.filter(|&depth| depth <= Outcome::MAX_REMOTENESS);
                depth.ok_or_else(|| damaged("it has a win or a loss of no depth"))
            };
            return Ok(Some(match first + value {
                class if class == self.values.win => Told::Decided(Outcome::Win(depth()?)),
                class if class == self.values.loss => Told::Decided(Outcome::Lose(depth()?)),
                class => {
                    Told::Draw { class, key: first, depth: if first == 0 { 0 } else { second } }
                }
            }));
        }
        Err(damaged("a slot refers to another one that refers on"))
    }
}
