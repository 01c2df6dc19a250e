//! The side of Bagh-Chal that runs on a GPU.

use hindsight_core::{DeviceIndex, DeviceIndexing, DeviceSide, DeviceTier, Tier, Turn};

use super::BaghChal;
use super::tiers::{Counts, Going};
use crate::cpp;

impl DeviceSide for BaghChal {
    fn header(&self) -> String {
        [
            cpp::number("POINTS", self.board.points),
            cpp::lists("DIRECTIONS", &self.board.device_directions()),
            include_str!("device.h").to_owned(),
        ]
        .concat()
    }

    fn indexing(&self) -> DeviceIndexing<'_> {
        DeviceIndexing::Orbits(&self.subsets)
    }

    fn tier(&self, tier: Tier) -> DeviceTier {
        let counts = Counts::of(tier);
        let goings = self.numbers.goings(counts);
        let leads = |going| goings.contains(&going).then(|| counts.after(going).tier());
        DeviceTier {
            index: DeviceIndex::Orbits([self.numbers.on_board(counts), self.numbers.tigers]),
            parameters: vec![
                (counts.turn == Turn::Second).into(),
                (counts.to_place > 0).into(),
                self.numbers.is_won(counts).into(),
                self.numbers.is_loopy(counts).into(),
            ],
            targets: [Going::Place, Going::Slide, Going::Jump].map(leads).to_vec(),
        }
    }
}
