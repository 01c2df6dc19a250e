//! Playing by a [`Machine`]: moves, and whether the game is over.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hindsight_core::{Extras, Rules, Turn, Value};

use crate::board::NONE;
use crate::drawing::Drawing;
use crate::machine::{Facts, Holds, Machine, Program};
use crate::position::{Beat, Chosen, Deed, Position};
use crate::turn::{Made, Reins, Walker};

/// The most moves of a position that are made: what a text can say is bounded.
const MOST_MOVES: usize = 100_000;
/// Beats that are tried in a position for each move that it may have: long moves have as many.
const BEATS: u32 = 16;

/// How many moves a position may have, and whether one had more.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) moves: usize,
    pub(crate) is_exceeded: Arc<AtomicBool>,
}

impl Default for Bound {
    fn default() -> Bound {
        Bound { moves: MOST_MOVES, is_exceeded: Arc::default() }
    }
}

/// A game that is told by a text, with room for `N` kinds of pieces.
#[derive(Debug)]
pub struct TextGame<const N: usize> {
    pub(crate) machine: Machine,
    pub(crate) drawing: Drawing,
    pub(crate) bound: Bound,
    /// By player: whether a move may be told in two ways.
    may_repeat: [bool; 2],
}

impl<const N: usize> TextGame<N> {
    pub(crate) fn new(machine: Machine, drawing: Drawing, bound: Bound) -> TextGame<N> {
        let may_repeat = machine.programs.each_ref().map(Program::may_repeat);
        TextGame { machine, drawing, bound, may_repeat }
    }

    pub(crate) fn program(&self, turn: Turn) -> &Program {
        &self.machine.programs[turn as usize]
    }

    pub(crate) fn holds(
        &self,
        condition: &Holds,
        position: &Position<N>,
        last: Option<u8>,
    ) -> bool {
        let Position { masks, hands, .. } = position;
        condition.of(Facts {
            board: &self.machine.board,
            masks,
            hands,
            taken: position.taken(),
            last,
        })
    }

    /// Visits every move until somebody has seen enough. Some may come twice.
    pub(crate) fn each_made(&self, position: Position<N>, visit: impl FnMut(Made<'_, N>) -> bool) {
        self.each_made_of(position, None, visit);
    }

    /// Visits a move of the position, told by its beats, and perhaps others.
    pub(crate) fn made(
        &self,
        position: Position<N>,
        chosen: &Chosen,
        visit: impl FnMut(Made<'_, N>) -> bool,
    ) {
        self.each_made_of(position, Some(chosen.beats()), visit);
    }

    fn each_made_of(
        &self,
        position: Position<N>,
        only: Option<&[Beat]>,
        mut visit: impl FnMut(Made<'_, N>) -> bool,
    ) {
        let program = self.program(position.turn);
        let Bound { moves: most_moves, is_exceeded } = &self.bound;
        let left = Cell::new(BEATS.saturating_mul(*most_moves as u32));
        let reins = Reins { left: &left, only };
        let mut count = 0;
        let mut rest = &program.options[..];
        while !rest.is_empty() {
            // Those up to the next that is there only if nothing above it can be done.
            let end =
                1 + rest[1..].iter().position(|choice| choice.is_else).unwrap_or(rest.len() - 1);
            let (group, others) = rest.split_at(end);
            rest = others;
            let mut most = None;
            if group.iter().any(|choice| choice.is_most) {
                let mut captured = 0;
                let mut walker = Walker::new(
                    self,
                    program,
                    Reins { only: None, ..reins },
                    |made: Made<'_, N>| {
                        captured = captured.max(made.captured);
                        true
                    },
                );
                group
                    .iter()
                    .filter(|choice| choice.is_most)
                    .for_each(|choice| walker.choose(choice, position));
                most = Some(captured);
            }
            let mut goes_on = true;
            for choice in group {
                let mut walker = Walker::new(self, program, reins, |made: Made<'_, N>| {
                    if choice.is_most && most.is_some_and(|most| made.captured < most) {
                        return true;
                    }
                    count += 1;
                    goes_on = visit(made);
                    if goes_on && count == *most_moves {
                        is_exceeded.store(true, Ordering::Relaxed);
                        goes_on = false;
                    }
                    goes_on
                });
                walker.choose(choice, position);
                if !goes_on {
                    return;
                }
            }
            if left.get() == 0 {
                is_exceeded.store(true, Ordering::Relaxed);
            }
            if count > 0 {
                return;
            }
        }
        if program.stuck.is_none() {
            let beat = Beat { deed: Deed::Pass, from: NONE, to: NONE };
            let after = Position { turn: position.turn.other(), ..position };
            visit(Made { trail: &[(beat, position)], after, captured: 0 });
        }
    }

    fn can_move(&self, position: Position<N>) -> bool {
        let mut can = false;
        self.each_made(position, |_| {
            can = true;
            false
        });
        can
    }
}

impl<const N: usize> Rules for TextGame<N> {
    type Position = Position<N>;
    type Move = Chosen;

    fn start(&self) -> Position<N> {
        let mut position = Position { masks: [0; N], hands: [0; N], turn: Turn::First };
        position.masks[..self.machine.masks.len()].copy_from_slice(&self.machine.masks);
        position.hands[..self.machine.hands.len()].copy_from_slice(&self.machine.hands);
        position
    }

    fn primitive(&self, position: Position<N>) -> Option<Value> {
        let ends = &self.program(position.turn.other()).ends;
        if let Some((_, value)) =
            ends.iter().find(|(condition, _)| self.holds(condition, &position, None))
        {
            return Some(match value {
                Value::Win => Value::Lose,
                Value::Lose => Value::Win,
                other => *other,
            });
        }
        let stuck = self.program(position.turn).stuck?;
        (!self.can_move(position)).then_some(stuck)
    }

    fn moves(&self, position: Position<N>, mut visit: impl FnMut(Chosen)) {
        self.each_move(position, |chosen, _| visit(chosen));
    }

    fn each_move(&self, position: Position<N>, mut visit: impl FnMut(Chosen, Position<N>)) {
        if !self.may_repeat[position.turn as usize] {
            return self.each_made(position, |one| {
                visit(Chosen::new(one.trail.iter().map(|(beat, _)| *beat)), one.after);
                true
            });
        }
        let mut made: Vec<(Chosen, Position<N>)> = Vec::new();
        self.each_made(position, |one| {
            made.push((Chosen::new(one.trail.iter().map(|(beat, _)| *beat)), one.after));
            true
        });
        // Two ways to say the same move are one move.
        let mut order: Vec<usize> = (0..made.len()).collect();
        order.sort_by_key(|number| made[*number].0);
        order.dedup_by_key(|number| made[*number].0);
        order.sort_unstable();
        for number in order {
            visit(made[number].0, made[number].1);
        }
    }

    /// # Panics
    /// When it is none of the position's moves.
    fn play(&self, position: Position<N>, chosen: Chosen) -> Position<N> {
        let mut found = None;
        self.made(position, &chosen, |made| {
            if made.trail.iter().map(|(beat, _)| beat).eq(chosen.beats()) {
                found = Some(made.after);
            }
            found.is_none()
        });
        found.expect("one of the moves of the position")
    }

    fn children(&self, position: Position<N>, mut visit: impl FnMut(Position<N>)) {
        if self.may_repeat[position.turn as usize] {
            return self.each_move(position, |_, child| visit(child));
        }
        self.each_made(position, |one| {
            visit(one.after);
            true
        });
    }

    fn turn(&self, position: Position<N>) -> Turn {
        position.turn
    }

    fn extras(&self) -> Extras<'_, Position<N>> {
        let is_never_won_at_end = self.machine.programs.iter().all(|program| {
            program.stuck != Some(Value::Win)
                && program.ends.iter().all(|(_, value)| *value != Value::Lose)
        });
        Extras { is_never_won_at_end, ..Extras::default() }
    }
}
