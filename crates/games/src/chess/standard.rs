//! Positions and moves as other chess programs write them: Forsyth-Edwards notation (FEN) and standard
//! algebraic notation (SAN), as the PGN standard (Edwards, 1994) describes them.

use hindsight_core::{Presentation, Rules, StandardNotation, Turn, Value};

use super::{Chess, Position};

/// Files, and ranks.
const SIDE: usize = 8;

/// The men of a position by square, rank by rank from the top, as the game itself writes them.
fn letters(own: &str) -> Vec<char> {
    let board = own.split(':').next().unwrap_or_default();
    board.chars().filter(|letter| *letter != '/').collect()
}

/// The number of a square in that order.
fn square(name: &str) -> Option<usize> {
    let [file, rank] = *name.as_bytes() else { return None };
    let (file, rank) = (file.wrapping_sub(b'a') as usize, rank.wrapping_sub(b'1') as usize);
    (file < SIDE && rank < SIDE).then_some((SIDE - 1 - rank) * SIDE + file)
}

fn name(square: usize) -> String {
    let file = char::from(b'a' + (square % SIDE) as u8);
    format!("{file}{}", SIDE - square / SIDE)
}

impl StandardNotation<Position> for Chess {
    fn write_position(&self, position: Position) -> String {
        let letters = letters(&Presentation::write_position(self, position));
        let mut text = String::new();
        let mut passing = "-".to_owned();
        for (number, row) in letters.chunks(SIDE).enumerate() {
            if number > 0 {
                text.push('/');
            }
            let mut free = 0;
            for (file, &letter) in row.iter().enumerate() {
                if letter == '-' {
                    free += 1;
                    continue;
                }
                if free > 0 {
                    text.push_str(&free.to_string());
                    free = 0;
                }
                let square = number * SIDE + file;
                text.push(match letter {
                    // The square that the pawn has just gone past is behind it.
                    'E' => {
                        passing = name(square + SIDE);
                        'P'
                    }
                    'e' => {
                        passing = name(square - SIDE);
                        'p'
                    }
                    letter => letter,
                });
            }
            if free > 0 {
                text.push_str(&free.to_string());
            }
        }
        let turn = if position.turn == Turn::First { 'w' } else { 'b' };
        format!("{text} {turn} - {passing} 0 1")
    }

    fn translate_position(&self, text: &str) -> Option<String> {
        let mut fields = text.split_ascii_whitespace();
        let (board, turn) = (fields.next()?, fields.next()?);
        if !matches!(turn, "w" | "b") {
            return None;
        }
        let mut letters = Vec::new();
        for (number, row) in board.split('/').enumerate() {
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(free) => letters.extend(std::iter::repeat_n('-', free as usize)),
                    None => letters.push(letter),
                }
            }
            // What is wrong with such a board is told by whoever reads the result.
            if letters.len() != (number + 1) * SIDE {
                return None;
            }
        }
        if letters.len() != SIDE * SIDE {
            return None;
        }
        let _castling = fields.next();
        if let Some(passed) = fields.next().and_then(square) {
            let (pawn, taker) =
                if turn == "w" { (passed + SIDE, 'P') } else { (passed.checked_sub(SIDE)?, 'p') };
            let own = if turn == "w" { ('p', 'e') } else { ('P', 'E') };
            let beside = |step: isize| {
                let file = (pawn % SIDE) as isize + step;
                let is_there = (0..SIDE as isize).contains(&file);
                is_there && letters.get(pawn.wrapping_add_signed(step)) == Some(&taker)
            };
            // It counts only where a pawn could take it.
            if letters.get(pawn) == Some(&own.0) && (beside(-1) || beside(1)) {
                letters[pawn] = own.1;
            }
        }
        let rows: Vec<String> = letters.chunks(SIDE).map(|row| row.iter().collect()).collect();
        Some(format!("{}:{turn}", rows.join("/")))
    }

    fn move_names(&self, position: Position) -> Option<Vec<String>> {
        let board = letters(&Presentation::write_position(self, position));
        let names = Presentation::move_names(self, position);
        let mut after = Vec::new();
        self.moves(position, |chosen| after.push(self.play(position, chosen)));
        let steps: Vec<Step> =
            names.iter().map(|name| Step::read(name, &board)).collect::<Option<_>>()?;
        let written = steps.iter().zip(after).map(|(step, after)| {
            let is_mate = self.primitive(after) == Some(Value::Lose);
            let is_check = after.men.in_check(0);
            let sign = if is_mate {
                "#"
            } else if is_check {
                "+"
            } else {
                ""
            };
            format!("{}{sign}", step.written(&steps))
        });
        Some(written.collect())
    }
}

/// A move with what its name depends on.
struct Step<'a> {
    /// A capital.
    man: char,
    from: &'a str,
    to: &'a str,
    promotion: Option<&'a str>,
    takes: bool,
}

impl<'a> Step<'a> {
    /// A move by the game's own name for it, on a board.
    fn read(own: &'a str, board: &[char]) -> Option<Step<'a>> {
        let mut parts = own.split('-');
        let (from, to) = (parts.next()?, parts.next()?);
        let man = match board.get(square(from)?)?.to_ascii_uppercase() {
            'E' => 'P',
            man => man,
        };
        // A pawn that changes its file takes something, be it in passing.
        let takes = *board.get(square(to)?)? != '-' || (man == 'P' && from[..1] != to[..1]);
        Some(Step { man, from, to, promotion: parts.next(), takes })
    }

    /// The name, told apart from the others.
    fn written(&self, all: &[Step<'_>]) -> String {
        let (file, rank) = self.from.split_at(1);
        let takes = if self.takes { "x" } else { "" };
        if self.man == 'P' {
            let from = if self.takes { file } else { "" };
            let promotion = self.promotion.map(|man| format!("={man}")).unwrap_or_default();
            return format!("{from}{takes}{}{promotion}", self.to);
        }
        let rivals = || {
            all.iter().filter(|other| {
                other.man == self.man && other.to == self.to && other.from != self.from
            })
        };
        let from = if rivals().next().is_none() {
            ""
        } else if rivals().all(|other| !other.from.starts_with(file)) {
            file
        } else if rivals().all(|other| !other.from.ends_with(rank)) {
            rank
        } else {
            self.from
        };
        format!("{}{from}{takes}{}", self.man, self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(game: &Chess, text: &str) -> Vec<(String, String)> {
        let position = game.parse_position(text).unwrap();
        let own = Presentation::move_names(game, position);
        own.into_iter().zip(StandardNotation::move_names(game, position).unwrap()).collect()
    }

    fn name_of(game: &Chess, text: &str, own: &str) -> String {
        names(game, text).into_iter().find(|(name, _)| name == own).unwrap().1
    }

    #[test]
    fn positions_round_trip() {
        let game = Chess::variant("KP-KP").unwrap();
        for fen in [
            "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        ] {
            let own = game.translate_position(fen).unwrap();
            let position = game.parse_position(&own).unwrap();
            assert_eq!(StandardNotation::write_position(&game, position), fen);
        }
        // Nobody could take it: the square says nothing.
        let own = game.translate_position("4k3/8/8/8/p3P3/8/8/4K3 b - e3 0 1").unwrap();
        assert!(!own.contains('E'), "{own}");
    }

    #[test]
    fn texts_that_are_no_fen_are_left_alone() {
        let game = Chess::variant("KR-K").unwrap();
        let own = "----k---/--------/--------/--------/--------/--------/--------/R---K---:w";
        for text in ["", own, "4k3/8 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 x - - 0 1", "w", "9/9 w"] {
            assert_eq!(game.translate_position(text), None, "{text}");
        }
        // A square behind the edge of the board is no reason to panic.
        let _ = game.translate_position("4k3/8/8/8/8/8/8/R3K3 w - a1 0 1");
        let _ = game.translate_position("4k3/8/8/8/8/8/8/R3K3 b - a8 0 1");
    }

    #[test]
    fn moves_are_named_as_chess_players_do() {
        let rooks = Chess::variant("KRR-K").unwrap();
        let text = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1";
        let own = rooks.translate_position(text).unwrap();
        assert_eq!(name_of(&rooks, &own, "a1-a8"), "Ra8+");
        assert_eq!(name_of(&rooks, &own, "a1-d1"), "Rd1");
        assert_eq!(name_of(&rooks, &own, "e1-e2"), "Ke2");
        let own = rooks.translate_position("4k3/8/8/8/R7/8/8/R3K3 w - - 0 1").unwrap();
        assert_eq!(name_of(&rooks, &own, "a1-a2"), "R1a2");
        assert_eq!(name_of(&rooks, &own, "a4-a3"), "R4a3");
        let own = rooks.translate_position("4k3/8/8/8/8/8/8/R2RK3 w - - 0 1").unwrap();
        assert_eq!(name_of(&rooks, &own, "a1-b1"), "Rab1");
        let own = rooks.translate_position("k7/7R/8/8/8/8/8/4K1R1 w - - 0 1").unwrap();
        assert_eq!(name_of(&rooks, &own, "g1-g8"), "Rg8#");
        let queens = Chess::variant("KQQ-K").unwrap();
        let own = queens.translate_position("8/8/8/7k/8/8/8/Q1Q1K3 w - - 0 1").unwrap();
        assert!(names(&queens, &own).iter().all(|(_, name)| name.starts_with(['Q', 'K'])));
        let pawns = Chess::variant("KP-KP").unwrap();
        let own = pawns.translate_position("8/4P2k/8/8/8/8/8/4K3 w - - 0 1");
        let kpk = Chess::variant("KP-K").unwrap();
        assert_eq!(name_of(&kpk, &own.unwrap(), "e7-e8-N"), "e8=N");
        let own = pawns.translate_position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").unwrap();
        assert_eq!(name_of(&pawns, &own, "d4-e3"), "dxe3");
        let own = kpk.translate_position("8/8/8/8/8/8/3kP3/7K b - - 0 1").unwrap();
        assert_eq!(name_of(&kpk, &own, "d2-e2"), "Kxe2");
    }
}
