//! Rows of record batches as texts, to compare them with the naive reader's.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt64Type,
};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use chess_notation::PackedPosition;

use crate::naive::{NaiveGame, NaiveMove, list};

/// The value of a column in a row as text, as [`NaiveGame::cell`] writes it.
pub(crate) fn cell(batch: &RecordBatch, name: &str, row: usize) -> String {
    text(batch.column_by_name(name).unwrap(), row)
}

/// An item of an array as text.
pub(crate) fn text(array: &dyn Array, i: usize) -> String {
    if array.is_null(i) {
        return "null".to_owned();
    }
    let position = |bytes: &[u8]| format!("{:?}", PackedPosition::from_bytes(bytes.try_into().unwrap()));
    match array.data_type() {
        DataType::Int8 => array.as_primitive::<Int8Type>().value(i).to_string(),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(i).to_string(),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(i).to_string(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(i).to_string(),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(i).to_string(),
        DataType::UInt8 => array.as_primitive::<UInt8Type>().value(i).to_string(),
        DataType::UInt16 => array.as_primitive::<UInt16Type>().value(i).to_string(),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(i).to_string(),
        DataType::Date32 => array.as_primitive::<Date32Type>().value(i).to_string(),
        DataType::Utf8 => format!("{:?}", array.as_string::<i32>().value(i)),
        DataType::FixedSizeBinary(_) => position(array.as_fixed_size_binary().value(i)),
        DataType::Binary => position(array.as_binary::<i32>().value(i)),
        DataType::List(_) => {
            let items = array.as_list::<i32>().value(i);
            list((0..items.len()).map(|i| text(&items, i)))
        }
        DataType::Map(..) => {
            let entries = array.as_map().value(i);
            let part = |part: usize, i| text(entries.column(part), i);
            list((0..entries.len()).map(|i| format!("{}: {}", part(0, i), part(1, i))))
        }
        other => panic!("{other}"),
    }
}

/// Asserts that the batches have the games' rows.
pub(crate) fn assert_rows(
    batches: &[RecordBatch],
    games: &[NaiveGame],
    keep: &dyn Fn(&NaiveGame, &NaiveMove) -> bool,
) {
    let mut games = games.iter();
    for batch in batches {
        assert!(batch.num_rows() > 0);
        for row in 0..batch.num_rows() {
            let game = games.next().expect("too many rows");
            for field in batch.schema().fields() {
                // See the tests of trees.
                let has_tree = batch.schema().index_of("tree").is_ok();
                if matches!(&**field.name(), "tree" | "parents") || has_tree && field.name() == "errors" {
                    continue;
                }
                let (name, value) = (field.name(), cell(batch, field.name(), row));
                let expected = game.cell(name, &|mv| keep(game, mv));
                assert_eq!(value, expected, "{} game {} {name}", game.file, game.number);
                assert!(field.is_nullable() || value != "null", "{name}");
            }
        }
    }
    assert_eq!(games.next().map(|game| game.number), None, "too few rows");
}
