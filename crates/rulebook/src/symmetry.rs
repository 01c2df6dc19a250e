//! Symmetries of a game: permutations of the points, perhaps with an exchange of the players, under which the
//! rules stay the same. They are looked for among those that keep the lines of the board, and none is
//! believed: each is tried on positions of games played at random, where it must lead from moves to moves.

use hindsight_core::Rules;

use crate::machine::bits;
use crate::play::TextGame;
use crate::position::Position;

/// The most permutations that are tried, and steps in looking for them.
const MOST_TRIED: usize = 512;
const MOST_STEPS: usize = 200_000;
/// Positions that each is tried on, and plies of a game.
const POSITIONS: usize = 120;
const PLIES: usize = 30;

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetries {
    /// Permutations of the points that keep the rules, that of no change among them.
    pub of_board: usize,
    /// Those that keep them together with an exchange of the players.
    pub with_exchange: usize,
    /// The positions that each was tried on.
    pub tried_on: usize,
    /// Whether all permutations that keep the lines of the board were tried.
    pub is_complete: bool,
}

impl<const N: usize> TextGame<N> {
    pub(crate) fn symmetries(&self) -> Symmetries {
        let (permutations, is_complete) = self.permutations();
        let positions = self.sample();
        let keeps = |permutation: &Vec<u8>, exchanges: bool| {
            positions.iter().all(|position| self.is_kept(permutation, exchanges, *position))
        };
        Symmetries {
            of_board: permutations.iter().filter(|permutation| keeps(permutation, false)).count(),
            with_exchange: permutations
                .iter()
                .filter(|permutation| keeps(permutation, true))
                .count(),
            tried_on: positions.len(),
            is_complete,
        }
    }

    /// The permutations that keep the lines of the board, and whether they are all.
    fn permutations(&self) -> (Vec<Vec<u8>>, bool) {
        let beside = &self.machine.board.beside;
        let points = beside.len();
        let (mut found, mut steps) = (Vec::new(), 0);
        let mut open: Vec<Vec<u8>> = vec![Vec::new()];
        while let Some(begun) = open.pop() {
            steps += 1;
            if steps > MOST_STEPS || found.len() == MOST_TRIED {
                return (found, false);
            }
            let next = begun.len();
            if next == points {
                found.push(begun);
                continue;
            }
            for image in (0..points).rev() {
                let fits = beside[next].count_ones() == beside[image].count_ones()
                    && begun.iter().enumerate().all(|(point, known)| {
                        usize::from(*known) != image
                            && (beside[next] >> point & 1) == (beside[image] >> known & 1)
                    });
                if fits {
                    let mut longer = begun.clone();
                    longer.push(image as u8);
                    open.push(longer);
                }
            }
        }
        (found, true)
    }

    /// Positions of games played at random, always the same.
    fn sample(&self) -> Vec<Position<N>> {
        let mut positions = Vec::new();
        let mut random = 0x9e37_79b9_u64;
        while positions.len() < POSITIONS {
            let mut position = self.start();
            for _ in 0..PLIES {
                positions.push(position);
                let mut children = Vec::new();
                if self.primitive(position).is_none() {
                    self.children(position, |child| children.push(child));
                }
                if children.is_empty() {
                    break;
                }
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position = children[(random >> 33) as usize % children.len()];
            }
        }
        positions
    }

    /// The image of a position; none where a kind of pieces has no counterpart.
    fn image(
        &self,
        permutation: &[u8],
        exchanges: bool,
        position: &Position<N>,
    ) -> Option<Position<N>> {
        let turn = if exchanges { position.turn.other() } else { position.turn };
        let mut image = Position { masks: [0; N], hands: [0; N], turn };
        for (kind, piece) in self.machine.pieces.iter().enumerate() {
            let to = match (exchanges, piece.owner) {
                (true, Some(_)) => usize::from(piece.other?),
                _ => kind,
            };
            image.hands[to] = position.hands[kind];
            image.masks[to] =
                bits(position.masks[kind]).fold(0, |mask, point| mask | 1 << permutation[point]);
        }
        Some(image)
    }

    /// Whether moves of a position lead to the images of where moves of its image lead.
    fn is_kept(&self, permutation: &[u8], exchanges: bool, position: Position<N>) -> bool {
        let Some(image) = self.image(permutation, exchanges, &position) else { return false };
        let over = self.primitive(position);
        if over != self.primitive(image) {
            return false;
        }
        if over.is_some() {
            return true;
        }
        let (mut there, mut here) = (Vec::new(), Vec::new());
        self.children(image, |child| there.push(Some(child)));
        self.children(position, |child| here.push(self.image(permutation, exchanges, &child)));
        there.sort_unstable();
        here.sort_unstable();
        there == here
    }
}
