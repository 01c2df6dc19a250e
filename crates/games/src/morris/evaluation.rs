//! How good a position looks, for players that search.

use hindsight_core::Evaluation;

use super::{Morris, Position};

/// What all stones are worth to a player who has them all. Nothing else makes up for a stone.
const STONES: i32 = 4000;
/// What a slide is worth.
const SLIDE: i32 = 10;
/// What a stone on a point with four neighbours is worth.
const CROSSING: i32 = 15;

/// Looks at the same things as the program of Gévay and Danner (2016): the ratio of the stones, the slides
/// that could be made, and who holds the points with four neighbours. They do not say what each counts.
impl Evaluation<Position> for Morris {
    fn evaluate(&self, position: Position) -> i32 {
        let Position { mine, theirs, my_hand, their_hand, .. } = position;
        let stones = |board: u32, hand: u8| board.count_ones() as i32 + i32::from(hand);
        let (my_stones, their_stones) = (stones(mine, my_hand), stones(theirs, their_hand));
        let ratio = STONES * (my_stones - their_stones) / (my_stones + their_stones).max(1);
        let free = self.board.points & !(mine | theirs);
        let slides = |stones| self.board.joins.count(stones, free) as i32;
        let crossings = |stones: u32| (stones & self.board.crossings).count_ones() as i32;
        ratio
            + SLIDE * (slides(mine) - slides(theirs))
            + CROSSING * (crossings(mine) - crossings(theirs))
    }
}
