//! What the rules and looks of a game say by themselves, without tables or an index.

use hindsight_core::{Choice, Looks, Outcome, Picture, Scene, Stage, Then, Turn};

use crate::error::OracleError;
use crate::oracle::GameName;
use crate::report::{ButtonAnswer, Drawing, StageAnswer, Verdict, View, ViewMove};

/// How a game is drawn and clicked.
pub fn drawing<G: Looks>(game: &G) -> Drawing {
    match game.scene() {
        Some(scene) => Drawing { scene, fallback: false },
        None => Drawing { scene: Scene::of_text(&game.board(game.start())), fallback: true },
    }
}

/// The position that a text means.
pub fn parse<G: Looks>(game: &G, name: &GameName, text: &str) -> Result<G::Position, OracleError> {
    let parsed = game.parse_position(text);
    parsed.map_err(|cause| OracleError::Notation { name: name.clone(), cause })
}

/// The position that a picture shows.
pub fn set_up<G: Looks>(
    game: &G,
    name: &GameName,
    scene: &Scene,
    picture: &Picture,
    turn: Turn,
) -> Result<String, OracleError> {
    let checked = scene.check_set_up(picture);
    match checked.and_then(|()| game.set_up(picture, turn)) {
        Ok(position) => Ok(game.write_position(position)),
        Err(cause) => Err(OracleError::Notation { name: name.clone(), cause }),
    }
}

/// The moves of a position and where they lead; none where the game is over.
pub fn moves<G: Looks>(game: &G, position: G::Position) -> Vec<(G::Move, G::Position)> {
    let mut moves = Vec::with_capacity(32);
    if game.primitive(position).is_none() {
        game.moves(position, |chosen| moves.push((chosen, game.play(position, chosen))));
    }
    moves
}

/// Everything about a position but its value.
pub fn view<G: Looks>(game: &G, position: G::Position) -> View {
    let found = moves(game, position);
    let moves = found.iter().map(|&(chosen, child)| ViewMove {
        chosen: game.write_move(position, chosen),
        position: game.write_position(child),
        grundy: None,
        picture: game.picture(child),
    });
    let picture = game.picture(position);
    let chosen: Vec<_> = found.iter().map(|found| found.0).collect();
    let clicks = game.stages(position, &picture, &chosen);
    View {
        position: game.write_position(position),
        turn: game.turn(position),
        board: game.board(position),
        kind: game.kind(),
        grundy: None,
        over: game.primitive(position).map(|value| Outcome::over(value).into()),
        picture,
        moves: moves.collect(),
        stages: clicks.into_iter().map(|stage| stage_answer(stage, None)).collect(),
    }
}

/// The position after a move, by the move's name.
pub fn play(view: View, chosen: &str) -> Result<String, OracleError> {
    match view.moves.iter().find(|known| known.chosen == chosen) {
        Some(known) => Ok(known.position.clone()),
        None => {
            let known: Vec<_> = view.moves.into_iter().map(|known| known.chosen).collect();
            let shown = chosen.chars().take(60);
            Err(OracleError::NoSuchMove {
                text: shown.map(|c| if c.is_control() { '?' } else { c }).collect(),
                position: view.position,
                known: known.join(" "),
            })
        }
    }
}

/// A stage and what it is worth, as it is told.
pub fn stage_answer(stage: Stage, worth: Option<Outcome>) -> StageAnswer {
    let verdict = worth.map(Verdict::from);
    let button = |Choice { name, button, then }| {
        let (chosen, stage) = match then {
            Then::Move(number) => (Some(number), None),
            Then::Stage(number) => (None, Some(number)),
        };
        ButtonAnswer { name, button, chosen, stage }
    };
    StageAnswer {
        picture: stage.picture,
        value: verdict.map(|verdict| verdict.value),
        remoteness: verdict.and_then(|verdict| verdict.remoteness),
        buttons: stage.choices.into_iter().map(button).collect(),
    }
}
