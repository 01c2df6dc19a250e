//! Verification: every stored level and rank of a draw against those of its moves.
//!
//! Goes position by position through the moves of the rules, and uses none of the functions over many
//! slots that the analysis uses. It suffices to look one move ahead.
//! - *Levels.* In the order of levels and then of remotenesses, every label rests on labels before it, so
//!   that there is one way only to label all draws as their moves say, and what is labelled *untouched*
//!   has no move to anything that is labelled. Whether a draw is pure is not told by its moves alone, and
//!   is found again.
//! - *Ranks.* Inside a unit, what makes a key not 0 is a child with the same size of key and a smaller
//!   depth, down to one outside. So the keys are at least as far from 0 as they should be; and in the
//!   order of sizes, the largest first, and then of depths, no label can be nearer to 0 or deeper, since
//!   its children show it.

use std::collections::HashMap;
use std::fmt;
use std::ops::{ControlFlow, Range};

use hindsight_core::{Numbered, Tier, Turns, WalkedSlot};
use hindsight_store::Store;
use rayon::prelude::*;

use super::counting::{impure_turns, load_impure};
use super::family::{DrawOrder, LabelledTiers};
use super::labels::{CLASS, DEPTH, IMPURE, Label, LabelledTier};
use super::levels::{DrawClass, DrawLevel};
use super::ranks::DrawRank;
use super::values::TierValues;
use crate::control::Control;
use crate::error::SolveError;
use crate::reach::{Reach, ReachedTier};
use crate::tiers::{TierGraph, Unit};

/// Slots that one thread takes at a time.
const CHUNK: u64 = 1 << 14;

/// What was verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerifiedDraws {
    /// Tables read.
    pub tables: u64,
    /// Draws whose labels were derived again and found as stored.
    pub draws: u64,
}

/// Checks every table of a family: the files' checksums, then every label.
pub fn verify_draws(
    game: &dyn Numbered,
    order: DrawOrder<'_>,
    values: &Store,
    family: &Store,
    control: &Control,
) -> Result<VerifiedDraws, SolveError> {
    let graph = TierGraph::of(game);
    let (columns, walks): (&[&str], u64) = match order {
        DrawOrder::Levels => (&[CLASS, DEPTH, IMPURE], 2),
        DrawOrder::Ranks(_) => (&[CLASS, DEPTH], 1),
    };
    control.expect(walks * graph.total_slots());
    let mut verified = VerifiedDraws::default();
    let mut tiers = LabelledTiers::new(game, values, family, &graph);
    for unit in &graph.units {
        for &tier in &unit.tiers {
            for column in columns {
                family.check(&format!("{}{column}", game.tier_name(tier)))?;
                verified.tables += 1;
            }
        }
        let known = Known::load(game, unit, &mut tiers)?;
        for number in 0..unit.tiers.len() {
            verified.draws += match order {
                DrawOrder::Levels => known.verify_tier(number, DrawLevel::of, |children| {
                    derive_level(children.iter().map(|&(tier, slot)| known.label(tier, slot)))
                }),
                DrawOrder::Ranks(of_tiers) => known.verify_tier(number, DrawRank::of, |children| {
                    known.derive_rank(of_tiers, number, children)
                }),
            }?;
        }
        tiers.finish(unit);
        control.advance(unit.total_slots());
        control.check()?;
    }
    if let DrawOrder::Levels = order {
        verify_purity(game, &graph, values, family, control)?;
    }
    Ok(verified)
}

/// A unit's tiers and its exits, with the labels of their draws.
struct Known<'a> {
    game: &'a dyn Numbered,
    tiers: Vec<Tier>,
    labelled: Vec<std::sync::Arc<LabelledTier>>,
}

impl<'a> Known<'a> {
    fn load(
        game: &'a dyn Numbered,
        unit: &Unit,
        source: &mut LabelledTiers<'_>,
    ) -> Result<Known<'a>, SolveError> {
        let tiers = [&unit.tiers[..], &unit.exits[..]].concat();
        let labelled = tiers.iter().map(|&tier| source.get(tier)).collect::<Result<Vec<_>, _>>()?;
        Ok(Known { game, tiers, labelled })
    }

    fn label(&self, tier: usize, slot: u64) -> Label {
        self.labelled[tier].label(slot)
    }

    /// Visits the draws among some slots of a tier, position by position.
    fn for_each_draw_of(
        &self,
        number: usize,
        slots: Range<u64>,
        mut visit: impl FnMut(&WalkedSlot<'_>) -> ControlFlow<()>,
    ) {
        let tier = self.tiers[number];
        let is_draw = |slot: &u64| matches!(self.label(number, *slot), Label::Draw { .. });
        let mut first = slots.start;
        let mut goes_on = true;
        // Runs of draws, so that the moves of other positions need not be made.
        while let Some(start) = (first..slots.end).find(is_draw).filter(|_| goes_on) {
            first = (start..slots.end).find(|slot| !is_draw(slot)).unwrap_or(slots.end);
            self.game.walk(tier, start..first, &self.tiers, &mut |walked| {
                let flow = visit(walked);
                goes_on = flow.is_continue();
                flow
            });
        }
    }

    /// Visits the draws of a tier, position by position.
    fn for_each_draw(&self, number: usize, visit: impl FnMut(&WalkedSlot<'_>) -> ControlFlow<()>) {
        self.for_each_draw_of(number, 0..self.game.slots(self.tiers[number]), visit);
    }

    /// Verifies the labels of a tier of the unit, given how to read them and how to derive them from
    /// where moves lead; how many there are.
    fn verify_tier<L: PartialEq + fmt::Display>(
        &self,
        number: usize,
        read: impl Fn(Label) -> Option<L> + Sync,
        derive: impl Fn(&[(usize, u64)]) -> Option<L> + Sync,
    ) -> Result<u64, SolveError> {
        let slots = self.game.slots(self.tiers[number]);
        let chunks = (0..slots.div_ceil(CHUNK)).into_par_iter();
        let chunks = chunks.map(|chunk| chunk * CHUNK..slots.min((chunk + 1) * CHUNK));
        let verify = |slots| self.verify_slots(number, slots, &read, &derive);
        chunks.map(verify).try_reduce(|| 0, |a, b| Ok(a + b))
    }

    fn verify_slots<L: PartialEq + fmt::Display>(
        &self,
        number: usize,
        slots: Range<u64>,
        read: &impl Fn(Label) -> Option<L>,
        derive: &impl Fn(&[(usize, u64)]) -> Option<L>,
    ) -> Result<u64, SolveError> {
        let mut draws = 0;
        let mut trouble = Ok(());
        self.for_each_draw_of(number, slots, |walked| {
            draws += 1;
            let stored = read(self.label(number, walked.slot));
            let derived = if walked.beyond.is_empty() { derive(walked.children) } else { None };
            if stored.is_some() && stored == derived {
                return ControlFlow::Continue(());
            }
            let words = |label: Option<L>| label.map_or("nothing".into(), |it| it.to_string());
            trouble = Err(SolveError::WrongLabel {
                tier: self.game.tier_name(self.tiers[number]),
                slot: walked.slot,
                stored: words(stored),
                derived: words(derived),
            });
            ControlFlow::Break(())
        });
        trouble.map(|()| draws)
    }

    /// The rank of a draw of a tier, from those that its moves lead to; `None` where these are not those
    /// of a draw.
    fn derive_rank(
        &self,
        of_tiers: &TierValues,
        number: usize,
        children: &[(usize, u64)],
    ) -> Option<DrawRank> {
        let own = of_tiers.get(self.tiers[number]);
        let mut best = None;
        for &(tier, slot) in children {
            match self.label(tier, slot) {
                Label::Won => {}
                Label::Other | Label::Open => return None,
                label @ Label::Draw { .. } => {
                    let rank = DrawRank::of(label)?.shifted(own + of_tiers.get(self.tiers[tier]));
                    best = best.max(Some(rank.as_seen_by_mover()));
                }
            }
        }
        best
    }
}

/// The level of a draw, from the labels that its moves lead to; `None` where these are not those of a
/// draw.
fn derive_level(children: impl Iterator<Item = Label>) -> Option<DrawLevel> {
    let mut wins: Vec<DrawLevel> = Vec::new();
    let mut loses: Vec<DrawLevel> = Vec::new();
    let (mut can_go_wrong, mut untouched) = (false, false);
    for label in children {
        match label {
            Label::Won => can_go_wrong = true,
            Label::Other | Label::Open => return None,
            Label::Draw { .. } => {
                let known = DrawLevel::of(label)?;
                match known.class {
                    DrawClass::Win => wins.push(known),
                    DrawClass::Lose => loses.push(known),
                    DrawClass::Untouched => untouched = true,
                }
            }
        }
    }
    let lose = |level, remoteness| Some(DrawLevel { class: DrawClass::Lose, level, remoteness });
    if can_go_wrong {
        return lose(0, 0);
    }
    let first_win = wins.iter().map(|known| known.level).min();
    let nearest = loses.iter().map(|known| (known.level, known.remoteness)).min();
    match (first_win, nearest) {
        (None, None) => untouched.then_some(DrawLevel::UNTOUCHED),
        (first_win, Some((level, remoteness))) if first_win.is_none_or(|win| level <= win) => {
            Some(DrawLevel { class: DrawClass::Win, level, remoteness: remoteness + 1 })
        }
        (first_win, _) => {
            let level = first_win?;
            let is_forced = loses.is_empty() && !untouched;
            if is_forced && wins.iter().all(|known| known.level == level) {
                lose(level, 1 + wins.iter().map(|known| known.remoteness).max()?)
            } else {
                lose(level + 1, 0)
            }
        }
    }
}

/// Finds which draws are not pure, by going over all of them again and again, and compares.
fn verify_purity(
    game: &dyn Numbered,
    graph: &TierGraph,
    values: &Store,
    family: &Store,
    control: &Control,
) -> Result<(), SolveError> {
    let mut marks: HashMap<Tier, Vec<u8>> = HashMap::new();
    graph.tiers().for_each(|tier| drop(marks.insert(tier, vec![0; graph.slots(tier) as usize])));
    let is_lose = |label| DrawLevel::of(label).is_some_and(|it| it.class == DrawClass::Lose);
    let mut tiers = LabelledTiers::new(game, values, family, graph);
    let mut reach = Reach::new(game, graph);
    for unit in graph.units.iter().rev() {
        let reached: Vec<ReachedTier> = reach.unit(unit, control)?;
        let known = Known::load(game, unit, &mut tiers)?;
        for (number, reached) in reached.iter().enumerate() {
            known.for_each_draw(number, |walked| {
                let turns = reached.turns(walked.slot).exchanged();
                if is_lose(known.label(number, walked.slot)) {
                    for &(tier, slot) in walked.children {
                        if is_lose(known.label(tier, slot)) {
                            let marks = marks.get_mut(&known.tiers[tier]);
                            marks.expect("every tier has marks")[slot as usize] |= turns.bits();
                        }
                    }
                }
                ControlFlow::Continue(())
            });
        }
        tiers.finish(unit);
    }
    let mut tiers = LabelledTiers::new(game, values, family, graph);
    for unit in &graph.units {
        let known = Known::load(game, unit, &mut tiers)?;
        let mut news = true;
        while news {
            news = false;
            for number in 0..unit.tiers.len() {
                known.for_each_draw(number, |walked| {
                    let of_child = |&(tier, slot): &(usize, u64)| {
                        Turns::from_bits(marks[&known.tiers[tier]][slot as usize]).exchanged()
                    };
                    let turns = walked.children.iter().map(of_child);
                    let turns = turns.fold(Turns::NONE, Turns::and).bits();
                    let own = marks.get_mut(&known.tiers[number]);
                    let own = &mut own.expect("every tier has marks")[walked.slot as usize];
                    news |= *own | turns != *own;
                    *own |= turns;
                    ControlFlow::Continue(())
                });
                control.check()?;
            }
        }
        for (number, &tier) in unit.tiers.iter().enumerate() {
            let column = load_impure(game, family, tier)?;
            let mut trouble = Ok(());
            known.for_each_draw(number, |walked| {
                let (stored, derived) =
                    (impure_turns(&column, walked.slot).bits(), marks[&tier][walked.slot as usize]);
                if stored == derived {
                    return ControlFlow::Continue(());
                }
                let words = |turns: u8| format!("pure with other turns than {turns:02b}");
                trouble = Err(SolveError::WrongLabel {
                    tier: game.tier_name(tier),
                    slot: walked.slot,
                    stored: words(stored),
                    derived: words(derived),
                });
                ControlFlow::Break(())
            });
            trouble?;
        }
        tiers.finish(unit);
        control.advance(unit.total_slots());
    }
    Ok(())
}
