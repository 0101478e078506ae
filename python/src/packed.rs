//! Packed positions as Python has them: an array (N, 32) of numpy, bytes, or an Arrow array of 32 bytes a value.

use std::ops::Range;

use arrow_array::{Array, FixedSizeBinaryArray};
use chess_movegen::{Position, PositionExt};
use chess_notation::PackedPosition;
use numpy::{PyArray1, PyArray2, PyArrayLike1, PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors;
use crate::mv::from_word;
use crate::run::{in_pieces, interruptible, thread_count};
use crate::texts::arrow_chunks;

const SIZE: usize = PackedPosition::SIZE;

/// Positions in one run of bytes.
pub(crate) struct Packed<'py>(Bytes<'py>);

enum Bytes<'py> {
    Numpy(PyReadonlyArray2<'py, u8>),
    Arrow(FixedSizeBinaryArray),
    Owned(Vec<u8>),
}

impl Packed<'_> {
    /// Returns the rows of 32 bytes.
    ///
    /// # Errors
    /// `ValueError`: rows of an array that are not one behind the other.
    pub(crate) fn rows(&self) -> PyResult<&[[u8; SIZE]]> {
        let bytes = match &self.0 {
            Bytes::Numpy(array) => array.as_slice().map_err(|_| {
                PyValueError::new_err("the array must be contiguous: see numpy.ascontiguousarray")
            })?,
            Bytes::Arrow(array) => array.value_data(),
            Bytes::Owned(bytes) => bytes,
        };
        Ok(bytes.as_chunks().0)
    }
}

impl<'py> FromPyObject<'_, 'py> for Packed<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let wrong_size =
            || PyValueError::new_err("a packed position has 32 bytes: an array (N, 32) is needed");
        if let Ok(array) = object.cast::<PyArray2<u8>>() {
            let array = array.try_readonly().map_err(|error| PyValueError::new_err(error.to_string()))?;
            return if array.as_array().ncols() == SIZE {
                Ok(Self(Bytes::Numpy(array)))
            } else {
                Err(wrong_size())
            };
        }
        if let Ok(bytes) = object.cast::<PyBytes>() {
            let bytes = bytes.as_bytes();
            return if bytes.len() % SIZE == 0 {
                Ok(Self(Bytes::Owned(bytes.to_vec())))
            } else {
                Err(wrong_size())
            };
        }
        if let Some(chunks) = arrow_chunks(&object)? {
            let arrays = chunks
                .iter()
                .map(|chunk| {
                    let array = chunk.as_any().downcast_ref::<FixedSizeBinaryArray>();
                    array
                        .filter(|array| array.value_length() as usize == SIZE && array.null_count() == 0)
                        .ok_or_else(|| {
                            PyTypeError::new_err(format!(
                                "an array of fixed_size_binary[32] without nulls is needed, and not of {}",
                                chunk.data_type()
                            ))
                        })
                })
                .collect::<PyResult<Vec<_>>>()?;
            return Ok(Self(match arrays.as_slice() {
                [array] => Bytes::Arrow((*array).clone()),
                arrays => Bytes::Owned(arrays.iter().flat_map(|array| array.value_data()).copied().collect()),
            }));
        }
        Err(PyTypeError::new_err("packed positions are an array (N, 32) of uint8, bytes, or an Arrow array"))
    }
}

/// Reads the position of row `index`.
pub(crate) fn unpack(rows: &[[u8; SIZE]], index: usize) -> PyResult<Position> {
    PackedPosition::from_bytes(rows[index]).unpack().map_err(|error| errors::packed(&error, Some(index)))
}

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
    threads: Option<usize>,
    value: impl Fn(usize) -> PyResult<T> + Sync,
) -> PyResult<Vec<T>> {
    let threads = thread_count(threads, rows, 4096)?;
    let one = |range: Range<usize>| range.map(&value).collect::<PyResult<Vec<T>>>();
    join(interruptible(py, |stop| in_pieces(rows, threads, stop, one))?)
}

/// Return the FEN of each packed position, as a list.
///
/// >>> from chess_batch import fens, positions
/// >>> fens(positions(["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]).packed)
/// ['4k3/8/8/8/8/8/4P3/4K3 w - - 0 1']
#[pyfunction]
#[pyo3(signature = (packed, *, threads=None))]
pub(crate) fn fens(py: Python<'_>, packed: Packed<'_>, threads: Option<usize>) -> PyResult<Vec<String>> {
    let rows = packed.rows()?;
    each_row(py, rows.len(), threads, |i| Ok(unpack(rows, i)?.fen().to_string()))
}

/// Return the packed positions after one move each, (N, 32) uint8.
///
/// `moves` are the words of legal moves, (N,) uint16. One that is not legal raises `IllegalMoveError` with its `index`.
///
/// >>> from chess_batch import Position, fens, play
/// >>> fens(play(Position().packed, [int(Position().parse_san("e4"))]))
/// ['rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1']
#[pyfunction]
#[pyo3(signature = (packed, moves, *, threads=None))]
pub(crate) fn play<'py>(
    py: Python<'py>,
    packed: Packed<'py>,
    moves: PyArrayLike1<'py, u16>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let rows = packed.rows()?;
    let words = moves.as_slice().map_err(errors::borrowed)?;
    if words.len() != rows.len() {
        return Err(PyValueError::new_err(format!("{} moves for {} positions", words.len(), rows.len())));
    }
    let after = each_row(py, rows.len(), threads, |row| {
        let mv = from_word(words[row], Some(row))?;
        let after = unpack(rows, row)?.try_after(mv).map_err(|error| errors::illegal_at(&error, row))?;
        Ok(PackedPosition::new(&after).to_bytes())
    })?;
    PyArray1::from_vec(py, after.into_flattened()).reshape([rows.len(), SIZE])
}
