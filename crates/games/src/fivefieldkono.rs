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

mod device;
mod scene;

use hindsight_core::bits::{gather, lowest, scatter};
use hindsight_core::notation::{draw_grid, square_name};
use hindsight_core::{
    About, AboutVariant, DenseOrbits, DeviceSide, Group, Indexed, Looks, MAX_CELLS, MaskAction,
    Neighbour, NotationError, Occupant, OrbitSlot, Orbits, Part, Picture, Rules, Scene, Tier, Turn,
    Value,
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

/// What the canonical column counts.
const ORBITS: Orbits = Orbits {
    symmetries: "left-right flips of both halves of the board, exchange of the players",
    turns_apart: false,
};

/// The bottom row and the ends of the row above it.
const HOME: u32 = 0b11111_10001 << 15;

/// A position as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    mine: u32,
    theirs: u32,
    turn: Turn,
}

/// All steps along one of the two diagonal directions.
#[derive(Clone, Copy, Debug)]
struct Diagonal {
    /// The upper ends of the steps.
    upper: u32,
    /// From the number of the upper end to that of the lower end.
    distance: u32,
}

/// The points of one parity of row + column.
#[derive(Debug)]
struct Half {
    cells: u32,
    symmetries: u32,
    orbits: DenseOrbits<2>,
    /// By orbit.
    occupants: Vec<HalfOccupant>,
}

/// The stones that stand for an orbit of a half, on the cells of the whole board.
#[derive(Clone, Copy, Debug)]
struct HalfOccupant {
    mine: u32,
    theirs: u32,
    stabiliser: u32,
}

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
    diagonals: [Diagonal; 2],
    /// The odd and the even half.
    halves: [Half; 2],
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
        let diagonals = diagonals(rows, columns);
        let halves = [1, 0].map(|parity| Half::new(rows, columns, parity, [home, goal]));
        let max_moves = halves.iter().map(|half| half.most_steps(diagonals)).sum();
        Kono { rows, columns, board, home, goal, stuck, diagonals, halves, max_moves }
    }

    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// The cells that a step leaves and enters, as the first player sees them.
    fn step_cells(&self, position: Position, chosen: u32) -> (usize, usize) {
        let seen = |cell: u32| {
            let cell = cell.trailing_zeros() as usize;
            if position.turn == Turn::First { cell } else { self.cells() - 1 - cell }
        };
        (seen(chosen & position.mine), seen(chosen & !position.mine))
    }

    /// A position as the other player would see it, to move.
    #[inline(always)]
    fn seen_from_opposite(&self, position: Position) -> Position {
        Position {
            mine: half_turn(position.theirs, self.board),
            theirs: half_turn(position.mine, self.board),
            turn: position.turn.other(),
        }
    }

    #[inline(always)]
    fn empty(&self, position: Position) -> u32 {
        self.board & !(position.mine | position.theirs)
    }

    /// Visits, for every step of one of the stones to an empty cell, the two cells that it changes.
    #[inline(always)]
    fn steps(&self, stones: u32, empty: u32, mut visit: impl FnMut(u32)) {
        for diagonal in self.diagonals {
            let mut steps = diagonal.steps(stones, empty);
            while steps != 0 {
                let upper = steps & steps.wrapping_neg();
                steps ^= upper;
                visit(upper | upper << diagonal.distance);
            }
        }
    }

    /// A position's stones by player, on the board as the first player sees it.
    fn marks(&self, position: Position) -> Marks {
        match position.turn {
            Turn::First => [position.mine, position.theirs],
            Turn::Second => {
                let first = self.seen_from_opposite(position);
                [first.mine, first.theirs]
            }
        }
    }
}

impl Diagonal {
    /// The upper ends of the steps that have a stone at one end and nothing at the other. A step
    /// can be made in both directions, so this serves moves and un-moves.
    #[inline(always)]
    fn steps(self, stones: u32, empty: u32) -> u32 {
        self.upper & (stones & empty >> self.distance | empty & stones >> self.distance)
    }
}

#[inline(always)]
fn count_steps(diagonals: [Diagonal; 2], stones: u32, empty: u32) -> u32 {
    diagonals.iter().map(|diagonal| diagonal.steps(stones, empty).count_ones()).sum()
}

impl Half {
    /// The cells of a parity with the stones that start there, the mover's and the opponent's.
    fn new(rows: usize, columns: usize, parity: usize, start: [u32; 2]) -> Half {
        // As the number of columns is odd, a cell's number is as odd as its row + column, and the
        // cells that a row of a half has are flipped among themselves.
        let numbers: Vec<usize> = (parity..rows * columns).step_by(2).collect();
        let flip: Vec<usize> = numbers
            .iter()
            .map(|cell| (cell - cell % columns + (columns - 1 - cell % columns)) / 2)
            .collect();
        let cells = numbers.iter().fold(0, |cells, cell| cells | 1 << cell);
        let group = Group::generated(numbers.len(), &[flip]);
        let action = MaskAction::new(&group, 0..numbers.len());
        let start = start.map(|stones| gather(stones, cells));
        for symmetry in 0..group.order() {
            assert_eq!(
                start,
                start.map(|stones| action.apply(symmetry, stones)),
                "a lopsided start"
            );
        }
        let orbits = DenseOrbits::new(&action, start.map(|stones| stones.count_ones() as usize));
        let occupant = |slot: u64| {
            let stones = orbits.occupant(slot);
            let [mine, theirs] = stones.map(|mask| scatter(mask, cells));
            HalfOccupant { mine, theirs, stabiliser: orbits.locate(stones).stabiliser }
        };
        let occupants = (0..orbits.slots()).map(occupant).collect();
        Half { cells, symmetries: group.order() as u32, orbits, occupants }
    }

    /// The most steps that one player can have.
    fn most_steps(&self, diagonals: [Diagonal; 2]) -> u32 {
        let steps = |stones: &HalfOccupant| {
            let empty = self.cells & !(stones.mine | stones.theirs);
            count_steps(diagonals, stones.mine, empty)
        };
        self.occupants.iter().map(steps).max().unwrap_or(0)
    }

    #[inline(always)]
    fn locate(&self, position: Position) -> OrbitSlot {
        let stones = [position.mine, position.theirs];
        self.orbits.locate(stones.map(|mask| gather(mask, self.cells)))
    }
}

/// The board turned by half a turn: the first cell becomes the last.
#[inline(always)]
fn half_turn(mask: u32, board: u32) -> u32 {
    mask.reverse_bits() >> board.leading_zeros()
}

/// Down to the right and down to the left.
fn diagonals(rows: usize, columns: usize) -> [Diagonal; 2] {
    let upper = |last: usize| {
        (0..(rows - 1) * columns)
            .filter(|cell| cell % columns != last)
            .fold(0, |upper, cell| upper | 1 << cell)
    };
    [
        Diagonal { upper: upper(columns - 1), distance: columns as u32 + 1 },
        Diagonal { upper: upper(0), distance: columns as u32 - 1 },
    ]
}

impl Rules for Kono {
    type Position = Position;
    /// The cell left and the cell entered, as a mask.
    type Move = u32;

    fn start(&self) -> Position {
        Position { mine: self.home, theirs: self.goal, turn: Turn::First }
    }

    #[inline(always)]
    fn primitive(&self, position: Position) -> Option<Value> {
        // The opponent moved last, so that nobody comes to move with all stones on the goal; the
        // index has such positions, and there the player to move counts as having won before.
        if position.theirs == self.home {
            return Some(Value::Lose);
        }
        if position.mine == self.goal {
            return Some(Value::Win);
        }
        let steps = count_steps(self.diagonals, position.mine, self.empty(position));
        (steps == 0).then_some(self.stuck)
    }

    #[inline(always)]
    fn moves(&self, position: Position, visit: impl FnMut(u32)) {
        self.steps(position.mine, self.empty(position), visit);
    }

    #[inline(always)]
    fn play(&self, position: Position, chosen: u32) -> Position {
        self.seen_from_opposite(Position { mine: position.mine ^ chosen, ..position })
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }

    /// Turns the board once for all moves.
    #[inline(always)]
    fn children(&self, position: Position, mut visit: impl FnMut(Position)) {
        let opposite = self.seen_from_opposite(position);
        self.steps(opposite.theirs, self.empty(opposite), |step| {
            visit(Position { theirs: opposite.theirs ^ step, ..opposite });
        });
    }
}

impl Indexed for Kono {
    #[inline(always)]
    fn tier_of(&self, _position: Position) -> Tier {
        Tier(0)
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        vec![tier]
    }

    fn tier_name(&self, _tier: Tier) -> String {
        "all".to_owned()
    }

    fn slots(&self, _tier: Tier) -> u64 {
        self.halves.iter().map(|half| half.orbits.slots()).product()
    }

    #[inline(always)]
    fn locate_in(&self, _tier: Tier, position: Position) -> OrbitSlot {
        let [odd, even] = &self.halves;
        let (odd_orbit, even_orbit) = (odd.locate(position), even.locate(position));
        OrbitSlot {
            slot: odd_orbit.slot * even.orbits.slots() + even_orbit.slot,
            stabiliser: odd_orbit.stabiliser * even_orbit.stabiliser,
        }
    }

    #[inline(always)]
    fn occupant(&self, _tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let [odd, even] = &self.halves;
        let odd_stones = odd.occupants[(slot / even.orbits.slots()) as usize];
        let even_stones = even.occupants[(slot % even.orbits.slots()) as usize];
        Some(Occupant {
            position: Position {
                mine: odd_stones.mine | even_stones.mine,
                theirs: odd_stones.theirs | even_stones.theirs,
                turn: Turn::First,
            },
            stabiliser: odd_stones.stabiliser * even_stones.stabiliser,
        })
    }

    fn symmetries(&self) -> u32 {
        self.halves.iter().map(|half| half.symmetries).product()
    }

    fn seen_by(&self, position: Position, turn: Turn) -> Position {
        Position { turn, ..position }
    }

    fn orbits(&self) -> Orbits {
        ORBITS
    }

    const HAS_PARENTS: bool = true;

    /// A step can be taken back, and every move stays inside the one unit.
    #[inline(always)]
    fn parents(&self, position: Position, mut visit: impl FnMut(Position)) {
        let opposite = self.seen_from_opposite(position);
        self.steps(opposite.mine, self.empty(opposite), |step| {
            visit(Position { mine: opposite.mine ^ step, ..opposite });
        });
    }

    /// Every move stays inside: there is only one tier.
    fn exit_slots(
        &self,
        tier: Tier,
        slots: &[u64],
        _is_inside: impl Fn(Tier) -> bool,
        inside: &mut [u32],
        _visit: impl FnMut(Tier, &[Neighbour]),
    ) {
        for (&slot, inside) in slots.iter().zip(inside) {
            if let Some(Occupant { position, .. }) = self.occupant(tier, slot) {
                *inside += count_steps(self.diagonals, position.mine, self.empty(position));
            }
        }
    }

    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        self.max_moves
    }

    fn device(&self) -> Option<&dyn DeviceSide> {
        Some(self)
    }
}

impl Looks for Kono {
    fn write_position(&self, position: Position) -> String {
        marks::write_with_turn(self.marks(position), position.turn, self.rows, self.columns)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let ([x, o], turn) = marks::parse_with_turn(text, self.rows, self.columns)?;
        for half in &self.halves {
            let count = |stones: u32| (stones & half.cells).count_ones();
            let (right_x, right_o) = (count(self.home), count(self.goal));
            if (count(x), count(o)) != (right_x, right_o) {
                let cell = half.cells.trailing_zeros() as usize;
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
        let as_first = Position { mine: x, theirs: o, turn: Turn::First };
        Ok(if turn == Turn::First { as_first } else { self.seen_from_opposite(as_first) })
    }

    fn write_move(&self, position: Position, chosen: u32) -> String {
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

    fn parts(&self, position: Position, chosen: u32) -> Vec<Part> {
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
        assert_eq!(game.halves.each_ref().map(|half| half.orbits.slots()), [17_370, 17_220]);
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
                hindsight_core::bits::ones(mask & half)
                    .fold(mask & !half, |image, cell| image | 1 << flipped(cell))
            };
            let [odd, even] = game.halves.each_ref().map(|half| half.cells);
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
