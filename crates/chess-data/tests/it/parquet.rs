use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::DataType;
use chess_data::arrow::{FileWriter as ArrowFile, StreamWriter, record_batch, schema};
use chess_data::columns::{Base, Batch, Columns, read_chunk};
use chess_data::filter::Filter;
use chess_data::parquet::{Encoder, FileWriter, read_notes};
use chess_notation::PackedPosition;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::{SMALL, naive};

fn all() -> Columns {
    Columns::new(Columns::names().chain(["Annotator", "Nothing"])).unwrap()
}

fn batches() -> Vec<Batch> {
    let read =
        |(name, bytes): &(&str, &'static [u8])| read_chunk(bytes, &Base::file(*name), &all(), &Filter::ALL);
    SMALL.iter().flat_map(read).collect()
}

/// An item of an array of Arrow as text, as the naive reader writes it.
fn text(array: &ArrayRef, i: usize) -> String {
    if array.is_null(i) {
        return "null".to_owned();
    }
    match array.data_type() {
        DataType::Int8 => array.as_primitive::<Int8Type>().value(i).to_string(),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(i).to_string(),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(i).to_string(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(i).to_string(),
        DataType::UInt8 => array.as_primitive::<UInt8Type>().value(i).to_string(),
        DataType::UInt16 => array.as_primitive::<UInt16Type>().value(i).to_string(),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(i).to_string(),
        DataType::Date32 => array.as_primitive::<Date32Type>().value(i).to_string(),
        DataType::Utf8 => format!("{:?}", array.as_string::<i32>().value(i)),
        DataType::FixedSizeBinary(32) => {
            let bytes = array.as_fixed_size_binary().value(i).try_into().unwrap();
            format!("{:?}", PackedPosition::from_bytes(bytes))
        }
        DataType::Binary => {
            let bytes = array.as_binary::<i32>().value(i).try_into().unwrap();
            format!("{:?}", PackedPosition::from_bytes(bytes))
        }
        DataType::List(_) => {
            let items = array.as_list::<i32>().value(i);
            let items: Vec<String> = (0..items.len()).map(|i| text(&items, i)).collect();
            format!("[{}]", items.join(", "))
        }
        DataType::Map(..) => {
            let entries = array.as_map().value(i);
            let [names, values] = [0, 1].map(|part| entries.column(part));
            let entries: Vec<String> =
                (0..entries.len()).map(|i| format!("{}: {}", text(names, i), text(values, i))).collect();
            format!("[{}]", entries.join(", "))
        }
        other => panic!("{other}"),
    }
}

fn assert_same(records: &[RecordBatch], batches: &[Batch]) {
    let rows = records.iter().flat_map(|record| (0..record.num_rows()).map(move |row| (record, row)));
    let expected = batches.iter().flat_map(|batch| (0..batch.rows()).map(move |row| (batch, row)));
    assert_eq!(rows.clone().count(), expected.clone().count());
    for ((record, row), (batch, expected)) in rows.zip(expected) {
        assert_eq!(record.schema(), schema(batch.fields()));
        for field in batch.fields().iter() {
            let array = record.column_by_name(&field.name).unwrap();
            assert_eq!(
                text(array, row),
                naive::text(batch.get(&field.name, expected).unwrap()),
                "{}",
                field.name
            );
        }
    }
}

#[test]
fn record_batches_have_the_same_rows_and_the_same_buffers() {
    for batch in batches() {
        let plies = match batch.column("plies") {
            Some(chess_data::columns::Array::Int32(array)) => array.values().as_ptr(),
            _ => panic!(),
        };
        let copy = batch.clone();
        let record = record_batch(batch).unwrap();
        assert_same(std::slice::from_ref(&record), &[copy]);
        assert_eq!(
            record.column_by_name("plies").unwrap().as_primitive::<Int32Type>().values().as_ptr(),
            plies
        );
        // Lists of moves share their offsets.
        let offsets = |name| record.column_by_name(name).unwrap().as_list::<i32>().value_offsets().as_ptr();
        assert_eq!(offsets("moves"), offsets("clocks"));
    }
}

#[test]
fn arrow_files_and_streams_are_read_back() {
    let fields = all().fields();
    let mut file = ArrowFile::new(Vec::new(), &fields).unwrap();
    let mut stream = StreamWriter::new(Vec::new(), &fields).unwrap();
    for batch in batches() {
        file.write(batch.clone()).unwrap();
        stream.write(batch).unwrap();
    }
    let (file, stream) = (file.finish().unwrap(), stream.finish().unwrap());
    let read = arrow_ipc::reader::FileReader::try_new(std::io::Cursor::new(file), None).unwrap();
    assert_same(&read.map(Result::unwrap).collect::<Vec<_>>(), &batches());
    let read = arrow_ipc::reader::StreamReader::try_new(&*stream, None).unwrap();
    assert_same(&read.map(Result::unwrap).collect::<Vec<_>>(), &batches());
}

#[test]
fn parquet_files_are_read_back() {
    let encoder = Encoder::new(&all().fields()).unwrap();
    let file = tempfile::tempfile().unwrap();
    let mut writer = FileWriter::new(file.try_clone().unwrap(), &encoder).unwrap();
    let mut expected = Vec::new();
    for mut batch in batches() {
        let group = encoder.encode(&batch).unwrap();
        // Places are known later.
        batch.rebase(100, 1000, 0);
        writer.write(group.finish(&batch).unwrap()).unwrap();
        expected.push(batch);
    }
    writer.set("rows", "many");
    writer.finish().unwrap();
    assert!(read_notes(&file).unwrap().contains(&("rows".to_owned(), "many".to_owned())));
    let read = ParquetRecordBatchReaderBuilder::try_new(file).unwrap().with_batch_size(3).build().unwrap();
    assert_same(&read.map(Result::unwrap).collect::<Vec<_>>(), &expected);
}

#[test]
fn a_part_of_a_file_has_no_notes() {
    let file = tempfile::tempfile().unwrap();
    let encoder = Encoder::new(&all().fields()).unwrap();
    let mut writer = FileWriter::new(file.try_clone().unwrap(), &encoder).unwrap();
    let batch = &batches()[0];
    writer.write(encoder.encode(batch).unwrap().finish(batch).unwrap()).unwrap();
    drop(writer);
    assert!(read_notes(&file).is_err());
}

#[test]
fn columns_with_few_values_twice_have_no_dictionary() {
    let columns: Columns = "game,white,start,plies,positions,keys,ply,san".parse().unwrap();
    let encoder = Encoder::new(&columns.fields()).unwrap();
    let file = tempfile::tempfile().unwrap();
    let mut writer = FileWriter::new(file.try_clone().unwrap(), &encoder).unwrap();
    let text = b"[White \"a\"]\n\n1. e4 e5 *\n\n[White \"a\"]\n\n1. e4 e5 *\n";
    for batch in read_chunk(text, &Base::default(), &columns, &Filter::ALL) {
        writer.write(encoder.encode(&batch).unwrap().finish(&batch).unwrap()).unwrap();
    }
    writer.finish().unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    let group = reader.metadata().row_group(0);
    let with_dictionary: Vec<_> = group
        .columns()
        .iter()
        .filter(|column| column.dictionary_page_offset().is_some())
        .map(|column| column.column_path().parts()[0].clone())
        .collect();
    assert_eq!(with_dictionary, ["white", "plies", "ply", "san"]);
}
