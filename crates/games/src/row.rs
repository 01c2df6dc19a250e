//! A long row of cells, of which some are open: what Kayles and Dawson's chess are played on.

use hindsight_core::{BoardLayout, NOTHING, Picture, Piece};

use crate::board_art::BoardArt;
use crate::size;

/// The longest row.
pub(crate) const LONGEST: usize = 200;
/// The most cells that are drawn side by side before the row turns back.
const BEND: usize = 10;
const WORDS: usize = LONGEST.div_ceil(64);

/// A set of cells of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Cells([u64; WORDS]);

impl Cells {
    /// The first cells of the row.
    pub(crate) fn first(count: usize) -> Cells {
        (0..count).collect()
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Cells::default()
    }

    /// Whether a cell is in the set; any number may be asked about.
    pub(crate) fn has(self, cell: usize) -> bool {
        cell < LONGEST && self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    pub(crate) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Takes a cell out; any number may be asked for.
    pub(crate) fn remove(&mut self, cell: usize) {
        if self.has(cell) {
            self.0[cell / 64] &= !(1 << (cell % 64));
        }
    }

    /// The cells in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        (0..LONGEST).filter(move |&cell| self.has(cell))
    }

    /// Visits the length of every run of cells side by side.
    pub(crate) fn runs(self, mut visit: impl FnMut(usize)) {
        let mut length = 0;
        for cell in 0..=LONGEST {
            if self.has(cell) {
                length += 1;
            } else if length > 0 {
                visit(length);
                length = 0;
            }
        }
    }
}

impl FromIterator<usize> for Cells {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Cells {
        let mut set = Cells::default();
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

/// A row and what it looks like, with one kind of piece.
#[derive(Debug)]
pub(crate) struct Row {
    /// How many cells it has.
    pub(crate) length: usize,
    pub(crate) layout: BoardLayout,
    glyph: char,
}

impl Row {
    /// The row of a variant, or why the name is none.
    pub(crate) fn variant(name: &str, piece: Piece) -> Result<Row, String> {
        let length = size::number(name, 1..=LONGEST)
            .ok_or_else(|| format!("a row is a number up to {LONGEST}"))?;
        Ok(Row { length, glyph: piece.glyph, layout: layout(length, piece) })
    }

    /// The picture with a piece on each of these cells.
    pub(crate) fn show(&self, cells: Cells) -> Picture {
        let glyph = |cell| if cells.has(cell) { self.glyph } else { NOTHING };
        self.layout.picture((0..self.length).map(glyph), Vec::new())
    }

    /// The cells of a picture with a piece.
    pub(crate) fn read(&self, picture: &Picture) -> Cells {
        let glyphs = picture.entities.chars().enumerate();
        glyphs.filter(|(_, glyph)| *glyph == self.glyph).map(|(cell, _)| cell).collect()
    }

    /// A picture drawn with characters, ten to a group and forty to a line, each line behind the number
    /// of its first cell.
    pub(crate) fn draw(&self, picture: &Picture) -> String {
        let mut text = String::new();
        let cells: Vec<char> = picture.entities.chars().collect();
        for (line, cells) in cells.chunks(40).enumerate() {
            let groups: Vec<String> =
                cells.chunks(10).map(|group| group.iter().collect()).collect();
            text += &format!("{:>4}  {}\n", 40 * line + 1, groups.join(" "));
        }
        text
    }
}

/// The row drawn in lines of about the same length, each turning back from the one before, so that
/// neighbours stay side by side.
fn layout(length: usize, piece: Piece) -> BoardLayout {
    let wide = length.div_ceil(length.div_ceil(BEND));
    let center = |cell: usize| {
        let (line, at) = (cell / wide, cell % wide);
        let column = if line.is_multiple_of(2) { at } else { wide - 1 - at };
        [column as f32 + 0.5, line as f32 + 0.5]
    };
    let size = [wide as f32, length.div_ceil(wide) as f32];
    let lines = (1..length).map(|cell| (cell - 1, cell));
    let board_art = BoardArt::places(size, (0..length).map(center).collect(), lines)
        .named((1..=length).map(|cell| cell.to_string()));
    let mut layout = board_art.layout(["First", "Second"], vec![piece], "");
    layout.scene.lines_by_ends = true;
    layout
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn runs_are_what_lies_between_gaps(cells in proptest::collection::vec(any::<bool>(), LONGEST)) {
            let set: Cells = (0..LONGEST).filter(|&cell| cells[cell]).collect();
            let mut runs = Vec::new();
            set.runs(|length| runs.push(length));
            let slow = cells.split(|cell| !cell).map(<[bool]>::len).filter(|&run| run > 0);
            prop_assert_eq!(runs, slow.collect::<Vec<_>>());
            prop_assert_eq!(set.iter().count(), cells.iter().filter(|cell| **cell).count());
        }
    }
}
