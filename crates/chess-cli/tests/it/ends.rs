//! Ends that come early: signals, limits of the system, and inputs beyond all memory.

use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::folder::{folder, text};
use crate::run::{Run, chess, run};

/// Runs `chess` below a limit of bash.
fn limited(limit: &str, args: &[&str]) -> Run {
    let script = format!("ulimit {limit} && exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_chess")]).args(args).stdin(Stdio::null());
    run(command.output().unwrap())
}

/// A file that is half written has no name, which a signal would leave.
#[test]
fn a_signal_leaves_no_file() {
    for (signal, is_bare) in [("-TERM", false), ("-INT", false), ("-KILL", false), ("-KILL", true)] {
        for old in [None, Some("old")] {
            let folder = folder("ends/signal");
            let out = folder.join("out.txt");
            // A name alone is one of the present folder.
            let name = if is_bare { "out.txt" } else { text(&out) };
            if let Some(old) = old {
                fs::write(&out, old).unwrap();
            }
            // What a shell starts in the background ignores interrupts, and so would the program.
            let mut command = Command::new("env");
            command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_chess")]);
            command.args(["convert", "-", name, "--from", "plain"]).current_dir(&folder);
            let mut child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
            wait_for_files(&format!("/proc/{}/fd", child.id()));
            let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
            assert!(kill.success());
            assert_eq!(child.wait().unwrap().code(), None);
            let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
            assert_eq!(left, old.map(|_| out.clone()).into_iter().collect::<Vec<_>>(), "{signal}");
            assert!(old.is_none_or(|old| fs::read_to_string(out).unwrap() == old));
        }
    }
}

/// Waits until a program has opened a file besides its three streams.
fn wait_for_files(folder: &str) {
    let begin = Instant::now();
    while fs::read_dir(folder).unwrap().count() < 4 {
        assert!(begin.elapsed() < Duration::from_secs(20));
        sleep(Duration::from_millis(5));
    }
    sleep(Duration::from_millis(50));
}

#[test]
fn a_suite_beyond_all_memory() {
    let file = folder("ends/sparse").join("suite.epd");
    File::create(&file).unwrap().set_len(1 << 29).unwrap();
    let run = limited("-v 262144", &["suite", file.to_str().unwrap()]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert_eq!(run.stderr, format!("error: {}:1: the line has more than 65536 bytes\n", file.display()));
}

#[test]
fn a_suite_that_is_not_utf8() {
    let file = folder("ends/bytes").join("suite.epd");
    fs::write(&file, b"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;id \xff\n")
        .unwrap();
    let run = chess(&["suite", file.to_str().unwrap()]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stderr, format!("error: {}:2: the line is not UTF-8\n", file.display()));
    assert_eq!(run.stdout, "1 positions, 1 counts: 1 ok, 0 failed, 0 skipped; 0 positions refused\n");
}

/// A wrong path does not cost the book that was there before.
#[test]
fn a_book_of_no_games() {
    let folder = folder("ends/book");
    let (book, none) = (folder.join("book.bin"), folder.join("none.pgn"));
    fs::write(&book, "old").unwrap();
    let run = chess(&["book", "build", none.to_str().unwrap(), "--out", book.to_str().unwrap()]);
    assert_eq!((run.code, &*run.stdout), (Some(1), ""));
    assert!(run.stderr.ends_with("nothing could be read, and no book is written\n"), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&book).unwrap(), "old");
    // A file without games can be read.
    fs::write(&none, "").unwrap();
    let run = chess(&["book", "build", none.to_str().unwrap(), "--out", book.to_str().unwrap()]);
    assert_eq!((run.code, &*run.stdout), (Some(0), "games 0, broken 0, moves 0\n"));
    assert_eq!(fs::read(&book).unwrap(), b"");
}
