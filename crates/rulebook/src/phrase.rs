//! The phrases of a text: sets of points, conditions, actions.
//!
//! `a`, `an` and `the` may stand anywhere and mean nothing. A set within a set has no conditions of its own,
//! so that *my stone on the edge beside an enemy* is about a stone beside an enemy, and nothing is ambiguous.

use crate::mistake::{Mistake, Place};
use crate::syntax::{
    Action, Again, Compare, Condition, Counted, Going, Line, Manner, Owner, Set, Taking, Tree, Way,
};
use crate::token::What;
use crate::words::{ACTIONS, Words, kind_named};

/// How deep conditions may be nested.
const DEEPEST: usize = 24;
/// The most qualifications of a set, and parts of a condition.
const MOST_PARTS: usize = 12;

impl Words<'_> {
    /// A set without conditions: whose and what.
    fn plain_set(&mut self, tree: &Tree) -> Result<Set, Mistake> {
        // "to any empty point": an article, as conditions have taken the counting one.
        self.eat("any");
        if self.eat("lowest") {
            return Ok(Set::Lowest(Box::new(self.plain_set_named(tree)?)));
        }
        self.plain_set_named(tree)
    }

    fn plain_set_named(&mut self, tree: &Tree) -> Result<Set, Mistake> {
        let owner = if self.eat_one(&["my", "own"]) {
            Some(Owner::Mine)
        } else if self.eat("enemy") {
            Some(Owner::Enemy)
        } else {
            None
        };
        let word = self.peek_word().unwrap_or_default();
        let mine = owner.unwrap_or(Owner::Mine);
        if let Some(kind) = kind_named(tree, &word) {
            self.take();
            let owner = if tree.kinds[kind].is_neutral { Owner::Anyone } else { mine };
            return Ok(Set::Pieces { owner, kind: Some(kind) });
        }
        if let Some(region) = tree.regions.iter().position(|region| region.name == word) {
            self.take();
            return Ok(Set::Region { region, owner: mine });
        }
        let set = match (word.as_str(), owner) {
            ("piece" | "pieces", _) => {
                Set::Pieces { owner: owner.unwrap_or(Owner::Anyone), kind: None }
            }
            ("friend" | "friends", None) => Set::Pieces { owner: Owner::Mine, kind: None },
            ("enemies", None) => Set::Pieces { owner: Owner::Enemy, kind: None },
            ("home", _) => Set::Home(mine),
            ("empty", None) => {
                self.take();
                self.eat_one(&["point", "points"]);
                return Ok(Set::Empty);
            }
            ("point" | "points", None) => Set::Points,
            ("edge", None) => Set::Edge,
            ("corner" | "corners", None) => Set::Corners,
            ("centre", None) => Set::Centre,
            ("near" | "far", _) => {
                self.take();
                let rows = match self.peek() {
                    Some(&What::Number(rows)) => {
                        self.take();
                        rows
                    }
                    _ => 1,
                };
                self.one_of(&["row", "rows"])?;
                // The rows near to the enemy are those that are far from the player.
                let is_near = (word == "near") == (mine == Owner::Mine);
                return Ok(if is_near { Set::NearRows(rows) } else { Set::FarRows(rows) });
            }
            // "an enemy" alone.
            (_, Some(Owner::Enemy)) => return Ok(Set::Pieces { owner: Owner::Enemy, kind: None }),
            _ => {
                let mut known: Vec<&str> =
                    vec!["empty", "enemy", "piece", "home", "edge", "corners", "far row"];
                known.extend(
                    tree.kinds.iter().flat_map(|kind| [kind.name.as_str(), kind.plural.as_str()]),
                );
                known.extend(tree.regions.iter().map(|region| region.name.as_str()));
                return self.expected("a set of points or pieces", &known);
            }
        };
        self.take();
        Ok(set)
    }

    /// A set with its conditions.
    pub(crate) fn set(&mut self, tree: &Tree) -> Result<Set, Mistake> {
        let mut set = self.plain_set(tree)?;
        for _ in 0..MOST_PARTS {
            let one = Box::new(set);
            set = if self.eat("on") {
                Set::On(one, Box::new(self.plain_set(tree)?))
            } else if self.eat("off") || self.eat_both("not", "on") {
                Set::Off(one, Box::new(self.plain_set(tree)?))
            } else if self.eat("beside") {
                Set::Beside(one, Box::new(self.plain_set(tree)?))
            } else if self.eat_both("not", "beside") {
                Set::NotBeside(one, Box::new(self.plain_set(tree)?))
            } else if self.eat_both("surrounded", "by") {
                Set::Surrounded(one, Box::new(self.plain_set(tree)?))
            } else if self.eat_both("in", "line") || self.eat_both("in", "lines") {
                Set::InLines(one, self.line_length()?)
            } else if self.eat("outside") {
                self.one_of(&["line", "lines"])?;
                Set::OutsideLines(one, self.line_length()?)
            } else {
                return Ok(*one);
            };
        }
        Ok(set)
    }

    /// A set, and another where it has nothing.
    fn set_or_else(&mut self, tree: &Tree) -> Result<Set, Mistake> {
        let set = self.set(tree)?;
        if self.eat("else") {
            return Ok(Set::Else(Box::new(set), Box::new(self.set(tree)?)));
        }
        Ok(set)
    }

    /// How long a line is, behind the word.
    fn line_length(&mut self) -> Result<Line, Mistake> {
        self.expect("of")?;
        let at = self.place();
        let length = self.number("how many are in the line")?;
        if !(2..=26).contains(&length) {
            return Err(Mistake::new(self.text, at, "a line has 2 to 26 points"));
        }
        Ok(Line { length, ways: self.ways() })
    }

    fn ways(&mut self) -> Vec<Way> {
        let mut ways = Vec::new();
        loop {
            let before = self.next;
            if !ways.is_empty() {
                self.eat_one(&["or", "and"]);
            }
            let way = if self.eat("diagonally") {
                if self.eat("forward") {
                    Way::DiagonallyForward
                } else if self.eat("backward") {
                    Way::DiagonallyBackward
                } else {
                    Way::Diagonally
                }
            } else if self.eat("orthogonally") {
                Way::Orthogonally
            } else if self.eat("forward") {
                Way::Forward
            } else if self.eat("backward") {
                Way::Backward
            } else if self.eat("sideways") {
                Way::Sideways
            } else if self.eat("up") {
                Way::Up
            } else if self.eat("down") {
                Way::Down
            } else if self.eat("left") {
                Way::Left
            } else if self.eat("right") {
                Way::Right
            } else if self.eat_both("all", "ways") {
                Way::AllWays
            } else {
                self.next = before;
                return ways;
            };
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
    }

    /// `if ... :` before an action.
    pub(crate) fn guard(&mut self, tree: &Tree) -> Result<Option<Condition>, Mistake> {
        if !self.eat("if") {
            return Ok(None);
        }
        let condition = self.condition(tree)?;
        self.expect(":")?;
        Ok(Some(condition))
    }

    pub(crate) fn condition(&mut self, tree: &Tree) -> Result<Condition, Mistake> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let at = self.place();
            return Err(Mistake::new(self.text, at, "conditions are nested too deeply"));
        }
        let mut any = Vec::new();
        loop {
            let mut all = Vec::new();
            loop {
                all.push(self.simple_condition(tree)?);
                if all.len() > MOST_PARTS || any.len() > MOST_PARTS {
                    let at = self.place();
                    return Err(Mistake::new(self.text, at, "the condition has too many parts"));
                }
                if !self.eat("and") {
                    break;
                }
            }
            any.push(one_or(all, Condition::All));
            self.eat(",");
            if !self.eat("or") {
                break;
            }
        }
        self.depth -= 1;
        Ok(one_or(any, Condition::Any))
    }

    fn simple_condition(&mut self, tree: &Tree) -> Result<Condition, Mistake> {
        if self.eat("not") {
            self.depth += 1;
            if self.depth > DEEPEST {
                let at = self.place();
                return Err(Mistake::new(self.text, at, "conditions are nested too deeply"));
            }
            let condition = self.simple_condition(tree)?;
            self.depth -= 1;
            return Ok(Condition::Not(Box::new(condition)));
        }
        if self.eat("(") {
            let condition = self.condition(tree)?;
            self.expect(")")?;
            return Ok(condition);
        }
        if self.eat("board") {
            self.eat("is");
            self.expect("full")?;
            return Ok(Condition::Full);
        }
        if self.eat("that") {
            self.one_of(&["made", "makes"])?;
            self.expect("line")?;
            return Ok(Condition::ThatMadeLine(self.line_length()?));
        }
        if self.eat("all") {
            let set = self.plain_set(tree)?;
            self.eat("are");
            self.expect("on")?;
            return Ok(Condition::Within(set, self.plain_set(tree)?));
        }
        if let Some((compare, number)) = self.quantity()? {
            return self.counted(tree, compare, number);
        }
        let set = self.set(tree)?;
        if self.eat_one(&["make", "makes"]) {
            if self.eat("line") {
                return Ok(Condition::MakeLine(set, self.line_length()?));
            }
            let word = self.peek_word().unwrap_or_default();
            let Some(pattern) = tree.patterns.iter().position(|known| known.name == word) else {
                let known: Vec<&str> =
                    tree.patterns.iter().map(|known| known.name.as_str()).collect();
                return self.expected("'line' or a pattern", &known);
            };
            self.take();
            return Ok(Condition::MakePattern(set, pattern));
        }
        if self.eat_one(&["fill", "fills"]) {
            return Ok(Condition::Fill(set, self.plain_set(tree)?));
        }
        if self.eat_one(&["are", "is"]) {
            if self.eat("connected") {
                return Ok(Condition::Connected(set));
            }
            if self.eat("on") {
                let within = Set::On(Box::new(set), Box::new(self.plain_set(tree)?));
                return Ok(at_least_one(within));
            }
            self.expect("in")?;
            self.expect("one")?;
            self.expect("line")?;
            return Ok(Condition::InOneLine(set));
        }
        Ok(at_least_one(set))
    }

    /// How many, if the next words say so.
    fn quantity(&mut self) -> Result<Option<(Compare, u32)>, Mistake> {
        let compare = if self.eat("no") {
            return Ok(Some((Compare::Exactly, 0)));
        } else if self.eat("any") {
            return Ok(Some((Compare::AtLeast, 1)));
        } else if self.eat("fewer") {
            self.expect("than")?;
            Compare::Fewer
        } else if self.eat("more") {
            self.expect("than")?;
            Compare::More
        } else if self.eat("at") {
            if self.one_of(&["least", "most"])? == 0 { Compare::AtLeast } else { Compare::AtMost }
        } else {
            self.eat("exactly");
            let Some(&What::Number(number)) = self.peek() else { return Ok(None) };
            self.take();
            return Ok(Some((Compare::Exactly, number)));
        };
        Ok(Some((compare, self.number("how many")?)))
    }

    fn counted(
        &mut self,
        tree: &Tree,
        compare: Compare,
        number: u32,
    ) -> Result<Condition, Mistake> {
        let at = self.place();
        let of = self.set(tree)?;
        let place = if self.eat_both("in", "hand") {
            Counted::Hand
        } else if self.eat_both("in", "all") {
            Counted::All
        } else {
            Counted::Board
        };
        if place != Counted::Board
            && !matches!(of, Set::Pieces { owner: Owner::Mine | Owner::Enemy, .. })
        {
            let mistake = Mistake::new(self.text, at, "only pieces of a player are in hand");
            return Err(mistake.advise("no stones in hand, fewer than 3 enemy stones in all"));
        }
        Ok(Condition::Count { compare, number, of, place })
    }

    /// An action, and whether only those that capture most count.
    pub(crate) fn action(&mut self, tree: &Tree) -> Result<(Action, bool), Mistake> {
        let at = self.place();
        let Some(action) = ACTIONS.iter().position(|action| self.eat(action)) else {
            return self.expected("an action", &ACTIONS);
        };
        let action = match ACTIONS[action] {
            "place" => {
                let kind = self.kind(tree)?;
                self.expect("on")?;
                Action::Place { kind, on: self.set_or_else(tree)? }
            }
            "remove" => Action::Remove(self.set_or_else(tree)?),
            "swap" => {
                let pieces = self.plain_set(tree)?;
                self.expect("with")?;
                Action::Swap { pieces, with: self.set(tree)? }
            }
            "push" => {
                let kind = self.kind(tree)?;
                self.expect("in")?;
                self.expect("from")?;
                self.expect("edge")?;
                Action::Push { kind }
            }
            "pass" => Action::Pass,
            "shoot" => {
                let kind = self.kind(tree)?;
                Action::Shoot { kind, ways: self.ways() }
            }
            "flip" => {
                if self.one_of(&["enclosed", "beside"])? == 0 {
                    Action::FlipEnclosed
                } else {
                    Action::FlipBeside
                }
            }
            "capture" => {
                self.expect("enclosed")?;
                Action::CaptureEnclosed
            }
            "promote" => {
                let kind = self.kind(tree)?;
                self.expect("on")?;
                let on = self.plain_set(tree)?;
                self.expect("to")?;
                Action::Promote { kind, on, to: self.kind(tree)? }
            }
            manner => {
                let (going, is_most) = self.going(tree, manner, at)?;
                return Ok((Action::Go(going), is_most));
            }
        };
        Ok((action, false))
    }

    fn going(&mut self, tree: &Tree, manner: &str, at: Place) -> Result<(Going, bool), Mistake> {
        let pieces = match self.set(tree)? {
            // "a piece" of a player is any of the own.
            Set::Pieces { owner: Owner::Anyone, kind: None } => {
                Set::Pieces { owner: Owner::Mine, kind: None }
            }
            set => set,
        };
        let ways = self.ways();
        let mut manner = match manner {
            "step" => Manner::Step,
            "slide" => Manner::Slide,
            "leap" => {
                self.expect("over")?;
                Manner::Leap(self.set(tree)?)
            }
            _ => Manner::Move,
        };
        self.expect("to")?;
        let mut to = vec![self.set(tree)?];
        while self.eat("or") {
            to.push(self.set(tree)?);
            if to.len() > MOST_PARTS {
                return Err(Mistake::new(self.text, at, "too many kinds of places to go to"));
            }
        }
        let (mut taking, mut again, mut is_most) = (Taking::Nothing, Again::No, false);
        loop {
            let before = self.next;
            self.eat_one(&[",", "and"]);
            if self.eat("capturing") {
                taking = if self.eat("ahead") {
                    Taking::Ahead
                } else if self.eat("behind") {
                    Taking::Behind
                } else {
                    Taking::Leapt
                };
            } else if self.eat("again") {
                again = Again::Must;
            } else if self.eat_both("may", "go") {
                self.expect("on")?;
                again = if self.eat("straight") { Again::MayStraight } else { Again::May };
            } else if self.eat("most") {
                is_most = true;
            } else if self.eat_both("as", "far") {
                self.expect("as")?;
                self.expect("possible")?;
                manner = Manner::SlideFar;
            } else if let Some(&What::Number(number)) = self.peek() {
                self.take();
                self.expect("away")?;
                manner = Manner::Away(number);
            } else {
                self.next = before;
                break;
            }
        }
        let leaps = matches!(manner, Manner::Leap(_));
        if taking == Taking::Leapt && !leaps {
            let mistake = Mistake::new(self.text, at, "only a leap captures what it goes over");
            return Err(mistake.advise(
                "a piece captures where it goes 'to enemy', or 'capturing ahead' or 'behind'",
            ));
        }
        if matches!(manner, Manner::Away(number) if !(1..=8).contains(&number)) {
            return Err(Mistake::new(self.text, at, "a point is 1 to 8 away"));
        }
        Ok((Going { pieces, manner, ways, to, taking, again }, is_most))
    }
}

fn at_least_one(of: Set) -> Condition {
    Condition::Count { compare: Compare::AtLeast, number: 1, of, place: Counted::Board }
}

/// The only one of some conditions, or all of them together.
fn one_or(mut some: Vec<Condition>, together: fn(Vec<Condition>) -> Condition) -> Condition {
    match (some.len(), some.pop()) {
        (1, Some(one)) => one,
        (_, last) => {
            some.extend(last);
            together(some)
        }
    }
}
