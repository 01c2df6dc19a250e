//! Draws the state of a game: the board, the moves beside it (below it where the terminal is narrow),
//! what was played, and a line that says what is to be done.

use hindsight_core::{Kind, Outcome, Turn, Value};
use hindsight_players::Strength;
use ratatui::Frame;
use ratatui::layout::{Constraint, Rect, Size};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, List, ListItem, ListState, Paragraph, Wrap};

use super::board::{self, Look};
use super::keys::KEYS;
use super::moment::Made;
use super::palette::Palette;
use super::places::{Places, VALUE_ROWS, places};
use super::state::State;
use super::wrap::wrapped;

/// Smaller terminals cannot show a game.
const LEAST: Size = Size::new(24, 10);
/// The keys that most need to be known, and fewer where there is less room.
const REMINDERS: [&str; 4] = [
    "enter play  / find  h hints  v value  b best  u undo  r redo  n new  c computer  s strength  \
     i rules  ? help  q quit",
    "enter play  / find  h hints  v value  b best  u undo  i rules  ? help  q quit",
    "enter play  h hints  u undo  n new  i rules  ? help  q quit",
    "? help  q quit",
];
/// The same where the game is over.
const REMINDERS_AT_END: [&str; 2] =
    ["n new game  u undo  c side  s strength  ? help  q quit", "n new game  ? help  q quit"];

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, state: &State<'_>, palette: Palette) {
    let area = frame.area();
    if area.width < LEAST.width || area.height < LEAST.height {
        let text =
            format!("The terminal is too small: {} x {} is needed.", LEAST.width, LEAST.height);
        return frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
    }
    let said = status_lines(state, area.width.into(), palette);
    let places = places(state, area, said.len() as u16);
    draw_title(frame, places.title, state, palette);
    draw_board(frame, &places, state, palette);
    draw_moves(frame, places.moves, state, palette);
    if let Some(history) = places.history {
        draw_history(frame, history, state, palette);
    }
    draw_value(frame, places.value, state, palette);
    frame.render_widget(Paragraph::new(said), places.status);
    let fits = |text: &&str| text.chars().count() <= area.width.into();
    let reminders = match state.present().view.over {
        Some(_) => &REMINDERS_AT_END[..],
        None => &REMINDERS[..],
    };
    let reminder = reminders.iter().copied().find(fits).unwrap_or_default();
    frame.render_widget(Paragraph::new(reminder).style(palette.faint()), places.keys);
    if state.help() {
        draw_help(frame, area, palette);
    }
    if state.rules().is_open() {
        state.rules().draw(frame, area, palette);
    }
}

/// The longest of several texts that there is room for; the last of them where there is for none.
fn fitting<const N: usize>(texts: [String; N], width: usize) -> String {
    let last = texts.last().cloned().unwrap_or_default();
    texts.into_iter().find(|text| text.chars().count() <= width).unwrap_or(last)
}

fn draw_title(frame: &mut Frame<'_>, area: Rect, state: &State<'_>, palette: Palette) {
    let computer = match state.computer() {
        Some(_) if state.kind() == Kind::Puzzle => "the computer solves it".to_owned(),
        None if state.kind() == Kind::Puzzle => "a puzzle".to_owned(),
        Some(turn) => {
            let (who, strength) = (state.player(turn), state.strength());
            let short = who.split(" (").next().unwrap_or(&who);
            // By search no play is perfect.
            let how = match (state.present().answer.is_none(), strength) {
                (false, _) => strength.to_string(),
                (true, Strength::Perfect) => "at its best, by search".to_owned(),
                (true, _) => format!("{strength}, by search"),
            };
            let texts = [
                format!("the computer plays {who}, {how}"),
                format!("the computer plays {short}, {how}"),
                format!("computer: {short}, {strength}"),
            ];
            fitting(texts, usize::from(area.width).saturating_sub(state.name().chars().count() + 2))
        }
        None => "two people play".to_owned(),
    };
    let title = Line::from(vec![
        Span::styled(state.name(), palette.strong()),
        Span::styled(format!("  {computer}"), palette.faint()),
    ]);
    frame.render_widget(Paragraph::new(title), area);
}

fn draw_board(frame: &mut Frame<'_>, places: &Places, state: &State<'_>, palette: Palette) {
    let view = &state.present().view;
    let look = Look { sides: state.sides(), palette, selected: state.selected_move() };
    let area = places.board;
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
    frame.render_widget(position.wrap(Wrap { trim: false }), places.written);
}

fn draw_moves(frame: &mut Frame<'_>, area: Rect, state: &State<'_>, palette: Palette) {
    let listed = state.listed();
    let all = state.present().view.moves.len();
    let title = match state.search() {
        Some(name) => {
            let texts = [
                format!(" find: {name}_ ({} of {all}) ", listed.len()),
                format!(" {name}_ ({}) ", listed.len()),
            ];
            fitting(texts, usize::from(area.width).saturating_sub(2))
        }
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

/// How much is said of a move that was played. Who made it is said by a number, too, and what it was worth by
/// the list before it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    Move,
    Short,
    Worth,
    All,
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
    let row = |ply: usize, made: &Made, detail: Detail| {
        let by = if made.by == Turn::First { '1' } else { '2' };
        let mut spans = vec![
            Span::styled(format!("{:>3} ", ply + 1), palette.faint()),
            Span::styled(format!(" {by} "), palette.side(made.by)),
            Span::raw(format!(" {:longest$}", made.chosen)),
        ];
        let shows_worth = state.hints() && detail > Detail::Move;
        if let Some((worth, best)) = made.worth.filter(|_| shows_worth) {
            spans.push(Span::raw(if best { " * " } else { "   " }));
            let worth = worth_span(state.kind(), worth, palette);
            spans.push(match detail {
                Detail::Short => Span::styled(worth.content.replace(" in ", " "), worth.style),
                _ => worth,
            });
        }
        if made.by_computer && detail == Detail::All {
            spans.push(Span::styled(" computer", palette.faint()));
        }
        Line::from(spans)
    };
    // As much of each as all have room for.
    let width = usize::from(area.width.saturating_sub(2));
    let rows = |detail| shown.clone().map(|(ply, made)| row(ply, made, detail)).collect::<Vec<_>>();
    let fits = |rows: &Vec<Line<'_>>| rows.iter().all(|line| line.width() <= width);
    let details = [Detail::All, Detail::Worth, Detail::Short];
    let lines = details.into_iter().map(rows).find(fits).unwrap_or_else(|| rows(Detail::Move));
    let block = Block::bordered().title(title).border_style(palette.faint());
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

fn draw_value(frame: &mut Frame<'_>, area: Rect, state: &State<'_>, palette: Palette) {
    let Some(line) = state.line() else { return };
    let style = palette.value(Outcome::from(line.verdict).value());
    let value = format!("Value: {}", state.kind().in_words(line.verdict.into()));
    let answer = state.present().answer.as_ref();
    let mut text = value.clone();
    if let Some(grundy) = answer.and_then(|answer| answer.grundy) {
        text += &format!("; Grundy number: {grundy}");
    }
    if let Some(margin) = answer.and_then(|answer| answer.margin) {
        text += &format!("; margin: {margin:+}");
    }
    // As many plies as there is room for, and a sign that there are more.
    let width = area.width.into();
    let plies: Vec<_> = line.plies.iter().map(|ply| ply.chosen.as_str()).collect();
    let with = |count: usize| {
        let more = if count < plies.len() { " ..." } else { "" };
        match count {
            0 => text.clone(),
            _ => format!("{text}; best play: {}{more}", plies[..count].join(" ")),
        }
    };
    let fits = |count: &usize| wrapped(&with(*count), width).len() <= VALUE_ROWS;
    let count = (0..=plies.len()).rev().find(fits).unwrap_or(0);
    let lines =
        wrapped(&with(count), width).into_iter().map(|row| match row.strip_prefix(&value) {
            Some(rest) => {
                Line::from(vec![Span::styled(value.clone(), style), Span::raw(rest.to_owned())])
            }
            None => Line::raw(row),
        });
    frame.render_widget(Text::from_iter(lines), area);
}

/// What is to be done, and what there is to say about the last key: in one line where both fit.
fn status_lines(state: &State<'_>, width: usize, palette: Palette) -> Vec<Line<'static>> {
    let view = &state.present().view;
    // A patch of the player's colour stands before it.
    let patch = if view.over.is_none() { 4 } else { 0 };
    let mut lines: Vec<Line<'static>> = wrapped(&state.status(), width.saturating_sub(patch))
        .into_iter()
        .map(|row| {
            Line::from(vec![Span::raw(" ".repeat(patch)), Span::styled(row, palette.strong())])
        })
        .collect();
    if let (Some(first), true) = (lines.first_mut(), patch > 0) {
        let before = [Span::styled("   ", palette.side(view.turn)), Span::raw(" ")];
        first.spans.splice(0..1, before);
    }
    let Some(message) = state.message() else { return lines };
    match &mut lines[..] {
        [only] if only.width() + 2 + message.chars().count() <= width => {
            only.push_span(Span::raw(format!("  {message}")));
        }
        _ => lines.extend(wrapped(message, width).into_iter().map(Line::raw)),
    }
    lines
}

fn draw_help(frame: &mut Frame<'_>, area: Rect, palette: Palette) {
    const MARKS: &str = "W win, L lose, T tie, D draw, for who moves; * no other is better";
    let longest = KEYS.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    // Borders, a space before the keys, two behind them, and one at the end.
    let room = usize::from(area.width).saturating_sub(longest + 6);
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (key, does) in KEYS {
        for (at, row) in wrapped(does, room).into_iter().enumerate() {
            let key = if at == 0 { key } else { "" };
            let key = Span::styled(format!(" {key:longest$}  "), palette.strong());
            lines.push(Line::from(vec![key, Span::raw(row)]));
        }
    }
    lines.push(Line::default());
    let marks = wrapped(MARKS, usize::from(area.width).saturating_sub(4));
    lines.extend(marks.into_iter().map(|row| Line::styled(format!(" {row}"), palette.faint())));
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

    use hindsight_players::Strength;

    use super::*;
    use crate::play::opponent::Opponent;
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

    /// On a terminal of 60 columns the board is whole, whatever the game, and so is all that is said.
    #[test]
    fn nothing_is_cut_at_sixty_columns() {
        let data = tempfile::tempdir().unwrap();
        let area = Rect::new(0, 0, 60, 24);
        let mut cut = Vec::new();
        for about in hindsight_games::catalogue() {
            for variant in about.variants.iter().take(3) {
                let oracle = oracle(about.id, variant.id, data.path(), false);
                let computer = Opponent::new(None, Strength::Beginner);
                let mut state = State::new(&oracle, oracle.start(), computer).unwrap();
                for ply in 0..6 {
                    act(&mut state, &[Action::Hints, Action::Computer, Action::Computer]);
                    let view = &state.present().view;
                    let palette = Palette { coloured: true };
                    let said = status_lines(&state, 60, palette);
                    let places = places(&state, area, said.len() as u16);
                    let look = Look { sides: state.sides(), palette, selected: "" };
                    let lines = board::lines(&view.board, look, places.board.as_size());
                    let width = lines.iter().map(Line::width).max().unwrap_or(0);
                    let room = (usize::from(places.board.width), usize::from(places.board.height));
                    // A column of nothing may stand at the end.
                    if width > room.0 + 1 || lines.len() > room.1 {
                        let size = (width, lines.len());
                        cut.push(format!(
                            "{} {} {ply}: {size:?} in {room:?}",
                            about.id, variant.id
                        ));
                    }
                    let seen = text(&screen(&state, 60, 24, true));
                    let words = format!("{} {}", state.status(), state.message().unwrap_or(""));
                    let joined = seen.split_whitespace().collect::<Vec<_>>().join(" ");
                    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
                    assert!(joined.contains(&words), "{words} in {seen}");
                    assert!(seen.contains("quit"), "{seen}");
                    let tells_strength = state.kind() == Kind::Puzzle || seen.contains("beginner");
                    assert!(tells_strength || state.computer().is_none(), "{seen}");
                    act(&mut state, &[Action::Select(3), Action::Play]);
                }
            }
        }
        assert!(cut.is_empty(), "{cut:#?}");
    }

    #[test]
    fn what_was_played_is_whole_at_sixty_columns() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("chess", "KR-K", data.path(), true);
        let computer = Opponent::new(Some(Turn::Second), Strength::Beginner);
        let mut state = State::new(&oracle, oracle.start(), computer).unwrap();
        act(&mut state, &[Action::Hints, Action::Value, Action::Select(1), Action::Play]);
        let seen = text(&screen(&state, 60, 24, true));
        assert!(seen.contains("  a   b   c   d   e   f   g   h"), "{seen}");
        assert!(seen.contains("best play: "), "{seen}");
        for made in state.history() {
            let (worth, best) = made.worth.unwrap();
            let span = worth_span(state.kind(), worth, Palette { coloured: false });
            let mark = if best { "*" } else { " " };
            let row = format!("{} {mark} {}", made.chosen, span.content.replace(" in ", " "));
            assert!(seen.contains(&row), "{row} in {seen}");
        }
    }

    #[test]
    fn keys_and_rules_are_whole_at_sixty_columns() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("chess", "KQ-K", data.path(), false);
        let state = State::new(&oracle, oracle.start(), None).unwrap();
        let mut state = state.with_rules(hindsight_games::about("chess").unwrap().help.to_owned());
        act(&mut state, &[Action::Help]);
        assert_looks_like("keys_60", &text(&screen(&state, 60, 24, true)));
        act(&mut state, &[Action::Help, Action::Rules]);
        assert_looks_like("rules_60", &text(&screen(&state, 60, 24, true)));
        // Scrolling stops at the end, and goes back from there at once.
        act(&mut state, &[Action::Select(isize::MAX)]);
        let end = text(&screen(&state, 60, 24, true));
        assert_looks_like("rules_60_end", &end);
        act(&mut state, &[Action::Select(-1)]);
        assert_ne!(text(&screen(&state, 60, 24, true)), end);
        act(&mut state, &[Action::Quit]);
        assert!(!state.is_covered() && state.history().count() == 0);
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
