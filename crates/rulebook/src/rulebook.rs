//! A text that was read.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use hindsight_core::{Game, Indexed};

use crate::compile::compile;
use crate::drawing::Drawing;
use crate::explain::explain;
use crate::identity::identity;
use crate::index::{DescribedIfItCan, TextIndex};
use crate::machine::Machine;
use crate::mistake::Mistake;
use crate::parse::{STANDARD, parse};
use crate::plan::Plan;
use crate::play::{Bound, TextGame};
use crate::symmetry::Symmetries;
use crate::syntax::Tree;
use crate::tiers::Reason;

/// A text that was read and understood.
#[derive(Clone, Debug)]
pub struct Rulebook {
    tree: Tree,
    machine: Machine,
    bound: Bound,
}

/// How the positions of a game are numbered, as it follows from its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// How many tiers there are, by the numbers of pieces.
    pub tiers: usize,
    /// How many slots they have together.
    pub slots: u64,
    /// The symmetries of the board that positions are one up to.
    pub symmetries: u32,
    /// Whether positions are seen by the player to move.
    pub is_folded: bool,
    /// The parts of the board between which no piece moves.
    pub parts: usize,
    /// Whether there are un-moves; otherwise the line that is the reason. Edges are then reversed one by one.
    pub unmoves: Result<(), Reason>,
    /// Whether moves are described, so that many boards are looked at together, and a GPU can solve the game;
    /// otherwise the line that is the reason.
    pub kernels: Result<(), Reason>,
}

impl Rulebook {
    /// Reads a text. `variant` chooses the values of its options, in their order, separated by commas;
    /// without, each has its first value.
    pub fn read(text: &str, variant: Option<&str>) -> Result<Rulebook, Mistake> {
        let tree = parse(text, variant)?;
        let machine = compile(text, &tree)?;
        Ok(Rulebook { tree, machine, bound: Bound::default() })
    }

    /// The same rules for somebody who has not time for everything: of a position with more moves than so many
    /// the others are left out, and [`Rulebook::was_cut`] then says so.
    #[must_use]
    pub fn with_most_moves(self, moves: usize) -> Rulebook {
        Rulebook { bound: Bound { moves, ..Bound::default() }, ..self }
    }

    /// Whether a game of this rulebook has met a position with more moves than it may have. What was
    /// worked out of it does not count then.
    pub fn was_cut(&self) -> bool {
        self.bound.is_exceeded.load(Ordering::Relaxed)
    }

    /// What tells these rules from others, in 32 hexadecimal digits: whatever the text calls things, the same
    /// rules have the same.
    pub fn identity(&self) -> String {
        identity(&self.machine)
    }

    /// What the game is called.
    pub fn name(&self) -> &str {
        &self.tree.name
    }

    /// What the text says.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The values of the options, separated by commas, as [`Rulebook::read`] takes them.
    pub fn variant(&self) -> String {
        let values: Vec<&str> =
            self.tree.options.iter().map(|(_, values)| values[0].as_str()).collect();
        if values.is_empty() { STANDARD.to_owned() } else { values.join(",") }
    }

    /// The rules in plain sentences, a line each: what was understood.
    pub fn explain(&self) -> String {
        explain(&self.tree)
    }

    /// The names of the variants that the first option makes, the chosen one first.
    pub fn variants(&self) -> Vec<String> {
        let Some(((_, first), others)) = self.tree.options.split_first() else {
            return vec![STANDARD.to_owned()];
        };
        let rest: Vec<&str> = others.iter().map(|(_, values)| values[0].as_str()).collect();
        let name = |value: &String| [&[value.as_str()], &rest[..]].concat().join(",");
        first.iter().map(name).collect()
    }

    /// The game, with an index if one can be [derived](Rulebook::derived).
    pub fn game(&self) -> Game {
        match self.machine.pieces.len() {
            0..=2 => self.numbered::<2>().0,
            3..=4 => self.numbered::<4>().0,
            _ => self.numbered::<12>().0,
        }
    }

    /// What follows from the text for how its positions are numbered, or the reason that they are not.
    pub fn derived(&self) -> Result<Derived, Reason> {
        match self.machine.pieces.len() {
            0..=2 => self.numbered::<2>().1,
            3..=4 => self.numbered::<4>().1,
            _ => self.numbered::<12>().1,
        }
    }

    fn numbered<const N: usize>(&self) -> (Game, Result<Derived, Reason>)
    where
        TextIndex<N>: DescribedIfItCan,
    {
        let game = Arc::new(self.typed::<N>());
        let plan = Plan::of(&game.machine);
        let index = plan.and_then(|plan| {
            let index = TextIndex::new(&game, &plan)?;
            let tiers = index.all_tiers();
            let (symmetries, is_folded, parts) =
                (index.symmetries(), plan.fold.is_some(), plan.parts.len());
            let unmoves = index.unmoves();
            let (index, kernels) = index.described_if_it_can(&plan);
            // A description has its own.
            let unmoves = if kernels.is_ok() { Ok(()) } else { unmoves };
            let slots = tiers.iter().map(|tier| index.slots(*tier)).sum();
            let tiers = tiers.len();
            Ok((index, Derived { tiers, slots, symmetries, is_folded, parts, unmoves, kernels }))
        });
        match index {
            Ok((index, derived)) => {
                (Game { rules: game, index: Some(index), sources: None }, Ok(derived))
            }
            Err(reason) => (Game { rules: game, index: None, sources: None }, Err(reason)),
        }
    }

    /// The symmetries of board and rules, each tried on positions.
    pub fn symmetries(&self) -> Symmetries {
        match self.machine.pieces.len() {
            0..=2 => self.typed::<2>().symmetries(),
            3..=4 => self.typed::<4>().symmetries(),
            _ => self.typed::<12>().symmetries(),
        }
    }

    fn typed<const N: usize>(&self) -> TextGame<N> {
        let (drawing, machine) = (Drawing::new(&self.machine), self.machine.clone());
        TextGame::new(machine, drawing, self.bound.clone())
    }
}
