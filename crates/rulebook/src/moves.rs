//! Moves and un-moves of a text, followed as a description: written once for all walkers.

use hindsight_core::{Board, Joins, Step, Truth, TruthOf, Walker, Word};

use crate::describe::DescribedText;
use crate::doing::Doing;
use crate::said::{Asked, OfOneKind, Set};
use crate::script::{Alternative, Removal, Script};

impl DescribedText {
    /// Whether something can be done.
    pub(crate) fn can<W: Word>(
        &self,
        script: &Script,
        groups: usize,
        given: W,
        pieces: [W; 2],
    ) -> W::Truth {
        let mut can = W::Truth::from(false);
        for option in script.groups[..groups].iter().flatten() {
            let asked = Asked { ground: &self.ground, given, pieces, last: W::from(0) };
            can = can | option.when.of(asked) & self.is_possible(script, option, pieces);
        }
        can
    }

    fn is_possible<W: Word>(
        &self,
        script: &Script,
        option: &Alternative,
        pieces: [W; 2],
    ) -> W::Truth {
        let ground = &self.ground;
        let of = |set: &Set| set.of(ground, pieces);
        let arrives = |to: &Set| -> W {
            let (mine, to) = (of(&option.pieces), of(to));
            match &option.doing {
                Doing::Place => to,
                Doing::Step(joins) => joins.some_step(mine, to),
                Doing::Go(rows) => rows.iter().fold(W::from(0), |all, &[from, by, _]| {
                    all | mine & W::from(from) & to.rotate_right(W::from(by))
                }),
                Doing::Fly => mine.is_empty().choose(W::from(0), to),
                Doing::Leap(rows, over) => {
                    let over = of(over);
                    rows.iter().fold(W::from(0), |all, &[from, over_by, _, to_by, _]| {
                        all | mine
                            & W::from(from)
                            & over.rotate_right(W::from(over_by))
                            & to.rotate_right(W::from(to_by))
                    })
                }
                Doing::Push { edge, .. } => !pieces[1 - script.own] & W::from(*edge),
            }
        };
        let found = [&option.to_empty, &option.to_enemy].into_iter().flatten().map(arrives);
        found.fold(W::from(0), |all, found| all | found).is_some()
    }

    /// Whether an option is there: its own condition, and nothing above an `else` can be done.
    fn is_there<W: Word>(
        &self,
        script: &Script,
        group: usize,
        option: &Alternative,
        given: W,
        pieces: [W; 2],
    ) -> W::Truth {
        let asked = Asked { ground: &self.ground, given, pieces, last: W::from(0) };
        let when = option.when.of(asked);
        match &script.else_given[group] {
            Some(applies) => when & applies.of(asked),
            None => when & !self.can(script, group, given, pieces),
        }
    }

    /// All moves of a player.
    pub(crate) fn follow<K: Walker>(
        &self,
        walker: &mut K,
        script: &Script,
        given: K::Word,
        pieces: [K::Word; 2],
    ) {
        if let Some(set) = &script.worked_out {
            walker.foresee(&OfOneKind { set, ground: &self.ground }, pieces[1 - script.own]);
        }
        for (group, options) in script.groups.iter().enumerate() {
            for option in options {
                let is_there = self.is_there(script, group, option, given, pieces);
                walker.when(is_there, |walker| {
                    self.make(walker, script, option, given, pieces);
                });
            }
        }
    }

    /// The moves of an option.
    fn make<K: Walker>(
        &self,
        walker: &mut K,
        script: &Script,
        option: &Alternative,
        given: K::Word,
        pieces: [K::Word; 2],
    ) {
        let own = script.own;
        let enemy = 1 - own;
        let mine = option.pieces.of(&self.ground, pieces);
        // What the board is after a piece has gone, and one of the enemy's was captured where it arrives.
        let after = |from: K::Word, to: K::Word, captured: K::Word| {
            let mut after = pieces;
            after[own] = after[own] & !from | to;
            after[enemy] = after[enemy] & !captured;
            after
        };
        let nothing = K::Word::from(0);
        let maybe = option.removal.as_ref().and_then(|removal| removal.maybe(pieces));
        let arrivals = [(&option.to_empty, false), (&option.to_enemy, true)];
        for (to, captures) in arrivals {
            let Some(to) = to else { continue };
            let to = to.of(&self.ground, pieces);
            let end = Finish { own, option, given, captures };
            let taken = |to: K::Word| if captures { to } else { nothing };
            match &option.doing {
                Doing::Place => {
                    let arrival = |to| (Step::onto(to), after(nothing, to, nothing));
                    self.end_each(walker, &end, to, maybe.map(|maybe| to & maybe), true, arrival);
                }
                Doing::Step(joins) => walker.each_row(joins.rows(), |walker, row| {
                    let [up, down] = Joins::ways(row, mine, to);
                    let closing = maybe.map(|points| up & points >> row[1] | down & points);
                    self.end_each(walker, &end, up | down, closing, false, |lower| {
                        let pair = Joins::pair(row, lower);
                        let from = pair & pieces[own];
                        let mut after = pieces;
                        after[own] = after[own] ^ pair;
                        (Step::going(from, pair ^ from), after)
                    });
                }),
                Doing::Go(rows) => walker.each_row(rows, |walker, [from, by, back]| {
                    let going = mine & from & to.rotate_right(by);
                    let closing = maybe.map(|points| going & points.rotate_right(by));
                    self.end_each(walker, &end, going, closing, false, |from| {
                        let to = from.rotate_right(back);
                        (Step::going(from, to), after(from, to, taken(to)))
                    });
                }),
                Doing::Fly => walker.each_bit(mine, |walker, from| {
                    let closing = maybe.map(|points| to & points);
                    self.end_each(walker, &end, to, closing, false, |to| {
                        (Step::going(from, to), after(from, to, taken(to)))
                    });
                }),
                Doing::Leap(rows, over) => {
                    let over = over.of(&self.ground, pieces);
                    walker.each_row(rows, |walker, [from, over_by, over_back, to_by, to_back]| {
                        let leaping =
                            mine & from & over.rotate_right(over_by) & to.rotate_right(to_by);
                        walker.arrive_each(leaping, option.taking.into(), |from| {
                            let (over, to) =
                                (from.rotate_right(over_back), from.rotate_right(to_back));
                            let [first, second] = after(from, to, over);
                            (Step::going(from, to).over(over), Board::new(first, second))
                        });
                    });
                }
                Doing::Push { edge, taking, .. } => {
                    let free = !pieces[enemy] & K::Word::from(*edge);
                    walker.each_bit(free, |walker, from| {
                        walker.assort((pieces[own] & from).is_some(), |walker, is_own| {
                            let target = is_own.choose(option.plain.into(), option.taking.into());
                            walker.arrive_rows_at(taking, from, target, |[line, by, to]| {
                                let mut after = pieces.map(|marks| slid(marks, line, from, by));
                                after[own] = after[own] | to;
                                (Step::going(from, to), Board::new(after[0], after[1]))
                            });
                        });
                    });
                }
            }
        }
    }

    /// Moves that differ by one bit, each with what may be taken off behind it. `closing` are those for which
    /// that may be so; `is_exact` says that for these it is.
    #[inline(always)]
    fn end_each<K: Walker>(
        &self,
        walker: &mut K,
        end: &Finish<'_, K::Word>,
        mask: K::Word,
        closing: Option<K::Word>,
        is_exact: bool,
        arrival: impl Fn(K::Word) -> (Step<K::Word>, [K::Word; 2]),
    ) {
        let option = end.option;
        let plain = if end.captures { option.taking } else { option.plain };
        let Some(removal) = &option.removal else {
            return walker.arrive_each(mask, plain.into(), |bit| {
                let (step, [first, second]) = arrival(bit);
                (step, Board::new(first, second))
            });
        };
        let is_exact = is_exact && closing.is_some();
        let plainly = |bit| {
            let (step, [first, second]) = arrival(bit);
            (step, Board::new(first, second))
        };
        walker.arrive_each_but(
            mask,
            closing.unwrap_or(mask),
            plain.into(),
            plainly,
            |walker, bit| {
                let (step, after) = arrival(bit);
                if is_exact {
                    return self.take(walker, end, removal, step, after);
                }
                let asked =
                    Asked { ground: &self.ground, given: end.given, pieces: after, last: step.to };
                let arrive = |walker: &mut K| {
                    walker.arrive(plain.into(), step, || Board::new(after[0], after[1]));
                };
                walker.either(
                    removal.when.of(asked),
                    |walker| self.take(walker, end, removal, step, after),
                    arrive,
                );
            },
        );
    }

    /// A piece is taken off, if there is one that may be.
    #[inline(always)]
    fn take<K: Walker>(
        &self,
        walker: &mut K,
        end: &Finish<'_, K::Word>,
        removal: &Removal,
        step: Step<K::Word>,
        after: [K::Word; 2],
    ) {
        let enemy = 1 - end.own;
        let ground = &self.ground;
        walker.either(
            removal.set.witness(ground, after).is_some(),
            |walker| {
                let removable = match removal.is_worked_out {
                    true => walker.work_out(&OfOneKind { set: &removal.set, ground }, after[enemy]),
                    false => removal.set.of(ground, after),
                };
                walker.arrive_each(removable, end.option.removing.into(), |taken| {
                    let mut left = after;
                    left[enemy] = left[enemy] ^ taken;
                    (step.over(taken), Board::new(left[0], left[1]))
                });
            },
            |walker| {
                walker.arrive(end.option.plain.into(), step, || Board::new(after[0], after[1]));
            },
        );
    }

    /// The un-moves of a player who has moved.
    pub(crate) fn undo<K: Walker>(
        &self,
        walker: &mut K,
        script: &Script,
        given: K::Word,
        pieces: [K::Word; 2],
    ) {
        for (group, options) in script.groups.iter().enumerate() {
            for option in options {
                if !option.is_undone {
                    continue;
                }
                // What is the same for all boards of a tier is asked once.
                let is_there = match &script.else_given[group] {
                    Some(applies) if option.is_plain => {
                        let asked =
                            Asked { ground: &self.ground, given, pieces, last: K::Word::from(0) };
                        applies.of(asked) & option.when.of(asked)
                    }
                    _ => true.into(),
                };
                walker.when(is_there, |walker| {
                    self.unmake(walker, script, group, option, given, pieces);
                });
            }
        }
    }

    fn unmake<K: Walker>(
        &self,
        walker: &mut K,
        script: &Script,
        group: usize,
        option: &Alternative,
        given: K::Word,
        pieces: [K::Word; 2],
    ) {
        let own = script.own;
        let ground = &self.ground;
        let free = ground.empty(pieces);
        let nothing = K::Word::from(0);
        let asked = Asked { ground, given, pieces, last: nothing };
        let movable = match &option.removal {
            None => pieces[own],
            // A move behind which something was taken off has left the unit.
            Some(removal) => {
                let taken = removal.when.mask(asked);
                let can = removal.set.witness(ground, pieces).is_some();
                pieces[own] & !can.choose(taken, nothing)
            }
        };
        let before = |both: K::Word| {
            let mut before = pieces;
            before[own] = before[own] ^ both;
            before
        };
        // Asks the rules about the board before.
        let may = |[from, to, both]: [K::Word; 3]| -> TruthOf<K> {
            let before = before(both);
            let to_empty = option.to_empty.as_ref().map_or(nothing, |to| to.of(ground, before));
            (option.pieces.of(ground, before) & from).is_some()
                & (to_empty & to).is_some()
                & self.is_there(script, group, option, given, before)
        };
        let target: K::Word = option.plain.into();
        match &option.doing {
            Doing::Step(joins) => walker.each_row(joins.rows(), |walker, row| {
                let steps = Joins::steps(row, movable, free);
                let cells = |lower: K::Word| {
                    let pair = Joins::pair(row, lower);
                    // The pair is the same for all boards that are looked at together.
                    [pair & free, pair & pieces[own], pair]
                };
                self.unmake_each(walker, option, target, steps, cells, before, may);
            }),
            Doing::Go(rows) => walker.each_row(rows, |walker, [from, by, back]| {
                let going = free & from & movable.rotate_right(by);
                let cells = |from: K::Word| {
                    let to = from.rotate_right(back);
                    [from, to, from | to]
                };
                self.unmake_each(walker, option, target, going, cells, before, may);
            }),
            Doing::Fly => walker.each_bit(movable, |walker, to| {
                let cells = |from: K::Word| [from, to, from | to];
                self.unmake_each(walker, option, target, free, cells, before, may);
            }),
            Doing::Push { edge, putting, .. } => {
                let pushed = movable & K::Word::from(*edge);
                walker.each_bit(pushed, |walker, to| {
                    walker.arrive_rows_at(putting, to, target, |[line, by, from]| {
                        let mut before = pieces.map(|marks| slid(marks, line, to, by));
                        before[own] = before[own] | from;
                        (Step::going(from, to), Board::new(before[0], before[1]))
                    });
                });
            }
            Doing::Place | Doing::Leap(..) => {}
        }
    }

    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "what a step is, and what it is asked")]
    fn unmake_each<K: Walker>(
        &self,
        walker: &mut K,
        option: &Alternative,
        target: K::Word,
        mask: K::Word,
        cells: impl Fn(K::Word) -> [K::Word; 3],
        before: impl Fn(K::Word) -> [K::Word; 2],
        may: impl Fn([K::Word; 3]) -> TruthOf<K>,
    ) {
        if option.is_plain {
            return walker.arrive_each(mask, target, |bit| {
                let [from, to, both] = cells(bit);
                let [first, second] = before(both);
                (Step::going(from, to), Board::new(first, second))
            });
        }
        walker.each_bit(mask, |walker, bit| {
            let [from, to, both] = cells(bit);
            let [first, second] = before(both);
            walker.when(may([from, to, both]), |walker| {
                walker.arrive(target, Step::going(from, to), || Board::new(first, second));
            });
        });
    }
}

/// What stands at the end of every move of an option.
struct Finish<'a, W> {
    own: usize,
    option: &'a Alternative,
    given: W,
    captures: bool,
}

/// A mask after the piece at one end of a line was taken out and the others moved up.
#[inline(always)]
fn slid<W: Word>(marks: W, line: W, taken: W, by: W) -> W {
    marks & !line | (marks & (line & !taken)).rotate_right(by)
}
