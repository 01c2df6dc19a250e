//! Material: what pieces each side has, and the rows of its pawns. A tier for each.

use std::collections::HashSet;
use std::fmt;

use hindsight_core::{Region, Tier};

use super::board::{Role, pawn_rank, pawn_row, rank_mask};
use super::men::{Kind, MOST_PIECES};

/// Rows of pawns, from the far edge.
pub(super) const ROWS: usize = 7;
/// The bits of a tier's number for the pawns in a row, behind all those for other pieces.
const ROW_BITS: usize = 3;
const ROWS_SHIFT: usize = 20;
const COUNT_BITS: usize = 2;

/// Other pieces than kings and pawns, in the order of their digits in a tier's number.
const COUNTED: [Role; 5] = [Role::Advisor, Role::Bishop, Role::Knight, Role::Cannon, Role::Rook];

/// What one side has beside its king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Army {
    counts: [u8; COUNTED.len()],
    rows: [u8; ROWS],
}

impl Army {
    pub(super) fn pieces(self) -> usize {
        1 + self.counts.iter().chain(&self.rows).map(|&count| usize::from(count)).sum::<usize>()
    }

    /// How many it has of a role.
    pub(super) fn count(self, role: Role) -> usize {
        match role {
            Role::King => 1,
            Role::Pawn => self.rows.iter().map(|&count| usize::from(count)).sum(),
            _ => COUNTED.iter().position(|&r| r == role).map_or(0, |i| self.counts[i].into()),
        }
    }

    /// The armies with one piece more.
    fn enlarged(self) -> impl Iterator<Item = Army> {
        let others = (0..COUNTED.len()).map(move |i| {
            let mut army = self;
            army.counts[i] += 1;
            army
        });
        let pawns = (0..ROWS).map(move |row| {
            let mut army = self;
            army.rows[row] += 1;
            army
        });
        others.chain(pawns).filter(|army| army.is_possible())
    }

    /// The armies with one piece less.
    fn reduced(self) -> impl Iterator<Item = Army> {
        let others = (0..COUNTED.len()).filter_map(move |i| {
            let mut army = self;
            army.counts[i] = army.counts[i].checked_sub(1)?;
            Some(army)
        });
        let pawns = (0..ROWS).filter_map(move |row| {
            let mut army = self;
            army.rows[row] = army.rows[row].checked_sub(1)?;
            Some(army)
        });
        others.chain(pawns)
    }

    /// The armies after a pawn's step forward.
    fn advanced(self) -> impl Iterator<Item = Army> {
        (1..ROWS).filter_map(move |row| self.stepped(row))
    }

    /// The army after a step forward of a pawn in a row, if it has one that can.
    pub(super) fn stepped(mut self, row: usize) -> Option<Army> {
        let next = row.checked_sub(1)?;
        self.rows[row] = self.rows[row].checked_sub(1)?;
        self.rows[next] += 1;
        Some(self)
    }

    /// The army without a piece of a role, of a row where it is a pawn; `None` without a king.
    pub(super) fn without(mut self, role: Role, row: usize) -> Option<Army> {
        let count = match COUNTED.iter().position(|&counted| counted == role) {
            Some(i) => &mut self.counts[i],
            None if role == Role::Pawn => &mut self.rows[row],
            None => return None,
        };
        *count = count.checked_sub(1)?;
        Some(self)
    }

    fn is_possible(self) -> bool {
        Role::ALL.into_iter().all(|role| self.count(role) <= role.most())
    }

    /// The letters of its pieces, the strongest first: what a variant's name has.
    pub(super) fn letters(self) -> String {
        let order = [
            Role::King,
            Role::Rook,
            Role::Cannon,
            Role::Knight,
            Role::Pawn,
            Role::Advisor,
            Role::Bishop,
        ];
        let times = |role: Role| std::iter::repeat_n(role.letter(), self.count(role));
        order.into_iter().flat_map(times).collect()
    }

    /// The army that letters stand for, with all pawns on their first row.
    pub(super) fn parse(text: &str) -> Result<Army, String> {
        let Some(rest) = text.strip_prefix('K') else {
            return Err(format!("'{text}' does not begin with a K"));
        };
        let mut army = Army::default();
        for letter in rest.chars() {
            let Some(role) = Role::ALL.into_iter().find(|role| role.letter() == letter) else {
                return Err(format!("'{letter}' is none of K, R, C, N, P, A, B"));
            };
            match COUNTED.iter().position(|&counted| counted == role) {
                Some(i) => army.counts[i] += 1,
                None if role == Role::Pawn => army.rows[ROWS - 1] += 1,
                None => return Err("each side has one K".to_owned()),
            }
            if !army.is_possible() {
                let (most, letter) = (role.most(), role.letter());
                return Err(format!("a side has at most {most} {letter}"));
            }
        }
        Ok(army)
    }

    /// The same pieces with their pawns on all possible rows.
    fn all_rows(self) -> Vec<Army> {
        let pawns = self.count(Role::Pawn);
        let mut armies = vec![Army { rows: [0; ROWS], ..self }];
        for _ in 0..pawns {
            let longer = armies.iter().flat_map(|&army| {
                // Only rows from the last one on: every set of rows once.
                let from = (0..ROWS).rev().find(|&row| army.rows[row] > 0).unwrap_or(0);
                (from..ROWS).map(move |row| {
                    let mut army = army;
                    army.rows[row] += 1;
                    army
                })
            });
            armies = longer.collect();
        }
        armies
    }
}

/// What both sides have, as the player to move sees it: side 0 is that player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Material {
    pub(super) armies: [Army; 2],
}

impl Material {
    /// What a piece on a point adds to the number of its tier.
    pub(super) const fn part(role: Role, side: usize, point: u8) -> u64 {
        let digit = match role {
            Role::King => return 0,
            Role::Pawn => {
                let row = pawn_row(side, point);
                // Points on which no pawn can stand are never asked about.
                let digit = if row < ROWS { side * ROWS + row } else { 0 };
                return 1 << (ROWS_SHIFT + ROW_BITS * digit);
            }
            Role::Advisor => 0,
            Role::Bishop => 1,
            Role::Knight => 2,
            Role::Cannon => 3,
            Role::Rook => 4,
        };
        1 << (COUNT_BITS * (digit * 2 + side))
    }

    /// The tier's number: a digit for each count.
    pub(super) fn tier(self) -> Tier {
        let mut number = 0;
        for (side, army) in self.armies.into_iter().enumerate() {
            for (digit, &count) in army.counts.iter().enumerate() {
                number |= u64::from(count) << (COUNT_BITS * (digit * 2 + side));
            }
            for (row, &count) in army.rows.iter().enumerate() {
                number |= u64::from(count) << (ROWS_SHIFT + ROW_BITS * (side * ROWS + row));
            }
        }
        Tier(number)
    }

    /// The material of a tier's number.
    pub(super) fn of(tier: Tier) -> Material {
        let digit = |shift: usize, bits: usize| (tier.0 >> shift) as u8 & ((1 << bits) - 1);
        let army = |side: usize| Army {
            counts: std::array::from_fn(|i| digit(COUNT_BITS * (i * 2 + side), COUNT_BITS)),
            rows: std::array::from_fn(|row| {
                digit(ROWS_SHIFT + ROW_BITS * (side * ROWS + row), ROW_BITS)
            }),
        };
        Material { armies: [army(0), army(1)] }
    }

    /// As the other player sees it.
    pub(super) fn exchanged(self) -> Material {
        let [mine, theirs] = self.armies;
        Material { armies: [theirs, mine] }
    }

    pub(super) fn pieces(self) -> usize {
        self.armies[0].pieces() + self.armies[1].pieces()
    }

    /// What moves lead to, as the other player sees it.
    pub(super) fn children(self) -> Vec<Material> {
        let [mine, theirs] = self.armies;
        let mut children = Vec::new();
        for mine in std::iter::once(mine).chain(mine.advanced()) {
            for theirs in std::iter::once(theirs).chain(theirs.reduced()) {
                children.push(Material { armies: [theirs, mine] });
            }
        }
        children
    }

    /// All material that moves lead to from some.
    pub(super) fn closure(roots: &[Material]) -> HashSet<Material> {
        let mut known: HashSet<Material> = roots.iter().copied().collect();
        let mut open: Vec<Material> = known.iter().copied().collect();
        while let Some(material) = open.pop() {
            for child in material.children() {
                if known.insert(child) {
                    open.push(child);
                }
            }
        }
        known
    }

    /// All material of so many pieces, kings included.
    pub(super) fn of_pieces(pieces: usize) -> Vec<Material> {
        let mut level = HashSet::from([Material::default()]);
        for _ in 2..pieces {
            let grown = level.iter().flat_map(|material| {
                let [mine, theirs] = material.armies;
                let mine_grown = mine.enlarged().map(move |mine| [mine, theirs]);
                mine_grown.chain(theirs.enlarged().map(move |theirs| [mine, theirs]))
            });
            level = grown.map(|armies| Material { armies }).collect();
        }
        let mut all: Vec<Material> = level.into_iter().collect();
        all.sort_unstable();
        all
    }

    /// The same pieces with pawns on all possible rows, for either player to move.
    pub(super) fn of_set(self) -> Vec<Material> {
        let mut all = Vec::new();
        for mine in self.armies[0].all_rows() {
            for theirs in self.armies[1].all_rows() {
                let material = Material { armies: [mine, theirs] };
                all.extend([material, material.exchanged()]);
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The kinds of the pieces in the order of a list, and their regions: those of the kings and
    /// advisors, which are the pivot, and those of the others.
    pub(super) fn regions(self) -> Regions {
        let mut regions = Regions { kinds: Vec::new(), pivot: Vec::new(), others: Vec::new() };
        for role in Role::ALL {
            for side in [0, 1] {
                let army = self.armies[side];
                let pieces = army.count(role);
                regions.kinds.extend(std::iter::repeat_n(Kind::new(role, side), pieces));
                match role {
                    Role::King | Role::Advisor => {
                        regions.pivot.push(Region { cells: role.region(side), pieces });
                    }
                    Role::Pawn => {
                        // By rising rank, since points of a kind are in order.
                        let mut rows: Vec<usize> = (0..ROWS).collect();
                        rows.sort_by_key(|&row| pawn_rank(side, row));
                        regions.others.extend(rows.into_iter().map(|row| Region {
                            cells: role.region(side) & rank_mask(pawn_rank(side, row)),
                            pieces: army.rows[row].into(),
                        }));
                    }
                    _ => regions.others.push(Region { cells: role.region(side), pieces }),
                }
            }
        }
        regions.others.retain(|region| region.pieces > 0);
        regions
    }

    /// The rows of a side's pawns, in the order of a list: by rising rank.
    pub(super) fn pawn_rows(self, side: usize) -> Vec<usize> {
        let mut rows: Vec<usize> = (0..ROWS).collect();
        rows.sort_by_key(|&row| pawn_rank(side, row));
        let of_row =
            |row: usize| std::iter::repeat_n(row, usize::from(self.armies[side].rows[row]));
        rows.into_iter().flat_map(of_row).collect()
    }

    /// The most moves of the player to move that take nothing and leave the pawns' rows alone.
    pub(super) fn most_quiet_moves(self) -> u32 {
        let moves = |role: Role| role.most_quiet() * self.armies[0].count(role) as u32;
        Role::ALL.into_iter().map(moves).sum()
    }
}

/// See [`Material::regions`].
pub(super) struct Regions {
    pub(super) kinds: Vec<Kind>,
    pub(super) pivot: Vec<Region>,
    pub(super) others: Vec<Region>,
}

impl fmt::Display for Material {
    /// The pieces of the player to move and of the other, each with the rows of its pawns, the
    /// farthest from the edge first: `KRP6-KPPA31`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (side, army) in self.armies.iter().enumerate() {
            write!(f, "{}{}", if side == 1 { "-" } else { "" }, army.letters())?;
            for row in (0..ROWS).rev() {
                write!(f, "{}", row.to_string().repeat(army.rows[row].into()))?;
            }
        }
        Ok(())
    }
}

/// The variants: a number of pieces or two armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Everything with at most so many pieces.
    Pieces(usize),
    /// One set of pieces and all that comes of it.
    Set(Material),
}

/// The numbers of pieces that are variants.
const NUMBERS: std::ops::RangeInclusive<usize> = 3..=6;

impl Scope {
    /// The variant of a name, or why there is none.
    pub(super) fn parse(name: &str) -> Result<Scope, String> {
        if let Some(pieces) = NUMBERS.into_iter().find(|pieces| pieces.to_string() == name) {
            return Ok(Scope::Pieces(pieces));
        }
        let Some((red, black)) = name.split_once('-') else {
            return Err(format!(
                "it is neither a number of pieces from {} to {} nor two sets of pieces such as \
                 KR-KA",
                NUMBERS.start(),
                NUMBERS.end()
            ));
        };
        let armies = [Army::parse(red)?, Army::parse(black)?];
        let material = Material { armies };
        if material.pieces() > MOST_PIECES {
            return Err(format!(
                "{} pieces are more than the {MOST_PIECES} that positions can have here",
                material.pieces()
            ));
        }
        Ok(Scope::Set(material))
    }

    /// The material whose tiers are the roots.
    pub(super) fn roots(self) -> Vec<Material> {
        match self {
            Scope::Pieces(pieces) => (2..=pieces).flat_map(Material::of_pieces).collect(),
            Scope::Set(material) => material.of_set(),
        }
    }

    /// The material of the start.
    pub(super) fn start(self) -> Material {
        let set = |text: &str| {
            let (red, black) = text.split_once('-').unwrap_or((text, "K"));
            let army = |text| Army::parse(text).unwrap_or_default();
            Material { armies: [army(red), army(black)] }
        };
        match self {
            Scope::Set(material) => material,
            Scope::Pieces(3) => set("KR-K"),
            Scope::Pieces(4) => set("KN-KA"),
            Scope::Pieces(5) => set("KNP-KB"),
            Scope::Pieces(_) => set("KCP-KAB"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_material_are_inverse() {
        for material in Material::of_pieces(5) {
            assert_eq!(Material::of(material.tier()), material);
            assert_eq!(material.pieces(), 5);
        }
    }

    #[test]
    fn there_are_as_many_tiers_as_multisets_of_pieces() {
        // 24 kinds beside the kings, pawns by row, fewer where a side has no third of a kind.
        let expected = [1, 24, 24 * 25 / 2, 24 * 25 * 26 / 6 - 10];
        for (pieces, expected) in (2..).zip(expected) {
            assert_eq!(Material::of_pieces(pieces).len(), expected);
        }
        // Everything with fewer pieces comes of something with more.
        let smaller: usize = (2..5).map(|pieces| Material::of_pieces(pieces).len()).sum();
        let five = Material::of_pieces(5);
        assert_eq!(Material::closure(&five).len(), five.len() + smaller);
    }

    #[test]
    fn names_tell_pieces_and_rows() {
        let Ok(Scope::Set(material)) = Scope::parse("KPR-KBPAP") else { panic!("a set") };
        assert_eq!(material.to_string(), "KRP6-KPPAB66");
        assert_eq!(material.of_set().len(), 2 * 7 * 28);
        assert!(material.of_set().iter().any(|m| m.to_string() == "KRP6-KPPAB31"));
    }

    #[test]
    fn what_is_no_variant_is_refused_with_a_reason() {
        let known = [
            ("", "neither a number"),
            ("2", "neither a number"),
            ("7", "neither a number"),
            ("KR", "neither a number"),
            ("R-K", "does not begin with a K"),
            ("KR-", "does not begin with a K"),
            ("KRX-K", "none of K, R"),
            ("KR-K-K", "none of K, R"),
            ("KRK-K", "one K"),
            ("KRRR-K", "at most 2 R"),
            ("K-KPPPPPP", "at most 5 P"),
            ("KRRNN-KRRN", "more than the 8"),
        ];
        for (name, reason) in known {
            let error = Scope::parse(name).unwrap_err();
            assert!(error.contains(reason), "{name}: {error}");
        }
    }

    #[test]
    fn children_lose_a_piece_or_advance_a_pawn_or_both() {
        let Ok(Scope::Set(material)) = Scope::parse("KP-KA") else { panic!("a set") };
        let names: Vec<String> = material.children().iter().map(Material::to_string).collect();
        assert_eq!(names, ["KA-KP6", "K-KP6", "KA-KP5", "K-KP5"]);
    }
}
