//! Solving a unit that is split over several ranks.
//!
//! Each rank owns the slots that the [deal](crate::Deal) gives it, and does for them what
//! the solver of one process does: what is over, exits, levels by rising remoteness. Two things differ.
//! Values of exits that other ranks hold are asked for. And a parent that another rank owns gets its news
//! in a message: the address, and with a win the share that it takes off the count where that is not the
//! usual one. News are gathered by owner until a message is worth sending; they may arrive at any time of
//! the pass, since all writers of a pass write the same, or subtract. Between passes all ranks agree.
//!
//! A slot whose count is used up, but whose worst exit did not fit its bits, has its exits looked at again
//! when the pass is over.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use hindsight_core::{Code, Numbered, Outcome, Tier};
use hindsight_solve::{
    BLOCK, Control, Due, Marks, SlotArray, SolveError, StateCut, Unit, Worth, prefetch,
};

use crate::ask::{ask_all, each_number, on_threads, push_number};
use crate::group::Group;
use crate::held::Held;
use crate::ranks::{Channel, Idle};
use crate::reversed::Reversed;
use crate::share::{Chunk, Dealt, Share};

/// The state of a slot about which nothing is known yet.
const OPEN: Code = Code::DRAW;

/// Slots that a game's bulk functions get together, at least, unless there are no more.
const BATCH: usize = 256;

/// News that are taken from a message together.
const TOGETHER: usize = 64;

/// The most bytes of a message of news. MPI sends short ones, of 4 KiB and less on one machine, without waiting
/// until they are taken, and the boxes of all ranks stay in the caches.
const LONGEST_MESSAGE: usize = 4000;

/// Pieces of a chunk whose exits are looked at together. Small ones stay in the caches, and their questions take
/// little memory while the answers are awaited.
const PIECES: usize = 8;

/// How a unit is split, and with how much memory for messages.
#[derive(Clone, Copy, Debug)]
pub struct SplitOptions {
    /// The length of the blocks that slots are dealt out in, if it is not to be a fitting one.
    pub block: Option<u64>,
    /// The most bytes that messages on their way out take.
    pub buffer: u64,
}

/// What is being propagated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    Loses,
    Wins,
    Ties,
}

/// Solves the share of this rank, together with the other members of the group, with all threads of the
/// current pool. Every member calls it with the same unit. `exits` has the values that the unit's moves
/// out of it lead to.
pub fn solve_share(
    game: &dyn Numbered,
    unit: &Unit,
    group: &Group<'_>,
    exits: &Held<'_>,
    options: SplitOptions,
    control: &Control,
) -> Result<Share, SolveError> {
    let dealt = Dealt::to_solve(unit, group.len(), options.block);
    let reversed = (unit.loopy && !game.has_parents())
        .then(|| Reversed::of(game, unit, &dealt, group.place()));
    let scale = if reversed.is_some() { 1 } else { game.symmetries() };
    let Some(cut) = StateCut::of(game, unit, scale) else {
        let what = "more inside moves times symmetries than 16383";
        let tier = game.tier_name(unit.tiers[0]);
        return Err(SolveError::Inconsistent { what, tier, slot: 0 });
    };
    let mut values = SlotArray::new(dealt.deal.share(group.place()) as usize);
    let chunks = dealt.chunks_of(unit, group.place());
    let marks = Marks::new(values.shared(), cut);
    let edges = AtomicU64::new(0);
    let task = Task { game, unit, group, exits, control, options, scale };
    let task = &task;
    let reversed = reversed.as_ref();
    let (dealt_, edges_) = (&dealt, &edges);
    if rayon::current_num_threads() > 1 {
        Solver::<true>::new(task, dealt_, reversed, marks, chunks, edges_).solve()?;
    } else {
        Solver::<false>::new(task, dealt_, reversed, marks, chunks, edges_).solve()?;
    }
    let edges = edges.into_inner();
    Ok(Share { dealt, place: group.place(), values, edges })
}

struct Task<'a> {
    game: &'a dyn Numbered,
    unit: &'a Unit,
    group: &'a Group<'a>,
    exits: &'a Held<'a>,
    control: &'a Control,
    options: SplitOptions,
    /// How much a single inside move adds to a slot's count.
    scale: u32,
}

struct Solver<'a, const SHARED: bool> {
    task: &'a Task<'a>,
    dealt: &'a Dealt,
    reversed: Option<&'a Reversed>,
    marks: Marks<'a>,
    chunks: Vec<Chunk>,
    edges: &'a AtomicU64,
    /// Whether addresses in messages take more than four bytes.
    wide: bool,
    /// Addresses of slots that lost in this pass and whose exits are looked at again.
    again: Mutex<Vec<usize>>,
    advanced: AtomicU64,
    trouble: Mutex<Option<SolveError>>,
}

/// Slots of a tier whose exits are looked at.
struct Looked {
    tier: Tier,
    slots: Vec<u64>,
    /// The address of each slot.
    addresses: Vec<usize>,
    /// How many moves of each slot stay inside.
    inside: Vec<u32>,
    /// What the best exit of each slot is worth, of those whose values are known.
    best: Vec<Worth>,
}

impl Looked {
    /// Takes the value of an exit of the slot with a number.
    fn take(&mut self, number: u32, code: Code) {
        let best = &mut self.best[number as usize];
        *best = Worth::of_child(code).max(*best);
    }
}

/// News for the owners of slots, gathered by owner, this rank being one of them: whose slot it is makes no
/// difference until a box is full, so that no branch depends on it.
struct Outbox<'s, 'a, const SHARED: bool> {
    solver: &'s Solver<'a, SHARED>,
    pass: Pass,
    level: u16,
    ended: &'s AtomicUsize,
    /// By place: addresses only, and addresses with weights.
    plain: Vec<Vec<u8>>,
    weighted: Vec<Vec<u8>>,
    /// The bytes of a message.
    full: usize,
}

/// The first byte of a message of news.
const PLAIN: u8 = 0;
const WEIGHTED: u8 = 1;

/// The most bytes of an item of news: an address and a weight.
const ITEM: usize = 5 + 2;

/// The bytes of news for own slots that are read together: they stay in the nearest cache.
const OWN_NEWS: usize = 4096;

impl<const SHARED: bool> Outbox<'_, '_, SHARED> {
    /// Tells the owner of a slot that a move leads from it to one that is decided.
    #[inline(always)]
    fn tell(&mut self, place: usize, address: u64, weight: u32) {
        let has_weight = self.pass == Pass::Wins && weight != self.solver.task.scale;
        let boxes = if has_weight { &mut self.weighted } else { &mut self.plain };
        if boxes[place].capacity() - boxes[place].len() < ITEM {
            self.empty(place, has_weight);
        }
        let boxes = if has_weight { &mut self.weighted } else { &mut self.plain };
        push_number(&mut boxes[place], address, self.solver.wide);
        if has_weight {
            boxes[place].extend_from_slice(&(weight as u16).to_le_bytes());
        }
    }

    /// Delivers what is in a box, if anything, and makes room for more.
    #[cold]
    fn empty(&mut self, place: usize, has_weight: bool) {
        self.deliver(place, has_weight);
        let is_own = place == self.solver.task.group.place();
        let boxes = if has_weight { &mut self.weighted } else { &mut self.plain };
        boxes[place].reserve_exact(if is_own { OWN_NEWS } else { self.full.max(1 + ITEM) });
        boxes[place].push(if has_weight { WEIGHTED } else { PLAIN });
    }

    fn deliver(&mut self, place: usize, has_weight: bool) {
        let boxes = if has_weight { &mut self.weighted } else { &mut self.plain };
        if boxes[place].is_empty() {
            return;
        }
        let mut message = std::mem::take(&mut boxes[place]);
        if place != self.solver.task.group.place() {
            return self.send(place, message);
        }
        self.solver.take_news(self.pass, self.level, &message);
        message.clear();
        let boxes = if has_weight { &mut self.weighted } else { &mut self.plain };
        boxes[place] = message;
    }

    fn send(&self, place: usize, message: Vec<u8>) {
        self.solver.task.group.send(place, Channel::Updates, message);
        let mut idle = Idle::default();
        let most = (self.solver.task.options.buffer / 2) as usize;
        while self.solver.task.group.ranks().on_the_way() > most {
            if self.solver.listen(self.pass, self.level, self.ended) {
                idle.reset();
            } else {
                idle.rest();
            }
        }
    }

    fn flush(&mut self) {
        for place in 0..self.plain.len() {
            self.deliver(place, false);
            self.deliver(place, true);
        }
    }
}

impl<'a, const SHARED: bool> Solver<'a, SHARED> {
    fn new(
        task: &'a Task<'a>,
        dealt: &'a Dealt,
        reversed: Option<&'a Reversed>,
        marks: Marks<'a>,
        chunks: Vec<Chunk>,
        edges: &'a AtomicU64,
    ) -> Solver<'a, SHARED> {
        let wide = dealt.deal.largest_share() > u64::from(u32::MAX);
        let (again, trouble) = (Mutex::default(), Mutex::default());
        let advanced = AtomicU64::new(0);
        Solver { task, dealt, reversed, marks, chunks, edges, wide, again, advanced, trouble }
    }

    fn solve(&self) -> Result<(), SolveError> {
        self.overs();
        if self.task.unit.loopy {
            // What wins at once needs no look at its exits.
            self.pass(Pass::Loses, 0)?;
        }
        self.exits();
        let mut deepest = self.agree()?;
        if self.task.unit.loopy {
            // If nobody wins at the end of the game, loses take an even number of moves and wins an odd one, so
            // that every other pass would find nothing.
            let wins_are_odd = self.task.game.is_never_won_at_end();
            let mut level = 0;
            while level == 0 || level <= deepest.0 {
                if level > 0 && !(wins_are_odd && level % 2 == 1) {
                    deepest = self.pass(Pass::Loses, level as u16)?;
                }
                if !(wins_are_odd && level % 2 == 0) {
                    deepest = self.pass(Pass::Wins, level as u16)?;
                }
                level += 1;
            }
            let mut level = 0;
            while level <= deepest.1 {
                deepest = self.pass(Pass::Ties, level as u16)?;
                level += 1;
            }
            self.for_each_chunk(|chunk| {
                for state in &self.marks.states[chunk.address..][..chunk.len()] {
                    if state.load(Ordering::Relaxed) & Code::TAG_MASK == Code::TAG_DRAW {
                        state.store(Code::DRAW.0, Ordering::Relaxed);
                    }
                }
            });
        }
        let slots = self.marks.states.len() as u64;
        self.task.control.advance(slots.saturating_sub(self.advanced.load(Ordering::Relaxed)));
        Ok(())
    }

    /// Waits for all ranks and fails where one has; the largest remoteness of wins and loses that one of
    /// them knows of, and of ties.
    fn agree(&self) -> Result<(u64, u64), SolveError> {
        self.agree_on(0).map(|(deepest, ties, _)| (deepest, ties))
    }

    fn agree_on(&self, value: u64) -> Result<(u64, u64, u64), SolveError> {
        let (deepest, ties) = (&self.marks.deepest, &self.marks.deepest_tie);
        let read =
            |number: &std::sync::atomic::AtomicU16| u64::from(number.load(Ordering::Relaxed));
        let mut values = [read(deepest), read(ties), value];
        let trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take();
        let own = trouble.map_or(Ok(()), Err);
        self.task.group.agree(own, self.task.control, &mut values)?;
        Ok((values[0], values[1], values[2]))
    }

    /// Runs over all chunks with all threads, until one is told to stop.
    fn for_each_chunk(&self, work: impl Fn(&Chunk) + Sync) {
        let next = AtomicUsize::new(0);
        on_threads(SHARED, || {
            while let Some(chunk) = self.chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
                if self.task.control.is_stopped() {
                    return;
                }
                work(chunk);
            }
        });
    }

    fn advance(&self, slots: u64) {
        self.advanced.fetch_add(slots, Ordering::Relaxed);
        self.task.control.advance(slots);
    }

    #[cold]
    fn report(&self, what: &'static str, tier: Tier, slot: u64) {
        let tier = self.task.game.tier_name(tier);
        let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        trouble.get_or_insert(SolveError::Inconsistent { what, tier, slot });
    }

    /// Finds holes and positions at which the game is over; the others are open.
    fn overs(&self) {
        self.for_each_chunk(|chunk| {
            let mut codes = vec![OPEN; chunk.len()];
            let found = self.task.game.find_overs(chunk.tier, chunk.slots.start, &mut codes);
            if let Err(slot) = found {
                self.report("a position that is over as a draw", chunk.tier, slot);
            }
            let is_never_won = self.task.game.is_never_won_at_end();
            for (address, code) in (chunk.address..).zip(codes) {
                match code.outcome() {
                    Some(Outcome::Win(_)) if is_never_won => {
                        let slot = chunk.slots.start + (address - chunk.address) as u64;
                        self.report("a win in an even number of moves", chunk.tier, slot);
                    }
                    Some(outcome) => self.marks.decide(address, outcome),
                    None => self.marks.states[address].store(code.0, Ordering::Relaxed),
                }
            }
        });
    }

    /// Gives every slot that is still open its best exit and its count of inside moves.
    fn exits(&self) {
        let next = AtomicUsize::new(0);
        ask_all(
            self.task.group,
            self.task.exits,
            SHARED,
            |questions| {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                let chunk = self.chunks.get(piece / PIECES)?;
                if self.task.control.is_stopped() {
                    return None;
                }
                let length = chunk.len().div_ceil(PIECES);
                let from = chunk.len().min(piece % PIECES * length);
                let to = chunk.len().min(from + length);
                self.advance((to - from) as u64 / 2);
                let open = (chunk.address + from..chunk.address + to)
                    .filter(|&at| self.marks.states[at].load(Ordering::Relaxed) == OPEN.0);
                let addresses: Vec<usize> = open.collect();
                let slot = |&at: &usize| chunk.slots.start + (at - chunk.address) as u64;
                let slots = addresses.iter().map(slot).collect();
                Some(self.look(chunk.tier, slots, addresses, questions))
            },
            Looked::take,
            |looked| self.settle(&looked),
        );
    }

    /// Counts the inside moves of slots, and asks for the values of the others.
    fn look(
        &self,
        tier: Tier,
        slots: Vec<u64>,
        addresses: Vec<usize>,
        questions: &mut crate::ask::Questions<'_>,
    ) -> Looked {
        let mut inside = vec![0; slots.len()];
        let mut best = vec![Worth::NOTHING; slots.len()];
        let mut edges = 0;
        let unit = &self.task.unit.tiers;
        self.task.game.visit_exits(tier, &slots, unit, &mut inside, &mut |exit_tier, exits| {
            edges += exits.len() as u64;
            let asked = exits.iter().map(|exit| (exit.number, exit.slot));
            let is_held = questions.ask(exit_tier, asked, |number, table, address| {
                let best = &mut best[number as usize];
                *best = table.worth(address).max(*best);
            });
            if !is_held {
                let slot = slots[exits[0].number as usize];
                self.report("a move to a tier that is no child tier", tier, slot);
            }
        });
        self.edges.fetch_add(edges, Ordering::Relaxed);
        Looked { tier, slots, addresses, inside, best }
    }

    /// Writes the first states of open slots whose exits' values are known.
    fn settle(&self, looked: &Looked) {
        let cut = self.marks.cut;
        for (number, &address) in looked.addresses.iter().enumerate() {
            let (tier, slot) = (looked.tier, looked.slots[number]);
            let inside = looked.inside[number];
            let count = inside * self.task.scale;
            if count > u32::from(cut.count_mask) {
                self.report("more inside moves than the game's maximum", tier, slot);
            }
            let state = &self.marks.states[address];
            let undecided = |worst| cut.undecided(count as u16, worst);
            match looked.best[number].outcome() {
                None if inside == 0 => {
                    self.report("a position without moves that is not over", tier, slot);
                }
                None => state.store(undecided(0), Ordering::Relaxed),
                // `remoteness` is seen by the mover: one more than the exit's own win.
                Some(Outcome::Lose(remoteness)) if inside > 0 => {
                    if !cut.takes(remoteness - 1) {
                        self.report("a win in an even number of moves", tier, slot);
                    }
                    state.store(undecided(remoteness - 1), Ordering::Relaxed);
                }
                Some(outcome) => self.marks.decide(address, outcome),
            }
        }
    }

    /// Does one pass of one level: tells the inside parents of all slots with the pass's state. The largest
    /// remoteness after it, of wins and loses, and of ties.
    fn pass(&self, pass: Pass, level: u16) -> Result<(u64, u64), SolveError> {
        if level >= Outcome::MAX_REMOTENESS {
            let what = "a remoteness that does not fit the tables";
            self.report(what, self.task.unit.tiers[0], 0);
        }
        let group = self.task.group;
        let threads = if SHARED { rayon::current_num_threads() } else { 1 };
        let (next, ended) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let working = AtomicUsize::new(threads);
        let boxes = 2 * group.len() * threads;
        let full = (self.task.options.buffer as usize / 2 / boxes).clamp(64, LONGEST_MESSAGE);
        on_threads(SHARED, || {
            let empty = || vec![Vec::new(); group.len()];
            let (plain, weighted) = (empty(), empty());
            let ended = &ended;
            let mut outbox = Outbox { solver: self, pass, level, ended, plain, weighted, full };
            let mut slots = Vec::new();
            while let Some(chunk) = self.chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
                let is_stopped = self.task.control.is_stopped();
                // To look for messages takes longer than to see that nothing in a chunk is due.
                if !is_stopped && self.tell_parents(chunk, &mut outbox, &mut slots) > 0 {
                    while self.listen(pass, level, ended) {}
                }
            }
            outbox.flush();
            if working.fetch_sub(1, Ordering::AcqRel) == 1 {
                group.others().for_each(|place| group.send(place, Channel::Updates, Vec::new()));
            }
            let mut idle = Idle::default();
            while ended.load(Ordering::Acquire) < group.len() - 1 {
                if self.listen(pass, level, ended) { idle.reset() } else { idle.rest() }
            }
        });
        let again = std::mem::take(&mut *self.again.lock().unwrap_or_else(PoisonError::into_inner));
        let (deepest, ties, is_again) = self.agree_on(u64::from(!again.is_empty()))?;
        if is_again == 0 {
            return Ok((deepest, ties));
        }
        self.lose_again(again, level);
        self.agree()
    }

    /// Visits the slots of a chunk that are due, and says how many these were.
    fn tell_parents(
        &self,
        chunk: &Chunk,
        outbox: &mut Outbox<'_, '_, SHARED>,
        slots: &mut Vec<u64>,
    ) -> u64 {
        let (pass, level) = (outbox.pass, outbox.level);
        let wanted = Code::new(match pass {
            Pass::Loses => Outcome::Lose(level),
            Pass::Wins => Outcome::Win(level),
            Pass::Ties => Outcome::Tie(level),
        });
        let bit = 1u64 << (level % 64);
        let is_due = |due: &Due| {
            let word = match pass {
                Pass::Loses => &due.lose,
                Pass::Wins => &due.win,
                Pass::Ties => &due.tie,
            };
            word.load(Ordering::Relaxed) & bit != 0
        };
        let end = chunk.address + chunk.len();
        let mut address = chunk.address;
        let mut visited = 0;
        slots.clear();
        while address < end {
            let block_end = end.min((address / BLOCK + 1) * BLOCK);
            if is_due(&self.marks.due[address / BLOCK]) {
                let first_slot = chunk.slots.start + (address - chunk.address) as u64;
                for (slot, found) in (first_slot..).zip(&self.marks.states[address..block_end]) {
                    if found.load(Ordering::Relaxed) == wanted.0 {
                        slots.push(slot);
                    }
                }
            }
            address = block_end;
            if slots.len() >= BATCH || (address == end && !slots.is_empty()) {
                visited += slots.len() as u64;
                self.visit(chunk, slots, outbox);
                slots.clear();
            }
        }
        self.advance(visited / 2);
        visited
    }

    fn visit(&self, chunk: &Chunk, slots: &[u64], outbox: &mut Outbox<'_, '_, SHARED>) {
        let mut edges = 0;
        if let Some(reversed) = self.reversed {
            for &slot in slots {
                let address = chunk.address + (slot - chunk.slots.start) as usize;
                for (place, local) in reversed.parents(address) {
                    edges += 1;
                    outbox.tell(place, local, 1);
                }
            }
        } else {
            let deal = self.dealt.deal;
            self.task.game.visit_parents(chunk.tier, slots, &mut |tier, parents| {
                let Some(start) = self.dealt.start(tier) else { return };
                edges += parents.len() as u64;
                for parent in parents {
                    let (place, local) = deal.locate(start + parent.slot);
                    outbox.tell(place, local, parent.weight);
                }
            });
        }
        self.edges.fetch_add(edges, Ordering::Relaxed);
    }

    /// Takes a message of news, if one has arrived.
    fn listen(&self, pass: Pass, level: u16, ended: &AtomicUsize) -> bool {
        if self.task.group.len() == 1 {
            return false;
        }
        let Some((_, message)) = self.task.group.receive(Channel::Updates) else { return false };
        if message.is_empty() {
            ended.fetch_add(1, Ordering::AcqRel);
        } else {
            self.take_news(pass, level, &message);
        }
        true
    }

    /// Does what a message of news says.
    fn take_news(&self, pass: Pass, level: u16, message: &[u8]) {
        match pass {
            Pass::Loses => self.each_news(message, |at, _| self.marks.offer_win(at, level + 1)),
            Pass::Ties => self.each_news(message, |at, _| self.marks.offer_tie(at, level + 1)),
            Pass::Wins => self.each_news(message, |at, weight| self.take_off(at, weight, level)),
        }
    }

    #[inline(always)]
    fn each_news(&self, message: &[u8], update: impl Fn(usize, u16)) {
        let Some((&kind, news)) = message.split_first() else { return };
        match (self.wide, kind == WEIGHTED) {
            (false, false) => self.each_item::<false, false>(news, update),
            (false, true) => self.each_item::<false, true>(news, update),
            (true, false) => self.each_item::<true, false>(news, update),
            (true, true) => self.each_item::<true, true>(news, update),
        }
    }

    /// Goes through items some at a time: their cache lines are asked for before the first is needed.
    #[inline(always)]
    fn each_item<const WIDE: bool, const HAS_WEIGHT: bool>(
        &self,
        news: &[u8],
        update: impl Fn(usize, u16),
    ) {
        let number = if WIDE { 5 } else { 4 };
        let behind = if HAS_WEIGHT { 2 } else { 0 };
        let usual = self.task.scale as u16;
        for some in news.chunks(TOGETHER * (number + behind)) {
            each_number(some, WIDE, behind, |address, _| {
                prefetch(self.marks.states, address as usize);
            });
            each_number(some, WIDE, behind, |address, weight| {
                let weight =
                    if HAS_WEIGHT { u16::from_le_bytes([weight[0], weight[1]]) } else { usual };
                update(address as usize, weight);
            });
        }
    }

    #[inline(always)]
    fn take_off(&self, address: usize, weight: u16, level: u16) {
        let Some(exhausted) = self.marks.take_off::<SHARED>(address, weight) else { return };
        if exhausted.is_overdrawn {
            let (tier, slot) = self.slot_at(address);
            self.report("more un-moves than moves", tier, slot);
        }
        match self.marks.cut.worst(exhausted.state) {
            Some(worst) => self.marks.decide(address, Outcome::Lose(worst.max(level) + 1)),
            None => self.again.lock().unwrap_or_else(PoisonError::into_inner).push(address),
        }
    }

    /// Looks at the exits of lost slots again, since what they are worth did not fit.
    fn lose_again(&self, mut again: Vec<usize>, level: u16) {
        again.sort_unstable();
        let mut pieces: Vec<(Tier, Vec<u64>, Vec<usize>)> = Vec::new();
        for address in again {
            let (tier, slot) = self.slot_at(address);
            match pieces.last_mut() {
                Some((known, slots, addresses)) if *known == tier && slots.len() < 4096 => {
                    slots.push(slot);
                    addresses.push(address);
                }
                _ => pieces.push((tier, vec![slot], vec![address])),
            }
        }
        let next = AtomicUsize::new(0);
        ask_all(
            self.task.group,
            self.task.exits,
            SHARED,
            |questions| {
                let piece = pieces.get(next.fetch_add(1, Ordering::Relaxed))?;
                let (tier, slots, addresses) = piece.clone();
                Some(self.look(tier, slots, addresses, questions))
            },
            Looked::take,
            |looked| {
                for (&address, best) in looked.addresses.iter().zip(&looked.best) {
                    let worst = match best.outcome() {
                        Some(Outcome::Lose(remoteness)) => remoteness - 1,
                        _ => 0,
                    };
                    self.marks.decide(address, Outcome::Lose(worst.max(level) + 1));
                }
            },
        );
    }

    fn slot_at(&self, address: usize) -> (Tier, u64) {
        let chunk = self.chunks.partition_point(|chunk| chunk.address <= address) - 1;
        let chunk = &self.chunks[chunk];
        (chunk.tier, chunk.slots.start + (address - chunk.address) as u64)
    }
}
