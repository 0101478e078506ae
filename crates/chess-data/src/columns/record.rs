//! Record batches: the places and the checksum of their rows.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, OffsetSizeTrait, RecordBatch, StructArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType};

use super::checksum::{Checksum, Hash, LEFT_OUT};

/// Adds the numbers before the rows' chunk to the places in all rows: the columns `game`, `line`, `offset`, `error_line` and
/// `error_offset`.
///
/// A thread that reads a chunk does not know the numbers of games and lines before it. It reads the chunk from an empty
/// [`Base`](super::Base), and the numbers are added later.
pub fn rebase(batch: &RecordBatch, games: u64, lines: u64, bytes: u64) -> RecordBatch {
    let mut columns = batch.columns().to_vec();
    for (field, column) in batch.schema_ref().fields().iter().zip(&mut columns) {
        let add = match field.name().as_str() {
            "game" => games,
            "line" | "error_line" => lines,
            "offset" | "error_offset" => bytes,
            _ => continue,
        };
        if let Some(places) = column.as_primitive_opt::<Int64Type>() {
            *column = Arc::new(places.unary::<_, Int64Type>(|place| place.wrapping_add_unsigned(add)));
        }
    }
    StructArray::new(batch.schema_ref().fields().clone(), columns, None).into()
}

impl Checksum {
    /// Adds the rows of a record batch that has the columns of [`new`](Self::new). They may have other types for the same values, such
    /// as large lists, signed numbers, or lists of structures in place of maps.
    ///
    /// # Errors
    /// A column has a type that no table of this crate can have in the formats of Arrow. The checksum is then unchanged.
    pub fn add(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        let names = batch.schema_ref().fields().iter().map(|field| field.name().as_str());
        let mut columns: Vec<_> = names.zip(batch.columns()).filter(|&(name, _)| name != LEFT_OUT).collect();
        columns.sort_unstable_by_key(|&(name, _)| name);
        let mut hashes = vec![Hash::EMPTY; batch.num_rows()];
        for (_, array) in columns {
            for (row, hash) in hashes.iter_mut().enumerate() {
                add_items(hash, &**array, row..row + 1)?;
            }
        }
        for hash in hashes {
            self.add_hash(hash);
        }
        Ok(())
    }
}

/// Adds the items of a range. The type is matched once for all of them.
fn add_items(hash: &mut Hash, array: &dyn Array, range: Range<usize>) -> Result<(), ArrowError> {
    let nulls = array.nulls();
    let items = range.map(|i| (i, nulls.is_some_and(|nulls| nulls.is_null(i))));
    match array.data_type() {
        DataType::Int8 => add_numbers::<Int8Type>(hash, array, items, i64::from),
        DataType::Int16 => add_numbers::<Int16Type>(hash, array, items, i64::from),
        DataType::Int32 => add_numbers::<Int32Type>(hash, array, items, i64::from),
        DataType::Int64 => add_numbers::<Int64Type>(hash, array, items, i64::from),
        DataType::UInt8 => add_numbers::<UInt8Type>(hash, array, items, i64::from),
        DataType::UInt16 => add_numbers::<UInt16Type>(hash, array, items, i64::from),
        DataType::UInt32 => add_numbers::<UInt32Type>(hash, array, items, i64::from),
        DataType::UInt64 => add_numbers::<UInt64Type>(hash, array, items, |number| number as i64),
        DataType::Date32 => add_numbers::<Date32Type>(hash, array, items, i64::from),
        DataType::Utf8 => {
            let texts = array.as_string::<i32>();
            add_bytes(hash, items, |i| texts.value(i).as_bytes());
        }
        DataType::LargeUtf8 => add_bytes(hash, items, |i| array.as_string::<i64>().value(i).as_bytes()),
        DataType::Utf8View => add_bytes(hash, items, |i| array.as_string_view().value(i).as_bytes()),
        DataType::Binary => add_bytes(hash, items, |i| array.as_binary::<i32>().value(i)),
        DataType::LargeBinary => add_bytes(hash, items, |i| array.as_binary::<i64>().value(i)),
        DataType::BinaryView => add_bytes(hash, items, |i| array.as_binary_view().value(i)),
        DataType::FixedSizeBinary(_) => add_bytes(hash, items, |i| array.as_fixed_size_binary().value(i)),
        DataType::List(_) => {
            let lists = array.as_list::<i32>();
            return add_lists(hash, items, &**lists.values(), lists.offsets());
        }
        DataType::LargeList(_) => {
            let lists = array.as_list::<i64>();
            return add_lists(hash, items, &**lists.values(), lists.offsets());
        }
        DataType::Map(..) => {
            return add_lists(hash, items, array.as_map().entries(), array.as_map().offsets());
        }
        // The entries of a map.
        DataType::Struct(_) => {
            for (i, is_null) in items {
                if is_null {
                    hash.byte(0);
                    continue;
                }
                for part in array.as_struct().columns() {
                    add_items(hash, &**part, i..i + 1)?;
                }
            }
        }
        other => return Err(ArrowError::SchemaError(format!("checksums do not support type {other}"))),
    }
    Ok(())
}

#[inline]
fn add_numbers<T: ArrowPrimitiveType>(
    hash: &mut Hash,
    array: &dyn Array,
    items: impl Iterator<Item = (usize, bool)>,
    to_word: impl Fn(T::Native) -> i64,
) {
    let numbers = array.as_primitive::<T>().values();
    for (i, is_null) in items {
        if is_null {
            hash.byte(0);
        } else {
            hash.number(to_word(numbers[i]) as u64);
        }
    }
}

#[inline]
fn add_bytes<'a>(
    hash: &mut Hash,
    items: impl Iterator<Item = (usize, bool)>,
    bytes: impl Fn(usize) -> &'a [u8],
) {
    for (i, is_null) in items {
        if is_null {
            hash.byte(0);
        } else {
            hash.string(bytes(i));
        }
    }
}

fn add_lists<O: OffsetSizeTrait>(
    hash: &mut Hash,
    lists: impl Iterator<Item = (usize, bool)>,
    items: &dyn Array,
    offsets: &OffsetBuffer<O>,
) -> Result<(), ArrowError> {
    for (i, is_null) in lists {
        if is_null {
            hash.byte(0);
            continue;
        }
        let range = offsets[i].as_usize()..offsets[i + 1].as_usize();
        hash.begin_list(range.len());
        add_items(hash, items, range)?;
    }
    Ok(())
}
