//! The check sum of a table's content, by the rules of `docs/columns.md`.

use arrow_array::RecordBatchReader;
use arrow_array::ffi_stream::ArrowArrayStreamReader;
use arrow_pyarrow::FromPyArrow;
use chess_data::columns::Checksum;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;

use crate::run::{Stop, interruptible};

fn table_sum(table: ArrowArrayStreamReader, stop: &Stop) -> PyResult<Checksum> {
    let schema = table.schema();
    let mut sum = Checksum::of_names(schema.fields().iter().map(|field| field.name().as_str()));
    for batch in table {
        let batch = batch.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        sum.add_record(&batch).map_err(|error| PyTypeError::new_err(error.to_string()))?;
        if stop.is_wanted() {
            break;
        }
    }
    Ok(sum)
}

/// Return the check sum of a table's content as 16 hexadecimal digits, and the number of its rows.
///
/// It is the same for the same rows in any order, with the columns in any order, in one table or in many files read as one.
/// The column ``file`` is left out. `table` is a ``pyarrow.Table`` or anything with ``__arrow_c_stream__``. The algorithm is in
/// ``docs/columns.md``; the program prints the same digits.
///
/// >>> from chess_batch import checksum, read_pgn
/// >>> checksum(read_pgn(b"1. e4 e5 *", columns=["game", "moves"]))
/// ('76225bd1ad19f8f0', 1)
#[pyfunction]
pub(crate) fn checksum(py: Python<'_>, table: &Bound<'_, PyAny>) -> PyResult<(String, u64)> {
    let table = ArrowArrayStreamReader::from_pyarrow_bound(table)?;
    let sum = interruptible(py, |stop| table_sum(table, stop))??;
    Ok((sum.to_string(), sum.rows()))
}
