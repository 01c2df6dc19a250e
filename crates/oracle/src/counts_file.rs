//! The file in which a survey keeps its counts, so that it can be made in as many runs as it takes.
//!
//! ```text
//! # quixo 2x2, All positions, rules 8fa080ae60d84694f2cd130e2d0257dd
//! tier,value,remoteness,positions,canonical
//! 3-0-1,lose,2,8,2
//! 3-0-1,total,,8,2
//! # check 5c1e60d7
//! ```
//!
//! The title says what was counted, and by which rules. The row with the value `total` ends a tier, which
//! is then counted completely. A draw has no remoteness. A row with the value `unreachable` counts positions
//! that have a slot and that no play leads to, where a game tells them apart: they are in no other row but
//! the total. The check is the CRC-32C of the tier's rows; files from before there was one are read without.
//!
//! Rows are only ever added. Rows after the last `total` are what a run that was killed left behind, and
//! are taken off.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hindsight_core::Value;
use hindsight_store::open_plain;
use thiserror::Error;

use crate::oracle::Oracle;
use crate::report::{Counted, TierCounts, Unreachable, Verdict};
use crate::surveying::Survey;

/// The value in the row that ends a tier.
const TOTAL: &str = "total";
/// The value in the row of what no play leads to.
const UNREACHABLE: &str = "unreachable";
/// How the line begins that has the checksum of the rows before it.
const CHECK: &str = "# check ";
/// The lines before the first row.
const HEAD_LINES: usize = 2;

/// A file of counts that cannot be read or written.
#[derive(Debug, Error)]
#[error("{}: {cause}", path.display())]
pub struct CountsFileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub cause: CountsFault,
}

/// What is wrong with a file of counts.
#[derive(Debug, Error)]
pub enum CountsFault {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file has something else in it, or counts of another game, scope or version of the rules.
    #[error("is no file of counts that begins with '{title}'")]
    Title {
        /// The title that it should have.
        title: String,
    },
    /// A line that is not a row of counts.
    #[error("line {line}: '{row}' is no row of counts")]
    Row {
        /// The line, from 1.
        line: usize,
        /// What it says.
        row: String,
    },
    /// Rows that do not add up to their total.
    #[error("line {line}: the rows of tier {tier} have another sum")]
    Sum {
        /// The line of the total, from 1.
        line: usize,
        /// The tier.
        tier: String,
    },
    /// Rows that are not those that were written.
    #[error("line {line}: the rows before it have another checksum")]
    Check {
        /// The line of the checksum, from 1.
        line: usize,
    },
}

/// The counts of a [survey](Oracle::survey_into), in a file that later runs add to.
#[derive(Debug)]
pub struct CountsFile {
    path: PathBuf,
    file: File,
    is_new: bool,
    tiers: BTreeMap<String, TierCounts>,
}

impl CountsFile {
    /// Opens the file of a survey of a game, or makes it. A file with anything else in it is refused,
    /// and left as it is.
    pub fn open(
        path: &Path,
        oracle: &Oracle,
        survey: &Survey,
    ) -> Result<CountsFile, CountsFileError> {
        let counted = if survey.roots_only { "Legal" } else { "All" };
        let title = format!("# {}, {counted} positions, rules {}", oracle.name(), oracle.rules());
        CountsFile::titled(path, &title)
    }

    fn titled(path: &Path, title: &str) -> Result<CountsFile, CountsFileError> {
        let opened = || -> Result<_, CountsFault> {
            let text = match open_plain(File::options().read(true), path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
                file => io::read_to_string(file?)?,
            };
            let (tiers, length) = read(&text, title)?;
            let mut file = open_plain(File::options().create(true).append(true), path)?;
            file.set_len(length as u64)?;
            if length == 0 {
                file.write_all(head(title).as_bytes())?;
            }
            Ok(CountsFile { path: path.to_owned(), file, is_new: length == 0, tiers })
        };
        opened().map_err(|cause| CountsFileError { path: path.to_owned(), cause })
    }

    /// The tiers that are counted completely, by name.
    pub fn tiers(&self) -> &BTreeMap<String, TierCounts> {
        &self.tiers
    }

    /// Adds a tier.
    pub fn add(&mut self, tier: TierCounts) -> Result<(), CountsFileError> {
        let mut rows = String::new();
        for counted in &tier.counts {
            // Writing to a text does not fail.
            let _ = writeln!(rows, "{},{}", tier.tier, counted.csv_row());
        }
        let Unreachable { positions, canonical } = tier.unreachable;
        if !tier.unreachable.is_none() {
            let _ = writeln!(rows, "{},{UNREACHABLE},,{positions},{canonical}", tier.tier);
        }
        let (positions, canonical) = (tier.positions + positions, tier.canonical + canonical);
        let _ = writeln!(rows, "{},{TOTAL},,{positions},{canonical}", tier.tier);
        rows += &check(&rows);
        self.file
            .write_all(rows.as_bytes())
            .map_err(|error| CountsFileError { path: self.path.clone(), cause: error.into() })?;
        self.tiers.insert(tier.tier.clone(), tier);
        Ok(())
    }

    /// The counts of all tiers together, by value, then remoteness.
    pub fn sums(&self) -> Vec<Counted> {
        let place = |value: Value| Value::ALL.iter().position(|&known| known == value);
        let mut sums: BTreeMap<_, Counted> = BTreeMap::new();
        for row in self.tiers.values().flat_map(|tier| &tier.counts) {
            let key = (place(row.verdict.value), row.verdict.remoteness);
            let sum = sums.entry(key).or_insert(Counted { positions: 0, canonical: 0, ..*row });
            sum.positions = sum.positions.saturating_add(row.positions);
            sum.canonical = sum.canonical.saturating_add(row.canonical);
        }
        sums.into_values().collect()
    }

    /// The positions of all tiers together that no play leads to, as far as they are counted apart.
    pub fn unreachable(&self) -> Unreachable {
        let mut sum = Unreachable::default();
        self.tiers.values().for_each(|tier| sum.add(tier.unreachable));
        sum
    }

    /// Closes the file, and removes it if it was made just now and no tier was added.
    pub fn close_or_remove(self) -> io::Result<()> {
        if self.is_new && self.tiers.is_empty() { std::fs::remove_file(&self.path) } else { Ok(()) }
    }
}

/// What a file begins with.
fn head(title: &str) -> String {
    format!("{title}\ntier,{}\n", Counted::CSV_HEAD)
}

/// The line with the checksum of some rows.
fn check(rows: &str) -> String {
    format!("{CHECK}{:08x}\n", crc32c::crc32c(rows.as_bytes()))
}

/// The tiers that a text has completely, and the bytes up to the last of them.
fn read(text: &str, title: &str) -> Result<(BTreeMap<String, TierCounts>, usize), CountsFault> {
    let mut tiers = BTreeMap::new();
    if text.is_empty() {
        return Ok((tiers, 0));
    }
    let head = head(title);
    let Some(rows) = text.strip_prefix(&head) else {
        return Err(CountsFault::Title { title: title.to_owned() });
    };
    let (mut at, mut complete) = (head.len(), head.len());
    // Where the rows of this tier begin, and the rows of the tier before, which a checksum may follow.
    let (mut first, mut last) = (head.len(), 0..0);
    let (mut last_tier, mut has_checks) = (String::new(), false);
    let mut counts: Vec<Counted> = Vec::new();
    let mut unreachable = Unreachable::default();
    for (number, line) in rows.split_inclusive('\n').enumerate() {
        let begin = at;
        at += line.len();
        let Some(row) = line.strip_suffix('\n') else { break };
        let number = HEAD_LINES + number + 1;
        if row.starts_with(CHECK) {
            if begin != last.end || line != check(&text[last.clone()]) {
                return Err(CountsFault::Check { line: number });
            }
            (first, complete, has_checks) = (at, at, true);
            continue;
        }
        let wrong = || CountsFault::Row { line: number, row: row.to_owned() };
        let fields: Vec<&str> = row.split(',').collect();
        let [tier, value, remoteness, positions, canonical] = fields[..] else {
            return Err(wrong());
        };
        let positions = positions.parse().map_err(|_| wrong())?;
        let canonical = canonical.parse().map_err(|_| wrong())?;
        if value == UNREACHABLE {
            if !unreachable.is_none() {
                return Err(wrong());
            }
            unreachable = Unreachable { positions, canonical };
            continue;
        }
        if value != TOTAL {
            let named = |known: &Value| known.name() == value;
            let value = Value::ALL.into_iter().find(named).ok_or_else(wrong)?;
            let remoteness = match remoteness {
                "" => None,
                number => Some(number.parse().map_err(|_| wrong())?),
            };
            let verdict = Verdict { value, remoteness };
            counts.push(Counted { verdict, positions, canonical });
            continue;
        }
        let apart = std::mem::take(&mut unreachable);
        let sum = |first, count: fn(&Counted) -> u64| {
            counts.iter().try_fold(first, |sum: u64, row| sum.checked_add(count(row)))
        };
        let sums =
            [sum(apart.positions, |row| row.positions), sum(apart.canonical, |row| row.canonical)];
        if sums != [Some(positions), Some(canonical)] {
            return Err(CountsFault::Sum { line: number, tier: tier.to_owned() });
        }
        let counts = std::mem::take(&mut counts);
        let tier = TierCounts {
            tier: tier.to_owned(),
            positions: positions - apart.positions,
            canonical: canonical - apart.canonical,
            counts,
            unreachable: apart,
        };
        last_tier.clone_from(&tier.tier);
        tiers.insert(tier.tier.clone(), tier);
        (last, first, complete) = (first..at, at, at);
    }
    // A run that was killed before it wrote the checksum has not written the tier.
    let is_cut = has_checks || text[complete..].starts_with('#');
    if is_cut && last.end == complete {
        tiers.remove(&last_tier);
        complete = last.start;
    }
    Ok((tiers, complete))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TITLE: &str = "# a game";

    #[test]
    fn half_a_tier_at_the_end_is_taken_off() {
        let whole = head(TITLE) + "a,win,1,6,3\na,draw,,2,1\na,total,,8,4\n";
        let (tiers, length) = read(&whole, TITLE).unwrap();
        assert_eq!((tiers["a"].positions, tiers["a"].counts.len()), (8, 2));
        assert_eq!(length, whole.len());
        for rest in ["b,win", "b,win,1,6,3\n", "b,win,1,6,3\nb,total,,6"] {
            let (tiers, kept) = read(&(whole.clone() + rest), TITLE).unwrap();
            assert_eq!((tiers.len(), kept), (1, length), "{rest}");
        }
    }

    #[test]
    fn what_no_play_leads_to_is_counted_apart_and_once() {
        let whole = head(TITLE) + "a,win,1,6,3\na,unreachable,,2,1\na,total,,8,4\n";
        let (tiers, _) = read(&whole, TITLE).unwrap();
        let apart = Unreachable { positions: 2, canonical: 1 };
        assert_eq!((tiers["a"].positions, tiers["a"].unreachable), (6, apart));
        let most = format!("a,unreachable,,{0},{0}\n", u64::MAX);
        for rows in [most.clone() + &most, most + "a,win,1,1,1\na,total,,0,0\n"] {
            assert!(read(&(head(TITLE) + &rows), TITLE).is_err(), "{rows}");
        }
    }

    #[test]
    fn a_flipped_bit_never_changes_a_count() {
        let rows = "a,win,1,6,3\na,draw,,2,1\na,total,,8,4\n";
        let more = "b,lose,0,5,5\nb,total,,5,5\n";
        let text = head(TITLE) + rows + &check(rows) + more + &check(more);
        let (sound, length) = read(&text, TITLE).unwrap();
        assert_eq!((sound.len(), length), (2, text.len()));
        for bit in 0..text.len() * 8 {
            let mut flipped = text.clone().into_bytes();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let Ok(flipped) = String::from_utf8(flipped) else { continue };
            if let Ok((tiers, _)) = read(&flipped, TITLE) {
                // The last line lost its end, or is taken off: then its tier stands as it was.
                assert!(
                    tiers.iter().all(|(name, tier)| sound.get(name) == Some(tier)),
                    "bit {bit}"
                );
            }
        }
    }

    #[test]
    fn checks_may_follow_tiers_that_have_none() {
        let [a, b] = ["a,win,1,6,3\na,total,,6,3\n", "b,win,1,7,7\nb,total,,7,7\n"];
        let old = head(TITLE) + a;
        let text = old.clone() + b + &check(b);
        let (tiers, length) = read(&text, TITLE).unwrap();
        assert_eq!((tiers.len(), length), (2, text.len()));
        for other in [check(a), check(b)] {
            let fault = read(&(old.clone() + b + &other + &check(b)), TITLE).unwrap_err();
            assert!(matches!(fault, CountsFault::Check { .. }), "{fault}");
        }
        for cut in ["#", "# check 12"] {
            let (tiers, kept) = read(&(old.clone() + cut), TITLE).unwrap();
            assert_eq!((tiers.len(), kept), (0, head(TITLE).len()), "{cut}");
            let (tiers, kept) = read(&(old.clone() + b + cut), TITLE).unwrap();
            assert_eq!((tiers.len(), kept), (1, old.len()), "{cut}");
        }
    }

    #[test]
    fn counts_that_fit_no_number_are_refused() {
        let most = u64::MAX;
        let rows = format!("a,win,1,{most},1\na,win,3,{most},1\na,total,,{},2\n", most - 1);
        let fault = read(&(head(TITLE) + &rows), TITLE).unwrap_err();
        assert!(matches!(fault, CountsFault::Sum { line: 5, .. }), "{fault}");
    }

    #[test]
    fn other_files_are_refused() {
        let fault = |text: &str| read(text, TITLE).unwrap_err();
        for rows in ["a,win,1,6", "a,won,1,6,3", "a,win,x,6,3"] {
            let fault = fault(&format!("{}{rows}\n", head(TITLE)));
            assert!(matches!(fault, CountsFault::Row { line: 3, .. }), "{rows}: {fault}");
        }
        let sum = fault(&(head(TITLE) + "a,win,1,6,3\na,total,,7,3\n"));
        assert!(matches!(&sum, CountsFault::Sum { line: 4, tier } if tier == "a"), "{sum}");
        for text in ["something else\n", &head("# another game")] {
            assert!(matches!(fault(text), CountsFault::Title { .. }), "{text}");
        }
    }

    #[test]
    fn what_is_added_is_there_when_it_is_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("counts.csv");
        let verdict = Verdict { value: Value::Lose, remoteness: Some(2) };
        let tier = |name: &str| TierCounts {
            tier: name.to_owned(),
            positions: 5,
            canonical: 2,
            counts: vec![Counted { verdict, positions: 5, canonical: 2 }],
            unreachable: Unreachable { positions: 3, canonical: 1 },
        };
        let mut file = CountsFile::titled(&path, TITLE).unwrap();
        for name in ["a", "b"] {
            file.add(tier(name)).unwrap();
        }
        file.close_or_remove().unwrap();
        let file = CountsFile::titled(&path, TITLE).unwrap();
        assert_eq!(file.tiers()["b"], tier("b"));
        assert_eq!(file.sums(), [Counted { verdict, positions: 10, canonical: 4 }]);
        assert_eq!(file.unreachable(), Unreachable { positions: 6, canonical: 2 });
        let text = std::fs::read_to_string(&path).unwrap();
        let rows = "b,lose,2,5,2\nb,unreachable,,3,1\nb,total,,8,3\n";
        assert!(text.ends_with(&(rows.to_owned() + &check(rows))), "{text}");
    }

    #[test]
    fn a_file_that_was_made_in_vain_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("counts.csv");
        drop(CountsFile::titled(&path, TITLE).unwrap());
        CountsFile::titled(&path, TITLE).unwrap().close_or_remove().unwrap();
        assert!(path.exists(), "it was there before");
        std::fs::remove_file(&path).unwrap();
        CountsFile::titled(&path, TITLE).unwrap().close_or_remove().unwrap();
        assert!(!path.exists());
        let missing = CountsFile::titled(&folder.path().join("no/counts.csv"), TITLE).unwrap_err();
        assert!(
            matches!(missing.cause, CountsFault::Io(_)) && missing.path.ends_with("counts.csv")
        );
    }
}
