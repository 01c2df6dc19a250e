//! Words, numbers and signs of a text, statement by statement.
//!
//! A statement begins in the first column. Lines that begin with blanks belong to the statement above: as
//! more words, or as a picture, whichever the statement is about. A `#` and what follows it is a comment.

use crate::mistake::{Mistake, Place};

/// The longest text that is read, in bytes. The longest of the library has two thousand.
pub(crate) const LONGEST_TEXT: usize = 64 << 10;
/// The largest number that may be written.
pub(crate) const LARGEST_NUMBER: u32 = 999;

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Letters, `'` and `_`, as they stand.
    Word(String),
    /// Digits.
    Number(u32),
    /// Between quotation marks.
    Quoted(String),
    /// Anything else.
    Sign(char),
}

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) what: What,
    pub(crate) at: Place,
}

/// A line of a picture, without its comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// A statement: its first line, and the indented ones below.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) first: Vec<Token>,
    pub(crate) below: Vec<Row>,
}

impl Statement {
    /// All tokens, those of the lines below included.
    pub(crate) fn tokens(&self, text: &str) -> Result<Vec<Token>, Mistake> {
        let mut tokens = self.first.clone();
        for row in &self.below {
            lex(text, row.line, &row.text, &mut tokens)?;
        }
        Ok(tokens)
    }
}

/// Cuts a text into statements.
pub(crate) fn statements(text: &str) -> Result<Vec<Statement>, Mistake> {
    if text.len() > LONGEST_TEXT {
        let at = Place { line: 1, column: 1, length: 1 };
        let message = format!("the text has {} bytes; rules are shorter", text.len());
        return Err(Mistake::new(text, at, message).advise(format!("at most {LONGEST_TEXT} bytes")));
    }
    let mut statements: Vec<Statement> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = without_comment(line);
        if line.trim().is_empty() {
            continue;
        }
        if line.starts_with([' ', '\t']) {
            let Some(last) = statements.last_mut() else {
                let at = Place { line: number, column: 1, length: 1 };
                let mistake = Mistake::new(text, at, "this line belongs to nothing above it");
                return Err(
                    mistake.advise("statements begin in the first column: game, board, ...")
                );
            };
            last.below.push(Row { line: number, text: line.trim_end().to_owned() });
        } else {
            let mut first = Vec::new();
            lex(text, number, line, &mut first)?;
            statements.push(Statement { first, below: Vec::new() });
        }
    }
    Ok(statements)
}

fn without_comment(line: &str) -> &str {
    // A quoted name may have a # in it.
    let mut quoted = false;
    for (at, sign) in line.char_indices() {
        match sign {
            '"' => quoted = !quoted,
            '#' if !quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

/// Adds the tokens of a line.
fn lex(text: &str, line: usize, row: &str, tokens: &mut Vec<Token>) -> Result<(), Mistake> {
    let signs: Vec<char> = row.chars().collect();
    let mut at = 0;
    while let Some(&sign) = signs.get(at) {
        let begin = at;
        let run = |keep: fn(char) -> bool| signs[begin..].iter().take_while(|c| keep(**c)).count();
        let what = if sign.is_whitespace() {
            at += 1;
            continue;
        } else if sign.is_alphabetic() || sign == '_' {
            at += run(|c| c.is_alphabetic() || c == '_' || c == '\'');
            What::Word(signs[begin..at].iter().collect())
        } else if sign.is_ascii_digit() {
            at += run(|c| c.is_ascii_digit());
            let digits: String = signs[begin..at].iter().collect();
            let number = digits.parse().ok().filter(|number| *number <= LARGEST_NUMBER);
            What::Number(number.ok_or_else(|| {
                let place = Place { line, column: begin + 1, length: at - begin };
                let mistake = Mistake::new(text, place, "this number is too large");
                mistake.advise(format!("no number in a game is above {LARGEST_NUMBER}"))
            })?)
        } else if sign == '"' {
            let length = signs[begin + 1..].iter().take_while(|c| **c != '"').count();
            if begin + 1 + length == signs.len() {
                let place = Place { line, column: begin + 1, length: length + 1 };
                let mistake = Mistake::new(text, place, "this name does not end");
                return Err(mistake.advise("a second \" ends it, on the same line"));
            }
            at += length + 2;
            What::Quoted(signs[begin + 1..begin + 1 + length].iter().collect())
        } else {
            at += 1;
            What::Sign(sign)
        };
        let at = Place { line, column: begin + 1, length: at - begin };
        tokens.push(Token { what, at });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_have_the_lines_below() {
        let text = "game \"A # B\"  # comment\nboard grid 5x5\nstart\n  x .\n  . o\n";
        let found = statements(text).unwrap();
        assert_eq!(found.len(), 3);
        assert_eq!(found[0].first[1].what, What::Quoted("A # B".to_owned()));
        let whats: Vec<_> = found[1].first[2..].iter().map(|token| token.what.clone()).collect();
        assert_eq!(whats, [What::Number(5), What::Word("x".to_owned()), What::Number(5)]);
        assert_eq!(found[2].below[1], Row { line: 5, text: "  . o".to_owned() });
        assert_eq!(found[2].tokens(text).unwrap().len(), 5);
    }

    #[test]
    fn what_cannot_be_cut_is_told_with_its_place() {
        for (text, line, column) in [("  x", 1, 1), ("game \"A", 1, 6), ("a\nb 99999999999", 2, 3)]
        {
            let mistake = statements(text).unwrap_err();
            assert_eq!((mistake.line, mistake.column), (line, column), "{text}");
        }
        assert!(statements(&"#".repeat(LONGEST_TEXT + 1)).is_err());
    }
}
