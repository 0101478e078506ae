//! Packed positions after a move, and values of rows on threads.

use chess_movegen::PositionExt;
use chess_notation::PackedPosition;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors;
use crate::game::mv::from_word;
use crate::host::numbers::Threads;
use crate::host::run::in_pieces;
use crate::rows::forms::{NumberArray, Source};

const SIZE: usize = PackedPosition::SIZE;

/// The reasons why rows have no value, with the numbers of the rows, in order.
pub(crate) type Reasons = Vec<(usize, String)>;

/// Joins the pieces of rows of results.
///
/// # Errors
/// The first error of all pieces.
pub(crate) fn join<T>(pieces: Vec<PyResult<Vec<T>>>) -> PyResult<Vec<T>> {
    let mut all = Vec::new();
    for piece in pieces {
        all.append(&mut piece?);
    }
    Ok(all)
}

/// Computes a value for each row, on threads.
pub(crate) fn each_row<T: Send>(
    py: Python<'_>,
    rows: usize,
    threads: Option<Threads>,
    value: impl Fn(usize) -> PyResult<T> + Sync,
) -> PyResult<Vec<T>> {
    join(in_pieces(py, rows, threads, 4096, |range| range.map(&value).collect())?)
}

/// Return the packed positions after one move each, (N, 32) uint8.
///
/// `packed` is as for `to_planes`.
/// `moves` are the words of legal moves, (N,) uint16. One that is not legal raises `IllegalMoveError` with its `index`.
///
/// >>> from chess_batch import Position, fens, play
/// >>> fens(play(Position().packed, [int(Position().parse_san("e4"))]))
/// ['rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1']
#[pyfunction]
#[pyo3(signature = (packed, moves, *, threads=None))]
pub(crate) fn play<'py>(
    py: Python<'py>,
    packed: Source<'py>,
    moves: NumberArray<'py, u16>,
    threads: Option<Threads>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let rows = packed.rows()?;
    let words = moves.as_slice()?;
    if words.len() != rows.len() {
        return Err(PyValueError::new_err(format!("{} moves for {} positions", words.len(), rows.len())));
    }
    let after = each_row(py, rows.len(), threads, |row| {
        let mv = from_word(words[row], Some(row))?;
        let after = rows.unpack(row)?.try_after(mv).map_err(|error| errors::illegal_at(&error, row))?;
        Ok(PackedPosition::new(&after).to_bytes())
    })?;
    PyArray1::from_vec(py, after.into_flattened()).reshape([rows.len(), SIZE])
}
