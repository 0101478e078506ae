//! Text from outside with terminal escapes in it, which must not reach a terminal as they are.

use std::fs;
use std::path::Path;

use crate::run::{Run, chess, chess_with_input};

const RED: &str = "\u{1b}[31mred";
const ESCAPED: &str = "\\u{1b}[31mred";

/// Checks that the text is quoted, and that no byte of it can steer a terminal.
fn check(run: &Run, args: &[&str]) {
    let text = format!("{}{}", run.stdout, run.stderr);
    assert!(text.contains(ESCAPED), "{args:?}: {text:?}");
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{args:?}: {text:?}");
}

#[test]
fn file_names() {
    let name = |name: &str| format!("no/such/{RED}.{name}");
    let (pgn, bin, epd) = (name("pgn"), name("bin"), name("epd"));
    for args in [
        &["pgn", &pgn][..],
        &["pgn", "--json", &pgn],
        &["suite", &epd],
        &["suite", "--json", &epd],
        &["book", "show", &bin],
        &["book", "merge", &bin, "--out", "any.bin"],
        &["book", "build", &pgn, "--out", &bin],
        &["show", "--svg", &name("svg")],
        &["man", "--out", &format!("/dev/null/{RED}")],
    ] {
        let run = chess(args);
        assert_eq!(run.code, Some(1), "{args:?}");
        check(&run, args);
    }
}

#[test]
fn files_that_are_there() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(RED);
    fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let games = file("games.pgn", &format!("1. e4 {RED} 1-0\n"));
    let suite =
        file("suite.epd", &format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 6\n{RED} ;D1 1\nstartpos ;{RED} 5\n"));
    let (book, built) = (file("empty.bin", ""), file("built.bin", ""));
    for (args, code) in [
        (&["pgn", &games][..], 1),
        (&["suite", &suite], 1),
        (&["book", "show", &book], 0),
        (&["book", "build", &games, "--out", &built], 1),
    ] {
        let run = chess(args);
        assert_eq!(run.code, Some(code), "{args:?}");
        check(&run, args);
    }
    // JSON escapes by itself.
    let run = chess(&["suite", "--json", &suite]);
    assert!(!run.stdout.contains('\u{1b}') && run.stdout.contains("\\u001b[31mred"), "{}", run.stdout);
}

#[test]
fn arguments() {
    let attacks = format!("--attacks={RED}");
    for args in [
        &[RED][..],
        &["perft", RED],
        &["perft", "1", "--backend", RED],
        &["show", &attacks],
        &["moves", "--fen", "a", RED],
    ] {
        let run = chess(args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
        if args[1..] != ["--fen", "a", RED] {
            check(&run, args);
        }
        assert!(!run.stderr.contains('\u{1b}'), "{args:?}: {:?}", run.stderr);
    }
}

/// Such an argument is not quoted, but the name of the program is. Written again, it would be an argument that is right.
#[test]
fn the_name_of_the_program_beside_bytes_that_are_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::process::CommandExt;

    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_chess"));
    command.arg0("\u{202e}ssehc").args(["perft", "1", "--fen"]).arg(OsStr::from_bytes(b"\xff"));
    let run = crate::run::run(command.output().unwrap());
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(
        run.stderr.starts_with("error: invalid UTF-8 was detected in one or more arguments\n"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("\nUsage: \\u{202e}ssehc perft [OPTIONS] <DEPTH>\n"), "{}", run.stderr);
}

#[test]
fn positions() {
    for args in [&["moves", RED][..], &["show", "--fen", RED], &["perft", "1", "--fen", RED], &["play", RED]]
    {
        let run = chess(args);
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.lines().count()), (Some(1), "", 1), "{args:?}");
        assert!(!run.stderr.contains('\u{1b}'), "{args:?}: {:?}", run.stderr);
    }
    let unit = format!("{{\"unit\":1,\"units\":1,\"fen\":\"{RED}\"}}\n");
    let run = chess_with_input(&["units", "run"], unit);
    assert!(run.code == Some(1) && !run.stderr.contains('\u{1b}'), "{:?}", run.stderr);
}
