//! What files know of positions: endgame tablebases of Syzygy and opening books of Polyglot.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;

use chess_movegen::Position;
use chess_notation::polyglot;
use chess_syzygy::{Dtz, ProbeError, RankedMove, RootRules, TableKind, Tables, Wdl};
use numpy::PyArray1;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes};

use crate::errors;
use crate::game::mv::Made;
use crate::game::position::Position as GamePosition;
use crate::host::inputs::Inputs;
use crate::host::numbers::Threads;
use crate::host::reading::aside;
use crate::host::run::in_pieces;
use crate::rows::forms::Source;
use crate::rows::packed::Reasons;

/// Syzygy endgame tablebases in folders, which stay open from one probe to the next.
///
/// `paths` is a folder or a list of folders, with files named as ``KRPvKR.rtbw`` and ``KRPvKR.rtbz``. A folder that cannot be
/// read raises `OSError`. Files are opened when a probe first needs them. Several threads may probe at once. A pickle holds the
/// folders by their full names, and opens them where it is read.
///
/// >>> from chess_batch import EndgameTables
/// >>> EndgameTables([]).max_pieces
/// 0
#[pyclass(frozen, module = "chess_batch")]
pub(crate) struct EndgameTables {
    tables: Tables,
    folders: Vec<PathBuf>,
}

#[pymethods]
impl EndgameTables {
    #[new]
    fn new(paths: Inputs) -> PyResult<Self> {
        let paths = paths.paths()?;
        let tables = Tables::open(&paths).map_err(|error| errors::tables(&error))?;
        let folders = paths.into_iter().map(|path| std::path::absolute(&path).unwrap_or(path)).collect();
        Ok(Self { tables, folders })
    }

    /// The greatest number of pieces of the tables, kings included; 0 without tables.
    #[getter]
    const fn max_pieces(&self) -> u32 {
        self.tables.max_pieces()
    }

    /// The number of tables of results.
    #[getter]
    fn wdl_count(&self) -> usize {
        self.tables.count(TableKind::Wdl)
    }

    /// The number of tables of distances.
    #[getter]
    fn dtz_count(&self) -> usize {
        self.tables.count(TableKind::Dtz)
    }

    /// Look up many positions. Arguments and errors are those of the function `probe`.
    #[pyo3(signature = (positions, *, dtz=true, threads=None))]
    fn probe<'py>(
        &self,
        py: Python<'py>,
        positions: Source<'_>,
        dtz: bool,
        threads: Option<Threads>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = positions.rows()?;
        let rows = given.len();
        let value =
            |row: usize| (row, given.read(row).and_then(|position| value(&self.tables, &position, dtz)));
        let pieces = in_pieces(py, rows, threads, 512, |range| range.map(value).collect::<Vec<_>>())?;
        let (mut valid, mut wdl, mut distances, mut reasons) = (vec![], vec![], vec![], Reasons::new());
        for (row, value) in pieces.into_iter().flatten() {
            valid.push(value.is_ok());
            let (result, distance) = value.unwrap_or_else(|reason| {
                reasons.push((row, reason));
                (0, 0)
            });
            wdl.push(result);
            distances.push(distance);
        }
        let distances = dtz.then(|| PyArray1::from_vec(py, distances));
        let (valid, wdl) = (PyArray1::from_vec(py, valid), PyArray1::from_vec(py, wdl));
        let reasons = reasons.into_py_dict(py)?;
        py.import("chess_batch")?.getattr("Probed")?.call1((rows, reasons, valid, wdl, distances))
    }

    /// Return the result of one position for the side to move, from -2 for a loss to 2 for a win: see `Probed.wdl`.
    ///
    /// A position without a value raises `KeyError` that says why.
    ///
    /// >>> from chess_batch import EndgameTables, Position
    /// >>> EndgameTables([]).probe_wdl(Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
    /// 0
    fn probe_wdl(&self, position: PyRef<'_, GamePosition>) -> PyResult<i8> {
        self.tables.probe_wdl(&position.at()).map(Wdl::value).map_err(|error| no_value(&error))
    }

    /// Return the distance to zeroing of one position in plies, with the sign of the result. Errors are as for `probe_wdl`.
    fn probe_dtz(&self, position: PyRef<'_, GamePosition>) -> PyResult<i32> {
        self.tables.probe_dtz(&position.at()).map(Dtz::plies).map_err(|error| no_value(&error))
    }

    /// Return the legal moves of one position, the best first, each with its result and its distance to zeroing for the side that
    /// makes it. The fifty-move rule and the moves that were played to reach the position count. Errors are as for `probe_wdl`.
    ///
    /// >>> from chess_batch import EndgameTables, Position
    /// >>> moves = EndgameTables([]).ranked_moves(Position("8/8/8/8/8/5k2/8/7K w - - 0 1"))
    /// >>> [(str(move), wdl, dtz) for move, wdl, dtz in moves]
    /// [('h1g1', 0, 0), ('h1h2', 0, 0)]
    fn ranked_moves(&self, position: PyRef<'_, GamePosition>) -> PyResult<Vec<(Made, i8, Option<i32>)>> {
        let state = position.state();
        let history = state.key_history();
        let rules = RootRules { history: Some(&history), ..RootRules::default() };
        let ranked = self.tables.probe_root(state.position(), rules).map_err(|error| no_value(&error))?;
        let value = |ranked: RankedMove| (Made(ranked.mv), ranked.wdl.value(), ranked.dtz.map(Dtz::plies));
        Ok(ranked.into_iter().map(value).collect())
    }

    fn __getnewargs__(&self) -> (Vec<&OsStr>,) {
        (self.folders.iter().map(|folder| folder.as_os_str()).collect(),)
    }

    fn __repr__(&self) -> String {
        let [wdl, dtz] = [self.wdl_count(), self.dtz_count()];
        format!("EndgameTables({wdl} WDL and {dtz} DTZ tables of up to {} pieces)", self.max_pieces())
    }
}

fn no_value(error: &ProbeError) -> PyErr {
    PyKeyError::new_err(error.to_string())
}

/// Returns the result of a position and its distance, which is 0 if it is not asked for.
fn value(tables: &Tables, position: &Position, dtz: bool) -> Result<(i8, i16), String> {
    let value = if dtz {
        tables.probe(position).map(|(wdl, dtz)| (wdl.value(), dtz.plies() as i16))
    } else {
        tables.probe_wdl(position).map(|wdl| (wdl.value(), 0))
    };
    value.map_err(|error| error.to_string())
}

/// An opening book of Polyglot, by the path of its file or by its bytes. It is held in memory.
///
/// What is no book, or is not sorted, raises `InputError`. ``len(book)`` is the number of its records, and ``chess book`` makes books of
/// games.
///
/// >>> from chess_batch import Book, Position
/// >>> book = Book(bytes.fromhex("463b96181691fc9c031c000200000000"))
/// >>> [(str(move), weight) for move, weight in book.moves(Position())], hex(Position().polyglot_key)
/// ([('e2e4', 2)], '0x463b96181691fc9c')
#[pyclass(frozen, module = "chess_batch")]
pub(crate) struct Book(pub(crate) polyglot::Book<Vec<u8>>);

#[pymethods]
impl Book {
    #[new]
    fn new(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bytes = if let Ok(bytes) = source.cast::<PyBytes>() {
            bytes.as_bytes().to_vec()
        } else {
            let path: PathBuf = source.extract()?;
            aside(py, move || fs::read(&path).map_err(|error| errors::file(&error, &path)))?
        };
        let book = polyglot::Book::new(bytes).map_err(errors::book)?;
        book.verify().map_err(errors::book)?;
        Ok(Self(book))
    }

    /// Return the moves of the book in a position with their weights, in the order of the book: legal moves, each once.
    fn moves(&self, position: PyRef<'_, GamePosition>) -> Vec<(Made, u16)> {
        self.0.moves(&position.at()).iter().map(|it| (Made(it.mv), it.weight)).collect()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}
