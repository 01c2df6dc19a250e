//! Moves and un-moves, written once for all who follow them. Mine are the first kind, theirs the second,
//! and the place of the frame is the tag.

use hindsight_core::{
    Board, CountedOrbits, Described, GIVEN, Orbits, Step, TARGETS, Tier, Truth, Turn, Walker, Way,
    Word, ending,
};

use super::frame::Frame;
use super::{Position, TicTacTwo, is_open};

/// What is given: whether a mark is left to place, and whether marks and the frame may be moved.
const PLACES: usize = 0;
const MOVES: usize = 1;

/// Where moves lead.
const MOVED: u32 = 0;
const PLACED: u32 = 1;

/// What a player can do. Cells have numbers, and so have the places of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// Puts a new mark on a cell.
    Place(usize),
    /// Moves a mark from a cell to another.
    Shift(usize, usize),
    /// Moves the frame to a place.
    Frame(usize),
}

impl Move {
    /// What a step means: where the frame goes is what it is over.
    pub(super) fn of(Step { from, to, over }: Step) -> Move {
        let [from_cell, to_cell, place] =
            [from, to, over].map(|mask| mask.trailing_zeros() as usize);
        match (from, over) {
            (0, 0) => Move::Place(to_cell),
            (_, 0) => Move::Shift(from_cell, to_cell),
            _ => Move::Frame(place),
        }
    }
}

impl TicTacTwo {
    /// The tier of so many marks of the player to move and the opponent.
    #[inline(always)]
    pub(super) fn tier(&self, [mine, theirs]: [usize; 2]) -> Tier {
        Tier((mine * (self.marks + 1) + theirs) as u64)
    }

    /// A mark of one player goes from a cell to another, or the frame to a place beside it. Made or
    /// undone, `board` is what comes of it.
    #[inline(always)]
    fn go<K: Walker>(
        &self,
        walker: &mut K,
        [marks, cells, places, tag]: [K::Word; 4],
        board: impl Fn(K::Word, K::Word) -> Board<K::Word>,
    ) {
        walker.arrive_pairs(marks, cells, MOVED.into(), |mark, cell| {
            (Step::going(mark, cell), board(mark ^ cell, tag))
        });
        walker.arrive_each(places, MOVED.into(), |place| {
            (Step::onto(0.into()).over(place), board(0.into(), place.number()))
        });
    }
}

impl Described for TicTacTwo {
    type Position = Position;
    type Index = CountedOrbits<2>;

    fn index(&self) -> &CountedOrbits<2> {
        &self.orbits
    }

    fn opening(&self) -> Position {
        // The middle one of an odd number of places.
        let frame = (self.frames.len() / 2) as u8;
        Position { mine: 0, theirs: 0, frame, turn: Turn::First }
    }

    fn mover(&self, position: Position) -> Turn {
        position.turn
    }

    #[inline(always)]
    fn tier_at(&self, position: Position) -> Tier {
        self.tier(position.counts())
    }

    fn name_of(&self, tier: Tier) -> String {
        let [mine, theirs] = self.pieces(tier);
        format!("{mine}-{theirs}")
    }

    #[inline(always)]
    fn pieces(&self, tier: Tier) -> [usize; 2] {
        let stride = self.marks + 1;
        [tier.0 as usize / stride, tier.0 as usize % stride]
    }

    #[inline(always)]
    fn given(&self, tier: Tier) -> [u32; GIVEN] {
        let [mine, theirs] = self.pieces(tier);
        [(mine < self.marks).into(), is_open([mine, theirs]).into(), 0, 0]
    }

    #[inline(always)]
    fn targets(&self, tier: Tier) -> [Option<Tier>; TARGETS] {
        let [mine, theirs] = self.pieces(tier);
        let moved = is_open([mine, theirs]).then(|| self.tier([theirs, mine]));
        let placed = (mine < self.marks).then(|| self.tier([theirs, mine + 1]));
        [moved, placed, None, None]
    }

    /// All marks stand outside a frame that can go everywhere.
    fn most_inside(&self, _tier: Tier) -> u32 {
        let most =
            |frame: &Frame| self.marks * frame.cells.count_ones() as usize + frame.neighbours.len();
        self.frames.iter().map(most).max().unwrap_or(0) as u32
    }

    /// Frames are moved too; and pairs of marks and cells are best taken for many boards.
    fn changed_kind(&self, _tier: Tier, _way: Way) -> Option<usize> {
        None
    }

    fn column(&self) -> Orbits {
        Orbits {
            symmetries: "the symmetries of the board, exchange of the players",
            turns_apart: false,
        }
    }

    #[inline(always)]
    fn board_of(&self, position: Position) -> Board {
        let Position { mine, theirs, frame, .. } = position;
        Board { first: mine, second: theirs, tag: frame.into() }
    }

    #[inline(always)]
    fn position_of(&self, _tier: Tier, board: Board, turn: Turn) -> Position {
        Position { mine: board.first, theirs: board.second, frame: board.tag as u8, turn }
    }

    #[inline(always)]
    fn ending<W: Word>(&self, _given: [W; GIVEN], board: Board<W>) -> W {
        let lines = board.tag.row(&self.lines);
        let has_line = |marks: W| {
            let found = lines.into_iter().map(|line| marks.has(line));
            found.fold(false.into(), |one: <W as Word>::Truth, has| one | has)
        };
        let [mine, theirs] = [board.first, board.second].map(has_line);
        let won = theirs.choose(ending::TIE.into(), ending::WIN.into());
        mine.choose(won, theirs.choose(ending::LOSE.into(), ending::OPEN.into()))
    }

    #[inline(always)]
    fn forwards<K: Walker>(&self, walker: &mut K, given: [K::Word; GIVEN], board: Board<K::Word>) {
        let Board { first: mine, second: theirs, tag } = board;
        let [inside, places] = tag.row(&self.insides);
        let open = inside & !board.taken();
        walker.when(given[PLACES].is_some(), |walker| {
            walker.arrive_each(open, PLACED.into(), |to| {
                (Step::onto(to), Board { first: theirs, second: mine | to, tag })
            });
        });
        walker.when(given[MOVES].is_some(), |walker| {
            self.go(walker, [mine, open, places, tag], |change, tag| Board {
                first: theirs,
                second: mine ^ change,
                tag,
            });
        });
    }

    /// A mark that was moved is now inside the frame and came from anywhere; a frame that was moved
    /// came from beside. Placements leave the unit.
    #[inline(always)]
    fn backwards<K: Walker>(&self, walker: &mut K, given: [K::Word; GIVEN], board: Board<K::Word>) {
        let Board { first: mine, second: theirs, tag } = board;
        let [inside, places] = tag.row(&self.insides);
        let free = !board.taken() & self.all_cells().into();
        walker.when(given[MOVES].is_some(), |walker| {
            self.go(walker, [theirs & inside, free, places, tag], |change, tag| Board {
                first: theirs ^ change,
                second: mine,
                tag,
            });
        });
    }
}
