use std::fs;
use std::path::{Path, PathBuf};

use chess_data::columns::{
    Array, Base, Batch, Checksum, Columns, ColumnsError, DataType, Field, Items, Table, Value, read_chunk,
};
use chess_data::dumps::Dump;
use chess_data::filter::Filter;
use chess_data::input::{Encoding, Input};

use crate::naive::{NaiveGame, assert_rows};
use crate::{SMALL, naive};

/// All columns that have names, and some tags.
fn all() -> Columns {
    Columns::new(Columns::names().chain(["Annotator", "Variant", "FEN", "Nothing"])).unwrap()
}

fn read(bytes: &[u8], base: &Base, columns: &Columns) -> Vec<Batch> {
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
    let fields = all().fields();
    let names = fields.iter().map(|field| &field.name[..]);
    let is_known = |name: &&str| {
        let is_score = ["evals", "mates", "depths", "elapsed"].contains(name);
        !is_score && !name.starts_with("eval_") && !name.starts_with("mate_")
    };
    let known = names.filter(is_known);
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
        let batches = read(bytes, &base, &all());
        assert_rows(&batches, &games, &|_, _| true);
        for batch in batches {
            for row in 0..batch.rows() {
                let list = batch.get("errors", row).and_then(Value::as_list).unwrap();
                assert_eq!(list.is_empty(), batch.get("error", row) == Some(Value::Null));
                errors += list.len();
                many += usize::from(list.len() > 1);
            }
        }
        let table = Table::new([Input::bytes("f", bytes)], &all(), &Filter::ALL).lenient(true).chunk_size(7);
        let batches: Vec<Batch> = table.batches().map(Result::unwrap).collect();
        assert_rows(&batches, &games, &|_, _| true);
        // A filter of tags skips games with their errors.
        let filter = "White == b or Nothing == 1".parse().unwrap();
        let kept: Vec<NaiveGame> = games.into_iter().filter(|game| game.tag("White") == Some("b")).collect();
        let batches: Vec<Batch> = read_chunk(bytes, &base, &all(), &filter).collect();
        assert_rows(&batches, &kept, &|_, _| true);
    }
    assert!(errors > 10 && many > 1, "{errors} {many}");
}

#[test]
fn a_game_keeps_its_first_thousand_errors() {
    let text = format!("1. e4 {} e5 *", "] ".repeat(2000));
    let base = Base { is_lenient: true, ..Base::default() };
    let batch = read(text.as_bytes(), &base, &"plies,errors".parse().unwrap()).remove(0);
    assert_eq!(batch.get("plies", 0), Some(Value::Int(2)));
    assert_eq!(batch.get("errors", 0).and_then(Value::as_list).map(Items::len), Some(1000));
}

#[test]
fn a_base_moves_places() {
    let base = Base { games: 10, lines: 100, bytes: 1000, ..Base::file("f") };
    let columns = "game,line,offset,error_line,error_offset".parse().unwrap();
    let [batch] = &read(b"\n1. e4 *\n\n1. e5 *", &base, &columns)[..] else { panic!() };
    let row = |row| {
        ["game", "line", "offset", "error_line", "error_offset"].map(|name| batch.get(name, row).unwrap())
    };
    assert_eq!(row(0), [Value::Int(11), Value::Int(102), Value::Int(1001), Value::Null, Value::Null]);
    assert_eq!(row(1).map(naive::text), ["12", "104", "1010", "104", "1013"].map(str::to_owned));

    let mut moved = read(b"\n1. e4 *\n\n1. e5 *", &Base::file("f"), &columns).remove(0);
    moved.rebase(10, 100, 1000);
    assert_eq!(moved, *batch);
}

#[test]
fn batches_that_are_appended_equal_one() {
    let columns = all();
    for (name, bytes) in SMALL {
        let Some(whole) = read(bytes, &Base::file(*name), &columns).pop() else { continue };
        for (other_name, other) in SMALL {
            let mut sum = whole.clone();
            let mut games = naive::games(name, bytes);
            for batch in read(other, &Base::file(*other_name), &columns) {
                sum.append(&batch).unwrap();
                games.extend(naive::games(other_name, other));
            }
            assert_rows(std::slice::from_ref(&sum), &games, &|_, _| true);
            // Lists still share their offsets.
            let lists = |batch: &Batch| {
                let column = |name| match batch.column(name) {
                    Some(Array::List(list)) => list.offsets().as_ptr(),
                    _ => panic!(),
                };
                [column("moves"), column("ply"), column("nags")]
            };
            let [moves, ply, nags] = lists(&sum);
            assert!(moves == ply && ply == nags);
        }
    }
    let mut one = read(b"*", &Base::default(), &"game".parse().unwrap()).remove(0);
    let other = read(b"*", &Base::default(), &"line".parse().unwrap()).remove(0);
    assert!(one.append(&other).is_err());
}

#[test]
fn fields_have_the_types_of_arrays() {
    fn check(data_type: &DataType, array: &Array) {
        match (data_type, array) {
            (DataType::Int8, Array::Int8(_))
            | (DataType::Int16, Array::Int16(_))
            | (DataType::Int32, Array::Int32(_))
            | (DataType::Int64, Array::Int64(_))
            | (DataType::UInt8, Array::UInt8(_))
            | (DataType::UInt16, Array::UInt16(_))
            | (DataType::UInt64, Array::UInt64(_))
            | (DataType::Date32, Array::Date32(_))
            | (DataType::Utf8, Array::Utf8(_))
            | (DataType::Packed, Array::Packed(_))
            | (DataType::Entry, Array::Entries(..)) => {}
            (DataType::List(item), Array::List(list)) => check(&item.data_type, list.items()),
            other => panic!("{other:?}"),
        }
    }
    let batch = read(SMALL[4].1, &Base::default(), &all()).remove(0);
    assert_eq!(batch.fields().len(), batch.columns().len());
    for (Field { data_type, .. }, array) in batch.fields().iter().zip(batch.columns()) {
        check(data_type, array);
        assert_eq!(array.len(), batch.rows());
    }
    // Columns in any order come back in that order.
    let mixed: Columns = "moves,white,ply,game".parse().unwrap();
    let batch = read(SMALL[4].1, &Base::default(), &mixed).remove(0);
    let names: Vec<&str> = batch.fields().iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["moves", "white", "ply", "game"]);
    assert_eq!(batch.get("game", 0), Some(Value::Int(1)));
    assert_eq!(batch.get("white", 0), Some(Value::Text("a")));
}

/// Differences of unsigned numbers wrap: only words, keys and glyphs, which are not subtracted, are unsigned.
#[test]
fn numbers_are_signed() {
    fn is_unsigned(data_type: &DataType) -> bool {
        match data_type {
            DataType::List(item) => is_unsigned(&item.data_type),
            other => matches!(other, DataType::UInt8 | DataType::UInt16 | DataType::UInt64),
        }
    }
    for fields in [all().fields(), Dump::Puzzles.fields(), Dump::Evals.fields()] {
        for field in fields.iter().filter(|field| is_unsigned(&field.data_type)) {
            assert!(["moves", "tree", "keys", "nags"].contains(&field.name.as_str()), "{field:?}");
        }
    }
}

#[test]
fn numbers_that_do_not_fit_are_null() {
    let game = b"[WhiteElo \"65535\"]\n[BlackElo \"65536\"]\n\n1. e4 {[%clk 1193:02:47.294] [%emt 9999:00:00] [%eval 1,65534]} \
        e5 {[%clk 9999:00:00] [%emt 0:00:01] [%eval #-99999,65535]} *";
    let columns = "white_elo,black_elo,clocks,elapsed,mates,depths".parse().unwrap();
    let batch = read(game, &Base::default(), &columns).remove(0);
    let cells: Vec<String> = batch.columns().iter().map(|column| naive::text(column.get(0))).collect();
    assert_eq!(
        cells,
        ["65535", "null", "[4294967294, null]", "[null, 1000]", "[null, null]", "[65534, null]"]
    );
    let long = format!("{} *", "Nf3 Nf6 Ng1 Ng8 ".repeat(20_000));
    let batch = read(long.as_bytes(), &Base::default(), &"ply".parse().unwrap()).remove(0);
    let last = batch.get("ply", 0).and_then(Value::as_list).and_then(|plies| plies.iter().last());
    assert_eq!(last, Some(Value::Int(79_999)));
}

#[test]
fn tags_and_comments_have_the_characters_of_their_encoding() {
    let mut upper = Encoding::LATIN_1;
    upper[0] = '\u{20ac}';
    let pgn = b"[White \"\x80 \\\" \xe9\"] {\xc3\xa9} 1. e4 {\x80\xff} *";
    let columns: Columns = "white,White,tags,comment,comments".parse().unwrap();
    let rows = |encoding: Option<Encoding>| {
        let batch = read(pgn, &Base { encoding, ..Base::default() }, &columns).remove(0);
        batch.columns().iter().map(|column| naive::text(column.get(0))).collect::<Vec<_>>().join(" ")
    };
    let texts = |white: &str, before: &str, behind: &str| {
        let white = format!("{white:?}");
        format!("{white} {white} [\"White\": {white}] {before:?} [{behind:?}]")
    };
    assert_eq!(rows(None), texts("\u{80} \" \u{e9}", "\u{e9}", "\u{80}\u{ff}"));
    let euro = Some(Encoding::new(upper));
    assert_eq!(rows(euro), texts("\u{20ac} \" \u{e9}", "\u{c3}\u{a9}", "\u{20ac}\u{ff}"));
}

/// The check sum as `docs/columns.md` describes it, byte by byte.
pub(crate) fn naive_checksum(batches: &[Batch]) -> u64 {
    fn bytes(value: Value<'_>) -> Vec<u8> {
        let string = |bytes: &[u8]| [&[2], &(bytes.len() as u64).to_le_bytes()[..], bytes].concat();
        match value {
            Value::Null => vec![0],
            Value::Int(number) => [&[1], &number.to_le_bytes()[..]].concat(),
            Value::UInt(number) => [&[1], &number.to_le_bytes()[..]].concat(),
            Value::Text(text) => string(text.as_bytes()),
            Value::Packed(position) => string(&position.to_bytes()),
            Value::Entry(name, value) => [string(name.as_bytes()), string(value.as_bytes())].concat(),
            Value::List(items) => {
                let mut list = [&[3], &(items.len() as u64).to_le_bytes()[..]].concat();
                items.iter().for_each(|item| list.extend(bytes(item)));
                list
            }
            _ => panic!(),
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
    let mut names: Vec<&str> = batches[0].fields().iter().map(|field| &*field.name).collect();
    names.retain(|&name| name != "file");
    names.sort_unstable();
    let mut sum = hash([names.join("\0"), "\0".to_owned()].concat().as_bytes());
    for batch in batches {
        for row in 0..batch.rows() {
            let row: Vec<u8> = names.iter().flat_map(|name| bytes(batch.get(name, row).unwrap())).collect();
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
            let mut checksum = Checksum::new(&columns.fields());
            for batch in &batches {
                checksum.add(batch);
            }
            assert_eq!(checksum.value(), naive_checksum(&batches), "{name}");
            let mut twice = checksum;
            twice.add_known(checksum.value(), checksum.rows());
            for batch in &batches {
                checksum.add(batch);
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
    let names: Vec<String> = quoted.fields().iter().map(|field| field.name.clone()).collect();
    assert_eq!(names, ["WhiteELO", "White", "white", "Board"]);
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
        let batches: Vec<Batch> = table.batches().map(Result::unwrap).collect();
        assert_rows(&batches, &games, &|_, _| true);
    };
    let mut sizes: Vec<usize> = (1..64).chain((64..4096).step_by(61)).collect();
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
        let batches: Vec<Batch> = table.batches().map(Result::unwrap).collect();
        assert_rows(&batches, &games, &|_, _| true);
    }
}

#[test]
fn an_input_that_cannot_be_read_is_an_error_in_its_place() {
    let inputs = [Input::bytes("a", "*"), Input::file("/nowhere/b.pgn"), Input::bytes("c", "1. e4 *")];
    let table = Table::new(inputs, &"file,plies".parse().unwrap(), &Filter::ALL);
    let found: Vec<Result<usize, usize>> =
        table.batches().map(|batch| batch.map(|batch| batch.rows()).map_err(|error| error.input)).collect();
    assert_eq!(found, [Ok(1), Err(1), Ok(1)]);
}
