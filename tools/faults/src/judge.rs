use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use crate::expect::Expect;
use crate::folder::OLD;
use crate::process::{End, Ended, Sink};
use crate::row::Row;
use crate::usually::Usual;

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
}

impl Case<'_> {
    /// Finds the laws that are broken, each in words.
    pub(crate) fn judge(&self, expect: &Expect) -> Vec<String> {
        let mut broken = Vec::new();
        match (self.ended.end, expect) {
            (End::Limit, _) => broken.push(format!("no end within {:.0} s", self.ended.time.as_secs_f64())),
            (End::Signal(signal), Expect::Ends(expected)) if signal == *expected => {
                self.judge_start(&mut broken);
            }
            (End::Signal(ABORT), Expect::UsualOrAbort) if self.is_abort() => {
                self.judge_start(&mut broken);
            }
            (End::Signal(signal), _) => broken.push(format!("ended by signal {signal}")),
            (End::Code(code), _) if !matches!(code, 0..=2 | 130) => broken.push(format!("exit code {code}")),
            (End::Code(code), _) => self.judge_code(code, expect, &mut broken),
        }
        if !(self.ended.end == End::Signal(ABORT) && expect == &Expect::UsualOrAbort) {
            self.judge_text(&mut broken);
        }
        self.judge_files(expect, &mut broken);
        broken
    }

    fn judge_code(&self, code: i32, expect: &Expect, broken: &mut Vec<String>) {
        let usual = self.usual.code;
        match expect {
            Expect::Usual | Expect::UsualCode => {
                expect_code(code, &[usual], broken);
                self.judge_stdout(code, expect == &Expect::UsualCode, broken);
            }
            Expect::UsualOrError | Expect::UsualOrAbort => {
                expect_code(code, &[usual, 1], broken);
                self.judge_stdout(code, false, broken);
                if code != usual {
                    self.judge_error("", broken);
                }
            }
            Expect::Error(name) => {
                expect_code(code, &[1], broken);
                self.judge_error(name, broken);
            }
            Expect::Refused => {
                let codes: &[i32] = if self.row.command.is_empty() { &[0, 1, 2] } else { &[1, 2] };
                expect_code(code, codes, broken);
                if code != 0 {
                    self.judge_told(broken);
                }
            }
            Expect::Ends(_) => {
                expect_code(code, &[usual, 1, 130], broken);
                match code {
                    130 => {}
                    1 => self.judge_error("", broken),
                    _ => self.judge_stdout(code, false, broken),
                }
            }
            Expect::ReaderGone => {
                expect_code(code, &[usual, self.row.reader_gone], broken);
                if self.errors().next().is_some() {
                    broken.push("an error is told where the reader has gone".to_owned());
                }
            }
            Expect::Told => {
                expect_code(code, &[0, 1], broken);
                if code == 1 {
                    self.judge_told(broken);
                }
            }
        }
    }

    /// What was printed is that of the usual run; after an error, it is no more than that.
    fn judge_stdout(&self, code: i32, is_count_only: bool, broken: &mut Vec<String>) {
        if self.stdout != Sink::Pipe {
            return;
        }
        let (now, usual) = (self.row.comparable(&self.ended.stdout), &self.usual.stdout);
        let lines = |text: &[u8]| text.split_inclusive(|&byte| byte == b'\n').count();
        if code == self.usual.code && !is_count_only && now != *usual {
            let lost = if usual.starts_with(&now) { "is cut off" } else { "is not that of the usual run" };
            broken.push(format!("stdout {lost}, and the exit code is {code}"));
        } else if lines(&now) > lines(usual) {
            broken.push(format!("{} lines on stdout, and {} in the usual run", lines(&now), lines(usual)));
        }
    }

    /// What was printed before the end is the beginning of what is printed usually.
    fn judge_start(&self, broken: &mut Vec<String>) {
        if self.stdout == Sink::Pipe
            && !self.usual.stdout.starts_with(&self.row.comparable(&self.ended.stdout))
        {
            broken.push("stdout is not the beginning of that of the usual run".to_owned());
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
    fn judge_error(&self, name: &str, broken: &mut Vec<String>) {
        if self.stderr != Sink::Pipe {
            return;
        }
        let errors: Vec<&str> = self.errors().collect();
        let [error] = errors[..] else {
            broken.push(format!("{} lines of errors on stderr: {}", errors.len(), first(self.stderr_text())));
            return;
        };
        if !error.contains(name) {
            broken.push(format!("the error does not name {name}: {error}"));
        }
        let message = error.trim_start_matches("error: ");
        let message = message.split(" (os error").next().unwrap_or_default();
        if !message.contains(": ") && message.split_whitespace().count() < 4 {
            broken.push(format!("the error does not tell what it is about: {error}"));
        }
    }

    /// Something is told, on stderr or in the answers on stdout.
    fn judge_told(&self, broken: &mut Vec<String>) {
        if self.stderr == Sink::Pipe && self.ended.stderr.is_empty() && self.ended.stdout.is_empty() {
            broken.push("nothing is told".to_owned());
        }
    }

    fn judge_text(&self, broken: &mut Vec<String>) {
        for (name, text) in [("stdout", &self.ended.stdout), ("stderr", &self.ended.stderr)] {
            let text = String::from_utf8_lossy(text);
            if let Some(line) = text.lines().find(|line| PANICS.iter().any(|word| line.contains(word))) {
                broken.push(format!("a panic on {name}: {line}"));
            }
        }
        if str::from_utf8(&self.ended.stderr).is_err() {
            broken.push("stderr is not UTF-8".to_owned());
        }
    }

    /// Each output file is the old one or the whole new one, and nothing else has changed.
    fn judge_files(&self, expect: &Expect, broken: &mut Vec<String>) {
        let is_signal = matches!(self.ended.end, End::Signal(_));
        let is_done = self.ended.end == End::Code(self.usual.code);
        for (name, bytes) in self.changes {
            let shown = Path::new(name).display();
            let Some(bytes) = bytes else {
                broken.push(format!("{shown} has gone"));
                continue;
            };
            let is_new = self.usual.files.get(name) == Some(bytes);
            let is_part = self.may_leave && shown.to_string().contains(".chess-");
            match self.usual.files.get(name) {
                // The name is taken away before anything is written; between the two, a signal leaves it.
                None if is_signal && bytes.is_empty() && shown.to_string().contains(".distinct-") => {}
                None if is_part && self.usual.files.values().any(|file| file == bytes) => {}
                None => broken.push(format!("{shown} is left behind, {} bytes", bytes.len())),
                Some(_) if bytes == OLD || is_new => {}
                Some(_) if self.is_input_other && self.ended.end != End::Limit => {}
                Some(file) => broken.push(format!(
                    "{shown} is torn: {} bytes, neither the old file nor the new one of {} bytes",
                    bytes.len(),
                    file.len()
                )),
            }
        }
        let must_be_new = is_done && !self.is_input_other && !matches!(expect, Expect::Error(_));
        if must_be_new {
            for (name, file) in &self.usual.files {
                if self.changes.get(name).and_then(Option::as_ref) != Some(file) {
                    let shown = Path::new(name).display();
                    broken.push(format!(
                        "{shown} is not the new file, and the exit code is {}",
                        self.usual.code
                    ));
                }
            }
        }
    }
}

fn expect_code(code: i32, codes: &[i32], broken: &mut Vec<String>) {
    if !codes.contains(&code) {
        broken.push(format!("exit code {code} where {codes:?} is expected"));
    }
}

fn first(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(200).collect()
}
