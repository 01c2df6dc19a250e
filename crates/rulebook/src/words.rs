//! The words of a statement, taken one by one.

use crate::mistake::{Mistake, Place, likely};
use crate::parse::{shorten, word_of};
use crate::syntax::{Side, Tree};
use crate::token::{Token, What};

/// Words with a meaning of their own, which nothing else can be called.
const RESERVED: [&str; 60] = [
    "a",
    "an",
    "the",
    "my",
    "own",
    "enemy",
    "enemies",
    "friend",
    "friends",
    "empty",
    "point",
    "points",
    "piece",
    "pieces",
    "edge",
    "corner",
    "corners",
    "centre",
    "near",
    "far",
    "row",
    "rows",
    "home",
    "on",
    "off",
    "not",
    "beside",
    "in",
    "outside",
    "line",
    "lines",
    "lowest",
    "else",
    "or",
    "and",
    "if",
    "then",
    "no",
    "any",
    "all",
    "fewer",
    "more",
    "than",
    "at",
    "least",
    "most",
    "exactly",
    "hand",
    "make",
    "makes",
    "fill",
    "fills",
    "are",
    "is",
    "connected",
    "full",
    "board",
    "that",
    "to",
    "for",
];

/// The actions.
pub(crate) const ACTIONS: [&str; 13] = [
    "place", "step", "slide", "leap", "move", "remove", "swap", "push", "pass", "flip", "capture",
    "promote", "shoot",
];

/// The tokens of a statement that are still to be read.
pub(crate) struct Words<'a> {
    pub(crate) text: &'a str,
    tokens: Vec<Token>,
    pub(crate) next: usize,
    /// How deep conditions are nested here.
    pub(crate) depth: usize,
}

impl<'a> Words<'a> {
    pub(crate) fn new(text: &'a str, tokens: Vec<Token>) -> Words<'a> {
        Words { text, tokens, next: 0, depth: 0 }
    }

    /// The next token, articles left out.
    pub(crate) fn peek(&mut self) -> Option<&What> {
        while let Some(Token { what: What::Word(word), .. }) = self.tokens.get(self.next)
            && matches!(word.to_ascii_lowercase().as_str(), "a" | "an" | "the")
        {
            self.next += 1;
        }
        self.tokens.get(self.next).map(|token| &token.what)
    }

    /// The next word in lower case, or the next sign.
    pub(crate) fn peek_word(&mut self) -> Option<String> {
        match self.peek()? {
            What::Word(word) => Some(word.to_lowercase()),
            What::Sign(sign) => Some(sign.to_string()),
            What::Number(_) | What::Quoted(_) => None,
        }
    }

    pub(crate) fn take(&mut self) {
        self.next += 1;
    }

    /// Where the next token stands; behind the last one at the end.
    pub(crate) fn place(&mut self) -> Place {
        self.peek();
        match self.tokens.get(self.next) {
            Some(token) => token.at,
            None => self.tokens.last().map_or(Place::default(), |last| Place {
                column: last.at.column + last.at.length,
                length: 1,
                ..last.at
            }),
        }
    }

    pub(crate) fn found(&mut self) -> String {
        match self.peek() {
            Some(what) => format!("not '{}'", shorten(&word_of(what))),
            None => "but the statement ends".to_owned(),
        }
    }

    pub(crate) fn expected<T>(&mut self, what: &str, known: &[&str]) -> Result<T, Mistake> {
        let message = format!("expected {what}, {}", self.found());
        let at = self.place();
        let mistake = Mistake::new(self.text, at, message);
        let word = self.peek_word().unwrap_or_default();
        Err(match likely(&word, known.iter().copied()) {
            Some(meant) => mistake.advise(format!("did you mean '{meant}'?")),
            None if known.is_empty() => mistake,
            None => mistake.advise(format!("it can be {}", known.join(", "))),
        })
    }

    pub(crate) fn eat(&mut self, word: &str) -> bool {
        let is_it = self.peek_word().is_some_and(|next| next == word);
        self.next += usize::from(is_it);
        is_it
    }

    /// A slash, without passing over an article, which may be the letter of a piece here.
    pub(crate) fn eat_slash(&mut self) -> bool {
        let is_it = self.tokens.get(self.next).is_some_and(|token| token.what == What::Sign('/'));
        self.next += usize::from(is_it);
        is_it
    }

    pub(crate) fn eat_one(&mut self, words: &[&str]) -> bool {
        words.iter().any(|word| self.eat(word))
    }

    /// Two words in a row, or neither.
    pub(crate) fn eat_both(&mut self, first: &str, second: &str) -> bool {
        let before = self.next;
        let both = self.eat(first) && self.eat(second);
        if !both {
            self.next = before;
        }
        both
    }

    pub(crate) fn expect(&mut self, word: &str) -> Result<(), Mistake> {
        if self.eat(word) { Ok(()) } else { self.expected(&format!("'{word}'"), &[word]) }
    }

    pub(crate) fn one_of(&mut self, words: &[&str]) -> Result<usize, Mistake> {
        match words.iter().position(|word| self.eat(word)) {
            Some(place) => Ok(place),
            None => self.expected("one of some words", words),
        }
    }

    pub(crate) fn word(&mut self, what: &str) -> Result<String, Mistake> {
        match self.peek() {
            Some(What::Word(word)) => {
                let word = word.to_lowercase();
                self.take();
                Ok(word)
            }
            _ => self.expected(what, &[]),
        }
    }

    pub(crate) fn number(&mut self, what: &str) -> Result<u32, Mistake> {
        match self.peek() {
            Some(&What::Number(number)) => {
                self.take();
                Ok(number)
            }
            _ => self.expected(&format!("a number: {what}"), &[]),
        }
    }

    pub(crate) fn quoted(&mut self, what: &str) -> Result<String, Mistake> {
        match self.peek() {
            Some(What::Quoted(name)) if (1..=60).contains(&name.chars().count()) => {
                let name = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
                self.take();
                Ok(name)
            }
            _ => self.expected(what, &[]),
        }
    }

    /// A letter or a digit; none for a dash.
    pub(crate) fn letter(&mut self) -> Result<Option<char>, Mistake> {
        // Not through `peek`: `a` may be a letter here.
        let what = self.tokens.get(self.next).map(|token| &token.what);
        let letter = match what {
            Some(What::Sign('-')) => None,
            Some(What::Word(word)) if word.len() == 1 && word != "_" => word.chars().next(),
            Some(What::Number(number @ 0..=9)) => char::from_digit(*number, 10),
            _ => return self.expected("a letter for the piece, or - for none", &[]),
        };
        self.take();
        Ok(letter)
    }

    /// Columns and rows, as in 5x4.
    pub(crate) fn size(&mut self) -> Result<(usize, usize), Mistake> {
        let at = self.place();
        let columns = self.number("how many columns, as in 5x4")?;
        self.expect("x")?;
        let rows = self.number("how many rows, as in 5x4")?;
        if columns == 0 || rows == 0 || columns * rows > 64 || columns > 26 {
            let mistake = Mistake::new(self.text, at, format!("a board of {columns}x{rows}"));
            return Err(mistake.advise("a board has 1 to 64 points and at most 26 columns"));
        }
        Ok((columns as usize, rows as usize))
    }

    pub(crate) fn side(&mut self) -> Result<Option<Side>, Mistake> {
        if !self.eat_one(&["for", "of"]) {
            return Ok(None);
        }
        Ok(Some(if self.one_of(&["first", "second"])? == 0 { Side::First } else { Side::Second }))
    }

    pub(crate) fn finish(&mut self) -> Result<(), Mistake> {
        if self.peek().is_none() {
            return Ok(());
        }
        let message = format!("the statement could end here, {}", self.found());
        let at = self.place();
        Err(Mistake::new(self.text, at, message)
            .advise("every statement begins in the first column"))
    }

    /// Whether a word belongs to the language.
    pub(crate) fn is_reserved(word: &str) -> bool {
        RESERVED.contains(&word) || ACTIONS.contains(&word)
    }

    /// Whether a word means something already.
    pub(crate) fn knows(&self, tree: &Tree, word: &str) -> bool {
        Self::is_reserved(word)
            || kind_named(tree, word).is_some()
            || tree.regions.iter().any(|region| region.name == word)
            || tree.patterns.iter().any(|pattern| pattern.name == word)
    }

    pub(crate) fn kind(&mut self, tree: &Tree) -> Result<usize, Mistake> {
        let word = self.peek_word().unwrap_or_default();
        match kind_named(tree, &word) {
            Some(kind) => {
                self.take();
                Ok(kind)
            }
            None => {
                let known: Vec<&str> = tree.kinds.iter().map(|kind| kind.name.as_str()).collect();
                self.expected("a kind of pieces", &known)
            }
        }
    }
}

pub(crate) fn kind_named(tree: &Tree, word: &str) -> Option<usize> {
    tree.kinds.iter().position(|kind| kind.name == word || kind.plural == word)
}
