//! The public files of puzzles and of evaluations as tables.

use std::collections::HashSet;
use std::ops::ControlFlow;

use arrow_schema::{ArrowError, SchemaRef};
use chess_data::dumps::{Dump, Reading, Row};
use chess_data::filter::RowFilter;
use chess_data::spelling::nearest;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;

use crate::errors::{self, Failure};
use crate::files::read::BatchReader;
use crate::host::inputs::Inputs;
use crate::host::numbers::{BatchSize, Threads};
use crate::host::run::thread_count;
use crate::table::Names;

/// Begin to read files of puzzles, or of evaluations.
#[pyfunction]
#[pyo3(name = "_iter_dump")]
pub(crate) fn iter_dump(
    py: Python<'_>,
    puzzles: bool,
    paths: Inputs,
    columns: Option<Names>,
    filter: Option<String>,
    threads: Option<Threads>,
    batch_size: Option<BatchSize>,
) -> PyResult<BatchReader> {
    let dump = if puzzles { Dump::Puzzles } else { Dump::Evals };
    let filter = RowFilter::new(filter.as_deref().unwrap_or_default(), dump.columns());
    let filter = filter.map_err(|error| errors::filter(&error))?;
    let all = dump.schema();
    let columns =
        columns.map_or_else(|| Ok((0..all.fields().len()).collect()), |names| chosen(&names.0, &all))?;
    let schema = SchemaRef::new(all.project(&columns).map_err(errors::arrow)?);
    let threads = thread_count(threads, usize::MAX, 1).get();
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    BatchReader::new(py, schema, paths, dump.ending(), batch_size, move |inputs, take| {
        let batch = |rows: Vec<Row>| dump.record_batch(&rows).project(&columns);
        let mut visit = |batch: Result<_, ArrowError>| match batch {
            Ok(batch) => take(batch).map_break(|()| Ok(())),
            Err(error) => {
                let text = error.to_string();
                ControlFlow::Break(Err(Failure::new(errors::arrow(error), text)))
            }
        };
        for input in &inputs {
            let reading = Reading::new(dump, input).filter(&filter);
            let read = pool.install(|| reading.map_each(batch, &mut visit));
            let failure = |error| {
                Failure::new(
                    errors::file(&error, input.name()),
                    format!("{}: {error}", input.name().display()),
                )
            };
            if let ControlFlow::Break(end) = read.map_err(failure)? {
                return end;
            }
        }
        Ok(())
    })
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
