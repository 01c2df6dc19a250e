//! What the morris boards look like and how moves are clicked: a point to place on, an arrow to
//! slide along, a stone and then a point to fly to, and last, after a mill, the stone to take.

use hindsight_core::{
    Art, Button, ClientLayout, Counter, NOTHING, NotationError, Part, Picture, Piece, Rules, Scene,
    Setup, Step, Theme, Turn,
};

use super::notation::{self, Stones};
use super::tiers::Going;
use super::{Morris, PASS, Position};
use crate::art;

/// The stones, those chosen to fly, and the mark of a stone that may be taken.
const WHITE: char = 'W';
const BLACK: char = 'B';
const WHITE_CHOSEN: char = 'w';
const BLACK_CHOSEN: char = 'b';
const TARGET: char = 'z';

/// From the edge of the space to the nearest points.
const MARGIN: f32 = 0.9;
/// The height of the strip below the board, where the stones in hand are counted.
const STRIP: f32 = 0.8;
const STONE: f32 = 0.76;

pub(super) fn scene(game: &Morris) -> Scene {
    let board = &game.board;
    let points = board.size();
    let width = (board.side - 1) as f32 + 2.0 * MARGIN;
    let height = width + STRIP;
    let place = |(column, row): (usize, usize)| [column as f32 + MARGIN, row as f32 + MARGIN];
    let mut centers: Vec<[f32; 2]> = board.places.iter().copied().map(place).collect();
    // A stone and a number beside it, left and right below the board.
    let stones = [[MARGIN, width + 0.1], [width - MARGIN - 0.6, width + 0.1]];
    centers.extend(stones.map(|[x, y]| [x + 0.6, y]));

    let lines = board.lines.iter().flat_map(|line| line.windows(2));
    let lines = lines.map(|pair| (centers[pair[0]], centers[pair[1]]));
    let mut drawn = art::plate(width, height) + &art::strokes(lines, art::LINES, 0.07);
    for &point in &centers[..points] {
        drawn += &art::dot(point, 0.11, art::LINES);
    }
    drawn += &art::white_disc(stones[0], 0.27);
    drawn += &art::black_disc(stones[1], 0.27);
    let image = match points {
        9 => "ttt/3x3grid.svg",
        16 => "369mm/board6mm.svg",
        _ => "369mm/board.svg",
    };
    let piece = |glyph, name, art, size| Piece { glyph, name, art, size };
    let all: Vec<usize> = (0..points).collect();
    let label = ["White stones in hand", "Black stones in hand"];
    let counter = |player: usize| Counter {
        label: label[player],
        center: points + player,
        max: game.stones[player] as u32,
    };
    Scene {
        space: [width, height],
        names: (0..points).map(|point| notation::point_name(board, 1 << point)).collect(),
        strokes: Vec::new(),
        themes: vec![Theme {
            id: "plain",
            name: "Plain",
            background: Some(Art::new(art::document(width, height, &drawn)).with_image(image)),
            foreground: None,
            pieces: vec![
                piece(WHITE, "White stone", art::white_stone(), STONE),
                piece(BLACK, "Black stone", art::black_stone(), STONE),
                piece(WHITE_CHOSEN, "Chosen white stone", art::chosen(art::white_stone()), STONE),
                piece(BLACK_CHOSEN, "Chosen black stone", art::chosen(art::black_stone()), STONE),
                piece(TARGET, "Stone to take", art::target().with_button("369mm/z.svg"), 0.95),
            ],
        }],
        counters: vec![counter(0), counter(1)],
        button_radius: 0.2,
        arrow_width: 0.12,
        line_width: 0.12,
        lines_by_ends: false,
        players: ["White", "Black"],
        setup: Some(Setup { pieces: vec![(WHITE, all.clone()), (BLACK, all)] }),
        slides: true,
        universal: Some(universal(game)),
        centers,
    }
}

/// The places of the points on the boards that GamesmanUni has. The stones in hand are counted in
/// the middle, or at crossings of lines.
fn universal(game: &Morris) -> ClientLayout {
    let (space, scale, first, counters, room) = match game.board.size() {
        9 => ([3.0, 3.0], 1.0, [0.5, 0.5], [[1.0, 1.0], [2.0, 2.0]], 0.9),
        16 => ([220.0, 220.0], 40.0, [30.0, 20.0], [[110.0, 85.0], [110.0, 115.0]], 76.0),
        _ => ([300.0, 300.0], 40.0, [40.0, 20.0], [[160.0, 122.0], [160.0, 158.0]], 76.0),
    };
    let place = |&(column, row): &(usize, usize)| {
        [first[0] + column as f32 * scale, first[1] + row as f32 * scale]
    };
    let centers = game.board.places.iter().map(place).chain(counters).collect();
    ClientLayout { space, centers, scale, label_width: Some(room) }
}

pub(super) fn picture(game: &Morris, position: Position) -> Picture {
    let Stones { board: [white, black], hands, .. } = game.in_colours(position);
    let glyph = |point: usize| match (white >> point & 1, black >> point & 1) {
        (1, _) => WHITE,
        (_, 1) => BLACK,
        _ => NOTHING,
    };
    Picture {
        entities: (0..game.board.size()).map(glyph).chain([NOTHING; 2]).collect(),
        counters: hands.map(|hand| hand as u32).to_vec(),
    }
}

pub(super) fn parts(game: &Morris, position: Position, chosen: Step) -> Vec<Part> {
    if chosen == PASS {
        return vec![Part::last("pass".to_owned(), Button::Listed {})];
    }
    let Step { from, to, over: taken } = chosen;
    let name = |point| notation::point_name(&game.board, point);
    let center = |point: u32| point.trailing_zeros() as usize;
    let (stone, lifted, player) = match game.turn(position) {
        Turn::First => (WHITE, WHITE_CHOSEN, 0),
        Turn::Second => (BLACK, BLACK_CHOSEN, 1),
    };
    let before = picture(game, position);
    let mut after = before.with(center(to), stone);
    let mut parts = Vec::new();
    let counts = game.counts(position);
    let (name_to, button_to) = if from == 0 {
        after.counters[player] -= 1;
        (name(to), Button::Spot { center: center(to), piece: Some(stone) })
    } else {
        after = after.with(center(from), NOTHING);
        if game.ways.walking(counts.mine, counts.my_hand) == Some(Going::Fly) {
            let lift = Button::Spot { center: center(from), piece: Some(lifted) };
            parts.push(Part::before(name(from), lift, before.with(center(from), lifted)));
            (name(to), Button::Spot { center: center(to), piece: Some(stone) })
        } else {
            let arrow = Button::Arrow { from: center(from), to: center(to) };
            (format!("{}-{}", name(from), name(to)), arrow)
        }
    };
    if taken == 0 {
        parts.push(Part::last(name_to, button_to));
    } else {
        parts.push(Part::before(name_to, button_to, after));
        let take = Button::Spot { center: center(taken), piece: Some(TARGET) };
        parts.push(Part::last(format!("x{}", name(taken)), take));
    }
    parts
}

pub(super) fn set_up(
    game: &Morris,
    picture: &Picture,
    turn: Turn,
) -> Result<Position, NotationError> {
    let wrong = |reason| NotationError::position(&picture.entities, reason);
    let mut board = [0u32; 2];
    for (point, glyph) in picture.entities.chars().take(game.board.size()).enumerate() {
        match glyph {
            WHITE => board[0] |= 1 << point,
            BLACK => board[1] |= 1 << point,
            NOTHING => {}
            _ => return Err(wrong("only W and B stand on points")),
        }
    }
    let &[white, black] = &picture.counters[..] else {
        return Err(wrong("two numbers of stones in hand are needed"));
    };
    let hands = [white as usize, black as usize];
    game.with_stones(Stones { board, hands, turn }, &picture.entities)
}
