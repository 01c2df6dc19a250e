//! The sizes of boards in the names of variants.

use std::ops::RangeInclusive;

use hindsight_core::Stacks;

/// Rows and columns as in `3x4`, both within a range; otherwise why the name is none.
pub(crate) fn board(name: &str, range: RangeInclusive<usize>) -> Result<(usize, usize), String> {
    let number = |text: &str| number(text, range.clone());
    match name.split_once('x').map(|(rows, columns)| (number(rows), number(columns))) {
        Some((Some(rows), Some(columns))) => Ok((rows, columns)),
        _ => Err(format!(
            "a board is rows x columns as in 3x4, each from {} to {}",
            range.start(),
            range.end()
        )),
    }
}

/// Columns and rows as in `5x4`.
pub(crate) fn columns_and_rows(name: &str) -> Option<[usize; 2]> {
    let (columns, rows) = name.split_once('x')?;
    Some([number(columns, 0..=usize::MAX)?, number(rows, 0..=usize::MAX)?])
}

/// Columns and rows of a board on which pieces are dropped; otherwise why the name is none.
pub(crate) fn stacks(name: &str) -> Result<[usize; 2], String> {
    let [columns, rows] = columns_and_rows(name)
        .filter(|[columns, rows]| *columns > 0 && *rows > 0)
        .ok_or_else(|| "a board is columns x rows, as in 5x4".to_owned())?;
    if Stacks::fits(rows, columns) {
        return Ok([columns, rows]);
    }
    let cells = columns.saturating_mul(rows);
    Err(format!(
        "{columns} columns of {rows} cells are {cells} cells, too many to number the positions; boards of \
         up to 30 cells, such as 6x5, can be solved"
    ))
}

/// A number within a range, written without a sign or leading zeros.
pub(crate) fn number(text: &str, range: RangeInclusive<usize>) -> Option<usize> {
    let number = text.parse().ok().filter(|number| range.contains(number))?;
    (text == number.to_string()).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_numbers_within_the_range_are_sizes() {
        assert_eq!(board("3x10", 1..=10), Ok((3, 10)));
        for name in ["", "x", "3", "3x", "3x11", "0x3", "03x3", "+3x3", "3x3x3", "3X3", "3 x 3"] {
            assert!(board(name, 1..=10).unwrap_err().contains("from 1 to 10"), "{name}");
        }
    }

    #[test]
    fn sizes_have_one_name_each() {
        assert_eq!(columns_and_rows("4x15"), Some([4, 15]));
        for name in ["", "x", "4", "4x", "+4x4", "04x4", "4x4x4", "4x-4", "99999999999999999999x1"]
        {
            assert_eq!(columns_and_rows(name), None, "{name}");
        }
    }
}
