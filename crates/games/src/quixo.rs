//! Quixo: slide a cube in from the edge, make a line.
//!
//! Loopy, folded by side to move. A position is seen by the player to move: *mine* and *theirs*.
//! Tiers are (blank, mine, theirs); blanks never come back, so the unit of a tier is the tier and
//! its mirror (blank, theirs, mine).

mod scene;

use hindsight_core::notation::{draw_grid, push_square_name};
use hindsight_core::{
    About, AboutVariant, Board, CountedOrbits, Described, Evaluation, Extras, GIVEN, Group,
    NotationError, Part, Picture, Presentation, RowsByCell, Scene, Sides, Stage, Step, TARGETS,
    Tier, Truth, Turn, Walker, Way, Word, ending,
};

use crate::lines::{completed, lines};
use crate::marks;

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "quixo",
    name: "Quixo",
    summary: "Take a cube from the edge, turn it to your mark and slide it back in; make a line.",
    help: "\
The board is full of cubes, all blank at first. X moves first. A move takes a cube from the edge
that is blank or shows your own mark, turns it to your mark, and pushes it back in at an end of the
row or the column it was taken from, so that the cubes between move up; it may not go back to where
it was. A line of your mark wins. If a move makes lines of both marks, the player who made the move
loses; a move that completes only the opponent's line loses too.

On the square boards a line is a full row, column or diagonal. 4x5 means 4 rows and 5 columns (5x4, with
the columns first, is the same board), and
a line is four in a row: a full column, or four adjacent cells of a row or of a diagonal.

Positions are written row by row from the top, '-' blank, X and O, and whose turn it is:
  ----/----/----/----:x
Moves are the cell taken and the cell where the cube goes in: a4-d4. Columns are a, b, c... from the
left, rows 1, 2, 3... from the bottom.",
    variants: &[
        AboutVariant { id: "5x5", summary: "five in a row on 5x5, the game as sold" },
        AboutVariant { id: "4x4", summary: "four in a row on 4x4" },
        AboutVariant { id: "3x3", summary: "three in a row on 3x3" },
        AboutVariant { id: "2x2", summary: "two in a row on 2x2" },
        AboutVariant { id: "4x5", summary: "four in a row on 4 rows and 5 columns" },
    ],
};

/// The cubes that show a mark.
pub type Position = Sides;

/// A line to complete: the cells where it can start, and the shifts that, each combined with what
/// came of those before, leave a bit where a run of marks long enough starts.
#[derive(Clone, Copy, Debug)]
struct Direction {
    starts: u32,
    shifts: [u32; 3],
}

/// The game on a board of some size.
#[derive(Debug)]
pub struct Quixo {
    rows: usize,
    columns: usize,
    /// The cells where cubes are taken.
    edge: u32,
    /// By the cell where a cube is taken: the cells between and at both ends; the rotation to the right
    /// that moves a bit one step towards the gap; and the cell where the cube goes in.
    taking: RowsByCell<3>,
    /// The same slides undone, by the cell where the cube went in.
    putting: RowsByCell<3>,
    directions: [Direction; 4],
    /// All lines that win.
    lines: Vec<u32>,
    orbits: CountedOrbits<2>,
}

/// Where moves lead.
const BLANK: u32 = 0;
const OWN: u32 = 1;

impl Quixo {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<Quixo> {
        Some(match name {
            "5x5" => Quixo::new(5, 5, 5),
            "4x4" => Quixo::new(4, 4, 4),
            "3x3" => Quixo::new(3, 3, 3),
            "2x2" => Quixo::new(2, 2, 2),
            "4x5" => Quixo::new(4, 5, 4),
            _ => return None,
        })
    }

    fn new(rows: usize, columns: usize, in_a_row: usize) -> Quixo {
        let cells = rows * columns;
        let slides = slides(rows, columns);
        let by_cell = |undone: bool| {
            RowsByCell::new((0..cells).map(|cell| {
                let slides = slides.iter().map(|&(from, to, line, by)| match undone {
                    false => (from, [line, by, 1 << to]),
                    true => (to, [line, (32 - by) % 32, 1 << from]),
                });
                slides.filter(|(end, _)| *end == cell).map(|(_, row)| row).collect()
            }))
        };
        Quixo {
            rows,
            columns,
            edge: slides.iter().fold(0, |edge, (from, ..)| edge | 1 << from),
            taking: by_cell(false),
            putting: by_cell(true),
            directions: directions(rows, columns, in_a_row),
            lines: lines(rows, columns, in_a_row),
            orbits: CountedOrbits::new(&Group::of_rectangle(rows, columns), cells),
        }
    }

    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    #[inline(always)]
    fn has_line<W: Word>(&self, marks: W) -> W::Truth {
        let found = self.directions.iter().map(|direction| {
            let longer = |runs: W, shift: &u32| runs & runs >> W::from(*shift);
            direction.shifts.iter().fold(marks, longer) & W::from(direction.starts)
        });
        found.fold(W::from(0), |found, runs| found | runs).is_some()
    }
}

/// The more of a line is one's own, the better: marks count by the square of how many share a line.
impl Evaluation<Position> for Quixo {
    fn evaluate(&self, position: Position) -> i32 {
        let square = |marks: u32| (marks.count_ones() as i32).pow(2);
        let worth = |line: &u32| square(position.mine & line) - square(position.theirs & line);
        self.lines.iter().map(worth).sum()
    }
}

/// Every slide: the cells where a cube is taken and put, the cells between and at both ends, and the
/// rotation to the right that moves a bit one step towards the gap.
fn slides(rows: usize, columns: usize) -> Vec<(usize, usize, u32, u32)> {
    let mut slides = Vec::new();
    for from in 0..rows * columns {
        let (row, column) = (from / columns, from % columns);
        if (1..rows - 1).contains(&row) && (1..columns - 1).contains(&column) {
            continue;
        }
        for (to_row, to_column) in [(row, 0), (row, columns - 1), (0, column), (rows - 1, column)] {
            let to = to_row * columns + to_column;
            if from == to {
                continue;
            }
            let step = if to_row == row { 1 } else { columns };
            let line = (from.min(to)..=from.max(to)).step_by(step);
            let by = if to > from { step as u32 } else { 32 - step as u32 };
            slides.push((from, to, line.fold(0, |line, cell| line | 1 << cell), by));
        }
    }
    slides
}

/// A mask after the cube at one end of a line was taken out and the others moved up.
#[inline(always)]
fn slid<W: Word>(marks: W, line: W, taken: W, by: W) -> W {
    marks & !line | (marks & (line & !taken)).rotate_right(by)
}

/// Right, down, down right and down left, each with the cells where a line can start.
fn directions(rows: usize, columns: usize, in_a_row: usize) -> [Direction; 4] {
    [(0, 1), (1, 0), (1, 1), (1, -1)].map(|(down, right): (isize, isize)| {
        let fits = |start: isize, step: isize, size: usize| {
            (0..size as isize).contains(&(start + step * (in_a_row as isize - 1)))
        };
        let starts = (0..rows * columns)
            .filter(|cell| {
                fits((cell / columns) as isize, down, rows)
                    && fits((cell % columns) as isize, right, columns)
            })
            .fold(0, |starts, cell| starts | 1 << cell);
        let step = (down * columns as isize + right) as u32;
        let shifts = match in_a_row {
            2 => [1, 0, 0],
            3 => [1, 1, 0],
            4 => [1, 2, 0],
            5 => [1, 2, 1],
            _ => unreachable!("no variant has lines of {in_a_row}"),
        };
        Direction { starts, shifts: shifts.map(|cells| cells * step) }
    })
}

impl Described for Quixo {
    type Position = Position;
    type Index = CountedOrbits<2>;

    fn index(&self) -> &CountedOrbits<2> {
        &self.orbits
    }

    fn opening(&self) -> Position {
        Sides::new([0; 2], Turn::First)
    }

    fn mover(&self, position: Position) -> Turn {
        position.turn
    }

    fn besides(&self) -> Extras<'_, Position> {
        Extras { evaluation: Some(self), ..Extras::default() }
    }

    #[inline(always)]
    fn tier_at(&self, position: Position) -> Tier {
        self.orbits.tier_of([position.mine, position.theirs])
    }

    fn name_of(&self, tier: Tier) -> String {
        let [mine, theirs] = self.pieces(tier);
        format!("{}-{mine}-{theirs}", self.cells() - mine - theirs)
    }

    fn pieces(&self, tier: Tier) -> [usize; 2] {
        self.orbits.counts(tier)
    }

    fn targets(&self, tier: Tier) -> [Option<Tier>; TARGETS] {
        let [mine, theirs] = self.pieces(tier);
        let blank = (mine + theirs < self.cells()).then(|| self.orbits.tier([theirs, mine + 1]));
        let own = (mine > 0).then(|| self.orbits.tier([theirs, mine]));
        [blank, own, None, None]
    }

    fn most_inside(&self, _tier: Tier) -> u32 {
        self.taking.rows().len() as u32
    }

    /// A slide moves cubes of both players.
    fn changed_kind(&self, _tier: Tier, _way: Way) -> Option<usize> {
        None
    }

    #[inline(always)]
    fn board_of(&self, position: Position) -> Board {
        Board::new(position.mine, position.theirs)
    }

    #[inline(always)]
    fn position_of(&self, _tier: Tier, board: Board, turn: Turn) -> Position {
        Sides { mine: board.first, theirs: board.second, turn }
    }

    #[inline(always)]
    fn ending<W: Word>(&self, _given: [W; GIVEN], board: Board<W>) -> W {
        // A line of the player to move was made by the opponent: alone, or beside a line of their
        // own. Both lose.
        let lost = self.has_line(board.second).choose(ending::LOSE.into(), ending::OPEN.into());
        self.has_line(board.first).choose(ending::WIN.into(), lost)
    }

    #[inline(always)]
    fn forwards<K: Walker>(&self, walker: &mut K, _given: [K::Word; GIVEN], board: Board<K::Word>) {
        walker.each_bit(!board.second & self.edge.into(), |walker, from| {
            walker.assort((board.first & from).is_some(), |walker, is_own| {
                let target = is_own.choose(OWN.into(), BLANK.into());
                walker.arrive_rows_at(&self.taking, from, target, |[line, by, to]| {
                    let slid = |marks| slid(marks, line, from, by);
                    let board = Board::new(slid(board.second), slid(board.first) | to);
                    (Step::going(from, to), board)
                });
            });
        });
    }

    /// Only slides of the mover's own cube stay inside a unit: a blank taken never comes back. A player
    /// without marks can only take blanks: no way back to the tier before.
    #[inline(always)]
    fn backwards<K: Walker>(
        &self,
        walker: &mut K,
        _given: [K::Word; GIVEN],
        board: Board<K::Word>,
    ) {
        let moved = board.first.is_some().choose(board.second & self.edge.into(), 0.into());
        walker.each_bit(moved, |walker, to| {
            walker.arrive_rows_at(&self.putting, to, OWN.into(), |[line, by, from]| {
                let slid = |marks| slid(marks, line, to, by);
                let board = Board::new(slid(board.second) | from, slid(board.first));
                (Step::going(from, to), board)
            });
        });
    }
}

impl Presentation for Quixo {
    fn write_position(&self, position: Position) -> String {
        marks::write_with_turn(position.by_player(), position.turn, self.rows, self.columns)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let (marks, turn) = marks::parse_with_turn(text, self.rows, self.columns)?;
        Ok(Sides::new(marks, turn))
    }

    fn write_move(&self, _position: Position, chosen: Step) -> String {
        let mut text = String::with_capacity(5);
        for (start, cell) in [("", chosen.from), ("-", chosen.to)] {
            text.push_str(start);
            push_square_name(&mut text, cell.trailing_zeros() as usize, self.rows, self.columns);
        }
        text
    }

    fn board(&self, position: Position) -> String {
        draw_grid(self.columns, &marks::symbols(position.by_player(), self.cells()))
    }

    fn scene(&self) -> Option<Scene> {
        Some(scene::scene(self))
    }

    fn picture(&self, position: Position) -> Picture {
        scene::picture(self, position)
    }

    fn decided_by(&self, position: Position) -> Vec<Vec<usize>> {
        completed(self.lines.iter().copied(), position.by_player())
    }

    fn parts(&self, position: Position, chosen: Step) -> Vec<Part> {
        scene::parts(self, position, chosen)
    }

    fn stages(&self, position: Position, picture: &Picture, moves: &[Step]) -> Vec<Stage> {
        scene::stages(self, position, picture, moves)
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<Position, NotationError> {
        Ok(Sides::new(scene::masks(self, picture), turn))
    }
}

#[cfg(test)]
mod tests {
    use hindsight_core::{Rules, Value};

    use super::*;

    fn moves(game: &Quixo, text: &str) -> Vec<String> {
        let position = game.parse_position(text).unwrap();
        let mut moves = Vec::new();
        game.moves(position, |chosen| moves.push(game.write_move(position, chosen)));
        moves
    }

    fn value(text: &str) -> Option<Value> {
        let game = Quixo::variant("3x3").unwrap();
        game.primitive(game.parse_position(text).unwrap())
    }

    #[test]
    fn the_start_has_the_known_number_of_moves() {
        for (variant, known) in [("3x3", 20), ("4x4", 32), ("5x5", 44)] {
            let game = Quixo::variant(variant).unwrap();
            let mut count = 0;
            game.moves(game.start(), |_| count += 1);
            assert_eq!(count, known, "{variant}");
        }
    }

    #[test]
    fn a_slide_pushes_the_cubes_between() {
        let game = Quixo::variant("3x3").unwrap();
        let position = game.parse_position("XO-/---/---:x").unwrap();
        let mut after = None;
        game.moves(position, |chosen| {
            if game.write_move(position, chosen) == "a3-c3" {
                after = Some(game.write_position(game.play(position, chosen)));
            }
        });
        assert_eq!(after.as_deref(), Some("O-X/---/---:o"));
    }

    #[test]
    fn cubes_of_the_opponent_cannot_be_taken() {
        let game = Quixo::variant("3x3").unwrap();
        let moves = moves(&game, "XO-/---/---:x");
        assert!(moves.iter().all(|name| !name.starts_with("b3")), "{moves:?}");
    }

    #[test]
    fn a_line_of_both_marks_loses_for_who_made_it() {
        assert_eq!(value("XXX/OO-/---:o"), Some(Value::Lose));
        assert_eq!(value("XXX/OOO/---:o"), Some(Value::Win));
        assert_eq!(value("XX-/OOO/---:o"), Some(Value::Win));
        assert_eq!(value("XX-/OO-/---:o"), None);
    }

    #[test]
    fn four_in_a_row_on_4x5_need_not_fill_a_row() {
        let game = Quixo::variant("4x5").unwrap();
        for text in ["-XXXX/-----/-----/-----:o", "-X---/--X--/---X-/----X:o"] {
            assert_eq!(game.primitive(game.parse_position(text).unwrap()), Some(Value::Lose));
        }
        let broken = game.parse_position("XXX-X/X----/X----/-----:o").unwrap();
        assert_eq!(game.primitive(broken), None);
    }

    #[test]
    fn marks_that_share_lines_look_good() {
        let game = Quixo::variant("3x3").unwrap();
        let evaluate = |text| game.evaluate(game.parse_position(text).unwrap());
        assert_eq!(evaluate("---/---/---:x"), 0);
        // A corner is on three lines, the middle of an edge on two.
        assert_eq!(evaluate("X--/---/-O-:x"), 3 - 2);
        assert_eq!(evaluate("X--/---/-O-:o"), 2 - 3);
        assert_eq!(evaluate("XX-/---/---:x"), 4 + 2 + 1);
    }
}
