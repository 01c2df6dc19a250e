//! Fuzzing without a toolchain of its own: inputs are changed at random, and those that lead to an answer
//! of a kind not seen before are kept and changed further.

use std::collections::HashSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::Dice;

/// The seconds for each target where the environment does not say.
const SECONDS: f64 = 1.0;
/// The environment's word for them.
const VARIABLE: &str = "HINDSIGHT_FUZZ_SECONDS";
/// The environment's word for a number that makes several runs try different inputs.
const SEED: &str = "HINDSIGHT_FUZZ_SEED";
/// Inputs longer than this are cut.
const LONGEST: usize = 1 << 14;

/// What a run of a target came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fuzzed {
    /// Inputs that were tried.
    pub inputs: u64,
    /// Answers of different kinds.
    pub kinds: usize,
}

/// Tries inputs on a target for its time. They come from the files of a folder; `words` are put into them
/// here and there. The target says in a few words what it made of an input; words with numbers in them
/// are alike. A target that panics has its input kept in the folder, as `crash-` and a number.
///
/// # Panics
/// When the target does, or the folder has no file.
pub fn fuzz(corpus: &Path, words: &[&[u8]], target: impl Fn(&[u8]) -> String) -> Fuzzed {
    let mut names: Vec<_> = fs::read_dir(corpus)
        .unwrap_or_else(|error| panic!("{}: {error}", corpus.display()))
        .map(|entry| entry.expect("a folder can be listed").path())
        .collect();
    names.sort();
    let inputs: Vec<Vec<u8>> =
        names.iter().map(|name| fs::read(name).expect("a file can be read")).collect();
    let keep = |input: &[u8]| {
        let file = corpus.join(format!("crash-{:016x}", hash(input)));
        let _ = fs::write(&file, input);
        eprintln!("the input is kept in {}", file.display());
    };
    fuzz_from(1.0, inputs, words, target, keep)
}

/// The same for a share of the time, with inputs that are given.
///
/// # Panics
/// When the target does, or there is no input.
pub fn fuzz_from(
    share: f64,
    mut inputs: Vec<Vec<u8>>,
    words: &[&[u8]],
    target: impl Fn(&[u8]) -> String,
    keep: impl Fn(&[u8]),
) -> Fuzzed {
    assert!(!inputs.is_empty(), "there is nothing to begin with");
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<f64>().ok());
    let (seconds, seed) = (number(VARIABLE), number(SEED).unwrap_or(0.0));
    let time = Duration::from_secs_f64(share * seconds.unwrap_or(SECONDS));
    let begin = Instant::now();
    let mixed = [seconds.unwrap_or(0.0), seed].map(f64::to_bits);
    let mut dice = Dice(hash(&inputs.concat()) ^ mixed[0] ^ mixed[1].rotate_left(32));
    let mut kinds = HashSet::new();
    let mut tried = 0;
    let mut try_one = |input: &[u8]| {
        tried += 1;
        let answer = catch_unwind(AssertUnwindSafe(|| target(input))).unwrap_or_else(|panic| {
            keep(input);
            resume_unwind(panic)
        });
        kinds.insert(without_numbers(&answer))
    };
    for input in &inputs {
        try_one(input);
    }
    while begin.elapsed() < time {
        let mut input = inputs[dice.below(inputs.len())].clone();
        for _ in 0..=dice.below(4) {
            let other = &inputs[dice.below(inputs.len())];
            change(&mut input, other, words, &mut dice);
        }
        input.truncate(LONGEST);
        if try_one(&input) {
            inputs.push(input);
        }
    }
    Fuzzed { inputs: tried, kinds: kinds.len() }
}

/// Changes an input a little.
fn change(input: &mut Vec<u8>, other: &[u8], words: &[&[u8]], dice: &mut Dice) {
    let at = dice.below(input.len() + 1);
    let end = (at + 1 + dice.below(8)).min(input.len());
    match dice.below(9) {
        0 if at < input.len() => input[at] ^= 1 << dice.below(8),
        1 if at < input.len() => input[at] = dice.roll() as u8,
        2 => drop(input.splice(at..at, std::iter::once(dice.roll() as u8))),
        3 => drop(input.drain(at.min(end)..end)),
        4 => input.truncate(at),
        5 => {
            let part = input[at.min(end)..end].to_vec();
            drop(input.splice(at..at, part));
        }
        6 if !other.is_empty() => {
            let from = dice.below(other.len());
            let length = dice.below(other.len() - from + 1);
            drop(input.splice(at.min(end)..end, other[from..from + length].iter().copied()));
        }
        7 if !words.is_empty() => {
            let word = words[dice.below(words.len())];
            drop(input.splice(at.min(end)..end, word.iter().copied()));
        }
        _ => {
            let number = [0, 1, 0x7f, 0x80, 0xff, 0xffff, u64::from(u32::MAX), u64::MAX];
            let bytes = number[dice.below(number.len())].to_le_bytes();
            let count = (1 << dice.below(4)).min(input.len() - at.min(input.len()));
            input[at..at + count].copy_from_slice(&bytes[..count]);
        }
    }
}

fn without_numbers(text: &str) -> String {
    let mut plain = String::new();
    for symbol in text.chars().take(200) {
        if !symbol.is_ascii_digit() {
            plain.push(symbol);
        } else if !plain.ends_with('0') {
            plain.push('0');
        }
    }
    plain
}

/// FNV-1a (Fowler, Noll and Vo).
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Four bytes in a row are found one after the other, since each answers differently.
    #[test]
    fn what_answers_differently_leads_on() {
        let found = RefCell::new(false);
        let target = |input: &[u8]| {
            let same = input.iter().zip(b"fuzz").take_while(|(a, b)| a == b).count();
            *found.borrow_mut() |= same == 4;
            "x".repeat(same)
        };
        let fuzzed = fuzz_from(1.0, vec![b"....".to_vec()], &[], target, |_| ());
        assert!(*found.borrow() && fuzzed.kinds == 5, "{fuzzed:?}");
    }
}
