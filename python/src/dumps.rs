//! The public files of puzzles and of evaluations as tables.

use std::ops::ControlFlow;

use chess_data::dumps::{Dump, Reading};
use chess_data::input::Input;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;

use crate::inputs::Inputs;
use crate::run::{interruptible, thread_count};
use crate::tables::Table;

fn read<'py>(
    py: Python<'py>,
    dump: Dump,
    ending: &str,
    paths: Inputs,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let threads = thread_count(threads, usize::MAX, 1).get();
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let inputs: &[Input] = &paths.find(ending);
    let batches = interruptible(py, |stop| {
        let mut batches = Vec::new();
        for input in inputs {
            let read = pool.install(|| {
                Reading::new(dump, input).for_each(|batch| {
                    batches.push(batch);
                    if stop.is_wanted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })
            });
            if read.map_err(|error| crate::errors::file(&error, input))?.is_break() {
                break;
            }
        }
        Ok::<_, PyErr>(batches)
    })??;
    let batches = batches.into_iter().map(chess_data::arrow::record_batch).collect::<Result<Vec<_>, _>>();
    let batches = batches.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Table::new(chess_data::arrow::schema(&dump.fields()), batches).into_python(py)
}

/// Read the puzzle file of Lichess as a table, one row a line: a ``pyarrow.Table``, or a `Table` where pyarrow is not installed.
///
/// `paths` and `threads` are as for `read_pgn`, and folders stand for the files in them that end with ``.csv``; ``docs/columns.md`` describes the columns. A line with an error has it in the
/// column ``error``.
///
/// >>> from chess_batch import read_puzzles
/// >>> puzzle = b"00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,80,83,72,mate,url,\n"
/// >>> table = read_puzzles(puzzle)
/// >>> table["id"].to_pylist(), table["rating"].to_pylist(), len(table["moves"][0])
/// (['00sHx'], [1760], 4)
#[pyfunction]
#[pyo3(signature = (paths, *, threads=None))]
pub(crate) fn read_puzzles(
    py: Python<'_>,
    paths: Inputs,
    threads: Option<usize>,
) -> PyResult<Bound<'_, PyAny>> {
    read(py, Dump::Puzzles, ".csv", paths, threads)
}

/// Read the evaluation file of Lichess as a table, one row for each line of analysis. Arguments and value are as for
/// `read_puzzles`; files in folders end with ``.jsonl``.
///
/// >>> from chess_batch import read_evals
/// >>> line = b'{"fen": "4k3/8/8/8/8/8/8/4K2R w K -", "evals": [{"pvs": [{"cp": 500, "line": "h1h8"}], "knodes": 7, "depth": 20}]}\n'
/// >>> read_evals(line).select(["score", "depth", "knodes"]).to_pylist()
/// [{'score': 500, 'depth': 20, 'knodes': 7}]
#[pyfunction]
#[pyo3(signature = (paths, *, threads=None))]
pub(crate) fn read_evals(
    py: Python<'_>,
    paths: Inputs,
    threads: Option<usize>,
) -> PyResult<Bound<'_, PyAny>> {
    read(py, Dump::Evals, ".jsonl", paths, threads)
}
