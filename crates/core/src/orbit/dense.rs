//! The orbits of few arrangements, by one table.

use super::OrbitSlot;
use crate::arrangement::Arrangements;
use crate::classify::classify;
use crate::group::MaskAction;

/// The two-way map between orbits and dense numbers, without holes, by one table over all
/// arrangements: for boards, or parts of boards, with few arrangements.
///
/// ```
/// use hindsight_core::{DenseOrbits, Group, MaskAction};
/// let mirror = Group::generated(3, &[vec![2, 1, 0]]);
/// let orbits = DenseOrbits::new(&MaskAction::new(&mirror, 0..3), [1, 1]);
/// assert_eq!(orbits.slots(), 3);
/// assert_eq!(orbits.locate([0b001, 0b010]), orbits.locate([0b100, 0b010]));
/// ```
#[derive(Clone, Debug)]
pub struct DenseOrbits<const KINDS: usize> {
    arrangements: Arrangements,
    /// By the number of the arrangement.
    words: Vec<u32>,
    occupants: Vec<[u32; KINDS]>,
}

const SLOT_BITS: u32 = 22;

/// An [`OrbitSlot`] in four bytes: 22 bits of slot, 10 bits of stabiliser less one.
fn slot_word(slot: usize, stabiliser: usize) -> u32 {
    // All bits set would be no slot.
    let fits = slot < 1 << SLOT_BITS && stabiliser < 1 << (32 - SLOT_BITS);
    assert!(fits, "too many orbits for a dense table");
    slot as u32 | (stabiliser as u32 - 1) << SLOT_BITS
}

impl<const KINDS: usize> DenseOrbits<KINDS> {
    /// The orbits of the arrangements with `sizes[i]` pieces of each kind.
    ///
    /// # Panics
    /// When there are 2^22 orbits or more, or 2^10 symmetries or more.
    pub fn new(action: &MaskAction, sizes: [usize; KINDS]) -> Self {
        let arrangements = Arrangements::new(action.cells(), &sizes);
        let mut occupants = Vec::new();
        let words = classify(
            arrangements.count() as usize,
            action.inverses(),
            |number| {
                let mut masks = [0; KINDS];
                arrangements.unrank(number as u64, &mut masks);
                Some(masks)
            },
            |symmetry, masks| {
                let act = action.of(symmetry);
                arrangements.rank(&masks.map(|mask| act.apply(mask))) as usize
            },
            |orbit| {
                occupants.push(orbit.representative);
                let word = slot_word(orbit.class, orbit.stabiliser().count());
                move |_| word
            },
        );
        DenseOrbits { arrangements, words, occupants }
    }

    /// The number of orbits.
    pub fn slots(&self) -> u64 {
        self.occupants.len() as u64
    }

    /// The slot of an arrangement's orbit.
    #[inline(always)]
    pub fn locate(&self, masks: [u32; KINDS]) -> OrbitSlot {
        let word = self.words[self.arrangements.rank(&masks) as usize];
        let slot = (word & ((1 << SLOT_BITS) - 1)).into();
        OrbitSlot { slot, stabiliser: (word >> SLOT_BITS) + 1 }
    }

    /// For all arrangements in the order of [`Arrangements`]: the slot, and above 22 bits the order of
    /// the stabiliser less one. The GPU's headers know this layout.
    pub fn words(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().copied()
    }

    /// The arrangement that stands for a slot.
    #[inline(always)]
    pub fn occupant(&self, slot: u64) -> [u32; KINDS] {
        self.occupants[slot as usize]
    }
}
