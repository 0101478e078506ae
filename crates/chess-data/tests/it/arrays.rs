//! Arrays and batches as values: their items and their text.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use chess_data::chunks::Pipeline;
use chess_data::columns::{
    AppendError, Array, Base, Batch, Checksum, Columns, DataType, GameFilter, Items, List, Packed, Table,
    Texts, Value, read_chunk, read_part,
};
use chess_data::dumps::Dump;
use chess_data::filter::{Filter, RowFilter};
use chess_data::input::{Input, Progress};
use chess_notation::pgn::Replay;
use chess_notation::{PackedPosition, Position};

const PGN: &[u8] =
    b"[White \"ab\"]\n[Result \"0-1\"]\n\n1. e4 e5 0-1\n\n[Result \"1-0\"]\n\n1-0\n\n[White \"c\"]\n\n*\n";

fn batch(columns: &str) -> Batch {
    let columns: Columns = columns.parse().unwrap();
    read_chunk(PGN, &Base::file("f"), &columns, &Filter::ALL).next().unwrap()
}

fn texts(batch: &Batch) -> &Texts {
    let Array::Utf8(texts) = &batch.columns()[0] else { panic!() };
    texts
}

fn packed(batch: &Batch) -> &Packed {
    let Array::Packed(packed) = &batch.columns()[0] else { panic!() };
    packed
}

fn list(batch: &Batch) -> &List {
    let Array::List(list) = &batch.columns()[0] else { panic!() };
    list
}

#[test]
fn texts_and_positions_stand_one_behind_the_other() {
    let white = batch("white");
    let array = texts(&white);
    assert_eq!((array.text(), array.offsets()), ("abc", &[0, 2, 2, 3][..]));
    assert_eq!([0, 1, 2, 3].map(|row| array.get(row)), [Some("ab"), None, Some("c"), None]);
    assert_eq!((array.validity().len(), array.validity().nulls()), (3, 1));
    assert_eq!(array.validity().bitmap(), Some(&[0b101][..]));

    let start = batch("start");
    let array = packed(&start);
    let expected = PackedPosition::new(&Position::START);
    assert_eq!(
        [0, 1, 2, 3].map(|row| array.get(row)),
        [Some(expected), Some(expected), Some(expected), None]
    );
    assert_eq!(array.bytes(), [expected.to_bytes(); 3].concat());
    assert!(array.validity().bitmap().is_none() && array.validity().clone().into_bitmap().is_none());
}

#[test]
fn lists_are_ranges_of_their_items() {
    let moves = batch("moves");
    let array = list(&moves);
    assert_eq!((array.len(), array.offsets()), (3, &[0, 2, 2, 2][..]));
    assert_eq!((array.items().len(), array.items().is_empty(), array.is_empty()), (2, false, false));
    let lengths = [0, 1, 2].map(|row| array.get(row).map(|items| (items.len(), items.is_empty())));
    assert_eq!(lengths, [Some((2, false)), Some((0, true)), Some((0, true))]);
    assert!(array.get(3).is_none());
    let (items, range) = array.get(0).unwrap().array();
    assert_eq!((items, range), (array.items(), 0..2));
    let nags = batch("nags");
    assert!(list(&nags).get(0).unwrap().iter().all(|nags| nags.as_list().is_some_and(Items::is_empty)));
}

#[test]
fn arrays_without_values_are_empty() {
    let columns = Columns::all();
    let text = b"1. e4 *";
    let none: Filter = "plies > 7".parse().unwrap();
    assert!(read_chunk(text, &Base::default(), &columns, &none).next().is_none());
    let batch = read_chunk(text, &Base::default(), &columns, &Filter::ALL).next().unwrap();
    for (field, array) in batch.fields().iter().zip(batch.columns()) {
        assert!(!array.is_empty() && array.len() == 1, "{}", field.name);
    }
    // A table without rows.
    let puzzle = crate::dumps::read(Dump::Puzzles, "a,,,,,,,,", 1).unwrap();
    for array in RowFilter::new("id is null", puzzle.fields()).unwrap().keep(puzzle).columns() {
        assert_eq!((array.is_empty(), array.len()), (true, 0));
        assert!(!matches!(array, Array::List(list) if !list.is_empty()));
    }
    // A game without moves has empty lists.
    let columns = "ply,san,positions,clocks,evals,mates,keys,nags".parse().unwrap();
    let batch = read_chunk(b"[White \"x\"]\n\n*", &Base::default(), &columns, &Filter::ALL).next().unwrap();
    for array in batch.columns() {
        let Array::List(list) = array else { panic!() };
        assert!(list.items().is_empty() && !list.is_empty() && !array.is_empty());
        assert_eq!(array.get(0).as_list().map(Items::len), Some(0));
    }
    assert!(Texts::default().validity().is_empty() && !texts(&self::batch("white")).validity().is_empty());
}

#[test]
fn values_are_read_as_what_they_are() {
    let batch = batch("white,game,result,moves");
    let value = |name| batch.get(name, 0).unwrap();
    let kinds = |value: Value<'static>| {
        (
            value.as_str().is_some(),
            value.as_u64().is_some(),
            value.as_i64().is_some(),
            value.as_list().is_some(),
        )
    };
    assert_eq!((value("white").as_str(), value("white").as_u64()), (Some("ab"), None));
    assert_eq!((value("game").as_u64(), value("game").as_i64()), (None, Some(1)));
    assert_eq!((value("result").as_i64(), value("result").as_str()), (Some(-1), None));
    let numbers: Vec<u64> = value("moves").as_list().unwrap().iter().filter_map(Value::as_u64).collect();
    assert_eq!((numbers.len(), value("moves").as_i64()), (2, None));
    assert_eq!(kinds(Value::Null), (false, false, false, false));
    assert!(value("game").as_list().is_none());
    assert_eq!((batch.get("white", 3), batch.get("black", 0)), (None, None));
}

#[test]
fn types_check_sums_and_errors_are_written() {
    let names = |columns: &str| -> Vec<String> {
        let columns: Columns = columns.parse().unwrap();
        columns.fields().iter().map(|field| field.data_type.to_string()).collect()
    };
    assert_eq!(
        names("white,game,result,white_elo,date,plies,start"),
        ["Utf8", "Int64", "Int8", "Int32", "Date32", "Int32", "FixedSizeBinary(32)"]
    );
    assert_eq!(
        names("moves,mates,evals,nags,san"),
        ["List of UInt16", "List of Int16", "List of Int32", "List of List of UInt8", "List of Utf8"]
    );
    assert_eq!(format!("{:>6}|", DataType::Utf8), "  Utf8|");
    let columns: Columns = "game,moves".parse().unwrap();
    let mut checksum = Checksum::new(&columns.fields());
    for batch in read_chunk(b"1. e4 e5 *", &Base::default(), &columns, &Filter::ALL) {
        checksum.add(&batch);
    }
    assert_eq!((checksum.rows(), checksum.to_string()), (1, "76225bd1ad19f8f0".to_owned()));
    checksum.add_known(0, 5);
    assert_eq!(checksum.rows(), 6);
    assert_eq!(AppendError::Fields.to_string(), "the batches have different columns");
    assert_eq!("game,,game".parse::<Columns>().unwrap_err().to_string(), "the column `game` is chosen twice");
    let Err(empty) = "".parse::<Columns>() else { panic!() };
    assert!(empty.to_string().contains("no column"), "{empty}");
}

#[test]
fn the_check_sum_of_numbers_of_all_widths_is_that_of_their_eight_bytes() {
    /// A list of a number of bytes, so that its length has one byte, two and three.
    fn text(length: usize) -> Vec<u8> {
        format!("[White \"{}\"]\n\n*", "x".repeat(length)).into_bytes()
    }
    let columns: Columns = "offset,White".parse().unwrap();
    for (length, bytes) in
        [(1, 1), (255, 255), (256, 1 << 8), (0x1_0001, 1 << 16), (9, 1 << 31), (9, 1 << 32), (9, 1 << 40)]
    {
        let base = Base { bytes, ..Base::default() };
        let text = text(length);
        let batch = read_chunk(&text, &base, &columns, &Filter::ALL).next().unwrap();
        let mut checksum = Checksum::new(&columns.fields());
        checksum.add(&batch);
        assert_eq!(checksum.value(), crate::columns::naive_checksum(&[batch]), "{length} {bytes}");
    }
}

#[test]
fn a_filter_decides_in_the_pass_about_games_and_moves() {
    let pgn = "[WhiteElo \"2600\"]\n\n1. e4 d5 2. exd5 *\n\n[WhiteElo \"1500\"]\n\n1. d4 *\n\n[WhiteElo \"2700\"]\n\n1. d4 Ke3 *";
    let decided = |filter: &str| {
        let mut filter = GameFilter::new(&filter.parse().unwrap(), &Base::default());
        let mut replay = Replay::new(pgn);
        let mut games = Vec::new();
        while replay.visit_game(&mut filter).unwrap() {
            let moves: Vec<usize> = (0..4).filter(|&ply| filter.keeps_move(ply)).collect();
            games.push(filter.keeps_game().then_some(moves));
        }
        games
    };
    let all = vec![0, 1, 2, 3];
    assert_eq!(decided("white_elo >= 2000 and capture"), [Some(vec![2]), None, Some(vec![])]);
    assert_eq!(decided("white_elo >= 2000"), [Some(all.clone()), None, Some(all.clone())]);
    assert_eq!(decided("sound and ply != 1"), [Some(vec![0, 2]), Some(vec![0]), None]);
    assert_eq!(decided("plies > 2"), [Some(all), None, None]);
}

#[test]
fn a_panic_of_the_thread_that_reads_comes_through() {
    struct Panicking;
    impl Read for Panicking {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            panic!("no more")
        }
    }
    let inputs = [Input::bytes("a", "*"), Input::reader("b", Panicking)];
    let mut batches = Table::new(inputs, &"game".parse().unwrap(), &Filter::ALL).batches();
    assert_eq!(batches.next().unwrap().unwrap().rows(), 1);
    let panic = catch_unwind(AssertUnwindSafe(|| batches.next())).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"no more"));
    assert!(batches.next().is_none());
}

#[test]
fn parts_count_games_and_broken_ones() {
    let inputs =
        [Input::bytes("a", "1. e4 *\n\n1. Ke4 *\n\n[White \"x\"]\n\n*\n"), Input::bytes("b", "1. d4 *")];
    let filter: Filter = "file != b".parse().unwrap();
    let mut parts = Vec::new();
    let columns: Columns = "file,game,error_line".parse().unwrap();
    let flow: ControlFlow<()> = Pipeline::new(&inputs).run(
        |chunk| read_part(chunk, &inputs, &columns, &filter),
        |part| {
            let part = part.unwrap();
            let rows: usize = part.value.batches.iter().map(Batch::rows).sum();
            parts.push((part.origin.input, rows, part.value.broken));
            ControlFlow::Continue(())
        },
    );
    assert!(flow.is_continue());
    assert_eq!(parts, [(0, 3, 1), (1, 0, 0)]);
    let progress = Progress::default();
    let table = Table::new(inputs, &columns, &Filter::ALL).threads(2).progress(&progress);
    assert_eq!(table.batches().map(|batch| batch.unwrap().rows()).sum::<usize>(), 4);
    assert!(progress.bytes() > 30);
    let mut batches = read_chunk(b"1. Ke4 *\n\n1. e4 *", &Base::default(), &columns, &Filter::ALL);
    assert_eq!((batches.games(), batches.next().map(|batch| batch.rows())), (0, Some(2)));
    assert_eq!((batches.games(), batches.broken(), batches.next()), (2, 1, None));
}
