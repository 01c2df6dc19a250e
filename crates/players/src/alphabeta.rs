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

use hindsight_core::{AnyPosition, AnyRules, Judgement, Line, Value};

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
        let mut line = rules.line(position);
        if line.primitive().is_some() {
            return None;
        }
        let mut moves: Vec<Move> =
            (0..line.look_ahead()).map(|place| Move { place, key: line.key(place) }).collect();
        random.shuffle(&mut moves);
        let mut choice = Choice {
            chosen: moves.first()?.place,
            prospect: Prospect::Open(0),
            depth: 0,
            nodes: 0,
        };
        self.table.begin_search();
        let mut run = Run {
            line: &mut *line,
            alternates: rules.kind().alternates(),
            table: &mut self.table,
            keys: Vec::new(),
            left: nodes,
            stop,
        };
        for depth in 1..=DEEPEST {
            let Iteration { best, searched } = run.iterate(&moves, depth);
            if searched < moves.len() {
                // The budget is spent. What was searched counts, but for a loss: others may be better.
                match best {
                    Some((_, found)) if found.score < -DECIDED => {
                        choice.chosen = moves[searched].place;
                    }
                    Some((number, found)) => {
                        choice.chosen = moves[number].place;
                        choice.prospect = Found { is_sure: false, ..found }.prospect();
                    }
                    None => {}
                }
                break;
            }
            let Some((number, found)) = best else { break };
            choice.chosen = moves[number].place;
            choice.prospect = found.prospect();
            choice.depth = depth;
            moves[..=number].rotate_right(1);
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

/// A move of the position that is searched.
#[derive(Clone, Copy)]
struct Move {
    /// Its place among the moves.
    place: usize,
    /// The hash of the position after it.
    key: u64,
}

/// One iteration at the root.
struct Iteration {
    /// The number of the best move, if any was searched in time.
    best: Option<(usize, Found)>,
    /// How many moves were searched.
    searched: usize,
}

/// The scores that matter to the player to move, and how much further to look.
#[derive(Clone, Copy)]
struct Scope {
    /// What the player has for certain by another line: no score up to this is worth more than a bound.
    alpha: i32,
    /// What the opponent has for certain: no score from this on.
    beta: i32,
    /// How many plies ahead to look.
    depth: u8,
    /// How many plies it is from the position that is searched.
    ply: u8,
}

impl Scope {
    /// Whether nothing beyond a position is looked at.
    fn is_horizon(self) -> bool {
        self.depth == 0 || self.ply == DEEPEST
    }
}

/// A search that is under way.
struct Run<'a> {
    /// From the position that is searched to the one that is looked at.
    line: &'a mut (dyn Line + 'a),
    /// Whether the players take turns; a puzzle has one player.
    alternates: bool,
    table: &'a mut TranspositionTable,
    /// The hashes of the positions after the moves of all positions on the line.
    keys: Vec<u64>,
    /// The positions that may still be looked at.
    left: u64,
    stop: &'a dyn Fn() -> bool,
}

impl Run<'_> {
    /// Searches all moves to a depth. The first is the best of the iteration before, so that what comes
    /// after it counts even when time runs out.
    fn iterate(&mut self, moves: &[Move], depth: u8) -> Iteration {
        let mut best: Option<(usize, Found)> = None;
        let mut sureness = Sureness::default();
        for (number, &Move { place, key }) in moves.iter().enumerate() {
            let alpha = best.map_or(-WIN - 1, |(_, found)| found.score);
            let scope = self.beyond(Scope { alpha, beta: WIN + 1, depth, ply: 0 });
            let Some(found) = self.look_at(place, key, scope) else {
                return Iteration { best, searched: number };
            };
            sureness.meet(found);
            if found.score > alpha {
                best = Some((number, found));
            }
        }
        if let Some((_, found)) = &mut best {
            found.is_sure = sureness.of(found.score);
        }
        Iteration { best, searched: moves.len() }
    }

    /// What a move is worth to the player who makes it, given the hash and the scope of the position after it.
    /// `None` when the budget is spent.
    fn look_at(&mut self, place: usize, key: u64, scope: Scope) -> Option<Found> {
        self.count()?;
        let Found { score, is_sure } = if scope.is_horizon() {
            match self.line.glance(place) {
                Judgement::Over(value) => self.over(value),
                Judgement::Open(evaluation) => Found { score: bounded(evaluation), is_sure: false },
            }
        } else {
            self.line.follow(place);
            let found = self.search(key, scope)?;
            self.line.back();
            found
        };
        Some(Found { score: self.of_mover(score), is_sure })
    }

    /// The score of the position at the end of the line, if it is inside the window; otherwise a bound on the
    /// same side of it. `None` when the budget is spent. `key` is the position's hash.
    fn search(&mut self, key: u64, scope: Scope) -> Option<Found> {
        if let Some(value) = self.line.primitive() {
            return Some(self.over(value));
        }
        let known = self.table.get(key);
        if let Some(found) = known.and_then(|entry| usable(&entry, scope)) {
            return Some(found);
        }
        let moves = self.line.look_ahead();
        let first_key = self.keys.len();
        // Nothing deeper than the horizon is known about where moves of the last ply lead.
        if scope.depth > 1 {
            self.keys.extend((0..moves).map(|place| self.line.key(place)));
            if let Some((place, found)) = self.cut_by_transposition(first_key, scope) {
                self.keep(key, found, Scope { alpha: i32::MIN, ..scope }, place);
                self.keys.truncate(first_key);
                return Some(found);
            }
        }
        let Scope { alpha, beta, .. } = scope;
        let mut best = Found { score: i32::MIN, is_sure: true };
        let mut best_place = 0;
        let mut sureness = Sureness::default();
        let mut order = Order::new(known.map(|entry| entry.best.into()), moves);
        while let Some(place) = order.next(self.line) {
            let beyond = self.beyond(Scope { alpha: alpha.max(best.score), ..scope });
            let key = self.keys.get(first_key + place).copied().unwrap_or_default();
            let found = self.look_at(place, key, beyond)?;
            sureness.meet(found);
            if found.score > best.score {
                (best, best_place) = (found, place);
            }
            if found.score >= beta {
                self.line.refute(place);
                break;
            }
        }
        // What is too good rests on one move, everything else on all of them.
        if best.score < beta {
            best.is_sure = sureness.of(best.score);
        }
        self.keys.truncate(first_key);
        self.keep(key, best, scope, best_place);
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

    /// Looks whether a move leads to a position that is known to be bad enough for the opponent, given where the
    /// hashes of these positions begin.
    fn cut_by_transposition(&self, first_key: usize, scope: Scope) -> Option<(usize, Found)> {
        let needed = if self.alternates { Bound::Upper } else { Bound::Lower };
        self.keys[first_key..].iter().enumerate().find_map(|(place, &next)| {
            let entry = self.table.get(next)?;
            let is_bound = entry.bound == needed || entry.bound == Bound::Exact;
            let score = self.of_mover(entry.score);
            let cuts = is_bound && score >= scope.beta && is_usable(&entry, scope.depth - 1);
            cuts.then_some((place, Found { score, is_sure: entry.is_sure }))
        })
    }

    fn keep(&mut self, key: u64, found: Found, scope: Scope, best: usize) {
        let (Found { score, is_sure }, Scope { alpha, beta, depth, .. }) = (found, scope);
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
        self.table.put(key, Entry { score, bound, depth, is_sure, best: best as u16 });
    }

    /// What a position is worth at which the game is over.
    fn over(&self, value: Value) -> Found {
        let score = match value {
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
        };
        Found { score, is_sure: true }
    }

    /// A score of the position after a move, for the player who makes the move: a ply further from the
    /// end.
    fn of_mover(&self, score: i32) -> i32 {
        let further = if score.abs() > DECIDED { score - score.signum() } else { score };
        if self.alternates { -further } else { further }
    }

    /// The scope of the position after a move.
    fn beyond(&self, Scope { alpha, beta, depth, ply }: Scope) -> Scope {
        let nearer =
            |score: i32| if score.abs() > DECIDED { score + score.signum() } else { score };
        let (alpha, beta) = match self.alternates {
            true => (-nearer(beta), -nearer(alpha)),
            false => (nearer(alpha), nearer(beta)),
        };
        Scope { alpha, beta, depth: depth - 1, ply: ply + 1 }
    }
}

/// The order in which moves are searched: first the one that was best before, then the killer moves, which are
/// looked for only when their turn has come, then all others in the order of the game.
struct Order {
    /// The places of moves that have gone before the others.
    before: [usize; 3],
    /// How many have been looked for.
    sought: usize,
    /// The next of the others.
    next: usize,
    moves: usize,
}

/// No move has this place.
const NOWHERE: usize = usize::MAX;

impl Order {
    fn new(best: Option<usize>, moves: usize) -> Order {
        Order { before: [best.unwrap_or(NOWHERE), NOWHERE, NOWHERE], sought: 0, next: 0, moves }
    }

    fn next(&mut self, line: &dyn Line) -> Option<usize> {
        while self.sought < self.before.len() {
            let (went, rest) = self.before.split_at_mut(self.sought);
            if self.sought > 0 {
                rest[0] = line.killer(self.sought - 1).unwrap_or(NOWHERE);
            }
            self.sought += 1;
            if rest[0] < self.moves && !went.contains(&rest[0]) {
                return Some(rest[0]);
            }
        }
        while self.before.contains(&self.next) {
            self.next += 1;
        }
        self.next += 1;
        (self.next <= self.moves).then(|| self.next - 1)
    }
}

/// An evaluation that is never taken for a decision.
fn bounded(evaluation: i32) -> i32 {
    evaluation.clamp(-MOST_EVALUATION, MOST_EVALUATION)
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

/// What the table says, if it answers a search of this scope.
fn usable(entry: &Entry, Scope { alpha, beta, depth, .. }: Scope) -> Option<Found> {
    let &Entry { score, bound, is_sure, .. } = entry;
    let answers = match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    (answers && is_usable(entry, depth)).then_some(Found { score, is_sure })
}
