//! The commands that read foreign lines, with input and output in memory, for the fuzz targets.

use std::io::{self, Cursor, Read, Write};
use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};

use super::uci;
use crate::cmd::units::{MergeArgs, merge};
use crate::error::{CliError, Verdict};
use crate::io::output::{Grouping, Output};

/// Leads a whole conversation with the engine of `chess uci`, and returns its answers.
///
/// # Errors
/// The text of the error, if the program would fail: the memory for the engine is not there, or `input` cannot be read.
pub fn converse(mut input: impl Read + Send) -> Result<String, String> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    in_memory(|output| uci::converse(Cursor::new(bytes), output))
}

/// Adds up the lines of `chess units merge --json`, and returns what it prints.
///
/// # Errors
/// The text of the error, if the lines are not the finished units of one perft.
pub fn merge_units(input: impl Read + Send, allow_repeats: bool) -> Result<String, String> {
    in_memory(|mut output| merge(&MergeArgs { allow_repeats, json: true }, input, &mut output))
}

fn in_memory(command: impl FnOnce(Output) -> Result<Verdict, CliError>) -> Result<String, String> {
    let text = Text::default();
    command(Output::new(text.clone(), Grouping::Plain)).map_err(|error| error.to_string())?;
    let mut text = text.0.lock().unwrap_or_else(PoisonError::into_inner);
    String::from_utf8(take(&mut text)).map_err(|error| error.to_string())
}

/// A text that outlives its writers.
#[derive(Clone, Default)]
struct Text(Arc<Mutex<Vec<u8>>>);

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conversation_gives_the_answers_of_the_engine() {
        assert_eq!(converse(&b"isready\nisready\nquit\nisready\n"[..]), Ok("readyok\nreadyok\n".to_owned()));
    }

    /// The share of the table that is in use tells its size.
    #[test]
    fn the_table_has_its_declared_size_from_the_beginning() {
        let full = |before: &str| {
            let answers = converse(format!("{before}go depth 8\n").as_bytes()).unwrap();
            let (_, last) = answers.rsplit_once(" hashfull ").unwrap();
            last.split(' ').next().unwrap().parse::<u32>().unwrap()
        };
        let declared = full("");
        assert_eq!(declared, full("setoption name Hash value 16\n"));
        assert!(declared < full("setoption name Hash value 1\n"));
    }
}
