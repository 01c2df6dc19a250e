//! The side of Five Field Kono that runs on a GPU.

use hindsight_core::{
    Code, DeviceIndex, DeviceIndexing, DeviceSide, DeviceTier, Indexed, Outcome, Tier, binomial,
};

use super::{Half, Kono};
use crate::cpp;

/// Binomials of a row in fast memory: more than a half has stones of one player.
const BINOMIAL_STRIDE: usize = 8;

impl Half {
    /// The stones of the mover and of the opponent.
    fn stones(&self) -> [usize; 2] {
        let first = self.occupants[0];
        [first.mine, first.theirs].map(|stones| stones.count_ones() as usize)
    }

    fn device_stones(&self) -> Vec<u32> {
        self.occupants.iter().flat_map(|half| [half.mine, half.theirs, half.stabiliser]).collect()
    }
}

impl DeviceSide for Kono {
    fn header(&self) -> String {
        let diagonals = self.diagonals.map(|diagonal| vec![diagonal.upper, diagonal.distance]);
        [
            cpp::number("BOARD", self.board),
            cpp::number("TURN_SHIFT", self.board.leading_zeros()),
            cpp::number("HOME", self.home),
            cpp::number("GOAL", self.goal),
            cpp::number("STUCK", Code::new(Outcome::over(self.stuck)).0.into()),
            cpp::lists("DIAGONALS", &diagonals),
            include_str!("device.h").to_owned(),
        ]
        .concat()
    }

    fn tables(&self) -> Vec<u32> {
        let row = |n: usize| (0..BINOMIAL_STRIDE).map(move |k| binomial(n, k) as u32);
        (0..=self.cells()).flat_map(row).collect()
    }

    fn indexing(&self) -> DeviceIndexing<'_> {
        let ways = |half: &Half| {
            let [mine, theirs] = half.stones();
            binomial(half.cells.count_ones() as usize - mine, theirs) as u32
        };
        let header = [
            cpp::list("HALVES", &self.halves.each_ref().map(|half| half.cells)),
            cpp::list("WAYS", &self.halves.each_ref().map(ways)),
            include_str!("index.h").to_owned(),
        ];
        DeviceIndexing::Own { symmetries: self.symmetries(), header: header.concat() }
    }

    fn tier(&self, tier: Tier) -> DeviceTier {
        let [odd, even] = &self.halves;
        let arrays = vec![
            odd.orbits.words().collect(),
            even.orbits.words().collect(),
            odd.device_stones(),
            even.device_stones(),
        ];
        DeviceTier {
            index: DeviceIndex::Own { width: even.orbits.slots() as u32, numbers: vec![], arrays },
            parameters: vec![],
            targets: vec![Some(tier)],
        }
    }
}
