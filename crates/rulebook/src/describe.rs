//! The machine as a description: games with one kind of pieces for each player, whose moves put a piece down,
//! step, fly, leap or push, and perhaps take a piece off. All that a compiled game has follows from it, as
//! [`Described`] says: moves of many boards at a time, un-moves, and the text of a GPU's kernels.
//!
//! What follows from the numbers of pieces (a hand that is empty, three men left) is worked out for each tier
//! and given to the description as bits.

use std::collections::HashMap;

use hindsight_core::{
    Board, Described, Extras, GIVEN, Indexed, Orbits, Rules, TARGETS, Tier, Truth, TruthOf, Turn,
    Value, Walker, Way, Word, ending,
};

use crate::index::TextIndex;
use crate::machine::bits;
use crate::orbits::TextOrbits;
use crate::plan::Plan;
use crate::position::Position;
use crate::renumber::best_order;
use crate::said::{Asked, Ground};
use crate::script::{Change, Context, NO_CHANGE, Script, Translator};
use crate::symmetry::{after, inverse};
use crate::tiers::{Counting, Counts, Reason, units};

/// Where the numbers that are given stand: bits for moves, for ends, for un-moves; and who is to move, and
/// whether there are un-moves.
const MOVES: usize = 0;
const ENDS: usize = 1;
const UNMOVES: usize = 2;
const TIER: usize = 3;
const SECOND: u32 = 1;
const UNDOES: u32 = 2;

/// What a description is told about a tier.
#[derive(Clone, Copy, Debug)]
struct Told {
    pieces: [usize; 2],
    given: [u32; GIVEN],
    targets: [Option<Tier>; TARGETS],
    inside: u32,
}

/// How the board is turned for the other player.
#[derive(Clone, Debug)]
enum Turned {
    Not,
    /// The first point becomes the last of so many.
    Round(u32),
    /// Points, and how far they are turned.
    By(Vec<[u32; 2]>),
}

impl Turned {
    /// None where it takes too many operations.
    fn new(points: &[u8]) -> Option<Turned> {
        let numbered = || (0..).zip(points);
        if numbered().all(|(from, to)| from == u32::from(*to)) {
            return Some(Turned::Not);
        }
        let count = points.len() as u32;
        if numbered().all(|(from, to)| from + u32::from(*to) + 1 == count) {
            return Some(Turned::Round(count));
        }
        let mut by: Vec<[u32; 2]> = Vec::new();
        for (from, to) in numbered() {
            let turn = (32 + from - u32::from(*to)) % 32;
            match by.iter_mut().find(|[_, known]| *known == turn) {
                Some([points, _]) => *points |= 1 << from,
                None => by.push([1 << from, turn]),
            }
        }
        (by.len() <= 8).then_some(Turned::By(by))
    }

    #[inline(always)]
    fn of<W: Word>(&self, points: W) -> W {
        match self {
            Turned::Not => points,
            Turned::Round(count) => points.reverse_bits() >> W::from(32 - count),
            Turned::By(parts) => {
                let parts = parts
                    .iter()
                    .map(|&[part, by]| (points & W::from(part)).rotate_right(W::from(by)));
                parts.fold(W::from(0), |all, part| all | part)
            }
        }
    }
}

/// A game from a text that describes its moves.
#[derive(Debug)]
pub(crate) struct DescribedText {
    text: TextIndex<2>,
    /// By point: its number in the description; and the other way round.
    order: Vec<u8>,
    back: Vec<u8>,
    orbits: TextOrbits,
    pub(crate) ground: Ground,
    /// How a position with the first player to move becomes one with the second to move; none where
    /// positions keep their players.
    turned: Option<Turned>,
    told: HashMap<Tier, Told>,
    /// Moves and un-moves, by player.
    moves: [Option<Script>; 2],
    unmoves: [Option<Script>; 2],
    /// What ends the game, by the player to move.
    ends: [Option<Ends>; 2],
}

/// What ends a game.
#[derive(Debug)]
struct Ends {
    /// Conditions, each with the code for the player to move.
    when: Vec<(crate::said::Cond, u32)>,
    /// What a player can do, and the code of one who cannot.
    can: Script,
    stuck: u32,
}

impl DescribedText {
    /// The description of a game with an index, or what cannot be said in it.
    pub(crate) fn new(
        text: TextIndex<2>,
        plan: &Plan,
    ) -> Result<DescribedText, (Box<TextIndex<2>>, Reason)> {
        match Parts::new(&text, plan) {
            Ok(parts) => Ok(parts.put_together(text)),
            Err(reason) => Err((Box::new(text), reason)),
        }
    }

    fn told(&self, tier: Tier) -> &Told {
        self.told.get(&tier).expect("a tier that the start leads to")
    }

    /// The pieces of a board of which the second player, if they can be exchanged, is to move.
    #[inline(always)]
    fn pieces_of<W: Word>(&self, board: Board<W>) -> [W; 2] {
        match &self.turned {
            None => [board.first, board.second],
            Some(turned) => [turned.of(board.second), turned.of(board.first)],
        }
    }

    /// Follows a script for the player whose it is.
    #[inline(always)]
    fn by_player<K: Walker>(
        &self,
        walker: &mut K,
        scripts: &[Option<Script>; 2],
        given: K::Word,
        is_second: TruthOf<K>,
        mut follow: impl FnMut(&mut K, &Script, K::Word),
    ) {
        match scripts {
            [Some(first), Some(second)] => {
                walker.when(!is_second, |walker| follow(walker, first, given));
                walker.when(is_second, |walker| follow(walker, second, given));
            }
            [Some(one), None] | [None, Some(one)] => follow(walker, one, given),
            [None, None] => {}
        }
    }
}

impl Described for DescribedText {
    type Position = Position<2>;
    type Index = TextOrbits;

    fn index(&self) -> &TextOrbits {
        &self.orbits
    }

    fn opening(&self) -> Position<2> {
        Rules::start(&self.text)
    }

    fn mover(&self, position: Position<2>) -> Turn {
        position.turn
    }

    fn besides(&self) -> Extras<'_, Position<2>> {
        Rules::extras(&self.text)
    }

    fn has_place(&self, position: Position<2>) -> bool {
        Indexed::holds(&self.text, position)
    }

    fn tier_at(&self, position: Position<2>) -> Tier {
        Indexed::tier_of(&self.text, position)
    }

    fn first_tiers(&self) -> Vec<Tier> {
        Indexed::roots(&self.text)
    }

    fn name_of(&self, tier: Tier) -> String {
        Indexed::tier_name(&self.text, tier)
    }

    fn pieces(&self, tier: Tier) -> [usize; 2] {
        self.told(tier).pieces
    }

    fn given(&self, tier: Tier) -> [u32; GIVEN] {
        self.told(tier).given
    }

    fn targets(&self, tier: Tier) -> [Option<Tier>; TARGETS] {
        self.told(tier).targets
    }

    fn most_inside(&self, tier: Tier) -> u32 {
        self.told(tier).inside
    }

    fn changed_kind(&self, tier: Tier, way: Way) -> Option<usize> {
        let pushes = |script: &Script| script.options().any(|option| option.pushes());
        if self.moves.iter().flatten().any(pushes) {
            return None;
        }
        let is_second = self.told(tier).given[TIER] & SECOND == SECOND;
        Some(usize::from(is_second != (way == Way::Backwards)))
    }

    fn column(&self) -> Orbits {
        Indexed::orbits(&self.text)
    }

    fn board_of(&self, position: Position<2>) -> Board {
        let [first, second] =
            self.text.numbered(position).masks.map(|mask| moved(&self.order, mask));
        Board::new(first as u32, second as u32)
    }

    fn position_of(&self, tier: Tier, board: Board, turn: Turn) -> Position<2> {
        let masks = [board.first, board.second].map(|mask| moved(&self.back, mask.into()));
        self.text.seen(tier, masks, turn)
    }

    fn ending<W: Word>(&self, given: [W; GIVEN], board: Board<W>) -> W {
        let pieces = [board.first, board.second];
        let asked = Asked { ground: &self.ground, given: given[ENDS], pieces, last: W::from(0) };
        let of = |ends: &Ends| {
            let groups = ends.can.groups.len();
            let can = self.can(&ends.can, groups, given[ENDS], pieces);
            let open = can.choose(ending::OPEN.into(), ends.stuck.into());
            ends.when.iter().rev().fold(open, |rest, (condition, code)| {
                condition.of(asked).choose(W::from(*code), rest)
            })
        };
        match &self.ends {
            [Some(first), Some(second)] => {
                let is_second = (given[TIER] & W::from(SECOND)).is_some();
                is_second.choose(of(second), of(first))
            }
            [Some(one), None] | [None, Some(one)] => of(one),
            [None, None] => ending::OPEN.into(),
        }
    }

    #[inline(always)]
    fn forwards<K: Walker>(&self, walker: &mut K, given: [K::Word; GIVEN], board: Board<K::Word>) {
        let pieces = self.pieces_of(board);
        let is_second = (given[TIER] & SECOND.into()).is_some();
        self.by_player(walker, &self.moves, given[MOVES], is_second, |walker, script, given| {
            self.follow(walker, script, given, pieces);
        });
    }

    #[inline(always)]
    fn backwards<K: Walker>(&self, walker: &mut K, given: [K::Word; GIVEN], board: Board<K::Word>) {
        let pieces = self.pieces_of(board);
        let is_second = (given[TIER] & SECOND.into()).is_some();
        walker.when((given[TIER] & UNDOES.into()).is_some(), |walker| {
            // Who has moved is not who is to move.
            self.by_player(
                walker,
                &self.unmoves,
                given[UNMOVES],
                !is_second,
                |walker, script, given| {
                    self.undo(walker, script, given, pieces);
                },
            );
        });
    }
}

/// What a description is made of.
struct Parts {
    order: Vec<u8>,
    orbits: TextOrbits,
    ground: Ground,
    turned: Option<Turned>,
    told: HashMap<Tier, Told>,
    moves: [Option<Script>; 2],
    unmoves: [Option<Script>; 2],
    ends: [Option<Ends>; 2],
}

impl Parts {
    fn put_together(self, text: TextIndex<2>) -> DescribedText {
        let Parts { order, orbits, ground, turned, told, moves, unmoves, ends } = self;
        let back = inverse(&order);
        DescribedText { text, order, back, orbits, ground, turned, told, moves, unmoves, ends }
    }

    fn new(text: &TextIndex<2>, plan: &Plan) -> Result<Parts, Reason> {
        let order = best_order(text.machine());
        let machine = &text.machine().renumbered(&order);
        // A permutation of the points, as it is with their new numbers.
        let renumbered = |permutation: &[u8]| after(&order, &after(permutation, &inverse(&order)));
        let refuse = |why: &str| Reason::new(machine.board_line, why);
        let owners: Vec<Option<usize>> = machine.pieces.iter().map(|piece| piece.owner).collect();
        if owners != [Some(0), Some(1)] {
            return Err(refuse("only one kind of pieces for each player has un-moves"));
        }
        let orbits = TextOrbits::new(machine, plan, |mask| moved(&order, mask), renumbered)?;
        let turned = match &plan.fold {
            None => None,
            Some(fold) => Some(Turned::new(&renumbered(&fold.back)).ok_or_else(|| {
                refuse("the board looks too different to the other player for un-moves")
            })?),
        };
        let counting = Counting { machine, parts: &plan.parts, fold: plan.fold.as_ref() };
        let units = units(&plan.tiers);
        let mut translators = [Context::Moves, Context::Ends, Context::Unmoves]
            .map(|context| Translator::new(&counting, &plan.tiers, context));
        let players: &[usize] = if plan.fold.is_some() { &[0] } else { &[0, 1] };
        let (mut moves, mut unmoves, mut ends) = ([None, None], [None, None], [None, None]);
        let [of_moves, of_ends, of_unmoves] = &mut translators;
        // By the player to move.
        for &player in players {
            let mover = if plan.fold.is_some() { 1 } else { player };
            moves[mover] = Some(of_moves.script(mover)?);
            let undone = if plan.fold.is_some() { 0 } else { 1 - player };
            unmoves[undone] = Some(of_unmoves.script(undone)?);
            let program = &machine.programs[1 - player];
            let mut when = Vec::new();
            for (condition, value) in &program.ends {
                let code = match value {
                    Value::Win => ending::LOSE,
                    Value::Lose => ending::WIN,
                    _ => ending::TIE,
                };
                when.push((of_ends.condition(1 - player, condition, machine.board_line)?, code));
            }
            let stuck = match machine.programs[player].stuck {
                Some(Value::Win) => ending::WIN,
                Some(Value::Lose) => ending::LOSE,
                Some(_) => ending::TIE,
                None => return Err(refuse("a turn that passes has no description")),
            };
            ends[player] = Some(Ends { when, can: of_ends.script(player)?, stuck });
        }
        let changes: Vec<Change> = of_moves.changes.clone();
        if changes.len() > TARGETS {
            return Err(refuse("moves change the numbers of pieces in more than four ways"));
        }
        let bits = [MOVES, ENDS, UNMOVES].map(|context| &translators[context].facts);
        let mut told = HashMap::new();
        for (number, tier) in plan.tiers.iter().enumerate() {
            let counts = &tier.counts;
            let child = |after: Option<Counts>| {
                let after = counting.passed(after?);
                let mut children = tier.children.iter().map(|(child, _)| *child);
                children.find(|child| plan.tiers[*child].counts == after)
            };
            let moving = counting.moving(counts);
            let children: Vec<Option<usize>> =
                changes.iter().map(|change| child(changed(&moving, change))).collect();
            let back = child(Some(moving.clone()));
            let undoes = back.is_some_and(|back| {
                let leads_here = |(child, _): &(usize, u64)| *child == number;
                plan.tiers[back].children.iter().any(leads_here)
            });
            let stays = |(child, _): &(usize, u64)| units[*child] == units[number];
            if tier.children.iter().any(|it| stays(it) && Some(it.0) != back) {
                return Err(refuse(
                    "numbers of pieces that change can come back, so that there is no description",
                ));
            }
            let mut targets = [None; TARGETS];
            for (target, child) in targets.iter_mut().zip(&children) {
                *target = child.map(|child| text.layout().tier(&plan.tiers[child].counts));
            }
            let is_second = counts.turn == Turn::Second;
            let flags = (u32::from(is_second) * SECOND) | (u32::from(undoes) * UNDOES);
            let fact = |context: usize| {
                let facts = bits[context].iter().enumerate();
                facts.fold(0, |all, (bit, values)| all | u32::from(values[number]) << bit)
            };
            let entry = Told {
                // On all parts together.
                pieces: [0, 1].map(|kind| {
                    counts.on.iter().skip(kind).step_by(2).map(|on| usize::from(*on)).sum()
                }),
                given: [fact(MOVES), fact(ENDS), fact(UNMOVES), flags],
                targets,
                inside: plan.inside[number] as u32,
            };
            told.insert(text.layout().tier(counts), entry);
        }
        // Un-moves are told by the number of moves that change nothing.
        let plain = changes.iter().position(|change| *change == NO_CHANGE).unwrap_or(0) as u32;
        for option in unmoves.iter_mut().flatten().flat_map(Script::options_mut) {
            option.plain = plain;
        }
        let ground = Ground::new(machine);
        Ok(Parts { order, orbits, ground, turned, told, moves, unmoves, ends })
    }
}

/// A mask with its points renumbered.
fn moved(order: &[u8], mask: u64) -> u64 {
    bits(mask).fold(0, |moved, point| moved | 1 << order[point])
}

/// The numbers after a move; none where a player would have fewer than no pieces.
fn changed(counts: &Counts, change: &Change) -> Option<Counts> {
    let mut after = counts.clone();
    if *change == NO_CHANGE {
        return Some(after);
    }
    for (kind, count) in after.on.iter_mut().enumerate() {
        *count = count.checked_add_signed(change[kind])?;
    }
    for (kind, count) in after.held.iter_mut().enumerate() {
        *count = count.checked_add_signed(change[2 + kind])?;
    }
    Some(after)
}
