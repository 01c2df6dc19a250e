//! What visitors may have worked out for them: how many games at once, for how long, and how much of
//! the disk their tables may take.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::options::Allowance;
use crate::visitor::Address;

/// The time in which an allowance of seconds grows back.
const HOUR: f64 = 3600.0;
/// Addresses that are kept though they have their whole allowance.
const MOST_KEPT: usize = 1024;

/// What was asked for, by address and in all.
#[derive(Debug)]
pub struct Budget {
    each: Allowance,
    all: Allowance,
    spent: Mutex<Spent>,
    refused: AtomicU64,
}

#[derive(Debug)]
struct Spent {
    by_address: HashMap<Address, Account>,
    all: Account,
}

#[derive(Clone, Copy, Debug)]
struct Account {
    at_once: usize,
    seconds: f64,
    /// When the seconds were right.
    as_of: Instant,
    disk: u64,
}

/// What is left for an address.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Left {
    /// Pieces of work that may be asked for now.
    pub tasks: usize,
    /// Seconds of work; they grow back within an hour.
    pub seconds: u64,
    /// Bytes of tables.
    pub disk: u64,
}

/// Why nothing more is worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// Too much is being worked out already.
    Tasks,
    /// Too much time was spent within the last hour.
    Time,
    /// The tables take too much of the disk.
    Disk,
}

impl Budget {
    /// Nothing is spent.
    pub fn new(each: Allowance, all: Allowance) -> Budget {
        let spent = Spent { by_address: HashMap::new(), all: Account::new() };
        Budget { each, all, spent: Mutex::new(spent), refused: AtomicU64::new(0) }
    }

    /// How often work was refused.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Takes note of work that begins and whose tables will take so many bytes.
    pub fn begin(&self, address: Address, disk: u64) -> Result<(), Exhausted> {
        self.try_to_begin(address, disk).inspect_err(|_| {
            self.refused.fetch_add(1, Ordering::Relaxed);
        })
    }

    fn try_to_begin(&self, address: Address, disk: u64) -> Result<(), Exhausted> {
        let mut spent = self.spent();
        let Spent { by_address, all } = &mut *spent;
        if by_address.len() >= MOST_KEPT {
            by_address.retain(|_, account| !account.is_whole(&self.each));
        }
        let own = by_address.entry(address).or_insert_with(Account::new);
        for (account, allowance) in [(&mut *own, &self.each), (&mut *all, &self.all)] {
            account.check(allowance, disk)?;
        }
        own.at_once += 1;
        all.at_once += 1;
        Ok(())
    }

    /// Takes note of the end of work, how long it took and how many bytes it has left on the disk.
    pub fn end(&self, address: Address, time: Duration, disk: u64) {
        let mut spent = self.spent();
        let Spent { by_address, all } = &mut *spent;
        let own = by_address.entry(address).or_insert_with(Account::new);
        for (account, allowance) in [(own, &self.each), (all, &self.all)] {
            account.refresh(allowance);
            account.at_once = account.at_once.saturating_sub(1);
            account.seconds += time.as_secs_f64();
            account.disk = account.disk.saturating_add(disk);
        }
    }

    /// What is left for an address.
    pub fn left(&self, address: Address) -> Left {
        let mut spent = self.spent();
        let own = spent.by_address.get(&address).copied();
        let own = own.unwrap_or_else(Account::new).left(&self.each);
        let all = spent.all.left(&self.all);
        Left {
            tasks: own.tasks.min(all.tasks),
            seconds: own.seconds.min(all.seconds),
            disk: own.disk.min(all.disk),
        }
    }

    /// What is left for all together.
    pub fn left_in_all(&self) -> Left {
        self.spent().all.left(&self.all)
    }

    /// Whole between any two statements that can panic, so a poisoned lock is fine.
    fn spent(&self) -> MutexGuard<'_, Spent> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Account {
    fn new() -> Account {
        Account { at_once: 0, seconds: 0.0, as_of: Instant::now(), disk: 0 }
    }

    fn refresh(&mut self, allowance: &Allowance) {
        let now = Instant::now();
        let grown = (now - self.as_of).as_secs_f64() * allowance.time.as_secs_f64() / HOUR;
        self.seconds = (self.seconds - grown).max(0.0);
        self.as_of = now;
    }

    fn check(&mut self, allowance: &Allowance, disk: u64) -> Result<(), Exhausted> {
        self.refresh(allowance);
        if self.at_once >= allowance.tasks {
            return Err(Exhausted::Tasks);
        }
        if self.seconds >= allowance.time.as_secs_f64() {
            return Err(Exhausted::Time);
        }
        if self.disk.saturating_add(disk) > allowance.disk {
            return Err(Exhausted::Disk);
        }
        Ok(())
    }

    fn left(&mut self, allowance: &Allowance) -> Left {
        self.refresh(allowance);
        Left {
            tasks: allowance.tasks.saturating_sub(self.at_once),
            seconds: (allowance.time.as_secs_f64() - self.seconds).max(0.0) as u64,
            disk: allowance.disk.saturating_sub(self.disk),
        }
    }

    /// Whether nothing would be lost by forgetting it.
    fn is_whole(&mut self, allowance: &Allowance) -> bool {
        self.refresh(allowance);
        self.at_once == 0 && self.seconds == 0.0 && self.disk == 0
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    const EACH: Allowance = Allowance { tasks: 2, time: Duration::from_secs(60), disk: 100 };
    const ALL: Allowance = Allowance { tasks: 3, time: Duration::from_secs(600), disk: 150 };

    fn address(number: u8) -> Address {
        IpAddr::from([10, 0, 0, number]).into()
    }

    #[test]
    fn an_address_spends_its_own_allowance_and_that_of_all() {
        let budget = Budget::new(EACH, ALL);
        assert_eq!(budget.left(address(1)), Left { tasks: 2, seconds: 60, disk: 100 });
        assert_eq!(budget.begin(address(1), 10), Ok(()));
        assert_eq!(budget.begin(address(1), 10), Ok(()));
        assert_eq!(budget.begin(address(1), 10), Err(Exhausted::Tasks));
        assert_eq!(budget.begin(address(2), 10), Ok(()));
        assert_eq!(budget.begin(address(3), 10), Err(Exhausted::Tasks), "of all");
        assert_eq!(budget.refused(), 2);
        budget.end(address(1), Duration::from_secs(100), 10);
        budget.end(address(1), Duration::ZERO, 0);
        assert_eq!(budget.begin(address(1), 0), Err(Exhausted::Time));
        assert_eq!(budget.left(address(1)), Left { tasks: 2, seconds: 0, disk: 90 });
        budget.end(address(2), Duration::from_secs(1), 70);
        assert_eq!(budget.begin(address(2), 40), Err(Exhausted::Disk));
        assert_eq!(budget.begin(address(3), 80), Err(Exhausted::Disk), "of all");
        assert_eq!(budget.begin(address(3), 60), Ok(()));
        assert!(budget.left_in_all().seconds <= 499 && budget.left_in_all().tasks == 2);
    }

    #[test]
    fn time_grows_back() {
        let budget = Budget::new(EACH, ALL);
        assert_eq!(budget.begin(address(1), 0), Ok(()));
        budget.end(address(1), Duration::from_secs(61), 0);
        let Some(earlier) = Instant::now().checked_sub(Duration::from_secs(120)) else { return };
        budget.spent().by_address.get_mut(&address(1)).unwrap().as_of = earlier;
        assert_eq!(budget.begin(address(1), 0), Ok(()), "two seconds have grown back");
    }

    #[test]
    fn addresses_that_owe_nothing_are_forgotten() {
        let budget = Budget::new(EACH, ALL);
        for number in 0..3 * MOST_KEPT as u32 {
            let address = IpAddr::from(number.to_be_bytes()).into();
            assert_eq!(budget.begin(address, 0), Ok(()));
            budget.end(address, Duration::ZERO, 0);
        }
        assert!(budget.spent().by_address.len() <= MOST_KEPT);
    }
}
