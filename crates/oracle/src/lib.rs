/*!
Answers about positions, for people and programs that know games by name and positions by text.

Everything below this crate is generic over the game, so that hot loops know it. Everything above
it talks to a [`Box<dyn Oracle>`](Oracle), made once from a game by [`for_indexed`] or
[`for_rules`]. Answers are read from the tables slot by slot through a block cache: a query touches
a few kilobytes, however large the game.

```
use hindsight_games::tictactoe::TicTacToe;
use hindsight_oracle::{DataFolder, GameName, Order, for_indexed};
use hindsight_solve::Control;

let data = tempfile::tempdir()?;
let name = GameName { game: "tictactoe".into(), variant: "3x3".into() };
let game = TicTacToe::variant("3x3").ok_or("it is there")?;
let oracle = for_indexed(game, name, DataFolder::new(data.path()));

oracle.solve(&Order::within(1 << 30), &Control::default())?;
let answer = oracle.answer("x-o/-x-/---")?;
assert_eq!(answer.verdict.to_string(), "tie in 6");
# Ok::<(), Box<dyn std::error::Error>>(())
```

# Errors
[`OracleError`] tells requests that cannot be met (a text that is no position, a game that is not
solved) from failures (a damaged file, a full disk): see [`OracleError::is_request`].
*/

mod counting;
mod error;
mod explored;
mod oracle;
mod report;
mod searching;
mod solved;
mod solving;
mod surveying;
mod view;

pub use error::OracleError;
pub use explored::for_rules;
pub use oracle::{DataFolder, Device, GameName, Oracle, Order, Wanted};
pub use report::{
    Analysis, Answer, ButtonAnswer, Checked, Counted, Drawing, Estimate, Example, GrundyCount,
    LargestUnit, Line, LineEnd, MarginCount, MoveAnswer, Ply, Projection, Solved, StageAnswer,
    Tables, TierCounts, Verdict, Verified, View, ViewMove,
};
pub use solved::for_indexed;
pub use surveying::Survey;
