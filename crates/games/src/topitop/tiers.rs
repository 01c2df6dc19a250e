//! Tiers: how many buildings there are of each kind.

use std::fmt;

use hindsight_core::Tier;

use super::buildings::{
    BASE, KINDS, LARGE, MY_CASTLE, MY_TOP, MY_TOWER, OWN, PLACEABLE, SMALL, STACKS, Stack,
    THEIR_CASTLE, exchanged,
};

/// What the players build with, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kit {
    /// Components of each player's own: B of the first, R of the second.
    pub tops: u8,
    /// Small components, S, for both.
    pub small: u8,
    /// Large components, L, for both.
    pub large: u8,
    /// Castles that win.
    pub castles: u8,
}

/// What the positions of a tier have in common: the number of buildings of each kind, as the player
/// to move sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Counts(pub(super) [u8; KINDS]);

/// A turn after which the buildings are others than before. It never comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// A component of this kind comes to the board.
    Place(usize),
    /// A building moves onto another.
    Stack(Stack),
}

impl Counts {
    pub(super) fn buildings(self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// The counts as the opponent sees them.
    pub(super) fn exchanged(self) -> Counts {
        Counts(std::array::from_fn(|kind| self.0[exchanged(kind)]))
    }

    /// How many components are in the buildings: the mover's own, the opponent's, small and large
    /// ones.
    pub(super) fn components(self) -> [u8; 4] {
        let sum = |kinds: &[usize]| kinds.iter().map(|&kind| self.0[kind]).sum();
        let [tower, castle] = [OWN + MY_TOWER, THEIR_CASTLE];
        [
            sum(&[MY_TOP, MY_TOWER, MY_CASTLE]),
            sum(&[OWN + MY_TOP, tower, castle]),
            sum(&[MY_TOWER, MY_CASTLE, tower, castle, SMALL, BASE]),
            sum(&[MY_CASTLE, castle, LARGE, BASE]),
        ]
    }

    /// The counts after an exit, as the same player sees them.
    pub(super) fn after(mut self, exit: Exit) -> Counts {
        match exit {
            Exit::Place(kind) => self.0[kind] += 1,
            Exit::Stack(Stack { top, bottom, result }) => {
                self.0[top] -= 1;
                self.0[bottom] -= 1;
                self.0[result] += 1;
            }
        }
        self
    }
}

impl fmt::Display for Counts {
    /// The digits (c1, ..., c9) of Cheung (2023), when the first player is to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|count| write!(f, "{count}"))
    }
}

/// The tiers of a game: those that moves lead to, whoever moves.
#[derive(Debug)]
pub(super) struct Tiers {
    kit: Kit,
    cells: usize,
    /// A tier's number is the sum of its counts times these.
    weights: [u64; KINDS],
    /// From a tier's number to its place in the list, [`NO_TIER`] where there is none.
    places: Vec<u16>,
    list: Vec<Counts>,
}

const NO_TIER: u16 = u16::MAX;

impl Tiers {
    pub(super) fn new(kit: Kit, cells: usize) -> Tiers {
        let mut most = [kit.tops; KINDS];
        most[SMALL] = kit.small;
        most[LARGE] = kit.large;
        most[BASE] = kit.small.min(kit.large);
        let mut numbers = 1;
        let weights = most.map(|most| {
            let weight = numbers;
            numbers *= u64::from(most) + 1;
            weight
        });
        let places = vec![NO_TIER; numbers as usize];
        let mut tiers = Tiers { kit, cells, weights, places, list: vec![] };
        tiers.add(Counts::default());
        let mut next = 0;
        while let Some(&counts) = tiers.list.get(next) {
            tiers.children(counts).into_iter().for_each(|child| tiers.add(child));
            next += 1;
        }
        tiers
    }

    fn add(&mut self, counts: Counts) {
        let place = self.list.len() as u16;
        let number = self.number(counts).0 as usize;
        let known = &mut self.places[number];
        if *known == NO_TIER {
            *known = place;
            self.list.push(counts);
        }
    }

    /// All tiers.
    pub(super) fn list(&self) -> &[Counts] {
        &self.list
    }

    /// The number of a tier with no more components than there are.
    #[inline(always)]
    pub(super) fn number(&self, counts: Counts) -> Tier {
        let digits = counts.0.iter().zip(&self.weights);
        Tier(digits.map(|(&count, weight)| u64::from(count) * weight).sum())
    }

    /// A tier's place in the list.
    #[inline(always)]
    pub(super) fn place(&self, tier: Tier) -> usize {
        self.places[tier.0 as usize].into()
    }

    /// Whether counts are those of a tier.
    pub(super) fn contains(&self, counts: Counts) -> bool {
        let [mine, theirs, small, large] = counts.components();
        mine.max(theirs) <= self.kit.tops
            && small <= self.kit.small
            && large <= self.kit.large
            && self.place(self.number(counts)) != usize::from(NO_TIER)
    }

    /// Whether somebody has the castles that win.
    pub(super) fn is_over(&self, counts: Counts) -> bool {
        counts.0[MY_CASTLE].max(counts.0[THEIR_CASTLE]) >= self.kit.castles
    }

    /// Whether a component that the mover may place is left, given how many are built in.
    #[inline(always)]
    pub(super) fn is_left(&self, components: [u8; 4], kind: usize) -> bool {
        let [mine, _, small, large] = components;
        match kind {
            MY_TOP => mine < self.kit.tops,
            SMALL => small < self.kit.small,
            _ => large < self.kit.large,
        }
    }

    /// The ways in which a tier can be left.
    pub(super) fn exits(&self, counts: Counts) -> impl Iterator<Item = Exit> {
        let goes_on = !self.is_over(counts);
        let components = counts.components();
        let room = goes_on && counts.buildings() < self.cells;
        let places =
            PLACEABLE.into_iter().filter(move |&kind| room && self.is_left(components, kind));
        let stacks = STACKS
            .into_iter()
            .filter(move |stack| goes_on && counts.0[stack.top] > 0 && counts.0[stack.bottom] > 0);
        places.map(Exit::Place).chain(stacks.map(Exit::Stack))
    }

    /// The tiers that moves lead to. A building that moves to an empty cell, and a pass, lead to the
    /// same buildings as the opponent sees them. Whether there is such a move at all is not asked:
    /// so every tier is in one unit with its exchanged one.
    pub(super) fn children(&self, counts: Counts) -> Vec<Counts> {
        let mut children: Vec<Counts> =
            self.exits(counts).map(|exit| counts.after(exit).exchanged()).collect();
        if counts.buildings() > 0 && !self.is_over(counts) {
            children.push(counts.exchanged());
        }
        children
    }
}
