//! Searching for a good move with nothing but the rules: alpha-beta, deepened ply by ply until the budget
//! is spent.
//!
//! What makes it quick: a table of the positions met (with a look at where all moves lead before any of
//! them is searched, *enhanced transposition cutoff*), the best move of the last iteration first, and then
//! the moves that refuted neighbours (*killer moves*).
//!
//! A score beyond [`DECIDED`] is proven: a win in `r` plies is `WIN - r`, a loss the same below zero.
//! Others are evaluations. A game without loops is searched to its ends where the budget suffices; then
//! every score is *sure*, and zero means that the game ends level.

use std::hash::{Hash, Hasher};

use hindsight_core::{AnyPosition, AnyRules, Judgement, Marker, Value};

use crate::random::Random;
use crate::transpositions::{Bound, Entry, TranspositionTable};

/// The score of a game that is won now.
const WIN: i32 = 1_000_000;
/// Scores beyond this are proven wins, and below its negative proven losses.
const DECIDED: i32 = 900_000;
/// Evaluations stay within this.
const MOST_EVALUATION: i32 = 100_000;
/// No line is followed further.
const DEEPEST: u8 = 250;
/// Positions between two looks at whether to stop.
const PATIENCE: u64 = 512;

/// What a search makes of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// The player to move wins in so many plies. There may be a shorter way only if the budget was spent.
    Win(u16),
    /// The player to move loses in so many plies against best play.
    Lose(u16),
    /// The game ends level: every line was searched to its end.
    Level,
    /// Not decided as far as the search could see; an evaluation, above zero where chances look good.
    Open(i32),
}

/// The move that a search chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its place among the moves of the position.
    pub chosen: usize,
    /// What it promises.
    pub prospect: Prospect,
    /// How many plies ahead all moves were looked at.
    pub depth: u8,
    /// The positions looked at.
    pub nodes: u64,
}

/// A searching player's memory, kept from move to move.
#[derive(Debug)]
pub struct AlphaBeta {
    table: TranspositionTable,
}

impl AlphaBeta {
    /// A memory that suits searches of so many positions.
    pub fn for_nodes(nodes: u64) -> AlphaBeta {
        AlphaBeta { table: TranspositionTable::for_nodes(nodes) }
    }

    /// Chooses a move by looking at so many positions, or fewer if that decides the game or `stop` says
    /// so, which is asked now and then. Of moves that look equally good, any one is taken. `None` where
    /// the game is over.
    pub fn choose(
        &mut self,
        rules: &dyn AnyRules,
        position: &AnyPosition,
        nodes: u64,
        random: &mut Random,
        stop: &dyn Fn() -> bool,
    ) -> Option<Choice> {
        let mut moves: Vec<(usize, AnyPosition)> =
            rules.moves(position).into_iter().enumerate().collect();
        random.shuffle(&mut moves);
        let mut choice =
            Choice { chosen: moves.first()?.0, prospect: Prospect::Open(0), depth: 0, nodes: 0 };
        self.table.begin_search();
        let mut run = Run {
            rules,
            alternates: rules.kind().alternates(),
            table: &mut self.table,
            killers: vec![[0; 2]; usize::from(DEEPEST) + 1],
            left: nodes,
            stop,
        };
        for depth in 1..=DEEPEST {
            let Iteration { best, searched } = run.iterate(&moves, depth);
            if searched < moves.len() {
                // The budget is spent. What was searched counts, but for a loss: others may be better.
                match best {
                    Some((_, found)) if found.score < -DECIDED => choice.chosen = moves[searched].0,
                    Some((place, found)) => {
                        choice.chosen = moves[place].0;
                        choice.prospect = Found { is_sure: false, ..found }.prospect();
                    }
                    None => {}
                }
                break;
            }
            let Some((place, found)) = best else { break };
            choice.chosen = moves[place].0;
            choice.prospect = found.prospect();
            choice.depth = depth;
            moves[..=place].rotate_right(1);
            if found.is_final(depth) {
                break;
            }
        }
        choice.nodes = nodes - run.left;
        Some(choice)
    }
}

/// What a search has found out about a position.
#[derive(Clone, Copy, Debug)]
struct Found {
    score: i32,
    /// Whether searching deeper would change nothing.
    is_sure: bool,
}

impl Found {
    fn prospect(self) -> Prospect {
        match self.score {
            score if score > DECIDED => Prospect::Win((WIN - score) as u16),
            score if score < -DECIDED => Prospect::Lose((WIN + score) as u16),
            _ if self.is_sure => Prospect::Level,
            score => Prospect::Open(score),
        }
    }

    /// Whether a search of a depth is the last one that is needed: a decision that lies within it is the
    /// quickest there is.
    fn is_final(self, depth: u8) -> bool {
        self.is_sure || is_decided_within(self.score, depth)
    }
}

/// Whether a score is a win or a loss in at most so many plies.
fn is_decided_within(score: i32, depth: u8) -> bool {
    score.abs() > DECIDED && WIN - score.abs() <= depth.into()
}

/// Whether the moves of a position that were searched leave anything open.
struct Sureness {
    /// Whether all are sure.
    all_sure: bool,
    /// Whether all are sure or proven to lose, sooner or later.
    all_settled: bool,
}

impl Default for Sureness {
    fn default() -> Sureness {
        Sureness { all_sure: true, all_settled: true }
    }
}

impl Sureness {
    /// Takes account of a move.
    fn meet(&mut self, found: Found) {
        self.all_sure &= found.is_sure;
        self.all_settled &= found.is_sure || found.score < -DECIDED;
    }

    /// Whether the best score of all moves is sure. For a level one it does not matter how soon the other
    /// moves lose.
    fn of(&self, score: i32) -> bool {
        if score.abs() > DECIDED { self.all_sure } else { self.all_settled }
    }
}

/// One iteration at the root.
struct Iteration {
    /// The place of the best move, if any was searched in time.
    best: Option<(usize, Found)>,
    /// How many moves were searched.
    searched: usize,
}

/// A position that a move leads to.
struct Child {
    /// Tells the move from others of the position.
    mark: u64,
    /// The place of the move among the moves.
    place: u16,
    after: After,
}

/// Where a move leads.
enum After {
    /// To the horizon: nothing beyond it is looked at.
    Horizon(Found),
    /// To a position, with its hash.
    Position(u64, AnyPosition),
}

/// A search that is under way.
struct Run<'a> {
    rules: &'a dyn AnyRules,
    /// Whether the players take turns; a puzzle has one player.
    alternates: bool,
    table: &'a mut TranspositionTable,
    /// For each ply, the marks of the last two moves that were too good there.
    killers: Vec<[u64; 2]>,
    /// The positions that may still be looked at.
    left: u64,
    stop: &'a dyn Fn() -> bool,
}

impl Run<'_> {
    /// Searches all moves to a depth. The first is the best of the iteration before, so that what comes
    /// after it counts even when time runs out.
    fn iterate(&mut self, moves: &[(usize, AnyPosition)], depth: u8) -> Iteration {
        let mut best: Option<(usize, Found)> = None;
        let mut sureness = Sureness::default();
        for (place, (_, child)) in moves.iter().enumerate() {
            let alpha = best.map_or(-WIN - 1, |(_, found)| found.score);
            let (low, high) = self.child_window(alpha, WIN + 1);
            let (key, mobility) = (key(child), moves.len() as u32);
            let Some(found) = self.search(child, key, low, high, depth - 1, 1, mobility) else {
                return Iteration { best, searched: place };
            };
            let score = self.of_mover(found.score);
            sureness.meet(Found { score, ..found });
            if score > alpha {
                best = Some((place, Found { score, is_sure: found.is_sure }));
            }
        }
        if let Some((_, found)) = &mut best {
            found.is_sure = sureness.of(found.score);
        }
        Iteration { best, searched: moves.len() }
    }

    /// The score, if it is inside the window; otherwise a bound on the same side of it. `None` when the
    /// budget is spent. `key` is the position's hash, and `mobility` the number of moves that the player
    /// had who moved here.
    #[expect(clippy::too_many_arguments, reason = "these are all that change from call to call")]
    fn search(
        &mut self,
        position: &AnyPosition,
        key: u64,
        alpha: i32,
        beta: i32,
        depth: u8,
        ply: u8,
        mobility: u32,
    ) -> Option<Found> {
        self.count()?;
        if let Some(value) = self.rules.primitive(position) {
            return Some(Found { score: self.over(value), is_sure: true });
        }
        if depth == 0 || ply == DEEPEST {
            return Some(Found { score: self.evaluate(position, mobility), is_sure: false });
        }
        let known = self.table.get(key).copied();
        if let Some(found) = known.and_then(|entry| usable(&entry, alpha, beta, depth)) {
            return Some(found);
        }
        let mut children = self.children(position, depth);
        if let Some(found) = self.cut_by_transposition(key, &children, beta, depth) {
            return Some(found);
        }
        self.put_first(&mut children, known.map(|entry| entry.best), ply);

        let mobility = children.len() as u32;
        let mut best = Found { score: i32::MIN, is_sure: true };
        let mut best_place = 0;
        let mut sureness = Sureness::default();
        for child in &children {
            let (low, high) = self.child_window(alpha.max(best.score), beta);
            let found = match &child.after {
                After::Horizon(found) => {
                    self.count()?;
                    *found
                }
                After::Position(key, position) => {
                    self.search(position, *key, low, high, depth - 1, ply + 1, mobility)?
                }
            };
            let score = self.of_mover(found.score);
            sureness.meet(Found { score, ..found });
            if score > best.score {
                best = Found { score, is_sure: found.is_sure };
                best_place = child.place;
            }
            if score >= beta {
                let killers = &mut self.killers[usize::from(ply)];
                if killers[0] != child.mark {
                    *killers = [child.mark, killers[0]];
                }
                break;
            }
        }
        // What is too good rests on one move, everything else on all of them.
        if best.score < beta {
            best.is_sure = sureness.of(best.score);
        }
        self.keep(key, best, alpha, beta, depth, best_place);
        Some(best)
    }

    /// Counts a position that is looked at; `None` when the budget is spent.
    fn count(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if self.left.is_multiple_of(PATIENCE) && (self.stop)() {
            self.left = 0;
            return None;
        }
        Some(())
    }

    /// Where the moves of a position lead that is searched to a depth.
    fn children(&self, position: &AnyPosition, depth: u8) -> Vec<Child> {
        let mut children = Vec::new();
        let mut push = |mark: u64, after: After| {
            let place = children.len() as u16;
            children.push(Child { mark, place, after });
        };
        // Most positions of a search lie on its horizon.
        let are_judged = depth == 1
            && self.rules.each_judged_move(position, &mut |mark, judgement| {
                push(mark, After::Horizon(self.glance(judgement)));
            });
        if !are_judged {
            self.rules.each_marked_move(position, &mut |mark, position| {
                push(mark, After::Position(key(&position), position));
            });
        }
        children
    }

    fn glance(&self, judgement: Judgement) -> Found {
        match judgement {
            Judgement::Over(value) => Found { score: self.over(value), is_sure: true },
            Judgement::Evaluated(evaluation) => {
                Found { score: bounded(evaluation), is_sure: false }
            }
        }
    }

    /// Looks whether a move leads to a position that is known to be bad enough for the opponent.
    fn cut_by_transposition(
        &mut self,
        key: u64,
        children: &[Child],
        beta: i32,
        depth: u8,
    ) -> Option<Found> {
        // Nothing deeper than the horizon is known about where moves of the last ply lead.
        if depth < 2 {
            return None;
        }
        let needed = if self.alternates { Bound::Upper } else { Bound::Lower };
        for child in children {
            let After::Position(next, _) = child.after else { continue };
            let Some(&entry) = self.table.get(next) else { continue };
            let is_bound = entry.bound == needed || entry.bound == Bound::Exact;
            let score = self.of_mover(entry.score);
            if is_bound && score >= beta && is_usable(&entry, depth - 1) {
                let found = Found { score, is_sure: entry.is_sure };
                self.keep(key, found, i32::MIN, beta, depth, child.place);
                return Some(found);
            }
        }
        None
    }

    /// Puts the move first that was best before, then the killer moves.
    fn put_first(&self, children: &mut [Child], best: Option<u16>, ply: u8) {
        let killers = self.killers[usize::from(ply)];
        let mut front = 0;
        let mut bring = |children: &mut [Child], is_next: &dyn Fn(&Child) -> bool| {
            if let Some(place) = children[front..].iter().position(is_next) {
                children[front..=front + place].rotate_right(1);
                front += 1;
            }
        };
        if let Some(best) = best {
            bring(children, &|child| child.place == best);
        }
        for killer in killers {
            bring(children, &|child| child.mark == killer);
        }
    }

    fn keep(&mut self, key: u64, found: Found, alpha: i32, beta: i32, depth: u8, best: u16) {
        let Found { score, is_sure } = found;
        let mut bound = match score {
            _ if score >= beta => Bound::Lower,
            _ if score <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        // A decision further away than was searched comes from the table. There may be a quicker one.
        if score.abs() > DECIDED
            && bound == Bound::Exact
            && !is_sure
            && !is_decided_within(score, depth)
        {
            bound = if score > 0 { Bound::Lower } else { Bound::Upper };
        }
        self.table.put(key, Entry { score, bound, depth, is_sure, best });
    }

    /// The score of a position at which the game is over.
    fn over(&self, value: Value) -> i32 {
        match value {
            Value::Win => WIN,
            Value::Lose => -WIN,
            // Of a puzzle, an end is a solution.
            Value::Tie | Value::Draw => {
                if self.alternates {
                    0
                } else {
                    WIN
                }
            }
        }
    }

    fn evaluate(&self, position: &AnyPosition, mobility: u32) -> i32 {
        let by_moves = || self.rules.mobility(position) as i32 - mobility as i32;
        bounded(self.rules.evaluate(position).unwrap_or_else(by_moves))
    }

    /// A score of the position after a move, for the player who makes the move: a ply further from the
    /// end.
    fn of_mover(&self, score: i32) -> i32 {
        let further = if score.abs() > DECIDED { score - score.signum() } else { score };
        if self.alternates { -further } else { further }
    }

    /// The window of the position after a move.
    fn child_window(&self, alpha: i32, beta: i32) -> (i32, i32) {
        let nearer =
            |score: i32| if score.abs() > DECIDED { score + score.signum() } else { score };
        match self.alternates {
            true => (-nearer(beta), -nearer(alpha)),
            false => (nearer(alpha), nearer(beta)),
        }
    }
}

/// An evaluation that is never taken for a decision.
fn bounded(evaluation: i32) -> i32 {
    evaluation.clamp(-MOST_EVALUATION, MOST_EVALUATION)
}

/// The hash of a position.
fn key(position: &AnyPosition) -> u64 {
    let mut marker = Marker::default();
    position.hash(&mut marker);
    marker.finish()
}

/// Whether what the table says holds for a search of this depth: what was searched as deep does, what
/// cannot change, and what is proven.
fn is_usable(entry: &Entry, depth: u8) -> bool {
    let is_proven = match entry.bound {
        Bound::Lower => entry.score > DECIDED,
        Bound::Upper => entry.score < -DECIDED,
        Bound::Exact => entry.score.abs() > DECIDED,
    };
    entry.is_sure || entry.depth >= depth || is_proven
}

/// What the table says, if it answers a search with this window and depth.
fn usable(entry: &Entry, alpha: i32, beta: i32, depth: u8) -> Option<Found> {
    let &Entry { score, bound, is_sure, .. } = entry;
    let answers = match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    (answers && is_usable(entry, depth)).then_some(Found { score, is_sure })
}
