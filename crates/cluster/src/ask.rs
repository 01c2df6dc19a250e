//! Asking others for values that they hold.
//!
//! Work is cut in pieces. A thread prepares a piece, asks for all values that it takes, and goes on with
//! the next while the answers are on their way; whoever receives the last answer of a piece finishes it.
//! Between pieces, and while they wait, all threads answer the questions of others.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use hindsight_core::{Code, Tier};

use crate::group::Group;
use crate::held::{Held, Whereabouts};
use crate::ranks::{Channel, Idle};

/// Pieces for each thread whose answers are awaited.
const AWAITED: usize = 3;

/// The values that a piece of work takes.
#[derive(Debug)]
pub(crate) struct Questions<'h> {
    held: &'h Held<'h>,
    wide: bool,
    /// By question; a hole while the answer is missing.
    codes: Vec<Code>,
    /// By place: what is asked there, as it is sent, and which questions these are.
    asked: Vec<(Vec<u8>, Vec<u32>)>,
}

impl Questions<'_> {
    /// Asks for the value of a slot; false if nobody holds its tier.
    #[inline(always)]
    pub fn ask(&mut self, tier: Tier, slot: u64) -> bool {
        match self.held.find(tier, slot) {
            None => return false,
            Some(Whereabouts::Here(code)) => self.codes.push(code),
            Some(Whereabouts::There(place, number)) => {
                let (message, questions) = &mut self.asked[place];
                push_number(message, number, self.wide);
                questions.push(self.codes.len() as u32);
                self.codes.push(Code::HOLE);
            }
        }
        true
    }
}

/// Appends a number in four bytes, or five.
#[inline(always)]
pub(crate) fn push_number(message: &mut Vec<u8>, number: u64, wide: bool) {
    let bytes = number.to_le_bytes();
    message.extend_from_slice(&bytes[..if wide { 5 } else { 4 }]);
}

/// Reads numbers that were appended.
pub(crate) fn numbers(message: &[u8], wide: bool) -> impl Iterator<Item = u64> + '_ {
    let width = if wide { 5 } else { 4 };
    message.chunks_exact(width).map(move |bytes| {
        let mut number = [0; 8];
        number[..width].copy_from_slice(bytes);
        u64::from_le_bytes(number)
    })
}

/// A piece that waits for answers.
struct Awaited<T> {
    piece: Option<T>,
    codes: Vec<Code>,
    /// By place, the questions asked there.
    asked: Vec<Vec<u32>>,
    missing: usize,
}

/// Works through pieces until all members of the group are through with theirs. `prepare` makes the next
/// piece and says what values it takes; `finish` gets the piece and these values, in the order of the
/// questions. Both are called from all threads of the current pool if `shared`, else from this one.
pub(crate) fn ask_all<T: Send>(
    group: &Group<'_>,
    held: &Held<'_>,
    shared: bool,
    prepare: impl Fn(&mut Questions<'_>) -> Option<T> + Sync,
    finish: impl Fn(T, &[Code]) + Sync,
) {
    let wide = held.is_wide();
    let others = group.len() - 1;
    let threads = if shared { rayon::current_num_threads() } else { 1 };
    let awaited: Mutex<HashMap<u32, Arc<Mutex<Awaited<T>>>>> = Mutex::default();
    let (next, preparing) = (AtomicU32::new(0), AtomicUsize::new(threads));
    let (is_told, ended) = (AtomicBool::new(false), AtomicUsize::new(0));
    let list = || awaited.lock().unwrap_or_else(PoisonError::into_inner);
    // Answers a question, or takes an answer; false if none has arrived.
    let listen = || {
        if let Some((from, message)) = group.receive(Channel::Questions) {
            if message.is_empty() {
                ended.fetch_add(1, Ordering::AcqRel);
                return true;
            }
            let (name, questions) = message.split_at(4);
            let mut answer = name.to_vec();
            for number in numbers(questions, wide) {
                answer.extend_from_slice(&held.answer(number).0.to_le_bytes());
            }
            group.send(from, Channel::Answers, answer);
            return true;
        }
        let Some((from, message)) = group.receive(Channel::Answers) else { return false };
        let (name, answers) = message.split_at(4);
        let name = u32::from_le_bytes([name[0], name[1], name[2], name[3]]);
        let Some(piece) = list().get(&name).cloned() else { return true };
        let mut piece = piece.lock().unwrap_or_else(PoisonError::into_inner);
        let questions = std::mem::take(&mut piece.asked[from]);
        for (question, code) in questions.into_iter().zip(answers.chunks_exact(2)) {
            piece.codes[question as usize] = Code(u16::from_le_bytes([code[0], code[1]]));
        }
        piece.missing -= 1;
        if piece.missing == 0
            && let Some(work) = piece.piece.take()
        {
            finish(work, &piece.codes);
            list().remove(&name);
        }
        true
    };
    let work = || {
        let mut idle = Idle::default();
        let mut is_preparing = true;
        loop {
            let heard = others > 0 && listen();
            if is_preparing && (others == 0 || list().len() < AWAITED * threads) {
                let asked = vec![Default::default(); group.len()];
                let mut questions = Questions { held, wide, codes: Vec::new(), asked };
                match prepare(&mut questions) {
                    None => {
                        is_preparing = false;
                        preparing.fetch_sub(1, Ordering::AcqRel);
                    }
                    Some(piece) => {
                        let Questions { codes, asked, .. } = questions;
                        let missing = asked.iter().filter(|(_, asked)| !asked.is_empty()).count();
                        if missing == 0 {
                            finish(piece, &codes);
                            continue;
                        }
                        let name = next.fetch_add(1, Ordering::Relaxed);
                        let (messages, asked): (Vec<_>, Vec<_>) = asked.into_iter().unzip();
                        let piece = Awaited { piece: Some(piece), codes, asked, missing };
                        list().insert(name, Arc::new(Mutex::new(piece)));
                        for (place, questions) in messages.into_iter().enumerate() {
                            if !questions.is_empty() {
                                let mut message = name.to_le_bytes().to_vec();
                                message.extend_from_slice(&questions);
                                group.send(place, Channel::Questions, message);
                            }
                        }
                    }
                }
                continue;
            }
            if others == 0 {
                return;
            }
            let is_through =
                !is_preparing && preparing.load(Ordering::Acquire) == 0 && list().is_empty();
            if is_through && !is_told.swap(true, Ordering::AcqRel) {
                for place in group.others() {
                    group.send(place, Channel::Questions, Vec::new());
                }
            }
            if is_told.load(Ordering::Acquire) && ended.load(Ordering::Acquire) == others {
                return;
            }
            if heard { idle.reset() } else { idle.rest() }
        }
    };
    on_threads(shared, work);
}

/// Runs something on every thread of the current pool, or on this one alone.
pub(crate) fn on_threads(shared: bool, work: impl Fn() + Sync) {
    if shared {
        rayon::broadcast(|_| work());
    } else {
        work();
    }
}
