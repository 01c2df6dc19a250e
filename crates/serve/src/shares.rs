//! Places that visitors share, so that none can take them all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::visitor::Address;

/// A number of places, of which each address may have some.
#[derive(Debug)]
pub struct Shares {
    each: usize,
    all: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    by_address: HashMap<Address, usize>,
    all: usize,
}

impl Shares {
    /// All places are free.
    pub fn new(each: usize, all: usize) -> Arc<Shares> {
        Arc::new(Shares { each, all, taken: Mutex::default() })
    }

    /// A place; `None` where there is none, or the address has its share.
    pub fn take(self: &Arc<Self>, address: Address) -> Option<Place> {
        let mut taken = self.taken();
        if taken.all >= self.all {
            return None;
        }
        let own = taken.by_address.entry(address).or_default();
        if *own >= self.each {
            return None;
        }
        *own += 1;
        taken.all += 1;
        Some(Place { shares: Arc::clone(self), address })
    }

    /// The places that are taken.
    pub fn in_use(&self) -> usize {
        self.taken().all
    }

    /// Counts are whole between any two statements that can panic, so a poisoned lock is fine.
    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place, free again when dropped.
#[derive(Debug)]
pub struct Place {
    shares: Arc<Shares>,
    address: Address,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.shares.taken();
        taken.all -= 1;
        if let Some(own) = taken.by_address.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                taken.by_address.remove(&self.address);
            }
        }
    }
}

/// Places for which visitors wait in line, each address in a line of its own before the common one: a
/// visitor waits for few of another's requests, however many those are.
#[derive(Debug)]
pub struct Turns {
    each: usize,
    common: Arc<Semaphore>,
    own: Mutex<HashMap<Address, Arc<Semaphore>>>,
}

/// A turn, over when dropped.
#[derive(Debug)]
pub struct TurnTaken {
    _common: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
}

/// Lines of addresses that are kept though nobody stands in them.
const MOST_LINES: usize = 1024;

impl Turns {
    /// Nobody waits.
    pub fn new(each: usize, all: usize) -> Turns {
        Turns { each, common: Arc::new(Semaphore::new(all)), own: Mutex::default() }
    }

    /// Waits for a turn.
    pub async fn wait(&self, address: Address) -> Option<TurnTaken> {
        let own = self.line(address).acquire_owned().await.ok()?;
        let common = Arc::clone(&self.common).acquire_owned().await.ok()?;
        Some(TurnTaken { _common: common, _own: own })
    }

    fn line(&self, address: Address) -> Arc<Semaphore> {
        let mut lines = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() >= MOST_LINES {
            // Whoever waits or works in a line has it too.
            lines.retain(|_, line| Arc::strong_count(line) > 1);
        }
        let line = lines.entry(address).or_insert_with(|| Arc::new(Semaphore::new(self.each)));
        Arc::clone(line)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn address(number: u8) -> Address {
        IpAddr::from([10, 0, 0, number]).into()
    }

    #[test]
    fn nobody_gets_more_than_a_share() {
        let shares = Shares::new(2, 3);
        let first = shares.take(address(1)).unwrap();
        let second = shares.take(address(1)).unwrap();
        assert!(shares.take(address(1)).is_none(), "its share");
        let other = shares.take(address(2)).unwrap();
        assert!(shares.take(address(2)).is_none() && shares.in_use() == 3, "all places");
        drop(first);
        let again = shares.take(address(2)).unwrap();
        drop((second, other, again));
        assert_eq!(shares.in_use(), 0);
        assert!(shares.taken().by_address.is_empty());
    }

    #[tokio::test]
    async fn a_crowd_waits_behind_itself() {
        let turns = Turns::new(1, 2);
        let first = turns.wait(address(1)).await.unwrap();
        let crowd: Vec<_> = (0..100).map(|_| turns.wait(address(1))).collect();
        let crowd = crowd.into_iter().map(Box::pin).map(|mut waiting| {
            assert!(!is_ready(&mut waiting), "it has its share");
            waiting
        });
        let crowd: Vec<_> = crowd.collect();
        // The other place is for the others.
        let mut other = Box::pin(turns.wait(address(2)));
        assert!(is_ready(&mut other));
        drop((first, crowd));
        assert!(is_ready(&mut Box::pin(turns.wait(address(1)))));
    }

    fn is_ready<T>(future: &mut std::pin::Pin<Box<impl Future<Output = T>>>) -> bool {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        future.as_mut().poll(&mut context).is_ready()
    }

    #[tokio::test]
    async fn lines_that_nobody_stands_in_are_forgotten() {
        let turns = Turns::new(1, 1);
        for number in 0..3 * MOST_LINES as u32 {
            let address = IpAddr::from(number.to_be_bytes()).into();
            drop(turns.wait(address).await.unwrap());
        }
        assert!(turns.own.lock().unwrap().len() <= MOST_LINES);
    }
}
