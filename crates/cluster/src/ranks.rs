//! What ranks need of one another: messages, nothing else. MPI is one way to have it; tests put threads in
//! the place of processes.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What a message is about. Messages of different channels may overtake one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Channel {
    /// Tasks and reports, between the scheduler and the others.
    Control = 1,
    /// News for the owners of slots. An empty message says that no more will come in this pass.
    Updates,
    /// Questions about tables that others hold. An empty message says that no more will come.
    Questions,
    /// Answers to them.
    Answers,
    /// What a group agrees on.
    Agreement,
    /// Codes of a block of a table that begins in the slots of another.
    Pieces,
}

const CHANNELS: usize = 7;

/// The processes of a job, as one of them sees them.
pub trait Ranks: Send + Sync {
    /// The number of this one.
    fn rank(&self) -> usize;

    /// How many there are.
    fn count(&self) -> usize;

    /// Begins to send a message, which may be to oneself. Messages from one rank to another on one
    /// channel arrive in the order in which they were sent.
    fn send(&self, to: usize, channel: Channel, message: Vec<u8>);

    /// Takes a message that has arrived on a channel, from anybody or from one rank; who sent it, and what. It may
    /// miss one while another thread receives.
    fn receive(&self, from: Option<usize>, channel: Channel) -> Option<(usize, Vec<u8>)>;

    /// Bytes of messages that were sent and may still take memory here. Whoever sends more must take what
    /// arrives meanwhile, or two ranks would wait for each other.
    fn on_the_way(&self) -> usize;

    /// What was sent to others so far.
    fn sent(&self) -> Traffic;
}

/// How much was sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Messages.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Counts what is sent.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    messages: AtomicU64,
    bytes: AtomicU64,
}

impl Meter {
    pub fn add(&self, bytes: usize) {
        self.messages.fetch_add(1, Relaxed);
        self.bytes.fetch_add(bytes as u64, Relaxed);
    }

    pub fn read(&self) -> Traffic {
        Traffic { messages: self.messages.load(Relaxed), bytes: self.bytes.load(Relaxed) }
    }
}

/// Waiting for messages: a few looks at once, then with rests that grow, so that ranks which share a core
/// leave it to one another.
#[derive(Debug, Default)]
pub(crate) struct Idle(u32);

impl Idle {
    /// Rests, longer each time.
    pub fn rest(&mut self) {
        self.0 += 1;
        match self.0 {
            ..32 => std::hint::spin_loop(),
            32..256 => std::thread::yield_now(),
            _ => std::thread::sleep(Duration::from_micros(50)),
        }
    }

    /// Something came: the next rest is short again.
    pub fn reset(&mut self) {
        self.0 = 0;
    }
}

/// A rank that is a thread of this process.
#[derive(Clone, Debug)]
pub struct ThreadRank {
    rank: usize,
    shared: Arc<Vec<Mailbox>>,
}

/// Who sent a message, and the message.
type Arrived = (usize, Vec<u8>);

#[derive(Debug, Default)]
struct Mailbox {
    /// By channel.
    arrived: [Mutex<VecDeque<Arrived>>; CHANNELS],
    /// Bytes that this rank has sent and nobody has taken.
    on_the_way: AtomicUsize,
    sent: Meter,
}

impl ThreadRank {
    /// So many ranks, each for a thread.
    pub fn several(count: usize) -> Vec<ThreadRank> {
        let shared: Arc<Vec<Mailbox>> = Arc::new((0..count).map(|_| Mailbox::default()).collect());
        (0..count).map(|rank| ThreadRank { rank, shared: Arc::clone(&shared) }).collect()
    }
}

impl Ranks for ThreadRank {
    fn rank(&self) -> usize {
        self.rank
    }

    fn count(&self) -> usize {
        self.shared.len()
    }

    fn send(&self, to: usize, channel: Channel, message: Vec<u8>) {
        let own = &self.shared[self.rank];
        own.on_the_way.fetch_add(message.len(), Relaxed);
        if to != self.rank {
            own.sent.add(message.len());
        }
        let arrived = &self.shared[to].arrived[channel as usize];
        arrived.lock().unwrap_or_else(PoisonError::into_inner).push_back((self.rank, message));
    }

    fn receive(&self, from: Option<usize>, channel: Channel) -> Option<(usize, Vec<u8>)> {
        let arrived = &self.shared[self.rank].arrived[channel as usize];
        let mut arrived = arrived.lock().unwrap_or_else(PoisonError::into_inner);
        let is_meant = |(sender, _): &(usize, Vec<u8>)| from.is_none_or(|from| from == *sender);
        let at = arrived.iter().position(is_meant)?;
        let (sender, message) = arrived.remove(at)?;
        self.shared[sender].on_the_way.fetch_sub(message.len(), Relaxed);
        Some((sender, message))
    }

    fn on_the_way(&self) -> usize {
        self.shared[self.rank].on_the_way.load(Relaxed)
    }

    fn sent(&self) -> Traffic {
        self.shared[self.rank].sent.read()
    }
}
