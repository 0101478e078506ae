//! Boards as pictures, and the numbers of squares, pieces, sides and outcomes in Python.

use chess_movegen::{Bitboard, Color, Outcome, Piece, PieceType, Square};
use chess_svg::{Paint, Rgb, Theme};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};

/// The colour of arrows and rings.
pub(crate) const GREEN: Rgb = Rgb::from_hex(0x0015_781b);

/// Reads a colour such as `#2f9e58`, which may have two more digits for its opacity.
pub(crate) fn paint(text: &str) -> PyResult<Paint> {
    let (color, opacity) = match (text.get(..7), text.get(7..)) {
        (Some(color), Some(opacity)) if opacity.len() == 2 => (color, opacity),
        _ => (text, "ff"),
    };
    let paint = color.parse().ok().zip(u8::from_str_radix(opacity, 16).ok());
    let paint = paint.map(|(color, opacity)| Paint::new(color, (u32::from(opacity) * 100 / 255) as u8));
    let refused = || format!("`{text}`: expected a colour like #2f9e58, #2f9e5880 or #fff");
    paint.ok_or_else(|| PyValueError::new_err(refused()))
}

/// Returns the usual theme with other colours, which have the names of python-chess.
pub(crate) fn theme(colors: &[(String, String)]) -> PyResult<Theme> {
    let mut theme = Theme::BROWN;
    for (name, color) in colors {
        let paint = paint(color)?;
        match &**name {
            "square light" => theme.light = paint.color,
            "square dark" => theme.dark = paint.color,
            "square light lastmove" | "square dark lastmove" => theme.last_move = paint,
            "margin" => theme.background = Some(paint.color),
            "coord" => theme.coordinates = paint.color,
            _ => {
                let names =
                    "square light, square dark, square light lastmove, square dark lastmove, margin, coord";
                return Err(PyValueError::new_err(format!(
                    "colors: expected one of {names}, found `{name}`"
                )));
            }
        }
    }
    Ok(theme)
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

/// A letter of a piece as Python has it: always the same object, since making one takes as long as the call.
pub(crate) struct Letter(pub(crate) Piece);

impl<'py> IntoPyObject<'py> for Letter {
    type Target = PyString;
    type Output = Bound<'py, PyString>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        static OBJECTS: [PyOnceLock<Py<PyString>>; 12] = [const { PyOnceLock::new() }; 12];
        let letter = || PyString::new(py, self.0.letter().encode_utf8(&mut [0; 4])).unbind();
        Ok(OBJECTS[self.0.index()].get_or_init(py, letter).bind(py).clone())
    }
}

/// A square as callers may give it: a number or a name.
#[derive(Clone, Copy)]
pub(crate) struct SquareLike(pub(crate) Square);

impl FromPyObject<'_, '_> for SquareLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let square = match object.cast::<PyString>() {
            Ok(name) => name.to_cow()?.parse().ok(),
            Err(_) => match object.extract() {
                Ok(number) => Square::from_index(number),
                // A number that is negative, or too great.
                Err(error) if PyErr::is_instance_of::<PyOverflowError>(&error, object.py()) => None,
                Err(error) if object.hasattr("__index__")? => return Err(error),
                Err(_) => return Err(PyTypeError::new_err(NO_SQUARE)),
            },
        };
        square.map(Self).ok_or_else(|| PyValueError::new_err(NO_SQUARE))
    }
}

/// The pairs of a dict, in its order.
pub(crate) struct Pairs<K, V>(pub(crate) Vec<(K, V)>);

impl<'py, K: FromPyObjectOwned<'py>, V: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for Pairs<K, V> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let pairs = object.cast::<PyDict>()?.iter();
        let read = |(key, value): (Bound<'py, PyAny>, Bound<'py, PyAny>)| {
            Ok((key.extract().map_err(Into::into)?, value.extract().map_err(Into::into)?))
        };
        pairs.map(read).collect::<PyResult<_>>().map(Self)
    }
}

const NO_SQUARE: &str = "a square is a number from 0 (a1) to 63 (h8), or a name such as \"e4\"";

/// Return the number of a square, 0 (a1) to 63 (h8), by its name.
///
/// >>> from chess_batch import parse_square, square_name
/// >>> parse_square("e4"), square_name(28)
/// (28, 'e4')
#[pyfunction]
pub(crate) fn parse_square(name: SquareLike) -> usize {
    name.0.index()
}

/// Return the name of a square, such as ``"e4"``, by its number.
#[pyfunction]
pub(crate) fn square_name(square: SquareLike) -> String {
    square.0.to_string()
}

/// Makes a tuple of the numbers of the squares of a set.
pub(crate) fn squares(py: Python<'_>, mask: u64) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, Bitboard(mask).into_iter().map(Square::index))
}

/// Returns the side that a `bool` means: true for White.
pub(crate) const fn side(is_white: bool) -> Color {
    if is_white { Color::White } else { Color::Black }
}
