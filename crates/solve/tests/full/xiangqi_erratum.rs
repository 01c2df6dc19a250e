//! Chinese chess with six pieces: the published table differs from ours in 33 of its 266 rows, and this
//! is why.
//!
//! The solver of the publication works backwards from the tiers that moves lead to, and lists these by
//! what can be captured where. A pawn that has just crossed the river (row 4) can be taken by the bishops
//! of the side that it has reached. For Black's bishops the solver asks by a slip whether *Red* has one
//! (GamesmanXiangqi, `tier.c`: `blackHasRCNB`). So where Red has none, and Black nothing else that could
//! take the pawn, these captures are counted as moves but never get a value: they hold like draws.
//!
//! Of two tiers that differ only in colours the solver takes the one in which Red has more advisors, or
//! as many and no fewer bishops. So it happens where the side with the pawn has more advisors and no
//! bishop, and matters only if the rest is no draw anyway: never with fewer than six pieces.

use std::collections::HashMap;
use std::path::Path;

use hindsight_core::{
    Indexed, Neighbour, Occupant, OrbitSlot, Orbits, Outcome, Presentation, Rules, Tier, Turn,
    Value,
};
use hindsight_games::xiangqi::{Move, Position, Xiangqi};
use hindsight_solve::{Backend, Control, Counts, Cpu, TierGraph, survey};
use hindsight_testkit::facts::{self, Rows};

use crate::MEMORY;

/// The pieces with which the slip happens: an advisor, a pawn, a bishop on the other side, and one more.
const MATERIALS: [&str; 7] =
    ["KRPA-KB", "KCPA-KB", "KNPA-KB", "KPPA-KB", "KPAA-KB", "KPA-KBB", "KPA-KPB"];

/// The rules as the published solver had them.
struct Slipped {
    game: Xiangqi,
    /// By tier: the tier of the captures that have no value.
    missed: HashMap<Tier, Tier>,
    /// What they lead to instead: two kings, a draw.
    drawn: Position,
}

impl Slipped {
    fn new(game: Xiangqi) -> Slipped {
        let tiers: HashMap<String, Tier> =
            TierGraph::of(&game).tiers().map(|tier| (game.tier_name(tier), tier)).collect();
        let missed = |(name, &tier): (&String, &Tier)| Some((tier, *tiers.get(&missed(name)?)?));
        let missed = tiers.iter().filter_map(missed).collect();
        let drawn = game.parse_position("3k5/9/9/9/9/9/9/9/9/4K4:r").unwrap();
        Slipped { game, missed, drawn }
    }
}

/// The name of the tier that the player to move gets to by taking a pawn on row 4, if the published
/// solver misses it. A name has the pieces of the player to move, then those of the opponent, each
/// followed by the rows of the pawns.
fn missed(name: &str) -> Option<String> {
    let (own, theirs) = name.split_once('-')?;
    let advisors = |side: &str| side.matches('A').count();
    let happens = own.contains('B')
        && !own.contains(['R', 'C', 'N'])
        && !theirs.contains('B')
        && advisors(theirs) > advisors(own);
    let (before, after) = theirs.split_once('4').filter(|_| happens)?;
    Some(format!("{}{after}-{own}", before.replacen('P', "", 1)))
}

impl Rules for Slipped {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.game.start()
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        self.game.primitive(position)
    }

    fn moves(&self, position: Position, visit: impl FnMut(Move)) {
        self.game.moves(position, visit);
    }

    fn play(&self, position: Position, chosen: Move) -> Position {
        self.game.play(position, chosen)
    }

    fn turn(&self, position: Position) -> Turn {
        self.game.turn(position)
    }

    fn children(&self, position: Position, mut visit: impl FnMut(Position)) {
        let missed = self.missed.get(&self.tier_of(position)).copied();
        self.game.children(position, |child| {
            let is_missed = missed == Some(self.tier_of(child));
            visit(if is_missed { self.seen_by(self.drawn, self.turn(child)) } else { child });
        });
    }
}

impl Indexed for Slipped {
    fn tier_of(&self, position: Position) -> Tier {
        self.game.tier_of(position)
    }

    fn roots(&self) -> Vec<Tier> {
        self.game.roots()
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        let mut tiers = self.game.child_tiers(tier);
        if self.missed.contains_key(&tier) {
            tiers.push(self.tier_of(self.drawn));
        }
        tiers
    }

    fn tier_name(&self, tier: Tier) -> String {
        self.game.tier_name(tier)
    }

    fn slots(&self, tier: Tier) -> u64 {
        self.game.slots(tier)
    }

    fn locate_in(&self, tier: Tier, position: Position) -> OrbitSlot {
        self.game.locate_in(tier, position)
    }

    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        self.game.occupant(tier, slot)
    }

    fn symmetries(&self) -> u32 {
        self.game.symmetries()
    }

    fn seen_by(&self, position: Position, turn: Turn) -> Position {
        self.game.seen_by(position, turn)
    }

    fn orbits(&self) -> Orbits {
        self.game.orbits()
    }

    fn has_parents(&self) -> bool {
        true
    }

    fn parents(&self, position: Position, visit: impl FnMut(Position)) {
        self.game.parents(position, visit);
    }

    fn parent_slots(&self, tier: Tier, slots: &[u64], visit: impl FnMut(Tier, &[Neighbour])) {
        self.game.parent_slots(tier, slots, visit);
    }

    fn max_inside_moves(&self, tier: Tier) -> u32 {
        self.game.max_inside_moves(tier)
    }
}

/// Adds the positions with a variant's pieces, by outcome, so many times.
fn add<G: Indexed>(game: &G, times: i64, rows: &mut HashMap<Outcome, i64>) {
    let (mut surveyor, control) = (Cpu.surveyor(game, MEMORY), Control::default());
    let roots = game.roots();
    let is_wanted = |tier| roots.contains(&tier);
    survey(game, is_wanted, false, &mut *surveyor, &control, |_, tally| {
        for (outcome, count) in Counts::of(tally).rows() {
            *rows.entry(outcome).or_default() += times * count.positions as i64;
        }
    })
    .unwrap();
}

fn positions_of(rows: Rows) -> HashMap<Outcome, i64> {
    rows.into_iter().map(|(outcome, (positions, _))| (outcome, positions as i64)).collect()
}

#[test]
fn the_published_table_of_six_pieces_is_ours_but_for_a_slip() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results");
    let mut rows = positions_of(facts::read_at(&results.join("xiangqi_6_value_counts.csv")));
    let published = positions_of(facts::read("xiangqi_6piece_value_counts.csv"));
    let differs = |(outcome, positions): &(&Outcome, &i64)| rows[outcome] != **positions;
    assert_eq!(published.iter().filter(differs).count(), 33);
    for material in MATERIALS {
        let game = || Xiangqi::variant(material).unwrap();
        add(&game(), -1, &mut rows);
        add(&Slipped::new(game()), 1, &mut rows);
    }
    rows.retain(|_, &mut positions| positions != 0);
    assert_eq!(rows, published);
}

#[test]
fn the_slip_is_where_the_side_with_the_pawn_has_more_advisors() {
    assert_eq!(missed("KB-KRPA4").as_deref(), Some("KRA-KB"));
    assert_eq!(missed("KB-KPPA64").as_deref(), Some("KPA6-KB"));
    assert_eq!(missed("KPB3-KPA4").as_deref(), Some("KA-KPB3"));
    for right in ["KB-KRPA5", "KAB-KPA4", "KB-KRPB4", "KRB-KPA4", "KB-KRP4", "KRPA4-KB"] {
        assert_eq!(missed(right), None);
    }
}
