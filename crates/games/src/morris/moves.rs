//! Moves and un-moves, written once for all who follow them.

use hindsight_core::{
    Board as Stones, CountedOrbits, Described, Extras, GIVEN, Joins, Pointwise, Step, TARGETS,
    Tier, Truth, Turn, Value, Walker, Word, ending,
};

use super::tiers::{Counts, FEWEST_STONES, Going};
use super::{Morris, Position};

/// What is given: whether the player to move has too few stones, and has stones in hand; how the
/// player's stones on the board go, and how the opponent's went inside the unit.
const TOO_FEW: usize = 0;
const HAND: usize = 1;
const WALK: usize = 2;
const THEIR_WALK: usize = 3;

/// Ways to go over the board.
const SLIDE: u32 = 1;
const FLY: u32 = 2;

/// Where moves lead; one more if a stone is taken.
const PLACED: u32 = 0;
const WALKED: u32 = 2;

fn number_of(going: Option<Going>) -> u32 {
    match going {
        Some(Going::Slide) => SLIDE,
        Some(Going::Fly) => FLY,
        None | Some(Going::Place) => 0,
    }
}

impl Morris {
    #[inline(always)]
    fn free<W: Word>(&self, stones: Stones<W>) -> W {
        !stones.taken() & W::from(self.board.points)
    }

    /// Nobody can move on a full board; where players pass there, it is handed to and fro.
    #[inline(always)]
    fn pass<K: Walker>(&self, walker: &mut K, walk: K::Word, board: Stones<K::Word>) {
        if self.ways.passes {
            let is_full = self.free(board).is_empty();
            walker.when(is_full & walk.equals(SLIDE.into()), |walker| {
                // A kernel finds moves in loops; here there is one.
                walker.each_bit(1.into(), |walker, _| {
                    let handed = || Stones::new(board.second, board.first);
                    walker.arrive(WALKED.into(), Step::onto(0.into()), handed);
                });
            });
        }
    }

    /// A stone has closed a mill and one of the opponent's is taken, if there is one.
    #[inline(always)]
    fn take<K: Walker>(
        &self,
        walker: &mut K,
        target: u32,
        step: Step<K::Word>,
        theirs: K::Word,
        after: K::Word,
    ) {
        walker.either(
            theirs.is_some(),
            |walker| {
                let removable = walker.work_out(&Removable(self), theirs);
                walker.arrive_each(removable, (target + 1).into(), |taken| {
                    (step.over(taken), Stones::new(theirs ^ taken, after))
                });
            },
            |walker| walker.arrive(target.into(), step, || Stones::new(theirs, after)),
        );
    }
}

/// The stones among which whoever closes a mill may take one.
struct Removable<'a>(&'a Morris);

impl Pointwise for Removable<'_> {
    #[inline(always)]
    fn of<W: Word>(&self, stones: W) -> W {
        if self.0.takes_any {
            return stones;
        }
        let loose = stones & !self.0.board.in_mills(stones);
        loose.is_empty().choose(stones, loose)
    }
}

impl Described for Morris {
    type Position = Position;
    type Index = CountedOrbits<2>;

    fn index(&self) -> &CountedOrbits<2> {
        &self.orbits
    }

    fn opening(&self) -> Position {
        let [my_hand, their_hand] = self.stones.map(|stones| stones as u8);
        Position { mine: 0, theirs: 0, my_hand, their_hand, turn: Turn::First }
    }

    fn mover(&self, position: Position) -> Turn {
        position.turn
    }

    fn besides(&self) -> Extras<'_, Position> {
        // Lasker Morris once had another rule for flying, which few games show.
        let revision = self.ways.slides_early.into();
        let evaluation = Some(self as _);
        Extras { revision, is_never_won_at_end: true, evaluation, ..Extras::default() }
    }

    #[inline(always)]
    fn tier_at(&self, position: Position) -> Tier {
        self.counts(position).tier()
    }

    fn first_tiers(&self) -> Vec<Tier> {
        self.roots.clone()
    }

    fn name_of(&self, tier: Tier) -> String {
        Counts::of(tier).to_string()
    }

    fn balance_of(&self, tier: Tier) -> Option<i32> {
        let counts = Counts::of(tier);
        Some(counts.my_stones() as i32 - counts.their_stones() as i32)
    }

    #[inline(always)]
    fn pieces(&self, tier: Tier) -> [usize; 2] {
        let Counts { mine, theirs, .. } = Counts::of(tier);
        [mine, theirs]
    }

    #[inline(always)]
    fn given(&self, tier: Tier) -> [u32; GIVEN] {
        let counts = Counts::of(tier);
        let Counts { mine, theirs, my_hand, their_hand } = counts;
        let their_walk =
            self.ways.walking(theirs, their_hand).filter(|_| self.ways.is_loopy(counts));
        [
            (counts.my_stones() < FEWEST_STONES).into(),
            (my_hand > 0).into(),
            number_of(self.ways.walking(mine, my_hand)),
            number_of(their_walk),
        ]
    }

    #[inline(always)]
    fn targets(&self, tier: Tier) -> [Option<Tier>; TARGETS] {
        self.ways.targets(Counts::of(tier)).map(|counts| counts.map(Counts::tier))
    }

    fn most_inside(&self, tier: Tier) -> u32 {
        let Counts { mine, theirs, my_hand, .. } = Counts::of(tier);
        match self.ways.walking(mine, my_hand) {
            None | Some(Going::Place) => 0,
            Some(Going::Slide) => self.board.most_slides(mine, theirs).max(self.ways.passes.into()),
            Some(Going::Fly) => (mine * (self.board.size() - mine - theirs)) as u32,
        }
    }

    #[inline(always)]
    fn board_of(&self, position: Position) -> Stones {
        Stones::new(position.mine, position.theirs)
    }

    #[inline(always)]
    fn position_of(&self, tier: Tier, board: Stones, turn: Turn) -> Position {
        let counts = Counts::of(tier);
        let (my_hand, their_hand) = (counts.my_hand as u8, counts.their_hand as u8);
        Position { mine: board.first, theirs: board.second, my_hand, their_hand, turn }
    }

    #[inline(always)]
    fn ending<W: Word>(&self, given: [W; GIVEN], board: Stones<W>) -> W {
        let free = self.free(board);
        let can_move = given[HAND]
            .is_some()
            .or(|| given[WALK].equals(FLY.into()))
            .or(|| self.board.joins.some_step(board.first, free).is_some());
        let full_board = match self.full_board {
            _ if self.ways.passes => ending::OPEN,
            Value::Tie => ending::TIE,
            _ => ending::LOSE,
        };
        let lose = ending::LOSE.into();
        let stuck = can_move.choose(ending::OPEN.into(), lose);
        given[TOO_FEW].is_some().choose(lose, free.is_empty().choose(full_board.into(), stuck))
    }

    #[inline(always)]
    fn forwards<K: Walker>(&self, walker: &mut K, given: [K::Word; GIVEN], board: Stones<K::Word>) {
        let Stones { first: mine, second: theirs, .. } = board;
        let free = self.free(board);
        let completions = self.board.completions(mine).map(|points| points & free);
        let closing = completions.into_iter().fold(K::Word::from(0), |all, points| all | points);
        walker.foresee(&Removable(self), theirs);
        self.pass(walker, given[WALK], board);
        walker.when(given[HAND].is_some(), |walker| {
            let arrival = |to| (Step::onto(to), Stones::new(theirs, mine | to));
            walker.arrive_each_but(free, closing, PLACED.into(), arrival, |walker, to| {
                self.take(walker, PLACED, Step::onto(to), theirs, mine | to);
            });
        });
        walker.when(given[WALK].equals(SLIDE.into()), |walker| {
            walker.each_row(&self.board.slides, |walker, [lower, distance, across @ ..]| {
                let row = [lower, distance];
                let [up, down] = Joins::ways(row, mine, free);
                // A slide along a mill leaves it incomplete: it closes only mills across its way.
                let closing = completions
                    .into_iter()
                    .zip(across)
                    .map(|(points, across)| across & (up & points >> distance | down & points));
                let closing = closing.fold(K::Word::from(0), |all, slides| all | slides);
                let slide = |lower| {
                    let pair = Joins::pair(row, lower);
                    (Step::going(pair & mine, pair & free), Stones::new(theirs, mine ^ pair))
                };
                walker.arrive_each_but(
                    up | down,
                    closing,
                    WALKED.into(),
                    slide,
                    |walker, lower| {
                        let (step, after) = slide(lower);
                        self.take(walker, WALKED, step, theirs, after.second);
                    },
                );
            });
        });
        walker.when(given[WALK].equals(FLY.into()), |walker| {
            walker.each_bit(mine, |walker, from| {
                let flight = |to| (Step::going(from, to), Stones::new(theirs, mine ^ from | to));
                // Unless it needs the stone that flies, as only the board after the move shows.
                walker.arrive_each_but(free, closing, WALKED.into(), flight, |walker, to| {
                    let (step, after) = flight(to);
                    walker.either(
                        self.board.is_in_mill(after.second, to),
                        |walker| self.take(walker, WALKED, step, theirs, after.second),
                        |walker| walker.arrive(WALKED.into(), step, || after),
                    );
                });
            });
        });
    }

    /// Slides and flights that close no mill, undone. One that closes a mill takes a stone, because
    /// there is always one that may be taken, and so leaves the unit.
    #[inline(always)]
    fn backwards<K: Walker>(
        &self,
        walker: &mut K,
        given: [K::Word; GIVEN],
        board: Stones<K::Word>,
    ) {
        let Stones { first: mine, second: theirs, .. } = board;
        let free = self.free(board);
        let loose = theirs & !self.board.in_mills(theirs);
        self.pass(walker, given[THEIR_WALK], board);
        walker.when(given[THEIR_WALK].equals(SLIDE.into()), |walker| {
            walker.each_row(self.board.joins.rows(), |walker, row| {
                let slides = Joins::steps(row, loose, free);
                walker.arrive_each(slides, WALKED.into(), |lower| {
                    let pair = Joins::pair(row, lower);
                    (Step::going(pair & free, pair & theirs), Stones::new(theirs ^ pair, mine))
                });
            });
        });
        walker.when(given[THEIR_WALK].equals(FLY.into()), |walker| {
            walker.each_bit(loose, |walker, to| {
                walker.arrive_each(free, WALKED.into(), |from| {
                    (Step::going(from, to), Stones::new(theirs ^ to | from, mine))
                });
            });
        });
    }
}
