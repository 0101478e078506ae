//! The files of `tests/sessions`: commands, and all that they print.
//!
//! A line `$ COMMAND`, continued by lines `> `, is run by bash in a folder of the file's own. Below it are `? CODE`, if the exit
//! code is not 0, and stdout and stderr together. `[..]` matches any text within a line. Lines that begin with `# ` are
//! comments. `BLESS=1 cargo test -p chess-cli --test it sessions` writes what the commands print into the files.
//!
//! Besides, interrupts of progress bars on a terminal, on which `script` runs the program.

use std::fmt::Write;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use crate::run::{Run, folder, text};

/// The files without commands of the feature `full`.
const SMALL: [&str; 4] = ["moves.sh-session", "perft.sh-session", "show.sh-session", "units.sh-session"];

#[test]
fn sessions() {
    let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sessions")).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|file| cfg!(feature = "parquet") || !text(file).ends_with(".parquet.sh-session"));
    files.retain(|file| cfg!(feature = "full") || SMALL.iter().any(|name| file.ends_with(name)));
    assert!(files.len() > if cfg!(feature = "full") { 9 } else { SMALL.len() - 1 });
    // Some of them wait for a second.
    let failures: String = thread::scope(|scope| {
        let sessions: Vec<_> = files.iter().map(|file| scope.spawn(|| session(file))).collect();
        sessions.into_iter().map(|session| session.join().unwrap()).collect()
    });
    assert!(failures.is_empty(), "{failures}");
}

/// Runs the commands of a file, and returns each that prints something else.
fn session(file: &Path) -> String {
    let content = fs::read_to_string(file).unwrap().replace("\r\n", "\n");
    let folder = folder(&format!("sessions/{}", text(file.file_stem().unwrap().as_ref())));
    let (mut written, mut failures) = (String::new(), String::new());
    let mut lines = content.lines().zip(1..).peekable();
    while let Some((line, number)) = lines.next() {
        writeln!(written, "{line}").unwrap();
        let Some(first) = line.strip_prefix("$ ") else { continue };
        let mut command = first.to_owned();
        while let Some((line, _)) = lines.next_if(|(line, _)| line.starts_with("> ") || *line == ">") {
            writeln!(written, "{line}").unwrap();
            write!(command, "\n{}", line[1..].strip_prefix(' ').unwrap_or_default()).unwrap();
        }
        let is_output = |line: &str| !line.starts_with("$ ") && !line.starts_with("# ");
        let expected: Vec<&str> =
            std::iter::from_fn(|| lines.next_if(|(line, _)| is_output(line)).map(|(line, _)| line)).collect();
        let (expected, found) = (expected.join("\n"), run(&command, &folder));
        let is_as_expected = matches(expected.trim_end(), found.trim_end());
        let output = if is_as_expected { &expected } else { &found }.trim_end();
        written.push_str(output);
        written.push_str(if output.is_empty() { "\n" } else { "\n\n" });
        if !is_as_expected {
            let place = format!("{}:{number}: {command}", file.display());
            writeln!(failures, "{place}\n--- expected\n{expected}\n--- found\n{found}").unwrap();
        }
    }
    if env::var_os("BLESS").is_some() {
        fs::write(file, written.trim_end().to_owned() + "\n").unwrap();
    }
    failures
}

/// The exit code of a command, if it is not 0, and its output, without spaces at the ends of lines.
fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_chess")).parent().unwrap();
    let path =
        env::join_paths([program.into()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())));
    let script = format!("exec 2>&1\n{command}");
    // What a shell starts in the background ignores interrupts, and so would the program.
    let mut bash = Command::new("env");
    let bash = bash
        .args(["--default-signal=INT", "bash", "-o", "pipefail", "-c", &script])
        .current_dir(folder)
        .stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        bash.env_remove(name);
    }
    let bash =
        bash.env("PATH", path.unwrap()).env("COLUMNS", "100").env("TERM", "xterm").env("LC_ALL", "C.UTF-8");
    let output = bash.output().unwrap();
    let code = match output.status.code() {
        Some(0) => String::new(),
        code => format!("? {}\n", code.unwrap_or(-1)),
    };
    let lines = str::from_utf8(&output.stdout).unwrap().lines();
    code + &lines.map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// Tests whether each line is as expected, with any text in place of `[..]`.
fn matches(expected: &str, found: &str) -> bool {
    expected.lines().count() == found.lines().count()
        && expected.lines().zip(found.lines()).all(|(expected, found)| {
            let (first, rest) = expected.split_once("[..]").unwrap_or((expected, ""));
            let Some(mut found) = found.strip_prefix(first) else { return false };
            if first == expected {
                return found.is_empty();
            }
            let (middle, last) = rest.rsplit_once("[..]").unwrap_or(("", rest));
            let parts = middle.split("[..]").all(|part| {
                let at = found.find(part);
                found = &found[at.map_or(0, |at| at + part.len())..];
                at.is_some()
            });
            parts && found.ends_with(last)
        })
}

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
