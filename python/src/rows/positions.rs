//! Many positions at once: validity, legal moves, keys, checks and outcomes as arrays.

use std::ops::Range;

use chess_movegen::{Position, PositionExt};
use chess_notation::PackedPosition;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice, PyTuple};

use crate::errors;
use crate::game::picture::outcome_number;
use crate::game::position::Position as GamePosition;
use crate::host::run::{in_pieces, interruptible, thread_count};
use crate::rows::packed::{Packed, PackedRows};
use crate::rows::row_errors::RowErrors;
use crate::rows::texts::Texts;
use crate::table::from_start;

/// Positions as arrays of numpy, one element or row for each input.
///
/// An input that is no position has its text in `errors`, and zeros elsewhere.
///
/// >>> from chess_batch import positions
/// >>> p = positions(["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8 w"])
/// >>> p.valid.tolist(), p.counts.tolist(), p.checks.tolist()
/// ([True, False], [15, 0], [0, 0])
/// >>> p.errors[1]
/// 'board field, byte 5: the board has fewer than 8 ranks'
/// >>> [p[0].san(move) for move in p.moves_of(0)][-3:]
/// ['Rh7', 'Rh8+', 'O-O']
#[pyclass(frozen, module = "chess_batch")]
pub(crate) struct Positions {
    /// True for each input that is a position: (N,) bool.
    #[pyo3(get)]
    valid: Py<PyArray1<bool>>,
    /// The number of legal moves of each: (N,) int32.
    #[pyo3(get)]
    counts: Py<PyArray1<i32>>,
    /// Where the moves of each begin in `moves`, and the end of all: (N + 1,) int64.
    #[pyo3(get)]
    offsets: Py<PyArray1<i64>>,
    /// The words of all legal moves: (M,) uint16.
    #[pyo3(get)]
    moves: Py<PyArray1<u16>>,
    /// The Zobrist key of each: (N,) uint64.
    #[pyo3(get)]
    keys: Py<PyArray1<u64>>,
    /// The number of pieces that give check, 0 to 2: (N,) int8.
    #[pyo3(get)]
    checks: Py<PyArray1<i8>>,
    /// The end of the game by the position alone, as `Termination` numbers it; 0 while it goes on: (N,) uint8.
    #[pyo3(get)]
    outcomes: Py<PyArray1<u8>>,
    /// The positions, packed: (N, 32) uint8.
    #[pyo3(get)]
    packed: Py<PyArray2<u8>>,
    wrong: RowErrors,
}

/// The names of the arrays.
const ARRAYS: [&str; 8] = ["valid", "counts", "offsets", "moves", "keys", "checks", "outcomes", "packed"];

#[pymethods]
impl Positions {
    /// The reason for each input that is no position, and ``None`` for the others: a tuple of N.
    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.wrong.tuple(py)
    }

    /// Return the words of the legal moves of one row, as a view of `moves`.
    fn moves_of<'py>(&self, py: Python<'py>, row: isize) -> PyResult<Bound<'py, PyAny>> {
        let row = from_start(row, self.wrong.rows())?;
        let offsets = self.offsets.bind(py);
        let end = |i| offsets.get_owned(i).unwrap_or(0) as isize;
        self.moves.bind(py).get_item(PySlice::new(py, end(row), end(row + 1), 1))
    }

    /// Return the arrays as a dict, with `errors`.
    fn to_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(slf.py());
        for name in ARRAYS.into_iter().chain(["errors"]) {
            dict.set_item(name, slf.getattr(name)?)?;
        }
        Ok(dict)
    }

    fn __len__(&self) -> usize {
        self.wrong.rows()
    }

    /// Return a row as a `Position`.
    fn __getitem__(&self, py: Python<'_>, row: isize) -> PyResult<GamePosition> {
        let row = from_start(row, self.wrong.rows())?;
        if let Some(reason) = self.wrong.of_row(row) {
            return Err(errors::no_position(reason, row));
        }
        let packed = self.packed.bind(py).try_readonly().map_err(errors::borrowed)?;
        let bytes: Vec<u8> = packed.as_array().row(row).to_vec();
        GamePosition::from_bytes(&bytes)
    }

    /// Return the object from what a pickle holds.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "they are the arrays")]
    fn _restore(
        py: Python<'_>,
        valid: Py<PyArray1<bool>>,
        counts: Py<PyArray1<i32>>,
        offsets: Py<PyArray1<i64>>,
        moves: Py<PyArray1<u16>>,
        keys: Py<PyArray1<u64>>,
        checks: Py<PyArray1<i8>>,
        outcomes: Py<PyArray1<u8>>,
        packed: Py<PyArray2<u8>>,
        wrong: Vec<(usize, String)>,
    ) -> PyResult<Self> {
        let rows = valid.bind(py).len();
        if packed.bind(py).shape() != [rows, PackedPosition::SIZE] {
            return Err(PyValueError::new_err("these are no arrays of positions"));
        }
        let wrong = RowErrors::restore(rows, wrong)?;
        Ok(Self { valid, counts, offsets, moves, keys, checks, outcomes, packed, wrong })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let mut values = ARRAYS.into_iter().map(|name| slf.getattr(name)).collect::<PyResult<Vec<_>>>()?;
        values.push(slf.get().wrong.list().into_pyobject(slf.py())?.into_any());
        Ok((slf.get_type().getattr("_restore")?, PyTuple::new(slf.py(), values)?))
    }

    fn __repr__(&self) -> String {
        format!("Positions({} rows, {} not valid)", self.wrong.rows(), self.wrong.count())
    }
}

/// The columns of some rows.
#[derive(Default)]
struct Columns {
    valid: Vec<bool>,
    counts: Vec<i32>,
    moves: Vec<u16>,
    keys: Vec<u64>,
    checks: Vec<i8>,
    outcomes: Vec<u8>,
    packed: Vec<u8>,
    wrong: Vec<(usize, String)>,
}

impl Columns {
    fn push(&mut self, position: &Position) {
        let moves = position.legal_moves();
        self.valid.push(true);
        self.counts.push(moves.len() as i32);
        self.moves.extend(moves.iter().map(|mv| mv.raw()));
        self.keys.push(position.key());
        self.checks.push(position.checkers().count() as i8);
        self.outcomes.push(outcome_number(position.outcome()));
        self.packed.extend_from_slice(&PackedPosition::new(position).to_bytes());
    }

    fn push_wrong(&mut self, row: usize, reason: String) {
        self.valid.push(false);
        self.counts.push(0);
        self.keys.push(0);
        self.checks.push(0);
        self.outcomes.push(0);
        self.packed.extend_from_slice(&[0; PackedPosition::SIZE]);
        self.wrong.push((row, reason));
    }

    fn append(&mut self, mut other: Self) {
        self.valid.append(&mut other.valid);
        self.counts.append(&mut other.counts);
        self.moves.append(&mut other.moves);
        self.keys.append(&mut other.keys);
        self.checks.append(&mut other.checks);
        self.outcomes.append(&mut other.outcomes);
        self.packed.append(&mut other.packed);
        self.wrong.append(&mut other.wrong);
    }

    fn offsets(&self) -> Vec<i64> {
        let mut end = 0;
        let ends = self.counts.iter().map(|&count| {
            end += i64::from(count);
            end
        });
        [0].into_iter().chain(ends).collect()
    }

    fn into_python(self, py: Python<'_>) -> PyResult<Positions> {
        let rows = self.valid.len();
        Ok(Positions {
            offsets: PyArray1::from_vec(py, self.offsets()).unbind(),
            valid: PyArray1::from_vec(py, self.valid).unbind(),
            counts: PyArray1::from_vec(py, self.counts).unbind(),
            moves: PyArray1::from_vec(py, self.moves).unbind(),
            keys: PyArray1::from_vec(py, self.keys).unbind(),
            checks: PyArray1::from_vec(py, self.checks).unbind(),
            outcomes: PyArray1::from_vec(py, self.outcomes).unbind(),
            packed: PyArray1::from_vec(py, self.packed).reshape([rows, PackedPosition::SIZE])?.unbind(),
            wrong: RowErrors::new(rows, self.wrong),
        })
    }
}

/// Positions as callers may give them: texts of FEN, or packed.
pub(crate) enum Source<'py> {
    Fens(Texts),
    Packed(Packed<'py>),
}

impl<'py> FromPyObject<'_, 'py> for Source<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<Packed<'_>>() {
            Ok(packed) => Ok(Self::Packed(packed)),
            // What is wrong with texts tells more than that they are not packed.
            Err(error) if error.is_instance_of::<pyo3::exceptions::PyTypeError>(object.py()) => {
                object.extract().map(Self::Fens)
            }
            Err(error) => Err(error),
        }
    }
}

impl Source<'_> {
    /// Returns the number of positions.
    pub(crate) fn rows(&self) -> PyResult<usize> {
        match self {
            Self::Fens(texts) => Ok(texts.len()),
            Self::Packed(packed) => Ok(packed.rows()?.len()),
        }
    }

    /// Returns a function that reads the position of a row, or says why it is none.
    ///
    /// # Errors
    /// `ValueError`: rows of an array that are not one behind the other.
    pub(crate) fn reader(&self) -> PyResult<impl Fn(usize) -> Result<Position, String> + Sync> {
        let rows = match self {
            Self::Fens(_) => PackedRows::NONE,
            Self::Packed(packed) => packed.rows()?,
        };
        let texts = match self {
            Self::Fens(texts) => Some(texts),
            Self::Packed(_) => None,
        };
        Ok(move |row: usize| match texts {
            Some(texts) => {
                let text = texts.get(row).ok_or("null")?;
                Position::from_fen(text).map_err(|error| error.to_string())
            }
            None => rows.read(row),
        })
    }
}

fn columns(
    py: Python<'_>,
    rows: usize,
    threads: Option<usize>,
    read: impl Fn(usize) -> Result<Position, String> + Sync,
) -> PyResult<Columns> {
    let threads = thread_count(threads, rows, 2048);
    let piece = |range: Range<usize>| {
        let mut columns = Columns::default();
        for row in range {
            match read(row) {
                Ok(position) => columns.push(&position),
                Err(reason) => columns.push_wrong(row, reason),
            }
        }
        columns
    };
    interruptible(py, |stop| {
        let mut all = Columns::default();
        for piece in in_pieces(rows, threads, stop, piece) {
            all.append(piece);
        }
        all
    })
}

fn read(py: Python<'_>, source: &Source<'_>, threads: Option<usize>) -> PyResult<Columns> {
    columns(py, source.rows()?, threads, source.reader()?)
}

/// Read many positions, and find their legal moves, keys, checks and outcomes.
///
/// `fens` is a list of FEN texts, an Arrow array of strings (of pyarrow, polars, ...), which is not copied, or packed
/// positions as an array (N, 32) of uint8. `threads` is the number of threads, by default or with 0 that of processors.
///
/// An input that is no position raises nothing: see `Positions`.
///
/// >>> from chess_batch import positions
/// >>> p = positions(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"])
/// >>> len(p), p.counts.tolist(), p.packed.shape
/// (1, [20], (1, 32))
#[pyfunction]
#[pyo3(signature = (fens, *, threads=None))]
pub(crate) fn positions(py: Python<'_>, fens: Source<'_>, threads: Option<usize>) -> PyResult<Positions> {
    read(py, &fens, threads)?.into_python(py)
}

/// Arrays of offsets and of move words.
type MoveLists<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u16>>);

/// Return the legal moves of many positions: offsets (N + 1,) int64 and words (M,) uint16.
///
/// The moves of row i are ``moves[offsets[i]:offsets[i + 1]]``. An input that is no position raises `FenError` or
/// `PackedError` with its `index`.
///
/// >>> from chess_batch import legal_moves
/// >>> offsets, moves = legal_moves(["8/8/8/8/8/8/5k2/7K w - - 0 1"])
/// >>> offsets.tolist(), len(moves)
/// ([0, 1], 1)
#[pyfunction]
#[pyo3(signature = (positions, *, threads=None))]
pub(crate) fn legal_moves<'py>(
    py: Python<'py>,
    positions: Source<'py>,
    threads: Option<usize>,
) -> PyResult<MoveLists<'py>> {
    let columns = read(py, &positions, threads)?;
    if let Some((row, reason)) = columns.wrong.first() {
        return Err(match positions {
            Source::Fens(_) => errors::no_position(reason, *row),
            Source::Packed(_) => errors::not_packed(reason, *row),
        });
    }
    Ok((PyArray1::from_vec(py, columns.offsets()), PyArray1::from_vec(py, columns.moves)))
}
