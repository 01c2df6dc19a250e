//! From a text to its [`Tree`]: the statements. The phrases within them are in `phrase.rs`.

use crate::mistake::{Mistake, Place, likely};
use crate::syntax::{
    Alternative, BoardText, Doing, End, GameResult, Hand, Joined, Kind, PatternText, RegionText,
    Side, Start, Stuck, Tree,
};
use crate::token::{Row, Statement, Token, What, statements};
use crate::words::Words;

/// The words that statements begin with.
const STATEMENTS: [&str; 16] = [
    "game", "players", "option", "board", "piece", "neutral", "hand", "captives", "start",
    "region", "pattern", "turn", "or", "else", "win", "lose",
];
/// And those that are left.
const ENDS: [&str; 2] = ["tie", "stuck"];
/// The variant of a text without options.
pub(crate) const STANDARD: &str = "standard";
/// The most statements, rows of a picture, and kinds of pieces.
const MOST_STATEMENTS: usize = 400;
const MOST_ROWS: usize = 80;
const MOST_KINDS: usize = 6;

/// Reads a text. `variant` chooses the values of its options, in their order, separated by commas.
pub(crate) fn parse(text: &str, variant: Option<&str>) -> Result<Tree, Mistake> {
    let statements = statements(text)?;
    let nowhere = Place { line: 1, column: 1, length: 1 };
    if statements.len() > MOST_STATEMENTS {
        let message = format!("there are more than {MOST_STATEMENTS} statements");
        return Err(Mistake::new(text, nowhere, message));
    }
    let mut tree = Tree::default();
    let mut reader = Reader { text, tree: &mut tree, seen: Vec::new() };
    reader.options(&statements, variant)?;
    for statement in &statements {
        reader.statement(statement)?;
    }
    reader.is_complete(nowhere)?;
    Ok(tree)
}

struct Reader<'a> {
    text: &'a str,
    tree: &'a mut Tree,
    /// Statements that may stand only once, and did.
    seen: Vec<String>,
}

impl Reader<'_> {
    fn wrong<T>(&self, at: Place, message: impl Into<String>, advice: &str) -> Result<T, Mistake> {
        Err(Mistake::new(self.text, at, message).advise(advice))
    }

    /// Collects the options and puts the chosen value of each first.
    fn options(&mut self, statements: &[Statement], variant: Option<&str>) -> Result<(), Mistake> {
        let is_option = |statement: &&Statement| is_word(&statement.first[0], "option");
        let mut last = Place::default();
        for statement in statements.iter().filter(is_option) {
            let tokens = statement.tokens(self.text)?;
            last = tokens[0].at;
            let Some(What::Word(name)) = tokens.get(1).map(|token| token.what.clone()) else {
                return self.wrong(last, "an option has a name and values", "option size 3 4 5");
            };
            let values: Vec<String> =
                tokens[2..].iter().map(|token| word_of(&token.what)).collect();
            if values.is_empty() || values.len() > 40 || self.tree.options.len() == 8 {
                return self.wrong(last, "an option has a name and values", "option size 3 4 5");
            }
            let name = name.to_lowercase();
            if Words::is_reserved(&name)
                || STATEMENTS.contains(&name.as_str())
                || ENDS.contains(&name.as_str())
            {
                let message = format!("'{name}' means something already");
                return self.wrong(tokens[1].at, message, "take another name for the option");
            }
            self.tree.options.push((name, values));
        }
        // The name that a text without options has its tables under.
        let is_plain = |variant: &&str| {
            variant.is_empty() || (*variant == STANDARD && self.tree.options.is_empty())
        };
        let Some(variant) = variant.filter(|variant| !is_plain(variant)) else { return Ok(()) };
        let chosen: Vec<&str> = variant.split(',').collect();
        if chosen.len() > self.tree.options.len() {
            let message = format!("'{}' chooses more than there are options", shorten(variant));
            return self.wrong(
                last,
                message,
                "each option takes one value, in the order of the text",
            );
        }
        for (choice, (name, values)) in chosen.iter().zip(&mut self.tree.options) {
            let Some(place) = values.iter().position(|value| value == choice) else {
                let message = format!("{name} cannot be '{}'", shorten(choice));
                let advice = format!("it can be {}", values.join(", "));
                return Err(Mistake::new(self.text, last, message).advise(advice));
            };
            values.swap(0, place);
        }
        Ok(())
    }

    /// The tokens of a statement with the values of options in place of their names.
    fn tokens(&self, statement: &Statement) -> Result<Vec<Token>, Mistake> {
        self.chosen(statement.tokens(self.text)?)
    }

    fn chosen(&self, mut tokens: Vec<Token>) -> Result<Vec<Token>, Mistake> {
        for token in &mut tokens {
            let What::Word(word) = &token.what else { continue };
            let word = word.to_lowercase();
            if let Some((_, values)) = self.tree.options.iter().find(|(name, _)| *name == word) {
                token.what = match values[0].parse() {
                    Ok(number) => What::Number(number),
                    Err(_) => What::Word(values[0].clone()),
                };
            }
        }
        Ok(tokens)
    }

    fn once(&mut self, keyword: &str, at: Place) -> Result<(), Mistake> {
        if self.seen.iter().any(|seen| seen == keyword) {
            return self.wrong(at, format!("a second '{keyword}'"), "there is one in a text");
        }
        self.seen.push(keyword.to_owned());
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Mistake> {
        let first = &statement.first[0];
        let at = first.at;
        // An option may stand for the word that a statement begins with: win or lose.
        let chosen = self.chosen(statement.first.clone())?;
        let is_option = word_of(&first.what).eq_ignore_ascii_case("option");
        let keyword =
            if is_option { "option".to_owned() } else { word_of(&chosen[0].what).to_lowercase() };
        let mut words = Words::new(self.text, chosen);
        words.take();
        match keyword.as_str() {
            "option" => Ok(()),
            "game" => {
                self.once("game", at)?;
                self.tree.name = words.quoted("the name of the game, as in game \"Kono\"")?;
                words.finish()
            }
            "players" => {
                self.once("players", at)?;
                let advice = "two names, as in players \"Black\" \"White\"";
                let names = [words.quoted(advice)?, words.quoted(advice)?];
                let letter = |name: &String| name.chars().next().map(|c| c.to_ascii_lowercase());
                if letter(&names[0]) == letter(&names[1])
                    || names.iter().any(|name| !name.starts_with(|c: char| c.is_ascii_alphabetic()))
                {
                    return self.wrong(
                        at,
                        "the players' names begin with different letters",
                        advice,
                    );
                }
                self.tree.players = Some(names);
                words.finish()
            }
            "board" => {
                self.once("board", at)?;
                self.board(words, &statement.below, at)
            }
            "piece" | "neutral" => self.kind(&mut words, keyword == "neutral", at),
            "hand" => {
                let mut words = Words::new(self.text, self.tokens(statement)?);
                words.take();
                self.hand(&mut words)
            }
            "captives" => {
                self.once("captives", at)?;
                let mut words = Words::new(self.text, self.tokens(statement)?);
                words.take();
                self.captives(&mut words)
            }
            "start" => {
                self.once("start", at)?;
                self.start(words, &statement.below, at)
            }
            "region" => {
                let name = self.new_name(&mut words, "region")?;
                let picture = picture(self.text, &statement.below, at)?;
                self.tree.regions.push(RegionText { name, picture, line: at.line });
                words.finish()
            }
            "pattern" => {
                let name = self.new_name(&mut words, "pattern")?;
                let picture = picture(self.text, &statement.below, at)?;
                self.tree.patterns.push(PatternText { name, picture, line: at.line });
                words.finish()
            }
            "turn" | "or" | "else" => {
                let mut words = Words::new(self.text, self.tokens(statement)?);
                words.take();
                self.alternative(&mut words, &keyword, at)
            }
            "win" | "lose" | "tie" => {
                let mut words = Words::new(self.text, self.tokens(statement)?);
                words.take();
                let result = match keyword.as_str() {
                    "win" => GameResult::Win,
                    "lose" => GameResult::Lose,
                    _ => GameResult::Tie,
                };
                let side = words.side()?;
                let condition = words.condition(self.tree)?;
                words.finish()?;
                self.tree.ends.push(End { side, result, condition, line: at.line });
                Ok(())
            }
            "stuck" => {
                let side = words.side()?;
                let result = match words.one_of(&["lose", "win", "tie", "pass"])? {
                    0 => Some(GameResult::Lose),
                    1 => Some(GameResult::Win),
                    2 => Some(GameResult::Tie),
                    _ => None,
                };
                self.tree.stuck.push(Stuck { side, result, line: at.line });
                words.finish()
            }
            _ => {
                let known = STATEMENTS.into_iter().chain(ENDS);
                let mistake = Mistake::new(
                    self.text,
                    at,
                    format!("no statement begins with '{}'", shorten(&keyword)),
                );
                Err(mistake.advise(match likely(&keyword, known) {
                    Some(meant) => format!("did you mean '{meant}'?"),
                    None => format!(
                        "statements begin with {}, {}",
                        STATEMENTS.join(", "),
                        ENDS.join(", ")
                    ),
                }))
            }
        }
    }

    fn board(&mut self, mut words: Words<'_>, below: &[Row], at: Place) -> Result<(), Mistake> {
        self.tree.board = match words.one_of(&[
            "grid",
            "alquerque",
            "wheel",
            "ring",
            "hexagon",
            "drawn",
            "lines",
        ])? {
            0 => {
                let (columns, rows) = words.size()?;
                let joined = if words.eat("joined") {
                    match words.one_of(&["orthogonally", "diagonally", "all"])? {
                        0 => Joined::Orthogonally,
                        1 => Joined::Diagonally,
                        _ => {
                            words.eat("ways");
                            Joined::AllWays
                        }
                    }
                } else {
                    Joined::Orthogonally
                };
                BoardText::Grid { columns, rows, joined }
            }
            1 => {
                let (columns, rows) = words.size()?;
                BoardText::Grid { columns, rows, joined: Joined::Alquerque }
            }
            2 => BoardText::Wheel(words.number("how many points are around the hub")? as usize),
            3 => BoardText::Ring(words.number("how many points are in the ring")? as usize),
            4 => BoardText::Hexagon(words.number("how many points are on a side")? as usize),
            5 => {
                let rows = rows(self.text, below, at)?;
                BoardText::Drawn(rows.iter().map(|row| row.text.clone()).collect())
            }
            _ => {
                let rows = rows(self.text, below, at)?;
                let names = |row: &Row| row.text.split_whitespace().map(str::to_owned).collect();
                BoardText::Lines(rows.iter().map(names).collect())
            }
        };
        words.finish()
    }

    /// A name that nothing has yet.
    fn new_name(&mut self, words: &mut Words<'_>, what: &str) -> Result<String, Mistake> {
        let at = words.place();
        let name = words.word(&format!("the name of the {what}"))?;
        if words.knows(self.tree, &name) {
            return self.wrong(
                at,
                format!("'{name}' means something already"),
                "take another name",
            );
        }
        Ok(name)
    }

    fn kind(&mut self, words: &mut Words<'_>, is_neutral: bool, at: Place) -> Result<(), Mistake> {
        if self.tree.kinds.len() == MOST_KINDS {
            return self.wrong(
                at,
                format!("more than {MOST_KINDS} kinds of pieces"),
                "leave some out",
            );
        }
        let name = self.new_name(words, "piece")?;
        let plural = match (words.eat_slash(), name.strip_suffix("man")) {
            (true, _) => self.new_name(words, "pieces")?,
            (false, Some(begin)) => format!("{begin}men"),
            (false, None) => format!("{name}s"),
        };
        let first = words.letter()?;
        let second = if is_neutral { first } else { words.letter()? };
        let letters = [first, second];
        let taken = self.tree.kinds.iter().flat_map(|kind| kind.letters).flatten();
        let new: Vec<char> = letters.into_iter().flatten().collect();
        if taken.clone().any(|known| new.contains(&known))
            || (!is_neutral && first == second)
            || new.is_empty()
        {
            let message = "letters tell pieces apart, and these do not";
            return self.wrong(at, message, "piece man x o: a letter for each player, - for none");
        }
        self.tree.kinds.push(Kind { name, plural, letters, is_neutral });
        words.finish()
    }

    fn hand(&mut self, words: &mut Words<'_>) -> Result<(), Mistake> {
        let at = words.place();
        let number = words.number("how many")?;
        let kind = words.kind(self.tree)?;
        let side = if words.eat("each") { None } else { words.side()? };
        if number > 64 {
            return self.wrong(at, "nobody has so many in hand", "at most 64");
        }
        self.tree.hands.push(Hand { kind, number, side });
        words.finish()
    }

    fn captives(&mut self, words: &mut Words<'_>) -> Result<(), Mistake> {
        let mut become_others = Vec::new();
        words.expect("to")?;
        words.expect("hand")?;
        while words.eat(",") {
            let from = words.kind(self.tree)?;
            words.expect("as")?;
            become_others.push((from, words.kind(self.tree)?));
        }
        self.tree.captives = Some(become_others);
        words.finish()
    }

    fn start(&mut self, mut words: Words<'_>, below: &[Row], at: Place) -> Result<(), Mistake> {
        let mut start = Start { line: at.line, ..Start::default() };
        if below.is_empty() {
            loop {
                let kind = words.kind(self.tree)?;
                words.expect("on")?;
                start.puts.push((kind, words.set(self.tree)?));
                if !words.eat(",") {
                    break;
                }
            }
        } else {
            start.picture = picture(self.text, below, at)?;
        }
        self.tree.start = start;
        words.finish()
    }

    fn alternative(
        &mut self,
        words: &mut Words<'_>,
        keyword: &str,
        at: Place,
    ) -> Result<(), Mistake> {
        let side = match keyword {
            "turn" => words.side()?,
            _ => match self.tree.turns.last() {
                Some(above) => above.side,
                None => {
                    return self.wrong(
                        at,
                        format!("'{keyword}' without a 'turn' above it"),
                        "begin with turn",
                    );
                }
            },
        };
        if self.tree.turns.len() == 40 {
            return self.wrong(at, "more than 40 ways to move", "leave some out");
        }
        let condition = words.guard(self.tree)?;
        let mut doings = Vec::new();
        let mut is_most = false;
        loop {
            let condition = if doings.is_empty() { None } else { words.guard(self.tree)? };
            let line = words.place().line;
            let (action, most) = words.action(self.tree)?;
            is_most |= most;
            doings.push(Doing { condition, action, line });
            if doings.len() > 8 {
                return self.wrong(at, "more than eight actions in a turn", "leave some out");
            }
            words.eat(",");
            if !words.eat("then") {
                break;
            }
        }
        words.finish()?;
        let is_else = keyword == "else";
        let line = at.line;
        self.tree.turns.push(Alternative { side, is_else, is_most, condition, doings, line });
        Ok(())
    }

    fn is_complete(&self, nowhere: Place) -> Result<(), Mistake> {
        let tree = &*self.tree;
        let missing = |what: &str, example: &str| {
            self.wrong(nowhere, format!("there is no '{what}'"), example)
        };
        if tree.name.is_empty() {
            return missing("game", "game \"Five Field Kono\"");
        }
        if tree.board == BoardText::Missing {
            return missing("board", "board grid 5x5");
        }
        if tree.kinds.is_empty() {
            return missing("piece", "piece stone x o");
        }
        for side in [Side::First, Side::Second] {
            if !tree.turns.iter().any(|turn| turn.side.is_none_or(|whose| whose == side)) {
                let who = ["first", "second"][side.number()];
                return missing(&format!("turn for {who}"), "turn step a stone to an empty point");
            }
        }
        Ok(())
    }
}

fn is_word(token: &Token, word: &str) -> bool {
    matches!(&token.what, What::Word(known) if known.eq_ignore_ascii_case(word))
}

/// A token as it is shown.
pub(crate) fn word_of(what: &What) -> String {
    match what {
        What::Word(word) => word.clone(),
        What::Number(number) => number.to_string(),
        What::Quoted(name) => format!("\"{name}\""),
        What::Sign(sign) => sign.to_string(),
    }
}

/// A word that is not too long to be shown.
pub(crate) fn shorten(word: &str) -> String {
    word.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect()
}

fn rows<'a>(text: &str, below: &'a [Row], at: Place) -> Result<&'a [Row], Mistake> {
    if below.is_empty() {
        let mistake = Mistake::new(text, at, "a picture is missing");
        return Err(mistake.advise("draw it on the lines below, indented"));
    }
    if below.len() > MOST_ROWS {
        return Err(Mistake::new(text, at, format!("more than {MOST_ROWS} rows")));
    }
    Ok(below)
}

/// The signs of a picture, row by row, without blanks.
fn picture(text: &str, below: &[Row], at: Place) -> Result<Vec<Vec<char>>, Mistake> {
    let signs = |row: &Row| row.text.chars().filter(|sign| !sign.is_whitespace()).collect();
    Ok(rows(text, below, at)?.iter().map(signs).collect())
}
