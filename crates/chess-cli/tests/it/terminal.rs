//! Progress bars and interrupts on a terminal. `script` runs the program on one.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{Run, folder, text};

/// Runs `chess` on a terminal, and interrupts it as soon as it shows what `is_awaited`.
fn interrupted(name: &str, args: &str, is_awaited: impl Fn(&str) -> bool) -> Run {
    let id = folder(name).join("id");
    let line =
        format!("stty cols 120; echo $$ >'{}'; exec '{}' {args}", text(&id), env!("CARGO_BIN_EXE_chess"));
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]).stdin(Stdio::null()).env("TERM", "xterm").env_remove("CI");
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
    shown.rsplit("\u{1b}[2K").next().unwrap()
}

/// Start position, 30 plies, which are never counted: the pieces of a ply are counted on the bar.
#[test]
fn the_bar_of_plies_goes_on() {
    let has_piece = |shown: &str| {
        let bars = shown.split(" ply ").skip(1).filter_map(|bar| bar.split_once(" of 30  "));
        bars.filter_map(|(_, bar)| bar.split_once('/'))
            .any(|(done, _)| done.parse().is_ok_and(|done: u64| done > 0))
    };
    let run = interrupted("terminal/plies", "perft 30 --distinct", has_piece);
    assert_eq!(run.code, Some(130), "{:?}", run.stdout);
    assert!(after_bars(&run.stdout).starts_with("incomplete "), "{:?}", run.stdout);
}

/// The threads go on with the bar, until the program has printed and ends.
#[test]
fn the_bar_is_gone_when_an_interrupt_ends_the_count() {
    for threads in ["1", "2"] {
        let args = format!("perft 30 --threads {threads}");
        let run = interrupted("terminal/interrupt", &args, |shown| shown.contains('░'));
        assert_eq!(run.code, Some(130), "{:?}", run.stdout);
        let rest = after_bars(&run.stdout);
        assert!(rest.contains("incomplete 0 of 20 moves\n"), "{:?}", run.stdout);
        assert!(!rest.contains('█') && !rest.contains('░'), "{:?}", run.stdout);
    }
}
