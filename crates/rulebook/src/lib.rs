/*!
Games from a text. A page of rules becomes a game that can be solved, queried and played as any other.

```
use hindsight_rulebook::Rulebook;

let text = "\
game \"Noughts and crosses\"
board grid 3x3
piece mark x o
turn place a mark on an empty point
win my marks make a line of 3
tie board is full
";
let book = Rulebook::read(text, None).unwrap();
let game = book.game();
assert_eq!(game.rules.moves(&game.rules.start()).len(), 9);

let mistake = Rulebook::read("game \"A\"\nboard gird 3x3", None).unwrap_err();
assert_eq!((mistake.line, mistake.column), (2, 7));
assert_eq!(mistake.advice.as_deref(), Some("did you mean 'grid'?"));
```

A text becomes a [`Tree`](syntax::Tree) (`token.rs`, `parse.rs`, `phrase.rs`), the tree with its board
(`board.rs`) a machine of masks and tables (`compile.rs`, `machine.rs`), which plays (`play.rs`) and shows
(`drawing.rs`) positions. The words of the text end with the tree: nothing after it knows them. From the machine alone
follow the numbers of positions (`plan.rs`, `index.rs`) and, for simple games, a description of the moves
(`describe.rs`).
*/

mod board;
mod compile;
mod describe;
mod doing;
mod drawing;
mod explain;
mod identity;
mod index;
mod layout;
mod likeness;
mod machine;
mod mistake;
mod moves;
mod orbits;
mod outcomes;
mod parse;
mod parts;
mod phrase;
mod plan;
mod play;
mod position;
mod renumber;
mod repeats;
mod report;
mod rulebook;
mod said;
mod script;
mod sets;
mod symmetry;
pub mod syntax;
mod tiers;
mod token;
mod turn;
mod unmoves;
mod words;

pub use board::{Board, MOST_POINTS};
pub use mistake::{Mistake, Place};
pub use play::TextGame;
pub use position::{Chosen, MOST_BEATS, Position};
pub use rulebook::{Derived, Rulebook};
pub use symmetry::Symmetries;
pub use tiers::Reason;
