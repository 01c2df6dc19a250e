//! What buildings look like and how moves are clicked: a component beside the board and then the
//! cell where it goes, or an arrow from a building to where it comes to stand.
//!
//! A cell has three places, one above the other, with a component in each: buildings are seen from
//! the side. In the corner of a cell stands a mark if the cell is an end of the forbidden step.

use hindsight_core::bits::members;
use hindsight_core::notation::{square_name, write_grid};
use hindsight_core::{
    Art, Button, ClientLayout, Counter, NOTHING, NotationError, Part, Picture, Piece, Presentation,
    Scene, Setup, Theme, Turn,
};

use super::board::NO_STEP;
use super::buildings::{KINDS, LARGE, SMALL};
use super::{Move, Position, Topitop};
use crate::art;

/// The components: Blue's, Red's, small, large.
const COMPONENTS: [char; 4] = ['B', 'R', 'S', 'L'];
/// The same when chosen to be placed.
const CHOSEN: [char; 4] = ['b', 'r', 's', 'l'];
/// The mark of a building that may not go back, and of the cell that it came from.
const MOVED: char = 'm';
const LEFT: char = 'x';
/// The buildings by the first player's numbering, from the ground upwards.
const TOWERS: [&str; KINDS] = ["B", "SB", "LSB", "R", "SR", "LSR", "S", "L", "LS"];
/// Components in the highest building.
const STOREYS: usize = 3;

/// The room around the cells.
const MARGIN: f32 = 0.25;
/// The height of the strip below the board, where the components to place are.
const STRIP: f32 = 0.95;
/// The side of a component's image.
const SIZE: f32 = 0.96;

impl Topitop {
    /// The center of a storey of a cell.
    fn storey(&self, cell: usize, storey: usize) -> usize {
        cell * STOREYS + storey
    }

    /// The center of the mark of a cell.
    fn mark(&self, cell: usize) -> usize {
        self.board.size() * STOREYS + cell
    }

    /// The center where a component waits to be placed.
    fn stock(&self, component: usize) -> usize {
        self.mark(self.board.size()) + component
    }
}

/// The centers for cells with these middles, of which storeys and the mark are so far away, and the
/// components to place with their numbers.
fn centers(
    cells: &[[f32; 2]],
    storeys: [f32; STOREYS],
    mark: [f32; 2],
    stock: [[f32; 2]; 4],
    number: f32,
) -> Vec<[f32; 2]> {
    let towers = cells.iter().flat_map(|[x, y]| storeys.map(|up| [*x, (y + up).max(0.0)]));
    let marks = cells.iter().map(|[x, y]| [x + mark[0], y + mark[1]]);
    let numbers = stock.map(|[x, y]| [x, y + number]);
    towers.chain(marks).chain(stock).chain(numbers).collect()
}

pub(super) fn scene(game: &Topitop) -> Scene {
    let (rows, columns) = (game.board.rows as f32, game.board.columns as f32);
    let cells = game.board.size();
    let (width, height) = (columns + 2.0 * MARGIN, rows + 2.0 * MARGIN + STRIP);
    let middle = |cell: usize| {
        let (row, column) = (cell / game.board.columns, cell % game.board.columns);
        [column as f32 + 0.5 + MARGIN, row as f32 + 0.5 + MARGIN]
    };
    let middles: Vec<[f32; 2]> = (0..cells).map(middle).collect();
    let quarter = |number: f32| [MARGIN + columns * (number + 0.5) / 4.0, rows + MARGIN + 0.4];
    let stock = [0.0, 1.0, 2.0, 3.0].map(quarter);

    let mut drawn = art::plate(width, height);
    for [x, y] in &middles {
        drawn += &format!(
            "<rect x=\"{}\" y=\"{}\" width=\"0.96\" height=\"0.96\" rx=\"0.06\" fill=\"#f6ecd8\" \
             stroke=\"{}\" stroke-width=\"0.025\"/>",
            x - 0.48,
            y - 0.48,
            art::EDGE,
        );
    }
    let has_image = (game.board.rows, game.board.columns) == (3, 3);
    let background = Art::new(art::document(width, height, &drawn));
    let all = |storeys: std::ops::Range<usize>| {
        let of_cell = move |cell| storeys.clone().map(move |storey| game.storey(cell, storey));
        (0..cells).flat_map(of_cell)
    };
    // What can stand in the stock stands there at the start; `set_up` does not look at it.
    let on_storeys = |component: usize, most| {
        (COMPONENTS[component], all(0..most).chain([game.stock(component)]).collect())
    };
    let marks: Vec<usize> = (0..cells).map(|cell| game.mark(cell)).collect();
    let label = ["B to place", "R to place", "S to place", "L to place"];
    let kit = [game.kit.tops, game.kit.tops, game.kit.small, game.kit.large];
    let counter = |component: usize| Counter {
        label: label[component],
        center: game.stock(component) + COMPONENTS.len(),
        max: kit[component].into(),
    };
    // All storeys of a cell are called as the cell is.
    let names = (0..cells * STOREYS)
        .map(|place| square_name(place / STOREYS, game.board.rows, game.board.columns));
    Scene {
        space: [width, height],
        centers: centers(&middles, [0.3, 0.02, -0.26], [0.36, -0.36], stock, 0.34),
        names: names.collect(),
        strokes: Vec::new(),
        themes: vec![Theme {
            id: "plain",
            name: "Plain",
            background: Some(if has_image {
                background.with_image("topitop/grid.svg")
            } else {
                background
            }),
            foreground: None,
            pieces: pieces(),
        }],
        counters: (0..COMPONENTS.len()).map(counter).collect(),
        button_radius: 0.13,
        arrow_width: 0.08,
        line_width: 0.08,
        lines_by_ends: false,
        players: ["Blue", "Red"],
        setup: Some(Setup {
            pieces: vec![
                on_storeys(0, 3),
                on_storeys(1, 3),
                on_storeys(2, 2),
                on_storeys(3, 1),
                (MOVED, marks.clone()),
                (LEFT, marks),
            ],
        }),
        slides: true,
        universal: Some(universal(game)),
    }
}

/// GamesmanUni's images are as large as a cell, and one stands further up on another the more
/// there is below it.
fn universal(game: &Topitop) -> ClientLayout {
    let (rows, columns) = (game.board.rows, game.board.columns);
    let middle = |cell: usize| [(cell % columns) as f32 + 0.5, (cell / columns) as f32 + 0.5];
    let middles: Vec<[f32; 2]> = (0..game.board.size()).map(middle).collect();
    let quarter = |number: f32| [columns as f32 * (number + 0.5) / 4.0, rows as f32 + 0.4];
    let stock = [0.0, 1.0, 2.0, 3.0].map(quarter);
    ClientLayout {
        space: [columns as f32, rows as f32 + 1.0],
        centers: centers(&middles, [0.0, -0.3, -0.57], [0.38, -0.38], stock, 0.48),
        scale: 1.0 / SIZE,
        label_width: Some(columns as f32 / 4.0),
    }
}

/// A component from the side, in a square of a hundred units: each fits into a third of it.
fn component(number: usize) -> Art {
    let block = |left: f32, fill: &str, outline: &str, joints: &str| {
        format!(
            "<rect x=\"{left}\" y=\"37\" width=\"{}\" height=\"26\" rx=\"2\" fill=\"{fill}\" \
             stroke=\"{outline}\" stroke-width=\"3\"/><path d=\"{joints}\" fill=\"none\" \
             stroke=\"{outline}\" stroke-width=\"2\"/>",
            100.0 - 2.0 * left
        )
    };
    let (drawn, image) = match COMPONENTS[number] {
        'B' => (
            format!(
                "<path d=\"M50 31L70 63H30Z\" fill=\"{}\" stroke=\"#123a68\" stroke-width=\"3\" \
                 stroke-linejoin=\"round\"/><path d=\"M50 41V57M43 51H57\" fill=\"none\" \
                 stroke=\"#ffffff\" stroke-width=\"4\" stroke-linecap=\"round\"/>",
                art::FIRST
            ),
            "topitop/B.svg",
        ),
        'R' => (
            format!(
                "<path d=\"M31 63V53A19 19 0 0 1 69 53V63Z\" fill=\"{}\" stroke=\"#6d2610\" \
                 stroke-width=\"3\" stroke-linejoin=\"round\"/>{}",
                art::SECOND,
                art::circle([50.0, 50.0], 6.5, "#ffffff", 4.0)
            ),
            "topitop/R.svg",
        ),
        'S' => (block(22.0, "#d9b26a", "#6b4a18", "M22 50H78M41 37V50M59 50V63"), "topitop/S.svg"),
        _ => (
            block(6.0, "#a9a196", "#4a443d", "M6 50H94M28 37V50M72 37V50M50 50V63"),
            "topitop/L.svg",
        ),
    };
    art::token(&drawn).with_image(image)
}

/// The same component, faint and in a dashed rim as low as itself, so that its number stays in sight.
fn lifted(component: Art) -> Art {
    let rim = "</g><rect x=\"2\" y=\"27\" width=\"96\" height=\"42\" rx=\"8\" fill=\"none\" \
               stroke=\"#1f7a3d\" stroke-width=\"5\" stroke-dasharray=\"10 6\"/></svg>";
    let faint = component.svg.replacen('>', "><g opacity=\"0.5\">", 1).replace("</svg>", rim);
    Art { svg: faint.into(), universal: component.universal }
}

fn pieces() -> Vec<Piece> {
    let names = [
        ["Blue's top", "Chosen blue top"],
        ["Red's top", "Chosen red top"],
        ["Small part", "Chosen small part"],
        ["Large part", "Chosen large part"],
    ];
    let mut pieces = Vec::new();
    for (number, [name, chosen]) in names.into_iter().enumerate() {
        let art = component(number);
        pieces.push(Piece { glyph: COMPONENTS[number], name, art: art.clone(), size: SIZE });
        let art = lifted(art);
        pieces.push(Piece { glyph: CHOSEN[number], name: chosen, art, size: SIZE });
    }
    let moved = art::token(
        "<circle cx=\"50\" cy=\"50\" r=\"42\" fill=\"#fff7d6\" stroke=\"#7a5c00\" \
         stroke-width=\"10\"/><path d=\"M50 28V54\" stroke=\"#7a5c00\" stroke-width=\"12\" \
         stroke-linecap=\"round\"/><circle cx=\"50\" cy=\"72\" r=\"7\" fill=\"#7a5c00\"/>",
    );
    let left = art::token(
        "<circle cx=\"50\" cy=\"50\" r=\"42\" fill=\"#ffffff\" stroke=\"#b01818\" \
         stroke-width=\"12\"/><path d=\"M24 24L76 76\" stroke=\"#b01818\" stroke-width=\"12\"/>",
    );
    pieces.push(Piece {
        glyph: MOVED,
        name: "Mark of the building that may not go back",
        art: moved.with_image("general/orange_circle.svg"),
        size: 0.2,
    });
    pieces.push(Piece {
        glyph: LEFT,
        name: "Mark of the cell it may not go back to",
        art: left.with_image("tictactwo/X.svg"),
        size: 0.2,
    });
    pieces
}

pub(super) fn picture(game: &Topitop, position: Position) -> Picture {
    let turn = position.turn;
    let cells = if turn == Turn::First { position.cells } else { position.cells.exchanged() };
    let mut entities = vec![NOTHING; game.stock(2 * COMPONENTS.len())];
    for (kind, tower) in TOWERS.into_iter().enumerate() {
        for cell in members(cells.0[kind]) {
            for (storey, component) in tower.chars().enumerate() {
                entities[game.storey(cell, storey)] = component;
            }
        }
    }
    let forbidden = usize::from(position.forbidden);
    if forbidden != NO_STEP {
        let step = game.board.step(forbidden);
        entities[game.mark(step.from.trailing_zeros() as usize)] = MOVED;
        entities[game.mark(step.to.trailing_zeros() as usize)] = LEFT;
    }
    let used = game.counts(&cells).components();
    let kit = [game.kit.tops, game.kit.tops, game.kit.small, game.kit.large];
    let mut counters = Vec::with_capacity(COMPONENTS.len());
    for component in 0..COMPONENTS.len() {
        let left = kit[component].saturating_sub(used[component]);
        if left > 0 {
            entities[game.stock(component)] = COMPONENTS[component];
        }
        counters.push(left.into());
    }
    Picture { entities: entities.into_iter().collect(), counters }
}

pub(super) fn parts(game: &Topitop, position: Position, chosen: Move) -> Vec<Part> {
    let arrow = |step: u8, storey: usize| {
        let step = game.board.step(step.into());
        let [from, to] = [step.from, step.to].map(|cell| cell.trailing_zeros() as usize);
        let button = Button::Arrow { from: game.storey(from, 0), to: game.storey(to, storey) };
        vec![Part::last(game.write_move(position, chosen), button)]
    };
    match chosen {
        Move::Place { kind, cell } => {
            let component = match usize::from(kind) {
                SMALL => 2,
                LARGE => 3,
                _ if position.turn == Turn::First => 0,
                _ => 1,
            };
            let (stock, lifted) = (game.stock(component), CHOSEN[component]);
            let take = Button::Spot { center: stock, piece: Some(lifted) };
            let center = game.storey(cell.into(), 0);
            let put = Button::Spot { center, piece: Some(COMPONENTS[component]) };
            let name = square_name(cell.into(), game.board.rows, game.board.columns);
            let between = picture(game, position).with(stock, lifted);
            vec![
                Part::before(COMPONENTS[component].to_string(), take, between),
                Part::last(name, put),
            ]
        }
        Move::Slide { step, .. } => arrow(step, 0),
        Move::Stack { stack, step } => arrow(step, TOWERS[stack.bottom].len()),
        Move::Pass => {
            vec![Part::last(game.write_move(position, chosen), Button::Listed {})]
        }
    }
}

/// The position of a picture, read as its text. What is left to place follows from the buildings,
/// so that nobody has to count: the stock and its numbers are not looked at.
pub(super) fn set_up(
    game: &Topitop,
    picture: &Picture,
    turn: Turn,
) -> Result<Position, NotationError> {
    let wrong = |reason: &str| NotationError::position(&picture.entities, reason);
    let glyphs: Vec<char> = picture.entities.chars().collect();
    let cells = game.board.size();
    let Some((towers, marks)) = glyphs.split_at_checked(cells * STOREYS) else {
        return Err(wrong("places are missing"));
    };
    let Some(marks) = marks.get(..cells) else {
        return Err(wrong("places are missing"));
    };
    let mut symbols = Vec::with_capacity(cells);
    for tower in towers.chunks(STOREYS) {
        let standing: String = tower.iter().collect();
        let standing = standing.trim_end_matches(NOTHING);
        symbols.push(match TOWERS.into_iter().position(|known| known == standing) {
            Some(kind) => char::from(b'1' + kind as u8),
            None if standing.is_empty() => NOTHING,
            None => return Err(wrong("these components, one on the other, are no building")),
        });
    }
    let turn = if turn == Turn::First { 'b' } else { 'r' };
    let mut text = format!("{}:{turn}", write_grid(game.board.columns, symbols));
    let marked = |glyph: char| (0..cells).filter(move |&cell| marks[cell] == glyph);
    let name = |cell| square_name(cell, game.board.rows, game.board.columns);
    match (marked(MOVED).count(), marked(LEFT).count()) {
        (0, 0) => {}
        (1, 1) => {
            let ends: Vec<String> = marked(MOVED).chain(marked(LEFT)).map(name).collect();
            text.push_str(&format!(":{}", ends.join("-")));
        }
        _ => return Err(wrong("a forbidden step has one mark at each end")),
    }
    game.parse_position(&text)
}
