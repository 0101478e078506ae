//! Runs of the program, and files for them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;

use serde_json::Value;

/// The result of a run of the program.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// The only line of stdout, as JSON.
    pub(crate) fn json(&self) -> Value {
        let [record] = &self.json_lines()[..] else { panic!("not one line: {}", self.stdout) };
        record.clone()
    }

    /// The lines of stdout, as JSON.
    pub(crate) fn json_lines(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// Runs `chess` with these arguments to its end.
pub(crate) fn chess(args: &[&str]) -> Run {
    run(command(args).output().unwrap())
}

/// Runs `chess` with this text on stdin.
pub(crate) fn chess_with_input(args: &[&str], input: impl AsRef<[u8]>) -> Run {
    let input = input.as_ref();
    let mut child = chess_in_pipes(args);
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        // A program that reads no further closes the pipe.
        scope.spawn(move || drop(stdin.write_all(input)));
        run(child.wait_with_output().unwrap())
    })
}

/// Runs `chess` by a line of a shell, in which it is `"$0" "$@"`.
#[cfg(all(unix, feature = "full"))]
pub(crate) fn chess_in_shell(line: &str, args: &[&str]) -> Run {
    run(Command::new("sh").args(["-c", line, env!("CARGO_BIN_EXE_chess")]).args(args).output().unwrap())
}

/// Starts `chess` with a pipe for each stream.
pub(crate) fn chess_in_pipes(args: &[&str]) -> Child {
    let pipe = Stdio::piped;
    command(args).stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().unwrap()
}

pub(crate) fn run(output: Output) -> Run {
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess"));
    command.args(args);
    command
}

/// Sends a signal to the program, once it is ready for interrupts.
#[cfg(target_os = "linux")]
pub(crate) fn send(child: &Child, signal: &str) {
    use rustix::process::{Pid, Signal, kill_process};

    let status = format!("/proc/{}/status", child.id());
    let is_caught = || {
        let status = fs::read_to_string(&status).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() & 0b10 != 0
    };
    while !is_caught() {
        thread::sleep(std::time::Duration::from_millis(1));
    }
    let signal = match signal {
        "INT" => Signal::INT,
        "TERM" => Signal::TERM,
        "KILL" => Signal::KILL,
        other => panic!("{other}"),
    };
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// An empty folder for one test, below that of all tests.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A file of this content. Returns its path, whose name tells the tests.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    // Tests that run at the same time may write the same file, and each reads a whole one.
    let new = path.with_file_name(format!("{:?}.new", thread::current().id()));
    fs::write(&new, content).unwrap();
    fs::rename(&new, &path).unwrap();
    text(&path).to_owned()
}

/// A path as a word of a command line.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
