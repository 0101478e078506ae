use std::ops::ControlFlow;

use chess_data::columns::{Batch, Value};
use chess_data::dumps::{Dump, Reading};
use chess_data::filter::Filter;
use chess_data::input::Input;
use chess_movegen::PositionExt;
use chess_training::{Fault, Format, Reader, Record, Writer};

/// Training files: the first byte chooses the format. Reading ends, moves are legal, and the records can be written in every
/// format; in their own they are read again as the same.
pub(crate) fn training(data: &[u8]) {
    let [format, data @ ..] = data else { return };
    let format = Format::ALL[usize::from(*format) % Format::ALL.len()];
    let records = read_records(format, data);
    for record in &records {
        assert!(record.mv.is_none_or(|mv| record.position.is_legal(mv)), "{record:?}");
    }
    for to in Format::ALL {
        let bytes = write_records(to, &records);
        let again = read_records(to, &bytes);
        assert_eq!(write_records(to, &again), bytes, "{format} to {to}");
        if to == format && format != Format::Pgn {
            let essence = |it: &Record| (it.position, it.mv, it.score, it.result, it.ply);
            assert!(again.iter().map(essence).eq(records.iter().map(essence)), "{format}");
        }
    }
}

fn read_records(format: Format, data: &[u8]) -> Vec<Record> {
    let mut records = Vec::new();
    let mut faults = 0;
    for record in Reader::new(format, data) {
        match record {
            Ok(record) => records.push(record),
            Err(error) => {
                faults += 1;
                assert!(faults <= data.len() && !error.to_string().is_empty(), "{error}");
                assert!(error.offset <= data.len() as u64, "{error}");
                assert!(!matches!(error.fault, Fault::Io(_)), "{error}");
            }
        }
    }
    records
}

fn write_records(format: Format, records: &[Record]) -> Vec<u8> {
    let mut writer = Writer::new(format, Vec::new());
    for record in records {
        writer.write(record).unwrap_or_else(|error| panic!("{error}"));
    }
    writer.finish().unwrap_or_default()
}

/// Files of puzzles and evaluations: the first byte chooses the kind. Rows are the same whether a file is read as a whole or in
/// blocks; a row without an error has a position.
pub(crate) fn dumps(data: &[u8]) {
    let [kind, data @ ..] = data else { return };
    let dump = if kind & 1 == 0 { Dump::Puzzles } else { Dump::Evals };
    let read = |size: usize| {
        let mut batches: Vec<Batch> = Vec::new();
        let input = Input::bytes("dump", data);
        let stopped = Reading::new(dump, &input).block_size(size).for_each(|batch| {
            match batches.first_mut() {
                Some(rows) => rows.append(&batch).expect("small"),
                None => batches.push(batch),
            }
            ControlFlow::<()>::Continue(())
        });
        // A compressed file may be damaged, and other kinds of files are refused.
        stopped.ok().map(|_| batches)
    };
    let whole = read(1 << 20);
    assert!(whole == read(1 + usize::from(kind >> 1)), "{}", data.escape_ascii());
    for rows in whole.iter().flatten() {
        for row in 0..rows.rows() {
            let is_null = |name| rows.get(name, row) == Some(Value::Null);
            assert!(!is_null("error") || !is_null("position"), "{}", data.escape_ascii());
        }
    }
}

/// Filters: a condition that is read is written and read as the same.
pub(crate) fn filter(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    match text.parse::<Filter>() {
        Ok(filter) => {
            let written = filter.to_string();
            let again = written.parse::<Filter>();
            assert_eq!(again.as_ref(), Ok(&filter), "{text:?} {written:?}");
            assert_eq!(again.map(|again| again.to_string()), Ok(written), "{text:?}");
        }
        Err(error) => assert!(text.is_char_boundary(error.offset()), "{text:?}: {error}"),
    }
}
