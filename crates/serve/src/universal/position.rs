//! A position as GamesmanUni reads it: the moves, or parts of moves, that can be clicked, best
//! first, each with what it leads to.

use hindsight_core::{Button, Kind, NOTHING, Picture, Scene, Turn, Value};
use hindsight_oracle::{
    Answer, ButtonAnswer, Drawing, Oracle, OracleError, StageAnswer, Verdict, View,
};
use serde::Serialize;

use super::{ends, ground, names, quarto, sim, text};

/// The remoteness of what never ends.
const NEVER: i32 = -200;
/// The remoteness of what nobody knows.
const UNKNOWN: i32 = -100;

/// The answer.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PositionAnswer {
    position: String,
    autogui_position: String,
    position_value: &'static str,
    remoteness: i32,
    #[serde(flatten)]
    numbers: Numbers,
    moves: Vec<MoveAnswer>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveAnswer {
    #[serde(rename = "move")]
    name: String,
    autogui_move: String,
    position: String,
    autogui_position: String,
    position_value: &'static str,
    remoteness: i32,
    move_value: &'static str,
    delta_remoteness: i32,
    #[serde(flatten)]
    numbers: Numbers,
    /// What the move is worth to the player who makes it, for sorting.
    #[serde(skip)]
    worth: Option<Verdict>,
}

/// What is known about a position beyond its value.
#[derive(Clone, Debug, Default, Serialize)]
struct Numbers {
    /// By how much the winner wins, whoever that is: the client takes the side from the value. Its
    /// computer plays for the greatest where it wins and for the least where it loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    winby: Option<u32>,
    /// The Grundy number as a pile in Nim: `0`, `*`, `*2` and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    mex: Option<String>,
}

impl Numbers {
    fn new(margin: Option<i32>, grundy: Option<u32>) -> Numbers {
        let mex = grundy.map(|grundy| match grundy {
            0 => "0".to_owned(),
            1 => "*".to_owned(),
            more => format!("*{more}"),
        });
        Numbers { winby: margin.map(i32::unsigned_abs), mex }
    }
}

/// How the positions and images of a game travel.
#[derive(Clone, Copy)]
pub struct Dialect<'a> {
    drawing: &'a Drawing,
    /// Whether the client draws the game with code of its own, from the position's text: then that
    /// text is the picture.
    is_built_in: bool,
    /// Whether it is Sim, one of these, which the client draws between six points only.
    is_sim: bool,
    /// Whether it is Quarto, for which the client has a board of its own kind.
    is_quarto: bool,
    /// Whether lines are clicked end by end.
    by_ends: bool,
    /// How many outlined squares come before all places.
    squares: usize,
}

/// What is known about a position, solved or not.
struct Known {
    kind: Kind,
    numbers: Numbers,
    turn: Turn,
    position: String,
    verdict: Option<Verdict>,
    moves: Vec<KnownMove>,
    stages: Vec<StageAnswer>,
}

struct KnownMove {
    name: String,
    position: String,
    picture: Picture,
    verdict: Option<Verdict>,
    numbers: Numbers,
}

impl From<Answer> for Known {
    fn from(answer: Answer) -> Known {
        let moves = answer.moves.into_iter().map(|known| KnownMove {
            name: known.chosen,
            position: known.position,
            picture: known.picture,
            verdict: Some(known.verdict),
            numbers: Numbers::new(known.margin, known.grundy),
        });
        Known {
            kind: answer.kind,
            numbers: Numbers::new(answer.margin, answer.grundy),
            turn: answer.turn,
            position: answer.position,
            verdict: Some(answer.verdict),
            moves: moves.collect(),
            stages: answer.stages,
        }
    }
}

impl From<View> for Known {
    fn from(view: View) -> Known {
        let moves = view.moves.into_iter().map(|known| KnownMove {
            name: known.chosen,
            position: known.position,
            picture: known.picture,
            verdict: None,
            numbers: Numbers::new(None, known.grundy),
        });
        Known {
            kind: view.kind,
            numbers: Numbers::new(None, view.grundy),
            turn: view.turn,
            position: view.position,
            verdict: view.over,
            moves: moves.collect(),
            stages: view.stages,
        }
    }
}

impl Known {
    /// Whether all that a button does is to stay. In a puzzle that is a dead end: without moves the
    /// client says that it was not solved, with one it goes on asking.
    fn leads_nowhere(&self, button: &ButtonAnswer) -> bool {
        let chosen = button.chosen.and_then(|number| self.moves.get(number));
        self.kind == Kind::Puzzle && chosen.is_some_and(|chosen| chosen.position == self.position)
    }
}

impl<'a> Dialect<'a> {
    /// The dialect of a game.
    pub fn new(game: &str, oracle: &'a Oracle) -> Dialect<'a> {
        let is_built_in = matches!(game, "tictactoe" | "sim");
        Dialect {
            drawing: oracle.drawing(),
            is_built_in,
            is_sim: game == "sim",
            is_quarto: game == "quarto",
            by_ends: names::lines_cover_lines(game),
            squares: match is_built_in {
                true => 0,
                false => ground::squares(&oracle.drawing().scene).len(),
            },
        }
    }

    /// A position, and the parts of a move that were made since, from what stands in an address.
    /// `None` where nothing can be meant.
    pub fn read<'t>(self, oracle: &Oracle, asked: &'t str) -> Option<(String, Vec<&'t str>)> {
        let mut parts = asked.split(';');
        let position = parts.next()?;
        let position = if self.is_quarto {
            let (turn, position) = quarto::read(position)?;
            let view = oracle.view(&position).ok()?;
            (view.turn == turn).then_some(view.position)?
        } else if self.is_built_in {
            let (turn, entities) = match position.split_at_checked(2)? {
                ("1_", entities) => (Turn::First, entities),
                ("2_", entities) => (Turn::Second, entities),
                _ => return None,
            };
            let entities = if self.is_sim {
                let Scene { centers, strokes, .. } = &self.drawing.scene;
                let lines = sim::read(entities, strokes.len())?;
                // Behind the lines come the points that they join.
                lines + &NOTHING.to_string().repeat(centers.len() - strokes.len())
            } else {
                entities.to_owned()
            };
            oracle.set_up(&Picture::new(entities), turn).ok()?
        } else {
            text::decode(position)?
        };
        Some((position, parts.collect()))
    }

    /// The start, as it stands in addresses, and its picture.
    pub fn start(self, oracle: &Oracle) -> Result<(String, String), OracleError> {
        let view = oracle.view(&oracle.start())?;
        if self.is_quarto {
            let start = quarto::write(&view.position, view.turn);
            return Ok((start.clone(), start));
        }
        let picture = self.picture(view.turn, &view.picture);
        Ok((self.write(&view.position, &picture), picture))
    }

    /// The answer from the tables. `None` where the parts are none of the position's.
    pub fn solved(self, answer: Answer, parts: &[&str]) -> Option<PositionAnswer> {
        self.answer(answer.into(), parts)
    }

    /// The answer from the rules alone. `None` where the parts are none of the position's.
    pub fn unsolved(self, view: View, parts: &[&str]) -> Option<PositionAnswer> {
        self.answer(view.into(), parts)
    }

    fn answer(self, mut known: Known, parts: &[&str]) -> Option<PositionAnswer> {
        if self.is_quarto {
            return parts.is_empty().then(|| quarto_answer(known))?;
        }
        if self.by_ends {
            let worths: Vec<_> = known.moves.iter().map(|chosen| chosen.verdict).collect();
            let names = &self.drawing.scene.names;
            ends::take_apart(&mut known.stages, names, |moves| {
                best_of(moves.iter().map(|&number| worths[number]))
            });
        }
        let mut at = 0;
        for part in parts {
            let buttons = &known.stages.get(at)?.buttons;
            at = buttons.iter().find(|button| text::encode(&button.name) == *part)?.stage?;
        }
        let stage = known.stages.get(at)?;
        let autogui_position = self.picture(known.turn, &stage.picture);
        let mut position =
            self.write(&known.position, &self.picture(known.turn, &known.stages[0].picture));
        for part in parts {
            position = format!("{position};{part}");
        }
        let worth = if at == 0 { known.verdict } else { verdict(stage) };
        let mut moves: Vec<MoveAnswer> = Vec::new();
        for button in stage.buttons.iter().filter(|button| !known.leads_nowhere(button)) {
            let mut answer = self.choice(&known, &position, button)?;
            // The client would drop one of two buttons with the same text: rather list it.
            if moves.iter().any(|earlier| earlier.autogui_move == answer.autogui_move) {
                answer.autogui_move.clone_from(&answer.name);
            }
            moves.push(answer);
        }
        rank(&mut moves);
        Some(PositionAnswer {
            position,
            autogui_position,
            position_value: value_name(known.kind, worth),
            remoteness: remoteness(worth),
            numbers: if at == 0 { known.numbers } else { Numbers::default() },
            moves,
        })
    }

    fn choice(self, known: &Known, position: &str, button: &ButtonAnswer) -> Option<MoveAnswer> {
        let answer =
            |name: String, position, autogui_position, child, worth: Option<Verdict>| MoveAnswer {
                autogui_move: self.button(&button.button).unwrap_or_else(|| name.clone()),
                name,
                position,
                autogui_position,
                position_value: value_name(known.kind, child),
                remoteness: remoteness(child),
                move_value: worth.map_or(UNSOLVED, |worth| worth.value.name()),
                delta_remoteness: 0,
                numbers: Numbers::default(),
                worth,
            };
        if let Some(number) = button.stage {
            let next = known.stages.get(number)?;
            let worth = verdict(next);
            let position = format!("{position};{}", text::encode(&button.name));
            let picture = self.picture(known.turn, &next.picture);
            return Some(answer(format!("~{}", button.name), position, picture, worth, worth));
        }
        let chosen = known.moves.get(button.chosen?)?;
        let alternates = known.kind.alternates();
        let turn = if alternates { known.turn.other() } else { known.turn };
        let picture = self.picture(turn, &chosen.picture);
        let worth = match alternates {
            true => worth_to_mover(chosen.verdict),
            false => chosen.verdict.map(|child| progress(known.verdict, child)),
        };
        let position = self.write(&chosen.position, &picture);
        let told = answer(chosen.name.clone(), position, picture, chosen.verdict, worth);
        Some(MoveAnswer { numbers: chosen.numbers.clone(), ..told })
    }

    /// A position as it stands in addresses.
    fn write(self, position: &str, picture: &str) -> String {
        if self.is_built_in { picture.to_owned() } else { text::encode(position) }
    }

    /// What the client calls an AutoGUI position.
    fn picture(self, turn: Turn, picture: &Picture) -> String {
        let mut text = String::from(if turn == Turn::First { "1_" } else { "2_" });
        if self.is_sim {
            let lines = picture.entities.get(..self.drawing.scene.strokes.len());
            return text + &sim::write(lines.unwrap_or_default());
        }
        let counters = &self.drawing.scene.counters;
        text.extend(std::iter::repeat_n(ground::SQUARE, self.squares));
        for (center, glyph) in picture.entities.chars().enumerate() {
            let is_counter = counters.iter().any(|counter| counter.center == center);
            text.push(match glyph {
                _ if is_counter => '.',
                glyph if glyph.is_ascii_alphanumeric() => glyph,
                _ => NOTHING,
            });
        }
        // The numbers stand in the order of their centers.
        let mut numbers: Vec<_> = counters.iter().zip(picture.counters.iter().copied()).collect();
        numbers.sort_unstable_by_key(|(counter, _)| counter.center);
        for (counter, number) in numbers {
            text.push('~');
            text.push_str(&match ground::is_labelled(&self.drawing.scene) {
                true => ground::labelled(counter, number),
                false => number.to_string(),
            });
        }
        text
    }

    /// What the client calls an AutoGUI move; `None` for a button that is listed.
    fn button(self, button: &Button) -> Option<String> {
        if self.drawing.fallback {
            return None;
        }
        let at = |center: usize| self.squares + center;
        Some(match *button {
            Button::Spot { center, piece } => {
                let token = piece.filter(|&piece| self.is_built_in || self.can_be_clicked(piece));
                format!("A_{}_{}", token.unwrap_or(NOTHING), at(center))
            }
            Button::Arrow { from, to } => format!("M_{}_{}", at(from), at(to)),
            Button::Line { from, to } => format!("L_{}_{}", at(from), at(to)),
            Button::Curve { ref points } => self.curve(points)?,
            Button::Text { center, text } => format!("T_{text}_{}", at(center)),
            Button::Listed {} => return None,
        })
    }

    /// A curve in hundredths of the board's width.
    fn curve(self, points: &[[f32; 2]]) -> Option<String> {
        let form = match points.len() {
            3 => "LQ_AAA",
            4 => "LC_AAAA",
            _ => return None,
        };
        let unit = 100.0 / self.drawing.scene.space[0];
        let numbers = points.iter().flatten().map(|at| format!("_{}", (at * unit).round()));
        Some(form.to_owned() + &numbers.collect::<String>())
    }

    fn can_be_clicked(self, glyph: char) -> bool {
        image_of(&self.drawing.scene, glyph).is_some_and(|image| image.button)
    }
}

/// Quarto's moves are made by one click each.
fn quarto_answer(known: Known) -> Option<PositionAnswer> {
    let mut moves = Vec::with_capacity(known.moves.len());
    for chosen in known.moves {
        let position = quarto::write(&chosen.position, known.turn.other());
        let worth = worth_to_mover(chosen.verdict);
        moves.push(MoveAnswer {
            autogui_move: quarto::button(&chosen.name)?,
            name: chosen.name,
            autogui_position: position.clone(),
            position,
            position_value: value_name(known.kind, chosen.verdict),
            remoteness: remoteness(chosen.verdict),
            move_value: value_name(known.kind, worth),
            delta_remoteness: 0,
            numbers: chosen.numbers,
            worth,
        });
    }
    rank(&mut moves);
    let position = quarto::write(&known.position, known.turn);
    Some(PositionAnswer {
        autogui_position: position.clone(),
        position,
        position_value: value_name(known.kind, known.verdict),
        remoteness: remoteness(known.verdict),
        numbers: known.numbers,
        moves,
    })
}

/// What a move to a position is worth to the player who makes it.
fn worth_to_mover(child: Option<Verdict>) -> Option<Verdict> {
    child.map(|child| Verdict::from(hindsight_core::Outcome::from(child).as_seen_by_mover()))
}

/// The best of some moves for the player who makes it; none where one is not known.
fn best_of(children: impl Iterator<Item = Option<Verdict>>) -> Option<Verdict> {
    let worths = children.map(|child| worth_to_mover(child).map(hindsight_core::Outcome::from));
    Some(Verdict::from(worths.collect::<Option<Vec<_>>>()?.into_iter().max()?))
}

fn image_of(scene: &Scene, glyph: char) -> Option<hindsight_core::UniversalImage> {
    let pieces = &scene.themes.first()?.pieces;
    pieces.iter().find(|piece| piece.glyph == glyph)?.art.universal
}

fn verdict(stage: &StageAnswer) -> Option<Verdict> {
    stage.value.map(|value| Verdict { value, remoteness: stage.remoteness })
}

/// The word for what nobody knows.
const UNSOLVED: &str = "unsolved";

/// The client's word for a value. A puzzle that can be solved is a win there, any other a loss.
fn value_name(kind: Kind, verdict: Option<Verdict>) -> &'static str {
    match (kind, verdict.map(|verdict| verdict.value)) {
        (_, None) => UNSOLVED,
        (Kind::Puzzle, Some(Value::Tie)) => Value::Win.name(),
        (Kind::Puzzle, Some(Value::Draw)) => Value::Lose.name(),
        (_, Some(value)) => value.name(),
    }
}

/// What a move in a puzzle is worth there: a win is a step towards a solution, a tie comes no nearer,
/// a loss goes farther away, or where there is none. Of losses, the nearest are the best.
fn progress(from: Option<Verdict>, to: Verdict) -> Verdict {
    let from = from.and_then(|from| from.remoteness);
    let (value, remoteness) = match (from, to.remoteness) {
        (_, None) => (Value::Lose, 0),
        (Some(from), Some(to)) if to > from => (Value::Lose, u16::MAX - to),
        (Some(from), Some(to)) if to == from => (Value::Tie, to),
        (_, Some(to)) => (Value::Win, to),
    };
    Verdict { value, remoteness: Some(remoteness) }
}

fn remoteness(verdict: Option<Verdict>) -> i32 {
    match verdict {
        None => UNKNOWN,
        Some(verdict) => verdict.remoteness.map_or(NEVER, i32::from),
    }
}

/// Puts the best moves first, and says by how much each is worse than the best with its value.
fn rank(moves: &mut [MoveAnswer]) {
    let plies =
        |answer: &MoveAnswer| answer.worth.and_then(|worth| worth.remoteness).map_or(0, i32::from);
    for value in Value::ALL {
        let class = |answer: &MoveAnswer| answer.worth.is_some_and(|worth| worth.value == value);
        let all = moves.iter().filter(|answer| class(answer)).map(plies);
        let Some((least, most)) =
            all.map(|plies| (plies, plies)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
        else {
            continue;
        };
        for answer in moves.iter_mut().filter(|answer| class(answer)) {
            answer.delta_remoteness = match value {
                Value::Win | Value::Tie => plies(answer) - least,
                Value::Lose => most - plies(answer),
                Value::Draw => 0,
            };
        }
    }
    moves.sort_by_key(|answer| {
        let class = match answer.worth.map(|worth| worth.value) {
            Some(Value::Win) => 0,
            Some(Value::Tie) => 1,
            Some(Value::Draw) => 2,
            Some(Value::Lose) => 3,
            None => 4,
        };
        (class, answer.delta_remoteness)
    });
}
