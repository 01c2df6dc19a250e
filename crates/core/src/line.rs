//! Lines of play, for those who search: a game's own positions and moves, on stacks that are kept from
//! position to position.

use std::hash::{Hash, Hasher};

use crate::extras::Evaluation;
use crate::game::Rules;
use crate::marker::Marker;
use crate::value::Value;

/// What a position is worth at a glance, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The game is over.
    Over(Value),
    /// It goes on, and so much better off the player to move looks.
    Open(i32),
}

/// A line of play from some position on, as a search follows it and takes it back: see
/// [`AnyRules::line`](crate::AnyRules::line).
///
/// A search visits millions of positions. Here it speaks of them by where they are on the line and among the
/// moves there, so that it need not be compiled for a game's types, and nothing is allocated for a position.
pub trait Line {
    /// As [`Rules::primitive`], of the position at the end of the line.
    fn primitive(&self) -> Option<Value>;

    /// Finds the [moves](Rules::moves) of the position at the end of the line, at which the game goes on, and
    /// says how many there are. What follows is about these moves, by their places among them.
    fn look_ahead(&mut self) -> usize;

    /// A hash of the position after a move.
    fn key(&self, place: usize) -> u64;

    /// What the position after a move is worth at a glance: by the game's
    /// [evaluation](crate::Extras::evaluation), else by how many more moves there are after it than before.
    fn glance(&self, place: usize) -> Judgement;

    /// Makes a move: the line is longer by one.
    fn follow(&mut self, place: usize);

    /// Takes the last move back. The moves before it are those found by [`Line::look_ahead`].
    fn back(&mut self);

    /// Notes that a move refutes what led to the position at the end of the line.
    fn refute(&mut self, place: usize);

    /// The place of the move, if there is one, that refuted another line of this length last (0) or before (1).
    fn killer(&self, which: usize) -> Option<usize>;
}

/// A line of a game of some type.
pub(crate) struct TypedLine<'g, G: Rules> {
    rules: &'g G,
    evaluation: Option<&'g dyn Evaluation<G::Position>>,
    stops: Vec<Stop<G::Position>>,
    /// The position at the end.
    here: Stop<G::Position>,
    /// The moves of all positions on the line, each with the position after it.
    moves: Vec<(G::Move, G::Position)>,
    /// By the length of the line.
    killers: Vec<[Option<G::Move>; 2]>,
}

/// A position on a line.
#[derive(Clone, Copy)]
struct Stop<P> {
    position: P,
    /// Where its moves begin in the list of all.
    first: usize,
}

impl<'g, G: Rules> TypedLine<'g, G> {
    pub(crate) fn new(rules: &'g G, position: G::Position) -> TypedLine<'g, G> {
        TypedLine {
            rules,
            evaluation: rules.extras().evaluation,
            stops: Vec::new(),
            here: Stop { position, first: 0 },
            moves: Vec::new(),
            killers: vec![[None; 2]],
        }
    }

    fn after(&self, place: usize) -> G::Position {
        self.moves[self.here.first + place].1
    }

    fn mobility(&self, position: G::Position) -> i32 {
        let mut moves = 0;
        self.rules.moves(position, |_| moves += 1);
        moves
    }
}

impl<G: Rules> Line for TypedLine<'_, G> {
    fn primitive(&self) -> Option<Value> {
        self.rules.primitive(self.here.position)
    }

    fn look_ahead(&mut self) -> usize {
        let Stop { position, first } = self.here;
        self.moves.truncate(first);
        self.rules.list_moves(position, &mut self.moves);
        self.moves.len() - first
    }

    fn key(&self, place: usize) -> u64 {
        let mut marker = Marker::default();
        self.after(place).hash(&mut marker);
        marker.finish()
    }

    fn glance(&self, place: usize) -> Judgement {
        let position = self.after(place);
        if let Some(value) = self.rules.primitive(position) {
            return Judgement::Over(value);
        }
        Judgement::Open(match self.evaluation {
            Some(evaluation) => evaluation.evaluate(position),
            None => self.mobility(position) - (self.moves.len() - self.here.first) as i32,
        })
    }

    fn follow(&mut self, place: usize) {
        let position = self.after(place);
        self.stops.push(self.here);
        self.here = Stop { position, first: self.moves.len() };
        if self.killers.len() == self.stops.len() {
            self.killers.push([None; 2]);
        }
    }

    fn back(&mut self) {
        self.moves.truncate(self.here.first);
        self.here = self.stops.pop().expect("a move that is taken back was made");
    }

    fn refute(&mut self, place: usize) {
        let refuting = self.moves[self.here.first + place].0;
        let killers = &mut self.killers[self.stops.len()];
        if killers[0] != Some(refuting) {
            *killers = [Some(refuting), killers[0]];
        }
    }

    fn killer(&self, which: usize) -> Option<usize> {
        let killer = self.killers[self.stops.len()][which]?;
        self.moves[self.here.first..].iter().position(|(chosen, _)| *chosen == killer)
    }
}
