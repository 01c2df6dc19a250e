//! `check` finds mistakes: Quixo with one planted in it, for each of the promises.

use hindsight_core::{
    Extras, Indexed, Neighbour, NotationError, Occupant, OrbitSlot, Orbits, Presentation, Rules,
    Step, Tier, Turn, Value,
};
use hindsight_games::quixo::{Position, Quixo};
use hindsight_solve::{CheckFailure, Control, check};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mistake {
    Nothing,
    OverAsADraw,
    NoMoves,
    MoveMissingInChildren,
    MoveMissing,
    EndOfOneImage,
    ParentMissing,
    ParentTwice,
    ParentOutside,
    StabiliserOne,
    StabiliserThree,
    NeighboursSlot,
    SlotBeyondTheEnd,
    SecondPlayersSlot,
    ParentSlotMissing,
    ParentWeight,
    ExitMissing,
    InsideCount,
    InsideOverwritten,
    ChildSlotMissing,
    ChildNumber,
    ChildTierMissing,
    OneTierName,
    LowMaximum,
    TurnNotWritten,
    TextWithSpace,
    PanicOnShortText,
    PanicInBoard,
    MoveNamedByCell,
}
use Mistake::*;

/// If `LOST_AT_END`, it is promised that no end is won, though some are.
struct Planted<const LOST_AT_END: bool> {
    game: Quixo,
    mistake: Mistake,
}

impl<const LOST_AT_END: bool> Planted<LOST_AT_END> {
    fn is(&self, mistake: Mistake) -> bool {
        self.mistake == mistake
    }
}

/// Visits all but the first.
fn but_first<T>(mut visit: impl FnMut(T)) -> impl FnMut(T) {
    let mut first = true;
    move |item| {
        if !std::mem::replace(&mut first, false) {
            visit(item);
        }
    }
}

impl<const LOST_AT_END: bool> Rules for Planted<LOST_AT_END> {
    type Position = Position;
    type Move = Step;

    fn start(&self) -> Position {
        self.game.start()
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        let value = self.game.primitive(position);
        if self.is(OverAsADraw) && value == Some(Value::Win) {
            return Some(Value::Draw);
        }
        if self.is(EndOfOneImage) && self.game.write_position(position).starts_with("XO-") {
            return Some(Value::Tie);
        }
        value
    }

    fn moves(&self, position: Position, visit: impl FnMut(Step)) {
        if self.is(NoMoves) && self.game.write_position(position).matches('-').count() == 7 {
            return;
        }
        if self.is(MoveMissing) {
            self.game.moves(position, but_first(visit))
        } else {
            self.game.moves(position, visit)
        }
    }

    fn play(&self, position: Position, chosen: Step) -> Position {
        self.game.play(position, chosen)
    }

    fn turn(&self, position: Position) -> Turn {
        self.game.turn(position)
    }

    fn extras(&self) -> Extras<'_, Position> {
        Extras { is_never_won_at_end: LOST_AT_END, ..self.game.extras() }
    }

    fn children(&self, position: Position, visit: impl FnMut(Position)) {
        if self.is(MoveMissingInChildren) {
            return self.game.children(position, but_first(visit));
        }
        let mut visit = visit;
        self.moves(position, |chosen| visit(self.play(position, chosen)));
    }
}

impl<const LOST_AT_END: bool> Indexed for Planted<LOST_AT_END> {
    fn tier_of(&self, position: Position) -> Tier {
        self.game.tier_of(position)
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        let mut tiers = self.game.child_tiers(tier);
        if self.is(ChildTierMissing) && tiers.len() > 1 {
            tiers.pop();
        }
        tiers
    }

    fn tier_name(&self, tier: Tier) -> String {
        if self.is(OneTierName) { "all".to_owned() } else { self.game.tier_name(tier) }
    }

    fn slots(&self, tier: Tier) -> u64 {
        self.game.slots(tier)
    }

    fn locate_in(&self, tier: Tier, position: Position) -> OrbitSlot {
        let mut place = self.game.locate_in(tier, position);
        match self.mistake {
            StabiliserOne => place.stabiliser = 1,
            StabiliserThree => place.stabiliser = 3,
            NeighboursSlot => place.slot ^= 1,
            SlotBeyondTheEnd => place.slot += self.slots(tier),
            _ => {}
        }
        place
    }

    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let mut occupant = self.game.occupant(tier, slot)?;
        match self.mistake {
            StabiliserOne => occupant.stabiliser = 1,
            StabiliserThree => occupant.stabiliser = 3,
            SecondPlayersSlot => {
                occupant.position = self.game.seen_by(occupant.position, Turn::Second);
            }
            _ => {}
        }
        Some(occupant)
    }

    fn symmetries(&self) -> u32 {
        self.game.symmetries()
    }

    fn seen_by(&self, position: Position, turn: Turn) -> Position {
        self.game.seen_by(position, turn)
    }

    fn orbits(&self) -> Orbits {
        self.game.orbits()
    }

    fn has_parents(&self) -> bool {
        true
    }

    fn parents(&self, position: Position, mut visit: impl FnMut(Position)) {
        match self.mistake {
            ParentMissing => self.game.parents(position, but_first(visit)),
            ParentTwice => {
                let mut last = None;
                self.game.parents(position, |parent| {
                    visit(parent);
                    last = Some(parent);
                });
                last.into_iter().for_each(visit);
            }
            ParentOutside => {
                self.game.parents(position, &mut visit);
                visit(self.game.seen_by(self.game.start(), self.game.turn(position).other()));
            }
            _ => self.game.parents(position, visit),
        }
    }

    fn parent_slots(&self, tier: Tier, slots: &[u64], mut visit: impl FnMut(Tier, &[Neighbour])) {
        // Of a single slot the answer is right: only bulk goes wrong.
        self.game.parent_slots(tier, slots, |tier, parents| {
            let mut parents = parents.to_vec();
            for parent in parents.iter_mut().filter(|_| slots.len() > 1) {
                match self.mistake {
                    ParentWeight if parent.weight == 8 => parent.weight = 16,
                    ParentSlotMissing if parent.slot == 5 => parent.slot = 4,
                    _ => {}
                }
            }
            if self.is(StabiliserOne) {
                parents.iter_mut().for_each(|parent| parent.weight = 8);
            }
            visit(tier, &parents);
        });
    }

    fn exit_slots(
        &self,
        tier: Tier,
        slots: &[u64],
        is_inside: impl Fn(Tier) -> bool,
        inside: &mut [u32],
        mut visit: impl FnMut(Tier, &[Neighbour]),
    ) {
        let before = inside.to_vec();
        self.game.exit_slots(tier, slots, is_inside, inside, |tier, exits| {
            visit(tier, if self.is(ExitMissing) { &exits[1..] } else { exits });
        });
        match self.mistake {
            InsideCount => inside.iter_mut().for_each(|count| *count += u32::from(*count > 1)),
            InsideOverwritten => inside.iter_mut().zip(before).for_each(|(now, then)| *now -= then),
            _ => {}
        }
    }

    fn child_slots(&self, tier: Tier, slots: &[u64], mut visit: impl FnMut(Tier, &[Neighbour])) {
        self.game.child_slots(tier, slots, |tier, children| {
            let mut children = children.to_vec();
            match self.mistake {
                ChildSlotMissing => drop(children.pop()),
                ChildNumber => children.iter_mut().for_each(|child| child.number = 0),
                _ => {}
            }
            visit(tier, &children);
        });
    }

    fn max_inside_moves(&self, tier: Tier) -> u32 {
        if self.is(LowMaximum) { 9 } else { self.game.max_inside_moves(tier) }
    }
}

impl<const LOST_AT_END: bool> Presentation for Planted<LOST_AT_END> {
    fn write_position(&self, position: Position) -> String {
        let text = self.game.write_position(position);
        match self.mistake {
            TurnNotWritten => text.replace(":o", ":x"),
            TextWithSpace => text.replace(':', " :"),
            _ => text,
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        if self.is(PanicOnShortText) {
            let _ = &text[..12];
        }
        self.game.parse_position(&text.replace(' ', ""))
    }

    fn write_move(&self, position: Position, chosen: Step) -> String {
        let mut text = self.game.write_move(position, chosen);
        if self.is(MoveNamedByCell) {
            text.truncate(2);
        }
        text
    }

    fn board(&self, position: Position) -> String {
        assert!(!self.is(PanicInBoard), "a board with\ntwo lines of excuses");
        self.game.board(position)
    }
}

fn check_planted(mistake: Mistake) -> Result<(), CheckFailure> {
    let game = Quixo::variant("3x3").unwrap();
    let planted = Planted::<false> { game, mistake };
    check(&planted, &planted, 2_000, &Control::default()).map(drop)
}

#[test]
fn the_game_without_a_mistake_passes() {
    assert_eq!(check_planted(Nothing), Ok(()));
}

#[test]
fn an_end_that_is_won_is_found_where_none_should_be() {
    let game = Quixo::variant("3x3").unwrap();
    let planted = Planted::<true> { game, mistake: Nothing };
    let failure = check(&planted, &planted, 2_000, &Control::default()).unwrap_err();
    assert!(matches!(failure, CheckFailure::Broken { property: "no end is won", .. }), "{failure}");
}

#[test]
fn every_planted_mistake_is_found_and_named() {
    let kept = "an orbit is kept in one slot of its tier";
    let inverse = "parents are the inverse of moves inside a unit";
    let text = "the text of a position means that position";
    for (mistake, expected) in [
        (OverAsADraw, "a draw never ends"),
        (NoMoves, "a game that is not over has moves"),
        (MoveMissingInChildren, "children are where moves lead"),
        (MoveMissing, "symmetries commute with moves"),
        (EndOfOneImage, "symmetries commute with moves"),
        (ParentMissing, inverse),
        (ParentTwice, inverse),
        (ParentOutside, inverse),
        (StabiliserOne, "the weights of un-moves add up"),
        (StabiliserThree, "the order of a stabiliser divides that of the symmetries"),
        (NeighboursSlot, kept),
        (SlotBeyondTheEnd, kept),
        (SecondPlayersSlot, "slots hold the first player's turn"),
        (ParentSlotMissing, "parent_slots visits the parents"),
        (ParentWeight, "parent_slots visits the parents"),
        (ExitMissing, "exit_slots visits the children outside"),
        (InsideCount, "exit_slots counts the children inside"),
        (InsideOverwritten, "exit_slots counts the children inside"),
        (ChildSlotMissing, "child_slots visits the children"),
        (ChildNumber, "child_slots visits the children"),
        (ChildTierMissing, "the tiers of all children are child tiers"),
        (OneTierName, "every tier has its own name"),
        (LowMaximum, "inside moves keep to their maximum"),
        (TurnNotWritten, text),
        (TextWithSpace, "the text of a position is one word"),
        (PanicOnShortText, "every text is read or refused"),
        (PanicInBoard, "the game does not panic"),
        (MoveNamedByCell, "the moves of a position have different names"),
    ] {
        let failure = check_planted(mistake).expect_err(&format!("{mistake:?} is not found"));
        let line = failure.to_string();
        assert!(!line.contains('\n') && line.len() < 300, "{line}");
        match failure {
            CheckFailure::Broken { property, .. } => {
                assert_eq!(property, expected, "{mistake:?}: {line}")
            }
            CheckFailure::Stopped => panic!("{mistake:?}: nobody asked to stop"),
        }
    }
}

#[test]
fn a_check_stops_when_asked() {
    let control = Control::default();
    control.stop();
    let game = Quixo::variant("3x3").unwrap();
    let stopped = check(&game, &game, 100, &control);
    assert_eq!(stopped, Err(CheckFailure::Stopped));
}
