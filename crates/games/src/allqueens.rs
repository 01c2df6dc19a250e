//! All Queens Chess: queens that never take; four in a line win.
//!
//! One tier, loopy, folded by side to move: billions of arrangements, of which one in eight has a
//! slot. A move goes back the same way, so that parents are found as moves are.
//!
//! # Open questions
//!
//! The rules are Elliot Rudell's: no captures, no jumps, four of one's queens in a row, a column or a
//! diagonal win. The rules do not mention a player who cannot move; here that player has lost. The
//! smaller board with four queens each is our addition: it is solved at once.

use hindsight_core::bits::ones;
use hindsight_core::{
    About, AboutVariant, Art, CountedOrbits, Gathered, Group, Indexed, Neighbour, Occupant,
    OrbitSlot, Orbits, Part, Picture, Pictured, Rules, Sheet, Sides, Tier, Turn, Value,
};

use crate::art;
use crate::ground::{Ground, piece};
use crate::lines::{first_to, has_line, lines};
use crate::rays::{Rays, slides};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "allqueens",
    name: "All Queens Chess",
    summary: "Move queens that never take; make four in a line.",
    help: "\
The board has five by five cells. Each player has six queens, which begin at the edge. White moves
first. A move takes one of your queens any number of cells along its row, column or diagonal, over
empty cells to an empty cell. Nothing is ever taken. Four of your queens side by side in a row, a column
or a diagonal win. Who cannot move has lost.

The variant 4x4 is a smaller game: four queens each, all of which must stand in one line.

Positions are written row by row from the top, W, B or '-', then the player to move:
  BWBWB/-----/W---B/-----/WBWBW:w
Moves are the cell that a queen leaves and the one where it goes: a1-d4. A click chooses the queen, the
next one where it goes. Columns are a, b, c from the left, rows 1, 2, 3 from the bottom.",
    variants: &[
        AboutVariant { id: "4x4", summary: "four queens each on a smaller board" },
        AboutVariant {
            id: "5x5",
            summary: "the real game: six queens each; takes a long time to solve",
        },
    ],
};

/// Queens in a line that win.
const IN_LINE: usize = 4;

/// The queens.
pub type Position = Sides;

/// The game.
#[derive(Debug)]
pub struct AllQueens {
    side: usize,
    /// White's queens and Black's at the start.
    start: [u32; 2],
    lines: Vec<u32>,
    rays: Rays,
    /// Of the opponent's queens first: they are the pivot, and all parents of a position have the same.
    orbits: CountedOrbits<2>,
    sheet: Sheet,
}

impl AllQueens {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<AllQueens> {
        let (start, side) = match name {
            "4x4" => ("BWBW--------WBWB", 4),
            "5x5" => ("BWBWB-----W---B-----WBWBW", 5),
            _ => return None,
        };
        Some(AllQueens {
            side,
            start: Picture::new(start.to_owned()).sides(['W', 'B'], Turn::First).by_player(),
            lines: lines(side, side, IN_LINE),
            rays: Rays::new(side, side),
            orbits: CountedOrbits::new(&Group::of_rectangle(side, side), side * side),
            sheet: sheet(side),
        })
    }

    /// The moves of some queens.
    #[inline(always)]
    fn slides(&self, queens: u32, others: u32) -> impl Iterator<Item = (usize, usize)> {
        ones(queens).flat_map(move |from| {
            let reached = slides(&self.rays, from, queens | others).flatten();
            reached.map(move |&to| (from, to.into()))
        })
    }
}

impl Rules for AllQueens {
    type Position = Position;
    /// From where and to where a queen goes.
    type Move = (usize, usize);

    fn start(&self) -> Position {
        Sides::new(self.start, Turn::First)
    }

    #[inline(always)]
    fn primitive(&self, position: Position) -> Option<Value> {
        let Sides { mine, theirs, .. } = position;
        let stuck = || self.slides(mine, theirs).next().is_none().then_some(Value::Lose);
        first_to(|queens| has_line(&self.lines, queens), [mine, theirs]).or_else(stuck)
    }

    #[inline(always)]
    fn moves(&self, position: Position, visit: impl FnMut((usize, usize))) {
        self.slides(position.mine, position.theirs).for_each(visit);
    }

    #[inline(always)]
    fn play(&self, position: Position, (from, to): (usize, usize)) -> Position {
        position.moved(from, to)
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }
}

impl Indexed for AllQueens {
    #[inline(always)]
    fn tier_of(&self, _position: Position) -> Tier {
        self.orbits.tier_of(self.start)
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        vec![tier]
    }

    fn tier_name(&self, _tier: Tier) -> String {
        "all".to_owned()
    }

    fn slots(&self, tier: Tier) -> u64 {
        self.orbits.slots(tier)
    }

    #[inline(always)]
    fn locate_in(&self, tier: Tier, position: Position) -> OrbitSlot {
        self.orbits.locate(tier, [position.theirs, position.mine])
    }

    #[inline(always)]
    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let ([theirs, mine], stabiliser) = self.orbits.occupant(tier, slot)?;
        Some(Occupant { position: Sides { mine, theirs, turn: Turn::First }, stabiliser })
    }

    fn symmetries(&self) -> u32 {
        self.orbits.symmetries()
    }

    fn seen_by(&self, position: Position, turn: Turn) -> Position {
        position.seen_by(turn)
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "the symmetries of the board; colours apart", turns_apart: true }
    }

    const HAS_PARENTS: bool = true;

    #[inline(always)]
    fn parents(&self, position: Position, mut visit: impl FnMut(Position)) {
        for (to, from) in self.slides(position.theirs, position.mine) {
            visit(position.unmoved(from, to));
        }
    }

    /// As the default, but the class of the queens that stay is looked up once for all un-moves.
    fn parent_slots(&self, tier: Tier, slots: &[u64], mut visit: impl FnMut(Tier, &[Neighbour])) {
        let index = self.orbits.of(tier);
        let mut gathered = Gathered::new();
        for (number, &slot) in slots.iter().enumerate() {
            let Some(child) = self.occupant(tier, slot) else { continue };
            let Sides { mine, theirs, .. } = child.position;
            let orbit = self.symmetries() / child.stabiliser;
            let parents = index.sharing(0, 0, mine);
            for (from, to) in self.slides(theirs, mine) {
                let OrbitSlot { slot, stabiliser } = parents.locate(theirs ^ 1 << from ^ 1 << to);
                let parent = Neighbour { number: number as u32, weight: orbit * stabiliser, slot };
                gathered.push(tier, parent, &mut visit);
            }
        }
        gathered.flush(&mut visit);
    }

    /// A queen has at most four lines of a side's length through her.
    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        self.start[0].count_ones() * 4 * (self.side as u32 - 1)
    }
}

fn queen(body: &str, outline: &str, jewel: &str) -> Art {
    art::token(&format!(
        "<path d=\"M24 84L16 34L34 56L38 22L50 52L62 22L66 56L84 34L76 84Z\" fill=\"{body}\" \
         stroke=\"{outline}\" stroke-width=\"5\" stroke-linejoin=\"round\"/>{}",
        [[16.0, 30.0], [38.0, 18.0], [62.0, 18.0], [84.0, 30.0]]
            .map(|at| art::disc(at, 7.0, body, outline))
            .concat()
            + &art::strokes([([34.0, 72.0], [66.0, 72.0])], jewel, 6.0)
    ))
}

fn sheet(side: usize) -> Sheet {
    let white = queen("#faf7f0", "#3a3027", "#c4b69f").with_image("chess/wikipedia/Q.svg");
    let black = queen("#2b2724", "#0f0d0c", "#a3988c").with_image("chess/wikipedia/qq.svg");
    Ground::chequered(side, side).sheet(
        ["White", "Black"],
        vec![
            piece('W', "White", white.clone()),
            piece('B', "Black", black.clone()),
            piece('w', "White, chosen", art::chosen(white)),
            piece('b', "Black, chosen", art::chosen(black)),
        ],
        "wb",
    )
}

impl Pictured for AllQueens {
    fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    fn show(&self, position: Position) -> Picture {
        self.sheet.sides(['W', 'B'], position)
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let position = picture.sides(['W', 'B'], turn);
        let each = self.start[0].count_ones();
        let is_complete = position.by_player().map(u32::count_ones) == [each; 2];
        is_complete.then_some(position).ok_or_else(|| format!("each side has {each} queens"))
    }

    fn clicks(&self, position: Position, (from, to): (usize, usize)) -> Vec<Part> {
        let [chosen, queen] = position.turn.of([['w', 'W'], ['b', 'B']]);
        let then = self.show(position).with(from, chosen);
        vec![self.sheet.choose(from, then), self.sheet.spot(to, Some(queen))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Looks;

    fn moves(text: &str) -> Vec<String> {
        let game = AllQueens::variant("5x5").unwrap();
        let position = game.parse_position(text).unwrap();
        game.move_names(position)
    }

    #[test]
    fn queens_go_as_far_as_they_can_but_not_over_others() {
        let from_corner: Vec<String> = moves("BWBWB/-----/W---B/-----/WBWBW:w")
            .into_iter()
            .filter(|name| name.starts_with("a1"))
            .collect();
        assert_eq!(from_corner, ["a1-a2", "a1-b2", "a1-c3", "a1-d4"]);
    }

    #[test]
    fn lines_end_the_game() {
        let value = |variant: &str, text: &str| {
            let game = AllQueens::variant(variant).unwrap();
            game.primitive(game.parse_position(text).unwrap())
        };
        assert_eq!(value("5x5", "BWBWB/-----/W---B/-----/WBWBW:w"), None);
        assert_eq!(value("5x5", "W---B/-W--B/--W-B/---W-/WBWBB:b"), Some(Value::Lose));
        assert_eq!(value("5x5", "W---B/-W--B/--W-B/-W---/WBWBB:b"), None);
        assert_eq!(value("4x4", "W--B/-W-B/B-W-/B--W:b"), Some(Value::Lose));
        assert_eq!(value("4x4", "WWWB/--WB/B---/B---:b"), None);
    }

    #[test]
    fn the_index_of_the_real_game_has_few_holes() {
        let game = AllQueens::variant("5x5").unwrap();
        let slots = game.slots(game.tier_of(game.start()));
        // Of 177,100 * 27,132 arrangements, an eighth and a little more.
        assert!((600_628_000..620_000_000).contains(&slots), "{slots}");
    }

    #[test]
    fn other_numbers_of_queens_are_refused() {
        let game = AllQueens::variant("5x5").unwrap();
        for text in ["BWBWB/-----/W----/-----/WBWBW:w", "wWBWB/-----/W---B/-----/WBWBW:w", "W:w"] {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
    }
}
