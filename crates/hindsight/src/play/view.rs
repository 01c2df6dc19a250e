//! Draws the state of a game: the board, the moves beside it (below it where the terminal is narrow),
//! what was played, and a line that says what is to be done.

use hindsight_core::{Kind, Outcome, Turn, Value};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect, Size};
use ratatui::style::Style;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, List, ListItem, ListState, Paragraph, Wrap};

use super::board::{self, Look};
use super::keys::KEYS;
use super::palette::Palette;
use super::state::{Made, State};

/// Smaller terminals cannot show a game.
const LEAST: Size = Size::new(24, 10);
/// The columns of the moves, and the columns from which on they stand beside the board.
const MOVES: u16 = 34;
const WIDE: u16 = 64;
/// The keys that most need to be known, and fewer where there is less room.
const REMINDERS: [&str; 4] = [
    "enter play  / find  h hints  v value  b best  u undo  r redo  n new  c computer  ? help  q quit",
    "/ find  h hints  v value  b best  u undo  r redo  n new  c side  ? help  q quit",
    "enter play  h hints  u undo  c computer  ? help  q quit",
    "? help  q quit",
];

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, state: &State<'_>, palette: Palette) {
    let area = frame.area();
    if area.width < LEAST.width || area.height < LEAST.height {
        let text =
            format!("The terminal is too small: {} x {} is needed.", LEAST.width, LEAST.height);
        return frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
    }
    let value_rows = if state.line().is_some() { 2 } else { 0 };
    let [title, middle, value, status, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(4),
        Constraint::Length(value_rows),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    draw_title(frame, title, state, palette);
    if area.width >= WIDE {
        let [left, right] =
            Layout::horizontal([Constraint::Min(20), Constraint::Length(MOVES)]).areas(middle);
        let [moves, history] =
            Layout::vertical([Constraint::Fill(3), Constraint::Fill(2)]).areas(right);
        draw_board(frame, left, state, palette);
        draw_moves(frame, moves, state, palette);
        draw_history(frame, history, state, palette);
    } else {
        let [above, below] =
            Layout::vertical([Constraint::Fill(3), Constraint::Fill(2)]).areas(middle);
        draw_board(frame, above, state, palette);
        draw_moves(frame, below, state, palette);
    }
    draw_value(frame, value, state, palette);
    draw_status(frame, status, state, palette);
    let fits = |text: &&str| text.chars().count() <= area.width.into();
    let reminder = REMINDERS.into_iter().find(fits).unwrap_or_default();
    frame.render_widget(Paragraph::new(reminder).style(palette.faint()), keys);
    if state.help() {
        draw_help(frame, area, palette);
    }
}

fn draw_title(frame: &mut Frame<'_>, area: Rect, state: &State<'_>, palette: Palette) {
    let computer = match state.computer() {
        Some(_) if state.kind() == Kind::Puzzle => "the computer solves it".to_owned(),
        None if state.kind() == Kind::Puzzle => "a puzzle".to_owned(),
        Some(turn) => {
            let how = if state.present().answer.is_none() { ", by search" } else { "" };
            format!("the computer plays {}{how}", state.player(turn))
        }
        None => "two people play".to_owned(),
    };
    let title = Line::from(vec![
        Span::styled(state.name(), palette.strong()),
        Span::styled(format!("  {computer}"), palette.faint()),
    ]);
    frame.render_widget(Paragraph::new(title), area);
}

fn draw_board(frame: &mut Frame<'_>, area: Rect, state: &State<'_>, palette: Palette) {
    let view = &state.present().view;
    let look = Look { sides: state.sides(), palette, selected: state.selected_move() };
    // The last rows are for the position as it is written.
    let rows = view.position.chars().count().div_ceil(area.width.max(1).into()) as u16;
    let [area, written] =
        Layout::vertical([Constraint::Min(1), Constraint::Length(rows)]).areas(area);
    let lines = board::lines(&view.board, look, area.as_size());
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16;
    let height = lines.len() as u16;
    let inside = Rect {
        x: area.x + area.width.saturating_sub(width) / 2,
        y: area.y + area.height.saturating_sub(height) / 2,
        width: width.min(area.width),
        height: height.min(area.height),
    };
    frame.render_widget(Text::from(lines), inside);
    let position = Paragraph::new(view.position.as_str()).style(palette.faint());
    frame.render_widget(position.wrap(Wrap { trim: false }), written);
}

fn draw_moves(frame: &mut Frame<'_>, area: Rect, state: &State<'_>, palette: Palette) {
    let listed = state.listed();
    let all = state.present().view.moves.len();
    let title = match state.search() {
        Some(name) => format!(" find: {name}_ ({} of {all}) ", listed.len()),
        None => format!(" Moves ({all}) "),
    };
    let longest = listed.iter().map(|m| m.chosen.chars().count()).max().unwrap_or(0);
    let items = listed.iter().map(|m| {
        let mut spans = vec![Span::raw(format!("{:longest$}", m.chosen))];
        if let Some((worth, best)) = m.worth {
            spans.push(Span::raw(if best { " * " } else { "   " }));
            spans.push(worth_span(state.kind(), worth, palette));
        }
        ListItem::new(Line::from(spans))
    });
    let list = List::new(items)
        .block(Block::bordered().title(title).border_style(palette.faint()))
        .highlight_symbol("> ")
        .highlight_style(palette.selected());
    let selected = (!listed.is_empty()).then_some(state.selected());
    let mut place = ListState::default().with_selected(selected);
    frame.render_stateful_widget(list, area, &mut place);
}

/// What a move is worth: a letter, its colour, and the remoteness; of a puzzle words.
fn worth_span(kind: Kind, worth: Outcome, palette: Palette) -> Span<'static> {
    if kind == Kind::Puzzle {
        return Span::styled(kind.in_words(worth), palette.value(worth.value()));
    }
    let letter = match worth.value() {
        Value::Win => 'W',
        Value::Lose => 'L',
        Value::Tie => 'T',
        Value::Draw => 'D',
    };
    let style = palette.value(worth.value());
    match worth.remoteness() {
        Some(remoteness) => Span::styled(format!("{letter} in {remoteness}"), style),
        None => Span::styled(letter.to_string(), style),
    }
}

fn draw_history(frame: &mut Frame<'_>, area: Rect, state: &State<'_>, palette: Palette) {
    let title = match state.taken_back() {
        0 => " Played ".to_owned(),
        taken_back => format!(" Played ({taken_back} taken back) "),
    };
    let made: Vec<&Made> = state.history().collect();
    let longest = made.iter().map(|m| m.chosen.chars().count()).max().unwrap_or(0);
    let rows = usize::from(area.height.saturating_sub(2));
    let shown = made.iter().enumerate().skip(made.len().saturating_sub(rows));
    let lines: Vec<Line<'_>> = shown
        .map(|(ply, made)| {
            let by = if made.by == Turn::First { '1' } else { '2' };
            let who = if made.by_computer { "computer" } else { "" };
            let mut spans = vec![
                Span::styled(format!("{:>3} ", ply + 1), palette.faint()),
                Span::styled(format!(" {by} "), palette.side(made.by)),
                Span::raw(format!(" {:longest$}", made.chosen)),
            ];
            if let Some((worth, best)) = made.worth.filter(|_| state.hints()) {
                spans.push(Span::raw(if best { " * " } else { "   " }));
                spans.push(worth_span(state.kind(), worth, palette));
            }
            spans.push(Span::styled(format!(" {who}"), palette.faint()));
            Line::from(spans)
        })
        .collect();
    let block = Block::bordered().title(title).border_style(palette.faint());
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

fn draw_value(frame: &mut Frame<'_>, area: Rect, state: &State<'_>, palette: Palette) {
    let Some(line) = state.line() else { return };
    let moves: Vec<_> = line.plies.iter().map(|ply| ply.chosen.as_str()).collect();
    let style = palette.value(Outcome::from(line.verdict).value());
    let value = state.kind().in_words(line.verdict.into());
    let mut spans = vec![Span::styled(format!("Value: {value}"), style)];
    let answer = state.present().answer.as_ref();
    if let Some(grundy) = answer.and_then(|answer| answer.grundy) {
        spans.push(Span::raw(format!("  Grundy number: {grundy}")));
    }
    if let Some(margin) = answer.and_then(|answer| answer.margin) {
        spans.push(Span::raw(format!("  margin: {margin:+}")));
    }
    if !moves.is_empty() {
        spans.push(Span::raw(format!("  best play: {}", moves.join(" "))));
    }
    frame.render_widget(Paragraph::new(Line::from(spans)).wrap(Wrap { trim: true }), area);
}

fn draw_status(frame: &mut Frame<'_>, area: Rect, state: &State<'_>, palette: Palette) {
    let view = &state.present().view;
    let mut spans = Vec::new();
    if view.over.is_none() {
        spans.push(Span::styled("   ", palette.side(view.turn)));
        spans.push(Span::raw(" "));
    }
    spans.push(Span::styled(state.status(), palette.strong()));
    if let Some(message) = state.message() {
        spans.push(Span::styled(format!("  {message}"), Style::new()));
    }
    frame.render_widget(Paragraph::new(Line::from(spans)), area);
}

fn draw_help(frame: &mut Frame<'_>, area: Rect, palette: Palette) {
    let longest = KEYS.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    let rows = KEYS.iter().map(|(key, does)| {
        Line::from(vec![
            Span::styled(format!(" {key:longest$}  "), palette.strong()),
            Span::raw(*does),
        ])
    });
    let mut lines: Vec<Line<'_>> = rows.collect();
    lines.push(Line::default());
    lines.push(Line::styled(
        " W win, L lose, T tie, D draw, for who moves; * no other is better",
        palette.faint(),
    ));
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 3;
    let height = lines.len() as u16 + 2;
    let inside = area.centered(
        Constraint::Length(width.min(area.width)),
        Constraint::Length(height.min(area.height)),
    );
    frame.render_widget(Clear, inside);
    let block = Block::bordered().title(" Keys ");
    frame.render_widget(Paragraph::new(lines).block(block), inside);
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::buffer::Buffer;

    use super::*;
    use crate::play::state::Action;
    use crate::play::state::tests::{act, oracle, play};

    fn screen(state: &State<'_>, width: u16, height: u16, coloured: bool) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, state, Palette { coloured })).unwrap();
        terminal.backend().buffer().clone()
    }

    fn text(buffer: &Buffer) -> String {
        let width = usize::from(buffer.area.width);
        let rows = buffer.content.chunks(width);
        rows.map(|row| {
            let row: String = row.iter().map(|cell| cell.symbol()).collect();
            row.trim_end().to_owned() + "\n"
        })
        .collect()
    }

    /// Compares with a file of `snapshots`; `UPDATE_SNAPSHOTS=1` writes it anew.
    fn assert_looks_like(name: &str, seen: &str) {
        let path = format!("{}/src/play/snapshots/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(&path, seen).unwrap();
        }
        let wanted = std::fs::read_to_string(&path).unwrap();
        assert!(seen == wanted, "{name}: wanted\n{wanted}\nbut saw\n{seen}");
    }

    #[test]
    fn tictactoe_with_and_without_hints() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("tictactoe", "3x3", data.path(), true);
        let mut state = State::new(&oracle, oracle.start(), Some(Turn::Second)).unwrap();
        play(&mut state, "b2");
        let hidden = screen(&state, 80, 24, true);
        assert_looks_like("tictactoe", &text(&hidden));
        assert!(!text(&hidden).contains(" in "), "no values before they are asked for");
        act(&mut state, &[Action::Hints, Action::Value, Action::Select(1)]);
        let shown = screen(&state, 80, 24, true);
        assert_looks_like("tictactoe_hints", &text(&shown));
        // The marks have the colours of their players, and without colours there are none.
        let colours = |buffer: &Buffer, letter: &str| -> Vec<_> {
            let cells = buffer.content.iter().filter(|cell| cell.symbol() == letter);
            cells.map(|cell| cell.bg).collect()
        };
        let blue = Palette { coloured: true }.side(Turn::First).bg.unwrap();
        let orange = Palette { coloured: true }.side(Turn::Second).bg.unwrap();
        assert!(colours(&shown, "x").contains(&blue) && colours(&shown, "o").contains(&orange));
        let plain = screen(&state, 80, 24, false);
        assert_eq!(text(&plain), text(&shown));
        let reset = ratatui::style::Color::Reset;
        assert!(plain.content.iter().all(|cell| cell.fg == reset && cell.bg == reset));
        act(&mut state, &[Action::Help]);
        assert_looks_like("tictactoe_help", &text(&screen(&state, 80, 24, true)));
    }

    #[test]
    fn morris_keeps_its_lines() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("morris", "nine", data.path(), false);
        let mut state = State::new(&oracle, oracle.start(), None).unwrap();
        for chosen in ["d6", "a1", "f4", "b4"] {
            play(&mut state, chosen);
        }
        act(&mut state, &[Action::Hints, Action::Type('d'), Action::Type('3')]);
        assert_looks_like("morris", &text(&screen(&state, 80, 24, true)));
    }

    #[test]
    fn every_size_can_be_drawn() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("quixo", "3x3", data.path(), true);
        let mut state = State::new(&oracle, oracle.start(), None).unwrap();
        act(&mut state, &[Action::Hints, Action::Value, Action::PlayBest]);
        for help in [false, true] {
            for (width, height) in
                [(1, 1), (10, 5), (24, 10), (40, 12), (63, 20), (64, 10), (300, 90)]
            {
                let seen = text(&screen(&state, width, height, true));
                let enough = width >= LEAST.width && height >= LEAST.height;
                assert_eq!(seen.contains("Moves") || help, enough || help, "{seen}");
            }
            act(&mut state, &[Action::Help]);
        }
        assert_looks_like("quixo_narrow", &text(&screen(&state, 40, 24, true)));
    }

    #[test]
    fn every_game_can_be_drawn() {
        let data = tempfile::tempdir().unwrap();
        for about in hindsight_games::catalogue() {
            let oracle = oracle(about.id, about.variants[0].id, data.path(), false);
            let mut state = State::new(&oracle, oracle.start(), None).unwrap();
            for _ in 0..6 {
                let seen = text(&screen(&state, 80, 40, true));
                let view = &state.present().view;
                // What is too long for a row goes on in the next.
                let position: Vec<char> = view.position.chars().collect();
                let [begin, end] = [
                    &position[..position.len().min(30)],
                    &position[position.len().saturating_sub(3)..],
                ];
                let shown = |part: &[char]| seen.contains(&part.iter().collect::<String>());
                assert!(shown(begin) && shown(end), "{} in {seen}", view.position);
                // Whatever else the game writes below its board is there too.
                let last = view.board.lines().last().unwrap_or_default();
                if last.contains("to move") {
                    let words: Vec<_> = last.split_whitespace().take(6).collect();
                    assert!(seen.contains(&words.join(" ")), "{seen}");
                }
                act(&mut state, &[Action::Select(3), Action::Play]);
            }
        }
    }
}
