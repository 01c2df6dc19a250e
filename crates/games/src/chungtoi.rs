//! Chung-Toi: three in a row with pieces that move as they are turned.
//!
//! Small enough for exploring to number its positions.
//!
//! # Open questions
//!
//! Cheung (2023) says "horizontally and vertically" and "jump over any piece", so a piece reaches every
//! empty cell of its lines. Three in a row win whichever way the pieces are turned. Passing is allowed
//! only once all pieces are placed, and turning a piece needs no empty cell beside it.

use hindsight_core::bits::{lowest, mask, ones};
use hindsight_core::{
    About, AboutVariant, Art, BoardLayout, Button, Part, Picture, Pictured, Rules, Turn, Value,
};

use crate::board_art::{BoardArt, piece};
use crate::lines::{completed, has_line};
use crate::tictactoe::LINES;
use crate::{art, placing};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "chungtoi",
    name: "Chung-Toi",
    summary: "Place three pieces, upright or aslant, then move them that way; make three in a row.",
    help: "\
The board has nine cells. Red moves first. In turn, the players place their three pieces on empty
cells, each upright (+) or aslant (x). When all are placed, a move is one of these: move one of your
pieces to an empty cell, over others if need be, along its row or column if it is upright and along a
diagonal if it is aslant, and then leave it as it is or turn it; turn one of your pieces where it
stands; or pass. Three of your pieces in a row, a column or a long diagonal win, however they are
turned.

Positions are written row by row from the top, T and X for Red's upright and aslant pieces, t and x for
White's, '-' empty, then the player to move:
  X-t/-T-/--x:r
Moves are the cell and how the piece is placed or turned there, b2-upright or b2-aslant; with the cell
where it came from, if it moves: a1-b2-aslant; or pass. Columns are a, b, c from the left, rows 1, 2, 3
from the bottom.",
    variants: &[AboutVariant { id: "3x3", summary: "three pieces each on 3x3" }],
};

const CELLS: usize = 9;
const PIECES: u32 = 3;

/// The pieces as the player to move sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    mine: u32,
    theirs: u32,
    /// The cells of both players' pieces that are aslant.
    aslant: u32,
    turn: Turn,
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Puts a piece down, turns it, or moves it and perhaps turns it.
    Put {
        /// The cell that it leaves: where it stays, it is only turned.
        from: Option<usize>,
        /// The cell where it stands then.
        to: usize,
        /// Whether it is aslant then.
        aslant: bool,
    },
    /// Does nothing.
    Pass,
}

/// The game.
#[derive(Debug)]
pub struct ChungToi {
    layout: BoardLayout,
}

impl ChungToi {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<ChungToi> {
        (name == "3x3").then(|| ChungToi { layout: layout() })
    }
}

/// The cells that a piece reaches if they are empty.
fn reached(from: usize, aslant: bool) -> u32 {
    let joined = |to: usize| {
        let (down, across) = ((from / 3).abs_diff(to / 3), (from % 3).abs_diff(to % 3));
        if aslant { down == across } else { down == 0 || across == 0 }
    };
    mask((0..CELLS).filter(|&to| to != from && joined(to)))
}

fn is_placing(position: Position) -> bool {
    position.mine.count_ones() < PIECES
}

impl Rules for ChungToi {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { mine: 0, theirs: 0, aslant: 0, turn: Turn::First }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        has_line(&LINES, position.theirs).then_some(Value::Lose)
    }

    fn moves(&self, position: Position, mut visit: impl FnMut(Move)) {
        let empty = lowest(CELLS) & !(position.mine | position.theirs);
        if is_placing(position) {
            for to in ones(empty) {
                for aslant in [false, true] {
                    visit(Move::Put { from: None, to, aslant });
                }
            }
            return;
        }
        for from in ones(position.mine) {
            let is_aslant = position.aslant >> from & 1 == 1;
            visit(Move::Put { from: Some(from), to: from, aslant: !is_aslant });
            for to in ones(reached(from, is_aslant) & empty) {
                for aslant in [false, true] {
                    visit(Move::Put { from: Some(from), to, aslant });
                }
            }
        }
        visit(Move::Pass);
    }

    fn play(&self, position: Position, chosen: Move) -> Position {
        let Position { mut mine, theirs, aslant: mut slanted, turn } = position;
        if let Move::Put { from, to, aslant } = chosen {
            let left = from.map_or(0, |from| 1 << from);
            mine = mine & !left | 1 << to;
            slanted = slanted & !left | u32::from(aslant) << to;
        }
        Position { mine: theirs, theirs: mine, aslant: slanted, turn: turn.other() }
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }
}

/// By player: upright, aslant, and not yet turned.
const GLYPHS: [[char; 3]; 2] = [['T', 'X', 'R'], ['t', 'x', 'W']];

fn layout() -> BoardLayout {
    let stone = |player: usize, bars: Option<f32>| -> String {
        let middle = [50.0, 50.0];
        let (stone, colour) = match player {
            0 => (art::disc(middle, 47.0, "#b8311f", "#6d1a10"), "#ffffff"),
            _ => (art::white_disc(middle, 47.0), "#3a3027"),
        };
        let bars = bars.map(|angle| {
            let bars = [([22.0, 50.0], [78.0, 50.0]), ([50.0, 22.0], [50.0, 78.0])];
            let bars = art::strokes(bars, colour, 13.0);
            format!("<g transform=\"rotate({angle} 50 50)\">{bars}</g>")
        });
        stone + &bars.unwrap_or_else(|| art::dot(middle, 10.0, colour))
    };
    let art = |player, bars, key| -> Art { art::token(&stone(player, bars)).with_image(key) };
    BoardArt::cells(3, 3).offering(2).layout(
        ["Red", "White"],
        vec![
            piece('T', "Red, upright", art(0, Some(0.0), "chungtoi/T.svg")),
            piece('X', "Red, aslant", art(0, Some(45.0), "chungtoi/X.svg")),
            piece('t', "White, upright", art(1, Some(0.0), "chungtoi/tt.svg")),
            piece('x', "White, aslant", art(1, Some(45.0), "chungtoi/xx.svg")),
            piece('R', "Red, not yet turned", art(0, None, "general/redpiece.svg")),
            piece('W', "White, not yet turned", art(1, None, "general/whitepiece.svg")),
        ],
        "RW",
    )
}

impl Pictured for ChungToi {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, Position { mine, theirs, aslant, turn }: Position) -> Picture {
        let red = turn.of([mine, theirs]);
        let glyph = |cell: usize| {
            let [of_red, of_any, slanted] =
                [red, mine | theirs, aslant].map(|mask| mask >> cell & 1);
            if of_any == 0 { '-' } else { GLYPHS[usize::from(of_red == 0)][slanted as usize] }
        };
        self.layout.picture((0..CELLS).map(glyph), Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let masks = GLYPHS
            .map(|[upright, aslant, _]| [upright, aslant].map(|glyph| picture.mask(glyph) as u32));
        let [red, white] = masks.map(|[upright, aslant]| upright | aslant);
        placing::check([red, white].map(u32::count_ones), PIECES, turn)?;
        let [mine, theirs] = turn.own_first([red, white]);
        Ok(Position { mine, theirs, aslant: masks[0][1] | masks[1][1], turn })
    }

    fn deciding(&self, position: Position) -> Vec<Vec<usize>> {
        completed(LINES, [position.mine, position.theirs])
    }

    fn clicks(&self, position: Position, chosen: Move) -> Vec<Part> {
        let Move::Put { from, to, aslant } = chosen else {
            return vec![Part::last("pass".to_owned(), Button::Listed {})];
        };
        let [upright_glyph, aslant_glyph, open] = position.turn.of(GLYPHS);
        let mut between = self.show(position);
        if let Some(from) = from {
            between = between.with(from, '-');
        }
        let between = between.with(to, open);
        // First where, then how.
        let place = match from {
            Some(from) if from != to => {
                let Part { name, button, .. } = self.layout.arrow(from, to);
                Part::before(name, button, between)
            }
            _ => self.layout.choose(to, between),
        };
        let (name, glyph) =
            if aslant { ("aslant", aslant_glyph) } else { ("upright", upright_glyph) };
        let center = CELLS + usize::from(aslant);
        vec![place, Part::last(name.to_owned(), Button::Spot { center, piece: Some(glyph) })]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    fn moves(text: &str) -> Vec<String> {
        let game = ChungToi::variant("3x3").unwrap();
        let position = game.parse_position(text).unwrap();
        game.move_names(position)
    }

    #[test]
    fn pieces_move_as_they_are_turned_and_over_others() {
        // White's pieces stand beside Red's and do not hinder them.
        let names = moves("Tt-/tX-/-Tx:r");
        let slides: Vec<&str> = names
            .iter()
            .filter_map(|name| name.strip_suffix("-upright"))
            .filter(|name| name.len() > 2)
            .collect();
        assert_eq!(slides, ["a3-c3", "a3-a1", "b2-c3", "b2-a1", "b1-a1"]);
        let turns = ["a3-aslant", "b2-upright", "b1-aslant"];
        assert!(turns.iter().all(|turn| names.iter().any(|name| name == turn)), "{names:?}");
        assert_eq!(names.len(), 2 * slides.len() + turns.len() + 1);
        assert_eq!(names.last().map(String::as_str), Some("pass"));
    }

    #[test]
    fn nobody_passes_while_placing() {
        let names = moves("T--/---/--x:r");
        assert_eq!(names.len(), 14);
        assert_eq!(names[..2], ["b3-upright", "b3-aslant"]);
    }

    #[test]
    fn turning_is_seen_on_the_board() {
        let game = ChungToi::variant("3x3").unwrap();
        let position = game.parse_position("Tt-/tX-/-Tx:r").unwrap();
        let after = |from: usize, to: usize, aslant: bool| {
            let chosen = Move::Put { from: Some(from), to, aslant };
            game.write_position(game.play(position, chosen))
        };
        assert_eq!(after(0, 0, true), "Xt-/tX-/-Tx:w");
        assert_eq!(after(4, 2, false), "TtT/t--/-Tx:w");
        assert_eq!(game.write_position(game.play(position, Move::Pass)), "Tt-/tX-/-Tx:w");
    }

    #[test]
    fn pieces_that_cannot_be_there_are_refused() {
        let game = ChungToi::variant("3x3").unwrap();
        for text in ["T--/---/---:r", "TX-/---/---:w", "R--/---/---:w", "TXT/X--/xtx:r"] {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
    }
}
