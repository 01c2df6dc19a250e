//! Colours. Blue and orange, which all eyes tell apart; and never colour alone, since whatever is
//! coloured has a letter too.

use hindsight_core::{Turn, Value};
use ratatui::style::{Color, Modifier, Style};

const BLUE: Color = Color::Indexed(33);
const ORANGE: Color = Color::Indexed(208);
const PURPLE: Color = Color::Indexed(177);
const BLACK: Color = Color::Indexed(16);
const WHITE: Color = Color::Indexed(231);
const GREY: Color = Color::Indexed(245);

/// What things look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Whether there are colours, or only weights.
    pub coloured: bool,
}

impl Palette {
    /// Colours, unless the environment has a `NO_COLOR` that is not empty.
    pub fn of_environment() -> Palette {
        Palette { coloured: std::env::var_os("NO_COLOR").is_none_or(|text| text.is_empty()) }
    }

    /// A player's pieces.
    pub fn side(self, turn: Turn) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match turn {
            Turn::First if self.coloured => bold.fg(WHITE).bg(BLUE),
            Turn::Second if self.coloured => bold.fg(BLACK).bg(ORANGE),
            Turn::First => bold.add_modifier(Modifier::REVERSED),
            Turn::Second => bold.add_modifier(Modifier::UNDERLINED),
        }
    }

    /// A value.
    pub fn value(self, value: Value) -> Style {
        let colour = match value {
            Value::Win => BLUE,
            Value::Lose => ORANGE,
            Value::Tie => Color::Reset,
            Value::Draw => PURPLE,
        };
        if self.coloured { Style::new().fg(colour) } else { Style::new() }
    }

    /// What matters less: lines, empty cells, names of rows and columns.
    pub fn faint(self) -> Style {
        if self.coloured { Style::new().fg(GREY) } else { Style::new().add_modifier(Modifier::DIM) }
    }

    /// What matters more: titles, the marks of the selected move.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The selected move in the list.
    pub fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}
