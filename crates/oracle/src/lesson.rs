//! A move to look at, for somebody who learns the rules. Needs the rules alone.

use hindsight_core::{AnyPosition, Button, Kind, Picture, Then, Turn};
use hindsight_players::{AlphaBeta, Random};
use serde::Serialize;

use crate::oracle::{GameName, Oracle};
use crate::report::turn_name;

/// The plies after which a game looks as if it were being played.
const SAMPLE_PLIES: usize = 9;
/// The plies among which a move to look at is chosen.
const MOST_PLIES: usize = 40;
/// The positions that a search may look at for each of them.
const SAMPLE_NODES: u64 = 100;

/// A position in the course of a game, a sensible move there, and how that is clicked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lesson {
    /// The game.
    #[serde(flatten)]
    pub name: GameName,
    /// The position before the move.
    pub position: String,
    /// Whose move it is.
    #[serde(serialize_with = "turn_name")]
    pub turn: Turn,
    /// The move.
    #[serde(rename = "move")]
    pub chosen: String,
    /// What is clicked, one part after the other.
    pub parts: Vec<LessonPart>,
    /// The position after the move.
    pub next: String,
    /// What that looks like.
    pub picture: Picture,
}

/// A part of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LessonPart {
    /// Its name.
    pub name: String,
    /// What is clicked.
    pub button: Button,
    /// What the board looks like before the click.
    pub picture: Picture,
}

impl Oracle {
    /// What a position in the course of a game looks like: a few sensible moves after the start, always the
    /// same. Needs no tables.
    pub fn sample(&self) -> &Picture {
        self.sample.get_or_init(|| {
            let way = self.way(SAMPLE_PLIES, false);
            // Of a short game two thirds: its end shows less of it.
            let is_cut = way.len() > SAMPLE_PLIES;
            let shown = if is_cut { way.len() - 1 } else { way.len() * 2 / 3 };
            self.rules.picture(&way[shown.min(way.len() - 1)])
        })
    }

    /// A move to look at, always the same: of the moves that a sensible player makes in a game against a careless
    /// one the move that shows most. `None` where the start has no move. Needs no tables.
    pub fn lesson(&self) -> Option<&Lesson> {
        let found = self.lesson.get_or_init(|| {
            let is_careless = self.kind() != Kind::Puzzle;
            let way = self.way(MOST_PLIES, is_careless);
            let plies = (0..way.len().saturating_sub(1)).step_by(1 + usize::from(is_careless));
            let plies = plies.filter_map(|ply| {
                let move_number =
                    self.rules.moves(&way[ply]).iter().position(|next| *next == way[ply + 1])?;
                Some(self.played(&way[ply], move_number, &way[ply + 1]))
            });
            let count = way.len() / (1 + usize::from(is_careless));
            let stones =
                |picture: &Picture| picture.entities.chars().filter(|glyph| *glyph != '-').count();
            // More parts show more, and so does what is taken. Of equals the first that is no opening move,
            // or else the last that is.
            let worth = |(ply, lesson): &(usize, Lesson)| {
                let before = lesson.parts.first().map_or(0, |part| stones(&part.picture));
                let is_taken = stones(&lesson.picture) < before;
                let when = if *ply >= count / 3 { usize::MAX - ply } else { *ply };
                (lesson.parts.len(), is_taken, when)
            };
            plies.enumerate().max_by_key(worth).map(|(_, lesson)| lesson)
        });
        found.as_ref()
    }

    /// The start and the positions after so many moves, always the same, fewer if the game ends before: sensible
    /// moves, or of every second player any where that player is careless.
    fn way(&self, plies: usize, is_careless: bool) -> Vec<AnyPosition> {
        let rules = &*self.rules;
        let mut way = vec![rules.start()];
        for number in 0..plies {
            let here = &way[way.len() - 1];
            let mut moves = rules.moves(here);
            let mut random = Random::fork(0, number as u64);
            let chosen = if is_careless && number % 2 == 1 && !moves.is_empty() {
                random.below(moves.len())
            } else {
                let mut search = AlphaBeta::for_nodes(SAMPLE_NODES);
                let choice = search.choose(rules, here, SAMPLE_NODES, &mut random, &|| false);
                let Some(choice) = choice else { break };
                choice.chosen
            };
            way.push(moves.swap_remove(chosen));
        }
        way
    }

    /// A move of a position, by its number, with what is clicked.
    fn played(&self, position: &AnyPosition, chosen: usize, next: &AnyPosition) -> Lesson {
        let rules = &*self.rules;
        let stages = rules.stages(position, &rules.picture(position));
        // Backwards from the move: a stage is led to by one button.
        let mut parts = Vec::new();
        let mut wanted = Then::Move(chosen);
        loop {
            let found = stages.iter().enumerate().find_map(|(number, stage)| {
                let choice = stage.choices.iter().find(|choice| choice.then == wanted)?;
                Some((number, stage, choice))
            });
            let Some((number, stage, choice)) = found else { break };
            let (name, button) = (choice.name.clone(), choice.button.clone());
            parts.push(LessonPart { name, button, picture: stage.picture.clone() });
            if number == 0 {
                break;
            }
            wanted = Then::Stage(number);
        }
        parts.reverse();
        Lesson {
            name: self.name.clone(),
            position: rules.write_position(position),
            turn: rules.turn(position),
            chosen: rules.move_names(position).swap_remove(chosen),
            parts,
            next: rules.write_position(next),
            picture: rules.picture(next),
        }
    }
}
