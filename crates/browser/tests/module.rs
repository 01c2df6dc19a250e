//! The module without a browser around it: two of them work together as the page has them do, and files that are
//! elsewhere are fetched in pieces.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use hindsight_browser::Module;
use hindsight_oracle::{DataFolder, GameName, Oracle, SolveOptions};
use hindsight_solve::Control;

fn text(told: (u16, Vec<u8>)) -> (u16, String) {
    (told.0, String::from_utf8(told.1).unwrap())
}

#[test]
fn one_module_solves_what_another_answers() {
    let (desk, labourer) = (Module::default(), Module::default());
    // One that has an index, one that is explored, one that could do without tables, one that no list has.
    for game in ["tictactoe/3x3", "dodgem/3x3", "quarto-simple/3x3", "mnk/3x2-2"] {
        let address = format!("{game}/position");
        let (status, waiting) = text(desk.ask(&address, 1));
        assert_eq!(status, 202, "{game}: {waiting}");
        assert!(
            waiting.contains("\"status\":\"solving\"") && waiting.contains("\"view\":"),
            "{waiting}"
        );
        let (status, parcel) = labourer.work(&address, |_, _| ());
        assert_eq!(status, 200, "{game}");
        for cut in [1, 7, parcel.len() / 2, parcel.len() - 1] {
            assert!(
                !Module::default().take(&parcel[..cut]),
                "{game}: {cut} bytes of {}",
                parcel.len()
            );
        }
        assert!(desk.take(&parcel), "{game}");
        let (status, answer) = text(desk.ask(&address, 1));
        assert_eq!(status, 200, "{game}: {answer}");
        assert!(answer.contains("\"value\":"), "{answer}");
        let (status, counts) = text(labourer.work(&format!("{game}/analysis"), |_, _| ()));
        assert_eq!((status, counts.contains("\"counts\":")), (200, true), "{game}: {counts}");
    }
}

#[test]
fn progress_is_told_from_the_first_slot_to_the_last() {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let (status, _) = Module::default().work("quixo/3x3/position", |done, total| {
        assert!(LAST.swap(done, Ordering::Relaxed) <= done && done <= total);
    });
    assert_eq!(status, 200);
    assert_eq!(LAST.load(Ordering::Relaxed), 3533);
}

#[test]
fn what_is_wrong_is_said_in_a_line() {
    let module = Module::default();
    for (address, wanted, part) in [
        ("", 404, "there is no game"),
        ("nim", 404, "no variant"),
        ("%ff/x", 400, "percent-encoded"),
        ("tictactoe/3x3/position?p=zzz", 400, "error"),
        ("tictactoe/3x3/position?q=1", 400, "there is no parameter"),
        ("tictactoe/3x3/nothing", 404, "no such address"),
        ("morris/nine/position", 409, "too large to be solved in a browser"),
    ] {
        let (status, told) = text(module.ask(address, 1));
        assert_eq!(status, wanted, "{address}: {told}");
        assert!(told.contains(part) && !told.contains('\n'), "{address}: {told}");
    }
    let (status, told) = text(module.work("morris/nine/position", |_, _| ()));
    assert_eq!(status, 409, "{told}");
}

/// Where the pieces of the test below are.
static PIECES: OnceLock<PathBuf> = OnceLock::new();
static FETCHED: AtomicU64 = AtomicU64::new(0);
const PIECE_BYTES: usize = 300;

fn fetch(path: &str, piece: u32, to: &mut [u8]) -> bool {
    FETCHED.fetch_add(1, Ordering::Relaxed);
    let file = PIECES.get().unwrap().join(path.strip_prefix("tables/").unwrap());
    let Ok(bytes) = fs::read(file) else { return false };
    to.copy_from_slice(bytes.chunks(PIECE_BYTES).nth(piece as usize).unwrap());
    true
}

#[test]
fn tables_that_are_elsewhere_are_fetched_in_pieces() {
    let data = tempfile::tempdir().unwrap();
    PIECES.set(data.path().to_owned()).unwrap();
    let game = (hindsight_games::games().make)("quixo", "3x3").unwrap();
    let name = GameName::new("quixo", "3x3");
    let oracle = Oracle::new(game, name, DataFolder::new(data.path()), 1 << 30);
    oracle.solve(&SolveOptions::within(1 << 30), &Control::default()).unwrap();

    let module = Module::default();
    let folder = data.path().join("quixo/3x3");
    let mut list = String::from("nonsense\n\ntables/quixo/3x3/x 5\n");
    for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
        let size = entry.metadata().unwrap().len();
        let name = Path::new("tables/quixo/3x3").join(entry.file_name());
        list.push_str(&format!("{} {size} {PIECE_BYTES}\n", name.display()));
    }
    module.expect(&list, fetch);
    let mut position = oracle.start();
    for _ in 0..7 {
        let answer = oracle.answer(&position).unwrap();
        let (status, told) =
            text(module.ask(&format!("quixo/3x3/position?p={}", position.replace(':', "%3A")), 1));
        assert_eq!(status, 200, "{told}");
        let verdict = format!("\"value\":\"{}\"", answer.verdict.value.name());
        assert!(told.contains(&verdict), "{position}: {told}");
        let Some(best) = answer.moves.iter().find(|told| told.best) else { break };
        position = best.position.clone();
    }
    assert!(FETCHED.load(Ordering::Relaxed) > 10);
    // A piece that cannot be had is a failure, never a guess.
    fs::remove_dir_all(&folder).unwrap();
    let fresh = Module::default();
    fresh.expect(&list, fetch);
    let (status, told) = text(fresh.ask("quixo/3x3/position", 1));
    assert_eq!(status, 500, "{told}");
}
