//! Words for many boards at a time: one number where all boards agree, and otherwise a form.
//!
//! A form says how a word follows from a list with a number for each board: some of its bits are kept,
//! some are turned along, some toggled. What moves do to masks mostly stays a form, which costs next to
//! nothing until a board's own word is asked for; what does not is worked out for all boards at once.

use std::cell::RefCell;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::word::{Truth, Word};

/// Lists have a length that is a multiple of this, so that they are worked on in whole vectors.
const TOGETHER: usize = 8;

/// The lists of a walk over many boards, all of one length. Those that are not needed any more are
/// given back together, the last ones first.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    numbers: RefCell<Numbers>,
}

#[derive(Debug, Default)]
struct Numbers {
    /// One list behind the other.
    all: Vec<u32>,
    /// The length of a list.
    length: usize,
    used: usize,
}

impl Lists {
    /// Forgets all lists; those that come now are for so many boards.
    pub(crate) fn start(&self, boards: usize) {
        let mut numbers = self.numbers.borrow_mut();
        numbers.length = boards.next_multiple_of(TOGETHER);
        numbers.used = 0;
    }

    /// A list of given numbers, and zeros behind them.
    pub(crate) fn keep(&self, values: &[u32]) -> Many<'_> {
        let mut numbers = self.numbers.borrow_mut();
        let place = numbers.room();
        let (list, rest) = numbers.all[place..][..values.len().next_multiple_of(TOGETHER)]
            .split_at_mut(values.len());
        list.copy_from_slice(values);
        rest.fill(0);
        Many::Form(Form { lists: self, list: place, kept: !0, turned: 0, by: 0, toggled: 0 })
    }

    /// A list that has a form's words changed, for some boards; what it has for others means nothing.
    #[inline(always)]
    pub(crate) fn change(
        &self,
        form: Form<'_>,
        boards: impl Iterator<Item = usize>,
        change: impl Fn(u32) -> u32,
    ) -> Many<'_> {
        let mut numbers = self.numbers.borrow_mut();
        let list = numbers.room();
        let (before, new) = numbers.all.split_at_mut(list);
        let mut kept = 0;
        for board in boards {
            let changed = change(form.at(before[form.list + board]));
            new[board] = changed;
            kept |= changed;
        }
        Many::Form(Form { lists: self, list, kept, turned: 0, by: 0, toggled: 0 })
    }

    /// What is in use, to come back to.
    pub(crate) fn mark(&self) -> usize {
        self.numbers.borrow().used
    }

    /// Gives back all lists since a mark.
    pub(crate) fn release(&self, mark: usize) {
        self.numbers.borrow_mut().used = mark;
    }

    /// Works on a list.
    #[inline(always)]
    pub(crate) fn with<T>(&self, place: usize, act: impl FnOnce(&[u32]) -> T) -> T {
        let numbers = self.numbers.borrow();
        act(&numbers.all[place..place + numbers.length])
    }

    /// A list made from two forms.
    #[inline(always)]
    fn merge(&self, a: Form<'_>, b: Form<'_>, merge: impl Fn(u32, u32) -> u32) -> Form<'_> {
        let mut numbers = self.numbers.borrow_mut();
        let list = numbers.room();
        let length = numbers.length;
        let (before, new) = numbers.all.split_at_mut(list);
        let (of_a, _) = before[a.list..a.list + length].as_chunks::<TOGETHER>();
        let (of_b, _) = before[b.list..b.list + length].as_chunks::<TOGETHER>();
        let (new, _) = new[..length].as_chunks_mut::<TOGETHER>();
        let mut union = [0; TOGETHER];
        for ((new, of_a), of_b) in new.iter_mut().zip(of_a).zip(of_b) {
            for i in 0..TOGETHER {
                new[i] = merge(a.at(of_a[i]), b.at(of_b[i]));
                union[i] |= new[i];
            }
        }
        // No other bits are set: loops over bits need not look for them.
        let kept = union.iter().fold(0, |union, bits| union | bits);
        Form { lists: self, list, kept, turned: 0, by: 0, toggled: 0 }
    }
}

impl Numbers {
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

/// How a word follows from a number `n` of a list: `(n & kept) ^ rotate_right(n & turned, by) ^ toggled`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form<'a> {
    lists: &'a Lists,
    pub(crate) list: usize,
    kept: u32,
    turned: u32,
    by: u32,
    toggled: u32,
}

impl<'a> Form<'a> {
    /// The word, given the number of the list.
    #[inline(always)]
    pub(crate) fn at(self, number: u32) -> u32 {
        number & self.kept ^ (number & self.turned).rotate_right(self.by) ^ self.toggled
    }

    /// Whether it is of the list that was kept first.
    #[inline(always)]
    pub(crate) fn is_of_first_list(self) -> bool {
        self.list == 0
    }

    /// Whether nothing is turned: then the word is `(n & kept) ^ toggled`.
    #[inline(always)]
    pub(crate) fn is_straight(self) -> bool {
        self.turned == 0
    }

    /// The word of a straight form.
    #[inline(always)]
    pub(crate) fn straight_at(self, number: u32) -> u32 {
        number & self.kept ^ self.toggled
    }

    /// The bits that can be set.
    #[inline(always)]
    pub(crate) fn possible(self) -> u32 {
        self.kept | self.turned.rotate_right(self.by) | self.toggled
    }

    #[inline(always)]
    fn and(self, mask: u32) -> Form<'a> {
        Form {
            kept: self.kept & mask,
            turned: self.turned & mask.rotate_left(self.by),
            toggled: self.toggled & mask,
            ..self
        }
    }

    #[inline(always)]
    fn xor(self, mask: u32) -> Form<'a> {
        Form { toggled: self.toggled ^ mask, ..self }
    }

    /// The form turned, if it stays one.
    #[inline(always)]
    fn turn(self, by: u32) -> Option<Form<'a>> {
        let toggled = self.toggled.rotate_right(by);
        if self.turned == 0 {
            Some(Form { kept: 0, turned: self.kept, by, toggled, ..self })
        } else {
            let by = (self.by + by) % 32;
            (self.kept == 0).then_some(Form { by, toggled, ..self })
        }
    }

    /// What two straight forms of one list become by an operation on single bits: a bit is then the
    /// list's own, its opposite, or the same for all.
    #[inline(always)]
    fn combined(self, other: Form<'a>, operation: impl Fn(u32, u32) -> u32) -> Form<'a> {
        let unset = operation(self.toggled, other.toggled);
        let set = operation(self.kept ^ self.toggled, other.kept ^ other.toggled);
        Form { kept: set ^ unset, toggled: unset, ..self }
    }

    /// Two forms of one list without a bit in common, together, if that is a form.
    #[inline(always)]
    fn joined(self, other: Form<'a>) -> Option<Form<'a>> {
        let turns = self.turned != 0 && other.turned != 0 && self.by != other.by;
        (self.list == other.list && self.possible() & other.possible() == 0 && !turns).then(|| {
            Form {
                kept: self.kept | other.kept,
                turned: self.turned | other.turned,
                by: if self.turned == 0 { other.by } else { self.by },
                toggled: self.toggled | other.toggled,
                ..self
            }
        })
    }
}

/// A word for each of many boards.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Many<'a> {
    /// The same for all.
    One(u32),
    /// Different ones.
    Form(Form<'a>),
}

impl From<u32> for Many<'_> {
    #[inline(always)]
    fn from(number: u32) -> Self {
        Many::One(number)
    }
}

impl<'a> Many<'a> {
    /// Works something out for all boards.
    #[inline(always)]
    fn merge(self, other: Many<'a>, merge: impl Fn(u32, u32) -> u32) -> Many<'a> {
        Many::Form(match (self, other) {
            (Many::One(a), Many::One(b)) => return Many::One(merge(a, b)),
            (Many::Form(a), Many::One(b)) => a.lists.merge(a, a, |a, _| merge(a, b)),
            (Many::One(a), Many::Form(b)) => b.lists.merge(b, b, |b, _| merge(a, b)),
            (Many::Form(a), Many::Form(b)) => a.lists.merge(a, b, merge),
        })
    }

    /// As [`Many::merge`], for an operation on single bits.
    #[inline(always)]
    fn bits(self, other: Many<'a>, operation: impl Fn(u32, u32) -> u32) -> Many<'a> {
        match (self, other) {
            (Many::Form(a), Many::Form(b))
                if a.list == b.list && a.is_straight() && b.is_straight() =>
            {
                Many::Form(a.combined(b, operation))
            }
            _ => self.merge(other, operation),
        }
    }
}

impl<'a> BitAnd for Many<'a> {
    type Output = Many<'a>;

    #[inline(always)]
    fn bitand(self, other: Many<'a>) -> Many<'a> {
        match (self, other) {
            (Many::Form(form), Many::One(mask)) | (Many::One(mask), Many::Form(form)) => {
                Many::Form(form.and(mask))
            }
            _ => self.bits(other, |a, b| a & b),
        }
    }
}

impl<'a> BitOr for Many<'a> {
    type Output = Many<'a>;

    #[inline(always)]
    fn bitor(self, other: Many<'a>) -> Many<'a> {
        match (self, other) {
            (Many::Form(form), Many::One(mask)) | (Many::One(mask), Many::Form(form)) => {
                Many::Form(form.and(!mask).xor(mask))
            }
            (Many::Form(a), Many::Form(b)) if let Some(joined) = a.joined(b) => Many::Form(joined),
            _ => self.bits(other, |a, b| a | b),
        }
    }
}

impl<'a> BitXor for Many<'a> {
    type Output = Many<'a>;

    #[inline(always)]
    fn bitxor(self, other: Many<'a>) -> Many<'a> {
        match (self, other) {
            (Many::Form(form), Many::One(mask)) | (Many::One(mask), Many::Form(form)) => {
                Many::Form(form.xor(mask))
            }
            (Many::Form(a), Many::Form(b)) if let Some(joined) = a.joined(b) => Many::Form(joined),
            _ => self.bits(other, |a, b| a ^ b),
        }
    }
}

impl<'a> Not for Many<'a> {
    type Output = Many<'a>;

    #[inline(always)]
    fn not(self) -> Many<'a> {
        match self {
            Many::One(number) => Many::One(!number),
            Many::Form(form) => Many::Form(form.xor(!0)),
        }
    }
}

impl<'a> Shl for Many<'a> {
    type Output = Many<'a>;

    #[inline(always)]
    fn shl(self, by: Many<'a>) -> Many<'a> {
        match by {
            Many::One(0) => self,
            Many::One(by) => (self & Many::One(!0 >> by)).rotate_right(Many::One(32 - by)),
            Many::Form(_) => self.merge(by, |number, by| number << by),
        }
    }
}

impl<'a> Shr for Many<'a> {
    type Output = Many<'a>;

    #[inline(always)]
    fn shr(self, by: Many<'a>) -> Many<'a> {
        match by {
            Many::One(by) => (self & Many::One(!0 << by)).rotate_right(Many::One(by)),
            Many::Form(_) => self.merge(by, |number, by| number >> by),
        }
    }
}

impl<'a> Add for Many<'a> {
    type Output = Many<'a>;

    fn add(self, other: Many<'a>) -> Many<'a> {
        self.merge(other, u32::wrapping_add)
    }
}

impl<'a> Word for Many<'a> {
    type Truth = Which<'a>;

    #[inline(always)]
    fn rotate_right(self, by: Many<'a>) -> Many<'a> {
        match (self, by) {
            (Many::Form(form), Many::One(by)) if let Some(turned) = form.turn(by) => {
                Many::Form(turned)
            }
            _ => self.merge(by, |number, by| number.rotate_right(by & 31)),
        }
    }

    fn reverse_bits(self) -> Many<'a> {
        self.merge(self, |number, _| number.reverse_bits())
    }

    fn count_ones(self) -> Many<'a> {
        self.merge(self, |number, _| number.count_ones())
    }

    fn number(self) -> Many<'a> {
        self.merge(self, |number, _| number.trailing_zeros())
    }

    #[inline(always)]
    fn equals(self, other: Many<'a>) -> Which<'a> {
        Which { nonzero: self ^ other, opposite: true }
    }

    fn lowest(self) -> Many<'a> {
        self.merge(self, |number, _| number & number.wrapping_neg())
    }
}

/// For which of many boards something is true: where a word is not zero, or, said the other way round,
/// where it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Which<'a> {
    pub(crate) nonzero: Many<'a>,
    pub(crate) opposite: bool,
}

impl<'a> Which<'a> {
    /// All bits for the boards for which it is true, none for the others.
    fn mask(self) -> Many<'a> {
        let opposite = self.opposite;
        self.nonzero.merge(self.nonzero, |word, _| if (word != 0) != opposite { !0 } else { 0 })
    }
}

impl From<bool> for Which<'_> {
    #[inline(always)]
    fn from(all: bool) -> Self {
        Which { nonzero: Many::One(all.into()), opposite: false }
    }
}

impl<'a> BitAnd for Which<'a> {
    type Output = Which<'a>;

    fn bitand(self, other: Which<'a>) -> Which<'a> {
        Which { nonzero: self.mask() & other.mask(), opposite: false }
    }
}

impl<'a> BitOr for Which<'a> {
    type Output = Which<'a>;

    fn bitor(self, other: Which<'a>) -> Which<'a> {
        Which { nonzero: self.mask() | other.mask(), opposite: false }
    }
}

impl<'a> Not for Which<'a> {
    type Output = Which<'a>;

    #[inline(always)]
    fn not(self) -> Which<'a> {
        Which { opposite: !self.opposite, ..self }
    }
}

impl<'a> Truth<Many<'a>> for Which<'a> {
    #[inline(always)]
    fn choose(self, yes: Many<'a>, no: Many<'a>) -> Many<'a> {
        match self.nonzero {
            Many::One(word) => {
                if (word != 0) != self.opposite {
                    yes
                } else {
                    no
                }
            }
            Many::Form(_) => {
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
        let lists = Lists::default();
        let boards = 19;
        lists.start(boards);
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
        for found in [
            all(lists.keep(&a), lists.keep(&b)),
            all(lists.keep(&a), Many::One(b[3])),
            all(Many::One(a[3]), lists.keep(&b)),
        ] {
            for (operation, found) in found.into_iter().enumerate() {
                let at = |i: usize| match found {
                    Many::One(number) => number,
                    Many::Form(form) => lists.with(form.list, |list| form.at(list[i])),
                };
                // Board 3 is the same in all three.
                assert_eq!(at(3), all(a[3], b[3])[operation], "operation {operation}");
            }
        }
        for (operation, found) in all(lists.keep(&a), lists.keep(&b)).into_iter().enumerate() {
            let Many::Form(form) = found else { panic!("lists give lists") };
            let expected: Vec<u32> = (0..boards).map(|i| all(a[i], b[i])[operation]).collect();
            let words = |list: &[u32]| list[..boards].iter().map(|&n| form.at(n)).collect();
            assert_eq!(lists.with::<Vec<u32>>(form.list, words), expected, "{operation}");
        }
    }

    #[test]
    fn what_is_given_back_is_used_again() {
        let lists = Lists::default();
        lists.start(5);
        let mark = lists.mark();
        let Many::Form(first) = lists.keep(&[1; 5]) else { panic!("a list") };
        lists.release(mark);
        let Many::Form(second) = lists.keep(&[2; 5]) else { panic!("a list") };
        assert_eq!(first.list, second.list);
    }
}
