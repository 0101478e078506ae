//! Tables and batches of rows for Python, by the Arrow C data interface.

use std::borrow::Cow;

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::{ArrowArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_pyarrow::FromPyArrow;
use arrow_schema::SchemaRef;
use chess_data::columns::Checksum;
use pyo3::exceptions::{PyImportError, PyKeyError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::host::run::{Stop, interruptible};
use crate::table::column::{Column, from_start, items, missing, row};

/// Rows in memory, for libraries that take them by the Arrow C data interface: ``polars.DataFrame(table)``,
/// ``pyarrow.table(table)`` and the like copy nothing.
///
/// Functions return it where pyarrow is not installed, and otherwise a ``pyarrow.Table``. ``Table(rows)`` makes one of a
/// ``pyarrow.Table`` and of anything else with ``__arrow_c_stream__``. It is a sequence of rows, each a dict: ``table[0]`` is the
/// first row and ``table["white"]`` a `Column`, while ``table[0]`` of pyarrow is the first column.
///
/// >>> from chess_batch import Table, read_pgn
/// >>> table = Table(read_pgn(b'[White "Anderssen"] 1. e4 e5 *', columns="white,san"))
/// >>> len(table), table[0], table["san"][0]
/// (1, {'white': 'Anderssen', 'san': ['e4', 'e5']}, ['e4', 'e5'])
/// >>> [row["white"] for row in table], table.to_dict()
/// (['Anderssen'], {'white': ['Anderssen'], 'san': [['e4', 'e5']]})
#[pyclass(frozen, module = "chess_batch")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Table {
    pub(crate) const fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        Self { schema, batches }
    }

    /// Makes a ``pyarrow.Table``, or without pyarrow a `Table`.
    pub(crate) fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let table = Bound::new(py, self)?.into_any();
        match pyarrow(py)? {
            Some(pyarrow) => pyarrow.call_method1("table", (table,)),
            None => Ok(table),
        }
    }
}

/// Returns the module `pyarrow`, or `None` if it is not installed.
pub(crate) fn pyarrow(py: Python<'_>) -> PyResult<Option<Bound<'_, PyModule>>> {
    match py.import("pyarrow") {
        Ok(module) => Ok(Some(module)),
        Err(error) if error.is_instance_of::<PyImportError>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Makes the capsule of a stream.
pub(crate) fn stream_capsule(
    py: Python<'_>,
    reader: Box<dyn RecordBatchReader + Send>,
) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), c"arrow_array_stream")
}

/// Makes the capsule of a schema.
pub(crate) fn schema_capsule<'py>(py: Python<'py>, schema: &SchemaRef) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema.as_ref())
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// The name of a column, or the number of a row.
#[derive(FromPyObject)]
pub(crate) enum Key {
    Name(String),
    Row(isize),
}

#[pymethods]
impl Table {
    #[new]
    fn of_rows(rows: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rows = ArrowArrayStreamReader::from_pyarrow_bound(rows)?;
        let schema = rows.schema();
        let batches = rows.collect::<Result<_, _>>();
        batches
            .map(|batches| Self::new(schema, batches))
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    /// Return a column. A name that no column has raises `KeyError`.
    fn column(&self, name: Cow<'_, str>) -> PyResult<Column> {
        let Some((index, field)) = self.schema.column_with_name(&name) else {
            let message =
                format!("there is no column '{name}'; the columns are {}", self.column_names().join(", "));
            return Err(PyKeyError::new_err(message));
        };
        let chunks = self.batches.iter().map(|batch| batch.column(index).clone()).collect();
        Ok(Column::new(field.data_type().clone(), chunks))
    }

    /// Return the rows as a list of dicts.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let rows = self.batches.iter().flat_map(|batch| (0..batch.num_rows()).map(move |i| (batch, i)));
        rows.map(|(batch, i)| row(py, batch, i)).collect()
    }

    /// Return the columns as a dict of lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for name in self.column_names() {
            dict.set_item(name, self.column(name.into())?.to_pylist(py)?)?;
        }
        Ok(dict)
    }

    fn __len__(&self) -> usize {
        self.num_rows()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: Key) -> PyResult<Bound<'py, PyAny>> {
        let number = match key {
            Key::Name(name) => return Ok(Bound::new(py, self.column(name.into())?)?.into_any()),
            Key::Row(number) => number,
        };
        let mut rest = from_start(number, self.num_rows())?;
        let mut batches = self.batches.iter();
        // The row exists.
        let batch = batches.find(|batch| {
            let is_here = rest < batch.num_rows();
            rest -= if is_here { 0 } else { batch.num_rows() };
            is_here
        });
        batch.map_or_else(|| Ok(py.None().into_bound(py)), |batch| row(py, batch, rest).map(Bound::into_any))
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        items(slf.as_any())
    }

    fn __getattr__(slf: &Bound<'_, Self>, name: Cow<'_, str>) -> PyResult<Py<PyAny>> {
        Err(missing(slf.as_any(), &name))
    }

    /// Return the rows as a stream of Arrow, in a capsule.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets a producer ignore the wish.
        drop(requested_schema);
        let batches = self.batches.clone().into_iter().map(Ok);
        stream_capsule(py, Box::new(RecordBatchIterator::new(batches, self.schema.clone())))
    }

    /// Return the schema of Arrow, in a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }

    fn __repr__(&self) -> String {
        format!("Table({} rows of {})", self.num_rows(), self.column_names().join(", "))
    }
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
