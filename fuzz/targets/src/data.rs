use std::ops::ControlFlow;

use chess_data::columns::{Base, Batch, Kept, Value};
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

/// Filters: two lines of text are two conditions. One that is read is written and read as the same, and `not`, `and` and `or` of
/// them keep the right games.
pub(crate) fn filter(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let (first, second) = text.split_once('\n').unwrap_or((text, ""));
    let (first, second) = (read_filter(first), read_filter(second));
    let Some(first) = first else { return };
    let not = read_filter(&format!("not ({first})"));
    let both = second.as_ref().and_then(|second| read_filter(&format!("({first}) and ({second})")));
    let either = second.as_ref().and_then(|second| read_filter(&format!("({first}) or ({second})")));
    let kept = |filter: &Filter| Kept::new(GAMES.as_bytes(), &Base::default(), filter);
    let [first, not, second, both, either] =
        [Some(first), not, second, both, either].map(|filter| filter.as_ref().map(kept));
    for (plies, game) in PLIES.into_iter().zip(1..) {
        for ply in 0..plies {
            let keeps = |kept: &Option<Kept>| kept.as_ref().map(|kept| kept.has_move(game, ply));
            let (Some(first), second) = (keeps(&first), keeps(&second)) else { return };
            let expected =
                [Some(!first), second.map(|second| first && second), second.map(|second| first || second)];
            for (found, expected) in [&not, &both, &either].map(keeps).into_iter().zip(expected) {
                assert!(found.is_none() || found == expected, "{text:?}: ply {ply} of game {game}");
            }
        }
    }
}

/// Reads a condition that is not blank. A blank one keeps everything, and cannot be in parentheses.
fn read_filter(text: &str) -> Option<Filter> {
    match text.parse::<Filter>() {
        Ok(filter) => {
            let written = filter.to_string();
            let again = written.parse::<Filter>();
            assert_eq!(again.as_ref(), Ok(&filter), "{text:?} {written:?}");
            assert_eq!(again.map(|again| again.to_string()).as_ref(), Ok(&written), "{text:?}");
            (!written.is_empty()).then_some(filter)
        }
        Err(error) => {
            assert!(text.is_char_boundary(error.offset()), "{text:?}: {error}");
            None
        }
    }
}

/// Games with values for all conditions, and the number of moves of each.
const GAMES: &str = include_str!("filter.pgn");
const PLIES: [u32; 4] = [7, 8, 5, 4];
