//! Toot and Otto: letters are dropped into columns; one player wants to spell TOOT, the other OTTO.
//!
//! Loop-free: a tier holds the positions with so many letters, so many T among them, and so many T that
//! the first player has dropped. Only boards on which no letter hangs in the air have slots, and left
//! and right are the same, since both words are ([`Stacks`]).
//!
//! # Open questions
//!
//! On 6x4 each player has six T and six O, as in Cheung (2023). On other boards each player gets a
//! quarter of the cells of each letter, rounded up, which is the same for 6x4; another number can be
//! named. Both words at once are a tie, as is a full board.

use hindsight_core::{
    About, AboutVariant, Board, BoardLayout, Button, Described, GIVEN, Orbits, Part, Picture,
    Pictured, Stacks, Step, TARGETS, Tier, Truth, Turn, Walker, Word, ending,
};

use crate::board_art::{BoardArt, piece};
use crate::lines::{completed, lines};
use crate::{art, marks, size};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "tootandotto",
    name: "Toot and Otto",
    summary: "Drop the letters T and O into the columns; spell TOOT, or OTTO, before your opponent.",
    help: "\
The board stands upright and is empty at first. One player is called Toot and moves first, the other
Otto. Each has six T and six O. A move drops one of your letters into a column that is not full; it
falls to the lowest free cell. Toot wants TOOT to be read on four cells of a row, a column or a
diagonal, Otto wants OTTO. Whoever's word appears wins, whoever dropped the last letter. Both words at
once are a tie, and so is a full board without a word.

The variants are boards of so many columns and rows. On smaller boards than 6x4 each player has fewer
letters: a quarter as many of each as the board has cells. A number behind the size changes that: 5x4-6
is 5x4 with six of each.

Positions are written row by row from the top, T, O or '-', then the player to move and the letters
that are left: Toot's T and O, Otto's T and O.
  ----/----/----/TO--:t:3,4,4,3
Moves are the cell where a letter comes to rest and the letter: b3-T. Columns are a, b, c from the left,
rows 1, 2, 3 from the bottom.",
    variants: &[
        AboutVariant { id: "4x4", summary: "four columns, four rows, four of each letter" },
        AboutVariant { id: "5x4", summary: "five columns, four rows, five of each letter" },
        AboutVariant {
            id: "6x4",
            summary: "the real game: six columns, six of each letter; takes a long time to solve",
        },
    ],
};

/// The letters, and how many T of the first player are among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    t: u32,
    o: u32,
    first_ts: u8,
}

/// How many letters of each kind there are, and whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counts {
    letters: usize,
    ts: usize,
    first_ts: usize,
}

impl Counts {
    /// The T and O that each player has dropped: the first one's, the second one's.
    fn dropped(self) -> Option<[[usize; 2]; 2]> {
        let player = |letters: usize, ts: usize| Some([ts, letters.checked_sub(ts)?]);
        let first = player(self.letters.div_ceil(2), self.first_ts)?;
        let second = player(self.letters / 2, self.ts.checked_sub(self.first_ts)?)?;
        Some([first, second])
    }

    fn turn(self) -> Turn {
        Turn::after(self.letters)
    }

    fn after(self, is_t: bool) -> Counts {
        let ts = usize::from(is_t);
        let first_ts = self.turn().of([ts, 0]);
        Counts { letters: self.letters + 1, ts: self.ts + ts, first_ts: self.first_ts + first_ts }
    }

    fn tier(self) -> Tier {
        Tier((self.letters << 16 | self.ts << 8 | self.first_ts) as u64)
    }

    fn of(Tier(tier): Tier) -> Counts {
        let part = |shift: u32| (tier >> shift & 0xff) as usize;
        Counts { letters: part(16), ts: part(8), first_ts: part(0) }
    }
}

impl Position {
    fn counts(self) -> Counts {
        Counts {
            letters: (self.t | self.o).count_ones() as usize,
            ts: self.t.count_ones() as usize,
            first_ts: self.first_ts.into(),
        }
    }
}

/// The game.
#[derive(Debug)]
pub struct TootAndOtto {
    cells: usize,
    /// How many of each letter a player has.
    each: usize,
    /// The two ends and the two cells between of every line of four.
    words: Vec<[u32; 2]>,
    stacks: Stacks,
    layout: BoardLayout,
}

impl TootAndOtto {
    /// The variant of a name such as those in [`ABOUT`]: columns and rows, and perhaps how many of each
    /// letter a player has.
    pub fn variant(name: &str) -> Result<TootAndOtto, String> {
        let (size, letters) = match name.split_once('-') {
            Some((size, letters)) => (size, Some(letters)),
            None => (name, None),
        };
        let [columns, rows] = size::stacks(size)?;
        let cells = rows * columns;
        let least = cells.div_ceil(4);
        let each = match letters {
            // With fewer, a player might have none left.
            Some(text) => size::number(text, least..=cells).ok_or_else(|| {
                format!(
                    "each player has from {least} to {cells} of each letter, as in {size}-{least}"
                )
            })?,
            None => least,
        };
        // Along every line the cells' numbers rise.
        let word = |line: u32| {
            let ends = line & line.wrapping_neg() | 1 << line.ilog2();
            [ends, line & !ends]
        };
        Ok(TootAndOtto {
            cells,
            each,
            words: lines(rows, columns, 4).into_iter().map(word).collect(),
            stacks: Stacks::new(rows, columns),
            layout: layout(rows, columns, each as u32),
        })
    }

    /// Whether the letters spell a word with these at the ends and those between.
    #[inline(always)]
    fn spells<W: Word>(&self, at_ends: W, between: W) -> W::Truth {
        self.words.iter().fold(false.into(), |found: W::Truth, &[ends, middle]| {
            found.or(|| at_ends.has(ends.into()) & between.has(middle.into()))
        })
    }

    /// Whether the player to move has a T left, and an O.
    fn left(&self, counts: Counts) -> [bool; 2] {
        let dropped = counts.dropped().map(|players| counts.turn().of(players));
        dropped.map_or([false; 2], |letters| letters.map(|dropped| dropped < self.each))
    }
}

/// What is given behind whether there are T and O left: whether it is Toot's turn.
const TOOT: usize = 2;

impl Described for TootAndOtto {
    type Position = Position;
    type Index = Stacks;

    fn index(&self) -> &Stacks {
        &self.stacks
    }

    fn opening(&self) -> Position {
        Position { t: 0, o: 0, first_ts: 0 }
    }

    fn mover(&self, position: Position) -> Turn {
        position.counts().turn()
    }

    fn tier_at(&self, position: Position) -> Tier {
        position.counts().tier()
    }

    fn name_of(&self, tier: Tier) -> String {
        let Counts { letters, ts, first_ts } = Counts::of(tier);
        format!("{letters}-{first_ts}-{}", ts - first_ts)
    }

    fn pieces(&self, tier: Tier) -> [usize; 2] {
        let Counts { letters, ts, .. } = Counts::of(tier);
        [ts, letters - ts]
    }

    fn given(&self, tier: Tier) -> [u32; GIVEN] {
        let counts = Counts::of(tier);
        let [t, o] = self.left(counts);
        [t, o, counts.turn() == Turn::First, false].map(u32::from)
    }

    fn targets(&self, tier: Tier) -> [Option<Tier>; TARGETS] {
        let counts = Counts::of(tier);
        let left = self.left(counts).map(|left| left && counts.letters < self.cells);
        let after = |letter: usize| left[letter].then(|| counts.after(letter == 0).tier());
        [after(0), after(1), None, None]
    }

    fn column(&self) -> Orbits {
        Orbits { symmetries: "left and right", turns_apart: true }
    }

    fn board_of(&self, position: Position) -> Board {
        Board::new(position.t, position.o)
    }

    fn position_of(&self, tier: Tier, board: Board, _turn: Turn) -> Position {
        Position { t: board.first, o: board.second, first_ts: Counts::of(tier).first_ts as u8 }
    }

    /// Column by column from the left, T before O.
    fn listed_at(&self, step: Step) -> u32 {
        self.stacks.column(step.to.trailing_zeros())
    }

    #[inline(always)]
    fn ending<W: Word>(&self, given: [W; GIVEN], board: Board<W>) -> W {
        let Board { first: t, second: o, .. } = board;
        let [win, lose, tie] = [ending::WIN, ending::LOSE, ending::TIE].map(W::from);
        let (toot, otto) = (self.spells(t, o), self.spells(o, t));
        let is_toot = given[TOOT].is_some();
        let full = self.stacks.drops(t | o).is_empty().choose(tie, ending::OPEN.into());
        let without_toot = otto.choose(is_toot.choose(lose, win), full);
        toot.choose(otto.choose(tie, is_toot.choose(win, lose)), without_toot)
    }

    #[inline(always)]
    fn forwards<K: Walker>(&self, walker: &mut K, given: [K::Word; GIVEN], board: Board<K::Word>) {
        marks::put_either(walker, given, board, self.stacks.drops(board.taken()));
    }
}

fn layout(rows: usize, columns: usize, each: u32) -> BoardLayout {
    let tile = |letter: &str| {
        art::token(&format!("{}{letter}", art::disc([50.0, 50.0], 49.0, "#f6ecd8", art::EDGE)))
    };
    let t = tile(&art::strokes(
        [([30.0, 28.0], [70.0, 28.0]), ([50.0, 28.0], [50.0, 74.0])],
        art::FIRST,
        12.0,
    ));
    let o = tile(&art::circle([50.0, 50.0], 22.0, art::SECOND, 12.0));
    let mut layout = BoardArt::holes(rows, columns)
        .counting([("Toot's T", each), ("Toot's O", each), ("Otto's T", each), ("Otto's O", each)])
        .layout(
            ["Toot", "Otto"],
            vec![
                piece('T', "T", t.with_image("tootandotto/T.svg")),
                piece('O', "O", o.with_image("tootandotto/O.svg")),
            ],
            "",
        );
    let scene = &mut layout.scene;
    // Two letters to click in each cell where one can come to rest.
    let cells = scene.centers[..rows * columns].to_vec();
    scene.centers.extend(cells.iter().flat_map(|[x, y]| [[x - 0.22, *y], [x + 0.22, *y]]));
    scene.slides = false;
    layout
}

impl Pictured for TootAndOtto {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        // What the index can hold has been dropped by someone.
        let dropped = position.counts().dropped().unwrap_or_default();
        let left =
            dropped.into_iter().flatten().map(|dropped| self.each.saturating_sub(dropped) as u32);
        self.layout.pieces(['T', 'O'], [position.t, position.o], left.collect())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let [t, o] = ['T', 'O'].map(|letter| picture.mask(letter) as u32);
        if !self.stacks.is_stacked(t | o) {
            return Err("a letter hangs in the air".to_owned());
        }
        let dropped: Vec<usize> =
            picture.counters.iter().map(|&left| self.each.saturating_sub(left as usize)).collect();
        let first_ts = dropped.first().copied().unwrap_or_default() as u8;
        let position = Position { t, o, first_ts };
        if position.counts().turn() != turn {
            return Err("Toot begins and they take turns".to_owned());
        }
        match position.counts().dropped() {
            Some(players) if players.as_flattened() == dropped => Ok(position),
            _ => Err("the letters left do not fit those on the board".to_owned()),
        }
    }

    fn deciding(&self, position: Position) -> Vec<Vec<usize>> {
        let letters = [position.t, position.o].map(u32::from);
        let is_word = |[ends, middle]: &[u32; 2]| {
            let spells =
                |at_ends: u32, between: u32| at_ends & ends == *ends && between & middle == *middle;
            spells(letters[0], letters[1]) || spells(letters[1], letters[0])
        };
        let words =
            self.words.iter().filter(|word| is_word(word)).map(|[ends, middle]| ends | middle);
        completed(words, [letters[0] | letters[1]])
    }

    fn clicks(&self, _position: Position, chosen: Step) -> Vec<Part> {
        let (cell, is_t) = marks::put(chosen);
        let text = if is_t { 'T' } else { 'O' };
        let counters = self.layout.scene.counters.len();
        let center = self.cells + counters + 2 * cell + usize::from(!is_t);
        let name = format!("{}-{text}", self.layout.name(cell));
        vec![Part::last(name, Button::Text { center, text })]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::{Presentation, Rules, Value};

    fn game() -> TootAndOtto {
        TootAndOtto::variant("4x4").unwrap()
    }

    #[test]
    fn words_win_for_their_owner_whoever_drops_the_last_letter() {
        let game = game();
        let value = |text: &str| game.primitive(game.parse_position(text).unwrap());
        assert_eq!(value("----/----/----/TOOT:t:3,3,3,3"), Some(Value::Win));
        assert_eq!(value("----/----/T---/TOOT:o:2,3,3,3"), Some(Value::Lose));
        assert_eq!(value("----/----/----/OTTO:t:3,3,3,3"), Some(Value::Lose));
        assert_eq!(value("O---/T---/T---/OTT-:t:2,3,2,3"), Some(Value::Lose));
        assert_eq!(value("----/----/TOOT/OTTO:t:2,2,2,2"), Some(Value::Tie));
        assert_eq!(value("----/----/----/TTOO:t:3,3,3,3"), None);
    }

    #[test]
    fn letters_run_out() {
        let game = game();
        let position = game.parse_position("----/--T-/--T-/TTTT:t:0,4,2,3");
        assert!(position.is_err(), "Toot has dropped three letters, not four");
        let position = game.parse_position("----/T---/TOTO/OTTT:o:0,3,2,4");
        assert!(position.is_err(), "four and two T are six, and there are seven");
        let text = "----/TO--/TOTO/OTTT:t:0,3,1,3";
        let position = game.parse_position(text);
        assert!(position.is_err(), "{text}: {position:?}");
        let position = game.parse_position("----/OO--/TOTO/TTTT:t:0,3,2,1");
        let position = position.unwrap_or_else(|error| panic!("{error}"));
        let names = game.move_names(position);
        assert_eq!(names, ["a4-O", "b4-O", "c3-O", "d3-O"]);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let game = game();
        for text in [
            "T---/----/----/----:o:3,4,4,4",
            "----/----/----/T---:t:3,4,4,4",
            "----/----/----/T---:o:4,4,4,4",
            "----/----/----/T---:o:3,4,4",
            "----/----/----/T---:o:3,4,4,5",
        ] {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
        for name in ["4", "4x4-", "4x4-3", "4x4-17", "4x4-04", "7x6", "0x0"] {
            assert!(TootAndOtto::variant(name).is_err(), "{name}");
        }
        assert_eq!(TootAndOtto::variant("6x4").map(|game| game.each), Ok(6));
        assert_eq!(TootAndOtto::variant("4x4-6").map(|game| game.each), Ok(6));
    }
}
