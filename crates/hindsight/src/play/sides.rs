//! Whose piece a symbol on the board is.

use hindsight_core::{Scene, Turn};

/// The symbols of both players, as far as the game's scene tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    symbols: Vec<(char, Turn)>,
}

impl Sides {
    /// A symbol is a player's when the scene's piece of that symbol has the player in its name
    /// ("White stone"), and when it begins the player's own name. Names that begin alike tell
    /// nothing.
    pub fn of_scene(scene: &Scene) -> Sides {
        let players = [(scene.players[0], Turn::First), (scene.players[1], Turn::Second)];
        let mut symbols = Vec::new();
        for piece in scene.themes.iter().flat_map(|theme| &theme.pieces) {
            for (player, turn) in players {
                if piece.name.split_whitespace().any(|word| word.eq_ignore_ascii_case(player)) {
                    symbols.push((piece.glyph, turn));
                }
            }
        }
        let initials = players.map(|(player, _)| player.chars().next());
        if initials[0] != initials[1] {
            for (initial, (_, turn)) in initials.into_iter().zip(players) {
                symbols.extend(initial.map(|initial| (initial, turn)));
            }
        }
        Sides { symbols }
    }

    /// Whose piece it is. Small and capital letters are the same where only one of them is known.
    pub fn of(&self, symbol: char) -> Option<Turn> {
        let find = |wanted: char| self.symbols.iter().find(|(known, _)| *known == wanted);
        find(symbol)
            .or_else(|| find(symbol.to_ascii_uppercase()))
            .or_else(|| find(symbol.to_ascii_lowercase()))
            .map(|(_, turn)| *turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_the_players_tell() {
        let mut scene = Scene::of_text("");
        scene.players = ["White", "Black"];
        let sides = Sides::of_scene(&scene);
        assert_eq!(sides.of('W'), Some(Turn::First));
        assert_eq!(sides.of('b'), Some(Turn::Second));
        assert_eq!(sides.of('.'), None);
        scene.players = ["Red", "Rose"];
        assert_eq!(Sides::of_scene(&scene).of('R'), None);
    }
}
