//! Scenes as the page reads them, and the images that they name.

use std::collections::{BTreeMap, HashMap};

use bytes::Bytes;
use hindsight_core::{Art, Scene};
use hindsight_oracle::Drawing;
use serde::Serialize;

/// A scene as the page reads it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SceneAnswer {
    space: [f32; 2],
    centers: Vec<[f32; 2]>,
    names: Vec<String>,
    strokes: Vec<[usize; 2]>,
    players: [&'static str; 2],
    button_radius: f32,
    arrow_width: f32,
    line_width: f32,
    lines_by_ends: bool,
    counters: Vec<CounterAnswer>,
    setup: Option<SetupAnswer>,
    themes: Vec<ThemeAnswer>,
    fallback: bool,
}

#[derive(Clone, Debug, Serialize)]
struct CounterAnswer {
    label: &'static str,
    center: usize,
    max: u32,
}

#[derive(Clone, Debug, Serialize)]
struct SetupAnswer {
    pieces: Vec<SetupPiece>,
}

#[derive(Clone, Debug, Serialize)]
struct SetupPiece {
    piece: char,
    centers: Vec<usize>,
}

#[derive(Clone, Debug, Serialize)]
struct ThemeAnswer {
    id: &'static str,
    name: &'static str,
    background: Option<String>,
    foreground: Option<String>,
    pieces: BTreeMap<char, PieceAnswer>,
}

#[derive(Clone, Debug, Serialize)]
struct PieceAnswer {
    image: String,
    size: f32,
    name: &'static str,
}

impl SceneAnswer {
    /// What the page needs of a drawing. `image` says where its images are.
    pub fn new(drawing: &Drawing, image: &dyn Fn(&Art) -> String) -> SceneAnswer {
        let Drawing { scene, fallback } = drawing;
        let setup = scene.setup.as_ref().map(|setup| SetupAnswer {
            pieces: setup
                .pieces
                .iter()
                .map(|(piece, centers)| SetupPiece { piece: *piece, centers: centers.clone() })
                .collect(),
        });
        let theme = |theme: &hindsight_core::Theme| ThemeAnswer {
            id: theme.id,
            name: theme.name,
            background: theme.background.as_ref().map(image),
            foreground: theme.foreground.as_ref().map(image),
            pieces: theme
                .pieces
                .iter()
                .map(|piece| {
                    let image = image(&piece.art);
                    (piece.glyph, PieceAnswer { image, size: piece.size, name: piece.name })
                })
                .collect(),
        };
        let counter = |counter: &hindsight_core::Counter| {
            let hindsight_core::Counter { label, center, max } = *counter;
            CounterAnswer { label, center, max }
        };
        SceneAnswer {
            space: scene.space,
            centers: scene.centers.clone(),
            names: scene.names.clone(),
            strokes: scene.strokes.clone(),
            players: scene.players,
            button_radius: scene.button_radius,
            arrow_width: scene.arrow_width,
            line_width: scene.line_width,
            lines_by_ends: scene.lines_by_ends,
            counters: scene.counters.iter().map(counter).collect(),
            setup,
            themes: scene.themes.iter().map(theme).collect(),
            fallback: *fallback,
        }
    }
}

/// The images of all scenes, by file name.
pub type Gallery = HashMap<String, Bytes>;

/// Puts the images of a scene into a gallery.
pub fn hang(gallery: &mut Gallery, scene: &Scene) {
    for theme in &scene.themes {
        let grounds = theme.background.iter().chain(&theme.foreground);
        for art in grounds.chain(theme.pieces.iter().map(|piece| &piece.art)) {
            let svg = || Bytes::from(art.svg.clone().into_owned());
            gallery.entry(image_name(art)).or_insert_with(svg);
        }
    }
}

/// An image in the place of its address. What may not stand in an address is escaped.
pub fn image_itself(art: &Art) -> String {
    let escaped = art.svg.bytes().map(|byte| match byte {
        b' ' | b'!' | b'$'..=b';' | b'=' | b'?'..=b'_' | b'a'..=b'z' => {
            char::from(byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    });
    format!("data:image/svg+xml,{}", escaped.collect::<String>())
}

/// The name of an image: made of the image itself, so that what it stands for never changes.
pub fn image_name(art: &Art) -> String {
    format!("{}.svg", &blake3::hash(art.svg.as_bytes()).to_hex()[..20])
}
