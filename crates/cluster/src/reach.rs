//! Which positions the start leads to, found together: each rank keeps the marks of its own slots, and a
//! child that another rank owns is told of in a message. `hindsight_solve` explains the marks.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use hindsight_core::{Numbered, Tier, Turns};
use hindsight_solve::{Control, SolveError, TierGraph, Unit};

use crate::ask::{each_number, on_threads, push_number};
use crate::deal::Deal;
use crate::group::Group;
use crate::ranks::{Channel, Idle};

/// Slots that a thread takes at a time.
const CHUNK: usize = 4096;
/// Bits above those of the turns reached: the turns whose children have been visited.
const EXPANDED_SHIFT: u8 = 2;
/// Bytes at which a message is sent.
const FULL: usize = 1 << 16;
/// Bytes on their way above which a rank takes what arrives before it sends more.
const MOST_ON_THE_WAY: usize = 16 << 20;

/// The own slots of one tier, and the turns they are reached with.
#[derive(Debug)]
pub(crate) struct ReachedShare {
    pub deal: Deal,
    marks: Vec<AtomicU8>,
    changed: Vec<AtomicBool>,
}

impl ReachedShare {
    fn new(slots: u64, place: usize, places: usize) -> ReachedShare {
        let deal = Deal::runs(slots, places);
        let own = deal.share(place) as usize;
        ReachedShare {
            deal,
            marks: (0..own).map(|_| AtomicU8::new(0)).collect(),
            changed: (0..own.div_ceil(CHUNK)).map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// The turns that an own slot is reached with.
    pub fn turns(&self, own: u64) -> Turns {
        Turns::from_bits(self.marks[own as usize].load(Relaxed))
    }

    fn add(&self, own: usize, turns: u8) {
        let mark = &self.marks[own];
        if mark.load(Relaxed) & turns != turns {
            mark.fetch_or(turns, Relaxed);
            self.changed[own / CHUNK].store(true, Relaxed);
        }
    }
}

/// A walk over all positions that the start leads to, unit by unit, parents' before their children's.
pub(crate) struct Reach<'a> {
    game: &'a dyn Numbered,
    graph: &'a TierGraph,
    group: &'a Group<'a>,
    tiers: HashMap<Tier, ReachedShare>,
}

impl<'a> Reach<'a> {
    /// Nothing is reached yet.
    pub fn new(game: &'a dyn Numbered, graph: &'a TierGraph, group: &'a Group<'a>) -> Reach<'a> {
        Reach { game, graph, group, tiers: HashMap::new() }
    }

    /// What is reached of the own slots of the next unit, tier by tier.
    pub fn unit(
        &mut self,
        unit: &Unit,
        control: &Control,
    ) -> Result<Vec<ReachedShare>, SolveError> {
        let (place, places) = (self.group.place(), self.group.len());
        let known: Vec<Tier> = unit.tiers.iter().chain(&unit.exits).copied().collect();
        for &tier in &known {
            let slots = self.graph.slots(tier);
            self.tiers.entry(tier).or_insert_with(|| ReachedShare::new(slots, place, places));
        }
        let (start, turn) = self.game.start();
        if unit.tiers.contains(&start.tier) {
            let tier = &self.tiers[&start.tier];
            let (owner, own) = tier.deal.locate(start.slot);
            if owner == place {
                tier.add(own as usize, Turns::of(turn).bits());
            }
        }
        loop {
            let (has_news, result) = self.expand(unit, &known, control);
            let mut values = [u64::from(has_news)];
            self.group.agree(result, control, &mut values)?;
            if values[0] == 0 {
                break;
            }
        }
        Ok(unit.tiers.iter().filter_map(|tier| self.tiers.remove(tier)).collect())
    }

    /// Tells the children of all own slots that are reached in a new way; whether there were any.
    fn expand(
        &self,
        unit: &Unit,
        known: &[Tier],
        control: &Control,
    ) -> (bool, Result<(), SolveError>) {
        let group = self.group;
        let mut changed = Vec::new();
        for &tier in &unit.tiers {
            let share = &self.tiers[&tier];
            let news =
                (0..share.changed.len()).filter(|&at| share.changed[at].swap(false, Relaxed));
            changed.extend(news.map(|chunk| (tier, share, chunk)));
        }
        // Own slots are numbered tier behind tier, on every rank.
        let shares: Vec<&ReachedShare> = known.iter().map(|tier| &self.tiers[tier]).collect();
        let mut firsts = vec![vec![0; group.len()]];
        for share in &shares {
            let before = firsts.last().map_or(&[][..], |last| &last[..]);
            let next = before.iter().enumerate().map(|(place, &at)| at + share.deal.share(place));
            firsts.push(next.collect());
        }
        let own_first: Vec<u64> = firsts.iter().map(|firsts| firsts[group.place()]).collect();
        let ended = AtomicUsize::new(0);
        let listen = || {
            let Some((_, message)) = group.receive(Channel::Updates) else { return false };
            if message.is_empty() {
                ended.fetch_add(1, Ordering::AcqRel);
            }
            each_number(&message, true, 0, |number, _| {
                let (number, turns) = (number >> 2, (number & 3) as u8);
                let tier = own_first.partition_point(|&first| first <= number) - 1;
                shares[tier].add((number - own_first[tier]) as usize, turns);
            });
            true
        };
        let threads = rayon::current_num_threads();
        let (next, working) = (AtomicUsize::new(0), AtomicUsize::new(threads));
        let unknown: Mutex<Option<SolveError>> = Mutex::default();
        on_threads(threads > 1, || {
            let mut boxes = vec![Vec::new(); group.len()];
            let mut slots = Vec::new();
            while let Some(&(tier, share, chunk)) = changed.get(next.fetch_add(1, Relaxed)) {
                if control.is_stopped() {
                    continue;
                }
                let run = share.deal.runs_of(group.place()).next().unwrap_or(0..0);
                let end = share.marks.len().min((chunk + 1) * CHUNK);
                for news in [1u8, 2, 3] {
                    slots.clear();
                    for own in chunk * CHUNK..end {
                        let mark = share.marks[own].load(Relaxed);
                        if mark & 3 & !(mark >> EXPANDED_SHIFT) == news {
                            share.marks[own].fetch_or(news << EXPANDED_SHIFT, Relaxed);
                            slots.push(run.start + own as u64);
                        }
                    }
                    self.game.keep_open(tier, &mut slots);
                    let turns = Turns::from_bits(news);
                    let turns = if self.game.alternates() { turns.exchanged() } else { turns };
                    let turns = turns.bits();
                    self.game.visit_children(tier, &slots, &mut |child_tier, children| {
                        let Some(at) = known.iter().position(|&known| known == child_tier) else {
                            let what = "a move to a tier that is no child tier";
                            let slot = slots[children[0].number as usize];
                            let tier = self.game.tier_name(tier);
                            let failure = SolveError::Inconsistent { what, tier, slot };
                            let mut unknown =
                                unknown.lock().unwrap_or_else(PoisonError::into_inner);
                            unknown.get_or_insert(failure);
                            return;
                        };
                        for child in children {
                            let (place, own) = shares[at].deal.locate(child.slot);
                            if place == group.place() {
                                shares[at].add(own as usize, turns);
                                continue;
                            }
                            let number = firsts[at][place] + own;
                            push_number(&mut boxes[place], number << 2 | u64::from(turns), true);
                            if boxes[place].len() >= FULL {
                                let message = std::mem::take(&mut boxes[place]);
                                group.send(place, Channel::Updates, message);
                            }
                        }
                    });
                }
                while listen() || group.ranks().on_the_way() > MOST_ON_THE_WAY {}
            }
            for (place, message) in boxes.into_iter().enumerate() {
                if !message.is_empty() {
                    group.send(place, Channel::Updates, message);
                }
            }
            if working.fetch_sub(1, Ordering::AcqRel) == 1 {
                group.others().for_each(|place| group.send(place, Channel::Updates, Vec::new()));
            }
            let mut idle = Idle::default();
            while ended.load(Ordering::Acquire) < group.len() - 1 {
                if listen() { idle.reset() } else { idle.rest() }
            }
        });
        let unknown = unknown.into_inner().unwrap_or_else(PoisonError::into_inner);
        (!changed.is_empty(), unknown.map_or(Ok(()), Err))
    }
}
