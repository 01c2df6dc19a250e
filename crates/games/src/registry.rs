//! From the names of a game and a variant to its type.
//!
//! Solving is generic over the game, so that hot loops know it; the command line knows only names.
//! [`visit`] is the bridge: it hands the game, with its own type, to a [`Visitor`].

use hindsight_core::{About, Indexed, Looks, Rules};
use thiserror::Error;

/// What is to be done with a game, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it to a game that numbers its positions.
    fn indexed<G: Indexed + Looks + 'static>(self, game: G) -> Self::Output;

    /// Does it to a game that has rules only.
    fn rules_only<G: Rules + Looks + 'static>(self, game: G) -> Self::Output;
}

/// A name that stands for no game or no variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownGame {
    /// No game has this name.
    #[error("there is no game '{name}'; the games are {known}")]
    Game {
        /// What was asked for.
        name: String,
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
    /// The game makes variants from their names, and not from this one.
    #[error(
        "{game} has no variant '{variant}': {reason}; known are {known} and others of the kind"
    )]
    Refused {
        /// The game.
        game: String,
        /// What was asked for.
        variant: String,
        /// Why it is none.
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

/// The table of all games: module, type, and what a [`Visitor`] does with it.
macro_rules! games {
    ($($module:ident $game:ident $takes:ident;)*) => {
        /// Everything that is known about the games without making one.
        pub fn catalogue() -> &'static [&'static About] {
            &[$(&crate::$module::ABOUT),*]
        }

        /// Makes a game of the catalogue and hands it to the visitor.
        fn make<V: Visitor>(
            about: &About,
            variant: &str,
            visitor: V,
        ) -> Result<V::Output, UnknownGame> {
            $(
                if about.id == crate::$module::ABOUT.id {
                    let made = crate::$module::$game::variant(variant).made();
                    let game = made.map_err(|reason| unknown(about, variant, reason))?;
                    return Ok(visitor.$takes(game));
                }
            )*
            unreachable!("what is known comes from the same table")
        }
    };
}

games! {
    tentozero TenToZero rules_only;
    tictactoe TicTacToe indexed;
    quixo Quixo indexed;
    fivefieldkono Kono indexed;
    morris Morris indexed;
    topitop Topitop indexed;
    tictactwo TicTacTwo indexed;
    xiangqi Xiangqi indexed;
    baghchal BaghChal indexed;
    mutorere MuTorere rules_only;
    chomp Chomp rules_only;
    nim Nim rules_only;
    kayles Kayles rules_only;
    dawsonschess DawsonsChess rules_only;
    tactix TacTix rules_only;
    othello Othello rules_only;
    sliding Sliding rules_only;
    pegs Pegs rules_only;
    lightsout LightsOut indexed;
    dodgem Dodgem rules_only;
    lgame LGame rules_only;
    sim Sim indexed;
    hareandhounds HareAndHounds rules_only;
    foxandgeese FoxAndGeese indexed;
    snake Snake rules_only;
    threespot ThreeSpot rules_only;
    chess Chess indexed;
    achi Achi rules_only;
    connect4 Connect4 indexed;
    mnk Mnk indexed;
    chungtoi ChungToi rules_only;
    quickcross QuickCross indexed;
    shifttactoe ShiftTacToe rules_only;
    tootandotto TootAndOtto indexed;
    dao Dao indexed;
    teeko Teeko indexed;
    allqueens AllQueens indexed;
}

/// What is known about one game.
pub fn about(game: &str) -> Result<&'static About, UnknownGame> {
    catalogue().iter().copied().find(|about| about.id == game).ok_or_else(|| UnknownGame::Game {
        name: game.to_owned(),
        known: list(catalogue().iter().map(|about| about.id)),
    })
}

/// Makes a game and hands it to the visitor. Without a variant, the game's first one is meant.
pub fn visit<V: Visitor>(
    game: &str,
    variant: Option<&str>,
    visitor: V,
) -> Result<V::Output, UnknownGame> {
    let about = about(game)?;
    make(about, variant.unwrap_or(about.variants[0].id), visitor)
}

fn unknown(about: &About, variant: &str, reason: Option<String>) -> UnknownGame {
    let (game, variant) = (about.id.to_owned(), variant.to_owned());
    let known = list(about.variants.iter().map(|variant| variant.id));
    match reason {
        Some(reason) => UnknownGame::Refused { game, variant, reason, known },
        None => UnknownGame::Variant { game, variant, known },
    }
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
