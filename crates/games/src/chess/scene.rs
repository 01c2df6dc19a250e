//! What chess looks like, and how positions are written.

use hindsight_core::{Art, BoardLayout, Button, Part, Picture, Pictured, Turn};

use super::material::Material;
use super::men::{CELLS, Kind, MOST, Men, Move, Role};
use super::{Chess, Position};
use crate::art;
use crate::board_art::{BoardArt, piece};

/// The men's letters, as White's are written.
const GLYPHS: [char; 7] = ['K', 'Q', 'R', 'B', 'N', 'P', 'E'];
const NAMES: [[&str; 7]; 2] = [
    [
        "White king",
        "White queen",
        "White rook",
        "White bishop",
        "White knight",
        "White pawn",
        "White pawn that may be taken in passing",
    ],
    [
        "Black king",
        "Black queen",
        "Black rook",
        "Black bishop",
        "Black knight",
        "Black pawn",
        "Black pawn that may be taken in passing",
    ],
];
/// GamesmanUni's images of them.
const IMAGES: [[&str; 7]; 2] = [
    [
        "chess/wikipedia/K.svg",
        "chess/wikipedia/Q.svg",
        "chess/wikipedia/R.svg",
        "chess/wikipedia/B.svg",
        "chess/wikipedia/N.svg",
        "chess/wikipedia/P.svg",
        "chess/wikipedia/P.svg",
    ],
    [
        "chess/wikipedia/kk.svg",
        "chess/wikipedia/qq.svg",
        "chess/wikipedia/rr.svg",
        "chess/wikipedia/bb.svg",
        "chess/wikipedia/nn.svg",
        "chess/wikipedia/pp.svg",
        "chess/wikipedia/pp.svg",
    ],
];

/// The outline above the foot of each man, in a square of a hundred units.
const OUTLINES: [&str; 6] = [
    "M47 6H53V14H61V20H53V28H47V20H39V14H47ZM30 78L22 46Q34 32 50 40Q66 32 78 46L70 78Z",
    "M30 78L16 28L34 52L36 18L50 48L64 18L66 52L84 28L70 78Z",
    "M28 78L34 42H26V18H38V27H44V18H56V27H62V18H74V42H66L72 78Z",
    "M32 78Q26 54 50 20Q74 54 68 78ZM50 10A6 6 0 1 1 50 22A6 6 0 1 1 50 10Z",
    "M30 78Q30 56 48 48L30 54L20 46L40 22L42 12L52 20Q76 30 72 78Z",
    "M32 78Q44 66 44 54H36Q40 46 40 44A16 16 0 1 1 60 44Q60 46 64 54H56Q56 66 68 78Z",
];

fn art_of(number: usize, side: usize) -> Art {
    // Black's men have a light band on the foot as well as a dark body.
    let (fill, line, band) = if side == 0 {
        ("#fdfbf5", "#26201a", "#26201a")
    } else {
        ("#38312b", "#0d0b09", "#e9dcc3")
    };
    let outline = OUTLINES[number.min(5)];
    let mut drawn = format!(
        "<path d=\"{outline}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"4\" \
         stroke-linejoin=\"round\"/>\
         <path d=\"M22 78H78V92H22Z\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"4\" \
         stroke-linejoin=\"round\"/>"
    );
    if side == 1 {
        drawn += &art::strokes([([29.0, 85.0], [71.0, 85.0])], band, 4.0);
    }
    if GLYPHS[number] == 'E' {
        drawn += &art::strokes(
            [([14.0, 30.0], [26.0, 18.0]), ([14.0, 18.0], [26.0, 30.0])],
            "#c22",
            7.0,
        );
    }
    art::token(&drawn).with_image(IMAGES[side][number])
}

pub(super) fn layout() -> BoardLayout {
    let man = |side: usize, number: usize| {
        piece(glyph(number, side), NAMES[side][number], art_of(number, side))
    };
    let men =
        [0, 1].into_iter().flat_map(|side| (0..GLYPHS.len()).map(move |number| man(side, number)));
    BoardArt::chequered(8, 8).with_image("chess/wikipedia/grid.svg").layout(
        ["White", "Black"],
        men.collect(),
        "",
    )
}

/// The letter of a man of a colour: 0 is White.
fn glyph(number: usize, colour: usize) -> char {
    if colour == 0 { GLYPHS[number] } else { GLYPHS[number].to_ascii_lowercase() }
}

/// The number of a role among the letters.
fn letter_of(role: Role) -> usize {
    let known = [Role::KING, Role::QUEEN, Role::ROOK, Role::BISHOP, Role::KNIGHT];
    match known.iter().position(|known| *known == role) {
        Some(number) => number,
        None if role == Role::PASSING => 6,
        None => 5,
    }
}

/// The role of a letter on a rank as its owner counts; none for a pawn on an edge.
fn role_of(letter: usize, rank: usize) -> Option<Role> {
    match letter {
        5 => (1..=6).contains(&rank).then(|| Role::pawn(rank)),
        6 => (rank == 3).then_some(Role::PASSING),
        _ => Role::numbered(letter as u8),
    }
}

/// The square of the picture for a cell as a player sees it: White's first rank is at the bottom.
fn square(cell: u8, turn: Turn) -> usize {
    usize::from(if turn == Turn::First { cell ^ 56 } else { cell })
}

impl Pictured for Chess {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        let mover = usize::from(position.turn == Turn::Second);
        let mut squares = ['-'; CELLS];
        for (kind, cell) in position.men.each() {
            squares[square(cell, position.turn)] =
                glyph(letter_of(kind.role()), kind.side() ^ mover);
        }
        self.layout.picture(squares, Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let mover = usize::from(turn == Turn::Second);
        let mut men = Vec::new();
        for (at, symbol) in picture.entities.chars().take(CELLS).enumerate() {
            let Some(letter) =
                GLYPHS.iter().position(|glyph| *glyph == symbol.to_ascii_uppercase())
            else {
                continue;
            };
            let side = usize::from(symbol.is_ascii_lowercase()) ^ mover;
            let cell = square(at as u8, turn) as u8;
            let rank = usize::from(if side == 0 { cell } else { cell ^ 56 }) / 8;
            let role = role_of(letter, rank).ok_or("a pawn stands where none can")?;
            men.push((Kind::new(role, side), cell));
        }
        let kings = [0, 1].map(|side| Kind::new(Role::KING, side));
        let has_one = |king| men.iter().filter(|(kind, _)| *kind == king).count() == 1;
        if men.len() > MOST || !kings.into_iter().all(has_one) {
            return Err(format!("there are one king each and at most {MOST} men in all"));
        }
        let men = Men::of(men);
        if !self.index.has(men.tier()) {
            let material = Material::of(men.tier());
            let [white, black] = [mover, 1 - mover].map(|side| material.letters(side, true));
            return Err(format!("{white} against {black} does not occur in variant {}", self.name));
        }
        if !men.looks_legal() {
            return Err(
                "the player who has just moved is in check, or no pawn has passed".to_owned()
            );
        }
        Ok(Position { men, turn })
    }

    fn clicks(&self, position: Position, chosen: Move) -> Vec<Part> {
        let [from, to] = [chosen.from, chosen.to].map(|cell| square(cell, position.turn));
        let arrow = self.layout.arrow(from, to);
        let Some(promotion) = chosen.promotion else {
            return vec![arrow];
        };
        // The four men are shown on the last squares of the file.
        let mover = usize::from(position.turn == Turn::Second);
        let pawn = glyph(5, mover);
        let there = self.show(position).with(from, '-').with(to, pawn);
        let letter = letter_of(promotion);
        let down = (letter - 1) * 8;
        let center = if position.turn == Turn::First { to + down } else { to - down };
        let spot = Button::Spot { center, piece: Some(glyph(letter, mover)) };
        vec![
            Part::before(arrow.name, arrow.button, there),
            Part::last(GLYPHS[letter].to_string(), spot),
        ]
    }
}
