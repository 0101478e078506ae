//! The laws of every run.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use super::fault::{Expect, Fault};
use super::row::Row;
use super::run::{Changes, End, Ended, Means, OLD, Run};
use crate::commands::steering;

/// Words that a program never prints if it handles its errors.
const PANICS: [&str; 6] = [
    "panicked at",
    "stack backtrace",
    "memory allocation of",
    "fatal runtime error",
    "has overflowed its stack",
    "internal error: entered unreachable",
];

/// A run without a fault, whose exit code is 0.
pub(super) struct Usual {
    /// Only the lines that can be compared.
    stdout: Vec<u8>,
    /// All bytes of stdout.
    printed: Vec<u8>,
    /// The files that were written.
    files: BTreeMap<OsString, Vec<u8>>,
    pub(super) time: Duration,
    /// The violations without a fault.
    pub(super) broken: Vec<String>,
}

impl Usual {
    /// Runs a row twice without a fault, with and without an old output file; the results must be equal.
    pub(super) fn of(means: &Means, row: &Row) -> Self {
        let (mut first, second) = (Self::once(means, row, false), Self::once(means, row, true));
        if first.stdout != second.stdout || first.files != second.files {
            first.broken.push("two runs differ".to_owned());
        }
        if first.files.is_empty() == row.has(&['%']) {
            first.broken.push(format!("the files written are {:?}", first.files.keys()));
        }
        first.broken.extend(second.broken);
        first
    }

    fn once(means: &Means, row: &Row, has_old: bool) -> Self {
        let run = Run::new(means, row, has_old, false);
        let Ended { end, stdout: printed, stderr, time } = run.start();
        let mut broken = Vec::new();
        if end != End::Code(0) {
            broken.push(format!("{end:?}: {}", String::from_utf8_lossy(&stderr)));
        }
        let mut files = BTreeMap::new();
        for (name, bytes) in run.changes() {
            match bytes {
                Some(bytes) => drop(files.insert(name, bytes)),
                None => broken.push(format!("{} has gone", name.display())),
            }
        }
        Self { stdout: row.comparable(&printed), printed, files, time, broken }
    }
}

/// A run that is to be judged.
struct Case<'a> {
    row: &'a Row,
    usual: &'a Usual,
    ended: &'a Ended,
    /// True if the stream is read to its end.
    has_stdout: bool,
    has_stderr: bool,
    /// True if the input was changed by the fault itself, so that outputs have other bytes.
    is_input_other: bool,
    /// The laws that are broken, each in words.
    broken: Vec<String>,
}

/// Finds the laws that are broken by a run.
pub(super) fn judge(usual: &Usual, fault: Fault, run: &Run<'_>, ended: &Ended) -> Vec<String> {
    let row = run.row;
    let mut case = Case {
        row,
        usual,
        ended,
        has_stdout: run.read == u64::MAX && !fault.around.contains(" >"),
        has_stderr: !fault.around.contains(" 2>"),
        is_input_other: fault.changes_bytes() || (fault.name == "names" && row.keeps_names()),
        broken: Vec::new(),
    };
    let expect = &Expect::of(row, fault, &usual.printed);
    match (ended.end, expect) {
        (End::Limit, _) => case.add(format!("no end within {:.0} s", ended.time.as_secs_f64())),
        (End::Signal(signal), Expect::Ends(expected)) if signal == *expected => {
            // The output before the end is the beginning of the usual one.
            if case.has_stdout && !usual.stdout.starts_with(&row.comparable(&ended.stdout)) {
                case.add("stdout is not the beginning of that of the usual run");
            }
        }
        (End::Signal(signal), _) => case.add(format!("ended by signal {signal}")),
        (End::Code(code), _) => case.judge_code(code, expect),
    }
    case.judge_text(fault);
    case.judge_files(expect, &run.changes());
    case.broken
}

impl Case<'_> {
    fn add(&mut self, text: impl Into<String>) {
        self.broken.push(text.into());
    }

    fn judge_code(&mut self, code: i32, expect: &Expect) {
        let codes: &[i32] = match expect {
            Expect::Usual | Expect::UsualCode => &[0],
            Expect::Error(_) => &[1],
            Expect::Refused if self.row.line.starts_with('-') => &[0, 1, 2],
            Expect::Refused => &[1, 2],
            Expect::Ends(_) => &[0, 1, 130],
            Expect::ReaderGone if !self.row.line.starts_with("units run") => &[0],
            Expect::UsualOrError | Expect::Told | Expect::ReaderGone => &[0, 1],
        };
        if !codes.contains(&code) {
            self.add(format!("exit code {code} where {codes:?} is expected"));
        }
        match expect {
            Expect::Error(name) => self.judge_error(name),
            Expect::UsualOrError if code != 0 => {
                self.judge_stdout(code, false);
                self.judge_error("");
            }
            Expect::Ends(_) if code == 1 => self.judge_error(""),
            Expect::Ends(_) if code == 130 => {}
            Expect::ReaderGone if self.errors().next().is_some() => {
                self.add("an error is reported although the reader is gone");
            }
            Expect::ReaderGone => {}
            // On stderr, or in the answers on stdout.
            Expect::Refused | Expect::Told => {
                let is_silent = self.ended.stderr.is_empty() && self.ended.stdout.is_empty();
                if code != 0 && self.has_stderr && is_silent {
                    self.add("no error is reported");
                }
            }
            _ => self.judge_stdout(code, *expect == Expect::UsualCode),
        }
    }

    /// The output is that of the usual run, or a part of it after an error.
    fn judge_stdout(&mut self, code: i32, is_count_only: bool) {
        if !self.has_stdout {
            return;
        }
        let (now, usual) = (self.row.comparable(&self.ended.stdout), &self.usual.stdout);
        let lines = |text: &[u8]| text.split_inclusive(|&byte| byte == b'\n').count();
        if code == 0 && !is_count_only && now != *usual {
            let lost = if usual.starts_with(&now) { "is cut off" } else { "is not that of the usual run" };
            self.add(format!("stdout {lost}, and the exit code is {code}"));
        } else if lines(&now) > lines(usual) {
            self.add(format!("{} lines on stdout, and {} in the usual run", lines(&now), lines(usual)));
        }
    }

    fn errors(&self) -> impl Iterator<Item = &str> {
        // A prompt may be before the error.
        let lines = self.stderr_text().lines().map(|line| line.trim_start_matches("> "));
        lines.filter(|line| line.starts_with("error: "))
    }

    fn stderr_text(&self) -> &str {
        str::from_utf8(&self.ended.stderr).unwrap_or("error: not UTF-8")
    }

    /// There is one error, which names its cause and its object.
    fn judge_error(&mut self, name: &str) {
        if !self.has_stderr {
            return;
        }
        let errors: Vec<_> = self.errors().map(str::to_owned).collect();
        let [error] = &errors[..] else {
            self.add(format!("{} lines of errors on stderr: {}", errors.len(), self.stderr_text()));
            return;
        };
        if !error.contains(name) {
            self.add(format!("the error does not name {name}: {error}"));
        }
        let message = error.trim_start_matches("error: ").split(" (os error").next().unwrap_or_default();
        if !message.contains(": ") && message.split_whitespace().count() < 4 {
            self.add(format!("the error does not say what it is about: {error}"));
        }
    }

    /// No stream has a panic or text that steers a terminal. An interrupt may end the program within a character.
    fn judge_text(&mut self, fault: Fault) {
        for (name, bytes) in [("stdout", &self.ended.stdout), ("stderr", &self.ended.stderr)] {
            let text = String::from_utf8_lossy(bytes);
            if let Some(line) = text.lines().find(|line| PANICS.iter().any(|word| line.contains(word))) {
                self.add(format!("a panic on {name}: {line}"));
            }
            if fault.group == "hostile" && (str::from_utf8(bytes).is_err() || steering(&text).is_some()) {
                self.add(format!("{name} steers a terminal: {text:?}"));
            }
        }
        if str::from_utf8(&self.ended.stderr).is_err() {
            self.add("stderr is not UTF-8");
        }
    }

    /// Each output file is the old one or the whole new one, and nothing else has changed.
    fn judge_files(&mut self, expect: &Expect, changes: &Changes) {
        let Self { usual, ended, is_input_other, .. } = *self;
        let is_signal = matches!(ended.end, End::Signal(_));
        for (name, bytes) in changes {
            let shown = Path::new(name).display().to_string();
            let Some(bytes) = bytes else {
                self.add(format!("{shown} has gone"));
                continue;
            };
            // A signal may leave a whole file under the name that it has before it replaces another.
            let is_part = is_signal && shown.contains(".chess-");
            match usual.files.get(name) {
                // The file loses its name before it is written. A signal before that leaves it, empty.
                None if is_signal && bytes.is_empty() && shown.contains(".distinct-") => {}
                None if is_part && usual.files.values().any(|file| file == bytes) => {}
                None => self.add(format!("{shown} is left behind, {} bytes", bytes.len())),
                Some(file) if bytes == OLD || bytes == file => {}
                Some(_) if is_input_other && ended.end != End::Limit => {}
                Some(file) => self.add(format!(
                    "{shown} is torn: {} bytes, neither the old file nor the new one of {} bytes",
                    bytes.len(),
                    file.len()
                )),
            }
        }
        if ended.end != End::Code(0) || is_input_other || matches!(expect, Expect::Error(_)) {
            return;
        }
        for (name, file) in &usual.files {
            if changes.get(name).and_then(Option::as_ref) != Some(file) {
                let shown = Path::new(name).display();
                self.add(format!("{shown} is not the new file, and the exit code is 0"));
            }
        }
    }
}
