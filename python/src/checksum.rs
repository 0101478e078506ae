//! The check sum of a table's content, by the rules of `docs/columns.md`.

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::ArrowArrayStreamReader;
use arrow_array::types::{
    Date32Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, RecordBatch, RecordBatchReader};
use arrow_pyarrow::FromPyArrow;
use arrow_schema::DataType;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;

use crate::run::{Stop, interruptible};

/// The column that is left out: files may have other paths on other machines.
const LEFT_OUT: &str = "file";

/// FNV-1a of 64 bits.
#[derive(Clone, Copy)]
struct Hash(u64);

impl Hash {
    const NEW: Self = Self(0xcbf2_9ce4_8422_2325);

    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    const fn mixed(self) -> u64 {
        let mut hash = self.0;
        hash ^= hash >> 30;
        hash = hash.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash ^= hash >> 27;
        hash = hash.wrapping_mul(0x94d0_49bb_1331_11eb);
        hash ^ hash >> 31
    }

    fn number(&mut self, value: i64) {
        self.bytes(&[1]);
        self.bytes(&value.to_le_bytes());
    }

    fn text(&mut self, value: &[u8]) {
        self.bytes(&[2]);
        self.bytes(&(value.len() as u64).to_le_bytes());
        self.bytes(value);
    }

    /// Adds item `i` of an array.
    ///
    /// # Errors
    /// The type, if no column has it.
    fn item(&mut self, array: &dyn Array, i: usize) -> Result<(), DataType> {
        if array.is_null(i) {
            self.bytes(&[0]);
            return Ok(());
        }
        match array.data_type() {
            DataType::Int8 => self.number(array.as_primitive::<Int8Type>().value(i).into()),
            DataType::Int16 => self.number(array.as_primitive::<Int16Type>().value(i).into()),
            DataType::Int32 => self.number(array.as_primitive::<Int32Type>().value(i).into()),
            DataType::Int64 => self.number(array.as_primitive::<Int64Type>().value(i)),
            DataType::UInt8 => self.number(array.as_primitive::<UInt8Type>().value(i).into()),
            DataType::UInt16 => self.number(array.as_primitive::<UInt16Type>().value(i).into()),
            DataType::UInt32 => self.number(array.as_primitive::<UInt32Type>().value(i).into()),
            DataType::UInt64 => self.number(array.as_primitive::<UInt64Type>().value(i).cast_signed()),
            DataType::Date32 => self.number(array.as_primitive::<Date32Type>().value(i).into()),
            DataType::Utf8 => self.text(array.as_string::<i32>().value(i).as_bytes()),
            DataType::LargeUtf8 => self.text(array.as_string::<i64>().value(i).as_bytes()),
            DataType::Utf8View => self.text(array.as_string_view().value(i).as_bytes()),
            DataType::Binary => self.text(array.as_binary::<i32>().value(i)),
            DataType::LargeBinary => self.text(array.as_binary::<i64>().value(i)),
            DataType::BinaryView => self.text(array.as_binary_view().value(i)),
            DataType::FixedSizeBinary(_) => self.text(array.as_fixed_size_binary().value(i)),
            DataType::List(_) => {
                let list = array.as_list::<i32>();
                let offsets = list.value_offsets();
                self.list(list.values(), offsets[i] as usize, offsets[i + 1] as usize)?;
            }
            DataType::LargeList(_) => {
                let list = array.as_list::<i64>();
                let offsets = list.value_offsets();
                self.list(list.values(), offsets[i] as usize, offsets[i + 1] as usize)?;
            }
            DataType::Map(..) => {
                let map = array.as_map();
                let offsets = map.value_offsets();
                self.list(map.entries(), offsets[i] as usize, offsets[i + 1] as usize)?;
            }
            // The entry of a map.
            DataType::Struct(_) => {
                array.as_struct().columns().iter().try_for_each(|part| self.item(part, i))?;
            }
            other => return Err(other.clone()),
        }
        Ok(())
    }

    fn list(&mut self, items: &dyn Array, start: usize, end: usize) -> Result<(), DataType> {
        self.bytes(&[3]);
        self.bytes(&((end - start) as u64).to_le_bytes());
        (start..end).try_for_each(|i| self.item(items, i))
    }
}

/// Adds the hashes of a batch's rows.
fn batch_sum(batch: &RecordBatch, columns: &[usize]) -> Result<u64, DataType> {
    let mut sum = 0_u64;
    for row in 0..batch.num_rows() {
        let mut hash = Hash::NEW;
        for &column in columns {
            hash.item(batch.column(column), row)?;
        }
        sum = sum.wrapping_add(hash.mixed());
    }
    Ok(sum)
}

fn table_sum(table: ArrowArrayStreamReader, stop: &Stop) -> PyResult<(u64, u64)> {
    let schema = table.schema();
    let name = |column: &usize| schema.field(*column).name().as_str();
    let mut columns: Vec<usize> =
        (0..schema.fields().len()).filter(|column| name(column) != LEFT_OUT).collect();
    columns.sort_unstable_by(|a, b| name(a).cmp(name(b)));
    let mut names = Hash::NEW;
    for column in &columns {
        names.bytes(name(column).as_bytes());
        names.bytes(&[0]);
    }
    let (mut sum, mut rows) = (names.mixed(), 0);
    for batch in table {
        let batch = batch.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let more = batch_sum(&batch, &columns)
            .map_err(|other| PyTypeError::new_err(format!("check sums know no values of type {other}")))?;
        sum = sum.wrapping_add(more);
        rows += batch.num_rows() as u64;
        if stop.is_wanted() {
            break;
        }
    }
    Ok((sum, rows))
}

/// Return the check sum of a table's content as 16 hexadecimal digits, and the number of its rows.
///
/// It is the same for the same rows in any order, with the columns in any order, in one table or in many files read as one.
/// The column ``file`` is left out. `table` is a ``pyarrow.Table`` or anything with ``__arrow_c_stream__``. The algorithm is in
/// ``docs/columns.md``; the program prints the same digits.
///
/// >>> from chess_batch import checksum, read_pgn
/// >>> checksum(read_pgn(b"1. e4 e5 *", columns=["game", "moves"]))
/// ('76225bd1ad19f8f0', 1)
#[pyfunction]
pub(crate) fn checksum(py: Python<'_>, table: &Bound<'_, PyAny>) -> PyResult<(String, u64)> {
    let table = ArrowArrayStreamReader::from_pyarrow_bound(table)?;
    let (sum, rows) = interruptible(py, |stop| table_sum(table, stop))??;
    Ok((format!("{sum:016x}"), rows))
}
