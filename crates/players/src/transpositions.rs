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

/// The search that wrote an entry and the entry itself, packed: 16 bits for the number of the search (zero for
/// none), 16 for the best move, 8 for the depth, 1 for whether it is sure, 2 for the bound, and 21 for the score.
#[derive(Clone, Copy)]
struct Packed(u64);

const SCORE_BITS: u32 = 21;
const BOUND_AT: u32 = SCORE_BITS;
const SURE_AT: u32 = BOUND_AT + 2;
const DEPTH_AT: u32 = SURE_AT + 1;
const BEST_AT: u32 = DEPTH_AT + 8;
const SEARCH_AT: u32 = BEST_AT + 16;

impl Packed {
    fn new(search: u16, Entry { score, bound, depth, is_sure, best }: Entry) -> Packed {
        let score = score as u32 & ((1 << SCORE_BITS) - 1);
        Packed(
            u64::from(search) << SEARCH_AT
                | u64::from(best) << BEST_AT
                | u64::from(depth) << DEPTH_AT
                | u64::from(is_sure) << SURE_AT
                | (bound as u64) << BOUND_AT
                | u64::from(score),
        )
    }

    fn entry(self) -> Entry {
        let above_score = u32::BITS - SCORE_BITS;
        Entry {
            score: ((self.0 as u32) << above_score) as i32 >> above_score,
            bound: match self.0 >> BOUND_AT & 3 {
                0 => Bound::Lower,
                1 => Bound::Upper,
                _ => Bound::Exact,
            },
            depth: (self.0 >> DEPTH_AT) as u8,
            is_sure: self.0 >> SURE_AT & 1 != 0,
            best: (self.0 >> BEST_AT) as u16,
        }
    }

    fn search(self) -> u16 {
        (self.0 >> SEARCH_AT) as u16
    }
}

/// A table of what was found out. Two positions may share a place: then what was searched deeper stays,
/// but what an earlier search left behind goes.
pub struct TranspositionTable {
    /// A hash and a [packed](Packed) entry each; both are zero at first, which the system has in store.
    slots: Vec<[u64; 2]>,
    search: u16,
}

impl TranspositionTable {
    /// A table that suits searches of so many positions: 16 bytes for each, between 16 KiB and 64 MiB.
    pub fn for_nodes(nodes: u64) -> TranspositionTable {
        let slots = nodes.clamp(1 << 10, 1 << 22).next_power_of_two();
        TranspositionTable { slots: vec![[0; 2]; slots as usize], search: 0 }
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
    pub fn get(&self, key: u64) -> Option<Entry> {
        let [held, packed] = self.slots[self.place(key)];
        (held == key && Packed(packed).search() != 0).then(|| Packed(packed).entry())
    }

    /// Keeps what was found out about a position.
    pub fn put(&mut self, key: u64, entry: Entry) {
        let (place, search) = (self.place(key), self.search);
        let [held, packed] = &mut self.slots[place];
        let other = Packed(*packed);
        let is_worth_more = |entry: Entry| (entry.is_sure, entry.depth);
        if other.search() != search
            || *held == key
            || is_worth_more(entry) >= is_worth_more(other.entry())
        {
            (*held, *packed) = (key, Packed::new(search, entry).0);
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
        assert_eq!((table.get(5), table.get(other)), (Some(entry(7, 1)), None));
        table.put(5, entry(3, 3));
        assert_eq!(table.get(5), Some(entry(3, 3)), "the same position is always renewed");
        table.begin_search();
        assert_eq!(table.get(5), Some(entry(3, 3)), "what is left behind is still known");
        table.put(other, entry(1, 4));
        assert_eq!((table.get(5), table.get(other)), (None, Some(entry(1, 4))));
    }
    #[test]
    fn entries_are_packed_and_unpacked() {
        for score in [-1_000_001, -1_000_000, -1, 0, 7, 999_999, 1_000_001] {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                for (depth, is_sure, best) in [(0, false, u16::MAX), (255, true, 0), (9, true, 513)]
                {
                    let entry = Entry { score, bound, depth, is_sure, best };
                    let packed = Packed::new(u16::MAX, entry);
                    assert_eq!((packed.search(), packed.entry()), (u16::MAX, entry));
                }
            }
        }
    }
}
