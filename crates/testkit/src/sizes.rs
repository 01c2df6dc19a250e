//! Connect Four by size: what others have published of the boards that fit.

use hindsight_core::Outcome;

use crate::facts;

/// A board, as in `facts/connect4_by_size.csv`.
#[derive(Clone, Debug)]
pub struct Size {
    /// The name of the variant.
    pub variant: String,
    /// How many positions the start leads to. Böck, Strongly Solving 7x6 Connect-Four on Consumer Grade
    /// Hardware (2025), with the table of his repository (markus7800/Connect4-Strong-Solver); it
    /// confirms and extends John Tromp's (tromp.github.io/c4/c4.html).
    pub positions: u64,
    /// What the start is worth, from four columns and rows on. Steininger's tables
    /// (github.com/ChristopheSteininger/c4) have who wins, as Tromp's do, and the move that ends the
    /// game.
    pub start: Option<Outcome>,
}

/// All boards, the smallest first.
pub fn sizes() -> Vec<Size> {
    let size = |row: Vec<&str>| {
        let [columns, rows, positions, winner, moves] = row[..] else { panic!("{row:?}") };
        let start = match winner {
            "" => None,
            "tie" => Some(Outcome::Tie(moves.parse().unwrap())),
            "second" => Some(Outcome::Lose(moves.parse().unwrap())),
            _ => panic!("{row:?}"),
        };
        Size { variant: format!("{columns}x{rows}"), positions: positions.parse().unwrap(), start }
    };
    facts::rows("connect4_by_size.csv").map(size).collect()
}
