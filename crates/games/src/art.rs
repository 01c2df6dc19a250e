//! Images that several games share, as SVG documents: stones, marks and the boards they stand on.
//!
//! Flat, with outlines that stand out on light and dark grounds; what belongs to whom can be told
//! without colours.

use std::fmt::Write;

use hindsight_core::Art;

/// The ground of boards.
pub const BOARD: &str = "#ead9b8";
/// Its darker edge.
pub const EDGE: &str = "#8a6a43";
/// The lines on it.
pub const LINES: &str = "#5d472c";
/// The first player's colour, where a game does not say black and white.
pub const FIRST: &str = "#1f5fa8";
/// The second player's.
pub const SECOND: &str = "#b8431f";
/// The rim of what was chosen.
const CHOSEN: &str = "#1f7a3d";

/// An image that is drawn in a space of some width and height.
pub fn document(width: f32, height: f32, content: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">{content}</svg>"
    )
}

/// An image in a square of a hundred units.
pub fn token(content: &str) -> Art {
    Art::new(document(100.0, 100.0, content))
}

/// A light stone, with a ring.
pub fn white_stone() -> Art {
    token(&white_disc([50.0, 50.0], 47.0)).with_image("general/whitepiece.svg")
}

/// A dark stone, with a dot.
pub fn black_stone() -> Art {
    token(&black_disc([50.0, 50.0], 47.0)).with_image("general/blackpiece.svg")
}

/// A light stone as a part of an image.
pub fn white_disc(middle: [f32; 2], radius: f32) -> String {
    disc(middle, radius, "#faf7f0", "#3a3027")
        + &circle(middle, radius * 0.62, "#c4b69f", radius * 0.1)
}

/// A dark stone as a part of an image.
pub fn black_disc(middle: [f32; 2], radius: f32) -> String {
    disc(middle, radius, "#2b2724", "#0f0d0c")
        + &circle(middle, radius * 0.78, "#655c54", radius * 0.06)
        + &dot(middle, radius * 0.2, "#a3988c")
}

/// A filled circle with an outline inside its radius.
pub fn disc([x, y]: [f32; 2], radius: f32, fill: &str, outline: &str) -> String {
    let width = radius * 0.1;
    let inner = radius - width / 2.0;
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{inner}\" fill=\"{fill}\" stroke=\"{outline}\" \
         stroke-width=\"{width}\"/>"
    )
}

/// A circle that is not filled.
pub fn circle([x, y]: [f32; 2], radius: f32, colour: &str, width: f32) -> String {
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{colour}\" \
         stroke-width=\"{width}\"/>"
    )
}

/// The same piece, faint and with a dashed rim: lifted from where it stood.
pub fn chosen(piece: Art) -> Art {
    let rim = format!(
        "</g><circle cx=\"50\" cy=\"50\" r=\"45\" fill=\"none\" stroke=\"{CHOSEN}\" \
         stroke-width=\"8\" stroke-dasharray=\"14 9.56\"/></svg>"
    );
    let faint = piece.svg.replacen('>', "><g opacity=\"0.45\">", 1).replace("</svg>", &rim);
    Art { svg: faint.into(), universal: piece.universal }
}

/// A cross.
pub fn cross() -> Art {
    token(&cross_marks())
}

/// A ring.
pub fn ring() -> Art {
    token(&ring_marks())
}

/// A cross as a part of an image.
pub fn cross_marks() -> String {
    strokes([([26.0, 26.0], [74.0, 74.0]), ([74.0, 26.0], [26.0, 74.0])], FIRST, 15.0)
}

/// A ring as a part of an image.
pub fn ring_marks() -> String {
    circle([50.0, 50.0], 28.0, SECOND, 14.0)
}

/// A stone of the first player, with a cross on it.
pub fn cross_stone() -> Art {
    let lines = [([33.0, 33.0], [67.0, 67.0]), ([67.0, 33.0], [33.0, 67.0])];
    let content = disc([50.0, 50.0], 47.0, FIRST, "#123a68") + &strokes(lines, "#ffffff", 11.0);
    token(&content).with_image("general/bluepiece.svg")
}

/// A stone of the second player, with a ring on it.
pub fn ring_stone() -> Art {
    let content =
        disc([50.0, 50.0], 47.0, SECOND, "#6d2610") + &circle([50.0, 50.0], 20.0, "#ffffff", 10.0);
    token(&content).with_image("general/redpiece.svg")
}

/// The face of a wooden cube, with something on it.
pub fn cube(mark: &str) -> Art {
    token(&format!("{}{mark}", face(EDGE, "")))
}

/// The same cube taken out, with a dashed rim.
pub fn cube_taken(mark: &str) -> Art {
    token(&format!("{}<g opacity=\"0.6\">{mark}</g>", face(CHOSEN, " stroke-dasharray=\"16 9\"")))
}

fn face(rim: &str, dashes: &str) -> String {
    let width = if dashes.is_empty() { 4 } else { 8 };
    format!(
        "<rect x=\"4\" y=\"4\" width=\"92\" height=\"92\" rx=\"14\" fill=\"#f6ecd8\" \
         stroke=\"{rim}\" stroke-width=\"{width}\"{dashes}/>\
         <rect x=\"12\" y=\"12\" width=\"76\" height=\"76\" rx=\"9\" fill=\"none\" \
         stroke=\"#e0cda8\" stroke-width=\"3\"/>"
    )
}

/// A stick that stands upright.
pub fn stick() -> Art {
    token(
        "<rect x=\"42\" y=\"8\" width=\"16\" height=\"84\" rx=\"7\" fill=\"#b9793a\" \
         stroke=\"#5d3a17\" stroke-width=\"4\"/>\
         <path d=\"M47 18V80\" stroke=\"#dfa769\" stroke-width=\"4\" stroke-linecap=\"round\"/>",
    )
    .with_image("general/brownpiece.svg")
}

/// A crosshair around what is to be taken.
pub fn target() -> Art {
    token(
        "<circle cx=\"50\" cy=\"50\" r=\"43\" fill=\"none\" stroke=\"#c22\" stroke-width=\"8\" \
         stroke-dasharray=\"34 11.03\"/>\
         <path d=\"M32 32L68 68M68 32L32 68\" fill=\"none\" stroke=\"#c22\" stroke-width=\"10\" \
         stroke-linecap=\"round\"/>",
    )
}

/// A board with rounded corners, before anything is drawn on it.
pub fn plate(width: f32, height: f32) -> String {
    outline(width, height, &format!(" fill=\"{BOARD}\"")) + &frame(width, height)
}

/// The edge of a board, for one on which something was drawn up to the edge.
pub fn frame(width: f32, height: f32) -> String {
    let edge = 0.012 * width;
    outline(width, height, &format!(" fill=\"none\" stroke=\"{EDGE}\" stroke-width=\"{edge}\""))
}

/// The shape of a board, painted in some way.
pub fn outline(width: f32, height: f32, paint: &str) -> String {
    let edge = 0.012 * width;
    format!(
        "<rect x=\"{half}\" y=\"{half}\" width=\"{inner_width}\" height=\"{inner_height}\" \
         rx=\"{round}\"{paint}/>",
        half = edge / 2.0,
        round = 0.035 * width,
        inner_width = width - edge,
        inner_height = height - edge,
    )
}

/// An upright board with a round hole for each cell, through which the pieces behind it are seen.
pub fn holes(rows: usize, columns: usize) -> String {
    let mut path = format!("M0 0H{columns}V{rows}H0Z");
    for cell in 0..rows * columns {
        let (x, y) = ((cell % columns) as f32 + 0.1, (cell / columns) as f32 + 0.5);
        // Two half circles; writing to a string cannot fail.
        let _ = write!(path, "M{x} {y}a.4 .4 0 0 1 .8 0a.4 .4 0 0 1 -.8 0Z");
    }
    format!(
        "<path d=\"{path}\" fill=\"#3d6ea5\" fill-rule=\"evenodd\" stroke=\"#24476f\" \
         stroke-width=\".03\"/>"
    )
}

/// Straight lines of one width between pairs of points.
pub fn strokes(
    lines: impl IntoIterator<Item = ([f32; 2], [f32; 2])>,
    colour: &str,
    width: f32,
) -> String {
    let mut path = String::new();
    for ([x, y], [to_x, to_y]) in lines {
        // Writing to a string cannot fail.
        let _ = write!(path, "M{x} {y}L{to_x} {to_y}");
    }
    format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
         stroke-linecap=\"round\"/>"
    )
}

/// A filled circle.
pub fn dot([x, y]: [f32; 2], radius: f32, colour: &str) -> String {
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{colour}\"/>")
}

/// A short text around a point. It is written large and made small: browsers do not draw every letter
/// whose size is below one.
pub fn label([x, y]: [f32; 2], size: f32, text: &str) -> String {
    format!(
        "<text transform=\"translate({x} {y}) scale({})\" y=\"35\" font-size=\"100\" \
         font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"{LINES}\">{text}</text>",
        size / 100.0
    )
}
