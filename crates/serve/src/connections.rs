//! The connections that are open, and which of them makes room for another.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

use crate::visitor::Address;

/// All open connections.
#[derive(Debug)]
pub struct Connections {
    each: usize,
    all: usize,
    begin: Instant,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    by_number: HashMap<u64, Arc<Line>>,
    by_address: HashMap<Address, usize>,
    next: u64,
}

/// One connection.
#[derive(Debug)]
struct Line {
    /// `None` for a proxy, which has as many connections as it needs.
    address: Option<Address>,
    /// Requests whose answers are being worked out.
    answering: AtomicUsize,
    /// When bytes came or went last, in milliseconds since the beginning.
    active: AtomicU64,
    close: Notify,
}

impl Connections {
    /// None is open.
    pub fn new(each: usize, all: usize) -> Arc<Connections> {
        Arc::new(Connections { each, all, begin: Instant::now(), open: Mutex::default() })
    }

    /// Lets a connection in; where there is no room, the one that makes room is the quietest of those
    /// whose request is not being worked on: of the same address if that has its share, otherwise of
    /// the address that has most. `None` if all are being worked on.
    pub fn admit(self: &Arc<Self>, address: Option<Address>) -> Option<Connection> {
        let mut open = self.open();
        if let Some(own) = address
            && open.by_address.get(&own).copied().unwrap_or(0) >= self.each
        {
            let quietest = open.quietest(|line| line.address == Some(own))?;
            open.close(quietest);
        }
        if open.by_number.len() >= self.all {
            let most = open.by_address.iter().max_by_key(|(_, count)| **count);
            let most = most.map(|(address, _)| *address);
            let quietest = open
                .quietest(|line| line.address.is_some() && line.address == most)
                .or_else(|| open.quietest(|_| true))?;
            open.close(quietest);
        }
        let number = open.next;
        open.next += 1;
        let line = Arc::new(Line {
            address,
            answering: AtomicUsize::new(0),
            active: AtomicU64::new(self.now()),
            close: Notify::new(),
        });
        open.by_number.insert(number, Arc::clone(&line));
        if let Some(address) = address {
            *open.by_address.entry(address).or_default() += 1;
        }
        Some(Connection { all: Arc::clone(self), number, line })
    }

    /// Closes the quietest connection whose request is not being worked on, whosever it is.
    pub fn make_room(&self) {
        let mut open = self.open();
        if let Some(quietest) = open.quietest(|_| true) {
            open.close(quietest);
        }
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.open().by_number.len()
    }

    fn now(&self) -> u64 {
        self.begin.elapsed().as_millis() as u64
    }

    /// Whole between any two statements that can panic, so a poisoned lock is fine.
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn quietest(&self, which: impl Fn(&Line) -> bool) -> Option<u64> {
        let can_go = |line: &Line| which(line) && line.answering.load(Ordering::Relaxed) == 0;
        let lines = self.by_number.iter().filter(|(_, line)| can_go(line));
        let quietest =
            lines.min_by_key(|(number, line)| (line.active.load(Ordering::Relaxed), **number));
        quietest.map(|(number, _)| *number)
    }

    fn close(&mut self, number: u64) {
        if let Some(line) = self.remove(number) {
            line.close.notify_one();
        }
    }

    fn remove(&mut self, number: u64) -> Option<Arc<Line>> {
        let line = self.by_number.remove(&number)?;
        if let Some(address) = line.address
            && let Some(count) = self.by_address.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                self.by_address.remove(&address);
            }
        }
        Some(line)
    }
}

/// A connection that was let in, for as long as it lives.
#[derive(Debug)]
pub struct Connection {
    all: Arc<Connections>,
    number: u64,
    line: Arc<Line>,
}

impl Connection {
    /// Comes when this connection has to make room.
    pub async fn closed(&self) {
        self.line.close.notified().await;
    }

    /// Notes that bytes came or went.
    pub fn touch(&self) {
        self.line.active.store(self.all.now(), Ordering::Relaxed);
    }

    /// Notes that an answer is being worked out, until the result is dropped.
    pub fn answering(self: &Arc<Self>) -> Answering {
        self.line.answering.fetch_add(1, Ordering::Relaxed);
        Answering(Arc::clone(self))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.open().remove(self.number);
    }
}

/// An answer in the making.
#[derive(Debug)]
pub struct Answering(Arc<Connection>);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.line.answering.fetch_sub(1, Ordering::Relaxed);
        self.0.touch();
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::task::{Context, Waker};

    use super::*;

    fn address(number: u8) -> Option<Address> {
        Some(IpAddr::from([10, 0, 0, number]).into())
    }

    fn is_closed(connection: &Connection) -> bool {
        let closed = std::pin::pin!(connection.closed());
        closed.poll(&mut Context::from_waker(Waker::noop())).is_ready()
    }

    #[test]
    fn an_address_makes_room_for_itself() {
        let all = Connections::new(2, 10);
        let admit = |number| Arc::new(all.admit(address(number)).unwrap());
        let first = admit(1);
        let working = first.answering();
        let (second, other) = (admit(1), admit(2));
        let third = admit(1);
        assert!(is_closed(&second), "the first is being answered");
        assert!(!is_closed(&first) && !is_closed(&third) && !is_closed(&other));
        let _also_working = third.answering();
        assert!(all.admit(address(1)).is_none(), "both are being answered");
        drop((working, first, second, third, other));
        assert_eq!(all.count(), 1, "what is being answered is open");
    }

    #[test]
    fn a_crowd_makes_room_for_the_others() {
        let all = Connections::new(5, 4);
        let admit = |number| Arc::new(all.admit(address(number)).unwrap());
        let other = admit(2);
        let crowd = [admit(1), admit(1), admit(1)];
        let newcomer = admit(3);
        assert!(is_closed(&crowd[0]), "the quietest of the address with most");
        assert!(!is_closed(&other) && !is_closed(&crowd[1]) && !is_closed(&newcomer));
        all.make_room();
        assert!(is_closed(&other), "the quietest of all");
        assert_eq!(all.count(), 3);
    }

    #[test]
    fn proxies_have_no_share() {
        let all = Connections::new(1, 4);
        let open: Vec<_> = (0..4).map(|_| all.admit(None).unwrap()).collect();
        assert!(open.iter().all(|connection| !is_closed(connection)));
        let visitor = all.admit(address(1)).unwrap();
        assert!(is_closed(&open[0]) && !is_closed(&visitor));
    }
}
