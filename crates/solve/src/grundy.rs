//! Grundy numbers of impartial games (Sprague 1935, Grundy 1939).
//!
//! The number of a position is the least that none of its children has (*mex*), and that of several
//! parts side by side is the sum of their numbers in binary without carrying. The player to move has
//! lost exactly where it is 0.

use std::collections::HashMap;
use std::hash::Hash;

use foldhash::fast::FixedState;
use hindsight_core::{AnyPosition, AnyRules, MoveGraph};
use thiserror::Error;

/// Parts that are known so far, by their positions: the same part is met in many positions.
#[derive(Clone, Debug)]
pub struct Grundy<P> {
    /// Numbers of parts; none while a part's number is being worked out.
    known: HashMap<P, Option<u32>, FixedState>,
    most_parts: usize,
}

/// Why a position has no Grundy number, or none that can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GrundyError {
    /// Some position comes back.
    #[error("play can go round in circles")]
    Loops,
    /// There are more parts than may be kept.
    #[error("it has too many parts")]
    TooLarge,
}

/// Where moves lead in an impartial game, and what it falls into.
pub trait Impartial<P> {
    /// The positions after the moves; none where the game is over.
    fn children(&self, position: &P) -> Vec<P>;

    /// The independent parts of a position.
    fn parts(&self, position: &P) -> Vec<P>;
}

impl Impartial<AnyPosition> for dyn AnyRules + '_ {
    fn children(&self, position: &AnyPosition) -> Vec<AnyPosition> {
        AnyRules::children(self, position)
    }

    fn parts(&self, position: &AnyPosition) -> Vec<AnyPosition> {
        self.components(position)
    }
}

/// Every position is its own only part.
impl Impartial<u32> for MoveGraph {
    fn children(&self, position: &u32) -> Vec<u32> {
        self.children_of(*position).to_vec()
    }

    fn parts(&self, position: &u32) -> Vec<u32> {
        vec![*position]
    }
}

impl<P: Clone + Eq + Hash> Grundy<P> {
    /// Nothing known. At most so many parts will be kept.
    pub fn new(most_parts: usize) -> Grundy<P> {
        Grundy { known: HashMap::default(), most_parts }
    }

    /// How many parts are known.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no part is known.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The number of a position, by way of its parts.
    pub fn of<G: Impartial<P> + ?Sized>(
        &mut self,
        game: &G,
        position: &P,
    ) -> Result<u32, GrundyError> {
        let mut path = Vec::new();
        let sum = self.sum(game, game.parts(position), &mut path);
        // Only what was broken off leaves something there.
        for open in path {
            self.known.remove(&open.part);
        }
        sum
    }

    /// The sum of the numbers of some parts. A part whose number is being worked out stands on the path, and
    /// above it the part that it waits for.
    fn sum<G: Impartial<P> + ?Sized>(
        &mut self,
        game: &G,
        parts: Vec<P>,
        path: &mut Vec<Open<P>>,
    ) -> Result<u32, GrundyError> {
        let mut whole = Side { parts, sum: 0 };
        loop {
            let side = match path.last_mut() {
                None => &mut whole,
                Some(Open { part, sides, taken }) => match sides.last_mut() {
                    Some(side) => side,
                    None => {
                        self.known.insert(part.clone(), Some(least_free(taken)));
                        path.pop();
                        continue;
                    }
                },
            };
            match side.parts.pop() {
                Some(part) => match self.known.get(&part) {
                    Some(Some(number)) => side.sum ^= number,
                    Some(None) => return Err(GrundyError::Loops),
                    None if self.known.len() >= self.most_parts => {
                        return Err(GrundyError::TooLarge);
                    }
                    None => {
                        side.parts.push(part.clone());
                        self.known.insert(part.clone(), None);
                        let side = |child| Side { parts: game.parts(&child), sum: 0 };
                        let sides = game.children(&part).into_iter().map(side).collect();
                        path.push(Open { part, sides, taken: Vec::new() });
                    }
                },
                None => {
                    let sum = side.sum;
                    let Some(open) = path.last_mut() else { return Ok(sum) };
                    open.taken.push(sum);
                    open.sides.pop();
                }
            }
        }
    }
}

/// Parts side by side: the sum of those whose numbers were found, and the others.
struct Side<P> {
    parts: Vec<P>,
    sum: u32,
}

/// A part whose number is being worked out: the children that are still to be looked at, and the numbers of the
/// others.
struct Open<P> {
    part: P,
    sides: Vec<Side<P>>,
    taken: Vec<u32>,
}

/// The least number that is not taken.
fn least_free(taken: &mut Vec<u32>) -> u32 {
    taken.sort_unstable();
    taken.dedup();
    (0..).zip(taken).take_while(|(number, taken)| *number == **taken).count() as u32
}

#[cfg(test)]
mod tests {
    use hindsight_core::{Components, Extras, Kind, Rules, Turn, Value};

    use super::*;

    /// Piles of which any can be halved, rounded down, or made one smaller.
    #[derive(Clone, Copy)]
    struct Halving {
        by_parts: bool,
    }

    impl Rules for Halving {
        type Position = [u8; 3];
        type Move = (usize, u8);

        fn start(&self) -> [u8; 3] {
            [9; 3]
        }

        fn primitive(&self, piles: [u8; 3]) -> Option<Value> {
            (piles == [0; 3]).then_some(Value::Lose)
        }

        fn moves(&self, piles: [u8; 3], mut visit: impl FnMut((usize, u8))) {
            for (pile, size) in piles.into_iter().enumerate().filter(|(_, size)| *size > 0) {
                visit((pile, size - 1));
                visit((pile, size / 2));
            }
        }

        fn play(&self, mut piles: [u8; 3], (pile, left): (usize, u8)) -> [u8; 3] {
            piles[pile] = left;
            piles
        }

        fn turn(&self, _piles: [u8; 3]) -> Turn {
            Turn::First
        }

        fn extras(&self) -> Extras<'_, [u8; 3]> {
            let components: &dyn Components<_> = self;
            let components = self.by_parts.then_some(components);
            Extras { kind: Kind::Impartial, components, ..Extras::default() }
        }
    }

    impl Components<[u8; 3]> for Halving {
        fn components(&self, piles: [u8; 3], visit: &mut dyn FnMut([u8; 3])) {
            piles.into_iter().filter(|size| *size > 0).for_each(|size| visit([size, 0, 0]));
        }
    }

    fn rules(game: &impl Rules) -> &dyn AnyRules {
        game
    }

    /// The slow twin: straight from the definition, without parts or memory.
    fn by_definition(game: Halving, piles: [u8; 3]) -> u32 {
        let mut of_children = Vec::new();
        let mut add = |chosen| of_children.push(by_definition(game, game.play(piles, chosen)));
        Rules::moves(&game, piles, &mut add);
        (0..).find(|number| !of_children.contains(number)).unwrap_or(0)
    }

    #[test]
    fn by_parts_whole_and_by_definition_are_the_same() {
        let [whole, parts] = [false, true].map(|by_parts| Halving { by_parts });
        let (mut of_whole, mut of_parts) = (Grundy::new(10_000), Grundy::new(10_000));
        let mut most = 0;
        for number in 0..4usize.pow(3) {
            let piles = [number % 4, number / 4 % 4, number / 16].map(|pile| pile as u8);
            let expected = by_definition(whole, piles);
            most = most.max(expected);
            let position = AnyPosition::new(piles);
            assert_eq!(of_whole.of(rules(&whole), &position), Ok(expected), "{piles:?}");
            assert_eq!(of_parts.of(rules(&parts), &position), Ok(expected), "{piles:?}");
        }
        assert!(most > 1, "numbers other than 0 and 1 occur");
        assert_eq!(of_parts.len(), 3, "one part for each size of a pile");
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let game = rules(&Halving { by_parts: true });
        assert_eq!(Grundy::new(8).of(game, &game.start()), Err(GrundyError::TooLarge));
        assert!(Grundy::new(9).of(game, &game.start()).is_ok());
    }

    /// Two positions that lead to each other.
    struct Circle;

    impl Rules for Circle {
        type Position = bool;
        type Move = ();

        fn start(&self) -> bool {
            false
        }

        fn primitive(&self, _: bool) -> Option<Value> {
            None
        }

        fn moves(&self, _: bool, mut visit: impl FnMut(())) {
            visit(());
        }

        fn play(&self, position: bool, (): ()) -> bool {
            !position
        }

        fn turn(&self, _: bool) -> Turn {
            Turn::First
        }
    }

    #[test]
    fn circles_are_noticed() {
        let circle = rules(&Circle);
        assert_eq!(Grundy::new(100).of(circle, &circle.start()), Err(GrundyError::Loops));
    }
}
