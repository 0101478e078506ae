//! The commands that read foreign lines, with input and output in memory, for the fuzz targets.

use std::io::Read;
use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};

use crate::cmd::uci;
use crate::cmd::units::merge::{MergeArgs, merge};
use crate::error::CliError;
use crate::io::output::Output;
use crate::verdict::Verdict;

/// Leads a whole conversation with the engine of `chess uci`, and returns its answers.
///
/// # Errors
/// The text of the error, if the program would fail: the memory for the engine is not there, or `input` cannot be read.
pub fn converse(input: impl Read) -> Result<String, String> {
    in_memory(|output| uci::converse(input, output))
}

/// Adds up the lines of `chess units merge --json`, and returns what it prints.
///
/// # Errors
/// The text of the error, if the lines are not the finished units of one perft.
pub fn merge_units(input: impl Read, allow_repeats: bool) -> Result<String, String> {
    in_memory(|mut output| merge(&MergeArgs { allow_repeats, json: true }, input, &mut output))
}

fn in_memory(command: impl FnOnce(Output) -> Result<Verdict, CliError>) -> Result<String, String> {
    let text = Arc::default();
    command(Output::in_memory(Arc::clone(&text))).map_err(|error| error.to_string())?;
    let mut text = Mutex::<Vec<u8>>::lock(&text).unwrap_or_else(PoisonError::into_inner);
    String::from_utf8(take(&mut text)).map_err(|error| error.to_string())
}
