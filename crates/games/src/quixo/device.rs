//! The side of Quixo that runs on a GPU.

use hindsight_core::{DeviceIndex, DeviceIndexing, DeviceSide, DeviceTier, Tier};

use super::{End, Quixo};
use crate::cpp;

/// The bits of a slide's first word that hold its line.
const LINE_BITS: u32 = 26;

impl Quixo {
    /// By cell, the slides of its end: the number of the first one, and above 16 bits how many; and
    /// the slides, two words each, appended to `slides`.
    fn device_ends(&self, ends: &[End], is_taking: bool, slides: &mut Vec<u32>) -> Vec<u32> {
        let mut words = vec![0; self.cells()];
        for end in ends {
            let first = slides.len() as u32 / 2;
            for slide in &end.slides {
                // Undone, a slide rotates the other way, towards the cell where the cube came from.
                let (by, other_end) = if is_taking {
                    (slide.step, slide.to)
                } else {
                    ((32 - slide.step) % 32, slide.from)
                };
                slides.extend([slide.line | by << LINE_BITS, other_end]);
            }
            words[end.cell.trailing_zeros() as usize] = first | (end.slides.len() as u32) << 16;
        }
        words
    }
}

impl DeviceSide for Quixo {
    fn header(&self) -> String {
        let edge = self.taking.iter().fold(0, |edge, end| edge | end.cell);
        let [starts, shifts] = [0, 1].map(|row| {
            let rows = self.directions.iter().map(|direction| {
                if row == 0 { vec![direction.starts] } else { direction.shifts.to_vec() }
            });
            rows.collect::<Vec<_>>()
        });
        [
            cpp::number("EDGE", edge),
            cpp::number("PUTTING", self.cells() as u32),
            cpp::number("SLIDES", 2 * self.cells() as u32),
            cpp::list("STARTS", &starts.concat()),
            cpp::lists("SHIFTS", &shifts),
            include_str!("device.h").to_owned(),
        ]
        .concat()
    }

    fn tables(&self) -> Vec<u32> {
        let mut slides = Vec::new();
        let mut words = self.device_ends(&self.taking, true, &mut slides);
        words.extend(self.device_ends(&self.putting, false, &mut slides));
        words.extend(slides);
        words
    }

    fn indexing(&self) -> DeviceIndexing<'_> {
        DeviceIndexing::Orbits(&self.subsets)
    }

    fn tier(&self, tier: Tier) -> DeviceTier {
        let [mine, theirs] = self.counts(tier);
        let own = (mine > 0).then(|| self.tier(theirs, mine));
        let blank = (mine + theirs < self.cells()).then(|| self.tier(theirs, mine + 1));
        DeviceTier {
            index: DeviceIndex::Orbits([mine, theirs]),
            parameters: vec![],
            targets: vec![own, blank],
        }
    }
}
