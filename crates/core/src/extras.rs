//! What a game has besides its rules, each of it optional.

use std::fmt;

use crate::game::Tier;
use crate::kind::Kind;
use crate::value::{Outcome, Value};

/// What a game has besides its rules: see [`Rules::extras`](crate::Rules::extras).
#[derive(Clone, Copy)]
pub struct Extras<'g, P> {
    /// What kind of game it is.
    pub kind: Kind,
    /// Bump when a rule change might not show in the fingerprint; older tables are then refused.
    pub revision: u32,
    /// Whether no position at which the game is over is [won](crate::Value::Win) for the player to move,
    /// as where who cannot move has lost. Then wins take an odd number of moves and loses an even one,
    /// which saves the solver work; `check` looks whether it is true.
    pub is_never_won_at_end: bool,
    /// Whether no position comes back in the course of a game, but for moves that change nothing. Only
    /// people are told so, before such a game is explored; afterwards it is known.
    pub never_recurs: bool,
    /// How positions of an [impartial](Kind::Impartial) game fall into independent parts. Without, a
    /// position is its own only part.
    pub components: Option<&'g dyn Components<P>>,
    /// By how much a [scored](Kind::Scored) game is won.
    pub margins: Option<&'g dyn Margins<P>>,
    /// A search for games that are too large for tables.
    pub finder: Option<&'g dyn Finder<P>>,
    /// How good a position looks to a player who cannot see the end. Without, whoever has more moves is
    /// taken to be better off.
    pub evaluation: Option<&'g dyn Evaluation<P>>,
    /// A notation that other programs of the game share.
    pub standard: Option<&'g dyn StandardNotation<P>>,
}

impl<P> Default for Extras<'_, P> {
    fn default() -> Self {
        Extras {
            kind: Kind::Partisan,
            revision: 0,
            is_never_won_at_end: false,
            never_recurs: false,
            components: None,
            margins: None,
            finder: None,
            evaluation: None,
            standard: None,
        }
    }
}

impl<P> fmt::Debug for Extras<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extras").field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// How positions of an [impartial](Kind::Impartial) game fall into parts.
pub trait Components<P> {
    /// Visits the independent parts of a position: a move changes one part, and who cannot move in any
    /// has lost. Parts are positions of the same rules, but need not be any that play leads to, and
    /// whose turn it is means nothing.
    fn components(&self, position: P, visit: &mut dyn FnMut(P));
}

/// By how much a [scored](Kind::Scored) game is won.
pub trait Margins<P> {
    /// By how much the player to move wins (negative: loses) at a position at which the game is over.
    /// Its sign agrees with [`Rules::primitive`](crate::Rules::primitive).
    fn margin(&self, position: P) -> Option<i32>;
}

/// How good a position looks, for a search that cannot reach the end of the game. Nothing is solved with
/// it: it only makes a computer player choose sensible moves.
pub trait Evaluation<P> {
    /// How much better off the player to move is, in units of the game's own choosing: between -10,000
    /// and 10,000, and zero where the chances look even. The game is not over there.
    fn evaluate(&self, position: P) -> i32;
}

/// A notation that other programs of the game share, such as FEN and SAN for chess, beside the game's own.
pub trait StandardNotation<P> {
    /// A position, on one line.
    fn write_position(&self, position: P) -> String;

    /// A text of this notation as the game's own, for it to be [parsed](crate::Presentation::parse_position);
    /// `None` for texts that are not of this notation. Any text may come.
    fn translate_position(&self, text: &str) -> Option<String>;

    /// The names of a position's moves, in their order; `None` where the game's own are as good.
    fn move_names(&self, _position: P) -> Option<Vec<String>> {
        None
    }
}

/// Outcomes without tables, for games so shallow that the rest of one can be searched when it is asked
/// about; [`Search`](crate::Search) does it for any finite game.
pub trait Finder<P> {
    /// The outcome of a position; `None` where it is not [found](Finder::is_found).
    fn find(&self, position: P) -> Option<Outcome>;

    /// The same, given up when `may_go_on` says so, for searches that take seconds.
    fn find_while(&self, position: P, _may_go_on: &dyn Fn() -> bool) -> Option<Outcome> {
        self.find(position)
    }

    /// The value of a position, where that is found sooner than the outcome.
    fn find_value(&self, _position: P, _may_go_on: &dyn Fn() -> bool) -> Option<Value> {
        None
    }

    /// Whether a position is found in a time that somebody can wait for, seconds included.
    fn is_found(&self, _position: P) -> bool {
        true
    }

    /// Whether a position is found within some milliseconds, so that somebody can wait for the
    /// outcomes of all moves that lead to such positions.
    fn is_quickly_found(&self, _position: P) -> bool {
        true
    }

    /// The outcome from an opening table that is part of the program, where searching is too slow. Answers
    /// say so, and nothing is solved with it.
    fn opening(&self, _position: P) -> Option<Outcome> {
        None
    }

    /// The level of a tier, for games whose every move leads to the next level. Such a game can be
    /// solved down to a boundary, with what lies beyond it found. `None` for tiers before the first
    /// level.
    fn level(&self, _tier: Tier) -> Option<u32> {
        None
    }
}
