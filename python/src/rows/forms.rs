//! The forms in which packed positions may come: arrays of Arrow and numpy, nested or not, and lists.

use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, Field};
use chess_notation::PackedPosition;
use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyList, PyTuple};

use crate::errors;
use crate::game::position::Position;
use crate::host::numbers::Items;
use crate::rows::texts::is_null;

const SIZE: usize = PackedPosition::SIZE;

/// Lists in lists beyond which there are no positions.
const MAX_DEPTH: usize = 8;

/// Packed positions one behind the other, with zeros in the place of nulls.
#[derive(Default)]
pub(crate) struct Flat {
    pub(crate) bytes: Vec<u8>,
    /// The rows that are null, in order.
    pub(crate) nulls: Vec<usize>,
}

/// The exception for positions that do not have 32 bytes.
pub(crate) fn wrong_size() -> PyErr {
    PyValueError::new_err("a packed position has 32 bytes: an array (N, 32) is needed")
}

fn wrong_type(what: impl std::fmt::Display) -> PyErr {
    PyTypeError::new_err(format!(
        "packed positions are bytes, an array (N, 32) of uint8, or a column or list of 32 bytes each, and not {what}"
    ))
}

impl Flat {
    fn push(&mut self, row: Option<&[u8]>) -> PyResult<()> {
        let Some(row) = row else {
            self.nulls.push(self.bytes.len() / SIZE);
            self.bytes.extend([0; SIZE]);
            return Ok(());
        };
        if row.len() != SIZE {
            return Err(wrong_size());
        }
        self.bytes.extend_from_slice(row);
        Ok(())
    }

    /// Adds the positions of an array of Arrow. A list that is null has none.
    pub(crate) fn push_arrow(&mut self, array: &ArrayRef) -> PyResult<()> {
        match array.data_type() {
            DataType::Null => (0..array.len()).try_for_each(|_| self.push(None)),
            DataType::FixedSizeBinary(_) => {
                let array = array.as_fixed_size_binary();
                array.iter().try_for_each(|row| self.push(row))
            }
            DataType::Binary => array.as_binary::<i32>().iter().try_for_each(|row| self.push(row)),
            DataType::LargeBinary => array.as_binary::<i64>().iter().try_for_each(|row| self.push(row)),
            DataType::BinaryView => array.as_binary_view().iter().try_for_each(|row| self.push(row)),
            DataType::List(item) => self.push_lists(item, array.as_list::<i32>().iter()),
            DataType::LargeList(item) => self.push_lists(item, array.as_list::<i64>().iter()),
            DataType::FixedSizeList(item, _) => self.push_lists(item, array.as_fixed_size_list().iter()),
            other => Err(wrong_type(other)),
        }
    }

    /// Adds the positions of lists: of positions, or of their bytes as numbers.
    fn push_lists(&mut self, item: &Field, lists: impl Iterator<Item = Option<ArrayRef>>) -> PyResult<()> {
        let are_bytes = *item.data_type() == DataType::UInt8;
        for list in lists {
            match list {
                Some(positions) if !are_bytes => self.push_arrow(&positions)?,
                None if !are_bytes => {}
                Some(bytes) if bytes.null_count() > 0 => return Err(wrong_size()),
                Some(bytes) => self.push(Some(bytes.as_primitive::<UInt8Type>().values()))?,
                None => self.push(None)?,
            }
        }
        Ok(())
    }

    /// Adds the positions of an array of numpy, a column of pandas, a list of these or a `Position`.
    pub(crate) fn push_python(&mut self, object: &Bound<'_, PyAny>, depth: usize) -> PyResult<()> {
        let name = || object.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
        if depth > MAX_DEPTH {
            return Err(wrong_type("lists that are nested too deeply"));
        }
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return self.push(Some(bytes.as_bytes()));
        }
        if depth > 0 && is_null(object)? {
            return self.push(None);
        }
        if object.is_instance_of::<PyFloat>() {
            return Err(wrong_type("a number"));
        }
        if let Ok(position) = object.cast::<Position>() {
            let packed = PackedPosition::new(&position.get().at());
            return self.push(Some(&packed.to_bytes()));
        }
        if let Ok(array) = object.cast::<PyUntypedArray>() {
            return self.push_numpy(array, depth);
        }
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            return object.try_iter()?.try_for_each(|item| self.push_python(&item?, depth + 1));
        }
        if object.hasattr("to_numpy")? {
            return self.push_python(&object.call_method0("to_numpy")?, depth + 1);
        }
        // A value of an array of 32 bytes each.
        if name() == "void" || name() == "bytes_" {
            return self.push_python(&object.call_method0("tobytes")?, depth + 1);
        }
        Err(wrong_type(name()))
    }

    fn push_numpy(&mut self, array: &Bound<'_, PyUntypedArray>, depth: usize) -> PyResult<()> {
        let dtype = array.dtype();
        let (kind, size) = (dtype.getattr("kind")?.extract()?, dtype.getattr("itemsize")?.extract()?);
        match (kind, size, array.shape().last()) {
            ('O', ..) => array.try_iter()?.try_for_each(|item| self.push_python(&item?, depth + 1)),
            ('u', 1, Some(&SIZE)) | ('V' | 'S', SIZE, _) => {
                let bytes = array.call_method0("tobytes")?;
                self.bytes.extend_from_slice(bytes.cast::<PyBytes>()?.as_bytes());
                Ok(())
            }
            ('u', 1, _) => Err(wrong_size()),
            _ => Err(wrong_type(format!("an array of {dtype}"))),
        }
    }
}

/// Numbers: an array of numpy of their type, what becomes one by ``__array__``, or a sequence.
pub(crate) struct NumberArray<'py, T: Element>(PyReadonlyArray1<'py, T>);

impl<T: Element> NumberArray<'_, T> {
    pub(crate) fn as_slice(&self) -> PyResult<&[T]> {
        let message = "the array must be contiguous: see numpy.ascontiguousarray";
        self.0.as_slice().map_err(|_| PyValueError::new_err(message))
    }
}

impl<'py, T: Element + FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for NumberArray<'py, T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        let of = |object: &Bound<'py, PyAny>| {
            let array = object.cast::<PyArray1<T>>().ok();
            array.map(|array| array.try_readonly().map(Self).map_err(errors::borrowed)).transpose()
        };
        if let Some(array) = of(&object)? {
            return Ok(array);
        }
        if let Ok(array) = object.cast::<PyUntypedArray>() {
            let (wanted, found) = (T::get_dtype(py), array.dtype());
            let message =
                format!("expected an array (N,) of {wanted}, found {} of {found}", array.getattr("shape")?);
            return Err(PyTypeError::new_err(message));
        }
        if object.hasattr("__array__")?
            && let Some(array) = of(&py.import("numpy")?.call_method1("asarray", (object,))?)?
        {
            return Ok(array);
        }
        let Items(numbers) = object.extract()?;
        Ok(Self(PyArray1::from_vec(py, numbers).readonly()))
    }
}
