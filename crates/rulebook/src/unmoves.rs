//! Un-moves of games that are interpreted: whatever may have come, from wherever it may have come, if the rules
//! allow it on the board before.

use crate::board::NONE;
use crate::machine::{Act, AnyOf, Choice, Holds, Machine, Points, Program, Reach, Walk, bits};
use crate::play::TextGame;
use crate::position::Position;
use crate::syntax::{Again, Taking};
use crate::tiers::Reason;

/// The un-moves of both players.
#[derive(Debug)]
pub(crate) struct Unmoves([Vec<Undo>; 2]);

/// The way back of something that can be done in a turn.
#[derive(Debug)]
struct Undo {
    condition: Option<Holds>,
    way: Way,
}

#[derive(Debug)]
enum Way {
    Place { kind: u8, from_hand: bool, on: Points },
    Go(Going),
}

/// Pieces that went, perhaps to where others were captured.
#[derive(Debug)]
struct Going {
    pieces: Points,
    to: AnyOf,
    /// The kinds that may have gone, and those that may have stood where they arrived.
    movers: Vec<u8>,
    captured: Vec<u8>,
    to_empty: bool,
    /// By point: where one can have come from.
    back: Vec<Vec<Origin>>,
    /// By way: where one comes to next, for pieces that slide as far as they can.
    far: Option<Vec<Vec<u8>>>,
    promotion: Option<Promotion>,
}

/// A point that is left, the way that is taken, and the points between, which must be empty.
#[derive(Clone, Copy, Debug)]
struct Origin {
    from: u8,
    way: u8,
    between: u64,
}

/// On more points there are too many ways in which pieces may have been promoted.
const MOST_PROMOTED: u32 = 6;

/// All pieces of a kind on some points became another kind.
#[derive(Debug)]
struct Promotion {
    kind: u8,
    on: u64,
    to: u8,
}

impl Unmoves {
    pub(crate) fn new(machine: &Machine) -> Result<Unmoves, Reason> {
        let of = |program: &Program| -> Result<Vec<Undo>, Reason> {
            let line = program.options.iter().flat_map(|choice| &choice.deeds).next();
            let line = line.map_or(machine.board_line, |deed| deed.line);
            if program.stuck.is_none() {
                return Err(Reason::new(line, "turns that pass have no un-move"));
            }
            if program.may_repeat() {
                return Err(Reason::new(
                    line,
                    "moves that can be told in two ways have no un-move",
                ));
            }
            program.options.iter().map(Undo::new).collect()
        };
        let [first, second] = &machine.programs;
        Ok(Unmoves([of(first)?, of(second)?]))
    }

    /// Visits every position from which a move leads to another, once for each such move. Nothing is known of
    /// whether the game was over there, nor whether it has a number.
    pub(crate) fn each<const N: usize>(
        &self,
        game: &TextGame<N>,
        child: Position<N>,
        mut visit: impl FnMut(Position<N>),
    ) {
        let turn = child.turn.other();
        let child = Position { turn, ..child };
        for undo in &self.0[turn as usize] {
            let mut may = |before: Position<N>| {
                if undo.condition.as_ref().is_none_or(|it| game.holds(it, &before, None)) {
                    visit(before);
                }
            };
            match &undo.way {
                Way::Place { kind, from_hand, on } => {
                    let kind = usize::from(*kind);
                    for point in bits(child.masks[kind]) {
                        let mut before = child;
                        before.masks[kind] ^= 1 << point;
                        let hand = &mut before.hands[kind];
                        let Some(held) = hand.checked_add(u8::from(*from_hand)) else { continue };
                        *hand = held;
                        let taken = before.taken();
                        let on = on.of(&game.machine.board, &before.masks, taken) & !taken;
                        if on >> point & 1 == 1 {
                            may(before);
                        }
                    }
                }
                Way::Go(going) => going.before_promotion(child, |arrived| {
                    going.undo(&game.machine, arrived, &mut may);
                }),
            }
        }
    }
}

impl Undo {
    fn new(choice: &Choice) -> Result<Undo, Reason> {
        let [first, rest @ ..] = &choice.deeds[..] else {
            return Err(Reason::new(1, "a turn of nothing has no un-move"));
        };
        let refuse = |why: &str| Err(Reason::new(first.line, why));
        if choice.is_most || choice.is_else || first.condition.is_some() {
            return refuse("what depends on other moves has no un-move");
        }
        let way = match (&first.act, rest) {
            (Act::Place { kind, from_hand, on }, []) => {
                Way::Place { kind: *kind, from_hand: *from_hand, on: on.clone() }
            }
            (Act::Go(walk), _) if rest.len() < 2 => {
                let promotion = match rest.first() {
                    None => None,
                    Some(deed) => match &deed.act {
                        Act::Promote { kind, on: Points::Fixed(on), to }
                            if deed.condition.is_none() && on.count_ones() <= MOST_PROMOTED =>
                        {
                            Some(Promotion { kind: *kind, on: *on, to: *to })
                        }
                        _ => return Err(Reason::new(deed.line, "such an action has no un-move")),
                    },
                };
                match Going::new(walk, promotion) {
                    Some(going) => Way::Go(going),
                    None => return refuse("such a way to go has no un-move"),
                }
            }
            _ => return refuse("such an action has no un-move"),
        };
        Ok(Undo { condition: choice.condition.clone(), way })
    }
}

impl Going {
    fn new(walk: &Walk, promotion: Option<Promotion>) -> Option<Going> {
        if walk.again != Again::No || walk.taking != Taking::Nothing {
            return None;
        }
        let kinds = |set: u16| bits(set.into()).map(|kind| kind as u8).collect();
        let to: Vec<_> = walk.to.0.iter().map(Points::content).collect();
        Some(Going {
            back: origins(walk)?,
            pieces: walk.pieces.clone(),
            to: walk.to.clone(),
            movers: kinds(walk.pieces.content().kinds),
            captured: kinds(to.iter().fold(0, |all, to| all | to.kinds)),
            to_empty: to.iter().any(|to| to.empty),
            far: matches!(walk.reach, Reach::SlideFar)
                .then(|| walk.ways.iter().map(|way| way.next.clone()).collect()),
            promotion,
        })
    }

    /// The boards as they may have been before pieces were promoted.
    fn before_promotion<const N: usize>(
        &self,
        child: Position<N>,
        mut visit: impl FnMut(Position<N>),
    ) {
        let Some(Promotion { kind, on, to }) = &self.promotion else { return visit(child) };
        let (kind, to) = (usize::from(*kind), usize::from(*to));
        if child.masks[kind] & on != 0 {
            // They would have been promoted.
            return;
        }
        let promoted = child.masks[to] & on;
        let mut back = promoted;
        loop {
            let mut before = child;
            before.masks[to] &= !back;
            before.masks[kind] |= back;
            visit(before);
            if back == 0 {
                return;
            }
            back = (back - 1) & promoted;
        }
    }

    /// The boards before a piece went.
    fn undo<const N: usize>(
        &self,
        machine: &Machine,
        arrived: Position<N>,
        visit: &mut impl FnMut(Position<N>),
    ) {
        let taken = arrived.taken();
        for mover in self.movers.iter().map(|kind| usize::from(*kind)).filter(|kind| *kind < N) {
            for at in bits(arrived.masks[mover]) {
                for origin @ Origin { from, between, .. } in &self.back[at] {
                    if (between | 1 << from) & taken != 0 {
                        continue;
                    }
                    let mut gone = arrived;
                    gone.masks[mover] ^= 1 << at | 1 << from;
                    let mut may = |before: Position<N>| {
                        let taken = before.taken();
                        let pieces = self.pieces.of(&machine.board, &before.masks, taken);
                        let to = self.to.of(&machine.board, &before.masks, taken);
                        if pieces >> from & to >> at & 1 == 1
                            && !self.goes_farther(*origin, at, taken, to)
                        {
                            visit(before);
                        }
                    };
                    if self.to_empty {
                        may(gone);
                    }
                    for &kind in &self.captured {
                        let Some(piece) = machine.pieces.get(usize::from(kind)) else { continue };
                        let mut before = gone;
                        before.masks[usize::from(kind)] |= 1 << at;
                        if let Some(captive) = piece.captive {
                            let hand = &mut before.hands[usize::from(captive)];
                            let Some(held) = hand.checked_sub(1) else { continue };
                            *hand = held;
                        }
                        may(before);
                    }
                }
            }
        }
    }

    /// Whether a piece that slides as far as it can would not stop where it did.
    fn goes_farther(&self, origin: Origin, stop: usize, taken: u64, to: u64) -> bool {
        let Some(far) = &self.far else { return false };
        let next = &far[usize::from(origin.way)];
        let mut at = stop;
        while taken >> at & 1 == 0 {
            match next[at] {
                NONE => return false,
                next if next == origin.from => return false,
                next => at = usize::from(next),
            }
            if to >> at & 1 == 1 {
                return true;
            }
        }
        false
    }
}

/// By point: where pieces that arrive there come from.
fn origins(walk: &Walk) -> Option<Vec<Vec<Origin>>> {
    if let Reach::Table(table) = &walk.reach {
        let from = |to: usize| {
            let sources = (0..).zip(table).filter(move |(_, targets)| **targets >> to & 1 == 1);
            let sources = sources.filter(move |(from, _)| usize::from(*from) != to);
            sources.map(|(from, _)| Origin { from, way: 0, between: 0 }).collect()
        };
        return Some((0..table.len()).map(from).collect());
    }
    let goes_on = match walk.reach {
        Reach::Step => false,
        Reach::Slide | Reach::SlideFar => true,
        _ => return None,
    };
    let points = walk.ways.first().map_or(0, |way| way.next.len());
    let mut found = vec![Vec::new(); points];
    for (number, way) in (0..).zip(&walk.ways) {
        for from in 0..points as u8 {
            let (mut at, mut between) = (way.next[usize::from(from)], 0_u64);
            while at != NONE && at != from && between >> at & 1 == 0 {
                found[usize::from(at)].push(Origin { from, way: number, between });
                if !goes_on {
                    break;
                }
                between |= 1 << at;
                at = way.next[usize::from(at)];
            }
        }
    }
    Some(found)
}
