//! The dumps of Lichess as tables, and books in bounded memory, with the builder that has all moves in memory as the oracle.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use chess_board::Position;
use chess_data::book::{BookMaker, BookMoves};
use chess_data::columns::{Array, Batch, Value};
use chess_data::dumps::{Dump, Reading, read_evals, read_puzzles};
use chess_data::filter::RowFilter;
use chess_data::input::{Input, Progress};
use chess_data::main_line::MainLine;
use chess_movegen::PositionExt;
use chess_notation::pgn::Replay;
use chess_notation::polyglot::BookBuilder;
use chess_notation::{PackedPosition, read_uci};
use chess_testkit::Random;

use crate::naive::text;

const PUZZLES: &str = "\
PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
00001,4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,e1g1 e8e7,1500,75,-100,42,castling short,https://lichess.org/a#1,A_B C_D\r
00002,4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,e1g1 e8e6 a1a2,x,75,100,42,,,

\"00,3\",no position,e2e4,1,2,3,4,one,\"u\"\"rl\"
00004,4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,,1,2,3,4
";

fn column(batch: &Batch, name: &str) -> Vec<String> {
    (0..batch.rows()).map(|row| text(batch.get(name, row).unwrap())).collect()
}

#[test]
fn puzzles_are_rows_and_broken_lines_too() {
    let batch = read_puzzles(PUZZLES.as_bytes());
    assert_eq!(column(&batch, "id"), ["\"00001\"", "\"00002\"", "\"00,3\"", "\"00004\""]);
    let position: Position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse().unwrap();
    assert_eq!(batch.get("position", 0), Some(Value::Packed(PackedPosition::new(&position))));
    assert_eq!(batch.get("position", 2), Some(Value::Null));
    let castling = read_uci(&position, "e1g1").unwrap();
    let step = read_uci(&position.after(castling), "e8e7").unwrap();
    let [castling, step] = [castling, step].map(chess_notation::Move::raw);
    assert_eq!(
        column(&batch, "moves"),
        [format!("[{castling}, {step}]"), format!("[{castling}]"), "[]".into(), "[]".into()]
    );
    assert_eq!(column(&batch, "rating"), ["1500", "null", "1", "1"]);
    assert_eq!(column(&batch, "popularity"), ["-100", "100", "3", "3"]);
    assert_eq!(column(&batch, "themes"), ["[\"castling\", \"short\"]", "[]", "[\"one\"]", "[]"]);
    assert_eq!(column(&batch, "openings"), ["[\"A_B\", \"C_D\"]", "[]", "[]", "[]"]);
    assert_eq!(column(&batch, "url"), ["\"https://lichess.org/a#1\"", "null", "\"u\\\"rl\"", "null"]);
    let errors = column(&batch, "error");
    assert_eq!(errors[0], "null");
    assert!(errors[1].starts_with("\"Moves: e8e6: "), "{}", errors[1]);
    assert!(errors[2].starts_with("\"FEN: "), "{}", errors[2]);
    assert_eq!(errors[3], "\"the line has not 10 fields\"");
}

const EVALS: &str = r#"{"fen":"7r/1p3k2/p1bPR3/5p2/2B2P1p/8/PP4P1/3K4 b - -","evals":[{"pvs":[{"cp":69,"line":"f7g7 e6e2"}],"knodes":200973,"depth":39},{"pvs":[{"cp":163,"line":"h8d8"},{"mate":-7,"line":"h8d8 e6e1 x"}],"knodes":52,"depth":31}]}

{"fen":"8/8/8/8/8/8/8/8 w - -","evals":[{"pvs":[{"cp":0,"line":""}]}]}
{ "more": [1.5, {"a": "\"]"}, null], "fen" : "k7/8/8/8/8/8/8/K7 w - -", "evals" : [] }
{"fen":"k7/8/8/8/8/8/8/K7 w - -","evals":[{"pvs":[{"cp":1,"line":"a1a2"}],"depth":1}
not json
{"fen":"k7/8/8/8/8/8/8/K7 w - -","evals":[{"pvs":[{"cp":2,"line":"a1a2 0000"}]}]}
"#;

#[test]
fn each_line_of_analysis_is_a_row() {
    let batch = read_evals(EVALS.as_bytes(), 10);
    assert_eq!(column(&batch, "row"), ["11", "11", "11", "13", "14", "15", "16", "17"]);
    assert_eq!(column(&batch, "eval"), ["0", "1", "1", "0", "null", "0", "null", "0"]);
    assert_eq!(column(&batch, "pv"), ["0", "0", "1", "0", "null", "0", "null", "0"]);
    assert_eq!(column(&batch, "depth"), ["39", "31", "31", "null", "null", "1", "null", "null"]);
    assert_eq!(column(&batch, "knodes"), ["200973", "52", "52", "null", "null", "null", "null", "null"]);
    assert_eq!(column(&batch, "score"), ["69", "163", "null", "0", "null", "1", "null", "2"]);
    assert_eq!(column(&batch, "mate"), ["null", "null", "-7", "null", "null", "null", "null", "null"]);
    let lengths: Vec<usize> =
        (0..batch.rows()).map(|row| batch.get("moves", row).unwrap().as_list().unwrap().len()).collect();
    assert_eq!(lengths, [2, 1, 2, 0, 0, 1, 0, 1]);
    let errors = column(&batch, "error");
    for (row, beginning) in [
        (2, "\"line: a move has"),
        (3, "\"fen: "),
        (5, "\"byte "),
        (6, "\"byte 0: "),
        (7, "\"line: 0000: the null move is not a legal move"),
    ] {
        assert!(errors[row].starts_with(beginning), "{}", errors[row]);
    }
    for row in [0, 1, 4] {
        assert_eq!(errors[row], "null");
    }
}

#[test]
fn filters_keep_rows_by_their_columns() {
    let puzzles = read_puzzles(PUZZLES.as_bytes());
    let evals = read_evals(EVALS.as_bytes(), 10);
    for (text, ids) in [
        ("", "1 2 3 4"),
        ("rating >= 1500", "1"),
        ("rating != 1", "1 2"),
        ("not rating == 1", "1 2"),
        ("rating is null or popularity < -99.5", "1 2"),
        ("themes == castling", "1"),
        ("themes != castling", "2 3 4"),
        ("themes in (one, short) and plays > 4", "1"),
        ("themes like 'o_e' and \"rating\" = 1", "3"),
        ("themes ~ 'STL'", "1"),
        ("openings is null", "2 3 4"),
        ("error is null and url is not null", "1"),
        ("id in ('00001', '00,3')", "1 3"),
        ("rating > 9999", ""),
    ] {
        let filter = RowFilter::new(text, puzzles.fields()).unwrap();
        let kept = filter.keep(puzzles.clone());
        assert_eq!(kept.columns().iter().map(Array::len).max(), Some(kept.rows()));
        let all = (0..puzzles.rows()).filter(|i| ids.contains(&(i + 1).to_string()));
        for field in puzzles.fields().iter() {
            let cells = column(&puzzles, &field.name);
            let cells: Vec<&String> = all.clone().map(|row| &cells[row]).collect();
            assert_eq!(column(&kept, &field.name).iter().collect::<Vec<_>>(), cells, "{text} {}", field.name);
        }
        let mut read = Vec::new();
        let input = Input::bytes("puzzles", PUZZLES);
        let _ = Reading::new(Dump::Puzzles, &input).filter(&filter).block_size(1).for_each(|batch| {
            read.extend(column(&batch, "id"));
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(read, column(&kept, "id"), "{text}");
    }
    let filter = RowFilter::new("depth >= 31 and knodes < 100 and mate is null", evals.fields()).unwrap();
    assert_eq!(column(&filter.keep(evals), "score"), ["163"]);
    for (text, error) in [
        ("ratng > 1", "byte 0: `ratng` is no column of numbers or texts; did you mean `rating`?"),
        ("\"Theme\" == a", "byte 0: `Theme` is no column of numbers or texts; did you mean `themes`?"),
        (
            "rating > 1 and moves == 3",
            "byte 15: `moves` is no column of numbers or texts; these are id, rating, rating_deviation, popularity, plays, \
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
        assert_eq!(RowFilter::new(text, puzzles.fields()).unwrap_err().to_string(), error, "{text}");
    }
}

#[test]
fn rows_do_not_depend_on_blocks() {
    for (dump, file) in [(Dump::Puzzles, PUZZLES), (Dump::Evals, EVALS)] {
        for file in [file, file.trim_end(), ""] {
            let rows = |batch: &Batch| {
                let names: Vec<String> = batch.fields().iter().map(|field| field.name.clone()).collect();
                (0..batch.rows())
                    .map(|row| names.iter().map(|name| text(batch.get(name, row).unwrap())).collect())
                    .collect::<Vec<Vec<String>>>()
            };
            let whole = rows(&dump.read(file.as_bytes(), 0));
            let input = Input::bytes("dump", file);
            for size in (1..file.len() + 3).step_by(1 + file.len() / 300) {
                let mut parts = Vec::new();
                let flow = Reading::new(dump, &input).block_size(size).for_each(|batch| {
                    parts.extend(rows(&batch));
                    ControlFlow::<()>::Continue(())
                });
                assert!(flow.unwrap().is_continue());
                assert_eq!(parts, whole, "{size}");
            }
        }
    }
}

#[test]
fn the_first_error_of_a_puzzle_is_told() {
    const FEN: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    for (line, error) in [
        (format!("a,{FEN},,1,2,3,4,,"), None),
        (format!("a,{FEN},,1,2,3,4,,,"), None),
        (format!("a,{FEN},,1,2,3,4,"), Some("the line has not 10 fields")),
        (format!("a,{FEN},,1,2,3,4,,,,"), Some("the line has not 10 fields")),
        (format!("a,{FEN},e1g1 0000,1,2,3,4,,"), Some("Moves: 0000: the null move is not a legal move")),
        (format!("a,{FEN},,x,2,3,4,,"), Some("Rating: not a number")),
        (format!("a,{FEN},,1,x,3,4,,"), Some("RatingDeviation: not a number")),
        (format!("a,{FEN},,1,2,,4,,"), Some("Popularity: not a number")),
        (format!("a,{FEN},,1,2,3,99999999999,,"), Some("NbPlays: not a number")),
        (format!("a,{FEN},,x,y,3,4,,,,,"), Some("Rating: not a number")),
    ] {
        let batch = read_puzzles(line.as_bytes());
        assert_eq!(batch.get("error", 0).unwrap().as_str(), error, "{line}");
        assert_eq!((batch.rows(), batch.get("id", 0).unwrap().as_str()), (1, Some("a")));
    }
    assert_eq!(read_puzzles(b"").rows(), 0);
    assert_eq!(read_puzzles(b"\n\r\nPuzzleId,FEN\n").rows(), 0);
    let batch = read_puzzles(b"PuzzleId\nb,");
    assert_eq!(column(&batch, "id"), ["\"PuzzleId\"", "\"b\""]);
    let batch = read_puzzles(format!("a,{FEN},,1,-2,+3,4,,").as_bytes());
    let numbers =
        ["rating", "rating_deviation", "popularity", "plays"].map(|name| column(&batch, name).concat());
    assert_eq!(numbers, ["1", "-2", "3", "4"]);
}

#[test]
fn numbers_of_evaluations_that_do_not_fit_are_null() {
    let line = |pv: &str, rest: &str| {
        format!(
            "{{\"fen\":\"k7/8/8/8/8/8/8/K7 w - -\",\"evals\":[{{\"x\":[],\"pvs\":[{{\"y\":{{}},{pv}}}],{rest}}}]}}"
        )
    };
    for (pv, rest, score, mate, depth, knodes) in [
        ("\"cp\":-7", "\"depth\":3,\"knodes\":4", "-7", "null", "3", "4"),
        ("\"cp\":9999999999", "\"depth\":99999", "null", "null", "99999", "null"),
        ("\"cp\":-9999999999", "\"depth\":-1,\"knodes\":-1", "null", "null", "-1", "-1"),
        ("\"mate\":99999", "\"knodes\":9223372036854775807", "null", "null", "null", "9223372036854775807"),
        ("\"mate\":-99999", "\"depth\":2147483648", "null", "null", "null", "null"),
    ] {
        let text = line(pv, rest);
        let batch = read_evals(text.as_bytes(), 0);
        let found = ["score", "mate", "depth", "knodes", "error"].map(|name| column(&batch, name).concat());
        assert_eq!(found, [score, mate, depth, knodes, "null"], "{text}");
    }
    // Without JSON there is no position, and the first error is reported.
    let errors = column(&read_evals(b"{}\n{\"fen\":\"x\"\n{\"fen\":7}\n[]\n{} x\n", 0), "error");
    assert_eq!(errors[0], "\"there is no fen\"");
    for (row, at) in [(1, 10), (2, 7), (3, 0), (4, 3)] {
        assert_eq!(errors[row], format!("\"byte {at}: this is not JSON, or not of this form\""));
    }
}

/// A source that fails.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }
}

#[test]
fn readings_tell_progress_stop_and_fail() {
    let text = PUZZLES.repeat(20);
    let input = Input::bytes("dump", &text);
    let rows = |reading: &Reading<'_>| {
        let mut rows = 0;
        let flow: ControlFlow<()> = reading
            .for_each(|batch| {
                rows += batch.rows();
                ControlFlow::Continue(())
            })
            .unwrap();
        assert!(flow.is_continue());
        rows
    };
    let progress = Progress::default();
    assert_eq!(rows(&Reading::new(Dump::Puzzles, &input).block_size(100).progress(&progress)), 80);
    assert_eq!(progress.bytes(), text.len() as u64);
    assert_eq!(rows(&Reading::new(Dump::Puzzles, &input).block_size(0).alone()), 80);
    let mut visits = 0;
    let flow = Reading::new(Dump::Puzzles, &input).block_size(100).map_each(
        |batch| batch.rows(),
        |rows| {
            visits += 1;
            if visits == 3 { ControlFlow::Break(rows) } else { ControlFlow::Continue(()) }
        },
    );
    assert!(matches!(flow, Ok(ControlFlow::Break(1..))));
    assert_eq!(visits, 3);

    for is_alone in [true, false] {
        let broken = Input::reader("dump", io::Cursor::new(text.clone()).chain(Broken));
        let reading = Reading::new(Dump::Puzzles, &broken).block_size(1000);
        let mut rows = 0;
        let error = if is_alone { reading.alone() } else { reading }
            .for_each(|batch| {
                rows += batch.rows();
                ControlFlow::<()>::Continue(())
            })
            .unwrap_err();
        // Only the rows of the last block are missing.
        assert!(error.kind() == io::ErrorKind::BrokenPipe && (60..80).contains(&rows), "{error} {rows}");
    }
    let names = |dump: Dump| dump.fields().iter().map(|field| field.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(Dump::Puzzles)[0], "id");
    assert_eq!(names(Dump::Evals)[0], "row");
}

/// An output that counts how often it is flushed.
#[derive(Default)]
struct Flushed {
    bytes: Vec<u8>,
    flushes: usize,
}

impl Write for Flushed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushes += 1;
        Ok(())
    }
}

#[test]
fn a_book_does_not_depend_on_memory_and_on_the_parts_in_which_moves_come() {
    let mut random = Random::new(31);
    let (mut builder, mut parts) = (BookBuilder::new(), vec![BookMoves::default()]);
    for _ in 0..60 {
        let mut position = Position::START;
        for ply in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // The first moves are few, and so occur often.
            let mv = if ply < 6 { moves[random.below(2.min(moves.len()))] } else { random.pick(&moves) };
            let weight = if ply == 0 { 1_000_000 } else { random.below(5) as u32 };
            builder.add(&position, mv, weight);
            let last = parts.last_mut().unwrap();
            last.add(&position, mv, weight);
            position.play(mv);
        }
        if random.below(3) == 0 {
            if random.below(2) == 0 {
                parts.last_mut().unwrap().merge();
            }
            parts.push(BookMoves::default());
        }
    }
    for (memory, min_weight) in [(0, 0), (0, 1), (0, 3), (1 << 20, 0), (1 << 20, 4)] {
        let mut maker = BookMaker::new(memory);
        for part in &parts {
            maker.add(part.clone()).unwrap();
        }
        let mut out = Flushed::default();
        let written = maker.write(min_weight, &mut out).unwrap();
        let mut expected = builder.clone();
        expected.drop_below(min_weight);
        assert!(out.bytes == expected.into_bytes(), "{memory} {min_weight}");
        assert_eq!((written, out.flushes > 0), (out.bytes.len() as u64 / 16, true));
    }
}

/// The first game of a text.
fn game(text: &str) -> MainLine {
    let mut game = MainLine::default();
    assert!(game.read(&mut Replay::new(text)));
    game
}

#[test]
fn a_game_adds_the_moves_of_its_winner_to_a_book() {
    let none = [None; 3];
    for (text, max_ply, weightless, weights) in [
        ("1. e4 e5 2. Nf3 1-0", 9, false, [Some(2), None, Some(2)]),
        ("1. e4 e5 2. Nf3 1-0", 2, false, [Some(2), None, None]),
        ("1. e4 e5 2. Nf3 1-0", 2, true, [Some(2), Some(0), None]),
        ("1. e4 e5 2. Nf3 0-1", 9, false, [None, Some(2), None]),
        ("1. e4 e5 2. Nf3 1/2-1/2", 9, false, [Some(1); 3]),
        ("1. e4 -- 2. Nf3 1/2-1/2", 9, true, [Some(1), None, None]),
        ("1. e4 e5 2. Nf3 *", 9, false, none),
        ("1. e4 e5 2. Nf3 *", 9, true, [Some(0); 3]),
        ("[FEN \"none\"]\n\n1. e4 e5 2. Nf3 1-0", 9, true, none),
    ] {
        let mut moves = BookMoves::default();
        moves.add_game(&game(text), max_ply, weightless);
        let mut maker = BookMaker::new(0);
        maker.add(moves).unwrap();
        let (mut builder, mut position, mut book) = (BookBuilder::new(), Position::START, Vec::new());
        for (uci, weight) in ["e2e4", "e7e5", "g1f3"].into_iter().zip(weights) {
            let mv = read_uci(&position, uci).unwrap();
            if let Some(weight) = weight {
                builder.add(&position, mv, weight);
            }
            position.play(mv);
        }
        maker.write(0, &mut book).unwrap();
        assert!(book == builder.into_bytes(), "{text} {max_ply} {weightless}");
    }
}

#[test]
fn games_are_the_same_by_players_start_and_moves_alone() {
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *";
    let identity = game(text).identity();
    for same in
        [text.replace('*', "1-0"), format!("[Event \"x\"]\n{text}"), text.replace("e5 ", "e5 {best} ")]
    {
        assert_eq!(game(&same).identity(), identity, "{same}");
    }
    let start = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1\"]\n";
    for other in [
        text.replace("\"A\"", "\"B\""),
        text.replace("[Black \"B\"]\n", ""),
        text.replace("e4", "e3"),
        text.replace("Nc6", "Nf6"),
        text.replace("Bb5", "Bc4"),
        text.replace(" 3. Bb5", ""),
        text.replace("3. Bb5", "3. --"),
        text.replace("Nf3 Nc6 3. Bb5 ", ""),
        format!("{start}{text}"),
    ] {
        assert_ne!(game(&other).identity(), identity, "{other}");
    }
}
