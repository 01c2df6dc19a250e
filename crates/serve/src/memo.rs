//! Answers that were given before, ready to be given again.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::reply::Reply;

/// What an entry takes beside its texts, about.
const ENTRY_BYTES: usize = 256;

/// Questions that are noted in a generation.
const MOST_NOTED: usize = 1 << 16;

/// Each has an equal share of the bytes, so that what was asked for lately stays as long as it takes no
/// more than the shares of all generations but one.
const GENERATIONS: usize = 4;

/// Replies by what was asked, in a bounded number of bytes. What was not asked for lately is
/// forgotten: replies move from an older generation to the youngest when they are asked for again,
/// and when the youngest is full, a new one begins and the oldest is forgotten.
///
/// Most questions are asked once. So a question is only noted at first, by its hash, and the reply is
/// kept when the same is asked again: this costs less time than filling and emptying memory with
/// replies that nobody wants, and leaves it to those that somebody does.
#[derive(Debug)]
pub struct Memo {
    capacity: usize,
    hasher: RandomState,
    generations: Mutex<Generations>,
}

#[derive(Debug, Default)]
struct Generations {
    /// The state of the games that the replies are true of.
    epoch: u64,
    /// The youngest first.
    replies: [HashMap<String, Reply>; GENERATIONS],
    youngest_bytes: usize,
    /// Hashes of questions that were asked once.
    noted: HashSet<u64>,
    noted_before: HashSet<u64>,
}

/// Which replies to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Those to questions that are asked for the second time.
    Again,
    /// All.
    AtOnce,
}

impl Memo {
    /// Remembers nothing yet.
    pub fn new(capacity: usize) -> Memo {
        Memo { capacity, hasher: RandomState::new(), generations: Mutex::default() }
    }

    /// The reply to what was asked before, while the games are in the same state.
    pub fn recall(&self, epoch: u64, asked: &str) -> Option<Reply> {
        let mut generations = self.lock();
        if generations.epoch != epoch {
            return None;
        }
        let [youngest, older @ ..] = &mut generations.replies;
        if let Some(reply) = youngest.get(asked) {
            return Some(reply.clone());
        }
        let (asked, reply) = older.iter_mut().find_map(|replies| replies.remove_entry(asked))?;
        let forgotten = generations.keep(self.capacity, asked, reply.clone());
        drop(generations);
        drop(forgotten);
        Some(reply)
    }

    /// Notes a question, or keeps its reply, which was worked out while the games were in a state.
    pub fn keep(&self, epoch: u64, asked: &str, reply: &Reply, which: Keep) {
        let hash = self.hasher.hash_one(asked);
        let mut generations = self.lock();
        let mut forgotten = None;
        if generations.epoch < epoch {
            forgotten = Some(std::mem::take(&mut *generations));
            generations.epoch = epoch;
        }
        let mut replies = HashMap::new();
        if generations.epoch == epoch && (which == Keep::AtOnce || generations.was_noted(hash)) {
            replies = generations.keep(self.capacity, asked.to_owned(), reply.clone());
        }
        // Thousands of replies: others need not wait until they are gone.
        drop(generations);
        drop((forgotten, replies));
    }

    /// Everything is whole between any two statements that can panic, so a poisoned lock is fine.
    fn lock(&self) -> MutexGuard<'_, Generations> {
        self.generations.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes of what is kept.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        let generations = self.lock();
        let all = generations.replies.iter().flatten();
        all.map(|(asked, reply)| size(asked.len(), reply)).sum()
    }
}

impl Generations {
    /// Whether a question was asked before; from now on it was.
    fn was_noted(&mut self, hash: u64) -> bool {
        if self.noted.contains(&hash) || self.noted_before.contains(&hash) {
            return true;
        }
        if self.noted.len() == MOST_NOTED {
            std::mem::swap(&mut self.noted, &mut self.noted_before);
            self.noted.clear();
        }
        self.noted.insert(hash);
        false
    }

    /// Keeps a reply. Hands over what is forgotten for it.
    #[must_use]
    fn keep(&mut self, capacity: usize, asked: String, reply: Reply) -> HashMap<String, Reply> {
        let mut forgotten = HashMap::new();
        let (bytes, share) = (size(asked.len(), &reply), capacity / GENERATIONS);
        if bytes > share {
            return forgotten;
        }
        if self.youngest_bytes + bytes > share {
            self.replies.rotate_right(1);
            forgotten = std::mem::take(&mut self.replies[0]);
            self.youngest_bytes = 0;
        }
        self.youngest_bytes += bytes;
        let asked_bytes = asked.len();
        if let Some(earlier) = self.replies[0].insert(asked, reply) {
            self.youngest_bytes -= size(asked_bytes, &earlier);
        }
        forgotten
    }
}

fn size(asked_bytes: usize, reply: &Reply) -> usize {
    asked_bytes + reply.len() + ENTRY_BYTES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::Freshness;

    fn reply(length: usize) -> Reply {
        Reply::new("x".repeat(length), "text/plain", Freshness::Minutes)
    }

    #[test]
    fn what_was_kept_is_recalled_until_the_state_changes() {
        let memo = Memo::new(1 << 20);
        memo.keep(0, "a", &reply(10), Keep::AtOnce);
        assert_eq!(memo.recall(0, "a").map(|reply| reply.len()), Some(10));
        assert!(memo.recall(0, "b").is_none());
        assert!(memo.recall(1, "a").is_none());
        memo.keep(1, "b", &reply(20), Keep::AtOnce);
        assert!(memo.recall(1, "a").is_none() && memo.recall(1, "b").is_some());
        // An answer that took long is of no use any more.
        memo.keep(0, "c", &reply(30), Keep::AtOnce);
        assert!(memo.recall(1, "c").is_none());
    }

    #[test]
    fn the_bytes_are_bounded_and_what_is_asked_for_stays() {
        let capacity = 100_000;
        let memo = Memo::new(capacity);
        memo.keep(0, "often", &reply(100), Keep::AtOnce);
        for number in 0..1000 {
            memo.keep(0, &number.to_string(), &reply(1000), Keep::AtOnce);
            assert!(memo.bytes() <= capacity, "{}", memo.bytes());
            assert!(memo.recall(0, "often").is_some(), "{number}");
        }
        assert!(memo.recall(0, "0").is_none() && memo.recall(0, "999").is_some());
        memo.keep(0, "huge", &reply(capacity), Keep::AtOnce);
        assert!(memo.recall(0, "huge").is_none() && memo.bytes() <= capacity);
    }

    #[test]
    fn what_is_asked_twice_is_kept_and_what_is_asked_once_is_noted() {
        let memo = Memo::new(1 << 20);
        let keep = |asked: &str| memo.keep(0, asked, &reply(10), Keep::Again);
        keep("a");
        assert!(memo.recall(0, "a").is_none() && memo.bytes() == 0);
        keep("b");
        keep("a");
        assert!(memo.recall(0, "a").is_some() && memo.recall(0, "b").is_none());
        // Long after, it is as if it had not been asked.
        for number in 0..2 * MOST_NOTED {
            keep(&number.to_string());
        }
        keep("b");
        assert!(memo.recall(0, "b").is_none());
        let generations = memo.lock();
        assert!(generations.noted.len().max(generations.noted_before.len()) <= MOST_NOTED);
    }

    #[test]
    fn what_is_asked_for_in_turn_stays_if_it_takes_two_thirds_of_the_bytes() {
        let memo = Memo::new(100_000);
        let bytes = size(2, &reply(1000));
        let asked: Vec<_> = (10..10 + 66_000 / bytes).map(|number| number.to_string()).collect();
        asked.iter().for_each(|asked| memo.keep(0, asked, &reply(1000), Keep::AtOnce));
        for round in 0..10 {
            for asked in &asked {
                assert!(memo.recall(0, asked).is_some(), "{asked} in round {round}");
            }
        }
    }

    #[test]
    fn keeping_again_does_not_count_twice() {
        let memo = Memo::new(100_000);
        for _ in 0..1000 {
            memo.keep(0, "same", &reply(1000), Keep::AtOnce);
        }
        assert!(memo.lock().youngest_bytes < 2000);
    }
}
