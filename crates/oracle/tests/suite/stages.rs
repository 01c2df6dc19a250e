//! How moves are clicked, as the facade tells it: every move on one way, every stage worth its best
//! move.

use hindsight_core::{Button, Game, Outcome, Picture, Turn, Value};
use hindsight_games::morris::Morris;
use hindsight_games::quixo::Quixo;
use hindsight_games::tictactoe::TicTacToe;
use hindsight_oracle::{
    Answer, DataFolder, GameName, Oracle, OracleError, RandomFilter, SolveOptions, Verdict,
};
use hindsight_solve::Control;
use tempfile::TempDir;

const OPTIONS: SolveOptions = SolveOptions::within(1 << 30);

fn solved(data: &TempDir) -> Vec<Oracle> {
    let folder = || DataFolder::new(data.path());
    let name = |game: &str, variant: &str| GameName { game: game.into(), variant: variant.into() };
    let oracles = vec![
        Oracle::new(
            Game::indexed(TicTacToe::variant("3x3").unwrap()),
            name("tictactoe", "3x3"),
            folder(),
            1 << 30,
        ),
        Oracle::new(
            Game::indexed(Quixo::variant("3x3").unwrap()),
            name("quixo", "3x3"),
            folder(),
            1 << 30,
        ),
        Oracle::new(
            Game::indexed(Morris::variant("three").unwrap()),
            name("morris", "three"),
            folder(),
            1 << 30,
        ),
        Oracle::new(
            Game::indexed(Morris::variant("six:4,4").unwrap()),
            name("morris", "six"),
            folder(),
            1 << 30,
        ),
    ];
    for oracle in &oracles {
        oracle.solve(&OPTIONS, &Control::default()).unwrap();
    }
    oracles
}

/// The moves that can be made from a stage, by walking.
fn below(answer: &Answer, stage: usize) -> Vec<usize> {
    let buttons = answer.stages[stage].buttons.iter();
    buttons
        .flat_map(|button| match (button.chosen, button.stage) {
            (Some(chosen), None) => vec![chosen],
            (None, Some(next)) => below(answer, next),
            both => panic!("a button leads to one thing: {both:?}"),
        })
        .collect()
}

/// Everything that an answer says about its stages, found in the slow, obvious way.
fn check(answer: &Answer) {
    let worth = |chosen: &usize| Outcome::from(answer.moves[*chosen].verdict).as_seen_by_mover();
    for (number, stage) in answer.stages.iter().enumerate() {
        let found = stage.value.map(|value| Verdict { value, remoteness: stage.remoteness });
        let best = below(answer, number).iter().map(worth).max().map(Verdict::from);
        assert_eq!(found, best.or(Some(answer.verdict)), "stage {number} of {answer:?}");
    }
    let mut made = below(answer, 0);
    made.sort_unstable();
    assert_eq!(made, (0..answer.moves.len()).collect::<Vec<_>>());
    assert_eq!(answer.stages[0].picture, answer.picture);
}

#[test]
fn stages_are_worth_their_best_moves() {
    let data = tempfile::tempdir().unwrap();
    for oracle in solved(&data) {
        let mut several = 0;
        check(&oracle.answer(&oracle.start()).unwrap());
        for seed in 0..300 {
            let position = oracle.random(RandomFilter::default(), seed).unwrap().unwrap();
            let answer = oracle.answer(&position).unwrap();
            check(&answer);
            several += usize::from(answer.stages.len() > 1);
            let view = oracle.view(&position).unwrap();
            let told = (&view.picture, view.turn, view.stages.len());
            assert_eq!(told, (&answer.picture, answer.turn, answer.stages.len()));
            for (bare, full) in view.stages.iter().zip(&answer.stages) {
                assert_eq!((bare.value, bare.remoteness), (None, None));
                assert_eq!((&bare.picture, &bare.buttons), (&full.picture, &full.buttons));
            }
            let same = oracle.set_up(&answer.picture, answer.turn).unwrap();
            assert_eq!(same, answer.position);
        }
        let is_plain = oracle.name().game == "tictactoe";
        assert_eq!(several == 0, is_plain, "{}", oracle.name());
    }
}

#[test]
fn pictures_that_show_no_position_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let name = GameName { game: "tictactoe".into(), variant: "3x3".into() };
    let game = TicTacToe::variant("3x3").unwrap();
    let oracle = Oracle::new(Game::indexed(game), name, DataFolder::new(data.path()), 1 << 30);
    let set_up = |entities: &str, counters: &[u32], turn| {
        let picture = Picture { entities: entities.into(), counters: counters.to_vec() };
        oracle.set_up(&picture, turn)
    };
    assert_eq!(set_up("x--------", &[], Turn::Second).unwrap(), "x--/---/---");
    for (entities, counters, turn, reason) in [
        ("x--------", &[][..], Turn::First, "one more"),
        ("oo-------", &[], Turn::First, "x begins"),
        ("x-------", &[], Turn::Second, "8 characters for 9 places"),
        ("q--------", &[], Turn::Second, "no 'q'"),
        ("x--------", &[1], Turn::Second, "1 numbers for 0 counters"),
    ] {
        let error = set_up(entities, counters, turn).unwrap_err();
        assert!(matches!(error, OracleError::Notation { .. }));
        assert!(error.to_string().contains(reason), "{error}");
    }
}

/// A game that says nothing about its looks: count to three, by one or three.
mod counting {
    use super::*;
    use hindsight_core::{Game, NotationError, Presentation, Rules};

    struct Counting;

    impl Rules for Counting {
        type Position = u8;
        type Move = u8;

        fn start(&self) -> u8 {
            0
        }

        fn primitive(&self, position: u8) -> Option<Value> {
            (position >= 3).then_some(Value::Lose)
        }

        fn moves(&self, _position: u8, visit: impl FnMut(u8)) {
            [1, 3].into_iter().for_each(visit);
        }

        fn play(&self, position: u8, chosen: u8) -> u8 {
            position + chosen
        }

        fn turn(&self, position: u8) -> Turn {
            if position.is_multiple_of(2) { Turn::First } else { Turn::Second }
        }
    }

    impl Presentation for Counting {
        fn write_position(&self, position: u8) -> String {
            position.to_string()
        }

        fn parse_position(&self, text: &str) -> Result<u8, NotationError> {
            text.parse().map_err(|_| NotationError::position(text, "a number"))
        }

        fn write_move(&self, _position: u8, chosen: u8) -> String {
            format!("+{chosen}")
        }

        fn board(&self, position: u8) -> String {
            format!("--{position}\n  ^\n")
        }
    }

    #[test]
    fn a_game_without_a_scene_is_shown_as_text_and_its_moves_are_listed() {
        let data = tempfile::tempdir().unwrap();
        let name = GameName { game: "counting".into(), variant: "three".into() };
        let oracle =
            Oracle::new(Game::rules_only(Counting), name, DataFolder::new(data.path()), 1 << 20);
        oracle.solve(&OPTIONS, &Control::default()).unwrap();
        let drawing = oracle.drawing();
        assert!(drawing.fallback && drawing.scene.setup.is_none());
        assert_eq!(drawing.scene.centers.len(), 6);
        let answer = oracle.answer("1").unwrap();
        check(&answer);
        assert_eq!(answer.picture.entities, "\u{2212}\u{2212}1--^");
        let buttons = &answer.stages[0].buttons;
        assert_eq!(buttons.len(), 2);
        assert!(buttons.iter().all(|button| button.button == Button::Listed {}));
        assert_eq!(buttons[1].name, "+3");
        let error = oracle.set_up(&answer.picture, Turn::First).unwrap_err();
        assert!(error.to_string().contains("cannot be set up"), "{error}");
    }
}
