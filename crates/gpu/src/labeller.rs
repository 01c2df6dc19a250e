//! Draws told apart on the GPU: rounds over the open draws of a unit, whose labels stay there while they are
//! needed.
//!
//! On the device a slot has one code: its value, and under the tag of a draw the number of its label. So the
//! same sixteen bits serve whoever solves a unit that leads there and whoever tells its draws apart.

use std::collections::BTreeMap;
use std::sync::Arc;

use hindsight_core::{Code, Numbered, Outcome, Tier};
use hindsight_solve::{
    Control, Count, FIRST_LABEL, LabelPlaces, LabelUnit, OpenDraws, ResidentTable, RoundWorths,
    SlotArray, SolveError, Unit, UnitLabeller, VerifiedUnit, turns_of_tier,
};
use rayon::prelude::*;

use crate::backend::{Gpu, bytes_of};
use crate::device_tables::{LoadedUnit, Values, value_bytes};
use crate::error::GpuError;
use crate::launch::{CHUNK, DUE_BYTES, Launch, MachineTable, Report};
use crate::machine::{Buffer, Kernel, Machine};
use crate::tally::{COUNT_BYTES, counts, read_report, write_report};

/// Bytes of the list of codes that were decided: a bit for each.
const SEEN_BYTES: usize = 1 << 13;
/// Times that are started before it is looked at what came of them.
const TOGETHER: u32 = 8;
/// The number of open draws.
const OPEN: u16 = FIRST_LABEL - 1;
/// The number of what the player to move wins.
const WON: u16 = OPEN - 1;

/// Labels draws on a GPU that nobody else works with.
pub(crate) struct GpuLabeller<'a, M: Machine> {
    gpu: &'a Gpu<M>,
    game: &'a dyn Numbered,
    /// The unit that was worked on last.
    loaded: Option<LoadedUnit<M>>,
    /// A mark for every slot of the largest tier counted so far.
    marks: Option<(u64, Values<M>)>,
    counts: Option<Values<M>>,
}

/// The code on the device of a slot with the number of a label.
fn code_of(number: u16) -> u16 {
    match number {
        OPEN.. => Code::TAG_DRAW | (number - OPEN),
        WON => Code::TAG_WIN,
        _ => Code::HOLE.0,
    }
}

/// The number of the label of a code on the device.
fn number_of(code: u16) -> u16 {
    match code & Code::TAG_MASK {
        Code::TAG_DRAW => OPEN + (code & !Code::TAG_MASK),
        Code::TAG_WIN => WON,
        _ => 0,
    }
}

impl<'a, M: Machine> GpuLabeller<'a, M> {
    pub(crate) fn new(gpu: &'a Gpu<M>, game: &'a dyn Numbered) -> GpuLabeller<'a, M> {
        GpuLabeller { gpu, game, loaded: None, marks: None, counts: None }
    }

    /// Refuses numbers that have no room beside the tag of a draw.
    fn check(&self, unit: &Unit, numbers: &[u16]) -> Result<(), SolveError> {
        check_numbers(self.game, unit, numbers)
    }
}

fn check_numbers(game: &dyn Numbered, unit: &Unit, numbers: &[u16]) -> Result<(), SolveError> {
    let largest = numbers.par_iter().with_min_len(1 << 16).copied().max();
    if largest.is_some_and(|largest| largest > OPEN + !Code::TAG_MASK) {
        let what = "more than 16383 different labels of draws, which a GPU has no room for";
        let tier = game.tier_name(unit.tiers[0]);
        return Err(SolveError::Inconsistent { what, tier, slot: 0 });
    }
    Ok(())
}

impl<M: Machine> UnitLabeller for GpuLabeller<'_, M> {
    fn work_bytes(&self, unit: &Unit) -> u64 {
        let states = unit.slots.iter().map(|&slots| 2 * value_bytes(slots)).sum::<u64>();
        let marks = unit.slots.iter().max().map_or(0, |slots| slots.next_multiple_of(CHUNK));
        states + marks + COUNT_BYTES + SEEN_BYTES as u64
    }

    fn has(&self, tier: Tier) -> bool {
        self.gpu.take_turn().device_tables.has(tier)
    }

    fn put(&mut self, unit: &Unit, tier: Tier, numbers: Vec<u16>) -> Result<(), SolveError> {
        self.check(unit, &numbers)?;
        self.loaded = None;
        let mut work = self.gpu.take_turn();
        let code = |slot: u64| code_of(numbers[slot as usize]);
        Ok(work.device_tables.put(self.game, unit, tier, code)?)
    }

    fn work(
        &mut self,
        unit: &Unit,
        values: Option<&[Arc<ResidentTable>]>,
        control: &Control,
        label: LabelUnit<'_>,
    ) -> Result<(), SolveError> {
        let (game, gpu) = (self.game, self.gpu);
        self.loaded = None;
        let mut work = gpu.take_turn();
        let device_tables = &mut work.device_tables;
        if values.is_some() {
            device_tables.forget(&unit.tiers);
        }
        // Room for the states first: what makes room for it is not needed for the unit.
        let seen = device_tables.scratch(SEEN_BYTES as u64)?;
        let mut scratch = Vec::new();
        for &slots in &unit.slots {
            let bytes = value_bytes(slots);
            scratch.push((device_tables.scratch(bytes)?, device_tables.scratch(bytes)?));
        }
        let mut loaded = device_tables.reload(game, unit, &[], values)?;
        let side = game.device().ok_or(GpuError::NotOffered)?;
        for (&tier, launch) in unit.tiers.iter().zip(&mut loaded.launches) {
            launch.counts = seen.address();
            let place = |table: &mut MachineTable, tier: Tier| {
                table.labels = table.values;
                if let Some(inside) = unit.tiers.iter().position(|&own| own == tier) {
                    let (states, worst) = &scratch[inside];
                    table.values = states.address();
                    table.worst = worst.address();
                }
            };
            place(&mut launch.tier.own, tier);
            for (table, target) in launch.tier.targets.iter_mut().zip(side.tier(tier).targets) {
                if let Some(target) = target {
                    place(table, target);
                }
            }
        }
        let machine = gpu.machine_arc();
        let mut draws =
            GpuDraws { machine, game, unit, launches: &mut loaded.launches, lists: None, control };
        let mut labelled = Ok(());
        if values.is_some() {
            labelled = draws.run(Kernel::Open, 0).and_then(|()| draws.report().map(drop));
        }
        let labelled = labelled.and_then(|()| label(&mut draws));
        drop(draws);
        drop(scratch);
        if labelled.is_err() {
            work.device_tables.forget(&unit.tiers);
        } else {
            self.loaded = Some(loaded);
        }
        labelled
    }

    fn numbers(&mut self, unit: &Unit) -> Result<Vec<Vec<u16>>, SolveError> {
        let mut all = Vec::new();
        for (&tier, &slots) in unit.tiers.iter().zip(&unit.slots) {
            let values = self.gpu.take_turn().device_tables.values(tier);
            let values = values.ok_or(GpuError::NotOffered)?;
            let mut codes = SlotArray::new(slots as usize);
            self.gpu.machine().download(values.address(), bytes_of(codes.codes_mut()))?;
            all.push(codes.codes().par_iter().map(|code| number_of(code.0)).collect());
        }
        Ok(all)
    }

    fn number(&mut self, tier: Tier, slot: u64) -> Result<u16, SolveError> {
        Ok(number_of(self.gpu.code(tier, slot)?))
    }

    fn verify(
        &mut self,
        unit: &Unit,
        places: &LabelPlaces,
        control: &Control,
    ) -> Result<VerifiedUnit, SolveError> {
        let Some(loaded) = &mut self.loaded else { return Ok(VerifiedUnit::default()) };
        let _turn = self.gpu.take_turn();
        let (machine, game) = (self.gpu.machine_arc(), self.game);
        let launches = &mut loaded.launches;
        let mut draws = GpuDraws { machine, game, unit, launches, lists: None, control };
        let LabelPlaces { own, inside, outside } = places;
        draws.put_lists(own, inside, outside, |&place| place.to_ne_bytes())?;
        let mut verified = VerifiedUnit::default();
        for number in 0..unit.tiers.len() {
            write_report(&**machine, draws.launches[0].report)?;
            let launch = &draws.launches[number];
            machine.launch(Kernel::VerifyLabels, launch.tier.chunks(), launch)?;
            let report = read_report(&**machine, launch.report)?;
            if let Some(what) = report.trouble() {
                let tier = game.tier_name(unit.tiers[number]);
                return Err(SolveError::Inconsistent { what, tier, slot: report.trouble_slot });
            }
            let found = VerifiedUnit { positions: report.positions, moves: report.moves };
            verified = verified.add(found);
            control.check()?;
        }
        Ok(verified)
    }

    fn count(&mut self, unit: &Unit, tier: Tier) -> Result<BTreeMap<u16, Count>, SolveError> {
        let (game, machine) = (self.game, self.gpu.machine());
        let Some(loaded) = &self.loaded else { return Ok(BTreeMap::new()) };
        let Some(number) = unit.tiers.iter().position(|&own| own == tier) else {
            return Ok(BTreeMap::new());
        };
        let mut launch = loaded.launches[number];
        let slots = launch.tier.slots;
        let bytes = slots.next_multiple_of(CHUNK);
        let mut work = self.gpu.take_turn();
        if self.marks.as_ref().is_none_or(|(size, _)| *size < bytes) {
            self.marks = None;
            self.marks = Some((bytes, work.device_tables.scratch(bytes)?));
        }
        if self.counts.is_none() {
            self.counts = Some(work.device_tables.scratch(COUNT_BYTES)?);
        }
        let (Some((_, marks)), Some(sums)) = (&self.marks, &self.counts) else {
            return Ok(BTreeMap::new());
        };
        launch.tier.own.values = launch.tier.own.labels;
        launch.tier.own.marks = marks.address();
        launch.counts = sums.address();
        machine.fill(marks.address(), bytes, turns_of_tier(game, tier))?;
        let by_code = counts(machine, &launch, game.orbits().turns_apart)?;
        let is_draw = |&(code, _): &(Code, Count)| code.0 & Code::TAG_MASK == Code::TAG_DRAW;
        let by_number = |(code, count): (Code, Count)| (number_of(code.0), count);
        Ok(by_code.into_iter().filter(is_draw).map(by_number).collect())
    }

    fn forget(&mut self, tier: Tier) {
        self.loaded = None;
        self.gpu.take_turn().device_tables.forget(&[tier]);
    }
}

/// The draws of a unit on the machine.
struct GpuDraws<'a, M: Machine> {
    machine: &'a Arc<M>,
    game: &'a dyn Numbered,
    unit: &'a Unit,
    launches: &'a mut [Launch],
    /// What moves are worth, while kernels read it.
    lists: Option<Buffer<M>>,
    control: &'a Control,
}

impl<M: Machine> GpuDraws<'_, M> {
    /// Uploads what labels are worth, and tells the kernels where it is: a list for a tier's own slots, one
    /// for moves inside the unit, and one for moves from each tier to each exit.
    fn put_lists<T, const N: usize>(
        &mut self,
        own: &[T],
        inside: &[T],
        outside: &[Vec<Vec<T>>],
        bytes: impl Fn(&T) -> [u8; N],
    ) -> Result<(), SolveError> {
        let side = self.game.device().ok_or(GpuError::NotOffered)?;
        let mut contents: Vec<u8> = Vec::new();
        let mut add = |list: &[T]| {
            let start = contents.len() as u64;
            contents.extend(list.iter().flat_map(&bytes));
            // Every list begins where numbers of four bytes may.
            contents.resize(contents.len().next_multiple_of(4), 0);
            start
        };
        let (own, inside) = (add(own), add(inside));
        let outside: Vec<Vec<u64>> =
            outside.iter().map(|exits| exits.iter().map(|list| add(list)).collect()).collect();
        // The lists of before go only when these are there.
        let lists = Buffer::of(self.machine, &contents)?;
        let start = lists.address();
        for ((&tier, launch), outside) in
            self.unit.tiers.iter().zip(&mut *self.launches).zip(&outside)
        {
            launch.tier.own.worths = start + own;
            let targets = side.tier(tier).targets;
            for (table, target) in launch.tier.targets.iter_mut().zip(targets) {
                let exit = self.unit.exits.iter().position(|&exit| Some(exit) == target);
                table.worths = start + exit.map_or(inside, |exit| outside[exit]);
            }
        }
        self.lists = Some(lists);
        Ok(())
    }

    /// Starts a kernel over every tier.
    fn run(&mut self, kernel: Kernel, level: u32) -> Result<(), SolveError> {
        for launch in &mut *self.launches {
            launch.level = level;
            self.machine.launch(kernel, launch.tier.chunks(), launch)?;
        }
        Ok(())
    }

    /// Waits for the kernels; an error when one of them met a contradiction.
    fn report(&self) -> Result<Report, SolveError> {
        let report = read_report(&**self.machine, self.launches[0].report)?;
        match report.trouble() {
            None => Ok(report),
            Some(what) => {
                let tier = self.game.tier_name(self.unit.tiers[0]);
                Err(SolveError::Inconsistent { what, tier, slot: report.trouble_slot })
            }
        }
    }

    /// The codes that were decided so far, among them ties for times at which there is something to do.
    fn seen(&self) -> Result<Vec<u8>, SolveError> {
        let mut seen = vec![0; SEEN_BYTES];
        self.machine.download(self.launches[0].counts, &mut seen)?;
        Ok(seen)
    }

    /// Goes through all times that are due, in their order; the codes that were decided.
    fn levels(&mut self) -> Result<Vec<u8>, SolveError> {
        let mut seen = self.seen()?;
        let mut time = 0;
        while let Some(due) = next_time(&seen, time) {
            for now in due..due + TOGETHER {
                self.control.check()?;
                if now >= u32::from(Outcome::MAX_REMOTENESS) {
                    let tier = self.game.tier_name(self.unit.tiers[0]);
                    let what = "a time that does not fit a round";
                    return Err(SolveError::Inconsistent { what, tier, slot: 0 });
                }
                self.run(Kernel::RoundLoses, now)?;
                self.run(Kernel::RoundWins, now)?;
                time = now + 1;
                // Nothing is left to be due beyond the last time there can be.
                if time >= u32::from(Outcome::MAX_REMOTENESS) {
                    break;
                }
            }
            seen = self.seen()?;
            self.report()?;
        }
        Ok(seen)
    }
}

/// Whether a code was decided.
fn is_seen(seen: &[u8], code: u16) -> bool {
    seen[usize::from(code / 8)] >> (code % 8) & 1 == 1
}

/// The first time from one on at which something is due.
fn next_time(seen: &[u8], from: u32) -> Option<u32> {
    let is_due = |&time: &u32| {
        let time = time as u16;
        [Code::TAG_WIN, Code::TAG_LOSE, Code::TAG_TIE].iter().any(|tag| is_seen(seen, tag | time))
    };
    (from..=u32::from(Outcome::MAX_REMOTENESS)).find(is_due)
}

impl<M: Machine> OpenDraws for GpuDraws<'_, M> {
    fn round(&mut self, worths: &RoundWorths) -> Result<Vec<Code>, SolveError> {
        let RoundWorths { inside, outside } = worths;
        self.put_lists(&[], inside, outside, |worth| worth.bits().to_ne_bytes())?;
        let machine = &**self.machine;
        machine.fill(self.launches[0].counts, SEEN_BYTES as u64, 0)?;
        for launch in &*self.launches {
            // Holes, and times that never come.
            machine.fill(launch.tier.own.values, value_bytes(launch.tier.slots), 0xff)?;
            machine.fill(launch.tier.own.due, DUE_BYTES * launch.tier.chunks(), 0xff)?;
        }
        write_report(machine, self.launches[0].report)?;
        self.run(Kernel::RoundExits, 0)?;
        self.report()?;
        let seen = if self.unit.loopy { self.levels()? } else { self.seen()? };
        let decided = |tag: u16| {
            let seen = &seen;
            (0..=Outcome::MAX_REMOTENESS)
                .map(move |time| tag | time)
                .filter(|&code| is_seen(seen, code))
        };
        Ok(decided(Code::TAG_WIN).chain(decided(Code::TAG_LOSE)).map(Code).collect())
    }

    fn label(&mut self, numbers: &[u16]) -> Result<bool, SolveError> {
        check_numbers(self.game, self.unit, numbers)?;
        let none: Vec<Vec<Vec<u16>>> =
            vec![vec![Vec::new(); self.unit.exits.len()]; self.unit.tiers.len()];
        self.put_lists(numbers, &[], &none, |number| number.to_ne_bytes())?;
        write_report(&**self.machine, self.launches[0].report)?;
        self.run(Kernel::Label, 0)?;
        Ok(self.report()?.news != 0)
    }

    fn close(&mut self, number: u16) -> Result<(), SolveError> {
        check_numbers(self.game, self.unit, &[number])?;
        self.run(Kernel::Close, number.into())?;
        self.report().map(drop)
    }
}
