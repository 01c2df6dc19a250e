//! A text that was read.

use hindsight_core::Game;

use crate::compile::compile;
use crate::explain::explain;
use crate::machine::Machine;
use crate::mistake::Mistake;
use crate::parse::{STANDARD, parse};
use crate::play::TextGame;
use crate::sheet::Drawing;
use crate::symmetry::Symmetries;
use crate::syntax::Tree;

/// A text that was read and understood.
#[derive(Clone, Debug)]
pub struct Rulebook {
    tree: Tree,
    machine: Machine,
}

impl Rulebook {
    /// Reads a text. `variant` chooses the values of its options, in their order, separated by commas;
    /// without, each has its first value.
    pub fn read(text: &str, variant: Option<&str>) -> Result<Rulebook, Mistake> {
        let tree = parse(text, variant)?;
        let machine = compile(text, &tree)?;
        Ok(Rulebook { tree, machine })
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

    /// The game.
    pub fn game(&self) -> Game {
        match self.machine.pieces.len() {
            0..=2 => Game::rules_only(self.typed::<2>()),
            3..=4 => Game::rules_only(self.typed::<4>()),
            _ => Game::rules_only(self.typed::<12>()),
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
        TextGame { drawing: Drawing::new(&self.machine), machine: self.machine.clone() }
    }
}
