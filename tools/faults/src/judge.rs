use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::fault::{Expect, Fault};
use crate::folder::{Changes, OLD};
use crate::machine::{End, Ended};
use crate::row::Row;
use crate::run::Run;

/// Words that a program never prints if it handles its errors.
const PANICS: &str = "panicked at|stack backtrace|RUST_BACKTRACE|memory allocation of|fatal runtime error|\
                      has overflowed its stack|internal error: entered unreachable";

/// The number of the signal by which the standard library ends a program.
const ABORT: i32 = 6;

/// A run without a fault, whose exit code is 0.
pub(crate) struct Usual {
    /// Only the lines that can be compared.
    pub(crate) stdout: Vec<u8>,
    /// All bytes of stdout.
    pub(crate) printed: Vec<u8>,
    /// The files that were written.
    pub(crate) files: BTreeMap<OsString, Vec<u8>>,
    pub(crate) time: Duration,
    /// The violations without a fault.
    pub(crate) broken: Vec<String>,
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
pub(crate) fn judge(usual: &Usual, fault: Fault, run: &Run<'_>, ended: &Ended) -> io::Result<Vec<String>> {
    let row = run.row;
    // A terminal shows both.
    let is_at_terminal = fault.name.ends_with("-at-terminal");
    let mut case = Case {
        row,
        usual,
        ended,
        has_stdout: run.start.read == u64::MAX && !fault.around.contains(" >") && !is_at_terminal,
        has_stderr: !fault.around.contains(" 2>"),
        is_input_other: fault.changes_bytes() || (fault.name == "names" && row.keeps_names()),
        broken: Vec::new(),
    };
    let expect = &Expect::of(row, fault, &usual.printed);
    let is_told_abort = ended.end == End::Signal(ABORT) && *expect == Expect::UsualOrAbort;
    match (ended.end, expect) {
        (End::Limit, _) => case.add(format!("no end within {:.0} s", ended.time.as_secs_f64())),
        (End::Signal(signal), Expect::Ends(expected)) if signal == *expected => case.judge_start(),
        (End::Signal(_), _) if is_told_abort && case.is_abort() => case.judge_start(),
        (End::Signal(signal), _) => case.add(format!("ended by signal {signal}")),
        (End::Code(code), _) if !matches!(code, 0..=2 | 130) => case.add(format!("exit code {code}")),
        (End::Code(code), _) => case.judge_code(code, expect),
    }
    if !is_told_abort {
        case.judge_text();
    }
    case.judge_files(expect, &run.changes()?);
    Ok(case.broken)
}

impl Case<'_> {
    fn add(&mut self, text: impl Into<String>) {
        self.broken.push(text.into());
    }

    fn judge_code(&mut self, code: i32, expect: &Expect) {
        let codes: &[i32] = match expect {
            Expect::Usual | Expect::UsualCode => &[0],
            Expect::UsualOrError | Expect::UsualOrAbort | Expect::Told => &[0, 1],
            Expect::Error(_) => &[1],
            Expect::Refused if self.row.line.starts_with('-') => &[0, 1, 2],
            Expect::Refused => &[1, 2],
            Expect::Ends(_) => &[0, 1, 130],
            Expect::ReaderGone => &[0, self.row.reader_gone],
        };
        if !codes.contains(&code) {
            self.add(format!("exit code {code} where {codes:?} is expected"));
        }
        match expect {
            Expect::Error(name) => self.judge_error(name),
            Expect::UsualOrError | Expect::UsualOrAbort if code != 0 => {
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

    /// The output before the end is the beginning of the usual one.
    fn judge_start(&mut self) {
        let now = self.row.comparable(&self.ended.stdout);
        if self.has_stdout && !self.usual.stdout.starts_with(&now) {
            self.add("stdout is not the beginning of that of the usual run");
        }
    }

    /// True if the standard library has reported that there is no memory, after warnings of the program at most.
    fn is_abort(&self) -> bool {
        let mut lines = self.stderr_text().lines().skip_while(|line| line.starts_with("warning: "));
        let is_told =
            |line: &str| line.starts_with("memory allocation of ") && line.ends_with(" bytes failed");
        lines.next().is_some_and(is_told)
            && lines.all(|line| line.starts_with("note: run with `RUST_BACKTRACE=1`"))
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
            self.add(format!("{} lines of errors on stderr: {}", errors.len(), first(self.stderr_text())));
            return;
        };
        if !error.contains(name) {
            self.add(format!("the error does not name {name}: {error}"));
        }
        let message = error.trim_start_matches("error: ").split(" (os error").next().unwrap_or_default();
        if !message.contains(": ") && message.split_whitespace().count() < 4 {
            self.add(format!("the error does not tell what it is about: {error}"));
        }
    }

    fn judge_text(&mut self) {
        for (name, text) in [("stdout", &self.ended.stdout), ("stderr", &self.ended.stderr)] {
            let text = String::from_utf8_lossy(text);
            if let Some(line) = text.lines().find(|line| PANICS.split('|').any(|word| line.contains(word))) {
                self.add(format!("a panic on {name}: {line}"));
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

/// The first line, cut off after 200 characters.
pub(crate) fn first(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(200).collect()
}
