//! Symmetries of a game: permutations of the points, perhaps with an exchange of the players, under which the
//! rules stay the same. They are looked for among those that keep the lines of the board, and none is
//! believed: each is tried on positions of games played at random, where it must lead from moves to moves.

use hindsight_core::{MAX_SYMMETRIES, Rules};

use crate::likeness::Image;
use crate::machine::{Machine, bits};
use crate::play::TextGame;
use crate::position::Position;

/// The most permutations that are tried, and steps in looking for them.
const MOST_TRIED: usize = 512;
const MOST_STEPS: usize = 200_000;
/// Permutations that would make a group too large, after which no more are looked at.
const MOST_REFUSED: usize = 8;
/// Positions that each is tried on, and plies of a game.
const POSITIONS: usize = 120;
const PLIES: usize = 30;

/// The most moves that are looked at in all.
const MOST_LOOKED_AT: usize = 20_000_000;

/// What was found by trying.
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
        let (permutations, is_complete) = self.machine.permutations();
        let mut positions = self.sample();
        // Of each position and of its image, with and without an exchange; where there are many moves, fewer
        // positions must do.
        let mut moves = MOST_LOOKED_AT / (4 * permutations.len().max(1));
        positions.retain(|position| {
            let is_room = moves > 0;
            if is_room {
                self.children(*position, |_| moves = moves.saturating_sub(1));
            }
            is_room
        });
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

/// The symmetries that an index makes use of. They are shown to keep the rules from the rules themselves. Points
/// where no piece ever stands stay where they are.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    /// A group of permutations of the points that keep the rules and the start; that of no change is
    /// the first.
    pub(crate) of_board: Vec<Vec<u8>>,
    /// Some that keep the rules together with an exchange of the players: those first that move the
    /// points in the fewest ways.
    pub(crate) with_exchange: Vec<Vec<u8>>,
}

impl Machine {
    /// The permutations that keep the lines of the board, and whether they are all.
    pub(crate) fn permutations(&self) -> (Vec<Vec<u8>>, bool) {
        let beside = &self.board.beside;
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

    /// The symmetries that can be shown. Pieces stand only on points of `used`.
    pub(crate) fn shown_symmetries(&self, used: u64) -> Shown {
        let (permutations, _) = self.permutations();
        let identity: Vec<u8> = (0..self.board.points() as u8).collect();
        let on_used = |permutation: &[u8]| -> Option<Vec<u8>> {
            let is_used = |point: u8| used >> point & 1 == 1;
            let numbered = (0..).zip(permutation);
            numbered
                .map(|(point, to)| match (is_used(point), is_used(*to)) {
                    (true, true) => Some(*to),
                    (true, false) => None,
                    _ => Some(point),
                })
                .collect()
        };
        let mut of_board = vec![identity];
        let mut with_exchange: Vec<Vec<u8>> = Vec::new();
        let mut refused = 0;
        for permutation in permutations {
            let Some(moved) = on_used(&permutation) else { continue };
            let keeps = |exchanges: bool| {
                let image = Image::new(self, &permutation, exchanges);
                image.is_some_and(|it| (exchanges || it.keeps_start()) && it.keeps_rules())
            };
            if refused < MOST_REFUSED && !of_board.contains(&moved) && keeps(false) {
                match closure(&of_board, &moved) {
                    Some(larger) => of_board = larger,
                    None => refused += 1,
                }
            }
            if !with_exchange.contains(&moved) && keeps(true) {
                with_exchange.push(moved);
            }
        }
        with_exchange.sort_by_key(|exchange| movements(exchange));
        Shown { of_board, with_exchange }
    }
}

/// In how many ways a permutation moves points. Turning all of them round is one way.
fn movements(permutation: &[u8]) -> usize {
    let last = permutation.len() - 1;
    let numbered = || permutation.iter().map(|to| usize::from(*to)).enumerate();
    if numbered().all(|(from, to)| from + to == last) {
        return 2;
    }
    let mut by: Vec<isize> = numbered().map(|(from, to)| to as isize - from as isize).collect();
    by.sort_unstable();
    by.dedup();
    by.len() + usize::from(by.len() > 1)
}

/// One permutation after another.
pub(crate) fn after(second: &[u8], first: &[u8]) -> Vec<u8> {
    first.iter().map(|point| second[usize::from(*point)]).collect()
}

/// The permutation that undoes another.
pub(crate) fn inverse(permutation: &[u8]) -> Vec<u8> {
    let mut inverse = vec![0; permutation.len()];
    for (from, to) in (0..).zip(permutation) {
        inverse[usize::from(*to)] = from;
    }
    inverse
}

/// The group that a group and one more permutation make; none if it has more than an index can tell apart.
fn closure(group: &[Vec<u8>], more: &[u8]) -> Option<Vec<Vec<u8>>> {
    let generators: Vec<&[u8]> = group.iter().map(Vec::as_slice).chain([more]).collect();
    let mut members = vec![group[0].clone()];
    let mut next = 0;
    while next < members.len() {
        for generator in &generators {
            let product = after(generator, &members[next]);
            if !members.contains(&product) {
                members.push(product);
            }
        }
        if members.len() > MAX_SYMMETRIES {
            return None;
        }
        next += 1;
    }
    Some(members)
}
