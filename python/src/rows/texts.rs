//! Many texts from Python: a list of `str`, or an Arrow array of strings, which is not copied.

use std::sync::Arc;

use arrow_array::builder::LargeStringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::ArrowArrayStreamReader;
use arrow_array::{Array, ArrayRef, make_array};
use arrow_data::ArrayData;
use arrow_pyarrow::FromPyArrow;
use arrow_schema::DataType;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyList, PyString, PyTuple};

use crate::table::Column;

/// Texts with numbers from 0: arrays, and the number of the first text of each. The arrays are not empty.
pub(crate) struct Texts {
    starts: Vec<usize>,
    chunks: Vec<ArrayRef>,
    len: usize,
}

impl Texts {
    /// # Errors
    /// `TypeError`: an array is not one of texts.
    fn new(arrays: Vec<ArrayRef>) -> PyResult<Self> {
        let mut texts = Self { starts: Vec::new(), chunks: Vec::new(), len: 0 };
        for array in arrays.into_iter().filter(|array| !array.is_empty()) {
            let kind = array.data_type();
            if !matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View) {
                let message = format!("an array of strings is needed, and not of {kind}");
                return Err(PyTypeError::new_err(message));
            }
            texts.starts.push(texts.len);
            texts.len += array.len();
            texts.chunks.push(array);
        }
        Ok(texts)
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Returns a text, or `None` if it is null or there is none with this number.
    pub(crate) fn get(&self, i: usize) -> Option<&[u8]> {
        let chunk = self.starts.partition_point(|&start| start <= i).checked_sub(1)?;
        let (array, i) = (&*self.chunks[chunk], i - self.starts[chunk]);
        let text = || match array.data_type() {
            DataType::Utf8 => array.as_string::<i32>().value(i),
            DataType::LargeUtf8 => array.as_string::<i64>().value(i),
            _ => array.as_string_view().value(i),
        };
        (i < array.len() && array.nulls().is_none_or(|nulls| nulls.is_valid(i))).then(|| text().as_bytes())
    }
}

/// Tests whether an object is a missing value of Python, numpy or pandas: ``None``, NaN and ``pandas.NA``.
pub(crate) fn is_null(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_nan = || object.extract::<f64>().is_ok_and(f64::is_nan);
    Ok(object.is_none()
        || object.is_instance_of::<PyFloat>() && is_nan()
        || object.get_type().name()? == "NAType")
}

/// Returns the chunks of an Arrow array or of a chunked one, or `None` if the object is neither.
pub(crate) fn arrow_chunks(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    if let Ok(column) = object.cast::<Column>() {
        return Ok(Some(column.get().chunks().to_vec()));
    }
    // These cannot, and an attribute that is missing takes time.
    if object.is_exact_instance_of::<PyList>() || object.is_exact_instance_of::<PyTuple>() {
        return Ok(None);
    }
    let one = |object: &Bound<'_, PyAny>| Ok(make_array(ArrayData::from_pyarrow_bound(object)?));
    if object.hasattr("__arrow_c_array__")? {
        return Ok(Some(vec![one(object)?]));
    }
    if !object.hasattr("__arrow_c_stream__")? {
        return Ok(None);
    }
    let chunked = if object.hasattr("chunks")? {
        object.clone()
    } else if let Ok(pyarrow) = object.py().import("pyarrow") {
        pyarrow.call_method1("chunked_array", (object,))?
    } else {
        return Ok(frame_chunks(object));
    };
    chunked.getattr("chunks")?.try_iter()?.map(|chunk| one(&chunk?)).collect::<PyResult<_>>().map(Some)
}

/// Returns the chunks of a column that can become a table of itself, as those of polars do; `None` if it cannot.
fn frame_chunks(column: &Bound<'_, PyAny>) -> Option<Vec<ArrayRef>> {
    let frame = column.call_method0("to_frame").ok()?;
    let batches = ArrowArrayStreamReader::from_pyarrow_bound(&frame).ok()?;
    batches.map(|batch| batch.ok()?.columns().first().cloned()).collect()
}

impl FromPyObject<'_, '_> for Texts {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("a list of texts is needed, and not one text"));
        }
        if let Some(arrays) = arrow_chunks(&object)? {
            return Self::new(arrays);
        }
        let mut texts = LargeStringBuilder::new();
        for text in object.try_iter()? {
            let text = text?;
            match text.cast::<PyString>() {
                Ok(text) => texts.append_value(text.to_cow()?),
                Err(_) if is_null(&text)? => texts.append_null(),
                Err(error) => return Err(error.into()),
            }
        }
        Self::new(vec![Arc::new(texts.finish())])
    }
}
