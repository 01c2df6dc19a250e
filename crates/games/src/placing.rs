//! Stones that two players place in turn and then move, what Achi and Teeko share.

use hindsight_core::{Picture, Sides, Turn};

/// The position that a picture shows, where each player has so many stones; if it is none, why.
pub(crate) fn read(
    picture: &Picture,
    glyphs: [char; 2],
    each: u32,
    turn: Turn,
) -> Result<Sides, String> {
    let position = picture.sides(glyphs, turn);
    check(position.by_player().map(u32::count_ones), each, turn)?;
    Ok(position)
}

/// Whether these can be the numbers of the players' stones on the board, where each player places so
/// many in turn and all stay; if not, why.
pub(crate) fn check(stones: [u32; 2], each: u32, turn: Turn) -> Result<(), String> {
    let [first, second] = stones;
    let placed = first == second + u32::from(turn == Turn::Second) && first <= each;
    if placed || stones == [each; 2] {
        return Ok(());
    }
    Err(format!("{first} and {second} stones, but the players place {each} each in turn"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_placed_in_turn_and_then_stay() {
        for (stones, turn, fits) in [
            ([0, 0], Turn::First, true),
            ([0, 0], Turn::Second, false),
            ([2, 1], Turn::Second, true),
            ([2, 2], Turn::First, true),
            ([2, 2], Turn::Second, false),
            ([3, 3], Turn::First, true),
            ([3, 3], Turn::Second, true),
            ([4, 3], Turn::Second, false),
            ([4, 4], Turn::First, false),
            ([1, 2], Turn::First, false),
        ] {
            assert_eq!(check(stones, 3, turn).is_ok(), fits, "{stones:?} {turn:?}");
        }
    }
}
