//! Test binaries as processes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;

use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::compile::Binary;
use crate::error::Error;

/// How a process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed,
    /// The test that failed first, or the exit status.
    Failed(String),
    TimedOut,
}

/// The mode of the switch in a process.
#[derive(Clone, Copy, Debug)]
pub enum Mode<'p> {
    /// Mutant of this number; 0 for none.
    Mutant(usize),
    /// Numbers of reached mutants are appended to this file.
    Records(&'p Path),
}

/// The limits of a process: no core file, 8 GiB of memory, 8 GiB in a file, and seconds of CPU time, which do not depend on what
/// else the machine does. A mutant may ask for all there is. A test of chess-syzygy makes a file of 5 GiB with a hole.
const LIMITS: &str =
    "ulimit -c 0; ulimit -v 8388608; ulimit -f 16777216; ulimit -t \"$1\"; shift; exec \"$@\"";

/// The time by the clock for each second of CPU time, for tests that wait, and for a machine with other work.
const PATIENCE: u32 = 4;

/// The signal of a process that has used its CPU time, and the one of a process that ignored it.
const TOO_LONG: [i32; 2] = [24, 9];

/// The names of a binary's tests without the ignored ones.
///
/// # Errors
///
/// A binary that is not one of libtest.
pub fn tests(binary: &Binary) -> Result<Vec<String>, Error> {
    let all = listed(binary, &[])?;
    let ignored = listed(binary, &["--ignored"])?;
    Ok(all.into_iter().filter(|name| !ignored.contains(name)).collect())
}

fn listed(binary: &Binary, more: &[&str]) -> Result<Vec<String>, Error> {
    let output = Command::new(&binary.path)
        .args(["--list", "--format", "terse"])
        .args(more)
        .current_dir(&binary.folder)
        .output()
        .map_err(|error| Error::file(&binary.path, &error))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

/// Runs tests of one binary, one after the other, until one fails or `limit` of CPU time is used.
///
/// # Errors
///
/// A binary that cannot be started.
pub fn run(
    binary: &Binary,
    tests: &[&str],
    mode: Mode<'_>,
    temporary: &Path,
    limit: Duration,
) -> Result<Outcome, Error> {
    let mut command = Command::new("sh");
    command
        .args(["-c", LIMITS, "sh"])
        .arg((limit.as_secs() + 1).to_string())
        .arg(&binary.path)
        .args(["--test-threads=1", "--exact"])
        .args(tests);
    command.current_dir(&binary.folder).env("CARGO_MANIFEST_DIR", &binary.folder).env("TMPDIR", temporary);
    // A shrunk example is for people.
    command.env("PROPTEST_MAX_SHRINK_ITERS", "0").env_remove("MUTANT").env_remove("MUTANTS_REACHED");
    match mode {
        Mode::Mutant(number) => command.env("MUTANT", number.to_string()),
        Mode::Records(path) => command.env("MUTANTS_REACHED", path),
    };
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.process_group(0);
    let mut child = command.spawn().map_err(|error| Error::file(&binary.path, &error))?;
    let outcome = wait(&mut child, limit * PATIENCE);
    if outcome != Outcome::Passed {
        end(&mut child);
        // What a test that was ended has left behind.
        if fs::remove_dir_all(temporary).is_ok() {
            fs::create_dir_all(temporary).map_err(|error| Error::file(temporary, &error))?;
        }
    }
    Ok(outcome)
}

fn wait(child: &mut Child, limit: Duration) -> Outcome {
    let start = Instant::now();
    let (sender, receiver) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let Ok(line) = line else { break };
                if let Some(name) = line.strip_suffix("... FAILED") {
                    let name = name.trim().trim_start_matches("test ").trim_end_matches(" - should panic");
                    let _ = sender.send(name.to_owned());
                    break;
                }
            }
        });
    }
    // The channel closes when the process closes its output.
    match receiver.recv_timeout(limit) {
        Ok(name) => return Outcome::Failed(name),
        Err(mpsc::RecvTimeoutError::Timeout) => return Outcome::TimedOut,
        Err(mpsc::RecvTimeoutError::Disconnected) => {}
    }
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Outcome::Passed,
            Ok(Some(status)) if status.signal().is_some_and(|signal| TOO_LONG.contains(&signal)) => {
                return Outcome::TimedOut;
            }
            Ok(Some(status)) => return Outcome::Failed(status.to_string()),
            Ok(None) if start.elapsed() > limit => return Outcome::TimedOut,
            Ok(None) => thread::sleep(Duration::from_millis(1)),
            Err(error) => return Outcome::Failed(error.to_string()),
        }
    }
}

/// Ends the process and all that it has started.
fn end(child: &mut Child) {
    let group = format!("-{}", child.id());
    let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    let _ = child.kill();
    let _ = child.wait();
}
