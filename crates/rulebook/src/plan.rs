//! How the positions of a game are to be numbered: parts of the board, symmetries, tiers; and whether that is
//! worth it.

use hindsight_core::{MAX_CELLS, binomial};

use crate::machine::{Act, Machine, Points, bits};
use crate::parts::parts;
use crate::symmetry::Shown;
use crate::syntax::Again;
use crate::tiers::{Counting, Fold, Reason, TierOf, units};

/// Entries of the tables of an index, for one number of pieces and for all together.
const MOST_ENTRIES: u64 = 1 << 25;
const MOST_ENTRIES_IN_ALL: u64 = 1 << 29;
/// The most slots of a tier.
const MOST_SLOTS: u64 = 1 << 44;
/// The most moves inside a unit, times symmetries, that solving can count.
const MOST_COUNTED: u64 = (1 << 14) - 1;

/// How the positions of a game are numbered.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The parts of the board, as masks.
    pub(crate) parts: Vec<u64>,
    /// The symmetries of each part, as permutations of all points.
    pub(crate) symmetries: Vec<Vec<Vec<u8>>>,
    pub(crate) fold: Option<Fold>,
    pub(crate) tiers: Vec<TierOf>,
    /// By tier: the most moves of a position that stay inside the unit.
    pub(crate) inside: Vec<u64>,
}

impl Plan {
    /// The plan with the fewest slots, or what is in the way.
    pub(crate) fn of(machine: &Machine) -> Result<Plan, Reason> {
        if let Some(deed) = machine.deeds().find(|deed| falls(&deed.act)) {
            let why = "pieces fall as low as they can, so that most arrangements never come up";
            return Err(Reason::new(deed.line, why));
        }
        let parts = parts(machine);
        let used = parts.iter().fold(0, |all, part| all | part);
        if parts.iter().any(|part| part.count_ones() as usize > MAX_CELLS) {
            let why = format!("pieces can stand on more than {MAX_CELLS} points");
            return Err(Reason::new(machine.board_line, why));
        }
        let shown = machine.shown_symmetries(used);
        let apart = (parts.len() > 1).then(|| Plan::with(machine, parts, &shown));
        let together = match used.count_ones() as usize <= MAX_CELLS {
            true => Some(Plan::with(machine, vec![used], &shown)),
            false => None,
        };
        match (apart, together) {
            (Some(Ok(apart)), Some(Ok(together))) => {
                let is_better = apart.slots_at_most() < together.slots_at_most();
                Ok(if is_better { apart } else { together })
            }
            (Some(Ok(plan)), _) | (_, Some(Ok(plan))) => Ok(plan),
            (Some(Err(reason)), _) | (_, Some(Err(reason))) => Err(reason),
            (None, None) => unreachable!("a board that is one part is no larger than its parts"),
        }
    }

    fn with(machine: &Machine, parts: Vec<u64>, shown: &Shown) -> Result<Plan, Reason> {
        let all = &shown.of_board;
        let outside = |part: &u64| parts.iter().fold(0, |all, other| all | other) & !part;
        // Each part is turned by itself: by what leaves the others as they are.
        let leaves = |symmetry: &Vec<u8>, points: u64| {
            bits(points).all(|point| usize::from(symmetry[point]) == point)
        };
        let symmetries: Vec<Vec<Vec<u8>>> = parts
            .iter()
            .map(|part| all.iter().filter(|it| leaves(it, outside(part))).cloned().collect())
            .collect();
        let fold = shown
            .with_exchange
            .iter()
            .find_map(|exchange| Fold::new(machine, &parts, all, exchange));
        let counting = Counting { machine, parts: &parts, fold: fold.as_ref() };
        let tiers = counting.tiers()?;
        let units = units(&tiers);
        let inside = |(number, tier): (usize, &TierOf)| {
            let stays = |(child, _): &&(usize, u64)| units[*child] == units[number];
            tier.children.iter().filter(stays).map(|(_, moves)| moves).sum()
        };
        let inside: Vec<u64> = tiers.iter().enumerate().map(inside).collect();
        let plan = Plan { parts, symmetries, fold, tiers, inside };
        plan.check(machine)?;
        Ok(plan)
    }

    fn order(&self) -> u64 {
        self.symmetries.iter().map(|part| part.len() as u64).product()
    }

    /// Refuses what would take too much memory or cannot be counted.
    fn check(&self, machine: &Machine) -> Result<(), Reason> {
        let most = self.inside.iter().max().copied().unwrap_or(0);
        if most * self.order() > MOST_COUNTED {
            let goes_on = |act: &Act| matches!(act, Act::Go(walk) if walk.again != Again::No);
            let deed = machine.deeds().find(|deed| goes_on(&deed.act));
            let line = deed.or(machine.deeds().next()).map_or(machine.board_line, |deed| deed.line);
            return Err(Reason::new(line, "a position could have too many moves like this"));
        }
        let kinds = machine.pieces.len();
        let mut in_all = 0;
        let mut known = std::collections::HashSet::new();
        for tier in &self.tiers {
            let mut slots = 1_u64;
            for (part, on) in self.parts.iter().zip(tier.counts.on.chunks(kinds.max(1))) {
                let (ways, entries) = arrangements(part.count_ones() as usize, on);
                slots = slots.saturating_mul(ways);
                if known.insert((*part, on)) {
                    in_all += entries;
                }
                if entries > MOST_ENTRIES {
                    in_all = u64::MAX;
                }
            }
            if slots > MOST_SLOTS || in_all > MOST_ENTRIES_IN_ALL {
                let why = "so many arrangements of pieces are too many for tables";
                return Err(Reason::new(machine.board_line, why));
            }
        }
        Ok(())
    }

    /// About how many slots there are.
    fn slots_at_most(&self) -> u64 {
        let slots = |tier: &TierOf| {
            let kinds = (tier.counts.on.len() / self.parts.len()).max(1);
            let parts = self.parts.iter().zip(tier.counts.on.chunks(kinds));
            let ways = parts.map(|(part, on)| arrangements(part.count_ones() as usize, on).0);
            ways.fold(1_u64, u64::saturating_mul) / self.order()
        };
        self.tiers.iter().map(slots).fold(0, u64::saturating_add)
    }
}

/// How many arrangements there are of so many pieces of each kind, and about how many entries tables have for
/// them: the subsets of each kind.
fn arrangements(cells: usize, on: &[u8]) -> (u64, u64) {
    let (mut free, mut ways, mut entries) = (cells, 1_u64, 0_u64);
    for size in on.iter().map(|on| usize::from(*on)) {
        let subsets = binomial(free, size);
        ways = ways.saturating_mul(subsets);
        entries = entries.saturating_add(if size == 0 { 0 } else { subsets });
        free = free.saturating_sub(size);
    }
    // The pivot's classes, whichever kind it is.
    let pivot = on.iter().map(|on| binomial(cells, usize::from(*on))).min().unwrap_or(1);
    (ways, entries.saturating_add(pivot))
}

/// Whether an action lets pieces fall.
fn falls(act: &Act) -> bool {
    fn is_low(points: &Points) -> bool {
        match points {
            Points::Lowest(..) => true,
            Points::And(one, other) | Points::Else(one, other) => is_low(one) || is_low(other),
            Points::AndNot(one, _)
            | Points::Beside(one, _)
            | Points::NotBeside(one, _)
            | Points::Surrounded(one, _)
            | Points::InLines(one, _)
            | Points::OutsideLines(one, _) => is_low(one),
            Points::Kinds(_) | Points::Empty | Points::Fixed(_) => false,
        }
    }
    matches!(act, Act::Place { on, .. } if is_low(on))
}
