//! Items of arrays as values of Python.

use arrow_array::cast::AsArray;
use arrow_array::types::Date32Type;
use arrow_array::{Array, ArrayRef, RecordBatch, downcast_integer_array, make_array};
use arrow_data::ArrayData;
use arrow_data::transform::MutableArrayData;
use arrow_schema::{ArrowError, DataType};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};

/// Joins arrays of one type, of which there is at least one. The crate arrow-select has the same, and takes 25 s of CPU time in a build.
///
/// # Errors
/// The whole is larger than offsets of 32 bits can count.
pub(crate) fn concat<'a>(arrays: impl Iterator<Item = &'a ArrayRef>) -> Result<ArrayRef, ArrowError> {
    let arrays: Vec<ArrayData> = arrays.map(Array::to_data).collect();
    let rows = arrays.iter().map(ArrayData::len).sum();
    let mut whole = MutableArrayData::new(arrays.iter().collect(), false, rows);
    for (i, array) in arrays.iter().enumerate() {
        whole.try_extend(i, 0, array.len())?;
    }
    Ok(make_array(whole.freeze()))
}

/// Returns an item of an array as a value of Python.
///
/// # Errors
/// `TypeError`: no column has this type. `ValueError`: a date of year 0.
pub(crate) fn value<'py>(py: Python<'py>, array: &dyn Array, i: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.nulls().is_some_and(|nulls| nulls.is_null(i)) {
        return Ok(py.None().into_bound(py));
    }
    let list = |items: ArrayRef| {
        let values = (0..items.len()).map(|i| value(py, &*items, i)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, values).map(Bound::into_any)
    };
    downcast_integer_array! { array => array.value(i).into_bound_py_any(py),
        DataType::Date32 => {
            let ordinal = array.as_primitive::<Date32Type>().value(i) + EPOCH;
            py.import("datetime")?.getattr("date")?.call_method1("fromordinal", (ordinal,))
        }
        DataType::Boolean => array.as_boolean().value(i).into_bound_py_any(py),
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
                |i| entries.columns().iter().map(|part| value(py, &**part, i)).collect::<PyResult<Vec<_>>>();
            let entries = (0..entries.len()).map(|i| PyTuple::new(py, entry(i)?));
            PyList::new(py, entries.collect::<PyResult<Vec<_>>>()?).map(Bound::into_any)
        }
        other => Err(PyTypeError::new_err(format!("expected a column of PGN, moves or packed positions, found values of type {other}"))),
    }
}

/// The number that Python's calendar gives to 1970-01-01.
const EPOCH: i32 = 719_163;

/// Returns a row as a dict.
pub(crate) fn row<'py>(py: Python<'py>, batch: &RecordBatch, i: usize) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (field, column) in batch.schema_ref().fields().iter().zip(batch.columns()) {
        dict.set_item(field.name(), value(py, &**column, i)?)?;
    }
    Ok(dict)
}
