//! Little memory: threads that cannot be started, and tables that do not fit. And streams that nothing can be written to, as on a
//! full disk.
//!
//! `ulimit -v` limits the address space, of which each thread takes some megabytes, so that 1,024 threads never start.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Once;

use crate::run::{Run, chess, folder, run};
use crate::uci::Engine;

/// Address space in KiB: enough for a few threads, and for some dozens.
const LIMITS: [u32; 3] = [200_000, 400_000, 1_000_000];

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

#[test]
fn the_engine_searches_with_the_threads_that_there_are() {
    for limit in LIMITS {
        let input = "setoption name Threads value 1024\ngo depth 4\nisready\ngo nodes 3000\n";
        let run = chess_within(limit, &["uci"], input);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{limit}: {}", run.stdout);
        assert!(
            run.stdout.starts_with("info string Threads: there is memory for ")
                && run.stdout.lines().next().unwrap().ends_with(" of 1024 only"),
            "{}",
            run.stdout
        );
        assert_eq!(run.stdout.matches("bestmove ").count(), 2, "{limit}: {}", run.stdout);
        assert!(!run.stdout.contains("bestmove 0000"), "{limit}: {}", run.stdout);
    }
}

/// Takes from a program that runs all memory but 32 MiB more than it has, which are too few for a thread.
fn confine(id: u32) {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")).unwrap();
    let size: u64 = size.trim().trim_end_matches(" kB").parse().unwrap();
    let limit = format!("--as={}", (size + 32 * 1024) * 1024);
    assert!(Command::new("prlimit").args(["--pid", &id.to_string(), &limit]).status().unwrap().success());
}

/// There was memory for the tables of all threads, and there is none for the threads.
#[test]
fn threads_that_do_not_start_are_told_once_and_before_what_is_found() {
    let mut engine = Engine::start();
    engine.tell("setoption name Threads value 8\nisready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    confine(engine.id());
    // The second search ends before it has finished a depth, which its only line says.
    for (go, found) in [("go depth 3", 3), ("go nodes 1", 1)] {
        engine.tell(go);
        let lines = engine.until("bestmove ");
        assert!(lines[0].starts_with("info string no thread can be started for the search ("), "{lines:?}");
        assert_eq!(lines[1], "info string only 1 of 8 threads can be started", "{lines:?}");
        assert_eq!(lines.len(), 2 + found + 1, "{lines:?}");
        assert!(lines[2..2 + found].iter().all(|line| line.starts_with("info depth ")), "{lines:?}");
    }
    engine.quit();
}

/// From the least memory in which it answers, the engine answers whatever more there is.
#[test]
fn without_memory_for_its_first_table_the_engine_says_so() {
    let told = "info string Hash: there is no memory for the table: ";
    let (mut has_answered, mut has_told) = (false, false);
    for limit in (8_000..40_000).step_by(250).chain((40_000..LIMITS[0]).step_by(10_000)) {
        let run = chess_within(limit, &["uci"], "isready\ngo nodes 1\nquit\n");
        // With less, the program is not loaded, or it says that there is no memory for the engine.
        if !has_answered && run.code != Some(0) {
            continue;
        }
        has_answered = true;
        has_told |= run.stdout.starts_with(told);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{limit}: {}", run.stdout);
        assert!(run.stdout.contains("readyok\n") && run.stdout.contains("bestmove "), "{}", run.stdout);
    }
    assert!(has_answered && has_told);
}

/// The program chooses the stacks of its own threads. Those of its libraries are the ones that cannot be started here.
#[test]
#[cfg(target_pointer_width = "64")]
fn without_the_threads_of_libraries_the_work_is_done() {
    let folder = folder("scarce_stack");
    let uncaught = "warning: Ctrl-C ends the program at once: it cannot be caught: ";
    for (args, input, expected) in commands(&folder) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chess"));
        command.args(&args).args(["--threads", "1"]);
        // No process has as many addresses.
        command.env("RUST_MIN_STACK", (1_u64 << 60).to_string());
        let pipe = Stdio::piped;
        let mut child = command.stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().unwrap();
        drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
        let run = run(child.wait_with_output().unwrap());
        assert_eq!(run.code, Some(0), "{args:?}: {}", run.stderr);
        assert!(run.stdout.contains(expected), "{args:?}: {}", run.stdout);
        let catches = ["perft", "pgn", "book", "suite"].contains(&args[0].as_str());
        let warnings: Vec<&str> = run.stderr.lines().filter(|line| line.starts_with("warning: ")).collect();
        assert_eq!(warnings.len(), usize::from(catches), "{args:?}: {}", run.stderr);
        assert!(warnings.iter().all(|line| line.starts_with(uncaught)), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn a_game_is_played_in_little_memory() {
    let run = chess_within(LIMITS[0], &["play", "--seconds", "0.05"], "e4\nquit\n");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("Black plays "), "{}", run.stdout);
}

#[test]
fn a_table_that_does_not_fit_leaves_the_old_one() {
    let input = "setoption name Hash value 32\nsetoption name Hash value 1048576\ngo depth 4\n\
                 setoption name Hash value 33554432\nsetoption name Hash value 4\ngo depth 4\n";
    for limit in [LIMITS[2], 2_000_000] {
        let run = chess_within(limit, &["uci"], input);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{limit}: {}", run.stdout);
        let told: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with("info string ")).collect();
        let memory = "info string setoption: there is no memory for Hash 1048576; the table has 32 MiB: ";
        assert!(told[0].starts_with(memory), "{limit}: {told:?}");
        let range = "info string setoption: \"33554432\" is not a value of Hash";
        assert_eq!(told[1..], [range], "{limit}");
        assert_eq!(run.stdout.matches("bestmove ").count(), 2, "{limit}: {}", run.stdout);
        assert!(!run.stdout.contains("bestmove 0000"), "{limit}: {}", run.stdout);
    }
}

/// Every command that has threads: its arguments, its input, and what is on stdout.
fn commands(folder: &Path) -> Vec<(Vec<String>, &'static str, &'static str)> {
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let games = file("games.pgn", "1. e4 {+0.10/3} e5 {+0.05/3} 1-0\n");
    let suite = file("suite.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D3 8902\n");
    let puzzles = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
                   00001,4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,e1g1 e8e7,1500,75,-100,42,short,https://lichess.org/a,\n";
    let puzzles = file("puzzles.csv", puzzles);
    let (book, training) = (folder.join("made.bin"), folder.join("made.bf"));
    let unit = "{\"unit\":1,\"units\":1,\"fen\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"depth\":1,\"multiplicity\":1,\
                \"root\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"root_depth\":1}\n";
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    vec![
        (words(&["perft", "4"]), "", "nodes 197281\n"),
        (words(&["perft", "3", "--stats"]), "", "nodes 8902\n"),
        (words(&["perft", "3", "--distinct"]), "", "distinct 5362\n"),
        (words(&["units", "run"]), unit, "\"nodes\":5}"),
        (words(&["suite", &suite]), "", "1 ok, 0 failed"),
        (words(&["pgn", &games]), "", "games 1, plies 2, broken 0"),
        (words(&["pgn", "-"]), "1. e4 e5 *\n", "games 1, plies 2, broken 0"),
        (words(&["convert", &games, &path(&training)]), "", ""),
        (words(&["dump", "puzzles", &puzzles]), "", "rows 1, broken 0"),
        (words(&["book", "build", &games, "--out", &path(&book)]), "", "games 1, broken 0, moves 1"),
        (words(&["bench", "--depth", "1"]), "", "depth 1 on the wiki's positions"),
    ]
}

#[test]
fn every_command_goes_on_with_the_threads_that_there_are() {
    let folder = folder("scarce");
    for limit in LIMITS {
        for (mut args, input, expected) in commands(&folder) {
            let most = if args[0] == "bench" { "256" } else { "1024" };
            args.extend(["--threads".to_owned(), most.to_owned()]);
            let words: Vec<&str> = args.iter().map(String::as_str).collect();
            let run = chess_within(limit, &words, input);
            assert_eq!(run.code, Some(0), "{limit} {args:?}: {}", run.stderr);
            assert!(run.stdout.contains(expected), "{limit} {args:?}: {}", run.stdout);
            let mut told = run.stderr.lines().filter_map(|line| line.split_once(" threads can be started: "));
            let (Some((counts, reason)), None) = (told.next(), told.next()) else {
                panic!("{limit} {args:?}: {}", run.stderr)
            };
            // Who reads games or searches works beside the threads; who counts leaves it to them.
            let words: Vec<&str> = counts.split(' ').collect();
            let most: u32 = most.parse().unwrap();
            let wanted = match words[..] {
                ["warning:", "only", _, "of", wanted] if !reason.contains("main thread") => wanted,
                ["warning:", "beside", "the", "first", "thread,", _, "of", wanted] => {
                    assert_eq!(wanted, (most - 1).to_string(), "{args:?}");
                    continue;
                }
                _ => panic!("{limit} {args:?}: {}", run.stderr),
            };
            assert_eq!(wanted, most.to_string(), "{args:?}");
        }
    }
}

/// With a little less memory than a thread needs, the main thread does what the others would do.
#[test]
fn without_any_thread_the_main_thread_does_the_work() {
    let folder = folder("scarce_alone");
    let mut tried = 0;
    for (mut args, input, expected) in commands(&folder) {
        args.extend(["--threads".to_owned(), "2".to_owned()]);
        let words: Vec<&str> = args.iter().map(String::as_str).collect();
        // What the program itself takes depends on how it was built.
        let mut limits = (40_000..LIMITS[0]).rev().step_by(10_000);
        let alone = limits.find_map(|limit| {
            let run = chess_within(limit, &words, input);
            run.stderr.contains("0 of 2 threads can be started: ").then_some(run)
        });
        let Some(run) = alone else { continue };
        tried += 1;
        assert_eq!(run.code, Some(0), "{args:?}: {}", run.stderr);
        assert!(run.stdout.contains(expected), "{args:?}: {}", run.stdout);
        let mut lines: Vec<&str> = run.stderr.lines().collect();
        let last = lines.pop().unwrap();
        assert!(last.starts_with("warning: only 0 of 2 "), "{args:?}: {}", run.stderr);
        assert!(last.ends_with("; the main thread does the work"), "{args:?}: {}", run.stderr);
        // Ctrl-C is heard on a thread of its own, for which there may be memory a moment before or after.
        let uncaught = "warning: Ctrl-C ends the program at once: it cannot be caught: ";
        let is_told = lines.len() == 1 && lines[0].starts_with(uncaught);
        assert!(
            lines.is_empty() || (["perft", "suite"].contains(&args[0].as_str()) && is_told),
            "{args:?}: {}",
            run.stderr
        );
    }
    // Perft, its statistics, units, suites and dumps: the others work beside their threads.
    assert_eq!(tried, 5);
}

/// No command with an option for threads is forgotten above.
#[test]
fn every_command_with_threads_is_tried() {
    let folder = folder("scarce_help");
    let tried: Vec<String> = commands(&folder).into_iter().map(|(args, ..)| args[..2].join(" ")).collect();
    let man = chess(&["man"]).stdout;
    let mut found = 0;
    for page in man.split(".TH ").skip(1) {
        let name = page.split_whitespace().next().unwrap().trim_matches('"').replace('-', " ");
        let name = name.strip_prefix("chess ").unwrap_or_default();
        if page.contains("\\-\\-threads\\fR") {
            found += 1;
            assert!(tried.iter().any(|words| words.starts_with(name)), "{name}");
        }
    }
    assert_eq!(found, 8, "{man}");
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
