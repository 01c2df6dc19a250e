//! The documentation against the files it speaks of: tables on the pages of `docs` and `docs/results` that
//! come from data, and links everywhere. It stands in this crate because this crate builds fastest.
//!
//! A table between `<!-- table: FILE, VIEW -->` and `<!-- end -->` is printed from FILE, which is named
//! relative to the page. To print all of them again after a change:
//!
//! ```text
//! HINDSIGHT_WRITE=1 cargo test -p hindsight-core --test pages
//! ```
//!
//! | view | what is printed |
//! |---|---|
//! | `totals` | positions by value, with the longest remoteness of each |
//! | `bands N` | positions by value, N plies of remoteness to a row |
//! | `longest N` | the N longest remotenesses of wins and of loses |
//! | `grid VARIANT` | values of starts, by the stones of both players |
//! | `depths`, `shares` | the longest line, and percent won, drawn and lost, by the stones of both players |
//! | `starts` | the start of every game in a folder of playthroughs |
//! | `matches` | games between players: shares of games won |
//! | `messages` | messages between ranks, measured and as the model has them |

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- table: ";
const END: &str = "<!-- end -->";
const COMMAND: &str = "HINDSIGHT_WRITE=1 cargo test -p hindsight-core --test pages";

#[test]
fn tables_are_those_of_the_data() {
    let is_written = std::env::var_os("HINDSIGHT_WRITE").is_some();
    let mut stale = Vec::new();
    let mut tables = 0;
    for page in [pages("docs"), pages("docs/results")].concat() {
        let text = fs::read_to_string(&page).unwrap();
        tables += text.matches(BEGIN).count();
        let printed = with_tables(&text, &page);
        if printed != text {
            if is_written {
                fs::write(&page, printed).unwrap();
            } else {
                stale.push(page);
            }
        }
    }
    assert!(tables > 0, "no page has a table");
    assert!(
        stale.is_empty(),
        "not as in the data: {stale:?}; print the tables again with: {COMMAND}"
    );
}

#[test]
fn links_lead_to_files_and_headings() {
    let root = root();
    let mut all = pages("docs");
    all.extend(pages("docs/results"));
    all.extend(["README.md", "ARCHITECTURE.md", "CHANGELOG.md"].map(|name| root.join(name)));
    for page in all {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            assert!(target.exists(), "{}: no file {link}", page.display());
            if !anchor.is_empty() {
                let text = fs::read_to_string(&target).unwrap();
                let is_there = text.lines().filter_map(anchor_of).any(|found| found == anchor);
                assert!(is_there, "{}: no heading {link}", page.display());
            }
        }
    }
}

/// What links call the heading of a line, if it is one.
fn anchor_of(line: &str) -> Option<String> {
    let heading =
        line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))?;
    let is_kept = |sign: &char| sign.is_alphanumeric() || "-_ ".contains(*sign);
    Some(heading.chars().filter(is_kept).collect::<String>().to_lowercase().replace(' ', "-"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn pages(folder: &str) -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = files(&root().join(folder));
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages
}

/// The files of a folder by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The text of a page with all its tables printed anew.
fn with_tables(text: &str, page: &Path) -> String {
    let mut printed = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        printed += line;
        printed += "\n";
        let Some(mark) = line.strip_prefix(BEGIN) else { continue };
        let place = format!("{}: {line}", page.display());
        let (file, view) =
            mark.strip_suffix(" -->").and_then(|mark| mark.split_once(", ")).expect(&place);
        printed +=
            &table(&page.with_file_name(file), view).unwrap_or_else(|why| panic!("{place}: {why}"));
        printed += END;
        printed += "\n";
        assert!(lines.any(|line| line == END), "{place}: no {END}");
    }
    printed
}

fn table(file: &Path, view: &str) -> Result<String, String> {
    let (view, argument) = view.split_once(' ').unwrap_or((view, ""));
    let number = || argument.parse::<u64>().map_err(|error| format!("{view} {argument}: {error}"));
    Ok(match view {
        "totals" => totals(&Counts::read(file)),
        "bands" => bands(&Counts::read(file), number()?),
        "longest" => longest(&Counts::read(file), number()? as usize),
        "grid" => grid(&records(file), argument),
        "depths" => by_stones(&records(file), |tier| tier["deepest"].clone()),
        "shares" => by_stones(&records(file), shares),
        "starts" => starts(file),
        "matches" => matches(&records(file)),
        "messages" => messages(&records(file)),
        _ => return Err(format!("no view {view}")),
    })
}

/// A row of a CSV file, by the names of its columns.
type Record = BTreeMap<String, String>;

fn records(file: &Path) -> Vec<Record> {
    let text =
        fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let record = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields.len(), names.len(), "{}: {line}", file.display());
        names.iter().zip(fields).map(|(name, field)| (name.to_string(), field.to_owned())).collect()
    };
    lines.map(record).collect()
}

fn count(record: &Record, column: &str) -> u64 {
    record[column].parse().unwrap_or_else(|error| panic!("{column} of {record:?}: {error}"))
}

/// Positions and orbits.
#[derive(Clone, Copy, Default)]
struct Count {
    positions: u64,
    canonical: u64,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.positions += other.positions;
        self.canonical += other.canonical;
    }
}

/// What `analyze --format csv` prints: by value, and by remoteness if there is one.
struct Counts(BTreeMap<String, BTreeMap<Option<u64>, Count>>);

impl Counts {
    fn read(file: &Path) -> Counts {
        let mut values: BTreeMap<String, BTreeMap<Option<u64>, Count>> = BTreeMap::new();
        for record in records(file) {
            let remoteness = record["remoteness"].parse().ok();
            let positions = count(&record, "positions");
            let row = Count { positions, canonical: count(&record, "canonical") };
            values.entry(record["value"].clone()).or_default().insert(remoteness, row);
        }
        Counts(values)
    }

    /// The values that occur, in the order in which people name them.
    fn values(&self) -> impl Iterator<Item = (&'static str, &BTreeMap<Option<u64>, Count>)> {
        ["win", "lose", "tie", "draw"]
            .into_iter()
            .filter_map(|value| Some((value, self.0.get(value)?)))
    }
}

fn sum<'a>(counts: impl IntoIterator<Item = &'a Count>) -> Count {
    let mut sum = Count::default();
    counts.into_iter().for_each(|&count| sum += count);
    sum
}

fn totals(counts: &Counts) -> String {
    let all = sum(counts.values().flat_map(|(_, rows)| rows.values()));
    let mut table = Table::new(&["value", "positions", "share", "canonical", "longest"]);
    for (value, rows) in counts.values() {
        let total = sum(rows.values());
        let longest = rows.keys().next_back().copied().flatten();
        table.row([
            value.to_owned(),
            grouped(total.positions),
            format!("{}%", tenths(1000 * u128::from(total.positions), all.positions)),
            grouped(total.canonical),
            longest.map_or(String::new(), |longest| longest.to_string()),
        ]);
    }
    let [positions, canonical] = [all.positions, all.canonical].map(grouped);
    table.row(["all".to_owned(), positions, String::new(), canonical, String::new()]);
    table.text
}

fn bands(counts: &Counts, width: u64) -> String {
    let values: Vec<_> =
        counts.values().filter(|(_, rows)| rows.keys().any(Option::is_some)).collect();
    let mut headings = vec!["remoteness"];
    headings.extend(values.iter().map(|(value, _)| *value));
    let mut table = Table::new(&headings);
    let longest = values.iter().filter_map(|(_, rows)| *rows.keys().next_back()?).max().unwrap();
    for first in (0..=longest).step_by(width as usize) {
        let last = longest.min(first + width - 1);
        let of = |rows: &BTreeMap<Option<u64>, Count>| {
            let positions =
                sum(rows.range(Some(first)..=Some(last)).map(|(_, count)| count)).positions;
            if positions == 0 { String::new() } else { grouped(positions) }
        };
        let band = format!("{first} to {last}");
        table.row([band].into_iter().chain(values.iter().map(|(_, rows)| of(rows))));
    }
    table.text
}

fn longest(counts: &Counts, number: usize) -> String {
    let mut table = Table::new(&["outcome", "positions", "canonical"]);
    for (value, rows) in counts.values() {
        for (remoteness, count) in rows.iter().rev().take(number) {
            let Some(remoteness) = remoteness else { continue };
            let [positions, canonical] = [count.positions, count.canonical].map(grouped);
            table.row([format!("{value} in {remoteness}"), positions, canonical]);
        }
    }
    table.text
}

/// W, L and T with the remoteness, D without.
fn grid(records: &[Record], variant: &str) -> String {
    let of_variant: Vec<_> =
        records.iter().filter(|record| record["variant"] == variant).cloned().collect();
    let outcome = |record: &Record| {
        let letter = record["value"][..1].to_uppercase();
        letter + &record["remoteness"]
    };
    crossed(&of_variant, ["white", "black"], outcome)
}

fn by_stones(records: &[Record], cell: impl Fn(&Record) -> String) -> String {
    crossed(records, ["mine", "theirs"], cell)
}

fn shares(tier: &Record) -> String {
    let counts = ["win", "draw", "lose"].map(|value| count(tier, &format!("{value}_positions")));
    let all: u64 = counts.iter().sum();
    counts.map(|count| ((200 * count + all) / (2 * all)).to_string()).join("/")
}

/// A table with a row for each number in one column of the data and a column for each in another.
fn crossed(records: &[Record], names: [&str; 2], cell: impl Fn(&Record) -> String) -> String {
    let [rows, columns] = names
        .map(|name| records.iter().map(|record| count(record, name)).collect::<BTreeSet<u64>>());
    assert!(!rows.is_empty(), "no rows");
    let corner = format!("{} \\ {}", names[0], names[1]);
    let headings: Vec<String> =
        [corner].into_iter().chain(columns.iter().map(u64::to_string)).collect();
    let mut table = Table::new(&headings);
    for row in rows {
        let cells = columns.iter().map(|&column| {
            let is_here = |record: &&Record| names.map(|name| count(record, name)) == [row, column];
            records.iter().find(is_here).map_or(String::new(), &cell)
        });
        table.row([format!("**{row}**")].into_iter().chain(cells));
    }
    table.text
}

/// What `tools/table_ix.sh` found, both sides together: shares of games won with their intervals.
fn matches(records: &[Record]) -> String {
    let mut table =
        Table::new(&["player", "positions", "games", "won", "drawn", "lost", "won, 95%"]);
    for record in records.iter().filter(|record| record["side"] == "both") {
        let percent = |column: &str| 100.0 * record[column].parse::<f64>().expect(column);
        let [won, low, high] = ["won", "won_low", "won_high"].map(percent);
        let counts = ["games", "wins", "draws", "losses"].map(|column| record[column].clone());
        let [player, nodes] = ["player", "nodes"].map(|column| record[column].clone());
        let won = format!("{won:.1}% ({low:.1} to {high:.1})");
        table.row([format!("`{player}`"), nodes].into_iter().chain(counts).chain([won]));
    }
    table.text
}

/// What `tools/cluster_model.py` measured: the bytes of messages beside those of its model.
fn messages(records: &[Record]) -> String {
    let headings =
        ["game", "ranks", "split units", "moves", "messages", "MB", "MB, model", "per move"];
    let mut table = Table::new(&headings);
    for record in records {
        let [moves, bytes, model] = ["moves", "bytes", "model_bytes"].map(|it| count(record, it));
        let mega = |bytes: u64| tenths(10 * u128::from(bytes), 1_000_000);
        let [game, ranks, units] = ["game", "ranks", "units"].map(|it| record[it].clone());
        let messages = grouped(count(record, "messages"));
        let per_move = format!("{:.2}", bytes as f64 / moves as f64);
        let moves = format!("{} M", tenths(10 * u128::from(moves), 1_000_000));
        table.row([game, ranks, units, moves, messages, mega(bytes), mega(model), per_move]);
    }
    table.text
}

/// The value of the start is the first that a playthrough gives.
fn starts(folder: &Path) -> String {
    let mut games: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files(folder) {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let after = if name.starts_with("quarto-simple-") { "quarto-".len() } else { 0 };
        let end = after + name[after..].find('-').unwrap();
        let text = fs::read_to_string(&file).unwrap();
        let is_value = |line: &&str| {
            *line == "draw"
                || ["win in ", "lose in ", "tie in "].iter().any(|start| line.starts_with(start))
        };
        let value = text.lines().find(is_value).expect(name);
        games
            .entry(name[..end].to_owned())
            .or_default()
            .push(format!("{} {value}", &name[end + 1..]));
    }
    let mut table = Table::new(&["game", "variants and their starts"]);
    table.text = table.text.replace("---:", "---");
    for (game, mut variants) in games {
        variants.sort();
        table.row([format!("`{game}`"), variants.join("; ")]);
    }
    table.text
}

/// A table in Markdown, its first column flush left and the others flush right.
struct Table {
    text: String,
}

impl Table {
    fn new(headings: &[impl AsRef<str>]) -> Table {
        let mut table = Table { text: String::new() };
        table.row(headings.iter().map(|heading| heading.as_ref().to_owned()));
        table.text += "|---|";
        table.text += &"---:|".repeat(headings.len() - 1);
        table.text += "\n";
        table
    }

    fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        for cell in cells {
            self.text += "| ";
            self.text += &cell;
            self.text += if cell.is_empty() { "" } else { " " };
        }
        self.text += "|\n";
    }
}

/// A number with commas between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A fraction rounded to the nearest whole number, with its last digit behind a point.
fn tenths(numerator: u128, denominator: u64) -> String {
    let rounded = (2 * numerator + u128::from(denominator)) / (2 * u128::from(denominator));
    format!("{}.{}", rounded / 10, rounded % 10)
}

#[test]
fn numbers_are_grouped_and_rounded() {
    assert_eq!(grouped(0), "0");
    assert_eq!(grouped(999), "999");
    assert_eq!(grouped(1_679_281_537_021), "1,679,281,537,021");
    assert_eq!(tenths(1000 * 2, 3), "66.7");
    assert_eq!(tenths(1000, 1), "100.0");
}

#[test]
fn what_stands_between_the_marks_is_replaced() {
    let page = root().join("docs/results/page.md");
    let mark = "<!-- table: quixo_4x5_value_counts.csv, longest 1 -->";
    let printed = with_tables(&format!("before\n{mark}\nold\n{END}\nafter\n"), &page);
    let rows = "| outcome | positions | canonical |\n|---|---:|---:|\n\
                | win in 37 | 352 | 88 |\n| lose in 38 | 120 | 30 |\n";
    assert_eq!(printed, format!("before\n{mark}\n{rows}{END}\nafter\n"));
    assert_eq!(with_tables(&printed, &page), printed);
}
