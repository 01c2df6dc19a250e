//! Generalised tic-tac-toe: so many marks in a row on a board of any size, under four rules.
//!
//! Loop-free: a tier holds the positions with one number of X and one number of O, and every move
//! leads to a tier with one more of either.
//!
//! # Open questions
//!
//! Authors differ in what they call these games. Misère: who makes a line has lost. Wild: either
//! player puts down either mark, and who completes a line of one mark wins (with misère, loses).
//! Notakto: both players put down X, and who completes a line has lost; on one board, though it is
//! often played on several. A full board without a line is a tie everywhere; in Notakto there is
//! none.

use hindsight_core::bits::lowest;
use hindsight_core::{
    About, AboutVariant, Board, BoardLayout, Button, CountedOrbits, Described, GIVEN, Group,
    MAX_CELLS, Orbits, Part, Picture, Pictured, Placed, Step, TARGETS, Tier, Truth, Turn, Walker,
    Word, ending,
};

use crate::board_art::{BoardArt, piece};
use crate::lines::{Shapes, completed, lines};
use crate::{art, marks, size};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "mnk",
    name: "Generalised Tic-Tac-Toe",
    summary: "Put marks on the cells of a board in turn; make, or avoid, so many in a row.",
    help: "\
The board is empty at first. X moves first. A move puts your mark on an empty cell. So many of your
marks in a row, a column or a diagonal win. A full board without such a line is a tie.

The name of a variant is the size of the board, columns and rows, and how many in a row make a line:
4x3-3 is three in a row on four columns and three rows. Words behind it change the rules. misere: who
makes a line loses. wild: each player may put down X or O, and who completes a line of one mark wins,
or loses with wild-misere. notakto: both players put down X, and who completes a line loses. Any board
of up to 25 cells can be named, though the larger ones cannot be solved.

Positions are written row by row from the top, x, o or '-', then the player to move, :x or :o; in wild
and notakto :f for the first player and :s for the second.
  x-o/-x-/---:o
Moves are the cell that gets the mark, b2; in wild also the mark, b2-x. Columns are a, b, c from the
left, rows 1, 2, 3 from the bottom.",
    variants: &[
        AboutVariant { id: "3x3-3", summary: "three in a row on 3x3" },
        AboutVariant { id: "3x3-3-misere", summary: "three in a row lose" },
        AboutVariant { id: "3x3-3-wild", summary: "both players put down either mark" },
        AboutVariant { id: "3x3-3-wild-misere", summary: "either mark, three in a row lose" },
        AboutVariant { id: "3x3-3-notakto", summary: "both players are X, three in a row lose" },
        AboutVariant { id: "4x3-3", summary: "three in a row on four columns and three rows" },
        AboutVariant { id: "4x4-3", summary: "three in a row on 4x4" },
        AboutVariant { id: "4x4-3-notakto", summary: "both players are X on 4x4" },
        AboutVariant { id: "4x4-4", summary: "four in a row on 4x4" },
        AboutVariant { id: "4x4-4-misere", summary: "four in a row on 4x4 lose" },
        AboutVariant { id: "4x4-4-wild", summary: "four of either mark in a row on 4x4" },
    ],
};

/// As many cells as the marks of one kind can be numbered on quickly.
const MOST_CELLS: usize = 25;
const _: () = assert!(MOST_CELLS <= MAX_CELLS);

/// Who puts down what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marks {
    /// The first player X, the second O.
    Own,
    /// Both players either.
    Wild,
    /// Both players X.
    Crosses,
}

/// The marks: X and O.
pub type Position = Placed;

/// The game.
#[derive(Debug)]
pub struct Mnk {
    cells: usize,
    lines: Shapes,
    marks: Marks,
    misere: bool,
    orbits: CountedOrbits<2>,
    layout: BoardLayout,
}

impl Mnk {
    /// The variant of a name such as those in [`ABOUT`].
    pub fn variant(name: &str) -> Option<Mnk> {
        let mut words = name.split('-');
        let [columns, rows] = size::columns_and_rows(words.next()?)?;
        let in_a_row = size::number(words.next()?, 1..=MOST_CELLS)?;
        let (marks, misere) = match words.collect::<Vec<_>>()[..] {
            [] => (Marks::Own, false),
            ["misere"] => (Marks::Own, true),
            ["wild"] => (Marks::Wild, false),
            ["wild", "misere"] => (Marks::Wild, true),
            ["notakto"] => (Marks::Crosses, true),
            _ => return None,
        };
        let cells = rows.checked_mul(columns).filter(|cells| (1..=MOST_CELLS).contains(cells))?;
        // Without lines there would be no end but a full board.
        if in_a_row > rows.max(columns) {
            return None;
        }
        let group = Group::of_rectangle(rows, columns);
        Some(Mnk {
            cells,
            lines: Shapes::of(lines(rows, columns, in_a_row)),
            marks,
            misere,
            orbits: CountedOrbits::new(&group, cells),
            layout: layout(rows, columns, marks),
        })
    }

    /// Whether a player may put down X, and O.
    fn choices(&self, turn: Turn) -> [bool; 2] {
        match self.marks {
            Marks::Own => turn.of([[true, false], [false, true]]),
            Marks::Wild => [true, true],
            Marks::Crosses => [true, false],
        }
    }

    #[inline(always)]
    fn free<W: Word>(&self, board: Board<W>) -> W {
        !board.taken() & lowest(self.cells).into()
    }
}

impl Described for Mnk {
    type Position = Position;
    type Index = CountedOrbits<2>;

    fn index(&self) -> &CountedOrbits<2> {
        &self.orbits
    }

    fn opening(&self) -> Position {
        Placed::default()
    }

    fn mover(&self, position: Position) -> Turn {
        position.turn()
    }

    fn tier_at(&self, position: Position) -> Tier {
        self.orbits.tier_of([position.first, position.second])
    }

    fn name_of(&self, tier: Tier) -> String {
        self.orbits.name(tier)
    }

    fn pieces(&self, tier: Tier) -> [usize; 2] {
        self.orbits.counts(tier)
    }

    fn given(&self, tier: Tier) -> [u32; GIVEN] {
        let [x, o] = self.choices(Turn::after(self.pieces(tier).iter().sum()));
        [x.into(), o.into(), 0, 0]
    }

    fn targets(&self, tier: Tier) -> [Option<Tier>; TARGETS] {
        let [x, o] = self.pieces(tier);
        let may_put = self.choices(Turn::after(x + o)).map(|may_put| may_put && x + o < self.cells);
        let after = |mark: usize, counts| may_put[mark].then(|| self.orbits.tier(counts));
        [after(0, [x + 1, o]), after(1, [x, o + 1]), None, None]
    }

    fn column(&self) -> Orbits {
        Orbits { symmetries: "the symmetries of the board", turns_apart: true }
    }

    fn board_of(&self, position: Position) -> Board {
        Board::new(position.first, position.second)
    }

    fn position_of(&self, _tier: Tier, board: Board, _turn: Turn) -> Position {
        Placed { first: board.first, second: board.second }
    }

    /// Cell by cell, X before O.
    fn listed_at(&self, step: Step) -> u32 {
        step.to.trailing_zeros()
    }

    #[inline(always)]
    fn ending<W: Word>(&self, given: [W; GIVEN], board: Board<W>) -> W {
        let [x, o] = [board.first, board.second].map(|marks| self.lines.is_one_in(marks));
        // Whether the line is the work of the player who moved last: always after play from the start,
        // but the index has other positions. Where both could have made it, the last to move did.
        let is_first = given[0].is_some();
        let last = match self.marks {
            Marks::Own => is_first & o | !is_first & x,
            Marks::Wild | Marks::Crosses => true.into(),
        };
        let loses = if self.misere { !last } else { last };
        let full = self.free(board).is_empty().choose(ending::TIE.into(), ending::OPEN.into());
        (x | o).choose(loses.choose(ending::LOSE.into(), ending::WIN.into()), full)
    }

    #[inline(always)]
    fn forwards<K: Walker>(&self, walker: &mut K, given: [K::Word; GIVEN], board: Board<K::Word>) {
        marks::put_either(walker, given, board, self.free(board));
    }
}

fn layout(rows: usize, columns: usize, marks: Marks) -> BoardLayout {
    let players = if marks == Marks::Own { ["X", "O"] } else { ["First", "Second"] };
    let chosen = art::token(&art::dot([50.0, 50.0], 30.0, art::EDGE));
    let mut pieces = vec![
        piece('x', "X", art::cross().with_image("notakto/x.svg")),
        piece('o', "O", art::ring().with_image("shifttactoe/o.svg")),
        piece('c', "Chosen cell", chosen.with_image("general/brown_circle.svg")),
    ];
    let mut board_art = BoardArt::cells(rows, columns);
    match marks {
        Marks::Own => pieces.truncate(2),
        Marks::Crosses => pieces.truncate(1),
        // To choose the mark.
        Marks::Wild => board_art = board_art.offering(2),
    }
    let mut layout = board_art.layout(players, pieces, "c");
    layout.scene.slides = false;
    layout
}

impl Pictured for Mnk {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        self.layout.pieces(['x', 'o'], [position.first, position.second], Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        if self.marks == Marks::Own {
            return marks::put_down_in_turn(picture, ['x', 'o'], turn);
        }
        let [first, second] = ['x', 'o'].map(|mark| picture.mask(mark) as u32);
        let position = Placed { first, second };
        if position.turn() != turn {
            return Err(format!("{} marks were not put down in turn", position.count()));
        }
        Ok(position)
    }

    fn deciding(&self, position: Position) -> Vec<Vec<usize>> {
        completed(self.lines.masks(), [position.first, position.second])
    }

    fn clicks(&self, position: Position, chosen: Step) -> Vec<Part> {
        let (cell, is_x) = marks::put(chosen);
        let mark = if is_x { 'x' } else { 'o' };
        if self.marks != Marks::Wild {
            return vec![self.layout.spot(cell, Some(mark))];
        }
        // First the cell, then what is put there.
        let chosen = self.layout.choose(cell, self.show(position).with(cell, 'c'));
        let center = self.cells + usize::from(!is_x);
        vec![chosen, Part::last(mark.to_string(), Button::Spot { center, piece: Some(mark) })]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::{Presentation, Rules, Value};

    fn value(variant: &str, text: &str) -> Option<Value> {
        let game = Mnk::variant(variant).unwrap();
        game.primitive(game.parse_position(text).unwrap())
    }

    #[test]
    fn a_line_is_good_or_bad_for_who_made_it() {
        assert_eq!(value("3x3-3", "xxx/oo-/---:o"), Some(Value::Lose));
        assert_eq!(value("3x3-3-misere", "xxx/oo-/---:o"), Some(Value::Win));
        assert_eq!(value("3x3-3-wild", "xxx/o-o/---:s"), Some(Value::Lose));
        assert_eq!(value("3x3-3-wild", "ooo/---/---:s"), Some(Value::Lose));
        assert_eq!(value("3x3-3-wild-misere", "ooo/---/---:s"), Some(Value::Win));
        assert_eq!(value("3x3-3-notakto", "xxx/---/---:s"), Some(Value::Win));
        assert_eq!(value("3x3-3", "xox/xox/oxo:o"), Some(Value::Tie));
        assert_eq!(value("4x4-4", "xxx-/ooo-/x---/----:o"), None);
    }

    #[test]
    fn positions_that_no_play_leads_to_have_a_value() {
        assert_eq!(value("3x3-3", "xxx/oo-/o--:x"), Some(Value::Win));
        assert_eq!(value("3x3-3-misere", "xxx/oo-/o--:x"), Some(Value::Lose));
        assert_eq!(value("3x3-3", "xxx/ooo/---:x"), Some(Value::Lose));
    }

    #[test]
    fn wild_moves_are_a_cell_and_a_mark() {
        let game = Mnk::variant("3x3-3-wild").unwrap();
        let names = game.move_names(game.start());
        assert_eq!(names.len(), 18);
        assert_eq!(names[..2], ["a3-x", "a3-o"]);
    }

    #[test]
    fn names_and_positions_that_mean_nothing_are_refused() {
        for name in
            ["", "3x3", "3x3-4", "3x3-0", "6x6-4", "3x3-3-tame", "3x3-3-misere-wild", "3x3-03"]
        {
            assert!(Mnk::variant(name).is_none(), "{name}");
        }
        let notakto = Mnk::variant("3x3-3-notakto").unwrap();
        assert!(notakto.parse_position("o--/---/---:s").is_err());
        let wild = Mnk::variant("3x3-3-wild").unwrap();
        assert!(wild.parse_position("o--/---/---:f").is_err());
        assert!(wild.parse_position("o--/---/---:s").is_ok());
    }
}
