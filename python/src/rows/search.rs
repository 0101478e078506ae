//! The search of stored games.

use std::borrow::Cow;

use arrow_array::RecordBatch;
use chess_data::columns::Search;
use chess_data::filter::Filter;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors;
use crate::host::numbers::Threads;
use crate::host::run::in_pieces;
use crate::table::Table;

/// The fewest games for which a thread is started.
const LEAST: usize = 256;

/// Return whether a filter keeps each game of a table, as a `Table` of a row for each.
///
/// `table` is a table of `read_pgn`, a file of ``write_parquet`` as pyarrow, polars or DuckDB read it, or anything else with
/// ``__arrow_c_stream__`` and a column ``moves`` of words. The moves are played from the positions of the column ``start``, if there is
/// one, and each is tested. The filter reads tags, the result and errors from their columns. It cannot name clocks and scores, and names
/// moves inside of ``some(...)`` and the like only.
///
/// The columns of the result are ``found``; ``first``, the ply at which the first quantifier of the filter is met first, of games that
/// are found; and ``error``, why a row is no game, which is not found either.
///
/// >>> from chess_batch import find, read_pgn
/// >>> table = read_pgn(b"1. e4 e5 2. Nf3 1-0 1. d4 Nf6 0-1 1. Nf3 e5 2. e4 1-0")
/// >>> find(table, 'some(board has "Nf3 Pe4 pe5") and result == white').to_dict()
/// {'found': [True, False, True], 'first': [3, None, 3], 'error': [None, None, None]}
#[pyfunction]
#[pyo3(signature = (table, filter, *, threads=None))]
pub(crate) fn find(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    filter: Cow<'_, str>,
    threads: Option<Threads>,
) -> PyResult<Table> {
    let filter: Filter = filter.parse().map_err(|error| errors::filter(&error))?;
    let refused = |error: chess_data::columns::SearchError| PyValueError::new_err(error.to_string());
    let search = Search::new(&filter).map_err(refused)?;
    let mut answers = Vec::new();
    for games in Table::of(py, table)?.batches() {
        let piece =
            |range: std::ops::Range<usize>| search.clone().answers(&games.slice(range.start, range.len()));
        let pieces = in_pieces(py, games.num_rows(), threads, LEAST, piece)?;
        answers.extend(pieces.into_iter().collect::<Result<Vec<RecordBatch>, _>>().map_err(refused)?);
    }
    Ok(Table::new(Search::schema(), answers))
}
