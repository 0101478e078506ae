//! Many positions at once: validity, legal moves, keys, checks and outcomes as arrays.

use chess_movegen::{MoveList, Position, PositionExt};
use chess_notation::PackedPosition;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyType};

use crate::game::picture::outcome_number;
use crate::host::numbers::Threads;
use crate::host::run::in_pieces;
use crate::rows::forms::Source;
use crate::rows::packed::{Reasons, each_row};

/// The class of the result of `positions`.
static POSITIONS: PyOnceLock<Py<PyType>> = PyOnceLock::new();

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
    reasons: Reasons,
}

impl Columns {
    /// Adds the position of a row, or zeros and the reason why there is none.
    fn push(&mut self, row: usize, read: Result<Position, String>) {
        let position = read.as_ref().ok();
        let moves = position.map_or_else(MoveList::new, PositionExt::legal_moves);
        self.valid.push(position.is_some());
        self.counts.push(moves.len() as i32);
        self.moves.extend(moves.iter().map(|mv| mv.raw()));
        self.keys.push(position.map_or(0, Position::key));
        self.checks.push(position.map_or(0, |position| position.checkers().count() as i8));
        self.outcomes.push(position.map_or(0, |position| outcome_number(position.outcome())));
        let packed = position.map(|position| PackedPosition::new(position).to_bytes());
        self.packed.extend(packed.unwrap_or_default());
        self.reasons.extend(read.err().map(|reason| (row, reason)));
    }

    fn append(&mut self, mut other: Self) {
        self.valid.append(&mut other.valid);
        self.counts.append(&mut other.counts);
        self.moves.append(&mut other.moves);
        self.keys.append(&mut other.keys);
        self.checks.append(&mut other.checks);
        self.outcomes.append(&mut other.outcomes);
        self.packed.append(&mut other.packed);
        self.reasons.extend(other.reasons);
    }

    fn offsets(&self) -> Vec<i64> {
        let mut end = 0;
        let ends = self.counts.iter().map(|&count| {
            end += i64::from(count);
            end
        });
        [0].into_iter().chain(ends).collect()
    }

    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let (rows, offsets) = (self.valid.len(), self.offsets());
        let arrays = (
            rows,
            self.reasons.into_py_dict(py)?,
            PyArray1::from_vec(py, self.valid),
            PyArray1::from_vec(py, self.counts),
            PyArray1::from_vec(py, offsets),
            PyArray1::from_vec(py, self.moves),
            PyArray1::from_vec(py, self.keys),
            PyArray1::from_vec(py, self.checks),
            PyArray1::from_vec(py, self.outcomes),
            PyArray1::from_vec(py, self.packed).reshape([rows, PackedPosition::SIZE])?,
        );
        POSITIONS.import(py, "chess_batch", "Positions")?.call1(arrays)
    }
}

fn read(py: Python<'_>, source: &Source<'_>, threads: Option<Threads>) -> PyResult<Columns> {
    let rows = source.rows()?;
    let pieces = in_pieces(py, rows.len(), threads, 2048, |range| {
        let mut columns = Columns::default();
        range.for_each(|row| columns.push(row, rows.read(row)));
        columns
    })?;
    let mut all = Columns::default();
    py.detach(|| pieces.into_iter().for_each(|piece| all.append(piece)));
    Ok(all)
}

/// Read many positions, and find their legal moves, keys, checks and outcomes.
///
/// `fens` is a list of FEN texts, an Arrow array of strings (of pyarrow, polars, ...), which is not copied, or packed
/// positions as for `to_planes`. `threads` is the number of threads, by default or with 0 that of processors.
///
/// An input that is no position raises nothing: see `Positions`.
///
/// >>> from chess_batch import positions
/// >>> p = positions(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"])
/// >>> len(p), p.counts.tolist(), p.packed.shape
/// (1, [20], (1, 32))
#[pyfunction]
#[pyo3(signature = (fens, *, threads=None))]
pub(crate) fn positions<'py>(
    py: Python<'py>,
    fens: Source<'_>,
    threads: Option<Threads>,
) -> PyResult<Bound<'py, PyAny>> {
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
    threads: Option<Threads>,
) -> PyResult<MoveLists<'py>> {
    let columns = read(py, &positions, threads)?;
    if let Some((row, reason)) = columns.reasons.first() {
        return Err(positions.rows()?.error(reason, *row));
    }
    Ok((PyArray1::from_vec(py, columns.offsets()), PyArray1::from_vec(py, columns.moves)))
}

/// Return the FEN of each position, as a list: of packed positions, or of FEN texts, which are then written alike.
///
/// An input that is no position raises `FenError` or `PackedError` with its `index`.
///
/// >>> from chess_batch import fens
/// >>> fens(["4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"])
/// ['4k3/8/8/8/4P3/8/8/4K3 b - - 0 1']
#[pyfunction]
#[pyo3(signature = (positions, *, threads=None))]
pub(crate) fn fens(py: Python<'_>, positions: Source<'_>, threads: Option<Threads>) -> PyResult<Vec<String>> {
    let rows = positions.rows()?;
    each_row(py, rows.len(), threads, |row| Ok(rows.unpack(row)?.to_string()))
}
