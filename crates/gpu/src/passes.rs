//! The order of the passes over a unit: that of `hindsight_solve`'s `retrograde.rs`.

use hindsight_core::{Numbered, Outcome};
use hindsight_solve::{Control, SolveError, StateCut, Unit};

use crate::launch::{Launch, Report};
use crate::machine::{Kernel, Machine};
use crate::tally::{read_report, write_report};

/// Levels that are started before the report is waited for: the host's cores are busy, and a thread
/// that waits for each level gets its turn late. Levels behind the last cost little: nothing is due.
const TOGETHER: u32 = 16;

/// A unit that is worked on.
pub(crate) struct Passes<'a, M> {
    pub(crate) machine: &'a M,
    pub(crate) game: &'a dyn Numbered,
    pub(crate) unit: &'a Unit,
    pub(crate) launches: &'a mut [Launch],
    pub(crate) control: &'a Control,
}

impl<M: Machine> Passes<'_, M> {
    /// Solves the unit.
    pub(crate) fn solve(&mut self) -> Result<(), SolveError> {
        self.cut_states()?;
        write_report(self.machine, self.launches[0].report)?;
        let loopy = self.unit.loopy;
        self.run(Kernel::Overs, 0)?;
        if loopy {
            // What wins at once needs no look at its exits.
            self.run(Kernel::Loses, 0)?;
        }
        self.run(Kernel::Exits, 0)?;
        let mut report = self.report()?;
        if !loopy {
            return Ok(());
        }
        let mut level = 0;
        while level <= report.deepest || !level.is_multiple_of(TOGETHER) {
            self.check_level(level)?;
            if level > 0 {
                self.run(Kernel::Loses, level)?;
            }
            self.run(Kernel::Wins, level)?;
            self.run(Kernel::RecheckExits, level)?;
            level += 1;
            if level.is_multiple_of(TOGETHER) {
                report = self.report()?;
            }
        }
        let mut level = 0;
        while level <= report.deepest_tie || !level.is_multiple_of(TOGETHER) {
            self.check_level(level)?;
            self.run(Kernel::Ties, level)?;
            level += 1;
            if level.is_multiple_of(TOGETHER) {
                report = self.report()?;
            }
        }
        self.run(Kernel::Draws, 0)?;
        self.report()?;
        Ok(())
    }

    /// Derives the values of the unit again; the positions and moves that were looked at.
    pub(crate) fn verify(&mut self) -> Result<Report, SolveError> {
        let mut total = Report::default();
        for number in 0..self.launches.len() {
            write_report(self.machine, self.launches[0].report)?;
            let launch = &self.launches[number];
            self.machine.launch(Kernel::Verify, launch.tier.chunks(), launch)?;
            // Not `report`, which knows no tier: a wrong value is for the caller to explain.
            let report = read_report(self.machine, self.launches[0].report)?;
            if let Some(what) = report.trouble() {
                let tier = self.game.tier_name(self.unit.tiers[number]);
                return Err(SolveError::Inconsistent { what, tier, slot: report.trouble_slot });
            }
            total.positions += report.positions;
            total.moves += report.moves;
            self.control.check()?;
        }
        Ok(total)
    }

    /// Decides which bits of a state count moves, and which tell the worst exit.
    fn cut_states(&mut self) -> Result<(), SolveError> {
        if !self.unit.loopy {
            // No slot waits for another.
            return Ok(());
        }
        let cut = StateCut::of(self.game, self.unit, self.game.symmetries())
            // Without a bit for exits, those to be looked at again would look like draws.
            .filter(|cut| cut.worst_max > 0);
        let Some(cut) = cut else {
            let what = "more inside moves times symmetries than 8191";
            let tier = self.game.tier_name(self.unit.tiers[0]);
            return Err(SolveError::Inconsistent { what, tier, slot: 0 });
        };
        for launch in &mut *self.launches {
            launch.count_mask = cut.count_mask.into();
            launch.worst_shift = cut.count_bits;
            launch.worst_max = cut.worst_max.into();
            launch.worst_halved = cut.halved;
        }
        Ok(())
    }

    fn check_level(&self, level: u32) -> Result<(), SolveError> {
        self.control.check()?;
        if level >= u32::from(Outcome::MAX_REMOTENESS) {
            let what = "a remoteness that does not fit the tables";
            let tier = self.game.tier_name(self.unit.tiers[0]);
            return Err(SolveError::Inconsistent { what, tier, slot: 0 });
        }
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
        let report = read_report(self.machine, self.launches[0].report)?;
        match report.trouble() {
            None => Ok(report),
            Some(what) => {
                let tier = self.game.tier_name(self.unit.tiers[0]);
                Err(SolveError::Inconsistent { what, tier, slot: report.trouble_slot })
            }
        }
    }
}
