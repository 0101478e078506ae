use arrow_array::RecordBatch;
use chess_data::columns::{Base, Columns, read_chunk, rebase};
use chess_data::filter::Filter;
use chess_data::parquet::{Encoder, FileReader, FileWriter, read_notes};
use chess_testkit::Random;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::SMALL;
use crate::rows::text;

fn all() -> Columns {
    Columns::new(Columns::names().chain(["Annotator", "Nothing"])).unwrap()
}

fn batches() -> Vec<RecordBatch> {
    let read =
        |(name, bytes): &(&str, &'static [u8])| read_chunk(bytes, &Base::file(*name), &all(), &Filter::ALL);
    SMALL.iter().flat_map(read).collect()
}

/// All rows as texts.
fn rows(batches: &[RecordBatch]) -> Vec<Vec<String>> {
    let rows = batches.iter().flat_map(|batch| (0..batch.num_rows()).map(move |row| (batch, row)));
    rows.map(|(batch, row)| batch.columns().iter().map(|column| text(column, row)).collect()).collect()
}

#[test]
fn parquet_files_are_read_back() {
    let encoder = Encoder::new(&all().schema()).unwrap();
    let file = tempfile::tempfile().unwrap();
    let mut writer = FileWriter::new(file.try_clone().unwrap(), &encoder).unwrap();
    let mut expected = Vec::new();
    for batch in batches() {
        let group = encoder.encode(&batch).unwrap();
        // Places are known later.
        let batch = rebase(&batch, 100, 1000, 0);
        writer.write(group, &batch).unwrap();
        expected.push(batch);
    }
    writer.set("rows", "many");
    writer.finish().unwrap();
    assert!(read_notes(&file).unwrap().contains(&("rows".to_owned(), "many".to_owned())));
    let read = ParquetRecordBatchReaderBuilder::try_new(file).unwrap().with_batch_size(3).build().unwrap();
    let read: Vec<RecordBatch> = read.map(Result::unwrap).collect();
    assert!(read.iter().all(|batch| batch.schema() == all().schema()));
    assert_eq!(rows(&read), rows(&expected));
}

#[test]
fn a_part_of_a_file_has_no_notes() {
    let file = tempfile::tempfile().unwrap();
    let encoder = Encoder::new(&all().schema()).unwrap();
    let mut writer = FileWriter::new(file.try_clone().unwrap(), &encoder).unwrap();
    let batch = &batches()[0];
    writer.write(encoder.encode(batch).unwrap(), batch).unwrap();
    drop(writer);
    assert!(read_notes(&file).is_err());
}

#[test]
fn columns_with_few_values_twice_have_no_dictionary() {
    let columns: Columns = "game,white,start,plies,positions,keys,ply,san".parse().unwrap();
    let encoder = Encoder::new(&columns.schema()).unwrap();
    let file = tempfile::tempfile().unwrap();
    let mut writer = FileWriter::new(file.try_clone().unwrap(), &encoder).unwrap();
    let text = b"[White \"a\"]\n\n1. e4 e5 *\n\n[White \"a\"]\n\n1. e4 e5 *\n";
    for batch in read_chunk(text, &Base::default(), &columns, &Filter::ALL) {
        writer.write(encoder.encode(&batch).unwrap(), &batch).unwrap();
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

#[test]
fn some_rows_of_a_group_are_read() {
    let encoder = Encoder::new(&all().schema()).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut writer = FileWriter::new(file.reopen().unwrap(), &encoder).unwrap();
    let batches = batches();
    for batch in &batches {
        writer.write(encoder.encode(batch).unwrap(), batch).unwrap();
    }
    writer.finish().unwrap();
    let (reader, names) = (FileReader::open(file.path()).unwrap(), ["moves", "white", "start", "no column"]);
    assert_eq!(reader.groups(), batches.len());
    let mut random = Random::new(21);
    for _ in 0..200 {
        let group = random.below(batches.len());
        let wanted: Vec<usize> = (0..batches[group].num_rows()).filter(|_| random.below(3) == 0).collect();
        let read = |reader: parquet::arrow::arrow_reader::ParquetRecordBatchReader| {
            rows(&reader.map(Result::unwrap).collect::<Vec<_>>())
        };
        let whole = read(reader.read(group, names).unwrap());
        let expected: Vec<_> = wanted.iter().map(|&row| whole[row].clone()).collect();
        assert_eq!(read(reader.read_rows(group, wanted, names).unwrap()), expected);
        let end = batches[group].num_rows();
        for wrong in [vec![end], vec![0, 0], vec![usize::MAX]] {
            assert!(reader.read_rows(group, wrong, names).is_err());
        }
    }
}
