//! Variants that were made from their names, and games that were made from texts, kept while they are of use.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::entry::{GameEntry, lock};
use crate::visitor::Address;

/// The most variants that are kept.
pub const MOST: usize = 32;
/// The most positions that they have in memory together, since they were explored.
const MOST_POSITIONS: u64 = 8_000_000;

/// Those that were asked for last.
pub struct Unlisted {
    most: usize,
    /// The last are the latest.
    kept: Mutex<Vec<Arc<GameEntry>>>,
}

impl Unlisted {
    /// Keeps at most so many.
    pub fn new(most: usize) -> Unlisted {
        Unlisted { most, kept: Mutex::default() }
    }

    /// One of them, by its names.
    pub fn find(&self, game: &str, variant: &str) -> Option<Arc<GameEntry>> {
        let mut kept = lock(&self.kept);
        let is_it =
            |entry: &Arc<GameEntry>| entry.name.game == game && entry.name.variant == variant;
        let place = kept.iter().position(is_it)?;
        let entry = kept.remove(place);
        kept.push(Arc::clone(&entry));
        Some(entry)
    }

    /// Keeps another, unless it is there by now, and forgets those that nobody has asked for lately.
    pub fn keep(&self, entry: GameEntry) -> Arc<GameEntry> {
        if let Some(entry) = self.find(&entry.name.game, &entry.name.variant) {
            return entry;
        }
        let entry = Arc::new(entry);
        lock(&self.kept).push(Arc::clone(&entry));
        self.trim();
        entry
    }

    /// Forgets some where there are too many, or too much of them is in memory. The latest stays.
    pub fn trim(&self) {
        // Freeing a hundred thousand positions takes a while: nobody who looks for a game waits for it.
        drop(self.take_excess());
    }

    fn take_excess(&self) -> Vec<Arc<GameEntry>> {
        let mut kept = lock(&self.kept);
        let mut excess = Vec::new();
        let latest = kept.last().cloned();
        let is_latest =
            |old: &Arc<GameEntry>| latest.as_ref().is_some_and(|latest| Arc::ptr_eq(old, latest));
        let may_go = |old: &Arc<GameEntry>| !is_latest(old) && !old.is_busy();
        loop {
            let sum: u64 = kept.iter().map(|entry| entry.explored_positions()).sum();
            if kept.len() <= self.most && sum <= MOST_POSITIONS {
                break;
            }
            // Whoever has most of them gives one up: nobody takes the room that others need.
            let mut owned: HashMap<_, usize> = HashMap::new();
            kept.iter().for_each(|old| *owned.entry(owner(old)).or_default() += 1);
            let most = |old: &Arc<GameEntry>| owned.get(&owner(old)).copied();
            let greediest = kept.iter().filter(|old| may_go(old)).filter_map(&most).max();
            let goes = kept.iter().position(|old| may_go(old) && most(old) == greediest);
            let Some(place) = goes else { break };
            excess.push(kept.remove(place));
        }
        excess
    }

    /// All of them.
    pub fn all(&self) -> Vec<Arc<GameEntry>> {
        lock(&self.kept).clone()
    }
}

/// Who has made a game, if a visitor has.
fn owner(entry: &GameEntry) -> Option<Address> {
    entry.made.as_ref().map(|made| made.owner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made::Made;

    #[test]
    fn the_latest_are_kept() {
        let about = hindsight_games::catalogue()[0];
        let unlisted = Unlisted::new(MOST);
        for number in 0..100 {
            unlisted.keep(GameEntry::unlisted(about, &number.to_string()));
            assert!(unlisted.find(about.id, "0").is_some(), "it is asked for all the time");
        }
        assert!(unlisted.find(about.id, "99").is_some() && unlisted.find(about.id, "1").is_none());
        assert_eq!(unlisted.all().len(), MOST);
        let again = unlisted.keep(GameEntry::unlisted(about, "99"));
        assert!(Arc::ptr_eq(&again, &unlisted.find(about.id, "99").unwrap()));
    }

    #[test]
    fn who_has_most_makes_room() {
        let unlisted = Unlisted::new(8);
        let text = |number: usize| {
            format!(
                "game \"{number}\"\nboard grid 3x3\npiece stone x o\nturn place a stone on an empty point\n"
            )
        };
        let keep = |number: usize, from: u8| {
            let owner = std::net::IpAddr::from([10, 0, 0, from]).into();
            let made = Made::read(text(number).into(), None, owner, 100).unwrap();
            unlisted.keep(GameEntry::made(made)).name.clone()
        };
        let ours = keep(0, 1);
        (1..100).for_each(|number| drop(keep(number, 2)));
        assert!(unlisted.find(&ours.game, &ours.variant).is_some());
        assert_eq!(unlisted.all().len(), 8);
    }
}
