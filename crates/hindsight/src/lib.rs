/*!
Strongly solves board games: for every position, whether the player to move wins, loses, ties or draws,
and in how many moves. Tables on disk keep the answers.

# A game that is there

An [`Oracle`] answers everything that can be asked about one game in one variant. Positions and moves
are texts.

*/
#![cfg_attr(feature = "games", doc = "```")]
#![cfg_attr(not(feature = "games"), doc = "```ignore")]
/*!
use hindsight::{Control, Device, Scope, SolveOptions};

# let data = tempfile::tempdir()?;
# let data = data.path();
let oracle = hindsight::open("tictactoe", None, data)?; // the first variant; tables go to `data`
let control = Control::default(); // stops long work, and says how far it is
oracle.solve(&SolveOptions::default(), &control)?;

let answer = oracle.answer("xo-/---/---")?;
assert_eq!(answer.verdict.to_string(), "win in 5");
assert_eq!(answer.moves.iter().filter(|known| known.best).count(), 3);
assert_eq!(oracle.line("xo-/---/---", 100)?.plies.len(), 5);

oracle.verify(Device::Cpu, &control)?; // derives every value again
let counts = oracle.analyze(Scope::Reachable, Device::Cpu, &control)?;
assert_eq!(counts.positions, 5_478);
# Ok::<(), Box<dyn std::error::Error>>(())
```

# A game of your own

Implement [`Rules`] (five functions) and [`Presentation`] (how positions and moves are written; [`Pictured`]
writes it for games of pieces on places), and [`open_game`]`(Game::rules_only(...), ...)`: positions are
then numbered by exploring from the start. A larger game also implements [`Indexed`], which numbers
positions by arithmetic, from the ready-made parts in [`parts`], and is opened as `Game::indexed(...)`.
The example `own_game` is a whole game in under fifty lines; `docs/adding-a-game.md` adds one with an index.

# What there is

| to | take |
|---|---|
| open a game | `open`, [`open_game`], [`Game`], [`GameName`]; from a text [`open_file`], [`rulebook`] |
| solve it | [`Oracle::solve`], [`SolveOptions`], [`Device`], [`Control`]; before that [`Oracle::estimate`] |
| ask about a position | [`Oracle::answer`], [`Oracle::line`], [`Oracle::random`]; by the rules alone [`Oracle::view`] |
| check a game's rules and its tables | [`Oracle::check`], [`Oracle::verify`] |
| count positions | [`Oracle::analyze`]; without tables [`Oracle::survey_into`], [`CountsFile`] |
| tell draws apart | [`Oracle::solve_draws`], [`DrawsBy`]; answers then have a [`DrawAnswer`] |
| write a game | [`Rules`], [`Presentation`], [`Pictured`], [`Indexed`], [`parts`] |
| work below the oracle | [`engine`] solves, [`tables`] are the files |

Every answer is a plain struct, and serialises to the JSON of the command line and of the server.

# Errors

[`OracleError::is_request`] tells requests that cannot be met from files, disks and devices at fault.

# Cargo features

All are on by default; a library needs few of them.

| feature | what it adds |
|---|---|
| `games` | the games that come with Hindsight: `open`, and the module `games` |
| `gpu` | solving, verifying and counting on a GPU; CUDA is looked for at run time |
| `serve` | the HTTP server with its page: the module `serve` |
| `cli` | what the program `hindsight` needs; of no use to a library |
*/

mod rulesfile;

use std::path::Path;

pub use hindsight_core::{
    About, Game, Games, Indexed, Kind, NotationError, Outcome, Pictured, Presentation, Rules, Turn,
    Value,
};
pub use hindsight_oracle::{
    Analysis, Answer, Checked, Counted, CountsFault, CountsFile, CountsFileError, DataFolder,
    Device, DrawAnalysis, DrawAnswer, DrawsBy, Estimate, Example, GameName, LevelAnswer,
    LevelCounted, Line, LineEnd, MoveAnswer, Oracle, OracleError, Ply, Projection, RandomFilter,
    RankAnswer, RankCounted, SolveOptions, Solved, SolvedDraws, Survey, Surveyed, TierCounts,
    Unreachable, Verdict, Verified, VerifiedDraws, View, ViewMove,
};
pub use hindsight_solve::{Bytes, CheckFailure, Control, Scope, SolveError, default_budget};
pub use hindsight_store::StoreError;
pub use rulesfile::{RULES_FILE, RulesFileError, open_file, read_rules};

/// What games are made of: positions of the usual kinds, ready-made indexes, symmetries, notation and
/// pictures.
pub use hindsight_core as parts;
/// Games from a text.
pub use hindsight_rulebook as rulebook;
/// Solving, verifying and counting below the [`Oracle`], over games of any type.
pub use hindsight_solve as engine;
/// The tables on disk.
pub use hindsight_store as tables;

/// The games that come with Hindsight: their catalogue, and a module for each.
#[cfg(feature = "games")]
pub use hindsight_games as games;
#[cfg(feature = "games")]
pub use hindsight_games::UnknownGame;

/// Files as Malom has them.
#[cfg(feature = "games")]
pub mod malom;

/// Answers over HTTP, and the page that shows them.
#[cfg(feature = "serve")]
pub use hindsight_serve as serve;

/// Opens a game by name, with its tables in a folder that need not exist. Without a variant, the game's
/// first one is meant; a board that has two names has its tables under the one in the catalogue.
///
/// What is in no table is searched for where the game has a search, which may take minutes.
#[cfg(feature = "games")]
pub fn open(
    game: &str,
    variant: Option<&str>,
    data: impl AsRef<Path>,
) -> Result<Oracle, UnknownGame> {
    let variant = games::canonical_variant(games::about(game)?, variant);
    let made = games::game(game, Some(variant))?;
    Ok(open_game(made, GameName::new(game, variant), data))
}

/// Opens a game of any type: one of your own, or one that `games` made. Its name and variant name its
/// folder below `data`, and its tables are refused when its rules have changed.
pub fn open_game(game: Game, name: GameName, data: impl AsRef<Path>) -> Oracle {
    let data = DataFolder::new(data.as_ref()).patient();
    Oracle::new(game, name, data, default_budget().0)
}
