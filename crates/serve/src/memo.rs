//! Answers that were given before, ready to be given again.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::reply::Reply;

/// What an entry takes beside its texts, about.
const ENTRY_BYTES: usize = 256;

/// Replies by what was asked, in a bounded number of bytes. What was not asked for lately is
/// forgotten: replies move from an old generation to the young one when they are asked for again,
/// and when the young one is full, it becomes the old one.
#[derive(Debug)]
pub struct Memo {
    capacity: usize,
    generations: Mutex<Generations>,
}

#[derive(Debug, Default)]
struct Generations {
    /// The state of the games that the replies are true of.
    epoch: u64,
    young: HashMap<String, Reply>,
    old: HashMap<String, Reply>,
    young_bytes: usize,
}

impl Memo {
    /// Remembers nothing yet.
    pub fn new(capacity: usize) -> Memo {
        Memo { capacity, generations: Mutex::default() }
    }

    /// The reply to what was asked before, while the games are in the same state.
    pub fn recall(&self, epoch: u64, asked: &str) -> Option<Reply> {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        if generations.epoch != epoch {
            return None;
        }
        if let Some(reply) = generations.young.get(asked) {
            return Some(reply.clone());
        }
        let (asked, reply) = generations.old.remove_entry(asked)?;
        generations.keep(self.capacity, asked, reply.clone());
        Some(reply)
    }

    /// Keeps a reply that was worked out while the games were in a state.
    pub fn keep(&self, epoch: u64, asked: String, reply: Reply) {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        if generations.epoch < epoch {
            *generations = Generations { epoch, ..Generations::default() };
        }
        if generations.epoch == epoch {
            generations.keep(self.capacity, asked, reply);
        }
    }

    /// Bytes of what is kept, at most: the old generation is taken for full.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        let generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        let all = generations.young.iter().chain(&generations.old);
        all.map(|(asked, reply)| size(asked, reply)).sum()
    }
}

impl Generations {
    fn keep(&mut self, capacity: usize, asked: String, reply: Reply) {
        let bytes = size(&asked, &reply);
        if bytes > capacity / 2 {
            return;
        }
        if self.young_bytes + bytes > capacity / 2 {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        self.young_bytes += bytes;
        if let Some(earlier) = self.young.insert(asked.clone(), reply) {
            self.young_bytes -= size(&asked, &earlier);
        }
    }
}

fn size(asked: &str, reply: &Reply) -> usize {
    asked.len() + reply.len() + ENTRY_BYTES
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
        memo.keep(0, "a".to_owned(), reply(10));
        assert_eq!(memo.recall(0, "a").map(|reply| reply.len()), Some(10));
        assert!(memo.recall(0, "b").is_none());
        assert!(memo.recall(1, "a").is_none());
        memo.keep(1, "b".to_owned(), reply(20));
        assert!(memo.recall(1, "a").is_none() && memo.recall(1, "b").is_some());
        // An answer that took long is of no use any more.
        memo.keep(0, "c".to_owned(), reply(30));
        assert!(memo.recall(1, "c").is_none());
    }

    #[test]
    fn the_bytes_are_bounded_and_what_is_asked_for_stays() {
        let capacity = 100_000;
        let memo = Memo::new(capacity);
        memo.keep(0, "often".to_owned(), reply(100));
        for number in 0..1000 {
            memo.keep(0, number.to_string(), reply(1000));
            assert!(memo.bytes() <= capacity, "{}", memo.bytes());
            assert!(memo.recall(0, "often").is_some(), "{number}");
        }
        assert!(memo.recall(0, "0").is_none() && memo.recall(0, "999").is_some());
        memo.keep(0, "huge".to_owned(), reply(capacity));
        assert!(memo.recall(0, "huge").is_none() && memo.bytes() <= capacity);
    }

    #[test]
    fn keeping_again_does_not_count_twice() {
        let memo = Memo::new(100_000);
        for _ in 0..1000 {
            memo.keep(0, "same".to_owned(), reply(1000));
        }
        assert!(memo.generations.lock().unwrap().young_bytes < 2000);
    }
}
