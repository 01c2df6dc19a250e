//! The side of the morris family that runs on a GPU.

use hindsight_core::{Code, DeviceIndex, DeviceIndexing, DeviceSide, DeviceTier, Outcome, Tier};

use super::Morris;
use super::board::Going;
use super::tiers::{Counts, FEWEST_STONES};
use crate::cpp;

/// How the header calls a way to go over the board; 0 for none.
fn number_of(going: Option<Going>) -> u32 {
    match going {
        Some(Going::Slide) => 1,
        Some(Going::Fly) => 2,
        None | Some(Going::Place) => 0,
    }
}

impl DeviceSide for Morris {
    fn header(&self) -> String {
        let joins = self.board.device_joins();
        let mills = self.board.device_mills();
        let full_board = Code::new(Outcome::over(self.full_board)).0;
        [
            cpp::number("POINTS", self.board.points),
            cpp::number("TAKES_ANY", self.takes_any.into()),
            cpp::number("FULL_BOARD", full_board.into()),
            cpp::number("JOIN_COUNT", joins.len() as u32),
            cpp::lists("JOINS", &joins),
            cpp::number("MILL_COUNT", mills.len() as u32),
            cpp::list("MILLS", mills),
            include_str!("device.h").to_owned(),
        ]
        .concat()
    }

    fn indexing(&self) -> DeviceIndexing<'_> {
        DeviceIndexing::Orbits(&self.subsets)
    }

    fn tier(&self, tier: Tier) -> DeviceTier {
        let counts = Counts::of(tier);
        let Counts { mine, theirs, my_hand, their_hand } = counts;
        let children = self.ways.children(counts);
        let leads = |going: Option<Going>, captures: bool| {
            let there = counts.after(going?, captures);
            children.contains(&there).then(|| there.tier())
        };
        let place = (my_hand > 0).then_some(Going::Place);
        let walk = self.ways.walking(mine, my_hand);
        let can_take = theirs > 0;
        let they_walked = if self.ways.is_loopy(counts) {
            number_of(self.ways.walking(theirs, their_hand))
        } else {
            0
        };
        DeviceTier {
            index: DeviceIndex::Orbits([mine, theirs]),
            parameters: vec![
                (counts.my_stones() < FEWEST_STONES).into(),
                (my_hand > 0).into(),
                number_of(walk),
                they_walked,
            ],
            targets: vec![
                leads(place, false),
                if can_take { leads(place, true) } else { None },
                leads(walk, false),
                if can_take { leads(walk, true) } else { None },
            ],
        }
    }
}
