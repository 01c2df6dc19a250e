//! Finding the slots of many boards, of which most share their pivot with others.

use super::{ClassWord, OrbitIndex, OrbitSlot};

/// Pivots that are remembered.
const REMEMBERED: usize = 64;
/// Spreads pivots over the places where they are remembered (Knuth's multiplicative hashing).
const SPREAD: u32 = 0x9e37_79b1;

/// Locates boards one by one and remembers what followed from the pivots of those before: the slots
/// that a solver asks about stand side by side and share a kind of pieces, and so do the boards that
/// their moves lead to.
#[derive(Debug)]
pub struct Locator<'a> {
    index: &'a OrbitIndex<2>,
    /// The last one.
    last: Pivot,
    remembered: [Pivot; REMEMBERED],
}

/// What follows from the tag and the cells of a pivot.
#[derive(Clone, Copy, Debug)]
struct Pivot {
    /// The cells, and the tag above them.
    key: u32,
    /// The word of the table of subsets.
    word: ClassWord,
    /// The cells that the representative leaves free.
    free: u32,
}

impl<'a> Locator<'a> {
    /// A locator that remembers nothing yet.
    pub fn new(index: &'a OrbitIndex<2>) -> Locator<'a> {
        // No board has all cells and the last tag.
        let nothing = Pivot { key: u32::MAX, word: ClassWord(0), free: 0 };
        Locator { index, last: nothing, remembered: [nothing; REMEMBERED] }
    }

    /// The slot of a board with a tag.
    #[inline(always)]
    pub fn locate(&mut self, tag: u32, mut masks: [u32; 2]) -> OrbitSlot {
        let index = self.index;
        index.pivot_first(&mut masks);
        let [pivot, other] = masks;
        let key = pivot | tag << index.subsets.action.cells.cells();
        if self.last.key != key {
            self.recall(key, tag, pivot);
        }
        let Pivot { word, free, .. } = self.last;
        let class = word.class();
        let image = index.subsets.action.cells.of(word.symmetry()).apply(other);
        let (mut image, mut stabiliser) = (image, 1);
        if word.is_stabilised() {
            let least;
            // The pivot of a representative is not asked for.
            (least, stabiliser) = index.least_image(class, [0, image]);
            image = least[1];
        }
        let slot = class as u64 * index.others.count() + index.others.rank_on(free, &[image]);
        OrbitSlot { slot, stabiliser }
    }

    /// Makes a pivot the last one.
    #[inline(always)]
    fn recall(&mut self, key: u32, tag: u32, pivot: u32) {
        let place = key.wrapping_mul(SPREAD) >> (32 - REMEMBERED.ilog2());
        let known = &mut self.remembered[place as usize];
        if known.key != key {
            let index = self.index;
            let rank = index.subsets.action.rank.rank(pivot) as usize;
            let word = index.classes.words[tag as usize * index.classes.subsets + rank];
            let word = ClassWord(word);
            let free = index.cells & !index.classes.representatives[word.class()];
            *known = Pivot { key, word, free };
        }
        self.last = *known;
    }
}
