//! Lights out on 5x5, all 2^25 positions against a plain search over sets of buttons.

use hindsight_core::{Code, Outcome, Rules};
use hindsight_games::lightsout::LightsOut;
use hindsight_solve::{Backend, Control, Cpu, Exits, TierGraph, UnitTask};

use crate::stopwatch;

/// The fewest buttons that put out each set of lights, if any do. The order of pressing means nothing
/// and a button pressed twice does nothing, so every set of buttons is tried once.
fn fewest_presses(game: &LightsOut, cells: usize) -> Vec<Outcome> {
    let mut fewest = vec![Outcome::Draw; 1 << cells];
    let mut lights = vec![0; 1 << cells];
    for buttons in 0..1usize << cells {
        if buttons > 0 {
            let fewer = buttons & (buttons - 1);
            lights[buttons] = game.play(lights[fewer], buttons.trailing_zeros() as usize);
        }
        let known = &mut fewest[lights[buttons] as usize];
        *known = (*known).max(Outcome::Tie(buttons.count_ones() as u16));
    }
    fewest
}

#[test]
fn lights_on_5x5_go_out_in_at_most_fifteen_presses() {
    let game = LightsOut::variant("5x5").unwrap();
    let mut done = stopwatch("lightsout 5x5");
    let graph = TierGraph::of(&game);
    let control = Control::default();
    let task = UnitTask {
        unit: &graph.units[0],
        exits: Exits::Resident(&[]),
        control: &control,
        parallel: true,
    };
    let solved = Cpu.solve(&game, &task).unwrap();
    done("solved");
    let codes = solved.tiers().next().unwrap();
    let fewest = fewest_presses(&game, 25);
    assert!(codes.iter().zip(&fewest).all(|(code, known)| *code == Code::new(*known)));
    done("compared");
    let solvable = fewest.iter().filter(|outcome| **outcome != Outcome::Draw).count();
    let farthest = fewest.iter().filter_map(|outcome| outcome.remoteness()).max();
    // Anderson and Feil 1998: one position in four can be solved.
    assert_eq!((solvable, farthest), (1 << 23, Some(15)));
    assert_eq!(fewest[game.start() as usize], Outcome::Tie(15));
}
