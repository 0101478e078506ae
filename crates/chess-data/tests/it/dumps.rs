//! The dumps of Lichess as tables.

use std::io::{self, ErrorKind, Read};
use std::ops::ControlFlow;

use chess_board::Position;
use chess_data::dumps::{Cell, Dump, Reading, Row};
use chess_data::filter::RowFilter;
use chess_data::input::Input;
use chess_notation::{PackedPosition, read_uci};

use crate::Failing;

/// All rows of a text, read in blocks of about this size.
fn read(dump: Dump, text: &str, size: usize) -> Vec<Row> {
    let mut all = Vec::new();
    let flow = Reading::new(dump, &Input::bytes("dump", text)).block_size(size).for_each(|rows| {
        assert!(!rows.is_empty());
        all.extend(rows);
        ControlFlow::<()>::Continue(())
    });
    assert!(flow.unwrap().is_continue());
    all
}

fn puzzles(text: &str) -> Vec<Row> {
    read(Dump::Puzzles, text, 1 << 20)
}

fn evals(text: &str) -> Vec<Row> {
    read(Dump::Evals, text, 1 << 20)
}

fn cell<'a>(dump: Dump, row: &'a Row, name: &str) -> &'a Cell {
    assert_eq!(row.len(), dump.columns().len());
    &row[dump.columns().iter().position(|&(known, ..)| known == name).unwrap()]
}

/// The values of columns, each followed by a blank, row by row.
fn cells(dump: Dump, rows: &[Row], names: &str) -> Vec<String> {
    let text = |row, name| match cell(dump, row, name) {
        Cell::Null => "null ".to_owned(),
        Cell::Int(number) => format!("{number} "),
        Cell::Text(text) => format!("{text:?} "),
        Cell::Packed(position) => format!("{position:?} "),
        Cell::Moves(moves) => format!("{moves:?} "),
        Cell::Words(words) => {
            format!("{:?} ", words.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>())
        }
    };
    rows.iter().map(|row| names.split(' ').map(|name| text(row, name)).collect()).collect()
}

const PUZZLES: &str = "\
PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
00001,4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,e1g1 e8e7,1500,75,-100,42,castling short,https://lichess.org/a#1,A_B C_D\r
00002,4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,e1g1 e8e6 a1a2,x,75,100,42,,,

\"00,3\",no position,e2e4,1,2,3,4,one,\"u\"\"rl\",
00004,4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,,1,2,3,4
\"open,ended
";

#[test]
fn puzzles_are_rows_and_broken_lines_too() {
    let rows = puzzles(PUZZLES);
    let position: Position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse().unwrap();
    let packed = Cell::Packed(PackedPosition::new(&position));
    let positions: Vec<_> = rows.iter().map(|row| cell(Dump::Puzzles, row, "position")).collect();
    assert_eq!(positions, [&packed, &packed, &Cell::Null, &packed, &Cell::Null]);
    let castling = read_uci(&position, "e1g1").unwrap();
    let step = read_uci(&position.after(castling), "e8e7").unwrap().raw();
    let castling = castling.raw();
    assert_eq!(
        cells(Dump::Puzzles, &rows, "id moves rating rating_deviation popularity plays themes openings url"),
        [
            &*format!(
                "\"00001\" [{castling}, {step}] 1500 75 -100 42 [\"castling\", \"short\"] [\"A_B\", \"C_D\"] \
                 \"https://lichess.org/a#1\" "
            ),
            &*format!("\"00002\" [{castling}] null 75 100 42 [] [] null "),
            "\"00,3\" [] 1 2 3 4 [\"one\"] [] \"u\\\"rl\" ",
            "\"00004\" [] 1 2 3 4 [] [] null ",
            "\"open,ended\" [] null null null null [] [] null ",
        ]
    );
    for (row, beginning) in [
        (0, "null"),
        (1, "\"line 3: Moves: e8e6: "),
        (2, "\"line 5: FEN: "),
        (3, "\"line 6: expected 10 fields, found 7"),
        (4, "\"line 7: expected 10 fields, found 1"),
    ] {
        let error = &cells(Dump::Puzzles, &rows, "error")[row];
        assert!(error.starts_with(beginning), "{error}");
    }
}

/// More blocks than all threads read at once, in the order of the file.
#[test]
fn every_row_of_many_blocks_is_read_in_order() {
    let line = |number: usize| format!("{number},4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,e1g1 e8e7,1,2,3,4,,,\n");
    for count in [1, 7, 500, 1000] {
        let text: String = (0..count).map(line).collect();
        for size in [1, 1000] {
            let rows = read(Dump::Puzzles, &text, size);
            let expected: Vec<String> = (0..count).map(|number| format!("\"{number}\" ")).collect();
            assert_eq!(cells(Dump::Puzzles, &rows, "id"), expected, "{size}");
        }
    }
}

#[test]
fn a_header_names_the_columns_of_puzzles() {
    const FEN: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let usual = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";
    for (file, expected) in [
        (format!("{usual}\na,{FEN},,1,2,3,4,t,u,o\n"), Some("1 2 3 4 [\"t\"] \"u\" [\"o\"] null ")),
        (
            format!("\u{feff}{usual},Key\r\na,{FEN},,1,2,3,4,t,u,o,7\r\n"),
            Some("1 2 3 4 [\"t\"] \"u\" [\"o\"] null "),
        ),
        (
            format!("\n\rFEN,Rating,PuzzleId\r\r{FEN},5,a\rFEN,Rating,PuzzleId"),
            Some("5 null null null [] null [] null "),
        ),
        (
            format!("{usual}\na,{FEN},,1,2,3,4,t,u"),
            Some("1 2 3 4 [\"t\"] \"u\" [] \"line 2: expected 10 fields, found 9\" "),
        ),
        (format!("a,{FEN},,+1,-2,3,4,t,u"), Some("1 -2 3 4 [\"t\"] \"u\" [] null ")),
        (
            format!("a,{FEN},,1,x,3,4,,,o"),
            Some("1 null 3 4 [] null [\"o\"] \"line 1: RatingDeviation: not a number\" "),
        ),
        (
            format!("a,{FEN},,1,2,,99999999999,,"),
            Some("1 2 null null [] null [] \"line 1: Popularity: not a number\" "),
        ),
        // A number that does not fit is null, as in evaluations.
        (format!("a,{FEN},,1,-99999999999,1e9,2.5,,"), Some("1 null null null [] null [] null ")),
        (format!("a,{FEN},,inf,1,2,3,,"), Some("null 1 2 3 [] null [] \"line 1: Rating: not a number\" ")),
        // The columns of today without a header.
        (format!("a,{FEN},,1,2,3,4,t,u,o,"), Some("1 2 3 4 [\"t\"] \"u\" [\"o\"] null ")),
        (format!("\r\n\r\na,{FEN},,1,2,3,4,t,u,o,7\r\n"), Some("1 2 3 4 [\"t\"] \"u\" [\"o\"] null ")),
        (
            format!("\na,{FEN},,1,2,3,4,t,u,o,7,8"),
            Some("1 2 3 4 [\"t\"] \"u\" [\"o\"] \"line 2: expected 9 to 11 fields, found 12\" "),
        ),
        (format!("puzzleid, fen ,rating\na,{FEN},5\n"), Some("5 null null null [] null [] null ")),
        (
            format!("a,{FEN},e1g1 0000,x,2,3,4,,"),
            Some("null 2 3 4 [] null [] \"line 1: Moves: 0000: the null move is not a legal move\" "),
        ),
        (usual.to_owned(), None),
        (String::new(), None),
    ] {
        let rows = read(Dump::Puzzles, &file, 1);
        let names = "rating rating_deviation popularity plays themes url openings error";
        let found =
            [cells(Dump::Puzzles, &rows, "id"), cells(Dump::Puzzles, &rows, names)].map(|it| it.join(""));
        assert_eq!(found, expected.map_or(["", ""], |row| ["\"a\" ", row]), "{file}");
    }
}

const EVALS: &str = r#"{"fen":"7r/1p3k2/p1bPR3/5p2/2B2P1p/8/PP4P1/3K4 b - -","evals":[{"pvs":[{"cp":69,"line":"f7g7 e6e2"}],"knodes":200973,"depth":39},{"pvs":[{"cp":163,"line":"h8d8"},{"mate":-7,"line":"h8d8 e6e1 x"}],"knodes":52,"depth":31}]}

{"fen":"8/8/8/8/8/8/8/8 w - -","evals":[{"pvs":[{"cp":0,"line":""}]}]}
{ "more": [1.5, {"a": "\"]"}, null], "fen" : "k7/8/8/8/8/8/8/K7 w \u002d -", "evals" : [] }
{"fen":"k7/8/8/8/8/8/8/K7 w - -","evals":[{"pvs":[{"cp":1,"line":"a1a2"}],"depth":1}
not json
{"fen":"k7/8/8/8/8/8/8/K7 w - -","evals":[{"pvs":[{"cp":2,"line":"a1a2 0000"}]}]}
{}
"#;

#[test]
fn each_line_of_analysis_is_a_row() {
    let rows = evals(EVALS);
    assert_eq!(
        cells(Dump::Evals, &rows, "row eval pv depth knodes score mate"),
        [
            "1 0 0 39 200973 69 null ",
            "1 1 0 31 52 163 null ",
            "1 1 1 31 52 null -7 ",
            "3 0 0 null null 0 null ",
            "4 null null null null null null ",
            "5 null null null null null null ",
            "6 null null null null null null ",
            "7 0 0 null null 2 null ",
            "8 null null null null null null ",
        ]
    );
    let length =
        |row| if let Cell::Moves(moves) = cell(Dump::Evals, row, "moves") { moves.len() } else { 99 };
    assert_eq!(rows.iter().map(length).collect::<Vec<_>>(), [2, 1, 2, 0, 0, 0, 0, 1, 0]);
    let errors = cells(Dump::Evals, &rows, "error");
    for (row, part) in [
        (0, "null"),
        (1, "null"),
        (2, "line: expected four characters"),
        (3, "fen: "),
        (4, "null"),
        (5, "EOF while parsing a list at column 84"),
        (6, "expected ident at column 2"),
        (7, "line: 0000: the null move is not a legal move"),
        (8, "missing field `fen` at column 2"),
    ] {
        assert!(errors[row].contains(part), "{}", errors[row]);
    }
}

#[test]
fn numbers_of_evaluations_that_do_not_fit_are_null() {
    let long = "9".repeat(400);
    for (pv, rest, expected) in [
        (r#""cp":-7"#, r#""depth":3,"knodes":4"#, "-7 null 3 4 null "),
        (r#""cp":9999999999"#, r#""depth":99999"#, "null null 99999 null null "),
        (r#""cp":1.5"#, r#""depth":1e3,"knodes":null"#, "null null null null null "),
        (r#""mate":99999"#, r#""knodes":9223372036854775807"#, "null null null 9223372036854775807 null "),
        (r#""mate":-3"#, r#""knodes":9223372036854775808"#, "null -3 null null null "),
        (&format!(r#""cp":-{long}"#), &format!(r#""depth":{long}"#), "null null null null null "),
        (r#""cp":[7]"#, r#""depth":1"#, "null null null null \"[7] is not a number at column 74\" "),
        (r#""cp":true"#, r#""depth":1"#, "null null null null \"true is not a number at column 75\" "),
        (r#""mate":false"#, r#""depth":1"#, "null null null null \"false is not a number at column 78\" "),
    ] {
        let file = format!(
            r#"{{"fen":"k7/8/8/8/8/8/8/K7 w - -","evals":[{{"x":[],"pvs":[{{"y":{{}},{pv}}}],{rest}}}]}}"#
        );
        assert_eq!(cells(Dump::Evals, &evals(&file), "score mate depth knodes error"), [expected], "{file}");
    }
    // Only the file begins with a mark, and no block of it.
    let line = r#"{"fen":"k7/8/8/8/8/8/8/K7 w - -"}"#;
    let rows = read(Dump::Evals, &format!("\u{feff}{line}\n\u{feff}{line}\n"), 1);
    assert_eq!(cells(Dump::Evals, &rows, "error"), ["null ", "\"expected value at column 1\" "]);
}

#[test]
fn filters_keep_rows_by_their_columns() {
    let (puzzles, evals) = (puzzles(PUZZLES), evals(EVALS));
    for (text, ids) in [
        ("", "1 2 3 4 5"),
        ("rating >= 1500", "1"),
        ("rating != 1", "1 2 5"),
        ("not rating == 1", "1 2 5"),
        ("rating is null or popularity < -99.5", "1 2 5"),
        ("themes == castling", "1"),
        ("themes != castling", "2 3 4 5"),
        ("themes in (one, short) and plays > 4", "1"),
        ("themes like 'o_e' and \"rating\" = 1", "3"),
        ("themes ~ 'STL'", "1"),
        ("openings is null", "2 3 4 5"),
        ("error is null and url is not null", "1"),
        ("id in ('00001', '00,3')", "1 3"),
        ("rating > 9999", ""),
    ] {
        let filter = RowFilter::new(text, Dump::Puzzles.columns()).unwrap();
        let kept: Vec<Row> = puzzles.iter().filter(|row| filter.accepts(row)).cloned().collect();
        let expected = (1..).zip(&puzzles).filter(|(i, _)| ids.contains(&i.to_string())).map(|(_, row)| row);
        assert!(kept.iter().eq(expected), "{text}");
        let mut read = Vec::new();
        let input = Input::bytes("puzzles", PUZZLES);
        let _ = Reading::new(Dump::Puzzles, &input).filter(&filter).block_size(1).for_each(|rows| {
            read.extend(rows);
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(read, kept, "{text}");
    }
    let text = "depth >= 31 and knodes < 100 and mate is null";
    let filter = RowFilter::new(text, Dump::Evals.columns()).unwrap();
    let kept: Vec<Row> = evals.into_iter().filter(|row| filter.accepts(row)).collect();
    assert_eq!(cells(Dump::Evals, &kept, "score"), ["163 "]);
    for (text, error) in [
        ("ratng > 1", "byte 0: no column of numbers or texts is named `ratng`; did you mean `rating`?"),
        ("\"Theme\" == a", "byte 0: no column of numbers or texts is named `Theme`; did you mean `themes`?"),
        (
            "rating > 1 and moves == 3",
            "byte 15: no column of numbers or texts is named `moves`; these are id, rating, rating_deviation, popularity, plays, \
             themes, openings, url, error",
        ),
        (
            "not",
            "byte 3: expected the name of a column: id, rating, rating_deviation, popularity, plays, themes, openings, url, \
             error",
        ),
        ("rating > high", "byte 9: expected a number"),
        ("rating ~ 1", "byte 7: expected one of == != < <= > >= in is"),
    ] {
        assert_eq!(RowFilter::new(text, Dump::Puzzles.columns()).unwrap_err().to_string(), error, "{text}");
    }
}

#[test]
fn a_reading_stops_where_its_visitor_or_its_source_does() {
    let text = PUZZLES.repeat(20);
    let input = Input::bytes("dump", &text);
    let mut visits = 0;
    let flow = Reading::new(Dump::Puzzles, &input).block_size(100).map_each(
        |rows| rows.len(),
        |rows| {
            visits += 1;
            if visits == 3 { ControlFlow::Break(rows) } else { ControlFlow::Continue(()) }
        },
    );
    assert!(matches!(flow, Ok(ControlFlow::Break(1..))) && visits == 3);
    let source = io::Cursor::new(text.clone()).chain(Failing(ErrorKind::BrokenPipe));
    let broken = Input::reader("dump", source);
    let mut rows = 0;
    let read = Reading::new(Dump::Puzzles, &broken).block_size(1000).for_each(|read| {
        rows += read.len();
        ControlFlow::<()>::Continue(())
    });
    // Only the rows of the last block are missing.
    assert_eq!(
        (read.unwrap_err().kind(), (80..100).contains(&rows)),
        (ErrorKind::BrokenPipe, true),
        "{rows}"
    );
    let long = Input::reader("dump", io::repeat(b'x').take(2 + (1 << 26)));
    let error = Reading::new(Dump::Evals, &long).block_size(1).for_each(|_| ControlFlow::<()>::Continue(()));
    assert_eq!(error.unwrap_err().to_string(), "a line has more than 64 MiB");
    let longest = Input::reader("dump", io::repeat(b'x').take(1 << 26).chain(&b"\n{}\n"[..]));
    let mut rows = 0;
    let read = Reading::new(Dump::Evals, &longest).block_size(1).for_each(|read| {
        rows += read.len();
        ControlFlow::<()>::Continue(())
    });
    assert_eq!((read.unwrap(), rows), (ControlFlow::Continue(()), 2));
}

#[test]
fn the_checksum_of_rows_is_that_of_their_table() {
    for (dump, text, expected) in
        [(Dump::Puzzles, PUZZLES, "6f9f44dbba590b0a"), (Dump::Evals, EVALS, "ff94b16edcf53514")]
    {
        let rows = read(dump, text, 1 << 20);
        let sum = dump.checksum(&rows);
        assert_eq!((sum.rows(), &*sum.to_string()), (rows.len() as u64, expected));
        #[cfg(feature = "arrow")]
        {
            let batch = dump.record_batch(&rows);
            let mut checksum =
                chess_data::columns::Checksum::new(dump.columns().iter().map(|&(name, ..)| name));
            checksum.add(&batch).unwrap();
            assert_eq!((batch.schema(), checksum), (dump.schema(), sum));
        }
    }
}
