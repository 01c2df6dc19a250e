//! `survey`: solves and counts without keeping tables.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use hindsight_core::Value;
use hindsight_oracle::{Counted, OracleError, Survey, TierCounts, Verdict};
use hindsight_solve::{Bytes, SolveError, default_budget};

use crate::analyze::{write_counts, write_csv};
use crate::args::{DEFAULT_DATA, DeviceChoice, GameArgs, SurveyScope};
use crate::failure::Failure;
use crate::numbers::{count, grouped};
use crate::{interrupt, open, progress};

const HEAD: &str = "tier,value,remoteness,positions,canonical";

/// How the user wants a game to be surveyed.
#[derive(Clone, Copy, Debug)]
pub struct Wishes {
    pub scope: SurveyScope,
    pub memory: Option<Bytes>,
    pub verify: bool,
    pub seconds: Option<u64>,
    pub device: DeviceChoice,
}

/// Surveys a game, adding to the counts of a file, and prints the sums.
pub fn run(
    game: &GameArgs,
    path: &Path,
    wishes: Wishes,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Wishes { scope, memory, verify, seconds, device } = wishes;
    let memory = memory.unwrap_or_else(default_budget).0;
    let oracle = open::oracle(game, Path::new(DEFAULT_DATA), memory)?;
    let title = format!("# {}, {scope:?} positions, rules {}", oracle.name(), oracle.rules());
    let mut book = Book::open(path, &title)?;
    let known = book.tiers.clone();
    let before = known.len();
    let control = interrupt::stoppable();
    let (done, is_done) = mpsc::channel::<()>();
    let clock = seconds.map(|seconds| {
        let control = Arc::clone(&control);
        std::thread::spawn(move || {
            let wait = Duration::from_secs(seconds);
            let is_late = is_done.recv_timeout(wait) == Err(mpsc::RecvTimeoutError::Timeout);
            if is_late {
                control.stop();
            }
            is_late
        })
    });
    let begin = Instant::now();
    let mut written = Ok(());
    let surveyed = progress::show(&format!("surveying {}", oracle.name()), &control, || {
        let survey = Survey {
            roots_only: scope == SurveyScope::Legal,
            device: device.into(),
            verifies: verify,
            memory,
            is_known: &|tier| known.contains_key(tier),
            found: &mut |tier| {
                if written.is_ok() {
                    written = book.add(tier);
                }
                if written.is_err() {
                    control.stop();
                }
            },
        };
        oracle.survey(survey, &control)
    });
    drop(done);
    let is_late = clock.is_some_and(|clock| clock.join().unwrap_or(false));
    written?;
    let verified = match surveyed {
        Ok(verified) => Some(verified),
        Err(OracleError::Solve(SolveError::Stopped)) if is_late => None,
        Err(failure) => {
            book.give_up();
            return Err(failure.into());
        }
    };
    write_counts(oracle.kind(), &book.sums(), out)?;
    writeln!(
        out,
        "\n{} counted in {:.1} s, {} in {}{}",
        count((book.tiers.len() - before) as u64, "tier"),
        begin.elapsed().as_secs_f64(),
        count(book.tiers.len() as u64, "tier"),
        path.display(),
        if verified.is_some() {
            ": all there are"
        } else {
            "; run the same command again to go on"
        },
    )?;
    if let (Some(verified), true) = (verified, verify) {
        let (positions, moves) = (grouped(verified.positions), grouped(verified.moves));
        writeln!(out, "verified: {positions} values by {moves} moves")?;
    }
    Ok(())
}

/// The file with the counts.
#[derive(Debug)]
struct Book {
    path: PathBuf,
    file: File,
    is_new: bool,
    tiers: BTreeMap<String, TierCounts>,
}

impl Book {
    /// Opens a file whose first line is `title`, or makes it. What a run that was killed left half
    /// written at the end is taken off.
    fn open(path: &Path, title: &str) -> Result<Book, Failure> {
        let fault = |error: io::Error| Failure::Other(format!("{}: {error}", path.display()));
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(fault)?,
        };
        let (tiers, length) = read(&text, title)
            .map_err(|what| Failure::Other(format!("{}: {what}", path.display())))?;
        let open = || {
            let mut file = File::options().create(true).append(true).open(path)?;
            file.set_len(length as u64)?;
            if length == 0 {
                file.write_all(format!("{title}\n{HEAD}\n").as_bytes())?;
            }
            Ok(file)
        };
        Ok(Book { path: path.to_owned(), file: open().map_err(fault)?, is_new: length == 0, tiers })
    }

    /// Removes the file if it was made in vain.
    fn give_up(&self) {
        if self.is_new && self.tiers.is_empty() {
            // Whoever reads the failure that led here can do without this one.
            let _ = std::fs::remove_file(&self.path);
        }
    }

    /// Adds a tier.
    fn add(&mut self, tier: TierCounts) -> Result<(), Failure> {
        let mut rows = Vec::new();
        write_csv(&format!("{},", tier.tier), &tier.counts, &mut rows)?;
        writeln!(rows, "{},total,,{},{}", tier.tier, tier.positions, tier.canonical)?;
        self.file
            .write_all(&rows)
            .map_err(|error| Failure::Other(format!("{}: {error}", self.path.display())))?;
        self.tiers.insert(tier.tier.clone(), tier);
        Ok(())
    }

    /// The counts of all tiers together, by value, then remoteness.
    fn sums(&self) -> Vec<Counted> {
        let place = |value: Value| Value::ALL.iter().position(|&known| known == value);
        let mut sums: BTreeMap<_, Counted> = BTreeMap::new();
        for row in self.tiers.values().flat_map(|tier| &tier.counts) {
            let key = (place(row.verdict.value), row.verdict.remoteness);
            let sum = sums.entry(key).or_insert(Counted { positions: 0, canonical: 0, ..*row });
            sum.positions += row.positions;
            sum.canonical += row.canonical;
        }
        sums.into_values().collect()
    }
}

/// The tiers that a text has completely, and the bytes up to the last of them.
fn read(text: &str, title: &str) -> Result<(BTreeMap<String, TierCounts>, usize), String> {
    let mut tiers = BTreeMap::new();
    if text.is_empty() {
        return Ok((tiers, 0));
    }
    let head = format!("{title}\n{HEAD}\n");
    let Some(rows) = text.strip_prefix(&head) else {
        return Err(format!("is no file of counts that begins with '{title}'"));
    };
    let (mut at, mut complete) = (head.len(), head.len());
    let mut counts: Vec<Counted> = Vec::new();
    for (number, line) in rows.split_inclusive('\n').enumerate() {
        at += line.len();
        let Some(row) = line.strip_suffix('\n') else { break };
        let wrong = || format!("line {}: '{row}' is no row of counts", number + 3);
        let fields: Vec<&str> = row.split(',').collect();
        let [tier, value, remoteness, positions, canonical] = fields[..] else {
            return Err(wrong());
        };
        let positions = positions.parse().map_err(|_| wrong())?;
        let canonical = canonical.parse().map_err(|_| wrong())?;
        if value != "total" {
            let named = |known: &Value| known.to_string() == value;
            let value = Value::ALL.into_iter().find(named).ok_or_else(wrong)?;
            let remoteness = match remoteness {
                "" => None,
                number => Some(number.parse().map_err(|_| wrong())?),
            };
            let verdict = Verdict { value, remoteness };
            counts.push(Counted { verdict, positions, canonical });
            continue;
        }
        if counts.iter().map(|row| row.positions).sum::<u64>() != positions {
            return Err(format!("line {}: the rows of tier {tier} have another sum", number + 3));
        }
        let counts = std::mem::take(&mut counts);
        let tier = TierCounts { tier: tier.to_owned(), positions, canonical, counts };
        tiers.insert(tier.tier.clone(), tier);
        complete = at;
    }
    Ok((tiers, complete))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TITLE: &str = "# a game";

    #[test]
    fn half_a_tier_at_the_end_is_taken_off() {
        let whole = format!("{TITLE}\n{HEAD}\na,win,1,6,3\na,draw,,2,1\na,total,,8,4\n");
        let (tiers, length) = read(&whole, TITLE).unwrap();
        assert_eq!((tiers["a"].positions, tiers["a"].counts.len()), (8, 2));
        assert_eq!(length, whole.len());
        for rest in ["b,win", "b,win,1,6,3\n", "b,win,1,6,3\nb,total,,6"] {
            let (tiers, kept) = read(&(whole.clone() + rest), TITLE).unwrap();
            assert_eq!((tiers.len(), kept), (1, length), "{rest}");
        }
    }

    #[test]
    fn other_files_are_refused() {
        for rows in ["a,win,1,6", "a,won,1,6,3", "a,win,x,6,3", "a,win,1,6,3\na,total,,7,3"] {
            assert!(read(&format!("{TITLE}\n{HEAD}\n{rows}\n"), TITLE).is_err(), "{rows}");
        }
        assert!(read("something else\n", TITLE).is_err());
        assert!(read(&format!("# another game\n{HEAD}\n"), TITLE).is_err());
    }
}
