//! From the [`Tree`] of a text to a [`Machine`].

use hindsight_core::Value;

use crate::board::{Board, Direction};
use crate::explain::ways_said;
use crate::machine::{
    Act, AnyOf, Choice, Deed, Machine, Piece, Points, Program, Push, Reach, Walk,
};
use crate::mistake::{Mistake, Place};
use crate::syntax::{Action, GameResult, Going, Manner, Tree, Way};

/// The most moves that a position may have in all ways taken together, counted roughly before anything is
/// played: what is beyond it is not worth solving.
const MOST_CHOICES: u64 = 1 << 22;

/// Compiles a tree; `text` is for mistakes.
pub(crate) fn compile(text: &str, tree: &Tree) -> Result<Machine, Mistake> {
    let board_line = line_of(text, "board");
    let at = |line: usize| Place { line, column: 1, length: line_length(text, line) };
    let board =
        Board::new(&tree.board).map_err(|reason| Mistake::new(text, at(board_line), reason))?;
    let compiler = Compiler { text, tree, board: &board, pieces: pieces(tree) };
    let (masks, hands) = compiler.start()?;
    let homes = [0, 1].map(|player| {
        compiler.of_owner(player).iter().fold(0, |all, kind| all | masks[usize::from(*kind)])
    });
    let program = |player| Compiling { of: &compiler, player, homes, line: 1 }.program();
    let programs = [program(0)?, program(1)?];
    let letter = |player: usize| compiler.pieces.iter().find(|piece| piece.owner == Some(player));
    let names = tree.players.clone().unwrap_or_else(|| {
        let name =
            |player| letter(player).map(|piece| piece.letter.to_ascii_uppercase().to_string());
        match [name(0), name(1)] {
            [Some(first), Some(second)]
                if first != second
                    && first.chars().all(char::is_alphabetic)
                    && second.chars().all(char::is_alphabetic) =>
            {
                [first, second]
            }
            _ => ["First".to_owned(), "Second".to_owned()],
        }
    });
    let pieces = compiler.pieces;
    Ok(Machine { players: names, pieces, masks, hands, programs, board, board_line })
}

/// The line of a statement, for mistakes that are found late.
fn line_of(text: &str, keyword: &str) -> usize {
    text.lines()
        .position(|line| line.to_lowercase().starts_with(keyword))
        .map_or(1, |line| line + 1)
}

fn line_length(text: &str, line: usize) -> usize {
    text.lines().nth(line.saturating_sub(1)).map_or(1, |line| line.trim_end().chars().count())
}

/// The kinds of pieces, the first player's before the second's.
fn pieces(tree: &Tree) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for (number, kind) in tree.kinds.iter().enumerate() {
        let has_hand = tree.hands.iter().any(|hand| hand.kind == number)
            || tree.captives.is_some() && !kind.is_neutral;
        let begin = pieces.len() as u8;
        let owners = if kind.is_neutral { 1 } else { 2 };
        let both = kind.letters.iter().flatten().count() == 2 && !kind.is_neutral;
        for (player, letter) in kind.letters.iter().enumerate().take(owners) {
            let Some(letter) = *letter else { continue };
            pieces.push(Piece {
                letter,
                name: kind.name.clone(),
                owner: (!kind.is_neutral).then_some(player),
                other: both.then_some(begin + 1 - player as u8),
                captive: None,
                has_hand,
            });
        }
    }
    let Some(become_others) = &tree.captives else { return pieces };
    let find = |name: &str, owner: usize| {
        pieces.iter().position(|piece| piece.name == name && piece.owner == Some(owner))
    };
    let captive = |piece: &Piece| {
        let owner = piece.owner?;
        let kind = tree.kinds.iter().position(|kind| kind.name == piece.name)?;
        let becomes =
            become_others.iter().find(|(from, _)| *from == kind).map_or(kind, |(_, to)| *to);
        find(&tree.kinds[becomes].name, 1 - owner).map(|kind| kind as u8)
    };
    let captives: Vec<Option<u8>> = pieces.iter().map(captive).collect();
    for (piece, captive) in pieces.iter_mut().zip(captives) {
        piece.captive = captive;
    }
    pieces
}

pub(crate) struct Compiler<'a> {
    text: &'a str,
    pub(crate) tree: &'a Tree,
    pub(crate) board: &'a Board,
    pub(crate) pieces: Vec<Piece>,
}

impl Compiler<'_> {
    pub(crate) fn wrong<T>(&self, line: usize, message: impl Into<String>) -> Result<T, Mistake> {
        let at = Place { line, column: 1, length: line_length(self.text, line) };
        Err(Mistake::new(self.text, at, message))
    }

    pub(crate) fn of_owner(&self, player: usize) -> Vec<u8> {
        let numbered = (0..).zip(&self.pieces);
        numbered.filter(|(_, piece)| piece.owner == Some(player)).map(|(kind, _)| kind).collect()
    }

    /// The kind of a player, by its number in the tree.
    pub(crate) fn kind(&self, kind: usize, player: usize) -> Option<u8> {
        let meant = &self.tree.kinds[kind];
        let owner = (!meant.is_neutral).then_some(player);
        let is_it = |piece: &Piece| piece.name == meant.name && piece.owner == owner;
        self.pieces.iter().position(is_it).map(|kind| kind as u8)
    }

    /// The signs of a picture by point.
    pub(crate) fn by_point(
        &self,
        picture: &[Vec<char>],
        line: usize,
    ) -> Result<Vec<char>, Mistake> {
        let found: Vec<usize> = picture.iter().map(Vec::len).collect();
        if found != self.board.rows {
            let wrong = found.iter().zip(&self.board.rows).position(|(found, is)| found != is);
            let (line, message) = match wrong {
                Some(row) => (
                    line + 1 + row,
                    format!(
                        "this row has {} points, the board's has {}",
                        found[row], self.board.rows[row]
                    ),
                ),
                None => (
                    line,
                    format!(
                        "the picture has {} rows of points, the board has {}",
                        found.len(),
                        self.board.rows.len()
                    ),
                ),
            };
            return self.wrong(line, message);
        }
        Ok(picture.iter().flatten().copied().collect())
    }

    fn start(&self) -> Result<(Vec<u64>, Vec<u8>), Mistake> {
        let start = &self.tree.start;
        let mut masks = vec![0_u64; self.pieces.len()];
        if !start.picture.is_empty() {
            for (point, sign) in self.by_point(&start.picture, start.line)?.into_iter().enumerate()
            {
                match self.pieces.iter().position(|piece| piece.letter == sign) {
                    Some(kind) => masks[kind] |= 1 << point,
                    None if sign == '.' || sign == '-' => {}
                    None => {
                        let row = (0..self.board.rows.len())
                            .find(|row| self.board.rows[..=*row].iter().sum::<usize>() > point);
                        let line = start.line + 1 + row.unwrap_or(0);
                        return self
                            .wrong(line, format!("'{sign}' is no piece; an empty point is a ."));
                    }
                }
            }
        }
        for (kind, set) in &start.puts {
            for player in 0..2 {
                let Some(kind) = self.kind(*kind, player) else { continue };
                let compiling = Compiling { of: self, player, homes: [0; 2], line: start.line };
                let taken = masks.iter().fold(0, |all, mask| all | mask);
                let points = compiling.points(set)?.of(self.board, &masks, taken);
                if points & taken != 0 {
                    return self.wrong(start.line, "two pieces start on one point");
                }
                masks[usize::from(kind)] |= points;
            }
        }
        let mut hands = vec![0_u8; self.pieces.len()];
        for hand in &self.tree.hands {
            for player in 0..2 {
                if hand.side.is_none_or(|side| side.number() == player)
                    && let Some(kind) = self.kind(hand.kind, player)
                {
                    hands[usize::from(kind)] = hand.number as u8;
                }
            }
        }
        Ok((masks, hands))
    }
}

/// Compiles for one player; [`sets`](crate::sets) has the sets and conditions.
pub(crate) struct Compiling<'a, 'b> {
    pub(crate) of: &'a Compiler<'b>,
    pub(crate) player: usize,
    /// Where the players' pieces stood at the start.
    pub(crate) homes: [u64; 2],
    /// The line that mistakes are told at.
    line: usize,
}

impl Compiling<'_, '_> {
    pub(crate) fn wrong<T>(&self, message: impl Into<String>) -> Result<T, Mistake> {
        self.of.wrong(self.line, message)
    }

    /// How forward changes the row: the first player goes up.
    fn up(&self) -> i8 {
        if self.player == 0 { -1 } else { 1 }
    }

    fn program(mut self) -> Result<Program, Mistake> {
        let tree = self.of.tree;
        let is_for = |side: Option<crate::syntax::Side>| {
            side.is_none_or(|side| side.number() == self.player)
        };
        let mut options = Vec::new();
        let mut moves = 0_u64;
        for turn in tree.turns.iter().filter(|turn| is_for(turn.side)) {
            self.line = turn.line;
            let condition =
                turn.condition.as_ref().map(|condition| self.holds(condition)).transpose()?;
            let (mut deeds, mut ways) = (Vec::new(), 1_u64);
            for (number, doing) in turn.doings.iter().enumerate() {
                self.line = doing.line;
                let condition =
                    doing.condition.as_ref().map(|condition| self.holds(condition)).transpose()?;
                let is_effect = matches!(
                    doing.action,
                    Action::FlipBeside
                        | Action::FlipEnclosed
                        | Action::CaptureEnclosed
                        | Action::Promote { .. }
                );
                if number == 0 && is_effect {
                    return self.wrong(
                        "a turn begins with something that the player chooses: place, step, ...",
                    );
                }
                let act = self.act(&doing.action)?;
                ways = ways.saturating_mul(self.most_ways(&act));
                deeds.push(Deed { condition, act, line: self.line });
            }
            moves = moves.saturating_add(ways);
            if moves > MOST_CHOICES {
                return self.wrong("a position could have millions of moves like this");
            }
            options.push(Choice { is_else: turn.is_else, is_most: turn.is_most, condition, deeds });
        }
        let mut ends = Vec::new();
        for end in tree.ends.iter().filter(|end| is_for(end.side)) {
            self.line = end.line;
            ends.push((self.holds(&end.condition)?, value(end.result)));
        }
        let stuck = tree.stuck.iter().rev().find(|stuck| is_for(stuck.side));
        Ok(Program {
            options,
            ends,
            // Who cannot move has lost, unless the text says otherwise.
            stuck: stuck.map_or(Some(Value::Lose), |stuck| stuck.result.map(value)),
            own: self.of.of_owner(self.player),
            enemy: self.of.of_owner(1 - self.player),
        })
    }

    /// About how many ways there are to do something.
    fn most_ways(&self, act: &Act) -> u64 {
        let points = self.of.board.points() as u64;
        match act {
            Act::Place { .. } | Act::Remove(_) => points,
            Act::Go(walk) => match &walk.reach {
                Reach::Table(tables) => {
                    tables.iter().map(|table| u64::from(table.count_ones())).sum()
                }
                Reach::Slide => points * 32,
                _ => points * 8,
            },
            Act::Swap { .. } => points * 8,
            Act::Shoot { .. } => 32,
            Act::Push { pushes, .. } => pushes.len() as u64,
            _ => 1,
        }
    }

    fn own_kind(&self, kind: usize) -> Result<u8, Mistake> {
        match self.of.kind(kind, self.player) {
            Some(kind) => Ok(kind),
            None => self.wrong(format!("this player has no {}", self.of.tree.kinds[kind].plural)),
        }
    }

    fn act(&self, action: &Action) -> Result<Act, Mistake> {
        Ok(match action {
            Action::Place { kind, on } => {
                let kind = self.own_kind(*kind)?;
                let from_hand = self.of.pieces[usize::from(kind)].has_hand;
                Act::Place { kind, from_hand, on: self.points(on)? }
            }
            Action::Go(going) => Act::Go(self.walk(going)?),
            Action::Remove(set) => Act::Remove(self.points(set)?),
            Action::Swap { pieces, with } => {
                Act::Swap { pieces: self.points(pieces)?, with: self.points(with)? }
            }
            Action::Push { kind } => {
                let kind = self.own_kind(*kind)?;
                let own = Points::Kinds(vec![kind]);
                let Some((columns, rows)) = self.of.board.grid else {
                    return self.wrong("only the rows and columns of a grid can be pushed");
                };
                Act::Push { kind, takes: own, pushes: pushes(columns, rows) }
            }
            Action::Shoot { kind, ways } => {
                Act::Shoot { kind: self.own_kind(*kind)?, ways: self.going(ways)? }
            }
            Action::Pass => Act::Pass,
            Action::FlipEnclosed => Act::FlipEnclosed,
            Action::CaptureEnclosed => Act::CaptureEnclosed,
            Action::FlipBeside => Act::FlipBeside,
            Action::Promote { kind, on, to } => Act::Promote {
                kind: self.own_kind(*kind)?,
                on: self.points(on)?,
                to: self.own_kind(*to)?,
            },
        })
    }

    /// The directions that words mean. A word that means none here is a mistake: a piece would never move.
    fn going(&self, ways: &[Way]) -> Result<Vec<Direction>, Mistake> {
        let board = self.of.board;
        if let Some(none) = ways.iter().find(|way| !board.has_way(**way, self.up())) {
            let advice = "on a hexagon: sideways, diagonally forward or diagonally backward; on a ring or a \
                          wheel: no direction at all";
            let said = ways_said(&[*none]);
            return self
                .wrong(format!("nothing goes{said} on this board"))
                .map_err(|mistake| mistake.advise(advice));
        }
        Ok(board.going(ways, self.up()))
    }

    fn walk(&self, going: &Going) -> Result<Walk, Mistake> {
        let board = self.of.board;
        let reach = match &going.manner {
            Manner::Step => Reach::Step,
            Manner::Slide => Reach::Slide,
            Manner::SlideFar => Reach::SlideFar,
            Manner::Leap(over) => Reach::Leap(self.points(over)?),
            Manner::Move => Reach::Table(vec![board.all(); board.points()]),
            Manner::Away(distance) => {
                let Some((columns, _)) = board.grid else {
                    return self.wrong("how far away points are is known on a grid only");
                };
                let table = (0..board.points()).map(|point| {
                    let (row, column) = (point / columns, point % columns);
                    let is_away = |other_row: usize, other: usize| {
                        row.abs_diff(other_row).max(column.abs_diff(other)) == *distance as usize
                    };
                    board.where_on_grid(is_away).unwrap_or(0)
                });
                Reach::Table(table.collect())
            }
        };
        let is_table = matches!(reach, Reach::Table(_));
        if is_table && (!going.ways.is_empty() || going.again != crate::syntax::Again::No) {
            return self.wrong("a piece that moves anywhere has no direction and does not go on");
        }
        if is_table && going.taking != crate::syntax::Taking::Nothing {
            return self.wrong("a piece that moves anywhere captures only where it arrives");
        }
        if going.again != crate::syntax::Again::No && going.taking == crate::syntax::Taking::Nothing
        {
            return self.wrong("a piece goes on only as long as it captures");
        }
        let to: Result<Vec<Points>, Mistake> =
            going.to.iter().map(|set| self.points(set)).collect();
        Ok(Walk {
            pieces: self.points(&going.pieces)?,
            reach,
            to: AnyOf(to?),
            taking: going.taking,
            again: going.again,
            ways: self.going(&going.ways)?,
        })
    }
}

fn value(result: GameResult) -> Value {
    match result {
        GameResult::Win => Value::Win,
        GameResult::Lose => Value::Lose,
        GameResult::Tie => Value::Tie,
    }
}

/// Every push: from a cell of the edge to another end of its row or column.
fn pushes(columns: usize, rows: usize) -> Vec<Push> {
    let mut pushes = Vec::new();
    for from in 0..rows * columns {
        let (row, column) = (from / columns, from % columns);
        if (1..rows - 1).contains(&row) && (1..columns - 1).contains(&column) {
            continue;
        }
        for (to_row, to_column) in [(row, 0), (row, columns - 1), (0, column), (rows - 1, column)] {
            let to = to_row * columns + to_column;
            if to == from
                || pushes.iter().any(|push: &Push| {
                    push.cells[0] == from as u8 && push.cells[push.cells.len() - 1] == to as u8
                })
            {
                continue;
            }
            let step = if to_row == row { 1 } else { columns };
            let mut cells: Vec<u8> =
                (from.min(to)..=from.max(to)).step_by(step).map(|cell| cell as u8).collect();
            if to < from {
                cells.reverse();
            }
            pushes.push(Push { cells });
        }
    }
    pushes
}
