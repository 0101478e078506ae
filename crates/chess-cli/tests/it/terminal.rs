//! Output on a terminal: colours, separators in counts, and progress bars. `script` runs the program on one.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{Run, chess, folder, run, text};

/// Clears the line of a progress bar.
const CLEAR: &str = "\u{1b}[2K";

/// Runs `chess` with all streams on a terminal of 120 columns. Its lines end with line breaks only.
fn on_terminal(args: &[&str], variables: &[(&str, &str)]) -> Run {
    on_terminal_from(Path::new("/dev/null"), args, variables)
}

/// The same with a file on stdin.
fn on_terminal_from(stdin: &Path, args: &[&str], variables: &[(&str, &str)]) -> Run {
    let run = run(terminal(stdin, "", args, variables).output().unwrap());
    Run { stdout: run.stdout.replace("\r\n", "\n"), ..run }
}

/// `chess` on a terminal, after a command of the shell whose process it then has.
fn terminal(stdin: &Path, before: &str, args: &[&str], variables: &[(&str, &str)]) -> Command {
    let words = args.iter().map(|word| format!(" '{}'", word.replace('\'', "'\\''")));
    let line = format!(
        "stty cols 120 rows 40 && {before} exec '{}'{} < '{}'",
        env!("CARGO_BIN_EXE_chess"),
        words.collect::<String>(),
        text(stdin)
    );
    let mut command = Command::new("script");
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        command.env_remove(name);
    }
    command.env("TERM", "xterm").env("SHELL", "/bin/sh").envs(variables.iter().copied());
    command
}

/// Runs `chess` on a terminal, and interrupts it as soon as it shows what `is_awaited`.
fn interrupted(name: &str, args: &[&str], is_awaited: impl Fn(&str) -> bool) -> Run {
    let id = folder(name).join("id");
    let before = format!("echo $$ > '{}' &&", text(&id));
    let mut command = terminal(Path::new("/dev/null"), &before, args, &[]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let (mut shown, mut piece, mut stdout) = (Vec::new(), [0; 4096], child.stdout.take().unwrap());
    let begun = Instant::now();
    while !is_awaited(&String::from_utf8_lossy(&shown)) && begun.elapsed() < Duration::from_mins(1) {
        let len = stdout.read(&mut piece).unwrap();
        assert!(len > 0, "{:?}", String::from_utf8_lossy(&shown));
        shown.extend_from_slice(&piece[..len]);
    }
    // Its handler was there before its bar.
    let id = fs::read_to_string(id).unwrap();
    assert!(Command::new("kill").args(["-INT", id.trim()]).status().unwrap().success());
    stdout.read_to_end(&mut shown).unwrap();
    let shown = String::from_utf8(shown).unwrap();
    assert!(is_awaited(&shown), "{shown:?}");
    Run { code: child.wait().unwrap().code(), stdout: shown.replace("\r\n", "\n"), stderr: String::new() }
}

/// The text on the terminal after the last progress bar has been removed.
fn after_bars(shown: &str) -> &str {
    shown.rsplit(CLEAR).next().unwrap()
}

#[test]
fn counts_have_separators() {
    let run = on_terminal(&["perft", "3"], &[]);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains("nodes 8,902\n"), "{:?}", run.stdout);
    assert!(chess(&["perft", "3"]).stdout.contains("nodes 8902\n"));
}

#[test]
fn boards_are_coloured_unless_that_is_not_wanted() {
    let colored = "\u{1b}[38;5;16m\u{1b}[48;5;223m";
    let run = on_terminal(&["show"], &[]);
    assert!(run.code == Some(0) && run.stdout.contains(colored), "{:?}", run.stdout);
    let plain = chess(&["show"]).stdout;
    assert!(plain.contains("│ ♜ │") && !plain.contains('\u{1b}'), "{plain:?}");
    assert_eq!(on_terminal(&["show"], &[("NO_COLOR", "1")]).stdout, plain);
    // No variable puts colours into a file.
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess"));
    assert_eq!(self::run(command.arg("show").env("CLICOLOR_FORCE", "1").output().unwrap()).stdout, plain);
}

#[test]
fn errors_of_the_command_line_are_coloured() {
    let run = on_terminal(&["perft", "many"], &[]);
    assert_eq!(run.code, Some(2));
    assert!(run.stdout.contains("\u{1b}[1m\u{1b}[31merror:\u{1b}[0m "), "{:?}", run.stdout);
    assert!(
        run.stdout.contains("For more information, try '\u{1b}[1m--help\u{1b}[0m'.\n"),
        "{:?}",
        run.stdout
    );
}

/// A bar shows how much of the file has been read, and is gone when the summary is printed.
#[test]
fn a_bar_of_bytes_is_shown_while_a_file_is_read() {
    let folder = folder("terminal/bytes");
    let (games, lines, out) = (folder.join("a.pgn"), folder.join("a.txt"), folder.join("out"));
    fs::write(&games, "1. e4 {+0.10/3} e5 1-0\n\n".repeat(100)).unwrap();
    fs::write(&lines, "4k3/8/8/8/8/8/4P3/4K3 w - - 3 40 | -7 | 0.5\n".repeat(100)).unwrap();
    let (games, lines, out) = (text(&games), text(&lines), text(&out));
    for (args, size, summary) in [
        (&["pgn", games][..], "2.34 KiB", "games 100, plies 200, broken 0\n"),
        (
            &["convert", games, out, "--to", "viri"],
            "2.34 KiB",
            "records 200, games 100, written 100, faults 0\n",
        ),
        (
            &["convert", lines, out, "--to", "marlin"],
            "4.30 KiB",
            "records 100, games 100, written 100, faults 0\n",
        ),
        (&["convert", lines, out, "--from", "plain", "--to", "marlin"], "4.30 KiB", "records 100, games 100"),
        (&["book", "build", games, "--out", out], "2.34 KiB", "games 100, broken 0, moves 1\n"),
    ] {
        let run = on_terminal(args, &[]);
        assert_eq!(run.code, Some(0), "{args:?}: {:?}", run.stdout);
        assert!(run.stdout.contains(&format!(" {size}/{size}  ")), "{args:?}: {:?}", run.stdout);
        assert!(run.stdout.contains(CLEAR), "{args:?}: {:?}", run.stdout);
        let rest = after_bars(&run.stdout);
        assert!(rest.trim_start_matches('\r').starts_with(summary), "{args:?}: {:?}", run.stdout);
        assert!(!rest.contains('█') && !rest.contains('░'), "{args:?}: {:?}", run.stdout);
    }
}

#[test]
fn a_bar_of_plies_is_shown_while_distinct_positions_are_counted() {
    let run = on_terminal(&["perft", "3", "--distinct"], &[]);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains(" ply 1 of 3  0/1  "), "{:?}", run.stdout);
    assert!(after_bars(&run.stdout).contains("distinct 5,362\n"), "{:?}", run.stdout);
}

/// Start position, 30 plies, which are never counted: the pieces of a ply are counted on the bar.
#[test]
fn the_bar_of_plies_goes_on() {
    let has_piece = |shown: &str| {
        let bars = shown.split(" ply ").skip(1).filter_map(|bar| bar.split_once(" of 30  "));
        bars.filter_map(|(_, bar)| bar.split_once('/'))
            .any(|(done, _)| done.parse().is_ok_and(|done: u64| done > 0))
    };
    let run = interrupted("terminal/plies", &["perft", "30", "--distinct"], has_piece);
    assert_eq!(run.code, Some(130), "{:?}", run.stdout);
    assert!(after_bars(&run.stdout).starts_with("incomplete "), "{:?}", run.stdout);
}

/// The threads go on with the bar, until the program has printed and ends.
#[test]
fn the_bar_is_gone_when_an_interrupt_ends_the_count() {
    for threads in ["1", "2"] {
        let args = ["perft", "30", "--threads", threads];
        let run = interrupted("terminal/interrupt", &args, |shown| shown.contains('░'));
        assert_eq!(run.code, Some(130), "{:?}", run.stdout);
        let rest = after_bars(&run.stdout);
        assert!(rest.contains("incomplete 0 of 20 moves\n"), "{:?}", run.stdout);
        assert!(!rest.contains('█') && !rest.contains('░'), "{:?}", run.stdout);
    }
}

#[test]
fn leaves_are_shown_while_they_are_counted() {
    let suite = folder("terminal/leaves").join("a.epd");
    fs::write(&suite, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 25\n").unwrap();
    for (args, leaves, last) in [
        (&["suite", text(&suite)][..], "30 leaves, ", "1 positions, 2 counts: 2 ok, "),
        (&["perft", "2"], "40 leaves, ", "nodes 400\n"),
    ] {
        let run = on_terminal(args, &[]);
        assert_eq!(run.code, Some(0));
        assert!(run.stdout.contains(leaves), "{args:?}: {:?}", run.stdout);
        assert!(after_bars(&run.stdout).contains(last), "{args:?}: {:?}", run.stdout);
    }
}

#[test]
fn units_are_shown_while_they_are_counted() {
    let file = folder("terminal/units").join("units.jsonl");
    let units = chess(&["units", "emit", "2", "--plies", "1"]).stdout;
    fs::write(&file, &units).unwrap();
    let run = on_terminal_from(&file, &["units", "run"], &[]);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains("20 leaves, ") && run.stdout.contains(CLEAR), "{:?}", run.stdout);
    assert_eq!(run.stdout.matches("\"nodes\":20}").count(), 20, "{:?}", run.stdout);
}
