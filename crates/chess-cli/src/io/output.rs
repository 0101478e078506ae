use std::fmt::{self, Display};
use std::io::{self, IsTerminal};
use std::iter;
use std::sync::{Arc, Mutex, PoisonError};

use chess_data::input::{Input, LineTooLong, Lines};
use chess_data::json::push_escaped;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use crate::error::{CliError, Verdict};

/// Standard output, line by line.
///
/// A reader that has gone (`chess ... | head`) is no error: the rest of the output is dropped. A clone writes to the same output, for another thread.
#[derive(Clone)]
pub(crate) struct Output {
    out: Arc<Mutex<dyn io::Write + Send>>,
    grouping: Grouping,
    is_closed: bool,
}

impl Output {
    pub(crate) fn stdout() -> Self {
        let out = io::stdout();
        let grouping = if out.is_terminal() { Grouping::Thousands } else { Grouping::Plain };
        Self::new(out, grouping)
    }

    /// Lines that are written to something else.
    pub(crate) fn new(out: impl io::Write + Send + 'static, grouping: Grouping) -> Self {
        Self { out: Arc::new(Mutex::new(out)), grouping, is_closed: false }
    }

    /// The spelling of counts: with thousands separators if stdout is a terminal, plain otherwise.
    pub(crate) fn grouping(&self) -> Grouping {
        self.grouping
    }

    /// Returns true if the reader has gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Writes `text` and a line break.
    pub(crate) fn line(&mut self, text: impl Display) -> io::Result<()> {
        self.lines(format!("{text}\n").as_bytes())
    }

    /// Writes `record` as one line of [JSON](write_json).
    pub(crate) fn json(&mut self, record: &impl Serialize) -> io::Result<()> {
        self.line(to_json(record)?)
    }

    /// Writes whole lines in one call. The buffer of `Stdout` keeps back nothing that ends in a line break.
    pub(crate) fn lines(&mut self, text: &[u8]) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        match out.write_all(text) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            result => result,
        }
    }
}

/// The spelling of counts: with thousands separators for people, plain for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Grouping {
    /// `119060324`
    Plain,
    /// `119,060,324`
    Thousands,
}

/// A count that is written with or without thousands separators. Width and alignment of the format apply.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count {
    number: u128,
    grouping: Grouping,
}

impl Grouping {
    /// The spelling of `number`.
    pub(crate) fn of(self, number: impl Into<u128>) -> Count {
        Count { number: number.into(), grouping: self }
    }
}

impl Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.number.to_string();
        match self.grouping {
            Grouping::Plain => f.pad(&digits),
            Grouping::Thousands => f.pad(&grouped(&digits)),
        }
    }
}

fn grouped(digits: &str) -> String {
    let (head, tail) = digits.split_at(digits.len() % 3);
    let groups =
        tail.as_bytes().chunks(3).map(|group| group.iter().map(|&digit| char::from(digit)).collect());
    let groups = iter::once(head.to_owned()).chain(groups).filter(|group: &String| !group.is_empty());
    groups.collect::<Vec<_>>().join(",")
}

/// Answers to lines of input that have not been written yet, each a line of JSON or text.
#[derive(Default)]
pub(crate) struct Answers {
    text: String,
    has_wrong: bool,
}

impl Answers {
    /// Answers a line that was right by the text that `append` appends, or nothing if that fails.
    pub(crate) fn right_with<E>(
        &mut self,
        append: impl FnOnce(&mut String) -> Result<(), E>,
    ) -> Result<(), E> {
        append(&mut self.text)?;
        self.text.push('\n');
        Ok(())
    }

    /// Answers a line that was wrong, which sets the exit code to 1.
    pub(crate) fn wrong(&mut self, record: &impl Serialize) -> io::Result<()> {
        self.wrong_text(&to_json(record)?);
        Ok(())
    }

    /// Answers a line that was wrong by text, which sets the exit code to 1.
    pub(crate) fn wrong_text(&mut self, text: &str) {
        self.has_wrong = true;
        self.text.extend([text, "\n"]);
    }
}

/// Answers each line of stdin by `answer`, in constant memory, until the input ends or the reader of the answers has gone.
///
/// The answers are written before the program waits for the next line, so that another program can hold a dialogue with it.
pub(crate) fn answer_lines(
    output: &mut Output,
    answer: impl Fn(Result<&str, LineTooLong>, &mut Answers) -> io::Result<()>,
) -> Result<Verdict, CliError> {
    /// The number of bytes after which answers are written.
    const ENOUGH: usize = 1 << 16;
    let mut lines = Lines::open(&Input::stdin()).map_err(CliError::Input)?;
    let mut answers = Answers::default();
    while !output.is_closed() {
        if !answers.text.is_empty() && (answers.text.len() >= ENOUGH || !lines.has_line()) {
            output.lines(answers.text.as_bytes())?;
            answers.text.clear();
        }
        match lines.next().map_err(CliError::Input)? {
            Some(Ok(line)) => answer(Ok(&line), &mut answers)?,
            Some(Err(error)) => answer(Err(error), &mut answers)?,
            None => break,
        }
    }
    output.lines(answers.text.as_bytes())?;
    Ok(if answers.has_wrong { Verdict::Failed } else { Verdict::Passed })
}

/// Returns `record` as JSON.
pub(crate) fn to_json(record: &impl Serialize) -> io::Result<String> {
    let mut json = Vec::new();
    write_json(&mut json, record)?;
    String::from_utf8(json).map_err(io::Error::other)
}

/// Appends `record` as JSON. Text in it may come from outside: of the characters that could steer a terminal, JSON itself escapes
/// those below U+0020, and this the others, in the same way. So a reader of JSON gets every text as it was.
pub(crate) fn write_json(text: &mut Vec<u8>, record: &impl Serialize) -> io::Result<()> {
    Ok(record.serialize(&mut Serializer::with_formatter(text, Escaping))?)
}

/// Writes strings as `chess_data::json` does.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, out: &mut W, part: &str) -> io::Result<()> {
        // All of the characters to escape begin with one of these bytes, which most texts lack.
        if !part.bytes().any(|byte| matches!(byte, 0x7f | 0xc2 | 0xd8 | 0xe2)) {
            return out.write_all(part.as_bytes());
        }
        let mut escaped = String::new();
        push_escaped(&mut escaped, part);
        out.write_all(escaped.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use chess_data::json::{controls_display, push_str};

    use super::*;

    /// Another reader may have come, as of a FIFO, who has not seen the lines before.
    #[test]
    fn nothing_is_written_after_the_reader_has_gone() {
        let (mut lines, writer) = io::pipe().unwrap();
        let mut output = Output::new(writer, Grouping::Plain);
        output.line("read").unwrap();
        output.is_closed = true;
        output.line("dropped").unwrap();
        output.clone().line("dropped").unwrap();
        drop(output);
        assert_eq!(io::read_to_string(&mut lines).unwrap(), "read\n");
    }

    #[test]
    fn a_comma_before_each_three_digits() {
        for (number, text) in [
            (0, "0"),
            (20, "20"),
            (999, "999"),
            (1000, "1,000"),
            (12_345, "12,345"),
            (100_000, "100,000"),
            (119_060_324, "119,060,324"),
            (u128::from(u64::MAX), "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(Grouping::Thousands.of(number).to_string(), text);
            assert_eq!(Grouping::Plain.of(number).to_string(), text.replace(',', ""));
        }
    }

    #[test]
    fn characters_survive_json_and_controls_are_escaped() {
        // Every character of the basic plane, and some of each block of the others.
        for c in (char::MIN..='\u{ffff}').chain(('\u{10000}'..=char::MAX).step_by(16)) {
            let (text, mut json, mut other) = (format!("a{c}b"), Vec::new(), String::new());
            write_json(&mut json, &text).unwrap();
            push_str(&mut other, &text);
            assert_eq!(json, other.as_bytes());
            assert_eq!(serde_json::from_slice::<String>(&json).unwrap(), text);
            let is_plain = !controls_display(c) && !['"', '\\'].contains(&c);
            assert_eq!(other == format!("\"{text}\""), is_plain, "{other}");
        }
    }
}
