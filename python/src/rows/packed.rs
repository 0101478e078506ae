//! Packed positions as Python has them.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryArray, FixedSizeBinaryArray};
use arrow_schema::DataType;
use chess_movegen::{Position, PositionExt};
use chess_notation::PackedPosition;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors;
use crate::game::mv::from_word;
use crate::host::numbers::Threads;
use crate::host::run::in_pieces;
use crate::rows::forms::{Flat, NumberArray, wrong_size};
use crate::rows::texts::arrow_chunks;

const SIZE: usize = PackedPosition::SIZE;

/// The reasons why rows have no value, with the numbers of the rows, in order.
pub(crate) type Reasons = Vec<(usize, String)>;

/// Positions in one run of bytes.
pub(crate) struct Packed<'py>(Bytes<'py>);

enum Bytes<'py> {
    Numpy(PyReadonlyArray2<'py, u8>),
    /// Without nulls.
    Arrow(FixedSizeBinaryArray),
    /// Without nulls, and of 32 bytes each.
    Binary(BinaryArray),
    Owned(Flat),
}

/// The rows of packed positions, some of which may be null.
#[derive(Clone, Copy)]
pub(crate) struct PackedRows<'a> {
    bytes: &'a [[u8; SIZE]],
    nulls: &'a [usize],
}

impl PackedRows<'_> {
    pub(crate) const NONE: Self = Self { bytes: &[], nulls: &[] };

    pub(crate) const fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn is_null(&self, row: usize) -> bool {
        self.nulls.binary_search(&row).is_ok()
    }

    /// Reads the position of a row, or says why it is none.
    pub(crate) fn read(&self, row: usize) -> Result<Position, String> {
        if self.is_null(row) {
            return Err("null".into());
        }
        PackedPosition::from_bytes(self.bytes[row]).unpack().map_err(|error| error.to_string())
    }

    /// Reads the position of a row.
    ///
    /// # Errors
    /// `PackedError` with the `index`.
    pub(crate) fn unpack(&self, row: usize) -> PyResult<Position> {
        self.read(row).map_err(|reason| errors::not_packed(&reason, row))
    }
}

impl Packed<'_> {
    /// Returns the rows of 32 bytes.
    ///
    /// # Errors
    /// `ValueError`: rows of an array that are not one behind the other.
    pub(crate) fn rows(&self) -> PyResult<PackedRows<'_>> {
        let (bytes, nulls): (_, &[usize]) = match &self.0 {
            Bytes::Numpy(array) => {
                let bytes = array.as_slice().map_err(|_| {
                    PyValueError::new_err("the array must be contiguous: see numpy.ascontiguousarray")
                })?;
                (bytes, &[])
            }
            Bytes::Arrow(array) => (array.value_data(), &[]),
            Bytes::Binary(array) => {
                let (first, last) = (array.value_offsets()[0], array.value_offsets()[array.len()]);
                (&array.value_data()[first as usize..last as usize], &[])
            }
            Bytes::Owned(flat) => (flat.bytes.as_slice(), &flat.nulls),
        };
        Ok(PackedRows { bytes: bytes.as_chunks().0, nulls })
    }
}

impl<'py> FromPyObject<'_, 'py> for Packed<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(array) = object.cast::<PyArray2<u8>>() {
            let array = array.try_readonly().map_err(errors::borrowed)?;
            return if array.as_array().ncols() == SIZE {
                Ok(Self(Bytes::Numpy(array)))
            } else {
                Err(wrong_size())
            };
        }
        let mut flat = Flat::default();
        // What pyarrow cannot infer of a column, its values may tell.
        let arrow = match arrow_chunks(&object) {
            Err(_) if object.hasattr("to_numpy")? => None,
            chunks => chunks?,
        };
        if let Ok(bytes) = object.cast::<PyBytes>() {
            if bytes.as_bytes().len() % SIZE != 0 {
                return Err(wrong_size());
            }
            flat.bytes = bytes.as_bytes().to_vec();
        } else if let Some(mut chunks) = arrow {
            if let [chunk] = chunks.as_mut_slice() {
                while let Some(items) = items(chunk) {
                    *chunk = items;
                }
                let array = chunk.as_any().downcast_ref::<FixedSizeBinaryArray>();
                let is_plain = |array: &&FixedSizeBinaryArray| {
                    array.value_length() as usize == SIZE && array.null_count() == 0
                };
                if let Some(array) = array.filter(is_plain) {
                    return Ok(Self(Bytes::Arrow(array.clone())));
                }
                let is_plain = |array: &&BinaryArray| {
                    let sizes = || array.value_offsets().windows(2).map(|ends| (ends[1] - ends[0]) as usize);
                    array.null_count() == 0 && sizes().all(|size| size == SIZE)
                };
                if let Some(array) = chunk.as_any().downcast_ref::<BinaryArray>().filter(is_plain) {
                    return Ok(Self(Bytes::Binary(array.clone())));
                }
            }
            chunks.iter().try_for_each(|chunk| flat.push_arrow(chunk))?;
        } else {
            flat.push_python(&object, 0)?;
        }
        Ok(Self(Bytes::Owned(flat)))
    }
}

/// Returns the items of all lists of an array, not copied; `None` if it has no lists, or if one of them is null.
fn items(array: &ArrayRef) -> Option<ArrayRef> {
    let lists = array.as_list_opt::<i32>().filter(|lists| lists.null_count() == 0)?;
    let (first, last) = (*lists.value_offsets().first()?, *lists.value_offsets().last()?);
    let is_list_of_bytes = lists.value_type() == DataType::UInt8;
    (!is_list_of_bytes).then(|| lists.values().slice(first as usize, (last - first) as usize))
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
    threads: Option<Threads>,
    value: impl Fn(usize) -> PyResult<T> + Sync,
) -> PyResult<Vec<T>> {
    join(in_pieces(py, rows, threads, 4096, |range| range.map(&value).collect())?)
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
