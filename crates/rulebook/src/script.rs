//! What players can do, as [descriptions](crate::describe) follow it: translated from the machine, with what
//! follows from the numbers of pieces worked out for each tier.

use hindsight_core::{Turn, Word};

use crate::doing::{Doing, doing, one_way, push, set};
use crate::machine::{Act, AnyOf, Choice, Holds, Points};
use crate::said::{Cond, Lines, Set};
use crate::syntax::Taking;
use crate::tiers::{Counting, Counts, Reason, TierOf};

/// How moves change the numbers of pieces: on the board, by kind, and in hand.
pub(crate) type Change = [i8; 4];
pub(crate) const NO_CHANGE: Change = [0; 4];

/// As many facts as a number that is given has bits.
const MOST_FACTS: usize = 32;

/// What is taken off behind a move.
#[derive(Clone, Debug)]
pub(crate) struct Removal {
    pub(crate) when: Cond,
    pub(crate) set: Set,
    /// Whether walkers are told to work the set out and remember it.
    pub(crate) is_worked_out: bool,
}

impl Removal {
    /// The points where a piece that comes may let something be taken off, where that is known beforehand.
    #[inline(always)]
    pub(crate) fn maybe<W: Word>(&self, pieces: [W; 2]) -> Option<W> {
        match &self.when {
            Cond::LastIn(Set::Kind(kind), lines) => Some(lines.completions(pieces[*kind])),
            _ => None,
        }
    }
}

/// Something that can be done in a turn.
#[derive(Clone, Debug)]
pub(crate) struct Alternative {
    pub(crate) when: Cond,
    pub(crate) doing: Doing,
    pub(crate) pieces: Set,
    /// The empty points where a piece may arrive, and those with a piece of the enemy.
    pub(crate) to_empty: Option<Set>,
    pub(crate) to_enemy: Option<Set>,
    pub(crate) removal: Option<Removal>,
    /// The targets of plain moves, of those that capture or bring a piece in, and of those behind which
    /// something is taken off.
    pub(crate) plain: u32,
    pub(crate) taking: u32,
    pub(crate) removing: u32,
    /// Whether any own piece goes to any empty point that it reaches, whenever the numbers of pieces allow.
    pub(crate) is_plain: bool,
    /// Whether it has moves that change no numbers.
    pub(crate) is_undone: bool,
}

impl Alternative {
    pub(crate) fn pushes(&self) -> bool {
        matches!(self.doing, Doing::Push { .. })
    }
}

/// What a player can do.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    /// The kind of the player's pieces.
    pub(crate) own: usize,
    /// Each but the first is there only if nothing before it can be done.
    pub(crate) groups: Vec<Vec<Alternative>>,
    /// By group: whether it is there, where that follows from the numbers of pieces.
    pub(crate) else_given: Vec<Option<Cond>>,
    /// The set that all removals take from, where it depends on the enemy's pieces only.
    pub(crate) worked_out: Option<Set>,
}

impl Script {
    pub(crate) fn options(&self) -> impl Iterator<Item = &Alternative> {
        self.groups.iter().flatten()
    }

    pub(crate) fn options_mut(&mut self) -> impl Iterator<Item = &mut Alternative> {
        self.groups.iter_mut().flatten()
    }
}

/// What is translated, and so of which tiers and players it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    Moves,
    Ends,
    Unmoves,
}

/// Translates for one context.
pub(crate) struct Translator<'a> {
    counting: &'a Counting<'a>,
    context: Context,
    /// By tier: the numbers that are asked about.
    counts: Vec<Counts>,
    /// Tiers that moves lead from: of the others nothing is asked.
    is_asked: Vec<bool>,
    /// By bit of what is given, and tier.
    pub(crate) facts: Vec<Vec<bool>>,
    /// How moves change numbers, by target.
    pub(crate) changes: Vec<Change>,
}

impl<'a> Translator<'a> {
    pub(crate) fn new(counting: &'a Counting<'a>, tiers: &[TierOf], context: Context) -> Self {
        let counts = |tier: &TierOf| match context {
            Context::Ends => tier.counts.clone(),
            Context::Moves => counting.moving(&tier.counts),
            Context::Unmoves => {
                let after = counting.moving(&tier.counts);
                Counts { turn: after.turn.other(), ..after }
            }
        };
        Translator {
            counting,
            context,
            counts: tiers.iter().map(counts).collect(),
            // Ends are asked of all.
            is_asked: tiers
                .iter()
                .map(|tier| context == Context::Ends || !tier.children.is_empty())
                .collect(),
            facts: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// Whether tiers are asked about a player's rules. In ends, what has ended the game is asked with the
    /// other player to move.
    fn concerns(&self, player: usize, counts: &Counts, ends: bool) -> bool {
        (counts.turn == if player == 0 { Turn::First } else { Turn::Second }) != ends
    }

    /// A condition that follows from the numbers of pieces in all tiers that it is asked of.
    fn given(
        &mut self,
        player: usize,
        ends: bool,
        decide: impl Fn(&Counts) -> Option<bool>,
    ) -> Option<Cond> {
        let mut values = Vec::new();
        let (mut all, mut none) = (true, true);
        for (counts, is_asked) in self.counts.iter().zip(&self.is_asked) {
            let value = if self.concerns(player, counts, ends) {
                let value = decide(counts);
                if *is_asked {
                    all &= value?;
                    none &= !value?;
                }
                value.unwrap_or(false)
            } else {
                false
            };
            values.push(value);
        }
        if all {
            return Some(Cond::Always);
        }
        if none {
            return Some(Cond::Not(Box::new(Cond::Always)));
        }
        let bit = self.facts.iter().position(|known| *known == values).unwrap_or(self.facts.len());
        if bit == self.facts.len() {
            if bit == MOST_FACTS {
                return None;
            }
            self.facts.push(values);
        }
        Some(Cond::Given(1 << bit))
    }

    /// A condition of what ends the game, for the player who has moved.
    pub(crate) fn condition(
        &mut self,
        player: usize,
        holds: &Holds,
        line: usize,
    ) -> Result<Cond, Reason> {
        self.holds(player, true, holds, line)
    }

    fn holds(
        &mut self,
        player: usize,
        ends: bool,
        holds: &Holds,
        line: usize,
    ) -> Result<Cond, Reason> {
        let counting = self.counting;
        if let Some(given) = self.given(player, ends, |counts| counting.holds(holds, counts)) {
            return Ok(given);
        }
        let set = |points: &Points| set(points, line);
        let lines = |lines: &[u64]| Lines::new(lines);
        Ok(match holds {
            Holds::Not(condition) => {
                Cond::Not(Box::new(self.holds(player, ends, condition, line)?))
            }
            Holds::All(conditions) | Holds::Any(conditions) => {
                let each = conditions.iter().map(|one| self.holds(player, ends, one, line));
                let each = each.collect::<Result<Vec<_>, _>>()?;
                if matches!(holds, Holds::All(_)) { Cond::All(each) } else { Cond::Any(each) }
            }
            Holds::Count { least, most, of: Some(of), in_hand } if in_hand.is_empty() => {
                Cond::Count(set(of)?, *least, *most)
            }
            Holds::Within(one, other) => Cond::Within(set(one)?, set(other)?),
            Holds::Covers(one, shapes) => Cond::Covers(set(one)?, lines(shapes)),
            Holds::LastIn(one, shapes) => Cond::LastIn(set(one)?, lines(shapes)),
            Holds::InOneOf(one, sets) => {
                Cond::InOneOf(set(one)?, sets.iter().map(|set| *set as u32).collect())
            }
            Holds::Count { .. } | Holds::Connected(_) => {
                return Err(Reason::new(line, "such a condition has no description"));
            }
        })
    }

    /// The target of moves that change numbers like this.
    fn target(&mut self, change: Change) -> u32 {
        let known = self.changes.iter().position(|known| *known == change);
        known.unwrap_or_else(|| {
            self.changes.push(change);
            self.changes.len() - 1
        }) as u32
    }

    /// What a player can do.
    pub(crate) fn script(&mut self, player: usize) -> Result<Script, Reason> {
        let counting = self.counting;
        let options = &counting.machine.programs[player].options;
        let begins: Vec<usize> =
            (0..options.len()).filter(|number| *number == 0 || options[*number].is_else).collect();
        let mut script =
            Script { own: player, groups: Vec::new(), else_given: Vec::new(), worked_out: None };
        for (number, begin) in begins.iter().enumerate() {
            let end = begins.get(number + 1).copied().unwrap_or(options.len());
            let earlier: Vec<&[Choice]> = begins[..number]
                .iter()
                .zip(&begins[1..])
                .map(|(begin, end)| &options[*begin..*end])
                .collect();
            let applies = self.given(player, false, |counts| {
                let mut known = Some(true);
                for group in &earlier {
                    match counting.can(group, counts) {
                        Some(true) => return Some(false),
                        Some(false) => {}
                        None => known = None,
                    }
                }
                known
            });
            let group: Result<Vec<Alternative>, Reason> = options[*begin..end]
                .iter()
                .map(|choice| self.alternative(player, choice, applies.is_some()))
                .collect();
            script.groups.push(group?);
            script.else_given.push(applies);
        }
        let removals = || script.options().filter_map(|option| option.removal.as_ref());
        let first = removals().next().map(|removal| removal.set.clone());
        let is_one = |set: &Set| {
            let is_same = removals().all(|removal| removal.set == *set);
            // Two players' sets would be two functions.
            is_same && set.only_kind() == Some(1 - player) && counting.fold.is_some()
        };
        script.worked_out = first.filter(is_one);
        let is_worked_out = script.worked_out.is_some();
        for option in script.options_mut() {
            if let Some(removal) = &mut option.removal {
                removal.is_worked_out = is_worked_out;
            }
        }
        Ok(script)
    }

    fn alternative(
        &mut self,
        player: usize,
        choice: &Choice,
        is_else_given: bool,
    ) -> Result<Alternative, Reason> {
        let [first, rest @ ..] = &choice.deeds[..] else {
            return Err(Reason::new(1, "a turn of nothing has no description"));
        };
        let line = first.line;
        let refuse = |why: &str| Err(Reason::new(line, why));
        if choice.is_most {
            return refuse("ways that capture most have no description");
        }
        let mut when = Vec::new();
        for condition in choice.condition.iter().chain(&first.condition) {
            when.push(self.holds(player, false, condition, line)?);
        }
        let (own, enemy) = (player, 1 - player);
        let mut put = NO_CHANGE;
        put[own] = 1;
        let mut taken = NO_CHANGE;
        taken[enemy] = -1;
        if let Some(captive) = self.counting.machine.pieces[enemy].captive {
            taken[2 + usize::from(captive)] += 1;
        }
        let mut found = Alternative {
            when: Cond::Always,
            doing: Doing::Place,
            pieces: Set::Kind(own),
            to_empty: None,
            to_enemy: None,
            removal: None,
            plain: 0,
            taking: 0,
            removing: 0,
            is_plain: false,
            is_undone: true,
        };
        let mut plain = NO_CHANGE;
        match &first.act {
            Act::Place { kind, from_hand, on } if usize::from(*kind) == own => {
                plain = put;
                if *from_hand {
                    plain[2 + own] = -1;
                    let has_some = |counts: &Counts| Some(counts.held[own] > 0);
                    match self.given(player, false, has_some) {
                        Some(given) => when.push(given),
                        None => return refuse("too many conditions for a description"),
                    }
                }
                let on = set(on, line)?;
                found.to_empty = Some(match on {
                    Set::Empty => Set::Empty,
                    on => Set::And(Box::new(on), Box::new(Set::Empty)),
                });
                found.is_undone = false;
            }
            Act::Go(walk) => {
                let pieces = walk.pieces.content();
                if pieces.kinds & 0b11 != 1 << own {
                    return refuse("only moves of own pieces have a description");
                }
                found.pieces = set(&walk.pieces, line)?;
                [found.to_empty, found.to_enemy] = self.arrivals(&walk.to, player, line)?;
                found.doing = doing(walk, self.counting.machine.board.all(), line)?;
                if walk.taking == Taking::Leapt {
                    let Doing::Leap(_, over) = &found.doing else {
                        return refuse("such a capture has no description");
                    };
                    let leapt = over.only_kind();
                    if leapt != Some(enemy) || found.to_enemy.is_some() {
                        return refuse("such a capture has no description");
                    }
                    found.is_undone = false;
                } else if matches!(found.doing, Doing::Leap(..)) {
                    return refuse("leaps that capture nothing have no description");
                }
                if found.to_enemy.is_some()
                    && let Doing::Step(joins) = &found.doing
                {
                    found.doing = Doing::Go(one_way(joins));
                }
                found.is_undone &= found.to_empty.is_some();
                found.taking = self.target(taken);
            }
            Act::Push { kind, pushes, .. } if usize::from(*kind) == own => {
                found.to_empty = Some(Set::Fixed(0));
                found.doing = push(pushes, self.counting.machine.board.points());
                found.taking = self.target(put);
            }
            _ => return refuse("such an action has no description"),
        }
        found.plain = self.target(plain);
        match rest {
            [] => {}
            [deed] => {
                let Act::Remove(points) = &deed.act else {
                    return Err(Reason::new(deed.line, "such an action has no description"));
                };
                let is_walk = !matches!(found.doing, Doing::Leap(..) | Doing::Push { .. });
                if points.content().kinds & 0b11 != 1 << enemy
                    || !is_walk
                    || found.to_enemy.is_some()
                {
                    return Err(Reason::new(deed.line, "such a removal has no description"));
                }
                let when = match &deed.condition {
                    Some(condition) => self.holds(player, false, condition, deed.line)?,
                    None => Cond::Always,
                };
                let set = set(points, deed.line)?;
                // Points without a piece are no pieces to be taken off.
                let set = match set.only_kind() {
                    Some(_) => set,
                    None => Set::And(Box::new(set), Box::new(Set::Kind(enemy))),
                };
                let change = std::array::from_fn(|place| plain[place] + taken[place]);
                found.removing = self.target(change);
                found.removal = Some(Removal { when, set, is_worked_out: false });
            }
            _ => return refuse("a turn of three actions has no description"),
        }
        found.when = match when.len() {
            0 => Cond::Always,
            _ => Cond::All(when),
        };
        found.is_plain = found.pieces == Set::Kind(own)
            && (found.to_empty == Some(Set::Empty) || found.pushes())
            && is_else_given
            && found.when.is_given();
        if found.pushes() && !found.is_plain && self.context == Context::Unmoves {
            return refuse("pushes under a condition have no description");
        }
        Ok(found)
    }

    /// The empty points where a piece may arrive, and those with a piece of the enemy.
    fn arrivals(&self, to: &AnyOf, player: usize, line: usize) -> Result<[Option<Set>; 2], Reason> {
        let mut found = [None, None];
        for points in &to.0 {
            let content = points.content();
            if content.kinds >> player & 1 == 1 {
                return Err(Reason::new(line, "captures of own pieces have no description"));
            }
            let set = set(points, line)?;
            let is_there = [content.empty, content.kinds >> (1 - player) & 1 == 1];
            let of = [Set::Empty, Set::Kind(1 - player)];
            for ((found, is_there), of) in found.iter_mut().zip(is_there).zip(of) {
                if !is_there {
                    continue;
                }
                let part = match set == of {
                    true => of,
                    false => Set::And(Box::new(set.clone()), Box::new(of)),
                };
                *found = Some(match found.take() {
                    None => part,
                    Some(other) => Set::Or(Box::new(other), Box::new(part)),
                });
            }
        }
        Ok(found)
    }
}
