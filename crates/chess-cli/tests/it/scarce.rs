//! More threads and memory than the system has: `ulimit -v` limits the address space, of which each thread takes some megabytes.
//! And streams that nothing can be written to, as on a full disk.

use std::fs::{self, File};
use std::io::Write;
use std::process::{Command, Stdio};

use crate::run::{Run, chess_with_input, folder, run};

/// Runs `chess` with so many KiB of address space.
fn chess_within(limit: u32, args: &[&str], input: &str) -> Run {
    let script = format!("ulimit -v {limit} && exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_chess")]).args(args);
    // The allocator reserves 64 MiB for each thread while it can, of which threads that start at the same time see different rests.
    shell.env("MALLOC_ARENA_MAX", "1");
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
        (&["perft", "4", hash[0], hash[1]], "", "warning: --hash: only ", "nodes 197281\n"),
        (&["bench", "--depth", "1", "--hash", "65535"], "", "warning: --hash: ", "depth 1 on the wiki's"),
        (&["perft", "4", "--distinct", "--memory", "1048576"], "", "", "distinct 72078\n"),
        (&["uci"], "setoption name Threads value 1024\ngo depth 4\n", "info string Threads: ", "bestmove "),
        (
            &["uci"],
            "setoption name Hash value 33554432\ngo depth 4\n",
            "info string Hash: only ",
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
            let size = all.split_once("--hash: only ").and_then(|(_, rest)| rest.split(' ').next());
            let size = size.filter(|&size| args[0] == "perft" && size != "0");
            assert!(
                size.is_none_or(|size| all.contains(&format!("\nhash {size}\n"))),
                "{limit} {args:?}: {all}"
            );
        }
    }
}

/// The engine refuses a table above the maximum that it declares. A table above the free memory gets seven eighths of it. One `info
/// string` reports either, and the engine answers at once.
#[test]
fn a_table_leaves_some_of_the_free_memory() {
    let begun = std::time::Instant::now();
    let run = chess_with_input(&["uci"], "setoption name Hash value 1048577\nisready\ngo depth 1\n");
    let told: Vec<_> = run.stdout.lines().filter(|line| line.contains("Hash")).collect();
    assert_eq!(told, ["info string Hash: only up to 1048576 MiB, and not 1048577"], "{}", run.stdout);
    assert!(run.stdout.contains("readyok") && begun.elapsed().as_secs() < 20, "{}", run.stdout);
}

/// Lines of each kind, which would not fit: those that can be counted, those that are malformed, and the counts of one position.
#[test]
fn a_suite_of_any_number_of_lines_takes_bounded_memory() {
    let folder = folder("suite/lines");
    let place = folder.to_str().unwrap();
    let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (name, first, line, code, expected) in [
        (
            "counted",
            "",
            format!("{kings} ;D0 1"),
            0,
            "1500000 positions, 1500000 counts: 1500000 ok, 0 failed",
        ),
        ("malformed", "", format!("{kings} ;E1 5"), 1, "0 positions, 0 counts"),
        ("alone", &format!("epd {kings}"), "perft 0 1".to_owned(), 1, "1 positions, 65 counts: 65 ok"),
    ] {
        let file = folder.join(name);
        let script = "printf '%s\\n' \"$1\" >\"$3\"; yes \"$2\" | head -n 1500000 >>\"$3\"; gzip -1 \"$3\"";
        let mut shell = Command::new("sh");
        assert!(
            shell
                .args(["-c", script, "sh", first, &line, file.to_str().unwrap()])
                .status()
                .unwrap()
                .success()
        );
        let run = chess_within(150_000, &["suite", &format!("{place}/{name}.gz")], "");
        let last = run.stdout.lines().next_back().unwrap_or_default();
        assert!(run.code == Some(code) && last.contains(expected), "{name}: {last} {}", run.stderr);
        assert!(run.stderr.lines().count() <= 1, "{name}: {}", run.stderr);
    }
}

/// Half of what is asked for would be less than what is there.
#[test]
fn a_wish_for_a_larger_table_makes_none_smaller() {
    let input = "setoption name Hash value 700\nsetoption name Hash value 1399\ngo depth 1\n";
    let run = chess_within(1_420_000, &["uci"], input);
    let told: Vec<_> = run.stdout.lines().filter(|line| line.contains("Hash")).collect();
    assert_eq!(told, ["info string Hash: only 700 of 1399 MiB could be allocated"]);
}

#[test]
fn a_suite_beyond_all_memory() {
    let file = folder("scarce/sparse").join("suite.epd");
    File::create(&file).unwrap().set_len(1 << 29).unwrap();
    let run = chess_within(262_144, &["suite", file.to_str().unwrap()], "");
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert_eq!(run.stderr, format!("error: {}:1: the line has more than 65536 bytes\n", file.display()));
}

fn full() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

fn chess_on(args: &[&str], input: &str, stdout: Stdio, stderr: Stdio) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess"));
    let mut child = command.args(args).stdin(Stdio::piped()).stdout(stdout).stderr(stderr).spawn().unwrap();
    // A command that cannot print may end before it reads its input.
    drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
    run(child.wait_with_output().unwrap())
}

/// A diagnostic that cannot be written changes nothing: not what is printed, and not the exit code. Runs without an error are among
/// the faults.
#[test]
fn an_error_that_cannot_be_written_changes_nothing() {
    for (args, input) in [
        (&["--no-such-option"][..], ""),
        (&["perft", "2", "--fen", "nonsense"], ""),
        (&["units", "run"], "nonsense\n"),
        (&["suite", "no-such-file"], ""),
        (&["resolve"], "startpos\tKe2\nnonsense\n"),
        (&["pgn", "-", "no-such-file"], "1. e4 e5 2. Ke3 1-0\n"),
        (&["analyse", "-", "--depth", "1"], "1. e4 e5 *\n\n1. e4 e4 *\n"),
        (&["convert", "-", "-", "--from", "pgn", "--to", "plain"], "1. e4 {+0.10/3} Ke2 1-0\n"),
        (&["play", "--random"], "undo\nnonsense\n0000\ne2e4\nquit\n"),
    ] {
        let usual = chess_on(args, input, Stdio::piped(), Stdio::piped());
        let silent = chess_on(args, input, Stdio::piped(), full());
        assert_eq!((silent.code, silent.stdout.lines().count()), (usual.code, usual.stdout.lines().count()));
        // `resolve` answers its errors on stdout.
        assert_eq!(usual.stderr.is_empty(), args == ["resolve"], "{args:?}");
    }
}

/// The search would go on for hours.
#[test]
fn a_search_whose_lines_cannot_be_written_is_over() {
    let run = chess_on(&["uci"], "go depth 100\n", full(), Stdio::piped());
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
