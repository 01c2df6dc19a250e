//! How a game is drawn and clicked: one declaration that every front end reads.
//!
//! A [`Scene`] says what stays the same for all positions of a variant: places and images. A
//! [`Picture`] says what stands where in one position. A [`Part`] says what is clicked to make a
//! move, or the next part of one.

use std::borrow::Cow;

use serde::Serialize;

use crate::game::Turn;
use crate::notation::NotationError;
use crate::sides::Sides;

/// The character of a [`Picture`] that stands for nothing.
pub const NOTHING: char = '-';

/// What stays the same for all positions of a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Width and height of the drawing space. All other lengths are in its units.
    pub space: [f32; 2],
    /// The places of pieces and buttons, from the top left. Elsewhere a place is known by its
    /// number here, and called a center.
    pub centers: Vec<[f32; 2]>,
    /// What the centers are called, in their order: squares as in `e4`. Those without a name have an
    /// empty text, and the last ones may be left out.
    pub names: Vec<String>,
    /// Where a piece at a center is drawn as a line: the two centers that it joins, for the first
    /// centers in their order. Its image is stretched from one to the other.
    pub strokes: Vec<[usize; 2]>,
    /// Ways to draw it, at least one; the first is the usual one.
    pub themes: Vec<Theme>,
    /// Numbers shown beside the board.
    pub counters: Vec<Counter>,
    /// The radius of a spot to click.
    pub button_radius: f32,
    /// The width of an arrow's shaft.
    pub arrow_width: f32,
    /// The width of a line to click.
    pub line_width: f32,
    /// Whether a line is clicked at its two ends, one after the other, and not on itself: lines that
    /// cross or cover one another cannot be told apart otherwise.
    pub lines_by_ends: bool,
    /// What the sides are called, the first player's first.
    pub players: [&'static str; 2],
    /// How positions are set up by clicking, where they can be.
    pub setup: Option<Setup>,
    /// Whether a piece that vanishes at one center and appears at another has gone there.
    pub slides: bool,
    /// Where GamesmanUni is to put the same things, if not in the same places: its board images
    /// have their own proportions.
    pub universal: Option<ClientLayout>,
}

/// One way to draw a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// The word that names it.
    pub id: &'static str,
    /// Its title.
    pub name: &'static str,
    /// What is drawn below the pieces, over the whole space.
    pub background: Option<Art>,
    /// What is drawn above the pieces, over the whole space.
    pub foreground: Option<Art>,
    /// What the characters of a picture look like.
    pub pieces: Vec<Piece>,
}

/// What one character of a picture looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The character: a letter or a digit.
    pub glyph: char,
    /// What it is, in a word or two.
    pub name: &'static str,
    /// Its image, drawn in a square around the center.
    pub art: Art,
    /// The side of that square.
    pub size: f32,
}

/// An image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Art {
    /// A whole SVG document.
    pub svg: Cow<'static, str>,
    /// The image that GamesmanUni draws instead, from those that it has.
    pub universal: Option<UniversalImage>,
}

/// An image that is compiled into GamesmanUni.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UniversalImage {
    /// Its name there.
    pub key: &'static str,
    /// Whether it can be clicked: such images have a part of a known name.
    pub button: bool,
    /// How large it is drawn there, in hundredths of the piece's size.
    pub percent: u32,
}

impl Art {
    /// An image that only our own page draws.
    pub fn new(svg: impl Into<Cow<'static, str>>) -> Art {
        Art { svg: svg.into(), universal: None }
    }

    /// The same, with an image of GamesmanUni to look at.
    pub fn with_image(self, key: &'static str) -> Art {
        self.with_sized_image(key, 100)
    }

    /// The same, with an image of GamesmanUni that is drawn smaller or larger than ours.
    pub fn with_sized_image(self, key: &'static str, percent: u32) -> Art {
        Art { universal: Some(UniversalImage { key, button: false, percent }), ..self }
    }

    /// The same, with an image of GamesmanUni that can be clicked.
    pub fn with_button(self, key: &'static str) -> Art {
        Art { universal: Some(UniversalImage { key, button: true, percent: 100 }), ..self }
    }
}

/// A number shown beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// What it counts.
    pub label: &'static str,
    /// The center where it is written; no piece ever stands there.
    pub center: usize,
    /// The largest number.
    pub max: u32,
}

/// How positions are set up by clicking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces that can be put down, and the centers that each may stand on.
    pub pieces: Vec<(char, Vec<usize>)>,
}

/// Other places for the same centers.
#[derive(Clone, Debug, PartialEq)]
pub struct ClientLayout {
    /// Width and height of the space.
    pub space: [f32; 2],
    /// As many centers as the scene has.
    pub centers: Vec<[f32; 2]>,
    /// What sizes, radii and widths are multiplied by.
    pub scale: f32,
    /// How wide a number with its label may be; none where the board's image has the labels.
    pub label_width: Option<f32>,
}

/// What a position looks like.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Picture {
    /// A character per center: a piece's glyph, or `-` for nothing.
    pub entities: String,
    /// A number per counter.
    pub counters: Vec<u32>,
}

impl Picture {
    /// A picture without counters.
    pub fn new(entities: String) -> Picture {
        Picture { entities, counters: Vec::new() }
    }

    /// The centers with a character, of the first 64, as a mask.
    pub fn mask(&self, glyph: char) -> u64 {
        let centers =
            self.entities.chars().take(64).enumerate().filter(|(_, known)| *known == glyph);
        centers.fold(0, |mask, (center, _)| mask | 1 << center)
    }

    /// Two sides on the first 32 centers, with a character for each player, the first player's first.
    pub fn sides(&self, glyphs: [char; 2], turn: Turn) -> Sides {
        Sides::new(glyphs.map(|glyph| self.mask(glyph) as u32), turn)
    }

    /// The same with another character at a center.
    pub fn with(&self, center: usize, glyph: char) -> Picture {
        let mut entities = String::with_capacity(self.entities.len() + glyph.len_utf8());
        for (at, known) in self.entities.chars().enumerate() {
            entities.push(if at == center { glyph } else { known });
        }
        Picture { entities, counters: self.counters.clone() }
    }
}

/// How a move, or a part of one, is clicked.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Button {
    /// A spot, which may look like a piece.
    Spot {
        /// Where.
        center: usize,
        /// What it looks like.
        piece: Option<char>,
    },
    /// An arrow.
    Arrow {
        /// The center where it begins.
        from: usize,
        /// The center that it points to.
        to: usize,
    },
    /// A line.
    Line {
        /// The center where it begins.
        from: usize,
        /// The center where it ends.
        to: usize,
    },
    /// A curve (Bezier) through the space.
    Curve {
        /// Begin, one or two control points, end.
        points: Vec<[f32; 2]>,
    },
    /// A letter or a digit.
    Text {
        /// Where.
        center: usize,
        /// What is written there.
        text: char,
    },
    /// Nothing on the board: a labelled button beside it.
    Listed {},
}

impl Button {
    /// The centers that it touches.
    pub fn centers(&self) -> Vec<usize> {
        match *self {
            Button::Spot { center, .. } | Button::Text { center, .. } => vec![center],
            Button::Arrow { from, to } | Button::Line { from, to } => vec![from, to],
            Button::Curve { .. } | Button::Listed {} => Vec::new(),
        }
    }
}

/// A part of a move. Moves whose first parts have the same names share what comes of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its name: letters, digits, `-` and the like. Different from those of all other parts that
    /// can be chosen at the same time.
    pub name: String,
    /// What is clicked.
    pub button: Button,
    /// What the board looks like then, except after the last part.
    pub picture: Option<Picture>,
}

impl Part {
    /// The last part of a move, or all of it.
    pub fn last(name: String, button: Button) -> Part {
        Part { name, button, picture: None }
    }

    /// A part after which another must be chosen.
    pub fn before(name: String, button: Button, picture: Picture) -> Part {
        Part { name, button, picture: Some(picture) }
    }
}

impl Scene {
    /// Whether a picture is one that can be put together by clicking; if not, why.
    pub fn check_set_up(&self, picture: &Picture) -> Result<(), NotationError> {
        let wrong = |reason: String| Err(NotationError::position(&picture.entities, reason));
        let Some(setup) = &self.setup else {
            return wrong("positions of this game cannot be set up".to_owned());
        };
        let entities = picture.entities.chars().count();
        if entities != self.centers.len() {
            return wrong(format!("{entities} characters for {} places", self.centers.len()));
        }
        for (center, glyph) in picture.entities.chars().enumerate() {
            let mut pieces = setup.pieces.iter();
            let fits = |(known, centers): &(char, Vec<usize>)| {
                *known == glyph && centers.contains(&center)
            };
            if glyph != NOTHING && !pieces.any(fits) {
                return wrong(format!("no '{glyph}' can stand at place {center}"));
            }
        }
        if picture.counters.len() != self.counters.len() {
            let (given, wanted) = (picture.counters.len(), self.counters.len());
            return wrong(format!("{given} numbers for {wanted} counters"));
        }
        for (number, counter) in picture.counters.iter().zip(&self.counters) {
            if *number > counter.max {
                return wrong(format!("{}: {number} is more than {}", counter.label, counter.max));
            }
        }
        Ok(())
    }

    /// A scene for a game that declares none: the board as it is drawn with characters, each at a
    /// center of its own.
    pub fn of_text(board: &str) -> Scene {
        let (width, height) = text_size(board);
        let centers = (0..width * height)
            .map(|cell| [(cell % width) as f32 + 0.5, 2.0 * ((cell / width) as f32 + 0.5)])
            .collect();
        Scene {
            // Characters are about twice as high as wide.
            space: [width as f32, 2.0 * height as f32],
            centers,
            names: Vec::new(),
            strokes: Vec::new(),
            themes: vec![Theme {
                id: "text",
                name: "Text",
                background: None,
                foreground: None,
                pieces: Vec::new(),
            }],
            counters: Vec::new(),
            button_radius: 0.4,
            arrow_width: 0.2,
            line_width: 0.2,
            lines_by_ends: false,
            players: ["First", "Second"],
            setup: None,
            slides: false,
            universal: None,
        }
    }
}

impl Picture {
    /// The picture of a board drawn with characters, in the scene that [`Scene::of_text`] makes of
    /// the board of the start. Blanks are nothing; a dash is written as a minus sign, since a dash
    /// in a picture is nothing.
    pub fn of_text(start: &str, board: &str) -> Picture {
        let (width, height) = text_size(start);
        let mut entities = String::with_capacity(width * height);
        for line in board.lines().chain(std::iter::repeat("")).take(height) {
            let shown = line.chars().map(|symbol| match symbol {
                ' ' => NOTHING,
                '-' => '\u{2212}',
                other => other,
            });
            entities.extend(shown.chain(std::iter::repeat(NOTHING)).take(width));
        }
        Picture::new(entities)
    }
}

/// Columns and rows of a board drawn with characters; at least one each.
fn text_size(board: &str) -> (usize, usize) {
    let width = board.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    (width.max(1), board.lines().count().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_of_characters_is_a_scene() {
        let board = " 2  x -\n 1  o\n    a b\n";
        let scene = Scene::of_text(board);
        let picture = Picture::of_text(board, board);
        assert_eq!(scene.centers.len(), 7 * 3);
        assert_eq!(picture.entities, "-2--x-\u{2212}-1--o------a-b");
        assert_eq!(picture.entities.chars().count(), scene.centers.len());
        assert_eq!(scene.centers[7], [0.5, 3.0]);
    }

    #[test]
    fn boards_of_another_size_are_cut_and_filled() {
        assert_eq!(Picture::of_text("ab\ncd\n", "xyz").entities, "xy--");
        assert_eq!(Picture::of_text("", "xyz").entities, "x");
    }

    #[test]
    fn buttons_are_written_with_their_kind() {
        let picture = Picture::new("x--".to_owned()).with(1, 'o');
        assert_eq!(picture.entities, "xo-");
        assert_eq!((picture.mask('o'), picture.mask('-')), (0b010, 0b100));
        assert_eq!(Button::Arrow { from: 1, to: 2 }.centers(), [1, 2]);
    }
}
