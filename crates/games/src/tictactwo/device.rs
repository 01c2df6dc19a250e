//! The side of Tic-Tac-Two that runs on a GPU.

use hindsight_core::{DeviceIndex, DeviceIndexing, DeviceSide, DeviceTier, Tier};

use super::{TicTacTwo, is_open};
use crate::cpp;
use crate::tictactoe::LINES;

impl DeviceSide for TicTacTwo {
    fn header(&self) -> String {
        [
            cpp::number("LINE_COUNT", LINES.len() as u32),
            cpp::number("FRAME_WORDS", 2 + LINES.len() as u32),
            include_str!("device.h").to_owned(),
        ]
        .concat()
    }

    fn tables(&self) -> Vec<u32> {
        let mut words = Vec::new();
        for frame in &self.frames {
            let neighbours = frame.neighbours.iter().fold(0, |places, place| places | 1 << place);
            words.extend([frame.cells, neighbours]);
            words.extend(frame.lines());
        }
        words
    }

    fn indexing(&self) -> DeviceIndexing<'_> {
        DeviceIndexing::Orbits(&self.subsets)
    }

    fn tier(&self, tier: Tier) -> DeviceTier {
        let [mine, theirs] = self.counts(tier);
        let (places, moves) = (mine < self.marks, is_open([mine, theirs]));
        DeviceTier {
            index: DeviceIndex::Orbits([mine, theirs]),
            parameters: vec![places.into(), moves.into()],
            targets: vec![
                places.then(|| self.tier([theirs, mine + 1])),
                moves.then(|| self.tier([theirs, mine])),
            ],
        }
    }
}
