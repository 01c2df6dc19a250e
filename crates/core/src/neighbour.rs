//! Slots on their way from a game's bulk functions to the engine, some at a time.

use crate::game::Tier;

/// A slot that a move, or an un-move, connects with another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Neighbour {
    /// Which of the slots that were asked about it is a neighbour of.
    pub number: u32,
    /// For parents: how much of the parent's count this connection stands for.
    pub weight: u32,
    /// The slot in its tier.
    pub slot: u64,
}

/// As many neighbours as are handed over together: enough for memory to be asked for in advance.
const TOGETHER: usize = 64;

/// Neighbours in the same tier that wait to be handed over: for games whose bulk functions find them
/// one by one.
#[derive(Debug)]
pub struct Gathered {
    tier: Tier,
    neighbours: [Neighbour; TOGETHER],
    length: usize,
}

impl Default for Gathered {
    fn default() -> Gathered {
        Gathered::new()
    }
}

impl Gathered {
    /// None yet.
    pub fn new() -> Gathered {
        Gathered { tier: Tier(0), neighbours: [Neighbour::default(); TOGETHER], length: 0 }
    }

    /// Adds one, and hands over what waits when there is enough or the tier is another.
    #[inline(always)]
    pub fn push(
        &mut self,
        tier: Tier,
        neighbour: Neighbour,
        visit: &mut impl FnMut(Tier, &[Neighbour]),
    ) {
        if self.length == TOGETHER || tier != self.tier {
            self.flush(visit);
            self.tier = tier;
        }
        self.neighbours[self.length] = neighbour;
        self.length += 1;
    }

    /// Hands over what waits.
    #[inline(always)]
    pub fn flush(&mut self, visit: &mut impl FnMut(Tier, &[Neighbour])) {
        if self.length > 0 {
            visit(self.tier, &self.neighbours[..self.length]);
            self.length = 0;
        }
    }
}
