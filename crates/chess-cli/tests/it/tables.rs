//! `chess tables`, and `chess uci` with endgame tablebases: those that the tests make, and the real ones beside the project.

use std::path::{Path, PathBuf};
use std::{env, fs};

use chess_testkit::Random;
use chess_testkit::known::START;
use chess_testkit::tables::{Ending, Kind, Sub, Table};

use crate::run::{Run, chess, chess_with_input};
use crate::uci::{Engine, after};

/// Black has one move.
const CORNERED: &str = "k7/8/8/8/8/8/1R6/2K5 b - - 0 1";
const ROOK: &str = "8/8/8/3k4/8/8/8/K6R w - - 0 1";

fn tables(folder: &Path, args: &[&str], input: &str) -> Run {
    let path = folder.to_str().unwrap();
    let run = chess_with_input(&[&["tables", "--syzygy", path], args].concat(), input);
    assert_eq!(run.stderr, "");
    run
}

#[test]
fn a_position_as_text_word_for_word() {
    let folder = rook_tables();
    let run = tables(folder.path(), &["--fen", CORNERED], "");
    assert_eq!(run.code, Some(0));
    assert_eq!(run.stdout, "loss, DTZ -2\nKa7     a8a7  loss               -1\n");
    let run = tables(folder.path(), &["--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"], "");
    assert_eq!(run.stdout.lines().next(), Some("draw"));
    assert!(run.stdout.lines().skip(1).all(|line| line.ends_with(" draw")), "{}", run.stdout);
}

#[test]
fn a_position_as_json_word_for_word() {
    let folder = rook_tables();
    for run in [
        tables(folder.path(), &["--json", "--fen", CORNERED], ""),
        tables(folder.path(), &["--json"], &format!("{CORNERED}\r\n")),
    ] {
        let expected = r#"{"ok":true,"input":"k7/8/8/8/8/8/1R6/2K5 b - - 0 1","fen":"k7/8/8/8/8/8/1R6/2K5 b - - 0 1","wdl":-2,"dtz":-2,"moves":[{"uci":"a8a7","san":"Ka7","wdl":-2,"dtz":-1}]}"#;
        assert_eq!((run.code, run.stdout), (Some(0), format!("{expected}\n")));
    }
}

/// The engine uses them, too.
#[test]
fn tables_of_results_alone_answer_without_distances() {
    let folder = rook_tables();
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "rtbz") {
            fs::remove_file(path).unwrap();
        }
    }
    let run = tables(folder.path(), &["--fen", CORNERED], "");
    assert_eq!((run.code, &*run.stdout), (Some(0), "loss\nKa7     a8a7  loss\n"));
    let run = tables(folder.path(), &["--json"], CORNERED);
    let expected = r#"{"ok":true,"input":"k7/8/8/8/8/8/1R6/2K5 b - - 0 1","fen":"k7/8/8/8/8/8/1R6/2K5 b - - 0 1","wdl":-2,"dtz":null,"moves":[{"uci":"a8a7","san":"Ka7","wdl":-2,"dtz":null}]}"#;
    assert_eq!((run.code, run.stdout), (Some(0), format!("{expected}\n")));
    let run = tables(folder.path(), &[], &format!("{ROOK}\n{CORNERED}\n"));
    let lines: Vec<_> = run.stdout.lines().collect();
    assert_eq!((run.code, lines[1]), (Some(0), "loss, best Ka7"));
    assert!(lines[0].starts_with("win, best "), "{}", lines[0]);
    // A broken table of distances is no missing one.
    fs::write(file(folder.path(), "KRvK", "rtbz"), "no table").unwrap();
    let run = tables(folder.path(), &["--json"], ROOK);
    assert!(run.code == Some(1) && run.stdout.contains("broken_table"), "{}", run.stdout);
}

#[test]
fn every_line_has_its_answer_and_every_error_its_kind() {
    let folder = rook_tables();
    write_tables(folder.path(), "KBNvK");
    fs::write(file(folder.path(), "KNPvK", "rtbw"), "no table").unwrap();
    let long = "8".repeat(70_000);
    let lines = [
        (ROOK, ""),
        ("", "missing"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "no_king"),
        (&long, "too_long"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling"),
        ("startpos", "castling"),
        ("rk6/8/8/8/8/8/8/K1QR4 w - - 0 1", "too_many_pieces"),
        ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "missing_table"),
        ("8/8/8/3k4/8/8/P7/KN6 w - - 0 1", "broken_table"),
        // Chess960 without castling rights is as any other position.
        ("8/8/8/3k4/8/8/8/RK6 w - - 0 1", ""),
    ];
    let input: String = lines.iter().flat_map(|(line, _)| [line, "\n"]).collect();
    let run = tables(folder.path(), &["--json"], &input);
    assert_eq!(run.code, Some(1));
    let answers = run.json_lines();
    assert_eq!(answers.len(), lines.len());
    for (answer, (line, kind)) in answers.iter().zip(lines) {
        let line = if kind == "too_long" { "" } else { line };
        assert_eq!(answer["input"], line);
        if kind.is_empty() {
            assert_eq!(
                answer.as_object().unwrap().keys().collect::<Vec<_>>(),
                ["dtz", "fen", "input", "moves", "ok", "wdl"]
            );
        } else {
            assert_eq!(answer["error"]["kind"], kind, "{line}");
            assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
            assert_eq!(answer.as_object().unwrap().len(), 3);
        }
    }
    let run = tables(folder.path(), &[], &input);
    assert_eq!(run.code, Some(1));
    let text: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(text.len(), lines.len());
    assert!(text[0].starts_with("win, DTZ 1, best "), "{}", text[0]);
    for (text, (line, kind)) in text.iter().zip(lines) {
        assert_eq!(text.starts_with("error: "), !kind.is_empty(), "{line}: {text}");
    }
}

#[test]
fn an_error_with_a_fen_exits_with_1() {
    let folder = rook_tables();
    let path = folder.path().to_str().unwrap();
    for fen in ["nonsense", START, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"] {
        let run = chess(&["tables", "--syzygy", path, "--fen", fen]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
        let run = chess(&["tables", "--syzygy", path, "--fen", fen, "--json"]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
        assert!(run.json()["error"]["kind"].is_string());
    }
}

#[test]
fn folders() {
    let run = chess(&["tables", "--fen", ROOK]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("--syzygy"), "{}", run.stderr);
    let run = chess(&["tables", "--syzygy", "no/such/folder", "--fen", ROOK]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.contains("no/such/folder"), "{}", run.stderr);
    let (empty, full) = (tempfile::tempdir().unwrap(), rook_tables());
    let [empty, full] = [&empty, &full].map(|folder| folder.path().to_str().unwrap());
    let run = chess(&["tables", "--syzygy", empty, "--fen", ROOK]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.starts_with("no Syzygy tables found in "), "{}", run.stderr);
    let run = chess(&["tables", "--syzygy", empty, "--syzygy", full, "--fen", ROOK]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

/// The last line about a search, after a search of this position.
fn searched(engine: &mut Engine, fen: &str, go: &str) -> String {
    engine.tell(&format!("position fen {fen}"));
    engine.tell(go);
    let lines = engine.until("bestmove");
    lines[lines.len() - 2].clone()
}

#[test]
fn endgame_tables_are_found_used_and_changed_between_searches() {
    let (rooks, queens, empty) = (rook_tables(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write_tables(queens.path(), "KQvK");
    let path = |folders: &[&Path]| env::join_paths(folders).unwrap().into_string().unwrap();
    let queen = "8/8/8/3k4/8/8/8/K5Q1 w - - 0 1";
    let mut engine = Engine::start();
    assert_eq!(after(&searched(&mut engine, ROOK, "go depth 3"), "tbhits"), "0");
    let found = |count, pieces| {
        format!("info string SyzygyPath: found {count} WDL and {count} DTZ tables of up to {pieces} pieces")
    };
    let cases = [
        (path(&[rooks.path()]), found(1, 3), true, false),
        (path(&[empty.path(), queens.path(), rooks.path()]), found(2, 3), true, true),
        (path(&[queens.path()]), found(1, 3), false, true),
        (path(&[empty.path()]), found(0, 0), false, false),
    ];
    for (value, told, knows_rook, knows_queen) in cases {
        engine.tell(&format!("setoption name SyzygyPath value {value}"));
        assert_eq!(engine.until("info string"), [told]);
        for (fen, is_known) in [(ROOK, knows_rook), (queen, knows_queen)] {
            let line = searched(&mut engine, fen, "go depth 3");
            assert_eq!(after(&line, "tbhits") != "0", is_known, "{value} {line}");
            assert_eq!(line.contains(" score cp 20000 "), is_known, "{value} {line}");
        }
    }
    engine.tell(&format!("setoption name SyzygyPath value {}", path(&[rooks.path()])));
    engine.until("info string");
    engine.tell("setoption name SyzygyPath value <empty>");
    assert_eq!(after(&searched(&mut engine, ROOK, "go depth 3"), "tbhits"), "0");
    engine.quit();
}

#[test]
fn a_missing_folder_is_reported_and_the_others_count() {
    let rooks = rook_tables();
    let path = env::join_paths([Path::new("/no/such/folder"), rooks.path()]).unwrap();
    let mut engine = Engine::start();
    engine.tell(&format!("setoption name SyzygyPath value {}", path.display()));
    engine.tell("isready");
    let lines = engine.until("readyok");
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("info string ") && lines[0].contains("/no/such/folder"), "{lines:?}");
    assert!(lines[1].contains("found 1 WDL and 1 DTZ tables"), "{lines:?}");
    engine.quit();
}

#[test]
fn a_broken_table_and_castling_rights_end_no_search() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(file(folder.path(), "KRvK", "rtbw"), "no table").unwrap();
    let mut engine = Engine::start();
    engine.tell(&format!("setoption name SyzygyPath value {}", folder.path().display()));
    engine.tell("setoption name SyzygyProbeDepth value 2");
    engine.tell("setoption name Syzygy50MoveRule value false");
    engine.until("info string");
    for fen in [ROOK, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"] {
        assert_eq!(after(&searched(&mut engine, fen, "go depth 4"), "tbhits"), "0");
    }
    engine.quit();
}

#[test]
fn the_search_asks_tables_of_fewer_pieces_below_the_root() {
    // The rook can take a pawn, or lose it.
    let fen = "8/8/8/8/8/3k4/p7/K6R w - - 0 1";
    let folder = rook_tables();
    let mut engine = Engine::start();
    engine.tell(&format!("setoption name SyzygyPath value {}", folder.path().display()));
    engine.until("info string");
    let line = searched(&mut engine, fen, "go depth 6");
    assert_ne!(after(&line, "tbhits"), "0", "{line}");
    assert!(line.contains(" score cp 199") && line.contains(" pv "), "{line}");
    engine.tell("setoption name SyzygyProbeDepth value 100");
    engine.tell("ucinewgame");
    assert_eq!(after(&searched(&mut engine, fen, "go depth 6"), "tbhits"), "0");
    engine.quit();
}

#[test]
fn real_tables_win_with_few_nodes() {
    let Some(folder) = shared() else { return };
    let mut engine = Engine::start();
    engine.tell(&format!("setoption name SyzygyPath value {folder}"));
    assert!(engine.until("info string")[0].ends_with(" tables of up to 4 pieces"));
    // Bishop and knight, far from a mate that a search could see.
    let line = searched(&mut engine, "8/8/8/8/8/2k5/8/KBN5 w - - 0 1", "go nodes 1000");
    assert!(line.contains(" score cp 20000 "), "{line}");
    // The mate comes after the fifty-move rule, unless the rule is off.
    let late = "8/8/8/8/8/2k5/8/KBN5 w - - 60 80";
    let line = searched(&mut engine, late, "go nodes 1000");
    assert!(line.contains(" score cp 0 "), "{line}");
    engine.tell("setoption name Syzygy50MoveRule value false");
    let line = searched(&mut engine, late, "go nodes 1000");
    assert!(line.contains(" score cp 20000 "), "{line}");
    engine.quit();
}

/// The folder of the tables of all endings of three and four pieces, which not everyone has.
const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy");

/// The folder of the real tables; `None` if it is not there, which is said.
#[allow(clippy::print_stdout, reason = "a test that is skipped says so")]
fn shared() -> Option<&'static str> {
    let is_there = Path::new(SHARED).is_dir();
    if !is_there {
        println!("skipped: {SHARED} is not there");
    }
    is_there.then_some(SHARED)
}

/// A folder with the tables of king and rook against king: the side with the rook wins in one ply,
/// whatever the position, unless the rook is lost.
fn rook_tables() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_tables(folder.path(), "KRvK");
    folder
}

/// Writes tables of an ending that the first side wins in one ply.
pub(crate) fn write_tables(folder: &Path, name: &str) {
    let ending = Ending::new(name);
    let mut random = Random::new(5);
    // White wins, and then Black loses: the first side to move has the first sub-table.
    let mut values = [4, 0].into_iter().cycle();
    let wdl =
        Table::new(&ending, Kind::Wdl, &mut random, |layout, _| Sub::single(layout, values.next().unwrap()));
    let dtz = Table::new(&ending, Kind::Dtz, &mut random, |layout, _| {
        let mut sub = Sub::single(layout, 0);
        sub.form.win_plies = true;
        sub
    });
    fs::write(file(folder, name, "rtbw"), wdl.bytes()).unwrap();
    fs::write(file(folder, name, "rtbz"), dtz.bytes()).unwrap();
}

/// The file of a table.
fn file(folder: &Path, name: &str, extension: &str) -> PathBuf {
    folder.join(name).with_extension(extension)
}
