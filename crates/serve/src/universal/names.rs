//! What GamesmanUni calls games, variants and positions that it knows by itself.
//!
//! The client has pictures for its catalogue, boards and explanations by the names of its own games; where
//! a game of ours is one of those, it goes by that name there.

use hindsight_core::About;

/// Our names of games, and the client's.
const GAMES: [(&str, &str); 8] = [
    ("tentozero", "0to10by1or2"),
    ("morris", "ninemensmorris"),
    ("xiangqi", "chinesechess"),
    ("foxandgeese", "foxandhounds"),
    ("threespot", "3spot"),
    ("allqueens", "allqueenschess"),
    ("sliding", "npuzzle"),
    ("pegs", "pegsolitaire"),
];

/// What the client calls the usual variant of most games; its own pages ask for it.
const USUAL: &str = "regular";

/// The client's name of a game.
pub fn client_id(own: &'static str) -> &'static str {
    GAMES.iter().find(|(known, _)| *known == own).map_or(own, |(_, client)| client)
}

/// Our name of a game, from the client's or our own.
pub fn own_id(client: &str) -> &str {
    GAMES.iter().find(|(_, known)| *known == client).map_or(client, |(own, _)| own)
}

/// Our name of a variant.
pub fn own_variant(about: &About, client: String) -> String {
    let is_own = about.variants.iter().any(|variant| variant.id == client);
    if client == USUAL && !is_own { about.variants[0].id.to_owned() } else { client }
}

/// Whether the client draws a game's pieces by itself. Told of images, it looks for the pieces under
/// the name of the theme, where there are none, and shows nothing.
pub fn has_own_pieces(own: &str) -> bool {
    own == "quarto"
}

/// Whether lines to click cover one another, so that the client must get them end by end.
pub fn lines_cover_lines(own: &str) -> bool {
    own == "tactix"
}

/// What pieces look like in the client, where it has none as we describe them.
pub fn colours(own: &str) -> &'static str {
    match own {
        "connect4" => "\nHere Yellow's discs are white, since yellow marks moves that tie.\n",
        "quarto-simple" => {
            "\nHere dark pieces are black, or blue if they are hollow; light ones are white, or red if they \
             are hollow. Tall pieces are large, short ones small.\n"
        }
        _ => "",
    }
}

/// How positions are written in the client, where that is not as we write them.
pub fn notation(own: &str) -> &'static str {
    match own {
        "tictactoe" => {
            "\nHere a position is written as 1 or 2 for the player to move, an underscore and the nine \
             cells row by row, each x, o or -:\n```\n1_xo-------\n```\n"
        }
        "sim" => {
            "\nHere a position is written as 1 or 2 for the player to move, an underscore and the \
             fifteen lines between six points in the order 12, 13, 14, 15, 16, 23 to 56, each x, o or -. \
             On fewer points, lines that are not there are -:\n```\n2_x--------------\n```\n"
        }
        "quarto" => {
            "\nHere a position is written as 1 or 2 for the player to move, an underscore, the sixteen \
             cells row by row and the piece to place. Pieces are the letters A to P for the numbers 0 to \
             F, nothing is -:\n```\n2_----------------H\n```\n"
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_names_of_a_game_lead_to_it() {
        for about in hindsight_games::catalogue() {
            assert_eq!(own_id(client_id(about.id)), about.id);
            assert_eq!(own_id(about.id), about.id);
            let named = own_variant(about, USUAL.to_owned());
            assert!(about.variants.iter().any(|variant| variant.id == named), "{}", about.id);
        }
        for (own, _) in GAMES {
            assert!(hindsight_games::catalogue().iter().any(|about| about.id == own), "{own}");
        }
    }
}
