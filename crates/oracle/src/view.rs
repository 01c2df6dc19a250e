//! What the rules and looks of a game say by themselves, without tables or an index.

use hindsight_core::{AnyPosition, AnyPresentation, Choice, Outcome, Scene, Stage, Then};

use crate::error::OracleError;
use crate::report::{ButtonAnswer, Drawing, StageAnswer, Verdict, View, ViewMove};

/// How a game is drawn and clicked.
pub fn drawing(rules: &dyn AnyPresentation) -> Drawing {
    match rules.scene() {
        Some(scene) => Drawing { scene, fallback: false },
        None => Drawing { scene: Scene::of_text(&rules.board(&rules.start())), fallback: true },
    }
}

/// Everything about a position but its value.
pub fn view(rules: &dyn AnyPresentation, position: &AnyPosition) -> View {
    let moves = rules.move_names(position).into_iter().zip(rules.moves(position));
    let moves = moves.map(|(chosen, child)| ViewMove {
        chosen,
        position: rules.write_position(&child),
        grundy: None,
        value: None,
        picture: rules.picture(&child),
    });
    let picture = rules.picture(position);
    let clicks = rules.stages(position, &picture);
    View {
        position: rules.write_position(position),
        turn: rules.turn(position),
        board: rules.board(position),
        kind: rules.kind(),
        grundy: None,
        decided_by: rules.decided_by(position),
        over: rules.primitive(position).map(|value| Outcome::over(value).into()),
        value: None,
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
            let known = view.moves.into_iter().map(|known| known.chosen).collect();
            Err(OracleError::no_such_move(chosen, view.position, known))
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
