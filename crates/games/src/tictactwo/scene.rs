//! What marks and the frame look like and how moves are clicked: a cell that gets a new mark, a mark
//! and then the cell where it goes, or the button of the frame and then an arrow.

use hindsight_core::notation::{square_name, write_grid};
use hindsight_core::{
    Art, Button, ClientLayout, Counter, NOTHING, NotationError, Part, Picture, Piece, Presentation,
    Scene, Setup, Step, Theme, Turn,
};

use super::frame::SIDE;
use super::moves::Move;
use super::{Position, TicTacTwo};
use crate::lines::completed;
use crate::{art, marks};

const MARKS: [char; 2] = ['X', 'O'];
/// The mark that was chosen to be moved.
const CHOSEN: [char; 2] = ['x', 'o'];
const FRAME: char = 'F';
/// The frame that was chosen to be moved.
const FRAME_CHOSEN: char = 'f';
/// The button that chooses it.
const GRIP: char = 'g';

/// The room around the cells.
const MARGIN: f32 = 0.35;
/// The height of the strip below the board, for the marks to place and the button of the frame.
const STRIP: f32 = 0.85;
/// The frame is held below and to the right of its middle, so that a place of the frame and a cell
/// can be clicked apart.
const HOLD: f32 = 0.37;
/// The side of a square around that point with the frame in it.
const FRAME_SIZE: f32 = SIDE as f32 + 2.0 * HOLD;
const GRIP_SIZE: f32 = 0.8;

impl TicTacTwo {
    // Places of the frame come first, so that cells lie above them when positions are set up.

    /// The center of a square.
    fn center(&self, square: usize) -> usize {
        self.frames.len() + square
    }

    /// The center of the button of the frame.
    fn grip(&self) -> usize {
        self.center(self.cells())
    }

    /// The name of a square.
    fn name(&self, square: usize) -> String {
        square_name(square, self.rows, self.columns)
    }

    /// The square of a cell. How cells are numbered is the index's business; names tell.
    fn square_of(&self, cell: usize) -> usize {
        let name = self.move_name(Step::onto(1 << cell));
        (0..self.cells()).find(|&square| self.name(square) == name).unwrap_or(cell)
    }

    /// The square in the middle of a place of the frame; places are counted row by row.
    fn middle(&self, place: usize) -> usize {
        let across = self.columns + 1 - SIDE;
        (place / across + SIDE / 2) * self.columns + place % across + SIDE / 2
    }

    /// Where everything is: squares of a size from a corner on, places of the frame so far from
    /// their middles, and the things below the board.
    fn layout(&self, first: f32, size: f32, hold: f32, below: [[f32; 2]; 3]) -> Vec<[f32; 2]> {
        let place = |square: usize| {
            let (row, column) = (square / self.columns, square % self.columns);
            [first + (column as f32 + 0.5) * size, first + (row as f32 + 0.5) * size]
        };
        let frames = (0..self.frames.len()).map(|frame| {
            let [x, y] = place(self.middle(frame));
            [x + hold, y + hold]
        });
        frames.chain((0..self.cells()).map(place)).chain(below).collect()
    }
}

pub(super) fn scene(game: &TicTacTwo) -> Scene {
    let (rows, columns) = (game.rows as f32, game.columns as f32);
    let (width, height) = (columns + 2.0 * MARGIN, rows + 2.0 * MARGIN + STRIP);
    let low = rows + MARGIN + 0.5;
    let icons = [[MARGIN + 0.4, low], [width - MARGIN - 0.9, low]];
    let [x_number, o_number] = icons.map(|[x, y]| [x + 0.5, y]);
    let grip = [width / 2.0, low];
    let centers = game.layout(MARGIN, 1.0, HOLD, [grip, x_number, o_number]);

    let mut drawn = art::plate(width, height);
    let upright = (0..=game.columns).map(|column| {
        let x = column as f32 + MARGIN;
        ([x, MARGIN], [x, rows + MARGIN])
    });
    let across = (0..=game.rows).map(|row| {
        let y = row as f32 + MARGIN;
        ([MARGIN, y], [columns + MARGIN, y])
    });
    drawn += &art::strokes(upright.chain(across), art::LINES, 0.035);
    let scaled = |[x, y]: [f32; 2], size: f32, content: &str| {
        let (left, top, scale) = (x - size / 2.0, y - size / 2.0, size / 100.0);
        format!("<g transform=\"translate({left} {top}) scale({scale})\">{content}</g>")
    };
    drawn += &scaled(icons[0], 0.8, &art::cross_marks());
    drawn += &scaled(icons[1], 0.8, &art::ring_marks());
    drawn += &scaled(grip, GRIP_SIZE, &grip_marks());
    let background = Art::new(art::document(width, height, &drawn));
    let has_image = (game.rows, game.columns) == (5, 5);

    let [cross, ring] =
        [art::cross().with_image("tictactwo/X.svg"), art::ring().with_image("tictactwo/O.svg")];
    let piece = |glyph, name, art, size| Piece { glyph, name, art, size };
    let cells: Vec<usize> = (0..game.cells()).map(|square| game.center(square)).collect();
    let label = ["X to place", "O to place"];
    let counter = |player: usize| Counter {
        label: label[player],
        center: game.grip() + 1 + player,
        max: game.marks as u32,
    };
    // The places of the frame have no names of their own.
    let unnamed = game.frames.iter().map(|_| String::new());
    let names = unnamed.chain((0..game.cells()).map(|square| game.name(square)));
    Scene {
        space: [width, height],
        names: names.collect(),
        strokes: Vec::new(),
        themes: vec![Theme {
            id: "plain",
            name: "Plain",
            background: Some(if has_image {
                background.with_image("tictactwo/background.svg")
            } else {
                background
            }),
            foreground: None,
            pieces: vec![
                piece(MARKS[0], "X", cross.clone(), 1.0),
                piece(MARKS[1], "O", ring.clone(), 1.0),
                piece(CHOSEN[0], "Chosen X", art::chosen(cross), 1.0),
                piece(CHOSEN[1], "Chosen O", art::chosen(ring), 1.0),
                piece(FRAME, "Frame", frame("#2f6f4f", ""), FRAME_SIZE),
                piece(
                    FRAME_CHOSEN,
                    "Chosen frame",
                    frame("#1f9a4d", " stroke-dasharray=\"7 4\""),
                    FRAME_SIZE,
                ),
                piece(
                    GRIP,
                    "Move the frame",
                    art::token(&grip_marks()).with_button("tictactwo/g.svg"),
                    GRIP_SIZE,
                ),
            ],
        }],
        counters: vec![counter(0), counter(1)],
        button_radius: 0.19,
        arrow_width: 0.12,
        line_width: 0.12,
        lines_by_ends: false,
        players: ["X", "O"],
        setup: Some(Setup {
            pieces: vec![
                (MARKS[0], cells.clone()),
                (MARKS[1], cells),
                (FRAME, (0..game.frames.len()).collect()),
            ],
        }),
        slides: true,
        universal: Some(universal(game)),
        centers,
    }
}

/// GamesmanUni's board has cells of twenty units and a margin of two, and its frame stands around
/// its middle.
fn universal(game: &TicTacTwo) -> ClientLayout {
    let [width, height] = [game.columns, game.rows].map(|cells| 20.0 * cells as f32 + 4.0);
    let low = height + 8.0;
    let below = [[width / 2.0, low], [10.0, low], [width - 10.0, low]];
    ClientLayout {
        space: [width, height + 20.0],
        centers: game.layout(2.0, 20.0, 0.0, below),
        scale: 15.0,
        label_width: None,
    }
}

/// The frame, hollow, and the knob by which it is held; the knob is in the middle of the image.
fn frame(colour: &str, dashes: &str) -> Art {
    let unit = 100.0 / FRAME_SIZE;
    let (width, knob) = (0.14 * unit, 0.075 * unit);
    let inner = SIDE as f32 * unit - width;
    art::token(&format!(
        "<rect x=\"{half}\" y=\"{half}\" width=\"{inner}\" height=\"{inner}\" rx=\"2.5\" \
         fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>\
         <circle cx=\"50\" cy=\"50\" r=\"{knob}\" fill=\"{colour}\"/>",
        half = width / 2.0,
    ))
    .with_image("tictactwo/tttgrid.svg")
}

/// A small frame with points in four directions.
fn grip_marks() -> String {
    "<rect x=\"20\" y=\"20\" width=\"60\" height=\"60\" rx=\"5\" fill=\"none\" stroke=\"#2f6f4f\" \
     stroke-width=\"6\"/><path d=\"M50 2L60 13H40ZM50 98L60 87H40ZM2 50L13 40V60ZM98 50L87 40V60Z\" \
     fill=\"#2f6f4f\"/>"
        .to_owned()
}

pub(super) fn picture(game: &TicTacTwo, position: Position) -> Picture {
    let mut entities = vec![NOTHING; game.grip() + 3];
    entities[usize::from(position.frame)] = FRAME;
    let text = game.write_position(position);
    let grid = text.split(':').next().unwrap_or_default();
    for (square, mark) in grid.chars().filter(|symbol| *symbol != '/').enumerate() {
        entities[game.center(square)] = mark;
    }
    let left = |mark: char| {
        let placed = entities.iter().filter(|glyph| **glyph == mark).count();
        game.marks.saturating_sub(placed) as u32
    };
    let counters = MARKS.map(left).to_vec();
    Picture { entities: entities.into_iter().collect(), counters }
}

pub(super) fn decided_by(game: &TicTacTwo, position: Position) -> Vec<Vec<usize>> {
    let mut lines = completed(game.frame(position).lines(), game.by_player(position));
    for line in &mut lines {
        line.iter_mut().for_each(|cell| *cell = game.center(game.square_of(*cell)));
        // Cells are numbered otherwise than squares; along a line the squares' numbers rise.
        line.sort_unstable();
    }
    lines
}

pub(super) fn parts(game: &TicTacTwo, position: Position, chosen: Step) -> Vec<Part> {
    let player = usize::from(position.turn == Turn::Second);
    let put = |cell: usize| {
        let square = game.square_of(cell);
        let button = Button::Spot { center: game.center(square), piece: Some(MARKS[player]) };
        Part::last(game.name(square), button)
    };
    match Move::of(chosen) {
        Move::Place(to) => vec![put(to)],
        Move::Shift(from, to) => {
            let from = game.square_of(from);
            let (center, lifted) = (game.center(from), CHOSEN[player]);
            let lift = Button::Spot { center, piece: Some(lifted) };
            let between = picture(game, position).with(center, lifted);
            vec![Part::before(game.name(from), lift, between), put(to)]
        }
        Move::Frame(place) => {
            let (from, to) = (usize::from(position.frame), place);
            let hold = Button::Spot { center: game.grip(), piece: Some(GRIP) };
            let between = picture(game, position).with(from, FRAME_CHOSEN);
            vec![
                Part::before("frame".to_owned(), hold, between),
                Part::last(game.name(game.middle(to)), Button::Arrow { from, to }),
            ]
        }
    }
}

/// The position of a picture, read as its text. The marks to place follow from those on the board,
/// so that nobody has to count: their numbers are not looked at.
pub(super) fn set_up(
    game: &TicTacTwo,
    picture: &Picture,
    turn: Turn,
) -> Result<Position, NotationError> {
    let wrong = |reason: &str| NotationError::position(&picture.entities, reason);
    let glyphs: Vec<char> = picture.entities.chars().collect();
    let (Some(frames), Some(cells)) =
        (glyphs.get(..game.frames.len()), glyphs.get(game.center(0)..game.grip()))
    else {
        return Err(wrong("places are missing"));
    };
    let mut places = (0..frames.len()).filter(|&place| frames[place] == FRAME);
    let (Some(place), None) = (places.next(), places.next()) else {
        return Err(wrong("there must be one frame"));
    };
    let grid = write_grid(game.columns, cells.iter().copied());
    let (middle, turn) = (game.name(game.middle(place)), marks::turn_letter(turn));
    game.parse_position(&format!("{grid}:{middle}:{turn}"))
}
