//! Streams that nothing can be written to, as on a full disk.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::run::{Run, chess, run};

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
const UNIT: &str = "{\"unit\":1,\"units\":1,\"fen\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"depth\":1,\"multiplicity\":1,\
                    \"root\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"root_depth\":1";

/// Runs of every command: arguments, which may name files of [`file`], and stdin.
fn runs() -> Vec<(Vec<String>, String)> {
    let text = |text: &str| text.to_owned();
    let runs: [(&[&str], String); 47] = [
        (&["--help"], text("")),
        (&["--version"], text("")),
        (&["perft", "--help"], text("")),
        (&["--no-such-option"], text("")),
        (&["perft", "3", "--hash", "1", "--mode", "list"], text("")),
        (&["perft", "2", "--divide"], text("")),
        (&["perft", "2", "--json"], text("")),
        (&["perft", "2", "--fen", "nonsense"], text("")),
        (&["units", "emit", "2", "--plies", "1"], text("")),
        (&["units", "emit", "2", "--plies", "1", "--fen", "nonsense"], text("")),
        (&["units", "run"], format!("{UNIT}}}\n")),
        (&["units", "run"], format!("nonsense\n{UNIT}}}\n")),
        (&["units", "merge"], format!("{UNIT},\"nodes\":5}}\n")),
        (&["units", "merge"], format!("{UNIT}}}\n")),
        (&["suite", "@suite"], text("")),
        (&["suite", "@wrong", "@none"], text("")),
        (&["inspect"], format!("{KINGS}\nnonsense\n")),
        (&["resolve"], format!("{KINGS}\tKe2\nnonsense\n")),
        (&["moves"], text("")),
        (&["moves", "nonsense"], text("")),
        (&["pgn", "-"], text("1. e4 e5 *\n")),
        (&["pgn", "@games", "@none"], text("")),
        (&["pgn", "@games", "--json"], text("")),
        (&["dump", "puzzles", "-"], text("PuzzleId,FEN\nx\n")),
        (&["convert", "-", "-", "--from", "pgn", "--to", "plain"], text("1. e4 {+0.10/3} Ke2 1-0\n")),
        (&["convert", "-", "@converted.bf", "--from", "pgn"], text("1. e4 {+0.10/3} e5 1-0\n")),
        (
            &["convert", "-", "-", "--from", "pgn", "--to", "plain"],
            text("1. e4 {+0.10/3} e5 {+0.05/3} 1-0\n"),
        ),
        (&["convert", "-", "-", "--from", "plain", "--to", "plain"], format!("{KINGS} | 1 | 0.5\n")),
        (&["convert", "@lines", "-", "--from", "plain", "--to", "plain"], text("")),
        (&["pgn", "-", "--training", "plain", "-"], text("1. e4 {+0.10/3} e5 {+0.05/3} 1-0\n")),
        (&["pgn", "@scores", "--training", "plain", "-"], text("")),
        (&["book", "show", "@book"], text("")),
        (&["book", "show", "@book", KINGS], text("")),
        (&["book", "build", "@games", "@none", "--out", "@built"], text("")),
        (&["book", "merge", "@book", "--out", "@merged"], text("")),
        (&["book", "merge", "@none", "--out", "@merged"], text("")),
        (&["tables", "--path", "."], format!("{KINGS}\nnonsense\n")),
        (&["tables", "--path", ".", "--fen", KINGS], text("")),
        (&["show"], text("")),
        (&["show", "--svg", "-"], text("")),
        (&["show", "--svg", "@no/such/folder"], text("")),
        (&["play", "--random"], text("undo\nnonsense\n0000\ne2e4\nquit\n")),
        (&["uci"], text("uci\nisready\nnonsense\n")),
        (&["uci"], text("go depth 2\n")),
        (&["bench", "--depth", "1"], text("")),
        (&["completions", "bash"], text("")),
        (&["man"], text("")),
    ];
    let named = |word: &&str| word.strip_prefix('@').map_or_else(|| text(word), file);
    runs.into_iter().map(|(args, input)| (args.iter().map(named).collect(), input)).collect()
}

/// A file for these tests.
fn file(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("full");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name).to_str().unwrap().to_owned()
}

fn write_files() {
    let book = b"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x02\x00\x00\x00\x00";
    std::fs::write(file("book"), book).unwrap();
    std::fs::write(file("games"), "1. e4 e5 2. Ke3 1-0\n\n1. d4 1-0\n").unwrap();
    std::fs::write(file("suite"), format!("{KINGS} ;D1 5\n")).unwrap();
    // More than is kept back before it is written.
    std::fs::write(file("lines"), format!("{KINGS} | 1 | 0.5\n").repeat(10_000)).unwrap();
    std::fs::write(file("scores"), "1. e4 {+0.10/3} e5 {+0.05/3} 1-0\n\n".repeat(1000)).unwrap();
    std::fs::write(file("wrong"), format!("{KINGS} ;D1 6\nnonsense\n")).unwrap();
}

fn full() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").unwrap().into()
}

fn chess_on(args: &[String], input: &str, stdout: Stdio, stderr: Stdio) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess"));
    let mut child = command.args(args).stdin(Stdio::piped()).stdout(stdout).stderr(stderr).spawn().unwrap();
    // Whoever cannot print may not read, either.
    drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
    run(child.wait_with_output().unwrap())
}

/// A diagnostic that cannot be written changes nothing: not what is printed, and not the exit code.
#[test]
fn a_full_stderr() {
    write_files();
    let mut told = 0;
    for (args, input) in runs() {
        let usual = chess_on(&args, &input, Stdio::piped(), Stdio::piped());
        let silent = chess_on(&args, &input, Stdio::piped(), full());
        assert_eq!(silent.code, usual.code, "{args:?}: {}", usual.stderr);
        assert!(matches!(usual.code, Some(0..=2)), "{args:?}");
        assert_eq!(silent.stdout.lines().count(), usual.stdout.lines().count(), "{args:?}");
        told += u32::from(!usual.stderr.is_empty());
    }
    assert!(told >= 14, "{told} runs have something to tell");
}

/// Data that cannot be written is an error, which is named.
#[test]
fn a_full_stdout() {
    write_files();
    for (args, input) in runs() {
        let usual = chess_on(&args, &input, Stdio::piped(), Stdio::piped());
        let unread = chess_on(&args, &input, full(), Stdio::piped());
        if usual.stdout.is_empty() {
            assert_eq!((unread.code, unread.stderr), (usual.code, usual.stderr), "{args:?}");
        } else {
            assert_eq!(unread.code, Some(1), "{args:?}: {}", unread.stderr);
            let complaint = unread.stderr.lines().last().unwrap_or_default();
            assert!(complaint.starts_with("error: standard output: "), "{args:?}: {}", unread.stderr);
        }
        assert_eq!(chess_on(&args, &input, full(), full()).code, unread.code, "{args:?}");
    }
}

#[test]
fn no_command_is_left_out() {
    let help = chess(&["--help"]).stdout;
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| line.starts_with("  "));
    let runs = runs();
    for command in commands.map(|line| line.split_whitespace().next().unwrap()) {
        assert!(command == "help" || runs.iter().any(|(args, _)| args[0] == command), "{command}");
    }
}

/// The search would go on for hours.
#[test]
fn a_search_whose_lines_cannot_be_written_is_over() {
    let run = chess_on(&["uci".to_owned()], "go depth 100\n", full(), Stdio::piped());
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stderr, "error: standard output: No space left on device (os error 28)\n");
}

/// The next command, which itself says nothing, ends the engine, so that the rest of the input is not read.
#[test]
fn a_search_whose_lines_cannot_be_written_ends_the_engine() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess"));
    let mut child =
        command.arg("uci").stdin(Stdio::piped()).stdout(full()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"go depth 1\n").unwrap();
    // Far more than a pipe and the program's buffer take.
    let rest = "stop\n".repeat(1 << 17);
    assert!(stdin.write_all(rest.as_bytes()).is_err());
    drop(stdin);
    assert_eq!(run(child.wait_with_output().unwrap()).code, Some(1));
}
