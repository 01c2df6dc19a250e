//! What a game author writes.
//!
//! Least first: [`Rules`] alone let a game be explored, solved, stored, queried and played if it
//! fits in memory. [`Indexed`] adds the map between positions and slots of tiers, so that nothing
//! but a few bits per slot is kept. [`Presentation`] lets people read and type positions and moves.

use crate::device::DeviceSide;
use crate::extras::Extras;
use crate::levels::LevelSurvey;
use crate::neighbour::{Gathered, Neighbour};
use crate::notation::NotationError;
use crate::orbit::OrbitSlot;
use crate::scene::{Button, Part, Picture, Scene};
use crate::stage::{Stage, stages};
use crate::value::{Code, Outcome, Value};

/// Whose turn it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// The player who made the first move of the game.
    #[default]
    First,
    /// The other player.
    Second,
}

impl Turn {
    /// The opponent's turn.
    pub const fn other(self) -> Turn {
        match self {
            Turn::First => Turn::Second,
            Turn::Second => Turn::First,
        }
    }

    /// Whose turn it is after so many, where the players take turns.
    #[inline(always)]
    pub const fn after(turns: usize) -> Turn {
        if turns.is_multiple_of(2) { Turn::First } else { Turn::Second }
    }

    /// What belongs to the player, of what belongs to the first and to the second.
    #[inline(always)]
    pub fn of<T>(self, by_player: [T; 2]) -> T {
        let [first, second] = by_player;
        match self {
            Turn::First => first,
            Turn::Second => second,
        }
    }

    /// What belongs to the player and what to the opponent, of what belongs to the first and to the
    /// second; and the other way round.
    #[inline(always)]
    pub fn own_first<T>(self, by_player: [T; 2]) -> [T; 2] {
        let [first, second] = by_player;
        match self {
            Turn::First => [first, second],
            Turn::Second => [second, first],
        }
    }
}

/// The rules of a game for two players who alternate, or of a [puzzle](crate::Kind::Puzzle) for one.
///
/// A *position* includes whose turn it is, if the rest of it does not tell.
pub trait Rules: Send + Sync {
    /// Everything that matters for the rest of the game.
    type Position: Copy + Eq + Ord + std::hash::Hash + std::fmt::Debug + Send + Sync + 'static;
    /// What the player to move can do.
    type Move: Copy + Eq + std::hash::Hash + std::fmt::Debug + Send + Sync;

    /// The position at which the game starts.
    fn start(&self) -> Self::Position;

    /// The value for the player to move of a position at which the game is over; `None` while the
    /// game goes on.
    fn primitive(&self, position: Self::Position) -> Option<Value>;

    /// Visits every move of a position at which the game goes on. There is at least one.
    fn moves(&self, position: Self::Position, visit: impl FnMut(Self::Move));

    /// The position after one of its [moves](Rules::moves).
    fn play(&self, position: Self::Position, chosen: Self::Move) -> Self::Position;

    /// Whose turn it is.
    fn turn(&self, position: Self::Position) -> Turn;

    /// Visits every move with the position after it, in the order of the [moves](Rules::moves). Worth
    /// overriding where the two are found together.
    #[inline(always)]
    fn each_move(
        &self,
        position: Self::Position,
        mut visit: impl FnMut(Self::Move, Self::Position),
    ) {
        self.moves(position, |chosen| visit(chosen, self.play(position, chosen)));
    }

    /// Adds every move with the position after it to a list, in the order of the [moves](Rules::moves).
    fn list_moves(&self, position: Self::Position, list: &mut Vec<(Self::Move, Self::Position)>) {
        self.each_move(position, |chosen, after| list.push((chosen, after)));
    }

    /// Visits the position after every move, once per move. Worth overriding only where the result
    /// of all moves is cheaper to get than that of each; `check` compares it with the moves.
    #[inline(always)]
    fn children(&self, position: Self::Position, mut visit: impl FnMut(Self::Position)) {
        self.moves(position, |chosen| visit(self.play(position, chosen)));
    }

    /// What the game has besides: its kind, a search, and more. A game that wraps another passes on what
    /// the other has.
    fn extras(&self) -> Extras<'_, Self::Position> {
        Extras::default()
    }
}

/// The name of a tier, in numbers of the game's own choosing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tier(pub u64);

/// Where a position's orbit is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The tier.
    pub tier: Tier,
    /// The slot in the tier, below [`Indexed::slots`].
    pub slot: u64,
    /// How many of the game's symmetries leave the position unchanged.
    pub stabiliser: u32,
}

/// The position that stands for a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occupant<P> {
    /// The representative of the orbit.
    pub position: P,
    /// How many of the game's symmetries leave it unchanged.
    pub stabiliser: u32,
}

/// What the canonical column of an analysis counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orbits {
    /// The symmetries, in words.
    pub symmetries: &'static str,
    /// Whether positions that differ only by an exchange of the players count apart.
    pub turns_apart: bool,
}

/// A game whose positions have numbers.
///
/// Where an exchange of the players is a symmetry, a slot holds a position *as the player to move
/// sees it*, whoever that is: the index is **folded** by side to move.
pub trait Indexed: Rules {
    /// The tier of a position. Must be cheap: it is asked for every child.
    fn tier_of(&self, position: Self::Position) -> Tier;

    /// The tiers from which solving sets out: they and all that they lead to are solved, verified,
    /// estimated and checked. The start's tier unless a game has other positions that are worth
    /// solving, such as endgames of several kinds. Must have the start's tier among them or lead
    /// there.
    fn roots(&self) -> Vec<Tier> {
        vec![self.tier_of(self.start())]
    }

    /// The tiers that moves from a tier lead to, possibly with the tier itself. Tiers that turn
    /// out not to be reached do no harm beyond the time to solve them.
    fn child_tiers(&self, tier: Tier) -> Vec<Tier>;

    /// The name of a tier in reports and file names.
    fn tier_name(&self, tier: Tier) -> String;

    /// By how many pieces the player to move is ahead in every position of a tier (negative: behind),
    /// where that can be said. Draws can then be ranked by what players have left when they end up
    /// nowhere else; tiers that lead to each other have opposite balances.
    fn balance(&self, _tier: Tier) -> Option<i32> {
        None
    }

    /// The number of slots of a tier, holes included. Must not build large tables.
    fn slots(&self, tier: Tier) -> u64;

    /// Where a position's orbit is kept within its tier, which the caller has asked for.
    fn locate_in(&self, tier: Tier, position: Self::Position) -> OrbitSlot;

    /// Where a position's orbit is kept.
    #[inline(always)]
    fn locate(&self, position: Self::Position) -> Place {
        let tier = self.tier_of(position);
        let OrbitSlot { slot, stabiliser } = self.locate_in(tier, position);
        Place { tier, slot, stabiliser }
    }

    /// Whether a position has a slot. All that people can set up have one, unless a game says otherwise.
    fn holds(&self, _position: Self::Position) -> bool {
        true
    }

    /// The position that stands for a slot; `None` for a hole. Of a folded game, the one with the
    /// first player to move.
    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Self::Position>>;

    /// The number of symmetries that orbits are made of; a multiple of every stabiliser's order.
    ///
    /// An analysis counts an orbit as reached when one of its positions is. That is exact where the
    /// symmetries leave the start unchanged, so that a position is reached with all its images.
    fn symmetries(&self) -> u32 {
        1
    }

    /// A folded game's position with the same pieces for the player to move, when that player is
    /// `turn`. Other games leave it as it is.
    fn seen_by(&self, position: Self::Position, _turn: Turn) -> Self::Position {
        position
    }

    /// What the canonical column of an analysis counts.
    fn orbits(&self) -> Orbits;

    /// Whether [`Indexed::parents`] is there. Otherwise the engine reverses the edges itself, which
    /// takes memory for every move inside a unit.
    fn has_parents(&self) -> bool {
        false
    }

    /// Visits every position from which some move leads to `position` within the tiers of one
    /// unit, once for each such move. Positions at which the game is over may be among them.
    fn parents(&self, _position: Self::Position, _visit: impl FnMut(Self::Position)) {}

    /// The solver's way backwards: visits, for each of some slots of a tier, its
    /// [parents](Indexed::parents). A neighbour's weight says for how many of the parent's moves,
    /// times the number of symmetries, it stands: symmetries times the parent's stabiliser over the
    /// slot's own. Worth overriding where slots that stand side by side share work; `check` compares
    /// it with the parents.
    fn parent_slots(&self, tier: Tier, slots: &[u64], mut visit: impl FnMut(Tier, &[Neighbour])) {
        let mut gathered = Gathered::new();
        for (number, &slot) in slots.iter().enumerate() {
            let Some(child) = self.occupant(tier, slot) else { continue };
            let orbit = self.symmetries() / child.stabiliser;
            self.parents(child.position, |parent| {
                let tier = self.tier_of(parent);
                let OrbitSlot { slot, stabiliser } = self.locate_in(tier, parent);
                let weight = orbit * stabiliser;
                gathered.push(tier, Neighbour { number: number as u32, weight, slot }, &mut visit);
            });
        }
        gathered.flush(&mut visit);
    }

    /// The solver's way forwards: visits the children outside the unit of some slots of a tier that
    /// hold positions at which the game goes on, and adds to `inside` how many moves of each slot
    /// stay inside. Worth overriding as [`Indexed::parent_slots`] is.
    fn exit_slots(
        &self,
        tier: Tier,
        slots: &[u64],
        is_inside: impl Fn(Tier) -> bool,
        inside: &mut [u32],
        visit: impl FnMut(Tier, &[Neighbour]),
    ) {
        let leaves = |number: usize, child_tier| {
            let stays = is_inside(child_tier);
            inside[number] += u32::from(stays);
            !stays
        };
        visit_children(self, tier, slots, leaves, visit);
    }

    /// The analyser's way forwards: as [`Indexed::exit_slots`], for all children.
    fn child_slots(&self, tier: Tier, slots: &[u64], visit: impl FnMut(Tier, &[Neighbour])) {
        visit_children(self, tier, slots, |_, _| true, visit);
    }

    /// Writes, for each slot from `first` on, whether it is a hole or the game is over there, and
    /// [`Code::DRAW`] where the game goes on. An error is a slot at which it is over as a draw.
    fn find_overs(&self, tier: Tier, first: u64, codes: &mut [Code]) -> Result<(), u64> {
        for (slot, code) in (first..).zip(codes) {
            let occupant = self.occupant(tier, slot);
            *code = match occupant.map(|occupant| self.primitive(occupant.position)) {
                None => Code::HOLE,
                Some(None) => Code::DRAW,
                Some(Some(Value::Draw)) => return Err(slot),
                Some(Some(value)) => Code::new(Outcome::over(value)),
            };
        }
        Ok(())
    }

    /// An upper bound for the number of moves from a position of a tier that stay inside its unit. The
    /// closer, the fewer children of lost positions the solver must look at twice.
    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        1023
    }

    /// The side of the game that runs on a GPU, if it has one. It needs [`Indexed::parents`].
    fn device(&self) -> Option<&dyn DeviceSide> {
        None
    }

    /// How a GPU surveys it level by level, if the game has kernels for that.
    fn levels(&self) -> Option<&dyn LevelSurvey> {
        None
    }
}

/// Visits those children of some slots of a tier that are `wanted`, given the number of the slot
/// and the child's tier.
fn visit_children<G: Indexed + ?Sized>(
    game: &G,
    tier: Tier,
    slots: &[u64],
    mut wanted: impl FnMut(usize, Tier) -> bool,
    mut visit: impl FnMut(Tier, &[Neighbour]),
) {
    let mut gathered = Gathered::new();
    for (number, &slot) in slots.iter().enumerate() {
        let Some(occupant) = game.occupant(tier, slot) else { continue };
        game.children(occupant.position, |child| {
            let tier = game.tier_of(child);
            if wanted(number, tier) {
                let OrbitSlot { slot, stabiliser: weight } = game.locate_in(tier, child);
                let child = Neighbour { number: number as u32, weight, slot };
                gathered.push(tier, child, &mut visit);
            }
        });
    }
    gathered.flush(&mut visit);
}

/// How people read and type a game.
pub trait Presentation: Rules {
    /// A position on one line, as [`Presentation::parse_position`] takes it.
    fn write_position(&self, position: Self::Position) -> String;

    /// The position that a text means. Any text may come; a position that is taken must be one that
    /// the rules and the index can handle.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// A move as people write it, different for the different moves of one position.
    fn write_move(&self, position: Self::Position, chosen: Self::Move) -> String;

    /// The names of a position's moves, in their order.
    fn move_names(&self, position: Self::Position) -> Vec<String> {
        let mut names = Vec::new();
        self.moves(position, |chosen| names.push(self.write_move(position, chosen)));
        names
    }

    /// The board drawn with characters, several lines.
    fn board(&self, position: Self::Position) -> String;

    /// How the game is drawn and clicked. Without a scene, the [board](Presentation::board) is shown, and
    /// the moves are listed beside it.
    fn scene(&self) -> Option<Scene> {
        None
    }

    /// What a position looks like in the scene. Goes with [`Presentation::scene`].
    fn picture(&self, position: Self::Position) -> Picture {
        Picture::of_text(&self.board(self.start()), &self.board(position))
    }

    /// What is clicked to make a move, part by part; at least one. Moves that share their first
    /// parts, by name, share the states between. Goes with [`Presentation::scene`].
    fn parts(&self, position: Self::Position, chosen: Self::Move) -> Vec<Part> {
        vec![Part::last(self.write_move(position, chosen), Button::Listed {})]
    }

    /// The centers of the lines, or other groups of pieces, that ended the game at a position, each group for
    /// itself, along a line in order; none where it ended in another way. Goes with [`Presentation::scene`].
    fn decided_by(&self, _position: Self::Position) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// The [stages] that the parts of all moves of a position make, which looks like `picture`. A
    /// game may find them with less work than part by part.
    fn stages(
        &self,
        position: Self::Position,
        picture: &Picture,
        moves: &[Self::Move],
    ) -> Vec<Stage> {
        let parts = moves.iter().map(|&chosen| self.parts(position, chosen)).collect();
        stages(picture.clone(), parts)
    }

    /// The position that a picture shows when it is the turn of `turn`: what was
    /// [drawn](Presentation::picture), and whatever else people put together by clicking. Any picture may
    /// come, also one of another size. Goes with [`Scene::setup`].
    fn set_up(&self, picture: &Picture, _turn: Turn) -> Result<Self::Position, NotationError> {
        Err(NotationError::position(&picture.entities, "positions of this game are not set up"))
    }
}

/// What a catalogue says about a game.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The word that names the game on the command line and in paths.
    pub id: &'static str,
    /// The game's name as a title.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// The rules and the [notation](About::notation), for someone who has never seen the game.
    pub help: &'static str,
    /// The variants that exist by name; the first is the default.
    pub variants: &'static [AboutVariant],
}

impl About {
    /// The end of a [help](About::help), which says how positions and moves are written: from the first paragraph
    /// on that says what positions are. Somebody who plays by clicking does without.
    pub fn notation(help: &str) -> &str {
        let mut begin = 0;
        for paragraph in help.split_inclusive("\n\n") {
            if paragraph.contains("Positions are") {
                return &help[begin..];
            }
            begin += paragraph.len();
        }
        ""
    }
}

/// What a catalogue says about a variant.
#[derive(Clone, Copy, Debug)]
pub struct AboutVariant {
    /// The word that names it.
    pub id: &'static str,
    /// One sentence.
    pub summary: &'static str,
}
