//! Connect Four on the board that everybody knows. It is too large for tables: positions are searched, and
//! the first ones stand in a [book](super::book).

use std::sync::OnceLock;

use hindsight_core::{
    BoardLayout, Extras, Finder, Outcome, Part, Picture, Pictured, Rules, Turn, Value,
};

use super::book::Book;
use super::discs::Discs;
use super::index::Profiles;
use super::search::{Bounds, Search};

/// The usual board.
pub type Usual = Upright<7, 6>;

/// The bounds that searches remember: 64 MiB of them.
const LOG_BOUNDS: u32 = 23;
/// A search of so many boards takes some milliseconds. What it found out is remembered, so that to search
/// again takes hardly any time.
const QUICK: u64 = 50_000;
/// A search asks after so many boards whether it may go on: some tenths of a second.
const PART: u64 = 1 << 21;
/// Boards with fewer discs are not worth the attempt.
const QUICK_FROM: u32 = 8;

/// Connect Four on a board whose discs fit a word.
#[derive(Debug)]
pub struct Upright<const COLUMNS: usize, const ROWS: usize> {
    layout: BoardLayout,
    pub(super) profiles: Profiles,
    /// Made by the first search, and shared by all of them.
    bounds: OnceLock<Bounds>,
    /// Read when a position is first looked up.
    book: OnceLock<Option<Book>>,
}

impl<const COLUMNS: usize, const ROWS: usize> Default for Upright<COLUMNS, ROWS> {
    fn default() -> Self {
        let layout = super::layout(ROWS, COLUMNS);
        let profiles = Profiles::new(COLUMNS, ROWS);
        Upright { layout, profiles, bounds: OnceLock::new(), book: OnceLock::new() }
    }
}

impl<const COLUMNS: usize, const ROWS: usize> Upright<COLUMNS, ROWS> {
    fn book(&self) -> Option<&Book> {
        self.book.get_or_init(Book::shipped::<COLUMNS, ROWS>).as_ref()
    }

    fn search(&self) -> Search<'_, COLUMNS, ROWS> {
        Search::new(self.bounds.get_or_init(|| Bounds::new(LOG_BOUNDS)))
    }

    /// What a search finds, which asks now and then whether it may go on.
    fn search_while<T>(
        &self,
        may_go_on: &dyn Fn() -> bool,
        find: impl Fn(&mut Search<'_, COLUMNS, ROWS>) -> T,
    ) -> Option<T> {
        let mut search = self.search();
        loop {
            let found = search.within(PART, &find);
            if found.is_some() || !may_go_on() {
                return found;
            }
        }
    }
}

/// The place of a bit on the board, where cells are numbered row by row from the top left.
fn place<const COLUMNS: usize, const ROWS: usize>(bit: u32) -> usize {
    let (column, row) = (bit as usize / (ROWS + 1), bit as usize % (ROWS + 1));
    (ROWS - 1 - row) * COLUMNS + column
}

/// The bits of the cells of a mask over the board.
fn bits<const COLUMNS: usize, const ROWS: usize>(places: u64) -> u64 {
    let cells =
        (0..COLUMNS as u32 * (ROWS as u32 + 1)).filter(|bit| bit % (ROWS as u32 + 1) < ROWS as u32);
    cells.fold(0, |bits, bit| bits | (places >> place::<COLUMNS, ROWS>(bit) & 1) << bit)
}

impl<const COLUMNS: usize, const ROWS: usize> Rules for Upright<COLUMNS, ROWS> {
    type Position = Discs<COLUMNS, ROWS>;
    /// The bit of the cell where the disc comes to rest.
    type Move = u32;

    fn start(&self) -> Self::Position {
        Discs::default()
    }

    fn primitive(&self, position: Self::Position) -> Option<Value> {
        if Self::Position::has_line(position.theirs()) {
            Some(Value::Lose)
        } else if Self::Position::has_line(position.mine) {
            Some(Value::Win)
        } else {
            (position.drops() == 0).then_some(Value::Tie)
        }
    }

    fn moves(&self, position: Self::Position, mut visit: impl FnMut(u32)) {
        let mut drops = position.drops();
        while drops != 0 {
            visit(drops.trailing_zeros());
            drops &= drops - 1;
        }
    }

    fn play(&self, position: Self::Position, chosen: u32) -> Self::Position {
        position.drop_on(1 << chosen)
    }

    fn turn(&self, position: Self::Position) -> Turn {
        if position.count() % 2 == 0 { Turn::First } else { Turn::Second }
    }

    fn extras(&self) -> Extras<'_, Self::Position> {
        Extras { never_recurs: true, finder: Some(self), ..Extras::default() }
    }
}

impl<const COLUMNS: usize, const ROWS: usize> Finder<Discs<COLUMNS, ROWS>>
    for Upright<COLUMNS, ROWS>
{
    fn find(&self, position: Discs<COLUMNS, ROWS>) -> Option<Outcome> {
        self.find_while(position, &|| true)
    }

    fn find_while(
        &self,
        position: Discs<COLUMNS, ROWS>,
        may_go_on: &dyn Fn() -> bool,
    ) -> Option<Outcome> {
        match self.primitive(position) {
            Some(value) => Some(Outcome::over(value)),
            None => self.search_while(may_go_on, |search| search.outcome(position)),
        }
    }

    fn find_value(
        &self,
        position: Discs<COLUMNS, ROWS>,
        may_go_on: &dyn Fn() -> bool,
    ) -> Option<Value> {
        if let Some(value) = self.primitive(position) {
            return Some(value);
        }
        let winner = self.search_while(may_go_on, |search| search.winner(position))?;
        Some([Value::Lose, Value::Tie, Value::Win][(winner + 1) as usize])
    }

    fn is_quickly_found(&self, position: Discs<COLUMNS, ROWS>) -> bool {
        position.wins_at_once()
            || self.primitive(position).is_some()
            || position.count() >= QUICK_FROM
                && self.search().within(QUICK, |search| search.score(position)).is_some()
    }

    fn opening(&self, position: Discs<COLUMNS, ROWS>) -> Option<Outcome> {
        self.book()?.outcome(position)
    }
}

impl<const COLUMNS: usize, const ROWS: usize> Pictured for Upright<COLUMNS, ROWS> {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Discs<COLUMNS, ROWS>) -> Picture {
        let [red, yellow] = match self.turn(position) {
            Turn::First => [position.mine, position.theirs()],
            Turn::Second => [position.theirs(), position.mine],
        };
        let mut board = vec!['-'; COLUMNS * ROWS];
        for bit in 0..u64::BITS {
            if (red | yellow) >> bit & 1 == 1 {
                board[place::<COLUMNS, ROWS>(bit)] = if red >> bit & 1 == 1 { 'R' } else { 'Y' };
            }
        }
        self.layout.picture(board, Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Discs<COLUMNS, ROWS>, String> {
        let [red, yellow] = ['R', 'Y'].map(|glyph| bits::<COLUMNS, ROWS>(picture.mask(glyph)));
        crate::marks::check_turns(['R', 'Y'], [red, yellow].map(u64::count_ones), turn)?;
        let discs = Discs { taken: red | yellow, mine: turn.of([red, yellow]) };
        if discs.is_stacked() { Ok(discs) } else { Err(super::IN_THE_AIR.to_owned()) }
    }

    fn deciding(&self, position: Discs<COLUMNS, ROWS>) -> Vec<Vec<usize>> {
        let discs = self.show(position);
        let lines = crate::lines::wide_lines(ROWS, COLUMNS, super::WINNING);
        crate::lines::completed(lines, ['R', 'Y'].map(|disc| discs.mask(disc)))
    }

    fn clicks(&self, position: Discs<COLUMNS, ROWS>, chosen: u32) -> Vec<Part> {
        let disc = self.turn(position).of(['R', 'Y']);
        vec![self.layout.spot(place::<COLUMNS, ROWS>(chosen), Some(disc))]
    }
}

#[cfg(test)]
mod tests {
    use hindsight_core::Presentation;

    use super::*;

    #[test]
    fn positions_are_written_as_on_the_smaller_boards() {
        let game = Usual::default();
        let text = "-------/-------/-------/-------/---Y---/--YRR--:r";
        let position = game.parse_position(text).unwrap();
        assert_eq!(game.write_position(position), text);
        assert_eq!(game.move_names(position), ["a1", "b1", "c2", "d3", "e2", "f1", "g1"]);
        for wrong in [
            "-------/-------/-------/-------/---Y---/-------:r",
            "-------/-------/-------/-------/-------/--YRR--:r",
            "R:y",
        ] {
            assert!(game.parse_position(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn four_in_a_line_and_a_full_board_end_the_game() {
        let game = Usual::default();
        let value = |text: &str| game.primitive(game.parse_position(text).unwrap());
        assert_eq!(value("-------/-------/-------/-------/YYY----/RRRR---:y"), Some(Value::Lose));
        assert_eq!(value("-------/-------/R------/RY-----/RY-----/RY-----:y"), Some(Value::Lose));
        assert_eq!(value("-------/-------/-------/-------/YYY----/RRR----:r"), None);
        let full = "RRYYRRY/YYRRYYR/RRYYRRY/YYRRYYR/RRYYRRY/YYRRYYR:r";
        assert_eq!(value(full), Some(Value::Tie));
    }
}
