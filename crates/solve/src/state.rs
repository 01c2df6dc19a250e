//! How the bits of an undecided slot are cut.
//!
//! Under the tag of a draw: the count of inside moves that are left, and above it the largest
//! remoteness among the wins that exits lead to, all ones standing for "look again". The fewer bits the
//! count takes, the fewer slots must be looked at again.

use hindsight_core::{Code, Numbered};

use crate::tiers::Unit;

/// Bits of the state under the tag.
const STATE_BITS: u32 = 14;

/// The cut for one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateCut {
    /// Bits of the count.
    pub count_bits: u32,
    /// The same as a mask: it is asked for with every move backwards.
    pub count_mask: u16,
    /// What stands for "look again" above the count.
    pub worst_max: u16,
    /// 1 where remotenesses of wins are odd, so that half of each suffices; otherwise 0.
    pub halved: u32,
}

impl StateCut {
    /// The cut for a unit whose inside moves count `scale` times; `None` if they do not fit.
    pub fn of(game: &dyn Numbered, unit: &Unit, scale: u32) -> Option<StateCut> {
        StateCut::new(unit.max_inside_moves(game), scale, game.is_never_won_at_end())
    }

    /// The same where remotenesses are times that mean something else, so that wins can be even.
    pub fn of_times(game: &dyn Numbered, unit: &Unit, scale: u32) -> Option<StateCut> {
        StateCut::new(unit.max_inside_moves(game), scale, false)
    }

    /// The cut for so many inside moves.
    pub(crate) fn new(most_inside: u32, scale: u32, wins_are_odd: bool) -> Option<StateCut> {
        let most = u64::from(most_inside) * u64::from(scale);
        let count_bits = u64::BITS - most.leading_zeros();
        let worst_bits = STATE_BITS.checked_sub(count_bits)?;
        let ones = |bits: u32| ((1u32 << bits) - 1) as u16;
        let (count_mask, worst_max) = (ones(count_bits), ones(worst_bits));
        Some(StateCut { count_bits, count_mask, worst_max, halved: wins_are_odd.into() })
    }

    /// The state of a slot with a count, whose exits' wins take up to `worst` moves; 0 if it has none.
    #[inline(always)]
    pub fn undecided(self, count: u16, worst: u16) -> u16 {
        let kept = (worst.saturating_add(self.halved as u16) >> self.halved).min(self.worst_max);
        // Shifted in 32 bits: a count that takes all bits leaves none.
        Code::TAG_DRAW | (u32::from(kept) << self.count_bits) as u16 | count
    }

    /// The worst of the exits' wins of an undecided state; `None` if it did not fit.
    #[inline(always)]
    pub fn worst(self, state: u16) -> Option<u16> {
        let kept = (u32::from(state & !Code::TAG_MASK) >> self.count_bits) as u16;
        let halved = self.halved as u16;
        (kept != self.worst_max).then(|| (kept << halved).max(halved) - halved)
    }

    /// Whether an exit's win in so many moves can be kept: an even one shows that the game's promise
    /// about its ends is wrong.
    #[inline(always)]
    pub fn takes(self, worst: u16) -> bool {
        self.halved == 0 || worst == 0 || worst % 2 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back_or_is_to_be_looked_at_again() {
        for most_inside in [0, 1, 31, 54, 1023] {
            for wins_are_odd in [false, true] {
                let cut = StateCut::new(most_inside, 16, wins_are_odd).unwrap();
                assert!(u32::from(cut.count_mask) >= most_inside * 16);
                for worst in (0..600).filter(|&worst| cut.takes(worst)) {
                    let state = cut.undecided(cut.count_mask, worst);
                    assert_eq!(state & cut.count_mask, cut.count_mask);
                    assert_eq!(state & Code::TAG_MASK, Code::TAG_DRAW);
                    let limit = u32::from(cut.worst_max) << cut.halved;
                    match cut.worst(state) {
                        Some(kept) => assert_eq!(kept, worst),
                        None => assert!(u32::from(worst) + cut.halved >= limit),
                    }
                }
            }
        }
        assert_eq!(StateCut::new(1024, 16, false), None);
    }
}
