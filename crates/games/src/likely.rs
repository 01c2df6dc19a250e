//! Which game a mistyped name was meant to be.

use hindsight_core::About;

use crate::aliases;

/// The game of which a name, short or full or another that people use, is most like this one, unless none is.
pub(crate) fn game(name: &str, games: &[&'static About]) -> Option<&'static str> {
    let name = plain(name);
    let distance = |about: &About| {
        let names = [about.id, about.name].into_iter().chain(aliases::of(about.id).iter().copied());
        names.map(|known| distance(&name, &plain(known))).min().unwrap_or(usize::MAX)
    };
    let nearest = games.iter().min_by_key(|about| distance(about))?;
    // One letter in three may be wrong.
    (distance(nearest) * 3 <= name.len()).then_some(nearest.id)
}

/// A name without capitals, blanks and signs, in which people differ.
fn plain(name: &str) -> Vec<char> {
    let letters = name.chars().take(60).filter(|sign| sign.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// How many letters must be put in, left out, replaced, or exchanged with their neighbour, to make one
/// name of the other.
fn distance(from: &[char], to: &[char]) -> usize {
    let mut rows: Vec<Vec<usize>> = vec![(0..=to.len()).collect()];
    for (i, a) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in to.iter().enumerate() {
            let mut least =
                (rows[i][j] + usize::from(a != b)).min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == to[j - 1] && from[i - 1] == *b {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn mistyped_names_are_recognised() {
        for (typed, meant) in [
            ("qiuxo", "quixo"),
            ("quixoo", "quixo"),
            ("tic-tac-toe", "tictactoe"),
            ("Connect Four", "connect4"),
            ("NineMensMorris", "morris"),
            ("moris", "morris"),
            ("bagchal", "baghchal"),
            ("reversi", "othello"),
            ("gomoku", "mnk"),
            ("Noughts & Crosses", "tictactoe"),
            ("15 puzzle", "sliding"),
            ("Four in a Row", "connect4"),
            ("mills", "morris"),
            ("Mühle", "morris"),
            ("chinese-chess", "xiangqi"),
            ("Peg Solitair", "pegs"),
        ] {
            assert_eq!(game(typed, catalogue()), Some(meant), "{typed}");
        }
        for typed in ["", "hopscotch", "poker", "é"] {
            assert_eq!(game(typed, catalogue()), None, "{typed}");
        }
    }
}
