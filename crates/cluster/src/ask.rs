//! Asking others for values that they hold.
//!
//! Work is cut in pieces. A thread prepares a piece, asks for all values that it takes, and goes on with
//! the next while the answers are on their way; whoever receives the last answer of a piece finishes it.
//! Between pieces, and while they wait, all threads answer the questions of others.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use hindsight_core::{Code, Tier};
use hindsight_solve::ResidentTable;

use crate::group::Group;
use crate::held::{Held, Whereabouts};
use crate::ranks::{Channel, Idle};

/// Pieces for each thread whose answers are awaited.
const AWAITED: usize = 6;

/// Values that others ask for are read so many at a time: their cache lines are asked for before the first is
/// needed.
const TOGETHER: usize = 64;

/// The values that a piece of work takes.
#[derive(Debug)]
pub(crate) struct Questions<'h> {
    held: &'h Held<'h>,
    wide: bool,
    /// By place: what is asked there, as it is sent, and by what number the piece knows each question.
    asked: Vec<(Vec<u8>, Vec<u32>)>,
    /// Questions of one call that are answered here: number and address.
    here: Vec<(u32, usize)>,
}

impl Questions<'_> {
    /// Asks for values of a tier, each a number by which the piece knows the question, and a slot. What is
    /// here is told at once, as a table with the address there. False if nobody holds the tier.
    #[inline(always)]
    pub fn ask(
        &mut self,
        tier: Tier,
        questions: impl Iterator<Item = (u32, u64)> + Clone,
        mut tell: impl FnMut(u32, &ResidentTable, usize),
    ) -> bool {
        let Some(held) = self.held.tier(tier) else { return false };
        if let Some(start) = held.all_from() {
            for (_, slot) in questions.clone() {
                held.table.prefetch((start + slot) as usize);
            }
            for (number, slot) in questions {
                tell(number, held.table, (start + slot) as usize);
            }
            return true;
        }
        for (number, slot) in questions {
            match held.find(slot) {
                Whereabouts::Here(address) => {
                    held.table.prefetch(address);
                    self.here.push((number, address));
                }
                Whereabouts::There(place, name) => {
                    let (message, numbers) = &mut self.asked[place];
                    push_number(message, name, self.wide);
                    numbers.push(number);
                }
            }
        }
        for (number, address) in self.here.drain(..) {
            tell(number, held.table, address);
        }
        true
    }
}

/// Appends a number in four bytes, or five.
#[inline(always)]
pub(crate) fn push_number(message: &mut Vec<u8>, number: u64, wide: bool) {
    if wide {
        message.extend_from_slice(&number.to_le_bytes()[..5]);
    } else {
        message.extend_from_slice(&(number as u32).to_le_bytes());
    }
}

/// Reads what was appended, items of a number each and so many bytes behind it.
#[inline(always)]
pub(crate) fn each_number(
    message: &[u8],
    wide: bool,
    behind: usize,
    mut visit: impl FnMut(u64, &[u8]),
) {
    // Each width is compiled by itself: copying a few bytes whose number is not known is a call.
    if wide {
        for item in message.chunks_exact(5 + behind) {
            let (low, high) = (u32::from_le_bytes([item[0], item[1], item[2], item[3]]), item[4]);
            visit(u64::from(low) | u64::from(high) << 32, &item[5..]);
        }
    } else {
        for item in message.chunks_exact(4 + behind) {
            let number = u32::from_le_bytes([item[0], item[1], item[2], item[3]]);
            visit(number.into(), &item[4..]);
        }
    }
}

/// A piece that waits for answers.
struct Awaited<T> {
    piece: Option<T>,
    /// By place, the numbers of the questions asked there.
    asked: Vec<Vec<u32>>,
    missing: usize,
}

/// Works through pieces until all members of the group are through with theirs. `prepare` makes the next
/// piece and asks for the values that it takes; `take` gives it a value from elsewhere, by the number of the
/// question, and `finish` gets it when it has all. They are called from all threads of the current pool if
/// `shared`, else from this one.
pub(crate) fn ask_all<T: Send>(
    group: &Group<'_>,
    held: &Held<'_>,
    shared: bool,
    prepare: impl Fn(&mut Questions<'_>) -> Option<T> + Sync,
    take: impl Fn(&mut T, u32, Code) + Sync,
    finish: impl Fn(T) + Sync,
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
            group.send(from, Channel::Answers, answer(held, &message, wide));
            return true;
        }
        let Some((from, message)) = group.receive(Channel::Answers) else { return false };
        let (name, answers) = message.split_at(4);
        let name = u32::from_le_bytes([name[0], name[1], name[2], name[3]]);
        let Some(awaited) = list().get(&name).cloned() else { return true };
        let mut awaited = awaited.lock().unwrap_or_else(PoisonError::into_inner);
        let numbers = std::mem::take(&mut awaited.asked[from]);
        if let Some(piece) = &mut awaited.piece {
            for (number, code) in numbers.into_iter().zip(answers.chunks_exact(2)) {
                take(piece, number, Code(u16::from_le_bytes([code[0], code[1]])));
            }
        }
        awaited.missing -= 1;
        if awaited.missing == 0
            && let Some(piece) = awaited.piece.take()
        {
            finish(piece);
            list().remove(&name);
        }
        true
    };
    let work = || {
        let mut idle = Idle::default();
        let mut is_preparing = true;
        let none_asked = || vec![Default::default(); group.len()];
        let mut questions = Questions { held, wide, asked: none_asked(), here: Vec::new() };
        loop {
            let mut heard = false;
            while others > 0 && listen() {
                heard = true;
            }
            if is_preparing && (others == 0 || list().len() < AWAITED * threads) {
                let Some(piece) = prepare(&mut questions) else {
                    is_preparing = false;
                    preparing.fetch_sub(1, Ordering::AcqRel);
                    continue;
                };
                let missing = questions.asked.iter().filter(|(_, asked)| !asked.is_empty()).count();
                if missing == 0 {
                    finish(piece);
                    continue;
                }
                let name = next.fetch_add(1, Ordering::Relaxed);
                let asked = std::mem::replace(&mut questions.asked, none_asked());
                let (messages, asked): (Vec<_>, Vec<_>) = asked.into_iter().unzip();
                let piece = Awaited { piece: Some(piece), asked, missing };
                list().insert(name, Arc::new(Mutex::new(piece)));
                for (place, questions) in messages.into_iter().enumerate() {
                    if !questions.is_empty() {
                        let mut message = Vec::with_capacity(4 + questions.len());
                        message.extend_from_slice(&name.to_le_bytes());
                        message.extend_from_slice(&questions);
                        group.send(place, Channel::Questions, message);
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

/// The answer to a message of questions: its name again, and a code for each.
fn answer(held: &Held<'_>, message: &[u8], wide: bool) -> Vec<u8> {
    let (name, questions) = message.split_at(4);
    let width = if wide { 5 } else { 4 };
    let mut answer = Vec::with_capacity(4 + questions.len() / width * 2);
    answer.extend_from_slice(name);
    let mut found = Vec::with_capacity(TOGETHER);
    for some in questions.chunks(TOGETHER * width) {
        each_number(some, wide, 0, |number, _| {
            let (table, address) = held.asked(number);
            table.prefetch(address);
            found.push((table, address));
        });
        for (table, address) in found.drain(..) {
            answer.extend_from_slice(&table.code(address).0.to_le_bytes());
        }
    }
    answer
}

/// Runs something on every thread of the current pool, or on this one alone.
pub(crate) fn on_threads(shared: bool, work: impl Fn() + Sync) {
    if shared {
        rayon::broadcast(|_| work());
    } else {
        work();
    }
}
