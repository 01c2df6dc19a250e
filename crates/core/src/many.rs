//! Words for many boards at a time.
//!
//! Every word is a form: it says how the word of a board follows from a number that the board has in a
//! list. Some bits of the number are kept, some are turned along, some toggled; where none is kept or
//! turned, the word is the same for all boards. What moves do to masks mostly stays a form, which costs
//! next to nothing until a board's own word is asked for. What does not is worked out for all boards at
//! once and becomes a list.

use std::cell::RefCell;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::lanes::{LANES, Lanes};
use crate::walker::Pointwise;
use crate::word::{Truth, Word};

thread_local! {
    /// The lists of the walks of this thread: words are plain numbers, and their operators must find
    /// them.
    static LISTS: RefCell<Lists> = const { RefCell::new(Lists::new()) };
}

/// Lists of numbers, one for each board, and some more to make their length a multiple of [`LANES`].
/// Those that are not needed any more are given back together, the last ones first; so a walk may begin
/// within another.
#[derive(Debug)]
pub(crate) struct Lists {
    /// One list behind the other.
    all: Vec<u32>,
    /// The length of a list.
    length: usize,
    used: usize,
}

/// What a walk within another comes back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outer {
    length: usize,
    used: usize,
}

impl Lists {
    const fn new() -> Lists {
        Lists { all: Vec::new(), length: 0, used: 0 }
    }

    /// Begins a walk over so many boards with a list of theirs.
    pub(crate) fn begin(values: &[u32]) -> (Many, Outer) {
        LISTS.with_borrow_mut(|lists| {
            let outer = Outer { length: lists.length, used: lists.used };
            lists.length = values.len().next_multiple_of(LANES);
            let list = lists.room();
            let (own, rest) = lists.all[list..list + lists.length].split_at_mut(values.len());
            own.copy_from_slice(values);
            rest.fill(0);
            (Many { list: list as u32, kept: !0, turned: 0, by: 0, toggled: 0 }, outer)
        })
    }

    /// Ends the walk.
    pub(crate) fn end(outer: Outer) {
        LISTS.with_borrow_mut(|lists| (lists.length, lists.used) = (outer.length, outer.used));
    }

    /// What is in use, to come back to.
    #[inline(always)]
    pub(crate) fn mark() -> usize {
        LISTS.with_borrow(|lists| lists.used)
    }

    /// Gives back all lists since a mark.
    #[inline(always)]
    pub(crate) fn release(mark: usize) {
        LISTS.with_borrow_mut(|lists| lists.used = mark);
    }

    /// Works on the list of a word.
    #[inline(always)]
    pub(crate) fn with<T>(word: Many, act: impl FnOnce(&[u32]) -> T) -> T {
        LISTS.with_borrow(|lists| {
            let list = word.list as usize;
            act(&lists.all[list..list + lists.length])
        })
    }

    /// A list of what comes of the words of all boards.
    #[inline(always)]
    pub(crate) fn change(word: Many, function: &impl Pointwise) -> Many {
        word.merge(word, |word, _| function.of(word))
    }

    /// A list made from two words.
    #[inline(always)]
    fn merge(&mut self, a: Many, b: Many, merge: impl Fn(Lanes, Lanes) -> Lanes) -> Many {
        let list = self.room();
        let length = self.length;
        let (before, new) = self.all.split_at_mut(list);
        let numbers = |word: Many| {
            // What is the same for all boards has no list, and needs none.
            let list = if word.is_one() { 0 } else { word.list as usize };
            before[list..list + length].as_chunks::<LANES>().0
        };
        let (new, _) = new[..length].as_chunks_mut::<LANES>();
        let mut union = Lanes::from(0);
        for ((new, of_a), of_b) in new.iter_mut().zip(numbers(a)).zip(numbers(b)) {
            let merged = merge(a.at(Lanes(*of_a)), b.at(Lanes(*of_b)));
            *new = merged.0;
            union = union | merged;
        }
        // No other bits are set: loops over bits need not look for them.
        let kept = union.union();
        Many { list: list as u32, kept, turned: 0, by: 0, toggled: 0 }
    }

    /// Makes room for a list.
    fn room(&mut self) -> usize {
        let place = self.used;
        self.used += self.length;
        if self.all.len() < self.used {
            self.all.resize(2 * self.used, 0);
        }
        place
    }
}

/// A word for each of many boards: `(n & kept) ^ rotate_right(n & turned, by) ^ toggled`, where `n` is
/// the board's number in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Many {
    pub(crate) list: u32,
    kept: u32,
    turned: u32,
    by: u32,
    toggled: u32,
}

impl From<u32> for Many {
    #[inline(always)]
    fn from(number: u32) -> Many {
        Many { list: 0, kept: 0, turned: 0, by: 0, toggled: number }
    }
}

impl Many {
    /// The word, if it is the same for all boards.
    #[inline(always)]
    pub(crate) fn one(self) -> Option<u32> {
        self.is_one().then_some(self.toggled)
    }

    #[inline(always)]
    fn is_one(self) -> bool {
        self.kept | self.turned == 0
    }

    /// The word of a board, given its number in the list.
    #[inline(always)]
    pub(crate) fn at<W: Word>(self, number: W) -> W {
        let turned = (number & self.turned.into()).rotate_right(self.by.into());
        number & self.kept.into() ^ turned ^ self.toggled.into()
    }

    /// The word without what is toggled, and that.
    #[inline(always)]
    pub(crate) fn untoggled(self) -> (Many, u32) {
        (Many { toggled: 0, ..self }, self.toggled)
    }

    /// Whether nothing is turned: then the word is `(n & kept) ^ toggled`.
    #[inline(always)]
    pub(crate) fn is_straight(self) -> bool {
        self.turned == 0
    }

    /// Whether a straight word has some bit set, given the number in the list.
    #[inline(always)]
    pub(crate) fn straight_is_some(self, number: u32) -> bool {
        number & self.kept != self.toggled
    }

    /// The bits that can be set.
    #[inline(always)]
    pub(crate) fn possible(self) -> u32 {
        self.kept | self.turned.rotate_right(self.by) | self.toggled
    }

    #[inline(always)]
    fn and(self, mask: u32) -> Many {
        Many {
            kept: self.kept & mask,
            turned: self.turned & mask.rotate_left(self.by),
            toggled: self.toggled & mask,
            ..self
        }
    }

    #[inline(always)]
    fn xor(self, mask: u32) -> Many {
        Many { toggled: self.toggled ^ mask, ..self }
    }

    /// Works something out for all boards.
    fn merge(self, other: Many, merge: impl Fn(Lanes, Lanes) -> Lanes) -> Many {
        if self.is_one() && other.is_one() {
            return Many::from(merge(self.toggled.into(), other.toggled.into()).0[0]);
        }
        LISTS.with_borrow_mut(|lists| lists.merge(self, other, merge))
    }

    /// The same for an operation on single bits. Where each bit of two words comes from one and the same
    /// bit of one list, or is the same for all boards, the outcome is a form again.
    #[inline(always)]
    fn bits(self, other: Many, operation: impl Fn(Lanes, Lanes) -> Lanes) -> Many {
        let turned = self.turned.rotate_right(self.by);
        let other_turned = other.turned.rotate_right(other.by);
        let turns_alike = self.turned == 0 || other.turned == 0 || self.by == other.by;
        let has_one_source = self.kept & other_turned | turned & other.kept == 0 && turns_alike;
        if self.list != other.list || !has_one_source {
            return self.merge(other, operation);
        }
        let by = if self.turned == 0 { other.by } else { self.by };
        let of_one = |a: u32, b: u32| operation(a.into(), b.into()).0[0];
        let unset = of_one(self.toggled, other.toggled);
        let set = of_one(
            (self.kept | turned) ^ self.toggled,
            (other.kept | other_turned) ^ other.toggled,
        );
        let varies = set ^ unset;
        Many {
            list: self.list,
            kept: varies & (self.kept | other.kept),
            turned: (varies & (turned | other_turned)).rotate_left(by),
            by,
            toggled: unset,
        }
    }
}

impl BitAnd for Many {
    type Output = Many;

    #[inline(always)]
    fn bitand(self, other: Many) -> Many {
        if other.is_one() {
            self.and(other.toggled)
        } else if self.is_one() {
            other.and(self.toggled)
        } else {
            self.bits(other, |a, b| a & b)
        }
    }
}

impl BitOr for Many {
    type Output = Many;

    #[inline(always)]
    fn bitor(self, other: Many) -> Many {
        if other.is_one() {
            self.and(!other.toggled).xor(other.toggled)
        } else if self.is_one() {
            other.and(!self.toggled).xor(self.toggled)
        } else {
            self.bits(other, |a, b| a | b)
        }
    }
}

impl BitXor for Many {
    type Output = Many;

    #[inline(always)]
    fn bitxor(self, other: Many) -> Many {
        if other.is_one() {
            self.xor(other.toggled)
        } else if self.is_one() {
            other.xor(self.toggled)
        } else {
            self.bits(other, |a, b| a ^ b)
        }
    }
}

impl Not for Many {
    type Output = Many;

    #[inline(always)]
    fn not(self) -> Many {
        self.xor(!0)
    }
}

impl Shl for Many {
    type Output = Many;

    #[inline(always)]
    fn shl(self, by: Many) -> Many {
        match by.one() {
            Some(by) => self.and(!0 >> by).rotate_right(Many::from((32 - by) % 32)),
            None => self.merge(by, |number, by| number << by),
        }
    }
}

impl Shr for Many {
    type Output = Many;

    #[inline(always)]
    fn shr(self, by: Many) -> Many {
        match by.one() {
            Some(by) => self.and(!0 << by).rotate_right(Many::from(by)),
            None => self.merge(by, |number, by| number >> by),
        }
    }
}

impl Add for Many {
    type Output = Many;

    fn add(self, other: Many) -> Many {
        self.merge(other, |a, b| a + b)
    }
}

impl Word for Many {
    type Truth = Which;

    #[inline(always)]
    fn rotate_right(self, by: Many) -> Many {
        let slow = |number: Lanes, by: Lanes| number.rotate_right(by);
        let Some(by) = by.one() else { return self.merge(by, slow) };
        if by == 0 {
            return self;
        }
        let toggled = self.toggled.rotate_right(by);
        if self.turned == 0 {
            Many { kept: 0, turned: self.kept, by, toggled, ..self }
        } else if self.kept == 0 {
            Many { by: (self.by + by) % 32, toggled, ..self }
        } else {
            self.merge(Many::from(by), slow)
        }
    }

    fn row<const N: usize>(self, rows: &[[u32; N]]) -> [Many; N] {
        let number = self.one().expect("rows are asked for by the tag");
        rows[number as usize].map(Many::from)
    }

    fn reverse_bits(self) -> Many {
        self.merge(self, |number, _| number.reverse_bits())
    }

    fn count_ones(self) -> Many {
        self.merge(self, |number, _| number.count_ones())
    }

    fn number(self) -> Many {
        self.merge(self, |number, _| number.number())
    }

    #[inline(always)]
    fn equals(self, other: Many) -> Which {
        Which { nonzero: self ^ other, opposite: true }
    }

    fn lowest(self) -> Many {
        self.merge(self, |number, _| number.lowest())
    }
}

/// For which of many boards something is true: where a word is not zero, or, said the other way round,
/// where it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Which {
    pub(crate) nonzero: Many,
    pub(crate) opposite: bool,
}

impl Which {
    /// The answer, if it is the same for all boards.
    #[inline(always)]
    pub(crate) fn one(self) -> Option<bool> {
        self.nonzero.one().map(|word| self.holds(word))
    }

    /// Whether it is true for a board with a word.
    #[inline(always)]
    pub(crate) fn holds(self, word: u32) -> bool {
        (word != 0) != self.opposite
    }

    /// All bits for the boards for which it is true, none for the others.
    fn mask(self) -> Many {
        let (yes, no) = if self.opposite { (0, !0) } else { (!0, 0) };
        self.nonzero.merge(self.nonzero, |word, _| word.is_some().choose(yes.into(), no.into()))
    }
}

impl From<bool> for Which {
    #[inline(always)]
    fn from(all: bool) -> Which {
        Which { nonzero: Many::from(u32::from(all)), opposite: false }
    }
}

impl BitAnd for Which {
    type Output = Which;

    fn bitand(self, other: Which) -> Which {
        Which { nonzero: self.mask() & other.mask(), opposite: false }
    }
}

impl BitOr for Which {
    type Output = Which;

    fn bitor(self, other: Which) -> Which {
        Which { nonzero: self.mask() | other.mask(), opposite: false }
    }
}

impl Not for Which {
    type Output = Which;

    #[inline(always)]
    fn not(self) -> Which {
        Which { opposite: !self.opposite, ..self }
    }
}

impl Truth<Many> for Which {
    #[inline(always)]
    fn choose(self, yes: Many, no: Many) -> Many {
        match self.one() {
            Some(true) => yes,
            Some(false) => no,
            None => {
                let mask = self.mask();
                mask & yes | !mask & no
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on lists does what it does on numbers.
    #[test]
    fn lists_are_worked_on_number_by_number() {
        let boards = 19;
        let number = |i: usize, seed: u32| (i as u32 + seed).wrapping_mul(0x9e37_79b9) >> 3;
        let values = |seed| (0..boards).map(|i| number(i, seed)).collect::<Vec<u32>>();
        fn all<W: Word>(a: W, b: W) -> Vec<W> {
            let by = b & W::from(31);
            let is_less = (a & W::from(1)).is_empty() & !(b & W::from(2)).is_some();
            vec![
                a & b,
                a | b,
                a ^ b,
                !a,
                a << by,
                a >> by,
                a + b,
                a.rotate_right(by),
                a.reverse_bits(),
                a.count_ones(),
                a.lowest(),
                a.number(),
                a.equals(b).choose(a, b),
                is_less.choose(a, b),
                a.has(b & a).choose(a, b),
                a.has_one_of(&[3, 12]).choose(a, b),
                W::from(7) & a,
                b + W::from(9),
            ]
        }
        let (a, b) = (values(1), values(5));
        let (of_a, outer) = Lists::begin(&a);
        let of_b = of_a.merge(of_a, |numbers, _| {
            let place = |number| a.iter().position(|&known| known == number);
            Lanes(numbers.0.map(|number| place(number).map_or(0, |place| b[place])))
        });
        let pairs = [(of_a, of_b), (of_a, Many::from(b[3])), (Many::from(a[3]), of_b)];
        for (pair, (first, second)) in pairs.into_iter().enumerate() {
            for (operation, found) in all(first, second).into_iter().enumerate() {
                for i in 0..boards {
                    let expected = all(
                        if pair == 2 { a[3] } else { a[i] },
                        if pair == 1 { b[3] } else { b[i] },
                    );
                    let word =
                        found.one().unwrap_or_else(|| Lists::with(found, |l| found.at(l[i])));
                    assert_eq!(word, expected[operation], "operation {operation} of {pair}");
                    assert_eq!(word & !found.possible(), 0);
                }
            }
        }
        Lists::end(outer);
    }

    #[test]
    fn a_walk_within_another_leaves_its_lists_alone() {
        let (first, outer) = Lists::begin(&[1, 2, 3]);
        let changed = first + Many::from(1);
        let (second, inner) = Lists::begin(&[7; 40]);
        let _ = second + second;
        Lists::end(inner);
        let again = first + Many::from(2);
        assert_eq!(Lists::with(changed, |list| list[..3].to_vec()), [2, 3, 4]);
        assert_eq!(Lists::with(again, |list| list[..3].to_vec()), [3, 4, 5]);
        Lists::end(outer);
    }
}
