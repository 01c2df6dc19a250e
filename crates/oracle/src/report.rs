//! Answers as programs read them: every type here serialises, with the field names that the command
//! line's JSON and the server use.

use std::fmt;

use hindsight_core::{Button, Kind, Met, Outcome, Picture, Scene, Turn, Value};
use hindsight_store::Run;
use serde::{Serialize, Serializer};

use crate::draw_report::DrawAnswer;
use crate::oracle::GameName;

/// A value with its remoteness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Who prevails, for the player to move.
    #[serde(serialize_with = "value_name")]
    pub value: Value,
    /// Plies to the end; none for a draw.
    pub remoteness: Option<u16>,
}

impl From<Outcome> for Verdict {
    fn from(outcome: Outcome) -> Verdict {
        Verdict { value: outcome.value(), remoteness: outcome.remoteness() }
    }
}

impl From<Verdict> for Outcome {
    fn from(verdict: Verdict) -> Outcome {
        Outcome::new(verdict.value, verdict.remoteness.unwrap_or(0))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Outcome::from(*self).fmt(f)
    }
}

fn value_name<S: Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(value.name())
}

fn value_name_or_null<S: Serializer>(
    value: &Option<Value>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.serialize_some(value.name()),
        None => serializer.serialize_none(),
    }
}

fn kind_name<S: Serializer>(kind: &Kind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

pub(crate) fn turn_name<S: Serializer>(turn: &Turn, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match turn {
        Turn::First => "first",
        Turn::Second => "second",
    })
}

/// What the rules say about a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The position, as the game itself writes it.
    pub position: String,
    /// Whose turn it is: `first` or `second`.
    #[serde(serialize_with = "turn_name")]
    pub turn: Turn,
    /// The board drawn with characters.
    pub board: String,
    /// What kind of game it is: `partisan`, `impartial`, `scored` or `puzzle`.
    #[serde(serialize_with = "kind_name")]
    pub kind: Kind,
    /// The Grundy number, of an impartial game. Needs no tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<u32>,
    /// What ended the game for the player to move; none while it goes on.
    pub over: Option<Verdict>,
    /// The centers of the lines, or other groups of pieces, that ended the game, each group for itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decided_by: Vec<Vec<usize>>,
    /// The value, where a search has found that and does not know the remoteness yet.
    #[serde(serialize_with = "value_name_or_null", skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// What the position looks like.
    pub picture: Picture,
    /// All moves.
    pub moves: Vec<ViewMove>,
    /// How the moves are clicked; without values.
    pub stages: Vec<StageAnswer>,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ViewMove {
    /// The move.
    #[serde(rename = "move")]
    pub chosen: String,
    /// The position moved to.
    pub position: String,
    /// Its Grundy number, of an impartial game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<u32>,
    /// Its value for the player to move there, as far as the [view](View) has values.
    #[serde(serialize_with = "value_name_or_null", skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// What it looks like.
    pub picture: Picture,
}

/// How a game is drawn and clicked.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// What stays the same for all positions.
    pub scene: Scene,
    /// Whether the game declares no scene, so that its board is shown as characters.
    pub fallback: bool,
}

/// A state between two positions, in which parts of a move are made; the first stage of a position
/// is the position itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StageAnswer {
    /// What the board looks like.
    pub picture: Picture,
    /// The value, for the player to move, of the best move that can follow; none where values are
    /// not known.
    #[serde(serialize_with = "value_name_or_null")]
    pub value: Option<Value>,
    /// The remoteness that goes with it. Parts of moves add nothing.
    pub remoteness: Option<u16>,
    /// What can be clicked.
    pub buttons: Vec<ButtonAnswer>,
}

/// What can be clicked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ButtonAnswer {
    /// The part of a move, or the whole move, that it stands for.
    pub name: String,
    /// What is clicked.
    pub button: Button,
    /// The number of the move that is made, unless only a part of one is.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub chosen: Option<usize>,
    /// The number of the stage that comes then, unless a move is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<usize>,
}

/// What the tables say about a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The game.
    #[serde(flatten)]
    pub name: GameName,
    /// The position, as the game itself writes it.
    pub position: String,
    /// Whose turn it is: `first` or `second`.
    #[serde(serialize_with = "turn_name")]
    pub turn: Turn,
    /// The board drawn with characters.
    pub board: String,
    /// The tier that the position belongs to.
    pub tier: String,
    /// Whether the game is over.
    pub over: bool,
    /// What kind of game it is: `partisan`, `impartial`, `scored` or `puzzle`. Of a puzzle, a tie is
    /// solvable in as many moves as the remoteness says, and a draw is unsolvable.
    #[serde(serialize_with = "kind_name")]
    pub kind: Kind,
    /// The value for the player to move.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The Grundy number, of an impartial game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<u32>,
    /// By how much the player to move wins (negative: loses) when both play for that, of a scored
    /// game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i32>,
    /// What is known of a draw beyond that it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawAnswer>,
    /// The centers of the lines, or other groups of pieces, that ended the game, each group for itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decided_by: Vec<Vec<usize>>,
    /// What the position looks like.
    pub picture: Picture,
    /// All moves, in the game's order.
    pub moves: Vec<MoveAnswer>,
    /// How the moves are clicked.
    pub stages: Vec<StageAnswer>,
    /// Where values do not come from tables that were solved here: `opening` where all of them are in the
    /// opening table that is part of the program, `search` where some were searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found_by: Option<&'static str>,
}

/// What the tables say about a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveAnswer {
    /// The move.
    #[serde(rename = "move")]
    pub chosen: String,
    /// The position moved to.
    pub position: String,
    /// The value of the position moved to, for the player to move there.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Whether no other move is better.
    pub best: bool,
    /// The Grundy number of the position moved to, of an impartial game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<u32>,
    /// The margin of the position moved to, for the player to move there, of a scored game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i32>,
    /// What is known of the position moved to beyond that it is a draw, for the player to move there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawAnswer>,
    /// What the position moved to looks like.
    pub picture: Picture,
}

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Where it begins.
    pub position: String,
    /// The value there.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The moves.
    pub plies: Vec<Ply>,
    /// Why it stops.
    pub end: LineEnd,
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ply {
    /// The move.
    #[serde(rename = "move")]
    pub chosen: String,
    /// The position moved to.
    pub position: String,
    /// The value there, for the player to move there.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// Why a line stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LineEnd {
    /// The game is over.
    Over,
    /// The last position was there before, after this many plies: play goes round for ever.
    Repeats(usize),
    /// The line is as long as was asked for.
    Cut,
}

/// What solving takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Estimate {
    /// The game.
    #[serde(flatten)]
    pub name: GameName,
    /// Whether all numbers are the least that it can be: the game has rules only, and exploring it came
    /// to no end.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
    /// Tiers that the roots lead to: the start's tier, and others where a game names them.
    pub tiers: u64,
    /// Sets of tiers that are solved together.
    pub units: u64,
    /// Units inside which moves can go round in circles.
    pub loopy_units: u64,
    /// Slots of all tiers, holes included.
    pub slots: u64,
    /// The unit that takes the most memory.
    pub largest_unit: LargestUnit,
    /// Bytes of memory with which it can still be solved, more slowly.
    pub least_memory: u64,
    /// Bytes that a GPU must have free to solve it there; none if it cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_memory: Option<u64>,
    /// About how large the tables will be.
    pub expected_table_bytes: u64,
    /// The size that the tables will hardly exceed.
    pub most_table_bytes: u64,
}

impl Estimate {
    /// What a game takes at least of which exploring has met so much.
    pub(crate) fn at_least(name: &GameName, met: Met) -> Estimate {
        let least = hindsight_solve::Estimate::at_least(met);
        let hindsight_solve::UnitNeed { tiers, slots, memory, .. } = least.largest;
        Estimate {
            name: name.clone(),
            at_least: true,
            tiers: least.tiers,
            units: least.units,
            loopy_units: least.loopy_units,
            slots: least.slots,
            largest_unit: LargestUnit { tiers, slots, memory },
            least_memory: least.least_memory,
            device_memory: None,
            expected_table_bytes: least.expected_table_bytes,
            most_table_bytes: least.most_table_bytes,
        }
    }
}

/// The unit that takes the most memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LargestUnit {
    /// The names of its tiers.
    pub tiers: Vec<String>,
    /// The slots of all its tiers.
    pub slots: u64,
    /// Bytes of memory to solve it.
    pub memory: u64,
}

/// How long solving will take.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Projection {
    /// Seconds, by the clock.
    pub seconds: f64,
    /// The threads that the seconds are for.
    pub threads: usize,
    /// The slots that were timed.
    pub sampled_slots: u64,
}

/// What a solve did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solved {
    /// The game.
    #[serde(flatten)]
    pub name: GameName,
    /// The value of the start.
    #[serde(flatten)]
    pub start: Verdict,
    /// Tiers solved now.
    pub solved_tiers: u64,
    /// Tiers that had been solved before.
    pub skipped_tiers: u64,
    /// Slots of the tiers solved now.
    pub slots: u64,
    /// Bytes of all tables on disk.
    pub table_bytes: u64,
    /// The seconds for which a GPU worked, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gpu_seconds: Option<f64>,
}

/// The tables of a solved game, and how they came about.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tables {
    /// How many there are.
    pub tiers: u64,
    /// Slots of all of them.
    pub slots: u64,
    /// Their bytes on disk.
    pub bytes: u64,
    /// The runs that wrote them, as far as is known.
    pub runs: Vec<Run>,
}

/// How many positions have which value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Analysis {
    /// The game.
    #[serde(flatten)]
    pub name: GameName,
    /// What kind of game it is: `partisan`, `impartial`, `scored` or `puzzle`.
    #[serde(serialize_with = "kind_name")]
    pub kind: Kind,
    /// The value of the start.
    pub start: Verdict,
    /// Which positions are counted: `reachable` from the start, all of the `roots`, or `all`.
    pub scope: &'static str,
    /// The symmetries that make positions count once in `canonical`, in words.
    pub symmetries: String,
    /// Whether `canonical` counts positions apart that differ only by an exchange of the players.
    pub turns_apart: bool,
    /// Positions counted, with whose turn it is.
    pub positions: u64,
    /// Orbits among them.
    pub canonical: u64,
    /// By value (win, lose, tie, draw), then remoteness.
    pub counts: Vec<Counted>,
    /// The same for each tier: children's before parents'.
    pub tiers: Vec<TierCounts>,
    /// A position with the longest win.
    pub longest_win: Option<Example>,
    /// A position with the longest loss.
    pub longest_lose: Option<Example>,
    /// A position with the longest tie: of a puzzle, one that takes the most moves.
    pub longest_tie: Option<Example>,
    /// How many positions have which Grundy number, of an impartial game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<Vec<GrundyCount>>,
    /// How many positions have which margin, of a scored game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margins: Option<Vec<MarginCount>>,
}

/// How many positions have one Grundy number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GrundyCount {
    /// The number.
    pub grundy: u32,
    /// Positions.
    pub positions: u64,
}

/// How many positions have one margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MarginCount {
    /// The margin for the player to move.
    pub margin: i32,
    /// Positions.
    pub positions: u64,
}

/// How many positions have one value and remoteness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// The value and remoteness.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Positions.
    pub positions: u64,
    /// Orbits among them.
    pub canonical: u64,
}

impl Counted {
    /// The columns of [`Counted::csv_row`].
    pub const CSV_HEAD: &str = "value,remoteness,positions,canonical";

    /// The counts as a line of a table for spreadsheets; a draw has no remoteness.
    pub fn csv_row(&self) -> String {
        let Counted { verdict, positions, canonical } = self;
        let remoteness = verdict.remoteness.map_or(String::new(), |plies| plies.to_string());
        format!("{},{remoteness},{positions},{canonical}", verdict.value)
    }
}

/// The counts of one tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TierCounts {
    /// The tier.
    pub tier: String,
    /// Positions counted.
    pub positions: u64,
    /// Orbits among them.
    pub canonical: u64,
    /// By value, then remoteness.
    pub counts: Vec<Counted>,
    /// Besides, where a survey counts them apart.
    #[serde(skip_serializing_if = "Unreachable::is_none")]
    pub unreachable: Unreachable,
}

/// Positions that have a slot and that no play leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Unreachable {
    /// Positions.
    pub positions: u64,
    /// Orbits among them.
    pub canonical: u64,
}

impl Unreachable {
    /// Whether there are none, or nobody counted them apart.
    pub fn is_none(&self) -> bool {
        self.positions == 0
    }

    pub(crate) fn add(&mut self, other: Unreachable) {
        self.positions += other.positions;
        self.canonical += other.canonical;
    }
}

/// A position with something special about its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Example {
    /// The position.
    pub position: String,
    /// Its value.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The board drawn with characters.
    pub board: String,
}

/// What was verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// The game.
    #[serde(flatten)]
    pub name: GameName,
    /// Tables read.
    pub tiers: u64,
    /// Blocks whose checksums were tested.
    pub blocks: u64,
    /// Positions whose value was derived again and found as stored.
    pub positions: u64,
    /// Moves looked at on the way.
    pub moves: u64,
    /// Slots that stand for no position.
    pub holes: u64,
}

/// What was checked about a game itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// The game.
    #[serde(flatten)]
    pub name: GameName,
    /// Different positions.
    pub positions: u64,
    /// Moves from them.
    pub moves: u64,
    /// Un-moves from them and from their children.
    pub unmoves: u64,
    /// Slots whose bulk functions were compared with the plain ones.
    pub slots: u64,
    /// Texts that were tampered with.
    pub texts: u64,
}
