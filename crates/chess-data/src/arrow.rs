//! Record batches of the arrow crates, and files and streams of Arrow's interprocess format.
//!
//! The buffers are moved, not copied.
//!
//! # Examples
//! ```
//! use arrow_array::cast::AsArray;
//! use arrow_array::types::UInt16Type;
//! use chess_data::arrow::record_batch;
//! use chess_data::columns::{Base, Columns, read_chunk};
//! use chess_data::filter::Filter;
//!
//! let columns: Columns = "plies,moves".parse()?;
//! let batch = read_chunk(b"1. e4 e5 2. Nf3 *", &Base::default(), &columns, &Filter::ALL).next().unwrap();
//! let record = record_batch(batch)?;
//! let moves = record.column_by_name("moves").unwrap().as_list::<i32>().value(0);
//! assert_eq!(moves.as_primitive::<UInt16Type>().len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::io::Write;
use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{
    ArrayRef, BinaryArray, FixedSizeBinaryArray, ListArray, MapArray, PrimitiveArray, RecordBatch,
    RecordBatchOptions, StringArray, StructArray,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_ipc::writer;
use arrow_schema::{
    ArrowError, DataType as ArrowType, Field as ArrowField, FieldRef, Fields, Schema, SchemaRef,
};
use chess_notation::PackedPosition;

use crate::columns::{Array, Batch, Checksum, DataType, Field, Hash, Primitive, Texts, Validity};

const PACKED: i32 = PackedPosition::SIZE as i32;

/// The schema of a table with these columns.
pub fn schema(fields: &[Field]) -> SchemaRef {
    let field = |field: &Field| ArrowField::new(&field.name, arrow_type(&field.data_type), field.is_nullable);
    Arc::new(Schema::new(fields.iter().map(field).collect::<Vec<_>>()))
}

/// Turns a batch into one of the arrow crates, without copying its buffers.
///
/// # Errors
/// None for batches of this crate, whose buffers are valid.
pub fn record_batch(batch: Batch) -> Result<RecordBatch, ArrowError> {
    let schema = schema(batch.fields());
    let options = RecordBatchOptions::new().with_row_count(Some(batch.rows()));
    let columns = arrays(batch.into_columns(), &schema)?;
    RecordBatch::try_new_with_options(schema, columns, &options)
}

impl Checksum {
    /// Adds the rows of a record batch that has the columns of [`new`](Self::new). They may have other types for the same values, such
    /// as large lists, signed numbers, or lists of structures in place of maps.
    ///
    /// # Errors
    /// A column has a type that no table of this crate can have in the formats of Arrow. The checksum is then unchanged.
    pub fn add_record(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        let names = batch.schema_ref().fields().iter().map(|field| field.name().as_str());
        let columns = names.zip(batch.columns()).collect();
        self.add_columns(columns, batch.num_rows(), |hash, array, row| hash_item(hash, array, row))
    }
}

fn hash_item(hash: &mut Hash, array: &dyn arrow_array::Array, i: usize) -> Result<(), ArrowError> {
    if array.is_null(i) {
        hash.byte(0);
        return Ok(());
    }
    let mut number = |number: i64| hash.number(number.cast_unsigned());
    match array.data_type() {
        ArrowType::Int8 => number(array.as_primitive::<Int8Type>().value(i).into()),
        ArrowType::Int16 => number(array.as_primitive::<Int16Type>().value(i).into()),
        ArrowType::Int32 => number(array.as_primitive::<Int32Type>().value(i).into()),
        ArrowType::Int64 => number(array.as_primitive::<Int64Type>().value(i)),
        ArrowType::UInt8 => number(array.as_primitive::<UInt8Type>().value(i).into()),
        ArrowType::UInt16 => number(array.as_primitive::<UInt16Type>().value(i).into()),
        ArrowType::UInt32 => number(array.as_primitive::<UInt32Type>().value(i).into()),
        ArrowType::UInt64 => number(array.as_primitive::<UInt64Type>().value(i).cast_signed()),
        ArrowType::Date32 => number(array.as_primitive::<Date32Type>().value(i).into()),
        ArrowType::Utf8 => hash.string(array.as_string::<i32>().value(i).as_bytes()),
        ArrowType::LargeUtf8 => hash.string(array.as_string::<i64>().value(i).as_bytes()),
        ArrowType::Utf8View => hash.string(array.as_string_view().value(i).as_bytes()),
        ArrowType::Binary => hash.string(array.as_binary::<i32>().value(i)),
        ArrowType::LargeBinary => hash.string(array.as_binary::<i64>().value(i)),
        ArrowType::BinaryView => hash.string(array.as_binary_view().value(i)),
        ArrowType::FixedSizeBinary(_) => hash.string(array.as_fixed_size_binary().value(i)),
        ArrowType::List(_) => {
            let list = array.as_list::<i32>();
            let offsets = list.value_offsets();
            return hash_list(hash, list.values(), offsets[i] as usize..offsets[i + 1] as usize);
        }
        ArrowType::LargeList(_) => {
            let list = array.as_list::<i64>();
            let offsets = list.value_offsets();
            return hash_list(hash, list.values(), offsets[i] as usize..offsets[i + 1] as usize);
        }
        ArrowType::Map(..) => {
            let map = array.as_map();
            let offsets = map.value_offsets();
            return hash_list(hash, map.entries(), offsets[i] as usize..offsets[i + 1] as usize);
        }
        // The entry of a map.
        ArrowType::Struct(_) => {
            return array.as_struct().columns().iter().try_for_each(|part| hash_item(hash, part, i));
        }
        other => {
            return Err(ArrowError::SchemaError(format!("checksums do not support type {other}")));
        }
    }
    Ok(())
}

fn hash_list(
    hash: &mut Hash,
    items: &dyn arrow_array::Array,
    mut range: Range<usize>,
) -> Result<(), ArrowError> {
    hash.begin_list(range.len());
    range.try_for_each(|i| hash_item(hash, items, i))
}

/// Defines writers of tables in Arrow's interprocess format.
macro_rules! writers {
    ($($(#[$docs:meta])* $writer:ident)+) => { $(
        $(#[$docs])*
        pub struct $writer<W: Write> {
            writer: writer::$writer<W>,
        }

        impl<W: Write> $writer<W> {
            /// Begins a table with these columns.
            ///
            /// # Errors
            /// Those of `write`.
            pub fn new(write: W, fields: &[Field]) -> Result<Self, ArrowError> {
                Ok(Self { writer: writer::$writer::try_new(write, &schema(fields))? })
            }

            /// Writes rows.
            ///
            /// # Errors
            /// Those of the writer that the table was begun with; and the batch has other columns.
            pub fn write(&mut self, batch: Batch) -> Result<(), ArrowError> {
                self.writer.write(&record_batch(batch)?)
            }

            /// Writes the end of the table. Without it, a file cannot be read.
            ///
            /// # Errors
            /// Those of the writer that the table was begun with.
            pub fn finish(mut self) -> Result<W, ArrowError> {
                self.writer.finish()?;
                self.writer.into_inner()
            }
        }

        impl<W: Write> fmt::Debug for $writer<W> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($writer)).finish_non_exhaustive()
            }
        }
    )+ };
}

writers! {
    /// A writer of a file in Arrow's interprocess format.
    ///
    /// # Examples
    /// ```
    /// use chess_data::arrow::FileWriter;
    /// use chess_data::columns::{Base, Columns, read_chunk};
    /// use chess_data::filter::Filter;
    ///
    /// let columns = Columns::default();
    /// let mut writer = FileWriter::new(Vec::new(), &columns.fields())?;
    /// for batch in read_chunk(b"1. e4 *", &Base::file("games.pgn"), &columns, &Filter::ALL) {
    ///     writer.write(batch)?;
    /// }
    /// let bytes: Vec<u8> = writer.finish()?;
    /// assert!(bytes.starts_with(b"ARROW1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    FileWriter
    /// A writer of a stream in Arrow's interprocess format, for pipes.
    StreamWriter
}

/// A column whose offsets have been set apart.
enum Part {
    Flat(Array),
    /// The index of the offsets, and the items.
    List(usize, Array),
}

fn arrays(columns: Vec<Array>, schema: &Schema) -> Result<Vec<ArrayRef>, ArrowError> {
    // Columns of moves share their offsets, which can be moved when the other owners have gone.
    let mut shared: Vec<Arc<Vec<i32>>> = Vec::new();
    let mut parts = Vec::with_capacity(columns.len());
    for column in columns {
        parts.push(match column {
            Array::List(list) => {
                let (offsets, items) = list.into_parts();
                let index = shared.iter().position(|known| Arc::ptr_eq(known, &offsets));
                let index = index.unwrap_or_else(|| {
                    shared.push(offsets);
                    shared.len() - 1
                });
                Part::List(index, items)
            }
            column => Part::Flat(column),
        });
    }
    let shared: Vec<OffsetBuffer<i32>> = shared.into_iter().map(offsets).collect();
    parts
        .into_iter()
        .zip(schema.fields())
        .map(|(part, field)| match part {
            Part::Flat(column) => flat(column, field.data_type()),
            Part::List(index, items) => list(shared[index].clone(), items, field.data_type()),
        })
        .collect()
}

fn flat(column: Array, data_type: &ArrowType) -> Result<ArrayRef, ArrowError> {
    Ok(match column {
        Array::Int8(array) => primitive::<Int8Type>(array)?,
        Array::Int16(array) => primitive::<Int16Type>(array)?,
        Array::Int32(array) => primitive::<Int32Type>(array)?,
        Array::Int64(array) => primitive::<Int64Type>(array)?,
        Array::UInt8(array) => primitive::<UInt8Type>(array)?,
        Array::UInt16(array) => primitive::<UInt16Type>(array)?,
        Array::UInt64(array) => primitive::<UInt64Type>(array)?,
        Array::Date32(array) => primitive::<Date32Type>(array)?,
        Array::Utf8(array) => texts(array)?,
        Array::Entries(names, values) => {
            Arc::new(StructArray::try_new(entry_fields(), vec![texts(names)?, texts(values)?], None)?)
        }
        Array::Packed(array) => {
            let (bytes, validity) = array.into_parts();
            let count = bytes.len() / PackedPosition::SIZE;
            let (bytes, nulls) = (Buffer::from_vec(bytes), nulls(validity));
            if *data_type == ArrowType::Binary {
                let offsets = OffsetBuffer::from_repeated_length(PackedPosition::SIZE, count);
                return Ok(Arc::new(BinaryArray::try_new(offsets, bytes, nulls)?));
            }
            Arc::new(FixedSizeBinaryArray::try_new(PACKED, bytes, nulls)?)
        }
        Array::List(array) => {
            let (shared, items) = array.into_parts();
            list(offsets(shared), items, data_type)?
        }
    })
}

fn list(offsets: OffsetBuffer<i32>, items: Array, data_type: &ArrowType) -> Result<ArrayRef, ArrowError> {
    let (ArrowType::List(item) | ArrowType::Map(item, _)) = data_type else {
        return Err(ArrowError::SchemaError("a list is no list in the schema".to_owned()));
    };
    let (field, items) = (FieldRef::clone(item), flat(items, item.data_type())?);
    Ok(match items.as_struct_opt() {
        Some(entries) => Arc::new(MapArray::try_new(field, offsets, entries.clone(), None, false)?),
        None => Arc::new(ListArray::try_new(field, offsets, items, None)?),
    })
}

fn primitive<T: ArrowPrimitiveType>(array: Primitive<T::Native>) -> Result<ArrayRef, ArrowError>
where
    T::Native: Default,
{
    let (values, validity) = array.into_parts();
    Ok(Arc::new(PrimitiveArray::<T>::try_new(ScalarBuffer::from(values), nulls(validity))?))
}

fn texts(array: Texts) -> Result<ArrayRef, ArrowError> {
    let (offsets, text, validity) = array.into_parts();
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    Ok(Arc::new(StringArray::try_new(offsets, Buffer::from_vec(text.into_bytes()), nulls(validity))?))
}

/// The fields of the entries of maps, as Arrow names them.
fn entry_fields() -> Fields {
    let field = |name| ArrowField::new(name, ArrowType::Utf8, false);
    vec![field("key"), field("value")].into()
}

fn offsets(shared: Arc<Vec<i32>>) -> OffsetBuffer<i32> {
    OffsetBuffer::new(ScalarBuffer::from(Arc::unwrap_or_clone(shared)))
}

fn nulls(validity: Validity) -> Option<NullBuffer> {
    let len = validity.len();
    let bits = Buffer::from_vec(validity.into_bitmap()?);
    Some(NullBuffer::new(BooleanBuffer::new(bits, 0, len)))
}

fn arrow_type(data_type: &DataType) -> ArrowType {
    match data_type {
        DataType::Int8 => ArrowType::Int8,
        DataType::Int16 => ArrowType::Int16,
        DataType::Int32 => ArrowType::Int32,
        DataType::Int64 => ArrowType::Int64,
        DataType::UInt8 => ArrowType::UInt8,
        DataType::UInt16 => ArrowType::UInt16,
        DataType::UInt64 => ArrowType::UInt64,
        DataType::Date32 => ArrowType::Date32,
        DataType::Utf8 => ArrowType::Utf8,
        DataType::Packed => ArrowType::FixedSizeBinary(PACKED),
        DataType::Entry => ArrowType::Struct(entry_fields()),
        DataType::List(item) if item.data_type == DataType::Entry => {
            ArrowType::Map(Arc::new(ArrowField::new("entries", arrow_type(&item.data_type), false)), false)
        }
        DataType::List(item) => {
            // pyarrow and pandas do not read lists of binary of a fixed size.
            let items = match &item.data_type {
                DataType::Packed => ArrowType::Binary,
                other => arrow_type(other),
            };
            ArrowType::List(Arc::new(ArrowField::new_list_field(items, item.is_nullable)))
        }
    }
}
