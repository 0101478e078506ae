//! Tables of `chess pgn` and `chess dump` as whole files, and their ends that come early.

use std::fs::{self, File};
use std::io::Write;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixListener;
use std::path::Path;

use crate::folder::{folder, text};
use crate::run::{Run, chess, chess_in_pipes, chess_without_reader, interrupt, run};

const GAMES: &str = "[White \"Zoe\"]\n\n1. e4 e5 1-0\n\n[White \"Ada\"]\n\n1. e5 *\n";

/// The beginning of a message in Arrow's format, and the end of a stream of them.
const MESSAGE: [u8; 4] = [0xff; 4];
const END: [u8; 8] = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

fn has(bytes: &[u8], word: &str) -> bool {
    bytes.windows(word.len()).any(|window| window == word.as_bytes())
}

#[test]
fn a_whole_table_has_all_rows_and_an_end() {
    let folder = folder("table_ends/whole");
    let (games, arrow, tables) = (folder.join("a.pgn"), folder.join("a.arrow"), folder.join("new/tables"));
    fs::write(&games, GAMES).unwrap();
    let summary = "rows 2, broken 1, check sum ";
    let run = chess(&["pgn", text(&games), "--arrow", text(&arrow)]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    assert!(run.stdout.starts_with(summary), "{}", run.stdout);
    let file = fs::read(&arrow).unwrap();
    assert!(file.starts_with(b"ARROW1") && file.ends_with(b"ARROW1"));
    assert!(has(&file, "ZoeAda"));
    // The folder of Parquet files is made.
    let parquet = chess(&["pgn", text(&games), "--parquet", text(&tables)]);
    assert_eq!((parquet.code, &parquet.stdout, parquet.stderr.as_str()), (Some(1), &run.stdout, ""));
    let file = fs::read(tables.join("a.parquet")).unwrap();
    assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1") && has(&file, "Zoe"));

    let stream = chess_in_pipes(&["pgn", text(&games), "--arrow", "-"]).wait_with_output().unwrap();
    assert_eq!((stream.status.code(), &stream.stderr), (Some(1), run.stdout.as_bytes().to_vec().as_ref()));
    assert!(stream.stdout.starts_with(&MESSAGE) && stream.stdout.ends_with(&END));
    assert!(has(&stream.stdout, "ZoeAda"));
}

/// Interrupts a run that has read one game and waits for more.
fn interrupted(args: &[&str]) -> (Run, Vec<u8>) {
    let mut child = chess_in_pipes(&[&["pgn", "-"], args].concat());
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"[White \"Zoe\"]\n\n1. e4 *\n\n").unwrap();
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    let stdout = output.stdout.clone();
    (run(std::process::Output { stdout: Vec::new(), ..output }), stdout)
}

#[test]
fn an_interrupted_run_leaves_no_table_and_is_told_to_be_incomplete() {
    let folder = folder("table_ends/interrupted");
    let arrow = folder.join("a.arrow");
    for args in [["--parquet", text(&folder)], ["--arrow", text(&arrow)]] {
        let (run, stdout) = interrupted(&args);
        assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""), "{args:?}");
        let stdout = String::from_utf8(stdout).unwrap();
        assert!(stdout.starts_with("incomplete: rows "), "{args:?}: {stdout}");
        assert_eq!(names(&folder), [""; 0], "{args:?}");
    }
    let (run, stdout) = interrupted(&["--arrow", "-"]);
    assert_eq!(run.code, Some(130));
    assert!(run.stderr.starts_with("incomplete: rows "), "{}", run.stderr);
    assert!(!stdout.ends_with(&END), "{stdout:?}");
}

#[test]
fn games_of_stdin_have_a_table_of_that_name() {
    let folder = folder("table_ends/stdin");
    let run = crate::run::chess_with_input(&["pgn", "-", "--parquet", text(&folder)], GAMES);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert_eq!(names(&folder), ["stdin.parquet"]);
}

/// A file that is there completes the table of the one before it, and loses none.
#[test]
fn the_table_before_that_of_an_unreadable_file_is_complete() {
    let folder = folder("table_ends/before");
    let (games, more) = (folder.join("a.pgn"), folder.join("c.pgn"));
    fs::write(&games, GAMES).unwrap();
    fs::write(&more, GAMES).unwrap();
    let (none, tables) = (folder.join("b.pgn"), folder.join("tables"));
    let files = [text(&games), text(&none), text(&more)];
    let run = chess(&[&["pgn"], &files[..], &["--parquet", text(&tables)]].concat());
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.starts_with("rows 4, broken 2, "), "{}", run.stdout);
    assert_eq!(names(&tables), ["a.parquet", "c.parquet"]);
}

/// A table with other columns, or with the columns of games under another filter, is not the one that is wanted.
#[test]
fn tables_of_another_question_are_not_resumed() {
    let folder = folder("table_ends/other");
    let games = folder.join("a.pgn");
    fs::write(&games, GAMES).unwrap();
    let resume = |args: &[&str]| {
        let run = chess(&[&["pgn", text(&games), "--parquet", text(&folder)], args].concat());
        (run.code, run.stderr)
    };
    let first = ["--columns", "game,white", "--filter", "sound"];
    assert_eq!(resume(&first), (Some(0), String::new()));
    assert_eq!(resume(&[&first[..], &["--resume"]].concat()), (Some(0), String::new()));
    let refused = format!(
        "error: --resume: {}/a.parquet has other columns, another filter or another --score-view\n",
        text(&folder)
    );
    for other in [
        &["--columns", "game,black", "--filter", "sound"][..],
        &["--columns", "game,white", "--filter", "plies > 0"],
        &["--columns", "game,white", "--filter", "sound", "--score-view", "white"],
    ] {
        assert_eq!(resume(&[other, &["--resume"]].concat()), (Some(1), refused.clone()), "{other:?}");
    }
}

/// A socket is there, but cannot be opened.
#[test]
fn a_table_that_cannot_be_opened_is_not_written_again() {
    let folder = folder("table_ends/socket");
    let games = folder.join("a.pgn");
    fs::write(&games, GAMES).unwrap();
    // The path of a socket is short; so is this one of the folder.
    let open = File::open(&folder).unwrap();
    let socket = UnixListener::bind(format!("/proc/self/fd/{}/a.parquet", open.as_raw_fd())).unwrap();
    let run = chess(&["pgn", text(&games), "--parquet", text(&folder), "--resume"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    let table = folder.join("a.parquet");
    assert_eq!(run.stderr, format!("error: {}: No such device or address (os error 6)\n", text(&table)));
    drop(socket);
}

/// The stream is longer than what is kept back, so that writing it fails while games are read.
#[test]
fn a_reader_that_has_gone_is_no_error_and_a_full_disk_is_one() {
    let games = folder("table_ends/gone").join("a.pgn");
    fs::write(&games, "[White \"Zoe\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n".repeat(20_000)).unwrap();
    let args = ["pgn", text(&games), "--arrow", "-"];
    let gone = chess_without_reader(&args);
    assert_eq!(gone.code, Some(0), "{}", gone.stderr);
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_chess"));
    let full = run(command.args(args).stdout(full).output().unwrap());
    assert_eq!(full.code, Some(1));
    assert_eq!(full.stderr, "error: standard output: No space left on device (os error 28)\n");
}

#[test]
fn a_dump_that_cannot_be_read_to_its_end_has_no_table() {
    let folder = folder("table_ends/dump");
    for option in ["--parquet", "--arrow"] {
        let table = folder.join("table");
        let run = chess(&["dump", "evals", "/nowhere", option, text(&table)]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
        assert_eq!(run.stderr, "error: /nowhere: No such file or directory (os error 2)\n");
        assert_eq!(names(&folder), [""; 0], "{option}");
    }
}
