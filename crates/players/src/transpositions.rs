//! What a search has found out, by position, in a table of fixed size.

/// Which side of a position's true score a stored one lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The score for the player to move.
    pub score: i32,
    /// Which side of it the true score is on.
    pub bound: Bound,
    /// The plies that were searched.
    pub depth: u8,
    /// Whether every line ended, so that searching deeper would change nothing.
    pub is_sure: bool,
    /// The place of the best move among the moves.
    pub best: u16,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    entry: Entry,
    /// The search that wrote it; zero for none.
    search: u32,
}

/// A table of what was found out. Two positions may share a place: then what was searched deeper stays,
/// but what an earlier search left behind goes.
pub struct TranspositionTable {
    slots: Vec<Slot>,
    search: u32,
}

const EMPTY: Slot = Slot {
    key: 0,
    entry: Entry { score: 0, bound: Bound::Exact, depth: 0, is_sure: false, best: 0 },
    search: 0,
};

impl TranspositionTable {
    /// A table that suits searches of so many positions: 24 bytes for each, between 24 KiB and 96 MiB.
    pub fn for_nodes(nodes: u64) -> TranspositionTable {
        let slots = nodes.clamp(1 << 10, 1 << 22).next_power_of_two();
        TranspositionTable { slots: vec![EMPTY; slots as usize], search: 0 }
    }

    /// Notes that another search begins.
    pub fn begin_search(&mut self) {
        self.search = self.search.wrapping_add(1).max(1);
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    /// What is known about a position, by its hash. Of two positions with the same 64 bits one would be
    /// taken for the other, which in a search of a billion positions happens once in decades.
    pub fn get(&self, key: u64) -> Option<&Entry> {
        let slot = &self.slots[self.place(key)];
        (slot.key == key && slot.search != 0).then_some(&slot.entry)
    }

    /// Keeps what was found out about a position.
    pub fn put(&mut self, key: u64, entry: Entry) {
        let (place, search) = (self.place(key), self.search);
        let slot = &mut self.slots[place];
        let is_worth_more = |entry: &Entry| (entry.is_sure, entry.depth);
        if slot.search != search
            || slot.key == key
            || is_worth_more(&entry) >= is_worth_more(&slot.entry)
        {
            *slot = Slot { key, entry, search };
        }
    }
}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TranspositionTable")
            .field("slots", &self.slots.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, score: i32) -> Entry {
        Entry { score, bound: Bound::Exact, depth, is_sure: false, best: 0 }
    }

    #[test]
    fn deep_results_stay_until_the_next_search() {
        let mut table = TranspositionTable::for_nodes(1);
        let other = 5 + (1 << 10);
        table.begin_search();
        assert_eq!(table.get(0), None, "an empty slot is about no position");
        table.put(5, entry(7, 1));
        table.put(other, entry(6, 2));
        assert_eq!((table.get(5), table.get(other)), (Some(&entry(7, 1)), None));
        table.put(5, entry(3, 3));
        assert_eq!(table.get(5), Some(&entry(3, 3)), "the same position is always renewed");
        table.begin_search();
        assert_eq!(table.get(5), Some(&entry(3, 3)), "what is left behind is still known");
        table.put(other, entry(1, 4));
        assert_eq!((table.get(5), table.get(other)), (None, Some(&entry(1, 4))));
    }
}
