//! Many texts from Python: a list of `str`, or an Arrow array of strings, which is not copied.

use arrow_array::ffi_stream::ArrowArrayStreamReader;
use arrow_array::{Array, ArrayRef, LargeStringArray, StringArray, StringViewArray, make_array};
use arrow_data::ArrayData;
use arrow_pyarrow::FromPyArrow;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyString};

use crate::table::Column;

/// Texts with numbers from 0.
pub(crate) enum Texts {
    /// UTF-8 of all texts, the end of each, and the numbers of those that are null, in order.
    Copied { bytes: Vec<u8>, ends: Vec<usize>, nulls: Vec<usize> },
    /// Arrays, and the number of the first text of each. The arrays are not empty.
    Arrow { starts: Vec<usize>, chunks: Vec<Chunk>, len: usize },
}

pub(crate) enum Chunk {
    Utf8(StringArray),
    LargeUtf8(LargeStringArray),
    Utf8View(StringViewArray),
}

impl Texts {
    pub(crate) const fn len(&self) -> usize {
        match self {
            Self::Copied { ends, .. } => ends.len(),
            Self::Arrow { len, .. } => *len,
        }
    }

    /// Returns a text, or `None` if it is null or there is none with this number.
    pub(crate) fn get(&self, i: usize) -> Option<&[u8]> {
        match self {
            Self::Copied { nulls, .. } if nulls.binary_search(&i).is_ok() => None,
            Self::Copied { bytes, ends, .. } => {
                let start = i.checked_sub(1).map_or(0, |before| ends[before]);
                bytes.get(start..*ends.get(i)?)
            }
            Self::Arrow { starts, chunks, .. } => {
                let chunk = starts.partition_point(|&start| start <= i).checked_sub(1)?;
                chunks[chunk].get(i - starts[chunk])
            }
        }
    }
}

impl Chunk {
    fn new(array: &ArrayRef) -> PyResult<Self> {
        let any = array.as_any();
        if let Some(array) = any.downcast_ref::<StringArray>() {
            Ok(Self::Utf8(array.clone()))
        } else if let Some(array) = any.downcast_ref::<LargeStringArray>() {
            Ok(Self::LargeUtf8(array.clone()))
        } else if let Some(array) = any.downcast_ref::<StringViewArray>() {
            Ok(Self::Utf8View(array.clone()))
        } else {
            Err(PyTypeError::new_err(format!(
                "an array of strings is needed, and not of {}",
                array.data_type()
            )))
        }
    }

    fn get(&self, i: usize) -> Option<&[u8]> {
        fn value<'a, T: ?Sized + AsRef<[u8]> + 'a>(
            array: &'a impl Array,
            i: usize,
            get: impl Fn(usize) -> &'a T,
        ) -> Option<&'a [u8]> {
            (i < array.len() && array.is_valid(i)).then(|| get(i).as_ref())
        }
        match self {
            Self::Utf8(array) => value(array, i, |i| array.value(i)),
            Self::LargeUtf8(array) => value(array, i, |i| array.value(i)),
            Self::Utf8View(array) => value(array, i, |i| array.value(i)),
        }
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
            let (mut starts, mut chunks, mut len) = (Vec::new(), Vec::new(), 0);
            for array in arrays.iter().filter(|array| !array.is_empty()) {
                starts.push(len);
                chunks.push(Chunk::new(array)?);
                len += array.len();
            }
            return Ok(Self::Arrow { starts, chunks, len });
        }
        let (mut bytes, mut ends, mut nulls) = (Vec::new(), Vec::new(), Vec::new());
        for text in object.try_iter()? {
            let text = text?;
            match text.cast::<PyString>() {
                Ok(text) => bytes.extend_from_slice(text.encode_utf8()?.as_bytes()),
                Err(_) if is_null(&text)? => nulls.push(ends.len()),
                Err(error) => return Err(error.into()),
            }
            ends.push(bytes.len());
        }
        Ok(Self::Copied { bytes, ends, nulls })
    }
}
