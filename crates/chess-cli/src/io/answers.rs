use std::fmt::Display;
use std::io;

use serde::Serialize;

use crate::error::CliError;
use crate::io::lines::{LineTooLong, Lines};
use crate::io::output::Output;
use crate::io::pending_lines::PendingLines;
use crate::verdict::Verdict;

/// Answers to lines of input, each a line of JSON or text.
#[derive(Default)]
pub(crate) struct Answers {
    lines: PendingLines,
    has_wrong: bool,
}

impl Answers {
    /// Answers a line that was right.
    pub(crate) fn right(&mut self, record: &impl Serialize) -> io::Result<()> {
        self.lines.add(record)
    }

    /// Answers a line that was right by text.
    pub(crate) fn right_text(&mut self, text: impl Display) {
        self.lines.add_text(text);
    }

    /// Answers a line that was wrong by text, which sets the exit code to 1.
    pub(crate) fn wrong_text(&mut self, text: impl Display) {
        self.has_wrong = true;
        self.lines.add_text(text);
    }

    /// Answers a line that was wrong, which sets the exit code to 1.
    pub(crate) fn wrong(&mut self, record: &impl Serialize) -> io::Result<()> {
        self.has_wrong = true;
        self.lines.add(record)
    }
}

/// Answers each line of stdin by `answer`, in constant memory, until the input ends or the reader of the answers has gone.
///
/// The answers are written before the program waits for the next line, so that another program can hold a dialogue with it.
pub(crate) fn answer_lines(
    output: &mut Output,
    answer: impl Fn(Result<&str, LineTooLong>, &mut Answers) -> io::Result<()>,
) -> Result<Verdict, CliError> {
    let mut lines = Lines::new(io::stdin().lock());
    let mut answers = Answers::default();
    while !output.is_closed() {
        if answers.lines.are_enough() || !lines.has_line() {
            answers.lines.write(output)?;
        }
        match lines.next().map_err(CliError::Input)? {
            Some(Ok(line)) => answer(Ok(&line), &mut answers)?,
            Some(Err(error)) => answer(Err(error), &mut answers)?,
            None => break,
        }
    }
    Ok(if answers.has_wrong { Verdict::Failed } else { Verdict::Passed })
}
