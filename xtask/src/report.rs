use std::fmt::Write as _;

use chess_slider::Slider;
use chess_types::Square;

use crate::magics_file::MagicsFile;

/// Entries in a row of the picture of the table.
const ROW: usize = 1024;

/// Pixels between the parts of the picture.
const MARGIN: usize = 24;

/// Pixels of a square of the boards.
const CELL: usize = 60;

/// A picture of the table: the square of each entry, and the entries of each square.
pub(crate) fn svg(file: &MagicsFile) -> String {
    let owners = file.owners();
    let used = owners.iter().flatten().count();
    let rows = owners.len().div_ceil(ROW);
    let (width, table_height) = (ROW + 2 * MARGIN, 4 * rows);
    let height = table_height + 8 * CELL + 5 * MARGIN + 20;
    // Two hyphens in a comment end it or are an error of XML.
    let mut svg = format!(
        "<!-- Written by `cargo xtask gen-magics` with its option `report` -->\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"{MARGIN}\" y=\"{}\">{} entries, {used} of them used; {ROW} in a row, each square in a colour of its \
         own, bishops in blues</text>\n",
        MARGIN - 6,
        owners.len()
    );
    push_table(&mut svg, &owners);
    let boards = table_height + 3 * MARGIN;
    for slider in Slider::ALL {
        let left = MARGIN + slider as usize * (8 * CELL + 2 * MARGIN);
        let _ = writeln!(
            svg,
            "<text x=\"{left}\" y=\"{}\">{slider}: entries used, and bits of an index within their span</text>",
            boards - 6
        );
        push_board(&mut svg, slider, &owners, left, boards);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Runs of entries of one square, as one path for each square.
fn push_table(svg: &mut String, owners: &[Option<usize>]) {
    let mut paths = vec![String::new(); 128];
    for (row, entries) in owners.chunks(ROW).enumerate() {
        let y = MARGIN + 4 * row;
        let mut start = 0;
        for run in entries.chunk_by(|one, other| one == other) {
            if let Some(square) = run[0] {
                let (x, width) = (MARGIN + start, run.len());
                let _ = write!(paths[square], "M{x} {y}h{width}v4h-{width}z");
            }
            start += run.len();
        }
    }
    for (square, path) in paths.iter().enumerate() {
        let _ = writeln!(svg, "<path fill=\"{}\" d=\"{path}\"/>", colour(square));
    }
}

fn push_board(svg: &mut String, slider: Slider, owners: &[Option<usize>], left: usize, top: usize) {
    for square in Square::ALL {
        let index = 64 * slider as usize + square.index();
        let used = owners.iter().filter(|&&owner| owner == Some(index)).count();
        let first = owners.iter().position(|&owner| owner == Some(index)).unwrap_or(0);
        let last = owners.iter().rposition(|&owner| owner == Some(index)).unwrap_or(0);
        let bits = (last - first).checked_ilog2().map_or(0, |log| log + 1);
        let (x, y) = (left + CELL * (square.index() % 8), top + CELL * (7 - square.index() / 8));
        let middle = x + CELL / 2;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{}\" fill-opacity=\"0.5\"/>\
             <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{used}</text>\
             <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\" font-size=\"16\">{bits}</text>",
            colour(index),
            y + 22,
            y + 46
        );
    }
}

/// Neighbours on the board, and so often in the table, get hues that are far apart.
fn colour(square: usize) -> String {
    let place = square % 64;
    if square < 64 {
        format!("hsl({} 70% {}%)", place * 137 % 150 + 330, 45 + place % 3 * 12)
    } else {
        format!("hsl({} 70% {}%)", 190 + place * 37 % 60, 40 + place % 3 * 12)
    }
}
