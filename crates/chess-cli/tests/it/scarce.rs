//! More threads and memory than the system has: `ulimit -v` limits the address space, of which each thread takes some megabytes.
//! And streams that nothing can be written to, as on a full disk.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Once;

use crate::run::{Run, chess, folder, run};

/// Runs `chess` with so many KiB of address space.
fn chess_within(limit: u32, args: &[&str], input: &str) -> Run {
    let script = format!("ulimit -v {limit} && exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_chess")]).args(args);
    let pipe = Stdio::piped;
    let mut child = shell.stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().unwrap();
    // A program that has ended does not read.
    drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
    run(child.wait_with_output().unwrap())
}

/// A number beyond what the system has: the work is done with less, which is said once.
#[test]
fn numbers_that_a_user_gives_end_no_program() {
    let folder = folder("scarce");
    let file = |name: &str, text: &str| {
        fs::write(folder.join(name), text).unwrap();
        folder.join(name).to_str().unwrap().to_owned()
    };
    let games = file("games.pgn", "1. e4 e5 1-0\n");
    let suite = file("suite.epd", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n");
    let (threads, hash) = (["--threads", "1024"], ["--hash", "16777216"]);
    let few = "warning: only ";
    for (args, input, told, expected) in [
        (&["perft", "4", threads[0], threads[1]][..], "", few, "nodes 197281\n"),
        (&["perft", "3", "--distinct", threads[0], threads[1]], "", few, "distinct 5362\n"),
        (&["suite", &suite, threads[0], threads[1]], "", few, "1 ok, 0 failed"),
        (&["pgn", &games, threads[0], threads[1]], "", few, "games 1, plies 2, broken 0"),
        (&["perft", "4", hash[0], hash[1]], "", "warning: --hash: there is memory for ", "nodes 197281\n"),
        (&["bench", "--depth", "1", "--hash", "65535"], "", "warning: --hash: ", "depth 1 on the wiki's"),
        (&["perft", "4", "--distinct", "--memory", "1048576"], "", "", "distinct 72078\n"),
        (&["uci"], "setoption name Threads value 1024\ngo depth 4\n", "info string Threads: ", "bestmove "),
        (
            &["uci"],
            "setoption name Hash value 33554432\ngo depth 4\n",
            "info string Hash: the table has ",
            "bestmove ",
        ),
    ] {
        for limit in [200_000, 1_000_000] {
            let run = chess_within(limit, args, input);
            assert_eq!(run.code, Some(0), "{limit} {args:?}: {}", run.stderr);
            assert!(run.stdout.contains(expected), "{limit} {args:?}: {}", run.stdout);
            assert!(!run.stdout.contains("bestmove 0000"), "{limit} {args:?}: {}", run.stdout);
            let all = run.stdout + &run.stderr;
            assert!(told.is_empty() || all.matches(told).count() == 1, "{limit} {args:?}: {all}");
            let size = all.split_once("memory for ").and_then(|(_, rest)| rest.split(' ').next());
            let size = size.filter(|&size| args[0] == "perft" && size != "0");
            assert!(
                size.is_none_or(|size| all.contains(&format!("\nhash {size}\n"))),
                "{limit} {args:?}: {all}"
            );
        }
    }
}

#[test]
fn a_suite_beyond_all_memory() {
    let file = folder("scarce/sparse").join("suite.epd");
    File::create(&file).unwrap().set_len(1 << 29).unwrap();
    let run = chess_within(262_144, &["suite", file.to_str().unwrap()], "");
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert_eq!(run.stderr, format!("error: {}:1: the line has more than 65536 bytes\n", file.display()));
}

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
const UNIT: &str = "{\"unit\":1,\"units\":1,\"fen\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"depth\":1,\"multiplicity\":1,\
                    \"root\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"root_depth\":1";

/// Runs of every command: arguments, which may name files of [`file`], and stdin, with [`KINGS`] and [`UNIT`] by name.
fn runs() -> Vec<(Vec<String>, String)> {
    let runs: [(&[&str], &str); 53] = [
        (&["--help"], ""),
        (&["--version"], ""),
        (&["perft", "--help"], ""),
        (&["--no-such-option"], ""),
        (&["perft", "3", "--hash", "1", "--mode", "list"], ""),
        (&["perft", "2", "--divide"], ""),
        (&["perft", "2", "--json"], ""),
        (&["perft", "2", "--fen", "nonsense"], ""),
        (&["units", "emit", "2", "--plies", "1"], ""),
        (&["units", "emit", "2", "--plies", "1", "--fen", "nonsense"], ""),
        (&["units", "run"], "UNIT}\n"),
        (&["units", "run"], "nonsense\nUNIT}\n"),
        (&["units", "merge"], "UNIT,\"nodes\":5}\n"),
        (&["units", "merge"], "UNIT}\n"),
        (&["suite", "@suite"], ""),
        (&["suite", "@wrong", "@none"], ""),
        (&["inspect"], "KINGS\nnonsense\n"),
        (&["resolve"], "KINGS\tKe2\nnonsense\n"),
        (&["moves"], ""),
        (&["moves", "nonsense"], ""),
        (&["pgn", "-"], "1. e4 e5 *\n"),
        (&["pgn", "@games", "@none"], ""),
        (&["pgn", "@games", "--json"], ""),
        (&["pgn", "@games", "--out", "-"], ""),
        (&["pgn", "@games", "--out", "@copied", "--dedup"], ""),
        (&["match", "random", "random", "--games", "2", "--max-moves", "3"], ""),
        (&["match", "random", "no-such-engine; depth=1"], ""),
        (&["analyse", "-", "--depth", "1"], "1. e4 e5 *\n\n1. e4 e4 *\n"),
        (&["analyse", KINGS, "--depth", "1"], ""),
        (&["dump", "puzzles", "-"], "PuzzleId,FEN\nx\n"),
        (&["convert", "-", "-", "--from", "pgn", "--to", "plain"], "1. e4 {+0.10/3} Ke2 1-0\n"),
        (&["convert", "-", "@converted.bf", "--from", "pgn"], "1. e4 {+0.10/3} e5 1-0\n"),
        (&["convert", "-", "-", "--from", "pgn", "--to", "plain"], "1. e4 {+0.10/3} e5 {+0.05/3} 1-0\n"),
        (&["convert", "-", "-", "--from", "plain", "--to", "plain"], "KINGS | 1 | 0.5\n"),
        (&["convert", "@lines", "-", "--from", "plain", "--to", "plain"], ""),
        (&["pgn", "-", "--training", "plain", "-"], "1. e4 {+0.10/3} e5 {+0.05/3} 1-0\n"),
        (&["pgn", "@scores", "--training", "plain", "-"], ""),
        (&["book", "show", "@book"], ""),
        (&["book", "show", "@book", KINGS], ""),
        (&["book", "build", "@games", "@none", "--out", "@built"], ""),
        (&["book", "merge", "@book", "--out", "@merged"], ""),
        (&["book", "merge", "@none", "--out", "@merged"], ""),
        (&["tables", "--path", "."], "KINGS\nnonsense\n"),
        (&["tables", "--path", ".", "--fen", KINGS], ""),
        (&["show"], ""),
        (&["show", "--svg", "-"], ""),
        (&["show", "--svg", "@no/such/folder"], ""),
        (&["play", "--random"], "undo\nnonsense\n0000\ne2e4\nquit\n"),
        (&["uci"], "uci\nisready\nnonsense\n"),
        (&["uci"], "go depth 2\n"),
        (&["bench", "--depth", "1"], ""),
        (&["completions", "bash"], ""),
        (&["man"], ""),
    ];
    let named = |word: &&str| word.strip_prefix('@').map_or_else(|| (*word).to_owned(), file);
    let written = |input: &str| input.replace("KINGS", KINGS).replace("UNIT", UNIT);
    runs.map(|(args, input)| (args.iter().map(named).collect(), written(input))).into()
}

/// A file for these tests.
fn file(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("full");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name).to_str().unwrap().to_owned()
}

/// Writes the files once: two tests read them at the same time.
fn write_files() {
    static WRITTEN: Once = Once::new();
    WRITTEN.call_once(|| {
        let book = b"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x02\x00\x00\x00\x00";
        fs::write(file("book"), book).unwrap();
        fs::write(file("games"), "1. e4 e5 2. Ke3 1-0\n\n1. d4 1-0\n").unwrap();
        fs::write(file("suite"), format!("{KINGS} ;D1 5\n")).unwrap();
        // More than is kept back before it is written.
        fs::write(file("lines"), format!("{KINGS} | 1 | 0.5\n").repeat(10_000)).unwrap();
        fs::write(file("scores"), "1. e4 {+0.10/3} e5 {+0.05/3} 1-0\n\n".repeat(1000)).unwrap();
        fs::write(file("wrong"), format!("{KINGS} ;D1 6\nnonsense\n")).unwrap();
    });
}

fn full() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").unwrap().into()
}

fn chess_on(args: &[String], input: &str, stdout: Stdio, stderr: Stdio) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess"));
    let mut child = command.args(args).stdin(Stdio::piped()).stdout(stdout).stderr(stderr).spawn().unwrap();
    // A command that cannot print may end before it reads its input.
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
fn every_command_is_tried_on_a_full_disk() {
    let help = chess(&["--help"]).stdout;
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| line.starts_with("  "));
    let runs = runs();
    // Lines that are indented more go on with the text of the one before.
    let commands = commands.filter(|line| !line.starts_with("   "));
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
