//! What of a board GamesmanUni draws around the pieces: its own image where it has one, else outlined
//! squares, and the labels of numbers.

use std::collections::HashSet;

use hindsight_core::{ClientLayout, Counter, Scene};

/// The character and the image of an outlined square.
pub const SQUARE: char = 'Z';
pub const SQUARE_IMAGE: &str = "dawsonschess/b.svg";

/// The width of a letter, in parts of its height.
const LETTER: f32 = 0.6;

/// The places around which squares are outlined. They are the board's, which have names, and each
/// name once; none where the client has an image of the board, or pieces are lines. The squares come before all other
/// places, so that pieces are drawn above them.
pub fn squares(scene: &Scene) -> Vec<usize> {
    let background = scene.themes.first().and_then(|theme| theme.background.as_ref());
    let has_image = background.is_some_and(|art| art.universal.is_some());
    if has_image || !scene.strokes.is_empty() {
        return Vec::new();
    }
    let mut known = HashSet::new();
    let named = scene.names.iter().enumerate();
    named.filter(|(_, name)| !name.is_empty() && known.insert(*name)).map(|(at, _)| at).collect()
}

/// The side of squares around these places: as far as the next one is away.
pub fn side(squares: &[usize], layout: &ClientLayout) -> f32 {
    let mut side = layout.space[0].min(layout.space[1]);
    for (number, &one) in squares.iter().enumerate() {
        for &other in &squares[..number] {
            let [x, y] = [0, 1].map(|axis| layout.centers[one][axis] - layout.centers[other][axis]);
            side = side.min(x.hypot(y));
        }
    }
    side
}

/// Where the client puts the places of a scene.
pub fn layout(scene: &Scene) -> ClientLayout {
    let own = || ClientLayout {
        space: scene.space,
        centers: scene.centers.clone(),
        scale: 1.0,
        label_width: Some(scene.space[0] / scene.counters.len().max(1) as f32),
    };
    scene.universal.clone().unwrap_or_else(own)
}

/// Whether numbers need a label.
pub fn is_labelled(scene: &Scene) -> bool {
    scene.universal.as_ref().is_none_or(|layout| layout.label_width.is_some())
}

/// A number with its label, in the signs that the client takes in texts.
pub fn labelled(counter: &Counter, number: u32) -> String {
    let words = counter
        .label
        .split(' ')
        .map(|word| word.chars().filter(char::is_ascii_alphanumeric).collect::<String>());
    words.chain([number.to_string()]).collect::<Vec<_>>().join("-")
}

/// The height of letters, so that the longest label has room.
pub fn font_size(scene: &Scene, layout: &ClientLayout) -> f32 {
    let usual = layout.space[0] / 10.0;
    let Some(room) = layout.label_width else { return usual };
    let longest = scene.counters.iter().map(|counter| labelled(counter, counter.max).len()).max();
    usual.min(room / (LETTER * longest.unwrap_or(1) as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_written_in_letters_digits_and_dashes() {
        let counter = Counter { label: "Blue's points", center: 9, max: 12 };
        assert_eq!(labelled(&counter, 7), "Blues-points-7");
    }

    #[test]
    fn no_piece_is_taken_for_a_square() {
        for about in hindsight_games::catalogue() {
            for variant in about.variants {
                let game = hindsight_games::game(about.id, Some(variant.id)).unwrap();
                let scene = game.rules.scene().unwrap();
                let mut pieces = scene.themes.iter().flat_map(|theme| &theme.pieces);
                assert!(pieces.all(|piece| piece.glyph != SQUARE), "{} {}", about.id, variant.id);
            }
        }
    }
}
