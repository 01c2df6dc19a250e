//! Variants that were made from their names, kept while they are of use.

use std::sync::{Arc, Mutex};

use crate::entry::{GameEntry, lock};

/// The most that are kept.
const MOST: usize = 32;
/// The most slots that they have together: what is explored is in memory.
const MOST_SLOTS: u64 = 8_000_000;

/// The variants that were asked for last.
#[derive(Default)]
pub struct Unlisted(Mutex<Vec<Arc<GameEntry>>>);

impl Unlisted {
    /// One of them, by its names.
    pub fn find(&self, game: &str, variant: &str) -> Option<Arc<GameEntry>> {
        let mut kept = lock(&self.0);
        let is_it =
            |entry: &Arc<GameEntry>| entry.name.game == game && entry.name.variant == variant;
        let place = kept.iter().position(is_it)?;
        // The last are the latest.
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
        let mut kept = lock(&self.0);
        kept.push(Arc::clone(&entry));
        let slots = |entry: &GameEntry| entry.known_estimate().map_or(0, |known| known.slots);
        let mut sum: u64 = kept.iter().map(|entry| slots(entry)).sum();
        let mut count = kept.len();
        kept.retain(|old| {
            let is_too_much = count > MOST || sum > MOST_SLOTS;
            let goes = is_too_much && !Arc::ptr_eq(old, &entry) && !old.is_busy();
            if goes {
                sum -= slots(old);
                count -= 1;
            }
            !goes
        });
        entry
    }

    /// All of them.
    pub fn all(&self) -> Vec<Arc<GameEntry>> {
        lock(&self.0).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_are_kept() {
        let about = hindsight_games::catalogue()[0];
        let unlisted = Unlisted::default();
        for number in 0..100 {
            unlisted.keep(GameEntry::unlisted(about, &number.to_string()));
            assert!(unlisted.find(about.id, "0").is_some(), "it is asked for all the time");
        }
        assert!(unlisted.find(about.id, "99").is_some() && unlisted.find(about.id, "1").is_none());
        assert_eq!(unlisted.all().len(), MOST);
        let again = unlisted.keep(GameEntry::unlisted(about, "99"));
        assert!(Arc::ptr_eq(&again, &unlisted.find(about.id, "99").unwrap()));
    }
}
