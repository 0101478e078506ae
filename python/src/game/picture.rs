//! Boards as pictures and text, and the numbers of squares, pieces, sides and outcomes in Python.

use chess_movegen::{Color, Move, Outcome, Piece, PieceType, Position, Square};
use chess_svg::{Arrow, Picture, Rgb};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The colour of arrows.
const GREEN: Rgb = Rgb::from_hex(0x0015_781b);

/// Draws the board as SVG.
///
/// # Errors
/// `ValueError`: an arrow with a number that is no square.
pub(crate) fn svg(
    position: &Position,
    last_move: Option<Move>,
    bottom: Color,
    width: Option<u32>,
    arrows: &[(usize, usize)],
    coordinates: bool,
) -> PyResult<String> {
    let arrows = arrows
        .iter()
        .map(|&(from, to)| Ok(Arrow::new(square(from)?, square(to)?, GREEN)))
        .collect::<PyResult<Vec<_>>>()?;
    let picture =
        Picture::of(position).bottom(bottom).coordinates(coordinates).played(last_move).arrows(&arrows);
    Ok(match width {
        Some(width) => picture.width(width),
        None => picture,
    }
    .to_string())
}

/// Writes the board as eight lines of letters and points, from rank 8.
pub(crate) fn text(position: &Position) -> String {
    let letter = |index| {
        let piece = Square::from_index(index).and_then(|square| position.piece_at(square));
        piece.map_or('.', Piece::letter).to_string()
    };
    let rank = |rank: usize| (0..8).map(|file| letter(rank * 8 + file)).collect::<Vec<_>>().join(" ");
    (0..8).rev().map(rank).collect::<Vec<_>>().join("\n")
}

/// Returns the number of a type of pieces: 1 (pawn) to 6 (king).
pub(crate) const fn piece_number(piece: PieceType) -> u8 {
    piece.index() as u8 + 1
}

/// The number of an outcome, which is that of `Termination`.
pub(crate) const fn outcome_number(outcome: Option<Outcome>) -> u8 {
    match outcome {
        Some(Outcome::Checkmate { .. }) => 1,
        Some(Outcome::Stalemate) => 2,
        Some(Outcome::InsufficientMaterial) => 3,
        Some(Outcome::SeventyFiveMoves) => 4,
        Some(Outcome::FivefoldRepetition) => 5,
        _ => 0,
    }
}

/// Returns the square of a number.
///
/// # Errors
/// `ValueError`: there is none.
pub(crate) fn square(number: usize) -> PyResult<Square> {
    Square::from_index(number)
        .ok_or_else(|| PyValueError::new_err("a square is a number from 0 (a1) to 63 (h8)"))
}

/// Returns the side that a `bool` means: true for White.
pub(crate) const fn side(is_white: bool) -> Color {
    if is_white { Color::White } else { Color::Black }
}
