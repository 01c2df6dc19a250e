//! What a text says, as a tree: nothing is worked out yet.
//!
//! *Mine* is always what belongs to the player whose rule it is: in a `turn` who moves, in `win`, `lose`
//! and `tie` who has just moved.

/// A whole text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// What the game is called.
    pub name: String,
    /// What the players are called, if the text says so.
    pub players: Option<[String; 2]>,
    /// The board.
    pub board: BoardText,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
    /// What players have in hand at the start.
    pub hands: Vec<Hand>,
    /// The position at the start.
    pub start: Start,
    /// Parts of the board that have names.
    pub regions: Vec<RegionText>,
    /// Shapes that have names.
    pub patterns: Vec<PatternText>,
    /// What can be done in a turn.
    pub turns: Vec<Alternative>,
    /// What ends the game after a move.
    pub ends: Vec<End>,
    /// What becomes of who cannot move.
    pub stuck: Vec<Stuck>,
    /// What captured pieces become in the hand of who captured them; none where they leave the game.
    pub captives: Option<Vec<(usize, usize)>>,
    /// The options of the text, each with its values, the chosen one first.
    pub options: Vec<(String, Vec<String>)>,
}

/// A board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum BoardText {
    /// None yet.
    #[default]
    Missing,
    /// Rows and columns of points.
    Grid {
        /// The columns.
        columns: usize,
        /// The rows.
        rows: usize,
        /// How points are joined.
        joined: Joined,
    },
    /// A ring of points around a hub.
    Wheel(usize),
    /// A ring of points.
    Ring(usize),
    /// A hexagon with so many points on each side.
    Hexagon(usize),
    /// Points and lines as they are drawn with characters, row by row.
    Drawn(Vec<String>),
    /// The points of straight lines, by name.
    Lines(Vec<Vec<String>>),
}

/// How the points of a grid are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// Along rows and columns.
    Orthogonally,
    /// Along diagonals.
    Diagonally,
    /// Both.
    AllWays,
    /// Along rows and columns, and every second point along diagonals, the corners among them.
    Alquerque,
}

/// A kind of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// One of them.
    pub name: String,
    /// Several.
    pub plural: String,
    /// How the first player's and the second's are written; the same twice for pieces of nobody.
    pub letters: [Option<char>; 2],
    /// Whether they belong to nobody.
    pub is_neutral: bool,
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Who moves first.
    First,
    /// The other.
    Second,
}

impl Side {
    /// 0 or 1.
    pub fn number(self) -> usize {
        self as usize
    }
}

/// What players have in hand at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    /// The kind of pieces.
    pub kind: usize,
    /// How many.
    pub number: u32,
    /// Whose; none for both.
    pub side: Option<Side>,
}

/// The position at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// As it was drawn, a list of letters for each row of points.
    pub picture: Vec<Vec<char>>,
    /// As it was said: each player has this kind on these points.
    pub puts: Vec<(usize, Set)>,
    /// The line where the picture begins.
    pub line: usize,
}

/// A part of the board: `x` marks the first player's, `o` the second's, `*` both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionText {
    /// Its name.
    pub name: String,
    /// A list of signs for each row of points.
    pub picture: Vec<Vec<char>>,
    /// Its line.
    pub line: usize,
}

/// A shape: anything but `.` belongs to it. It counts anywhere on a grid, turned and mirrored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternText {
    /// Its name.
    pub name: String,
    /// Its rows.
    pub picture: Vec<Vec<char>>,
    /// Its line.
    pub line: usize,
}

/// Something that can be done in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Whose turn; none for both.
    pub side: Option<Side>,
    /// Whether it is there only if nothing above it can be done.
    pub is_else: bool,
    /// Whether only those ways to do it that capture most are there.
    pub is_most: bool,
    /// When it is there.
    pub condition: Option<Condition>,
    /// What is done, one after another.
    pub doings: Vec<Doing>,
    /// Its line.
    pub line: usize,
}

/// An action, perhaps under a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doing {
    /// Left out unless this holds.
    pub condition: Option<Condition>,
    /// What is done.
    pub action: Action,
    /// Its line.
    pub line: usize,
}

/// Something that is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A piece comes to the board: from the hand if the kind is ever in one.
    Place {
        /// The kind.
        kind: usize,
        /// Where.
        on: Set,
    },
    /// A piece goes somewhere.
    Go(Going),
    /// A piece is taken off.
    Remove(Set),
    /// A piece changes places with one that is joined with it.
    Swap {
        /// Which pieces.
        pieces: Set,
        /// With what.
        with: Set,
    },
    /// As in Quixo: a cell of the edge that is empty or one's own leaves, the cells of its row or column move
    /// up, and a piece of one's own comes in at the end.
    Push {
        /// The kind.
        kind: usize,
    },
    /// As in Amazons: a piece comes to a point that the piece that came last could slide to.
    Shoot {
        /// The kind.
        kind: usize,
        /// In which directions; none: along the lines of the board.
        ways: Vec<Way>,
    },
    /// Nothing is done.
    Pass,
    /// Pieces of the enemy between the piece that came last and another of one's own change sides.
    FlipEnclosed,
    /// The same pieces are captured.
    CaptureEnclosed,
    /// Pieces of the enemy beside the piece that came last change sides.
    FlipBeside,
    /// Pieces become others.
    Promote {
        /// Of this kind.
        kind: usize,
        /// Those here.
        on: Set,
        /// They become this kind.
        to: usize,
    },
}

/// How a piece goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Going {
    /// Which pieces.
    pub pieces: Set,
    /// How far.
    pub manner: Manner,
    /// In which directions; none: along the lines of the board.
    pub ways: Vec<Way>,
    /// Where it may arrive. A piece of the enemy there is captured.
    pub to: Vec<Set>,
    /// What else it captures.
    pub taking: Taking,
    /// Whether it goes on.
    pub again: Again,
}

/// How far a piece goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Manner {
    /// To the next point.
    Step,
    /// As far as it likes over empty points.
    Slide,
    /// As far as it can over empty points.
    SlideFar,
    /// Over the next point, if it is one of these, to the one behind it.
    Leap(Set),
    /// To any point.
    Move,
    /// To a point of a grid so many rows or columns away, whatever is between.
    Away(u32),
}

/// What a piece captures besides what stands where it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taking {
    /// Nothing.
    Nothing,
    /// What it leaps over.
    Leapt,
    /// The unbroken row of the enemy's pieces in front of where it arrives.
    Ahead,
    /// The unbroken row of the enemy's pieces behind where it left.
    Behind,
}

/// Whether a piece goes on in the same turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// No.
    No,
    /// It must, as long as it can.
    Must,
    /// It may.
    May,
    /// It may, but only straight on.
    MayStraight,
}

/// Directions, as the player sees them: forward is away from the own side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Along rows and columns.
    Orthogonally,
    /// Along diagonals.
    Diagonally,
    /// Along the column.
    Forward,
    /// Back along the column.
    Backward,
    /// Along the row.
    Sideways,
    /// Both diagonals forward.
    DiagonallyForward,
    /// Both diagonals backward.
    DiagonallyBackward,
    /// To the top of the picture, whoever moves.
    Up,
    /// To the bottom.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// All of them.
    AllWays,
}

/// Whose pieces, or whose part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The player's own.
    Mine,
    /// The other player's.
    Enemy,
    /// Anybody's and nobody's.
    Anyone,
}

/// A set of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    /// Those with a piece.
    Pieces {
        /// Whose.
        owner: Owner,
        /// Of which kind; none: of any.
        kind: Option<usize>,
    },
    /// Those without a piece.
    Empty,
    /// All.
    Points,
    /// A region that the text defines.
    Region {
        /// Its number.
        region: usize,
        /// Whose part of it.
        owner: Owner,
    },
    /// Where a player's pieces stood at the start.
    Home(Owner),
    /// The outermost rows and columns of a grid.
    Edge,
    /// The corners of a grid.
    Corners,
    /// The points of a grid that are nearest to its middle.
    Centre,
    /// The rows nearest to the player's own side, so many.
    NearRows(u32),
    /// The rows farthest from it.
    FarRows(u32),
    /// Those of a set that are in another.
    On(Box<Set>, Box<Set>),
    /// Those of a set that are not in another.
    Off(Box<Set>, Box<Set>),
    /// Those of a set that are joined with a point of another.
    Beside(Box<Set>, Box<Set>),
    /// Those of a set that are not.
    NotBeside(Box<Set>, Box<Set>),
    /// Those of a set all of whose joined points are in another.
    Surrounded(Box<Set>, Box<Set>),
    /// Those of a set that are in a line of so many of the set.
    InLines(Box<Set>, Line),
    /// Those of a set that are not.
    OutsideLines(Box<Set>, Line),
    /// Those of a set below which, in their column, no point of the set is left.
    Lowest(Box<Set>),
    /// The first set, or the second where the first has nothing.
    Else(Box<Set>, Box<Set>),
}

/// So many points next to one another, straight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How many.
    pub length: u32,
    /// In which directions; none: in all of a grid, elsewhere along the lines of the board.
    pub ways: Vec<Way>,
}

/// Something that holds or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Not that.
    Not(Box<Condition>),
    /// All of them.
    All(Vec<Condition>),
    /// One of them.
    Any(Vec<Condition>),
    /// There are so many.
    Count {
        /// How the number compares.
        compare: Compare,
        /// The number.
        number: u32,
        /// Of what.
        of: Set,
        /// Where they are counted.
        place: Counted,
    },
    /// All of the first are in the second.
    Within(Set, Set),
    /// All of the second are in the first.
    Fill(Set, Set),
    /// Some of them are a line.
    MakeLine(Set, Line),
    /// Some of them are a pattern, by its number.
    MakePattern(Set, usize),
    /// The piece that came last is in a line of one's own.
    ThatMadeLine(Line),
    /// They hang together by the lines of the board, or there are none.
    Connected(Set),
    /// They are in one row or one column of a grid.
    InOneLine(Set),
    /// There is no empty point.
    Full,
}

/// How a number compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// Fewer.
    Fewer,
    /// At most.
    AtMost,
    /// Just as many.
    Exactly,
    /// At least.
    AtLeast,
    /// More.
    More,
}

/// Where pieces are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// On the board.
    Board,
    /// In hand.
    Hand,
    /// Both.
    All,
}

/// What ends the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// After whose move; none for both.
    pub side: Option<Side>,
    /// What it is for who has just moved.
    pub result: GameResult,
    /// When.
    pub condition: Condition,
    /// Its line.
    pub line: usize,
}

/// How a game ends for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Won.
    Win,
    /// Lost.
    Lose,
    /// Level.
    Tie,
}

/// What becomes of who cannot move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// Who; none for both.
    pub side: Option<Side>,
    /// The end of the game; none: the turn passes to the other player.
    pub result: Option<GameResult>,
    /// Its line.
    pub line: usize,
}
