//! What is wrong with a text, and where.
//!
//! Written by hand: the crates that print such messages (ariadne, codespan-reporting, miette) bring colours,
//! several files and overlapping marks, and none of that is needed for one mark under one line.

use std::fmt;

/// The first thing that is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, counted from 1.
    pub line: usize,
    /// The column where the mark begins, counted in characters from 1.
    pub column: usize,
    /// How many characters are marked; at least one.
    pub length: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right, if that can be said.
    pub advice: Option<String>,
    /// The line itself, cut where it is very long.
    pub source: String,
}

/// Characters of a line that are shown.
const WIDEST: usize = 160;

impl Mistake {
    /// A mistake at a place of a text.
    pub(crate) fn new(text: &str, at: Place, message: impl Into<String>) -> Mistake {
        let source = text.lines().nth(at.line.saturating_sub(1)).unwrap_or("");
        let source = source.chars().take(WIDEST).map(|c| if c.is_control() { ' ' } else { c });
        Mistake {
            line: at.line,
            column: at.column,
            length: at.length.max(1),
            message: message.into(),
            advice: None,
            source: source.collect(),
        }
    }

    /// The same with advice.
    #[must_use]
    pub(crate) fn advise(self, advice: impl Into<String>) -> Mistake {
        Mistake { advice: Some(advice.into()), ..self }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mistake { line, column, length, message, advice, source } = self;
        writeln!(f, "line {line}, column {column}: {message}")?;
        let margin = line.to_string().len();
        writeln!(f, "{:margin$} |", "")?;
        writeln!(f, "{line} | {source}")?;
        let before = (column - 1).min(WIDEST);
        let marked = (*length).min(WIDEST.saturating_sub(before)).max(1);
        write!(f, "{:margin$} | {:before$}{}", "", "", "^".repeat(marked))?;
        if let Some(advice) = advice {
            write!(f, "\n{:margin$} = {advice}", "")?;
        }
        Ok(())
    }
}

impl std::error::Error for Mistake {}

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// How many characters.
    pub length: usize,
}

/// The word among some that is most like another, if one is: at most two letters differ, and
/// half of them at most.
pub(crate) fn likely<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = known.into_iter().map(|known| (distance(word, known), known));
    let (differ, known) = near.min_by_key(|(differ, _)| *differ)?;
    (differ <= 2 && 2 * differ <= known.chars().count()).then_some(known)
}

/// How many letters must be put in, left out or replaced to make one word of another (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().take(40).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (above, letter) in one.chars().take(40).enumerate() {
        let mut diagonal = row[0];
        row[0] = above + 1;
        for (place, known) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *known);
            diagonal = row[place + 1];
            row[place + 1] = replaced.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_marks_its_place() {
        let at = Place { line: 2, column: 6, length: 5 };
        let mistake = Mistake::new("game \"A\"\nturn steep x\n", at, "'steep' is no action");
        let text = mistake.advise("did you mean 'step'?").to_string();
        assert_eq!(
            text,
            "line 2, column 6: 'steep' is no action\n  |\n2 | turn steep x\n  |      ^^^^^\n  = did you mean 'step'?"
        );
    }

    #[test]
    fn likely_words_are_near() {
        assert_eq!(likely("steep", ["place", "step", "slide"]), Some("step"));
        assert_eq!(likely("frobnicate", ["place", "step"]), None);
        assert_eq!(likely("x", ["o"]), None);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
