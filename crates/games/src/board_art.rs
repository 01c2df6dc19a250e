//! The boards of the smaller games: cells, or points joined by lines, laid out as a [`BoardLayout`].

use hindsight_core::notation::square_name;
use hindsight_core::{Art, BoardLayout, ClientLayout, Counter, Piece, Scene, Setup, Theme};

use crate::art;

/// The height of the strip below the board with the numbers beside it.
const STRIP: f32 = 0.8;

/// A board before its pieces are known.
#[derive(Clone, Debug)]
pub struct BoardArt {
    rows: usize,
    columns: usize,
    /// Width and height of the board, without the strip.
    size: [f32; 2],
    centers: Vec<[f32; 2]>,
    drawn: String,
    counters: Vec<(&'static str, u32)>,
    /// Where arrows that leave the board end.
    outside: Vec<[f32; 2]>,
    /// Places for buttons in the strip, behind the counters.
    buttons: usize,
    image: Option<&'static str>,
    /// Where GamesmanUni puts what we put at a place, where its image has other proportions.
    client: Option<ClientBoard>,
    /// What the places are called, if not as squares are.
    names: Option<Vec<String>>,
    /// What is drawn above the pieces.
    foreground: Option<String>,
}

/// A board of GamesmanUni that has other proportions than ours.
#[derive(Clone, Copy, Debug)]
struct ClientBoard {
    space: [f32; 2],
    /// Its place for one of ours.
    place: fn([f32; 2]) -> [f32; 2],
    /// How long our unit is there.
    scale: f32,
}

/// GamesmanUni's boards of cells in two colours, from 4x4 on.
const CHEQUERED: [&str; 7] = [
    "nqueens/grid4.svg",
    "nqueens/grid5.svg",
    "nqueens/grid6.svg",
    "nqueens/grid7.svg",
    "nqueens/grid8.svg",
    "nqueens/grid9.svg",
    "nqueens/grid10.svg",
];

impl BoardArt {
    /// Square cells of one colour.
    pub fn cells(rows: usize, columns: usize) -> BoardArt {
        let (width, height) = (columns as f32, rows as f32);
        let down = (1..columns).map(|at| ([at as f32, 0.1], [at as f32, height - 0.1]));
        let across = (1..rows).map(|at| ([0.1, at as f32], [width - 0.1, at as f32]));
        BoardArt::grid(rows, columns).draw(&art::strokes(down.chain(across), art::LINES, 0.04))
    }

    /// Square cells of two colours, the top left one light.
    pub fn chequered(rows: usize, columns: usize) -> BoardArt {
        let dark = (0..rows * columns).map(|cell| (cell / columns, cell % columns));
        let squares: String = dark
            .filter(|(row, column)| (row + column) % 2 == 1)
            .map(|(row, column)| format!("M{column} {row}h1v1h-1z"))
            .collect();
        let [width, height] = [columns as f32, rows as f32];
        let inside = format!(
            "<clipPath id=\"edge\">{}</clipPath>\
             <path d=\"{squares}\" fill=\"#c9a877\" clip-path=\"url(#edge)\"/>",
            art::outline(width, height, "")
        );
        let image = (rows == columns).then(|| CHEQUERED.get(rows.wrapping_sub(4)).copied());
        let board_art =
            BoardArt::grid(rows, columns).draw(&inside).draw(&art::frame(width, height));
        BoardArt { image: image.flatten(), ..board_art }
    }

    /// Round holes in an upright board, behind which pieces fall.
    pub fn holes(rows: usize, columns: usize) -> BoardArt {
        BoardArt { foreground: Some(art::holes(rows, columns)), ..BoardArt::grid(rows, columns) }
    }

    /// Points of a grid, joined by lines between the points of these numbers.
    pub fn points(
        rows: usize,
        columns: usize,
        lines: impl IntoIterator<Item = (usize, usize)>,
    ) -> BoardArt {
        BoardArt::grid(rows, columns).join(lines)
    }

    /// Places anywhere in a space, written as one row, joined by lines between the places of these
    /// numbers.
    pub fn places(
        size: [f32; 2],
        centers: Vec<[f32; 2]>,
        lines: impl IntoIterator<Item = (usize, usize)>,
    ) -> BoardArt {
        BoardArt::bare(1, centers.len(), size, centers).join(lines)
    }

    fn bare(rows: usize, columns: usize, size: [f32; 2], centers: Vec<[f32; 2]>) -> BoardArt {
        BoardArt {
            rows,
            columns,
            size,
            centers,
            drawn: art::plate(size[0], size[1]),
            counters: Vec::new(),
            outside: Vec::new(),
            buttons: 0,
            image: None,
            client: None,
            names: None,
            foreground: None,
        }
    }

    fn grid(rows: usize, columns: usize) -> BoardArt {
        let middle = |cell| [(cell % columns) as f32 + 0.5, (cell / columns) as f32 + 0.5];
        let centers = (0..rows * columns).map(middle).collect();
        BoardArt::bare(rows, columns, [columns as f32, rows as f32], centers)
    }

    /// Lines, and dots on the places that they join.
    fn join(self, lines: impl IntoIterator<Item = (usize, usize)>) -> BoardArt {
        let lines: Vec<(usize, usize)> = lines.into_iter().collect();
        let at = |place: usize| self.centers[place];
        let mut drawn =
            art::strokes(lines.iter().map(|&(from, to)| (at(from), at(to))), art::LINES, 0.05);
        for (place, &center) in self.centers.iter().enumerate() {
            if lines.iter().any(|&(from, to)| place == from || place == to) {
                drawn += &art::dot(center, 0.09, art::LINES);
            }
        }
        self.draw(&drawn)
    }

    /// The same with a margin above and on the right, and centers in it, given as places of the board are. They
    /// come behind the board, the numbers and the buttons, and get the first number that this gives back.
    pub fn with_margin(mut self, margin: f32, outside: Vec<[f32; 2]>) -> (BoardArt, usize) {
        let moved = |[x, y]: [f32; 2]| [x, y + margin];
        self.centers = self.centers.into_iter().map(moved).collect();
        self.outside = outside.into_iter().map(moved).collect();
        self.size = self.size.map(|length| length + margin);
        self.drawn = format!("<g transform=\"translate(0 {margin})\">{}</g>", self.drawn);
        let first = self.centers.len() + self.counters.len() + self.buttons;
        (self, first)
    }

    /// The same with more drawn on it.
    pub fn draw(mut self, more: &str) -> BoardArt {
        self.drawn += more;
        self
    }

    /// The same with something drawn above the pieces.
    pub fn draw_above(self, foreground: &str) -> BoardArt {
        BoardArt { foreground: Some(foreground.to_owned()), ..self }
    }

    /// The same with the image that GamesmanUni draws instead. It must cover the board and the strip
    /// of numbers.
    pub fn with_image(self, key: &'static str) -> BoardArt {
        BoardArt { image: Some(key), ..self }
    }

    /// The same with an image of GamesmanUni that has other proportions: its size there, its place for one
    /// of ours, and the length of our unit.
    pub fn with_fitted_image(
        self,
        key: &'static str,
        space: [f32; 2],
        scale: f32,
        place: fn([f32; 2]) -> [f32; 2],
    ) -> BoardArt {
        BoardArt { image: Some(key), client: Some(ClientBoard { space, place, scale }), ..self }
    }

    /// The same with places that are not called as squares are.
    pub fn named(self, names: impl Iterator<Item = String>) -> BoardArt {
        BoardArt { names: Some(names.collect()), ..self }
    }

    /// The same with numbers in a strip below the board: what they count and the largest number.
    pub fn counting<const N: usize>(self, counters: [(&'static str, u32); N]) -> BoardArt {
        BoardArt { counters: counters.to_vec(), ..self }
    }

    /// The same with so many places for buttons in the strip below the board, behind the numbers.
    pub fn offering(self, buttons: usize) -> BoardArt {
        BoardArt { buttons, ..self }
    }

    /// The board with its players and pieces. All pieces can be set up anywhere, except those of
    /// which the glyphs are in `passing`: they are seen only between the parts of a move.
    pub fn layout(
        self,
        players: [&'static str; 2],
        pieces: Vec<Piece>,
        passing: &str,
    ) -> BoardLayout {
        let [width, board_height] = self.size;
        let in_strip = self.counters.len() + self.buttons;
        let height = board_height + if in_strip == 0 { 0.0 } else { STRIP };
        let places = self.rows * self.columns;
        let share = width / in_strip as f32;
        let strip =
            (0..in_strip).map(|number| [share * (number as f32 + 0.5), board_height + STRIP / 2.0]);
        let counters = self.counters.iter().zip(places..);
        let background = Art::new(art::document(width, height, &self.drawn));
        let anywhere = || (0..places).collect::<Vec<_>>();
        let setup =
            pieces.iter().map(|piece| piece.glyph).filter(|glyph| !passing.contains(*glyph));
        let name = |place| square_name(place, self.rows, self.columns);
        let centers: Vec<[f32; 2]> =
            self.centers.iter().copied().chain(strip).chain(self.outside).collect();
        let universal = self.client.map(|ClientBoard { space, place, scale }| ClientLayout {
            space,
            centers: centers.iter().copied().map(place).collect(),
            scale,
            label_width: Some(share * scale),
        });
        let scene = Scene {
            space: [width, height],
            counters: counters
                .map(|(&(label, max), center)| Counter { label, center, max })
                .collect(),
            names: self.names.unwrap_or_else(|| (0..places).map(name).collect()),
            strokes: Vec::new(),
            centers,
            setup: Some(Setup { pieces: setup.map(|glyph| (glyph, anywhere())).collect() }),
            themes: vec![Theme {
                id: "plain",
                name: "Plain",
                background: Some(match self.image {
                    Some(key) => background.with_image(key),
                    None => background,
                }),
                foreground: self
                    .foreground
                    .map(|drawn| Art::new(art::document(width, height, &drawn))),
                pieces,
            }],
            button_radius: 0.16,
            arrow_width: 0.07,
            line_width: 0.08,
            lines_by_ends: false,
            players,
            slides: true,
            universal,
        };
        BoardLayout { scene, rows: self.rows, columns: self.columns }
    }
}

/// A piece of the usual size.
pub fn piece(glyph: char, name: &'static str, art: Art) -> Piece {
    Piece { glyph, name, art, size: 0.8 }
}
