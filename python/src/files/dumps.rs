//! The public files of puzzles and of evaluations as tables.

use std::collections::HashSet;
use std::ops::ControlFlow;

use arrow_schema::SchemaRef;
use chess_data::dumps::{Dump, Reading};
use chess_data::filter::RowFilter;
use chess_data::input::Input;
use chess_data::spelling::nearest;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors;
use crate::files::read::{BatchReader, Take, table_of};
use crate::files::scan::ScanError;
use crate::host::inputs::Inputs;
use crate::host::numbers::{BatchSize, Threads};
use crate::host::run::thread_count;
use crate::table::{Names, Table};

/// A reading of files that has not begun.
struct Lines {
    dump: Dump,
    inputs: Vec<Input>,
    filter: RowFilter,
    pool: ThreadPool,
    /// The numbers of the columns in their order.
    columns: Vec<usize>,
    schema: SchemaRef,
}

impl Lines {
    fn new(
        dump: Dump,
        paths: Inputs,
        columns: Option<Names>,
        filter: Option<String>,
        threads: Option<Threads>,
    ) -> PyResult<Self> {
        let pool = ThreadPoolBuilder::new().num_threads(thread_count(threads, usize::MAX, 1).get()).build();
        let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let filter = RowFilter::new(filter.as_deref().unwrap_or_default(), dump.columns());
        let filter = filter.map_err(|error| errors::filter(&error))?;
        let all = dump.schema();
        let columns =
            columns.map_or_else(|| Ok((0..all.fields().len()).collect()), |names| chosen(&names.0, &all))?;
        let schema = SchemaRef::new(all.project(&columns).map_err(errors::arrow)?);
        Ok(Self { dump, inputs: paths.find(dump.ending()), filter, pool, columns, schema })
    }

    /// Reads all lines, and hands over their batches in order until `take` breaks.
    fn run(&self, take: Take<'_>) -> Result<(), ScanError> {
        for input in &self.inputs {
            let read = self.pool.install(|| {
                Reading::new(self.dump, input).filter(&self.filter).map_each(
                    |rows| self.dump.record_batch(&rows).project(&self.columns),
                    |batch| match batch {
                        Ok(batch) => take(batch).map_break(|()| Ok(())),
                        Err(error) => ControlFlow::Break(Err(ScanError::Arrow(error.to_string()))),
                    },
                )
            });
            if let ControlFlow::Break(result) = read.map_err(|error| ScanError::Dump(error, input.clone()))? {
                return result;
            }
        }
        Ok(())
    }

    fn into_table(self, py: Python<'_>) -> PyResult<Table> {
        table_of(py, &self.schema, |take| self.run(take))
    }

    fn into_reader(self, batch_size: Option<BatchSize>) -> PyResult<BatchReader> {
        BatchReader::spawn(SchemaRef::clone(&self.schema), batch_size, move |take| self.run(take))
    }
}

/// Returns the numbers of columns by their names.
fn chosen(names: &[String], schema: &SchemaRef) -> PyResult<Vec<usize>> {
    let mut seen = HashSet::new();
    let number = |name: &String| {
        let Some((number, _)) = schema.column_with_name(name) else {
            let known: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
            let hint = match &*nearest(name, known.iter().copied()) {
                [] => format!("the columns are {}", known.join(", ")),
                near => format!("did you mean `{}`?", near.join("` or `")),
            };
            return Err(errors::column(format!("unknown column `{name}`; {hint}")));
        };
        if seen.insert(number) {
            Ok(number)
        } else {
            Err(errors::column(format!("the column `{name}` is chosen twice")))
        }
    };
    names.iter().map(number).collect()
}

/// Read the puzzle file of Lichess as a table, one row a line.
///
/// `paths`, `columns` and `threads` are as for `read_pgn`, and folders stand for the files in them that end with ``.csv``;
/// ``docs/columns.md`` describes the columns. `filter` is a condition on columns of numbers and texts, and on the words in ``themes``
/// and ``openings``. A line with an error has it in the column ``error``. `iter_puzzles` gives batches.
///
/// >>> from chess_batch import read_puzzles
/// >>> puzzle = b"00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,80,83,72,mate,url,\n"
/// >>> read_puzzles(puzzle, columns=["id", "rating", "themes"]).to_pylist()
/// [{'id': '00sHx', 'rating': 1760, 'themes': ['mate']}]
/// >>> read_puzzles(puzzle, filter="rating >= 1500 and themes in (fork, pin)").num_rows
/// 0
#[pyfunction]
#[pyo3(signature = (paths, *, columns=None, filter=None, threads=None))]
pub(crate) fn read_puzzles(
    py: Python<'_>,
    paths: Inputs,
    columns: Option<Names>,
    filter: Option<String>,
    threads: Option<Threads>,
) -> PyResult<Table> {
    Lines::new(Dump::Puzzles, paths, columns, filter, threads)?.into_table(py)
}

/// Read the puzzle file of Lichess as batches of rows, for files beyond memory: see `read_puzzles` and `iter_pgn`.
///
/// >>> from chess_batch import iter_puzzles
/// >>> puzzle = b"00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,80,83,72,mate,url,\n"
/// >>> [batch.num_rows for batch in iter_puzzles(puzzle * 5, columns="rating", batch_size=2)]
/// [2, 2, 1]
#[pyfunction]
#[pyo3(signature = (paths, *, columns=None, filter=None, threads=None, batch_size=None))]
pub(crate) fn iter_puzzles(
    paths: Inputs,
    columns: Option<Names>,
    filter: Option<String>,
    threads: Option<Threads>,
    batch_size: Option<BatchSize>,
) -> PyResult<BatchReader> {
    Lines::new(Dump::Puzzles, paths, columns, filter, threads)?.into_reader(batch_size)
}

/// Read the evaluation file of Lichess as a table, one row for each line of analysis. Arguments and value are as for
/// `read_puzzles`; files in folders end with ``.jsonl``.
///
/// >>> from chess_batch import read_evals
/// >>> line = b'{"fen": "4k3/8/8/8/8/8/8/4K2R w K -", "evals": [{"pvs": [{"cp": 500, "line": "h1h8"}], "knodes": 7, "depth": 20}]}\n'
/// >>> read_evals(line, columns="score,depth,knodes").to_pylist()
/// [{'score': 500, 'depth': 20, 'knodes': 7}]
#[pyfunction]
#[pyo3(signature = (paths, *, columns=None, filter=None, threads=None))]
pub(crate) fn read_evals(
    py: Python<'_>,
    paths: Inputs,
    columns: Option<Names>,
    filter: Option<String>,
    threads: Option<Threads>,
) -> PyResult<Table> {
    Lines::new(Dump::Evals, paths, columns, filter, threads)?.into_table(py)
}

/// Read the evaluation file of Lichess as batches of rows, for files beyond memory: see `read_evals` and `iter_pgn`.
#[pyfunction]
#[pyo3(signature = (paths, *, columns=None, filter=None, threads=None, batch_size=None))]
pub(crate) fn iter_evals(
    paths: Inputs,
    columns: Option<Names>,
    filter: Option<String>,
    threads: Option<Threads>,
    batch_size: Option<BatchSize>,
) -> PyResult<BatchReader> {
    Lines::new(Dump::Evals, paths, columns, filter, threads)?.into_reader(batch_size)
}
