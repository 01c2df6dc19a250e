//! What else people call the games: for whoever searches the catalogue or types a name.

/// Other names of a game, of which no two games share one. A name of several words is found without its blanks
/// and signs, too.
pub fn of(game: &str) -> &'static [&'static str] {
    match game {
        "tictactoe" => &["noughts and crosses", "naughts and crosses", "Xs and Os"],
        "connect4" => &["four in a row", "4 in a row", "four in a line", "Vier gewinnt"],
        "morris" => &[
            "mill",
            "mills",
            "Mühle",
            "merels",
            "merrills",
            "nine men's morris",
            "six men's morris",
            "three men's morris",
            "nine holes",
            "cowboy checkers",
        ],
        "othello" => &["reversi"],
        "xiangqi" => &["Chinese chess", "elephant chess"],
        "baghchal" => &["tigers and goats", "goats and tigers"],
        "mnk" => {
            &["gomoku", "gobang", "five in a row", "m,n,k-game", "notakto", "wild tic-tac-toe"]
        }
        "foxandgeese" => &["fox and hounds", "wolf and sheep"],
        "hareandhounds" => &["French military game"],
        "sliding" => &[
            "15 puzzle",
            "fifteen puzzle",
            "8 puzzle",
            "eight puzzle",
            "n-puzzle",
            "mystic square",
        ],
        "pegs" => &["solitaire", "solo noble", "Hi-Q", "Brainvita"],
        "fivefieldkono" => &["o-pat-ko-no"],
        "tactix" => &["Bulo"],
        "kayles" => &["Rip Van Winkle's game"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::catalogue;

    #[test]
    fn every_alias_stands_for_one_game() {
        let plain =
            |name: &str| name.to_lowercase().replace(|sign: char| !sign.is_alphanumeric(), "");
        let mut known: HashSet<String> = HashSet::new();
        for about in catalogue() {
            let own = [plain(about.id), plain(about.name)];
            known.extend(own.iter().cloned());
            for alias in of(about.id) {
                let alias = plain(alias);
                assert!(
                    !alias.is_empty() && !own.contains(&alias),
                    "{}: {alias} says nothing new",
                    about.id
                );
                assert!(known.insert(alias.clone()), "{}: {alias} is taken", about.id);
            }
        }
    }
}
