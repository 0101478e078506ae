//! The files of `tests/sessions`: commands, and all that they print.
//!
//! A line `$ COMMAND`, continued by lines `> `, is run by bash in a folder of the file's own. Below it are `? CODE`, if the exit
//! code is not 0, and stdout and stderr together. `[..]` matches any text within a line. Lines that begin with `# ` are
//! comments. `BLESS=1 cargo test -p chess-cli --test it sessions` writes what the commands print into the files.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs, thread};

use crate::run::{folder, text};

#[test]
fn sessions() {
    let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sessions")).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|file| cfg!(feature = "parquet") || !text(file).ends_with(".parquet.sh-session"));
    assert!(files.len() > 9);
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
    let bash = bash.env("PATH", path.unwrap()).env("COLUMNS", "100").env("TERM", "xterm");
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
