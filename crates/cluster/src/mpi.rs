//! Ranks that `mpirun` or `srun` started, by way of MPI.
//!
//! The one place that calls MPI. Calls are made by one thread at a time, under a lock, which every MPI
//! library allows; so is sending without waiting, for which this file owns the bytes until they are gone.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use mpi::ffi;
use mpi::raw::AsRaw;
use mpi::topology::{Communicator, SimpleCommunicator};
use mpi::traits::{MatchedReceiveVec, Source};
use mpi::{Threading, environment::Universe};

use crate::ranks::{Channel, Meter, Ranks, Traffic};

/// This process among those of its job.
pub struct MpiRank {
    rank: usize,
    count: usize,
    on_the_way: AtomicUsize,
    sent: Meter,
    state: Mutex<State>,
}

struct State {
    world: SimpleCommunicator,
    /// Messages that MPI may still read, with its name for each.
    sending: Vec<(ffi::MPI_Request, Vec<u8>)>,
    /// Messages to oneself.
    own: VecDeque<(Channel, Vec<u8>)>,
    /// Ends MPI when it is dropped, so it goes last.
    _universe: Universe,
}

// SAFETY: MPI was started so that any thread may call it as long as no two do at once, and the lock around
// the state sees to that. Requests and communicators are names that MPI gives out, not bound to a thread.
unsafe impl Send for State {}

impl std::fmt::Debug for MpiRank {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MpiRank").field("rank", &self.rank).field("count", &self.count).finish()
    }
}

impl MpiRank {
    /// Starts MPI; `None` where it was started before, or cannot work with several threads.
    pub fn start() -> Option<MpiRank> {
        let (universe, threading) = mpi::initialize_with_threading(Threading::Serialized)?;
        if threading < Threading::Serialized {
            return None;
        }
        let world = universe.world();
        Some(MpiRank {
            rank: world.rank() as usize,
            count: world.size() as usize,
            on_the_way: AtomicUsize::new(0),
            sent: Meter::default(),
            state: Mutex::new(State {
                world,
                sending: Vec::new(),
                own: VecDeque::new(),
                _universe: universe,
            }),
        })
    }

    /// Ends all processes of the job at once.
    pub fn abort(&self, code: i32) -> ! {
        self.state().world.abort(code)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets messages that are gone.
    fn clear(&self, state: &mut State) {
        state.sending.retain_mut(|(request, message)| {
            let mut is_gone = 0;
            // SAFETY: the request came from MPI_Isend and was not found gone before, since then it is
            // removed here; the message that it reads from is still owned by this list.
            unsafe { ffi::MPI_Test(request, &mut is_gone, ffi::RSMPI_STATUS_IGNORE) };
            if is_gone != 0 {
                self.on_the_way.fetch_sub(message.len(), Relaxed);
            }
            is_gone == 0
        });
    }
}

impl Ranks for MpiRank {
    fn rank(&self) -> usize {
        self.rank
    }

    fn count(&self) -> usize {
        self.count
    }

    fn send(&self, to: usize, channel: Channel, message: Vec<u8>) {
        let mut state = self.state();
        if to == self.rank {
            state.own.push_back((channel, message));
            return;
        }
        self.on_the_way.fetch_add(message.len(), Relaxed);
        self.sent.add(message.len());
        // SAFETY: all ones and zeros are a request; MPI_Isend writes it before anything reads it.
        let mut request: ffi::MPI_Request = unsafe { std::mem::zeroed() };
        // SAFETY: the bytes stay where they are and unchanged in the list until MPI_Test says that they
        // are gone: moving the vector does not move them. Errors end the process, as MPI has it.
        unsafe {
            ffi::MPI_Isend(
                message.as_ptr().cast(),
                message.len() as i32,
                ffi::RSMPI_UINT8_T,
                to as i32,
                channel as i32,
                state.world.as_raw(),
                &mut request,
            );
        }
        state.sending.push((request, message));
    }

    fn receive(&self, from: Option<usize>, channel: Channel) -> Option<(usize, Vec<u8>)> {
        // Where another thread is at it, there may be something later.
        let mut state = match self.state.try_lock() {
            Ok(state) => state,
            Err(TryLockError::WouldBlock) => return None,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        };
        self.clear(&mut state);
        if from.is_none_or(|from| from == self.rank)
            && let Some(at) = state.own.iter().position(|(meant, _)| *meant == channel)
        {
            return state.own.remove(at).map(|(_, message)| (self.rank, message));
        }
        let tag = channel as i32;
        let probed = match from {
            None => state.world.any_process().immediate_matched_probe_with_tag(tag),
            Some(from) if from == self.rank => return None,
            Some(from) => {
                state.world.process_at_rank(from as i32).immediate_matched_probe_with_tag(tag)
            }
        };
        let (message, status) = probed?.matched_receive_vec::<u8>();
        Some((status.source_rank() as usize, message))
    }

    fn on_the_way(&self) -> usize {
        self.on_the_way.load(Relaxed)
    }

    fn sent(&self) -> Traffic {
        self.sent.read()
    }
}

impl Drop for MpiRank {
    /// Waits until all messages are gone: MPI must not end before.
    fn drop(&mut self) {
        while self.on_the_way() > 0 {
            let mut state = self.state();
            self.clear(&mut state);
            drop(state);
            std::thread::yield_now();
        }
    }
}
