//! Moves and un-moves, written once for all who follow them. Goats are the first kind, tigers the
//! second.

use hindsight_core::bits::ones;
use hindsight_core::{
    Board as Pieces, CountedOrbits, Described, Evaluation, Extras, GIVEN, Joins, Orbits, Step,
    TARGETS, Tier, Truth, Turn, Walker, Way, Word, ending,
};

use super::board::Board;
use super::tiers::{Counts, Going};
use super::{BaghChal, Position};

/// What is given: whether tigers are to move, goats are to be placed now, the tigers have won, and
/// slides stay inside the unit.
const TIGERS: usize = 0;
const PLACES: usize = 1;
const WON: usize = 2;
const LOOPY: usize = 3;

/// Where moves lead.
const PLACED: u32 = 0;
const SLID: u32 = 1;
const JUMPED: u32 = 2;

impl BaghChal {
    #[inline(always)]
    fn free<W: Word>(&self, pieces: Pieces<W>) -> W {
        !pieces.taken() & W::from(self.board.points)
    }

    /// The slides of one side: there and back they are the same.
    #[inline(always)]
    fn slide<K: Walker>(
        &self,
        walker: &mut K,
        by_tigers: <K::Word as Word>::Truth,
        pieces: Pieces<K::Word>,
    ) {
        let free = self.free(pieces);
        let Pieces { first: goats, second: tigers, .. } = pieces;
        let moving = by_tigers.choose(tigers, goats);
        walker.each_row(self.board.joins.rows(), |walker, row| {
            walker.arrive_each(Joins::steps(row, moving, free), SLID.into(), |lower| {
                let pair = Joins::pair(row, lower);
                let after = Pieces::new(
                    by_tigers.choose(goats, goats ^ pair),
                    by_tigers.choose(tigers ^ pair, tigers),
                );
                (Step::going(pair & moving, pair & free), after)
            });
        });
    }
}

/// What a captured goat is worth to the tigers, and what a step that a tiger can take.
const CAPTURED: i32 = 100;
const STEP: i32 = 5;

/// Tigers want to capture, and to keep moving.
impl Evaluation<Position> for BaghChal {
    fn evaluate(&self, position: Position) -> i32 {
        let Position { goats, tigers, to_place, turn } = position;
        let left = goats.count_ones() as i32 + i32::from(to_place);
        let captured = self.numbers.goats as i32 - left;
        let free = self.board.points & !(goats | tigers);
        let for_tigers = CAPTURED * captured + STEP * self.board.joins.count(tigers, free) as i32;
        turn.of([-for_tigers, for_tigers])
    }
}

impl Described for BaghChal {
    type Position = Position;
    type Index = CountedOrbits<2>;

    fn index(&self) -> &CountedOrbits<2> {
        &self.orbits
    }

    fn opening(&self) -> Position {
        let tigers = self.dens;
        let on_board = self.numbers.on_board(self.start);
        let goats = ones(self.board.points & !(tigers | self.board.centre))
            .take(on_board)
            .fold(0, |mask, point| mask | 1 << point);
        Position { goats, tigers, to_place: self.start.to_place as u8, turn: self.start.turn }
    }

    fn mover(&self, position: Position) -> Turn {
        position.turn
    }

    fn besides(&self) -> Extras<'_, Position> {
        Extras { evaluation: Some(self), ..Extras::default() }
    }

    #[inline(always)]
    fn tier_at(&self, position: Position) -> Tier {
        self.counts(position).tier()
    }

    fn name_of(&self, tier: Tier) -> String {
        Counts::of(tier).to_string()
    }

    #[inline(always)]
    fn pieces(&self, tier: Tier) -> [usize; 2] {
        [self.numbers.on_board(Counts::of(tier)), self.numbers.tigers]
    }

    #[inline(always)]
    fn given(&self, tier: Tier) -> [u32; GIVEN] {
        let counts = Counts::of(tier);
        let goats_move = counts.turn == Turn::First;
        [
            (!goats_move).into(),
            (goats_move && counts.to_place > 0).into(),
            self.numbers.is_won(counts).into(),
            self.numbers.is_loopy(counts).into(),
        ]
    }

    #[inline(always)]
    fn targets(&self, tier: Tier) -> [Option<Tier>; TARGETS] {
        let counts = Counts::of(tier);
        let goings = self.numbers.goings(counts);
        let leads = |going| goings.contains(&going).then(|| counts.after(going).tier());
        [leads(Going::Place), leads(Going::Slide), leads(Going::Jump), None]
    }

    /// Slides of tigers, or of goats into the points that are free when all but the last captures
    /// have been made.
    fn most_inside(&self, _tier: Tier) -> u32 {
        let numbers = self.numbers;
        let goats_left = numbers.goats - numbers.captures + 1;
        let most_free = self.board.size() - numbers.tigers - goats_left;
        let goat_slides =
            self.board.most_slides(most_free).min(self.board.most_slides(numbers.goats));
        goat_slides.max(self.board.most_slides(numbers.tigers))
    }

    fn changed_kind(&self, tier: Tier, way: Way) -> Option<usize> {
        let by_tigers = (Counts::of(tier).turn == Turn::Second) == (way == Way::Forwards);
        Some(by_tigers.into())
    }

    fn column(&self) -> Orbits {
        Orbits { symmetries: "the symmetries of the board", turns_apart: true }
    }

    #[inline(always)]
    fn board_of(&self, position: Position) -> Pieces {
        Pieces::new(position.goats, position.tigers)
    }

    #[inline(always)]
    fn position_of(&self, tier: Tier, board: Pieces, _turn: Turn) -> Position {
        let Counts { to_place, turn, .. } = Counts::of(tier);
        Position { goats: board.first, tigers: board.second, to_place: to_place as u8, turn }
    }

    #[inline(always)]
    fn ending<W: Word>(&self, given: [W; GIVEN], board: Pieces<W>) -> W {
        let Pieces { first: goats, second: tigers, .. } = board;
        let free = self.free(board);
        let by_tigers = given[TIGERS].is_some();
        let moving = by_tigers.choose(tigers, goats);
        let can_move = given[PLACES]
            .is_some()
            .or(|| self.board.joins.some_step(moving, free).is_some())
            .or(|| by_tigers & self.board.some_leap(tigers, goats, free).is_some());
        let lose = ending::LOSE.into();
        let stuck = can_move.choose(ending::OPEN.into(), lose);
        given[WON].is_some().choose(lose, stuck)
    }

    #[inline(always)]
    fn forwards<K: Walker>(&self, walker: &mut K, given: [K::Word; GIVEN], board: Pieces<K::Word>) {
        let Pieces { first: goats, second: tigers, .. } = board;
        let free = self.free(board);
        walker.either(
            given[PLACES].is_some(),
            |walker| {
                walker.arrive_each(free, PLACED.into(), |to| {
                    (Step::onto(to), Pieces::new(goats | to, tigers))
                });
            },
            |walker| self.slide(walker, given[TIGERS].is_some(), board),
        );
        walker.when(given[TIGERS].is_some(), |walker| {
            walker.each_row(&self.board.jumps, |walker, row| {
                let leaps = Board::leaps(row, tigers, goats, free);
                walker.arrive_each(leaps, JUMPED.into(), |lower| {
                    let [_, distance] = row;
                    let over = lower << distance;
                    let ends = lower | over << distance;
                    let step = Step::going(ends & tigers, ends & free).over(over);
                    (step, Pieces::new(goats ^ over, tigers ^ ends))
                });
            });
        });
    }

    /// Slides of the side that is not to move, undone: a slide backwards is a slide.
    #[inline(always)]
    fn backwards<K: Walker>(
        &self,
        walker: &mut K,
        given: [K::Word; GIVEN],
        board: Pieces<K::Word>,
    ) {
        walker.when(given[LOOPY].is_some(), |walker| {
            self.slide(walker, given[TIGERS].is_empty(), board);
        });
    }
}
