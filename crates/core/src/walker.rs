//! Moves written once.
//!
//! A game describes its moves in one function that is generic over a [`Walker`]: for each of these
//! stones, for each of these steps, when the point is free, arrive at this board. What that means is up
//! to the walker. One makes the moves of a position; one finds the slots that the moves of many
//! positions lead to; one prints the text of a GPU's kernel, in which loops become loops and words
//! become variables. So a description calls every function that it is given as often as the walker
//! likes, which for the printer is once, and must not decide anything but through the walker.
//!
//! Tables of constants (steps, lines, neighbours) are plain Rust values. A loop of Rust's own over them
//! is unrolled in the kernel; [`Walker::each_row`] stays a loop there.

use crate::word::Word;

/// A position as indexes and GPUs see it: two kinds of pieces, and a tag that symmetries move along,
/// such as the place of a frame. Mostly the first kind are the pieces of the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board<W = u32> {
    /// The cells of the first kind.
    pub first: W,
    /// The cells of the second kind.
    pub second: W,
    /// The tag; 0 in games that have none.
    pub tag: W,
}

impl<W: Word> Board<W> {
    /// A board without a tag.
    #[inline(always)]
    pub fn new(first: W, second: W) -> Board<W> {
        Board { first, second, tag: W::from(0) }
    }

    /// The cells of all pieces.
    #[inline(always)]
    pub fn taken(self) -> W {
        self.first | self.second
    }
}

/// A move as people see it: masks of the cells that a piece leaves and enters, and of what is captured.
/// What a game does not need is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Step<W = u32> {
    /// The cell that is left.
    pub from: W,
    /// The cell that is entered.
    pub to: W,
    /// The cell of what is captured, or whatever else tells moves apart.
    pub over: W,
}

impl<W: Word> Step<W> {
    /// A piece that comes to a cell.
    #[inline(always)]
    pub fn onto(to: W) -> Step<W> {
        Step { from: W::from(0), to, over: W::from(0) }
    }

    /// A piece that goes from a cell to another.
    #[inline(always)]
    pub fn going(from: W, to: W) -> Step<W> {
        Step { from, to, over: W::from(0) }
    }

    /// The same, capturing.
    #[inline(always)]
    pub fn over(self, over: W) -> Step<W> {
        Step { over, ..self }
    }
}

/// Rows of constants for each cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowsByCell<const N: usize> {
    rows: Vec<[u32; N]>,
    /// By cell: the first row, and one behind the last.
    ranges: Vec<[u32; 2]>,
}

impl<const N: usize> RowsByCell<N> {
    /// The rows of each cell, in order.
    pub fn new(by_cell: impl IntoIterator<Item = Vec<[u32; N]>>) -> RowsByCell<N> {
        let mut table = RowsByCell { rows: Vec::new(), ranges: Vec::new() };
        for rows in by_cell {
            let begin = table.rows.len() as u32;
            table.rows.extend(rows);
            table.ranges.push([begin, table.rows.len() as u32]);
        }
        table
    }

    /// All rows, cell by cell.
    pub fn rows(&self) -> &[[u32; N]] {
        &self.rows
    }

    /// By cell: the first row, and one behind the last.
    pub fn ranges(&self) -> &[[u32; 2]] {
        &self.ranges
    }

    /// The rows of a cell.
    #[inline(always)]
    pub fn at(&self, cell: usize) -> &[[u32; N]] {
        let [begin, end] = self.ranges[cell];
        &self.rows[begin as usize..end as usize]
    }
}

/// Something that is worked out from a word, board by board.
pub trait Pointwise {
    /// What comes of a word.
    fn of<W: Word>(&self, word: W) -> W;
}

/// Something that follows a description of moves.
pub trait Walker: Sized {
    /// What it computes with.
    type Word: Word;

    /// Takes the bits of a mask one by one, the lowest first.
    fn each_bit(&mut self, mask: Self::Word, body: impl FnMut(&mut Self, Self::Word));

    /// Takes the rows of a table one by one.
    fn each_row<const N: usize>(
        &mut self,
        rows: &[[u32; N]],
        body: impl FnMut(&mut Self, [Self::Word; N]),
    );

    /// Takes the rows of a cell, which is given as a mask of one bit.
    fn each_row_at<const N: usize>(
        &mut self,
        rows: &RowsByCell<N>,
        cell: Self::Word,
        body: impl FnMut(&mut Self, [Self::Word; N]),
    );

    /// What comes of a word: worth saying like this where it takes many operations, because walkers
    /// remember it. A description works out one function only.
    #[inline(always)]
    fn work_out(&mut self, function: &impl Pointwise, word: Self::Word) -> Self::Word {
        function.of(word)
    }

    /// Tells that something will be [worked out](Walker::work_out) for most boards: a walker that follows
    /// many does it for all of them together, before they go separate ways.
    #[inline(always)]
    fn foresee(&mut self, _function: &impl Pointwise, _word: Self::Word) {}

    /// Goes on only when a condition holds.
    fn when(&mut self, condition: TruthOf<Self>, body: impl FnOnce(&mut Self)) {
        self.either(condition, body, |_| ());
    }

    /// Goes on in one of two ways.
    fn either(
        &mut self,
        condition: TruthOf<Self>,
        yes: impl FnOnce(&mut Self),
        no: impl FnOnce(&mut Self),
    );

    /// Goes on with a condition that is the same for all whom it concerns. A walker that follows many
    /// boards together goes on with those for which it holds, and then with the others.
    #[inline(always)]
    fn assort(&mut self, condition: TruthOf<Self>, mut body: impl FnMut(&mut Self, TruthOf<Self>)) {
        body(self, condition);
    }

    /// A move: the number of the tier that it leads to among those that the game says a tier leads to,
    /// how people see it, and the board after it, which is not asked for where moves are only counted.
    /// No more than one in the body of a loop, outside of further loops.
    fn arrive(
        &mut self,
        target: Self::Word,
        step: Step<Self::Word>,
        board: impl FnOnce() -> Board<Self::Word>,
    );

    /// A move for each row of a cell, all to one tier.
    #[inline(always)]
    fn arrive_rows_at<const N: usize>(
        &mut self,
        rows: &RowsByCell<N>,
        cell: Self::Word,
        target: Self::Word,
        mut arrival: impl FnMut([Self::Word; N]) -> (Step<Self::Word>, Board<Self::Word>),
    ) {
        self.each_row_at(rows, cell, |walker, row| {
            let (step, board) = arrival(row);
            walker.arrive(target, step, || board);
        });
    }

    /// A move for each bit of a mask, all to one tier.
    #[inline(always)]
    fn arrive_each(
        &mut self,
        mask: Self::Word,
        target: Self::Word,
        mut arrival: impl FnMut(Self::Word) -> (Step<Self::Word>, Board<Self::Word>),
    ) {
        self.each_bit(mask, |walker, bit| {
            let (step, board) = arrival(bit);
            walker.arrive(target, step, || board);
        });
    }

    /// A move for each of some pieces to each of some cells, all to one tier. A pair changes what its
    /// piece and its cell change, exclusive-or one another.
    #[inline(always)]
    fn arrive_pairs(
        &mut self,
        pieces: Self::Word,
        cells: Self::Word,
        target: Self::Word,
        mut arrival: impl FnMut(Self::Word, Self::Word) -> (Step<Self::Word>, Board<Self::Word>),
    ) {
        self.each_bit(pieces, |walker, piece| {
            walker.arrive_each(cells, target, |cell| arrival(piece, cell));
        });
    }

    /// A move for each bit of a mask, but that the bits of a second mask go another way.
    #[inline(always)]
    fn arrive_each_but(
        &mut self,
        mask: Self::Word,
        other: Self::Word,
        target: Self::Word,
        mut arrival: impl FnMut(Self::Word) -> (Step<Self::Word>, Board<Self::Word>),
        mut other_way: impl FnMut(&mut Self, Self::Word),
    ) {
        self.each_bit(mask, |walker, bit| {
            walker.either(
                (bit & other).is_some(),
                |walker| other_way(walker, bit),
                |walker| {
                    let (step, board) = arrival(bit);
                    walker.arrive(target, step, || board);
                },
            );
        });
    }
}

/// What a comparison of a walker's words gives.
pub type TruthOf<K> = <<K as Walker>::Word as Word>::Truth;

/// Follows a description with real masks and hands over every move.
#[derive(Debug)]
pub struct Moves<V> {
    visit: V,
}

impl<V: FnMut(usize, Step, Board)> Moves<V> {
    /// Hands the number of the target, the step and the board to a function.
    pub fn new(visit: V) -> Moves<V> {
        Moves { visit }
    }
}

/// The loops over real masks, which all walkers over them share.
macro_rules! plain_loops {
    () => {
        type Word = u32;

        #[inline(always)]
        fn each_bit(&mut self, mut mask: u32, mut body: impl FnMut(&mut Self, u32)) {
            while mask != 0 {
                let bit = mask & mask.wrapping_neg();
                mask ^= bit;
                body(self, bit);
            }
        }

        #[inline(always)]
        fn each_row<const N: usize>(
            &mut self,
            rows: &[[u32; N]],
            mut body: impl FnMut(&mut Self, [u32; N]),
        ) {
            for row in rows {
                body(self, *row);
            }
        }

        #[inline(always)]
        fn each_row_at<const N: usize>(
            &mut self,
            rows: &$crate::walker::RowsByCell<N>,
            cell: u32,
            body: impl FnMut(&mut Self, [u32; N]),
        ) {
            self.each_row(rows.at(cell.trailing_zeros() as usize), body);
        }

        #[inline(always)]
        fn either(
            &mut self,
            condition: bool,
            yes: impl FnOnce(&mut Self),
            no: impl FnOnce(&mut Self),
        ) {
            if condition { yes(self) } else { no(self) }
        }
    };
}
pub(crate) use plain_loops;

impl<V: FnMut(usize, Step, Board)> Walker for Moves<V> {
    plain_loops!();

    #[inline(always)]
    fn arrive(&mut self, target: u32, step: Step, board: impl FnOnce() -> Board) {
        (self.visit)(target as usize, step, board());
    }
}
