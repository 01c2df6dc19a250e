//! Buildings and what is made of them, as the player to move sees it.
//!
//! Cheung (2023) numbers the buildings 1 to 9; here they are 0 to 8, the first three being those
//! of the player to move and the next three those of the opponent.

/// The number of different buildings.
pub(super) const KINDS: usize = 9;

/// The mover's component, alone: building 1 of the first player, 4 of the second.
pub(super) const MY_TOP: usize = 0;
/// The mover's component on a small one: building 2 or 5.
pub(super) const MY_TOWER: usize = 1;
/// The mover's component on a small one on a large one: building 3 or 6.
pub(super) const MY_CASTLE: usize = 2;
/// The opponent's buildings are the mover's, so many further.
pub(super) const OWN: usize = 3;
/// The opponent's castle.
pub(super) const THEIR_CASTLE: usize = OWN + MY_CASTLE;
/// A small component, alone: building 7.
pub(super) const SMALL: usize = 6;
/// A large component, alone: building 8.
pub(super) const LARGE: usize = 7;
/// A small component on a large one: building 9.
pub(super) const BASE: usize = 8;

/// The buildings that the player to move may move.
pub(super) const MOVABLE: [usize; 6] = [MY_TOP, MY_TOWER, MY_CASTLE, SMALL, LARGE, BASE];
/// The buildings that both players may move.
pub(super) const NEUTRAL: [usize; 3] = [SMALL, LARGE, BASE];
/// The components that the player to move may place, each of which is a building by itself.
pub(super) const PLACEABLE: [usize; 3] = [MY_TOP, SMALL, LARGE];

/// A building that moves onto another, and what comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack {
    pub(super) top: usize,
    pub(super) bottom: usize,
    pub(super) result: usize,
}

/// All that the player to move can stack; the opponent's are the same with the colours exchanged.
pub(super) const STACKS: [Stack; 4] = [
    Stack { top: MY_TOP, bottom: SMALL, result: MY_TOWER },
    Stack { top: MY_TOWER, bottom: LARGE, result: MY_CASTLE },
    Stack { top: MY_TOP, bottom: BASE, result: MY_CASTLE },
    Stack { top: SMALL, bottom: LARGE, result: BASE },
];

/// The building that the opponent sees.
#[inline(always)]
pub(super) const fn exchanged(kind: usize) -> usize {
    match kind {
        MY_TOP..OWN => kind + OWN,
        OWN..SMALL => kind - OWN,
        _ => kind,
    }
}

/// The cells on which the buildings of each kind stand, as masks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cells(pub(super) [u16; KINDS]);

impl Cells {
    /// All cells of some kinds.
    #[inline(always)]
    pub(super) fn of(&self, kinds: &[usize]) -> u16 {
        kinds.iter().fold(0, |cells, &kind| cells | self.0[kind])
    }

    /// All cells with a building.
    #[inline(always)]
    pub(super) fn occupied(&self) -> u16 {
        self.0.iter().fold(0, |cells, kind| cells | kind)
    }

    /// The same board as the opponent sees it.
    #[inline(always)]
    pub(super) fn exchanged(&self) -> Cells {
        let [a, b, c, d, e, f, g, h, i] = self.0;
        Cells([d, e, f, a, b, c, g, h, i])
    }

    /// The board with the cells of one kind changed by those of a mask.
    #[inline(always)]
    pub(super) fn toggled(mut self, kind: usize, mask: u16) -> Cells {
        self.0[kind] ^= mask;
        self
    }

    /// The board after a building has moved from one cell onto another.
    #[inline(always)]
    pub(super) fn stacked(self, stack: Stack, from: u16, to: u16) -> Cells {
        self.toggled(stack.top, from).toggled(stack.bottom, to).toggled(stack.result, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanging_the_players_twice_changes_nothing() {
        let cells = Cells([1, 2, 4, 8, 16, 32, 64, 128, 256]);
        for kind in 0..KINDS {
            assert_eq!(exchanged(exchanged(kind)), kind);
            assert_eq!(cells.exchanged().0[exchanged(kind)], cells.0[kind]);
        }
        assert_eq!(cells.exchanged().exchanged(), cells);
    }
}
