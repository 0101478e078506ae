//! Rows as record batches.

use std::sync::Arc;

use arrow_array::builder::{FixedSizeBinaryBuilder, ListBuilder, StringBuilder, UInt16Builder};
use arrow_array::types::{ArrowPrimitiveType, Int16Type, Int32Type, Int64Type};
use arrow_array::{ArrayRef, PrimitiveArray, RecordBatch, StringArray, StructArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use chess_notation::PackedPosition;

use super::Dump;
use super::cell::{Cell, Kind, Row};

const SIZE: i32 = PackedPosition::SIZE as i32;

impl Dump {
    /// The name and type of each column.
    pub fn schema(self) -> SchemaRef {
        let list = |items| DataType::List(item(items));
        let field = |&(name, kind, is_nullable): &(&str, Kind, bool)| {
            let data_type = match kind {
                Kind::Int16 => DataType::Int16,
                Kind::Int32 => DataType::Int32,
                Kind::Int64 => DataType::Int64,
                Kind::Text => DataType::Utf8,
                Kind::Packed => DataType::FixedSizeBinary(SIZE),
                Kind::Moves => list(DataType::UInt16),
                Kind::Words => list(DataType::Utf8),
            };
            Field::new(name, data_type, is_nullable)
        };
        Arc::new(Schema::new(self.columns().iter().map(field).collect::<Vec<_>>()))
    }

    /// Rows as a record batch.
    pub fn record_batch(self, rows: &[Row]) -> RecordBatch {
        let column = |(i, &(_, kind, _)): (usize, &(&str, Kind, bool))| {
            column(kind, rows.iter().map(move |row| row.get(i).unwrap_or(&Cell::Null)))
        };
        let columns = self.columns().iter().enumerate().map(column).collect();
        StructArray::new(self.schema().fields().clone(), columns, None).into()
    }
}

/// The items of lists, none of them null.
fn item(items: DataType) -> Arc<Field> {
    Arc::new(Field::new_list_field(items, false))
}

fn column<'a>(kind: Kind, cells: impl Iterator<Item = &'a Cell>) -> ArrayRef {
    match kind {
        Kind::Int16 => numbers::<'a, Int16Type>(cells, |number| number as i16),
        Kind::Int32 => numbers::<'a, Int32Type>(cells, |number| number as i32),
        Kind::Int64 => numbers::<'a, Int64Type>(cells, |number| number),
        Kind::Text => {
            let text = |cell: &'a Cell| if let Cell::Text(text) = cell { Some(text) } else { None };
            Arc::new(cells.map(text).collect::<StringArray>())
        }
        Kind::Packed => {
            let mut positions = FixedSizeBinaryBuilder::new(SIZE);
            cells.for_each(|cell| match cell {
                // The size is the builder's.
                Cell::Packed(position) => _ = positions.append_value(position.to_bytes()),
                _ => positions.append_null(),
            });
            Arc::new(positions.finish())
        }
        Kind::Moves => {
            let mut lists = ListBuilder::new(UInt16Builder::new()).with_field(item(DataType::UInt16));
            cells.for_each(|cell| {
                if let Cell::Moves(moves) = cell {
                    lists.values().append_slice(moves);
                }
                lists.append(true);
            });
            Arc::new(lists.finish())
        }
        Kind::Words => {
            let mut lists = ListBuilder::new(StringBuilder::new()).with_field(item(DataType::Utf8));
            cells.for_each(|cell| {
                if let Cell::Words(words) = cell {
                    lists.values().extend(words.split_ascii_whitespace().map(Some));
                }
                lists.append(true);
            });
            Arc::new(lists.finish())
        }
    }
}

fn numbers<'a, T: ArrowPrimitiveType>(
    cells: impl Iterator<Item = &'a Cell>,
    narrow: impl Fn(i64) -> T::Native,
) -> ArrayRef {
    let number = |cell: &Cell| if let Cell::Int(number) = cell { Some(narrow(*number)) } else { None };
    Arc::new(cells.map(number).collect::<PrimitiveArray<T>>())
}
