//! The symmetries: of the board, and of the pieces.
//!
//! The board has 32 symmetries on four rows (Cheung's group: rotation, transposition, and the swaps
//! of inner and of outer rows and columns) and eight on three. Pieces have the permutations of their
//! properties and the reversal of any of them: 24 times 16 with four properties.

use hindsight_core::Group;

use super::board::Shape;

/// The permutations of the cells that take lines to lines.
pub(super) fn of_board(shape: Shape) -> Group {
    Group::generated(shape.cells(), &board_generators(shape))
}

fn board_generators(shape: Shape) -> Vec<Vec<usize>> {
    let side = shape.side;
    let cells = shape.cells();
    let by_rows_and_columns = |order: &[usize]| -> Vec<usize> {
        (0..cells).map(|cell| order[cell / side] * side + order[cell % side]).collect()
    };
    let mirror: Vec<usize> =
        (0..cells).map(|cell| cell / side * side + side - 1 - cell % side).collect();
    let transposed: Vec<usize> = (0..cells).map(|cell| cell % side * side + cell / side).collect();
    let mut generators = vec![mirror, transposed];
    if side == 4 {
        generators.push(by_rows_and_columns(&[0, 2, 1, 3]));
        generators.push(by_rows_and_columns(&[1, 0, 3, 2]));
    }
    generators
}

/// The permutations of the pieces that permute properties.
pub(super) fn of_properties(shape: Shape) -> Group {
    Group::generated(shape.pieces(), &property_swaps(shape))
}

/// The permutations of the pieces that permute and reverse properties.
pub(super) fn of_pieces(shape: Shape) -> Group {
    Group::generated(shape.pieces(), &piece_generators(shape))
}

fn piece_generators(shape: Shape) -> Vec<Vec<usize>> {
    let mut generators = property_swaps(shape);
    generators.push((0..shape.pieces()).map(|piece| piece ^ 1).collect());
    generators
}

/// Exchanges of neighbouring properties.
fn property_swaps(shape: Shape) -> Vec<Vec<usize>> {
    let swapped = |piece: usize, low: usize| {
        let differ = (piece >> low ^ piece >> (low + 1)) & 1;
        piece ^ (differ << low | differ << (low + 1))
    };
    (1..shape.properties)
        .map(|high| (0..shape.pieces()).map(|piece| swapped(piece, high - 1)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: Shape = Shape { side: 4, properties: 4 };

    #[test]
    fn the_whole_group_has_12288_elements() {
        let (board, pieces) = (of_board(FULL), of_pieces(FULL));
        assert_eq!((board.order(), pieces.order(), of_properties(FULL).order()), (32, 384, 24));
        // Cells and pieces as points of one group.
        let cells = board_generators(FULL)
            .into_iter()
            .map(|images| images.into_iter().chain(16..32).collect::<Vec<usize>>());
        let pieces = piece_generators(FULL).into_iter().map(|images| {
            (0..16).chain(images.into_iter().map(|image| 16 + image)).collect::<Vec<usize>>()
        });
        let group = Group::generated(32, &cells.chain(pieces).collect::<Vec<_>>());
        assert_eq!(group.order(), 12_288);
    }

    #[test]
    fn symmetries_take_lines_to_lines() {
        for side in [3, 4] {
            let shape = Shape { side, properties: 3 };
            let group = of_board(shape);
            let mut lines = shape.lines();
            lines.sort_unstable();
            for symmetry in 0..group.order() {
                let image = |line: &u16| {
                    hindsight_core::bits::ones((*line).into())
                        .fold(0u16, |mask, cell| mask | 1 << group.image(symmetry, cell))
                };
                let mut images: Vec<u16> = lines.iter().map(image).collect();
                images.sort_unstable();
                assert_eq!(images, lines);
            }
        }
    }

    /// Every permutation of nine cells that takes lines to lines is one of the eight, and of sixteen
    /// cells one of the 32: counted by putting the cells one after another.
    #[test]
    fn there_are_no_further_symmetries_of_the_board() {
        for side in [3, 4] {
            let shape = Shape { side, properties: 3 };
            let lines = shape.lines();
            let cells = shape.cells();
            let together = |a: usize, b: usize| {
                lines.iter().any(|line| line >> a & 1 == 1 && line >> b & 1 == 1)
            };
            // Permutations that keep "on one line" in both directions, then those that keep lines.
            fn extend(
                images: &mut Vec<usize>,
                cells: usize,
                together: &impl Fn(usize, usize) -> bool,
                found: &mut impl FnMut(&[usize]),
            ) {
                if images.len() == cells {
                    return found(images);
                }
                for image in 0..cells {
                    let fits = |(from, &to): (usize, &usize)| {
                        to != image && together(from, images.len()) == together(to, image)
                    };
                    if images.iter().enumerate().all(fits) {
                        images.push(image);
                        extend(images, cells, together, found);
                        images.pop();
                    }
                }
            }
            let mut count = 0;
            extend(&mut Vec::new(), cells, &together, &mut |images| {
                let image = |line: &u16| {
                    hindsight_core::bits::ones((*line).into())
                        .fold(0u16, |mask, cell| mask | 1 << images[cell])
                };
                count += usize::from(lines.iter().all(|line| lines.contains(&image(line))));
            });
            assert_eq!(count, of_board(shape).order());
        }
    }
}
