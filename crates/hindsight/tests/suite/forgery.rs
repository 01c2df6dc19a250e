//! Tables and manifests changed by someone who mends the checksums: refused, and never a panic.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use hindsight::engine::TierGraph;
use hindsight::parts::{Code, Outcome};
use hindsight::tables::{GameId, Layout, Store, TierEntry, position_key, write_table};
use hindsight::{Control, Device, Oracle, Scope, SolveOptions};
use hindsight_testkit::effort;
use tempfile::TempDir;

use crate::bench::{Bench, chance, overwrite};

/// A game that a forger works on. What is forged is put back before the next forgery.
struct Forged {
    root: TempDir,
    game: &'static str,
    variant: &'static str,
    id: GameId,
    tiers: Vec<TierEntry>,
    manifest: String,
}

impl Forged {
    fn new(game: &'static str, variant: &'static str) -> Forged {
        let root = tempfile::tempdir().unwrap();
        let oracle = hindsight::open(game, Some(variant), root.path()).unwrap();
        oracle.solve(&SolveOptions::default(), &Control::default()).unwrap();
        let id = GameId { game: game.into(), variant: variant.into(), rules: oracle.rules() };
        let store = Store::open(root.path(), &id).unwrap();
        let manifest = fs::read_to_string(store.dir().join("manifest.json")).unwrap();
        Forged { root, game, variant, tiers: store.tiers(), id, manifest }
    }

    fn dir(&self) -> PathBuf {
        Store::folder(self.root.path(), self.game, self.variant)
    }

    fn oracle(&self) -> Oracle {
        hindsight::open(self.game, Some(self.variant), self.root.path()).unwrap()
    }

    fn codes(&self, tier: &TierEntry) -> Vec<Code> {
        let store = Store::open(self.root.path(), &self.id).unwrap();
        let mut codes = vec![Code::DRAW; tier.slots as usize];
        store.table(&tier.name).unwrap().read_range(0, &mut codes).unwrap();
        codes
    }

    /// Puts a sound table with other codes in the place of a tier's, and lists it.
    fn replace(&self, tier: &TierEntry, codes: &[Code]) -> String {
        let mut bytes = Vec::new();
        write_table(&mut bytes, &self.id, &tier.name, codes, Layout::default()).unwrap();
        overwrite(&self.dir().join(&tier.file), &bytes);
        let hash = blake3::hash(&bytes).to_string();
        let listed =
            [("slots", tier.slots, codes.len() as u64), ("bytes", tier.bytes, bytes.len() as u64)];
        // Entries follow one another, and the name stands first in each.
        let at = self.manifest.find(&format!("\"name\": {:?}", tier.name)).unwrap();
        let (before, mut entry) = (&self.manifest[..at], self.manifest[at..].to_owned());
        for (field, old, new) in listed {
            entry =
                entry.replacen(&format!("\"{field}\": {old}"), &format!("\"{field}\": {new}"), 1);
        }
        self.write_manifest(&(before.to_owned() + &entry.replacen(&tier.blake3, &hash, 1)))
    }

    /// Writes a manifest with its check mended.
    fn write_manifest(&self, text: &str) -> String {
        let (before, check) = text.rsplit_once("\"check\": \"").unwrap();
        let after = check.split_once('"').unwrap().1;
        let with = |check: &str| format!("{before}\"check\": \"{check}\"{after}");
        let mended = with(&blake3::hash(with("").as_bytes()).to_string());
        overwrite(&self.dir().join("manifest.json"), mended.as_bytes());
        mended
    }

    fn mend(&self, tier: &TierEntry, bytes: &[u8]) {
        overwrite(&self.dir().join(&tier.file), bytes);
        overwrite(&self.dir().join("manifest.json"), self.manifest.as_bytes());
    }

    fn verify(&self) -> Result<(), String> {
        let verified = self.oracle().verify(Device::Cpu, &Control::default());
        verified.map(drop).map_err(|error| error.to_string())
    }

    /// Asks for everything that reads tables; only what it says matters, and that it comes back.
    fn read_anyhow(&self) -> Vec<String> {
        let (oracle, control) = (self.oracle(), Control::default());
        let mut told = vec![
            oracle.answer(&oracle.start()).map(drop),
            oracle.line(&oracle.start(), 100).map(drop),
            oracle.analyze(Scope::Reachable, Device::Cpu, &control).map(drop),
            oracle.analyze(Scope::All, Device::Cpu, &control).map(drop),
        ];
        told.extend((0..20).map(|seed| oracle.random(Default::default(), seed).map(drop)));
        told.into_iter().filter_map(|told| told.err().map(|error| error.to_string())).collect()
    }
}

const GAMES: [(&str, &str); 6] = [
    ("tictactoe", "3x3"),
    ("quixo", "3x3"),
    ("achi", "diagonals"),
    ("nim", "3-4-5"),
    ("tentozero", "10-to-0"),
    ("dawsonschess", "8"),
];

#[test]
fn a_forged_number_of_slots_is_refused_by_everything() {
    let mut forgeries = 0;
    for (game, variant) in GAMES {
        let forged = Forged::new(game, variant);
        assert_eq!(forged.verify(), Ok(()));
        for tier in forged.tiers.iter().rev().take(effort(12, 100)) {
            let sound = fs::read(forged.dir().join(&tier.file)).unwrap();
            let codes = forged.codes(tier);
            let longer = [&codes[..], &[codes[0]]].concat();
            let half = codes[..codes.len() / 2].to_vec();
            for other in [&codes[..codes.len() - 1], &longer, &half, &[]] {
                forged.replace(tier, other);
                let what = format!("{game} {variant}: {} with {} slots", tier.name, other.len());
                let line = forged.verify().expect_err(&what);
                assert!(line.contains(&tier.file) && line.contains("slots"), "{what}: {line}");
                for line in forged.read_anyhow() {
                    assert!(line.contains(&tier.file), "{what}: {line}");
                }
                let solved = forged.oracle().solve(&SolveOptions::default(), &Control::default());
                let line = solved.expect_err(&what).to_string();
                assert!(line.contains("slots"), "{what}: {line}");
                forged.mend(tier, &sound);
                forgeries += 1;
            }
        }
        assert_eq!(forged.verify(), Ok(()));
    }
    println!("{forgeries} forged numbers of slots");
    assert!(forgeries >= effort(100, 200), "{forgeries}");
}

/// One value among thousands is another, in tables that are whole and listed: `verify` finds it.
#[test]
fn a_forged_value_is_found() {
    let (mut forgeries, mut dice) = (0, chance());
    for (game, variant) in GAMES {
        let forged = Forged::new(game, variant);
        let made = hindsight::games::game(game, Some(variant)).unwrap();
        let index = made.index.unwrap_or_else(|| made.rules.explore(1 << 30).unwrap());
        let graph = TierGraph::of(&*index);
        let tiers: BTreeMap<_, _> =
            graph.tiers().map(|tier| (index.tier_name(tier), tier)).collect();
        for _ in 0..effort(4, 40) {
            let tier = &forged.tiers[dice.below(forged.tiers.len())];
            let (mut codes, slot) = (forged.codes(tier), dice.below(tier.slots as usize));
            if index.occupant(tiers[&tier.name], slot as u64).is_none() {
                continue;
            }
            let remoteness = dice.below(9) as u16;
            let others = [Outcome::Win(remoteness), Outcome::Lose(remoteness), Outcome::Draw];
            let other = Code::new(others[dice.below(3)]);
            if codes[slot] == other {
                continue;
            }
            codes[slot] = other;
            let sound = fs::read(forged.dir().join(&tier.file)).unwrap();
            forged.replace(tier, &codes);
            let what = format!("{game} {variant}: slot {slot} of {} as {other:?}", tier.name);
            let line = forged.verify().expect_err(&what);
            assert!(!line.contains('\n'), "{what}: {line}");
            forged.read_anyhow();
            forged.mend(tier, &sound);
            forgeries += 1;
        }
    }
    println!("{forgeries} forged values");
}

/// Lists of positions with sound checksums that say something else than the game: `verify` refuses them, and
/// whoever asks about a position that was exchanged for another is told its own value.
#[test]
fn forged_lists_of_positions_are_refused() {
    let mut dice = chance();
    let mut forgeries = 0;
    for (game, variant) in [("achi", "diagonals"), ("nim", "3-4-5"), ("dawsonschess", "8")] {
        let forged = Forged::new(game, variant);
        let rules = hindsight::games::game(game, Some(variant)).unwrap().rules;
        let index = rules.explore(1 << 30).unwrap();
        let (tier, slots) = (index.roots()[0], forged.tiers[0].slots);
        let position = |slot: usize| index.occupant(tier, slot as u64).unwrap().position;
        let key = |slot: usize| position_key(&format!("{:?}", position(slot)));
        let keys: Vec<u64> = (0..slots as usize).map(key).collect();
        let explored = forged.oracle();
        explored.verify(Device::Cpu, &Control::default()).unwrap();
        let list = |keys: &[u64]| {
            let store = Store::open(forged.root.path(), &forged.id).unwrap();
            store.list_positions(keys).unwrap();
        };
        let refused = |what: &str| {
            let line = forged.verify().expect_err(what);
            assert!(line.contains("positions.hsp") && !line.contains('\n'), "{what}: {line}");
            forged.read_anyhow();
        };
        for _ in 0..effort(6, 60) {
            let [a, b] = [0, 1].map(|_| dice.below(slots as usize));
            let leads = |from, to| rules.moves(&position(from)).contains(&position(to));
            if a == b || leads(a, b) || leads(b, a) {
                continue;
            }
            let mut exchanged = keys.clone();
            exchanged.swap(a, b);
            list(&exchanged);
            let what = format!("{game} {variant}: slots {a} and {b} exchanged");
            for slot in [a, b] {
                let text = rules.write_position(&position(slot));
                let told = forged.oracle().answer(&text).unwrap().verdict;
                assert_eq!(told, explored.answer(&text).unwrap().verdict, "{what}");
            }
            refused(&what);
            forgeries += 1;
        }
        list(&keys[1..]);
        refused("the start is missing");
        list(&keys[..keys.len() - 1]);
        refused("the last position is missing");
        list(&[&keys[..], &[7]].concat());
        refused("a position too many");
        list(&[7]);
        refused("another position alone");
        forgeries += 4;
        list(&keys);
        assert_eq!(forged.verify(), Ok(()), "{game}");
    }
    println!("{forgeries} forged lists of positions");
}

#[test]
fn tables_that_the_game_does_not_have_are_refused() {
    let forged = Forged::new("quixo", "3x3");
    let tier = &forged.tiers[3];
    // A table of a tier that there is not, whole and listed.
    let extra = TierEntry { name: "zz".into(), file: "zz.hst".into(), ..tier.clone() };
    let mut bytes = Vec::new();
    let codes = forged.codes(tier);
    write_table(&mut bytes, &forged.id, &extra.name, &codes[..], Layout::default()).unwrap();
    overwrite(&forged.dir().join(&extra.file), &bytes);
    let entry = format!(
        ",\n    {{\n      \"name\": \"zz\",\n      \"file\": \"zz.hst\",\n      \"slots\": {},\n      \
         \"bytes\": {},\n      \"blake3\": \"{}\"\n    }}\n  ],",
        codes.len(),
        bytes.len(),
        blake3::hash(&bytes)
    );
    forged.write_manifest(&forged.manifest.replace("\n  ],", &entry));
    let line = forged.verify().unwrap_err();
    assert!(line.contains("\"zz\"") && line.contains("manifest.json"), "{line}");
    let solved = forged.oracle().solve(&SolveOptions::default(), &Control::default());
    let line = solved.unwrap_err().to_string();
    assert!(line.contains("\"zz\"") && line.contains("--force"), "{line}");
}

#[test]
fn a_complete_manifest_that_lacks_a_tier_is_refused() {
    let forged = Forged::new("quixo", "3x3");
    let entries: Vec<&str> = forged.manifest.split("    {\n      \"name\"").collect();
    for missing in 1..entries.len() - 1 {
        let mut kept = entries.clone();
        kept.remove(missing);
        forged.write_manifest(&kept.join("    {\n      \"name\""));
        let line = forged.verify().unwrap_err();
        assert!(line.contains(&format!("{:?}", forged.tiers[missing - 1].name)), "{line}");
        forged.read_anyhow();
    }
}

#[test]
fn names_that_leave_the_folder_are_refused() {
    let bench = Bench::new();
    bench.run("solve tictactoe").ok();
    let forged = Forged::new("tictactoe", "3x3");
    let folder = bench.path("data/tictactoe/3x3");
    let tier = &forged.tiers[0];
    fs::copy(folder.join(&tier.file), bench.path("outside.hst")).unwrap();
    let outside = bench.path("outside.hst").display().to_string();
    for name in ["../../../outside.hst", &outside, "./x.hst", "x/../y.hst", "..", "", "other.hst"] {
        let file = format!("\"file\": {:?}", tier.file);
        let text = forged.write_manifest(&forged.manifest.replacen(
            &file,
            &format!("\"file\": {name:?}"),
            1,
        ));
        overwrite(&folder.join("manifest.json"), text.as_bytes());
        for command in ["verify", "query", "analyze", "solve"] {
            let line = bench.run(&format!("{command} tictactoe")).failed(1);
            assert!(line.contains("the manifest is damaged"), "{command} {name}: {line}");
        }
    }
    bench.run("solve tictactoe --force").ok();
    bench.run("verify tictactoe").ok();
}

/// The list of tiers that forgeries are compared with is the game's own.
#[test]
fn a_sound_folder_lists_the_tiers_of_its_game() {
    for (game, variant) in GAMES {
        let forged = Forged::new(game, variant);
        let made = hindsight::games::game(game, Some(variant)).unwrap();
        let index = made.index.unwrap_or_else(|| made.rules.explore(1 << 30).unwrap());
        let graph = TierGraph::of(&*index);
        let mut names: Vec<String> = graph.tiers().map(|tier| index.tier_name(tier)).collect();
        names.sort();
        let listed: Vec<String> = forged.tiers.iter().map(|tier| tier.name.clone()).collect();
        assert_eq!(listed, names, "{game} {variant}");
    }
}
