//! What every game promises about how it is drawn and clicked, on positions met at random.

use std::collections::{BTreeSet, HashMap, HashSet};

use hindsight_core::{
    AnyPosition, Art, Button, NOTHING, Part, Picture, Presentation, Rules, Scene, Then, Turn,
    stages,
};
use hindsight_games::baghchal::BaghChal;
use hindsight_games::tictactwo::TicTacTwo;
use hindsight_games::topitop::Topitop;
use hindsight_games::xiangqi::Xiangqi;
use hindsight_games::{catalogue, game};
use hindsight_testkit::{Dice, facts};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

type Game = dyn hindsight_core::AnyPresentation;

/// Visits the positions of some games played at random.
fn play(game: &Game, games: usize, mut visit: impl FnMut(&AnyPosition)) {
    let mut dice = Dice(2026);
    for _ in 0..games {
        let mut position = game.start();
        for _ in 0..80 {
            visit(&position);
            let mut moves = game.moves(&position);
            if moves.is_empty() {
                break;
            }
            position = moves.swap_remove(dice.below(moves.len()));
        }
    }
}

/// Does something to every variant of every game.
fn for_all(mut act: impl FnMut(&Game)) {
    let mut act = |name: &str, variant: &str| act(&*game(name, Some(variant)).unwrap().rules);
    for about in catalogue() {
        for variant in about.variants {
            act(about.id, variant.id);
        }
    }
    for (game, variant) in [
        ("morris", "nine:7,6"),
        ("morris", "three:3,4"),
        ("morris", "six:8,8"),
        ("baghchal", "8-3"),
        ("baghchal", "20-5:3,2"),
        ("baghchal", "3x3-7-3"),
        ("xiangqi", "KRCNP-KAB"),
    ] {
        act(game, variant);
    }
}

fn check_pictures(game: &Game) {
    let Some(scene) = game.scene() else { return };
    play(game, 60, |position| {
        let picture = game.picture(position);
        check_picture(&scene, &picture);
        if scene.setup.is_some() {
            scene.check_set_up(&picture).unwrap();
            let turn = game.turn(position);
            assert_eq!(game.set_up(&picture, turn).as_ref(), Ok(position), "{picture:?}");
        }
        check_moves(game, &scene, position);
    });
}

fn check_picture(scene: &Scene, picture: &Picture) {
    assert_eq!(picture.entities.chars().count(), scene.centers.len(), "{picture:?}");
    for (center, glyph) in picture.entities.chars().enumerate() {
        if glyph == NOTHING {
            continue;
        }
        assert!(glyph.is_ascii_alphanumeric(), "{glyph}");
        for theme in &scene.themes {
            assert!(theme.pieces.iter().any(|piece| piece.glyph == glyph), "{glyph}");
        }
        let is_counter = scene.counters.iter().any(|counter| counter.center == center);
        assert!(!is_counter, "{glyph} stands where a number is written");
    }
    assert_eq!(picture.counters.len(), scene.counters.len());
    for (number, counter) in picture.counters.iter().zip(&scene.counters) {
        assert!(*number <= counter.max, "{counter:?}: {number}");
    }
}

fn check_moves(game: &Game, scene: &Scene, position: &AnyPosition) {
    let parts = game.parts(position);
    let mut made = vec![0; parts.len()];
    for parts in &parts {
        assert!(!parts.is_empty());
        for (number, part) in parts.iter().enumerate() {
            assert_eq!(part.picture.is_some(), number + 1 < parts.len(), "{part:?}");
            part.picture.iter().for_each(|picture| check_picture(scene, picture));
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "-,".contains(c);
            assert!(!part.name.is_empty() && part.name.chars().all(is_plain), "{part:?}");
            check_button(scene, &part.button);
        }
    }
    // Moves that share their first parts agree about them.
    let mut agreed: HashMap<Vec<&str>, &Part> = HashMap::new();
    for parts in &parts {
        let mut path = Vec::new();
        for part in parts {
            path.push(part.name.as_str());
            let known = agreed.entry(path.clone()).or_insert(part);
            assert_eq!(*known, part, "{path:?}");
        }
    }
    let picture = game.picture(position);
    let stages = stages(picture.clone(), parts);
    assert_eq!(game.stages(position, &picture), stages);
    for stage in &stages {
        let names: HashSet<_> = stage.choices.iter().map(|choice| &choice.name).collect();
        assert_eq!(names.len(), stage.choices.len(), "{stage:?}");
        let buttons: HashSet<_> =
            stage.choices.iter().map(|choice| format!("{:?}", choice.button)).collect();
        assert_eq!(buttons.len(), stage.choices.len(), "{stage:?}");
        for choice in &stage.choices {
            if let Then::Move(number) = choice.then {
                made[number] += 1;
            }
        }
    }
    assert!(made.iter().all(|times| *times == 1), "{made:?}");
}

fn check_button(scene: &Scene, button: &Button) {
    assert!(button.centers().into_iter().all(|center| center < scene.centers.len()), "{button:?}");
    match button {
        Button::Spot { piece: Some(glyph), .. } => {
            for theme in &scene.themes {
                assert!(theme.pieces.iter().any(|piece| piece.glyph == *glyph), "{button:?}");
            }
        }
        Button::Arrow { from, to } | Button::Line { from, to } => assert_ne!(from, to),
        Button::Curve { points } => assert!((3..=4).contains(&points.len())),
        Button::Text { text, .. } => assert!(text.is_ascii_alphanumeric()),
        Button::Spot { piece: None, .. } | Button::Listed {} => {}
    }
}

#[test]
fn pictures_and_clicks_are_sound_in_every_game() {
    for_all(check_pictures);
}

fn check_scene(scene: &Scene) {
    let inside = |[x, y]: [f32; 2], [width, height]: [f32; 2]| {
        (0.0..=width).contains(&x) && (0.0..=height).contains(&y)
    };
    assert!(scene.centers.iter().all(|center| inside(*center, scene.space)));
    if let Some(layout) = &scene.universal {
        assert_eq!(layout.centers.len(), scene.centers.len());
        assert!(layout.centers.iter().all(|center| inside(*center, layout.space)));
    }
    assert!(!scene.themes.is_empty());
    let ids: BTreeSet<_> = scene.themes.iter().map(|theme| theme.id).collect();
    assert_eq!(ids.len(), scene.themes.len());
    for theme in &scene.themes {
        let glyphs: BTreeSet<_> = theme.pieces.iter().map(|piece| piece.glyph).collect();
        assert_eq!(glyphs.len(), theme.pieces.len());
        let arts = theme.pieces.iter().map(|piece| &piece.art);
        arts.chain(&theme.background).chain(&theme.foreground).for_each(check_art);
    }
    for counter in &scene.counters {
        assert!(counter.center < scene.centers.len());
    }
    for (glyph, centers) in scene.setup.iter().flat_map(|setup| &setup.pieces) {
        assert!(scene.themes[0].pieces.iter().any(|piece| piece.glyph == *glyph));
        assert!(centers.iter().all(|center| *center < scene.centers.len()));
    }
}

fn check_art(art: &Art) {
    check_svg(&art.svg);
    if let Some(image) = art.universal {
        let line = format!("{}{}", image.key, if image.button { " button" } else { "" });
        // An image that can be clicked can also be looked at.
        let known = |listed: &str| {
            listed == line || !image.button && listed.strip_suffix(" button") == Some(image.key)
        };
        let images = facts::text("gamesmanuni_images.txt");
        assert!(images.lines().any(known), "{line} is none of GamesmanUni's images");
    }
}

/// Elements are closed in order, and nothing comes from elsewhere.
fn check_svg(svg: &str) {
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\""), "{svg}");
    assert!(!svg.contains("href") && !svg.contains("<script") && !svg.contains("NaN"));
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        assert!(tag.matches('"').count().is_multiple_of(2), "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{svg}");
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
    }
    assert!(open.is_empty(), "{svg}");
}

#[test]
fn scenes_are_whole_and_name_images_that_exist() {
    for_all(|game| game.scene().iter().for_each(check_scene));
}

/// Reads texts, and sets up pictures; nothing may panic, and what is taken must come back.
fn read(game: &Game, texts: &[String], pictures: &[(Picture, Turn)]) {
    let taken = |position: AnyPosition| {
        let text = game.write_position(&position);
        assert_eq!(game.parse_position(&text).as_ref(), Ok(&position), "{text}");
        game.picture(&position);
        game.parts(&position);
    };
    for text in texts {
        game.parse_position(text).into_iter().for_each(taken);
    }
    for (picture, turn) in pictures {
        game.set_up(picture, *turn).into_iter().for_each(taken);
    }
}

/// The texts and pictures of positions met at random, of all games: what mutations begin with.
fn seeds() -> Vec<(String, Picture)> {
    let mut seeds = Vec::new();
    for_all(|game| {
        let mut met = 0;
        play(game, 3, |position| {
            met += 1;
            if met % 4 == 0 {
                seeds.push((game.write_position(position), game.picture(position)));
            }
        });
    });
    seeds
}

/// A text with some characters changed, put in or left out.
fn mutated(text: &str, changes: &[(usize, u8, char)]) -> String {
    let mut symbols: Vec<char> = text.chars().collect();
    for &(at, way, symbol) in changes {
        let at = at % (symbols.len() + 1);
        match way % 3 {
            0 => symbols.insert(at, symbol),
            1 if at < symbols.len() => symbols[at] = symbol,
            _ if at < symbols.len() => drop(symbols.remove(at)),
            _ => {}
        }
    }
    symbols.into_iter().collect()
}

fn symbol() -> impl Strategy<Value = char> {
    prop_oneof![
        "[-xoXOWBwbiGTKRgtkrFmSL:/,0-9]"
            .prop_map(|text: String| text.chars().next().unwrap_or('-')),
        any::<char>()
    ]
}

/// How many texts, and pictures, every game gets to read; half of them nearly right for some game.
const CASES: usize = 6_000;

#[test]
fn any_text_and_any_picture_gets_an_answer() {
    let seeds = seeds();
    let changes = prop::collection::vec((any::<usize>(), any::<u8>(), symbol()), 0..4);
    let case =
        (any::<prop::sample::Index>(), changes, any::<String>(), any::<bool>(), any::<u32>());
    let mut runner = TestRunner::deterministic();
    let mut texts = Vec::new();
    let mut pictures = Vec::new();
    for _ in 0..CASES / 2 {
        let (seed, changes, noise, second, number) = case.new_tree(&mut runner).unwrap().current();
        let (text, picture) = &seeds[seed.index(seeds.len())];
        texts.push(mutated(text, &changes));
        texts.push(noise.clone());
        let turn = if second { Turn::Second } else { Turn::First };
        let mut picture = picture.clone();
        picture.entities = mutated(&picture.entities, &changes);
        if number % 3 == 0 {
            picture.counters.push(number);
        }
        pictures.push((picture, turn));
        pictures.push((Picture { entities: noise, counters: vec![number; 2] }, turn));
    }
    for_all(|game| read(game, &texts, &pictures));
}

/// The centers at which two pictures differ.
fn differing(a: &Picture, b: &Picture) -> Vec<usize> {
    let pairs = a.entities.chars().zip(b.entities.chars()).enumerate();
    pairs.filter(|(_, (a, b))| a != b).map(|(center, _)| center).collect()
}

fn center_of(picture: &Picture, glyph: char) -> usize {
    picture.entities.chars().position(|known| known == glyph).unwrap()
}

#[test]
fn the_forbidden_step_of_topitop_is_seen_and_set_up() {
    let game = Topitop::variant("standard").unwrap();
    let open = game.parse_position("-7-/-82/5-1:b").unwrap();
    let forbidden = game.parse_position("-7-/-82/5-1:b:b3-a3").unwrap();
    let (without, with) = (game.picture(open), game.picture(forbidden));
    assert_eq!(differing(&without, &with).len(), 2, "a mark at each end");
    assert_eq!(game.set_up(&with, Turn::First), Ok(forbidden));
    let half = with.with(center_of(&with, 'm'), NOTHING);
    assert!(game.set_up(&half, Turn::First).is_err());
    let swapped = with.with(center_of(&with, 'm'), 'x').with(center_of(&with, 'x'), 'm');
    assert!(game.set_up(&swapped, Turn::First).is_err());
}

#[test]
fn buildings_of_topitop_stand_on_the_ground() {
    let game = Topitop::variant("standard").unwrap();
    let empty = game.picture(game.start());
    for (storeys, text) in [
        ("B--", "1--/---/---:r"),
        ("SB-", "2--/---/---:r"),
        ("LSB", "3--/---/---:r"),
        ("LS-", "9--/---/---:r"),
    ] {
        // A cell's storeys come first, from the ground upwards.
        let picture = Picture {
            entities: storeys.to_owned() + &empty.entities[storeys.len()..],
            // What is left to place follows from what stands there.
            counters: empty.counters.clone(),
        };
        assert_eq!(game.set_up(&picture, Turn::Second), game.parse_position(text), "{storeys}");
    }
    for storeys in ["-B-", "--B", "L-B", "LB-", "SL-", "BS-", "SSB", "LLS", "b--"] {
        let entities = storeys.to_owned() + &empty.entities[storeys.len()..];
        let picture = Picture { entities, counters: empty.counters.clone() };
        assert!(game.set_up(&picture, Turn::Second).is_err(), "{storeys}");
    }
}

#[test]
fn there_is_one_frame_in_tictactwo() {
    let game = TicTacTwo::variant("5x5").unwrap();
    let start = game.picture(game.start());
    let frame = center_of(&start, 'F');
    assert!(game.set_up(&start.with(frame, NOTHING), Turn::First).is_err());
    assert!(game.set_up(&start.with(frame + 1, 'F'), Turn::First).is_err());
    let moved = start.with(frame, NOTHING).with(0, 'F');
    let text = "-----/-----/-----/-----/-----:b4:x";
    assert_eq!(game.set_up(&moved, Turn::First), game.parse_position(text));
}

#[test]
fn captured_goats_need_not_be_counted() {
    let game = BaghChal::variant("20-5").unwrap();
    let position = game.parse_position("T---T/-----/--G--/-----/T---T:18:g").unwrap();
    let mut picture = game.picture(position);
    assert_eq!(picture.counters, [18, 1]);
    picture.counters[1] = 0;
    assert_eq!(game.set_up(&picture, Turn::First), Ok(position));
    picture.counters[0] = 20;
    assert!(game.set_up(&picture, Turn::First).is_err());
}

#[test]
fn only_pieces_are_set_up_in_xiangqi() {
    let game = Xiangqi::variant("4").unwrap();
    let start = game.picture(game.start());
    assert_eq!(game.set_up(&start, Turn::First), Ok(game.start()));
    // A digit would be a number of free points in a position's text.
    let digit = start.with(center_of(&start, NOTHING), '1');
    assert!(game.set_up(&digit, Turn::First).is_err());
    let both = start.with(center_of(&start, NOTHING), 'K');
    assert!(game.set_up(&both, Turn::First).is_err());
}
