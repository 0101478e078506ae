use std::io;

use serde::Serialize;

use crate::Verdict;
use crate::error::CliError;
use crate::lines::{LineTooLong, Lines};
use crate::output::Output;

/// Bytes of answers that are enough to be written.
const ENOUGH: usize = 1 << 16;

/// Answers to lines, each a line of JSON, that have not been written yet.
pub(crate) struct Answers {
    text: Vec<u8>,
    verdict: Verdict,
}

impl Answers {
    /// Answers a line that was right.
    pub(crate) fn right(&mut self, record: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.text, record)?;
        self.text.push(b'\n');
        Ok(())
    }

    /// Answers a line that was wrong, which the exit code will tell.
    pub(crate) fn wrong(&mut self, record: &impl Serialize) -> io::Result<()> {
        self.verdict = Verdict::Failed;
        self.right(record)
    }

    fn write(&mut self, output: &mut Output) -> io::Result<()> {
        if !self.text.is_empty() {
            output.lines(&self.text)?;
            self.text.clear();
        }
        Ok(())
    }
}

/// Answers each line of stdin by `answer`, in memory that does not grow, until there are no more or nobody reads the
/// answers.
///
/// They are written before the next line has to be waited for, so that another program can talk with this one.
pub(crate) fn answer_lines(
    output: &mut Output,
    answer: impl Fn(Result<&str, LineTooLong>, &mut Answers) -> io::Result<()>,
) -> Result<Verdict, CliError> {
    let mut lines = Lines::new(io::stdin().lock());
    let mut answers = Answers { text: Vec::new(), verdict: Verdict::Passed };
    while !output.is_closed() {
        if answers.text.len() >= ENOUGH || !lines.has_line() {
            answers.write(output)?;
        }
        match lines.next().map_err(CliError::Input)? {
            Some(Ok(line)) => answer(Ok(&line), &mut answers)?,
            Some(Err(error)) => answer(Err(error), &mut answers)?,
            None => break,
        }
    }
    Ok(answers.verdict)
}
