//! Columns of texts, compared with each text read alone.

use std::ops::ControlFlow;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, UInt32Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, Int32Array, LargeBinaryArray,
    LargeStringArray, NullArray, RecordBatch, StringArray, StringViewArray, StructArray, UInt32Array,
};
use arrow_schema::DataType;
use chess_data::columns::{Base, Columns, TextTable, Texts, TextsError, read_chunk};
use chess_data::filter::Filter;
use chess_testkit::Random;

use crate::SMALL;
use crate::rows::cell;

const CHESS960: &str = "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1";

/// Texts of one game each, of many, and of none; those of files, and their beginnings.
fn texts() -> Vec<Option<Vec<u8>>> {
    let mut texts: Vec<Option<Vec<u8>>> = SMALL.iter().map(|(_, text)| Some(text.to_vec())).collect();
    let more = [
        "1. e4 e5",
        "1. d4 d5 2. c4 1/2-1/2",
        "{x}",
        "%\n",
        "\u{feff}",
        "1. Nb3 Nb6 2. Ng3 Ng6 3. O-O O-O *",
        "*",
        "x",
    ];
    texts.extend(more.map(|text| Some(text.as_bytes().to_vec())));
    for mut random in Random::cases(300) {
        let (_, text) = random.pick(SMALL);
        texts.push(Some(text[..random.below(text.len() + 1)].to_vec()));
        if random.below(4) == 0 {
            texts.push(None);
        }
    }
    texts
}

fn read(table: &TextTable) -> Vec<RecordBatch> {
    let mut batches = Vec::new();
    let _ = table.for_each(|batch| {
        assert!(batch.num_rows() > 0);
        batches.push(batch);
        ControlFlow::<()>::Continue(())
    });
    batches
}

/// The values of all rows: the names of columns with them.
fn rows(batches: &[RecordBatch]) -> Vec<Vec<String>> {
    let row = |batch: &RecordBatch, row| -> Vec<String> {
        batch.schema().fields().iter().map(|field| cell(batch, field.name(), row)).collect()
    };
    batches
        .iter()
        .flat_map(|batch| (0..batch.num_rows()).map(|i| row(batch, i)).collect::<Vec<_>>())
        .collect()
}

/// The first row of a text that is read alone, as row `number`, and the number of its games.
fn alone(text: &[u8], number: usize, base: &Base, columns: &Columns) -> (Option<Vec<String>>, usize) {
    let base = Base { games: number as u64, ..base.clone() };
    let games = rows(&read_chunk(text, &base, columns, &Filter::ALL).collect::<Vec<_>>());
    let count = games.len();
    (games.into_iter().next(), count)
}

fn binary(texts: &[Option<Vec<u8>>]) -> ArrayRef {
    Arc::new(texts.iter().map(Option::as_deref).collect::<BinaryArray>())
}

#[test]
fn each_text_is_the_row_of_its_first_game() {
    let (texts, columns) = (texts(), Columns::all());
    let names: Vec<&str> = columns.chosen().collect();
    let mut counts = [0; 4];
    for is_lenient in [false, true] {
        let base = Base { is_lenient, ..Base::file("column") };
        let table = TextTable::new(Texts::new([binary(&texts)]).unwrap(), &columns, &Filter::ALL).base(&base);
        let found = rows(&read(&table));
        assert_eq!(found.len(), texts.len());
        for (number, (row, text)) in found.iter().zip(&texts).enumerate() {
            let Some(text) = text else {
                let (empty, _) = alone(b"*", number, &base, &columns);
                for ((name, cell), other) in names.iter().zip(row).zip(empty.unwrap()) {
                    let is_kept = ["file", "game"].contains(name);
                    assert_eq!(*cell, if is_kept { other } else { "null".to_owned() }, "{name}");
                }
                counts[3] += 1;
                continue;
            };
            let (first, count) = alone(text, number, &base, &columns);
            counts[count.min(2)] += 1;
            let expected = first.unwrap_or_else(|| alone(b"*", number, &base, &columns).0.unwrap());
            let cell_of =
                |row: &[String], name| row[names.iter().position(|it| *it == name).unwrap()].clone();
            let is_sound = cell_of(&expected, "error") == "null";
            let bare: Vec<u8> = text.iter().copied().filter(|byte| !b"\xef\xbb\xbf".contains(byte)).collect();
            let has_more =
                count > 1 && (is_sound || is_lenient) || count == 0 && !bare.trim_ascii().is_empty();
            for ((name, cell), other) in names.iter().zip(row).zip(&expected) {
                let shown = || format!("{:?} {name}", String::from_utf8_lossy(text));
                match *name {
                    // A text of comments alone keeps them.
                    "comment" if count == 0 && has_more => {}
                    "errors" if has_more => assert_ne!(cell, other, "{}", shown()),
                    "error" | "error_line" | "error_offset" if has_more && is_sound => {
                        assert_ne!(cell, "null", "{}", shown());
                    }
                    _ => assert_eq!(cell, other, "{}", shown()),
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 9), "{counts:?}");
}

#[test]
fn errors_say_what_a_text_has_too_much_or_too_little() {
    let texts =
        ["1. e4 *\n\n1. d4 *", "{x}", "", " \n", "1. e4 e4", "1. e4 e4 *\n\n1. d4 *", "x", "1. e4 * y"];
    let array: ArrayRef = Arc::new(StringArray::from(texts.to_vec()));
    let columns = "plies,error,error_line,error_offset".parse().unwrap();
    let table = TextTable::new(Texts::new([array]).unwrap(), &columns, &Filter::ALL);
    let found: Vec<String> = rows(&read(&table)).iter().map(|row| row.join(" ")).collect();
    let expected = [
        "1 \"`1. d4 *`: a second game begins here\" 3 9",
        "0 \"at the end: no game found\" 1 3",
        "0 null null null",
        "0 null null null",
        "1 \"`e4`: no such move is legal here\" 1 6",
        "1 \"`e4`: no such move is legal here\" 1 6",
        "0 \"`x`: expected a tag or a move\" 1 0",
        "1 \"`y`: expected a tag or a move\" 1 8",
    ];
    assert_eq!(found, expected);
}

#[test]
fn all_types_chunks_and_threads_give_the_same_rows() {
    let texts = texts();
    let lossy: Vec<Option<String>> =
        texts.iter().map(|text| Some(String::from_utf8_lossy(text.as_ref()?).into_owned())).collect();
    let strings = || lossy.iter().map(Option::as_deref);
    let bytes = || strings().map(|text| text.map(str::as_bytes));
    let dictionary = {
        let mut values: Vec<Option<&str>> = strings().collect();
        values.sort_unstable();
        values.dedup();
        // The null is the last one, and not that of the number 0, which null keys have.
        values.reverse();
        let key = |(row, text): (usize, Option<&str>)| {
            let key = values.iter().position(|&value| value == text).unwrap() as u32;
            // A null is one of the keys or of the values.
            if text.is_none() && row % 2 == 0 { None } else { Some(key) }
        };
        let keys: UInt32Array = strings().enumerate().map(key).collect();
        let values: ArrayRef = if cfg!(target_endian = "little") {
            Arc::new(StringViewArray::from(values))
        } else {
            Arc::new(StringArray::from(values))
        };
        DictionaryArray::<UInt32Type>::new(keys, values)
    };
    let mut arrays: Vec<ArrayRef> = vec![
        Arc::new(strings().collect::<StringArray>()),
        Arc::new(strings().collect::<LargeStringArray>()),
        Arc::new(strings().collect::<StringViewArray>()),
        Arc::new(bytes().collect::<BinaryArray>()),
        Arc::new(bytes().collect::<LargeBinaryArray>()),
        Arc::new(bytes().collect::<BinaryViewArray>()),
        Arc::new(dictionary),
    ];
    if cfg!(target_endian = "big") {
        // Views are refused, since the arrow crates read short ones wrong.
        let (views, others) = arrays
            .into_iter()
            .partition(|array| matches!(array.data_type(), DataType::Utf8View | DataType::BinaryView));
        arrays = others;
        let views: Vec<ArrayRef> = views;
        assert!(views.into_iter().all(|view| Texts::new([view]).is_err()));
    }
    let columns =
        "file,game,plies,error,errors,start,tags,moves,comments,san,offset,error_offset".parse().unwrap();
    let table = |arrays: Vec<ArrayRef>| TextTable::new(Texts::new(arrays).unwrap(), &columns, &Filter::ALL);
    let expected = rows(&read(&table(vec![arrays[0].clone()]).chunk_size(usize::MAX)));
    let mut random = Random::new(9);
    for array in &arrays {
        for threads in [1, 2, 5] {
            let mut chunks = Vec::new();
            let mut at = 0;
            while at < array.len() {
                let length = random.below(array.len() - at + 1).min(random.below(90));
                // Any of the types in any of the chunks.
                let of = if random.below(2) == 0 { array } else { &arrays[random.below(arrays.len())] };
                chunks.push(of.slice(at, length));
                at += length;
            }
            let size = [1, 100, 5000][random.below(3)];
            assert!(rows(&read(&table(chunks).threads(threads).chunk_size(size))) == expected);
        }
    }
    // A game is the same after games of other texts, in any order.
    let order: Vec<usize> = (0..texts.len()).map(|_| random.below(texts.len())).collect();
    let shuffled: BinaryArray = order.iter().map(|&row| texts[row].as_deref()).collect();
    let columns: Columns = "plies,error,start,tags,moves,comments,san,offset,clocks,evals".parse().unwrap();
    let rows_of =
        |array: ArrayRef| rows(&read(&TextTable::new(Texts::new([array]).unwrap(), &columns, &Filter::ALL)));
    let (sorted, shuffled) = (rows_of(binary(&texts)), rows_of(Arc::new(shuffled)));
    assert!(order.iter().zip(&shuffled).all(|(&row, found)| *found == sorted[row]));
}

#[test]
fn arrays_without_texts_are_nulls_or_errors() {
    let columns = "game,moves".parse().unwrap();
    let keys: Int32Array = vec![None, None].into();
    let no_values: ArrayRef =
        Arc::new(DictionaryArray::new(keys, Arc::new(StringArray::from(Vec::<&str>::new()))));
    let nulls: ArrayRef = Arc::new(NullArray::new(1));
    let empty = nulls.slice(0, 0);
    let texts = Texts::new([empty, no_values, nulls]).unwrap();
    assert_eq!((texts.len(), texts.is_empty(), texts.get(2), texts.get(3)), (3, false, None, None));
    let table = TextTable::new(texts, &columns, &Filter::ALL);
    assert_eq!(rows(&read(&table)), [["1", "null"], ["2", "null"], ["3", "null"]]);
    // They are no games.
    for (filter, count) in [("sound", 0), ("plies < 9", 0), ("ply < 9", 3), ("ply < 9 and not sound", 0)] {
        let texts = Texts::new([Arc::new(NullArray::new(3)) as ArrayRef]).unwrap();
        let table = TextTable::new(texts, &columns, &filter.parse().unwrap());
        assert_eq!(rows(&read(&table)).len(), count, "{filter}");
    }
    let none = TextTable::new(Texts::default(), &columns, &Filter::ALL).threads(3);
    assert!(read(&none).is_empty());

    let numbers: ArrayRef = Arc::new(Int32Array::from(vec![1]));
    let error = Texts::new([numbers.clone()]).unwrap_err();
    assert_eq!(error, TextsError::Type(DataType::Int32));
    assert_eq!(error.to_string(), "expected a column of strings or binary, found Int32");
    let table: ArrayRef = Arc::new(StructArray::try_from(vec![("a", numbers)]).unwrap());
    assert!(Texts::new([table]).unwrap_err().to_string().ends_with("; choose a column of the table"));
    let texts = Texts::new([Arc::new(NullArray::new(3)) as ArrayRef]).unwrap();
    let error = TextTable::new(texts, &columns, &Filter::ALL).starts(Texts::default()).unwrap_err();
    assert_eq!(error.to_string(), "expected 3 start positions, found 0");
}

#[test]
fn games_begin_in_their_start_positions() {
    let kings = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let texts = [
        (Some("1. Nb3 Nb6 2. Ng3 Ng6 3. O-O O-O *"), Some(CHESS960)),
        (Some("1. e4 Ke7"), Some(kings)),
        (Some("1. e4 e5"), None),
        (Some(""), Some(kings)),
        (None, Some(kings)),
        (Some("1. e4"), Some("8/8/8/8/8/8/8/8 w - - 0 1")),
        (Some("1. e4 e5"), Some("")),
        (Some("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Ke7"), Some(CHESS960)),
        (Some("[SetUp \"1\"]\n\n1. e4 Ke7"), Some(kings)),
        (Some("1. e4 Ke7 *\n\n1. e4 e5"), Some(kings)),
    ];
    let (texts, fens): (Vec<_>, Vec<_>) = texts.into_iter().unzip();
    let column =
        |texts: Vec<Option<&str>>| Texts::new([Arc::new(StringArray::from(texts)) as ArrayRef]).unwrap();
    let columns = "plies,variant,final_fen,error".parse().unwrap();
    let table = TextTable::new(column(texts), &columns, &Filter::ALL);
    let table = table.starts(column(fens)).unwrap().threads(2).chunk_size(1);
    let found: Vec<String> = rows(&read(&table)).iter().map(|row| row.join(" ")).collect();
    let expected = [
        "6 \"chess960\" \"1rbbqrk1/pppppppp/1n4n1/8/8/1N4N1/PPPPPPPP/1RBBQRK1 w - - 6 4\" null",
        "2 \"standard\" \"8/4k3/8/8/4P3/8/8/4K3 w - - 1 2\" null",
        "2 \"standard\" \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\" null",
        "0 \"standard\" \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\" null",
        "null null null null",
        "0 \"standard\" null \"`8/8/8/8/8/8/8/…`: neither side has a king\"",
        "2 \"standard\" \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\" null",
        "2 \"standard\" \"8/4k3/8/8/4P3/8/8/4K3 w - - 1 2\" null",
        "2 \"standard\" \"8/4k3/8/8/4P3/8/8/4K3 w - - 1 2\" null",
        "2 \"standard\" \"8/4k3/8/8/4P3/8/8/4K3 w - - 1 2\" \"`1. e4 e5`: a second game begins here\"",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_filter_leaves_rows_out_and_numbers_stay() {
    let texts: ArrayRef = Arc::new(StringArray::from(vec![
        Some("[White \"a\"]\n\n1. e4 1-0"),
        None,
        Some("1. e4 e5 0-1"),
        Some("1. d4 d5 1-0"),
        Some("1. d4 1-0 1. e4 1-0"),
    ]));
    let base = Base { games: 10, lines: 5, bytes: 5, ..Base::file("f") };
    for (filter, expected) in [
        ("result == white", &["11 1", "14 1", "15 1"][..]),
        ("White == \"a\"", &["11 1"]),
        ("plies == 2", &["13 -1", "14 1"]),
        // The second game is found when the first has been decided about.
        ("sound and result == white", &["11 1", "14 1"]),
    ] {
        let columns = "game,result".parse().unwrap();
        let table = TextTable::new(Texts::new([texts.clone()]).unwrap(), &columns, &filter.parse().unwrap());
        let found: Vec<String> = rows(&read(&table.base(&base))).iter().map(|row| row.join(" ")).collect();
        assert_eq!(found, expected, "{filter}");
    }
}

#[test]
fn columns_are_nullable_but_for_file_and_game() {
    let columns = Columns::all();
    let table = TextTable::new(Texts::default(), &columns, &Filter::ALL);
    for (field, other) in table.schema().fields().iter().zip(columns.schema().fields()) {
        assert_eq!((field.name(), field.data_type()), (other.name(), other.data_type()));
        assert_eq!(field.is_nullable(), !["file", "game"].contains(&field.name().as_str()));
    }
    let texts: ArrayRef = Arc::new(StringArray::from(vec![Some("1. e4 1-0"), None]));
    let [batch] = &read(&TextTable::new(Texts::new([texts]).unwrap(), &columns, &Filter::ALL))[..] else {
        panic!("two batches")
    };
    assert_eq!(batch.schema(), table.schema());
    let results = batch.column_by_name("result").unwrap().as_primitive::<Int8Type>();
    assert_eq!(results.iter().collect::<Vec<_>>(), [Some(1), None]);
    let null_counts: usize = batch.columns().iter().filter(|array| array.is_null(1)).count();
    assert_eq!(null_counts, batch.num_columns() - 2);
}
