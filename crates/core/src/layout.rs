//! Presentations that follow from pictures: for games whose positions are pieces on places, numbers beside
//! them, and whose turn it is.

use std::ops::BitOr;

use crate::game::{Presentation, Rules, Turn};
use crate::kind::Kind;
use crate::notation::{NotationError, draw_grid, rows_joined, square_name, write_grid};
use crate::scene::{Button, NOTHING, Part, Picture, Scene};
use crate::sides::Sides;
use crate::walker::Step;

/// A scene together with how its places are written.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardLayout {
    /// How the game is drawn. Its first places are the board, row by row from the top left; numbers
    /// and whatever else is clicked come behind.
    pub scene: Scene,
    /// The rows of the board as text.
    pub rows: usize,
    /// The places in a row.
    pub columns: usize,
}

impl BoardLayout {
    /// How many places the board has.
    pub fn places(&self) -> usize {
        self.rows * self.columns
    }

    /// The name of a place of the board, as [`square_name`] makes it.
    pub fn name(&self, place: usize) -> String {
        square_name(place, self.rows, self.columns)
    }

    /// A picture with these characters on the board and these numbers beside it.
    pub fn picture(&self, board: impl IntoIterator<Item = char>, counters: Vec<u32>) -> Picture {
        let behind = self.scene.centers.len() - self.places();
        let entities = board.into_iter().chain(std::iter::repeat_n(NOTHING, behind)).collect();
        Picture { entities, counters }
    }

    /// A picture with a character on the places of each mask and these numbers beside the board. Where
    /// masks overlap, the first one's character is shown.
    pub fn pieces<const KINDS: usize>(
        &self,
        glyphs: [char; KINDS],
        masks: [impl Into<u64>; KINDS],
        counters: Vec<u32>,
    ) -> Picture {
        let masks = masks.map(Into::into);
        let glyph = |place: usize| {
            let kind = masks.iter().position(|mask: &u64| mask >> place & 1 == 1);
            kind.map_or(NOTHING, |kind| glyphs[kind])
        };
        self.picture((0..self.places()).map(glyph), counters)
    }

    /// A picture of two sides with a character for each player, the first player's first.
    pub fn sides<M>(&self, glyphs: [char; 2], position: Sides<M>) -> Picture
    where
        M: Copy + BitOr<Output = M> + Into<u64>,
    {
        self.pieces(glyphs, position.by_player(), Vec::new())
    }

    /// A click on a place, the last of a move. With a piece, the spot looks like it.
    pub fn spot(&self, place: usize, piece: Option<char>) -> Part {
        Part::last(self.name(place), Button::Spot { center: place, piece })
    }

    /// A move from place to place by one click on an arrow.
    pub fn arrow(&self, from: usize, to: usize) -> Part {
        Part::last(format!("{}-{}", self.name(from), self.name(to)), Button::Arrow { from, to })
    }

    /// The click for a step: a spot where a piece comes to the board, an arrow where one moves on it.
    pub fn step(&self, Step { from, to, .. }: Step, piece: char) -> Part {
        let [left, entered] = [from, to].map(|place| place.trailing_zeros() as usize);
        if from == 0 { self.spot(entered, Some(piece)) } else { self.arrow(left, entered) }
    }

    /// A click on a place before others, and what the board looks like then.
    pub fn choose(&self, place: usize, then: Picture) -> Part {
        Part::before(self.name(place), Button::Spot { center: place, piece: None }, then)
    }

    /// A picture as text, with whose turn it is if that is told.
    fn write(&self, picture: &Picture, turn: Option<Turn>) -> String {
        let mut text = write_grid(self.columns, picture.entities.chars().take(self.places()));
        if let Some(turn) = turn {
            text.push(':');
            text.push(self.turn_letter(turn));
        }
        for (number, counter) in picture.counters.iter().enumerate() {
            text.push(if number == 0 { ':' } else { ',' });
            text.push_str(&counter.to_string());
        }
        text
    }

    /// The picture that a text stands for, and whose turn it is; otherwise the reason it is invalid.
    fn parse(&self, text: &str, tells_turn: bool) -> Result<(Picture, Turn), String> {
        let mut fields = text.split(':');
        let board = rows_joined(fields.next().unwrap_or_default(), self.columns)?;
        let found = board.chars().count();
        if found != self.places() {
            return Err(format!("{found} places for {}", self.places()));
        }
        let [first, second] = [Turn::First, Turn::Second].map(|turn| self.turn_letter(turn));
        let turn = if tells_turn {
            match fields.next().map(str::to_ascii_lowercase) {
                Some(letter) if letter == first.to_string() => Turn::First,
                Some(letter) if letter == second.to_string() => Turn::Second,
                _ => return Err(format!("behind the board comes :{first} or :{second}")),
            }
        } else {
            Turn::First
        };
        let numbers = fields.next().unwrap_or_default();
        let counters = numbers.split(',').filter(|number| !number.is_empty()).map(str::parse);
        let counters = counters
            .collect::<Result<Vec<u32>, _>>()
            .map_err(|_| format!("'{numbers}' are no numbers"))?;
        if fields.next().is_some() {
            return Err("more fields than a position has".to_owned());
        }
        Ok((self.picture(board.chars(), counters), turn))
    }

    /// The letter of the player to move: how the player's name begins.
    fn turn_letter(&self, turn: Turn) -> char {
        let name = turn.of(self.scene.players);
        name.chars().next().map_or('?', |letter| letter.to_ascii_lowercase())
    }
}

/// A game of which positions are pictures. Everything in [`Presentation`] follows: positions are written as
/// the rows of the board, the first letter of the player to move, and the numbers beside the board if
/// there are any, as in `x-o/-x-/---:o` or `BW-/---/---:b:2,2`; moves as the names of their parts.
/// Positions of a puzzle have no letter.
pub trait Pictured: Rules {
    /// Where things are. The players' names begin with different letters, and every piece of a
    /// position is in the scene's [`Setup`](crate::Setup).
    fn layout(&self) -> &BoardLayout;

    /// What a position looks like.
    fn show(&self, position: Self::Position) -> Picture;

    /// The position that a picture shows, or why it is none. The picture fits the scene's set-up, but
    /// may otherwise be anything that people put together.
    fn read(&self, picture: &Picture, turn: Turn) -> Result<Self::Position, String>;

    /// What is clicked to make a move, part by part, as [`Presentation::parts`] says.
    fn clicks(&self, position: Self::Position, chosen: Self::Move) -> Vec<Part>;

    /// What ended the game, as [`Presentation::decided_by`] says.
    fn deciding(&self, _position: Self::Position) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// The board drawn with characters, where a plain grid does not do.
    fn draw(&self, position: Self::Position) -> String {
        let layout = self.layout();
        let picture = self.show(position);
        let cells: Vec<char> = picture.entities.chars().take(layout.places()).collect();
        let mut text = draw_grid(layout.columns, &cells);
        for (counter, number) in layout.scene.counters.iter().zip(&picture.counters) {
            text.push_str(&format!("{}: {number}\n", counter.label));
        }
        text
    }
}

impl<G: Pictured> Presentation for G {
    fn write_position(&self, position: Self::Position) -> String {
        let turn = (self.extras().kind != Kind::Puzzle).then(|| self.turn(position));
        self.layout().write(&self.show(position), turn)
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        let wrong = |reason: String| NotationError::position(text, reason);
        let tells_turn = self.extras().kind != Kind::Puzzle;
        let (picture, turn) = self.layout().parse(text, tells_turn).map_err(wrong)?;
        self.set_up(&picture, turn).map_err(|error| wrong(error.reason().to_owned()))
    }

    fn write_move(&self, position: Self::Position, chosen: Self::Move) -> String {
        let names: Vec<_> =
            self.clicks(position, chosen).into_iter().map(|part| part.name).collect();
        names.join("-")
    }

    fn board(&self, position: Self::Position) -> String {
        self.draw(position)
    }

    fn scene(&self) -> Option<Scene> {
        Some(self.layout().scene.clone())
    }

    fn picture(&self, position: Self::Position) -> Picture {
        self.show(position)
    }

    fn decided_by(&self, position: Self::Position) -> Vec<Vec<usize>> {
        self.deciding(position)
    }

    fn parts(&self, position: Self::Position, chosen: Self::Move) -> Vec<Part> {
        self.clicks(position, chosen)
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<Self::Position, NotationError> {
        self.layout().scene.check_set_up(picture)?;
        self.read(picture, turn)
            .map_err(|reason| NotationError::position(&picture.entities, reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Art, Counter, Piece, Setup, Theme};
    use crate::value::Value;
    use proptest::prelude::*;

    /// One stone walks along a row of four, and each step takes one of the steps that are left.
    struct Walk(BoardLayout);

    impl Walk {
        fn new() -> Walk {
            let stone = Piece { glyph: 's', name: "Stone", art: Art::new("<svg/>"), size: 1.0 };
            let theme = Theme {
                id: "a",
                name: "A",
                background: None,
                foreground: None,
                pieces: vec![stone],
            };
            let scene = Scene {
                centers: (0..5).map(|place| [place as f32, 0.0]).collect(),
                themes: vec![theme],
                counters: vec![Counter { label: "Steps left", center: 4, max: 9 }],
                players: ["Black", "White"],
                setup: Some(Setup { pieces: vec![('s', (0..4).collect())] }),
                ..Scene::of_text("")
            };
            Walk(BoardLayout { scene, rows: 1, columns: 4 })
        }
    }

    impl Rules for Walk {
        type Position = (usize, u32, Turn);
        type Move = usize;

        fn start(&self) -> Self::Position {
            (0, 9, Turn::First)
        }

        fn primitive(&self, (place, left, _): Self::Position) -> Option<Value> {
            (place == 3 || left == 0).then_some(Value::Lose)
        }

        fn moves(&self, (place, ..): Self::Position, mut visit: impl FnMut(usize)) {
            visit(place + 1);
        }

        fn play(&self, (_, left, turn): Self::Position, chosen: usize) -> Self::Position {
            (chosen, left - 1, turn.other())
        }

        fn turn(&self, position: Self::Position) -> Turn {
            position.2
        }
    }

    impl Pictured for Walk {
        fn layout(&self) -> &BoardLayout {
            &self.0
        }

        fn show(&self, (place, left, _): Self::Position) -> Picture {
            self.0.picture((0..4).map(|at| if at == place { 's' } else { '-' }), vec![left])
        }

        fn read(&self, picture: &Picture, turn: Turn) -> Result<Self::Position, String> {
            let mut stones = picture.entities.char_indices().filter(|(_, glyph)| *glyph == 's');
            match (stones.next(), stones.next()) {
                (Some((place, _)), None) => Ok((place, picture.counters[0], turn)),
                _ => Err("there is one stone".to_owned()),
            }
        }

        fn clicks(&self, (place, ..): Self::Position, chosen: usize) -> Vec<Part> {
            vec![self.0.arrow(place, chosen)]
        }
    }

    #[test]
    fn positions_are_written_as_they_are_read() {
        let walk = Walk::new();
        assert_eq!(walk.write_position(walk.start()), "s---:b:9");
        assert_eq!(walk.parse_position("-s--:W:3"), Ok((1, 3, Turn::Second)));
        assert_eq!(walk.write_move(walk.start(), 1), "a1-b1");
        assert_eq!(walk.board(walk.start()), " 1  s - - -\n    a b c d\nSteps left: 9\n");
        let two = walk.0.pieces(['x', 'o'], [0b0001u32, 0b0100], vec![1]);
        assert_eq!((two.entities.as_str(), &two.counters[..]), ("x-o--", &[1][..]));
        let picture = walk.picture((2, 5, Turn::First));
        assert_eq!(walk.set_up(&picture, Turn::First), Ok((2, 5, Turn::First)));
    }

    #[test]
    fn what_is_no_position_is_refused_with_a_reason() {
        let walk = Walk::new();
        for (text, reason) in [
            ("s--:b:9", "3 places for 4"),
            ("s---:x:9", ":b or :w"),
            ("s---", ":b or :w"),
            ("x---:b:9", "no 'x' can stand"),
            ("ss--:b:9", "one stone"),
            ("s---:b:10", "more than 9"),
            ("s---:b", "0 numbers for 1"),
            ("s---:b:9,9", "2 numbers for 1"),
            ("s---:b:n", "no numbers"),
            ("s---:b:9:9", "more fields"),
        ] {
            let error = walk.parse_position(text).unwrap_err().to_string();
            assert!(error.contains(reason) && error.contains(text), "{error}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gets_an_answer(text in "[-s/:bw0-9,é]{0,12}") {
            let _ = Walk::new().parse_position(&text);
        }
    }
}
