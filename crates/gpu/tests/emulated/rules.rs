//! Every game's header against its Rust rules.

use std::sync::Arc;

use hindsight_core::{Code, DeviceSide, Indexed, Neighbour, Outcome, Rules, Tier, Value};
use hindsight_games::allqueens::AllQueens;
use hindsight_games::baghchal::BaghChal;
use hindsight_games::connect4::Connect4;
use hindsight_games::dao::Dao;
use hindsight_games::fivefieldkono::Kono;
use hindsight_games::game;
use hindsight_games::mnk::Mnk;
use hindsight_games::morris::Morris;
use hindsight_games::quixo::Quixo;
use hindsight_games::sim::Sim;
use hindsight_games::teeko::Teeko;
use hindsight_games::tictactoe::TicTacToe;
use hindsight_games::tictactwo::TicTacTwo;
use hindsight_games::tootandotto::TootAndOtto;
use hindsight_games::xiangqi::Xiangqi;
use hindsight_gpu::{Gpu, Launch};
use hindsight_solve::{Backend, Control, Exits, ResidentTable, TierGraph, UnitTask};

use crate::processor::{Found, Processor};

/// Tiers with at most so many slots are compared whole.
const WHOLE: u64 = 1000;
/// Slots that are compared of each of the others.
const SAMPLE: u64 = 300;
/// Units that lead to tiers with more are left out: tables of these would be made.
const LARGEST: u64 = 4_000_000;

#[test]
fn quixo_on_all_boards() {
    for variant in ["2x2", "3x3", "4x4", "4x5", "5x5"] {
        compare(&Quixo::variant(variant).unwrap(), variant);
    }
}

#[test]
fn bagh_chal_on_both_boards() {
    for variant in ["3x3-5-2", "4-2", "6-2"] {
        compare(&BaghChal::variant(variant).unwrap(), variant);
    }
}

#[test]
fn tic_tac_two_on_all_boards() {
    for variant in ["3x5", "3x5-3", "5x5-3", "5x5"] {
        compare(&TicTacTwo::variant(variant).unwrap(), variant);
    }
}

#[test]
fn morris_in_all_variants() {
    for variant in [
        "three",
        "six",
        "nine:6,5",
        "nine-nofly:5,5",
        "nine-takeany:5,5",
        "lasker:5,4",
        "morabaraba:5,5",
        "morabaraba-fulldraw:12,12",
        "morabaraba-pass:12,12",
    ] {
        compare(&Morris::variant(variant).unwrap(), variant);
    }
}

#[test]
fn five_field_kono_on_several_boards() {
    compare(&Kono::new(4, 3, 0b111 << 9, Value::Tie), "4x3");
    compare(&Kono::new(5, 3, 0b111_101 << 9, Value::Win), "5x3");
    compare(&Kono::new(3, 5, 0b11111 << 10, Value::Lose), "3x5");
    for variant in ["regular", "delta", "omega"] {
        compare(&Kono::variant(variant).unwrap(), variant);
    }
}

#[test]
fn xiangqi_with_all_kinds_of_pieces() {
    // Both of a role, pawns in one row and in several, both sides alike, eight pieces.
    for variant in
        ["4", "KPP-KP", "KPPP-K", "KRC-KNB", "KAABB-KPP", "KNN-KCC", "KA-KA", "KRCNP-KAB"]
    {
        compare(&Xiangqi::variant(variant).unwrap(), variant);
    }
}

#[test]
fn teeko_all_queens_and_dao() {
    for variant in ["standard", "advanced"] {
        compare(&Teeko::variant(variant).unwrap(), variant);
    }
    for variant in ["4x4", "5x5"] {
        compare(&AllQueens::variant(variant).unwrap(), variant);
    }
    compare(&Dao::variant("4x4").unwrap(), "4x4");
}

#[test]
fn marks_that_are_put_down() {
    compare(&TicTacToe::variant("3x3").unwrap(), "3x3");
    compare(&Sim::variant("6").unwrap(), "6");
    for variant in ["4x3-3", "4x4-4-misere", "4x4-4-wild", "4x4-3-notakto"] {
        compare(&Mnk::variant(variant).unwrap(), variant);
    }
    for variant in ["5x4", "4x1", "1x4"] {
        compare(&Connect4::variant(variant).unwrap(), variant);
    }
    compare(&TootAndOtto::variant("4x4").unwrap(), "4x4");
}

#[test]
fn games_that_are_explored() {
    for (name, variant) in [("achi", "diagonals"), ("dodgem", "3x3"), ("sliding", "2x3")] {
        let game = game(name, Some(variant)).unwrap();
        let index = game.rules.explore(1 << 30).unwrap();
        let (index, graph) = (&*index, index.graph().unwrap());
        let solver = idle(index.device().unwrap());
        let units = TierGraph::of(index).units;
        let control = Control::default();
        let task = UnitTask {
            unit: &units[0],
            exits: Exits::Resident(&[]),
            control: &control,
            parallel: false,
        };
        solver.solve(index, &task).unwrap_err();
        let launch = solver.machine().launches.lock().unwrap()[0];
        let found: Vec<_> = (0..graph.len())
            .map(|position| solver.machine().inspect(&launch, position.into()).unwrap())
            .collect();
        let mut parents = vec![Vec::new(); found.len()];
        for (position, found) in (0..).zip(&found) {
            let over = graph.end(position).map(Outcome::over);
            assert_eq!(Code(found.code as u16), over.map_or(Code::DRAW, Code::new));
            let children = graph.children_of(position);
            assert!(found.children.iter().map(|child| child.slot as u32).eq(children.to_vec()));
            children.iter().for_each(|&child| parents[child as usize].push(position));
        }
        for (found, parents) in found.iter().zip(parents) {
            assert!(found.parents.iter().map(|parent| parent.slot as u32).eq(parents));
        }
    }
}

/// A machine with a game's kernels, of which none do anything.
fn idle(side: &dyn DeviceSide) -> Gpu<Processor> {
    let folder = tempfile::tempdir().unwrap();
    let mut machine = Processor::new(side, folder.path());
    machine.is_idle = true;
    Gpu::on(machine, side, 0).unwrap()
}

/// Compares what the header says with what the rules say, on slots of every tier.
fn compare<G: Indexed>(game: &G, name: &str) {
    let solver = idle(game.device().expect("it runs on GPUs"));
    let graph = TierGraph::of(game);
    let mut compared = 0;
    for unit in &graph.units {
        if unit.exits.iter().any(|&tier| graph.slots(tier) > LARGEST) {
            continue;
        }
        // Kernels do nothing, so that any values will do for the exits.
        let none = |&tier: &Tier| {
            Arc::new(ResidentTable::new(&vec![Code::DRAW; graph.slots(tier) as usize]))
        };
        let exits: Vec<_> = unit.exits.iter().map(none).collect();
        let control = Control::default();
        let exits = Exits::Resident(&exits);
        let task = UnitTask { unit, exits, control: &control, parallel: false };
        solver.solve(game, &task).unwrap_err();
        let launches = std::mem::take(&mut *solver.machine().launches.lock().unwrap());
        for (&tier, launch) in unit.tiers.iter().zip(&launches) {
            compared += compare_tier(game, solver.machine(), tier, launch);
        }
    }
    println!("{name}: {compared} slots compared");
    assert!(compared > 10);
}

fn compare_tier<G: Indexed>(game: &G, machine: &Processor, tier: Tier, launch: &Launch) -> u64 {
    let slots = game.slots(tier);
    let mut random = 0x9e37_79b9_7f4a_7c15 ^ tier.0;
    let mut any_slot = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % slots
    };
    let chosen: Vec<u64> = if slots <= WHOLE {
        (0..slots).collect()
    } else {
        (0..SAMPLE).map(|_| any_slot()).collect()
    };
    for &slot in &chosen {
        let context = || format!("tier {}, slot {slot}", game.tier_name(tier));
        let inspected = machine.inspect(launch, slot);
        let Some(occupant) = game.occupant(tier, slot) else {
            assert!(inspected.is_none(), "{}: no hole", context());
            continue;
        };
        let inspected = inspected.unwrap_or_else(|| panic!("{}: a hole", context()));
        assert_eq!(inspected.stabiliser, occupant.stabiliser, "{}", context());
        let over = game.primitive(occupant.position).map(Outcome::over);
        let code = over.map_or(Code::DRAW, Code::new);
        assert_eq!(Code(inspected.code as u16), code, "{}", context());
        let mut children = Vec::new();
        if over.is_none() {
            game.children(occupant.position, |child| children.push(place(game, child)));
        }
        let mut parents = Vec::new();
        game.parent_slots(tier, &[slot], |tier, found| {
            let orbit = game.symmetries() / occupant.stabiliser;
            let place = |n: &Neighbour| (tier, n.slot, n.weight / orbit);
            parents.extend(found.iter().map(place));
        });
        let targets = game.device().unwrap().tier(tier).targets;
        assert_same(children, &inspected.children, &targets, || context() + ": children");
        assert_same(parents, &inspected.parents, &targets, || context() + ": parents");
    }
    chosen.len() as u64
}

fn place<G: Indexed>(game: &G, position: <G as Rules>::Position) -> (Tier, u64, u32) {
    let place = game.locate(position);
    (place.tier, place.slot, place.stabiliser)
}

/// Compares two lists of neighbours, in any order.
fn assert_same(
    mut known: Vec<(Tier, u64, u32)>,
    found: &[Found],
    targets: &[Option<Tier>],
    context: impl Fn() -> String,
) {
    let named = |found: &Found| {
        let tier = targets[found.target as usize];
        let tier = tier.unwrap_or_else(|| panic!("{}: target {}", context(), found.target));
        (tier, found.slot, found.stabiliser)
    };
    let mut found: Vec<_> = found.iter().map(named).collect();
    known.sort_unstable();
    found.sort_unstable();
    assert_eq!(known, found, "{}", context());
}
