//! A game at the screen, without the screen: what was played, what is selected, and what is shown.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use hindsight_core::{Kind, Outcome, Turn, Value};
use hindsight_oracle::{Answer, DrawAnswer, Line, Oracle, OracleError, View};
use hindsight_players::Strength;
use hindsight_solve::{Control, SolveError};

use super::opponent::{Opponent, SEARCH_NODES};
use super::rules::RulesSheet;
use super::sides::Sides;
use crate::failure::Failure;

/// The most plies of a line of best play that are shown.
const LINE: usize = 30;

/// How often a search for values looks whether it should end.
const LOOK_EVERY: Duration = Duration::from_millis(20);

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

/// A position of the game, and how it came about.
#[derive(Debug)]
pub struct Moment {
    pub view: View,
    /// What the tables say, where there are any.
    pub answer: Option<Answer>,
    /// The move that led here, if it is not where the game began.
    pub made: Option<Made>,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    pub chosen: String,
    pub by: Turn,
    pub by_computer: bool,
    /// What it was worth to the player who made it, and whether no other was worth more.
    pub worth: Option<(Outcome, bool)>,
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
    /// How long values that no table has are searched for, and what ends that sooner.
    patience: Duration,
    control: Arc<Control>,
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
            moments: vec![moment(oracle, &start, None)?],
            present: 0,
            computer: computer.into(),
            rules: RulesSheet::default(),
            patience: Duration::ZERO,
            control: Arc::default(),
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

    /// Lets values that no table has be searched for, so long and until something else ends it.
    pub fn may_search(&mut self, patience: Duration, control: &Arc<Control>) {
        self.patience = patience;
        self.control = Arc::clone(control);
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
            self.search_for(&position)?;
            let moment = moment(self.oracle, &position, Some(made))?;
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

    /// Searches for what no table has about a position. What takes too long is left: the game goes on without.
    fn search_for(&self, position: &str) -> Result<(), Failure> {
        if self.patience.is_zero() || !self.oracle.is_searchable(position) {
            return Ok(());
        }
        let (patience, outer) = (self.patience, &self.control);
        let (within, ended) = (Control::default(), AtomicBool::new(false));
        let begin = Instant::now();
        let found = thread::scope(|scope| {
            scope.spawn(|| {
                while !ended.load(Relaxed) && !outer.is_stopped() && begin.elapsed() < patience {
                    thread::sleep(LOOK_EVERY);
                }
                within.stop();
            });
            let found = self.oracle.search(position, &within);
            ended.store(true, Relaxed);
            found
        });
        match found {
            Err(OracleError::Solve(SolveError::Stopped)) if !outer.is_stopped() => Ok(()),
            found => Ok(found?),
        }
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

fn moment(oracle: &Oracle, position: &str, made: Option<Made>) -> Result<Moment, Failure> {
    let view = oracle.view(position)?;
    let answer = match oracle.answer(position) {
        Err(OracleError::NotSolved { .. } | OracleError::PartlySolved { .. }) => None,
        answer => Some(answer?),
    };
    Ok(Moment { view, answer, made })
}

#[cfg(test)]
pub mod tests {
    use std::path::Path;

    use hindsight_oracle::{DataFolder, GameName, RandomFilter, SolveOptions};
    use hindsight_solve::Control;

    use super::*;

    /// An oracle in a folder; solved if asked for.
    pub fn oracle(game: &str, variant: &str, data: &Path, solved: bool) -> Oracle {
        let made = hindsight_games::game(game, Some(variant)).unwrap();
        // Nobody waits here for searches that take long.
        let data = DataFolder::new(data);
        let oracle = Oracle::new(made, GameName::new(game, variant), data, 1 << 30);
        if solved {
            oracle.solve(&SolveOptions::within(1 << 30), &Control::default()).unwrap();
        }
        oracle
    }

    pub fn act(state: &mut State<'_>, actions: &[Action]) {
        for action in actions {
            state.act(*action).unwrap();
        }
    }

    /// Looks for a move by its name and plays it.
    pub fn play(state: &mut State<'_>, chosen: &str) {
        for letter in chosen.chars() {
            act(state, &[Action::Type(letter)]);
        }
        assert_eq!(state.selected_move(), chosen);
        act(state, &[Action::Play]);
    }

    fn moves(state: &State<'_>) -> Vec<String> {
        state.history().map(|made| made.chosen.clone()).collect()
    }

    #[test]
    fn undo_and_redo_stop_where_a_person_is_to_move() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("tictactoe", "3x3", data.path(), true);
        let mut state = State::new(&oracle, oracle.start(), Some(Turn::Second)).unwrap();
        assert_eq!(state.status(), "X (the first player) to move");
        act(&mut state, &[Action::Undo]);
        assert_eq!(state.message(), Some("there is nothing to undo"));
        play(&mut state, "b2");
        assert_eq!(state.message(), None);
        let after_one = moves(&state);
        assert_eq!((after_one.len(), after_one[0].as_str()), (2, "b2"));
        let made: Vec<_> = state.history().map(|made| (made.by, made.by_computer)).collect();
        assert_eq!(made, [(Turn::First, false), (Turn::Second, true)]);
        act(&mut state, &[Action::PlayBest]);
        assert_eq!(state.history().count(), 4);
        act(&mut state, &[Action::Undo]);
        assert_eq!((moves(&state), state.taken_back()), (after_one, 2));
        act(&mut state, &[Action::Undo, Action::Undo]);
        assert_eq!((state.history().count(), state.taken_back()), (0, 4));
        act(&mut state, &[Action::Redo, Action::Redo]);
        assert_eq!((state.history().count(), state.taken_back()), (4, 0));
        act(&mut state, &[Action::Redo]);
        assert_eq!(state.message(), Some("there is nothing to redo"));
        // The same move keeps what comes after it, another does not.
        act(&mut state, &[Action::New]);
        play(&mut state, "b2");
        assert_eq!((state.history().count(), state.taken_back()), (2, 2));
        act(&mut state, &[Action::New]);
        play(&mut state, "a1");
        assert_eq!(state.taken_back(), 0);
    }

    #[test]
    fn the_computer_changes_sides() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("tentozero", "10-to-0", data.path(), true);
        let mut state = State::new(&oracle, oracle.start(), Some(Turn::First)).unwrap();
        assert_eq!((state.history().count(), state.present().view.turn), (1, Turn::Second));
        act(&mut state, &[Action::Computer]);
        assert_eq!(state.computer(), Some(Turn::Second));
        assert_eq!((state.history().count(), state.present().view.turn), (2, Turn::First));
        act(&mut state, &[Action::Computer, Action::Play]);
        assert_eq!(state.computer(), None);
        assert_eq!((state.history().count(), state.present().view.turn), (3, Turn::Second));
        // To the end, best play on both sides: the first player has thrown nothing away that counts
        // here, so only ask that somebody wins and that keys after the end do no harm.
        while state.present().view.over.is_none() {
            act(&mut state, &[Action::PlayBest]);
        }
        assert!(state.status().starts_with("The game is over: the "), "{}", state.status());
        act(&mut state, &[Action::Play]);
        assert_eq!(state.message(), Some("n begins another game, u takes a move back, q quits"));
        act(&mut state, &[Action::PlayBest, Action::Select(5), Action::Hints, Action::Value]);
        act(&mut state, &[Action::Undo]);
        assert!(state.present().view.over.is_none());
    }

    #[test]
    fn moves_are_found_by_their_names() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("quixo", "3x3", data.path(), false);
        let mut state = State::new(&oracle, oracle.start(), None).unwrap();
        let all = state.listed().len();
        assert_eq!((all, state.selected_move()), (20, "a3-c3"));
        act(&mut state, &[Action::Select(1)]);
        assert_eq!(state.selected_move(), "a3-a1");
        act(&mut state, &[Action::Select(1000)]);
        assert_eq!(state.selected_move(), "c1-c3");
        act(&mut state, &[Action::Select(-1000), Action::Type('C'), Action::Type('2')]);
        assert_eq!(state.search(), Some("C2"));
        let names = |state: &State<'_>| -> Vec<String> {
            state.listed().iter().map(|m| m.chosen.to_owned()).collect()
        };
        assert_eq!(names(&state), ["c2-a2", "c2-c3", "c2-c1"]);
        act(&mut state, &[Action::Type('q')]);
        assert_eq!(names(&state), Vec::<String>::new());
        act(&mut state, &[Action::Play]);
        assert_eq!(state.message(), Some("no move has this name"));
        act(&mut state, &[Action::Leave, Action::Type('-'), Action::Type('b')]);
        assert_eq!(names(&state), ["b3-b1", "b1-b3"], "the names that contain it");
        act(&mut state, &[Action::Erase, Action::Erase]);
        assert_eq!((state.search(), state.listed().len()), (Some(""), all));
        act(&mut state, &[Action::Erase]);
        assert_eq!(state.search(), None);
    }

    #[test]
    fn hints_put_the_best_first_and_can_be_hidden() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("tictactoe", "3x3", data.path(), true);
        let start = "xo-/-x-/--o".to_owned();
        let mut state = State::new(&oracle, start, None).unwrap();
        assert!(state.listed().iter().all(|m| m.worth.is_none()));
        assert_eq!(state.selected_move(), "c3");
        act(&mut state, &[Action::Hints]);
        assert_eq!(state.selected_move(), "c3", "the selection stays");
        let listed = state.listed();
        let worths: Vec<_> = listed.iter().map(|m| m.worth.unwrap()).collect();
        assert!(worths.is_sorted_by(|a, b| a.0 >= b.0), "{worths:?}");
        assert_eq!(worths[0], (Outcome::new(Value::Win, 3), true));
        act(&mut state, &[Action::Value]);
        assert_eq!(state.line().unwrap().verdict.to_string(), "win in 3");
        assert_eq!(state.line().unwrap().plies.len(), 3);
        act(&mut state, &[Action::PlayBest]);
        assert_eq!(state.line().unwrap().verdict.to_string(), "lose in 2");
        assert_eq!(state.history().next().unwrap().worth.unwrap().0.to_string(), "win in 3");
        act(&mut state, &[Action::Value, Action::Hints]);
        assert!(state.line().is_none() && state.listed()[0].worth.is_none());
    }

    #[test]
    fn without_tables_the_rules_are_enough() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("morris", "nine", data.path(), false);
        let mut state = State::new(&oracle, oracle.start(), None).unwrap();
        let unknown = Some("morris nine is not solved, so values are not known");
        for action in [Action::Hints, Action::Value] {
            act(&mut state, &[action]);
            assert_eq!(state.message(), unknown, "{action:?}");
            assert_eq!((state.computer(), state.history().count()), (None, 0));
        }
        play(&mut state, "d6");
        assert_eq!(state.status(), "Black (the second player) to move");
        // The computer searches for its moves, and says so.
        let searched = Some("morris nine is not solved: sensible moves by search");
        act(&mut state, &[Action::PlayBest]);
        assert_eq!((state.message(), state.history().count()), (searched, 2));
        let state = State::new(&oracle, oracle.start(), Some(Turn::First)).unwrap();
        assert_eq!((state.computer(), state.message()), (Some(Turn::First), searched));
        assert_eq!((state.history().count(), state.present().view.turn), (1, Turn::Second));
    }

    #[test]
    fn what_may_search_is_told_from_what_is_done_at_once() {
        let data = tempfile::tempdir().unwrap();
        let solved = oracle("tictactoe", "3x3", data.path(), true);
        let solved = State::new(&solved, solved.start(), None).unwrap();
        assert!(!solved.may_take_long(Action::Play));
        // The first has values by search, the second has none.
        for (game, variant) in [("connect4", "7x6"), ("morris", "nine")] {
            let oracle = oracle(game, variant, data.path(), false);
            let mut state = State::new(&oracle, oracle.start(), None).unwrap();
            assert!(state.may_take_long(Action::Play) && !state.may_take_long(Action::Select(1)));
            // The key that puts the help away plays nothing.
            act(&mut state, &[Action::Help]);
            assert!(!state.may_take_long(Action::Play));
        }
    }

    #[test]
    fn what_takes_too_long_to_find_is_left_and_the_game_goes_on() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("connect4", "7x6", data.path(), false);
        let mut state = State::new(&oracle, oracle.start(), Some(Turn::Second)).unwrap();
        state.may_search(Duration::from_millis(1), &Arc::default());
        act(&mut state, &[Action::Play; 3]);
        let now = state.present();
        assert!(now.answer.is_none() && now.view.turn == Turn::First, "{}", now.view.position);
        assert_eq!(state.present, 6);
    }

    #[test]
    fn the_end_has_a_winner_and_no_value() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("tictactoe", "3x3", data.path(), true);
        let mut state = State::new(&oracle, "xx-/oo-/---".to_owned(), Some(Turn::Second)).unwrap();
        act(&mut state, &[Action::Value]);
        assert!(state.line().is_some());
        act(&mut state, &[Action::PlayBest]);
        assert_eq!(state.status(), "The game is over: you won, as X (the first player)");
        assert!(state.line().is_none());
    }

    #[test]
    fn the_computer_takes_what_wins_at_once_without_tables() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("tictactoe", "3x3", data.path(), false);
        let start = "xx-/oo-/---".to_owned();
        let state = State::new(&oracle, start, Some(Turn::First)).unwrap();
        assert_eq!(state.status(), "The game is over: the computer won, as X (the first player)");
        assert_eq!(moves(&state), ["c3"]);
    }

    #[test]
    fn players_with_plural_names_win_in_proper_english() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("hareandhounds", "small", data.path(), true);
        assert!(oracle.drawing().scene.players.iter().any(|name| name.ends_with('s')));
        let wanted = RandomFilter { value: Some(Value::Win), least_remoteness: 1 };
        let won = oracle.random(wanted, 1).unwrap().unwrap();
        let end = oracle.line(&won, 300).unwrap().plies.pop().unwrap().position;
        let state = State::new(&oracle, end, None).unwrap();
        let status = state.status();
        assert!(status.starts_with("The game is over: ") && status.ends_with(" won"), "{status}");
    }

    #[test]
    fn the_computer_solves_puzzles_that_can_be_solved() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("pegs", "triangle4", data.path(), true);
        let mut state = State::new(&oracle, oracle.start(), None).unwrap();
        assert_eq!(state.status(), "Your move");
        act(&mut state, &[Action::Computer]);
        assert_eq!((state.status().as_str(), state.history().count()), ("The puzzle is solved", 8));
        // Positions from which nothing leads to one peg.
        act(&mut state, &[Action::Computer]);
        let wanted = RandomFilter { value: Some(Value::Draw), least_remoteness: 0 };
        let stuck = oracle.random(wanted, 1).unwrap().unwrap();
        let state = State::new(&oracle, stuck, Some(Turn::First)).unwrap();
        assert_eq!(state.message(), Some("it cannot be solved from here"));
        assert_eq!((state.computer(), state.history().count()), (None, 0));
    }

    #[test]
    fn any_key_puts_the_help_away_and_does_nothing_else() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("tictactoe", "3x3", data.path(), false);
        let mut state = State::new(&oracle, oracle.start(), None).unwrap();
        act(&mut state, &[Action::Help]);
        assert!(state.help());
        act(&mut state, &[Action::Play]);
        assert!(!state.help() && state.history().count() == 0);
    }
}
