//! Columns as arrays of numpy.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, OffsetSizeTrait};
use arrow_schema::DataType;
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice};

use super::value::{concat, value};
use crate::errors;

/// What an array has where a column has no value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    /// NaN, NaT or ``None``.
    Marked,
    /// An error, except for objects.
    Refused,
}

/// Returns the values of arrays of one type as an array of numpy.
///
/// # Errors
/// `ValueError`: a value is missing, which may not be, or cannot be marked. `TypeError`: no column has this type.
pub(super) fn array<'py>(
    py: Python<'py>,
    kind: &DataType,
    chunks: &[ArrayRef],
    missing: Missing,
) -> PyResult<Bound<'py, PyAny>> {
    let nulls = chunks.iter().map(Array::null_count).sum::<usize>();
    let is_object =
        !(kind.is_primitive() || matches!(kind, DataType::Boolean | DataType::FixedSizeBinary(_)));
    if nulls > 0
        && !is_object
        && (missing == Missing::Refused || matches!(kind, DataType::FixedSizeBinary(_)))
    {
        let mark = if matches!(kind, DataType::FixedSizeBinary(_)) { "" } else { "to_numpy() marks them, " };
        return Err(PyValueError::new_err(format!(
            "{nulls} rows have no value: {mark}to_pylist() has None for them, and to_arrow().drop_null() leaves them out"
        )));
    }
    macro_rules! numbers {
        ($($kind:ident: $type:ty),+) => {
            match kind {
                $(DataType::$kind => Some(numbers::<$type>(py, chunks).into_any()),)+
                _ => None,
            }
        };
    }
    let numbers = numbers!(Int8: Int8Type, Int16: Int16Type, Int32: Int32Type, Int64: Int64Type, UInt8: UInt8Type,
        UInt16: UInt16Type, UInt32: UInt32Type, UInt64: UInt64Type, Float32: Float32Type, Float64: Float64Type);
    if let Some(numbers) = numbers {
        return if nulls == 0 { Ok(numbers) } else { with_nan(py, kind, numbers, chunks) };
    }
    match kind {
        DataType::Date32 => {
            let days = chunks.iter().flat_map(AsArray::as_primitive::<Date32Type>);
            // The least number is NaT.
            let days = days.map(|day| day.map_or(i64::MIN, i64::from)).collect();
            PyArray1::from_vec(py, days).call_method1("view", ("datetime64[D]",))
        }
        DataType::Boolean if nulls == 0 => {
            let values = chunks.iter().flat_map(|chunk| chunk.as_boolean().values().iter());
            Ok(PyArray1::from_vec(py, values.collect()).into_any())
        }
        DataType::FixedSizeBinary(size) => {
            let values = chunks.iter().flat_map(|chunk| chunk.as_fixed_size_binary().value_data());
            let (size, values) = (*size as usize, values.copied().collect::<Vec<u8>>());
            let rows = chunks.iter().map(Array::len).sum::<usize>();
            Ok(PyArray1::from_vec(py, values).reshape([rows, size])?.into_any())
        }
        DataType::List(_) => lists::<i32>(py, chunks),
        DataType::LargeList(_) => lists::<i64>(py, chunks),
        _ => objects(py, chunks),
    }
}

/// Returns numbers of which none is null.
fn numbers<'py, T: ArrowPrimitiveType<Native: Element + Copy>>(
    py: Python<'py>,
    chunks: &[ArrayRef],
) -> Bound<'py, PyArray1<T::Native>> {
    let mut values = Vec::with_capacity(chunks.iter().map(Array::len).sum());
    for chunk in chunks {
        values.extend_from_slice(chunk.as_primitive::<T>().values());
    }
    PyArray1::from_vec(py, values)
}

/// Returns numbers as floats, with NaN for those that are null.
fn with_nan<'py>(
    py: Python<'py>,
    kind: &DataType,
    numbers: Bound<'py, PyAny>,
    chunks: &[ArrayRef],
) -> PyResult<Bound<'py, PyAny>> {
    let float = if matches!(kind, DataType::Float32) { "float32" } else { "float64" };
    let nulls = chunks.iter().flat_map(|chunk| (0..chunk.len()).map(|i| chunk.is_null(i)));
    let floats = numbers.call_method1("astype", (float,))?;
    floats.set_item(PyArray1::from_vec(py, nulls.collect()), f64::NAN)?;
    Ok(floats)
}

/// Returns Python's values.
fn objects<'py>(py: Python<'py>, chunks: &[ArrayRef]) -> PyResult<Bound<'py, PyAny>> {
    let list = PyList::empty(py);
    for chunk in chunks {
        (0..chunk.len()).try_for_each(|i| list.append(value(py, &**chunk, i)?))?;
    }
    array_of_objects(list)
}

/// Returns a part of one array for each list, so that all have one type.
fn lists<'py, O: OffsetSizeTrait>(py: Python<'py>, chunks: &[ArrayRef]) -> PyResult<Bound<'py, PyAny>> {
    let list = PyList::empty(py);
    if !chunks.is_empty() {
        let whole = concat(chunks.iter()).map_err(errors::arrow)?;
        let lists = whole.as_list::<O>();
        let items = array(py, lists.values().data_type(), &[lists.values().clone()], Missing::Marked)?;
        for (i, ends) in lists.value_offsets().windows(2).enumerate() {
            let part = PySlice::new(py, ends[0].as_usize() as isize, ends[1].as_usize() as isize, 1);
            list.append(if lists.is_null(i) { py.None().into_bound(py) } else { items.get_item(part)? })?;
        }
    }
    array_of_objects(list)
}

fn array_of_objects(list: Bound<'_, PyList>) -> PyResult<Bound<'_, PyAny>> {
    let py = list.py();
    let options = PyDict::new(py);
    options.set_item("dtype", py.get_type::<PyAny>())?;
    options.set_item("count", list.len())?;
    py.import("numpy")?.call_method("fromiter", (list,), Some(&options))
}
