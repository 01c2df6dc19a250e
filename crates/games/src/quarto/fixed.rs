//! Orbits of full boards, by how the boards stand.
//!
//! By Burnside's lemma, the boards that each symmetry leaves unchanged add up to the number of orbits times
//! that of symmetries. The identity fixes all 16! boards, which [`FullBoards`] counts; the other symmetries
//! together fix 3.9 billion. Conjugate symmetries fix equally many of each standing, so that one of
//! each class is enough: some 150 million boards, which are listed.

use std::collections::BTreeMap;

use hindsight_core::Group;
use hindsight_core::bits::ones;

use super::board::{Position, Shape, winning_lines};
use super::full::FullBoards;
use super::symmetry;

const SHAPE: Shape = Shape { side: 4, properties: 4 };
const CELLS: usize = SHAPE.cells();

/// Full boards up to symmetry, or as they are, by how they stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FullStandings {
    /// Without a winning line.
    pub ties: u64,
    /// Won by a single placement.
    pub lost: u64,
    /// With winning lines that no single placement completes.
    pub unreachable: u64,
}

impl FullStandings {
    fn add(&mut self, winning: u16, lines: &[u16]) {
        if winning == 0 {
            self.ties += 1;
        } else if ones(winning.into()).fold(u16::MAX, |cells, line| cells & lines[line]) != 0 {
            self.lost += 1;
        } else {
            self.unreachable += 1;
        }
    }

    fn plus(self, times: u64, other: FullStandings) -> FullStandings {
        FullStandings {
            ties: self.ties + times * other.ties,
            lost: self.lost + times * other.lost,
            unreachable: self.unreachable + times * other.unreachable,
        }
    }
}

impl FullBoards {
    /// All full boards.
    pub fn standings(&self) -> FullStandings {
        let levels = self.last_levels();
        let (ties, lost) = (levels.ties, levels.lost);
        FullStandings { ties, lost, unreachable: self.total() - ties - lost }
    }

    /// Full boards up to the symmetries of board and pieces.
    pub fn orbits(&self) -> FullStandings {
        let (board, pieces) = (symmetry::of_board(SHAPE), symmetry::of_pieces(SHAPE));
        let lines = SHAPE.lines();
        let mut fixed = self.standings();
        for (turn, turns) in conjugacy_classes(&board) {
            for (relabel, relabels) in conjugacy_classes(&pieces) {
                let is_identity = turn.iter().chain(&relabel).zip((0..CELLS).cycle());
                if is_identity.into_iter().all(|(&image, point)| image == point) {
                    continue;
                }
                let mut found = FullStandings::default();
                Fixing { turn: cycles(&turn), relabel: cycles(&relabel) }.visit(&mut |position| {
                    found.add(winning_lines(&lines, SHAPE.properties, position), &lines);
                });
                fixed = fixed.plus(turns * relabels, found);
            }
        }
        let symmetries = (board.order() * pieces.order()) as u64;
        debug_assert_eq!(
            [fixed.ties, fixed.lost, fixed.unreachable].map(|n| n % symmetries),
            [0; 3]
        );
        FullStandings {
            ties: fixed.ties / symmetries,
            lost: fixed.lost / symmetries,
            unreachable: fixed.unreachable / symmetries,
        }
    }
}

/// A symmetry of each conjugacy class, as the images of the points, with the size of the class.
fn conjugacy_classes(group: &Group) -> Vec<(Vec<usize>, u64)> {
    let mut classes = BTreeMap::new();
    let points = group.points();
    for symmetry in 0..group.order() {
        let conjugate = |by: usize| {
            let mut images = vec![0; points];
            for point in 0..points {
                images[group.image(by, point)] = group.image(by, group.image(symmetry, point));
            }
            images
        };
        let least = (0..group.order()).map(conjugate).min().unwrap_or_default();
        *classes.entry(least).or_insert(0) += 1;
    }
    classes.into_iter().collect()
}

/// The cycles of a permutation.
fn cycles(images: &[usize]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; images.len()];
    let mut cycles = Vec::new();
    for first in 0..images.len() {
        let mut cycle = Vec::new();
        let mut point = first;
        while !seen[point] {
            seen[point] = true;
            cycle.push(point);
            point = images[point];
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

/// A symmetry of the board together with one of the pieces, both by their cycles.
struct Fixing {
    turn: Vec<Vec<usize>>,
    relabel: Vec<Vec<usize>>,
}

impl Fixing {
    /// Visits the full boards that the symmetry leaves unchanged: each cycle of cells has a cycle of
    /// pieces of the same length on it, turned somehow.
    fn visit(&self, visit: &mut impl FnMut(Position)) {
        let lengths = |cycles: &[Vec<usize>]| {
            let mut lengths: Vec<usize> = cycles.iter().map(Vec::len).collect();
            lengths.sort_unstable();
            lengths
        };
        if lengths(&self.turn) == lengths(&self.relabel) {
            self.visit_from(0, 0, Position::EMPTY, visit);
        }
    }

    fn visit_from(
        &self,
        cycle: usize,
        used: u32,
        position: Position,
        visit: &mut impl FnMut(Position),
    ) {
        let Some(cells) = self.turn.get(cycle) else { return visit(position) };
        for (number, pieces) in self.relabel.iter().enumerate() {
            if used >> number & 1 == 1 || pieces.len() != cells.len() {
                continue;
            }
            for first in 0..pieces.len() {
                let turned = pieces.iter().cycle().skip(first);
                let place = |position: Position, (&cell, &piece): (&usize, &usize)| {
                    position.placed(cell, piece as u8)
                };
                let next = cells.iter().zip(turned).fold(position, place);
                self.visit_from(cycle + 1, used | 1 << number, next, visit);
            }
        }
    }
}
