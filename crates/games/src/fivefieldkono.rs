//! Five Field Kono: step diagonally across the board to where the opponent's stones started.
//!
//! Loopy, one tier, folded by side to move. A position is seen by the player to move, whose stones
//! start at the bottom; the other player sees the board turned by half a turn. A diagonal step never
//! leaves the points whose row + column is odd, or those where it is even: the two **halves** of the
//! board share no move, so that each can be flipped left to right on its own, and a slot is
//!
//! ```text
//! orbit of the odd half * orbits of the even half + orbit of the even half
//! ```

mod scene;

use hindsight_core::bits::{lowest, ones};
use hindsight_core::notation::{draw_grid, square_name};
use hindsight_core::{
    About, AboutVariant, Board, Described, GIVEN, Group, Joins, MAX_CELLS, NotationError, Orbits,
    Part, PartedOrbits, Picture, Presentation, Scene, Sides, Step, Tier, Truth, Turn, Value,
    Walker, Word, ending,
};

use crate::marks::{self, Marks};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "fivefieldkono",
    name: "Five Field Kono",
    summary: "Step diagonally; bring all your stones to where the opponent's started.",
    help: "\
The board has 5x5 points. Each player has seven stones: on the own edge of the board and on the two
ends of the row before it. X starts at the bottom and moves first. A move takes one of your stones
one step diagonally, in any direction, to an empty point. There are no jumps and no captures.

You win when all your stones stand where the opponent's stones started. If the player to move has no
move, the game is a tie (regular), or that player loses (delta) or wins (omega).

Positions are written row by row from the top, '-' empty, X and O, and whose turn it is:
  OOOOO/O---O/-----/X---X/XXXXX:x
Moves are the point left and the point entered: a2-b3. Columns are a to e from the left, rows 1 to 5
from the bottom.",
    variants: &[
        AboutVariant { id: "regular", summary: "a player who cannot move ties" },
        AboutVariant { id: "delta", summary: "a player who cannot move loses" },
        AboutVariant { id: "omega", summary: "a player who cannot move wins" },
    ],
};

/// The bottom row and the ends of the row above it.
const HOME: u32 = 0b11111_10001 << 15;

/// The stones as the player to move sees them.
pub type Position = Sides;

/// The game on a board of some size.
#[derive(Debug)]
pub struct Kono {
    rows: usize,
    columns: usize,
    /// All cells.
    board: u32,
    /// Where the stones of the player to move started.
    home: u32,
    /// Where the opponent's stones started.
    goal: u32,
    stuck: Value,
    /// The steps down to the right, and down to the left.
    joins: Joins,
    halves: PartedOrbits,
    max_moves: u32,
}

impl Kono {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<Kono> {
        let stuck = match name {
            "regular" => Value::Tie,
            "delta" => Value::Lose,
            "omega" => Value::Win,
            _ => return None,
        };
        Some(Kono::new(5, 5, HOME, stuck))
    }

    /// The game on another board: the first player's stones start on the cells of `home` (numbered
    /// row by row from the top left), the second player's on their images under half a turn, and
    /// `stuck` is what a player gets who has no move.
    ///
    /// # Panics
    /// When the number of columns is even (a left-right flip would then exchange the halves), when
    /// a left-right flip moves `home`, when both players start on one cell, or when there are more
    /// than 28 cells.
    pub fn new(rows: usize, columns: usize, home: u32, stuck: Value) -> Kono {
        assert!(!columns.is_multiple_of(2), "a board with an odd number of columns");
        assert!(rows * columns <= MAX_CELLS, "too many cells");
        let board = lowest(rows * columns);
        let goal = half_turn(home, board);
        assert_eq!(home & !board, 0, "stones start on the board");
        assert_eq!(home & goal, 0, "one stone on a cell");
        let upper =
            |last: usize| (0..(rows - 1) * columns).filter(move |cell| cell % columns != last);
        let right = upper(columns - 1).map(|cell| (cell, cell + columns + 1));
        let left = upper(0).map(|cell| (cell, cell + columns - 1));
        let joins = Joins::new(right.chain(left));
        let halves = halves(rows, columns, [home, goal]);
        let most_steps = |(cells, boards): (u32, _)| {
            let steps = |board: Board| joins.count(board.first, cells & !board.taken());
            Iterator::map(boards, steps).max().unwrap_or(0)
        };
        let max_moves = halves.cells().into_iter().zip(halves.occupants()).map(most_steps).sum();
        Kono { rows, columns, board, home, goal, stuck, joins, halves, max_moves }
    }

    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// The cells that a step leaves and enters, as the first player sees them. Steps are told as the
    /// opponent of who makes them sees them.
    fn step_cells(&self, position: Position, chosen: Step) -> (usize, usize) {
        let seen = |cell: u32| {
            let cell = cell.trailing_zeros() as usize;
            if position.turn == Turn::Second { cell } else { self.cells() - 1 - cell }
        };
        (seen(chosen.from), seen(chosen.to))
    }

    /// A board as the other player sees it, to move.
    #[inline(always)]
    fn opposite<W: Word>(&self, board: Board<W>) -> Board<W> {
        Board::new(half_turn(board.second, self.board), half_turn(board.first, self.board))
    }

    #[inline(always)]
    fn empty<W: Word>(&self, board: Board<W>) -> W {
        !board.taken() & W::from(self.board)
    }

    /// Every step of one of the stones, as the two cells that it changes: made and undone they are the
    /// same.
    #[inline(always)]
    fn go<K: Walker>(
        &self,
        walker: &mut K,
        [stones, empty]: [K::Word; 2],
        after: impl Fn(K::Word) -> Board<K::Word>,
    ) {
        walker.each_row(self.joins.rows(), |walker, row| {
            walker.arrive_each(Joins::steps(row, stones, empty), 0.into(), |lower| {
                let pair = Joins::pair(row, lower);
                (Step::going(pair & stones, pair & empty), after(pair))
            });
        });
    }

    /// A position's stones by player, on the board as the first player sees it.
    fn marks(&self, position: Position) -> Marks {
        match position.turn {
            Turn::First => [position.mine, position.theirs],
            Turn::Second => {
                let first = self.opposite(self.board_of(position));
                [first.first, first.second]
            }
        }
    }
}

/// The orbits of the odd and the even half of a board with the stones that start there, the mover's and the
/// opponent's.
///
/// # Panics
/// When a left-right flip of a half moves its stones.
fn halves(rows: usize, columns: usize, start: [u32; 2]) -> PartedOrbits {
    let halves = [1, 0].map(|parity| {
        // As the number of columns is odd, a cell's number is as odd as its row + column, and the
        // cells that a row of a half has are flipped among themselves.
        let numbers = (parity..rows * columns).step_by(2);
        let flipped = |cell: usize| cell - cell % columns + (columns - 1 - cell % columns);
        let flip: Vec<usize> = numbers.clone().map(|cell| flipped(cell) / 2).collect();
        let cells = numbers.clone().fold(0, |cells, cell| cells | 1 << cell);
        let stones = start.map(|stones| stones & cells);
        for stones in stones {
            let image = ones(stones).fold(0, |image, cell| image | 1 << flipped(cell));
            assert_eq!(stones, image, "a lopsided start");
        }
        let count = stones.map(|stones| stones.count_ones() as usize);
        (cells, Group::generated(flip.len(), &[flip]), count)
    });
    PartedOrbits::new(halves.each_ref().map(|(cells, group, count)| (*cells, group, *count)))
}

/// The board turned by half a turn: the first cell becomes the last.
#[inline(always)]
fn half_turn<W: Word>(mask: W, board: u32) -> W {
    mask.reverse_bits() >> W::from(board.leading_zeros())
}

impl Described for Kono {
    type Position = Position;
    type Index = PartedOrbits;

    fn index(&self) -> &PartedOrbits {
        &self.halves
    }

    fn opening(&self) -> Position {
        Sides { mine: self.home, theirs: self.goal, turn: Turn::First }
    }

    fn mover(&self, position: Position) -> Turn {
        position.turn
    }

    #[inline(always)]
    fn tier_at(&self, _position: Position) -> Tier {
        Tier(0)
    }

    #[inline(always)]
    fn pieces(&self, _tier: Tier) -> [usize; 2] {
        [self.home.count_ones() as usize; 2]
    }

    #[inline(always)]
    fn most_inside(&self, _tier: Tier) -> u32 {
        self.max_moves
    }

    fn column(&self) -> Orbits {
        Orbits {
            symmetries: "left-right flips of both halves of the board, exchange of the players",
            turns_apart: false,
        }
    }

    #[inline(always)]
    fn board_of(&self, position: Position) -> Board {
        Board::new(position.mine, position.theirs)
    }

    #[inline(always)]
    fn position_of(&self, _tier: Tier, board: Board, turn: Turn) -> Position {
        Sides { mine: board.first, theirs: board.second, turn }
    }

    /// As who makes them sees them: direction by direction, from the top.
    fn listed_at(&self, Step { from, to, .. }: Step) -> u32 {
        let [from, to] = [from, to].map(u32::trailing_zeros);
        let (distance, last) = (from.abs_diff(to), u32::BITS - from.min(to));
        (u32::BITS - distance) * u32::BITS + last
    }

    #[inline(always)]
    fn ending<W: Word>(&self, _given: [W; GIVEN], board: Board<W>) -> W {
        let stuck = match self.stuck {
            Value::Win => ending::WIN,
            Value::Lose => ending::LOSE,
            _ => ending::TIE,
        };
        let steps = self.joins.some_step(board.first, self.empty(board));
        let open = steps.is_some().choose(ending::OPEN.into(), stuck.into());
        // The opponent moved last, so that nobody comes to move with all stones on the goal; the
        // index has such positions, and there the player to move counts as having won before.
        let won = board.first.equals(self.goal.into()).choose(ending::WIN.into(), open);
        board.second.equals(self.home.into()).choose(ending::LOSE.into(), won)
    }

    /// The board is turned once for all moves.
    #[inline(always)]
    fn forwards<K: Walker>(&self, walker: &mut K, _given: [K::Word; GIVEN], board: Board<K::Word>) {
        let Board { first, second, .. } = self.opposite(board);
        let empty = self.empty(Board::new(first, second));
        self.go(walker, [second, empty], |pair| Board::new(first, second ^ pair));
    }

    #[inline(always)]
    fn backwards<K: Walker>(
        &self,
        walker: &mut K,
        _given: [K::Word; GIVEN],
        board: Board<K::Word>,
    ) {
        let Board { first, second, .. } = self.opposite(board);
        let empty = self.empty(Board::new(first, second));
        self.go(walker, [first, empty], |pair| Board::new(first ^ pair, second));
    }
}

impl Presentation for Kono {
    fn write_position(&self, position: Position) -> String {
        marks::write_with_turn(self.marks(position), position.turn, self.rows, self.columns)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let ([x, o], turn) = marks::parse_with_turn(text, self.rows, self.columns)?;
        for half in self.halves.cells() {
            let count = |stones: u32| (stones & half).count_ones();
            let (right_x, right_o) = (count(self.home), count(self.goal));
            if (count(x), count(o)) != (right_x, right_o) {
                let cell = half.trailing_zeros() as usize;
                let point = square_name(cell, self.rows, self.columns);
                let reason = format!(
                    "{point} and the points that steps join with it hold {right_x} X and \
                     {right_o} O, not {} and {}",
                    count(x),
                    count(o),
                );
                return Err(NotationError::position(text, reason));
            }
        }
        let as_first = Board::new(x, o);
        let board = if turn == Turn::First { as_first } else { self.opposite(as_first) };
        Ok(self.position_of(Tier(0), board, turn))
    }

    fn write_move(&self, position: Position, chosen: Step) -> String {
        let (from, to) = self.step_cells(position, chosen);
        let name = |cell| square_name(cell, self.rows, self.columns);
        format!("{}-{}", name(from), name(to))
    }

    fn board(&self, position: Position) -> String {
        draw_grid(self.columns, &marks::symbols(self.marks(position), self.cells()))
    }

    fn scene(&self) -> Option<Scene> {
        Some(scene::scene(self))
    }

    fn picture(&self, position: Position) -> Picture {
        scene::picture(self, position)
    }

    fn parts(&self, position: Position, chosen: Step) -> Vec<Part> {
        scene::parts(self.step_cells(position, chosen), self.write_move(position, chosen))
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<Position, NotationError> {
        let player = if turn == Turn::First { 'x' } else { 'o' };
        self.parse_position(&format!("{}:{player}", picture.entities))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use hindsight_core::{Indexed, Rules};
    use proptest::prelude::*;

    use super::*;

    fn five() -> Kono {
        Kono::variant("regular").unwrap()
    }

    fn place(game: &Kono, slot: u64) -> Position {
        game.occupant(Tier(0), slot % game.slots(Tier(0))).unwrap().position
    }

    /// The slow twin: every pair of points, by coordinates, as the first player sees the board.
    fn slow_children(game: &Kono, position: Position) -> Vec<String> {
        let (rows, columns) = (game.rows as isize, game.columns as isize);
        let (mover, next) = if position.turn == Turn::First { ('X', 'o') } else { ('O', 'x') };
        let board = marks::symbols(game.marks(position), game.cells());
        let mut children = Vec::new();
        for from in 0..rows * columns {
            for to in 0..rows * columns {
                let down = (to / columns - from / columns).abs();
                let right = (to % columns - from % columns).abs();
                let (from, to) = (from as usize, to as usize);
                if (down, right) == (1, 1) && board[from] == mover && board[to] == '-' {
                    let mut after = board.clone();
                    after.swap(from, to);
                    let rows: Vec<String> =
                        after.chunks(columns as usize).map(|row| row.iter().collect()).collect();
                    children.push(format!("{}:{next}", rows.join("/")));
                }
            }
        }
        children
    }

    #[test]
    fn the_start_is_the_published_one() {
        let game = five();
        let text = "OOOOO/O---O/-----/X---X/XXXXX:x";
        assert_eq!(game.write_position(game.start()), text);
        assert_eq!(game.parse_position(text), Ok(game.start()));
        let mut moves = Vec::new();
        game.moves(game.start(), |chosen| moves.push(game.write_move(game.start(), chosen)));
        moves.sort();
        assert_eq!(moves, ["a1-b2", "a2-b3", "b1-c2", "c1-b2", "c1-d2", "d1-c2", "e1-d2", "e2-d3"]);
    }

    #[test]
    fn the_index_has_the_known_size() {
        let game = five();
        assert_eq!(game.halves.occupants().map(Iterator::count), [17_370, 17_220]);
        assert_eq!(game.slots(Tier(0)), 299_111_400);
        assert_eq!(game.symmetries(), 4);
        assert_eq!(game.max_inside_moves(game.tier_of(game.start())), 21);
    }

    #[test]
    fn moves_of_the_second_player_are_named_as_the_first_sees_them() {
        let game = five();
        let position = game.parse_position("OOOOO/O---O/-X---/----X/XXXXX:o").unwrap();
        let mut moves = Vec::new();
        game.moves(position, |chosen| moves.push(game.write_move(position, chosen)));
        assert!(moves.contains(&"e4-d3".to_owned()), "{moves:?}");
        assert!(!moves.contains(&"a4-b3".to_owned()), "{moves:?}");
    }

    #[test]
    fn the_goal_and_being_stuck_end_the_game() {
        let arrived = "XXXXX/X---X/-----/O---O/OOOOO:o";
        let stuck = "OOOOO/OXXXO/-X-X-/X----/X----:o";
        let values = ["regular", "delta", "omega"].map(|variant| {
            let game = Kono::variant(variant).unwrap();
            [arrived, stuck].map(|text| game.primitive(game.parse_position(text).unwrap()))
        });
        assert_eq!(values.map(|[arrived, _]| arrived), [Some(Value::Lose); 3]);
        assert_eq!(
            values.map(|[_, stuck]| stuck),
            [Some(Value::Tie), Some(Value::Lose), Some(Value::Win)]
        );
    }

    #[test]
    fn positions_that_no_play_leads_to_have_a_value() {
        let game = five();
        let value = |text| game.primitive(game.parse_position(text).unwrap());
        assert_eq!(value("XXXXX/X---X/-O---/----O/OOOOO:x"), Some(Value::Win));
        assert_eq!(value("XXXXX/X---X/-----/O---O/OOOOO:x"), Some(Value::Lose));
    }

    #[test]
    fn stones_of_the_wrong_half_are_refused() {
        let error = five().parse_position("OOOOO/O---O/-----/-X--X/XXXXX:x").unwrap_err();
        assert!(error.to_string().contains("4 X and 4 O, not 3 and 4"), "{error}");
    }

    proptest! {
        #[test]
        fn steps_are_those_of_the_slow_twin(slot: u64, second: bool) {
            let game = five();
            let turn = if second { Turn::Second } else { Turn::First };
            let position = game.seen_by(place(&game, slot), turn);
            let mut fast = Vec::new();
            game.children(position, |child| fast.push(game.write_position(child)));
            let mut slow = slow_children(&game, position);
            fast.sort();
            slow.sort();
            prop_assert_eq!(fast, slow);
        }

        #[test]
        fn flips_of_the_halves_are_symmetries(slot: u64) {
            let game = five();
            let position = place(&game, slot);
            let children = |position: Position| {
                let mut slots = Vec::new();
                game.children(position, |child| slots.push(game.locate(child).slot));
                slots.sort();
                slots
            };
            let flip = |mask: u32, half: u32| {
                let flipped = |cell: usize| cell / 5 * 5 + 4 - cell % 5;
                ones(mask & half)
                    .fold(mask & !half, |image, cell| image | 1 << flipped(cell))
            };
            let [odd, even] = game.halves.cells();
            let images: HashSet<Position> = [0, odd, even, odd | even]
                .into_iter()
                .map(|half| Position {
                    mine: flip(position.mine, half),
                    theirs: flip(position.theirs, half),
                    ..position
                })
                .collect();
            let stabiliser = game.locate(position).stabiliser;
            prop_assert_eq!(images.len() as u32 * stabiliser, game.symmetries());
            for image in images {
                prop_assert_eq!(game.locate(image), game.locate(position));
                prop_assert_eq!(game.primitive(image), game.primitive(position));
                prop_assert_eq!(children(image), children(position));
            }
        }
    }
}
