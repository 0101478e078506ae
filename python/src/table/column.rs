//! Columns of a table, and their values as those of Python.

use std::borrow::Cow;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::types::{
    Date32Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch, new_empty_array};
use arrow_schema::DataType;
use arrow_select::concat::concat;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyAttributeError, PyIndexError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyList, PyTuple};

/// A column of a `Table`: a sequence of Python's values, and an array of Arrow.
///
/// >>> from chess_batch import Table, read_pgn
/// >>> column = Table(read_pgn(b"1. e4 e5 * 1. d4 *", columns="game,san"))["san"]
/// >>> len(column), column[1], column.to_pylist()
/// (2, ['d4'], [['e4', 'e5'], ['d4']])
#[pyclass(frozen, module = "chess_batch")]
pub(crate) struct Column {
    kind: DataType,
    chunks: Vec<ArrayRef>,
}

impl Column {
    /// Creates a column of arrays of one type.
    pub(crate) const fn new(kind: DataType, chunks: Vec<ArrayRef>) -> Self {
        Self { kind, chunks }
    }
}

#[pymethods]
impl Column {
    /// The number of rows that have no value.
    #[getter]
    fn null_count(&self) -> usize {
        self.chunks.iter().map(Array::null_count).sum()
    }

    /// Return the values as a list: numbers, texts, bytes, dates, lists of these, maps as lists of pairs, and ``None`` where there is none.
    pub(crate) fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for chunk in &self.chunks {
            for i in 0..chunk.len() {
                list.append(value(py, chunk, i)?)?;
            }
        }
        Ok(list)
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(Array::len).sum()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, row: isize) -> PyResult<Bound<'py, PyAny>> {
        let mut row = from_start(row, self.__len__())?;
        for chunk in &self.chunks {
            if row < chunk.len() {
                return value(py, chunk, row);
            }
            row -= chunk.len();
        }
        Err(no_row())
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        items(slf.as_any())
    }

    /// Return the values as an array of Arrow, in two capsules.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // The interface lets a producer ignore the wish.
        drop(requested_schema);
        let wrong = |error: arrow_schema::ArrowError| PyRuntimeError::new_err(error.to_string());
        let chunks: Vec<&dyn Array> = self.chunks.iter().map(AsRef::as_ref).collect();
        let whole = match chunks.as_slice() {
            [] => new_empty_array(&self.kind),
            chunks => concat(chunks).map_err(wrong)?,
        };
        let schema = FFI_ArrowSchema::try_from(&self.kind).map_err(wrong)?;
        let array = FFI_ArrowArray::new(&whole.to_data());
        Ok((
            PyCapsule::new_with_value(py, schema, c"arrow_schema")?,
            PyCapsule::new_with_value(py, array, c"arrow_array")?,
        ))
    }

    fn __repr__(&self) -> String {
        format!("Column({} rows of {})", self.__len__(), self.kind)
    }

    fn __getattr__(slf: &Bound<'_, Self>, name: Cow<'_, str>) -> PyResult<Py<PyAny>> {
        Err(missing(slf.as_any(), &name))
    }
}

/// Returns an iterator over the items of a sequence, which makes them one by one.
pub(crate) fn items<'py>(sequence: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let builtins = sequence.py().import("builtins")?;
    let rows = builtins.call_method1("range", (sequence.len()?,))?;
    builtins.call_method1("map", (sequence.getattr("__getitem__")?, rows))
}

/// The exception for an attribute that an object does not have, and that of pyarrow may have.
pub(crate) fn missing(object: &Bound<'_, PyAny>, name: &str) -> PyErr {
    let class = object.get_type();
    let hint = if name.starts_with('_') {
        ""
    } else {
        ": a pyarrow.Table may have it, which functions return where pyarrow is installed (pip install pyarrow)"
    };
    PyAttributeError::new_err(format!("{class} has no attribute '{name}'{hint}"))
}

/// Returns the number of a row, where negative numbers count from the end.
///
/// # Errors
/// `IndexError`: there is no such row.
pub(crate) fn from_start(row: isize, rows: usize) -> PyResult<usize> {
    let row = if row < 0 { rows.checked_add_signed(row) } else { Some(row as usize) };
    row.filter(|&row| row < rows).ok_or_else(no_row)
}

fn no_row() -> PyErr {
    PyIndexError::new_err("no such row")
}

/// Returns an item of an array as a value of Python.
///
/// # Errors
/// `TypeError`: no column has this type. `ValueError`: a date of year 0.
pub(crate) fn value<'py>(py: Python<'py>, array: &dyn Array, i: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(i) {
        return Ok(py.None().into_bound(py));
    }
    let list = |items: ArrayRef| {
        let values = (0..items.len()).map(|i| value(py, &items, i)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, values).map(Bound::into_any)
    };
    match array.data_type() {
        DataType::Int8 => array.as_primitive::<Int8Type>().value(i).into_bound_py_any(py),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(i).into_bound_py_any(py),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(i).into_bound_py_any(py),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(i).into_bound_py_any(py),
        DataType::UInt8 => array.as_primitive::<UInt8Type>().value(i).into_bound_py_any(py),
        DataType::UInt16 => array.as_primitive::<UInt16Type>().value(i).into_bound_py_any(py),
        DataType::UInt32 => array.as_primitive::<UInt32Type>().value(i).into_bound_py_any(py),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(i).into_bound_py_any(py),
        DataType::Date32 => {
            let ordinal = array.as_primitive::<Date32Type>().value(i) + EPOCH;
            py.import("datetime")?.getattr("date")?.call_method1("fromordinal", (ordinal,))
        }
        DataType::Utf8 => array.as_string::<i32>().value(i).into_bound_py_any(py),
        DataType::LargeUtf8 => array.as_string::<i64>().value(i).into_bound_py_any(py),
        DataType::Utf8View => array.as_string_view().value(i).into_bound_py_any(py),
        DataType::Binary => Ok(PyBytes::new(py, array.as_binary::<i32>().value(i)).into_any()),
        DataType::LargeBinary => Ok(PyBytes::new(py, array.as_binary::<i64>().value(i)).into_any()),
        DataType::BinaryView => Ok(PyBytes::new(py, array.as_binary_view().value(i)).into_any()),
        DataType::FixedSizeBinary(_) => {
            Ok(PyBytes::new(py, array.as_fixed_size_binary().value(i)).into_any())
        }
        DataType::List(_) => list(array.as_list::<i32>().value(i)),
        DataType::LargeList(_) => list(array.as_list::<i64>().value(i)),
        DataType::Map(..) => {
            let entries = array.as_map().value(i);
            let entry =
                |i| entries.columns().iter().map(|part| value(py, part, i)).collect::<PyResult<Vec<_>>>();
            let entries = (0..entries.len()).map(|i| PyTuple::new(py, entry(i)?));
            PyList::new(py, entries.collect::<PyResult<Vec<_>>>()?).map(Bound::into_any)
        }
        other => Err(PyTypeError::new_err(format!("values of type {other} are no columns of games"))),
    }
}

/// The number that Python's calendar gives to 1970-01-01.
const EPOCH: i32 = 719_163;

/// Returns a row as a dict.
pub(crate) fn row<'py>(py: Python<'py>, batch: &RecordBatch, i: usize) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (field, column) in batch.schema_ref().fields().iter().zip(batch.columns()) {
        dict.set_item(field.name(), value(py, column, i)?)?;
    }
    Ok(dict)
}
