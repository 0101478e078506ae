//! Record batches: the places and the checksum of their rows.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Float64Type, Int64Type};
use arrow_array::{Array, ArrayAccessor, OffsetSizeTrait, RecordBatch, StructArray, downcast_integer_array};
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
    downcast_integer_array! {
        array => add_each(hash, items, |hash, i| hash.number(array.value(i) as u64)),
        DataType::Date32 => {
            let days = array.as_primitive::<Date32Type>();
            add_each(hash, items, |hash, i| hash.number(days.value(i) as u64));
        }
        DataType::Float64 => {
            let numbers = array.as_primitive::<Float64Type>();
            add_each(hash, items, |hash, i| hash.number(numbers.value(i).to_bits()));
        }
        DataType::Utf8 => add_bytes(hash, items, array.as_string::<i32>()),
        DataType::LargeUtf8 => add_bytes(hash, items, array.as_string::<i64>()),
        DataType::Utf8View => add_bytes(hash, items, array.as_string_view()),
        DataType::Binary => add_bytes(hash, items, array.as_binary::<i32>()),
        DataType::LargeBinary => add_bytes(hash, items, array.as_binary::<i64>()),
        DataType::BinaryView => add_bytes(hash, items, array.as_binary_view()),
        DataType::FixedSizeBinary(_) => add_bytes(hash, items, array.as_fixed_size_binary()),
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
fn add_bytes<'a, A>(hash: &mut Hash, items: impl Iterator<Item = (usize, bool)>, texts: &'a A)
where
    &'a A: ArrayAccessor<Item: AsRef<[u8]>>,
{
    add_each(hash, items, |hash, i| hash.string(texts.value(i).as_ref()));
}

/// Adds items by `add`, but for those that are null.
#[inline]
fn add_each(hash: &mut Hash, items: impl Iterator<Item = (usize, bool)>, add: impl Fn(&mut Hash, usize)) {
    for (i, is_null) in items {
        if is_null {
            hash.byte(0);
        } else {
            add(hash, i);
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
