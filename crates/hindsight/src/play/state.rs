//! A game at the screen, without the screen: what was played, what is selected, and what is shown.

#[cfg(test)]
pub mod tests;

use std::cmp::Reverse;

use hindsight_core::{Kind, Outcome, Turn, Value};
use hindsight_oracle::{DrawAnswer, Line, Oracle};
use hindsight_players::Strength;

use super::moment::{Made, Moment, Patience};
use super::opponent::{Opponent, SEARCH_NODES};
use super::rules::RulesSheet;
use super::sides::Sides;
use crate::failure::Failure;

/// The most plies of a line of best play that are shown.
const LINE: usize = 30;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Selects a move that is so many places further down.
    Select(isize),
    /// Plays the selected move.
    Play,
    /// Plays a best move.
    PlayBest,
    /// Begins to look for a move by its name.
    Search,
    /// Adds a letter to the name that is looked for.
    Type(char),
    /// Takes the last letter away again.
    Erase,
    /// Lists all moves again, or puts the help away.
    Leave,
    /// Shows what moves are worth, or hides it.
    Hints,
    /// Shows the value of the position and a line of best play, or hides them.
    Value,
    Undo,
    Redo,
    New,
    /// Lets the computer play another side.
    Computer,
    /// Makes the computer stronger by a step, or the weakest again.
    Strength,
    /// Shows the rules of the game.
    Rules,
    Help,
    Quit,
    /// Quits with the exit code of what is stopped.
    Stop,
}

/// A move that can be selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed<'a> {
    pub chosen: &'a str,
    /// What it is worth to the player who makes it, and whether no other is worth more; none while
    /// that is hidden.
    pub worth: Option<(Outcome, bool)>,
}

/// A game and what is shown of it.
pub struct State<'a> {
    oracle: &'a Oracle,
    sides: Sides,
    /// From the start; behind the present come the moves that were taken back.
    moments: Vec<Moment>,
    present: usize,
    computer: Opponent,
    rules: RulesSheet,
    patience: Patience,
    hints: bool,
    /// Whether the value is shown, and the line that goes with it.
    shows_value: bool,
    line: Option<Line>,
    search: Option<String>,
    selected: usize,
    help: bool,
    /// What there is to say about the last key.
    message: Option<String>,
}

impl<'a> State<'a> {
    /// A game that begins somewhere. If the computer is to move there, it does.
    pub fn new(
        oracle: &'a Oracle,
        start: String,
        computer: impl Into<Opponent>,
    ) -> Result<State<'a>, Failure> {
        let mut state = State {
            oracle,
            sides: Sides::of_scene(&oracle.drawing().scene),
            moments: vec![Moment::of(oracle, &start, None)?],
            present: 0,
            computer: computer.into(),
            rules: RulesSheet::default(),
            patience: Patience::default(),
            hints: false,
            shows_value: false,
            line: None,
            search: None,
            selected: 0,
            help: false,
            message: None,
        };
        state.let_computer_play()?;
        Ok(state)
    }

    /// The same with the rules, to be shown on request.
    pub fn with_rules(self, rules: String) -> State<'a> {
        State { rules: RulesSheet::new(rules), ..self }
    }

    /// Lets values that no table has be searched for.
    pub fn may_search(&mut self, patience: Patience) {
        self.patience = patience;
    }

    /// Whether an action may have to search, which takes seconds or more.
    pub fn may_take_long(&self, action: Action) -> bool {
        let moves = matches!(
            action,
            Action::Play
                | Action::PlayBest
                | Action::Value
                | Action::Undo
                | Action::Redo
                | Action::New
                | Action::Computer
        );
        moves && !self.is_covered() && (self.oracle.finds() || self.present().answer.is_none())
    }

    /// Says that an action takes a while.
    pub fn say_thinking(&mut self) {
        self.say("thinking; q quits");
    }

    /// The game's name.
    pub fn name(&self) -> String {
        self.oracle.name().to_string()
    }

    pub fn kind(&self) -> Kind {
        self.oracle.kind()
    }

    pub fn sides(&self) -> &Sides {
        &self.sides
    }

    pub fn present(&self) -> &Moment {
        &self.moments[self.present]
    }

    /// The moves that led to the present, the first first.
    pub fn history(&self) -> impl Iterator<Item = &Made> {
        self.moments[..=self.present].iter().filter_map(|moment| moment.made.as_ref())
    }

    /// How many moves can be played again.
    pub fn taken_back(&self) -> usize {
        self.moments.len() - 1 - self.present
    }

    pub fn computer(&self) -> Option<Turn> {
        self.computer.side
    }

    pub fn strength(&self) -> Strength {
        self.computer.strength
    }

    pub fn rules(&self) -> &RulesSheet {
        &self.rules
    }

    /// Whether something lies over the game, which the next key puts away.
    pub fn is_covered(&self) -> bool {
        self.help || self.rules.is_open()
    }

    pub fn hints(&self) -> bool {
        self.hints
    }

    pub fn help(&self) -> bool {
        self.help
    }

    pub fn search(&self) -> Option<&str> {
        self.search.as_deref()
    }

    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// A line of best play from the present, while it is to be shown.
    pub fn line(&self) -> Option<&Line> {
        self.line.as_ref()
    }

    /// The place of the selected move in the list.
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// The name of the selected move; empty where there is none.
    pub fn selected_move(&self) -> &str {
        self.listed().get(self.selected).map_or("", |listed| listed.chosen)
    }

    /// The moves whose names begin with what is looked for, or else contain it. With hints the best
    /// come first, otherwise they stand as the game lists them.
    pub fn listed(&self) -> Vec<Listed<'_>> {
        let Moment { view, answer, .. } = self.present();
        let worth = |at: usize| {
            let answered = answer.as_ref().filter(|_| self.hints)?.moves.get(at)?;
            Some((Outcome::from(answered.verdict).as_seen_by_mover(), answered.best))
        };
        let all = view.moves.iter().enumerate();
        let mut listed: Vec<_> =
            all.map(|(at, m)| Listed { chosen: &m.chosen, worth: worth(at) }).collect();
        if let Some(name) = self.search.as_ref().map(|name| name.to_lowercase()) {
            let begins = |m: &Listed<'_>| m.chosen.to_lowercase().starts_with(&name);
            if listed.iter().any(begins) {
                listed.retain(begins);
            } else {
                listed.retain(|m| m.chosen.to_lowercase().contains(&name));
            }
        }
        if self.hints {
            listed.sort_by_key(|m| Reverse(m.worth.map(|(worth, _)| worth)));
        }
        listed
    }

    /// What is to be done now, or how the game ended.
    pub fn status(&self) -> String {
        let view = &self.present().view;
        let Some(over) = view.over else {
            return match view.kind {
                Kind::Puzzle => "Your move".to_owned(),
                _ => format!("{} to move", self.player(view.turn)),
            };
        };
        if view.kind == Kind::Puzzle {
            return "The puzzle is solved".to_owned();
        }
        let winner = match Outcome::from(over).value() {
            Value::Win => view.turn,
            Value::Lose => view.turn.other(),
            Value::Tie | Value::Draw => return "The game is over: a tie".to_owned(),
        };
        let player = self.player(winner);
        // Right for players whose names are plural, too, such as Dogs.
        match self.computer.side {
            None => format!("The game is over: {player} won"),
            Some(side) if side == winner => {
                format!("The game is over: the computer won, as {player}")
            }
            Some(_) => format!("The game is over: you won, as {player}"),
        }
    }

    /// A player with the name that the game gives.
    pub fn player(&self, turn: Turn) -> String {
        let drawing = self.oracle.drawing();
        let (number, name) = match turn {
            Turn::First => ("first player", drawing.scene.players[0]),
            Turn::Second => ("second player", drawing.scene.players[1]),
        };
        if drawing.fallback || number.starts_with(&name.to_lowercase()) {
            format!("the {number}")
        } else {
            format!("{name} (the {number})")
        }
    }

    /// Does what was asked for. Quitting is for the caller to do.
    pub fn act(&mut self, action: Action) -> Result<(), Failure> {
        self.message = None;
        if self.help {
            self.help = false;
            return Ok(());
        }
        if self.rules.is_open() {
            match action {
                Action::Select(by) => self.rules.scroll(by),
                _ => self.rules.close(),
            }
            return Ok(());
        }
        match action {
            Action::Select(by) => {
                let last = self.listed().len().saturating_sub(1);
                self.selected = self.selected.saturating_add_signed(by).min(last);
            }
            Action::Play => {
                let chosen = self.selected_move().to_owned();
                if !chosen.is_empty() {
                    self.play(chosen)?;
                } else if self.present().view.over.is_some() {
                    self.say("n begins another game, u takes a move back, q quits");
                } else {
                    self.say("no move has this name");
                }
            }
            Action::PlayBest => match (self.best(), self.present().view.over) {
                (Some(best), _) => self.play(best)?,
                (None, Some(_)) => self.say("n begins another game, u takes a move back, q quits"),
                (None, None) => match self.searched(SEARCH_NODES)? {
                    Some(found) => {
                        self.play(found)?;
                        self.say_searched();
                    }
                    None => self.say("the search finds no solution from here"),
                },
            },
            Action::Search => self.look_for(Some(String::new())),
            Action::Type(letter) => {
                let mut name = self.search.take().unwrap_or_default();
                name.push(letter);
                self.look_for(Some(name));
            }
            Action::Erase => {
                let mut name = self.search.take().unwrap_or_default();
                let shorter = name.pop().map(|_| name);
                self.look_for(shorter);
            }
            Action::Leave => self.look_for(None),
            Action::Hints => self.show_hints(),
            Action::Value => {
                self.shows_value = !self.shows_value;
                if self.present().answer.is_none() {
                    self.shows_value = false;
                    self.say_unknown();
                }
                self.renew_line()?;
            }
            Action::Undo => match self.persons_turn((0..self.present).rev()) {
                Some(to) => self.go(to)?,
                None => self.say("there is nothing to undo"),
            },
            Action::Redo => {
                let last = self.moments.len() - 1;
                match self.persons_turn(self.present + 1..=last) {
                    Some(to) => self.go(to)?,
                    None if self.present < last => self.go(last)?,
                    None => self.say("there is nothing to redo"),
                }
            }
            Action::New => self.go(0)?,
            Action::Computer => self.change_computer()?,
            Action::Strength => self.change_strength(),
            Action::Rules => self.rules.open(),
            Action::Help => self.help = true,
            Action::Quit | Action::Stop => {}
        }
        Ok(())
    }

    fn say(&mut self, message: &str) {
        self.message = Some(message.to_owned());
    }

    fn say_unknown(&mut self) {
        self.message =
            Some(format!("{} is not solved, so values are not known", self.oracle.name()));
    }

    fn say_searched(&mut self) {
        let name = self.oracle.name();
        self.message = Some(format!("{name} is not solved: sensible moves by search"));
    }

    fn look_for(&mut self, name: Option<String>) {
        self.search = name;
        self.selected = 0;
    }

    /// Shows or hides what moves are worth; the selected move stays selected.
    fn show_hints(&mut self) {
        if self.present().answer.is_none() {
            return self.say_unknown();
        }
        let chosen = self.selected_move().to_owned();
        self.hints = !self.hints;
        self.selected = self.listed().iter().position(|m| m.chosen == chosen).unwrap_or(0);
    }

    /// From the second player to nobody, to the first player, and round again.
    fn change_computer(&mut self) -> Result<(), Failure> {
        self.computer.side = match self.computer.side {
            Some(Turn::Second) => None,
            None => Some(Turn::First),
            Some(Turn::First) if self.kind() == Kind::Puzzle => None,
            Some(Turn::First) => Some(Turn::Second),
        };
        self.let_computer_play()
    }

    /// To the next step of the ladder; nothing on the board changes.
    fn change_strength(&mut self) {
        if self.kind() == Kind::Puzzle {
            return self.say("the computer solves puzzles as well as it can");
        }
        self.computer.strength = self.computer.strength.next();
        let searches = self.present().answer.is_none() && self.present().view.over.is_none();
        let how = match searches {
            true => format!("the search looks at {} positions", self.computer.nodes(self.kind())),
            false => self.computer.meaning().to_owned(),
        };
        self.message = Some(format!("strength {}: {how}", self.computer.strength));
    }

    /// The first of the best moves, and where draws are told apart the first of those to the best draws.
    fn best(&self) -> Option<String> {
        let answer = self.present().answer.as_ref()?;
        let best = answer.moves.iter().filter(|m| m.best).rev();
        // The last of equals is taken, which is the first of the list.
        let chosen = best.max_by_key(|m| m.draw.as_ref().map(DrawAnswer::order))?;
        Some(chosen.chosen.clone())
    }

    /// A move found by search, where nothing is solved. Of a puzzle it is the first of a solution.
    fn searched(&mut self, nodes: u64) -> Result<Option<String>, Failure> {
        let position = &self.moments[self.present].view.position;
        let found = self.computer.search(self.oracle, position, nodes)?;
        let found = found.filter(|found| self.kind() != Kind::Puzzle || found.verdict.is_some());
        Ok(found.map(|found| found.chosen))
    }

    /// Makes a move, and those with which the computer answers it.
    fn play(&mut self, chosen: String) -> Result<(), Failure> {
        self.push(chosen, false)?;
        self.look_for(None);
        self.let_computer_play()
    }

    /// Makes one move. What was taken back is forgotten, unless this is how it went on.
    fn push(&mut self, chosen: String, by_computer: bool) -> Result<(), Failure> {
        let next = self.moments.get(self.present + 1).and_then(|moment| moment.made.as_ref());
        if next.is_none_or(|made| made.chosen != chosen) {
            let Moment { view, answer, .. } = self.present();
            let position = self.oracle.play(&view.position, &chosen)?;
            let answered =
                answer.as_ref().and_then(|a| a.moves.iter().find(|m| m.chosen == chosen));
            let worth = answered.map(|m| (Outcome::from(m.verdict).as_seen_by_mover(), m.best));
            let made = Made { chosen, by: view.turn, by_computer, worth };
            self.patience.search(self.oracle, &position)?;
            let moment = Moment::of(self.oracle, &position, Some(made))?;
            self.moments.truncate(self.present + 1);
            self.moments.push(moment);
        }
        self.present += 1;
        Ok(())
    }

    /// Makes the computer's moves until it is a person's turn, or the game is over.
    fn let_computer_play(&mut self) -> Result<(), Failure> {
        while Some(self.present().view.turn) == self.computer.side
            && self.present().view.over.is_none()
        {
            match self.best() {
                Some(_) if self.is_unsolvable() => {
                    self.computer.side = None;
                    self.say("it cannot be solved from here");
                }
                Some(best) => {
                    let chosen = self.computer.choose(best, &self.moments[self.present].view);
                    self.push(chosen, true)?;
                }
                None => match self.searched(self.computer.nodes(self.kind()))? {
                    Some(found) => {
                        self.push(found, true)?;
                        self.say_searched();
                    }
                    None => {
                        self.computer.side = None;
                        self.say("the search finds no solution from here");
                    }
                },
            }
        }
        self.renew_line()
    }

    /// Whether this is a puzzle from here to nowhere: the computer would go round for ever.
    fn is_unsolvable(&self) -> bool {
        let answer = self.present().answer.as_ref();
        self.kind() == Kind::Puzzle && answer.is_some_and(|a| a.verdict.value == Value::Draw)
    }

    /// The first of these moments in which a person is to move.
    fn persons_turn(&self, mut moments: impl Iterator<Item = usize>) -> Option<usize> {
        moments.find(|&at| {
            let view = &self.moments[at].view;
            view.over.is_none() && Some(view.turn) != self.computer.side
        })
    }

    /// Goes to another moment; what lies behind it can be played again.
    fn go(&mut self, to: usize) -> Result<(), Failure> {
        self.present = to;
        self.look_for(None);
        self.let_computer_play()
    }

    fn renew_line(&mut self) -> Result<(), Failure> {
        let Moment { view, answer, .. } = self.present();
        self.line = match self.shows_value && answer.is_some() && view.over.is_none() {
            true => Some(self.oracle.line(&self.present().view.position, LINE)?),
            false => None,
        };
        Ok(())
    }
}
