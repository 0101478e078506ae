use chess_data::training::{Fault, Format, Reader, Record, Writer};
use chess_movegen::is_legal;

/// Training files: the first byte chooses the format. Reading ends, moves are legal, and what is read can be written in every
/// format; in its own it is read again as the same.
pub fn training(data: &[u8]) {
    let [format, data @ ..] = data else { return };
    let format = Format::ALL[usize::from(*format) % Format::ALL.len()];
    let records = read(format, data);
    for record in &records {
        assert!(record.mv.is_none_or(|mv| is_legal(&record.position, mv)), "{record:?}");
    }
    for to in Format::ALL {
        let bytes = write(to, &records);
        let again = read(to, &bytes);
        assert_eq!(write(to, &again), bytes, "{format} to {to}");
        if to == format && format != Format::Pgn {
            let essence = |it: &Record| (it.position, it.mv, it.score, it.result, it.ply);
            assert!(again.iter().map(essence).eq(records.iter().map(essence)), "{format}");
        }
    }
}

fn read(format: Format, data: &[u8]) -> Vec<Record> {
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

fn write(format: Format, records: &[Record]) -> Vec<u8> {
    let mut writer = Writer::new(format, Vec::new());
    for record in records {
        if let Err(error) = writer.write(record) {
            panic!("{error}");
        }
    }
    writer.finish().unwrap_or_default()
}
