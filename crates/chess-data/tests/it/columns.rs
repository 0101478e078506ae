use std::fs;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch};
use arrow_schema::DataType;
use chess_data::chunks::Pipeline;
use chess_data::columns::{Base, Checksum, Columns, ColumnsError, Table, read_chunk, read_part, rebase};
use chess_data::dumps::Dump;
use chess_data::filter::Filter;
use chess_data::input::{Encoding, Input, Progress};
use chess_data::opening_names::OpeningNames;

use crate::naive::NaiveGame;
use crate::rows::{assert_rows, cell, text};
use crate::{SMALL, naive};
use chess_testkit::{Random, sample};

/// All columns that have names, and some tags.
fn all() -> Columns {
    Columns::new(Columns::names().chain(["Annotator", "Variant", "FEN", "Nothing"])).unwrap()
}

fn read(bytes: &[u8], base: &Base, columns: &Columns) -> Vec<RecordBatch> {
    read_chunk(bytes, base, columns, &Filter::ALL).collect()
}

#[test]
fn all_columns_and_each_equal_those_of_the_naive_reader() {
    let each = Columns::names().map(|name| Columns::new([name]).unwrap());
    let choices: Vec<Columns> = [all(), Columns::default()].into_iter().chain(each).collect();
    for (name, bytes) in SMALL {
        let games = naive::games(name, bytes);
        for columns in &choices {
            assert_rows(&read(bytes, &Base::file(*name), columns), &games, &|_, _| true);
        }
    }
}

/// Real files, if there are any.
pub(crate) fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/games");
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "pgn"));
    files.sort();
    files
}

#[test]
fn real_files_equal_the_naive_reader() {
    for file in files() {
        let bytes = fs::read(&file).unwrap();
        let bytes = &bytes[..bytes.len().min(100_000)];
        let name = file.file_name().unwrap().to_str().unwrap();
        // The naive reader reads the scores of [%eval] and of cutechess only: see `scores` for the others.
        let has_other_scores = ["tcec", "chessgui"].iter().any(|writer| name.contains(writer));
        let columns = if has_other_scores { without_scores() } else { all() };
        assert_rows(&read(bytes, &Base::file(name), &columns), &naive::games(name, bytes), &|_, _| true);
    }
}

fn without_scores() -> Columns {
    let all = all();
    let is_known = |name: &&str| {
        let is_score = ["evals", "mates", "depths", "elapsed"].contains(name);
        !is_score && !name.starts_with("eval_") && !name.starts_with("mate_")
    };
    let known = all.chosen().filter(is_known);
    known.collect::<Vec<_>>().join(",").parse().unwrap()
}

/// Files that lenient reading mends.
const MENDED: &[&[u8]] = &[
    b"[White \"Krush, I]\n[Black \"Zatonskih, A\"]\n\n1. e4 $256 e5 2. , Nf3 Ke5 d6 1 - 0\n\n[White \"b\"]\n\n1. e2e4 e7e5 +=\n 1-0\n",
    b"[FEN \"4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1. Kd2 ( 1. Kd1 *\n\n1. d4 ) d5 1/2 - 1/2",
];

#[test]
fn lenient_rows_equal_the_naive_reader() {
    let bytes = SMALL.iter().map(|(_, bytes)| *bytes).chain(MENDED.iter().copied());
    let (mut errors, mut many) = (0, 0);
    for bytes in bytes {
        let games = naive::events("f", bytes, true);
        let base = Base { is_lenient: true, ..Base::file("f") };
        assert_rows(&read(bytes, &base, &all()), &games, &|_, _| true);
        // With the columns of trees, the errors of variations are among them.
        let all = all();
        let names = all.chosen().filter(|name| !["tree", "parents"].contains(name)).collect::<Vec<_>>();
        let batches = read(bytes, &base, &names.join(",").parse().unwrap());
        assert_rows(&batches, &games, &|_, _| true);
        for batch in batches {
            for row in 0..batch.num_rows() {
                let len = batch.column_by_name("errors").unwrap().as_list::<i32>().value_length(row);
                assert_eq!(len == 0, cell(&batch, "error", row) == "null");
                errors += len;
                many += usize::from(len > 1);
            }
        }
        let table = Table::new([Input::bytes("f", bytes)], &all, &Filter::ALL).lenient(true).chunk_size(7);
        let batches: Vec<RecordBatch> = table.batches().map(Result::unwrap).collect();
        assert_rows(&batches, &games, &|_, _| true);
        // A filter of tags skips games with their errors.
        let filter = "White == b or Nothing == 1".parse().unwrap();
        let kept: Vec<NaiveGame> = games.into_iter().filter(|game| game.tag("White") == Some("b")).collect();
        let batches: Vec<RecordBatch> = read_chunk(bytes, &base, &all, &filter).collect();
        assert_rows(&batches, &kept, &|_, _| true);
    }
    assert!(errors > 10 && many > 1, "{errors} {many}");
}

#[test]
fn a_game_keeps_its_first_thousand_errors() {
    let text = format!("1. e4 {} e5 *", "] ".repeat(2000));
    let base = Base { is_lenient: true, ..Base::default() };
    let batch = read(text.as_bytes(), &base, &"plies,errors".parse().unwrap()).remove(0);
    assert_eq!(
        (cell(&batch, "plies", 0), batch.column(1).as_list::<i32>().value_length(0)),
        ("2".to_owned(), 1000)
    );
}

#[test]
fn a_base_moves_places() {
    let base = Base { games: 10, lines: 100, bytes: 1000, ..Base::file("f") };
    let columns = "game,line,offset,error_line,error_offset".parse().unwrap();
    let [batch] = &read(b"\n1. e4 *\n\n1. e5 *", &base, &columns)[..] else { panic!() };
    let row = |row| batch.columns().iter().map(|column| text(column, row)).collect::<Vec<_>>().join(" ");
    assert_eq!([row(0), row(1)], ["11 102 1001 null null", "12 104 1010 104 1013"]);
    let moved = rebase(&read(b"\n1. e4 *\n\n1. e5 *", &Base::file("f"), &columns)[0], 10, 100, 1000);
    assert_eq!(moved, *batch);
}

/// Columns that comments tell are written apart, unless a filter waits for the moves.
#[test]
fn columns_written_apart_are_those_of_held_moves() {
    const PARTS: &[&str] = &[
        "e4",
        "Nf3",
        "Nf6",
        "Ng1",
        "Ng8",
        "e5",
        "e9",
        "{x}",
        "{[%eval 0.31]}",
        "{[%eval #-3,20]}",
        "{[%clk 0:01:02]}",
        "{[%clk 3.03]}",
        "{[%emt 0:00:03]}",
        "{+0.31/14 1.2s}",
        "{-0.50/9}",
        "{[%evp 0,2,19,-31,25,40]}",
        "$1",
        "$140",
        "!?",
        "(Nc3 {[%eval 9]})",
        "--",
        "1-0\n\n",
        "*\n\n[TimeControl \"180+2\"]\n\n",
    ];
    const NAMES: &[&str] = &[
        "moves",
        "ply",
        "positions",
        "fens",
        "keys",
        "san",
        "uci",
        "clocks",
        "elapsed",
        "evals",
        "mates",
        "depths",
        "eval_before",
        "eval_after",
        "mate_before",
        "mate_after",
        "comments",
        "nags",
        "comment",
        "plies",
        "error",
        "tree",
        "end",
    ];
    let held: Filter = "ply >= 0".parse().unwrap();
    let rows_of = |text: &[u8], columns: &Columns, filter: &Filter| {
        let base = Base { score_view: None, ..Base::default() };
        read_chunk(text, &base, columns, filter).collect::<Vec<_>>()
    };
    let (mut apart, mut files) = (0, SMALL.iter().map(|(_, text)| text.to_vec()).collect::<Vec<_>>());
    files.extend(Random::cases(2000).map(|mut random| {
        let words: Vec<&str> = (0..random.below(30)).map(|_| random.pick(PARTS)).collect();
        words.join(" ").into_bytes()
    }));
    files.extend(self::files().iter().map(|file| {
        let bytes = fs::read(file).unwrap();
        bytes[..bytes.len().min(100_000)].to_vec()
    }));
    for (number, text) in (0..).zip(&files) {
        let mut random = Random::new(number);
        let names: Vec<&str> =
            NAMES.iter().copied().filter(|_| random.below(4) == 0).chain(["game"]).collect();
        let columns = Columns::new(names).unwrap();
        let (one, other) = (rows_of(text, &columns, &Filter::ALL), rows_of(text, &columns, &held));
        assert_eq!(one.len(), other.len());
        for (one, other) in one.iter().zip(&other) {
            for ((field, found), expected) in
                one.schema().fields().iter().zip(one.columns()).zip(other.columns())
            {
                assert!(
                    found == expected,
                    "{} of {columns} {:?}",
                    field.name(),
                    String::from_utf8_lossy(text)
                );
            }
        }
        apart += usize::from(!one.is_empty());
    }
    assert!(apart > 1000 || cfg!(miri));
}

#[test]
fn lists_of_moves_share_their_offsets() {
    let batch = read(SMALL[4].1, &Base::default(), &"moves,ply,nags".parse().unwrap()).remove(0);
    let offsets = |i: usize| batch.column(i).as_list::<i32>().value_offsets().as_ptr();
    assert!(offsets(0) == offsets(1) && offsets(1) == offsets(2));
}

#[test]
fn batches_have_the_schema_of_their_columns() {
    let batch = read(SMALL[4].1, &Base::default(), &all()).remove(0);
    assert_eq!(batch.schema(), all().schema());
    let columns: Columns = "white,game,date,start,moves,mates,nags,positions,tags".parse().unwrap();
    let types: Vec<String> =
        columns.schema().fields().iter().map(|field| field.data_type().to_string()).collect();
    assert_eq!(
        types,
        [
            "Utf8",
            "Int64",
            "Date32",
            "FixedSizeBinary(32)",
            "List(non-null UInt16)",
            "List(Int16)",
            "List(non-null List(non-null UInt8))",
            "List(non-null Binary)",
            "Map(\"entries\": non-null Struct(\"key\": non-null Utf8, \"value\": non-null Utf8), unsorted)"
        ]
    );
    // Columns in any order come back in that order.
    let mixed: Columns = "moves,white,ply,game".parse().unwrap();
    let batch = read(SMALL[4].1, &Base::default(), &mixed).remove(0);
    assert_eq!([text(batch.column(1), 0), text(batch.column(3), 0)], ["\"a\"", "1"]);
}

/// Differences of unsigned numbers wrap: only words, keys and glyphs, which are not subtracted, are unsigned.
#[test]
fn numbers_are_signed() {
    fn is_unsigned(data_type: &DataType) -> bool {
        match data_type {
            DataType::List(item) => is_unsigned(item.data_type()),
            other => matches!(other, DataType::UInt8 | DataType::UInt16 | DataType::UInt64),
        }
    }
    for schema in [all().schema(), Dump::Puzzles.schema(), Dump::Evals.schema()] {
        for field in schema.fields().iter().filter(|field| is_unsigned(field.data_type())) {
            assert!(["moves", "tree", "keys", "nags"].contains(&field.name().as_str()), "{field:?}");
        }
    }
}

#[test]
fn numbers_that_do_not_fit_are_null() {
    let game = b"[WhiteElo \"65535\"]\n[BlackElo \"65536\"]\n\n1. e4 {[%clk 1193:02:47.294] [%emt 9999:00:00] [%eval 1,65534]} \
        e5 {[%clk 9999:00:00] [%emt 0:00:01] [%eval #-99999,65535]} *";
    let columns = "white_elo,black_elo,clocks,elapsed,mates,depths".parse().unwrap();
    let batch = read(game, &Base::default(), &columns).remove(0);
    let cells: Vec<String> = batch.columns().iter().map(|column| text(column, 0)).collect();
    assert_eq!(
        cells,
        ["65535", "null", "[4294967294, null]", "[null, 1000]", "[null, null]", "[65534, null]"]
    );
    let long = format!("{} *", "Nf3 Nf6 Ng1 Ng8 ".repeat(20_000));
    let batch = read(long.as_bytes(), &Base::default(), &"ply".parse().unwrap()).remove(0);
    let plies = batch.column(0).as_list::<i32>().value(0);
    assert_eq!(text(&plies, plies.len() - 1), "79999");
}

#[test]
fn tags_and_comments_have_the_characters_of_their_encoding() {
    let mut upper = Encoding::LATIN_1;
    upper[0] = '\u{20ac}';
    let pgn = b"[White \"\x80 \\\" \xe9\"] {\xc3\xa9} 1. e4 {\x80\xff} *";
    let columns: Columns = "white,White,tags,comment,comments".parse().unwrap();
    let rows = |encoding: Option<Encoding>| {
        let batch = read(pgn, &Base { encoding, ..Base::default() }, &columns).remove(0);
        batch.columns().iter().map(|column| text(column, 0)).collect::<Vec<_>>().join(" ")
    };
    let expected = |white: &str, before: &str, behind: &str| {
        let white = format!("{white:?}");
        format!("{white} {white} [\"White\": {white}] {before:?} [{behind:?}]")
    };
    assert_eq!(rows(None), expected("\u{80} \" \u{e9}", "\u{e9}", "\u{80}\u{ff}"));
    let euro = Some(Encoding::new(upper));
    assert_eq!(rows(euro), expected("\u{20ac} \" \u{e9}", "\u{c3}\u{a9}", "\u{20ac}\u{ff}"));
}

/// The checksum as `docs/columns.md` describes it, byte by byte.
fn naive_checksum(batches: &[RecordBatch]) -> u64 {
    fn bytes(array: &dyn Array, i: usize) -> Vec<u8> {
        let string = |bytes: &[u8]| [&[2], &(bytes.len() as u64).to_le_bytes()[..], bytes].concat();
        let list = |items: &dyn Array| {
            let items = (0..items.len()).flat_map(|i| bytes(items, i));
            items.collect::<Vec<u8>>()
        };
        let count = |count: usize| [&[3], &(count as u64).to_le_bytes()[..]].concat();
        match array.data_type() {
            _ if array.is_null(i) => vec![0],
            DataType::Utf8 => string(array.as_string::<i32>().value(i).as_bytes()),
            DataType::FixedSizeBinary(_) => string(array.as_fixed_size_binary().value(i)),
            DataType::Binary => string(array.as_binary::<i32>().value(i)),
            DataType::List(_) => {
                let items = array.as_list::<i32>().value(i);
                [count(items.len()), list(&items)].concat()
            }
            DataType::Map(..) => {
                let entries = array.as_map().value(i);
                [count(entries.len()), list(&entries)].concat()
            }
            DataType::Struct(_) => {
                array.as_struct().columns().iter().flat_map(|part| bytes(part, i)).collect()
            }
            DataType::Float64 => {
                let number = array.as_primitive::<arrow_array::types::Float64Type>().value(i);
                [&[1], &number.to_le_bytes()[..]].concat()
            }
            // Numbers.
            _ => {
                let number = text(array, i).parse::<i128>().unwrap();
                [&[1], &(number as u64).to_le_bytes()[..]].concat()
            }
        }
    }
    fn hash(bytes: &[u8]) -> u64 {
        let mut hash = 0xcbf29ce484222325_u64;
        for &byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100000001b3);
        }
        hash ^= hash >> 30;
        hash = hash.wrapping_mul(0xbf58476d1ce4e5b9);
        hash ^= hash >> 27;
        hash = hash.wrapping_mul(0x94d049bb133111eb);
        hash ^ hash >> 31
    }
    let schema = batches[0].schema();
    let mut names: Vec<&str> = schema.fields().iter().map(|field| &**field.name()).collect();
    names.retain(|&name| name != "file");
    names.sort_unstable();
    let mut sum = hash([names.join("\0"), "\0".to_owned()].concat().as_bytes());
    for batch in batches {
        for row in 0..batch.num_rows() {
            let columns = names.iter().map(|name| batch.column_by_name(name).unwrap());
            let row: Vec<u8> = columns.flat_map(|column| bytes(column, row)).collect();
            sum = sum.wrapping_add(hash(&row));
        }
    }
    sum
}

#[test]
fn the_check_sum_follows_its_description() {
    for (name, pgn) in SMALL {
        for columns in [all(), Columns::default(), "moves,keys".parse().unwrap()] {
            let batches = read(pgn, &Base::file(*name), &columns);
            if batches.is_empty() {
                continue;
            }
            let mut checksum = Checksum::new(columns.chosen());
            for batch in &batches {
                checksum.add(batch).unwrap();
            }
            assert_eq!(checksum.value(), naive_checksum(&batches), "{name}");
            let mut twice = checksum;
            twice.add_known(checksum.value(), checksum.rows());
            for batch in &batches {
                checksum.add(batch).unwrap();
            }
            assert_eq!(twice, checksum);
        }
    }
}

#[test]
fn names_are_checked() {
    assert_eq!("".parse::<Columns>(), Err(ColumnsError::Empty));
    assert_eq!("game,,game".parse::<Columns>(), Err(ColumnsError::Twice("game".to_owned())));
    for name in ["Game Number", "colour", "_x", "1", "white elo", "É"] {
        let error = name.parse::<Columns>().unwrap_err();
        assert_eq!(error, ColumnsError::Unknown(name.to_owned()));
        assert!(Columns::names().all(|known| error.to_string().contains(known)));
    }
    for (name, meant) in
        [("whit", "white"), ("Move", "moves"), ("WhiteELO", "WhiteElo"), ("Openings", "Opening")]
    {
        let error = name.parse::<Columns>().unwrap_err().to_string();
        assert!(error.contains(&format!("`{name}`")) && error.contains(meant), "{error}");
        assert!(error.contains("did you mean `"), "{error}");
    }
    let quoted: Columns = "\"WhiteELO\",\"White\",white, \"Board\"".parse().unwrap();
    assert_eq!(quoted.to_string(), "\"WhiteELO\",White,white,Board");
    assert_eq!(quoted.to_string().parse(), Ok(quoted.clone()));
    assert!(quoted.chosen().eq(["WhiteELO", "White", "white", "Board"]));
    for wrong in ["\"white\"", "\"\"", "\"", "\"White"] {
        assert_eq!(wrong.parse::<Columns>(), Err(ColumnsError::Unknown(wrong.to_owned())));
    }
    let defaults = "file,game,event,site,eco,time_control,termination,white,black,white_elo,black_elo,date,result,variant,plies,error,moves";
    assert_eq!(Columns::default().to_string(), defaults);
    assert_eq!(Columns::default(), defaults.parse().unwrap());
    assert_eq!(Columns::all(), Columns::new(Columns::names()).unwrap());
}

/// The rows of all small files together, in chunks of any size and on one or two threads.
#[test]
fn rows_do_not_depend_on_chunks_and_threads() {
    let inputs: Vec<Input> = SMALL.iter().map(|(name, bytes)| Input::bytes(name, bytes)).collect();
    let games: Vec<NaiveGame> = SMALL.iter().flat_map(|(name, bytes)| naive::games(name, bytes)).collect();
    let columns = all();
    let check = |size: usize, threads: usize| {
        let table = Table::new(inputs.clone(), &columns, &Filter::ALL).threads(threads).chunk_size(size);
        let batches: Vec<RecordBatch> = table.batches().map(Result::unwrap).collect();
        assert_rows(&batches, &games, &|_, _| true);
    };
    let mut sizes: Vec<usize> = (1..64).chain(sample(64..4096, 61)).collect();
    sizes.push(4096);
    for size in sizes {
        check(size, 1 + size % 3);
    }
}

#[test]
fn a_table_of_one_file_does_not_depend_on_chunks() {
    // All files in one, so that chunks have many games. An unclosed comment swallows the games behind it.
    let mut bytes = Vec::new();
    for (_, part) in SMALL.iter().filter(|(name, _)| *name != "stray") {
        bytes.extend_from_slice(part);
        bytes.extend_from_slice(b"\n\n");
    }
    let games = naive::games("all", &bytes);
    for size in (1..300).chain([1000, 2000, 3000, 4096]) {
        let table = Table::new([Input::bytes("all", &bytes)], &all(), &Filter::ALL).chunk_size(size);
        let batches: Vec<RecordBatch> = table.batches().map(Result::unwrap).collect();
        assert_rows(&batches, &games, &|_, _| true);
    }
}

#[test]
fn an_unreadable_input_is_an_error_in_its_place() {
    let inputs = [Input::bytes("a", "*"), Input::file("/nowhere/b.pgn"), Input::bytes("c", "1. e4 *")];
    let table = Table::new(inputs, &"file,plies".parse().unwrap(), &Filter::ALL);
    let found: Vec<Result<usize, usize>> = table
        .batches()
        .map(|batch| batch.map(|batch| batch.num_rows()).map_err(|error| error.input))
        .collect();
    assert_eq!(found, [Ok(1), Err(1), Ok(1)]);
}

#[test]
fn checksums_of_all_number_widths_use_eight_bytes() {
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
        let mut checksum = Checksum::new(columns.chosen());
        checksum.add(&batch).unwrap();
        assert_eq!(checksum.value(), naive_checksum(&[batch]), "{length} {bytes}");
    }
}

#[test]
fn openings_are_named_by_position() {
    let names = OpeningNames::read(b"D02\tLondon\t1. d4 d5 2. Nf3\nB00\tKing's Pawn\t1. e4\n").unwrap();
    let base = Base { opening_names: Some(Arc::new(names)), ..Base::default() };
    let pgn = b"[ECO \"A00\"]\n\n1. Nf3 d5 2. d4 Nc6 *\n\n1. e4 *\n\n[ECO \"A01\"]\n\n1. a3 *\n\n[FEN \"x\"]\n\n1. e4 *\n";
    for (filter, expected) in [
        ("", &[Some("D02"), Some("B00"), Some("A01"), None][..]),
        ("eco = D02", &[Some("D02")]),
        ("Opening ~ pawn or ply = 2", &[Some("D02"), Some("B00"), Some("A01"), None]),
        ("Opening ~ pawn and plies = 1", &[Some("B00")]),
        ("opening is null", &[Some("A01"), None]),
        ("some(ply = 0 and eco == B00)", &[Some("B00")]),
        ("count(Opening ~ London) = 5", &[Some("D02")]),
    ] {
        for columns in ["eco,moves", "ECO,ply"] {
            let filter = filter.parse().unwrap();
            let batches = read_chunk(pgn, &base, &columns.parse().unwrap(), &filter);
            let found: Vec<_> = batches
                .flat_map(|batch| {
                    let eco = batch.column(0).as_string::<i32>().clone();
                    eco.iter().map(|eco| eco.map(str::to_owned)).collect::<Vec<_>>()
                })
                .collect();
            assert_eq!(
                found.iter().map(Option::as_deref).collect::<Vec<_>>(),
                expected,
                "{filter} {columns}"
            );
        }
    }
}

/// The board decides before the tag, and claims need a drawn game.
#[test]
fn a_game_has_an_end_and_a_speed() {
    let shuffle = |times| "Nf3 Nf6 Ng1 Ng8 ".repeat(times);
    let kings =
        |clock, result| format!("[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - {clock} 90\"]\n\n90. Kd2 {result}");
    let told = |tag: &str, result| format!("[Termination \"{tag}\"]\n\n1. e4 {result}");
    for (game, expected) in [
        ("1. f3 e5 2. g4 Qh4# 0-1".to_owned(), "checkmate"),
        ("[FEN \"k7/8/1K6/8/8/8/8/2Q5 w - - 0 1\"]\n\n1. Qc7 1/2-1/2".to_owned(), "stalemate"),
        ("[FEN \"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\"]\n\n1. Kxe2 *".to_owned(), "material"),
        // The start comes back: once, twice, and for the fourth time.
        (format!("{} 1/2-1/2", shuffle(1)), "null"),
        (format!("{} 1/2-1/2", shuffle(2)), "repetition"),
        (format!("{} *", shuffle(2)), "null"),
        (format!("{} 1-0", shuffle(3)), "null"),
        (format!("{} *", shuffle(4)), "repetition"),
        (kings(98, "1/2-1/2"), "null"),
        (kings(99, "1/2-1/2"), "fifty"),
        (kings(99, "1-0"), "null"),
        (kings(149, "*"), "fifty"),
        (told("Time forfeit", "1-0"), "time"),
        (told("Ann Time won by checkmate", "1-0"), "checkmate"),
        (told("Game drawn by 50-move rule", "1/2-1/2"), "fifty"),
        (told("Rules infraction", "0-1"), "rules"),
        (told("Abandoned", "*"), "abandoned"),
        (told("Normal", "1-0"), "resignation"),
        (told("normal", "1/2-1/2"), "agreement"),
        (told("Normal", "*"), "null"),
        (told("adjudication", "1-0"), "null"),
        ("1. e4 1-0".to_owned(), "null"),
        // No game has begun.
        ("[FEN \"x\"]\n[Termination \"Time forfeit\"]\n\n1. e4 1-0".to_owned(), "null"),
    ] {
        let expected = if expected == "null" { expected.to_owned() } else { format!("{expected:?}") };
        let batch = read(game.as_bytes(), &Base::default(), &"end,moves".parse().unwrap()).remove(0);
        assert_eq!(cell(&batch, "end", 0), expected, "{game}");
    }
    for (control, expected) in [
        ("179", "bullet"),
        ("180", "blitz"),
        ("60+2", "bullet"),
        ("60+3", "blitz"),
        ("479", "blitz"),
        ("480", "rapid"),
        ("1499", "rapid"),
        ("1500", "classical"),
        ("40/5400+30:1800+30", "classical"),
        ("86399", "classical"),
        ("86400", "correspondence"),
        ("1/86400", "correspondence"),
        ("-", "correspondence"),
        ("?", "null"),
        ("", "null"),
    ] {
        let expected = if expected == "null" { expected.to_owned() } else { format!("{expected:?}") };
        let game = format!("[TimeControl \"{control}\"]\n\n1. e4 *");
        let batch = read(game.as_bytes(), &Base::default(), &"speed".parse().unwrap()).remove(0);
        assert_eq!(cell(&batch, "speed", 0), expected, "{control}");
    }
}

/// Other programs may have lists that are null, which are not empty ones.
#[test]
fn a_null_list_is_not_an_empty_one() {
    let lists =
        ListArray::from_iter_primitive::<Int32Type, _, _>([Some(vec![Some(1), None]), None, Some(vec![])]);
    let batch = RecordBatch::try_from_iter([("a", Arc::new(lists) as ArrayRef)]).unwrap();
    let mut checksum = Checksum::new(["a"]);
    checksum.add(&batch).unwrap();
    assert_eq!((checksum.rows(), checksum.value()), (3, naive_checksum(&[batch])));
}

#[test]
fn a_checksum_is_written_as_sixteen_digits() {
    let columns: Columns = "game,moves".parse().unwrap();
    let mut checksum = Checksum::new(columns.chosen());
    checksum.add(&read(b"1. e4 e5 *", &Base::default(), &columns)[0]).unwrap();
    assert_eq!((checksum.rows(), checksum.to_string()), (1, "76225bd1ad19f8f0".to_owned()));
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
    assert_eq!(batches.next().unwrap().unwrap().num_rows(), 1);
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
            let rows: usize = part.value.batches.iter().map(RecordBatch::num_rows).sum();
            parts.push((part.origin.input, rows, part.value.broken));
            ControlFlow::Continue(())
        },
    );
    assert!(flow.is_continue());
    assert_eq!(parts, [(0, 3, 1), (1, 0, 0)]);
    let progress = Progress::default();
    let table = Table::new(inputs, &columns, &Filter::ALL).threads(2).progress(&progress);
    assert_eq!(table.batches().map(|batch| batch.unwrap().num_rows()).sum::<usize>(), 4);
    assert!(progress.bytes() > 30);
    let mut batches = read_chunk(b"1. Ke4 *\n\n1. e4 *", &Base::default(), &columns, &Filter::ALL);
    assert_eq!((batches.games(), batches.next().map(|batch| batch.num_rows())), (0, Some(2)));
    assert_eq!((batches.games(), batches.broken(), batches.next()), (2, 1, None));
}
