//! From the names of a game and a variant to its type.
//!
//! Solving is generic over the game, so that hot loops know it; the command line knows only names.
//! [`visit`] is the bridge: it hands the game, with its own type, to a [`Visitor`].

use hindsight_core::{About, Indexed, Looks, Rules};
use thiserror::Error;

use crate::{
    baghchal, fivefieldkono, morris, quarto, quixo, tentozero, tictactoe, tictactwo, topitop,
    xiangqi,
};

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

/// Everything that is known about the games without making one.
pub fn catalogue() -> &'static [&'static About] {
    &[
        &tentozero::ABOUT,
        &tictactoe::ABOUT,
        &quixo::ABOUT,
        &fivefieldkono::ABOUT,
        &morris::ABOUT,
        &topitop::ABOUT,
        &tictactwo::ABOUT,
        &xiangqi::ABOUT,
        &baghchal::ABOUT,
        &quarto::ABOUT,
        &quarto::SIMPLE_ABOUT,
    ]
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
    let variant = variant.unwrap_or(about.variants[0].id);
    let known = || list(about.variants.iter().map(|variant| variant.id));
    let unknown = || UnknownGame::Variant {
        game: about.id.to_owned(),
        variant: variant.to_owned(),
        known: known(),
    };
    Ok(match about.id {
        "tentozero" => {
            visitor.rules_only(tentozero::TenToZero::variant(variant).ok_or_else(unknown)?)
        }
        "tictactoe" => visitor.indexed(tictactoe::TicTacToe::variant(variant).ok_or_else(unknown)?),
        "quixo" => visitor.indexed(quixo::Quixo::variant(variant).ok_or_else(unknown)?),
        "fivefieldkono" => {
            visitor.indexed(fivefieldkono::Kono::variant(variant).ok_or_else(unknown)?)
        }
        "morris" => visitor.indexed(morris::Morris::variant(variant).ok_or_else(unknown)?),
        "topitop" => visitor.indexed(topitop::Topitop::variant(variant).ok_or_else(unknown)?),
        "tictactwo" => visitor.indexed(tictactwo::TicTacTwo::variant(variant).ok_or_else(unknown)?),
        "xiangqi" => visitor.indexed(xiangqi::Xiangqi::variant(variant).map_err(|reason| {
            UnknownGame::Refused {
                game: about.id.to_owned(),
                variant: variant.to_owned(),
                reason,
                known: known(),
            }
        })?),
        "baghchal" => visitor.indexed(baghchal::BaghChal::variant(variant).ok_or_else(unknown)?),
        "quarto" => visitor.indexed(quarto::Quarto::variant(variant).ok_or_else(unknown)?),
        "quarto-simple" => {
            visitor.indexed(quarto::Quarto::simple_variant(variant).ok_or_else(unknown)?)
        }
        other => unreachable!("{other} is in the catalogue but not in the registry"),
    })
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
