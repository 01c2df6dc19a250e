//! Which draws are pure.
//!
//! Where a draw-lose that the start leads to has a move to another draw-lose, that other is not *pure*,
//! and neither is any draw from which drawing moves lead to it: there both players can be the one who
//! goes wrong. Whether a draw-lose leads there is a question about a position's parents, hence two
//! walks: from the start down, to find those others, and from the ends up, to spread what was found.
//!
//! As in `reach`, a folded slot has a bit for each turn.

use std::collections::HashMap;

use hindsight_core::{Code, Numbered, Outcome, Tier, Turns};
use hindsight_store::Store;

use super::family::{Backwards, LabelledTiers, with_parents, write_column};
use super::labels::{IMPURE, Label, LabelledTier};
use super::levels::{DrawClass, DrawLevel};
use crate::control::Control;
use crate::error::SolveError;
use crate::parents::Parents;
use crate::reach::{Reach, ReachedTier};
use crate::tiers::{TierGraph, Unit};
use crate::unit::{Source, Sources};

/// Slots whose moves are looked at together.
const TOGETHER: usize = 4096;

/// Two bits for each slot of each tier: with which turns its position is not pure.
pub(super) type Marks = HashMap<Tier, Vec<u8>>;

/// Finds which draws are not pure and keeps it in the family's tables.
pub(super) fn find(
    game: &dyn Numbered,
    graph: &TierGraph,
    values: &Store,
    family: &Store,
    control: &Control,
) -> Result<(), SolveError> {
    let column = |tier: Tier| game.tier_name(tier) + IMPURE;
    if graph.tiers().all(|tier| family.has(&column(tier))) {
        return Ok(());
    }
    for (tier, marks) in marks(game, graph, values, family, control)? {
        let code = |&turns: &u8| Code::new(Outcome::Win(turns.into()));
        let codes: Vec<Code> = marks.iter().map(code).collect();
        write_column(family, &column(tier), &codes)?;
    }
    Ok(())
}

/// The marks of all tiers, from the classes.
fn marks(
    game: &dyn Numbered,
    graph: &TierGraph,
    values: &Store,
    family: &Store,
    control: &Control,
) -> Result<Marks, SolveError> {
    let none = |tier: Tier| (tier, vec![0u8; graph.slots(tier) as usize]);
    let mut marks: Marks = graph.tiers().map(none).collect();
    let mut tiers = LabelledTiers::new(game, values, family, graph);
    let mut reach = Reach::new(game, graph);
    for unit in graph.units.iter().rev() {
        let reached = reach.unit(unit, control)?;
        for (&tier, reached) in unit.tiers.iter().zip(&reached) {
            let mut others = Vec::new();
            for &child in unit.tiers.iter().chain(&unit.exits) {
                others.push((child, tiers.get(child)?));
            }
            let others: Others<'_> = others.iter().map(|(tier, known)| (*tier, &**known)).collect();
            mark_others(game, tier, reached, &others, &mut marks);
        }
        tiers.finish(unit);
        control.check()?;
    }
    let mut tiers = LabelledTiers::new(game, values, family, graph);
    for unit in &graph.units {
        let own = unit.tiers.iter().map(|&tier| tiers.get(tier)).collect::<Result<Vec<_>, _>>()?;
        let own: Vec<&LabelledTier> = own.iter().map(|tier| &**tier).collect();
        let spread = Spread { unit, own: &own, marks: &mut marks };
        with_parents(game, unit, spread)?;
        tiers.finish(unit);
        control.check()?;
    }
    Ok(marks)
}

type Others<'a> = HashMap<Tier, &'a LabelledTier>;

fn is_draw_lose(label: Label) -> bool {
    DrawLevel::of(label).is_some_and(|known| known.class == DrawClass::Lose)
}

/// Marks the draw-loses to which a draw-lose of a tier that is reached has a move.
fn mark_others(
    game: &dyn Numbered,
    tier: Tier,
    reached: &ReachedTier,
    others: &Others<'_>,
    marks: &mut Marks,
) {
    let known = others[&tier];
    let is_met =
        |&slot: &u64| reached.turns(slot) != Turns::NONE && is_draw_lose(known.label(slot));
    let met: Vec<u64> = (0..known.numbers.len() as u64).filter(is_met).collect();
    for slots in met.chunks(TOGETHER) {
        game.visit_children(tier, slots, &mut |child_tier, children| {
            let (Some(known), Some(marks)) = (others.get(&child_tier), marks.get_mut(&child_tier))
            else {
                return;
            };
            for child in children {
                if is_draw_lose(known.label(child.slot)) {
                    let turns = reached.turns(slots[child.number as usize]).exchanged();
                    marks[child.slot as usize] |= turns.bits();
                }
            }
        });
    }
}

/// Spreads marks to all draws of a unit from which drawing moves lead to them.
struct Spread<'a> {
    unit: &'a Unit,
    own: &'a [&'a LabelledTier],
    marks: &'a mut Marks,
}

impl Backwards for Spread<'_> {
    type Found = ();

    fn run<P: Parents>(self, game: &dyn Numbered, parents: &P) -> Result<(), SolveError> {
        let Spread { unit, own, marks } = self;
        let sources = Sources::of(unit);
        let is_draw = |label| matches!(label, Label::Draw { .. });
        // The unit's own marks, by address, and those of its draws.
        let mut found: Vec<u8> = Vec::new();
        let mut draws: Vec<bool> = Vec::new();
        for (&tier, known) in unit.tiers.iter().zip(own) {
            found.extend(&marks[&tier]);
            draws.extend((0..known.numbers.len() as u64).map(|slot| is_draw(known.label(slot))));
        }
        let mut start = 0;
        for (&tier, known) in unit.tiers.iter().zip(own) {
            let slots = 0..known.numbers.len() as u64;
            let mut slots: Vec<u64> = slots.filter(|&slot| draws[start + slot as usize]).collect();
            // Holes look like draws now and then.
            game.keep_open(tier, &mut slots);
            for slots in slots.chunks(TOGETHER) {
                game.visit_children(tier, slots, &mut |child_tier, children| {
                    if let Some(Source::Exit(_)) = sources.get(child_tier) {
                        for child in children {
                            let turns = Turns::from_bits(marks[&child_tier][child.slot as usize]);
                            let address = start + slots[child.number as usize] as usize;
                            found[address] |= turns.exchanged().bits();
                        }
                    }
                });
            }
            start += known.numbers.len();
        }
        spread_inside(unit, &draws, &mut found, parents);
        let mut rest = &found[..];
        for &tier in &unit.tiers {
            let own = marks.get_mut(&tier).expect("every tier has marks");
            let (turns, behind) = rest.split_at(own.len());
            own.copy_from_slice(turns);
            rest = behind;
        }
        Ok(())
    }
}

/// Goes backwards from all slots with marks until nothing is new.
fn spread_inside<P: Parents>(unit: &Unit, draws: &[bool], found: &mut [u8], parents: &P) {
    let mut news: Vec<usize> = (0..found.len()).filter(|&address| found[address] != 0).collect();
    while !news.is_empty() {
        let mut next = Vec::new();
        let mut start = 0;
        for (&tier, &slots) in unit.tiers.iter().zip(&unit.slots) {
            let range = start..start + slots as usize;
            let inside = news.iter().filter(|address| range.contains(address));
            let inside: Vec<u64> = inside.map(|&address| (address - start) as u64).collect();
            for slots in inside.chunks(TOGETHER) {
                parents.visit(tier, slots, |address, neighbours| {
                    for parent in neighbours {
                        let child = start + slots[parent.number as usize] as usize;
                        let turns = Turns::from_bits(found[child]).exchanged().bits();
                        let at = address + parent.slot as usize;
                        if draws[at] && found[at] | turns != found[at] {
                            found[at] |= turns;
                            next.push(at);
                        }
                    }
                });
            }
            start += slots as usize;
        }
        next.sort_unstable();
        next.dedup();
        news = next;
    }
}
