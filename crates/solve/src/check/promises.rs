//! What a single position promises: its text, its moves, its place and its un-moves.

use std::collections::HashSet;

use hindsight_core::{AnyPosition, Value};

use super::{Checked, Checker, children, first_difference, parents};

impl Checker<'_> {
    /// A position's text means the position, unless the game says that no play leads there.
    pub(super) fn text(&self, position: &AnyPosition) -> Checked {
        let rules = self.rules;
        let text = rules.write_position(position);
        let round_trip = "the text of a position means that position";
        match rules.parse_position(&text) {
            Ok(read) if read == *position => {}
            Ok(read) => {
                let detail = format!("it is read as {read:?}, not {position:?}");
                return Err(self.broken(round_trip, position, detail));
            }
            Err(error) if error.is_unreachable() => {}
            Err(error) => return Err(self.broken(round_trip, position, error.to_string())),
        }
        if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c.is_control()) {
            let detail = "it is empty or has spaces".to_owned();
            return Err(self.broken("the text of a position is one word", position, detail));
        }
        if !rules.board(position).ends_with('\n') {
            let detail = "the last line of the board has no end".to_owned();
            return Err(self.broken("a board is drawn in whole lines", position, detail));
        }
        Ok(())
    }

    /// The game is over or goes on by moves that have names of their own and pass the turn.
    pub(super) fn moves(&mut self, position: &AnyPosition) -> Checked {
        let rules = self.rules;
        match rules.primitive(position) {
            Some(Value::Draw) => {
                let detail = "the game is over as a draw".to_owned();
                return Err(self.broken("a draw never ends", position, detail));
            }
            Some(Value::Win) if self.index.is_never_won_at_end() => {
                let detail = "the player to move has won".to_owned();
                return Err(self.broken("no end is won", position, detail));
            }
            Some(_) => return Ok(()),
            None => {}
        }
        let mut names = HashSet::new();
        let mut played = rules.moves(position);
        let mut trouble = None;
        for (name, child) in rules.move_names(position).into_iter().zip(&played) {
            if rules.kind().alternates() == (rules.turn(child) == rules.turn(position)) {
                trouble = Some(("every move passes the turn, but in puzzles", name.clone()));
            }
            if !names.insert(name.clone()) {
                trouble = Some(("the moves of a position have different names", name));
            }
        }
        if let Some((property, name)) = trouble {
            return Err(self.broken(property, position, format!("the move {name}")));
        }
        if played.is_empty() {
            let detail = "there is none".to_owned();
            return Err(self.broken("a game that is not over has moves", position, detail));
        }
        self.report.moves += played.len() as u64;
        let mut children = children(rules, position);
        if let Some(child) = first_difference(&mut played, &mut children) {
            let detail = format!("they differ in {}", self.name(&child));
            return Err(self.broken("children are where moves lead", position, detail));
        }
        Ok(())
    }

    /// The position is kept where the position that stands for its orbit is, and the two are alike.
    pub(super) fn place(&self, position: &AnyPosition) -> Checked {
        let (rules, index) = (self.rules, self.index);
        let place = index.locate(position);
        let kept = "an orbit is kept in one slot of its tier";
        let wrong = |property, detail| Err(self.broken(property, position, detail));
        let slots = index.slots(place.tier);
        if place.slot >= slots {
            return wrong(kept, format!("slot {} of {slots}", place.slot));
        }
        if place.stabiliser == 0 || !index.symmetries().is_multiple_of(place.stabiliser) {
            let detail = format!("{} of {}", place.stabiliser, index.symmetries());
            return wrong("the order of a stabiliser divides that of the symmetries", detail);
        }
        let Some(occupant) = index.occupant(place.tier, place.slot) else {
            return wrong(kept, format!("slot {} is a hole", place.slot));
        };
        let image = index.seen_by(&occupant.position, rules.turn(position));
        let image_place = index.locate(&image);
        if image_place != place || occupant.stabiliser != place.stabiliser {
            let detail = format!("{place:?}, but {image_place:?} for {}", self.name(&image));
            return wrong(kept, detail);
        }
        let alike = "symmetries commute with moves";
        if (rules.turn(&image), rules.primitive(&image))
            != (rules.turn(position), rules.primitive(position))
        {
            return wrong(alike, format!("turn or end differ from {}", self.name(&image)));
        }
        if rules.primitive(position).is_some() {
            return Ok(());
        }
        let child_tiers = index.child_tiers(place.tier);
        for child in children(rules, position) {
            if !child_tiers.contains(&index.tier_of(&child)) {
                let detail = format!("not so that of {}", self.name(&child));
                return wrong("the tiers of all children are child tiers", detail);
            }
        }
        let places = |position| {
            let places = children(rules, position).into_iter().map(|child| index.locate(&child));
            places.map(|place| (place.tier, place.slot, place.stabiliser)).collect::<Vec<_>>()
        };
        if first_difference(&mut places(position), &mut places(&image)).is_some() {
            return wrong(alike, format!("children differ from those of {}", self.name(&image)));
        }
        Ok(())
    }

    /// Parents inside the unit are the inverse of moves inside the unit.
    pub(super) fn inside(&mut self, position: &AnyPosition) -> Checked {
        let (rules, index) = (self.rules, self.index);
        // A text can mean a position of a tier that the start does not lead to.
        let Some(unit) = self.graph.unit_of(index.tier_of(position)) else { return Ok(()) };
        let is_inside =
            |other: &AnyPosition| self.graph.unit_of(index.tier_of(other)) == Some(unit);
        let inverse = "parents are the inverse of moves inside a unit";
        let mut unmoves = 0;
        let wrong = |position: &_, found: usize, moves: usize, other: &_| {
            let to = self.name(other);
            let detail = format!("{found} un-moves for {moves} moves to {to}");
            Err(self.broken(inverse, position, detail))
        };
        if rules.primitive(position).is_none() {
            let children = children(rules, position);
            let inside = children.iter().filter(|child| is_inside(child)).count();
            let most = index.max_inside_moves(index.tier_of(position));
            if inside > most as usize {
                let detail = format!("{inside} moves, at most {most}");
                return Err(self.broken("inside moves keep to their maximum", position, detail));
            }
            for (child, moves) in with_multiplicity(&children) {
                if !index.has_parents() {
                    break;
                }
                let parents = parents(index, child);
                unmoves += parents.len() as u64;
                let expected = if is_inside(child) { moves } else { 0 };
                let found = times(&parents, position);
                if found != expected {
                    return wrong(position, found, expected, child);
                }
            }
            if index.has_parents() {
                self.counts(position, inside as u64)?;
            }
        }
        if index.has_parents() {
            let parents = parents(index, position);
            unmoves += parents.len() as u64;
            for (parent, found) in with_multiplicity(&parents) {
                let passes = rules.turn(parent) != rules.turn(position);
                if passes != rules.kind().alternates() || !is_inside(parent) {
                    return wrong(parent, found, 0, position);
                }
                // Positions at which the game is over may be among the parents.
                if rules.primitive(parent).is_none() {
                    let moves = times(&children(rules, parent), position);
                    if found != moves {
                        return wrong(parent, found, moves, position);
                    }
                }
            }
        }
        self.report.unmoves += unmoves;
        Ok(())
    }
}

fn times<P: PartialEq>(positions: &[P], wanted: &P) -> usize {
    positions.iter().filter(|&position| position == wanted).count()
}

/// The different elements of a sorted list and how often each occurs.
fn with_multiplicity<P: PartialEq>(sorted: &[P]) -> impl Iterator<Item = (&P, usize)> {
    sorted.chunk_by(|a, b| a == b).map(|equals| (&equals[0], equals.len()))
}
