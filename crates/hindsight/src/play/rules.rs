//! The rules of the game as a sheet over the board, which can be scrolled.

use std::cell::Cell;

use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::palette::Palette;
use super::wrap::paragraphs;

/// Longer lines are hard to read.
const WIDEST: u16 = 84;

/// The rules, and how much of them was scrolled past.
#[derive(Clone, Debug, Default)]
pub struct RulesSheet {
    text: String,
    is_open: bool,
    /// The first line that is shown. How many lines there are depends on the width, so that drawing brings
    /// it back to the last page.
    top: Cell<usize>,
}

impl RulesSheet {
    pub fn new(text: String) -> RulesSheet {
        RulesSheet { text, ..RulesSheet::default() }
    }

    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Opens it where it was left.
    pub fn open(&mut self) {
        self.is_open = true;
    }

    pub fn close(&mut self) {
        self.is_open = false;
    }

    pub fn scroll(&mut self, by: isize) {
        self.top.set(self.top.get().saturating_add_signed(by));
    }

    pub fn draw(&self, frame: &mut Frame<'_>, area: Rect, palette: Palette) {
        let width = area.width.min(WIDEST);
        // A border and a space on both sides, a border above and below.
        let lines = paragraphs(&self.text, usize::from(width.saturating_sub(4)));
        let room = usize::from(area.height.saturating_sub(2)).max(1);
        let top = self.top.get().min(lines.len().saturating_sub(room));
        self.top.set(top);
        let inside = area.centered(Constraint::Length(width), Constraint::Length(area.height));
        let end = (top + room).min(lines.len());
        let place = match lines.len() > room {
            true => format!(" {}-{end} of {}: up, down; other keys close ", top + 1, lines.len()),
            false => " any key closes ".to_owned(),
        };
        let block = Block::bordered()
            .title(" Rules ")
            .title_bottom(Line::styled(place, palette.faint()))
            .padding(ratatui::widgets::Padding::horizontal(1));
        let shown: Text<'_> = lines[top..end].iter().map(|line| Line::raw(line.as_str())).collect();
        frame.render_widget(Clear, inside);
        frame.render_widget(Paragraph::new(shown).block(block), inside);
    }
}
