//! From the names of a game and a variant to the game.

use hindsight_core::{About, Game, Games};
use thiserror::Error;

use crate::{aliases, likely, *};

/// The hash of the sources of this crate and of `core`, which the build script makes.
const SOURCES: Option<&str> = option_env!("HINDSIGHT_SOURCES");

/// A name that stands for no game or no variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownGame {
    /// No game has this name.
    #[error("there is no game '{name}'; {}the games are {known}", match meant {
        Some(meant) => format!("did you mean {meant}? "),
        None => String::new(),
    })]
    Game {
        /// What was asked for.
        name: String,
        /// The game whose name is most like it, if one is.
        meant: Option<&'static str>,
        /// The games that exist.
        known: String,
    },
    /// The game has no such variant.
    #[error("{game} has no variant '{variant}'; its variants are {known}")]
    Variant {
        /// The game.
        game: String,
        /// What was asked for.
        variant: String,
        /// The variants that exist.
        known: String,
    },
    /// The game says why it has none of this name: it makes variants from their names, and not from this
    /// one, or another game has it.
    #[error("{game} has no variant '{variant}': {reason}; known are {known}")]
    Refused {
        /// The game.
        game: String,
        /// What was asked for.
        variant: String,
        /// The reason it is invalid.
        reason: String,
        /// The variants in the catalogue.
        known: String,
    },
}

/// What a game's `variant` gives: the game, or why there is none if the game says so.
trait Made {
    type Game;
    fn made(self) -> Result<Self::Game, Option<String>>;
}

impl<G> Made for Option<G> {
    type Game = G;

    fn made(self) -> Result<G, Option<String>> {
        self.ok_or(None)
    }
}

impl<G> Made for Result<G, String> {
    type Game = G;

    fn made(self) -> Result<G, Option<String>> {
        self.map_err(Some)
    }
}

/// The table of all games: what is known, how one is made, and whether it has an index.
macro_rules! games {
    ($($about:path, $variant:path, $kind:ident;)*) => {
        /// Everything that is known about the games without making one.
        pub fn catalogue() -> &'static [&'static About] {
            &[$(&$about),*]
        }

        /// Makes a game of the catalogue.
        fn make(about: &About, variant: &str) -> Result<Game, UnknownGame> {
            $(
                if about.id == $about.id {
                    let made = $variant(variant).made().map(Game::$kind);
                    let made = made.map(|game| game.compiled_from(SOURCES));
                    return made.map_err(|reason| unknown(about, variant, reason));
                }
            )*
            unreachable!("what is known comes from the same table")
        }
    };
}

// In this order they are listed: first those that most people know.
games! {
    tictactoe::ABOUT, tictactoe::TicTacToe::variant, indexed;
    connect4::ABOUT, connect4::variant, from;
    chess::ABOUT, chess::Chess::variant, indexed;
    morris::ABOUT, morris::Morris::variant, indexed;
    othello::ABOUT, othello::Othello::variant, rules_only;
    nim::ABOUT, nim::Nim::variant, rules_only;
    quarto::ABOUT, quarto::Quarto::variant, indexed;
    xiangqi::ABOUT, xiangqi::Xiangqi::variant, indexed;
    baghchal::ABOUT, baghchal::BaghChal::variant, indexed;
    quixo::ABOUT, quixo::Quixo::variant, indexed;
    mnk::ABOUT, mnk::Mnk::variant, indexed;
    chomp::ABOUT, chomp::Chomp::variant, rules_only;
    foxandgeese::ABOUT, foxandgeese::FoxAndGeese::variant, indexed;
    hareandhounds::ABOUT, hareandhounds::HareAndHounds::variant, rules_only;
    sim::ABOUT, sim::Sim::variant, indexed;
    lgame::ABOUT, lgame::LGame::variant, rules_only;
    sliding::ABOUT, sliding::Sliding::variant, rules_only;
    pegs::ABOUT, pegs::Pegs::variant, rules_only;
    lightsout::ABOUT, lightsout::LightsOut::variant, indexed;
    tictactwo::ABOUT, tictactwo::TicTacTwo::variant, indexed;
    teeko::ABOUT, teeko::Teeko::variant, indexed;
    dodgem::ABOUT, dodgem::Dodgem::variant, rules_only;
    fivefieldkono::ABOUT, fivefieldkono::Kono::variant, indexed;
    mutorere::ABOUT, mutorere::MuTorere::variant, rules_only;
    achi::ABOUT, achi::Achi::variant, rules_only;
    dao::ABOUT, dao::Dao::variant, indexed;
    topitop::ABOUT, topitop::Topitop::variant, indexed;
    tactix::ABOUT, tactix::TacTix::variant, rules_only;
    kayles::ABOUT, kayles::Kayles::variant, rules_only;
    dawsonschess::ABOUT, dawsonschess::DawsonsChess::variant, rules_only;
    tootandotto::ABOUT, tootandotto::TootAndOtto::variant, indexed;
    chungtoi::ABOUT, chungtoi::ChungToi::variant, rules_only;
    quickcross::ABOUT, quickcross::QuickCross::variant, indexed;
    shifttactoe::ABOUT, shifttactoe::ShiftTacToe::variant, rules_only;
    snake::ABOUT, snake::Snake::variant, rules_only;
    allqueens::ABOUT, allqueens::AllQueens::variant, indexed;
    threespot::ABOUT, threespot::ThreeSpot::variant, rules_only;
    quarto::SIMPLE_ABOUT, quarto::Quarto::simple_variant, indexed;
    tentozero::ABOUT, tentozero::TenToZero::variant, rules_only;
}

/// What is known about one game.
pub fn about(game: &str) -> Result<&'static About, UnknownGame> {
    catalogue().iter().copied().find(|about| about.id == game).ok_or_else(|| UnknownGame::Game {
        name: game.to_owned(),
        meant: likely::game(game, catalogue()),
        known: list(catalogue().iter().map(|about| about.id)),
    })
}

/// A game by its names. Without a variant, the game's first one is meant.
pub fn game(game: &str, variant: Option<&str>) -> Result<Game, UnknownGame> {
    let about = about(game)?;
    make(about, canonical_variant(about, variant))
}

/// Boards that are written rows x columns, and columns x rows, as most games have it, behind them. Only
/// one board of the two sizes exists in these games, so that both mean the same.
const OTHER_WAY_ROUND: [(&str, &str, &str); 8] = [
    ("quixo", "4x5", "5x4"),
    ("tictactwo", "3x5", "5x3"),
    ("tictactwo", "3x5-3", "5x3-3"),
    ("topitop", "2x3", "3x2"),
    ("sliding", "2x3", "3x2"),
    ("sliding", "2x4", "4x2"),
    ("pegs", "4x5", "5x4"),
    ("snake", "4x5", "5x4"),
];

/// The name that a variant's tables have: of several names for one board the one in the catalogue, and
/// without a name the game's first variant.
pub fn canonical_variant<'a>(about: &About, variant: Option<&'a str>) -> &'a str {
    let Some(variant) = variant else { return about.variants[0].id };
    let is_alias = |(game, _, alias): &&(&str, &str, &str)| *game == about.id && *alias == variant;
    OTHER_WAY_ROUND.iter().find(is_alias).map_or(variant, |(_, canonical, _)| canonical)
}

/// All games.
pub fn games() -> Games {
    Games {
        catalogue: catalogue(),
        make: |name, variant| game(name, Some(variant)).map_err(|unknown| unknown.to_string()),
        forms: forms::of,
        aliases: aliases::of,
    }
}

fn unknown(about: &About, variant: &str, reason: Option<String>) -> UnknownGame {
    let (game, variant) = (about.id.to_owned(), variant.to_owned());
    let known = list(about.variants.iter().map(|variant| variant.id));
    match reason {
        Some(reason) => {
            let has_others = about.variants.len() > 1;
            let known = if has_others { known + " and others of the kind" } else { known };
            UnknownGame::Refused { game, variant, reason, known }
        }
        None => UnknownGame::Variant { game, variant, known },
    }
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_names_both_ways_round() {
        for (name, canonical, alias) in OTHER_WAY_ROUND {
            let about = about(name).unwrap();
            assert!(
                about.variants.iter().any(|variant| variant.id == canonical),
                "{name} {canonical}"
            );
            assert_eq!(canonical_variant(about, Some(alias)), canonical);
            assert_eq!(canonical_variant(about, Some(canonical)), canonical);
            assert!(make(about, alias).is_err(), "{name} {alias} is another board");
            let start = |variant| {
                let rules = game(name, Some(variant)).unwrap().rules;
                rules.write_position(&rules.start())
            };
            assert_eq!(start(alias), start(canonical));
            assert!(about.help.contains(alias), "the help of {name} does not say {alias}");
        }
        assert_eq!(canonical_variant(about("quixo").unwrap(), None), "5x5");
    }
}
