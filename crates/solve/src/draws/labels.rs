//! The draws of a tier in memory: a number of sixteen bits for each slot, and a list of what the
//! numbers mean.

use std::collections::{BTreeSet, HashMap};

use hindsight_core::{Code, Numbered, Outcome, Tier};
use hindsight_store::Store;
use rayon::prelude::*;

use super::mover::values_name;
use crate::error::SolveError;
use crate::resident::ResidentTable;

/// What a slot is to the analysis of draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Label {
    /// A hole, or a position that is lost or tied.
    Other,
    /// Won by the player to move, so that a move there is a mistake.
    Won,
    /// A draw of which nothing more is known yet.
    Open,
    /// A draw and what is known of it, as its two columns hold it.
    Draw {
        /// Which class it belongs to.
        class: Code,
        /// How far away what makes it so is.
        depth: Code,
    },
}

/// The numbers of labels that every list begins with.
pub(crate) const OTHER: u16 = 0;
pub(crate) const WON: u16 = 1;
pub(crate) const OPEN: u16 = 2;

/// What numbers mean.
#[derive(Clone, Debug)]
pub(crate) struct Labels {
    list: Vec<Label>,
    numbers: HashMap<Label, u16>,
}

impl Labels {
    pub fn new() -> Labels {
        let list = vec![Label::Other, Label::Won, Label::Open];
        let numbers = list.iter().copied().zip(0..).collect();
        Labels { list, numbers }
    }

    /// The labels in the order of their numbers.
    pub fn list(&self) -> &[Label] {
        &self.list
    }

    /// The number of a label; `None` when there are too many labels.
    pub fn number(&mut self, label: Label) -> Option<u16> {
        if let Some(&number) = self.numbers.get(&label) {
            return Some(number);
        }
        let number = u16::try_from(self.list.len()).ok()?;
        self.list.push(label);
        self.numbers.insert(label, number);
        Some(number)
    }
}

/// A tier whose draws have labels.
#[derive(Debug)]
pub(crate) struct LabelledTier {
    /// For each slot.
    pub numbers: Vec<u16>,
    /// What they mean.
    pub labels: Labels,
}

/// The suffixes of the columns' names.
pub(crate) const CLASS: &str = ".class";
pub(crate) const DEPTH: &str = ".depth";
pub(crate) const IMPURE: &str = ".impure";

impl LabelledTier {
    /// The number of a slot's label among those that every list begins with, by its value.
    pub fn number_of_value(code: Code) -> u16 {
        match code.outcome() {
            Some(Outcome::Win(_)) => WON,
            Some(Outcome::Draw) => OPEN,
            _ => OTHER,
        }
    }

    /// The label of a slot.
    pub fn label(&self, slot: u64) -> Label {
        self.labels.list[usize::from(self.numbers[slot as usize])]
    }

    /// Reads a tier: the values, and the columns of a family that has labelled it.
    pub fn load(
        game: &dyn Numbered,
        values: &Store,
        family: &Store,
        tier: Tier,
    ) -> Result<LabelledTier, SolveError> {
        let name = game.tier_name(tier);
        let values = ResidentTable::load(&*values.table(&values_name(game, tier))?)?;
        let classes = ResidentTable::load(&*family.table(&(name.clone() + CLASS))?)?;
        let depths = ResidentTable::load(&*family.table(&(name.clone() + DEPTH))?)?;
        // Holes look like draws here now and then, with whatever label; nobody asks for them.
        let label = |slot: usize| match LabelledTier::number_of_value(values.code(slot)) {
            OPEN => {
                let class = classes.code(slot);
                // A draw that ends nowhere else has no depth, and its slot there is a hole.
                let depth = if class == Code::DRAW { Code::HOLE } else { depths.code(slot) };
                Label::Draw { class, depth }
            }
            WON => Label::Won,
            _ => Label::Other,
        };
        let mut numbers = vec![OTHER; game.slots(tier) as usize];
        let slots = (0..numbers.len()).into_par_iter().with_min_len(CHUNK);
        let met = slots
            .fold(Met::default, |met, slot| met.and(label(slot)))
            .reduce(Met::default, Met::merge);
        let mut labels = Labels::new();
        for label in met.labels {
            labels.number(label).ok_or_else(|| too_many(&name))?;
        }
        numbers.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, numbers)| {
            let mut last = (Label::Open, OPEN);
            for (slot, number) in (chunk * CHUNK..).zip(numbers) {
                let label = label(slot);
                if label != last.0 {
                    last = (label, labels.numbers[&label]);
                }
                *number = last.1;
            }
        });
        Ok(LabelledTier { numbers, labels })
    }

    /// The column of classes and that of depths.
    pub fn columns(&self) -> [Vec<Code>; 2] {
        let column = |pick: fn(Code, Code) -> Code| {
            let code = |label: &Label| match *label {
                Label::Draw { class, depth } => pick(class, depth),
                _ => Code::HOLE,
            };
            let codes: Vec<Code> = self.labels.list.iter().map(code).collect();
            self.numbers.par_iter().map(|&number| codes[usize::from(number)]).collect()
        };
        [column(|class, _| class), column(|_, depth| depth)]
    }
}

/// Slots that a thread takes at a time.
const CHUNK: usize = 1 << 16;

/// The labels that occur among some slots. Neighbouring slots repeat labels: a last-seen one saves most
/// look-ups.
struct Met {
    last: Label,
    labels: BTreeSet<Label>,
}

impl Default for Met {
    fn default() -> Met {
        Met { last: Label::Open, labels: BTreeSet::new() }
    }
}

impl Met {
    fn and(mut self, label: Label) -> Met {
        if label != self.last {
            self.labels.insert(label);
            self.last = label;
        }
        self
    }

    fn merge(mut self, other: Met) -> Met {
        self.labels.extend(other.labels);
        self
    }
}

/// What to say when numbers of sixteen bits do not suffice.
pub(crate) fn too_many(tier: &str) -> SolveError {
    let what = "more than 65533 different labels of draws";
    SolveError::Inconsistent { what, tier: tier.to_owned(), slot: 0 }
}
