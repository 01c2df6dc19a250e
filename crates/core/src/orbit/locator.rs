//! Finding the slots of many boards, of which most share their pivot with others.

use super::{Class, ClassWord, OrbitIndex, OrbitSlot};

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
    last: Last<'a>,
    remembered: [Pivot; REMEMBERED],
}

/// The last pivot.
#[derive(Clone, Copy, Debug)]
struct Last<'a> {
    key: u32,
    class: Class<'a, 2>,
}

/// What follows from the tag and the cells of a pivot.
#[derive(Clone, Copy, Debug)]
struct Pivot {
    /// The cells, and the tag above them.
    key: u32,
    /// The word of the table of subsets.
    word: ClassWord,
}

impl<'a> Locator<'a> {
    /// A locator that remembers nothing yet.
    pub fn new(index: &'a OrbitIndex<2>) -> Locator<'a> {
        // No board has all cells and the last tag.
        let nothing = Pivot { key: u32::MAX, word: ClassWord(0) };
        let last = Last { key: nothing.key, class: index.class(nothing.word) };
        Locator { index, last, remembered: [nothing; REMEMBERED] }
    }

    /// The slot of a board with a tag.
    #[inline(always)]
    pub fn locate(&mut self, tag: u32, mut masks: [u32; 2]) -> OrbitSlot {
        self.index.pivot_first(&mut masks);
        self.class_of(tag, masks[0]).locate(masks)
    }

    /// The slots of some boards, of which most share tag and pivot.
    #[inline(always)]
    pub fn locate_each(
        &mut self,
        boards: impl Iterator<Item = (u32, [u32; 2])>,
        visit: impl FnMut(OrbitSlot),
    ) {
        if self.index.pivot == 0 {
            self.locate_by_pivot(boards, visit);
        } else {
            let turned = boards.map(|(tag, [first, second])| (tag, [second, first]));
            self.locate_by_pivot(turned, visit);
        }
    }

    /// The same for masks with the pivot first.
    #[inline(always)]
    fn locate_by_pivot(
        &mut self,
        mut boards: impl Iterator<Item = (u32, [u32; 2])>,
        mut visit: impl FnMut(OrbitSlot),
    ) {
        let mut board = boards.next();
        // Two loops, so that the compiler sees where all boards share the pivot, and asks only once.
        while let Some((tag, [pivot, mut other])) = board {
            let class = self.class_of(tag, pivot);
            loop {
                visit(class.locate([pivot, other]));
                board = boards.next();
                match board {
                    Some((same_tag, [same, next])) if same_tag == tag && same == pivot => {
                        other = next;
                    }
                    _ => break,
                }
            }
        }
    }

    /// What follows from a tag and the cells of a pivot.
    #[inline(always)]
    fn class_of(&mut self, tag: u32, pivot: u32) -> Class<'a, 2> {
        let key = pivot | tag << self.index.subsets.action.cells.cells();
        if self.last.key != key {
            self.last = Last { key, class: self.recall(key, tag, pivot) };
        }
        self.last.class
    }

    #[inline(always)]
    fn recall(&mut self, key: u32, tag: u32, pivot: u32) -> Class<'a, 2> {
        let place = key.wrapping_mul(SPREAD) >> (32 - REMEMBERED.ilog2());
        let known = &mut self.remembered[place as usize];
        if known.key != key {
            *known = Pivot { key, word: self.index.word_of(tag as usize, pivot) };
        }
        self.index.class(known.word)
    }
}
