//! The move that each game shows to whoever learns its rules.

use hindsight_core::Button;
use hindsight_games::{catalogue, game};
use hindsight_oracle::{DataFolder, GameName, Oracle};

#[test]
fn every_game_has_a_move_to_look_at() {
    let data = tempfile::tempdir().unwrap();
    let mut of_several_clicks = 0;
    for about in catalogue() {
        let variant = about.variants[0].id;
        let made = game(about.id, Some(variant)).unwrap();
        let name = GameName::new(about.id, variant);
        let oracle = Oracle::new(made, name, DataFolder::new(data.path()), 1 << 30);
        let lesson = oracle.lesson().unwrap_or_else(|| panic!("{} has none", about.id));

        // The move leads where it says.
        let replay = oracle.replay(&lesson.position, [&*lesson.chosen]).unwrap();
        assert_eq!(replay.plies[0].position, lesson.next, "{}", about.id);
        assert_eq!((replay.turn, &replay.position), (lesson.turn, &lesson.position));

        // Its clicks are those of the position, one after the other.
        let view = oracle.view(&lesson.position).unwrap();
        let mut stage = &view.stages[0];
        for (number, part) in lesson.parts.iter().enumerate() {
            assert_eq!(part.picture, stage.picture, "{}", about.id);
            let found = stage.buttons.iter().find(|button| button.name == part.name);
            let found = found.unwrap_or_else(|| panic!("{}: {}", about.id, part.name));
            assert_eq!(found.button, part.button);
            match found.stage {
                Some(next) => stage = &view.stages[next],
                None => {
                    assert_eq!(number + 1, lesson.parts.len(), "{}", about.id);
                    assert_eq!(view.moves[found.chosen.unwrap()].chosen, lesson.chosen);
                }
            }
        }
        assert_eq!(oracle.view(&lesson.next).unwrap().picture, lesson.picture, "{}", about.id);
        // All games of the catalogue are played by clicks on the board, but for a pass.
        let is_clicked = |button: &Button| !matches!(button, Button::Listed {});
        assert!(lesson.parts.iter().any(|part| is_clicked(&part.button)), "{}", about.id);
        of_several_clicks += usize::from(lesson.parts.len() > 1);
    }
    assert!(of_several_clicks >= 5, "{of_several_clicks} games");
}
