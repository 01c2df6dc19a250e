//! The board as coloured characters, made from the board that the game draws as text: a grid of cells
//! becomes boxes as large as there is room for; a board with lines of its own keeps them.

use ratatui::layout::Size;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::palette::Palette;
use super::sides::Sides;
use super::wrap::wrapped;

/// Widths and heights of the inside of a cell, the largest first. Odd, so that there is a middle.
const CELLS: [(usize, usize); 4] = [(11, 5), (7, 3), (5, 1), (3, 1)];
/// Columns for the names of the rows.
const LABEL: usize = 4;
const EMPTY: char = '·';

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    pub sides: &'a Sides,
    pub palette: Palette,
    /// The move whose cells to mark.
    pub selected: &'a str,
}

/// The room that a board takes where it is as small as can be; what the game says below it is broken into
/// lines of that width.
pub fn least(board: &str, width: usize) -> Size {
    let (columns, rows, below, aside) = match Grid::read(board) {
        Some(grid) => {
            let (columns, rows) = grid.size(grid.smallest());
            (columns, rows, grid.below, LABEL)
        }
        None => {
            let end = words_begin(board);
            let columns = board.lines().take(end).map(|line| line.chars().count() + 1).max();
            let below = board.lines().skip(end).map(str::to_owned).collect();
            (columns.unwrap_or(0), end, below, 0)
        }
    };
    let rows = rows + words(&below, width.max(columns) - aside).len();
    Size::new(columns as u16, rows as u16)
}

/// Lines of words, in lines of at most so many columns.
fn words(lines: &[String], width: usize) -> Vec<String> {
    let fits = |line: &str| line.chars().count() <= width;
    let broken = |line: &String| match fits(line) {
        true => vec![line.clone()],
        false => wrapped(line, width),
    };
    lines.iter().flat_map(broken).collect()
}

/// Below the names of the columns there are words: the line in which they begin.
fn words_begin(board: &str) -> usize {
    let names = board.lines().position(|line| column_names(line).is_some());
    names.map_or(board.lines().count(), |names| names + 1)
}

/// Draws a board, as large as the room allows.
pub fn lines(board: &str, look: Look<'_>, room: Size) -> Vec<Line<'static>> {
    match Grid::read(board) {
        Some(grid) => grid.draw(look, room),
        None => draw_text(board, look, room),
    }
}

type Symbol = (char, Style);

/// Characters with their styles, row by row.
struct Canvas {
    rows: Vec<Vec<Symbol>>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Canvas {
        Canvas { rows: vec![vec![(' ', Style::new()); width]; height] }
    }

    /// Sets a character; what lies outside is left out.
    fn set(&mut self, x: usize, y: usize, symbol: char, style: Style) {
        if let Some(place) = self.rows.get_mut(y).and_then(|row| row.get_mut(x)) {
            *place = (symbol, style);
        }
    }

    fn into_lines(self) -> Vec<Line<'static>> {
        let line = |row: Vec<Symbol>| {
            let mut spans: Vec<Span<'static>> = Vec::new();
            for (symbol, style) in row {
                match spans.last_mut() {
                    Some(last) if last.style == style => last.content.to_mut().push(symbol),
                    _ => spans.push(Span::styled(symbol.to_string(), style)),
                }
            }
            Line::from(spans)
        };
        self.rows.into_iter().map(line).collect()
    }
}

/// A board of cells: rows that begin with their number, then the letters of the columns, then
/// whatever else the game says.
struct Grid {
    rows: Vec<(String, Vec<String>)>,
    columns: Vec<String>,
    below: Vec<String>,
}

impl Grid {
    fn read(board: &str) -> Option<Grid> {
        let mut lines = board.lines().peekable();
        let mut rows = Vec::new();
        while let Some(line) = lines.next_if(|line| row_name(line).is_some()) {
            let mut words = line.split_whitespace().map(str::to_owned);
            rows.push((words.next()?, words.collect::<Vec<_>>()));
        }
        let columns: Vec<String> =
            column_names(lines.next()?)?.into_iter().map(|(_, c)| c.into()).collect();
        let even = rows.iter().all(|(_, cells)| cells.len() == columns.len());
        let below = lines.map(str::to_owned).collect();
        (even && !rows.is_empty()).then_some(Grid { rows, columns, below })
    }

    fn longest(&self) -> usize {
        let cells = self.rows.iter().flat_map(|(_, cells)| cells);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }

    /// Width and height of the inside of a cell that has room for what stands there, and no more.
    fn smallest(&self) -> (usize, usize) {
        (self.longest().max(1) + 2, 1)
    }

    /// The size of a board of cells of a size, without what is said below.
    fn size(&self, (w, h): (usize, usize)) -> (usize, usize) {
        (LABEL + self.columns.len() * (w + 1) + 1, self.rows.len() * (h + 1) + 2)
    }

    fn draw(&self, look: Look<'_>, room: Size) -> Vec<Line<'static>> {
        let (longest, smallest) = (self.longest(), self.smallest());
        let aside = usize::from(room.width).max(self.size(smallest).0).saturating_sub(LABEL);
        let said = words(&self.below, aside);
        let fits = |cell: &(usize, usize)| {
            let (width, height) = self.size(*cell);
            let height = height + said.len();
            // A column on each side is for the marks.
            width <= room.width.into() && height <= room.height.into() && cell.0 >= longest + 2
        };
        let (w, h) = CELLS.into_iter().find(fits).unwrap_or(smallest);
        let (width, height) = self.size((w, h));
        let below = said.iter().map(|line| line.chars().count() + LABEL).max().unwrap_or(0);
        let mut canvas = Canvas::new(width.max(below), height + said.len());
        self.draw_frame(&mut canvas, (w, h), look);
        for (r, (row, cells)) in self.rows.iter().enumerate() {
            for (c, cell) in cells.iter().enumerate() {
                let corner = (LABEL + c * (w + 1) + 1, r * (h + 1) + 1);
                draw_cell(&mut canvas, corner, (w, h), cell, look);
                if is_named(look.selected, &self.columns[c], row) {
                    let y = corner.1 + h / 2;
                    canvas.set(corner.0, y, '[', look.palette.strong());
                    canvas.set(corner.0 + w - 1, y, ']', look.palette.strong());
                }
            }
        }
        for (at, line) in said.iter().enumerate() {
            for (x, symbol) in line.chars().enumerate() {
                canvas.set(LABEL + x, height + at, symbol, Style::new());
            }
        }
        canvas.into_lines()
    }

    /// The lines between the cells and the names beside them.
    fn draw_frame(&self, canvas: &mut Canvas, (w, h): (usize, usize), look: Look<'_>) {
        let (rows, columns) = (self.rows.len(), self.columns.len());
        let faint = look.palette.faint();
        for y in 0..=rows * (h + 1) {
            for x in 0..=columns * (w + 1) {
                let ends = |at: usize, last: usize| match at {
                    0 => 0,
                    _ if at == last => 2,
                    _ => 1,
                };
                let symbol = match (x % (w + 1), y % (h + 1)) {
                    (0, 0) => [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']]
                        [ends(y, rows * (h + 1))][ends(x, columns * (w + 1))],
                    (0, _) => '│',
                    (_, 0) => '─',
                    _ => continue,
                };
                canvas.set(LABEL + x, y, symbol, faint);
            }
        }
        for (r, (name, _)) in self.rows.iter().enumerate() {
            let y = r * (h + 1) + 1 + h / 2;
            for (x, symbol) in format!("{name:>3}").chars().enumerate() {
                canvas.set(x, y, symbol, faint);
            }
        }
        for (c, name) in self.columns.iter().enumerate() {
            let x = LABEL + c * (w + 1) + 1 + w / 2;
            for symbol in name.chars() {
                canvas.set(x, rows * (h + 1) + 1, symbol, faint);
            }
        }
    }
}

/// One cell. A piece that is one letter fills it with its player's colour.
fn draw_cell(
    canvas: &mut Canvas,
    (left, top): (usize, usize),
    (w, h): (usize, usize),
    cell: &str,
    look: Look<'_>,
) {
    let symbols: Vec<char> = cell.chars().collect();
    let middle = top + h / 2;
    if let [symbol] = symbols[..] {
        let Some(turn) = look.sides.of(symbol) else {
            let shown = if matches!(symbol, '-' | '.') { EMPTY } else { symbol };
            return canvas.set(left + w / 2, middle, shown, look.palette.faint());
        };
        let style = look.palette.side(turn);
        for y in top..top + h {
            for x in left + 1..left + w - 1 {
                canvas.set(x, y, ' ', style);
            }
        }
        return canvas.set(left + w / 2, middle, symbol, style);
    }
    let begin = left + w.saturating_sub(symbols.len()) / 2;
    for (i, symbol) in symbols.into_iter().enumerate() {
        let style = look.sides.of(symbol).map_or(Style::new(), |turn| look.palette.side(turn));
        canvas.set(begin + i, middle, symbol, style);
    }
}

/// A board as the game draws it, with better lines, and the pieces in their colours.
fn draw_text(board: &str, look: Look<'_>, room: Size) -> Vec<Line<'static>> {
    let end = words_begin(board);
    let drawing: Vec<&str> = board.lines().take(end).collect();
    let said: Vec<String> = board.lines().skip(end).map(str::to_owned).collect();
    let longest = drawing.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let said = words(&said, longest.max(room.width.into()));
    let text: Vec<Vec<char>> = drawing
        .iter()
        .copied()
        .chain(said.iter().map(String::as_str))
        .map(|line| line.chars().collect())
        .collect();
    let columns = board.lines().find_map(column_names).unwrap_or_default();
    let width = text.iter().map(Vec::len).max().unwrap_or(0) + 1;
    let mut canvas = Canvas::new(width, text.len());
    let (faint, strong) = (look.palette.faint(), look.palette.strong());
    for (y, line) in text.iter().enumerate() {
        for (x, &symbol) in line.iter().enumerate() {
            let (shown, style) = match symbol {
                _ if y >= end => (symbol, Style::new()),
                '-' => ('─', faint),
                '|' => ('│', faint),
                '.' => (EMPTY, strong),
                _ => (symbol, faint),
            };
            canvas.set(x, y, shown, style);
        }
    }
    for (y, line) in board.lines().enumerate().take(end.saturating_sub(1)) {
        let Some(row) = row_name(line) else { continue };
        for (x, column) in &columns {
            let Some(&symbol) = text[y].get(*x) else { continue };
            let side = look.sides.of(symbol);
            let (left, right) = (x.saturating_sub(1), x + 1);
            if let Some(turn) = side {
                let style = look.palette.side(turn);
                canvas.set(left, y, ' ', style);
                canvas.set(*x, y, symbol, style);
                canvas.set(right, y, ' ', style);
            }
            let is_point = side.is_some() || symbol == '.';
            if is_point && is_named(look.selected, &column.to_string(), row) {
                let style = side.map_or(strong, |turn| look.palette.side(turn));
                canvas.set(left, y, '[', style);
                canvas.set(right, y, ']', style);
            }
        }
    }
    canvas.into_lines()
}

/// The number that a row of a board begins with.
fn row_name(line: &str) -> Option<&str> {
    let name = line.split_whitespace().next()?;
    name.bytes().all(|byte| byte.is_ascii_digit()).then_some(name)
}

/// The letters a, b, c... with their places, if there is nothing else in the line.
fn column_names(line: &str) -> Option<Vec<(usize, char)>> {
    let names: Vec<_> = line.chars().enumerate().filter(|(_, c)| !c.is_whitespace()).collect();
    let letters = names.iter().zip('a'..='z').all(|((_, name), letter)| *name == letter);
    (letters && !names.is_empty() && names.len() <= 26).then_some(names)
}

/// Whether a move names the cell of a column and a row: `d6-d5xa1` names three.
fn is_named(chosen: &str, column: &str, row: &str) -> bool {
    let cell = format!("{column}{row}");
    chosen
        .match_indices(&cell)
        .any(|(at, _)| !chosen[at + cell.len()..].starts_with(|next: char| next.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::{Scene, Turn};

    fn sides(players: [&'static str; 2]) -> Sides {
        Sides::of_scene(&Scene { players, ..Scene::of_text("") })
    }

    fn drawn(board: &str, look: Look<'_>, width: u16, height: u16) -> Vec<String> {
        let lines = lines(board, look, Size::new(width, height));
        lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect()
    }

    #[test]
    fn cells_become_boxes_as_large_as_there_is_room() {
        let sides = sides(["X", "O"]);
        let palette = Palette { coloured: true };
        let look = Look { sides: &sides, palette, selected: "b1" };
        let board = " 2  x -\n 1  o -\n    a b\nleft: 3\n";
        let small = [
            "    ┌───┬───┐",
            "  2 │ x │ · │",
            "    ├───┼───┤",
            "  1 │ o │[·]│",
            "    └───┴───┘",
            "      a   b",
            "    left: 3",
        ];
        assert_eq!(drawn(board, look, 13, 7), small);
        assert_eq!(drawn(board, look, 0, 0), small, "what is too large is cut by the screen");
        assert_eq!(drawn(board, look, 80, 24)[0].chars().count(), LABEL + 2 * 12 + 1);
        assert_eq!(drawn(board, look, 80, 12)[0].chars().count(), LABEL + 2 * 8 + 1);
        let lines = lines(board, look, Size::new(80, 12));
        let style_of = |line: usize, symbol: &str| {
            lines[line].spans.iter().find(|span| span.content.contains(symbol)).unwrap().style
        };
        assert_eq!(style_of(2, "x"), palette.side(Turn::First));
        assert_eq!(style_of(6, "o"), palette.side(Turn::Second));
        assert_ne!(palette.side(Turn::First).bg, palette.side(Turn::Second).bg);
    }

    #[test]
    fn lines_of_the_game_are_kept() {
        let sides = sides(["White", "Black"]);
        let palette = Palette { coloured: false };
        let look = Look { sides: &sides, palette, selected: "a2-b2xb1" };
        let board = " 2  W---.\n    |   |\n 1  .---B\n    a   b\nWhite to move\n";
        let wanted = [" 2 [W]─[·]", "    │   │", " 1  ·──[B]", "    a   b", "White to move"];
        assert_eq!(drawn(board, look, 80, 24), wanted);
    }

    #[test]
    fn other_boards_are_shown_as_they_are() {
        let sides = sides(["First", "Second"]);
        let look = Look { sides: &sides, palette: Palette { coloured: true }, selected: "1" };
        assert_eq!(drawn("10 |||\n", look, 80, 24), ["10 │││"]);
        assert!(drawn("", look, 80, 24).is_empty());
    }

    #[test]
    fn cells_are_found_in_moves() {
        assert!(is_named("d6-d5xa1", "d", "6") && is_named("d6-d5xa1", "a", "1"));
        assert!(!is_named("a10", "a", "1") && is_named("a10-a1", "a", "1"));
        assert!(!is_named("2", "a", "2"));
    }
}
