/*!
Answers about positions, for people and programs that know games by name and positions by text.

An [`Oracle`] is made once from a [`Game`](hindsight_core::Game), whichever it is. Answers are read from the tables slot by slot through a block cache: a query touches
a few kilobytes, however large the game.

```
use hindsight_core::Game;
use hindsight_games::tictactoe::TicTacToe;
use hindsight_oracle::{DataFolder, GameName, Oracle, SolveOptions};
use hindsight_solve::Control;

let data = tempfile::tempdir()?;
let name = GameName::new("tictactoe", "3x3");
let game = TicTacToe::variant("3x3")?;
let oracle = Oracle::new(Game::indexed(game), name, DataFolder::new(data.path()), 1 << 30);

oracle.solve(&SolveOptions::within(1 << 30), &Control::default())?;
let answer = oracle.answer("x-o/-x-/---")?;
assert_eq!(answer.verdict.to_string(), "tie in 6");
# Ok::<(), Box<dyn std::error::Error>>(())
```

# Errors
[`OracleError`] tells requests that cannot be met (a text that is no position, a game that is not
solved) from failures (a damaged file, a full disk): see [`OracleError::is_request`].
*/

mod accelerator;
mod choosing;
mod counting;
mod counts_file;
mod draw_report;
mod draws;
mod error;
mod exercise;
mod lesson;
mod listed;
mod looking;
mod match_report;
mod matches;
mod numbers;
mod opening;
mod oracle;
mod proof;
mod replay;
mod report;
mod searching;
mod signing;
mod solving;
mod surveying;
mod tables;
mod view;

pub use choosing::SearchedMove;
pub use counts_file::{CountsFault, CountsFile, CountsFileError};
pub use draw_report::{
    DrawAnalysis, DrawAnswer, LevelAnswer, LevelCounted, RankAnswer, RankCounted, SolvedDraws,
    SurveyedDraws, VerifiedDraws,
};
pub use draws::DrawsBy;
pub use error::OracleError;
pub use exercise::{Exercise, ExerciseFilter, Level, Task};
pub use lesson::{Lesson, LessonPart};
pub use looking::RankedTables;
pub use match_report::{MatchGame, MatchReport, ScoreAnswer, ShareAnswer};
pub use matches::MatchOptions;
pub use oracle::{DataFolder, Device, GameName, Oracle, RandomFilter, SolveOptions};
pub use proof::{Proof, ProvedPosition};
pub use replay::{Replay, ReplayedPly};
pub use report::{
    Analysis, Answer, ButtonAnswer, Checked, Counted, Drawing, Estimate, Example, GrundyCount,
    LargestUnit, Line, LineEnd, MarginCount, MoveAnswer, Ply, Projection, Solved, StageAnswer,
    Tables, TierCounts, Unreachable, Verdict, Verified, View, ViewMove,
};
pub use surveying::{Survey, Surveyed};
