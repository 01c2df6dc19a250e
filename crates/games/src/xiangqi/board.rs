//! The board: who can stand where, step where, and attack a king from where.
//!
//! The 90 points are numbered row by row from the bottom left. Side 0 plays up the board and has its
//! palace at the bottom, side 1 plays down. Half a turn of the board exchanges the sides: point `p`
//! becomes `89 - p`.
//!
//! Sets of points are masks of 128 bits. In a mask of occupied points the two highest bits are always
//! set; tables use them to say "blocked" about pairs of points that nothing joins.

pub(super) const FILES: usize = 9;
pub(super) const RANKS: usize = 10;
pub(super) const POINTS: usize = FILES * RANKS;
/// The rank behind which side 0 has crossed the river.
const RIVER: usize = 4;

/// Set in every mask of occupied points.
pub(super) const BLOCKED: u128 = 0b11 << 126;
/// One of the bits of [`BLOCKED`].
const BLOCKED_POINT: u8 = 127;

/// What a piece is, regardless of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Role {
    King,
    Advisor,
    Bishop,
    Pawn,
    Knight,
    Cannon,
    Rook,
}

impl Role {
    pub(super) const ALL: [Role; 7] = [
        Role::King,
        Role::Advisor,
        Role::Bishop,
        Role::Pawn,
        Role::Knight,
        Role::Cannon,
        Role::Rook,
    ];

    /// The letter that stands for it, in upper case.
    pub(super) const fn letter(self) -> char {
        ['K', 'A', 'B', 'P', 'N', 'C', 'R'][self as usize]
    }

    /// How many of it a player has in the whole game.
    pub(super) const fn most(self) -> usize {
        [1, 2, 2, 5, 2, 2, 2][self as usize]
    }

    /// The most moves of one such piece that take nothing and are no step forward of a pawn.
    pub(super) const fn most_quiet(self) -> u32 {
        [4, 4, 4, 2, 8, 17, 17][self as usize]
    }

    /// The points on which it can stand; of pawns, those of all rows.
    pub(super) const fn region(self, side: usize) -> u128 {
        REGIONS[self as usize][side]
    }
}

/// The point on which half a turn of the board puts a point.
#[inline(always)]
pub(super) const fn turned(point: u8) -> u8 {
    POINTS as u8 - 1 - point
}

/// A mask of one point.
#[inline(always)]
pub(super) const fn bit(point: u8) -> u128 {
    1 << point
}

const fn at(rank: usize, file: usize) -> usize {
    rank * FILES + file
}

/// The mask turned by half a turn.
const fn turned_mask(mask: u128) -> u128 {
    mask.reverse_bits() >> (128 - POINTS)
}

const REGIONS: [[u128; 2]; 7] = {
    let mut regions = [[0; 2]; 7];
    let mut rank = 0;
    while rank < RANKS {
        let mut file = 0;
        while file < FILES {
            let point = 1u128 << at(rank, file);
            let (from_middle, even_file) = (file.abs_diff(4), file % 2 == 0);
            if rank <= 2 && from_middle <= 1 {
                regions[Role::King as usize][0] |= point;
                if (rank + file) % 2 == 1 {
                    regions[Role::Advisor as usize][0] |= point;
                }
            }
            // Two diagonal steps at a time from the third file: seven points.
            if rank <= RIVER && rank % 2 == 0 && even_file && (rank / 2 + file / 2) % 2 == 1 {
                regions[Role::Bishop as usize][0] |= point;
            }
            if rank > RIVER || rank >= 3 && even_file {
                regions[Role::Pawn as usize][0] |= point;
            }
            regions[Role::Knight as usize][0] |= point;
            regions[Role::Cannon as usize][0] |= point;
            regions[Role::Rook as usize][0] |= point;
            file += 1;
        }
        rank += 1;
    }
    let mut role = 0;
    while role < 7 {
        regions[role][1] = turned_mask(regions[role][0]);
        role += 1;
    }
    regions
};

/// The points of a rank.
pub(super) const fn rank_mask(rank: usize) -> u128 {
    0x1ff << (rank * FILES)
}

/// How far a pawn still is from the far edge: 6 at the start, 0 on the last rank.
#[inline(always)]
pub(super) const fn pawn_row(side: usize, point: u8) -> usize {
    let rank = point as usize / FILES;
    if side == 0 { RANKS - 1 - rank } else { rank }
}

/// The rank of a side's pawns in a row.
pub(super) const fn pawn_rank(side: usize, row: usize) -> usize {
    if side == 0 { RANKS - 1 - row } else { row }
}

/// Steps of kings, advisors and pawns to the next point: `STEPS[role][side][point]`, for the first
/// four roles; bishops have their own list.
static STEPS: [[[u128; POINTS]; 2]; 4] = {
    let mut steps = [[[0; POINTS]; 2]; 4];
    let mut side = 0;
    while side < 2 {
        let mut point = 0;
        while point < POINTS {
            let mut other = 0;
            while other < POINTS {
                let (up, across) = offset(point, other);
                let straight = up.abs() + across.abs() == 1;
                let diagonal = up.abs() == 1 && across.abs() == 1;
                let forward = across == 0 && up == if side == 0 { 1 } else { -1 };
                let crossed = pawn_row(side, point as u8) <= RIVER;
                let sideways = up == 0 && straight && crossed;
                let king = REGIONS[Role::King as usize][side];
                let advisor = REGIONS[Role::Advisor as usize][side];
                let pawn = REGIONS[Role::Pawn as usize][side];
                if straight && (king >> point & king >> other & 1) == 1 {
                    steps[Role::King as usize][side][point] |= 1 << other;
                }
                if diagonal && (advisor >> point & advisor >> other & 1) == 1 {
                    steps[Role::Advisor as usize][side][point] |= 1 << other;
                }
                if (forward || sideways) && (pawn >> point & pawn >> other & 1) == 1 {
                    steps[Role::Pawn as usize][side][point] |= 1 << other;
                }
                other += 1;
            }
            point += 1;
        }
        side += 1;
    }
    steps
};

const fn offset(from: usize, to: usize) -> (isize, isize) {
    let up = to as isize / FILES as isize - from as isize / FILES as isize;
    let across = to as isize % FILES as isize - from as isize % FILES as isize;
    (up, across)
}

/// A jump that a piece on one point blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump {
    pub(super) to: u8,
    pub(super) over: u8,
}

/// The jumps from a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jumps {
    list: [Jump; 8],
    length: usize,
}

impl Jumps {
    const NONE: Jumps = Jumps { list: [Jump { to: 0, over: 0 }; 8], length: 0 };

    const fn with(mut self, to: usize, over: isize) -> Jumps {
        self.list[self.length] = Jump { to: to as u8, over: over as u8 };
        self.length += 1;
        self
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = Jump> {
        self.list[..self.length].iter().copied()
    }
}

/// Of bishops, by side: the point between blocks.
static BISHOP_JUMPS: [[Jumps; POINTS]; 2] = {
    let mut jumps = [[Jumps::NONE; POINTS]; 2];
    let mut side = 0;
    while side < 2 {
        let region = REGIONS[Role::Bishop as usize][side];
        let mut point = 0;
        while point < POINTS {
            let mut other = 0;
            while other < POINTS {
                let (up, across) = offset(point, other);
                let far = up.abs() == 2 && across.abs() == 2;
                if far && (region >> point & region >> other & 1) == 1 {
                    let between = (point + other) / 2;
                    jumps[side][point] = jumps[side][point].with(other, between as isize);
                }
                other += 1;
            }
            point += 1;
        }
        side += 1;
    }
    jumps
};

/// Of knights: the point straight beside the start of the jump blocks.
static KNIGHT_JUMPS: [Jumps; POINTS] = knight_jumps(false);
/// Knights' jumps backwards: from where a jump ends to where it began, over the same point.
static KNIGHT_UNJUMPS: [Jumps; POINTS] = knight_jumps(true);

const fn knight_jumps(backwards: bool) -> [Jumps; POINTS] {
    let mut jumps = [Jumps::NONE; POINTS];
    let mut from = 0;
    while from < POINTS {
        let mut to = 0;
        while to < POINTS {
            if let Some(over) = knight_leg(from, to) {
                if backwards {
                    jumps[to] = jumps[to].with(from, over);
                } else {
                    jumps[from] = jumps[from].with(to, over);
                }
            }
            to += 1;
        }
        from += 1;
    }
    jumps
}

/// The point that a knight's jump passes, if it is one.
const fn knight_leg(from: usize, to: usize) -> Option<isize> {
    let (up, across) = offset(from, to);
    if up.abs() == 2 && across.abs() == 1 {
        Some(from as isize + up / 2 * FILES as isize)
    } else if up.abs() == 1 && across.abs() == 2 {
        Some(from as isize + across / 2)
    } else {
        None
    }
}

/// The points of the two palaces have numbers: what can attack a king is kept for these only.
static PALACE_NUMBER: [u8; POINTS] = {
    let mut numbers = [0; POINTS];
    let mut next = 0;
    let mut point = 0;
    while point < POINTS {
        let palaces = REGIONS[0][0] | REGIONS[0][1];
        if palaces >> point & 1 == 1 {
            numbers[point] = next;
            next += 1;
        }
        point += 1;
    }
    numbers
};
const PALACE_POINTS: usize = 18;

/// How pieces attack a king on one point of a palace.
#[derive(Clone, Copy)]
struct Attacks {
    /// The points strictly between a point and the king on a common line; elsewhere [`BLOCKED`].
    between: [u128; POINTS],
    /// The point that blocks a knight's jump from a point to the king; elsewhere a blocked one.
    knight_over: [u8; POINTS],
    /// The points from which a pawn of the other side attacks.
    pawns: u128,
}

static ATTACKS: [Attacks; PALACE_POINTS] = {
    let none =
        Attacks { between: [BLOCKED; POINTS], knight_over: [BLOCKED_POINT; POINTS], pawns: 0 };
    let mut attacks = [none; PALACE_POINTS];
    let mut king = 0;
    while king < POINTS {
        let lower = REGIONS[0][0] >> king & 1 == 1;
        let upper = REGIONS[0][1] >> king & 1 == 1;
        if lower || upper {
            let number = PALACE_NUMBER[king] as usize;
            let attacker = if lower { 1 } else { 0 };
            let mut point = 0;
            while point < POINTS {
                if point != king && (point % FILES == king % FILES || point / FILES == king / FILES)
                {
                    let step = if point % FILES == king % FILES { FILES } else { 1 };
                    let (low, high) = if point < king { (point, king) } else { (king, point) };
                    let mut between = 0;
                    let mut next = low + step;
                    while next < high {
                        between |= 1 << next;
                        next += step;
                    }
                    attacks[number].between[point] = between;
                }
                if let Some(over) = knight_leg(point, king) {
                    attacks[number].knight_over[point] = over as u8;
                }
                if STEPS[Role::Pawn as usize][attacker][point] >> king & 1 == 1 {
                    attacks[number].pawns |= 1 << point;
                }
                point += 1;
            }
        }
        king += 1;
    }
    attacks
};

/// Whether a piece of the other side attacks a king. Kings attack one another along an open file:
/// that they may not face each other is the same as that neither may move into the other's attack.
#[inline(always)]
pub(super) fn attacks(role: Role, from: u8, king: u8, occupied: u128) -> bool {
    let attacks = &ATTACKS[PALACE_NUMBER[king as usize] as usize];
    match role {
        Role::King | Role::Rook => attacks.between[from as usize] & occupied == 0,
        Role::Cannon => (attacks.between[from as usize] & occupied).count_ones() == 1,
        Role::Knight => occupied & bit(attacks.knight_over[from as usize]) == 0,
        Role::Pawn => attacks.pawns & bit(from) != 0,
        Role::Advisor | Role::Bishop => false,
    }
}

/// The four directions along lines, and how many points lie that way of each point.
const DIRECTIONS: [isize; 4] = [FILES as isize, -(FILES as isize), 1, -1];
static REACH: [[u8; 4]; POINTS] = {
    let mut reach = [[0; 4]; POINTS];
    let mut point = 0;
    while point < POINTS {
        let (rank, file) = (point / FILES, point % FILES);
        reach[point] = [(RANKS - 1 - rank) as u8, rank as u8, (FILES - 1 - file) as u8, file as u8];
        point += 1;
    }
    reach
};

/// Visits the points that a piece can go to, kings' safety aside; `occupied` has the pieces of both
/// sides, `own` those of its side. Tells of each point whether a piece is taken there.
#[inline(always)]
pub(super) fn targets(
    role: Role,
    side: usize,
    from: u8,
    occupied: u128,
    own: u128,
    mut visit: impl FnMut(u8, bool),
) {
    match role {
        Role::King | Role::Advisor | Role::Pawn => {
            ones(STEPS[role as usize][side][from as usize] & !own, |to| {
                visit(to, occupied & bit(to) != 0);
            });
        }
        Role::Bishop | Role::Knight => {
            let jumps = match role {
                Role::Bishop => &BISHOP_JUMPS[side][from as usize],
                _ => &KNIGHT_JUMPS[from as usize],
            };
            for Jump { to, over } in jumps.iter() {
                if occupied & bit(over) == 0 && own & bit(to) == 0 {
                    visit(to, occupied & bit(to) != 0);
                }
            }
        }
        Role::Rook | Role::Cannon => {
            for (direction, &reach) in DIRECTIONS.into_iter().zip(&REACH[from as usize]) {
                let mut screens = 0;
                let mut to = from as isize;
                for _ in 0..reach {
                    to += direction;
                    let point = to as u8;
                    if occupied & bit(point) == 0 {
                        if screens == 0 {
                            visit(point, false);
                        }
                        continue;
                    }
                    screens += 1;
                    let takes_behind = if role == Role::Rook { 1 } else { 2 };
                    if screens == takes_behind && own & bit(point) == 0 {
                        visit(point, true);
                    }
                    if screens == takes_behind {
                        break;
                    }
                }
            }
        }
    }
}

/// Visits the points from which a piece can have come without taking anything, pawns' steps forward
/// left out: those never come back.
#[inline(always)]
pub(super) fn origins(role: Role, side: usize, at: u8, occupied: u128, mut visit: impl FnMut(u8)) {
    match role {
        Role::King | Role::Advisor => {
            ones(STEPS[role as usize][side][at as usize] & !occupied, visit);
        }
        Role::Pawn => {
            // Steps sideways are undone by steps sideways.
            let row = rank_mask(at as usize / FILES);
            ones(STEPS[role as usize][side][at as usize] & row & !occupied, visit);
        }
        Role::Knight => {
            for Jump { to, over } in KNIGHT_UNJUMPS[at as usize].iter() {
                if occupied & (bit(over) | bit(to)) == 0 {
                    visit(to);
                }
            }
        }
        Role::Bishop | Role::Rook | Role::Cannon => {
            let none = 0;
            targets(role, side, at, occupied, none, |from, takes| {
                if !takes {
                    visit(from);
                }
            });
        }
    }
}

#[inline(always)]
fn ones(mask: u128, mut visit: impl FnMut(u8)) {
    // Steps are within two ranks, but these may lie on both sides of bit 64.
    for (mut half, base) in [(mask as u64, 0), ((mask >> 64) as u64, 64)] {
        while half != 0 {
            visit(base + half.trailing_zeros() as u8);
            half &= half - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_have_the_sizes_of_the_rules() {
        let sizes = [9, 5, 7, 55, 90, 90, 90];
        for (role, size) in Role::ALL.into_iter().zip(sizes) {
            assert_eq!(role.region(0).count_ones(), size, "{role:?}");
            assert_eq!(role.region(1).count_ones(), size, "{role:?}");
        }
        let advisors: u128 =
            [at(0, 3), at(0, 5), at(1, 4), at(2, 3), at(2, 5)].iter().map(|&p| 1u128 << p).sum();
        assert_eq!(Role::Advisor.region(0), advisors);
        let bishops = [at(0, 2), at(0, 6), at(2, 0), at(2, 4), at(2, 8), at(4, 2), at(4, 6)];
        assert_eq!(Role::Bishop.region(0), bishops.iter().map(|&p| 1u128 << p).sum());
    }

    #[test]
    fn a_king_is_attacked_where_a_piece_could_take_it() {
        // All pairs of a piece and a king, with no, one and two further pieces anywhere on a sample.
        let kings = |side: usize| (0..90u8).filter(move |&p| Role::King.region(side) & bit(p) != 0);
        for role in [Role::Rook, Role::Cannon, Role::Knight, Role::Pawn] {
            for (attacker, king) in
                kings(1).map(|king| (0, king)).chain(kings(0).map(|king| (1, king)))
            {
                for from in (0..90u8).filter(|&p| role.region(attacker) & bit(p) != 0) {
                    for (a, b) in (0..90u8).flat_map(|a| [(a, a), (a, (a + 9) % 90)]) {
                        if from == king || [a, b].contains(&from) || [a, b].contains(&king) {
                            continue;
                        }
                        let occupied = BLOCKED | bit(from) | bit(king) | bit(a) | bit(b);
                        let mut takes = false;
                        targets(role, attacker, from, occupied, bit(from), |to, _| {
                            takes |= to == king;
                        });
                        assert_eq!(attacks(role, from, king, occupied), takes);
                    }
                }
            }
        }
    }

    #[test]
    fn origins_undo_targets_that_take_nothing() {
        for role in Role::ALL {
            for side in [0, 1] {
                for from in (0..90u8).filter(|&p| role.region(side) & bit(p) != 0) {
                    for blocker in (0..90u8).filter(|&p| p != from) {
                        let others = BLOCKED | bit(blocker);
                        targets(role, side, from, others | bit(from), bit(from), |to, takes| {
                            if takes {
                                return;
                            }
                            let mut back = false;
                            let occupied = others | bit(to);
                            origins(role, side, to, occupied, |origin| back |= origin == from);
                            let forward = role == Role::Pawn && from.abs_diff(to) == 9;
                            assert_eq!(back, !forward, "{role:?} {from} {to} {blocker}");
                        });
                        origins(role, side, from, others | bit(from), |origin| {
                            let mut there = false;
                            let occupied = others | bit(origin);
                            targets(role, side, origin, occupied, bit(origin), |to, _| {
                                there |= to == from;
                            });
                            assert!(there);
                        });
                    }
                }
            }
        }
    }
}
