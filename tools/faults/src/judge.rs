use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use crate::fault::Expect;
use crate::folder::OLD;
use crate::process::{End, Ended, Sink};
use crate::row::Row;

/// Words that a program which keeps its own errors never prints.
const PANICS: [&str; 7] = [
    "panicked at",
    "stack backtrace",
    "RUST_BACKTRACE",
    "memory allocation of",
    "fatal runtime error",
    "has overflowed its stack",
    "internal error: entered unreachable",
];

/// The number of the signal by which the standard library ends a program.
const ABORT: i32 = 6;

/// Files that differ from those before the run; `None` for one that has gone.
pub(crate) type Changes = BTreeMap<OsString, Option<Vec<u8>>>;

/// A run without a fault.
pub(crate) struct Usual {
    pub(crate) code: i32,
    /// Only the lines that can be compared.
    pub(crate) stdout: Vec<u8>,
    /// All bytes of stdout.
    pub(crate) printed: Vec<u8>,
    /// The files that were written.
    pub(crate) files: BTreeMap<OsString, Vec<u8>>,
    pub(crate) time: Duration,
    /// What is wrong even without a fault.
    pub(crate) broken: Vec<String>,
}

/// A run that is to be judged.
pub(crate) struct Case<'a> {
    pub(crate) row: &'a Row,
    pub(crate) usual: &'a Usual,
    pub(crate) ended: &'a Ended,
    pub(crate) stdout: Sink,
    pub(crate) stderr: Sink,
    pub(crate) changes: &'a Changes,
    /// True if a signal that cannot be caught may leave a file under a temporary name, as long as it is whole.
    pub(crate) may_leave: bool,
    /// True if the input was changed by the fault itself, so that outputs have other bytes.
    pub(crate) is_input_other: bool,
    /// The laws that are broken, each in words.
    pub(crate) broken: Vec<String>,
}

impl Case<'_> {
    /// Finds the laws that are broken.
    pub(crate) fn judge(mut self, expect: &Expect) -> Vec<String> {
        let is_told_abort = self.ended.end == End::Signal(ABORT) && *expect == Expect::UsualOrAbort;
        match (self.ended.end, expect) {
            (End::Limit, _) => self.add(format!("no end within {:.0} s", self.ended.time.as_secs_f64())),
            (End::Signal(signal), Expect::Ends(expected)) if signal == *expected => self.judge_start(),
            (End::Signal(_), _) if is_told_abort && self.is_abort() => self.judge_start(),
            (End::Signal(signal), _) => self.add(format!("ended by signal {signal}")),
            (End::Code(code), _) if !matches!(code, 0..=2 | 130) => self.add(format!("exit code {code}")),
            (End::Code(code), _) => self.judge_code(code, expect),
        }
        if !is_told_abort {
            self.judge_text();
        }
        self.judge_files(expect);
        self.broken
    }

    fn add(&mut self, text: String) {
        self.broken.push(text);
    }

    fn judge_code(&mut self, code: i32, expect: &Expect) {
        let usual = self.usual.code;
        let codes: &[i32] = match expect {
            Expect::Usual | Expect::UsualCode => &[usual],
            Expect::UsualOrError | Expect::UsualOrAbort => &[usual, 1],
            Expect::Error(_) => &[1],
            Expect::Refused if self.row.line.starts_with('-') => &[0, 1, 2],
            Expect::Refused => &[1, 2],
            Expect::Ends(_) => &[usual, 1, 130],
            Expect::ReaderGone => &[usual, self.row.reader_gone],
            Expect::Told => &[0, 1],
        };
        if !codes.contains(&code) {
            self.add(format!("exit code {code} where {codes:?} is expected"));
        }
        match expect {
            Expect::Usual | Expect::UsualCode => self.judge_stdout(code, *expect == Expect::UsualCode),
            Expect::UsualOrError | Expect::UsualOrAbort => {
                self.judge_stdout(code, false);
                if code != usual {
                    self.judge_error("");
                }
            }
            Expect::Error(name) => self.judge_error(name),
            Expect::Ends(_) if code == 130 => {}
            Expect::Ends(_) if code == 1 => self.judge_error(""),
            Expect::Ends(_) => self.judge_stdout(code, false),
            Expect::ReaderGone if self.errors().next().is_some() => {
                self.add("an error is told where the reader has gone".to_owned());
            }
            Expect::ReaderGone => {}
            // On stderr, or in the answers on stdout.
            Expect::Refused | Expect::Told => {
                let is_silent = self.ended.stderr.is_empty() && self.ended.stdout.is_empty();
                if code != 0 && self.stderr == Sink::Pipe && is_silent {
                    self.add("nothing is told".to_owned());
                }
            }
        }
    }

    /// What was printed is that of the usual run; after an error, it is no more than that.
    fn judge_stdout(&mut self, code: i32, is_count_only: bool) {
        if self.stdout != Sink::Pipe {
            return;
        }
        let (now, usual) = (self.row.comparable(&self.ended.stdout), &self.usual.stdout);
        let lines = |text: &[u8]| text.split_inclusive(|&byte| byte == b'\n').count();
        if code == self.usual.code && !is_count_only && now != *usual {
            let lost = if usual.starts_with(&now) { "is cut off" } else { "is not that of the usual run" };
            self.add(format!("stdout {lost}, and the exit code is {code}"));
        } else if lines(&now) > lines(usual) {
            self.add(format!("{} lines on stdout, and {} in the usual run", lines(&now), lines(usual)));
        }
    }

    /// What was printed before the end is the beginning of what is printed usually.
    fn judge_start(&mut self) {
        let now = self.row.comparable(&self.ended.stdout);
        if self.stdout == Sink::Pipe && !self.usual.stdout.starts_with(&now) {
            self.add("stdout is not the beginning of that of the usual run".to_owned());
        }
    }

    /// True if the standard library has told that there is no memory, behind warnings of the program at most.
    fn is_abort(&self) -> bool {
        let mut lines = self.stderr_text().lines().skip_while(|line| line.starts_with("warning: "));
        let is_told = lines
            .next()
            .is_some_and(|line| line.starts_with("memory allocation of ") && line.ends_with(" bytes failed"));
        is_told && lines.all(|line| line.starts_with("note: run with `RUST_BACKTRACE=1`"))
    }

    fn errors(&self) -> impl Iterator<Item = &str> {
        // A prompt may stand before the error.
        let lines = self.stderr_text().lines().map(|line| line.trim_start_matches("> "));
        lines.filter(|line| line.starts_with("error: "))
    }

    fn stderr_text(&self) -> &str {
        str::from_utf8(&self.ended.stderr).unwrap_or("error: not UTF-8")
    }

    /// There is one error, which names its cause and what it is about.
    fn judge_error(&mut self, name: &str) {
        if self.stderr != Sink::Pipe {
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
            if let Some(line) = text.lines().find(|line| PANICS.iter().any(|word| line.contains(word))) {
                self.add(format!("a panic on {name}: {line}"));
            }
        }
        if str::from_utf8(&self.ended.stderr).is_err() {
            self.add("stderr is not UTF-8".to_owned());
        }
    }

    /// Each output file is the old one or the whole new one, and nothing else has changed.
    fn judge_files(&mut self, expect: &Expect) {
        let Self { changes, usual, ended, is_input_other, .. } = *self;
        let is_signal = matches!(ended.end, End::Signal(_));
        for (name, bytes) in changes {
            let shown = Path::new(name).display().to_string();
            let Some(bytes) = bytes else {
                self.add(format!("{shown} has gone"));
                continue;
            };
            let is_part = self.may_leave && shown.contains(".chess-");
            match usual.files.get(name) {
                // The name is taken away before anything is written; between the two, a signal leaves it.
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
        if ended.end != End::Code(usual.code) || is_input_other || matches!(expect, Expect::Error(_)) {
            return;
        }
        for (name, file) in &usual.files {
            if changes.get(name).and_then(Option::as_ref) != Some(file) {
                let shown = Path::new(name).display();
                self.add(format!("{shown} is not the new file, and the exit code is {}", usual.code));
            }
        }
    }
}

/// The first line, cut off after 200 characters.
pub(crate) fn first(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(200).collect()
}
