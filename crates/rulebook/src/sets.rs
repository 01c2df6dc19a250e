//! From the sets and conditions of a text to masks and tables, for one player.

use crate::board::MOST_POINTS;
use crate::compile::Compiling;
use crate::machine::{Holds, Points};
use crate::mistake::Mistake;
use crate::syntax::{Compare, Condition, Counted, Owner, PatternText, Set};

impl Compiling<'_, '_> {
    fn owner(&self, owner: Owner) -> Option<usize> {
        match owner {
            Owner::Mine => Some(self.player),
            Owner::Enemy => Some(1 - self.player),
            Owner::Anyone => None,
        }
    }

    pub(crate) fn kinds(&self, owner: Owner, kind: Option<usize>) -> Result<Vec<u8>, Mistake> {
        let found: Vec<u8> = match (self.owner(owner), kind) {
            (Some(player), None) => self.of.of_owner(player),
            (None, None) => (0..self.of.pieces.len() as u8).collect(),
            (Some(player), Some(kind)) => self.of.kind(kind, player).into_iter().collect(),
            (None, Some(kind)) => {
                let name = &self.of.tree.kinds[kind].name;
                let numbered = (0..).zip(&self.of.pieces);
                numbered.filter(|(_, piece)| piece.name == *name).map(|(kind, _)| kind).collect()
            }
        };
        if let (true, Some(kind)) = (found.is_empty(), kind) {
            let plural = &self.of.tree.kinds[kind].plural;
            let is_mine = owner == Owner::Mine;
            let who = if is_mine { "this player" } else { "the enemy" };
            let wrong = self.wrong(format!("{who} has no {plural} here"));
            return wrong.map_err(|mistake| match is_mine {
                true => mistake.advise(format!(
                    "a kind alone means one's own: write 'enemy {plural}' for those of the other player"
                )),
                false => mistake,
            });
        }
        Ok(found)
    }

    fn rows(&self, far: bool, number: u32) -> Result<u64, Mistake> {
        let Some((_, rows)) = self.of.board.grid else {
            return self.wrong("near and far rows are known on a grid only");
        };
        let number = number as usize;
        // The first player sits below.
        let at_top = far == (self.player == 0);
        let points = self
            .of
            .board
            .where_on_grid(|row, _| if at_top { row < number } else { row + number >= rows });
        Ok(points.unwrap_or(0))
    }

    fn on_grid(
        &self,
        what: &str,
        holds: impl Fn(usize, usize, usize, usize) -> bool,
    ) -> Result<Points, Mistake> {
        let Some((columns, rows)) = self.of.board.grid else {
            return self.wrong(format!("{what} is known on a grid only; a region can be drawn"));
        };
        let points = self.of.board.where_on_grid(|row, column| holds(row, column, rows, columns));
        Ok(Points::Fixed(points.unwrap_or(0)))
    }

    pub(crate) fn points(&self, set: &Set) -> Result<Points, Mistake> {
        let both = |one: &Set, other: &Set| {
            Ok::<_, Mistake>((Box::new(self.points(one)?), Box::new(self.points(other)?)))
        };
        Ok(match set {
            Set::Pieces { owner, kind } => Points::Kinds(self.kinds(*owner, *kind)?),
            Set::Empty => Points::Empty,
            Set::Points => Points::Fixed(self.of.board.all()),
            Set::Region { region, owner } => {
                let region = &self.of.tree.regions[*region];
                let signs = self.of.by_point(&region.picture, region.line)?;
                let mine = match self.owner(*owner) {
                    Some(0) => "x*",
                    Some(_) => "o*",
                    None => "xo*",
                };
                if let Some(other) = signs.iter().find(|sign| !".-xo*".contains(**sign)) {
                    return self.of.wrong(region.line, format!("'{other}' in a region: x is the first player's, o the second's, * both's, . neither's"));
                }
                let points = (0..).zip(signs).filter(|(_, sign)| mine.contains(*sign));
                Points::Fixed(points.fold(0, |mask, (point, _)| mask | 1 << (point as u32)))
            }
            Set::Home(owner) => {
                Points::Fixed(self.owner(*owner).map_or(0, |player| self.homes[player]))
            }
            Set::Edge => self.on_grid("the edge", |row, column, rows, columns| {
                row == 0 || column == 0 || row + 1 == rows || column + 1 == columns
            })?,
            Set::Corners => self.on_grid("a corner", |row, column, rows, columns| {
                (row == 0 || row + 1 == rows) && (column == 0 || column + 1 == columns)
            })?,
            Set::Centre => self.on_grid("the centre", |row, column, rows, columns| {
                (2 * row + 1).abs_diff(rows) <= 1 && (2 * column + 1).abs_diff(columns) <= 1
            })?,
            Set::NearRows(number) => Points::Fixed(self.rows(false, *number)?),
            Set::FarRows(number) => Points::Fixed(self.rows(true, *number)?),
            Set::On(one, other) => both(one, other).map(|(one, other)| Points::And(one, other))?,
            Set::Off(one, other) => {
                both(one, other).map(|(one, other)| Points::AndNot(one, other))?
            }
            Set::Beside(one, other) => {
                both(one, other).map(|(one, other)| Points::Beside(one, other))?
            }
            Set::NotBeside(one, other) => {
                both(one, other).map(|(one, other)| Points::NotBeside(one, other))?
            }
            Set::Surrounded(one, other) => {
                both(one, other).map(|(one, other)| Points::Surrounded(one, other))?
            }
            Set::Else(one, other) => {
                both(one, other).map(|(one, other)| Points::Else(one, other))?
            }
            Set::InLines(one, line) => {
                Points::InLines(Box::new(self.points(one)?), self.lines(line)?)
            }
            Set::OutsideLines(one, line) => {
                Points::OutsideLines(Box::new(self.points(one)?), self.lines(line)?)
            }
            Set::Lowest(one) => {
                let Some((columns, _)) = self.of.board.grid else {
                    return self.wrong("what is lowest is known on a grid only");
                };
                let below = (0..self.of.board.points()).map(|point| {
                    let is_below = |row: usize, column: usize| {
                        column == point % columns && row > point / columns
                    };
                    self.of.board.where_on_grid(is_below).unwrap_or(0)
                });
                Points::Lowest(Box::new(self.points(one)?), below.collect())
            }
        })
    }

    fn lines(&self, line: &crate::syntax::Line) -> Result<Vec<u64>, Mistake> {
        let lines = self.of.board.lines(line);
        if lines.is_empty() {
            return self.wrong(format!("the board has no line of {}", line.length));
        }
        Ok(lines)
    }

    pub(crate) fn holds(&self, condition: &Condition) -> Result<Holds, Mistake> {
        let each = |conditions: &[Condition]| {
            conditions.iter().map(|one| self.holds(one)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match condition {
            Condition::Not(condition) => Holds::Not(Box::new(self.holds(condition)?)),
            Condition::All(conditions) => Holds::All(each(conditions)?),
            Condition::Any(conditions) => Holds::Any(each(conditions)?),
            Condition::Count { compare, number, of, place } => {
                let (least, most) = match compare {
                    Compare::Fewer => (0, number.checked_sub(1)),
                    Compare::AtMost => (0, Some(*number)),
                    Compare::Exactly => (*number, Some(*number)),
                    Compare::AtLeast => (*number, Some(u32::MAX)),
                    Compare::More => (*number + 1, Some(u32::MAX)),
                };
                let Some(most) = most else { return self.wrong("there are never fewer than 0") };
                let in_hand = match (place, of) {
                    (Counted::Hand | Counted::All, Set::Pieces { owner, kind }) => {
                        self.kinds(*owner, *kind)?
                    }
                    _ => Vec::new(),
                };
                let of = (*place != Counted::Hand).then(|| self.points(of)).transpose()?;
                Holds::Count { least, most, of, in_hand }
            }
            Condition::Within(one, other) => Holds::Within(self.points(one)?, self.points(other)?),
            Condition::Fill(one, other) => Holds::Within(self.points(other)?, self.points(one)?),
            Condition::MakeLine(set, line) => Holds::Covers(self.points(set)?, self.lines(line)?),
            Condition::MakePattern(set, pattern) => {
                Holds::Covers(self.points(set)?, self.shapes(&self.of.tree.patterns[*pattern])?)
            }
            Condition::ThatMadeLine(line) => {
                Holds::LastIn(Points::Kinds(self.of.of_owner(self.player)), self.lines(line)?)
            }
            Condition::Connected(set) => Holds::Connected(self.points(set)?),
            Condition::InOneLine(set) => {
                let Some((columns, rows)) = self.of.board.grid else {
                    return self.wrong("rows and columns are known on a grid only");
                };
                let row = |at: usize| self.of.board.where_on_grid(|row, _| row == at);
                let column = |at: usize| self.of.board.where_on_grid(|_, column| column == at);
                let sets = (0..rows).filter_map(row).chain((0..columns).filter_map(column));
                Holds::InOneOf(self.points(set)?, sets.collect())
            }
            Condition::Full => {
                Holds::Count { least: 0, most: 0, of: Some(Points::Empty), in_hand: Vec::new() }
            }
        })
    }

    /// A pattern everywhere on the grid, turned and mirrored.
    fn shapes(&self, pattern: &PatternText) -> Result<Vec<u64>, Mistake> {
        let Some((columns, rows)) = self.of.board.grid else {
            return self.of.wrong(pattern.line, "patterns are known on a grid only");
        };
        let mut cells: Vec<(usize, usize)> = Vec::new();
        for (row, signs) in pattern.picture.iter().enumerate() {
            for (column, sign) in signs.iter().enumerate() {
                if *sign != '.' && *sign != '-' {
                    cells.push((row, column));
                }
            }
        }
        if cells.is_empty()
            || cells.len() > MOST_POINTS
            || cells.iter().any(|(row, column)| *row.max(column) >= MOST_POINTS)
        {
            return self.of.wrong(pattern.line, "a pattern has 1 to 64 points");
        }
        let mut found = Vec::new();
        for _ in 0..2 {
            for _ in 0..4 {
                let size = (
                    cells.iter().map(|cell| cell.0).max().unwrap_or(0) + 1,
                    cells.iter().map(|cell| cell.1).max().unwrap_or(0) + 1,
                );
                for (down, right) in (0..(rows + 1).saturating_sub(size.0)).flat_map(|down| {
                    (0..(columns + 1).saturating_sub(size.1)).map(move |right| (down, right))
                }) {
                    let mask = cells.iter().fold(0_u64, |mask, cell| {
                        mask | 1 << ((cell.0 + down) * columns + cell.1 + right)
                    });
                    if !found.contains(&mask) {
                        found.push(mask);
                    }
                }
                // A quarter of a turn.
                cells = cells.iter().map(|(row, column)| (*column, size.0 - 1 - row)).collect();
            }
            let widest = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
            cells = cells.iter().map(|(row, column)| (*row, widest - column)).collect();
        }
        if found.is_empty() {
            return self.of.wrong(pattern.line, "the pattern is larger than the board");
        }
        Ok(found)
    }
}
