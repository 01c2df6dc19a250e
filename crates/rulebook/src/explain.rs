//! The rules said back in plain sentences, from the tree: what was understood, not what was typed.

use crate::syntax::{
    Action, Again, Alternative, BoardText, Compare, Condition, Counted, GameResult, Going, Joined,
    Line, Manner, Owner, Set, Side, Taking, Tree, Way,
};

/// The rules of a tree, a sentence on each line.
pub(crate) fn explain(tree: &Tree) -> String {
    let speaker = Speaker { tree };
    let mut lines = vec![format!("{} is played on {}.", tree.name, speaker.board())];
    for kind in &tree.kinds {
        lines.push(match kind.letters {
            _ if kind.is_neutral => format!("The {} belong to nobody.", kind.plural),
            [Some(first), Some(second)] => {
                format!(
                    "Both players have {}: {first} the first player's, {second} the second's.",
                    kind.plural
                )
            }
            [Some(_), None] => format!("Only the first player has {}.", kind.plural),
            _ => format!("Only the second player has {}.", kind.plural),
        });
    }
    for hand in &tree.hands {
        let whose = hand.side.map_or("Each player has".to_owned(), |side| {
            format!("{} has", sentence(who(Some(side))))
        });
        lines.push(format!("{whose} {} {} in hand.", hand.number, tree.kinds[hand.kind].plural));
    }
    if tree.captives.is_some() {
        lines.push("Captured pieces go to the hand of who captured them.".to_owned());
    }
    for turn in &tree.turns {
        lines.push(speaker.turn(turn));
    }
    for end in &tree.ends {
        let result = match end.result {
            GameResult::Win => "has won",
            GameResult::Lose => "has lost",
            GameResult::Tie => "has a tie",
        };
        let subject = end.side.map_or("who has just moved".to_owned(), |side| {
            format!("{}, having just moved,", who(Some(side)))
        });
        lines.push(sentence(&format!(
            "{subject} {result} if {}.",
            speaker.condition(&end.condition)
        )));
    }
    let mut stuck = tree.stuck.clone();
    if stuck.is_empty() {
        stuck.push(crate::syntax::Stuck { side: None, result: Some(GameResult::Lose), line: 0 });
    }
    for stuck in &stuck {
        let subject =
            stuck.side.map_or("who".to_owned(), |side| format!("{}, if he", who(Some(side))));
        let result = match stuck.result {
            Some(GameResult::Win) => "has won",
            Some(GameResult::Lose) => "has lost",
            Some(GameResult::Tie) => "has a tie",
            None => "passes",
        };
        lines.push(sentence(&format!("{subject} cannot move {result}.")));
    }
    lines.push("A game that never ends is a draw.".to_owned());
    lines.join("\n")
}

fn who(side: Option<Side>) -> &'static str {
    match side {
        None => "a player",
        Some(Side::First) => "the first player",
        Some(Side::Second) => "the second player",
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

struct Speaker<'a> {
    tree: &'a Tree,
}

impl Speaker<'_> {
    fn board(&self) -> String {
        match &self.tree.board {
            BoardText::Grid { columns, rows, joined } => {
                let joined = match joined {
                    Joined::Orthogonally => "along rows and columns",
                    Joined::Diagonally => "along diagonals",
                    Joined::AllWays => "along rows, columns and diagonals",
                    Joined::Alquerque => {
                        "along rows and columns, every second point along diagonals"
                    }
                };
                format!("a grid of {columns} columns and {rows} rows, joined {joined}")
            }
            BoardText::Wheel(around) => format!("a ring of {around} points around a hub"),
            BoardText::Ring(around) => format!("a ring of {around} points"),
            BoardText::Hexagon(side) => format!("a hexagon with {side} points on a side"),
            BoardText::Drawn(_) => "the board as it is drawn".to_owned(),
            BoardText::Lines(lines) => format!("a board of {} lines", lines.len()),
            BoardText::Missing => "no board".to_owned(),
        }
    }

    fn turn(&self, turn: &Alternative) -> String {
        let mut text =
            if turn.is_else { "if nothing above can be done: ".to_owned() } else { String::new() };
        text += who(turn.side);
        text += " may";
        if let Some(condition) = &turn.condition {
            text += &format!(", if {},", self.condition(condition));
        }
        for (number, doing) in turn.doings.iter().enumerate() {
            if number > 0 {
                text += ", and then";
            }
            if let Some(condition) = &doing.condition {
                text += &format!(", if {},", self.condition(condition));
            }
            text += &format!(" {}", self.action(&doing.action));
        }
        if turn.is_most {
            text += "; only ways that capture most count";
        }
        sentence(&(text + "."))
    }

    fn kind(&self, kind: usize) -> &str {
        &self.tree.kinds[kind].name
    }

    fn action(&self, action: &Action) -> String {
        match action {
            Action::Place { kind, on } => {
                let held = self.tree.hands.iter().any(|hand| hand.kind == *kind)
                    || self.tree.captives.is_some();
                let source = if held { " from the hand" } else { "" };
                format!("place a {}{source} on one of {}", self.kind(*kind), self.set(on))
            }
            Action::Remove(set) => format!("take one of {} off the board", self.set(set)),
            Action::Swap { pieces, with } => format!(
                "swap one of {} with one of {} joined with it",
                self.set(pieces),
                self.set(with)
            ),
            Action::Push { kind } => format!(
                "push a {} in from the edge, taken from an empty cell or an own one",
                self.kind(*kind)
            ),
            Action::Shoot { kind, ways } => {
                format!("put a {} where the piece could slide{}", self.kind(*kind), ways_said(ways))
            }
            Action::Pass => "pass".to_owned(),
            Action::FlipEnclosed => {
                "turn over the enemies enclosed by the piece that came".to_owned()
            }
            Action::CaptureEnclosed => {
                "capture the enemies enclosed by the piece that came".to_owned()
            }
            Action::FlipBeside => "turn over the enemies beside the piece that came".to_owned(),
            Action::Promote { kind, on, to } => format!(
                "turn each {} on {} into a {}",
                self.kind(*kind),
                self.set(on),
                self.kind(*to)
            ),
            Action::Go(going) => self.going(going),
        }
    }

    fn going(&self, going: &Going) -> String {
        let to: Vec<String> = going.to.iter().map(|set| self.set(set)).collect();
        let (pieces, ways, to) = (self.set(&going.pieces), ways_said(&going.ways), to.join(" or "));
        let mut text = match &going.manner {
            Manner::Step => {
                format!("step with one of {pieces}{ways} to the next point, one of {to}")
            }
            Manner::Slide => {
                format!("slide with one of {pieces}{ways} over empty points to one of {to}")
            }
            Manner::SlideFar => {
                format!("slide with one of {pieces}{ways} as far as it can to one of {to}")
            }
            Manner::Leap(over) => format!(
                "leap with one of {pieces}{ways} straight over one of {} to one of {to}",
                self.set(over)
            ),
            Manner::Move => format!("move one of {pieces} to any of {to}"),
            Manner::Away(distance) => {
                format!("move one of {pieces} to one of {to} that is {distance} away")
            }
        };
        text += match going.taking {
            Taking::Nothing => "",
            Taking::Leapt => ", capturing what it leaps over",
            Taking::Ahead => ", capturing the row of enemies in front of it",
            Taking::Behind => ", capturing the row of enemies behind it",
        };
        text += match going.again {
            Again::No => "",
            Again::Must => ", and again as long as it can",
            Again::May => ", and again if the player likes",
            Again::MayStraight => ", and again straight on if the player likes",
        };
        text
    }

    fn set(&self, set: &Set) -> String {
        let whose = |owner: &Owner| match owner {
            Owner::Mine => "the own ",
            Owner::Enemy => "the enemy's ",
            Owner::Anyone => "all ",
        };
        match set {
            Set::Pieces { owner, kind } => {
                whose(owner).to_owned()
                    + kind.map_or("pieces", |kind| self.tree.kinds[kind].plural.as_str())
            }
            Set::Empty => "the empty points".to_owned(),
            Set::Points => "all points".to_owned(),
            Set::Region { region, owner } => {
                format!("{}{}", whose(owner), self.tree.regions[*region].name)
            }
            Set::Home(owner) => format!("{}points of the start", whose(owner)),
            Set::Edge => "the edge".to_owned(),
            Set::Corners => "the corners".to_owned(),
            Set::Centre => "the centre".to_owned(),
            Set::NearRows(number) => format!("the nearest {}", rows_said(*number)),
            Set::FarRows(number) => format!("the farthest {}", rows_said(*number)),
            Set::On(one, other) => format!("{} on {}", self.set(one), self.set(other)),
            Set::Off(one, other) => {
                format!("{} that are not on {}", self.set(one), self.set(other))
            }
            Set::Beside(one, other) => {
                format!("{} that are joined with {}", self.set(one), self.set(other))
            }
            Set::NotBeside(one, other) => {
                format!("{} that are not joined with {}", self.set(one), self.set(other))
            }
            Set::Surrounded(one, other) => {
                format!("{} that are joined with nothing but {}", self.set(one), self.set(other))
            }
            Set::InLines(one, line) => format!("{} in {}", self.set(one), line_said(line)),
            Set::OutsideLines(one, line) => {
                format!("{} outside {}", self.set(one), line_said(line))
            }
            Set::Lowest(one) => format!("the lowest of {} in each column", self.set(one)),
            Set::Else(one, other) => {
                format!("{} (or of {} if there are none)", self.set(one), self.set(other))
            }
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        let each = |conditions: &[Condition], word: &str| {
            conditions.iter().map(|one| self.condition(one)).collect::<Vec<_>>().join(word)
        };
        match condition {
            Condition::Not(condition) => format!("it is not so that {}", self.condition(condition)),
            Condition::All(conditions) => each(conditions, " and "),
            Condition::Any(conditions) => each(conditions, ", or if "),
            Condition::Count { compare, number, of, place } => {
                let place = match place {
                    Counted::Board => "",
                    Counted::Hand => " in hand",
                    Counted::All => " on the board and in hand together",
                };
                let compare = match compare {
                    Compare::Fewer => "fewer than",
                    Compare::AtMost => "at most",
                    Compare::Exactly => "exactly",
                    Compare::AtLeast => "at least",
                    Compare::More => "more than",
                };
                format!("there are {compare} {number} of {}{place}", self.set(of))
            }
            Condition::Within(one, other) => {
                format!("all of {} are on {}", self.set(one), self.set(other))
            }
            Condition::Fill(one, other) => {
                format!("{} are on all of {}", self.set(one), self.set(other))
            }
            Condition::MakeLine(set, line) => format!("{} have {}", self.set(set), line_said(line)),
            Condition::MakePattern(set, pattern) => {
                format!("{} have the pattern {}", self.set(set), self.tree.patterns[*pattern].name)
            }
            Condition::ThatMadeLine(line) => {
                format!("the piece that came is in {}", line_said(line))
            }
            Condition::Connected(set) => format!("{} hang together", self.set(set)),
            Condition::InOneLine(set) => format!("{} are in one row or column", self.set(set)),
            Condition::Full => "no point is empty".to_owned(),
        }
    }
}

fn rows_said(number: u32) -> String {
    if number == 1 { "row".to_owned() } else { format!("{number} rows") }
}

fn line_said(line: &Line) -> String {
    format!("a line of {}{}", line.length, ways_said(&line.ways))
}

pub(crate) fn ways_said(ways: &[Way]) -> String {
    let words = ways.iter().map(|way| match way {
        Way::Orthogonally => "along rows and columns",
        Way::Diagonally => "along diagonals",
        Way::Forward => "forward",
        Way::Backward => "backward",
        Way::Sideways => "sideways",
        Way::DiagonallyForward => "diagonally forward",
        Way::DiagonallyBackward => "diagonally backward",
        Way::Up => "up",
        Way::Down => "down",
        Way::Left => "left",
        Way::Right => "right",
        Way::AllWays => "in any direction",
    });
    let words: Vec<&str> = words.collect();
    if words.is_empty() { String::new() } else { format!(" {}", words.join(" or ")) }
}
