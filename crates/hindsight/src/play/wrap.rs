//! Breaking texts into lines that a terminal has room for.

/// The words of a text in lines of at most so many columns. What is one word and longer is broken anywhere.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        match lines.last_mut() {
            Some(line) if length + 1 + letters.len() <= width => {
                line.push(' ');
                line.push_str(word);
                length += 1 + letters.len();
            }
            _ => {
                lines.extend(letters.chunks(width).map(|part| part.iter().collect::<String>()));
                length = lines.last().map_or(0, |line| line.chars().count());
            }
        }
    }
    lines
}

/// A row of a table that is too long: what comes first, and the words of its last column.
struct Row {
    begin: String,
    words: String,
}

impl Row {
    /// The last column begins behind the last gap of the first half, or else behind the indent.
    fn read(line: &str, width: usize) -> Row {
        let letters: Vec<char> = line.chars().collect();
        let is_word =
            |at: usize| letters[at] != ' ' && at >= 2 && letters[at - 2..at] == [' ', ' '];
        let column = (0..=width / 2).rev().find(|&at| at < letters.len() && is_word(at));
        let (begin, words) = letters.split_at(column.unwrap_or(0));
        Row { begin: begin.iter().collect(), words: words.iter().collect() }
    }

    fn column(&self) -> usize {
        self.begin.chars().count()
    }

    fn lines(&self, width: usize) -> impl Iterator<Item = String> {
        let lines = wrapped(&self.words, width.saturating_sub(self.column()));
        lines.into_iter().enumerate().map(|(at, line)| match at {
            0 => format!("{}{line}", self.begin),
            _ => format!("{}{line}", " ".repeat(self.column())),
        })
    }
}

/// A text of several paragraphs. Lines that are indented are drawings or tables and stay apart; the others
/// are joined to paragraphs first, whatever width they were written for.
pub fn paragraphs(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut prose = String::new();
    let mut row: Option<Row> = None;
    // An empty line closes what is open at the end, and is taken away again.
    for line in text.lines().chain([""]) {
        let indent = line.chars().take_while(|letter| *letter == ' ').count();
        let is_drawn = indent >= 2 && !line.trim().is_empty();
        if let Some(open) = row.as_mut().filter(|open| is_drawn && indent == open.column()) {
            open.words = format!("{} {}", open.words, line.trim());
            continue;
        }
        lines.extend(row.take().into_iter().flat_map(|row| row.lines(width).collect::<Vec<_>>()));
        // A line of a list begins on its own.
        if is_drawn || line.trim().is_empty() || line.starts_with("- ") {
            lines.extend(wrapped(&std::mem::take(&mut prose), width));
        }
        if !is_drawn && !line.trim().is_empty() {
            prose = format!("{prose} {}", line.trim());
        } else if line.chars().count() <= width {
            lines.push(line.trim_end().to_owned());
        } else {
            row = Some(Row::read(line, width));
        }
    }
    lines.pop();
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_kept_whole_where_they_fit() {
        assert_eq!(wrapped("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("a abcdefgh", 4), ["a", "abcd", "efgh"]);
        assert_eq!(wrapped("größer als", 6), ["größer", "als"]);
        assert!(wrapped(" \n ", 5).is_empty());
        assert_eq!(wrapped("ab", 0), ["a", "b"]);
    }

    #[test]
    fn paragraphs_are_joined_and_drawings_are_not() {
        let text = "The rules\nare these.\n\nBoards:\n  x-o\n  ---\n- one\n- two\n";
        assert_eq!(
            paragraphs(text, 40),
            ["The rules are these.", "", "Boards:", "  x-o", "  ---", "- one", "- two"]
        );
        let table = "  K king  one square any\n          way\n  Q queen any\n\n  x  o\n     -\nend";
        assert_eq!(
            paragraphs(table, 20),
            [
                "  K king  one square",
                "          any way",
                "  Q queen any",
                "",
                "  x  o",
                "     -",
                "end"
            ]
        );
    }

    #[test]
    fn no_line_is_longer_than_there_is_room() {
        for about in hindsight_games::catalogue() {
            for width in [1, 2, 9, 22, 58, 80] {
                let lines = paragraphs(about.help, width);
                let longest = lines.iter().map(|line| line.chars().count()).max();
                assert!(longest.unwrap_or(0) <= width, "{} at {width}: {lines:#?}", about.id);
                let letters = |text: &str| text.split_whitespace().collect::<String>();
                assert_eq!(letters(&lines.concat()), letters(about.help), "{}", about.id);
            }
        }
    }
}
