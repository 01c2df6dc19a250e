//! What keys ask for.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::state::Action;

/// The keys and what they do, for the help.
pub const KEYS: [(&str, &str); 14] = [
    ("up, down", "select a move"),
    ("enter", "play the selected move"),
    ("/ or a digit", "find a move by its name, escape ends it"),
    ("h", "show or hide what moves are worth"),
    ("v", "show or hide the value and a line of best play"),
    ("b", "play a best move"),
    ("u, r", "undo, redo"),
    ("n", "new game"),
    ("c", "change the side that the computer plays"),
    ("s", "change how strong the computer is"),
    ("i", "the rules of the game"),
    ("?", "this list"),
    ("q", "quit"),
    ("ctrl-c", "quit, whatever else is going on"),
];

/// Lines that a page of the list has.
const PAGE: isize = 10;

/// What a key asks for, if anything. While a name is typed, letters belong to it. Otherwise letters
/// are commands, and what is no command begins a name: a digit, or a capital letter.
pub fn action(key: KeyEvent, searching: bool) -> Option<Action> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        let stop = key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c');
        return stop.then_some(Action::Stop);
    }
    Some(match key.code {
        KeyCode::Up => Action::Select(-1),
        KeyCode::Down => Action::Select(1),
        KeyCode::PageUp => Action::Select(-PAGE),
        KeyCode::PageDown => Action::Select(PAGE),
        KeyCode::Home => Action::Select(isize::MIN),
        KeyCode::End => Action::Select(isize::MAX),
        KeyCode::Enter => Action::Play,
        KeyCode::Esc => Action::Leave,
        KeyCode::Backspace if searching => Action::Erase,
        KeyCode::Char(letter) if searching => Action::Type(letter),
        KeyCode::Char('k') => Action::Select(-1),
        KeyCode::Char('j') => Action::Select(1),
        KeyCode::Char(' ') => Action::Play,
        KeyCode::Char('h') => Action::Hints,
        KeyCode::Char('v') => Action::Value,
        KeyCode::Char('b') => Action::PlayBest,
        KeyCode::Char('u') => Action::Undo,
        KeyCode::Char('r') => Action::Redo,
        KeyCode::Char('n') => Action::New,
        KeyCode::Char('c') => Action::Computer,
        KeyCode::Char('s') => Action::Strength,
        KeyCode::Char('i') => Action::Rules,
        KeyCode::Char('?') => Action::Help,
        KeyCode::Char('q') => Action::Quit,
        KeyCode::Char('/') => Action::Search,
        KeyCode::Char(letter) if letter.is_ascii_digit() || letter.is_uppercase() => {
            Action::Type(letter)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(code: KeyCode) -> KeyEvent {
        KeyEvent::new(code, KeyModifiers::NONE)
    }

    #[test]
    fn letters_are_commands_until_a_name_is_typed() {
        for (letter, command) in [
            ('h', Action::Hints),
            ('u', Action::Undo),
            ('r', Action::Redo),
            ('n', Action::New),
            ('c', Action::Computer),
            ('s', Action::Strength),
            ('i', Action::Rules),
            ('b', Action::PlayBest),
            ('v', Action::Value),
            ('?', Action::Help),
            ('q', Action::Quit),
        ] {
            assert_eq!(action(press(KeyCode::Char(letter)), false), Some(command));
            let typed = action(press(KeyCode::Char(letter)), true);
            assert_eq!(typed, Some(Action::Type(letter)));
        }
        assert_eq!(action(press(KeyCode::Char('2')), false), Some(Action::Type('2')));
        assert_eq!(action(press(KeyCode::Char('B')), false), Some(Action::Type('B')));
        assert_eq!(action(press(KeyCode::Char('/')), false), Some(Action::Search));
        assert_eq!(action(press(KeyCode::Char('z')), false), None);
        assert_eq!(action(press(KeyCode::Backspace), false), None);
    }

    #[test]
    fn control_c_always_stops_and_releases_do_nothing() {
        let stop = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(action(stop, true), Some(Action::Stop));
        assert_eq!(action(stop, false), Some(Action::Stop));
        let other = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::CONTROL);
        assert_eq!(action(other, false), None);
        let release = KeyEvent { kind: KeyEventKind::Release, ..press(KeyCode::Enter) };
        assert_eq!(action(release, false), None);
    }
}
