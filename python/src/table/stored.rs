//! Arrays and their types as tuples of Python, which pickles hold.

use arrow_array::{Array, ArrayRef, make_array};
use arrow_buffer::Buffer;
use arrow_data::ArrayData;
use arrow_schema::ffi::{FFI_ArrowSchema, Flags};
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::value::concat;
use crate::errors;

/// A field as the C data interface describes it: format, name, flags, children, the dictionary if there is one, and metadata.
#[derive(FromPyObject, IntoPyObject)]
pub(super) struct StoredField(String, String, i64, Vec<StoredField>, Vec<StoredField>, Vec<(String, String)>);

impl StoredField {
    pub(super) fn new(field: &Field) -> PyResult<Self> {
        let schema = FFI_ArrowSchema::try_from(field).map_err(errors::arrow)?;
        Self::of(&schema).map_err(errors::arrow)
    }

    fn of(schema: &FFI_ArrowSchema) -> Result<Self, ArrowError> {
        Ok(Self(
            schema.format().to_owned(),
            schema.name().unwrap_or_default().to_owned(),
            schema.flags().unwrap_or(Flags::empty()).bits(),
            schema.children().map(Self::of).collect::<Result<_, _>>()?,
            schema.dictionary().map(Self::of).into_iter().collect::<Result<_, _>>()?,
            schema.metadata()?.into_iter().collect(),
        ))
    }

    pub(super) fn field(&self) -> PyResult<Field> {
        self.schema().and_then(|schema| Field::try_from(&schema)).map_err(errors::arrow)
    }

    fn schema(&self) -> Result<FFI_ArrowSchema, ArrowError> {
        let Self(format, name, flags, children, dictionary, metadata) = self;
        let children = children.iter().map(Self::schema).collect::<Result<_, _>>()?;
        let dictionary = dictionary.first().map(Self::schema).transpose()?;
        FFI_ArrowSchema::try_new(format, children, dictionary)?
            .with_name(name)?
            .with_flags(Flags::from_bits_truncate(*flags))?
            .with_metadata(metadata.iter().map(|(key, value)| (key, value)))
    }
}

/// The buffers of an array: the number of its values, the bits of those that are not null, if some are, its buffers, and its children.
#[derive(FromPyObject, IntoPyObject)]
pub(super) struct StoredArray(usize, Option<Py<PyBytes>>, Vec<Py<PyBytes>>, Vec<StoredArray>);

impl StoredArray {
    /// Stores the values of arrays of one type, of which there is at least one, and nothing that lies around them in memory.
    pub(super) fn new(py: Python<'_>, chunks: &[ArrayRef]) -> PyResult<Self> {
        let whole = py.detach(|| concat(chunks.iter())).map_err(errors::arrow)?;
        Ok(Self::of(py, &whole.to_data()))
    }

    fn of(py: Python<'_>, data: &ArrayData) -> Self {
        let bytes = |buffer: &Buffer| PyBytes::new(py, buffer.as_slice()).unbind();
        // A whole array has no offset.
        let nulls = data.nulls().map(|nulls| bytes(nulls.buffer()));
        let buffers = data.buffers().iter().map(bytes).collect();
        Self(data.len(), nulls, buffers, data.child_data().iter().map(|child| Self::of(py, child)).collect())
    }

    /// Returns the array, of this type.
    ///
    /// # Errors
    /// `ValueError`: the buffers are not those of such an array.
    pub(super) fn array(self, py: Python<'_>, kind: &DataType) -> PyResult<ArrayRef> {
        self.data(py, kind).map(make_array).map_err(errors::arrow)
    }

    fn data(self, py: Python<'_>, kind: &DataType) -> Result<ArrayData, ArrowError> {
        let Self(rows, nulls, buffers, children) = self;
        let of_bytes = |bytes: Py<PyBytes>| Buffer::from(bytes.as_bytes(py));
        let kinds: Vec<&DataType> = match kind {
            DataType::List(field) | DataType::LargeList(field) | DataType::Map(field, _) => {
                vec![field.data_type()]
            }
            DataType::FixedSizeList(field, _) => vec![field.data_type()],
            DataType::Struct(fields) => fields.iter().map(|field| field.data_type()).collect(),
            DataType::Dictionary(_, values) => vec![values],
            _ => Vec::new(),
        };
        let children = children.into_iter().zip(kinds).map(|(child, kind)| child.data(py, kind));
        ArrayData::builder(kind.clone())
            .len(rows)
            .null_bit_buffer(nulls.map(of_bytes))
            .buffers(buffers.into_iter().map(of_bytes).collect())
            .child_data(children.collect::<Result<_, _>>()?)
            .align_buffers(true)
            .build()
    }
}
