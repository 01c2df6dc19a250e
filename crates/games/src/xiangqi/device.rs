//! The side of Chinese chess that runs on a GPU.

use hindsight_core::{
    DeviceIndex, DeviceIndexing, DeviceSide, DeviceTier, RegionKind, Tier, binomial,
};

use super::board::{
    BLOCKED, FILES, POINTS, RANKS, Role, attacks, bit, pawn_rank, rank_mask, targets,
};
use super::material::{Material, ROWS};
use super::{Xiangqi, mirror};
use crate::cpp;

/// Binomials of a row in fast memory: more than there are pieces of a kind.
const BINOMIAL_STRIDE: usize = 8;
/// What the header takes for a point that is not there, one that is always occupied, and one that is
/// always empty.
const NO_POINT: u32 = 255;
const BLOCKED_POINT: u32 = 95;
const EMPTY_POINT: u32 = 90;
/// Three words with the bits that are always set.
const ALWAYS_OCCUPIED: [u32; 3] = [0, 0, 0b11 << 30];
/// How knights jump, and the way to the point that blocks, by number.
const JUMPS: [(isize, isize); 8] =
    [(19, 9), (17, 9), (-17, -9), (-19, -9), (11, 1), (-7, 1), (7, -1), (-11, -1)];
/// What stands for a jump of nothing, so that all are positive.
const JUMP_ZERO: isize = 32;

/// The regions, each once: of kings, advisors, bishops and pawns of each row, and the whole board.
fn regions() -> Vec<u128> {
    let mut regions = Vec::new();
    for role in [Role::King, Role::Advisor, Role::Bishop] {
        regions.extend([role.region(0), role.region(1)]);
    }
    for side in [0, 1] {
        let row = |row| Role::Pawn.region(side) & rank_mask(pawn_rank(side, row));
        regions.extend((0..ROWS).map(row));
    }
    regions.push(Role::Rook.region(0));
    regions
}

fn points_of(mask: u128) -> impl Iterator<Item = u8> {
    (0..POINTS as u8).filter(move |&point| mask & bit(point) != 0)
}

/// One part of the words in fast memory: its name in the header, and the words.
type Words = (&'static str, Vec<u32>);

fn words() -> Vec<Words> {
    let mut locals = Vec::new();
    let mut cells = Vec::new();
    for region in regions() {
        let mut local = vec![0; POINTS];
        let mut list = vec![0; POINTS];
        for (number, point) in points_of(region).enumerate() {
            local[point as usize] = number as u32;
            list[number] = point.into();
        }
        locals.extend(local);
        cells.extend(list);
    }
    let binomials =
        (0..=POINTS).flat_map(|n| (0..BINOMIAL_STRIDE).map(move |k| binomial(n, k) as u32));
    let (between, legs) = attack_words();
    vec![
        ("LOCALS", locals),
        ("CELLS", cells),
        ("BINOMIALS", binomials.collect()),
        ("POINT_WORDS", point_words()),
        ("MIRRORED", mirror().into_iter().map(|point| point as u32).collect()),
        ("STEPS", step_words()),
        ("JUMPS", jump_words()),
        ("BETWEEN", between),
        ("LEGS", legs),
    ]
}

/// The points of both palaces.
fn palaces() -> Vec<u8> {
    points_of(Role::King.region(0) | Role::King.region(1)).collect()
}

/// By point: a knight's jumps, the points in each direction, the number in the palaces.
fn point_words() -> Vec<u32> {
    let palaces = palaces();
    let word = |point: u8| {
        let mut word = 0;
        targets(Role::Knight, 0, point, BLOCKED, BLOCKED, |to, _| {
            let jump = to as isize - point as isize;
            let number = JUMPS.iter().position(|known| known.0 == jump);
            word |= number.map_or(0, |number| 1 << number);
        });
        let (rank, file) = (point as usize / FILES, point as usize % FILES);
        for (direction, reach) in
            [RANKS - 1 - rank, rank, FILES - 1 - file, file].iter().enumerate()
        {
            word |= (*reach as u32) << (8 + 4 * direction);
        }
        word | (palaces.iter().position(|&known| known == point).unwrap_or(0) as u32) << 24
    };
    (0..POINTS as u8).map(word).collect()
}

fn jump_words() -> Vec<u32> {
    let word = |(jump, leg): (isize, isize)| (jump + JUMP_ZERO) | (leg + JUMP_ZERO) << 8;
    JUMPS.into_iter().map(|jump| word(jump) as u32).collect()
}

/// Up to four steps for every point, of the roles that go no farther.
fn step_words() -> Vec<u32> {
    let mut words = Vec::new();
    for role in [Role::King, Role::Advisor, Role::Bishop, Role::Pawn] {
        for side in [0, 1] {
            words.extend((0..POINTS as u8).map(|point| {
                let mut steps = [NO_POINT; 4];
                let mut count = 0;
                if role.region(side) & bit(point) != 0 {
                    targets(role, side, point, BLOCKED, BLOCKED, |to, _| {
                        steps[count] = to.into();
                        count += 1;
                    });
                }
                steps.iter().rev().fold(0, |word, step| word << 8 | step)
            }));
        }
    }
    words
}

/// For every point of a palace and every point: the points between, and what blocks a knight and a
/// pawn. Found by asking the rules about a board with one more piece on it.
fn attack_words() -> (Vec<u32>, Vec<u32>) {
    let (mut between, mut legs) = (Vec::new(), Vec::new());
    for king in palaces() {
        for from in 0..POINTS as u8 {
            let blocks = |role: Role, point: u8| {
                from != king && !attacks(role, from, king, BLOCKED | bit(point))
            };
            let attacks = |role: Role| from != king && attacks(role, from, king, BLOCKED);
            if attacks(Role::Rook) {
                let blocking = (0..POINTS as u8).filter(|&point| blocks(Role::Rook, point));
                let mask = blocking.fold(0, |mask, point| mask | bit(point));
                between.extend([0, 32, 64].map(|shift| (mask >> shift) as u32));
            } else {
                between.extend(ALWAYS_OCCUPIED);
            }
            let leg = (0..POINTS as u8).find(|&point| blocks(Role::Knight, point));
            let leg = if attacks(Role::Knight) { leg.map(u32::from) } else { None };
            let before_pawn = if attacks(Role::Pawn) { EMPTY_POINT } else { BLOCKED_POINT };
            legs.push(leg.unwrap_or(BLOCKED_POINT) | before_pawn << 8);
        }
    }
    (between, legs)
}

/// The words of a kind, as `index.h` has them.
fn kind_words(kind: &RegionKind, behind: u64, listing: &mut Vec<u8>) -> [u32; 4] {
    let cells = kind.cells.iter().fold(0, |cells, &cell| cells | bit(cell));
    let region = regions().iter().position(|&region| region == cells).unwrap_or(0) as u32;
    let first = listing.len() as u32;
    listing.extend(&kind.listing);
    let places = kind.first | kind.pieces << 4;
    let word = places as u32 | kind.always << 8 | kind.sometimes << 16 | region << 24;
    [word, kind.ways as u32, behind as u32, first]
}

/// Bytes as words, the first lowest.
fn packed(bytes: &[u8]) -> Vec<u32> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
    bytes.chunks(4).map(word).collect()
}

/// Half a byte for each of a list.
fn nibbles(list: impl IntoIterator<Item = u32>) -> u32 {
    (0..).zip(list).fold(0, |word, (number, nibble)| word | nibble << (4 * number))
}

/// Which piece goes where in the list when the board is turned: those of a role come in reverse.
fn turned_order(material: Material) -> u32 {
    let mut order = Vec::new();
    for role in Role::ALL {
        let pieces = material.armies.iter().map(|army| army.count(role)).sum::<usize>();
        let first = order.len();
        order.extend((first..first + pieces).rev().map(|number| number as u32));
    }
    nibbles(order)
}

impl DeviceSide for Xiangqi {
    fn header(&self) -> String {
        include_str!("device.h").to_owned()
    }

    fn tables(&self) -> Vec<u32> {
        words().into_iter().flat_map(|(_, words)| words).collect()
    }

    fn indexing(&self) -> DeviceIndexing<'_> {
        let mut header = cpp::number("BINOMIAL_STRIDE", BINOMIAL_STRIDE as u32);
        header += &cpp::number("JUMP_ZERO", JUMP_ZERO as u32);
        let mut offset = 0;
        for (name, words) in words() {
            header += &cpp::number(name, offset);
            offset += words.len() as u32;
        }
        header += include_str!("index.h");
        DeviceIndexing::Own { symmetries: 2, header, words: vec![] }
    }

    fn index_of(&self, tier: Tier) -> DeviceIndex {
        let (shape, pair) = self.index.shape(tier);
        let tables = pair.index().tables();
        let mut listing = Vec::new();
        let mut kinds = Vec::new();
        for kind in tables.pivot {
            kinds.extend(kind_words(kind, 1, &mut listing));
        }
        let mut behind: u64 = tables.others.iter().map(|kind| kind.ways).product();
        let width = behind as u32;
        for kind in tables.others {
            behind /= kind.ways;
            kinds.extend(kind_words(kind, behind, &mut listing));
        }
        let pieces = pair.kinds.iter().filter(|kind| kind.is_there()).count() as u32;
        let shape = nibbles([
            pieces,
            pair.index().pivot_pieces() as u32,
            tables.others.len() as u32,
            shape.turned.into(),
        ]);
        let is_alike = |number: &usize| {
            pair.kinds[*number].is_there() && pair.kinds[*number] == pair.kinds[*number - 1]
        };
        let alike =
            (1..pair.kinds.len()).filter(is_alike).fold(0, |bits, number| bits | 1 << number);
        DeviceIndex::Own {
            width,
            numbers: vec![nibbles(pair.kinds.map(|kind| kind.number())), shape, alike],
            arrays: vec![
                tables.words.to_vec(),
                tables.representatives.iter().flat_map(|list| packed(list)).collect(),
                tables.stabilisers.to_vec(),
                kinds,
                packed(&listing),
            ],
        }
    }

    fn tier(&self, tier: Tier) -> DeviceTier {
        let (shape, pair) = self.index.shape(tier);
        let material = Material::of(tier);
        let children = material.children();
        let pieces = material.pieces();
        let captures = children.iter().filter(|child| child.armies[1] == material.armies[0]);
        let captures = captures.count();
        let number_of = |child: Material| children.iter().position(|&known| known == child);
        // Side 0 of the shared index is the player to move, or the other.
        let army = |side: usize| side ^ usize::from(shape.turned);
        let rows = self.index.rows_of(pair, material, shape.turned);
        let by_piece =
            |number: usize, army_wanted: usize, after: &dyn Fn(usize) -> Option<Material>| {
                let is_wanted = number < pieces && army(pair.kinds[number].side()) == army_wanted;
                if is_wanted { after(number).and_then(number_of).unwrap_or(0) as u32 } else { 0 }
            };
        let [mine, theirs] = material.armies;
        let taken = |number: usize| {
            let left = theirs.without(pair.kinds[number].role(), rows[number])?;
            Some(Material { armies: [left, mine] })
        };
        let forward = |number: usize| {
            if pair.kinds[number].role() != Role::Pawn {
                return None;
            }
            Some(Material { armies: [theirs, mine.stepped(rows[number])?] })
        };
        let mut parameters = vec![
            nibbles((0..pieces).map(|number| by_piece(number, 1, &taken))),
            nibbles((0..pieces).map(|number| by_piece(number, 0, &forward) / captures as u32)),
            captures as u32,
        ];
        parameters.extend(children.iter().map(|&child| {
            let there = self.index.shape(child.tier()).0;
            // The opponent is to move then, and sees the board from the other end.
            let turns = !shape.turned ^ there.turned;
            if turns { turned_order(child) } else { 0 }
        }));
        DeviceTier {
            parameters,
            targets: children.iter().map(|child| Some(child.tier())).collect(),
        }
    }
}
