//! How a game that is told by a text is drawn, clicked, written and read.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use hindsight_core::{
    Art, Button, Counter, NOTHING, NotationError, Part, Picture, Piece, Presentation, Scene, Setup,
    Theme, Turn,
};

use crate::machine::Machine;
use crate::play::TextGame;
use crate::position::{Beat, Chosen, Deed, Position};

/// A scene, and the kinds of pieces that its counters count.
#[derive(Clone, Debug)]
pub struct Drawing {
    scene: Scene,
    /// The kinds that can be in hand.
    held: Vec<usize>,
}

/// The most bytes of names that are kept, and the most letters of each.
const MOST_KEPT: usize = 1 << 20;
const LONGEST_NAME: usize = 40;

/// Scenes keep names for as long as the program runs. The same ones come again and again, so each is kept
/// once. Strangers' texts must not fill the memory of a server: after a million letters what is not known
/// yet goes by its first letter.
fn kept(name: &str) -> &'static str {
    static NAMES: Mutex<Option<Names>> = Mutex::new(None);
    #[derive(Default)]
    struct Names {
        known: HashMap<String, &'static str>,
        bytes: usize,
    }
    let name: String = name.chars().take(LONGEST_NAME).collect();
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let names = names.get_or_insert_default();
    let is_room = names.bytes + name.len() <= MOST_KEPT;
    let letter = name.chars().next().filter(|_| !is_room).map(String::from);
    let name = match names.known.get(&name) {
        Some(known) => return known,
        None => letter.unwrap_or(name),
    };
    if let Some(known) = names.known.get(&name) {
        return known;
    }
    names.bytes += name.len();
    let leaked: &'static str = Box::leak(name.clone().into_boxed_str());
    names.known.insert(name, leaked);
    leaked
}

/// The colours of the players' pieces and of nobody's: ground, outline and letter.
const COLOURS: [[&str; 3]; 3] = [
    ["#2b2724", "#0f0d0c", "#f2ece0"],
    ["#faf7f0", "#3a3027", "#3a3027"],
    ["#8a6a43", "#5d472c", "#ead9b8"],
];

fn image(letter: char, owner: Option<usize>, has_letter: bool) -> Art {
    let [ground, outline, ink] = COLOURS[owner.unwrap_or(2)];
    let dot = match owner {
        Some(0) => "<circle cx=\"50\" cy=\"50\" r=\"9\" fill=\"#a3988c\"/>",
        _ => {
            "<circle cx=\"50\" cy=\"50\" r=\"28\" fill=\"none\" stroke=\"#c4b69f\" stroke-width=\"5\"/>"
        }
    };
    let letter = letter.to_uppercase();
    let text = format!(
        "<text x=\"50\" y=\"68\" font-size=\"52\" font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"{ink}\">{letter}</text>"
    );
    let inside = if has_letter { text.as_str() } else { dot };
    Art::new(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\"><circle cx=\"50\" cy=\"50\" r=\"44\" fill=\"{ground}\" stroke=\"{outline}\" stroke-width=\"5\"/>{inside}</svg>"
    ))
}

impl Drawing {
    pub(crate) fn new(machine: &Machine) -> Drawing {
        let board = &machine.board;
        let held: Vec<usize> =
            (0..machine.pieces.len()).filter(|kind| machine.pieces[*kind].has_hand).collect();
        let most = |axis: usize| board.places.iter().map(|place| place[axis]).fold(0.0, f32::max);
        let (width, tall) = ((most(0) + 1.0).max(held.len() as f32 * 1.4), most(1) + 1.0);
        let strip = if held.is_empty() { 0.0 } else { 0.8 };
        let mut centers: Vec<[f32; 2]> =
            board.places.iter().map(|[x, y]| [x + 0.5, y + 0.5]).collect();
        let mut counters = Vec::new();
        for (number, kind) in held.iter().enumerate() {
            let piece = &machine.pieces[*kind];
            let label = kept(&format!("{} in hand", piece.letter));
            counters.push(Counter { label, center: centers.len(), max: 64 });
            centers.push([(number as f32 + 0.5) * width / held.len() as f32, tall + strip / 2.0]);
        }
        let mut lines = String::new();
        for (point, beside) in board.beside.iter().enumerate() {
            for other in crate::machine::bits(beside >> point << point) {
                let ([x, y], [to_x, to_y]) = (centers[point], centers[other]);
                lines.push_str(&format!("M{x} {y}L{to_x} {to_y}"));
            }
        }
        let dots: String = centers[..board.points()]
            .iter()
            .map(|[x, y]| format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"0.08\" fill=\"#5d472c\"/>"))
            .collect();
        let height = tall + strip;
        let background = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"><rect width=\"{width}\" height=\"{tall}\" rx=\"0.2\" fill=\"#ead9b8\"/><path d=\"{lines}\" stroke=\"#5d472c\" stroke-width=\"0.05\" fill=\"none\"/>{dots}</svg>"
        );
        let letters_matter = machine.pieces.len() > 2;
        let pieces = machine.pieces.iter().map(|piece| Piece {
            glyph: piece.letter,
            name: kept(&piece.name),
            art: image(piece.letter, piece.owner, letters_matter),
            size: 0.86,
        });
        let theme = Theme {
            id: "text",
            name: "Plain",
            background: Some(Art::new(background)),
            foreground: None,
            pieces: pieces.collect(),
        };
        let on_board: Vec<usize> = (0..board.points()).collect();
        let setup = machine.pieces.iter().map(|piece| (piece.letter, on_board.clone()));
        let scene = Scene {
            space: [width, height],
            centers,
            names: board.names.clone(),
            themes: vec![theme],
            counters,
            button_radius: 0.24,
            arrow_width: 0.1,
            line_width: 0.1,
            players: [kept(&machine.players[0]), kept(&machine.players[1])],
            setup: Some(Setup { pieces: setup.collect() }),
            slides: true,
            ..Scene::of_text("")
        };
        Drawing { scene, held }
    }
}

impl<const N: usize> TextGame<N> {
    fn letter(&self, turn: Turn) -> char {
        let name = &self.machine.players[turn as usize];
        name.chars().next().map_or('?', |letter| letter.to_ascii_lowercase())
    }

    fn glyph(&self, position: &Position<N>, point: usize) -> char {
        position.kind_at(point as u8).map_or(NOTHING, |kind| self.machine.pieces[kind].letter)
    }

    fn show(&self, position: &Position<N>) -> Picture {
        let points = self.machine.board.points();
        let behind = self.drawing.scene.centers.len() - points;
        let pieces = (0..points).map(|point| self.glyph(position, point));
        Picture {
            entities: pieces.chain(std::iter::repeat_n(NOTHING, behind)).collect(),
            counters: self.drawing.held.iter().map(|kind| position.hands[*kind].into()).collect(),
        }
    }

    fn beat_name(&self, beat: Beat) -> String {
        let name = |point: u8| self.machine.board.names[usize::from(point)].as_str();
        match beat.deed {
            Deed::Go => format!("{}-{}", name(beat.from), name(beat.to)),
            Deed::Approach => format!("{}-{}a", name(beat.from), name(beat.to)),
            Deed::Withdraw => format!("{}-{}w", name(beat.from), name(beat.to)),
            Deed::Place => {
                // The kind is told where there are several to place.
                let piece = &self.machine.pieces[usize::from(beat.from)];
                let of_owner = |other: &&crate::machine::Piece| {
                    other.owner == piece.owner || other.owner.is_none()
                };
                if self.machine.pieces.iter().filter(of_owner).count() > 1 {
                    format!("{}{}", piece.letter.to_ascii_uppercase(), name(beat.to))
                } else {
                    name(beat.to).to_owned()
                }
            }
            Deed::Remove => format!("x{}", name(beat.to)),
            Deed::Pass => "pass".to_owned(),
            Deed::Stop => "stop".to_owned(),
        }
    }

    fn button(&self, beat: Beat) -> Button {
        let (from, to) = (usize::from(beat.from), usize::from(beat.to));
        match beat.deed {
            Deed::Go | Deed::Approach | Deed::Withdraw => Button::Arrow { from, to },
            Deed::Place => {
                Button::Spot { center: to, piece: Some(self.machine.pieces[from].letter) }
            }
            Deed::Remove => Button::Spot { center: to, piece: None },
            Deed::Pass | Deed::Stop => Button::Listed {},
        }
    }

    /// The points row by row, as far to the right as they are on the board.
    fn draw(&self, position: &Position<N>) -> String {
        let board = &self.machine.board;
        let mut text = String::new();
        if let Some((columns, _)) = board.grid {
            let cells: Vec<char> =
                (0..board.points()).map(|point| self.glyph(position, point)).collect();
            text = hindsight_core::notation::draw_grid(columns, &cells);
        } else {
            let mut places: Vec<(usize, usize, usize)> = (0..board.points())
                .map(|point| {
                    let [x, y] = board.places[point];
                    ((y * 2.0).round() as usize, (x * 4.0).round() as usize, point)
                })
                .collect();
            places.sort_unstable();
            let (mut row, mut column) = (0, 0);
            for (at_row, at_column, point) in places {
                while row < at_row {
                    text.push('\n');
                    (row, column) = (row + 1, 0);
                }
                while column < at_column {
                    text.push(' ');
                    column += 1;
                }
                text.push(self.glyph(position, point));
                column += 1;
            }
            text.push('\n');
        }
        for kind in &self.drawing.held {
            text.push_str(&format!(
                "{} in hand: {}\n",
                self.machine.pieces[*kind].letter, position.hands[*kind]
            ));
        }
        text
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position<N>, String> {
        let mut position = Position { masks: [0; N], hands: [0; N], turn };
        for (point, glyph) in picture.entities.chars().take(self.machine.board.points()).enumerate()
        {
            if let Some(kind) = self.machine.pieces.iter().position(|piece| piece.letter == glyph) {
                position.masks[kind] |= 1 << point;
            }
        }
        for (kind, number) in self.drawing.held.iter().zip(&picture.counters) {
            position.hands[*kind] =
                u8::try_from(*number).map_err(|_| "too many in hand".to_owned())?;
        }
        Ok(position)
    }
}

impl<const N: usize> Presentation for TextGame<N> {
    fn write_position(&self, position: Position<N>) -> String {
        let mut text = String::with_capacity(80);
        let mut point = 0;
        for (number, row) in self.machine.board.rows.iter().enumerate() {
            if number > 0 {
                text.push('/');
            }
            text.extend((point..point + row).map(|point| self.glyph(&position, point)));
            point += row;
        }
        text.push(':');
        text.push(self.letter(position.turn));
        for (number, kind) in self.drawing.held.iter().enumerate() {
            text.push(if number == 0 { ':' } else { ',' });
            text.push_str(&position.hands[*kind].to_string());
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position<N>, NotationError> {
        let wrong = |reason: String| NotationError::position(text, reason);
        let mut fields = text.split(':');
        let board = fields.next().unwrap_or_default();
        let rows: Vec<usize> = board.split('/').map(|row| row.chars().count()).collect();
        let points = self.machine.board.points();
        if rows != self.machine.board.rows && rows != [points] {
            return Err(wrong(format!(
                "the board has rows of {:?} points",
                self.machine.board.rows
            )));
        }
        let turn = fields.next().unwrap_or_default().to_ascii_lowercase();
        let letters = [Turn::First, Turn::Second].map(|turn| self.letter(turn).to_string());
        let turn = match letters.iter().position(|letter| *letter == turn) {
            Some(0) => Turn::First,
            Some(_) => Turn::Second,
            None => {
                return Err(wrong(format!(
                    "behind the board comes :{} or :{}",
                    letters[0], letters[1]
                )));
            }
        };
        let numbers = fields.next().unwrap_or_default();
        let counters = numbers.split(',').filter(|number| !number.is_empty()).map(str::parse);
        let counters = counters
            .collect::<Result<Vec<u32>, _>>()
            .map_err(|_| wrong(format!("'{numbers}' are no numbers")))?;
        if fields.next().is_some() {
            return Err(wrong("more fields than a position has".to_owned()));
        }
        let behind = self.drawing.scene.centers.len() - points;
        let signs = board
            .chars()
            .filter(|sign| *sign != '/')
            .map(|sign| if sign == '.' { NOTHING } else { sign });
        let entities = signs.chain(std::iter::repeat_n(NOTHING, behind)).collect();
        self.set_up(&Picture { entities, counters }, turn)
            .map_err(|error| wrong(error.reason().to_owned()))
    }

    fn write_move(&self, _position: Position<N>, chosen: Chosen) -> String {
        let names: Vec<String> = chosen.beats().iter().map(|beat| self.beat_name(*beat)).collect();
        names.join(",")
    }

    fn board(&self, position: Position<N>) -> String {
        self.draw(&position)
    }

    fn scene(&self) -> Option<Scene> {
        Some(self.drawing.scene.clone())
    }

    fn picture(&self, position: Position<N>) -> Picture {
        self.show(&position)
    }

    fn parts(&self, position: Position<N>, chosen: Chosen) -> Vec<Part> {
        let mut parts = Vec::new();
        self.made(position, &chosen, |made| {
            if !made.trail.iter().map(|(beat, _)| beat).eq(chosen.beats()) {
                return true;
            }
            let last = made.trail.len() - 1;
            parts = made
                .trail
                .iter()
                .enumerate()
                .map(|(number, (beat, after))| {
                    let (name, button) = (self.beat_name(*beat), self.button(*beat));
                    if number == last {
                        Part::last(name, button)
                    } else {
                        Part::before(name, button, self.show(after))
                    }
                })
                .collect();
            false
        });
        parts
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<Position<N>, NotationError> {
        self.drawing.scene.check_set_up(picture)?;
        self.read(picture, turn)
            .map_err(|reason| NotationError::position(&picture.entities, reason))
    }
}
