//! The forms in which positions may come: FENs, one position, and packed ones in arrays of Arrow and numpy, nested or not, and in lists.

use std::collections::HashMap;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_array::{Array, ArrayRef, BinaryArray, FixedSizeBinaryArray};
use arrow_schema::{DataType, Field};
use chess_movegen::Position;
use chess_notation::PackedPosition;
use numpy::{
    Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyFloat, PyList, PyString, PyTuple, PyType};

use crate::errors;
use crate::game::position::Position as GamePosition;
use crate::host::numbers::Items;
use crate::rows::texts::{Texts, arrow_chunks, is_null};

const SIZE: usize = PackedPosition::SIZE;

/// Lists in lists beyond which there are no positions.
const MAX_DEPTH: usize = 8;

/// Positions as callers may give them.
pub(crate) struct Source<'py> {
    form: Form<'py>,
    /// Why rows of a result of `positions` are no positions.
    reasons: Option<HashMap<usize, String>>,
}

enum Form<'py> {
    One(Position),
    Fens(Texts),
    Numpy(PyReadonlyArray2<'py, u8>),
    /// Without nulls.
    Arrow(FixedSizeBinaryArray),
    /// Without nulls, and of 32 bytes each.
    Binary(BinaryArray),
    Flat(Flat),
}

/// Positions by their rows, for any thread.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a> {
    kind: Kind<'a>,
    len: usize,
    reasons: Option<&'a HashMap<usize, String>>,
}

#[derive(Clone, Copy)]
enum Kind<'a> {
    One(&'a Position),
    Fens(&'a Texts),
    /// With the rows that are null, in order.
    Packed(&'a [[u8; SIZE]], &'a [usize]),
}

impl<'a> Rows<'a> {
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Returns the position, if there is one only, which needs no thread.
    pub(crate) const fn one(&self) -> Option<&'a Position> {
        match self.kind {
            Kind::One(position) => Some(position),
            _ => None,
        }
    }

    /// Returns the bytes of a row, if it has some.
    pub(crate) fn packed(&self, row: usize) -> Option<PackedPosition> {
        match self.kind {
            Kind::Packed(bytes, _) => bytes.get(row).copied().map(PackedPosition::from_bytes),
            _ => None,
        }
    }

    pub(crate) fn is_null(&self, row: usize) -> bool {
        match self.kind {
            Kind::One(_) => false,
            Kind::Fens(texts) => texts.get(row).is_none(),
            Kind::Packed(_, nulls) => nulls.binary_search(&row).is_ok(),
        }
    }

    /// Reads the position of a row, or says why it is none.
    pub(crate) fn read(&self, row: usize) -> Result<Position, String> {
        match self.kind {
            Kind::One(position) => Ok(*position),
            Kind::Fens(texts) => {
                let text = texts.get(row).ok_or("null")?;
                Position::from_fen(text).map_err(|error| error.to_string())
            }
            Kind::Packed(..) if self.is_null(row) => Err("null".into()),
            Kind::Packed(bytes, _) => {
                let position = PackedPosition::from_bytes(bytes[row]).unpack();
                position.map_err(|error| self.reason(row).unwrap_or_else(|| error.to_string()))
            }
        }
    }

    fn reason(&self, row: usize) -> Option<String> {
        self.reasons.and_then(|reasons| reasons.get(&row).cloned())
    }

    /// Makes the exception for a row that is no position: `FenError` or `PackedError` with the `index`.
    pub(crate) fn error(&self, reason: &str, row: usize) -> PyErr {
        let is_text = matches!(self.kind, Kind::Fens(_)) || self.reason(row).is_some();
        if is_text { errors::no_position(reason, row) } else { errors::not_packed(reason, row) }
    }

    /// Reads the position of a row.
    ///
    /// # Errors
    /// That of [`error`](Self::error).
    pub(crate) fn unpack(&self, row: usize) -> PyResult<Position> {
        self.read(row).map_err(|reason| self.error(&reason, row))
    }
}

impl Source<'_> {
    /// Returns the rows.
    ///
    /// # Errors
    /// `ValueError`: rows of an array that are not one behind the other.
    pub(crate) fn rows(&self) -> PyResult<Rows<'_>> {
        let reasons = self.reasons.as_ref();
        let (bytes, nulls): (&[u8], &[usize]) = match &self.form {
            Form::One(position) => return Ok(Rows { kind: Kind::One(position), len: 1, reasons }),
            Form::Fens(texts) => return Ok(Rows { kind: Kind::Fens(texts), len: texts.len(), reasons }),
            Form::Numpy(array) => {
                let bytes = array.as_slice().map_err(|_| {
                    PyValueError::new_err("the array must be contiguous: see numpy.ascontiguousarray")
                })?;
                (bytes, &[])
            }
            Form::Arrow(array) => (array.value_data(), &[]),
            Form::Binary(array) => {
                let (first, last) = (array.value_offsets()[0], array.value_offsets()[array.len()]);
                (&array.value_data()[first as usize..last as usize], &[])
            }
            Form::Flat(flat) => (flat.bytes.as_slice(), &flat.nulls),
        };
        let bytes = bytes.as_chunks().0;
        Ok(Rows { kind: Kind::Packed(bytes, nulls), len: bytes.len(), reasons })
    }
}

impl<'py> FromPyObject<'_, 'py> for Source<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        static POSITIONS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        if let Ok(position) = object.cast::<GamePosition>() {
            return Ok(Form::One(position.get().at_in(object.py())).into());
        }
        if let Ok(array) = object.cast::<PyArray2<u8>>() {
            return numpy(&array).map(Into::into);
        }
        if is_text(&object)? {
            return object.extract().map(Form::Fens).map(Into::into);
        }
        if object.get_type().is(POSITIONS.import(object.py(), "chess_batch", "Positions")?) {
            let packed = object.getattr("packed")?;
            let form = numpy(packed.cast::<PyArray2<u8>>()?)?;
            return Ok(Self { form, reasons: Some(object.getattr("_reasons")?.extract()?) });
        }
        let form = packed(&object).or_else(|error| {
            // Texts in another form: an array of Arrow or numpy, a column, or an iterator.
            if !error.is_instance_of::<PyTypeError>(object.py()) {
                return Err(error);
            }
            let is_packed = object.is_instance_of::<PyList>()
                || object.is_instance_of::<PyTuple>()
                || object.is_instance_of::<PyUntypedArray>()
                || !object.hasattr("__iter__")?;
            object.extract().map(Form::Fens).map_err(|of_texts| if is_packed { error } else { of_texts })
        });
        form.map(Into::into)
    }
}

impl<'py> From<Form<'py>> for Source<'py> {
    fn from(form: Form<'py>) -> Self {
        Self { form, reasons: None }
    }
}

/// Tests whether an object is a text, which is refused as a list of texts is needed, or a list whose first item is one.
fn is_text(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if !object.is_instance_of::<PyList>() && !object.is_instance_of::<PyTuple>() {
        return Ok(object.is_instance_of::<PyString>());
    }
    for item in object.try_iter()? {
        let item = item?;
        if !is_null(&item)? {
            return Ok(item.is_instance_of::<PyString>());
        }
    }
    Ok(false)
}

fn numpy<'py>(array: &Bound<'py, PyArray2<u8>>) -> PyResult<Form<'py>> {
    let array = array.try_readonly().map_err(errors::borrowed)?;
    if array.as_array().ncols() == SIZE { Ok(Form::Numpy(array)) } else { Err(wrong_size()) }
}

/// Reads packed positions.
fn packed<'py>(object: &Bound<'py, PyAny>) -> PyResult<Form<'py>> {
    let mut flat = Flat::default();
    if let Ok(bytes) = object.cast::<PyBytes>() {
        if bytes.as_bytes().len() % SIZE != 0 {
            return Err(wrong_size());
        }
        flat.bytes = bytes.as_bytes().to_vec();
        return Ok(Form::Flat(flat));
    }
    // What pyarrow cannot infer of a column, its values may tell.
    let arrow = match arrow_chunks(object) {
        Err(_) if object.hasattr("to_numpy")? => None,
        chunks => chunks?,
    };
    let Some(mut chunks) = arrow else {
        flat.push_python(object, 0)?;
        return Ok(Form::Flat(flat));
    };
    if let [chunk] = chunks.as_mut_slice() {
        while let Some(items) = items(chunk) {
            *chunk = items;
        }
        let array = chunk.as_any().downcast_ref::<FixedSizeBinaryArray>();
        let is_plain =
            |array: &&FixedSizeBinaryArray| array.value_length() as usize == SIZE && array.null_count() == 0;
        if let Some(array) = array.filter(is_plain) {
            return Ok(Form::Arrow(array.clone()));
        }
        let is_plain = |array: &&BinaryArray| {
            let sizes = || array.value_offsets().windows(2).map(|ends| (ends[1] - ends[0]) as usize);
            array.null_count() == 0 && sizes().all(|size| size == SIZE)
        };
        if let Some(array) = chunk.as_any().downcast_ref::<BinaryArray>().filter(is_plain) {
            return Ok(Form::Binary(array.clone()));
        }
    }
    chunks.iter().try_for_each(|chunk| flat.push_arrow(chunk))?;
    Ok(Form::Flat(flat))
}

/// Returns the items of all lists of an array, not copied; `None` if it has no lists, or if one of them is null.
fn items(array: &ArrayRef) -> Option<ArrayRef> {
    let lists = array.as_list_opt::<i32>().filter(|lists| lists.null_count() == 0)?;
    let (first, last) = (*lists.value_offsets().first()?, *lists.value_offsets().last()?);
    let is_list_of_bytes = lists.value_type() == DataType::UInt8;
    (!is_list_of_bytes).then(|| lists.values().slice(first as usize, (last - first) as usize))
}

/// Packed positions one behind the other, with zeros in the place of nulls.
#[derive(Default)]
pub(crate) struct Flat {
    pub(crate) bytes: Vec<u8>,
    /// The rows that are null, in order.
    pub(crate) nulls: Vec<usize>,
}

/// The exception for positions that do not have 32 bytes.
fn wrong_size() -> PyErr {
    PyValueError::new_err("a packed position has 32 bytes: an array (N, 32) is needed")
}

fn wrong_type(what: impl std::fmt::Display) -> PyErr {
    PyTypeError::new_err(format!(
        "positions are FENs, or packed: bytes, an array (N, 32) of uint8, or a column or list of 32 bytes each, and not {what}"
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
    fn push_python(&mut self, object: &Bound<'_, PyAny>, depth: usize) -> PyResult<()> {
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
        if let Ok(position) = object.cast::<GamePosition>() {
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
