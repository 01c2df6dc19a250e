//! The men on the board and how they move.
//!
//! Everything is seen by the player to move, whose side is 0 and whose pawns go up: ranks count from
//! that player's edge. [`Men::turned`] passes the view to the other player.

use hindsight_core::Tier;

/// The most men, kings included.
pub(super) const MOST: usize = 4;
/// Ranks, and files.
pub(super) const SIDE: usize = 8;
pub(super) const CELLS: usize = SIDE * SIDE;

/// What a man is. Pawns have a kind for each rank, so that what never comes back is in the kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Role(u8);

impl Role {
    pub(super) const KING: Role = Role(0);
    pub(super) const QUEEN: Role = Role(1);
    pub(super) const ROOK: Role = Role(2);
    pub(super) const BISHOP: Role = Role(3);
    pub(super) const KNIGHT: Role = Role(4);
    /// A pawn that has just gone two ranks and can be taken in passing.
    pub(super) const PASSING: Role = Role(5);
    /// What a pawn can become.
    pub(super) const PROMOTED: [Role; 4] = [Role::QUEEN, Role::ROOK, Role::BISHOP, Role::KNIGHT];
    const PAWNS: u8 = 5;

    /// The role of a number, if there is one. Pawns on their ranks come last.
    pub(super) fn numbered(number: u8) -> Option<Role> {
        (number <= Role::PAWNS + 6).then_some(Role(number))
    }

    /// A pawn that has gone so many ranks up from its owner's edge, 1 to 6.
    pub(super) fn pawn(rank: usize) -> Role {
        Role(Role::PAWNS + rank as u8)
    }

    /// The rank of a pawn, from its owner's edge.
    pub(super) fn pawn_rank(self) -> Option<usize> {
        match self {
            Role::PASSING => Some(3),
            Role(number) => number.checked_sub(Role::PAWNS).map(usize::from),
        }
    }
}

/// A role and a side: side 0 is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Kind(u8);

impl Kind {
    /// The kings come first in every list.
    pub(super) fn new(role: Role, side: usize) -> Kind {
        Kind(role.0 * 2 + side as u8)
    }

    pub(super) fn role(self) -> Role {
        Role(self.0 / 2)
    }

    pub(super) fn side(self) -> usize {
        usize::from(self.0 % 2)
    }

    /// Its number, below 24.
    pub(super) fn number(self) -> u64 {
        self.0.into()
    }

    /// The same for the other player.
    pub(super) fn exchanged(self) -> Kind {
        Kind(self.0 ^ 1)
    }

    /// The cells on which it can stand.
    pub(super) fn region(self) -> u64 {
        match self.role().pawn_rank() {
            None => u64::MAX,
            Some(rank) => 0xff << (SIDE * if self.side() == 0 { rank } else { SIDE - 1 - rank }),
        }
    }
}

/// A man and its cell, or nothing; in the order of kinds and then of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Man(u16);

impl Man {
    const NOTHING: Man = Man(u16::MAX);

    fn new(kind: Kind, cell: u8) -> Man {
        Man(u16::from(kind.0) << 8 | u16::from(cell))
    }

    #[inline(always)]
    fn kind(self) -> Kind {
        Kind((self.0 >> 8) as u8)
    }

    #[inline(always)]
    fn cell(self) -> u8 {
        self.0 as u8
    }
}

/// Up to four men, the two kings first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Men([Man; MOST]);

/// A step of a man, and what a pawn becomes at the far edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) promotion: Option<Role>,
}

const LINES: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

#[inline(always)]
fn step(cell: u8, (up, right): (i8, i8)) -> Option<u8> {
    let (rank, file) = (cell as i8 / 8 + up, cell as i8 % 8 + right);
    ((0..8).contains(&rank) && (0..8).contains(&file)).then_some((rank * 8 + file) as u8)
}

/// Visits the cells that a man other than a pawn reaches: along free cells up to the first that is
/// taken, which is visited too.
#[inline(always)]
fn reach(role: Role, from: u8, taken: u64, mut visit: impl FnMut(u8)) {
    let far = role != Role::KING;
    let mut go = |ways: &[(i8, i8)]| {
        for &way in ways {
            let mut next = step(from, way);
            while let Some(cell) = next {
                visit(cell);
                next = if far && taken >> cell & 1 == 0 { step(cell, way) } else { None };
            }
        }
    };
    match role {
        Role::KNIGHT => JUMPS.into_iter().filter_map(|jump| step(from, jump)).for_each(visit),
        Role::ROOK => go(&LINES),
        Role::BISHOP => go(&DIAGONALS),
        _ => {
            go(&LINES);
            go(&DIAGONALS);
        }
    }
}

/// Whether a man attacks a cell.
#[inline(always)]
fn attacks(man: Man, cell: u8, taken: u64) -> bool {
    let (from, kind) = (man.cell(), man.kind());
    let up = cell as i8 / 8 - from as i8 / 8;
    let right = cell as i8 % 8 - from as i8 % 8;
    let (straight, slanting) = (up == 0 || right == 0, up.abs() == right.abs());
    let slides = match kind.role() {
        Role::KING => return up.abs().max(right.abs()) == 1,
        Role::KNIGHT => return up.abs() * right.abs() == 2,
        Role::QUEEN => straight || slanting,
        Role::ROOK => straight,
        Role::BISHOP => slanting,
        _ => return right.abs() == 1 && up == if kind.side() == 0 { 1 } else { -1 },
    };
    if !slides || from == cell {
        return false;
    }
    let way = up.signum() * 8 + right.signum();
    let mut between = from as i8 + way;
    while between != cell as i8 {
        if taken >> between & 1 == 1 {
            return false;
        }
        between += way;
    }
    true
}

impl Men {
    /// Men of these kinds on these cells, the kings among them.
    pub(super) fn of(men: impl IntoIterator<Item = (Kind, u8)>) -> Men {
        let mut list = [Man::NOTHING; MOST];
        for (place, (kind, cell)) in list.iter_mut().zip(men) {
            *place = Man::new(kind, cell);
        }
        list.sort_unstable();
        Men(list)
    }

    pub(super) fn each(self) -> impl Iterator<Item = (Kind, u8)> + Clone {
        self.0.into_iter().filter(|man| *man != Man::NOTHING).map(|man| (man.kind(), man.cell()))
    }

    /// The cells in the order of the kinds; anything where there is no man.
    #[inline(always)]
    pub(super) fn cells(self) -> [u8; MOST] {
        self.0.map(Man::cell)
    }

    /// The kinds of the men beside the kings.
    #[inline(always)]
    pub(super) fn tier(self) -> Tier {
        let [.., third, fourth] = self.0;
        Tier(u64::from(third.0 >> 8 & 31) << 5 | u64::from(fourth.0 >> 8 & 31))
    }

    /// The same as the other player sees it.
    #[inline(always)]
    pub(super) fn turned(self) -> Men {
        let mut list = self.0.map(|man| match man {
            Man::NOTHING => man,
            _ => Man(man.0 ^ 0x100 ^ 56),
        });
        list.sort_unstable();
        Men(list)
    }

    #[inline(always)]
    fn taken(self) -> u64 {
        self.each().fold(0, |mask, (_, cell)| mask | 1 << cell)
    }

    /// Whether a side's king is attacked.
    #[inline(always)]
    pub(super) fn in_check(self, side: usize) -> bool {
        let king = self.0[side].cell();
        let taken = self.taken();
        let mut enemies =
            self.0.into_iter().filter(|man| *man != Man::NOTHING && man.kind().side() != side);
        enemies.any(|man| attacks(man, king, taken))
    }

    /// Whether the player who has just moved is not in check, and a pawn that can be taken in passing
    /// has come two ranks past a pawn beside it.
    #[inline(always)]
    pub(super) fn looks_legal(self) -> bool {
        !self.in_check(1)
            && self.each().all(|(kind, cell)| {
                kind.role() != Role::PASSING || {
                    let way = 1 << (cell + 8) | 1 << (cell + 16);
                    kind.side() == 1 && self.taken() & way == 0 && self.has_pawn_beside(cell, 0)
                }
            })
    }

    /// Whether a side has a pawn on the same rank beside a cell.
    fn has_pawn_beside(self, cell: u8, side: usize) -> bool {
        self.each().any(|(kind, other)| {
            let beside = cell / 8 == other / 8 && cell.abs_diff(other) == 1;
            beside && kind.side() == side && kind.role().pawn_rank().is_some()
        })
    }

    fn at(self, cell: u8) -> Option<Kind> {
        self.each().find(|(_, other)| *other == cell).map(|(kind, _)| kind)
    }

    /// Visits the moves of side 0 that do not leave its king in check, until the visitor has enough.
    #[inline(always)]
    pub(super) fn moves(self, mut visit: impl FnMut(Move) -> bool) {
        let taken = self.taken();
        let mut wants = true;
        let mut offer = |from, to, promotion| {
            let chosen = Move { from, to, promotion };
            wants = wants && (self.after(chosen).in_check(0) || visit(chosen));
        };
        for (kind, from) in self.each().filter(|(kind, _)| kind.side() == 0) {
            let Some(rank) = kind.role().pawn_rank() else {
                reach(kind.role(), from, taken, |to| {
                    if self.at(to).is_none_or(|other| other.side() == 1) {
                        offer(from, to, None);
                    }
                });
                continue;
            };
            let mut pawn_to = |to: u8| match rank {
                6 => Role::PROMOTED.into_iter().for_each(|role| offer(from, to, Some(role))),
                _ => offer(from, to, None),
            };
            let is_free = |cell: u8| taken >> cell & 1 == 0;
            if is_free(from + 8) {
                pawn_to(from + 8);
                if rank == 1 && is_free(from + 16) {
                    pawn_to(from + 16);
                }
            }
            for to in [step(from, (1, -1)), step(from, (1, 1))].into_iter().flatten() {
                let takes = self.at(to).is_some_and(|other| other.side() == 1);
                if takes || self.at(to - 8) == Some(Kind::new(Role::PASSING, 1)) {
                    pawn_to(to);
                }
            }
        }
    }

    /// The men after a move of side 0, still as side 0 sees them.
    #[inline(always)]
    pub(super) fn after(self, chosen: Move) -> Men {
        let Move { from, to, promotion } = chosen;
        let is_pawn = self.at(from).is_some_and(|kind| kind.role().pawn_rank().is_some());
        let in_passing = is_pawn && from % 8 != to % 8 && self.at(to).is_none();
        let captured = if in_passing { to - 8 } else { to };
        let mut list = self.0.map(|man| match (man.kind(), man.cell()) {
            _ if man == Man::NOTHING || man.cell() == captured => Man::NOTHING,
            (kind, cell) if cell == from => {
                let role = match promotion {
                    Some(role) => role,
                    None if !is_pawn => kind.role(),
                    None if to == from + 16 && self.has_pawn_beside(to, 1) => Role::PASSING,
                    None => Role::pawn(usize::from(to / 8)),
                };
                Man::new(Kind::new(role, 0), to)
            }
            (kind, cell) if kind.role() == Role::PASSING => {
                Man::new(Kind::new(Role::pawn(3), kind.side()), cell)
            }
            _ => man,
        });
        list.sort_unstable();
        Men(list)
    }

    /// Visits the men before each move of side 0 that took nothing and was no pawn's.
    #[inline(always)]
    pub(super) fn unmoves(self, mut visit: impl FnMut(Men)) {
        if self.each().any(|(kind, _)| kind.role() == Role::PASSING) {
            // A pawn has just moved.
            return;
        }
        let taken = self.taken();
        for (number, man) in self.0.into_iter().enumerate() {
            let kind = man.kind();
            if man == Man::NOTHING || kind.side() != 0 || kind.role().pawn_rank().is_some() {
                continue;
            }
            reach(kind.role(), man.cell(), taken, |from| {
                if taken >> from & 1 == 0 {
                    let mut list = self.0;
                    list[number] = Man::new(kind, from);
                    list.sort_unstable();
                    let before = Men(list);
                    if before.looks_legal() {
                        visit(before);
                    }
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use hindsight_testkit::Dice;

    use super::*;

    /// What attacks a cell is what could go there, stepping square by square.
    #[test]
    fn attacking_is_reaching() {
        let roles = [Role::KING, Role::QUEEN, Role::ROOK, Role::BISHOP, Role::KNIGHT];
        let mut dice = Dice(2026);
        for _ in 0..200 {
            // Few men and many, one of them the man itself.
            let crowd = dice.roll() & dice.roll() & dice.roll();
            for from in 0..CELLS as u8 {
                let taken = crowd | 1 << from;
                for role in roles {
                    let mut reached = 0u64;
                    reach(role, from, taken, |cell| reached |= 1 << cell);
                    let man = Man::new(Kind::new(role, 0), from);
                    let attacked = (0..CELLS as u8).filter(|&cell| attacks(man, cell, taken));
                    let attacked = attacked.fold(0u64, |mask, cell| mask | 1 << cell);
                    assert_eq!(attacked, reached, "{role:?} on {from} among {taken:x}");
                }
            }
        }
    }

    #[test]
    fn turning_twice_changes_nothing() {
        let kinds = [(Role::KING, 0), (Role::KING, 1), (Role::pawn(1), 0), (Role::QUEEN, 1)];
        let cells = [4, 60, 12, 59];
        let men = Men::of(kinds.map(|(role, side)| Kind::new(role, side)).into_iter().zip(cells));
        assert_eq!(men.turned().turned(), men);
        assert_eq!(men.turned().cells()[..2], [4, 60]);
    }
}
