//! Symmetry groups, generated from a few permutations.
//!
//! A symmetry permutes **points**. The first points are usually the cells of a board; further
//! points can stand for anything else that a symmetry exchanges, such as the two colours or the
//! sixteen pieces of Quarto. Closure, composition and inverses are computed.

use std::collections::HashMap;
use std::ops::Range;

/// A finite group of permutations of points. Element 0 is the identity.
#[derive(Clone, Debug)]
pub struct Group {
    points: usize,
    images: Vec<Vec<u8>>,
    inverses: Vec<u32>,
}

impl Group {
    /// The group that leaves every point alone.
    pub fn trivial(points: usize) -> Group {
        Group::generated(points, &[])
    }

    /// All products of the generators; generator `g` takes point `p` to `g[p]`.
    ///
    /// ```
    /// use hindsight_core::Group;
    /// let quarter_turn = vec![2, 0, 3, 1];
    /// let mirror = vec![1, 0, 3, 2];
    /// assert_eq!(Group::generated(4, &[quarter_turn, mirror]).order(), 8);
    /// ```
    ///
    /// # Panics
    /// When a generator is no permutation of the points, or there are more than 256 points.
    pub fn generated(points: usize, generators: &[Vec<usize>]) -> Group {
        assert!(points <= 256);
        let generators: Vec<Vec<u8>> = generators
            .iter()
            .map(|generator| {
                let mut sorted = generator.clone();
                sorted.sort_unstable();
                assert!(sorted.into_iter().eq(0..points), "no permutation of {points} points");
                generator.iter().map(|&p| p as u8).collect()
            })
            .collect();
        let identity: Vec<u8> = (0..points).map(|p| p as u8).collect();
        let mut numbers = HashMap::from([(identity.clone(), 0u32)]);
        let mut images = vec![identity];
        let mut next = 0;
        while next < images.len() {
            for generator in &generators {
                let product = after(generator, &images[next]);
                numbers.entry(product.clone()).or_insert_with(|| {
                    images.push(product);
                    images.len() as u32 - 1
                });
            }
            next += 1;
        }
        let inverses = images
            .iter()
            .map(|image| {
                let mut inverse = vec![0; points];
                for (from, &to) in image.iter().enumerate() {
                    inverse[to as usize] = from as u8;
                }
                numbers[&inverse]
            })
            .collect();
        Group { points, images, inverses }
    }

    /// The symmetries of a board of `rows` by `columns` cells numbered row by row: four of a
    /// rectangle, eight of a square.
    pub fn of_rectangle(rows: usize, columns: usize) -> Group {
        let cells = |image: &dyn Fn(usize, usize) -> usize| -> Vec<usize> {
            (0..rows * columns).map(|cell| image(cell / columns, cell % columns)).collect()
        };
        let mut generators = vec![
            cells(&|row, column| row * columns + (columns - 1 - column)),
            cells(&|row, column| (rows - 1 - row) * columns + column),
        ];
        if rows == columns {
            generators.push(cells(&|row, column| column * columns + row));
        }
        Group::generated(rows * columns, &generators)
    }

    /// The same group with further points, one for each of some tuples of points, which go where
    /// their members go. A step from cell to cell is a tuple of two; the empty tuple stays.
    ///
    /// ```
    /// use hindsight_core::Group;
    /// let mirror = Group::generated(2, &[vec![1, 0]]);
    /// let with_steps = mirror.with_tuples(&[vec![], vec![0, 1], vec![1, 0]]);
    /// assert_eq!((2..5).map(|point| with_steps.image(1, point)).collect::<Vec<_>>(), [2, 4, 3]);
    /// ```
    ///
    /// # Panics
    /// When some symmetry takes a tuple to none of the tuples, or there are more than 256 points.
    pub fn with_tuples(&self, tuples: &[Vec<usize>]) -> Group {
        let points = self.points + tuples.len();
        assert!(points <= 256);
        let numbers: HashMap<&[usize], usize> =
            tuples.iter().zip(self.points..).map(|(tuple, point)| (&tuple[..], point)).collect();
        let extend = |image: &Vec<u8>| {
            let place = |tuple: &Vec<usize>| {
                let moved: Vec<usize> = tuple.iter().map(|&point| image[point].into()).collect();
                *numbers.get(&moved[..]).expect("the symmetries permute the tuples") as u8
            };
            image.iter().copied().chain(tuples.iter().map(place)).collect()
        };
        let images = self.images.iter().map(extend).collect();
        Group { points, images, inverses: self.inverses.clone() }
    }

    /// The points listed orbit by orbit: first all that symmetries take point 0 to.
    ///
    /// Cells that are numbered in this order keep the neighbours they have among masks under every
    /// symmetry: where the lowest cell of a mask changes within its orbit, so does that of each
    /// image, and ranks that were close stay close. Moves then lead to slots closer together.
    pub fn points_by_orbit(&self) -> Vec<usize> {
        let least = |point: &usize| self.images.iter().map(|image| image[*point]).min();
        let mut points: Vec<usize> = (0..self.points).collect();
        points.sort_by_key(least);
        points
    }

    /// The group with its points renumbered: what was point `order[i]` becomes point `i`.
    ///
    /// # Panics
    /// When `order` does not list every point once.
    pub fn renumbered(&self, order: &[usize]) -> Group {
        let mut numbers = vec![usize::MAX; self.points];
        for (number, &point) in order.iter().enumerate() {
            numbers[point] = number;
        }
        let permutation = |image: &Vec<u8>| -> Vec<usize> {
            order.iter().map(|&point| numbers[usize::from(image[point])]).collect()
        };
        let permutations: Vec<Vec<usize>> = self.images.iter().map(permutation).collect();
        Group::generated(self.points, &permutations)
    }

    /// How many symmetries there are.
    pub fn order(&self) -> usize {
        self.images.len()
    }

    /// How many points are permuted.
    pub fn points(&self) -> usize {
        self.points
    }

    /// Where a symmetry takes a point.
    pub fn image(&self, symmetry: usize, point: usize) -> usize {
        self.images[symmetry][point].into()
    }

    /// The symmetry that undoes another.
    pub fn inverse(&self, symmetry: usize) -> usize {
        self.inverses[symmetry] as usize
    }

    /// For each symmetry, the one that undoes it.
    pub fn inverses(&self) -> &[u32] {
        &self.inverses
    }

    /// The symmetry that does `first` and `second` after it.
    pub fn compose(&self, first: usize, second: usize) -> usize {
        let product = after(&self.images[second], &self.images[first]);
        self.images.iter().position(|image| *image == product).expect("a group is closed")
    }
}

fn after(second: &[u8], first: &[u8]) -> Vec<u8> {
    first.iter().map(|&p| second[p as usize]).collect()
}

/// Bits of a mask that one look-up permutes.
const CHUNK_BITS: usize = 8;

/// How a group acts on masks of at most 32 of its points: a few look-ups in tables that fit the
/// first-level cache.
#[derive(Clone, Debug)]
pub struct MaskAction {
    cells: usize,
    inverses: Vec<u32>,
    /// `tables[symmetry][chunk][bits]`.
    tables: Vec<[[u32; 1 << CHUNK_BITS]; 4]>,
}

impl MaskAction {
    /// The action on the masks of the points `cells`, which the group must permute among
    /// themselves; bit 0 stands for the first of them.
    ///
    /// # Panics
    /// When there are more than 32 cells or some symmetry takes a cell elsewhere.
    pub fn new(group: &Group, cells: Range<usize>) -> MaskAction {
        assert!(cells.len() <= 32);
        let tables = (0..group.order())
            .map(|symmetry| {
                let mut tables = [[0; 1 << CHUNK_BITS]; 4];
                for (chunk, table) in tables.iter_mut().enumerate() {
                    for (bits, permuted) in table.iter_mut().enumerate() {
                        for bit in crate::bits::ones(bits as u32) {
                            let from = cells.start + chunk * CHUNK_BITS + bit;
                            if from < cells.end {
                                let to = group.image(symmetry, from);
                                assert!(cells.contains(&to), "a symmetry leaves the cells");
                                *permuted |= 1 << (to - cells.start);
                            }
                        }
                    }
                }
                tables
            })
            .collect();
        MaskAction { cells: cells.len(), inverses: group.inverses.clone(), tables }
    }

    /// How many cells a mask has.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// How many symmetries act.
    pub fn order(&self) -> usize {
        self.inverses.len()
    }

    /// For each symmetry, the one that undoes it.
    pub fn inverses(&self) -> &[u32] {
        &self.inverses
    }

    /// The image of a mask.
    #[inline(always)]
    pub fn apply(&self, symmetry: usize, mask: u32) -> u32 {
        self.of(symmetry).apply(mask)
    }

    /// One symmetry, to be applied to many masks.
    #[inline(always)]
    pub fn of(&self, symmetry: usize) -> MaskImage<'_> {
        MaskImage { tables: &self.tables[symmetry], wide: self.cells > 2 * CHUNK_BITS }
    }
}

/// How one symmetry acts on masks.
#[derive(Clone, Copy, Debug)]
pub struct MaskImage<'a> {
    tables: &'a [[u32; 1 << CHUNK_BITS]; 4],
    wide: bool,
}

impl MaskImage<'_> {
    /// The image of a mask.
    #[inline(always)]
    pub fn apply(self, mask: u32) -> u32 {
        let part =
            |chunk: usize| self.tables[chunk][(mask >> (chunk * CHUNK_BITS)) as usize & 0xff];
        let low = part(0) | part(1);
        // The same branch for a whole board: always predicted.
        if self.wide { low | part(2) | part(3) } else { low }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn groups() -> Vec<Group> {
        vec![
            Group::trivial(7),
            Group::of_rectangle(4, 4),
            Group::of_rectangle(4, 5),
            Group::of_rectangle(5, 5),
            Group::of_rectangle(3, 3).with_tuples(&pairs(9)),
        ]
    }

    fn pairs(points: usize) -> Vec<Vec<usize>> {
        (0..points * points).map(|pair| vec![pair / points, pair % points]).collect()
    }

    #[test]
    fn closure_inverse_and_composition_hold() {
        for group in groups() {
            for a in 0..group.order() {
                assert_eq!(group.compose(a, group.inverse(a)), 0);
                for b in 0..group.order() {
                    let c = group.compose(a, b);
                    for point in 0..group.points() {
                        let twice = group.image(b, group.image(a, point));
                        assert_eq!(group.image(c, point), twice);
                    }
                }
            }
        }
    }

    #[test]
    fn orders_are_the_known_ones() {
        let orders: Vec<usize> = groups().iter().map(Group::order).collect();
        assert_eq!(orders, [1, 8, 4, 8, 8]);
    }

    #[test]
    fn renumbered_by_orbit_a_point_stays_in_its_range() {
        for group in groups() {
            let order = group.points_by_orbit();
            let renumbered = group.renumbered(&order);
            assert_eq!(renumbered.order(), group.order());
            let images = |group: &Group, point: usize| -> Vec<usize> {
                let mut images: Vec<usize> =
                    (0..group.order()).map(|symmetry| group.image(symmetry, point)).collect();
                images.sort_unstable();
                images.dedup();
                images
            };
            for (number, &point) in order.iter().enumerate() {
                let orbit = images(&renumbered, number);
                assert_eq!(orbit.last().unwrap() - orbit[0] + 1, orbit.len(), "without gaps");
                let mut named: Vec<usize> = orbit.iter().map(|&number| order[number]).collect();
                named.sort_unstable();
                assert_eq!(named, images(&group, point));
            }
        }
        let mirrored = Group::generated(3, &[vec![2, 1, 0]]).renumbered(&[0, 2, 1]);
        assert_eq!([0, 1, 2].map(|point| mirrored.image(1, point)), [1, 0, 2]);
    }

    #[test]
    fn points_beyond_the_cells_are_permuted_too() {
        // Two cells mirrored together with two colours swapped.
        let group = Group::generated(4, &[vec![1, 0, 3, 2]]);
        let colours = MaskAction::new(&group, 2..4);
        assert_eq!(colours.apply(1, 0b01), 0b10);
    }

    #[test]
    fn tuples_go_where_their_members_go() {
        let square = Group::of_rectangle(3, 3);
        let pairs = pairs(9);
        let with_pairs = square.with_tuples(&pairs);
        for symmetry in 0..square.order() {
            for (number, pair) in pairs.iter().enumerate() {
                let image = &pairs[with_pairs.image(symmetry, 9 + number) - 9];
                assert!(pair.iter().map(|&cell| square.image(symmetry, cell)).eq(image.clone()));
            }
        }
    }

    #[test]
    #[should_panic(expected = "permute the tuples")]
    fn tuples_that_are_not_permuted_are_refused() {
        Group::of_rectangle(1, 2).with_tuples(&[vec![0, 1]]);
    }

    proptest! {
        #[test]
        fn masks_move_as_their_cells_do(which in 0usize..4, mask: u32) {
            let group = &groups()[which];
            let action = MaskAction::new(group, 0..group.points());
            let mask = mask & crate::bits::lowest(group.points());
            for symmetry in 0..group.order() {
                let slow = crate::bits::ones(mask)
                    .fold(0, |sum, cell| sum | 1 << group.image(symmetry, cell));
                prop_assert_eq!(action.apply(symmetry, mask), slow);
            }
        }
    }
}
