//! Quarto's levels as a GPU surveys them: every board without a piece in hand, up to symmetry.
//!
//! A position with a piece in hand is worth what the best of its placements is worth to the player who
//! then hands over a piece. So one value for each *board* of the next level tells the values of all
//! positions of a level, whatever is in hand, and boards up to the whole group are a hundredth of the
//! positions up to that group.
//!
//! Boards are numbered as in [`index`](super::index) where nobody has a piece in hand, with one difference:
//! where the representative of a pivot's filling has symmetries left, all ranks of the rest are kept, not
//! only the least. Each slot then stands for as many boards as its filling has images, and nothing must be
//! done to find the least. Values of equivalent slots are equal.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use hindsight_core::bits::ones;

use super::board::{MAX_PROPERTIES, Position};
use super::classes::{Class, Permutation, unpacked};
use super::index::Index;
use super::pair::{Pair, Sides, factorial, order, unrank};

/// Units of work that a block of threads takes at a time.
pub(super) const ITEM_UNITS: u64 = 4096;
/// Numbers that are counted for each pair of sets: see `survey.h`.
pub(super) const COUNTERS: usize = 20;
/// Pairs begin at multiples of this, so that threads of two pairs never share a byte.
const ALIGNMENT: u64 = 32;
/// The steps that the kernel permutes last.
const LAST_STEPS: usize = 4;

/// What the kernels must know about the pairs of sets of one level. All arrays are words of 32 bits.
#[derive(Debug)]
pub(super) struct LevelTables {
    /// Slots, with gaps between pairs.
    pub slots: u64,
    /// How many sets of pieces there are, up to symmetry.
    pub piece_classes: u32,
    /// By set of cells and set of pieces.
    pub pairs: Vec<PairTable>,
    /// For pairs with symmetries, by filling of the pivot: class, symmetry of pieces and of cells.
    pub fillings: Vec<u32>,
    /// By class of fillings, six words each: the representative's values in a double word, how many
    /// fillings are in the class, and where and how many symmetries but the identity leave it unchanged.
    pub classes: Vec<u32>,
    /// For each pair and symmetry of the pivot's side: which step's value a step gets.
    pub own_symmetries: Vec<u64>,
    /// For each set of cells or pieces and symmetry of it: the images of its members.
    pub other_symmetries: Vec<u64>,
    /// Symmetries of cells and of pieces that leave representatives unchanged.
    pub stabilisers: Vec<u32>,
    /// For each set of pieces and symmetry of it: the images of all pieces.
    pub hands: Vec<u64>,
}

/// A set of cells with a set of pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct PairTable {
    first_slot: u64,
    order: u64,
    fillings_at: u32,
    classes_at: u32,
    own_at: u32,
    other_at: u32,
    hands_at: u32,
    pivot: u32,
    by_pieces: bool,
    is_rigid: bool,
    rest: u32,
    cells: u16,
    pieces: u16,
    classes: u32,
}

impl PairTable {
    /// All that does not depend on the other pairs.
    fn of(sides: Sides<'_>, pair: &Pair) -> PairTable {
        let level = sides.cells.mask.count_ones() as usize;
        let pivot = pair.pivot.count_ones() as usize;
        PairTable {
            order: nibbles(order(pair.pivot, level)[..level].iter().copied()),
            pivot: pivot as u32,
            by_pieces: pair.by_pieces,
            is_rigid: sides.order() == 1,
            rest: u32::try_from(factorial(level - pivot)).expect("pivots leave at most twelve"),
            cells: sides.cells.mask,
            pieces: sides.pieces.mask,
            classes: if sides.order() == 1 { 1 } else { pair.fillings as u32 },
            ..PairTable::default()
        }
    }

    fn slots(&self) -> u64 {
        u64::from(self.classes) * u64::from(self.rest)
    }

    fn level(&self) -> u32 {
        self.cells.count_ones()
    }
}

/// Numbers below sixteen in one word.
fn nibbles(numbers: impl Iterator<Item = u8>) -> u64 {
    numbers.enumerate().fold(0, |word, (at, number)| word | u64::from(number) << (4 * at))
}

/// What is made for a pair before it has its place among the others.
struct PairParts {
    table: PairTable,
    fillings: Vec<u32>,
    classes: Vec<(u64, u32, Vec<u32>)>,
    own: Vec<u64>,
}

impl LevelTables {
    /// The tables of a level, made with all threads of this machine.
    pub(super) fn new(index: &Index, level: usize) -> LevelTables {
        let (cells, pieces) = (index.cells.of_size(level), index.without_hand().of_size(level));
        let numbers: Vec<(usize, usize)> = (0..cells.len())
            .flat_map(|cell| (0..pieces.len()).map(move |piece| (cell, piece)))
            .collect();
        let make = |&(cell, piece): &(usize, usize)| {
            PairParts::new(Sides { cells: &cells[cell], pieces: &pieces[piece] })
        };
        let parts = in_threads(&numbers, make);
        let mut tables = LevelTables {
            slots: 0,
            piece_classes: pieces.len() as u32,
            pairs: Vec::with_capacity(parts.len()),
            fillings: Vec::new(),
            classes: Vec::new(),
            own_symmetries: Vec::new(),
            other_symmetries: Vec::new(),
            stabilisers: Vec::new(),
            hands: Vec::new(),
        };
        let mut of_sets = |classes: &[Class]| -> Vec<u32> {
            let members = |class: &Class| {
                let at = tables.other_symmetries.len() as u32;
                let size = class.mask.count_ones() as usize;
                let words =
                    class.stabiliser.iter().map(|images| nibbles(images[..size].iter().copied()));
                tables.other_symmetries.extend(words);
                at
            };
            classes.iter().map(members).collect()
        };
        let (cells_at, pieces_at) = (of_sets(cells), of_sets(pieces));
        let permutations = &index.without_hand().permutations;
        let hands_at: Vec<u32> = pieces
            .iter()
            .map(|class| {
                let at = tables.hands.len() as u32;
                let fixes = |images: &&Permutation| {
                    ones(class.mask.into()).all(|piece| class.mask >> images[piece] & 1 == 1)
                };
                let words =
                    permutations.iter().filter(fixes).map(|images| nibbles(images.iter().copied()));
                tables.hands.extend(words);
                at
            })
            .collect();
        for (part, &(cell, piece)) in parts.into_iter().zip(&numbers) {
            let other = if part.table.by_pieces { cells_at[cell] } else { pieces_at[piece] };
            let pair = PairTable {
                first_slot: tables.slots,
                fillings_at: tables.fillings.len() as u32,
                classes_at: tables.classes.len() as u32 / 6,
                own_at: tables.own_symmetries.len() as u32,
                other_at: other,
                hands_at: hands_at[piece],
                ..part.table
            };
            tables.slots = (tables.slots + pair.slots()).next_multiple_of(ALIGNMENT);
            tables.fillings.extend(part.fillings);
            tables.own_symmetries.extend(part.own);
            for (values, weight, stabiliser) in part.classes {
                let at = tables.stabilisers.len() as u32;
                let words =
                    [values as u32, (values >> 32) as u32, weight, at, stabiliser.len() as u32, 0];
                tables.classes.extend(words);
                tables.stabilisers.extend(stabiliser);
            }
            tables.pairs.push(pair);
        }
        tables
    }

    /// The records of the pairs, sixteen words each, and how many items of work there are, where a unit
    /// of work is so many slots; `None` for the runs that the search takes.
    pub fn records(&self, unit_slots: Option<u64>) -> (Vec<u32>, u64) {
        let mut items = 0;
        let mut words = Vec::with_capacity(16 * self.pairs.len());
        for pair in &self.pairs {
            let together = unit_slots.unwrap_or_else(|| {
                factorial((pair.level() - pair.pivot).min(LAST_STEPS as u32) as usize)
            });
            let double = |word: u64| [word as u32, (word >> 32) as u32];
            let flags = u32::from(pair.by_pieces) << 8 | u32::from(pair.is_rigid) << 9;
            words.extend([pair.first_slot, items, pair.order].into_iter().flat_map(double));
            words.extend([
                pair.fillings_at,
                pair.classes_at,
                pair.own_at,
                pair.other_at,
                pair.pivot | flags,
                pair.rest,
                u32::from(pair.cells) | u32::from(pair.pieces) << 16,
                pair.classes,
                pair.hands_at,
                0,
            ]);
            items += pair.slots().div_ceil(together).div_ceil(ITEM_UNITS);
        }
        (words, items)
    }
}

impl PairParts {
    fn new(sides: Sides<'_>) -> PairParts {
        let pair = Pair::new(sides);
        let level = sides.cells.mask.count_ones() as usize;
        let pivot = pair.pivot.count_ones() as usize;
        let order = order(pair.pivot, level);
        let table = PairTable::of(sides, &pair);
        if table.is_rigid {
            return PairParts {
                table,
                fillings: Vec::new(),
                classes: vec![(0, 1, Vec::new())],
                own: Vec::new(),
            };
        }
        let of_pieces = sides.pieces.stabiliser.len();
        let both = |symmetry: u16| {
            let symmetry = usize::from(symmetry);
            ((symmetry / of_pieces) | ((symmetry % of_pieces) << 5)) as u32
        };
        let found = pair.table(sides);
        let word = |&word: &u32| {
            let (symmetry, class) = unpacked(word);
            u32::from(class) << 16 | both(symmetry)
        };
        let rest = factorial(level - pivot);
        let class = |(filling, stabiliser): &(u32, Vec<u16>)| {
            let ways = unrank(u64::from(*filling) * rest, &order[..level]);
            let values = nibbles(order[..pivot].iter().map(|&place| ways[usize::from(place)]));
            let weight = sides.order() / stabiliser.len();
            // The identity comes first.
            (
                values,
                weight as u32,
                stabiliser[1..].iter().map(|&symmetry| both(symmetry)).collect(),
            )
        };
        let own_side = if pair.by_pieces { sides.pieces } else { sides.cells };
        let own = |images: &Permutation| {
            let step_of = |place: u8| order[..level].iter().position(|&known| known == place);
            let step = |&place: &u8| {
                let from = images[..level].iter().position(|&image| image == place);
                step_of(from.unwrap_or(0) as u8).unwrap_or(0) as u8
            };
            nibbles(order[..level].iter().map(step))
        };
        PairParts {
            table,
            fillings: found.classes.iter().map(word).collect(),
            classes: found.representatives.iter().map(class).collect(),
            own: own_side.stabiliser.iter().map(own).collect(),
        }
    }
}

/// What a function makes of things, worked out by all threads of this machine.
pub(super) fn in_threads<T: Sync, R: Send>(things: &[T], make: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut made = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(thing) = things.get(number) else { return made };
            made.push((number, make(thing)));
        }
    };
    let mut made: Vec<(usize, R)> = thread::scope(|scope| {
        // Where a thread cannot be had, the others do its share.
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let workers: Vec<_> = (1..threads).filter_map(start).collect();
        let own = work();
        let join = |worker: thread::ScopedJoinHandle<'_, Vec<(usize, R)>>| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().flat_map(join).chain(own).collect()
    });
    made.sort_unstable_by_key(|(number, _)| *number);
    made.into_iter().map(|(_, made)| made).collect()
}

/// What the kernels must know about the game itself.
#[derive(Debug)]
pub(super) struct CommonTables {
    /// By set of cells: its class and a symmetry that takes it to the representative.
    pub cell_classes: Vec<u32>,
    /// The same for sets of pieces.
    pub piece_classes: Vec<u32>,
    /// By symmetry of the board: the images of the cells.
    pub board_symmetries: Vec<u64>,
    /// By symmetry of the pieces: their images.
    pub piece_symmetries: Vec<u64>,
    /// See `load_rules` in `survey.h`.
    pub(super) constants: Vec<u32>,
    /// By occupied cells: ones in the bytes of the lines with one cell left, four words each.
    pub nearly_full: Vec<u32>,
    /// The same for full lines.
    pub full: Vec<u32>,
}

impl CommonTables {
    pub(super) fn new(index: &Index) -> CommonTables {
        let shape = index.shape;
        let lines = shape.lines();
        let classes = |classes: &super::classes::Classes, points: usize| -> Vec<u32> {
            (0..1u32 << points)
                .map(|mask| {
                    let (symmetry, class) = classes.symmetry_of(mask as u16);
                    u32::from(class) << 16 | u32::from(symmetry)
                })
                .collect()
        };
        let images = |permutations: &[Permutation]| -> Vec<u64> {
            permutations.iter().map(|images| nibbles(images.iter().copied())).collect()
        };
        let bytes = |select: &dyn Fn(u16) -> bool| -> [u32; 4] {
            let mut words = [0; 4];
            for (number, _) in lines.iter().enumerate().filter(|(_, line)| select(**line)) {
                words[number / 4] |= 0xff << (8 * (number % 4));
            }
            words
        };
        let by_occupied = |left: u32| -> Vec<u32> {
            let of =
                |occupied: u32| bytes(&|line| (line & !(occupied as u16)).count_ones() == left);
            (0..1u32 << shape.cells()).flat_map(of).collect()
        };
        let values = |piece: usize| piece | (!piece & (shape.pieces() - 1)) << MAX_PROPERTIES;
        let having = |set: usize| {
            let has = |piece: &usize| values(*piece) & set != 0;
            (0..shape.pieces()).filter(has).fold(0u32, |mask, piece| mask | 1 << piece)
        };
        let is_reachable = |winning: u32| {
            ones(winning)
                .filter(|&line| line < lines.len())
                .fold(u16::MAX, |common, line| common & lines[line])
                != 0
        };
        let reachable = |word: u32| {
            (0..32).fold(0u32, |bits, bit| bits | u32::from(is_reachable(word * 32 + bit)) << bit)
        };
        let elsewhere = |cell: usize| {
            let through = bytes(&|line| line >> cell & 1 == 1);
            [!through[0], !through[1], !through[2]]
        };
        let permuted = |steps: usize| {
            let order: [u8; 16] = std::array::from_fn(|step| step as u8);
            let word = move |rank: u64| {
                nibbles(unrank(rank, &order[..steps])[..steps].iter().copied()) as u32
            };
            (0..factorial(steps)).map(word)
        };
        let mut constants: Vec<u32> = (0..256).map(having).collect();
        constants.extend((0..32).map(reachable));
        constants.extend((0..16).flat_map(elsewhere));
        // One step, two, three, four: the single order of one step serves for none.
        constants.extend((1..=LAST_STEPS).flat_map(permuted));
        constants.push(0);
        CommonTables {
            cell_classes: classes(index.cells, shape.cells()),
            piece_classes: classes(index.without_hand(), shape.pieces()),
            board_symmetries: images(&index.cells.permutations),
            piece_symmetries: images(&index.without_hand().permutations),
            constants,
            nearly_full: by_occupied(1),
            full: by_occupied(0),
        }
    }
}

/// Where the boards of a level are in its table.
#[derive(Debug)]
pub(super) struct LevelSlots {
    piece_classes: usize,
    /// By set of cells and set of pieces.
    first_slots: Vec<u64>,
    /// Slots, with gaps between pairs.
    pub slots: u64,
}

impl LevelSlots {
    pub(super) fn new(index: &Index, level: usize) -> LevelSlots {
        let (cells, pieces) = (index.cells.of_size(level), index.without_hand().of_size(level));
        let mut slots = 0;
        let mut first_slots = Vec::with_capacity(cells.len() * pieces.len());
        for cells in cells {
            for pieces in pieces {
                let sides = Sides { cells, pieces };
                first_slots.push(slots);
                slots += PairTable::of(sides, &Pair::new(sides)).slots();
                slots = slots.next_multiple_of(ALIGNMENT);
            }
        }
        LevelSlots { piece_classes: pieces.len(), first_slots, slots }
    }

    /// The slot of a board.
    pub(super) fn of(&self, index: &Index, board: Position) -> u64 {
        let (cells, pieces, slot) = index.pair_slot(board);
        self.first_slots[cells * self.piece_classes + pieces] + slot
    }
}
