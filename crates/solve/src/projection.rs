//! How long solving a game will take on this machine, before anything is solved.
//!
//! Most of the time of a solve goes into finding the slots that the moves of every slot lead to, and
//! the slots whose moves lead there. That needs no tables, so it is done here for a sample of the
//! game's own slots, with as many threads as will solve it, and timed. What comes on top, above all
//! reading and writing values at random places and compressing tables, is a factor that was measured
//! on solved games.

use std::hint::black_box;
use std::time::Duration;

use hindsight_core::clock::Instant;
use hindsight_core::{Numbered, Tier};
use rayon::prelude::*;

use crate::tiers::{TierGraph, Unit};

/// Places, evenly spaced over all slots of a game, at which samples are taken.
const PLACES: u64 = 64;
/// Slots of a sample, side by side, as the solver takes them; fewer where a slot takes long.
const TOGETHER: [u64; 4] = [1, 8, 64, 512];
/// Samples are taken until they have taken this long.
const LONG_ENOUGH: Duration = Duration::from_millis(400);
/// How many times as long as the timed part a whole solve takes: measured were 1.2 to 1.6 on morris, 1.8
/// on 4x4 Quixo, 2.1 on Five Field Kono and 1.9 to 2.6 on parts of Bagh-Chal.
const WHOLE_TO_TIMED: f64 = 1.8;

/// How long a solve will take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// Seconds, by the clock.
    pub seconds: f64,
    /// The threads that it was timed with, and that the seconds are for.
    pub threads: usize,
    /// The slots that were timed.
    pub sampled_slots: u64,
}

/// Projects the time of a solve with the threads of the current rayon pool.
pub fn project(game: &dyn Numbered) -> Projection {
    let graph = TierGraph::of(game);
    let total = graph.total_slots();
    let places = places(&graph);
    let sample = |round: u64, together: u64| -> u64 {
        places.par_iter().map(|place| place.sample(game, round, together)).sum()
    };
    // Once for nothing: games make their tables when they are first asked.
    sample(0, TOGETHER[0]);
    let mut begin = Instant::now();
    let mut sampled_slots = 0;
    let mut sizes = TOGETHER.into_iter();
    let mut together = TOGETHER[0];
    for round in 1.. {
        // Larger samples are nearer to what the solver does, and those before them do not count.
        if begin.elapsed() < LONG_ENOUGH / 16
            && let Some(larger) = sizes.next()
        {
            (together, sampled_slots, begin) = (larger, 0, Instant::now());
        }
        sampled_slots += sample(round, together);
        if begin.elapsed() >= LONG_ENOUGH {
            break;
        }
    }
    let timed = begin.elapsed().as_secs_f64() * total as f64 / sampled_slots as f64;
    Projection {
        seconds: timed * WHOLE_TO_TIMED,
        threads: rayon::current_num_threads(),
        sampled_slots,
    }
}

/// Where samples are taken.
#[derive(Debug)]
struct Place<'a> {
    unit: &'a Unit,
    tier: Tier,
    slots: u64,
    /// The first slot of the first sample.
    first: u64,
}

/// The middle slots of equal shares of all slots: tiers have their part by their size.
fn places(graph: &TierGraph) -> Vec<Place<'_>> {
    let total = graph.total_slots();
    let mut places = Vec::new();
    let mut before = 0;
    for unit in &graph.units {
        for (&tier, &slots) in unit.tiers.iter().zip(&unit.slots) {
            let middles = (places.len() as u64..PLACES)
                .map(|share| {
                    (u128::from(total) * u128::from(2 * share + 1) / u128::from(2 * PLACES)) as u64
                })
                .take_while(|&middle| middle < before + slots);
            let firsts: Vec<u64> = middles.map(|middle| middle - before).collect();
            places.extend(firsts.into_iter().map(|first| Place { unit, tier, slots, first }));
            before += slots;
        }
    }
    places
}

impl Place<'_> {
    /// Finds the neighbours of some slots, others in every round, and says of how many.
    fn sample(&self, game: &dyn Numbered, round: u64, together: u64) -> u64 {
        let first = (self.first + round * together) % self.slots;
        let end = self.slots.min(first + together);
        let mut open: Vec<u64> = (first..end).collect();
        game.keep_open(self.tier, &mut open);
        let mut inside = vec![0; open.len()];
        game.visit_exits(self.tier, &open, &self.unit.tiers, &mut inside, &mut |_, exits| {
            black_box(exits);
        });
        black_box(inside);
        if self.unit.loopy && game.has_parents() {
            game.visit_parents(self.tier, &open, &mut |_, parents| {
                black_box(parents);
            });
        } else if self.unit.loopy {
            // The solver reverses the moves, in two walks over all of them.
            for _ in 0..2 {
                game.visit_children(self.tier, &open, &mut |_, children| {
                    black_box(children);
                });
            }
        }
        end - first
    }
}

#[cfg(test)]
mod tests {
    use hindsight_core::Explored;
    use hindsight_games::quixo::Quixo;
    use hindsight_games::tentozero::TenToZero;

    use super::*;

    #[test]
    fn samples_come_from_tiers_by_their_size() {
        let game = Quixo::variant("4x4").unwrap();
        let graph = TierGraph::of(&game);
        let places = places(&graph);
        assert_eq!(places.len() as u64, PLACES);
        let share = graph.total_slots() / PLACES;
        for unit in &graph.units {
            for (&tier, &slots) in unit.tiers.iter().zip(&unit.slots) {
                let taken = places.iter().filter(|place| place.tier == tier).count() as u64;
                assert!(taken.abs_diff(slots / share) <= 1, "{taken} of {slots} by {share}");
            }
        }
        for place in &places {
            assert!(place.first < place.slots);
            for round in 0..40 {
                for together in TOGETHER {
                    let taken = place.sample(&game, round, together);
                    assert!((1..=together).contains(&taken));
                }
            }
        }
    }

    #[test]
    fn games_of_all_kinds_and_sizes_get_a_projection() {
        let small = project(&Explored::new(&TenToZero, 1 << 20).unwrap());
        let large = project(&Quixo::variant("4x4").unwrap());
        for projection in [small, large] {
            assert!(projection.seconds > 0.0 && projection.seconds.is_finite());
            assert!(projection.sampled_slots > 0 && projection.threads > 0);
        }
    }
}
