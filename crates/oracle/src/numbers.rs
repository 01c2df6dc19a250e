//! What is known about a position beyond its value: Grundy numbers and margins.

use std::collections::BTreeMap;
use std::sync::PoisonError;

use hindsight_core::{AnyPosition, AnyRules, Kind, MoveGraph, Numbered};
use hindsight_solve::{Grundy, margins};

use crate::oracle::{Located, Oracle};
use crate::report::{Analysis, Answer, GrundyCount, MarginCount};

/// The most parts of an impartial game whose Grundy numbers are kept.
pub(crate) const MOST_PARTS: usize = 1 << 20;

impl Oracle {
    /// The Grundy number of a position of an impartial game; none where it has too many parts.
    pub(crate) fn grundy(&self, position: &AnyPosition) -> Option<u32> {
        if self.rules.kind() != Kind::Impartial {
            return None;
        }
        let rules: &dyn AnyRules = &*self.rules;
        let mut known = self.grundy.lock().unwrap_or_else(PoisonError::into_inner);
        known.of(rules, position).ok()
    }

    /// The margins of all positions of a scored game that was explored.
    fn margins(&self, index: &dyn Numbered, graph: &MoveGraph) -> &[i32] {
        self.margins.get_or_init(|| {
            margins(graph, |slot| {
                let occupant = index.occupant(MoveGraph::TIER, slot.into())?;
                self.rules.margin(&occupant.position)
            })
        })
    }

    /// Adds to an answer what the game's kind has to tell beyond values.
    pub(crate) fn add_numbers(&self, answer: &mut Answer, located: &Located) {
        let Located { position, index, .. } = located;
        if self.own_index.is_some() {
            return;
        }
        match self.rules.kind() {
            Kind::Partisan | Kind::Puzzle => {}
            Kind::Impartial => {
                answer.grundy = self.grundy(position);
                for (told, child) in answer.moves.iter_mut().zip(self.rules.moves(position)) {
                    told.grundy = self.grundy(&child);
                }
            }
            Kind::Scored => {
                let Some(graph) = index.graph() else { return };
                let number = index.locate(position).slot as u32;
                let margins = self.margins(&**index, graph);
                answer.margin = Some(margins[number as usize]);
                for (told, &child) in answer.moves.iter_mut().zip(graph.children_of(number)) {
                    told.margin = Some(margins[child as usize]);
                }
            }
        }
    }

    /// Counts how many positions have which number, where the game's kind has numbers.
    pub(crate) fn count_numbers(&self, analysis: &mut Analysis, index: &dyn Numbered) {
        let Some(graph) = index.graph() else { return };
        match self.rules.kind() {
            Kind::Partisan | Kind::Puzzle => {}
            Kind::Impartial => {
                let mut known = Grundy::new(graph.len() as usize);
                let numbers = (0..graph.len()).map(|position| known.of(graph, &position));
                let counts = numbers.collect::<Result<Vec<_>, _>>().ok().map(tally);
                let row = |(grundy, positions)| GrundyCount { grundy, positions };
                analysis.grundy = counts.map(|counts| counts.into_iter().map(row).collect());
            }
            Kind::Scored => {
                let counts = tally(self.margins(index, graph).iter().copied());
                let row = |(margin, positions)| MarginCount { margin, positions };
                analysis.margins = Some(counts.into_iter().map(row).collect());
            }
        }
    }
}

/// How often each number occurs.
fn tally<N: Ord>(numbers: impl IntoIterator<Item = N>) -> BTreeMap<N, u64> {
    let mut counts = BTreeMap::new();
    for number in numbers {
        *counts.entry(number).or_default() += 1;
    }
    counts
}
