//! Games of any type behind one type, so that what works with games is compiled once and not once for
//! every game.
//!
//! A game author implements [`Rules`], [`Indexed`](crate::Indexed) and [`Presentation`], which know their own
//! types. Everything above this crate sees [`AnyRules`], [`AnyPresentation`] and [`Numbered`], which every game
//! implements by itself.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::explored::{Explored, Unexplored};
use crate::form::Form;
use crate::game::{About, Indexed, Presentation, Rules, Turn};
use crate::kind::Kind;
use crate::line::{Line, TypedLine};
use crate::notation::NotationError;
use crate::numbered::Numbered;
use crate::scene::{Part, Picture, Scene};
use crate::stage::Stage;
use crate::value::{Outcome, Value};

/// A position of any game.
pub struct AnyPosition(Box<dyn Held>);

/// What a position can do whatever its type.
trait Held: Any + Send + Sync + fmt::Debug {
    fn copied(&self) -> Box<dyn Held>;
    fn compare(&self, other: &dyn Held) -> Ordering;
    fn feed(&self, state: &mut dyn Hasher);
}

impl<P: Copy + Ord + Hash + fmt::Debug + Send + Sync + 'static> Held for P {
    fn copied(&self) -> Box<dyn Held> {
        Box::new(*self)
    }

    fn compare(&self, other: &dyn Held) -> Ordering {
        let other: &dyn Any = other;
        match other.downcast_ref::<P>() {
            Some(other) => self.cmp(other),
            None => self.type_id().cmp(&other.type_id()),
        }
    }

    fn feed(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }
}

impl AnyPosition {
    /// A position of some game.
    pub fn new<P: Copy + Ord + Hash + fmt::Debug + Send + Sync + 'static>(
        position: P,
    ) -> AnyPosition {
        AnyPosition(Box::new(position))
    }

    /// The position with its type.
    ///
    /// # Panics
    /// When it is a position of a game with another type of positions.
    pub fn get<P: Copy + 'static>(&self) -> P {
        let position: &dyn Any = &*self.0;
        *position.downcast_ref().expect("a position goes back to the game that it comes from")
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> AnyPosition {
        AnyPosition(self.0.copied())
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for AnyPosition {}

impl PartialOrd for AnyPosition {
    fn partial_cmp(&self, other: &AnyPosition) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for AnyPosition {
    fn cmp(&self, other: &AnyPosition) -> Ordering {
        self.0.compare(&*other.0)
    }
}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.feed(state);
    }
}

/// [`Rules`] without their types. A move is known by its place among the moves of its position.
pub trait AnyRules: Send + Sync {
    /// As [`Rules::start`].
    fn start(&self) -> AnyPosition;

    /// As [`Rules::primitive`].
    fn primitive(&self, position: &AnyPosition) -> Option<Value>;

    /// As [`Rules::turn`].
    fn turn(&self, position: &AnyPosition) -> Turn;

    /// The position after each of the [moves](Rules::moves), in their order; none where the game is
    /// over.
    fn moves(&self, position: &AnyPosition) -> Vec<AnyPosition>;

    /// As [`Rules::children`]; none where the game is over.
    fn children(&self, position: &AnyPosition) -> Vec<AnyPosition>;

    /// The line of play that begins at a position, for a search.
    fn line<'g>(&'g self, position: &AnyPosition) -> Box<dyn Line + 'g>;

    /// How many moves there are; none where the game is over.
    fn mobility(&self, position: &AnyPosition) -> u32;

    /// As [`Extras::kind`](crate::Extras::kind).
    fn kind(&self) -> Kind;

    /// As [`Extras::never_recurs`](crate::Extras::never_recurs).
    fn never_recurs(&self) -> bool;

    /// As [`Extras::revision`](crate::Extras::revision).
    fn revision(&self) -> u32;

    /// As [`Components::components`](crate::Components::components).
    fn components(&self, position: &AnyPosition) -> Vec<AnyPosition>;

    /// As [`Margins::margin`](crate::Margins::margin); `None` where the game is not scored.
    fn margin(&self, position: &AnyPosition) -> Option<i32>;

    /// Whether positions can be searched without tables.
    fn finds(&self) -> bool;

    /// As [`Finder::find`](crate::Finder::find); `None` without a search.
    fn find(&self, position: &AnyPosition) -> Option<Outcome>;

    /// As [`Finder::find_while`](crate::Finder::find_while); `None` without a search.
    fn find_while(&self, position: &AnyPosition, may_go_on: &dyn Fn() -> bool) -> Option<Outcome>;

    /// As [`Finder::find_value`](crate::Finder::find_value); `None` without a search.
    fn find_value(&self, position: &AnyPosition, may_go_on: &dyn Fn() -> bool) -> Option<Value>;

    /// As [`Finder::is_found`](crate::Finder::is_found); false without a search.
    fn is_found(&self, position: &AnyPosition) -> bool;

    /// As [`Finder::is_quickly_found`](crate::Finder::is_quickly_found); false without a search.
    fn is_quickly_found(&self, position: &AnyPosition) -> bool;

    /// As [`Finder::opening`](crate::Finder::opening); `None` without a search.
    fn opening(&self, position: &AnyPosition) -> Option<Outcome>;

    /// Numbers all positions that the start leads to, within so many bytes of memory.
    fn explore(&self, memory: u64) -> Result<Arc<dyn Numbered>, Unexplored> {
        self.explore_while(memory, &mut || true)
    }

    /// The same as long as somebody who is asked now and then says that it may go on.
    fn explore_while(
        &self,
        memory: u64,
        may_go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Arc<dyn Numbered>, Unexplored>;
}

impl<G: Rules> AnyRules for G {
    fn start(&self) -> AnyPosition {
        AnyPosition::new(Rules::start(self))
    }

    fn primitive(&self, position: &AnyPosition) -> Option<Value> {
        Rules::primitive(self, position.get())
    }

    fn turn(&self, position: &AnyPosition) -> Turn {
        Rules::turn(self, position.get())
    }

    fn moves(&self, position: &AnyPosition) -> Vec<AnyPosition> {
        let position = position.get();
        let mut after = Vec::new();
        if Rules::primitive(self, position).is_none() {
            self.each_move(position, |_, child| after.push(AnyPosition::new(child)));
        }
        after
    }

    fn children(&self, position: &AnyPosition) -> Vec<AnyPosition> {
        let position = position.get();
        let mut children = Vec::new();
        if Rules::primitive(self, position).is_none() {
            Rules::children(self, position, |child| children.push(AnyPosition::new(child)));
        }
        children
    }

    fn line<'g>(&'g self, position: &AnyPosition) -> Box<dyn Line + 'g> {
        Box::new(TypedLine::new(self, position.get()))
    }

    fn mobility(&self, position: &AnyPosition) -> u32 {
        let mut moves = 0;
        for_each_move(self, position.get(), |_| moves += 1);
        moves
    }

    fn kind(&self) -> Kind {
        self.extras().kind
    }

    fn never_recurs(&self) -> bool {
        self.extras().never_recurs
    }

    fn revision(&self) -> u32 {
        self.extras().revision
    }

    fn components(&self, position: &AnyPosition) -> Vec<AnyPosition> {
        let Some(components) = self.extras().components else { return vec![position.clone()] };
        let mut parts = Vec::new();
        components.components(position.get(), &mut |part| parts.push(AnyPosition::new(part)));
        parts
    }

    fn margin(&self, position: &AnyPosition) -> Option<i32> {
        self.extras().margins?.margin(position.get())
    }

    fn finds(&self) -> bool {
        self.extras().finder.is_some()
    }

    fn find(&self, position: &AnyPosition) -> Option<Outcome> {
        self.extras().finder?.find(position.get())
    }

    fn find_while(&self, position: &AnyPosition, may_go_on: &dyn Fn() -> bool) -> Option<Outcome> {
        self.extras().finder?.find_while(position.get(), may_go_on)
    }

    fn find_value(&self, position: &AnyPosition, may_go_on: &dyn Fn() -> bool) -> Option<Value> {
        self.extras().finder?.find_value(position.get(), may_go_on)
    }

    fn is_found(&self, position: &AnyPosition) -> bool {
        self.extras().finder.is_some_and(|finder| finder.is_found(position.get()))
    }

    fn is_quickly_found(&self, position: &AnyPosition) -> bool {
        self.extras().finder.is_some_and(|finder| finder.is_quickly_found(position.get()))
    }

    fn opening(&self, position: &AnyPosition) -> Option<Outcome> {
        self.extras().finder?.opening(position.get())
    }

    fn explore_while(
        &self,
        memory: u64,
        may_go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Arc<dyn Numbered>, Unexplored> {
        Ok(Arc::new(Explored::explore(self, memory, may_go_on)?))
    }
}

/// [`Presentation`] without their types.
pub trait AnyPresentation: AnyRules {
    /// As [`Presentation::write_position`].
    fn write_position(&self, position: &AnyPosition) -> String;

    /// As [`Presentation::parse_position`]; a position in the [standard notation](crate::StandardNotation) of the game
    /// is taken too, where it has one.
    fn parse_position(&self, text: &str) -> Result<AnyPosition, NotationError>;

    /// As [`Presentation::move_names`]; none where the game is over.
    fn move_names(&self, position: &AnyPosition) -> Vec<String>;

    /// As [`StandardNotation::write_position`](crate::StandardNotation::write_position); `None` without one.
    fn standard_position(&self, position: &AnyPosition) -> Option<String>;

    /// As [`StandardNotation::move_names`](crate::StandardNotation::move_names); none where the game is over, `None` without such names.
    fn standard_move_names(&self, position: &AnyPosition) -> Option<Vec<String>>;

    /// As [`Presentation::board`].
    fn board(&self, position: &AnyPosition) -> String;

    /// As [`Presentation::scene`].
    fn scene(&self) -> Option<Scene>;

    /// As [`Presentation::picture`].
    fn picture(&self, position: &AnyPosition) -> Picture;

    /// As [`Presentation::decided_by`]; nothing while the game goes on.
    fn decided_by(&self, position: &AnyPosition) -> Vec<Vec<usize>>;

    /// As [`Presentation::parts`], for each move in the order of the moves.
    fn parts(&self, position: &AnyPosition) -> Vec<Vec<Part>>;

    /// As [`Presentation::stages`], with all moves of the position.
    fn stages(&self, position: &AnyPosition, picture: &Picture) -> Vec<Stage>;

    /// As [`Presentation::set_up`].
    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<AnyPosition, NotationError>;
}

impl<G: Presentation> AnyPresentation for G {
    fn write_position(&self, position: &AnyPosition) -> String {
        Presentation::write_position(self, position.get())
    }

    fn parse_position(&self, text: &str) -> Result<AnyPosition, NotationError> {
        let own = self.extras().standard.and_then(|standard| standard.translate_position(text));
        Presentation::parse_position(self, own.as_deref().unwrap_or(text)).map(AnyPosition::new)
    }

    fn standard_position(&self, position: &AnyPosition) -> Option<String> {
        self.extras().standard.map(|standard| standard.write_position(position.get()))
    }

    fn standard_move_names(&self, position: &AnyPosition) -> Option<Vec<String>> {
        let position = position.get();
        let standard = self.extras().standard?;
        match Rules::primitive(self, position) {
            Some(_) => Some(Vec::new()),
            None => standard.move_names(position),
        }
    }

    fn move_names(&self, position: &AnyPosition) -> Vec<String> {
        let position = position.get();
        if Rules::primitive(self, position).is_some() {
            return Vec::new();
        }
        Presentation::move_names(self, position)
    }

    fn board(&self, position: &AnyPosition) -> String {
        Presentation::board(self, position.get())
    }

    fn scene(&self) -> Option<Scene> {
        Presentation::scene(self)
    }

    fn picture(&self, position: &AnyPosition) -> Picture {
        Presentation::picture(self, position.get())
    }

    fn decided_by(&self, position: &AnyPosition) -> Vec<Vec<usize>> {
        let position = position.get();
        match Rules::primitive(self, position) {
            Some(_) => Presentation::decided_by(self, position),
            None => Vec::new(),
        }
    }

    fn parts(&self, position: &AnyPosition) -> Vec<Vec<Part>> {
        let position = position.get();
        let mut parts = Vec::new();
        for_each_move(self, position, |chosen| {
            parts.push(Presentation::parts(self, position, chosen))
        });
        parts
    }

    fn stages(&self, position: &AnyPosition, picture: &Picture) -> Vec<Stage> {
        let position = position.get();
        let mut moves = Vec::new();
        for_each_move(self, position, |chosen| moves.push(chosen));
        Presentation::stages(self, position, picture, &moves)
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<AnyPosition, NotationError> {
        Presentation::set_up(self, picture, turn).map(AnyPosition::new)
    }
}

/// Visits the moves of a position; none where the game is over.
fn for_each_move<G: Rules>(game: &G, position: G::Position, visit: impl FnMut(G::Move)) {
    if Rules::primitive(game, position).is_none() {
        Rules::moves(game, position, visit);
    }
}

/// A game by its rules and looks, and its index if it has one.
#[derive(Clone)]
pub struct Game {
    /// What the rules and looks say.
    pub rules: Arc<dyn AnyPresentation>,
    /// The numbers of its positions; without, they are to be [explored](AnyRules::explore).
    pub index: Option<Arc<dyn Numbered>>,
    /// A hash of all sources that rules and index were compiled from: as long as it is the same, they
    /// are. A game that does not know its sources has its rules compared anew each time.
    pub sources: Option<&'static str>,
}

impl Game {
    /// A game that numbers its positions.
    pub fn indexed<G: Indexed + Presentation + 'static>(game: G) -> Game {
        let game = Arc::new(game);
        Game { rules: game.clone(), index: Some(game), sources: None }
    }

    /// A game that has rules only.
    pub fn rules_only<G: Presentation + 'static>(rules: G) -> Game {
        Game { rules: Arc::new(rules), index: None, sources: None }
    }

    /// The same with a hash of its sources.
    #[must_use]
    pub fn compiled_from(self, sources: Option<&'static str>) -> Game {
        Game { sources, ..self }
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game").field("is_indexed", &self.index.is_some()).finish_non_exhaustive()
    }
}

/// The games that a program has.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    /// What is known about them without making one.
    pub catalogue: &'static [&'static About],
    /// Makes a game, by its name and the name of a variant, listed or not; otherwise the reason why
    /// there is none.
    pub make: fn(&str, &str) -> Result<Game, String>,
    /// How the names of a game's variants are made, beyond those that are listed.
    pub forms: fn(&str) -> &'static [Form],
    /// What else people call a game.
    pub aliases: fn(&str) -> &'static [&'static str],
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn positions_compare_and_read_as_their_own_types_do() {
        let [low, high] = [(1_u8, Turn::Second), (2, Turn::First)];
        let [any_low, any_high] = [low, high].map(AnyPosition::new);
        assert!(any_low < any_high && any_low == any_low.clone());
        assert_eq!(any_high.get::<(u8, Turn)>(), high);
        assert_eq!(format!("{:?}", [&any_low, &any_high]), format!("{:?}", [low, high]));
        let known = HashSet::from([any_low.clone()]);
        assert!(known.contains(&AnyPosition::new(low)) && !known.contains(&any_high));
        assert_ne!(AnyPosition::new(1_u8), AnyPosition::new(1_u16), "of two games");
    }
}
