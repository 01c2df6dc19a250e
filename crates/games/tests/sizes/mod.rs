//! Connect Four by size: what others have published of the boards that fit.

use hindsight_core::Outcome;

/// A board, as in `facts/connect4_by_size.csv`.
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
    let lines = include_str!("../facts/connect4_by_size.csv").lines().skip(1);
    let size = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let [columns, rows, positions, winner, moves] = fields[..] else { panic!("{line}") };
        let start = match winner {
            "" => None,
            "tie" => Some(Outcome::Tie(moves.parse().unwrap())),
            "second" => Some(Outcome::Lose(moves.parse().unwrap())),
            _ => panic!("{line}"),
        };
        Size { variant: format!("{columns}x{rows}"), positions: positions.parse().unwrap(), start }
    };
    lines.map(size).collect()
}
