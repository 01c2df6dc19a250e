//! Whether a game agrees with itself, on sampled positions.
//!
//! The solver believes what a game says about its positions: that un-moves undo moves, that the
//! images of a position lead to images of its children, that a slot's occupant is kept in that slot.
//! A mistake there gives wrong tables without a word. Here each of these promises is tested by the
//! plainest means: everything is asked again by way of the moves, one by one.
//!
//! The positions come from plays at random from the start, from random slots of random tiers, and
//! from texts that were tampered with; always the same ones for the same number of samples.

mod bulk;
mod promises;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use hindsight_core::{AnyPosition, AnyPresentation, AnyRules, Numbered, Occupant, Tier, Turn};
use thiserror::Error;

use crate::control::Control;
use crate::tiers::TierGraph;

/// Plies after which a play at random starts anew: loopy games need not end.
const LONGEST_PLAY: u32 = 200;
/// The fewest and the most slots that are looked at together.
const SLOTS_TOGETHER: std::ops::RangeInclusive<u64> = 16..=160;
/// One position in so many has its text tampered with.
const TAMPER_EVERY: u64 = 8;

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Different positions.
    pub positions: u64,
    /// Moves from them.
    pub moves: u64,
    /// Un-moves from them and from their children.
    pub unmoves: u64,
    /// Slots whose bulk functions were compared with the plain ones.
    pub slots: u64,
    /// Texts that were tampered with.
    pub texts: u64,
}

/// Why a check did not pass.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckFailure {
    /// The game breaks one of its promises.
    #[error("not true that {property}: {detail}, at {position}")]
    Broken {
        /// The promise, as a sentence.
        property: &'static str,
        /// The position, as the game writes it.
        position: String,
        /// What was found.
        detail: String,
    },
    /// The user asked to stop.
    #[error("stopped")]
    Stopped,
}

type Checked = Result<(), CheckFailure>;

/// Tests a game's own consistency on about so many positions and reports the first contradiction.
pub fn check(
    rules: &dyn AnyPresentation,
    index: &dyn Numbered,
    samples: u64,
    control: &Control,
) -> Result<CheckReport, CheckFailure> {
    let mut checker = Checker {
        rules,
        index,
        graph: TierGraph::of(index),
        dice: Dice(0x5eed),
        seen: HashSet::new(),
        report: CheckReport::default(),
    };
    control.expect(samples);
    checker.tier_names()?;
    checker.plays(samples / 2, control)?;
    checker.slots(samples - samples / 2, control)?;
    Ok(checker.report)
}

/// Numbers that are the same in every run (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % bound
    }

    fn choose<T: Clone>(&mut self, among: &[T]) -> T {
        among[self.below(among.len() as u64) as usize].clone()
    }
}

struct Checker<'a> {
    rules: &'a dyn AnyPresentation,
    index: &'a dyn Numbered,
    graph: TierGraph,
    dice: Dice,
    seen: HashSet<AnyPosition>,
    report: CheckReport,
}

impl Checker<'_> {
    /// Tables are files with the names of their tiers.
    fn tier_names(&self) -> Checked {
        let mut names = HashMap::new();
        for tier in self.graph.tiers() {
            let name = self.index.tier_name(tier);
            if let Some(other) = names.insert(name.clone(), tier) {
                let detail = format!("{other:?} and {tier:?} are both {name}");
                let start = self.rules.start();
                return Err(self.broken("every tier has its own name", &start, detail));
            }
        }
        Ok(())
    }

    /// Checks the positions of plays at random.
    fn plays(&mut self, plies: u64, control: &Control) -> Checked {
        let mut position = self.rules.start();
        let mut length = 0;
        for ply in 0..plies {
            stop_if_asked(control)?;
            self.position(&position)?;
            if ply % TAMPER_EVERY == 0 {
                self.tampered(&position)?;
            }
            length += 1;
            position = match self.rules.primitive(&position) {
                None if length < LONGEST_PLAY => self.some_child(&position),
                _ => {
                    length = 0;
                    self.rules.start()
                }
            };
            control.advance(1);
        }
        Ok(())
    }

    /// A child by chance: in the order of the positions, or of their numbers if these were explored.
    fn some_child(&mut self, position: &AnyPosition) -> AnyPosition {
        let mut children = children(self.rules, position);
        if self.index.graph().is_some() {
            children.sort_by_key(|child| self.index.locate(child).slot);
        }
        self.dice.choose(&children)
    }

    /// Checks random slots of all tiers, or of as many as there are samples for.
    fn slots(&mut self, samples: u64, control: &Control) -> Checked {
        let mut tiers: Vec<Tier> = self.graph.tiers().collect();
        for i in (1..tiers.len()).rev() {
            tiers.swap(i, self.dice.below(i as u64 + 1) as usize);
        }
        let together = (samples / tiers.len() as u64)
            .clamp(*SLOTS_TOGETHER.start(), *SLOTS_TOGETHER.end())
            .min(samples);
        let mut left = samples;
        for &tier in tiers.iter().cycle() {
            if left == 0 {
                break;
            }
            stop_if_asked(control)?;
            let together = together.min(left);
            self.tier(tier, together)?;
            left -= together;
            control.advance(together);
        }
        Ok(())
    }

    /// Checks some slots of a tier: half of them side by side, as the solver takes them.
    fn tier(&mut self, tier: Tier, together: u64) -> Checked {
        let slots = self.index.slots(tier);
        if slots == 0 {
            return Ok(());
        }
        let first = self.dice.below(slots);
        let run = first..slots.min(first + together.div_ceil(2));
        let mut sample: BTreeSet<u64> = run.clone().collect();
        sample.extend((0..together / 2).map(|_| self.dice.below(slots)));
        let mut occupied = Vec::new();
        for slot in sample {
            let Some(occupant) = self.index.occupant(tier, slot) else { continue };
            self.guarded(&occupant.position, |it| it.occupant(tier, slot, &occupant))?;
            for turn in [Turn::First, Turn::Second] {
                self.position(&self.index.seen_by(&occupant.position, turn))?;
            }
            occupied.push((slot, occupant));
        }
        let Some((_, Occupant { position, .. })) = occupied.first().cloned() else {
            return Ok(());
        };
        self.report.slots += occupied.len() as u64;
        self.guarded(&position, |it| it.overs(tier, run))?;
        self.guarded(&position, |it| it.parent_slots(tier, &occupied))?;
        occupied.retain(|(_, occupant)| self.rules.primitive(&occupant.position).is_none());
        self.guarded(&position, |it| it.forward_slots(tier, &occupied))
    }

    /// Checks all that one position promises, unless it was checked before.
    fn position(&mut self, position: &AnyPosition) -> Checked {
        if !self.seen.insert(position.clone()) {
            return Ok(());
        }
        self.report.positions += 1;
        self.guarded(position, |it| {
            it.text(position)?;
            it.moves(position)?;
            it.place(position)?;
            it.inside(position)
        })
    }

    /// A text like that of a position is refused, or means a position that all can handle.
    fn tampered(&mut self, position: &AnyPosition) -> Checked {
        let mut text: Vec<char> = self.rules.write_position(position).chars().collect();
        let alphabet: Vec<char> = text.iter().copied().chain("0/:-xé\u{0} ".chars()).collect();
        for _ in 0..1 + self.dice.below(3) {
            let at = self.dice.below(text.len() as u64 + 1) as usize;
            match self.dice.below(3) {
                0 if at < text.len() => drop(text.remove(at)),
                1 if at < text.len() => text[at] = self.dice.choose(&alphabet),
                _ => text.insert(at, self.dice.choose(&alphabet)),
            }
        }
        let text: String = text.into_iter().collect();
        self.report.texts += 1;
        let read = catch_unwind(AssertUnwindSafe(|| self.rules.parse_position(&text)));
        match read {
            Ok(Ok(read)) if self.index.holds(&read) => self.position(&read),
            Ok(_) => Ok(()),
            Err(_) => Err(CheckFailure::Broken {
                property: "every text is read or refused",
                position: text.escape_default().to_string(),
                detail: "reading panics".to_owned(),
            }),
        }
    }

    /// Turns a panic of the game into a failure that names the position.
    fn guarded(
        &mut self,
        position: &AnyPosition,
        work: impl FnOnce(&mut Self) -> Checked,
    ) -> Checked {
        catch_unwind(AssertUnwindSafe(|| work(self))).unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<String>().cloned();
            let message = message.or_else(|| panic.downcast_ref::<&str>().map(|&m| m.to_owned()));
            let detail = message.unwrap_or_default().replace('\n', " ");
            Err(self.broken("the game does not panic", position, detail))
        })
    }

    fn broken(
        &self,
        property: &'static str,
        position: &AnyPosition,
        detail: String,
    ) -> CheckFailure {
        CheckFailure::Broken { property, position: self.name(position), detail }
    }

    /// The position's text, or whatever can be said when writing it panics.
    fn name(&self, position: &AnyPosition) -> String {
        catch_unwind(AssertUnwindSafe(|| self.rules.write_position(position)))
            .unwrap_or_else(|_| format!("{position:?}"))
    }
}

fn stop_if_asked(control: &Control) -> Checked {
    if control.is_stopped() { Err(CheckFailure::Stopped) } else { Ok(()) }
}

/// The children in order, once for each move.
fn children(rules: &dyn AnyRules, position: &AnyPosition) -> Vec<AnyPosition> {
    let mut children = rules.children(position);
    children.sort_unstable();
    children
}

/// The parents in order, once for each un-move.
fn parents(index: &dyn Numbered, position: &AnyPosition) -> Vec<AnyPosition> {
    let mut parents = index.parents(position);
    parents.sort_unstable();
    parents
}

/// Something that one list has more often than the other; sorts both.
fn first_difference<T: Ord + Clone>(a: &mut [T], b: &mut [T]) -> Option<T> {
    a.sort_unstable();
    b.sort_unstable();
    let same = a.iter().zip(&*b).take_while(|(a, b)| a == b).count();
    a.get(same).into_iter().chain(b.get(same)).min().cloned()
}
