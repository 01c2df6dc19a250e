//! Answers that were given before, ready to be given again.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

use foldhash::fast::FixedState;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{OptionsBuilder, Weighter};

use crate::reply::Reply;

/// What an entry takes beside its texts, about.
const ENTRY_BYTES: usize = 256;

/// What an entry takes, about.
const USUAL_BYTES: usize = 4096;

/// The share of what was asked for often. The rest is for what was asked for lately; what is asked for in turn
/// stays if it fits there.
const OFTEN: f64 = 0.3;

/// A reply must fit in a shard's share of what is asked for often; a small memo has fewer shards.
const MAX_SHARDS: usize = 4;

/// Questions that are noted in a generation.
const MOST_NOTED: usize = 1 << 16;

/// Replies by what was asked, in a bounded number of bytes. What is asked for again drives out what is not.
///
/// Most questions are asked once. So a question is only noted at first, by its hash, and the reply is
/// kept when the same is asked again: this costs less time than filling and emptying memory with
/// replies that nobody wants, and leaves it to those that somebody does.
#[derive(Debug)]
pub struct Memo {
    capacity: usize,
    hasher: RandomState,
    kept: RwLock<Kept>,
}

/// What is kept while the games are in one state.
#[derive(Debug)]
struct Kept {
    /// The state of the games that the replies are true of.
    epoch: u64,
    /// Clients choose the keys, so that they are hashed with a secret.
    replies: Cache<String, Reply, Bytes, RandomState>,
    noted: Mutex<Noted>,
}

/// Hashes of questions that were asked once, in two generations. They are as good as random already.
#[derive(Debug, Default)]
struct Noted {
    lately: HashSet<u64, FixedState>,
    before: HashSet<u64, FixedState>,
}

/// Weighs replies by their bytes.
#[derive(Clone, Debug)]
struct Bytes;

impl Weighter<String, Reply> for Bytes {
    fn weight(&self, asked: &String, reply: &Reply) -> u64 {
        (asked.len() + reply.len() + ENTRY_BYTES) as u64
    }
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
        let kept = RwLock::new(Kept::new(capacity, 0));
        Memo { capacity, hasher: RandomState::new(), kept }
    }

    /// The reply to what was asked before, while the games are in the same state.
    pub fn recall(&self, epoch: u64, asked: &str) -> Option<Reply> {
        let kept = self.kept();
        if kept.epoch == epoch { kept.replies.get(asked) } else { None }
    }

    /// Notes a question, or keeps its reply, which was worked out while the games were in a state.
    pub fn keep(&self, epoch: u64, asked: &str, reply: &Reply, which: Keep) {
        if self.kept().epoch < epoch {
            self.forget_before(epoch);
        }
        let kept = self.kept();
        if kept.epoch == epoch
            && (which == Keep::AtOnce || kept.was_noted(self.hasher.hash_one(asked)))
        {
            kept.replies.insert(asked.to_owned(), reply.clone());
        }
    }

    fn forget_before(&self, epoch: u64) {
        let mut fresh = Kept::new(self.capacity, epoch);
        let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        if kept.epoch < epoch {
            std::mem::swap(&mut *kept, &mut fresh);
        }
        // Thousands of replies: others need not wait until they are gone.
        drop(kept);
        drop(fresh);
    }

    /// Everything is whole between any two statements that can panic, so a poisoned lock is fine.
    fn kept(&self) -> RwLockReadGuard<'_, Kept> {
        self.kept.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes of what is kept.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.kept().replies.weight() as usize
    }
}

impl Kept {
    fn new(capacity: usize, epoch: u64) -> Kept {
        let options = OptionsBuilder::new()
            .shards(MAX_SHARDS)
            .estimated_items_capacity(capacity / USUAL_BYTES)
            .hot_allocation(OFTEN)
            // What was driven out need not be remembered: only what is asked for again is kept.
            .ghost_allocation(0.0)
            // Shares are rounded up, so that the sum would be more than the capacity.
            .weight_capacity((capacity - capacity % MAX_SHARDS) as u64)
            .build()
            .expect("all that is needed is given");
        let (hasher, lifecycle) = (RandomState::new(), DefaultLifecycle::default());
        let replies = Cache::with_options(options, Bytes, hasher, lifecycle);
        Kept { epoch, replies, noted: Mutex::default() }
    }

    /// Whether a question was asked before; from now on it was.
    fn was_noted(&self, hash: u64) -> bool {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let Noted { lately, before } = &mut *noted;
        if lately.contains(&hash) || before.contains(&hash) {
            return true;
        }
        if lately.len() == MOST_NOTED {
            std::mem::swap(lately, before);
            lately.clear();
        }
        lately.insert(hash);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_answers::Freshness;

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
        assert!(memo.recall(0, "999").is_some());
        let kept = (0..1000).filter(|number| memo.recall(0, &number.to_string()).is_some());
        assert!((60..=80).contains(&kept.count()));
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
        let kept = memo.kept();
        let noted = kept.noted.lock().unwrap();
        assert!(noted.lately.len().max(noted.before.len()) <= MOST_NOTED);
    }

    #[test]
    fn what_is_asked_for_in_turn_stays_if_it_takes_two_thirds_of_the_bytes() {
        let memo = Memo::new(100_000);
        let bytes = Bytes.weight(&"0 10".to_owned(), &reply(1000)) as usize;
        // Whatever was asked for before.
        for topic in 0..5 {
            let asked: Vec<_> =
                (10..10 + 66_000 / bytes).map(|number| format!("{topic} {number}")).collect();
            for round in 0..10 {
                for asked in &asked {
                    if memo.recall(0, asked).is_none() {
                        assert_eq!(round, 0, "{asked}");
                        memo.keep(0, asked, &reply(1000), Keep::AtOnce);
                    }
                }
            }
        }
    }

    #[test]
    fn keeping_again_does_not_count_twice() {
        let memo = Memo::new(100_000);
        for _ in 0..1000 {
            memo.keep(0, "same", &reply(1000), Keep::AtOnce);
        }
        assert!(memo.bytes() < 2000);
    }
}
