use std::fmt::{self, Write};

use chess_types::{Bitboard, Color, PieceType, Square};

use super::attacker::name;
use super::scene::{Highlight, Mark, Scene, names};
use super::shapes::{Shape, shape};

/// A picture of the board as SVG, without a line break at the end. Nothing but the letters and digits beside the board
/// and the words below it needs a font.
pub(super) fn draw(scene: &Scene) -> String {
    let mut svg = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut svg, scene);
    svg
}

/// The side of a square, for which the shapes of the pieces are made.
const SQUARE: usize = 100;
const BOARD: usize = 8 * SQUARE;
/// Left of the board and below it, where files and ranks are named.
const NAMES: usize = 44;
/// Right of the board and above it.
const MARGIN: usize = 16;
const WIDTH: usize = NAMES + BOARD + MARGIN;
/// The legend of a moveboard: what stands side by side, and the height of a row.
const COLUMNS: usize = 3;
const LEGEND_ROW: usize = 48;
/// The side of a sample in the legend.
const SAMPLE: usize = 32;

const LIGHT: &str = "#f0e6d2";
const DARK: &str = "#b8977a";
const INK: &str = "#1c1c1c";
const FONT: &str = "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"24\"";

fn write(svg: &mut String, scene: &Scene) -> fmt::Result {
    let board_height = MARGIN + BOARD + NAMES;
    let legend_rows = if scene.attacker.is_some() { scene.highlights.len().div_ceil(COLUMNS) } else { 0 };
    let height = board_height + legend_rows * LEGEND_ROW;
    writeln!(svg, "<!-- Written by: {} -->", command(scene))?;
    // Shown at half the size of its unit.
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{}\" height=\"{}\" \
         role=\"img\">",
        WIDTH / 2,
        height / 2,
    )?;
    writeln!(svg, "<title>{}</title>", title(scene))?;
    writeln!(svg, "<desc>{}</desc>", description(scene))?;
    write_definitions(svg, scene)?;
    writeln!(svg, "<rect width=\"{WIDTH}\" height=\"{height}\" rx=\"10\" fill=\"#fff\"/>")?;
    write_board(svg, scene)?;
    write_names(svg, scene)?;
    if legend_rows > 0 {
        write_legend(svg, scene, board_height + 4)?;
    }
    svg.push_str("</svg>");
    Ok(())
}

/// What writes this picture to stdout. The long names of the options would end the comment that this stands in.
fn command(scene: &Scene) -> String {
    let attacks = scene.attacker.map(|attacker| format!(" -a {attacker}")).unwrap_or_default();
    let last_move = scene.last_move.map(|mv| format!(" -l {mv}")).unwrap_or_default();
    let flip = if scene.below == Color::Black { " -f" } else { "" };
    format!("chess show '{}'{attacks}{last_move}{flip} -s -", scene.fen())
}

fn title(scene: &Scene) -> String {
    match scene.attacker {
        Some(attacker) => {
            format!("What a {} on {} attacks", name(attacker.piece.piece_type()), attacker.square)
        }
        None => format!("Chess position, {} to move", scene.side_to_move()),
    }
}

fn description(scene: &Scene) -> String {
    let marks = scene
        .highlights
        .iter()
        .map(|Highlight { label, squares, .. }| format!("; {label}: {}", names(*squares)));
    format!("{}{}", scene.fen(), marks.collect::<String>())
}

/// The shapes of the pieces that are shown, and the paints that are more than a colour.
fn write_definitions(svg: &mut String, scene: &Scene) -> fmt::Result {
    writeln!(svg, "<defs>")?;
    for piece_type in PieceType::ALL {
        if !scene.board.by_type(piece_type).is_empty() {
            let Shape { outline, lines } = shape(piece_type);
            writeln!(
                svg,
                "<g id=\"{}\"><path d=\"{outline}\"/><path d=\"{lines}\" fill=\"none\" stroke=\"currentColor\"/></g>",
                name(piece_type)
            )?;
        }
    }
    if scene.has(Mark::Check) {
        writeln!(
            svg,
            "<radialGradient id=\"check\"><stop stop-color=\"#e8200e\"/><stop offset=\".4\" stop-color=\"#e8200e\" \
             stop-opacity=\".9\"/><stop offset=\"1\" stop-color=\"#e8200e\" stop-opacity=\".1\"/></radialGradient>"
        )?;
    }
    if scene.has(Mark::CutOff) {
        writeln!(
            svg,
            "<pattern id=\"cut-off\" width=\"100\" height=\"100\" patternUnits=\"userSpaceOnUse\"><path \
             d=\"M0 25L25 0M0 50L50 0M0 75L75 0M0 100L100 0M25 100L100 25M50 100L100 50M75 100L100 75\" \
             stroke=\"#55504a\" stroke-opacity=\".6\" stroke-width=\"5\"/></pattern>"
        )?;
    }
    writeln!(svg, "</defs>")
}

fn write_board(svg: &mut String, scene: &Scene) -> fmt::Result {
    writeln!(svg, "<g transform=\"translate({NAMES} {MARGIN})\">")?;
    writeln!(svg, "<rect width=\"{BOARD}\" height=\"{BOARD}\" fill=\"{LIGHT}\"/>")?;
    write_squares(svg, scene, Bitboard::DARK_SQUARES, &format!("fill=\"{DARK}\""))?;
    for highlight in &scene.highlights {
        write_squares(svg, scene, highlight.squares, paint(highlight.mark))?;
    }
    for color in Color::ALL {
        write_pieces(svg, scene, color)?;
    }
    writeln!(svg, "</g>")
}

/// One path of all `squares`.
fn write_squares(svg: &mut String, scene: &Scene, squares: Bitboard, paint: &str) -> fmt::Result {
    write!(svg, "<path d=\"")?;
    for square in squares {
        let (x, y) = corner(scene, square);
        write!(svg, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")?;
    }
    writeln!(svg, "\" {paint}/>")
}

fn write_pieces(svg: &mut String, scene: &Scene, color: Color) -> fmt::Result {
    // The lines within a piece are drawn in the current colour.
    let (fill, lines) = match color {
        Color::White => ("#fdfdfb", INK),
        Color::Black => ("#2e2e2e", "#e8e4dc"),
    };
    writeln!(
        svg,
        "<g fill=\"{fill}\" color=\"{lines}\" stroke=\"{INK}\" stroke-width=\"3\" stroke-linejoin=\"round\">"
    )?;
    for square in scene.board.by_color(color) {
        if let Some(piece_type) = scene.board.piece_type_at(square) {
            let (x, y) = corner(scene, square);
            writeln!(svg, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", name(piece_type))?;
        }
    }
    writeln!(svg, "</g>")
}

/// The names of ranks and files along the board.
fn write_names(svg: &mut String, scene: &Scene) -> fmt::Result {
    writeln!(svg, "<g {FONT} fill=\"#4a4640\" text-anchor=\"middle\">")?;
    for i in 0..8 {
        let middle = i * SQUARE + SQUARE / 2;
        let (x, y) = (NAMES / 2, MARGIN + middle + 8);
        writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>", scene.square(0, i).rank())?;
        let (x, y) = (NAMES + middle, MARGIN + BOARD + 30);
        writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>", scene.square(i, 0).file())?;
    }
    writeln!(svg, "</g>")
}

/// A sample of each mark, and what it means.
fn write_legend(svg: &mut String, scene: &Scene, top: usize) -> fmt::Result {
    writeln!(svg, "<g {FONT} fill=\"{INK}\">")?;
    for (i, Highlight { mark, label, .. }) in scene.highlights.iter().enumerate() {
        let (x, y) = (NAMES + i % COLUMNS * (BOARD / COLUMNS), top + i / COLUMNS * LEGEND_ROW);
        let square = format!("x=\"{x}\" y=\"{y}\" width=\"{SAMPLE}\" height=\"{SAMPLE}\"");
        writeln!(svg, "<rect {square} fill=\"{LIGHT}\"/><rect {square} {}/>", paint(*mark))?;
        writeln!(svg, "<text x=\"{}\" y=\"{}\">{label}</text>", x + SAMPLE + 12, y + 24)?;
    }
    writeln!(svg, "</g>")
}

/// What the squares of a mark are filled with.
fn paint(mark: Mark) -> &'static str {
    match mark {
        Mark::LastMove => "fill=\"#f2cf2e\" fill-opacity=\".6\"",
        Mark::Check => "fill=\"url(#check)\"",
        Mark::Attacker => "fill=\"#8a4fd0\" fill-opacity=\".55\"",
        Mark::Attacked => "fill=\"#2f9e58\" fill-opacity=\".55\"",
        Mark::EnemyPiece => "fill=\"#d93a2b\" fill-opacity=\".65\"",
        Mark::OwnPiece => "fill=\"#2f6fd0\" fill-opacity=\".55\"",
        Mark::CutOff => "fill=\"url(#cut-off)\"",
    }
}

/// The upper left corner of a square.
fn corner(scene: &Scene, square: Square) -> (usize, usize) {
    let (column, row) = scene.place(square);
    (column * SQUARE, row * SQUARE)
}
