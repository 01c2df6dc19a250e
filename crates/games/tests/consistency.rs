//! Whether each game agrees with itself: index, moves, un-moves, symmetries and notation, on random
//! plays and on random slots. Goes over every game and variant of the catalogue.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use hindsight_core::{Indexed, Looks, Occupant, Place, Rules, Tier, Turn, Value};
use hindsight_games::fivefieldkono::Kono;
use hindsight_games::{Visitor, catalogue, visit};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

const PLAYS: usize = 20;
const PLIES: usize = 40;
const SLOTS_PER_TIER: u64 = 60;
/// Tiers of more slots than this are left out: their tables would take the test's whole time.
const LARGEST_TIER: u64 = 400_000_000;

/// Numbers that are the same in every run (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % bound
    }
}

struct Check;

impl Visitor for Check {
    type Output = ();

    fn indexed<G: Indexed + Looks + 'static>(self, game: G) {
        IndexCheck::run(&game);
    }

    fn rules_only<G: Rules + Looks + 'static>(self, game: G) {
        for position in random_plays(&game) {
            check_rules(&game, position);
        }
        check_any_text(&game, |position| check_rules(&game, position));
    }
}

fn random_plays<G: Rules>(game: &G) -> Vec<G::Position> {
    let mut dice = Dice(1);
    let mut seen = vec![game.start()];
    for _ in 0..PLAYS {
        let mut position = game.start();
        for _ in 0..PLIES {
            if game.primitive(position).is_some() {
                break;
            }
            let children = children(game, position);
            position = children[dice.below(children.len() as u64) as usize];
            seen.push(position);
        }
    }
    seen.sort();
    seen.dedup();
    seen
}

fn children<G: Rules>(game: &G, position: G::Position) -> Vec<G::Position> {
    let mut children = Vec::new();
    game.children(position, |child| children.push(child));
    children.sort();
    children
}

fn parents<G: Indexed>(game: &G, position: G::Position) -> Vec<G::Position> {
    let mut parents = Vec::new();
    game.parents(position, |parent| parents.push(parent));
    parents
}

fn times<P: PartialEq>(positions: &[P], wanted: P) -> usize {
    positions.iter().filter(|position| **position == wanted).count()
}

/// The moves lead to the children, hand over the turn and have names of their own; the position's
/// text means the position.
fn check_rules<G: Rules + Looks>(game: &G, position: G::Position) {
    let text = game.write_position(position);
    assert_eq!(game.parse_position(&text), Ok(position));
    assert!(!text.contains(char::is_whitespace), "{text}");
    assert!(game.board(position).ends_with('\n'));
    let over = game.primitive(position);
    assert_ne!(over, Some(Value::Draw), "a game that is over has ended: {text}");
    if over.is_some() {
        return;
    }
    let mut names = HashSet::new();
    let mut played = Vec::new();
    game.moves(position, |chosen| {
        let name = game.write_move(position, chosen);
        assert!(names.insert(name.clone()), "two moves {name} from {text}");
        let child = game.play(position, chosen);
        assert_eq!(game.turn(child), game.turn(position).other(), "{name} from {text}");
        played.push(child);
    });
    assert!(!played.is_empty(), "no move from {text}");
    played.sort();
    assert_eq!(played, children(game, position), "moves and children of {text}");
}

/// What is checked of a game with an index.
struct IndexCheck<'g, G> {
    game: &'g G,
    /// For each tier asked about, the tiers that moves from it lead to sooner or later.
    reached: RefCell<HashMap<Tier, HashSet<Tier>>>,
}

impl<'g, G: Indexed + Looks> IndexCheck<'g, G> {
    fn run(game: &'g G) {
        let check = IndexCheck { game, reached: RefCell::default() };
        let plays = random_plays(game);
        let tiers: BTreeSet<Tier> = plays.iter().map(|&position| game.tier_of(position)).collect();
        for position in plays {
            check_rules(game, position);
            check.position(position);
        }
        for tier in tiers {
            check.slots(tier);
        }
        check_any_text(game, |position| {
            check_rules(game, position);
            check.position(position);
        });
    }

    fn has_tables(&self, position: G::Position) -> bool {
        self.game.slots(self.game.tier_of(position)) <= LARGEST_TIER
    }

    /// Whether two tiers are in one unit, given that moves lead from the first to the second.
    fn in_one_unit(&self, from: Tier, to: Tier) -> bool {
        let mut reached = self.reached.borrow_mut();
        let tiers = reached.entry(to).or_insert_with(|| {
            let mut tiers = HashSet::from([to]);
            let mut open = vec![to];
            while let Some(tier) = open.pop() {
                let children = self.game.child_tiers(tier);
                open.extend(children.into_iter().filter(|&child| tiers.insert(child)));
            }
            tiers
        });
        tiers.contains(&from)
    }

    fn is_inside(&self, parent: G::Position, child: G::Position) -> bool {
        self.in_one_unit(self.game.tier_of(parent), self.game.tier_of(child))
    }

    fn position(&self, position: G::Position) {
        self.child_tiers(position);
        if G::HAS_PARENTS {
            self.parents(position);
        }
        if self.has_tables(position) {
            let representative = self.place(position);
            self.same_children(position, representative);
        }
    }

    /// The position's place is the place of the position that stands for it, which is returned.
    fn place(&self, position: G::Position) -> G::Position {
        let (game, text) = (self.game, self.game.write_position(position));
        let place = game.locate(position);
        assert_eq!(place.tier, game.tier_of(position), "{text}");
        assert!(place.slot < game.slots(place.tier), "{text}");
        assert!(game.symmetries().is_multiple_of(place.stabiliser), "{text}");
        let occupant = game.occupant(place.tier, place.slot).expect("the place of a position");
        assert_eq!(occupant.stabiliser, place.stabiliser, "{text}");
        let seen = game.seen_by(occupant.position, game.turn(position));
        assert_eq!(game.turn(seen), game.turn(position), "{text}");
        assert_eq!(game.locate(seen), place, "{text}");
        seen
    }

    /// Two positions of one orbit have the same value, and their children the same places.
    fn same_children(&self, position: G::Position, image: G::Position) {
        let (game, text) = (self.game, self.game.write_position(position));
        assert_eq!(game.primitive(position), game.primitive(image), "{text}");
        if game.primitive(position).is_some() {
            return;
        }
        let [children, images] = [position, image].map(|position| children(game, position));
        if children.iter().all(|&child| self.has_tables(child)) {
            assert_eq!(self.places(&children), self.places(&images), "children of {text}");
        }
    }

    fn places(&self, positions: &[G::Position]) -> Vec<(Tier, u64, u32)> {
        let places = positions.iter().map(|&position| self.game.locate(position));
        let mut places: Vec<_> =
            places.map(|place| (place.tier, place.slot, place.stabiliser)).collect();
        places.sort();
        places
    }

    /// Children are in the tiers foretold.
    fn child_tiers(&self, position: G::Position) {
        if self.game.primitive(position).is_none() {
            let tiers = self.game.child_tiers(self.game.tier_of(position));
            for child in children(self.game, position) {
                let text = self.game.write_position(child);
                assert!(tiers.contains(&self.game.tier_of(child)), "the tier of {text}");
            }
        }
    }

    /// A position is listed among a child's parents once for each move that leads there and stays
    /// inside the unit, and all parents are such positions.
    fn parents(&self, position: G::Position) {
        let (game, text) = (self.game, self.game.write_position(position));
        let parents = parents(game, position);
        for &parent in &parents {
            assert_eq!(game.turn(parent), game.turn(position).other(), "a parent of {text}");
            assert!(self.is_inside(parent, position), "a parent outside the unit of {text}");
            if game.primitive(parent).is_none() {
                let moves = times(&children(game, parent), position);
                assert_eq!(times(&parents, parent), moves, "parents of {text}");
            }
        }
        if game.primitive(position).is_some() {
            return;
        }
        let children = children(game, position);
        for &child in &children {
            let inside = self.is_inside(position, child);
            let moves = if inside { times(&children, child) } else { 0 };
            assert_eq!(times(&self::parents(game, child), position), moves, "children of {text}");
        }
    }

    /// Slots are the places of the positions that stand for them.
    fn slots(&self, tier: Tier) {
        let (game, slots) = (self.game, self.game.slots(tier));
        let tables = |tier: &Tier| game.slots(*tier) <= LARGEST_TIER;
        if !tables(&tier) {
            return;
        }
        let mut sample: Vec<(u64, Occupant<G::Position>)> = sample(slots, tier.0)
            .into_iter()
            .filter_map(|slot| Some((slot, game.occupant(tier, slot)?)))
            .collect();
        for &(slot, occupant) in &sample {
            let place = Place { tier, slot, stabiliser: occupant.stabiliser };
            assert_eq!(game.locate(occupant.position), place);
            for turn in [Turn::First, Turn::Second] {
                let position = game.seen_by(occupant.position, turn);
                check_rules(game, position);
                self.position(position);
            }
        }
        if G::HAS_PARENTS {
            self.parent_slots(tier, &sample);
        }
        sample.retain(|(_, occupant)| game.primitive(occupant.position).is_none());
        if game.child_tiers(tier).iter().all(tables) {
            self.exit_slots(tier, &sample);
        }
    }

    /// The solver's way backwards leads to the parents.
    fn parent_slots(&self, tier: Tier, sample: &[(u64, Occupant<G::Position>)]) {
        let game = self.game;
        let slots: Vec<u64> = sample.iter().map(|(slot, _)| *slot).collect();
        let mut visited = Vec::new();
        game.parent_slots(tier, &slots, |tier, place| {
            visited.push((tier, place.slot, place.stabiliser));
        });
        let mut expected = Vec::new();
        for (_, child) in sample {
            for parent in parents(game, child.position) {
                let place = game.locate(parent);
                let weight = game.symmetries() / child.stabiliser * place.stabiliser;
                expected.push((place.tier, place.slot, weight));
            }
        }
        visited.sort();
        expected.sort();
        assert!(visited == expected, "the parents of slots of {}", game.tier_name(tier));
    }

    /// The solver's way forwards leads to the children outside the unit and counts the others.
    fn exit_slots(&self, tier: Tier, sample: &[(u64, Occupant<G::Position>)]) {
        let game = self.game;
        let slots: Vec<u64> = sample.iter().map(|(slot, _)| *slot).collect();
        let is_inside = |child: Tier| self.in_one_unit(tier, child);
        let mut inside = vec![0; slots.len()];
        let mut exits = Vec::new();
        game.exit_slots(tier, &slots, is_inside, &mut inside, |number, tier, slot| {
            exits.push((number, tier, slot));
        });
        let mut expected_inside = vec![0; slots.len()];
        let mut expected_exits = Vec::new();
        for (number, (_, occupant)) in sample.iter().enumerate() {
            for child in children(game, occupant.position) {
                let place = game.locate(child);
                if is_inside(place.tier) {
                    expected_inside[number] += 1;
                } else {
                    expected_exits.push((number, place.tier, place.slot));
                }
            }
        }
        exits.sort();
        expected_exits.sort();
        assert!(exits == expected_exits, "the exits of slots of {}", game.tier_name(tier));
        assert_eq!(inside, expected_inside, "inside moves of slots of {}", game.tier_name(tier));
        assert!(inside.iter().all(|&moves| moves <= game.max_inside_moves()));
    }
}

/// Some numbers below `slots` in rising order: all of few; otherwise the first and random ones.
fn sample(slots: u64, seed: u64) -> BTreeSet<u64> {
    let mut dice = Dice(seed);
    let neighbours = 0..slots.min(SLOTS_PER_TIER);
    neighbours.chain((0..SLOTS_PER_TIER).map(|_| dice.below(slots))).collect()
}

/// Any text gets an answer, and a text that is taken means a position that everything can handle.
fn check_any_text<G: Rules + Looks>(game: &G, check: impl Fn(G::Position)) {
    let start = game.write_position(game.start());
    let edits = proptest::collection::vec((0..start.len(), "[-xoXO/:0-9 é]?"), 0..6);
    let edited = edits.prop_map(|edits| {
        let mut text: Vec<String> = start.chars().map(String::from).collect();
        for (at, symbol) in edits {
            text[at] = symbol;
        }
        text.concat()
    });
    let config = Config { failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(config, rng)
        .run(&prop_oneof![".*", "[-xoXO/:0-9]{0,40}", edited], |text| {
            if let Ok(position) = game.parse_position(&text) {
                check(position);
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn every_game_agrees_with_itself() {
    for about in catalogue() {
        for variant in about.variants {
            let started = std::time::Instant::now();
            visit(about.id, Some(variant.id), Check).unwrap();
            println!("{} {}: {:.1?}", about.id, variant.id, started.elapsed());
        }
    }
}

#[test]
fn small_boards_of_kono_agree_with_themselves() {
    let boards = [
        (3, 3, 0b111_000_000),
        (5, 3, 0b111 << 12),
        (3, 5, 0b11111 << 10),
        // With an even number of rows, half a turn exchanges the halves.
        (4, 3, 0b101_101 << 6),
        (4, 3, 0b010_111 << 6),
    ];
    for (rows, columns, home) in boards {
        for stuck in [Value::Tie, Value::Lose, Value::Win] {
            IndexCheck::run(&Kono::new(rows, columns, home, stuck));
        }
    }
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let game = visit("chess", None, Check).unwrap_err().to_string();
    assert!(game.contains("tentozero, tictactoe, quixo, fivefieldkono"), "{game}");
    let variant = visit("quixo", Some("9x9"), Check).unwrap_err().to_string();
    assert!(variant.contains("4x4"), "{variant}");
}
